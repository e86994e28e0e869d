//! Text decorations: which lines reach a text, where they run, and where glyphs interrupt them.
//!
//! [CSS Text Decoration 4](https://www.w3.org/TR/css-text-decor-4/). Places and thicknesses are Blink's (AD-HOC).

use std::rc::Rc;

use ashlar_layout::css::ComputedStyle;
use ashlar_layout::css::values::color::Rgba;
use ashlar_layout::css::values::text::{
    TextDecorationLine, TextDecorationSkipInk, TextDecorationStyle, TextDecorationThickness, TextUnderlineOffset,
    TextUnderlinePosition,
};
use ashlar_layout::fragment_tree::TextFragment;
use ashlar_layout::geometry::LayoutUnit;
use ashlar_layout::text::font_source::{FontMetrics, FontSource};
use ashlar_raster::display_list::{ClipShape, Content, DecorationLine, LineStyle};
use ashlar_raster::path::PathCommand;
use ashlar_raster::{FillRule, FontKey, Path, Point, Rect};

use super::color;
use super::stacking::{Painter, Place};
use super::text::Ink;

/// No gap beside a glyph is wider than this (AD-HOC, Blink).
const MAX_GAP: f32 = 13.0;
/// How many straight pieces stand for a curve of an outline.
const PIECES_PER_CURVE: usize = 8;

/// The decorations that a box puts on the text inside it, and those of its ancestors.
pub(super) struct Decoration {
    lines: TextDecorationLine,
    style: LineStyle,
    color: Rgba,
    thickness: TextDecorationThickness,
    underline_offset: TextUnderlineOffset,
    underline_position: TextUnderlinePosition,
    font_size: f32,
    /// The ascent of the decorating box's font, in px.
    ascent: f32,
    /// The baseline of the decorating box, where it is an inline box; a block decorates along the baseline of each line.
    baseline: Option<LayoutUnit>,
    outer: Option<Rc<Decoration>>,
}

impl Decoration {
    /// The decorations of a box with this style inside boxes with `outer`.
    pub fn of(
        style: &ComputedStyle<'_>,
        fonts: &dyn FontSource,
        baseline: Option<LayoutUnit>,
        outer: Option<Rc<Self>>,
    ) -> Option<Rc<Self>> {
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
            // The colour of the text is that of its letters.
            color: style.text_decoration_color().resolve(style.webkit_text_fill_color().resolve(style.color().0)),
            thickness: style.text_decoration_thickness().clone(),
            underline_offset: style.text_underline_offset().clone(),
            underline_position: *style.text_underline_position(),
            font_size: style.font_size().px,
            ascent: fonts.metrics(fonts.primary_font(&style.font)).ascent.to_px_f32(),
            baseline,
            outer,
        }))
    }

    /// Thickness in px: `auto` is a tenth of the font size, at least 1.
    fn thickness_px(&self, metrics: &FontMetrics) -> f32 {
        let px = match &self.thickness {
            TextDecorationThickness::Auto => self.font_size / 10.0,
            TextDecorationThickness::FromFont if metrics.underline_thickness > 0.0 => metrics.underline_thickness,
            TextDecorationThickness::FromFont => self.font_size / 10.0,
            TextDecorationThickness::LengthPercentage(value) => value.resolve_px(self.font_size).round(),
        };
        px.max(1.0)
    }

    /// From the baseline down to the top of the underline, in px.
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

/// One line to draw.
struct Stroke<'d> {
    decoration: &'d Decoration,
    /// Its top, before rounding.
    top: f32,
    thickness: f32,
    /// Whether glyphs interrupt it.
    skips_ink: bool,
}

