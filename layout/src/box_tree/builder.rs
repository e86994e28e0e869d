//! Builds the box tree from a stream of events in document order.
//!
//! `browser` opens and closes an element's box, gives text and replaced content; the builder inserts what CSS adds. A
//! box is finished when it is closed, from its children upward: first the table fix-up
//! ([`super::table_fixup`]), then anonymous blocks and the splitting of inline boxes ([`super::anonymous_blocks`]),
//! then white space ([`super::whitespace`]).

use ashlar_gc::{Cx, Gc};

use super::anonymous_blocks::{self, AnonymousStyles};
use super::table_fixup;
use super::*;
use crate::css::values::display::{Display, DisplayInside, TableInternal};
use crate::limits::MAX_BOX_DEPTH;

/// A box as its element asks for it.
#[derive(Clone, Copy)]
pub struct BoxSpec<'h> {
    /// Its style.
    pub style: Gc<'h, ComputedStyle<'h>>,
    /// Its node.
    pub source: Option<SourceNode>,
    /// Facts the builder cannot know.
    pub flags: BoxFlags,
    /// `colspan` of a cell, `span` of a column or column group; 1 elsewhere.
    pub column_span: u32,
    /// `rowspan` of a cell; 1 elsewhere.
    pub row_span: u32,
}

impl<'h> BoxSpec<'h> {
    /// A box without special facts.
    pub fn new(style: Gc<'h, ComputedStyle<'h>>, source: Option<SourceNode>) -> Self {
        Self { style, source, flags: BoxFlags::default(), column_span: 1, row_span: 1 }
    }
}

/// A child before its container is finished.
pub(super) enum Raw<'h> {
    /// Text of one node, not yet collapsed.
    Text { style: Gc<'h, ComputedStyle<'h>>, source: SourceNode, text: String },
    /// A forced break.
    LineBreak { style: Gc<'h, ComputedStyle<'h>>, source: SourceNode },
    /// An inline box with its children.
    Inline { id: BoxId, spec: BoxSpec<'h>, edges: InlineEdges, children: Vec<Raw<'h>> },
    /// A finished box of any other kind.
    Box(Gc<'h, LayoutBox<'h>>),
    /// A part of a table.
    Internal(RawInternal<'h>),
}

/// Which edges a part of an inline box has.
#[derive(Clone, Copy)]
pub(super) struct InlineEdges {
    pub start: bool,
    pub end: bool,
}

/// A part of a table before the table is finished.
pub(super) struct RawInternal<'h> {
    pub id: BoxId,
    pub spec: BoxSpec<'h>,
    pub kind: TableInternal,
    pub content: RawInternalContent<'h>,
}

/// What a part of a table holds.
pub(super) enum RawInternalContent<'h> {
    /// Parts, or what will be wrapped in parts.
    Children(Vec<Raw<'h>>),
    /// A cell's or a caption's finished box.
    Finished(Gc<'h, LayoutBox<'h>>),
}

struct Open<'h> {
    id: BoxId,
    spec: BoxSpec<'h>,
    children: Vec<Raw<'h>>,
    marker: Option<Gc<'h, LayoutBox<'h>>>,
}

/// The builder.
pub struct BoxTreeBuilder<'a, 'h> {
    pub(super) cx: &'a Cx<'h>,
    pub(super) styles: AnonymousStyles<'h>,
    next_id: u32,
    stack: Vec<Open<'h>>,
    root: Option<Gc<'h, LayoutBox<'h>>>,
    too_deep: usize,
}

impl<'a, 'h> BoxTreeBuilder<'a, 'h> {
    /// A builder whose anonymous boxes take reset properties from `initial_style`.
    pub fn new(cx: &'a Cx<'h>, initial_style: Gc<'h, ComputedStyle<'h>>) -> Self {
        Self {
            cx,
            styles: AnonymousStyles::new(cx, initial_style),
            next_id: 0,
            stack: Vec::new(),
            root: None,
            too_deep: 0,
        }
    }

    pub(super) fn new_id(&mut self) -> BoxId {
        let id = BoxId(self.next_id);
        self.next_id = self.next_id.saturating_add(1);
        id
    }

    /// Opens a box; what follows until [`Self::close`] is inside it.
    pub fn open(&mut self, mut spec: BoxSpec<'h>) {
        if self.stack.len() >= MAX_BOX_DEPTH {
            self.too_deep += 1;
            return;
        }
        spec.flags.is_flex_or_grid_item = self.parent_makes_items() && !spec.style.is_absolutely_positioned();
        spec.flags.ignores_column_percentages = self.parent_ignores_column_percentages();
        let id = self.new_id();
        self.stack.push(Open { id, spec, children: Vec::new(), marker: None });
    }

    fn parent_makes_items(&self) -> bool {
        self.stack.last().is_some_and(|open| match open.spec.style.display().inside() {
            DisplayInside::Flex | DisplayInside::Grid => true,
            DisplayInside::WebkitBox => !open.spec.style.clamps_lines(),
            _ => false,
        })
    }

    fn parent_ignores_column_percentages(&self) -> bool {
        self.stack.last().is_some_and(|open| {
            open.spec.flags.ignores_column_percentages
                || matches!(open.spec.style.display(), Display::TableInternal(TableInternal::Cell))
                || self.parent_makes_items()
        })
    }

