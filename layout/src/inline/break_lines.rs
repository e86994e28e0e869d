//! Breaking a paragraph into lines, one at a time, greedily
//! ([CSS Text 4, § 5](https://www.w3.org/TR/css-text-4/#line-breaking)).
//!
//! Items are put on the line until one does not fit. Then the last opportunity before the place of overflow is taken
//! back to; if there is none the line ends at the next one after, and overflows. Both searches are bisections over
//! the paragraph's list of opportunities, so that a line costs as much as it holds.

use rustc_hash::FxHashMap;

use crate::block::float::InlineRange;
use crate::css::values::position::Clear;
use crate::geometry::LayoutUnit;
use crate::text::shaped::{is_other_space_separator, width_to_layout_unit};

use super::atomic::{AtomicBox, layout_atomic};
use super::floats::FloatPlacement;
use super::items::{ItemKind, Paragraph, TextSource};
use super::measure;
use super::styles::StyleFacts;
use super::vertical_align::Extent;
use super::{InlineSpace, hyphen};

/// A place in a paragraph.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Cursor {
    /// Index of the item.
    pub item: usize,
    /// Byte, within the item or at its start.
    pub offset: u32,
}

/// A part of an item on a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    /// Index of the item.
    pub item: usize,
    /// First byte.
    pub start: u32,
    /// End byte, without spaces that are removed at the end of the line.
    pub end: u32,
    /// Where preserved spaces begin that hang at the end of the line; `end` where none do.
    pub hang_start: u32,
    /// Its advance, hanging spaces included.
    pub width: LayoutUnit,
    /// Whether a hyphen follows.
    pub has_hyphen: bool,
}

/// Why a line ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineEnd {
    /// It is full.
    Wrap,
    /// A forced break; what the next line must clear.
    Forced(Clear),
    /// The paragraph ends.
    Paragraph,
}

/// The content of a line, not yet placed.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// Where it begins.
    pub start: Cursor,
    /// Where the next line begins; `None` at the end of the paragraph.
    pub next: Option<Cursor>,
    /// Why it ends.
    pub end: LineEnd,
    /// What is on it, in logical order.
    pub entries: Vec<Entry>,
    /// Indentation of its start.
    pub indent: LayoutUnit,
    /// Width of its content, without indentation and hanging spaces.
    pub width: LayoutUnit,
    /// Width of the hanging spaces at its end.
    pub hang: LayoutUnit,
    /// Whether it counts as a line: else it is treated as not existing
    /// ([CSS 2.2, § 9.4.2](https://www.w3.org/TR/CSS22/visuren.html#inline-formatting)).
    pub has_content: bool,
    /// The room between floats that it was broken for.
    pub band: InlineRange,
    /// The room before any float was placed beside its content.
    pub start_band: InlineRange,
    /// Items of the floats that did not fit on the line and go below it.
    pub floats_after: Vec<usize>,
}

impl Line {
    /// Whether the content does not fit.
    pub fn overflows(&self) -> bool {
        self.indent + self.width > self.band.length() + LayoutUnit::EPSILON
    }
}

/// What is asked of the breaker for one line.
#[derive(Clone, Copy, Debug)]
pub(super) struct LineRequest {
    /// Where the line begins.
    pub start: Cursor,
    /// Block offset of the line in the block formatting context.
    pub block: LayoutUnit,
    /// The height that must be free of floats.
    pub height: LayoutUnit,
    /// Indentation.
    pub indent: LayoutUnit,
}

/// Breaks lines; keeps atomic inlines, which are laid out once.
pub(super) struct LineBreaker<'p, 'h> {
    /// The paragraph.
    pub paragraph: &'p Paragraph<'p, 'h>,
    /// Its room.
    pub space: &'p InlineSpace,
    /// The floats.
    pub floats: FloatPlacement<'p, 'h>,
    /// Atomic inlines by item.
    pub atomics: FxHashMap<usize, AtomicBox<'h>>,
    /// A width narrower than the room that lines are broken for, so that they are of like lengths.
    pub balanced_width: Option<LayoutUnit>,
    /// How far the container's outside marker reaches above and below the baseline of the first line.
    pub marker: Option<Extent>,
}

