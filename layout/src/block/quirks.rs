//! Block sizes that depend on more than the box: anonymous boxes, and the quirks mode.
//!
//! Spec: <https://quirks.spec.whatwg.org/>.

use crate::box_tree::LayoutBox;
use crate::constraint::ConstraintSpace;
use crate::context::LayoutContext;
use crate::css::values::display::{Display, TableInternal};
use crate::geometry::LayoutUnit;
use crate::sizing::{BlockSizes, block_axis, writing_mode};

/// The basis of block-axis percentages of a box's children.
///
/// [Anonymous block boxes](https://www.w3.org/TR/CSS22/visuren.html#anonymous-block-level) are passed over; in quirks
/// mode so are boxes of `auto` height ([§ 3.5](https://quirks.spec.whatwg.org/#the-percentage-height-calculation-quirk)),
/// up to the viewport, from which root and body take their margins, borders and paddings.
pub(super) fn percentage_block(
    ctx: &LayoutContext<'_, '_>,
    layout_box: &LayoutBox<'_>,
    sizes: &BlockSizes,
    space: &ConstraintSpace,
    margin_sum: LayoutUnit,
) -> Option<LayoutUnit> {
    if let Some(basis) = sizes.percentage_basis() {
        return Some(basis);
    }
    let flags = layout_box.flags;
    let is_cell = matches!(layout_box.style.display(), Display::TableInternal(TableInternal::Cell));
    if sizes.is_indefinite || is_cell || flags.is_flex_or_grid_item || layout_box.is_absolutely_positioned() {
        return None;
    }
    if flags.is_anonymous {
        return space.percentage_block;
    }
    if !ctx.is_quirks || !block_axis(&layout_box.style, writing_mode(&layout_box.style)).preferred.is_auto() {
        return None;
    }
    let basis = space.percentage_block?;
    if flags.is_root || flags.is_body {
        return Some((basis - margin_sum - sizes.frame_sum).clamp_negative_to_zero());
    }
    Some(basis)
}

/// [§ 3.6](https://quirks.spec.whatwg.org/#the-html-element-fills-the-viewport-quirk) and § 3.7: root and body fill
/// the viewport.
pub(super) fn fill_viewport(
    ctx: &LayoutContext<'_, '_>,
    layout_box: &LayoutBox<'_>,
    sizes: &mut BlockSizes,
    space: &ConstraintSpace,
    margin_sum: LayoutUnit,
) {
    let flags = layout_box.flags;
    if !ctx.is_quirks || !(flags.is_root || flags.is_body) || sizes.preferred.is_some() {
        return;
    }
    if let Some(basis) = space.percentage_block {
        let fill = basis - margin_sum;
        sizes.min = sizes.min.max(sizes.max.map_or(fill, |max| fill.min(max)));
    }
}
