//! Justification: spreading what is left of a line over its expansion opportunities
//! ([CSS Text 4, § 6.4](https://www.w3.org/TR/css-text-4/#text-justify-property)).

use crate::css::values::text::TextJustify;
use crate::geometry::LayoutUnit;

use super::break_lines::Line;
use super::items::{ItemKind, Paragraph};

/// What is added after which clusters of a line.
#[derive(Clone, Debug, Default)]
pub(super) struct Expansion {
    /// Bytes of the characters after which room is added, ascending.
    after: Vec<u32>,
    /// How much, in px.
    each: f32,
}

impl Expansion {
    /// What is added after the cluster that begins at a byte.
    pub fn at(&self, offset: u32) -> f32 {
        if !self.after.is_empty() && self.after.binary_search(&offset).is_ok() { self.each } else { 0.0 }
    }

    /// What is added to a range.
    pub fn sum(&self, start: u32, end: u32) -> f64 {
        let first = self.after.partition_point(|at| *at < start);
        let last = self.after.partition_point(|at| *at < end);
        (last - first) as f64 * f64::from(self.each)
    }
}

/// Spreads `free` over a line.
pub(super) fn justify(paragraph: &Paragraph<'_, '_>, line: &Line, free: LayoutUnit) -> Expansion {
    if free <= LayoutUnit::ZERO {
        return Expansion::default();
    }
    let mut after = Vec::new();
    // The character before, where it is, and how its text is justified.
    let mut previous: Option<(u32, char, TextJustify)> = None;
    for entry in &line.entries {
        match paragraph.items[entry.item].kind {
            ItemKind::Text(source) => {
                let method = paragraph.styles.get(source.style).justification;
                let text = &paragraph.text[entry.start as usize..entry.hang_start as usize];
                for (at, character) in text.char_indices() {
                    let at = entry.start + at as u32;
                    if let Some((before_at, before, method)) = previous
                        && expands_between(before, character, method)
                    {
                        after.push(before_at);
                    }
                    previous = Some((at, character, method));
                }
            }
            ItemKind::Tab(_) => {
                // Text before a preserved tab stays at its place.
                after.clear();
                previous = None;
            }
            ItemKind::Atomic(_) => {
                if let Some((before_at, before, method)) = previous
                    && expands_between(before, '\u{fffc}', method)
                {
                    after.push(before_at);
                }
                previous = None;
            }
            _ => {}
        }
    }
    if after.is_empty() {
        return Expansion::default();
    }
    let each = (free.to_px_f64() / after.len() as f64) as f32;
    Expansion { after, each }
}

/// Whether there is an opportunity between two characters: after spaces, and around ideographs.
fn expands_between(before: char, after: char, method: TextJustify) -> bool {
    if matches!(before, ' ' | '\u{a0}') {
        return method != TextJustify::None;
    }
    if method == TextJustify::None {
        return false;
    }
    if matches!(method, TextJustify::InterCharacter | TextJustify::Distribute) {
        return !is_mark(after);
    }
    if method == TextJustify::InterWord || is_mark(after) || matches!(after, ' ' | '\u{a0}') {
        return false;
    }
    is_ideographic(before) || is_ideographic(after)
}

/// Combining marks and joiners, which belong to the character before.
fn is_mark(character: char) -> bool {
    matches!(character, '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200f}' | '\u{fe00}'..='\u{fe0f}' | '\u{3099}' | '\u{309a}')
}

/// Ideographs, kana and their punctuation.
fn is_ideographic(character: char) -> bool {
    matches!(character,
        '\u{2e80}'..='\u{312f}' | '\u{3190}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{fe30}'..='\u{fe4f}'
        | '\u{ff00}'..='\u{ffef}' | '\u{1f000}'..='\u{1faff}' | '\u{20000}'..='\u{3fffd}')
}