impl<'h> Painter<'_, 'h> {
    /// Draws those lines of the decorations of a text that are in `which`.
    pub fn decoration_lines(&mut self, text: &TextFragment<'h>, place: &Place, ink: &Ink, which: TextDecorationLine) {
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
        let own_baseline = place.offset.top + text.ascent;
        let may_skip = *text.style.text_decoration_skip_ink() != TextDecorationSkipInk::None;
        for decoration in chain.iter().rev() {
            let thickness = decoration.thickness_px(&metrics);
            let lines = decoration.lines & which;
            let ascent = metrics.ascent.to_px_f32();
            let along = decoration.baseline.or(place.line_baseline).unwrap_or(own_baseline);
            let baseline = ink.baseline + (along - own_baseline).to_px_f32();
            let mut line = |top: f32, skips_ink: bool| {
                self.decoration_line(text, place, ink, &Stroke { decoration, top, thickness, skips_ink });
            };
            let is_double = decoration.style == LineStyle::Double;
            // The middle of a wave is as far below the line as a second line would be.
            let second = thickness + 1.0;
            let wave = if decoration.style == LineStyle::Wavy { second - thickness / 2.0 } else { 0.0 };
            if lines.contains(TextDecorationLine::UNDERLINE) {
                line(baseline + decoration.underline_top(&metrics, thickness) + wave, may_skip);
            }
            if lines.contains(TextDecorationLine::OVERLINE) {
                // Above the letters; the second of two lines is above the first.
                let top = ink.baseline - ascent - thickness.floor();
                line(if is_double { top - thickness.floor() - 1.0 } else { top + wave }, may_skip);
            }
            if lines.contains(TextDecorationLine::LINE_THROUGH) {
                // Two thirds of the decorating box's ascent below the top of the letters.
                let top = ink.baseline - ascent + decoration.ascent * 2.0 / 3.0 - thickness / 2.0;
                line(top, false);
            }
        }
    }

    fn decoration_line(&mut self, text: &TextFragment<'h>, place: &Place, ink: &Ink, stroke: &Stroke<'_>) {
        let decoration = stroke.decoration;
        // Lines are whole px, thinner rather than thicker; patterns are stroked as thick as they are, about the middle of
        // whole px.
        let width = text.size.width.to_px_f32();
        let rect = match decoration.style {
            LineStyle::Solid | LineStyle::Double => {
                Rect::from_xywh(ink.x, (stroke.top + 0.5).floor(), width, stroke.thickness.floor().max(1.0))
            }
            LineStyle::Dotted | LineStyle::Dashed => {
                let room = (stroke.thickness.round() - stroke.thickness) / 2.0;
                Rect::from_xywh(ink.x, (stroke.top + 0.5).floor() + room, width, stroke.thickness)
            }
            LineStyle::Wavy => Rect::from_xywh(ink.x, stroke.top, width, stroke.thickness),
        };
        let line = DecorationLine {
            rect,
            style: decoration.style,
            vertical: false,
            color: ink.color.unwrap_or_else(|| color(decoration.color)),
            blur: ink.blur,
        };
        // What the line covers, from the baseline: glyphs that reach into it interrupt it.
        let band = match decoration.style {
            LineStyle::Double => (rect.top, rect.bottom + stroke.thickness + 1.0),
            LineStyle::Wavy => {
                // The wave swings less than three tenths as far as its control points.
                let (middle, swing) = (f32::midpoint(rect.top, rect.bottom), 0.29 * (stroke.thickness * 3.0 + 1.0));
                (middle - swing - stroke.thickness / 2.0, middle + swing + stroke.thickness / 2.0)
            }
            _ => (rect.top, rect.bottom),
        };
        let gaps = if stroke.skips_ink {
            self.ink_gaps(text, ink, (band.0 - ink.baseline, band.1 - ink.baseline), stroke.thickness.min(MAX_GAP))
        } else {
            Vec::new()
        };
        if gaps.is_empty() {
            self.list.push(place.transform, place.clip, Content::DecorationLine(line));
        } else if decoration.style == LineStyle::Solid && ink.blur == 0.0 {
            let mut left = rect.left;
            for (from, to) in gaps.into_iter().chain([(rect.right, rect.right)]) {
                if from > left {
                    let piece = Rect { left, right: from.min(rect.right), ..rect };
                    self.list.push(
                        place.transform,
                        place.clip,
                        Content::DecorationLine(DecorationLine { rect: piece, ..line }),
                    );
                }
                left = left.max(to);
            }
        } else {
            // Patterns keep their phase: they are cut and not begun anew.
            let mut kept = Path::new();
            let mut left = rect.left - 1.0;
            for (from, to) in gaps.into_iter().chain([(rect.right + 1.0, rect.right + 1.0)]) {
                if from > left {
                    kept.add_rect(&Rect { left, right: from, top: band.0 - 2.0, bottom: band.1 + 2.0 });
                }
                left = left.max(to);
            }
            let clip = self.list.add_clip(place.clip, place.transform, ClipShape::Path(kept, FillRule::NonZero));
            self.list.push(place.transform, clip, Content::DecorationLine(line));
        }
    }

    /// [§ 2.10.2](https://www.w3.org/TR/css-text-decor-4/#text-decoration-skip-ink-property): where glyphs are in a band
    /// above and below the baseline, left to right, with room beside them; whole px.
    fn ink_gaps(&self, text: &TextFragment<'h>, ink: &Ink, band: (f32, f32), room: f32) -> Vec<(f32, f32)> {
        let skips_all = *text.style.text_decoration_skip_ink() == TextDecorationSkipInk::All;
        let mut gaps: Vec<(f32, f32)> = Vec::new();
        for run in text.runs.iter() {
            let mut pen = ink.x + run.x;
            for glyph in run.glyphs.iter() {
                let at = pen + glyph.x_offset;
                pen += glyph.advance;
                if !skips_all && is_ideograph(text, glyph.cluster) {
                    continue;
                }
                let Some(outline) = self.environment.glyphs.outline(FontKey(run.font.0), glyph.id) else { continue };
                let within = (band.0 - glyph.y_offset, band.1 - glyph.y_offset);
                if let Some((from, to)) = extent_in_band(&outline.path, within) {
                    gaps.push(((at + from - room).round(), (at + to + room).round()));
                }
            }
        }
        gaps.sort_by(|a, b| a.0.total_cmp(&b.0));
        gaps
    }
}

