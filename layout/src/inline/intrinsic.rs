//! Intrinsic inline sizes of inline content: one walk over the items, without making lines
//! ([CSS Sizing 3, § 5.1](https://www.w3.org/TR/css-sizing-3/#intrinsic-sizes)).

use crate::block::float::{FloatSide, float_side};
use crate::constraint::IntrinsicSizes;
use crate::css::values::position::Clear;
use crate::geometry::LayoutUnit;
use crate::intrinsic::contribution_in;
use crate::text::shaped::width_to_layout_unit;

use super::break_lines::tab_advance;
use super::hyphen;
use super::items::{ItemKind, Paragraph, TextSource};

/// A line that is measured.
#[derive(Clone, Copy, Default)]
struct Measured {
    /// Width so far.
    width: LayoutUnit,
    /// How much of it are spaces at its end, which do not count.
    trailing: LayoutUnit,
    /// Whether anything is on it.
    has_content: bool,
}

impl Measured {
    fn add(&mut self, width: LayoutUnit, trailing: LayoutUnit) {
        self.width += width;
        self.trailing = trailing;
        self.has_content = true;
    }
}

struct Measurer<'p, 'h> {
    paragraph: &'p Paragraph<'p, 'h>,
    sizes: IntrinsicSizes,
    /// The unbreakable stretch that is being measured.
    stretch: Measured,
    /// The line that only forced breaks end.
    line: Measured,
    /// Widths of the floats that stand beside each other, by side.
    left_floats: LayoutUnit,
    right_floats: LayoutUnit,
    indent: LayoutUnit,
}

/// The intrinsic sizes of a paragraph.
pub(super) fn sizes(paragraph: &Paragraph<'_, '_>) -> IntrinsicSizes {
    let text_indent = paragraph.box_style(0).style.text_indent();
    // Percentages of the width that is sought are zero.
    let indent = text_indent.length.resolve(LayoutUnit::ZERO);
    let first = if text_indent.hanging == paragraph.has_first_line { LayoutUnit::ZERO } else { indent };
    let start = Measured { width: first, ..Measured::default() };
    let mut measurer = Measurer {
        paragraph,
        sizes: IntrinsicSizes::default(),
        stretch: start,
        line: start,
        left_floats: LayoutUnit::ZERO,
        right_floats: LayoutUnit::ZERO,
        indent: if text_indent.hanging { indent } else { LayoutUnit::ZERO },
    };
    measurer.walk();
    measurer.end_stretch();
    measurer.end_line();
    measurer.sizes
}

