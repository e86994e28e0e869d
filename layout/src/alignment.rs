//! The alignment properties in terms of one axis.
//!
//! Spec: <https://www.w3.org/TR/css-align-3/>.

use crate::constraint::StaticEdge;
use crate::css::ComputedStyle;
use crate::css::values::alignment::{AlignKeyword, Alignment, OverflowPosition};
use crate::geometry::{BlockFlow, LayoutUnit, WritingMode};
use crate::sizing::writing_mode;

/// An axis of the container.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LogicalAxis {
    Inline,
    Block,
}

/// How far into an extent the point of it is that a static position refers to.
pub(crate) fn edge_offset(edge: StaticEdge, extent: LayoutUnit) -> LayoutUnit {
    match edge {
        StaticEdge::Start => LayoutUnit::ZERO,
        StaticEdge::Center => extent.div_count(2),
        StaticEdge::End => extent,
    }
}

/// How the contents share an axis. `Start` is the start of the axis, in which a flex container may run backward.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Distribution {
    Start,
    End,
    Center,
    SpaceBetween,
    SpaceAround,
    SpaceEvenly,
    Stretch,
}

/// `justify-content` or `align-content` of an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ContentAlignment {
    pub distribution: Distribution,
    /// Where `safe` alignment goes when the contents overflow.
    pub overflow: Option<Distribution>,
}

impl ContentAlignment {
    /// `is_reversed`: the contents run from the axis's end, so that `flex-start` is there.
    pub(crate) fn new(value: Alignment, axis: LogicalAxis, mode: WritingMode, is_reversed: bool) -> Self {
        use Distribution as D;
        let flip = |distribution| match (distribution, is_reversed) {
            (D::Start, true) => D::End,
            (D::End, true) => D::Start,
            (other, _) => other,
        };
        let start = flip(D::Start);
        let distribution = match value.keyword {
            AlignKeyword::Normal | AlignKeyword::Auto | AlignKeyword::Stretch => D::Stretch,
            AlignKeyword::FlexStart => D::Start,
            AlignKeyword::FlexEnd => D::End,
            AlignKeyword::Start | AlignKeyword::SelfStart | AlignKeyword::Baseline => start,
            AlignKeyword::End | AlignKeyword::SelfEnd | AlignKeyword::LastBaseline => flip(D::End),
            AlignKeyword::Center | AlignKeyword::AnchorCenter => D::Center,
            AlignKeyword::Left | AlignKeyword::Right => flip(side(value.keyword == AlignKeyword::Right, axis, mode)),
            AlignKeyword::SpaceBetween => D::SpaceBetween,
            AlignKeyword::SpaceAround => D::SpaceAround,
            AlignKeyword::SpaceEvenly => D::SpaceEvenly,
        };
        // What distributes space falls back to a safe alignment (§ 5.3).
        let is_safe = value.overflow == OverflowPosition::Safe
            || matches!(distribution, D::SpaceAround | D::SpaceEvenly | D::SpaceBetween);
        Self { distribution, overflow: is_safe.then_some(start) }
    }

    /// The distribution for this much free space.
    pub(crate) fn used(self, free: LayoutUnit, count: usize) -> Distribution {
        let overflow = self.overflow.filter(|_| free.is_negative());
        overflow.unwrap_or(match self.distribution {
            Distribution::SpaceBetween if count < 2 => Distribution::Start,
            Distribution::Stretch => Distribution::Start,
            other => other,
        })
    }

    /// The point of the container where an absolutely positioned box has its own.
    pub(crate) fn static_edge(self) -> StaticEdge {
        match self.distribution {
            Distribution::Start | Distribution::SpaceBetween | Distribution::Stretch => StaticEdge::Start,
            Distribution::End => StaticEdge::End,
            Distribution::Center | Distribution::SpaceAround | Distribution::SpaceEvenly => StaticEdge::Center,
        }
    }
}

