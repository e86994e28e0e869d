//! Lines of some thickness: strokes of paths, and straight dashes and dots.

use super::target::{Paint, Target};
use crate::display_list::{PathStroke, StrokeCap, StrokeJoin};
use crate::geometry::{Point, Rect, Transform};
use crate::path::{FillRule, Path, PathCommand};

/// Draws a stroked path.
pub(super) fn draw(target: &mut Target<'_>, stroke: &PathStroke, t: &Transform, paint: Paint<'_>) {
    if let Some(outline) = outline(stroke, t.mean_scale()) {
        target.fill_path(&outline, t, FillRule::NonZero, paint);
    }
}

/// Coordinates beyond this are not worth stroking.
const FAR: f32 = 1.0e6;

/// The outline of a stroked path, exact enough for a scale.
pub(super) fn outline(stroke: &PathStroke, scale: f32) -> Option<Path> {
    let bounds = stroke.path.bounds()?;
    let near = [bounds.left, bounds.top, bounds.right, bounds.bottom].iter().all(|v| v.abs() < FAR);
    if !near || !(stroke.width > 0.0) || !(stroke.width < FAR) {
        return None;
    }
    let mut path = to_tiny(&stroke.path)?;
    let scale = if scale.is_finite() { scale.clamp(0.01, 100.0) } else { 1.0 };
    if stroke.dashes.iter().any(|d| *d > 0.0) && stroke.dashes.iter().all(|d| d.is_finite() && *d >= 0.0) {
        // An odd list is repeated to make it even.
        let mut dashes = stroke.dashes.clone();
        if dashes.len() % 2 == 1 {
            dashes.extend_from_slice(&stroke.dashes);
        }
        let longest = bounds.width().max(bounds.height());
        let period: f32 = dashes.iter().sum();
        // Dashes too small to be told apart are a line.
        if period * scale > 0.05 && longest / period < 1.0e5 {
            let dash = tiny_skia::StrokeDash::new(dashes, stroke.dash_offset)?;
            path = path.dash(&dash, scale)?;
        }
    }
    let options = tiny_skia::Stroke {
        width: stroke.width,
        miter_limit: 4.0,
        line_cap: match stroke.cap {
            StrokeCap::Butt => tiny_skia::LineCap::Butt,
            StrokeCap::Round => tiny_skia::LineCap::Round,
            StrokeCap::Square => tiny_skia::LineCap::Square,
        },
        line_join: match stroke.join {
            StrokeJoin::Miter => tiny_skia::LineJoin::Miter,
            StrokeJoin::Round => tiny_skia::LineJoin::Round,
            StrokeJoin::Bevel => tiny_skia::LineJoin::Bevel,
        },
        dash: None,
    };
    Some(from_tiny(&path.stroke(&options, scale)?))
}

fn to_tiny(path: &Path) -> Option<tiny_skia::Path> {
    let mut out = tiny_skia::PathBuilder::new();
    for command in &path.commands {
        match *command {
            PathCommand::MoveTo(p) => out.move_to(p.x, p.y),
            PathCommand::LineTo(p) => out.line_to(p.x, p.y),
            PathCommand::QuadTo(c, p) => out.quad_to(c.x, c.y, p.x, p.y),
            PathCommand::CubicTo(c, d, p) => out.cubic_to(c.x, c.y, d.x, d.y, p.x, p.y),
            PathCommand::Close => out.close(),
        }
    }
    out.finish()
}

fn from_tiny(path: &tiny_skia::Path) -> Path {
    use tiny_skia::PathSegment;
    let p = |p: tiny_skia::Point| Point::new(p.x, p.y);
    let commands = path
        .segments()
        .map(|segment| match segment {
            PathSegment::MoveTo(a) => PathCommand::MoveTo(p(a)),
            PathSegment::LineTo(a) => PathCommand::LineTo(p(a)),
            PathSegment::QuadTo(a, b) => PathCommand::QuadTo(p(a), p(b)),
            PathSegment::CubicTo(a, b, c) => PathCommand::CubicTo(p(a), p(b), p(c)),
            PathSegment::Close => PathCommand::Close,
        })
        .collect();
    Path { commands }
}

/// Lengths of a dash and the gap after it that fit a line, as browsers choose them; `None` for a line without gaps.
///
/// Dashes are two widths long with gaps of one (three and two for thin lines), dots one and one; the gap is changed
/// so that a line begins and ends with a whole dash.
pub(super) fn dash_and_gap(length: f32, width: f32, dotted: bool, closed: bool) -> Option<(f32, f32)> {
    let (dash, gap) = match (dotted, width >= 3.0) {
        (true, _) => (width, width),
        (false, true) => (width * 2.0, width),
        (false, false) => (width * 3.0, width * 2.0),
    };
    if !(dash > 0.0) || !(length > dash * 2.0) {
        return None;
    }
    if !closed && length <= dash * 2.0 + gap {
        let factor = length / (dash * 2.0 + gap);
        return Some((dash * factor, gap * factor));
    }
    let available = if closed { length } else { length + gap };
    let fewer = (available / (dash + gap)).floor();
    let gaps = |dashes: f32| if closed { dashes } else { dashes - 1.0 };
    let gap_of = |dashes: f32| (length - dashes * dash) / gaps(dashes);
    let (wide, narrow) = (gap_of(fewer), gap_of(fewer + 1.0));
    let best = if narrow <= 0.0 || (wide - gap).abs() < (narrow - gap).abs() { wide } else { narrow };
    Some((dash, best))
}

