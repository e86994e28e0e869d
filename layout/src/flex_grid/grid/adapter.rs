//! The door to taffy: one grid container and its items, without a copied tree.
//!
//! Nodes are the items by index; the container is the node after the last. taffy asks the adapter to measure items; that
//! it lays them out in the end is ignored, for alignment is ours (`place`).

use std::sync::Arc;

use ashlar_gc::Gc;
use taffy::{
    AvailableSpace, Baselines, DetailedGridInfo, Layout, LayoutGridContainer, LayoutInput, LayoutOutput,
    LayoutPartialTree, NodeId, RequestedAxis, RunMode, Size, TraversePartialTree,
};

use super::style::{GridStyle, Lengths};
use crate::box_tree::{BoxContents, LayoutBox};
use crate::constraint::ConstraintSpace;
use crate::context::LayoutContext;
use crate::geometry::{LayoutUnit, LogicalSize, WritingMode};
use crate::intrinsic::{contribution_in, margin_sum};
use crate::sizing::{self, Frame};

/// A grid container as taffy sees it.
pub(super) struct Adapter<'c, 'a, 'h> {
    pub ctx: &'c LayoutContext<'a, 'h>,
    pub mode: WritingMode,
    pub style: GridStyle,
    pub items: Vec<(Gc<'h, LayoutBox<'h>>, GridStyle)>,
    pub lengths: Lengths,
    /// What taffy found out.
    pub info: Option<DetailedGridInfo<Arc<str>>>,
}

impl<'h> Adapter<'_, '_, 'h> {
    /// The container's node.
    pub(super) fn root(&self) -> NodeId {
        NodeId::from(self.items.len())
    }

    fn style_of(&self, node: NodeId) -> &GridStyle {
        self.items.get(usize::from(node)).map_or(&self.style, |(_, style)| style)
    }

    /// The border box of an item under taffy's constraints, and its baseline.
    fn measure(&self, layout_box: Gc<'h, LayoutBox<'h>>, inputs: &LayoutInput) -> (LogicalSize, Option<LayoutUnit>) {
        let style = &*layout_box.style;
        let area_inline = inputs.parent_size.width.map(to_unit);
        let area_block = inputs.parent_size.height.map(to_unit);
        let margins = sizing::used_margins(style, area_inline.unwrap_or_default(), self.mode);
        let mut space = ConstraintSpace::new(LayoutUnit::MAX, area_block, self.mode);
        space.shrink_to_fit = true;
        space.percentage_inline = area_inline.unwrap_or_default();
        space.fixed_block = inputs.known_dimensions.height.map(to_unit);
        let inline = match (inputs.known_dimensions.width.map(to_unit), inputs.available_space.width) {
            (Some(known), _) => Some(known),
            (None, AvailableSpace::Definite(available)) => {
                space.available_inline = to_unit(available) + margins.inline_sum();
                self.fit_content(layout_box, &space, inputs)
            }
            (None, AvailableSpace::MinContent) => Some(self.contribution(&layout_box, area_inline, area_block, true)),
            (None, AvailableSpace::MaxContent) => Some(self.contribution(&layout_box, area_inline, area_block, false)),
        };
        if let Some(inline) = inline {
            if inputs.axis == RequestedAxis::Horizontal {
                return (LogicalSize::new(inline, LayoutUnit::ZERO), None);
            }
            space.available_inline = inline + margins.inline_sum();
            space.fixed_inline = Some(inline);
        }
        let result = crate::dispatch::layout_child(self.ctx, layout_box, &space);
        let is_parallel = sizing::writing_mode(style).block_flow == self.mode.block_flow;
        (result.fragment.size.to_logical(self.mode), result.fragment.first_baseline.filter(|_| is_parallel))
    }

    /// The inline size without layout, where that is possible and enough.
    fn fit_content(
        &self,
        layout_box: Gc<'h, LayoutBox<'h>>,
        space: &ConstraintSpace,
        inputs: &LayoutInput,
    ) -> Option<LayoutUnit> {
        let style = &*layout_box.style;
        let sizes_itself = matches!(layout_box.contents, BoxContents::Replaced(_) | BoxContents::Table(_));
        let is_parallel = sizing::writing_mode(style).is_horizontal() == self.mode.is_horizontal();
        if inputs.axis != RequestedAxis::Horizontal || sizes_itself || !is_parallel {
            return None;
        }
        let frame = Frame::of(style, space.percentage_inline);
        let margins = sizing::used_margins(style, space.percentage_inline, self.mode);
        Some(sizing::border_box_inline_size(self.ctx, &layout_box, space, frame, margins.inline_sum()))
    }

