//! Parsing of grid values; their types are in [`super::alignment`].
//!
//! Spec: <https://www.w3.org/TR/css-grid-2/>.

use std::sync::Arc;

use cssparser::{Parser, Token, match_ignore_ascii_case};

use super::alignment::{
    GridArea, GridAutoFlow, GridAutoTracks, GridLine, GridTemplate, GridTemplateAreas, LineNames, RepeatCount,
    TrackBreadth, TrackListItem, TrackSize,
};
use super::length::{LengthPercentage, Range};
use super::math::Math;
use super::number::{censor, integer, math_function};
use super::parse::{CssValue, Parsed, ParserContext, custom_ident, invalid, keyword};
use crate::limits::MAX_GRID_TRACKS;

impl TrackBreadth {
    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        let start = input.state();
        match input.next()? {
            Token::Dimension { value, unit, .. } if unit.eq_ignore_ascii_case("fr") => {
                if *value >= 0.0 {
                    Ok(Self::Fraction(*value))
                } else {
                    invalid()
                }
            }
            Token::Ident(name) => Ok(match_ignore_ascii_case! { name,
                "min-content" => Self::MinContent,
                "max-content" => Self::MaxContent,
                "auto" => Self::Auto,
                _ => return invalid(),
            }),
            Token::Function(_) => {
                input.reset(&start);
                match math_function(cx, input)? {
                    Math::Length(node) => {
                        Ok(Self::LengthPercentage(LengthPercentage::from_calc(node, Range::NonNegative)))
                    }
                    Math::Flex(value) => Ok(Self::Fraction(censor(value).max(0.0))),
                    _ => invalid(),
                }
            }
            _ => {
                input.reset(&start);
                LengthPercentage::parse_in(cx, input, Range::NonNegative).map(Self::LengthPercentage)
            }
        }
    }
}

impl TrackSize {
    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        if let Ok(breadth) = input.try_parse(|input| TrackBreadth::parse(cx, input)) {
            return Ok(Self::Breadth(breadth));
        }
        let name = input.expect_function()?.clone();
        input.parse_nested_block(|input| {
            match_ignore_ascii_case! { &name,
                "minmax" => {
                    let min = TrackBreadth::parse(cx, input)?;
                    if matches!(min, TrackBreadth::Fraction(_)) {
                        return invalid();
                    }
                    input.expect_comma()?;
                    Ok(Self::MinMax(min, TrackBreadth::parse(cx, input)?))
                },
                "fit-content" => LengthPercentage::parse_in(cx, input, Range::NonNegative).map(Self::FitContent),
                _ => invalid(),
            }
        })
    }

    /// Whether a bound is a length or percentage, as `auto-fill` needs.
    fn is_fixed(&self) -> bool {
        let fixed = |breadth: &TrackBreadth| matches!(breadth, TrackBreadth::LengthPercentage(_));
        match self {
            Self::Breadth(breadth) => fixed(breadth),
            Self::MinMax(min, max) => fixed(min) || fixed(max),
            Self::FitContent(_) => false,
        }
    }
}

/// `'[' <custom-ident>* ']'`, empty where there is none.
fn line_names(input: &mut Parser<'_>) -> Parsed<Vec<Arc<str>>> {
    let start = input.state();
    if !matches!(input.next(), Ok(Token::SquareBracketBlock)) {
        input.reset(&start);
        return Ok(Vec::new());
    }
    input.parse_nested_block(|input| {
        let mut names = Vec::new();
        while !input.is_exhausted() {
            names.push(custom_ident(input, &["span", "auto"])?);
        }
        Ok(names)
    })
}

