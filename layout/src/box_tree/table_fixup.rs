//! Anonymous boxes of tables.
//!
//! [CSS Tables 3, § 2.2](https://www.w3.org/TR/css-tables-3/#fixup): parts without their parents get them, children
//! that are not proper parts are wrapped.

use ashlar_gc::Gc;

use super::anonymous_blocks;
use super::builder::{BoxSpec, BoxTreeBuilder, Raw, RawInternal, RawInternalContent};
use super::*;
use crate::css::values::display::{Display, DisplayInside, DisplayOutside, TableInternal};
use crate::css::values::text::WhiteSpaceCollapse;

/// Wraps sequences of table parts that stand outside a table in anonymous tables.
pub(super) fn wrap_stray_parts<'h>(
    builder: &mut BoxTreeBuilder<'_, 'h>,
    parent: &ComputedStyle<'h>,
    children: Vec<Raw<'h>>,
    parent_is_inline: bool,
) -> Vec<Raw<'h>> {
    if !children.iter().any(|child| matches!(child, Raw::Internal(_))) {
        return children;
    }
    let outside = if parent_is_inline { DisplayOutside::Inline } else { DisplayOutside::Block };
    let mut result = Vec::new();
    let mut parts: Vec<Raw<'h>> = Vec::new();
    // White space between parts belongs to the table, white space after the last one does not.
    let mut space: Vec<Raw<'h>> = Vec::new();
    for child in children {
        match child {
            Raw::Internal(_) => {
                parts.append(&mut space);
                parts.push(child);
            }
            _ if !parts.is_empty() && is_collapsible_space(&child) => space.push(child),
            _ => {
                if !parts.is_empty() {
                    result.push(anonymous_table(builder, parent, std::mem::take(&mut parts), outside));
                    result.append(&mut space);
                }
                result.push(child);
            }
        }
    }
    if !parts.is_empty() {
        result.push(anonymous_table(builder, parent, parts, outside));
    }
    result.append(&mut space);
    result
}

fn anonymous_table<'h>(
    builder: &mut BoxTreeBuilder<'_, 'h>,
    parent: &ComputedStyle<'h>,
    parts: Vec<Raw<'h>>,
    outside: DisplayOutside,
) -> Raw<'h> {
    let style = builder.styles.get(builder.cx, parent, Display::flow(outside, DisplayInside::Table));
    let spec = anonymous(style);
    let id = builder.new_id();
    let contents = table_contents(builder, &spec, parts);
    Raw::Box(builder.make_box(id, &spec, contents, None))
}

fn anonymous<'h>(style: Gc<'h, ComputedStyle<'h>>) -> BoxSpec<'h> {
    let mut spec = BoxSpec::new(style, None);
    spec.flags.is_anonymous = true;
    spec
}

/// Whether a child is nothing but white space that would collapse.
pub(super) fn is_collapsible_space(raw: &Raw<'_>) -> bool {
    match raw {
        Raw::Text { style, .. } => {
            matches!(style.white_space_collapse(), WhiteSpaceCollapse::Collapse | WhiteSpaceCollapse::PreserveBreaks)
                && is_space(raw)
        }
        _ => false,
    }
}

/// Whether a child is nothing but white space.
fn is_space(raw: &Raw<'_>) -> bool {
    matches!(raw, Raw::Text { text, .. } if text.bytes().all(|b| b.is_ascii_whitespace()))
}

/// Makes a table's content from its children.
pub(super) fn table_contents<'h>(
    builder: &mut BoxTreeBuilder<'_, 'h>,
    spec: &BoxSpec<'h>,
    children: Vec<Raw<'h>>,
) -> BoxContents<'h> {
    let mut captions = Vec::new();
    let mut column_groups = Vec::new();
    let mut sections = Vec::new();
    let mut rows: Vec<Raw<'h>> = Vec::new();
    for child in children {
        match child {
            Raw::Internal(part) => match part.kind {
                TableInternal::Caption => {
                    if let RawInternalContent::Finished(caption) = part.content {
                        captions.push(caption);
                    }
                }
                TableInternal::ColumnGroup => column_groups.push(column_group(builder, part)),
                TableInternal::Column => column_groups.push(lone_column(builder, &spec.style, part)),
                TableInternal::RowGroup | TableInternal::HeaderGroup | TableInternal::FooterGroup => {
                    end_anonymous_section(builder, &spec.style, &mut rows, &mut sections);
                    sections.push(section(builder, part));
                }
                TableInternal::Row | TableInternal::Cell => rows.push(Raw::Internal(part)),
            },
            // White space directly in a table makes no cell, preserved or not.
            other if is_space(&other) => {}
            other => rows.push(other),
        }
    }
    end_anonymous_section(builder, &spec.style, &mut rows, &mut sections);
    let contents = TableContents {
        captions: builder.cx.alloc_slice(captions),
        column_groups: builder.cx.alloc_slice(column_groups),
        sections: builder.cx.alloc_slice(sections),
        grid_style: spec.style,
    };
    BoxContents::Table(builder.cx.alloc(contents))
}

fn end_anonymous_section<'h>(
    builder: &mut BoxTreeBuilder<'_, 'h>,
    table: &ComputedStyle<'h>,
    rows: &mut Vec<Raw<'h>>,
    sections: &mut Vec<TableSection<'h>>,
) {
    let children = std::mem::take(rows);
    if children.iter().all(is_collapsible_space) {
        return;
    }
    let style = builder.styles.get(builder.cx, table, Display::TableInternal(TableInternal::RowGroup));
    let id = builder.new_id();
    let rows = section_rows(builder, &style, children);
    sections.push(TableSection { id, source: None, style, kind: TableSectionKind::Body, rows });
}

