//! The display list: what to paint, in order, with everything resolved.
//!
//! # Promises of a `DisplayList`
//! - Lengths are `f32` px; no auto, no percentage, no em is left. Every number is finite (others make the item
//!   invisible).
//! - Positions are absolute in the space of the item's transform node. The root node's space is device px, y down: a
//!   device scale factor is one transform node below the root.
//! - Items are in paint order: later ones lie on top. There is no z-index.
//! - Clips are rectangles, rounded rectangles or paths. A clip node's shape is in the space of *its own* transform
//!   node and is intersected with all its ancestors.
//! - Groups nest: every [`Content::PushGroup`] has its [`Content::PopGroup`] ([`DisplayListBuilder::finish`] adds
//!   missing ones).
//! - Colours are straight sRGB `f32` ([`Color`]); pictures are premultiplied RGBA8.
//! - A parent node is always made before its children, so that one pass over the trees in order resolves them.
//!
//! # Example
//! ```
//! use ashlar_raster::display_list::*;
//! use ashlar_raster::{Color, Rect};
//! let mut list = DisplayListBuilder::new();
//! list.push(TransformId::ROOT, ClipId::ROOT, Content::SolidRect(SolidRect {
//!     rect: Rect::from_xywh(0.0, 0.0, 10.0, 10.0), color: Color::BLACK, anti_alias: false }));
//! assert_eq!(list.finish().items().len(), 1);
//! ```

mod bounds;
mod build;
mod content;
mod dump;
mod effect;

pub use build::DisplayListBuilder;
pub use content::{
    Border, BorderSide, BorderStyle, BoxShadow, Content, DecorationLine, Fill, Glyph, GlyphRun, Gradient, GradientFill,
    GradientKind, GradientStop, ImageFill, LineStyle, PathFill, PathStroke, Ring, RoundedFill, Sampling, SolidRect,
    StrokeCap, StrokeJoin, Tiling,
};
pub use effect::{Backdrop, BlendMode, Filter, Group, PictureFilter, SharedFilter};

use crate::geometry::{Rect, RoundedRect, Transform};
use crate::path::{FillRule, Path};

#[cfg(doc)]
use crate::color::Color;

/// Names a node of the transform tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TransformId(pub(crate) u32);

impl TransformId {
    /// Device px.
    pub const ROOT: Self = Self(0);
}

/// Names a node of the clip tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClipId(pub(crate) u32);

impl ClipId {
    /// No clip.
    pub const ROOT: Self = Self(0);
}

/// One node of the transform tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TransformNode {
    /// The node whose space this one's matrix maps into; the root is its own parent.
    pub parent: TransformId,
    /// From this node's space into the parent's.
    pub local: Transform,
    /// From this node's space into device px.
    pub to_device: Transform,
}

/// What a clip lets through.
#[derive(Clone, Debug, PartialEq)]
pub enum ClipShape {
    /// A rectangle; hard edges (rounded to whole device px) unless `anti_alias`.
    Rect {
        /// The rectangle.
        rect: Rect,
        /// Partly covered edge pixels instead of rounding.
        anti_alias: bool,
    },
    /// A rounded rectangle, anti-aliased.
    Rounded(RoundedRect),
    /// A path, anti-aliased.
    Path(Path, FillRule),
}

/// One node of the clip tree.
#[derive(Clone, Debug, PartialEq)]
pub struct ClipNode {
    /// What cuts as well; the root is its own parent.
    pub parent: ClipId,
    /// The space of the shape.
    pub transform: TransformId,
    /// The shape; the root's is [`Rect::EVERYTHING`].
    pub shape: ClipShape,
}

/// One command with its place.
#[derive(Clone, Debug)]
pub struct Item {
    /// The space of the content's numbers.
    pub transform: TransformId,
    /// What cuts it. For a group: what cuts the finished group (content inside has clips of its own as well).
    pub clip: ClipId,
    /// Nothing is painted outside, in the item's space; for culling. [`DisplayListBuilder::push`] computes it.
    pub bounds: Rect,
    /// What to paint.
    pub content: Content,
}

/// Everything on a page, ready to be drawn; see the module for what it promises.
#[derive(Clone, Debug)]
pub struct DisplayList {
    pub(crate) transforms: Vec<TransformNode>,
    pub(crate) clips: Vec<ClipNode>,
    pub(crate) items: Vec<Item>,
    pub(crate) glyphs: Vec<Glyph>,
}

impl DisplayList {
    /// The items in paint order.
    #[must_use]
    pub fn items(&self) -> &[Item] {
        &self.items
    }

    /// The transform nodes, the root first.
    #[must_use]
    pub fn transforms(&self) -> &[TransformNode] {
        &self.transforms
    }

    /// The clip nodes, the root first.
    #[must_use]
    pub fn clips(&self) -> &[ClipNode] {
        &self.clips
    }

    /// The glyphs of all runs.
    #[must_use]
    pub fn glyphs(&self) -> &[Glyph] {
        &self.glyphs
    }

    /// The glyphs of one run.
    #[must_use]
    pub fn run_glyphs(&self, run: &GlyphRun) -> &[Glyph] {
        self.glyphs.get(run.first as usize..(run.first as usize).saturating_add(run.count as usize)).unwrap_or(&[])
    }

    /// One line per node and item, the same on every machine.
    #[must_use]
    pub fn dump(&self) -> String {
        dump::dump(self)
    }
}
