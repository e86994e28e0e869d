//! Margins, borders, paddings, and the used values of the sizing properties.
//!
//! Everything is logical. Functions that take a [`WritingMode`] answer in its axes: margins in those of the
//! containing block, borders, paddings and sizes in those of the box itself.
//! Spec: <https://www.w3.org/TR/css-sizing-3/>, <https://www.w3.org/TR/css-sizing-4/#aspect-ratio>.

use crate::box_tree::LayoutBox;
use crate::constraint::{ConstraintSpace, IntrinsicSizes};
use crate::context::LayoutContext;
use crate::css::ComputedStyle;
use crate::css::values::background::BorderStyle;
use crate::css::values::length::{LengthPercentage, LineWidth, Size};
use crate::css::values::position::{BoxSizing, Contain, ContentVisibility, DirectionValue, Overflow, WritingModeValue};
use crate::geometry::{BlockFlow, Direction, LayoutUnit, LogicalOffset, LogicalSides, PhysicalSides, WritingMode};

/// `writing-mode` and `direction` of a style. The sideways modes are laid out as the vertical ones.
pub fn writing_mode(style: &ComputedStyle<'_>) -> WritingMode {
    let block_flow = match style.writing_mode() {
        WritingModeValue::HorizontalTb => BlockFlow::HorizontalTb,
        WritingModeValue::VerticalRl | WritingModeValue::SidewaysRl => BlockFlow::VerticalRl,
        WritingModeValue::VerticalLr | WritingModeValue::SidewaysLr => BlockFlow::VerticalLr,
    };
    let direction = match style.direction() {
        DirectionValue::Ltr => Direction::Ltr,
        DirectionValue::Rtl => Direction::Rtl,
    };
    WritingMode { block_flow, direction }
}

/// The margins in the style's own axes, `None` for `auto`.
pub fn margins(style: &ComputedStyle<'_>, inline_basis: LayoutUnit) -> LogicalSides<Option<LayoutUnit>> {
    margins_in(style, inline_basis, writing_mode(style))
}

/// The margins in the axes of `mode` (the containing block's), `None` for `auto`.
pub fn margins_in(
    style: &ComputedStyle<'_>,
    inline_basis: LayoutUnit,
    mode: WritingMode,
) -> LogicalSides<Option<LayoutUnit>> {
    PhysicalSides {
        top: style.margin_top(),
        right: style.margin_right(),
        bottom: style.margin_bottom(),
        left: style.margin_left(),
    }
    .map(|margin| margin.non_auto().map(|length| length.resolve(inline_basis)))
    .to_logical(mode)
}

/// The margins with `auto` as zero: those of floats and atomic inlines
/// ([§ 10.3.5](https://www.w3.org/TR/CSS22/visudet.html#float-width)).
pub fn used_margins(
    style: &ComputedStyle<'_>,
    inline_basis: LayoutUnit,
    mode: WritingMode,
) -> LogicalSides<LayoutUnit> {
    auto_as_zero(margins_in(style, inline_basis, mode))
}

/// `auto` margins as zero.
pub fn auto_as_zero(margins: LogicalSides<Option<LayoutUnit>>) -> LogicalSides<LayoutUnit> {
    LogicalSides {
        inline_start: margins.inline_start.unwrap_or_default(),
        inline_end: margins.inline_end.unwrap_or_default(),
        block_start: margins.block_start.unwrap_or_default(),
        block_end: margins.block_end.unwrap_or_default(),
    }
}

/// The border widths in the style's own axes.
pub fn borders(style: &ComputedStyle<'_>) -> LogicalSides<LayoutUnit> {
    physical_borders(style).to_logical(writing_mode(style))
}

/// The border widths by physical side.
pub fn physical_borders(style: &ComputedStyle<'_>) -> PhysicalSides<LayoutUnit> {
    fn side(width: LineWidth, style: BorderStyle) -> LayoutUnit {
        if style.is_visible() { LayoutUnit::from_px_f32(width.0) } else { LayoutUnit::ZERO }
    }
    PhysicalSides {
        top: side(*style.border_top_width(), *style.border_top_style()),
        right: side(*style.border_right_width(), *style.border_right_style()),
        bottom: side(*style.border_bottom_width(), *style.border_bottom_style()),
        left: side(*style.border_left_width(), *style.border_left_style()),
    }
}

