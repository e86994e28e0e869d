//! Parsing of gradients.
//!
//! Spec: <https://www.w3.org/TR/css-images-4/#gradients>; the old forms:
//! <https://www.w3.org/TR/compat/#css-image-type>.

use cssparser::{Parser, Token, match_ignore_ascii_case};

use super::color::Color;
use super::color::parse::{color_and_legacy, interpolation_method};
use super::image::{
    ColorInterpolation, ColorSpace, Gradient, GradientKind, GradientPosition, GradientStop, HueInterpolation,
    LinearDirection, Position2d, RadialExtent, RadialShape,
};
use super::length::{LengthPercentage, Range, length};
use super::number::{angle_or_zero, fraction, number, percentage};
use super::parse::{CssValue, Parsed, ParserContext, comma, invalid, keyword};

/// Parses the contents of a gradient function by its lower-case name.
pub(crate) fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>, name: &str) -> Parsed<Gradient> {
    let (old, name) = name.strip_prefix("-webkit-").map_or((false, name), |name| (true, name));
    let (repeating, name) = name.strip_prefix("repeating-").map_or((false, name), |name| (true, name));
    let mut method = None;
    let kind = match (old, name) {
        (false, "linear-gradient") => linear(cx, input, &mut method)?,
        (true, "linear-gradient") => old_linear(cx, input)?,
        (false, "radial-gradient") => radial(cx, input, &mut method)?,
        (true, "radial-gradient") => old_radial(cx, input)?,
        (false, "conic-gradient") => conic(cx, input, &mut method)?,
        (true, "gradient") if !repeating => return oldest(cx, input),
        _ => return invalid(),
    };
    let is_conic = matches!(kind, GradientKind::Conic { .. });
    let (stops, legacy) = stops(cx, input, is_conic)?;
    let default_space = if legacy { ColorSpace::Srgb } else { ColorSpace::Oklab };
    let interpolation = method.unwrap_or(ColorInterpolation { space: default_space, hue: HueInterpolation::Shorter });
    Ok(Gradient { kind, stops, repeating, interpolation })
}

/// `in <color-interpolation-method>`, once.
fn method_part(input: &mut Parser<'_>, method: &mut Option<ColorInterpolation>) -> Parsed<bool> {
    if method.is_some() || !keyword(input, "in") {
        return Ok(false);
    }
    *method = Some(interpolation_method(input)?);
    Ok(true)
}

fn linear(
    cx: &ParserContext<'_>,
    input: &mut Parser<'_>,
    method: &mut Option<ColorInterpolation>,
) -> Parsed<GradientKind> {
    let mut any = method_part(input, method)?;
    let mut direction = LinearDirection::Degrees(180.0);
    if let Ok(degrees) = input.try_parse(|input| angle_or_zero(cx, input)) {
        direction = LinearDirection::Degrees(degrees);
        any = true;
    } else if keyword(input, "to") {
        let (x, y) = side_or_corner(input)?;
        direction = LinearDirection::To { x, y };
        any = true;
    }
    any |= method_part(input, method)?;
    if any {
        input.expect_comma()?;
    }
    Ok(GradientKind::Linear(direction))
}

/// `[left | right] || [top | bottom]`
fn side_or_corner(input: &mut Parser<'_>) -> Parsed<(i8, i8)> {
    let (mut x, mut y) = (0, 0);
    let mut side = |input: &mut Parser<'_>| -> Parsed<()> {
        match_ignore_ascii_case! { input.expect_ident()?,
            "left" if x == 0 => x = -1,
            "right" if x == 0 => x = 1,
            "top" if y == 0 => y = -1,
            "bottom" if y == 0 => y = 1,
            _ => return invalid(),
        }
        Ok(())
    };
    side(input)?;
    let _ = input.try_parse(&mut side);
    Ok((x, y))
}

