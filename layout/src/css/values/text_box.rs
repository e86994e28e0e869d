//! Values of the properties that trim the room above the first and below the last line.

use cssparser::{Parser, match_ignore_ascii_case};

use super::keyword::keyword_enum;
use super::parse::{CssValue, Parsed, ParserContext, invalid};

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
    fn parse(_cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        let first = input.expect_ident()?.clone();
        if first.eq_ignore_ascii_case("auto") {
            return Ok(Self::default());
        }
        let Some(over) = OverEdge::from_keyword(&first) else { return invalid() };
        let second = input.try_parse(|input| -> Parsed<UnderEdge> {
            let name = input.expect_ident()?.clone();
            match_ignore_ascii_case! { &name,
                "text" => Ok(UnderEdge::Text),
                "alphabetic" => Ok(UnderEdge::Alphabetic),
                _ => invalid(),
            }
        });
        Ok(Self { over, under: second.unwrap_or_default() })
    }
}
