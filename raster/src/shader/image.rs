//! Pictures: nearest pixel, linear interpolation, mip levels.

use super::TileMap;
use crate::composite::scaled;
use crate::display_list::{ImageFill, Sampling};
use crate::geometry::Transform;
use crate::image_data::ImageData;
use crate::layer::{Pixel, RowSource};

/// A picture ready to be read.
pub(crate) struct ImagePaint<'a> {
    map: TileMap,
    pixels: &'a [Pixel],
    width: usize,
    /// The part of the picture to take, whole pixels of the level: first and last column and row.
    columns: (i64, i64),
    rows: (i64, i64),
    /// Level pixels per tile px, and where the tile's corner is in the level.
    scale: (f64, f64),
    origin: (f64, f64),
    linear: bool,
    /// Not turned: sampled more coarsely.
    upright: bool,
    opacity: u8,
}

impl<'a> ImagePaint<'a> {
    /// Prepares a picture; `None` when nothing of it would be seen.
    pub(crate) fn new(fill: &'a ImageFill, map: TileMap, t: &Transform) -> Option<Self> {
        let source = &fill.source;
        let finite = [source.left, source.top, source.right, source.bottom].iter().all(|v| v.is_finite());
        let opacity = crate::color::unit_to_byte(fill.opacity);
        if source.is_empty() || !finite || opacity == 0 {
            return None;
        }
        let (width, height) = (f64::from(source.width()), f64::from(source.height()));
        let length = |x: f32, y: f32| f64::from(x).hypot(f64::from(y));
        // Device px that the source's sides become.
        let target = (length(t.a, t.b) * map.width, length(t.c, t.d) * map.height);
        let level = match fill.sampling {
            Sampling::Mipmapped => fill.image.level_for((width, height), target),
            _ => &fill.image,
        };
        let kx = f64::from(level.width()) / f64::from(fill.image.width());
        let ky = f64::from(level.height()) / f64::from(fill.image.height());
        let range = |low: f32, high: f32, k: f64, count: u32| {
            let last = i64::from(count) - 1;
            let first = ((f64::from(low) * k + 1.0e-3).floor() as i64).clamp(0, last);
            (first, ((f64::from(high) * k - 1.0e-3).ceil() as i64 - 1).clamp(first, last))
        };
        let scale = (width * kx / map.width, height * ky / map.height);
        let origin = (f64::from(source.left) * kx, f64::from(source.top) * ky);
        let exact = t.is_axis_aligned()
            && (scale.0 * map.inverse[0] - 1.0).abs() < 1.0e-5
            && (scale.1 * map.inverse[3] - 1.0).abs() < 1.0e-5
            && is_whole(map.inverse[4] * scale.0 + origin.0)
            && is_whole(map.inverse[5] * scale.1 + origin.1)
            && is_whole(map.step_x * scale.0)
            && is_whole(map.step_y * scale.1);
        Some(Self {
            map,
            pixels: level.pixels().as_chunks::<4>().0,
            width: level.width() as usize,
            columns: range(source.left, source.right, kx, level.width()),
            rows: range(source.top, source.bottom, ky, level.height()),
            scale,
            origin,
            upright: t.is_axis_aligned(),
            linear: fill.sampling != Sampling::Nearest && !exact,
            opacity,
        })
    }

    #[inline]
    fn pixel(&self, column: i64, row: i64) -> Pixel {
        let column = column.clamp(self.columns.0, self.columns.1) as usize;
        let row = row.clamp(self.rows.0, self.rows.1) as usize;
        self.pixels.get(row * self.width + column).copied().unwrap_or([0; 4])
    }

    #[inline]
    fn sample(&self, u: f64, v: f64) -> Pixel {
        if !self.linear {
            // A point between two pixels takes the first one.
            let first = |v: f64| (v - 1.0e-5).floor() as i64;
            return self.pixel(first(u), first(v));
        }
        let fine = |v: f64| ((v - 0.5) * 256.0 + 1.0e-6).floor() as i64;
        let (u, v) = (fine(u), fine(v));
        let (column, row) = (u >> 8, v >> 8);
        let (fx, fy) = ((u & 255) as u32, (v & 255) as u32);
        let (a, b) = (self.pixel(column, row), self.pixel(column.saturating_add(1), row));
        let next = row.saturating_add(1);
        let (c, d) = (self.pixel(column, next), self.pixel(column.saturating_add(1), next));
        std::array::from_fn(|i| {
            let upper = u32::from(a[i]) * (256 - fx) + u32::from(b[i]) * fx;
            let lower = u32::from(c[i]) * (256 - fx) + u32::from(d[i]) * fx;
            ((upper * (256 - fy) + lower * fy + (1 << 15)) >> 16) as u8
        })
    }

