//! Computed values as attributes of SVG.

use std::fmt::Write;

use ashlar_layout::css::ComputedStyle;
use ashlar_layout::css::values::background::BlendMode;
use ashlar_layout::css::values::color::{Color, Rgba};
use ashlar_layout::css::values::effects::{ClipPath, FilterFunction};
use ashlar_layout::css::values::font::{FontFamilyName, FontStyle};
use ashlar_layout::css::values::image::Image;
use ashlar_layout::css::values::length::{LengthPercentage, Size};
use ashlar_layout::css::values::position::{Isolation, Visibility};
use ashlar_layout::css::values::svg::{SvgPaint, SvgText};
use markup5ever::LocalName;

use super::serialize::escape;
use crate::dom::ElementData;

/// A property whose value is handed on as it is written.
type TextProperty = (&'static str, for<'s, 'h> fn(&'s ComputedStyle<'h>) -> &'s SvgText);

const INHERITED: &[TextProperty] = &[
    ("fill-opacity", |style| style.fill_opacity()),
    ("fill-rule", |style| style.fill_rule()),
    ("stroke-width", |style| style.stroke_width()),
    ("stroke-opacity", |style| style.stroke_opacity()),
    ("stroke-linecap", |style| style.stroke_linecap()),
    ("stroke-linejoin", |style| style.stroke_linejoin()),
    ("stroke-miterlimit", |style| style.stroke_miterlimit()),
    ("stroke-dasharray", |style| style.stroke_dasharray()),
    ("stroke-dashoffset", |style| style.stroke_dashoffset()),
    ("clip-rule", |style| style.clip_rule()),
    ("paint-order", |style| style.paint_order()),
    ("text-anchor", |style| style.text_anchor()),
    ("dominant-baseline", |style| style.dominant_baseline()),
    ("marker-start", |style| style.marker_start()),
    ("marker-mid", |style| style.marker_mid()),
    ("marker-end", |style| style.marker_end()),
];

const OWN: &[TextProperty] = &[
    ("stop-color", |style| style.stop_color()),
    ("stop-opacity", |style| style.stop_opacity()),
    ("flood-color", |style| style.flood_color()),
    ("flood-opacity", |style| style.flood_opacity()),
    ("mask-type", |style| style.mask_type()),
];

/// Writes what the root of a picture inherits from the page.
pub fn root(style: &ComputedStyle<'_>, out: &mut String, wanted: &mut Vec<String>) {
    let mut writer = PropertyWriter { out, wanted, covered: &mut Vec::new() };
    writer.inherited(style, None);
}

/// Writes the properties of an element that differ from its parent's, or are not inherited; names the attributes that
/// they stand for.
pub fn of_element(
    element: &ElementData<'_>,
    style: &ComputedStyle<'_>,
    parent: Option<&ComputedStyle<'_>>,
    out: &mut String,
    wanted: &mut Vec<String>,
    covered: &mut Vec<&'static str>,
) {
    let mut writer = PropertyWriter { out, wanted, covered };
    writer.inherited(style, parent);
    writer.own(element, style);
}

struct PropertyWriter<'a> {
    out: &'a mut String,
    wanted: &'a mut Vec<String>,
    covered: &'a mut Vec<&'static str>,
}

