//! From a box to the formatting context that lays it out.
//!
//! CSS layout is recursive over kinds of boxes, modules are not: a formatting context lays out a child of unknown kind
//! through [`layout_child`] and asks for its width through [`content_intrinsic_sizes`], never by importing another one.

use ashlar_gc::Gc;

use crate::box_tree::{BoxContents, BoxTree, LayoutBox};
use crate::constraint::{ConstraintSpace, IntrinsicSizes, LayoutResult, OutOfFlowBox, StaticEdge};
use crate::context::{LayoutContext, count};
use crate::css::values::position::Position;
use crate::fragment_tree::builder::Containing;
use crate::fragment_tree::{ChildFragment, Fragment, FragmentTree, overflow};
use crate::geometry::{LayoutUnit, PhysicalOffset, PhysicalRect, PhysicalSize};
use crate::positioned::ContainingBlock;
use crate::positioned::sticky::{self, Surroundings};
use crate::{block, flex_grid, inline, positioned, replaced, sizing, table};

/// Lays a box out as an independent formatting context.
pub fn layout_child<'h>(
    ctx: &LayoutContext<'_, 'h>,
    layout_box: Gc<'h, LayoutBox<'h>>,
    space: &ConstraintSpace,
) -> LayoutResult<'h> {
    if let Some(result) = ctx.cache.result(layout_box.id, space) {
        count(&ctx.counts.cache_hits, 1);
        return result;
    }
    count(&ctx.counts.layouts, 1);
    let result = match layout_box.contents {
        BoxContents::Blocks(_) | BoxContents::Inline(_) => block::layout(ctx, layout_box, space),
        BoxContents::Flex(_) | BoxContents::Grid(_) => ctx.opaque(|| flex_grid::layout(ctx, layout_box, space)),
        BoxContents::Table(contents) => ctx.opaque(|| table::layout(ctx, layout_box, contents, space)),
        BoxContents::Replaced(contents) => replaced::layout(ctx, layout_box, &contents, space),
    };
    ctx.cache.store_result(ctx.cx, layout_box.id, space, result);
    result
}

/// The intrinsic inline sizes of a box's content box, from its content alone: its own sizing properties are not in it.
pub fn content_intrinsic_sizes<'h>(ctx: &LayoutContext<'_, 'h>, layout_box: &LayoutBox<'h>) -> IntrinsicSizes {
    content_intrinsic_sizes_in(ctx, layout_box, None)
}

/// The same where the block size of the box is known: a picture of `height: 100%` makes the box as wide as its ratio
/// says.
pub fn content_intrinsic_sizes_in<'h>(
    ctx: &LayoutContext<'_, 'h>,
    layout_box: &LayoutBox<'h>,
    percentage_block: Option<LayoutUnit>,
) -> IntrinsicSizes {
    if let Some(sizes) = ctx.cache.intrinsic(layout_box.id, percentage_block) {
        return sizes;
    }
    let outer = ctx.intrinsic_percentage_block.replace(percentage_block);
    let sizes = ctx.opaque(|| compute_intrinsic_sizes(ctx, layout_box));
    ctx.intrinsic_percentage_block.set(outer);
    ctx.cache.store_intrinsic(ctx.cx, layout_box.id, percentage_block, sizes);
    sizes
}

fn compute_intrinsic_sizes<'h>(ctx: &LayoutContext<'_, 'h>, layout_box: &LayoutBox<'h>) -> IntrinsicSizes {
    let style = &*layout_box.style;
    if sizing::contains_inline_size(style) && !matches!(layout_box.contents, BoxContents::Replaced(_)) {
        let size = sizing::contained_inline_size(style);
        return IntrinsicSizes { min_content: size, max_content: size };
    }
    if let Some(size) = layout_box.flags.control_inline_size {
        return IntrinsicSizes { min_content: size, max_content: size };
    }
    match layout_box.contents {
        BoxContents::Blocks(_) => block::multicol::intrinsic_sizes(style, block::intrinsic_sizes(ctx, layout_box)),
        BoxContents::Inline(contents) => {
            block::multicol::intrinsic_sizes(style, inline::intrinsic_sizes(ctx, layout_box, contents))
        }
        BoxContents::Flex(_) | BoxContents::Grid(_) => flex_grid::intrinsic_sizes(ctx, layout_box),
        BoxContents::Table(contents) => table::intrinsic_sizes(ctx, layout_box, contents),
        BoxContents::Replaced(contents) => replaced::intrinsic_sizes(style, &contents),
    }
}

/// Lays a whole document out.
pub fn layout_document<'h>(ctx: &LayoutContext<'_, 'h>, tree: &BoxTree<'h>) -> FragmentTree<'h> {
    let viewport = ctx.viewport;
    let mut viewport_children = Vec::new();
    let mode = tree.root.map_or_else(Default::default, |root| sizing::writing_mode(&root.style));
    let initial = ContainingBlock {
        rect: PhysicalRect::new(PhysicalOffset::default(), viewport),
        mode,
        contains: Containing { absolute: true, fixed: true },
    };
    // 1. The root element's box, in the initial containing block.
    let (root, out_of_flow) = match tree.root {
        None => (None, Vec::new()),
        Some(root) if root.is_absolutely_positioned() => (None, vec![static_at_origin(root)]),
        Some(root) => {
            let (root, out_of_flow) = block::layout_root(ctx, root);
            (Some(root), out_of_flow)
        }
    };
    // 2. What no fragment contains, in the initial containing block: the viewport at scroll position zero.
    ctx.opaque(|| positioned::layout_out_of_flow(ctx, out_of_flow, &initial, &mut viewport_children));
    let root = root.or_else(|| (!viewport_children.is_empty()).then(|| viewport_children.remove(0)));
    // 3. Sticky boxes, which need to know where their scroll containers are.
    let surroundings = Surroundings { scrollport: initial.rect, containing_block: initial.rect };
    let place = |child: &ChildFragment<'h>| {
        let origin = PhysicalOffset::default();
        if ctx.has_sticky.get() { sticky::shift_tree(ctx, child, origin, surroundings) } else { *child }
    };
    let root = root.as_ref().map(place);
    let viewport_children: Vec<_> = viewport_children.iter().map(place).collect();
    // 4. The scrollable area.
    let document = document_size(viewport, root.as_ref(), &viewport_children);
    FragmentTree { root, viewport_children: ctx.cx.alloc_slice_copy(&viewport_children), viewport, document }
}

/// A root element's box that is absolutely positioned itself.
fn static_at_origin<'h>(root: Gc<'h, LayoutBox<'h>>) -> OutOfFlowBox<'h> {
    OutOfFlowBox {
        layout_box: root,
        static_position: PhysicalOffset::default(),
        horizontal_edge: StaticEdge::Start,
        vertical_edge: StaticEdge::Start,
        split_inline: None,
    }
}

/// The viewport, grown to the right and downward by what overflows it; fixed boxes do not move and so do not count.
fn document_size<'h>(
    viewport: PhysicalSize,
    root: Option<&ChildFragment<'h>>,
    viewport_children: &[ChildFragment<'h>],
) -> PhysicalSize {
    let scrolls = |child: &&ChildFragment<'_>| match child.fragment {
        Fragment::Box(fragment) => *fragment.style.position() != Position::Fixed,
        Fragment::Line(_) | Fragment::Text(_) => true,
    };
    let mut size = viewport;
    for child in root.into_iter().chain(viewport_children.iter().filter(scrolls)) {
        let rect = overflow::contribution(child);
        size.width = size.width.max(rect.right());
        size.height = size.height.max(rect.bottom());
    }
    size
}
