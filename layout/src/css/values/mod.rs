//! CSS value types, one topic a file: computed form, specified form, parsing, computing.
//!
//! A type that is a plain keyword uses [`keyword::keyword_enum`] and needs no code of its own.

pub mod keyword;
pub mod calc;
pub mod color;
pub mod length;
pub mod display;
pub mod position;
pub mod text;
pub mod font;
pub mod image;
pub mod background;
pub mod effects;
pub mod alignment;
pub mod content;

pub use keyword::KeywordValue;