impl<'h> LineBreaker<'_, 'h> {
    /// Makes the next line.
    pub fn break_line(&mut self, request: LineRequest) -> Line {
        let band = self.floats.band(request.block, request.height);
        let line = Line {
            start: request.start,
            next: None,
            end: LineEnd::Paragraph,
            entries: Vec::new(),
            indent: request.indent,
            width: LayoutUnit::ZERO,
            hang: LayoutUnit::ZERO,
            has_content: false,
            band,
            start_band: band,
            floats_after: Vec::new(),
        };
        let mut state = LineState {
            breaker: self,
            request,
            line,
            at: request.start,
            position: request.indent,
            content_start: None,
            stop: None,
        };
        state.fill();
        state.finish()
    }

    /// The atomic inline of an item.
    pub fn atomic(&mut self, item: usize) -> &AtomicBox<'h> {
        let (paragraph, space) = (self.paragraph, self.space);
        self.atomics.entry(item).or_insert_with(|| {
            let ItemKind::Atomic(layout_box) = paragraph.items[item].kind else {
                unreachable!("invariant: only atomic items are asked for")
            };
            layout_atomic(paragraph.ctx, layout_box, space)
        })
    }
}

/// Whether the line goes on.
#[derive(PartialEq, Eq)]
enum Flow {
    Continue,
    Done,
}

struct LineState<'s, 'p, 'h> {
    breaker: &'s mut LineBreaker<'p, 'h>,
    request: LineRequest,
    line: Line,
    at: Cursor,
    position: LayoutUnit,
    /// Byte of the first content on the line.
    content_start: Option<u32>,
    /// The byte at which the line will be broken, once that is decided.
    stop: Option<u32>,
}

