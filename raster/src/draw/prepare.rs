//! What is made once per picture, in parallel, before the bands are drawn: glyph masks, blurred text, blurred boxes.

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::glyphs::run_mask;
use super::shadow::Blurred;
use crate::coverage::Mask;
use crate::display_list::Content;
use crate::geometry::PixelRect;
use crate::glyph::GlyphTable;
use crate::glyph_source::GlyphSource;
use crate::plan::Plan;

/// Shared by all bands.
#[derive(Debug, Default)]
pub(crate) struct Prepared {
    /// Glyphs.
    pub(crate) glyphs: GlyphTable,
    shadows: FxHashMap<usize, Blurred>,
    blurred_runs: FxHashMap<usize, Mask>,
}

impl Prepared {
    /// Makes everything that can be seen in `picture`.
    pub(crate) fn new(plan: &Plan<'_>, source: &dyn GlyphSource, picture: &PixelRect) -> Self {
        let visible = picture.outset(plan.greatest_reach, plan.greatest_reach);
        let seen: Vec<usize> = plan
            .items
            .iter()
            .enumerate()
            .filter(|(_, item)| item.rect.intersect(&item.clip.bounds).intersects(&visible))
            .map(|(index, _)| index)
            .collect();
        let glyphs = GlyphTable::new(plan, source, picture);
        let shadows = seen
            .par_iter()
            .filter_map(|index| {
                let item = &plan.list.items[*index];
                let Content::BoxShadow(shadow) = &item.content else { return None };
                Some((*index, Blurred::new(shadow, &plan.to_device(item.transform), &visible)?))
            })
            .collect();
        let blurred_runs = seen
            .par_iter()
            .filter_map(|index| {
                let run = glyphs.run(*index)?;
                if crate::blur::reach(run.deviation) == 0 {
                    return None;
                }
                let t = plan.to_device(plan.list.items[*index].transform);
                Some((*index, run_mask(&glyphs, run, &t, &visible).unwrap_or_default()))
            })
            .collect();
        Self { glyphs, shadows, blurred_runs }
    }

    /// The blurred shape of a shadow item.
    pub(crate) fn shadow(&self, item: usize) -> Option<&Blurred> {
        self.shadows.get(&item)
    }

    /// The blurred coverage of a run item.
    pub(crate) fn blurred_run(&self, item: usize) -> Option<&Mask> {
        self.blurred_runs.get(&item)
    }
}
