//! The fragment tree as text, one fragment a line, the same on every machine.

use std::fmt::Write;

use super::{ChildFragment, Fragment, FragmentTree};

/// Dumps a tree; offsets are relative to the parent.
pub fn dump(tree: &FragmentTree<'_>) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "viewport {:?} document {:?}", tree.viewport, tree.document);
    for child in tree.root.iter().chain(tree.viewport_children.iter()) {
        dump_child(child, 0, &mut out);
    }
    out
}

fn dump_child(child: &ChildFragment<'_>, depth: usize, out: &mut String) {
    out.extend(std::iter::repeat_n("  ", depth));
    match child.fragment {
        Fragment::Box(fragment) => {
            let _ = write!(out, "{:?} #{} {:?} @ {:?}", fragment.kind, fragment.box_id.0, fragment.size, child.offset);
            if let Some(source) = fragment.source {
                let _ = write!(out, " node {} {:?}", source.node, source.pseudo);
            }
            out.push('\n');
            for child in fragment.children.iter() {
                dump_child(child, depth + 1, out);
            }
        }
        Fragment::Line(line) => {
            let _ = writeln!(out, "line {:?} @ {:?} baseline {}", line.size, child.offset, line.baseline);
            for child in line.children.iter() {
                dump_child(child, depth + 1, out);
            }
        }
        Fragment::Text(text) => {
            let _ = writeln!(out, "text {:?} @ {:?} {:?}", text.size, child.offset, &*text.text);
        }
    }
}
