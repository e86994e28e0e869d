//! CSS value types, one topic a file: computed form, specified form, parsing, computing.
//!
//! A type that is a plain keyword uses `keyword::keyword_enum!` and needs no code of its own.

pub mod alignment;
pub mod animation;
pub mod background;
pub mod calc;
pub mod color;
pub mod compute;
pub mod content;
pub mod display;
pub mod effects;
pub mod font;
pub mod gradient;
pub mod grid;
pub mod image;
pub mod keyword;
pub mod length;
pub mod math;
pub mod number;
pub mod parse;
pub mod position;
pub mod shape;
pub mod svg;
pub mod text;
pub mod transform;
pub mod unit;

pub use compute::{ComputeContext, ElementContext, FontMetricsSource, RelativeFontMetrics};
pub use keyword::KeywordValue;
pub use parse::{CssValue, ParseError, Parsed, ParserContext, Specified, UrlBase};
pub use unit::LengthUnit;

#[cfg(test)]
mod tests;
