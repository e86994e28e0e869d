//! The collapsing border model.
//!
//! Every line of the grid between two slots is an *edge*, for which the borders on both sides, of cells, rows, sections,
//! columns and the table, compete ([CSS 2.2, § 17.6.2.1](https://www.w3.org/TR/CSS22/tables.html#border-conflict-resolution)).
//! A cell's border is half of its widest edge on each side, the table's own border half of the outermost edges; so all
//! widths stand before columns are measured. The edges are drawn by the grid, last.

use std::cmp::Ordering;
use std::ops::Range;

use super::Table;
use super::columns::ColumnLocation;
use super::grid::{ColumnPart, GridCell, column_places};
use crate::css::ComputedStyle;
use crate::css::values::background::BorderStyle;
use crate::css::values::color::Rgba;
use crate::fragment_tree::CollapsedBorderEdge;
use crate::geometry::{
    LayoutUnit, LogicalOffset, LogicalSides, LogicalSize, PhysicalRect, PhysicalSides, PhysicalSize, WritingMode,
};
use crate::sizing;

/// A grid with more edges is drawn without collapsed borders.
const MAX_EDGES: usize = 1 << 24;

/// No border competes for the edge yet.
const EMPTY: u32 = 0;
/// The edge is inside of a cell that spans it.
const INNER: u32 = u32::MAX;

/// One side's border of a box that competes.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Border {
    width: LayoutUnit,
    style: BorderStyle,
    color: Rgba,
    /// Boxes in the order in which they compete.
    order: u32,
}

/// The edges of a table's grid.
///
/// Edges are stored by the slot that they begin: of each slot first its inline-start edge, then its block-start edge;
/// there is one more row and one more column of slots than the grid has.
pub(super) struct CollapsedBorders {
    rows: usize,
    columns: usize,
    borders: Vec<Border>,
    /// Index into `borders` plus one, or [`EMPTY`] or [`INNER`].
    edges: Vec<u32>,
}

/// Along which axis an edge runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Axis {
    Inline,
    Block,
}

