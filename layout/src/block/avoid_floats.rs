//! Block-level boxes with a formatting context of their own keep clear of floats.
//!
//! [§ 9.5](https://www.w3.org/TR/CSS22/visuren.html#floats): the border box of a table, a replaced element or the root
//! of a new formatting context may not overlap the margin box of a float: it becomes narrower where its size allows
//! that, or goes below.

use ashlar_gc::Gc;

use super::flow::{Container, FlowState, Trim, start_margin_within};
use super::margin_collapse::CollapsibleMargin;
use crate::box_tree::LayoutBox;
use crate::constraint::LayoutResult;
use crate::context::LayoutContext;
use crate::geometry::{LayoutUnit, LogicalSides};
use crate::sizing;

/// How often a box is laid out at one place because it is higher than thought.
const MAX_ATTEMPTS: u32 = 4;

/// Lays out a child in normal flow that is an independent formatting context.
pub(super) fn layout<'h>(
    ctx: &LayoutContext<'_, 'h>,
    state: &mut FlowState<'h>,
    container: &mut Container<'_, 'h>,
    child: Gc<'h, LayoutBox<'h>>,
) {
    let style = &*child.style;
    let margins = sizing::margins_in(style, container.inline_size, container.mode);
    let used_margins = sizing::auto_as_zero(margins);
    let start_margin = CollapsibleMargin::new(used_margins.block_start);
    let clear = *style.clear();
    let adjoining = state.adjoining_floats();
    let placed = if let Some(edge) = state.cleared_edge(clear, start_margin) {
        state.advance_to(edge);
        beside_floats(ctx, state, container, child, margins)
    } else if adjoining.0 || adjoining.1 {
        beside_adjoining_floats(ctx, state, container, child, margins)
    } else {
        state.margin.adjoin(start_margin);
        state.settle();
        if state.floats.is_empty() {
            beside_nothing(ctx, state, container, child, margins)
        } else {
            beside_floats(ctx, state, container, child, margins)
        }
    };
    let block = placed.result.fragment.size.to_logical(container.mode).block;
    container.add_in_flow(placed.result, placed.inline_offset, placed.block);
    state.advance_to(placed.block + block);
    state.trim = Trim::default();
    state.margin = CollapsibleMargin::new(used_margins.block_end);
}

/// Floats whose containing block the box's start margin would move: where the box does not fit beside them they stay,
/// and it goes below as if it were cleared.
fn beside_adjoining_floats<'h>(
    ctx: &LayoutContext<'_, 'h>,
    state: &mut FlowState<'h>,
    container: &Container<'_, 'h>,
    child: Gc<'h, LayoutBox<'h>>,
    margins: LogicalSides<Option<LayoutUnit>>,
) -> Placed<'h> {
    let mut with_margin = state.margin;
    with_margin.adjoin(CollapsibleMargin::new(margins.block_start.unwrap_or_default()));
    let moved = state.position + with_margin.solve();
    state.settle();
    let placed = beside_floats(ctx, state, container, child, margins);
    if placed.block != state.position || moved == state.position {
        return placed;
    }
    state.advance_to(moved);
    beside_floats(ctx, state, container, child, margins)
}

struct Placed<'h> {
    result: LayoutResult<'h>,
    inline_offset: LayoutUnit,
    block: LayoutUnit,
}

fn beside_nothing<'h>(
    ctx: &LayoutContext<'_, 'h>,
    state: &FlowState<'h>,
    container: &Container<'_, 'h>,
    child: Gc<'h, LayoutBox<'h>>,
    margins: LogicalSides<Option<LayoutUnit>>,
) -> Placed<'h> {
    let result = crate::dispatch::layout_child(ctx, child, &container.child_space(&child));
    let inline = result.fragment.size.to_logical(container.mode).inline;
    let inline_offset = super::flow::inline_start_margin(container, &child, margins, inline);
    Placed { result, inline_offset, block: state.position }
}

fn beside_floats<'h>(
    ctx: &LayoutContext<'_, 'h>,
    state: &FlowState<'h>,
    container: &Container<'_, 'h>,
    child: Gc<'h, LayoutBox<'h>>,
    margins: LogicalSides<Option<LayoutUnit>>,
) -> Placed<'h> {
    let range = container.range();
    let (margin_left, margin_right) = if container.mode.is_rtl() {
        (margins.inline_end, margins.inline_start)
    } else {
        (margins.inline_start, margins.inline_end)
    };
    let own_left = range.left + margin_left.unwrap_or_default();
    let own_right = range.right - margin_right.unwrap_or_default();
    let margin_sum = sizing::auto_as_zero(margins).inline_sum();
    let mut block = state.position;
    // Each round goes one band further down, so there are no more rounds than bands.
    loop {
        let mut height = LayoutUnit::EPSILON;
        let mut attempts = 0;
        let next = state.floats.next_edge_below(block);
        loop {
            let free = state.floats.available_band(block, height, range);
            let intrudes = free != range;
            let (left, right) =
                if intrudes { (free.left.max(own_left), free.right.min(own_right)) } else { (own_left, own_right) };
            let room = right - left;
            let mut space = container.child_space(&child);
            // The margin box, such that filling it leaves the room for the border box.
            space.available_inline = room.clamp_negative_to_zero() + margin_sum;
            let result = crate::dispatch::layout_child(ctx, child, &space);
            let size = result.fragment.size.to_logical(container.mode);
            attempts += 1;
            let used_height = size.block.max(height);
            if attempts < MAX_ATTEMPTS && state.floats.available_band(block, used_height, range) != free {
                // It is higher than thought and reaches a float further down.
                height = used_height;
                continue;
            }
            if !intrudes || next.is_none() || (size.inline <= room && room > LayoutUnit::ZERO) {
                let without_margins = LogicalSides {
                    inline_start: margins.inline_start.map(|_| LayoutUnit::ZERO),
                    inline_end: margins.inline_end.map(|_| LayoutUnit::ZERO),
                    ..margins
                };
                let (style, mode) = (&container.style, container.mode);
                let start = start_margin_within(style, mode, &child, room, without_margins, size.inline);
                let line_left = if container.mode.is_rtl() { right - start - size.inline } else { left + start };
                return Placed { result, inline_offset: container.inline_offset(line_left, size.inline), block };
            }
            break;
        }
        block = next.unwrap_or(block);
    }
}
