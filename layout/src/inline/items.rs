//! Preparation of a paragraph: from the box tree's inline content to items that lines are made of.
//!
//! Text is cut where its bidi level or its text node changes and at tabs and forced breaks; runs of one font group,
//! script and level are shaped whole, across the edges of inline boxes that have no width. Nothing here depends on the
//! room that lines get, so shaping and break opportunities are kept for the next layout of the same box.

use std::rc::Rc;

use ashlar_gc::Gc;

use crate::box_tree::{InlineBox, InlineContents, InlineItem, InlineText, LayoutBox, SourceNode};
use crate::context::{LayoutContext, count};
use crate::css::values::position::Clear;
use crate::geometry::{LayoutUnit, PhysicalSides, WritingMode};
use crate::sizing;
use crate::text::font_source::ShapeRequest;
use crate::text::shaped::{RunSpacing, ShapedParagraph, ShapedText};

use super::bidi::{self, Levels};
use super::breaks;
use super::styles::{StyleFacts, Styles};

/// An item of a paragraph.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item<'h> {
    /// What it is.
    pub kind: ItemKind<'h>,
    /// First byte.
    pub start: u32,
    /// End byte; the same for items without a character.
    pub end: u32,
    /// Bidi level.
    pub level: u8,
    /// The inline box it is in (for the end of a box, that box).
    pub parent: u32,
}

/// Kinds of items.
#[derive(Clone, Copy, Debug)]
pub(super) enum ItemKind<'h> {
    /// Text of one level, without tabs and breaks.
    Text(TextSource),
    /// A preserved tab.
    Tab(TextSource),
    /// A forced break; `clear` of a `<br>`.
    Break(TextSource, Clear),
    /// An inline box begins.
    Open(u32),
    /// An inline box ends.
    Close(u32),
    /// An atomic inline.
    Atomic(Gc<'h, LayoutBox<'h>>),
    /// A float.
    Float(Gc<'h, LayoutBox<'h>>),
    /// An absolutely positioned box.
    OutOfFlow(Gc<'h, LayoutBox<'h>>),
}

/// Where text comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct TextSource {
    /// Number of its style.
    pub style: u32,
    /// Its node.
    pub source: SourceNode,
    /// Whether it is a `<wbr>`, which has no fragment.
    pub is_wbr: bool,
}

/// An inline box of a paragraph; number 0 is the root inline box.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoxFacts<'h> {
    /// The box; none for the root inline box.
    pub inline_box: Option<Gc<'h, InlineBox<'h>>>,
    /// Number of its style.
    pub style: u32,
    /// The box around it.
    pub parent: u32,
    /// How many boxes are around it.
    pub depth: u32,
    /// Margins by physical side; sides that the part lacks are zero.
    pub margin: PhysicalSides<LayoutUnit>,
    /// Border widths.
    pub border: PhysicalSides<LayoutUnit>,
    /// Paddings.
    pub padding: PhysicalSides<LayoutUnit>,
    /// Whether the box itself runs right to left: its start edge is then on the right.
    pub is_rtl: bool,
}

impl BoxFacts<'_> {
    /// Margin, border and padding on the start edge.
    pub fn start_edge(&self) -> LayoutUnit {
        if self.is_rtl { self.right_edge() } else { self.left_edge() }
    }

    /// Margin, border and padding on the end edge.
    pub fn end_edge(&self) -> LayoutUnit {
        if self.is_rtl { self.left_edge() } else { self.right_edge() }
    }

    /// Whether the start edge has any margin, border or padding.
    pub fn has_start_edge(&self) -> bool {
        self.edge_is_there(self.is_rtl)
    }

    /// Whether the end edge has.
    pub fn has_end_edge(&self) -> bool {
        self.edge_is_there(!self.is_rtl)
    }

    fn left_edge(&self) -> LayoutUnit {
        self.margin.left + self.border.left + self.padding.left
    }

    fn right_edge(&self) -> LayoutUnit {
        self.margin.right + self.border.right + self.padding.right
    }

    fn edge_is_there(&self, right: bool) -> bool {
        let sides = [self.margin, self.border, self.padding];
        sides.iter().any(|side| !(if right { side.right } else { side.left }).is_zero())
    }
}

