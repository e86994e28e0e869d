//! Items in their grid areas ([CSS Grid, § 10](https://www.w3.org/TR/css-grid-2/#alignment)), and absolutely positioned
//! children ([§ 9](https://www.w3.org/TR/css-grid-2/#abspos)).

use std::ops::Range;
use std::sync::Arc;

use ashlar_gc::Gc;
use taffy::{DetailedGridInfo, GridPlacement, Line, Rect};

use super::super::baseline::{AxisBaseline, synthesized};
use super::super::container::{self, Container, frame_in, size_in};
use super::adapter::to_unit;
use super::style::placement;
use super::tracks::{Extent, Tracks, flex_factors};
use super::{baseline, content_alignments, item_alignments};
use crate::alignment::{ItemAlignment, ItemPosition, LogicalAxis};
use crate::box_tree::{BoxContents, LayoutBox};
use crate::constraint::{ConstraintSpace, LayoutResult, OutOfFlowBox, StaticEdge};
use crate::css::values::length::Size;
use crate::css::values::position::Position;
use crate::fragment_tree::builder::BoxFragmentBuilder;
use crate::geometry::{LayoutUnit, LogicalOffset, LogicalSides, LogicalSize, PhysicalOffset, PhysicalRect};
use crate::positioned::{self, ContainingBlock};
use crate::sizing::{self, AxisSizes};

/// An item in its area.
pub(super) struct Placed<'h> {
    pub layout_box: Gc<'h, LayoutBox<'h>>,
    pub result: LayoutResult<'h>,
    columns: Extent,
    rows: Extent,
    pub row_range: Range<usize>,
    pub column_range: Range<usize>,
    pub margins: LogicalSides<Option<LayoutUnit>>,
    pub justify: ItemAlignment,
    pub align: ItemAlignment,
    /// Margins that bring its baselines to those of its neighbours.
    shim: LogicalSides<LayoutUnit>,
}

/// The tracks and items of a grid.
pub(super) struct Grid<'h> {
    info: DetailedGridInfo<Arc<str>>,
    columns: Tracks,
    rows: Tracks,
    /// The block size of the content box.
    block: LayoutUnit,
    pub items: Vec<Placed<'h>>,
}

impl<'h> Grid<'h> {
    /// Aligns the tracks and lays the items out in their areas.
    pub(super) fn new(
        container: &Container<'_, '_, 'h>,
        info: DetailedGridInfo<Arc<str>>,
        items: &[Gc<'h, LayoutBox<'h>>],
    ) -> Self {
        let style = &*container.style;
        let (justify, align) = content_alignments(style, container.mode);
        // 1. The tracks, and the block size, for percentage gaps depend on it.
        let column_gap = container::gap(style.column_gap(), Some(container.content_inline));
        let column_factors = flex_factors(&info.columns, style.grid_template_columns(), style.grid_auto_columns());
        let row_factors = flex_factors(&info.rows, style.grid_template_rows(), style.grid_auto_rows());
        let mut columns = Tracks::new(&info.columns, column_gap, Some((&column_factors, container.content_inline)));
        let row_gap = container::gap(style.row_gap(), container.definite_block());
        let flexible_rows = container.definite_block().map(|block| (row_factors.as_slice(), block));
        let mut rows = Tracks::new(&info.rows, row_gap, flexible_rows);
        let block = container.used_block(container.natural_block(rows.sum()));
        if container.definite_block().is_none() {
            rows = Tracks::new(&info.rows, container::gap(style.row_gap(), Some(block)), None);
        }
        columns.align(justify, container.content_inline);
        rows.align(align, block);
        // 2. The items.
        let range = |start: u16, end: u16| usize::from(start).saturating_sub(1)..usize::from(end).saturating_sub(1);
        let place = |(item, at): (&Gc<'h, LayoutBox<'h>>, &taffy::DetailedGridItemsInfo)| {
            let column_range = range(at.column_start, at.column_end);
            let row_range = range(at.row_start, at.row_end);
            place(container, *item, (column_range, &columns), (row_range, &rows))
        };
        let mut items: Vec<_> = items.iter().zip(&info.items).map(place).collect();
        let shims = baseline::shims(container, &items);
        for (item, shim) in items.iter_mut().zip(shims) {
            item.shim = shim;
        }
        Self { info, columns, rows, block, items }
    }

