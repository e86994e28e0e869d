//! Shaped text of a paragraph: clusters in logical order with running sums of their advances.
//!
//! A paragraph is shaped once. The width of any part is then a difference of two sums, and where a line overflows is
//! found by bisection; only at places that are not safe to break is a short piece shaped again.

use std::ops::Range;
use std::sync::Arc;

use super::font_source::{FontInstanceId, ShapedGlyph, ShapedRun};
use crate::geometry::LayoutUnit;

/// `letter-spacing` and `word-spacing` of a run in px.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RunSpacing {
    /// Added after each cluster.
    pub letter: f32,
    /// Added after each word separator.
    pub word: f32,
}

/// A run of one font with the facts that shaping it again needs.
#[derive(Clone, Debug)]
pub struct TextRun {
    /// The font.
    pub font: FontInstanceId,
    /// The bytes of the paragraph that it covers.
    pub range: Range<u32>,
    /// Whether its glyphs run right to left.
    pub is_rtl: bool,
    /// ISO 15924 tag it was shaped with.
    pub script: [u8; 4],
    /// Number of its style in the paragraph.
    pub style: u32,
    /// Spacing.
    pub spacing: RunSpacing,
    glyphs: Arc<[ShapedGlyph]>,
}

#[derive(Clone, Copy, Debug)]
struct Cluster {
    start: u32,
    glyph_start: u32,
    glyph_end: u32,
    run: u32,
    /// What spacing adds to it, in px.
    spacing: f32,
    is_safe: bool,
}

/// Shaped text.
#[derive(Clone, Debug, Default)]
pub struct ShapedText {
    runs: Vec<TextRun>,
    clusters: Vec<Cluster>,
    /// Sum of the advances of all clusters before each, one longer than `clusters`. `f64`, so that a sum over a whole
    /// book keeps its last 1/64 px.
    sums: Vec<f64>,
    /// Bytes at which one text node follows another in the same run: glyphs belong to the text where their cluster begins,
    /// and nothing is shaped again.
    joints: Vec<u32>,
}

/// Glyphs of one run cut out of the text, with spacing in their advances.
#[derive(Clone, Debug)]
pub struct CutRun {
    /// The font.
    pub font: FontInstanceId,
    /// Glyphs left to right.
    pub glyphs: Vec<ShapedGlyph>,
    /// Their advances together.
    pub width: f64,
    /// Whether the run is right to left.
    pub is_rtl: bool,
}

/// The next 1/64 px at or above a width that was summed in floating point.
pub fn width_to_layout_unit(width: f64) -> LayoutUnit {
    // The tolerance takes the noise of summing out, so that 30 px do not become 30 + 1/64.
    LayoutUnit::from_raw((width * 64.0 - 1e-3).ceil() as i32)
}

/// Whether `word-spacing` applies to a character
/// ([CSS Text 4, § 9.1](https://www.w3.org/TR/css-text-4/#word-separator)).
pub fn is_word_separator(character: char) -> bool {
    matches!(character, ' ' | '\u{a0}' | '\u{1361}' | '\u{10100}' | '\u{10101}' | '\u{1039f}' | '\u{1091f}')
}

/// [Other space separators](https://www.w3.org/TR/css-text-4/#other-space-separators): spaces that do not collapse.
pub fn is_other_space_separator(character: char) -> bool {
    matches!(character,
        '\u{1680}' | '\u{2000}'..='\u{2006}' | '\u{2008}'..='\u{200a}' | '\u{205f}' | '\u{3000}')
}

