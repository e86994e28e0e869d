//! Multi-column layout ([CSS Multicol 1](https://www.w3.org/TR/css-multicol-1/)).
//!
//! 1. The number and width of the columns follow from the container's width (`ColumnGrid`).
//! 2. The contents are laid out as one tall *strip* of a column's width, as any block formatting context. Boxes with
//!    `column-span: all` are left out and part the strip into sections, at whatever depth they stand.
//! 3. Where a strip may be cut is read off its fragments (`breaks`): not through lines, replaced boxes, rows, nor what
//!    asks to be kept whole. The height of the columns is found by filling them, for balance again and again with
//!    what was too little.
//! 4. The strip's fragments are cut at those places and dealt out to columns (`slice`), section after section, with the
//!    spanning boxes between.
//!
//! Not known while a strip is laid out: in which column a box will be. So nothing in it can depend on that, and boxes do
//! not grow when they are cut. Rejected: laying out with breaks in every formatting context, which makes each of them
//! resumable; for pages on a screen, columns are the only place that needs it.
//!
//! NOTE: columns are not made in vertical writing modes; flex and grid containers are not cut.

mod breaks;
mod slice;

use ashlar_gc::Gc;

use super::flow::{Container, FlowState, layout_contents};
use super::margin_collapse::CollapsibleMargin;
use crate::box_tree::LayoutBox;
use crate::constraint::{ConstraintSpace, IntrinsicSizes, LayoutResult};
use crate::context::LayoutContext;
use crate::css::ComputedStyle;
use crate::css::properties::longhands::Border;
use crate::css::values::alignment::ColumnFill;
use crate::css::values::length::LengthPercentageOrNormal;
use crate::fragment_tree::BoxFragmentKind;
use crate::fragment_tree::builder::BoxFragmentBuilder;
use crate::geometry::{LayoutUnit, LogicalOffset, LogicalSides, LogicalSize, PhysicalOffset, WritingMode};
use crate::limits::MAX_COLUMNS;
use crate::positioned::relative_offset;
use crate::sizing::{self, BlockSizes, Frame};

use breaks::{Breaks, ColumnRange};

/// Whether a style makes a [multi-column container](https://www.w3.org/TR/css-multicol-1/#multi-column-container).
pub(super) fn is_multicol(style: &ComputedStyle<'_>) -> bool {
    (style.column_count().0.is_some() || style.column_width().0.is_some())
        && sizing::writing_mode(style).is_horizontal()
}

/// How the content box is cut into columns.
#[derive(Clone, Copy, Debug, PartialEq)]
struct ColumnGrid {
    count: u32,
    width: LayoutUnit,
    gap: LayoutUnit,
}

impl ColumnGrid {
    /// [§ 3.4](https://www.w3.org/TR/css-multicol-1/#pseudo-algorithm)
    fn of(style: &ComputedStyle<'_>, available: LayoutUnit) -> Self {
        let gap = gap(style, available);
        let fitting = style.column_width().0.map(|width| {
            let width = LayoutUnit::from_px_f32(width).max(LayoutUnit::from_px(1));
            let stride = (width + gap).raw().max(1);
            u32::try_from((available + gap).raw() / stride).unwrap_or(0).max(1)
        });
        let count = match (style.column_count().0, fitting) {
            (Some(count), Some(fitting)) => count.min(fitting),
            (Some(count), None) => count,
            (None, Some(fitting)) => fitting,
            (None, None) => 1,
        };
        let count = count.clamp(1, MAX_COLUMNS);
        let width = (available + gap).div_count(count as i32) - gap;
        Self { count, width: width.clamp_negative_to_zero(), gap }
    }

    /// The inline offset of a column in the content box.
    fn offset(&self, column: usize) -> LayoutUnit {
        (self.width + self.gap).mul_count(i32::try_from(column).unwrap_or(i32::MAX))
    }
}

/// [`column-gap`](https://www.w3.org/TR/css-align-3/#column-row-gap): `normal` is 1 em between columns.
fn gap(style: &ComputedStyle<'_>, available: LayoutUnit) -> LayoutUnit {
    match style.column_gap() {
        LengthPercentageOrNormal::Normal => LayoutUnit::from_px_f32(style.font_size().px),
        LengthPercentageOrNormal::LengthPercentage(gap) => gap.resolve(available).clamp_negative_to_zero(),
    }
}

/// The intrinsic sizes of a multi-column container, those of its content in one column being known
/// ([§ 8](https://www.w3.org/TR/css-sizing-3/#multicol-intrinsic)).
pub fn intrinsic_sizes(style: &ComputedStyle<'_>, mut content: IntrinsicSizes) -> IntrinsicSizes {
    if !is_multicol(style) {
        return content;
    }
    if let Some(width) = style.column_width().0 {
        let width = LayoutUnit::from_px_f32(width);
        content.min_content = content.min_content.min(width);
        content.max_content = content.max_content.max(width);
    }
    let count = style.column_count().0.unwrap_or(1).clamp(1, MAX_COLUMNS) as i32;
    let gaps = gap(style, LayoutUnit::ZERO).mul_count(count - 1);
    let widen = |size: LayoutUnit| size.mul_count(count) + gaps;
    let min_content = if style.column_width().0.is_some() { content.min_content } else { widen(content.min_content) };
    IntrinsicSizes { min_content, max_content: widen(content.max_content) }
}

