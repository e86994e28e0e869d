//! The shapes most shorthands have.

use super::Shorthand;
use crate::css::values::Parsed;
use crate::css::values::parse::{invalid, slash};

/// A shorthand that takes CSS-wide keywords alone.
pub(super) fn nothing(_: Shorthand<'_, '_>) -> Parsed<()> {
    invalid()
}

/// One to four values: top, right, bottom, left.
pub(super) fn sides(mut shorthand: Shorthand<'_, '_>) -> Parsed<()> {
    let top = shorthand.parse(0)?;
    let right = shorthand.try_parse(1).ok();
    let bottom = if right.is_some() { shorthand.try_parse(2).ok() } else { None };
    let left = if bottom.is_some() { shorthand.try_parse(3).ok() } else { None };
    let right = right.unwrap_or_else(|| top.clone());
    let bottom = bottom.unwrap_or_else(|| top.clone());
    let left = left.unwrap_or_else(|| right.clone());
    for (index, value) in [top, right, bottom, left].into_iter().enumerate() {
        shorthand.declare(index, value);
    }
    Ok(())
}

/// One or two values; one stands for both.
pub(super) fn pair(mut shorthand: Shorthand<'_, '_>) -> Parsed<()> {
    let start = shorthand.input.state();
    let first = shorthand.parse(0)?;
    let second = match shorthand.try_parse(1) {
        Ok(second) => second,
        Err(_) => {
            // The same text once more, as a value of the other longhand.
            shorthand.input.reset(&start);
            shorthand.parse(1)?
        }
    };
    shorthand.declare(0, first);
    shorthand.declare(1, second);
    Ok(())
}

/// Values of the longhands in any order, each at most once, one at least.
pub(super) fn any_order(mut shorthand: Shorthand<'_, '_>) -> Parsed<()> {
    let mut values = vec![None; shorthand.targets.len()];
    let mut found = true;
    while found && !shorthand.input.is_exhausted() {
        found = false;
        for (index, value) in values.iter_mut().enumerate() {
            if value.is_none()
                && let Ok(parsed) = shorthand.try_parse(index)
            {
                *value = Some(parsed);
                found = true;
                break;
            }
        }
    }
    if values.iter().all(Option::is_none) {
        return invalid();
    }
    shorthand.declare_all(values);
    Ok(())
}

/// `<first> [ / <second> ]?`
pub(super) fn with_slash(mut shorthand: Shorthand<'_, '_>) -> Parsed<()> {
    let first = shorthand.parse(0)?;
    let second = if slash(shorthand.input) { Some(shorthand.parse(1)?) } else { None };
    shorthand.declare_all(vec![Some(first), second]);
    Ok(())
}
