//! Blend modes and compositing operators of [Compositing and Blending 1](https://www.w3.org/TR/compositing-1/), one
//! pixel at a time.

use crate::display_list::BlendMode;
use crate::layer::Pixel;

type Rgb = [f32; 3];

/// True for operators that change what lies below even where the layer is clear.
pub(crate) fn clears_outside(mode: BlendMode) -> bool {
    matches!(mode, BlendMode::DestinationIn | BlendMode::SourceIn | BlendMode::SourceOut)
}

/// `source` onto `below` with an operator.
pub(crate) fn blend(mode: BlendMode, source: Pixel, below: Pixel) -> Pixel {
    match mode {
        BlendMode::Normal => super::over(source, below),
        BlendMode::PlusLighter => std::array::from_fn(|i| source[i].saturating_add(below[i])),
        BlendMode::DestinationIn => super::scaled(below, source[3]),
        BlendMode::DestinationOut => super::scaled(below, 255 - source[3]),
        BlendMode::SourceIn => super::scaled(source, below[3]),
        BlendMode::SourceOut => super::scaled(source, 255 - below[3]),
        BlendMode::Xor => {
            let (outside, inside) = (super::scaled(source, 255 - below[3]), super::scaled(below, 255 - source[3]));
            std::array::from_fn(|i| outside[i].saturating_add(inside[i]))
        }
        mode => mixed(mode, source, below),
    }
}

/// [§ 5](https://www.w3.org/TR/compositing-1/#generalformula):
/// co = cs·αs·(1−αb) + cb·αb·(1−αs) + αs·αb·B(cb, cs).
fn mixed(mode: BlendMode, source: Pixel, below: Pixel) -> Pixel {
    if source[3] == 0 {
        return below;
    }
    if below[3] == 0 {
        return source;
    }
    let (alpha_s, alpha_b) = (f32::from(source[3]) / 255.0, f32::from(below[3]) / 255.0);
    let straight = |p: Pixel| -> Rgb {
        let alpha = f32::from(p[3]);
        std::array::from_fn(|i| (f32::from(p[i]) / alpha).min(1.0))
    };
    let (cs, cb) = (straight(source), straight(below));
    let both = match mode {
        BlendMode::Hue => set_luminosity(set_saturation(cs, saturation(cb)), luminosity(cb)),
        BlendMode::Saturation => set_luminosity(set_saturation(cb, saturation(cs)), luminosity(cb)),
        BlendMode::Color => set_luminosity(cs, luminosity(cb)),
        BlendMode::Luminosity => set_luminosity(cb, luminosity(cs)),
        mode => std::array::from_fn(|i| separable(mode, cb[i], cs[i])),
    };
    let alpha = alpha_s + alpha_b - alpha_s * alpha_b;
    let mut out = [0; 4];
    for i in 0..3 {
        let value = cs[i] * alpha_s * (1.0 - alpha_b) + cb[i] * alpha_b * (1.0 - alpha_s) + alpha_s * alpha_b * both[i];
        out[i] = crate::color::unit_to_byte(value);
    }
    out[3] = crate::color::unit_to_byte(alpha);
    for i in 0..3 {
        out[i] = out[i].min(out[3]);
    }
    out
}

/// [§ 9.1](https://www.w3.org/TR/compositing-1/#blendingseparable)
fn separable(mode: BlendMode, b: f32, s: f32) -> f32 {
    match mode {
        BlendMode::Multiply => b * s,
        BlendMode::Screen => b + s - b * s,
        BlendMode::Overlay => hard_light(s, b),
        BlendMode::Darken => b.min(s),
        BlendMode::Lighten => b.max(s),
        BlendMode::ColorDodge if b <= 0.0 => 0.0,
        BlendMode::ColorDodge if s >= 1.0 => 1.0,
        BlendMode::ColorDodge => (b / (1.0 - s)).min(1.0),
        BlendMode::ColorBurn if b >= 1.0 => 1.0,
        BlendMode::ColorBurn if s <= 0.0 => 0.0,
        BlendMode::ColorBurn => 1.0 - ((1.0 - b) / s).min(1.0),
        BlendMode::HardLight => hard_light(b, s),
        BlendMode::SoftLight => soft_light(b, s),
        BlendMode::Difference => (b - s).abs(),
        BlendMode::Exclusion => b + s - 2.0 * b * s,
        _ => s,
    }
}

fn hard_light(b: f32, s: f32) -> f32 {
    if s <= 0.5 {
        b * 2.0 * s
    } else {
        let s = 2.0 * s - 1.0;
        b + s - b * s
    }
}

fn soft_light(b: f32, s: f32) -> f32 {
    if s <= 0.5 {
        return b - (1.0 - 2.0 * s) * b * (1.0 - b);
    }
    let d = if b <= 0.25 { ((16.0 * b - 12.0) * b + 4.0) * b } else { b.sqrt() };
    b + (2.0 * s - 1.0) * (d - b)
}

/// [§ 9.2](https://www.w3.org/TR/compositing-1/#blendingnonseparable)
fn luminosity(c: Rgb) -> f32 {
    0.3 * c[0] + 0.59 * c[1] + 0.11 * c[2]
}

fn saturation(c: Rgb) -> f32 {
    c[0].max(c[1]).max(c[2]) - c[0].min(c[1]).min(c[2])
}

fn set_luminosity(c: Rgb, target: f32) -> Rgb {
    let difference = target - luminosity(c);
    let c = c.map(|v| v + difference);
    let light = luminosity(c);
    let (low, high) = (c[0].min(c[1]).min(c[2]), c[0].max(c[1]).max(c[2]));
    let mut out = c;
    if low < 0.0 && light > low {
        out = out.map(|v| light + (v - light) * light / (light - low));
    }
    if high > 1.0 && high > light {
        out = out.map(|v| light + (v - light) * (1.0 - light) / (high - light));
    }
    out
}

fn set_saturation(c: Rgb, target: f32) -> Rgb {
    let (low, high) = (c[0].min(c[1]).min(c[2]), c[0].max(c[1]).max(c[2]));
    if high <= low {
        return [0.0; 3];
    }
    c.map(|v| (v - low) * target / (high - low))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn multiply_of_opaque_colours() {
        assert_eq!(blend(BlendMode::Multiply, [128, 255, 0, 255], [128, 100, 50, 255]), [64, 100, 0, 255]);
        assert_eq!(blend(BlendMode::Difference, [255, 0, 10, 255], [255, 255, 30, 255]), [0, 255, 20, 255]);
        assert_eq!(blend(BlendMode::Screen, [255, 0, 128, 255], [0, 10, 128, 255]), [255, 10, 192, 255]);
    }

    #[test]
    fn masks_keep_and_remove() {
        assert_eq!(blend(BlendMode::DestinationIn, [0, 0, 0, 128], [255, 0, 0, 255]), [128, 0, 0, 128]);
        assert_eq!(blend(BlendMode::DestinationOut, [0, 0, 0, 255], [255, 0, 0, 255]), [0; 4]);
    }
}
