//! The table's own width.
//!
//! [§ 3.9.1](https://www.w3.org/TR/css-tables-3/#computing-the-table-width): never less than the columns need at least,
//! whatever `width` and `max-width` say, nor less than the captions.

use super::columns::{Column, undistributable_space};
use super::{Table, captions};
use crate::constraint::{ConstraintSpace, IntrinsicSizes};
use crate::css::ComputedStyle;
use crate::css::values::length::Size;
use crate::geometry::LayoutUnit;
use crate::sizing::{self, AxisSizes, InlineSizing};

/// The width that stands for "as wide as possible": percentages of 100 % beside columns without one.
const MAX_TABLE_WIDTH: LayoutUnit = LayoutUnit::from_px(1_000_000);

/// [GRIDMIN and GRIDMAX](https://www.w3.org/TR/css-tables-3/#gridmin) of the grid's border box.
///
/// A percentage cannot be resolved here; it says instead how wide the whole must be for the column to be its part of
/// it, and the others what the percentages leave.
pub(super) fn grid_sizes(table: &Table<'_, '_, '_>, columns: &[Column], uses_percentages: bool) -> IntrinsicSizes {
    let mut min = LayoutUnit::ZERO;
    let mut max = LayoutUnit::ZERO;
    let mut percent_sum = 0.0_f32;
    let mut without_percent = LayoutUnit::ZERO;
    let mut from_percent = LayoutUnit::ZERO;
    for column in columns {
        min += if table.is_fixed && column.is_fixed() { column.max() } else { column.min() };
        max += column.max();
        match column.percent {
            Some(percent) if percent > 0.0 => {
                percent_sum += percent;
                let whole = (column.max() - column.percent_frame).to_px_f32() / percent;
                from_percent = from_percent.max(LayoutUnit::from_px_f32(whole));
            }
            _ => without_percent += column.max(),
        }
    }
    if percent_sum > 0.0 && uses_percentages {
        if !without_percent.is_zero() {
            let whole = if percent_sum >= 1.0 {
                MAX_TABLE_WIDTH
            } else {
                LayoutUnit::from_px_f32(without_percent.to_px_f32() / (1.0 - percent_sum))
            };
            max = max.max(whole);
        }
        max = max.max(from_percent);
    }
    IntrinsicSizes { min_content: min, max_content: max.max(min) }.grow(undistributable_space(table, columns))
}

/// The intrinsic widths of the table, captions included.
pub(super) fn intrinsic_sizes(table: &Table<'_, '_, '_>, columns: &[Column]) -> IntrinsicSizes {
    let axis = sizing::inline_axis(&table.style, table.mode);
    // A table in a cell, flex or grid container is not widened by the percentages of its columns.
    let uses_percentages = !table.ignores_percentages && !matches!(axis.preferred, Size::MaxContent);
    let caption = captions::min_content(table);
    let sizes = grid_sizes(table, columns, uses_percentages);
    let mut sizes =
        IntrinsicSizes { min_content: sizes.min_content.max(caption), max_content: sizes.max_content.max(caption) };
    let has_percentage = axis.preferred.length_percentage().is_some_and(|length| length.has_percentage());
    if table.is_fixed && has_percentage {
        sizes.max_content = sizes.max_content.max(MAX_TABLE_WIDTH);
    }
    sizes
}

/// The contributions of a table whose grid is as wide as `content`, with its sizing properties.
pub(super) fn contribution(
    style: &ComputedStyle<'_>,
    axis: AxisSizes<'_>,
    percentage_inline: Option<LayoutUnit>,
    frame_sum: LayoutUnit,
    content: IntrinsicSizes,
) -> IntrinsicSizes {
    let sizing = InlineSizing {
        available: LayoutUnit::ZERO,
        percentage: percentage_inline,
        margin_sum: LayoutUnit::ZERO,
        frame_sum,
        box_sizing: *style.box_sizing(),
    };
    let inner = content.grow(-frame_sum);
    let used = |of_content: LayoutUnit| {
        let resolve = |size: &Size| match size {
            Size::FitContent | Size::Stretch => Some(of_content),
            _ => sizing.resolve(size, &mut || inner),
        };
        let preferred = resolve(axis.preferred).unwrap_or(of_content);
        let size = resolve(axis.max).map_or(preferred, |max| preferred.min(max));
        size.max(resolve(axis.min).unwrap_or_default()).max(content.min_content)
    };
    IntrinsicSizes { min_content: used(content.min_content), max_content: used(content.max_content) }
}

/// The used width of the grid's border box and how much of it is for the columns; `space` in the table's own axes.
pub(super) fn used_width(
    table: &Table<'_, '_, '_>,
    columns: &[Column],
    space: &ConstraintSpace,
) -> (LayoutUnit, LayoutUnit) {
    let undistributable = undistributable_space(table, columns);
    let caption = captions::min_content(table);
    let used = match space.fixed_inline {
        Some(fixed) => fixed,
        None => specified_width(table, columns, space).max(caption),
    };
    let assignable = (used - undistributable).clamp_negative_to_zero();
    let width = if columns.is_empty() {
        empty_table_width(table, space, caption, assignable, undistributable)
    } else {
        assignable + undistributable
    };
    (width, assignable)
}

fn specified_width(table: &Table<'_, '_, '_>, columns: &[Column], space: &ConstraintSpace) -> LayoutUnit {
    let axis = sizing::inline_axis(&table.style, table.mode);
    let grid = grid_sizes(table, columns, !matches!(axis.preferred, Size::MaxContent));
    let frame_sum = table.frame.inline_sum();
    let sizing = InlineSizing {
        available: space.available_inline,
        percentage: Some(space.percentage_inline),
        margin_sum: sizing::used_margins(&table.style, space.percentage_inline, table.mode).inline_sum(),
        frame_sum,
        box_sizing: *table.style.box_sizing(),
    };
    let mut content = || grid.grow(-frame_sum);
    let used = sizing
        .resolve(axis.preferred, &mut content)
        .or_else(|| sizing.resolve(&Size::FitContent, &mut content))
        .unwrap_or_default();
    let max = sizing.resolve(axis.max, &mut content);
    let min = sizing.resolve(axis.min, &mut content).unwrap_or_default();
    max.map_or(used, |max| used.min(max)).max(min).max(grid.min_content)
}

/// A table without columns: as wide as `width` says, else as its caption, else as its border and padding.
fn empty_table_width(
    table: &Table<'_, '_, '_>,
    space: &ConstraintSpace,
    caption: LayoutUnit,
    assignable: LayoutUnit,
    undistributable: LayoutUnit,
) -> LayoutUnit {
    let axis = sizing::inline_axis(&table.style, table.mode);
    if space.fixed_inline.is_some() || !axis.preferred.is_auto() || !axis.min.is_auto() {
        assignable + undistributable
    } else if !caption.is_zero() {
        caption.max(table.frame.inline_sum())
    } else if table.borders.is_some() {
        LayoutUnit::ZERO
    } else {
        assignable + table.frame.inline_sum()
    }
}
