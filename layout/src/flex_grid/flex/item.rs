//! [§ 9.2](https://www.w3.org/TR/css-flexbox-1/#line-sizing): items, their flex base sizes and their limits.

use ashlar_gc::Gc;

use super::super::container::{self, frame_in, is_scroll_container, size_in};
use super::Flex;
use crate::alignment::{ItemAlignment, ItemPosition};
use crate::box_tree::{BoxContents, LayoutBox};
use crate::constraint::{ConstraintSpace, LayoutResult};
use crate::css::ComputedStyle;
use crate::css::values::length::Size;
use crate::geometry::{LayoutUnit, LogicalSides};
use crate::replaced;
use crate::sizing::{self, AxisSizes, Frame, PreferredRatio};

/// A flex item; main sizes are of the content box, everything else of the border box.
pub(super) struct Item<'h> {
    pub layout_box: Gc<'h, LayoutBox<'h>>,
    pub style: Gc<'h, ComputedStyle<'h>>,
    /// `None` for `auto`.
    pub margins: LogicalSides<Option<LayoutUnit>>,
    /// The used margins, `auto` ones getting theirs when space is left.
    pub margin: LogicalSides<LayoutUnit>,
    pub frame: LogicalSides<LayoutUnit>,
    /// The item's inline axis is the main axis.
    pub main_is_inline: bool,
    pub align: ItemAlignment,
    pub grow: f64,
    pub shrink: f64,
    /// The flex base size.
    pub base: LayoutUnit,
    pub main_min: LayoutUnit,
    pub main_max: Option<LayoutUnit>,
    /// The flex basis does not depend on content.
    pub basis_is_definite: bool,
    pub cross_min: LayoutUnit,
    pub cross_max: Option<LayoutUnit>,
    /// The cross size property is `auto`.
    pub cross_is_auto: bool,
    /// The main size after flexing.
    pub main: LayoutUnit,
    /// The cross size.
    pub cross: LayoutUnit,
    /// The layout that was made to find the content's block size.
    pub measured: Option<LayoutResult<'h>>,
    /// The layout in the used sizes.
    pub result: Option<LayoutResult<'h>>,
    /// From the start of the main axis to the border box, forward.
    pub main_offset: LayoutUnit,
    /// From the start of the cross axis to the border box, forward.
    pub cross_offset: LayoutUnit,
}

impl<'h> Item<'h> {
    pub(super) fn new(flex: &Flex<'_, '_, 'h>, layout_box: Gc<'h, LayoutBox<'h>>) -> Self {
        let style = layout_box.style;
        let mode = flex.container.mode;
        let axes = flex.style.axes;
        let inline = flex.container.content_inline;
        let margins = sizing::margins_in(&style, inline, mode);
        let (grow, shrink) = flex.style.factors(&style);
        let is_parallel = sizing::writing_mode(&style).is_horizontal() == mode.is_horizontal();
        let cross = if axes.is_row { sizing::block_axis(&style, mode) } else { sizing::inline_axis(&style, mode) };
        let mut item = Self {
            layout_box,
            style,
            margins,
            margin: sizing::auto_as_zero(margins),
            frame: frame_in(&style, inline, mode),
            main_is_inline: axes.is_row == is_parallel,
            align: flex.style.align_of(&style),
            grow,
            shrink,
            base: LayoutUnit::ZERO,
            main_min: LayoutUnit::ZERO,
            main_max: None,
            basis_is_definite: false,
            cross_min: LayoutUnit::ZERO,
            cross_max: None,
            cross_is_auto: matches!(cross.preferred, Size::Auto | Size::Stretch),
            main: LayoutUnit::ZERO,
            cross: LayoutUnit::ZERO,
            measured: None,
            result: None,
            main_offset: LayoutUnit::ZERO,
            cross_offset: LayoutUnit::ZERO,
        };
        BaseSize { flex, item: &mut item, cross }.resolve();
        item
    }

