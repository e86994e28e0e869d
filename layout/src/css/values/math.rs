//! Math functions: parsed, type-checked and simplified to numbers, angles, times or [`CalcNode`]s.
//!
//! Spec: <https://www.w3.org/TR/css-values-4/#math>. Everything but percentages is resolved while parsing; a function
//! that
//! names `em` and its like waits for its element as a whole (see [`super::parse`]).

use std::sync::Arc;

use cssparser::{Parser, Token, match_ignore_ascii_case};

use super::calc::{CalcNode, RoundingStrategy, round};
use super::parse::{ParseError, Parsed, ParserContext, comma, invalid};
use super::unit::LengthUnit;
use crate::limits::MAX_VALUE_NESTING;

/// The result of a calculation.
#[derive(Clone, Debug, PartialEq)]
pub enum Math {
    /// A number.
    Number(f32),
    /// Degrees.
    Angle(f32),
    /// Seconds.
    Time(f32),
    /// Image px per CSS px.
    Resolution(f32),
    /// `fr`
    Flex(f32),
    /// Px, percentages, or a mixture.
    Length(CalcNode),
}

/// Names that stand for numbers inside a calculation: the channels of a relative colour.
pub type Channels<'a> = &'a [(&'a str, f32)];

/// Whether a function of this name is a math function.
pub fn is_math_function(name: &str) -> bool {
    match_ignore_ascii_case! { name,
        "calc" | "-webkit-calc" | "min" | "max" | "clamp" | "round" | "mod" | "rem" | "sin" | "cos" | "tan" | "asin"
        | "acos" | "atan" | "atan2" | "pow" | "sqrt" | "hypot" | "log" | "exp" | "abs" | "sign" | "progress" => true,
        _ => false,
    }
}

/// Parses the rest of a math function, whose function token was just consumed.
pub fn function(cx: &ParserContext<'_>, input: &mut Parser<'_>, name: &str, channels: Channels<'_>) -> Parsed<Math> {
    let calculation = Calculation { cx, channels };
    calculation.function(input, name, 0)
}

struct Calculation<'a> {
    cx: &'a ParserContext<'a>,
    channels: Channels<'a>,
}

impl Calculation<'_> {
    fn function(&self, input: &mut Parser<'_>, name: &str, depth: usize) -> Parsed<Math> {
        if depth > MAX_VALUE_NESTING {
            return invalid();
        }
        let name = name.to_ascii_lowercase();
        input.parse_nested_block(|input| match name.as_str() {
            "calc" | "-webkit-calc" => self.sum(input, depth),
            "min" | "max" | "hypot" => fold_list(&name, self.list(input, depth)?),
            "clamp" => self.clamp(input, depth),
            "round" => self.round(input, depth),
            "mod" | "rem" => {
                let [value, step] = self.arguments(input, depth)?;
                modulus(name == "rem", value, step)
            }
            "abs" => absolute(self.sum(input, depth)?),
            "sign" => Ok(Math::Number(sign(self.sum(input, depth)?)?)),
            "progress" => {
                let [value, start, end] = self.arguments(input, depth)?;
                let (value, start, end) = (scalar(&value)?, scalar(&start)?, scalar(&end)?);
                Ok(Math::Number(((value - start) / (end - start)).clamp(0.0, 1.0)))
            }
            "atan2" => {
                let [y, x] = self.arguments(input, depth)?;
                same_type(&y, &x)?;
                Ok(Math::Angle(scalar(&y)?.atan2(scalar(&x)?).to_degrees()))
            }
            "pow" => {
                let [base, exponent] = self.arguments(input, depth)?;
                Ok(Math::Number(number(&base)?.powf(number(&exponent)?)))
            }
            "log" => {
                let value = number(&self.sum(input, depth)?)?;
                if comma(input) {
                    let base = number(&self.sum(input, depth)?)?;
                    return Ok(Math::Number(value.ln() / base.ln()));
                }
                Ok(Math::Number(value.ln()))
            }
            _ => one_argument(&name, self.sum(input, depth)?),
        })
    }

    /// `<calc-sum>`: signs need white space on both sides.
    fn sum(&self, input: &mut Parser<'_>, depth: usize) -> Parsed<Math> {
        let mut total = self.product(input, depth)?;
        loop {
            let start = input.state();
            let negative = match input.next_including_whitespace() {
                Ok(Token::WhiteSpace(_)) => match input.next() {
                    Ok(Token::Delim('+')) => false,
                    Ok(Token::Delim('-')) => true,
                    _ => {
                        input.reset(&start);
                        return Ok(total);
                    }
                },
                _ => {
                    input.reset(&start);
                    return Ok(total);
                }
            };
            if !matches!(input.next_including_whitespace(), Ok(Token::WhiteSpace(_))) {
                return invalid();
            }
            let term = self.product(input, depth)?;
            total = add(total, if negative { scale(term, -1.0) } else { term })?;
        }
    }

    /// `<calc-product>`
    fn product(&self, input: &mut Parser<'_>, depth: usize) -> Parsed<Math> {
        let mut result = self.value(input, depth)?;
        loop {
            let start = input.state();
            match input.next() {
                Ok(Token::Delim('*')) => {
                    let factor = self.value(input, depth)?;
                    result = match (result, factor) {
                        (Math::Number(a), b) => scale(b, a),
                        (a, Math::Number(b)) => scale(a, b),
                        _ => return invalid(),
                    };
                }
                Ok(Token::Delim('/')) => {
                    let divisor = self.value(input, depth)?;
                    result = match divisor {
                        Math::Number(b) => divide(result, b),
                        // Typed arithmetic: the quotient of two values of one type is a number.
                        other => {
                            same_type(&result, &other)?;
                            Math::Number(scalar(&result)? / scalar(&other)?)
                        }
                    };
                }
                _ => {
                    input.reset(&start);
                    return Ok(result);
                }
            }
        }
    }

    /// `<calc-value>`
    fn value(&self, input: &mut Parser<'_>, depth: usize) -> Parsed<Math> {
        if depth > MAX_VALUE_NESTING {
            return invalid();
        }
        match input.next()?.clone() {
            Token::Number { value, .. } => Ok(Math::Number(value)),
            Token::Percentage { unit_value, .. } => Ok(Math::Length(CalcNode::Percentage(unit_value))),
            Token::Dimension { value, unit, .. } => self.dimension(value, &unit),
            Token::ParenthesisBlock => input.parse_nested_block(|input| self.sum(input, depth + 1)),
            Token::Function(name) if is_math_function(&name) => self.function(input, &name, depth + 1),
            Token::Ident(name) => self.constant(&name),
            _ => invalid(),
        }
    }

    fn dimension(&self, value: f32, unit: &str) -> Parsed<Math> {
        if let Some(unit) = LengthUnit::from_name(unit) {
            return Ok(Math::Length(CalcNode::Px(self.cx.length(value, unit))));
        }
        if let Some(degrees) = super::number::degrees_of(value, unit) {
            return Ok(Math::Angle(degrees));
        }
        Ok(match_ignore_ascii_case! { unit,
            "s" => Math::Time(value),
            "ms" => Math::Time(value / 1000.0),
            "fr" => Math::Flex(value),
            "dppx" | "x" => Math::Resolution(value),
            "dpi" => Math::Resolution(value / 96.0),
            "dpcm" => Math::Resolution(value * 2.54 / 96.0),
            _ => return invalid(),
        })
    }

    fn constant(&self, name: &str) -> Parsed<Math> {
        if let Some((_, value)) = self.channels.iter().find(|(channel, _)| channel.eq_ignore_ascii_case(name)) {
            return Ok(Math::Number(*value));
        }
        Ok(Math::Number(match_ignore_ascii_case! { name,
            "e" => std::f32::consts::E,
            "pi" => std::f32::consts::PI,
            "infinity" => f32::INFINITY,
            "-infinity" => f32::NEG_INFINITY,
            "nan" => f32::NAN,
            _ => return invalid(),
        }))
    }

    fn list(&self, input: &mut Parser<'_>, depth: usize) -> Parsed<Vec<Math>> {
        let mut list = vec![self.sum(input, depth)?];
        while comma(input) {
            list.push(self.sum(input, depth)?);
        }
        Ok(list)
    }

    fn arguments<const N: usize>(&self, input: &mut Parser<'_>, depth: usize) -> Parsed<[Math; N]> {
        self.list(input, depth)?.try_into().map_err(|_| ParseError::unexpected_token())
    }

    /// [§ 10.2](https://www.w3.org/TR/css-values-4/#funcdef-clamp): either bound may be `none`.
    fn clamp(&self, input: &mut Parser<'_>, depth: usize) -> Parsed<Math> {
        let none = |input: &mut Parser<'_>| input.try_parse(|input| input.expect_ident_matching("none")).is_ok();
        let low = if none(input) { None } else { Some(self.sum(input, depth)?) };
        input.expect_comma()?;
        let center = self.sum(input, depth)?;
        input.expect_comma()?;
        let high = if none(input) { None } else { Some(self.sum(input, depth)?) };
        match (low, high) {
            (None, None) => Ok(center),
            (Some(low), None) => fold_list("max", vec![low, center]),
            (None, Some(high)) => fold_list("min", vec![center, high]),
            (Some(low), Some(high)) => {
                same_type(&low, &center)?;
                same_type(&low, &high)?;
                if let (Ok(a), Ok(b), Ok(c)) = (scalar(&low), scalar(&center), scalar(&high)) {
                    return Ok(with_scalar(&center, b.min(c).max(a)));
                }
                let nodes = [length(low)?, length(center)?, length(high)?];
                Ok(Math::Length(CalcNode::Clamp(Arc::new(nodes))))
            }
        }
    }

    fn round(&self, input: &mut Parser<'_>, depth: usize) -> Parsed<Math> {
        let strategy = input.try_parse(|input| -> Parsed<_> {
            let strategy = match_ignore_ascii_case! { input.expect_ident()?,
                "nearest" => RoundingStrategy::Nearest,
                "up" => RoundingStrategy::Up,
                "down" => RoundingStrategy::Down,
                "to-zero" => RoundingStrategy::ToZero,
                _ => return invalid(),
            };
            input.expect_comma()?;
            Ok(strategy)
        });
        let strategy = strategy.unwrap_or_default();
        let value = self.sum(input, depth)?;
        let step = if comma(input) { self.sum(input, depth)? } else { Math::Number(1.0) };
        same_type(&value, &step)?;
        if let (Ok(a), Ok(b)) = (scalar(&value), scalar(&step)) {
            return Ok(with_scalar(&value, round(strategy, a, b)));
        }
        Ok(Math::Length(CalcNode::Round(strategy, Arc::new([length(value)?, length(step)?]))))
    }
}

