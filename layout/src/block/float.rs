//! Floats: where they go, and the room they leave.
//!
//! Coordinates are those of the block formatting context: x from the line-left edge of its root's content box
//! (left in horizontal modes, whatever the direction), y from its block start.
//!
//! The context is cut into *bands*, stretches of the block axis over which the room between left and right floats is
//! the same. A float never begins above an earlier one (rule 5), so bands change near the end of the list alone, and
//! a look-up is a binary search.

use ashlar_gc::Gc;

use crate::box_tree::LayoutBox;
use crate::constraint::{ConstraintSpace, LayoutResult};
use crate::context::LayoutContext;
use crate::css::values::position::{Clear, Float};
use crate::geometry::{LayoutUnit, LogicalOffset, LogicalSides, LogicalSize, WritingMode};
use crate::sizing;

/// To which side a box floats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloatSide {
    /// Toward the line-left edge.
    Left,
    /// Toward the line-right edge.
    Right,
}

/// A stretch of the line axis, in line-left coordinates of the block formatting context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InlineRange {
    /// Its line-left end.
    pub left: LayoutUnit,
    /// Its line-right end.
    pub right: LayoutUnit,
}

impl InlineRange {
    /// Its length; negative where floats of both sides overlap.
    pub fn length(self) -> LayoutUnit {
        self.right - self.left
    }
}

/// From its start to the start of the next band the floats leave the same room.
#[derive(Clone, Copy, Debug)]
struct Band {
    start: LayoutUnit,
    /// How far left floats reach, if there are any.
    left: Option<LayoutUnit>,
    /// Where right floats begin, if there are any.
    right: Option<LayoutUnit>,
}

/// All floats of a block formatting context so far.
#[derive(Clone, Debug)]
pub struct FloatContext {
    /// Ordered by start; the first begins above everything.
    bands: Vec<Band>,
    /// The top of the latest float: none may be higher.
    ceiling: LayoutUnit,
    lowest_left: Option<LayoutUnit>,
    lowest_right: Option<LayoutUnit>,
    counts: FloatCounts,
}

/// How many floats there are by side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FloatCounts {
    /// To the line-left.
    pub left: u32,
    /// To the line-right.
    pub right: u32,
}

impl Default for FloatContext {
    fn default() -> Self {
        Self::new()
    }
}

impl FloatContext {
    /// A context without floats.
    pub fn new() -> Self {
        Self {
            bands: vec![Band { start: LayoutUnit::MIN, left: None, right: None }],
            ceiling: LayoutUnit::MIN,
            lowest_left: None,
            lowest_right: None,
            counts: FloatCounts::default(),
        }
    }

    /// Whether there is no float at all.
    pub fn is_empty(&self) -> bool {
        self.lowest_left.is_none() && self.lowest_right.is_none()
    }

    /// How many floats were placed.
    pub fn counts(&self) -> FloatCounts {
        self.counts
    }

    /// The part of `range` that is free of floats from `block` on over `height` (at `block` alone for no height).
    pub fn available_band(&self, block: LayoutUnit, height: LayoutUnit, range: InlineRange) -> InlineRange {
        let mut free = range;
        let first = self.band_at(block);
        let end = block + height;
        for (index, band) in self.bands.iter().enumerate().skip(first) {
            if index > first && band.start >= end {
                break;
            }
            free.left = band.left.map_or(free.left, |left| free.left.max(left));
            free.right = band.right.map_or(free.right, |right| free.right.min(right));
        }
        free
    }

    /// The nearest place below `block` at which the room changes.
    pub fn next_edge_below(&self, block: LayoutUnit) -> Option<LayoutUnit> {
        self.bands.get(self.band_at(block) + 1).map(|band| band.start)
    }

    /// The lowest edge of the floats that `clear` names, if there are any
    /// ([§ 9.5.2](https://www.w3.org/TR/CSS22/visuren.html#flow-control)).
    pub fn clearance(&self, clear: Clear) -> Option<LayoutUnit> {
        match clear {
            Clear::None => None,
            Clear::Left | Clear::InlineStart => self.lowest_left,
            Clear::Right | Clear::InlineEnd => self.lowest_right,
            Clear::Both => self.lowest_left.max(self.lowest_right),
        }
    }

    /// The lowest edge of all floats: what a block formatting context root must contain.
    pub fn lowest_edge(&self) -> Option<LayoutUnit> {
        self.clearance(Clear::Both)
    }

    /// Places a float as high as it may go and then as far to its side ([§ 9.5.1](https://www.w3.org/TR/CSS22/visuren.html#float-position),
    /// rules 1 to 9). `range` is the content box of its containing block, `block_min` the place the float may not be
    /// above. Answers the line-left, block-start corner of the margin box.
    pub fn place(
        &mut self,
        side: FloatSide,
        margin_size: LogicalSize,
        block_min: LayoutUnit,
        clear: Clear,
        range: InlineRange,
    ) -> LogicalOffset {
        let mut block = block_min.max(self.ceiling);
        if let Some(cleared) = self.clearance(clear) {
            block = block.max(cleared);
        }
        let free = loop {
            let free = self.available_band(block, margin_size.block.max(LayoutUnit::EPSILON), range);
            if free.length() >= margin_size.inline || free == range {
                break free;
            }
            match self.next_edge_below(block) {
                Some(edge) => block = edge,
                None => break free,
            }
        };
        let left = match side {
            FloatSide::Left => free.left,
            FloatSide::Right => free.right - margin_size.inline,
        };
        self.ceiling = block;
        self.exclude(side, InlineRange { left, right: left + margin_size.inline }, block, block + margin_size.block);
        LogicalOffset::new(left, block)
    }

