//! Clip nodes in device space, and their masks.
//!
//! Inside of a group the clips that the group itself has (or inherits) are left out: they cut the finished layer, once.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::coverage::{Mask, Scanner};
use crate::display_list::{ClipId, ClipNode, ClipShape, DisplayList};
use crate::geometry::{PixelRect, Rect, RoundedRect, Transform};
use crate::path::{FillRule, Path};

/// One clip node in device space.
#[derive(Clone, Debug)]
struct DeviceClip {
    parent: u32,
    /// Outside of this nothing is let through by this node's own shape.
    bounds: PixelRect,
    /// True when the shape is more than `bounds`.
    soft: bool,
    /// Inside of either of these everything is let through.
    safe: [PixelRect; 2],
}

/// What cuts one item.
#[derive(Clone, Debug, Default)]
pub(crate) struct ItemClip {
    /// The whole-pixel part.
    pub(crate) bounds: PixelRect,
    /// Key of the mask if there is a soft part.
    pub(crate) mask: Option<(u32, u32)>,
}

/// All clip nodes of a list in device space.
#[derive(Debug)]
pub(crate) struct DeviceClips {
    nodes: Vec<DeviceClip>,
}

/// Rounded to the nearest whole pixel edges.
pub(crate) fn rounded(r: &Rect) -> PixelRect {
    let edge = |v: f32| (v.clamp(-1.0e9, 1.0e9) + 0.5).floor() as i32;
    if r.is_empty() {
        return PixelRect::default();
    }
    PixelRect::new(edge(r.left), edge(r.top), edge(r.right), edge(r.bottom))
}

/// The whole pixels of a rectangle when its edges are (nearly) on pixel edges.
pub(crate) fn whole_pixels(r: &Rect) -> Option<PixelRect> {
    let near = |v: f32| (v - v.round()).abs() < 1.0 / 512.0;
    (near(r.left) && near(r.top) && near(r.right) && near(r.bottom)).then(|| rounded(r))
}

/// The whole pixels inside of a rectangle.
fn inside(r: &Rect) -> PixelRect {
    if r.is_empty() {
        return PixelRect::default();
    }
    let cut = |v: f32| v.clamp(-1.0e9, 1.0e9) as i32;
    PixelRect::new(cut(r.left.ceil()), cut(r.top.ceil()), cut(r.right.floor()), cut(r.bottom.floor()))
}

/// Two rectangles of whole pixels inside of an axis-aligned rounded rectangle: the full height and the full width.
pub(crate) fn safe_parts(rounded: &RoundedRect, t: &Transform) -> [PixelRect; 2] {
    if !t.is_axis_aligned() {
        return [PixelRect::default(); 2];
    }
    let r = &rounded.rect;
    let x = rounded.radii.iter().fold(0.0f32, |most, radius| most.max(radius.x));
    let y = rounded.radii.iter().fold(0.0f32, |most, radius| most.max(radius.y));
    [
        inside(&t.map_rect(&Rect::new(r.left + x, r.top, r.right - x, r.bottom))),
        inside(&t.map_rect(&Rect::new(r.left, r.top + y, r.right, r.bottom - y))),
    ]
}

fn transform_of(list: &DisplayList, node: &ClipNode) -> Transform {
    list.transforms.get(node.transform.0 as usize).map_or(Transform::IDENTITY, |n| n.to_device)
}

fn device_clip(list: &DisplayList, node: &ClipNode) -> DeviceClip {
    let t = transform_of(list, node);
    let soft = |bounds: PixelRect, safe| DeviceClip { parent: node.parent.0, bounds, soft: true, safe };
    let hard = |bounds: PixelRect| DeviceClip { parent: node.parent.0, bounds, soft: false, safe: [bounds; 2] };
    match &node.shape {
        ClipShape::Rect { rect, anti_alias } => {
            let device = t.map_rect(rect);
            if !t.is_axis_aligned() {
                return soft(PixelRect::around(&device), [PixelRect::default(); 2]);
            }
            match whole_pixels(&device) {
                _ if !anti_alias => hard(rounded(&device)),
                Some(pixels) => hard(pixels),
                None => soft(PixelRect::around(&device), safe_parts(&(*rect).into(), &t)),
            }
        }
        ClipShape::Rounded(shape) => {
            let device = t.map_rect(&shape.rect);
            match whole_pixels(&device) {
                Some(pixels) if shape.is_rect() && t.is_axis_aligned() => hard(pixels),
                _ => soft(PixelRect::around(&device), safe_parts(shape, &t)),
            }
        }
        ClipShape::Path(path, _) => {
            let device = path.bounds().map(|r| PixelRect::around(&t.map_rect(&r))).unwrap_or_default();
            soft(device, [PixelRect::default(); 2])
        }
    }
}

