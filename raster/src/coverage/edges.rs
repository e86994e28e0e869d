//! Curves to short lines, lines to edges that run downward.
//!
//! Curves become few chords, and the ends of edges are moved to quarters of a row: Skia's analytic anti-aliasing does
//! the same, and pictures shall look like Chromium's. Plain upright rectangles are exact ([`Edges::add_line`]).

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

/// A quarter of an ellipse may be this far from the quadratic curves that stand for it, in px.
const ARC_TOLERANCE: f64 = 0.25;

/// Distance of a cubic's control points from the corner of a quarter ellipse, as part of the radius.
const ARC_CONTROL: f64 = 0.552_284_8;

type P = (f64, f64);

fn snapped(y: f64) -> f64 {
    (y * 4.0 + 0.5).floor() / 4.0
}

fn middle(a: P, b: P) -> P {
    ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0)
}

impl Edges {
    /// Empties the list; only what meets the rows of `rect` will be kept.
    pub(crate) fn restart(&mut self, rect: &PixelRect) {
        self.list.clear();
        self.rows = (f64::from(rect.top), f64::from(rect.bottom));
    }

    /// Adds a line in either direction, exactly where it is.
    pub(crate) fn add_line(&mut self, from: P, to: P) {
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
        self.add_mapped(path, |p| {
            let p = transform.map(p);
            (f64::from(p.x), f64::from(p.y))
        });
    }

    /// Adds a path through any map that keeps lines straight.
    pub(crate) fn add_mapped(&mut self, path: &Path, map: impl Fn(Point) -> P) {
        let (mut start, mut at) = ((0.0, 0.0), (0.0, 0.0));
        for command in &path.commands {
            match *command {
                PathCommand::MoveTo(p) => {
                    self.line(at, start);
                    start = map(p);
                    at = start;
                }
                PathCommand::LineTo(p) => {
                    let p = map(p);
                    self.line(at, p);
                    at = p;
                }
                PathCommand::QuadTo(c, p) => {
                    let (c, p) = (map(c), map(p));
                    self.quad(at, c, p);
                    at = p;
                }
                PathCommand::CubicTo(c, d, p) => {
                    let (c, d, p) = (map(c), map(d), map(p));
                    match arc_corner(at, c, d, p) {
                        Some(corner) => self.arc(at, corner, p),
                        None => self.cubic(at, c, d, p),
                    }
                    at = p;
                }
                PathCommand::Close => {
                    self.line(at, start);
                    at = start;
                }
            }
        }
        self.line(at, start);
    }

    /// A straight line of a path.
    fn line(&mut self, from: P, to: P) {
        self.add_line((from.0, snapped(from.1)), (to.0, snapped(to.1)));
    }

    /// True when points lie above or below the rows, rounding included.
    fn misses_rows(&self, points: &[P]) -> bool {
        let (top, bottom) = (self.rows.0 - 2.0, self.rows.1 + 2.0);
        points.iter().all(|p| p.1 <= top) || points.iter().all(|p| p.1 >= bottom)
    }

    /// A quarter of an ellipse round a corner.
    fn arc(&mut self, a: P, corner: P, b: P) {
        if !self.misses_rows(&[a, corner, b]) {
            arc_quads(a, corner, b, &mut |a, b, c| self.quad(a, b, c));
        }
    }

    fn quad(&mut self, a: P, b: P, c: P) {
        if self.misses_rows(&[a, b, c]) {
            return;
        }
        let t = (a.1 - b.1) / (a.1 - 2.0 * b.1 + c.1);
        if t > 0.0 && t < 1.0 {
            let at = |p: P, q: P| (p.0 + (q.0 - p.0) * t, p.1 + (q.1 - p.1) * t);
            let (left, right) = (at(a, b), at(b, c));
            let top = at(left, right);
            self.falling_quad(a, (left.0, top.1), top);
            self.falling_quad(top, (right.0, top.1), c);
        } else {
            self.falling_quad(a, b, c);
        }
    }

