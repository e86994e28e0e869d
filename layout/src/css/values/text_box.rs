//! Values of the properties that trim the room above the first and below the last line.

use cssparser::Parser;

use super::keyword::keyword_enum;
use super::parse::{CssValue, Parsed, ParserContext, keyword};

keyword_enum! {
    /// `text-box-trim`
    pub enum TextBoxTrim {
        None = "none", Start = "trim-start", End = "trim-end", Both = "trim-both",
    }
}

impl TextBoxTrim {
    /// Whether the first line is trimmed.
    pub fn at_start(self) -> bool {
        matches!(self, Self::Start | Self::Both)
    }

    /// Whether the last line is trimmed.
    pub fn at_end(self) -> bool {
        matches!(self, Self::End | Self::Both)
    }
}

keyword_enum! {
    /// The upper edge of `text-box-edge`
    pub enum OverEdge { Text = "text", Cap = "cap", Ex = "ex" }
}
keyword_enum! {
    /// The lower edge of `text-box-edge`
    pub enum UnderEdge { Text = "text", Alphabetic = "alphabetic" }
}

/// `text-box-edge`; `auto` is `text text` for what trims lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextBoxEdge {
    /// What is above the baseline.
    pub over: OverEdge,
    /// What is below it.
    pub under: UnderEdge,
}

impl CssValue for TextBoxEdge {
    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        if keyword(input, "auto") {
            return Ok(Self::default());
        }
        let over = OverEdge::parse(cx, input)?;
        Ok(Self { over, under: input.try_parse(|input| UnderEdge::parse(cx, input)).unwrap_or_default() })
    }
}
