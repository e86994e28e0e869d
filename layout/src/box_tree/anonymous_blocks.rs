//! Anonymous block boxes, the splitting of inline boxes around blocks, and anonymous flex and grid items.
//!
//! [CSS 2.2, § 9.2.1.1](https://www.w3.org/TR/CSS22/visuren.html#anonymous-block-level): a block container that has a block-level
//! box inside it holds only block-level boxes; an inline box that contains one is broken around it.

use ashlar_gc::{Cx, Gc};

use super::builder::{BoxSpec, BoxTreeBuilder, InlineEdges, Raw};
use super::whitespace::InlineCollector;
use super::*;
use crate::css::values::display::{Display, DisplayInside, DisplayOutside, TableInternal};
use crate::css::values::position::Position;

/// Styles of anonymous boxes: reset properties initial but for `display`.
pub(super) struct AnonymousStyles<'h> {
    initial: Gc<'h, ComputedStyle<'h>>,
    made: Vec<(Display, ComputedStyle<'h>)>,
}

impl<'h> AnonymousStyles<'h> {
    pub fn new(cx: &Cx<'h>, initial: Gc<'h, ComputedStyle<'h>>) -> Self {
        let displays = [
            Display::BLOCK,
            Display::flow(DisplayOutside::Block, DisplayInside::Table),
            Display::flow(DisplayOutside::Inline, DisplayInside::Table),
            Display::TableInternal(TableInternal::RowGroup),
            Display::TableInternal(TableInternal::Row),
            Display::TableInternal(TableInternal::Cell),
            Display::TableInternal(TableInternal::ColumnGroup),
        ];
        let made = displays
            .map(|display| {
                let mut box_style = (*initial.box_style).clone();
                box_style.display = display;
                (display, ComputedStyle { box_style: cx.alloc(box_style), ..*initial })
            })
            .to_vec();
        Self { initial, made }
    }

    pub fn initial(&self) -> Gc<'h, ComputedStyle<'h>> {
        self.initial
    }

    /// The style of an anonymous box with this `display` in a parent.
    pub fn get(&self, cx: &Cx<'h>, parent: &ComputedStyle<'h>, display: Display) -> Gc<'h, ComputedStyle<'h>> {
        let reset = self
            .made
            .iter()
            .find(|(made, _)| *made == display)
            .map(|(_, style)| style)
            .expect("invariant: every display of an anonymous box was made");
        cx.alloc(ComputedStyle::anonymous(parent, reset))
    }
}

/// Makes the content of a block container.
pub(super) fn block_contents<'h>(
    builder: &mut BoxTreeBuilder<'_, 'h>,
    style: &ComputedStyle<'h>,
    children: Vec<Raw<'h>>,
) -> BoxContents<'h> {
    let children = super::table_fixup::wrap_stray_parts(builder, style, children, false);
    if !children.iter().any(has_in_flow_block) {
        let mut collector = InlineCollector::new(builder.cx, style);
        collect_all(&mut collector, builder.cx, &children);
        return match collector.finish() {
            Some(contents) => BoxContents::Inline(builder.cx.alloc(contents)),
            // Only white space, floats and absolutely positioned boxes: no line is made for them.
            None => BoxContents::Blocks(builder.cx.alloc_slice(out_of_flow_children(&children))),
        };
    }
    let mut splitter = Splitter { builder, style, blocks: Vec::new(), run: Vec::new(), open: Vec::new() };
    splitter.walk(children);
    splitter.end_run();
    let blocks = splitter.blocks;
    BoxContents::Blocks(builder.cx.alloc_slice(blocks))
}

/// Makes the items of a flex or grid container
/// ([CSS Flexbox, § 4](https://www.w3.org/TR/css-flexbox-1/#flex-items)).
pub(super) fn items<'h>(
    builder: &mut BoxTreeBuilder<'_, 'h>,
    style: &ComputedStyle<'h>,
    children: Vec<Raw<'h>>,
) -> Gc<'h, [Gc<'h, LayoutBox<'h>>]> {
    let children = super::table_fixup::wrap_stray_parts(builder, style, children, false);
    let mut items = Vec::new();
    let mut text = Vec::new();
    for child in children {
        match child {
            Raw::Box(item) => {
                end_text_item(builder, style, &mut text, &mut items);
                items.push(item);
            }
            other => text.push(other),
        }
    }
    end_text_item(builder, style, &mut text, &mut items);
    builder.cx.alloc_slice(items)
}

