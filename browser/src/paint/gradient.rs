//! Gradients of CSS as gradients of the display list: positions resolved, hints and colour spaces made into plain stops.
//!
//! [CSS Images 4, § 3](https://www.w3.org/TR/css-images-4/#gradients)

use std::sync::Arc;

use ashlar_layout::css::values::color::Rgba;
use ashlar_layout::css::values::color::convert::SpacedColor;
use ashlar_layout::css::values::color::mix::interpolate;
use ashlar_layout::css::values::image::{
    ColorInterpolation, ColorSpace, Gradient as CssGradient, GradientKind as CssKind, GradientPosition,
    GradientStop as CssStop, LinearDirection, Position2d, RadialExtent, RadialShape,
};
use ashlar_raster::Point;
use ashlar_raster::display_list::{Gradient, GradientKind, GradientStop};

use super::color;

/// How many stops stand for the stretch between two colours that do not mix in sRGB.
const STEPS_PER_STRETCH: usize = 24;

/// A stop on its way: where it is, if that is known yet.
struct Stop {
    position: Option<f32>,
    color: Rgba,
}

/// Resolves a gradient for a box of `width` × `height` px.
pub(super) fn resolve(gradient: &CssGradient, width: f32, height: f32, current: Rgba) -> Option<Arc<Gradient>> {
    if !(width > 0.0 && height > 0.0) {
        return None;
    }
    let (kind, length) = geometry(&gradient.kind, width, height);
    let stops = positioned_stops(&gradient.stops, length, current);
    if stops.is_empty() {
        return None;
    }
    let stops = interpolated(stops, gradient.interpolation);
    Some(Arc::new(Gradient { kind, stops, repeating: gradient.repeating, premultiplied: true }))
}

/// The geometry, and the length in px (or degrees) that offset 1 is.
fn geometry(kind: &CssKind, width: f32, height: f32) -> (GradientKind, f32) {
    match kind {
        CssKind::Linear(direction) => {
            let (dx, dy) = linear_vector(*direction, width, height);
            let center = (width / 2.0, height / 2.0);
            let start = Point::new(center.0 - dx / 2.0, center.1 - dy / 2.0);
            let end = Point::new(center.0 + dx / 2.0, center.1 + dy / 2.0);
            (GradientKind::Linear { start, end }, dx.hypot(dy))
        }
        CssKind::WebkitLinear(from, to) => {
            let start = point(from, width, height);
            let end = point(to, width, height);
            let length = (end.x - start.x).hypot(end.y - start.y);
            (GradientKind::Linear { start, end }, length)
        }
        CssKind::Radial { shape, position } => {
            let center = point(position, width, height);
            let (radius_x, radius_y) = radii(shape, center, width, height);
            // A degenerate shape is drawn as the smallest one that has a size.
            let (radius_x, radius_y) = (radius_x.max(1e-3), radius_y.max(1e-3));
            (GradientKind::Radial { center, radius_x, radius_y }, radius_x)
        }
        CssKind::Conic { from_degrees, position } => {
            let center = point(position, width, height);
            (GradientKind::Conic { center, angle: from_degrees.to_radians() }, 360.0)
        }
    }
}

fn point(position: &Position2d, width: f32, height: f32) -> Point {
    Point::new(position.x.resolve_px(width), position.y.resolve_px(height))
}

/// [§ 3.1.1](https://www.w3.org/TR/css-images-4/#linear-gradient-syntax): the vector from offset 0 to offset 1.
fn linear_vector(direction: LinearDirection, width: f32, height: f32) -> (f32, f32) {
    let (sin, cos) = match direction {
        LinearDirection::Degrees(degrees) => {
            let (sin, cos) = f64::from(degrees).to_radians().sin_cos();
            // Multiples of a right angle shall be exact.
            let clean = |v: f64| if v.abs() < 1e-9 { 0.0 } else { v as f32 };
            (clean(sin), clean(cos))
        }
        LinearDirection::To { x: 0, y } => (0.0, -f32::from(y)),
        LinearDirection::To { x, y: 0 } => (f32::from(x), 0.0),
        // Toward a corner: the middle colour runs through the two neighbouring corners.
        LinearDirection::To { x, y } => {
            let diagonal = width.hypot(height).max(1e-6);
            (f32::from(x) * height / diagonal, -f32::from(y) * width / diagonal)
        }
    };
    let length = (width * sin).abs() + (height * cos).abs();
    (sin * length, -cos * length)
}