/// The plain value of a result without percentages.
fn scalar(value: &Math) -> Parsed<f32> {
    match value {
        Math::Number(v) | Math::Angle(v) | Math::Time(v) | Math::Resolution(v) | Math::Flex(v) => Ok(*v),
        Math::Length(CalcNode::Px(v)) => Ok(*v),
        Math::Length(_) => invalid(),
    }
}

fn with_scalar(model: &Math, value: f32) -> Math {
    match model {
        Math::Number(_) => Math::Number(value),
        Math::Angle(_) => Math::Angle(value),
        Math::Time(_) => Math::Time(value),
        Math::Resolution(_) => Math::Resolution(value),
        Math::Flex(_) => Math::Flex(value),
        Math::Length(_) => Math::Length(CalcNode::Px(value)),
    }
}

fn same_type(a: &Math, b: &Math) -> Parsed<()> {
    if std::mem::discriminant(a) == std::mem::discriminant(b) { Ok(()) } else { invalid() }
}

fn number(value: &Math) -> Parsed<f32> {
    if let Math::Number(value) = value { Ok(*value) } else { invalid() }
}

fn length(value: Math) -> Parsed<CalcNode> {
    if let Math::Length(node) = value { Ok(node) } else { invalid() }
}

fn add(a: Math, b: Math) -> Parsed<Math> {
    same_type(&a, &b)?;
    match (a, b) {
        (Math::Length(a), Math::Length(b)) => Ok(Math::Length(add_nodes(a, b))),
        (a, b) => Ok(with_scalar(&a, scalar(&a)? + scalar(&b)?)),
    }
}

