//! Our styles as taffy's, in the container's logical axes: inline is horizontal, block is vertical.
//!
//! Percentages go to taffy as `calc()` handles, so that [`LengthPercentage::resolve`] rounds them as everywhere else.

use std::sync::Arc;

use taffy::{
    BoxSizing as TaffyBoxSizing, Dimension, GridPlacement, GridTemplateArea, GridTemplateAreas, GridTemplateComponent,
    GridTemplateRepetition, LengthPercentage as TaffyLength, LengthPercentageAuto, Line, MaxTrackSizingFunction,
    MinMax, MinTrackSizingFunction, Overflow as TaffyOverflow, Point, Rect, RepetitionCount, Size, Style,
    TrackSizingFunction,
};

use super::super::container::is_scroll_container;
use super::place::sizes_itself;
use crate::alignment::{ContentAlignment, Distribution, ItemAlignment, ItemPosition};
use crate::box_tree::{BoxContents, LayoutBox};
use crate::context::LayoutContext;
use crate::css::ComputedStyle;
use crate::css::values::alignment::{
    GridAutoTracks, GridLine, GridTemplate, RepeatCount, TrackBreadth, TrackListItem, TrackSize,
};
use crate::css::values::length::{LengthPercentage, LengthPercentageOrAuto, Size as CssSize};
use crate::css::values::position::BoxSizing;
use crate::geometry::{LayoutUnit, LogicalSides, PhysicalSides, WritingMode};
use crate::limits::MAX_GRID_TRACKS;
use crate::sizing::{self, AxisSizes};

/// A template's tracks and the names of the lines around them.
type Template = (Vec<GridTemplateComponent<Arc<str>>>, Vec<Vec<Arc<str>>>);

/// A style for taffy.
pub(super) type GridStyle = Style<Arc<str>>;

/// The lengths that wait for their basis, by handle.
#[derive(Default)]
pub(super) struct Lengths {
    values: Vec<LengthPercentage>,
}

impl Lengths {
    fn handle(&mut self, value: &LengthPercentage) -> *const () {
        self.values.push(value.clone());
        // The low three bits are taffy's.
        std::ptr::without_provenance(self.values.len() << 3)
    }

    /// The length behind a handle.
    pub(super) fn resolve(&self, handle: *const (), basis: f32) -> f32 {
        let index = (handle.addr() >> 3).wrapping_sub(1);
        self.values.get(index).map_or(0.0, |value| value.resolve(LayoutUnit::from_px_f32_round(basis)).to_px_f32())
    }

    fn length(&mut self, value: &LengthPercentage) -> TaffyLength {
        if value.has_percentage() {
            return TaffyLength::calc(self.handle(value));
        }
        TaffyLength::length(value.resolve(LayoutUnit::ZERO).to_px_f32())
    }

    fn margin(&mut self, value: &LengthPercentageOrAuto) -> LengthPercentageAuto {
        value.non_auto().map_or(LengthPercentageAuto::auto(), |value| self.length(value).into())
    }

    fn track(&mut self, track: &TrackSize) -> TrackSizingFunction {
        match track {
            // A flexible minimum is `auto` (CSS Grid, § 7.2.1).
            TrackSize::Breadth(breadth) => MinMax { min: self.min_track(breadth), max: self.max_track(breadth) },
            TrackSize::MinMax(min, max) => MinMax { min: self.min_track(min), max: self.max_track(max) },
            TrackSize::FitContent(limit) => {
                let max = if limit.has_percentage() {
                    MaxTrackSizingFunction::fit_content_calc(self.handle(limit))
                } else {
                    MaxTrackSizingFunction::fit_content_px(limit.resolve(LayoutUnit::ZERO).to_px_f32())
                };
                MinMax { min: MinTrackSizingFunction::auto(), max }
            }
        }
    }

