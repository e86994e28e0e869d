//! Makes a box fragment: children at logical offsets until the size is known, then everything physical.
//!
//! All offsets are from the start corner of the fragment's *border box*, in its own writing mode; a caller that thinks
//! in the content box adds [`crate::sizing::Frame::start`].

use ashlar_gc::Gc;

use super::{BoxFragment, BoxFragmentKind, ChildFragment, Fragment, overflow};
use crate::box_tree::{BoxContents, BoxFlags, BoxId, LayoutBox, SourceNode};
use crate::constraint::{LayoutResult, OutOfFlowBox, StaticEdge};
use crate::context::LayoutContext;
use crate::css::ComputedStyle;
use crate::css::values::position::Position;
use crate::geometry::{
    LayoutUnit, LogicalOffset, LogicalSides, LogicalSize, PhysicalOffset, PhysicalSize, WritingMode,
};
use crate::positioned::split_inline;
use crate::safepoint::Held;
use crate::sizing::{Frame, writing_mode};

/// A child whose physical place is not known yet.
struct PendingChild<'h> {
    fragment: Fragment<'h>,
    size: PhysicalSize,
    offset: LogicalOffset,
    /// Added to the physical offset: relative positioning.
    shift: PhysicalOffset,
    /// `shift` is from the corner of the content box, whose top is at the block offset.
    is_in_content_box: bool,
    /// Absolutely positioned boxes that the child carries.
    out_of_flow: Option<Gc<'h, [OutOfFlowBox<'h>]>>,
}

/// An absolutely positioned child with its static position.
struct PendingOutOfFlow<'h> {
    layout_box: Gc<'h, LayoutBox<'h>>,
    offset: LogicalOffset,
    inline_edge: StaticEdge,
    block_edge: StaticEdge,
    /// How many children come before it in tree order.
    position: usize,
}

/// A box fragment in the making.
pub struct BoxFragmentBuilder<'h> {
    /// The box's number.
    pub box_id: BoxId,
    /// Its node.
    pub source: Option<SourceNode>,
    /// Its kind.
    pub kind: BoxFragmentKind,
    /// Its style.
    pub style: Gc<'h, ComputedStyle<'h>>,
    /// Facts about it.
    pub flags: BoxFlags,
    /// The writing mode of all offsets.
    pub mode: WritingMode,
    /// Border and padding.
    pub frame: Frame,
    /// Which sides there are (all, but for split inline boxes).
    pub edges: LogicalSides<bool>,
    /// Distance of the first baseline from the block-start edge of the border box.
    pub first_baseline: Option<LayoutUnit>,
    /// Of the last one.
    pub last_baseline: Option<LayoutUnit>,
    /// Borders of a table in the collapsing model.
    pub collapsed_borders: Option<Gc<'h, [super::CollapsedBorderEdge]>>,
    /// Whether absolutely positioned descendants may have this fragment as their containing block. Anonymous parts of
    /// a box (a table's grid, lines) say no.
    pub may_contain: bool,
    /// Whether it is the block container around the parts of split inline boxes.
    holds_split_inlines: bool,
    /// Whether the containing block question is answered by these facts instead of the style's.
    pub contains: Containing,
    children: Vec<PendingChild<'h>>,
    out_of_flow: Vec<PendingOutOfFlow<'h>>,
    /// Boxes with a physical position in the content box, the offset of that, and how many children come before.
    carried: Vec<(OutOfFlowBox<'h>, LogicalOffset, usize)>,
}

/// Of which positioned descendants a fragment is the containing block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Containing {
    /// Of `position: absolute` ones.
    pub absolute: bool,
    /// Of `position: fixed` ones.
    pub fixed: bool,
}

impl<'h> BoxFragmentBuilder<'h> {
    /// A builder for the principal fragment of a box.
    pub fn new(layout_box: &LayoutBox<'h>, kind: BoxFragmentKind, frame: Frame) -> Self {
        let contains =
            Containing { absolute: layout_box.contains_absolutely_positioned(), fixed: layout_box.contains_fixed() };
        let mut builder = Self::with_style(layout_box.id, layout_box.source, layout_box.style, kind, frame);
        builder.flags = layout_box.flags;
        builder.holds_split_inlines =
            matches!(layout_box.contents, BoxContents::Blocks(_)) && !layout_box.flags.is_block_in_inline;
        builder.contains = contains;
        builder
    }

