//! CSS value types, one topic a file: computed form, specified form, parsing, computing.
//!
//! A type that is a plain keyword uses [`keyword::keyword_enum`] and needs no code of its own.

pub mod keyword;
pub mod calc;
pub mod unit;
pub mod compute;
pub mod parse;
pub mod math;
pub mod number;
pub mod color;
pub mod length;
pub mod display;
pub mod position;
pub mod text;
pub mod font;
pub mod image;
pub mod gradient;
pub mod background;
pub mod effects;
pub mod transform;
pub mod shape;
pub mod alignment;
pub mod grid;
pub mod content;
pub mod svg;

pub use compute::{ComputeContext, ElementContext, FontMetricsSource, RelativeFontMetrics};
pub use keyword::KeywordValue;
pub use parse::{CssValue, ParseError, Parsed, ParserContext, Specified, UrlBase};
pub use unit::LengthUnit;
