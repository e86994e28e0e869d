//! Inline layout in a world where every character is a square of the font size.

use std::cell::Cell;
use std::ops::Range;

use ashlar_gc::{Cx, Gc, Heap};

use super::{InlineResult, InlineSpace, intrinsic_sizes, layout_inline};
use crate::block::float::FloatContext;
use crate::box_tree::{
    BoxContents, BoxFlags, BoxId, BoxTree, InlineBox, InlineContents, InlineItem, InlineText, LayoutBox, PseudoElement,
    ReplacedContents, SourceNode,
};
use crate::constraint::IntrinsicSizes;
use crate::context::LayoutContext;
use crate::css::ComputedStyle;
use crate::css::properties::longhands::Font;
use crate::css::values::position::Float;
use crate::fragment_tree::{ChildFragment, Fragment};
use crate::geometry::{LayoutUnit, PhysicalSize};
use crate::sizing;
use crate::text::font_source::{FontInstanceId, FontMetrics, FontSource, ShapeRequest, ShapedGlyph, ShapedRun};

mod alignment;
mod bidi;
mod breaking;
mod vertical;

/// Every character is as wide as the font is high; ascent is four fifths. Characters from U+4E00 on come from a
/// fallback font, twice as high.
struct SquareFonts;

impl FontSource for SquareFonts {
    fn primary_font(&self, font: &Font) -> FontInstanceId {
        FontInstanceId(font.font_size.px as u32)
    }

    fn metrics(&self, font: FontInstanceId) -> FontMetrics {
        let size = font.0 as f32;
        FontMetrics {
            ascent: LayoutUnit::from_px_f32(size * 0.8),
            descent: LayoutUnit::from_px_f32(size * 0.2),
            line_spacing: LayoutUnit::from_px_f32(size),
            x_height: size * 0.6,
            space_advance: size,
            ..FontMetrics::default()
        }
    }

    fn shape(&self, request: &ShapeRequest<'_>) -> Vec<ShapedRun> {
        let (start, end) = request.range;
        let font = self.primary_font(request.font);
        let mut runs: Vec<(FontInstanceId, Range<usize>, Vec<ShapedGlyph>)> = Vec::new();
        for (at, character) in request.text[start..end].char_indices() {
            let is_fallback = character >= '\u{4e00}';
            let used = if is_fallback { FontInstanceId(font.0 * 2) } else { font };
            let advance = if character == '\u{ad}' || character == '\u{200b}' { 0.0 } else { font.0 as f32 };
            let glyph = ShapedGlyph {
                id: character as u32,
                cluster: (start + at) as u32,
                advance,
                x_offset: 0.0,
                y_offset: 0.0,
                safe_to_break: true,
            };
            let range = start + at..start + at + character.len_utf8();
            match runs.last_mut() {
                Some((font, covered, glyphs)) if *font == used => {
                    covered.end = range.end;
                    glyphs.push(glyph);
                }
                _ => runs.push((used, range, vec![glyph])),
            }
        }
        let finish = |(font, range, mut glyphs): (FontInstanceId, Range<usize>, Vec<ShapedGlyph>)| {
            if request.is_rtl {
                glyphs.reverse();
            }
            ShapedRun { font, range, is_rtl: request.is_rtl, glyphs: glyphs.into() }
        };
        runs.into_iter().map(finish).collect()
    }
}

type Style<'h> = Gc<'h, ComputedStyle<'h>>;

/// Builds inline content.
struct Content<'a, 'h> {
    cx: &'a Cx<'h>,
    root: Style<'h>,
    text: String,
    items: Vec<InlineItem<'h>>,
    open: Vec<Gc<'h, InlineBox<'h>>>,
    ids: Cell<u32>,
    is_quirks: bool,
    clamp: Option<u32>,
}

