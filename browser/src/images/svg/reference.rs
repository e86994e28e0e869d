//! Clip paths, masks and filters of SVG on elements of a page.
//!
//! Each becomes a small picture of its own: a rectangle that the referenced element clips or masks, whose alpha is then
//! used; and for a filter, the element's painting as an image that the filter is applied to.

use std::fmt;
use std::fmt::Write;
use std::sync::Arc;

use ashlar_raster::display_list::PictureFilter;
use ashlar_raster::{Pixmap, Rect, Transform};
use markup5ever::LocalName;
use resvg::{tiny_skia, usvg};

use super::serialize::{SvgText, Writer};
use super::{SvgFonts, VectorImage, options, parse_xml};
use crate::dom::{ElementData, NodeRef};
use crate::paint::Picture;

/// The element as an address inside of a picture.
const SOURCE: &str = "ashlar:source";

/// What `clip-path: url()` lets through: white where it does. `area` is what may show, `bounds` the bounding box; both
/// from the corner of the border box, in CSS px.
pub fn clip_path(
    writer: Writer<'_, '_>,
    node: NodeRef<'_>,
    reference: &str,
    bounds: Rect,
    area: Rect,
    scale: f32,
    fonts: &SvgFonts,
) -> Option<Picture> {
    let element = node.element().filter(|element| &**element.local_name() == "clipPath")?;
    // By fractions of the box, the box must be what is clipped; else anything may be.
    let by_box = attribute(element, "clipPathUnits") == Some("objectBoundingBox");
    let shown = if by_box { bounds } else { area };
    let content = clipped_rect("clip-path", reference, shown)?;
    let text = writer.with_references(area.right.max(1.0), area.bottom.max(1.0), &content, &[reference]);
    VectorImage::from_page(text, fonts).ok()?.draw_part(area, scale)
}

/// What a `<mask>` element lets through, as alpha.
pub fn mask(
    writer: Writer<'_, '_>,
    node: NodeRef<'_>,
    reference: &str,
    bounds: Rect,
    scale: f32,
    fonts: &SvgFonts,
) -> Option<Picture> {
    node.element().filter(|element| &**element.local_name() == "mask")?;
    let content = clipped_rect("mask", reference, bounds)?;
    let text = writer.with_references(bounds.right.max(1.0), bounds.bottom.max(1.0), &content, &[reference]);
    VectorImage::from_page(text, fonts).ok()?.draw_part(bounds, scale)
}

fn clipped_rect(property: &str, reference: &str, area: Rect) -> Option<String> {
    let (_, id) = reference.rsplit_once('#')?;
    Some(format!(
        "<g {property}=\"url(#{})\"><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"#fff\"/></g>",
        super::serialize::escape(id),
        area.left,
        area.top,
        area.width(),
        area.height()
    ))
}

fn attribute<'h>(element: &ElementData<'h>, name: &str) -> Option<&'h str> {
    element.attribute(&LocalName::from(name))
}

/// `filter: url()` on an element of the page.
pub struct ElementFilter {
    /// The `<defs>` with the filter, and what it refers to.
    text: SvgText,
    /// Name of the filter, as an attribute.
    id: String,
    /// The region, in px from the corner of the border box.
    region: Rect,
    /// Where that corner is.
    corner: (f32, f32),
    fonts: SvgFonts,
}

impl fmt::Debug for ElementFilter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ElementFilter").field("id", &self.id).field("region", &self.region).finish_non_exhaustive()
    }
}

impl ElementFilter {
    /// The filter that `reference` names, on an element with a border box of `bounds`.
    pub fn new(
        writer: Writer<'_, '_>,
        node: NodeRef<'_>,
        reference: &str,
        bounds: Rect,
        fonts: &SvgFonts,
    ) -> Option<Arc<Self>> {
        let element = node.element().filter(|element| &**element.local_name() == "filter")?;
        let (_, id) = reference.rsplit_once('#')?;
        let region = region(element, Rect::from_xywh(0.0, 0.0, bounds.width(), bounds.height()));
        let text = writer.with_references(bounds.width().max(1.0), bounds.height().max(1.0), "", &[reference]);
        Some(Arc::new(Self {
            text,
            id: id.to_owned(),
            region,
            corner: (bounds.left, bounds.top),
            fonts: fonts.clone(),
        }))
    }
}