    fn min_track(&mut self, breadth: &TrackBreadth) -> MinTrackSizingFunction {
        match breadth {
            TrackBreadth::LengthPercentage(value) => self.length(value).into(),
            TrackBreadth::MinContent => MinTrackSizingFunction::min_content(),
            TrackBreadth::MaxContent => MinTrackSizingFunction::max_content(),
            TrackBreadth::Fraction(_) | TrackBreadth::Auto => MinTrackSizingFunction::auto(),
        }
    }

    fn max_track(&mut self, breadth: &TrackBreadth) -> MaxTrackSizingFunction {
        match breadth {
            TrackBreadth::LengthPercentage(value) => self.length(value).into(),
            TrackBreadth::Fraction(factor) => MaxTrackSizingFunction::fr(*factor),
            TrackBreadth::MinContent => MaxTrackSizingFunction::min_content(),
            TrackBreadth::MaxContent => MaxTrackSizingFunction::max_content(),
            TrackBreadth::Auto => MaxTrackSizingFunction::auto(),
        }
    }

    fn template(&mut self, template: &GridTemplate) -> Template {
        let GridTemplate::TrackList { items, names } = template else { return Default::default() };
        let components = items.iter().map(|item| match item {
            TrackListItem::Track(track) => GridTemplateComponent::Single(self.track(track)),
            TrackListItem::Repeat(count, tracks, names) => GridTemplateComponent::Repeat(GridTemplateRepetition {
                count: match count {
                    RepeatCount::Count(count) => RepetitionCount::Count(*count),
                    RepeatCount::AutoFill => RepetitionCount::AutoFill,
                    RepeatCount::AutoFit => RepetitionCount::AutoFit,
                },
                tracks: tracks.iter().map(|track| self.track(track)).collect(),
                line_names: names.iter().map(|names| names.to_vec()).collect(),
            }),
        });
        (components.collect(), names.iter().map(|names| names.to_vec()).collect())
    }

    fn auto_tracks(&mut self, tracks: &GridAutoTracks) -> Vec<TrackSizingFunction> {
        tracks.0.iter().map(|track| self.track(track)).collect()
    }

    /// The style of a grid container: its content box, for border and padding do not concern taffy.
    pub(super) fn container(
        &mut self,
        style: &ComputedStyle<'_>,
        alignment: (ContentAlignment, ContentAlignment),
        gaps: (LayoutUnit, LayoutUnit),
    ) -> GridStyle {
        let (columns, column_names) = self.template(style.grid_template_columns());
        let (rows, row_names) = self.template(style.grid_template_rows());
        let flow = *style.grid_auto_flow();
        GridStyle {
            grid_template_columns: columns,
            grid_template_rows: rows,
            grid_template_column_names: column_names,
            grid_template_row_names: row_names,
            grid_template_areas: areas(style),
            grid_auto_columns: self.auto_tracks(style.grid_auto_columns()),
            grid_auto_rows: self.auto_tracks(style.grid_auto_rows()),
            grid_auto_flow: match (flow.column, flow.dense) {
                (false, false) => taffy::GridAutoFlow::Row,
                (false, true) => taffy::GridAutoFlow::RowDense,
                (true, false) => taffy::GridAutoFlow::Column,
                (true, true) => taffy::GridAutoFlow::ColumnDense,
            },
            gap: Size {
                width: TaffyLength::length(gaps.0.to_px_f32()),
                height: TaffyLength::length(gaps.1.to_px_f32()),
            },
            justify_content: content_alignment(alignment.0),
            align_content: content_alignment(alignment.1),
            ..GridStyle::default()
        }
    }

