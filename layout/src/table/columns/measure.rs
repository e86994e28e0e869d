//! What cells and column boxes ask of the columns.
//!
//! [§ 3.8](https://www.w3.org/TR/css-tables-3/#computing-cell-measures).

use super::colspan::{SpanningCell, distribute_spanning_cells, keep_one_distributable};
use super::{CellMeasure, Column};
use crate::box_tree::LayoutBox;
use crate::constraint::IntrinsicSizes;
use crate::css::ComputedStyle;
use crate::css::values::length::{LengthPercentage, Size};
use crate::css::values::position::{BoxSizing, Visibility};
use crate::geometry::{LayoutUnit, WritingMode};
use crate::sizing;
use crate::table::grid::{ColumnPart, GridCell, column_places};
use crate::table::{Table, cell};

/// The sizing properties of the inline axis, as border-box widths, with `max` not below `min`.
struct SpecifiedWidths {
    width: Option<LayoutUnit>,
    min: Option<LayoutUnit>,
    max: Option<LayoutUnit>,
    percent: Option<f32>,
}

impl SpecifiedWidths {
    /// Of a style, along the inline axis of `mode`. Percentages beside px in a calculation count as `auto`.
    fn of(style: &ComputedStyle<'_>, mode: WritingMode, frame_sum: LayoutUnit) -> Self {
        let axis = sizing::inline_axis(style, mode);
        let px = |size: &Size| {
            let length = size.length_percentage()?.maybe_resolve(None)?;
            Some(sizing::to_border_box(length, *style.box_sizing(), frame_sum))
        };
        let percent = |size: &Size| match size {
            Size::LengthPercentage(LengthPercentage::Percentage(fraction)) => Some(*fraction),
            _ => None,
        };
        let min = px(axis.min);
        let max = px(axis.max).map(|max| max.max(min.unwrap_or_default()));
        let max_percent = percent(axis.max);
        let percent = percent(axis.preferred).map(|value| max_percent.map_or(value, |max| value.min(max)));
        Self { width: px(axis.preferred), min, max, percent }
    }
}

/// [§ 3.8.2](https://www.w3.org/TR/css-tables-3/#computing-column-measures): what is asked of each column, cells that
/// span several included.
pub(in crate::table) fn measure_columns(table: &Table<'_, '_, '_>) -> Vec<Column> {
    // 1. Column boxes.
    let mut columns = columns_of_boxes(table);
    // 2. Cells of one column; those that span several are collected.
    let (cells, mut spanning) = measure_cells(table);
    if columns.len() < cells.len() {
        let empty = Column { is_mergeable: !table.is_fixed, ..Column::default() };
        columns.resize(cells.len(), empty);
    }
    while columns.len() > cells.len() && columns.last().is_some_and(|column| column.is_mergeable) {
        columns.pop();
    }
    for cell in &spanning {
        keep_one_distributable(&mut columns, cell.start, cell.span);
    }
    for (column, cell) in columns.iter_mut().zip(&cells) {
        if let Some(cell) = cell {
            column.encompass(cell, table.is_fixed);
        }
    }
    // 3. Cells that span several, the narrow ones first.
    spanning.sort_by_key(|cell| (cell.span, cell.start));
    distribute_spanning_cells(&spanning, table.spacing.inline, table.is_fixed, &mut columns);
    // 4. All percentages together are no more than 100 %.
    clamp_percentages(&mut columns, table.is_fixed);
    columns
}

/// How many columns there will be: the grid's, or up to the last column box with a width.
pub(in crate::table) fn column_count(table: &Table<'_, '_, '_>) -> usize {
    let of_boxes = columns_of_boxes(table);
    let last = of_boxes.iter().rposition(|column| !column.is_mergeable);
    table.grid.column_count.max(last.map_or(0, |last| last + 1))
}

fn columns_of_boxes(table: &Table<'_, '_, '_>) -> Vec<Column> {
    let mut columns = Vec::new();
    for place in column_places(table.contents, usize::MAX) {
        let column = match &place.part {
            ColumnPart::Group(group) if group.columns.is_empty() => of_column_box(table, &group.style, None),
            ColumnPart::Group(_) => continue,
            ColumnPart::Column(column, group) => {
                let group_width = if table.is_fixed { None } else { of_column_box(table, &group.style, None).max };
                of_column_box(table, &column.style, group_width)
            }
        };
        columns.resize(columns.len() + place.columns.len(), column);
    }
    columns
}

/// What a `col` or `colgroup` says of its columns; `group_width` is the width of the group around it.
fn of_column_box(table: &Table<'_, '_, '_>, style: &ComputedStyle<'_>, group_width: Option<LayoutUnit>) -> Column {
    let widths = SpecifiedWidths::of(style, table.mode, LayoutUnit::ZERO);
    let width = widths.width.or(group_width).map(|width| width.max(widths.min.unwrap_or_default()));
    let percent = widths.percent.filter(|percent| *percent > 0.0);
    Column {
        min: Some(widths.min.unwrap_or_default()),
        max: width,
        percent,
        percent_frame: LayoutUnit::ZERO,
        is_constrained: width.is_some(),
        is_collapsed: *style.visibility() == Visibility::Collapse,
        is_mergeable: !table.is_fixed && width.unwrap_or_default().is_zero() && percent.is_none(),
    }
}