    /// A builder for a fragment that is of no layout box: inline boxes, table parts. It contains no absolutely
    /// positioned boxes unless `contains` is set.
    pub fn with_style(
        box_id: BoxId,
        source: Option<SourceNode>,
        style: Gc<'h, ComputedStyle<'h>>,
        kind: BoxFragmentKind,
        frame: Frame,
    ) -> Self {
        Self {
            box_id,
            source,
            kind,
            style,
            flags: BoxFlags::default(),
            mode: writing_mode(&style),
            frame,
            edges: LogicalSides { inline_start: true, inline_end: true, block_start: true, block_end: true },
            first_baseline: None,
            last_baseline: None,
            collapsed_borders: None,
            may_contain: true,
            holds_split_inlines: false,
            contains: Containing::default(),
            children: Vec::new(),
            out_of_flow: Vec::new(),
            carried: Vec::new(),
        }
    }

    /// Adds a laid-out box with the start corner of its border box at `offset`; `shift` is its relative positioning.
    pub fn add_result(&mut self, result: LayoutResult<'h>, offset: LogicalOffset, shift: PhysicalOffset) {
        let out_of_flow = (!result.out_of_flow.is_empty()).then_some(result.out_of_flow);
        let size = result.fragment.size;
        self.children.push(PendingChild {
            fragment: Fragment::Box(result.fragment),
            size,
            offset,
            shift,
            is_in_content_box: false,
            out_of_flow,
        });
    }

    /// Adds a fragment that carries nothing out of flow (a line).
    pub fn add_fragment(&mut self, fragment: Fragment<'h>, offset: LogicalOffset) {
        let size = fragment.size();
        self.children.push(PendingChild {
            fragment,
            size,
            offset,
            shift: PhysicalOffset::default(),
            is_in_content_box: false,
            out_of_flow: None,
        });
    }

    /// Adds a child of inline layout, whose offset is from the top left corner of a content box that begins
    /// `content_block` below the border box. What it carries out of flow is added apart.
    pub fn add_in_content_box(&mut self, child: ChildFragment<'h>, content_block: LayoutUnit) {
        self.children.push(PendingChild {
            fragment: child.fragment,
            size: child.fragment.size(),
            offset: LogicalOffset::new(LayoutUnit::ZERO, content_block),
            shift: child.offset,
            is_in_content_box: true,
            out_of_flow: None,
        });
    }

    /// Adds an absolutely positioned box met in inline layout, its static position being in such a content box.
    pub fn add_out_of_flow_in_content_box(&mut self, carried: OutOfFlowBox<'h>, content_block: LayoutUnit) {
        let position = self.children.len();
        self.carried.push((carried, LogicalOffset::new(LayoutUnit::ZERO, content_block), position));
    }

    /// Adds an absolutely positioned child with the static position of its margin box.
    pub fn add_out_of_flow(
        &mut self,
        layout_box: Gc<'h, LayoutBox<'h>>,
        offset: LogicalOffset,
        inline_edge: StaticEdge,
        block_edge: StaticEdge,
    ) {
        let position = self.children.len();
        self.out_of_flow.push(PendingOutOfFlow { layout_box, offset, inline_edge, block_edge, position });
    }

    /// How many children there are.
    pub fn child_count(&self) -> usize {
        self.children.len()
    }

    /// Puts the children from `first` on where a collection sees them; answers how many children there are.
    pub fn publish(&self, ctx: &LayoutContext<'_, 'h>, first: usize) -> usize {
        for child in &self.children[first..] {
            ctx.held.push(ctx.cx, Held { fragment: child.fragment, out_of_flow: child.out_of_flow });
        }
        self.children.len()
    }

    /// Moves the children from `first` on, the out-of-flow boxes among them, and the baselines.
    pub fn move_children(&mut self, first: usize, by: LogicalOffset) {
        self.first_baseline = self.first_baseline.map(|baseline| baseline + by.block);
        self.last_baseline = self.last_baseline.map(|baseline| baseline + by.block);
        for child in &mut self.children[first..] {
            child.offset = child.offset + by;
        }
        for pending in self.out_of_flow.iter_mut().filter(|pending| pending.position >= first) {
            pending.offset = pending.offset + by;
        }
        for (_, offset, _) in self.carried.iter_mut().filter(|(_, _, position)| *position >= first) {
            *offset = *offset + by;
        }
    }