    /// The style of an item; `justify` and `align` are its alignments.
    pub(super) fn item<'h>(
        &mut self,
        ctx: &LayoutContext<'_, 'h>,
        layout_box: &LayoutBox<'h>,
        mode: WritingMode,
        justify: ItemAlignment,
        align: ItemAlignment,
    ) -> GridStyle {
        let style = &*layout_box.style;
        let is_replaced = matches!(layout_box.contents, BoxContents::Replaced(_));
        let has_ratio = style.aspect_ratio().ratio.is_some();
        let inline = sizing::inline_axis(style, mode);
        let block = sizing::block_axis(style, mode);
        let is_parallel = sizing::writing_mode(style).is_horizontal() == mode.is_horizontal();
        // Keywords as limits mean the content's sizes where those are of the inline axis.
        let mut limit = |axis: AxisSizes<'_>, is_inline: bool| {
            let is_own_inline = is_inline == is_parallel;
            (self.limit(ctx, layout_box, axis.min, is_own_inline), self.limit(ctx, layout_box, axis.max, is_own_inline))
        };
        let (min_inline, max_inline) = limit(inline, true);
        let (min_block, max_block) = limit(block, false);
        let padding = PhysicalSides {
            top: style.padding_top(),
            right: style.padding_right(),
            bottom: style.padding_bottom(),
            left: style.padding_left(),
        };
        let margin = PhysicalSides {
            top: style.margin_top(),
            right: style.margin_right(),
            bottom: style.margin_bottom(),
            left: style.margin_left(),
        };
        let overflow = if is_scroll_container(style) { TaffyOverflow::Hidden } else { TaffyOverflow::Visible };
        GridStyle {
            item_is_replaced: is_replaced,
            item_is_compressible_replaced: is_replaced,
            box_sizing: match style.box_sizing() {
                BoxSizing::ContentBox => TaffyBoxSizing::ContentBox,
                BoxSizing::BorderBox => TaffyBoxSizing::BorderBox,
            },
            overflow: Point { x: overflow, y: overflow },
            size: Size { width: self.dimension(inline.preferred), height: self.dimension(block.preferred) },
            min_size: Size { width: min_inline, height: min_block },
            max_size: Size { width: max_inline, height: max_block },
            margin: rect(margin.map(|side| self.margin(side)).to_logical(mode)),
            padding: rect(padding.map(|side| self.length(&side.0)).to_logical(mode)),
            border: rect(
                sizing::physical_borders(style).map(|side| TaffyLength::length(side.to_px_f32())).to_logical(mode),
            ),
            justify_self: Some(item_alignment(justify, sizes_itself(layout_box))),
            align_self: Some(item_alignment(align, sizes_itself(layout_box) || has_ratio)),
            grid_row: Line { start: placement(style.grid_row_start()), end: placement(style.grid_row_end()) },
            grid_column: Line { start: placement(style.grid_column_start()), end: placement(style.grid_column_end()) },
            ..GridStyle::default()
        }
    }

    fn dimension(&mut self, size: &CssSize) -> Dimension {
        match size {
            CssSize::Auto | CssSize::None | CssSize::Content => Dimension::auto(),
            CssSize::LengthPercentage(value) => self.length(value).into(),
            CssSize::MinContent => Dimension::min_content(),
            CssSize::MaxContent => Dimension::max_content(),
            CssSize::FitContent => Dimension::fit_content(),
            CssSize::FitContentFunction(limit) => Dimension::fit_content_calc(self.handle(limit)),
            CssSize::Stretch => Dimension::stretch(),
        }
    }

    fn limit<'h>(
        &mut self,
        ctx: &LayoutContext<'_, 'h>,
        layout_box: &LayoutBox<'h>,
        size: &CssSize,
        is_own_inline: bool,
    ) -> LengthPercentageAuto {
        let content = |is_min: bool| {
            let sizes = crate::dispatch::content_intrinsic_sizes(ctx, layout_box);
            let content = if is_min { sizes.min_content } else { sizes.max_content };
            let frame = sizing::Frame::of(&layout_box.style, LayoutUnit::ZERO).inline_sum();
            let is_border_box = *layout_box.style.box_sizing() == BoxSizing::BorderBox;
            LengthPercentageAuto::length((if is_border_box { content + frame } else { content }).to_px_f32())
        };
        match size {
            CssSize::LengthPercentage(value) => self.length(value).into(),
            CssSize::MinContent if is_own_inline => content(true),
            CssSize::MaxContent if is_own_inline => content(false),
            _ => LengthPercentageAuto::auto(),
        }
    }
}