fn section<'h>(builder: &mut BoxTreeBuilder<'_, 'h>, part: RawInternal<'h>) -> TableSection<'h> {
    let kind = match part.kind {
        TableInternal::HeaderGroup => TableSectionKind::Header,
        TableInternal::FooterGroup => TableSectionKind::Footer,
        _ => TableSectionKind::Body,
    };
    let rows = section_rows(builder, &part.spec.style, part_children(part.content));
    TableSection { id: part.id, source: part.spec.source, style: part.spec.style, kind, rows }
}

fn part_children<'h>(content: RawInternalContent<'h>) -> Vec<Raw<'h>> {
    match content {
        RawInternalContent::Children(children) => children,
        RawInternalContent::Finished(_) => Vec::new(),
    }
}

fn section_rows<'h>(
    builder: &mut BoxTreeBuilder<'_, 'h>,
    style: &ComputedStyle<'h>,
    children: Vec<Raw<'h>>,
) -> Gc<'h, [TableRow<'h>]> {
    let mut rows = Vec::new();
    let mut stray: Vec<Raw<'h>> = Vec::new();
    for child in children {
        match child {
            Raw::Internal(part) if part.kind == TableInternal::Row => {
                end_anonymous_row(builder, style, &mut stray, &mut rows);
                let cells = row_cells(builder, &part.spec.style, part_children(part.content));
                rows.push(TableRow { id: part.id, source: part.spec.source, style: part.spec.style, cells });
            }
            other => stray.push(other),
        }
    }
    end_anonymous_row(builder, style, &mut stray, &mut rows);
    builder.cx.alloc_slice(rows)
}

fn end_anonymous_row<'h>(
    builder: &mut BoxTreeBuilder<'_, 'h>,
    section: &ComputedStyle<'h>,
    stray: &mut Vec<Raw<'h>>,
    rows: &mut Vec<TableRow<'h>>,
) {
    let children = std::mem::take(stray);
    if children.iter().all(is_collapsible_space) {
        return;
    }
    let style = builder.styles.get(builder.cx, section, Display::TableInternal(TableInternal::Row));
    let id = builder.new_id();
    let cells = row_cells(builder, &style, children);
    rows.push(TableRow { id, source: None, style, cells });
}

fn row_cells<'h>(
    builder: &mut BoxTreeBuilder<'_, 'h>,
    style: &ComputedStyle<'h>,
    children: Vec<Raw<'h>>,
) -> Gc<'h, [TableCell<'h>]> {
    let mut cells = Vec::new();
    let mut stray: Vec<Raw<'h>> = Vec::new();
    for child in children {
        match child {
            Raw::Internal(RawInternal {
                kind: TableInternal::Cell,
                content: RawInternalContent::Finished(cell_box),
                spec,
                ..
            }) => {
                end_anonymous_cell(builder, style, &mut stray, &mut cells);
                cells.push(TableCell { cell_box, column_span: spec.column_span, row_span: spec.row_span });
            }
            other => stray.push(other),
        }
    }
    end_anonymous_cell(builder, style, &mut stray, &mut cells);
    builder.cx.alloc_slice(cells)
}

fn end_anonymous_cell<'h>(
    builder: &mut BoxTreeBuilder<'_, 'h>,
    row: &ComputedStyle<'h>,
    stray: &mut Vec<Raw<'h>>,
    cells: &mut Vec<TableCell<'h>>,
) {
    let children = std::mem::take(stray);
    if children.iter().all(is_collapsible_space) {
        return;
    }
    let style = builder.styles.get(builder.cx, row, Display::TableInternal(TableInternal::Cell));
    let spec = anonymous(style);
    let id = builder.new_id();
    let contents = anonymous_blocks::block_contents(builder, &style, children);
    let cell_box = builder.make_box(id, &spec, contents, None);
    cells.push(TableCell { cell_box, column_span: 1, row_span: 1 });
}

fn column_group<'h>(builder: &mut BoxTreeBuilder<'_, 'h>, part: RawInternal<'h>) -> TableColumnGroup<'h> {
    let columns: Vec<_> = part_children(part.content)
        .into_iter()
        .filter_map(|child| match child {
            Raw::Internal(column) if column.kind == TableInternal::Column => Some(table_column(&column)),
            // NOTE: anything else in a column group makes no box (§ 2.1).
            _ => None,
        })
        .collect();
    TableColumnGroup {
        id: part.id,
        source: part.spec.source,
        style: part.spec.style,
        span: part.spec.column_span,
        columns: builder.cx.alloc_slice_copy(&columns),
    }
}

fn table_column<'h>(part: &RawInternal<'h>) -> TableColumn<'h> {
    TableColumn { id: part.id, source: part.spec.source, style: part.spec.style, span: part.spec.column_span }
}

fn lone_column<'h>(
    builder: &mut BoxTreeBuilder<'_, 'h>,
    table: &ComputedStyle<'h>,
    part: RawInternal<'h>,
) -> TableColumnGroup<'h> {
    let style = builder.styles.get(builder.cx, table, Display::TableInternal(TableInternal::ColumnGroup));
    let id = builder.new_id();
    let columns = builder.cx.alloc_slice_copy(&[table_column(&part)]);
    TableColumnGroup { id, source: None, style, span: 1, columns }
}