/// The paddings in the style's own axes; percentages refer to the containing block's inline size.
pub fn padding(style: &ComputedStyle<'_>, inline_basis: LayoutUnit) -> LogicalSides<LayoutUnit> {
    PhysicalSides {
        top: style.padding_top(),
        right: style.padding_right(),
        bottom: style.padding_bottom(),
        left: style.padding_left(),
    }
    .map(|length| length.0.resolve(inline_basis).clamp_negative_to_zero())
    .to_logical(writing_mode(style))
}

/// Border and padding of a box, in its own axes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Frame {
    /// Border widths.
    pub border: LogicalSides<LayoutUnit>,
    /// Paddings.
    pub padding: LogicalSides<LayoutUnit>,
}

impl Frame {
    /// The frame of a style; percentages of the paddings refer to `inline_basis`.
    pub fn of(style: &ComputedStyle<'_>, inline_basis: LayoutUnit) -> Self {
        Self { border: borders(style), padding: padding(style, inline_basis) }
    }

    /// Border and padding together.
    pub fn sides(self) -> LogicalSides<LayoutUnit> {
        self.border + self.padding
    }

    /// Both inline sides.
    pub fn inline_sum(self) -> LayoutUnit {
        self.border.inline_sum() + self.padding.inline_sum()
    }

    /// Both block sides.
    pub fn block_sum(self) -> LayoutUnit {
        self.border.block_sum() + self.padding.block_sum()
    }

    /// From the corner of the border box to that of the content box.
    pub fn start(self) -> LogicalOffset {
        self.sides().start()
    }
}

/// The three sizing properties of one axis.
#[derive(Clone, Copy, Debug)]
pub struct AxisSizes<'s> {
    /// `inline-size` or `block-size`.
    pub preferred: &'s Size,
    /// `min-…`.
    pub min: &'s Size,
    /// `max-…`.
    pub max: &'s Size,
}

/// The sizing properties of the inline axis of `mode`.
pub fn inline_axis<'s>(style: &'s ComputedStyle<'_>, mode: WritingMode) -> AxisSizes<'s> {
    if mode.is_horizontal() { horizontal_axis(style) } else { vertical_axis(style) }
}

/// The sizing properties of the block axis of `mode`.
pub fn block_axis<'s>(style: &'s ComputedStyle<'_>, mode: WritingMode) -> AxisSizes<'s> {
    if mode.is_horizontal() { vertical_axis(style) } else { horizontal_axis(style) }
}

fn horizontal_axis<'s>(style: &'s ComputedStyle<'_>) -> AxisSizes<'s> {
    AxisSizes { preferred: style.width(), min: style.min_width(), max: &style.max_width().0 }
}

fn vertical_axis<'s>(style: &'s ComputedStyle<'_>) -> AxisSizes<'s> {
    AxisSizes { preferred: style.height(), min: style.min_height(), max: &style.max_height().0 }
}

/// The border-box extent for a specified one ([`box-sizing`](https://www.w3.org/TR/css-sizing-3/#box-sizing)).
pub fn to_border_box(specified: LayoutUnit, box_sizing: BoxSizing, frame_sum: LayoutUnit) -> LayoutUnit {
    match box_sizing {
        BoxSizing::ContentBox => specified.clamp_negative_to_zero() + frame_sum,
        BoxSizing::BorderBox => specified.max(frame_sum),
    }
}

/// The space of a box in its own axes: the same unless the box is [orthogonal](https://www.w3.org/TR/css-writing-modes-4/#orthogonal-flows)
/// to its containing block. `percentage_inline` stays the basis of margins and paddings only through [`Frame::of`],
/// which is to be called with the space as given.
pub fn space_in_own_axes(
    ctx: &LayoutContext<'_, '_>,
    style: &ComputedStyle<'_>,
    space: &ConstraintSpace,
) -> ConstraintSpace {
    let mode = writing_mode(style);
    if mode.is_horizontal() == space.parent_writing_mode.is_horizontal() {
        return *space;
    }
    let viewport = ctx.viewport.to_logical(mode).inline;
    let available_inline = space.available_block.unwrap_or(viewport);
    ConstraintSpace {
        available_inline,
        available_block: Some(space.available_inline),
        percentage_inline: space.percentage_block.unwrap_or(available_inline),
        percentage_block: Some(space.percentage_inline),
        fixed_inline: space.fixed_block,
        fixed_block: space.fixed_inline,
        // A box is as long as its content needs, not as the containing block is high.
        shrink_to_fit: true,
        ..*space
    }
}

