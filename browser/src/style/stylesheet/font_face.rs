//! `@font-face`.
//!
//! Spec: <https://www.w3.org/TR/css-fonts-4/#font-face-rule>.

use std::ops::RangeInclusive;
use std::sync::Arc;

use cssparser::{Delimiter, ParseError, Parser, Token, UnicodeRange};
use url::Url;

use super::descriptor::Descriptors;

type Error = ParseError<()>;

/// A font that a page brings along.
#[derive(Clone, Debug, PartialEq)]
pub struct FontFaceRule {
    /// The name of the family.
    pub family: Arc<str>,
    /// Where to get it, best first.
    pub sources: Vec<FontSource>,
    /// The weights it covers, 1 to 1000; `None` for `auto`: what the font has.
    pub weight: Option<RangeInclusive<f32>>,
    /// The widths it covers, 1.0 is normal; `None` for `auto`.
    pub stretch: Option<RangeInclusive<f32>>,
    /// Upright or slanted; `None` for `auto`.
    pub style: Option<FontFaceStyle>,
    /// The characters it is for; empty for all.
    pub unicode_range: Vec<RangeInclusive<u32>>,
    /// `font-display`
    pub display: Box<str>,
    /// `size-adjust` as a factor.
    pub size_adjust: f32,
    /// `ascent-override` as a fraction of the size.
    pub ascent_override: Option<f32>,
    /// `descent-override` as a fraction of the size.
    pub descent_override: Option<f32>,
    /// `line-gap-override` as a fraction of the size.
    pub line_gap_override: Option<f32>,
    /// `font-feature-settings` as text.
    pub feature_settings: Option<Box<str>>,
    /// `font-variation-settings` as text.
    pub variation_settings: Option<Box<str>>,
}

/// `font-style` of a face.
#[derive(Clone, Debug, PartialEq)]
pub enum FontFaceStyle {
    /// Upright.
    Normal,
    /// Italic.
    Italic,
    /// Slanted by degrees.
    Oblique(RangeInclusive<f32>),
}

/// One source.
#[derive(Clone, Debug, PartialEq)]
pub enum FontSource {
    /// A font of the system, by its full or PostScript name.
    Local(Arc<str>),
    /// A file.
    Url {
        /// Its address.
        url: Url,
        /// The format as hinted: `woff2`, `truetype` …, in lower case.
        format: Option<Box<str>>,
        /// The technologies it needs (`color-colrv1`, `variations` …), in lower case.
        tech: Vec<Box<str>>,
    },
}

impl FontFaceRule {
    /// Reads the descriptors; `None` without a family or a source.
    pub fn from_descriptors(descriptors: &Descriptors, base: &Url) -> Option<Self> {
        let family = descriptors.parsed("font-family", parse_family)?;
        let sources = descriptors.parsed("src", |input| parse_sources(input, base))?;
        let percentage = |name: &str| {
            let value = descriptors.parsed(name, |input| {
                if input.try_parse(|input| input.expect_ident_matching("normal")).is_ok() {
                    return Ok(None);
                }
                let value = input.expect_percentage()?;
                if value >= 0.0 { Ok(Some(value)) } else { Err(Error::unexpected_token()) }
            });
            value.flatten()
        };
        let text = |name: &str| descriptors.get(name).map(Box::from);
        Some(Self {
            family,
            sources,
            weight: descriptors
                .parsed("font-weight", |input| or_auto(input, |input| parse_range(input, &parse_weight)))
                .flatten(),
            stretch: ["font-stretch", "font-width"]
                .into_iter()
                .find_map(|name| {
                    descriptors.parsed(name, |input| or_auto(input, |input| parse_range(input, &parse_stretch)))
                })
                .flatten(),
            style: descriptors.parsed("font-style", |input| or_auto(input, parse_style)).flatten(),
            unicode_range: descriptors.parsed("unicode-range", parse_unicode_ranges).unwrap_or_default(),
            display: text("font-display").unwrap_or_else(|| "auto".into()),
            size_adjust: percentage("size-adjust").unwrap_or(1.0),
            ascent_override: percentage("ascent-override"),
            descent_override: percentage("descent-override"),
            line_gap_override: percentage("line-gap-override"),
            feature_settings: text("font-feature-settings"),
            variation_settings: text("font-variation-settings"),
        })
    }
}

fn parse_family(input: &mut Parser<'_>) -> Result<Arc<str>, Error> {
    if let Ok(name) = input.try_parse(|input| input.expect_string().map(|name| Arc::from(name.as_ref()))) {
        return Ok(name);
    }
    let mut name = input.expect_ident()?.as_ref().to_owned();
    while let Ok(word) = input.try_parse(|input| input.expect_ident().map(|word| word.as_ref().to_owned())) {
        name.push(' ');
        name.push_str(&word);
    }
    Ok(name.into())
}