    /// The hypothetical main size of the margin box.
    pub(super) fn hypothetical_outer(&self, flex: &Flex<'_, '_, 'h>) -> LayoutUnit {
        self.clamp_main(self.base) + self.outer_main_sum(flex)
    }

    /// What the margin box has more than the content box along the main axis.
    pub(super) fn outer_main_sum(&self, flex: &Flex<'_, '_, 'h>) -> LayoutUnit {
        flex.style.axes.main_sum(self.margin) + flex.style.axes.main_sum(self.frame)
    }

    /// The main size of the border box after flexing.
    pub(super) fn border_box_main(&self, flex: &Flex<'_, '_, 'h>) -> LayoutUnit {
        self.main + flex.style.axes.main_sum(self.frame)
    }

    pub(super) fn clamp_main(&self, size: LayoutUnit) -> LayoutUnit {
        self.main_max.map_or(size, |max| size.min(max)).max(self.main_min)
    }

    pub(super) fn clamp_cross(&self, size: LayoutUnit) -> LayoutUnit {
        self.cross_max.map_or(size, |max| size.min(max)).max(self.cross_min)
    }

    /// Whether the item fills its line.
    pub(super) fn stretches(&self, flex: &Flex<'_, '_, 'h>) -> bool {
        let (start, end) = flex.style.axes.cross_sides(self.margins);
        self.cross_is_auto && self.align.position == ItemPosition::Stretch && start.is_some() && end.is_some()
    }

    /// The cross size if the item fills a container whose cross size is definite
    /// ([§ 9.8](https://www.w3.org/TR/css-flexbox-1/#definite-sizes), 1).
    pub(super) fn stretched_to_container(&self, flex: &Flex<'_, '_, 'h>) -> Option<LayoutUnit> {
        if flex.style.wraps || !self.stretches(flex) {
            return None;
        }
        Some(self.stretched(flex, flex.definite_cross?))
    }

    /// The cross size in a line of this extent.
    pub(super) fn stretched(&self, flex: &Flex<'_, '_, 'h>, line: LayoutUnit) -> LayoutUnit {
        let axes = flex.style.axes;
        let frame = axes.cross_sum(self.frame);
        self.clamp_cross((line - axes.cross_sum(self.margin)).max(frame)).max(frame)
    }

    /// The space to lay the item out in, with these sizes of the border box.
    pub(super) fn space(
        &self,
        flex: &Flex<'_, '_, 'h>,
        main: Option<LayoutUnit>,
        cross: Option<LayoutUnit>,
    ) -> ConstraintSpace {
        let mut space = flex.container.child_space();
        let (inline, block) = if flex.style.axes.is_row { (main, cross) } else { (cross, main) };
        space.fixed_inline = inline;
        space.fixed_block = block;
        space
    }

    /// Whether the item is a box with a ratio of its own.
    fn is_replaced(&self) -> bool {
        matches!(self.layout_box.contents, BoxContents::Replaced(_))
    }
}

/// Finds the flex base size and the limits of one item.
struct BaseSize<'b, 'c, 'a, 'h> {
    flex: &'b Flex<'c, 'a, 'h>,
    item: &'b mut Item<'h>,
    cross: AxisSizes<'b>,
}