    /// Takes the float's margin box out of the free room.
    fn exclude(&mut self, side: FloatSide, range: InlineRange, start: LayoutUnit, end: LayoutUnit) {
        let (lowest, count) = match side {
            FloatSide::Left => (&mut self.lowest_left, &mut self.counts.left),
            FloatSide::Right => (&mut self.lowest_right, &mut self.counts.right),
        };
        *count = count.saturating_add(1);
        *lowest = Some(lowest.map_or(end, |lowest| lowest.max(end)));
        if end <= start || range.right <= range.left {
            return;
        }
        let first = self.split_at(start);
        let last = self.split_at(end);
        for band in &mut self.bands[first..last] {
            match side {
                FloatSide::Left => band.left = Some(band.left.map_or(range.right, |left| left.max(range.right))),
                FloatSide::Right => band.right = Some(band.right.map_or(range.left, |right| right.min(range.left))),
            }
        }
    }

    /// Makes a band begin at `block`, and answers its index.
    fn split_at(&mut self, block: LayoutUnit) -> usize {
        let index = self.band_at(block);
        if self.bands[index].start == block {
            return index;
        }
        let band = Band { start: block, ..self.bands[index] };
        self.bands.insert(index + 1, band);
        index + 1
    }

    fn band_at(&self, block: LayoutUnit) -> usize {
        self.bands.partition_point(|band| band.start <= block).saturating_sub(1)
    }
}

/// A float that is laid out and not yet placed.
#[derive(Clone, Copy, Debug)]
pub struct FloatBox<'h> {
    /// Its fragment.
    pub result: LayoutResult<'h>,
    /// Its used margins, in the containing block's axes.
    pub margin: LogicalSides<LayoutUnit>,
    /// The extent of its margin box.
    pub margin_size: LogicalSize,
}

/// Lays a float out in a containing block of this inline size and writing mode.
pub fn layout_float<'h>(
    ctx: &LayoutContext<'_, 'h>,
    float_box: Gc<'h, LayoutBox<'h>>,
    containing_inline_size: LayoutUnit,
    percentage_block: Option<LayoutUnit>,
    mode: WritingMode,
) -> FloatBox<'h> {
    let mut space = ConstraintSpace::new(containing_inline_size, percentage_block, mode);
    space.shrink_to_fit = true;
    let result = crate::dispatch::layout_child(ctx, float_box, &space);
    let margin = sizing::used_margins(&float_box.style, containing_inline_size, mode);
    let size = result.fragment.size.to_logical(mode);
    let margin_size = LogicalSize::new(size.inline + margin.inline_sum(), size.block + margin.block_sum());
    FloatBox { result, margin, margin_size }
}

/// To which side a box floats; the logical keywords are taken as in left-to-right text, the cascade has resolved them.
pub fn float_side(float: Float) -> Option<FloatSide> {
    match float {
        Float::None => None,
        Float::Left | Float::InlineStart => Some(FloatSide::Left),
        Float::Right | Float::InlineEnd => Some(FloatSide::Right),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn px(value: i32) -> LayoutUnit {
        LayoutUnit::from_px(value)
    }

    fn size(inline: i32, block: i32) -> LogicalSize {
        LogicalSize::new(px(inline), px(block))
    }

    const fn range(right: i32) -> InlineRange {
        InlineRange { left: LayoutUnit::ZERO, right: LayoutUnit::from_px(right) }
    }

    #[test]
    fn floats_stack_beside_each_other_and_wrap_below() {
        let mut floats = FloatContext::new();
        let zero = LayoutUnit::ZERO;
        let mut place = |side, size| floats.place(side, size, zero, Clear::None, range(100));
        assert_eq!(place(FloatSide::Left, size(60, 20)), LogicalOffset::new(px(0), px(0)));
        assert_eq!(place(FloatSide::Right, size(40, 30)), LogicalOffset::new(px(60), px(0)));
        // No room at 0; below the first there is.
        assert_eq!(place(FloatSide::Left, size(50, 10)), LogicalOffset::new(px(0), px(20)));
        // Rule 5: not above the one before, although there would be no conflict.
        assert_eq!(place(FloatSide::Right, size(10, 5)), LogicalOffset::new(px(50), px(20)));
        // Wider than the containing block: below all floats, sticking out on the right.
        assert_eq!(place(FloatSide::Left, size(150, 5)), LogicalOffset::new(px(0), px(30)));
    }

    #[test]
    fn bands_and_clearance() {
        let mut floats = FloatContext::new();
        floats.place(FloatSide::Left, size(30, 50), px(10), Clear::None, range(100));
        floats.place(FloatSide::Right, size(20, 10), px(10), Clear::None, range(100));
        let band = |block, height| floats.available_band(px(block), px(height), range(100));
        assert_eq!(band(0, 10), InlineRange { left: px(0), right: px(100) });
        assert_eq!(band(0, 11), InlineRange { left: px(30), right: px(80) });
        assert_eq!(band(20, 0), InlineRange { left: px(30), right: px(100) });
        assert_eq!(floats.next_edge_below(px(10)), Some(px(20)));
        assert_eq!(floats.clearance(Clear::Right), Some(px(20)));
        assert_eq!(floats.clearance(Clear::Both), Some(px(60)));
        assert_eq!(floats.place(FloatSide::Left, size(5, 5), px(0), Clear::Left, range(100)).block, px(60));
    }
}
