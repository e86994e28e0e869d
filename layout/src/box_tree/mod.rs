//! The box tree: what layout lays out.
//!
//! Promises to layout ([`verify`] checks them in debug builds):
//!
//! - anonymous boxes are present: a block container holds only block-level boxes or only inline content; inline boxes
//!   that contain block-level boxes are split around them;
//! - children of flex and grid containers are blockified, text directly in them is wrapped, white space alone is gone;
//! - tables are complete: a table box holds captions and a grid of sections, rows and cells, each cell a block
//!   container ([CSS Tables 3, § 2.2](https://www.w3.org/TR/css-tables-3/#fixup));
//! - white space is collapsed and transformed text is in its final letters
//!   ([CSS Text 4, § 4.3.1](https://www.w3.org/TR/css-text-4/#white-space-phase-1)); what depends on lines (spaces
//!   at their ends) is left to inline layout;
//! - `display: none` and `contents` make no boxes; nesting is at most [`crate::limits::MAX_BOX_DEPTH`].
//!
//! Layout never writes to the tree. Results are cached beside it by [`BoxId`].

use ashlar_gc::{Gc, Trace};

use crate::css::ComputedStyle;
use crate::geometry::LayoutUnit;

mod anonymous_blocks;
pub mod builder;
pub mod dump;
mod table_fixup;
mod text_transform;
pub mod verify;
mod whitespace;

/// Dense number of a box, in preorder of the tree: usable as an index and as tree order for painting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Trace)]
pub struct BoxId(pub u32);

/// Which box of an element this is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Trace)]
pub enum PseudoElement {
    /// The element's own box (or a text node's text).
    #[default]
    None,
    /// `::before`
    Before,
    /// `::after`
    After,
    /// `::marker`
    Marker,
    /// `::first-letter`
    FirstLetter,
    /// A box that a form control makes inside itself.
    FormControl,
}

/// Where a box comes from: opaque to layout, so that boxes can be matched with nodes afterwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Trace)]
pub struct SourceNode {
    /// The node's number in its document.
    pub node: u32,
    /// Which of its boxes.
    pub pseudo: PseudoElement,
}

/// A box.
#[derive(Debug, Trace)]
pub struct LayoutBox<'h> {
    /// Its number.
    pub id: BoxId,
    /// Its node; anonymous boxes have none.
    pub source: Option<SourceNode>,
    /// Its style.
    pub style: Gc<'h, ComputedStyle<'h>>,
    /// What it holds, which is also how it is laid out.
    pub contents: BoxContents<'h>,
    /// Facts about its place in the tree.
    pub flags: BoxFlags,
    /// Its outside `::marker`, laid out beside its first line.
    pub outside_marker: Option<Gc<'h, LayoutBox<'h>>>,
}

/// Facts about a box.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Trace)]
pub struct BoxFlags {
    /// The root element's box.
    pub is_root: bool,
    /// The body element's box (quirks, and propagation of background and overflow).
    pub is_body: bool,
    /// A generated wrapper.
    pub is_anonymous: bool,
    /// A generated wrapper around inline content that is not the first child of its parent: `text-indent` is not its.
    pub is_after_first_line: bool,
    /// Its parent is a flex or grid container.
    pub is_flex_or_grid_item: bool,
    /// A generated wrapper around a block-level box inside inline boxes, which are split around it: it does to the block
    /// what they do to their content.
    pub is_block_in_inline: bool,
    /// Of such a wrapper: the positioned inline box it stands for.
    pub split_inline: Option<BoxId>,
    /// `overflow` was propagated to the viewport, so the box itself is `visible`.
    pub overflow_is_propagated: bool,
    /// A button: its content is centred vertically.
    pub centers_content: bool,
    /// A `fieldset`, whose first child is its rendered legend.
    pub is_fieldset: bool,
    /// A rendered `legend`.
    pub is_legend: bool,
    /// In a table cell, flex or grid container: percentages of the columns of a table here do not widen it when its
    /// intrinsic sizes are asked for.
    pub ignores_column_percentages: bool,
    /// A table cell with the `nowrap` attribute (quirks).
    pub has_nowrap_attribute: bool,
    /// The natural inline size of a form control's content box: its content has no say in it.
    pub control_inline_size: Option<LayoutUnit>,
    /// The same of its block size.
    pub control_block_size: Option<LayoutUnit>,
}

