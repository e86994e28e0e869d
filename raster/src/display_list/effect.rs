//! Groups: opacity, blending, filters, masks.

use std::fmt::Debug;
use std::sync::Arc;

use crate::color::Color;
use crate::geometry::{Point, Rect, RoundedRect, Transform};
use crate::pixmap::Pixmap;

/// How a group's layer meets what lies below it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum BlendMode {
    /// Over it.
    #[default]
    Normal,
    /// `mix-blend-mode: multiply`.
    Multiply,
    /// `screen`.
    Screen,
    /// `overlay`.
    Overlay,
    /// `darken`.
    Darken,
    /// `lighten`.
    Lighten,
    /// `color-dodge`.
    ColorDodge,
    /// `color-burn`.
    ColorBurn,
    /// `hard-light`.
    HardLight,
    /// `soft-light`.
    SoftLight,
    /// `difference`.
    Difference,
    /// `exclusion`.
    Exclusion,
    /// `hue`.
    Hue,
    /// `saturation`.
    Saturation,
    /// `color`.
    Color,
    /// `luminosity`.
    Luminosity,
    /// `plus-lighter`.
    PlusLighter,
    /// What lies below keeps only the alpha of this layer: a **mask**. Wherever the layer is empty (even outside of
    /// its bounds) nothing stays of the enclosing group. Push it as the last child of the group to be masked.
    DestinationIn,
    /// What lies below loses where this layer is: an inverted mask.
    DestinationOut,
    /// Only where something lies below (`background-clip: text` the other way round).
    SourceIn,
    /// Only where nothing lies below (mask-composite: subtract).
    SourceOut,
    /// This layer's part outside of the other, and the other's outside of this (mask-composite: exclude).
    Xor,
}

/// One step of a `filter` list; lengths are px in the space of the group's transform node.
#[derive(Clone, Debug, PartialEq)]
pub enum Filter {
    /// Gaussian blur with a standard deviation.
    Blur(f32),
    /// Multiplies the colours.
    Brightness(f32),
    /// Moves the colours away from (or toward) the middle grey.
    Contrast(f32),
    /// 0 nothing, 1 grey.
    Grayscale(f32),
    /// Turns the hue, in radians.
    HueRotate(f32),
    /// 0 nothing, 1 the negative.
    Invert(f32),
    /// Multiplies the alpha.
    Opacity(f32),
    /// 0 grey, 1 nothing, above 1 stronger.
    Saturate(f32),
    /// 0 nothing, 1 brown.
    Sepia(f32),
    /// A shadow of the layer below the layer.
    DropShadow {
        /// How far it is moved.
        offset: Point,
        /// Standard deviation of its blur.
        deviation: f32,
        /// Its colour.
        color: Color,
    },
    /// Alpha becomes the luminance times the alpha, as `mask-type: luminance` asks.
    LuminanceToAlpha,
    /// A filter that someone else applies.
    Picture(SharedFilter),
}

/// A filter that works on a whole picture, such as one of SVG. Called from several threads.
pub trait PictureFilter: Debug + Send + Sync {
    /// Nothing outside of this rectangle goes in or comes out, in the space of the group's transform node.
    fn region(&self) -> Rect;

    /// The picture in place of `layer`, as large; `origin` is the layer's corner in device px.
    fn apply(&self, layer: &Pixmap, to_device: &Transform, origin: (i32, i32)) -> Option<Pixmap>;
}

/// A filter that display lists share; equal only to itself.
#[derive(Clone, Debug)]
pub struct SharedFilter(pub Arc<dyn PictureFilter>);

impl PartialEq for SharedFilter {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// `backdrop-filter`: what lies below is filtered inside of a shape, below the group's own content.
#[derive(Clone, Debug, PartialEq)]
pub struct Backdrop {
    /// The filters, applied in order.
    pub filters: Vec<Filter>,
    /// The border box.
    pub area: RoundedRect,
}

/// What happens to a group's layer when it is composited, in this order: filters, clip (the item's), opacity, blend
/// mode.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// Multiplies the alpha.
    pub opacity: f32,
    /// How the layer meets what lies below.
    pub blend: BlendMode,
    /// Content blends among itself only. Layers are always isolated; a group with nothing but this flag is there to
    /// end the blending.
    pub isolated: bool,
    /// The filters, applied in order.
    pub filters: Vec<Filter>,
    /// What is done to what lies below.
    pub backdrop: Option<Backdrop>,
}

impl Default for Group {
    fn default() -> Self {
        Self { opacity: 1.0, blend: BlendMode::Normal, isolated: true, filters: Vec::new(), backdrop: None }
    }
}
