//! Borders and outlines.
//!
//! Four alike solid sides are a ring. Otherwise each side is drawn on its own: its style between the outer and inner
//! edge, cut to the side's polygon. Two sides of different colours meet in a mitre from the outer to the inner
//! corner; the side drawn first runs through below an opaque one drawn later, so that no background shines through
//! the joint.

use super::stroke::{self, Dashes};
use super::target::{Paint, Target};
use crate::color::Color;
use crate::coverage::Mask;
use crate::display_list::{Border, BorderSide, BorderStyle, PathStroke, StrokeCap};
use crate::geometry::{PixelRect, Point, Rect, RoundedRect, Transform};
use crate::path::{FillRule, Path};

const TOP: usize = 0;
const RIGHT: usize = 1;
const BOTTOM: usize = 2;
const LEFT: usize = 3;

/// Sides are drawn in this order when nothing else decides.
const ORDER: [usize; 4] = [TOP, BOTTOM, LEFT, RIGHT];

/// Draws a border.
pub(super) fn draw(target: &mut Target<'_>, border: &Border, t: &Transform) {
    let mut border = *border;
    for side in &mut border.sides {
        if side.style == BorderStyle::None || !(side.width > 0.0) {
            *side = BorderSide { color: Color::TRANSPARENT, ..BorderSide::default() };
        }
        // Too thin for its style.
        let two_lines = matches!(side.style, BorderStyle::Groove | BorderStyle::Ridge);
        if side.style == BorderStyle::Double && side.width < 3.0 || two_lines && side.width < 2.0 {
            side.style = BorderStyle::Solid;
        }
    }
    if !is_uniform(&border) {
        return draw_sides(target, &border, t);
    }
    match border.sides[TOP].style {
        BorderStyle::None => {}
        BorderStyle::Solid => ring(target, &border.outer, widths(&border), border.sides[0].color, t),
        BorderStyle::Double => {
            let (outer, inner) = thirds(&border);
            ring(target, &border.outer, outer, border.sides[0].color, t);
            let start = border.outer.inset_sides(difference(widths(&border), inner));
            ring(target, &start, inner, border.sides[0].color, t);
        }
        BorderStyle::Dotted | BorderStyle::Dashed if !border.outer.is_rect() => {
            stroke_round(target, &border, 0, t);
        }
        _ => draw_sides(target, &border, t),
    }
}

fn widths(border: &Border) -> [f32; 4] {
    border.sides.map(|side| side.width)
}

/// True when style and colour (widths may differ for solid ones) are alike on all sides.
fn is_uniform(border: &Border) -> bool {
    let first = border.sides[0];
    let alike = |s: &BorderSide| s.style == first.style && s.color == first.color;
    let same_width = border.sides.iter().all(|s| s.width == first.width);
    border.sides.iter().all(alike) && (same_width || matches!(first.style, BorderStyle::Solid | BorderStyle::Double))
}

fn ring(target: &mut Target<'_>, outer: &RoundedRect, widths: [f32; 4], color: Color, t: &Transform) {
    let pixel = color.premultiplied8();
    if pixel[3] == 0 {
        return;
    }
    let inner = outer.inset_sides(widths);
    if !outer.is_rect() || !inner.is_rect() {
        return target.fill_ring(outer, &inner, t, Paint::Solid(pixel));
    }
    for strip in strips(&outer.rect, &inner.rect) {
        target.fill_rect(&strip, t, Paint::Solid(pixel));
    }
}

/// A frame of four rectangles that do not overlap.
fn strips(outer: &Rect, inner: &Rect) -> [Rect; 4] {
    let inner = Rect::new(
        inner.left.clamp(outer.left, outer.right.max(outer.left)),
        inner.top.clamp(outer.top, outer.bottom.max(outer.top)),
        inner.right.max(inner.left).min(outer.right),
        inner.bottom.max(inner.top).min(outer.bottom),
    );
    [
        Rect::new(outer.left, outer.top, outer.right, inner.top),
        Rect::new(inner.right, inner.top, outer.right, inner.bottom),
        Rect::new(outer.left, inner.bottom, outer.right, outer.bottom),
        Rect::new(outer.left, inner.top, inner.left, inner.bottom),
    ]
}

