//! Style sheets: text to rules.
//!
//! A sheet is parsed once, without regard to the medium or the document it is used in, so that a parsed sheet can be
//! shared. Parsing never fails: what is not understood is left out and remembered as a [`SheetError`].
//!
//! Spec: <https://www.w3.org/TR/css-syntax-3/>, <https://www.w3.org/TR/css-nesting-1/>,
//! <https://www.w3.org/TR/css-cascade-6/>.

pub mod rule;
pub mod descriptor;
pub mod font_face;
mod parser;

use url::Url;

pub use font_face::{FontFaceRule, FontSource};
pub use parser::{parse_declarations, parse_stylesheet};
pub use rule::{
    ContainerRule, ContainerTest, CounterStyleRule, ImportRule, Keyframe, KeyframesRule, LayerBlock, PropertyRule,
    Rule, ScopeRule, StyleRule,
};

/// A parsed sheet.
#[derive(Debug)]
pub struct Stylesheet {
    /// Where it came from.
    pub url: Url,
    /// Its rules.
    pub rules: Vec<Rule>,
    /// What was left out.
    pub errors: Vec<SheetError>,
}

/// What is wrong with a piece of a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SheetErrorKind {
    /// The property is not known.
    UnknownProperty,
    /// The property does not take the value.
    InvalidValue,
    /// A selector is not understood, so its rule is left out.
    InvalidSelector,
    /// An at-rule that is not known or not allowed where it stands.
    UnknownAtRule,
    /// Anything else.
    Syntax,
}

impl SheetErrorKind {
    /// The error in words.
    pub fn message(self) -> &'static str {
        match self {
            Self::UnknownProperty => "unknown property",
            Self::InvalidValue => "value not understood",
            Self::InvalidSelector => "selector not understood",
            Self::UnknownAtRule => "at-rule not understood",
            Self::Syntax => "not understood",
        }
    }
}

/// A piece of a sheet that was left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetError {
    /// What is wrong.
    pub kind: SheetErrorKind,
    /// The beginning of the piece.
    pub text: String,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1.
    pub column: u32,
}

#[cfg(test)]
mod tests;
