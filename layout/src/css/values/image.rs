//! Images and gradients.
//!
//! Spec: <https://www.w3.org/TR/css-images-4/>.

use std::sync::Arc;

use super::color::Color;
use super::length::LengthPercentage;

/// A computed image.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Image {
    /// `none`
    #[default]
    None,
    /// An absolute URL; `resolution` is image px per CSS px (`image-set()`), usually 1.
    Url {
        /// The absolute URL.
        url: Arc<str>,
        /// Image px per CSS px.
        resolution: f32,
    },
    /// A gradient.
    Gradient(Arc<Gradient>),
    /// `image(<color>)`
    Color(Color),
    /// `cross-fade()` or `-webkit-cross-fade()` of two images, with the share of the second.
    CrossFade(Arc<(Image, Image)>, f32),
}

impl Image {
    /// Whether this is `none`.
    pub fn is_none(&self) -> bool {
        matches!(self, Self::None)
    }
}

/// A gradient of any kind.
#[derive(Clone, Debug, PartialEq)]
pub struct Gradient {
    /// Line, rays or rotation.
    pub kind: GradientKind,
    /// Colours and hints in order.
    pub stops: Vec<GradientStop>,
    /// `repeating-*`
    pub repeating: bool,
    /// `in <color space>`
    pub interpolation: ColorInterpolation,
}

/// The geometry of a gradient.
#[derive(Clone, Debug, PartialEq)]
pub enum GradientKind {
    /// `linear-gradient()`
    Linear(LinearDirection),
    /// `radial-gradient()`
    Radial {
        /// Shape and size.
        shape: RadialShape,
        /// The centre.
        position: Position2d,
    },
    /// `conic-gradient()`
    Conic {
        /// Where the first colour lies, in degrees clockwise from the top.
        from_degrees: f32,
        /// The centre.
        position: Position2d,
    },
    /// `-webkit-gradient(linear, a, b)`: from point to point.
    WebkitLinear(Position2d, Position2d),
}

/// The direction of a linear gradient.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LinearDirection {
    /// In degrees; 0 points up, 90 to the right.
    Degrees(f32),
    /// To a side or corner: x and y are -1, 0 or 1 (to the right and downward are 1).
    To {
        /// Horizontally.
        x: i8,
        /// Vertically.
        y: i8,
    },
}

/// Ending shape of a radial gradient.
#[derive(Clone, Debug, PartialEq)]
pub enum RadialShape {
    /// A circle by extent keyword.
    Circle(RadialExtent),
    /// An ellipse by extent keyword.
    Ellipse(RadialExtent),
    /// A circle by radius in px.
    CircleRadius(f32),
    /// An ellipse by both radii.
    EllipseRadii(LengthPercentage, LengthPercentage),
}

/// Extent keywords.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RadialExtent {
    /// `closest-side`
    ClosestSide,
    /// `farthest-side`
    FarthestSide,
    /// `closest-corner`
    ClosestCorner,
    /// `farthest-corner`
    #[default]
    FarthestCorner,
}

/// A stop or a hint.
#[derive(Clone, Debug, PartialEq)]
pub enum GradientStop {
    /// A colour, perhaps with its position.
    Color(Color, Option<GradientPosition>),
    /// A hint: where the middle colour lies.
    Hint(GradientPosition),
}

/// A position on the gradient line or circle.
#[derive(Clone, Debug, PartialEq)]
pub enum GradientPosition {
    /// On a line.
    LengthPercentage(LengthPercentage),
    /// On a circle, in degrees.
    Degrees(f32),
}

/// The colour space gradients and mixes interpolate in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ColorInterpolation {
    /// The space.
    pub space: ColorSpace,
    /// How hues go, in polar spaces.
    pub hue: HueInterpolation,
}

/// Colour spaces that may be named for interpolation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ColorSpace {
    /// Gamma-encoded sRGB, what gradients of legacy colours use.
    #[default]
    Srgb,
    /// `srgb-linear`
    SrgbLinear,
    /// `display-p3`
    DisplayP3,
    /// `a98-rgb`
    A98Rgb,
    /// `prophoto-rgb`
    ProphotoRgb,
    /// `rec2020`
    Rec2020,
    /// `lab`
    Lab,
    /// `oklab`
    Oklab,
    /// `xyz`, `xyz-d65`
    XyzD65,
    /// `xyz-d50`
    XyzD50,
    /// `hsl`
    Hsl,
    /// `hwb`
    Hwb,
    /// `lch`
    Lch,
    /// `oklch`
    Oklch,
}

/// How hues are interpolated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HueInterpolation {
    /// `shorter hue`
    #[default]
    Shorter,
    /// `longer hue`
    Longer,
    /// `increasing hue`
    Increasing,
    /// `decreasing hue`
    Decreasing,
}

/// `<position>`: offsets of both axes; percentages as for `background-position`.
#[derive(Clone, Debug, PartialEq)]
pub struct Position2d {
    /// From the left.
    pub x: LengthPercentage,
    /// From the top.
    pub y: LengthPercentage,
}

impl Position2d {
    /// `center`
    pub const CENTER: Self = Self { x: LengthPercentage::Percentage(0.5), y: LengthPercentage::Percentage(0.5) };
    /// `0% 0%`
    pub const TOP_LEFT: Self = Self { x: LengthPercentage::Percentage(0.0), y: LengthPercentage::Percentage(0.0) };
}
