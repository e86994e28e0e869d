//! Outlines of glyphs to masks: points are rounded to 1/64 px first, then the outline is filled like any path.

use crate::coverage::{Mask, Scanner};
use crate::geometry::{PixelRect, Point};
use crate::path::{FillRule, Path};

/// No mask is wider or higher.
const MAX_SIDE: usize = 2048;

/// The mask of an outline scaled and moved right by a quarter of pixels, relative to the whole-pixel pen position.
pub(super) fn glyph_mask(path: &Path, scale: f32, quarter: u8, scanner: &mut Scanner) -> Option<Mask> {
    let shift = f64::from(quarter) / 4.0;
    let map = |p: Point| {
        let grid = |v: f32| (f64::from(v) * f64::from(scale) * 64.0).round() / 64.0;
        (grid(p.x) + shift, grid(p.y))
    };
    let bounds = path.bounds()?;
    let (low, high) = (map(Point::new(bounds.left, bounds.top)), map(Point::new(bounds.right, bounds.bottom)));
    let rect = PixelRect::new(
        low.0.floor() as i32,
        (low.1 - 0.25).floor() as i32,
        high.0.ceil() as i32,
        (high.1 + 0.25).ceil() as i32,
    );
    if rect.is_empty() || rect.width() > MAX_SIDE || rect.height() > MAX_SIDE {
        return None;
    }
    scanner.edges.restart(&rect);
    scanner.edges.add_mapped(path, map);
    let mask = scanner.collected_mask(FillRule::NonZero, &rect);
    mask.data.iter().any(|b| *b != 0).then_some(mask)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Rect;

    #[test]
    fn quarter_rows_are_64() {
        let mut path = Path::new();
        path.add_rect(&Rect::new(0.0, -1.3, 2.0, 0.0));
        let mask = glyph_mask(&path, 1.0, 0, &mut Scanner::default()).unwrap();
        let row = |y| mask.span(y, 0, 2).to_vec();
        assert_eq!((row(-2), row(-1)), (vec![64, 64], vec![255, 255]));
        let moved = glyph_mask(&path, 1.0, 1, &mut Scanner::default()).unwrap();
        assert_eq!(moved.span(-1, 0, 3), [192, 255, 64]);
    }
}