impl<'a, 'h> Content<'a, 'h> {
    /// Empty content of a container with 10 px text and a style changed by `change`.
    fn new(cx: &'a Cx<'h>, change: impl FnOnce(&Cx<'h>, &mut ComputedStyle<'h>)) -> Self {
        let mut style = ComputedStyle::initial(cx);
        let mut font = (*style.font).clone();
        font.font_size.px = 10.0;
        style.font = cx.alloc(font);
        change(cx, &mut style);
        Self {
            cx,
            root: cx.alloc(style),
            text: String::new(),
            items: Vec::new(),
            open: Vec::new(),
            ids: Cell::new(1),
            is_quirks: false,
            clamp: None,
        }
    }

    fn id(&self) -> BoxId {
        self.ids.set(self.ids.get() + 1);
        BoxId(self.ids.get())
    }

    fn style(&self) -> Style<'h> {
        self.open.last().map_or(self.root, |inline_box| inline_box.style)
    }

    /// The style of a child, with the inherited groups of what is open.
    fn child_style(&self, change: impl FnOnce(&Cx<'h>, &mut ComputedStyle<'h>)) -> Style<'h> {
        let mut style = ComputedStyle::anonymous(&self.style(), &ComputedStyle::initial(self.cx));
        change(self.cx, &mut style);
        self.cx.alloc(style)
    }

    fn text(&mut self, text: &str) -> &mut Self {
        let style = self.style();
        self.text_of(text, style)
    }

    fn text_of(&mut self, text: &str, style: Style<'h>) -> &mut Self {
        let start = self.text.len() as u32;
        self.text.push_str(text);
        let source = SourceNode { node: self.items.len() as u32, pseudo: PseudoElement::None };
        self.items.push(InlineItem::Text(InlineText { start, end: self.text.len() as u32, style, source }));
        self
    }

    fn line_break(&mut self) -> &mut Self {
        let style = self.child_style(|_, _| {});
        self.text_of("\n", style)
    }

    fn open(&mut self, change: impl FnOnce(&Cx<'h>, &mut ComputedStyle<'h>)) -> &mut Self {
        let style = self.child_style(change);
        let inline_box =
            self.cx.alloc(InlineBox { id: self.id(), source: None, style, has_start_edge: true, has_end_edge: true });
        self.open.push(inline_box);
        self.items.push(InlineItem::StartInlineBox(inline_box));
        self
    }

    fn close(&mut self) -> &mut Self {
        let inline_box = self.open.pop().expect("a box is open");
        self.items.push(InlineItem::EndInlineBox(inline_box));
        self
    }

    fn replaced(&self, width: f32, height: f32, style: Style<'h>) -> Gc<'h, LayoutBox<'h>> {
        let contents = ReplacedContents {
            natural_width: Some(width),
            natural_height: Some(height),
            natural_ratio: Some(width / height),
            content: None,
            is_control: false,
            baseline: None,
        };
        self.cx.alloc(LayoutBox {
            id: self.id(),
            source: None,
            style,
            contents: BoxContents::Replaced(self.cx.alloc(contents)),
            flags: BoxFlags::default(),
            outside_marker: None,
        })
    }

    fn image(&mut self, width: f32, height: f32, change: impl FnOnce(&Cx<'h>, &mut ComputedStyle<'h>)) -> &mut Self {
        let style = self.child_style(change);
        let image = self.replaced(width, height, style);
        self.text.push('\u{fffc}');
        self.items.push(InlineItem::Atomic(image));
        self
    }

    fn float(&mut self, side: Float, width: f32, height: f32) -> &mut Self {
        let style = self.child_style(|cx, style| {
            let mut group = (*style.box_style).clone();
            group.float = side;
            style.box_style = cx.alloc(group);
        });
        let float = self.replaced(width, height, style);
        self.items.push(InlineItem::Float(float));
        self
    }

    fn with<R>(
        &self,
        run: impl FnOnce(&LayoutContext<'_, 'h>, Gc<'h, LayoutBox<'h>>, Gc<'h, InlineContents<'h>>) -> R,
    ) -> R {
        let cx = self.cx;
        let contents = cx.alloc(InlineContents {
            text: cx.alloc_str(&self.text),
            items: cx.alloc_slice_copy(&self.items),
            may_need_bidi: !self.text.is_ascii(),
        });
        let container = cx.alloc(LayoutBox {
            id: BoxId(0),
            source: None,
            style: self.root,
            contents: BoxContents::Inline(contents),
            flags: BoxFlags::default(),
            outside_marker: None,
        });
        let tree = BoxTree {
            root: Some(container),
            box_count: 100,
            initial_style: cx.alloc(ComputedStyle::initial(cx)),
            is_quirks: self.is_quirks,
        };
        let viewport = PhysicalSize::new(LayoutUnit::from_px(800), LayoutUnit::from_px(600));
        run(&LayoutContext::new(cx, &SquareFonts, viewport, &tree), container, contents)
    }

    fn layout(&self, width: i32) -> InlineResult<'h> {
        self.layout_beside(width, &mut FloatContext::new())
    }

    fn layout_beside(&self, width: i32, floats: &mut FloatContext) -> InlineResult<'h> {
        let space = InlineSpace {
            inline_size: LayoutUnit::from_px(width),
            percentage_block: None,
            mode: sizing::writing_mode(&self.root),
            line_left_offset: LayoutUnit::ZERO,
            block_offset: LayoutUnit::ZERO,
            line_clamp: self.clamp,
        };
        self.with(|ctx, container, contents| layout_inline(ctx, container, contents, &space, floats))
    }

    fn intrinsic(&self) -> (f32, f32) {
        let sizes: IntrinsicSizes = self.with(|ctx, container, contents| intrinsic_sizes(ctx, &container, contents));
        (sizes.min_content.to_px_f32(), sizes.max_content.to_px_f32())
    }
}

