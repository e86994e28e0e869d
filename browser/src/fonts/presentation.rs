//! Emoji or text, and characters that are never seen.

use ashlar_layout::css::values::font::FontVariantEmoji;
use icu_properties::CodePointSetData;
use icu_properties::props::{DefaultIgnorableCodePoint, Emoji, EmojiPresentation};

/// How a cluster wants to be drawn ([UTS 51](https://www.unicode.org/reports/tr51/#Presentation_Style)).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Presentation {
    /// As text.
    Text,
    /// In colour by default.
    Emoji,
    /// In colour, because the text or the style says so.
    EmojiAsked,
}

impl Presentation {
    /// The presentation of a cluster.
    pub(super) fn of(cluster: &str, variant: FontVariantEmoji) -> Self {
        let mut characters = cluster.chars();
        let Some(first) = characters.next() else { return Self::Text };
        // Digits are emoji too; alone and without a selector they are text in any case but `emoji`.
        if first.is_ascii() && cluster.len() == 1 {
            return if variant == FontVariantEmoji::Emoji && is_emoji(first) { Self::EmojiAsked } else { Self::Text };
        }
        match characters.next() {
            Some('\u{FE0F}') if is_emoji(first) => Self::EmojiAsked,
            Some('\u{FE0E}') => Self::Text,
            Some('\u{1F3FB}'..='\u{1F3FF}') => Self::Emoji,
            _ => match variant {
                FontVariantEmoji::Emoji if is_emoji(first) => Self::EmojiAsked,
                FontVariantEmoji::Text => Self::Text,
                _ if CodePointSetData::new::<EmojiPresentation>().contains(first) => Self::Emoji,
                _ => Self::Text,
            },
        }
    }
}

fn is_emoji(c: char) -> bool {
    CodePointSetData::new::<Emoji>().contains(c)
}

/// Whether a character is invisible where a font does not know it.
pub(super) fn is_default_ignorable(c: char) -> bool {
    CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn selectors_and_defaults_decide() {
        let of = |text| Presentation::of(text, FontVariantEmoji::Normal);
        assert_eq!(of("1"), Presentation::Text);
        assert_eq!(of("1\u{FE0F}\u{20E3}"), Presentation::EmojiAsked);
        assert_eq!(of("©"), Presentation::Text);
        assert_eq!(of("©\u{FE0F}"), Presentation::EmojiAsked);
        assert_eq!(of("😀"), Presentation::Emoji);
        assert_eq!(of("😀\u{FE0E}"), Presentation::Text);
        assert_eq!(of("☺"), Presentation::Text);
        assert_eq!(of("👍🏽"), Presentation::Emoji);
    }
}
