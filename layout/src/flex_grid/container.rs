//! What flex and grid containers have in common.

use ashlar_gc::Gc;

use crate::box_tree::LayoutBox;
use crate::constraint::{ConstraintSpace, LayoutResult};
use crate::context::LayoutContext;
use crate::css::ComputedStyle;
use crate::css::values::length::{LengthPercentageOrNormal, Size};
use crate::fragment_tree::BoxFragmentKind;
use crate::fragment_tree::builder::BoxFragmentBuilder;
use crate::geometry::{LayoutUnit, LogicalOffset, LogicalSides, LogicalSize, WritingMode};
use crate::positioned::relative_offset;
use crate::sizing::{self, BlockSizes, Frame};

/// A container whose own inline size is known.
pub(super) struct Container<'c, 'a, 'h> {
    pub ctx: &'c LayoutContext<'a, 'h>,
    pub style: Gc<'h, ComputedStyle<'h>>,
    pub mode: WritingMode,
    pub frame: Frame,
    /// The inline size of the border box.
    pub inline: LayoutUnit,
    /// That of the content box.
    pub content_inline: LayoutUnit,
    /// What is known of the block size.
    pub sizes: BlockSizes,
}

impl<'c, 'a, 'h> Container<'c, 'a, 'h> {
    pub(super) fn new(
        ctx: &'c LayoutContext<'a, 'h>,
        layout_box: Gc<'h, LayoutBox<'h>>,
        space: &ConstraintSpace,
    ) -> Self {
        let style = layout_box.style;
        let mode = sizing::writing_mode(&style);
        let frame = Frame::of(&style, space.percentage_inline);
        let margins = sizing::used_margins(&style, space.percentage_inline, mode);
        let space = sizing::space_in_own_axes(ctx, &style, space);
        let inline = sizing::border_box_inline_size(ctx, &layout_box, &space, frame, margins.inline_sum());
        let sizes = sizing::block_sizes(&style, &space, frame, inline);
        let content_inline = (inline - frame.inline_sum()).clamp_negative_to_zero();
        Self { ctx, style, mode, frame, inline, content_inline, sizes }
    }

    /// The content box's block size if it is definite.
    pub(super) fn definite_block(&self) -> Option<LayoutUnit> {
        self.sizes.percentage_basis()
    }

    /// The block size of the content box for contents of this extent.
    pub(super) fn used_block(&self, content: LayoutUnit) -> LayoutUnit {
        (self.sizes.used(content + self.frame.block_sum()) - self.frame.block_sum()).clamp_negative_to_zero()
    }

    /// The space of a child, its automatic inline size being fit-content.
    pub(super) fn child_space(&self) -> ConstraintSpace {
        let mut space = ConstraintSpace::new(self.content_inline, self.definite_block(), self.mode);
        space.shrink_to_fit = true;
        space
    }

    /// A builder for the container's fragment.
    pub(super) fn builder(&self, layout_box: &LayoutBox<'h>) -> BoxFragmentBuilder<'h> {
        BoxFragmentBuilder::new(layout_box, BoxFragmentKind::Block, self.frame)
    }

    /// Adds an item whose border box begins at `offset` in the content box; `area` is its containing block.
    pub(super) fn add_item(
        &self,
        builder: &mut BoxFragmentBuilder<'h>,
        result: LayoutResult<'h>,
        offset: LogicalOffset,
        area: (LayoutUnit, Option<LayoutUnit>),
    ) {
        let shift = relative_offset(&result.fragment.style, area.0, area.1, self.mode);
        builder.add_result(result, self.frame.start() + offset, shift);
    }

    /// Whether the contents are not laid out at all.
    pub(super) fn skips_contents(&self) -> bool {
        sizing::skips_contents(&self.style)
    }

    /// The extent of the contents for the container's automatic block size, which size containment hides.
    pub(super) fn natural_block(&self, content: LayoutUnit) -> LayoutUnit {
        if sizing::contains_block_size(&self.style) { sizing::contained_block_size(&self.style) } else { content }
    }
}

/// In-flow children in [`order`](https://www.w3.org/TR/css-flexbox-1/#order-property), and the absolutely positioned ones.
pub(super) fn sort_children<'h>(
    children: &[Gc<'h, LayoutBox<'h>>],
) -> (Vec<Gc<'h, LayoutBox<'h>>>, Vec<Gc<'h, LayoutBox<'h>>>) {
    let (out_of_flow, mut items): (Vec<_>, Vec<_>) =
        children.iter().copied().partition(|child| child.is_absolutely_positioned());
    items.sort_by_key(|item| item.style.order().0);
    (items, out_of_flow)
}

/// A gap; percentages without a basis are zero.
pub(super) fn gap(value: &LengthPercentageOrNormal, basis: Option<LayoutUnit>) -> LayoutUnit {
    match value {
        LengthPercentageOrNormal::Normal => LayoutUnit::ZERO,
        LengthPercentageOrNormal::LengthPercentage(length) => {
            sizing::resolve_or_zero(length, basis).clamp_negative_to_zero()
        }
    }
}

/// Border and padding of an item in the container's axes.
pub(super) fn frame_in(
    style: &ComputedStyle<'_>,
    inline_basis: LayoutUnit,
    mode: WritingMode,
) -> LogicalSides<LayoutUnit> {
    let own = sizing::writing_mode(style);
    Frame::of(style, inline_basis).sides().to_physical(own).to_logical(mode)
}

/// A result's extent in the container's axes.
pub(super) fn size_in(result: &LayoutResult<'_>, mode: WritingMode) -> LogicalSize {
    result.fragment.size.to_logical(mode)
}

/// Whether layout of a box with a given inline size can be different for a definite block size of the same extent:
/// only boxes inside know. Lines of text do not.
pub(super) fn depends_on_block_size(layout_box: &LayoutBox<'_>) -> bool {
    use crate::box_tree::{BoxContents, InlineItem};
    match layout_box.contents {
        BoxContents::Inline(contents) => contents
            .items
            .iter()
            .any(|item| matches!(item, InlineItem::Atomic(_) | InlineItem::Float(_) | InlineItem::OutOfFlow(_))),
        BoxContents::Blocks(children) => !children.is_empty(),
        BoxContents::Replaced(_) => false,
        BoxContents::Flex(_) | BoxContents::Grid(_) | BoxContents::Table(_) => true,
    }
}

/// Whether the style limits or sets the block size of a box in its own axes.
pub(super) fn has_block_sizing(style: &ComputedStyle<'_>) -> bool {
    let axis = sizing::block_axis(style, sizing::writing_mode(style));
    !axis.preferred.is_auto()
        || !axis.min.is_auto()
        || !matches!(axis.max, Size::None)
        || style.aspect_ratio().ratio.is_some()
}

/// Whether a box is a [scroll container](https://www.w3.org/TR/css-overflow-3/#scroll-container).
pub(super) fn is_scroll_container(style: &ComputedStyle<'_>) -> bool {
    use crate::css::values::position::Overflow;
    let scrolls = |overflow: &Overflow| !matches!(overflow, Overflow::Visible | Overflow::Clip);
    scrolls(style.overflow_x()) || scrolls(style.overflow_y())
}
