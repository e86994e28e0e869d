//! Text that stands outside the paragraph: the hyphen at a soft hyphen, the ellipsis of clipped lines.

use crate::css::values::text::StringOrAuto;
use crate::geometry::LayoutUnit;
use crate::text::font_source::ShapeRequest;
use crate::text::shaped::{RunSpacing, ShapedText, width_to_layout_unit};

use super::items::Paragraph;
use super::measure::Pieces;

/// A string set in a style of the paragraph.
pub(super) struct SetString {
    /// Its characters.
    pub text: String,
    /// Its glyphs.
    pub pieces: Pieces,
    /// Its width.
    pub width: LayoutUnit,
}

/// The hyphen of a style ([`hyphenate-character`](https://www.w3.org/TR/css-text-4/#hyphenate-character)).
pub(super) fn hyphen(paragraph: &Paragraph<'_, '_>, style: u32) -> SetString {
    match paragraph.styles.get(style).style.hyphenate_character() {
        StringOrAuto::Auto => set_first_that_has_glyphs(paragraph, style, &["\u{2010}", "-"]),
        StringOrAuto::String(text) => set(paragraph, style, text),
    }
}

/// The width of [`hyphen`].
pub(super) fn width(paragraph: &Paragraph<'_, '_>, style: u32) -> LayoutUnit {
    hyphen(paragraph, style).width
}

/// The ellipsis of a style: one character, or three full stops where its primary font has none.
pub(super) fn ellipsis(paragraph: &Paragraph<'_, '_>, style: u32) -> SetString {
    set_first_that_has_glyphs(paragraph, style, &["\u{2026}", "..."])
}

fn set_first_that_has_glyphs(paragraph: &Paragraph<'_, '_>, style: u32, choices: &[&str]) -> SetString {
    let primary = paragraph.styles.get(style).font;
    for choice in choices {
        let runs = shape(paragraph, style, choice);
        let is_in_primary = runs.runs_in(0, choice.len() as u32).all(|run| run.font == primary);
        if is_in_primary && runs.has_no_missing_glyph() {
            return finish(paragraph, choice, runs);
        }
    }
    set(paragraph, style, choices.last().copied().unwrap_or_default())
}

/// Sets a string in a style.
pub(super) fn set(paragraph: &Paragraph<'_, '_>, style: u32, text: &str) -> SetString {
    let shaped = shape(paragraph, style, text);
    finish(paragraph, text, shaped)
}

fn finish(paragraph: &Paragraph<'_, '_>, text: &str, shaped: ShapedText) -> SetString {
    let pieces = Pieces::of(shaped, text.len() as u32);
    let width = width_to_layout_unit(pieces.width(paragraph));
    SetString { text: text.to_owned(), pieces, width }
}

fn shape(paragraph: &Paragraph<'_, '_>, style: u32, text: &str) -> ShapedText {
    let facts = paragraph.styles.get(style);
    let request = ShapeRequest {
        text,
        range: (0, text.len()),
        font: &facts.style.font,
        script: *b"Zyyy",
        is_rtl: false,
        letter_spaced: facts.spacing.letter != 0.0,
    };
    let mut shaped = ShapedText::default();
    for run in paragraph.ctx.fonts.shape(&request) {
        let spacing = RunSpacing { letter: facts.spacing.letter, word: 0.0 };
        shaped.push_run(run, text, *b"Zyyy", style, spacing);
    }
    shaped
}
