//! Values of backgrounds, masks and borders.
//!
//! Spec: <https://www.w3.org/TR/css-backgrounds-3/>.

use std::sync::Arc;

use cssparser::{Parser, match_ignore_ascii_case};

use super::color::Color;
use super::image::{Image, position_axis};
use super::keyword::keyword_enum;
use super::length::{LengthPercentage, Range, length};
use super::number::{non_negative_number, number_or_percentage};
use super::parse::{CssValue, Parsed, ParserContext, comma_separated, invalid, keyword, try_keyword};

keyword_enum! {
    /// One axis of `background-repeat`.
    pub enum RepeatKeyword { Repeat = "repeat", NoRepeat = "no-repeat", Space = "space", Round = "round" }
}
keyword_enum! {
    /// `background-attachment`
    pub enum BackgroundAttachment { Scroll = "scroll", Fixed = "fixed", Local = "local" }
}
keyword_enum! {
    /// `background-clip`, `background-origin`, `mask-clip`, `mask-origin`.
    pub enum BackgroundBox {
        BorderBox = "border-box" | "border" | "fill-box" | "stroke-box" | "view-box",
        PaddingBox = "padding-box" | "padding", ContentBox = "content-box" | "content",
        Text = "text" | "-webkit-text", BorderArea = "border-area", NoClip = "no-clip",
    }
}
keyword_enum! {
    /// `mix-blend-mode`, `background-blend-mode`
    pub enum BlendMode {
        Normal = "normal", Multiply = "multiply", Screen = "screen", Overlay = "overlay", Darken = "darken",
        Lighten = "lighten", ColorDodge = "color-dodge", ColorBurn = "color-burn", HardLight = "hard-light",
        SoftLight = "soft-light", Difference = "difference", Exclusion = "exclusion", Hue = "hue",
        Saturation = "saturation", Color = "color", Luminosity = "luminosity", PlusLighter = "plus-lighter",
        PlusDarker = "plus-darker",
    }
}
keyword_enum! {
    /// `border-*-style`, `outline-style`, `column-rule-style`.
    pub enum BorderStyle {
        None = "none", Hidden = "hidden", Dotted = "dotted", Dashed = "dashed", Solid = "solid", Double = "double",
        Groove = "groove", Ridge = "ridge", Inset = "inset", Outset = "outset",
    }
}
keyword_enum! {
    /// One axis of `border-image-repeat`.
    pub enum BorderImageRepeat { Stretch = "stretch", Repeat = "repeat", Round = "round", Space = "space" }
}
keyword_enum! {
    /// `mask-composite`
    pub enum MaskComposite {
        Add = "add" | "source-over" | "plus-lighter", Subtract = "subtract" | "source-out",
        Intersect = "intersect" | "source-in", Exclude = "exclude" | "xor",
    }
}
keyword_enum! {
    /// `mask-mode`
    pub enum MaskMode { MatchSource = "match-source", Alpha = "alpha", Luminance = "luminance" }
}

impl BorderStyle {
    /// Whether a border of this style takes room and is drawn.
    pub fn is_visible(self) -> bool {
        !matches!(self, Self::None | Self::Hidden)
    }
}

/// A comma-separated list, one entry per layer; shorter lists repeat. Never empty.
#[derive(Clone, Debug, PartialEq)]
pub struct Layers<T>(pub Arc<[T]>);

impl<T: Clone> Layers<T> {
    /// One layer.
    pub fn one(value: T) -> Self {
        Self(Arc::new([value]))
    }

    /// The value for a layer, repeating.
    pub fn get(&self, layer: usize) -> &T {
        &self.0[layer % self.0.len()]
    }
}

/// Both axes of `background-repeat`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BackgroundRepeat {
    /// Horizontally.
    pub x: RepeatKeyword,
    /// Vertically.
    pub y: RepeatKeyword,
}

/// `background-size`
#[derive(Clone, Debug, PartialEq)]
pub enum BackgroundSize {
    /// Width and height; `None` is `auto`.
    Explicit(Option<LengthPercentage>, Option<LengthPercentage>),
    /// `cover`
    Cover,
    /// `contain`
    Contain,
}

