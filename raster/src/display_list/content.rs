//! What items can paint.

use std::sync::Arc;

use ashlar_gc::Sent;

use super::effect::Group;
use crate::color::Color;
use crate::geometry::{Point, Rect, RoundedRect};
use crate::glyph_source::FontKey;
use crate::image_data::ImageData;
use crate::path::{FillRule, Path};

/// What one item paints.
#[derive(Clone, Debug)]
pub enum Content {
    /// A rectangle of one colour.
    SolidRect(SolidRect),
    /// A rounded rectangle of one colour.
    RoundedFill(RoundedFill),
    /// The area between two rounded rectangles, one colour.
    Ring(Ring),
    /// Four border sides (an outline is one with equal sides).
    Border(Border),
    /// A gradient, once or tiled.
    Gradient(GradientFill),
    /// A picture, once or tiled.
    Image(ImageFill),
    /// Glyphs of one font and colour.
    GlyphRun(GlyphRun),
    /// An underline, overline or line through.
    DecorationLine(DecorationLine),
    /// A shadow outside or inside of a box.
    BoxShadow(BoxShadow),
    /// A filled path.
    PathFill(PathFill),
    /// A stroked path.
    PathStroke(PathStroke),
    /// From here to the matching [`Content::PopGroup`] things are painted into a transparent layer of their own.
    PushGroup(Box<Group>),
    /// The layer is composited.
    PopGroup,
}

/// A rectangle of one colour.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SolidRect {
    /// The rectangle.
    pub rect: Rect,
    /// Its colour.
    pub color: Color,
    /// True: edge pixels get their share; false: edges are rounded to whole device px.
    pub anti_alias: bool,
}

/// A rounded rectangle of one colour, anti-aliased.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RoundedFill {
    /// The shape.
    pub shape: RoundedRect,
    /// Its colour.
    pub color: Color,
}

/// The area inside `outer` and outside `inner`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ring {
    /// Outer edge.
    pub outer: RoundedRect,
    /// Inner edge.
    pub inner: RoundedRect,
    /// Its colour.
    pub color: Color,
}

/// A border's style, as in CSS; `none` and `hidden` are [`BorderStyle::None`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum BorderStyle {
    /// Not painted.
    #[default]
    None,
    /// One line.
    Solid,
    /// Two lines with a gap, a third each.
    Double,
    /// Round dots.
    Dotted,
    /// Dashes.
    Dashed,
    /// Carved in.
    Groove,
    /// Raised.
    Ridge,
    /// The box lies deeper.
    Inset,
    /// The box lies higher.
    Outset,
}

/// One side of a border.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BorderSide {
    /// Thickness in px, already snapped.
    pub width: f32,
    /// Its style.
    pub style: BorderStyle,
    /// The colour as computed: darker shades for groove, ridge, inset and outset are made when drawing.
    pub color: Color,
}

/// Up to four border sides around a box, with mitred joints.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Border {
    /// The border box; inner radii follow from the widths.
    pub outer: RoundedRect,
    /// Top, right, bottom, left.
    pub sides: [BorderSide; 4],
}

impl Border {
    /// An outline or a border whose four sides are alike; `outer` is its outer edge.
    #[must_use]
    pub fn uniform(outer: RoundedRect, side: BorderSide) -> Self {
        Self { outer, sides: [side; 4] }
    }
}

/// How one tile repeats. The tile's own rectangle is given by its owner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tiling {
    /// From one tile's left edge to the next one's; not repeated when 0 or less. At least the tile's width, more for
    /// `space`.
    pub step_x: f32,
    /// From one tile's top edge to the next one's; not repeated when 0 or less.
    pub step_y: f32,
}

impl Tiling {
    /// One tile only.
    pub const NONE: Self = Self { step_x: 0.0, step_y: 0.0 };
}

/// One stop of a gradient.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GradientStop {
    /// Position on the gradient line, 0 its begin, 1 its end; may lie outside; ascending within a gradient.
    pub offset: f32,
    /// Its colour.
    pub color: Color,
}

/// The geometry of a gradient; points are relative to the tile's top left corner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GradientKind {
    /// Along a line.
    Linear {
        /// Where offset 0 is.
        start: Point,
        /// Where offset 1 is.
        end: Point,
    },
    /// In ellipses.
    Radial {
        /// Where offset 0 is.
        center: Point,
        /// Horizontal half-axis of the ellipse at offset 1.
        radius_x: f32,
        /// Vertical half-axis.
        radius_y: f32,
    },
    /// Round a point, clockwise; offset 1 is a full turn.
    Conic {
        /// The point.
        center: Point,
        /// Where offset 0 points to, in radians clockwise from the top.
        angle: f32,
    },
}

/// A gradient.
#[derive(Clone, Debug, PartialEq)]
pub struct Gradient {
    /// Its geometry.
    pub kind: GradientKind,
    /// Its stops in ascending order; colour hints and colour spaces are already turned into plain stops.
    pub stops: Vec<GradientStop>,
    /// Repeats from the last stop instead of keeping its colour.
    pub repeating: bool,
    /// True: colours are mixed premultiplied (CSS). False: straight (SVG, canvas).
    pub premultiplied: bool,
}

