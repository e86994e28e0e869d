//! The inline formatting context: paragraphs to lines.
//!
//! Phases, what each yields, and what it does not know yet:
//!
//! 1. **Preparation** ([`items`], [`bidi`], [`breaks`], [`styles`]): the paragraph becomes a list of items; text is
//!    shaped whole and its break opportunities are listed. No width of the room, no line is known. What it costs is
//!    kept for the next layout of the same box.
//! 2. **Line breaking** ([`break_lines`], [`balance`], [`floats`], [`atomic`], [`measure`], [`hyphen`]): items are put on one line
//!    after the other, in logical order. Where a line is across is known, for floats depend on it; how high it will be
//!    is not, so a line is broken for the strut's height and again if it turns out higher and reaches a float.
//! 3. **Vertical alignment** ([`vertical_align`]): baselines relative to the parent's, then the line box's height.
//! 4. **Placement** ([`line_box`], [`justify`]): `text-align`, indentation, justification. The line's content is still
//!    in logical order.
//! 5. **Fragments** ([`leaves`], [`fragments`], [`text_overflow`]): visual order, the parts of inline boxes, glyphs,
//!    ellipses. Made when all lines are placed, for an inline box may be the containing block of absolutely positioned
//!    boxes and then its last fragment must be known.
//!
//! Intrinsic sizes ([`intrinsic`]) need phase 1 alone.
//!
//! Rejected: shaping each word apart, with a cache of words. It loses kerning with spaces and ligatures over word
//! boundaries that browsers have, and its look-ups cost as much as the bisection here.
//!
//! Lines are horizontal; a vertical mode will turn the offsets in [`fragments`], the only place that makes physical ones.

use ashlar_gc::Gc;
use rustc_hash::FxHashMap;

use crate::block::float::FloatContext;
use crate::box_tree::{InlineContents, InlineItem, LayoutBox};
use crate::constraint::{ConstraintSpace, IntrinsicSizes, OutOfFlowBox};
use crate::context::{LayoutContext, count};
use crate::css::values::position::Clear;
use crate::css::values::text::{TextWrapMode, WhiteSpaceCollapse};
use crate::fragment_tree::{ChildFragment, Fragment};
use crate::geometry::{LayoutUnit, PhysicalOffset, WritingMode};
use crate::positioned;
use crate::sizing;

mod atomic;
mod balance;
mod bidi;
mod break_lines;
mod breaks;
mod floats;
mod fragments;
mod hyphen;
mod intrinsic;
mod items;
mod justify;
mod leaves;
mod line_box;
mod measure;
mod styles;
#[cfg(test)]
mod tests;
mod text_overflow;
mod vertical_align;

use break_lines::{Cursor, Line, LineBreaker, LineEnd, LineRequest};
use floats::FloatPlacement;
use items::Paragraph;
use line_box::PlacedLine;
use vertical_align::{Extent, LineVertical};

/// The room of an inline formatting context.
#[derive(Clone, Copy, Debug)]
pub struct InlineSpace {
    /// Inline size of the container's content box.
    pub inline_size: LayoutUnit,
    /// Basis of percentages of the block axis.
    pub percentage_block: Option<LayoutUnit>,
    /// The container's writing mode.
    pub mode: WritingMode,
    /// Line-left edge of the content box in the block formatting context.
    pub line_left_offset: LayoutUnit,
    /// Block start of the content box in the block formatting context.
    pub block_offset: LayoutUnit,
    /// After how many lines the content is clamped.
    pub line_clamp: Option<u32>,
}

