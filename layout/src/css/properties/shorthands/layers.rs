//! `background`, `mask`, and positions of layers.

use cssparser::{Parser, Token};

use super::super::longhands::LonghandId;
use super::Shorthand;
use crate::css::values::background::{
    BackgroundAttachment, BackgroundBox, BackgroundRepeat, BackgroundSize, MaskComposite, MaskMode,
};
use crate::css::values::color::Color;
use crate::css::values::image::{Image, position_texts};
use crate::css::values::parse::{invalid, slash};
use crate::css::values::{CssValue, Parsed, ParserContext};

/// The texts of one layer by longhand; what is not mentioned is `None`.
#[derive(Default)]
pub(super) struct Layer<'i> {
    pub(super) texts: [Option<String>; 9],
    boxes: Vec<&'i str>,
}

/// A part of a layer that is parsed by its longhand's value type.
struct Part {
    index: usize,
    parse: fn(&ParserContext<'_>, &mut Parser<'_>) -> Parsed<()>,
}

pub(super) fn check<T: CssValue>(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<()> {
    T::parse(cx, input).map(|_| ())
}

/// The text of a part, if it stands here.
pub(super) fn part_text<'i>(
    cx: &ParserContext<'_>,
    input: &mut Parser<'i>,
    parse: fn(&ParserContext<'_>, &mut Parser<'_>) -> Parsed<()>,
) -> Option<&'i str> {
    input.skip_whitespace();
    let start = input.position();
    input.try_parse(|input| parse(cx, input)).ok()?;
    Some(input.slice_from(start))
}

/// Where a list of layers stands in the targets of a shorthand.
struct Indices {
    position_x: usize,
    position_y: usize,
    size: usize,
    origin: usize,
    clip: usize,
}

fn parse_layer<'i>(
    cx: &ParserContext<'_>,
    input: &mut Parser<'i>,
    parts: &[Part],
    indices: &Indices,
) -> Parsed<Layer<'i>> {
    let mut layer = Layer::default();
    let mut any = false;
    'values: while !input.is_exhausted() {
        for part in parts {
            if layer.texts[part.index].is_none()
                && let Some(text) = part_text(cx, input, part.parse)
            {
                layer.texts[part.index] = Some(text.to_owned());
                any = true;
                continue 'values;
            }
        }
        if layer.boxes.len() < 2
            && let Some(text) = part_text(cx, input, check::<BackgroundBox>)
        {
            layer.boxes.push(text);
            any = true;
            continue;
        }
        if layer.texts[indices.position_x].is_none()
            && let Ok((x, y)) = input.try_parse(|input| position_texts(cx, input))
        {
            layer.texts[indices.position_x] = Some(x);
            layer.texts[indices.position_y] = Some(y);
            any = true;
            if slash(input) {
                match part_text(cx, input, check::<BackgroundSize>) {
                    Some(text) => layer.texts[indices.size] = Some(text.to_owned()),
                    None => return invalid(),
                }
            }
            continue;
        }
        return invalid();
    }
    if let Some(origin) = layer.boxes.first() {
        let clip = layer.boxes.get(1).unwrap_or(origin);
        layer.texts[indices.clip] = Some((*clip).to_owned());
        // A box only clipping can have is no origin.
        let is_clip_only = ["text", "border-area", "no-clip"].iter().any(|word| word.eq_ignore_ascii_case(origin));
        if !is_clip_only {
            layer.texts[indices.origin] = Some((*origin).to_owned());
        } else if let Some(other) = layer.boxes.get(1) {
            // `text padding-box`: the other one is the origin.
            layer.texts[indices.origin] = Some((*other).to_owned());
            layer.texts[indices.clip] = Some((*origin).to_owned());
        }
    }
    if any { Ok(layer) } else { invalid() }
}

