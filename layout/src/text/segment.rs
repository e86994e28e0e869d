//! Where text may be cut: between clusters of characters, and at the end of a line.

use icu_locale_core::{LanguageIdentifier, langid};
use icu_properties::CodePointMapData;
use icu_properties::props::EastAsianWidth;
use icu_segmenter::options::{LineBreakOptions as IcuOptions, LineBreakStrictness, LineBreakWordOption};
use icu_segmenter::{GraphemeClusterSegmenter, LineSegmenter};

use crate::css::values::text::{LineBreak, WordBreak};

/// What a style says about line breaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LineBreakOptions {
    /// `word-break`
    pub word_break: WordBreak,
    /// `line-break`
    pub line_break: LineBreak,
    /// Whether the content's language is Chinese or Japanese.
    pub is_cjk: bool,
}

impl LineBreakOptions {
    /// The options for text of a language (`None`: not known).
    pub fn new(word_break: WordBreak, line_break: LineBreak, language: Option<&str>) -> Self {
        let primary = language.and_then(|tag| tag.split(['-', '_']).next()).unwrap_or_default();
        Self { word_break, line_break, is_cjk: ["ja", "zh", "yue"].iter().any(|tag| primary.eq_ignore_ascii_case(tag)) }
    }
}

/// The end of the grapheme cluster ([UAX 29](https://www.unicode.org/reports/tr29/)) that begins at `at`.
pub fn cluster_end(text: &str, at: usize) -> usize {
    let bytes = text.as_bytes();
    if let (Some(byte), next) = (bytes.get(at), bytes.get(at + 1))
        && byte.is_ascii()
        && next.is_none_or(|next| next.is_ascii() && !(*byte == b'\r' && *next == b'\n'))
    {
        return at + 1;
    }
    let Some(rest) = text.get(at..) else { return text.len() };
    GraphemeClusterSegmenter::new().segment_str(rest).nth(1).map_or(text.len(), |end| at + end)
}

/// The byte offsets within a text at which a soft wrap is allowed, ascending, without its begin and end. The offset
/// after a forced break is one of them.
///
/// [CSS Text 4 § 5](https://www.w3.org/TR/css-text-4/#line-breaking), by UAX 14; between two ASCII characters by the table that Chromium has.
pub fn line_breaks(text: &str, options: LineBreakOptions) -> Vec<u32> {
    if options.line_break == LineBreak::Anywhere {
        return clusters(text);
    }
    let breaks_all = options.word_break == WordBreak::BreakAll;
    if text.is_ascii() && !breaks_all {
        let bytes = text.as_bytes();
        return (1..bytes.len()).filter(|at| breaks_in_ascii(bytes, *at)).map(|at| at as u32).collect();
    }
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut checked = 1;
    for at in segmenter(options).segment_str(text).skip(1) {
        if !breaks_all {
            // What lies between two opportunities may have some of the table's.
            add_from_table(bytes, checked..at, &mut found);
        }
        checked = at + 1;
        if at >= text.len() {
            break;
        }
        let is_allowed =
            if is_ascii_pair(bytes, at) { breaks_in_ascii(bytes, at) } else { !begins_with_hyphen(text, at) };
        if breaks_all || is_allowed {
            found.push(at as u32);
        }
    }
    if text.contains(QUOTATION_MARKS) {
        found.extend(breaks_at_quotes(text));
        found.sort_unstable();
        found.dedup();
    }
    found
}

/// Opening and closing marks that are the same in Latin and in Chinese text.
const QUOTATION_MARKS: [char; 4] = ['\u{2018}', '\u{2019}', '\u{201C}', '\u{201D}'];

/// [LB 20a](https://www.unicode.org/reports/tr14/#LB20a): no line ends after a hyphen that begins a word.
fn begins_with_hyphen(text: &str, at: usize) -> bool {
    let mut before = text[..at].chars().rev();
    let is_hyphen = |c| matches!(c, '-' | '\u{58A}' | '\u{2010}' | '\u{2012}' | '\u{2013}');
    before.next().is_some_and(is_hyphen)
        && before.next().is_none_or(|c| c.is_whitespace() || matches!(c, '\u{200B}' | '\u{2060}'))
        && text[at..].chars().next().is_some_and(char::is_alphabetic)
}

