//! Features of media and of size containers: their names, values and comparisons.
//!
//! Spec: <https://www.w3.org/TR/mediaqueries-5/#mq-features>, <https://www.w3.org/TR/css-conditional-5/#container-features>.

use ashlar_layout::css::properties::Font;
use ashlar_layout::css::values::color::Rgba;
use ashlar_layout::css::values::compute::{ComputeContext, ElementContext};
use ashlar_layout::css::values::length::SignedPxLength;
use ashlar_layout::css::values::number;
use ashlar_layout::css::values::{ParserContext, Specified, UrlBase};
use cssparser::{Parser, Token};

use super::media::MediaContext;

type Error = cssparser::ParseError<()>;

/// Whose features are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `@media`
    Media,
    /// `@container`
    Container,
}

/// A comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Comparison {
    Equal,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
}

#[derive(Clone, Debug)]
enum Value {
    Keyword(Box<str>),
    Integer(i32),
    Number(f32),
    Ratio(f32, f32),
    /// In dots per CSS px.
    Resolution(f32),
    Length(Specified<SignedPxLength>),
}

/// One test of a feature.
#[derive(Clone, Debug)]
pub struct Feature {
    name: &'static str,
    /// Empty: whether the feature is there at all.
    comparisons: Vec<(Comparison, Value)>,
}

impl PartialEq for Feature {
    fn eq(&self, other: &Self) -> bool {
        format!("{self:?}") == format!("{other:?}")
    }
}

/// The type of a feature's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Type {
    Length,
    Ratio,
    Resolution,
    Integer,
    Number,
    /// 0 or 1.
    Flag,
    Keywords(&'static [&'static str]),
}

const PREFERENCE: &[&str] = &["no-preference", "reduce"];

/// Every feature: name, type, whether it is a range, whether containers have it, whether media have it.
const FEATURES: &[(&str, Type, bool, bool, bool)] = &[
    ("width", Type::Length, true, true, true),
    ("height", Type::Length, true, true, true),
    ("inline-size", Type::Length, true, true, false),
    ("block-size", Type::Length, true, true, false),
    ("aspect-ratio", Type::Ratio, true, true, true),
    ("orientation", Type::Keywords(&["portrait", "landscape"]), false, true, true),
    ("device-width", Type::Length, true, false, true),
    ("device-height", Type::Length, true, false, true),
    ("device-aspect-ratio", Type::Ratio, true, false, true),
    ("resolution", Type::Resolution, true, false, true),
    ("-webkit-device-pixel-ratio", Type::Number, true, false, true),
    ("-webkit-transform-3d", Type::Flag, false, false, true),
    ("color", Type::Integer, true, false, true),
    ("color-index", Type::Integer, true, false, true),
    ("monochrome", Type::Integer, true, false, true),
    ("horizontal-viewport-segments", Type::Integer, true, false, true),
    ("vertical-viewport-segments", Type::Integer, true, false, true),
    ("grid", Type::Flag, false, false, true),
    ("update", Type::Keywords(&["none", "slow", "fast"]), false, false, true),
    ("overflow-block", Type::Keywords(&["none", "scroll", "paged"]), false, false, true),
    ("overflow-inline", Type::Keywords(&["none", "scroll"]), false, false, true),
    ("color-gamut", Type::Keywords(&["srgb", "p3", "rec2020"]), false, false, true),
    ("dynamic-range", Type::Keywords(&["standard", "high"]), false, false, true),
    ("video-dynamic-range", Type::Keywords(&["standard", "high"]), false, false, true),
    ("inverted-colors", Type::Keywords(&["none", "inverted"]), false, false, true),
    ("hover", Type::Keywords(&["none", "hover"]), false, false, true),
    ("any-hover", Type::Keywords(&["none", "hover"]), false, false, true),
    ("pointer", Type::Keywords(&["none", "coarse", "fine"]), false, false, true),
    ("any-pointer", Type::Keywords(&["none", "coarse", "fine"]), false, false, true),
    ("scripting", Type::Keywords(&["none", "initial-only", "enabled"]), false, false, true),
    ("prefers-color-scheme", Type::Keywords(&["light", "dark"]), false, false, true),
    ("prefers-contrast", Type::Keywords(&["no-preference", "more", "less", "custom"]), false, false, true),
    ("prefers-reduced-motion", Type::Keywords(PREFERENCE), false, false, true),
    ("prefers-reduced-transparency", Type::Keywords(PREFERENCE), false, false, true),
    ("prefers-reduced-data", Type::Keywords(PREFERENCE), false, false, true),
    ("forced-colors", Type::Keywords(&["none", "active"]), false, false, true),
    (
        "display-mode",
        Type::Keywords(&[
            "fullscreen",
            "standalone",
            "minimal-ui",
            "browser",
            "picture-in-picture",
            "window-controls-overlay",
        ]),
        false,
        false,
        true,
    ),
    ("device-posture", Type::Keywords(&["continuous", "folded"]), false, false, true),
    ("scan", Type::Keywords(&["interlace", "progressive"]), false, false, true),
];

