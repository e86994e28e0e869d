//! Vector images, drawn by resvg at the size they are used.
//!
//! Files are drawn as they are; `<svg>` elements of a page are written out with their styles first (`serialize`,
//! `properties`, `transform`), and so are the clip paths, masks and filters of a page's elements (`reference`).

use std::sync::Arc;

use ashlar_gc::Sent;
use ashlar_raster::{ImageData, Rect};
use resvg::tiny_skia;
use resvg::usvg::{self, roxmltree};
use rustc_hash::FxHashMap;

use crate::boxes::NaturalSize;
use crate::limits::MAX_IMAGE_PIXELS;
use crate::paint::Picture;

mod properties;
pub mod reference;
pub mod serialize;
mod transform;

use self::serialize::SvgText;

/// The fonts that text in vector images uses.
#[derive(Clone, Debug)]
pub struct SvgFonts(pub Arc<usvg::fontdb::Database>);

/// A parsed SVG document.
#[derive(Debug)]
pub(super) struct VectorImage {
    tree: usvg::Tree,
    natural: NaturalSize,
    /// How the drawing fits a box of another ratio.
    fit: Fit,
    /// The colour of the root element's own background.
    background: Option<tiny_skia::Color>,
    /// The document, where its root takes the size of the box it is drawn in.
    fluid: Option<Fluid>,
}

/// A document whose root has no size to scale from.
#[derive(Debug)]
struct Fluid {
    text: String,
    /// Where attributes of the root can be put.
    after_root_name: usize,
    /// The attributes to leave out.
    left_out: Vec<std::ops::Range<usize>>,
    fonts: SvgFonts,
}

/// `preserveAspectRatio` of the root, as far as it matters here.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fit {
    /// Stretched: `none`.
    Stretch,
    /// Whole, centred by default: fractions of the room left.
    Meet(f32, f32),
    /// Filling.
    Slice(f32, f32),
}

/// Whether bytes look like an SVG document.
pub(super) fn looks_like_svg(bytes: &[u8]) -> bool {
    let start = &bytes[..bytes.len().min(4096)];
    let text = String::from_utf8_lossy(start);
    text.trim_start_matches('\u{feff}').trim_start().starts_with('<') && text.contains("<svg")
}

impl VectorImage {
    /// Parses an SVG document, also a compressed one.
    pub fn parse(bytes: &[u8], fonts: &SvgFonts) -> Result<Self, String> {
        let decompressed;
        let bytes = if bytes.starts_with(&[0x1f, 0x8b]) {
            decompressed = usvg::decompress_svgz(bytes).map_err(|error| error.to_string())?;
            &decompressed
        } else {
            bytes
        };
        let text = String::from_utf8_lossy(bytes);
        let document = parse_xml(&text)?;
        let root = document.root_element();
        let natural = natural_size(|name| root.attribute(name));
        let has_view_box = root.attribute("viewBox").is_some();
        let fit = fit_of(root.attribute("preserveAspectRatio"), has_view_box);
        let background = root.attribute("style").and_then(background_of);
        let tree =
            usvg::Tree::from_xmltree(&document, &options(fonts, FxHashMap::default())).map_err(|e| e.to_string())?;
        let is_fluid = !has_view_box && (natural.width.is_none() || natural.height.is_none());
        let fluid = is_fluid.then(|| Fluid {
            after_root_name: root.range().start + 1 + qualified_name_length(&text[root.range()]),
            left_out: root
                .attributes()
                .filter(|attribute| attribute.namespace().is_none() && matches!(attribute.name(), "width" | "height"))
                .map(|attribute| attribute.range())
                .collect(),
            text: text.clone().into_owned(),
            fonts: fonts.clone(),
        });
        Ok(Self { tree, natural, fit, background, fluid })
    }

