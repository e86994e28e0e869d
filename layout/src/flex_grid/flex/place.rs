//! Alignment: [§ 9.5](https://www.w3.org/TR/css-flexbox-1/#main-alignment) and
//! [§ 9.6](https://www.w3.org/TR/css-flexbox-1/#cross-alignment), and the fragments.

use ashlar_gc::Gc;

use super::Flex;
use super::cross::{self, baseline_of, cross_baseline};
use super::item::Item;
use super::lines::Line;
use crate::alignment::{FreeSpace, ItemPosition, share};
use crate::box_tree::LayoutBox;
use crate::constraint::StaticEdge;
use crate::fragment_tree::builder::BoxFragmentBuilder;
use crate::geometry::{LayoutUnit, LogicalSides};

/// Steps 12 to 16, forward: the container's content box has this cross size.
pub(super) fn align<'h>(flex: &Flex<'_, '_, 'h>, lines: &mut [Line], items: &mut [Item<'h>], cross: LayoutUnit) {
    align_lines(flex, lines, cross);
    for line in lines.iter() {
        justify(flex, line, items);
        for item in &mut items[line.items.clone()] {
            align_item(flex, line, item);
        }
    }
}

/// Step 16: lines by `align-content`.
fn align_lines(flex: &Flex<'_, '_, '_>, lines: &mut [Line], cross: LayoutUnit) {
    if !flex.style.wraps {
        return;
    }
    let free = cross - cross::sum(flex, lines);
    let space = FreeSpace::new(flex.style.align_content.used(free, lines.len()), free, lines.len());
    let mut at = space.before;
    for (index, line) in lines.iter_mut().enumerate() {
        line.cross_offset = at + space.up_to(index);
        at += line.cross + flex.cross_gap;
    }
}

/// Step 12: items by `auto` margins, else by `justify-content`.
fn justify<'h>(flex: &Flex<'_, '_, 'h>, line: &Line, items: &mut [Item<'h>]) {
    let axes = flex.style.axes;
    let items = &mut items[line.items.clone()];
    let gaps = flex.main_gap.mul_count(i32::try_from(items.len().saturating_sub(1)).unwrap_or(i32::MAX));
    let mut free = line.main - gaps - items.iter().map(|item| item.main + item.outer_main_sum(flex)).sum();
    let autos = |item: &Item<'_>| {
        let (start, end) = axes.main_sides(item.margins);
        usize::from(start.is_none()) + usize::from(end.is_none())
    };
    let auto_count: usize = items.iter().map(autos).sum();
    if auto_count > 0 && free > LayoutUnit::ZERO {
        let mut index = 0;
        let mut used = |margin: Option<LayoutUnit>| {
            margin.unwrap_or_else(|| {
                index += 1;
                share(free, index, auto_count) - share(free, index - 1, auto_count)
            })
        };
        for item in items.iter_mut() {
            let (start, end) = axes.main_sides(item.margins);
            let (start, end) = (used(start), used(end));
            set_main(flex, &mut item.margin, start, end);
        }
        free = LayoutUnit::ZERO;
    }
    let space = FreeSpace::new(flex.style.justify_content.used(free, items.len()), free, items.len());
    let mut at = space.before;
    for (index, item) in items.iter_mut().enumerate() {
        let (start, end) = axes.main_sides(item.margin);
        let (before, after) = if flex.style.is_reversed { (end, start) } else { (start, end) };
        item.main_offset = at + before + space.up_to(index);
        at += before + item.border_box_main(flex) + after + flex.main_gap;
    }
}

fn set_main(flex: &Flex<'_, '_, '_>, margin: &mut LogicalSides<LayoutUnit>, start: LayoutUnit, end: LayoutUnit) {
    if flex.style.axes.is_row {
        (margin.inline_start, margin.inline_end) = (start, end);
    } else {
        (margin.block_start, margin.block_end) = (start, end);
    }
}

