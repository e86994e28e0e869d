//! Cells: measuring them, laying them out in their row, moving their content to where `vertical-align` wants it.
//!
//! A cell is laid out twice at most. First with its width alone, as if its height were `auto`: that is what the row must
//! be high at least. Then with the height of its row, which matters only if percentages of its descendants now have a
//! basis, or if it clips or contains absolutely positioned boxes; else the first result is kept and only made higher.

use ashlar_gc::Gc;

use super::columns::extent;
use super::grid::GridCell;
use super::{Table, columns::ColumnLocation};
use crate::box_tree::LayoutBox;
use crate::constraint::{ConstraintSpace, IntrinsicSizes, LayoutResult, OutOfFlowBox};
use crate::css::ComputedStyle;
use crate::css::properties::longhands::{Border, InheritedBox};
use crate::css::values::alignment::AlignKeyword;
use crate::css::values::background::BorderStyle;
use crate::css::values::length::{LengthPercentage, LineWidth};
use crate::css::values::position::{BoxSizing, Overflow, Visibility};
use crate::css::values::text::VerticalAlign;
use crate::fragment_tree::builder::BoxFragmentBuilder;
use crate::fragment_tree::{BoxFragment, BoxFragmentKind, ChildFragment, Fragment, overflow};
use crate::geometry::{
    LayoutUnit, LogicalOffset, LogicalSides, LogicalSize, PhysicalOffset, PhysicalSize, WritingMode,
};
use crate::sizing::{self, Frame};

/// Where the content of a cell goes if the row is higher.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CellAlignment {
    Start,
    Baseline,
    Center,
    End,
}

/// A cell after its first layout.
#[derive(Clone, Copy)]
pub(super) struct MeasuredCell<'h> {
    /// The box to lay out: the cell's, with its used borders.
    pub layout_box: Gc<'h, LayoutBox<'h>>,
    /// The result with automatic height.
    pub result: LayoutResult<'h>,
    /// Border and padding in the table's axes.
    pub frame: Frame,
    /// The column's width.
    pub inline_size: LayoutUnit,
    /// The height its content needs, its own `height` not counted.
    pub block_size: LayoutUnit,
    /// What its `height` asks of the row, as a border-box extent.
    pub specified_block_size: Option<LayoutUnit>,
    /// A percentage `height` as a fraction of 1.
    pub block_percent: Option<f32>,
    /// Its `vertical-align`.
    pub alignment: CellAlignment,
}

/// A cell after its last layout, its content not yet aligned.
#[derive(Clone, Copy)]
pub(super) struct SettledCell<'h> {
    /// The result.
    pub result: LayoutResult<'h>,
    /// Its border box.
    pub size: LogicalSize,
    /// The block extent its content needs.
    pub content_size: LayoutUnit,
    /// First baseline, for cells that are aligned by it and have content.
    pub baseline: Option<LayoutUnit>,
    /// Whether it has content in flow.
    pub has_content: bool,
}

/// The used border and padding of a cell in the table's axes: in the collapsing model its halves of the grid's borders.
pub(super) fn frame(table: &Table<'_, '_, '_>, cell: &GridCell<'_>, percentage_inline: LayoutUnit) -> Frame {
    let style = &*cell.cell.cell_box.style;
    let border = match &table.borders {
        Some(borders) => borders.cell_border(cell),
        None => sizing::physical_borders(style).to_logical(table.mode),
    };
    let own_mode = sizing::writing_mode(style);
    let padding = sizing::padding(style, percentage_inline).to_physical(own_mode).to_logical(table.mode);
    Frame { border, padding }
}

/// The inline extent of a cell that is orthogonal to the table: known only from layout.
pub(super) fn orthogonal_sizes<'h>(table: &Table<'_, '_, 'h>, cell_box: &LayoutBox<'h>) -> IntrinsicSizes {
    let boxed = table.ctx.cx.alloc(LayoutBox { ..*cell_box });
    let space = ConstraintSpace::new(LayoutUnit::MAX, None, table.mode);
    let size = crate::dispatch::layout_child(table.ctx, boxed, &space).fragment.size.to_logical(table.mode).inline;
    IntrinsicSizes { min_content: size, max_content: size }
}

