//! Computed lengths, percentages and their mixtures, and the values of the sizing properties.
//!
//! Spec: <https://www.w3.org/TR/css-values-4/#lengths>, <https://www.w3.org/TR/css-sizing-3/#sizing-values>.

use std::sync::Arc;

use cssparser::{Parser, Token, match_ignore_ascii_case};

use super::calc::CalcNode;
use super::compute::ElementContext;
use super::math::Math;
use super::number::{censor, math_function};
use super::parse::{CssValue, LoneDimension, Parsed, ParserContext, invalid, keyword};
use super::unit::LengthUnit;
use crate::geometry::LayoutUnit;

/// A computed length or percentage: percentages wait for their basis.
#[derive(Clone, Debug, PartialEq)]
pub enum LengthPercentage {
    /// An absolute length in CSS px.
    Px(f32),
    /// A fraction of the basis: 1.0 is 100 %.
    Percentage(f32),
    /// A calculation over both.
    Calc(Arc<CalcNode>),
}

impl LengthPercentage {
    /// Zero px.
    pub const ZERO: Self = Self::Px(0.0);

    /// The used length for a basis that is known.
    pub fn resolve(&self, basis: LayoutUnit) -> LayoutUnit {
        match self {
            Self::Px(px) => LayoutUnit::from_px_f32(*px),
            Self::Percentage(fraction) => basis.scale(*fraction),
            Self::Calc(node) => LayoutUnit::from_px_f32(node.resolve(basis.to_px_f32())),
        }
    }

    /// The used length, or `None` where it depends on a basis that is not known.
    pub fn maybe_resolve(&self, basis: Option<LayoutUnit>) -> Option<LayoutUnit> {
        match basis {
            Some(basis) => Some(self.resolve(basis)),
            None if self.has_percentage() => None,
            None => Some(self.resolve(LayoutUnit::ZERO)),
        }
    }

    /// The used length in px for a basis in px.
    pub fn resolve_px(&self, basis: f32) -> f32 {
        match self {
            Self::Px(px) => *px,
            Self::Percentage(fraction) => basis * fraction,
            Self::Calc(node) => node.resolve(basis),
        }
    }

    /// Whether the value depends on a basis.
    pub fn has_percentage(&self) -> bool {
        match self {
            Self::Px(_) => false,
            Self::Percentage(_) => true,
            Self::Calc(node) => node.has_percentage(),
        }
    }

    /// Whether this is exactly zero whatever the basis.
    pub fn is_zero(&self) -> bool {
        matches!(self, Self::Px(v) | Self::Percentage(v) if *v == 0.0)
    }
}

impl Default for LengthPercentage {
    fn default() -> Self {
        Self::ZERO
    }
}

/// A length or percentage, or `auto`: margins and insets.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum LengthPercentageOrAuto {
    /// `auto`
    #[default]
    Auto,
    /// A length or percentage.
    LengthPercentage(LengthPercentage),
}

impl LengthPercentageOrAuto {
    /// Zero px.
    pub const ZERO: Self = Self::LengthPercentage(LengthPercentage::ZERO);

    /// The length or percentage, `None` for `auto`.
    pub fn non_auto(&self) -> Option<&LengthPercentage> {
        match self {
            Self::Auto => None,
            Self::LengthPercentage(value) => Some(value),
        }
    }

    /// Whether this is `auto`.
    pub fn is_auto(&self) -> bool {
        matches!(self, Self::Auto)
    }
}

/// `width`, `height`, `min-*`, `max-*` and `flex-basis`.
///
/// `auto` is the initial value of `width`, `height` and `min-*`; `none` that of `max-*`. Both are kept apart from the
/// keywords of CSS Sizing so that each consumer says what it means there.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Size {
    /// `auto`
    #[default]
    Auto,
    /// `none` (only `max-*`)
    None,
    /// A length or percentage, never negative.
    LengthPercentage(LengthPercentage),
    /// `min-content`
    MinContent,
    /// `max-content`
    MaxContent,
    /// `fit-content`
    FitContent,
    /// `fit-content(<length-percentage>)`
    FitContentFunction(LengthPercentage),
    /// `stretch`, `-webkit-fill-available`
    Stretch,
    /// `content` (only `flex-basis`)
    Content,
}

impl Size {
    /// Whether this is `auto`.
    pub fn is_auto(&self) -> bool {
        matches!(self, Self::Auto)
    }

    /// The length or percentage, if it is one.
    pub fn length_percentage(&self) -> Option<&LengthPercentage> {
        match self {
            Self::LengthPercentage(value) => Some(value),
            _ => None,
        }
    }
}

/// A non-negative length or percentage, or `normal` (the gaps).
#[derive(Clone, Debug, Default, PartialEq)]
pub enum LengthPercentageOrNormal {
    /// `normal`
    #[default]
    Normal,
    /// A length or percentage.
    LengthPercentage(LengthPercentage),
}

/// A number, or a percentage as a fraction of 1 (`opacity` and its like).
pub type Number = f32;

/// A length in px that is not negative.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PxLength(pub f32);

/// A length in px of either sign.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SignedPxLength(pub f32);

