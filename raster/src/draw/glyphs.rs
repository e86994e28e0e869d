//! Runs of glyphs.

use super::prepare::Prepared;
use super::target::{Paint, Target};
use crate::composite;
use crate::coverage::{Mask, Scanner, multiply_into};
use crate::display_list::{Fill, GlyphRun, ImageFill, Sampling};
use crate::geometry::{PixelRect, Rect, Transform};
use crate::glyph::{GlyphTable, PlacedGlyph, PlacedRun, Shape};
use crate::glyph_source::GlyphBitmap;
use crate::layer::Pixel;
use crate::path::FillRule;
use crate::shader::{ImagePaint, TileMap};

/// Draws the run of item `index`.
pub(super) fn draw(target: &mut Target<'_>, prepared: &Prepared, index: usize, run: &GlyphRun, t: &Transform) {
    let color = run.color.premultiplied8();
    if color[3] == 0 {
        return;
    }
    if let Some(mask) = prepared.blurred_run(index) {
        return target.fill_mask(mask, Paint::Solid(color));
    }
    let Some(placed) = prepared.glyphs.run(index) else { return };
    let mut bytes = Vec::new();
    for glyph in &placed.glyphs {
        match prepared.glyphs.shape(glyph) {
            Shape::Nothing => {}
            Shape::Mask(mask) => draw_mask(target, mask, glyph, placed, color, &mut bytes),
            Shape::Outline(outline) => {
                let t = t.then_inner(&Transform::translation(glyph.pen.x, glyph.pen.y));
                target.fill_path(&outline.path, &t, FillRule::NonZero, Paint::Solid(color));
            }
            Shape::Bitmap(bitmap) => {
                let image = bitmap_fill(bitmap, glyph, run.color.a);
                super::draw_image(target, &image, t);
            }
        }
    }
}

fn draw_mask(
    target: &mut Target<'_>,
    mask: &Mask,
    glyph: &PlacedGlyph,
    run: &PlacedRun,
    color: Pixel,
    bytes: &mut Vec<u8>,
) {
    let rect = moved(&mask.rect, glyph).intersect(&target.bounds);
    if rect.is_empty() {
        return;
    }
    for y in rect.top..rect.bottom {
        let coverage = mask.span(y - glyph.y, rect.left - glyph.x, rect.right - glyph.x);
        bytes.clear();
        bytes.extend(coverage.iter().map(|c| run.contrast[usize::from(*c)]));
        if let Some(clip) = &target.mask {
            multiply_into(bytes, clip.span(y, rect.left, rect.right));
        }
        composite::solid_masked(target.layer.span_mut(y, rect.left, rect.right), color, bytes);
    }
}

fn moved(rect: &PixelRect, glyph: &PlacedGlyph) -> PixelRect {
    PixelRect::new(rect.left + glyph.x, rect.top + glyph.y, rect.right + glyph.x, rect.bottom + glyph.y)
}

fn bitmap_fill(bitmap: &GlyphBitmap, glyph: &PlacedGlyph, opacity: f32) -> ImageFill {
    let rect = Rect::from_xywh(glyph.pen.x + bitmap.left, glyph.pen.y + bitmap.top, bitmap.width, bitmap.height);
    ImageFill {
        image: bitmap.image.clone(),
        source: Rect::new(0.0, 0.0, bitmap.image.width() as f32, bitmap.image.height() as f32),
        fill: Fill::once(rect),
        sampling: Sampling::Mipmapped,
        opacity,
    }
}

/// The blurred coverage of a whole run; `None` when nothing of it is in `within`.
pub(super) fn run_mask(table: &GlyphTable, run: &PlacedRun, t: &Transform, within: &PixelRect) -> Option<Mask> {
    let reach = crate::blur::reach(run.deviation);
    let within_sharp = within.outset(reach, reach);
    let mut rect = PixelRect::default();
    for glyph in &run.glyphs {
        rect = rect.union(&shape_rect(table.shape(glyph), glyph, t).intersect(&within_sharp));
    }
    if rect.is_empty() {
        return None;
    }
    let mut sum = Mask::clear(rect);
    let mut scanner = Scanner::default();
    for glyph in &run.glyphs {
        let shape = table.shape(glyph);
        let part = shape_rect(shape, glyph, t).intersect(&rect);
        if part.is_empty() {
            continue;
        }
        let own = shape_mask(shape, glyph, t, &part, &mut scanner);
        for y in part.top..part.bottom {
            for (to, from) in sum.span_mut(y, part.left, part.right).iter_mut().zip(own.span(y, part.left, part.right))
            {
                *to = to.saturating_add(*from);
            }
        }
    }
    Some(crate::blur::blurred_mask(&sum, run.deviation, within))
}

fn shape_rect(shape: &Shape, glyph: &PlacedGlyph, t: &Transform) -> PixelRect {
    match shape {
        Shape::Nothing => PixelRect::default(),
        Shape::Mask(mask) => moved(&mask.rect, glyph),
        Shape::Outline(outline) => {
            let t = t.then_inner(&Transform::translation(glyph.pen.x, glyph.pen.y));
            outline.path.bounds().map(|r| PixelRect::around(&t.map_rect(&r))).unwrap_or_default()
        }
        Shape::Bitmap(bitmap) => PixelRect::around(&t.map_rect(&bitmap_fill(bitmap, glyph, 1.0).fill.tile)),
    }
}

/// One glyph's coverage in a part of its rectangle.
fn shape_mask(shape: &Shape, glyph: &PlacedGlyph, t: &Transform, part: &PixelRect, scanner: &mut Scanner) -> Mask {
    let mut out = Mask::clear(*part);
    match shape {
        Shape::Nothing => {}
        Shape::Mask(mask) => {
            for y in part.top..part.bottom {
                let from = mask.span(y - glyph.y, part.left - glyph.x, part.right - glyph.x);
                out.span_mut(y, part.left, part.right).copy_from_slice(from);
            }
        }
        Shape::Outline(outline) => {
            let t = t.then_inner(&Transform::translation(glyph.pen.x, glyph.pen.y));
            return scanner.mask(&outline.path, &t, FillRule::NonZero, part);
        }
        Shape::Bitmap(bitmap) => {
            use crate::layer::RowSource as _;
            let fill = bitmap_fill(bitmap, glyph, 1.0);
            let Some(map) = TileMap::new(&fill.fill, t, true) else { return out };
            let Some(paint) = ImagePaint::new(&fill, map, t) else { return out };
            let mut row = vec![[0; 4]; part.width()];
            for y in part.top..part.bottom {
                paint.row(part.left, y, &mut row);
                for (to, pixel) in out.span_mut(y, part.left, part.right).iter_mut().zip(&row) {
                    *to = pixel[3];
                }
            }
        }
    }
    out
}
