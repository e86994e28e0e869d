//! Gaussian blur of bytes: three box passes, or for coverage with a standard deviation below 2 a kernel.
//!
//! [Filter Effects 1 § 9.4](https://www.w3.org/TR/filter-effects-1/#feGaussianBlurElement). Sums are integers and are
//! divided once per direction, so that a pixel's value depends on the pixels within the reach alone and on no cut of
//! the picture.

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

/// The box kernel of a standard deviation; `None` when nothing is blurred.
fn boxes(deviation: f32) -> Option<Kernel> {
    let deviation = f64::from(deviation.min(MAX_DEVIATION));
    let window = (deviation * 3.0 * std::f64::consts::TAU.sqrt() / 4.0 + 0.5).floor();
    if !(window > 1.0) {
        return None;
    }
    let window = window as usize;
    let half = window / 2;
    let boxes =
        if window % 2 == 1 { [(window, half); 3] } else { [(window, half), (window, half - 1), (window + 1, half)] };
    Some(Kernel::Boxes(boxes))
}

/// The kernel for coverage: small ones are the discrete analogue of the Gaussian, e^-t I_n(t) with the variance t and
/// the modified Bessel functions I, as far as it is above one per cent.
fn coverage_kernel(deviation: f32) -> Option<Kernel> {
    if deviation >= 2.0 {
        return boxes(deviation);
    }
    if !(deviation > 0.03) {
        return None;
    }
    let variance = f64::from(deviation) * f64::from(deviation);
    let weight = |n: i32| {
        // (t/2)^(2k+n) / (k! (k+n)!), summed over k.
        let half = variance / 2.0;
        let mut term = (1..=n).fold(1.0, |product, i| product * half / f64::from(i));
        let mut sum = term;
        for k in 1..40 {
            term *= half * half / (f64::from(k) * f64::from(k + n));
            sum += term;
        }
        sum * (-variance).exp()
    };
    let mut half = vec![weight(0)];
    for n in 1..32 {
        let next = weight(n);
        if next <= 0.01 {
            break;
        }
        half.push(next);
    }
    let total = half[0] + 2.0 * half[1..].iter().sum::<f64>();
    let mut fixed: Vec<u32> = half.iter().map(|w| (w / total * 65536.0).round() as u32).collect();
    // The middle takes what rounding lost.
    fixed[0] = 65536u32.saturating_sub(2 * fixed[1..].iter().sum::<u32>());
    let weights = fixed[1..].iter().rev().chain(&fixed).copied().collect();
    Some(Kernel::Direct(weights))
}

/// Pixels farther away than this do not matter.
pub(crate) fn reach(deviation: f32) -> i32 {
    match coverage_kernel(deviation) {
        None => 0,
        Some(Kernel::Direct(weights)) => (weights.len() / 2) as i32,
        Some(Kernel::Boxes(boxes)) => boxes.iter().map(|b| b.1.max(b.0 - 1 - b.1) as i32).sum::<i32>() + 1,
    }
}

/// Blurs row-major pixels in both directions; outside of them everything is 0.
pub(crate) fn blur_pixels(pixels: &mut Vec<[u8; 4]>, width: usize, height: usize, deviation: (f32, f32)) {
    blur(pixels, width, height, boxes(deviation.0), boxes(deviation.1));
}

fn blur<const N: usize>(
    pixels: &mut Vec<[u8; N]>,
    width: usize,
    height: usize,
    kernel_x: Option<Kernel>,
    kernel_y: Option<Kernel>,
) {
    if width == 0 || height == 0 || pixels.len() != width * height {
        return;
    }
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
    sums: Vec<[u32; N]>,
    next: Vec<[u32; N]>,
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
            *sum = pixel.map(u32::from);
        }
        for (window, back) in boxes {
            // out[x] = in[x - back] + ... + in[x - back + window - 1]
            self.next.clear();
            self.next.resize(length, [0; N]);
            let ahead = window - 1 - back;
            let mut sum = [0u32; N];
            for entering in &self.sums[..ahead] {
                sum = std::array::from_fn(|i| sum[i] + entering[i]);
            }
            // The first windows begin left of the row, where there is nothing.
            let (entering, leaving) = (&self.sums[ahead..], &self.sums[..length - ahead]);
            for (at, (out, entering)) in self.next.iter_mut().zip(entering).enumerate() {
                sum = std::array::from_fn(|i| sum[i] + entering[i]);
                if at > *back {
                    let leaving = leaving[at - back - 1];
                    sum = std::array::from_fn(|i| sum[i] - leaving[i]);
                }
                *out = sum;
            }
            std::mem::swap(&mut self.sums, &mut self.next);
            // Large windows are divided in between, so that sums fit.
            if *window > LARGE_WINDOW {
                let window = *window as u32;
                for sum in &mut self.sums {
                    *sum = sum.map(|v| (v + window / 2) / window);
                }
            }
        }
        let product: u64 = boxes.iter().map(|b| if b.0 > LARGE_WINDOW { 1 } else { b.0 as u64 }).product();
        let weight = ((1u64 << 32) + product / 2) / product;
        let divided = |v: u32| ((u64::from(v) * weight + (1 << 31)) >> 32).min(255) as u8;
        self.out.extend(self.sums[margin..margin + row.len()].iter().map(|s| s.map(divided)));
    }
}