    /// The physical place of a content box that begins at `offset.block` below the border box.
    fn content_corner(&self, offset: LogicalOffset) -> PhysicalOffset {
        let sides = self.frame.sides().to_physical(self.mode);
        if self.mode.is_horizontal() {
            PhysicalOffset::new(sides.left + offset.inline, offset.block)
        } else {
            PhysicalOffset::new(sides.left, sides.top)
        }
    }

    /// Makes the fragment, now that the size of its border box is known, and lays out the absolutely positioned boxes
    /// of which it is the containing block.
    pub fn finish(self, ctx: &LayoutContext<'_, 'h>, size: LogicalSize) -> LayoutResult<'h> {
        if *self.style.position() == Position::Sticky {
            ctx.has_sticky.set(true);
        }
        let mode = self.mode;
        let physical_size = size.to_physical(mode);
        let border = self.frame.border.to_physical(mode);
        let padding = self.frame.padding.to_physical(mode);
        let mut carried = Vec::new();
        let mut children = Vec::with_capacity(self.children.len());
        for child in &self.children {
            let corner = if child.is_in_content_box {
                self.content_corner(child.offset)
            } else {
                child.offset.to_physical(mode, physical_size, child.size)
            };
            let offset = corner + child.shift;
            children.push(ChildFragment { offset, fragment: child.fragment });
            for inner in child.out_of_flow.iter().flat_map(|boxes| boxes.iter()) {
                carried.push(OutOfFlowBox { static_position: inner.static_position + offset, ..*inner });
            }
        }
        carried.extend(self.out_of_flow.iter().map(|pending| pending.to_physical(mode, physical_size)));
        carried.extend(self.carried.iter().map(|(inner, offset, _)| OutOfFlowBox {
            static_position: inner.static_position + self.content_corner(*offset),
            ..*inner
        }));
        // Tree order of boxes is the order of their numbers.
        carried.sort_by_key(|carried| carried.layout_box.id);
        if self.flags.split_inline.is_some() {
            split_inline::mark(&mut carried, self.flags.split_inline);
        }
        if self.holds_split_inlines && carried.iter().any(|carried| carried.split_inline.is_some()) {
            carried = ctx.opaque(|| split_inline::layout_contained(ctx, carried, &mut children));
        }
        if self.may_contain && !carried.is_empty() {
            let containing =
                crate::positioned::ContainingBlock::padding_box(physical_size, border, &self.style, self.contains);
            carried = ctx.opaque(|| crate::positioned::layout_out_of_flow(ctx, carried, &containing, &mut children));
        }
        let fragment = ctx.cx.alloc(BoxFragment {
            box_id: self.box_id,
            source: self.source,
            kind: self.kind,
            style: self.style,
            flags: self.flags,
            size: physical_size,
            border,
            padding,
            edges: self.edges.to_physical(mode),
            scrollable_overflow: overflow::scrollable_overflow(physical_size, &children),
            children: ctx.cx.alloc_slice_copy(&children),
            first_baseline: self.first_baseline,
            last_baseline: self.last_baseline,
            collapsed_borders: self.collapsed_borders,
        });
        LayoutResult { fragment, out_of_flow: ctx.cx.alloc_slice_copy(&carried) }
    }
}

impl<'h> PendingOutOfFlow<'h> {
    fn to_physical(&self, mode: WritingMode, container: PhysicalSize) -> OutOfFlowBox<'h> {
        // The static position is a point, so the child's size is nothing here.
        let static_position = self.offset.to_physical(mode, container, PhysicalSize::default());
        let flip = |edge, flips: bool| match edge {
            StaticEdge::Start if flips => StaticEdge::End,
            StaticEdge::End if flips => StaticEdge::Start,
            other => other,
        };
        let inline_edge = flip(self.inline_edge, mode.is_rtl());
        let block_edge = flip(self.block_edge, mode.block_flow == crate::geometry::BlockFlow::VerticalRl);
        let (horizontal_edge, vertical_edge) =
            if mode.is_horizontal() { (inline_edge, block_edge) } else { (block_edge, inline_edge) };
        let layout_box = self.layout_box;
        OutOfFlowBox { layout_box, static_position, horizontal_edge, vertical_edge, split_inline: None }
    }
}

impl Fragment<'_> {
    /// The extent of the border box, line box or text.
    pub fn size(&self) -> PhysicalSize {
        match self {
            Self::Box(fragment) => fragment.size,
            Self::Line(line) => line.size,
            Self::Text(text) => text.size,
        }
    }
}
