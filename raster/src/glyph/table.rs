//! Which glyphs a picture needs, their shapes, and where each goes.

use std::sync::Arc;

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::{gamma, outline};
use crate::coverage::{Mask, Scanner};
use crate::display_list::{Content, GlyphRun};
use crate::geometry::{PixelRect, Point, Transform};
use crate::glyph_source::{FontKey, GlyphBitmap, GlyphOutline, GlyphSource};
use crate::plan::Plan;

/// Larger glyphs are drawn as paths.
const LARGEST_MASK: f32 = 256.0;

/// What tells two shapes apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Key {
    font: FontKey,
    glyph: u32,
    /// Bits of the scale.
    scale: u32,
    /// Quarter pixels to the right; `NO_MASK` for a path.
    quarter: u8,
}

const NO_MASK: u8 = 4;

/// A glyph's look.
#[derive(Debug)]
pub(crate) enum Shape {
    /// Nothing to see.
    Nothing,
    /// Coverage relative to the pen's whole pixel.
    Mask(Mask),
    /// An outline to be transformed.
    Outline(Arc<GlyphOutline>),
    /// A picture.
    Bitmap(Arc<GlyphBitmap>),
}

/// A glyph of a run in device space.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlacedGlyph {
    /// Its shape's number.
    pub(crate) shape: u32,
    /// Pen column and baseline row; for masks.
    pub(crate) x: i32,
    pub(crate) y: i32,
    /// Pen position in the run's space; for outlines and pictures.
    pub(crate) pen: Point,
}

/// A run in device space.
#[derive(Debug)]
pub(crate) struct PlacedRun {
    /// The glyphs.
    pub(crate) glyphs: Vec<PlacedGlyph>,
    /// For coverage of masks.
    pub(crate) contrast: &'static [u8; 256],
    /// Standard deviation of the blur in device px, 0 for none.
    pub(crate) deviation: f32,
}

/// All shapes and runs of a picture.
#[derive(Debug, Default)]
pub(crate) struct GlyphTable {
    shapes: Vec<Shape>,
    runs: FxHashMap<usize, PlacedRun>,
}

impl GlyphTable {
    /// Makes the shapes of all glyphs that can be seen in `picture`.
    pub(crate) fn new(plan: &Plan<'_>, source: &dyn GlyphSource, picture: &PixelRect) -> Self {
        let visible = picture.outset(plan.greatest_reach, plan.greatest_reach);
        let mut keys = Keys::default();
        let mut runs = FxHashMap::default();
        for (index, (item, planned)) in plan.list.items.iter().zip(&plan.items).enumerate() {
            if let Content::GlyphRun(run) = &item.content
                && planned.rect.intersect(&planned.clip.bounds).intersects(&visible)
            {
                let t = plan.to_device(item.transform);
                runs.insert(index, keys.place(plan, run, &t, &visible));
            }
        }
        let shapes =
            keys.list.par_iter().map_init(Scanner::default, |scanner, key| shape(key, source, scanner)).collect();
        Self { shapes, runs }
    }

    /// The run of an item.
    pub(crate) fn run(&self, item: usize) -> Option<&PlacedRun> {
        self.runs.get(&item)
    }

    /// A glyph's shape.
    pub(crate) fn shape(&self, glyph: &PlacedGlyph) -> &Shape {
        self.shapes.get(glyph.shape as usize).unwrap_or(&Shape::Nothing)
    }
}

fn shape(key: &Key, source: &dyn GlyphSource, scanner: &mut Scanner) -> Shape {
    let scale = f32::from_bits(key.scale);
    if let Some(bitmap) = source.bitmap(key.font, key.glyph, scale) {
        return Shape::Bitmap(bitmap);
    }
    let Some(outline) = source.outline(key.font, key.glyph) else { return Shape::Nothing };
    if key.quarter == NO_MASK {
        return Shape::Outline(outline);
    }
    outline::glyph_mask(&outline.path, scale, key.quarter, scanner).map_or(Shape::Nothing, Shape::Mask)
}

#[derive(Default)]
struct Keys {
    numbers: FxHashMap<Key, u32>,
    list: Vec<Key>,
}

impl Keys {
    fn place(&mut self, plan: &Plan<'_>, run: &GlyphRun, t: &Transform, visible: &PixelRect) -> PlacedRun {
        let scale = t.mean_scale();
        let upright = t.is_axis_aligned() && t.a == t.d && t.a > 0.0;
        let masks = upright && run.size * scale <= LARGEST_MASK;
        let deviation = (run.blur * 0.5 * scale).max(0.0);
        let near = (run.size.max(1.0) * 2.0 * scale + deviation * 3.0 + 2.0).min(1.0e8) as i32;
        let near = visible.outset(near, near).to_rect();
        let mut glyphs = Vec::new();
        for glyph in plan.list.run_glyphs(run) {
            let pen = Point::new(glyph.x, glyph.y);
            let device = t.map(pen);
            let seen = !upright
                || (device.x >= near.left && device.x <= near.right && device.y >= near.top && device.y <= near.bottom);
            if !seen || !device.x.is_finite() || !device.y.is_finite() {
                continue;
            }
            let quarters = (f64::from(device.x) * 4.0 + 0.5).floor().clamp(-4.0e9, 4.0e9) as i64;
            let key = Key {
                font: run.font,
                glyph: glyph.id,
                scale: scale.to_bits(),
                quarter: if masks { quarters.rem_euclid(4) as u8 } else { NO_MASK },
            };
            let shape = *self.numbers.entry(key).or_insert_with(|| {
                self.list.push(key);
                self.list.len() as u32 - 1
            });
            let x = quarters.div_euclid(4).clamp(-1_000_000_000, 1_000_000_000) as i32;
            let y = (f64::from(device.y) + 0.5).floor().clamp(-1.0e9, 1.0e9) as i32;
            glyphs.push(PlacedGlyph { shape, x, y, pen });
        }
        PlacedRun { glyphs, contrast: gamma::contrast_table(run.color), deviation }
    }
}
