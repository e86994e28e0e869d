//! The intrinsic inline sizes of block containers.

use crate::box_tree::{BoxContents, LayoutBox};
use crate::constraint::IntrinsicSizes;
use crate::context::LayoutContext;
use crate::css::values::position::Clear;
use crate::geometry::LayoutUnit;
use crate::intrinsic::contribution_in;
use crate::sizing;

use super::float::{FloatSide, float_side};

/// Floats in a row so far: their max-content contributions side by side.
#[derive(Default)]
struct FloatRow {
    left: LayoutUnit,
    right: LayoutUnit,
}

impl FloatRow {
    fn clear(&mut self, clear: Clear) {
        if matches!(clear, Clear::Left | Clear::Both | Clear::InlineStart) {
            self.left = LayoutUnit::ZERO;
        }
        if matches!(clear, Clear::Right | Clear::Both | Clear::InlineEnd) {
            self.right = LayoutUnit::ZERO;
        }
    }

    fn sum(&self) -> LayoutUnit {
        self.left + self.right
    }
}

/// The content box of a block container with block-level children: the widest child, floats in a row counting as one,
/// and so does a formatting context beside them.
pub fn intrinsic_sizes<'h>(ctx: &LayoutContext<'_, 'h>, layout_box: &LayoutBox<'h>) -> IntrinsicSizes {
    let BoxContents::Blocks(children) = layout_box.contents else { return IntrinsicSizes::default() };
    let mode = sizing::writing_mode(&layout_box.style);
    let mut sizes = IntrinsicSizes::default();
    let mut row = FloatRow::default();
    for child in children.iter().filter(|child| !child.is_absolutely_positioned()) {
        let own = contribution_in(ctx, child, None, mode);
        row.clear(*child.style.clear());
        let mut max_content = own.max_content;
        match float_side(*child.style.float()) {
            Some(FloatSide::Left) => row.left += own.max_content.clamp_negative_to_zero(),
            Some(FloatSide::Right) => row.right += own.max_content.clamp_negative_to_zero(),
            None => {
                if super::is_independent(child, mode) {
                    max_content += row.sum();
                }
                row = FloatRow::default();
            }
        }
        sizes = sizes.max(IntrinsicSizes { min_content: own.min_content, max_content: max_content.max(row.sum()) });
    }
    sizes
}