impl<'h> BaseSize<'_, '_, '_, 'h> {
    fn resolve(mut self) {
        let style = self.item.style;
        let mode = self.flex.container.mode;
        let axes = self.flex.style.axes;
        let main = if axes.is_row { sizing::inline_axis(&style, mode) } else { sizing::block_axis(&style, mode) };
        let frame = axes.main_sum(self.item.frame);
        let cross_frame = axes.cross_sum(self.item.frame);
        self.item.cross_min = self.cross_length(self.cross.min).unwrap_or_default().max(cross_frame);
        self.item.cross_max = self.cross_length(self.cross.max);
        if !self.item.main_is_inline && self.is_table() {
            // A table is never narrower than its columns need.
            self.item.cross_min = self.item.cross_min.max(self.inline_content().min_content + cross_frame);
        }
        // Step 3: the flex base size.
        let basis = if style.flex_basis().0.is_auto() { main.preferred } else { &style.flex_basis().0 };
        // The height of a table is that of its grid, to which captions come.
        let is_grid_height = !self.item.main_is_inline && self.is_table() && style.flex_basis().0.is_auto();
        let definite = if is_grid_height { None } else { self.main_length(basis) };
        self.item.basis_is_definite = definite.is_some();
        let base = definite.unwrap_or_else(|| self.content_size(ContentSize::Max));
        self.item.base = base.max(frame) - frame;
        // The limits.
        let max = self.main_length(main.max);
        self.item.main_max = max.map(|max| max.max(frame) - frame);
        let min = match self.main_length(main.min) {
            Some(min) => min,
            None if main.min.is_auto() => self.automatic_minimum(main.preferred, max),
            None if matches!(main.min, Size::MinContent | Size::MaxContent | Size::FitContent) => {
                self.content_size(ContentSize::Min)
            }
            None => LayoutUnit::ZERO,
        };
        let min = if self.item.main_is_inline && self.is_table() {
            min.max(self.inline_content().min_content + frame)
        } else {
            min
        };
        self.item.main_min = min.max(frame) - frame;
    }

    /// A size of the main axis as the border box's, if it is definite or means the item's inline content.
    fn main_length(&self, size: &Size) -> Option<LayoutUnit> {
        let axes = self.flex.style.axes;
        let frame = axes.main_sum(self.item.frame);
        match size {
            Size::LengthPercentage(length) => {
                let length = length.maybe_resolve(self.flex.definite_main)?;
                Some(sizing::to_border_box(length, *self.item.style.box_sizing(), frame))
            }
            Size::Stretch => Some((self.flex.definite_main? - axes.main_sum(self.item.margin)).max(frame)),
            Size::Auto | Size::None | Size::Content => None,
            _ if !self.item.main_is_inline || self.item.is_replaced() => None,
            Size::MinContent => Some(self.inline_content().min_content + frame),
            Size::MaxContent => Some(self.inline_content().max_content + frame),
            Size::FitContent | Size::FitContentFunction(_) => {
                let room = match size {
                    Size::FitContentFunction(limit) => limit.maybe_resolve(self.flex.definite_main)?,
                    _ => self.flex.definite_main? - axes.main_sum(self.item.margin) - frame,
                };
                Some(self.inline_content().shrink_to_fit(room.clamp_negative_to_zero()) + frame)
            }
        }
    }

    fn inline_content(&self) -> crate::constraint::IntrinsicSizes {
        crate::dispatch::content_intrinsic_sizes(self.flex.container.ctx, &self.item.layout_box)
    }

    /// A size of the cross axis as the border box's, if it is definite.
    fn cross_length(&self, size: &Size) -> Option<LayoutUnit> {
        let axes = self.flex.style.axes;
        let frame = axes.cross_sum(self.item.frame);
        match size {
            Size::LengthPercentage(length) => {
                let length = length.maybe_resolve(self.flex.definite_cross)?;
                Some(sizing::to_border_box(length, *self.item.style.box_sizing(), frame))
            }
            Size::MinContent | Size::MaxContent if !self.item.main_is_inline && !self.item.is_replaced() => {
                let sizes = self.inline_content();
                let is_min = matches!(size, Size::MinContent);
                Some(if is_min { sizes.min_content } else { sizes.max_content } + frame)
            }
            _ => None,
        }
    }

    /// The cross size of the border box if it is definite.
    fn definite_cross(&self) -> Option<LayoutUnit> {
        if let Some(cross) = self.cross_length(self.cross.preferred) {
            return Some(self.item.clamp_cross(cross));
        }
        self.item.stretched_to_container(self.flex)
    }

    /// The main size of the border box that the content makes.
    fn content_size(&mut self, which: ContentSize) -> LayoutUnit {
        let frame = self.flex.style.axes.main_sum(self.item.frame);
        if let BoxContents::Replaced(contents) = self.item.layout_box.contents {
            return self.replaced_size(&contents);
        }
        if which == ContentSize::Max
            && let Some(ratio) = self.ratio()
            && let Some(cross) = self.definite_cross()
        {
            return if self.item.main_is_inline {
                ratio.inline_from_block(cross)
            } else {
                ratio.block_from_inline(cross)
            };
        }
        if self.item.main_is_inline {
            let sizes = self.inline_content();
            return frame + if which == ContentSize::Min { sizes.min_content } else { sizes.max_content };
        }
        let size = self.measure();
        match self.ratio() {
            // The inline size is known by now, if not from the outside then from the content.
            Some(ratio) if which == ContentSize::Max => ratio.block_from_inline(self.flex.style.axes.cross(size)),
            _ => self.flex.style.axes.main(size),
        }
    }

    fn is_table(&self) -> bool {
        matches!(self.item.layout_box.contents, BoxContents::Table(_))
    }

    fn ratio(&self) -> Option<PreferredRatio> {
        PreferredRatio::of(&self.item.style, Frame::of(&self.item.style, self.flex.container.content_inline))
    }

    /// A replaced element's main size, its main size properties left aside.
    fn replaced_size(&self, contents: &crate::box_tree::ReplacedContents) -> LayoutUnit {
        let mode = self.flex.container.mode;
        let space = self.item.space(self.flex, None, self.item.stretched_to_container(self.flex));
        let frame = Frame::of(&self.item.style, space.percentage_inline);
        let main_is_horizontal = self.flex.style.axes.is_row == mode.is_horizontal();
        let size = replaced::size_from_other_axis(&self.item.style, contents, &space, frame, main_is_horizontal);
        self.flex.style.axes.main(size.to_logical(mode))
    }

    /// Lays the item out with a block size of its content's.
    fn measure(&mut self) -> crate::geometry::LogicalSize {
        let result = match self.item.measured {
            Some(result) => result,
            None => {
                let mut space = self.item.space(self.flex, None, self.item.stretched_to_container(self.flex));
                space.ignores_block_sizes = container::has_block_sizing(&self.item.style);
                let ctx = self.flex.container.ctx;
                let result = crate::dispatch::layout_child(ctx, self.item.layout_box, &space);
                self.item.measured = Some(result);
                result
            }
        };
        size_in(&result, self.flex.container.mode)
    }

    /// [§ 4.5](https://www.w3.org/TR/css-flexbox-1/#min-size-auto): the automatic minimum size.
    fn automatic_minimum(&mut self, preferred: &Size, max: Option<LayoutUnit>) -> LayoutUnit {
        if self.flex.style.is_webkit_box || is_scroll_container(&self.item.style) {
            return LayoutUnit::ZERO;
        }
        let specified = self.main_length(preferred);
        if specified.is_some_and(LayoutUnit::is_zero) {
            return LayoutUnit::ZERO;
        }
        let mut content = self.content_size(ContentSize::Min);
        if let Some(ratio) = self.ratio().filter(|_| !self.item.is_replaced()) {
            let is_inline = self.item.main_is_inline;
            let transfer =
                |cross| if is_inline { ratio.inline_from_block(cross) } else { ratio.block_from_inline(cross) };
            if let Some(max) = self.item.cross_max {
                content = content.min(transfer(max));
            }
            if self.cross_length(self.cross.min).is_some() {
                content = content.max(transfer(self.item.cross_min));
            }
        }
        let minimum = specified.map_or(content, |specified| specified.min(content));
        max.map_or(minimum, |max| minimum.min(max))
    }
}

/// Which content size is asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ContentSize {
    /// The min-content size, for the automatic minimum: the ratio is left aside.
    Min,
    /// The flex base size of `flex-basis: content`.
    Max,
}