/// `<line-width>` in px, snapped as a border width.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LineWidth(pub f32);

impl LineWidth {
    /// `medium`
    pub const MEDIUM: Self = Self(3.0);
    /// The width of a line that is not drawn.
    pub const HIDDEN: Self = Self(0.0);
}

/// A length or percentage that is not negative.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NonNegativeLengthPercentage(pub LengthPercentage);

impl NonNegativeLengthPercentage {
    /// Zero px.
    pub const ZERO: Self = Self(LengthPercentage::ZERO);
}

/// `max-width` and its like: `auto` is not allowed, `none` is.
#[derive(Clone, Debug, PartialEq)]
pub struct MaxSize(pub Size);

/// `flex-basis`: a size or `content`.
#[derive(Clone, Debug, PartialEq)]
pub struct FlexBasis(pub Size);

/// `contain-intrinsic-width` and `-height` in px, `None` for `none`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ContainIntrinsicSize(pub Option<f32>);

/// An integer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Integer(pub i32);

/// A number that is not negative.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct NonNegativeNumber(pub f32);

/// `opacity`, 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Opacity(pub f32);

/// Whether negative values are allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Range {
    /// They are.
    All,
    /// They are not: a literal is then invalid and a calculation clamped.
    NonNegative,
}

impl LengthPercentage {
    /// The value of a calculation, simplified where it is plain.
    pub fn from_calc(node: CalcNode, range: Range) -> Self {
        let clamp = |value: f32| if range == Range::NonNegative { censor(value).max(0.0) } else { censor(value) };
        match node {
            CalcNode::Px(px) => Self::Px(clamp(px)),
            CalcNode::Percentage(fraction) => Self::Percentage(clamp(fraction)),
            node if range == Range::NonNegative => Self::Calc(Arc::new(CalcNode::Max(vec![CalcNode::Px(0.0), node]))),
            node => Self::Calc(Arc::new(node)),
        }
    }

    /// `<length-percentage>`
    pub fn parse_in(cx: &ParserContext<'_>, input: &mut Parser<'_>, range: Range) -> Parsed<Self> {
        let start = input.state();
        let value = match input.next()? {
            Token::Dimension { value, unit, .. } => match LengthUnit::from_name(unit) {
                Some(unit) => Self::Px(cx.length(*value, unit)),
                None => return invalid(),
            },
            Token::Percentage { unit_value, .. } => Self::Percentage(*unit_value),
            Token::Number { value, .. } if *value == 0.0 || cx.quirky_property.get() => Self::Px(*value),
            Token::Function(_) => {
                input.reset(&start);
                return match math_function(cx, input)? {
                    Math::Length(node) => Ok(Self::from_calc(node, range)),
                    _ => invalid(),
                };
            }
            _ => return invalid(),
        };
        match value {
            Self::Px(v) | Self::Percentage(v) if v < 0.0 && range == Range::NonNegative => invalid(),
            value => Ok(value),
        }
    }

    /// The same distance from the other end: 100 % less this.
    pub fn complement(&self) -> Self {
        let minus = match self {
            Self::Percentage(fraction) => return Self::Percentage(1.0 - fraction),
            Self::Px(px) => CalcNode::Px(-px),
            Self::Calc(node) => CalcNode::Product(node.clone(), -1.0),
        };
        Self::Calc(Arc::new(CalcNode::Sum(vec![CalcNode::Percentage(1.0), minus])))
    }
}

/// `<length>` in px.
pub fn length(cx: &ParserContext<'_>, input: &mut Parser<'_>, range: Range) -> Parsed<f32> {
    match LengthPercentage::parse_in(cx, input, range)? {
        LengthPercentage::Px(px) => Ok(px),
        _ => invalid(),
    }
}

impl LengthPercentage {
    /// `<length-percentage>` of either sign.
    pub fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        Self::parse_in(cx, input, Range::All)
    }

    pub(crate) fn from_dimension(value: f32, unit: LengthUnit, element: &ElementContext<'_>) -> Option<Self> {
        Some(Self::Px(element.length(value, unit)))
    }
}

impl CssValue for NonNegativeLengthPercentage {
    const DIMENSION: LoneDimension = LoneDimension::NonNegative;

    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        LengthPercentage::parse_in(cx, input, Range::NonNegative).map(Self)
    }

    fn from_dimension(value: f32, unit: LengthUnit, element: &ElementContext<'_>) -> Option<Self> {
        LengthPercentage::from_dimension(value, unit, element).map(Self)
    }
}

impl CssValue for LengthPercentageOrAuto {
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

impl CssValue for LengthPercentageOrNormal {
    const DIMENSION: LoneDimension = LoneDimension::NonNegative;

    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        if keyword(input, "normal") {
            return Ok(Self::Normal);
        }
        LengthPercentage::parse_in(cx, input, Range::NonNegative).map(Self::LengthPercentage)
    }

    fn from_dimension(value: f32, unit: LengthUnit, element: &ElementContext<'_>) -> Option<Self> {
        LengthPercentage::from_dimension(value, unit, element).map(Self::LengthPercentage)
    }
}

