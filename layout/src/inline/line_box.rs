//! Line boxes: where a broken line goes in the room between floats
//! ([CSS Text 4, § 6](https://www.w3.org/TR/css-text-4/#justification)).

use crate::css::values::text::{TextAlign, TextAlignLast};
use crate::geometry::LayoutUnit;

use super::break_lines::{Line, LineEnd};
use super::items::Paragraph;
use super::justify::{self, Expansion};
use super::vertical_align::LineVertical;

/// A line with its place; only fragments are still to be made of it.
#[derive(Clone, Debug)]
pub(super) struct PlacedLine {
    /// Its content.
    pub line: Line,
    /// Its vertical geometry.
    pub vertical: LineVertical,
    /// Left edge of the line box in the content box.
    pub left: LayoutUnit,
    /// Top of the line box in the content box.
    pub top: LayoutUnit,
    /// Width of the line box: the room between floats.
    pub width: LayoutUnit,
    /// Left edge of the content in the line box (of hanging spaces too, where they are on the left).
    pub content_left: LayoutUnit,
    /// Justification.
    pub expansion: Expansion,
    /// Base level of its bidi paragraph.
    pub base_level: u8,
    /// Whether lines after it are clamped.
    pub is_clamped: bool,
}

/// How the content of a line is aligned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Alignment {
    Left,
    Right,
    Center,
    Justify,
}

/// Aligns a line in its room.
pub(super) fn place(
    paragraph: &Paragraph<'_, '_>,
    line: Line,
    vertical: LineVertical,
    left: LayoutUnit,
    top: LayoutUnit,
) -> PlacedLine {
    let base_level = paragraph.base_level(line.start.offset);
    let is_rtl = base_level % 2 == 1;
    let width = line.band.length();
    let free = width - line.indent - line.width;
    let mut alignment = alignment(paragraph, &line, is_rtl);
    let mut expansion = Expansion::default();
    let mut rest = free;
    if alignment == Alignment::Justify {
        expansion = justify::justify(paragraph, &line, free);
        alignment = if is_rtl { Alignment::Right } else { Alignment::Left };
        if expansion.sum(0, u32::MAX) > 0.0 {
            rest = LayoutUnit::ZERO;
        }
    }
    // A line that is too long sticks out at its end.
    let offset = match alignment {
        Alignment::Left if is_rtl => rest.min(LayoutUnit::ZERO),
        Alignment::Left => LayoutUnit::ZERO,
        Alignment::Right if is_rtl => rest,
        Alignment::Right => rest.clamp_negative_to_zero(),
        Alignment::Center if rest.is_negative() => {
            if is_rtl {
                rest
            } else {
                LayoutUnit::ZERO
            }
        }
        Alignment::Center => rest.div_count(2),
        Alignment::Justify => LayoutUnit::ZERO,
    };
    // Indentation is on the start side, hanging spaces are beyond the end side.
    let content_left = if is_rtl { offset - line.hang } else { offset + line.indent };
    PlacedLine { line, vertical, left, top, width, content_left, expansion, base_level, is_clamped: false }
}

/// [`text-align-all`](https://www.w3.org/TR/css-text-4/#text-align-property) and `text-align-last`.
fn alignment(paragraph: &Paragraph<'_, '_>, line: &Line, is_rtl: bool) -> Alignment {
    let style = paragraph.box_style(0).style;
    let (start, end) = if is_rtl { (Alignment::Right, Alignment::Left) } else { (Alignment::Left, Alignment::Right) };
    let all = match style.text_align() {
        TextAlign::Start | TextAlign::MatchParent => start,
        TextAlign::End => end,
        TextAlign::Left | TextAlign::WebkitLeft => Alignment::Left,
        TextAlign::Right | TextAlign::WebkitRight => Alignment::Right,
        TextAlign::Center | TextAlign::WebkitCenter => Alignment::Center,
        TextAlign::Justify => Alignment::Justify,
    };
    if line.end == LineEnd::Wrap {
        return all;
    }
    match style.text_align_last() {
        TextAlignLast::Auto if all == Alignment::Justify => start,
        TextAlignLast::Auto => all,
        TextAlignLast::Start | TextAlignLast::MatchParent => start,
        TextAlignLast::End => end,
        TextAlignLast::Left => Alignment::Left,
        TextAlignLast::Right => Alignment::Right,
        TextAlignLast::Center => Alignment::Center,
        TextAlignLast::Justify => Alignment::Justify,
    }
}
