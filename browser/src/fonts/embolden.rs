//! Synthetic bold: the outline grows outward, as Skia's fake bold does.

use ashlar_raster::path::{Path, PathCommand};
use tiny_skia::{LineJoin, PathBuilder, PathSegment, Stroke};

/// How much wider strokes become, as a part of the size: less for large letters.
fn extra(size: f32) -> f32 {
    const SMALL: (f32, f32) = (9.0, 1.0 / 24.0);
    const LARGE: (f32, f32) = (36.0, 1.0 / 32.0);
    let along = ((size - SMALL.0) / (LARGE.0 - SMALL.0)).clamp(0.0, 1.0);
    size * (SMALL.1 + (LARGE.1 - SMALL.1) * along)
}

/// The outline as it is with a stroke around it.
pub(super) fn embolden(path: &Path, size: f32) -> Path {
    let stroke = Stroke { width: extra(size), line_join: LineJoin::Miter, miter_limit: 4.0, ..Stroke::default() };
    let Some(source) = to_tiny_skia(path) else { return path.clone() };
    let Some(outline) = source.stroke(&stroke, 8.0) else { return path.clone() };
    outward(&source, &outline).unwrap_or_else(|| with_stroke(path, &source, &outline))
}

/// Of the two edges of a stroke, those away from the ink. Drawn alone they give what stroke and letter give together,
/// and nothing overlaps, which would darken the pixels on the edge.
fn outward(source: &tiny_skia::Path, stroke: &tiny_skia::Path) -> Option<Path> {
    let (letters, edges) = (contours(source), contours(stroke));
    if edges.len() != 2 * letters.len() {
        return None;
    }
    // Each contour has its left edge first, then its right one; holes wind the other way, so the ink lies on the same
    // side of all of them.
    let sides = [0, 1].map(|side| edges.iter().skip(side).step_by(2));
    let areas = sides.clone().map(|side| side.map(area).sum::<f32>().abs());
    let [left, right] = sides;
    let chosen = if areas[0] > areas[1] { left } else { right };
    Some(Path { commands: chosen.flat_map(|edge| from_tiny_skia(edge).commands).collect() })
}

/// The letter and the stroke over it.
fn with_stroke(path: &Path, source: &tiny_skia::Path, stroke: &tiny_skia::Path) -> Path {
    let mut bold = from_tiny_skia(stroke);
    // Both must wind the same way, or the stroke would cut the letter where they overlap.
    let fill = if area(source) * area(stroke) < 0.0 { reversed(path) } else { path.clone() };
    bold.commands.extend(fill.commands);
    bold
}

/// The contours of a path, each as one of its own.
fn contours(path: &tiny_skia::Path) -> Vec<tiny_skia::Path> {
    let mut found = Vec::new();
    let mut builder = PathBuilder::new();
    for segment in path.segments() {
        match segment {
            PathSegment::MoveTo(p) => {
                found.extend(std::mem::take(&mut builder).finish());
                builder.move_to(p.x, p.y);
            }
            PathSegment::LineTo(p) => builder.line_to(p.x, p.y),
            PathSegment::QuadTo(c, p) => builder.quad_to(c.x, c.y, p.x, p.y),
            PathSegment::CubicTo(c, d, p) => builder.cubic_to(c.x, c.y, d.x, d.y, p.x, p.y),
            PathSegment::Close => builder.close(),
        }
    }
    found.extend(builder.finish());
    found
}

fn to_tiny_skia(path: &Path) -> Option<tiny_skia::Path> {
    let mut builder = PathBuilder::new();
    for command in &path.commands {
        match *command {
            PathCommand::MoveTo(p) => builder.move_to(p.x, p.y),
            PathCommand::LineTo(p) => builder.line_to(p.x, p.y),
            PathCommand::QuadTo(c, p) => builder.quad_to(c.x, c.y, p.x, p.y),
            PathCommand::CubicTo(c, d, p) => builder.cubic_to(c.x, c.y, d.x, d.y, p.x, p.y),
            PathCommand::Close => builder.close(),
        }
    }
    builder.finish()
}

