//! Values of the text and inline layout properties.

use std::sync::Arc;

use cssparser::{Parser, Token, match_ignore_ascii_case};

use super::color::Color;
use super::compute::ElementContext;
use super::keyword::keyword_enum;
use super::length::{LengthPercentage, Range, length};
use super::number::{integer, non_negative_number, percentage};
use super::parse::{CssValue, LoneDimension, Parsed, ParserContext, comma_separated, invalid, keyword};
use super::unit::LengthUnit;

keyword_enum! {
    /// `text-align`
    pub enum TextAlign {
        Start = "start", End = "end", Left = "left", Right = "right", Center = "center", Justify = "justify",
        MatchParent = "match-parent" | "-webkit-match-parent", WebkitLeft = "-webkit-left",
        WebkitRight = "-webkit-right", WebkitCenter = "-webkit-center",
    }
}
keyword_enum! {
    /// `text-align-last`
    pub enum TextAlignLast {
        Auto = "auto", Start = "start", End = "end", Left = "left", Right = "right", Center = "center",
        Justify = "justify", MatchParent = "match-parent",
    }
}
keyword_enum! {
    /// `text-justify`
    pub enum TextJustify {
        Auto = "auto", None = "none", InterWord = "inter-word", InterCharacter = "inter-character",
        Distribute = "distribute",
    }
}
keyword_enum! {
    /// `white-space-collapse`
    pub enum WhiteSpaceCollapse {
        Collapse = "collapse", Preserve = "preserve", PreserveBreaks = "preserve-breaks",
        PreserveSpaces = "preserve-spaces", BreakSpaces = "break-spaces",
    }
}
keyword_enum! {
    /// `text-wrap-mode`
    pub enum TextWrapMode { Wrap = "wrap", Nowrap = "nowrap" }
}
keyword_enum! {
    /// `text-wrap-style`
    pub enum TextWrapStyle { Auto = "auto", Balance = "balance", Stable = "stable", Pretty = "pretty" }
}
keyword_enum! {
    /// `word-break`
    pub enum WordBreak {
        Normal = "normal", BreakAll = "break-all", KeepAll = "keep-all", BreakWord = "break-word",
        AutoPhrase = "auto-phrase",
    }
}
keyword_enum! {
    /// `line-break`
    pub enum LineBreak { Auto = "auto", Loose = "loose", Normal = "normal", Strict = "strict", Anywhere = "anywhere" }
}
keyword_enum! {
    /// `overflow-wrap`
    pub enum OverflowWrap { Normal = "normal", BreakWord = "break-word", Anywhere = "anywhere" }
}
keyword_enum! {
    /// `hyphens`
    pub enum Hyphens { Manual = "manual", None = "none", Auto = "auto" }
}
keyword_enum! {
    /// `unicode-bidi`
    pub enum UnicodeBidi {
        Normal = "normal", Embed = "embed", BidiOverride = "bidi-override", Isolate = "isolate" | "-webkit-isolate",
        IsolateOverride = "isolate-override" | "-webkit-isolate-override",
        Plaintext = "plaintext" | "-webkit-plaintext",
    }
}
keyword_enum! {
    /// `text-decoration-style`
    pub enum TextDecorationStyle {
        Solid = "solid", Double = "double", Dotted = "dotted", Dashed = "dashed", Wavy = "wavy",
    }
}
keyword_enum! {
    /// `text-decoration-skip-ink`
    pub enum TextDecorationSkipInk { Auto = "auto", None = "none", All = "all" }
}
keyword_enum! {
    /// `text-orientation`
    pub enum TextOrientation {
        Mixed = "mixed" | "vertical-right", Upright = "upright", Sideways = "sideways" | "sideways-right",
    }
}
keyword_enum! {
    /// `text-rendering`
    pub enum TextRendering {
        Auto = "auto", OptimizeSpeed = "optimizespeed", OptimizeLegibility = "optimizelegibility",
        GeometricPrecision = "geometricprecision",
    }
}
keyword_enum! {
    @plain
    /// `text-emphasis-position`, simplified to the side of the line.
    pub enum TextEmphasisPosition { Over = "over", Under = "under" }
}
keyword_enum! {
    @plain
    /// `ruby-position`
    pub enum RubyPosition { Over = "over", Under = "under" }
}
keyword_enum! {
    /// The case part of `text-transform`.
    pub enum TextTransformCase {
        None = "none", Capitalize = "capitalize", Uppercase = "uppercase", Lowercase = "lowercase",
    }
}

