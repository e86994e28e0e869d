//! Sticky positioning at scroll position zero ([CSS Position 3, § 3.4](https://www.w3.org/TR/css-position-3/#stickypos-insets)).
//!
//! How far a sticky box is shifted depends on where its scroll container's edges are, which is known only when the whole
//! tree is: so this is a walk over the finished fragments, which makes anew those above a box that is shifted. Pages
//! without sticky boxes are not walked.

use ashlar_gc::Gc;

use crate::context::LayoutContext;
use crate::css::ComputedStyle;
use crate::css::values::length::LengthPercentageOrAuto;
use crate::css::values::position::{Overflow, Position};
use crate::fragment_tree::{BoxFragment, BoxFragmentKind, ChildFragment, Fragment, overflow};
use crate::geometry::{LayoutUnit, PhysicalOffset, PhysicalRect};

/// What a sticky box is held by, in coordinates of the document.
#[derive(Clone, Copy)]
pub(crate) struct Surroundings {
    /// The padding box of the nearest scroll container, or the viewport.
    pub scrollport: PhysicalRect,
    /// The content box of the containing block.
    pub containing_block: PhysicalRect,
}

/// Shifts sticky boxes among a fragment and its descendants; `origin` is the corner of what the child's offset is from.
pub(crate) fn shift_tree<'h>(
    ctx: &LayoutContext<'_, 'h>,
    child: &ChildFragment<'h>,
    origin: PhysicalOffset,
    surroundings: Surroundings,
) -> ChildFragment<'h> {
    let Fragment::Box(fragment) = child.fragment else { return *child };
    let mut offset = child.offset;
    if *fragment.style.position() == Position::Sticky {
        let rect = PhysicalRect::new(origin + offset, fragment.size);
        offset = offset + shift(&fragment.style, rect, surroundings);
    }
    let fragment = shift_children(ctx, fragment, origin + offset, surroundings);
    ChildFragment { offset, fragment: Fragment::Box(fragment) }
}

fn shift_children<'h>(
    ctx: &LayoutContext<'_, 'h>,
    fragment: Gc<'h, BoxFragment<'h>>,
    corner: PhysicalOffset,
    mut surroundings: Surroundings,
) -> Gc<'h, BoxFragment<'h>> {
    let border_box = PhysicalRect::new(corner, fragment.size);
    let padding_box = border_box.shrink(fragment.border);
    let is_table_part = matches!(
        fragment.kind,
        BoxFragmentKind::TableSection | BoxFragmentKind::TableRow | BoxFragmentKind::TableColumn
    );
    if !is_table_part {
        surroundings.containing_block = padding_box.shrink(fragment.padding);
    }
    let scrolls = |overflow: &Overflow| !matches!(overflow, Overflow::Visible | Overflow::Clip);
    let style = &*fragment.style;
    if !fragment.flags.overflow_is_propagated && (scrolls(style.overflow_x()) || scrolls(style.overflow_y())) {
        surroundings.scrollport = padding_box;
    }
    let mut is_changed = false;
    let children: Vec<_> = fragment
        .children
        .iter()
        .map(|child| {
            let shifted = shift_tree(ctx, child, corner, surroundings);
            is_changed |= shifted.offset != child.offset || !is_same(&shifted.fragment, &child.fragment);
            shifted
        })
        .collect();
    if !is_changed {
        return fragment;
    }
    ctx.cx.alloc(BoxFragment {
        box_id: fragment.box_id,
        source: fragment.source,
        kind: fragment.kind,
        style: fragment.style,
        flags: fragment.flags,
        size: fragment.size,
        border: fragment.border,
        padding: fragment.padding,
        edges: fragment.edges,
        scrollable_overflow: overflow::scrollable_overflow(fragment.size, &children),
        children: ctx.cx.alloc_slice_copy(&children),
        first_baseline: fragment.first_baseline,
        last_baseline: fragment.last_baseline,
        collapsed_borders: fragment.collapsed_borders,
    })
}

fn is_same<'h>(one: &Fragment<'h>, other: &Fragment<'h>) -> bool {
    match (one, other) {
        (Fragment::Box(one), Fragment::Box(other)) => one.ptr_eq(*other),
        // Only boxes are made anew.
        _ => true,
    }
}

/// By how much a sticky box is shifted.
fn shift(style: &ComputedStyle<'_>, rect: PhysicalRect, surroundings: Surroundings) -> PhysicalOffset {
    let (port, block) = (surroundings.scrollport, surroundings.containing_block);
    let margin = |margin: &LengthPercentageOrAuto| {
        margin.non_auto().map_or(LayoutUnit::ZERO, |margin| margin.resolve(block.size.width))
    };
    let inset = |inset: &LengthPercentageOrAuto, basis| inset.non_auto().map(|inset| inset.resolve(basis));
    let horizontal = Axis {
        rect: (rect.offset.left, rect.right()),
        port: (port.offset.left, port.right()),
        room: (block.offset.left + margin(style.margin_left()), block.right() - margin(style.margin_right())),
        start: inset(style.left(), port.size.width),
        end: inset(style.right(), port.size.width),
    };
    let vertical = Axis {
        rect: (rect.offset.top, rect.bottom()),
        port: (port.offset.top, port.bottom()),
        room: (block.offset.top + margin(style.margin_top()), block.bottom() - margin(style.margin_bottom())),
        start: inset(style.top(), port.size.height),
        end: inset(style.bottom(), port.size.height),
    };
    PhysicalOffset::new(horizontal.shift(), vertical.shift())
}

/// One axis of the problem: start and end of everything.
struct Axis {
    rect: (LayoutUnit, LayoutUnit),
    port: (LayoutUnit, LayoutUnit),
    /// The box stays in here.
    room: (LayoutUnit, LayoutUnit),
    start: Option<LayoutUnit>,
    end: Option<LayoutUnit>,
}

impl Axis {
    fn shift(&self) -> LayoutUnit {
        let mut shift = LayoutUnit::ZERO;
        if let Some(inset) = self.end {
            let wanted = (self.port.1 - inset - self.rect.1).min(LayoutUnit::ZERO);
            let allowed = (self.room.0 - self.rect.0).min(LayoutUnit::ZERO);
            shift = wanted.max(allowed);
        }
        if let Some(inset) = self.start {
            let wanted = (self.port.0 + inset - self.rect.0 - shift).max(LayoutUnit::ZERO);
            let allowed = (self.room.1 - self.rect.1 - shift).max(LayoutUnit::ZERO);
            shift += wanted.min(allowed);
        }
        shift
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sticky_box_stays_in_the_port_and_in_its_containing_block() {
        let px = LayoutUnit::from_px;
        let axis = Axis {
            rect: (px(-50), px(0)),
            port: (px(0), px(100)),
            room: (px(-50), px(500)),
            start: Some(px(0)),
            end: None,
        };
        assert_eq!(axis.shift(), px(50));
        let axis = Axis { rect: (px(300), px(320)), start: None, end: Some(px(10)), ..axis };
        assert_eq!(axis.shift(), px(-230));
        assert_eq!(Axis { room: (px(250), px(500)), ..axis }.shift(), px(-50));
    }
}
