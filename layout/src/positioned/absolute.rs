//! The size and place of one absolutely positioned box.
//!
//! [§ 10.3.7](https://www.w3.org/TR/CSS22/visudet.html#abs-non-replaced-width), § 10.3.8, § 10.6.4 and § 10.6.5 are one
//! procedure: the size first, in the box's own axes (inline before block, for the block size may depend on it), then
//! the place on each physical axis from insets, margins and static position.

use ashlar_gc::Gc;

use super::{ContainingBlock, kept_sides};
use crate::alignment::{ItemAlignment, ItemPosition, LogicalAxis};
use crate::box_tree::{BoxContents, LayoutBox};
use crate::constraint::{ConstraintSpace, LayoutResult, OutOfFlowBox, StaticEdge};
use crate::context::LayoutContext;
use crate::css::values::length::{LengthPercentageOrAuto, Size};
use crate::geometry::{LayoutUnit, PhysicalOffset, PhysicalSides};
use crate::sizing::{self, Frame};

/// One physical axis of the problem.
#[derive(Clone, Copy)]
struct Axis {
    /// The containing block.
    start: LayoutUnit,
    size: LayoutUnit,
    inset_start: Option<LayoutUnit>,
    inset_end: Option<LayoutUnit>,
    margin_start: Option<LayoutUnit>,
    margin_end: Option<LayoutUnit>,
    static_position: LayoutUnit,
    static_edge: StaticEdge,
    /// Whether the start inset wins over the end inset.
    keeps_start: bool,
    /// Negative room is not shared between two `auto` margins on the containing block's inline axis.
    is_inline: bool,
    alignment: ItemAlignment,
}

impl Axis {
    /// Room for the margin box.
    fn available(&self) -> LayoutUnit {
        let end = self.start + self.size;
        let room = match (self.inset_start, self.inset_end) {
            (None, None) => match self.static_edge {
                StaticEdge::Start => end - self.static_position,
                StaticEdge::End => self.static_position - self.start,
                StaticEdge::Center => (end - self.static_position).min(self.static_position - self.start).mul_count(2),
            },
            (start, inset_end) => self.size - start.unwrap_or_default() - inset_end.unwrap_or_default(),
        };
        room.clamp_negative_to_zero()
    }

    /// Whether `auto` means to fill the room.
    fn stretches(&self) -> bool {
        self.inset_start.is_some() && self.inset_end.is_some() && self.alignment.position == ItemPosition::Stretch
    }

    fn margin_sum(&self) -> LayoutUnit {
        self.margin_start.unwrap_or_default() + self.margin_end.unwrap_or_default()
    }

    /// Where the border box of this size begins.
    fn place(&self, size: LayoutUnit) -> LayoutUnit {
        let (margin_start, margin_end) = (self.margin_start.unwrap_or_default(), self.margin_end.unwrap_or_default());
        match (self.inset_start, self.inset_end) {
            (Some(start), Some(end)) => self.place_between(start, end, size),
            (Some(start), None) => self.start + start + margin_start,
            (None, Some(end)) => self.start + self.size - end - margin_end - size,
            (None, None) => match self.static_edge {
                StaticEdge::Start => self.static_position + margin_start,
                StaticEdge::End => self.static_position - margin_end - size,
                StaticEdge::Center => {
                    self.static_position - (size + margin_start + margin_end).div_count(2) + margin_start
                }
            },
        }
    }

    fn place_between(&self, start: LayoutUnit, end: LayoutUnit, size: LayoutUnit) -> LayoutUnit {
        let free = self.size - start - end - size - self.margin_sum();
        let before = self.start + start + self.margin_start.unwrap_or_default();
        match (self.margin_start, self.margin_end) {
            (None, None) if self.is_inline && free.is_negative() => {
                if self.keeps_start {
                    before
                } else {
                    before + free
                }
            }
            (None, None) => before + free.div_count(2),
            (None, Some(_)) => before + free,
            (Some(_), None) => before,
            (Some(_), Some(_)) => self.place_aligned(before, free, size),
        }
    }

