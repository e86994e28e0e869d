//! Scrollable overflow: what of a box's descendants can be scrolled to.
//!
//! Spec: <https://www.w3.org/TR/css-overflow-3/#scrollable>.

use super::transform::box_transform;
use super::{BoxFragment, ChildFragment, Fragment};
use crate::css::ComputedStyle;
use crate::css::values::position::{Contain, ContentVisibility, Overflow};
use crate::geometry::{PhysicalOffset, PhysicalRect, PhysicalSize};

/// The scrollable overflow of a border box of this size and these children, in its own coordinates.
pub fn scrollable_overflow(size: PhysicalSize, children: &[ChildFragment<'_>]) -> PhysicalRect {
    let own = PhysicalRect::new(PhysicalOffset::default(), size);
    children.iter().fold(own, |rect, child| rect.union(contribution(child)))
}

/// What a child adds to the overflow of its parent, in the parent's coordinates: transforms count.
pub fn contribution(child: &ChildFragment<'_>) -> PhysicalRect {
    let rect = match child.fragment {
        Fragment::Box(fragment) => {
            let rect = visible_overflow(&fragment);
            match box_transform(&fragment.style, fragment.size) {
                Some(transform) => transform.map_rect(rect),
                None => rect,
            }
        }
        Fragment::Line(line) => scrollable_overflow(line.size, &line.children),
        Fragment::Text(text) => PhysicalRect::new(PhysicalOffset::default(), text.size),
    };
    rect.translate(child.offset)
}

/// The part of a box's overflow that shows outside of it: none along an axis that clips.
pub fn visible_overflow(fragment: &BoxFragment<'_>) -> PhysicalRect {
    let mut rect = fragment.scrollable_overflow;
    if fragment.flags.overflow_is_propagated {
        return rect;
    }
    let (clips_x, clips_y) = clipped_axes(&fragment.style);
    if clips_x {
        (rect.offset.left, rect.size.width) = (Default::default(), fragment.size.width);
    }
    if clips_y {
        (rect.offset.top, rect.size.height) = (Default::default(), fragment.size.height);
    }
    rect
}

fn clipped_axes(style: &ComputedStyle<'_>) -> (bool, bool) {
    let contained =
        style.contain().contains(Contain::PAINT) || *style.content_visibility() != ContentVisibility::Visible;
    let clips = |overflow: &Overflow| contained || *overflow != Overflow::Visible;
    (clips(style.overflow_x()), clips(style.overflow_y()))
}