/// Steps 13 and 14: an item in its line.
fn align_item<'h>(flex: &Flex<'_, '_, 'h>, line: &Line, item: &mut Item<'h>) {
    let axes = flex.style.axes;
    let free = line.cross - item.cross - axes.cross_sum(item.margin);
    let flip = |(start, end)| if flex.style.is_wrap_reversed { (end, start) } else { (start, end) };
    let (before, _) = flip(axes.cross_sides(item.margin));
    let (auto_before, auto_after) = {
        let (start, end) = axes.cross_sides(item.margins);
        if flex.style.is_wrap_reversed { (end.is_none(), start.is_none()) } else { (start.is_none(), end.is_none()) }
    };
    let room = free.clamp_negative_to_zero();
    let shift = match (auto_before, auto_after) {
        (true, true) => room.div_count(2),
        // AD-HOC: too large an item stays at the start of the line, whatever side that is.
        (true, false) => room,
        (false, true) => LayoutUnit::ZERO,
        (false, false) => match item.align.used(free) {
            ItemPosition::Stretch | ItemPosition::Start => LayoutUnit::ZERO,
            ItemPosition::End => free,
            ItemPosition::Center => free.div_count(2),
            ItemPosition::Baseline | ItemPosition::LastBaseline => match cross_baseline(flex, item) {
                Some(baseline) if baseline.is_from_end => free - (line.descent - baseline.distance),
                Some(baseline) => line.ascent - baseline.distance,
                None => LayoutUnit::ZERO,
            },
        },
    };
    item.cross_offset = line.cross_offset + before + shift;
}

/// Puts the items into the fragment, mirrored where the flow is reversed, and exports the container's baselines.
pub(super) fn add_items<'h>(
    flex: &Flex<'_, '_, 'h>,
    builder: &mut BoxFragmentBuilder<'h>,
    lines: &[Line],
    items: &[Item<'h>],
    main: LayoutUnit,
    cross: LayoutUnit,
) {
    let axes = flex.style.axes;
    let place = |item: &Item<'h>| {
        let size = item.border_box_main(flex);
        let main_offset = if flex.style.is_reversed { main - item.main_offset - size } else { item.main_offset };
        let cross_offset =
            if flex.style.is_wrap_reversed { cross - item.cross_offset - item.cross } else { item.cross_offset };
        axes.offset(main_offset, cross_offset)
    };
    let area = (flex.container.content_inline, flex.container.definite_block());
    for item in items {
        if let Some(result) = item.result {
            flex.container.add_item(builder, result, place(item), area);
        }
    }
    let top = |item: &Item<'h>| flex.container.frame.start().block + place(item).block;
    builder.first_baseline =
        exporting_item(flex, lines, items, false).map(|item| top(item) + baseline_of(flex, item, false));
    builder.last_baseline =
        exporting_item(flex, lines, items, true).map(|item| top(item) + baseline_of(flex, item, true));
}

/// [§ 8.5](https://www.w3.org/TR/css-flexbox-1/#flex-baselines): the item whose baseline is the container's.
fn exporting_item<'i, 'h>(
    flex: &Flex<'_, '_, 'h>,
    lines: &[Line],
    items: &'i [Item<'h>],
    is_last: bool,
) -> Option<&'i Item<'h>> {
    let at_end = is_last != flex.style.is_wrap_reversed;
    let line = if at_end { lines.last()? } else { lines.first()? };
    let items = &items[line.items.clone()];
    let wanted = if is_last { ItemPosition::LastBaseline } else { ItemPosition::Baseline };
    let aligned = items.iter().find(|item| item.align.position == wanted && cross_baseline(flex, item).is_some());
    let from_end = is_last != (flex.style.is_reversed && !flex.style.axes.is_row);
    aligned.or_else(|| if from_end { items.last() } else { items.first() })
}

/// [§ 4.1](https://www.w3.org/TR/css-flexbox-1/#abspos-items): the static position is that of a sole item in the content box.
pub(super) fn add_out_of_flow<'h>(
    flex: &Flex<'_, '_, 'h>,
    builder: &mut BoxFragmentBuilder<'h>,
    children: &[Gc<'h, LayoutBox<'h>>],
    main: LayoutUnit,
    cross: LayoutUnit,
) {
    let axes = flex.style.axes;
    let mirror = |edge, is_reversed: bool| match edge {
        StaticEdge::Start if is_reversed => StaticEdge::End,
        StaticEdge::End if is_reversed => StaticEdge::Start,
        other => other,
    };
    let at = |edge, extent: LayoutUnit| match edge {
        StaticEdge::Start => LayoutUnit::ZERO,
        StaticEdge::Center => extent.div_count(2),
        StaticEdge::End => extent,
    };
    for child in children {
        let main_edge = mirror(flex.style.justify_content.static_edge(), flex.style.is_reversed);
        let cross_edge = mirror(flex.style.align_of(&child.style).static_edge(), flex.style.is_wrap_reversed);
        let offset = flex.container.frame.start() + axes.offset(at(main_edge, main), at(cross_edge, cross));
        let (inline_edge, block_edge) = if axes.is_row { (main_edge, cross_edge) } else { (cross_edge, main_edge) };
        builder.add_out_of_flow(*child, offset, inline_edge, block_edge);
    }
}
