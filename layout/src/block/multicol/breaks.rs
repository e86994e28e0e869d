//! Where a strip may be cut, and how high columns are.
//!
//! Spec: <https://www.w3.org/TR/css-break-3/#possible-breaks>.

use crate::css::values::display::DisplayInside;
use crate::css::values::length::{LengthPercentage, LengthPercentageOrAuto};
use crate::css::values::position::{BreakBetween, BreakInside, Contain, Overflow};
use crate::fragment_tree::{BoxFragment, BoxFragmentKind, Fragment};
use crate::geometry::LayoutUnit;

/// How often the height of balanced columns is raised at most.
const MAX_BALANCE_STEPS: usize = 500;

/// A stretch of the strip, from and to block positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ColumnRange {
    pub start: LayoutUnit,
    pub end: LayoutUnit,
}

/// A stretch that is not to be cut inside.
#[derive(Clone, Copy, Debug)]
struct Whole {
    range: ColumnRange,
    /// It cannot be cut, rather than should not: where it does not fit in a column it sticks out.
    is_monolithic: bool,
}

/// What is known of a strip's cuts. All lists are in order of their starts.
#[derive(Debug, Default)]
pub(super) struct Breaks {
    whole: Vec<Whole>,
    /// Margins: a column does not begin with one after an unforced break.
    margins: Vec<ColumnRange>,
    /// Where a column must begin.
    forced: Vec<LayoutUnit>,
    height: LayoutUnit,
}

/// The result of filling columns of a height.
pub(super) struct Filled {
    pub columns: Vec<ColumnRange>,
    /// The least by which the columns must be higher for more to fit in one of them.
    shortage: Option<LayoutUnit>,
}

impl Breaks {
    /// Reads the breaks of a strip off its fragments.
    pub(super) fn of(strip: &BoxFragment<'_>) -> Self {
        let mut breaks = Self { height: strip.size.height, ..Self::default() };
        breaks.collect(strip, LayoutUnit::ZERO);
        breaks.whole.sort_by_key(|whole| (whole.range.start, whole.range.end));
        breaks.margins.sort_by_key(|range| (range.start, range.end));
        breaks.forced.sort();
        breaks.forced.dedup();
        breaks
    }

    fn collect(&mut self, fragment: &BoxFragment<'_>, top: LayoutUnit) {
        let mut lines = Vec::new();
        let mut previous_end = top + fragment.border.top + fragment.padding.top;
        let mut previous: Option<&BoxFragment<'_>> = None;
        for child in fragment.children.iter() {
            let start = top + child.offset.top;
            let end = start + child.fragment.size().height;
            match &child.fragment {
                Fragment::Text(_) => {}
                Fragment::Line(_) => lines.push(ColumnRange { start, end }),
                Fragment::Box(inner) => {
                    let inner = &**inner;
                    let is_in_flow = is_in_flow(inner);
                    if is_in_flow {
                        self.between(previous, inner, previous_end, start);
                        previous_end = end.max(previous_end);
                        previous = Some(inner);
                    }
                    if is_out_of_flow(inner) {
                        continue;
                    }
                    if is_monolithic(inner) {
                        self.keep(start, end, true);
                    } else {
                        if avoids_inside(*inner.style.break_inside()) {
                            self.keep(start, end, false);
                        }
                        self.edges(inner, start, end);
                        self.collect(inner, start);
                    }
                }
            }
        }
        let kept = |lines: i32| usize::try_from(lines).unwrap_or(0).max(1);
        self.lines(&lines, kept(fragment.style.orphans().0), kept(fragment.style.widows().0));
    }

    fn keep(&mut self, start: LayoutUnit, end: LayoutUnit, is_monolithic: bool) {
        self.whole.push(Whole { range: ColumnRange { start, end }, is_monolithic });
    }

    /// Borders are not cut, and what begins a box stays with its start edge.
    fn edges(&mut self, fragment: &BoxFragment<'_>, start: LayoutUnit, end: LayoutUnit) {
        let (border, padding) = (fragment.border, fragment.padding);
        let content_start = start + border.top + padding.top;
        if content_start > start {
            self.keep(start, start + border.top, true);
            self.keep(start, content_start + LayoutUnit::EPSILON, false);
        }
        if !border.bottom.is_zero() {
            self.keep(end - border.bottom, end, true);
        }
    }

    /// What stands between two blocks: margins, forced breaks, and breaks to be avoided.
    fn between(
        &mut self,
        previous: Option<&BoxFragment<'_>>,
        next: &BoxFragment<'_>,
        end: LayoutUnit,
        start: LayoutUnit,
    ) {
        if start > end {
            self.margins.push(ColumnRange { start: end, end: start });
        }
        let Some(previous) = previous else { return };
        let (after, before) = (*previous.style.break_after(), *next.style.break_before());
        if forces_column(after) || forces_column(before) {
            // The margin after a forced break stays.
            let margin = match next.style.margin_top() {
                LengthPercentageOrAuto::LengthPercentage(LengthPercentage::Px(px)) => LayoutUnit::from_px_f32(*px),
                _ => LayoutUnit::ZERO,
            };
            self.forced.push((start - margin.clamp_negative_to_zero()).max(end));
        } else if avoids_column(after) || avoids_column(before) {
            let join = LayoutUnit::from_px(1);
            self.keep(end - join, start + join, false);
        }
    }