/// `text-transform`
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextTransform {
    /// The case mapping.
    pub case: TextTransformCase,
    /// `full-width`
    pub full_width: bool,
    /// `full-size-kana`
    pub full_size_kana: bool,
}

bitflags::bitflags! {
    /// `text-decoration-line`
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct TextDecorationLine: u8 {
        /// `underline`
        const UNDERLINE = 1;
        /// `overline`
        const OVERLINE = 2;
        /// `line-through`
        const LINE_THROUGH = 4;
    }
}

/// `text-decoration-thickness`
#[derive(Clone, Debug, Default, PartialEq)]
pub enum TextDecorationThickness {
    /// `auto`
    #[default]
    Auto,
    /// `from-font`
    FromFont,
    /// Percentages are of 1em.
    LengthPercentage(LengthPercentage),
}

/// `text-underline-offset`
#[derive(Clone, Debug, Default, PartialEq)]
pub enum TextUnderlineOffset {
    /// `auto`
    #[default]
    Auto,
    /// Percentages are of 1em.
    LengthPercentage(LengthPercentage),
}

keyword_enum! {
    @plain
    /// `text-underline-position`, horizontal part.
    pub enum TextUnderlinePosition { Auto = "auto", FromFont = "from-font", Under = "under" }
}

/// `line-height`
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum LineHeight {
    /// `normal`
    #[default]
    Normal,
    /// A multiple of the font size.
    Number(f32),
    /// Px.
    Length(f32),
}

/// `letter-spacing` and `word-spacing`: `normal` is zero, but keeps ligatures.
#[derive(Clone, Debug, PartialEq)]
pub struct Spacing(pub LengthPercentage);

impl Spacing {
    /// `normal`
    pub const NORMAL: Self = Self(LengthPercentage::ZERO);
}

/// `vertical-align`
#[derive(Clone, Debug, Default, PartialEq)]
pub enum VerticalAlign {
    /// `baseline`
    #[default]
    Baseline,
    /// `sub`
    Sub,
    /// `super`
    Super,
    /// `top`
    Top,
    /// `text-top`
    TextTop,
    /// `middle`
    Middle,
    /// `bottom`
    Bottom,
    /// `text-bottom`
    TextBottom,
    /// `-webkit-baseline-middle`
    BaselineMiddle,
    /// Percentages are of the line height.
    LengthPercentage(LengthPercentage),
}

/// `text-overflow`, for the line-end side.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum TextOverflow {
    /// `clip`
    #[default]
    Clip,
    /// `ellipsis`
    Ellipsis,
    /// A string.
    String(Arc<str>),
}

/// `text-indent`
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TextIndent {
    /// The indentation.
    pub length: LengthPercentage,
    /// `hanging`
    pub hanging: bool,
    /// `each-line`
    pub each_line: bool,
}

/// `tab-size`
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TabSize {
    /// A multiple of the advance of a space.
    Number(f32),
    /// Px.
    Length(f32),
}

impl Default for TabSize {
    fn default() -> Self {
        Self::Number(8.0)
    }
}

/// One `text-shadow`; lengths in px.
#[derive(Clone, Debug, PartialEq)]
pub struct TextShadow {
    /// To the right.
    pub x: f32,
    /// Downward.
    pub y: f32,
    /// Blur radius.
    pub blur: f32,
    /// Colour.
    pub color: super::color::Color,
}

