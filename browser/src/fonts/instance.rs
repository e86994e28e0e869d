//! A face at a size: variations, synthesis, metrics.

use std::sync::Arc;

use ashlar_layout::css::values::font::{FontStyle, Tag as FeatureTag};
use ashlar_layout::geometry::LayoutUnit;
use ashlar_layout::text::font_source::FontMetrics;
use harfrust::ShaperInstance;
use skrifa::instance::{LocationRef, NormalizedCoord, Size};
use skrifa::raw::TableProvider;
use skrifa::{FontRef, GlyphId, MetadataProvider, Tag};

use super::face::{ColorFormat, Face};

/// The greatest size in px, as in Blink: beyond it outlines lose their precision.
const MAX_SIZE: f32 = 10_000.0;

/// The size without what is below a hundredth of a px.
fn hundredths(size: f32) -> f32 {
    // Browsers multiply lengths in double precision and keep them in single: 1.17 times 16 px is 18.719999 px, and so
    // 18.71. Whatever ours have lost on their way is made good first.
    let clean = ((f64::from(size.clamp(0.0, MAX_SIZE)) * 10_000.0).round() / 10_000.0) as f32;
    (clean * 100.0).floor() / 100.0
}

/// The size that glyphs are scaled to: browsers keep hundredths of a px, and FreeType's scale is in 64ths.
pub(super) fn effective_size(size: f32) -> f32 {
    (hundredths(size) * 64.0).floor() / 64.0
}

/// Line metrics that an `@font-face` rule sets in place of the font's, as fractions of the size.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct MetricsOverride {
    pub(super) ascent: Option<f32>,
    pub(super) descent: Option<f32>,
    pub(super) line_gap: Option<f32>,
}

impl MetricsOverride {
    /// The numbers as a key.
    fn bits(self) -> [u32; 3] {
        // No override is negative, so this is none of them.
        [self.ascent, self.descent, self.line_gap].map(|value| value.unwrap_or(-1.0).to_bits())
    }
}

/// What makes an instance of a face.
#[derive(Clone, Debug, Default)]
pub(super) struct InstanceDescription {
    /// The size in px as the style has it, adjusted.
    pub(super) size: f32,
    /// User coordinates of axes, later ones win.
    pub(super) variations: Vec<(Tag, f32)>,
    pub(super) synthetic_bold: bool,
    pub(super) synthetic_oblique: bool,
    pub(super) metrics: MetricsOverride,
    /// Features that the `@font-face` rule turns on or off.
    pub(super) features: Arc<[(FeatureTag, u32)]>,
}

/// [`InstanceDescription`] and face as a key of a map.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct InstanceKey {
    face: usize,
    size: u32,
    coordinates: Vec<i16>,
    bold: bool,
    oblique: bool,
    metrics: [u32; 3],
    features: Arc<[(FeatureTag, u32)]>,
}

/// A face at a size.
#[derive(Debug)]
pub(super) struct Instance {
    pub(super) face: Arc<Face>,
    /// The effective size in px.
    pub(super) size: f32,
    /// The size in px that it was made from.
    pub(super) asked_size: f32,
    pub(super) shaper: ShaperInstance,
    pub(super) synthetic_bold: bool,
    pub(super) synthetic_oblique: bool,
    pub(super) metrics: FontMetrics,
    pub(super) features: Arc<[(FeatureTag, u32)]>,
}

impl InstanceKey {
    /// The same face at other coordinates of its axes.
    pub(super) fn set_coordinates(&mut self, coordinates: &[NormalizedCoord]) {
        self.coordinates = coordinates.iter().map(|coordinate| coordinate.to_bits()).collect();
    }
}

impl InstanceDescription {
    /// The key of this description for a face, and the normalized coordinates in it.
    pub(super) fn key(&self, face: &Arc<Face>) -> (InstanceKey, ShaperInstance) {
        let font = face.font();
        let shaper = if face.axes().is_empty() {
            ShaperInstance::default()
        } else {
            ShaperInstance::from_variations(&font, self.variations.iter().map(|(tag, value)| (*tag, *value)))
        };
        let key = InstanceKey {
            face: Arc::as_ptr(face).addr(),
            size: effective_size(self.size).to_bits(),
            coordinates: shaper.coords().iter().map(|coordinate| coordinate.to_bits()).collect(),
            bold: self.synthetic_bold,
            oblique: self.synthetic_oblique,
            metrics: self.metrics.bits(),
            features: Arc::clone(&self.features),
        };
        (key, shaper)
    }

    /// Makes the instance.
    pub(super) fn make(&self, face: &Arc<Face>, shaper: ShaperInstance) -> Instance {
        let size = effective_size(self.size);
        let metrics = metrics(face, hundredths(self.size), size, shaper.coords(), self.metrics);
        Instance {
            face: Arc::clone(face),
            size,
            asked_size: self.size,
            shaper,
            synthetic_bold: self.synthetic_bold,
            synthetic_oblique: self.synthetic_oblique,
            metrics,
            features: Arc::clone(&self.features),
        }
    }
}

