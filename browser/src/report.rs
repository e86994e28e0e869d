//! The layout as JSON, schema `boxes/1`: what a browser's `getBoundingClientRect` and `Range.getClientRects` tell.
//!
//! One entry per element in document order: `i`, `parent`, `path`, `tag`, `id`, `class`, the border box `rect` in CSS
//! px from the document's corner (null where there is no box), `rects` where there are several, a few computed values
//! in `style`, and under `text` the lines of each text node.

use std::fmt::Write;

use ashlar_layout::box_tree::PseudoElement;
use ashlar_layout::css::ComputedStyle;
use ashlar_layout::css::values::display::{Display, DisplayInside, DisplayOutside, RubyInternal, TableInternal};
use ashlar_layout::css::values::text::LineHeight;
use ashlar_layout::fragment_tree::{BoxFragment, BoxFragmentKind, ChildFragment, Fragment, FragmentTree, TextFragment};
use ashlar_raster::{Rect, Transform};
use rustc_hash::FxHashMap;
use serde_json::{Map, Value, json};

use crate::boxes::StyledBoxes;
use crate::dom::iterate::descendant_elements;
use crate::dom::{Document, NodeRef};
use crate::images::PageImages;
use crate::paint::transform::local_transform;
use crate::style::StyledDocument;

/// What fragments say of one node.
#[derive(Default)]
struct Found {
    rects: Vec<Rect>,
    /// For a block-level box: its height, as wide as what its containing block holds.
    across: Vec<Rect>,
    /// Rectangle and characters of each line fragment of a text node, left to right on each line.
    lines: Vec<TextLine>,
}

/// A line fragment of a text node.
struct TextLine {
    rect: Rect,
    text: String,
    /// Where the text starts in its paragraph.
    start: u32,
    /// Which line it is on.
    line: u32,
}

/// An `<svg>` element whose shapes have boxes of their own.
struct Picture {
    /// Its node among the sources of the boxes.
    node: u32,
    /// From the corner of its content box.
    to_document: Transform,
    /// Size of its content box.
    width: f32,
    height: f32,
}

/// Fragments by the address of their node.
#[derive(Default)]
struct Finder {
    by_node: FxHashMap<usize, Found>,
    pictures: Vec<Picture>,
    line_count: u32,
}

/// Where the children of a fragment are: its corner in the document, and the span of its content box.
#[derive(Clone, Copy)]
struct Surroundings {
    to_document: Transform,
    /// Left edge and width of the content box, from the corner.
    content: (f32, f32),
}

fn key(node: NodeRef<'_>) -> usize {
    std::ptr::from_ref(node.as_ref()).addr()
}

impl Finder {
    /// What all fragments of a document say.
    fn of<'h>(
        document: &Document<'h>,
        styled: &StyledDocument<'h>,
        boxes: &StyledBoxes<'h>,
        tree: &FragmentTree<'h>,
        images: &PageImages<'_, 'h>,
    ) -> Self {
        let mut finder = Self::default();
        let page = Surroundings { to_document: Transform::IDENTITY, content: (0.0, tree.viewport.width.to_px_f32()) };
        if let Some(root) = &tree.root {
            finder.walk(boxes, root, page);
        }
        for child in tree.viewport_children.iter() {
            finder.walk(boxes, child, page);
        }
        for Picture { node, to_document, width, height } in std::mem::take(&mut finder.pictures) {
            for (element, area) in images.inline_svg_boxes(boxes.sources.get(node as usize), width, height) {
                finder.by_node.entry(key(element)).or_default().rects.push(to_document.map_rect(&area));
            }
        }
        if let Some(root) = document.document_element() {
            finder.add_blocks_inside_inlines(root, styled);
        }
        finder
    }
}

