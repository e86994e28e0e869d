//! Paints whose pixels differ: gradients and pictures, once or in tiles.

mod gradient;
mod image;

pub(crate) use gradient::GradientPaint;
pub(crate) use image::ImagePaint;

use crate::display_list::{Fill, Tiling};
use crate::geometry::{Rect, Transform};

/// From device px to px of the first tile, tiles folded onto it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TileMap {
    inverse: [f64; 6],
    width: f64,
    height: f64,
    step_x: f64,
    step_y: f64,
    /// Outside of the tiles there is nothing; else the tile's edge goes on.
    cut: bool,
}

impl TileMap {
    /// The map of a fill; `None` when the transform cannot be turned round or the tile is empty.
    pub(crate) fn new(fill: &Fill, t: &Transform, cut: bool) -> Option<Self> {
        let i = t.invert()?;
        let tile = &fill.tile;
        let finite = [tile.left, tile.top, tile.right, tile.bottom].iter().all(|v| v.is_finite());
        if tile.is_empty() || !finite {
            return None;
        }
        let inverse = [i.a, i.b, i.c, i.d, i.e - tile.left, i.f - tile.top].map(f64::from);
        let step = |v: f32| if v > 0.0 && v.is_finite() { f64::from(v) } else { 0.0 };
        let Tiling { step_x, step_y } = fill.tiling;
        let (width, height) = (f64::from(tile.width()), f64::from(tile.height()));
        Some(Self { inverse, width, height, step_x: step(step_x), step_y: step(step_y), cut })
    }

    /// The point of the tile at the middle of a device pixel.
    #[inline]
    fn at(&self, x: i32, y: i32) -> Option<(f64, f64)> {
        let (x, y) = (f64::from(x) + 0.5, f64::from(y) + 0.5);
        let [a, b, c, d, e, f] = self.inverse;
        let u = self.fold(a * x + c * y + e, self.step_x, self.width)?;
        let v = self.fold(b * x + d * y + f, self.step_y, self.height)?;
        Some((u, v))
    }

    #[inline]
    fn fold(&self, v: f64, step: f64, size: f64) -> Option<f64> {
        if step > 0.0 {
            let v = v - (v / step).floor() * step;
            return (v <= size).then_some(v);
        }
        if self.cut && !(v >= 0.0 && v <= size) {
            return None;
        }
        Some(v)
    }
}

/// The rectangle that a fill with a square-cornered area covers.
pub(crate) fn covered_rect(fill: &Fill) -> Rect {
    let mut tiles = fill.tile;
    if fill.tiling.step_x > 0.0 {
        (tiles.left, tiles.right) = (Rect::EVERYTHING.left, Rect::EVERYTHING.right);
    }
    if fill.tiling.step_y > 0.0 {
        (tiles.top, tiles.bottom) = (Rect::EVERYTHING.top, Rect::EVERYTHING.bottom);
    }
    fill.area.rect.intersect(&tiles)
}
