//! Rows: how high each is.
//!
//! [§ 3.10](https://www.w3.org/TR/css-tables-3/#computing-the-table-height): first what cells, `height` of rows and
//! row-spanning cells need at least, then what the table's and the sections' heights add.

use std::cmp::Reverse;
use std::ops::Range;

use super::Table;
use super::cell::{self, CellAlignment, MeasuredCell, SettledCell};
use super::columns::ColumnLocation;
use super::grid::{GridCell, GridRow, GridSection};
use super::row_distribution::{distribute_to_rows, distribute_to_sections};
use crate::constraint::ConstraintSpace;
use crate::css::ComputedStyle;
use crate::css::values::length::{LengthPercentage, Size};
use crate::css::values::position::Visibility;
use crate::geometry::LayoutUnit;
use crate::sizing;

/// A row's extent and what it depends on.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Row {
    /// Its height.
    pub block_size: LayoutUnit,
    /// Its percentage height as a fraction of 1.
    pub percent: Option<f32>,
    /// It or one of its cells has a height.
    pub is_constrained: bool,
    /// A cell that spans several rows begins in it.
    pub has_spanning_start: bool,
    /// `visibility: collapse`
    pub is_collapsed: bool,
}

/// A section's extent and what it depends on.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Section {
    /// Its rows.
    pub rows: Range<usize>,
    /// Its height.
    pub block_size: LayoutUnit,
    /// Its percentage height as a fraction of 1.
    pub percent: Option<f32>,
    /// It has a height.
    pub is_constrained: bool,
    /// Neither header nor footer.
    pub is_body: bool,
}

/// All rows.
pub(super) struct Rows<'h> {
    /// Rows of the grid.
    pub rows: Vec<Row>,
    /// Sections of the grid.
    pub sections: Vec<Section>,
    /// Cells of the grid.
    pub cells: Vec<MeasuredCell<'h>>,
    /// The least height of the grid's border box.
    pub min_grid_block_size: LayoutUnit,
}

/// A height as px or as a fraction of 1; a mixture counts as `auto`.
fn specified_height(style: &ComputedStyle<'_>, table: &Table<'_, '_, '_>) -> (Option<LayoutUnit>, Option<f32>) {
    match sizing::block_axis(style, table.mode).preferred {
        Size::LengthPercentage(LengthPercentage::Percentage(fraction)) => (None, Some(*fraction)),
        Size::LengthPercentage(length) => (length.maybe_resolve(None), None),
        _ => (None, None),
    }
}

/// Whether the table's own height makes a definite height of what its rows get of it.
pub(super) fn has_specified_height(table: &Table<'_, '_, '_>) -> bool {
    !sizing::block_axis(&table.style, table.mode).preferred.is_auto()
}

/// Computes the heights of all rows; `width` is that of the grid's border box, `captions` the extent of all captions.
pub(super) fn compute<'h>(
    table: &Table<'_, '_, 'h>,
    space: &ConstraintSpace,
    locations: &[ColumnLocation],
    width: LayoutUnit,
    captions: LayoutUnit,
) -> Rows<'h> {
    let mut rows = Rows {
        rows: Vec::with_capacity(table.grid.rows.len()),
        sections: Vec::new(),
        cells: Vec::with_capacity(table.grid.cells.len()),
        min_grid_block_size: LayoutUnit::ZERO,
    };
    // 1. What content and the heights of cells, rows and sections need.
    let percentage_inline = table.row_width(width);
    for section in &table.grid.sections {
        rows.add_section(table, section, locations, percentage_inline);
    }
    // 2. The table's height.
    rows.apply_table_height(table, space, width, captions);
    // 3. Collapsed rows take no space.
    rows.collapse(table);
    rows
}

