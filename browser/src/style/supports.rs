//! `@supports`: whether a declaration, a selector or a font technology is understood.
//!
//! Spec: <https://www.w3.org/TR/css-conditional-5/#at-supports-ext>.

use cssparser::{ParseError, Parser};
use selectors::parser::ParseRelative;

use super::condition::{Condition, TestSyntax};
use super::declarations::supports_declaration;
use super::selector::{Namespaces, SelectorList, SelectorParser};

type Error = ParseError<()>;

/// Parses a condition and evaluates it at once: what is understood does not change.
pub fn parse_supports(input: &mut Parser<'_>, namespaces: &Namespaces) -> Result<bool, Error> {
    let test = |syntax: TestSyntax<'_>, input: &mut Parser<'_>| parse_test(&syntax, input, namespaces);
    Ok(Condition::parse(input, &test)?.holds(&|result| *result))
}

/// The argument of `supports()` in `@import`: a condition or a bare declaration.
pub fn parse_import_supports(input: &mut Parser<'_>, namespaces: &Namespaces) -> Result<bool, Error> {
    let condition = input.try_parse(|input| {
        let result = parse_supports(input, namespaces)?;
        input.expect_exhausted().map_err(Error::from)?;
        Ok::<_, Error>(result)
    });
    condition.or_else(|_| parse_declaration(input))
}

fn parse_test(syntax: &TestSyntax<'_>, input: &mut Parser<'_>, namespaces: &Namespaces) -> Result<bool, Error> {
    match syntax {
        TestSyntax::Parentheses => parse_declaration(input),
        TestSyntax::Function(name) => cssparser::match_ignore_ascii_case! { name,
            "selector" => {
                let parser = SelectorParser { namespaces, forgiving: false };
                let result = input.try_parse(|input| {
                    input.parse_entirely(|input| SelectorList::parse(&parser, input, ParseRelative::No))
                });
                let supported = result.is_ok_and(|list| list.len() == 1 && !mentions_unknown_webkit(&list));
                while input.next().is_ok() {}
                Ok(supported)
            },
            "font-tech" => {
                let word = input.expect_ident()?.to_ascii_lowercase();
                Ok(matches!(
                    &*word,
                    "features-opentype" | "variations" | "color-colrv0" | "color-colrv1" | "color-svg" | "color-sbix"
                        | "color-cbdt" | "palettes"
                ))
            },
            "font-format" => {
                let word = input.expect_ident()?.to_ascii_lowercase();
                Ok(matches!(&*word, "opentype" | "truetype" | "woff" | "woff2" | "collection"))
            },
            "at-rule" => {
                while input.next().is_ok() {}
                Ok(true)
            },
            _ => Err(Error::unexpected_token()),
        },
    }
}

/// A `::-webkit-…` that is only accepted so as not to invalidate a list does not count as supported.
fn mentions_unknown_webkit(list: &SelectorList) -> bool {
    use super::selector::PseudoElement;
    list.slice().iter().any(|selector| {
        selector.pseudo_elements().iter().any(|pseudo| match pseudo {
            PseudoElement::Webkit(name) => !KNOWN_WEBKIT_PSEUDO_ELEMENTS.contains(&&*name.0),
            _ => false,
        })
    })
}

/// The `::-webkit-` pseudo-elements Chromium has.
const KNOWN_WEBKIT_PSEUDO_ELEMENTS: &[&str] = &[
    "-webkit-calendar-picker-indicator",
    "-webkit-clear-button",
    "-webkit-color-swatch",
    "-webkit-color-swatch-wrapper",
    "-webkit-date-and-time-value",
    "-webkit-details-marker",
    "-webkit-inner-spin-button",
    "-webkit-meter-bar",
    "-webkit-meter-even-less-good-value",
    "-webkit-meter-inner-element",
    "-webkit-meter-optimum-value",
    "-webkit-meter-suboptimum-value",
    "-webkit-outer-spin-button",
    "-webkit-progress-bar",
    "-webkit-progress-inner-element",
    "-webkit-progress-value",
    "-webkit-resizer",
    "-webkit-scrollbar",
    "-webkit-scrollbar-button",
    "-webkit-scrollbar-corner",
    "-webkit-scrollbar-thumb",
    "-webkit-scrollbar-track",
    "-webkit-scrollbar-track-piece",
    "-webkit-search-cancel-button",
    "-webkit-search-decoration",
    "-webkit-search-results-button",
    "-webkit-slider-container",
    "-webkit-slider-runnable-track",
    "-webkit-slider-thumb",
    "-webkit-textfield-decoration-container",
];

fn parse_declaration(input: &mut Parser<'_>) -> Result<bool, Error> {
    let name = input.expect_ident()?.clone();
    input.expect_colon()?;
    input.skip_whitespace();
    let start = input.position();
    input.expect_no_error_token()?;
    Ok(supports_declaration(&name, input.slice_from(start)))
}