/// What the inline size of a box is resolved against.
#[derive(Clone, Copy, Debug)]
pub struct InlineSizing {
    /// Available for the margin box.
    pub available: LayoutUnit,
    /// Basis of percentages; `None` where the size of the containing block depends on the box.
    pub percentage: Option<LayoutUnit>,
    /// Sum of the box's inline margins, `auto` as zero.
    pub margin_sum: LayoutUnit,
    /// Sum of its inline borders and paddings.
    pub frame_sum: LayoutUnit,
    /// Which box the properties measure.
    pub box_sizing: BoxSizing,
}

impl InlineSizing {
    /// The border-box size that a value of the inline axis means; `None` for `auto`, `none`, and percentages without basis.
    pub fn resolve(&self, size: &Size, content: &mut dyn FnMut() -> IntrinsicSizes) -> Option<LayoutUnit> {
        let fits = (self.available - self.margin_sum - self.frame_sum).clamp_negative_to_zero();
        Some(match size {
            Size::Auto | Size::None | Size::Content => return None,
            Size::LengthPercentage(length) => {
                to_border_box(length.maybe_resolve(self.percentage)?, self.box_sizing, self.frame_sum)
            }
            Size::MinContent => content().min_content + self.frame_sum,
            Size::MaxContent => content().max_content + self.frame_sum,
            Size::FitContent => content().shrink_to_fit(fits) + self.frame_sum,
            Size::FitContentFunction(limit) => {
                let limit = limit.maybe_resolve(self.percentage)?;
                content().shrink_to_fit(limit) + self.frame_sum
            }
            Size::Stretch => fits + self.frame_sum,
        })
    }
}

/// The border-box inline size of a box that is not replaced, in a space in its own axes.
///
/// [§ 10.3](https://www.w3.org/TR/CSS22/visudet.html#Computing_widths_and_margins) with § 10.4: preferred size, then `max`, then `min`.
pub fn border_box_inline_size<'h>(
    ctx: &LayoutContext<'_, 'h>,
    layout_box: &LayoutBox<'h>,
    space: &ConstraintSpace,
    frame: Frame,
    margin_sum: LayoutUnit,
) -> LayoutUnit {
    let shrinks = space.shrink_to_fit || sizes_to_fit_content(layout_box);
    let auto = if shrinks { Size::FitContent } else { Size::Stretch };
    inline_size_with_auto(ctx, layout_box, space, frame, margin_sum, &auto)
}

/// The same where `auto` means another value.
pub fn inline_size_with_auto<'h>(
    ctx: &LayoutContext<'_, 'h>,
    layout_box: &LayoutBox<'h>,
    space: &ConstraintSpace,
    frame: Frame,
    margin_sum: LayoutUnit,
    auto: &Size,
) -> LayoutUnit {
    let frame_sum = frame.inline_sum();
    if let Some(fixed) = space.fixed_inline {
        return fixed.max(frame_sum);
    }
    let style = &*layout_box.style;
    let mode = writing_mode(style);
    let axis = inline_axis(style, mode);
    let sizing = InlineSizing {
        available: space.available_inline,
        percentage: Some(space.percentage_inline),
        margin_sum,
        frame_sum,
        box_sizing: *style.box_sizing(),
    };
    let block = definite_block_size(style, space, frame);
    let ratio = RatioSizing::of(style, frame, block, block_limits(style, space, frame));
    let percentage_block = content_percentage_block(
        ctx,
        layout_box,
        block.filter(|_| !space.fixed_block_is_indefinite).map(|block| block - frame.block_sum()),
        space.percentage_block,
    );
    let mut content = || {
        let of_content = || crate::dispatch::content_intrinsic_sizes_in(ctx, layout_box, percentage_block);
        ratio.content_sizes(frame_sum, &of_content)
    };
    let used = sizing
        .resolve(axis.preferred, &mut content)
        .or(ratio.transferred)
        .or_else(|| sizing.resolve(auto, &mut content))
        .unwrap_or_default();
    let max = sizing.resolve(axis.max, &mut content);
    let min = sizing.resolve(axis.min, &mut content);
    let automatic =
        || crate::dispatch::content_intrinsic_sizes_in(ctx, layout_box, percentage_block).min_content + frame_sum;
    let is_automatic = axis.preferred.length_percentage().is_none();
    ratio.clamp(used, min, max, is_automatic, !clips_inline(style, mode), &automatic).max(frame_sum)
}

