//! Sharing extra height among rows and sections.
//!
//! [§ 3.10.5](https://www.w3.org/TR/css-tables-3/#height-distribution-algorithm) leaves most of it open; the order here
//! is that of Blink: percentages first, then rows without a height, empty rows, and at last all by their heights.

use super::columns::share;
use super::rows::{Row, Section};
use crate::geometry::LayoutUnit;

/// Rows by what they may take.
#[derive(Default)]
struct RowKinds {
    /// Percentage rows below their percentage, and by how much.
    percent: Vec<Option<i64>>,
    percent_deficit: LayoutUnit,
    /// Rows after the first in which a spanning cell begins.
    spanning_starts: Vec<usize>,
    /// Rows with content and without a height.
    unconstrained: Vec<usize>,
    empty: Vec<usize>,
    unconstrained_empty: Vec<usize>,
    non_empty: Vec<usize>,
}

impl RowKinds {
    fn of(rows: &[Row], is_spanning: bool, percentage_block: Option<LayoutUnit>) -> Self {
        let mut kinds = Self { percent: vec![None; rows.len()], ..Self::default() };
        for (index, row) in rows.iter().enumerate() {
            if is_spanning && index > 0 && row.has_spanning_start {
                kinds.spanning_starts.push(index);
            }
            let mut is_empty = row.block_size.is_zero();
            if let (Some(percent), Some(basis)) = (row.percent, percentage_block) {
                let deficit = (basis.scale(percent) - row.block_size).clamp_negative_to_zero();
                if percent > 0.0 && !deficit.is_zero() {
                    kinds.percent[index] = Some(i64::from(deficit.raw()));
                    kinds.percent_deficit += deficit;
                    is_empty = false;
                }
            }
            let is_constrained = row.is_constrained && (row.percent.is_none() || percentage_block.is_some());
            match (is_empty, is_constrained) {
                (true, _) => {
                    kinds.empty.push(index);
                    if !is_constrained {
                        kinds.unconstrained_empty.push(index);
                    }
                }
                (false, true) => kinds.non_empty.push(index),
                (false, false) => {
                    kinds.non_empty.push(index);
                    kinds.unconstrained.push(index);
                }
            }
        }
        kinds
    }
}

/// Makes rows together as high as `target`, spacing between them included, if they are not yet. `is_spanning`: it is a
/// cell that spans them and asks for it. Percentages refer to `percentage_block`.
pub(super) fn distribute_to_rows(
    rows: &mut [Row],
    target: LayoutUnit,
    is_spanning: bool,
    spacing: LayoutUnit,
    percentage_block: Option<LayoutUnit>,
) {
    if rows.is_empty() {
        return;
    }
    let gaps = i32::try_from(rows.len() - 1).unwrap_or(i32::MAX);
    let used: LayoutUnit = rows.iter().map(|row| row.block_size).sum();
    let mut left = target - spacing.mul_count(gaps) - used;
    if left <= LayoutUnit::ZERO {
        return;
    }
    let kinds = RowKinds::of(rows, is_spanning, percentage_block);
    let mut sizes: Vec<LayoutUnit> = rows.iter().map(|row| row.block_size).collect();
    // 1. Percentage rows, up to their percentage.
    if !kinds.percent_deficit.is_zero() {
        let amount = kinds.percent_deficit.min(left);
        share(amount, &mut sizes, &kinds.percent);
        left -= amount;
    }
    if left > LayoutUnit::ZERO {
        let by_size = |chosen: &[usize], sizes: &[LayoutUnit]| -> Vec<Option<i64>> {
            weights(sizes.len(), chosen, |index| i64::from(sizes[index].raw()))
        };
        let only_empty = kinds.empty.len() == rows.len();
        let constrained_count = kinds.non_empty.len() - kinds.unconstrained.len();
        let grows = if !kinds.spanning_starts.is_empty() {
            // 2. Rows in which other spanning cells begin, evenly.
            weights(rows.len(), &kinds.spanning_starts, |_| 0)
        } else if !kinds.unconstrained.is_empty() {
            // 3. Rows with content and without a height.
            by_size(&kinds.unconstrained, &sizes)
        } else if is_spanning && only_empty {
            // 4. If there are only empty rows: for a spanning cell the last one, else all, those without a height first.
            weights(rows.len(), &kinds.empty[kinds.empty.len() - 1..], |_| 0)
        } else if !is_spanning && !kinds.empty.is_empty() && kinds.empty.len() + constrained_count == rows.len() {
            let unconstrained = &kinds.unconstrained_empty;
            weights(rows.len(), if unconstrained.is_empty() { &kinds.empty } else { unconstrained }, |_| 0)
        } else {
            // 5. All rows with content.
            by_size(&kinds.non_empty, &sizes)
        };
        share(left, &mut sizes, &grows);
    }
    for (row, size) in rows.iter_mut().zip(sizes) {
        row.block_size = size;
    }
}

