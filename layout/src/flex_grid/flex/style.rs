//! What a flex container's style says, for both flex layout and the 2009 draft's `display: -webkit-box`.

use super::super::container;
use crate::alignment::{ContentAlignment, ItemAlignment, LogicalAxis};
use crate::css::ComputedStyle;
use crate::css::values::alignment::{
    AlignKeyword, Alignment, BoxAlign, BoxDirection, BoxOrient, BoxPack, FlexDirection, FlexWrap,
};
use crate::css::values::display::DisplayInside;
use crate::geometry::{LayoutUnit, LogicalOffset, LogicalSides, LogicalSize, WritingMode};
use crate::sizing;

/// The main and cross axis in the container's logical axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Axes {
    /// The main axis is the inline axis.
    pub is_row: bool,
}

impl Axes {
    pub(super) fn main(self, size: LogicalSize) -> LayoutUnit {
        if self.is_row { size.inline } else { size.block }
    }

    pub(super) fn cross(self, size: LogicalSize) -> LayoutUnit {
        if self.is_row { size.block } else { size.inline }
    }

    pub(super) fn offset(self, main: LayoutUnit, cross: LayoutUnit) -> LogicalOffset {
        if self.is_row { LogicalOffset::new(main, cross) } else { LogicalOffset::new(cross, main) }
    }

    /// The sides of the main axis.
    pub(super) fn main_sides<T: Copy>(self, sides: LogicalSides<T>) -> (T, T) {
        if self.is_row { (sides.inline_start, sides.inline_end) } else { (sides.block_start, sides.block_end) }
    }

    /// The sides of the cross axis.
    pub(super) fn cross_sides<T: Copy>(self, sides: LogicalSides<T>) -> (T, T) {
        Self { is_row: !self.is_row }.main_sides(sides)
    }

    pub(super) fn main_sum(self, sides: LogicalSides<LayoutUnit>) -> LayoutUnit {
        self.main(sides.sums())
    }

    pub(super) fn cross_sum(self, sides: LogicalSides<LayoutUnit>) -> LayoutUnit {
        self.cross(sides.sums())
    }

    pub(super) fn main_axis(self) -> LogicalAxis {
        if self.is_row { LogicalAxis::Inline } else { LogicalAxis::Block }
    }

    pub(super) fn cross_axis(self) -> LogicalAxis {
        if self.is_row { LogicalAxis::Block } else { LogicalAxis::Inline }
    }
}

/// The container's properties.
#[derive(Clone, Copy, Debug)]
pub(super) struct FlexStyle {
    pub axes: Axes,
    pub mode: WritingMode,
    /// Items run from the end of the main axis.
    pub is_reversed: bool,
    /// There may be several lines.
    pub wraps: bool,
    /// Lines run from the end of the cross axis.
    pub is_wrap_reversed: bool,
    pub justify_content: ContentAlignment,
    pub align_content: ContentAlignment,
    pub align_items: Alignment,
    /// `display: -webkit-box`: items have their `-webkit-box-flex` and no automatic minimum size.
    pub is_webkit_box: bool,
}

impl FlexStyle {
    pub(super) fn of(style: &ComputedStyle<'_>) -> Self {
        if style.display().inside() == DisplayInside::WebkitBox {
            return Self::of_webkit_box(style);
        }
        let direction = *style.flex_direction();
        let wrap = *style.flex_wrap();
        let axes = Axes { is_row: matches!(direction, FlexDirection::Row | FlexDirection::RowReverse) };
        let is_reversed = matches!(direction, FlexDirection::RowReverse | FlexDirection::ColumnReverse);
        let is_wrap_reversed = wrap == FlexWrap::WrapReverse;
        Self::new(
            style,
            axes,
            (is_reversed, is_wrap_reversed),
            wrap != FlexWrap::Nowrap,
            [style.justify_content().0, style.align_content().0, style.align_items().0],
        )
    }

    /// [The 2009 draft](https://www.w3.org/TR/2009/WD-css3-flexbox-20090723/): one line, aligned by properties of its own.
    fn of_webkit_box(style: &ComputedStyle<'_>) -> Self {
        let is_row = match style.webkit_box_orient() {
            BoxOrient::Horizontal | BoxOrient::InlineAxis => true,
            BoxOrient::Vertical | BoxOrient::BlockAxis => false,
        };
        let justify = match style.webkit_box_pack() {
            BoxPack::Start => AlignKeyword::FlexStart,
            BoxPack::End => AlignKeyword::FlexEnd,
            BoxPack::Center => AlignKeyword::Center,
            BoxPack::Justify => AlignKeyword::SpaceBetween,
        };
        let align = match style.webkit_box_align() {
            BoxAlign::Stretch => AlignKeyword::Stretch,
            BoxAlign::Start => AlignKeyword::FlexStart,
            BoxAlign::End => AlignKeyword::FlexEnd,
            BoxAlign::Center => AlignKeyword::Center,
            BoxAlign::Baseline => AlignKeyword::Baseline,
        };
        let is_reversed = *style.webkit_box_direction() == BoxDirection::Reverse;
        let alignments = [justify, AlignKeyword::Stretch, align].map(Alignment::new);
        let mut flex = Self::new(style, Axes { is_row }, (is_reversed, false), false, alignments);
        flex.is_webkit_box = true;
        flex
    }

    fn new(
        style: &ComputedStyle<'_>,
        axes: Axes,
        (is_reversed, is_wrap_reversed): (bool, bool),
        wraps: bool,
        [justify, align, align_items]: [Alignment; 3],
    ) -> Self {
        let mode = sizing::writing_mode(style);
        Self {
            axes,
            mode,
            is_reversed,
            wraps,
            is_wrap_reversed,
            justify_content: ContentAlignment::new(justify, axes.main_axis(), mode, is_reversed),
            align_content: ContentAlignment::new(align, axes.cross_axis(), mode, is_wrap_reversed),
            align_items,
            is_webkit_box: false,
        }
    }

    /// The alignment of an item on the cross axis.
    pub(super) fn align_of(&self, item: &ComputedStyle<'_>) -> ItemAlignment {
        let own = if self.is_webkit_box { Alignment::new(AlignKeyword::Auto) } else { item.align_self().0 };
        ItemAlignment::new(
            own,
            self.align_items,
            self.axes.cross_axis(),
            self.mode,
            sizing::writing_mode(item),
            self.is_wrap_reversed,
        )
    }

    /// The flex factors of an item, to grow and to shrink.
    pub(super) fn factors(&self, item: &ComputedStyle<'_>) -> (f64, f64) {
        if self.is_webkit_box {
            let flex = f64::from(item.webkit_box_flex().0);
            return (flex, flex);
        }
        (f64::from(item.flex_grow().0), f64::from(item.flex_shrink().0))
    }

    /// The gaps between items and between lines.
    pub(super) fn gaps(
        &self,
        style: &ComputedStyle<'_>,
        inline: Option<LayoutUnit>,
        block: Option<LayoutUnit>,
    ) -> (LayoutUnit, LayoutUnit) {
        let columns = container::gap(style.column_gap(), inline);
        let rows = container::gap(style.row_gap(), block);
        if self.axes.is_row { (columns, rows) } else { (rows, columns) }
    }
}
