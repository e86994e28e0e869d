//! The door from block to inline layout.

use ashlar_gc::Gc;

use super::flow::{Container, FlowState};
use crate::box_tree::{InlineContents, LayoutBox};
use crate::constraint::IntrinsicSizes;
use crate::context::LayoutContext;

/// Whether the contents make a line at all; without one, margins collapse through them.
pub(super) fn has_lines(_layout_box: &LayoutBox<'_>, contents: &InlineContents<'_>) -> bool {
    !contents.text.is_empty()
}

/// Lays out the inline contents of a block container.
pub(super) fn layout<'h>(
    _ctx: &LayoutContext<'_, 'h>,
    _state: &mut FlowState,
    _container: &mut Container<'_, 'h>,
    _layout_box: &LayoutBox<'h>,
    _contents: Gc<'h, InlineContents<'h>>,
) {
}

/// The intrinsic sizes of inline contents.
pub fn intrinsic_sizes<'h>(
    _ctx: &LayoutContext<'_, 'h>,
    _layout_box: &LayoutBox<'h>,
    _contents: Gc<'h, InlineContents<'h>>,
) -> IntrinsicSizes {
    IntrinsicSizes::default()
}
