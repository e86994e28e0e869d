//! Positioned layout: relative offsets, and absolutely positioned boxes in their containing blocks.
//!
//! An absolutely positioned box is met where it stands in the tree; there only its *static position* is known. It
//! travels upward in [`crate::constraint::LayoutResult::out_of_flow`], its static position moved along, until a
//! fragment is finished that is its containing block: then, and not before, the padding box it is placed in has a size.
//! It becomes the last child of that fragment. What no fragment contains reaches the initial containing block.
//!
//! Sticky boxes are laid out as static ones and shifted when the whole tree is known (`sticky`).
//! Spec: <https://www.w3.org/TR/css-position-3/>, <https://www.w3.org/TR/CSS22/visudet.html#abs-non-replaced-width>.

mod absolute;
pub(crate) mod split_inline;
pub(crate) mod sticky;

use crate::constraint::OutOfFlowBox;
use crate::context::LayoutContext;
use crate::css::ComputedStyle;
use crate::css::values::length::LengthPercentageOrAuto;
use crate::css::values::position::Position;
use crate::fragment_tree::builder::Containing;
use crate::fragment_tree::{ChildFragment, Fragment};
use crate::geometry::{LayoutUnit, PhysicalOffset, PhysicalRect, PhysicalSides, PhysicalSize, WritingMode};
use crate::sizing::writing_mode;

/// The containing block of absolutely positioned boxes.
#[derive(Clone, Copy, Debug)]
pub struct ContainingBlock {
    /// Its rectangle, in the coordinates of the static positions.
    pub rect: PhysicalRect,
    /// Its writing mode, which decides which inset yields.
    pub mode: WritingMode,
    /// Which boxes it contains.
    pub contains: Containing,
}

impl ContainingBlock {
    /// The padding box of a border box of this size.
    pub fn padding_box(
        size: PhysicalSize,
        border: PhysicalSides<LayoutUnit>,
        style: &ComputedStyle<'_>,
        contains: Containing,
    ) -> Self {
        let rect = PhysicalRect::new(PhysicalOffset::default(), size).shrink(border);
        Self { rect, mode: writing_mode(style), contains }
    }
}

/// Lays out those of `candidates` that the containing block contains, appends them to `children`, and answers the rest.
pub fn layout_out_of_flow<'h>(
    ctx: &LayoutContext<'_, 'h>,
    candidates: Vec<OutOfFlowBox<'h>>,
    containing_block: &ContainingBlock,
    children: &mut Vec<ChildFragment<'h>>,
) -> Vec<OutOfFlowBox<'h>> {
    let mut rest = Vec::new();
    // The last is the next in tree order.
    let mut waiting: Vec<_> = candidates.into_iter().rev().collect();
    while let Some(candidate) = waiting.pop() {
        let is_fixed = *candidate.layout_box.style.position() == Position::Fixed;
        let is_contained = if candidate.split_inline.is_some() {
            false
        } else if is_fixed {
            containing_block.contains.fixed
        } else {
            containing_block.contains.absolute
        };
        if !is_contained {
            rest.push(candidate);
            continue;
        }
        let (result, offset) = absolute::layout_absolute(ctx, &candidate, containing_block);
        children.push(ChildFragment { offset, fragment: Fragment::Box(result.fragment) });
        for inner in result.out_of_flow.iter().rev() {
            waiting.push(OutOfFlowBox { static_position: inner.static_position + offset, ..*inner });
        }
    }
    rest
}

/// [§ 3.2](https://www.w3.org/TR/css-position-3/#relpos-insets): how far relative positioning moves a box. `mode` is
/// the containing block's; `block_size` is `None` where it depends on content, and percentages then count as `auto`.
pub fn relative_offset(
    style: &ComputedStyle<'_>,
    inline_size: LayoutUnit,
    block_size: Option<LayoutUnit>,
    mode: WritingMode,
) -> PhysicalOffset {
    if *style.position() != Position::Relative {
        return PhysicalOffset::default();
    }
    let (width, height) =
        if mode.is_horizontal() { (Some(inline_size), block_size) } else { (block_size, Some(inline_size)) };
    let inset = |value: &LengthPercentageOrAuto, basis| value.non_auto().and_then(|value| value.maybe_resolve(basis));
    let sides = PhysicalSides {
        top: inset(style.top(), height),
        right: inset(style.right(), width),
        bottom: inset(style.bottom(), height),
        left: inset(style.left(), width),
    };
    let keeps = kept_sides(mode);
    let along = |start: Option<LayoutUnit>, end: Option<LayoutUnit>, keeps_start: bool| match (start, end) {
        (Some(start), Some(end)) => {
            if keeps_start {
                start
            } else {
                -end
            }
        }
        (Some(start), None) => start,
        (None, Some(end)) => -end,
        (None, None) => LayoutUnit::ZERO,
    };
    PhysicalOffset::new(along(sides.left, sides.right, keeps.left), along(sides.top, sides.bottom, keeps.top))
}

/// Which of two opposite insets wins where both are too much: the start sides of the containing block.
#[derive(Clone, Copy)]
struct KeptSides {
    left: bool,
    top: bool,
}

fn kept_sides(mode: WritingMode) -> KeptSides {
    use crate::geometry::BlockFlow;
    match mode.block_flow {
        BlockFlow::HorizontalTb => KeptSides { left: !mode.is_rtl(), top: true },
        BlockFlow::VerticalRl => KeptSides { left: false, top: !mode.is_rtl() },
        BlockFlow::VerticalLr => KeptSides { left: true, top: !mode.is_rtl() },
    }
}