fn find(name: &str, kind: Kind) -> Option<(&'static str, Type, bool)> {
    let &(name, value_type, range, in_container, in_media) =
        FEATURES.iter().find(|feature| feature.0.eq_ignore_ascii_case(name))?;
    let exists = if kind == Kind::Media { in_media } else { in_container };
    exists.then_some((name, value_type, range))
}

impl Feature {
    /// [`<mf-boolean>`, `<mf-plain>`, `<mf-range>`](https://www.w3.org/TR/mediaqueries-5/#mq-syntax); the input is the
    /// content of the parentheses.
    pub fn parse(kind: Kind, input: &mut Parser<'_>) -> Result<Self, Error> {
        if let Ok(name) = input.try_parse(|input| input.expect_ident().map(|name| name.as_ref().to_owned())) {
            if find_with_prefix(&name, kind).is_some() {
                return Self::parse_after_name(&name, kind, input);
            }
            return Err(Error::unexpected_token());
        }
        Self::parse_value_first(kind, input)
    }

    fn parse_after_name(name: &str, kind: Kind, input: &mut Parser<'_>) -> Result<Self, Error> {
        let (name, value_type, range, prefix) = find_with_prefix(name, kind).ok_or_else(Error::unexpected_token)?;
        if input.is_exhausted() {
            return match prefix {
                None => Ok(Self { name, comparisons: Vec::new() }),
                Some(_) => Err(Error::unexpected_token()),
            };
        }
        if input.try_parse(|input| input.expect_colon()).is_ok() {
            let value = Value::parse(value_type, input)?;
            return Ok(Self { name, comparisons: vec![(prefix.unwrap_or(Comparison::Equal), value)] });
        }
        if !range || prefix.is_some() {
            return Err(Error::unexpected_token());
        }
        let comparison = Comparison::parse(input)?;
        Ok(Self { name, comparisons: vec![(comparison, Value::parse(value_type, input)?)] })
    }

    fn parse_value_first(kind: Kind, input: &mut Parser<'_>) -> Result<Self, Error> {
        // The type of the value is known once the name is: try each type a range can have.
        for value_type in [Type::Length, Type::Ratio, Type::Resolution, Type::Integer, Type::Number] {
            let parsed = input.try_parse(|input| {
                let first = Value::parse(value_type, input)?;
                let low = Comparison::parse(input)?;
                let name = input.expect_ident()?.as_ref().to_owned();
                let (name, found, true) = find(&name, kind).ok_or_else(Error::unexpected_token)? else {
                    return Err(Error::unexpected_token());
                };
                if found != value_type {
                    return Err(Error::unexpected_token());
                }
                let mut comparisons = vec![(low.flipped(), first)];
                if !input.is_exhausted() {
                    let high = Comparison::parse(input)?;
                    if high == Comparison::Equal || low == Comparison::Equal || high.is_less() != low.is_less() {
                        return Err(Error::unexpected_token());
                    }
                    comparisons.push((high, Value::parse(value_type, input)?));
                }
                input.expect_exhausted().map_err(Error::from)?;
                Ok::<_, Error>(Self { name, comparisons })
            });
            if parsed.is_ok() {
                return parsed;
            }
        }
        Err(Error::unexpected_token())
    }

    /// The name.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Whether the feature is as asked; `None` where that cannot be known.
    pub fn evaluate(&self, context: &FeatureContext<'_>) -> Option<bool> {
        let actual = context.value(self.name)?;
        if self.comparisons.is_empty() {
            return Some(match actual {
                Actual::Number(value) => value != 0.0,
                Actual::Keyword(word) => !matches!(word, "none" | "no-preference"),
            });
        }
        Some(self.comparisons.iter().all(|(comparison, value)| match (actual, value) {
            (Actual::Keyword(word), Value::Keyword(wanted)) => *word == **wanted,
            (Actual::Number(number), value) => {
                value.number(context).is_some_and(|wanted| comparison.holds(number, wanted))
            }
            _ => false,
        }))
    }
}

