//! Tables, laid out as stacked blocks for now: captions, then the cells of every row one below the other.

use ashlar_gc::Gc;

use crate::box_tree::{LayoutBox, TableContents};
use crate::constraint::{ConstraintSpace, IntrinsicSizes, LayoutResult};
use crate::context::LayoutContext;
use crate::flex_grid::stack;

/// Lays a table wrapper out.
pub fn layout<'h>(
    ctx: &LayoutContext<'_, 'h>,
    layout_box: Gc<'h, LayoutBox<'h>>,
    contents: Gc<'h, TableContents<'h>>,
    space: &ConstraintSpace,
) -> LayoutResult<'h> {
    stack::layout(ctx, layout_box, &children(&contents), space)
}

/// The intrinsic sizes of a table wrapper's content box.
pub fn intrinsic_sizes<'h>(
    ctx: &LayoutContext<'_, 'h>,
    layout_box: &LayoutBox<'h>,
    contents: Gc<'h, TableContents<'h>>,
) -> IntrinsicSizes {
    stack::intrinsic_sizes(ctx, layout_box, &children(&contents))
}

fn children<'h>(contents: &TableContents<'h>) -> Vec<Gc<'h, LayoutBox<'h>>> {
    let rows = contents.sections.iter().flat_map(|section| section.rows.iter());
    let cells = rows.flat_map(|row| row.cells.iter()).map(|cell| cell.cell_box);
    contents.captions.iter().copied().chain(cells).collect()
}
