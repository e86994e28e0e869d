//! Presentational hints: attributes that mean what a declaration would.
//!
//! They are written as declarations, which are parsed like any others and cached by their text; so a table of ten
//! thousand cells with `bgcolor` parses one declaration.
//!
//! Spec: <https://html.spec.whatwg.org/#rendering>, <https://www.w3.org/TR/css-cascade-5/#preshint>.

mod value;
mod svg;
mod table;

use std::fmt::Write;

use markup5ever::local_name;

use self::value::{Dimension, legacy_color, parse_dimension, parse_integer, parse_non_negative};
use super::selector::language::{DirAttribute, dir_attribute, is_rtl, own_language};
use crate::dom::{Document, ElementData, NodeRef};

/// Hints that the document as a whole gives to its links.
#[derive(Clone, Debug, Default)]
pub struct LinkColors {
    link: Option<String>,
}

impl LinkColors {
    /// The `link` attribute of `<body>`.
    pub fn of(document: &Document<'_>) -> Self {
        let body = document.body().and_then(|body| body.element());
        Self { link: body.and_then(|body| body.attribute(&local_name!("link"))).and_then(legacy_color) }
    }
}

/// Appends the hints of an element to `out` as declarations.
pub fn hints(node: NodeRef<'_>, element: &ElementData<'_>, links: &LinkColors, out: &mut String) {
    if element.is_svg() {
        svg::hints(element, out);
    }
    if !element.is_html() || (element.attributes().is_empty() && !table::has_hints_from_ancestors(element)) {
        if own_language(element).is_some() {
            language(element, out);
        }
        return;
    }
    language(element, out);
    direction(node, element, out);
    match &**element.local_name() {
        "body" => body(element, out),
        "a" | "area" => {
            if let Some(color) = links.link.as_ref().filter(|_| element.has_attribute(&local_name!("href"))) {
                declare(out, "color", color);
            }
        }
        "font" => font(element, out),
        "p" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => align(element, out, "text-align", &PARAGRAPH_ALIGN),
        "div" => align(element, out, "text-align", &DIVISION_ALIGN),
        "legend" => align(element, out, "justify-self", &LEGEND_ALIGN),
        "br" => clear(element, out),
        "hr" => rule(element, out),
        "ul" | "ol" | "li" => list_type(element, out),
        "img" | "iframe" | "embed" | "object" | "video" | "canvas" | "marquee" => replaced(element, out),
        "input" if super::selector::form_state::input_type(element) == "image" => replaced(element, out),
        "textarea" if element.attribute(&local_name!("wrap")).is_some_and(|wrap| wrap.eq_ignore_ascii_case("off")) => {
            declare(out, "white-space", "pre");
        }
        "pre" if element.has_attribute(&local_name!("wrap")) => declare(out, "white-space", "pre-wrap"),
        "table" | "thead" | "tbody" | "tfoot" | "tr" | "td" | "th" | "col" | "colgroup" | "caption" => {
            table::hints(node, element, out);
        }
        _ => {}
    }
}

fn declare(out: &mut String, property: &str, value: &str) {
    let _ = write!(out, "{property}:{value};");
}

fn dimension(out: &mut String, property: &str, value: Dimension) {
    let _ = match value {
        Dimension::Px(px) => write!(out, "{property}:{px}px;"),
        Dimension::Percentage(percent) => write!(out, "{property}:{percent}%;"),
    };
}

/// Maps an attribute with a length or percentage to a property.
fn dimension_attribute(element: &ElementData<'_>, attribute: &str, property: &str, out: &mut String) {
    if let Some(value) = element.attribute(&attribute.into()).and_then(parse_dimension) {
        dimension(out, property, value);
    }
}

fn color_attribute(element: &ElementData<'_>, attribute: &str, property: &str, out: &mut String) {
    if let Some(color) = element.attribute(&attribute.into()).and_then(legacy_color) {
        declare(out, property, &color);
    }
}

fn background_attribute(element: &ElementData<'_>, out: &mut String) {
    let Some(url) = element.attribute(&local_name!("background")).map(str::trim).filter(|url| !url.is_empty()) else {
        return;
    };
    let mut quoted = String::new();
    if cssparser::serialize_string(url, &mut quoted).is_ok() {
        let _ = write!(out, "background-image:url({quoted});");
    }
}

type Alignments = [(&'static str, &'static str)];

