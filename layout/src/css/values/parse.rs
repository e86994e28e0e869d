//! How every value is parsed and computed: the contract, the context, and values that wait for their element.
//!
//! **The parse contract**: success means that exactly the value was consumed; failure may have consumed anything. So
//! a caller either propagates the error or wraps the attempt in `Parser::try_parse`, which rewinds. All parsers of
//! values obey it and so compose.
//!
//! **Specified and computed.** A value is parsed straight to its computed form. Only where it names something that an
//! element alone knows (`em`, `vw`, `lh`, `light-dark()`, a mix with `currentcolor` …) its text is kept, and is parsed
//! once
//! more with the element's context when a style is computed. Most values name nothing of the kind and compute by a
//! clone. A lone dimension, the usual case of the rest, is kept as number and unit.

use std::cell::Cell;
use std::fmt;
use std::sync::Arc;

use cssparser::{Parser, Token};

use super::compute::ElementContext;
use super::keyword::KeywordValue;
use super::unit::LengthUnit;

/// Why a value was not understood; only that it was not matters to CSS.
pub type ParseError = cssparser::ParseError<()>;

/// The result of parsing.
pub type Parsed<T> = Result<T, ParseError>;

/// The failure of a parser.
pub fn invalid<T>() -> Parsed<T> {
    Err(ParseError::unexpected_token())
}

/// What relative URLs of a style sheet are resolved against, and the function that does it.
#[derive(Clone)]
pub struct UrlBase {
    /// The URL of the sheet or document.
    pub url: Arc<str>,
    /// Joins a base and a reference.
    pub join: fn(&str, &str) -> Arc<str>,
}

impl UrlBase {
    /// A base that leaves every reference as it is written.
    pub fn none() -> Self {
        Self { url: "".into(), join: |_, reference| reference.into() }
    }

    /// The absolute URL; references to the same document stay as they are.
    pub fn resolve(&self, reference: &str) -> Arc<str> {
        let reference = reference.trim();
        if reference.starts_with('#') { reference.into() } else { (self.join)(&self.url, reference) }
    }
}

impl fmt::Debug for UrlBase {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "UrlBase({:?})", self.url)
    }
}

/// What parsing a value needs to know.
pub struct ParserContext<'a> {
    /// Whether the document is in quirks mode.
    pub quirks: bool,
    /// What `url()` is relative to.
    pub base: UrlBase,
    /// The element the value is computed for, when it is known already.
    pub(crate) element: Option<&'a ElementContext<'a>>,
    /// Whether something was met that only an element knows.
    deferred: Cell<bool>,
    /// Whether the property at hand has the quirks of lengths without unit and colours without hash.
    pub(crate) quirky_property: Cell<bool>,
}

impl<'a> ParserContext<'a> {
    /// A context of a style sheet or attribute.
    pub fn new(quirks: bool, base: UrlBase) -> Self {
        Self { quirks, base, element: None, deferred: Cell::new(false), quirky_property: Cell::new(false) }
    }

    /// A context in which everything is resolved for an element at once.
    pub(crate) fn for_element(quirks: bool, base: UrlBase, element: &'a ElementContext<'a>) -> Self {
        Self { quirks, base, element: Some(element), deferred: Cell::new(false), quirky_property: Cell::new(quirks) }
    }

    /// The element, or `None` after noting that the value must wait for one.
    pub(crate) fn element_or_defer(&self) -> Option<&'a ElementContext<'a>> {
        if self.element.is_none() {
            self.deferred.set(true);
        }
        self.element
    }

    /// A length in px.
    pub(crate) fn length(&self, value: f32, unit: LengthUnit) -> f32 {
        match unit.absolute() {
            Some(factor) => super::number::censor(value * factor),
            None => match self.element_or_defer() {
                Some(element) => element.length(value, unit),
                // Only validity is asked for: any length of the same sign will do.
                None => value * 16.0,
            },
        }
    }

    /// The absolute URL.
    pub(crate) fn resolve_url(&self, reference: &str) -> Arc<str> {
        // A fragment alone is of the document, wherever the sheet came from
        // (https://www.w3.org/TR/css-values-4/#local-urls).
        if reference.starts_with('#') {
            return reference.into();
        }
        self.base.resolve(reference)
    }
}

/// Whether one dimension token alone is a value of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoneDimension {
    /// It is not.
    No,
    /// Any length is.
    Any,
    /// A length that is not negative is.
    NonNegative,
}

/// A computed value type: how it is parsed.
pub trait CssValue: Clone + PartialEq + fmt::Debug + 'static {
    /// Whether a length token alone is such a value; then [`CssValue::from_dimension`] makes it.
    const DIMENSION: LoneDimension = LoneDimension::No;

    /// Parses a value by the contract of this module.
    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self>;

    /// The value of one dimension token.
    fn from_dimension(_value: f32, _unit: LengthUnit, _element: &ElementContext<'_>) -> Option<Self> {
        None
    }
}

