//! How far an item's paint reaches, in its own space; never too small, sometimes too large.

use super::{BorderStyle, BoxShadow, Content, DecorationLine, DisplayList, Fill, GlyphRun, LineStyle};
use crate::geometry::Rect;

/// Paint reaches no farther than this many standard deviations from a blurred shape.
pub(crate) const BLUR_REACH: f32 = 3.0;

/// The bounds of one item's paint.
pub(super) fn content_bounds(list: &DisplayList, content: &Content) -> Rect {
    match content {
        Content::SolidRect(solid) => solid.rect,
        Content::RoundedFill(fill) => fill.shape.rect,
        Content::Ring(ring) => ring.outer.rect,
        Content::Border(border) => {
            let visible = border.sides.iter().any(|s| s.style != BorderStyle::None && s.width > 0.0);
            if visible { border.outer.rect } else { Rect::default() }
        }
        Content::Gradient(gradient) => fill_bounds(&gradient.fill),
        Content::Image(image) => fill_bounds(&image.fill),
        Content::GlyphRun(run) => run_bounds(list, run),
        Content::DecorationLine(line) => line_bounds(line),
        Content::BoxShadow(shadow) => shadow_bounds(shadow),
        Content::PathFill(fill) => fill.path.bounds().unwrap_or_default(),
        Content::PathStroke(stroke) => {
            // A mitre reaches at most four half widths (the limit), a square cap one and a half.
            stroke.path.bounds().map_or_else(Rect::default, |r| r.outset(stroke.width * 2.0 + 1.0))
        }
        Content::PushGroup(_) | Content::PopGroup => Rect::EVERYTHING,
    }
}

fn fill_bounds(fill: &Fill) -> Rect {
    let mut tiles = fill.tile;
    if fill.tiling.step_x > 0.0 {
        (tiles.left, tiles.right) = (Rect::EVERYTHING.left, Rect::EVERYTHING.right);
    }
    if fill.tiling.step_y > 0.0 {
        (tiles.top, tiles.bottom) = (Rect::EVERYTHING.top, Rect::EVERYTHING.bottom);
    }
    fill.area.rect.intersect(&tiles)
}

fn run_bounds(list: &DisplayList, run: &GlyphRun) -> Rect {
    let glyphs = list.run_glyphs(run);
    let Some(first) = glyphs.first() else { return Rect::default() };
    let mut bounds = Rect::new(first.x, first.y, first.x, first.y);
    for glyph in glyphs {
        bounds = Rect::new(
            bounds.left.min(glyph.x),
            bounds.top.min(glyph.y),
            bounds.right.max(glyph.x),
            bounds.bottom.max(glyph.y),
        );
    }
    bounds.outset(run.size.max(1.0) * 2.0 + run.blur / 2.0 * BLUR_REACH + 1.0)
}

fn line_bounds(line: &DecorationLine) -> Rect {
    let thickness = if line.vertical { line.rect.width() } else { line.rect.height() };
    let reach = match line.style {
        LineStyle::Solid | LineStyle::Dotted | LineStyle::Dashed => 1.0,
        LineStyle::Double => thickness * 2.0 + 2.0,
        LineStyle::Wavy => thickness.max(1.0) * 4.0 + 4.0,
    };
    line.rect.outset(reach + line.blur / 2.0 * BLUR_REACH)
}

fn shadow_bounds(shadow: &BoxShadow) -> Rect {
    if shadow.inset {
        return shadow.shape.rect;
    }
    let reach = shadow.spread + shadow.blur.max(0.0) / 2.0 * BLUR_REACH + 1.0;
    shadow.shape.rect.translate(shadow.offset.x, shadow.offset.y).outset(reach)
}
