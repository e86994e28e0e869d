//! Images of a page: decoded once per URL, in parallel, with their natural sizes.
//!
//! Box construction asks for natural sizes, paint for pixels; both go through [`PageImages`], which implements their
//! traits. `decode` turns bytes into pixels, `svg` draws vector images at the size they are used.

use std::cell::RefCell;
use std::sync::Arc;

use ashlar_gc::{Cx, Gc, Sent, Shared};
use ashlar_layout::css::ComputedStyle;
use ashlar_raster::display_list::SharedFilter;
use ashlar_raster::{ImageData, Rect};
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use url::Url;

use crate::boxes::{NaturalSize, NaturalSizes};
use crate::diagnostics::Area;
use crate::dom::{Document, NodeRef};
use crate::load::{Destination, PageLoader};
use crate::paint::{ImageSource, Picture};

mod decode;
mod svg;

pub use svg::SvgFonts;

use svg::reference;
use svg::serialize::{Writer, attribute_size, is_this_document};

/// An image that a worker decoded.
enum Decoded {
    Pixels(ImageData),
    Vector(Box<svg::VectorImage>),
}

/// An image of the page. It is asked for often while boxes are made, by the page's thread alone.
#[derive(Clone, Debug)]
enum PageImage {
    Pixels(Shared<ImageData>),
    Vector(Shared<svg::VectorImage>),
}

/// Vector images by URL and size in device px.
type DrawnVectors = FxHashMap<(String, [u32; 2]), Option<Shared<ImageData>>>;

/// A size as a key.
fn size_key(width: f32, height: f32) -> [u32; 2] {
    [width.to_bits(), height.to_bits()]
}

/// The images of one page.
pub struct PageImages<'a, 'h> {
    /// Is told what the pictures hold.
    cx: &'a Cx<'h>,
    page: &'a PageLoader,
    document: &'a Document<'h>,
    fonts: SvgFonts,
    /// Styles of the elements of inline SVG.
    style_of: &'a dyn Fn(NodeRef<'h>) -> Option<Gc<'h, ComputedStyle<'h>>>,
    images: RefCell<FxHashMap<String, Option<PageImage>>>,
    /// Vector images drawn at a size.
    drawn: RefCell<DrawnVectors>,
}

impl<'a, 'h> PageImages<'a, 'h> {
    /// No image yet; they are fetched as they are asked for.
    pub fn new(
        cx: &'a Cx<'h>,
        page: &'a PageLoader,
        document: &'a Document<'h>,
        fonts: SvgFonts,
        style_of: &'a dyn Fn(NodeRef<'h>) -> Option<Gc<'h, ComputedStyle<'h>>>,
    ) -> Self {
        Self { cx, page, document, fonts, style_of, images: RefCell::default(), drawn: RefCell::default() }
    }

    /// Fetches images in the order given and decodes them in parallel.
    pub fn load(&self, urls: &[Url]) {
        let mut resources = Vec::new();
        {
            let known = self.images.borrow();
            for url in urls {
                if !known.contains_key(url.as_str()) && !resources.iter().any(|(u, _): &(Url, _)| u == url) {
                    resources.push((url.clone(), self.page.get(url, Destination::Image)));
                }
            }
        }
        let fonts = &self.fonts;
        let decoded: Vec<_> = resources
            .par_iter()
            .map(|(url, fetched)| {
                let image = fetched.as_ref().as_ref().ok().map(|resource| decode_any(resource, fonts));
                (url.as_str().to_owned(), image)
            })
            .collect();
        let mut images = self.images.borrow_mut();
        for (url, image) in decoded {
            let image = match image {
                Some(Ok(Decoded::Pixels(image))) => Some(PageImage::Pixels(self.keep(image))),
                Some(Ok(Decoded::Vector(image))) => Some(PageImage::Vector(Shared::new(*image))),
                Some(Err(reason)) => {
                    let shown: String = url.chars().take(120).collect();
                    self.page.diagnostics().warn(Area::Image, format!("image {shown} is not drawn: {reason}"));
                    None
                }
                None => None,
            };
            images.insert(url, image);
        }
    }

    /// A picture that stays until the page is drawn. What it holds counts when a collection is considered.
    fn keep(&self, image: ImageData) -> Shared<ImageData> {
        self.cx.report_external_bytes(image.pixels().len() as isize);
        Shared::new(image)
    }

    fn image(&self, url: &str) -> Option<PageImage> {
        if let Some(known) = self.images.borrow().get(url) {
            return known.clone();
        }
        let parsed = Url::parse(url).ok()?;
        self.load(std::slice::from_ref(&parsed));
        self.images.borrow().get(parsed.as_str()).cloned().flatten()
    }

    fn bytes(&self, url: &Url) -> Option<Arc<[u8]>> {
        let fetched = self.page.get(url, Destination::Image);
        fetched.as_ref().as_ref().ok().map(|resource| resource.bytes.clone())
    }

    /// Writes something with the elements of the page; `with` is called with the writer.
    fn write<T>(&self, with: impl FnOnce(Writer<'_, 'h>) -> T) -> T {
        let fetch = |url: &Url| self.bytes(url);
        with(Writer::new(self.document, self.style_of, &fetch))
    }

    /// The elements in an `<svg>` element of the page with a content box of that size, and their boxes in it.
    pub fn inline_svg_boxes(&self, node: NodeRef<'h>, width: f32, height: f32) -> Vec<(NodeRef<'h>, Rect)> {
        let (text, labels) = self.write(|writer| writer.labelled_svg(node, width, height));
        let Ok(image) = svg::VectorImage::from_page(text, &self.fonts) else { return Vec::new() };
        let boxes = image.element_boxes();
        labels.into_iter().filter_map(|(label, node)| Some((node, *boxes.get(&label)?))).collect()
    }

    /// The element of the document that a `url()` with a fragment names.
    fn referenced(&self, url: &str) -> Option<NodeRef<'h>> {
        let (file, id) = url.rsplit_once('#').filter(|(_, id)| !id.is_empty())?;
        if is_this_document(self.document, file) { self.document.element_by_id(id) } else { None }
    }
}

