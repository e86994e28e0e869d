//! [§ 9.9](https://www.w3.org/TR/css-flexbox-1/#intrinsic-sizes): the intrinsic inline sizes of a flex container.

use ashlar_gc::Gc;

use super::super::container::{Container, frame_in, sort_children};
use super::item::Item;
use super::style::FlexStyle;
use super::{Flex, lines};
use crate::alignment::ItemPosition;
use crate::box_tree::{BoxContents, LayoutBox};
use crate::constraint::{ConstraintSpace, IntrinsicSizes};
use crate::context::LayoutContext;
use crate::css::values::length::Size;
use crate::geometry::LayoutUnit;
use crate::intrinsic::{contribution_in, margin_sum};
use crate::replaced;
use crate::sizing::{self, Frame};

/// The content box: of a row the sum of its items' contributions, of a column the largest.
pub(in super::super) fn intrinsic_sizes<'h>(
    ctx: &LayoutContext<'_, 'h>,
    layout_box: &LayoutBox<'h>,
    children: &[Gc<'h, LayoutBox<'h>>],
) -> IntrinsicSizes {
    let style = FlexStyle::of(&layout_box.style);
    let (main_gap, _) = style.gaps(&layout_box.style, None, None);
    let mut sum = IntrinsicSizes::default();
    let mut largest = IntrinsicSizes::default();
    let mut count = 0;
    for item in children.iter().filter(|child| !child.is_absolutely_positioned()) {
        let own = contribution(ctx, &style, item);
        largest = largest.max(own);
        sum.min_content += own.min_content;
        sum.max_content += own.max_content;
        count += 1;
    }
    if !style.axes.is_row {
        if style.wraps {
            let sum = column_sum(ctx, layout_box, children, largest.max_content);
            largest.max_content = largest.max_content.max(sum);
        }
        return largest;
    }
    let sum = sum.grow(main_gap.mul_count((count - 1).max(0)));
    let min_content = if style.wraps { largest.min_content } else { sum.min_content };
    IntrinsicSizes {
        min_content: min_content.clamp_negative_to_zero(),
        max_content: sum.max_content.clamp_negative_to_zero(),
    }
}

/// The columns of a wrapping column container side by side, if its block size limits them: each item as wide as it can
/// become.
fn column_sum<'h>(
    ctx: &LayoutContext<'_, 'h>,
    layout_box: &LayoutBox<'h>,
    children: &[Gc<'h, LayoutBox<'h>>],
    available: LayoutUnit,
) -> LayoutUnit {
    let style = layout_box.style;
    let mode = sizing::writing_mode(&style);
    let frame = Frame::of(&style, LayoutUnit::ZERO);
    let mut space = ConstraintSpace::new(available, None, mode);
    space.fixed_block = ctx.intrinsic_percentage_block.get().map(|block| block + frame.block_sum());
    let sizes = sizing::block_sizes(&style, &space, frame, available + frame.inline_sum());
    if sizes.preferred.is_none() && sizes.max.is_none() {
        return LayoutUnit::ZERO;
    }
    let inline = available + frame.inline_sum();
    let container = Container { ctx, style, mode, frame, inline, content_inline: available, sizes };
    let flex = Flex::new(container);
    let (in_flow, _) = sort_children(children);
    let items: Vec<_> = in_flow.iter().map(|child| Item::new(&flex, *child)).collect();
    let lines = lines::collect(&flex, &items);
    let gaps = flex.cross_gap.mul_count(i32::try_from(lines.len().saturating_sub(1)).unwrap_or(i32::MAX));
    let line_size = |line: &lines::Line| {
        let items = &in_flow[line.items.clone()];
        items.iter().map(|item| contribution(ctx, &flex.style, item).max_content).max().unwrap_or_default()
    };
    lines.iter().map(line_size).sum::<LayoutUnit>() + gaps
}

/// [§ 9.9.2](https://www.w3.org/TR/css-flexbox-1/#intrinsic-item-contributions): an item that cannot grow is at most as large
/// as its flex base size, one that cannot shrink at least.
fn contribution<'h>(ctx: &LayoutContext<'_, 'h>, flex: &FlexStyle, item: &Gc<'h, LayoutBox<'h>>) -> IntrinsicSizes {
    let mut own = contribution_in(ctx, item, None, flex.mode);
    let style = &*item.style;
    if let Some(transferred) = transferred(ctx, flex, item) {
        own = IntrinsicSizes { min_content: transferred, max_content: transferred };
    }
    let Size::LengthPercentage(basis) = &style.flex_basis().0 else { return own };
    let Some(basis) = basis.maybe_resolve(None).filter(|_| flex.axes.is_row) else { return own };
    let frame = frame_in(style, LayoutUnit::ZERO, flex.mode).inline_sum();
    let margins = margin_sum(style, flex.mode, None);
    let axis = sizing::inline_axis(style, flex.mode);
    let length = |size: &Size| {
        let length = size.length_percentage()?.maybe_resolve(None)?;
        Some(sizing::to_border_box(length, *style.box_sizing(), frame) + margins)
    };
    let base = sizing::to_border_box(basis, *style.box_sizing(), frame) + margins;
    let (grow, shrink) = flex.factors(style);
    let clamp = |size: LayoutUnit| {
        let size = if grow == 0.0 { size.min(base) } else { size };
        let size = if shrink == 0.0 { size.max(base) } else { size };
        let size = length(axis.max).map_or(size, |max| size.min(max));
        length(axis.min).map_or(size, |min| size.max(min))
    };
    IntrinsicSizes { min_content: clamp(own.min_content), max_content: clamp(own.max_content) }
}

/// The outer inline size of a picture that fills a container of definite block size and is as wide as its ratio says.
fn transferred<'h>(ctx: &LayoutContext<'_, 'h>, flex: &FlexStyle, item: &LayoutBox<'h>) -> Option<LayoutUnit> {
    let style = &*item.style;
    let BoxContents::Replaced(contents) = item.contents else { return None };
    let block = ctx.intrinsic_percentage_block.get()?;
    let margins = sizing::margins_in(style, LayoutUnit::ZERO, flex.mode);
    let (start, end) = (margins.block_start?, margins.block_end?);
    let fills = flex.align_of(style).position == ItemPosition::Stretch
        && sizing::block_axis(style, flex.mode).preferred.is_auto()
        && sizing::inline_axis(style, flex.mode).preferred.is_auto();
    if !fills || flex.wraps || !flex.axes.is_row {
        return None;
    }
    let mut space = ConstraintSpace::new(LayoutUnit::MAX, Some(block), flex.mode);
    space.fixed_block = Some((block - start - end).clamp_negative_to_zero());
    let size = replaced::border_box_size(style, &contents, &space, Frame::of(style, LayoutUnit::ZERO));
    Some(size.to_logical(flex.mode).inline + margin_sum(style, flex.mode, None))
}
