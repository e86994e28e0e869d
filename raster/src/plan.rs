//! What is known of every item before any pixel is drawn: where it is on the device, what cuts it, how far a group's
//! filters reach.

use crate::clip::{DeviceClips, ItemClip};
use crate::composite::modes::clears_outside;
use crate::display_list::{BlendMode, ClipId, Content, DisplayList, Filter, TransformId};
use crate::geometry::{PixelRect, Rect, Transform};

/// One item in device space.
#[derive(Clone, Debug, Default)]
pub(crate) struct PlannedItem {
    /// Nothing is painted outside. For a group: what its finished layer can paint, without its clip.
    pub(crate) rect: PixelRect,
    /// What cuts it.
    pub(crate) clip: ItemClip,
    /// For a group: the index of its [`Content::PopGroup`].
    pub(crate) end: usize,
    /// For a group: pixels farther than this from a pixel do not matter for it.
    pub(crate) reach: i32,
}

/// All items in device space.
#[derive(Debug)]
pub(crate) struct Plan<'a> {
    /// The list.
    pub(crate) list: &'a DisplayList,
    /// Its clips.
    pub(crate) clips: DeviceClips,
    /// One per item of the list.
    pub(crate) items: Vec<PlannedItem>,
    /// Rows that must not be cut by a band's edge: first row, row after the last.
    pub(crate) uncut: Vec<(i32, i32)>,
    /// The greatest reach of any group's filters.
    pub(crate) greatest_reach: i32,
}

/// Filters reach no farther than this many pixels.
const MAX_REACH: f32 = 2000.0;

impl<'a> Plan<'a> {
    /// Looks at every item of a list once.
    pub(crate) fn new(list: &'a DisplayList) -> Self {
        let clips = DeviceClips::new(list);
        let mut plan = Self { list, clips, items: Vec::new(), uncut: Vec::new(), greatest_reach: 0 };
        plan.items.reserve(list.items.len());
        let mut open: Vec<(usize, ClipId, PixelRect)> = Vec::new();
        for (index, item) in list.items.iter().enumerate() {
            let base = open.last().map_or(ClipId::ROOT, |group| group.1);
            match &item.content {
                Content::PushGroup(_) => {
                    open.push((index, item.clip, PixelRect::default()));
                    plan.items.push(PlannedItem { end: list.items.len(), ..PlannedItem::default() });
                }
                Content::PopGroup => {
                    plan.items.push(PlannedItem::default());
                    let Some((start, _, content)) = open.pop() else { continue };
                    let base = open.last().map_or(ClipId::ROOT, |group| group.1);
                    plan.close_group(start, index, base, content);
                    if let Content::PushGroup(group) = &list.items[start].content
                        && !clears_outside(group.blend)
                        && group.blend != BlendMode::DestinationOut
                        && let Some(outer) = open.last_mut()
                    {
                        let planned = &plan.items[start];
                        outer.2 = outer.2.union(&planned.rect.intersect(&planned.clip.bounds));
                    }
                }
                _ => {
                    let rect = PixelRect::around(&plan.to_device(item.transform).map_rect(&item.bounds));
                    let clip = plan.clips.item_clip(item.clip, base, &rect);
                    if let Some(group) = open.last_mut() {
                        group.2 = group.2.union(&rect.intersect(&clip.bounds));
                    }
                    plan.items.push(PlannedItem { rect, clip, ..PlannedItem::default() });
                }
            }
        }
        plan
    }

    /// A transform node's map into device px; a map with a number that is not finite shows nothing.
    pub(crate) fn to_device(&self, id: TransformId) -> Transform {
        let t = self.list.transforms.get(id.0 as usize).map_or(Transform::IDENTITY, |node| node.to_device);
        let finite = [t.a, t.b, t.c, t.d, t.e, t.f].iter().all(|v| v.is_finite());
        if finite { t } else { Transform::scaling(0.0, 0.0) }
    }

    fn close_group(&mut self, start: usize, end: usize, base: ClipId, content: PixelRect) {
        let item = &self.list.items[start];
        let Content::PushGroup(group) = &item.content else { return };
        let t = self.to_device(item.transform);
        let reach = filters_reach(&group.filters, &t);
        let mut rect = if content.is_empty() { content } else { content.outset(reach, reach) };
        for filter in &group.filters {
            if let Filter::Picture(filter) = filter {
                // It may paint where there is nothing, and sees its region in one piece.
                let region = PixelRect::around(&t.map_rect(&filter.0.region()));
                rect = rect.union(&region);
                self.uncut.push((region.top, region.bottom));
            }
        }
        if let Some(backdrop) = &group.backdrop {
            let area = PixelRect::around(&t.map_rect(&backdrop.area.rect));
            rect = rect.union(&area);
            let around = filters_reach(&backdrop.filters, &t);
            if around > 0 && !area.is_empty() {
                let grown = area.outset(around, around);
                self.uncut.push((grown.top, grown.bottom));
            }
        }
        self.greatest_reach = self.greatest_reach.max(reach);
        let clip = self.clips.item_clip(item.clip, base, &rect);
        self.items[start] = PlannedItem { rect, clip, end, reach };
    }
}

/// How far apart pixels can be that influence each other in a list of filters.
pub(crate) fn filters_reach(filters: &[Filter], t: &Transform) -> i32 {
    let mut sum = 0.0f32;
    for filter in filters {
        match filter {
            Filter::Blur(deviation) => sum += blur_reach(*deviation, t),
            Filter::DropShadow { offset, deviation, .. } => {
                let moved = t.map_rect(&Rect::new(0.0, 0.0, offset.x, offset.y));
                let (x, y) = (moved.right - moved.left, moved.bottom - moved.top);
                sum += blur_reach(*deviation, t) + x.abs().max(y.abs()).ceil();
            }
            Filter::Picture(filter) => {
                let region = t.map_rect(&filter.0.region());
                sum += region.width().max(region.height());
            }
            _ => {}
        }
    }
    if sum.is_finite() { sum.clamp(0.0, MAX_REACH) as i32 } else { 0 }
}

fn blur_reach(deviation: f32, t: &Transform) -> f32 {
    let deviation = deviation * t.mean_scale();
    if deviation > 0.0 { (deviation * 3.0).ceil() + 2.0 } else { 0.0 }
}
