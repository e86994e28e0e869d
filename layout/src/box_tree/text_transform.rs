//! `text-transform`.
//!
//! [CSS Text 4, § 2.1](https://www.w3.org/TR/css-text-4/#text-transform-property)

use crate::css::ComputedStyle;
use crate::css::values::text::TextTransformCase;

/// The transformed text of a node, `None` where it stays as it is. `previous` is the character before it in the paragraph.
pub(super) fn transform(text: &str, style: &ComputedStyle<'_>, previous: Option<char>) -> Option<String> {
    let transform = style.text_transform();
    let language = style.language().as_deref().unwrap_or("");
    let cased = match transform.case {
        TextTransformCase::None => None,
        TextTransformCase::Uppercase => Some(uppercase(text, language)),
        TextTransformCase::Lowercase => Some(lowercase(text, language)),
        TextTransformCase::Capitalize => Some(capitalize(text, language, previous)),
    };
    if !transform.full_width {
        return cased;
    }
    Some(cased.as_deref().unwrap_or(text).chars().map(full_width).collect())
}

/// Whether the language's primary subtag is one of these.
fn is_language(language: &str, primaries: &[&str]) -> bool {
    let primary = language.split(['-', '_']).next().unwrap_or("");
    primaries.iter().any(|p| p.eq_ignore_ascii_case(primary))
}

fn uppercase(text: &str, language: &str) -> String {
    if is_language(language, &["tr", "az"]) {
        return text
            .chars()
            .flat_map(|c| {
                if c == 'i' { "İ".chars().next().into_iter().collect() } else { c.to_uppercase().collect::<Vec<_>>() }
            })
            .collect();
    }
    if is_language(language, &["el"]) {
        return text.to_uppercase().chars().map(without_tonos).collect();
    }
    text.to_uppercase()
}

/// Greek capitals are written without accents.
fn without_tonos(character: char) -> char {
    match character {
        'Ά' => 'Α',
        'Έ' => 'Ε',
        'Ή' => 'Η',
        'Ί' => 'Ι',
        'Ό' => 'Ο',
        'Ύ' => 'Υ',
        'Ώ' => 'Ω',
        other => other,
    }
}

fn lowercase(text: &str, language: &str) -> String {
    if is_language(language, &["tr", "az"]) {
        return text.replace('İ', "i").replace('I', "ı").to_lowercase();
    }
    text.to_lowercase()
}

/// The first letter of each word in title case; a word is a run of letters, digits, marks and apostrophes.
fn capitalize(text: &str, language: &str, previous: Option<char>) -> String {
    let mut in_word = previous.is_some_and(continues_word);
    let mut result = String::with_capacity(text.len());
    for character in text.chars() {
        if !in_word && character.is_alphanumeric() {
            match character {
                'i' if is_language(language, &["tr", "az"]) => result.push('İ'),
                'ǆ' | 'Ǆ' => result.push('ǅ'),
                'ǉ' | 'Ǉ' => result.push('ǈ'),
                'ǌ' | 'Ǌ' => result.push('ǋ'),
                'ß' => result.push_str("Ss"),
                other => result.extend(other.to_uppercase()),
            }
        } else {
            result.push(character);
        }
        in_word = continues_word(character) && (in_word || character.is_alphanumeric());
    }
    result
}

fn continues_word(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '\'' | '’' | '\u{300}'..='\u{36f}' | '_' | '\u{ad}' | '\u{200d}')
}

fn full_width(character: char) -> char {
    match character {
        ' ' => '\u{3000}',
        '!'..='~' => char::from_u32(u32::from(character) + 0xfee0).unwrap_or(character),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn capitals_begin_words() {
        assert_eq!(capitalize("hello big-blue world's end", "", None), "Hello Big-Blue World's End");
        assert_eq!(capitalize("ello", "", Some('h')), "ello");
    }

    #[test]
    fn case_follows_the_language() {
        assert_eq!(uppercase("istanbul straße", "tr"), "İSTANBUL STRASSE");
        assert_eq!(lowercase("ISI", "tr-TR"), "ısı");
        assert_eq!(uppercase("άνθρωπος", "el"), "ΑΝΘΡΩΠΟΣ");
    }
}
