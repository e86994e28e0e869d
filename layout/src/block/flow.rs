//! In-flow blocks of one block formatting context, one after the other.

use ashlar_gc::Gc;

use super::float::{FloatContext, FloatCounts, InlineRange, float_side, layout_float};
use super::margin_collapse::{CollapsibleMargin, LookAhead};
use super::multicol::Spanner;
use super::{avoid_floats, inline_content, marker, quirks};
use crate::alignment::{ItemAlignment, ItemPosition, LogicalAxis, edge_offset};
use crate::box_tree::{BoxContents, BoxId, LayoutBox};
use crate::constraint::{ConstraintSpace, LayoutResult, StaticEdge};
use crate::context::LayoutContext;
use crate::css::ComputedStyle;
use crate::css::values::alignment::ColumnSpan;
use crate::css::values::position::Clear;
use crate::css::values::text::TextAlign;
use crate::fragment_tree::BoxFragmentKind;
use crate::fragment_tree::builder::BoxFragmentBuilder;
use crate::geometry::{LayoutUnit, LogicalOffset, LogicalSides, LogicalSize, WritingMode};
use crate::inline;
use crate::positioned::relative_offset;
use crate::sizing::{self, BlockSizes, Frame};

/// How far the layout of a block formatting context has come. Block positions are those of the context.
pub(super) struct FlowState<'h> {
    /// The floats so far.
    pub floats: FloatContext,
    /// The lower edge of the last thing that takes room: margins below it may still collapse.
    pub position: LayoutUnit,
    /// Margins that adjoin `position`.
    pub margin: CollapsibleMargin,
    /// The pending margins hold already what the next blocks add to them.
    pub is_looked_ahead: bool,
    /// The pending margin is of an empty block with clearance: it does not collapse with the parent's end margin.
    pub is_cleared_through: bool,
    /// How often something took room; a block that leaves it as it was collapses through.
    pub advances: u64,
    /// The floats there were when something took room: later ones would move with a margin that adjoins `position`.
    settled_floats: FloatCounts,
    /// In the strip of a multi-column container: the boxes that span all columns.
    pub spanners: Option<Vec<Spanner<'h>>>,
    /// How many lines `line-clamp` allows still.
    pub lines_left: Option<u32>,
    /// What `text-box-trim` asks of the lines that come next.
    pub trim: Trim,
}

/// What [`text-box-trim`](https://drafts.csswg.org/css-inline-3/#text-box-trim) of a box, and of those around it that
/// begin or end with it, asks of its lines.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Trim {
    /// Nothing above the text of the first line that comes.
    pub start: bool,
    /// Nothing below the text of the last line of the box.
    pub end: bool,
}

impl FlowState<'_> {
    pub(super) fn new() -> Self {
        Self {
            floats: FloatContext::new(),
            position: LayoutUnit::ZERO,
            margin: CollapsibleMargin::default(),
            is_looked_ahead: false,
            is_cleared_through: false,
            advances: 0,
            settled_floats: FloatCounts::default(),
            spanners: None,
            lines_left: None,
            trim: Trim::default(),
        }
    }

    /// Where something that takes room would begin.
    pub(super) fn position_with_margin(&self) -> LayoutUnit {
        self.position + self.margin.solve()
    }

    /// The pending margins collapse with nothing more.
    pub(super) fn settle(&mut self) {
        self.advance_to(self.position_with_margin());
    }

    /// Something takes room down to `position`; pending margins are used up.
    pub(super) fn advance_to(&mut self, position: LayoutUnit) {
        self.position = position;
        self.margin = CollapsibleMargin::default();
        self.is_looked_ahead = false;
        self.is_cleared_through = false;
        self.advances += 1;
        self.settled_floats = self.floats.counts();
    }

    /// Floats, left and right, that were placed since something took room, while the margins after them might still
    /// have moved their containing block: such margins are kept apart from it.
    pub(super) fn adjoining_floats(&self) -> (bool, bool) {
        let counts = self.floats.counts();
        let is_pending = self.is_looked_ahead;
        (is_pending && counts.left > self.settled_floats.left, is_pending && counts.right > self.settled_floats.right)
    }

    /// [§ 9.5.2](https://www.w3.org/TR/CSS22/visuren.html#flow-control): where the border edge of a box with this start
    /// margin has to be if it needs clearance.
    pub(super) fn cleared_edge(&self, clear: Clear, start_margin: CollapsibleMargin) -> Option<LayoutUnit> {
        let edge = self.floats.clearance(clear)?;
        let (left, right) = self.adjoining_floats();
        let is_forced = match clear {
            Clear::None => false,
            Clear::Left | Clear::InlineStart => left,
            Clear::Right | Clear::InlineEnd => right,
            Clear::Both => left || right,
        };
        if is_forced {
            return Some(edge.max(self.position_with_margin()));
        }
        let mut hypothetical = self.margin;
        hypothetical.adjoin(start_margin);
        (edge > self.position + hypothetical.solve()).then_some(edge)
    }
}