impl<'p, 'h> LineState<'_, 'p, 'h> {
    fn paragraph(&self) -> &'p Paragraph<'p, 'h> {
        self.breaker.paragraph
    }

    /// The room of the line for the question whether something fits. AD-HOC: one 64th more than there is, as in Blink,
    /// for rounding makes a box less wide than the text it was measured by (percentages of a table).
    fn available(&self) -> LayoutUnit {
        let length = self.line.band.length();
        self.breaker.balanced_width.map_or(length, |width| width.min(length)) + LayoutUnit::EPSILON
    }

    fn room(&self) -> LayoutUnit {
        self.available() - self.position
    }

    fn fill(&mut self) {
        let paragraph = self.paragraph();
        while let Some(item) = paragraph.items.get(self.at.item) {
            self.at.offset = self.at.offset.max(item.start);
            // A box's end belongs to the line before the break, its start to the line after.
            let stays = matches!(item.kind, ItemKind::Close(_) | ItemKind::OutOfFlow(_));
            if self.stop.is_some_and(|stop| self.at.offset >= stop) && !stays {
                self.line.end = LineEnd::Wrap;
                self.line.next = Some(self.at);
                return;
            }
            let flow = match item.kind {
                ItemKind::Text(source) => self.text(source),
                ItemKind::Tab(source) => self.tab(source),
                ItemKind::Break(_, clear) => self.forced_break(clear),
                ItemKind::Open(index) => self.open(index),
                ItemKind::Close(index) => self.close(index),
                ItemKind::Atomic(_) => self.atomic(),
                ItemKind::Float(_) => self.float(),
                ItemKind::OutOfFlow(_) => self.push(LayoutUnit::ZERO),
            };
            if flow == Flow::Done {
                return;
            }
        }
    }

    /// Puts the rest of the current item on the line.
    fn push(&mut self, width: LayoutUnit) -> Flow {
        let end = self.paragraph().items[self.at.item].end;
        self.push_until(end, width);
        Flow::Continue
    }

    fn push_until(&mut self, end: u32, width: LayoutUnit) {
        let Cursor { item, offset: start } = self.at;
        self.line.entries.push(Entry { item, start, end, hang_start: end, width, has_hyphen: false });
        self.position += width;
        self.at.offset = end;
        if end >= self.paragraph().items[item].end {
            self.at.item += 1;
        }
    }

    fn begin_content(&mut self) {
        self.content_start.get_or_insert(self.at.offset);
    }

    fn text(&mut self, source: TextSource) -> Flow {
        let paragraph = self.paragraph();
        let facts = paragraph.styles.get(source.style);
        let item = &paragraph.items[self.at.item];
        if self.content_start.is_none() && facts.collapses {
            // CSS Text 4, § 4.3.2, step 1: collapsible spaces at the beginning of a line are removed.
            let spaces = paragraph.text.as_bytes()[self.at.offset as usize..item.end as usize].iter();
            self.at.offset += spaces.take_while(|byte| **byte == b' ').count() as u32;
        }
        let start = self.at.offset;
        let end = self.stop.map_or(item.end, |stop| stop.min(item.end));
        if start >= end {
            if start >= item.end {
                self.at.item += 1;
            }
            return Flow::Continue;
        }
        if self.stop.is_none() {
            let visible_end = trimmed_ends(paragraph, facts, start, end).0;
            let width = width_to_layout_unit(measure::width(paragraph, start, visible_end));
            if width > self.room() && visible_end > start {
                return self.overflow_in_text(facts, item.end);
            }
        }
        let width = width_to_layout_unit(measure::width(paragraph, start, end));
        self.begin_content();
        self.push_until(end, width);
        Flow::Continue
    }

    /// The current text does not fit whole.
    fn overflow_in_text(&mut self, facts: &StyleFacts<'h>, item_end: u32) -> Flow {
        let paragraph = self.paragraph();
        let start = self.at.offset;
        let shaped = &paragraph.shaped.text;
        let room = self.room().to_px_f64();
        let fit = shaped.boundary_within(start, room).min(item_end);
        // Spaces after the last word that fits need no room.
        let after = &paragraph.text[fit as usize..item_end as usize];
        let spaces = (after.len() - after.trim_start_matches(|c| is_trimmed(facts, c)).len()) as u32;
        if self.break_at_opportunity_within(fit + spaces) {
            return Flow::Continue;
        }
        if facts.breaks_words {
            let stop = self.emergency_break(start, fit, room);
            self.break_at(stop);
            return Flow::Continue;
        }
        if !self.break_earlier_word(start) {
            self.stop_at_next_opportunity(start);
        }
        Flow::Continue
    }

    /// [`overflow-wrap`](https://www.w3.org/TR/css-text-4/#overflow-wrap-property): the last place in the current text
    /// that fits, at least one cluster after the start of the line.
    fn emergency_break(&self, start: u32, fit: u32, room: f64) -> u32 {
        let paragraph = self.paragraph();
        let shaped = &paragraph.shaped.text;
        let least = self.content_start.unwrap_or(start);
        let mut stop = shaped.boundary_at_or_before(fit);
        while stop > start && stop > least && measure::width(paragraph, start, stop) > room + 0.01 {
            stop = shaped.boundary_at_or_before(stop - 1);
        }
        if stop > least { stop } else { shaped.boundary_after(least.max(start)) }
    }

    /// Breaks a word on the line that ends before `limit`, if any may be broken.
    fn break_earlier_word(&mut self, limit: u32) -> bool {
        let paragraph = self.paragraph();
        let Some(least) = self.content_start else { return false };
        let breakable = self.line.entries.iter().rev().find_map(|entry| {
            let ItemKind::Text(source) = paragraph.items[entry.item].kind else { return None };
            let facts = paragraph.styles.get(source.style);
            let at = paragraph.shaped.text.boundary_at_or_before(entry.end.min(limit).saturating_sub(1));
            (facts.breaks_words && at > least && at > entry.start).then_some(at)
        });
        if let Some(at) = breakable {
            self.break_at(at);
        }
        breakable.is_some()
    }

    /// Takes the last opportunity at or before `limit`, if what is before it fits.
    fn break_at_opportunity_within(&mut self, limit: u32) -> bool {
        let breaks = &self.paragraph().shaped.breaks;
        let least = self.content_start.unwrap_or(self.at.offset);
        let mut index = breaks.partition_point(|at| *at <= limit);
        while index > 0 && breaks[index - 1] > least {
            let at = breaks[index - 1];
            if self.fits_broken_at(at) {
                self.break_at(at);
                return true;
            }
            index -= 1;
        }
        false
    }

    /// Whether the line fits when it is broken at an opportunity: the end may be shaped differently, and a hyphen added.
    fn fits_broken_at(&self, at: u32) -> bool {
        let paragraph = self.paragraph();
        let start = self.at.offset;
        let has_hyphen = paragraph.character_before(at) == Some('\u{ad}');
        if at <= start {
            if !has_hyphen {
                return true;
            }
            let before: LayoutUnit = self.line.entries.iter().filter(|entry| entry.end <= at).map(|e| e.width).sum();
            return self.request.indent + before + self.hyphen_width(at) <= self.available();
        }
        let ItemKind::Text(source) = paragraph.items[self.at.item].kind else { return true };
        let facts = paragraph.styles.get(source.style);
        let visible_end = trimmed_ends(paragraph, facts, start, at).0;
        let mut width = width_to_layout_unit(measure::width(paragraph, start, visible_end));
        if has_hyphen {
            width += self.hyphen_width(at);
        }
        width <= self.room()
    }

    fn hyphen_width(&self, at: u32) -> LayoutUnit {
        let paragraph = self.paragraph();
        let item = paragraph.items[..=self.at.item].iter().rev().find(|item| item.start < at && at <= item.end);
        match item.map(|item| item.kind) {
            Some(ItemKind::Text(source)) => hyphen::width(paragraph, source.style),
            _ => LayoutUnit::ZERO,
        }
    }

    /// Decides that the line ends at a byte: takes what is beyond it off, or goes on until it is reached.
    fn break_at(&mut self, stop: u32) {
        self.stop = Some(stop);
        while let Some(last) = self.line.entries.last().copied() {
            let is_beyond = last.start >= stop || last.end > stop;
            if !is_beyond {
                break;
            }
            self.line.entries.pop();
            self.at = Cursor { item: last.item, offset: last.start };
        }
        let widths: LayoutUnit = self.line.entries.iter().map(|entry| entry.width).sum();
        self.position = self.request.indent + widths;
        let next = self.at.item;
        self.line.floats_after.retain(|item| *item < next);
    }

    /// Nothing fits: the line ends at the first opportunity after `limit` and overflows until there.
    fn stop_at_next_opportunity(&mut self, limit: u32) {
        let breaks = &self.paragraph().shaped.breaks;
        let limit = self.content_start.unwrap_or(limit);
        let index = breaks.partition_point(|at| *at <= limit);
        match breaks.get(index) {
            Some(&stop) => self.break_at(stop),
            None => self.stop = Some(u32::MAX),
        }
    }

    /// An item that cannot be broken does not fit: the break is at or before `limit`, or after the item.
    fn overflow_at(&mut self, limit: Option<u32>) -> bool {
        if self.stop.is_some() {
            return false;
        }
        if limit.is_some_and(|limit| self.break_at_opportunity_within(limit)) {
            return true;
        }
        let at = self.at.offset;
        if self.break_earlier_word(at) {
            return true;
        }
        let breaks = &self.paragraph().shaped.breaks;
        let index = breaks.partition_point(|stop| *stop <= limit.unwrap_or(at).max(self.content_start.unwrap_or(0)));
        self.stop = Some(breaks.get(index).copied().unwrap_or(u32::MAX));
        false
    }

    fn tab(&mut self, source: TextSource) -> Flow {
        let facts = self.paragraph().styles.get(source.style);
        let width = tab_advance(facts, self.position);
        if self.position + width > self.available() && !facts.spaces_hang && self.overflow_at(Some(self.at.offset)) {
            return Flow::Continue;
        }
        self.begin_content();
        self.push(width)
    }

    fn forced_break(&mut self, clear: Clear) -> Flow {
        let paragraph = self.paragraph();
        self.begin_content();
        self.push(LayoutUnit::ZERO);
        // Ends of boxes right after the break belong to this line.
        while let Some(ItemKind::Close(index)) = paragraph.items.get(self.at.item).map(|item| item.kind) {
            self.push(paragraph.boxes[index as usize].end_edge());
        }
        self.line.end = LineEnd::Forced(clear);
        self.line.next = paragraph.items.get(self.at.item).map(|_| self.at);
        Flow::Done
    }

    fn open(&mut self, index: u32) -> Flow {
        let edge = self.paragraph().boxes[index as usize].start_edge();
        let overflows = edge > LayoutUnit::ZERO && self.position + edge > self.available();
        if overflows && self.content_start.is_some() && self.overflow_at(Some(self.at.offset)) {
            return Flow::Continue;
        }
        self.push(edge)
    }

    fn close(&mut self, index: u32) -> Flow {
        let edge = self.paragraph().boxes[index as usize].end_edge();
        let overflows = edge > LayoutUnit::ZERO && self.position + edge > self.available();
        // A break right here would leave the edge on this line, so only earlier ones help.
        if overflows && self.content_start.is_some() && self.overflow_at(self.at.offset.checked_sub(1)) {
            return Flow::Continue;
        }
        self.push(edge)
    }

    fn atomic(&mut self) -> Flow {
        let width = self.breaker.atomic(self.at.item).width;
        let overflows = self.position + width > self.available();
        if overflows && self.content_start.is_some() && self.overflow_at(Some(self.at.offset)) {
            return Flow::Continue;
        }
        self.begin_content();
        self.push(width)
    }

    /// [CSS 2.2, § 9.5](https://www.w3.org/TR/CSS22/visuren.html#floats): a float goes beside the line if it fits
    /// there, else below it.
    fn float(&mut self) -> Flow {
        let item = self.at.item;
        self.at.item += 1;
        if !self.breaker.floats.is_waiting(item) {
            return Flow::Continue;
        }
        let is_at_start = self.content_start.is_none();
        let is_behind = !self.line.floats_after.is_empty();
        let used = if is_at_start { None } else { Some(self.position - self.trailing_space()) };
        if !is_behind && self.breaker.floats.place_beside(self.paragraph(), item, self.request.block, used) {
            self.line.band = self.breaker.floats.band(self.request.block, self.request.height);
            if is_at_start {
                self.line.start_band = self.line.band;
            }
        } else {
            self.line.floats_after.push(item);
        }
        Flow::Continue
    }

    /// Width of the collapsible space that ends the content so far.
    fn trailing_space(&self) -> LayoutUnit {
        let paragraph = self.paragraph();
        let Some(last) = self.line.entries.last() else { return LayoutUnit::ZERO };
        let ItemKind::Text(source) = paragraph.items[last.item].kind else { return LayoutUnit::ZERO };
        let visible_end = trimmed_ends(paragraph, paragraph.styles.get(source.style), last.start, last.end).0;
        last.width - width_to_layout_unit(measure::width(paragraph, last.start, visible_end))
    }

    /// Removes or hangs the spaces at the end, adds the hyphen, sums up.
    fn finish(mut self) -> Line {
        let paragraph = self.paragraph();
        self.add_hyphen();
        let mut hang = LayoutUnit::ZERO;
        for index in (0..self.line.entries.len()).rev() {
            let entry = &mut self.line.entries[index];
            let is_trimmed = match paragraph.items[entry.item].kind {
                ItemKind::Text(source) => trim_entry(paragraph, entry, paragraph.styles.get(source.style), &mut hang),
                ItemKind::Tab(source) if paragraph.styles.get(source.style).spaces_hang => {
                    hang += entry.width;
                    entry.hang_start = entry.start;
                    true
                }
                ItemKind::Atomic(_) | ItemKind::Tab(_) => false,
                _ => true,
            };
            if !is_trimmed {
                break;
            }
        }
        let all: LayoutUnit = self.line.entries.iter().map(|entry| entry.width).sum();
        if self.line.end != LineEnd::Wrap && !self.has_unconditional_hang() {
            // CSS Text 4, § 4.3.2, step 4: before a forced break spaces hang only as far as they do not fit.
            hang = hang.min((self.line.indent + all - self.line.band.length()).clamp_negative_to_zero());
        }
        self.line.width = all - hang;
        self.line.hang = hang;
        self.line.has_content = self.line.entries.iter().any(|entry| match paragraph.items[entry.item].kind {
            ItemKind::Text(_) => entry.end > entry.start,
            ItemKind::Tab(_) | ItemKind::Break(..) | ItemKind::Atomic(_) => true,
            ItemKind::Open(index) => paragraph.boxes[index as usize].has_start_edge(),
            ItemKind::Close(index) => paragraph.boxes[index as usize].has_end_edge(),
            ItemKind::Float(_) | ItemKind::OutOfFlow(_) => false,
        });
        self.line
    }

    /// Whether what hangs is not a preserved space, which hangs before a forced break only if it must.
    fn has_unconditional_hang(&self) -> bool {
        let text = self.paragraph().text;
        let hanging = |entry: &&Entry| entry.hang_start < entry.end;
        let last = self.line.entries.iter().rev().find(hanging);
        last.is_some_and(|entry| !matches!(text.as_bytes()[entry.hang_start as usize], b' ' | b'\t'))
    }

    /// A hyphen is shown where the line was broken at a soft hyphen.
    fn add_hyphen(&mut self) {
        let paragraph = self.paragraph();
        if self.line.end != LineEnd::Wrap {
            return;
        }
        let is_text = |entry: &&mut Entry| matches!(paragraph.items[entry.item].kind, ItemKind::Text(_));
        let Some(last) = self.line.entries.iter_mut().rev().find(is_text) else { return };
        if Some(last.end) == self.stop
            && paragraph.character_before(last.end) == Some('\u{ad}')
            && let ItemKind::Text(source) = paragraph.items[last.item].kind
        {
            last.has_hyphen = true;
            last.width += hyphen::width(paragraph, source.style);
        }
    }
}

