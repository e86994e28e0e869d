//! Boxes of embedded content: `<img>`, `<svg>`, `<video>`, `<canvas>`, `<iframe>`, `<object>`.
//!
//! [HTML, § 15.4](https://html.spec.whatwg.org/#replaced-elements)

use std::sync::Arc;

use ashlar_gc::Gc;
use ashlar_layout::box_tree::builder::BoxSpec;
use ashlar_layout::box_tree::{ReplacedContents, SourceNode};
use ashlar_layout::css::ComputedStyle;
use ashlar_layout::css::values::content::{Content, ContentItem};
use ashlar_layout::css::values::display::Display;
use ashlar_layout::css::values::image::Image;
use ashlar_layout::css::values::length::Size;
use ashlar_layout::css::values::position::Overflow;
use markup5ever::{LocalName, local_name};

use super::construct::{Constructor, parse_non_negative_integer};
use super::form_controls::input_type;
use super::replaced::select_from_srcset;
use super::{NaturalSize, ReplacedContent};
use crate::dom::NodeRef;
use crate::style::source_size;

/// The side of the picture that stands for a broken image, in px.
const BROKEN_IMAGE_SIDE: f32 = 16.0;

impl<'h> Constructor<'_, 'h> {
    /// Whether an element is replaced whatever its style.
    pub fn is_replaced_by_nature(&self, node: NodeRef<'h>) -> bool {
        node.element().is_some_and(|element| {
            element.is_html()
                && matches!(
                    &**element.local_name(),
                    "img"
                        | "video"
                        | "audio"
                        | "canvas"
                        | "iframe"
                        | "embed"
                        | "object"
                        | "input"
                        | "textarea"
                        | "select"
                        | "meter"
                        | "progress"
                        | "br"
                        | "wbr"
                )
        })
    }

    /// Adds the replaced box of an element. Returns whether it has one.
    pub fn replaced_element(
        &mut self,
        node: NodeRef<'h>,
        style: Gc<'h, ComputedStyle<'h>>,
        source: SourceNode,
    ) -> bool {
        let Some(element) = node.element() else { return false };
        if element.is_svg() && &**element.local_name() == "svg" {
            let size = self.environment.images.inline_svg_size(node);
            let content = self.replaced_content(ReplacedContent::InlineSvg(node));
            self.add_replaced(node, style, source, size.contents(Some(content)));
            return true;
        }
        if self.content_replaces(node, style, source) {
            return true;
        }
        if !element.is_html() {
            return false;
        }
        match &**element.local_name() {
            "img" => {
                let url = self.image_source(node);
                self.image(node, style, source, url);
                true
            }
            "input" if input_type(node) == "image" => {
                let url = element.attribute(&local_name!("src")).map(|src| (src.to_owned(), 1.0));
                self.image(node, style, source, url);
                true
            }
            "video" => {
                let poster = element.attribute(&local_name!("poster")).and_then(|url| self.known_image(url));
                let size = poster.as_ref().map_or(NaturalSize::fixed(300.0, 150.0), |(_, size)| *size);
                let content = poster.map(|(url, _)| self.replaced_content(ReplacedContent::Image(url)));
                self.add_replaced(node, style, source, size.contents(content));
                true
            }
            "audio" => {
                // The controls' size is no ratio to keep.
                let size = NaturalSize { ratio: None, ..NaturalSize::fixed(300.0, 54.0) };
                let contents = ReplacedContents { is_control: true, ..size.contents(None) };
                self.add_replaced(node, style, source, contents);
                true
            }
            "canvas" => {
                let side = |name: &LocalName, default: u32| {
                    element.attribute(name).and_then(parse_non_negative_integer).unwrap_or(default) as f32
                };
                let size = NaturalSize::fixed(side(&local_name!("width"), 300), side(&local_name!("height"), 150));
                self.add_replaced(node, style, source, size.contents(None));
                true
            }
            "iframe" => {
                let content = self.replaced_content(ReplacedContent::Frame(node));
                self.add_replaced(node, style, source, NaturalSize::default().contents(Some(content)));
                true
            }
            "embed" => {
                let image = element.attribute(&local_name!("src")).and_then(|url| self.known_image(url));
                let size = image.as_ref().map_or(NaturalSize::default(), |(_, size)| *size);
                let content = image.map(|(url, _)| self.replaced_content(ReplacedContent::Image(url)));
                self.add_replaced(node, style, source, size.contents(content));
                true
            }
            "object" => {
                // An object whose data is no image shows its fallback content.
                let data = element.attribute(&local_name!("data")).and_then(|url| self.known_image(url));
                let Some((url, size)) = data else { return false };
                let content = self.replaced_content(ReplacedContent::Image(url));
                self.add_replaced(node, style, source, size.contents(Some(content)));
                true
            }
            _ => self.drawn_control(node, style, source),
        }
    }

    /// [CSS Content 3, § 1.1](https://www.w3.org/TR/css-content-3/#element-replacement): `content` with one image replaces an element.
    fn content_replaces(&mut self, node: NodeRef<'h>, style: Gc<'h, ComputedStyle<'h>>, source: SourceNode) -> bool {
        let Content::Items(items) = style.content() else { return false };
        let [ContentItem::Image(Image::Url { url, resolution })] = &**items else { return false };
        let Some(size) = self.environment.images.natural_size(url) else { return false };
        let size = size.at_density(*resolution);
        let content = self.replaced_content(ReplacedContent::Image(url.clone()));
        self.add_replaced(node, style, source, size.contents(Some(content)));
        true
    }

    fn known_image(&self, reference: &str) -> Option<(Arc<str>, NaturalSize)> {
        let url: Arc<str> = self.document.resolve_url(reference)?.as_str().into();
        let size = self.environment.images.natural_size(&url)?;
        Some((url, size))
    }

    /// The URL and pixel density of an `<img>`, also by `<picture>` and `srcset`.
    fn image_source(&self, node: NodeRef<'h>) -> Option<(String, f32)> {
        image_source(node, self.environment.viewport_width, self.environment.scale, &|query| {
            self.styled.media_matches(query)
        })
    }

    fn image(
        &mut self,
        node: NodeRef<'h>,
        style: Gc<'h, ComputedStyle<'h>>,
        source: SourceNode,
        chosen: Option<(String, f32)>,
    ) {
        let known = chosen.as_ref().and_then(|(url, density)| Some((self.known_image(url)?, *density)));
        match known {
            Some(((url, size), density)) => {
                let content = self.replaced_content(ReplacedContent::Image(url));
                self.add_replaced(node, style, source, size.at_density(density).contents(Some(content)));
            }
            None => self.broken_image(node, style, source, chosen.is_some()),
        }
    }

    /// What stands for an image that did not come (AD-HOC, as Chromium): its alternative text beside a small picture; where
    /// there is no text, a frame as large as the image would be.
    fn broken_image(
        &mut self,
        node: NodeRef<'h>,
        style: Gc<'h, ComputedStyle<'h>>,
        source: SourceNode,
        was_asked: bool,
    ) {
        let alt = node.element().and_then(|e| e.attribute(&local_name!("alt")));
        let is_sized = !style.width().is_auto() && !style.height().is_auto();
        let label = alt.filter(|alt| !alt.trim().is_empty());
        if let Some(label) = label {
            self.labelled_image(node, style, source, label);
        } else if is_sized {
            let content = self.replaced_content(ReplacedContent::BrokenImage { framed: true, icon: was_asked });
            self.add_replaced(node, style, source, NaturalSize::default().contents(Some(content)));
        } else if alt.is_none() && was_asked {
            let style = self.without_size(style);
            let content = self.replaced_content(ReplacedContent::BrokenImage { framed: false, icon: true });
            let size = NaturalSize::fixed(BROKEN_IMAGE_SIDE, BROKEN_IMAGE_SIDE);
            self.add_replaced(node, style, source, size.contents(Some(content)));
        } else {
            self.add_replaced(node, style, source, NaturalSize::fixed(0.0, 0.0).contents(None));
        }
    }

    /// The small picture and the text in a box, of the given size unless it is part of a line.
    fn labelled_image(&mut self, node: NodeRef<'h>, style: Gc<'h, ComputedStyle<'h>>, source: SourceNode, label: &str) {
        let mut box_style = (*style.box_style).clone();
        let mut style = style;
        if style.display().is_inline_flow() {
            box_style.display = Display::INLINE_BLOCK;
            style = self.without_size(style);
        } else {
            (box_style.overflow_x, box_style.overflow_y) = (Overflow::Clip, Overflow::Clip);
        }
        let style = self.cx.alloc(ComputedStyle { box_style: self.cx.alloc(box_style), ..*style });
        self.builder.open(self.spec(node, style, source));
        let inner = self.cx.alloc(self.anonymous_style(&style, Display::INLINE));
        let content = self.replaced_content(ReplacedContent::BrokenImage { framed: false, icon: true });
        let size = NaturalSize::fixed(BROKEN_IMAGE_SIDE, BROKEN_IMAGE_SIDE);
        self.builder.replaced(BoxSpec::new(inner, None), size.contents(Some(content)));
        self.builder.text(inner, source, label);
        self.builder.close();
    }

    fn without_size(&self, style: Gc<'h, ComputedStyle<'h>>) -> Gc<'h, ComputedStyle<'h>> {
        let mut sizes = (*style.position_style).clone();
        (sizes.width, sizes.height) = (Size::Auto, Size::Auto);
        self.cx.alloc(ComputedStyle { position_style: self.cx.alloc(sizes), ..*style })
    }
}

