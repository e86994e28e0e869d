//! `border`, `border-radius`, `border-image`.

use super::super::declaration::PropertyDeclaration;
use super::Shorthand;
use crate::css::values::background::{CornerRadius, four_sides};
use crate::css::values::length::{LengthPercentage, Range};
use crate::css::values::parse::{invalid, slash};
use crate::css::values::{Parsed, Specified};

/// Width, style and colour in any order for all sides: the targets are the sides' widths, styles, colours, and what
/// else
/// is reset.
pub(super) fn border(mut shorthand: Shorthand<'_, '_>) -> Parsed<()> {
    // `border` has four sides, the flow-relative ones have two.
    let sides = if shorthand.targets.len() > 6 { 4 } else { 2 };
    let mut values: [Option<PropertyDeclaration>; 3] = [None, None, None];
    let mut found = true;
    while found && !shorthand.input.is_exhausted() {
        found = false;
        for (part, value) in values.iter_mut().enumerate() {
            if value.is_none()
                && let Ok(parsed) = shorthand.try_parse(part * sides)
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
    for (part, value) in values.into_iter().enumerate() {
        for side in 0..sides {
            match &value {
                Some(value) => shorthand.declare(part * sides + side, value.clone()),
                None => shorthand.declare_initial(part * sides + side),
            }
        }
    }
    for rest in 3 * sides..shorthand.targets.len() {
        shorthand.declare_initial(rest);
    }
    Ok(())
}

/// `<length-percentage>{1,4} [ / <length-percentage>{1,4} ]?`
pub(super) fn border_radius(mut shorthand: Shorthand<'_, '_>) -> Parsed<()> {
    let cx = shorthand.cx;
    let input = &mut *shorthand.input;
    let mut piece = |input: &mut cssparser::Parser<'_>| {
        input.skip_whitespace();
        let start = input.position();
        LengthPercentage::parse_in(cx, input, Range::NonNegative)?;
        Ok(input.slice_from(start).to_owned())
    };
    let horizontal = four_sides(input, &mut piece)?;
    if input.is_exhausted() {
        if horizontal.iter().all(|text| *text == horizontal[0]) {
            let mut input = cssparser::Parser::new(&horizontal[0]);
            let value = PropertyDeclaration::BorderTopLeftRadius(Specified::<CornerRadius>::parse(cx, &mut input)?);
            for corner in 0..4 {
                shorthand.declare(corner, value.clone());
            }
            return Ok(());
        }
        for (corner, text) in horizontal.iter().enumerate() {
            shorthand.parse_text(corner, text)?;
        }
        return Ok(());
    }
    input.expect_delim('/')?;
    let vertical = four_sides(input, &mut piece)?;
    for corner in 0..4 {
        shorthand.parse_text(corner, &format!("{} {}", horizontal[corner], vertical[corner]))?;
    }
    Ok(())
}

/// `<source> || <slice> [ / <width> | / <width>? / <outset> ]? || <repeat>`
pub(super) fn border_image(mut shorthand: Shorthand<'_, '_>) -> Parsed<()> {
    const SOURCE: usize = 0;
    const SLICE: usize = 1;
    const WIDTH: usize = 2;
    const OUTSET: usize = 3;
    const REPEAT: usize = 4;
    let mut values: Vec<Option<PropertyDeclaration>> = vec![None; 5];
    while !shorthand.input.is_exhausted() {
        if values[SLICE].is_none()
            && let Ok(slice) = shorthand.try_parse(SLICE)
        {
            values[SLICE] = Some(slice);
            if slash(shorthand.input) {
                values[WIDTH] = shorthand.try_parse(WIDTH).ok();
                if slash(shorthand.input) {
                    values[OUTSET] = Some(shorthand.parse(OUTSET)?);
                } else if values[WIDTH].is_none() {
                    return invalid();
                }
            }
            continue;
        }
        let next = [SOURCE, REPEAT].into_iter().find_map(|index| {
            if values[index].is_some() { None } else { Some((index, shorthand.try_parse(index).ok()?)) }
        });
        match next {
            Some((index, value)) => values[index] = Some(value),
            None => return invalid(),
        }
    }
    if values.iter().all(Option::is_none) {
        return invalid();
    }
    shorthand.declare_all(values);
    Ok(())
}
