//! Filters on layers: [Filter Effects 1](https://www.w3.org/TR/filter-effects-1/#ShorthandEquivalents).

use crate::blur;
use crate::color::unit_to_byte;
use crate::composite;
use crate::display_list::{Filter, PictureFilter};
use crate::geometry::{Point, Transform};
use crate::layer::{Layer, Pixel};
use crate::pixmap::Pixmap;

/// Rows of a colour matrix: factors of red, green, blue, and what is added.
type Matrix = [[f32; 4]; 3];

/// Applies filters in order; what lies outside of the layer counts as clear.
pub(crate) fn apply(layer: &mut Layer, filters: &[Filter], t: &Transform) {
    for filter in filters {
        match *filter {
            Filter::Blur(deviation) => blur_layer(layer, deviation, t),
            Filter::Opacity(amount) => {
                let by = unit_to_byte(amount);
                layer.pixels.iter_mut().for_each(|p| *p = composite::scaled(*p, by));
            }
            Filter::DropShadow { offset, deviation, color } => {
                drop_shadow(layer, offset, deviation, color.premultiplied8(), t);
            }
            Filter::LuminanceToAlpha => {
                for p in &mut layer.pixels {
                    let sum = 0.2126 * f32::from(p[0]) + 0.7152 * f32::from(p[1]) + 0.0722 * f32::from(p[2]);
                    *p = [0, 0, 0, (sum + 0.5) as u8];
                }
            }
            Filter::Picture(ref filter) => apply_picture(layer, &*filter.0, t),
            ref filter => {
                if let Some(matrix) = matrix(filter) {
                    recolor(layer, &matrix);
                }
            }
        }
    }
}

fn apply_picture(layer: &mut Layer, filter: &dyn PictureFilter, t: &Transform) {
    let (width, height) = (layer.rect.width() as u32, layer.rect.height() as u32);
    let filtered = Pixmap::from_pixels(width, height, layer.pixels.as_flattened().to_vec())
        .and_then(|picture| filter.apply(&picture, t, (layer.rect.left, layer.rect.top)));
    match filtered.as_ref().map(|picture| picture.pixels().as_chunks::<4>().0) {
        Some(pixels) if pixels.len() == layer.pixels.len() => layer.pixels.copy_from_slice(pixels),
        // A filter that fails shows nothing.
        _ => layer.pixels.fill([0; 4]),
    }
}

fn blur_layer(layer: &mut Layer, deviation: f32, t: &Transform) {
    let length = |x: f32, y: f32| (x * x + y * y).sqrt();
    let (x, y) = (deviation * length(t.a, t.b), deviation * length(t.c, t.d));
    blur::blur_pixels(&mut layer.pixels, layer.rect.width(), layer.rect.height(), (x, y));
}

fn drop_shadow(layer: &mut Layer, offset: Point, deviation: f32, color: Pixel, t: &Transform) {
    let to = t.map(offset);
    let (x, y) = ((to.x - t.e).round() as i32, (to.y - t.f).round() as i32);
    let mut shadow = Layer::filled(layer.rect, [0; 4]);
    let from = layer.rect;
    for row in from.top..from.bottom {
        let source = row.saturating_sub(y);
        let (left, right) = (from.left.max(from.left.saturating_add(x)), from.right.min(from.right.saturating_add(x)));
        if left >= right {
            break;
        }
        let pixels = layer.span(source, left - x, right - x);
        for (to, from) in shadow.span_mut(row, left, right).iter_mut().zip(pixels) {
            *to = composite::scaled(color, from[3]);
        }
    }
    blur_layer(&mut shadow, deviation, t);
    composite::pixels(&mut shadow.pixels, &layer.pixels);
    *layer = shadow;
}

