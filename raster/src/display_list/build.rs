//! Making a display list.

use super::{
    ClipId, ClipNode, ClipShape, Content, DisplayList, Glyph, Group, Item, TransformId, TransformNode, bounds,
};
use crate::geometry::{Rect, Transform};

/// Collects nodes and items in paint order.
#[derive(Clone, Debug)]
pub struct DisplayListBuilder {
    list: DisplayList,
    open_groups: Vec<usize>,
}

impl Default for DisplayListBuilder {
    fn default() -> Self {
        Self::new()
    }
}

impl DisplayListBuilder {
    /// A list with the two root nodes and no item.
    #[must_use]
    pub fn new() -> Self {
        let root_transform =
            TransformNode { parent: TransformId::ROOT, local: Transform::IDENTITY, to_device: Transform::IDENTITY };
        let root_clip = ClipNode {
            parent: ClipId::ROOT,
            transform: TransformId::ROOT,
            shape: ClipShape::Rect { rect: Rect::EVERYTHING, anti_alias: false },
        };
        let list = DisplayList {
            transforms: vec![root_transform],
            clips: vec![root_clip],
            items: Vec::new(),
            glyphs: Vec::new(),
        };
        Self { list, open_groups: Vec::new() }
    }

    /// Adds a transform node below `parent`; `local` maps from the new space into the parent's.
    pub fn add_transform(&mut self, parent: TransformId, local: Transform) -> TransformId {
        let to_device = self.to_device(parent).then_inner(&local);
        let id = TransformId(self.list.transforms.len() as u32);
        self.list.transforms.push(TransformNode { parent, local, to_device });
        id
    }

    /// The map of a node into device px.
    #[must_use]
    pub fn to_device(&self, id: TransformId) -> Transform {
        self.list.transforms.get(id.0 as usize).map_or(Transform::IDENTITY, |node| node.to_device)
    }

    /// Adds a clip node below `parent`.
    pub fn add_clip(&mut self, parent: ClipId, transform: TransformId, shape: ClipShape) -> ClipId {
        let id = ClipId(self.list.clips.len() as u32);
        self.list.clips.push(ClipNode { parent, transform, shape });
        id
    }

    /// Stores glyphs and gives their range as `first` and `count` of a [`super::GlyphRun`].
    pub fn glyphs(&mut self, glyphs: impl IntoIterator<Item = Glyph>) -> (u32, u32) {
        let first = self.list.glyphs.len();
        self.list.glyphs.extend(glyphs);
        (first as u32, (self.list.glyphs.len() - first) as u32)
    }

    /// Adds an item and computes its bounds. Groups go through [`Self::push_group`] and [`Self::pop_group`].
    pub fn push(&mut self, transform: TransformId, clip: ClipId, content: Content) {
        match content {
            Content::PushGroup(group) => self.push_group(transform, clip, *group),
            Content::PopGroup => self.pop_group(),
            content => {
                let bounds = bounds::content_bounds(&self.list, &content);
                self.list.items.push(Item { transform, clip, bounds, content });
            }
        }
    }

    /// Opens a group; `clip` cuts the finished layer.
    pub fn push_group(&mut self, transform: TransformId, clip: ClipId, group: Group) {
        self.open_groups.push(self.list.items.len());
        let content = Content::PushGroup(Box::new(group));
        self.list.items.push(Item { transform, clip, bounds: Rect::EVERYTHING, content });
    }

    /// Closes the innermost open group; nothing happens when there is none.
    pub fn pop_group(&mut self) {
        let Some(open) = self.open_groups.pop() else { return };
        let (transform, clip) = (self.list.items[open].transform, self.list.items[open].clip);
        let content = Content::PopGroup;
        self.list.items.push(Item { transform, clip, bounds: Rect::EVERYTHING, content });
    }

    /// Number of items so far.
    #[must_use]
    pub fn len(&self) -> usize {
        self.list.items.len()
    }

    /// True when there is no item yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.items.is_empty()
    }

    /// Removes all items from `len` on and forgets groups opened there: for a group that turned out to be empty.
    pub fn truncate(&mut self, len: usize) {
        self.list.items.truncate(len);
        self.open_groups.retain(|open| *open < len);
    }

    /// The list; groups still open are closed.
    #[must_use]
    pub fn finish(mut self) -> DisplayList {
        while !self.open_groups.is_empty() {
            self.pop_group();
        }
        self.list
    }
}