/// The rectangles of elements in CSS px from the document's corner; those without a box are left out.
pub fn element_rects<'h>(
    document: &Document<'h>,
    styled: &StyledDocument<'h>,
    boxes: &StyledBoxes<'h>,
    tree: &FragmentTree<'h>,
    images: &PageImages<'_, 'h>,
    elements: &[NodeRef<'h>],
) -> Vec<Rect> {
    let finder = Finder::of(document, styled, boxes, tree, images);
    let rect = |node: &NodeRef<'h>| bounding(&finder.by_node.get(&key(*node))?.rects);
    elements.iter().filter_map(rect).filter(|rect| rect.width() > 0.0 && rect.height() > 0.0).collect()
}

/// Writes the report; one element a line.
pub fn boxes_json<'h>(
    document: &Document<'h>,
    styled: &StyledDocument<'h>,
    boxes: &StyledBoxes<'h>,
    tree: &FragmentTree<'h>,
    images: &PageImages<'_, 'h>,
) -> String {
    let finder = Finder::of(document, styled, boxes, tree, images);
    let mut head = Map::new();
    head.insert("schema".into(), json!("boxes/1"));
    head.insert("generator".into(), json!(concat!("ashlar ", env!("CARGO_PKG_VERSION"))));
    head.insert("url".into(), json!(document.url.as_str()));
    head.insert("viewport".into(), json!([tree.viewport.width.floor(), tree.viewport.height.floor()]));
    head.insert("document".into(), json!([tree.document.width.ceil(), tree.document.height.ceil()]));
    let mut elements = Vec::new();
    if let Some(root) = document.document_element() {
        list_elements(root, styled, &finder, &mut elements);
    }
    let head = Value::Object(head).to_string();
    let mut out = String::new();
    let _ = writeln!(out, "{}, \"elements\": [", head.trim_end_matches('}'));
    out.push_str(&elements.join(",\n"));
    out.push_str("\n]}\n");
    out
}

impl Picture {
    fn new(node: u32, fragment: &BoxFragment<'_>, to_document: Transform) -> Picture {
        let left = fragment.border.left + fragment.padding.left;
        let top = fragment.border.top + fragment.padding.top;
        let width = fragment.size.width - left - fragment.border.right - fragment.padding.right;
        let height = fragment.size.height - top - fragment.border.bottom - fragment.padding.bottom;
        let corner = Transform::translation(left.to_px_f32(), top.to_px_f32());
        Picture {
            node,
            to_document: to_document.then_inner(&corner),
            width: width.to_px_f32(),
            height: height.to_px_f32(),
        }
    }
}

impl Finder {
    /// Walks a fragment inside its parent.
    fn walk<'h>(&mut self, boxes: &StyledBoxes<'h>, child: &ChildFragment<'h>, parent: Surroundings) {
        let (x, y) = (child.offset.left.to_px_f32(), child.offset.top.to_px_f32());
        let here = parent.to_document.then_inner(&Transform::translation(x, y));
        match child.fragment {
            Fragment::Line(line) => {
                self.line_count += 1;
                for child in line.children.iter() {
                    self.walk(boxes, child, Surroundings { to_document: here, ..parent });
                }
            }
            Fragment::Text(text) => self.text(boxes, &text, here),
            Fragment::Box(fragment) => {
                let (width, height) = (fragment.size.width.to_px_f32(), fragment.size.height.to_px_f32());
                let local = match fragment.kind {
                    BoxFragmentKind::InlineBox => None,
                    _ => local_transform(&fragment.style, fragment.size),
                };
                let here = local.map_or(here, |local| here.then_inner(&local));
                let source = fragment.source.filter(|source| source.pseudo == PseudoElement::None);
                if let Some(source) = source.filter(|_| fragment.kind != BoxFragmentKind::TableGrid) {
                    let node = boxes.sources.get(source.node as usize);
                    let found = self.by_node.entry(key(node)).or_default();
                    found.rects.push(here.map_rect(&Rect::from_xywh(0.0, 0.0, width, height)));
                    let across = Rect::from_xywh(parent.content.0, y, parent.content.1, height);
                    found.across.push(parent.to_document.map_rect(&across));
                    if node.element().is_some_and(|element| element.is_svg() && &**element.local_name() == "svg") {
                        self.pictures.push(Picture::new(source.node, &fragment, here));
                    }
                }
                let content = if fragment.kind == BoxFragmentKind::InlineBox {
                    parent.content
                } else {
                    let edges = fragment.border.left + fragment.padding.left;
                    let all = edges + fragment.border.right + fragment.padding.right;
                    (edges.to_px_f32(), (fragment.size.width - all).to_px_f32())
                };
                for child in fragment.children.iter() {
                    self.walk(boxes, child, Surroundings { to_document: here, content });
                }
            }
        }
    }

    fn text<'h>(&mut self, boxes: &StyledBoxes<'h>, text: &TextFragment<'h>, here: Transform) {
        if text.source.pseudo != PseudoElement::None {
            return;
        }
        let node = boxes.sources.get(text.source.node as usize);
        let size = Rect::from_xywh(0.0, 0.0, text.size.width.to_px_f32(), text.size.height.to_px_f32());
        let rect = here.map_rect(&size);
        let line = self.line_count;
        let found = self.by_node.entry(key(node)).or_default();
        if node.is_element() {
            // A forced break is an element with a place of its own.
            found.rects.push(rect);
        } else {
            found.lines.push(TextLine { rect, text: text.text.to_string(), start: text.start, line });
        }
    }
}