/// What the cells of one column ask, by column, and the cells of several. In fixed layout the first row alone counts.
fn measure_cells(table: &Table<'_, '_, '_>) -> (Vec<Option<CellMeasure>>, Vec<SpanningCell>) {
    let mut single: Vec<Option<CellMeasure>> = vec![None; table.grid.column_count];
    let mut spanning = Vec::new();
    for cell in &table.grid.cells {
        if table.is_fixed && cell.row > 0 {
            break;
        }
        let measure = measure_cell(table, cell);
        if cell.column_span == 1 {
            match &mut single[cell.column] {
                Some(column) => column.encompass(&measure),
                none => *none = Some(measure),
            }
        } else {
            spanning.push(SpanningCell { measure, start: cell.column, span: cell.column_span });
        }
    }
    (single, spanning)
}

/// [§ 3.8.1](https://www.w3.org/TR/css-tables-3/#computing-cell-measures): the outer min- and max-content widths of a cell.
fn measure_cell<'h>(table: &Table<'_, '_, 'h>, cell: &GridCell<'h>) -> CellMeasure {
    let layout_box = cell.cell.cell_box;
    let style = &*layout_box.style;
    let frame_sum = cell::frame(table, cell, LayoutUnit::ZERO).inline_sum();
    let widths = SpecifiedWidths::of(style, table.mode, frame_sum);
    let mut min = LayoutUnit::ZERO;
    let mut content: Option<IntrinsicSizes> = None;
    if !table.is_fixed {
        let sizes = *content.insert(content_sizes(table, &layout_box, frame_sum));
        min = sizes.min_content.max(widths.min.unwrap_or_default());
        // https://quirks.spec.whatwg.org/#the-table-cell-nowrap-minimum-width-calculation-quirk
        if table.ctx.is_quirks && layout_box.flags.has_nowrap_attribute {
            min = min.max(widths.width.unwrap_or_default());
        }
    }
    let mut max = widths
        .width
        .unwrap_or_else(|| content.unwrap_or_else(|| content_sizes(table, &layout_box, frame_sum)).max_content);
    if let Some(limit) = widths.max {
        max = max.min(limit);
        min = min.min(limit);
    }
    let adds_frame = table.is_fixed && widths.percent.is_some() && *style.box_sizing() == BoxSizing::ContentBox;
    CellMeasure {
        min,
        max: max.max(min),
        percent: widths.percent,
        percent_frame: if adds_frame { frame_sum } else { LayoutUnit::ZERO },
        is_constrained: widths.width.is_some(),
    }
}

/// The intrinsic widths of a cell's border box, from its content.
fn content_sizes<'h>(table: &Table<'_, '_, 'h>, cell_box: &LayoutBox<'h>, frame_sum: LayoutUnit) -> IntrinsicSizes {
    if sizing::writing_mode(&cell_box.style).is_horizontal() == table.mode.is_horizontal() {
        return crate::dispatch::content_intrinsic_sizes(table.ctx, cell_box).grow(frame_sum);
    }
    cell::orthogonal_sizes(table, cell_box)
}

impl CellMeasure {
    /// Takes in another cell of the same column. Cells with a width in px rule the maximum.
    fn encompass(&mut self, other: &Self) {
        self.min = self.min.max(other.min);
        self.max = match (self.is_constrained, other.is_constrained) {
            (true, false) => self.max.max(other.min),
            (false, true) => self.min.max(other.max),
            _ => self.max.max(other.max),
        };
        self.is_constrained |= other.is_constrained;
        if other.percent > self.percent {
            self.percent = other.percent;
            self.percent_frame = other.percent_frame;
        }
    }
}

impl Column {
    /// Takes in what the cells of the column ask.
    fn encompass(&mut self, cell: &CellMeasure, is_fixed: bool) {
        // In fixed layout a width of the column box goes before that of a cell.
        if self.is_constrained && is_fixed {
            return;
        }
        self.is_mergeable = false;
        let max = match self.min {
            None => cell.max,
            Some(_) if self.is_constrained && !cell.is_constrained => self.max().max(cell.min),
            Some(_) => self.max().max(cell.max),
        };
        let min = self.min().max(cell.min);
        self.min = Some(min);
        self.max = Some(max.max(min));
        if cell.percent > self.percent {
            self.percent = cell.percent;
            self.percent_frame = cell.percent_frame;
        }
        self.is_constrained |= cell.is_constrained;
    }
}

/// In automatic layout later columns lose what is over 100 %, in fixed layout all are scaled.
fn clamp_percentages(columns: &mut [Column], is_fixed: bool) {
    let mut total = 0.0_f32;
    for column in columns.iter_mut() {
        if let Some(percent) = &mut column.percent {
            if !is_fixed && *percent + total > 1.0 {
                *percent = (1.0 - total).max(0.0);
            }
            total += *percent;
        }
        column.min.get_or_insert_default();
        column.max.get_or_insert_default();
    }
    if is_fixed && total > 1.0 {
        columns.iter_mut().filter_map(|column| column.percent.as_mut()).for_each(|percent| *percent /= total);
    }
}