/// The widths of the two lines of a double border.
fn thirds(border: &Border) -> ([f32; 4], [f32; 4]) {
    let third = border.sides.map(|s| (s.width / 3.0).round());
    (third, third)
}

fn difference(a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
    std::array::from_fn(|i| a[i] - b[i])
}

/// The colour of a side in the given lighting: darker on the sides in the shade, lighter (unless it is nearly white)
/// on the others.
fn shade(color: Color, side: usize, sunken: bool) -> Color {
    let in_shade = (side == TOP || side == LEFT) == sunken;
    if !(color.r.max(color.g).max(color.b) > 0.0) {
        // Black has no darker shade.
        return if in_shade { lighter(color) } else { lighter(lighter(color)) };
    }
    if in_shade {
        return darker(color);
    }
    let nearly_white = color.r.min(color.g).min(color.b) > 0.9;
    if nearly_white { color } else { lighter(color) }
}

fn scaled(color: Color, factor: f32) -> Color {
    let channel = |v: f32| (v * factor).clamp(0.0, 1.0);
    Color::new(channel(color.r), channel(color.g), channel(color.b), color.a)
}

fn darker(color: Color) -> Color {
    let most = color.r.max(color.g).max(color.b);
    if most > 0.0 { scaled(color, ((most - 0.33) / most).max(0.0)) } else { color }
}

fn lighter(color: Color) -> Color {
    let most = color.r.max(color.g).max(color.b);
    if !(most > 0.0) {
        let grey = 84.0 / 255.0;
        return Color::new(grey, grey, grey, color.a);
    }
    scaled(color, (most + 0.33).min(1.0) / most)
}

/// Draws the sides one after the other.
fn draw_sides(target: &mut Target<'_>, border: &Border, t: &Transform) {
    let mut order: Vec<usize> = ORDER.into_iter().filter(|i| !border.sides[*i].color.is_invisible()).collect();
    // Styles with gaps lie below solid ones, clearer sides below more opaque ones.
    order.sort_by_key(|i| (border.sides[*i].color.to_rgba8()[3], rank(border.sides[*i].style)));
    for (position, side) in order.iter().enumerate() {
        draw_side(target, border, *side, &order[position + 1..], t);
    }
}

fn rank(style: BorderStyle) -> u8 {
    match style {
        BorderStyle::None => 0,
        BorderStyle::Dotted => 1,
        BorderStyle::Dashed => 2,
        BorderStyle::Double => 3,
        _ => 4,
    }
}

/// How a side ends at a corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Joint {
    /// It takes the corner as well.
    Through,
    /// It ends on the line from the outer to the inner corner.
    Mitre,
    /// The same without partly covered pixels: between sides of one colour with round corners.
    Hard,
}

/// How `side` meets its neighbour; `later` are the sides still to come.
fn joint(border: &Border, side: usize, neighbour: usize, later: &[usize]) -> Joint {
    let (own, other) = (&border.sides[side], &border.sides[neighbour]);
    if !(other.width > 0.0) {
        return Joint::Through;
    }
    if !border.outer.is_rect() {
        return if own.color == other.color { Joint::Hard } else { Joint::Mitre };
    }
    let plain = |s: BorderStyle| s == BorderStyle::Solid;
    let full = |s: BorderStyle| {
        plain(s) || matches!(s, BorderStyle::Inset | BorderStyle::Outset | BorderStyle::Groove | BorderStyle::Ridge)
    };
    if later.contains(&neighbour) && full(other.style) && other.color.is_opaque() {
        return Joint::Through;
    }
    if own.color == other.color && plain(own.style) && plain(other.style) && own.color.is_opaque() {
        return Joint::Through;
    }
    Joint::Mitre
}