/// [§ 3.2.1](https://www.w3.org/TR/css-images-4/#radial-gradient-syntax)
fn radii(shape: &RadialShape, center: Point, width: f32, height: f32) -> (f32, f32) {
    let (left, right) = (center.x.abs(), (width - center.x).abs());
    let (top, bottom) = (center.y.abs(), (height - center.y).abs());
    let corners = [(left, top), (right, top), (left, bottom), (right, bottom)];
    let distance = |(x, y): &(f32, f32)| x.hypot(*y);
    let by_distance = |a: &(f32, f32), b: &(f32, f32)| distance(a).total_cmp(&distance(b));
    let nearest = corners.into_iter().min_by(by_distance).unwrap_or_default();
    let farthest = corners.into_iter().max_by(by_distance).unwrap_or_default();
    match shape {
        RadialShape::CircleRadius(radius) => (*radius, *radius),
        RadialShape::EllipseRadii(x, y) => (x.resolve_px(width), y.resolve_px(height)),
        RadialShape::Circle(extent) => {
            let radius = match extent {
                RadialExtent::ClosestSide => left.min(right).min(top).min(bottom),
                RadialExtent::FarthestSide => left.max(right).max(top).max(bottom),
                RadialExtent::ClosestCorner => distance(&nearest),
                RadialExtent::FarthestCorner => distance(&farthest),
            };
            (radius, radius)
        }
        RadialShape::Ellipse(extent) => {
            let closest = (left.min(right), top.min(bottom));
            let widest = (left.max(right), top.max(bottom));
            match extent {
                RadialExtent::ClosestSide => closest,
                RadialExtent::FarthestSide => widest,
                RadialExtent::ClosestCorner => through_corner(closest, nearest),
                RadialExtent::FarthestCorner => through_corner(widest, farthest),
            }
        }
    }
}

/// The ellipse with the ratio of `sides` that passes through a corner.
fn through_corner(sides: (f32, f32), corner: (f32, f32)) -> (f32, f32) {
    if sides.0 <= 0.0 || sides.1 <= 0.0 {
        return (0.0, 0.0);
    }
    let scale = ((corner.0 / sides.0).powi(2) + (corner.1 / sides.1).powi(2)).sqrt();
    (sides.0 * scale, sides.1 * scale)
}

/// [§ 3.5.3](https://www.w3.org/TR/css-images-4/#color-stop-fixup), with hints replaced by stops along their curve.
fn positioned_stops(stops: &[CssStop], length: f32, current: Rgba) -> Vec<(f32, Rgba)> {
    let position = |position: &GradientPosition| match position {
        GradientPosition::LengthPercentage(value) if length > 0.0 => value.resolve_px(length) / length,
        GradientPosition::LengthPercentage(_) => 0.0,
        GradientPosition::Degrees(degrees) => degrees / 360.0,
    };
    let mut resolved: Vec<Result<Stop, f32>> = stops
        .iter()
        .map(|stop| match stop {
            CssStop::Color(value, at) => {
                Ok(Stop { position: at.as_ref().map(position), color: value.resolve(current) })
            }
            CssStop::Hint(at) => Err(position(at)),
        })
        .collect();
    // Steps 1 and 2: the ends have positions, and positions never go back.
    if let Some(Ok(first)) = resolved.first_mut() {
        first.position.get_or_insert(0.0);
    }
    if let Some(Ok(last)) = resolved.last_mut() {
        last.position.get_or_insert(1.0);
    }
    let mut largest = f32::MIN;
    for stop in &mut resolved {
        let position = match stop {
            Ok(Stop { position: Some(position), .. }) => position,
            Ok(_) => continue,
            Err(hint) => hint,
        };
        *position = position.max(largest);
        largest = *position;
    }
    // Step 3: runs without positions are spaced evenly.
    let known = |stop: &Result<Stop, f32>| match stop {
        Ok(stop) => stop.position,
        Err(hint) => Some(*hint),
    };
    let mut index = 0;
    while index < resolved.len() {
        if known(&resolved[index]).is_some() {
            index += 1;
            continue;
        }
        let end = (index..resolved.len()).find(|i| known(&resolved[*i]).is_some()).unwrap_or(resolved.len() - 1);
        let from = index.checked_sub(1).and_then(|i| known(&resolved[i])).unwrap_or(0.0);
        let to = known(&resolved[end]).unwrap_or(1.0);
        let gaps = (end - index + 1) as f32;
        for (step, stop) in resolved[index..end].iter_mut().enumerate() {
            if let Ok(stop) = stop {
                stop.position = Some(from + (to - from) * (step + 1) as f32 / gaps);
            }
        }
        index = end;
    }
    expand_hints(&resolved)
}