/// Runs a test on a heap.
fn on_heap(body: impl for<'h> FnOnce(&Cx<'h>)) {
    Heap::new().enter(body);
}

/// The characters of each line, in visual order of fragments.
fn lines(result: &InlineResult<'_>) -> Vec<String> {
    let line = |child: &ChildFragment<'_>| {
        let mut found = Vec::new();
        collect(child, (0.0, 0.0), &mut found);
        found.into_iter().map(|(text, _)| text).collect::<String>()
    };
    let is_line = |child: &&ChildFragment<'_>| matches!(child.fragment, Fragment::Line(_));
    result.lines.iter().filter(is_line).map(line).collect()
}

/// Text and place of all text, left, top and width.
fn texts(result: &InlineResult<'_>) -> Vec<(String, [f32; 3])> {
    let mut found = Vec::new();
    for child in &result.lines {
        collect(child, (0.0, 0.0), &mut found);
    }
    found
}

fn collect(child: &ChildFragment<'_>, origin: (f32, f32), found: &mut Vec<(String, [f32; 3])>) {
    let left = origin.0 + child.offset.left.to_px_f32();
    let top = origin.1 + child.offset.top.to_px_f32();
    match child.fragment {
        Fragment::Text(text) => found.push((text.text.to_string(), [left, top, text.size.width.to_px_f32()])),
        Fragment::Line(line) => line.children.iter().for_each(|child| collect(child, (left, top), found)),
        Fragment::Box(inner) => inner.children.iter().for_each(|child| collect(child, (left, top), found)),
    }
}

/// Left, top, width and height of all boxes.
fn boxes(result: &InlineResult<'_>) -> Vec<[f32; 4]> {
    fn walk(child: &ChildFragment<'_>, origin: (f32, f32), found: &mut Vec<[f32; 4]>) {
        let left = origin.0 + child.offset.left.to_px_f32();
        let top = origin.1 + child.offset.top.to_px_f32();
        match child.fragment {
            Fragment::Text(_) => {}
            Fragment::Line(line) => line.children.iter().for_each(|child| walk(child, (left, top), found)),
            Fragment::Box(inner) => {
                found.push([left, top, inner.size.width.to_px_f32(), inner.size.height.to_px_f32()]);
                inner.children.iter().for_each(|child| walk(child, (left, top), found));
            }
        }
    }
    let mut found = Vec::new();
    result.lines.iter().for_each(|child| walk(child, (0.0, 0.0), &mut found));
    found
}

/// The height of the content in px.
fn height(result: &InlineResult<'_>) -> f32 {
    result.block_size.to_px_f32()
}