fn draw_side(target: &mut Target<'_>, border: &Border, side: usize, later: &[usize], t: &Transform) {
    let joints = [joint(border, side, (side + 3) % 4, later), joint(border, side, (side + 1) % 4, later)];
    let own = border.sides[side];
    let color = |sunken| shade(own.color, side, sunken);
    match own.style {
        BorderStyle::None => {}
        BorderStyle::Solid => side_ring(target, border, side, joints, own.color, t),
        BorderStyle::Inset => side_ring(target, border, side, joints, color(true), t),
        BorderStyle::Outset => side_ring(target, border, side, joints, color(false), t),
        BorderStyle::Double => {
            let (outer, inner) = thirds(border);
            side_part(target, border, outer, true, side, joints, own.color, t);
            side_part(target, border, inner, false, side, joints, own.color, t);
        }
        BorderStyle::Groove | BorderStyle::Ridge => {
            let sunken = own.style == BorderStyle::Groove;
            if !border.outer.is_rect() {
                // All of it, then the inner half over it.
                side_ring(target, border, side, joints, color(sunken), t);
                let inner = border.sides.map(|s| s.width - (s.width / 2.0).floor());
                return side_part(target, border, inner, false, side, joints, color(!sunken), t);
            }
            // An odd px goes to the outer half above and on the left, to the inner half below and on the right.
            let halves = border.sides.map(|s| s.width / 2.0);
            let outer = [halves[0].ceil(), halves[1].floor(), halves[2].floor(), halves[3].ceil()];
            let inner = difference(widths(border), outer);
            side_part(target, border, outer, true, side, joints, color(sunken), t);
            side_part(target, border, inner, false, side, joints, color(!sunken), t);
        }
        BorderStyle::Dotted | BorderStyle::Dashed if border.outer.is_rect() => {
            straight_dashes(target, border, side, joints, t);
        }
        BorderStyle::Dotted | BorderStyle::Dashed => {
            let mask = side_mask(target, &border.outer, widths(border), side, joints, t);
            target.with_mask(mask, |target| stroke_round(target, border, side, t));
        }
    }
}

/// Draws a side of the outer or the inner line of a border.
#[allow(clippy::too_many_arguments)]
fn side_part(
    target: &mut Target<'_>,
    border: &Border,
    part: [f32; 4],
    outermost: bool,
    side: usize,
    joints: [Joint; 2],
    color: Color,
    t: &Transform,
) {
    let mut line = *border;
    if !outermost {
        line.outer = border.outer.inset_sides(difference(widths(border), part));
    }
    for (side, width) in line.sides.iter_mut().zip(part) {
        side.width = width;
    }
    side_ring(target, &line, side, joints, color, t);
}

/// Draws one side of a solid ring.
fn side_ring(target: &mut Target<'_>, border: &Border, side: usize, joints: [Joint; 2], color: Color, t: &Transform) {
    let pixel = color.premultiplied8();
    if pixel[3] == 0 {
        return;
    }
    let inner = border.outer.inset_sides(widths(border));
    if border.outer.is_rect() {
        if joints == [Joint::Through; 2] {
            return target.fill_rect(&side_rect(border, side), t, Paint::Solid(pixel));
        }
        let polygon = trapezoid(&border.outer.rect, widths(border), side, joints);
        let mut path = Path::new();
        path.add_polygon(&polygon);
        return target.fill_path(&path, t, FillRule::NonZero, Paint::Solid(pixel));
    }
    let mask = side_mask(target, &border.outer, widths(border), side, joints, t);
    target.with_mask(mask, |target| target.fill_ring(&border.outer, &inner, t, Paint::Solid(pixel)));
}

/// A side's rectangle including both corners.
fn side_rect(border: &Border, side: usize) -> Rect {
    let (r, width) = (border.outer.rect, border.sides[side].width);
    match side {
        TOP => Rect::new(r.left, r.top, r.right, (r.top + width).min(r.bottom)),
        RIGHT => Rect::new((r.right - width).max(r.left), r.top, r.right, r.bottom),
        BOTTOM => Rect::new(r.left, (r.bottom - width).max(r.top), r.right, r.bottom),
        _ => Rect::new(r.left, r.top, (r.left + width).min(r.right), r.bottom),
    }
}

/// The corners of the outer edge clockwise from the top left.
fn corners(r: &Rect) -> [Point; 4] {
    [Point::new(r.left, r.top), Point::new(r.right, r.top), Point::new(r.right, r.bottom), Point::new(r.left, r.bottom)]
}

