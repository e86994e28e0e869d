//! Text: glyphs, their shadows and strokes, and the shape of text as a mask.
//!
//! [CSS Text Decoration 4](https://www.w3.org/TR/css-text-decor-4/); the lines are in [`super::decoration`].

use ashlar_layout::css::values::position::Visibility;
use ashlar_layout::css::values::text::TextDecorationLine;
use ashlar_layout::fragment_tree::{BoxFragment, ChildFragment, Fragment, TextFragment};
use ashlar_raster::display_list::{Content, Glyph, GlyphRun, PathStroke, StrokeCap, StrokeJoin};
use ashlar_raster::{Color, FontKey, Transform};

use super::color;
use super::decoration::Decoration;
use super::stacking::{Painter, Place, is_layered};

/// Where and with what a fragment's text is drawn: in its own colours, or as a shadow.
pub(super) struct Ink {
    /// The colour of a shadow or a mask; decorations otherwise have their own.
    pub color: Option<Color>,
    pub blur: f32,
    /// Left edge.
    pub x: f32,
    /// Baseline.
    pub baseline: f32,
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
                let ink = Ink {
                    color: Some(shadow_color),
                    blur: shadow.blur,
                    x: left + shadow.x,
                    baseline: baseline + shadow.y,
                };
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
        self.text_stroke(text, place, ink);
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
                    let placed = Glyph { id: glyph.id, x: pen + glyph.x_offset, y: ink.baseline + glyph.y_offset };
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

    /// [`-webkit-text-stroke`](https://compat.spec.whatwg.org/#the-webkit-text-stroke): outlines drawn over the fill.
    fn text_stroke(&mut self, text: &TextFragment<'h>, place: &Place, ink: &Ink) {
        let style = &*text.style;
        let width = style.webkit_text_stroke_width().0;
        let stroke_color =
            ink.color.unwrap_or_else(|| color(style.webkit_text_stroke_color().resolve(style.color().0)));
        if width <= 0.0 || stroke_color.is_invisible() || ink.blur > 0.0 {
            return;
        }
        for run in text.runs.iter() {
            let mut pen = ink.x + run.x;
            for glyph in run.glyphs.iter() {
                let at = Transform::translation(pen + glyph.x_offset, ink.baseline.round() + glyph.y_offset);
                pen += glyph.advance;
                let Some(outline) = self.environment.glyphs.outline(FontKey(run.font.0), glyph.id) else { continue };
                let stroke = PathStroke {
                    path: outline.path.transformed(&at),
                    width,
                    color: stroke_color,
                    cap: StrokeCap::Butt,
                    join: StrokeJoin::Miter,
                    dashes: Vec::new(),
                    dash_offset: 0.0,
                };
                self.list.push(place.transform, place.clip, Content::PathStroke(stroke));
            }
        }
    }

    /// Draws the text inside a box in black, for `background-clip: text`.
    pub fn text_mask(&mut self, fragment: &BoxFragment<'h>, place: &Place) {
        let decorations = Decoration::of(&fragment.style, self.environment.fonts, None, place.decorations.clone());
        let inner = Place { decorations, ..place.clone() };
        self.text_mask_of(fragment.children.as_ref(), &inner);
    }

    fn text_mask_of(&mut self, children: &[ChildFragment<'h>], place: &Place) {
        for child in children {
            let at = Place { offset: place.offset + child.offset, ..place.clone() };
            match child.fragment {
                Fragment::Line(line) => {
                    let at = Place { line_baseline: Some(at.offset.top + line.baseline), ..at };
                    self.text_mask_of(line.children.as_ref(), &at);
                }
                Fragment::Text(text) if *text.style.visibility() == Visibility::Visible => {
                    let (x, baseline) = (at.offset.left.to_px_f32(), (at.offset.top + text.ascent).to_px_f32());
                    let ink = Ink { color: Some(Color::BLACK), blur: 0.0, x, baseline };
                    self.text_ink(&text, &at, &ink, Color::BLACK);
                }
                Fragment::Box(inner) if !is_layered(&inner) => self.text_mask(&inner, &at),
                _ => {}
            }
        }
    }
}