/// How a preferred ratio takes part in sizing the inline axis.
pub struct RatioSizing {
    ratio: Option<PreferredRatio>,
    /// The border-box inline size that a definite block size makes.
    pub transferred: Option<LayoutUnit>,
    /// The border-box limits that the limits of an indefinite block size make.
    limits: (LayoutUnit, Option<LayoutUnit>),
}

impl RatioSizing {
    /// For a block size, if it is definite, and the limits of the block size, all of the border box.
    pub fn of(
        style: &ComputedStyle<'_>,
        frame: Frame,
        block: Option<LayoutUnit>,
        limits: (LayoutUnit, Option<LayoutUnit>),
    ) -> Self {
        let ratio = PreferredRatio::of(style, frame);
        let transfer = |block| ratio.map(|ratio: PreferredRatio| ratio.inline_from_block(block));
        Self {
            ratio,
            transferred: block.and_then(transfer),
            limits: (transfer(limits.0).unwrap_or_default(), limits.1.and_then(transfer)),
        }
    }

    /// The intrinsic sizes of the content box: those of the content, unless a ratio makes them of a definite block size.
    pub fn content_sizes(&self, frame_sum: LayoutUnit, content: &dyn Fn() -> IntrinsicSizes) -> IntrinsicSizes {
        match self.transferred {
            Some(transferred) => {
                let size = (transferred - frame_sum).clamp_negative_to_zero();
                IntrinsicSizes { min_content: size, max_content: size }
            }
            None => content(),
        }
    }

    /// Applies the limits to a border-box inline size, those that come through the ratio among them
    /// ([CSS Sizing 4, § 5.1.2](https://www.w3.org/TR/css-sizing-4/#aspect-ratio-size-transfers)) and the
    /// [automatic minimum](https://www.w3.org/TR/css-sizing-4/#aspect-ratio-minimum) that keeps the ratio from cutting content.
    pub fn clamp(
        &self,
        size: LayoutUnit,
        min: Option<LayoutUnit>,
        max: Option<LayoutUnit>,
        is_automatic: bool,
        shows_overflow: bool,
        automatic_min: &dyn Fn() -> LayoutUnit,
    ) -> LayoutUnit {
        let (mut min, has_min, mut max) = (min.unwrap_or_default(), min.is_some(), max);
        if self.ratio.is_some() && is_automatic {
            if self.transferred.is_none() {
                let (low, high) = self.limits;
                min = min.max(max.map_or(low, |max| low.min(max)));
                max = high.map_or(max, |high| Some(max.map_or(high, |max| max.min(high))));
            } else if !has_min && shows_overflow {
                let automatic = automatic_min();
                min = max.map_or(automatic, |max| automatic.min(max));
            }
        }
        max.map_or(size, |max| size.min(max)).max(min)
    }
}

/// The block size that percentages of a box's children refer to: that of its content box if it is definite. Anonymous
/// block boxes, and in quirks mode all boxes of `auto` height, pass on that of their parent.
pub fn content_percentage_block(
    ctx: &LayoutContext<'_, '_>,
    layout_box: &LayoutBox<'_>,
    definite: Option<LayoutUnit>,
    inherited: Option<LayoutUnit>,
) -> Option<LayoutUnit> {
    let style = &*layout_box.style;
    let passes_on = !layout_box.flags.is_flex_or_grid_item
        && !layout_box.is_absolutely_positioned()
        && (layout_box.flags.is_anonymous
            || (ctx.is_quirks && block_axis(style, writing_mode(style)).preferred.is_auto()));
    definite.map(LayoutUnit::clamp_negative_to_zero).or(inherited.filter(|_| passes_on))
}

/// Whether overflow along the inline axis of `mode` is cut or scrolled.
pub fn clips_inline(style: &ComputedStyle<'_>, mode: WritingMode) -> bool {
    let overflow = if mode.is_horizontal() { style.overflow_x() } else { style.overflow_y() };
    !matches!(overflow, Overflow::Visible | Overflow::Clip)
}

fn clips_block(style: &ComputedStyle<'_>, mode: WritingMode) -> bool {
    let overflow = if mode.is_horizontal() { style.overflow_y() } else { style.overflow_x() };
    !matches!(overflow, Overflow::Visible | Overflow::Clip)
}

/// Boxes whose `auto` inline size is fit-content also in normal flow: form controls, rendered legends.
fn sizes_to_fit_content(layout_box: &LayoutBox<'_>) -> bool {
    let flags = layout_box.flags;
    flags.centers_content || flags.is_legend || flags.control_inline_size.is_some()
}

