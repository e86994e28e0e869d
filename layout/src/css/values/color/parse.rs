//! Parsing of colours.
//!
//! Spec: <https://www.w3.org/TR/css-color-4/#color-syntax>, <https://www.w3.org/TR/css-color-5/>.

use cssparser::color::{parse_hash_color, parse_named_color};
use cssparser::{Parser, Token, match_ignore_ascii_case};

use super::convert::{SpacedColor, srgb_to_linear};
use super::mix::{interpolate, normalize_shares};
use super::system::{is_system_color, system_color};
use super::{Color, ColorOrAuto, ColorValue, Rgba};
use crate::css::values::calc::CalcNode;
use crate::css::values::image::{ColorInterpolation, ColorSpace, HueInterpolation};
use crate::css::values::math::{self, Channels, Math, is_math_function};
use crate::css::values::number::{censor, degrees_of};
use crate::css::values::parse::{CssValue, Parsed, ParserContext, comma, invalid, keyword, slash};

/// A parsed colour in the space it was written in.
#[derive(Clone, Copy, Debug)]
enum Written {
    Current,
    /// A colour, and whether its syntax is one of the old ones of sRGB.
    Spaced(SpacedColor, bool),
}

impl Written {
    fn rgba(color: Rgba) -> Self {
        Self::Spaced(SpacedColor::from_rgba(color), true)
    }

    /// The colour, when only an element knows what `currentcolor` is.
    fn resolve(self, cx: &ParserContext<'_>) -> SpacedColor {
        match self {
            Self::Current => {
                SpacedColor::from_rgba(cx.element_or_defer().map_or(Rgba::BLACK, |element| element.current_color))
            }
            Self::Spaced(color, _) => color,
        }
    }

    fn finish(self) -> Color {
        match self {
            Self::Current => Color::CurrentColor,
            Self::Spaced(color, legacy) => Color::Rgba(if legacy { octets(color.to_rgba()) } else { color.to_rgba() }),
        }
    }
}

/// The old kinds of colours are kept in octets, opacity too, as all browsers do.
fn octets(color: Rgba) -> Rgba {
    let [red, green, blue, alpha] = color.to_octets();
    Rgba::from_octets(red, green, blue, f32::from(alpha) / 255.0)
}