/// Lays a cell out with the width of its columns and automatic height.
pub(super) fn measure<'h>(
    table: &Table<'_, '_, 'h>,
    cell: &GridCell<'h>,
    locations: &[ColumnLocation],
    percentage_inline: LayoutUnit,
) -> MeasuredCell<'h> {
    let frame = frame(table, cell, percentage_inline);
    let layout_box = used_box(table, cell.cell.cell_box, frame.border);
    let inline_size = extent(locations, cell.column, cell.column_span);
    let mut space = cell_space(table, inline_size, percentage_inline);
    space.ignores_block_sizes = true;
    let result = crate::dispatch::layout_child(table.ctx, layout_box, &space);
    let style = &*cell.cell.cell_box.style;
    let height = sizing::block_axis(style, table.mode).preferred;
    let block_percent = match height.length_percentage() {
        Some(LengthPercentage::Percentage(fraction)) => Some(*fraction),
        _ => None,
    };
    // https://quirks.spec.whatwg.org/#the-table-cell-height-box-sizing-quirk
    let box_sizing = if table.ctx.is_quirks { BoxSizing::BorderBox } else { *style.box_sizing() };
    let specified = height.length_percentage().and_then(|length| length.maybe_resolve(None));
    MeasuredCell {
        layout_box,
        result,
        frame,
        inline_size,
        block_size: result.fragment.size.to_logical(table.mode).block,
        specified_block_size: specified.map(|length| sizing::to_border_box(length, box_sizing, frame.block_sum())),
        block_percent,
        alignment: alignment(style),
    }
}

fn cell_space(table: &Table<'_, '_, '_>, inline_size: LayoutUnit, percentage_inline: LayoutUnit) -> ConstraintSpace {
    let mut space = ConstraintSpace::new(inline_size, None, table.mode);
    space.percentage_inline = percentage_inline;
    space.fixed_inline = Some(inline_size);
    space
}

/// The cell's box as it is laid out: in the collapsing model its borders are what the grid made of them.
fn used_box<'h>(
    table: &Table<'_, '_, 'h>,
    cell_box: Gc<'h, LayoutBox<'h>>,
    border: LogicalSides<LayoutUnit>,
) -> Gc<'h, LayoutBox<'h>> {
    if table.borders.is_none() {
        return cell_box;
    }
    let widths = border.to_physical(table.mode).map(|width| LineWidth(width.to_px_f32()));
    let borders = Border {
        border_top_width: widths.top,
        border_right_width: widths.right,
        border_bottom_width: widths.bottom,
        border_left_width: widths.left,
        border_top_style: BorderStyle::Solid,
        border_right_style: BorderStyle::Solid,
        border_bottom_style: BorderStyle::Solid,
        border_left_style: BorderStyle::Solid,
        ..(*cell_box.style.border).clone()
    };
    let cx = table.ctx.cx;
    let style = ComputedStyle { border: cx.alloc(borders), ..*cell_box.style };
    cx.alloc(LayoutBox { style: cx.alloc(style), ..*cell_box })
}

/// [§ 3.10.4](https://www.w3.org/TR/css-tables-3/#vertical-alignment-of-cells): values that mean nothing for a cell are
/// `baseline`; `align-content` goes before.
fn alignment(style: &ComputedStyle<'_>) -> CellAlignment {
    match style.align_content().0.keyword {
        AlignKeyword::Normal | AlignKeyword::Auto => match style.vertical_align() {
            VerticalAlign::Top => CellAlignment::Start,
            VerticalAlign::Middle => CellAlignment::Center,
            VerticalAlign::Bottom => CellAlignment::End,
            _ => CellAlignment::Baseline,
        },
        AlignKeyword::Baseline => CellAlignment::Baseline,
        AlignKeyword::Center | AlignKeyword::SpaceAround | AlignKeyword::SpaceEvenly => CellAlignment::Center,
        AlignKeyword::End | AlignKeyword::FlexEnd | AlignKeyword::LastBaseline => CellAlignment::End,
        _ => CellAlignment::Start,
    }
}

