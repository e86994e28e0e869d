//! `animation`.

use cssparser::Parser;

use super::Shorthand;
use super::layers::{Layer, check, declare_layers, each_layer, part_text};
use crate::css::values::animation::{
    AnimationDirection, AnimationFillMode, AnimationName, AnimationPlayState, EasingFunction, IterationCount, Seconds,
};
use crate::css::values::parse::invalid;
use crate::css::values::{Parsed, ParserContext};

type Check = fn(&ParserContext<'_>, &mut Parser<'_>) -> Parsed<()>;

/// [§ 3.10](https://www.w3.org/TR/css-animations-1/#animation): the first time is the duration, the second the delay; a
/// keyword is a name only where nothing else takes it.
pub(super) fn animation(mut shorthand: Shorthand<'_, '_>) -> Parsed<()> {
    let parts: [(usize, Check); 8] = [
        (0, check::<Seconds>),
        (2, check::<Seconds>),
        (1, check::<EasingFunction>),
        (3, check::<IterationCount>),
        (4, check::<AnimationDirection>),
        (5, check::<AnimationFillMode>),
        (6, check::<AnimationPlayState>),
        (7, check::<AnimationName>),
    ];
    let cx = shorthand.cx;
    let layers = each_layer(shorthand.input, |input| {
        let mut layer = Layer::default();
        while !input.is_exhausted() {
            let found = parts.iter().find_map(|(index, parse)| {
                if layer.texts[*index].is_some() {
                    return None;
                }
                Some((*index, part_text(cx, input, *parse)?.to_owned()))
            });
            match found {
                Some((index, text)) => layer.texts[index] = Some(text),
                None => return invalid(),
            }
        }
        if layer.texts.iter().all(Option::is_none) { invalid() } else { Ok(layer) }
    })?;
    declare_layers(&mut shorthand, &layers, 0..8)
}
