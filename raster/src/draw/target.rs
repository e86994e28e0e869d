//! Filling shapes of a layer with paint.

use std::rc::Rc;

use crate::composite;
use crate::coverage::{Cover, Mask, Scanner};
use crate::geometry::{PixelRect, Rect, RoundedRect, Transform};
use crate::layer::{Layer, Pixel, RowSource};
use crate::path::{FillRule, Path};

/// What shapes are filled with.
#[derive(Clone, Copy)]
pub(crate) enum Paint<'a> {
    /// One premultiplied colour.
    Solid(Pixel),
    /// Pixels that differ.
    Rows(&'a dyn RowSource),
}

/// A layer with what cuts the item to draw.
pub(crate) struct Target<'a> {
    /// Where to draw.
    pub(crate) layer: &'a mut Layer,
    /// Nothing is drawn outside; inside of the layer.
    pub(crate) bounds: PixelRect,
    /// Multiplies the coverage; covers `bounds`.
    pub(crate) mask: Option<Rc<Mask>>,
    /// For shapes.
    pub(crate) scanner: &'a mut Scanner,
}

/// Buffers of a fill.
#[derive(Default)]
struct Rows {
    pixels: Vec<Pixel>,
    cover: Vec<u8>,
}

impl Rows {
    fn draw(&mut self, layer: &mut Layer, clip: Option<&Mask>, paint: Paint<'_>, y: i32, x: i32, cover: Cover<'_>) {
        let count = match cover {
            Cover::Even(count, _) => count,
            Cover::Bytes(bytes) => bytes.len(),
        };
        let right = x + count as i32;
        let Some(clip) = clip else { return self.composite(layer, paint, y, x, right, cover) };
        let clip = clip.span(y, x, right);
        if clip.len() != count {
            return;
        }
        let mut merged = std::mem::take(&mut self.cover);
        match cover {
            Cover::Even(_, 255) => self.composite(layer, paint, y, x, right, Cover::Bytes(clip)),
            Cover::Even(count, byte) => {
                merged.clear();
                merged.resize(count, byte);
                crate::coverage::multiply_into(&mut merged, clip);
                self.composite(layer, paint, y, x, right, Cover::Bytes(&merged));
            }
            Cover::Bytes(bytes) => {
                merged.clear();
                merged.extend_from_slice(bytes);
                crate::coverage::multiply_into(&mut merged, clip);
                self.composite(layer, paint, y, x, right, Cover::Bytes(&merged));
            }
        }
        self.cover = merged;
    }

    fn composite(&mut self, layer: &mut Layer, paint: Paint<'_>, y: i32, x: i32, right: i32, cover: Cover<'_>) {
        let row = layer.span_mut(y, x, right);
        match (paint, cover) {
            (Paint::Solid(color), Cover::Even(_, 255)) => composite::solid(row, color),
            (Paint::Solid(color), Cover::Even(_, byte)) => composite::solid_covered(row, color, byte),
            (Paint::Solid(color), Cover::Bytes(bytes)) => composite::solid_masked(row, color, bytes),
            (Paint::Rows(source), cover) => {
                self.pixels.resize(row.len(), [0; 4]);
                source.row(x, y, &mut self.pixels);
                match cover {
                    Cover::Even(_, byte) => composite::pixels_covered(row, &self.pixels, byte),
                    Cover::Bytes(bytes) => composite::pixels_masked(row, &self.pixels, bytes),
                }
            }
        }
    }
}

