//! Tables: [CSS Tables 3](https://www.w3.org/TR/css-tables-3/), where it leaves things open as Blink's TablesNG.
//!
//! A table box is a *wrapper*, which its parent places and which takes margins, position and float, with captions and a
//! *grid* inside, which takes width, height, border, padding and background. Layout goes through three stages, and what
//! is not known yet in each is the reason of their order:
//!
//! 1. **Columns** (`columns`, `width`). What each cell needs at least and at most, from its content alone, gives what
//!    each column and so the whole table needs; then the table's width is settled and shared. No height is known; the
//!    borders of cells must be, so in the collapsing model the conflicts are resolved first (`collapse_borders`).
//! 2. **Rows** (`rows`, `row_distribution`, `cell`). Every cell is laid out in its width with automatic height; this
//!    gives the heights of rows, then of sections and of the table, and the table's height goes back to the rows.
//!    Percentage heights in cells had no basis so far.
//! 3. **Fragments** (`fragments`, `captions`). Cells whose content depends on their height are laid out again, contents
//!    are moved to where `vertical-align` wants them, and everything gets its place.
//!
//! The grid (`grid`) numbers rows and columns through; nothing later looks at spans or sections to find a slot.
//!
//! Rejected: a lookup table of slots (a `colspan` of 1000 in a thousand rows makes a million of them; ranges do); laying
//! every cell out twice (one in ten depends on its height); borders of collapsed cells as an argument of block layout
//! (a cell is laid out through a copy of its box with the used widths, so that block layout need not know tables).

mod captions;
mod cell;
mod collapse_borders;
mod columns;
mod fragments;
mod grid;
mod row_distribution;
mod rows;
mod width;

use ashlar_gc::Gc;

use crate::box_tree::{LayoutBox, TableContents};
use crate::constraint::{ConstraintSpace, IntrinsicSizes, LayoutResult};
use crate::context::LayoutContext;
use crate::css::ComputedStyle;
use crate::css::values::length::Size;
use crate::css::values::position::{BorderCollapse, TableLayout};
use crate::geometry::{LayoutUnit, LogicalSides, LogicalSize, WritingMode};
use crate::sizing::{self, Frame};

use collapse_borders::CollapsedBorders;
use fragments::SizedTable;
use grid::Grid;

/// What is known of a table before any size is.
struct Table<'c, 'a, 'h> {
    ctx: &'c LayoutContext<'a, 'h>,
    style: Gc<'h, ComputedStyle<'h>>,
    contents: Gc<'h, TableContents<'h>>,
    mode: WritingMode,
    /// `table-layout: fixed` with a width to be fixed to.
    is_fixed: bool,
    /// Percentages of columns do not widen the table when it is measured.
    ignores_percentages: bool,
    spacing: LogicalSize,
    grid: Grid<'h>,
    /// The edges in the collapsing model.
    borders: Option<CollapsedBorders>,
    /// Border and padding of the grid.
    frame: Frame,
}

impl<'c, 'a, 'h> Table<'c, 'a, 'h> {
    fn new(
        ctx: &'c LayoutContext<'a, 'h>,
        layout_box: &LayoutBox<'h>,
        contents: Gc<'h, TableContents<'h>>,
        percentage_inline: LayoutUnit,
    ) -> Self {
        let style = contents.grid_style;
        let mode = sizing::writing_mode(&style);
        // A table of automatic width cannot be laid out fixed (CSS 2.2, § 17.5.2.1).
        let width = sizing::inline_axis(&style, mode).preferred;
        let is_fixed = *style.table_layout() == TableLayout::Fixed && !matches!(width, Size::Auto | Size::MaxContent);
        let px = LayoutUnit::from_px_f32;
        let mut table = Self {
            ctx,
            style,
            contents,
            mode,
            is_fixed,
            ignores_percentages: layout_box.flags.ignores_column_percentages,
            spacing: LogicalSize::new(px(style.border_spacing_horizontal().0), px(style.border_spacing_vertical().0)),
            grid: Grid::new(&contents, is_fixed),
            borders: None,
            frame: Frame::of(&style, percentage_inline),
        };
        if *style.border_collapse() == BorderCollapse::Collapse {
            // [§ 17.6.2](https://www.w3.org/TR/CSS22/tables.html#collapsing-borders): no spacing and no padding.
            table.spacing = LogicalSize::default();
            let borders = CollapsedBorders::new(&table, columns::column_count(&table));
            table.frame = Frame { border: borders.table_border(), padding: LogicalSides::default() };
            table.borders = Some(borders);
        }
        table
    }

