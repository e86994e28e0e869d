//! Parsing of transforms and filters; their types are in [`super::effects`].
//!
//! Spec: <https://www.w3.org/TR/css-transforms-2/#transform-functions>,
//! <https://www.w3.org/TR/filter-effects-1/#supported-filter-functions>.

use cssparser::{Parser, Token, match_ignore_ascii_case};

use super::color::Color;
use super::effects::{
    Filter, FilterFunction, PerspectiveValue, RotateValue, ScaleValue, Transform, TransformFunction, TransformOrigin,
    TranslateValue,
};
use super::length::{LengthPercentage, Range, length};
use super::number::{angle, angle_or_zero, fraction, number};
use super::parse::{CssValue, ParseError, Parsed, ParserContext, comma, invalid, keyword, url};

type Input<'a, 'i> = &'a mut Parser<'i>;

impl CssValue for Transform {
    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        if keyword(input, "none") {
            return Ok(Self::default());
        }
        let mut functions = Vec::new();
        loop {
            let name = input.expect_function()?.to_ascii_lowercase();
            functions.push(input.parse_nested_block(|input| transform_function(cx, input, &name))?);
            if input.is_exhausted() {
                return Ok(Self(functions.into()));
            }
        }
    }
}

fn numbers<const N: usize>(cx: &ParserContext<'_>, input: Input<'_, '_>) -> Parsed<[f32; N]> {
    let mut list = [0.0; N];
    for (index, slot) in list.iter_mut().enumerate() {
        if index > 0 {
            input.expect_comma()?;
        }
        *slot = number(cx, input)?;
    }
    Ok(list)
}

fn transform_function(cx: &ParserContext<'_>, input: Input<'_, '_>, name: &str) -> Parsed<TransformFunction> {
    use TransformFunction as F;
    let zero = LengthPercentage::ZERO;
    let offset = |input: Input<'_, '_>| LengthPercentage::parse(cx, input);
    let px = |input: Input<'_, '_>| length(cx, input, Range::All);
    let degrees = |input: Input<'_, '_>| angle_or_zero(cx, input);
    let factor = |input: Input<'_, '_>| fraction(cx, input);
    Ok(match name {
        "matrix" => F::Matrix(numbers(cx, input)?),
        "matrix3d" => F::Matrix3d(Box::new(numbers(cx, input)?)),
        "translate" => {
            let x = offset(input)?;
            F::Translate(x, if comma(input) { offset(input)? } else { zero }, 0.0)
        }
        "translatex" => F::Translate(offset(input)?, zero, 0.0),
        "translatey" => F::Translate(zero, offset(input)?, 0.0),
        "translatez" => F::Translate(zero.clone(), zero, px(input)?),
        "translate3d" => {
            let x = offset(input)?;
            input.expect_comma()?;
            let y = offset(input)?;
            input.expect_comma()?;
            F::Translate(x, y, px(input)?)
        }
        "scale" => {
            let x = factor(input)?;
            F::Scale(x, if comma(input) { factor(input)? } else { x }, 1.0)
        }
        "scalex" => F::Scale(factor(input)?, 1.0, 1.0),
        "scaley" => F::Scale(1.0, factor(input)?, 1.0),
        "scalez" => F::Scale(1.0, 1.0, factor(input)?),
        "scale3d" => {
            let x = factor(input)?;
            input.expect_comma()?;
            let y = factor(input)?;
            input.expect_comma()?;
            F::Scale(x, y, factor(input)?)
        }
        "rotate" | "rotatez" => F::Rotate(0.0, 0.0, 1.0, degrees(input)?),
        "rotatex" => F::Rotate(1.0, 0.0, 0.0, degrees(input)?),
        "rotatey" => F::Rotate(0.0, 1.0, 0.0, degrees(input)?),
        "rotate3d" => {
            let [x, y, z] = numbers(cx, input)?;
            input.expect_comma()?;
            F::Rotate(x, y, z, degrees(input)?)
        }
        "skew" => {
            let x = degrees(input)?;
            F::Skew(x, if comma(input) { degrees(input)? } else { 0.0 })
        }
        "skewx" => F::Skew(degrees(input)?, 0.0),
        "skewy" => F::Skew(0.0, degrees(input)?),
        "perspective" if keyword(input, "none") => F::Perspective(None),
        "perspective" => F::Perspective(Some(length(cx, input, Range::NonNegative)?)),
        _ => return invalid(),
    })
}

impl CssValue for TranslateValue {
    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        if keyword(input, "none") {
            return Ok(Self(None));
        }
        let x = LengthPercentage::parse(cx, input)?;
        let y = input.try_parse(|input| LengthPercentage::parse(cx, input));
        let z = if y.is_ok() { input.try_parse(|input| length(cx, input, Range::All)).unwrap_or(0.0) } else { 0.0 };
        Ok(Self(Some((x, y.unwrap_or(LengthPercentage::ZERO), z))))
    }
}

impl CssValue for RotateValue {
    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        if keyword(input, "none") {
            return Ok(Self(None));
        }
        let mut degrees = input.try_parse(|input| angle(cx, input)).ok();
        let axis = input.try_parse(|input| -> Parsed<_> {
            if let Ok(name) = input.try_parse(|input| input.expect_ident_cloned()) {
                return Ok(match_ignore_ascii_case! { &name,
                    "x" => (1.0, 0.0, 0.0),
                    "y" => (0.0, 1.0, 0.0),
                    "z" => (0.0, 0.0, 1.0),
                    _ => return invalid(),
                });
            }
            Ok((number(cx, input)?, number(cx, input)?, number(cx, input)?))
        });
        if degrees.is_none() {
            degrees = Some(angle(cx, input)?);
        }
        let (x, y, z) = axis.unwrap_or((0.0, 0.0, 1.0));
        Ok(Self(degrees.map(|degrees| (x, y, z, degrees))))
    }
}

