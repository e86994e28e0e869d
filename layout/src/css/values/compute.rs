//! What computing a value needs to know about the page and about the element.

use super::color::Rgba;
use super::font::FontSize;
use super::text::LineHeight;
use super::unit::LengthUnit;

/// Measures of an element's first available font, in px.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RelativeFontMetrics {
    /// `ex`
    pub x_height: f32,
    /// `ch`
    pub zero_advance: f32,
    /// `cap`
    pub cap_height: f32,
    /// `ic`
    pub ideograph_advance: f32,
    /// What `line-height: normal` comes to.
    pub normal_line_height: f32,
}

impl RelativeFontMetrics {
    /// [What is assumed](https://www.w3.org/TR/css-values-4/#font-relative-lengths) where no font can be asked.
    pub fn assumed(font_size: f32) -> Self {
        Self {
            x_height: font_size * 0.5,
            zero_advance: font_size * 0.5,
            cap_height: font_size * 0.7,
            ideograph_advance: font_size,
            normal_line_height: font_size * 1.2,
        }
    }
}

/// Asks fonts for the measures that font-relative units need.
pub trait FontMetricsSource {
    /// The measures for the computed values of the font properties.
    fn relative_metrics(&self, font: &crate::css::properties::Font) -> RelativeFontMetrics;
}

/// A source that assumes instead of asking.
#[derive(Clone, Copy, Debug, Default)]
pub struct AssumedFontMetrics;

impl FontMetricsSource for AssumedFontMetrics {
    fn relative_metrics(&self, font: &crate::css::properties::Font) -> RelativeFontMetrics {
        RelativeFontMetrics::assumed(font.font_size.px)
    }
}

/// What computing values needs to know about the page; the same for (nearly) all its elements.
#[derive(Clone, Copy)]
pub struct ComputeContext<'a> {
    /// Width of the viewport in CSS px.
    pub viewport_width: f32,
    /// Height of the viewport in CSS px.
    pub viewport_height: f32,
    /// Device px per CSS px.
    pub device_scale: f32,
    /// The font size of the root element (`rem`); the initial one while the root itself is computed.
    pub root_font_size: f32,
    /// The line height of the root element (`rlh`).
    pub root_line_height: f32,
    /// Whether the user prefers dark colours.
    pub prefers_dark: bool,
    /// The content box of the nearest size containers, for `cqw` and `cqh`; the viewport where `None`.
    pub container_width: Option<f32>,
    /// See `container_width`.
    pub container_height: Option<f32>,
    /// Measures of fonts.
    pub fonts: &'a dyn FontMetricsSource,
    /// `@property` rules.
    pub registry: Option<&'a crate::css::properties::CustomPropertyRegistry>,
    /// Values of `var()` already substituted and parsed.
    pub substitutions: Option<&'a crate::css::properties::SubstitutionCache>,
}

impl ComputeContext<'_> {
    /// A context for a viewport, with the initial font as root font.
    pub fn new(viewport_width: f32, viewport_height: f32) -> Self {
        Self {
            viewport_width,
            viewport_height,
            device_scale: 1.0,
            root_font_size: FontSize::MEDIUM.px,
            root_line_height: FontSize::MEDIUM.px * 1.2,
            prefers_dark: false,
            container_width: None,
            container_height: None,
            fonts: &AssumedFontMetrics,
            registry: None,
            substitutions: None,
        }
    }
}

/// What computing values needs to know about one element, and through it about the page.
pub struct ElementContext<'a> {
    /// The page.
    pub page: &'a ComputeContext<'a>,
    /// The font that `em` and its like refer to: the parent's while `font-size` is computed.
    pub font: &'a crate::css::properties::Font,
    /// The parent's font.
    pub parent_font: &'a crate::css::properties::Font,
    /// The line height `lh` refers to belongs to this font.
    pub line_height_font: &'a crate::css::properties::Font,
    /// Whether only `monospace` is named in `font-family`.
    pub is_monospace: bool,
    /// What `currentcolor` means.
    pub current_color: Rgba,
    /// Whether the used colour scheme is dark.
    pub is_dark: bool,
    /// Whether lines are vertical.
    pub is_vertical: bool,
    /// Whether this is the root element, whose own font size is then what `rem` means.
    pub is_root: bool,
}

impl<'a> ElementContext<'a> {
    /// A length in px.
    pub fn length(&self, value: f32, unit: LengthUnit) -> f32 {
        use LengthUnit::{Cap, Ch, Em, Ex, Ic, Lh, Rcap, Rch, Rem, Rex, Ric, Rlh};
        if let Some(factor) = unit.absolute() {
            return value * factor;
        }
        let root_font_size = self.root_font_size();
        let px_per_unit = match unit {
            Em => self.font.font_size.px,
            Rem => root_font_size,
            Ex => self.metrics().x_height,
            Ch => self.metrics().zero_advance,
            Cap => self.metrics().cap_height,
            Ic => self.metrics().ideograph_advance,
            Rex | Rch => root_font_size * 0.5,
            Rcap => root_font_size * 0.7,
            Ric => root_font_size,
            Lh => self.line_height(),
            Rlh => {
                if self.is_root {
                    self.line_height()
                } else {
                    self.page.root_line_height
                }
            }
            other => self.viewport_unit(other),
        };
        without_noise(super::number::censor(value * px_per_unit))
    }

    fn viewport_unit(&self, unit: LengthUnit) -> f32 {
        use LengthUnit::{Cqb, Cqh, Cqi, Cqmax, Cqmin, Cqw, Vb, Vh, Vi, Vmax, Vmin};
        let (width, height) = (self.page.viewport_width, self.page.viewport_height);
        let container_width = self.page.container_width.unwrap_or(width);
        let container_height = self.page.container_height.unwrap_or(height);
        let inline_first = |a: f32, b: f32| if self.is_vertical { b } else { a };
        let hundredfold = match unit.plain_viewport_unit() {
            Vh => height,
            Vi => inline_first(width, height),
            Vb => inline_first(height, width),
            Vmin => width.min(height),
            Vmax => width.max(height),
            Cqw => container_width,
            Cqh => container_height,
            Cqi => inline_first(container_width, container_height),
            Cqb => inline_first(container_height, container_width),
            Cqmin => container_width.min(container_height),
            Cqmax => container_width.max(container_height),
            _ => width,
        };
        hundredfold / 100.0
    }

    fn root_font_size(&self) -> f32 {
        if self.is_root { self.font.font_size.px } else { self.page.root_font_size }
    }

    fn metrics(&self) -> RelativeFontMetrics {
        self.page.fonts.relative_metrics(self.font)
    }

    fn line_height(&self) -> f32 {
        let font = self.line_height_font;
        match font.line_height {
            LineHeight::Normal => self.page.fonts.relative_metrics(font).normal_line_height,
            LineHeight::Number(factor) => factor * font.font_size.px,
            LineHeight::Length(px) => px,
        }
    }
}

/// Takes away the error of a product in single precision, so that `0.35em` of 20 px is not just short of 7 px and
/// loses a
/// 64th of a px when it is cut to layout units.
fn without_noise(px: f32) -> f32 {
    const STEPS: f32 = 65536.0;
    if px.abs() < 256.0 { (px * STEPS).round() / STEPS } else { px }
}
