//! Shadows of boxes.
//!
//! A blurred rectangle is the product of two profiles; of a blurred rounded one a small mask is made, without the
//! middle rows and columns that are all alike.

use super::target::{Paint, Target};
use crate::blur;
use crate::coverage::{Mask, Scanner};
use crate::display_list::BoxShadow;
use crate::geometry::{PixelRect, Rect, RoundedRect, Transform};
use crate::path::{FillRule, Path};

/// The coverage of a blurred shape, row by row.
#[derive(Debug)]
pub(crate) struct Blurred {
    /// Nothing is covered outside.
    pub(crate) rect: PixelRect,
    kind: Kind,
    /// Of an inset shadow: the blurred outer edge of the frame around the hole.
    frame: Option<Box<Blurred>>,
}

#[derive(Debug)]
enum Kind {
    /// Of a plain rectangle: the coverages of the columns and rows of a part of it, to be multiplied.
    Profiles { part: PixelRect, columns: Vec<u8>, rows: Vec<u8> },
    /// Of anything else: columns from `seam.0` on are `cut.0` farther right in truth, rows from `seam.1` on `cut.1`
    /// lower.
    Patch { mask: Mask, seam: (i32, i32), cut: (i32, i32) },
}

/// The shape whose blur is a shadow's edge: the shadow itself, or the hole of an inset one.
fn blurred_shape(shadow: &BoxShadow) -> RoundedRect {
    let spread = if shadow.spread.is_finite() { shadow.spread } else { 0.0 };
    let grown = if shadow.inset { shadow.shape.outset_damped(-spread) } else { shadow.shape.outset_damped(spread) };
    grown.translate(shadow.offset.x, shadow.offset.y)
}

impl Blurred {
    /// Blurs a shadow's shape; `None` when there is no blur.
    pub(crate) fn new(shadow: &BoxShadow, t: &Transform, visible: &PixelRect) -> Option<Self> {
        let deviation = shadow.blur * 0.5 * t.mean_scale();
        let mut blurred = Self::of_shape(&blurred_shape(shadow), !shadow.inset, deviation, t, visible)?;
        if shadow.inset && t.is_axis_aligned() {
            let own = shadow.shape.rect.outset(shadow.blur - shadow.spread.min(0.0));
            let frame = own.union(&own.translate(shadow.offset.x, shadow.offset.y)).into();
            blurred.frame = Self::of_shape(&frame, false, deviation, t, visible).map(Box::new);
        }
        Some(blurred)
    }

