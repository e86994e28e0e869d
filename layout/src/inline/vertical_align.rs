//! Heights and baselines: from the boxes on a line to the line box
//! ([CSS 2.2, § 10.8](https://www.w3.org/TR/CSS22/visudet.html#line-height)).
//!
//! Positions are relative to the baseline of the box around until the line box's height is known: boxes aligned to the
//! line's top or bottom wait for it. Then one pass from the root downward turns shifts into places.

use crate::css::values::text::VerticalAlign;
use crate::geometry::LayoutUnit;

use super::break_lines::{Cursor, Line, LineBreaker};
use super::items::{ItemKind, Paragraph};
use super::styles::StyleFacts;

/// How far something reaches above and below a baseline.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Extent {
    /// Above.
    pub ascent: LayoutUnit,
    /// Below.
    pub descent: LayoutUnit,
}

impl Extent {
    /// Both together.
    pub fn height(self) -> LayoutUnit {
        self.ascent + self.descent
    }

    /// With half of what is missing to `line_height` on each side. Half-leading above is rounded down to whole px, as
    /// browsers do, so that baselines fall on whole px.
    pub fn with_leading(self, line_height: LayoutUnit) -> Self {
        let leading = line_height - self.height();
        let above = LayoutUnit::from_px(LayoutUnit::from_raw(leading.raw() >> 1).floor());
        Self { ascent: self.ascent + above, descent: self.descent + (leading - above) }
    }

    /// Around both.
    fn union(self, other: Self) -> Self {
        Self { ascent: self.ascent.max(other.ascent), descent: self.descent.max(other.descent) }
    }

    /// Moved downward.
    fn lowered(self, by: LayoutUnit) -> Self {
        Self { ascent: self.ascent - by, descent: self.descent + by }
    }
}

/// The vertical geometry of a line.
#[derive(Clone, Debug, Default)]
pub(super) struct LineVertical {
    /// Height of the line box.
    pub height: LayoutUnit,
    /// Its baseline, from its top.
    pub baseline: LayoutUnit,
    /// The baseline of each inline box on the line, from the top of the line box; ascending by box.
    boxes: Vec<(u32, LayoutUnit)>,
    /// The baseline of each atomic inline, by item.
    atomics: Vec<(usize, LayoutUnit)>,
}

impl LineVertical {
    /// The baseline of an inline box.
    pub fn box_baseline(&self, index: u32) -> LayoutUnit {
        let found = self.boxes.binary_search_by_key(&index, |(known, _)| *known);
        found.map_or(self.baseline, |at| self.boxes[at].1)
    }

    /// The baseline of an atomic inline.
    pub fn atomic_baseline(&self, item: usize) -> LayoutUnit {
        let found = self.atomics.binary_search_by_key(&item, |(known, _)| *known);
        found.map_or(self.baseline, |at| self.atomics[at].1)
    }
}

/// Where something is relative to the box around it.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Placement {
    /// So far below its baseline.
    Shift(LayoutUnit),
    /// At the top of the line box.
    Top,
    /// At the bottom of the line box.
    Bottom,
}

/// An inline box or atomic inline on the line.
struct Node {
    /// The box, for an atomic inline the box around it.
    in_box: u32,
    /// The item of an atomic inline.
    atomic: Option<usize>,
    /// Index of the node around it.
    parent: usize,
    /// What it covers, with its children that are aligned to it; `None` while it does not count.
    extent: Option<Extent>,
    placement: Placement,
}

/// A box whose end has not come.
struct OpenBox {
    node: usize,
    /// How many nodes were pending when it began.
    pending: usize,
}

struct Aligner<'s, 'p, 'h> {
    paragraph: &'p Paragraph<'p, 'h>,
    has_quirk: bool,
    nodes: Vec<Node>,
    /// Nodes of the open boxes.
    open: Vec<OpenBox>,
    /// Nodes aligned to the top or bottom of the nearest such subtree around them, or of the line.
    pending: Vec<usize>,
    breaker: &'s mut LineBreaker<'p, 'h>,
}

/// Aligns what is on a line and makes its height.
pub(super) fn align<'p, 'h>(breaker: &mut LineBreaker<'p, 'h>, line: &Line) -> LineVertical {
    let paragraph = breaker.paragraph;
    let has_quirk = paragraph.ctx.has_line_height_quirk;
    let mut aligner =
        Aligner { paragraph, has_quirk, nodes: Vec::new(), open: Vec::new(), pending: Vec::new(), breaker };
    aligner.open_boxes_at_start(line);
    if line.start == Cursor::default() {
        aligner.marker();
    }
    for entry in &line.entries {
        match paragraph.items[entry.item].kind {
            ItemKind::Text(_) if entry.start < entry.end => aligner.text(entry.start, entry.end),
            ItemKind::Tab(_) | ItemKind::Break(..) => aligner.text(entry.start, entry.start),
            ItemKind::Open(index) => aligner.open(index),
            ItemKind::Close(_) => aligner.close(),
            ItemKind::Atomic(_) => aligner.atomic(entry.item),
            ItemKind::Text(_) | ItemKind::Float(_) | ItemKind::OutOfFlow(_) => {}
        }
    }
    while aligner.open.len() > 1 {
        aligner.close();
    }
    aligner.finish(line.has_content)
}

