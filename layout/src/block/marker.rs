//! Outside list markers.

use ashlar_gc::Gc;

use super::flow::{Container, FlowState};
use crate::box_tree::LayoutBox;
use crate::constraint::ConstraintSpace;
use crate::context::LayoutContext;
use crate::geometry::{LayoutUnit, LogicalOffset, PhysicalOffset};
use crate::sizing;

/// Lays out a list item's outside marker, its contents being laid out: its margin box ends at the border edge of the
/// item, moved by floats that intrude, and it shares the baseline of the item's first line. Without a line it makes
/// one of its own height ([§ 3.1](https://www.w3.org/TR/css-lists-3/#list-style-position-outside)).
pub(super) fn place<'h>(
    ctx: &LayoutContext<'_, 'h>,
    state: &mut FlowState<'h>,
    container: &mut Container<'_, 'h>,
    marker: Gc<'h, LayoutBox<'h>>,
) {
    let mut space = ConstraintSpace::new(LayoutUnit::MAX, None, container.mode);
    space.percentage_inline = container.inline_size;
    space.shrink_to_fit = true;
    let result = crate::dispatch::layout_child(ctx, marker, &space);
    let size = result.fragment.size.to_logical(container.mode);
    let margin = sizing::used_margins(&marker.style, container.inline_size, container.mode);
    let content = container.content_offset;
    let block = match container.builder.first_baseline {
        Some(baseline) => baseline - result.fragment.first_baseline.unwrap_or(size.block),
        None => {
            let top = state.position_with_margin();
            if state.position + state.margin.solve() <= container.block_start {
                state.settle();
                state.advance_to(top + size.block);
            }
            container.builder.first_baseline = result.fragment.first_baseline.map(|baseline| content.block + baseline);
            container.builder.last_baseline = container.builder.last_baseline.or(container.builder.first_baseline);
            content.block
        }
    };
    let line_block = container.block_start + block - content.block;
    let free = state.floats.available_band(line_block, LayoutUnit::EPSILON, container.range());
    let intrusion =
        if container.mode.is_rtl() { container.range().right - free.right } else { free.left - container.range().left };
    let inline = intrusion - margin.inline_end - size.inline;
    container.builder.add_result(result, LogicalOffset::new(inline, block), PhysicalOffset::default());
}