impl Trim {
    /// Whether nothing is asked.
    fn is_none(self) -> bool {
        !self.start && !self.end
    }
}

/// The block container whose children are laid out.
pub(super) struct Container<'c, 'h> {
    /// Where the fragments go.
    pub builder: &'c mut BoxFragmentBuilder<'h>,
    /// The container's style.
    pub style: Gc<'h, ComputedStyle<'h>>,
    /// Its writing mode.
    pub mode: WritingMode,
    /// The inline extent of its content box.
    pub inline_size: LayoutUnit,
    /// The basis of its children's percentages on the block axis.
    pub percentage_block: Option<LayoutUnit>,
    /// The line-left edge of the content box in the block formatting context.
    pub line_left: LayoutUnit,
    /// The block-start edge of the content box there.
    pub block_start: LayoutUnit,
    /// From the corner of the border box to that of the content box.
    pub content_offset: LogicalOffset,
}

impl<'h> Container<'_, 'h> {
    /// The content box along the line axis.
    pub(super) fn range(&self) -> InlineRange {
        InlineRange { left: self.line_left, right: self.line_left + self.inline_size }
    }

    /// The inline offset in the content box of something that begins at `line_left` in the formatting context.
    pub(super) fn inline_offset(&self, line_left: LayoutUnit, inline_size: LayoutUnit) -> LayoutUnit {
        let from_left = line_left - self.line_left;
        if self.mode.is_rtl() { self.inline_size - from_left - inline_size } else { from_left }
    }

    /// The line-left edge in the formatting context of something at an inline offset in the content box.
    pub(super) fn line_left_of(&self, inline_offset: LayoutUnit, inline_size: LayoutUnit) -> LayoutUnit {
        let from_left = if self.mode.is_rtl() { self.inline_size - inline_offset - inline_size } else { inline_offset };
        self.line_left + from_left
    }

    /// Adds a child whose border box begins at this inline offset in the content box and at `block` in the context.
    pub(super) fn add(&mut self, result: LayoutResult<'h>, inline_offset: LayoutUnit, block: LayoutUnit) {
        let fragment = result.fragment;
        let shift = relative_offset(&fragment.style, self.inline_size, self.percentage_block, self.mode);
        let offset = self.content_offset + LogicalOffset::new(inline_offset, block - self.block_start);
        self.builder.add_result(result, offset, shift);
    }

    /// The same for a child in flow, whose baselines are the container's if it has none yet.
    pub(super) fn add_in_flow(&mut self, result: LayoutResult<'h>, inline_offset: LayoutUnit, block: LayoutUnit) {
        let top = self.content_offset.block + block - self.block_start;
        if let Some(baseline) = result.fragment.first_baseline {
            self.builder.first_baseline.get_or_insert(top + baseline);
        }
        // A table has no line boxes of its own, which the baseline of an inline block is sought among.
        let is_table = result.fragment.kind == BoxFragmentKind::TableWrapper;
        if let Some(baseline) = result.fragment.last_baseline.filter(|_| !is_table) {
            self.builder.last_baseline = Some(top + baseline);
        }
        self.add(result, inline_offset, block);
    }

    /// A space for a child: one that is aligned in its line is no wider than its content.
    pub(super) fn child_space(&self, child: &LayoutBox<'_>) -> ConstraintSpace {
        let mut space = ConstraintSpace::new(self.inline_size, self.percentage_block, self.mode);
        space.shrink_to_fit = justification(&self.style, self.mode, child).is_some();
        space
    }
}

