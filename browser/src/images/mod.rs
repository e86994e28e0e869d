//! Images of a page: decoded once per URL, in parallel, with their natural sizes.
//!
//! Box construction asks for natural sizes, paint for pixels; both go through [`PageImages`], which implements their
//! traits. `decode` turns bytes into pixels, `svg` draws vector images at the size they are used.

use std::cell::RefCell;
use std::sync::Arc;

use ashlar_layout::css::ComputedStyle;
use ashlar_raster::ImageData;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use url::Url;

use crate::boxes::{NaturalSize, NaturalSizes};
use crate::diagnostics::Area;
use crate::dom::NodeRef;
use crate::load::{Destination, PageLoader};
use crate::paint::ImageSource;

mod decode;
mod svg;
mod svg_text;

pub use svg::SvgFonts;

/// An image that was decoded.
#[derive(Clone, Debug)]
enum PageImage {
    Pixels(Arc<ImageData>),
    Vector(Arc<svg::VectorImage>),
}

/// Vector images by URL and size in device px.
type DrawnVectors = FxHashMap<(String, u32, u32), Option<Arc<ImageData>>>;

/// The images of one page.
pub struct PageImages<'a, 'h> {
    page: &'a PageLoader,
    fonts: SvgFonts,
    /// Styles of inline SVG elements, for `currentcolor`.
    style_of: &'a dyn Fn(NodeRef<'h>) -> Option<ashlar_gc::Gc<'h, ComputedStyle<'h>>>,
    images: RefCell<FxHashMap<String, Option<PageImage>>>,
    /// Vector images drawn at a size, in device px.
    drawn: RefCell<DrawnVectors>,
    inline: RefCell<FxHashMap<usize, Option<Arc<svg::VectorImage>>>>,
}

impl<'a, 'h> PageImages<'a, 'h> {
    /// No image yet; they are fetched as they are asked for.
    pub fn new(
        page: &'a PageLoader,
        fonts: SvgFonts,
        style_of: &'a dyn Fn(NodeRef<'h>) -> Option<ashlar_gc::Gc<'h, ComputedStyle<'h>>>,
    ) -> Self {
        Self {
            page,
            fonts,
            style_of,
            images: RefCell::default(),
            drawn: RefCell::default(),
            inline: RefCell::default(),
        }
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
                Some(Ok(image)) => Some(image),
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

    fn image(&self, url: &str) -> Option<PageImage> {
        if let Some(known) = self.images.borrow().get(url) {
            return known.clone();
        }
        let parsed = Url::parse(url).ok()?;
        self.load(std::slice::from_ref(&parsed));
        self.images.borrow().get(parsed.as_str()).cloned().flatten()
    }

    fn inline_image(&self, node: NodeRef<'h>) -> Option<Arc<svg::VectorImage>> {
        let key = std::ptr::from_ref(node.as_ref()).addr();
        if let Some(known) = self.inline.borrow().get(&key) {
            return known.clone();
        }
        let text = svg_text::serialize(node, self.style_of);
        let image = svg::VectorImage::parse(text.as_bytes(), &self.fonts).ok().map(Arc::new);
        self.inline.borrow_mut().insert(key, image.clone());
        image
    }
}

fn decode_any(resource: &crate::load::Resource, fonts: &SvgFonts) -> Result<PageImage, String> {
    let is_svg = resource.essence() == "image/svg+xml"
        || (decode::is_unknown(&resource.bytes) && svg::looks_like_svg(&resource.bytes));
    if is_svg {
        let image = svg::VectorImage::parse(&resource.bytes, fonts)?;
        return Ok(PageImage::Vector(Arc::new(image)));
    }
    decode::decode(&resource.bytes).map(|image| PageImage::Pixels(Arc::new(image)))
}

impl NaturalSizes for PageImages<'_, '_> {
    fn natural_size(&self, url: &str) -> Option<NaturalSize> {
        Some(match self.image(url)? {
            PageImage::Pixels(image) => NaturalSize::fixed(image.width() as f32, image.height() as f32),
            PageImage::Vector(image) => image.natural_size(),
        })
    }

    fn inline_svg_size(&self, node: NodeRef<'_>) -> NaturalSize {
        svg_text::attribute_size(node)
    }
}

impl<'h> ImageSource<'h> for PageImages<'_, 'h> {
    fn natural_size(&self, url: &str) -> Option<NaturalSize> {
        NaturalSizes::natural_size(self, url)
    }

    fn pixels(&self, url: &str, width: f32, height: f32) -> Option<Arc<ImageData>> {
        let vector = match self.image(url)? {
            PageImage::Pixels(image) => return Some(image),
            PageImage::Vector(vector) => vector,
        };
        let key = (url.to_owned(), width.ceil().max(1.0) as u32, height.ceil().max(1.0) as u32);
        if let Some(drawn) = self.drawn.borrow().get(&key) {
            return drawn.clone();
        }
        let drawn = vector.draw(width, height).map(Arc::new);
        self.drawn.borrow_mut().insert(key, drawn.clone());
        drawn
    }

    fn inline_svg(&self, node: NodeRef<'h>, width: f32, height: f32) -> Option<Arc<ImageData>> {
        self.inline_image(node)?.draw(width, height).map(Arc::new)
    }
}