/// What inline layout answers. Everything is relative to the corner of the container's content box.
#[derive(Debug)]
pub struct InlineResult<'h> {
    /// Lines, and floats as boxes, in tree order.
    pub lines: Vec<ChildFragment<'h>>,
    /// Block size of the content.
    pub block_size: LayoutUnit,
    /// Baseline of the first line.
    pub first_baseline: Option<LayoutUnit>,
    /// Baseline of the last line.
    pub last_baseline: Option<LayoutUnit>,
    /// Absolutely positioned boxes that no inline box here contains.
    pub out_of_flow: Vec<OutOfFlowBox<'h>>,
    /// The room above the text of the first line, to its [`text-box-edge`](crate::css::values::text_box); negative
    /// where the text reaches further up.
    pub above_text: LayoutUnit,
    /// The room below the text of the last line.
    pub below_text: LayoutUnit,
}

/// Whether the content makes a line box that counts
/// ([CSS 2.2, § 9.4.2](https://www.w3.org/TR/CSS22/visuren.html#inline-formatting)).
pub fn has_line_content(contents: &InlineContents<'_>) -> bool {
    contents.items.iter().any(|item| match item {
        InlineItem::Text(text) => {
            let collapses = matches!(
                text.style.white_space_collapse(),
                WhiteSpaceCollapse::Collapse | WhiteSpaceCollapse::PreserveBreaks
            );
            let mut characters = contents.text[text.start as usize..text.end as usize].bytes();
            characters.any(|byte| !(collapses && byte == b' '))
        }
        InlineItem::Atomic(_) => true,
        InlineItem::StartInlineBox(inline_box) => {
            // Percentages count as non-zero whatever their basis.
            let basis = LayoutUnit::from_px(100);
            let style = &inline_box.style;
            let sides = [
                sizing::auto_as_zero(sizing::margins(style, basis)),
                sizing::borders(style),
                sizing::padding(style, basis),
            ];
            let start = sides.iter().any(|sides| !sides.inline_start.is_zero());
            let end = sides.iter().any(|sides| !sides.inline_end.is_zero());
            (inline_box.has_start_edge && start) || (inline_box.has_end_edge && end)
        }
        InlineItem::EndInlineBox(_) | InlineItem::Float(_) | InlineItem::OutOfFlow(_) => false,
    })
}

/// The intrinsic inline sizes of the content, floats included.
pub fn intrinsic_sizes<'h>(
    ctx: &LayoutContext<'_, 'h>,
    container: &LayoutBox<'h>,
    contents: Gc<'h, InlineContents<'h>>,
) -> IntrinsicSizes {
    let mode = sizing::writing_mode(&container.style);
    intrinsic::sizes(&items::prepare(ctx, container, &contents, mode, LayoutUnit::ZERO))
}

/// Lays inline content out in lines.
pub fn layout_inline<'h>(
    ctx: &LayoutContext<'_, 'h>,
    container: Gc<'h, LayoutBox<'h>>,
    contents: Gc<'h, InlineContents<'h>>,
    space: &InlineSpace,
    floats: &mut FloatContext,
) -> InlineResult<'h> {
    // 1. Preparation.
    let paragraph = items::prepare(ctx, &container, &contents, space.mode, space.inline_size);
    let breaker = LineBreaker {
        paragraph: &paragraph,
        space,
        floats: FloatPlacement::new(floats, space),
        atomics: FxHashMap::default(),
        balanced_width: None,
        marker: container.outside_marker.map(|marker| marker_extent(ctx, marker, space)),
    };
    let mut driver =
        Driver { breaker, at: Cursor::default(), block: LayoutUnit::ZERO, lines: Vec::new(), clamped_block: None };
    let indent = driver.indent();
    driver.breaker.balanced_width = balance::balanced_width(&mut driver.breaker, indent);
    // 2 to 4. Line after line.
    driver.run();
    let Driver { breaker, block, mut lines, clamped_block, .. } = driver;
    if let Some(last) = space.line_clamp.and_then(|count| lines.get_mut((count as usize).saturating_sub(1)))
        && clamped_block.is_some()
    {
        last.is_clamped = true;
    }
    count(&ctx.counts.lines, lines.len() as u64);
    // 5. Fragments.
    let built = fragments::build(&paragraph, space, &breaker.atomics, &lines);
    let block_size = clamped_block.unwrap_or(block);
    let shown = space.line_clamp.map_or(usize::MAX, |lines| lines as usize);
    let with_content = || lines.iter().filter(|line| line.line.has_content);
    let baseline = |line: &PlacedLine| line.top + line.vertical.baseline;
    let (first_baseline, last_baseline) =
        (with_content().next().map(baseline), with_content().next_back().map(baseline));
    let edges = paragraph.box_style(0).text_box_edges();
    let mut result = InlineResult {
        lines: built.lines,
        above_text: first_baseline.map_or(LayoutUnit::ZERO, |first| first - edges.ascent),
        below_text: with_content()
            .take(shown)
            .last()
            .map_or(LayoutUnit::ZERO, |last| block_size - baseline(last) - edges.descent),
        block_size,
        first_baseline,
        last_baseline,
        out_of_flow: built.out_of_flow,
    };
    add_floats(&breaker, &lines, &mut result);
    result
}

