//! Fragments of placed lines: text, inline boxes and atomic inlines in visual order.
//!
//! An inline box has one fragment for each stretch of leaves that stay together in visual order; its edges are on the
//! stretches with its first and its last leaf. Absolutely positioned boxes whose containing block is an inline box need
//! all fragments of that box, so the lines of such a paragraph are made twice: once to find the containing blocks and
//! once with the boxes in place.

use std::borrow::Cow;

use ashlar_gc::Gc;
use rustc_hash::FxHashMap;

use crate::alignment::{ItemAlignment, LogicalAxis, edge_offset};
use crate::box_tree::{BoxFlags, LayoutBox, PseudoElement, SourceNode};
use crate::constraint::{OutOfFlowBox, StaticEdge};
use crate::css::values::position::Position;
use crate::fragment_tree::builder::Containing;
use crate::fragment_tree::{
    BoxFragment, BoxFragmentKind, ChildFragment, Fragment, GlyphRun, LineFragment, TextFragment, overflow,
};
use crate::geometry::{LayoutUnit, PhysicalOffset, PhysicalRect, PhysicalSides, PhysicalSize};
use crate::positioned::{self, ContainingBlock};
use crate::sizing;
use crate::text::font_source::ShapedGlyph;
use crate::text::shaped::CutRun;

use super::InlineSpace;
use super::atomic::AtomicBox;
use super::hyphen;
use super::items::{ItemKind, Paragraph, TextSource};
use super::leaves::{self, BoxSpan, Leaf, LeafKind, Leaves, Shown};
use super::line_box::PlacedLine;
use super::measure::Pieces;
use super::text_overflow::{self, Ellipsis};
use super::vertical_align::Extent;

/// What the lines of a paragraph become.
pub(super) struct Built<'h> {
    /// Line fragments, offsets from the container's content box.
    pub lines: Vec<ChildFragment<'h>>,
    /// Absolutely positioned boxes with static positions from the same corner.
    pub out_of_flow: Vec<OutOfFlowBox<'h>>,
}

/// An absolutely positioned box and the inline box that contains it, if one does.
struct Waiting<'h> {
    in_box: Option<u32>,
    out_of_flow: OutOfFlowBox<'h>,
}

struct LineBuilder<'s, 'h> {
    paragraph: &'s Paragraph<'s, 'h>,
    space: &'s InlineSpace,
    atomics: &'s FxHashMap<usize, AtomicBox<'h>>,
    /// Absolutely positioned children of the first fragments of inline boxes.
    attached: FxHashMap<u32, Vec<ChildFragment<'h>>>,
    waiting: Vec<Waiting<'h>>,
    /// Border box of the first, padding boxes of the first and last fragment of positioned inline boxes.
    containing: FxHashMap<u32, ContainingFragments>,
}

#[derive(Clone, Copy)]
struct ContainingFragments {
    first_border_box: PhysicalRect,
    first_padding_box: PhysicalRect,
    last_padding_box: PhysicalRect,
}

/// Makes the fragments of all lines.
pub(super) fn build<'h>(
    paragraph: &Paragraph<'_, 'h>,
    space: &InlineSpace,
    atomics: &FxHashMap<usize, AtomicBox<'h>>,
    lines: &[PlacedLine],
) -> Built<'h> {
    let mut builder = LineBuilder {
        paragraph,
        space,
        atomics,
        attached: FxHashMap::default(),
        waiting: Vec::new(),
        containing: FxHashMap::default(),
    };
    let mut made: Vec<_> = lines.iter().map(|line| builder.line(line)).collect();
    let out_of_flow = builder.place_contained();
    if !builder.attached.is_empty() {
        builder.containing.clear();
        made = lines.iter().map(|line| builder.line(line)).collect();
    }
    Built { lines: made, out_of_flow }
}

/// A line being filled.
struct LineState<'s> {
    placed: &'s PlacedLine,
    leaves: Leaves,
    /// Where the line box is in the content box.
    origin: PhysicalOffset,
}

/// The box whose children are being made.
#[derive(Clone, Copy)]
struct Around {
    /// The box.
    index: u32,
    /// How many boxes are around its children.
    depth: u32,
    /// Its border box's corner in the line box.
    corner: PhysicalOffset,
    /// Relative positioning of it and what is around it.
    shift: PhysicalOffset,
    /// The innermost box that contains absolutely positioned ones.
    containing: Option<u32>,
}

