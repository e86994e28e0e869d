//! Vector images, drawn by resvg at the size they are used.

use std::sync::Arc;

use ashlar_raster::ImageData;
use resvg::tiny_skia;
use resvg::usvg::{self, roxmltree};

use crate::boxes::NaturalSize;
use crate::limits::MAX_IMAGE_PIXELS;

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
        let parsing = roxmltree::ParsingOptions { allow_dtd: true, ..roxmltree::ParsingOptions::default() };
        let document = roxmltree::Document::parse_with_options(&text, parsing).map_err(|error| error.to_string())?;
        let root = document.root_element();
        let natural = natural_size(|name| root.attribute(name));
        let fit = fit_of(root.attribute("preserveAspectRatio"), root.attribute("viewBox").is_some());
        let tree = usvg::Tree::from_xmltree(&document, &options(fonts)).map_err(|error| error.to_string())?;
        Ok(Self { tree, natural, fit })
    }

    /// Its size by its own attributes.
    pub fn natural_size(&self) -> NaturalSize {
        self.natural
    }

    /// Draws it into a picture of `width` × `height` px.
    pub fn draw(&self, width: f32, height: f32) -> Option<ImageData> {
        let (columns, rows) = (width.ceil().max(1.0) as u32, height.ceil().max(1.0) as u32);
        if !(width > 0.0 && height > 0.0) || u64::from(columns) * u64::from(rows) > MAX_IMAGE_PIXELS {
            return None;
        }
        let mut pixmap = tiny_skia::Pixmap::new(columns, rows)?;
        let size = self.tree.size();
        let (sx, sy) = (width / size.width(), height / size.height());
        let transform = match self.fit {
            Fit::Stretch => tiny_skia::Transform::from_scale(sx, sy),
            Fit::Meet(x, y) | Fit::Slice(x, y) => {
                let scale = if matches!(self.fit, Fit::Meet(..)) { sx.min(sy) } else { sx.max(sy) };
                let (dx, dy) = (width - size.width() * scale, height - size.height() * scale);
                tiny_skia::Transform::from_scale(scale, scale).post_translate(dx * x, dy * y)
            }
        };
        resvg::render(&self.tree, transform, &mut pixmap.as_mut());
        ImageData::from_premultiplied(columns, rows, pixmap.take())
    }
}

fn options(fonts: &SvgFonts) -> usvg::Options<'static> {
    let mut options = usvg::Options { fontdb: fonts.0.clone(), ..usvg::Options::default() };
    // A picture reads no files: only images inside `data:` URLs are drawn.
    options.image_href_resolver.resolve_string = Box::new(|_, _| None);
    options
}

/// The natural size of an `<svg>` by its `width`, `height` and `viewBox`
/// ([SVG 2, § 8.12](https://www.w3.org/TR/SVG2/coords.html#SizingSVGInCSS)).
pub(super) fn natural_size<'s>(attribute: impl Fn(&str) -> Option<&'s str>) -> NaturalSize {
    let length = |name: &str| attribute(name).and_then(parse_length);
    let (width, height) = (length("width"), length("height"));
    let view_box = attribute("viewBox").and_then(|text| {
        let numbers: Vec<f32> =
            text.split([' ', ',', '\t', '\n', '\r']).filter(|p| !p.is_empty()).map_while(|p| p.parse().ok()).collect();
        match numbers[..] {
            [_, _, width, height] if width > 0.0 && height > 0.0 => Some(width / height),
            _ => None,
        }
    });
    let own = match (width, height) {
        (Some(width), Some(height)) if width > 0.0 && height > 0.0 => Some(width / height),
        _ => None,
    };
    NaturalSize { width, height, ratio: own.or(view_box) }
}

/// An absolute length in px; percentages and font-relative units give none.
fn parse_length(text: &str) -> Option<f32> {
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
    number.parse::<f32>().ok().map(|n| n * factor).filter(|px| px.is_finite() && *px >= 0.0)
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
        let image = VectorImage::parse(text, &fonts()).unwrap().draw(4.0, 4.0).unwrap();
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