/// [LB 19a](https://www.unicode.org/reports/tr14/#LB19a): between East Asian characters a line may end before an opening
/// quotation mark and after a closing one.
fn breaks_at_quotes(text: &str) -> impl Iterator<Item = u32> {
    text.match_indices(QUOTATION_MARKS).filter_map(|(at, mark)| {
        let end = at + mark.len();
        let is_surrounded = text[..at].chars().next_back().is_some_and(is_east_asian)
            && text[end..].chars().next().is_some_and(is_east_asian);
        is_surrounded.then_some(if matches!(mark, "\u{2018}" | "\u{201C}") { at as u32 } else { end as u32 })
    })
}

fn is_east_asian(c: char) -> bool {
    let width = CodePointMapData::<EastAsianWidth>::new().get(c);
    let is_letter = c.is_alphanumeric();
    is_letter && matches!(width, EastAsianWidth::Wide | EastAsianWidth::Fullwidth | EastAsianWidth::Halfwidth)
}

fn add_from_table(bytes: &[u8], range: std::ops::Range<usize>, found: &mut Vec<u32>) {
    let range = range.start..range.end.min(bytes.len());
    found.extend(range.filter(|at| is_ascii_pair(bytes, *at) && breaks_in_ascii(bytes, *at)).map(|at| at as u32));
}

fn is_ascii_pair(bytes: &[u8], at: usize) -> bool {
    bytes[at - 1].is_ascii() && bytes[at].is_ascii()
}

fn clusters(text: &str) -> Vec<u32> {
    let mut found = Vec::new();
    let mut at = cluster_end(text, 0);
    while at < text.len() {
        // Spaces hang at the end of the line before.
        if text.as_bytes()[at] != b' ' {
            found.push(at as u32);
        }
        at = cluster_end(text, at);
    }
    found
}

fn segmenter(options: LineBreakOptions) -> icu_segmenter::LineSegmenterBorrowed<'static> {
    static JAPANESE: LanguageIdentifier = langid!("ja");
    let mut icu = IcuOptions::default();
    icu.strictness = Some(match options.line_break {
        LineBreak::Loose => LineBreakStrictness::Loose,
        LineBreak::Strict => LineBreakStrictness::Strict,
        // AD-HOC: `auto` is `normal` in Chromium: lines may begin with small kana.
        LineBreak::Auto | LineBreak::Normal | LineBreak::Anywhere => LineBreakStrictness::Normal,
    });
    icu.word_option = Some(match options.word_break {
        WordBreak::BreakAll => LineBreakWordOption::BreakAll,
        WordBreak::KeepAll => LineBreakWordOption::KeepAll,
        WordBreak::Normal | WordBreak::BreakWord | WordBreak::AutoPhrase => LineBreakWordOption::Normal,
    });
    if options.is_cjk {
        icu.content_locale = Some(&JAPANESE);
    }
    LineSegmenter::new_dictionary(icu)
}

/// Before these, a line may end after most punctuation.
const OPENING: &[u8] = b"(<[{";
/// After these, a line may end before an opening bracket.
const BEFORE_OPENING: &[u8] = b"!\"#%&)*+,.:;=>\\]|}~";
/// Before these, a line may not end after a hyphen.
const NOT_AFTER_HYPHEN: &[u8] = b"!$),./:;?]}";
/// Before these, a line may not end after a question mark.
const NOT_AFTER_QUESTION: &[u8] = b"!\"'),./:;?]}";

