//! Curves to short lines, lines to edges that run downward.

use crate::geometry::{PixelRect, Point, Transform};
use crate::path::{Path, PathCommand};

/// A line from an upper to a lower end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    pub(crate) x0: f64,
    pub(crate) y0: f64,
    pub(crate) x1: f64,
    pub(crate) y1: f64,
    /// x per y.
    pub(crate) slope: f64,
    /// 1 when the path runs downward here, -1 when upward.
    pub(crate) direction: i32,
}

/// The edges of a shape.
#[derive(Clone, Debug, Default)]
pub(crate) struct Edges {
    pub(crate) list: Vec<Edge>,
    rows: (f64, f64),
}

/// Farther away from the origin nothing is drawn; lines are cut there so that numbers stay exact enough.
const FAR: f64 = 1.0e7;

/// A chord may be this far from its curve, in px.
const TOLERANCE: f64 = 0.05;

/// A curve has at most this many chords.
const MAX_CHORDS: f64 = 256.0;

impl Edges {
    /// Empties the list; only what meets the rows of `rect` will be kept.
    pub(crate) fn restart(&mut self, rect: &PixelRect) {
        self.list.clear();
        self.rows = (f64::from(rect.top), f64::from(rect.bottom));
    }

    /// Adds a line in either direction.
    pub(crate) fn add_line(&mut self, from: (f64, f64), to: (f64, f64)) {
        let cut = |v: f64| v.clamp(-FAR, FAR);
        let (x0, y0, x1, y1) = (cut(from.0), cut(from.1), cut(to.0), cut(to.1));
        let (x0, y0, x1, y1, direction) = if y0 <= y1 { (x0, y0, x1, y1, 1) } else { (x1, y1, x0, y0, -1) };
        // The negation also drops lines with a NaN.
        if !(y1 > y0) || y1 <= self.rows.0 || y0 >= self.rows.1 || !(x0 + x1).is_finite() {
            return;
        }
        self.list.push(Edge { x0, y0, x1, y1, slope: (x1 - x0) / (y1 - y0), direction });
    }

    /// Adds a path through a transform; contours are closed.
    pub(crate) fn add_path(&mut self, path: &Path, transform: &Transform) {
        let map = |p: Point| {
            let p = transform.map(p);
            (f64::from(p.x), f64::from(p.y))
        };
        let (mut start, mut at) = ((0.0, 0.0), (0.0, 0.0));
        for command in &path.commands {
            match *command {
                PathCommand::MoveTo(p) => {
                    self.add_line(at, start);
                    start = map(p);
                    at = start;
                }
                PathCommand::LineTo(p) => {
                    let p = map(p);
                    self.add_line(at, p);
                    at = p;
                }
                PathCommand::QuadTo(c, p) => {
                    let (c, p) = (map(c), map(p));
                    self.add_quad(at, c, p);
                    at = p;
                }
                PathCommand::CubicTo(c, d, p) => {
                    let (c, d, p) = (map(c), map(d), map(p));
                    self.add_cubic(at, c, d, p);
                    at = p;
                }
                PathCommand::Close => {
                    self.add_line(at, start);
                    at = start;
                }
            }
        }
        self.add_line(at, start);
    }

    fn misses_rows(&self, points: &[(f64, f64)]) -> bool {
        points.iter().all(|p| p.1 <= self.rows.0) || points.iter().all(|p| p.1 >= self.rows.1)
    }

    fn add_quad(&mut self, a: (f64, f64), b: (f64, f64), c: (f64, f64)) {
        if self.misses_rows(&[a, b, c]) {
            return self.add_line(a, c);
        }
        // A chord of one nth of the curve is off by |a - 2b + c| / 4n².
        let bend = hypotenuse(a.0 - 2.0 * b.0 + c.0, a.1 - 2.0 * b.1 + c.1) / 4.0;
        let count = chords(bend);
        let mut from = a;
        for i in 1..=count {
            let t = f64::from(i) / f64::from(count);
            let s = 1.0 - t;
            let (u, v, w) = (s * s, 2.0 * s * t, t * t);
            let to = if i == count { c } else { (u * a.0 + v * b.0 + w * c.0, u * a.1 + v * b.1 + w * c.1) };
            self.add_line(from, to);
            from = to;
        }
    }

    fn add_cubic(&mut self, a: (f64, f64), b: (f64, f64), c: (f64, f64), d: (f64, f64)) {
        if self.misses_rows(&[a, b, c, d]) {
            return self.add_line(a, d);
        }
        // Off by at most the greatest second difference times 6 / 8n².
        let first = hypotenuse(a.0 - 2.0 * b.0 + c.0, a.1 - 2.0 * b.1 + c.1);
        let second = hypotenuse(b.0 - 2.0 * c.0 + d.0, b.1 - 2.0 * c.1 + d.1);
        let count = chords(first.max(second) * 0.75);
        let mut from = a;
        for i in 1..=count {
            let t = f64::from(i) / f64::from(count);
            let s = 1.0 - t;
            let (u, v, w, z) = (s * s * s, 3.0 * s * s * t, 3.0 * s * t * t, t * t * t);
            let to = if i == count {
                d
            } else {
                (u * a.0 + v * b.0 + w * c.0 + z * d.0, u * a.1 + v * b.1 + w * c.1 + z * d.1)
            };
            self.add_line(from, to);
            from = to;
        }
    }
}

fn hypotenuse(x: f64, y: f64) -> f64 {
    (x * x + y * y).sqrt()
}

/// Number of chords that keep a bend below the tolerance; NaN gives 1.
fn chords(bend: f64) -> i32 {
    (bend / TOLERANCE).sqrt().ceil().clamp(1.0, MAX_CHORDS) as i32
}