/// `text-emphasis-style`
#[derive(Clone, Debug, Default, PartialEq)]
pub enum TextEmphasisStyle {
    /// `none`
    #[default]
    None,
    /// The mark, one character as drawn.
    Mark(Arc<str>),
}

/// `hyphenate-character`, `quotes`' strings …: `auto` or a string.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum StringOrAuto {
    /// `auto`
    #[default]
    Auto,
    /// A string.
    String(Arc<str>),
}

/// `-webkit-line-clamp`, `line-clamp`: `none` or a count of lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LineClampValue(pub Option<u32>);

/// `text-shadow`, front to back; empty is `none`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TextShadows(pub Arc<[TextShadow]>);

impl CssValue for TextTransform {
    fn parse(_cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        let mut transform = Self::default();
        let mut count = 0;
        while let Ok(name) = input.try_parse(|input| input.expect_ident_cloned()) {
            count += 1;
            match_ignore_ascii_case! { &name,
                "full-width" => transform.full_width = true,
                "full-size-kana" => transform.full_size_kana = true,
                "math-auto" => {},
                _ => match TextTransformCase::from_keyword(&name) {
                    Some(case) if transform.case == TextTransformCase::None => transform.case = case,
                    _ => return invalid(),
                },
            }
        }
        if count == 0 { invalid() } else { Ok(transform) }
    }
}

impl CssValue for TextDecorationLine {
    fn parse(_cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        let mut lines = Self::empty();
        let mut count = 0;
        while let Ok(line) = input.try_parse(|input| -> Parsed<Self> {
            Ok(match_ignore_ascii_case! { input.expect_ident()?,
                "none" | "blink" | "spelling-error" | "grammar-error" => Self::empty(),
                "underline" => Self::UNDERLINE,
                "overline" => Self::OVERLINE,
                "line-through" => Self::LINE_THROUGH,
                _ => return invalid(),
            })
        }) {
            count += 1;
            lines |= line;
        }
        if count == 0 { invalid() } else { Ok(lines) }
    }
}

impl CssValue for TextDecorationThickness {
    const DIMENSION: LoneDimension = LoneDimension::Any;

    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        if keyword(input, "auto") {
            return Ok(Self::Auto);
        }
        if keyword(input, "from-font") {
            return Ok(Self::FromFont);
        }
        LengthPercentage::parse(cx, input).map(Self::LengthPercentage)
    }

    fn from_dimension(value: f32, unit: LengthUnit, element: &ElementContext<'_>) -> Option<Self> {
        LengthPercentage::from_dimension(value, unit, element).map(Self::LengthPercentage)
    }
}

impl CssValue for TextUnderlineOffset {
    const DIMENSION: LoneDimension = LoneDimension::Any;

    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        if keyword(input, "auto") {
            Ok(Self::Auto)
        } else {
            LengthPercentage::parse(cx, input).map(Self::LengthPercentage)
        }
    }

    fn from_dimension(value: f32, unit: LengthUnit, element: &ElementContext<'_>) -> Option<Self> {
        LengthPercentage::from_dimension(value, unit, element).map(Self::LengthPercentage)
    }
}

/// Consumes keywords one by one as long as the function knows them; at least one is needed.
fn each_keyword(input: &mut Parser<'_>, mut one: impl FnMut(&str) -> bool) -> Parsed<()> {
    if !one(input.expect_ident()?) {
        return invalid();
    }
    while input.try_parse(|input| if one(input.expect_ident()?) { Ok(()) } else { invalid() }).is_ok() {}
    Ok(())
}

impl CssValue for TextUnderlinePosition {
    fn parse(_cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        let mut position = Self::Auto;
        each_keyword(input, |name| match Self::from_keyword(name) {
            Some(value) => {
                position = value;
                true
            }
            // Sides of vertical lines.
            None => name.eq_ignore_ascii_case("left") || name.eq_ignore_ascii_case("right"),
        })?;
        Ok(position)
    }
}