impl Target<'_> {
    /// Fills whole pixels.
    pub(crate) fn fill_pixels(&mut self, rect: PixelRect, paint: Paint<'_>) {
        let rect = rect.intersect(&self.bounds);
        if rect.is_empty() {
            return;
        }
        let mut rows = Rows::default();
        for y in rect.top..rect.bottom {
            rows.draw(self.layer, self.mask.as_deref(), paint, y, rect.left, Cover::Even(rect.width(), 255));
        }
    }

    /// Fills a path.
    pub(crate) fn fill_path(&mut self, path: &Path, t: &Transform, rule: FillRule, paint: Paint<'_>) {
        let Some(bounds) = path.bounds() else { return };
        // Ends of edges move up to a quarter of a row.
        let rect = PixelRect::around(&t.map_rect(&bounds).outset(0.25)).intersect(&self.bounds);
        let (layer, mask) = (&mut *self.layer, self.mask.as_deref());
        let mut rows = Rows::default();
        self.scanner.path(path, t, rule, &rect, &mut |y, x, cover| rows.draw(layer, mask, paint, y, x, cover));
    }

    /// Fills where a mask says.
    pub(crate) fn fill_mask(&mut self, mask: &Mask, paint: Paint<'_>) {
        let rect = mask.rect.intersect(&self.bounds);
        if rect.is_empty() {
            return;
        }
        let mut rows = Rows::default();
        for y in rect.top..rect.bottom {
            let cover = Cover::Bytes(mask.span(y, rect.left, rect.right));
            rows.draw(self.layer, self.mask.as_deref(), paint, y, rect.left, cover);
        }
    }

    /// Fills rows whose coverage is computed: `cover(y, bytes)` writes the bytes of `rect`'s row `y` (cut to the
    /// bounds: first the column).
    pub(crate) fn fill_computed(
        &mut self,
        rect: PixelRect,
        paint: Paint<'_>,
        mut cover: impl FnMut(i32, i32, &mut [u8]),
    ) {
        let rect = rect.intersect(&self.bounds);
        if rect.is_empty() {
            return;
        }
        let mut rows = Rows::default();
        let mut bytes = vec![0; rect.width()];
        for y in rect.top..rect.bottom {
            cover(rect.left, y, &mut bytes);
            rows.draw(self.layer, self.mask.as_deref(), paint, y, rect.left, Cover::Bytes(&bytes));
        }
    }

    /// Fills a rectangle; edges get their share of pixels.
    pub(crate) fn fill_rect(&mut self, rect: &Rect, t: &Transform, paint: Paint<'_>) {
        if t.is_axis_aligned() {
            let device = t.map_rect(rect);
            if let Some(pixels) = crate::clip::whole_pixels(&device) {
                return self.fill_pixels(pixels, paint);
            }
            let bounds = PixelRect::around(&device).intersect(&self.bounds);
            let (layer, mask) = (&mut *self.layer, self.mask.as_deref());
            let mut rows = Rows::default();
            let sink = &mut |y, x, cover: Cover<'_>| rows.draw(layer, mask, paint, y, x, cover);
            return self.scanner.rect(&device, &bounds, sink);
        }
        let mut path = Path::new();
        path.add_rect(rect);
        self.fill_path(&path, t, FillRule::NonZero, paint);
    }

    /// Fills a rounded rectangle.
    pub(crate) fn fill_rounded(&mut self, shape: &RoundedRect, t: &Transform, paint: Paint<'_>) {
        if shape.is_rect() {
            return self.fill_rect(&shape.rect, t, paint);
        }
        let mut path = Path::new();
        path.add_rounded_rect(shape);
        self.fill_path(&path, t, FillRule::NonZero, paint);
    }

    /// Fills what is inside `outer` and outside `inner`.
    pub(crate) fn fill_ring(&mut self, outer: &RoundedRect, inner: &RoundedRect, t: &Transform, paint: Paint<'_>) {
        if inner.rect.is_empty() {
            return self.fill_rounded(outer, t, paint);
        }
        let width = (inner.rect.left - outer.rect.left) * t.a;
        if (width - 1.0).abs() < 1.0e-3 && is_stroke(outer, inner) && super::hairline::draw(self, outer, t, paint) {
            return;
        }
        let mut path = Path::new();
        path.add_rounded_rect(outer);
        path.add_rounded_rect(inner);
        self.fill_path(&path, t, FillRule::EvenOdd, paint);
    }

    /// Runs `draw` with one more mask, which must cover the bounds it is given.
    pub(crate) fn with_mask(&mut self, mut mask: Mask, draw: impl FnOnce(&mut Target<'_>)) {
        let bounds = self.bounds.intersect(&mask.rect);
        if let Some(own) = &self.mask {
            mask.intersect(own);
        }
        draw(&mut Target { layer: self.layer, bounds, mask: Some(Rc::new(mask)), scanner: self.scanner });
    }

    /// The mask of a path on the target's bounds.
    pub(crate) fn path_mask(&mut self, path: &Path, t: &Transform, rule: FillRule) -> Mask {
        let rect = path.bounds().map(|r| PixelRect::around(&t.map_rect(&r).outset(0.25))).unwrap_or_default();
        self.scanner.mask(path, t, rule, &rect.intersect(&self.bounds))
    }
}

/// True when a ring is the same as a stroked rounded rectangle.
fn is_stroke(outer: &RoundedRect, inner: &RoundedRect) -> bool {
    let alike = |a: f32, b: f32| (a - b).abs() < 1.0e-3;
    let (o, i) = (&outer.rect, &inner.rect);
    let width = i.left - o.left;
    let even = alike(i.top - o.top, width) && alike(o.right - i.right, width) && alike(o.bottom - i.bottom, width);
    even && outer
        .radii
        .iter()
        .zip(&inner.radii)
        .all(|(o, i)| o.is_zero() && i.is_zero() || alike(o.x, o.y) && alike(i.x, i.y) && alike(o.x, i.x + width))
}
