//! What the raster room asks of whoever knows fonts.

use std::sync::Arc;

use ashlar_gc::Sent;

use crate::image_data::ImageData;
use crate::path::Path;

/// A font at one size with its variations and synthetic styles; what the number means is the source's affair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FontKey(pub u32);

/// A glyph's outline in px at the font's effective size, origin on the baseline, y down, unhinted, quadratics and
/// cubics kept.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GlyphOutline {
    /// The contours, filled by the non-zero rule.
    pub path: Path,
}

/// A coloured glyph as a picture.
#[derive(Clone, Debug)]
pub struct GlyphBitmap {
    /// The picture, layers flattened.
    pub image: Sent<ImageData>,
    /// Left edge from the pen position, in px of the space the glyph positions are in.
    pub left: f32,
    /// Top edge from the baseline, y down (so mostly negative), same unit.
    pub top: f32,
    /// Width that the picture covers, same unit.
    pub width: f32,
    /// Height that the picture covers, same unit.
    pub height: f32,
}

/// Gives shapes of glyphs. Called from several threads; must answer the same for the same question.
pub trait GlyphSource: Sync {
    /// The outline, `None` for a glyph without one (a space, a colour glyph).
    fn outline(&self, font: FontKey, glyph: u32) -> Option<Arc<GlyphOutline>>;

    /// The picture of a colour glyph; `scale` is the number of device pixels per px, a hint for which strike to take.
    /// Asked first: where it gives `Some`, the outline is not used.
    fn bitmap(&self, font: FontKey, glyph: u32, scale: f32) -> Option<Arc<GlyphBitmap>>;
}

/// A source without any glyph.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoGlyphs;

impl GlyphSource for NoGlyphs {
    fn outline(&self, _font: FontKey, _glyph: u32) -> Option<Arc<GlyphOutline>> {
        None
    }

    fn bitmap(&self, _font: FontKey, _glyph: u32, _scale: f32) -> Option<Arc<GlyphBitmap>> {
        None
    }
}
