//! The picture in bands of rows, drawn in parallel. Every number that decides a pixel is in absolute device
//! coordinates, so that the cut into bands does not show.

use rayon::prelude::*;

use crate::clip::{ClipMasks, ItemClip};
use crate::color::unit_to_byte;
use crate::composite::{self, modes};
use crate::coverage::{Mask, Scanner};
use crate::display_list::{Backdrop, BlendMode, Content, DisplayList, Group};
use crate::draw::{self, Prepared, Target};
use crate::filter;
use crate::geometry::{PixelRect, Transform};
use crate::glyph_source::GlyphSource;
use crate::layer::{Layer, Pixel};
use crate::path::{FillRule, Path};
use crate::pixmap::Pixmap;
use crate::plan::{Plan, filters_reach};
use crate::{MAX_PIXELS, MAX_SIDE, RasterError, RenderOptions};

/// Rows of a band: its pixels should stay in the processor's cache.
const ROWS: i32 = 64;

/// Rows of a band when filters reach far beyond it.
const MOST_ROWS: i32 = 512;

/// Groups nested deeper are not drawn.
const MAX_DEPTH: usize = 200;

/// Draws a list; `rows` overrides the height of bands.
pub(crate) fn render(
    list: &DisplayList,
    glyphs: &dyn GlyphSource,
    options: &RenderOptions,
    rows: Option<i32>,
) -> Result<Pixmap, RasterError> {
    let (width, height) = (options.width, options.height);
    if width == 0 || height == 0 {
        return Err(RasterError::Empty);
    }
    let too_large = RasterError::TooLarge { width, height };
    if width > MAX_SIDE || height > MAX_SIDE || u64::from(width) * u64::from(height) > MAX_PIXELS {
        return Err(too_large);
    }
    let picture = PixelRect::new(0, 0, width as i32, height as i32);
    let plan = Plan::new(list);
    let prepared = Prepared::new(&plan, glyphs, &picture);
    let background = options.background.premultiplied8();
    let row_bytes = width as usize * 4;
    let mut pixels = vec![0; row_bytes * height as usize];
    let mut bands = Vec::new();
    let mut rest = pixels.as_mut_slice();
    for (top, bottom) in cuts(&plan, height as i32, rows) {
        let (band, after) = std::mem::take(&mut rest).split_at_mut(row_bytes * (bottom - top) as usize);
        bands.push((PixelRect::new(0, top, width as i32, bottom), band));
        rest = after;
    }
    bands.into_par_iter().for_each(|(rect, bytes)| {
        let layer = Band::new(&plan, &prepared, Layer::filled(rect, background)).draw();
        bytes.copy_from_slice(layer.pixels.as_flattened());
    });
    Pixmap::from_pixels(width, height, pixels).ok_or(too_large)
}

/// First row and row after the last of each band.
fn cuts(plan: &Plan<'_>, height: i32, rows: Option<i32>) -> Vec<(i32, i32)> {
    let rows = rows.unwrap_or_else(|| (plan.greatest_reach.saturating_mul(2)).clamp(ROWS, MOST_ROWS)).max(1);
    let mut uncut = plan.uncut.clone();
    uncut.sort_unstable();
    let mut out = Vec::new();
    let mut top = 0;
    while top < height {
        let mut bottom = top.saturating_add(rows).min(height);
        for range in &uncut {
            if range.0 < bottom && range.1 > bottom {
                bottom = range.1.min(height);
            }
        }
        out.push((top, bottom));
        top = bottom;
    }
    out
}

/// An open layer.
struct Frame {
    layer: Layer,
    /// The group's item; none for the picture itself.
    item: usize,
}

/// One band while it is drawn.
struct Band<'a> {
    plan: &'a Plan<'a>,
    prepared: &'a Prepared,
    picture: Layer,
    frames: Vec<Frame>,
    masks: ClipMasks,
    scanner: Scanner,
}

impl<'a> Band<'a> {
    fn new(plan: &'a Plan<'a>, prepared: &'a Prepared, picture: Layer) -> Self {
        Self { plan, prepared, picture, frames: Vec::new(), masks: ClipMasks::default(), scanner: Scanner::default() }
    }

    fn top_rect(&self) -> PixelRect {
        self.frames.last().map_or(self.picture.rect, |frame| frame.layer.rect)
    }

    fn draw(mut self) -> Layer {
        let items = &self.plan.list.items;
        let mut index = 0;
        while let Some(item) = items.get(index) {
            match &item.content {
                Content::PushGroup(group) => {
                    if !self.open(index, group) {
                        index = self.plan.items[index].end;
                    }
                }
                Content::PopGroup => self.close(),
                _ => self.item(index),
            }
            index += 1;
        }
        while !self.frames.is_empty() {
            self.close();
        }
        self.picture
    }

    fn mask(&mut self, clip: &ItemClip, needed: &PixelRect) -> Option<std::rc::Rc<Mask>> {
        let window = self.top_rect();
        self.masks.get(self.plan.list, &self.plan.clips, clip, needed, &window, &mut self.scanner)
    }

    fn item(&mut self, index: usize) {
        let planned = &self.plan.items[index];
        let bounds = planned.rect.intersect(&planned.clip.bounds).intersect(&self.top_rect());
        if bounds.is_empty() {
            return;
        }
        let mask = self.mask(&planned.clip, &bounds);
        let layer = match self.frames.last_mut() {
            Some(frame) => &mut frame.layer,
            None => &mut self.picture,
        };
        let mut target = Target { layer, bounds, mask, scanner: &mut self.scanner };
        draw::item(&mut target, self.plan, self.prepared, index);
    }

