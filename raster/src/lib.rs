//! Display list to pixels: value in, value out. Knows nothing of CSS, documents, font files or layout units.
//!
//! [`render`] draws a [`DisplayList`] into a [`Pixmap`]; [`encode`] makes files of it.
#![forbid(unsafe_code)]
#![allow(clippy::neg_cmp_op_on_partial_ord, reason = "`!(a > b)` also holds for NaN")]

pub mod geometry;
pub mod color;
pub mod path;
pub mod image_data;
pub mod glyph_source;
pub mod display_list;
pub mod pixmap;
pub mod encode;
mod layer;
mod composite;
mod coverage;
mod clip;
mod plan;
mod blur;
mod glyph;
mod shader;
mod draw;
mod filter;
mod bands;

pub use color::Color;
pub use display_list::{DisplayList, DisplayListBuilder};
pub use geometry::{PixelRect, Point, Radius, Rect, RoundedRect, Transform};
pub use glyph_source::{FontKey, GlyphBitmap, GlyphOutline, GlyphSource, NoGlyphs};
pub use image_data::ImageData;
pub use path::{FillRule, Path, PathCommand};
pub use pixmap::Pixmap;

/// What a picture shall be like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RenderOptions {
    /// Columns in device px.
    pub width: u32,
    /// Rows in device px.
    pub height: u32,
    /// What lies below everything; white for a web page.
    pub background: Color,
}

/// Why there is no picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RasterError {
    /// A side is 0.
    Empty,
    /// The picture would have more pixels than [`MAX_PIXELS`], or a side longer than [`MAX_SIDE`].
    TooLarge {
        /// Columns asked for.
        width: u32,
        /// Rows asked for.
        height: u32,
    },
}

impl std::fmt::Display for RasterError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Empty => f.write_str("a picture needs at least one pixel"),
            Self::TooLarge { width, height } => write!(f, "a picture of {width} x {height} pixels is too large"),
        }
    }
}

impl std::error::Error for RasterError {}

/// Longest side of a picture.
pub const MAX_SIDE: u32 = 1 << 17;

/// Most pixels of a picture: 1 GiB of memory.
pub const MAX_PIXELS: u64 = 1 << 28;

/// Draws a display list.
///
/// # Errors
/// When the picture asked for is empty or too large.
pub fn render(list: &DisplayList, glyphs: &dyn GlyphSource, options: &RenderOptions) -> Result<Pixmap, RasterError> {
    bands::render(list, glyphs, options, None)
}
