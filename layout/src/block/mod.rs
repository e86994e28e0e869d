//! Block layout: block formatting contexts, their in-flow blocks, margins and floats.
//!
//! One pass goes through a block formatting context in tree order. What a pass knows is in `flow::FlowState`: the
//! floats so far, the lower edge of the last thing that took room, and the margins below it that may still collapse.
//! Block positions are those of the context from the start: a block knows where it begins before its contents are laid
//! out, because the margins that adjoin its own are found by looking ahead (`margin_collapse`). So floats and lines are
//! placed once and never moved. What is *not* known then is the block's own block size, for it depends on the contents;
//! physical offsets, which in some writing modes depend on it, are made when the fragment is finished.
//!
//! - `flow`: blocks of the same context, one after the other; where each begins and ends.
//! - `margin_collapse`: sets of adjoining margins, and looking ahead.
//! - `float`: placing floats and asking for the room they leave.
//! - `avoid_floats`: children that are contexts of their own.
//! - `inline_content`: the door to inline layout.
//! - `marker`, `fieldset`, `quirks`: what their names say.
//! - `intrinsic`: min- and max-content sizes.
//! - `multicol`: the contents in columns.
//!
//! Rejected: laying out with an estimated position and again when the estimate was wrong, as LayoutNG does (two passes
//! over every first child); collecting floats and placing them once margins are known (lines depend on floats).

mod avoid_floats;
mod fieldset;
pub mod float;
mod flow;
mod inline_content;
mod intrinsic;
pub mod margin_collapse;
mod marker;
pub mod multicol;
mod quirks;

use ashlar_gc::Gc;

use crate::alignment::{ContentAlignment, Distribution, LogicalAxis};
use crate::box_tree::LayoutBox;
use crate::constraint::{ConstraintSpace, LayoutResult, OutOfFlowBox};
use crate::context::LayoutContext;
use crate::css::values::alignment::OverflowPosition;
use crate::css::values::text::VerticalAlign;
use crate::fragment_tree::builder::BoxFragmentBuilder;
use crate::fragment_tree::{BoxFragmentKind, ChildFragment, Fragment};
use crate::geometry::{LayoutUnit, LogicalOffset, LogicalSize, WritingMode};
use crate::positioned::relative_offset;
use crate::sizing::{self, Frame};

use flow::{Container, FlowState};

pub use intrinsic::intrinsic_sizes;

/// Whether a child of a container of this writing mode is laid out apart.
fn is_independent(child: &LayoutBox<'_>, mode: WritingMode) -> bool {
    child.establishes_independent_formatting_context()
        || sizing::writing_mode(&child.style).block_flow != mode.block_flow
}

/// Lays out a block container as an independent formatting context.
pub fn layout<'h>(
    ctx: &LayoutContext<'_, 'h>,
    layout_box: Gc<'h, LayoutBox<'h>>,
    space: &ConstraintSpace,
) -> LayoutResult<'h> {
    layout_cell(ctx, layout_box, space, LayoutUnit::ZERO)
}

/// The same for a table cell whose row has a baseline: the content is moved down by `baseline_shift`. Cells with
/// `vertical-align: middle` and `bottom` place their content in the fixed block size themselves
/// ([§ 17.5.3](https://www.w3.org/TR/CSS22/tables.html#height-layout)).
pub fn layout_cell<'h>(
    ctx: &LayoutContext<'_, 'h>,
    layout_box: Gc<'h, LayoutBox<'h>>,
    space: &ConstraintSpace,
    baseline_shift: LayoutUnit,
) -> LayoutResult<'h> {
    let style = &*layout_box.style;
    let mode = sizing::writing_mode(style);
    // 1. The inline axis, for the contents depend on it.
    let frame = Frame::of(style, space.percentage_inline);
    let margins = sizing::used_margins(style, space.percentage_inline, mode);
    let own_space = sizing::space_in_own_axes(ctx, style, space);
    let inline = sizing::border_box_inline_size(ctx, &layout_box, &own_space, frame, margins.inline_sum());
    // 2. What of the block axis is known before layout.
    let mut sizes = sizing::block_sizes(style, &own_space, frame, inline);
    let percentage_block = quirks::percentage_block(ctx, &layout_box, &sizes, &own_space, margins.block_sum());
    quirks::fill_viewport(ctx, &layout_box, &mut sizes, &own_space, margins.block_sum());
    // 3. The contents.
    let mut builder = BoxFragmentBuilder::new(&layout_box, BoxFragmentKind::Block, frame);
    let mut state = FlowState::new();
    let content_inline = (inline - frame.inline_sum()).clamp_negative_to_zero();
    let is_multicol = multicol::is_multicol(style) && !sizing::skips_contents(style);
    if is_multicol {
        let block = ctx.opaque(|| multicol::layout(ctx, &mut builder, layout_box, content_inline, &sizes));
        state.advance_to(block);
    }
    let mut container = Container {
        builder: &mut builder,
        style: layout_box.style,
        mode,
        inline_size: content_inline,
        percentage_block,
        line_left: LayoutUnit::ZERO,
        block_start: LayoutUnit::ZERO,
        content_offset: frame.start(),
    };
    let legend =
        if is_multicol { LayoutUnit::ZERO } else { layout_single_column(ctx, &mut state, &mut container, layout_box) };
    if let Some(outside) = layout_box.outside_marker {
        ctx.opaque(|| marker::place(ctx, &mut state, &mut container, outside));
    }
    // 4. The block axis, for it depends on the contents.
    let content = content_block_size(&state, &layout_box);
    let natural = content + legend + frame.block_sum();
    let block = sizes.used(natural);
    let shift = content_shift(&layout_box, space, block - natural) + baseline_shift;
    if !shift.is_zero() {
        // A rendered legend stays on its border.
        let first = usize::from(layout_box.flags.is_fieldset && fieldset::legend(&layout_box).is_some());
        builder.move_children(first, LogicalOffset::new(LayoutUnit::ZERO, shift));
    }
    // A scroll container has no baseline outside of its border box (CSS Align 3, § 9.1).
    if sizing::clips_inline(style, mode) {
        let clamp = |baseline: &mut LayoutUnit| *baseline = (*baseline).min(block).clamp_negative_to_zero();
        builder.first_baseline.iter_mut().chain(&mut builder.last_baseline).for_each(clamp);
    }
    // 5. The fragment, with the absolutely positioned boxes it contains.
    builder.finish(ctx, LogicalSize::new(inline, block))
}