/// Lays out the contents of a multi-column container into `builder` and answers their block size.
pub(super) fn layout<'h>(
    ctx: &LayoutContext<'_, 'h>,
    builder: &mut BoxFragmentBuilder<'h>,
    layout_box: Gc<'h, LayoutBox<'h>>,
    inline_size: LayoutUnit,
    sizes: &BlockSizes,
) -> LayoutUnit {
    let style = layout_box.style;
    let mut multicol = Multicol {
        ctx,
        grid: ColumnGrid::of(&style, inline_size),
        inline_size,
        mode: sizing::writing_mode(&style),
        style,
        layout_box,
        // A height that is given, or the largest, limits the columns.
        limit: sizes.preferred.or(sizes.max).map(|size| {
            let size = sizes.max.map_or(size, |max| size.min(max)).max(sizes.min);
            (size - sizes.frame_sum).clamp_negative_to_zero()
        }),
        is_definite: sizes.percentage_basis().is_some(),
        origin: builder.frame.start(),
        builder,
        block: LayoutUnit::ZERO,
        margin: CollapsibleMargin::default(),
    };
    let (strip, spanners) = multicol.strip();
    let breaks = Breaks::of(&strip.fragment);
    let mut start = LayoutUnit::ZERO;
    for spanner in &spanners {
        // What is followed by a spanning box is balanced whatever `column-fill` says.
        multicol.section(&strip, &breaks, ColumnRange { start, end: spanner.position.max(start) }, true);
        multicol.spanner(spanner.layout_box);
        start = spanner.position.max(start);
    }
    let end = strip.fragment.size.height.max(start);
    if spanners.is_empty() || end > start {
        multicol.section(&strip, &breaks, ColumnRange { start, end }, false);
    }
    multicol.block + multicol.margin.solve()
}

/// A box that spans all columns, and where in the strip it stands.
pub(super) struct Spanner<'h> {
    pub layout_box: Gc<'h, LayoutBox<'h>>,
    pub position: LayoutUnit,
}

struct Multicol<'a, 'c, 'h> {
    ctx: &'a LayoutContext<'c, 'h>,
    builder: &'a mut BoxFragmentBuilder<'h>,
    layout_box: Gc<'h, LayoutBox<'h>>,
    style: Gc<'h, ComputedStyle<'h>>,
    mode: WritingMode,
    grid: ColumnGrid,
    inline_size: LayoutUnit,
    /// The content-box block size that must not be exceeded.
    limit: Option<LayoutUnit>,
    /// Whether that is a definite block size rather than a maximum.
    is_definite: bool,
    /// From the corner of the border box to that of the content box.
    origin: LogicalOffset,
    /// Where the next section or spanning box begins in the content box.
    block: LayoutUnit,
    /// The margin of a spanning box that collapses with the next one's.
    margin: CollapsibleMargin,
}

impl<'h> Multicol<'_, '_, 'h> {
    fn spanner(&mut self, spanner: Gc<'h, LayoutBox<'h>>) {
        let percentage_block = self.limit.filter(|_| self.is_definite);
        let space = ConstraintSpace::new(self.inline_size, percentage_block, self.mode);
        let result = crate::dispatch::layout_child(self.ctx, spanner, &space);
        let size = result.fragment.size.to_logical(self.mode);
        let margins = sizing::margins_in(&spanner.style, self.inline_size, self.mode);
        let (style, mode) = (&self.style, self.mode);
        let inline = super::flow::start_margin_within(style, mode, &spanner, self.inline_size, margins, size.inline);
        let margins = sizing::auto_as_zero(margins);
        self.margin.adjoin(CollapsibleMargin::new(margins.block_start));
        self.block += self.margin.solve();
        let offset = self.origin + LogicalOffset::new(inline, self.block);
        let shift = relative_offset(&spanner.style, self.inline_size, percentage_block, self.mode);
        self.note_baselines(&result, offset.block);
        self.builder.add_result(result, offset, shift);
        self.block += size.block;
        self.margin = CollapsibleMargin::new(margins.block_end);
    }

