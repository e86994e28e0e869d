//! Collects inline content: text transformation and white space collapsing.
//!
//! [CSS Text 4, § 4.3.1 (phase I)](https://www.w3.org/TR/css-text-4/#white-space-phase-1): what does not depend on
//! where lines end. Collapsible spaces at the start of the content, around forced breaks and at the end are removed here
//! too, since a line certainly begins or ends there; all others are left to line breaking.

use ashlar_gc::{Cx, Gc};

use super::text_transform::transform;
use super::*;
use crate::css::values::position::DirectionValue;
use crate::css::values::text::{TextWrapMode, UnicodeBidi, WhiteSpaceCollapse};

/// Stands for an atomic inline in the paragraph's text.
const OBJECT: char = '\u{fffc}';

/// Gathers the items of one inline formatting context.
pub(super) struct InlineCollector<'a, 'h> {
    cx: &'a Cx<'h>,
    items: Vec<InlineItem<'h>>,
    text: String,
    /// A collapsible space at the end of `text`, which the next collapsible space joins: its item and byte offset.
    open_space: Option<(usize, usize)>,
    /// Whether a collapsible space here would be at the start of a line.
    at_line_start: bool,
    /// The last character before this text, for `capitalize`.
    last_character: Option<char>,
    makes_line: bool,
    may_need_bidi: bool,
}

impl<'a, 'h> InlineCollector<'a, 'h> {
    /// An empty collector for the content of a block container of this style.
    pub fn new(cx: &'a Cx<'h>, container: &ComputedStyle<'h>) -> Self {
        Self {
            cx,
            items: Vec::new(),
            text: String::new(),
            open_space: None,
            at_line_start: true,
            last_character: None,
            makes_line: false,
            may_need_bidi: reorders(container),
        }
    }

    /// Adds the text of a node.
    pub fn text(&mut self, style: Gc<'h, ComputedStyle<'h>>, source: SourceNode, text: &str) {
        let transformed = transform(text, &style, self.last_character);
        let text = transformed.as_deref().unwrap_or(text);
        let start = self.text.len();
        let item = self.items.len();
        // The item stands before its end is known, so that a space in it can be found again.
        self.items.push(InlineItem::Text(InlineText { start: start as u32, end: start as u32, style, source }));
        match style.white_space_collapse() {
            WhiteSpaceCollapse::Collapse => self.collapse(text, item, false),
            WhiteSpaceCollapse::PreserveBreaks => self.collapse(text, item, true),
            WhiteSpaceCollapse::Preserve | WhiteSpaceCollapse::BreakSpaces => self.preserve(text, false),
            WhiteSpaceCollapse::PreserveSpaces => self.preserve(text, true),
        }
        self.last_character = text.chars().next_back().or(self.last_character);
        self.may_need_bidi |= self.text[start..].chars().any(is_bidi_relevant);
        let end = self.text.len() as u32;
        match &mut self.items[item] {
            InlineItem::Text(inline) if inline.start < end => inline.end = end,
            _ => {
                // Nothing is left of the node: its white space joined that of its neighbours.
                self.items.truncate(item);
            }
        }
    }

    fn collapse(&mut self, text: &str, item: usize, keep_breaks: bool) {
        let mut characters = text.chars().peekable();
        while let Some(character) = characters.next() {
            match character {
                '\n' if keep_breaks => self.forced_break_character(),
                ' ' | '\t' | '\n' | '\r' | '\u{c}' => {
                    let mut is_break = character == '\n';
                    while let Some(next) = characters.next_if(|c| matches!(c, ' ' | '\t' | '\n' | '\r' | '\u{c}')) {
                        if next == '\n' && keep_breaks {
                            is_break = false;
                            self.forced_break_character();
                        } else {
                            is_break |= next == '\n';
                        }
                    }
                    if is_break && self.break_vanishes(characters.peek().copied()) {
                        continue;
                    }
                    self.collapsible_space(item);
                }
                other => self.character(other),
            }
        }
    }

    /// [§ 4.3.3](https://www.w3.org/TR/css-text-4/#line-break-transform): a segment break beside a zero width space,
    /// or between wide East Asian characters, is removed.
    fn break_vanishes(&self, next: Option<char>) -> bool {
        let previous = self.text.chars().next_back();
        previous == Some('\u{200b}')
            || next == Some('\u{200b}')
            || (previous.is_some_and(is_wide_east_asian) && next.is_some_and(is_wide_east_asian))
    }

    fn collapsible_space(&mut self, item: usize) {
        if let Some((before, _)) = self.open_space {
            if self.wraps(item) && !self.wraps(before) && !self.text.ends_with('\u{200b}') {
                // The space that stays may not be broken at, the one that goes may: its opportunity stays.
                self.text.push('\u{200b}');
            }
            return;
        }
        if self.at_line_start {
            return;
        }
        self.open_space = Some((item, self.text.len()));
        self.text.push(' ');
    }