    /// A quadratic curve without an extremum in y.
    fn falling_quad(&mut self, a: P, b: P, c: P) {
        let upward = a.1 > c.1;
        let (a, c) = if upward { (c, a) } else { (a, c) };
        let bend = |a: f64, b: f64, c: f64| (2.0 * b - a - c) / 4.0;
        let count = 1 << subdivisions(bend(a.0, b.0, c.0), bend(a.1, b.1, c.1)).max(1);
        let curve = |t: f64| {
            let s = 1.0 - t;
            let (u, v, w) = (s * s, 2.0 * s * t, t * t);
            (u * a.0 + v * b.0 + w * c.0, u * a.1 + v * b.1 + w * c.1)
        };
        self.chords(curve, count, a, c, upward, true);
    }

    /// Chords of a curve from its upper end. Inner points are shifted like the upper end when it is snapped, then
    /// snapped themselves; of long chords to whole rows, along the chord.
    fn chords(&mut self, curve: impl Fn(f64) -> P, count: i32, top: P, bottom: P, upward: bool, whole_rows: bool) {
        let shift = snapped(top.1) - top.1;
        let last = snapped(bottom.1);
        let mut at = (top.0, snapped(top.1));
        let mut before = at;
        for i in 1..=count {
            let point = if i == count {
                (bottom.0, last)
            } else {
                let p = curve(f64::from(i) / f64::from(count));
                (p.0, p.1 + shift)
            };
            let next = if whole_rows && i < count && point.1 - before.1 >= 2.0 {
                let y = (point.1 + 0.5).floor().min(last);
                let rise = point.1 - at.1;
                let slope = if rise > 0.0 { (point.0 - at.0) / rise } else { 0.0 };
                (point.0 - slope * (point.1 - y), y)
            } else {
                (point.0, snapped(point.1).min(last).max(at.1))
            };
            if upward {
                self.add_line(next, at)
            } else {
                self.add_line(at, next)
            }
            (at, before) = (next, point);
        }
    }

    fn cubic(&mut self, a: P, b: P, c: P, d: P) {
        if self.misses_rows(&[a, b, c, d]) {
            return;
        }
        // Zeros of the derivative's y: k2 t² + k1 t + k0.
        let k2 = d.1 - 3.0 * c.1 + 3.0 * b.1 - a.1;
        let k1 = 2.0 * (c.1 - 2.0 * b.1 + a.1);
        let k0 = b.1 - a.1;
        let mut cuts = if k2.abs() < 1.0e-9 {
            [-k0 / k1, f64::NAN]
        } else {
            let root = (k1 * k1 - 4.0 * k2 * k0).sqrt();
            [(-k1 - root) / (2.0 * k2), (-k1 + root) / (2.0 * k2)]
        };
        cuts.sort_unstable_by(f64::total_cmp);
        let (mut rest, mut done) = ([a, b, c, d], 0.0);
        for cut in cuts {
            let t = (cut - done) / (1.0 - done);
            if !(t > 0.0 && t < 1.0) || cut <= done {
                continue;
            }
            let at = |p: P, q: P| (p.0 + (q.0 - p.0) * t, p.1 + (q.1 - p.1) * t);
            let [p, q, r, s] = rest;
            let (pq, qr, rs) = (at(p, q), at(q, r), at(r, s));
            let (left, right) = (at(pq, qr), at(qr, rs));
            let point = at(left, right);
            self.falling_cubic([p, pq, (left.0, point.1), point]);
            rest = [point, (right.0, point.1), rs, s];
            done = cut;
        }
        self.falling_cubic(rest);
    }

    /// A cubic curve without an extremum in y.
    fn falling_cubic(&mut self, points: [P; 4]) {
        let [mut a, mut b, mut c, mut d] = points;
        let upward = a.1 > d.1;
        if upward {
            (a, b, c, d) = (d, c, b, a);
        }
        // The curve's distance from its chord at a third and two thirds.
        let bend = |a: f64, b: f64, c: f64, d: f64| {
            let first = (a * 8.0 - b * 15.0 + 6.0 * c + d) / 27.0;
            let second = (a + 6.0 * b - c * 15.0 + d * 8.0) / 27.0;
            first.abs().max(second.abs())
        };
        let count = 1 << (subdivisions(bend(a.0, b.0, c.0, d.0), bend(a.1, b.1, c.1, d.1)) + 1);
        let curve = |t: f64| {
            let s = 1.0 - t;
            let (u, v, w, z) = (s * s * s, 3.0 * s * s * t, 3.0 * s * t * t, t * t * t);
            (u * a.0 + v * b.0 + w * c.0 + z * d.0, u * a.1 + v * b.1 + w * c.1 + z * d.1)
        };
        self.chords(curve, count, a, d, upward, false);
    }
}