/// A feature by its name, with what `min-` and `max-` before it mean.
fn find_with_prefix(name: &str, kind: Kind) -> Option<(&'static str, Type, bool, Option<Comparison>)> {
    if let Some((name, value_type, range)) = find(name, kind) {
        return Some((name, value_type, range, None));
    }
    let lower = name.to_ascii_lowercase();
    let (vendor, rest) = match lower.strip_prefix("-webkit-") {
        Some(rest) => ("-webkit-", rest),
        None => ("", &*lower),
    };
    let (comparison, rest) = match (rest.strip_prefix("min-"), rest.strip_prefix("max-")) {
        (Some(rest), _) => (Comparison::GreaterEqual, rest),
        (_, Some(rest)) => (Comparison::LessEqual, rest),
        _ => return None,
    };
    let (name, value_type, range) = find(&format!("{vendor}{rest}"), kind)?;
    range.then_some((name, value_type, range, Some(comparison)))
}

impl Comparison {
    fn parse(input: &mut Parser<'_>) -> Result<Self, Error> {
        let first = match input.next()? {
            Token::Delim(sign) => *sign,
            _ => return Err(Error::unexpected_token()),
        };
        let equal = first != '='
            && input
                .try_parse(|input| match input.next_including_whitespace() {
                    Ok(Token::Delim('=')) => Ok(()),
                    _ => Err(()),
                })
                .is_ok();
        Ok(match (first, equal) {
            ('=', _) => Self::Equal,
            ('<', false) => Self::Less,
            ('<', true) => Self::LessEqual,
            ('>', false) => Self::Greater,
            ('>', true) => Self::GreaterEqual,
            _ => return Err(Error::unexpected_token()),
        })
    }

    fn is_less(self) -> bool {
        matches!(self, Self::Less | Self::LessEqual)
    }

    /// The same with its sides exchanged.
    fn flipped(self) -> Self {
        match self {
            Self::Equal => Self::Equal,
            Self::Less => Self::Greater,
            Self::LessEqual => Self::GreaterEqual,
            Self::Greater => Self::Less,
            Self::GreaterEqual => Self::LessEqual,
        }
    }

    fn holds(self, actual: f32, wanted: f32) -> bool {
        match self {
            Self::Equal => (actual - wanted).abs() <= f32::EPSILON * actual.abs().max(wanted.abs()).max(1.0) * 4.0,
            Self::Less => actual < wanted,
            Self::LessEqual => actual <= wanted,
            Self::Greater => actual > wanted,
            Self::GreaterEqual => actual >= wanted,
        }
    }
}

impl Value {
    fn parse(value_type: Type, input: &mut Parser<'_>) -> Result<Self, Error> {
        let context = ParserContext::new(false, UrlBase::none());
        match value_type {
            Type::Length => Ok(Self::Length(Specified::parse(&context, input)?)),
            Type::Ratio => {
                let width = ratio_part(&context, input)?;
                let height = match input.try_parse(|input| input.expect_delim('/')) {
                    Ok(()) => ratio_part(&context, input)?,
                    Err(_) => 1.0,
                };
                Ok(Self::Ratio(width, height))
            }
            Type::Resolution => {
                if input.try_parse(|input| input.expect_ident_matching("infinite")).is_ok() {
                    return Ok(Self::Resolution(f32::INFINITY));
                }
                Ok(Self::Resolution(number::resolution(&context, input)?))
            }
            Type::Integer => Ok(Self::Integer(number::integer(&context, input)?)),
            Type::Number => Ok(Self::Number(number::number(&context, input)?)),
            Type::Flag => match number::integer(&context, input)? {
                flag @ 0..=1 => Ok(Self::Integer(flag)),
                _ => Err(Error::unexpected_token()),
            },
            Type::Keywords(words) => {
                let word = input.expect_ident()?;
                let known = words.iter().find(|known| known.eq_ignore_ascii_case(word));
                known.map(|word| Self::Keyword((*word).into())).ok_or_else(Error::unexpected_token)
            }
        }
    }

    fn number(&self, context: &FeatureContext<'_>) -> Option<f32> {
        Some(match self {
            Self::Keyword(_) => return None,
            Self::Integer(value) => *value as f32,
            Self::Number(value) | Self::Resolution(value) => *value,
            Self::Ratio(width, height) => {
                // Degenerate ratios count as infinite.
                if *height == 0.0 { f32::INFINITY } else { width / height }
            }
            Self::Length(length) => context.length(length)?,
        })
    }
}