    /// The border box's contribution; percentages of its block axis refer to its area too.
    fn contribution(
        &self,
        layout_box: &Gc<'h, LayoutBox<'h>>,
        area: Option<LayoutUnit>,
        area_block: Option<LayoutUnit>,
        is_min: bool,
    ) -> LayoutUnit {
        let style = &*layout_box.style;
        if sizing::writing_mode(style).is_horizontal() != self.mode.is_horizontal() {
            return self.orthogonal_contribution(*layout_box, area, area_block);
        }
        let outer_basis = self.ctx.intrinsic_percentage_block.replace(area_block);
        let sizes = contribution_in(self.ctx, layout_box, area, self.mode);
        self.ctx.intrinsic_percentage_block.set(outer_basis);
        let outer = if is_min { sizes.min_content } else { sizes.max_content };
        outer - margin_sum(style, self.mode, area)
    }

    /// The extent of an item whose block axis this is, in an area of this block size.
    fn orthogonal_contribution(
        &self,
        layout_box: Gc<'h, LayoutBox<'h>>,
        area: Option<LayoutUnit>,
        area_block: Option<LayoutUnit>,
    ) -> LayoutUnit {
        let style = &*layout_box.style;
        let mut space = ConstraintSpace::new(LayoutUnit::MAX, area_block, self.mode);
        space.shrink_to_fit = true;
        space.percentage_inline = area.unwrap_or_default();
        // A cyclic percentage is `auto`.
        let preferred = sizing::inline_axis(style, self.mode).preferred;
        space.ignores_block_sizes =
            area.is_none() && preferred.length_percentage().is_some_and(|length| length.has_percentage());
        crate::dispatch::layout_child(self.ctx, layout_box, &space).fragment.size.to_logical(self.mode).inline
    }
}

/// From taffy's px.
pub(super) fn to_unit(px: f32) -> LayoutUnit {
    // Products of single-precision numbers may be a hair below the 1/64 px that is meant.
    LayoutUnit::from_px_f32(px + 0.001)
}

impl TraversePartialTree for Adapter<'_, '_, '_> {
    type ChildIter<'i>
        = std::iter::Map<std::ops::Range<usize>, fn(usize) -> NodeId>
    where
        Self: 'i;

    fn child_ids(&self, _parent: NodeId) -> Self::ChildIter<'_> {
        (0..self.items.len()).map(NodeId::from)
    }

    fn child_count(&self, _parent: NodeId) -> usize {
        self.items.len()
    }

    fn get_child_id(&self, _parent: NodeId, index: usize) -> NodeId {
        NodeId::from(index)
    }
}

impl LayoutPartialTree for Adapter<'_, '_, '_> {
    type CoreContainerStyle<'i>
        = &'i GridStyle
    where
        Self: 'i;
    type CustomIdent = Arc<str>;

    fn get_core_container_style(&self, node: NodeId) -> Self::CoreContainerStyle<'_> {
        self.style_of(node)
    }

    fn resolve_calc_value(&self, handle: *const (), basis: f32) -> f32 {
        self.lengths.resolve(handle, basis)
    }

    fn set_unrounded_layout(&mut self, _node: NodeId, _layout: &Layout) {}

    fn compute_child_layout(&mut self, node: NodeId, inputs: LayoutInput) -> LayoutOutput {
        let Some((layout_box, _)) = self.items.get(usize::from(node)) else { return LayoutOutput::HIDDEN };
        if inputs.run_mode == RunMode::PerformLayout
            && matches!(inputs.available_space.width, AvailableSpace::Definite(_))
        {
            return LayoutOutput::from_outer_size(inputs.known_dimensions.unwrap_or(Size::ZERO));
        }
        let (size, baseline) = self.measure(*layout_box, &inputs);
        let mut output =
            LayoutOutput::from_outer_size(Size { width: size.inline.to_px_f32(), height: size.block.to_px_f32() });
        output.baselines = Baselines::from_first(baseline.map(LayoutUnit::to_px_f32));
        output
    }
}

impl LayoutGridContainer for Adapter<'_, '_, '_> {
    type GridContainerStyle<'i>
        = &'i GridStyle
    where
        Self: 'i;
    type GridItemStyle<'i>
        = &'i GridStyle
    where
        Self: 'i;

    fn get_grid_container_style(&self, node: NodeId) -> Self::GridContainerStyle<'_> {
        self.style_of(node)
    }

    fn get_grid_child_style(&self, node: NodeId) -> Self::GridItemStyle<'_> {
        self.style_of(node)
    }

    fn set_detailed_grid_info(&mut self, _node: NodeId, info: DetailedGridInfo<Arc<str>>) {
        self.info = Some(info);
    }
}
