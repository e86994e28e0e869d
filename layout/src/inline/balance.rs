//! `text-wrap-style: balance`: the narrowest lines that are not more lines
//! ([CSS Text 4, § 6.3.2](https://www.w3.org/TR/css-text-4/#valdef-text-wrap-style-balance)).

use crate::css::values::text::TextWrapStyle;
use crate::geometry::LayoutUnit;

use super::break_lines::{Cursor, LineBreaker, LineRequest};
use super::items::ItemKind;

/// Paragraphs of more lines are not balanced, as in browsers.
const MAX_BALANCED_LINES: usize = 6;

/// The width that lines are broken for, if the paragraph is to be balanced and can be.
pub(super) fn balanced_width(breaker: &mut LineBreaker<'_, '_>, indent: LayoutUnit) -> Option<LayoutUnit> {
    let paragraph = breaker.paragraph;
    let style = paragraph.box_style(0).style;
    if *style.text_wrap_style() != TextWrapStyle::Balance || !breaker.floats.context.is_empty() {
        return None;
    }
    let prevents = |kind: &ItemKind<'_>| matches!(kind, ItemKind::Float(_) | ItemKind::Break(..) | ItemKind::Tab(_));
    if paragraph.items.iter().any(|item| prevents(&item.kind)) {
        return None;
    }
    let mut upper = breaker.space.inline_size;
    let count = count_lines(breaker, upper, indent, MAX_BALANCED_LINES)?;
    if count < 2 {
        return None;
    }
    let mut lower = upper.div_count(2);
    while upper - lower > LayoutUnit::from_px(1) {
        let middle = lower + (upper - lower).div_count(2);
        match count_lines(breaker, middle, indent, count) {
            Some(_) => upper = middle,
            None => lower = middle,
        }
    }
    Some(upper)
}

/// The number of lines of this width, if there are at most `limit` and none overflows.
fn count_lines(
    breaker: &mut LineBreaker<'_, '_>,
    width: LayoutUnit,
    indent: LayoutUnit,
    limit: usize,
) -> Option<usize> {
    let is_full = width == breaker.space.inline_size;
    breaker.balanced_width = Some(width);
    let mut next = Some(Cursor::default());
    let mut count = 0;
    while let Some(start) = next {
        count += 1;
        if count > limit {
            return None;
        }
        let indent = if count == 1 { indent } else { LayoutUnit::ZERO };
        let block = breaker.space.block_offset;
        let line = breaker.break_line(LineRequest { start, block, height: LayoutUnit::ZERO, indent });
        if !is_full && line.indent + line.width > width + LayoutUnit::EPSILON {
            return None;
        }
        next = line.next.filter(|next| *next != start);
    }
    Some(count)
}
