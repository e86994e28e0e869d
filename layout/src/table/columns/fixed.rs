//! Sharing a width among columns in fixed layout.
//!
//! [§ 3.9.3](https://www.w3.org/TR/css-tables-3/#distribution-algorithm) with CSS 2.2's
//! [§ 17.5.2.1](https://www.w3.org/TR/CSS22/tables.html#fixed-table-layout): widths first, then percentages, the rest
//! evenly to the others.

use super::Column;
use crate::geometry::LayoutUnit;

/// A width of zero counts as `auto`, as in all browsers.
fn has_width(column: &Column) -> bool {
    column.is_fixed() && !column.max().is_zero()
}

fn has_zero_width(column: &Column) -> bool {
    column.percent.is_none() && column.is_constrained && column.max().is_zero()
}

fn is_auto(column: &Column) -> bool {
    column.percent.is_none() && !column.is_constrained
}

/// The widths of the columns, which together are `target`.
pub(super) fn distribute_fixed(target: LayoutUnit, columns: &[Column]) -> Vec<LayoutUnit> {
    let has_auto = columns.iter().any(is_auto);
    let total_percent: LayoutUnit =
        columns.iter().filter(|column| column.percent.is_some()).map(|column| column.resolve_percent(target)).sum();
    let mut sizes = vec![LayoutUnit::ZERO; columns.len()];
    // 1. Columns with a width; they fill what percentages leave if nothing else can.
    let total_fixed: LayoutUnit = columns.iter().filter(|column| has_width(column)).map(Column::max).sum();
    let for_fixed = (target - total_percent).clamp_negative_to_zero();
    let scales = (total_fixed < for_fixed && !has_auto) || total_fixed > target;
    let scale = if scales && !total_fixed.is_zero() { for_fixed.to_px_f32() / total_fixed.to_px_f32() } else { 1.0 };
    let mut assigned = assign(&mut sizes, columns, has_width, |column| scaled(column.max(), scale));
    if assigned >= target {
        return sizes;
    }
    // 2. Percentages.
    let left = target - assigned;
    let scales = (total_percent < left && !has_auto) || total_percent > left;
    let count = columns.iter().filter(|column| column.percent.is_some()).count();
    assigned += assign(
        &mut sizes,
        columns,
        |column| column.percent.is_some(),
        |column| {
            if scales && total_percent.is_zero() {
                return left.div_count(i32::try_from(count).unwrap_or(i32::MAX));
            }
            let scale = if scales { left.to_px_f32() / total_percent.to_px_f32() } else { 1.0 };
            scaled(column.resolve_percent(target), scale)
        },
    );
    // 3. The others; those of width zero only if there are no others at all.
    let left = target - assigned;
    let all_zero = columns.iter().all(has_zero_width);
    let takes = |column: &Column| if all_zero { has_zero_width(column) } else { is_auto(column) };
    let count = columns.iter().filter(|column| takes(column)).count();
    let each = left.div_count(i32::try_from(count).unwrap_or(i32::MAX));
    assigned += assign(&mut sizes, columns, takes, |_| each);
    // 4. What rounding leaves goes to the last one that took anything.
    let last = columns
        .iter()
        .rposition(takes)
        .or_else(|| columns.iter().rposition(|column| column.percent.is_some()))
        .or_else(|| columns.iter().rposition(has_width));
    if let Some(last) = last {
        sizes[last] += target - assigned;
    }
    sizes
}

fn scaled(size: LayoutUnit, scale: f32) -> LayoutUnit {
    LayoutUnit::from_px_f32(size.to_px_f32() * scale)
}

/// Sets the sizes of some columns; answers their sum.
fn assign(
    sizes: &mut [LayoutUnit],
    columns: &[Column],
    takes: impl Fn(&Column) -> bool,
    size: impl Fn(&Column) -> LayoutUnit,
) -> LayoutUnit {
    let mut sum = LayoutUnit::ZERO;
    for (slot, column) in sizes.iter_mut().zip(columns).filter(|(_, column)| takes(column)) {
        *slot = size(column);
        sum += *slot;
    }
    sum
}
