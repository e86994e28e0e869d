//! Paint: the fragment tree becomes a display list.
//!
//! The order is that of [CSS 2.2, Appendix E](https://www.w3.org/TR/CSS22/zindex.html): [`stacking`] walks the tree of
//! stacking contexts and calls the other files for what a box, a line or a replaced element draws. Fragments are placed
//! in layout units and snapped to whole px when they are drawn, so that edges are as sharp as a browser's (AD-HOC:
//! Blink's pixel snapping).
//!
//! | file | what it draws |
//! |---|---|
//! | `stacking` | the order of everything, groups, transforms, clips |
//! | `background` | colours, images, gradients of boxes, and of the canvas |
//! | `border` | borders, outlines, corner radii |
//! | `shadow` | box shadows |
//! | `text` | glyphs, text shadows, strokes |
//! | `decoration` | lines under, over and through text |
//! | `replaced` | images, SVG, controls, list symbols |

use ashlar_gc::Sent;

use ashlar_layout::css::values::color::Rgba;
use ashlar_layout::fragment_tree::FragmentTree;
use ashlar_layout::geometry::{LayoutUnit, PhysicalOffset, PhysicalRect};
use ashlar_layout::text::font_source::FontSource;
use ashlar_raster::display_list::{SharedFilter, TransformId};
use ashlar_raster::{Color, DisplayList, DisplayListBuilder, GlyphSource, ImageData, Rect, Transform};

use crate::boxes::{NaturalSize, ReplacedContent};
use crate::dom::NodeRef;

mod background;
mod border;
mod control;
mod decoration;
mod effect;
mod gradient;
mod replaced;
mod shadow;
mod shape;
pub(crate) use shape::svg_path;
mod stacking;
mod text;
pub mod transform;

/// A picture in its place.
#[derive(Clone, Debug)]
pub struct Picture {
    /// The pixels.
    pub image: Sent<ImageData>,
    /// What they cover, in CSS px from the corner of the box they were asked for.
    pub area: Rect,
}

/// Where paint gets pictures. Sizes are in CSS px, `scale` is the number of device px per CSS px.
pub trait ImageSource<'h> {
    /// The natural size of the image at an absolute URL, `None` where there is none.
    fn natural_size(&self, url: &str) -> Option<NaturalSize>;
    /// Its pixels; an image without pixels of its own is drawn for a size.
    fn pixels(&self, url: &str, width: f32, height: f32, scale: f32) -> Option<Sent<ImageData>>;
    /// An `<svg>` element of the document, drawn for a size; where it `overflows`, with what lies outside of its box.
    fn inline_svg(&self, node: NodeRef<'h>, width: f32, height: f32, scale: f32, overflows: bool) -> Option<Picture>;
    /// Whether a URL names an element of the document.
    fn has_reference(&self, url: &str) -> bool;
    /// What an SVG `<clipPath>` lets through of `area`, on a box of `bounds`, as alpha.
    fn clip_path(&self, url: &str, bounds: Rect, area: Rect, scale: f32) -> Option<Picture>;
    /// What an SVG `<mask>` lets through of a box of `bounds`, as alpha.
    fn mask(&self, url: &str, bounds: Rect, scale: f32) -> Option<Picture>;
    /// An SVG `<filter>` on a box of `bounds`.
    fn filter(&self, url: &str, bounds: Rect) -> Option<SharedFilter>;
}

/// What a frame shows.
#[derive(Clone, Debug)]
pub enum FramePicture {
    /// Nothing: it names no document.
    Blank,
    /// Its document, as large as its content box.
    Document(Sent<ImageData>),
    /// Its document did not come.
    Failed,
}

/// Where paint gets the documents of frames.
pub trait FrameSource<'h> {
    /// The document of an `<iframe>` for a content box in CSS px.
    fn frame(&self, node: NodeRef<'h>, width: f32, height: f32) -> FramePicture;
}

/// What paint needs besides the fragments.
pub struct PaintEnvironment<'a, 'h> {
    /// Font metrics, for decorations.
    pub fonts: &'a dyn FontSource,
    /// Outlines of glyphs, for decorations that leave room for them.
    pub glyphs: &'a dyn GlyphSource,
    /// Pictures.
    pub images: &'a dyn ImageSource<'h>,
    /// Documents in frames.
    pub frames: &'a dyn FrameSource<'h>,
    /// What each replaced fragment draws.
    pub replaced: &'a [ReplacedContent<'h>],
    /// Device px per CSS px.
    pub scale: f32,
    /// The part of the document that is drawn, in CSS px; the canvas background covers all of it.
    pub canvas: Rect,
}

/// Draws a document.
pub fn paint<'h>(tree: &FragmentTree<'h>, environment: &PaintEnvironment<'_, 'h>) -> DisplayList {
    let mut list = DisplayListBuilder::new();
    let scale = Transform::scaling(environment.scale, environment.scale);
    let page = if environment.scale == 1.0 { TransformId::ROOT } else { list.add_transform(TransformId::ROOT, scale) };
    let mut painter = stacking::Painter::new(list, environment);
    painter.document(tree, page);
    painter.list.finish()
}

/// A layout rectangle snapped to whole px: each edge is rounded.
fn snap(rect: PhysicalRect) -> Rect {
    Rect::new(
        rect.offset.left.round() as f32,
        rect.offset.top.round() as f32,
        rect.right().round() as f32,
        rect.bottom().round() as f32,
    )
}

/// A layout rectangle as it is.
fn unsnapped(rect: PhysicalRect) -> Rect {
    Rect::new(
        rect.offset.left.to_px_f32(),
        rect.offset.top.to_px_f32(),
        rect.right().to_px_f32(),
        rect.bottom().to_px_f32(),
    )
}

/// The offset rounded to whole px, and what is left over.
fn split_offset(offset: PhysicalOffset) -> ((f32, f32), PhysicalOffset) {
    let whole = (offset.left.round(), offset.top.round());
    let rest = offset - PhysicalOffset::new(LayoutUnit::from_px(whole.0), LayoutUnit::from_px(whole.1));
    ((whole.0 as f32, whole.1 as f32), rest)
}

/// A colour of the cascade as a colour of the display list.
fn color(rgba: Rgba) -> Color {
    Color::new(rgba.red, rgba.green, rgba.blue, rgba.alpha)
}