impl Finder {
    /// An inline box that is broken around blocks has the rectangles of those blocks too, as browsers count.
    fn add_blocks_inside_inlines<'h>(&mut self, root: NodeRef<'h>, styled: &StyledDocument<'h>) {
        let elements: Vec<NodeRef<'h>> = std::iter::once(root).chain(descendant_elements(root)).collect();
        let is_inline = |node: NodeRef<'h>| {
            styled.style_of(node).is_some_and(|style| style.display().is_inline_flow() && !style.is_out_of_flow())
        };
        // Children stand behind their parents, so an inline box's own blocks are known when its parent asks.
        let mut blocks: FxHashMap<usize, Vec<Rect>> = FxHashMap::default();
        for node in elements.into_iter().rev().filter(|node| is_inline(*node)) {
            let mut inside = Vec::new();
            for child in node.child_elements() {
                let Some(style) = styled.style_of(child).filter(|style| !style.is_out_of_flow()) else { continue };
                if style.display().is_inline_flow() {
                    inside.extend(blocks.get(&key(child)).into_iter().flatten().copied());
                } else if !style.display().is_inline_level()
                    && let Some(found) = self.by_node.get(&key(child))
                {
                    inside.extend(&found.across);
                }
            }
            if !inside.is_empty() {
                self.by_node.entry(key(node)).or_default().rects.extend(&inside);
                blocks.insert(key(node), inside);
            }
        }
    }
}

struct Pending<'h> {
    node: NodeRef<'h>,
    parent: i64,
    path: String,
}

fn list_elements<'h>(root: NodeRef<'h>, styled: &StyledDocument<'h>, finder: &Finder, out: &mut Vec<String>) {
    let root_path = root.element().map_or_else(String::new, |e| e.local_name().to_string());
    let mut stack = vec![Pending { node: root, parent: -1, path: root_path }];
    while let Some(Pending { node, parent, path }) = stack.pop() {
        let index = out.len() as i64;
        let mut children = Vec::new();
        let mut text = Vec::new();
        let mut nth = 0;
        for (position, child) in node.children().enumerate() {
            if let Some(element) = child.element() {
                nth += 1;
                let path = format!("{path}>{}:nth-child({nth})", element.local_name());
                children.push(Pending { node: child, parent: index, path });
            } else if let Some(found) = finder.by_node.get(&key(child)).filter(|found| !found.lines.is_empty()) {
                text.push(text_entry(position, child, found));
            }
        }
        stack.extend(children.into_iter().rev());
        out.push(element_entry(node, index, parent, &path, styled, finder, text));
    }
}

