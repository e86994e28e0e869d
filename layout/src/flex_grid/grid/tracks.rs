//! Tracks of one axis in whole 1/64 px, and where they are.

use std::ops::Range;
use std::sync::Arc;

use taffy::DetailedGridTracksInfo;

use super::super::alignment::{ContentAlignment, FreeSpace};
use crate::geometry::LayoutUnit;

/// A track, or an area of several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Extent {
    /// From the start of the content box.
    pub start: LayoutUnit,
    pub size: LayoutUnit,
}

impl Extent {
    fn end(self) -> LayoutUnit {
        self.start + self.size
    }
}

/// The tracks of one axis.
pub(super) struct Tracks {
    extents: Vec<Extent>,
    collapsed: Vec<bool>,
    gap: LayoutUnit,
}

impl Tracks {
    /// The tracks that taffy has sized, packed at the start.
    pub(super) fn new(info: &DetailedGridTracksInfo<Arc<str>>, gap: LayoutUnit) -> Self {
        let mut collapsed = vec![false; info.positions.len()];
        for range in &info.collapsed_tracks {
            for is_collapsed in collapsed.iter_mut().take(range.end).skip(range.start) {
                *is_collapsed = true;
            }
        }
        // What one track loses by being cut the next gets, as Blink carries it between flexible tracks.
        let mut carried = 0.0;
        let size = |position: &taffy::Line<f32>| {
            let size = f64::from(position.end - position.start) * 64.0;
            let rounded = size.round();
            if (size - rounded).abs() < 0.02 {
                return LayoutUnit::from_raw(rounded as i32);
            }
            let cut = (size + carried + 0.0005).floor();
            carried = (size + carried - cut).clamp(0.0, 1.0);
            LayoutUnit::from_raw(cut as i32)
        };
        let sizes: Vec<_> = info.positions.iter().map(size).collect();
        let extents = sizes.into_iter().map(|size| Extent { start: LayoutUnit::ZERO, size }).collect();
        let mut tracks = Self { extents, collapsed, gap };
        tracks.pack(&FreeSpace::new(super::super::alignment::Distribution::Start, LayoutUnit::ZERO, 0));
        tracks
    }

    /// What all tracks take, gaps included.
    pub(super) fn sum(&self) -> LayoutUnit {
        let gaps = i32::try_from(self.count().saturating_sub(1)).unwrap_or(i32::MAX);
        self.extents.iter().map(|extent| extent.size).sum::<LayoutUnit>() + self.gap.mul_count(gaps)
    }

    /// How many tracks are not collapsed.
    fn count(&self) -> usize {
        self.collapsed.iter().filter(|collapsed| !**collapsed).count()
    }

    /// Aligns the tracks in a content box of this extent.
    pub(super) fn align(&mut self, alignment: ContentAlignment, extent: LayoutUnit) {
        let free = extent - self.sum();
        let count = self.count();
        self.pack(&FreeSpace::new(alignment.used(free, count), free, count));
    }

    fn pack(&mut self, space: &FreeSpace) {
        let mut at = space.before;
        let mut is_first = true;
        for (extent, collapsed) in self.extents.iter_mut().zip(&self.collapsed) {
            if !collapsed {
                if !is_first {
                    at += self.gap + space.cut_gap();
                }
                is_first = false;
            }
            extent.start = at;
            at += extent.size;
        }
    }

    /// The area over these tracks.
    pub(super) fn area(&self, tracks: Range<usize>) -> Extent {
        let Some(first) = self.extents.get(tracks.start) else {
            return Extent { start: LayoutUnit::ZERO, size: LayoutUnit::ZERO };
        };
        let last = self.extents.get(tracks.end.saturating_sub(1)).unwrap_or(first);
        Extent { start: first.start, size: (last.end() - first.start).clamp_negative_to_zero() }
    }

    /// Tells taffy's record where the tracks are, from the start of the content box.
    pub(super) fn write_to(&self, info: &mut DetailedGridTracksInfo<Arc<str>>) {
        for (position, extent) in info.positions.iter_mut().zip(&self.extents) {
            *position = taffy::Line { start: extent.start.to_px_f32(), end: extent.end().to_px_f32() };
        }
    }
}
