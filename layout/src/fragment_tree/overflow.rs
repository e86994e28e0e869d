//! Scrollable overflow: what of a box's descendants can be scrolled to.
//!
//! Spec: <https://www.w3.org/TR/css-overflow-3/#scrollable>.

use super::{BoxFragment, ChildFragment, Fragment};
use crate::css::ComputedStyle;
use crate::css::values::position::Overflow;
use crate::geometry::{LayoutUnit, PhysicalOffset, PhysicalRect, PhysicalSides, PhysicalSize};

/// The scrollable overflow of a border box of this size and these children, in its own coordinates.
pub fn scrollable_overflow(size: PhysicalSize, children: &[ChildFragment<'_>]) -> PhysicalRect {
    let own = PhysicalRect::new(PhysicalOffset::default(), size);
    children.iter().fold(own, |rect, child| rect.union(contribution(child)))
}

/// What a child adds to the overflow of its parent, in the parent's coordinates.
pub fn contribution(child: &ChildFragment<'_>) -> PhysicalRect {
    let rect = match child.fragment {
        Fragment::Box(fragment) => visible_overflow(&fragment),
        Fragment::Line(line) => scrollable_overflow(line.size, &line.children),
        Fragment::Text(text) => PhysicalRect::new(PhysicalOffset::default(), text.size),
    };
    rect.translate(child.offset)
}

/// The part of a box's overflow that shows outside of it: none along an axis that clips.
pub fn visible_overflow(fragment: &BoxFragment<'_>) -> PhysicalRect {
    let border_box = PhysicalRect::new(PhysicalOffset::default(), fragment.size);
    if fragment.flags.overflow_is_propagated {
        return fragment.scrollable_overflow;
    }
    let (clips_x, clips_y) = clipped_axes(&fragment.style);
    let mut rect = fragment.scrollable_overflow;
    if clips_x {
        rect.offset.left = border_box.offset.left;
        rect.size.width = border_box.size.width;
    }
    if clips_y {
        rect.offset.top = border_box.offset.top;
        rect.size.height = border_box.size.height;
    }
    rect
}

fn clipped_axes(style: &ComputedStyle<'_>) -> (bool, bool) {
    let contained = style.contain().contains(crate::css::values::position::Contain::PAINT);
    let clips = |overflow: &Overflow| contained || *overflow != Overflow::Visible;
    (clips(style.overflow_x()), clips(style.overflow_y()))
}

/// The overflow of a scroll container whose in-flow content ends at `content_end` (without its end paddings): the end
/// paddings are scrolled to as well.
pub fn with_end_padding(rect: PhysicalRect, content: PhysicalRect, padding: PhysicalSides<LayoutUnit>) -> PhysicalRect {
    let padded = PhysicalRect::new(
        content.offset,
        PhysicalSize::new(content.size.width + padding.right, content.size.height + padding.bottom),
    );
    rect.union(padded)
}