impl<'h> LineBuilder<'_, 'h> {
    fn line(&mut self, placed: &PlacedLine) -> ChildFragment<'h> {
        let mut leaves = leaves::collect(self.paragraph, placed);
        let ellipsis = text_overflow::truncate(self.paragraph, placed, &mut leaves);
        let origin = PhysicalOffset::new(placed.left, placed.top);
        let state = LineState { placed, leaves, origin };
        let around = Around {
            index: 0,
            depth: 0,
            corner: PhysicalOffset::default(),
            shift: PhysicalOffset::default(),
            containing: None,
        };
        let mut children = Vec::new();
        let mut left = placed.content_left;
        let order = state.leaves.order.clone();
        self.children(&state, &order, around, &mut left, &mut children);
        if let Some(ellipsis) = ellipsis {
            children.push(self.ellipsis(&state, &ellipsis));
        }
        let cx = self.paragraph.ctx.cx;
        let fragment = cx.alloc(LineFragment {
            size: PhysicalSize::new(placed.width.clamp_negative_to_zero(), placed.vertical.height),
            baseline: placed.vertical.baseline,
            children: cx.alloc_slice_copy(&children),
            is_clamped: placed.is_clamped,
        });
        ChildFragment { offset: origin, fragment: Fragment::Line(fragment) }
    }

    /// Makes the children of a box (or of the line) from a stretch of leaves in visual order.
    fn children(
        &mut self,
        state: &LineState<'_>,
        order: &[usize],
        around: Around,
        left: &mut LayoutUnit,
        out: &mut Vec<ChildFragment<'h>>,
    ) {
        let mut at = 0;
        while at < order.len() {
            let leaf = state.leaves.leaves[order[at]];
            if leaf.parent == around.index {
                self.leaf(state, &leaf, around, *left, out);
                *left += leaf.width;
                at += 1;
                continue;
            }
            let child = self.ancestor_below(leaf.parent, around.depth);
            let stretch = order[at..]
                .iter()
                .take_while(|index| {
                    let parent = state.leaves.leaves[**index].parent;
                    parent != around.index && self.ancestor_below(parent, around.depth) == child
                })
                .count();
            self.inline_box(state, &order[at..at + stretch], child, around, left, out);
            at += stretch;
        }
    }

    /// The ancestor-or-self of a box that is directly inside a box of this depth.
    fn ancestor_below(&self, mut index: u32, depth: u32) -> u32 {
        while self.paragraph.boxes[index as usize].depth > depth + 1 {
            index = self.paragraph.boxes[index as usize].parent;
        }
        index
    }

    fn inline_box(
        &mut self,
        state: &LineState<'_>,
        order: &[usize],
        index: u32,
        around: Around,
        left: &mut LayoutUnit,
        out: &mut Vec<ChildFragment<'h>>,
    ) {
        let facts = self.paragraph.boxes[index as usize];
        let Some(inline_box) = facts.inline_box else { return };
        let edges = self.edges(state.leaves.span(index), order, facts.is_rtl);
        let keep = |sides: PhysicalSides<LayoutUnit>| PhysicalSides {
            left: if edges.left { sides.left } else { LayoutUnit::ZERO },
            right: if edges.right { sides.right } else { LayoutUnit::ZERO },
            ..sides
        };
        let (margin, border, padding) = (keep(facts.margin), keep(facts.border), keep(facts.padding));
        let style = self.paragraph.box_style(index);
        *left += margin.left;
        let baseline = state.placed.vertical.box_baseline(index);
        // On a line that does not count, boxes are as if they were not there.
        let content_area = if state.placed.line.has_content { style.content_area() } else { Extent::default() };
        let corner = PhysicalOffset::new(*left, baseline - content_area.ascent - padding.top - border.top);
        let own_shift = positioned::relative_offset(
            &inline_box.style,
            self.space.inline_size,
            self.space.percentage_block,
            self.space.mode,
        );
        let is_containing = *inline_box.style.position() != Position::Static;
        let inner = Around {
            index,
            depth: facts.depth,
            corner,
            shift: around.shift + own_shift,
            containing: if is_containing { Some(index) } else { around.containing },
        };
        *left += border.left + padding.left;
        let mut children = Vec::new();
        self.children(state, order, inner, left, &mut children);
        *left += border.right + padding.right;
        let height = content_area.height() + padding.vertical_sum() + border.vertical_sum();
        let size = PhysicalSize::new((*left - corner.left).clamp_negative_to_zero(), height);
        *left += margin.right;
        if is_containing {
            let rect = PhysicalRect::new(corner + inner.shift + state.origin, size);
            self.note_containing(index, rect, border, &mut children);
        }
        let cx = self.paragraph.ctx.cx;
        let fragment = cx.alloc(BoxFragment {
            box_id: inline_box.id,
            source: inline_box.source,
            kind: BoxFragmentKind::InlineBox,
            style: inline_box.style,
            flags: BoxFlags::default(),
            size,
            border,
            padding,
            edges,
            scrollable_overflow: overflow::scrollable_overflow(size, &children),
            children: cx.alloc_slice_copy(&children),
            first_baseline: None,
            last_baseline: None,
            collapsed_borders: None,
        });
        let offset = corner - around.corner + own_shift;
        out.push(ChildFragment { offset, fragment: Fragment::Box(fragment) });
    }

    /// Which sides a stretch of a box has: its start edge is with its first leaf, its end edge with its last.
    fn edges(&self, span: Option<&BoxSpan>, order: &[usize], is_rtl: bool) -> PhysicalSides<bool> {
        let starts = span.is_some_and(|span| span.begins && order.contains(&span.first));
        let ends = span.is_some_and(|span| span.ends && order.contains(&span.last));
        let (left, right) = if is_rtl { (ends, starts) } else { (starts, ends) };
        PhysicalSides { top: true, right, bottom: true, left }
    }

    /// Remembers a fragment of a positioned box; its first one gets the absolutely positioned children.
    fn note_containing(
        &mut self,
        index: u32,
        border_box: PhysicalRect,
        border: PhysicalSides<LayoutUnit>,
        children: &mut Vec<ChildFragment<'h>>,
    ) {
        let padding_box = border_box.shrink(border);
        let fragments = self.containing.entry(index).or_insert_with(|| {
            children.extend(self.attached.get(&index).into_iter().flatten());
            ContainingFragments {
                first_border_box: border_box,
                first_padding_box: padding_box,
                last_padding_box: padding_box,
            }
        });
        fragments.last_padding_box = padding_box;
    }

    fn leaf(
        &mut self,
        state: &LineState<'_>,
        leaf: &Leaf,
        around: Around,
        left: LayoutUnit,
        out: &mut Vec<ChildFragment<'h>>,
    ) {
        let Some(item) = self.paragraph.items.get(leaf.item) else { return };
        match item.kind {
            ItemKind::Text(source) if source.is_wbr => {}
            ItemKind::Text(source) | ItemKind::Tab(source) | ItemKind::Break(source, _) => {
                let baseline = state.placed.vertical.box_baseline(leaf.parent);
                out.push(self.text(state, leaf, source, around, left, baseline));
            }
            ItemKind::Atomic(_) => {
                if leaf.shown != Shown::Nothing {
                    self.atomic(state, leaf, around, left, out);
                }
            }
            ItemKind::OutOfFlow(layout_box) => self.out_of_flow(state, leaf, layout_box, around, left),
            ItemKind::Open(_) | ItemKind::Close(_) | ItemKind::Float(_) => {}
        }
    }

    /// The static position of an absolutely positioned box
    /// ([CSS Position 3, § 3.5.1](https://www.w3.org/TR/css-position-3/#staticpos-rect)): what would be inline stands in
    /// the line, at its top; what would be a block stands at the start of the line, or below it if it has content before.
    fn out_of_flow(
        &mut self,
        state: &LineState<'_>,
        leaf: &Leaf,
        layout_box: Gc<'h, LayoutBox<'h>>,
        around: Around,
        left: LayoutUnit,
    ) {
        let aligned = |axis| ItemAlignment::of_absolute(&layout_box.style, axis, self.space.mode).static_edge();
        let height = state.placed.vertical.height;
        let vertical_edge = aligned(LogicalAxis::Block);
        let down = edge_offset(vertical_edge, height);
        let (place, is_rtl) = if layout_box.style.unblockified_display().is_inline_level() {
            (PhysicalOffset::new(left, down) + state.origin, leaf.level % 2 == 1)
        } else {
            let is_rtl = self.space.mode.is_rtl();
            let left = if is_rtl { self.space.inline_size } else { LayoutUnit::ZERO };
            let is_first = state
                .leaves
                .leaves
                .iter()
                .take_while(|other| other.item != leaf.item)
                .all(|other| matches!(other.kind, LeafKind::OutOfFlow | LeafKind::Empty));
            let top = if is_first { LayoutUnit::ZERO } else { height };
            (PhysicalOffset::new(left, state.origin.top + top + down), is_rtl)
        };
        let horizontal_edge = match aligned(LogicalAxis::Inline) {
            StaticEdge::Start if is_rtl => StaticEdge::End,
            StaticEdge::End if is_rtl => StaticEdge::Start,
            edge => edge,
        };
        let out_of_flow = OutOfFlowBox {
            layout_box,
            static_position: place + around.shift,
            horizontal_edge,
            vertical_edge,
            split_inline: None,
        };
        self.waiting.push(Waiting { in_box: around.containing, out_of_flow });
    }

    fn atomic(
        &mut self,
        state: &LineState<'_>,
        leaf: &Leaf,
        around: Around,
        left: LayoutUnit,
        out: &mut Vec<ChildFragment<'h>>,
    ) {
        let Some(atomic) = self.atomics.get(&leaf.item) else { return };
        let baseline = state.placed.vertical.atomic_baseline(leaf.item);
        let top = baseline - atomic.extent.ascent + atomic.margin.top;
        let shift = positioned::relative_offset(
            &atomic.layout_box.style,
            self.space.inline_size,
            self.space.percentage_block,
            self.space.mode,
        );
        let corner = PhysicalOffset::new(left + atomic.margin.left, top);
        let offset = corner - around.corner + shift;
        out.push(ChildFragment { offset, fragment: Fragment::Box(atomic.result.fragment) });
        let place = corner + shift + around.shift + state.origin;
        for inner in atomic.result.out_of_flow.iter() {
            let out_of_flow = OutOfFlowBox { static_position: inner.static_position + place, ..*inner };
            self.waiting.push(Waiting { in_box: around.containing, out_of_flow });
        }
    }

    fn text(
        &self,
        state: &LineState<'_>,
        leaf: &Leaf,
        source: TextSource,
        around: Around,
        left: LayoutUnit,
        baseline: LayoutUnit,
    ) -> ChildFragment<'h> {
        let (start, end) = match leaf.shown {
            Shown::All => (leaf.start, leaf.end),
            Shown::Part(start, end) => (start, end),
            Shown::Nothing => (leaf.start, leaf.start),
        };
        let is_rtl = leaf.level % 2 == 1;
        let mut runs = Vec::new();
        let mut characters = Cow::Borrowed(&self.paragraph.text[leaf.start as usize..leaf.end as usize]);
        if leaf.kind == LeafKind::Text {
            let expansion = |offset| state.placed.expansion.at(offset);
            runs = Pieces::cut(self.paragraph, start, end).runs(self.paragraph, &expansion);
        } else if leaf.kind == LeafKind::Hyphen && leaf.shown == Shown::All {
            let hyphen = hyphen::hyphen(self.paragraph, source.style);
            runs = hyphen.pieces.runs(self.paragraph, &|_| 0.0);
            characters = Cow::Owned(hyphen.text);
        }
        if is_rtl {
            runs.reverse();
        }
        // What an ellipsis hides on the left keeps its room.
        let hidden = match is_rtl {
            true => self.paragraph.shaped.text.width(end, leaf.end),
            false => self.paragraph.shaped.text.width(leaf.start, start),
        };
        let facts = self.paragraph.styles.get(source.style);
        let cx = self.paragraph.ctx.cx;
        let size = PhysicalSize::new(leaf.width, facts.content_area().height());
        let fragment = cx.alloc(TextFragment {
            source: source.source,
            style: facts.style,
            start: leaf.start,
            text: cx.alloc_str(&characters),
            size,
            ascent: facts.metrics.ascent,
            runs: self.glyph_runs(hidden, runs),
            is_rtl,
        });
        let corner = PhysicalOffset::new(left, baseline - facts.metrics.ascent);
        ChildFragment { offset: corner - around.corner, fragment: Fragment::Text(fragment) }
    }

    fn glyph_runs(&self, start: f64, runs: Vec<CutRun>) -> Gc<'h, [GlyphRun<'h>]> {
        let cx = self.paragraph.ctx.cx;
        let mut pen = start;
        let mut made: Vec<GlyphRun<'h>> = Vec::with_capacity(runs.len());
        for run in runs {
            let glyphs: &[ShapedGlyph] = &run.glyphs;
            made.push(GlyphRun { font: run.font, x: pen as f32, glyphs: cx.alloc_slice_copy(glyphs) });
            pen += run.width;
        }
        cx.alloc_slice_copy(&made)
    }

    fn ellipsis(&self, state: &LineState<'_>, ellipsis: &Ellipsis) -> ChildFragment<'h> {
        let facts = self.paragraph.box_style(0);
        let cx = self.paragraph.ctx.cx;
        let runs = ellipsis.text.pieces.runs(self.paragraph, &|_| 0.0);
        // An ellipsis is generated and no node's text.
        let source = SourceNode { node: u32::MAX, pseudo: PseudoElement::After };
        let fragment = cx.alloc(TextFragment {
            source,
            style: facts.style,
            start: u32::MAX,
            text: cx.alloc_str(&ellipsis.text.text),
            size: PhysicalSize::new(ellipsis.text.width, facts.content_area().height()),
            ascent: facts.metrics.ascent,
            runs: self.glyph_runs(0.0, runs),
            is_rtl: false,
        });
        let top = state.placed.vertical.baseline - facts.metrics.ascent;
        ChildFragment { offset: PhysicalOffset::new(ellipsis.left, top), fragment: Fragment::Text(fragment) }
    }

    /// [CSS Position 3, § 2.1](https://www.w3.org/TR/css-position-3/#def-cb): the containing block that an inline box
    /// makes reaches from its first fragment's start to its last fragment's end. Answers what no inline box contains.
    fn place_contained(&mut self) -> Vec<OutOfFlowBox<'h>> {
        let mut waiting = std::mem::take(&mut self.waiting);
        let mut innermost: Vec<u32> = waiting.iter().filter_map(|waiting| waiting.in_box).collect();
        while let Some(index) = innermost.iter().copied().max() {
            innermost.retain(|known| *known != index);
            let (here, rest): (Vec<_>, Vec<_>) = waiting.into_iter().partition(|waiting| waiting.in_box == Some(index));
            waiting = rest;
            let outer = self.containing_around(index);
            innermost.extend(outer);
            let mut candidates: Vec<_> = here.into_iter().map(|waiting| waiting.out_of_flow).collect();
            let split = self.paragraph.boxes[index as usize].inline_box.filter(|part| part.is_split());
            let rest = if let Some(part) = split {
                positioned::split_inline::mark(&mut candidates, Some(part.id));
                candidates
            } else {
                self.place_in(index, candidates)
            };
            waiting.extend(rest.into_iter().map(|out_of_flow| Waiting { in_box: outer, out_of_flow }));
        }
        let mut rest: Vec<_> = waiting.into_iter().map(|waiting| waiting.out_of_flow).collect();
        // Tree order of boxes is the order of their numbers.
        rest.sort_by_key(|out_of_flow| out_of_flow.layout_box.id);
        rest
    }

    fn containing_around(&self, index: u32) -> Option<u32> {
        let boxes = &self.paragraph.boxes;
        let mut at = boxes[index as usize].parent;
        while at != 0 && *boxes[at as usize].inline_box?.style.position() == Position::Static {
            at = boxes[at as usize].parent;
        }
        (at != 0).then_some(at)
    }

    fn place_in(&mut self, index: u32, candidates: Vec<OutOfFlowBox<'h>>) -> Vec<OutOfFlowBox<'h>> {
        let Some(fragments) = self.containing.get(&index).copied() else { return candidates };
        let corner = fragments.first_padding_box.offset;
        let size = PhysicalSize::new(
            (fragments.last_padding_box.right() - corner.left).clamp_negative_to_zero(),
            (fragments.last_padding_box.bottom() - corner.top).clamp_negative_to_zero(),
        );
        let containing_block = ContainingBlock {
            rect: PhysicalRect::new(corner, size),
            mode: sizing::writing_mode(&self.paragraph.box_style(index).style),
            contains: Containing { absolute: true, fixed: false },
        };
        let mut children = Vec::new();
        let rest = positioned::layout_out_of_flow(self.paragraph.ctx, candidates, &containing_block, &mut children);
        let origin = fragments.first_border_box.offset;
        for child in &mut children {
            child.offset = child.offset - origin;
        }
        if !children.is_empty() {
            self.attached.entry(index).or_default().extend(children);
        }
        rest
    }
}
