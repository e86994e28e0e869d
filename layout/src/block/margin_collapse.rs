//! Collapsing margins ([§ 8.3.1](https://www.w3.org/TR/CSS22/box.html#collapsing-margins)).
//!
//! A set of adjoining margins is known by two numbers, the largest positive and the most negative one. To know where a
//! block begins before its children are laid out (floats among them need the place), the margins of its first
//! descendants that adjoin its start margin are found by looking ahead; adjoining a margin twice changes nothing, so
//! the descendants add theirs again when their turn comes.

use crate::box_tree::{BoxContents, LayoutBox};
use crate::constraint::ConstraintSpace;
use crate::context::LayoutContext;
use crate::css::values::position::Clear;
use crate::geometry::{LayoutUnit, WritingMode};
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
    /// Floats that will be placed before what is looked at.
    left_float_is_ahead: bool,
    right_float_is_ahead: bool,
}

impl<'f> LookAhead<'f> {
    pub(super) fn new(floats: &'f FloatContext, position: LayoutUnit) -> Self {
        Self { floats, position, left_float_is_ahead: false, right_float_is_ahead: false }
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
            BoxContents::Inline(contents) => !crate::inline::has_line_content(&contents),
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
        if let Some(side) = float_side(*child.style.float()) {
            match side {
                FloatSide::Left => self.left_float_is_ahead = true,
                FloatSide::Right => self.right_float_is_ahead = true,
            }
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
        margin.adjoin(CollapsibleMargin::new(margins.block_start));
        if super::is_independent(child, mode) {
            return false;
        }
        let frame = Frame::of(style, containing_inline_size);
        if !frame.start().block.is_zero() {
            return false;
        }
        let space = ConstraintSpace::new(containing_inline_size, None, mode);
        let inline = sizing::border_box_inline_size(ctx, child, &space, frame, margins.inline_sum());
        let content_inline = inline - frame.inline_sum();
        let mut seen = Self { position: self.position, floats: self.floats, ..*self };
        let collapses = seen.content(ctx, child, content_inline, margin);
        self.left_float_is_ahead = seen.left_float_is_ahead;
        self.right_float_is_ahead = seen.right_float_is_ahead;
        if !collapses || !sizing::block_sizes(style, &space, frame, inline).used(frame.block_sum()).is_zero() {
            return false;
        }
        margin.adjoin(CollapsibleMargin::new(margins.block_end));
        true
    }

    /// Whether clearance will separate a box from the margins before it.
    fn is_cleared(&self, clear: Clear, margin: CollapsibleMargin) -> bool {
        let ahead = match clear {
            Clear::None => false,
            Clear::Left | Clear::InlineStart => self.left_float_is_ahead,
            Clear::Right | Clear::InlineEnd => self.right_float_is_ahead,
            Clear::Both => self.left_float_is_ahead || self.right_float_is_ahead,
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
