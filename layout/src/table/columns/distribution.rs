//! Sharing a width among columns in automatic layout.
//!
//! [§ 3.9.3](https://www.w3.org/TR/css-tables-3/#distribution-algorithm): four guesses, each wider than the one
//! before: all columns at their minimum; percentage columns at their percentage; columns with a width at it; all
//! columns at their maximum. The width lies between two of them, and the columns in which they differ share what the
//! smaller one leaves.

use super::Column;
use crate::geometry::LayoutUnit;

/// Which guess is the first that is at least as wide as the target.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Guess {
    Min,
    Percentage,
    Specified,
    Max,
    AboveMax,
}

/// The kinds of columns that the guesses tell apart.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Percentage,
    Specified,
    Auto,
}

fn kind(column: &Column) -> Kind {
    match (column.percent, column.is_constrained) {
        (Some(_), _) => Kind::Percentage,
        (None, true) => Kind::Specified,
        (None, false) => Kind::Auto,
    }
}

/// A column's width in a guess.
fn size_in(guess: Guess, column: &Column, target: LayoutUnit) -> LayoutUnit {
    match (guess, kind(column)) {
        (Guess::Min, _) => column.min(),
        (_, Kind::Percentage) => column.resolve_percent(target),
        (Guess::Percentage, Kind::Specified) | (Guess::Percentage | Guess::Specified, Kind::Auto) => column.min(),
        (Guess::Specified | Guess::Max | Guess::AboveMax, Kind::Specified) => column.max(),
        (Guess::Max | Guess::AboveMax, Kind::Auto) => column.max(),
    }
}

/// The widths of the columns for a target width of all. Mergeable columns get nothing. If the target is not
/// constrained, it does not widen columns that have a width.
pub(in crate::table) fn distribute(
    target: LayoutUnit,
    columns: &[Column],
    target_is_constrained: bool,
) -> Vec<LayoutUnit> {
    let total = |guess, target| -> LayoutUnit {
        columns.iter().filter(|column| !column.is_mergeable).map(|column| size_in(guess, column, target)).sum()
    };
    // No column is narrower than its minimum.
    let target = target.max(total(Guess::Min, target));
    let guess = [Guess::Min, Guess::Percentage, Guess::Specified, Guess::Max]
        .into_iter()
        .find(|guess| total(*guess, target) >= target)
        .unwrap_or(Guess::AboveMax);
    let has = |wanted| columns.iter().any(|column| !column.is_mergeable && kind(column) == wanted);
    // The smaller guess, and which columns grow from it by which weight.
    let (base, grows) = match guess {
        Guess::Min => (Guess::Min, None),
        Guess::Percentage => (Guess::Min, Some(Kind::Percentage)),
        Guess::Specified => (Guess::Percentage, Some(Kind::Specified)),
        // An exact match is the usual case of a table of automatic width: no rounding must break a line.
        Guess::Max if total(Guess::Max, target) == target => (Guess::Max, None),
        Guess::Max => (Guess::Specified, Some(Kind::Auto)),
        Guess::AboveMax if has(Kind::Auto) => (Guess::Max, Some(Kind::Auto)),
        Guess::AboveMax if has(Kind::Specified) && target_is_constrained => (Guess::Max, Some(Kind::Specified)),
        Guess::AboveMax if has(Kind::Percentage) => (Guess::Max, Some(Kind::Percentage)),
        Guess::AboveMax => (Guess::Max, None),
    };
    let mut sizes: Vec<LayoutUnit> = columns
        .iter()
        .map(|column| if column.is_mergeable { LayoutUnit::ZERO } else { size_in(base, column, target) })
        .collect();
    if grows.is_some() {
        let weights: Vec<Option<i64>> = columns
            .iter()
            .map(|column| {
                (!column.is_mergeable && grows == Some(kind(column))).then(|| weight(guess, base, column, target))
            })
            .collect();
        share(target - total(base, target), &mut sizes, &weights);
    }
    sizes
}

/// By what a column grows: the difference between the guesses, or above the last one its own extent.
fn weight(guess: Guess, base: Guess, column: &Column, target: LayoutUnit) -> i64 {
    match (guess, column.percent) {
        (Guess::AboveMax, Some(percent)) => (f64::from(percent) * f64::from(1 << 20)) as i64,
        (Guess::AboveMax, None) => i64::from(column.max().raw()),
        _ => i64::from((size_in(guess, column, target) - size_in(base, column, target)).raw()),
    }
}

/// Adds an amount to sizes by weight, evenly if all weights are zero; the last takes what rounding leaves.
pub(in crate::table) fn share(amount: LayoutUnit, sizes: &mut [LayoutUnit], weights: &[Option<i64>]) {
    let total: i64 = weights.iter().flatten().fold(0, |sum, weight| sum.saturating_add(*weight));
    let count = weights.iter().flatten().count();
    let mut left = amount;
    let mut last = None;
    for (index, weight) in weights.iter().enumerate() {
        let Some(weight) = *weight else { continue };
        let delta = if total > 0 {
            let wide = i128::from(amount.raw()) * i128::from(weight) / i128::from(total);
            LayoutUnit::from_raw(i32::try_from(wide).unwrap_or(i32::MAX))
        } else {
            amount.div_count(i32::try_from(count).unwrap_or(i32::MAX))
        };
        sizes[index] += delta;
        left -= delta;
        last = Some(index);
    }
    if let Some(last) = last {
        sizes[last] += left;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn px(value: i32) -> LayoutUnit {
        LayoutUnit::from_px(value)
    }

    fn column(min: i32, max: i32) -> Column {
        Column { min: Some(px(min)), max: Some(px(max)), ..Column::default() }
    }

    #[test]
    fn between_minimum_and_maximum_columns_grow_by_their_difference() {
        let sizes = distribute(px(150), &[column(50, 100), column(50, 250)], true);
        assert_eq!(sizes, [px(60), px(90)]);
    }

    #[test]
    fn above_the_maximum_automatic_columns_grow_before_those_with_a_width() {
        let fixed = Column { is_constrained: true, ..column(10, 100) };
        assert_eq!(distribute(px(300), &[fixed, column(10, 50)], true), [px(100), px(200)]);
        assert_eq!(distribute(px(300), &[fixed, fixed], true), [px(150), px(150)]);
    }

    #[test]
    fn a_percentage_refers_to_the_whole() {
        let half = Column { percent: Some(0.5), ..column(10, 20) };
        assert_eq!(distribute(px(400), &[half, column(10, 20), column(10, 60)], true), [px(200), px(50), px(150)]);
    }
}
