//! Text decoration lines.

use super::stroke::{self, Dashes};
use super::target::{Paint, Target};
use crate::display_list::{DecorationLine, LineStyle, PathStroke};
use crate::geometry::{PixelRect, Rect, Transform};
use crate::path::{FillRule, Path};

/// Draws a decoration line.
pub(super) fn draw(target: &mut Target<'_>, line: &DecorationLine, t: &Transform) {
    let color = line.color.premultiplied8();
    if color[3] == 0 || line.rect.is_empty() {
        return;
    }
    let deviation = line.blur * 0.5 * t.mean_scale();
    let reach = crate::blur::reach(deviation);
    let needed = target.bounds.outset(reach + 1, reach + 1).to_rect();
    let visible = t.invert().map_or(Rect::EVERYTHING, |i| i.map_rect(&needed));
    let Some(path) = outline(line, t.mean_scale(), &visible) else { return };
    if reach == 0 && line.style == LineStyle::Wavy {
        // Whole periods are stroked: cut them to the line.
        let mut area = line.rect.outset(line.rect.width().min(line.rect.height()) * 4.0 + 4.0);
        if line.vertical {
            (area.top, area.bottom) = (line.rect.top, line.rect.bottom);
        } else {
            (area.left, area.right) = (line.rect.left, line.rect.right);
        }
        let mut cut = Path::new();
        cut.add_rect(&area);
        let mask = target.path_mask(&cut, t, FillRule::NonZero);
        return target.with_mask(mask, |target| target.fill_path(&path, t, FillRule::NonZero, Paint::Solid(color)));
    }
    if reach == 0 {
        let paint = Paint::Solid(color);
        if matches!(line.style, LineStyle::Dotted | LineStyle::Dashed) {
            let (pieces, round) = pieces(line, &visible);
            return stroke::fill_pieces(target, &pieces, round, t, paint);
        }
        target.fill_rect(&line.rect, t, paint);
        if line.style == LineStyle::Double {
            target.fill_rect(&second_line(line), t, paint);
        }
        return;
    }
    let bounds = path.bounds().map(|r| PixelRect::around(&t.map_rect(&r))).unwrap_or_default();
    let rect = bounds.intersect(&target.bounds.outset(reach, reach));
    let sharp = target.scanner.mask(&path, t, FillRule::NonZero, &rect);
    let blurred = crate::blur::blurred_mask(&sharp, deviation, &target.bounds);
    target.fill_mask(&blurred, Paint::Solid(color));
}

fn pieces(line: &DecorationLine, visible: &Rect) -> (Vec<Rect>, bool) {
    let dashes = if line.style == LineStyle::Dotted { Dashes::LineDots } else { Dashes::Long };
    stroke::pieces(&line.rect, line.vertical, dashes, visible)
}

fn second_line(line: &DecorationLine) -> Rect {
    let rect = &line.rect;
    // One px is left between the two, however thick they are (AD-HOC, Blink).
    let (x, y) = if line.vertical { (rect.width() + 1.0, 0.0) } else { (0.0, rect.height() + 1.0) };
    rect.translate(x, y)
}

/// The outline of a line where it can be seen.
fn outline(line: &DecorationLine, scale: f32, visible: &Rect) -> Option<Path> {
    let mut path = Path::new();
    let rect = &line.rect;
    match line.style {
        LineStyle::Solid => path.add_rect(rect),
        LineStyle::Double => {
            path.add_rect(rect);
            path.add_rect(&second_line(line));
        }
        LineStyle::Dotted | LineStyle::Dashed => {
            let (pieces, round) = pieces(line, visible);
            return Some(stroke::pieces_path(&pieces, round));
        }
        LineStyle::Wavy => return wave(line, scale, visible),
    }
    Some(path)
}

/// A wave about the line's middle: a cubic per period, its control points three thicknesses above and below.
fn wave(line: &DecorationLine, scale: f32, visible: &Rect) -> Option<Path> {
    let rect = &line.rect;
    let (start, end, middle, thickness) = if line.vertical {
        (rect.top, rect.bottom, (rect.left + rect.right) / 2.0, rect.width())
    } else {
        (rect.left, rect.right, (rect.top + rect.bottom) / 2.0, rect.height())
    };
    let (seen_from, seen_to) =
        if line.vertical { (visible.top, visible.bottom) } else { (visible.left, visible.right) };
    let half_period = 0.5 + (thickness * 2.0 + 0.5).round();
    let swing = 0.5 + (thickness * 3.0 + 0.5).round();
    let period = half_period * 2.0;
    let first = ((seen_from.max(start) - start) / period).floor() - 1.0;
    let last = ((seen_to.min(end) - start) / period).ceil() + 1.0;
    let (first, last) = (first.max(-1.0), last.min(((end - start) / period).ceil()));
    if !(last > first) || !(last - first < 1.0e5) {
        return None;
    }
    let mut path = Path::new();
    let at = |along: f32, across: f32| if line.vertical { (across, along) } else { (along, across) };
    let origin = at(start + first * period, middle);
    path.move_to(origin.0, origin.1);
    let mut number = first;
    while number < last {
        let x = start + number * period;
        let (c, d) = (at(x + half_period, middle + swing), at(x + half_period, middle - swing));
        let e = at(x + period, middle);
        path.cubic_to(c.0, c.1, d.0, d.1, e.0, e.1);
        number += 1.0;
    }
    let stroke = PathStroke {
        path,
        width: thickness,
        cap: Default::default(),
        join: Default::default(),
        dashes: Vec::new(),
        dash_offset: 0.0,
        color: line.color,
    };
    stroke::outline(&stroke, scale)
}
