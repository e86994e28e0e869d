//! The fragments of a table whose columns and rows have their sizes.
//!
//! The wrapper holds captions and the grid, the grid the column boxes (behind everything) and the sections, these their
//! rows, these their cells.

use super::Table;
use super::captions::Caption;
use super::cell::SettledCell;
use super::collapse_borders::CollapsedBorders;
use super::columns::{ColumnLocation, extent};
use super::grid::{ColumnPart, column_places};
use super::rows::{RowBaseline, Rows, has_specified_height};
use crate::box_tree::{BoxId, LayoutBox, SourceNode, style_contains_fixed};
use crate::constraint::LayoutResult;
use crate::css::ComputedStyle;
use crate::css::values::length::Size;
use crate::css::values::position::{CaptionSide, Position};
use crate::fragment_tree::BoxFragmentKind;
use crate::fragment_tree::builder::{BoxFragmentBuilder, Containing};
use crate::geometry::{LayoutUnit, LogicalOffset, LogicalSize, PhysicalOffset};
use crate::positioned::relative_offset;
use crate::sizing::{Frame, block_axis};
use ashlar_gc::Gc;

/// A table with all its sizes.
pub(super) struct SizedTable<'t, 'c, 'a, 'h> {
    /// The table.
    pub table: &'t Table<'c, 'a, 'h>,
    /// Columns.
    pub locations: Vec<ColumnLocation>,
    /// Rows.
    pub rows: Rows<'h>,
    /// Width of the grid's border box.
    pub width: LayoutUnit,
    /// Border spacing; none if there are no columns.
    pub spacing: LogicalSize,
    /// The basis of percentages of the cells' paddings.
    pub percentage_inline: LayoutUnit,
}

/// A fragment of a part with its extent along the block axis and its baselines.
struct Part<'h> {
    result: LayoutResult<'h>,
    block_size: LayoutUnit,
    first_baseline: Option<LayoutUnit>,
    last_baseline: Option<LayoutUnit>,
}

