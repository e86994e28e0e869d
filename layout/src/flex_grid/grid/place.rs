//! Items in their grid areas ([CSS Grid, § 10](https://www.w3.org/TR/css-grid-2/#alignment)), and absolutely positioned
//! children ([§ 9](https://www.w3.org/TR/css-grid-2/#abspos)).

use std::ops::Range;
use std::sync::Arc;

use ashlar_gc::Gc;
use taffy::{DetailedGridInfo, GridPlacement, Line, Rect};

use super::super::alignment::{ItemAlignment, ItemPosition};
use super::super::container::{self, Container, frame_in, size_in};
use super::adapter::to_unit;
use super::style::placement;
use super::tracks::{Extent, Tracks};
use super::{content_alignments, item_alignments};
use crate::box_tree::{BoxContents, LayoutBox};
use crate::constraint::{ConstraintSpace, LayoutResult, OutOfFlowBox, StaticEdge};
use crate::css::values::length::Size;
use crate::fragment_tree::builder::BoxFragmentBuilder;
use crate::geometry::{LayoutUnit, LogicalOffset, LogicalSides, LogicalSize, PhysicalOffset, PhysicalRect};
use crate::positioned::{self, ContainingBlock};
use crate::sizing::{self, AxisSizes};

/// An item in its area.
struct Placed<'h> {
    layout_box: Gc<'h, LayoutBox<'h>>,
    result: LayoutResult<'h>,
    columns: Extent,
    rows: Extent,
    row_range: Range<usize>,
    column_range: Range<usize>,
    margins: LogicalSides<Option<LayoutUnit>>,
    justify: ItemAlignment,
    align: ItemAlignment,
    /// How far the baseline moves it.
    baseline_shift: LayoutUnit,
}

/// Lays the items out in their areas and makes the container's fragment.
pub(super) fn layout<'h>(
    container: &Container<'_, '_, 'h>,
    mut info: DetailedGridInfo<Arc<str>>,
    items: &[Gc<'h, LayoutBox<'h>>],
    out_of_flow: &[Gc<'h, LayoutBox<'h>>],
) -> LayoutResult<'h> {
    let style = &*container.style;
    let (justify, align) = content_alignments(style, container.mode);
    // 1. The tracks, and the block size, for percentage gaps depend on it.
    let column_gap = container::gap(style.column_gap(), Some(container.content_inline));
    let mut columns = Tracks::new(&info.columns, column_gap);
    let row_gap = container::gap(style.row_gap(), container.definite_block());
    let mut rows = Tracks::new(&info.rows, row_gap);
    let block = container.used_block(container.natural_block(rows.sum()));
    if container.definite_block().is_none() {
        rows = Tracks::new(&info.rows, container::gap(style.row_gap(), Some(block)));
    }
    columns.align(justify, container.content_inline);
    rows.align(align, block);
    // 2. The items.
    let mut placed: Vec<_> = items
        .iter()
        .zip(&info.items)
        .map(|(item, at)| {
            let range = |start: u16, end: u16| usize::from(start).saturating_sub(1)..usize::from(end).saturating_sub(1);
            let column_range = range(at.column_start, at.column_end);
            let row_range = range(at.row_start, at.row_end);
            place(container, *item, (column_range, &columns), (row_range, &rows))
        })
        .collect();
    align_baselines(container, &mut placed);
    let mut builder = container.builder();
    export_baselines(container, &mut builder, &placed);
    for item in &placed {
        let area = (item.columns.size, Some(item.rows.size));
        container.add_item(&mut builder, item.result, item.offset(container), area);
    }
    // 3. Absolutely positioned children.
    columns.write_to(&mut info.columns);
    rows.write_to(&mut info.rows);
    let size = LogicalSize::new(container.inline, block + container.frame.block_sum());
    let out = OutOfFlow { container, info: &info, content: LogicalSize::new(container.content_inline, block), size };
    for child in out_of_flow {
        out.add(&mut builder, *child);
    }
    builder.finish(container.ctx, size)
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
        baseline_shift: LayoutUnit::ZERO,
    }
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
        let is_replaced = matches!(self.layout_box.contents, BoxContents::Replaced(_));
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
    fn size(&self, container: &Container<'_, '_, 'h>) -> LogicalSize {
        size_in(&self.result, container.mode)
    }

    /// The place of the border box in the content box.
    fn offset(&self, container: &Container<'_, '_, 'h>) -> LogicalOffset {
        let size = self.size(container);
        let inline_margins = (self.margins.inline_start, self.margins.inline_end);
        let block_margins = (self.margins.block_start, self.margins.block_end);
        LogicalOffset::new(
            self.columns.start + offset_in(self.columns.size, size.inline, inline_margins, self.justify),
            self.rows.start + offset_in(self.rows.size, size.block, block_margins, self.align) + self.baseline_shift,
        )
    }

    fn group(&self) -> Option<ItemPosition> {
        let is_baseline = matches!(self.align.position, ItemPosition::Baseline | ItemPosition::LastBaseline);
        let has_auto = self.margins.block_start.is_none() || self.margins.block_end.is_none();
        (is_baseline && !has_auto).then_some(self.align.position)
    }

    /// From the block-start edge of the border box.
    fn baseline(&self, container: &Container<'_, '_, 'h>, is_last: bool) -> LayoutUnit {
        let fragment = self.result.fragment;
        let is_parallel = sizing::writing_mode(&self.layout_box.style).block_flow == container.mode.block_flow;
        let baseline = if is_last { fragment.last_baseline } else { fragment.first_baseline };
        baseline.filter(|_| is_parallel).unwrap_or_else(|| self.size(container).block)
    }
}