    /// The items' margins with their shims, if there are any.
    pub(super) fn shimmed_margins(&self) -> Option<Vec<LogicalSides<Option<LayoutUnit>>>> {
        if self.items.iter().all(|item| item.shim == LogicalSides::default()) {
            return None;
        }
        let add = |margin: Option<LayoutUnit>, shim| margin.map(|margin| margin + shim);
        let margins = |item: &Placed<'h>| LogicalSides {
            inline_start: add(item.margins.inline_start, item.shim.inline_start),
            inline_end: add(item.margins.inline_end, item.shim.inline_end),
            block_start: add(item.margins.block_start, item.shim.block_start),
            block_end: add(item.margins.block_end, item.shim.block_end),
        };
        Some(self.items.iter().map(margins).collect())
    }

    /// Makes the container's fragment.
    pub(super) fn finish(
        mut self,
        container: &Container<'_, '_, 'h>,
        layout_box: Gc<'h, LayoutBox<'h>>,
        out_of_flow: &[Gc<'h, LayoutBox<'h>>],
    ) -> LayoutResult<'h> {
        let mut builder = container.builder(&layout_box);
        export_baselines(container, &mut builder, &self.items);
        self.columns.write_to(&mut self.info.columns);
        self.rows.write_to(&mut self.info.rows);
        let content = LogicalSize::new(container.content_inline, self.block);
        let size = LogicalSize::new(container.inline, self.block + container.frame.block_sum());
        let out = OutOfFlow { container, layout_box, info: &self.info, content, size };
        for item in &self.items {
            let area = (item.columns.size, Some(item.rows.size));
            let offset = item.offset(container);
            let result = out.take_placed(&mut builder, item.result, offset);
            container.add_item(&mut builder, result, offset, area);
        }
        for child in out_of_flow {
            out.add(&mut builder, *child);
        }
        builder.finish(container.ctx, size)
    }
}

/// [§ 6.2](https://www.w3.org/TR/css-grid-2/#grid-item-sizing): lays an item out in its area.
fn place<'h>(
    container: &Container<'_, '_, 'h>,
    layout_box: Gc<'h, LayoutBox<'h>>,
    (column_range, columns): (Range<usize>, &Tracks),
    (row_range, rows): (Range<usize>, &Tracks),
) -> Placed<'h> {
    let style = &*layout_box.style;
    let mode = container.mode;
    let columns = columns.area(column_range.clone());
    let rows = rows.area(row_range.clone());
    let (justify, align) = item_alignments(&container.style, mode, style);
    let margins = sizing::margins_in(style, columns.size, mode);
    let mut space = ConstraintSpace::new(columns.size, Some(rows.size), mode);
    space.shrink_to_fit = true;
    let stretch = Stretch { layout_box: &layout_box, frame: frame_in(style, columns.size, mode) };
    let inline_margins = (margins.inline_start, margins.inline_end);
    let block_margins = (margins.block_start, margins.block_end);
    space.fixed_inline = stretch.size(sizing::inline_axis(style, mode), columns.size, inline_margins, justify, true);
    space.fixed_block = stretch.size(sizing::block_axis(style, mode), rows.size, block_margins, align, false);
    let result = crate::dispatch::layout_child(container.ctx, layout_box, &space);
    Placed {
        layout_box,
        result,
        columns,
        rows,
        row_range,
        column_range,
        margins,
        justify,
        align,
        shim: LogicalSides::default(),
    }
}

/// Whether `normal` alignment leaves a box to its natural size: replaced elements, but not form controls.
pub(super) fn sizes_itself(layout_box: &LayoutBox<'_>) -> bool {
    matches!(layout_box.contents, BoxContents::Replaced(contents) if !contents.is_control)
}

/// Sizes that fill the area.
struct Stretch<'b, 'h> {
    layout_box: &'b LayoutBox<'h>,
    frame: LogicalSides<LayoutUnit>,
}

