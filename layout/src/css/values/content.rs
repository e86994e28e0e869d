//! Generated content, counters, lists, quotes.
//!
//! Spec: <https://www.w3.org/TR/css-content-3/>, <https://www.w3.org/TR/css-lists-3/>.

use std::sync::Arc;

use cssparser::{Parser, Token, match_ignore_ascii_case};

use super::image::Image;
use super::keyword::keyword_enum;
use super::number::integer;
use super::parse::{CssValue, Parsed, ParserContext, comma, custom_ident, invalid, keyword, slash};

keyword_enum! {
    /// `list-style-position`
    pub enum ListStylePosition { Outside = "outside", Inside = "inside" }
}

/// A counter style.
#[derive(Clone, Debug, PartialEq)]
pub enum CounterStyle {
    /// `none`
    None,
    /// By name, predefined or of `@counter-style`.
    Named(Arc<str>),
    /// A string (only `list-style-type`).
    String(Arc<str>),
    /// `symbols()`: the system's keyword and the symbols.
    Symbols(Arc<str>, Arc<[Arc<str>]>),
}

impl CounterStyle {
    /// `disc`
    pub fn disc() -> Self {
        Self::Named("disc".into())
    }

    /// `decimal`
    pub fn decimal() -> Self {
        Self::Named("decimal".into())
    }
}

/// One item of `content`.
#[derive(Clone, Debug, PartialEq)]
pub enum ContentItem {
    /// A string.
    String(Arc<str>),
    /// An image.
    Image(Image),
    /// `counter(name, style)`
    Counter(Arc<str>, CounterStyle),
    /// `counters(name, separator, style)`
    Counters(Arc<str>, Arc<str>, CounterStyle),
    /// `attr(name)` with its fallback, resolved when boxes are made.
    Attr(Arc<str>, Arc<str>),
    /// `open-quote`
    OpenQuote,
    /// `close-quote`
    CloseQuote,
    /// `no-open-quote`
    NoOpenQuote,
    /// `no-close-quote`
    NoCloseQuote,
}

/// `content`
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Content {
    /// `normal`
    #[default]
    Normal,
    /// `none`
    None,
    /// A list.
    Items(Arc<[ContentItem]>),
}

/// `counter-reset`, `counter-set`: names and integers (0 where not written); empty is `none`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CounterResetChanges(pub Arc<[CounterChange]>);

/// `counter-increment`: names and integers (1 where not written); empty is `none`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CounterIncrementChanges(pub Arc<[CounterChange]>);

/// One entry of a counter property.
#[derive(Clone, Debug, PartialEq)]
pub struct CounterChange {
    /// The counter.
    pub name: Arc<str>,
    /// By how much, or to what.
    pub value: i32,
    /// `reversed()` (only `counter-reset`), whose start is found from the items when no value was given.
    pub reversed: bool,
    /// Whether the value was written.
    pub explicit: bool,
}

/// `quotes`
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Quotes {
    /// `auto`: by language.
    #[default]
    Auto,
    /// `none`
    None,
    /// Pairs of marks, outermost first.
    Pairs(Arc<[(Arc<str>, Arc<str>)]>),
}

/// `color-scheme`
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ColorScheme {
    /// `light` is named.
    pub light: bool,
    /// `dark` is named.
    pub dark: bool,
    /// `only`
    pub only: bool,
}

impl CounterStyle {
    /// `<counter-style>`: a name or `symbols()`.
    fn parse_style(input: &mut Parser<'_>) -> Parsed<Self> {
        let start = input.state();
        match input.next()?.clone() {
            Token::Ident(name) if name.eq_ignore_ascii_case("none") => Ok(Self::None),
            Token::Function(name) if name.eq_ignore_ascii_case("symbols") => input.parse_nested_block(|input| {
                let system = input.try_parse(|input| input.expect_ident_cloned());
                let system: Arc<str> = system.as_ref().map_or("symbolic", |name| name.as_ref()).into();
                let mut symbols: Vec<Arc<str>> = Vec::new();
                while !input.is_exhausted() {
                    symbols.push(input.expect_string()?.as_ref().into());
                }
                if symbols.is_empty() { invalid() } else { Ok(Self::Symbols(system, symbols.into())) }
            }),
            _ => {
                input.reset(&start);
                let name = custom_ident(input, &[])?;
                // The predefined names are matched without regard to case.
                let lower = name.to_ascii_lowercase();
                let predefined = PREDEFINED_STYLES.contains(&lower.as_str());
                Ok(Self::Named(if predefined { lower.into() } else { name }))
            }
        }
    }
}

/// Names of predefined counter styles that are worth matching in any case.
const PREDEFINED_STYLES: &[&str] = &[
    "disc",
    "circle",
    "square",
    "decimal",
    "decimal-leading-zero",
    "lower-roman",
    "upper-roman",
    "lower-alpha",
    "upper-alpha",
    "lower-latin",
    "upper-latin",
    "lower-greek",
    "disclosure-open",
    "disclosure-closed",
    "armenian",
    "georgian",
    "hebrew",
];

