//! Flex and grid containers.
//!
//! - `container`: what both have in common: the container's size, its items by `order`, the space of an item.
//! - `baseline`: where the baselines of items are on an axis.
//! - `flex`: [CSS Flexbox](https://www.w3.org/TR/css-flexbox-1/), step by step, in [`LayoutUnit`]s throughout.
//! - `grid`: [CSS Grid](https://www.w3.org/TR/css-grid-2/): taffy places items and sizes tracks behind an adapter that
//!   measures our boxes; alignment and fragments are ours.
//!
//! Rejected: taffy for flex too. It computes in f32 and asks items for sizes of its own making; browsers share free
//! space in whole 1/64 px with rules of their own, and the automatic minimum sizes need more than one number of an item.
//!
//! [`LayoutUnit`]: crate::geometry::LayoutUnit

mod baseline;
mod container;
mod flex;
mod grid;
#[cfg(test)]
mod tests;

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
    match layout_box.contents {
        BoxContents::Grid(children) => grid::layout(ctx, layout_box, &children, space),
        _ => flex::layout(ctx, layout_box, children(&layout_box), space),
    }
}

/// The intrinsic sizes of a flex or grid container's content box.
pub fn intrinsic_sizes<'h>(ctx: &LayoutContext<'_, 'h>, layout_box: &LayoutBox<'h>) -> IntrinsicSizes {
    match layout_box.contents {
        BoxContents::Grid(children) => grid::intrinsic_sizes(ctx, layout_box, &children),
        _ => flex::intrinsic_sizes(ctx, layout_box, children(layout_box)),
    }
}

fn children<'b, 'h>(layout_box: &'b LayoutBox<'h>) -> &'b [Gc<'h, LayoutBox<'h>>] {
    match &layout_box.contents {
        BoxContents::Flex(items) => items,
        _ => &[],
    }
}
