//! Where the baselines of an item are on an axis of its container
//! ([CSS Align, § 9](https://www.w3.org/TR/css-align-3/#baseline-alignment)).

use crate::alignment::{ItemPosition, LogicalAxis};
use crate::constraint::LayoutResult;
use crate::css::ComputedStyle;
use crate::css::values::text::TextOrientation;
use crate::geometry::{LayoutUnit, LogicalSides, WritingMode};
use crate::sizing;

/// A baseline for alignment on an axis.
#[derive(Clone, Copy, Debug)]
pub(super) struct AxisBaseline {
    /// From the start edge of the border box.
    pub position: LayoutUnit,
    /// Whether the items that share it are measured from the end: last baselines are, and an item of opposite block flow
    /// has its first baseline where others have their last.
    pub is_from_end: bool,
}

impl AxisBaseline {
    /// The baseline of an item with a border box of this size; `None` if its alignment asks for none.
    pub(super) fn of(
        container: &ComputedStyle<'_>,
        axis: LogicalAxis,
        position: ItemPosition,
        result: &LayoutResult<'_>,
    ) -> Option<Self> {
        let is_last = match position {
            ItemPosition::Baseline => false,
            ItemPosition::LastBaseline => true,
            _ => return None,
        };
        let mode = sizing::writing_mode(container);
        let fragment = result.fragment;
        let size = fragment.size.to_logical(mode);
        let size = if axis == LogicalAxis::Inline { size.inline } else { size.block };
        let runs_along = runs_along(axis, mode, sizing::writing_mode(&fragment.style));
        let baseline = if is_last { fragment.last_baseline } else { fragment.first_baseline };
        let position = match (runs_along, baseline) {
            (Some(true), Some(baseline)) => baseline,
            (Some(false), Some(baseline)) => size - baseline,
            _ => synthesized(container, axis, size),
        };
        Some(Self { position, is_from_end: is_last != (runs_along == Some(false)) })
    }
}

/// Whether an item's block flow runs along an axis of the container (or against it); `None` if it does neither.
fn runs_along(axis: LogicalAxis, mode: WritingMode, own: WritingMode) -> Option<bool> {
    let sides = LogicalSides { inline_start: 0, inline_end: 0, block_start: 1, block_end: 2 };
    let sides = sides.to_physical(own).to_logical(mode);
    match if axis == LogicalAxis::Inline { sides.inline_start } else { sides.block_start } {
        1 => Some(true),
        2 => Some(false),
        _ => None,
    }
}

/// [§ 9.1](https://www.w3.org/TR/css-align-3/#synthesize-baseline): the baseline of a border box from the axis's start: the
/// lower edge, or the left one; the middle where upright text has its baseline there.
pub(super) fn synthesized(container: &ComputedStyle<'_>, axis: LogicalAxis, size: LayoutUnit) -> LayoutUnit {
    let mode = sizing::writing_mode(container);
    if !mode.is_horizontal() && *container.text_orientation() != TextOrientation::Sideways {
        return size.div_count(2);
    }
    // Which logical side of the axis is the lower or left one.
    let sides = LogicalSides { inline_start: 0, inline_end: 1, block_start: 2, block_end: 3 }.to_physical(mode);
    let is_horizontal = (axis == LogicalAxis::Inline) == mode.is_horizontal();
    let side = if is_horizontal { sides.left } else { sides.bottom };
    if matches!(side, 1 | 3) { size } else { LayoutUnit::ZERO }
}
