//! Text: glyphs, decorations, shadows.
//!
//! [CSS Text Decoration 4](https://www.w3.org/TR/css-text-decor-4/)

use std::rc::Rc;

use ashlar_layout::css::ComputedStyle;
use ashlar_layout::css::values::color::Rgba;
use ashlar_layout::css::values::position::Visibility;
use ashlar_layout::css::values::text::{
    TextDecorationLine, TextDecorationStyle, TextDecorationThickness, TextUnderlineOffset, TextUnderlinePosition,
};
use ashlar_layout::fragment_tree::TextFragment;
use ashlar_layout::text::font_source::FontMetrics;
use ashlar_raster::display_list::{Content, DecorationLine, Glyph, GlyphRun, LineStyle};
use ashlar_raster::{Color, FontKey, Rect};

use super::color;
use super::stacking::{Painter, Place};

/// The decorations that a box puts on the text inside it, and those of its ancestors.
pub(super) struct Decoration {
    lines: TextDecorationLine,
    style: LineStyle,
    color: Rgba,
    thickness: TextDecorationThickness,
    underline_offset: TextUnderlineOffset,
    underline_position: TextUnderlinePosition,
    font_size: f32,
    outer: Option<Rc<Decoration>>,
}

impl Decoration {
    /// The decorations of a box with this style inside boxes with `outer`.
    pub fn of(style: &ComputedStyle<'_>, outer: Option<Rc<Self>>) -> Option<Rc<Self>> {
        let lines = *style.text_decoration_line();
        if lines.is_empty() {
            return outer;
        }
        Some(Rc::new(Self {
            lines,
            style: match style.text_decoration_style() {
                TextDecorationStyle::Solid => LineStyle::Solid,
                TextDecorationStyle::Double => LineStyle::Double,
                TextDecorationStyle::Dotted => LineStyle::Dotted,
                TextDecorationStyle::Dashed => LineStyle::Dashed,
                TextDecorationStyle::Wavy => LineStyle::Wavy,
            },
            color: style.text_decoration_color().resolve(style.color().0),
            thickness: style.text_decoration_thickness().clone(),
            underline_offset: style.text_underline_offset().clone(),
            underline_position: *style.text_underline_position(),
            font_size: style.font_size().px,
            outer,
        }))
    }

    /// Thickness in px: `auto` is a tenth of the font size, at least 1 (AD-HOC, Blink).
    fn thickness_px(&self, metrics: &FontMetrics) -> f32 {
        let px = match &self.thickness {
            TextDecorationThickness::Auto => self.font_size / 10.0,
            TextDecorationThickness::FromFont if metrics.underline_thickness > 0.0 => metrics.underline_thickness,
            TextDecorationThickness::FromFont => self.font_size / 10.0,
            TextDecorationThickness::LengthPercentage(value) => value.resolve_px(self.font_size).round(),
        };
        px.max(1.0)
    }

    /// From the baseline down to the top of the underline, in px (AD-HOC, Blink).
    fn underline_top(&self, metrics: &FontMetrics, thickness: f32) -> f32 {
        let (offset, is_fixed) = match &self.underline_offset {
            TextUnderlineOffset::Auto => (0.0, false),
            TextUnderlineOffset::LengthPercentage(value) => (value.resolve_px(self.font_size), true),
        };
        match self.underline_position {
            TextUnderlinePosition::FromFont if metrics.underline_position > 0.0 => {
                metrics.underline_position - thickness / 2.0 + offset
            }
            TextUnderlinePosition::Under => metrics.descent.to_px_f32() + offset + 1.0,
            _ => {
                let gap = if is_fixed { 0.0 } else { (thickness / 2.0).ceil().max(1.0) };
                gap + offset.round()
            }
        }
    }
}

