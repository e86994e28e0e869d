//! Interpolation of colours and `color-mix()`.
//!
//! Spec: <https://www.w3.org/TR/css-color-4/#interpolation>, <https://www.w3.org/TR/css-color-5/#color-mix>.

use super::convert::{SpacedColor, hue_index};
use crate::css::values::image::{ColorInterpolation, HueInterpolation};

/// The colour at `progress` between two, 0 being the first.
pub fn interpolate(from: SpacedColor, to: SpacedColor, progress: f32, how: ColorInterpolation) -> SpacedColor {
    let mut from = from.convert(how.space);
    let mut to = to.convert(how.space);
    let missing = fill_missing(&mut from, &mut to);
    let hue = hue_index(how.space);
    if let Some(hue) = hue {
        let (a, b) = fix_up_hues(from.components[hue], to.components[hue], how.hue);
        from.components[hue] = a;
        to.components[hue] = b;
    }
    let alpha = from.alpha + (to.alpha - from.alpha) * progress;
    let mut components = [0.0; 3];
    for (index, component) in components.iter_mut().enumerate() {
        let (a, b) = (from.components[index], to.components[index]);
        *component = if Some(index) == hue {
            (a + (b - a) * progress).rem_euclid(360.0)
        } else {
            // Premultiplied, but for hues.
            let premultiplied = a * from.alpha * (1.0 - progress) + b * to.alpha * progress;
            if alpha == 0.0 { a + (b - a) * progress } else { premultiplied / alpha }
        };
    }
    SpacedColor { space: how.space, components, alpha, missing }
}

/// A component missing in one colour is taken from the other; it stays missing where both lack it.
fn fill_missing(from: &mut SpacedColor, to: &mut SpacedColor) -> u8 {
    for index in 0..3 {
        match (from.missing & (1 << index) != 0, to.missing & (1 << index) != 0) {
            (true, false) => from.components[index] = to.components[index],
            (false, true) => to.components[index] = from.components[index],
            _ => {}
        }
    }
    match (from.missing & 8 != 0, to.missing & 8 != 0) {
        (true, false) => from.alpha = to.alpha,
        (false, true) => to.alpha = from.alpha,
        _ => {}
    }
    from.missing & to.missing
}

/// [§ 12.4](https://www.w3.org/TR/css-color-4/#hue-interpolation)
fn fix_up_hues(from: f32, to: f32, how: HueInterpolation) -> (f32, f32) {
    let (mut from, mut to) = (from.rem_euclid(360.0), to.rem_euclid(360.0));
    let difference = to - from;
    match how {
        HueInterpolation::Shorter if difference > 180.0 => from += 360.0,
        HueInterpolation::Shorter if difference < -180.0 => to += 360.0,
        HueInterpolation::Longer if difference > 0.0 && difference < 180.0 => from += 360.0,
        HueInterpolation::Longer if difference > -180.0 && difference <= 0.0 => to += 360.0,
        HueInterpolation::Increasing if to < from => to += 360.0,
        HueInterpolation::Decreasing if from < to => from += 360.0,
        _ => {}
    }
    (from, to)
}

/// [§ 3.1](https://www.w3.org/TR/css-color-5/#color-mix-percent-norm): the shares of both colours, and the factor for
/// the opacity when they do not reach 100 %. `None` where both are zero.
pub fn normalize_shares(first: Option<f32>, second: Option<f32>) -> Option<(f32, f32)> {
    let (first, second) = match (first, second) {
        (None, None) => (0.5, 0.5),
        (Some(first), None) => (first, 1.0 - first),
        (None, Some(second)) => (1.0 - second, second),
        (Some(first), Some(second)) => (first, second),
    };
    let sum = first + second;
    if sum <= 0.0 {
        return None;
    }
    Some((second / sum, sum.min(1.0)))
}