/// Where a border box of this size begins in an area ([§ 10.3](https://www.w3.org/TR/css-grid-2/#row-align), `auto` margins first).
fn offset_in(
    area: LayoutUnit,
    size: LayoutUnit,
    margins: (Option<LayoutUnit>, Option<LayoutUnit>),
    alignment: ItemAlignment,
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
                ItemPosition::Stretch | ItemPosition::Start | ItemPosition::Baseline => LayoutUnit::ZERO,
                ItemPosition::End | ItemPosition::LastBaseline => free,
                ItemPosition::Center => free.div_count(2),
            },
        }
}

/// Moves items that share a row so that their baselines meet.
fn align_baselines<'h>(container: &Container<'_, '_, 'h>, placed: &mut [Placed<'h>]) {
    let edge = |item: &Placed<'h>, is_last: bool| {
        let margin = if is_last { item.margins.block_end } else { item.margins.block_start };
        let baseline = item.baseline(container, is_last);
        margin.unwrap_or_default() + if is_last { item.size(container).block - baseline } else { baseline }
    };
    for is_last in [false, true] {
        let position = if is_last { ItemPosition::LastBaseline } else { ItemPosition::Baseline };
        let row = |item: &Placed<'h>| if is_last { item.row_range.end } else { item.row_range.start };
        let mut largest = std::collections::BTreeMap::new();
        for item in placed.iter().filter(|item| item.group() == Some(position)) {
            let own = edge(item, is_last);
            let entry = largest.entry(row(item)).or_insert(own);
            *entry = own.max(*entry);
        }
        for item in placed.iter_mut().filter(|item| item.group() == Some(position)) {
            let shift = largest[&row(item)] - edge(item, is_last);
            item.baseline_shift = if is_last { -shift } else { shift };
        }
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
        in_row.sort_by_key(|item| (item.group() != Some(ItemPosition::Baseline), item.column_range.start));
        builder.first_baseline = in_row.first().map(|item| place(item, false));
    }
    if let Some(row) = placed.iter().map(|item| item.row_range.end).max() {
        let mut in_row: Vec<_> = placed.iter().filter(|item| item.row_range.end == row).collect();
        in_row.sort_by_key(|item| {
            (item.group() != Some(ItemPosition::LastBaseline), std::cmp::Reverse(item.column_range.end))
        });
        builder.last_baseline = in_row.first().map(|item| place(item, true));
    }
}