impl CssValue for ScaleValue {
    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        if keyword(input, "none") {
            return Ok(Self(None));
        }
        let x = fraction(cx, input)?;
        let y = input.try_parse(|input| fraction(cx, input));
        let z = if y.is_ok() { input.try_parse(|input| fraction(cx, input)).unwrap_or(1.0) } else { 1.0 };
        Ok(Self(Some((x, y.unwrap_or(x), z))))
    }
}

impl CssValue for PerspectiveValue {
    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        if keyword(input, "none") {
            return Ok(Self(None));
        }
        length(cx, input, Range::NonNegative).map(|px| Self(Some(px)))
    }
}

impl CssValue for TransformOrigin {
    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        #[derive(Clone, PartialEq)]
        enum Part {
            Horizontal(f32),
            Vertical(f32),
            Center,
            Offset(LengthPercentage),
        }
        let part = |input: Input<'_, '_>| -> Parsed<Part> {
            let start = input.state();
            if let Token::Ident(name) = input.next()? {
                return Ok(match_ignore_ascii_case! { name,
                    "left" => Part::Horizontal(0.0),
                    "right" => Part::Horizontal(1.0),
                    "top" => Part::Vertical(0.0),
                    "bottom" => Part::Vertical(1.0),
                    "center" => Part::Center,
                    _ => return invalid(),
                });
            }
            input.reset(&start);
            LengthPercentage::parse(cx, input).map(Part::Offset)
        };
        let plain = |part: Part| match part {
            Part::Horizontal(share) | Part::Vertical(share) => LengthPercentage::Percentage(share),
            Part::Center => LengthPercentage::Percentage(0.5),
            Part::Offset(value) => value,
        };
        let first = part(input)?;
        let Ok(second) = input.try_parse(part) else {
            let center = LengthPercentage::Percentage(0.5);
            return Ok(match first {
                Part::Vertical(share) => Self { x: center, y: LengthPercentage::Percentage(share), z: 0.0 },
                first => Self { x: plain(first), y: center, z: 0.0 },
            });
        };
        let swapped = matches!(first, Part::Vertical(_)) || matches!(second, Part::Horizontal(_));
        let (x, y) = if swapped { (second, first) } else { (first, second) };
        let has_offset = matches!(x, Part::Offset(_)) || matches!(y, Part::Offset(_));
        if matches!(x, Part::Vertical(_)) || matches!(y, Part::Horizontal(_)) || (swapped && has_offset) {
            return invalid();
        }
        let z = input.try_parse(|input| length(cx, input, Range::All)).unwrap_or(0.0);
        Ok(Self { x: plain(x), y: plain(y), z })
    }
}

impl CssValue for Filter {
    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        if keyword(input, "none") {
            return Ok(Self::default());
        }
        let mut functions = Vec::new();
        loop {
            if let Ok(url) = input.try_parse(|input| url(cx, input)) {
                functions.push(FilterFunction::Url(url));
            } else {
                let name = input.expect_function()?.to_ascii_lowercase();
                functions.push(input.parse_nested_block(|input| filter_function(cx, input, &name))?);
            }
            if input.is_exhausted() {
                return Ok(Self(functions.into()));
            }
        }
    }
}

fn filter_function(cx: &ParserContext<'_>, input: Input<'_, '_>, name: &str) -> Parsed<FilterFunction> {
    use FilterFunction as F;
    let amount = |input: Input<'_, '_>| -> Parsed<f32> {
        if input.is_exhausted() {
            return Ok(1.0);
        }
        let value = fraction(cx, input)?;
        if value < 0.0 { invalid() } else { Ok(value) }
    };
    Ok(match name {
        "blur" if input.is_exhausted() => F::Blur(0.0),
        "blur" => F::Blur(length(cx, input, Range::NonNegative)?),
        "brightness" => F::Brightness(amount(input)?),
        "contrast" => F::Contrast(amount(input)?),
        "grayscale" => F::Grayscale(amount(input)?.min(1.0)),
        "invert" => F::Invert(amount(input)?.min(1.0)),
        "opacity" => F::Opacity(amount(input)?.min(1.0)),
        "saturate" => F::Saturate(amount(input)?),
        "sepia" => F::Sepia(amount(input)?.min(1.0)),
        "hue-rotate" if input.is_exhausted() => F::HueRotate(0.0),
        "hue-rotate" => F::HueRotate(angle_or_zero(cx, input)?),
        "drop-shadow" => {
            let mut color = input.try_parse(|input| Color::parse(cx, input)).ok();
            let x = length(cx, input, Range::All)?;
            let y = length(cx, input, Range::All)?;
            let blur = input.try_parse(|input| length(cx, input, Range::NonNegative)).unwrap_or(0.0);
            if color.is_none() {
                color = input.try_parse(|input| Color::parse(cx, input)).ok();
            }
            F::DropShadow(x, y, blur, color.unwrap_or_default())
        }
        _ => return Err(ParseError::unexpected_token()),
    })
}
