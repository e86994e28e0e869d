//! Hints of tables and their parts.
//!
//! Spec: <https://html.spec.whatwg.org/#tables-2>.

use std::fmt::Write;

use markup5ever::local_name;

use super::value::{parse_integer, parse_nonzero_dimension};
use super::{
    background_attribute, color_attribute, declare, dimension, dimension_attribute, legacy_color, parse_non_negative,
};
use crate::dom::{ElementData, NodeRef};

/// Whether an element has hints although it has no attributes: cells of tables with `border`, `cellpadding` or `rules`.
pub fn has_hints_from_ancestors(element: &ElementData<'_>) -> bool {
    matches!(&**element.local_name(), "td" | "th" | "thead" | "tbody" | "tfoot" | "tr" | "colgroup" | "col")
}

/// The hints of `<table>` and everything in it.
pub fn hints(node: NodeRef<'_>, element: &ElementData<'_>, out: &mut String) {
    match &**element.local_name() {
        "table" => table(element, out),
        "caption" => caption(element, out),
        "td" | "th" => {
            cell_from_table(node, out);
            background(element, out);
            cell(element, out);
        }
        "col" | "colgroup" => {
            group_rules(node, element, out);
            if let Some(width) = element.attribute(&local_name!("width")).and_then(super::parse_dimension) {
                dimension(out, "width", width);
            }
            cell_align(element, out);
        }
        _ => {
            group_rules(node, element, out);
            background(element, out);
            dimension_attribute(element, "height", "height", out);
            cell_align(element, out);
        }
    }
}

fn background(element: &ElementData<'_>, out: &mut String) {
    color_attribute(element, "bgcolor", "background-color", out);
    background_attribute(element, out);
}

fn table(element: &ElementData<'_>, out: &mut String) {
    background(element, out);
    if let Some(width) = element.attribute(&local_name!("width")).and_then(parse_nonzero_dimension) {
        dimension(out, "width", width);
    }
    dimension_attribute(element, "height", "height", out);
    if let Some(spacing) = element.attribute(&local_name!("cellspacing")).and_then(parse_non_negative) {
        let _ = write!(out, "border-spacing:{spacing}px;");
    }
    for (attribute, sides) in [("hspace", ["margin-left", "margin-right"]), ("vspace", ["margin-top", "margin-bottom"])]
    {
        for side in sides {
            dimension_attribute(element, attribute, side, out);
        }
    }
    let word = element.attribute(&local_name!("align")).unwrap_or("").trim();
    let _ = cssparser::match_ignore_ascii_case! { word,
        "left" => out.write_str("float:left;"),
        "right" => out.write_str("float:right;"),
        "center" => out.write_str("margin-inline-start:auto;margin-inline-end:auto;"),
        _ => Ok(()),
    };
    let border = border_width(element);
    if border > 0 {
        let _ = write!(out, "border:{border}px outset;");
    }
    if let Some(color) = element.attribute(&"bordercolor".into()).and_then(legacy_color) {
        declare(out, "border-color", &color);
        if border > 0 {
            declare(out, "border-style", "solid");
        }
    }
    frame(element, out);
    if let Some(rules) = rules(element) {
        declare(out, "border-collapse", "collapse");
        if rules != "none" && border == 0 && !element.has_attribute(&local_name!("frame")) {
            declare(out, "border-style", "hidden");
        }
    }
}

/// The width of the table's border; an attribute without a number means 1.
fn border_width(table: &ElementData<'_>) -> i32 {
    match table.attribute(&local_name!("border")) {
        None => 0,
        Some(text) => parse_integer(text).filter(|width| *width >= 0).unwrap_or(1),
    }
}

fn frame(element: &ElementData<'_>, out: &mut String) {
    let word = element.attribute(&local_name!("frame")).unwrap_or("").trim();
    // Top, right, bottom, left.
    let sides = cssparser::match_ignore_ascii_case! { word,
        "void" => [false, false, false, false],
        "above" => [true, false, false, false],
        "below" => [false, false, true, false],
        "hsides" => [true, false, true, false],
        "lhs" => [false, false, false, true],
        "rhs" => [false, true, false, false],
        "vsides" => [false, true, false, true],
        "box" | "border" => [true; 4],
        _ => return,
    };
    let [top, right, bottom, left] = sides.map(|shown| if shown { "outset" } else { "hidden" });
    let _ = write!(out, "border-style:{top} {right} {bottom} {left};");
    if border_width(element) == 0 {
        declare(out, "border-width", "1px");
    }
}

