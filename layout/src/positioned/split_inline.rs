//! Absolutely positioned boxes whose containing block is an inline box that is split around blocks.
//!
//! [CSS Position 3, § 2.1](https://www.w3.org/TR/css-position-3/#def-cb): the containing block reaches from the first
//! fragment's start to the last fragment's end. The parts of a split inline box are in several anonymous blocks, so it
//! is known when the block container around all of these is finished, and not before: until then the boxes are marked.

use rustc_hash::FxHashMap;

use super::{ContainingBlock, layout_out_of_flow};
use crate::box_tree::BoxId;
use crate::constraint::OutOfFlowBox;
use crate::context::LayoutContext;
use crate::css::values::position::Position;
use crate::fragment_tree::builder::Containing;
use crate::fragment_tree::{BoxFragment, BoxFragmentKind, ChildFragment, Fragment};
use crate::geometry::{LogicalOffset, PhysicalOffset, PhysicalRect, PhysicalSize, WritingMode};
use crate::sizing::writing_mode;

/// Marks the boxes that a part of a split inline box has in it as contained by that inline box.
pub fn mark(boxes: &mut [OutOfFlowBox<'_>], split_inline: Option<BoxId>) {
    for out_of_flow in boxes {
        if *out_of_flow.layout_box.style.position() == Position::Absolute && out_of_flow.split_inline.is_none() {
            out_of_flow.split_inline = split_inline;
        }
    }
}

/// The padding boxes of the first and the last part of an inline box.
#[derive(Clone, Copy)]
struct Parts {
    first: PhysicalRect,
    last: PhysicalRect,
    mode: WritingMode,
}

/// Lays out the marked boxes among `candidates` in their split inline boxes, whose parts are among `children`; they are
/// appended there. Answers the others, and what the marked ones carry.
pub fn layout_contained<'h>(
    ctx: &LayoutContext<'_, 'h>,
    candidates: Vec<OutOfFlowBox<'h>>,
    children: &mut Vec<ChildFragment<'h>>,
) -> Vec<OutOfFlowBox<'h>> {
    let mut marked: Vec<BoxId> = candidates.iter().filter_map(|candidate| candidate.split_inline).collect();
    marked.sort_unstable();
    marked.dedup();
    let parts = find_parts(children, &marked);
    let mut by_inline: FxHashMap<BoxId, Vec<OutOfFlowBox<'h>>> = FxHashMap::default();
    let mut rest = Vec::new();
    for candidate in candidates {
        let unmarked = OutOfFlowBox { split_inline: None, ..candidate };
        match candidate.split_inline {
            Some(id) if parts.contains_key(&id) => by_inline.entry(id).or_default().push(unmarked),
            _ => rest.push(unmarked),
        }
    }
    for id in marked {
        let (Some(parts), Some(contained)) = (parts.get(&id), by_inline.remove(&id)) else { continue };
        let corner = parts.first.offset;
        let size = PhysicalSize::new(
            (parts.last.right() - corner.left).clamp_negative_to_zero(),
            (parts.last.bottom() - corner.top).clamp_negative_to_zero(),
        );
        let containing_block = ContainingBlock {
            rect: PhysicalRect::new(corner, size),
            mode: parts.mode,
            contains: Containing { absolute: true, fixed: false },
        };
        rest.extend(layout_out_of_flow(ctx, contained, &containing_block, children));
    }
    rest.sort_by_key(|out_of_flow| out_of_flow.layout_box.id);
    rest
}

/// Goes through anonymous blocks and lines, in tree order.
fn find_parts<'h>(children: &[ChildFragment<'h>], wanted: &[BoxId]) -> FxHashMap<BoxId, Parts> {
    let mut found: FxHashMap<BoxId, Parts> = FxHashMap::default();
    let mut note = |id: BoxId, first: PhysicalRect, last: PhysicalRect, mode: WritingMode| {
        if wanted.binary_search(&id).is_ok() {
            found.entry(id).or_insert(Parts { first, last, mode }).last = last;
        }
    };
    // The last is the next in tree order.
    let mut waiting: Vec<(ChildFragment<'h>, PhysicalOffset)> = Vec::new();
    push(&mut waiting, children, PhysicalOffset::default());
    while let Some((child, origin)) = waiting.pop() {
        let place = origin + child.offset;
        match child.fragment {
            Fragment::Text(_) => {}
            Fragment::Line(line) => push(&mut waiting, &line.children, place),
            Fragment::Box(fragment) => {
                if fragment.kind == BoxFragmentKind::InlineBox {
                    let padding_box = PhysicalRect::new(place, fragment.size).shrink(fragment.border);
                    note(fragment.box_id, padding_box, padding_box, writing_mode(&fragment.style));
                } else if let Some(id) = fragment.flags.split_inline {
                    let (start, end) = empty_parts(&fragment, place);
                    note(id, start, end, writing_mode(&fragment.style));
                }
                if fragment.flags.is_anonymous || fragment.kind == BoxFragmentKind::InlineBox {
                    push(&mut waiting, &fragment.children, place);
                }
            }
        }
    }
    found
}

fn push<'h>(
    waiting: &mut Vec<(ChildFragment<'h>, PhysicalOffset)>,
    children: &[ChildFragment<'h>],
    origin: PhysicalOffset,
) {
    waiting.extend(children.iter().rev().map(|child| (*child, origin)));
}

/// The parts of an inline box before and after a block, if they have no content: without extent at the line start.
fn empty_parts(wrapper: &BoxFragment<'_>, place: PhysicalOffset) -> (PhysicalRect, PhysicalRect) {
    let mode = writing_mode(&wrapper.style);
    let block_size = wrapper.size.to_logical(mode).block;
    let nothing = PhysicalSize::default();
    let at =
        |offset: LogicalOffset| PhysicalRect::new(place + offset.to_physical(mode, wrapper.size, nothing), nothing);
    let start = LogicalOffset::default();
    (at(start), at(LogicalOffset { block: block_size, ..start }))
}