impl Aligner<'_, '_, '_> {
    /// The boxes that go on from the line before, outermost first; the first is the root inline box with its strut.
    fn open_boxes_at_start(&mut self, line: &Line) {
        let mut chain = Vec::new();
        if let Some(item) = self.paragraph.items.get(line.start.item) {
            let mut index = item.parent;
            while index != 0 {
                chain.push(index);
                index = self.paragraph.boxes[index as usize].parent;
            }
        }
        self.open(0);
        for index in chain.into_iter().rev() {
            self.open(index);
        }
    }

    fn open(&mut self, index: u32) {
        let facts = self.paragraph.box_style(index);
        let box_facts = &self.paragraph.boxes[index as usize];
        // In quirks mode a box without text, border or padding does not make the line higher.
        let counts = !self.has_quirk || box_facts.has_start_edge() || box_facts.has_end_edge();
        let node = Node {
            in_box: index,
            atomic: None,
            parent: self.innermost(),
            extent: counts.then(|| facts.inline_box_extent()),
            placement: Placement::Shift(LayoutUnit::ZERO),
        };
        self.open.push(OpenBox { node: self.nodes.len(), pending: self.pending.len() });
        self.nodes.push(node);
    }

    /// The outside marker makes the root inline box of the first line as high as itself.
    fn marker(&mut self) {
        if let (Some(marker), Some(root)) = (self.breaker.marker, self.nodes.first_mut()) {
            root.extent = Some(root.extent.map_or(marker, |extent| extent.union(marker)));
        }
    }

    fn innermost(&self) -> usize {
        self.open.last().map_or(0, |open| open.node)
    }

    /// Text in the innermost box: gives the box its strut in quirks mode, and counts the fonts it fell back to where
    /// `line-height` is `normal`.
    fn text(&mut self, start: u32, end: u32) {
        let index = self.innermost();
        let facts = self.paragraph.box_style(self.nodes[index].in_box);
        let strut = facts.inline_box_extent();
        let mut extent = self.nodes[index].extent.map_or(strut, |extent| extent.union(strut));
        if facts.line_height_is_normal {
            for run in self.paragraph.shaped.text.runs_in(start, end).filter(|run| run.font != facts.font) {
                let metrics = self.paragraph.styles.font_metrics(self.paragraph.ctx, run.font);
                let used = Extent { ascent: metrics.ascent, descent: metrics.descent };
                extent = extent.union(used.with_leading(metrics.line_spacing));
            }
        }
        self.nodes[index].extent = Some(extent);
    }

    fn atomic(&mut self, item: usize) {
        let atomic = *self.breaker.atomic(item);
        let parent = self.innermost();
        let in_box = self.nodes[parent].in_box;
        let style = &atomic.layout_box.style;
        let own_line_height = || {
            let metrics = self.paragraph.ctx.fonts.metrics(self.paragraph.ctx.fonts.primary_font(&style.font));
            super::styles::line_height(style, &metrics)
        };
        let placement = self.placement(style.vertical_align(), atomic.extent, in_box, &own_line_height);
        self.nodes.push(Node { in_box, atomic: Some(item), parent, extent: Some(atomic.extent), placement });
        self.add_to_parent(self.nodes.len() - 1);
    }

    fn close(&mut self) {
        // The root inline box stays open.
        if self.open.len() < 2 {
            return;
        }
        let Some(OpenBox { node: index, pending }) = self.open.pop() else { return };
        let facts = self.paragraph.box_style(self.nodes[index].in_box);
        let parent_box = self.nodes[self.nodes[index].parent].in_box;
        if matches!(facts.style.vertical_align(), VerticalAlign::Top | VerticalAlign::Bottom) {
            self.grow_for_pending(index, pending);
        }
        let extent = self.nodes[index].extent.unwrap_or_default();
        let line_height = facts.line_height;
        let placement = self.placement(facts.style.vertical_align(), extent, parent_box, &|| line_height);
        self.nodes[index].placement = placement;
        self.add_to_parent(index);
    }

    fn add_to_parent(&mut self, index: usize) {
        let Placement::Shift(shift) = self.nodes[index].placement else {
            self.pending.push(index);
            return;
        };
        let Some(extent) = self.nodes[index].extent else { return };
        let parent = self.nodes[index].parent;
        let lowered = extent.lowered(shift);
        let around = self.nodes[parent].extent;
        self.nodes[parent].extent = Some(around.map_or(lowered, |around| around.union(lowered)));
    }

    /// Makes a subtree as high as the highest box aligned to its top or bottom. The highest decides on which side it
    /// grows; the others then have room.
    fn grow_for_pending(&mut self, index: usize, first: usize) {
        let mut highest = (Placement::Top, LayoutUnit::ZERO);
        for pending in &self.pending[first..] {
            let height = self.nodes[*pending].extent.unwrap_or_default().height();
            if height > highest.1 {
                highest = (self.nodes[*pending].placement, height);
            }
        }
        let mut extent = self.nodes[index].extent.unwrap_or_default();
        let missing = (highest.1 - extent.height()).clamp_negative_to_zero();
        if missing > LayoutUnit::ZERO {
            match highest.0 {
                Placement::Bottom => extent.ascent += missing,
                _ => extent.descent += missing,
            }
            self.nodes[index].extent = Some(extent);
        }
        self.pending.truncate(first);
    }

    /// The nearest box around a node to whose top and bottom its descendants are aligned: one that is itself aligned to
    /// the line's, or the root inline box.
    fn aligned_subtree(&self, mut index: usize) -> usize {
        loop {
            index = self.nodes[index].parent;
            if index == 0 || !matches!(self.nodes[index].placement, Placement::Shift(_)) {
                return index;
            }
        }
    }

    /// [`vertical-align`](https://www.w3.org/TR/CSS22/visudet.html#propdef-vertical-align) of a box with this extent.
    fn placement(
        &self,
        align: &VerticalAlign,
        extent: Extent,
        parent: u32,
        line_height: &dyn Fn() -> LayoutUnit,
    ) -> Placement {
        let around: &StyleFacts<'_> = self.paragraph.box_style(parent);
        let font_size = LayoutUnit::from_px_f32_round(around.style.font_size().px);
        let px = LayoutUnit::from_px(1);
        let middle = (extent.ascent - extent.descent).div_count(2);
        Placement::Shift(match align {
            VerticalAlign::Baseline => LayoutUnit::ZERO,
            VerticalAlign::Sub => font_size.div_count(5) + px,
            VerticalAlign::Super => -(font_size.div_count(3) + px),
            VerticalAlign::TextTop => extent.ascent - around.metrics.ascent,
            VerticalAlign::TextBottom => around.metrics.descent - extent.descent,
            VerticalAlign::Middle => middle - LayoutUnit::from_px_f32_round(around.metrics.x_height / 2.0),
            VerticalAlign::BaselineMiddle => middle,
            VerticalAlign::LengthPercentage(length) => -length.resolve(line_height()),
            VerticalAlign::Top => return Placement::Top,
            VerticalAlign::Bottom => return Placement::Bottom,
        })
    }

    /// The line box is as high as its root's subtree, and as the highest subtree aligned to its top or bottom.
    fn finish(mut self, has_content: bool) -> LineVertical {
        if !has_content {
            let boxes = self.nodes.iter().filter(|node| node.atomic.is_none());
            let boxes = boxes.map(|node| (node.in_box, LayoutUnit::ZERO)).collect();
            return LineVertical { boxes, ..LineVertical::default() };
        }
        self.grow_for_pending(0, 0);
        let line = self.nodes[0].extent.unwrap_or_default();
        let mut vertical =
            LineVertical { height: line.height(), baseline: line.ascent, boxes: Vec::new(), atomics: Vec::new() };
        let mut places: Vec<LayoutUnit> = Vec::with_capacity(self.nodes.len());
        for (index, node) in self.nodes.iter().enumerate() {
            let extent = node.extent.unwrap_or_default();
            let place = match node.placement {
                _ if index == 0 => line.ascent,
                Placement::Shift(shift) => places[node.parent] + shift,
                Placement::Top => {
                    let around = self.aligned_subtree(index);
                    places[around] - self.nodes[around].extent.unwrap_or_default().ascent + extent.ascent
                }
                Placement::Bottom => {
                    let around = self.aligned_subtree(index);
                    places[around] + self.nodes[around].extent.unwrap_or_default().descent - extent.descent
                }
            };
            places.push(place);
            match node.atomic {
                Some(item) => vertical.atomics.push((item, place)),
                None => vertical.boxes.push((node.in_box, place)),
            }
        }
        vertical
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_leading_above_is_rounded_down() {
        let px = LayoutUnit::from_px;
        let extent = Extent { ascent: px(8), descent: px(2) };
        assert_eq!(extent.with_leading(px(15)), Extent { ascent: px(10), descent: px(5) });
        assert_eq!(extent.with_leading(px(5)), Extent { ascent: px(5), descent: px(0) });
    }
}