impl<'h> SizedTable<'_, '_, '_, 'h> {
    /// The wrapper's fragment.
    pub fn wrapper(
        &self,
        layout_box: Gc<'h, LayoutBox<'h>>,
        captions: &[Caption<'h>],
        fixed_block: Option<LayoutUnit>,
    ) -> LayoutResult<'h> {
        // The frame is the grid's: the padding box of the table is what absolutely positioned boxes refer to.
        let mut builder = BoxFragmentBuilder::new(&layout_box, BoxFragmentKind::TableWrapper, self.table.frame);
        builder.mode = self.table.mode;
        let mut offset = LayoutUnit::ZERO;
        self.add_captions(&mut builder, captions, CaptionSide::Top, &mut offset);
        let grid = self.grid(&layout_box);
        builder.first_baseline = grid.first_baseline.map(|baseline| offset + baseline);
        builder.last_baseline = grid.last_baseline.map(|baseline| offset + baseline);
        builder.add_result(grid.result, LogicalOffset::new(LayoutUnit::ZERO, offset), PhysicalOffset::default());
        offset += grid.block_size;
        self.add_captions(&mut builder, captions, CaptionSide::Bottom, &mut offset);
        let block_size = fixed_block.unwrap_or(offset.clamp_negative_to_zero());
        builder.finish(self.table.ctx, LogicalSize::new(self.width, block_size))
    }

    fn add_captions(
        &self,
        builder: &mut BoxFragmentBuilder<'h>,
        captions: &[Caption<'h>],
        side: CaptionSide,
        offset: &mut LayoutUnit,
    ) {
        for caption in captions.iter().filter(|caption| caption.side == side) {
            let place = LogicalOffset::new(caption.margins.inline_start, *offset + caption.margins.block_start);
            let shift = relative_offset(&caption.result.fragment.style, self.width, None, self.table.mode);
            builder.add_result(caption.result, place, shift);
            *offset += caption.outer_block_size();
        }
    }

    /// The grid: sections below one another with border spacing between and around them. Sections without rows get none.
    fn grid(&self, layout_box: &LayoutBox<'h>) -> Part<'h> {
        let table = self.table;
        let inline = table.frame.start().inline + self.spacing.inline;
        let mut offset = table.frame.start().block;
        let (mut first_baseline, mut last_baseline) = (None, None);
        let mut row_lines = Vec::new();
        let mut sections = Vec::new();
        for index in 0..table.grid.sections.len() {
            let lines_before = row_lines.len();
            let part = self.section(index, &mut row_lines);
            if !table.grid.sections[index].rows.is_empty() {
                offset += self.spacing.block;
            }
            // Two sections share the line between them.
            row_lines[lines_before..].iter_mut().for_each(|line| *line += offset);
            first_baseline = first_baseline.or(part.first_baseline.map(|baseline| offset + baseline));
            last_baseline = part.last_baseline.map(|baseline| offset + baseline).or(last_baseline);
            sections.push((part.result, offset));
            offset += part.block_size;
        }
        row_lines.push(offset);
        if !sections.is_empty() {
            offset += self.spacing.block;
        }
        let block_size = (offset + table.frame.sides().block_end).max(self.rows.min_grid_block_size);
        let size = LogicalSize::new(self.width, block_size);
        let mut builder =
            self.part_builder(layout_box.id, None, table.contents.grid_style, BoxFragmentKind::TableGrid, table.frame);
        builder.contains = Containing::default();
        builder.may_contain = false;
        builder.first_baseline = first_baseline;
        builder.last_baseline = last_baseline;
        self.add_columns(&mut builder, block_size);
        for (result, offset) in sections {
            let shift = relative_offset(&result.fragment.style, self.width, None, table.mode);
            builder.add_result(result, LogicalOffset::new(inline, offset), shift);
        }
        if let Some(borders) = &table.borders {
            let edges = self.drawn_edges(borders, &row_lines, size);
            builder.collapsed_borders = Some(table.ctx.cx.alloc_slice_copy(&edges));
        }
        let result = builder.finish(table.ctx, size);
        Part { result, block_size, first_baseline, last_baseline }
    }

    fn drawn_edges(
        &self,
        borders: &CollapsedBorders,
        row_lines: &[LayoutUnit],
        size: LogicalSize,
    ) -> Vec<crate::fragment_tree::CollapsedBorderEdge> {
        let mode = self.table.mode;
        let inline_start = self.table.frame.start().inline;
        borders.drawn_edges(&self.locations, row_lines, inline_start, size.to_physical(mode), mode)
    }

    /// Column boxes, as high as all sections.
    fn add_columns(&self, builder: &mut BoxFragmentBuilder<'h>, grid_block_size: LayoutUnit) {
        let table = self.table;
        let start = table.frame.start();
        let block = start.block + self.spacing.block;
        let spacing = self.spacing.block.mul_count(2);
        let block_size = (grid_block_size - table.frame.block_sum() - spacing).clamp_negative_to_zero();
        for place in column_places(table.contents, self.locations.len()) {
            let (id, source, style) = match &place.part {
                ColumnPart::Group(group) => (group.id, group.source, group.style),
                ColumnPart::Column(column, _) => (column.id, column.source, column.style),
            };
            if place.columns.is_empty() {
                continue;
            }
            let inline = start.inline + self.locations[place.columns.start].offset;
            let width = extent(&self.locations, place.columns.start, place.columns.len());
            let all_collapsed = self.covers_only_collapsed(place.columns.start, place.columns.len());
            let size = LogicalSize::new(width, if all_collapsed { LayoutUnit::ZERO } else { block_size });
            let mut column = self.part_builder(id, source, style, BoxFragmentKind::TableColumn, Frame::default());
            column.may_contain = false;
            let result = column.finish(table.ctx, size);
            builder.add_result(result, LogicalOffset::new(inline, block), PhysicalOffset::default());
        }
    }

    /// A section: rows below one another. Adds the line above each row, from the section's edge.
    fn section(&self, index: usize, row_lines: &mut Vec<LayoutUnit>) -> Part<'h> {
        let table = self.table;
        let section = &table.grid.sections[index];
        let boxed = &section.section;
        let mut builder =
            self.part_builder(boxed.id, boxed.source, boxed.style, BoxFragmentKind::TableSection, Frame::default());
        let mut offset = LayoutUnit::ZERO;
        let mut is_first = true;
        let (mut first_baseline, mut last_baseline) = (None, None);
        for row in section.rows.clone() {
            let is_collapsed = self.rows.rows[row].is_collapsed;
            if !is_first && !is_collapsed {
                offset += self.spacing.block;
            }
            is_first &= is_collapsed;
            row_lines.push(offset);
            let part = self.row(row);
            first_baseline = first_baseline.or(part.first_baseline.map(|baseline| offset + baseline));
            last_baseline = part.last_baseline.map(|baseline| offset + baseline);
            let shift = relative_offset(
                &part.result.fragment.style,
                self.percentage_inline,
                self.specified_block_size(&boxed.style),
                table.mode,
            );
            builder.add_result(part.result, LogicalOffset::new(LayoutUnit::ZERO, offset), shift);
            offset += part.block_size;
        }
        // A section without rows may have got some of the table's height.
        let block_size = if section.rows.is_empty() { self.rows.sections[index].block_size } else { offset };
        builder.first_baseline = first_baseline;
        builder.last_baseline = last_baseline;
        let result = builder.finish(table.ctx, LogicalSize::new(self.row_width(), block_size));
        Part { result, block_size, first_baseline, last_baseline }
    }

    /// The block size that a row or section is given in so many pixels: the basis of percentages that move its parts.
    fn specified_block_size(&self, style: &ComputedStyle<'h>) -> Option<LayoutUnit> {
        match block_axis(style, self.table.mode).preferred {
            Size::LengthPercentage(length) => length.maybe_resolve(None),
            _ => None,
        }
    }

    fn row_width(&self) -> LayoutUnit {
        (self.width - self.table.frame.inline_sum() - self.spacing.inline.mul_count(2)).clamp_negative_to_zero()
    }

    /// A row: cells side by side, those that span rows reaching out of it.
    fn row(&self, index: usize) -> Part<'h> {
        let table = self.table;
        let row = &table.grid.rows[index];
        let block_size = self.rows.rows[index].block_size;
        // 1. Every cell in its final height; then the row's baseline is known.
        let settled: Vec<SettledCell<'h>> = row.cells.clone().map(|cell| self.settle(cell)).collect();
        let mut baseline = RowBaseline::default();
        for (cell, settled) in row.cells.clone().zip(&settled) {
            let measured = &self.rows.cells[cell];
            let is_spanning = table.grid.cells[cell].row_span > 1;
            baseline.add(settled, measured.alignment, is_spanning, measured.frame.sides().block_end);
        }
        let row_baseline = baseline.position(block_size);
        // 2. Contents to their places. Cells of collapsed rows and columns are not shown.
        let boxed = &row.row;
        let mut builder =
            self.part_builder(boxed.id, boxed.source, boxed.style, BoxFragmentKind::TableRow, Frame::default());
        for (cell, settled) in row.cells.clone().zip(&settled) {
            let place = &table.grid.cells[cell];
            let is_hidden =
                self.rows.rows[index].is_collapsed || self.covers_only_collapsed(place.column, place.column_span);
            let measured = &self.rows.cells[cell];
            let shift = settled.shift(measured.alignment, row_baseline);
            let result = if is_hidden {
                settled.finish_hidden(table, place)
            } else {
                settled.finish(table, place, measured.frame, shift)
            };
            let inline = self.locations.get(place.column).map_or(LayoutUnit::ZERO, |location| location.offset);
            let offset = LogicalOffset::new(inline - self.spacing.inline, LayoutUnit::ZERO);
            let basis = self.specified_block_size(&boxed.style);
            let relative = relative_offset(&result.fragment.style, self.percentage_inline, basis, table.mode);
            builder.add_result(result, offset, relative);
        }
        builder.first_baseline = Some(row_baseline);
        builder.last_baseline = Some(row_baseline);
        let result = builder.finish(table.ctx, LogicalSize::new(self.row_width(), block_size));
        Part { result, block_size, first_baseline: Some(row_baseline), last_baseline: Some(row_baseline) }
    }

    fn covers_only_collapsed(&self, column: usize, span: usize) -> bool {
        let end = (column + span).min(self.locations.len());
        self.locations.get(column..end).is_some_and(|locations| locations.iter().all(|l| l.is_collapsed))
    }

    fn settle(&self, index: usize) -> SettledCell<'h> {
        let place = &self.table.grid.cells[index];
        let measured = &self.rows.cells[index];
        let block_size = self.rows.cell_block_size(place, self.spacing.block);
        let has_grown = block_size > measured.block_size;
        let is_definite = measured.specified_block_size.is_some() || (has_grown && has_specified_height(self.table));
        let inline_size = extent(&self.locations, place.column, place.column_span);
        let size = LogicalSize::new(inline_size, block_size);
        measured.settle(self.table, self.percentage_inline, size, is_definite)
    }

    /// A builder for a part of the table, in the table's writing mode.
    fn part_builder(
        &self,
        id: BoxId,
        source: Option<SourceNode>,
        style: Gc<'h, ComputedStyle<'h>>,
        kind: BoxFragmentKind,
        frame: Frame,
    ) -> BoxFragmentBuilder<'h> {
        let mut builder = BoxFragmentBuilder::with_style(id, source, style, kind, frame);
        builder.mode = self.table.mode;
        let fixed = style_contains_fixed(&style);
        builder.contains = Containing { absolute: fixed || *style.position() != Position::Static, fixed };
        builder
    }
}