/// A paragraph ready for line breaking.
pub(super) struct Paragraph<'a, 'h> {
    /// The surroundings.
    pub ctx: &'a LayoutContext<'a, 'h>,
    /// All characters.
    pub text: &'h str,
    /// Items in logical order.
    pub items: Vec<Item<'h>>,
    /// Inline boxes in document order.
    pub boxes: Vec<BoxFacts<'h>>,
    /// Styles.
    pub styles: Styles<'h>,
    /// Shaped text, levels and break opportunities.
    pub shaped: Rc<ShapedParagraph>,
    /// The container's writing mode.
    pub mode: WritingMode,
    /// Whether its first line is the first formatted line of a block container.
    pub has_first_line: bool,
}

impl<'h> Paragraph<'_, 'h> {
    /// The facts of a box's style.
    pub fn box_style(&self, index: u32) -> &StyleFacts<'h> {
        self.styles.get(self.boxes[index as usize].style)
    }

    /// The base level at a byte.
    pub fn base_level(&self, offset: u32) -> u8 {
        let bases = &self.shaped.base_levels;
        let index = bases.partition_point(|(end, _)| *end <= offset);
        bases.get(index).or(bases.last()).map_or(u8::from(self.mode.is_rtl()), |(_, level)| *level)
    }

    /// The character before a byte.
    pub fn character_before(&self, offset: u32) -> Option<char> {
        self.text.get(..offset as usize)?.chars().next_back()
    }

    /// Shapes a part of the text again, apart from what is around it.
    pub fn reshape(&self, start: u32, end: u32) -> ShapedText {
        let mut shaped = ShapedText::default();
        for run in self.shaped.text.runs_in(start, end) {
            let range = (run.range.start.max(start) as usize, run.range.end.min(end) as usize);
            let request = ShapeRequest {
                text: self.text,
                range,
                font: &self.styles.get(run.style).style.font,
                script: run.script,
                is_rtl: run.is_rtl,
                letter_spaced: run.spacing.letter != 0.0,
            };
            for part in self.ctx.fonts.shape(&request) {
                shaped.push_run(part, self.text, run.script, run.style, run.spacing);
            }
        }
        shaped
    }
}

/// Prepares inline content. `inline_basis` is what percentages of margins and paddings refer to.
pub(super) fn prepare<'a, 'h>(
    ctx: &'a LayoutContext<'a, 'h>,
    container: &LayoutBox<'h>,
    contents: &InlineContents<'h>,
    mode: WritingMode,
    inline_basis: LayoutUnit,
) -> Paragraph<'a, 'h> {
    let kept = ctx.paragraphs.borrow().get(&container.id).cloned();
    let levels = match &kept {
        Some(shaped) => Levels { bytes: shaped.levels.clone(), bases: Vec::new() },
        None => bidi::resolve(contents, &container.style, mode),
    };
    let mut builder = Builder {
        ctx,
        text: contents.text.as_ref(),
        levels: &levels.bytes,
        styles: Styles::default(),
        items: Vec::new(),
        boxes: Vec::new(),
    };
    builder.build(container, contents, inline_basis);
    let Builder { items, boxes, styles, .. } = builder;
    let mut paragraph = Paragraph {
        ctx,
        text: contents.text.as_ref(),
        items,
        boxes,
        styles,
        shaped: Rc::default(),
        mode,
        has_first_line: !container.flags.is_after_first_line,
    };
    if let Some(shaped) = kept {
        paragraph.shaped = shaped;
        return paragraph;
    }
    let text = shape_all(&paragraph);
    let mut shaped = ShapedParagraph { text, breaks: Vec::new(), levels: levels.bytes, base_levels: levels.bases };
    paragraph.shaped = Rc::new(shaped);
    // Opportunities are looked for in the shaped text (`line-break: anywhere` breaks between clusters).
    let breaks = breaks::opportunities(&paragraph);
    shaped = Rc::unwrap_or_clone(std::mem::take(&mut paragraph.shaped));
    shaped.breaks = breaks;
    paragraph.shaped = Rc::new(shaped);
    ctx.paragraphs.borrow_mut().insert(container.id, Rc::clone(&paragraph.shaped));
    paragraph
}