/// The colour matrix of a filter that is one.
fn matrix(filter: &Filter) -> Option<Matrix> {
    let diagonal = |k: f32, add: f32| [[k, 0.0, 0.0, add], [0.0, k, 0.0, add], [0.0, 0.0, k, add]];
    let result = match *filter {
        Filter::Brightness(k) => diagonal(k.max(0.0), 0.0),
        Filter::Contrast(k) => diagonal(k.max(0.0), 0.5 - 0.5 * k.max(0.0)),
        Filter::Invert(k) => {
            let k = k.clamp(0.0, 1.0);
            diagonal(1.0 - 2.0 * k, k)
        }
        Filter::Grayscale(k) => saturate(1.0 - k.clamp(0.0, 1.0)),
        Filter::Saturate(k) => saturate(k.max(0.0)),
        Filter::Sepia(k) => {
            let s = 1.0 - k.clamp(0.0, 1.0);
            [
                [0.393 + 0.607 * s, 0.769 - 0.769 * s, 0.189 - 0.189 * s, 0.0],
                [0.349 - 0.349 * s, 0.686 + 0.314 * s, 0.168 - 0.168 * s, 0.0],
                [0.272 - 0.272 * s, 0.534 - 0.534 * s, 0.131 + 0.869 * s, 0.0],
            ]
        }
        Filter::HueRotate(angle) => hue_rotate(angle),
        _ => return None,
    };
    Some(result)
}

fn saturate(s: f32) -> Matrix {
    [
        [0.2126 + 0.7874 * s, 0.7152 - 0.7152 * s, 0.0722 - 0.0722 * s, 0.0],
        [0.2126 - 0.2126 * s, 0.7152 + 0.2848 * s, 0.0722 - 0.0722 * s, 0.0],
        [0.2126 - 0.2126 * s, 0.7152 - 0.7152 * s, 0.0722 + 0.9278 * s, 0.0],
    ]
}

/// [`hueRotate`](https://www.w3.org/TR/filter-effects-1/#element-attrdef-fecolormatrix-values)
fn hue_rotate(angle: f32) -> Matrix {
    let (s, c) = f64::from(angle).sin_cos();
    let (s, c) = (s as f32, c as f32);
    [
        [0.213 + c * 0.787 - s * 0.213, 0.715 - c * 0.715 - s * 0.715, 0.072 - c * 0.072 + s * 0.928, 0.0],
        [0.213 - c * 0.213 + s * 0.143, 0.715 + c * 0.285 + s * 0.140, 0.072 - c * 0.072 - s * 0.283, 0.0],
        [0.213 - c * 0.213 - s * 0.787, 0.715 - c * 0.715 + s * 0.715, 0.072 + c * 0.928 + s * 0.072, 0.0],
    ]
}

fn recolor(layer: &mut Layer, matrix: &Matrix) {
    let (mut last_in, mut last_out) = ([0; 4], [0; 4]);
    for pixel in &mut layer.pixels {
        if pixel[3] == 0 {
            continue;
        }
        // Pictures of text and flat boxes have long runs of one colour.
        if *pixel != last_in {
            last_in = *pixel;
            last_out = recolored(*pixel, matrix);
        }
        *pixel = last_out;
    }
}

fn recolored(pixel: Pixel, matrix: &Matrix) -> Pixel {
    let alpha = f32::from(pixel[3]);
    let c: [f32; 3] = std::array::from_fn(|i| f32::from(pixel[i]) / alpha);
    let mut out = [0, 0, 0, pixel[3]];
    for (channel, row) in out.iter_mut().zip(matrix) {
        let value = row[0] * c[0] + row[1] * c[1] + row[2] * c[2] + row[3];
        *channel = (value.clamp(0.0, 1.0) * alpha + 0.5) as u8;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::PixelRect;

    fn filtered(pixel: Pixel, filter: Filter) -> Pixel {
        let mut layer = Layer::filled(PixelRect::new(0, 0, 1, 1), pixel);
        apply(&mut layer, &[filter], &Transform::IDENTITY);
        layer.pixels[0]
    }

    #[test]
    fn colour_filters() {
        assert_eq!(filtered([255, 0, 0, 255], Filter::Invert(1.0)), [0, 255, 255, 255]);
        assert_eq!(filtered([255, 0, 0, 255], Filter::Grayscale(1.0)), [54, 54, 54, 255]);
        assert_eq!(filtered([100, 50, 0, 255], Filter::Brightness(0.5)), [50, 25, 0, 255]);
        assert_eq!(filtered([255, 255, 255, 255], Filter::Sepia(1.0)), [255, 255, 239, 255]);
        assert_eq!(filtered([128, 128, 128, 128], Filter::LuminanceToAlpha), [0, 0, 0, 128]);
        assert_eq!(filtered([200, 200, 200, 255], Filter::Opacity(0.5)), [100, 100, 100, 128]);
    }
}
