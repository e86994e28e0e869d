//! Values of animations.
//!
//! Spec: <https://www.w3.org/TR/css-animations-1/>.

use std::sync::Arc;

use cssparser::{Parser, Token, match_ignore_ascii_case};

use super::keyword::keyword_enum;
use super::math::Math;
use super::number::{censor, integer, math_function, non_negative_number, number};
use super::parse::{CssValue, Parsed, ParserContext, comma, custom_ident, invalid, keyword};

keyword_enum! {
    /// `animation-direction`
    pub enum AnimationDirection {
        Normal = "normal", Reverse = "reverse", Alternate = "alternate", AlternateReverse = "alternate-reverse"
    }
}
keyword_enum! {
    /// `animation-fill-mode`
    pub enum AnimationFillMode { None = "none", Forwards = "forwards", Backwards = "backwards", Both = "both" }
}
keyword_enum! {
    /// `animation-play-state`
    pub enum AnimationPlayState { Running = "running", Paused = "paused" }
}

/// `animation-name`: the keyframes, `None` for `none`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AnimationName(pub Option<Arc<str>>);

/// A time in seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Seconds(pub f32);

/// `animation-iteration-count`, perhaps infinite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IterationCount(pub f32);

/// An easing function.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum EasingFunction {
    /// `linear`
    Linear,
    /// `cubic-bezier()` and the keywords that are short for one.
    CubicBezier([f32; 4]),
    /// `steps()`: how many, and whether the jump is at the start of each.
    Steps(u32, bool),
}

impl EasingFunction {
    /// `ease`
    pub const EASE: Self = Self::CubicBezier([0.25, 0.1, 0.25, 1.0]);
}

impl CssValue for AnimationName {
    fn parse(_cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        if keyword(input, "none") {
            return Ok(Self(None));
        }
        if let Ok(name) = input.try_parse(|input| input.expect_string_cloned()) {
            return Ok(Self(Some(name.as_ref().into())));
        }
        custom_ident(input, &[]).map(|name| Self(Some(name)))
    }
}

impl CssValue for Seconds {
    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        let start = input.state();
        match input.next()? {
            Token::Dimension { value, unit, .. } => Ok(Self(match_ignore_ascii_case! { unit,
                "s" => *value,
                "ms" => *value / 1000.0,
                _ => return invalid(),
            })),
            Token::Ident(name) if name.eq_ignore_ascii_case("auto") => Ok(Self(0.0)),
            Token::Function(_) => {
                input.reset(&start);
                match math_function(cx, input)? {
                    Math::Time(value) => Ok(Self(censor(value))),
                    _ => invalid(),
                }
            }
            _ => invalid(),
        }
    }
}

impl CssValue for IterationCount {
    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        if keyword(input, "infinite") {
            return Ok(Self(f32::INFINITY));
        }
        non_negative_number(cx, input).map(Self)
    }
}

impl CssValue for EasingFunction {
    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        let name = match input.next()?.clone() {
            Token::Ident(name) => {
                return Ok(match_ignore_ascii_case! { &name,
                    "linear" => Self::Linear,
                    "ease" => Self::EASE,
                    "ease-in" => Self::CubicBezier([0.42, 0.0, 1.0, 1.0]),
                    "ease-out" => Self::CubicBezier([0.0, 0.0, 0.58, 1.0]),
                    "ease-in-out" => Self::CubicBezier([0.42, 0.0, 0.58, 1.0]),
                    "step-start" => Self::Steps(1, true),
                    "step-end" => Self::Steps(1, false),
                    _ => return invalid(),
                });
            }
            Token::Function(name) => name,
            _ => return invalid(),
        };
        input.parse_nested_block(|input| {
            match_ignore_ascii_case! { &name,
                "cubic-bezier" => {
                    let mut points = [0.0; 4];
                    for (index, point) in points.iter_mut().enumerate() {
                        if index > 0 {
                            input.expect_comma()?;
                        }
                        *point = number(cx, input)?;
                    }
                    Ok(Self::CubicBezier(points))
                },
                "steps" => {
                    let count = integer(cx, input)?.max(1).unsigned_abs();
                    let mut at_start = false;
                    if comma(input) {
                        at_start = match_ignore_ascii_case! { input.expect_ident()?,
                            "start" | "jump-start" | "jump-both" => true,
                            "end" | "jump-end" | "jump-none" => false,
                            _ => return invalid(),
                        };
                    }
                    Ok(Self::Steps(count, at_start))
                },
                "linear" => {
                    while input.next().is_ok() {}
                    Ok(Self::Linear)
                },
                _ => invalid(),
            }
        })
    }
}
