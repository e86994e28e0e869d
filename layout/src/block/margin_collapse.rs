//! Collapsing margins ([§ 8.3.1](https://www.w3.org/TR/CSS22/box.html#collapsing-margins)).
//!
//! A set of adjoining margins is known by two numbers, the largest positive and the most negative one. To know where a
//! block begins before its children are laid out (floats among them need the place), the margins of its first
//! descendants that adjoin its start margin are found by looking ahead; adjoining a margin twice changes nothing, so
//! the descendants add theirs again when their turn comes.

use crate::box_tree::{BoxContents, InlineItem, LayoutBox};
use crate::constraint::ConstraintSpace;
use crate::context::LayoutContext;
use crate::css::values::position::Clear;
use crate::geometry::{LayoutUnit, WritingMode};
use crate::intrinsic::contribution;
use crate::sizing::{self, Frame};

use super::float::{FloatContext, FloatSide, float_side};

/// Adjoining margins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CollapsibleMargin {
    positive: LayoutUnit,
    negative: LayoutUnit,
}

impl CollapsibleMargin {
    /// One margin.
    pub fn new(margin: LayoutUnit) -> Self {
        Self { positive: margin.max(LayoutUnit::ZERO), negative: margin.min(LayoutUnit::ZERO) }
    }

    /// Adds another margin to the set.
    pub fn adjoin(&mut self, other: Self) {
        self.positive = self.positive.max(other.positive);
        self.negative = self.negative.min(other.negative);
    }

    /// The collapsed margin: the largest positive less the most negative.
    pub fn solve(self) -> LayoutUnit {
        self.positive + self.negative
    }
}

/// What looking ahead has to know of the surroundings.
pub(super) struct LookAhead<'f> {
    floats: &'f FloatContext,
    /// The edge from which the margins are measured.
    position: LayoutUnit,
    /// Boxes that span all columns end the looking ahead.
    pub stops_at_spanners: bool,
    /// Floats that will be placed before what is looked at.
    left_ahead: FloatsAhead,
    right_ahead: FloatsAhead,
}

/// Floats of one side that are placed before what is looked at.
#[derive(Clone, Copy, Default)]
struct FloatsAhead {
    are_there: bool,
    width: LayoutUnit,
}

impl<'f> LookAhead<'f> {
    pub(super) fn new(floats: &'f FloatContext, position: LayoutUnit) -> Self {
        Self {
            floats,
            position,
            stops_at_spanners: false,
            left_ahead: FloatsAhead::default(),
            right_ahead: FloatsAhead::default(),
        }
    }