fn weights(count: usize, chosen: &[usize], weight: impl Fn(usize) -> i64) -> Vec<Option<i64>> {
    let mut weights = vec![None; count];
    for &index in chosen {
        weights[index] = Some(weight(index));
    }
    weights
}

/// Makes sections together as high as `target`, which includes the spacing around and between them: percentage sections
/// up to their percentage, then bodies before headers and footers, and of them those without a height first.
pub(super) fn distribute_to_sections(
    spacing: LayoutUnit,
    target: LayoutUnit,
    sections: &mut [Section],
    rows: &mut [Row],
) {
    if sections.is_empty() {
        return;
    }
    let spaces = i32::try_from(sections.len() + 1).unwrap_or(i32::MAX);
    let target = (target - spacing.mul_count(spaces)).clamp_negative_to_zero();
    let mut sizes: Vec<LayoutUnit> = sections.iter().map(|section| section.block_size).collect();
    let used: LayoutUnit = sizes.iter().copied().sum();
    if target <= used {
        return;
    }
    let mut left = target - used;
    // 1. Percentages.
    let deficits: Vec<Option<i64>> = sections
        .iter()
        .map(|section| {
            let percent = section.percent?;
            let deficit = target.scale(percent) - section.block_size;
            Some(i64::from(deficit.clamp_negative_to_zero().raw()))
        })
        .collect();
    let deficit: i64 = deficits.iter().flatten().sum();
    if deficit > 0 {
        let amount = LayoutUnit::from_raw(i32::try_from(deficit).unwrap_or(i32::MAX)).min(left);
        share(amount, &mut sizes, &deficits);
        left -= amount;
    }
    // 2. The rest.
    if left > LayoutUnit::ZERO {
        let has_body = sections.iter().any(|section| section.is_body);
        let rank = |section: &Section| match (section.percent, section.is_constrained) {
            (Some(_), _) => 2,
            (None, true) => 1,
            (None, false) => 0,
        };
        let candidates = || sections.iter().filter(|section| section.is_body == has_body || !has_body);
        let best = candidates().map(rank).min();
        let grows: Vec<Option<i64>> = sections
            .iter()
            .zip(&sizes)
            .map(|(section, size)| {
                let takes = (section.is_body || !has_body) && Some(rank(section)) == best;
                takes.then(|| i64::from(size.raw()))
            })
            .collect();
        share(left, &mut sizes, &grows);
    }
    // 3. From sections to their rows.
    for (section, size) in sections.iter_mut().zip(sizes) {
        if size != section.block_size {
            section.block_size = size;
            distribute_to_rows(&mut rows[section.rows.clone()], size, false, spacing, Some(size));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn px(value: i32) -> LayoutUnit {
        LayoutUnit::from_px(value)
    }

    fn row(size: i32) -> Row {
        Row { block_size: px(size), ..Row::default() }
    }

    fn sizes(rows: &[Row]) -> Vec<LayoutUnit> {
        rows.iter().map(|row| row.block_size).collect()
    }

    #[test]
    fn rows_without_a_height_grow_by_their_heights() {
        let mut rows = [row(10), Row { is_constrained: true, ..row(20) }, row(30)];
        distribute_to_rows(&mut rows, px(100), false, LayoutUnit::ZERO, None);
        assert_eq!(sizes(&rows), [px(20), px(20), px(60)]);
    }

    #[test]
    fn a_spanning_cell_over_empty_rows_fills_the_last() {
        let mut rows = [row(0), row(0)];
        distribute_to_rows(&mut rows, px(50), true, px(2), None);
        assert_eq!(sizes(&rows), [px(0), px(48)]);
    }

    #[test]
    fn bodies_grow_before_headers() {
        let section =
            |rows: std::ops::Range<usize>, is_body| Section { rows, block_size: px(10), is_body, ..Section::default() };
        let mut sections = [section(0..1, false), section(1..2, true)];
        let mut rows = [row(10), row(10)];
        distribute_to_sections(px(2), px(106), &mut sections, &mut rows);
        assert_eq!(sizes(&rows), [px(10), px(90)]);
    }
}