/// The side that `left` and `right` mean: that of the axis if it is horizontal, the line's sides if it is the inline
/// axis, else `start`.
fn side(is_right: bool, axis: LogicalAxis, mode: WritingMode) -> Distribution {
    let is_end = match axis {
        LogicalAxis::Inline => is_right != mode.is_rtl(),
        LogicalAxis::Block => match mode.block_flow {
            BlockFlow::HorizontalTb => false,
            BlockFlow::VerticalLr => is_right,
            BlockFlow::VerticalRl => !is_right,
        },
    };
    if is_end { Distribution::End } else { Distribution::Start }
}

/// Free space in pieces: before the first of `count` things, and after each.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FreeSpace {
    pub before: LayoutUnit,
    total: LayoutUnit,
    gaps: usize,
}

impl FreeSpace {
    pub(crate) fn new(distribution: Distribution, free: LayoutUnit, count: usize) -> Self {
        let n = i32::try_from(count).unwrap_or(i32::MAX);
        let (before, total, gaps) = match distribution {
            Distribution::Start | Distribution::Stretch => (LayoutUnit::ZERO, LayoutUnit::ZERO, 0),
            Distribution::End => (free, LayoutUnit::ZERO, 0),
            Distribution::Center => (free.div_count(2), LayoutUnit::ZERO, 0),
            Distribution::SpaceBetween => (LayoutUnit::ZERO, free, count.saturating_sub(1)),
            Distribution::SpaceAround => (free.div_count(n.saturating_mul(2)), free, count),
            Distribution::SpaceEvenly => (free.div_count(n.saturating_add(1)), free, count + 1),
        };
        Self { before, total, gaps }
    }

    /// The space between the first thing and the one with this index, rounded once so that no 1/64 px is lost.
    pub(crate) fn up_to(&self, index: usize) -> LayoutUnit {
        share(self.total, index, self.gaps)
    }

    /// One gap, cut to whole 1/64 px.
    pub(crate) fn cut_gap(&self) -> LayoutUnit {
        self.total.div_count(i32::try_from(self.gaps).unwrap_or(i32::MAX))
    }
}

/// `total * index / count`, rounded.
pub(crate) fn share(total: LayoutUnit, index: usize, count: usize) -> LayoutUnit {
    if count == 0 {
        return LayoutUnit::ZERO;
    }
    let (index, count) = (index as i64, count as i64);
    let doubled = 2 * i64::from(total.raw()) * index + count;
    LayoutUnit::from_raw(i32::try_from(doubled.div_euclid(2 * count)).unwrap_or(i32::MAX))
}

/// How one item stands in its line or grid area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ItemPosition {
    Stretch,
    Start,
    End,
    Center,
    Baseline,
    LastBaseline,
}

/// `align-self` or `justify-self` of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ItemAlignment {
    pub position: ItemPosition,
    /// Where `safe` alignment goes when the item overflows.
    pub overflow: Option<ItemPosition>,
    /// The value is `normal`.
    pub is_normal: bool,
    /// Neither `safe` nor `unsafe` is said.
    pub is_default_overflow: bool,
}

impl ItemAlignment {
    /// How an absolutely positioned box stands in its containing block or at its static position, on an axis of the box
    /// whose writing mode is `mode`: there `auto` is `normal`.
    pub(crate) fn of_absolute(style: &ComputedStyle<'_>, axis: LogicalAxis, mode: WritingMode) -> Self {
        let own = match axis {
            LogicalAxis::Inline => style.justify_self().0,
            LogicalAxis::Block => style.align_self().0,
        };
        Self::new(own, Alignment::new(AlignKeyword::Normal), axis, mode, writing_mode(style), false)
    }