    /// An element of a page, written out with its own size.
    pub fn from_page(svg: SvgText, fonts: &SvgFonts) -> Result<Self, String> {
        let document = parse_xml(&svg.text)?;
        let tree = usvg::Tree::from_xmltree(&document, &options(fonts, svg.images)).map_err(|e| e.to_string())?;
        let size = tree.size();
        let natural = NaturalSize::fixed(size.width(), size.height());
        Ok(Self { tree, natural, fit: Fit::Stretch, background: None, fluid: None })
    }

    /// Its size by its own attributes.
    pub fn natural_size(&self) -> NaturalSize {
        self.natural
    }

    /// Draws it into a picture for `width` × `height` CSS px at a scale.
    pub fn draw(&self, width: f32, height: f32, scale: f32) -> Option<ImageData> {
        let mut pixmap = pixmap(width * scale, height * scale)?;
        if let Some(color) = self.background {
            pixmap.fill(color);
        }
        let sized = self.fluid.as_ref().and_then(|fluid| fluid.at(width, height));
        let tree = sized.as_ref().unwrap_or(&self.tree);
        let size = tree.size();
        let (sx, sy) = (width * scale / size.width(), height * scale / size.height());
        let transform = match self.fit {
            Fit::Stretch => tiny_skia::Transform::from_scale(sx, sy),
            Fit::Meet(x, y) | Fit::Slice(x, y) => {
                let even = if matches!(self.fit, Fit::Meet(..)) { sx.min(sy) } else { sx.max(sy) };
                let (dx, dy) = (width * scale - size.width() * even, height * scale - size.height() * even);
                tiny_skia::Transform::from_scale(even, even).post_translate(dx * x, dy * y)
            }
        };
        resvg::render(tree, transform, &mut pixmap.as_mut());
        let (columns, rows) = (pixmap.width(), pixmap.height());
        ImageData::from_premultiplied(columns, rows, pixmap.take())
    }

    /// Draws a part of it, in its own px: the box itself, or also what lies outside of it.
    pub fn draw_part(&self, area: Rect, scale: f32) -> Option<Picture> {
        let area = Rect::new(
            (area.left * scale).floor() / scale,
            (area.top * scale).floor() / scale,
            (area.right * scale).ceil() / scale,
            (area.bottom * scale).ceil() / scale,
        );
        let mut pixmap = pixmap(area.width() * scale, area.height() * scale)?;
        let transform = tiny_skia::Transform::from_scale(scale, scale).pre_translate(-area.left, -area.top);
        resvg::render(&self.tree, transform, &mut pixmap.as_mut());
        let (columns, rows) = (pixmap.width(), pixmap.height());
        let image = ImageData::from_premultiplied(columns, rows, pixmap.take())?;
        Some(Picture { image: Sent::new(image), area })
    }

    /// What it covers, in its own px, also outside of its box.
    pub fn extent(&self) -> Rect {
        let size = self.tree.size();
        let own = Rect::from_xywh(0.0, 0.0, size.width(), size.height());
        let ink = self.tree.root().abs_layer_bounding_box();
        own.union(&Rect::new(ink.left(), ink.top(), ink.right(), ink.bottom()))
    }
}

impl VectorImage {
    /// The boxes of the elements that have an identifier, in px of the picture: what they fill, without strokes.
    pub fn element_boxes(&self) -> FxHashMap<String, Rect> {
        let mut boxes = FxHashMap::default();
        let mut stack: Vec<&usvg::Node> = self.tree.root().children().iter().collect();
        while let Some(node) = stack.pop() {
            if let usvg::Node::Group(group) = node {
                stack.extend(group.children());
            }
            if !node.id().is_empty() {
                let area = node.abs_bounding_box();
                let area = Rect::new(area.left(), area.top(), area.right(), area.bottom());
                boxes.entry(node.id().to_owned()).or_insert(area);
            }
        }
        boxes
    }
}