/// A part of a ratio. A calculation that is negative counts as zero; a number that is, is invalid.
///
/// NOTE: a length that needs a font keeps its sign here, which is all that a ratio of lengths can ask of it.
fn ratio_part(context: &ParserContext<'_>, input: &mut Parser<'_>) -> Result<f32, Error> {
    match input.try_parse(|input| input.expect_number()) {
        Ok(number) if number < 0.0 => Err(Error::unexpected_token()),
        Ok(number) => Ok(number),
        Err(_) => Ok(number::number(context, input)?.max(0.0)),
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Actual {
    Number(f32),
    Keyword(&'static str),
}

/// What the features of a medium or a container are.
#[derive(Clone, Copy)]
pub struct FeatureContext<'a> {
    /// Of the viewport or the container, in CSS px; `None` where the container does not tell.
    width: Option<f32>,
    height: Option<f32>,
    vertical: bool,
    media: &'a MediaContext,
    /// The font that `em` refers to; the initial one for media.
    font: Option<&'a Font>,
}

impl<'a> FeatureContext<'a> {
    /// The features of a medium.
    pub fn media(media: &'a MediaContext) -> Self {
        Self { width: Some(media.width), height: Some(media.height), vertical: false, media, font: None }
    }

    /// The features of a container.
    pub fn container(
        media: &'a MediaContext,
        width: Option<f32>,
        height: Option<f32>,
        vertical: bool,
        font: &'a Font,
    ) -> Self {
        Self { width, height, vertical, media, font: Some(font) }
    }

    fn length(&self, value: &Specified<SignedPxLength>) -> Option<f32> {
        let page = ComputeContext::new(self.media.width, self.media.height);
        let initial;
        let font = match self.font {
            Some(font) => font,
            None => {
                initial = Font::initial();
                &initial
            }
        };
        let element = ElementContext {
            page: &page,
            font,
            parent_font: font,
            line_height_font: font,
            is_monospace: false,
            current_color: Rgba::BLACK,
            is_dark: self.media.prefers_dark,
            is_vertical: self.vertical,
            is_root: false,
        };
        value.compute(&element).map(|length| length.0)
    }

    fn value(&self, name: &str) -> Option<Actual> {
        let media = self.media;
        let number = |value: f32| Some(Actual::Number(value));
        let keyword = |word: &'static str| Some(Actual::Keyword(word));
        match name {
            "width" => self.width.map(Actual::Number),
            "height" => self.height.map(Actual::Number),
            "inline-size" => if self.vertical { self.height } else { self.width }.map(Actual::Number),
            "block-size" => if self.vertical { self.width } else { self.height }.map(Actual::Number),
            "aspect-ratio" => number(self.width? / self.height?.max(f32::MIN_POSITIVE)),
            "orientation" => keyword(if self.height? >= self.width? { "portrait" } else { "landscape" }),
            "device-width" => number(media.width),
            "device-height" => number(media.height),
            "device-aspect-ratio" => number(media.width / media.height.max(f32::MIN_POSITIVE)),
            "resolution" | "-webkit-device-pixel-ratio" => number(media.scale),
            "color" => number(8.0),
            "color-index" | "monochrome" | "grid" => number(0.0),
            "horizontal-viewport-segments" | "vertical-viewport-segments" | "-webkit-transform-3d" => number(1.0),
            "update" => keyword(if media.is_print { "none" } else { "fast" }),
            "overflow-block" => keyword(if media.is_print { "paged" } else { "scroll" }),
            "overflow-inline" => keyword("scroll"),
            "color-gamut" => keyword("srgb"),
            "dynamic-range" | "video-dynamic-range" => keyword("standard"),
            "inverted-colors" | "forced-colors" | "scripting" => keyword("none"),
            "hover" | "any-hover" => keyword("hover"),
            "pointer" | "any-pointer" => keyword("fine"),
            "prefers-color-scheme" => keyword(if media.prefers_dark { "dark" } else { "light" }),
            "prefers-contrast" | "prefers-reduced-motion" | "prefers-reduced-transparency" | "prefers-reduced-data" => {
                keyword("no-preference")
            }
            "display-mode" => keyword("browser"),
            "device-posture" => keyword("continuous"),
            "scan" => keyword("progressive"),
            _ => None,
        }
    }
}
