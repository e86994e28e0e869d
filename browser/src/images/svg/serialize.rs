//! SVG elements of a page as the text of documents of their own, for the vector renderer.
//!
//! The page's cascade reaches it through what is written here: where a computed value differs from that of the parent it
//! is written as an attribute, else what the markup says stays. So shapes inherit as they do in the document, and what
//! `<use>` brings inherits from where it is used. Elements that are referred to and stand elsewhere, in the page or in
//! another file, are appended.

use std::fmt::Write;
use std::sync::Arc;

use ashlar_gc::Gc;
use ashlar_layout::css::ComputedStyle;
use ashlar_layout::css::values::display::Display;
use markup5ever::{LocalName, ns};
use resvg::usvg::roxmltree;
use rustc_hash::{FxHashMap, FxHashSet};
use url::Url;

use super::{properties, transform};
use crate::boxes::NaturalSize;
use crate::dom::{Document, ElementData, NodeData, NodeRef};
use crate::limits::MAX_ELEMENT_DEPTH;
use crate::load::without_fragment;

/// Definitions appended to one picture.
const MAX_DEFINITIONS: usize = 256;
/// Bytes of one picture's text.
const MAX_BYTES: usize = 32 << 20;

/// Styles by node.
pub type StyleOf<'a, 'h> = &'a dyn Fn(NodeRef<'h>) -> Option<Gc<'h, ComputedStyle<'h>>>;

/// Fetches what a picture refers to.
pub type FetchBytes<'a> = &'a dyn Fn(&Url) -> Option<Arc<[u8]>>;

/// The natural size of an inline `<svg>` by its attributes.
pub fn attribute_size(node: NodeRef<'_>) -> NaturalSize {
    let element = node.element();
    super::natural_size(|name| element.and_then(|element| element.attribute(&LocalName::from(name))))
}

/// The text of a picture, and the bitmaps it refers to.
#[derive(Debug, Default)]
pub struct SvgText {
    /// The document.
    pub text: String,
    /// Bytes of images by absolute URL.
    pub images: FxHashMap<String, Arc<[u8]>>,
}

/// Writes pictures.
pub struct Writer<'a, 'h> {
    document: &'a Document<'h>,
    style_of: StyleOf<'a, 'h>,
    fetch: FetchBytes<'a>,
    out: String,
    images: FxHashMap<String, Arc<[u8]>>,
    /// Identifiers that were written.
    defined: FxHashSet<String>,
    /// References that were met, in order; absolute for other files.
    wanted: Vec<String>,
    /// Size of the nearest viewport, for percentages.
    viewport: (f32, f32),
    /// Elements by the identifiers they were written with, when every element is to have one.
    labels: Option<Vec<(String, NodeRef<'h>)>>,
}

impl<'a, 'h> Writer<'a, 'h> {
    /// A writer for elements of a document.
    pub fn new(document: &'a Document<'h>, style_of: StyleOf<'a, 'h>, fetch: FetchBytes<'a>) -> Self {
        Self {
            document,
            style_of,
            fetch,
            out: String::new(),
            images: FxHashMap::default(),
            defined: FxHashSet::default(),
            wanted: Vec::new(),
            viewport: (300.0, 150.0),
            labels: None,
        }
    }

    /// An `<svg>` element as by [`inline_svg`](Self::inline_svg), and its elements by the identifiers they have in it.
    pub fn labelled_svg(mut self, node: NodeRef<'h>, width: f32, height: f32) -> (SvgText, Vec<(String, NodeRef<'h>)>) {
        self.labels = Some(Vec::new());
        let labels = self.write_inline_svg(node, width, height);
        (self.finish(), labels)
    }

    /// An `<svg>` element, for a content box of `width` × `height` CSS px.
    pub fn inline_svg(mut self, node: NodeRef<'h>, width: f32, height: f32) -> SvgText {
        self.write_inline_svg(node, width, height);
        self.finish()
    }

    /// Writes it, up to the definitions. Returns the labels so far, if there are any: definitions have none.
    fn write_inline_svg(&mut self, node: NodeRef<'h>, width: f32, height: f32) -> Vec<(String, NodeRef<'h>)> {
        self.open_root(width, height);
        let Some(element) = node.element() else {
            self.out.push('>');
            return Vec::new();
        };
        let view_box = element.attribute(&LocalName::from("viewBox")).and_then(parse_view_box);
        self.viewport = view_box.map_or((width, height), |[_, _, width, height]| (width, height));
        for name in ["viewBox", "preserveAspectRatio"] {
            if let Some(value) = element.attribute(&LocalName::from(name)) {
                let _ = write!(self.out, " {name}=\"{}\"", escape(value));
            }
        }
        if let Some(id) = element.identifier() {
            self.identify(id);
        }
        if let Some(style) = (self.style_of)(node) {
            properties::root(&style, &mut self.out, &mut self.wanted);
        }
        self.out.push('>');
        self.children(node, 1);
        self.labels.take().unwrap_or_default()
    }