fn element_entry<'h>(
    node: NodeRef<'h>,
    index: i64,
    parent: i64,
    path: &str,
    styled: &StyledDocument<'h>,
    finder: &Finder,
    text: Vec<Value>,
) -> String {
    let element = node.element().expect("invariant: only elements are listed");
    let mut entry = Map::new();
    entry.insert("i".into(), json!(index));
    entry.insert("parent".into(), json!(parent));
    entry.insert("path".into(), json!(path));
    entry.insert("tag".into(), json!(&**element.local_name()));
    if let Some(id) = element.identifier() {
        entry.insert("id".into(), json!(&**id));
    }
    if let Some(class) = element.attribute(&markup5ever::local_name!("class")).filter(|class| !class.is_empty()) {
        entry.insert("class".into(), json!(class));
    }
    let rects = finder.by_node.get(&key(node)).map_or(&[][..], |found| &found.rects);
    entry.insert("rect".into(), bounding(rects).map_or(Value::Null, rect_value));
    if rects.len() > 1 {
        entry.insert("rects".into(), rects.iter().copied().map(rect_value).collect());
    }
    if let Some(style) = styled.style_of(node) {
        entry.insert("style".into(), style_value(&style));
    }
    if !text.is_empty() {
        entry.insert("text".into(), Value::Array(text));
    }
    Value::Object(entry).to_string()
}

/// The rectangle around all that have an area; the first one where none has.
fn bounding(rects: &[Rect]) -> Option<Rect> {
    let first = *rects.first()?;
    let around = |a: Rect, b: &Rect| {
        Rect::new(a.left.min(b.left), a.top.min(b.top), a.right.max(b.right), a.bottom.max(b.bottom))
    };
    let mut visible = rects.iter().filter(|rect| rect.width() > 0.0 && rect.height() > 0.0);
    Some(match visible.next() {
        Some(start) => visible.fold(*start, around),
        None => first,
    })
}

fn rect_value(rect: Rect) -> Value {
    let round = |v: f32| (f64::from(v) * 1e6).round() / 1e6;
    json!([round(rect.left), round(rect.top), round(rect.width()), round(rect.height())])
}

/// The lines of a text node. Characters are those of the document, before `text-transform`, and stand in the order of
/// the document; on a line of mixed directions rectangles stand left to right, as a browser's ranges give them.
fn text_entry(position: usize, node: NodeRef<'_>, found: &Found) -> Value {
    let mut logical: Vec<&TextLine> = found.lines.iter().collect();
    logical.sort_by_key(|line| (line.line, line.start));
    let mut rest = node.text().unwrap_or("").chars();
    let texts: Vec<String> = logical.iter().map(|line| original_text(&line.text, &mut rest)).collect();
    let is_only = found.lines.len() == 1;
    let lines: Vec<Value> = found
        .lines
        .iter()
        .zip(texts)
        .filter(|(line, text)| is_only || line.rect.width() > 0.0 || !text.trim().is_empty())
        .map(|(line, text)| json!({"rect": rect_value(line.rect), "text": collapse(&text)}))
        .collect();
    json!({"node": position, "lines": lines})
}

/// Takes as many letters from the document's text as a fragment has; white space between them comes along.
fn original_text(drawn: &str, rest: &mut std::str::Chars<'_>) -> String {
    let letters = drawn.chars().filter(|c| !c.is_whitespace()).count();
    if letters == 0 {
        return drawn.to_owned();
    }
    let mut out = String::new();
    let mut taken = 0;
    // Some transformations make two letters of one: what is drawn then ends earlier than the count says.
    while taken < letters {
        let Some(character) = rest.next() else { break };
        taken += usize::from(!character.is_whitespace());
        out.push(character);
    }
    out
}

