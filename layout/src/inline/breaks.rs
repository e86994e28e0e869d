//! Where lines may break: the segmenter's opportunities, as `white-space` and the break properties of each text allow them.
//!
//! Between two boxes it is their nearest common ancestor that decides
//! ([CSS Text 4, § 5.1](https://www.w3.org/TR/css-text-4/#line-break-details)). AD-HOC, as browsers do: an opportunity
//! after a space is one of the space's own style, and around an atomic inline there is always one, whatever the characters.

use crate::css::values::text::Hyphens;
use crate::text::itemize;
use crate::text::segment::{LineBreakOptions, line_breaks};
use crate::text::shaped::is_other_space_separator;

use super::items::{Item, ItemKind, Paragraph};

/// The parts of a range that are of one script.
pub(super) fn script_runs(text: &str, start: u32, end: u32) -> impl Iterator<Item = (u32, u32, [u8; 4])> {
    let runs = itemize::script_runs(&text[start as usize..end as usize]);
    runs.map(move |(range, script)| (start + range.start as u32, start + range.end as u32, script))
}

/// The opportunities of the whole text under each combination of properties that occurs.
struct Segmented<'t> {
    text: &'t str,
    by_style: Vec<(LineBreakOptions, Vec<u32>)>,
}

impl Segmented<'_> {
    fn of(&mut self, options: LineBreakOptions) -> &[u32] {
        let index = self.by_style.iter().position(|(known, _)| *known == options).unwrap_or_else(|| {
            self.by_style.push((options, line_breaks(self.text, options)));
            self.by_style.len() - 1
        });
        &self.by_style[index].1
    }

    fn within(&mut self, options: LineBreakOptions, after: u32, before: u32) -> &[u32] {
        let all = self.of(options);
        let first = all.partition_point(|at| *at <= after);
        let last = all.partition_point(|at| *at < before);
        &all[first..last.max(first)]
    }

    fn contains(&mut self, options: LineBreakOptions, at: u32) -> bool {
        self.of(options).binary_search(&at).is_ok()
    }
}

/// All bytes before which a line may break, ascending.
pub(super) fn opportunities(paragraph: &Paragraph<'_, '_>) -> Vec<u32> {
    let mut segmented = Segmented { text: paragraph.text, by_style: Vec::new() };
    let mut found = Vec::new();
    // The innermost box that has been open ever since the last character.
    let mut common = 0_u32;
    let mut previous: Option<&Item<'_>> = None;
    for item in &paragraph.items {
        match item.kind {
            ItemKind::Open(_) | ItemKind::Float(_) | ItemKind::OutOfFlow(_) => continue,
            ItemKind::Close(index) => {
                if common == index {
                    common = paragraph.boxes[index as usize].parent;
                }
                continue;
            }
            ItemKind::Text(_) | ItemKind::Tab(_) | ItemKind::Break(..) | ItemKind::Atomic(_) => {}
        }
        if previous.is_some_and(|previous| can_break_between(paragraph, &mut segmented, common, previous, item)) {
            found.push(item.start);
        }
        if let ItemKind::Text(_) = item.kind {
            push_inside(paragraph, &mut segmented, item.parent, item.start, item.end, &mut found);
        }
        previous = Some(item);
        common = item.parent;
    }
    found
}

fn options(paragraph: &Paragraph<'_, '_>, in_box: u32) -> LineBreakOptions {
    let style = paragraph.box_style(in_box).style;
    LineBreakOptions::new(*style.word_break(), *style.line_break(), style.language().as_deref())
}

fn can_break_between(
    paragraph: &Paragraph<'_, '_>,
    segmented: &mut Segmented<'_>,
    common: u32,
    before: &Item<'_>,
    after: &Item<'_>,
) -> bool {
    let at = after.start;
    if matches!(before.kind, ItemKind::Atomic(_)) || matches!(after.kind, ItemKind::Atomic(_)) {
        return paragraph.box_style(common).wraps;
    }
    let is_after_space = matches!(paragraph.character_before(at), Some(' ' | '\t'));
    let common = if is_after_space { before.parent } else { common };
    let facts = paragraph.box_style(common);
    if !facts.wraps || is_suppressed_hyphen(paragraph, common, at) {
        return false;
    }
    facts.breaks_anywhere
        || (facts.breaks_spaces && paragraph.character_before(at).is_some_and(is_breaking_space))
        || segmented.contains(options(paragraph, common), at)
}

fn push_inside(
    paragraph: &Paragraph<'_, '_>,
    segmented: &mut Segmented<'_>,
    in_box: u32,
    start: u32,
    end: u32,
    found: &mut Vec<u32>,
) {
    let facts = paragraph.box_style(in_box);
    if !facts.wraps {
        return;
    }
    if facts.breaks_anywhere {
        found.extend(paragraph.shaped.text.cluster_starts(start + 1, end));
        return;
    }
    let inside = segmented.within(options(paragraph, in_box), start, end);
    if facts.breaks_spaces {
        let spaces = paragraph.text[start as usize..end as usize].char_indices();
        let after = spaces.filter(|(_, c)| is_breaking_space(*c)).map(|(at, c)| start + (at + c.len_utf8()) as u32);
        let mut merged: Vec<u32> = after.filter(|at| *at < end).collect();
        merged.extend_from_slice(inside);
        merged.sort_unstable();
        merged.dedup();
        found.extend_from_slice(&merged);
    } else if *facts.style.hyphens() == Hyphens::None {
        found.extend(inside.iter().copied().filter(|at| !is_suppressed_hyphen(paragraph, in_box, *at)));
    } else {
        found.extend_from_slice(inside);
    }
}

/// Spaces after each of which `white-space-collapse: break-spaces` lets a line break.
fn is_breaking_space(character: char) -> bool {
    matches!(character, ' ' | '\t') || is_other_space_separator(character)
}

/// `hyphens: none`: a soft hyphen is no opportunity.
fn is_suppressed_hyphen(paragraph: &Paragraph<'_, '_>, in_box: u32, at: u32) -> bool {
    *paragraph.box_style(in_box).style.hyphens() == Hyphens::None && paragraph.character_before(at) == Some('\u{ad}')
}
