//! Transforms, filters, clipping shapes.
//!
//! Spec: <https://www.w3.org/TR/css-transforms-2/>, <https://www.w3.org/TR/filter-effects-1/>,
//! <https://www.w3.org/TR/css-shapes-1/>.

use std::sync::Arc;

use super::background::CornerRadius;
use super::color::Color;
use super::image::{Position2d, RadialExtent};
use super::keyword::keyword_enum;
use super::length::LengthPercentage;

/// One transform function; angles in degrees.
#[derive(Clone, Debug, PartialEq)]
pub enum TransformFunction {
    /// `matrix(a, b, c, d, e, f)`
    Matrix([f32; 6]),
    /// `matrix3d()`, column-major.
    Matrix3d(Box<[f32; 16]>),
    /// `translate3d()` and its shorter forms.
    Translate(LengthPercentage, LengthPercentage, f32),
    /// `scale3d()` and its shorter forms.
    Scale(f32, f32, f32),
    /// `rotate3d()` about an axis, by degrees.
    Rotate(f32, f32, f32, f32),
    /// `skew()`: by x and y degrees.
    Skew(f32, f32),
    /// `perspective()`; `None` is `none`.
    Perspective(Option<f32>),
}

/// `transform`: empty is `none`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Transform(pub Arc<[TransformFunction]>);

/// `translate`
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TranslateValue(pub Option<(LengthPercentage, LengthPercentage, f32)>);
/// `rotate`: axis and degrees.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RotateValue(pub Option<(f32, f32, f32, f32)>);
/// `scale`
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ScaleValue(pub Option<(f32, f32, f32)>);
/// `perspective` in px.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PerspectiveValue(pub Option<f32>);

/// `transform-origin`
#[derive(Clone, Debug, PartialEq)]
pub struct TransformOrigin {
    /// From the left of the reference box.
    pub x: LengthPercentage,
    /// From its top.
    pub y: LengthPercentage,
    /// Toward the viewer, in px.
    pub z: f32,
}

impl TransformOrigin {
    /// `50% 50% 0`
    pub const CENTER: Self =
        Self { x: LengthPercentage::Percentage(0.5), y: LengthPercentage::Percentage(0.5), z: 0.0 };
}

keyword_enum! {
    /// `transform-box`
    pub enum TransformBox {
        ViewBox = "view-box", ContentBox = "content-box", BorderBox = "border-box", FillBox = "fill-box",
        StrokeBox = "stroke-box",
    }
}
keyword_enum! {
    /// `transform-style`
    pub enum TransformStyle { Flat = "flat", Preserve3d = "preserve-3d" }
}
keyword_enum! {
    /// `backface-visibility`
    pub enum BackfaceVisibility { Visible = "visible", Hidden = "hidden" }
}

/// One filter function.
#[derive(Clone, Debug, PartialEq)]
pub enum FilterFunction {
    /// `blur()`, standard deviation in px.
    Blur(f32),
    /// `brightness()`
    Brightness(f32),
    /// `contrast()`
    Contrast(f32),
    /// `drop-shadow()`: x, y, deviation in px.
    DropShadow(f32, f32, f32, Color),
    /// `grayscale()`
    Grayscale(f32),
    /// `hue-rotate()` in degrees.
    HueRotate(f32),
    /// `invert()`
    Invert(f32),
    /// `opacity()`
    Opacity(f32),
    /// `saturate()`
    Saturate(f32),
    /// `sepia()`
    Sepia(f32),
    /// `url()` of an SVG filter.
    Url(Arc<str>),
}

/// `filter`, `backdrop-filter`: empty is `none`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filter(pub Arc<[FilterFunction]>);

/// The box a basic shape refers to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ReferenceBox {
    /// `border-box` (also the default of `clip-path`)
    #[default]
    BorderBox,
    /// `padding-box`
    PaddingBox,
    /// `content-box`
    ContentBox,
    /// `margin-box`
    MarginBox,
    /// `fill-box`
    FillBox,
    /// `stroke-box`
    StrokeBox,
    /// `view-box`
    ViewBox,
}

/// `overflow-clip-margin`: how far beyond which box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OverflowClipMargin {
    /// The content, padding or border box.
    pub reference: ReferenceBox,
    /// How far beyond it, in px.
    pub px: f32,
}

impl OverflowClipMargin {
    /// The padding box as it is.
    pub const INITIAL: Self = Self { reference: ReferenceBox::PaddingBox, px: 0.0 };
}

/// A radius of `circle()` or `ellipse()`.
#[derive(Clone, Debug, PartialEq)]
pub enum ShapeRadius {
    /// By keyword.
    Extent(RadialExtent),
    /// By length.
    LengthPercentage(LengthPercentage),
}

/// A basic shape.
#[derive(Clone, Debug, PartialEq)]
pub enum BasicShape {
    /// `inset()` (also `rect()` and `xywh()`): top, right, bottom, left and the corners from top left clockwise.
    Inset(Box<[LengthPercentage; 4]>, Box<[CornerRadius; 4]>),
    /// `circle()`
    Circle(ShapeRadius, Option<Position2d>),
    /// `ellipse()`
    Ellipse(ShapeRadius, ShapeRadius, Option<Position2d>),
    /// `polygon()`: whether even-odd, and the points.
    Polygon(bool, Vec<(LengthPercentage, LengthPercentage)>),
    /// `path()`: whether even-odd, and SVG path data.
    Path(bool, Arc<str>),
}

/// `clip-path`
#[derive(Clone, Debug, Default, PartialEq)]
pub enum ClipPath {
    /// `none`
    #[default]
    None,
    /// `url()` of an SVG `clipPath`.
    Url(Arc<str>),
    /// A shape in a box.
    Shape(Arc<BasicShape>, ReferenceBox),
    /// A box alone.
    Box(ReferenceBox),
}

/// `shape-outside`
#[derive(Clone, Debug, Default, PartialEq)]
pub enum ShapeOutside {
    /// `none`
    #[default]
    None,
    /// A shape in a box.
    Shape(Arc<BasicShape>, ReferenceBox),
    /// A box alone.
    Box(ReferenceBox),
    /// By an image's opacity.
    Image(super::image::Image),
}

/// `clip`: `auto` or the sides top, right, bottom, left in px, each perhaps `auto`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ClipRect(pub Option<[Option<f32>; 4]>);
