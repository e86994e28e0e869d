//! Values of backgrounds, masks and borders.
//!
//! Spec: <https://www.w3.org/TR/css-backgrounds-3/>.

use std::sync::Arc;

use super::color::Color;
use super::image::Image;
use super::keyword::keyword_enum;
use super::length::LengthPercentage;

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
    pub enum BackgroundBox { BorderBox = "border-box", PaddingBox = "padding-box", ContentBox = "content-box", Text = "text", BorderArea = "border-area", NoClip = "no-clip" }
}
keyword_enum! {
    /// `mix-blend-mode`, `background-blend-mode`
    pub enum BlendMode { Normal = "normal", Multiply = "multiply", Screen = "screen", Overlay = "overlay", Darken = "darken", Lighten = "lighten", ColorDodge = "color-dodge", ColorBurn = "color-burn", HardLight = "hard-light", SoftLight = "soft-light", Difference = "difference", Exclusion = "exclusion", Hue = "hue", Saturation = "saturation", Color = "color", Luminosity = "luminosity", PlusLighter = "plus-lighter", PlusDarker = "plus-darker" }
}
keyword_enum! {
    /// `border-*-style`, `outline-style`, `column-rule-style`.
    pub enum BorderStyle { None = "none", Hidden = "hidden", Dotted = "dotted", Dashed = "dashed", Solid = "solid", Double = "double", Groove = "groove", Ridge = "ridge", Inset = "inset", Outset = "outset" }
}
keyword_enum! {
    /// One axis of `border-image-repeat`.
    pub enum BorderImageRepeat { Stretch = "stretch", Repeat = "repeat", Round = "round", Space = "space" }
}
keyword_enum! {
    /// `mask-composite`
    pub enum MaskComposite { Add = "add", Subtract = "subtract", Intersect = "intersect", Exclude = "exclude" }
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