impl CollapsedBorders {
    /// Lets all borders compete, the more specific boxes first: of equal borders the first stays.
    pub fn new(table: &Table<'_, '_, '_>, columns: usize) -> Self {
        let rows = table.grid.rows.len();
        let count = (rows + 1).saturating_mul((columns + 1) * 2);
        let is_too_large = count > MAX_EDGES;
        let (rows, columns) = if is_too_large { (0, 0) } else { (rows, columns) };
        let edges = vec![EMPTY; (rows + 1) * (columns + 1) * 2];
        let mut borders = Self { rows, columns, borders: Vec::new(), edges };
        if is_too_large {
            return borders;
        }
        let mut order = 0;
        let mut compete = |borders: &mut Self, style: &ComputedStyle<'_>, rows: Range<usize>, columns: Range<usize>| {
            order += 1;
            borders.merge(sides(style, table.mode, order), &rows, &columns);
        };
        for cell in &table.grid.cells {
            let columns = cell.column..(cell.column + cell.column_span).min(columns);
            let rows = cell.row..cell.row + cell.row_span;
            compete(&mut borders, &cell.cell.cell_box.style, rows.clone(), columns.clone());
            borders.mark_inner(rows, columns);
        }
        for (index, row) in table.grid.rows.iter().enumerate() {
            compete(&mut borders, &row.row.style, index..index + 1, 0..columns);
        }
        for section in &table.grid.sections {
            compete(&mut borders, &section.section.style, section.rows.clone(), 0..columns);
        }
        let places = column_places(table.contents, columns);
        for place in &places {
            if let ColumnPart::Column(column, _) = &place.part {
                for index in place.columns.clone() {
                    compete(&mut borders, &column.style, 0..rows, index..index + 1);
                }
            }
        }
        for place in &places {
            if let ColumnPart::Group(group) = &place.part {
                compete(&mut borders, &group.style, 0..rows, place.columns.clone());
            }
        }
        compete(&mut borders, &table.style, 0..rows, 0..columns);
        borders
    }

    fn index(&self, row: usize, column: usize, axis: Axis) -> usize {
        (row * (self.columns + 1) + column) * 2 + usize::from(axis == Axis::Inline)
    }

    fn border(&self, row: usize, column: usize, axis: Axis) -> Option<&Border> {
        if row > self.rows || column > self.columns {
            return None;
        }
        match self.edges[self.index(row, column, axis)] {
            EMPTY | INNER => None,
            index => self.borders.get(index as usize - 1),
        }
    }

    /// The border of an edge if it is drawn, and so takes space.
    fn visible(&self, row: usize, column: usize, axis: Axis) -> Option<&Border> {
        self.border(row, column, axis).filter(|border| border.style.is_visible() && border.width > LayoutUnit::ZERO)
    }

    fn merge(&mut self, sides: LogicalSides<Option<Border>>, rows: &Range<usize>, columns: &Range<usize>) {
        if rows.is_empty() || columns.is_empty() {
            return;
        }
        for (row, side) in [(rows.start, sides.block_start), (rows.end, sides.block_end)] {
            let Some(index) = self.push(side) else { continue };
            columns.clone().for_each(|column| self.compete(row, column, Axis::Inline, index));
        }
        for (column, side) in [(columns.start, sides.inline_start), (columns.end, sides.inline_end)] {
            let Some(index) = self.push(side) else { continue };
            rows.clone().for_each(|row| self.compete(row, column, Axis::Block, index));
        }
    }

    fn push(&mut self, border: Option<Border>) -> Option<u32> {
        self.borders.push(border?);
        u32::try_from(self.borders.len()).ok().filter(|index| *index != INNER)
    }

    /// [§ 17.6.2.1](https://www.w3.org/TR/CSS22/tables.html#border-conflict-resolution): `hidden` wins, then the wider, then
    /// by style.
    fn compete(&mut self, row: usize, column: usize, axis: Axis, challenger: u32) {
        let slot = self.index(row, column, axis);
        let wins = match self.edges[slot] {
            INNER => false,
            EMPTY => true,
            holder => {
                let (new, old) = (&self.borders[challenger as usize - 1], &self.borders[holder as usize - 1]);
                match (new.style == BorderStyle::Hidden, old.style == BorderStyle::Hidden) {
                    (true, _) => true,
                    (false, true) => false,
                    (false, false) => (new.width, rank(new.style)) > (old.width, rank(old.style)),
                }
            }
        };
        if wins {
            self.edges[slot] = challenger;
        }
    }

    /// Nothing is drawn inside of a cell that spans several slots.
    fn mark_inner(&mut self, rows: Range<usize>, columns: Range<usize>) {
        for row in rows.clone() {
            for column in columns.clone() {
                let inner_block = (column > columns.start).then(|| self.index(row, column, Axis::Block));
                let inner_inline = (row > rows.start).then(|| self.index(row, column, Axis::Inline));
                for slot in inner_block.into_iter().chain(inner_inline) {
                    if self.edges[slot] == EMPTY {
                        self.edges[slot] = INNER;
                    }
                }
            }
        }
    }

    /// Half of the widest edge on each side of an area.
    fn half_borders(&self, rows: Range<usize>, columns: Range<usize>) -> LogicalSides<LayoutUnit> {
        let width = |row, column, axis| self.visible(row, column, axis).map_or(LayoutUnit::ZERO, |b| b.width);
        let along_columns = |row| columns.clone().map(|column| width(row, column, Axis::Inline)).max();
        let along_rows = |column| rows.clone().map(|row| width(row, column, Axis::Block)).max();
        let half = |width: Option<LayoutUnit>| width.unwrap_or_default().div_count(2);
        LogicalSides {
            inline_start: half(along_rows(columns.start)),
            inline_end: half(along_rows(columns.end)),
            block_start: half(along_columns(rows.start)),
            block_end: half(along_columns(rows.end)),
        }
    }

    /// The used border of a cell.
    pub fn cell_border(&self, cell: &GridCell<'_>) -> LogicalSides<LayoutUnit> {
        let columns = cell.column..(cell.column + cell.column_span).min(self.columns);
        self.half_borders(cell.row..(cell.row + cell.row_span).min(self.rows), columns)
    }

    /// The used border of the table.
    pub fn table_border(&self) -> LogicalSides<LayoutUnit> {
        self.half_borders(0..self.rows, 0..self.columns)
    }

    /// The edges to draw. `row_lines` are the block offsets between rows from the grid's border edge, `inline_start` is
    /// the offset of its content edge.
    pub fn drawn_edges(
        &self,
        locations: &[ColumnLocation],
        row_lines: &[LayoutUnit],
        inline_start: LayoutUnit,
        grid_size: PhysicalSize,
        mode: WritingMode,
    ) -> Vec<CollapsedBorderEdge> {
        let mut column_lines: Vec<LayoutUnit> =
            locations.iter().map(|location| inline_start + location.offset).collect();
        column_lines.extend(locations.last().map(|last| inline_start + last.offset + last.size));
        let mut drawn = Vec::new();
        for (row, &block) in row_lines.iter().enumerate() {
            for (column, &inline) in column_lines.iter().enumerate() {
                for (axis, next) in
                    [(Axis::Inline, column_lines.get(column + 1)), (Axis::Block, row_lines.get(row + 1))]
                {
                    let (Some(border), Some(&next)) = (self.visible(row, column, axis), next) else { continue };
                    let half = border.width.div_count(2);
                    let (start, end) = self.ends(row, column, axis);
                    let (offset, size) = match axis {
                        Axis::Inline => (
                            LogicalOffset::new(inline + start, block - half),
                            LogicalSize::new(next + end - inline - start, border.width),
                        ),
                        Axis::Block => (
                            LogicalOffset::new(inline - half, block + start),
                            LogicalSize::new(border.width, next + end - block - start),
                        ),
                    };
                    if size.inline <= LayoutUnit::ZERO || size.block <= LayoutUnit::ZERO {
                        continue;
                    }
                    let size = size.to_physical(mode);
                    drawn.push(CollapsedBorderEdge {
                        rect: PhysicalRect::new(offset.to_physical(mode, grid_size, size), size),
                        is_horizontal: (axis == Axis::Inline) == mode.is_horizontal(),
                        style: drawn_style(border.style),
                        color: border.color,
                    });
                }
            }
        }
        drawn
    }

    /// How far an edge reaches beyond the lines at its start and its end: over the whole joint where it is the strongest
    /// of the edges that meet there, else back to the side of the joint.
    fn ends(&self, row: usize, column: usize, axis: Axis) -> (LayoutUnit, LayoutUnit) {
        let (end_row, end_column) = match axis {
            Axis::Inline => (row, column + 1),
            Axis::Block => (row + 1, column),
        };
        (-self.reach(row, column, axis, false), self.reach(end_row, end_column, axis, true))
    }

    /// The reach of the edge of `axis` that begins at a joint, or with `is_before` ends there.
    fn reach(&self, row: usize, column: usize, axis: Axis, is_before: bool) -> LayoutUnit {
        let before_column = column.checked_sub(1).and_then(|column| self.visible(row, column, Axis::Inline));
        let after_column = self.visible(row, column, Axis::Inline);
        let above = row.checked_sub(1).and_then(|row| self.visible(row, column, Axis::Block));
        let below = self.visible(row, column, Axis::Block);
        let stronger = |a, b| if compare(a, b) == Ordering::Greater { a } else { b };
        let (inline_pair, block_pair) = ((before_column, after_column), (above, below));
        let (own, cross) = match axis {
            Axis::Inline => (inline_pair, block_pair),
            Axis::Block => (block_pair, inline_pair),
        };
        let cross_border: Option<&Border> = stronger(cross.0, cross.1);
        let own_border = stronger(own.0, own.1);
        let half = cross_border.map_or(LayoutUnit::ZERO, |border| border.width.div_count(2));
        // Equal edges both reach over the joint.
        let loses_to_opposite = compare(own.0, own.1) == if is_before { Ordering::Less } else { Ordering::Greater };
        let loses_to_cross = compare(own_border, cross_border) == Ordering::Less;
        if loses_to_opposite || loses_to_cross { -half } else { half }
    }
}

