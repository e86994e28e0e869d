//! `font`, `font-variant`, `list-style`, `white-space`.

use cssparser::match_ignore_ascii_case;

use super::super::declaration::PropertyDeclaration;
use super::super::longhands::LonghandId;
use super::Shorthand;
use crate::css::values::font::{
    FontVariantCaps, FontVariantEastAsian, FontVariantEmoji, FontVariantLigatures, FontVariantNumeric,
    FontVariantPosition, FontWidth,
};
use crate::css::values::parse::{ParseError, invalid, keyword, slash};
use crate::css::values::text::{TextWrapMode, WhiteSpaceCollapse};
use crate::css::values::text_box::TextBoxTrim;
use crate::css::values::{Parsed, Specified};

/// [§ 6](https://www.w3.org/TR/css-fonts-4/#font-prop)
pub(super) fn font(mut shorthand: Shorthand<'_, '_>) -> Parsed<()> {
    const STYLE: usize = 0;
    const CAPS: usize = 1;
    const WEIGHT: usize = 2;
    const WIDTH: usize = 3;
    const SIZE: usize = 4;
    const LINE_HEIGHT: usize = 5;
    const FAMILY: usize = 6;
    let mut values: Vec<Option<PropertyDeclaration>> = vec![None; shorthand.targets.len()];
    if let Some(name) = system_font(&mut shorthand) {
        for index in 0..shorthand.targets.len() {
            match index {
                SIZE => shorthand.parse_text(SIZE, name)?,
                FAMILY => shorthand.parse_text(FAMILY, "system-ui")?,
                _ => shorthand.declare_initial(index),
            }
        }
        return Ok(());
    }
    for _ in 0..4 {
        if keyword(shorthand.input, "normal") {
            continue;
        }
        if values[STYLE].is_none()
            && let Ok(value) = shorthand.try_parse(STYLE)
        {
            values[STYLE] = Some(value);
        } else if values[CAPS].is_none() && keyword(shorthand.input, "small-caps") {
            values[CAPS] = Some(PropertyDeclaration::FontVariantCaps(Specified::Ready(FontVariantCaps::SmallCaps)));
        } else if values[WEIGHT].is_none()
            && let Ok(value) = shorthand.try_parse(WEIGHT)
        {
            values[WEIGHT] = Some(value);
        } else if values[WIDTH].is_none()
            && let Ok(width) = shorthand.input.try_parse(|input| {
                FontWidth::from_keyword(input.expect_ident()?).ok_or_else(ParseError::unexpected_token)
            })
        {
            values[WIDTH] = Some(PropertyDeclaration::FontWidth(Specified::Ready(width)));
        } else {
            break;
        }
    }
    values[SIZE] = Some(shorthand.parse(SIZE)?);
    if slash(shorthand.input) {
        values[LINE_HEIGHT] = Some(shorthand.parse(LINE_HEIGHT)?);
    }
    values[FAMILY] = Some(shorthand.parse(FAMILY)?);
    shorthand.declare_all(values);
    Ok(())
}

/// The size of a system font named by keyword.
fn system_font(shorthand: &mut Shorthand<'_, '_>) -> Option<&'static str> {
    let name = shorthand.input.try_parse(|input| -> Parsed<_> {
        let size = match_ignore_ascii_case! { input.expect_ident()?,
            "caption" | "icon" | "menu" | "message-box" | "status-bar" | "-webkit-control" => "13.3333px",
            "small-caption" | "-webkit-mini-control" | "-webkit-small-control" => "11px",
            _ => return invalid(),
        };
        input.expect_exhausted()?;
        Ok(size)
    });
    name.ok()
}

pub(super) fn font_variant(mut shorthand: Shorthand<'_, '_>) -> Parsed<()> {
    let mut values: Vec<Option<PropertyDeclaration>> = vec![None; 6];
    if keyword(shorthand.input, "normal") {
        shorthand.declare_all(values);
        return Ok(());
    }
    if keyword(shorthand.input, "none") {
        values[1] = Some(PropertyDeclaration::FontVariantLigatures(Specified::Ready(FontVariantLigatures::NONE)));
        shorthand.declare_all(values);
        return Ok(());
    }
    let (mut ligatures, mut numeric) = (FontVariantLigatures::empty(), FontVariantNumeric::empty());
    let mut east_asian = FontVariantEastAsian::empty();
    while !shorthand.input.is_exhausted() {
        let name = shorthand.input.expect_ident()?.clone();
        if let Some(caps) = FontVariantCaps::from_keyword(&name) {
            values[0] = Some(PropertyDeclaration::FontVariantCaps(Specified::Ready(caps)));
        } else if let Some(value) = FontVariantLigatures::from_keyword(&name) {
            ligatures |= value;
        } else if let Some(value) = FontVariantNumeric::from_keyword(&name) {
            numeric |= value;
        } else if let Some(value) = FontVariantEastAsian::from_keyword(&name) {
            east_asian |= value;
        } else if let Some(value) = FontVariantPosition::from_keyword(&name) {
            values[4] = Some(PropertyDeclaration::FontVariantPosition(Specified::Ready(value)));
        } else if let Some(value) = FontVariantEmoji::from_keyword(&name) {
            values[5] = Some(PropertyDeclaration::FontVariantEmoji(Specified::Ready(value)));
        } else {
            return invalid();
        }
    }
    values[1] = Some(PropertyDeclaration::FontVariantLigatures(Specified::Ready(ligatures)));
    values[2] = Some(PropertyDeclaration::FontVariantNumeric(Specified::Ready(numeric)));
    values[3] = Some(PropertyDeclaration::FontVariantEastAsian(Specified::Ready(east_asian)));
    shorthand.declare_all(values);
    Ok(())
}