const PARAGRAPH_ALIGN: [(&str, &str); 4] =
    [("left", "left"), ("right", "right"), ("center", "center"), ("justify", "justify")];
const DIVISION_ALIGN: [(&str, &str); 5] = [
    ("left", "-webkit-left"),
    ("right", "-webkit-right"),
    ("center", "-webkit-center"),
    ("middle", "-webkit-center"),
    ("justify", "justify"),
];
const LEGEND_ALIGN: [(&str, &str); 3] = [("left", "left"), ("center", "center"), ("right", "right")];

fn align(element: &ElementData<'_>, out: &mut String, property: &str, alignments: &Alignments) {
    let Some(word) = element.attribute(&local_name!("align")).map(str::trim) else { return };
    if let Some((_, value)) = alignments.iter().find(|(name, _)| word.eq_ignore_ascii_case(name)) {
        declare(out, property, value);
    }
}

fn language(element: &ElementData<'_>, out: &mut String) {
    if let Some(language) = own_language(element) {
        let mut quoted = String::new();
        if cssparser::serialize_string(language, &mut quoted).is_ok() {
            declare(out, "-webkit-locale", &quoted);
        }
    }
}

/// [§ 15.3.5](https://html.spec.whatwg.org/#bidi-rendering): the direction that the content decides.
fn direction(node: NodeRef<'_>, element: &ElementData<'_>, out: &mut String) {
    let by_content = match dir_attribute(element) {
        Some(direction) => direction == DirAttribute::Auto,
        None => element.is_html_element(&local_name!("bdi")),
    };
    if by_content {
        declare(out, "direction", if is_rtl(node) { "rtl" } else { "ltr" });
    }
}

fn body(element: &ElementData<'_>, out: &mut String) {
    color_attribute(element, "bgcolor", "background-color", out);
    color_attribute(element, "text", "color", out);
    background_attribute(element, out);
    let margins = [
        (["marginheight", "topmargin"], "margin-top"),
        (["marginheight", "bottommargin"], "margin-bottom"),
        (["marginwidth", "leftmargin"], "margin-left"),
        (["marginwidth", "rightmargin"], "margin-right"),
    ];
    for (attributes, property) in margins {
        let value = attributes.iter().find_map(|name| element.attribute(&(*name).into()).and_then(parse_non_negative));
        if let Some(px) = value {
            dimension(out, property, Dimension::Px(px));
        }
    }
}

fn font(element: &ElementData<'_>, out: &mut String) {
    color_attribute(element, "color", "color", out);
    if let Some(face) = element.attribute(&local_name!("face")).filter(|face| !face.trim().is_empty()) {
        declare(out, "font-family", &face.replace([';', '{', '}'], ""));
    }
    if let Some(size) = element.attribute(&local_name!("size")).and_then(font_size) {
        declare(out, "font-size", size);
    }
}

/// [Rules for parsing a legacy font size](https://html.spec.whatwg.org/#rules-for-parsing-a-legacy-font-size).
fn font_size(text: &str) -> Option<&'static str> {
    const SIZES: [&str; 7] = ["x-small", "small", "medium", "large", "x-large", "xx-large", "xxx-large"];
    let text = text.trim_start();
    let (sign, digits) = match text.as_bytes().first()? {
        b'+' => (1, &text[1..]),
        b'-' => (-1, &text[1..]),
        _ => (0, text),
    };
    let digits = &digits[..digits.bytes().take_while(u8::is_ascii_digit).count()];
    if digits.is_empty() {
        return None;
    }
    let number: i64 = digits.parse().unwrap_or(7);
    let size = if sign == 0 { number } else { 3 + sign * number };
    Some(SIZES[size.clamp(1, 7) as usize - 1])
}

fn clear(element: &ElementData<'_>, out: &mut String) {
    let word = element.attribute(&local_name!("clear")).unwrap_or("").trim();
    let value = cssparser::match_ignore_ascii_case! { word,
        "left" => "left",
        "right" => "right",
        "all" | "both" => "both",
        _ => return,
    };
    declare(out, "clear", value);
}

