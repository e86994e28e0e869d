//! What layout asks of fonts. `browser` implements [`FontSource`]; layout never sees a font file.

use std::ops::Range;
use std::sync::Arc;

use ashlar_gc::Trace;

use crate::css::properties::longhands::Font;
use crate::geometry::LayoutUnit;

/// An instance of a font: face, size, variations and synthesis. Ids are dense and stable within one page;
/// [`crate::fragment_tree::GlyphRun`] carries them to paint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Trace)]
pub struct FontInstanceId(pub u32);

/// The metrics of a font instance in px, as layout uses them (ascent and descent already rounded as browsers do).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FontMetrics {
    /// Baseline to the top of the content area, rounded.
    pub ascent: LayoutUnit,
    /// Baseline to the bottom of the content area, positive, rounded.
    pub descent: LayoutUnit,
    /// Extra leading of `line-height: normal`.
    pub line_gap: LayoutUnit,
    /// `line-height: normal` in full: ascent + descent + line gap as Chromium sums them.
    pub line_spacing: LayoutUnit,
    /// Height of `x`.
    pub x_height: f32,
    /// Height of capitals.
    pub cap_height: f32,
    /// Advance of `0`.
    pub zero_advance: f32,
    /// Advance of the water ideograph.
    pub ic_advance: f32,
    /// Advance of a space.
    pub space_advance: f32,
    /// Average advance as the OS/2 table states it; text fields are so many of it wide.
    pub average_advance: f32,
    /// Widest advance of the font (from `hhea`, or the bounding box): text fields add it once.
    pub max_advance: f32,
    /// Baseline to the middle of the underline, positive below.
    pub underline_position: f32,
    /// Thickness of the underline.
    pub underline_thickness: f32,
    /// Baseline to the middle of the strike-out line, positive above.
    pub strikeout_position: f32,
    /// Thickness of the strike-out line.
    pub strikeout_thickness: f32,
}

/// One glyph as shaped; px, x to the right, y downward.
#[derive(Clone, Copy, Debug, PartialEq, Trace)]
pub struct ShapedGlyph {
    /// Glyph id in the run's font.
    pub id: u32,
    /// Byte offset, in the text given to [`FontSource::shape`], of the first character of its cluster.
    pub cluster: u32,
    /// How far the pen moves; letter-spacing is not in it.
    pub advance: f32,
    /// Displacement of the glyph from the pen.
    pub x_offset: f32,
    /// Displacement of the glyph from the baseline.
    pub y_offset: f32,
    /// Whether the text may be cut before this glyph's cluster and the two parts shaped apart with the same result.
    pub safe_to_break: bool,
}

/// Text of one font and one direction, shaped. Glyphs are in visual order, left to right.
#[derive(Clone, Debug, PartialEq)]
pub struct ShapedRun {
    /// The font that has the glyphs.
    pub font: FontInstanceId,
    /// The bytes of the text that the run covers.
    pub range: Range<usize>,
    /// Whether the text runs right to left.
    pub is_rtl: bool,
    /// The glyphs.
    pub glyphs: Arc<[ShapedGlyph]>,
}

/// What is to be shaped.
#[derive(Clone, Copy, Debug)]
pub struct ShapeRequest<'a> {
    /// The whole paragraph (context for joining).
    pub text: &'a str,
    /// The bytes to shape: one bidi level, one script (see [`Self::script`]), one style.
    pub range: (usize, usize),
    /// The style's font group.
    pub font: &'a Font,
    /// ISO 15924 tag of the run's script, `Zyyy` where all characters are common.
    pub script: [u8; 4],
    /// Whether the run is right to left.
    pub is_rtl: bool,
    /// Whether letter-spacing is not zero: optional ligatures are then off.
    pub letter_spaced: bool,
}

/// Fonts, as layout needs them.
pub trait FontSource {
    /// The first available font of a style: strut, `ex`, `ch` and the height of empty lines come from it.
    fn primary_font(&self, font: &Font) -> FontInstanceId;

    /// Metrics of an instance.
    fn metrics(&self, font: FontInstanceId) -> FontMetrics;

    /// Shapes a range, choosing a font for each cluster (family list, then fallback). The runs cover the range in
    /// logical order of the text.
    fn shape(&self, request: &ShapeRequest<'_>) -> Vec<ShapedRun>;
}
