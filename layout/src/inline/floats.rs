//! Floats among inline content: when they are laid out, and whether they go beside the current line.

use ashlar_gc::Gc;
use rustc_hash::FxHashMap;

use crate::block::float::{self, FloatBox, FloatContext, InlineRange};
use crate::box_tree::LayoutBox;
use crate::css::values::position::Clear;
use crate::geometry::LayoutUnit;

use super::InlineSpace;
use super::items::{ItemKind, Paragraph};

/// A float that has its place.
pub(super) struct PlacedFloat<'h> {
    /// The laid-out float.
    pub float_box: FloatBox<'h>,
    /// The box itself.
    pub layout_box: Gc<'h, LayoutBox<'h>>,
    /// Line-left edge of its margin box in the block formatting context.
    pub left: LayoutUnit,
    /// Block start of its margin box.
    pub block: LayoutUnit,
    /// The item it is.
    pub item: usize,
}

/// Places the floats of one paragraph.
pub(super) struct FloatPlacement<'p, 'h> {
    /// All floats of the block formatting context.
    pub context: &'p mut FloatContext,
    /// The room of the paragraph.
    pub space: &'p InlineSpace,
    /// What has been placed.
    pub placed: Vec<PlacedFloat<'h>>,
    /// Floats are placed in document order: items below this index have been.
    next: usize,
    laid_out: FxHashMap<usize, FloatBox<'h>>,
}

impl<'p, 'h> FloatPlacement<'p, 'h> {
    /// For a paragraph of which nothing is placed yet.
    pub fn new(context: &'p mut FloatContext, space: &'p InlineSpace) -> Self {
        Self { context, space, placed: Vec::new(), next: 0, laid_out: FxHashMap::default() }
    }

    /// The content box of the container.
    pub fn range(&self) -> InlineRange {
        let left = self.space.line_left_offset;
        InlineRange { left, right: left + self.space.inline_size }
    }

    /// The room between floats.
    pub fn band(&self, block: LayoutUnit, height: LayoutUnit) -> InlineRange {
        self.context.available_band(block, height, self.range())
    }

    /// Whether a float has no place yet.
    pub fn is_waiting(&self, item: usize) -> bool {
        item >= self.next
    }

    /// Places a float beside the line at `block` of which `used` is taken (`None`: there is no content yet, and it may
    /// go anywhere below). Answers whether it did.
    pub fn place_beside(
        &mut self,
        paragraph: &Paragraph<'_, 'h>,
        item: usize,
        block: LayoutUnit,
        used: Option<LayoutUnit>,
    ) -> bool {
        let Some((float_box, layout_box)) = self.float_box(paragraph, item) else { return true };
        if let Some(used) = used {
            let clear = *layout_box.style.clear();
            let is_cleared_below = self.context.clearance(clear).is_some_and(|cleared| cleared > block);
            let room = self.band(block, float_box.margin_size.block).length() - used;
            if is_cleared_below || float_box.margin_size.inline > room {
                return false;
            }
        }
        self.place(float_box, layout_box, item, block);
        true
    }

    /// Places a float below a line.
    pub fn place_below(&mut self, paragraph: &Paragraph<'_, 'h>, item: usize, block: LayoutUnit) {
        if let Some((float_box, layout_box)) = self.float_box(paragraph, item) {
            self.place(float_box, layout_box, item, block);
        }
    }

    fn place(&mut self, float_box: FloatBox<'h>, layout_box: Gc<'h, LayoutBox<'h>>, item: usize, block: LayoutUnit) {
        let Some(side) = float::float_side(*layout_box.style.float()) else { return };
        let clear: Clear = *layout_box.style.clear();
        let range = self.range();
        let offset = self.context.place(side, float_box.margin_size, block, clear, range);
        self.placed.push(PlacedFloat { float_box, layout_box, left: offset.inline, block: offset.block, item });
        self.next = item + 1;
    }

    fn float_box(
        &mut self,
        paragraph: &Paragraph<'_, 'h>,
        item: usize,
    ) -> Option<(FloatBox<'h>, Gc<'h, LayoutBox<'h>>)> {
        let ItemKind::Float(layout_box) = paragraph.items[item].kind else { return None };
        let space = self.space;
        let float_box = *self.laid_out.entry(item).or_insert_with(|| {
            float::layout_float(paragraph.ctx, layout_box, space.inline_size, space.percentage_block, space.mode)
        });
        Some((float_box, layout_box))
    }
}