fn expand_hints(stops: &[Result<Stop, f32>]) -> Vec<(f32, Rgba)> {
    let mut result: Vec<(f32, Rgba)> = Vec::with_capacity(stops.len());
    for (index, stop) in stops.iter().enumerate() {
        match stop {
            Ok(stop) => result.push((stop.position.unwrap_or(0.0), stop.color)),
            Err(hint) => {
                let (Some(&(from, before)), Some(Ok(next))) = (result.last(), stops.get(index + 1)) else { continue };
                let to = next.position.unwrap_or(1.0);
                let middle = if to > from { (hint - from) / (to - from) } else { 0.5 };
                if middle <= 0.0 {
                    result.push((from, next.color));
                } else if middle >= 1.0 {
                    result.push((to, before));
                } else {
                    let exponent = 0.5_f32.ln() / middle.ln();
                    for step in 1..STEPS_PER_STRETCH {
                        let t = step as f32 / STEPS_PER_STRETCH as f32;
                        result.push((from + (to - from) * t, mix(before, next.color, t.powf(exponent))));
                    }
                }
            }
        }
    }
    result
}

/// A mixture of premultiplied colours.
fn mix(a: Rgba, b: Rgba, t: f32) -> Rgba {
    let alpha = a.alpha + (b.alpha - a.alpha) * t;
    let channel = |x: f32, y: f32| {
        let mixed = x * a.alpha + (y * b.alpha - x * a.alpha) * t;
        if alpha > 0.0 { mixed / alpha } else { 0.0 }
    };
    Rgba::new(channel(a.red, b.red), channel(a.green, b.green), channel(a.blue, b.blue), alpha)
}

/// Stops that, mixed in sRGB, follow the colour space asked for.
fn interpolated(stops: Vec<(f32, Rgba)>, interpolation: ColorInterpolation) -> Vec<GradientStop> {
    let plain = |(offset, rgba): (f32, Rgba)| GradientStop { offset, color: color(rgba) };
    if interpolation.space == ColorSpace::Srgb {
        return stops.into_iter().map(plain).collect();
    }
    let mut result = Vec::with_capacity(stops.len() * STEPS_PER_STRETCH);
    for (index, stop) in stops.iter().enumerate() {
        result.push(plain(*stop));
        let Some(next) = stops.get(index + 1).filter(|next| next.0 > stop.0) else { continue };
        for step in 1..STEPS_PER_STRETCH {
            let t = step as f32 / STEPS_PER_STRETCH as f32;
            let (from, to) = (SpacedColor::from_rgba(stop.1), SpacedColor::from_rgba(next.1));
            let mixed = interpolate(from, to, t, interpolation).to_rgba();
            result.push(plain((stop.0 + (next.0 - stop.0) * t, mixed)));
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use ashlar_layout::css::values::color::Color;
    use ashlar_layout::css::values::length::LengthPercentage;

    use super::*;

    fn stop(position: Option<f32>) -> CssStop {
        let position = position.map(|p| GradientPosition::LengthPercentage(LengthPercentage::Percentage(p)));
        CssStop::Color(Color::Rgba(Rgba::BLACK), position)
    }

    #[test]
    fn stops_without_positions_are_spaced_evenly() {
        let stops = [stop(None), stop(None), stop(None), stop(Some(0.9)), stop(None)];
        let offsets: Vec<f32> = positioned_stops(&stops, 100.0, Rgba::BLACK).iter().map(|s| s.0).collect();
        let expected = [0.0, 0.3, 0.6, 0.9, 1.0];
        assert!(offsets.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-6), "{offsets:?}");
    }

    #[test]
    fn positions_never_go_back() {
        let stops = [stop(Some(0.2)), stop(Some(0.8)), stop(Some(0.5))];
        let offsets: Vec<f32> = positioned_stops(&stops, 100.0, Rgba::BLACK).iter().map(|s| s.0).collect();
        assert_eq!(offsets, [0.2, 0.8, 0.8]);
    }

    #[test]
    fn a_corner_gradient_has_its_middle_through_the_other_corners() {
        let (dx, dy) = linear_vector(LinearDirection::To { x: 1, y: 1 }, 200.0, 100.0);
        // Perpendicular to the diagonal from the lower left to the upper right corner.
        assert!((dx * 200.0 + dy * -100.0).abs() < 1e-2, "{dx} {dy}");
    }
}