    /// The lines of one paragraph: none is cut, and the first and last stay together
    /// ([`orphans`, `widows`](https://www.w3.org/TR/css-break-3/#widows-orphans)).
    fn lines(&mut self, lines: &[ColumnRange], orphans: usize, widows: usize) {
        let (Some(first), Some(last)) = (lines.first(), lines.last()) else { return };
        for line in lines {
            self.keep(line.start, line.end, true);
        }
        if lines.len() < orphans.saturating_add(widows) {
            self.keep(first.start, last.end, false);
        } else {
            self.keep(first.start, lines[orphans - 1].end, false);
            self.keep(lines[lines.len() - widows].start, last.end, false);
        }
    }

    /// The part of the strip between two spanning boxes.
    pub(super) fn section(&self, section: ColumnRange) -> Self {
        let clip = |range: &ColumnRange| ColumnRange {
            start: range.start.max(section.start) - section.start,
            end: range.end.min(section.end) - section.start,
        };
        let overlaps = |range: &ColumnRange| range.start < section.end && range.end > section.start;
        let whole = self.whole.iter().filter(|whole| overlaps(&whole.range));
        let forced = self.forced.iter().filter(|forced| **forced > section.start && **forced < section.end);
        Self {
            whole: whole.map(|whole| Whole { range: clip(&whole.range), ..*whole }).collect(),
            margins: self.margins.iter().filter(|margin| overlaps(margin)).map(clip).collect(),
            forced: forced.map(|forced| *forced - section.start).collect(),
            height: section.end - section.start,
        }
    }

    /// Fills columns of a height one after the other.
    pub(super) fn fill(&self, height: LayoutUnit) -> Filled {
        let mut columns = Vec::new();
        let mut shortage: Option<LayoutUnit> = None;
        let mut start = LayoutUnit::ZERO;
        loop {
            let forced = self.forced.iter().copied().find(|forced| *forced > start);
            let limit = start + height.max(LayoutUnit::from_px(1));
            if let Some(forced) = forced.filter(|forced| *forced <= limit) {
                columns.push(ColumnRange { start, end: forced });
                start = forced;
                continue;
            }
            if self.height <= limit {
                columns.push(ColumnRange { start, end: self.height.max(start) });
                return Filled { columns, shortage };
            }
            let end = self.cut(start, limit);
            if end >= self.height {
                columns.push(ColumnRange { start, end: self.height });
                return Filled { columns, shortage };
            }
            let missing = self.missing(start, end, limit);
            shortage = Some(shortage.map_or(missing, |shortage| shortage.min(missing)));
            columns.push(ColumnRange { start, end });
            start = self.after_margin(end);
            if start >= self.height {
                return Filled { columns, shortage };
            }
        }
    }

    /// The lowest place not below `limit` where a column that begins at `start` may end. Where no place respects all
    /// that should be kept whole, only what cannot be cut counts.
    fn cut(&self, start: LayoutUnit, limit: LayoutUnit) -> LayoutUnit {
        let end = self.climb(start, limit, |_| true);
        let violates = |whole: &Whole| whole.range.start <= start && whole.range.end > end && whole.range.end > start;
        if !self.whole.iter().any(violates) {
            return end;
        }
        let end = self.climb(start, limit, |whole| whole.is_monolithic);
        let sticks_out = |whole: &&Whole| whole.is_monolithic && whole.range.start <= start && whole.range.end > end;
        self.whole.iter().filter(sticks_out).map(|whole| whole.range.end).fold(end, LayoutUnit::max)
    }

    /// Goes up from `limit` to where no stretch is cut that begins below `start`.
    fn climb(&self, start: LayoutUnit, limit: LayoutUnit, counts: impl Fn(&Whole) -> bool) -> LayoutUnit {
        let mut end = limit;
        // Stretches may lie in each other, so going up from one may lead into another.
        for Whole { range, .. } in self.whole.iter().rev().filter(|whole| counts(whole)) {
            if start < range.start && range.start < end && end < range.end {
                end = range.start;
            }
        }
        end
    }

    /// By how much the column would have to be higher to take what comes next.
    fn missing(&self, start: LayoutUnit, end: LayoutUnit, limit: LayoutUnit) -> LayoutUnit {
        let next = self.whole.iter().map(|whole| whole.range).find(|range| range.start >= end && range.end > limit);
        match next {
            Some(range) if range.start <= limit => (range.end - limit).max(LayoutUnit::EPSILON),
            _ => LayoutUnit::from_px(1),
        }
        .max(end - limit)
        .min((self.height - start).max(LayoutUnit::EPSILON))
    }