/// Which of two drawn edges is in front.
fn compare(a: Option<&Border>, b: Option<&Border>) -> Ordering {
    let key = |border: &Border| (border.width, rank(border.style), std::cmp::Reverse(border.order));
    match (a, b) {
        (Some(a), Some(b)) => key(a).cmp(&key(b)),
        (a, b) => a.is_some().cmp(&b.is_some()),
    }
}

/// Styles from the weakest to the strongest.
fn rank(style: BorderStyle) -> u8 {
    match style {
        BorderStyle::None => 0,
        BorderStyle::Hidden => 1,
        BorderStyle::Inset => 2,
        BorderStyle::Groove => 3,
        BorderStyle::Outset => 4,
        BorderStyle::Ridge => 5,
        BorderStyle::Dotted => 6,
        BorderStyle::Dashed => 7,
        BorderStyle::Solid => 8,
        BorderStyle::Double => 9,
    }
}

/// [§ 17.6.3](https://www.w3.org/TR/CSS22/tables.html#table-border-styles): `inset` is drawn as `ridge`, `outset` as `groove`.
fn drawn_style(style: BorderStyle) -> BorderStyle {
    match style {
        BorderStyle::Inset => BorderStyle::Ridge,
        BorderStyle::Outset => BorderStyle::Groove,
        other => other,
    }
}

/// The borders of a box by the table's sides, `None` where there is none.
fn sides(style: &ComputedStyle<'_>, mode: WritingMode, order: u32) -> LogicalSides<Option<Border>> {
    let widths = sizing::physical_borders(style);
    let current = style.color().0;
    let border = |width, style: BorderStyle, color: crate::css::values::color::Color| {
        (style != BorderStyle::None).then(|| Border { width, style, color: color.resolve(current), order })
    };
    PhysicalSides {
        top: border(widths.top, *style.border_top_style(), *style.border_top_color()),
        right: border(widths.right, *style.border_right_style(), *style.border_right_color()),
        bottom: border(widths.bottom, *style.border_bottom_style(), *style.border_bottom_color()),
        left: border(widths.left, *style.border_left_style(), *style.border_left_color()),
    }
    .to_logical(mode)
}