    /// A row of an unscaled picture that is not tiled, as it is; false when that is not the case.
    fn copy_row(&self, x: i32, y: i32, out: &mut [Pixel]) -> bool {
        let tiled = self.map.cut || self.map.step_x > 0.0 || self.map.step_y > 0.0;
        let [a, b, c, d, ..] = self.map.inverse;
        let straight = b == 0.0 && c == 0.0 && (a * self.scale.0 - 1.0).abs() < 1.0e-5 && d != 0.0;
        if self.linear || tiled || !straight {
            return false;
        }
        let Some((u, v)) = self.map.at(x, y) else { return false };
        let column = (u * self.scale.0 + self.origin.0).floor() as i64;
        let row = ((v * self.scale.1 + self.origin.1).floor() as i64).clamp(self.rows.0, self.rows.1);
        if column < self.columns.0 || column.saturating_add(out.len() as i64 - 1) > self.columns.1 {
            return false;
        }
        let start = row as usize * self.width + column as usize;
        let Some(pixels) = self.pixels.get(start..start + out.len()) else { return false };
        out.copy_from_slice(pixels);
        true
    }
}

impl ImagePaint<'_> {
    /// A row of an upright picture: everything that depends on the row alone is done once.
    fn upright_row(&self, x: i32, y: i32, out: &mut [Pixel]) {
        let [a, _, _, d, e, f] = self.map.inverse;
        let Some(v) = self.map.fold(d * (f64::from(y) + 0.5) + f, self.map.step_y, self.map.height) else {
            return out.fill([0; 4]);
        };
        let v = sixteenths(v * self.scale.1 + self.origin.1);
        let row = |row: i64| {
            let start = row.clamp(self.rows.0, self.rows.1) as usize * self.width;
            self.pixels.get(start..start + self.width).unwrap_or(&[])
        };
        let (upper, lower, fy) = (row(v >> 4), row((v >> 4).saturating_add(1)), (v & 15) as u32);
        let (first, last) = self.columns;
        let tiled = self.map.step_x > 0.0 || self.map.cut;
        for (i, pixel) in out.iter_mut().enumerate() {
            let mut u = a * (f64::from(x.saturating_add(i as i32)) + 0.5) + e;
            if tiled {
                let Some(folded) = self.map.fold(u, self.map.step_x, self.map.width) else {
                    *pixel = [0; 4];
                    continue;
                };
                u = folded;
            }
            let u = sixteenths(u * self.scale.0 + self.origin.0);
            let (left, fx) = ((u >> 4).clamp(first, last) as usize, (u & 15) as u32);
            let right = ((u >> 4).saturating_add(1)).clamp(first, last) as usize;
            let (Some(a), Some(b), Some(c), Some(d)) =
                (upper.get(left), upper.get(right), lower.get(left), lower.get(right))
            else {
                continue;
            };
            *pixel = mixed([a, b, c, d], fx, fy);
        }
    }
}

/// Sixteenths of a pixel from the middle of the first one.
#[inline]
fn sixteenths(v: f64) -> i64 {
    let v = (v - 0.5) * 16.0 + 1.0e-6;
    // `floor` is a function call on old processors.
    let cut = v as i64;
    if (cut as f64) > v { cut - 1 } else { cut }
}

/// Four pixels mixed by sixteenths, the result cut to a whole number: the same steps as in Skia.
#[inline]
fn mixed([a, b, c, d]: [&Pixel; 4], fx: u32, fy: u32) -> Pixel {
    const EVEN: u32 = 0x00ff_00ff;
    let (wd, wb, wc) = (fx * fy, fx * (16 - fy), (16 - fx) * fy);
    let wa = (16 - fx) * (16 - fy);
    let (a, b, c, d) = (u32::from_le_bytes(*a), u32::from_le_bytes(*b), u32::from_le_bytes(*c), u32::from_le_bytes(*d));
    // Two channels at a time; weights sum up to 256, so that no sum runs into its neighbour.
    let even = (a & EVEN) * wa + (b & EVEN) * wb + (c & EVEN) * wc + (d & EVEN) * wd;
    let odd = ((a >> 8) & EVEN) * wa + ((b >> 8) & EVEN) * wb + ((c >> 8) & EVEN) * wc + ((d >> 8) & EVEN) * wd;
    (((even >> 8) & EVEN) | (odd & !EVEN)).to_le_bytes()
}

