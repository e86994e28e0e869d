//! Computed lengths, percentages and their mixtures, and the values of the sizing properties.
//!
//! Spec: <https://www.w3.org/TR/css-values-4/#lengths>, <https://www.w3.org/TR/css-sizing-3/#sizing-values>.

use std::sync::Arc;

use crate::css::values::calc::CalcNode;
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
