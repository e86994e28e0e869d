//! Presentation attributes of SVG.
//!
//! Spec: <https://www.w3.org/TR/SVG2/styling.html#PresentationAttributes>. `transform` is not among them here: its syntax
//! is another, and whoever draws the picture reads it.

use std::fmt::Write;

use markup5ever::ns;

use crate::dom::ElementData;

/// Attributes that are properties of the same name.
const ATTRIBUTES: &[&str] = &[
    "clip-path",
    "clip-rule",
    "color",
    "direction",
    "display",
    "dominant-baseline",
    "fill",
    "fill-opacity",
    "fill-rule",
    "filter",
    "flood-color",
    "flood-opacity",
    "font-family",
    "font-size",
    "font-style",
    "font-weight",
    "letter-spacing",
    "marker-end",
    "marker-mid",
    "marker-start",
    "mask",
    "mask-type",
    "opacity",
    "overflow",
    "paint-order",
    "stop-color",
    "stop-opacity",
    "stroke",
    "stroke-dasharray",
    "stroke-dashoffset",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-miterlimit",
    "stroke-opacity",
    "stroke-width",
    "text-anchor",
    "text-decoration",
    "transform-origin",
    "visibility",
    "word-spacing",
    "writing-mode",
];

/// Appends the hints of an element of SVG.
pub fn hints(element: &ElementData<'_>, out: &mut String) {
    let is_root = &**element.local_name() == "svg";
    for attribute in element.attributes() {
        let name = &*attribute.name.local;
        let is_size = is_root && matches!(name, "width" | "height");
        if attribute.name.ns != ns!() || !(is_size || ATTRIBUTES.binary_search(&name).is_ok()) {
            continue;
        }
        let value = attribute.value.trim();
        // The value is one, whatever it holds.
        if value.is_empty() || value.contains([';', '{', '}', '!', '\\']) || value.contains("/*") {
            continue;
        }
        let _ = match name {
            // Numbers without a unit are px.
            "font-size" | "letter-spacing" | "word-spacing" | "width" | "height" | "transform-origin" => {
                let words: Vec<String> = value.split_ascii_whitespace().map(with_unit).collect();
                write!(out, "{name}:{};", words.join(" "))
            }
            _ => write!(out, "{name}:{value};"),
        };
    }
}

fn with_unit(word: &str) -> String {
    if word.parse::<f32>().is_ok_and(f32::is_finite) { format!("{word}px") } else { word.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted() {
        assert!(ATTRIBUTES.is_sorted());
    }

    #[test]
    fn numbers_are_px() {
        assert_eq!(with_unit("12"), "12px");
        assert_eq!(with_unit("2em"), "2em");
        assert_eq!(with_unit("inf"), "inf");
    }
}