    /// Blurs a shape; `smooth` allows the smooth profile for plain rectangles.
    fn of_shape(shape: &RoundedRect, smooth: bool, deviation: f32, t: &Transform, visible: &PixelRect) -> Option<Self> {
        let reach = blur::reach(deviation);
        if reach == 0 {
            return None;
        }
        let edges = t.map_rect(&shape.rect);
        if ![edges.left, edges.top, edges.right, edges.bottom].iter().all(|v| v.is_finite()) {
            return None;
        }
        let cut = |v: f32| v.clamp(-FAR, FAR);
        let device = Rect::new(cut(edges.left), cut(edges.top), cut(edges.right), cut(edges.bottom));
        let far = reach.max((deviation * 3.0).ceil() as i32);
        let rect = PixelRect::around(&device).outset(far, far);
        if shape.is_rect() && t.is_axis_aligned() && !shape.rect.is_empty() {
            let part = rect.intersect(visible);
            if part.is_empty() {
                return Some(Self {
                    rect: part,
                    kind: Kind::Profiles { part, columns: Vec::new(), rows: Vec::new() },
                    frame: None,
                });
            }
            // A box wide enough for both edges' blurs has the smooth profile.
            let room = 3.0 + 2.0 * (deviation * 3.0).ceil();
            let long = smooth && device.width() >= room && device.height() >= room;
            let stretch = if long { blur::long_stretch } else { blur::blurred_stretch };
            let columns = stretch(device.left, device.right, part.left, part.right, deviation);
            let rows = stretch(device.top, device.bottom, part.top, part.bottom, deviation);
            return Some(Self { rect, kind: Kind::Profiles { part, columns, rows }, frame: None });
        }
        if !(t.is_axis_aligned() && t.a > 0.0 && t.d > 0.0) {
            return Some(Self::whole(shape, t, deviation, visible));
        }
        // In device px from here on.
        let mut small = RoundedRect { rect: device, radii: shape.radii };
        let (mut most_x, mut most_y) = (0.0f32, 0.0f32);
        for radius in &mut small.radii {
            (radius.x, radius.y) = (radius.x * t.a, radius.y * t.d);
            (most_x, most_y) = (most_x.max(radius.x), most_y.max(radius.y));
        }
        let compress = |low: f32, high: f32, radius: f32| {
            // The middle is even from the seam on for as long as the cut is.
            let seam = (low + radius).ceil() as i32 + reach + 1;
            let end = (high - radius).floor() as i32 - reach - 1;
            if end > seam { (seam, end - seam) } else { (i32::MAX, 0) }
        };
        let (seam_x, cut_x) = compress(device.left, device.right, most_x);
        let (seam_y, cut_y) = compress(device.top, device.bottom, most_y);
        small.rect.right -= cut_x as f32;
        small.rect.bottom -= cut_y as f32;
        let sharp_rect = PixelRect::around(&small.rect);
        if sharp_rect.width() as u64 * sharp_rect.height() as u64 > MAX_PATCH {
            return Some(Self::whole(shape, t, deviation, visible));
        }
        let mut path = Path::new();
        path.add_rounded_rect(&small);
        let sharp = Scanner::default().mask(&path, &Transform::IDENTITY, FillRule::NonZero, &sharp_rect);
        let mask = blur::blurred_mask(&sharp, deviation, &sharp.rect.outset(reach, reach));
        Some(Self { rect, kind: Kind::Patch { mask, seam: (seam_x, seam_y), cut: (cut_x, cut_y) }, frame: None })
    }

    /// All of a shape that can be seen, blurred.
    fn whole(shape: &RoundedRect, t: &Transform, deviation: f32, visible: &PixelRect) -> Self {
        let reach = blur::reach(deviation);
        let mut path = Path::new();
        path.add_rounded_rect(shape);
        let rect = PixelRect::around(&t.map_rect(&shape.rect)).intersect(&visible.outset(reach, reach));
        let sharp = Scanner::default().mask(&path, t, FillRule::NonZero, &rect);
        let mask = blur::blurred_mask(&sharp, deviation, visible);
        Self { rect: mask.rect, kind: Kind::Patch { mask, seam: (i32::MAX, i32::MAX), cut: (0, 0) }, frame: None }
    }

    /// Writes the coverage of row `y` from column `x` on.
    fn row(&self, x: i32, y: i32, out: &mut [u8]) {
        match &self.kind {
            Kind::Profiles { part, columns, rows } => {
                out.fill(0);
                let index = |at: i32, first: i32| usize::try_from(i64::from(at) - i64::from(first)).ok();
                let Some(row) = index(y, part.top).and_then(|i| rows.get(i)) else { return };
                // The part may begin farther right.
                let skip = (i64::from(part.left) - i64::from(x)).clamp(0, out.len() as i64) as usize;
                let from = index(x, part.left).unwrap_or(0);
                for (byte, column) in out[skip..].iter_mut().zip(columns.get(from..).unwrap_or(&[])) {
                    *byte = crate::composite::div255(u16::from(*column) * u16::from(*row)) as u8;
                }
            }
            Kind::Patch { mask, seam, cut } => {
                let row = if y < seam.1 { y } else { (y - cut.1).max(seam.1) };
                let bytes = mask.span(row, mask.rect.left, mask.rect.right);
                let at = |x: i64| {
                    usize::try_from(x - i64::from(mask.rect.left)).ok().and_then(|i| bytes.get(i)).copied().unwrap_or(0)
                };
                // Before the seam, the even stretch, after it.
                let end = x.saturating_add(out.len() as i32);
                let middle = seam.0.clamp(x, end);
                let after = seam.0.saturating_add(cut.0).clamp(middle, end);
                let (left, rest) = out.split_at_mut((middle - x) as usize);
                let (even, right) = rest.split_at_mut((after - middle) as usize);
                even.fill(at(i64::from(seam.0)));
                copy_row(left, bytes, i64::from(x) - i64::from(mask.rect.left));
                copy_row(right, bytes, i64::from(after) - i64::from(cut.0) - i64::from(mask.rect.left));
            }
        }
    }
}

