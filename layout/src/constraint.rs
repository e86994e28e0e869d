//! What a parent tells a child before layout, and what the child answers.

use ashlar_gc::{Gc, Trace};

use crate::box_tree::{BoxId, LayoutBox};
use crate::fragment_tree::BoxFragment;
use crate::geometry::{LayoutUnit, LogicalOffset, LogicalSize, WritingMode};

/// The space for a box that is laid out as an independent formatting context. Everything the result depends on besides
/// the box itself stands here, so it is the key of the layout cache. All in the *containing block's* (parent's) axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ConstraintSpace {
    /// Inline size that is available for the margin box; `None` is unlimited (max-content).
    pub available_inline: LayoutUnit,
    /// Block size that is available, if definite (for `stretch` and orthogonal flows).
    pub available_block: Option<LayoutUnit>,
    /// Basis of percentages of the inline axis (and of margins and paddings on both).
    pub percentage_inline: LayoutUnit,
    /// Basis of percentages of the block axis; `None` where indefinite: they behave as `auto`.
    pub percentage_block: Option<LayoutUnit>,
    /// Border-box inline size set by the parent (flex, grid, table, absolute positioning).
    pub fixed_inline: Option<LayoutUnit>,
    /// Border-box block size set by the parent.
    pub fixed_block: Option<LayoutUnit>,
    /// Whether `fixed_block` counts as indefinite for the percentages of children.
    pub fixed_block_is_indefinite: bool,
    /// The block size is that of the content: `block-size`, its limits and the ratio are left aside (for the content-based
    /// sizes of flex items).
    pub ignores_block_sizes: bool,
    /// `inline-size: auto` means fit-content rather than fill (floats, inline-blocks, absolutely positioned, cells …).
    pub shrink_to_fit: bool,
    /// Block size of a table cell's row, for `vertical-align` and percentage heights: the cell's content is laid out in it.
    pub is_table_cell: bool,
    /// The containing block's writing mode.
    pub parent_writing_mode: WritingMode,
}

impl ConstraintSpace {
    /// A space in which only the inline size is limited, both percentages' bases being what is available.
    pub fn new(available_inline: LayoutUnit, percentage_block: Option<LayoutUnit>, mode: WritingMode) -> Self {
        Self {
            available_inline,
            available_block: percentage_block,
            percentage_inline: available_inline,
            percentage_block,
            fixed_inline: None,
            fixed_block: None,
            fixed_block_is_indefinite: false,
            ignores_block_sizes: false,
            shrink_to_fit: false,
            is_table_cell: false,
            parent_writing_mode: mode,
        }
    }
}

/// Where an absolutely positioned box would be if it were static, for the sides that are `auto`.
#[derive(Clone, Copy, Debug, PartialEq, Trace)]
pub enum StaticEdge {
    /// The position is that of the box's start edge.
    Start,
    /// Of its centre.
    Center,
    /// Of its end edge.
    End,
}

/// An absolutely positioned box on its way to its containing block.
#[derive(Clone, Copy, Debug, Trace)]
pub struct OutOfFlowBox<'h> {
    /// The box.
    pub layout_box: Gc<'h, LayoutBox<'h>>,
    /// Static position, relative to the border box of the fragment that carries it, in that fragment's physical axes.
    pub static_position: crate::geometry::PhysicalOffset,
    /// Which point of the box is there, horizontally.
    pub horizontal_edge: StaticEdge,
    /// Which point of the box is there, vertically.
    pub vertical_edge: StaticEdge,
    /// The inline box split around blocks that is its containing block: the parts have no rectangle before the block
    /// container around them is laid out.
    pub split_inline: Option<BoxId>,
}

/// The answer of a box's layout.
#[derive(Clone, Copy, Debug, Trace)]
pub struct LayoutResult<'h> {
    /// The fragment.
    pub fragment: Gc<'h, BoxFragment<'h>>,
    /// Absolutely positioned descendants whose containing block is further up.
    pub out_of_flow: Gc<'h, [OutOfFlowBox<'h>]>,
}

/// The intrinsic inline sizes of a box ([CSS Sizing 3, § 2.1](https://www.w3.org/TR/css-sizing-3/#auto-box-sizes)).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Trace)]
pub struct IntrinsicSizes {
    /// The narrowest without overflow.
    pub min_content: LayoutUnit,
    /// The widest that helps.
    pub max_content: LayoutUnit,
}

impl IntrinsicSizes {
    /// Each the larger of both.
    pub fn max(self, other: Self) -> Self {
        Self {
            min_content: self.min_content.max(other.min_content),
            max_content: self.max_content.max(other.max_content),
        }
    }

    /// Both grown.
    pub fn grow(self, by: LayoutUnit) -> Self {
        Self { min_content: self.min_content + by, max_content: self.max_content + by }
    }

    /// [Shrink-to-fit](https://www.w3.org/TR/css-sizing-3/#fit-content-size): `min(max-content, max(min-content, available))`.
    pub fn shrink_to_fit(self, available: LayoutUnit) -> LayoutUnit {
        self.max_content.min(self.min_content.max(available))
    }
}

/// A logical rectangle is rarely needed whole; this is the size and place of a child in its container.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Trace)]
pub struct LogicalRect {
    /// Its start corner.
    pub offset: LogicalOffset,
    /// Its extent.
    pub size: LogicalSize,
}