    /// [CSS Position 4, § 4.4](https://drafts.csswg.org/css-position-4/#abspos-alignment): between the insets, as the
    /// alignment says; a box that overflows these stays in the containing block, at its start if it is larger.
    fn place_aligned(&self, before: LayoutUnit, free: LayoutUnit, size: LayoutUnit) -> LayoutUnit {
        // Left and top are the containing block's start sides where these are kept.
        let place = match self.alignment.used(free) {
            ItemPosition::Center => before + free.div_count(2),
            ItemPosition::End | ItemPosition::LastBaseline if self.keeps_start => before + free,
            ItemPosition::Start | ItemPosition::Stretch | ItemPosition::Baseline if !self.keeps_start => before + free,
            _ => before,
        };
        if !free.is_negative()
            || self.alignment.position == ItemPosition::Stretch
            || !self.alignment.is_default_overflow
        {
            return place;
        }
        let first = self.start + self.margin_start.unwrap_or_default();
        let last = self.start + self.size - size - self.margin_end.unwrap_or_default();
        if self.keeps_start { place.min(last).max(first) } else { place.max(first).min(last) }
    }
}

/// Lays a box out in its containing block and answers the place of its border box, in the coordinates of the static
/// position.
pub(super) fn layout_absolute<'h>(
    ctx: &LayoutContext<'_, 'h>,
    out_of_flow: &OutOfFlowBox<'h>,
    containing_block: &ContainingBlock,
) -> (LayoutResult<'h>, PhysicalOffset) {
    let (horizontal, vertical) = axes(out_of_flow, containing_block);
    let layout_box = out_of_flow.layout_box;
    let space = constraint_space(ctx, layout_box, containing_block, &horizontal, &vertical);
    let result = crate::dispatch::layout_child(ctx, layout_box, &space);
    let size = result.fragment.size;
    (result, PhysicalOffset::new(horizontal.place(size.width), vertical.place(size.height)))
}

fn axes(out_of_flow: &OutOfFlowBox<'_>, containing_block: &ContainingBlock) -> (Axis, Axis) {
    let style = &*out_of_flow.layout_box.style;
    let rect = containing_block.rect;
    let inline_basis = rect.size.to_logical(containing_block.mode).inline;
    let inset = |value: &LengthPercentageOrAuto, basis| value.non_auto().map(|value| value.resolve(basis));
    let margins = PhysicalSides {
        top: style.margin_top(),
        right: style.margin_right(),
        bottom: style.margin_bottom(),
        left: style.margin_left(),
    }
    .map(|margin| margin.non_auto().map(|margin| margin.resolve(inline_basis)));
    let keeps = kept_sides(containing_block.mode);
    let cb_is_horizontal = containing_block.mode.is_horizontal();
    let alignment = |axis| ItemAlignment::of_absolute(style, axis, containing_block.mode);
    let (justify, align) = (alignment(LogicalAxis::Inline), alignment(LogicalAxis::Block));
    let horizontal = Axis {
        start: rect.offset.left,
        size: rect.size.width,
        inset_start: inset(style.left(), rect.size.width),
        inset_end: inset(style.right(), rect.size.width),
        margin_start: margins.left,
        margin_end: margins.right,
        static_position: out_of_flow.static_position.left,
        static_edge: out_of_flow.horizontal_edge,
        keeps_start: keeps.left,
        is_inline: cb_is_horizontal,
        alignment: if cb_is_horizontal { justify } else { align },
    };
    let vertical = Axis {
        start: rect.offset.top,
        size: rect.size.height,
        inset_start: inset(style.top(), rect.size.height),
        inset_end: inset(style.bottom(), rect.size.height),
        margin_start: margins.top,
        margin_end: margins.bottom,
        static_position: out_of_flow.static_position.top,
        static_edge: out_of_flow.vertical_edge,
        keeps_start: keeps.top,
        is_inline: !cb_is_horizontal,
        alignment: if cb_is_horizontal { align } else { justify },
    };
    (horizontal, vertical)
}