impl PropertyWriter<'_> {
    fn write(&mut self, name: &'static str, value: &str) {
        self.covered.push(name);
        let _ = write!(self.out, " {name}=\"{}\"", escape(value));
    }

    /// `url(#id)` for what a computed URL names.
    fn reference(&mut self, url: &str) -> Option<String> {
        let (_, id) = url.rsplit_once('#')?;
        self.wanted.push(url.to_owned());
        Some(format!("url(#{id})"))
    }

    fn inherited(&mut self, style: &ComputedStyle<'_>, parent: Option<&ComputedStyle<'_>>) {
        let differs = |is_same: &dyn Fn(&ComputedStyle<'_>) -> bool| parent.is_none_or(|parent| !is_same(parent));
        if differs(&|parent| parent.color() == style.color()) {
            self.write("color", &color(style.color().0));
        }
        if differs(&|parent| parent.fill() == style.fill()) {
            self.paint("fill", style.fill());
        }
        if differs(&|parent| parent.stroke() == style.stroke()) {
            self.paint("stroke", style.stroke());
        }
        for (name, value) in INHERITED {
            if let Some(text) = &value(style).0
                && differs(&|parent| value(parent) == value(style))
            {
                self.text(name, text);
            }
        }
        if differs(&|parent| parent.visibility() == style.visibility()) {
            let is_visible = *style.visibility() == Visibility::Visible;
            self.write("visibility", if is_visible { "visible" } else { "hidden" });
        }
        if differs(&|parent| parent.font_size().px == style.font_size().px) {
            self.write("font-size", &style.font_size().px.to_string());
        }
        if differs(&|parent| parent.font_family() == style.font_family()) {
            let families: Vec<String> = style.font_family().0.iter().map(family).collect();
            self.write("font-family", &families.join(", "));
        }
        if differs(&|parent| parent.font_weight() == style.font_weight()) {
            self.write("font-weight", &style.font_weight().0.to_string());
        }
        if differs(&|parent| parent.font_style() == style.font_style()) {
            self.write(
                "font-style",
                match style.font_style() {
                    FontStyle::Normal => "normal",
                    FontStyle::Italic => "italic",
                    FontStyle::Oblique(_) => "oblique",
                },
            );
        }
        if differs(&|parent| parent.letter_spacing() == style.letter_spacing()) {
            self.write("letter-spacing", &style.letter_spacing().0.resolve_px(style.font_size().px).to_string());
        }
        if differs(&|parent| parent.word_spacing() == style.word_spacing()) {
            self.write("word-spacing", &style.word_spacing().0.resolve_px(style.font_size().px).to_string());
        }
    }

    fn text(&mut self, name: &'static str, text: &str) {
        // References are local to the picture.
        match text.strip_prefix("url(").and_then(|rest| rest.split_once(')')) {
            Some((reference, _)) => {
                if let Some(value) = self.reference(reference.trim().trim_matches(['"', '\''])) {
                    self.write(name, &value);
                }
            }
            None => self.write(name, text),
        }
    }

    fn paint(&mut self, name: &'static str, paint: &SvgPaint) {
        match paint {
            SvgPaint::None => self.write(name, "none"),
            SvgPaint::Color(value) => self.write(name, &paint_color(*value)),
            SvgPaint::Url(url, fallback) => {
                let fallback = fallback.map_or_else(|| "none".to_owned(), paint_color);
                let value = match self.reference(url) {
                    Some(reference) => format!("{reference} {fallback}"),
                    None => fallback,
                };
                self.write(name, &value);
            }
            SvgPaint::ContextFill => self.write(name, "context-fill"),
            SvgPaint::ContextStroke => self.write(name, "context-stroke"),
        }
    }

    fn own(&mut self, element: &ElementData<'_>, style: &ComputedStyle<'_>) {
        for (name, value) in OWN {
            if let Some(text) = &value(style).0 {
                self.text(name, text);
            }
        }
        self.covered.extend(["opacity", "clip-path", "mask", "filter"]);
        if style.opacity().0 < 1.0 {
            self.write("opacity", &style.opacity().0.to_string());
        }
        match style.clip_path() {
            ClipPath::Url(url) => {
                if let Some(reference) = self.reference(url) {
                    self.write("clip-path", &reference);
                }
            }
            // NOTE: basic shapes on elements of SVG are not drawn: the vector renderer has none.
            ClipPath::None | ClipPath::Shape(..) | ClipPath::Box(_) => {}
        }
        if let Some(Image::Url { url, .. }) = style.mask_image().0.first()
            && let Some(reference) = self.reference(url)
        {
            self.write("mask", &reference);
        }
        let filters: Vec<String> =
            style.filter().0.iter().filter_map(|function| self.filter(function, style)).collect();
        if !filters.is_empty() {
            self.write("filter", &filters.join(" "));
        }
        self.blending(style);
        if matches!(&**element.local_name(), "rect" | "image" | "svg" | "use") {
            self.extent(element, "width", style.width());
            self.extent(element, "height", style.height());
        }
    }

    /// Blending is a matter of `style` attributes in the vector renderer.
    fn blending(&mut self, style: &ComputedStyle<'_>) {
        let mode = *style.mix_blend_mode();
        let isolates = *style.isolation() == Isolation::Isolate;
        if mode == BlendMode::Normal && !isolates {
            return;
        }
        let isolation = if isolates { "isolation:isolate;" } else { "" };
        let _ = write!(self.out, " style=\"{isolation}mix-blend-mode:{}\"", mode.keyword());
    }

    /// `width` and `height` of the cascade where the markup's attribute is not what it says.
    fn extent(&mut self, element: &ElementData<'_>, name: &'static str, size: &Size) {
        if let Size::LengthPercentage(LengthPercentage::Px(px)) = size {
            let _ = element.attribute(&LocalName::from(name));
            self.write(name, &px.to_string());
        }
    }

    fn filter(&mut self, function: &FilterFunction, style: &ComputedStyle<'_>) -> Option<String> {
        Some(match function {
            FilterFunction::Blur(px) => format!("blur({px}px)"),
            FilterFunction::Brightness(v) => format!("brightness({v})"),
            FilterFunction::Contrast(v) => format!("contrast({v})"),
            FilterFunction::DropShadow(x, y, deviation, shadow) => {
                format!("drop-shadow({x}px {y}px {deviation}px {})", color(shadow.resolve(style.color().0)))
            }
            FilterFunction::Grayscale(v) => format!("grayscale({v})"),
            FilterFunction::HueRotate(degrees) => format!("hue-rotate({degrees}deg)"),
            FilterFunction::Invert(v) => format!("invert({v})"),
            FilterFunction::Opacity(v) => format!("opacity({v})"),
            FilterFunction::Saturate(v) => format!("saturate({v})"),
            FilterFunction::Sepia(v) => format!("sepia({v})"),
            FilterFunction::Url(url) => return self.reference(url),
        })
    }
}

fn paint_color(value: Color) -> String {
    match value {
        Color::CurrentColor => "currentColor".into(),
        Color::Rgba(rgba) => color(rgba),
    }
}

/// A colour as SVG writes it.
pub fn color(rgba: Rgba) -> String {
    let [r, g, b, _] = rgba.to_octets();
    if rgba.is_opaque() {
        return format!("#{r:02x}{g:02x}{b:02x}");
    }
    format!("rgba({r},{g},{b},{})", rgba.alpha)
}

fn family(family: &FontFamilyName) -> String {
    match family {
        FontFamilyName::Named(name) => format!("'{}'", name.replace('\'', "")),
        FontFamilyName::Generic(generic) => generic.keyword().to_owned(),
    }
}
