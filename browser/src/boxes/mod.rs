//! From the styled document to the box tree: which boxes there are and what they hold.
//!
//! `construct` walks the document and feeds [`ashlar_layout::box_tree::builder::BoxTreeBuilder`]; generated content,
//! counters, list markers, replaced elements and form controls become boxes here. What layout cannot know (which node a
//! box is of, what a replaced box draws) stays beside the tree in [`StyledBoxes`].
//!
//! | file | what it makes |
//! |---|---|
//! | `construct` | boxes of elements and text |
//! | `generated` | `::before`, `::after`, quotes |
//! | `first_letter` | `::first-letter` |
//! | `counters` | counter scopes, `list-item` |
//! | `counter_styles` | numbers as text, `@counter-style` |
//! | `markers` | `::marker` |
//! | `embedded`, `replaced` | images, frames, inline SVG |
//! | `form_controls` | inputs, buttons, menus |

use std::sync::Arc;

use ashlar_gc::{Cx, Gc, GcVec};
use ashlar_layout::box_tree::BoxTree;
use ashlar_layout::css::ComputedStyle;
use ashlar_layout::text::font_source::FontSource;

use crate::dom::{Document, NodeRef};
use crate::style::StyledDocument;
use crate::style::stylesheet::CounterStyleRule;

mod construct;
mod counter_styles;
mod counters;
mod embedded;
mod first_letter;
mod form_controls;
mod generated;
mod markers;
mod replaced;

pub use embedded::image_source;
pub use replaced::{ControlKind, ListSymbol, NaturalSize, NaturalSizes, ReplacedContent};

/// The box tree with what layout does not need to know.
pub struct StyledBoxes<'h> {
    /// The tree.
    pub tree: BoxTree<'h>,
    /// The node of each [`ashlar_layout::box_tree::SourceNode::node`]: elements and text nodes.
    pub sources: GcVec<'h, NodeRef<'h>>,
    /// What each [`ashlar_layout::box_tree::ReplacedContents::content`] draws.
    pub replaced: Gc<'h, [ReplacedContent<'h>]>,
}

/// Where box construction gets what the document does not hold.
pub struct BoxEnvironment<'a> {
    /// Fonts, for the sizes of form controls and list symbols.
    pub fonts: &'a dyn FontSource,
    /// The page's counter styles.
    pub counter_styles: &'a [Arc<CounterStyleRule>],
    /// Natural sizes of images by absolute URL.
    pub images: &'a dyn NaturalSizes,
    /// Device px per CSS px, for `srcset`.
    pub scale: f32,
    /// Viewport width in CSS px, for `sizes`.
    pub viewport_width: f32,
}

/// Makes the box tree of a document.
pub fn construct<'h>(
    cx: &Cx<'h>,
    document: &Document<'h>,
    styled: &StyledDocument<'h>,
    initial_style: Gc<'h, ComputedStyle<'h>>,
    environment: &BoxEnvironment<'_>,
) -> StyledBoxes<'h> {
    construct::Constructor::new(cx, document, styled, initial_style, environment).run()
}