/// The space the box is laid out in: its own axes, with the sizes fixed that insets determine.
fn constraint_space<'h>(
    ctx: &LayoutContext<'_, 'h>,
    layout_box: Gc<'h, LayoutBox<'h>>,
    containing_block: &ContainingBlock,
    horizontal: &Axis,
    vertical: &Axis,
) -> ConstraintSpace {
    let style = &*layout_box.style;
    let mode = sizing::writing_mode(style);
    let (inline, block) = if mode.is_horizontal() { (horizontal, vertical) } else { (vertical, horizontal) };
    let basis = containing_block.rect.size.to_logical(mode);
    let mut space = ConstraintSpace::new(inline.available(), Some(basis.block), mode);
    space.percentage_inline = basis.inline;
    space.available_block = Some(block.available());
    space.shrink_to_fit = !inline.stretches();
    let inline_axis = sizing::inline_axis(style, mode);
    let block_axis = sizing::block_axis(style, mode);
    let frame = Frame::of(style, containing_block.rect.size.to_logical(containing_block.mode).inline);
    match layout_box.contents {
        BoxContents::Replaced(contents) if contents.is_control => {
            // Controls are replaced and yet fill the room that insets leave.
            if inline.stretches() && inline_axis.preferred.is_auto() {
                let auto = Size::Stretch;
                let margins = inline.margin_sum();
                let size = sizing::inline_size_with_auto(ctx, &layout_box, &space, frame, margins, &auto);
                space.fixed_inline = Some(size);
            }
            if block.stretches() && block_axis.preferred.is_auto() {
                space.fixed_block = Some(stretched_block_size(ctx, layout_box, &space, frame, block));
            }
            return space;
        }
        BoxContents::Replaced(_) | BoxContents::Table(_) => {
            space.shrink_to_fit = true;
            return space;
        }
        _ => {}
    }
    // A ratio takes over where only one of the axes is given by insets.
    let ratio = sizing::PreferredRatio::of(style, frame);
    let inline_is_given = inline.stretches() || !inline_axis.preferred.is_auto();
    let auto = if inline.stretches() { Size::Stretch } else { Size::FitContent };
    let fills_block = block_axis.preferred.is_auto() && block.stretches() && (ratio.is_none() || !inline_is_given);
    if fills_block && !sizing::depends_on_content(block_axis.min) && !sizing::depends_on_content(block_axis.max) {
        space.fixed_block = Some(stretched_block_size(ctx, layout_box, &space, frame, block));
    }
    space.fixed_inline =
        Some(sizing::inline_size_with_auto(ctx, &layout_box, &space, frame, inline.margin_sum(), &auto));
    if fills_block && space.fixed_block.is_none() {
        space.fixed_block = Some(stretched_block_size(ctx, layout_box, &space, frame, block));
    }
    space
}

/// The border-box block size of a box that fills the room between its insets.
fn stretched_block_size<'h>(
    ctx: &LayoutContext<'_, 'h>,
    layout_box: Gc<'h, LayoutBox<'h>>,
    space: &ConstraintSpace,
    frame: Frame,
    block: &Axis,
) -> LayoutUnit {
    let style = &*layout_box.style;
    let stretched = (block.available() - block.margin_sum()).max(frame.block_sum());
    let sizes = sizing::block_sizes(style, space, frame, space.fixed_inline.unwrap_or_default());
    let axis = sizing::block_axis(style, sizing::writing_mode(style));
    let depends_on_content = sizing::depends_on_content(axis.min) || sizing::depends_on_content(axis.max);
    let content = if depends_on_content {
        let mut natural = *space;
        natural.ignores_block_sizes = true;
        let mode = sizing::writing_mode(style);
        crate::dispatch::layout_child(ctx, layout_box, &natural).fragment.size.to_logical(mode).block
    } else {
        stretched
    };
    let content_is_min = sizing::depends_on_content(axis.min);
    sizing::BlockSizes { preferred: Some(stretched), content_is_min, ..sizes }.used(content)
}
