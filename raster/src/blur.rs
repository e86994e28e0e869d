//! Gaussian blur of bytes: three box passes from a standard deviation of 2 on, the kernel itself below.
//!
//! [Filter Effects 1 § 9.4](https://www.w3.org/TR/filter-effects-1/#feGaussianBlurElement). Sums are integers and are divided once per direction,
//! so that a pixel's value depends on the pixels within the reach alone and on no cut of the picture.

use crate::coverage::Mask;
use crate::geometry::PixelRect;

/// Greatest standard deviation in px; what blurs more looks the same.
const MAX_DEVIATION: f32 = 532.0;

/// One direction's weights.
enum Kernel {
    /// Window sizes of three boxes and how far each looks back.
    Boxes([(usize, usize); 3]),
    /// Weights of an odd number of neighbours, in 1/65536.
    Direct(Vec<u32>),
}

/// The kernel of a standard deviation; `None` when nothing is blurred.
fn kernel(deviation: f32) -> Option<Kernel> {
    let deviation = f64::from(deviation.min(MAX_DEVIATION));
    if !(deviation > 0.03) {
        return None;
    }
    if deviation >= 2.0 {
        let window = (deviation * 3.0 * std::f64::consts::TAU.sqrt() / 4.0 + 0.5).floor() as usize;
        let half = window / 2;
        let boxes = if window % 2 == 1 {
            [(window, half); 3]
        } else {
            [(window, half), (window, half - 1), (window + 1, half)]
        };
        return Some(Kernel::Boxes(boxes));
    }
    let radius = (deviation * 3.0).ceil() as i32;
    let weight = |i: i32| (-f64::from(i * i) / (2.0 * deviation * deviation)).exp();
    let sum: f64 = (-radius..=radius).map(weight).sum();
    let mut weights: Vec<u32> = (-radius..=radius).map(|i| (weight(i) / sum * 65536.0).round() as u32).collect();
    // The middle takes what rounding lost.
    let middle = radius as usize;
    let others: u32 = weights.iter().sum::<u32>() - weights[middle];
    weights[middle] = 65536u32.saturating_sub(others);
    Some(Kernel::Direct(weights))
}

/// Pixels farther away than this do not matter.
pub(crate) fn reach(deviation: f32) -> i32 {
    match kernel(deviation) {
        None => 0,
        Some(Kernel::Direct(weights)) => (weights.len() / 2) as i32,
        Some(Kernel::Boxes(boxes)) => boxes.iter().map(|b| b.1.max(b.0 - 1 - b.1) as i32).sum::<i32>() + 1,
    }
}

/// Blurs a row-major buffer in both directions; outside of it everything is 0.
pub(crate) fn blur<const N: usize>(
    pixels: &mut Vec<[u8; N]>,
    width: usize,
    height: usize,
    deviation_x: f32,
    deviation_y: f32,
) {
    if width == 0 || height == 0 || pixels.len() != width * height {
        return;
    }
    let (kernel_x, kernel_y) = (kernel(deviation_x), kernel(deviation_y));
    if kernel_x.is_none() && kernel_y.is_none() {
        return;
    }
    let turned = rows_turned(pixels, width, height, kernel_x.as_ref());
    *pixels = rows_turned(&turned, height, width, kernel_y.as_ref());
}

/// Blurs each row and writes it as a column.
fn rows_turned<const N: usize>(
    pixels: &[[u8; N]],
    width: usize,
    height: usize,
    kernel: Option<&Kernel>,
) -> Vec<[u8; N]> {
    let mut out = vec![[0; N]; pixels.len()];
    let mut line = Line::default();
    for (y, row) in pixels.chunks_exact(width).enumerate() {
        if row.iter().all(|p| *p == [0; N]) {
            continue;
        }
        let row = match kernel {
            None => row,
            Some(kernel) => line.run(row, kernel),
        };
        for (x, pixel) in row.iter().enumerate() {
            out[x * height + y] = *pixel;
        }
    }
    out
}

/// Buffers for one row.
struct Line<const N: usize> {
    sums: Vec<[u64; N]>,
    next: Vec<[u64; N]>,
    out: Vec<[u8; N]>,
}

impl<const N: usize> Default for Line<N> {
    fn default() -> Self {
        Self { sums: Vec::new(), next: Vec::new(), out: Vec::new() }
    }
}

impl<const N: usize> Line<N> {
    fn run(&mut self, row: &[[u8; N]], kernel: &Kernel) -> &[[u8; N]] {
        self.out.clear();
        match kernel {
            Kernel::Direct(weights) => self.direct(row, weights),
            Kernel::Boxes(boxes) => self.boxes(row, boxes),
        }
        &self.out
    }

    fn direct(&mut self, row: &[[u8; N]], weights: &[u32]) {
        let radius = weights.len() / 2;
        for x in 0..row.len() {
            let first = x.saturating_sub(radius);
            let last = (x + radius + 1).min(row.len());
            let mut sum = [1u32 << 15; N];
            for (pixel, weight) in row[first..last].iter().zip(&weights[first + radius - x..]) {
                for i in 0..N {
                    sum[i] += u32::from(pixel[i]) * weight;
                }
            }
            self.out.push(sum.map(|v| (v >> 16).min(255) as u8));
        }
    }