impl Stretch<'_, '_> {
    /// The border box along an axis if it fills the area.
    fn size(
        &self,
        axis: AxisSizes<'_>,
        area: LayoutUnit,
        margins: (Option<LayoutUnit>, Option<LayoutUnit>),
        alignment: ItemAlignment,
        is_inline: bool,
    ) -> Option<LayoutUnit> {
        let (start, end) = (margins.0?, margins.1?);
        let style = &*self.layout_box.style;
        let is_replaced = sizes_itself(self.layout_box);
        // `normal` leaves boxes to their ratio: replaced ones on both axes, others on the block axis.
        let has_ratio = is_replaced || (!is_inline && style.aspect_ratio().ratio.is_some());
        if alignment.position != ItemPosition::Stretch
            || !axis.preferred.is_auto()
            || (alignment.is_normal && has_ratio)
        {
            return None;
        }
        let frame = if is_inline { self.frame.inline_sum() } else { self.frame.block_sum() };
        let length = |size: &Size| match size {
            Size::LengthPercentage(length) => {
                Some(sizing::to_border_box(length.resolve(area), *style.box_sizing(), frame))
            }
            _ => None,
        };
        let size = (area - start - end).max(frame);
        let size = length(axis.max).map_or(size, |max| size.min(max));
        Some(length(axis.min).map_or(size, |min| size.max(min)).max(frame))
    }
}

impl<'h> Placed<'h> {
    pub(super) fn size(&self, container: &Container<'_, '_, 'h>) -> LogicalSize {
        size_in(&self.result, container.mode)
    }

    /// The place of the border box in the content box.
    fn offset(&self, container: &Container<'_, '_, 'h>) -> LogicalOffset {
        let size = self.size(container);
        let inline_margins = (self.margins.inline_start, self.margins.inline_end);
        let block_margins = (self.margins.block_start, self.margins.block_end);
        let inline_shim = self.shim.inline_start - self.shim.inline_end;
        let block_shim = self.shim.block_start - self.shim.block_end;
        LogicalOffset::new(
            self.columns.start
                + offset_in(
                    self.columns.size,
                    size.inline,
                    inline_margins,
                    self.justify,
                    self.baseline_is_from_end(container, LogicalAxis::Inline),
                )
                + inline_shim,
            self.rows.start
                + offset_in(
                    self.rows.size,
                    size.block,
                    block_margins,
                    self.align,
                    self.baseline_is_from_end(container, LogicalAxis::Block),
                )
                + block_shim,
        )
    }

    /// The baseline by which the item is aligned on an axis.
    pub(super) fn axis_baseline(&self, container: &Container<'_, '_, 'h>, axis: LogicalAxis) -> Option<AxisBaseline> {
        let alignment = if axis == LogicalAxis::Inline { self.justify } else { self.align };
        AxisBaseline::of(&container.style, axis, alignment.position, &self.result)
    }

    fn baseline_is_from_end(&self, container: &Container<'_, '_, 'h>, axis: LogicalAxis) -> bool {
        self.axis_baseline(container, axis).is_some_and(|baseline| baseline.is_from_end)
    }

    /// Whether the item's size depends on that of a track which depends on the item
    /// ([CSS Grid, § 10.6](https://www.w3.org/TR/css-grid-2/#row-align)): it then takes no part in baseline alignment.
    pub(super) fn depends_on_area(&self, container: &Container<'_, '_, 'h>, axis: LogicalAxis) -> bool {
        let style = &*self.layout_box.style;
        let axis_sizes = match axis {
            LogicalAxis::Inline => return false,
            LogicalAxis::Block => sizing::block_axis(style, container.mode),
        };
        container.definite_block().is_none()
            && axis_sizes.preferred.length_percentage().is_some_and(|length| length.has_percentage())
    }

    /// From the block-start edge of the border box.
    fn baseline(&self, container: &Container<'_, '_, 'h>, is_last: bool) -> LayoutUnit {
        let fragment = self.result.fragment;
        let is_parallel = sizing::writing_mode(&self.layout_box.style).block_flow == container.mode.block_flow;
        let baseline = if is_last { fragment.last_baseline } else { fragment.first_baseline };
        baseline
            .filter(|_| is_parallel)
            .unwrap_or_else(|| synthesized(&container.style, LogicalAxis::Block, self.size(container).block))
    }
}

