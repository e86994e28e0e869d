//! `::first-letter`: a box around the first letter of a block's first line.
//!
//! [CSS Pseudo-Elements 4, § 2.2](https://www.w3.org/TR/css-pseudo-4/#first-letter-pseudo). The letter is known before
//! lines are made: it is the first of the block's text, unless something that is no text comes before it.

use ashlar_gc::Gc;
use ashlar_layout::box_tree::builder::BoxSpec;
use ashlar_layout::box_tree::{PseudoElement, SourceNode};
use ashlar_layout::css::ComputedStyle;
use ashlar_layout::css::values::display::{Display, DisplayInside};
use ashlar_layout::css::values::text::WhiteSpaceCollapse;
use icu_properties::CodePointMapData;
use icu_properties::props::{CanonicalCombiningClass, GeneralCategory};

use super::construct::Constructor;
use crate::dom::NodeRef;
use crate::style::Pseudo;

/// A `::first-letter` that has not met its letter yet.
#[derive(Clone, Copy)]
pub(super) struct PendingLetter<'h> {
    style: Gc<'h, ComputedStyle<'h>>,
    node: NodeRef<'h>,
}

/// What an element does to the pending letter of the blocks around it.
pub(super) enum LetterScope<'h> {
    /// Its text may be that letter.
    Same,
    /// It is out of flow: the letter comes after it.
    Skipped(Option<PendingLetter<'h>>),
    /// A block with a `::first-letter` of its own.
    Own(Option<PendingLetter<'h>>),
}

impl<'h> Constructor<'_, 'h> {
    /// Before the content of a box: decides whose letter its text may be.
    pub fn enter_letter_scope(&mut self, node: NodeRef<'h>, style: &ComputedStyle<'h>) -> LetterScope<'h> {
        let display = *style.display();
        let outer = self.first_letter;
        let is_out_of_flow = style.is_out_of_flow();
        if is_out_of_flow {
            self.first_letter = None;
        } else if display.is_inline_level() && !display.is_inline_flow() {
            // An atomic inline is the first of the line: there is no first letter.
            self.first_letter = None;
            self.set_own_letter(node, display);
            return LetterScope::Skipped(None);
        }
        if display.is_inline_flow() {
            return LetterScope::Same;
        }
        let has_own = self.set_own_letter(node, display);
        match (is_out_of_flow, has_own) {
            (true, _) => LetterScope::Skipped(outer),
            (false, true) => LetterScope::Own(outer),
            (false, false) => {
                // Text inside tables, flex and grid containers is on no line of the block.
                if !is_block_container(display) {
                    self.first_letter = None;
                }
                LetterScope::Same
            }
        }
    }

    fn set_own_letter(&mut self, node: NodeRef<'h>, display: Display) -> bool {
        let style = self.styled.pseudo(node, Pseudo::FirstLetter).filter(|_| is_block_container(display));
        if let Some(style) = style {
            self.first_letter = Some(PendingLetter { style, node });
        }
        style.is_some()
    }

    /// After the content of a box.
    pub fn leave_letter_scope(&mut self, scope: LetterScope<'h>) {
        match scope {
            LetterScope::Same => {}
            LetterScope::Skipped(outer) => self.first_letter = outer,
            // A block that has met its letter had the outer block's first line too.
            LetterScope::Own(outer) => self.first_letter = self.first_letter.and(outer),
        }
    }

    /// Adds text, its first letter in a box of its own where a block waits for it.
    pub fn text_with_first_letter(&mut self, style: Gc<'h, ComputedStyle<'h>>, source: SourceNode, text: &str) {
        let Some(pending) = self.first_letter else {
            self.builder.text(style, source, text);
            return;
        };
        let Some((start, end)) = first_letter(text) else {
            if !text.chars().all(char::is_whitespace) {
                self.first_letter = None;
            }
            self.builder.text(style, source, text);
            return;
        };
        self.first_letter = None;
        // A preserved break before it puts the letter on another line.
        let keeps_breaks = *style.white_space_collapse() != WhiteSpaceCollapse::Collapse;
        if keeps_breaks && text[..start].contains('\n') {
            self.builder.text(style, source, text);
            return;
        }
        if start > 0 {
            self.builder.text(style, source, &text[..start]);
        }
        let letter = self.source(pending.node, PseudoElement::FirstLetter);
        self.builder.open(BoxSpec::new(pending.style, Some(letter)));
        self.builder.text(pending.style, source, &text[start..end]);
        self.builder.close();
        if end < text.len() {
            self.builder.text(style, source, &text[end..]);
        }
    }
}

fn is_block_container(display: Display) -> bool {
    let is_part_of_table = matches!(display, Display::TableInternal(_)) && display.inside() == DisplayInside::Flow;
    matches!(display.inside(), DisplayInside::Flow | DisplayInside::FlowRoot) && !is_part_of_table
}

/// Where the first letter of a text is, with the punctuation before and after it.
fn first_letter(text: &str) -> Option<(usize, usize)> {
    let categories = CodePointMapData::<GeneralCategory>::new();
    let is_punctuation = |c: char| {
        use GeneralCategory as G;
        matches!(
            categories.get(c),
            G::OpenPunctuation
                | G::ClosePunctuation
                | G::InitialPunctuation
                | G::FinalPunctuation
                | G::OtherPunctuation
        )
    };
    let start = text.find(|c: char| !c.is_whitespace())?;
    let mut rest = text[start..].char_indices().map(|(at, c)| (start + at, c)).peekable();
    // Punctuation before the letter, also with spaces between.
    while rest.next_if(|(at, c)| is_punctuation(*c) || (*at > start && c.is_whitespace())).is_some() {}
    let (_, letter) = rest.next()?;
    let is_mark = |c: char| {
        use GeneralCategory as G;
        matches!(categories.get(c), G::NonspacingMark | G::SpacingMark | G::EnclosingMark)
            || matches!(c, '\u{200d}' | '\u{fe00}'..='\u{fe0f}' | '\u{1f3fb}'..='\u{1f3ff}')
    };
    let classes = CodePointMapData::<CanonicalCombiningClass>::new();
    let mut last = letter;
    // Marks, and consonants that a virama or a joiner ties to the letter.
    while let Some((_, c)) = rest.next_if(|(_, c)| {
        is_mark(*c) || last == '\u{200d}' || (classes.get(last) == CanonicalCombiningClass::Virama && c.is_alphabetic())
    }) {
        last = c;
    }
    while rest.next_if(|(_, c)| is_punctuation(*c)).is_some() {}
    let end = rest.peek().map_or(text.len(), |(at, _)| *at);
    Some((start, end))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letter(text: &str) -> Option<&str> {
        first_letter(text).map(|(start, end)| &text[start..end])
    }

    #[test]
    fn punctuation_belongs_to_the_letter() {
        assert_eq!(letter("  Once upon"), Some("O"));
        assert_eq!(letter("\u{201c}Once\u{201d}"), Some("\u{201c}O"));
        assert_eq!(letter("(£)78"), Some("(£)"));
        assert_eq!(letter("T. Rex"), Some("T."));
        assert_eq!(letter(" \n"), None);
    }

    #[test]
    fn marks_belong_to_the_letter() {
        assert_eq!(letter("e\u{301}tude"), Some("e\u{301}"));
        assert_eq!(letter("स्थलों"), Some("स्थ"));
    }
}