impl<'h> Painter<'_, 'h> {
    /// Draws the text of one fragment.
    pub fn text(&mut self, text: &TextFragment<'h>, place: &Place) {
        let style = &*text.style;
        if *style.visibility() != Visibility::Visible {
            return;
        }
        let fill = color(style.webkit_text_fill_color().resolve(style.color().0));
        let left = place.offset.left.to_px_f32();
        let baseline = (place.offset.top + text.ascent).to_px_f32();
        for shadow in style.text_shadow().0.iter().rev() {
            let shadow_color = color(shadow.color.resolve(style.color().0));
            if !shadow_color.is_invisible() {
                let ink = Ink { color: Some(shadow_color), blur: shadow.blur, x: left + shadow.x, baseline: baseline + shadow.y };
                self.text_ink(text, place, &ink, shadow_color);
            }
        }
        self.text_ink(text, place, &Ink { color: None, blur: 0.0, x: left, baseline }, fill);
    }

    /// Underlines and overlines, glyphs, lines through, in this order
    /// ([§ 5.1](https://www.w3.org/TR/css-text-decor-4/#painting-order)).
    fn text_ink(&mut self, text: &TextFragment<'h>, place: &Place, ink: &Ink, fill: Color) {
        let below = TextDecorationLine::UNDERLINE | TextDecorationLine::OVERLINE;
        self.decoration_lines(text, place, ink, below);
        if !fill.is_invisible() {
            self.glyphs(text, place, ink, fill);
        }
        self.decoration_lines(text, place, ink, TextDecorationLine::LINE_THROUGH);
    }

    fn glyphs(&mut self, text: &TextFragment<'h>, place: &Place, ink: &Ink, fill: Color) {
        let size = text.style.font_size().px;
        for run in text.runs.iter() {
            let mut pen = ink.x + run.x;
            let glyphs: Vec<Glyph> = run
                .glyphs
                .iter()
                .map(|glyph| {
                    let placed =
                        Glyph { id: glyph.id, x: pen + glyph.x_offset, y: ink.baseline + glyph.y_offset };
                    pen += glyph.advance;
                    placed
                })
                .collect();
            let (first, count) = self.list.glyphs(glyphs);
            let content = Content::GlyphRun(GlyphRun {
                font: FontKey(run.font.0),
                first,
                count,
                color: fill,
                blur: ink.blur,
                size,
            });
            self.list.push(place.transform, place.clip, content);
        }
    }

    fn decoration_lines(&mut self, text: &TextFragment<'h>, place: &Place, ink: &Ink, which: TextDecorationLine) {
        if place.decorations.is_none() || text.size.width.is_zero() {
            return;
        }
        let fonts = self.environment.fonts;
        let metrics = fonts.metrics(fonts.primary_font(&text.style.font));
        // The outermost decoration is drawn first.
        let mut chain = Vec::new();
        let mut next = place.decorations.as_ref();
        while let Some(decoration) = next {
            chain.push(decoration.clone());
            next = decoration.outer.as_ref();
        }
        for decoration in chain.iter().rev() {
            let thickness = decoration.thickness_px(&metrics);
            let lines = decoration.lines & which;
            let ascent = metrics.ascent.to_px_f32();
            let mut line = |top: f32| self.decoration_line(text, place, ink, decoration, top, thickness);
            if lines.contains(TextDecorationLine::UNDERLINE) {
                line(decoration.underline_top(&metrics, thickness));
            }
            if lines.contains(TextDecorationLine::OVERLINE) {
                line(-ascent);
            }
            if lines.contains(TextDecorationLine::LINE_THROUGH) {
                line(-(ascent / 3.0) - thickness / 2.0);
            }
        }
    }

    /// Draws one line whose top is `top` px below the baseline.
    fn decoration_line(
        &mut self,
        text: &TextFragment<'h>,
        place: &Place,
        ink: &Ink,
        decoration: &Decoration,
        top: f32,
        thickness: f32,
    ) {
        let y = (ink.baseline.round() + top + 0.5).floor();
        let rect = Rect::from_xywh(ink.x, y, text.size.width.to_px_f32(), thickness.round().max(1.0));
        let content = Content::DecorationLine(DecorationLine {
            rect,
            style: decoration.style,
            vertical: false,
            color: ink.color.unwrap_or_else(|| color(decoration.color)),
            blur: ink.blur,
        });
        self.list.push(place.transform, place.clip, content);
    }
}

/// Where and with what a fragment's text is drawn: in its own colours, or as a shadow.
struct Ink {
    /// The colour of a shadow; decorations otherwise have their own.
    color: Option<Color>,
    blur: f32,
    /// Left edge.
    x: f32,
    /// Baseline.
    baseline: f32,
}