/// Where a border box of this size begins in an area ([§ 10.3](https://www.w3.org/TR/css-grid-2/#row-align), `auto` margins first).
fn offset_in(
    area: LayoutUnit,
    size: LayoutUnit,
    margins: (Option<LayoutUnit>, Option<LayoutUnit>),
    alignment: ItemAlignment,
    baseline_at_end: bool,
) -> LayoutUnit {
    let (start, end) = (margins.0.unwrap_or_default(), margins.1.unwrap_or_default());
    let free = area - size - start - end;
    let room = free.clamp_negative_to_zero();
    start
        + match margins {
            (None, None) => room.div_count(2),
            (None, Some(_)) => room,
            (Some(_), None) => LayoutUnit::ZERO,
            (Some(_), Some(_)) => match alignment.used(free) {
                ItemPosition::Baseline | ItemPosition::LastBaseline if baseline_at_end => free,
                ItemPosition::Baseline | ItemPosition::LastBaseline => LayoutUnit::ZERO,
                ItemPosition::Stretch | ItemPosition::Start => LayoutUnit::ZERO,
                ItemPosition::End => free,
                ItemPosition::Center => free.div_count(2),
            },
        }
}

/// [§ 10.6](https://www.w3.org/TR/css-grid-2/#grid-baselines): the first row that has items gives the first baseline.
fn export_baselines<'h>(
    container: &Container<'_, '_, 'h>,
    builder: &mut BoxFragmentBuilder<'h>,
    placed: &[Placed<'h>],
) {
    let top = container.frame.start().block;
    let place = |item: &Placed<'h>, is_last| top + item.offset(container).block + item.baseline(container, is_last);
    if let Some(row) = placed.iter().map(|item| item.row_range.start).min() {
        let mut in_row: Vec<_> = placed.iter().filter(|item| item.row_range.start == row).collect();
        in_row.sort_by_key(|item| (item.align.position != ItemPosition::Baseline, item.column_range.start));
        builder.first_baseline = in_row.first().map(|item| place(item, false));
    }
    if let Some(row) = placed.iter().map(|item| item.row_range.end).max() {
        let mut in_row: Vec<_> = placed.iter().filter(|item| item.row_range.end == row).collect();
        in_row.sort_by_key(|item| {
            (item.align.position != ItemPosition::LastBaseline, std::cmp::Reverse(item.column_range.end))
        });
        builder.last_baseline = in_row.first().map(|item| place(item, true));
    }
}

/// Absolutely positioned children of the grid.
struct OutOfFlow<'b, 'c, 'a, 'h> {
    container: &'b Container<'c, 'a, 'h>,
    layout_box: Gc<'h, LayoutBox<'h>>,
    info: &'b DetailedGridInfo<Arc<str>>,
    content: LogicalSize,
    size: LogicalSize,
}