/// What a box holds.
#[derive(Clone, Copy, Debug, Trace)]
pub enum BoxContents<'h> {
    /// A block container with block-level children (possibly none).
    Blocks(Gc<'h, [Gc<'h, LayoutBox<'h>>]>),
    /// A block container with inline content.
    Inline(Gc<'h, InlineContents<'h>>),
    /// A flex container and its items in document order.
    Flex(Gc<'h, [Gc<'h, LayoutBox<'h>>]>),
    /// A grid container and its items in document order.
    Grid(Gc<'h, [Gc<'h, LayoutBox<'h>>]>),
    /// A table wrapper.
    Table(Gc<'h, TableContents<'h>>),
    /// Content from outside: image, video, canvas, frame, form control.
    Replaced(Gc<'h, ReplacedContents>),
}

/// The content of an inline formatting context, flattened in document order.
///
/// `text` holds every character of the paragraph. Atomic inlines stand as U+FFFC, forced breaks as U+000A, `<wbr>` as U+200B; floats and
/// absolutely positioned boxes take no character.
#[derive(Debug, Trace)]
pub struct InlineContents<'h> {
    /// All characters.
    pub text: Gc<'h, str>,
    /// Items in document order; their text ranges follow one another.
    pub items: Gc<'h, [InlineItem<'h>]>,
    /// Whether any character or property may reorder text.
    pub may_need_bidi: bool,
}

/// An item of inline content.
#[derive(Clone, Copy, Debug, Trace)]
pub enum InlineItem<'h> {
    /// Characters of one text node (forced breaks included).
    Text(InlineText<'h>),
    /// An inline box begins.
    StartInlineBox(Gc<'h, InlineBox<'h>>),
    /// The innermost open inline box ends.
    EndInlineBox(Gc<'h, InlineBox<'h>>),
    /// An inline-block, inline-table, inline-flex, inline-grid or replaced box; one U+FFFC.
    Atomic(Gc<'h, LayoutBox<'h>>),
    /// A float.
    Float(Gc<'h, LayoutBox<'h>>),
    /// An absolutely positioned box.
    OutOfFlow(Gc<'h, LayoutBox<'h>>),
}

/// Characters of one text node.
#[derive(Clone, Copy, Debug, Trace)]
pub struct InlineText<'h> {
    /// First byte in the paragraph's text.
    pub start: u32,
    /// End byte.
    pub end: u32,
    /// Style of the text's parent.
    pub style: Gc<'h, ComputedStyle<'h>>,
    /// The text node, or the element and pseudo-element whose text it is.
    pub source: SourceNode,
}

/// An inline box (`display: inline`), or a part of one that was split around a block.
#[derive(Debug, Trace)]
pub struct InlineBox<'h> {
    /// Its number.
    pub id: BoxId,
    /// Its node.
    pub source: Option<SourceNode>,
    /// Its style.
    pub style: Gc<'h, ComputedStyle<'h>>,
    /// Whether this part has the box's start edge (margin, border, padding).
    pub has_start_edge: bool,
    /// Whether this part has the box's end edge.
    pub has_end_edge: bool,
}

/// A table wrapper's content.
#[derive(Debug, Trace)]
pub struct TableContents<'h> {
    /// Captions in document order.
    pub captions: Gc<'h, [Gc<'h, LayoutBox<'h>>]>,
    /// Column groups in document order, columns outside a group in anonymous groups.
    pub column_groups: Gc<'h, [TableColumnGroup<'h>]>,
    /// Row groups in document order; paint and layout order put the header first and the footer last.
    pub sections: Gc<'h, [TableSection<'h>]>,
    /// Style of the grid box: the wrapper box takes margins, position and float from the element, the grid the rest.
    pub grid_style: Gc<'h, ComputedStyle<'h>>,
}

