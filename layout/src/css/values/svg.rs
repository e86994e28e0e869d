//! Values of the properties of SVG, which are handed on to the SVG renderer.
//!
//! Spec: <https://www.w3.org/TR/SVG2/propidx.html>.

use std::sync::Arc;

use cssparser::Parser;

use super::color::Color;
use super::parse::{CssValue, Parsed, ParserContext, invalid, keyword, url};

/// `fill`, `stroke`
#[derive(Clone, Debug, Default, PartialEq)]
pub enum SvgPaint {
    /// `none`
    #[default]
    None,
    /// A colour.
    Color(Color),
    /// A paint server, with what is painted where it is missing.
    Url(Arc<str>, Option<Color>),
    /// `context-fill`
    ContextFill,
    /// `context-stroke`
    ContextStroke,
}

impl CssValue for SvgPaint {
    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        if keyword(input, "none") {
            return Ok(Self::None);
        }
        if keyword(input, "context-fill") {
            return Ok(Self::ContextFill);
        }
        if keyword(input, "context-stroke") {
            return Ok(Self::ContextStroke);
        }
        if let Ok(url) = input.try_parse(|input| url(cx, input)) {
            keyword(input, "none");
            return Ok(Self::Url(url, input.try_parse(|input| Color::parse(cx, input)).ok()));
        }
        Color::parse(cx, input).map(Self::Color)
    }
}

/// A value handed on as it is written; `None` where nothing was declared.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SvgText(pub Option<Arc<str>>);

impl CssValue for SvgText {
    fn parse(_cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        input.skip_whitespace();
        let start = input.position();
        while let Ok(token) = input.next() {
            if token.is_parse_error() {
                return invalid();
            }
            if let cssparser::Token::Function(name) = token
                && (name.eq_ignore_ascii_case("var") || name.eq_ignore_ascii_case("env"))
            {
                return invalid();
            }
        }
        let text = input.slice_from(start).trim();
        if text.is_empty() { invalid() } else { Ok(Self(Some(text.into()))) }
    }
}
