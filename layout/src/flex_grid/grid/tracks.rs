//! Tracks of one axis in whole 1/64 px, and where they are.

use std::ops::Range;
use std::sync::Arc;

use taffy::DetailedGridTracksInfo;

use crate::alignment::{ContentAlignment, Distribution, FreeSpace};
use crate::css::values::alignment::{
    GridAutoTracks, GridTemplate, RepeatCount, TrackBreadth, TrackListItem, TrackSize,
};
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
    /// The tracks that taffy has sized, packed at the start. `flexible` has the flex factors of all tracks and the extent
    /// of the content box, where that is definite.
    pub(super) fn new(
        info: &DetailedGridTracksInfo<Arc<str>>,
        gap: LayoutUnit,
        flexible: Option<(&[Option<f32>], LayoutUnit)>,
    ) -> Self {
        let mut collapsed = vec![false; info.positions.len()];
        for range in &info.collapsed_tracks {
            for is_collapsed in collapsed.iter_mut().take(range.end).skip(range.start) {
                *is_collapsed = true;
            }
        }
        let mut sizes = cut(&info.positions);
        if let Some((factors, extent)) = flexible {
            share_flexible(&mut sizes, &collapsed, factors, extent, gap);
        }
        let extents = sizes.into_iter().map(|size| Extent { start: LayoutUnit::ZERO, size }).collect();
        let mut tracks = Self { extents, collapsed, gap };
        tracks.pack(&FreeSpace::new(Distribution::Start, LayoutUnit::ZERO, 0));
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

/// taffy's sizes in whole 1/64 px. What one track loses by being cut the next gets.
fn cut(positions: &[taffy::Line<f32>]) -> Vec<LayoutUnit> {
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
    positions.iter().map(size).collect()
}

/// [§ 12.7.1](https://www.w3.org/TR/css-grid-2/#algo-find-fr-size), once more, for tracks whose sizes are known but for the
/// last 1/64 px: in single precision, what is cut off going to the next track, as Blink computes it.
fn share_flexible(
    sizes: &mut [LayoutUnit],
    collapsed: &[bool],
    factors: &[Option<f32>],
    extent: LayoutUnit,
    gap: LayoutUnit,
) {
    let factor = |index: usize| factors.get(index).copied().flatten().filter(|_| !collapsed[index]);
    let mut is_flexible: Vec<bool> = (0..sizes.len()).map(|index| factor(index).is_some()).collect();
    let gaps = collapsed.iter().filter(|collapsed| !**collapsed).count().saturating_sub(1);
    let gaps = gap.mul_count(i32::try_from(gaps).unwrap_or(i32::MAX));
    loop {
        let sum: f32 = (0..sizes.len()).filter(|index| is_flexible[*index]).filter_map(factor).sum();
        if sum <= 0.0 {
            return;
        }
        let used: LayoutUnit =
            sizes.iter().zip(&is_flexible).filter(|(_, flexible)| !**flexible).map(|(size, _)| *size).sum();
        let fraction = (extent - gaps - used).clamp_negative_to_zero().raw() as f32 / sum.max(1.0);
        // A track that is larger for its content is inflexible (step 4).
        let larger = (0..sizes.len()).find(|index| {
            let share = factor(*index).map_or(f32::MAX, |factor| factor * fraction);
            is_flexible[*index] && sizes[*index].raw() as f32 > share + 2.0
        });
        if let Some(larger) = larger {
            is_flexible[larger] = false;
            continue;
        }
        let mut carried = 0.0_f32;
        for index in (0..sizes.len()).filter(|index| is_flexible[*index]) {
            let share = fraction * factor(index).unwrap_or_default() + carried;
            let cut = share.floor();
            carried = share - cut;
            // Where taffy says something else, there was more to it.
            if (sizes[index].raw() as f32 - cut).abs() <= 2.0 {
                sizes[index] = LayoutUnit::from_raw(cut as i32);
            }
        }
        return;
    }
}

/// The flex factors of all tracks of an axis, `None` for inflexible ones.
pub(super) fn flex_factors(
    info: &DetailedGridTracksInfo<Arc<str>>,
    template: &GridTemplate,
    auto: &GridAutoTracks,
) -> Vec<Option<f32>> {
    let factor = |track: &TrackSize| match track {
        TrackSize::Breadth(TrackBreadth::Fraction(factor)) | TrackSize::MinMax(_, TrackBreadth::Fraction(factor)) => {
            Some(*factor)
        }
        _ => None,
    };
    let explicit = usize::from(info.explicit_tracks);
    let before = usize::from(info.negative_implicit_tracks);
    let mut factors = Vec::with_capacity(info.positions.len());
    // Implicit tracks before the explicit grid take the sizes backward.
    factors.extend(
        (0..before).map(|index| factor(&auto.0[(auto.0.len() - (before - index) % auto.0.len()) % auto.0.len()])),
    );
    if let GridTemplate::TrackList { items, .. } = template {
        let fixed: usize = items
            .iter()
            .map(|item| match item {
                TrackListItem::Track(_) => 1,
                TrackListItem::Repeat(RepeatCount::Count(count), tracks, _) => usize::from(*count) * tracks.len(),
                TrackListItem::Repeat(..) => 0,
            })
            .sum();
        for item in items.iter() {
            match item {
                TrackListItem::Track(track) => factors.push(factor(track)),
                TrackListItem::Repeat(count, tracks, _) => {
                    let count = match count {
                        RepeatCount::Count(count) => usize::from(*count),
                        _ => explicit.saturating_sub(fixed) / tracks.len().max(1),
                    };
                    let room = info.positions.len();
                    factors.extend(tracks.iter().map(factor).cycle().take((count * tracks.len()).min(room)));
                }
            }
        }
    }
    let known = factors.len();
    factors.extend((known..info.positions.len()).map(|index| factor(&auto.0[(index - known) % auto.0.len()])));
    factors
}