/// Absolutely positioned children of the grid.
struct OutOfFlow<'b, 'c, 'a, 'h> {
    container: &'b Container<'c, 'a, 'h>,
    info: &'b DetailedGridInfo<Arc<str>>,
    content: LogicalSize,
    size: LogicalSize,
}

impl<'h> OutOfFlow<'_, '_, '_, 'h> {
    fn add(&self, builder: &mut BoxFragmentBuilder<'h>, child: Gc<'h, LayoutBox<'h>>) {
        let style = &*child.style;
        let container = self.container;
        let (justify, align) = item_alignments(&container.style, container.mode, style);
        let columns = Line { start: placement(style.grid_column_start()), end: placement(style.grid_column_end()) };
        let rows = Line { start: placement(style.grid_row_start()), end: placement(style.grid_row_end()) };
        let is_fixed = *style.position() == crate::css::values::position::Position::Fixed;
        let is_contained = if is_fixed { builder.contains.fixed } else { builder.contains.absolute };
        let is_placed = |line: &Line<GridPlacement<Arc<str>>>| {
            !matches!((&line.start, &line.end), (GridPlacement::Auto, GridPlacement::Auto))
        };
        let start = container.frame.start();
        if !is_contained || !(is_placed(&columns) || is_placed(&rows)) {
            // The static position is that of a sole item in the content box.
            let inline = edge_in(justify.static_edge(), LayoutUnit::ZERO, self.content.inline);
            let block = edge_in(align.static_edge(), LayoutUnit::ZERO, self.content.block);
            let offset = start + LogicalOffset::new(inline, block);
            builder.add_out_of_flow(child, offset, justify.static_edge(), align.static_edge());
            return;
        }
        let padding = container.frame.padding;
        let padding_box = Rect {
            left: -padding.inline_start.to_px_f32(),
            right: (self.content.inline + padding.inline_end).to_px_f32(),
            top: -padding.block_start.to_px_f32(),
            bottom: (self.content.block + padding.block_end).to_px_f32(),
        };
        let area = self.info.resolve_absolute_grid_area(rows, columns, taffy::Direction::Ltr, padding_box);
        let inline = Extent { start: to_unit(area.left), size: to_unit(area.right) - to_unit(area.left) };
        let block = Extent { start: to_unit(area.top), size: to_unit(area.bottom) - to_unit(area.top) };
        self.add_in_area(builder, child, (inline, justify.static_edge()), (block, align.static_edge()));
    }

    /// Lays a child out in its own containing block.
    fn add_in_area(
        &self,
        builder: &mut BoxFragmentBuilder<'h>,
        child: Gc<'h, LayoutBox<'h>>,
        (inline, inline_edge): (Extent, StaticEdge),
        (block, block_edge): (Extent, StaticEdge),
    ) {
        let mode = self.container.mode;
        let size = self.size.to_physical(mode);
        let start = self.container.frame.start();
        let area_size = LogicalSize::new(inline.size, block.size).to_physical(mode);
        let corner = (start + LogicalOffset::new(inline.start, block.start)).to_physical(mode, size, area_size);
        let point = start
            + LogicalOffset::new(
                edge_in(inline_edge, inline.start, inline.size),
                edge_in(block_edge, block.start, block.size),
            );
        // A builder of nothing else turns logical edges into physical ones.
        let mut carrier = self.container.builder();
        carrier.may_contain = false;
        carrier.add_out_of_flow(child, point, inline_edge, block_edge);
        let carried: Vec<OutOfFlowBox<'h>> = carrier.finish(self.container.ctx, self.size).out_of_flow.to_vec();
        let containing =
            ContainingBlock { rect: PhysicalRect::new(corner, area_size), mode, contains: builder.contains };
        let mut children = Vec::new();
        let rest = positioned::layout_out_of_flow(self.container.ctx, carried, &containing, &mut children);
        let content = PhysicalOffset::new(
            self.container.frame.sides().to_physical(mode).left,
            self.container.frame.sides().to_physical(mode).top,
        );
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
