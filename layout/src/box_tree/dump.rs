//! The box tree as text, one box a line, the same on every machine.

use std::fmt::Write;

use super::{BoxContents, BoxTree, InlineItem, LayoutBox};

/// Dumps a tree.
pub fn dump(tree: &BoxTree<'_>) -> String {
    let mut out = String::new();
    if let Some(root) = tree.root {
        dump_box(&root, 0, &mut out);
    }
    out
}

fn indent(depth: usize, out: &mut String) {
    out.extend(std::iter::repeat_n("  ", depth));
}

fn dump_box(layout_box: &LayoutBox<'_>, depth: usize, out: &mut String) {
    indent(depth, out);
    let kind = match layout_box.contents {
        BoxContents::Blocks(_) => "blocks",
        BoxContents::Inline(_) => "inline",
        BoxContents::Flex(_) => "flex",
        BoxContents::Grid(_) => "grid",
        BoxContents::Table(_) => "table",
        BoxContents::Replaced(_) => "replaced",
    };
    let _ = write!(out, "{kind} #{}", layout_box.id.0);
    if let Some(source) = layout_box.source {
        let _ = write!(out, " node {} {:?}", source.node, source.pseudo);
    }
    if layout_box.flags.is_anonymous {
        out.push_str(" anonymous");
    }
    let _ = writeln!(out, " {:?}", layout_box.style.display());
    if let Some(marker) = layout_box.outside_marker {
        dump_box(&marker, depth + 1, out);
    }
    match layout_box.contents {
        BoxContents::Blocks(children) | BoxContents::Flex(children) | BoxContents::Grid(children) => {
            for child in children.iter() {
                dump_box(child, depth + 1, out);
            }
        }
        BoxContents::Inline(contents) => {
            for item in contents.items.iter() {
                dump_item(item, &contents.text, depth + 1, out);
            }
        }
        BoxContents::Table(table) => {
            for caption in table.captions.iter() {
                dump_box(caption, depth + 1, out);
            }
            for section in table.sections.iter() {
                indent(depth + 1, out);
                let _ = writeln!(out, "section #{} {:?}", section.id.0, section.kind);
                for row in section.rows.iter() {
                    indent(depth + 2, out);
                    let _ = writeln!(out, "row #{}", row.id.0);
                    for cell in row.cells.iter() {
                        indent(depth + 3, out);
                        let _ = writeln!(out, "cell {} x {}", cell.column_span, cell.row_span);
                        dump_box(&cell.cell_box, depth + 4, out);
                    }
                }
            }
        }
        BoxContents::Replaced(contents) => {
            indent(depth + 1, out);
            let _ = writeln!(out, "natural {:?} x {:?}", contents.natural_width, contents.natural_height);
        }
    }
}

fn dump_item(item: &InlineItem<'_>, text: &str, depth: usize, out: &mut String) {
    match item {
        InlineItem::Text(run) => {
            indent(depth, out);
            let _ = writeln!(out, "text {:?}", text.get(run.start as usize..run.end as usize).unwrap_or(""));
        }
        InlineItem::StartInlineBox(inline_box) => {
            indent(depth, out);
            let _ = writeln!(out, "start #{}", inline_box.id.0);
        }
        InlineItem::EndInlineBox(inline_box) => {
            indent(depth, out);
            let _ = writeln!(out, "end #{}", inline_box.id.0);
        }
        InlineItem::Atomic(layout_box) | InlineItem::Float(layout_box) | InlineItem::OutOfFlow(layout_box) => {
            dump_box(layout_box, depth, out);
        }
    }
}