/// Ideographs and symbols beside them are not skipped by `auto`: their strokes meet the line everywhere.
fn is_ideograph(text: &TextFragment<'_>, cluster: u32) -> bool {
    let at = cluster.checked_sub(text.start).map(|at| at as usize);
    let character = at.and_then(|at| text.text.get(at..)).and_then(|rest| rest.chars().next());
    character.is_some_and(|c| {
        matches!(c, '\u{2e80}'..='\u{30ff}' | '\u{3100}'..='\u{312f}' | '\u{31a0}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}'
            | '\u{f900}'..='\u{faff}' | '\u{fe30}'..='\u{fe4f}' | '\u{ff00}'..='\u{ffef}' | '\u{1f000}'..='\u{1faff}'
            | '\u{20000}'..='\u{3ffff}')
    })
}

/// The leftmost and rightmost points of an outline between two heights.
fn extent_in_band(path: &Path, (top, bottom): (f32, f32)) -> Option<(f32, f32)> {
    let mut extent: Option<(f32, f32)> = None;
    let mut add = |x: f32| extent = Some(extent.map_or((x, x), |(from, to): (f32, f32)| (from.min(x), to.max(x))));
    let mut line = |a: Point, b: Point| {
        let (low, high) = if a.y <= b.y { (a, b) } else { (b, a) };
        if high.y < top || low.y > bottom {
            return;
        }
        let rise = high.y - low.y;
        let at = |y: f32| if rise > 0.0 { low.x + (high.x - low.x) * (y - low.y) / rise } else { low.x };
        add(if low.y < top { at(top) } else { low.x });
        add(if high.y > bottom { at(bottom) } else { high.x });
    };
    let (mut start, mut pen) = (Point::default(), Point::default());
    for command in &path.commands {
        match *command {
            PathCommand::MoveTo(to) => (start, pen) = (to, to),
            PathCommand::LineTo(to) => {
                line(pen, to);
                pen = to;
            }
            PathCommand::QuadTo(c, to) => {
                let from = pen;
                for step in 1..=PIECES_PER_CURVE {
                    let t = step as f32 / PIECES_PER_CURVE as f32;
                    let u = 1.0 - t;
                    let next = Point::new(
                        u * u * from.x + 2.0 * u * t * c.x + t * t * to.x,
                        u * u * from.y + 2.0 * u * t * c.y + t * t * to.y,
                    );
                    line(pen, next);
                    pen = next;
                }
            }
            PathCommand::CubicTo(c, d, to) => {
                let from = pen;
                for step in 1..=PIECES_PER_CURVE {
                    let t = step as f32 / PIECES_PER_CURVE as f32;
                    let u = 1.0 - t;
                    let mix = |a: f32, b: f32, c: f32, d: f32| {
                        u * u * u * a + 3.0 * u * u * t * b + 3.0 * u * t * t * c + t * t * t * d
                    };
                    let next = Point::new(mix(from.x, c.x, d.x, to.x), mix(from.y, c.y, d.y, to.y));
                    line(pen, next);
                    pen = next;
                }
            }
            PathCommand::Close => {
                line(pen, start);
                pen = start;
            }
        }
    }
    extent
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_in_the_band_counts() {
        let mut path = Path::new();
        path.add_polygon(&[Point::new(0.0, 0.0), Point::new(10.0, 10.0), Point::new(0.0, 10.0)]);
        assert_eq!(extent_in_band(&path, (2.0, 4.0)), Some((0.0, 4.0)));
        assert_eq!(extent_in_band(&path, (11.0, 12.0)), None);
    }
}
