//! A rectangle of premultiplied pixels somewhere in device space; what bands and groups are drawn into.

use crate::geometry::PixelRect;

/// One premultiplied RGBA8 pixel.
pub(crate) type Pixel = [u8; 4];

/// Gives the pixels of a paint, row by row.
pub(crate) trait RowSource {
    /// Pixels of row `y` from column `x` on; every pixel of `out` is written.
    fn row(&self, x: i32, y: i32, out: &mut [Pixel]);
}

/// Pixels of a rectangle in absolute device coordinates.
#[derive(Clone, Debug, Default)]
pub(crate) struct Layer {
    /// What the pixels cover.
    pub(crate) rect: PixelRect,
    /// Row-major, rows without padding.
    pub(crate) pixels: Vec<Pixel>,
}

impl Layer {
    /// A layer of one colour; an empty rectangle gives a layer without pixels.
    pub(crate) fn filled(rect: PixelRect, pixel: Pixel) -> Self {
        let rect = if rect.is_empty() { PixelRect::default() } else { rect };
        Self { rect, pixels: vec![pixel; rect.width() * rect.height()] }
    }

    /// The pixels of one row from `left` to `right`, which must lie inside.
    pub(crate) fn span_mut(&mut self, y: i32, left: i32, right: i32) -> &mut [Pixel] {
        let range = span_range(&self.rect, y, left, right);
        self.pixels.get_mut(range).unwrap_or(&mut [])
    }

    /// The pixels of one row from `left` to `right`, which must lie inside.
    pub(crate) fn span(&self, y: i32, left: i32, right: i32) -> &[Pixel] {
        self.pixels.get(span_range(&self.rect, y, left, right)).unwrap_or(&[])
    }
}

/// Where a piece of a row is in a row-major buffer of `rect`; empty when it is not inside.
pub(crate) fn span_range(rect: &PixelRect, y: i32, left: i32, right: i32) -> std::ops::Range<usize> {
    if y < rect.top || y >= rect.bottom || left < rect.left || right > rect.right || left >= right {
        return 0..0;
    }
    let start = (y - rect.top) as usize * rect.width() + (left - rect.left) as usize;
    start..start + (right - left) as usize
}