    /// A picture of `width` × `height` CSS px with `content`, which may refer to elements of the page.
    pub fn with_references(mut self, width: f32, height: f32, content: &str, references: &[&str]) -> SvgText {
        self.viewport = (width, height);
        self.open_root(width, height);
        self.out.push('>');
        self.out.push_str(content);
        self.wanted.extend(references.iter().map(|reference| (*reference).to_owned()));
        self.finish()
    }

    fn open_root(&mut self, width: f32, height: f32) {
        let _ = write!(
            self.out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"{width}\" height=\"{height}\""
        );
    }

    fn finish(mut self) -> SvgText {
        self.out.push_str("<defs>");
        let mut next = 0;
        while let Some(reference) = self.wanted.get(next).cloned() {
            next += 1;
            if next > MAX_DEFINITIONS || self.out.len() > MAX_BYTES {
                break;
            }
            self.definition(&reference);
        }
        self.out.push_str("</defs></svg>");
        SvgText { text: self.out, images: self.images }
    }

    /// Appends the element a reference names: `#id`, or a URL with a fragment.
    fn definition(&mut self, reference: &str) {
        let Some((file, id)) = reference.rsplit_once('#') else { return };
        if id.is_empty() || self.defined.contains(id) {
            return;
        }
        if is_this_document(self.document, file) {
            if let Some(node) = self.document.element_by_id(id) {
                let takes_own_style = node.element().is_some_and(|element| {
                    matches!(
                        &**element.local_name(),
                        "linearGradient" | "radialGradient" | "pattern" | "clipPath" | "mask" | "marker" | "filter"
                    )
                });
                self.element(node, 1, takes_own_style);
            }
            self.defined.insert(id.to_owned());
        } else {
            self.external_definition(file, id);
        }
    }

    /// The element of another file, as it is written there.
    fn external_definition(&mut self, file: &str, id: &str) {
        self.defined.insert(id.to_owned());
        let Some(bytes) = Url::parse(file).ok().and_then(|url| (self.fetch)(&url)) else { return };
        let text = String::from_utf8_lossy(&bytes);
        let Ok(document) = roxmltree::Document::parse(&text) else { return };
        let mut wanted = vec![id.to_owned()];
        let mut next = 0;
        while let Some(id) = wanted.get(next).cloned().filter(|_| next < MAX_DEFINITIONS) {
            next += 1;
            let Some(node) = document.descendants().find(|node| node.attribute("id") == Some(id.as_str())) else {
                continue;
            };
            let written = &text[node.range()];
            if self.out.len().saturating_add(written.len()) > MAX_BYTES {
                return;
            }
            self.out.push_str(written);
            for inner in node.descendants() {
                let references =
                    inner.attributes().flat_map(|attribute| references_in(attribute.name(), attribute.value()));
                for reference in references.filter_map(|reference| reference.strip_prefix('#').map(str::to_owned)) {
                    if self.defined.insert(reference.clone()) {
                        wanted.push(reference);
                    }
                }
            }
        }
    }

    fn children(&mut self, node: NodeRef<'h>, depth: usize) {
        for child in node.children() {
            match child.data() {
                NodeData::Text(text) => self.out.push_str(&escape(text.as_str())),
                NodeData::Element(_) => self.element(child, depth + 1, false),
                _ => {}
            }
        }
    }

    fn element(&mut self, node: NodeRef<'h>, depth: usize, takes_own_style: bool) {
        let Some(element) = node.element() else { return };
        let name = &**element.local_name();
        // HTML inside `<foreignObject>` is not drawn.
        if !element.is_svg() || depth > MAX_ELEMENT_DEPTH || matches!(name, "style" | "script" | "foreignObject") {
            return;
        }
        let style = (self.style_of)(node);
        if style.is_some_and(|style| *style.display() == Display::None) && is_rendered(name) {
            return;
        }
        let _ = write!(self.out, "<{name}");
        self.label(node, element);
        if let Some(style) = &style {
            let parent = node.parent().filter(|_| !takes_own_style).and_then(|parent| (self.style_of)(parent));
            let mut covered = Vec::new();
            properties::of_element(element, style, parent.as_deref(), &mut self.out, &mut self.wanted, &mut covered);
            if let Some(matrix) = transform::of_element(node, style, self.viewport) {
                covered.push("transform");
                let [a, b, c, d, e, f] = matrix;
                let _ = write!(self.out, " transform=\"matrix({a} {b} {c} {d} {e} {f})\"");
            }
            self.attributes(element, &covered);
        } else {
            self.attributes(element, &[]);
        }
        self.out.push('>');
        self.children(node, depth);
        let _ = write!(self.out, "</{name}>");
    }

