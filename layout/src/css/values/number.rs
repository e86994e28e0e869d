//! Numbers, percentages, angles, times, resolutions: parsed with math functions.
//!
//! Spec: <https://www.w3.org/TR/css-values-4/#numeric-types>.

use cssparser::{Parser, Token, match_ignore_ascii_case};

use super::background::NumberOrPercentage;
use super::calc::CalcNode;
use super::length::{Integer, NonNegativeNumber, Number, Opacity};
use super::math::{self, Math, is_math_function};
use super::parse::{CssValue, ParseError, Parsed, ParserContext, invalid, keyword};
use super::position::ZIndex;

/// Degrees of an angle with a unit.
pub fn degrees_of(value: f32, unit: &str) -> Option<f32> {
    Some(match_ignore_ascii_case! { unit,
        "deg" => value,
        "grad" => value * 0.9,
        "rad" => value.to_degrees(),
        "turn" => value * 360.0,
        _ => return None,
    })
}

/// NaN becomes zero and infinities the largest values at the end of a calculation.
pub(crate) fn censor(value: f32) -> f32 {
    if value.is_nan() { 0.0 } else { value.clamp(f32::MIN, f32::MAX) }
}

/// The math function that starts here, if one does.
pub(crate) fn math_function(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Math> {
    let name = input.expect_function()?.clone();
    if is_math_function(&name) { math::function(cx, input, &name, &[]) } else { invalid() }
}

/// `<number>`
pub fn number(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<f32> {
    match number_or_percentage(cx, input)? {
        NumberOrPercentage::Number(value) => Ok(value),
        NumberOrPercentage::Percentage(_) => invalid(),
    }
}

/// `<number [0,∞]>`: a negative literal is an error, a negative calculation zero.
pub fn non_negative_number(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<f32> {
    let is_function = starts_with_function(input);
    let value = number(cx, input)?;
    if value >= 0.0 || is_function { Ok(value.max(0.0)) } else { invalid() }
}

/// Whether the next token opens a function.
pub(crate) fn starts_with_function(input: &mut Parser<'_>) -> bool {
    let start = input.state();
    let is_function = matches!(input.next(), Ok(Token::Function(_)));
    input.reset(&start);
    is_function
}

/// `<integer>`
pub fn integer(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<i32> {
    let start = input.state();
    match input.next()? {
        Token::Number { int_value: Some(value), .. } => Ok(*value),
        Token::Function(_) => {
            input.reset(&start);
            match math_function(cx, input)? {
                Math::Number(value) => Ok((censor(value) + 0.5).floor() as i32),
                _ => invalid(),
            }
        }
        _ => invalid(),
    }
}

/// `<percentage>` as a fraction of 1.
pub fn percentage(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<f32> {
    match number_or_percentage(cx, input)? {
        NumberOrPercentage::Percentage(value) => Ok(value),
        NumberOrPercentage::Number(_) => invalid(),
    }
}

/// `<number> | <percentage>`
pub fn number_or_percentage(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<NumberOrPercentage> {
    let start = input.state();
    match input.next()? {
        Token::Number { value, .. } => Ok(NumberOrPercentage::Number(censor(*value))),
        Token::Percentage { unit_value, .. } => Ok(NumberOrPercentage::Percentage(*unit_value)),
        Token::Function(_) => {
            input.reset(&start);
            match math_function(cx, input)? {
                Math::Number(value) => Ok(NumberOrPercentage::Number(censor(value))),
                Math::Length(CalcNode::Percentage(value)) => Ok(NumberOrPercentage::Percentage(censor(value))),
                _ => invalid(),
            }
        }
        _ => invalid(),
    }
}

/// `<number> | <percentage>` with 100 % meaning 1.
pub fn fraction(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<f32> {
    Ok(match number_or_percentage(cx, input)? {
        NumberOrPercentage::Number(value) | NumberOrPercentage::Percentage(value) => value,
    })
}

/// `<angle>` in degrees; a lone zero is an angle where history wants it.
pub fn angle_or_zero(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<f32> {
    let start = input.state();
    match input.next()? {
        Token::Number { value: 0.0, .. } => Ok(0.0),
        Token::Dimension { value, unit, .. } => degrees_of(*value, unit).ok_or_else(ParseError::unexpected_token),
        Token::Function(_) => {
            input.reset(&start);
            match math_function(cx, input)? {
                Math::Angle(value) => Ok(censor(value)),
                _ => invalid(),
            }
        }
        _ => invalid(),
    }
}

/// `<angle>` in degrees.
pub fn angle(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<f32> {
    let start = input.state();
    if matches!(input.next()?, Token::Number { .. }) {
        return invalid();
    }
    input.reset(&start);
    angle_or_zero(cx, input)
}

/// `<resolution>` in image px per CSS px.
pub fn resolution(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<f32> {
    let start = input.state();
    match input.next()? {
        Token::Dimension { value, unit, .. } => Ok(match_ignore_ascii_case! { unit,
            "x" | "dppx" => *value,
            "dpi" => *value / 96.0,
            "dpcm" => *value * 2.54 / 96.0,
            _ => return invalid(),
        }),
        Token::Function(_) => {
            input.reset(&start);
            match math_function(cx, input)? {
                Math::Resolution(value) => Ok(censor(value)),
                _ => invalid(),
            }
        }
        _ => invalid(),
    }
}

impl CssValue for Integer {
    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        integer(cx, input).map(Self)
    }
}

impl CssValue for NonNegativeNumber {
    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        non_negative_number(cx, input).map(Self)
    }
}

impl CssValue for Opacity {
    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        Ok(Self(fraction(cx, input)?.clamp(0.0, 1.0)))
    }
}

/// `zoom`
impl CssValue for Number {
    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        if keyword(input, "normal") || keyword(input, "reset") {
            return Ok(1.0);
        }
        let value = fraction(cx, input)?;
        if value < 0.0 { invalid() } else { Ok(if value == 0.0 { 1.0 } else { value }) }
    }
}

impl CssValue for ZIndex {
    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        if keyword(input, "auto") { Ok(Self::Auto) } else { integer(cx, input).map(Self::Integer) }
    }
}

/// `font-size-adjust`
impl CssValue for Option<f32> {
    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        if keyword(input, "none") || keyword(input, "from-font") {
            return Ok(None);
        }
        keyword(input, "ex-height");
        if keyword(input, "from-font") {
            return Ok(None);
        }
        non_negative_number(cx, input).map(Some)
    }
}