/// What `width`, `max-width` and `flex-basis` have in common: all but `auto`, `none` and `content`.
fn sizing_keyword_or_length(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Size> {
    let start = input.state();
    match input.next()?.clone() {
        Token::Ident(name) => Ok(match_ignore_ascii_case! { &name,
            "min-content" | "-webkit-min-content" | "min-intrinsic" => Size::MinContent,
            "max-content" | "-webkit-max-content" | "intrinsic" => Size::MaxContent,
            "fit-content" | "-webkit-fit-content" => Size::FitContent,
            "stretch" | "-webkit-fill-available" => Size::Stretch,
            _ => return invalid(),
        }),
        Token::Function(name) if name.eq_ignore_ascii_case("fit-content") => input
            .parse_nested_block(|input| LengthPercentage::parse_in(cx, input, Range::NonNegative))
            .map(Size::FitContentFunction),
        // NOTE: sizes are not calculated from keywords; the basis is taken alone.
        Token::Function(name) if name.eq_ignore_ascii_case("calc-size") => input.parse_nested_block(|input| {
            let size = Size::parse(cx, input)?;
            while input.next().is_ok() {}
            Ok(size)
        }),
        _ => {
            input.reset(&start);
            LengthPercentage::parse_in(cx, input, Range::NonNegative).map(Size::LengthPercentage)
        }
    }
}

impl CssValue for Size {
    const DIMENSION: LoneDimension = LoneDimension::NonNegative;

    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        if keyword(input, "auto") { Ok(Self::Auto) } else { sizing_keyword_or_length(cx, input) }
    }

    fn from_dimension(value: f32, unit: LengthUnit, element: &ElementContext<'_>) -> Option<Self> {
        LengthPercentage::from_dimension(value, unit, element).map(Self::LengthPercentage)
    }
}

impl CssValue for MaxSize {
    const DIMENSION: LoneDimension = LoneDimension::NonNegative;

    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        if keyword(input, "none") { Ok(Self(Size::None)) } else { sizing_keyword_or_length(cx, input).map(Self) }
    }

    fn from_dimension(value: f32, unit: LengthUnit, element: &ElementContext<'_>) -> Option<Self> {
        Size::from_dimension(value, unit, element).map(Self)
    }
}

impl CssValue for FlexBasis {
    const DIMENSION: LoneDimension = LoneDimension::NonNegative;

    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        if keyword(input, "content") { Ok(Self(Size::Content)) } else { Size::parse(cx, input).map(Self) }
    }

    fn from_dimension(value: f32, unit: LengthUnit, element: &ElementContext<'_>) -> Option<Self> {
        Size::from_dimension(value, unit, element).map(Self)
    }
}

impl CssValue for PxLength {
    const DIMENSION: LoneDimension = LoneDimension::NonNegative;

    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        length(cx, input, Range::NonNegative).map(Self)
    }

    fn from_dimension(value: f32, unit: LengthUnit, element: &ElementContext<'_>) -> Option<Self> {
        Some(Self(element.length(value, unit)))
    }
}

impl CssValue for SignedPxLength {
    const DIMENSION: LoneDimension = LoneDimension::Any;

    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        length(cx, input, Range::All).map(Self)
    }

    fn from_dimension(value: f32, unit: LengthUnit, element: &ElementContext<'_>) -> Option<Self> {
        Some(Self(element.length(value, unit)))
    }
}

impl LineWidth {
    /// [Snaps a width to whole device px](https://www.w3.org/TR/css-values-4/#snap-a-length-as-a-border-width):
    /// what is thinner than one becomes one, all else is rounded down.
    pub fn snapped(px: f32, device_scale: f32) -> Self {
        let device = px * device_scale;
        let snapped = if device > 0.0 && device < 1.0 { 1.0 } else { device.floor() };
        Self(snapped / device_scale)
    }
}

impl CssValue for LineWidth {
    const DIMENSION: LoneDimension = LoneDimension::NonNegative;

    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        let start = input.state();
        if let Token::Ident(name) = input.next()? {
            return Ok(Self(match_ignore_ascii_case! { name,
                "thin" => 1.0,
                "medium" => 3.0,
                "thick" => 5.0,
                _ => return invalid(),
            }));
        }
        input.reset(&start);
        let px = length(cx, input, Range::NonNegative)?;
        // Whole widths need no snapping unless device px are of another size, and that only the page knows.
        let scale = match cx.element {
            Some(element) => element.page.device_scale,
            None if px.fract() == 0.0 => 1.0,
            None => cx.element_or_defer().map_or(1.0, |element| element.page.device_scale),
        };
        Ok(Self::snapped(px, scale))
    }

    fn from_dimension(value: f32, unit: LengthUnit, element: &ElementContext<'_>) -> Option<Self> {
        Some(Self::snapped(element.length(value, unit), element.page.device_scale))
    }
}

impl CssValue for ContainIntrinsicSize {
    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        keyword(input, "auto");
        if keyword(input, "none") {
            return Ok(Self(None));
        }
        length(cx, input, Range::NonNegative).map(|px| Self(Some(px)))
    }
}