    /// Closes the innermost open box.
    pub fn close(&mut self) {
        if self.too_deep > 0 {
            self.too_deep -= 1;
            return;
        }
        let open = self.stack.pop().expect("invariant: close() follows open()");
        if let Some(raw) = self.finish_box(open) {
            self.add(raw);
        }
    }

    /// Adds the text of a node, as it is in the document.
    pub fn text(&mut self, style: Gc<'h, ComputedStyle<'h>>, source: SourceNode, text: &str) {
        if !text.is_empty() && self.too_deep == 0 {
            self.add(Raw::Text { style, source, text: text.to_owned() });
        }
    }

    /// Adds a forced line break (`<br>`).
    pub fn line_break(&mut self, style: Gc<'h, ComputedStyle<'h>>, source: SourceNode) {
        if self.too_deep == 0 {
            self.add(Raw::LineBreak { style, source });
        }
    }

    /// Adds a replaced box.
    pub fn replaced(&mut self, mut spec: BoxSpec<'h>, contents: ReplacedContents) {
        if self.too_deep > 0 {
            return;
        }
        spec.flags.is_flex_or_grid_item = self.parent_makes_items() && !spec.style.is_absolutely_positioned();
        let id = self.new_id();
        let contents = BoxContents::Replaced(self.cx.alloc(contents));
        let replaced = self.make_box(id, &spec, contents, None);
        self.add(Raw::Box(replaced));
    }

    /// Opens the outside marker of the innermost open box; close it with [`Self::close_marker`].
    pub fn open_marker(&mut self, spec: BoxSpec<'h>) {
        if self.too_deep > 0 {
            return;
        }
        let id = self.new_id();
        self.stack.push(Open { id, spec, children: Vec::new(), marker: None });
    }

    /// Closes the marker opened last.
    pub fn close_marker(&mut self) {
        if self.too_deep > 0 {
            return;
        }
        let open = self.stack.pop().expect("invariant: close_marker() follows open_marker()");
        let contents = anonymous_blocks::block_contents(self, &open.spec.style, open.children);
        let marker = self.make_box(open.id, &open.spec, contents, None);
        if let Some(item) = self.stack.last_mut() {
            item.marker = Some(marker);
        }
    }

    /// Ends the tree.
    pub fn finish(self, is_quirks: bool) -> BoxTree<'h> {
        debug_assert!(self.stack.is_empty(), "invariant: every opened box was closed");
        if let Some(root) = self.root {
            super::verify::verify(&root);
        }
        BoxTree { root: self.root, box_count: self.next_id, initial_style: self.styles.initial(), is_quirks }
    }

    fn add(&mut self, raw: Raw<'h>) {
        match self.stack.last_mut() {
            Some(parent) => parent.children.push(raw),
            None => {
                if let Raw::Box(root) = raw {
                    self.root = Some(root);
                }
            }
        }
    }

    fn finish_box(&mut self, open: Open<'h>) -> Option<Raw<'h>> {
        let Open { id, spec, children, marker } = open;
        let is_out_of_flow = spec.style.is_out_of_flow();
        let stays_block = is_out_of_flow || spec.flags.is_flex_or_grid_item || spec.flags.is_root;
        match *spec.style.display() {
            Display::None | Display::Contents => None,
            display if display.is_inline_flow() && !stays_block => {
                let children = table_fixup::wrap_stray_parts(self, &spec.style, children, true);
                Some(Raw::Inline { id, spec, edges: InlineEdges { start: true, end: true }, children })
            }
            Display::TableInternal(kind) if !stays_block => Some(self.finish_internal(id, spec, kind, children)),
            display => {
                let contents = match display.inside() {
                    DisplayInside::Table => table_fixup::table_contents(self, &spec, children),
                    DisplayInside::WebkitBox if spec.style.clamps_lines() => {
                        anonymous_blocks::block_contents(self, &spec.style, children)
                    }
                    DisplayInside::Flex | DisplayInside::WebkitBox => {
                        BoxContents::Flex(anonymous_blocks::items(self, &spec.style, children))
                    }
                    DisplayInside::Grid => BoxContents::Grid(anonymous_blocks::items(self, &spec.style, children)),
                    DisplayInside::Flow | DisplayInside::FlowRoot | DisplayInside::Ruby => {
                        anonymous_blocks::block_contents(self, &spec.style, children)
                    }
                };
                Some(Raw::Box(self.make_box(id, &spec, contents, marker)))
            }
        }
    }

    fn finish_internal(
        &mut self,
        id: BoxId,
        spec: BoxSpec<'h>,
        kind: TableInternal,
        children: Vec<Raw<'h>>,
    ) -> Raw<'h> {
        let content = match kind {
            TableInternal::Cell | TableInternal::Caption => {
                let contents = anonymous_blocks::block_contents(self, &spec.style, children);
                RawInternalContent::Finished(self.make_box(id, &spec, contents, None))
            }
            _ => RawInternalContent::Children(children),
        };
        Raw::Internal(RawInternal { id, spec, kind, content })
    }

    pub(super) fn make_box(
        &mut self,
        id: BoxId,
        spec: &BoxSpec<'h>,
        contents: BoxContents<'h>,
        outside_marker: Option<Gc<'h, LayoutBox<'h>>>,
    ) -> Gc<'h, LayoutBox<'h>> {
        self.cx.alloc(LayoutBox {
            id,
            source: spec.source,
            style: spec.style,
            contents,
            flags: spec.flags,
            outside_marker,
        })
    }
}
