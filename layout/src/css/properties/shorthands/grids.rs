//! `flex`, `columns` and the shorthands of grids.

use cssparser::{Parser, Token};

use super::super::declaration::PropertyDeclaration;
use super::Shorthand;
use crate::css::values::alignment::{GridAutoFlow, GridLine, GridTemplate, GridTemplateAreas};
use crate::css::values::length::{FlexBasis, LengthPercentage, NonNegativeNumber, Size};
use crate::css::values::parse::{invalid, keyword, slash};
use crate::css::values::{Parsed, Specified};

/// [§ 7.1](https://www.w3.org/TR/css-flexbox-1/#flex-property)
pub(super) fn flex(shorthand: Shorthand<'_, '_>) -> Parsed<()> {
    let number = |value| Specified::Ready(NonNegativeNumber(value));
    let mut declare = |grow, shrink, basis| {
        shorthand.out.push(PropertyDeclaration::FlexGrow(grow));
        shorthand.out.push(PropertyDeclaration::FlexShrink(shrink));
        shorthand.out.push(PropertyDeclaration::FlexBasis(basis));
    };
    if keyword(shorthand.input, "none") {
        declare(number(0.0), number(0.0), Specified::Ready(FlexBasis(Size::Auto)));
        return Ok(());
    }
    let (mut grow, mut shrink, mut basis) = (None, None, None);
    while !shorthand.input.is_exhausted() {
        let cx = shorthand.cx;
        let factor = |input: &mut Parser<'_>| Specified::<NonNegativeNumber>::parse(cx, input);
        if grow.is_none()
            && let Ok(value) = shorthand.input.try_parse(factor)
        {
            grow = Some(value);
            shrink = shorthand.input.try_parse(factor).ok();
        } else if basis.is_none()
            && let Ok(value) = shorthand.input.try_parse(|input| Specified::<FlexBasis>::parse(cx, input))
        {
            basis = Some(value);
        } else {
            return invalid();
        }
    }
    if grow.is_none() && basis.is_none() {
        return invalid();
    }
    let zero = FlexBasis(Size::LengthPercentage(LengthPercentage::Percentage(0.0)));
    declare(
        grow.unwrap_or_else(|| number(1.0)),
        shrink.unwrap_or_else(|| number(1.0)),
        basis.unwrap_or(Specified::Ready(zero)),
    );
    Ok(())
}

/// [§ 3.3](https://www.w3.org/TR/css-multicol-1/#columns): `auto` stands for whichever of both is not given.
pub(super) fn columns(mut shorthand: Shorthand<'_, '_>) -> Parsed<()> {
    let mut values = vec![None, None];
    let mut autos = 0;
    while !shorthand.input.is_exhausted() {
        if keyword(shorthand.input, "auto") {
            autos += 1;
            continue;
        }
        let index =
            usize::from(values[0].is_some() || shorthand.try_parse(0).map(|value| values[0] = Some(value)).is_err());
        if index == 1 {
            if values[1].is_some() {
                return invalid();
            }
            values[1] = Some(shorthand.parse(1)?);
        }
    }
    let given = values.iter().flatten().count();
    if autos + given == 0 || autos + given > 2 {
        return invalid();
    }
    shorthand.declare_all(values);
    Ok(())
}

/// Lines between slashes. [§ 8.4](https://www.w3.org/TR/css-grid-2/#placement-shorthands): a line left out is the name
/// of
/// the opposite one, or else `auto`.
pub(super) fn grid_lines(mut shorthand: Shorthand<'_, '_>) -> Parsed<()> {
    let mut lines = vec![grid_line(&mut shorthand)?];
    while lines.len() < shorthand.targets.len() && slash(shorthand.input) {
        lines.push(grid_line(&mut shorthand)?);
    }
    let opposite = |line: &Specified<GridLine>| match line {
        Specified::Ready(GridLine::Named(name)) => Specified::Ready(GridLine::Named(name.clone())),
        _ => Specified::Ready(GridLine::Auto),
    };
    while lines.len() < shorthand.targets.len() {
        // In `grid-area` the column's start is opposite to the row's, and its end to its start.
        let from = if lines.len() == 3 { 1 } else { 0 };
        lines.push(opposite(&lines[from]));
    }
    for (index, line) in lines.into_iter().enumerate() {
        use super::LonghandId as L;
        shorthand.out.push(match shorthand.id(index) {
            L::GridRowStart => PropertyDeclaration::GridRowStart(line),
            L::GridRowEnd => PropertyDeclaration::GridRowEnd(line),
            L::GridColumnStart => PropertyDeclaration::GridColumnStart(line),
            _ => PropertyDeclaration::GridColumnEnd(line),
        });
    }
    Ok(())
}

fn grid_line(shorthand: &mut Shorthand<'_, '_>) -> Parsed<Specified<GridLine>> {
    Specified::parse(shorthand.cx, shorthand.input)
}

/// [§ 7.4](https://www.w3.org/TR/css-grid-2/#explicit-grid-shorthand)
pub(super) fn grid_template(mut shorthand: Shorthand<'_, '_>) -> Parsed<()> {
    template(&mut shorthand)
}