/// [Filter Effects 1, § 9.2](https://www.w3.org/TR/filter-effects-1/#FilterElement): the filter region.
fn region(element: &ElementData<'_>, bounds: Rect) -> Rect {
    let by_box = attribute(element, "filterUnits") != Some("userSpaceOnUse");
    let side = |name: &str, default: f32, extent: f32, start: f32| {
        let text = attribute(element, name).map(str::trim);
        let fraction = |text: &str| text.strip_suffix('%').and_then(|n| n.parse::<f32>().ok()).map(|n| n / 100.0);
        match text {
            None => start + default * extent,
            Some(text) => match fraction(text) {
                Some(fraction) => start + fraction * extent,
                None => {
                    let number = super::signed_length(text).unwrap_or(0.0);
                    if by_box { start + number * extent } else { number }
                }
            },
        }
    };
    let (width, height) = (bounds.width(), bounds.height());
    Rect::from_xywh(
        side("x", -0.1, width, bounds.left),
        side("y", -0.1, height, bounds.top),
        side("width", 1.2, width, 0.0),
        side("height", 1.2, height, 0.0),
    )
}

impl PictureFilter for ElementFilter {
    fn region(&self) -> Rect {
        self.region.translate(self.corner.0, self.corner.1)
    }

    fn apply(&self, layer: &Pixmap, to_device: &Transform, origin: (i32, i32)) -> Option<Pixmap> {
        let (width, height) = (layer.width(), layer.height());
        let t = to_device;
        let (x, y) = (origin.0 as f32, origin.1 as f32);
        // From px of the element to px of the layer, and back for the image of the layer.
        let local = Transform::new(t.a, t.b, t.c, t.d, t.e - x, t.f - y)
            .then_inner(&Transform::translation(self.corner.0, self.corner.1));
        let back = local.invert()?;
        let region = &self.region;
        let mut text = String::with_capacity(self.text.text.len() + 512);
        let _ = write!(
            text,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"{width}\" height=\"{height}\">\
             <g transform=\"matrix({} {} {} {} {} {})\"><g filter=\"url(#{})\"><g transform=\"matrix({} {} {} {} {} {})\">\
             <image width=\"{width}\" height=\"{height}\" href=\"{SOURCE}\" image-rendering=\"optimizeSpeed\"/></g></g></g>",
            local.a,
            local.b,
            local.c,
            local.d,
            local.e,
            local.f,
            super::serialize::escape(&self.id),
            back.a,
            back.b,
            back.c,
            back.d,
            back.e,
            back.f,
        );
        // The definitions follow the start tag of their own picture.
        let definitions = self.text.text.find("<defs>").and_then(|at| self.text.text.get(at..))?;
        text.push_str(&with_region(definitions, &self.id, region));
        let mut images = self.text.images.clone();
        images.insert(SOURCE.to_owned(), Arc::from(ashlar_raster::encode::png(layer).ok()?));
        let document = parse_xml(&text).ok()?;
        let tree = usvg::Tree::from_xmltree(&document, &options(&self.fonts, images)).ok()?;
        let mut pixmap = tiny_skia::Pixmap::new(width, height)?;
        resvg::render(&tree, tiny_skia::Transform::identity(), &mut pixmap.as_mut());
        Pixmap::from_pixels(width, height, pixmap.take())
    }
}

/// The region as numbers: the bounding box in the picture is that of the layer, not of the element.
fn with_region(definitions: &str, id: &str, region: &Rect) -> String {
    let Some(end_of_id) = definitions.find(&format!(" id=\"{}\"", super::serialize::escape(id))) else {
        return definitions.to_owned();
    };
    let Some(start) = definitions[..end_of_id].rfind('<') else { return definitions.to_owned() };
    let end = definitions[start..].find('>').map_or(definitions.len(), |at| start + at);
    let mut tag = definitions[start..end].to_owned();
    for name in ["x", "y", "width", "height", "filterUnits"] {
        let marker = format!(" {name}=\"");
        if let Some(at) = tag.find(&marker)
            && let Some(length) = tag[at + marker.len()..].find('"')
        {
            tag.replace_range(at..=at + marker.len() + length, "");
        }
    }
    let _ = write!(
        tag,
        " filterUnits=\"userSpaceOnUse\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"",
        region.left,
        region.top,
        region.width(),
        region.height()
    );
    format!("{}{tag}{}", &definitions[..start], &definitions[end..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_region_of_a_filter_is_written_as_numbers() {
        let text = "<defs><filter x=\"0\" id=\"f\" width=\"1\"><feFlood/></filter></defs>";
        let region = Rect::from_xywh(1.0, 2.0, 3.0, 4.0);
        assert_eq!(
            with_region(text, "f", &region),
            "<defs><filter id=\"f\" filterUnits=\"userSpaceOnUse\" x=\"1\" y=\"2\" width=\"3\" height=\"4\"><feFlood/></filter></defs>"
        );
    }
}
