//! Media queries, for a screen on which nothing moves and nobody points.
//!
//! Spec: <https://www.w3.org/TR/mediaqueries-5/>.

use cssparser::{Delimiter, Parser};

use super::condition::{Condition, TestSyntax};
use super::feature::{Feature, FeatureContext, Kind};

/// What media queries are asked about.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MediaContext {
    /// Width of the viewport in CSS px.
    pub width: f32,
    /// Height of the viewport in CSS px.
    pub height: f32,
    /// Device px per CSS px.
    pub scale: f32,
    /// `prefers-color-scheme: dark`
    pub prefers_dark: bool,
    /// `print` instead of `screen`.
    pub is_print: bool,
}

impl MediaContext {
    /// A screen of that size, one device px per CSS px, light colours.
    pub fn screen(width: f32, height: f32) -> Self {
        Self { width, height, scale: 1.0, prefers_dark: false, is_print: false }
    }
}

/// A comma-separated list of media queries; the empty list is always true.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MediaList(Vec<MediaQuery>);

#[derive(Clone, Debug, PartialEq)]
struct MediaQuery {
    negated: bool,
    media_type: MediaType,
    condition: Option<Condition<Feature>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MediaType {
    All,
    Screen,
    Print,
    Other,
}

type Error = cssparser::ParseError<()>;

impl MediaList {
    /// Parses the rest of the input. A query that is not understood is `not all`, as the standard wants.
    pub fn parse(input: &mut Parser<'_>) -> Self {
        let mut queries = Vec::new();
        if input.is_exhausted() {
            return Self::default();
        }
        loop {
            let query = input.parse_until_before(Delimiter::Comma, |input| {
                let query = MediaQuery::parse(input)?;
                input.expect_exhausted().map_err(Error::from)?;
                Ok::<_, Error>(query)
            });
            queries.push(query.unwrap_or(MediaQuery { negated: true, media_type: MediaType::All, condition: None }));
            if input.next().is_err() {
                return Self(queries);
            }
        }
    }

    /// Parses the `media` attribute.
    pub fn parse_str(text: &str) -> Self {
        Self::parse(&mut Parser::new(text))
    }

    /// Whether the list is true.
    pub fn matches(&self, context: &MediaContext) -> bool {
        self.0.is_empty() || self.0.iter().any(|query| query.matches(context))
    }
}

impl MediaQuery {
    fn parse(input: &mut Parser<'_>) -> Result<Self, Error> {
        let test = |syntax: TestSyntax<'_>, input: &mut Parser<'_>| match syntax {
            TestSyntax::Parentheses => Feature::parse(Kind::Media, input),
            TestSyntax::Function(_) => Err(Error::unexpected_token()),
        };
        if let Ok(condition) = input.try_parse(|input| Condition::parse(input, &test)) {
            return Ok(Self { negated: false, media_type: MediaType::All, condition: Some(condition) });
        }
        let negated = input.try_parse(|input| input.expect_ident_matching("not")).is_ok();
        if !negated {
            let _ = input.try_parse(|input| input.expect_ident_matching("only"));
        }
        let media_type = cssparser::match_ignore_ascii_case! { &**input.expect_ident()?,
            "all" => MediaType::All,
            "screen" => MediaType::Screen,
            "print" => MediaType::Print,
            "not" | "only" | "and" | "or" | "layer" => return Err(Error::unexpected_token()),
            _ => MediaType::Other,
        };
        let has_condition = input.try_parse(|input| input.expect_ident_matching("and")).is_ok();
        let condition = has_condition.then(|| Condition::parse_without_or(input, &test)).transpose()?;
        Ok(Self { negated, media_type, condition })
    }

    fn matches(&self, context: &MediaContext) -> bool {
        let type_matches = match self.media_type {
            MediaType::All => true,
            MediaType::Screen => !context.is_print,
            MediaType::Print => context.is_print,
            MediaType::Other => false,
        };
        let features = FeatureContext::media(context);
        let holds = match &self.condition {
            _ if !type_matches => Some(false),
            None => Some(true),
            Some(condition) => condition.evaluate(&|feature| feature.evaluate(&features)),
        };
        holds.is_some_and(|holds| holds != self.negated)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(query: &str) -> bool {
        MediaList::parse_str(query).matches(&MediaContext::screen(800.0, 600.0))
    }

    #[test]
    fn types_and_lists() {
        assert!(matches(""));
        assert!(matches("screen"));
        assert!(matches("only screen and (min-width: 800px)"));
        assert!(!matches("print"));
        assert!(matches("print, (width: 800px)"));
        assert!(matches("not print"));
        assert!(!matches("not screen and (color)"));
        assert!(!matches("tv"));
        assert!(matches("not tv"));
    }

    #[test]
    fn ranges() {
        assert!(matches("(400px <= width < 801px)"));
        assert!(!matches("(width > 50em)"));
        assert!(matches("(width >= 50em)"));
        assert!(matches("(600px = height)"));
        assert!(matches("(max-width: calc(790px + 1em))"));
        assert!(matches("(aspect-ratio: 4/3)"));
        assert!(matches("(min-aspect-ratio: 1)"));
        assert!(matches("(aspect-ratio > calc(sign(17px - 1rem) * 5) / 4)"));
        assert!(matches("(max-aspect-ratio: 0/0)"));
        assert!(matches("(resolution >= calc(2x - 96dpi))"));
        assert!(matches("(resolution: 1dppx)"));
        assert!(matches("(min-resolution: 96dpi)"));
        assert!(!matches("(-webkit-min-device-pixel-ratio: 1.5)"));
        assert!(matches("(width > 0)"));
        assert!(!matches("(min-width: 5)"));
    }

    #[test]
    fn booleans_and_keywords() {
        assert!(matches("(color)"));
        assert!(!matches("(monochrome)"));
        assert!(!matches("(grid)"));
        assert!(matches("(hover: hover) and (pointer: fine)"));
        assert!(matches("(prefers-color-scheme: light)"));
        assert!(!matches("(prefers-color-scheme: dark)"));
        assert!(!matches("(prefers-reduced-motion)"));
        assert!(matches("(prefers-reduced-motion: no-preference)"));
        assert!(matches("(orientation: landscape)"));
        assert!(matches("((width > 1px) or (height > 9999px)) and (not (monochrome))"));
        assert!(matches("not all and (monochrome)"));
    }

    /// [§ 3.2](https://www.w3.org/TR/mediaqueries-5/#error-handling): what is not understood is `not all`.
    #[test]
    fn errors_are_false() {
        assert!(!matches("&test, (example, all,), speech"));
        assert!(!matches("(min-orientation:portrait)"));
        assert!(!matches("not (unknown)"));
        assert!(matches("(width > 1px) or (unknown: 1)"));
        assert!(!matches("or and"));
        assert!(matches("(unknown), screen"));
    }
}