impl Fluid {
    fn at(&self, width: f32, height: f32) -> Option<usvg::Tree> {
        let mut text = String::with_capacity(self.text.len() + 48);
        let mut from = 0;
        for (at, end) in std::iter::once((self.after_root_name, self.after_root_name))
            .chain(self.left_out.iter().map(|range| (range.start, range.end)))
        {
            text.push_str(self.text.get(from..at)?);
            if from == 0 {
                text.push_str(&format!(" width=\"{width}\" height=\"{height}\""));
            }
            from = end;
        }
        text.push_str(self.text.get(from..)?);
        let document = parse_xml(&text).ok()?;
        usvg::Tree::from_xmltree(&document, &options(&self.fonts, FxHashMap::default())).ok()
    }
}

fn parse_xml(text: &str) -> Result<roxmltree::Document<'_>, String> {
    let parsing = roxmltree::ParsingOptions { allow_dtd: true, ..roxmltree::ParsingOptions::default() };
    roxmltree::Document::parse_with_options(text, parsing).map_err(|error| error.to_string())
}

/// How long the name in a start tag is, after its `<`.
fn qualified_name_length(tag: &str) -> usize {
    tag.bytes().skip(1).take_while(|byte| !byte.is_ascii_whitespace() && !matches!(byte, b'>' | b'/')).count()
}

fn pixmap(width: f32, height: f32) -> Option<tiny_skia::Pixmap> {
    let (columns, rows) = (width.ceil().max(1.0) as u32, height.ceil().max(1.0) as u32);
    if !(width > 0.0 && height > 0.0) || u64::from(columns) * u64::from(rows) > MAX_IMAGE_PIXELS {
        return None;
    }
    tiny_skia::Pixmap::new(columns, rows)
}

/// The background colour in the `style` attribute of a root element.
fn background_of(style: &str) -> Option<tiny_skia::Color> {
    let declarations = style.split(';').filter_map(|declaration| declaration.split_once(':'));
    let mut named = declarations.filter(|(name, _)| matches!(name.trim(), "background" | "background-color"));
    let color: svgtypes::Color = named.next_back()?.1.trim().parse().ok()?;
    Some(tiny_skia::Color::from_rgba8(color.red, color.green, color.blue, color.alpha))
}

fn options(fonts: &SvgFonts, images: FxHashMap<String, Arc<[u8]>>) -> usvg::Options<'static> {
    let mut options = usvg::Options { fontdb: fonts.0.clone(), ..usvg::Options::default() };
    // A picture reads no files: only images inside `data:` URLs are drawn, and those that the page has loaded.
    let fonts = fonts.clone();
    options.image_href_resolver.resolve_string = Box::new(move |href, _| {
        let bytes = images.get(href)?;
        let data = Arc::new(bytes.to_vec());
        Some(match image::guess_format(bytes) {
            Ok(image::ImageFormat::Png) => usvg::ImageKind::PNG(data),
            Ok(image::ImageFormat::Jpeg) => usvg::ImageKind::JPEG(data),
            Ok(image::ImageFormat::Gif) => usvg::ImageKind::GIF(data),
            Ok(image::ImageFormat::WebP) => usvg::ImageKind::WEBP(data),
            _ => {
                let text = String::from_utf8_lossy(bytes);
                let document = parse_xml(&text).ok()?;
                let tree = usvg::Tree::from_xmltree(&document, &options_without_images(&fonts)).ok()?;
                usvg::ImageKind::SVG(tree)
            }
        })
    });
    options
}

fn options_without_images(fonts: &SvgFonts) -> usvg::Options<'static> {
    let mut options = usvg::Options { fontdb: fonts.0.clone(), ..usvg::Options::default() };
    options.image_href_resolver.resolve_string = Box::new(|_, _| None);
    options
}

