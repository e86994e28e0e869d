//! What inline layout needs to know of each style of a paragraph, computed once for each.

use std::cell::RefCell;

use ashlar_gc::Gc;
use rustc_hash::FxHashMap;

use crate::context::LayoutContext;
use crate::css::ComputedStyle;
use crate::css::values::text::{
    LineBreak, LineHeight, OverflowWrap, TabSize, TextJustify, TextWrapMode, WhiteSpaceCollapse, WordBreak,
};
use crate::css::values::text_box::{OverEdge, TextBoxEdge, UnderEdge};
use crate::geometry::LayoutUnit;
use crate::text::font_source::{FontInstanceId, FontMetrics};
use crate::text::shaped::RunSpacing;

use super::vertical_align::Extent;

/// Facts of one style.
#[derive(Clone, Debug)]
pub(super) struct StyleFacts<'h> {
    /// The style.
    pub style: Gc<'h, ComputedStyle<'h>>,
    /// Its primary font.
    pub font: FontInstanceId,
    /// That font's metrics.
    pub metrics: FontMetrics,
    /// The used line height.
    pub line_height: LayoutUnit,
    /// Whether `line-height` is `normal`, so that every font used counts.
    pub line_height_is_normal: bool,
    /// Letter- and word-spacing.
    pub spacing: RunSpacing,
    /// Distance of tab stops in px.
    pub tab_width: f32,
    /// Whether lines may wrap.
    pub wraps: bool,
    /// Whether spaces at the start and end of a line are removed.
    pub collapses: bool,
    /// Whether preserved spaces at the end of a line hang.
    pub spaces_hang: bool,
    /// `white-space-collapse: break-spaces`.
    pub breaks_spaces: bool,
    /// Whether a word may be broken anywhere if it overflows.
    pub breaks_words: bool,
    /// Whether such breaks count for the min-content size.
    pub anywhere_is_intrinsic: bool,
    /// `line-break: anywhere`
    pub breaks_anywhere: bool,
    /// Where justification may add room.
    pub justification: TextJustify,
}

impl StyleFacts<'_> {
    /// Extent of the content area: the primary font's ascent and descent.
    pub fn content_area(&self) -> Extent {
        Extent { ascent: self.metrics.ascent, descent: self.metrics.descent }
    }

    /// The edges of the text, by `text-box-edge`.
    pub fn text_box_edges(&self) -> Extent {
        let TextBoxEdge { over, under } = *self.style.text_box_edge();
        let rounded = |px: f32| LayoutUnit::from_px(px.round() as i32);
        Extent {
            ascent: match over {
                OverEdge::Text => self.metrics.ascent,
                OverEdge::Cap => rounded(self.metrics.cap_height),
                OverEdge::Ex => rounded(self.metrics.x_height),
            },
            descent: match under {
                UnderEdge::Text => self.metrics.descent,
                UnderEdge::Alphabetic => LayoutUnit::ZERO,
            },
        }
    }

    /// Extent of the content area with half the leading on each side
    /// ([CSS 2.2, § 10.8.1](https://www.w3.org/TR/CSS22/visudet.html#leading)).
    pub fn inline_box_extent(&self) -> Extent {
        self.content_area().with_leading(self.line_height)
    }
}

/// The styles of a paragraph by number.
#[derive(Debug, Default)]
pub(super) struct Styles<'h> {
    facts: Vec<StyleFacts<'h>>,
    by_address: FxHashMap<usize, u32>,
    metrics: RefCell<FxHashMap<FontInstanceId, FontMetrics>>,
}

impl<'h> Styles<'h> {
    /// The number of a style.
    pub fn intern(&mut self, ctx: &LayoutContext<'_, 'h>, style: Gc<'h, ComputedStyle<'h>>) -> u32 {
        if let Some(&known) = self.by_address.get(&style.address()) {
            return known;
        }
        let index = self.facts.len() as u32;
        let facts = facts_of(ctx, style);
        self.metrics.borrow_mut().insert(facts.font, facts.metrics);
        self.facts.push(facts);
        self.by_address.insert(style.address(), index);
        index
    }

    /// The facts of a style.
    pub fn get(&self, index: u32) -> &StyleFacts<'h> {
        &self.facts[index as usize]
    }

    /// The metrics of any font.
    pub fn font_metrics(&self, ctx: &LayoutContext<'_, 'h>, font: FontInstanceId) -> FontMetrics {
        *self.metrics.borrow_mut().entry(font).or_insert_with(|| ctx.fonts.metrics(font))
    }
}

fn facts_of<'h>(ctx: &LayoutContext<'_, 'h>, style: Gc<'h, ComputedStyle<'h>>) -> StyleFacts<'h> {
    let font = ctx.fonts.primary_font(&style.font);
    let metrics = ctx.fonts.metrics(font);
    let font_size = style.font_size().px;
    let spacing = RunSpacing {
        letter: style.letter_spacing().0.resolve_px(font_size),
        word: style.word_spacing().0.resolve_px(font_size),
    };
    let wraps = *style.text_wrap_mode() == TextWrapMode::Wrap;
    let collapse = *style.white_space_collapse();
    let collapses = matches!(collapse, WhiteSpaceCollapse::Collapse | WhiteSpaceCollapse::PreserveBreaks);
    let anywhere = *style.overflow_wrap() == OverflowWrap::Anywhere || *style.word_break() == WordBreak::BreakWord;
    StyleFacts {
        style,
        font,
        metrics,
        line_height: line_height(&style, &metrics),
        line_height_is_normal: *style.line_height() == LineHeight::Normal,
        spacing,
        tab_width: match *style.tab_size() {
            TabSize::Number(count) => count * metrics.space_advance,
            TabSize::Length(px) => px,
        },
        wraps,
        collapses,
        spaces_hang: !collapses && wraps && collapse != WhiteSpaceCollapse::BreakSpaces,
        breaks_spaces: collapse == WhiteSpaceCollapse::BreakSpaces,
        breaks_words: wraps && (anywhere || *style.overflow_wrap() == OverflowWrap::BreakWord),
        anywhere_is_intrinsic: wraps && anywhere,
        breaks_anywhere: wraps && *style.line_break() == LineBreak::Anywhere,
        justification: *style.text_justify(),
    }
}

/// The used [`line-height`](https://www.w3.org/TR/css-inline-3/#line-height-property).
pub(super) fn line_height(style: &ComputedStyle<'_>, metrics: &FontMetrics) -> LayoutUnit {
    match *style.line_height() {
        LineHeight::Normal => metrics.line_spacing,
        LineHeight::Number(number) => LayoutUnit::from_px_f32_round(style.font_size().px).scale(number),
        LineHeight::Length(px) => LayoutUnit::from_px_f32_round(px),
    }
}