fn from_tiny_skia(path: &tiny_skia::Path) -> Path {
    let mut out = Path::new();
    for segment in path.segments() {
        match segment {
            PathSegment::MoveTo(p) => out.move_to(p.x, p.y),
            PathSegment::LineTo(p) => out.line_to(p.x, p.y),
            PathSegment::QuadTo(c, p) => out.quad_to(c.x, c.y, p.x, p.y),
            PathSegment::CubicTo(c, d, p) => out.cubic_to(c.x, c.y, d.x, d.y, p.x, p.y),
            PathSegment::Close => out.close(),
        }
    }
    out
}

/// Twice the signed area of the polygon through the points on the path.
fn area(path: &tiny_skia::Path) -> f32 {
    let (mut sum, mut start, mut last) = (0.0, (0.0, 0.0), (0.0, 0.0));
    let mut edge = |from: (f32, f32), to: (f32, f32)| sum += from.0 * to.1 - to.0 * from.1;
    for segment in path.segments() {
        let end = match segment {
            PathSegment::MoveTo(p) => {
                edge(last, start);
                start = (p.x, p.y);
                last = start;
                continue;
            }
            PathSegment::LineTo(p) | PathSegment::QuadTo(_, p) | PathSegment::CubicTo(_, _, p) => (p.x, p.y),
            PathSegment::Close => start,
        };
        edge(last, end);
        last = end;
    }
    edge(last, start);
    sum
}

/// The same contours run through backwards.
fn reversed(path: &Path) -> Path {
    let mut out = Path::new();
    let mut contour: Vec<PathCommand> = Vec::new();
    for command in &path.commands {
        if matches!(command, PathCommand::MoveTo(_)) {
            reverse_contour(&contour, &mut out);
            contour.clear();
        }
        contour.push(*command);
    }
    reverse_contour(&contour, &mut out);
    out
}

fn reverse_contour(contour: &[PathCommand], out: &mut Path) {
    let end_of = |command: &PathCommand| match *command {
        PathCommand::MoveTo(p) | PathCommand::LineTo(p) | PathCommand::QuadTo(_, p) | PathCommand::CubicTo(_, _, p) => {
            Some(p)
        }
        PathCommand::Close => None,
    };
    let drawn: Vec<&PathCommand> = contour.iter().filter(|command| end_of(command).is_some()).collect();
    let Some(last) = drawn.last().and_then(|command| end_of(command)) else { return };
    out.move_to(last.x, last.y);
    for pair in drawn.windows(2).rev() {
        let Some(to) = end_of(pair[0]) else { continue };
        match *pair[1] {
            PathCommand::QuadTo(c, _) => out.quad_to(c.x, c.y, to.x, to.y),
            PathCommand::CubicTo(c, d, _) => out.cubic_to(d.x, d.y, c.x, c.y, to.x, to.y),
            _ => out.line_to(to.x, to.y),
        }
    }
    out.close();
}

#[cfg(test)]
mod tests {
    use ashlar_raster::Rect;

    use super::*;

    /// At 36 px the stroke is 36 / 32 px wide, half of it on each side.
    const HALF: f32 = 36.0 / 32.0 / 2.0;

    #[test]
    fn letters_grow_and_holes_shrink_whichever_way_they_wind() {
        let (letter, hole) = (Rect::new(0.0, -20.0, 20.0, 0.0), Rect::new(5.0, -15.0, 15.0, -5.0));
        let mut clockwise = Path::new();
        clockwise.add_rect(&letter);
        clockwise.add_rect_reversed(&hole);
        for path in [reversed(&clockwise), clockwise] {
            let bold = embolden(&path, 36.0);
            assert_eq!(bold.bounds(), Some(Rect::new(-HALF, -20.0 - HALF, 20.0 + HALF, HALF)));
            // In the corners of the hole the edge makes loops, which count twice and do not show.
            let expected = (20.0 + 2.0 * HALF).powi(2) - (10.0 - 2.0 * HALF).powi(2) + 4.0 * HALF * HALF;
            let covered = area(&to_tiny_skia(&bold).unwrap()).abs() / 2.0;
            assert!((covered - expected).abs() < 0.01, "{covered} {expected}");
        }
    }

    #[test]
    fn odd_contours_do_no_harm() {
        let mut path = Path::new();
        path.move_to(1.0, 1.0);
        path.move_to(2.0, 2.0);
        path.line_to(2.0, 2.0);
        path.close();
        path.line_to(3.0, 3.0);
        embolden(&path, 16.0);
        assert!(embolden(&Path::new(), 16.0).is_empty());
    }
}