/// [Updating the image data](https://html.spec.whatwg.org/#update-the-source-set): the URL and pixel density that an
/// `<img>` chooses, by the `<source>`s of its `<picture>`, `srcset` and `src`.
pub fn image_source(
    node: NodeRef<'_>,
    viewport_width: f32,
    scale: f32,
    media_matches: &dyn Fn(&str) -> bool,
) -> Option<(String, f32)> {
    let element = node.element()?;
    let srcset_of = |node: NodeRef<'_>| {
        let element = node.element()?;
        let srcset = element.attribute(&local_name!("srcset"))?;
        let sizes = element.attribute(&local_name!("sizes")).unwrap_or("100vw");
        select_from_srcset(srcset, source_size(sizes, viewport_width, media_matches), scale)
    };
    let picture = node.parent().filter(|parent| parent.is_html_element(&local_name!("picture")));
    let sources = picture.iter().flat_map(|picture| picture.child_elements());
    for sibling in sources.take_while(|sibling| !Gc::ptr_eq(*sibling, node)) {
        let Some(source) = sibling.element().filter(|e| e.is_html_element(&local_name!("source"))) else { continue };
        let is_known_type = source.attribute(&local_name!("type")).is_none_or(is_supported_type);
        let media = source.attribute(&local_name!("media")).unwrap_or("");
        if !is_known_type || !(media.trim().is_empty() || media_matches(media)) {
            continue;
        }
        if let Some(chosen) = srcset_of(sibling) {
            return Some(chosen);
        }
    }
    srcset_of(node).or_else(|| {
        let src = element.attribute(&local_name!("src"))?;
        (!src.trim().is_empty()).then(|| (src.to_owned(), 1.0))
    })
}

/// Image types that are decoded.
fn is_supported_type(mime: &str) -> bool {
    let essence = mime.split(';').next().unwrap_or("").trim().to_ascii_lowercase();
    matches!(
        &*essence,
        "" | "image/png"
            | "image/apng"
            | "image/jpeg"
            | "image/jpg"
            | "image/gif"
            | "image/webp"
            | "image/bmp"
            | "image/svg+xml"
            | "image/x-icon"
            | "image/vnd.microsoft.icon"
    )
}
