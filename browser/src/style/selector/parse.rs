//! What selectors may say.

use cssparser::{CowRcStr, ParseError, Parser, Token};
use rustc_hash::FxHashMap;
use selectors::parser::{ParseRelative, SelectorParseErrorKind};

use super::name::{Name, NamespaceName, Text};
use super::pseudo_class::PseudoClass;
use super::pseudo_element::PseudoElement;
use super::{SelectorList, Selectors};

/// The namespaces a sheet declares with `@namespace`.
#[derive(Clone, Debug, Default)]
pub struct Namespaces {
    /// The default namespace.
    pub default: Option<NamespaceName>,
    /// Namespaces by prefix.
    pub prefixes: FxHashMap<Name, NamespaceName>,
}

/// The parser of selectors of one sheet.
pub struct SelectorParser<'a> {
    /// The namespaces of the sheet.
    pub namespaces: &'a Namespaces,
    /// Whether a selector that a newer browser might know makes `:is()` forget it (as everywhere but in `@supports`).
    pub forgiving: bool,
}

type Error = SelectorParseErrorKind;

fn unsupported<T>() -> Result<T, ParseError<Error>> {
    Err(ParseError::custom(SelectorParseErrorKind::UnsupportedPseudoClassOrElement))
}

impl<'i> selectors::parser::Parser<'i> for SelectorParser<'_> {
    type Impl = Selectors;
    type Error = Error;

    fn parse_slotted(&self) -> bool {
        true
    }

    fn parse_part(&self) -> bool {
        true
    }

    fn parse_nth_child_of(&self) -> bool {
        true
    }

    fn parse_is_and_where(&self) -> bool {
        true
    }

    fn parse_has(&self) -> bool {
        true
    }

    fn parse_parent_selector(&self) -> bool {
        true
    }

    fn is_is_alias(&self, name: &str) -> bool {
        name.eq_ignore_ascii_case("-webkit-any")
    }

    fn parse_host(&self) -> bool {
        true
    }

    fn allow_forgiving_selectors(&self) -> bool {
        self.forgiving
    }

    fn parse_non_ts_pseudo_class(&self, name: &str) -> Result<PseudoClass, ParseError<Error>> {
        PseudoClass::from_name(name).map_or_else(unsupported, Ok)
    }

    fn parse_non_ts_functional_pseudo_class(
        &self,
        name: &str,
        input: &mut Parser<'i>,
        _after_part: bool,
    ) -> Result<PseudoClass, ParseError<Error>> {
        cssparser::match_ignore_ascii_case! { name,
            "lang" => {
                let ranges = input.parse_comma_separated(language_range)?;
                Ok(PseudoClass::Lang(ranges.into()))
            },
            "dir" => {
                let word = input.expect_ident()?;
                Ok(PseudoClass::Dir(match_direction(word)))
            },
            "state" | "active-view-transition-type" => {
                let word = input.expect_ident()?.as_ref().to_owned();
                while input.next().is_ok() {}
                Ok(PseudoClass::Never(Text(format!("{name}({word})").into())))
            },
            _ => unsupported(),
        }
    }

    fn parse_pseudo_element(&self, name: &str) -> Result<PseudoElement, ParseError<Error>> {
        PseudoElement::from_name(name).map_or_else(unsupported, Ok)
    }

    fn parse_functional_pseudo_element(
        &self,
        name: &str,
        arguments: &mut Parser<'i>,
    ) -> Result<PseudoElement, ParseError<Error>> {
        cssparser::match_ignore_ascii_case! { name,
            "highlight" => Ok(PseudoElement::Highlight(arguments.expect_ident()?.as_ref().into())),
            "cue" | "view-transition-group" | "view-transition-image-pair" | "view-transition-old"
                | "view-transition-new" | "picker" | "scroll-button" => {
                while arguments.next().is_ok() {}
                Ok(PseudoElement::Webkit(Name::from(&*name.to_ascii_lowercase())))
            },
            _ => unsupported(),
        }
    }

    fn default_namespace(&self) -> Option<NamespaceName> {
        self.namespaces.default.clone()
    }

    fn namespace_for_prefix(&self, prefix: &Name) -> Option<NamespaceName> {
        self.namespaces.prefixes.get(prefix).cloned()
    }
}

fn match_direction(word: &CowRcStr<'_>) -> Option<bool> {
    cssparser::match_ignore_ascii_case! { &**word,
        "rtl" => Some(true),
        "ltr" => Some(false),
        _ => None,
    }
}

/// [A language range](https://www.w3.org/TR/selectors-4/#the-lang-pseudo): an identifier, a string, or `*-…`.
fn language_range(input: &mut Parser<'_>) -> Result<Text, ParseError<Error>> {
    Ok(match input.next()? {
        Token::Ident(name) | Token::QuotedString(name) => Text(name.as_ref().into()),
        Token::Delim('*') => {
            let rest = input.try_parse(|input| match input.next_including_whitespace() {
                Ok(Token::Ident(rest)) => Ok(rest.as_ref().to_owned()),
                _ => Err(()),
            });
            Text(format!("*{}", rest.unwrap_or_default()).into())
        }
        _ => return unsupported(),
    })
}

/// Parses the whole input as a list of selectors.
pub fn parse_selector_list(
    input: &mut Parser<'_>,
    namespaces: &Namespaces,
    relative: ParseRelative,
) -> Result<SelectorList, ParseError<Error>> {
    let parser = SelectorParser { namespaces, forgiving: true };
    input.parse_entirely(|input| SelectorList::parse(&parser, input, relative))
}
