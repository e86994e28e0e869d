//! Which part of a page the picture shows: the window, the whole document, a rectangle, or elements.

use ashlar_layout::fragment_tree::FragmentTree;
use ashlar_layout::geometry::LayoutUnit;
use ashlar_raster::{PixelRect, Pixmap, Rect};
use cssparser::Parser;
use selectors::context::{
    MatchingContext, MatchingForInvalidation, MatchingMode, NeedsSelectorFlags, QuirksMode, SelectorCaches,
};
use selectors::matching::matches_selector_list;
use selectors::parser::ParseRelative;

use crate::dom::iterate::descendant_elements;
use crate::dom::{Document, NodeRef};
use crate::style::selector::{ElementRef, Namespaces, SelectorList, parse_selector_list};

/// What of a page is drawn.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Capture {
    /// What the window shows.
    #[default]
    Window,
    /// The whole document, as wide as the window.
    FullPage,
    /// A rectangle in CSS px from the document's corner: left, top, width, height.
    Clip([f32; 4]),
    /// Elements, each in a picture of its own.
    Elements {
        /// Which, as a list of selectors.
        selector: String,
        /// All of them, and not the first alone.
        all: bool,
        /// CSS px around each.
        padding: f32,
    },
}

/// A selector list from an option; `None` when it does not parse.
pub fn parse_selector(text: &str) -> Option<SelectorList> {
    parse_selector_list(&mut Parser::new(text), &Namespaces::default(), ParseRelative::No).ok()
}

/// The elements that a selector means, in document order.
pub fn matching_elements<'h>(document: &Document<'h>, selectors: &SelectorList) -> Vec<NodeRef<'h>> {
    let mut caches = SelectorCaches::default();
    let quirks = if document.is_quirks() { QuirksMode::Quirks } else { QuirksMode::NoQuirks };
    let mut context = MatchingContext::new(
        MatchingMode::Normal,
        None,
        &mut caches,
        quirks,
        NeedsSelectorFlags::No,
        MatchingForInvalidation::No,
    );
    let means = |node: &NodeRef<'h>| {
        ElementRef::new(*node, document.is_html)
            .is_some_and(|element| matches_selector_list(selectors, element, &mut context))
    };
    descendant_elements(document.root).filter(means).collect()
}

/// A rectangle with room around it.
pub fn padded(rect: Rect, padding: f32) -> Rect {
    Rect::new(rect.left - padding, rect.top - padding, rect.right + padding, rect.bottom + padding)
}

/// The size of the document in whole CSS px, no smaller than the window; as wide as the window, as browsers draw it.
pub fn document_size(tree: &FragmentTree<'_>, window: (u32, u32)) -> (u32, u32) {
    let side = |length: LayoutUnit, least: u32| u32::try_from(length.ceil()).unwrap_or(0).max(least);
    (window.0, side(tree.document.height, window.1))
}

/// The smallest size from the document's corner that holds all rectangles.
pub fn size_around(areas: &[Rect]) -> (u32, u32) {
    // `as` cuts what is out of range, and NaN to 0.
    let farthest = |of: fn(&Rect) -> f32| areas.iter().map(of).fold(1.0, f32::max).ceil() as u32;
    (farthest(|rect| rect.right), farthest(|rect| rect.bottom))
}

/// The part of a picture of the document inside of a rectangle in CSS px, with every pixel that it touches.
pub fn crop(picture: &Pixmap, rect: Rect, scale: f32) -> Option<Pixmap> {
    // A hair of rounding is not a row of pixels.
    let (first, last) =
        (|edge: f32| (edge * scale + 0.01).floor() as i32, |edge: f32| (edge * scale - 0.01).ceil() as i32);
    picture.crop(PixelRect::new(first(rect.left), first(rect.top), last(rect.right), last(rect.bottom)))
}