impl<'h> MeasuredCell<'h> {
    /// The cell as if its height were final.
    pub fn as_settled(&self) -> SettledCell<'h> {
        self.settled(self.result, LogicalSize::new(self.inline_size, self.block_size), self.block_size)
    }

    /// Lays the cell out in the height of its rows. `has_definite_height` makes it the basis of percentages. The width
    /// is another one than before where columns are collapsed.
    pub fn settle(
        &self,
        table: &Table<'_, '_, 'h>,
        percentage_inline: LayoutUnit,
        size: LogicalSize,
        has_definite_height: bool,
    ) -> SettledCell<'h> {
        let style = &*self.layout_box.style;
        let clips = |overflow: &Overflow| *overflow != Overflow::Visible;
        let depends_on_size = has_definite_height
            || size.inline != self.inline_size
            || self.layout_box.contains_absolutely_positioned()
            || clips(style.overflow_x())
            || clips(style.overflow_y())
            || sizing::writing_mode(style).block_flow != table.mode.block_flow;
        if !depends_on_size || size.block.is_zero() {
            return self.settled(self.result, size, self.block_size);
        }
        let mut space = cell_space(table, size.inline, percentage_inline);
        space.fixed_block = Some(size.block);
        space.fixed_block_is_indefinite = !has_definite_height;
        // Block layout centres or ends the content itself, for it knows the extent; the rest is for the row to do.
        space.is_table_cell = matches!(self.alignment, CellAlignment::Center | CellAlignment::End)
            && style.align_content().0.keyword == AlignKeyword::Normal;
        let result = crate::dispatch::layout_child(table.ctx, self.layout_box, &space);
        if space.is_table_cell {
            return self.settled(result, size, size.block);
        }
        // What percentages made of the content shows in how far it reaches.
        let grown = content_edge(&result.fragment, table.mode) - content_edge(&self.result.fragment, table.mode);
        self.settled(result, size, self.block_size + grown)
    }

    fn settled(&self, result: LayoutResult<'h>, size: LogicalSize, content_size: LayoutUnit) -> SettledCell<'h> {
        let has_content = result.fragment.children.iter().any(is_in_flow);
        // A cell without a line has its baseline at the end of its content.
        let baseline = (has_content && self.alignment == CellAlignment::Baseline)
            .then(|| result.fragment.first_baseline.unwrap_or(content_size - self.frame.sides().block_end));
        SettledCell { result, size, content_size, baseline, has_content }
    }
}

fn is_in_flow(child: &ChildFragment<'_>) -> bool {
    match child.fragment {
        Fragment::Box(fragment) => !fragment.style.is_absolutely_positioned(),
        Fragment::Line(_) | Fragment::Text(_) => true,
    }
}

/// The lowest block-end edge of the children.
fn content_edge(fragment: &BoxFragment<'_>, mode: WritingMode) -> LayoutUnit {
    let end = |child: &ChildFragment<'_>| {
        let size = child.fragment.size();
        child.offset.to_logical(mode, fragment.size, size).block + size.to_logical(mode).block
    };
    fragment.children.iter().filter(|child| is_in_flow(child)).map(end).max().unwrap_or_default()
}

impl<'h> SettledCell<'h> {
    /// How far the content moves down.
    pub fn shift(&self, alignment: CellAlignment, row_baseline: LayoutUnit) -> LayoutUnit {
        let free = (self.size.block - self.content_size).clamp_negative_to_zero();
        match alignment {
            CellAlignment::Start => LayoutUnit::ZERO,
            CellAlignment::Baseline => self.baseline.map_or(LayoutUnit::ZERO, |baseline| row_baseline - baseline),
            CellAlignment::Center => free.div_count(2),
            CellAlignment::End => free,
        }
    }

