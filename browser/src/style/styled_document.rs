//! `StyledDocument`: the style of every element that has one, and of its pseudo-elements.

use ashlar_gc::{Cx, Gc, GcVec, Trace};
use ashlar_layout::css::ComputedStyle;

use super::media::{MediaContext, MediaList};
use super::selector::Pseudo;
use crate::dom::{NodeId, NodeRef};

/// Sizes of query containers, known once a page was laid out.
pub trait ContainerSizes {
    /// Width and height of the content box of an element's box in CSS px.
    fn content_size(&self, element: NodeId) -> Option<(f32, f32)>;
}

/// The styles of the pseudo-elements of one element.
#[derive(Clone, Copy, Debug, Default, Trace)]
pub struct PseudoStyles<'h>([Option<Gc<'h, ComputedStyle<'h>>>; Pseudo::ALL.len()]);

impl<'h> PseudoStyles<'h> {
    pub(super) fn set(&mut self, pseudo: Pseudo, style: Gc<'h, ComputedStyle<'h>>) {
        self.0[pseudo.index()] = Some(style);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(Option::is_none)
    }
}

/// The styles of a document.
#[derive(Debug)]
pub struct StyledDocument<'h> {
    styles: GcVec<'h, Option<Gc<'h, ComputedStyle<'h>>>>,
    pseudo_styles: GcVec<'h, Option<Gc<'h, PseudoStyles<'h>>>>,
    initial: Gc<'h, ComputedStyle<'h>>,
    media: MediaContext,
    /// Whether rules depend on the size of containers, so that the cascade must run again after a layout.
    pub uses_container_sizes: bool,
}

impl<'h> StyledDocument<'h> {
    pub(super) fn new(
        cx: &Cx<'h>,
        element_count: usize,
        initial: Gc<'h, ComputedStyle<'h>>,
        media: MediaContext,
    ) -> Self {
        Self {
            styles: GcVec::from_slice(cx, &vec![None; element_count]),
            pseudo_styles: GcVec::from_slice(cx, &vec![None; element_count]),
            initial,
            media,
            uses_container_sizes: false,
        }
    }

    pub(super) fn set_style(&self, cx: &Cx<'h>, element: NodeId, style: Gc<'h, ComputedStyle<'h>>) {
        if element.index() < self.styles.len() {
            self.styles.set(cx, element.index(), Some(style));
        }
    }

    pub(super) fn set_pseudo_styles(&self, cx: &Cx<'h>, element: NodeId, styles: PseudoStyles<'h>) {
        if element.index() < self.pseudo_styles.len() {
            self.pseudo_styles.set(cx, element.index(), Some(cx.alloc(styles)));
        }
    }

    /// The style of an element; `None` for other nodes and below `display: none`.
    pub fn style_of(&self, node: NodeRef<'h>) -> Option<Gc<'h, ComputedStyle<'h>>> {
        self.styles.try_get(node.element()?.id().index()).flatten()
    }

    /// The style of a pseudo-element; `None` if no rule is about it.
    pub fn pseudo(&self, node: NodeRef<'h>, pseudo: Pseudo) -> Option<Gc<'h, ComputedStyle<'h>>> {
        let styles = self.pseudo_styles.try_get(node.element()?.id().index()).flatten()?;
        styles.0[pseudo.index()]
    }

    /// The style in which every property has its initial value.
    pub fn initial(&self) -> Gc<'h, ComputedStyle<'h>> {
        self.initial
    }

    /// Whether a media query list is true for the medium of the page: `media` and `sizes` attributes ask.
    pub fn media_matches(&self, query: &str) -> bool {
        MediaList::parse_str(query).matches(&self.media)
    }
}
