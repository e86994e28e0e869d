//! Round-cornered frames one pixel wide.
//!
//! Skia draws lines of at most one pixel as hairlines: in each column of a flat line (row of a steep one) the two
//! nearest pixels share exactly one pixel's coverage. Corners become lighter than a filled ring's, and that is what
//! 1px borders look like in Chromium.

use super::target::{Paint, Target};
use crate::composite::div255;
use crate::coverage::{Mask, arc_quads};
use crate::geometry::{PixelRect, RoundedRect, Transform};

/// A point in 1/64 px.
type Fine = (i64, i64);

/// Draws the ring between a rounded rectangle on whole pixels and one that is a pixel smaller on all sides; false
/// when it is something else.
pub(super) fn draw(target: &mut Target<'_>, outer: &RoundedRect, t: &Transform, paint: Paint<'_>) -> bool {
    let Some(pixels) = crate::clip::whole_pixels(&t.map_rect(&outer.rect)) else { return false };
    let most = outer.radii.iter().fold(0.0f32, |most, r| most.max(r.x)) * t.a;
    if !(t.is_axis_aligned() && t.a == t.d && t.a > 0.0) || outer.is_rect() || !(most < MAX_RADIUS) {
        return false;
    }
    let lines = lines(&pixels, outer.radii.map(|r| f64::from(r.x * t.a)));
    // Corners are squares of this size; they may meet but not overlap.
    let size = most.ceil() as i32 + 1;
    let (middle_x, middle_y) = (pixels.left.midpoint(pixels.right), pixels.top.midpoint(pixels.bottom));
    let (left, right) = ((pixels.left + size).min(middle_x), (pixels.right - size).max(middle_x));
    let (top, bottom) = ((pixels.top + size).min(middle_y), (pixels.bottom - size).max(middle_y));
    for (columns, rows) in [
        ((pixels.left, left), (pixels.top, top)),
        ((right, pixels.right), (pixels.top, top)),
        ((right, pixels.right), (bottom, pixels.bottom)),
        ((pixels.left, left), (bottom, pixels.bottom)),
    ] {
        let corner = PixelRect::new(columns.0, rows.0, columns.1, rows.1).intersect(&target.bounds);
        if corner.is_empty() {
            continue;
        }
        let mut mask = Mask::clear(corner);
        for (from, to) in &lines {
            line(&mut mask, *from, *to);
        }
        target.fill_mask(&mask, paint);
    }
    target.fill_pixels(PixelRect::new(left, pixels.top, right, pixels.top + 1), paint);
    target.fill_pixels(PixelRect::new(left, pixels.bottom - 1, right, pixels.bottom), paint);
    target.fill_pixels(PixelRect::new(pixels.left, top, pixels.left + 1, bottom), paint);
    target.fill_pixels(PixelRect::new(pixels.right - 1, top, pixels.right, bottom), paint);
    true
}

/// Larger corners would need masks that are not worth it.
const MAX_RADIUS: f32 = 2000.0;

/// The lines along the middle of the ring.
fn lines(pixels: &PixelRect, radii: [f64; 4]) -> Vec<(Fine, Fine)> {
    let (left, top) = (f64::from(pixels.left) + 0.5, f64::from(pixels.top) + 0.5);
    let (right, bottom) = (f64::from(pixels.right) - 0.5, f64::from(pixels.bottom) - 0.5);
    // Each corner with the ways to the corner before and the one after it, clockwise from the top left.
    let corners = [
        ((left, top), (0.0, 1.0), (1.0, 0.0)),
        ((right, top), (-1.0, 0.0), (0.0, 1.0)),
        ((right, bottom), (0.0, -1.0), (-1.0, 0.0)),
        ((left, bottom), (1.0, 0.0), (0.0, -1.0)),
    ];
    let mut ends = Vec::with_capacity(4);
    let mut out = Vec::new();
    for ((corner, before, after), radius) in corners.into_iter().zip(radii) {
        let radius = (radius - 0.5).max(0.0);
        let along = |way: (f64, f64)| (corner.0 + way.0 * radius, corner.1 + way.1 * radius);
        let (from, to) = (along(before), along(after));
        ends.push((from, to));
        if radius > 0.0 {
            arc_quads(from, corner, to, &mut |a, b, c| chords(a, b, c, &mut out));
        }
    }
    for i in 0..4 {
        out.push((fine(ends[i].1), fine(ends[(i + 1) % 4].0)));
    }
    out
}

fn fine(p: (f64, f64)) -> Fine {
    ((p.0 * 64.0).floor() as i64, (p.1 * 64.0).floor() as i64)
}

/// Cuts a quadratic curve into as many lines as its bend in whole pixels asks for.
fn chords(a: (f64, f64), b: (f64, f64), c: (f64, f64), out: &mut Vec<(Fine, Fine)>) {
    let bend = |a: f64, b: f64, c: f64| ((a + c) / 2.0 - b).abs().ceil().min(1.0e6) as u32;
    let (x, y) = (bend(a.0, b.0, c.0), bend(a.1, b.1, c.1));
    let distance = x.max(y) + x.min(y) / 2;
    let count = 1u32 << ((33 - distance.leading_zeros()) / 2).min(5);
    let mut from = fine(a);
    for i in 1..=count {
        let t = f64::from(i) / f64::from(count);
        let (u, v, w) = ((1.0 - t) * (1.0 - t), 2.0 * t * (1.0 - t), t * t);
        let to = fine((u * a.0 + v * b.0 + w * c.0, u * a.1 + v * b.1 + w * c.1));
        out.push((from, to));
        from = to;
    }
}

/// Adds a line to a mask.
fn line(mask: &mut Mask, from: Fine, to: Fine) {
    let flat = (to.0 - from.0).abs() > (to.1 - from.1).abs();
    // Along the line, and across it.
    let turn = |p: Fine| if flat { p } else { (p.1, p.0) };
    let (mut a, mut b) = (turn(from), turn(to));
    if a.0 > b.0 {
        (a, b) = (b, a);
    }
    let length = b.0 - a.0;
    if length == 0 {
        return;
    }
    let (start, stop) = (a.0 >> 6, (b.0 + 63) >> 6);
    let slope = ((b.1 - a.1) << 16) / length;
    // The line's middle at the first pixel's middle, in 1/65536 px.
    let first = (a.1 << 10) + ((slope * (32 - (a.0 & 63)) + 32) >> 6);
    let (low, high) = if flat { (mask.rect.left, mask.rect.right) } else { (mask.rect.top, mask.rect.bottom) };
    for at in start.max(i64::from(low))..stop.min(i64::from(high)) {
        let share = match at {
            _ if stop - start == 1 => length,
            at if at == start => 64 - (a.0 & 63),
            at if at == stop - 1 => ((b.0 - 1) & 63) + 1,
            _ => 64,
        };
        let across = first + slope * (at - start) + (1 << 15);
        let (pixel, part) = (across >> 16, (across >> 8) & 255);
        for (pixel, cover) in [(pixel - 1, 255 - part), (pixel, part)] {
            let (x, y) = if flat { (at, pixel) } else { (pixel, at) };
            add(mask, x as i32, y as i32, ((cover * share) >> 6) as u8);
        }
    }
}

fn add(mask: &mut Mask, x: i32, y: i32, cover: u8) {
    if let Some(byte) = mask.span_mut(y, x, x.saturating_add(1)).first_mut() {
        *byte += div255(u16::from(255 - *byte) * u16::from(cover)) as u8;
    }
}
