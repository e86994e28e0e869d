//! Atomic inlines: inline-blocks, images and everything else that is one opaque box on a line.

use ashlar_gc::Gc;

use crate::box_tree::{BoxContents, LayoutBox};
use crate::constraint::{ConstraintSpace, LayoutResult};
use crate::context::LayoutContext;
use crate::css::values::position::Overflow;
use crate::geometry::{LayoutUnit, PhysicalSides};
use crate::sizing;

use super::InlineSpace;
use super::vertical_align::Extent;

/// A laid-out atomic inline.
#[derive(Clone, Copy, Debug)]
pub(super) struct AtomicBox<'h> {
    /// The box.
    pub layout_box: Gc<'h, LayoutBox<'h>>,
    /// Its fragment.
    pub result: LayoutResult<'h>,
    /// Its used margins.
    pub margin: PhysicalSides<LayoutUnit>,
    /// Width of its margin box.
    pub width: LayoutUnit,
    /// Its margin box around its baseline.
    pub extent: Extent,
}

/// Lays an atomic inline out; nothing about it depends on its line.
pub(super) fn layout_atomic<'h>(
    ctx: &LayoutContext<'_, 'h>,
    layout_box: Gc<'h, LayoutBox<'h>>,
    space: &InlineSpace,
) -> AtomicBox<'h> {
    let mut child_space = ConstraintSpace::new(space.inline_size, space.percentage_block, space.mode);
    child_space.shrink_to_fit = true;
    let result = crate::dispatch::layout_child(ctx, layout_box, &child_space);
    let margin = sizing::used_margins(&layout_box.style, space.inline_size, space.mode).to_physical(space.mode);
    let size = result.fragment.size;
    let is_parallel = sizing::writing_mode(&layout_box.style).is_horizontal() == space.mode.is_horizontal();
    let extent = match baseline(&layout_box, &result).filter(|_| is_parallel) {
        Some(baseline) => Extent { ascent: margin.top + baseline, descent: size.height - baseline + margin.bottom },
        // No baseline: the bottom margin edge.
        None => Extent { ascent: margin.top + size.height + margin.bottom, descent: LayoutUnit::ZERO },
    };
    AtomicBox { layout_box, result, margin, width: size.width + margin.horizontal_sum(), extent }
}

/// [CSS 2.2, § 10.8.1](https://www.w3.org/TR/CSS22/visudet.html#leading): the baseline of an inline-block is that of
/// its last line, unless it clips; tables, flex and grid containers have their first baseline.
fn baseline(layout_box: &LayoutBox<'_>, result: &LayoutResult<'_>) -> Option<LayoutUnit> {
    let fragment = &result.fragment;
    match layout_box.contents {
        BoxContents::Blocks(_) | BoxContents::Inline(_) => {
            let style = &layout_box.style;
            let scrolls = |overflow: &Overflow| !matches!(overflow, Overflow::Visible | Overflow::Clip);
            let clips = scrolls(style.overflow_x()) || scrolls(style.overflow_y());
            // A button shows all of its label, whatever it says about overflow.
            if clips && !layout_box.flags.centers_content { None } else { fragment.last_baseline }
        }
        BoxContents::Flex(_) | BoxContents::Grid(_) | BoxContents::Table(_) | BoxContents::Replaced(_) => {
            fragment.first_baseline
        }
    }
}