fn rules(table: &ElementData<'_>) -> Option<&'static str> {
    let word = table.attribute(&local_name!("rules"))?.trim();
    ["none", "groups", "rows", "cols", "all"].into_iter().find(|known| word.eq_ignore_ascii_case(known))
}

fn caption(element: &ElementData<'_>, out: &mut String) {
    let word = element.attribute(&local_name!("align")).unwrap_or("").trim();
    let _ = cssparser::match_ignore_ascii_case! { word,
        "bottom" => out.write_str("caption-side:bottom;"),
        "left" => out.write_str("text-align:-webkit-left;"),
        "right" => out.write_str("text-align:-webkit-right;"),
        "center" => out.write_str("text-align:-webkit-center;"),
        _ => Ok(()),
    };
}

fn cell(element: &ElementData<'_>, out: &mut String) {
    for name in ["width", "height"] {
        if let Some(value) = element.attribute(&name.into()).and_then(parse_nonzero_dimension) {
            dimension(out, name, value);
        }
    }
    // NOTE: a cell with a width in px wraps all the same (a quirk that only quirks mode has, and not for `nowrap` alone).
    if element.has_attribute(&local_name!("nowrap")) {
        declare(out, "white-space", "nowrap");
    }
    cell_align(element, out);
}

fn cell_align(element: &ElementData<'_>, out: &mut String) {
    let word = element.attribute(&local_name!("align")).unwrap_or("").trim();
    let _ = cssparser::match_ignore_ascii_case! { word,
        "left" => out.write_str("text-align:-webkit-left;"),
        "right" => out.write_str("text-align:-webkit-right;"),
        "center" | "middle" => out.write_str("text-align:-webkit-center;"),
        "absmiddle" => out.write_str("text-align:center;"),
        "justify" => out.write_str("text-align:justify;"),
        _ => Ok(()),
    };
    let word = element.attribute(&local_name!("valign")).unwrap_or("").trim();
    let _ = cssparser::match_ignore_ascii_case! { word,
        "top" => out.write_str("vertical-align:top;"),
        "middle" => out.write_str("vertical-align:middle;"),
        "bottom" => out.write_str("vertical-align:bottom;"),
        "baseline" => out.write_str("vertical-align:baseline;"),
        _ => Ok(()),
    };
}

fn table_of<'h>(node: NodeRef<'h>) -> Option<&'h ElementData<'h>> {
    node.ancestors()
        .take(3)
        .filter_map(|node| node.element())
        .find(|element| element.is_html_element(&local_name!("table")))
}

/// What `cellpadding`, `border` and `rules` of the table mean to its cells.
fn cell_from_table(node: NodeRef<'_>, out: &mut String) {
    let Some(table) = table_of(node) else { return };
    if let Some(padding) = table.attribute(&local_name!("cellpadding")).and_then(parse_non_negative) {
        let _ = write!(out, "padding:{padding}px;");
    }
    let _ = match rules(table) {
        Some("all") => out.write_str("border:1px solid;border-color:inherit;"),
        Some("cols") => out.write_str("border-width:1px;border-style:none solid;border-color:inherit;"),
        Some("rows" | "groups" | "none") => out.write_str("border-width:1px;border-style:none;"),
        _ if border_width(table) > 0 => match table.has_attribute(&"bordercolor".into()) {
            true => out.write_str("border:1px solid;border-color:inherit;"),
            false => out.write_str("border:1px inset;border-color:inherit;"),
        },
        _ => Ok(()),
    };
}

/// What `rules` of the table means to rows and groups.
fn group_rules(node: NodeRef<'_>, element: &ElementData<'_>, out: &mut String) {
    let Some(rules) = table_of(node).and_then(rules) else { return };
    let _ = match (rules, &**element.local_name()) {
        ("groups", "colgroup") => out.write_str("border-width:1px;border-style:none solid;"),
        ("groups", "thead" | "tbody" | "tfoot") | ("rows", "tr") => {
            out.write_str("border-width:1px;border-style:solid none;")
        }
        _ => Ok(()),
    };
}
