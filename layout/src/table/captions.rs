//! Captions: blocks above and below the grid, as wide as it.
//!
//! Spec: <https://www.w3.org/TR/css-tables-3/#bounding-box-assignment>, <https://www.w3.org/TR/CSS22/tables.html#caption-position>.

use super::Table;
use crate::constraint::{ConstraintSpace, LayoutResult};
use crate::css::values::position::CaptionSide;
use crate::geometry::{LayoutUnit, LogicalSides};
use crate::intrinsic;
use crate::sizing;

/// A caption that is laid out.
pub(super) struct Caption<'h> {
    /// Its fragment.
    pub result: LayoutResult<'h>,
    /// Its margins, `auto` resolved.
    pub margins: LogicalSides<LayoutUnit>,
    /// Its block extent without margins.
    pub block_size: LayoutUnit,
    /// Above or below the grid.
    pub side: CaptionSide,
}

impl Caption<'_> {
    /// Its block extent with margins.
    pub fn outer_block_size(&self) -> LayoutUnit {
        self.block_size + self.margins.block_sum()
    }
}

/// [CAPMIN](https://www.w3.org/TR/css-tables-3/#capmin): the largest min-content contribution of the captions.
pub(super) fn min_content(table: &Table<'_, '_, '_>) -> LayoutUnit {
    let contribution = |caption| intrinsic::contribution_in(table.ctx, caption, None, table.mode).min_content;
    table.contents.captions.iter().map(contribution).max().unwrap_or_default()
}

/// Lays all captions out.
pub(super) fn layout<'h>(table: &Table<'_, '_, 'h>, table_width: LayoutUnit) -> Vec<Caption<'h>> {
    let layout_caption = |caption: &ashlar_gc::Gc<'h, crate::box_tree::LayoutBox<'h>>| {
        let space = ConstraintSpace::new(table_width, None, table.mode);
        let result = crate::dispatch::layout_child(table.ctx, *caption, &space);
        let size = result.fragment.size.to_logical(table.mode);
        let margins = sizing::margins_in(&caption.style, table_width, table.mode);
        let mut used = sizing::auto_as_zero(margins);
        // § 10.3.3: `auto` margins share what is left.
        let free = (table_width - size.inline - used.inline_sum()).clamp_negative_to_zero();
        match (margins.inline_start, margins.inline_end) {
            (None, None) => {
                used.inline_start = free.div_count(2);
                used.inline_end = free - used.inline_start;
            }
            (None, Some(_)) => used.inline_start = free,
            _ => {}
        }
        Caption { result, margins: used, block_size: size.block, side: *caption.style.caption_side() }
    };
    table.contents.captions.iter().map(layout_caption).collect()
}