/// [CSS Text 4, § 4.3.2](https://www.w3.org/TR/css-text-4/#white-space-phase-2), steps 3 and 4: collapsible spaces at
/// the end of a line are removed, preserved ones hang. Answers whether nothing visible is left, so that spaces before
/// count as well.
fn trim_entry(paragraph: &Paragraph<'_, '_>, entry: &mut Entry, facts: &StyleFacts<'_>, hang: &mut LayoutUnit) -> bool {
    let (visible_end, end) = trimmed_ends(paragraph, facts, entry.start, entry.end);
    if paragraph.text[entry.start as usize..entry.end as usize].chars().all(|character| character == '\u{200b}') {
        // An opportunity that is left of a collapsed space.
        return true;
    }
    if visible_end == entry.end || entry.has_hyphen {
        return entry.end == entry.start;
    }
    if end < entry.end {
        entry.end = end;
        entry.width = width_to_layout_unit(measure::width(paragraph, entry.start, end));
    }
    *hang += entry.width - width_to_layout_unit(measure::width(paragraph, entry.start, visible_end));
    entry.hang_start = visible_end;
    visible_end == entry.start
}

/// The end of a text without spaces that would be removed or hang at the end of a line, and its end without those that
/// would be removed.
fn trimmed_ends(paragraph: &Paragraph<'_, '_>, facts: &StyleFacts<'_>, start: u32, end: u32) -> (u32, u32) {
    let text = &paragraph.text[start as usize..end as usize];
    let kept = if facts.collapses { text.trim_end_matches(' ') } else { text };
    let visible = kept.trim_end_matches(|c| is_trimmed(facts, c));
    (start + visible.len() as u32, start + kept.len() as u32)
}

/// [CSS Text 4, § 4.3.2](https://www.w3.org/TR/css-text-4/#white-space-phase-2): whether a character is removed or hangs
/// at the end of a line.
fn is_trimmed(facts: &StyleFacts<'_>, character: char) -> bool {
    match character {
        ' ' => facts.collapses || facts.spaces_hang,
        // Other space separators hang, whatever `white-space` says of collapsing.
        _ => !facts.breaks_spaces && is_other_space_separator(character),
    }
}

/// [CSS Text 4, § 4.2](https://www.w3.org/TR/css-text-4/#tab-size-property): the distance to the next tab stop, to the
/// one after where that is too near to be seen.
pub(super) fn tab_advance(facts: &StyleFacts<'_>, position: LayoutUnit) -> LayoutUnit {
    if facts.tab_width <= 0.0 {
        return LayoutUnit::from_px_f32(facts.spacing.letter);
    }
    let mut distance = facts.tab_width - position.to_px_f32().rem_euclid(facts.tab_width);
    if distance < facts.metrics.space_advance / 2.0 {
        distance += facts.tab_width;
    }
    LayoutUnit::from_px_f32(distance)
}