    /// Adds to `margin` the margins of the box's descendants that adjoin its start margin, as if it had neither border
    /// nor padding there. Answers whether its whole content collapses through.
    pub(super) fn content<'h>(
        &mut self,
        ctx: &LayoutContext<'_, 'h>,
        layout_box: &LayoutBox<'h>,
        inline_size: LayoutUnit,
        margin: &mut CollapsibleMargin,
    ) -> bool {
        if sizing::contains_block_size(&layout_box.style) {
            return sizing::contained_block_size(&layout_box.style).is_zero();
        }
        let collapses = match layout_box.contents {
            BoxContents::Inline(contents) => {
                if crate::inline::has_line_content(&contents) {
                    return false;
                }
                for item in contents.items.iter() {
                    if let InlineItem::Float(float) = item {
                        self.float(ctx, float, inline_size);
                    }
                }
                true
            }
            BoxContents::Blocks(children) => {
                let mode = sizing::writing_mode(&layout_box.style);
                children.iter().all(|child| self.child(ctx, child, inline_size, mode, margin))
            }
            _ => false,
        };
        // A marker without content beside it makes a line.
        collapses && layout_box.outside_marker.is_none()
    }

    /// The same for a child; answers whether the margins after it adjoin too.
    fn child<'h>(
        &mut self,
        ctx: &LayoutContext<'_, 'h>,
        child: &LayoutBox<'h>,
        containing_inline_size: LayoutUnit,
        mode: WritingMode,
        margin: &mut CollapsibleMargin,
    ) -> bool {
        if child.is_absolutely_positioned() {
            return true;
        }
        if self.stops_at_spanners && super::flow::is_spanner(child) {
            return false;
        }
        if child.is_floating() {
            self.float(ctx, child, containing_inline_size);
            return true;
        }
        let mut candidate = *margin;
        let goes_on = self.block(ctx, child, containing_inline_size, mode, &mut candidate);
        if self.is_cleared(*child.style.clear(), candidate) {
            return false;
        }
        *margin = candidate;
        goes_on
    }

    fn block<'h>(
        &mut self,
        ctx: &LayoutContext<'_, 'h>,
        child: &LayoutBox<'h>,
        containing_inline_size: LayoutUnit,
        mode: WritingMode,
        margin: &mut CollapsibleMargin,
    ) -> bool {
        let style = &*child.style;
        let margins = sizing::used_margins(style, containing_inline_size, mode);
        if super::is_independent(child, mode) {
            if self.fits_beside_floats(ctx, child, containing_inline_size) {
                margin.adjoin(CollapsibleMargin::new(margins.block_start));
            }
            return false;
        }
        margin.adjoin(CollapsibleMargin::new(margins.block_start));
        let frame = Frame::of(style, containing_inline_size);
        if !frame.start().block.is_zero() {
            return false;
        }
        let space = ConstraintSpace::new(containing_inline_size, None, mode);
        let inline = sizing::border_box_inline_size(ctx, child, &space, frame, margins.inline_sum());
        let content_inline = inline - frame.inline_sum();
        let collapses = self.content(ctx, child, content_inline, margin);
        if !collapses || !sizing::block_sizes(style, &space, frame, inline).used(frame.block_sum()).is_zero() {
            return false;
        }
        margin.adjoin(CollapsibleMargin::new(margins.block_end));
        true
    }

    fn float<'h>(&mut self, ctx: &LayoutContext<'_, 'h>, float: &LayoutBox<'h>, containing_inline_size: LayoutUnit) {
        let Some(side) = float_side(*float.style.float()) else { return };
        let ahead = match side {
            FloatSide::Left => &mut self.left_ahead,
            FloatSide::Right => &mut self.right_ahead,
        };
        let width = contribution(ctx, float, Some(containing_inline_size)).shrink_to_fit(containing_inline_size);
        ahead.are_there = true;
        ahead.width += width.clamp_negative_to_zero();
    }

    /// Whether a formatting context has room beside the floats ahead; else it goes below them, and its margin does not
    /// adjoin those before.
    fn fits_beside_floats<'h>(
        &self,
        ctx: &LayoutContext<'_, 'h>,
        child: &LayoutBox<'h>,
        containing_inline_size: LayoutUnit,
    ) -> bool {
        if !self.left_ahead.are_there && !self.right_ahead.are_there {
            return true;
        }
        let sizes_itself = matches!(child.contents, BoxContents::Replaced(_) | BoxContents::Table(_));
        let mode = sizing::writing_mode(&child.style);
        let needed = if sizing::inline_axis(&child.style, mode).preferred.is_auto() && !sizes_itself {
            LayoutUnit::EPSILON
        } else {
            contribution(ctx, child, Some(containing_inline_size)).shrink_to_fit(containing_inline_size)
        };
        needed <= containing_inline_size - self.left_ahead.width - self.right_ahead.width
    }

    /// Whether clearance will separate a box from the margins before it.
    fn is_cleared(&self, clear: Clear, margin: CollapsibleMargin) -> bool {
        let ahead = match clear {
            Clear::None => false,
            Clear::Left | Clear::InlineStart => self.left_ahead.are_there,
            Clear::Right | Clear::InlineEnd => self.right_ahead.are_there,
            Clear::Both => self.left_ahead.are_there || self.right_ahead.are_there,
        };
        ahead || self.floats.clearance(clear).is_some_and(|edge| edge > self.position + margin.solve())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_and_the_most_negative_margin_are_added() {
        let px = LayoutUnit::from_px;
        let mut margin = CollapsibleMargin::new(px(20));
        margin.adjoin(CollapsibleMargin::new(px(10)));
        assert_eq!(margin.solve(), px(20));
        margin.adjoin(CollapsibleMargin::new(px(-5)));
        margin.adjoin(CollapsibleMargin::new(px(-15)));
        assert_eq!(margin.solve(), px(5));
    }
}