    fn wraps(&self, item: usize) -> bool {
        match self.items.get(item) {
            Some(InlineItem::Text(text)) => *text.style.text_wrap_mode() == TextWrapMode::Wrap,
            _ => false,
        }
    }

    fn character(&mut self, character: char) {
        self.open_space = None;
        self.at_line_start = false;
        self.makes_line = true;
        self.text.push(character);
    }

    fn preserve(&mut self, text: &str, breaks_to_spaces: bool) {
        for character in text.chars() {
            match character {
                '\n' if breaks_to_spaces => self.character(' '),
                '\t' if breaks_to_spaces => self.character(' '),
                '\n' => self.forced_break_character(),
                '\r' | '\u{c}' => self.character(' '),
                other => self.character(other),
            }
        }
        if !text.is_empty() {
            self.at_line_start = text.ends_with('\n') && !breaks_to_spaces;
        }
    }

    fn forced_break_character(&mut self) {
        self.remove_open_space();
        self.text.push('\n');
        self.at_line_start = true;
        self.makes_line = true;
    }

    /// Removes a collapsible space at the end of the text, from whichever item holds it.
    fn remove_open_space(&mut self) {
        let Some((item, offset)) = self.open_space.take() else { return };
        if offset + 1 != self.text.len() {
            return;
        }
        self.text.truncate(offset);
        let end = offset as u32;
        for later in &mut self.items[item..] {
            if let InlineItem::Text(inline) = later {
                inline.start = inline.start.min(end);
                inline.end = inline.end.min(end);
            }
        }
    }

    /// Adds a forced line break.
    pub fn line_break(&mut self, style: Gc<'h, ComputedStyle<'h>>, source: SourceNode) {
        self.remove_open_space();
        let start = self.text.len() as u32;
        self.text.push('\n');
        self.items.push(InlineItem::Text(InlineText { start, end: start + 1, style, source }));
        self.at_line_start = true;
        self.makes_line = true;
        self.last_character = Some('\n');
    }

    /// Begins an inline box.
    pub fn start_inline_box(&mut self, inline_box: Gc<'h, InlineBox<'h>>) {
        self.may_need_bidi |= reorders(&inline_box.style);
        self.makes_line |= true;
        self.items.push(InlineItem::StartInlineBox(inline_box));
    }

    /// Ends an inline box.
    pub fn end_inline_box(&mut self, inline_box: Gc<'h, InlineBox<'h>>) {
        self.items.push(InlineItem::EndInlineBox(inline_box));
    }

    /// Adds an atomic inline.
    pub fn atomic(&mut self, layout_box: Gc<'h, LayoutBox<'h>>) {
        self.character(OBJECT);
        self.last_character = None;
        self.items.push(InlineItem::Atomic(layout_box));
    }

    /// Adds a float.
    pub fn float(&mut self, layout_box: Gc<'h, LayoutBox<'h>>) {
        self.items.push(InlineItem::Float(layout_box));
    }

    /// Adds an absolutely positioned box.
    pub fn out_of_flow(&mut self, layout_box: Gc<'h, LayoutBox<'h>>) {
        self.items.push(InlineItem::OutOfFlow(layout_box));
    }

    /// Ends the content; `None` where it holds neither text nor an inline box nor an atomic inline.
    pub fn finish(mut self) -> Option<InlineContents<'h>> {
        self.remove_open_space();
        if !self.makes_line {
            return None;
        }
        let items: Vec<_> = self
            .items
            .iter()
            .copied()
            .filter(|item| !matches!(item, InlineItem::Text(text) if text.start == text.end))
            .collect();
        Some(InlineContents {
            text: self.cx.alloc_str(&self.text),
            items: self.cx.alloc_slice_copy(&items),
            may_need_bidi: self.may_need_bidi,
        })
    }
}

fn reorders(style: &ComputedStyle<'_>) -> bool {
    *style.direction() == DirectionValue::Rtl || *style.unicode_bidi() != UnicodeBidi::Normal
}

/// Whether a character may make the bidirectional algorithm do anything in a left-to-right paragraph.
fn is_bidi_relevant(character: char) -> bool {
    matches!(
        u32::from(character),
        0x590..=0x8ff | 0x200e..=0x200f | 0x202a..=0x202e | 0x2066..=0x2069 | 0xfb1d..=0xfdff | 0xfe70..=0xfeff
        | 0x10800..=0x10fff | 0x1e800..=0x1efff
    )
}

/// Wide characters between which a line break in the source vanishes; Hangul is written with spaces and is not among them.
fn is_wide_east_asian(character: char) -> bool {
    matches!(
        u32::from(character),
        0x2e80..=0x303e | 0x3041..=0x312f | 0x31a0..=0x9fff | 0xf900..=0xfaff | 0xfe30..=0xfe4f | 0xff01..=0xff60
        | 0x1b000..=0x1b16f | 0x20000..=0x3fffd
    )
}