    /// The final fragment: as high as its rows, the content moved, with the cell's own style and kind.
    pub fn finish(
        &self,
        table: &Table<'_, '_, 'h>,
        cell: &GridCell<'h>,
        frame: Frame,
        shift: LayoutUnit,
    ) -> LayoutResult<'h> {
        let laid_out = &*self.result.fragment;
        let mode = table.mode;
        let size = self.size.to_physical(mode);
        let (move_by, from_start) = shifts(mode, laid_out.size, size, shift);
        let place = |child: &ChildFragment<'h>| {
            let stays = !is_in_flow(child) && has_block_inset(child, mode);
            ChildFragment { offset: child.offset + if stays { from_start } else { move_by }, ..*child }
        };
        let children: Vec<ChildFragment<'h>> = laid_out.children.iter().map(place).collect();
        let scrollable_overflow = if size == laid_out.size && shift.is_zero() {
            laid_out.scrollable_overflow
        } else {
            overflow::scrollable_overflow(size, &children)
        };
        let cell_box = &*cell.cell.cell_box;
        let fragment = table.ctx.cx.alloc(BoxFragment {
            box_id: cell_box.id,
            source: cell_box.source,
            kind: BoxFragmentKind::TableCell { is_empty: !self.has_content },
            style: cell_box.style,
            flags: cell_box.flags,
            size,
            border: frame.border.to_physical(mode),
            padding: frame.padding.to_physical(mode),
            edges: laid_out.edges,
            children: table.ctx.cx.alloc_slice_copy(&children),
            first_baseline: laid_out.first_baseline.map(|baseline| baseline + shift),
            last_baseline: laid_out.last_baseline.map(|baseline| baseline + shift),
            scrollable_overflow,
            collapsed_borders: None,
        });
        let carry = |carried: &OutOfFlowBox<'h>| OutOfFlowBox {
            static_position: carried.static_position + move_by,
            ..*carried
        };
        let out_of_flow: Vec<_> = self.result.out_of_flow.iter().map(carry).collect();
        LayoutResult { fragment, out_of_flow: table.ctx.cx.alloc_slice_copy(&out_of_flow) }
    }
}

impl<'h> SettledCell<'h> {
    /// The fragment of a cell in a collapsed row or in collapsed columns: it has a place and nothing to see.
    pub fn finish_hidden(&self, table: &Table<'_, '_, 'h>, cell: &GridCell<'h>) -> LayoutResult<'h> {
        let cx = table.ctx.cx;
        let cell_box = &*cell.cell.cell_box;
        let mut style: ComputedStyle<'h> = *cell_box.style;
        style.inherited_box =
            cx.alloc(InheritedBox { visibility: Visibility::Hidden, ..(*style.inherited_box).clone() });
        let mode = table.mode;
        let kind = BoxFragmentKind::TableCell { is_empty: true };
        let mut builder =
            BoxFragmentBuilder::with_style(cell_box.id, cell_box.source, cx.alloc(style), kind, Frame::default());
        builder.mode = mode;
        builder.may_contain = false;
        builder.finish(table.ctx, self.size)
    }
}

/// How the content moves physically when the cell grows from `old` to `new` and its content moves by `shift`; and how
/// it would without the shift.
fn shifts(
    mode: WritingMode,
    old: PhysicalSize,
    new: PhysicalSize,
    shift: LayoutUnit,
) -> (PhysicalOffset, PhysicalOffset) {
    let nothing = PhysicalSize::default();
    let place = |block, container| LogicalOffset::new(LayoutUnit::ZERO, block).to_physical(mode, container, nothing);
    let start = place(LayoutUnit::ZERO, old);
    (place(shift, new) - start, place(LayoutUnit::ZERO, new) - start)
}

/// Whether an absolutely positioned child is placed by an inset on the block axis, not by its static position.
fn has_block_inset(child: &ChildFragment<'_>, mode: WritingMode) -> bool {
    let Fragment::Box(fragment) = child.fragment else { return false };
    let style = &*fragment.style;
    let (start, end) = if mode.is_horizontal() { (style.top(), style.bottom()) } else { (style.left(), style.right()) };
    !start.is_auto() || !end.is_auto()
}