/// A quarter of an ellipse round a corner as quadratic curves: a conic of weight √½, halved until they are close
/// enough.
pub(crate) fn arc_quads(a: P, corner: P, b: P, sink: &mut dyn FnMut(P, P, P)) {
    let weight = std::f64::consts::FRAC_1_SQRT_2;
    let k = (weight - 1.0) / (4.0 * (2.0 + (weight - 1.0)));
    let (x, y) = (k * (a.0 - 2.0 * corner.0 + b.0), k * (a.1 - 2.0 * corner.1 + b.1));
    let mut error = (x * x + y * y).sqrt();
    let mut halvings = 0;
    while error > ARC_TOLERANCE && halvings < 5 {
        error *= 0.25;
        halvings += 1;
    }
    conic_quads([a, corner, b], weight, halvings, sink);
}

fn conic_quads([a, b, c]: [P; 3], weight: f64, halvings: u32, sink: &mut dyn FnMut(P, P, P)) {
    if halvings == 0 {
        return sink(a, b, c);
    }
    let scale = 1.0 / (1.0 + weight);
    let left = ((a.0 + weight * b.0) * scale, (a.1 + weight * b.1) * scale);
    let right = ((weight * b.0 + c.0) * scale, (weight * b.1 + c.1) * scale);
    let center = middle(left, right);
    let weight = (0.5 + weight * 0.5).sqrt();
    conic_quads([a, left, center], weight, halvings - 1, sink);
    conic_quads([center, right, c], weight, halvings - 1, sink);
}

/// How often a curve with a bend is halved: half the number of binary digits of the bend in eighths of a pixel.
fn subdivisions(x: f64, y: f64) -> i32 {
    let (x, y) = (x.abs(), y.abs());
    let distance = x.max(y) + x.min(y) / 2.0;
    // Quarters of 1/64 px first, as a fixed-point machine would. A NaN gives 0.
    let eighths = ((distance * 256.0) as u32).saturating_add(16) >> 5;
    ((32 - eighths.leading_zeros()) / 2).min(5) as i32
}

/// The corner of a cubic that stands for a quarter of an ellipse; `None` for other cubics.
fn arc_corner(a: P, b: P, c: P, d: P) -> Option<P> {
    let from =
        |end: P, control: P| (end.0 + (control.0 - end.0) / ARC_CONTROL, end.1 + (control.1 - end.1) / ARC_CONTROL);
    let (first, second) = (from(a, b), from(d, c));
    let size = (a.0 - d.0).abs() + (a.1 - d.1).abs();
    let distance = (first.0 - second.0).abs() + (first.1 - second.1).abs();
    (distance <= size * 1.0e-3).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bends_are_halved_as_needed() {
        assert_eq!(subdivisions(0.0, 0.0), 0);
        assert_eq!(subdivisions(0.3, 0.0), 1);
        assert_eq!(subdivisions(1.0, 0.0), 2);
        assert_eq!(subdivisions(f64::NAN, 1.0e30), 5);
    }

    #[test]
    fn quarter_ellipses_are_recognised() {
        let k = ARC_CONTROL;
        let corner = arc_corner((0.0, 10.0), (0.0, 10.0 - 10.0 * k), (20.0 - 20.0 * k, 0.0), (20.0, 0.0)).unwrap();
        assert!(corner.0.abs() < 1e-9 && corner.1.abs() < 1e-9);
        assert_eq!(arc_corner((0.0, 10.0), (0.0, 2.0), (5.0, 0.0), (20.0, 0.0)), None);
    }
}