impl<T: KeywordValue> CssValue for T {
    fn parse(_cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        T::from_keyword(input.expect_ident()?).ok_or_else(ParseError::unexpected_token)
    }
}

/// The text of a value that waits for its element.
#[derive(Clone, Debug)]
pub struct Source {
    /// The value as written.
    pub text: Box<str>,
    /// What its URLs are relative to.
    pub base: UrlBase,
    /// Whether its quirks are allowed.
    pub quirks: bool,
}

/// A specified value.
#[derive(Clone, Debug)]
pub enum Specified<T> {
    /// It computes to itself.
    Ready(T),
    /// A length in a unit that needs the element.
    Dimension(f32, LengthUnit),
    /// Anything else that needs the element.
    Deferred(Arc<Source>),
}

impl<T: CssValue> Specified<T> {
    /// Parses a value by the contract of this module.
    pub fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        if T::DIMENSION != LoneDimension::No
            && cx.element.is_none()
            && let Ok((value, unit)) = input.try_parse(relative_dimension)
        {
            if value < 0.0 && T::DIMENSION == LoneDimension::NonNegative {
                return invalid();
            }
            return Ok(Self::Dimension(value, unit));
        }
        input.skip_whitespace();
        let start = input.position();
        cx.deferred.set(false);
        let value = T::parse(cx, input)?;
        if cx.deferred.get() && cx.element.is_none() {
            let text = input.slice_from(start).trim().into();
            let quirks = cx.quirks && cx.quirky_property.get();
            return Ok(Self::Deferred(Arc::new(Source { text, base: cx.base.clone(), quirks })));
        }
        Ok(Self::Ready(value))
    }

    /// The computed value; `None` where it is invalid at computed-value time.
    pub fn compute(&self, element: &ElementContext<'_>) -> Option<T> {
        match self {
            Self::Ready(value) => Some(value.clone()),
            Self::Dimension(value, unit) => T::from_dimension(*value, *unit, element),
            Self::Deferred(source) => {
                let cx = ParserContext::for_element(source.quirks, source.base.clone(), element);
                let mut input = Parser::new(&source.text);
                input.parse_entirely(|input| T::parse(&cx, input)).ok()
            }
        }
    }
}

/// One dimension token with a unit that needs an element.
fn relative_dimension(input: &mut Parser<'_>) -> Parsed<(f32, LengthUnit)> {
    if let Token::Dimension { value, unit, .. } = input.next()?
        && let Some(unit) = LengthUnit::from_name(unit).filter(|unit| unit.absolute().is_none())
    {
        return Ok((*value, unit));
    }
    invalid()
}

/// Consumes a keyword.
pub(crate) fn keyword(input: &mut Parser<'_>, name: &str) -> bool {
    input.try_parse(|input| input.expect_ident_matching(name)).is_ok()
}

/// Consumes a comma.
pub(crate) fn comma(input: &mut Parser<'_>) -> bool {
    input.try_parse(|input| input.expect_comma()).is_ok()
}

/// Consumes a slash.
pub(crate) fn slash(input: &mut Parser<'_>) -> bool {
    input.try_parse(|input| input.expect_delim('/')).is_ok()
}

/// Consumes a keyword of a type.
pub(crate) fn try_keyword<T: KeywordValue>(input: &mut Parser<'_>) -> Option<T> {
    input.try_parse(|input| T::from_keyword(input.expect_ident()?).ok_or_else(ParseError::unexpected_token)).ok()
}

/// A comma-separated list.
pub(crate) fn comma_separated<T>(
    cx: &ParserContext<'_>,
    input: &mut Parser<'_>,
    mut one: impl FnMut(&ParserContext<'_>, &mut Parser<'_>) -> Parsed<T>,
) -> Parsed<Vec<T>> {
    input.parse_comma_separated(|input| one(cx, input))
}

/// `url()` or `src()`, absolute; strings too where `string` is set.
pub(crate) fn url(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Arc<str>> {
    match input.next()?.clone() {
        Token::UnquotedUrl(url) => Ok(cx.resolve_url(&url)),
        Token::Function(name) if name.eq_ignore_ascii_case("url") || name.eq_ignore_ascii_case("src") => {
            let url = input.parse_nested_block(|input| -> Parsed<_> {
                let url = input.expect_string()?.as_ref().to_owned();
                // URL modifiers change the request alone.
                while input.next().is_ok() {}
                Ok(url)
            })?;
            Ok(cx.resolve_url(&url))
        }
        _ => invalid(),
    }
}

/// `<custom-ident>` other than the CSS-wide keywords and the ones excluded.
pub(crate) fn custom_ident(input: &mut Parser<'_>, excluded: &[&str]) -> Parsed<Arc<str>> {
    let name = input.expect_ident()?;
    let reserved = ["initial", "inherit", "unset", "revert", "revert-layer", "default"];
    if reserved.iter().chain(excluded).any(|word| name.eq_ignore_ascii_case(word)) {
        return invalid();
    }
    Ok(name.as_ref().into())
}
