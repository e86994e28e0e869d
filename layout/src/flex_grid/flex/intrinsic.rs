//! [§ 9.9](https://www.w3.org/TR/css-flexbox-1/#intrinsic-sizes): the intrinsic inline sizes of a flex container.

use ashlar_gc::Gc;

use super::style::FlexStyle;
use crate::box_tree::LayoutBox;
use crate::constraint::IntrinsicSizes;
use crate::context::LayoutContext;
use crate::css::values::length::Size;
use crate::geometry::LayoutUnit;
use crate::intrinsic::{contribution_in, margin_sum};
use crate::sizing;

use super::super::container::frame_in;

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
        return largest;
    }
    let sum = sum.grow(main_gap.mul_count((count - 1).max(0)));
    let min_content = if style.wraps { largest.min_content } else { sum.min_content };
    IntrinsicSizes {
        min_content: min_content.clamp_negative_to_zero(),
        max_content: sum.max_content.clamp_negative_to_zero(),
    }
}

/// [§ 9.9.2](https://www.w3.org/TR/css-flexbox-1/#intrinsic-item-contributions): an item that cannot grow is at most as large
/// as its flex base size, one that cannot shrink at least.
fn contribution<'h>(ctx: &LayoutContext<'_, 'h>, flex: &FlexStyle, item: &Gc<'h, LayoutBox<'h>>) -> IntrinsicSizes {
    let own = contribution_in(ctx, item, None, flex.mode);
    let style = &*item.style;
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
