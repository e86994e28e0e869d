//! Columns: what cells and column boxes ask of them, and the width they get.
//!
//! Spec: [CSS Tables 3, § 3.8 to 3.9](https://www.w3.org/TR/css-tables-3/#computing-column-measures); where it leaves
//! things open (percentages, constrained against unconstrained cells, merged columns) we do as Blink's TablesNG.
//!
//! A column in which no cell begins and that has no width of its own is *mergeable*: it takes no space and no border
//! spacing, so that `colspan=1000` costs nothing.

mod colspan;
mod distribution;
mod fixed;
mod measure;

use crate::geometry::LayoutUnit;

pub(super) use distribution::{distribute, share};
pub(super) use measure::{column_count, measure_columns};

use super::Table;

/// What is asked of a column.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Column {
    /// Min-content width; `None` as long as nothing was said.
    pub min: Option<LayoutUnit>,
    /// Max-content width.
    pub max: Option<LayoutUnit>,
    /// Percentage of the table's width, as a fraction of 1.
    pub percent: Option<f32>,
    /// What is added to the percentage (fixed layout with `content-box` cells).
    pub percent_frame: LayoutUnit,
    /// A width in px was given.
    pub is_constrained: bool,
    /// `visibility: collapse`
    pub is_collapsed: bool,
    /// No cell begins here and no width is given.
    pub is_mergeable: bool,
}

/// What a cell asks of its column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct CellMeasure {
    /// Min-content contribution.
    pub min: LayoutUnit,
    /// Max-content contribution.
    pub max: LayoutUnit,
    /// Percentage width as a fraction of 1.
    pub percent: Option<f32>,
    /// What is added to the percentage.
    pub percent_frame: LayoutUnit,
    /// A width in px was given.
    pub is_constrained: bool,
}

/// Where a column lies, from the content edge of the table.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct ColumnLocation {
    /// Its start edge.
    pub offset: LayoutUnit,
    /// Its width.
    pub size: LayoutUnit,
    /// It takes no space.
    pub is_collapsed: bool,
}

impl Column {
    /// The minimum, zero if none was said.
    pub fn min(&self) -> LayoutUnit {
        self.min.unwrap_or_default()
    }

    /// The maximum, zero if none was said.
    pub fn max(&self) -> LayoutUnit {
        self.max.unwrap_or_default()
    }

    /// A width in px and no percentage.
    pub fn is_fixed(&self) -> bool {
        self.is_constrained && self.percent.is_none()
    }

    /// The width that the percentage means.
    pub fn resolve_percent(&self, basis: LayoutUnit) -> LayoutUnit {
        let size = self.percent.map_or(LayoutUnit::ZERO, |percent| basis.scale(percent));
        self.min().max(size + self.percent_frame)
    }
}

/// What of the table's width is not for columns: its border and padding, and the border spacing.
pub(super) fn undistributable_space(table: &Table<'_, '_, '_>, columns: &[Column]) -> LayoutUnit {
    let visible = columns.iter().filter(|column| !column.is_mergeable).count().max(1);
    let spaces = i32::try_from(visible + 1).unwrap_or(i32::MAX);
    table.frame.inline_sum() + table.spacing.inline.mul_count(spaces)
}

/// [§ 3.9.3](https://www.w3.org/TR/css-tables-3/#distribution-algorithm): the widths of the columns, which together are
/// `assignable`.
pub(super) fn column_sizes(table: &Table<'_, '_, '_>, columns: &[Column], assignable: LayoutUnit) -> Vec<LayoutUnit> {
    if columns.is_empty() {
        Vec::new()
    } else if table.is_fixed {
        fixed::distribute_fixed(assignable, columns)
    } else {
        distribute(assignable, columns, true)
    }
}

/// Where the columns lie. Collapsed columns keep their space unless `shrinks_collapsed`, so that rows are as high as if
/// the columns were there ([§ 3.11](https://www.w3.org/TR/css-tables-3/#visibility-collapse-track-rendering)).
pub(super) fn column_locations(
    columns: &[Column],
    sizes: &[LayoutUnit],
    spacing: LayoutUnit,
    shrinks_collapsed: bool,
) -> Vec<ColumnLocation> {
    let mut offset = spacing;
    let mut is_first = true;
    let mut locations = Vec::with_capacity(columns.len());
    for (column, &size) in columns.iter().zip(sizes) {
        if (column.is_mergeable && size.is_zero()) || (shrinks_collapsed && column.is_collapsed) {
            locations.push(ColumnLocation { offset, size: LayoutUnit::ZERO, is_collapsed: true });
            continue;
        }
        if !is_first {
            offset += spacing;
        }
        is_first = false;
        locations.push(ColumnLocation { offset, size, is_collapsed: false });
        offset += size;
    }
    locations
}

/// The extent of several columns, the spacing between them included.
pub(super) fn extent(locations: &[ColumnLocation], start: usize, span: usize) -> LayoutUnit {
    let Some(last) = locations.len().checked_sub(1) else { return LayoutUnit::ZERO };
    let first = locations[start.min(last)];
    let end = locations[(start + span.max(1) - 1).min(last)];
    end.offset + end.size - first.offset
}
