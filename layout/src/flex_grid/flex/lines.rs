//! Lines ([§ 9.3](https://www.w3.org/TR/css-flexbox-1/#main-sizing)) and flexible lengths
//! ([§ 9.7](https://www.w3.org/TR/css-flexbox-1/#resolve-flexible-lengths)).

use std::ops::Range;

use super::Flex;
use super::item::Item;
use crate::geometry::LayoutUnit;

/// A flex line.
pub(super) struct Line {
    /// Its items.
    pub items: Range<usize>,
    /// The sum of its items' outer hypothetical main sizes, gaps included.
    pub hypothetical: LayoutUnit,
    /// The main size it has to fill.
    pub main: LayoutUnit,
    /// Its cross size.
    pub cross: LayoutUnit,
    /// The largest distance of a baseline from the cross-start margin edge, of items aligned by it.
    pub ascent: LayoutUnit,
    /// The same of last baselines from the cross-end margin edge.
    pub descent: LayoutUnit,
    /// From the start of the cross axis, forward.
    pub cross_offset: LayoutUnit,
}

/// Step 5: lines are as long as fits.
pub(super) fn collect<'h>(flex: &Flex<'_, '_, 'h>, items: &[Item<'h>]) -> Vec<Line> {
    let room = if flex.style.wraps { flex.main_for(LayoutUnit::MAX) } else { LayoutUnit::MAX };
    let mut lines = Vec::new();
    let mut start = 0;
    while start < items.len() {
        let mut sum = items[start].hypothetical_outer(flex);
        let mut end = start + 1;
        while end < items.len() {
            let next = sum + flex.main_gap + items[end].hypothetical_outer(flex);
            if flex.style.wraps && next > room {
                break;
            }
            sum = next;
            end += 1;
        }
        lines.push(Line {
            items: start..end,
            hypothetical: sum,
            main: LayoutUnit::ZERO,
            cross: LayoutUnit::ZERO,
            ascent: LayoutUnit::ZERO,
            descent: LayoutUnit::ZERO,
            cross_offset: LayoutUnit::ZERO,
        });
        start = end;
    }
    lines
}

/// Step 6: shares the free space of a line among its items.
pub(super) fn resolve_flexible_lengths<'h>(flex: &Flex<'_, '_, 'h>, line: &Line, items: &mut [Item<'h>]) {
    let items = &mut items[line.items.clone()];
    let gaps = flex.main_gap.mul_count(i32::try_from(items.len().saturating_sub(1)).unwrap_or(i32::MAX));
    let room = line.main - gaps - items.iter().map(|item| item.outer_main_sum(flex)).sum();
    // 1. Grow or shrink.
    let grows = line.hypothetical < line.main;
    // 2. Inflexible items are frozen.
    let mut frozen: Vec<bool> = items
        .iter_mut()
        .map(|item| {
            let hypothetical = item.clamp_main(item.base);
            item.main = hypothetical;
            let factor = if grows { item.grow } else { item.shrink };
            factor == 0.0 || if grows { item.base > hypothetical } else { item.base < hypothetical }
        })
        .collect();
    // 3. The initial free space.
    let initial = free_space(room, items, &frozen);
    // 4. Until all are frozen.
    while frozen.contains(&false) {
        let mut free = free_space(room, items, &frozen);
        let factors: f64 = unfrozen(items, &frozen).map(|item| if grows { item.grow } else { item.shrink }).sum();
        if factors < 1.0 {
            let part = LayoutUnit::from_raw((f64::from(initial.raw()) * factors) as i32);
            if part.abs() < free.abs() {
                free = part;
            }
        }
        distribute(items, &frozen, free, grows);
        freeze_violations(items, &mut frozen);
    }
}

fn unfrozen<'i, 'h>(items: &'i [Item<'h>], frozen: &'i [bool]) -> impl Iterator<Item = &'i Item<'h>> {
    items.iter().zip(frozen).filter(|(_, frozen)| !**frozen).map(|(item, _)| item)
}

/// 4b. What is left of the room by frozen items' target sizes and the others' base sizes.
fn free_space(room: LayoutUnit, items: &[Item<'_>], frozen: &[bool]) -> LayoutUnit {
    let used = items.iter().zip(frozen).map(|(item, frozen)| if *frozen { item.main } else { item.base });
    room - used.sum()
}

/// 4c. Free space in proportion to the flex factors.
///
/// Each share is a rounded part of what is left, the last item's first: so Blink does, and no 1/64 px is lost.
fn distribute(items: &mut [Item<'_>], frozen: &[bool], free: LayoutUnit, grows: bool) {
    let weight = |item: &Item<'_>| if grows { item.grow } else { item.shrink * f64::from(item.base.raw()) };
    let mut total: f64 = unfrozen(items, frozen).map(weight).sum();
    let mut left = free.raw();
    for (item, frozen) in items.iter_mut().zip(frozen).rev() {
        if *frozen {
            continue;
        }
        let own = weight(item);
        let part = f64::from(left) * own / total;
        let part = if part.is_finite() && (left > 0) == grows { part.round() as i32 } else { 0 };
        left = left.saturating_sub(part);
        total -= own;
        item.main = item.base + LayoutUnit::from_raw(part);
    }
}

/// 4d and 4e. Clamps the sizes and freezes what broke its limits, of the kind that there is more of.
fn freeze_violations(items: &mut [Item<'_>], frozen: &mut [bool]) {
    let mut total = 0_i64;
    let mut violations = vec![0_i64; items.len()];
    for (index, item) in items.iter_mut().enumerate().filter(|(index, _)| !frozen[*index]) {
        let clamped = item.clamp_main(item.main).clamp_negative_to_zero();
        violations[index] = i64::from(clamped.raw()) - i64::from(item.main.raw());
        total += violations[index];
        item.main = clamped;
    }
    for (frozen, violation) in frozen.iter_mut().zip(violations) {
        *frozen |= match total {
            0 => true,
            1.. => violation > 0,
            _ => violation < 0,
        };
    }
}