impl CssValue for TextEmphasisPosition {
    fn parse(_cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        let mut position = Self::Over;
        each_keyword(input, |name| match Self::from_keyword(name) {
            Some(value) => {
                position = value;
                true
            }
            None => name.eq_ignore_ascii_case("left") || name.eq_ignore_ascii_case("right"),
        })?;
        Ok(position)
    }
}

impl CssValue for RubyPosition {
    fn parse(_cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        let mut position = Self::Over;
        each_keyword(input, |name| {
            match_ignore_ascii_case! { name,
                "alternate" | "over" | "before" | "inter-character" => true,
                "under" | "after" => {
                    position = Self::Under;
                    true
                },
                _ => false,
            }
        })?;
        Ok(position)
    }
}

impl CssValue for LineHeight {
    const DIMENSION: LoneDimension = LoneDimension::NonNegative;

    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        if keyword(input, "normal") {
            return Ok(Self::Normal);
        }
        if let Ok(number) = input.try_parse(|input| non_negative_number(cx, input)) {
            return Ok(Self::Number(number));
        }
        match LengthPercentage::parse_in(cx, input, Range::NonNegative)? {
            LengthPercentage::Px(px) => Ok(Self::Length(px)),
            value => Ok(Self::Length(value.resolve_px(cx.length(1.0, LengthUnit::Em)))),
        }
    }

    fn from_dimension(value: f32, unit: LengthUnit, element: &ElementContext<'_>) -> Option<Self> {
        Some(Self::Length(element.length(value, unit)))
    }
}

impl CssValue for Spacing {
    const DIMENSION: LoneDimension = LoneDimension::Any;

    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        if keyword(input, "normal") { Ok(Self::NORMAL) } else { LengthPercentage::parse(cx, input).map(Self) }
    }

    fn from_dimension(value: f32, unit: LengthUnit, element: &ElementContext<'_>) -> Option<Self> {
        LengthPercentage::from_dimension(value, unit, element).map(Self)
    }
}

impl CssValue for VerticalAlign {
    const DIMENSION: LoneDimension = LoneDimension::Any;

    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        let start = input.state();
        if let Token::Ident(name) = input.next()? {
            return Ok(match_ignore_ascii_case! { name,
                "baseline" => Self::Baseline,
                "sub" => Self::Sub,
                "super" => Self::Super,
                "top" => Self::Top,
                "text-top" => Self::TextTop,
                "middle" => Self::Middle,
                "bottom" => Self::Bottom,
                "text-bottom" => Self::TextBottom,
                "-webkit-baseline-middle" => Self::BaselineMiddle,
                _ => return invalid(),
            });
        }
        input.reset(&start);
        LengthPercentage::parse(cx, input).map(Self::LengthPercentage)
    }

    fn from_dimension(value: f32, unit: LengthUnit, element: &ElementContext<'_>) -> Option<Self> {
        LengthPercentage::from_dimension(value, unit, element).map(Self::LengthPercentage)
    }
}

impl TextOverflow {
    fn parse_side(input: &mut Parser<'_>) -> Parsed<Self> {
        match input.next()? {
            Token::QuotedString(text) => Ok(Self::String(text.as_ref().into())),
            Token::Ident(name) if name.eq_ignore_ascii_case("clip") => Ok(Self::Clip),
            Token::Ident(name) if name.eq_ignore_ascii_case("ellipsis") => Ok(Self::Ellipsis),
            _ => invalid(),
        }
    }
}

impl CssValue for TextOverflow {
    fn parse(_cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        let first = Self::parse_side(input)?;
        // With two values the second is the end side.
        Ok(input.try_parse(Self::parse_side).unwrap_or(first))
    }
}

