//! Results of layout by box and constraint, beside the box tree.
//!
//! A box is laid out at most a few times with different constraints (measuring, then for good); the few most recent
//! answers are kept, so that nested measuring stays linear.

use ashlar_gc::{Cx, GcVec, Trace};

use crate::box_tree::BoxId;
use crate::constraint::{ConstraintSpace, IntrinsicSizes, LayoutResult};
use crate::geometry::LayoutUnit;

/// How many results are kept for each box.
const RESULTS_PER_BOX: usize = 4;

/// The cache of one document's layout.
pub struct LayoutCache<'h> {
    entries: GcVec<'h, CacheEntry<'h>>,
}

#[derive(Clone, Copy, Trace)]
struct CacheEntry<'h> {
    #[trace(skip)]
    spaces: [Option<ConstraintSpace>; RESULTS_PER_BOX],
    results: [Option<LayoutResult<'h>>; RESULTS_PER_BOX],
    next: u8,
    /// With the block size that the children's percentages refer to.
    intrinsic: Option<(Option<LayoutUnit>, IntrinsicSizes)>,
}

impl<'h> LayoutCache<'h> {
    /// An empty cache for boxes with ids below `box_count`.
    pub fn new(cx: &Cx<'h>, box_count: u32) -> Self {
        let empty =
            CacheEntry { spaces: [None; RESULTS_PER_BOX], results: [None; RESULTS_PER_BOX], next: 0, intrinsic: None };
        let entries = GcVec::with_capacity(cx, box_count as usize);
        for _ in 0..box_count {
            entries.push(cx, empty);
        }
        Self { entries }
    }

    /// The result of laying out a box in this space, if it is kept.
    pub fn result(&self, id: BoxId, space: &ConstraintSpace) -> Option<LayoutResult<'h>> {
        let entry = self.entry(id)?;
        let slot = entry.spaces.iter().position(|kept| kept.as_ref() == Some(space))?;
        entry.results[slot]
    }

    /// Keeps a result, in place of the oldest.
    pub fn store_result(&self, cx: &Cx<'h>, id: BoxId, space: &ConstraintSpace, result: LayoutResult<'h>) {
        if let Some(mut entry) = self.entry(id) {
            let slot = usize::from(entry.next) % RESULTS_PER_BOX;
            entry.spaces[slot] = Some(*space);
            entry.results[slot] = Some(result);
            entry.next = entry.next.wrapping_add(1);
            self.entries.set(cx, id.0 as usize, entry);
        }
    }

    /// The intrinsic sizes of a box's content, its children's percentages referring to this block size, if they are kept.
    pub fn intrinsic(&self, id: BoxId, percentage_block: Option<LayoutUnit>) -> Option<IntrinsicSizes> {
        self.entry(id)?.intrinsic.filter(|(kept, _)| *kept == percentage_block).map(|(_, sizes)| sizes)
    }

    /// Keeps the intrinsic sizes of a box's content.
    pub fn store_intrinsic(&self, cx: &Cx<'h>, id: BoxId, percentage_block: Option<LayoutUnit>, sizes: IntrinsicSizes) {
        if let Some(mut entry) = self.entry(id) {
            entry.intrinsic = Some((percentage_block, sizes));
            self.entries.set(cx, id.0 as usize, entry);
        }
    }

    fn entry(&self, id: BoxId) -> Option<CacheEntry<'h>> {
        let index = id.0 as usize;
        (index < self.entries.len()).then(|| self.entries.get(index))
    }
}
