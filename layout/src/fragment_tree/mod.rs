//! The fragment tree: the result of layout, and all that paint reads.
//!
//! A fragment is immutable and knows its size but not its place: the offset of a child stands in its parent's list, so
//! that a cached fragment can be used anywhere. All coordinates are physical and relative to the border box of the
//! parent fragment. Fragments carry their style; no later phase reads the box tree.

pub mod builder;
pub mod dump;
pub mod overflow;
pub mod transform;

use ashlar_gc::{Gc, Trace};

use crate::box_tree::{BoxFlags, BoxId, SourceNode};
use crate::css::ComputedStyle;
use crate::geometry::{LayoutUnit, PhysicalOffset, PhysicalRect, PhysicalSides, PhysicalSize};
use crate::text::font_source::{FontInstanceId, ShapedGlyph};

/// A fragment of any kind.
#[derive(Clone, Copy, Debug, Trace)]
pub enum Fragment<'h> {
    /// A box, or a part of one.
    Box(Gc<'h, BoxFragment<'h>>),
    /// A line of inline content.
    Line(Gc<'h, LineFragment<'h>>),
    /// Text on a line.
    Text(Gc<'h, TextFragment<'h>>),
}

/// A fragment in its parent.
#[derive(Clone, Copy, Debug, Trace)]
pub struct ChildFragment<'h> {
    /// From the top left corner of the parent's border box (of the line box, for a child of a line). Relative positioning is already in it.
    pub offset: PhysicalOffset,
    /// The fragment.
    pub fragment: Fragment<'h>,
}

/// What kind of box a fragment is of.
#[derive(Clone, Copy, Debug, PartialEq, Trace)]
pub enum BoxFragmentKind {
    /// A block container, flex or grid container.
    Block,
    /// An inline box on one line.
    InlineBox,
    /// Replaced content; see [`crate::box_tree::ReplacedContents::content`].
    Replaced(Option<u32>),
    /// A table wrapper: draws nothing but its children.
    TableWrapper,
    /// The grid box of a table.
    TableGrid,
    /// A row group.
    TableSection,
    /// A row.
    TableRow,
    /// A column group or column: only its background shows, drawn behind the cells.
    TableColumn,
    /// A cell; whether it is empty for `empty-cells: hide`.
    TableCell {
        /// No content at all.
        is_empty: bool,
    },
    /// An outside list marker.
    Marker,
}

/// A box's fragment.
#[derive(Debug, Trace)]
pub struct BoxFragment<'h> {
    /// The box.
    pub box_id: BoxId,
    /// Its node.
    pub source: Option<SourceNode>,
    /// Its kind.
    pub kind: BoxFragmentKind,
    /// Its style.
    pub style: Gc<'h, ComputedStyle<'h>>,
    /// Facts about the box.
    pub flags: BoxFlags,
    /// The border box.
    pub size: PhysicalSize,
    /// Used border widths (for a collapsed table cell, half of what the grid draws).
    pub border: PhysicalSides<LayoutUnit>,
    /// Used padding.
    pub padding: PhysicalSides<LayoutUnit>,
    /// Which sides of a split inline box are there.
    pub edges: PhysicalSides<bool>,
    /// Children in tree order; absolutely positioned ones whose containing block this is come last.
    pub children: Gc<'h, [ChildFragment<'h>]>,
    /// Distance of the first line's baseline from the top of the border box, if there is one.
    pub first_baseline: Option<LayoutUnit>,
    /// The same of the last line.
    pub last_baseline: Option<LayoutUnit>,
    /// What descendants cover, in this border box's coordinates, as far as it can be scrolled to or drawn
    /// ([CSS Overflow 3, § 2.2](https://www.w3.org/TR/css-overflow-3/#scrollable)).
    pub scrollable_overflow: PhysicalRect,
    /// Borders of a table in the collapsing model, drawn by the grid.
    pub collapsed_borders: Option<Gc<'h, [CollapsedBorderEdge]>>,
}

/// One drawn edge of a table with collapsed borders.
#[derive(Clone, Copy, Debug, Trace)]
pub struct CollapsedBorderEdge {
    /// The rectangle the edge fills, relative to the grid's border box.
    pub rect: PhysicalRect,
    /// Whether the edge runs horizontally.
    pub is_horizontal: bool,
    /// Its style.
    #[trace(skip)]
    pub style: crate::css::values::background::BorderStyle,
    /// Its colour.
    #[trace(skip)]
    pub color: crate::css::values::color::Rgba,
}

/// A line box.
#[derive(Debug, Trace)]
pub struct LineFragment<'h> {
    /// The line box.
    pub size: PhysicalSize,
    /// Distance of the baseline from its top.
    pub baseline: LayoutUnit,
    /// Text, inline boxes and atomic inlines in visual order.
    pub children: Gc<'h, [ChildFragment<'h>]>,
    /// The style that paints the line's ellipsis, if there is one, is the block container's.
    pub is_clamped: bool,
}

/// Text on a line, of one text node.
#[derive(Debug, Trace)]
pub struct TextFragment<'h> {
    /// The text node.
    pub source: SourceNode,
    /// Style of its parent.
    pub style: Gc<'h, ComputedStyle<'h>>,
    /// Where its characters start in the paragraph, in bytes: the logical order of fragments on a line.
    pub start: u32,
    /// Its characters, as laid out (collapsible spaces at the ends of lines are gone).
    pub text: Gc<'h, str>,
    /// Width by ascent plus descent of the primary font.
    pub size: PhysicalSize,
    /// Distance of the baseline from its top: the primary font's ascent.
    pub ascent: LayoutUnit,
    /// Glyphs by font, left to right.
    pub runs: Gc<'h, [GlyphRun<'h>]>,
    /// Whether its characters run right to left.
    pub is_rtl: bool,
}

/// Glyphs of one font.
#[derive(Clone, Copy, Debug, Trace)]
pub struct GlyphRun<'h> {
    /// The font.
    pub font: FontInstanceId,
    /// Where the pen starts, in px from the left edge of the text fragment.
    pub x: f32,
    /// Glyphs left to right; advances include letter-, word-spacing and justification.
    pub glyphs: Gc<'h, [ShapedGlyph]>,
}

/// The whole tree.
#[derive(Clone, Copy, Debug, Trace)]
pub struct FragmentTree<'h> {
    /// The root element's fragment, with its offset from the corner of the canvas.
    pub root: Option<ChildFragment<'h>>,
    /// Fixed-position fragments whose containing block is the viewport, and absolutely positioned ones whose containing block is the initial one.
    pub viewport_children: Gc<'h, [ChildFragment<'h>]>,
    /// The initial containing block.
    pub viewport: PhysicalSize,
    /// The document's scrollable area: at least the viewport.
    pub document: PhysicalSize,
}