/// Whether a line may end between the two ASCII characters around `at`.
///
/// AD-HOC: the pairs were measured in Chromium; they differ from UAX 14 in that nothing breaks after a slash, and that
/// question marks are followed by breaks, for the sake of URLs.
fn breaks_in_ascii(bytes: &[u8], at: usize) -> bool {
    let (before, after) = (bytes[at - 1], bytes[at]);
    let is_space = |byte: u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r');
    if is_space(before) {
        return !is_space(after) || before == b'\n';
    }
    if is_space(after) || after.is_ascii_control() || before.is_ascii_control() {
        return false;
    }
    match before {
        // A hyphen before a digit may be a minus sign, unless something stands before it.
        b'-' if after.is_ascii_digit() => at >= 2 && bytes[at - 2].is_ascii_alphanumeric(),
        b'-' => !NOT_AFTER_HYPHEN.contains(&after),
        b'?' => !NOT_AFTER_QUESTION.contains(&after),
        _ => OPENING.contains(&after) && BEFORE_OPENING.contains(&before),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str, options: LineBreakOptions) -> String {
        let mut out = String::new();
        let breaks = line_breaks(text, options);
        for (at, c) in text.char_indices() {
            if breaks.contains(&(at as u32)) {
                out.push('÷');
            }
            out.push(c);
        }
        out
    }

    /// Texts without spaces, cut where Chromium lets lines end.
    const MEASURED: &str = "a-÷5b 1-÷5 -5 -÷-5 a-÷-5 (-5) a/b/c http://a.b/c?÷d=e&f a÷—÷b a–÷b a‐÷b a\u{AD}÷b a\u{200B}÷b \
        a…÷b a\u{A0}b x÷水÷水÷y 水。÷水 水÷(水) a’b “a”(b) é-÷é é/÷é a·b é-÷e 1–÷5 a|b 100%off $5 €5 5€ ¿a? \
        a!b é!b é?÷b x→y สวัสดี÷ชาว÷โลก ア÷ー÷ア ぁ÷あ÷ゃ 한÷국÷어 a\u{3000}÷b a÷😀÷😀÷b 👨\u{200D}👩÷x a\u{2003}÷b \
        a\u{2009}÷b é(b) b(é) a÷——÷b a...b «b» a»b foo_bar.baz é.b é,b a\u{FEFF}b a\u{2060}b a°b a±b \
        é+b -é a-÷é é-5 a×b 1–÷a a–÷1 –abc a•b a†b a⁄b a‧÷b a÷´b a、÷b 水、÷b 「水」÷水 水！÷水 水…÷水 a，÷b “水”÷水 \
        水÷“水 a%b é%b £5 5£ ±5 a/÷é é/a http://÷é.de/b a§b a¿b a¡b a«b (é)a กก ا-÷ب п–÷п п/÷п a½b a−b −é \
        5−é 가÷é あ÷a÷あ あ÷(a) ア・÷ア 水〜÷水 水% $水 水-÷水 5÷水 水÷# 水/÷水 水:÷水";

    #[test]
    fn breaks_are_those_of_chromium() {
        let mut differences = Vec::new();
        for expected in MEASURED.split(' ') {
            let text: String = expected.chars().filter(|c| *c != '÷').collect();
            let ours = cut(&text, LineBreakOptions::default());
            if ours != expected {
                differences.push((ours, expected));
            }
        }
        assert_eq!(differences, []);
    }

    #[test]
    fn options_change_breaks() {
        let with = |word_break, line_break| LineBreakOptions { word_break, line_break, is_cjk: false };
        assert_eq!(cut("ab 1", with(WordBreak::BreakAll, LineBreak::Auto)), "a÷b ÷1");
        assert_eq!(cut("水水 a", with(WordBreak::KeepAll, LineBreak::Auto)), "水水 ÷a");
        assert_eq!(cut("アー", with(WordBreak::Normal, LineBreak::Strict)), "アー");
        assert_eq!(cut("a.e\u{301}", with(WordBreak::Normal, LineBreak::Anywhere)), "a÷.÷e\u{301}");
    }

    #[test]
    fn clusters_end_where_readers_expect() {
        let text = "ae\u{301}👨‍👩‍👧🇩🇪\r\nx";
        let mut at = 0;
        let mut parts = Vec::new();
        while at < text.len() {
            let end = cluster_end(text, at);
            parts.push(&text[at..end]);
            at = end;
        }
        assert_eq!(parts, ["a", "e\u{301}", "👨‍👩‍👧", "🇩🇪", "\r\n", "x"]);
        assert_eq!(cluster_end("abc", 7), 3);
    }
}
