//! Cutting a line short with an ellipsis: `text-overflow` and the last line of a clamped block.
//!
//! Spec: <https://www.w3.org/TR/css-overflow-3/#text-overflow>, <https://www.w3.org/TR/css-overflow-4/#line-clamp>.

use crate::css::values::position::Overflow;
use crate::css::values::text::TextOverflow;
use crate::geometry::LayoutUnit;

use super::hyphen::{self, SetString};
use super::items::Paragraph;
use super::leaves::{Leaf, LeafKind, Leaves, Shown};
use super::line_box::PlacedLine;
use super::measure;

/// The ellipsis of a line.
pub(super) struct Ellipsis {
    /// Its text.
    pub text: SetString,
    /// Its left edge in the line box.
    pub left: LayoutUnit,
}

/// Whether lines of the container that are too long end with a string.
fn applies(paragraph: &Paragraph<'_, '_>) -> bool {
    let style = paragraph.box_style(0).style;
    *style.text_overflow() != TextOverflow::Clip && *style.overflow_x() != Overflow::Visible
}

fn ellipsis_text(paragraph: &Paragraph<'_, '_>) -> SetString {
    match paragraph.box_style(0).style.text_overflow() {
        TextOverflow::String(text) => hyphen::set(paragraph, 0, text),
        TextOverflow::Clip | TextOverflow::Ellipsis => hyphen::ellipsis(paragraph, 0),
    }
}

/// Hides what does not fit beside the ellipsis, if the line needs one.
pub(super) fn truncate(paragraph: &Paragraph<'_, '_>, placed: &PlacedLine, leaves: &mut Leaves) -> Option<Ellipsis> {
    let total = total_width(paragraph, leaves);
    let overflows = total - placed.line.hang + placed.line.indent > placed.width;
    let is_cut = placed.is_clamped || (overflows && applies(paragraph));
    if !is_cut {
        return None;
    }
    let text = ellipsis_text(paragraph);
    let is_rtl = placed.base_level % 2 == 1;
    let room = placed.width - placed.line.indent - text.width;
    let used = hide_beyond(paragraph, leaves, room, is_rtl);
    let start = if is_rtl { placed.width - placed.line.indent } else { placed.content_left };
    let left = if is_rtl { start - used - text.width } else { start + used };
    Some(Ellipsis { text, left })
}

fn total_width(paragraph: &Paragraph<'_, '_>, leaves: &Leaves) -> LayoutUnit {
    let edges: LayoutUnit = leaves
        .boxes
        .iter()
        .map(|span| {
            let facts = &paragraph.boxes[span.index as usize];
            let start = if span.begins { facts.start_edge() } else { LayoutUnit::ZERO };
            let end = if span.ends { facts.end_edge() } else { LayoutUnit::ZERO };
            start + end
        })
        .sum();
    edges + leaves.leaves.iter().map(|leaf| leaf.width).sum()
}

/// Goes over the leaves from the start side, hides what is beyond `room`, and answers how much is used.
fn hide_beyond(paragraph: &Paragraph<'_, '_>, leaves: &mut Leaves, room: LayoutUnit, is_rtl: bool) -> LayoutUnit {
    let mut order = leaves.order.clone();
    if is_rtl {
        order.reverse();
    }
    let mut used = LayoutUnit::ZERO;
    let mut is_full = false;
    let mut has_shown = false;
    for index in order {
        if is_full {
            leaves.leaves[index].shown = Shown::Nothing;
            continue;
        }
        used += edges_before(paragraph, leaves, index);
        let leaf = leaves.leaves[index];
        if used + leaf.width <= room || matches!(leaf.kind, LeafKind::Empty | LeafKind::OutOfFlow | LeafKind::Break) {
            used += leaf.width + edges_after(paragraph, leaves, index);
            has_shown |= leaf.width > LayoutUnit::ZERO;
            continue;
        }
        is_full = true;
        let (shown, width) = cut_leaf(paragraph, &leaf, room - used, has_shown, is_rtl);
        leaves.leaves[index].shown = shown;
        used += width;
    }
    used
}

/// How much of the first leaf that does not fit is shown, and its width. The first character or atomic inline of a
/// line is never hidden. Of text against the line's direction it is the end that is shown.
fn cut_leaf(
    paragraph: &Paragraph<'_, '_>,
    leaf: &Leaf,
    room: LayoutUnit,
    has_shown: bool,
    is_rtl: bool,
) -> (Shown, LayoutUnit) {
    if leaf.kind != LeafKind::Text {
        return if has_shown { (Shown::Nothing, LayoutUnit::ZERO) } else { (Shown::All, leaf.width) };
    }
    let shaped = &paragraph.shaped.text;
    let room = room.clamp_negative_to_zero().to_px_f64();
    let (start, end) = if is_rtl == (leaf.level % 2 == 1) {
        let end = shaped.boundary_within(leaf.start, room).min(leaf.end);
        let least = if has_shown { end } else { shaped.boundary_after(leaf.start).min(leaf.end) };
        (leaf.start, end.max(least))
    } else {
        let hidden = shaped.width(leaf.start, leaf.end) - room;
        let start = shaped.boundary_within(leaf.start, hidden);
        let is_exact = shaped.width(start, leaf.end) <= room + 0.01;
        let start = if is_exact { start } else { shaped.boundary_after(start) };
        let most = if has_shown { start } else { shaped.boundary_at_or_before(leaf.end - 1) };
        (start.min(most).min(leaf.end), leaf.end)
    };
    let width = crate::text::shaped::width_to_layout_unit(measure::width(paragraph, start, end));
    if end <= start { (Shown::Nothing, LayoutUnit::ZERO) } else { (Shown::Part(start, end), width) }
}

/// Edges of the boxes that begin with a leaf.
fn edges_before(paragraph: &Paragraph<'_, '_>, leaves: &Leaves, leaf: usize) -> LayoutUnit {
    let begin = leaves.boxes.iter().filter(|span| span.begins && span.first == leaf);
    begin.map(|span| paragraph.boxes[span.index as usize].start_edge()).sum()
}

/// Edges of the boxes that end with a leaf.
fn edges_after(paragraph: &Paragraph<'_, '_>, leaves: &Leaves, leaf: usize) -> LayoutUnit {
    let end = leaves.boxes.iter().filter(|span| span.ends && span.last == leaf);
    end.map(|span| paragraph.boxes[span.index as usize].end_edge()).sum()
}
