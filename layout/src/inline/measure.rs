//! Widths of parts of the text, and the glyphs of them.
//!
//! A part whose ends are safe to break is cut out of the shaped paragraph; what lies between an unsafe end and the
//! nearest safe place is shaped again.

use std::rc::Rc;

use smallvec::SmallVec;

use crate::text::shaped::{CutRun, ShapedText};

use super::items::Paragraph;

/// A part of a text on a line: shaped with the paragraph or again.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    again: Option<Rc<ShapedText>>,
    start: u32,
    end: u32,
}

/// The pieces of one text on one line, in logical order.
#[derive(Clone, Debug, Default)]
pub(super) struct Pieces(SmallVec<[Piece; 1]>);

impl Pieces {
    /// Cuts a part of the text out. Both ends must be inside one text item.
    pub fn cut(paragraph: &Paragraph<'_, '_>, start: u32, end: u32) -> Self {
        let mut pieces = SmallVec::new();
        if end <= start {
            return Self(pieces);
        }
        let text = &paragraph.shaped.text;
        let first_safe = if text.is_safe(start) { start } else { text.safe_at_or_after(start, end) };
        let last_safe = if text.is_safe(end) { end } else { text.safe_at_or_before(end, start) };
        if first_safe >= last_safe && (first_safe > start || last_safe < end) {
            pieces.push(Piece::again(paragraph, start, end));
            return Self(pieces);
        }
        if start < first_safe {
            pieces.push(Piece::again(paragraph, start, first_safe));
        }
        pieces.push(Piece { again: None, start: first_safe, end: last_safe });
        if last_safe < end {
            pieces.push(Piece::again(paragraph, last_safe, end));
        }
        Self(pieces)
    }

    /// A text that stands outside the paragraph: a hyphen, an ellipsis.
    pub fn of(shaped: ShapedText, length: u32) -> Self {
        Self(SmallVec::from_iter([Piece { again: Some(Rc::new(shaped)), start: 0, end: length }]))
    }

    /// The width in px.
    pub fn width(&self, paragraph: &Paragraph<'_, '_>) -> f64 {
        self.0.iter().map(|piece| piece.shaped(paragraph).width(piece.start, piece.end)).sum()
    }

    /// The glyph runs in logical order; `expansion` is what justification adds after the cluster at a byte.
    pub fn runs(&self, paragraph: &Paragraph<'_, '_>, expansion: &dyn Fn(u32) -> f32) -> Vec<CutRun> {
        let mut runs = Vec::new();
        for piece in &self.0 {
            piece.shaped(paragraph).cut(piece.start, piece.end, expansion, &mut runs);
        }
        runs
    }
}

impl Piece {
    fn again(paragraph: &Paragraph<'_, '_>, start: u32, end: u32) -> Self {
        Self { again: Some(Rc::new(paragraph.reshape(start, end))), start, end }
    }

    fn shaped<'p>(&'p self, paragraph: &'p Paragraph<'_, '_>) -> &'p ShapedText {
        self.again.as_deref().unwrap_or(&paragraph.shaped.text)
    }
}

/// The width of a part of the text in px, as it would be if it were cut there.
pub(super) fn width(paragraph: &Paragraph<'_, '_>, start: u32, end: u32) -> f64 {
    if end <= start {
        return 0.0;
    }
    let text = &paragraph.shaped.text;
    if text.is_safe(start) && text.is_safe(end) {
        return text.width(start, end);
    }
    Pieces::cut(paragraph, start, end).width(paragraph)
}