impl CssValue for TextIndent {
    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        let (mut length, mut hanging, mut each_line) = (None, false, false);
        loop {
            if !hanging && keyword(input, "hanging") {
                hanging = true;
            } else if !each_line && keyword(input, "each-line") {
                each_line = true;
            } else if length.is_none() {
                match input.try_parse(|input| LengthPercentage::parse(cx, input)) {
                    Ok(value) => length = Some(value),
                    Err(error) => return Err(error),
                }
            } else {
                break;
            }
            if input.is_exhausted() {
                break;
            }
        }
        length.map_or_else(invalid, |length| Ok(Self { length, hanging, each_line }))
    }
}

impl CssValue for TabSize {
    const DIMENSION: LoneDimension = LoneDimension::NonNegative;

    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        if let Ok(number) = input.try_parse(|input| non_negative_number(cx, input)) {
            return Ok(Self::Number(number));
        }
        length(cx, input, Range::NonNegative).map(Self::Length)
    }

    fn from_dimension(value: f32, unit: LengthUnit, element: &ElementContext<'_>) -> Option<Self> {
        Some(Self::Length(element.length(value, unit)))
    }
}

impl TextShadow {
    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        let mut color = input.try_parse(|input| Color::parse(cx, input)).ok();
        let x = length(cx, input, Range::All)?;
        let y = length(cx, input, Range::All)?;
        let blur = input.try_parse(|input| length(cx, input, Range::NonNegative)).unwrap_or(0.0);
        if color.is_none() {
            color = input.try_parse(|input| Color::parse(cx, input)).ok();
        }
        Ok(Self { x, y, blur, color: color.unwrap_or_default() })
    }
}

impl CssValue for TextShadows {
    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        if keyword(input, "none") {
            return Ok(Self::default());
        }
        comma_separated(cx, input, TextShadow::parse).map(|list| Self(list.into()))
    }
}

impl CssValue for TextEmphasisStyle {
    fn parse(_cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        if let Ok(text) = input.try_parse(|input| input.expect_string_cloned()) {
            return Ok(Self::Mark(text.chars().take(1).collect::<String>().into()));
        }
        let (mut open, mut shape, mut none) = (false, None, false);
        each_keyword(input, |name| {
            match_ignore_ascii_case! { name,
                "none" => {
                    none = true;
                    true
                },
                "filled" => true,
                "open" => {
                    open = true;
                    true
                },
                "dot" => shape.replace(["\u{2022}", "\u{25e6}"]).is_none(),
                "circle" => shape.replace(["\u{25cf}", "\u{25cb}"]).is_none(),
                "double-circle" => shape.replace(["\u{25c9}", "\u{25ce}"]).is_none(),
                "triangle" => shape.replace(["\u{25b2}", "\u{25b3}"]).is_none(),
                "sesame" => shape.replace(["\u{fe45}", "\u{fe46}"]).is_none(),
                _ => false,
            }
        })?;
        if none {
            return Ok(Self::None);
        }
        let [filled, hollow] = shape.unwrap_or(["\u{25cf}", "\u{25cb}"]);
        Ok(Self::Mark(if open { hollow } else { filled }.into()))
    }
}

impl CssValue for StringOrAuto {
    fn parse(_cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        if keyword(input, "auto") {
            return Ok(Self::Auto);
        }
        Ok(Self::String(input.expect_string()?.as_ref().into()))
    }
}

impl CssValue for LineClampValue {
    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        if keyword(input, "none") {
            return Ok(Self(None));
        }
        if let Ok(share) = input.try_parse(|input| percentage(cx, input)) {
            // A share of the lines was never clamped to by anyone.
            return if share >= 0.0 { Ok(Self(None)) } else { invalid() };
        }
        match integer(cx, input)? {
            lines if lines > 0 => Ok(Self(u32::try_from(lines).ok())),
            _ => invalid(),
        }
    }
}