impl DeviceClips {
    /// Resolves all nodes.
    pub(crate) fn new(list: &DisplayList) -> Self {
        Self { nodes: list.clips.iter().map(|node| device_clip(list, node)).collect() }
    }

    fn parent(&self, id: u32) -> u32 {
        // Parents come first; a wrong number ends at the root.
        self.nodes.get(id as usize).map_or(0, |node| node.parent.min(id.saturating_sub(1)))
    }

    /// Calls `visit` for each node from `clip` upward that is not above (or the same as) `base`.
    fn walk(&self, clip: u32, base: u32, mut visit: impl FnMut(u32, &DeviceClip)) {
        let (mut clip, mut base) = (clip, base);
        while clip != base {
            if clip > base {
                if let Some(node) = self.nodes.get(clip as usize) {
                    visit(clip, node);
                }
                clip = self.parent(clip);
            } else {
                base = self.parent(base);
            }
        }
    }

    /// What cuts an item with bounds `rect` inside of a group that has the clip `base`.
    pub(crate) fn item_clip(&self, clip: ClipId, base: ClipId, rect: &PixelRect) -> ItemClip {
        let mut bounds = PixelRect::around(&Rect::EVERYTHING);
        self.walk(clip.0, base.0, |_, node| bounds = bounds.intersect(&node.bounds));
        let visible = rect.intersect(&bounds);
        let mut soft = false;
        self.walk(clip.0, base.0, |_, node| {
            soft |= node.soft && !node.safe[0].contains(&visible) && !node.safe[1].contains(&visible);
        });
        ItemClip { bounds, mask: soft.then_some((clip.0, base.0)) }
    }
}

/// Masks of one band's clips.
#[derive(Debug, Default)]
pub(crate) struct ClipMasks {
    masks: FxHashMap<(u32, u32), Rc<Mask>>,
}

impl ClipMasks {
    /// The mask of an item's clip on at least the pixels `needed`; it is made for all of `window` that the clip lets
    /// through.
    pub(crate) fn get(
        &mut self,
        list: &DisplayList,
        clips: &DeviceClips,
        clip: &ItemClip,
        needed: &PixelRect,
        window: &PixelRect,
        scanner: &mut Scanner,
    ) -> Option<Rc<Mask>> {
        let key = clip.mask?;
        if let Some(mask) = self.masks.get(&key)
            && mask.rect.contains(needed)
        {
            return Some(Rc::clone(mask));
        }
        let rect = clip.bounds.intersect(window);
        let mut mask: Option<Mask> = None;
        clips.walk(key.0, key.1, |id, node| {
            if !node.soft || node.safe[0].contains(&rect) || node.safe[1].contains(&rect) {
                return;
            }
            let Some(node) = list.clips.get(id as usize) else { return };
            let own = shape_mask(list, node, &rect, scanner);
            match &mut mask {
                Some(mask) => mask.intersect(&own),
                None => mask = Some(own),
            }
        });
        let mask = Rc::new(mask.unwrap_or_else(|| {
            let mut full = Mask::clear(rect);
            full.data.fill(255);
            full
        }));
        self.masks.insert(key, Rc::clone(&mask));
        Some(mask)
    }
}

fn shape_mask(list: &DisplayList, node: &ClipNode, rect: &PixelRect, scanner: &mut Scanner) -> Mask {
    let t = transform_of(list, node);
    let mut path = Path::new();
    match &node.shape {
        ClipShape::Rect { rect, .. } => path.add_rect(rect),
        ClipShape::Rounded(shape) => path.add_rounded_rect(shape),
        ClipShape::Path(own, rule) => return scanner.mask(own, &t, *rule, rect),
    }
    scanner.mask(&path, &t, FillRule::NonZero, rect)
}