/// Whether a character takes no room of its own, so that no spacing is added after it.
fn is_zero_width(character: char) -> bool {
    matches!(character, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

impl ShapedText {
    /// Adds what a request for shaping gave; ranges must ascend. `text` is the whole paragraph.
    pub fn push_run(&mut self, run: ShapedRun, text: &str, script: [u8; 4], style: u32, spacing: RunSpacing) {
        if self.sums.is_empty() {
            self.sums.push(0.0);
        }
        let run_index = self.runs.len() as u32;
        let glyphs = run.glyphs;
        let range = run.range.start as u32..run.range.end as u32;
        let count = glyphs.len();
        let mut at = 0;
        while at < count {
            // The glyphs of a cluster stand together; in a right-to-left run the last group is the first in the text.
            let (group, next) = glyph_group(&glyphs, at, run.is_rtl);
            let advance: f64 = glyphs[group.clone()].iter().map(|glyph| f64::from(glyph.advance)).sum();
            let start = glyphs[group.start].cluster.clamp(range.start, range.end.max(range.start + 1) - 1);
            let extra = cluster_spacing(text, start, spacing);
            self.clusters.push(Cluster {
                start,
                glyph_start: group.start as u32,
                glyph_end: group.end as u32,
                run: run_index,
                spacing: extra,
                is_safe: at == 0 || glyphs[group.clone()].iter().all(|glyph| glyph.safe_to_break),
            });
            let sum = self.sums.last().copied().unwrap_or(0.0) + advance + f64::from(extra);
            self.sums.push(sum);
            at = next;
        }
        self.runs.push(TextRun { font: run.font, range, is_rtl: run.is_rtl, script, style, spacing, glyphs });
    }

    /// Remembers that a text node ends at a byte and the run goes on; bytes must ascend.
    pub fn push_joint(&mut self, offset: u32) {
        self.joints.push(offset);
    }

    /// The runs in logical order that touch a range.
    pub fn runs_in(&self, start: u32, end: u32) -> impl Iterator<Item = &TextRun> {
        let first = self.runs.partition_point(|run| run.range.end <= start);
        self.runs[first..].iter().take_while(move |run| run.range.start < end)
    }

    /// How many glyphs there are.
    pub fn glyph_count(&self) -> usize {
        self.runs.iter().map(|run| run.glyphs.len()).sum()
    }

    /// Whether every glyph is one of its font's, not the box for a missing one.
    pub fn has_no_missing_glyph(&self) -> bool {
        self.runs.iter().all(|run| run.glyphs.iter().all(|glyph| glyph.id != 0))
    }

    /// Sum of the advances of everything before a byte; inside a cluster in proportion.
    pub fn x(&self, offset: u32) -> f64 {
        let index = self.clusters.partition_point(|cluster| cluster.start < offset);
        let Some(&at) = self.sums.get(index) else { return 0.0 };
        if index == 0 || self.clusters.get(index).is_some_and(|cluster| cluster.start == offset) {
            return at;
        }
        let before = self.clusters[index - 1];
        let end = self.cluster_end(index - 1);
        if offset >= end {
            return at;
        }
        let part = f64::from(offset - before.start) / f64::from(end - before.start);
        self.sums[index - 1] + (at - self.sums[index - 1]) * part
    }

    /// The width of a range.
    pub fn width(&self, start: u32, end: u32) -> f64 {
        if end <= start { 0.0 } else { self.x(end) - self.x(start) }
    }

    /// Whether the text may be cut at a byte without shaping again.
    pub fn is_safe(&self, offset: u32) -> bool {
        let index = self.clusters.partition_point(|cluster| cluster.start < offset);
        match self.clusters.get(index) {
            Some(cluster) if cluster.start == offset && cluster.is_safe => true,
            Some(cluster) if cluster.start == offset => self.joints.binary_search(&offset).is_ok(),
            _ => index == 0 || offset >= self.cluster_end(index - 1) || self.joints.binary_search(&offset).is_ok(),
        }
    }

    /// The last boundary of a cluster at or before a byte.
    pub fn boundary_at_or_before(&self, offset: u32) -> u32 {
        let index = self.clusters.partition_point(|cluster| cluster.start <= offset);
        if index == 0 {
            return offset;
        }
        if offset >= self.cluster_end(index - 1) { offset } else { self.clusters[index - 1].start }
    }

    /// The first boundary of a cluster after a byte.
    pub fn boundary_after(&self, offset: u32) -> u32 {
        let index = self.clusters.partition_point(|cluster| cluster.start <= offset);
        if index > 0 && offset < self.cluster_end(index - 1) {
            return self.cluster_end(index - 1);
        }
        self.clusters.get(index).map_or(offset + 1, |cluster| cluster.start.max(offset + 1))
    }

    /// The last boundary at or after `start` such that what is between them is no wider than `width`.
    pub fn boundary_within(&self, start: u32, width: f64) -> u32 {
        let limit = self.x(start) + width + 1e-4;
        // The sums may not descend (negative spacing aside), so the last sum within the limit is found by bisection.
        let index = self.sums.partition_point(|sum| *sum <= limit).saturating_sub(1);
        let offset = match self.clusters.get(index) {
            Some(cluster) => cluster.start,
            None => self.runs.last().map_or(start, |run| run.range.end),
        };
        offset.max(start)
    }

    /// The nearest safe place at or after a byte, not beyond `limit`.
    pub fn safe_at_or_after(&self, offset: u32, limit: u32) -> u32 {
        let index = self.clusters.partition_point(|cluster| cluster.start < offset);
        let found =
            self.clusters[index.min(self.clusters.len())..].iter().take(MAX_UNSAFE_CLUSTERS).find(|c| c.is_safe);
        found.map_or(limit, |cluster| cluster.start).min(limit)
    }

    /// The nearest safe place at or before a byte, not before `limit`.
    pub fn safe_at_or_before(&self, offset: u32, limit: u32) -> u32 {
        let index = self.clusters.partition_point(|cluster| cluster.start <= offset);
        let found = self.clusters[..index].iter().rev().take(MAX_UNSAFE_CLUSTERS).find(|c| c.is_safe);
        found.map_or(limit, |cluster| cluster.start).max(limit)
    }

    /// Cuts the glyphs of a range out, in logical order of runs. `expansion` says what justification adds after the
    /// cluster that begins at a byte.
    pub fn cut(&self, start: u32, end: u32, expansion: &dyn Fn(u32) -> f32, out: &mut Vec<CutRun>) {
        let first = self.clusters.partition_point(|cluster| cluster.start < start);
        let last = self.clusters.partition_point(|cluster| cluster.start < end);
        let mut at = first;
        while at < last {
            let run_index = self.clusters[at].run;
            let run = &self.runs[run_index as usize];
            let stop = at + self.clusters[at..last].partition_point(|cluster| cluster.run == run_index);
            let mut glyphs = Vec::with_capacity(stop - at);
            let mut width = 0.0;
            let mut take = |cluster: &Cluster| {
                let extra = cluster.spacing + expansion(cluster.start);
                let from = glyphs.len();
                glyphs.extend_from_slice(&run.glyphs[cluster.glyph_start as usize..cluster.glyph_end as usize]);
                if extra != 0.0 {
                    add_spacing(&mut glyphs[from..], extra);
                }
                width += glyphs[from..].iter().map(|glyph| f64::from(glyph.advance)).sum::<f64>();
            };
            if run.is_rtl {
                self.clusters[at..stop].iter().rev().for_each(&mut take);
            } else {
                self.clusters[at..stop].iter().for_each(&mut take);
            }
            out.push(CutRun { font: run.font, glyphs, width, is_rtl: run.is_rtl });
            at = stop;
        }
    }

    /// The starts of the clusters in a range.
    pub fn cluster_starts(&self, start: u32, end: u32) -> impl Iterator<Item = u32> {
        let first = self.clusters.partition_point(|cluster| cluster.start < start);
        self.clusters[first..].iter().map(|cluster| cluster.start).take_while(move |at| *at < end)
    }

    fn cluster_end(&self, index: usize) -> u32 {
        let cluster = self.clusters[index];
        match self.clusters.get(index + 1) {
            Some(next) if next.run == cluster.run => next.start,
            _ => self.runs[cluster.run as usize].range.end,
        }
    }
}

/// How far a safe place is looked for: in text without any, cutting stays linear.
const MAX_UNSAFE_CLUSTERS: usize = 64;

/// The glyphs of the next cluster in logical order, when `at` glyphs have been taken, and how many are taken then.
fn glyph_group(glyphs: &[ShapedGlyph], at: usize, is_rtl: bool) -> (Range<usize>, usize) {
    if is_rtl {
        let end = glyphs.len() - at;
        let cluster = glyphs[end - 1].cluster;
        let start = glyphs[..end].iter().rposition(|glyph| glyph.cluster != cluster).map_or(0, |before| before + 1);
        (start..end, glyphs.len() - start)
    } else {
        let cluster = glyphs[at].cluster;
        let end = glyphs[at..].iter().position(|glyph| glyph.cluster != cluster).map_or(glyphs.len(), |n| at + n);
        (at..end, end)
    }
}

/// [CSS Text 4, § 9](https://www.w3.org/TR/css-text-4/#spacing): what is added to the cluster at `start`.
fn cluster_spacing(text: &str, start: u32, spacing: RunSpacing) -> f32 {
    if spacing.letter == 0.0 && spacing.word == 0.0 {
        return 0.0;
    }
    let character = text.get(start as usize..).and_then(|rest| rest.chars().next()).unwrap_or(' ');
    let letter = if is_zero_width(character) { 0.0 } else { spacing.letter };
    let word = if is_word_separator(character) { spacing.word } else { 0.0 };
    letter + word
}

/// Adds room after a cluster: on the right of its rightmost glyph, in right-to-left runs too, as browsers do.
fn add_spacing(glyphs: &mut [ShapedGlyph], extra: f32) {
    if let Some(glyph) = glyphs.last_mut() {
        glyph.advance += extra;
    }
}

/// What is kept of a paragraph between layouts: all that depends on its text and styles, but not on the room.
#[derive(Clone, Debug, Default)]
pub struct ShapedParagraph {
    /// The shaped text.
    pub text: ShapedText,
    /// Bytes before which a line may break, ascending.
    pub breaks: Vec<u32>,
    /// Bidi level of each byte; empty where all are zero.
    pub levels: Vec<u8>,
    /// Base level of each bidi paragraph, with the byte at which it ends.
    pub base_levels: Vec<(u32, u8)>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn glyph(cluster: u32, advance: f32) -> ShapedGlyph {
        ShapedGlyph { id: 1, cluster, advance, x_offset: 0.0, y_offset: 0.0, safe_to_break: true }
    }

    fn shaped(clusters: &[(u32, f32)], end: usize, is_rtl: bool, spacing: RunSpacing) -> ShapedText {
        let mut text = ShapedText::default();
        let glyphs: Vec<_> = clusters.iter().map(|&(start, advance)| glyph(start, advance)).collect();
        let run = ShapedRun { font: FontInstanceId(0), range: 0..end, is_rtl, glyphs: glyphs.into() };
        text.push_run(run, "ab cd", *b"Latn", 0, spacing);
        text
    }

    #[test]
    fn widths_are_differences_of_sums() {
        let text = shaped(&[(0, 10.0), (1, 10.0), (2, 5.0), (3, 20.0)], 5, false, RunSpacing::default());
        assert_eq!(text.width(0, 5), 45.0);
        assert_eq!(text.width(1, 3), 15.0);
        assert_eq!(text.width(3, 4), 10.0, "half of a ligature");
        assert_eq!(text.boundary_within(0, 24.0), 2);
        assert_eq!(text.boundary_within(1, 100.0), 5);
        assert_eq!(text.boundary_after(3), 5);
    }

    #[test]
    fn spacing_follows_each_cluster() {
        let spacing = RunSpacing { letter: 1.0, word: 3.0 };
        let text = shaped(&[(0, 10.0), (1, 10.0), (2, 5.0)], 3, false, spacing);
        assert_eq!(text.width(0, 3), 31.0);
        let mut cut = Vec::new();
        text.cut(1, 3, &|_| 0.0, &mut cut);
        assert_eq!(cut[0].glyphs.iter().map(|g| g.advance).collect::<Vec<_>>(), [11.0, 9.0]);
    }

    #[test]
    fn right_to_left_runs_are_counted_from_their_right_end() {
        let text = shaped(&[(2, 5.0), (1, 10.0), (0, 20.0)], 3, true, RunSpacing::default());
        assert_eq!(text.width(0, 1), 20.0);
        let mut cut = Vec::new();
        text.cut(0, 2, &|_| 0.0, &mut cut);
        assert_eq!(cut[0].glyphs.iter().map(|g| g.cluster).collect::<Vec<_>>(), [1, 0]);
    }
}
