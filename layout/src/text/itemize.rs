//! Text to runs of one script.
//!
//! [UAX 24 § 5](https://www.unicode.org/reports/tr24/#Common): common and inherited characters take the script around
//! them, a closing bracket that of its opening one; characters of several scripts go with whichever is there.

use std::ops::Range;

use icu_properties::props::{BidiMirroringGlyph, BidiPairedBracketType, EnumeratedProperty, Script};
use icu_properties::script::ScriptWithExtensions;
use icu_properties::{CodePointMapData, PropertyNamesShort};

/// Brackets open at the same time that are remembered; more of them are text nobody reads.
const MAX_BRACKETS: usize = 32;
/// Scripts of one character that are looked at.
const MAX_SCRIPTS: usize = 24;

/// The ISO 15924 tag of text in which all characters are common.
pub const COMMON: [u8; 4] = *b"Zyyy";

/// The scripts that a run can still be of.
type Scripts = smallvec::SmallVec<[Script; 4]>;

/// The runs of a text, in order, each with the ISO 15924 tag of its script.
pub fn script_runs(text: &str) -> impl Iterator<Item = (Range<usize>, [u8; 4])> {
    // Most text is Latin throughout.
    let runs = if text.is_ascii() {
        let tag = if text.bytes().any(|byte| byte.is_ascii_alphabetic()) { *b"Latn" } else { COMMON };
        if text.is_empty() { Vec::new() } else { vec![(0..text.len(), tag)] }
    } else {
        Runs::default().of(text)
    };
    runs.into_iter()
}

#[derive(Default)]
struct Runs {
    done: Vec<(Range<usize>, [u8; 4])>,
    start: usize,
    /// Empty as long as all characters were common.
    scripts: Scripts,
    /// Open brackets with the closing one they wait for and the scripts they stand in.
    brackets: Vec<(char, Scripts)>,
}

impl Runs {
    fn of(mut self, text: &str) -> Vec<(Range<usize>, [u8; 4])> {
        for (at, c) in text.char_indices() {
            if c.is_ascii_alphabetic() {
                self.meet(at, &[Script::Latin]);
                continue;
            }
            let scripts = scripts_of(c);
            if scripts.is_empty() {
                self.common(at, c);
            } else {
                self.meet(at, &scripts);
            }
        }
        self.finish(text.len());
        self.done
    }

    /// A character of known scripts: it joins the run if they have one in common.
    fn meet(&mut self, at: usize, scripts: &[Script]) {
        if self.scripts.is_empty() {
            self.scripts.extend_from_slice(scripts);
            return;
        }
        if self.scripts.len() == 1 && scripts.contains(&self.scripts[0]) {
            return;
        }
        let both: Scripts = self.scripts.iter().filter(|script| scripts.contains(script)).copied().collect();
        if both.is_empty() {
            self.finish(at);
            self.scripts.extend_from_slice(scripts);
        } else {
            self.scripts = both;
        }
    }

    fn common(&mut self, at: usize, c: char) {
        // Quotation marks and the like have no pair.
        if matches!(c, ' ' | '.' | ',') {
            return;
        }
        let bracket = BidiMirroringGlyph::for_char(c);
        match (bracket.paired_bracket_type, bracket.mirroring_glyph) {
            (BidiPairedBracketType::Open, Some(close)) if self.brackets.len() < MAX_BRACKETS => {
                self.brackets.push((close, self.scripts.clone()));
            }
            (BidiPairedBracketType::Close, _) => {
                let Some(open) = self.brackets.iter().rposition(|(close, _)| *close == c) else { return };
                let (_, scripts) = self.brackets.swap_remove(open);
                self.brackets.truncate(open);
                if !scripts.is_empty() {
                    self.meet(at, &scripts);
                }
            }
            _ => {}
        }
    }

    fn finish(&mut self, end: usize) {
        if self.start < end {
            let tag = self.scripts.first().map_or(COMMON, |script| tag(*script));
            self.done.push((self.start..end, tag));
        }
        self.start = end;
        self.scripts.clear();
    }
}

/// The scripts of a character, its own first; none for common and inherited ones.
fn scripts_of(c: char) -> Scripts {
    let own = CodePointMapData::<Script>::new().get(c);
    let mut found = Scripts::new();
    if !matches!(own, Script::Common | Script::Inherited | Script::Unknown) {
        found.push(own);
    }
    // OpenType has one script for both kinds of kana.
    match own {
        Script::Hiragana => found.push(Script::Katakana),
        Script::Katakana => found.push(Script::Hiragana),
        _ => {}
    }
    if !c.is_ascii() {
        for script in ScriptWithExtensions::new().get_script_extensions_val(c).iter().take(MAX_SCRIPTS) {
            if !matches!(script, Script::Common | Script::Inherited | Script::Unknown) && !found.contains(&script) {
                found.push(script);
            }
        }
    }
    found
}

fn tag(script: Script) -> [u8; 4] {
    let name = PropertyNamesShort::<Script>::new().get(script).unwrap_or("Zyyy");
    name.as_bytes().first_chunk::<4>().copied().unwrap_or(COMMON)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runs(text: &str) -> Vec<(&str, String)> {
        script_runs(text).map(|(range, tag)| (&text[range], String::from_utf8_lossy(&tag).into_owned())).collect()
    }

    fn pair<'a>(text: &'a str, tag: &str) -> (&'a str, String) {
        (text, tag.to_owned())
    }

    #[test]
    fn common_characters_take_the_script_around_them() {
        assert_eq!(runs("Hello, world"), [pair("Hello, world", "Latn")]);
        assert_eq!(runs("12 + 3 — 4"), [pair("12 + 3 — 4", "Zyyy")]);
        assert_eq!(runs("«Привет»"), [pair("«Привет»", "Cyrl")]);
        assert_eq!(runs("é e\u{301}"), [pair("é e\u{301}", "Latn")]);
        assert_eq!(runs(""), []);
    }

    #[test]
    fn scripts_part_and_brackets_pair() {
        assert_eq!(runs("abc עברית"), [pair("abc ", "Latn"), pair("עברית", "Hebr")]);
        assert_eq!(runs("a (ש) b"), [pair("a (", "Latn"), pair("ש", "Hebr"), pair(") b", "Latn")]);
        assert_eq!(runs("水カ"), [pair("水", "Hani"), pair("カ", "Kana")]);
        // The prolonged sound mark is for Hiragana and Katakana.
        assert_eq!(runs("カー"), [pair("カー", "Kana")]);
        assert_eq!(runs("すペ"), [pair("すペ", "Hira")]);
    }
}
