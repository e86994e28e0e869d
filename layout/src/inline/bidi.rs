//! The bidirectional algorithm over a paragraph, and the visual order of a line.
//!
//! `unicode-bidi` and `direction` of inline boxes act as if directional controls stood at the boxes' edges
//! ([CSS Writing Modes 4, § 2.4.1](https://www.w3.org/TR/css-writing-modes-4/#bidi-control-codes-injection-table)). The
//! controls are put into a copy of the text; the levels are read back for the characters that are really there.

use ashlar_gc::Gc;
use unicode_bidi::{BidiInfo, Level};

use crate::box_tree::{InlineContents, InlineItem};
use crate::css::ComputedStyle;
use crate::css::values::position::DirectionValue;
use crate::css::values::text::UnicodeBidi;
use crate::geometry::WritingMode;

/// Levels of a paragraph's bytes.
#[derive(Debug, Default)]
pub(super) struct Levels {
    /// One for each byte; empty where all are zero.
    pub bytes: Vec<u8>,
    /// Base level of each part between forced breaks, with the byte at which it ends.
    pub bases: Vec<(u32, u8)>,
}

/// The controls that open and close a box.
fn controls(style: &ComputedStyle<'_>) -> (&'static str, &'static str) {
    let rtl = *style.direction() == DirectionValue::Rtl;
    match (style.unicode_bidi(), rtl) {
        (UnicodeBidi::Normal, _) => ("", ""),
        (UnicodeBidi::Embed, false) => ("\u{202a}", "\u{202c}"),
        (UnicodeBidi::Embed, true) => ("\u{202b}", "\u{202c}"),
        (UnicodeBidi::BidiOverride, false) => ("\u{202d}", "\u{202c}"),
        (UnicodeBidi::BidiOverride, true) => ("\u{202e}", "\u{202c}"),
        (UnicodeBidi::Isolate, false) => ("\u{2066}", "\u{2069}"),
        (UnicodeBidi::Isolate, true) => ("\u{2067}", "\u{2069}"),
        (UnicodeBidi::IsolateOverride, false) => ("\u{2068}\u{202d}", "\u{202c}\u{2069}"),
        (UnicodeBidi::IsolateOverride, true) => ("\u{2068}\u{202e}", "\u{202c}\u{2069}"),
        (UnicodeBidi::Plaintext, _) => ("\u{2068}", "\u{2069}"),
    }
}

/// The text with controls, and where its parts come from.
#[derive(Default)]
struct Injected {
    text: String,
    /// Start in the injected text, start in the paragraph, length.
    parts: Vec<(usize, usize, usize)>,
}

impl Injected {
    fn copy(&mut self, paragraph: &str, start: usize, end: usize) {
        if start < end {
            self.parts.push((self.text.len(), start, end - start));
            self.text.push_str(&paragraph[start..end]);
        }
    }
}

/// Resolves the levels of a paragraph of inline content in a block container.
pub(super) fn resolve(contents: &InlineContents<'_>, container: &ComputedStyle<'_>, mode: WritingMode) -> Levels {
    let base = u8::from(mode.is_rtl());
    let is_plaintext = *container.unicode_bidi() == UnicodeBidi::Plaintext;
    let overrides = matches!(container.unicode_bidi(), UnicodeBidi::BidiOverride | UnicodeBidi::IsolateOverride);
    if !contents.may_need_bidi && base == 0 && !overrides {
        return Levels::default();
    }
    let injected = inject(contents, overrides.then_some(container));
    let level = if is_plaintext { None } else { Level::new(base).ok() };
    let info = BidiInfo::new(&injected.text, level);
    let mut bytes = vec![base; contents.text.len()];
    for &(from, to, length) in &injected.parts {
        for (byte, level) in bytes[to..to + length].iter_mut().zip(&info.levels[from..from + length]) {
            *byte = level.number();
        }
    }
    let mut bases = Vec::new();
    for paragraph in &info.paragraphs {
        let index = injected.parts.partition_point(|part| part.0 < paragraph.range.end);
        let end = index.checked_sub(1).map_or(0, |last| {
            let (from, to, length) = injected.parts[last];
            to + length.min(paragraph.range.end - from)
        });
        bases.push((end as u32, paragraph.level.number()));
    }
    Levels { bytes, bases }
}

/// Builds the text with controls. Controls do not reach over a forced break, so they are closed before and opened again after it.
fn inject(contents: &InlineContents<'_>, overriding: Option<&ComputedStyle<'_>>) -> Injected {
    let mut injected = Injected::default();
    let mut open: Vec<(&str, &str)> = overriding.map(controls).into_iter().collect();
    for pair in &open {
        injected.text.push_str(pair.0);
    }
    let mut at = 0;
    for item in contents.items.iter() {
        match item {
            InlineItem::Text(text) => {
                let (mut start, end) = (text.start as usize, text.end as usize);
                while let Some(found) = contents.text[start..end].find('\n') {
                    injected.copy(&contents.text, start, start + found);
                    open.iter().rev().for_each(|pair| injected.text.push_str(pair.1));
                    injected.copy(&contents.text, start + found, start + found + 1);
                    open.iter().for_each(|pair| injected.text.push_str(pair.0));
                    start += found + 1;
                }
                injected.copy(&contents.text, start, end);
                at = end;
            }
            InlineItem::StartInlineBox(inline_box) => {
                let pair = controls(&inline_box.style);
                injected.text.push_str(pair.0);
                open.push(pair);
            }
            InlineItem::EndInlineBox(_) => {
                if let Some(pair) = open.pop() {
                    injected.text.push_str(pair.1);
                }
            }
            InlineItem::Atomic(_) => {
                let end = at + '\u{fffc}'.len_utf8();
                injected.copy(&contents.text, at, end);
                at = end;
            }
            InlineItem::Float(_) | InlineItem::OutOfFlow(_) => {}
        }
    }
    injected
}

/// UAX 9, rule [L2](https://www.unicode.org/reports/tr9/#L2): from the levels of a line's parts in logical order to
/// their indices from left to right.
pub(super) fn visual_order(levels: &[u8]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..levels.len()).collect();
    let highest = levels.iter().copied().max().unwrap_or(0);
    let lowest_odd = levels.iter().copied().filter(|level| level % 2 == 1).min().unwrap_or(u8::MAX);
    let mut level = highest;
    while level >= lowest_odd && level > 0 {
        let mut start = 0;
        while start < order.len() {
            if levels[order[start]] < level {
                start += 1;
                continue;
            }
            let end = (start..order.len()).find(|&i| levels[order[i]] < level).unwrap_or(order.len());
            order[start..end].reverse();
            start = end;
        }
        level -= 1;
    }
    order
}

/// Whether a box of this style runs right to left.
pub(super) fn is_rtl(style: &Gc<'_, ComputedStyle<'_>>) -> bool {
    *style.direction() == DirectionValue::Rtl
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_reversed_by_level() {
        assert_eq!(visual_order(&[0, 0, 0]), [0, 1, 2]);
        assert_eq!(visual_order(&[1, 1]), [1, 0]);
        // "he said CAR MEANS car" of UAX 9: RTL with an LTR word inside.
        assert_eq!(visual_order(&[0, 1, 2, 1, 0]), [0, 3, 2, 1, 4]);
        assert_eq!(visual_order(&[1, 2, 2, 1]), [3, 1, 2, 0]);
    }
}