struct Driver<'p, 'h> {
    breaker: LineBreaker<'p, 'h>,
    at: Cursor,
    /// Where the next line goes, in the content box.
    block: LayoutUnit,
    lines: Vec<PlacedLine>,
    /// Block size up to the line after which content is clamped.
    clamped_block: Option<LayoutUnit>,
}

/// How often a line is broken again because it is higher than assumed.
const MAX_LINE_ATTEMPTS: usize = 8;

impl Driver<'_, '_> {
    fn run(&mut self) {
        let clamp = self.breaker.space.line_clamp;
        let mut next = Some(self.at);
        while let Some(at) = next {
            self.at = at;
            if clamp.is_some_and(|count| self.lines.len() == count as usize) && self.clamped_block.is_none() {
                self.clamped_block = Some(self.block);
            }
            let (line, vertical, block) = self.make_line();
            next = line.next;
            // Whatever the content, a line takes something of it.
            debug_assert!(next != Some(at), "invariant: a line takes at least one item");
            if next == Some(at) {
                next = None;
            }
            self.finish_line(line, vertical, block);
        }
    }

    /// Breaks and aligns the next line where there is room for it. Answers its block offset too.
    fn make_line(&mut self) -> (Line, LineVertical, LayoutUnit) {
        let space = self.breaker.space;
        let mut block = self.block;
        let mut height = self.strut_height();
        let mut attempts = 0;
        loop {
            let bfc_block = space.block_offset + block;
            let request = LineRequest { start: self.at, block: bfc_block, height, indent: self.indent() };
            let line = self.breaker.break_line(request);
            let is_narrowed = line.start_band != self.breaker.floats.range();
            if is_narrowed && line.has_content && line.overflows() && self.avoids_overflow() {
                // CSS 2.2, § 9.5: a line that does not fit beside a float goes down until it fits or no float is left.
                if let Some(edge) = self.breaker.floats.context.next_edge_below(bfc_block) {
                    block = edge - space.block_offset;
                    continue;
                }
            }
            let vertical = vertical_align::align(&mut self.breaker, &line);
            attempts += 1;
            let band = self.breaker.floats.band(bfc_block, vertical.height);
            if vertical.height > height && band != line.band && attempts < MAX_LINE_ATTEMPTS {
                height = vertical.height;
                continue;
            }
            return (line, vertical, block);
        }
    }

    /// Whether a line that overflows beside a float goes below it. AD-HOC: in Blink neither where text does not wrap nor
    /// in a container without any width.
    fn avoids_overflow(&self) -> bool {
        let style = self.breaker.paragraph.box_style(0).style;
        *style.text_wrap_mode() == TextWrapMode::Wrap && self.breaker.space.inline_size > LayoutUnit::ZERO
    }

    /// The height that a line is assumed to have before its content is known.
    fn strut_height(&self) -> LayoutUnit {
        let paragraph = self.breaker.paragraph;
        if paragraph.ctx.has_line_height_quirk {
            return LayoutUnit::ZERO;
        }
        paragraph.box_style(0).inline_box_extent().height()
    }