impl<'h> Measurer<'_, 'h> {
    fn walk(&mut self) {
        let paragraph = self.paragraph;
        for item in &paragraph.items {
            match item.kind {
                ItemKind::Text(source) => self.text(source, item.start, item.end),
                ItemKind::Tab(source) => {
                    let facts = paragraph.styles.get(source.style);
                    self.break_if_allowed(item.start);
                    let width = tab_advance(facts, self.line.width);
                    let trailing = if facts.spaces_hang { width } else { LayoutUnit::ZERO };
                    self.stretch.add(width, trailing);
                    self.line.add(width, LayoutUnit::ZERO);
                }
                ItemKind::Break(..) => {
                    self.end_stretch();
                    self.end_line();
                }
                ItemKind::Open(index) => self.edge(item.start, paragraph.boxes[index as usize].start_edge()),
                ItemKind::Close(index) => {
                    let edge = paragraph.boxes[index as usize].end_edge();
                    self.stretch.width += edge;
                    self.line.width += edge;
                }
                ItemKind::Atomic(layout_box) => {
                    self.break_if_allowed(item.start);
                    let sizes = contribution_in(paragraph.ctx, &layout_box, None, paragraph.mode);
                    self.stretch.add(sizes.min_content, LayoutUnit::ZERO);
                    self.line.add(sizes.max_content, LayoutUnit::ZERO);
                }
                ItemKind::Float(layout_box) => {
                    let sizes = contribution_in(paragraph.ctx, &layout_box, None, paragraph.mode);
                    self.float(sizes, *layout_box.style.float(), *layout_box.style.clear());
                }
                ItemKind::OutOfFlow(_) => {}
            }
        }
    }

    fn edge(&mut self, at: u32, edge: LayoutUnit) {
        if !edge.is_zero() {
            self.break_if_allowed(at);
        }
        self.stretch.width += edge;
        self.line.width += edge;
    }

    fn break_if_allowed(&mut self, at: u32) {
        if self.stretch.has_content && self.paragraph.shaped.breaks.binary_search(&at).is_ok() {
            self.add_hyphen(at);
            self.end_stretch();
        }
    }

    fn text(&mut self, source: TextSource, start: u32, end: u32) {
        let paragraph = self.paragraph;
        let facts = paragraph.styles.get(source.style);
        self.break_if_allowed(start);
        let breaks = &paragraph.shaped.breaks;
        let first = breaks.partition_point(|at| *at <= start);
        let last = breaks.partition_point(|at| *at < end);
        let mut from = start;
        for &at in &breaks[first..last.max(first)] {
            self.add_text(source, from, at);
            self.add_hyphen(at);
            self.end_stretch();
            from = at;
        }
        self.add_text(source, from, end);
        if facts.anywhere_is_intrinsic {
            let clusters = paragraph.shaped.text.cluster_starts(start, end);
            let widest = clusters.map(|at| paragraph.shaped.text.width(at, paragraph.shaped.text.boundary_after(at)));
            let widest = widest.fold(0.0, f64::max);
            self.sizes.min_content = self.sizes.min_content.max(width_to_layout_unit(widest));
        }
        // The line is measured whole: kerning and rounding are those of unbroken text.
        self.add_to_line(source, start, end);
    }

    fn add_text(&mut self, source: TextSource, start: u32, end: u32) {
        let facts = self.paragraph.styles.get(source.style);
        if facts.anywhere_is_intrinsic {
            return;
        }
        let (start, width, trailing) = self.measure(source, start, end, self.stretch.has_content);
        if start < end {
            self.stretch.add(width, trailing);
        }
    }

    fn add_to_line(&mut self, source: TextSource, start: u32, end: u32) {
        let (start, width, trailing) = self.measure(source, start, end, self.line.has_content);
        // Preserved spaces hang before a forced break only where they must, and here is room.
        let hangs = !self.paragraph.styles.get(source.style).collapses;
        let trailing = if hangs { LayoutUnit::ZERO } else { trailing };
        if start < end {
            self.line.add(width, trailing);
        }
    }

    /// The width of a text without spaces that are removed at the start of a line, and how much of it are spaces at the
    /// end.
    fn measure(&self, source: TextSource, start: u32, end: u32, has_content: bool) -> (u32, LayoutUnit, LayoutUnit) {
        let paragraph = self.paragraph;
        let facts = paragraph.styles.get(source.style);
        let bytes = &paragraph.text.as_bytes()[start as usize..end as usize];
        let leading =
            if has_content || !facts.collapses { 0 } else { bytes.iter().take_while(|byte| **byte == b' ').count() };
        let start = start + leading as u32;
        let trailing = if facts.collapses || facts.spaces_hang {
            bytes[leading..].iter().rev().take_while(|byte| **byte == b' ').count() as u32
        } else {
            0
        };
        let text = &paragraph.shaped.text;
        let width = width_to_layout_unit(text.width(start, end));
        let visible = width_to_layout_unit(text.width(start, end - trailing));
        (start, width, width - visible)
    }

    fn add_hyphen(&mut self, at: u32) {
        if self.paragraph.character_before(at) != Some('\u{ad}') {
            return;
        }
        let item = self.paragraph.items.iter().find(|item| item.start < at && at <= item.end);
        if let Some(ItemKind::Text(source)) = item.map(|item| item.kind) {
            self.stretch.width += hyphen::width(self.paragraph, source.style);
        }
    }

    fn end_stretch(&mut self) {
        self.sizes.min_content = self.sizes.min_content.max(self.stretch.width - self.stretch.trailing);
        self.stretch = Measured { width: self.indent, ..Measured::default() };
    }

    /// Ends the line that only forced breaks end; floats stand beside it.
    fn end_line(&mut self) {
        let line = self.line.width - self.line.trailing;
        let floats = self.left_floats + self.right_floats;
        self.sizes.max_content = self.sizes.max_content.max(line.clamp_negative_to_zero() + floats);
        self.line = Measured { width: self.indent, ..Measured::default() };
        // Floats may reach down beside the next line, but nothing says how far: they count once.
        self.left_floats = LayoutUnit::ZERO;
        self.right_floats = LayoutUnit::ZERO;
    }

    fn float(&mut self, sizes: IntrinsicSizes, float: crate::css::values::position::Float, clear: Clear) {
        self.sizes.min_content = self.sizes.min_content.max(sizes.min_content);
        // Negative margins do not draw the line under the float.
        let max_content = sizes.max_content.clamp_negative_to_zero();
        let clears_left = matches!(clear, Clear::Left | Clear::InlineStart | Clear::Both);
        let clears_right = matches!(clear, Clear::Right | Clear::InlineEnd | Clear::Both);
        if clears_left || clears_right {
            let beside = self.left_floats + self.right_floats;
            self.sizes.max_content = self.sizes.max_content.max(beside);
            self.left_floats = if clears_left { LayoutUnit::ZERO } else { self.left_floats };
            self.right_floats = if clears_right { LayoutUnit::ZERO } else { self.right_floats };
        }
        match float_side(float) {
            Some(FloatSide::Left) => self.left_floats += max_content,
            Some(FloatSide::Right) => self.right_floats += max_content,
            None => {}
        }
    }
}