/// A column group.
#[derive(Clone, Copy, Debug, Trace)]
pub struct TableColumnGroup<'h> {
    /// Its number.
    pub id: BoxId,
    /// Its node, none for an anonymous one.
    pub source: Option<SourceNode>,
    /// Its style.
    pub style: Gc<'h, ComputedStyle<'h>>,
    /// `span`, used where it has no columns.
    pub span: u32,
    /// Its columns.
    pub columns: Gc<'h, [TableColumn<'h>]>,
}

/// A column.
#[derive(Clone, Copy, Debug, Trace)]
pub struct TableColumn<'h> {
    /// Its number.
    pub id: BoxId,
    /// Its node.
    pub source: Option<SourceNode>,
    /// Its style.
    pub style: Gc<'h, ComputedStyle<'h>>,
    /// `span`, 1 to [`crate::limits::MAX_COLUMN_SPAN`].
    pub span: u32,
}

/// Which row group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Trace)]
pub enum TableSectionKind {
    /// `table-header-group`
    Header,
    /// `table-row-group`
    Body,
    /// `table-footer-group`
    Footer,
}

/// A row group.
#[derive(Clone, Copy, Debug, Trace)]
pub struct TableSection<'h> {
    /// Its number.
    pub id: BoxId,
    /// Its node, none for an anonymous one.
    pub source: Option<SourceNode>,
    /// Its style.
    pub style: Gc<'h, ComputedStyle<'h>>,
    /// Header, body or footer.
    pub kind: TableSectionKind,
    /// Its rows.
    pub rows: Gc<'h, [TableRow<'h>]>,
}

/// A row.
#[derive(Clone, Copy, Debug, Trace)]
pub struct TableRow<'h> {
    /// Its number.
    pub id: BoxId,
    /// Its node, none for an anonymous one.
    pub source: Option<SourceNode>,
    /// Its style.
    pub style: Gc<'h, ComputedStyle<'h>>,
    /// Its cells.
    pub cells: Gc<'h, [TableCell<'h>]>,
}

/// A cell.
#[derive(Clone, Copy, Debug, Trace)]
pub struct TableCell<'h> {
    /// The cell's box, a block container that is a BFC root.
    pub cell_box: Gc<'h, LayoutBox<'h>>,
    /// `colspan`, 1 to [`crate::limits::MAX_COLUMN_SPAN`].
    pub column_span: u32,
    /// `rowspan`, 1 to [`crate::limits::MAX_ROW_SPAN`]; 0 means to the end of the section.
    pub row_span: u32,
}

/// Content from outside.
#[derive(Clone, Copy, Debug, PartialEq, Trace)]
pub struct ReplacedContents {
    /// Natural width in px.
    pub natural_width: Option<f32>,
    /// Natural height in px.
    pub natural_height: Option<f32>,
    /// Natural ratio, width over height.
    pub natural_ratio: Option<f32>,
    /// What is drawn: a number that `browser` maps to an image, a frame or a control. `None` draws nothing.
    pub content: Option<u32>,
    /// Whether the element is replaced by a form control's default size rules rather than an image's.
    pub is_control: bool,
    /// For a control with a text baseline: distance of the baseline from the top of its content box in px.
    pub baseline: Option<f32>,
}

/// The whole tree.
#[derive(Clone, Copy, Debug, Trace)]
pub struct BoxTree<'h> {
    /// The root element's box, none where it makes no box.
    pub root: Option<Gc<'h, LayoutBox<'h>>>,
    /// How many boxes there are; every [`BoxId`] is below.
    pub box_count: u32,
    /// Style of which every property is initial.
    pub initial_style: Gc<'h, ComputedStyle<'h>>,
    /// Whether the document is in quirks mode.
    pub is_quirks: bool,
}