    /// [`text-indent`](https://www.w3.org/TR/css-text-4/#text-indent-property) of the next line.
    fn indent(&self) -> LayoutUnit {
        let text_indent = self.breaker.paragraph.box_style(0).style.text_indent();
        let is_after_break = self.lines.last().is_some_and(|line| line.line.end != LineEnd::Wrap);
        let is_start = self.lines.is_empty() && self.breaker.paragraph.has_first_line;
        let is_first = is_start || (text_indent.each_line && is_after_break);
        if is_first != text_indent.hanging {
            text_indent.length.resolve(self.breaker.space.inline_size)
        } else {
            LayoutUnit::ZERO
        }
    }

    /// Places a line, and what goes below it.
    fn finish_line(&mut self, line: Line, vertical: LineVertical, block: LayoutUnit) {
        let space = self.breaker.space;
        let paragraph: &Paragraph<'_, '_> = self.breaker.paragraph;
        let (end, floats_after) = (line.end, line.floats_after.clone());
        let left = line.band.left - space.line_left_offset;
        let bottom = block + vertical.height;
        if line.has_content {
            self.block = bottom;
        }
        if !line.entries.is_empty() {
            self.lines.push(line_box::place(paragraph, line, vertical, left, block));
        }
        for item in floats_after {
            self.breaker.floats.place_below(paragraph, item, space.block_offset + self.block);
        }
        if let LineEnd::Forced(clear) = end
            && clear != Clear::None
            && let Some(cleared) = self.breaker.floats.context.clearance(clear)
        {
            self.block = self.block.max(cleared - space.block_offset);
        }
    }
}

/// Adds the floats to the result, each before the first line that begins after it.
fn add_floats<'h>(breaker: &LineBreaker<'_, 'h>, lines: &[PlacedLine], result: &mut InlineResult<'h>) {
    if breaker.floats.placed.is_empty() {
        return;
    }
    let space = breaker.space;
    let mut merged = Vec::with_capacity(lines.len() + breaker.floats.placed.len());
    let mut made = std::mem::take(&mut result.lines).into_iter();
    let mut waiting = lines.iter().peekable();
    for placed in &breaker.floats.placed {
        while let Some(line) = waiting.next_if(|line| line.line.start.item <= placed.item) {
            let _ = line;
            merged.extend(made.next());
        }
        let margin = placed.float_box.margin.to_physical(space.mode);
        let shift = positioned::relative_offset(
            &placed.layout_box.style,
            space.inline_size,
            space.percentage_block,
            space.mode,
        );
        let corner = PhysicalOffset::new(
            placed.left - space.line_left_offset + margin.left,
            placed.block - space.block_offset + margin.top,
        );
        let offset = corner + shift;
        let float = placed.float_box.result;
        merged.push(ChildFragment { offset, fragment: Fragment::Box(float.fragment) });
        let carried = float.out_of_flow.iter();
        result
            .out_of_flow
            .extend(carried.map(|inner| OutOfFlowBox { static_position: inner.static_position + offset, ..*inner }));
    }
    merged.extend(made);
    result.out_of_flow.sort_by_key(|out_of_flow| out_of_flow.layout_box.id);
    result.lines = merged;
}

/// AD-HOC: in Blink an outside marker stands on the first line, so that the line is as high as it, though it takes no
/// room along the line.
fn marker_extent<'h>(ctx: &LayoutContext<'_, 'h>, marker: Gc<'h, LayoutBox<'h>>, space: &InlineSpace) -> Extent {
    let mut constraint = ConstraintSpace::new(LayoutUnit::MAX, None, space.mode);
    constraint.percentage_inline = space.inline_size;
    constraint.shrink_to_fit = true;
    let fragment = crate::dispatch::layout_child(ctx, marker, &constraint).fragment;
    let block = fragment.size.to_logical(space.mode).block;
    let ascent = fragment.first_baseline.unwrap_or(block);
    Extent { ascent, descent: block - ascent }
}
