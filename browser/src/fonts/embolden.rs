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

/// The outline with a stroke around it.
pub(super) fn embolden(path: &Path, size: f32) -> Path {
    let stroke = Stroke { width: extra(size), line_join: LineJoin::Miter, miter_limit: 4.0, ..Stroke::default() };
    let Some(source) = to_tiny_skia(path) else { return path.clone() };
    let Some(outline) = source.stroke(&stroke, 8.0) else { return path.clone() };
    let mut bold = from_tiny_skia(&outline);
    // Both must wind the same way, or the stroke would cut the letter where they overlap.
    let fill = if area(&source) * area(&outline) < 0.0 { reversed(path) } else { path.clone() };
    bold.commands.extend(fill.commands);
    bold
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