/// Sums of three windows up to this size fit into 32 bits.
const LARGE_WINDOW: usize = 255;

/// A mask blurred, in a rectangle that is larger by the reach, cut to `within`.
pub(crate) fn blurred_mask(mask: &Mask, deviation: f32, within: &PixelRect) -> Mask {
    let reach = reach(deviation);
    let rect = mask.rect.outset(reach, reach);
    let mut grown = Mask::clear(rect.intersect(&within.outset(reach, reach)));
    copy(mask, &mut grown);
    let (width, height) = (grown.rect.width(), grown.rect.height());
    let mut pixels = grown.data.as_chunks::<1>().0.to_vec();
    let kernel = || coverage_kernel(deviation);
    blur(&mut pixels, width, height, kernel(), kernel());
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

/// The profile of a blurred edge `x` px inside of it (negative: outside), 0 far outside and 1 far inside: the
/// integral of the quadratic B-spline, which is what three passes of boxes come to.
fn edge_profile(x: f64, deviation: f64) -> f64 {
    let t = x / (2.0 * deviation);
    if t <= -1.5 {
        0.0
    } else if t < -0.5 {
        (t + 1.5).powi(3) / 6.0
    } else if t <= 0.5 {
        0.5 + 0.75 * t - t.powi(3) / 3.0
    } else if t < 1.5 {
        1.0 - (1.5 - t).powi(3) / 6.0
    } else {
        1.0
    }
}

/// The coverage of a long blurred stretch from `low` to `high` at each of the pixels `from..to`.
pub(crate) fn long_stretch(low: f32, high: f32, from: i32, to: i32, deviation: f32) -> Vec<u8> {
    let coverage = |x: i32| {
        let at = f64::from(x) + 0.5;
        let inside = (at - f64::from(low)).min(f64::from(high) - at);
        255 - (255.0 * (1.0 - edge_profile(inside, f64::from(deviation)))) as u8
    };
    (from..to).map(coverage).collect()
}

/// The coverage of a blurred stretch from `low` to `high` at each of the pixels `from..to`.
pub(crate) fn blurred_stretch(low: f32, high: f32, from: i32, to: i32, deviation: f32) -> Vec<u8> {
    let reach = reach(deviation);
    let covered = |x: i32| {
        let (left, right) = (f64::from(x), f64::from(x) + 1.0);
        let part = right.min(f64::from(high)) - left.max(f64::from(low));
        [(part.clamp(0.0, 1.0) * 255.0 + 0.5) as u8]
    };
    let (first, last) = (from.saturating_sub(reach), to.saturating_add(reach));
    let row: Vec<[u8; 1]> = (first..last).map(covered).collect();
    let mut line = Line::default();
    let blurred = match coverage_kernel(deviation) {
        Some(kernel) => line.run(&row, &kernel),
        None => &row,
    };
    let skip = (from - first) as usize;
    let count = to.saturating_sub(from).max(0) as usize;
    blurred.iter().skip(skip).take(count).map(|p| p[0]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_kernels_are_bessel_functions() {
        // e^-1 I_0(1), I_1(1), I_2(1), made to sum up to 1.
        let Some(Kernel::Direct(weights)) = coverage_kernel(1.0) else { panic!() };
        let expected = [0.0508, 0.2118, 0.4746, 0.2118, 0.0508];
        assert_eq!(weights.len(), 5);
        for (weight, expected) in weights.iter().zip(expected) {
            assert!((f64::from(*weight) / 65536.0 - expected).abs() < 2e-3, "{weights:?}");
        }
    }

    #[test]
    fn a_stretch_is_symmetric() {
        let stretch = blurred_stretch(10.0, 30.0, 0, 40, 3.0);
        let turned: Vec<u8> = stretch.iter().rev().copied().collect();
        assert_eq!(stretch, turned);
        assert_eq!(stretch[20], 255);
        assert!(stretch[9] < 128 && stretch[10] > 127);
    }

    #[test]
    fn a_flat_area_stays_flat() {
        for deviation in [0.5, 1.9, 2.0, 7.3, 20.0] {
            let n = 2 * reach(deviation) as usize + 3;
            let mut pixels = vec![[200u8]; n * n];
            blur(&mut pixels, n, n, coverage_kernel(deviation), coverage_kernel(deviation));
            assert_eq!(pixels[n * n / 2], [200], "{deviation}");
        }
    }

    #[test]
    fn a_window_with_margin_gives_the_same() {
        let (width, height) = (9, 90);
        let pixels: Vec<[u8; 1]> = (0..width * height).map(|i| [(i * 37 % 251) as u8]).collect();
        for deviation in [1.2, 2.4, 3.1] {
            let r = reach(deviation) as usize;
            let kernel = || coverage_kernel(deviation);
            let mut whole = pixels.clone();
            blur(&mut whole, width, height, kernel(), kernel());
            let (top, bottom) = (30, 50);
            let mut part = pixels[(top - r) * width..(bottom + r) * width].to_vec();
            blur(&mut part, width, bottom - top + 2 * r, kernel(), kernel());
            assert_eq!(part[r * width..(r + bottom - top) * width], whole[top * width..bottom * width]);
        }
    }
}
