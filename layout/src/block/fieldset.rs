//! Fieldsets and their rendered legends
//! ([HTML, § 15.3.13](https://html.spec.whatwg.org/multipage/rendering.html#the-fieldset-and-legend-elements)).

use ashlar_gc::Gc;

use super::flow::{Container, FlowState, inline_start_margin, layout_block_level, layout_contents};
use crate::box_tree::{BoxContents, LayoutBox};
use crate::context::LayoutContext;
use crate::geometry::{LayoutUnit, LogicalOffset};
use crate::positioned::relative_offset;
use crate::sizing;

/// Lays out a fieldset's contents: the legend on the block-start border, the rest below it. Answers by how much the
/// legend is higher than the border; the border itself is to be drawn at the legend's middle.
pub(super) fn layout<'h>(
    ctx: &LayoutContext<'_, 'h>,
    state: &mut FlowState<'h>,
    container: &mut Container<'_, 'h>,
    fieldset: Gc<'h, LayoutBox<'h>>,
) -> LayoutUnit {
    let BoxContents::Blocks(children) = fieldset.contents else {
        layout_contents(ctx, state, container, fieldset);
        return LayoutUnit::ZERO;
    };
    let legend = legend(&fieldset);
    let extra = legend.map_or(LayoutUnit::ZERO, |legend| place_legend(ctx, container, legend));
    container.content_offset.block += extra;
    for child in children.iter().filter(|child| legend.is_none_or(|legend| !legend.ptr_eq(**child))) {
        layout_block_level(ctx, state, container, *child);
    }
    extra
}

/// The rendered legend of a fieldset.
pub(super) fn legend<'h>(fieldset: &LayoutBox<'h>) -> Option<Gc<'h, LayoutBox<'h>>> {
    let BoxContents::Blocks(children) = fieldset.contents else { return None };
    children.iter().copied().find(|child| child.flags.is_legend && is_in_flow(child))
}

fn is_in_flow(child: &LayoutBox<'_>) -> bool {
    !child.is_absolutely_positioned() && !child.is_floating()
}

fn place_legend<'h>(
    ctx: &LayoutContext<'_, 'h>,
    container: &mut Container<'_, 'h>,
    legend: Gc<'h, LayoutBox<'h>>,
) -> LayoutUnit {
    let mut space = container.child_space(&legend);
    space.shrink_to_fit = true;
    let result = crate::dispatch::layout_child(ctx, legend, &space);
    let size = result.fragment.size.to_logical(container.mode);
    let margins = sizing::margins_in(&legend.style, container.inline_size, container.mode);
    let inline = container.content_offset.inline + inline_start_margin(container, &legend, margins, size.inline);
    let border = container.builder.frame.border.block_start;
    let margins = sizing::auto_as_zero(margins);
    let room = (border - size.block - margins.block_sum()).clamp_negative_to_zero();
    let block = margins.block_start + room.div_count(2);
    let shift = relative_offset(&legend.style, container.inline_size, container.percentage_block, container.mode);
    container.builder.add_result(result, LogicalOffset::new(inline, block), shift);
    (block + size.block + margins.block_end - border).clamp_negative_to_zero()
}