impl BackgroundSize {
    /// `auto`
    pub const AUTO: Self = Self::Explicit(None, None);
}

/// Layers of `background-image` or `mask-image`.
pub type ImageLayers = Layers<Image>;

/// The two radii of a corner.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CornerRadius {
    /// Along x.
    pub horizontal: LengthPercentage,
    /// Along y.
    pub vertical: LengthPercentage,
}

/// `border-image-slice`: top, right, bottom, left; numbers are image px.
#[derive(Clone, Debug, PartialEq)]
pub struct BorderImageSlice {
    /// Offsets of the four sides.
    pub sides: [NumberOrPercentage; 4],
    /// `fill`
    pub fill: bool,
}

/// A number or a percentage.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NumberOrPercentage {
    /// A number.
    Number(f32),
    /// A fraction of 1.
    Percentage(f32),
}

/// One side of `border-image-width`.
#[derive(Clone, Debug, PartialEq)]
pub enum BorderImageWidth {
    /// A multiple of the border width.
    Number(f32),
    /// `auto`
    Auto,
    /// Of the border image area.
    LengthPercentage(LengthPercentage),
}

/// One side of `border-image-outset`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BorderImageOutset {
    /// A multiple of the border width.
    Number(f32),
    /// Px.
    Length(f32),
}

/// One value for each side: top, right, bottom, left.
#[derive(Clone, Debug, PartialEq)]
pub struct FourSides<T>(pub [T; 4]);

/// One `box-shadow`; lengths in px.
#[derive(Clone, Debug, PartialEq)]
pub struct BoxShadow {
    /// To the right.
    pub x: f32,
    /// Downward.
    pub y: f32,
    /// Blur radius.
    pub blur: f32,
    /// Spread.
    pub spread: f32,
    /// Colour.
    pub color: Color,
    /// `inset`
    pub inset: bool,
}

/// Both axes of `border-image-repeat`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BorderImageRepeats {
    /// The upper and lower sides.
    pub horizontal: BorderImageRepeat,
    /// The left and right sides.
    pub vertical: BorderImageRepeat,
}

impl BorderImageSlice {
    /// `100%`
    pub fn initial() -> Self {
        Self { sides: [NumberOrPercentage::Percentage(1.0); 4], fill: false }
    }
}

impl<T: Clone> FourSides<T> {
    /// The same on all sides.
    pub fn all(value: T) -> Self {
        Self([value.clone(), value.clone(), value.clone(), value])
    }
}

/// Layers of one axis of `background-position`.
pub type LengthPercentageLayers = Layers<LengthPercentage>;

/// `box-shadow`, front to back; empty is `none`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BoxShadows(pub Arc<[BoxShadow]>);

/// `outline-style`: a border style, or `auto`, which draws a solid ring.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OutlineStyle {
    /// The line's style.
    pub style: BorderStyle,
    /// `auto`
    pub auto: bool,
}

impl<T: CssValue> CssValue for Layers<T> {
    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        comma_separated(cx, input, T::parse).map(|list| Self(list.into()))
    }
}

/// One axis of `background-position` or `mask-position`.
impl CssValue for LengthPercentageLayers {
    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        comma_separated(cx, input, position_axis).map(|list| Self(list.into()))
    }
}

impl CssValue for BackgroundRepeat {
    fn parse(_cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        let name = input.expect_ident()?.clone();
        match_ignore_ascii_case! { &name,
            "repeat-x" => return Ok(Self { x: RepeatKeyword::Repeat, y: RepeatKeyword::NoRepeat }),
            "repeat-y" => return Ok(Self { x: RepeatKeyword::NoRepeat, y: RepeatKeyword::Repeat }),
            _ => {},
        }
        let Some(x) = RepeatKeyword::from_keyword(&name) else { return invalid() };
        Ok(Self { x, y: try_keyword(input).unwrap_or(x) })
    }
}

impl CssValue for BackgroundSize {
    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        if keyword(input, "cover") {
            return Ok(Self::Cover);
        }
        if keyword(input, "contain") {
            return Ok(Self::Contain);
        }
        let side = |input: &mut Parser<'_>| {
            if keyword(input, "auto") {
                return Ok(None);
            }
            LengthPercentage::parse_in(cx, input, Range::NonNegative).map(Some)
        };
        let width = side(input)?;
        Ok(Self::Explicit(width, input.try_parse(side).unwrap_or(None)))
    }
}

