//! Outlines of glyphs to masks.
//!
//! Points are rounded to 1/64 px, curves become few chords between their vertical extrema, and chord ends are rounded to a quarter of a row: the
//! look of text in Chromium, which samples four rows per pixel.

use crate::coverage::{Mask, Scanner};
use crate::geometry::{PixelRect, Point};
use crate::path::{FillRule, Path, PathCommand};

/// Curves of glyphs larger than this have more chords.
pub(super) const LARGE: f32 = 40.0;

/// No mask is wider or higher.
const MAX_SIDE: i32 = 2048;

type P = (f64, f64);

/// Chords of an outline, collected for the scanner.
struct Chords<'a> {
    scanner: &'a mut Scanner,
    per_curve: i32,
}

/// The mask of an outline scaled and moved right by a quarter of pixels, relative to the whole-pixel pen position.
pub(super) fn glyph_mask(path: &Path, scale: f32, quarter: u8, large: bool, scanner: &mut Scanner) -> Option<Mask> {
    let shift = f64::from(quarter) / 4.0;
    let map = |p: Point| -> P {
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
    if rect.is_empty() || rect.width() > MAX_SIDE as usize || rect.height() > MAX_SIDE as usize {
        return None;
    }
    scanner.edges.restart(&rect);
    let mut chords = Chords { scanner, per_curve: if large { 4 } else { 2 } };
    let (mut start, mut at) = ((0.0, 0.0), (0.0, 0.0));
    for command in &path.commands {
        match *command {
            PathCommand::MoveTo(p) => {
                chords.line(at, start);
                start = map(p);
                at = start;
            }
            PathCommand::LineTo(p) => {
                let p = map(p);
                chords.line(at, p);
                at = p;
            }
            PathCommand::QuadTo(c, p) => {
                let (c, p) = (map(c), map(p));
                chords.quad(at, c, p);
                at = p;
            }
            PathCommand::CubicTo(c, d, p) => {
                let (c, d, p) = (map(c), map(d), map(p));
                chords.cubic(at, c, d, p);
                at = p;
            }
            PathCommand::Close => {
                chords.line(at, start);
                at = start;
            }
        }
    }
    chords.line(at, start);
    let mask = scanner.quarter_mask(FillRule::NonZero, &rect);
    mask.data.iter().any(|b| *b != 0).then_some(mask)
}

impl Chords<'_> {
    fn line(&mut self, from: P, to: P) {
        let quarter = |p: P| (p.0, (p.1 * 4.0).round() / 4.0);
        self.scanner.edges.add_line(quarter(from), quarter(to));
    }

    /// Chords of a curve between two parameters.
    fn chords(&mut self, curve: &dyn Fn(f64) -> P, from: f64, to: f64, first: P, last: P) {
        let mut at = first;
        for i in 1..=self.per_curve {
            let t = from + (to - from) * f64::from(i) / f64::from(self.per_curve);
            let next = if i == self.per_curve { last } else { curve(t) };
            self.line(at, next);
            at = next;
        }
    }

    /// Chords of a curve cut at the given parameters.
    fn pieces(&mut self, curve: &dyn Fn(f64) -> P, cuts: &[f64], first: P, last: P) {
        let (mut from, mut at) = (0.0, first);
        for cut in cuts {
            let point = curve(*cut);
            self.chords(curve, from, *cut, at, point);
            (from, at) = (*cut, point);
        }
        self.chords(curve, from, 1.0, at, last);
    }

    fn quad(&mut self, a: P, b: P, c: P) {
        let curve = |t: f64| {
            let s = 1.0 - t;
            let (u, v, w) = (s * s, 2.0 * s * t, t * t);
            (u * a.0 + v * b.0 + w * c.0, u * a.1 + v * b.1 + w * c.1)
        };
        let t = (a.1 - b.1) / (a.1 - 2.0 * b.1 + c.1);
        if t > 0.0 && t < 1.0 {
            self.pieces(&curve, &[t], a, c);
        } else {
            self.pieces(&curve, &[], a, c);
        }
    }

    fn cubic(&mut self, a: P, b: P, c: P, d: P) {
        let curve = |t: f64| {
            let s = 1.0 - t;
            let (u, v, w, z) = (s * s * s, 3.0 * s * s * t, 3.0 * s * t * t, t * t * t);
            (u * a.0 + v * b.0 + w * c.0 + z * d.0, u * a.1 + v * b.1 + w * c.1 + z * d.1)
        };
        // Zeros of the derivative's y: k2 t² + k1 t + k0.
        let k2 = d.1 - 3.0 * c.1 + 3.0 * b.1 - a.1;
        let k1 = 2.0 * (c.1 - 2.0 * b.1 + a.1);
        let k0 = b.1 - a.1;
        let mut cuts = [f64::NAN; 2];
        if k2.abs() < 1.0e-9 {
            cuts[0] = -k0 / k1;
        } else {
            let root = (k1 * k1 - 4.0 * k2 * k0).sqrt();
            cuts = [(-k1 - root) / (2.0 * k2), (-k1 + root) / (2.0 * k2)];
        }
        let mut inside: Vec<f64> = cuts.into_iter().filter(|t| *t > 0.0 && *t < 1.0).collect();
        inside.sort_unstable_by(f64::total_cmp);
        inside.dedup();
        self.pieces(&curve, &inside, a, d);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Rect;

    #[test]
    fn quarter_rows_are_64() {
        let mut path = Path::new();
        path.add_rect(&Rect::new(0.0, -1.3, 2.0, 0.0));
        let mask = glyph_mask(&path, 1.0, 0, false, &mut Scanner::default()).unwrap();
        let row = |y| mask.span(y, 0, 2).to_vec();
        assert_eq!((row(-2), row(-1)), (vec![64, 64], vec![255, 255]));
        let moved = glyph_mask(&path, 1.0, 1, false, &mut Scanner::default()).unwrap();
        assert_eq!(moved.span(-1, 0, 3), [192, 255, 64]);
    }
}