/// Lays out the contents of a block container.
pub(super) fn layout_contents<'h>(
    ctx: &LayoutContext<'_, 'h>,
    state: &mut FlowState<'h>,
    container: &mut Container<'_, 'h>,
    layout_box: Gc<'h, LayoutBox<'h>>,
) {
    if let Some(lines) = inline_content::line_clamp(&layout_box) {
        state.lines_left = Some(lines);
    }
    let own = *layout_box.style.text_box_trim();
    state.trim.start |= own.at_start();
    state.trim.end |= own.at_end();
    match layout_box.contents {
        BoxContents::Blocks(children) => {
            let trim = state.trim;
            let (first, last) = if trim.is_none() { (None, None) } else { first_and_last_in_flow(children.iter()) };
            let held = ctx.held.len();
            let mut published = 0;
            for child in children.iter() {
                // An empty block at the start or end is what there is to trim.
                state.trim.start = trim.start && first == Some(child.id);
                state.trim.end = trim.end && last == Some(child.id);
                if ctx.may_collect() {
                    published = container.builder.publish(ctx, published);
                    ctx.safepoint();
                }
                layout_block_level(ctx, state, container, *child);
            }
            ctx.held.truncate(held);
        }
        BoxContents::Inline(contents) => inline_content::layout(ctx, state, container, layout_box, contents),
        // Other kinds have formatting contexts of their own.
        _ => {}
    }
}

/// The first and last children that lines may be sought in: in flow, and no mere remains of an inline box around blocks.
fn first_and_last_in_flow<'c, 'h: 'c>(
    children: impl DoubleEndedIterator<Item = &'c Gc<'h, LayoutBox<'h>>> + Clone,
) -> (Option<BoxId>, Option<BoxId>) {
    let holds_lines = |child: &LayoutBox<'h>| match child.contents {
        BoxContents::Inline(contents) => child.source.is_some() || inline::has_line_content(&contents),
        _ => true,
    };
    let counts = |child: &&'c Gc<'h, LayoutBox<'h>>| !child.style.is_out_of_flow() && holds_lines(child);
    let id = |child: &'c Gc<'h, LayoutBox<'h>>| child.id;
    (children.clone().find(counts).map(id), children.rev().find(counts).map(id))
}

/// Lays out a child of a block container with block-level children.
pub(super) fn layout_block_level<'h>(
    ctx: &LayoutContext<'_, 'h>,
    state: &mut FlowState<'h>,
    container: &mut Container<'_, 'h>,
    child: Gc<'h, LayoutBox<'h>>,
) {
    if state.lines_left == Some(0) {
        // What comes after the last line of `line-clamp` takes no room and is not drawn.
        return;
    }
    if span_columns(state, child) {
        return;
    }
    if child.is_absolutely_positioned() {
        let block = state.position_with_margin();
        let (inline_edge, block_edge, inline) = if child.style.unblockified_display().is_inline_level() {
            (StaticEdge::Start, StaticEdge::Start, static_inline_offset(state, container, block))
        } else {
            let edge = |axis| ItemAlignment::of_absolute(&child.style, axis, container.mode).static_edge();
            let inline_edge = edge(LogicalAxis::Inline);
            (inline_edge, edge(LogicalAxis::Block), edge_offset(inline_edge, container.inline_size))
        };
        let offset = LogicalOffset::new(inline, block - container.block_start);
        let offset = container.content_offset + offset;
        container.builder.add_out_of_flow(child, offset, inline_edge, block_edge);
    } else if child.is_floating() {
        place_float(ctx, state, container, child);
    } else if super::is_independent(&child, container.mode) {
        avoid_floats::layout(ctx, state, container, child);
    } else {
        layout_block(ctx, state, container, child);
    }
}