    fn boxes(&mut self, row: &[[u8; N]], boxes: &[(usize, usize); 3]) {
        // Room on both sides, so that what leaves the row in one pass can come back in the next.
        let margin: usize = boxes.iter().map(|b| b.0).sum();
        let length = row.len() + 2 * margin;
        self.sums.clear();
        self.sums.resize(length, [0; N]);
        for (sum, pixel) in self.sums[margin..].iter_mut().zip(row) {
            *sum = pixel.map(u64::from);
        }
        for (window, back) in boxes {
            // out[x] = in[x - back] + ... + in[x - back + window - 1]
            self.next.clear();
            self.next.resize(length, [0; N]);
            let mut sum = [0u64; N];
            let ahead = window - 1 - back;
            for at in 0..length {
                if at >= *window {
                    let leaving = self.sums[at - window];
                    for i in 0..N {
                        sum[i] -= leaving[i];
                    }
                }
                let entering = self.sums[at];
                for i in 0..N {
                    sum[i] += entering[i];
                }
                if at >= ahead {
                    self.next[at - ahead] = sum;
                }
            }
            std::mem::swap(&mut self.sums, &mut self.next);
        }
        let product: u64 = boxes.iter().map(|b| b.0 as u64).product();
        let half = product / 2;
        self.out.extend(self.sums[margin..margin + row.len()].iter().map(|s| s.map(|v| ((v + half) / product) as u8)));
    }
}

/// A mask blurred, in a rectangle that is larger by the reach, cut to `within`.
pub(crate) fn blurred_mask(mask: &Mask, deviation: f32, within: &PixelRect) -> Mask {
    let reach = reach(deviation);
    let rect = mask.rect.outset(reach, reach);
    let mut grown = Mask::clear(rect.intersect(&within.outset(reach, reach)));
    copy(mask, &mut grown);
    let (width, height) = (grown.rect.width(), grown.rect.height());
    let mut pixels = grown.data.as_chunks::<1>().0.to_vec();
    blur(&mut pixels, width, height, deviation, deviation);
    grown.data = pixels.into_flattened();
    let mut out = Mask::clear(rect.intersect(within));
    copy(&grown, &mut out);
    out
}

fn copy(from: &Mask, to: &mut Mask) {
    let common = from.rect.intersect(&to.rect);
    if common.is_empty() {
        return;
    }
    for y in common.top..common.bottom {
        to.span_mut(y, common.left, common.right).copy_from_slice(from.span(y, common.left, common.right));
    }
}

/// The integral of a blurred step edge `x` px to the right of it (negative: to the left), 0 far left and 1 far right: three box
/// passes of infinitely small pixels, a cubic piece by piece.
pub(crate) fn edge_profile(x: f64, deviation: f64) -> f64 {
    let t = x / (2.0 * deviation);
    if t <= -1.5 {
        0.0
    } else if t < -0.5 {
        let r = t + 1.5;
        r * r * r / 6.0
    } else if t <= 0.5 {
        0.5 + 0.75 * t - t * t * t / 3.0
    } else if t < 1.5 {
        let r = 1.5 - t;
        1.0 - r * r * r / 6.0
    } else {
        1.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn profile_is_continuous_and_symmetric() {
        for i in -400..=400 {
            let x = f64::from(i) / 100.0;
            let (a, b) = (edge_profile(x, 1.0), edge_profile(-x, 1.0));
            assert!((a + b - 1.0).abs() < 1e-12);
            assert!((edge_profile(x + 0.01, 1.0) - a) < 0.01);
        }
    }

    #[test]
    fn a_flat_area_stays_flat() {
        for deviation in [0.5, 1.9, 2.0, 7.3, 20.0] {
            let n = 2 * reach(deviation) as usize + 3;
            let mut pixels = vec![[200u8]; n * n];
            blur(&mut pixels, n, n, deviation, deviation);
            assert_eq!(pixels[n * n / 2], [200], "{deviation}");
        }
    }

    #[test]
    fn a_window_with_margin_gives_the_same() {
        let (width, height) = (9, 90);
        let pixels: Vec<[u8; 1]> = (0..width * height).map(|i| [(i * 37 % 251) as u8]).collect();
        for deviation in [1.2, 2.4, 3.1] {
            let r = reach(deviation) as usize;
            let mut whole = pixels.clone();
            blur(&mut whole, width, height, deviation, deviation);
            let (top, bottom) = (30, 50);
            let mut part = pixels[(top - r) * width..(bottom + r) * width].to_vec();
            blur(&mut part, width, bottom - top + 2 * r, deviation, deviation);
            assert_eq!(part[r * width..(r + bottom - top) * width], whole[top * width..bottom * width]);
        }
    }
}