/// What a longhand's list holds for a layer that does not mention it.
fn initial_text(id: LonghandId) -> &'static str {
    match id {
        LonghandId::BackgroundImage | LonghandId::MaskImage => "none",
        LonghandId::BackgroundSize | LonghandId::MaskSize => "auto",
        LonghandId::BackgroundRepeat | LonghandId::MaskRepeat => "repeat",
        LonghandId::BackgroundAttachment => "scroll",
        LonghandId::BackgroundOrigin => "padding-box",
        LonghandId::BackgroundClip | LonghandId::MaskOrigin | LonghandId::MaskClip => "border-box",
        LonghandId::MaskComposite => "add",
        LonghandId::MaskMode => "match-source",
        LonghandId::AnimationDuration | LonghandId::AnimationDelay => "0s",
        LonghandId::AnimationTimingFunction => "ease",
        LonghandId::AnimationIterationCount => "1",
        LonghandId::AnimationDirection => "normal",
        LonghandId::AnimationFillMode | LonghandId::AnimationName => "none",
        LonghandId::AnimationPlayState => "running",
        _ => "0%",
    }
}

/// Joins the layers' texts of each longhand and parses them as its list.
pub(super) fn declare_layers(
    shorthand: &mut Shorthand<'_, '_>,
    layers: &[Layer<'_>],
    indices: std::ops::Range<usize>,
) -> Parsed<()> {
    for index in indices {
        if layers.iter().all(|layer| layer.texts[index].is_none()) {
            shorthand.declare_initial(index);
            continue;
        }
        let initial = initial_text(shorthand.id(index));
        let texts: Vec<&str> = layers.iter().map(|layer| layer.texts[index].as_deref().unwrap_or(initial)).collect();
        shorthand.parse_text(index, &texts.join(", "))?;
    }
    Ok(())
}

/// Parses layers between commas by a function that knows whether it is the last.
pub(super) fn each_layer<'i>(
    input: &mut Parser<'i>,
    mut one: impl FnMut(&mut Parser<'i>) -> Parsed<Layer<'i>>,
) -> Parsed<Vec<Layer<'i>>> {
    let mut layers = Vec::new();
    loop {
        layers.push(input.parse_until_before(cssparser::Delimiter::Comma, &mut one)?);
        match input.next() {
            Ok(Token::Comma) => {}
            Ok(_) => return invalid(),
            Err(_) => return Ok(layers),
        }
    }
}

pub(super) fn background(mut shorthand: Shorthand<'_, '_>) -> Parsed<()> {
    const COLOR: usize = 0;
    let parts = [
        Part { index: 1, parse: check::<Image> },
        Part { index: 5, parse: check::<BackgroundRepeat> },
        Part { index: 6, parse: check::<BackgroundAttachment> },
        Part { index: COLOR, parse: check::<Color> },
    ];
    let indices = Indices { position_x: 2, position_y: 3, size: 4, origin: 7, clip: 8 };
    let cx = shorthand.cx;
    let layers = each_layer(shorthand.input, |input| parse_layer(cx, input, &parts, &indices))?;
    let (last, rest) = layers.split_last().expect("invariant: a list has at least one layer");
    if rest.iter().any(|layer| layer.texts[COLOR].is_some()) {
        return invalid();
    }
    match &last.texts[COLOR] {
        Some(text) => shorthand.parse_text(COLOR, text)?,
        None => shorthand.declare_initial(COLOR),
    }
    declare_layers(&mut shorthand, &layers, 1..9)
}

pub(super) fn mask(mut shorthand: Shorthand<'_, '_>) -> Parsed<()> {
    let parts = [
        Part { index: 0, parse: check::<Image> },
        Part { index: 4, parse: check::<BackgroundRepeat> },
        Part { index: 7, parse: check::<MaskComposite> },
        Part { index: 8, parse: check::<MaskMode> },
    ];
    let indices = Indices { position_x: 1, position_y: 2, size: 3, origin: 5, clip: 6 };
    let cx = shorthand.cx;
    let layers = each_layer(shorthand.input, |input| parse_layer(cx, input, &parts, &indices))?;
    declare_layers(&mut shorthand, &layers, 0..9)
}

/// `<position>#` to its two longhands.
pub(super) fn position(mut shorthand: Shorthand<'_, '_>) -> Parsed<()> {
    let cx = shorthand.cx;
    let positions = shorthand.input.parse_comma_separated(|input| position_texts(cx, input))?;
    let (x, y): (Vec<String>, Vec<String>) = positions.into_iter().unzip();
    shorthand.parse_text(0, &x.join(", "))?;
    shorthand.parse_text(1, &y.join(", "))
}
