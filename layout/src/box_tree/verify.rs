//! Checks the promises of the box tree, in debug builds.

use super::{BoxContents, InlineItem, LayoutBox};

/// Panics where a promise of [`crate::box_tree`] is broken. Does nothing in release builds.
pub fn verify(root: &LayoutBox<'_>) {
    if !cfg!(debug_assertions) {
        return;
    }
    match root.contents {
        BoxContents::Blocks(children) => {
            for child in children.iter() {
                assert!(
                    !child.style.display().is_inline_level() || child.is_absolutely_positioned(),
                    "invariant: children of a block container with blocks are block-level, got {:?}",
                    child.style.display()
                );
                verify(child);
            }
        }
        BoxContents::Inline(contents) => {
            let mut at = 0;
            let mut depth = 0_i32;
            for item in contents.items.iter() {
                match item {
                    InlineItem::Text(text) => {
                        assert_eq!(text.start, at, "invariant: text ranges follow one another");
                        at = text.end;
                    }
                    InlineItem::Atomic(atomic) => {
                        at += '\u{fffc}'.len_utf8() as u32;
                        verify(atomic);
                    }
                    InlineItem::StartInlineBox(_) => depth += 1,
                    InlineItem::EndInlineBox(_) => depth -= 1,
                    InlineItem::Float(inner) | InlineItem::OutOfFlow(inner) => verify(inner),
                }
                assert!(depth >= 0, "invariant: inline boxes nest");
            }
            assert_eq!(at as usize, contents.text.len(), "invariant: items cover the text");
            assert_eq!(depth, 0, "invariant: inline boxes nest");
        }
        BoxContents::Flex(children) | BoxContents::Grid(children) => {
            for child in children.iter() {
                assert!(
                    child.flags.is_flex_or_grid_item || child.is_absolutely_positioned(),
                    "invariant: items are marked"
                );
                verify(child);
            }
        }
        BoxContents::Table(table) => {
            for caption in table.captions.iter() {
                verify(caption);
            }
            for cell in table.sections.iter().flat_map(|s| s.rows.iter()).flat_map(|r| r.cells.iter()) {
                verify(&cell.cell_box);
            }
        }
        BoxContents::Replaced(_) => {}
    }
}