fn is_whole(v: f64) -> bool {
    (v - v.round()).abs() < 1.0e-3
}

impl RowSource for ImagePaint<'_> {
    fn row(&self, x: i32, y: i32, out: &mut [Pixel]) {
        if self.linear && self.upright {
            self.upright_row(x, y, out);
        } else if !self.copy_row(x, y, out) {
            for (i, pixel) in out.iter_mut().enumerate() {
                *pixel = match self.map.at(x.saturating_add(i as i32), y) {
                    Some((u, v)) => self.sample(u * self.scale.0 + self.origin.0, v * self.scale.1 + self.origin.1),
                    None => [0; 4],
                };
            }
        }
        if self.opacity != 255 {
            for pixel in out {
                *pixel = scaled(*pixel, self.opacity);
            }
        }
    }
}

impl ImageData {
    /// The smallest halving of the picture in which a part of `source` px still has at least `target` px in both
    /// directions.
    fn level_for(&self, source: (f64, f64), target: (f64, f64)) -> &Self {
        let fits = |level: u32| {
            let k = f64::from(1u32 << level);
            source.0 / k >= target.0 - 0.01 && source.1 / k >= target.1 - 0.01
        };
        let mut level = 0;
        while level < 30 && fits(level + 1) {
            level += 1;
        }
        if level == 0 {
            return self;
        }
        let mips = self.mips.get_or_init(|| halvings(self));
        mips.get(level as usize - 1).or(mips.last()).unwrap_or(self)
    }
}

/// All halvings of a picture down to one pixel.
fn halvings(image: &ImageData) -> Vec<ImageData> {
    let mut levels: Vec<ImageData> = Vec::new();
    while let Some(level) = halved(levels.last().unwrap_or(image)) {
        levels.push(level);
    }
    levels
}

/// Half the size, rounded down; each pixel is the mean of the two or (for odd sizes, weighted 1 2 1) three pixels
/// below it each way, cut to a whole number.
fn halved(image: &ImageData) -> Option<ImageData> {
    let (width, height) = (image.width() as usize, image.height() as usize);
    if width == 1 && height == 1 {
        return None;
    }
    let taps = |size: usize| -> &'static [u32] {
        match size {
            1 => &[1],
            size if size % 2 == 0 => &[1, 1],
            _ => &[1, 2, 1],
        }
    };
    let (horizontal, vertical) = (taps(width), taps(height));
    let weight = horizontal.iter().sum::<u32>() * vertical.iter().sum::<u32>();
    let (new_width, new_height) = ((width / 2).max(1), (height / 2).max(1));
    let pixels = image.pixels().as_chunks::<4>().0;
    let mut out = Vec::with_capacity(new_width * new_height * 4);
    for y in 0..new_height {
        for x in 0..new_width {
            let mut sum = [0u32; 4];
            for (j, wy) in vertical.iter().enumerate() {
                for (i, wx) in horizontal.iter().enumerate() {
                    let pixel = pixels.get((y * 2 + j) * width + x * 2 + i).copied().unwrap_or([0; 4]);
                    for k in 0..4 {
                        sum[k] += u32::from(pixel[k]) * wx * wy;
                    }
                }
            }
            out.extend(sum.map(|v| (v / weight) as u8));
        }
    }
    ImageData::from_premultiplied(new_width as u32, new_height as u32, out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halving_takes_the_mean() {
        let pixels = [[0, 0, 0, 255], [100, 0, 0, 255], [50, 0, 0, 255]];
        let image = ImageData::from_premultiplied(3, 1, pixels.as_flattened().to_vec()).unwrap();
        let half = halved(&image).unwrap();
        assert_eq!((half.width(), half.height()), (1, 1));
        assert_eq!(half.pixels(), [62, 0, 0, 255]);
    }

    #[test]
    fn level_is_at_or_above_the_target() {
        let image = ImageData::from_premultiplied(64, 64, vec![255; 64 * 64 * 4]).unwrap();
        assert_eq!(image.level_for((64.0, 64.0), (33.0, 33.0)).width(), 64);
        assert_eq!(image.level_for((64.0, 64.0), (32.0, 32.0)).width(), 32);
        assert_eq!(image.level_for((64.0, 64.0), (9.0, 20.0)).width(), 32);
    }
}