impl CssValue for CornerRadius {
    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        let horizontal = LengthPercentage::parse_in(cx, input, Range::NonNegative)?;
        let vertical = input.try_parse(|input| LengthPercentage::parse_in(cx, input, Range::NonNegative));
        Ok(Self { vertical: vertical.unwrap_or_else(|_| horizontal.clone()), horizontal })
    }
}

/// One to four values for the sides, from the top clockwise.
pub(crate) fn four_sides<T: Clone>(
    input: &mut Parser<'_>,
    mut one: impl FnMut(&mut Parser<'_>) -> Parsed<T>,
) -> Parsed<[T; 4]> {
    let top = one(input)?;
    let Ok(right) = input.try_parse(&mut one) else { return Ok([top.clone(), top.clone(), top.clone(), top]) };
    let Ok(bottom) = input.try_parse(&mut one) else { return Ok([top.clone(), right.clone(), top, right]) };
    let Ok(left) = input.try_parse(&mut one) else { return Ok([top, right.clone(), bottom, right]) };
    Ok([top, right, bottom, left])
}

impl<T: CssValue> CssValue for FourSides<T> {
    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        four_sides(input, |input| T::parse(cx, input)).map(Self)
    }
}

impl CssValue for BorderImageSlice {
    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        let mut fill = keyword(input, "fill");
        let sides = four_sides(input, |input| match number_or_percentage(cx, input)? {
            NumberOrPercentage::Number(v) | NumberOrPercentage::Percentage(v) if v < 0.0 => invalid(),
            value => Ok(value),
        })?;
        fill = fill || keyword(input, "fill");
        Ok(Self { sides, fill })
    }
}

impl CssValue for BorderImageWidth {
    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        if keyword(input, "auto") {
            return Ok(Self::Auto);
        }
        if let Ok(number) = input.try_parse(|input| non_negative_number(cx, input)) {
            return Ok(Self::Number(number));
        }
        LengthPercentage::parse_in(cx, input, Range::NonNegative).map(Self::LengthPercentage)
    }
}

impl CssValue for BorderImageOutset {
    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        if let Ok(number) = input.try_parse(|input| non_negative_number(cx, input)) {
            return Ok(Self::Number(number));
        }
        length(cx, input, Range::NonNegative).map(Self::Length)
    }
}

impl CssValue for BorderImageRepeats {
    fn parse(_cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        let Some(horizontal) = try_keyword(input) else { return invalid() };
        Ok(Self { horizontal, vertical: try_keyword(input).unwrap_or(horizontal) })
    }
}

impl BoxShadow {
    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        let mut inset = keyword(input, "inset");
        let mut color = input.try_parse(|input| Color::parse(cx, input)).ok();
        inset = inset || keyword(input, "inset");
        let x = length(cx, input, Range::All)?;
        let y = length(cx, input, Range::All)?;
        let blur = input.try_parse(|input| length(cx, input, Range::NonNegative));
        let spread =
            if blur.is_ok() { input.try_parse(|input| length(cx, input, Range::All)).unwrap_or(0.0) } else { 0.0 };
        inset = inset || keyword(input, "inset");
        if color.is_none() {
            color = input.try_parse(|input| Color::parse(cx, input)).ok();
        }
        inset = inset || keyword(input, "inset");
        Ok(Self { x, y, blur: blur.unwrap_or(0.0), spread, color: color.unwrap_or_default(), inset })
    }
}

impl CssValue for BoxShadows {
    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        if keyword(input, "none") {
            return Ok(Self::default());
        }
        comma_separated(cx, input, BoxShadow::parse).map(|list| Self(list.into()))
    }
}

impl CssValue for OutlineStyle {
    fn parse(_cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        if keyword(input, "auto") {
            return Ok(Self { style: BorderStyle::Solid, auto: true });
        }
        match try_keyword(input) {
            Some(BorderStyle::Hidden) | None => invalid(),
            Some(style) => Ok(Self { style, auto: false }),
        }
    }
}
