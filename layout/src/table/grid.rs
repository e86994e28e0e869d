//! The grid of slots: which row and column each cell begins in.
//!
//! Spec: <https://www.w3.org/TR/css-tables-3/#dimensioning-the-row-column-grid--step2>, after
//! <https://html.spec.whatwg.org/multipage/tables.html#forming-a-table>. Rows of all sections are numbered through in
//! layout order: the first header, then bodies, then the first footer.

use std::ops::Range;

use ashlar_gc::Gc;

use crate::box_tree::{
    TableCell, TableColumn, TableColumnGroup, TableContents, TableRow, TableSection, TableSectionKind,
};

/// More columns than this are not told apart.
const MAX_COLUMNS: usize = 1 << 16;

/// A table's sections, rows and cells in layout order.
pub(super) struct Grid<'h> {
    /// Sections, the header first and the footer last.
    pub sections: Vec<GridSection<'h>>,
    /// Rows of all sections.
    pub rows: Vec<GridRow<'h>>,
    /// Cells, row by row.
    pub cells: Vec<GridCell<'h>>,
    /// How many columns the cells make: up to the last in which a cell begins, or in fixed layout the last spanned.
    pub column_count: usize,
}

/// A section in the grid.
pub(super) struct GridSection<'h> {
    /// The section's box.
    pub section: TableSection<'h>,
    /// Its rows.
    pub rows: Range<usize>,
    /// Whether it takes the table's extra height: neither the header nor the footer.
    pub is_body: bool,
}

/// A row in the grid.
pub(super) struct GridRow<'h> {
    /// The row's box.
    pub row: TableRow<'h>,
    /// The cells that begin in it.
    pub cells: Range<usize>,
}

/// A cell in the grid.
#[derive(Clone, Copy)]
pub(super) struct GridCell<'h> {
    /// The cell's box and attributes.
    pub cell: TableCell<'h>,
    /// The row it begins in.
    pub row: usize,
    /// The column it begins in.
    pub column: usize,
    /// How many columns it covers, those beyond the table's edge included.
    pub column_span: usize,
    /// How many rows of its section it covers.
    pub row_span: usize,
}

impl<'h> Grid<'h> {
    /// Places all cells.
    pub fn new(contents: &TableContents<'h>, is_fixed: bool) -> Self {
        let mut grid = Self { sections: Vec::new(), rows: Vec::new(), cells: Vec::new(), column_count: 0 };
        for (section, is_body) in sections_in_layout_order(contents) {
            grid.add_section(section, is_body, is_fixed);
        }
        grid
    }

    fn add_section(&mut self, section: TableSection<'h>, is_body: bool, is_fixed: bool) {
        let first_row = self.rows.len();
        let end_row = first_row + section.rows.len();
        // For each column, how many more rows a cell from above covers, the current one included.
        let mut covered: Vec<usize> = Vec::new();
        for (index, row) in section.rows.iter().enumerate() {
            let row_index = first_row + index;
            let first_cell = self.cells.len();
            let mut column = 0;
            let mut new_spans: Vec<(Range<usize>, usize)> = Vec::new();
            for cell in row.cells.iter() {
                while covered.get(column).is_some_and(|rows| *rows > 0) {
                    column += 1;
                }
                if column >= MAX_COLUMNS {
                    break;
                }
                let column_span = (cell.column_span.max(1) as usize).min(MAX_COLUMNS - column);
                let rest = end_row - row_index;
                let row_span = if cell.row_span == 0 { rest } else { (cell.row_span as usize).min(rest) };
                self.cells.push(GridCell { cell: *cell, row: row_index, column, column_span, row_span });
                if row_span > 1 {
                    new_spans.push((column..column + column_span, row_span));
                }
                let end = if is_fixed { column + column_span } else { column + 1 };
                self.column_count = self.column_count.max(end);
                column += column_span;
            }
            self.rows.push(GridRow { row: *row, cells: first_cell..self.cells.len() });
            for (columns, rows) in new_spans {
                if covered.len() < columns.end {
                    covered.resize(columns.end, 0);
                }
                // Cells that overlap keep the columns as long as the longer one does.
                covered[columns].iter_mut().for_each(|covered| *covered = (*covered).max(rows));
            }
            covered.iter_mut().for_each(|rows| *rows = rows.saturating_sub(1));
        }
        self.sections.push(GridSection { section, rows: first_row..end_row, is_body });
    }
}

/// [§ 2.1](https://www.w3.org/TR/css-tables-3/#table-structure): the first header goes first and the first footer last;
/// further ones are as bodies. With each whether it is a body.
fn sections_in_layout_order<'h>(contents: &TableContents<'h>) -> Vec<(TableSection<'h>, bool)> {
    let find = |kind| contents.sections.iter().position(|section| section.kind == kind);
    let (header, footer) = (find(TableSectionKind::Header), find(TableSectionKind::Footer));
    let section = |index: usize| contents.sections[index];
    let mut ordered: Vec<_> = header.map(|index| (section(index), false)).into_iter().collect();
    let bodies = (0..contents.sections.len()).filter(|index| Some(*index) != header && Some(*index) != footer);
    ordered.extend(bodies.map(|index| (section(index), true)));
    ordered.extend(footer.map(|index| (section(index), false)));
    ordered
}

/// A `col` or `colgroup` and the columns it stands for.
pub(super) struct ColumnPlace<'h> {
    /// The columns.
    pub columns: Range<usize>,
    /// The box.
    pub part: ColumnPart<'h>,
}

/// A column's or a column group's box.
pub(super) enum ColumnPart<'h> {
    /// A group; its columns follow it.
    Group(TableColumnGroup<'h>),
    /// A column and its group.
    Column(TableColumn<'h>, TableColumnGroup<'h>),
}

/// Column groups and columns with the columns they stand for, as far as there are `limit` columns.
pub(super) fn column_places<'h>(contents: Gc<'h, TableContents<'h>>, limit: usize) -> Vec<ColumnPlace<'h>> {
    let limit = limit.min(MAX_COLUMNS);
    let mut places = Vec::new();
    let mut next = 0;
    for group in contents.column_groups.iter() {
        if next >= limit {
            break;
        }
        let start = next;
        let group_place = places.len();
        places.push(ColumnPlace { columns: start..start, part: ColumnPart::Group(*group) });
        if group.columns.is_empty() {
            next += (group.span.max(1) as usize).min(limit - next);
        }
        for column in group.columns.iter() {
            let span = (column.span.max(1) as usize).min(limit - next);
            if span == 0 {
                break;
            }
            places.push(ColumnPlace { columns: next..next + span, part: ColumnPart::Column(*column, *group) });
            next += span;
        }
        places[group_place].columns = start..next;
    }
    places
}
