//! Boxes one below the other, each an independent formatting context: what stands in for layout modes to come.

use ashlar_gc::Gc;

use crate::box_tree::LayoutBox;
use crate::constraint::{ConstraintSpace, IntrinsicSizes, LayoutResult, StaticEdge};
use crate::context::LayoutContext;
use crate::fragment_tree::BoxFragmentKind;
use crate::fragment_tree::builder::BoxFragmentBuilder;
use crate::geometry::{LogicalOffset, LogicalSize};
use crate::positioned::relative_offset;
use crate::sizing::{self, Frame};

/// Lays the children out.
pub fn layout<'h>(
    ctx: &LayoutContext<'_, 'h>,
    layout_box: Gc<'h, LayoutBox<'h>>,
    children: &[Gc<'h, LayoutBox<'h>>],
    space: &ConstraintSpace,
) -> LayoutResult<'h> {
    let style = &*layout_box.style;
    let mode = sizing::writing_mode(style);
    let frame = Frame::of(style, space.percentage_inline);
    let margins = sizing::used_margins(style, space.percentage_inline, mode);
    let space = sizing::space_in_own_axes(ctx, style, space);
    let inline = sizing::border_box_inline_size(ctx, &layout_box, &space, frame, margins.inline_sum());
    let sizes = sizing::block_sizes(style, &space, frame, inline);
    let content_inline = (inline - frame.inline_sum()).clamp_negative_to_zero();
    let mut builder = BoxFragmentBuilder::new(&layout_box, BoxFragmentKind::Block, frame);
    let mut at = frame.start();
    for child in children {
        if child.is_absolutely_positioned() {
            builder.add_out_of_flow(*child, at, StaticEdge::Start, StaticEdge::Start);
            continue;
        }
        let child_space = ConstraintSpace::new(content_inline, sizes.percentage_basis(), mode);
        let result = crate::dispatch::layout_child(ctx, *child, &child_space);
        let margins = sizing::used_margins(&child.style, content_inline, mode);
        let offset = at + LogicalOffset::new(margins.inline_start, margins.block_start);
        if let Some(baseline) = result.fragment.first_baseline {
            builder.first_baseline.get_or_insert(offset.block + baseline);
        }
        at.block += result.fragment.size.to_logical(mode).block + margins.block_sum();
        let shift = relative_offset(&child.style, content_inline, sizes.percentage_basis(), mode);
        builder.add_result(result, offset, shift);
    }
    let block = sizes.used(at.block + frame.sides().block_end);
    builder.finish(ctx, LogicalSize::new(inline, block))
}

/// The widest child.
pub fn intrinsic_sizes<'h>(
    ctx: &LayoutContext<'_, 'h>,
    layout_box: &LayoutBox<'h>,
    children: &[Gc<'h, LayoutBox<'h>>],
) -> IntrinsicSizes {
    let mode = sizing::writing_mode(&layout_box.style);
    let in_flow = children.iter().filter(|child| !child.is_absolutely_positioned());
    in_flow.fold(IntrinsicSizes::default(), |sizes, child| {
        sizes.max(crate::intrinsic::contribution_in(ctx, child, None, mode))
    })
}