/// The old form names the side the gradient comes from, and counts angles from the right, counter-clockwise.
fn old_linear(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<GradientKind> {
    if let Ok(degrees) = input.try_parse(|input| angle_or_zero(cx, input)) {
        input.expect_comma()?;
        return Ok(GradientKind::Linear(LinearDirection::Degrees(90.0 - degrees)));
    }
    if let Ok((x, y)) = input.try_parse(side_or_corner) {
        input.expect_comma()?;
        return Ok(GradientKind::Linear(LinearDirection::To { x: -x, y: -y }));
    }
    Ok(GradientKind::Linear(LinearDirection::To { x: 0, y: 1 }))
}

fn radial(
    cx: &ParserContext<'_>,
    input: &mut Parser<'_>,
    method: &mut Option<ColorInterpolation>,
) -> Parsed<GradientKind> {
    let mut any = method_part(input, method)?;
    let shape = input.try_parse(|input| radial_shape(cx, input));
    any |= shape.is_ok();
    let shape = shape.unwrap_or(RadialShape::Ellipse(RadialExtent::FarthestCorner));
    let mut position = Position2d::CENTER;
    if keyword(input, "at") {
        position = Position2d::parse(cx, input)?;
        any = true;
    }
    any |= method_part(input, method)?;
    if any {
        input.expect_comma()?;
    }
    Ok(GradientKind::Radial { shape, position })
}

/// `<radial-shape> || <radial-size>`
fn radial_shape(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<RadialShape> {
    #[derive(Clone)]
    enum RadialSize {
        Extent(RadialExtent),
        One(LengthPercentage),
        Two(LengthPercentage, LengthPercentage),
    }
    let is_circle = |input: &mut Parser<'_>| -> Parsed<bool> {
        Ok(
            match_ignore_ascii_case! { input.expect_ident()?, "circle" => true, "ellipse" => false, _ => return invalid() },
        )
    };
    let radius = |input: &mut Parser<'_>| LengthPercentage::parse_in(cx, input, Range::NonNegative);
    let size = |input: &mut Parser<'_>| -> Parsed<RadialSize> {
        if let Ok(extent) = input.try_parse(RadialExtent::parse) {
            return Ok(RadialSize::Extent(extent));
        }
        let first = radius(input)?;
        Ok(match input.try_parse(radius) {
            Ok(second) => RadialSize::Two(first, second),
            Err(_) => RadialSize::One(first),
        })
    };
    let mut circle = input.try_parse(is_circle).ok();
    let size = input.try_parse(size).ok();
    if circle.is_none() && size.is_some() {
        circle = input.try_parse(is_circle).ok();
    }
    match (circle, size) {
        (None, None) => invalid(),
        (Some(true), None) => Ok(RadialShape::Circle(RadialExtent::FarthestCorner)),
        (Some(false), None) => Ok(RadialShape::Ellipse(RadialExtent::FarthestCorner)),
        (Some(true), Some(RadialSize::Extent(extent))) => Ok(RadialShape::Circle(extent)),
        (_, Some(RadialSize::Extent(extent))) => Ok(RadialShape::Ellipse(extent)),
        (None | Some(true), Some(RadialSize::One(LengthPercentage::Px(px)))) => Ok(RadialShape::CircleRadius(px)),
        (None | Some(false), Some(RadialSize::Two(x, y))) => Ok(RadialShape::EllipseRadii(x, y)),
        _ => invalid(),
    }
}