impl<'h> OutOfFlow<'_, '_, '_, 'h> {
    /// An absolutely positioned child. Without a place in the grid its static position is that of a sole item in the
    /// content box.
    fn add(&self, builder: &mut BoxFragmentBuilder<'h>, child: Gc<'h, LayoutBox<'h>>) {
        let container = self.container;
        let (justify, align) = item_alignments(&container.style, container.mode, &child.style);
        let (inline_edge, block_edge) = (justify.static_edge(), align.static_edge());
        let start = container.frame.start();
        let point = |inline: Extent, block: Extent| {
            let inline = edge_in(inline_edge, inline.start, inline.size);
            start + LogicalOffset::new(inline, edge_in(block_edge, block.start, block.size))
        };
        let Some((inline, block)) = self.area_of(builder, &child) else {
            let whole = |size| Extent { start: LayoutUnit::ZERO, size };
            let offset = point(whole(self.content.inline), whole(self.content.block));
            builder.add_out_of_flow(child, offset, inline_edge, block_edge);
            return;
        };
        // A builder of nothing else turns logical edges into physical ones.
        let mut carrier = container.builder(&self.layout_box);
        carrier.may_contain = false;
        carrier.add_out_of_flow(child, point(inline, block), inline_edge, block_edge);
        for carried in carrier.finish(container.ctx, self.size).out_of_flow.iter() {
            self.add_in_area(builder, *carried, inline, block);
        }
    }

    /// Lays out those boxes that an item carries which have a place in this grid.
    fn take_placed(
        &self,
        builder: &mut BoxFragmentBuilder<'h>,
        result: LayoutResult<'h>,
        offset: LogicalOffset,
    ) -> LayoutResult<'h> {
        if result.out_of_flow.iter().all(|carried| self.area_of(builder, &carried.layout_box).is_none()) {
            return result;
        }
        let mode = self.container.mode;
        let offset = self.container.frame.start() + offset;
        let corner = offset.to_physical(mode, self.size.to_physical(mode), result.fragment.size);
        let mut rest = Vec::new();
        for carried in result.out_of_flow.iter() {
            match self.area_of(builder, &carried.layout_box) {
                None => rest.push(*carried),
                Some((inline, block)) => {
                    let static_position = carried.static_position + corner;
                    self.add_in_area(builder, OutOfFlowBox { static_position, ..*carried }, inline, block);
                }
            }
        }
        LayoutResult { out_of_flow: self.container.ctx.cx.alloc_slice_copy(&rest), ..result }
    }

    /// The grid area of a box, if the grid is its containing block and the box has a place in it.
    fn area_of(&self, builder: &BoxFragmentBuilder<'h>, child: &LayoutBox<'h>) -> Option<(Extent, Extent)> {
        let style = &*child.style;
        let columns = Line { start: placement(style.grid_column_start()), end: placement(style.grid_column_end()) };
        let rows = Line { start: placement(style.grid_row_start()), end: placement(style.grid_row_end()) };
        let is_fixed = *style.position() == Position::Fixed;
        let is_contained = if is_fixed { builder.contains.fixed } else { builder.contains.absolute };
        let is_placed = |line: &Line<GridPlacement<Arc<str>>>| {
            !matches!((&line.start, &line.end), (GridPlacement::Auto, GridPlacement::Auto))
        };
        if !is_contained || !(is_placed(&columns) || is_placed(&rows)) {
            return None;
        }
        let padding = self.container.frame.padding;
        let padding_box = Rect {
            left: -padding.inline_start.to_px_f32(),
            right: (self.content.inline + padding.inline_end).to_px_f32(),
            top: -padding.block_start.to_px_f32(),
            bottom: (self.content.block + padding.block_end).to_px_f32(),
        };
        let area = self.info.resolve_absolute_grid_area(rows, columns, taffy::Direction::Ltr, padding_box);
        let inline = Extent { start: to_unit(area.left), size: to_unit(area.right) - to_unit(area.left) };
        let block = Extent { start: to_unit(area.top), size: to_unit(area.bottom) - to_unit(area.top) };
        Some((inline, block))
    }

    /// Lays a box out in an area of the grid.
    fn add_in_area(
        &self,
        builder: &mut BoxFragmentBuilder<'h>,
        carried: OutOfFlowBox<'h>,
        inline: Extent,
        block: Extent,
    ) {
        let mode = self.container.mode;
        let start = self.container.frame.start();
        let area = LogicalSize::new(inline.size, block.size).to_physical(mode);
        let corner = (start + LogicalOffset::new(inline.start, block.start)).to_physical(
            mode,
            self.size.to_physical(mode),
            area,
        );
        let containing = ContainingBlock { rect: PhysicalRect::new(corner, area), mode, contains: builder.contains };
        let mut children = Vec::new();
        let rest = positioned::layout_out_of_flow(self.container.ctx, vec![carried], &containing, &mut children);
        let sides = self.container.frame.sides().to_physical(mode);
        let content = PhysicalOffset::new(sides.left, sides.top);
        for mut fragment in children {
            fragment.offset = fragment.offset - content;
            builder.add_in_content_box(fragment, start.block);
        }
        for mut carried in rest {
            carried.static_position = carried.static_position - content;
            builder.add_out_of_flow_in_content_box(carried, start.block);
        }
    }
}

fn edge_in(edge: StaticEdge, start: LayoutUnit, size: LayoutUnit) -> LayoutUnit {
    start
        + match edge {
            StaticEdge::Start => LayoutUnit::ZERO,
            StaticEdge::Center => size.div_count(2),
            StaticEdge::End => size,
        }
}