    /// Opens a group; false when nothing of it can be seen.
    fn open(&mut self, index: usize, group: &Group) -> bool {
        let planned = &self.plan.items[index];
        let seen = planned.rect.intersect(&planned.clip.bounds).intersect(&self.top_rect());
        let invisible = unit_to_byte(group.opacity) == 0 && !modes::clears_outside(group.blend);
        if invisible || (seen.is_empty() && !modes::clears_outside(group.blend)) || self.frames.len() >= MAX_DEPTH {
            return false;
        }
        let rect = seen.outset(planned.reach, planned.reach).intersect(&planned.rect);
        let rect = if seen.is_empty() { PixelRect::default() } else { rect };
        self.frames.push(Frame { layer: Layer::filled(rect, [0; 4]), item: index });
        true
    }

    /// Composites the innermost group.
    fn close(&mut self) {
        let Some(Frame { mut layer, item }) = self.frames.pop() else { return };
        let planned = &self.plan.items[item];
        let Content::PushGroup(group) = &self.plan.list.items[item].content else { return };
        let t = self.plan.to_device(self.plan.list.items[item].transform);
        if !layer.pixels.is_empty() {
            filter::apply(&mut layer, &group.filters, &t);
        }
        let bounds = planned.rect.intersect(&planned.clip.bounds).intersect(&self.top_rect());
        let mask = self.mask(&planned.clip, &bounds);
        let (parent, scanner) = match self.frames.last_mut() {
            Some(frame) => (&mut frame.layer, &mut self.scanner),
            None => (&mut self.picture, &mut self.scanner),
        };
        let opacity = unit_to_byte(group.opacity);
        if let Some(backdrop) = &group.backdrop {
            draw_backdrop(parent, backdrop, &t, &bounds, mask.as_deref(), opacity, scanner);
        }
        if modes::clears_outside(group.blend) {
            let rect = parent.rect;
            let (columns, rows) = (rect.left..rect.right, rect.top..rect.bottom);
            for y in rows {
                if y < bounds.top || y >= bounds.bottom || bounds.is_empty() {
                    parent.span_mut(y, rect.left, rect.right).fill([0; 4]);
                } else {
                    parent.span_mut(y, columns.start, bounds.left).fill([0; 4]);
                    parent.span_mut(y, bounds.right, columns.end).fill([0; 4]);
                }
            }
        }
        composite_layer(parent, &layer, &bounds, mask.as_deref(), opacity, group.blend);
    }
}

/// Puts the part `bounds` of a layer onto another one.
fn composite_layer(
    parent: &mut Layer,
    layer: &Layer,
    bounds: &PixelRect,
    mask: Option<&Mask>,
    opacity: u8,
    mode: BlendMode,
) {
    if bounds.is_empty() {
        return;
    }
    let mut source: Vec<Pixel> = Vec::new();
    for y in bounds.top..bounds.bottom {
        source.clear();
        source.extend_from_slice(layer.span(y, bounds.left, bounds.right));
        if opacity != 255 {
            source.iter_mut().for_each(|p| *p = composite::scaled(*p, opacity));
        }
        if let Some(mask) = mask {
            for (pixel, cover) in source.iter_mut().zip(mask.span(y, bounds.left, bounds.right)) {
                *pixel = composite::scaled(*pixel, *cover);
            }
        }
        let below = parent.span_mut(y, bounds.left, bounds.right);
        if mode == BlendMode::Normal {
            composite::pixels(below, &source);
        } else {
            for (below, pixel) in below.iter_mut().zip(&source) {
                *below = modes::blend(mode, *pixel, *below);
            }
        }
    }
}

/// Filters what lies below a group inside of its area; beyond the area's edge the picture is mirrored.
fn draw_backdrop(
    parent: &mut Layer,
    backdrop: &Backdrop,
    t: &Transform,
    bounds: &PixelRect,
    mask: Option<&Mask>,
    opacity: u8,
    scanner: &mut Scanner,
) {
    let device = PixelRect::around(&t.map_rect(&backdrop.area.rect));
    let area = device.intersect(&parent.rect);
    let bounds = area.intersect(bounds);
    if bounds.is_empty() {
        return;
    }
    let reach = filters_reach(&backdrop.filters, t);
    let mut below = Layer::filled(area.outset(reach, reach), [0; 4]);
    let mirror = |v: i32, low: i32, high: i32| {
        let size = high - low;
        let v = (v - low).rem_euclid(size * 2);
        low + if v < size { v } else { size * 2 - 1 - v }
    };
    let rect = below.rect;
    for y in rect.top..rect.bottom {
        let source = parent.span(mirror(y, area.top, area.bottom), area.left, area.right);
        for (x, pixel) in (rect.left..rect.right).zip(below.span_mut(y, rect.left, rect.right)) {
            let column = (mirror(x, area.left, area.right) - area.left) as usize;
            *pixel = source.get(column).copied().unwrap_or([0; 4]);
        }
    }
    filter::apply(&mut below, &backdrop.filters, t);
    let mut path = Path::new();
    path.add_rounded_rect(&backdrop.area);
    let mut shape = scanner.mask(&path, t, FillRule::NonZero, &bounds);
    if let Some(mask) = mask {
        shape.intersect(mask);
    }
    composite_layer(parent, &below, &bounds, Some(&shape), opacity, BlendMode::Normal);
}

#[cfg(test)]
mod tests;
