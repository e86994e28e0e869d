//! `display`.
//!
//! Spec: <https://www.w3.org/TR/css-display-3/#the-display-properties>.

use cssparser::{Parser, match_ignore_ascii_case};

use super::parse::{CssValue, Parsed, ParserContext, invalid};

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
            Self::Flow { outside: DisplayOutside::Inline, inside: DisplayInside::Flow | DisplayInside::Ruby, .. }
                | Self::RubyInternal(_)
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
                inside: if matches!(inside, DisplayInside::FlowRoot | DisplayInside::Ruby) {
                    DisplayInside::Flow
                } else {
                    inside
                },
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

impl CssValue for Display {
    fn parse(_cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        let (mut outside, mut inside, mut list_item, mut count) = (None, None, false, 0);
        while let Ok(name) = input.try_parse(|input| input.expect_ident_cloned()) {
            if count == 0
                && let Some(display) = Self::from_single_keyword(&name)
            {
                return Ok(display);
            }
            count += 1;
            match_ignore_ascii_case! { &name,
                "block" if outside.is_none() => outside = Some(DisplayOutside::Block),
                "inline" if outside.is_none() => outside = Some(DisplayOutside::Inline),
                "list-item" if !list_item => list_item = true,
                _ => match inside_keyword(&name) {
                    Some(value) if inside.is_none() => inside = Some(value),
                    _ => return invalid(),
                },
            }
        }
        let inside_or_flow = inside.unwrap_or(DisplayInside::Flow);
        if count == 0 || (list_item && !matches!(inside_or_flow, DisplayInside::Flow | DisplayInside::FlowRoot)) {
            return invalid();
        }
        let default_outside =
            if inside == Some(DisplayInside::Ruby) { DisplayOutside::Inline } else { DisplayOutside::Block };
        Ok(Self::Flow { outside: outside.unwrap_or(default_outside), inside: inside_or_flow, list_item })
    }
}

fn inside_keyword(name: &str) -> Option<DisplayInside> {
    Some(match_ignore_ascii_case! { name,
        "flow" => DisplayInside::Flow,
        "flow-root" => DisplayInside::FlowRoot,
        "table" => DisplayInside::Table,
        "flex" | "-webkit-flex" => DisplayInside::Flex,
        "grid" => DisplayInside::Grid,
        "ruby" => DisplayInside::Ruby,
        _ => return None,
    })
}

impl Display {
    /// The keywords that stand alone.
    fn from_single_keyword(name: &str) -> Option<Self> {
        let inline = |inside| Self::flow(DisplayOutside::Inline, inside);
        Some(match_ignore_ascii_case! { name,
            "none" => Self::None,
            "contents" => Self::Contents,
            "inline-block" => Self::INLINE_BLOCK,
            "inline-table" => inline(DisplayInside::Table),
            "inline-flex" | "-webkit-inline-flex" => inline(DisplayInside::Flex),
            "inline-grid" => inline(DisplayInside::Grid),
            "-webkit-box" => Self::flow(DisplayOutside::Block, DisplayInside::WebkitBox),
            "-webkit-inline-box" => inline(DisplayInside::WebkitBox),
            "table-row-group" => Self::TableInternal(TableInternal::RowGroup),
            "table-header-group" => Self::TableInternal(TableInternal::HeaderGroup),
            "table-footer-group" => Self::TableInternal(TableInternal::FooterGroup),
            "table-row" => Self::TableInternal(TableInternal::Row),
            "table-cell" => Self::TableInternal(TableInternal::Cell),
            "table-column-group" => Self::TableInternal(TableInternal::ColumnGroup),
            "table-column" => Self::TableInternal(TableInternal::Column),
            "table-caption" => Self::TableInternal(TableInternal::Caption),
            "ruby-text" => Self::RubyInternal(RubyInternal::Text),
            "math" => inline(DisplayInside::Flow),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::css::values::UrlBase;

    fn display(text: &str) -> Option<Display> {
        let cx = ParserContext::new(false, UrlBase::none());
        Parser::new(text).parse_entirely(|input| Display::parse(&cx, input)).ok()
    }

    #[test]
    fn two_keyword_syntax() {
        assert_eq!(display("inline flow-root"), Some(Display::INLINE_BLOCK));
        assert_eq!(display("flex block"), display("flex"));
        assert_eq!(
            display("inline list-item"),
            Some(Display::Flow { outside: DisplayOutside::Inline, inside: DisplayInside::Flow, list_item: true })
        );
        assert_eq!(display("list-item grid"), None);
        assert_eq!(display("block block"), None);
        assert_eq!(display("inline"), Some(Display::INLINE));
    }
}
