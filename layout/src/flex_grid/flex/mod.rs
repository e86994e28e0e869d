//! Flex layout: the algorithm of [CSS Flexbox, § 9](https://www.w3.org/TR/css-flexbox-1/#layout-algorithm).
//!
//! The steps are those of the specification, by section: `item` (§ 9.2), `lines` (§ 9.3 and § 9.7), `cross` (§ 9.4), `place`
//! (§ 9.5 and § 9.6), `intrinsic` (§ 9.9). Everything is in the container's logical axes; `style::Axes` says which is the
//! main one. Reversed directions are laid out forward and mirrored when the items are placed.
//!
//! Not done: step 10 (`visibility: collapse`), which is laid out as `hidden`, as Chromium does.

mod cross;
mod intrinsic;
mod item;
mod lines;
mod place;
mod style;

use ashlar_gc::Gc;

use super::container::{Container, sort_children};
use crate::box_tree::LayoutBox;
use crate::constraint::{ConstraintSpace, LayoutResult};
use crate::context::LayoutContext;
use crate::geometry::{LayoutUnit, LogicalSize};
use item::Item;
use lines::Line;
use style::FlexStyle;

pub(super) use intrinsic::intrinsic_sizes;

/// A flex container during layout.
struct Flex<'c, 'a, 'h> {
    container: Container<'c, 'a, 'h>,
    style: FlexStyle,
    /// The content box along the main axis, if definite.
    definite_main: Option<LayoutUnit>,
    /// The content box along the cross axis, if definite.
    definite_cross: Option<LayoutUnit>,
    /// Between items of a line.
    main_gap: LayoutUnit,
    /// Between lines.
    cross_gap: LayoutUnit,
}

impl<'c, 'a, 'h> Flex<'c, 'a, 'h> {
    fn new(container: Container<'c, 'a, 'h>) -> Self {
        let style = FlexStyle::of(&container.style);
        let (inline, block) = (Some(container.content_inline), container.definite_block());
        let (definite_main, definite_cross) = if style.axes.is_row { (inline, block) } else { (block, inline) };
        let (main_gap, cross_gap) = style.gaps(&container.style, inline, block);
        Self { container, style, definite_main, definite_cross, main_gap, cross_gap }
    }

    /// The content box along the main axis for items that need this much.
    fn main_for(&self, content: LayoutUnit) -> LayoutUnit {
        if self.style.axes.is_row { self.container.content_inline } else { self.container.used_block(content) }
    }

    /// The content box along the cross axis for lines that need this much.
    fn cross_for(&self, content: LayoutUnit) -> LayoutUnit {
        if self.style.axes.is_row { self.container.used_block(content) } else { self.container.content_inline }
    }
}

/// Lays a flex container out.
pub(super) fn layout<'h>(
    ctx: &LayoutContext<'_, 'h>,
    layout_box: Gc<'h, LayoutBox<'h>>,
    children: &[Gc<'h, LayoutBox<'h>>],
    space: &ConstraintSpace,
) -> LayoutResult<'h> {
    let flex = Flex::new(Container::new(ctx, layout_box, space));
    let children = if flex.container.skips_contents() { &[] } else { children };
    // § 9.1: anonymous items are in the box tree.
    let (in_flow, out_of_flow) = sort_children(children);
    // § 9.2, steps 2 and 3: available space, flex base sizes and hypothetical main sizes.
    let mut items: Vec<_> = in_flow.into_iter().map(|child| Item::new(&flex, child)).collect();
    // § 9.3, steps 4 and 5: the main size of the container and its lines.
    let mut lines = lines::collect(&flex, &items);
    // § 9.3, step 6: flexible lengths.
    let longest = lines.iter().map(|line| line.hypothetical).max().unwrap_or_default();
    for line in &mut lines {
        line.main = flex.main_for(longest);
        lines::resolve_flexible_lengths(&flex, line, &mut items);
    }
    // § 9.4, steps 7 to 9 and 11: cross sizes.
    cross::resolve(&flex, &mut lines, &mut items);
    // § 9.5 and § 9.6, steps 12 to 16: alignment.
    let content = content_size(&flex, &lines);
    let block = flex.container.used_block(flex.container.natural_block(content.block));
    let (main, cross) = if flex.style.axes.is_row {
        (flex.container.content_inline, block)
    } else {
        (block, flex.container.content_inline)
    };
    place::align(&flex, &mut lines, &mut items, cross);
    let mut builder = flex.container.builder(&layout_box);
    place::add_items(&flex, &mut builder, &lines, &items, main, cross);
    place::add_out_of_flow(&flex, &mut builder, &out_of_flow, main, cross);
    let size = LogicalSize::new(flex.container.inline, block + flex.container.frame.block_sum());
    builder.finish(ctx, size)
}

/// What the items need.
fn content_size(flex: &Flex<'_, '_, '_>, lines: &[Line]) -> LogicalSize {
    let main = lines.iter().map(|line| line.hypothetical).max().unwrap_or_default();
    let cross = cross::sum(flex, lines);
    if flex.style.axes.is_row { LogicalSize::new(main, cross) } else { LogicalSize::new(cross, main) }
}
