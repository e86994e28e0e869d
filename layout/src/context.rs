//! What every layout function is handed: the heap, the fonts, the viewport, the cache.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use ashlar_gc::{Cx, Gc, GcVec};
use rustc_hash::FxHashMap;

use crate::box_tree::{BoxId, BoxTree};
use crate::cache::LayoutCache;
use crate::css::ComputedStyle;
use crate::geometry::{LayoutUnit, PhysicalSize};
use crate::safepoint::Held;
use crate::text::font_source::FontSource;
use crate::text::shaped::ShapedParagraph;

/// The surroundings of one document's layout.
pub struct LayoutContext<'a, 'h> {
    /// The heap.
    pub cx: &'a Cx<'h>,
    /// The fonts.
    pub fonts: &'a dyn FontSource,
    /// The initial containing block.
    pub viewport: PhysicalSize,
    /// Whether the document is in quirks mode.
    pub is_quirks: bool,
    /// Whether lines without text have no strut: in quirks mode and in limited-quirks mode
    /// ([Quirks Mode, § 3.5](https://quirks.spec.whatwg.org/#the-line-height-calculation-quirk)).
    pub has_line_height_quirk: bool,
    /// Style of which every property is initial.
    pub initial_style: Gc<'h, ComputedStyle<'h>>,
    /// Results by box and constraint.
    pub cache: LayoutCache<'h>,
    /// Shaped paragraphs by the box whose inline content they are.
    pub paragraphs: RefCell<FxHashMap<BoxId, Rc<ShapedParagraph>>>,
    /// The block size that percentages of the children refer to whose intrinsic contributions are being asked for; set by
    /// [`crate::dispatch::content_intrinsic_sizes_in`] alone.
    pub intrinsic_percentage_block: Cell<Option<LayoutUnit>>,
    /// Whether a sticky box was laid out.
    pub has_sticky: Cell<bool>,
    /// Whether garbage may be collected in layout; see [`crate::safepoint`]. Off until the caller allows it.
    pub may_collect: Cell<bool>,
    /// Fragments of unfinished block containers, where a collection sees them.
    pub held: GcVec<'h, Held<'h>>,
    /// What was done, for timing reports.
    pub counts: LayoutCounts,
}

/// Exact counts of one document's layout.
#[derive(Debug, Default)]
pub struct LayoutCounts {
    /// Independent formatting contexts laid out.
    pub layouts: Cell<u64>,
    /// Results found in the cache.
    pub cache_hits: Cell<u64>,
    /// Lines made.
    pub lines: Cell<u64>,
    /// Glyphs shaped.
    pub glyphs: Cell<u64>,
}

impl<'a, 'h> LayoutContext<'a, 'h> {
    /// A context for a box tree.
    pub fn new(cx: &'a Cx<'h>, fonts: &'a dyn FontSource, viewport: PhysicalSize, tree: &BoxTree<'h>) -> Self {
        Self {
            cx,
            fonts,
            viewport,
            is_quirks: tree.is_quirks,
            has_line_height_quirk: tree.is_quirks,
            initial_style: tree.initial_style,
            cache: LayoutCache::new(cx, tree.box_count),
            paragraphs: RefCell::default(),
            intrinsic_percentage_block: Cell::new(None),
            has_sticky: Cell::new(false),
            may_collect: Cell::new(false),
            held: GcVec::new(),
            counts: LayoutCounts::default(),
        }
    }
}

/// Adds to a counter.
pub fn count(counter: &Cell<u64>, by: u64) {
    counter.set(counter.get() + by);
}