/// Where a line without extent would begin: the static position of an absolutely positioned box that would be inline and
/// has no line around it. AD-HOC: browsers let floats and `text-align` move it.
fn static_inline_offset(state: &FlowState<'_>, container: &Container<'_, '_>, block: LayoutUnit) -> LayoutUnit {
    let free = state.floats.available_band(block, LayoutUnit::ZERO, container.range());
    let length = free.length().clamp_negative_to_zero();
    let is_rtl = container.mode.is_rtl();
    let start = if is_rtl { container.range().right - free.right } else { free.left - container.line_left };
    start
        + match container.style.text_align() {
            TextAlign::Start | TextAlign::MatchParent | TextAlign::Justify => LayoutUnit::ZERO,
            TextAlign::End => length,
            TextAlign::Center | TextAlign::WebkitCenter => length.div_count(2),
            TextAlign::Left | TextAlign::WebkitLeft if is_rtl => length,
            TextAlign::Right | TextAlign::WebkitRight if !is_rtl => length,
            TextAlign::Left | TextAlign::WebkitLeft | TextAlign::Right | TextAlign::WebkitRight => LayoutUnit::ZERO,
        }
}

/// In the strip of a multi-column container: leaves out a box that spans all columns. It parts the strip as a forced
/// break: margins before it are cut off.
fn span_columns<'h>(state: &mut FlowState<'h>, child: Gc<'h, LayoutBox<'h>>) -> bool {
    if !is_spanner(&child) || state.spanners.is_none() {
        return false;
    }
    let position = if state.is_looked_ahead { state.position_with_margin() } else { state.position };
    state.advance_to(position);
    if let Some(spanners) = &mut state.spanners {
        spanners.push(Spanner { layout_box: child, position });
    }
    true
}

/// [`column-span: all`](https://www.w3.org/TR/css-multicol-1/#column-span) in normal flow.
pub(super) fn is_spanner(child: &LayoutBox<'_>) -> bool {
    *child.style.column_span() == ColumnSpan::All && !child.is_absolutely_positioned() && !child.is_floating()
}

/// Lays out a float and puts it beside what comes next.
fn place_float<'h>(
    ctx: &LayoutContext<'_, 'h>,
    state: &mut FlowState<'h>,
    container: &mut Container<'_, 'h>,
    child: Gc<'h, LayoutBox<'h>>,
) {
    let Some(side) = float_side(*child.style.float()) else { return };
    let float = layout_float(ctx, child, container.inline_size, container.percentage_block, container.mode);
    let corner = state.floats.place(
        side,
        float.margin_size,
        state.position_with_margin(),
        *child.style.clear(),
        container.range(),
    );
    let inline_offset = container.inline_offset(corner.inline, float.margin_size.inline) + float.margin.inline_start;
    container.add(float.result, inline_offset, corner.block + float.margin.block_start);
}

