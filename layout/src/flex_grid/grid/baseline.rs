//! Baseline alignment in rows and columns ([CSS Align, § 9](https://www.w3.org/TR/css-align-3/#baseline-alignment)).
//!
//! Items that share a row (or a column) and the side from which their baselines are measured are one group. Each gets a
//! *shim*, a margin on that side that brings its baseline to that of the group; tracks are sized with the shims.

use std::collections::BTreeMap;

use super::super::alignment::{ItemAlignment, ItemPosition, LogicalAxis};
use super::super::container::Container;
use super::place::Placed;
use crate::css::ComputedStyle;
use crate::geometry::{LayoutUnit, LogicalSides, WritingMode};
use crate::sizing;

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
        let alignment = if is_inline { item.justify } else { item.align };
        let is_last = match alignment.position {
            ItemPosition::Baseline => false,
            ItemPosition::LastBaseline => true,
            _ => return None,
        };
        let (margins, tracks) = if is_inline {
            ((item.margins.inline_start, item.margins.inline_end), &item.column_range)
        } else {
            ((item.margins.block_start, item.margins.block_end), &item.row_range)
        };
        let (start, end) = (margins.0?, margins.1?);
        if item.depends_on_area(container, axis) {
            return None;
        }
        let size = item.size(container);
        let size = if is_inline { size.inline } else { size.block };
        let own = sizing::writing_mode(&item.layout_box.style);
        let runs_along = block_side(axis, container.mode, own);
        let fragment = item.result.fragment;
        let baseline = if is_last { fragment.last_baseline } else { fragment.first_baseline };
        let position = match (runs_along, baseline) {
            (Some(true), Some(baseline)) => baseline,
            (Some(false), Some(baseline)) => size - baseline,
            _ => synthesized(axis, container.mode, size),
        };
        let at_end = is_from_end(axis, container.mode, &item.layout_box.style, alignment);
        let track = if at_end { tracks.end } else { tracks.start };
        let distance = if at_end { end + size - position } else { start + position };
        Some(Self { group: (at_end, track), distance })
    }
}

/// Whether the baseline of an item on an axis is measured from the end: an item of opposite block flow has its first
/// baseline where others have their last.
pub(super) fn is_from_end(
    axis: LogicalAxis,
    mode: WritingMode,
    item: &ComputedStyle<'_>,
    alignment: ItemAlignment,
) -> bool {
    let is_last = alignment.position == ItemPosition::LastBaseline;
    is_last != (block_side(axis, mode, sizing::writing_mode(item)) == Some(false))
}

/// Whether an item's block flow runs along an axis of the container (or against it); `None` if it does neither.
fn block_side(axis: LogicalAxis, mode: WritingMode, own: WritingMode) -> Option<bool> {
    let sides = LogicalSides { inline_start: 0, inline_end: 0, block_start: 1, block_end: 2 };
    let sides = sides.to_physical(own).to_logical(mode);
    match if axis == LogicalAxis::Inline { sides.inline_start } else { sides.block_start } {
        1 => Some(true),
        2 => Some(false),
        _ => None,
    }
}

/// [§ 9.1](https://www.w3.org/TR/css-align-3/#synthesize-baseline): the baseline of a border box from the axis's start: the
/// lower edge, or the left one; in vertical writing modes the middle.
fn synthesized(axis: LogicalAxis, mode: WritingMode, size: LayoutUnit) -> LayoutUnit {
    if !mode.is_horizontal() {
        return size.div_count(2);
    }
    match axis {
        LogicalAxis::Block => size,
        LogicalAxis::Inline if mode.is_rtl() => size,
        LogicalAxis::Inline => LayoutUnit::ZERO,
    }
}