impl<'h> Rows<'h> {
    fn add_section(
        &mut self,
        table: &Table<'_, '_, 'h>,
        section: &GridSection<'h>,
        locations: &[ColumnLocation],
        percentage_inline: LayoutUnit,
    ) {
        let is_collapsed = *section.section.style.visibility() == Visibility::Collapse;
        let spacing = table.spacing.block;
        let mut percent_left = 1.0_f32;
        for row in &table.grid.rows[section.rows.clone()] {
            let cells = self.cells.len()..self.cells.len() + row.cells.len();
            for cell in &table.grid.cells[row.cells.clone()] {
                self.cells.push(cell::measure(table, cell, locations, percentage_inline));
            }
            let mut measured = measure_row(table, row, &self.cells[cells]);
            measured.is_collapsed |= is_collapsed;
            if let Some(percent) = &mut measured.percent {
                *percent = percent.min(percent_left);
                percent_left -= *percent;
            }
            self.rows.push(measured);
        }
        // AD-HOC: the height of the section is that of its rows before spanning cells, as in Blink.
        let gaps = i32::try_from(section.rows.len().saturating_sub(1)).unwrap_or(i32::MAX);
        let own: LayoutUnit = self.rows[section.rows.clone()].iter().map(|row| row.block_size).sum();
        let mut block_size = own + spacing.mul_count(gaps);
        self.distribute_spanning_cells(table, section);
        let (height, percent) = specified_height(&section.section.style, table);
        if let Some(height) = height.filter(|height| *height > block_size) {
            distribute_to_rows(&mut self.rows[section.rows.clone()], height, false, spacing, Some(height));
            block_size = height;
        }
        self.sections.push(Section {
            rows: section.rows.clone(),
            block_size,
            percent,
            is_constrained: height.is_some() || percent.is_some(),
            is_body: section.is_body,
        });
    }

    /// [§ 3.10.3](https://www.w3.org/TR/css-tables-3/#rowspan-calculation): rows grow to hold the cells that span them: a
    /// cell before those that enclose it, else from top to bottom, of cells of the same rows the highest first.
    fn distribute_spanning_cells(&mut self, table: &Table<'_, '_, 'h>, section: &GridSection<'h>) {
        let in_section = table.grid.rows[section.rows.clone()].iter().flat_map(|row| row.cells.clone());
        let mut spanning: Vec<usize> = in_section.filter(|index| table.grid.cells[*index].row_span > 1).collect();
        spanning.sort_by_key(|&index| {
            let cell = &table.grid.cells[index];
            (cell.row + cell.row_span, Reverse(cell.row), Reverse(self.cells[index].min_row_size()))
        });
        for index in spanning {
            let cell = &table.grid.cells[index];
            let size = self.cells[index].min_row_size();
            let rows = &mut self.rows[cell.row..cell.row + cell.row_span];
            distribute_to_rows(rows, size, true, table.spacing.block, None);
        }
    }

    /// [§ 3.10.1](https://www.w3.org/TR/css-tables-3/#computing-the-table-height): the height of the table, if it is
    /// more than its sections need, goes to them.
    fn apply_table_height(
        &mut self,
        table: &Table<'_, '_, 'h>,
        space: &ConstraintSpace,
        width: LayoutUnit,
        captions: LayoutUnit,
    ) {
        // In quirks mode a table without sections ignores its height.
        if table.ctx.is_quirks && self.sections.is_empty() {
            return;
        }
        let size = match space.fixed_block {
            Some(fixed) => fixed - captions,
            None => {
                let available_block = space.available_block.map(|size| (size - captions).clamp_negative_to_zero());
                let space = ConstraintSpace { available_block, ..*space };
                let sizes = sizing::block_sizes(&table.style, &space, table.frame, width);
                let preferred = sizes.preferred.unwrap_or_default();
                sizes.max.map_or(preferred, |max| preferred.min(max)).max(sizes.min)
            }
        };
        self.min_grid_block_size = size;
        let distributable = (size - table.frame.block_sum()).clamp_negative_to_zero();
        let used: LayoutUnit = self.sections.iter().map(|section| section.block_size).sum();
        if distributable > used {
            distribute_to_sections(table.spacing.block, distributable, &mut self.sections, &mut self.rows);
        }
    }

    /// [§ 3.11](https://www.w3.org/TR/css-tables-3/#visibility-collapse-rendering): the table shrinks by collapsed rows.
    fn collapse(&mut self, table: &Table<'_, '_, 'h>) {
        let spacing = if self.rows.len() > 1 { table.spacing.block } else { LayoutUnit::ZERO };
        for row in self.rows.iter_mut().filter(|row| row.is_collapsed) {
            if !self.min_grid_block_size.is_zero() {
                self.min_grid_block_size = self.min_grid_block_size - row.block_size - spacing;
            }
            row.block_size = LayoutUnit::ZERO;
        }
    }

