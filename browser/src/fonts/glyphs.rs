//! Shapes of glyphs for whoever draws them.

use std::sync::Arc;

use ashlar_raster::path::Path;
use ashlar_raster::{FontKey, GlyphBitmap, GlyphOutline, GlyphSource};
use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{GlyphId, MetadataProvider};

use super::embolden;
use super::face::ColorFormat;
use super::instance::Instance;
use super::{color_glyphs, color_layers};

/// AD-HOC: how far synthetic oblique letters lean, as browsers do: a quarter of the height.
const SLANT: f32 = 0.25;

/// The glyphs of a page's fonts. A [`FontKey`] is the number of a font instance.
#[derive(Clone, Debug)]
pub struct PageGlyphs {
    instances: Vec<Arc<Instance>>,
}

impl PageGlyphs {
    pub(super) fn new(instances: Vec<Arc<Instance>>) -> Self {
        Self { instances }
    }

    fn instance(&self, font: FontKey) -> Option<&Instance> {
        self.instances.get(font.0 as usize).map(|instance| &**instance).filter(|instance| instance.size > 0.0)
    }
}

impl GlyphSource for PageGlyphs {
    fn outline(&self, font: FontKey, glyph: u32) -> Option<Arc<GlyphOutline>> {
        let instance = self.instance(font)?;
        let path = outline(instance, GlyphId::new(glyph), instance.size)?;
        let path = if instance.synthetic_bold { embolden::embolden(&path, instance.size) } else { path };
        Some(Arc::new(GlyphOutline { path }))
    }

    fn bitmap(&self, font: FontKey, glyph: u32, scale: f32) -> Option<Arc<GlyphBitmap>> {
        let instance = self.instance(font)?;
        let glyph = GlyphId::new(glyph);
        match instance.face.color() {
            ColorFormat::None => None,
            ColorFormat::Pictures => color_glyphs::picture(instance, glyph, scale),
            ColorFormat::Layers => color_layers::picture(instance, glyph, scale),
        }
        .map(Arc::new)
    }
}

/// The outline of a glyph at a size, slanted if the instance is; `None` if there is nothing to fill.
pub(super) fn outline(instance: &Instance, glyph: GlyphId, size: f32) -> Option<Path> {
    let font = instance.face.font();
    let outline = font.outline_glyphs().get(glyph)?;
    let mut pen = PathPen { path: Path::new(), slant: if instance.synthetic_oblique { SLANT } else { 0.0 } };
    let location = LocationRef::new(instance.shaper.coords());
    outline.draw(DrawSettings::unhinted(Size::new(size), location), &mut pen).ok()?;
    (!pen.path.is_empty()).then_some(pen.path)
}

/// Turns y down and leans the letters.
struct PathPen {
    path: Path,
    slant: f32,
}

impl PathPen {
    fn x(&self, x: f32, y: f32) -> f32 {
        x + y * self.slant
    }
}

impl OutlinePen for PathPen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.path.move_to(self.x(x, y), -y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.path.line_to(self.x(x, y), -y);
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        self.path.quad_to(self.x(cx, cy), -cy, self.x(x, y), -y);
    }

    fn curve_to(&mut self, cx: f32, cy: f32, dx: f32, dy: f32, x: f32, y: f32) {
        self.path.cubic_to(self.x(cx, cy), -cy, self.x(dx, dy), -dy, self.x(x, y), -y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}