struct Builder<'a, 'h> {
    ctx: &'a LayoutContext<'a, 'h>,
    text: &'h str,
    levels: &'a [u8],
    styles: Styles<'h>,
    items: Vec<Item<'h>>,
    boxes: Vec<BoxFacts<'h>>,
}

impl<'h> Builder<'_, 'h> {
    fn build(&mut self, container: &LayoutBox<'h>, contents: &InlineContents<'h>, inline_basis: LayoutUnit) {
        let root_style = self.styles.intern(self.ctx, container.style);
        let none = PhysicalSides::all(LayoutUnit::ZERO);
        self.boxes.push(BoxFacts {
            inline_box: None,
            style: root_style,
            parent: 0,
            depth: 0,
            margin: none,
            border: none,
            padding: none,
            is_rtl: bidi::is_rtl(&container.style),
        });
        let mut parent = 0_u32;
        let mut at = 0_u32;
        for item in contents.items.iter() {
            match *item {
                InlineItem::Text(text) => {
                    self.push_text(&text, parent);
                    at = text.end;
                }
                InlineItem::StartInlineBox(inline_box) => {
                    let index = self.boxes.len() as u32;
                    let facts = self.box_facts(inline_box, parent, inline_basis);
                    self.boxes.push(facts);
                    self.push(ItemKind::Open(index), at, at, parent);
                    parent = index;
                }
                InlineItem::EndInlineBox(_) => {
                    self.push(ItemKind::Close(parent), at, at, parent);
                    parent = self.boxes[parent as usize].parent;
                }
                InlineItem::Atomic(atomic) => {
                    let end = at + '\u{fffc}'.len_utf8() as u32;
                    self.push(ItemKind::Atomic(atomic), at, end, parent);
                    at = end;
                }
                InlineItem::Float(float) => self.push(ItemKind::Float(float), at, at, parent),
                InlineItem::OutOfFlow(inner) => self.push(ItemKind::OutOfFlow(inner), at, at, parent),
            }
        }
    }

    fn push(&mut self, kind: ItemKind<'h>, start: u32, end: u32, parent: u32) {
        let level = self.levels.get(start as usize).or(self.levels.last()).copied().unwrap_or(0);
        self.items.push(Item { kind, start, end, level, parent });
    }

    /// Cuts a text at tabs, forced breaks and changes of level.
    fn push_text(&mut self, text: &InlineText<'h>, parent: u32) {
        let style = self.styles.intern(self.ctx, text.style);
        let parent_style = self.styles.get(self.boxes[parent as usize].style).style;
        // A `<br>` or `<wbr>` has a style of its own; other text has its parent's, whose `clear` is not about the break.
        let is_element = !Gc::ptr_eq(text.style, parent_style);
        let characters = &self.text[text.start as usize..text.end as usize];
        let is_wbr = is_element && characters == "\u{200b}";
        let clear = if is_element && characters == "\n" { *text.style.clear() } else { Clear::None };
        let source = TextSource { style, source: text.source, is_wbr };
        let bytes = self.text.as_bytes();
        let mut start = text.start as usize;
        let end = text.end as usize;
        while start < end {
            let kind = match bytes[start] {
                b'\n' => Some(ItemKind::Break(source, clear)),
                b'\t' => Some(ItemKind::Tab(source)),
                _ => None,
            };
            if let Some(kind) = kind {
                self.push(kind, start as u32, start as u32 + 1, parent);
                start += 1;
                continue;
            }
            let level = self.levels.get(start).copied();
            let length = bytes[start..end]
                .iter()
                .enumerate()
                .position(|(i, byte)| matches!(byte, b'\n' | b'\t') || self.levels.get(start + i).copied() != level)
                .unwrap_or(end - start);
            self.push(ItemKind::Text(source), start as u32, (start + length) as u32, parent);
            start += length;
        }
    }

    fn box_facts(&mut self, inline_box: Gc<'h, InlineBox<'h>>, parent: u32, inline_basis: LayoutUnit) -> BoxFacts<'h> {
        let style = inline_box.style;
        let mode = sizing::writing_mode(&style);
        let mut margin = sizing::auto_as_zero(sizing::margins(&style, inline_basis));
        let mut border = sizing::borders(&style);
        let mut padding = sizing::padding(&style, inline_basis);
        for sides in [&mut margin, &mut border, &mut padding] {
            if !inline_box.has_start_edge {
                sides.inline_start = LayoutUnit::ZERO;
            }
            if !inline_box.has_end_edge {
                sides.inline_end = LayoutUnit::ZERO;
            }
        }
        BoxFacts {
            inline_box: Some(inline_box),
            style: self.styles.intern(self.ctx, style),
            parent,
            depth: self.boxes[parent as usize].depth + 1,
            margin: margin.to_physical(mode),
            border: border.to_physical(mode),
            padding: padding.to_physical(mode),
            is_rtl: mode.is_rtl(),
        }
    }
}