/// Lays out an in-flow block that is part of the same block formatting context.
fn layout_block<'h>(
    ctx: &LayoutContext<'_, 'h>,
    state: &mut FlowState<'h>,
    container: &mut Container<'_, 'h>,
    child: Gc<'h, LayoutBox<'h>>,
) {
    let style = &*child.style;
    // 1. The inline axis, for children depend on it (§ 10.3.3).
    let space = container.child_space(&child);
    let margins = sizing::margins_in(style, container.inline_size, container.mode);
    let used_margins = sizing::auto_as_zero(margins);
    let frame = Frame::of(style, container.inline_size);
    let inline = sizing::border_box_inline_size(ctx, &child, &space, frame, used_margins.inline_sum());
    let inline_offset = inline_start_margin(container, &child, margins, inline);
    let content_inline = (inline - frame.inline_sum()).clamp_negative_to_zero();
    // 2. What of the block axis is known before layout.
    let mut sizes = sizing::block_sizes(style, &space, frame, inline);
    let percentage_block = quirks::percentage_block(ctx, &child, &sizes, &space, used_margins.block_sum());
    quirks::fill_viewport(ctx, &child, &mut sizes, &space, used_margins.block_sum());
    // 3. Where it begins: margins, clearance, border, padding.
    let start = begin(ctx, state, &child, used_margins.block_start, frame, content_inline);
    // 4. The contents.
    let mode = sizing::writing_mode(style);
    let mut builder = BoxFragmentBuilder::new(&child, BoxFragmentKind::Block, frame);
    let sides = frame.sides();
    let frame_line_left = if mode.is_rtl() { sides.inline_end } else { sides.inline_start };
    let mut inner = Container {
        builder: &mut builder,
        style: child.style,
        mode,
        inline_size: content_inline,
        percentage_block,
        line_left: container.line_left_of(inline_offset, inline) + frame_line_left,
        block_start: start.border_edge + sides.block_start,
        content_offset: frame.start(),
    };
    let outer = state.trim;
    // Border and padding part the lines from what trims them outside.
    state.trim.start &= sides.block_start.is_zero();
    state.trim.end &= sides.block_end.is_zero();
    layout_contents(ctx, state, &mut inner, child);
    // A box without a line asks nothing of those after it.
    state.trim.start &= outer.start;
    if let Some(outside) = child.outside_marker {
        ctx.opaque(|| marker::place(ctx, state, &mut inner, outside));
    }
    // 5. Where it ends: the block size, for it depends on children (§ 10.6.3), and the margins below.
    let block = end(state, &child, &start, &sizes, frame, used_margins.block_end);
    let result = builder.finish(ctx, LogicalSize::new(inline, block));
    container.add_in_flow(result, inline_offset, start.border_edge);
}

/// Where a block has begun.
struct Start {
    /// The block-start edge of its border box.
    border_edge: LayoutUnit,
    /// Its start margin may collapse with its children's.
    collapses: bool,
    has_clearance: bool,
    was_looked_ahead: bool,
    /// [`FlowState::advances`] before its contents.
    advances: u64,
}

fn begin<'h>(
    ctx: &LayoutContext<'_, 'h>,
    state: &mut FlowState<'h>,
    child: &LayoutBox<'h>,
    margin_start: LayoutUnit,
    frame: Frame,
    content_inline: LayoutUnit,
) -> Start {
    let clear = *child.style.clear();
    let frame_start = frame.start().block;
    let collapses = frame_start.is_zero();
    let with_children = |state: &FlowState<'h>, mut margin: CollapsibleMargin| {
        margin.adjoin(CollapsibleMargin::new(margin_start));
        if collapses && (!state.is_looked_ahead || clear != Clear::None) {
            let mut ahead = LookAhead::new(&state.floats, state.position);
            ahead.stops_at_spanners = state.spanners.is_some();
            ahead.content(ctx, child, content_inline, &mut margin);
        }
        margin
    };
    let margin = with_children(state, state.margin);
    let cleared_edge = state.cleared_edge(clear, margin);
    if let Some(edge) = cleared_edge {
        // Clearance stands above the margin and parts it from those before, such that the border edge is at the end
        // of the floats; it may be negative.
        let margin = with_children(state, CollapsibleMargin::default());
        state.advance_to(edge - margin.solve());
        state.margin = margin;
    } else {
        state.margin = margin;
    }
    let was_looked_ahead = state.is_looked_ahead;
    let border_edge = state.position_with_margin();
    if collapses {
        state.is_looked_ahead = true;
    } else {
        state.advance_to(border_edge + frame_start);
    }
    Start { border_edge, collapses, has_clearance: cleared_edge.is_some(), was_looked_ahead, advances: state.advances }
}

