//! Flex and grid containers, laid out as stacked blocks for now.

pub mod stack;

use ashlar_gc::Gc;

use crate::box_tree::{BoxContents, LayoutBox};
use crate::constraint::{ConstraintSpace, IntrinsicSizes, LayoutResult};
use crate::context::LayoutContext;

/// Lays a flex or grid container out.
pub fn layout<'h>(
    ctx: &LayoutContext<'_, 'h>,
    layout_box: Gc<'h, LayoutBox<'h>>,
    space: &ConstraintSpace,
) -> LayoutResult<'h> {
    stack::layout(ctx, layout_box, items(&layout_box), space)
}

/// The intrinsic sizes of a flex or grid container's content box.
pub fn intrinsic_sizes<'h>(ctx: &LayoutContext<'_, 'h>, layout_box: &LayoutBox<'h>) -> IntrinsicSizes {
    stack::intrinsic_sizes(ctx, layout_box, items(layout_box))
}

fn items<'b, 'h>(layout_box: &'b LayoutBox<'h>) -> &'b [Gc<'h, LayoutBox<'h>>] {
    match &layout_box.contents {
        BoxContents::Flex(items) | BoxContents::Grid(items) => items,
        _ => &[],
    }
}
