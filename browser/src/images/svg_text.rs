//! An inline `<svg>` element as the text of a document of its own, for the vector renderer.
//!
//! The page's cascade reaches it only through what is written here: `color` (for `currentcolor`) and the font of the
//! root. Rules of the page that set `fill` and its like are not applied yet.

use std::fmt::Write;

use ashlar_gc::Gc;
use ashlar_layout::css::ComputedStyle;
use ashlar_layout::css::values::font::FontFamilyName;
use markup5ever::{LocalName, local_name, ns};

use super::svg;
use crate::boxes::NaturalSize;
use crate::dom::{NodeData, NodeRef};

/// The natural size of an inline `<svg>` by its attributes.
pub(super) fn attribute_size(node: NodeRef<'_>) -> NaturalSize {
    let element = node.element();
    svg::natural_size(|name| element.and_then(|element| element.attribute(&LocalName::from(name))))
}

/// The element and its descendants as XML.
pub(super) fn serialize<'h>(
    node: NodeRef<'h>,
    style_of: &dyn Fn(NodeRef<'h>) -> Option<Gc<'h, ComputedStyle<'h>>>,
) -> String {
    let mut out = String::new();
    element(node, true, style_of, &mut out);
    out
}

fn element<'h>(
    node: NodeRef<'h>,
    is_root: bool,
    style_of: &dyn Fn(NodeRef<'h>) -> Option<Gc<'h, ComputedStyle<'h>>>,
    out: &mut String,
) {
    let Some(data) = node.element() else { return };
    // HTML inside `<foreignObject>` is not drawn.
    if !data.is_svg() {
        return;
    }
    let name = data.local_name();
    let _ = write!(out, "<{name}");
    if is_root {
        out.push_str(" xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\"");
    }
    let mut has_color = false;
    for attribute in data.attributes() {
        let local = &attribute.name.local;
        if &**local == "xmlns" || attribute.name.ns == ns!(xmlns) || local.contains(':') {
            continue;
        }
        has_color |= *local == local_name!("color");
        let prefix = if attribute.name.ns == ns!(xlink) { "xlink:" } else { "" };
        if attribute.name.ns == ns!() || !prefix.is_empty() {
            let _ = write!(out, " {prefix}{local}=\"{}\"", escape(&attribute.value));
        }
    }
    if is_root
        && !has_color
        && let Some(style) = style_of(node)
    {
        root_style(&style, out);
    }
    out.push('>');
    for child in node.children() {
        match child.data() {
            NodeData::Text(text) => out.push_str(&escape(text.as_str())),
            NodeData::Element(_) => element(child, false, style_of, out),
            _ => {}
        }
    }
    let _ = write!(out, "</{name}>");
}

fn root_style(style: &ComputedStyle<'_>, out: &mut String) {
    let [r, g, b, _] = style.color().0.to_octets();
    let _ = write!(out, " color=\"#{r:02x}{g:02x}{b:02x}\" font-size=\"{}\"", style.font_size().px);
    let families: Vec<&str> = style
        .font_family()
        .0
        .iter()
        .map(|family| match family {
            FontFamilyName::Named(name) => &**name,
            FontFamilyName::Generic(generic) => generic.keyword(),
        })
        .collect();
    let _ = write!(out, " font-family=\"{}\"", escape(&families.join(", ")));
}

fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // Not allowed in XML at all.
            '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' => {}
            other => out.push(other),
        }
    }
    out
}
