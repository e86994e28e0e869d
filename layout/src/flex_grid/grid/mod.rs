//! Grid layout ([CSS Grid 2](https://www.w3.org/TR/css-grid-2/)).
//!
//! taffy places the items and sizes the tracks (§ 8 and § 12) through `adapter`, with styles made by `style`; it knows only
//! the content box. The tracks come back in f32 and are cut to whole 1/64 px as Blink cuts them (`tracks`); alignment,
//! the items' sizes in their areas and absolutely positioned children are ours (`place`), as they ask for exact sums.
//!
//! Not done: `subgrid`, which is `none`.

mod adapter;
mod baseline;
mod place;
mod style;
mod tracks;

use ashlar_gc::Gc;
use taffy::{AvailableSpace, LayoutInput, LayoutOutput, RequestedAxis, RunMode, Size, SizingMode};

use super::container::{Container, gap, sort_children};
use crate::alignment::{ContentAlignment, ItemAlignment, LogicalAxis};
use crate::box_tree::LayoutBox;
use crate::constraint::{ConstraintSpace, IntrinsicSizes, LayoutResult};
use crate::context::LayoutContext;
use crate::css::ComputedStyle;
use crate::geometry::{LayoutUnit, WritingMode};
use crate::sizing;
use adapter::Adapter;
use place::Grid;
use style::Lengths;

/// How the tracks are aligned on both axes.
fn content_alignments(style: &ComputedStyle<'_>, mode: WritingMode) -> (ContentAlignment, ContentAlignment) {
    let new = |value, axis| ContentAlignment::new(value, axis, mode, false);
    (new(style.justify_content().0, LogicalAxis::Inline), new(style.align_content().0, LogicalAxis::Block))
}

/// How an item is aligned on both axes.
fn item_alignments(
    container: &ComputedStyle<'_>,
    mode: WritingMode,
    item: &ComputedStyle<'_>,
) -> (ItemAlignment, ItemAlignment) {
    let new = |own, items, axis| ItemAlignment::new(own, items, axis, mode, sizing::writing_mode(item), false);
    (
        new(item.justify_self().0, container.justify_items().0, LogicalAxis::Inline),
        new(item.align_self().0, container.align_items().0, LogicalAxis::Block),
    )
}

/// A grid container for taffy.
fn adapter<'c, 'a, 'h>(
    ctx: &'c LayoutContext<'a, 'h>,
    style: &ComputedStyle<'h>,
    items: &[Gc<'h, LayoutBox<'h>>],
    bases: (Option<LayoutUnit>, Option<LayoutUnit>),
) -> Adapter<'c, 'a, 'h> {
    let mode = sizing::writing_mode(style);
    let mut lengths = Lengths::default();
    // Percentage gaps without a basis are zero while tracks are sized (CSS Align, § 8.3).
    let gaps = (gap(style.column_gap(), bases.0), gap(style.row_gap(), bases.1));
    let container = lengths.container(style, content_alignments(style, mode), gaps);
    let items = items
        .iter()
        .map(|item| {
            let (justify, align) = item_alignments(style, mode, &item.style);
            (*item, lengths.item(ctx, item, mode, justify, align))
        })
        .collect();
    Adapter { ctx, mode, style: container, items, lengths, info: None }
}

fn compute(
    adapter: &mut Adapter<'_, '_, '_>,
    known: Size<Option<f32>>,
    available: AvailableSpace,
    run_mode: RunMode,
    axis: RequestedAxis,
) -> LayoutOutput {
    let root = adapter.root();
    let inputs = LayoutInput {
        run_mode,
        sizing_mode: SizingMode::InherentSize,
        axis,
        known_dimensions: known,
        known_dimensions_are_definite: Size { width: true, height: true },
        parent_size: Size::NONE,
        available_space: Size { width: available, height: AvailableSpace::MaxContent },
        vertical_margins_are_collapsible: taffy::Line::FALSE,
    };
    taffy::compute_grid_layout(adapter, root, inputs)
}

/// Lays a grid container out.
pub(super) fn layout<'h>(
    ctx: &LayoutContext<'_, 'h>,
    layout_box: Gc<'h, LayoutBox<'h>>,
    children: &[Gc<'h, LayoutBox<'h>>],
    space: &ConstraintSpace,
) -> LayoutResult<'h> {
    let container = Container::new(ctx, layout_box, space);
    let children = if container.skips_contents() { &[] } else { children };
    let (items, out_of_flow) = sort_children(children);
    let mut adapter =
        adapter(ctx, &container.style, &items, (Some(container.content_inline), container.definite_block()));
    // 1. Placement and track sizing; the block size of the content box is known or limited.
    let frame = container.frame.block_sum();
    let known_block = container.sizes.preferred.filter(|_| !container.sizes.content_is_min);
    let known_block = known_block.map(|_| container.used_block(LayoutUnit::ZERO));
    let limit = |size: LayoutUnit| (size - frame).clamp_negative_to_zero().to_px_f32();
    adapter.style.min_size.height = taffy::LengthPercentageAuto::length(limit(container.sizes.min));
    if let Some(max) = container.sizes.max {
        adapter.style.max_size.height = taffy::LengthPercentageAuto::length(limit(max));
    }
    let known =
        Size { width: Some(container.content_inline.to_px_f32()), height: known_block.map(LayoutUnit::to_px_f32) };
    let available = AvailableSpace::Definite(container.content_inline.to_px_f32());
    compute(&mut adapter, known, available, RunMode::PerformLayout, RequestedAxis::Both);
    let info = adapter.info.take().expect("invariant: taffy reports the grid it has laid out");
    // 2. Alignment; baselines move items, which may enlarge their tracks.
    let mut grid = Grid::new(&container, info, &items);
    if let Some(margins) = grid.shimmed_margins() {
        for ((_, style), margins) in adapter.items.iter_mut().zip(margins) {
            style.margin = style::margins(margins);
        }
        compute(&mut adapter, known, available, RunMode::PerformLayout, RequestedAxis::Both);
        let info = adapter.info.take().expect("invariant: taffy reports the grid it has laid out");
        grid = Grid::new(&container, info, &items);
    }
    // 3. Fragments.
    grid.finish(&container, layout_box, &out_of_flow)
}

/// The intrinsic inline sizes of a grid container's content box.
pub(super) fn intrinsic_sizes<'h>(
    ctx: &LayoutContext<'_, 'h>,
    layout_box: &LayoutBox<'h>,
    children: &[Gc<'h, LayoutBox<'h>>],
) -> IntrinsicSizes {
    let (items, _) = sort_children(children);
    let mut adapter = adapter(ctx, &layout_box.style, &items, (None, None));
    let mut size = |available| {
        let output = compute(&mut adapter, Size::NONE, available, RunMode::ComputeSize, RequestedAxis::Horizontal);
        LayoutUnit::from_px_f32_ceil(output.size.width - 0.001)
    };
    let min_content = size(AvailableSpace::MinContent);
    IntrinsicSizes { min_content, max_content: size(AvailableSpace::MaxContent).max(min_content) }
}