/// [§ 3.4](https://www.w3.org/TR/css-lists-3/#list-style-property): `none` is for the type, or the image, or both.
pub(super) fn list_style(mut shorthand: Shorthand<'_, '_>) -> Parsed<()> {
    const IMAGE: usize = 1;
    const TYPE: usize = 2;
    let mut values: Vec<Option<PropertyDeclaration>> = vec![None; 3];
    let mut nones = 0;
    'values: while !shorthand.input.is_exhausted() {
        if keyword(shorthand.input, "none") {
            nones += 1;
            continue;
        }
        for (index, value) in values.iter_mut().enumerate() {
            if value.is_none()
                && let Ok(parsed) = shorthand.try_parse(index)
            {
                *value = Some(parsed);
                continue 'values;
            }
        }
        return invalid();
    }
    let free = usize::from(values[IMAGE].is_none()) + usize::from(values[TYPE].is_none());
    if nones > free || (nones == 0 && values.iter().all(Option::is_none)) {
        return invalid();
    }
    let type_is_none = nones > 0 && values[TYPE].is_none();
    for (index, value) in values.into_iter().enumerate() {
        match value {
            Some(value) => shorthand.declare(index, value),
            None if index == TYPE && type_is_none => shorthand.parse_text(TYPE, "none")?,
            None => shorthand.declare_initial(index),
        }
    }
    Ok(())
}

/// [§ 3](https://www.w3.org/TR/css-text-4/#white-space-property)
pub(super) fn white_space(shorthand: Shorthand<'_, '_>) -> Parsed<()> {
    let (mut collapse, mut wrap) = (None, None);
    let mut count = 0;
    while !shorthand.input.is_exhausted() {
        let name = shorthand.input.expect_ident()?.clone();
        count += 1;
        let both = match_ignore_ascii_case! { &name,
            "normal" => Some((WhiteSpaceCollapse::Collapse, TextWrapMode::Wrap)),
            "pre" => Some((WhiteSpaceCollapse::Preserve, TextWrapMode::Nowrap)),
            "pre-wrap" => Some((WhiteSpaceCollapse::Preserve, TextWrapMode::Wrap)),
            "pre-line" => Some((WhiteSpaceCollapse::PreserveBreaks, TextWrapMode::Wrap)),
            "-webkit-nowrap" => Some((WhiteSpaceCollapse::Collapse, TextWrapMode::Nowrap)),
            _ => None,
        };
        if let Some((collapse, wrap)) = both.filter(|_| count == 1) {
            return finish_white_space(shorthand, Some(collapse), Some(wrap));
        }
        if let Some(value) = WhiteSpaceCollapse::from_keyword(&name).filter(|_| collapse.is_none()) {
            collapse = Some(value);
        } else if let Some(value) = TextWrapMode::from_keyword(&name).filter(|_| wrap.is_none()) {
            wrap = Some(value);
        } else {
            return invalid();
        }
    }
    finish_white_space(shorthand, collapse, wrap)
}

fn finish_white_space(
    mut shorthand: Shorthand<'_, '_>,
    collapse: Option<WhiteSpaceCollapse>,
    wrap: Option<TextWrapMode>,
) -> Parsed<()> {
    if collapse.is_none() && wrap.is_none() {
        return invalid();
    }
    let declaration = |id: LonghandId| match id {
        LonghandId::WhiteSpaceCollapse => {
            collapse.map(|value| PropertyDeclaration::WhiteSpaceCollapse(Specified::Ready(value)))
        }
        _ => wrap.map(|value| PropertyDeclaration::TextWrapMode(Specified::Ready(value))),
    };
    let values = vec![declaration(shorthand.id(0)), declaration(shorthand.id(1))];
    shorthand.declare_all(values);
    Ok(())
}

/// [`normal | <'text-box-trim'> || <'text-box-edge'>`](https://drafts.csswg.org/css-inline-3/#text-box-shorthand):
/// both sides are trimmed where only edges are given.
pub(super) fn text_box(mut shorthand: Shorthand<'_, '_>) -> Parsed<()> {
    if keyword(shorthand.input, "normal") {
        shorthand.declare_all(vec![None, None]);
        return Ok(());
    }
    let mut values = vec![shorthand.try_parse(0).ok(), shorthand.try_parse(1).ok()];
    if values[0].is_none() {
        values[0] = shorthand.try_parse(0).ok();
    }
    if values.iter().all(Option::is_none) {
        return invalid();
    }
    if values[0].is_none() {
        values[0] = Some(PropertyDeclaration::TextBoxTrim(Specified::Ready(TextBoxTrim::Both)));
    }
    shorthand.declare_all(values);
    Ok(())
}