    /// The end of the margin that `position` is in, if it is in one.
    fn after_margin(&self, position: LayoutUnit) -> LayoutUnit {
        let margins = self.margins.iter().filter(|margin| margin.start <= position && position < margin.end);
        margins.map(|margin| margin.end).max().unwrap_or(position)
    }

    /// [§ 7.1](https://www.w3.org/TR/css-multicol-1/#cf): the least height, not above `limit`, with which the content
    /// fits in `count` columns.
    pub(super) fn balanced_height(&self, count: usize, limit: Option<LayoutUnit>) -> LayoutUnit {
        let highest = self.whole.iter().map(|whole| whole.range.end - whole.range.start).max().unwrap_or_default();
        let share = LayoutUnit::from_raw(self.height.raw().div_euclid(i32::try_from(count).unwrap_or(i32::MAX).max(1)));
        let mut height = share.max(highest);
        let limit = limit.unwrap_or(LayoutUnit::MAX);
        for _ in 0..MAX_BALANCE_STEPS {
            if height >= limit || height >= self.height {
                break;
            }
            let filled = self.fill(height);
            let Some(shortage) = filled.shortage.filter(|_| filled.columns.len() > count) else { break };
            height += shortage;
        }
        height.min(limit).min(self.height.max(highest))
    }

    /// How much of `height` the columns use: the last of few may leave all of them shorter.
    pub(super) fn used_height(&self, columns: &[ColumnRange], height: LayoutUnit) -> LayoutUnit {
        let used = columns.iter().map(|column| column.end - column.start).max().unwrap_or_default();
        used.min(height)
    }
}

fn is_out_of_flow(fragment: &BoxFragment<'_>) -> bool {
    fragment.style.is_absolutely_positioned()
}

fn is_in_flow(fragment: &BoxFragment<'_>) -> bool {
    use crate::css::values::position::Float;
    !is_out_of_flow(fragment)
        && *fragment.style.float() == Float::None
        && fragment.kind != BoxFragmentKind::Marker
        && fragment.kind != BoxFragmentKind::TableColumn
}

/// Whether a box is never cut ([§ 4.1](https://www.w3.org/TR/css-break-3/#monolithic)).
pub(super) fn is_monolithic(fragment: &BoxFragment<'_>) -> bool {
    let style = &*fragment.style;
    let scrolls = |overflow: &Overflow| !matches!(overflow, Overflow::Visible | Overflow::Clip);
    let kind_is_whole = !matches!(
        fragment.kind,
        BoxFragmentKind::Block
            | BoxFragmentKind::TableWrapper
            | BoxFragmentKind::TableGrid
            | BoxFragmentKind::TableSection
    );
    kind_is_whole
        || fragment.collapsed_borders.is_some()
        || matches!(style.display().inside(), DisplayInside::Flex | DisplayInside::Grid)
        || (!fragment.flags.overflow_is_propagated && (scrolls(style.overflow_x()) || scrolls(style.overflow_y())))
        || style.contain().contains(Contain::SIZE)
        || style.display().is_inline_level()
        || super::is_multicol(style)
}

fn avoids_inside(value: BreakInside) -> bool {
    matches!(value, BreakInside::Avoid | BreakInside::AvoidColumn)
}

fn forces_column(value: BreakBetween) -> bool {
    matches!(value, BreakBetween::Column | BreakBetween::Always | BreakBetween::All)
}

fn avoids_column(value: BreakBetween) -> bool {
    matches!(value, BreakBetween::Avoid | BreakBetween::AvoidColumn)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(start: i32, end: i32) -> ColumnRange {
        ColumnRange { start: LayoutUnit::from_px(start), end: LayoutUnit::from_px(end) }
    }

    fn strip(lines: &[(i32, i32)], margins: Vec<ColumnRange>) -> Breaks {
        let whole = lines.iter().map(|line| Whole { range: range(line.0, line.1), is_monolithic: true }).collect();
        let height = LayoutUnit::from_px(lines.last().map_or(0, |line| line.1));
        Breaks { whole, margins, forced: Vec::new(), height }
    }

    /// Six lines of 20 px in paragraphs of one line each, with margins of 10 px between.
    #[test]
    fn columns_are_balanced_and_do_not_begin_with_margins() {
        let lines: Vec<_> = (0..6).map(|line| (line * 30, line * 30 + 20)).collect();
        let breaks = strip(&lines, (0..5).map(|line| range(line * 30 + 20, line * 30 + 30)).collect());
        let height = breaks.balanced_height(3, None);
        let columns = breaks.fill(height).columns;
        let starts: Vec<_> = columns.iter().map(|column| column.start).collect();
        assert_eq!(starts, [0, 60, 120].map(LayoutUnit::from_px));
        assert!(height >= LayoutUnit::from_px(50) && height < LayoutUnit::from_px(60), "{height}");
    }

    #[test]
    fn a_line_that_is_too_high_sticks_out() {
        let breaks = strip(&[(0, 50), (50, 70)], Vec::new());
        assert_eq!(breaks.fill(LayoutUnit::from_px(30)).columns, [range(0, 50), range(50, 70)]);
    }
}
