//! Generated content, counters, lists, quotes.
//!
//! Spec: <https://www.w3.org/TR/css-content-3/>, <https://www.w3.org/TR/css-lists-3/>.

use std::sync::Arc;

use super::image::Image;
use super::keyword::keyword_enum;

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