/// Ends a block and answers its border-box block size.
fn end(
    state: &mut FlowState<'_>,
    child: &LayoutBox<'_>,
    start: &Start,
    sizes: &BlockSizes,
    frame: Frame,
    margin_end: LayoutUnit,
) -> LayoutUnit {
    let sides = frame.sides();
    let contents_collapse = start.collapses && state.advances == start.advances;
    let content_start = start.border_edge + sides.block_start;
    let contained = sizing::contains_block_size(&child.style).then(|| sizing::contained_block_size(&child.style));
    let content_end = if let Some(size) = contained {
        content_start + size
    } else if contents_collapse {
        content_start
    } else if !sides.block_end.is_zero() || state.is_cleared_through {
        state.position_with_margin()
    } else {
        state.position
    };
    let natural = (content_end - content_start).clamp_negative_to_zero() + frame.block_sum();
    let used = sizes.used(natural);
    let margin_end = CollapsibleMargin::new(margin_end);
    if contents_collapse && used.is_zero() {
        state.margin.adjoin(margin_end);
        state.is_looked_ahead = start.was_looked_ahead;
        state.is_cleared_through |= start.has_clearance;
        return used;
    }
    // A child's end margin collapses with the parent's only through an `auto` block size that the content determines.
    let collapses_at_end = !contents_collapse
        && contained.is_none()
        && sides.block_end.is_zero()
        && sizes.preferred.is_none()
        && used == natural
        && !state.is_cleared_through;
    let mut margin = if collapses_at_end { state.margin } else { CollapsibleMargin::default() };
    margin.adjoin(margin_end);
    state.advance_to(start.border_edge + used);
    state.margin = margin;
    used
}

/// [§ 10.3.3](https://www.w3.org/TR/CSS22/visudet.html#blockwidth): the used start margin of a block-level box in
/// normal flow; the end margin gives way where too much is given.
pub(super) fn inline_start_margin(
    container: &Container<'_, '_>,
    child: &LayoutBox<'_>,
    margins: LogicalSides<Option<LayoutUnit>>,
    inline_size: LayoutUnit,
) -> LayoutUnit {
    start_margin_within(&container.style, container.mode, child, container.inline_size, margins, inline_size)
}

/// The same in a given room.
pub(super) fn start_margin_within(
    style: &ComputedStyle<'_>,
    mode: WritingMode,
    child: &LayoutBox<'_>,
    room: LayoutUnit,
    margins: LogicalSides<Option<LayoutUnit>>,
    inline_size: LayoutUnit,
) -> LayoutUnit {
    let (start, end) = (margins.inline_start.unwrap_or_default(), margins.inline_end.unwrap_or_default());
    let left_over = room - inline_size - start - end;
    let free = left_over.clamp_negative_to_zero();
    match (margins.inline_start, margins.inline_end) {
        (None, None) => free.div_count(2),
        (None, Some(_)) => free,
        (Some(_), None) => start,
        (Some(_), Some(_)) => {
            if let Some(alignment) = justification(style, mode, child) {
                return start + aligned_offset(alignment, left_over);
            }
            start
                + match (style.text_align(), mode.is_rtl()) {
                    // AD-HOC: `align` attributes and `<center>` align blocks too.
                    (TextAlign::WebkitCenter, _) => free.div_count(2),
                    (TextAlign::WebkitRight, false) | (TextAlign::WebkitLeft, true) => free,
                    _ => LayoutUnit::ZERO,
                }
        }
    }
}

/// [CSS Align 3, § 6.1.1](https://drafts.csswg.org/css-align-3/#justify-block): how a block-level box stands in its
/// container, if it does not fill it. Anonymous boxes always fill it.
fn justification(style: &ComputedStyle<'_>, mode: WritingMode, child: &LayoutBox<'_>) -> Option<ItemAlignment> {
    if child.flags.is_anonymous {
        return None;
    }
    let (own, items) = (child.style.justify_self().0, style.justify_items().0);
    let child_mode = sizing::writing_mode(&child.style);
    let alignment = ItemAlignment::new(own, items, LogicalAxis::Inline, mode, child_mode, false);
    (alignment.position != ItemPosition::Stretch).then_some(alignment)
}

fn aligned_offset(alignment: ItemAlignment, free: LayoutUnit) -> LayoutUnit {
    match alignment.used(free) {
        ItemPosition::Stretch | ItemPosition::Start | ItemPosition::Baseline => LayoutUnit::ZERO,
        ItemPosition::Center => free.div_count(2),
        ItemPosition::End | ItemPosition::LastBaseline => free,
    }
}