/// Targets 0 to 2 are rows, columns, areas.
fn template(shorthand: &mut Shorthand<'_, '_>) -> Parsed<()> {
    if shorthand
        .input
        .try_parse(|input| -> Parsed<()> {
            input.expect_ident_matching("none")?;
            Ok(input.expect_exhausted()?)
        })
        .is_ok()
    {
        (0..3).for_each(|index| shorthand.declare_initial(index));
        return Ok(());
    }
    if let Ok((rows_text, rows)) = shorthand.input.try_parse(rows_with_areas) {
        let columns = if slash(shorthand.input) { Some(explicit_tracks(shorthand)?) } else { None };
        shorthand.parse_text(0, &rows_text)?;
        match columns {
            Some(columns) => shorthand.declare(1, PropertyDeclaration::GridTemplateColumns(columns)),
            None => shorthand.declare_initial(1),
        }
        let areas = GridTemplateAreas::from_rows(&rows)?;
        shorthand.declare(2, PropertyDeclaration::GridTemplateAreas(Specified::Ready(areas)));
        return Ok(());
    }
    let rows = shorthand.parse(0)?;
    shorthand.input.expect_delim('/')?;
    let columns = shorthand.parse(1)?;
    shorthand.declare(0, rows);
    shorthand.declare(1, columns);
    shorthand.declare_initial(2);
    Ok(())
}

/// A track list that is no `none`.
fn explicit_tracks(shorthand: &mut Shorthand<'_, '_>) -> Parsed<Specified<GridTemplate>> {
    let tracks = Specified::<GridTemplate>::parse(shorthand.cx, shorthand.input)?;
    if matches!(tracks, Specified::Ready(GridTemplate::None)) { invalid() } else { Ok(tracks) }
}

/// `[ <line-names>? <string> <track-size>? <line-names>? ]+`: the rows as a track list, and the strings.
fn rows_with_areas(input: &mut Parser<'_>) -> Parsed<(String, Vec<Box<str>>)> {
    let (mut tracks, mut rows) = (String::new(), Vec::new());
    let mut names: Vec<String> = Vec::new();
    loop {
        while let Ok(text) = input.try_parse(bracketed) {
            names.push(text);
        }
        let Ok(row) = input.try_parse(|input| input.expect_string_cloned()) else { break };
        rows.push(Box::from(row.as_ref()));
        flush_names(&mut tracks, &mut names);
        input.skip_whitespace();
        let start = input.position();
        let size = input.try_parse(|input| -> Parsed<()> {
            match input.next()? {
                Token::Ident(_) | Token::Dimension { .. } | Token::Percentage { .. } | Token::Number { .. } => Ok(()),
                Token::Function(_) => input.parse_nested_block(|input| {
                    while input.next().is_ok() {}
                    Ok(())
                }),
                _ => invalid(),
            }
        });
        tracks.push(' ');
        tracks.push_str(if size.is_ok() { input.slice_from(start) } else { "auto" });
    }
    if rows.is_empty() {
        return invalid();
    }
    flush_names(&mut tracks, &mut names);
    Ok((tracks, rows))
}

/// The contents of a bracketed list of names.
fn bracketed(input: &mut Parser<'_>) -> Parsed<String> {
    input.expect_square_bracket_block()?;
    input.parse_nested_block(|input| {
        let start = input.position();
        while input.next().is_ok() {}
        Ok(input.slice_from(start).to_owned())
    })
}

/// Names after one row and before the next belong to one line.
fn flush_names(tracks: &mut String, names: &mut Vec<String>) {
    if !names.is_empty() {
        tracks.push_str(" [");
        tracks.push_str(&names.join(" "));
        tracks.push(']');
        names.clear();
    }
}

/// [§ 7.8](https://www.w3.org/TR/css-grid-2/#grid-shorthand); targets 3 to 5 are flow, automatic rows, automatic
/// columns.
pub(super) fn grid(mut shorthand: Shorthand<'_, '_>) -> Parsed<()> {
    const ROWS: usize = 0;
    const COLUMNS: usize = 1;
    const FLOW: usize = 3;
    const AUTO_ROWS: usize = 4;
    const AUTO_COLUMNS: usize = 5;
    let start = shorthand.input.state();
    let count = shorthand.out.len();
    if template(&mut shorthand).is_ok() && shorthand.input.is_exhausted() {
        (FLOW..=AUTO_COLUMNS).for_each(|index| shorthand.declare_initial(index));
        return Ok(());
    }
    shorthand.out.truncate(count);
    shorthand.input.reset(&start);
    let flow = |column, dense| PropertyDeclaration::GridAutoFlow(Specified::Ready(GridAutoFlow { column, dense }));
    if let Ok(dense) = shorthand.input.try_parse(auto_flow) {
        let rows = shorthand.try_parse(AUTO_ROWS).ok();
        shorthand.input.expect_delim('/')?;
        let columns = shorthand.parse(COLUMNS)?;
        let values = vec![None, Some(columns), None, Some(flow(false, dense)), rows, None];
        shorthand.declare_all(values);
        return Ok(());
    }
    let rows = shorthand.parse(ROWS)?;
    shorthand.input.expect_delim('/')?;
    let dense = auto_flow(shorthand.input)?;
    let columns = shorthand.try_parse(AUTO_COLUMNS).ok();
    shorthand.declare_all(vec![Some(rows), None, None, Some(flow(true, dense)), None, columns]);
    Ok(())
}

/// `auto-flow && dense?`: whether dense.
fn auto_flow(input: &mut Parser<'_>) -> Parsed<bool> {
    let before = keyword(input, "dense");
    input.expect_ident_matching("auto-flow")?;
    Ok(before || keyword(input, "dense"))
}