/// The preferred aspect ratio of a box that is not replaced, ready for transfer between the axes of its border box.
#[derive(Clone, Copy, Debug)]
pub struct PreferredRatio {
    /// Inline over block extent.
    ratio: f32,
    /// What the border box has more than the box the ratio is of.
    inline_frame: LayoutUnit,
    block_frame: LayoutUnit,
}

impl PreferredRatio {
    /// The ratio of [`aspect-ratio`](https://www.w3.org/TR/css-sizing-4/#aspect-ratio), if there is one.
    pub fn of(style: &ComputedStyle<'_>, frame: Frame) -> Option<Self> {
        let property = style.aspect_ratio();
        let ratio = property.ratio.filter(|ratio| ratio.is_finite() && *ratio > 0.0)?;
        let ratio = if writing_mode(style).is_horizontal() { ratio } else { 1.0 / ratio };
        // With `auto` beside the ratio it is that of the content box, else of the box of `box-sizing`.
        let of_content = property.auto || *style.box_sizing() == BoxSizing::ContentBox;
        let (inline_frame, block_frame) =
            if of_content { (frame.inline_sum(), frame.block_sum()) } else { Default::default() };
        Some(Self { ratio, inline_frame, block_frame })
    }

    /// The border-box inline size for a border-box block size.
    pub fn inline_from_block(self, block: LayoutUnit) -> LayoutUnit {
        (block - self.block_frame).clamp_negative_to_zero().scale(self.ratio) + self.inline_frame
    }

    /// The border-box block size for a border-box inline size.
    pub fn block_from_inline(self, inline: LayoutUnit) -> LayoutUnit {
        (inline - self.inline_frame).clamp_negative_to_zero().scale(1.0 / self.ratio) + self.block_frame
    }
}

/// Whether a value of the block axis is the extent of the content.
pub fn depends_on_content(size: &Size) -> bool {
    matches!(size, Size::MinContent | Size::MaxContent | Size::FitContent | Size::FitContentFunction(_))
}

/// A border-box size of the block axis that does not depend on content, by `size`.
fn resolve_block(style: &ComputedStyle<'_>, size: &Size, space: &ConstraintSpace, frame: Frame) -> Option<LayoutUnit> {
    match size {
        Size::LengthPercentage(length) => {
            let length = length.maybe_resolve(space.percentage_block)?;
            Some(to_border_box(length, *style.box_sizing(), frame.block_sum()))
        }
        Size::Stretch => {
            let margins = used_margins(style, space.percentage_inline, writing_mode(style));
            Some((space.available_block? - margins.block_sum()).max(frame.block_sum()))
        }
        _ => None,
    }
}

/// `min-` and `max-block-size` as border-box sizes, as far as they do not depend on content.
pub fn block_limits(
    style: &ComputedStyle<'_>,
    space: &ConstraintSpace,
    frame: Frame,
) -> (LayoutUnit, Option<LayoutUnit>) {
    let axis = block_axis(style, writing_mode(style));
    let min = resolve_block(style, axis.min, space, frame).unwrap_or_default();
    (min.max(frame.block_sum()), resolve_block(style, axis.max, space, frame))
}

/// The border-box block size if it is known before layout and not through the ratio.
pub fn definite_block_size(style: &ComputedStyle<'_>, space: &ConstraintSpace, frame: Frame) -> Option<LayoutUnit> {
    if let Some(fixed) = space.fixed_block {
        return Some(fixed);
    }
    let preferred = resolve_block(style, block_axis(style, writing_mode(style)).preferred, space, frame)?;
    let (min, max) = block_limits(style, space, frame);
    Some(max.map_or(preferred, |max| preferred.min(max)).max(min))
}

/// The block-axis sizes of a box, as border-box extents.
#[derive(Clone, Copy, Debug)]
pub struct BlockSizes {
    /// The preferred size if it does not depend on content.
    pub preferred: Option<LayoutUnit>,
    /// The smallest.
    pub min: LayoutUnit,
    /// The largest.
    pub max: Option<LayoutUnit>,
    /// The content's extent is a minimum too (`min-content`, or the automatic minimum of a ratio).
    pub content_is_min: bool,
    /// The content's extent is a maximum too (`max-block-size: min-content`).
    pub content_is_max: bool,
    /// `preferred` was set by the parent and counts as indefinite for children.
    pub is_indefinite: bool,
    /// Sum of block borders and paddings.
    pub frame_sum: LayoutUnit,
}