/// Where a paint goes: a shape, filled with tiles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fill {
    /// Nothing is painted outside of this shape.
    pub area: RoundedRect,
    /// The first tile.
    pub tile: Rect,
    /// Its repetition.
    pub tiling: Tiling,
}

impl Fill {
    /// One tile in a plain rectangle.
    #[must_use]
    pub fn once(rect: Rect) -> Self {
        Self { area: rect.into(), tile: rect, tiling: Tiling::NONE }
    }
}

/// A gradient in tiles.
#[derive(Clone, Debug, PartialEq)]
pub struct GradientFill {
    /// The gradient.
    pub gradient: Arc<Gradient>,
    /// Where.
    pub fill: Fill,
}

/// How a picture's pixels become device pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Sampling {
    /// `image-rendering: pixelated` and `crisp-edges`: the nearest one.
    Nearest,
    /// Linear between the four nearest, without mip levels.
    Linear,
    /// Linear; for reductions from a mip level at or above the target size. What browsers do by default.
    #[default]
    Mipmapped,
}

/// A picture in tiles; `fill.tile` is where `source` goes.
#[derive(Clone, Debug)]
pub struct ImageFill {
    /// The picture.
    pub image: Sent<ImageData>,
    /// The part of it to take, in its own pixels.
    pub source: Rect,
    /// Where.
    pub fill: Fill,
    /// How.
    pub sampling: Sampling,
    /// Multiplies the alpha.
    pub opacity: f32,
}

/// One glyph with its pen position on the baseline.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Glyph {
    /// Number in the font.
    pub id: u32,
    /// Pen position.
    pub x: f32,
    /// Baseline.
    pub y: f32,
}

/// Glyphs of one font and colour; the glyphs are in the display list's common vector.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GlyphRun {
    /// The font at its size.
    pub font: FontKey,
    /// Index of the first glyph, from [`super::DisplayListBuilder::glyphs`].
    pub first: u32,
    /// Number of glyphs.
    pub count: u32,
    /// Colour of the glyphs that have none of their own.
    pub color: Color,
    /// 0 for text; for a `text-shadow` its blur radius in px (positions already moved by the shadow's offset).
    pub blur: f32,
    /// Upper bound of the font's size in px, for culling: no glyph goes farther than twice that from its pen.
    pub size: f32,
}

/// The look of a decoration line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum LineStyle {
    /// One line.
    #[default]
    Solid,
    /// Two lines, a thickness apart.
    Double,
    /// Dots.
    Dotted,
    /// Dashes.
    Dashed,
    /// A wave.
    Wavy,
}

/// A text decoration line, or one piece of it where ink is skipped.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DecorationLine {
    /// The line's box: its thickness is the box's height (width when `vertical`). The second line of a double one
    /// lies below (to the right), a wave swings about the box's middle.
    pub rect: Rect,
    /// The look.
    pub style: LineStyle,
    /// The line runs downward.
    pub vertical: bool,
    /// Its colour.
    pub color: Color,
    /// 0, or the blur radius of a text shadow.
    pub blur: f32,
}

/// A `box-shadow`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoxShadow {
    /// Outer shadow: the border box. Inset: the padding box.
    pub shape: RoundedRect,
    /// How far the shadow is moved.
    pub offset: Point,
    /// Blur radius as in CSS (twice the standard deviation).
    pub blur: f32,
    /// Grows the outer shadow, shrinks the hole of an inset one.
    pub spread: f32,
    /// Its colour.
    pub color: Color,
    /// Inside the box instead of outside.
    pub inset: bool,
}

/// A filled path.
#[derive(Clone, Debug, PartialEq)]
pub struct PathFill {
    /// The outline.
    pub path: Path,
    /// What is inside.
    pub rule: FillRule,
    /// Its colour.
    pub color: Color,
}

/// The end of an open stroke.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum StrokeCap {
    /// Cut at the end point.
    #[default]
    Butt,
    /// Half a disc more.
    Round,
    /// Half a square more.
    Square,
}

/// The corner of a stroke.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum StrokeJoin {
    /// Sharp, up to four widths.
    #[default]
    Miter,
    /// A disc.
    Round,
    /// Cut off.
    Bevel,
}

/// A stroked path.
#[derive(Clone, Debug, PartialEq)]
pub struct PathStroke {
    /// The line's middle.
    pub path: Path,
    /// Its width.
    pub width: f32,
    /// Its ends.
    pub cap: StrokeCap,
    /// Its corners.
    pub join: StrokeJoin,
    /// Lengths of dashes and gaps in turn; empty for an unbroken line.
    pub dashes: Vec<f32>,
    /// Where in the dashes the line begins.
    pub dash_offset: f32,
    /// Its colour.
    pub color: Color,
}