/// The natural size of an `<svg>` by its `width`, `height` and `viewBox`
/// ([SVG 2, § 8.12](https://www.w3.org/TR/SVG2/coords.html#SizingSVGInCSS)).
pub(super) fn natural_size<'s>(attribute: impl Fn(&str) -> Option<&'s str>) -> NaturalSize {
    let length = |name: &str| attribute(name).and_then(parse_length);
    let (width, height) = (length("width"), length("height"));
    let view_box = attribute("viewBox").and_then(serialize::parse_view_box).map(|[_, _, width, height]| width / height);
    let own = match (width, height) {
        (Some(width), Some(height)) if width > 0.0 && height > 0.0 => Some(width / height),
        _ => None,
    };
    NaturalSize { width, height, ratio: own.or(view_box) }
}

/// An absolute length in px that is not negative.
fn parse_length(text: &str) -> Option<f32> {
    signed_length(text).filter(|px| *px >= 0.0)
}

/// An absolute length in px; percentages give none.
fn signed_length(text: &str) -> Option<f32> {
    let text = text.trim();
    let end =
        text.find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | '+' | '-' | 'e' | 'E'))).unwrap_or(text.len());
    // The `e` of `em` is no exponent.
    let (number, unit) = text.split_at(end);
    let (number, unit) = match number.strip_suffix(['e', 'E']) {
        Some(stripped) => (stripped, "em"),
        None => (number, unit),
    };
    let factor = match unit {
        "" | "px" => 1.0,
        "pt" => 96.0 / 72.0,
        "pc" => 16.0,
        "in" => 96.0,
        "cm" => 96.0 / 2.54,
        "mm" => 96.0 / 25.4,
        "em" => 16.0,
        "ex" => 8.0,
        _ => return None,
    };
    number.parse::<f32>().ok().map(|n| n * factor).filter(|px| px.is_finite())
}

fn fit_of(attribute: Option<&str>, has_view_box: bool) -> Fit {
    if !has_view_box {
        return Fit::Stretch;
    }
    let mut align = (0.5, 0.5);
    let mut is_slice = false;
    for word in attribute.unwrap_or("").split_ascii_whitespace() {
        match word {
            "none" => return Fit::Stretch,
            "slice" => is_slice = true,
            word if word.len() == 8 && word.starts_with('x') => {
                let part = |part: &str| match part {
                    "Min" => 0.0,
                    "Max" => 1.0,
                    _ => 0.5,
                };
                align = (part(word.get(1..4).unwrap_or("")), part(word.get(5..8).unwrap_or("")));
            }
            _ => {}
        }
    }
    if is_slice { Fit::Slice(align.0, align.1) } else { Fit::Meet(align.0, align.1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fonts() -> SvgFonts {
        SvgFonts(Arc::new(usvg::fontdb::Database::new()))
    }

    #[test]
    fn lengths_have_units() {
        assert_eq!(parse_length("24"), Some(24.0));
        assert_eq!(parse_length("1in"), Some(96.0));
        assert_eq!(parse_length("2em"), Some(32.0));
        assert_eq!(parse_length("100%"), None);
    }

    #[test]
    fn a_view_box_alone_gives_a_ratio() {
        let size = natural_size(|name| (name == "viewBox").then_some("0 0 20 10"));
        assert_eq!(size, NaturalSize { width: None, height: None, ratio: Some(2.0) });
    }

    #[test]
    fn a_rectangle_is_drawn_at_the_size_asked_for() {
        let text =
            b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'><rect width='1' height='1' fill='#f00'/></svg>";
        let image = VectorImage::parse(text, &fonts()).unwrap().draw(4.0, 4.0, 1.0).unwrap();
        assert_eq!(image.pixels()[..4], [255, 0, 0, 255]);
        assert!(image.is_opaque());
    }

    #[test]
    fn files_are_not_read() {
        let text = b"<svg xmlns='http://www.w3.org/2000/svg' width='2' height='2'><image href='/etc/passwd' width='2' height='2'/></svg>";
        assert!(VectorImage::parse(text, &fonts()).is_ok());
        assert!(VectorImage::parse(b"<svg", &fonts()).is_err());
    }
}
