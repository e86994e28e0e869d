//! The leaves of a line: what has a place of its own on it, in logical and in visual order.

use crate::geometry::LayoutUnit;
use crate::text::shaped::width_to_layout_unit;

use super::bidi;
use super::break_lines::Entry;
use super::hyphen;
use super::items::{ItemKind, Paragraph};
use super::line_box::PlacedLine;
use super::measure;

/// What a leaf is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum LeafKind {
    /// Text.
    Text,
    /// A preserved tab.
    Tab,
    /// A forced break.
    Break,
    /// An atomic inline.
    Atomic,
    /// The hyphen at a soft hyphen.
    Hyphen,
    /// Nothing: keeps the place of an empty inline box.
    Empty,
    /// The static position of an absolutely positioned box.
    OutOfFlow,
}

/// How much of a leaf is shown on a line that is cut short by an ellipsis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shown {
    /// All of it.
    All,
    /// Its text from a byte to another.
    Part(u32, u32),
    /// Nothing.
    Nothing,
}

/// A leaf.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leaf {
    /// What it is.
    pub kind: LeafKind,
    /// The item it is of.
    pub item: usize,
    /// First byte.
    pub start: u32,
    /// End byte.
    pub end: u32,
    /// Its advance.
    pub width: LayoutUnit,
    /// Its bidi level.
    pub level: u8,
    /// The inline box it is in.
    pub parent: u32,
    /// How much of it is shown.
    pub shown: Shown,
}

/// The part of an inline box on a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoxSpan {
    /// The box.
    pub index: u32,
    /// Its first leaf in logical order.
    pub first: usize,
    /// Its last leaf in logical order.
    pub last: usize,
    /// Whether the box begins on this line.
    pub begins: bool,
    /// Whether it ends on this line.
    pub ends: bool,
}

/// The leaves of a line.
#[derive(Debug, Default)]
pub(super) struct Leaves {
    /// In logical order.
    pub leaves: Vec<Leaf>,
    /// Indices of the leaves from left to right.
    pub order: Vec<usize>,
    /// Inline boxes on the line, ascending.
    pub boxes: Vec<BoxSpan>,
}

impl Leaves {
    /// The part of a box on this line.
    pub fn span(&self, index: u32) -> Option<&BoxSpan> {
        self.boxes.binary_search_by_key(&index, |span| span.index).ok().map(|at| &self.boxes[at])
    }
}

struct Collector<'s, 'h> {
    paragraph: &'s Paragraph<'s, 'h>,
    placed: &'s PlacedLine,
    leaves: Vec<Leaf>,
    boxes: Vec<BoxSpan>,
    open: Vec<usize>,
}

/// Collects the leaves of a line.
pub(super) fn collect(paragraph: &Paragraph<'_, '_>, placed: &PlacedLine) -> Leaves {
    let mut collector = Collector { paragraph, placed, leaves: Vec::new(), boxes: Vec::new(), open: Vec::new() };
    collector.open_boxes_at_start();
    for entry in &placed.line.entries {
        collector.entry(entry);
    }
    while !collector.open.is_empty() {
        collector.close(false, placed.base_level);
    }
    let Collector { leaves, boxes, .. } = collector;
    let levels: Vec<u8> = leaves.iter().map(|leaf| leaf.level).collect();
    let order = bidi::visual_order(&levels);
    Leaves { leaves, order, boxes }
}

impl Collector<'_, '_> {
    fn open_boxes_at_start(&mut self) {
        let Some(item) = self.paragraph.items.get(self.placed.line.start.item) else { return };
        let mut chain = Vec::new();
        let mut index = item.parent;
        while index != 0 {
            chain.push(index);
            index = self.paragraph.boxes[index as usize].parent;
        }
        for index in chain.into_iter().rev() {
            self.open(index, false);
        }
    }

    fn open(&mut self, index: u32, begins: bool) {
        self.open.push(self.boxes.len());
        let first = self.leaves.len();
        self.boxes.push(BoxSpan { index, first, last: first, begins, ends: false });
    }

    fn close(&mut self, ends: bool, level: u8) {
        let Some(at) = self.open.pop() else { return };
        if self.boxes[at].first == self.leaves.len() {
            self.push_empty(self.boxes[at].index, level);
        }
        self.boxes[at].last = self.leaves.len() - 1;
        self.boxes[at].ends = ends;
    }

    fn push_empty(&mut self, parent: u32, level: u8) {
        self.leaves.push(Leaf {
            kind: LeafKind::Empty,
            item: usize::MAX,
            start: 0,
            end: 0,
            width: LayoutUnit::ZERO,
            level,
            parent,
            shown: Shown::All,
        });
    }

    fn entry(&mut self, entry: &Entry) {
        let item = &self.paragraph.items[entry.item];
        let kind = match item.kind {
            ItemKind::Open(index) => return self.open(index, true),
            ItemKind::Close(_) => return self.close(true, item.level),
            ItemKind::Text(_) if entry.start == entry.end => return,
            ItemKind::Text(_) => LeafKind::Text,
            ItemKind::Tab(_) => LeafKind::Tab,
            ItemKind::Break(..) => LeafKind::Break,
            ItemKind::Atomic(_) => LeafKind::Atomic,
            ItemKind::OutOfFlow(_) => LeafKind::OutOfFlow,
            ItemKind::Float(_) => return,
        };
        // UAX 9, L1: spaces at the end of a line and tabs are at the base level.
        let base = self.placed.base_level;
        let resets = matches!(kind, LeafKind::Tab | LeafKind::Break)
            || entry.hang_start == entry.start && entry.end > entry.start;
        let hyphen = match item.kind {
            ItemKind::Text(source) if entry.has_hyphen => hyphen::width(self.paragraph, source.style),
            _ => LayoutUnit::ZERO,
        };
        let added = width_to_layout_unit(self.placed.expansion.sum(entry.start, entry.end));
        let leaf = Leaf {
            kind,
            item: entry.item,
            start: entry.start,
            end: entry.end,
            width: entry.width + added - hyphen,
            level: if resets { base } else { item.level },
            parent: item.parent,
            shown: Shown::All,
        };
        let hangs = self.placed.line.hang > LayoutUnit::ZERO || item.level != base;
        if kind == LeafKind::Text && !resets && entry.hang_start < entry.end && hangs {
            let spaces = width_to_layout_unit(measure::width(self.paragraph, entry.hang_start, entry.end));
            self.leaves.push(Leaf { end: entry.hang_start, width: leaf.width - spaces, ..leaf });
            self.leaves.push(Leaf { start: entry.hang_start, width: spaces, level: base, ..leaf });
        } else {
            self.leaves.push(leaf);
        }
        if entry.has_hyphen {
            self.leaves.push(Leaf { kind: LeafKind::Hyphen, start: entry.end, width: hyphen, ..leaf });
        }
    }
}