/// Lays out the contents; answers by how much a rendered legend is higher than the border it stands on.
fn layout_single_column<'h>(
    ctx: &LayoutContext<'_, 'h>,
    state: &mut FlowState<'h>,
    container: &mut Container<'_, 'h>,
    layout_box: Gc<'h, LayoutBox<'h>>,
) -> LayoutUnit {
    if layout_box.flags.is_fieldset {
        return ctx.opaque(|| fieldset::layout(ctx, state, container, layout_box));
    }
    flow::layout_contents(ctx, state, container, layout_box);
    LayoutUnit::ZERO
}

/// By how much the contents are moved down in a box that has more room than they need.
fn content_shift(layout_box: &LayoutBox<'_>, space: &ConstraintSpace, free: LayoutUnit) -> LayoutUnit {
    if layout_box.flags.centers_content {
        return free.div_count(2);
    }
    if space.is_table_cell && !free.is_negative() {
        return match layout_box.style.vertical_align() {
            VerticalAlign::Middle => free.div_count(2),
            VerticalAlign::Bottom => free,
            _ => LayoutUnit::ZERO,
        };
    }
    if layout_box.aligns_content() { aligned_content(layout_box, free) } else { LayoutUnit::ZERO }
}

/// [CSS Align 3, § 5.1.1](https://www.w3.org/TR/css-align-3/#distribution-block): the contents are aligned as one;
/// such that none is out of reach, unless that is asked for.
fn aligned_content(layout_box: &LayoutBox<'_>, free: LayoutUnit) -> LayoutUnit {
    let value = layout_box.style.align_content().0;
    if free.is_negative() && value.overflow != OverflowPosition::Unsafe {
        return LayoutUnit::ZERO;
    }
    let mode = sizing::writing_mode(&layout_box.style);
    match ContentAlignment::new(value, LogicalAxis::Block, mode, false).used(free, 1) {
        Distribution::Center | Distribution::SpaceAround | Distribution::SpaceEvenly => free.div_count(2),
        Distribution::End => free,
        Distribution::Start | Distribution::SpaceBetween | Distribution::Stretch => LayoutUnit::ZERO,
    }
}

/// [§ 10.6.7](https://www.w3.org/TR/CSS22/visudet.html#root-height): the extent of the contents of a block formatting
/// context root, end margins and floats included.
fn content_block_size(state: &FlowState<'_>, layout_box: &LayoutBox<'_>) -> LayoutUnit {
    if sizing::contains_block_size(&layout_box.style) {
        return sizing::contained_block_size(&layout_box.style);
    }
    if let Some(size) = layout_box.flags.control_block_size {
        return size;
    }
    let floats = state.floats.lowest_edge().unwrap_or_default();
    state.position_with_margin().max(floats).clamp_negative_to_zero()
}

/// Lays out the root element's box in the initial containing block; answers with it what no fragment contains.
pub fn layout_root<'h>(
    ctx: &LayoutContext<'_, 'h>,
    root: Gc<'h, LayoutBox<'h>>,
) -> (ChildFragment<'h>, Vec<OutOfFlowBox<'h>>) {
    let style = &*root.style;
    let mode = sizing::writing_mode(style);
    let viewport = ctx.viewport.to_logical(mode);
    let mut space = ConstraintSpace::new(viewport.inline, Some(viewport.block), mode);
    let floats = float::float_side(*style.float()).filter(|_| root.is_floating());
    space.shrink_to_fit = floats.is_some();
    let result = crate::dispatch::layout_child(ctx, root, &space);
    let margins = sizing::margins_in(style, viewport.inline, mode);
    let size = result.fragment.size;
    let inline_size = size.to_logical(mode).inline;
    let inline = match floats {
        Some(side) if (side == float::FloatSide::Right) != mode.is_rtl() => {
            viewport.inline - inline_size - margins.inline_end.unwrap_or_default()
        }
        Some(_) => margins.inline_start.unwrap_or_default(),
        None => flow::start_margin_within(&ctx.initial_style, mode, &root, viewport.inline, margins, inline_size),
    };
    let offset = LogicalOffset::new(inline, margins.block_start.unwrap_or_default());
    let shift = relative_offset(style, viewport.inline, Some(viewport.block), mode);
    let offset = offset.to_physical(mode, ctx.viewport, size) + shift;
    let child = ChildFragment { offset, fragment: Fragment::Box(result.fragment) };
    let out_of_flow = result
        .out_of_flow
        .iter()
        .map(|carried| OutOfFlowBox { static_position: carried.static_position + offset, ..*carried })
        .collect();
    (child, out_of_flow)
}

#[cfg(test)]
mod tests;