fn repeat_count(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<RepeatCount> {
    if keyword(input, "auto-fill") {
        return Ok(RepeatCount::AutoFill);
    }
    if keyword(input, "auto-fit") {
        return Ok(RepeatCount::AutoFit);
    }
    let count = integer(cx, input)?;
    if count < 1 {
        return invalid();
    }
    Ok(RepeatCount::Count(count.min(i32::from(MAX_GRID_TRACKS)) as u16))
}

fn repeat(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<TrackListItem> {
    input.expect_function_matching("repeat")?;
    input.parse_nested_block(|input| {
        let count = repeat_count(cx, input)?;
        input.expect_comma()?;
        let mut names: Vec<LineNames> = vec![line_names(input)?.into()];
        let mut tracks = Vec::new();
        while !input.is_exhausted() {
            tracks.push(TrackSize::parse(cx, input)?);
            names.push(line_names(input)?.into());
        }
        let auto = !matches!(count, RepeatCount::Count(_));
        if tracks.is_empty() || (auto && !tracks.iter().all(TrackSize::is_fixed)) {
            return invalid();
        }
        Ok(TrackListItem::Repeat(count, tracks, names))
    })
}

impl GridTemplate {
    /// `<track-list> | <auto-track-list>`, to the end of the value or a slash.
    pub(crate) fn parse_track_list(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        let mut names: Vec<LineNames> = vec![line_names(input)?.into()];
        let mut items = Vec::new();
        let mut auto_repeats = 0;
        loop {
            let item = if let Ok(item) = input.try_parse(|input| repeat(cx, input)) {
                auto_repeats += u32::from(!matches!(item, TrackListItem::Repeat(RepeatCount::Count(_), ..)));
                item
            } else if let Ok(size) = input.try_parse(|input| TrackSize::parse(cx, input)) {
                TrackListItem::Track(size)
            } else {
                break;
            };
            items.push(item);
            names.push(line_names(input)?.into());
        }
        if items.is_empty() || auto_repeats > 1 || items.len() > MAX_GRID_TRACKS as usize {
            return invalid();
        }
        Ok(Self::TrackList { items: items.into(), names: names.into() })
    }

    fn parse_subgrid(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        let mut lines: Vec<LineNames> = Vec::new();
        loop {
            if let Ok(repeated) = input.try_parse(|input| subgrid_repeat(cx, input)) {
                lines.extend(repeated);
            } else {
                let start = input.state();
                if !matches!(input.next(), Ok(Token::SquareBracketBlock)) {
                    input.reset(&start);
                    return Ok(Self::Subgrid(lines.into()));
                }
                input.reset(&start);
                lines.push(line_names(input)?.into());
            }
            if lines.len() > MAX_GRID_TRACKS as usize {
                return invalid();
            }
        }
    }
}

fn subgrid_repeat(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Vec<LineNames>> {
    input.expect_function_matching("repeat")?;
    input.parse_nested_block(|input| {
        let count = repeat_count(cx, input)?;
        input.expect_comma()?;
        let mut once: Vec<LineNames> = Vec::new();
        while !input.is_exhausted() {
            once.push(line_names(input)?.into());
        }
        // NOTE: `auto-fill` lines of a subgrid are named once; how many there are only the parent grid knows.
        let times = if let RepeatCount::Count(count) = count { usize::from(count) } else { 1 };
        if once.is_empty() || once.len().saturating_mul(times) > MAX_GRID_TRACKS as usize {
            return invalid();
        }
        Ok(std::iter::repeat_n(once, times).flatten().collect())
    })
}

impl CssValue for GridTemplate {
    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        if keyword(input, "none") {
            return Ok(Self::None);
        }
        if keyword(input, "subgrid") {
            return Self::parse_subgrid(cx, input);
        }
        Self::parse_track_list(cx, input)
    }
}

impl CssValue for GridAutoTracks {
    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        let mut tracks = vec![TrackSize::parse(cx, input)?];
        while let Ok(size) = input.try_parse(|input| TrackSize::parse(cx, input)) {
            tracks.push(size);
        }
        Ok(Self(tracks.into()))
    }
}

impl CssValue for GridAutoFlow {
    fn parse(_cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        let (mut axis, mut dense) = (None, false);
        while let Ok(name) = input.try_parse(|input| input.expect_ident_cloned()) {
            match_ignore_ascii_case! { &name,
                "row" if axis.is_none() => axis = Some(false),
                "column" if axis.is_none() => axis = Some(true),
                "dense" if !dense => dense = true,
                _ => return invalid(),
            }
        }
        if axis.is_none() && !dense { invalid() } else { Ok(Self { column: axis.unwrap_or(false), dense }) }
    }
}

impl GridTemplateAreas {
    /// The areas that rows of cell names make; each must be a rectangle.
    pub(crate) fn from_rows(rows: &[Box<str>]) -> Parsed<Self> {
        let mut areas: Vec<GridArea> = Vec::new();
        let mut columns = 0;
        if rows.is_empty() || rows.len() > MAX_GRID_TRACKS as usize {
            return invalid();
        }
        for (row, text) in rows.iter().enumerate() {
            let cells = text.split_ascii_whitespace().flat_map(split_cell_token).collect::<Vec<_>>();
            if cells.is_empty() || cells.len() > MAX_GRID_TRACKS as usize || (row > 0 && cells.len() != columns) {
                return invalid();
            }
            columns = cells.len();
            let mut column = 0;
            while column < cells.len() {
                let name = cells[column];
                let start = column;
                while column < cells.len() && cells[column] == name {
                    column += 1;
                }
                if !name.starts_with('.') {
                    place(&mut areas, name, row as u16, start as u16, column as u16)?;
                }
            }
        }
        Ok(Self { areas: areas.into(), rows: rows.len() as u16, columns: columns as u16 })
    }
}

/// Full stops are cells of their own even next to a name.
fn split_cell_token(token: &str) -> Vec<&str> {
    let mut cells = Vec::new();
    let mut rest = token;
    while !rest.is_empty() {
        let is_null = rest.starts_with('.');
        let end = rest.find(|c| (c == '.') != is_null).unwrap_or(rest.len());
        cells.push(&rest[..end]);
        rest = &rest[end..];
    }
    cells
}

fn place(areas: &mut Vec<GridArea>, name: &str, row: u16, start: u16, end: u16) -> Parsed<()> {
    match areas.iter_mut().find(|area| &*area.name == name) {
        Some(area) if area.row_end == row + 1 && area.column_start == start + 1 && area.column_end == end + 1 => {
            area.row_end = row + 2;
            Ok(())
        }
        Some(_) => invalid(),
        None => {
            areas.push(GridArea {
                name: name.into(),
                row_start: row + 1,
                row_end: row + 2,
                column_start: start + 1,
                column_end: end + 1,
            });
            Ok(())
        }
    }
}

impl CssValue for GridTemplateAreas {
    fn parse(_cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        if keyword(input, "none") {
            return Ok(Self::default());
        }
        let mut rows = vec![Box::from(input.expect_string()?.as_ref())];
        while let Ok(row) = input.try_parse(|input| input.expect_string_cloned()) {
            rows.push(Box::from(row.as_ref()));
        }
        Self::from_rows(&rows)
    }
}

impl CssValue for GridLine {
    /// `auto | <custom-ident> | <integer> && <custom-ident>? | span && [ <integer> || <custom-ident> ]`
    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        if keyword(input, "auto") {
            return Ok(Self::Auto);
        }
        let (mut span, mut number, mut name) = (false, None, None);
        loop {
            if !span && keyword(input, "span") {
                span = true;
            } else if number.is_none()
                && let Ok(value) = input.try_parse(|input| integer(cx, input))
            {
                number = Some(value);
            } else if name.is_none()
                && let Ok(ident) = input.try_parse(|input| custom_ident(input, &["span", "auto"]))
            {
                name = Some(ident);
            } else {
                break;
            }
        }
        let limit = i32::from(MAX_GRID_TRACKS);
        match (span, number, name) {
            (_, Some(0), _) | (_, None, None) => invalid(),
            (true, Some(count), _) if count < 0 => invalid(),
            (true, count, name) => Ok(Self::Span(count.unwrap_or(1).clamp(1, limit).unsigned_abs(), name)),
            (false, Some(line), name) => Ok(Self::Line(line.clamp(-limit, limit), name)),
            (false, None, Some(name)) => Ok(Self::Named(name)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::css::values::UrlBase;

    fn parse<T: CssValue>(text: &str) -> Option<T> {
        let cx = ParserContext::new(false, UrlBase::none());
        Parser::new(text).parse_entirely(|input| T::parse(&cx, input)).ok()
    }

    #[test]
    fn track_lists() {
        let GridTemplate::TrackList { items, names } =
            parse("[a] 1fr repeat(2, minmax(0, 1fr) [b]) 20% [c d]").unwrap()
        else {
            panic!()
        };
        assert_eq!(items.len(), 3);
        assert_eq!(names.len(), 4);
        assert_eq!(names[3].len(), 2);
        assert!(parse::<GridTemplate>("repeat(auto-fill, 1fr)").is_none());
        assert!(parse::<GridTemplate>("repeat(auto-fill, minmax(10px, 1fr))").is_some());
        assert!(parse::<GridTemplate>("repeat(auto-fill, 1px) repeat(auto-fit, 1px)").is_none());
    }

    #[test]
    fn areas_are_rectangles() {
        let areas: GridTemplateAreas = parse("'a a b' 'a a .'").unwrap();
        assert_eq!((areas.rows, areas.columns, areas.areas.len()), (2, 3, 2));
        assert_eq!((areas.areas[0].row_end, areas.areas[0].column_end), (3, 3));
        assert!(parse::<GridTemplateAreas>("'a b' 'b a'").is_none());
        assert!(parse::<GridTemplateAreas>("'a b' 'a'").is_none());
    }

    #[test]
    fn lines() {
        assert_eq!(parse::<GridLine>("span 2"), Some(GridLine::Span(2, None)));
        assert_eq!(parse::<GridLine>("-1"), Some(GridLine::Line(-1, None)));
        assert_eq!(parse::<GridLine>("main 2"), Some(GridLine::Line(2, Some("main".into()))));
        assert_eq!(parse::<GridLine>("0"), None);
    }
}
