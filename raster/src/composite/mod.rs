//! Source-over loops on premultiplied bytes; every division by 255 is rounded to the nearest.

pub(crate) mod modes;

use crate::layer::Pixel;

/// `v / 255` rounded to the nearest, for `v` up to 255 * 255.
#[inline]
pub(crate) fn div255(v: u16) -> u16 {
    let v = v + 128;
    (v + (v >> 8)) >> 8
}

/// A pixel with all four channels times `by / 255`.
#[inline]
pub(crate) fn scaled(p: Pixel, by: u8) -> Pixel {
    p.map(|c| div255(u16::from(c) * u16::from(by)) as u8)
}

/// `source` over `below`.
#[inline]
pub(crate) fn over(source: Pixel, below: Pixel) -> Pixel {
    let rest = 255 - u16::from(source[3]);
    let mut out = [0; 4];
    for i in 0..4 {
        // No overflow: a premultiplied channel is at most the alpha.
        out[i] = (u16::from(source[i]) + div255(u16::from(below[i]) * rest)).min(255) as u8;
    }
    out
}

/// One colour over a row.
pub(crate) fn solid(row: &mut [Pixel], color: Pixel) {
    match color[3] {
        0 => {}
        255 => row.fill(color),
        alpha => {
            let rest = 255 - u16::from(alpha);
            for below in row {
                for i in 0..4 {
                    below[i] = color[i].saturating_add(div255(u16::from(below[i]) * rest) as u8);
                }
            }
        }
    }
}

/// One colour over a row with one coverage.
pub(crate) fn solid_covered(row: &mut [Pixel], color: Pixel, coverage: u8) {
    solid(row, scaled(color, coverage));
}

/// One colour over a row with a coverage per pixel.
pub(crate) fn solid_masked(row: &mut [Pixel], color: Pixel, coverage: &[u8]) {
    if color[3] == 255 {
        opaque_masked(row, color, coverage);
        return;
    }
    // Without a branch, so that it becomes vector code.
    let color = color.map(u16::from);
    for (below, cover) in row.iter_mut().zip(coverage) {
        let cover = u16::from(*cover);
        let rest = 255 - div255(color[3] * cover);
        for i in 0..4 {
            // No overflow: a premultiplied channel is at most the alpha.
            below[i] = (div255(color[i] * cover) + div255(u16::from(below[i]) * rest)) as u8;
        }
    }
}

/// An opaque colour: one rounding only, and no branch, so that it becomes vector code.
fn opaque_masked(row: &mut [Pixel], color: Pixel, coverage: &[u8]) {
    let color = color.map(u16::from);
    for (below, cover) in row.iter_mut().zip(coverage) {
        let cover = u16::from(*cover);
        let rest = 255 - cover;
        for i in 0..4 {
            below[i] = div255(color[i] * cover + u16::from(below[i]) * rest) as u8;
        }
    }
}

/// A row of pixels over a row.
pub(crate) fn pixels(row: &mut [Pixel], source: &[Pixel]) {
    for (below, pixel) in row.iter_mut().zip(source) {
        match pixel[3] {
            255 => *below = *pixel,
            0 => {}
            _ => *below = over(*pixel, *below),
        }
    }
}

/// A row of pixels over a row with one coverage.
pub(crate) fn pixels_covered(row: &mut [Pixel], source: &[Pixel], coverage: u8) {
    if coverage == 255 {
        pixels(row, source);
        return;
    }
    for (below, pixel) in row.iter_mut().zip(source) {
        *below = over(scaled(*pixel, coverage), *below);
    }
}

/// A row of pixels over a row with a coverage per pixel.
pub(crate) fn pixels_masked(row: &mut [Pixel], source: &[Pixel], coverage: &[u8]) {
    for ((below, pixel), cover) in row.iter_mut().zip(source).zip(coverage) {
        match *cover {
            0 => {}
            255 => *below = over(*pixel, *below),
            cover => *below = over(scaled(*pixel, cover), *below),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division_is_exact() {
        for v in 0..=65025u32 {
            assert_eq!(u32::from(div255(v as u16)), (v + 127) / 255, "{v}");
        }
    }

    #[test]
    fn half_covered_black_on_white() {
        let mut row = [[255; 4]; 2];
        solid_masked(&mut row, [0, 0, 0, 255], &[128, 255]);
        assert_eq!(row, [[127, 127, 127, 255], [0, 0, 0, 255]]);
        let mut row = [[255; 4]];
        solid(&mut row, [0, 0, 0, 128]);
        assert_eq!(row, [[127, 127, 127, 255]]);
    }
}
