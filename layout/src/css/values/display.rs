//! `display`.
//!
//! Spec: <https://www.w3.org/TR/css-display-3/#the-display-properties>.

/// The computed `display`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Display {
    /// `none`: no box for the element nor its descendants.
    None,
    /// `contents`: no box for the element itself.
    Contents,
    /// A box with an outer and an inner display type.
    Flow {
        /// How the box takes part in its parent's layout.
        outside: DisplayOutside,
        /// How its contents are laid out.
        inside: DisplayInside,
        /// Whether it has a `::marker`.
        list_item: bool,
    },
    /// A box that means something only inside a table.
    TableInternal(TableInternal),
    /// `ruby-base`, `ruby-text` and their containers.
    RubyInternal(RubyInternal),
}

/// The outer display type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DisplayOutside {
    /// Block-level.
    Block,
    /// Inline-level.
    Inline,
}

/// The inner display type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DisplayInside {
    /// Block and inline layout.
    Flow,
    /// The same, in an independent formatting context.
    FlowRoot,
    /// A table wrapper box.
    Table,
    /// A flex container.
    Flex,
    /// A grid container.
    Grid,
    /// A ruby container.
    Ruby,
    /// `-webkit-box`: a flex container of the 2009 draft (also used for line clamping).
    WebkitBox,
}

/// Layout-internal display types of tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TableInternal {
    /// `table-row-group`
    RowGroup,
    /// `table-header-group`
    HeaderGroup,
    /// `table-footer-group`
    FooterGroup,
    /// `table-row`
    Row,
    /// `table-cell`
    Cell,
    /// `table-column-group`
    ColumnGroup,
    /// `table-column`
    Column,
    /// `table-caption`
    Caption,
}

/// Layout-internal display types of ruby.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RubyInternal {
    /// `ruby-text`
    Text,
}

impl Display {
    /// `inline`, the initial value.
    pub const INLINE: Self = Self::flow(DisplayOutside::Inline, DisplayInside::Flow);
    /// `block`
    pub const BLOCK: Self = Self::flow(DisplayOutside::Block, DisplayInside::Flow);
    /// `inline-block`
    pub const INLINE_BLOCK: Self = Self::flow(DisplayOutside::Inline, DisplayInside::FlowRoot);
    /// `list-item`
    pub const LIST_ITEM: Self =
        Self::Flow { outside: DisplayOutside::Block, inside: DisplayInside::Flow, list_item: true };

    /// A box that is no list item.
    pub const fn flow(outside: DisplayOutside, inside: DisplayInside) -> Self {
        Self::Flow { outside, inside, list_item: false }
    }

    /// Whether the box takes part in an inline formatting context.
    pub fn is_inline_level(self) -> bool {
        matches!(self, Self::Flow { outside: DisplayOutside::Inline, .. } | Self::RubyInternal(_))
    }

    /// Whether the box is an inline box (`inline`, not an atomic inline).
    pub fn is_inline_flow(self) -> bool {
        matches!(
            self,
            Self::Flow {
                outside: DisplayOutside::Inline,
                inside: DisplayInside::Flow | DisplayInside::Ruby,
                ..
            } | Self::RubyInternal(_)
        )
    }

    /// The inner display type; the internal types of tables hold flow content.
    pub fn inside(self) -> DisplayInside {
        match self {
            Self::Flow { inside, .. } => inside,
            Self::TableInternal(TableInternal::Cell | TableInternal::Caption) => DisplayInside::FlowRoot,
            _ => DisplayInside::Flow,
        }
    }

    /// Whether a `::marker` is made.
    pub fn is_list_item(self) -> bool {
        matches!(self, Self::Flow { list_item: true, .. })
    }

    /// [§ 2.7](https://www.w3.org/TR/css-display-3/#transformations): the block-level counterpart, for floats,
    /// absolutely positioned boxes, flex and grid items and the root.
    pub fn blockified(self) -> Self {
        match self {
            Self::Flow { outside: DisplayOutside::Inline, inside, list_item } => Self::Flow {
                outside: DisplayOutside::Block,
                // `inline-block` becomes `block`: Chromium computes `block` for both.
                inside: if matches!(inside, DisplayInside::FlowRoot | DisplayInside::Ruby) { DisplayInside::Flow } else { inside },
                list_item,
            },
            Self::TableInternal(_) | Self::RubyInternal(_) => Self::BLOCK,
            other => other,
        }
    }
}

impl Default for Display {
    fn default() -> Self {
        Self::INLINE
    }
}