/// Coordinates of a variable face for a style: [weight, width and slant](https://www.w3.org/TR/css-fonts-4/#apply-font-matching-variations),
/// optical size where asked for.
pub(super) fn style_variations(
    face: &Face,
    weight: f32,
    width: f32,
    style: FontStyle,
    optical_size: Option<f32>,
) -> Vec<(Tag, f32)> {
    let mut found = Vec::new();
    let angle = match style {
        FontStyle::Normal => 0.0,
        FontStyle::Italic => 14.0,
        FontStyle::Oblique(angle) => angle,
    };
    for axis in face.axes() {
        let value = match &axis.tag.to_be_bytes() {
            b"wght" => weight,
            b"wdth" => width * 100.0,
            b"slnt" => -angle,
            b"ital" => f32::from(u8::from(style == FontStyle::Italic)),
            b"opsz" => match optical_size {
                Some(size) => size,
                None => continue,
            },
            _ => continue,
        };
        found.push((axis.tag, value.clamp(axis.least, axis.most.max(axis.least))));
    }
    found
}

/// Metrics as Blink takes them from Skia, which takes them from FreeType.
///
/// Heights are those of the font at `asked` px; only advances follow the `size` that glyphs are scaled to.
fn metrics(face: &Face, asked: f32, size: f32, coordinates: &[NormalizedCoord], with: MetricsOverride) -> FontMetrics {
    let font = face.font();
    let location = LocationRef::new(coordinates);
    // A size of zero means font units to skrifa.
    let raw = skrifa::metrics::Metrics::new(&font, Size::new(asked.max(1e-6)), location);
    let ascent = with.ascent.map_or(raw.ascent, |part| part * asked).round();
    let descent = with.descent.map_or(-raw.descent, |part| part * asked).round();
    // Skia forbids negative leading.
    let line_gap = with.line_gap.map_or(raw.leading, |part| part * asked).max(0.0);
    let advance = |c: char| face.glyph(c).map(|glyph| glyph_advance(&font, face, glyph, size, location));
    let top_of = |c: char| {
        let glyph = face.glyph(c)?;
        let bounds = font.glyph_metrics(Size::new(size.max(1e-6)), location).bounds(glyph)?;
        (bounds.y_max > 0.0).then_some(bounds.y_max)
    };
    let height =
        |known: Option<f32>, c: char| known.filter(|height| *height > 0.0).or_else(|| top_of(c)).unwrap_or(raw.ascent);
    let underline = raw.underline.unwrap_or_default();
    let strikeout = raw.strikeout.unwrap_or_default();
    let to_unit = LayoutUnit::from_px_f32_round;
    FontMetrics {
        ascent: to_unit(ascent),
        descent: to_unit(descent),
        line_gap: to_unit(line_gap),
        line_spacing: to_unit(ascent + descent + line_gap.round()),
        x_height: height(raw.x_height, 'x'),
        cap_height: height(raw.cap_height, 'H'),
        zero_advance: advance('0').unwrap_or(size / 2.0),
        ic_advance: advance('水').unwrap_or(size),
        space_advance: advance(' ').unwrap_or(0.0),
        average_advance: raw.average_width.filter(|width| *width > 0.0).or_else(|| advance('x')).unwrap_or(0.0),
        max_advance: max_advance(&font, size, raw.bounds),
        underline_position: -(underline.offset - underline.thickness / 2.0),
        underline_thickness: underline.thickness,
        strikeout_position: strikeout.offset - strikeout.thickness / 2.0,
        strikeout_thickness: strikeout.thickness,
    }
}

/// AD-HOC: Blink takes the width of the bounding box of all glyphs.
fn max_advance(font: &FontRef<'_>, size: f32, bounds: Option<skrifa::metrics::BoundingBox>) -> f32 {
    let from_bounds = bounds.map(|bounds| bounds.x_max - bounds.x_min).filter(|width| *width > 0.0);
    from_bounds.unwrap_or_else(|| {
        let units = font.head().map_or(1000.0, |head| f32::from(head.units_per_em()));
        font.hhea().map_or(0.0, |hhea| f32::from(hhea.advance_width_max().to_u16())) * size / units
    })
}

/// The advance of one glyph in px.
fn glyph_advance(font: &FontRef<'_>, face: &Face, glyph: GlyphId, size: f32, location: LocationRef<'_>) -> f32 {
    if size <= 0.0 {
        return 0.0;
    }
    if face.color() == ColorFormat::Pictures
        && let Some(advance) = picture_advance(font, glyph, size)
    {
        return advance;
    }
    font.glyph_metrics(Size::new(size), location).advance_width(glyph).unwrap_or(0.0)
}

/// The advance of a glyph that is a picture: the strike says it in pixels, and FreeType scales that.
pub(super) fn picture_advance(font: &FontRef<'_>, glyph: GlyphId, size: f32) -> Option<f32> {
    let picture = font.bitmap_strikes().glyph_for_size(Size::new(size), glyph)?;
    Some(picture.advance? * size / picture.ppem_x.max(1.0))
}
