//! Baseline alignment in rows and columns of a grid.
//!
//! Items that share a row (or a column) and the side from which their baselines are measured are one group. Each gets a
//! *shim*, a margin on that side that brings its baseline to that of the group; tracks are sized with the shims.

use std::collections::BTreeMap;

use super::super::container::Container;
use super::place::Placed;
use crate::alignment::LogicalAxis;
use crate::geometry::{LayoutUnit, LogicalSides};

/// The shims of all items.
pub(super) fn shims<'h>(container: &Container<'_, '_, 'h>, placed: &[Placed<'h>]) -> Vec<LogicalSides<LayoutUnit>> {
    let mut shims = vec![LogicalSides::default(); placed.len()];
    for axis in [LogicalAxis::Inline, LogicalAxis::Block] {
        let members: Vec<_> = placed
            .iter()
            .enumerate()
            .filter_map(|(index, item)| Some((index, Member::new(container, item, axis)?)))
            .collect();
        let mut largest = BTreeMap::new();
        for (_, member) in &members {
            let entry = largest.entry(member.group).or_insert(member.distance);
            *entry = member.distance.max(*entry);
        }
        for (index, member) in members {
            let shim = largest[&member.group] - member.distance;
            let sides = &mut shims[index];
            *match (axis, member.group.0) {
                (LogicalAxis::Inline, false) => &mut sides.inline_start,
                (LogicalAxis::Inline, true) => &mut sides.inline_end,
                (LogicalAxis::Block, false) => &mut sides.block_start,
                (LogicalAxis::Block, true) => &mut sides.block_end,
            } = shim;
        }
    }
    shims
}

/// An item that takes part.
struct Member {
    /// Whether the distance is from the end side, and the track on that side.
    group: (bool, usize),
    /// From the margin edge to the baseline.
    distance: LayoutUnit,
}

impl Member {
    fn new<'h>(container: &Container<'_, '_, 'h>, item: &Placed<'h>, axis: LogicalAxis) -> Option<Self> {
        let is_inline = axis == LogicalAxis::Inline;
        let (margins, tracks) = if is_inline {
            ((item.margins.inline_start, item.margins.inline_end), &item.column_range)
        } else {
            ((item.margins.block_start, item.margins.block_end), &item.row_range)
        };
        let (start, end) = (margins.0?, margins.1?);
        if item.depends_on_area(container, axis) {
            return None;
        }
        let baseline = item.axis_baseline(container, axis)?;
        let size = item.size(container);
        let size = if is_inline { size.inline } else { size.block };
        let track = if baseline.is_from_end { tracks.end } else { tracks.start };
        let distance = if baseline.is_from_end { end + size - baseline.position } else { start + baseline.position };
        Some(Self { group: (baseline.is_from_end, track), distance })
    }
}
