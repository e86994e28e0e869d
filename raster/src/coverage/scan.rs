//! Edges to rows of coverage.

use super::edges::{Edge, Edges};
use super::mask::Mask;
use crate::geometry::{PixelRect, Rect, Transform};
use crate::path::{FillRule, Path};

/// A covered piece of a row.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Cover<'a> {
    /// So many pixels with the same coverage.
    Even(usize, u8),
    /// A coverage per pixel.
    Bytes(&'a [u8]),
}

/// One pixel's area in the integers of the sums.
const ONE: i32 = 1 << 16;

/// Untouched blocks of this many pixels have one coverage.
const BLOCK: usize = 16;

/// Buffers for scanning shapes, used again and again.
#[derive(Debug, Default)]
pub(crate) struct Scanner {
    /// The edges of the shape to scan.
    pub(crate) edges: Edges,
    sums: Vec<i32>,
    touched: Vec<bool>,
    bytes: Vec<u8>,
    active: Vec<usize>,
}

impl Scanner {
    /// Scans one path; calls `sink(y, x, cover)` for each covered piece inside of `rect`, rows downward, pieces
    /// rightward.
    pub(crate) fn path(
        &mut self,
        path: &Path,
        transform: &Transform,
        rule: FillRule,
        rect: &PixelRect,
        sink: &mut dyn FnMut(i32, i32, Cover<'_>),
    ) {
        if rect.is_empty() {
            return;
        }
        self.edges.restart(rect);
        self.edges.add_path(path, transform);
        self.scan(rule, rect, sink);
    }

    /// Scans an upright rectangle, whose edges are exact.
    pub(crate) fn rect(&mut self, shape: &Rect, rect: &PixelRect, sink: &mut dyn FnMut(i32, i32, Cover<'_>)) {
        self.edges.restart(rect);
        let (top, bottom) = (f64::from(shape.top), f64::from(shape.bottom));
        for (x, from, to) in [(shape.left, top, bottom), (shape.right, bottom, top)] {
            self.edges.add_line((f64::from(x), from), (f64::from(x), to));
        }
        self.scan(FillRule::NonZero, rect, sink);
    }

    /// The coverage of one path as a mask of `rect`.
    pub(crate) fn mask(&mut self, path: &Path, transform: &Transform, rule: FillRule, rect: &PixelRect) -> Mask {
        self.edges.restart(rect);
        self.edges.add_path(path, transform);
        self.collected_mask(rule, rect)
    }

    /// The edges collected after `edges.restart(rect)` as a mask.
    pub(crate) fn collected_mask(&mut self, rule: FillRule, rect: &PixelRect) -> Mask {
        let mut mask = Mask::clear(*rect);
        self.scan(rule, rect, &mut |y, x, cover| match cover {
            Cover::Even(count, byte) => mask.span_mut(y, x, x + count as i32).fill(byte),
            Cover::Bytes(bytes) => mask.span_mut(y, x, x + bytes.len() as i32).copy_from_slice(bytes),
        });
        mask
    }

    /// Scans the edges collected after `edges.restart(rect)`.
    pub(crate) fn scan(&mut self, rule: FillRule, rect: &PixelRect, sink: &mut dyn FnMut(i32, i32, Cover<'_>)) {
        if rect.is_empty() || self.edges.list.is_empty() {
            return;
        }
        let width = rect.width();
        let blocks = width.div_ceil(BLOCK);
        self.sums.clear();
        self.sums.resize(blocks * BLOCK + 2, 0);
        self.touched.clear();
        self.touched.resize(blocks + 1, false);
        self.bytes.clear();
        self.bytes.resize(blocks * BLOCK, 0);
        self.active.clear();
        self.edges.list.sort_unstable_by(|a, b| a.y0.total_cmp(&b.y0));
        let mut next = 0;
        let mut y = rect.top.max(self.edges.list[0].y0.floor() as i32);
        while y < rect.bottom {
            let (top, bottom) = (f64::from(y), f64::from(y) + 1.0);
            while next < self.edges.list.len() && self.edges.list[next].y0 < bottom {
                if self.edges.list[next].y1 > top {
                    self.active.push(next);
                }
                next += 1;
            }
            if self.active.is_empty() {
                let Some(edge) = self.edges.list.get(next) else { return };
                y = (edge.y0.floor() as i32).max(y + 1);
                continue;
            }
            let mut row = Row {
                sums: &mut self.sums,
                touched: &mut self.touched,
                left: f64::from(rect.left),
                width: width as f64,
            };
            for index in &self.active {
                row.add_edge(&self.edges.list[*index], top, bottom);
            }
            self.emit(rule, y, rect, sink);
            self.active.retain(|index| self.edges.list[*index].y1 > bottom);
            y += 1;
        }
    }

    /// Sums one row up, hands its pieces out and clears the sums again.
    fn emit(&mut self, rule: FillRule, y: i32, rect: &PixelRect, sink: &mut dyn FnMut(i32, i32, Cover<'_>)) {
        let width = rect.width();
        let blocks = width.div_ceil(BLOCK);
        let mut sum = 0i32;
        let mut block = 0;
        while block < blocks {
            let first = block;
            let is_touched = self.touched[block];
            while block < blocks && self.touched[block] == is_touched {
                block += 1;
            }
            let (from, to) = (first * BLOCK, (block * BLOCK).min(width));
            let x = rect.left + from as i32;
            if !is_touched {
                let byte = coverage(sum, rule);
                if byte != 0 {
                    sink(y, x, Cover::Even(to - from, byte));
                }
                continue;
            }
            self.touched[first..block].fill(false);
            for at in first * BLOCK..block * BLOCK {
                sum = sum.wrapping_add(self.sums[at]);
                self.sums[at] = 0;
                self.bytes[at] = coverage(sum, rule);
            }
            sink(y, x, Cover::Bytes(&self.bytes[from..to]));
        }
        self.touched[blocks] = false;
        let end = blocks * BLOCK;
        self.sums[end..].fill(0);
    }
}

/// Coverage in 256ths, a whole pixel being 255 all the same.
fn coverage(sum: i32, rule: FillRule) -> u8 {
    let area = match rule {
        FillRule::NonZero => sum.unsigned_abs().min(ONE as u32),
        FillRule::EvenOdd => {
            let folded = sum.rem_euclid(2 * ONE);
            folded.min(2 * ONE - folded) as u32
        }
    };
    ((area + 128) >> 8).min(255) as u8
}

struct Row<'a> {
    sums: &'a mut [i32],
    touched: &'a mut [bool],
    left: f64,
    width: f64,
}

impl Row<'_> {
    /// Adds what an edge has between `top` and `bottom`. The cut points come from the edge's ends alone, never from
    /// the row before.
    fn add_edge(&mut self, edge: &Edge, top: f64, bottom: f64) {
        let at = |y: f64| edge.x0 + (y - edge.y0) * edge.slope;
        let (upper, x_upper) = if edge.y0 >= top { (edge.y0, edge.x0) } else { (top, at(top)) };
        let (lower, x_lower) = if edge.y1 <= bottom { (edge.y1, edge.x1) } else { (bottom, at(bottom)) };
        if lower <= upper {
            return;
        }
        let height = lower - upper;
        let (a, b) = (x_upper - self.left, x_lower - self.left);
        let (low, high) = if a <= b { (a, b) } else { (b, a) };
        let share = |part: f64| height * part / (high - low);
        let sign = f64::from(edge.direction);
        if high <= 0.0 {
            self.add(0, fixed(height * sign));
        } else if low >= self.width {
            // Nothing on the right is asked for.
        } else if low < 0.0 || high > self.width {
            if low < 0.0 {
                self.add(0, fixed(share(-low) * sign));
            }
            let (from, to) = (low.max(0.0), high.min(self.width));
            self.add_slanted(from, to, share(to - from) * sign);
        } else {
            self.add_slanted(low, high, height * sign);
        }
    }

    /// A line of the given signed height between two abscissas inside of the row.
    fn add_slanted(&mut self, low: f64, high: f64, height: f64) {
        let first = low as usize;
        let last = high as usize;
        let total = fixed(height);
        if first == last || high - low < 1.0e-9 {
            let middle = (low + high) / 2.0 - first as f64;
            let own = fixed(height * (1.0 - middle));
            self.add(first, own);
            self.add(first + 1, total - own);
            return;
        }
        // What has been given to the pixels so far as sums: pixel k gets its own area minus the height of those before.
        let per_px = height / (high - low);
        let mut before = 0;
        for pixel in first..=last {
            let (from, to) = (low.max(pixel as f64), high.min(pixel as f64 + 1.0));
            let part = per_px * (to - from).max(0.0);
            let height_before = per_px * (from - low);
            let area = height_before + part * (1.0 - ((from + to) / 2.0 - pixel as f64));
            let area = fixed(area);
            self.add(pixel, area - before);
            before = area;
        }
        self.add(last + 1, total - before);
    }

    fn add(&mut self, index: usize, value: i32) {
        if let Some(sum) = self.sums.get_mut(index) {
            *sum = sum.wrapping_add(value);
            if let Some(touched) = self.touched.get_mut(index / BLOCK) {
                *touched = true;
            }
        }
    }
}

fn fixed(value: f64) -> i32 {
    (value * f64::from(ONE)).round() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mask(path: &Path, rule: FillRule, rect: PixelRect) -> Mask {
        Scanner::default().mask(path, &Transform::IDENTITY, rule, &rect)
    }

    #[test]
    fn half_covered_pixels() {
        let mut path = Path::new();
        path.add_rect(&Rect::new(0.5, 1.0, 2.0, 2.5));
        let mask = mask(&path, FillRule::NonZero, PixelRect::new(0, 0, 3, 4));
        assert_eq!(mask.data, [0, 0, 0, 128, 255, 0, 64, 128, 0, 0, 0, 0]);
    }

    #[test]
    fn triangle_has_half_of_the_diagonal() {
        let mut path = Path::new();
        path.move_to(0.0, 0.0);
        path.line_to(40.0, 40.0);
        path.line_to(0.0, 40.0);
        let mask = mask(&path, FillRule::NonZero, PixelRect::new(0, 0, 40, 40));
        for y in 0..40 {
            for x in 0..40 {
                let expected = if x < y {
                    255
                } else if x == y {
                    128
                } else {
                    0
                };
                assert_eq!(mask.span(y, x, x + 1), [expected], "{x} {y}");
            }
        }
    }

    #[test]
    fn even_odd_leaves_a_hole() {
        let mut path = Path::new();
        path.add_rect(&Rect::new(0.0, 0.0, 100.0, 3.0));
        path.add_rect(&Rect::new(1.0, 1.0, 99.0, 2.0));
        let rect = PixelRect::new(0, 0, 100, 3);
        let hole = mask(&path, FillRule::EvenOdd, rect);
        assert_eq!(hole.span(1, 0, 3), [255, 0, 0]);
        let full = mask(&path, FillRule::NonZero, rect);
        assert!(full.data.iter().all(|b| *b == 255));
    }

    #[test]
    fn any_window_gives_the_same_bytes() {
        let mut path = Path::new();
        path.add_ellipse(&Rect::new(-3.3, 2.1, 61.7, 70.9));
        path.add_ellipse(&Rect::new(10.25, 8.5, 31.0, 91.0));
        let whole = mask(&path, FillRule::EvenOdd, PixelRect::new(0, 0, 64, 100));
        for top in [0, 7, 33] {
            let part = mask(&path, FillRule::EvenOdd, PixelRect::new(0, top, 64, top + 11));
            assert_eq!(part.data, whole.data[top as usize * 64..(top as usize + 11) * 64]);
        }
        let part = mask(&path, FillRule::EvenOdd, PixelRect::new(13, 0, 40, 100));
        for y in 0..100 {
            for (a, b) in part.span(y, 13, 40).iter().zip(whole.span(y, 13, 40)) {
                assert!(a.abs_diff(*b) <= 1);
            }
        }
    }

    #[test]
    fn hostile_numbers_do_no_harm() {
        let mut path = Path::new();
        path.move_to(f32::NAN, 0.0);
        path.line_to(1.0e38, -1.0e38);
        path.cubic_to(f32::INFINITY, 5.0, 1.0e30, 1.0e30, -1.0e30, 4.0);
        path.quad_to(0.0, f32::NEG_INFINITY, 3.0, 3.0);
        mask(&path, FillRule::NonZero, PixelRect::new(0, 0, 20, 20));
    }
}