/// The pieces of a line with gaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dashes {
    /// Long ones.
    Long,
    /// Dots as borders have them: round, thin ones square.
    Dots,
    /// Dots as decoration lines have them: thin ones exactly a thickness apart.
    LineDots,
}

/// Dots up to this size are square.
pub(super) const SQUARE_DOT: f32 = 3.0;

/// The dashes or dots of a straight line that fills a rectangle lengthwise, those that meet `visible` only; true when
/// they are round.
pub(super) fn pieces(rect: &Rect, vertical: bool, dashes: Dashes, visible: &Rect) -> (Vec<Rect>, bool) {
    let (start, end, width) =
        if vertical { (rect.top, rect.bottom, rect.width()) } else { (rect.left, rect.right, rect.height()) };
    let piece = |at: f32, length: f32| {
        if vertical {
            Rect::new(rect.left, at, rect.right, at + length)
        } else {
            Rect::new(at, rect.top, at + length, rect.bottom)
        }
    };
    let dotted = dashes != Dashes::Long;
    let round = dotted && width > SQUARE_DOT;
    if dashes == Dashes::Dots && !round {
        return (square_dots(start, end, width, visible, vertical).map(|at| piece(at, width)).collect(), false);
    }
    let fitted = match dashes {
        Dashes::LineDots if !round => Some((width, width)),
        _ => dash_and_gap(end - start, width, dotted, false),
    };
    let Some((dash, gap)) = fitted else {
        // Room for one dash or two dots only.
        let ends = vec![piece(start, width), piece(end - width, width)];
        return (if round { ends } else { vec![*rect] }, round);
    };
    let (seen_from, seen_to) = if vertical { (visible.top, visible.bottom) } else { (visible.left, visible.right) };
    let step = dash + gap;
    if !(step > 0.05) {
        return (vec![*rect], false);
    }
    let mut out = Vec::new();
    let first = ((seen_from.max(start) - start) / step).floor().max(0.0);
    let last = ((seen_to.min(end) - start) / step).ceil();
    let mut number = first;
    while number <= last {
        let at = start + number * step;
        if at > end - dash * 0.5 {
            break;
        }
        out.push(piece(at, dash));
        number += 1.0;
    }
    (out, round)
}

/// Where the square dots of a border side begin: dots and gaps are a width long, but the first and the last gap are
/// changed by a whole px (the first one left out when half a period would be too much) so that there is a dot at
/// either end.
fn square_dots(start: f32, end: f32, width: f32, visible: &Rect, vertical: bool) -> impl Iterator<Item = f32> {
    let period = width * 2.0;
    let length = (end - start).min(1.0e6);
    let spare = (length - width).rem_euclid(period);
    let (first_gap, last_gap) = if spare == width {
        if width == 2.0 { (-1.0, -1.0) } else { (-width, 0.0) }
    } else {
        let spare = if spare > width { spare - period } else { spare };
        let one = spare.clamp(-1.0, 1.0);
        (one, spare - one)
    };
    let count = ((length - width - first_gap - last_gap) / period).round().clamp(0.0, 1.0e6) as i32;
    let (seen_from, seen_to) = if vertical { (visible.top, visible.bottom) } else { (visible.left, visible.right) };
    (0..=count)
        .map(move |i| match i {
            0 => start,
            i if i == count => end - width,
            i => start + first_gap + i as f32 * period,
        })
        .filter(move |at| *at <= seen_to && *at + width >= seen_from)
}

/// The pieces as one path.
pub(super) fn pieces_path(pieces: &[Rect], round: bool) -> Path {
    let mut path = Path::new();
    for piece in pieces {
        if round {
            path.add_ellipse(piece);
        } else {
            path.add_rect(piece);
        }
    }
    path
}

/// Fills pieces: dashes exactly, dots as paths.
pub(super) fn fill_pieces(target: &mut Target<'_>, pieces: &[Rect], round: bool, t: &Transform, paint: Paint<'_>) {
    if round {
        return target.fill_path(&pieces_path(pieces, true), t, FillRule::NonZero, paint);
    }
    for piece in pieces {
        target.fill_rect(piece, t, paint);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dashes_begin_and_end_whole() {
        let (dash, gap) = dash_and_gap(100.0, 4.0, false, false).unwrap();
        assert_eq!(dash, 8.0);
        let count = ((100.0 + gap) / (dash + gap)).round();
        assert!((count * dash + (count - 1.0) * gap - 100.0).abs() < 1e-3);
        assert_eq!(gap, 3.5);
        assert_eq!(dash_and_gap(5.0, 4.0, false, false), None);
    }

    #[test]
    fn square_dots_are_at_both_ends() {
        let dots = |length, width| square_dots(0.0, length, width, &Rect::EVERYTHING, false).collect::<Vec<_>>();
        assert_eq!(dots(7.0, 1.0), [0.0, 2.0, 4.0, 6.0]);
        assert_eq!(dots(8.0, 1.0), [0.0, 1.0, 3.0, 5.0, 7.0]);
        assert_eq!(dots(16.0, 2.0), [0.0, 3.0, 7.0, 11.0, 14.0]);
        assert_eq!(dots(11.0, 2.0), [0.0, 5.0, 9.0]);
    }
}