/// [§ 15.3.9](https://html.spec.whatwg.org/#the-hr-element-2)
fn rule(element: &ElementData<'_>, out: &mut String) {
    let word = element.attribute(&local_name!("align")).unwrap_or("").trim();
    let _ = cssparser::match_ignore_ascii_case! { word,
        "left" => out.write_str("margin-left:0;margin-right:auto;"),
        "right" => out.write_str("margin-left:auto;margin-right:0;"),
        "center" => out.write_str("margin-left:auto;margin-right:auto;"),
        _ => Ok(()),
    };
    dimension_attribute(element, "width", "width", out);
    let color = element.attribute(&local_name!("color")).and_then(legacy_color);
    let is_solid = color.is_some() || element.has_attribute(&local_name!("noshade"));
    if let Some(color) = color {
        // AD-HOC: as in Chromium, the colour of the text is left alone.
        let _ = write!(out, "border-color:{color};background-color:{color};");
    }
    if is_solid {
        declare(out, "border-style", "solid");
        if !element.has_attribute(&local_name!("color")) {
            declare(out, "background-color", "gray");
        }
    }
    match element.attribute(&local_name!("size")).and_then(parse_integer) {
        // The line is then its top border alone.
        Some(size) if size <= 1 => declare(out, "border-bottom-width", "0"),
        Some(size) => dimension(out, "height", Dimension::Px(size as f32 - 2.0)),
        None => {}
    }
}

fn list_type(element: &ElementData<'_>, out: &mut String) {
    let Some(word) = element.attribute(&local_name!("type")) else { return };
    let value = match word {
        "1" => "decimal",
        "a" => "lower-alpha",
        "A" => "upper-alpha",
        "i" => "lower-roman",
        "I" => "upper-roman",
        _ => cssparser::match_ignore_ascii_case! { word,
            "disc" => "disc",
            "circle" => "circle",
            "square" => "square",
            "none" => "none",
            _ => return,
        },
    };
    declare(out, "list-style-type", value);
}

/// [§ 15.4.3](https://html.spec.whatwg.org/#attributes-for-embedded-content-and-images)
fn replaced(element: &ElementData<'_>, out: &mut String) {
    let name = &**element.local_name();
    if name != "canvas" {
        dimension_attribute(element, "width", "width", out);
        dimension_attribute(element, "height", "height", out);
    }
    if matches!(name, "img" | "video" | "canvas" | "input") {
        aspect_ratio(element, out);
    }
    if name == "marquee" {
        color_attribute(element, "bgcolor", "background-color", out);
    }
    for (attribute, first, second) in
        [("hspace", "margin-left", "margin-right"), ("vspace", "margin-top", "margin-bottom")]
    {
        if matches!(name, "img" | "object" | "embed" | "input" | "marquee" | "iframe") {
            dimension_attribute(element, attribute, first, out);
            dimension_attribute(element, attribute, second, out);
        }
    }
    let border = element.attribute(&local_name!("border")).and_then(parse_non_negative);
    if let Some(border) = border.filter(|_| matches!(name, "img" | "object" | "input")) {
        let _ = write!(out, "border:{border}px solid;");
    }
    if name == "iframe" {
        let frame = element.attribute(&local_name!("frameborder")).map(str::trim);
        if frame.is_some_and(|value| value.starts_with('0') || value.eq_ignore_ascii_case("no")) {
            declare(out, "border-width", "0");
        }
    }
    replaced_align(element, out);
}

fn replaced_align(element: &ElementData<'_>, out: &mut String) {
    let Some(word) = element.attribute(&local_name!("align")).map(str::trim) else { return };
    let (property, value) = cssparser::match_ignore_ascii_case! { word,
        "left" => ("float", "left"),
        "right" => ("float", "right"),
        "top" => ("vertical-align", "top"),
        "texttop" => ("vertical-align", "text-top"),
        "middle" => ("vertical-align", "-webkit-baseline-middle"),
        "absmiddle" | "abscenter" | "center" => ("vertical-align", "middle"),
        "bottom" | "baseline" => ("vertical-align", "baseline"),
        "absbottom" => ("vertical-align", "bottom"),
        _ => return,
    };
    declare(out, property, value);
}

/// [The ratio by `width` and `height`](https://html.spec.whatwg.org/#map-to-the-aspect-ratio-property).
fn aspect_ratio(element: &ElementData<'_>, out: &mut String) {
    let number = |name: &str| match element.attribute(&name.into()).and_then(parse_dimension) {
        Some(Dimension::Px(px)) => Some(px),
        _ => None,
    };
    if let (Some(width), Some(height)) = (number("width"), number("height")) {
        let _ = write!(out, "aspect-ratio:auto {width}/{height};");
    }
}