fn color(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Written> {
    match input.next()?.clone() {
        Token::Hash(digits) | Token::IDHash(digits) => hash(&digits),
        Token::Ident(name) => {
            named(cx, &name).or_else(|error| if cx.quirky_property.get() { hash(&name) } else { Err(error) })
        }
        Token::Number { int_value: Some(value), has_sign: false, .. } if cx.quirky_property.get() && value >= 0 => {
            hash(&format!("{value:06}"))
        }
        Token::Dimension { int_value: Some(value), has_sign: false, unit, .. }
            if cx.quirky_property.get() && value >= 0 =>
        {
            let text = format!("{value}{unit}");
            hash(&format!("{}{text}", "0".repeat(6_usize.saturating_sub(text.len()))))
        }
        Token::Function(name) => {
            let name = name.to_ascii_lowercase();
            input.parse_nested_block(|input| function(cx, input, &name))
        }
        _ => invalid(),
    }
}

fn hash(digits: &str) -> Parsed<Written> {
    match parse_hash_color(digits.as_bytes()) {
        Ok((red, green, blue, alpha)) => Ok(Written::rgba(Rgba::from_octets(red, green, blue, alpha))),
        Err(()) => invalid(),
    }
}

fn named(cx: &ParserContext<'_>, name: &str) -> Parsed<Written> {
    if let Ok((red, green, blue)) = parse_named_color(name) {
        return Ok(Written::rgba(Rgba::from_octets(red, green, blue, 1.0)));
    }
    if name.eq_ignore_ascii_case("transparent") {
        return Ok(Written::rgba(Rgba::TRANSPARENT));
    }
    if name.eq_ignore_ascii_case("currentcolor") {
        return Ok(Written::Current);
    }
    if is_system_color(name) {
        let dark = cx.element_or_defer().is_some_and(|element| element.is_dark);
        return Ok(Written::rgba(system_color(name, dark).unwrap_or(Rgba::BLACK)));
    }
    invalid()
}

fn function(cx: &ParserContext<'_>, input: &mut Parser<'_>, name: &str) -> Parsed<Written> {
    match name {
        "color-mix" => color_mix(cx, input),
        "light-dark" => {
            let light = color(cx, input)?;
            input.expect_comma()?;
            let dark = color(cx, input)?;
            let is_dark = cx.element_or_defer().is_some_and(|element| element.is_dark);
            Ok(if is_dark { dark } else { light })
        }
        "alpha" => {
            input.expect_ident_matching("from")?;
            let mut origin = color(cx, input)?.resolve(cx);
            if slash(input) {
                origin.alpha = match component(cx, input, &[("alpha", origin.alpha)])? {
                    Component::Number(value) | Component::Percentage(value) => value.clamp(0.0, 1.0),
                    Component::Missing => 0.0,
                    Component::Angle(_) => return invalid(),
                };
            }
            Ok(Written::Spaced(origin, false))
        }
        "contrast-color" => {
            let rgba = color(cx, input)?.resolve(cx).to_rgba();
            let [r, g, b] = [rgba.red, rgba.green, rgba.blue].map(srgb_to_linear);
            let luminance = 0.2126 * r + 0.7152 * g + 0.0722 * b;
            let white_is_better = 1.05 / (luminance + 0.05) > (luminance + 0.05) / 0.05;
            Ok(Written::rgba(if white_is_better { Rgba::WHITE } else { Rgba::BLACK }))
        }
        _ => {
            let relative = input.try_parse(|input| input.expect_ident_matching("from")).is_ok();
            let color = components(cx, input, name, relative)?;
            let legacy = !relative && matches!(name, "rgb" | "rgba" | "hsl" | "hsla" | "hwb");
            Ok(Written::Spaced(color, legacy))
        }
    }
}

/// A component as written.
#[derive(Clone, Copy, Debug)]
enum Component {
    Number(f32),
    Percentage(f32),
    Angle(f32),
    Missing,
}

fn component(cx: &ParserContext<'_>, input: &mut Parser<'_>, channels: Channels<'_>) -> Parsed<Component> {
    match input.next()?.clone() {
        Token::Number { value, .. } => Ok(Component::Number(value)),
        Token::Percentage { unit_value, .. } => Ok(Component::Percentage(unit_value)),
        Token::Dimension { value, unit, .. } => {
            degrees_of(value, &unit).map_or_else(invalid, |v| Ok(Component::Angle(v)))
        }
        Token::Ident(name) if name.eq_ignore_ascii_case("none") => Ok(Component::Missing),
        Token::Ident(name) => match channels.iter().find(|(channel, _)| channel.eq_ignore_ascii_case(&name)) {
            Some((_, value)) => Ok(Component::Number(*value)),
            None => invalid(),
        },
        Token::Function(name) if is_math_function(&name) => match math::function(cx, input, &name, channels)? {
            Math::Number(value) => Ok(Component::Number(censor(value))),
            Math::Angle(value) => Ok(Component::Angle(censor(value))),
            Math::Length(CalcNode::Percentage(value)) => Ok(Component::Percentage(censor(value))),
            _ => invalid(),
        },
        _ => invalid(),
    }
}

/// How the components of a function are read.
struct Syntax {
    space: ColorSpace,
    names: [&'static str; 3],
    /// What 100 % is, for each component; hues take no percentage.
    hundred_percent: [f32; 3],
    /// What a plain number is divided by.
    number_divisor: [f32; 3],
}

fn syntax(name: &str) -> Option<Syntax> {
    let rgb = ["r", "g", "b"];
    let one = [1.0; 3];
    let (space, names, hundred_percent, number_divisor) = match name {
        "rgb" | "rgba" => (ColorSpace::Srgb, rgb, one, [255.0; 3]),
        "hsl" | "hsla" => (ColorSpace::Hsl, ["h", "s", "l"], one, [1.0, 100.0, 100.0]),
        "hwb" => (ColorSpace::Hwb, ["h", "w", "b"], one, [1.0, 100.0, 100.0]),
        "lab" => (ColorSpace::Lab, ["l", "a", "b"], [100.0, 125.0, 125.0], one),
        "lch" => (ColorSpace::Lch, ["l", "c", "h"], [100.0, 150.0, 1.0], one),
        "oklab" => (ColorSpace::Oklab, ["l", "a", "b"], [1.0, 0.4, 0.4], one),
        "oklch" => (ColorSpace::Oklch, ["l", "c", "h"], [1.0, 0.4, 1.0], one),
        _ => return None,
    };
    Some(Syntax { space, names, hundred_percent, number_divisor })
}

/// The spaces of `color()`; the flag is set for the linear form of Display P3.
fn predefined_space(name: &str) -> Option<(ColorSpace, bool)> {
    Some((
        match_ignore_ascii_case! { name,
            "srgb" => ColorSpace::Srgb,
            "srgb-linear" => ColorSpace::SrgbLinear,
            "display-p3" => ColorSpace::DisplayP3,
            "display-p3-linear" => return Some((ColorSpace::DisplayP3, true)),
            "a98-rgb" => ColorSpace::A98Rgb,
            "prophoto-rgb" => ColorSpace::ProphotoRgb,
            "rec2020" => ColorSpace::Rec2020,
            "xyz" | "xyz-d65" => ColorSpace::XyzD65,
            "xyz-d50" => ColorSpace::XyzD50,
            _ => return None,
        },
        false,
    ))
}

/// `rgb()`, `hsl()`, `hwb()`, `lab()`, `lch()`, `oklab()`, `oklch()`, `color()`, each perhaps relative to a colour.
fn components(cx: &ParserContext<'_>, input: &mut Parser<'_>, name: &str, relative: bool) -> Parsed<SpacedColor> {
    let origin = if relative { Some(color(cx, input)?.resolve(cx)) } else { None };
    let mut linear_p3 = false;
    let syntax = if name == "color" {
        let ident = input.expect_ident()?.clone();
        let Some((space, linear)) = predefined_space(&ident) else { return invalid() };
        linear_p3 = linear;
        let names =
            if matches!(space, ColorSpace::XyzD50 | ColorSpace::XyzD65) { ["x", "y", "z"] } else { ["r", "g", "b"] };
        Syntax { space, names, hundred_percent: [1.0; 3], number_divisor: [1.0; 3] }
    } else {
        match syntax(name) {
            Some(syntax) => syntax,
            None => return invalid(),
        }
    };
    let channels = origin.map(|origin| origin_channels(&syntax, origin));
    let channels: Channels<'_> = channels.as_ref().map_or(&[], |channels| channels);
    let first = component(cx, input, channels)?;
    let legacy = origin.is_none() && matches!(name, "rgb" | "rgba" | "hsl" | "hsla") && comma(input);
    let second = component(cx, input, channels)?;
    if legacy {
        input.expect_comma()?;
    }
    let third = component(cx, input, channels)?;
    let alpha = if (legacy && comma(input)) || (!legacy && slash(input)) {
        Some(component(cx, input, channels)?)
    } else {
        None
    };
    let mut result = SpacedColor::new(syntax.space, [0.0; 3], 1.0);
    for (index, part) in [first, second, third].into_iter().enumerate() {
        result.components[index] = component_value(&syntax, index, part, &mut result.missing)?;
    }
    result.alpha = match alpha {
        Some(Component::Number(value) | Component::Percentage(value)) => value.clamp(0.0, 1.0),
        Some(Component::Missing) => {
            result.missing |= 8;
            0.0
        }
        Some(Component::Angle(_)) => return invalid(),
        None => origin.map_or(1.0, |origin| origin.alpha),
    };
    if linear_p3 {
        result.components = result.components.map(super::convert::linear_to_srgb);
    }
    Ok(clamp_components(result, origin.is_some()))
}

fn component_value(syntax: &Syntax, index: usize, part: Component, missing: &mut u8) -> Parsed<f32> {
    let is_hue = syntax.names[index] == "h";
    Ok(match part {
        Component::Missing => {
            *missing |= 1 << index;
            0.0
        }
        Component::Number(value) => value / syntax.number_divisor[index],
        Component::Percentage(value) if !is_hue => value * syntax.hundred_percent[index],
        Component::Angle(value) if is_hue => value,
        _ => return invalid(),
    })
}

/// The channel keywords of a relative colour, in the numbers a plain number would be written in.
fn origin_channels(syntax: &Syntax, origin: SpacedColor) -> [(&'static str, f32); 4] {
    let converted = origin.convert(syntax.space);
    let value = |index: usize| converted.components[index] * syntax.number_divisor[index];
    [(syntax.names[0], value(0)), (syntax.names[1], value(1)), (syntax.names[2], value(2)), ("alpha", converted.alpha)]
}

/// Clamps components to their ranges, as each function asks.
fn clamp_components(mut color: SpacedColor, relative: bool) -> SpacedColor {
    let [a, b, c] = &mut color.components;
    match color.space {
        ColorSpace::Srgb if !relative => [a, b, c].into_iter().for_each(|v| *v = v.clamp(0.0, 1.0)),
        ColorSpace::Hsl => {
            *b = b.max(0.0);
            if !relative {
                *b = b.min(1.0);
                *c = c.clamp(0.0, 1.0);
            }
        }
        ColorSpace::Lab => *a = a.clamp(0.0, 100.0),
        ColorSpace::Oklab => *a = a.clamp(0.0, 1.0),
        ColorSpace::Lch => {
            *a = a.clamp(0.0, 100.0);
            *b = b.max(0.0);
        }
        ColorSpace::Oklch => {
            *a = a.clamp(0.0, 1.0);
            *b = b.max(0.0);
        }
        _ => {}
    }
    color
}

/// `in <color-interpolation-method>`, after `in`.
pub(crate) fn interpolation_method(input: &mut Parser<'_>) -> Parsed<ColorInterpolation> {
    let name = input.expect_ident()?.clone();
    let space = match_ignore_ascii_case! { &name,
        "hsl" => ColorSpace::Hsl,
        "hwb" => ColorSpace::Hwb,
        "lch" => ColorSpace::Lch,
        "oklch" => ColorSpace::Oklch,
        "lab" => ColorSpace::Lab,
        "oklab" => ColorSpace::Oklab,
        _ => match predefined_space(&name) {
            Some((space, _)) => space,
            None => return invalid(),
        },
    };
    let is_polar = super::convert::hue_index(space).is_some();
    let hue = input.try_parse(|input| -> Parsed<_> {
        let hue = match_ignore_ascii_case! { input.expect_ident()?,
            "shorter" => HueInterpolation::Shorter,
            "longer" => HueInterpolation::Longer,
            "increasing" => HueInterpolation::Increasing,
            "decreasing" => HueInterpolation::Decreasing,
            _ => return invalid(),
        };
        input.expect_ident_matching("hue")?;
        Ok(hue)
    });
    if hue.is_ok() && !is_polar {
        return invalid();
    }
    Ok(ColorInterpolation { space, hue: hue.unwrap_or_default() })
}

fn color_mix(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Written> {
    let how = if keyword(input, "in") {
        let how = interpolation_method(input)?;
        input.expect_comma()?;
        how
    } else {
        ColorInterpolation { space: ColorSpace::Oklab, hue: HueInterpolation::Shorter }
    };
    let (first, first_share) = color_and_share(cx, input)?;
    input.expect_comma()?;
    let (second, second_share) = color_and_share(cx, input)?;
    let Some((progress, opacity)) = normalize_shares(first_share, second_share) else { return invalid() };
    let mut mixed = interpolate(first.resolve(cx), second.resolve(cx), progress, how);
    mixed.alpha *= opacity;
    Ok(Written::Spaced(mixed, false))
}

fn color_and_share(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<(Written, Option<f32>)> {
    let share = |input: &mut Parser<'_>| {
        input.try_parse(|input| {
            let share = crate::css::values::number::percentage(cx, input)?;
            if (0.0..=1.0).contains(&share) { Ok(share) } else { invalid() }
        })
    };
    let before = share(input).ok();
    let color = color(cx, input)?;
    Ok((color, before.or_else(|| share(input).ok())))
}

/// A colour, and whether gradients of it interpolate in sRGB unless told otherwise.
pub(crate) fn color_and_legacy(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<(Color, bool)> {
    let written = color(cx, input)?;
    Ok((written.finish(), !matches!(written, Written::Spaced(_, false))))
}

impl CssValue for Color {
    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        color(cx, input).map(Written::finish)
    }
}

impl CssValue for ColorOrAuto {
    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        if keyword(input, "auto") || keyword(input, "invert") {
            return Ok(Self::Auto);
        }
        Color::parse(cx, input).map(Self::Color)
    }
}

/// `color`, where `currentcolor` is the parent's.
impl CssValue for ColorValue {
    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        let written = color(cx, input)?;
        if let Color::Rgba(rgba) = written.finish() {
            return Ok(Self(rgba));
        }
        Ok(Self(written.resolve(cx).to_rgba()))
    }
}