/// An item's margins in px.
pub(super) fn margins(sides: LogicalSides<Option<LayoutUnit>>) -> Rect<LengthPercentageAuto> {
    let side = |margin: Option<LayoutUnit>| {
        margin.map_or(LengthPercentageAuto::auto(), |margin| LengthPercentageAuto::length(margin.to_px_f32()))
    };
    Rect {
        left: side(sides.inline_start),
        right: side(sides.inline_end),
        top: side(sides.block_start),
        bottom: side(sides.block_end),
    }
}

fn rect<T: Copy>(sides: LogicalSides<T>) -> Rect<T> {
    Rect { left: sides.inline_start, right: sides.inline_end, top: sides.block_start, bottom: sides.block_end }
}

fn content_alignment(alignment: ContentAlignment) -> taffy::AlignContent {
    match alignment.distribution {
        Distribution::Start => taffy::AlignContent::START,
        Distribution::End => taffy::AlignContent::END,
        Distribution::Center => taffy::AlignContent::CENTER,
        Distribution::SpaceBetween => taffy::AlignContent::SPACE_BETWEEN,
        Distribution::SpaceAround => taffy::AlignContent::SPACE_AROUND,
        Distribution::SpaceEvenly => taffy::AlignContent::SPACE_EVENLY,
        Distribution::Stretch => taffy::AlignContent::STRETCH,
    }
}

/// `sizes_itself`: `normal` does not stretch the item.
fn item_alignment(alignment: ItemAlignment, sizes_itself: bool) -> taffy::AlignItems {
    match alignment.position {
        ItemPosition::Stretch if alignment.is_normal && sizes_itself => taffy::AlignItems::START,
        ItemPosition::Stretch => taffy::AlignItems::STRETCH,
        // Baselines are aligned with margins (`baseline`).
        ItemPosition::Start | ItemPosition::Baseline => taffy::AlignItems::START,
        ItemPosition::End | ItemPosition::LastBaseline => taffy::AlignItems::END,
        ItemPosition::Center => taffy::AlignItems::CENTER,
    }
}

fn areas(style: &ComputedStyle<'_>) -> Option<GridTemplateAreas<Arc<str>>> {
    let areas = style.grid_template_areas();
    (areas.rows > 0).then(|| GridTemplateAreas {
        areas: areas
            .areas
            .iter()
            .map(|area| GridTemplateArea {
                name: area.name.clone(),
                row_start: area.row_start,
                row_end: area.row_end,
                column_start: area.column_start,
                column_end: area.column_end,
            })
            .collect(),
        row_count: areas.rows,
        column_count: areas.columns,
    })
}

/// A placement property.
pub(super) fn placement(line: &GridLine) -> GridPlacement<Arc<str>> {
    let number = |number: i32| {
        let limit = i32::from(MAX_GRID_TRACKS);
        i16::try_from(number.clamp(-limit, limit)).unwrap_or(MAX_GRID_TRACKS)
    };
    let count = |count: u32| u16::try_from(count.min(MAX_GRID_TRACKS.unsigned_abs().into())).unwrap_or(1).max(1);
    match line {
        GridLine::Auto => GridPlacement::Auto,
        GridLine::Line(line, None) => GridPlacement::Line(number(*line).into()),
        GridLine::Line(line, Some(name)) => GridPlacement::NamedLine(name.clone(), number(*line)),
        GridLine::Named(name) => GridPlacement::NamedLine(name.clone(), 0),
        GridLine::Span(span, None) => GridPlacement::Span(count(*span)),
        GridLine::Span(span, Some(name)) => GridPlacement::NamedSpan(name.clone(), count(*span)),
    }
}