fn collapse(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut in_space = false;
    for character in text.chars() {
        let is_space = matches!(character, ' ' | '\t' | '\n' | '\r' | '\u{c}');
        if !is_space {
            out.push(character);
        } else if !in_space {
            out.push(' ');
        }
        in_space = is_space;
    }
    out
}

fn style_value(style: &ComputedStyle<'_>) -> Value {
    let line_height = match style.line_height() {
        LineHeight::Normal => "normal".into(),
        LineHeight::Number(number) => format!("{}px", number_text(number * style.font_size().px)),
        LineHeight::Length(px) => format!("{}px", number_text(*px)),
    };
    let color = style.color().0;
    json!({
        "display": display_text(*style.display()),
        "position": style.position().keyword(),
        "font-size": format!("{}px", number_text(style.font_size().px)),
        "line-height": line_height,
        "color": color_text(color),
        "background-color": color_text(style.background_color().resolve(color)),
        "visibility": style.visibility().keyword(),
    })
}

/// A number as a browser serialises it: at most six significant digits.
fn number_text(value: f32) -> String {
    let digits = if value == 0.0 { 0 } else { (5 - value.abs().log10().floor() as i32).clamp(0, 6) } as usize;
    let text = format!("{value:.digits$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

fn color_text(color: ashlar_layout::css::values::color::Rgba) -> String {
    let [r, g, b, _] = color.to_octets();
    if color.is_opaque() {
        format!("rgb({r}, {g}, {b})")
    } else {
        // Browsers keep alpha in eight bits and print as few digits as give it back.
        let octet = (color.alpha.clamp(0.0, 1.0) * 255.0).round();
        let two = ((octet / 255.0) * 100.0).round() / 100.0;
        let alpha = if (two * 255.0).round() == octet { two } else { ((octet / 255.0) * 1000.0).round() / 1000.0 };
        format!("rgba({r}, {g}, {b}, {})", number_text(alpha))
    }
}

fn display_text(display: Display) -> &'static str {
    match display {
        Display::None => "none",
        Display::Contents => "contents",
        Display::RubyInternal(RubyInternal::Text) => "ruby-text",
        Display::TableInternal(part) => match part {
            TableInternal::RowGroup => "table-row-group",
            TableInternal::HeaderGroup => "table-header-group",
            TableInternal::FooterGroup => "table-footer-group",
            TableInternal::Row => "table-row",
            TableInternal::Cell => "table-cell",
            TableInternal::ColumnGroup => "table-column-group",
            TableInternal::Column => "table-column",
            TableInternal::Caption => "table-caption",
        },
        Display::Flow { outside, inside, list_item } => match (outside, inside, list_item) {
            (DisplayOutside::Block, DisplayInside::Flow, true) => "list-item",
            (DisplayOutside::Block, DisplayInside::FlowRoot, true) => "flow-root list-item",
            (DisplayOutside::Inline, _, true) => "inline list-item",
            (DisplayOutside::Block, inside, _) => match inside {
                DisplayInside::Flow => "block",
                DisplayInside::FlowRoot => "flow-root",
                DisplayInside::Table => "table",
                DisplayInside::Flex => "flex",
                DisplayInside::Grid => "grid",
                DisplayInside::Ruby => "block ruby",
                DisplayInside::WebkitBox => "-webkit-box",
            },
            (DisplayOutside::Inline, inside, _) => match inside {
                DisplayInside::Flow => "inline",
                DisplayInside::FlowRoot => "inline-block",
                DisplayInside::Table => "inline-table",
                DisplayInside::Flex => "inline-flex",
                DisplayInside::Grid => "inline-grid",
                DisplayInside::Ruby => "ruby",
                DisplayInside::WebkitBox => "-webkit-inline-box",
            },
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_six_digits() {
        assert_eq!(number_text(13.333_333), "13.3333");
        assert_eq!(number_text(16.0), "16");
        assert_eq!(number_text(0.5), "0.5");
        assert_eq!(number_text(1_234.567_8), "1234.57");
    }
}