    /// The width of rows in a grid of this border-box width.
    fn row_width(&self, width: LayoutUnit) -> LayoutUnit {
        (width - self.frame.inline_sum() - self.spacing.inline.mul_count(2)).clamp_negative_to_zero()
    }
}

/// Lays a table wrapper out.
pub fn layout<'h>(
    ctx: &LayoutContext<'_, 'h>,
    layout_box: Gc<'h, LayoutBox<'h>>,
    contents: Gc<'h, TableContents<'h>>,
    space: &ConstraintSpace,
) -> LayoutResult<'h> {
    let own_space = sizing::space_in_own_axes(ctx, &layout_box.style, space);
    // 1. The grid of slots and its borders (§ 3.3, § 3.6).
    let table = Table::new(ctx, &layout_box, contents, space.percentage_inline);
    // 2. What columns need (§ 3.8).
    let columns = columns::measure_columns(&table);
    // 3. The table's width (§ 3.9.1) and its distribution (§ 3.9.3).
    let (width, assignable) = width::used_width(&table, &columns, &own_space);
    let sizes = columns::column_sizes(&table, &columns, assignable);
    let mut locations = columns::column_locations(&columns, &sizes, table.spacing.inline, false);
    let spacing = if locations.is_empty() { LogicalSize::default() } else { table.spacing };
    // 4. Collapsed columns make the grid narrower in the end, rows are measured as if they were there (§ 3.11).
    let has_collapsed = columns.iter().any(|column| column.is_collapsed);
    let shrunk = columns::column_locations(&columns, &sizes, table.spacing.inline, true);
    let final_width = match shrunk.last() {
        Some(last) if has_collapsed => {
            let width = last.offset + last.size + table.spacing.inline + table.frame.inline_sum();
            width.max(captions::min_content(&table))
        }
        _ => width,
    };
    // 5. Captions, which take of the table's height.
    let captions = captions::layout(&table, final_width);
    let captions_block_size: LayoutUnit = captions.iter().map(captions::Caption::outer_block_size).sum();
    // 6. Heights (§ 3.10).
    let percentage_inline = table.row_width(width);
    let rows = rows::compute(&table, &own_space, &locations, width, captions_block_size);
    if has_collapsed {
        locations = shrunk;
    }
    // 7. Everything in its place (§ 3.12).
    let sized = SizedTable { table: &table, locations, rows, width: final_width, spacing, percentage_inline };
    sized.wrapper(layout_box, &captions, own_space.fixed_block)
}

/// The contributions of a table's border box: never less than its columns need
/// ([CSS Sizing 3, § 5.2](https://www.w3.org/TR/css-sizing-3/#intrinsic-contributions)).
pub fn border_box_contribution<'h>(
    ctx: &LayoutContext<'_, 'h>,
    layout_box: &LayoutBox<'h>,
    contents: Gc<'h, TableContents<'h>>,
    percentage_inline: Option<LayoutUnit>,
) -> IntrinsicSizes {
    let style = &*layout_box.style;
    let style_frame_sum = Frame::of(style, LayoutUnit::ZERO).inline_sum();
    let content = crate::dispatch::content_intrinsic_sizes(ctx, layout_box).grow(style_frame_sum);
    let axis = sizing::inline_axis(style, sizing::writing_mode(style));
    if axis.preferred.is_auto() && axis.min.is_auto() && matches!(axis.max, Size::None) {
        return content;
    }
    let frame_sum = match style.border_collapse() {
        BorderCollapse::Separate => style_frame_sum,
        BorderCollapse::Collapse => Table::new(ctx, layout_box, contents, LayoutUnit::ZERO).frame.inline_sum(),
    };
    width::contribution(style, axis, percentage_inline, frame_sum, content)
}

/// The intrinsic sizes of a table wrapper, less the border and padding of its style, which callers add.
pub fn intrinsic_sizes<'h>(
    ctx: &LayoutContext<'_, 'h>,
    layout_box: &LayoutBox<'h>,
    contents: Gc<'h, TableContents<'h>>,
) -> IntrinsicSizes {
    let table = Table::new(ctx, layout_box, contents, LayoutUnit::ZERO);
    let columns = columns::measure_columns(&table);
    let frame_sum = Frame::of(&layout_box.style, LayoutUnit::ZERO).inline_sum();
    width::intrinsic_sizes(&table, &columns).grow(-frame_sum)
}

#[cfg(test)]
mod tests;
