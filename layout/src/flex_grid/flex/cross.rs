//! [§ 9.4](https://www.w3.org/TR/css-flexbox-1/#cross-sizing): cross sizes of items and lines.

use super::super::baseline::{AxisBaseline, synthesized};
use super::super::container::{depends_on_block_size, has_block_sizing, size_in};
use super::Flex;
use super::item::Item;
use super::lines::Line;
use crate::alignment::{Distribution, LogicalAxis, share};
use crate::geometry::LayoutUnit;

/// Steps 7, 8, 9 and 11.
pub(super) fn resolve<'h>(flex: &Flex<'_, '_, 'h>, lines: &mut [Line], items: &mut [Item<'h>]) {
    for item in items.iter_mut() {
        hypothetical(flex, item);
    }
    for line in lines.iter_mut() {
        line_cross_size(flex, line, items);
    }
    stretch_lines(flex, lines);
    for line in lines.iter() {
        for item in &mut items[line.items.clone()] {
            stretch(flex, item, line.cross);
        }
    }
}

/// What the lines take of the cross axis.
pub(super) fn sum(flex: &Flex<'_, '_, '_>, lines: &[Line]) -> LayoutUnit {
    let gaps = i32::try_from(lines.len().saturating_sub(1)).unwrap_or(i32::MAX);
    lines.iter().map(|line| line.cross).sum::<LayoutUnit>() + flex.cross_gap.mul_count(gaps)
}

/// Step 7: lays an item out in its main size. One that will fill a container of definite cross size is so laid out at once.
fn hypothetical<'h>(flex: &Flex<'_, '_, 'h>, item: &mut Item<'h>) {
    let axes = flex.style.axes;
    let main = item.border_box_main(flex);
    // § 9.8: after flexing, the main size is definite if the container's is, or the flex basis.
    let is_indefinite = flex.definite_main.is_none() && !item.basis_is_definite;
    let reusable = item.measured.filter(|measured| {
        let measured = axes.main(size_in(measured, flex.container.mode));
        measured == main
            && !has_block_sizing(&item.style)
            && (is_indefinite || !depends_on_block_size(&item.layout_box))
    });
    let result = reusable.unwrap_or_else(|| {
        let mut space = item.space(flex, Some(main), item.stretched_to_container(flex));
        space.fixed_block_is_indefinite = !axes.is_row && is_indefinite;
        crate::dispatch::layout_child(flex.container.ctx, item.layout_box, &space)
    });
    item.cross = axes.cross(size_in(&result, flex.container.mode));
    item.result = Some(result);
}

/// Step 8: a line is as large as its largest item, items aligned by baseline counting as one.
fn line_cross_size<'h>(flex: &Flex<'_, '_, 'h>, line: &mut Line, items: &[Item<'h>]) {
    let axes = flex.style.axes;
    let (mut below, mut above) = (LayoutUnit::MIN, LayoutUnit::MIN);
    let (mut ascent, mut descent) = (LayoutUnit::MIN, LayoutUnit::MIN);
    let mut cross = LayoutUnit::ZERO;
    for item in &items[line.items.clone()] {
        let outer = item.cross + axes.cross_sum(item.margin);
        match cross_baseline(flex, item) {
            Some(baseline) if baseline.is_from_end => {
                descent = descent.max(baseline.distance);
                above = above.max(outer - baseline.distance);
            }
            Some(baseline) => {
                ascent = ascent.max(baseline.distance);
                below = below.max(outer - baseline.distance);
            }
            None => cross = cross.max(outer),
        }
    }
    if ascent > LayoutUnit::MIN {
        line.ascent = ascent;
        cross = cross.max(ascent + below);
    }
    if descent > LayoutUnit::MIN {
        line.descent = descent;
        cross = cross.max(descent + above);
    }
    line.cross = if flex.style.wraps { cross } else { flex.cross_for(cross) };
}

/// The baseline by which an item is aligned on the cross axis, if it is.
pub(super) fn cross_baseline(flex: &Flex<'_, '_, '_>, item: &Item<'_>) -> Option<CrossBaseline> {
    let axes = flex.style.axes;
    let (start, end) = axes.cross_sides(item.margins);
    let (start, end) = (start?, end?);
    let baseline =
        AxisBaseline::of(&flex.container.style, axes.cross_axis(), item.align.position, item.result.as_ref()?)?;
    let outer = item.cross + start + end;
    let from_start = start + baseline.position;
    // Lines run from the end where wrapping is reversed.
    let position = if flex.style.is_wrap_reversed { outer - from_start } else { from_start };
    let is_from_end = baseline.is_from_end;
    Some(CrossBaseline { is_from_end, distance: if is_from_end { outer - position } else { position } })
}

/// A baseline, forward: from the cross-start margin edge, or from the cross-end one.
pub(super) struct CrossBaseline {
    pub is_from_end: bool,
    pub distance: LayoutUnit,
}

/// The distance of an item's baseline from the block-start edge of its border box.
pub(super) fn baseline_of(flex: &Flex<'_, '_, '_>, item: &Item<'_>, is_last: bool) -> LayoutUnit {
    let block = item.result.map_or(item.cross, |result| size_in(&result, flex.container.mode).block);
    let is_parallel = crate::sizing::writing_mode(&item.style).block_flow == flex.container.mode.block_flow;
    let of = |result: &crate::constraint::LayoutResult<'_>| {
        if is_last { result.fragment.last_baseline } else { result.fragment.first_baseline }
    };
    let own = item.result.filter(|_| is_parallel).and_then(|result| of(&result));
    own.unwrap_or_else(|| synthesized(&flex.container.style, LogicalAxis::Block, block))
}

/// Step 9: `align-content: stretch` grows the lines equally.
fn stretch_lines(flex: &Flex<'_, '_, '_>, lines: &mut [Line]) {
    if !flex.style.wraps || flex.style.align_content.distribution != Distribution::Stretch {
        return;
    }
    let needed = sum(flex, lines);
    let free = flex.cross_for(flex.container.natural_block(needed)) - needed;
    if free.is_negative() {
        return;
    }
    let count = lines.len();
    for (index, line) in lines.iter_mut().enumerate() {
        line.cross += share(free, index + 1, count) - share(free, index, count);
    }
}

/// Step 11: an item that fills its line is laid out again if that changes anything.
fn stretch<'h>(flex: &Flex<'_, '_, 'h>, item: &mut Item<'h>, line: LayoutUnit) {
    if item.stretched_to_container(flex).is_some() || !item.stretches(flex) {
        return;
    }
    let cross = item.stretched(flex, line);
    // Filling the line makes the size definite.
    if cross == item.cross && !depends_on_block_size(&item.layout_box) {
        return;
    }
    let axes = flex.style.axes;
    let mut space = item.space(flex, Some(item.border_box_main(flex)), Some(cross));
    space.fixed_block_is_indefinite = !axes.is_row && flex.definite_main.is_none() && !item.basis_is_definite;
    item.result = Some(crate::dispatch::layout_child(flex.container.ctx, item.layout_box, &space));
    item.cross = cross;
}
