//! CSS value types, one topic a file: computed form, specified form, parsing, computing.
//!
//! A type that is a plain keyword uses `keyword::keyword_enum!` and needs no code of its own.

// Lowest first: groups that are parsed by the means of the groups above. (The first three know some types of the others by
// name, for a value is computed with them in view.)
pub mod calc;
pub mod compute;
pub mod keyword;
pub mod parse;
pub mod unit;

pub mod length;
pub mod math;
pub mod number;

pub mod color;

pub mod gradient;
pub mod image;

pub mod alignment;
pub mod animation;
pub mod background;
pub mod content;
pub mod display;
pub mod effects;
pub mod font;
pub mod grid;
pub mod position;
pub mod shape;
pub mod svg;
pub mod text;
pub mod text_box;
pub mod transform;

pub use compute::{ComputeContext, ElementContext, FontMetricsSource, RelativeFontMetrics};
pub use keyword::KeywordValue;
pub use parse::{CssValue, ParseError, Parsed, ParserContext, Specified, UrlBase};
pub use unit::LengthUnit;

#[cfg(test)]
mod tests;