/// Copies bytes from `first` on; what is not there is 0.
fn copy_row(out: &mut [u8], bytes: &[u8], first: i64) {
    let skip = (-first).clamp(0, out.len() as i64) as usize;
    let from = usize::try_from(first.max(0)).unwrap_or(usize::MAX).min(bytes.len());
    let count = (out.len() - skip).min(bytes.len() - from);
    out[..skip].fill(0);
    out[skip..skip + count].copy_from_slice(&bytes[from..from + count]);
    out[skip + count..].fill(0);
}

/// Edges farther away than this are put here.
const FAR: f32 = 1.0e6;

/// Larger masks are made only where they can be seen.
const MAX_PATCH: u64 = 1 << 22;

/// Draws a shadow; `blurred` has been made for it unless it is sharp.
pub(super) fn draw(target: &mut Target<'_>, shadow: &BoxShadow, blurred: Option<&Blurred>, t: &Transform) {
    let color = shadow.color.premultiplied8();
    // A box without a size still throws a shadow where the shadow spreads.
    let spread = if shadow.inset { 0.0 } else { shadow.spread };
    if color[3] == 0 || shadow.shape.rect.outset(spread).is_empty() {
        return;
    }
    if shadow.inset {
        inset(target, shadow, blurred, t, Paint::Solid(color));
    } else {
        outer(target, shadow, blurred, t, Paint::Solid(color));
    }
}

/// The pixels around a hole in four rectangles.
fn around(bounds: &PixelRect, hole: &PixelRect) -> [PixelRect; 4] {
    let hole = hole.intersect(bounds);
    if hole.is_empty() {
        return [*bounds, PixelRect::default(), PixelRect::default(), PixelRect::default()];
    }
    [
        PixelRect::new(bounds.left, bounds.top, bounds.right, hole.top),
        PixelRect::new(bounds.left, hole.top, hole.left, hole.bottom),
        PixelRect::new(hole.right, hole.top, bounds.right, hole.bottom),
        PixelRect::new(bounds.left, hole.bottom, bounds.right, bounds.bottom),
    ]
}

fn larger(parts: [PixelRect; 2]) -> PixelRect {
    let area = |r: &PixelRect| r.width() as u64 * r.height() as u64;
    if area(&parts[1]) > area(&parts[0]) { parts[1] } else { parts[0] }
}

/// Draws in a part of a target.
fn within(target: &mut Target<'_>, part: PixelRect, draw: impl FnOnce(&mut Target<'_>)) {
    let bounds = target.bounds.intersect(&part);
    if !bounds.is_empty() {
        let (layer, mask) = (&mut *target.layer, target.mask.clone());
        draw(&mut Target { layer, bounds, mask, scanner: target.scanner });
    }
}

/// A path of everything but a shape, by the even-odd rule, as a mask of the target's bounds.
fn outside_mask(target: &mut Target<'_>, shape: &RoundedRect, t: &Transform) -> Mask {
    let bounds = target.bounds;
    let mut path = Path::new();
    path.add_rounded_rect(shape);
    let mut mask = target.scanner.mask(&path, t, FillRule::NonZero, &bounds);
    for byte in &mut mask.data {
        *byte = 255 - *byte;
    }
    mask
}