/// `[<position>,]? [<shape> || <size>,]?`
fn old_radial(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<GradientKind> {
    let position = input.try_parse(|input| -> Parsed<_> {
        let position = Position2d::parse(cx, input)?;
        input.expect_comma()?;
        Ok(position)
    });
    let shape = input.try_parse(|input| -> Parsed<_> {
        let shape = radial_shape(cx, input)?;
        input.expect_comma()?;
        Ok(shape)
    });
    Ok(GradientKind::Radial {
        shape: shape.unwrap_or(RadialShape::Ellipse(RadialExtent::FarthestCorner)),
        position: position.unwrap_or(Position2d::CENTER),
    })
}

fn conic(
    cx: &ParserContext<'_>,
    input: &mut Parser<'_>,
    method: &mut Option<ColorInterpolation>,
) -> Parsed<GradientKind> {
    let (mut from_degrees, mut position) = (0.0, Position2d::CENTER);
    let mut any = method_part(input, method)?;
    if keyword(input, "from") {
        from_degrees = angle_or_zero(cx, input)?;
        any = true;
    }
    if keyword(input, "at") {
        position = Position2d::parse(cx, input)?;
        any = true;
    }
    any |= method_part(input, method)?;
    if any {
        input.expect_comma()?;
    }
    Ok(GradientKind::Conic { from_degrees, position })
}

fn stop_position(cx: &ParserContext<'_>, input: &mut Parser<'_>, is_conic: bool) -> Parsed<GradientPosition> {
    if !is_conic {
        return LengthPercentage::parse(cx, input).map(GradientPosition::LengthPercentage);
    }
    if let Ok(share) = input.try_parse(|input| percentage(cx, input)) {
        return Ok(GradientPosition::Degrees(share * 360.0));
    }
    angle_or_zero(cx, input).map(GradientPosition::Degrees)
}

/// `<color-stop-list>`, and whether all colours are of the old kinds.
fn stops(cx: &ParserContext<'_>, input: &mut Parser<'_>, is_conic: bool) -> Parsed<(Vec<GradientStop>, bool)> {
    let mut stops = Vec::new();
    let mut all_legacy = true;
    loop {
        let before = input.try_parse(|input| stop_position(cx, input, is_conic)).ok();
        match input.try_parse(|input| color_and_legacy(cx, input)) {
            Ok((color, legacy)) => {
                all_legacy &= legacy;
                let position =
                    |input: &mut Parser<'_>| input.try_parse(|input| stop_position(cx, input, is_conic)).ok();
                let first = before.or_else(|| position(input));
                let second = if first.is_some() { position(input) } else { None };
                stops.push(GradientStop::Color(color, first));
                if second.is_some() {
                    stops.push(GradientStop::Color(color, second));
                }
            }
            Err(error) => {
                // A hint stands between two colours.
                match (before, stops.last()) {
                    (Some(position), Some(GradientStop::Color(..))) => stops.push(GradientStop::Hint(position)),
                    _ => return Err(error),
                }
            }
        }
        if !comma(input) {
            break;
        }
    }
    if matches!(stops.last(), Some(GradientStop::Color(..))) { Ok((stops, all_legacy)) } else { invalid() }
}

/// `-webkit-gradient(linear, <point>, <point>, …)` and `-webkit-gradient(radial, <point>, <radius>, <point>, <radius>,
/// …)`.
fn oldest(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Gradient> {
    let is_radial =
        match_ignore_ascii_case! { input.expect_ident()?, "linear" => false, "radial" => true, _ => return invalid() };
    input.expect_comma()?;
    let first = oldest_point(cx, input)?;
    input.expect_comma()?;
    let mut inner_share = 0.0;
    let kind = if is_radial {
        let inner = number(cx, input)?;
        input.expect_comma()?;
        let position = oldest_point(cx, input)?;
        input.expect_comma()?;
        let outer = number(cx, input)?;
        if outer <= 0.0 || inner < 0.0 {
            return invalid();
        }
        inner_share = (inner / outer).min(1.0);
        GradientKind::Radial { shape: RadialShape::CircleRadius(outer), position }
    } else {
        GradientKind::WebkitLinear(first, oldest_point(cx, input)?)
    };
    let mut colors: Vec<(f32, Color)> = Vec::new();
    while comma(input) {
        let name = input.expect_function()?.to_ascii_lowercase();
        colors.push(input.parse_nested_block(|input| {
            Ok(match name.as_str() {
                "from" => (0.0, Color::parse(cx, input)?),
                "to" => (1.0, Color::parse(cx, input)?),
                "color-stop" => {
                    let at = fraction(cx, input)?;
                    input.expect_comma()?;
                    (at, Color::parse(cx, input)?)
                }
                _ => return invalid(),
            })
        })?);
    }
    colors.sort_by(|a, b| a.0.total_cmp(&b.0));
    let stops = colors.into_iter().map(|(at, color)| {
        let at = inner_share + at * (1.0 - inner_share);
        GradientStop::Color(color, Some(GradientPosition::LengthPercentage(LengthPercentage::Percentage(at))))
    });
    let interpolation = ColorInterpolation::default();
    Ok(Gradient { kind, stops: stops.collect(), repeating: false, interpolation })
}

/// Two coordinates: keywords, percentages, or numbers of px.
fn oldest_point(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Position2d> {
    let coordinate = |input: &mut Parser<'_>| -> Parsed<LengthPercentage> {
        let start = input.state();
        match input.next()? {
            Token::Ident(name) => Ok(LengthPercentage::Percentage(match_ignore_ascii_case! { name,
                "left" | "top" => 0.0,
                "center" => 0.5,
                "right" | "bottom" => 1.0,
                _ => return invalid(),
            })),
            Token::Percentage { unit_value, .. } => Ok(LengthPercentage::Percentage(*unit_value)),
            Token::Number { value, .. } => Ok(LengthPercentage::Px(*value)),
            _ => {
                input.reset(&start);
                length(cx, input, Range::All).map(LengthPercentage::Px)
            }
        }
    };
    Ok(Position2d { x: coordinate(input)?, y: coordinate(input)? })
}