/// The sum, with px and percentages each put together.
fn add_nodes(a: CalcNode, b: CalcNode) -> CalcNode {
    let mut terms = if let CalcNode::Sum(terms) = a { terms } else { vec![a] };
    let added = if let CalcNode::Sum(terms) = b { terms } else { vec![b] };
    for term in added {
        let merged = terms.iter_mut().any(|existing| match (existing, &term) {
            (CalcNode::Px(a), CalcNode::Px(b)) | (CalcNode::Percentage(a), CalcNode::Percentage(b)) => {
                *a += b;
                true
            }
            _ => false,
        });
        if !merged {
            terms.push(term);
        }
    }
    if terms.len() == 1 { terms.swap_remove(0) } else { CalcNode::Sum(terms) }
}

fn scale(value: Math, factor: f32) -> Math {
    match value {
        Math::Length(node) => Math::Length(map_terms(node, &|v| v * factor, factor)),
        other => with_scalar(&other, scalar(&other).unwrap_or(0.0) * factor),
    }
}

/// A division is no multiplication by the inverse, which would round twice.
fn divide(value: Math, divisor: f32) -> Math {
    match value {
        Math::Length(node) => Math::Length(map_terms(node, &|v| v / divisor, 1.0 / divisor)),
        other => with_scalar(&other, scalar(&other).unwrap_or(0.0) / divisor),
    }
}