fn outer(target: &mut Target<'_>, shadow: &BoxShadow, blurred: Option<&Blurred>, t: &Transform, paint: Paint<'_>) {
    let shape = blurred_shape(shadow);
    let reach = blurred.map_or_else(|| PixelRect::around(&t.map_rect(&shape.rect)), |b| b.rect);
    let bounds = target.bounds.intersect(&reach);
    let hole = larger(crate::clip::safe_parts(&shadow.shape, t));
    let exact = shadow.shape.is_rect() && crate::clip::whole_pixels(&t.map_rect(&shadow.shape.rect)).is_some();
    let outline = PixelRect::around(&t.map_rect(&shadow.shape.rect));
    for part in around(&bounds, &hole) {
        within(target, part, |target| {
            let fill = |target: &mut Target<'_>| match blurred {
                Some(blurred) => fill_blurred(target, blurred, paint),
                None => target.fill_rounded(&shape, t, paint),
            };
            if exact && t.is_axis_aligned() || !outline.intersects(&target.bounds) {
                fill(target);
            } else {
                let mask = outside_mask(target, &shadow.shape, t);
                target.with_mask(mask, fill);
            }
        });
    }
}

fn fill_blurred(target: &mut Target<'_>, blurred: &Blurred, paint: Paint<'_>) {
    target.fill_computed(blurred.rect, paint, |x, y, out| blurred.row(x, y, out));
}

fn inset(target: &mut Target<'_>, shadow: &BoxShadow, blurred: Option<&Blurred>, t: &Transform, paint: Paint<'_>) {
    let hole = blurred_shape(shadow);
    let outline = t.map_rect(&shadow.shape.rect);
    let draw = |target: &mut Target<'_>| {
        if hole.rect.is_empty() {
            return target.fill_rect(&shadow.shape.rect.outset(1.0), t, paint);
        }
        match blurred {
            Some(blurred) => {
                let mut hole = Vec::new();
                target.fill_computed(target.bounds, paint, |x, y, out| {
                    hole.resize(out.len(), 0);
                    blurred.row(x, y, &mut hole);
                    match &blurred.frame {
                        Some(frame) => frame.row(x, y, out),
                        None => out.fill(255),
                    }
                    for (byte, hole) in out.iter_mut().zip(&hole) {
                        *byte = byte.saturating_sub(*hole);
                    }
                });
            }
            None => {
                let mask = outside_mask(target, &hole, t);
                target.fill_mask(&mask, paint);
            }
        }
    };
    let clear = clear_middle(&hole, blurred, t);
    let whole = if t.is_axis_aligned() { crate::clip::whole_pixels(&outline) } else { None };
    let bounds = whole.unwrap_or_else(|| PixelRect::around(&outline)).intersect(&target.bounds);
    for part in around(&bounds, &clear) {
        within(target, part, |target| {
            if shadow.shape.is_rect() && whole.is_some() {
                return draw(target);
            }
            let mut path = Path::new();
            path.add_rounded_rect(&shadow.shape);
            let mask = target.path_mask(&path, t, FillRule::NonZero);
            target.with_mask(mask, draw);
        });
    }
}

/// Whole pixels in the middle of an inset shadow's hole where there is no shadow.
fn clear_middle(hole: &RoundedRect, blurred: Option<&Blurred>, t: &Transform) -> PixelRect {
    let inner = larger(crate::clip::safe_parts(hole, t));
    let Some(blurred) = blurred else { return inner };
    // As far inside as the blur reaches outside.
    let device = PixelRect::around(&t.map_rect(&hole.rect));
    let reach = device.left.saturating_sub(blurred.rect.left).max(device.top.saturating_sub(blurred.rect.top)).max(0);
    inner.outset(-reach, -reach)
}