/// [`src`](https://www.w3.org/TR/css-fonts-4/#src-desc): entries that are not understood are left out.
fn parse_sources(input: &mut Parser<'_>, base: &Url) -> Result<Vec<FontSource>, Error> {
    let mut sources = Vec::new();
    loop {
        let source = input.parse_until_before(Delimiter::Comma, |input| {
            let source = parse_source(input, base)?;
            input.expect_exhausted().map_err(Error::from)?;
            Ok::<_, Error>(source)
        });
        sources.extend(source.ok());
        if input.next().is_err() {
            break;
        }
    }
    if sources.is_empty() { Err(Error::unexpected_token()) } else { Ok(sources) }
}

fn parse_source(input: &mut Parser<'_>, base: &Url) -> Result<FontSource, Error> {
    if input.try_parse(|input| input.expect_function_matching("local")).is_ok() {
        return input.parse_nested_block(parse_family).map(FontSource::Local);
    }
    let reference = input.expect_url()?;
    let url = base.join(&reference).map_err(|_| Error::unexpected_token())?;
    let mut format = None;
    if input.try_parse(|input| input.expect_function_matching("format")).is_ok() {
        // Older sheets list several formats; the first is the one that counts.
        format = Some(input.parse_nested_block(|input| {
            let first = input.expect_ident_or_string()?.to_ascii_lowercase().into_boxed_str();
            while input.next().is_ok() {}
            Ok::<_, Error>(first)
        })?);
    }
    let mut tech = Vec::new();
    if input.try_parse(|input| input.expect_function_matching("tech")).is_ok() {
        tech = input.parse_nested_block(|input| {
            input
                .parse_comma_separated(|input| Ok::<Box<str>, Error>(input.expect_ident()?.to_ascii_lowercase().into()))
        })?;
    }
    Ok(FontSource::Url { url, format, tech })
}

/// `auto`, or a value.
fn or_auto<'i, T>(
    input: &mut Parser<'i>,
    parse: impl FnOnce(&mut Parser<'i>) -> Result<T, Error>,
) -> Result<Option<T>, Error> {
    if input.try_parse(|input| input.expect_ident_matching("auto")).is_ok() {
        return Ok(None);
    }
    parse(input).map(Some)
}

fn parse_range(
    input: &mut Parser<'_>,
    one: &dyn for<'i> Fn(&mut Parser<'i>) -> Result<f32, Error>,
) -> Result<RangeInclusive<f32>, Error> {
    let first = one(input)?;
    let second = input.try_parse(one).unwrap_or(first);
    Ok(first.min(second)..=first.max(second))
}

fn parse_weight(input: &mut Parser<'_>) -> Result<f32, Error> {
    match input.next()?.clone() {
        Token::Number { value, .. } if (1.0..=1000.0).contains(&value) => Ok(value),
        Token::Ident(word) if word.eq_ignore_ascii_case("normal") => Ok(400.0),
        Token::Ident(word) if word.eq_ignore_ascii_case("bold") => Ok(700.0),
        _ => Err(Error::unexpected_token()),
    }
}

fn parse_stretch(input: &mut Parser<'_>) -> Result<f32, Error> {
    match input.next()?.clone() {
        Token::Percentage { unit_value, .. } if unit_value >= 0.0 => Ok(unit_value),
        Token::Ident(word) => Ok(cssparser::match_ignore_ascii_case! { &word,
            "ultra-condensed" => 0.5,
            "extra-condensed" => 0.625,
            "condensed" => 0.75,
            "semi-condensed" => 0.875,
            "normal" => 1.0,
            "semi-expanded" => 1.125,
            "expanded" => 1.25,
            "extra-expanded" => 1.5,
            "ultra-expanded" => 2.0,
            _ => return Err(Error::unexpected_token()),
        }),
        _ => Err(Error::unexpected_token()),
    }
}

fn parse_style(input: &mut Parser<'_>) -> Result<FontFaceStyle, Error> {
    let word = input.expect_ident()?.clone();
    cssparser::match_ignore_ascii_case! { &word,
        "normal" => Ok(FontFaceStyle::Normal),
        "italic" => Ok(FontFaceStyle::Italic),
        "oblique" => match parse_range(input, &parse_angle) {
            Ok(range) => Ok(FontFaceStyle::Oblique(range)),
            Err(_) => Ok(FontFaceStyle::Oblique(14.0..=14.0)),
        },
        _ => Err(Error::unexpected_token()),
    }
}

fn parse_angle(input: &mut Parser<'_>) -> Result<f32, Error> {
    match input.next()?.clone() {
        Token::Dimension { value, unit, .. } => Ok(value
            * cssparser::match_ignore_ascii_case! { &unit,
                "deg" => 1.0,
                "grad" => 0.9,
                "rad" => 180.0 / std::f32::consts::PI,
                "turn" => 360.0,
                _ => return Err(Error::unexpected_token()),
            }),
        _ => Err(Error::unexpected_token()),
    }
}

fn parse_unicode_ranges(input: &mut Parser<'_>) -> Result<Vec<RangeInclusive<u32>>, Error> {
    input.parse_comma_separated(|input| {
        let range = UnicodeRange::parse(input)?;
        Ok(range.start..=range.end)
    })
}