fn end_text_item<'h>(
    builder: &mut BoxTreeBuilder<'_, 'h>,
    style: &ComputedStyle<'h>,
    text: &mut Vec<Raw<'h>>,
    items: &mut Vec<Gc<'h, LayoutBox<'h>>>,
) {
    let run = std::mem::take(text);
    // White space alone makes no item, preserved or not.
    let is_space =
        |raw: &Raw<'_>| matches!(raw, Raw::Text { text, .. } if text.chars().all(|c| c.is_ascii_whitespace()));
    if run.iter().all(is_space) {
        return;
    }
    if let Some(item) = anonymous_block(builder, style, &run, true, false) {
        items.push(item);
    }
}

/// An anonymous block around a run of inline content, none where the run makes no line.
fn anonymous_block<'h>(
    builder: &mut BoxTreeBuilder<'_, 'h>,
    parent: &ComputedStyle<'h>,
    run: &[Raw<'h>],
    is_item: bool,
    is_after_first_line: bool,
) -> Option<Gc<'h, LayoutBox<'h>>> {
    if run.is_empty() {
        return None;
    }
    let mut collector = InlineCollector::new(builder.cx, parent);
    collect_all(&mut collector, builder.cx, run);
    let contents = collector.finish()?;
    let mut spec = BoxSpec::new(builder.styles.get(builder.cx, parent, Display::BLOCK), None);
    spec.flags.is_anonymous = true;
    spec.flags.is_after_first_line = is_after_first_line;
    spec.flags.is_flex_or_grid_item = is_item;
    let id = builder.new_id();
    let contents = BoxContents::Inline(builder.cx.alloc(contents));
    Some(builder.make_box(id, &spec, contents, None))
}

fn is_out_of_flow(layout_box: &LayoutBox<'_>) -> bool {
    layout_box.style.is_out_of_flow()
}

/// Whether a block-level box in flow is here, or inside this inline box.
fn has_in_flow_block(raw: &Raw<'_>) -> bool {
    match raw {
        Raw::Text { .. } | Raw::LineBreak { .. } => false,
        Raw::Inline { children, .. } => children.iter().any(has_in_flow_block),
        Raw::Box(layout_box) => is_in_flow_block(layout_box),
        Raw::Internal(_) => unreachable!("invariant: the table fix-up wrapped every part"),
    }
}

fn is_in_flow_block(layout_box: &LayoutBox<'_>) -> bool {
    !is_out_of_flow(layout_box) && !layout_box.style.display().is_inline_level()
}

/// The boxes out of flow among content that makes no line, also those inside inline boxes.
fn out_of_flow_children<'h>(children: &[Raw<'h>]) -> Vec<Gc<'h, LayoutBox<'h>>> {
    let mut found = Vec::new();
    fn walk<'h>(children: &[Raw<'h>], found: &mut Vec<Gc<'h, LayoutBox<'h>>>) {
        for child in children {
            match child {
                Raw::Box(layout_box) => found.push(*layout_box),
                Raw::Inline { children, .. } => walk(children, found),
                _ => {}
            }
        }
    }
    walk(children, &mut found);
    found
}

fn collect_all<'h>(collector: &mut InlineCollector<'_, 'h>, cx: &Cx<'h>, children: &[Raw<'h>]) {
    for child in children {
        match child {
            Raw::Text { style, source, text } => collector.text(*style, *source, text),
            Raw::LineBreak { style, source } => collector.line_break(*style, *source),
            Raw::Inline { id, spec, edges, children } => {
                let inline_box = cx.alloc(InlineBox {
                    id: *id,
                    source: spec.source,
                    style: spec.style,
                    has_start_edge: edges.start,
                    has_end_edge: edges.end,
                });
                collector.start_inline_box(inline_box);
                collect_all(collector, cx, children);
                collector.end_inline_box(inline_box);
            }
            Raw::Box(layout_box) if layout_box.is_absolutely_positioned() => collector.out_of_flow(*layout_box),
            Raw::Box(layout_box) if layout_box.is_floating() => collector.float(*layout_box),
            Raw::Box(layout_box) => collector.atomic(*layout_box),
            Raw::Internal(_) => unreachable!("invariant: the table fix-up wrapped every part"),
        }
    }
}

/// The present part of an inline box that is being split.
struct OpenPart<'h> {
    id: BoxId,
    spec: BoxSpec<'h>,
    has_start_edge: bool,
    children: Vec<Raw<'h>>,
}

impl<'h> OpenPart<'h> {
    fn close(self, has_end_edge: bool) -> Raw<'h> {
        let edges = InlineEdges { start: self.has_start_edge, end: has_end_edge };
        Raw::Inline { id: self.id, spec: self.spec, edges, children: self.children }
    }
}