/// A stretch of text that is shaped as one.
struct Stretch {
    start: u32,
    end: u32,
    style: u32,
    level: u8,
}

fn shape_all(paragraph: &Paragraph<'_, '_>) -> ShapedText {
    let mut shaped = ShapedText::default();
    let mut open: Option<Stretch> = None;
    for item in &paragraph.items {
        match item.kind {
            ItemKind::Text(text) => match &mut open {
                Some(stretch) if continues(paragraph, stretch, item, text.style) => {
                    shaped.push_joint(item.start);
                    stretch.end = item.end;
                }
                _ => {
                    finish_stretch(paragraph, open.take(), &mut shaped);
                    open = Some(Stretch { start: item.start, end: item.end, style: text.style, level: item.level });
                }
            },
            ItemKind::Open(index) if !paragraph.boxes[index as usize].has_start_edge() => {}
            ItemKind::Close(index) if !paragraph.boxes[index as usize].has_end_edge() => {}
            _ => finish_stretch(paragraph, open.take(), &mut shaped),
        }
    }
    finish_stretch(paragraph, open, &mut shaped);
    count(&paragraph.ctx.counts.glyphs, shaped.glyph_count() as u64);
    shaped
}

/// Whether text goes on with the same font, so that kerning and ligatures reach over the edge between.
fn continues(paragraph: &Paragraph<'_, '_>, stretch: &Stretch, item: &Item<'_>, style: u32) -> bool {
    let (before, after) = (paragraph.styles.get(stretch.style), paragraph.styles.get(style));
    stretch.end == item.start
        && stretch.level == item.level
        && (stretch.style == style
            || (before.spacing == after.spacing
                && (Gc::ptr_eq(before.style.font, after.style.font) || *before.style.font == *after.style.font)))
}

fn finish_stretch(paragraph: &Paragraph<'_, '_>, stretch: Option<Stretch>, shaped: &mut ShapedText) {
    let Some(stretch) = stretch else { return };
    let facts = paragraph.styles.get(stretch.style);
    for (start, end, script) in breaks::script_runs(paragraph.text, stretch.start, stretch.end) {
        let letter = if is_cursive(script) { 0.0 } else { facts.spacing.letter };
        let spacing = RunSpacing { letter, word: facts.spacing.word };
        let request = ShapeRequest {
            text: paragraph.text,
            range: (start as usize, end as usize),
            font: &facts.style.font,
            script,
            is_rtl: stretch.level % 2 == 1,
            letter_spaced: letter != 0.0,
        };
        for run in paragraph.ctx.fonts.shape(&request) {
            shaped.push_run(run, paragraph.text, script, stretch.style, spacing);
        }
    }
}

/// Scripts whose letters join: letter-spacing would tear them apart
/// ([CSS Text 4, § 9.2.1](https://www.w3.org/TR/css-text-4/#cursive-tracking)).
fn is_cursive(script: [u8; 4]) -> bool {
    matches!(&script, b"Arab" | b"Rohg" | b"Mand" | b"Mong" | b"Nkoo" | b"Phag" | b"Syrc")
}