impl InlineBox<'_> {
    /// Whether it is a part of an inline box that was split around a block.
    pub fn is_split(&self) -> bool {
        !(self.has_start_edge && self.has_end_edge)
    }
}

impl<'h> LayoutBox<'h> {
    /// Whether the box is laid out apart from its surroundings: no margins collapse across its border, no float
    /// reaches in or out ([CSS Display 3](https://www.w3.org/TR/css-display-3/#independent-formatting-context)).
    pub fn establishes_independent_formatting_context(&self) -> bool {
        use crate::css::values::display::{Display, DisplayInside, TableInternal};
        use crate::css::values::position::{Contain, ContentVisibility, Overflow};
        let style = &*self.style;
        match self.contents {
            BoxContents::Flex(_) | BoxContents::Grid(_) | BoxContents::Table(_) | BoxContents::Replaced(_) => true,
            BoxContents::Blocks(_) | BoxContents::Inline(_) => {
                let clips = |overflow: &Overflow| !matches!(overflow, Overflow::Visible | Overflow::Clip);
                self.flags.is_root
                    || self.flags.is_flex_or_grid_item
                    || self.flags.is_fieldset
                    || style.is_out_of_flow()
                    || (!self.flags.overflow_is_propagated && (clips(style.overflow_x()) || clips(style.overflow_y())))
                    || matches!(style.display().inside(), DisplayInside::FlowRoot | DisplayInside::WebkitBox)
                    || matches!(style.display(), Display::TableInternal(TableInternal::Cell | TableInternal::Caption))
                    || style.contain().intersects(Contain::LAYOUT | Contain::PAINT)
                    || *style.content_visibility() != ContentVisibility::Visible
                    || self.aligns_content()
                    || style.column_count().0.is_some()
                    || style.column_width().0.is_some()
            }
        }
    }

    /// Whether `align-content` moves the contents of this block container; table cells have ways of their own.
    pub fn aligns_content(&self) -> bool {
        use crate::css::values::alignment::AlignKeyword;
        use crate::css::values::display::{Display, TableInternal};
        self.style.align_content().0.keyword != AlignKeyword::Normal
            && !self.flags.centers_content
            && !matches!(self.style.display(), Display::TableInternal(TableInternal::Cell))
    }

    /// Whether the box is out of flow by absolute positioning.
    pub fn is_absolutely_positioned(&self) -> bool {
        self.style.is_absolutely_positioned()
    }

    /// Whether the box floats (absolutely positioned boxes do not).
    pub fn is_floating(&self) -> bool {
        *self.style.float() != crate::css::values::position::Float::None && !self.is_absolutely_positioned()
    }

    /// Whether the box is the containing block of absolutely positioned descendants
    /// ([CSS Position 3, § 2.1](https://www.w3.org/TR/css-position-3/#def-cb)).
    pub fn contains_absolutely_positioned(&self) -> bool {
        use crate::css::values::position::Position;
        // An inline box that is split contains by all its parts together.
        self.flags.split_inline.is_none() && (*self.style.position() != Position::Static || self.contains_fixed())
    }

    /// Whether the box is the containing block of `position: fixed` descendants.
    pub fn contains_fixed(&self) -> bool {
        style_contains_fixed(&self.style)
    }
}

/// Whether a box of this style is the containing block of `position: fixed` descendants; transforms do so only where
/// the box is transformable, which inline boxes are not.
pub fn style_contains_fixed(style: &ComputedStyle<'_>) -> bool {
    use crate::css::values::effects::TransformStyle;
    use crate::css::values::position::{Contain, WillChange};
    !style.transform().0.is_empty()
        || style.translate().0.is_some()
        || style.rotate().0.is_some()
        || style.scale().0.is_some()
        || style.perspective().0.is_some()
        || *style.transform_style() == TransformStyle::Preserve3d
        || !style.filter().0.is_empty()
        || !style.backdrop_filter().0.is_empty()
        || style.contain().intersects(Contain::LAYOUT | Contain::PAINT)
        || style.will_change().contains(WillChange::FIXED_CONTAINING_BLOCK)
}
