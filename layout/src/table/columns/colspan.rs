//! Cells that span several columns.
//!
//! [§ 3.8.3](https://www.w3.org/TR/css-tables-3/#distributing-width-to-columns-from-colspanning-cells).

use super::{CellMeasure, Column, distribute};
use crate::geometry::LayoutUnit;

/// A cell that spans several columns.
#[derive(Clone, Copy, Debug)]
pub(in crate::table) struct SpanningCell {
    /// What it asks.
    pub measure: CellMeasure,
    /// Its first column.
    pub start: usize,
    /// How many it covers.
    pub span: usize,
}

/// At least one column of a spanning cell must be able to take its width: the first that is not collapsed.
pub(super) fn keep_one_distributable(columns: &mut [Column], start: usize, span: usize) {
    let end = start.saturating_add(span).min(columns.len());
    let Some(spanned) = columns.get_mut(start..end) else { return };
    let chosen = spanned.iter().position(|column| !column.is_collapsed).unwrap_or(0);
    if let Some(column) = spanned.get_mut(chosen) {
        column.is_mergeable = false;
    }
}

/// Gives what spanning cells ask to their columns, one cell after the other.
pub(super) fn distribute_spanning_cells(
    cells: &[SpanningCell],
    spacing: LayoutUnit,
    is_fixed: bool,
    columns: &mut [Column],
) {
    for cell in cells {
        let end = cell.start.saturating_add(cell.span).min(columns.len());
        let Some(spanned) = columns.get_mut(cell.start..end).filter(|spanned| !spanned.is_empty()) else { continue };
        let visible = spanned.iter().filter(|column| !column.is_mergeable).count();
        let inner_spacing = spacing.mul_count(i32::try_from(visible.saturating_sub(1)).unwrap_or(i32::MAX));
        let without_spacing = |size: LayoutUnit| (size - inner_spacing).clamp_negative_to_zero();
        let (min, max) = (without_spacing(cell.measure.min), without_spacing(cell.measure.max));
        if is_fixed {
            distribute_in_fixed_layout(&cell.measure, min, max, spanned);
        } else {
            distribute_in_automatic_layout(&cell.measure, min, max, spanned);
        }
    }
}

/// In fixed layout everything is shared evenly, and columns that were told something keep it.
fn distribute_in_fixed_layout(cell: &CellMeasure, min: LayoutUnit, max: LayoutUnit, columns: &mut [Column]) {
    let count = i32::try_from(columns.len()).unwrap_or(i32::MAX);
    let min = if cell.is_constrained { min } else { LayoutUnit::ZERO };
    let (each_min, each_max) = (min.div_count(count), max.div_count(count));
    let percent = cell.percent.map(|percent| percent / count as f32);
    for column in columns.iter_mut() {
        if column.min.is_none() {
            column.is_constrained |= cell.is_constrained;
            column.min = Some(each_min);
        }
        if column.max.is_none() {
            column.is_constrained |= cell.is_constrained;
            column.max = Some(each_max);
        }
        if column.percent.is_none() && !column.is_constrained {
            column.percent = percent;
        }
    }
    if let Some(last) = columns.last_mut() {
        last.min = Some(last.min() + min - each_min.mul_count(count));
        last.max = Some(last.max() + max - each_max.mul_count(count));
    }
}

fn distribute_in_automatic_layout(cell: &CellMeasure, min: LayoutUnit, max: LayoutUnit, columns: &mut [Column]) {
    for column in columns.iter_mut() {
        column.min.get_or_insert_default();
        column.max.get_or_insert_default();
    }
    if let Some(percent) = cell.percent {
        distribute_percent(percent, columns);
    }
    let sizes = distribute(min, columns, true);
    for (column, size) in columns.iter_mut().zip(sizes) {
        column.min = Some(column.min().max(size));
    }
    let sizes = distribute(max, columns, cell.is_constrained);
    for (column, size) in columns.iter_mut().zip(sizes) {
        column.max = Some(column.min().max(column.max()).max(size));
    }
}

/// What a percentage is more than those of the columns goes to the columns without one, by their max-content widths.
fn distribute_percent(percent: f32, columns: &mut [Column]) {
    let surplus = percent - columns.iter().filter(|c| !c.is_mergeable).filter_map(|c| c.percent).sum::<f32>();
    let takes = |column: &Column| !column.is_mergeable && column.percent.is_none();
    let count = columns.iter().filter(|column| takes(column)).count();
    if surplus <= 0.0 || count == 0 {
        return;
    }
    let total: LayoutUnit = columns.iter().filter(|column| takes(column)).map(Column::max).sum();
    for column in columns.iter_mut().filter(|column| takes(column)) {
        let share = if total.is_zero() { 1.0 / count as f32 } else { column.max().to_px_f32() / total.to_px_f32() };
        column.percent = Some(surplus * share);
    }
}