/// The block-axis sizes of a box that is not replaced, its border-box inline size being known; `space` in its own axes.
pub fn block_sizes(
    style: &ComputedStyle<'_>,
    space: &ConstraintSpace,
    frame: Frame,
    inline_size: LayoutUnit,
) -> BlockSizes {
    let mode = writing_mode(style);
    let axis = block_axis(style, mode);
    let frame_sum = frame.block_sum();
    if let Some(fixed) = space.fixed_block {
        let fixed = fixed.max(frame_sum);
        return BlockSizes {
            preferred: Some(fixed),
            min: fixed,
            max: Some(fixed),
            content_is_min: false,
            content_is_max: false,
            is_indefinite: space.fixed_block_is_indefinite,
            frame_sum,
        };
    }
    if space.ignores_block_sizes {
        return BlockSizes {
            preferred: None,
            min: frame_sum,
            max: None,
            content_is_min: false,
            content_is_max: false,
            is_indefinite: true,
            frame_sum,
        };
    }
    let (min, max) = block_limits(style, space, frame);
    let mut content_is_min = depends_on_content(axis.min);
    let mut preferred = resolve_block(style, axis.preferred, space, frame);
    // The keywords of the block axis are the same as `auto`, to which the ratio applies.
    if preferred.is_none()
        && let Some(ratio) = PreferredRatio::of(style, frame)
    {
        preferred = Some(ratio.block_from_inline(inline_size));
        content_is_min |= axis.min.is_auto() && !clips_block(style, mode);
    }
    BlockSizes {
        preferred,
        min,
        max,
        content_is_min,
        content_is_max: depends_on_content(axis.max),
        is_indefinite: false,
        frame_sum,
    }
}

impl BlockSizes {
    /// The used border-box size for content of this border-box extent
    /// ([§ 10.7](https://www.w3.org/TR/CSS22/visudet.html#min-max-heights)).
    pub fn used(&self, content: LayoutUnit) -> LayoutUnit {
        let mut size = self.preferred.unwrap_or(content);
        if let Some(max) = self.max {
            size = size.min(max);
        }
        if self.content_is_max {
            size = size.min(content);
        }
        if self.content_is_min {
            size = size.max(content);
        }
        size.max(self.min).max(self.frame_sum)
    }

    /// The basis of the percentages of children: the content-box extent, if it is definite.
    pub fn percentage_basis(&self) -> Option<LayoutUnit> {
        if self.is_indefinite {
            return None;
        }
        let preferred = self.preferred?;
        let size = self.max.map_or(preferred, |max| preferred.min(max)).max(self.min);
        Some((size - self.frame_sum).clamp_negative_to_zero())
    }
}

/// Whether the box's content has no influence on its inline size
/// ([size containment](https://www.w3.org/TR/css-contain-3/#containment-size)).
pub fn contains_inline_size(style: &ComputedStyle<'_>) -> bool {
    style.contain().intersects(Contain::SIZE | Contain::INLINE_SIZE) || skips_contents(style)
}

/// Whether the box's content has no influence on its block size.
pub fn contains_block_size(style: &ComputedStyle<'_>) -> bool {
    style.contain().contains(Contain::SIZE) || skips_contents(style)
}

/// Whether the contents have no influence on anything and are not painted ([`content-visibility`](https://www.w3.org/TR/css-contain-2/#content-visibility)).
pub fn skips_contents(style: &ComputedStyle<'_>) -> bool {
    *style.content_visibility() == ContentVisibility::Hidden
}

/// The content-box extent that stands for the contents of a box with size containment, inline axis.
pub fn contained_inline_size(style: &ComputedStyle<'_>) -> LayoutUnit {
    let (inline, block) = (style.contain_intrinsic_width(), style.contain_intrinsic_height());
    let size = if writing_mode(style).is_horizontal() { inline } else { block };
    LayoutUnit::from_px_f32(size.0.unwrap_or(0.0))
}

/// The same of the block axis.
pub fn contained_block_size(style: &ComputedStyle<'_>) -> LayoutUnit {
    let (inline, block) = (style.contain_intrinsic_width(), style.contain_intrinsic_height());
    let size = if writing_mode(style).is_horizontal() { block } else { inline };
    LayoutUnit::from_px_f32(size.0.unwrap_or(0.0))
}

/// A length or percentage where percentages without a basis count as zero.
pub fn resolve_or_zero(length: &LengthPercentage, basis: Option<LayoutUnit>) -> LayoutUnit {
    length.resolve(basis.unwrap_or_default())
}
