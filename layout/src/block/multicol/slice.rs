//! Cuts a strip's fragments and deals them out to columns.

use ashlar_gc::Gc;

use super::breaks::{ColumnRange, is_monolithic};
use crate::constraint::{LayoutResult, OutOfFlowBox};
use crate::context::LayoutContext;
use crate::fragment_tree::{BoxFragment, ChildFragment, Fragment, overflow};
use crate::geometry::{LayoutUnit, PhysicalOffset, PhysicalSides, PhysicalSize};

/// A cut through a fragment, in its own coordinates.
#[derive(Clone, Copy)]
struct Cut {
    range: ColumnRange,
    /// Takes also what lies before the range.
    is_first: bool,
    /// Takes also what lies after it.
    is_last: bool,
    /// Where the column ends: a box that goes on in the next column fills this one.
    column_end: LayoutUnit,
}

impl Cut {
    fn takes(&self, position: LayoutUnit) -> bool {
        (self.is_first || position >= self.range.start) && (self.is_last || position < self.range.end)
    }

    /// The same cut as a child at this offset sees it, whose content ends at `extent`.
    fn within(&self, offset: LayoutUnit, extent: LayoutUnit) -> Self {
        let range = ColumnRange { start: self.range.start - offset, end: self.range.end - offset };
        let is_first = self.is_first || range.start <= LayoutUnit::ZERO;
        let is_last = self.is_last || range.end >= extent;
        let start = if is_first { LayoutUnit::ZERO } else { range.start };
        let end = if is_last { range.end.max(extent) } else { range.end };
        Self { range: ColumnRange { start, end }, is_first, is_last, column_end: self.column_end - offset }
    }
}

/// How far a box's content reaches that can be cut: floats and lines may overflow it.
fn extent(fragment: &BoxFragment<'_>) -> LayoutUnit {
    let height = fragment.size.height;
    if fragment.scrollable_overflow.bottom() <= height || is_monolithic(fragment) {
        return height;
    }
    fragment.children.iter().fold(height, |bottom, child| {
        let own = match child.fragment {
            Fragment::Box(inner) => extent(&inner),
            _ => child.fragment.size().height,
        };
        bottom.max(child.offset.top + own)
    })
}

/// One column: the part of the strip in `range`, in a box of the columns' height.
pub(super) fn column<'h>(
    ctx: &LayoutContext<'_, 'h>,
    strip: &LayoutResult<'h>,
    range: ColumnRange,
    is_first: bool,
    is_last: bool,
    height: LayoutUnit,
) -> LayoutResult<'h> {
    let cut = Cut { range, is_first, is_last, column_end: range.start + height };
    let size = PhysicalSize::new(strip.fragment.size.width, height);
    let fragment = part(ctx, &strip.fragment, cut, size);
    let carried: Vec<_> = strip
        .out_of_flow
        .iter()
        .filter(|carried| cut.takes(carried.static_position.top))
        .map(|carried| OutOfFlowBox {
            static_position: carried.static_position - PhysicalOffset::new(LayoutUnit::ZERO, range.start),
            ..*carried
        })
        .collect();
    LayoutResult { fragment, out_of_flow: ctx.cx.alloc_slice_copy(&carried) }
}

/// The part of a fragment that a cut takes, as a fragment of this size. Borders and paddings at a cut are gone
/// ([`box-decoration-break: slice`](https://www.w3.org/TR/css-break-3/#break-decoration)).
fn part<'h>(
    ctx: &LayoutContext<'_, 'h>,
    fragment: &BoxFragment<'h>,
    cut: Cut,
    size: PhysicalSize,
) -> Gc<'h, BoxFragment<'h>> {
    let mut children = Vec::new();
    for child in fragment.children.iter() {
        if let Some(child) = child_part(ctx, child, cut) {
            children.push(child);
        }
    }
    // The part that holds the lower edge; content may go on below it.
    let height = fragment.size.height;
    let has_end = (cut.is_last || cut.range.end >= height) && (cut.is_first || cut.range.start < height);
    let cut_sides = |sides: PhysicalSides<LayoutUnit>| PhysicalSides {
        top: if cut.is_first { sides.top } else { LayoutUnit::ZERO },
        bottom: if has_end { sides.bottom } else { LayoutUnit::ZERO },
        ..sides
    };
    let baseline = |baseline: Option<LayoutUnit>| {
        baseline.filter(|baseline| cut.takes(*baseline)).map(|baseline| baseline - cut.range.start)
    };
    ctx.cx.alloc(BoxFragment {
        box_id: fragment.box_id,
        source: fragment.source,
        kind: fragment.kind,
        style: fragment.style,
        flags: fragment.flags,
        size,
        border: cut_sides(fragment.border),
        padding: cut_sides(fragment.padding),
        edges: PhysicalSides {
            top: fragment.edges.top && cut.is_first,
            bottom: fragment.edges.bottom && has_end,
            ..fragment.edges
        },
        scrollable_overflow: overflow::scrollable_overflow(size, &children),
        children: ctx.cx.alloc_slice_copy(&children),
        first_baseline: baseline(fragment.first_baseline),
        last_baseline: baseline(fragment.last_baseline),
        collapsed_borders: fragment.collapsed_borders,
    })
}

fn child_part<'h>(ctx: &LayoutContext<'_, 'h>, child: &ChildFragment<'h>, cut: Cut) -> Option<ChildFragment<'h>> {
    let top = child.offset.top;
    let height = child.fragment.size().height;
    let moved = |top: LayoutUnit| PhysicalOffset::new(child.offset.left, top - cut.range.start);
    let Fragment::Box(inner) = child.fragment else {
        return cut.takes(top).then(|| ChildFragment { offset: moved(top), fragment: child.fragment });
    };
    let extent = extent(&inner);
    let is_whole = is_monolithic(&inner) || extent.is_zero();
    let bottom = top + extent;
    let fits = top >= cut.range.start && bottom <= cut.range.end;
    if is_whole || fits {
        return cut.takes(top).then(|| ChildFragment { offset: moved(top), fragment: child.fragment });
    }
    let overlaps = (cut.is_first || bottom > cut.range.start) && (cut.is_last || top < cut.range.end);
    if !overlaps {
        return None;
    }
    let inner_cut = cut.within(top, extent);
    let range = inner_cut.range;
    let goes_on = !inner_cut.is_last && range.end < height;
    let end = if goes_on { range.end.max(inner_cut.column_end) } else { range.end.min(height) };
    let end = end.max(range.start);
    let size = PhysicalSize::new(inner.size.width, end - range.start);
    let fragment = part(ctx, &inner, inner_cut, size);
    Some(ChildFragment { offset: moved(top + range.start), fragment: Fragment::Box(fragment) })
}
