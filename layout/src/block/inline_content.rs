//! The door from block to inline layout.

use ashlar_gc::Gc;

use super::flow::{Container, FlowState};
use crate::box_tree::{InlineContents, LayoutBox};
use crate::context::LayoutContext;
use crate::fragment_tree::Fragment;
use crate::geometry::{LayoutUnit, LogicalOffset};
use crate::inline::{self, InlineSpace};

/// Lays out the inline contents of a block container. Where they make no line, the pending margins collapse through
/// them, and only floats and absolutely positioned boxes are placed.
pub(super) fn layout<'h>(
    ctx: &LayoutContext<'_, 'h>,
    state: &mut FlowState<'h>,
    container: &mut Container<'_, 'h>,
    layout_box: Gc<'h, LayoutBox<'h>>,
    contents: Gc<'h, InlineContents<'h>>,
) {
    let has_lines = inline::has_line_content(&contents);
    if has_lines {
        state.settle();
    }
    let block_offset = state.position_with_margin();
    let space = InlineSpace {
        inline_size: container.inline_size,
        percentage_block: container.percentage_block,
        mode: container.mode,
        line_left_offset: container.line_left,
        block_offset,
        line_clamp: state.lines_left,
    };
    let result = ctx.opaque(|| inline::layout_inline(ctx, layout_box, contents, &space, &mut state.floats));
    let (mut above, mut below) = (LayoutUnit::ZERO, LayoutUnit::ZERO);
    if has_lines {
        let trim = std::mem::take(&mut state.trim);
        above = if trim.start { result.above_text } else { above };
        below = if trim.end { result.below_text } else { below };
    }
    let offset = LogicalOffset::new(LayoutUnit::ZERO, block_offset - above - container.block_start);
    let corner = container.content_offset + offset;
    for child in &result.lines {
        container.builder.add_in_content_box(*child, corner.block);
    }
    for carried in &result.out_of_flow {
        container.builder.add_out_of_flow_in_content_box(*carried, corner.block);
    }
    if let Some(baseline) = result.first_baseline {
        container.builder.first_baseline.get_or_insert(corner.block + baseline);
    }
    if let Some(baseline) = result.last_baseline {
        container.builder.last_baseline = Some(corner.block + baseline);
    }
    if let Some(left) = &mut state.lines_left {
        let lines = result.lines.iter().filter(|child| matches!(child.fragment, Fragment::Line(_))).count();
        *left = left.saturating_sub(u32::try_from(lines).unwrap_or(u32::MAX));
    }
    if has_lines {
        state.advance_to(block_offset + result.block_size - above - below);
    }
}

/// [`-webkit-line-clamp`](https://www.w3.org/TR/css-overflow-4/#webkit-line-clamp) works in the boxes of
/// `display: -webkit-box` alone.
pub(super) fn line_clamp(layout_box: &LayoutBox<'_>) -> Option<u32> {
    let style = &*layout_box.style;
    style.webkit_line_clamp().0.filter(|_| style.clamps_lines())
}