    /// The height a cell has in its rows; none in a collapsed row.
    pub fn cell_block_size(&self, cell: &GridCell<'_>, spacing: LayoutUnit) -> LayoutUnit {
        if self.rows[cell.row].is_collapsed {
            return LayoutUnit::ZERO;
        }
        let mut size = LayoutUnit::ZERO;
        for (index, row) in self.rows[cell.row..cell.row + cell.row_span].iter().enumerate() {
            if !row.is_collapsed {
                size += row.block_size + if index > 0 { spacing } else { LayoutUnit::ZERO };
            }
        }
        size
    }
}

impl MeasuredCell<'_> {
    /// What the rows of the cell must have together.
    fn min_row_size(&self) -> LayoutUnit {
        self.block_size.max(self.specified_block_size.unwrap_or_default())
    }
}

/// [§ 3.10.2](https://www.w3.org/TR/css-tables-3/#row-layout): the minimum height of a row: of its cells, those that are
/// aligned by their baselines together, and of its own `height`.
fn measure_row(table: &Table<'_, '_, '_>, row: &GridRow<'_>, cells: &[MeasuredCell<'_>]) -> Row {
    let mut measured = Row { is_collapsed: *row.row.style.visibility() == Visibility::Collapse, ..Row::default() };
    let mut baseline = RowBaseline::default();
    let mut size = LayoutUnit::ZERO;
    for (cell, place) in cells.iter().zip(&table.grid.cells[row.cells.clone()]) {
        let is_spanning = place.row_span > 1;
        baseline.add(&cell.as_settled(), cell.alignment, is_spanning, cell.frame.sides().block_end);
        if is_spanning {
            measured.has_spanning_start = true;
            continue;
        }
        measured.is_constrained |= cell.specified_block_size.is_some() || cell.block_percent.is_some();
        if cell.block_percent > measured.percent {
            measured.percent = cell.block_percent;
        }
        size = size.max(cell.min_row_size());
    }
    let (height, percent) = specified_height(&row.row.style, table);
    measured.is_constrained |= height.is_some() || percent.is_some();
    if percent > measured.percent {
        measured.percent = percent;
    }
    size = size.max(height.unwrap_or_default());
    measured.block_size = baseline.row_size(size);
    measured
}

/// The baseline of a row in the making ([§ 3.10.2](https://www.w3.org/TR/css-tables-3/#row-layout)).
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RowBaseline {
    ascent: Option<LayoutUnit>,
    descent: LayoutUnit,
    /// Without any baseline: the smallest distance of a content edge from the row's end.
    content_end: Option<LayoutUnit>,
}

impl RowBaseline {
    /// Takes in a cell.
    pub fn add(&mut self, cell: &SettledCell<'_>, alignment: CellAlignment, is_spanning: bool, frame_end: LayoutUnit) {
        if let Some(baseline) = cell.baseline.filter(|_| alignment == CellAlignment::Baseline) {
            self.ascent = Some(self.ascent.map_or(baseline, |ascent| ascent.max(baseline)));
            if !is_spanning {
                self.descent = self.descent.max(cell.content_size - baseline);
            }
        }
        if self.ascent.is_none() {
            self.content_end = Some(self.content_end.map_or(frame_end, |end| end.min(frame_end)));
        }
    }

    /// The row's height with all baselines on one line.
    fn row_size(&self, size: LayoutUnit) -> LayoutUnit {
        self.ascent.map_or(size, |ascent| size.max(ascent + self.descent))
    }

    /// The row's baseline: of the cells that are aligned by it, else the lowest content edge.
    pub fn position(&self, row_size: LayoutUnit) -> LayoutUnit {
        match (self.ascent, self.content_end) {
            (Some(ascent), _) => ascent,
            (None, Some(end)) => (row_size - end).clamp_negative_to_zero(),
            (None, None) => LayoutUnit::ZERO,
        }
    }
}