fn decode_any(resource: &crate::load::Resource, fonts: &SvgFonts) -> Result<Decoded, String> {
    let is_svg = resource.essence() == "image/svg+xml"
        || (decode::is_unknown(&resource.bytes) && svg::looks_like_svg(&resource.bytes));
    if is_svg {
        let image = svg::VectorImage::parse(&resource.bytes, fonts)?;
        return Ok(Decoded::Vector(Box::new(image)));
    }
    decode::decode(&resource.bytes).map(Decoded::Pixels)
}

impl NaturalSizes for PageImages<'_, '_> {
    fn natural_size(&self, url: &str) -> Option<NaturalSize> {
        Some(match self.image(url)? {
            PageImage::Pixels(image) => NaturalSize::fixed(image.width() as f32, image.height() as f32),
            PageImage::Vector(image) => image.natural_size(),
        })
    }

    fn inline_svg_size(&self, node: NodeRef<'_>) -> NaturalSize {
        attribute_size(node)
    }
}

impl<'h> ImageSource<'h> for PageImages<'_, 'h> {
    fn natural_size(&self, url: &str) -> Option<NaturalSize> {
        NaturalSizes::natural_size(self, url)
    }

    fn pixels(&self, url: &str, width: f32, height: f32, scale: f32) -> Option<Sent<ImageData>> {
        let vector = match self.image(url)? {
            PageImage::Pixels(image) => return Some(image.into_sent()),
            PageImage::Vector(vector) => vector,
        };
        let key = (url.to_owned(), size_key(width, height));
        if let Some(drawn) = self.drawn.borrow().get(&key) {
            return drawn.clone().map(Shared::into_sent);
        }
        let drawn = vector.draw(width, height, scale).map(|image| self.keep(image));
        self.drawn.borrow_mut().insert(key, drawn.clone());
        drawn.map(Shared::into_sent)
    }

    fn inline_svg(&self, node: NodeRef<'h>, width: f32, height: f32, scale: f32, overflows: bool) -> Option<Picture> {
        let text = self.write(|writer| writer.inline_svg(node, width, height));
        let image = svg::VectorImage::from_page(text, &self.fonts).ok()?;
        let own = Rect::from_xywh(0.0, 0.0, width, height);
        let area = if overflows { image.extent() } else { own };
        image.draw_part(area, scale).or_else(|| image.draw_part(own, scale))
    }

    fn has_reference(&self, url: &str) -> bool {
        self.referenced(url).is_some()
    }

    fn clip_path(&self, url: &str, bounds: Rect, area: Rect, scale: f32) -> Option<Picture> {
        let node = self.referenced(url)?;
        self.write(|writer| reference::clip_path(writer, node, url, bounds, area, scale, &self.fonts))
    }

    fn mask(&self, url: &str, bounds: Rect, scale: f32) -> Option<Picture> {
        let node = self.referenced(url)?;
        self.write(|writer| reference::mask(writer, node, url, bounds, scale, &self.fonts))
    }

    fn filter(&self, url: &str, bounds: Rect) -> Option<SharedFilter> {
        let node = self.referenced(url)?;
        let filter = self.write(|writer| reference::ElementFilter::new(writer, node, url, bounds, &self.fonts))?;
        Some(SharedFilter(filter))
    }
}