impl CssValue for CounterStyle {
    fn parse(_cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        if let Ok(text) = input.try_parse(|input| input.expect_string_cloned()) {
            return Ok(Self::String(text.as_ref().into()));
        }
        Self::parse_style(input)
    }
}

impl ContentItem {
    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        let start = input.state();
        match input.next()?.clone() {
            Token::QuotedString(text) => Ok(Self::String(text.as_ref().into())),
            Token::Ident(name) => Ok(match_ignore_ascii_case! { &name,
                "open-quote" => Self::OpenQuote,
                "close-quote" => Self::CloseQuote,
                "no-open-quote" => Self::NoOpenQuote,
                "no-close-quote" => Self::NoCloseQuote,
                _ => return invalid(),
            }),
            Token::Function(name) if name.eq_ignore_ascii_case("counter") => input.parse_nested_block(|input| {
                let counter = custom_ident(input, &["none"])?;
                Ok(Self::Counter(counter, optional_style(input)?))
            }),
            Token::Function(name) if name.eq_ignore_ascii_case("counters") => input.parse_nested_block(|input| {
                let counter = custom_ident(input, &["none"])?;
                input.expect_comma()?;
                let separator = input.expect_string()?.as_ref().into();
                Ok(Self::Counters(counter, separator, optional_style(input)?))
            }),
            Token::Function(name) if name.eq_ignore_ascii_case("attr") => input.parse_nested_block(|input| {
                let attribute = input.expect_ident()?.as_ref().into();
                // A type after the name does not matter: content is text.
                let _ = input.try_parse(|input| input.expect_ident_cloned());
                let fallback = if comma(input) { input.expect_string()?.as_ref().into() } else { "".into() };
                Ok(Self::Attr(attribute, fallback))
            }),
            _ => {
                input.reset(&start);
                Image::parse_image(cx, input).map(Self::Image)
            }
        }
    }
}

fn optional_style(input: &mut Parser<'_>) -> Parsed<CounterStyle> {
    if comma(input) { CounterStyle::parse_style(input) } else { Ok(CounterStyle::decimal()) }
}

impl CssValue for Content {
    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        if keyword(input, "normal") {
            return Ok(Self::Normal);
        }
        if keyword(input, "none") {
            return Ok(Self::None);
        }
        let mut items = vec![ContentItem::parse(cx, input)?];
        while let Ok(item) = input.try_parse(|input| ContentItem::parse(cx, input)) {
            items.push(item);
        }
        if slash(input) {
            // The alternative text is for speech.
            while input.try_parse(|input| ContentItem::parse(cx, input)).is_ok() {}
        }
        Ok(Self::Items(items.into()))
    }
}

/// Names with integers; `reversed()` where a counter is made.
fn counter_changes(
    cx: &ParserContext<'_>,
    input: &mut Parser<'_>,
    default: i32,
    reversible: bool,
) -> Parsed<Arc<[CounterChange]>> {
    if keyword(input, "none") {
        return Ok(Arc::default());
    }
    let mut changes = Vec::new();
    loop {
        let reversed = reversible && input.try_parse(|input| input.expect_function_matching("reversed")).is_ok();
        let name = if reversed {
            input.parse_nested_block(|input| custom_ident(input, &["none"]))?
        } else {
            custom_ident(input, &["none"])?
        };
        let value = input.try_parse(|input| integer(cx, input));
        let explicit = value.is_ok();
        changes.push(CounterChange { name, value: value.unwrap_or(default), reversed, explicit });
        if input.is_exhausted() {
            return Ok(changes.into());
        }
    }
}

impl CssValue for CounterResetChanges {
    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        counter_changes(cx, input, 0, true).map(Self)
    }
}

impl CssValue for CounterIncrementChanges {
    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        counter_changes(cx, input, 1, false).map(Self)
    }
}

impl CssValue for Quotes {
    fn parse(_cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        if keyword(input, "auto") {
            return Ok(Self::Auto);
        }
        if keyword(input, "none") {
            return Ok(Self::None);
        }
        let mut pairs: Vec<(Arc<str>, Arc<str>)> = Vec::new();
        loop {
            let open = input.expect_string()?.as_ref().into();
            pairs.push((open, input.expect_string()?.as_ref().into()));
            if input.is_exhausted() {
                return Ok(Self::Pairs(pairs.into()));
            }
        }
    }
}

impl CssValue for ColorScheme {
    fn parse(_cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        let mut scheme = Self::default();
        if keyword(input, "normal") {
            return Ok(scheme);
        }
        let mut count = 0;
        while let Ok(name) = input.try_parse(|input| custom_ident(input, &["normal"])) {
            count += 1;
            match_ignore_ascii_case! { &name,
                "light" => scheme.light = true,
                "dark" => scheme.dark = true,
                "only" => scheme.only = true,
                // Other schemes are legal and unknown.
                _ => {},
            }
        }
        if count == 0 { invalid() } else { Ok(scheme) }
    }
}