    /// Sets a section of the strip in columns.
    fn section(&mut self, strip: &LayoutResult<'h>, breaks: &Breaks, section: ColumnRange, must_balance: bool) {
        let is_first_section = section.start.is_zero();
        if section.start == section.end && (must_balance || !is_first_section) {
            return;
        }
        self.block += self.margin.solve();
        self.margin = CollapsibleMargin::default();
        let room = self.limit.map(|limit| (limit - self.block).clamp_negative_to_zero());
        let breaks = breaks.section(section);
        let fills = *self.style.column_fill() == ColumnFill::Auto && !must_balance;
        let height = match room {
            Some(room) if fills => room,
            _ => breaks.balanced_height(self.grid.count as usize, room),
        };
        let ranges = breaks.fill(height).columns;
        let height = if fills && self.is_definite { height } else { breaks.used_height(&ranges, height) };
        for (column, range) in ranges.iter().enumerate() {
            let range = ColumnRange { start: range.start + section.start, end: range.end + section.start };
            let is_first = is_first_section && column == 0;
            let is_last = !must_balance && column + 1 == ranges.len();
            let result = slice::column(self.ctx, strip, range, is_first, is_last, height);
            let offset = self.origin + LogicalOffset::new(self.grid.offset(column), self.block);
            self.note_baselines(&result, offset.block);
            self.builder.add_result(result, offset, PhysicalOffset::default());
        }
        self.rules(&ranges, height);
        self.block += height;
    }

    fn note_baselines(&mut self, result: &LayoutResult<'h>, block: LayoutUnit) {
        if let Some(baseline) = result.fragment.first_baseline {
            self.builder.first_baseline.get_or_insert(block + baseline);
        }
        if let Some(baseline) = result.fragment.last_baseline {
            self.builder.last_baseline = Some(block + baseline);
        }
    }

    /// Lays the contents out in one column that has no end; answers the boxes that span all columns too.
    fn strip(&self) -> (LayoutResult<'h>, Vec<Spanner<'h>>) {
        let ctx = self.ctx;
        let style = ctx.cx.alloc(ComputedStyle::anonymous(&self.style, &ctx.initial_style));
        let (id, kind) = (self.layout_box.id, BoxFragmentKind::Block);
        let mut builder = BoxFragmentBuilder::with_style(id, None, style, kind, Frame::default());
        builder.may_contain = false;
        let mut state = FlowState::new();
        state.spanners = Some(Vec::new());
        let mut container = Container {
            builder: &mut builder,
            style: self.style,
            mode: self.mode,
            inline_size: self.grid.width,
            percentage_block: self.limit.filter(|_| self.is_definite),
            line_left: LayoutUnit::ZERO,
            block_start: LayoutUnit::ZERO,
            content_offset: LogicalOffset::default(),
        };
        layout_contents(ctx, &mut state, &mut container, self.layout_box);
        let floats = state.floats.lowest_edge().unwrap_or_default();
        let block = state.position_with_margin().max(floats).clamp_negative_to_zero();
        let strip = builder.finish(ctx, LogicalSize::new(self.grid.width, block));
        (strip, state.spanners.unwrap_or_default())
    }

    /// [§ 4.3](https://www.w3.org/TR/css-multicol-1/#column-gaps-and-rules): a rule is drawn in the middle of each gap
    /// between columns with content: as the border of a box without extent.
    fn rules(&mut self, ranges: &[ColumnRange], height: LayoutUnit) {
        let style = &*self.style;
        if !style.column_rule_style().is_visible() {
            return;
        }
        let width = LayoutUnit::from_px_f32(style.column_rule_width().0);
        let border = Border {
            border_left_width: *style.column_rule_width(),
            border_left_style: *style.column_rule_style(),
            border_left_color: *style.column_rule_color(),
            ..Border::initial()
        };
        let mut rule_style = ComputedStyle::anonymous(style, &self.ctx.initial_style);
        rule_style.border = self.ctx.cx.alloc(border);
        let rule_style = self.ctx.cx.alloc(rule_style);
        let side = LogicalSides { inline_start: width, ..LogicalSides::default() };
        let frame = Frame {
            border: if self.mode.is_rtl() {
                LogicalSides { inline_start: LayoutUnit::ZERO, inline_end: width, ..side }
            } else {
                side
            },
            padding: LogicalSides::default(),
        };
        for column in 1..ranges.len() {
            let (id, kind) = (self.layout_box.id, BoxFragmentKind::Block);
            let builder = BoxFragmentBuilder::with_style(id, None, rule_style, kind, frame);
            let result = builder.finish(self.ctx, LogicalSize::new(width, height));
            let middle = self.grid.offset(column) - (self.grid.gap + width).div_count(2);
            let offset = self.origin + LogicalOffset::new(middle, self.block);
            self.builder.add_result(result, offset, PhysicalOffset::default());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_share_the_width() {
        let mut heap = ashlar_gc::Heap::new();
        heap.enter(|cx| {
            let mut style = ComputedStyle::initial(cx);
            let mut column = (*style.column).clone();
            column.column_count.0 = Some(3);
            style.column = cx.alloc(column.clone());
            let px = LayoutUnit::from_px;
            // `normal` is 1 em: 16 px.
            assert_eq!(ColumnGrid::of(&style, px(332)), ColumnGrid { count: 3, width: px(100), gap: px(16) });
            column.column_width.0 = Some(150.0);
            style.column = cx.alloc(column);
            assert_eq!(ColumnGrid::of(&style, px(332)), ColumnGrid { count: 2, width: px(158), gap: px(16) });
        });
    }
}