    /// `items` is the container's `align-items` or `justify-items`; `item_mode` the item's writing mode.
    pub(crate) fn new(
        own: Alignment,
        items: Alignment,
        axis: LogicalAxis,
        mode: WritingMode,
        item_mode: WritingMode,
        is_reversed: bool,
    ) -> Self {
        use ItemPosition as P;
        let value = if own.keyword == AlignKeyword::Auto { items } else { own };
        let flip = |position| match (position, is_reversed) {
            (P::Start, true) => P::End,
            (P::End, true) => P::Start,
            (other, _) => other,
        };
        let runs_along = starts_alike(axis, mode, item_mode);
        let position = match value.keyword {
            AlignKeyword::Normal | AlignKeyword::Auto | AlignKeyword::Stretch => P::Stretch,
            AlignKeyword::FlexStart => P::Start,
            AlignKeyword::FlexEnd => P::End,
            AlignKeyword::Start => flip(P::Start),
            AlignKeyword::End => flip(P::End),
            AlignKeyword::SelfStart => flip(if runs_along { P::Start } else { P::End }),
            AlignKeyword::SelfEnd => flip(if runs_along { P::End } else { P::Start }),
            AlignKeyword::Left | AlignKeyword::Right => match side(value.keyword == AlignKeyword::Right, axis, mode) {
                Distribution::End => flip(P::End),
                _ => flip(P::Start),
            },
            AlignKeyword::Center | AlignKeyword::AnchorCenter => P::Center,
            AlignKeyword::Baseline => P::Baseline,
            AlignKeyword::LastBaseline => P::LastBaseline,
            AlignKeyword::SpaceBetween | AlignKeyword::SpaceAround | AlignKeyword::SpaceEvenly => P::Start,
        };
        let is_safe = value.overflow == OverflowPosition::Safe;
        let is_normal = matches!(value.keyword, AlignKeyword::Normal | AlignKeyword::Auto);
        let is_default_overflow = value.overflow == OverflowPosition::Default;
        Self { position, overflow: is_safe.then_some(flip(P::Start)), is_normal, is_default_overflow }
    }

    /// The position for this much free space.
    pub(crate) fn used(self, free: LayoutUnit) -> ItemPosition {
        self.overflow.filter(|_| free.is_negative()).unwrap_or(self.position)
    }

    /// The point of the container where an absolutely positioned box has its own.
    pub(crate) fn static_edge(self) -> StaticEdge {
        match self.position {
            ItemPosition::Stretch | ItemPosition::Start | ItemPosition::Baseline => StaticEdge::Start,
            ItemPosition::End | ItemPosition::LastBaseline => StaticEdge::End,
            ItemPosition::Center => StaticEdge::Center,
        }
    }
}

/// Whether the item's own start side on the container's axis is the container's start side.
fn starts_alike(axis: LogicalAxis, mode: WritingMode, item_mode: WritingMode) -> bool {
    use crate::geometry::LogicalSides;
    let own = LogicalSides { inline_start: true, inline_end: false, block_start: true, block_end: false };
    let sides = own.to_physical(item_mode).to_logical(mode);
    match axis {
        LogicalAxis::Inline => sides.inline_start,
        LogicalAxis::Block => sides.block_start,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn free_space_is_shared_without_loss() {
        // Six lines of a container of 100 px, as Chromium stretches them.
        let total = LayoutUnit::from_px(100);
        let edges: Vec<_> = (0..=6).map(|index| share(total, index, 6).raw()).collect();
        assert_eq!(edges, [0, 1067, 2133, 3200, 4267, 5333, 6400]);
    }

    #[test]
    fn space_around_begins_with_half_a_gap() {
        // Three items of 1 px in 100 px, as Chromium places them: at 1034, 3167 and 5301.
        let free = LayoutUnit::from_px(97);
        let space = FreeSpace::new(Distribution::SpaceAround, free, 3);
        assert_eq!(space.before.raw(), 1034);
        assert_eq!(space.up_to(1).raw(), 3167 - 1034 - 64);
        assert_eq!(space.up_to(2).raw(), 5301 - 1034 - 128);
    }
}