/// Distributes mixed content over anonymous blocks, breaking inline boxes around blocks.
struct Splitter<'b, 'a, 'h> {
    builder: &'b mut BoxTreeBuilder<'a, 'h>,
    style: &'b ComputedStyle<'h>,
    blocks: Vec<Gc<'h, LayoutBox<'h>>>,
    /// The present run of inline content outside all open inline boxes.
    run: Vec<Raw<'h>>,
    /// The inline boxes around the present place, with what their present parts hold.
    open: Vec<OpenPart<'h>>,
}

impl<'h> Splitter<'_, '_, 'h> {
    fn walk(&mut self, children: Vec<Raw<'h>>) {
        for child in children {
            match child {
                Raw::Box(layout_box) if is_in_flow_block(&layout_box) => self.block(layout_box),
                Raw::Inline { id, spec, children, .. } if children.iter().any(has_in_flow_block) => {
                    self.open.push(OpenPart { id, spec, has_start_edge: true, children: Vec::new() });
                    self.walk(children);
                    let last = self.open.pop().expect("invariant: pushed above");
                    self.push(last.close(true));
                }
                other => self.push(other),
            }
        }
    }

    fn push(&mut self, raw: Raw<'h>) {
        match self.open.last_mut() {
            Some(part) => part.children.push(raw),
            None => self.run.push(raw),
        }
    }

    /// What inline boxes do to their content reaches the blocks that break them: text decorations
    /// ([CSS Text Decoration 4, § 2](https://www.w3.org/TR/css-text-decor-4/#line-decoration)), relative positioning
    /// ([CSS 2.2, § 9.2.1.1](https://www.w3.org/TR/CSS22/visuren.html#anonymous-block-level)) and opacity. An anonymous
    /// block around the block carries them.
    fn wrapped(&mut self, layout_box: Gc<'h, LayoutBox<'h>>) -> Gc<'h, LayoutBox<'h>> {
        let mut wrapped = layout_box;
        for index in (0..self.open.len()).rev() {
            let style = self.open[index].spec.style;
            let is_positioned = *style.position() != Position::Static;
            let is_translucent = style.opacity().0 < 1.0;
            if style.text_decoration_line().is_empty() && !is_positioned && !is_translucent {
                continue;
            }
            let cx = self.builder.cx;
            let mut block = *self.builder.styles.get(cx, &style, Display::BLOCK);
            block.text_style = style.text_style;
            if is_positioned {
                let mut box_style = (*block.box_style).clone();
                box_style.position = *style.position();
                box_style.z_index = *style.z_index();
                block.box_style = cx.alloc(box_style);
                block.position_style = style.position_style;
            }
            if is_translucent {
                let mut effects = (*block.effects).clone();
                effects.opacity = *style.opacity();
                block.effects = cx.alloc(effects);
            }
            let mut spec = BoxSpec::new(cx.alloc(block), None);
            spec.flags.is_anonymous = true;
            spec.flags.is_block_in_inline = true;
            spec.flags.split_inline = is_positioned.then_some(self.open[index].id);
            let id = self.builder.new_id();
            let contents = BoxContents::Blocks(self.builder.cx.alloc_slice_copy(&[wrapped]));
            wrapped = self.builder.make_box(id, &spec, contents, None);
        }
        wrapped
    }

    fn block(&mut self, layout_box: Gc<'h, LayoutBox<'h>>) {
        let layout_box = self.wrapped(layout_box);
        // Close the parts before the block, from the innermost.
        let mut reopened = Vec::with_capacity(self.open.len());
        while let Some(part) = self.open.pop() {
            let (id, spec) = (part.id, part.spec);
            reopened.push(OpenPart { id, spec, has_start_edge: false, children: Vec::new() });
            self.push(part.close(false));
        }
        self.end_run();
        self.blocks.push(layout_box);
        self.open.extend(reopened.into_iter().rev());
    }

    fn end_run(&mut self) {
        let mut run = std::mem::take(&mut self.run);
        if !self.blocks.is_empty() {
            // AD-HOC: absolutely positioned boxes that follow a block stand among blocks, but for the last before a line.
            let is_line = |raw: &Raw<'_>| match raw {
                Raw::Box(layout_box) => !layout_box.is_absolutely_positioned(),
                other => !super::table_fixup::is_collapsible_space(other),
            };
            let first = run.iter().position(is_line).unwrap_or(run.len());
            let line = run[..first].iter().rposition(|raw| matches!(raw, Raw::Box(_))).unwrap_or(0);
            self.blocks.extend(out_of_flow_children(&run[..line]));
            run.drain(..line);
        }
        match anonymous_block(self.builder, self.style, &run, false, !self.blocks.is_empty()) {
            Some(block) => self.blocks.push(block),
            None => self.blocks.extend(out_of_flow_children(&run)),
        }
    }
}