/// A side of a square-cornered border as a polygon; a joint that goes through ends square.
fn trapezoid(outer: &Rect, widths: [f32; 4], side: usize, joints: [Joint; 2]) -> [Point; 4] {
    let inner = outer.inset_sides(widths);
    let (o, mut i) = (corners(outer), corners(&inner));
    // Side k runs from corner k to corner k + 1 (top: left to right, left: bottom to top).
    let (from, to) = (side, (side + 1) % 4);
    let square = |outer: Point, inner: Point| {
        if side == TOP || side == BOTTOM { Point::new(outer.x, inner.y) } else { Point::new(inner.x, outer.y) }
    };
    if joints[0] == Joint::Through {
        i[from] = square(o[from], i[from]);
    }
    if joints[1] == Joint::Through {
        i[to] = square(o[to], i[to]);
    }
    [o[from], o[to], i[to], i[from]]
}

/// The part of a round-cornered border that belongs to a side: like the trapezoid, but the joints' lines go on to the
/// middle where the curve of the inner edge needs it.
fn side_polygon(outer: &RoundedRect, widths: [f32; 4], side: usize, joints: [Joint; 2]) -> Vec<Point> {
    let r = &outer.rect;
    let inner = outer.inset_sides(widths);
    let (o, i) = (corners(r), corners(&inner.rect));
    let (from, to) = (side, (side + 1) % 4);
    let center = Point::new((r.left + r.right) / 2.0, (r.top + r.bottom) / 2.0);
    // Where a joint's line ends: beyond the inner corner, as far as the inner curve reaches.
    let end = |corner: usize| {
        let radius = inner.radii[corner];
        let (dx, dy) = (i[corner].x - o[corner].x, i[corner].y - o[corner].y);
        if radius.is_zero() || (dx == 0.0 && dy == 0.0) {
            return i[corner];
        }
        let reach = |length: f32, step: f32| if step.abs() > 0.0 { length / step.abs() } else { f32::MAX };
        let steps = 1.0 + reach(radius.x, dx).min(reach(radius.y, dy));
        let most = reach((center.x - o[corner].x).abs(), dx).min(reach((center.y - o[corner].y).abs(), dy));
        let steps = steps.min(most.max(1.0));
        Point::new(o[corner].x + dx * steps, o[corner].y + dy * steps)
    };
    let (mut first, mut last) = (end(from), end(to));
    let (mut outer_first, mut outer_last) = (o[from], o[to]);
    let through = |corner: Point, end: Point| {
        // Nothing is cut at this end: the polygon takes all of the corner.
        if side == TOP || side == BOTTOM { Point::new(corner.x, end.y) } else { Point::new(end.x, corner.y) }
    };
    if joints[0] == Joint::Through {
        first = through(o[from], corner_end(&inner, from, i[from]));
        outer_first = o[from];
    }
    if joints[1] == Joint::Through {
        last = through(o[to], corner_end(&inner, to, i[to]));
        outer_last = o[to];
    }
    vec![outer_first, outer_last, last, first]
}

/// The middle of an inner corner's ellipse.
fn corner_end(inner: &RoundedRect, corner: usize, at: Point) -> Point {
    let r = inner.radii[corner];
    let (sx, sy) = [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)][corner];
    Point::new(at.x + r.x * sx, at.y + r.y * sy)
}

/// The part of a round-cornered border that belongs to a side, each end with its own joint.
fn side_mask(
    target: &mut Target<'_>,
    outer: &RoundedRect,
    widths: [f32; 4],
    side: usize,
    joints: [Joint; 2],
    t: &Transform,
) -> Mask {
    if joints[0] == joints[1] {
        return joint_mask(target, &side_polygon(outer, widths, side, joints), joints[0], t);
    }
    let first = side_polygon(outer, widths, side, [joints[0], Joint::Through]);
    let second = side_polygon(outer, widths, side, [Joint::Through, joints[1]]);
    let mut mask = joint_mask(target, &first, joints[0], t);
    mask.intersect(&joint_mask(target, &second, joints[1], t));
    mask
}

fn joint_mask(target: &mut Target<'_>, polygon: &[Point], joint: Joint, t: &Transform) -> Mask {
    let mut mask = polygon_mask(target, polygon, t);
    if joint == Joint::Hard {
        for byte in &mut mask.data {
            *byte = if *byte >= 128 { 255 } else { 0 };
        }
    }
    mask
}

