//! `@counter-style` rules as definitions ([§ 3](https://www.w3.org/TR/css-counter-styles-3/#the-counter-style-rule)).

use std::sync::Arc;

use cssparser::{ParseError, Parser, Token};

use super::{Definition, System};
use crate::style::stylesheet::CounterStyleRule;

type Parsed<T> = Result<T, ParseError<()>>;

/// The definition of a rule, `None` where the rule defines no style.
pub(super) fn definition(rule: &CounterStyleRule) -> Option<Definition> {
    let descriptors = &rule.descriptors;
    let system = descriptors.parsed("system", system).unwrap_or(System::Symbolic);
    let symbols = descriptors.parsed("symbols", symbols);
    let weights = descriptors.parsed("additive-symbols", additive_symbols);
    let (system, symbols) = match (system, symbols, weights) {
        (System::Additive(_), _, weights) => (System::Additive(weights?), Vec::new()),
        // A style that extends another has that one's symbols.
        (system @ System::Extends(_), None, None) => (system, Vec::new()),
        (System::Extends(_), ..) => return None,
        (system @ (System::Alphabetic | System::Numeric), symbols, _) => (system, symbols.filter(|s| s.len() > 1)?),
        (system, symbols, _) => (system, symbols?),
    };
    Some(Definition {
        system,
        symbols,
        negative: descriptors.parsed("negative", |input| {
            let before = symbol(input)?;
            Ok((before, input.try_parse(symbol).unwrap_or_default()))
        }),
        prefix: descriptors.parsed("prefix", symbol),
        suffix: descriptors.parsed("suffix", symbol),
        range: descriptors.parsed("range", range).flatten(),
        pad: descriptors.parsed("pad", |input| {
            let before = input.try_parse(non_negative).ok();
            let symbol = symbol(input)?;
            let length = before.map_or_else(|| non_negative(input), Ok)?;
            Ok((length, symbol))
        }),
        fallback: descriptors.parsed("fallback", |input| Ok(Arc::from(&**input.expect_ident()?))),
    })
}

fn system(input: &mut Parser<'_>) -> Parsed<System> {
    let word = input.expect_ident()?.to_ascii_lowercase();
    Ok(match &*word {
        "cyclic" => System::Cyclic,
        "fixed" => System::Fixed(input.try_parse(Parser::expect_integer).unwrap_or(1)),
        "symbolic" => System::Symbolic,
        "alphabetic" => System::Alphabetic,
        "numeric" => System::Numeric,
        "additive" => System::Additive(Vec::new()),
        "extends" => System::Extends(Arc::from(&**input.expect_ident()?)),
        _ => return Err(ParseError::unexpected_token()),
    })
}

/// A `<symbol>`; images are not taken, as in browsers.
fn symbol(input: &mut Parser<'_>) -> Parsed<String> {
    match input.next()? {
        Token::QuotedString(text) | Token::Ident(text) => Ok(text.to_string()),
        _ => Err(ParseError::unexpected_token()),
    }
}

fn symbols(input: &mut Parser<'_>) -> Parsed<Vec<String>> {
    let mut all = vec![symbol(input)?];
    while !input.is_exhausted() {
        all.push(symbol(input)?);
    }
    Ok(all)
}

fn non_negative(input: &mut Parser<'_>) -> Parsed<usize> {
    usize::try_from(input.expect_integer()?).map_err(|_| ParseError::unexpected_token())
}

/// Weights must fall from one to the next.
fn additive_symbols(input: &mut Parser<'_>) -> Parsed<Vec<(u32, String)>> {
    let mut last = None;
    input.parse_comma_separated(|input| {
        let before = input.try_parse(non_negative).ok();
        let symbol = symbol(input)?;
        let weight = before.map_or_else(|| non_negative(input), Ok)?;
        if last.is_some_and(|last| weight >= last) {
            return Err(ParseError::unexpected_token());
        }
        last = Some(weight);
        Ok((u32::try_from(weight).unwrap_or(u32::MAX), symbol))
    })
}

/// `None` is `auto`.
fn range(input: &mut Parser<'_>) -> Parsed<Option<Vec<(i32, i32)>>> {
    if input.try_parse(|input| input.expect_ident_matching("auto")).is_ok() {
        return Ok(None);
    }
    let bound = |input: &mut Parser<'_>, infinite: i32| match input.try_parse(Parser::expect_integer) {
        Ok(number) => Ok(number),
        Err(_) => input.expect_ident_matching("infinite").map(|()| infinite),
    };
    let ranges = input.parse_comma_separated(|input| {
        let (low, high) = (bound(input, i32::MIN)?, bound(input, i32::MAX)?);
        if low > high { Err(ParseError::unexpected_token()) } else { Ok((low, high)) }
    })?;
    Ok(Some(ranges))
}