    /// Writes the attributes of the markup, without `covered` ones and what the cascade has read.
    fn attributes(&mut self, element: &ElementData<'h>, covered: &[&str]) {
        for attribute in element.attributes() {
            let local = &*attribute.name.local;
            let is_link = attribute.name.ns == ns!(xlink);
            let is_plain =
                attribute.name.ns == ns!() && !local.contains(':') && !matches!(local, "xmlns" | "style" | "class");
            if !(is_plain || (is_link && local == "href")) || covered.contains(&local) || local == "transform-origin" {
                continue;
            }
            let value = attribute.value.as_ref();
            if local == "id" {
                self.identify(value);
                continue;
            }
            if local == "href" {
                self.link(element, value);
                continue;
            }
            for reference in references_in(local, value) {
                let reference = self.absolute(&reference);
                self.wanted.push(reference);
            }
            let _ = write!(self.out, " {local}=\"{}\"", escape(value));
        }
    }

    fn identify(&mut self, id: &str) {
        // The first of two elements with one identifier is the one meant.
        if self.defined.insert(id.to_owned()) {
            let _ = write!(self.out, " id=\"{}\"", escape(id));
        }
    }

    /// Makes sure that an element has an identifier, if all are to have one.
    fn label(&mut self, node: NodeRef<'h>, element: &ElementData<'h>) {
        let Some(labels) = &mut self.labels else { return };
        // Of two elements with one identifier only the first keeps it.
        let own = element.identifier().filter(|id| !self.defined.contains(&***id)).map(|id| id.to_string());
        let label = own.unwrap_or_else(|| {
            let made = format!("ashlar-{}", labels.len());
            let _ = write!(self.out, " id=\"{made}\"");
            made
        });
        labels.push((label, node));
    }

    /// A local reference as it is, another made absolute.
    fn absolute(&self, reference: &str) -> String {
        if reference.starts_with('#') {
            return reference.to_owned();
        }
        self.document.resolve_url(reference).map_or_else(String::new, |url| url.to_string())
    }

    /// Writes `href`: of images with their bytes put aside, of others as a reference inside of the picture.
    fn link(&mut self, element: &ElementData<'h>, value: &str) {
        let is_image = matches!(&**element.local_name(), "image" | "feImage");
        if is_image && !value.trim_start().starts_with('#') {
            let Some(url) = self.document.resolve_url(value) else { return };
            if url.scheme() == "data" {
                let _ = write!(self.out, " href=\"{}\"", escape(value.trim()));
                return;
            }
            if let Some(bytes) = (self.fetch)(&url) {
                let _ = write!(self.out, " href=\"{}\"", escape(url.as_str()));
                self.images.insert(url.as_str().to_owned(), bytes);
            }
            return;
        }
        let Some((_, id)) = value.rsplit_once('#') else { return };
        let _ = write!(self.out, " href=\"#{}\"", escape(id));
        let reference = self.absolute(value.trim());
        self.wanted.push(reference);
    }
}

/// Whether a reference without its fragment means the document itself.
pub fn is_this_document(document: &Document<'_>, file: &str) -> bool {
    file.is_empty() || [&document.url, &document.base_url].iter().any(|url| without_fragment(url).as_str() == file)
}

/// Whether an element is drawn where it stands.
fn is_rendered(name: &str) -> bool {
    !matches!(
        name,
        "linearGradient"
            | "radialGradient"
            | "pattern"
            | "clipPath"
            | "mask"
            | "marker"
            | "filter"
            | "symbol"
            | "defs"
            | "stop"
    ) && !name.starts_with("fe")
}

/// The references in the value of an attribute: of `href`, or in `url()`.
fn references_in(name: &str, value: &str) -> impl Iterator<Item = String> + use<> {
    let mut found = Vec::new();
    if name == "href" {
        found.extend(value.contains('#').then(|| value.trim().to_owned()));
    }
    let mut rest = value;
    while let Some(at) = rest.find("url(") {
        rest = &rest[at + 4..];
        let Some(end) = rest.find(')') else { break };
        let reference = rest[..end].trim().trim_matches(['"', '\'']).trim();
        if reference.contains('#') {
            found.push(reference.to_owned());
        }
        rest = &rest[end..];
    }
    found.into_iter()
}

/// `viewBox`: left, top, width, height.
pub fn parse_view_box(text: &str) -> Option<[f32; 4]> {
    let numbers: Vec<f32> = text
        .split([' ', ',', '\t', '\n', '\r'])
        .filter(|part| !part.is_empty())
        .map_while(|part| part.parse().ok())
        .collect();
    match numbers[..] {
        [left, top, width, height] if width > 0.0 && height > 0.0 => Some([left, top, width, height]),
        _ => None,
    }
}

/// Text as XML.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // Not allowed in XML at all.
            '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => {}
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_found() {
        let found: Vec<String> = references_in("fill", "url( '#a' ) red").collect();
        assert_eq!(found, ["#a"]);
        let found: Vec<String> = references_in("href", "sprite.svg#icon").collect();
        assert_eq!(found, ["sprite.svg#icon"]);
        assert_eq!(references_in("style", "filter: url(#f) url(x.svg#g").count(), 1);
    }
}