fn polygon_mask(target: &mut Target<'_>, polygon: &[Point], t: &Transform) -> Mask {
    let mut path = Path::new();
    path.add_polygon(polygon);
    target.path_mask(&path, t, FillRule::NonZero)
}

/// Dashes or dots of a side of a square-cornered border.
fn straight_dashes(target: &mut Target<'_>, border: &Border, side: usize, joints: [Joint; 2], t: &Transform) {
    let own = border.sides[side];
    let rect = side_rect(border, side);
    let visible = visible_rect(target, t);
    let vertical = side == LEFT || side == RIGHT;
    let dashes = if own.style == BorderStyle::Dotted { Dashes::Dots } else { Dashes::Long };
    let (pieces, round) = stroke::pieces(&rect, vertical, dashes, &visible);
    let paint = Paint::Solid(own.color.premultiplied8());
    let neighbours = [border.sides[(side + 3) % 4], border.sides[(side + 1) % 4]];
    // Corner pieces of alike sides coincide: no need to cut them.
    let alike = |n: &BorderSide| n.style == own.style && n.color == own.color && n.width == own.width;
    let cut = joints.iter().zip(&neighbours).any(|(joint, n)| *joint != Joint::Through && !alike(n));
    if !cut || !own.color.is_opaque() && neighbours.iter().all(alike) && joints == [Joint::Through; 2] {
        return stroke::fill_pieces(target, &pieces, round, t, paint);
    }
    let polygon = trapezoid(&border.outer.rect, widths(border), side, joints);
    let mask = polygon_mask(target, &polygon, t);
    target.with_mask(mask, |target| stroke::fill_pieces(target, &pieces, round, t, paint));
}

/// What can be seen of a target, in the item's space.
fn visible_rect(target: &Target<'_>, t: &Transform) -> Rect {
    let bounds = PixelRect::outset(&target.bounds, 1, 1).to_rect();
    t.invert().map_or(Rect::EVERYTHING, |i| i.map_rect(&bounds))
}

/// Dashes or dots along the middle of a round-cornered border, cut to the border.
fn stroke_round(target: &mut Target<'_>, border: &Border, side: usize, t: &Transform) {
    let own = border.sides[side];
    let halves = border.sides.map(|s| s.width / 2.0);
    let middle = border.outer.inset_sides(halves);
    let mut path = Path::new();
    path.add_rounded_rect(&middle);
    let length = perimeter(&middle);
    let dotted = own.style == BorderStyle::Dotted;
    let round = dotted && own.width > 3.0;
    let (dashes, cap) = match stroke::dash_and_gap(length, own.width, dotted, true) {
        // A dot is a dash of no length with round ends.
        Some((dash, gap)) if round => (vec![0.001, dash + gap - 0.001], StrokeCap::Round),
        Some((dash, gap)) => (vec![dash, gap], StrokeCap::Butt),
        None => (Vec::new(), StrokeCap::Butt),
    };
    let stroke = PathStroke {
        path,
        width: own.width,
        cap,
        join: Default::default(),
        dashes,
        dash_offset: 0.0,
        color: own.color,
    };
    stroke::draw(target, &stroke, t, Paint::Solid(own.color.premultiplied8()));
}

/// The length of a rounded rectangle's outline in whole px, measured along four chords per corner (eight for large
/// ones).
fn perimeter(shape: &RoundedRect) -> f32 {
    let mut length = 2.0 * (shape.rect.width() + shape.rect.height());
    for r in shape.radii.iter().filter(|r| !r.is_zero()) {
        let chords = if r.x.max(r.y) > 25.0 { 8u8 } else { 4 };
        let point = |i: u8| {
            let (sin, cos) = (std::f32::consts::FRAC_PI_2 * f32::from(i) / f32::from(chords)).sin_cos();
            (r.x * cos, r.y * sin)
        };
        for i in 0..chords {
            let (a, b) = (point(i), point(i + 1));
            length += ((a.0 - b.0) * (a.0 - b.0) + (a.1 - b.1) * (a.1 - b.1)).sqrt();
        }
        length -= r.x + r.y;
    }
    length.max(0.0).floor()
}
