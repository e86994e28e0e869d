//! Coverage of a rectangle, a byte per pixel.

use crate::geometry::PixelRect;
use crate::layer::span_range;

/// Bytes of coverage in absolute device coordinates.
#[derive(Clone, Debug, Default)]
pub(crate) struct Mask {
    /// What the bytes cover; outside nothing is covered.
    pub(crate) rect: PixelRect,
    /// Row-major, rows without padding.
    pub(crate) data: Vec<u8>,
}

impl Mask {
    /// A mask that covers nothing.
    pub(crate) fn clear(rect: PixelRect) -> Self {
        let rect = if rect.is_empty() { PixelRect::default() } else { rect };
        Self { rect, data: vec![0; rect.width() * rect.height()] }
    }

    /// The bytes of one row from `left` to `right`; empty unless inside.
    pub(crate) fn span(&self, y: i32, left: i32, right: i32) -> &[u8] {
        self.data.get(span_range(&self.rect, y, left, right)).unwrap_or(&[])
    }

    /// The bytes of one row from `left` to `right`; empty unless inside.
    pub(crate) fn span_mut(&mut self, y: i32, left: i32, right: i32) -> &mut [u8] {
        let range = span_range(&self.rect, y, left, right);
        self.data.get_mut(range).unwrap_or(&mut [])
    }

    /// Multiplies another mask in; where the other has no pixels nothing stays.
    pub(crate) fn intersect(&mut self, other: &Self) {
        for y in self.rect.top..self.rect.bottom {
            let (left, right) = (self.rect.left.max(other.rect.left), self.rect.right.min(other.rect.right));
            let inside = y >= other.rect.top && y < other.rect.bottom && left < right;
            let (own_left, own_right) = (self.rect.left, self.rect.right);
            let row = self.span_mut(y, own_left, own_right);
            if !inside {
                row.fill(0);
                continue;
            }
            let (from, to) = ((left - own_left) as usize, (right - own_left) as usize);
            row[..from].fill(0);
            row[to..].fill(0);
            multiply_into(&mut row[from..to], other.span(y, left, right));
        }
    }
}

/// Multiplies coverages.
pub(crate) fn multiply_into(row: &mut [u8], by: &[u8]) {
    for (own, other) in row.iter_mut().zip(by) {
        *own = crate::composite::div255(u16::from(*own) * u16::from(*other)) as u8;
    }
}