fn map_terms(node: CalcNode, term: &dyn Fn(f32) -> f32, factor: f32) -> CalcNode {
    match node {
        CalcNode::Px(v) => CalcNode::Px(term(v)),
        CalcNode::Percentage(v) => CalcNode::Percentage(term(v)),
        CalcNode::Sum(terms) => CalcNode::Sum(terms.into_iter().map(|node| map_terms(node, term, factor)).collect()),
        CalcNode::Product(node, old) => CalcNode::Product(node, old * factor),
        other => CalcNode::Product(Arc::new(other), factor),
    }
}

/// `min()`, `max()`, `hypot()`
fn fold_list(name: &str, list: Vec<Math>) -> Parsed<Math> {
    let Some(first) = list.first().cloned() else { return invalid() };
    for value in &list {
        same_type(&first, value)?;
    }
    if let Ok(scalars) = list.iter().map(scalar).collect::<Parsed<Vec<f32>>>() {
        let result = match name {
            // NaN is infectious in CSS, unlike in `f32::min`.
            _ if scalars.iter().any(|v| v.is_nan()) => f32::NAN,
            "min" => scalars.into_iter().fold(f32::INFINITY, f32::min),
            "max" => scalars.into_iter().fold(f32::NEG_INFINITY, f32::max),
            _ => scalars.into_iter().map(|v| v * v).sum::<f32>().sqrt(),
        };
        return Ok(with_scalar(&first, result));
    }
    let nodes = list.into_iter().map(length).collect::<Parsed<Vec<_>>>()?;
    Ok(Math::Length(match name {
        _ if nodes.len() == 1 && name != "hypot" => nodes.into_iter().next().unwrap_or(CalcNode::Px(0.0)),
        "min" => CalcNode::Min(nodes),
        "max" => CalcNode::Max(nodes),
        _ => CalcNode::Hypot(nodes),
    }))
}

fn modulus(remainder: bool, value: Math, step: Math) -> Parsed<Math> {
    same_type(&value, &step)?;
    if let (Ok(a), Ok(b)) = (scalar(&value), scalar(&step)) {
        return Ok(with_scalar(&value, if remainder { a % b } else { a - b * (a / b).floor() }));
    }
    let nodes = Arc::new([length(value)?, length(step)?]);
    Ok(Math::Length(if remainder { CalcNode::Rem(nodes) } else { CalcNode::Mod(nodes) }))
}

fn absolute(value: Math) -> Parsed<Math> {
    match scalar(&value) {
        Ok(v) => Ok(with_scalar(&value, v.abs())),
        Err(_) => Ok(Math::Length(CalcNode::Abs(Arc::new(length(value)?)))),
    }
}

fn sign(value: Math) -> Parsed<f32> {
    let value = match &value {
        // The sign of a plain percentage is known without its basis.
        Math::Length(CalcNode::Percentage(v)) => *v,
        other => scalar(other)?,
    };
    Ok(if value == 0.0 || value.is_nan() { value } else { value.signum() })
}

/// The functions of one number, and the trigonometric ones, which take numbers or angles.
fn one_argument(name: &str, value: Math) -> Parsed<Math> {
    let radians = |value: &Math| match value {
        Math::Angle(degrees) => Ok(degrees.to_radians()),
        other => number(other),
    };
    Ok(match name {
        "sin" => Math::Number(exact(&value, [0.0, 1.0, 0.0, -1.0]).map_or_else(|| radians(&value).map(f32::sin), Ok)?),
        "cos" => Math::Number(exact(&value, [1.0, 0.0, -1.0, 0.0]).map_or_else(|| radians(&value).map(f32::cos), Ok)?),
        "tan" => Math::Number(
            exact(&value, [0.0, f32::INFINITY, 0.0, f32::NEG_INFINITY])
                .map_or_else(|| radians(&value).map(f32::tan), Ok)?,
        ),
        "asin" => Math::Angle(number(&value)?.asin().to_degrees()),
        "acos" => Math::Angle(number(&value)?.acos().to_degrees()),
        "atan" => Math::Angle(number(&value)?.atan().to_degrees()),
        "sqrt" => Math::Number(number(&value)?.sqrt()),
        "exp" => Math::Number(number(&value)?.exp()),
        _ => return invalid(),
    })
}

/// The exact results at multiples of a right angle, where the functions of radians are slightly off.
fn exact(value: &Math, quarters: [f32; 4]) -> Option<f32> {
    let Math::Angle(degrees) = value else { return None };
    let quarter = degrees / 90.0;
    if quarter.fract() != 0.0 || !quarter.is_finite() {
        return None;
    }
    Some(quarters[quarter.rem_euclid(4.0) as usize % 4])
}
