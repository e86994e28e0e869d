//! What the value of one property does to the computed value of another, after all were applied.

use super::builder::StyleBuilder;
use super::longhands::ComputedStyle;
use crate::css::values::alignment::AlignKeyword;
use crate::css::values::color::Rgba;
use crate::css::values::display::{Display, DisplayInside};
use crate::css::values::length::LineWidth;
use crate::css::values::position::{
    Clear, Contain, ContainerType, ContentVisibility, DirectionValue, Float, Overflow, Position, WritingModeValue,
};
use crate::css::values::text::{TextAlign, TextAlignLast};
use crate::geometry::{BlockFlow, Direction, WritingMode};

impl StyleBuilder<'_> {
    /// Makes the computed values agree with each other. `layout_parent` is the style of the nearest ancestor that
    /// makes a
    /// box (has no `display: contents`); the root element has none.
    ///
    /// Order: `display` first, for widths of borders and others do not depend on it, while containment looks at nothing
    /// else.
    pub fn adjust(&mut self, layout_parent: Option<&ComputedStyle<'_>>) {
        self.finish_font();
        self.adjust_position_and_float(layout_parent);
        self.adjust_display(layout_parent);
        self.adjust_overflow();
        self.adjust_line_widths();
        self.adjust_text_align();
        self.adjust_containment();
        self.adjust_justify_items();
    }

    /// [§ 9.7](https://www.w3.org/TR/CSS22/visuren.html#dis-pos-flo): what is positioned absolutely does not float. And
    /// [flex](https://www.w3.org/TR/css-flexbox-1/#flex-containers) and grid items do not either.
    fn adjust_position_and_float(&mut self, layout_parent: Option<&ComputedStyle<'_>>) {
        let style = &*self.box_style;
        let is_absolute = matches!(style.position, Position::Absolute | Position::Fixed);
        let is_item = layout_parent.is_some_and(|parent| is_item_container(parent));
        if style.float != Float::None && (is_absolute || is_item) {
            self.box_style.to_mut().float = Float::None;
        }
        let rtl = layout_parent.map_or(self.inherited_box.direction, |parent| parent.inherited_box.direction)
            == DirectionValue::Rtl;
        let float = match self.box_style.float {
            Float::InlineStart => Some(if rtl { Float::Right } else { Float::Left }),
            Float::InlineEnd => Some(if rtl { Float::Left } else { Float::Right }),
            _ => None,
        };
        if let Some(float) = float {
            self.box_style.to_mut().float = float;
        }
        let clear = match self.box_style.clear {
            Clear::InlineStart => Some(if rtl { Clear::Right } else { Clear::Left }),
            Clear::InlineEnd => Some(if rtl { Clear::Left } else { Clear::Right }),
            _ => None,
        };
        if let Some(clear) = clear {
            self.box_style.to_mut().clear = clear;
        }
    }

    /// [§ 2.7](https://www.w3.org/TR/css-display-3/#transformations): the root, floats, absolutely positioned boxes and
    /// items of flex and grid containers are block-level.
    fn adjust_display(&mut self, layout_parent: Option<&ComputedStyle<'_>>) {
        let style = &*self.box_style;
        let display = style.display;
        let is_item = layout_parent.is_some_and(|parent| is_item_container(parent));
        let blockify = self.is_root
            || is_item
            || style.float != Float::None
            || matches!(style.position, Position::Absolute | Position::Fixed);
        let mut adjusted = display;
        if blockify {
            adjusted = display.blockified();
            if self.is_root && display == Display::Contents {
                adjusted = Display::BLOCK;
            }
        }
        // [§ 3.1](https://www.w3.org/TR/css-writing-modes-4/#block-flow): an inline box of another flow is a box of
        // its own.
        let parent_mode = layout_parent.map_or(WritingModeValue::HorizontalTb, |p| p.inherited_box.writing_mode);
        if self.inherited_box.writing_mode != parent_mode
            && layout_parent.is_some()
            && let Display::Flow { outside, inside: DisplayInside::Flow, list_item } = adjusted
        {
            adjusted = Display::Flow { outside, inside: DisplayInside::FlowRoot, list_item };
        }
        // The static position of an absolutely positioned box is that of what it would have been.
        if matches!(style.position, Position::Absolute | Position::Fixed) {
            self.box_style.to_mut().unblockified_display = display;
        }
        if adjusted != display {
            self.box_style.to_mut().display = adjusted;
        }
    }

    /// [§ 3.1](https://www.w3.org/TR/css-overflow-3/#overflow-control): neither axis stays `visible` beside one that
    /// scrolls.
    fn adjust_overflow(&mut self) {
        let (x, y) = (self.box_style.overflow_x, self.box_style.overflow_y);
        let scrolls = |overflow| !matches!(overflow, Overflow::Visible | Overflow::Clip);
        if scrolls(x) == scrolls(y) {
            return;
        }
        let paired = |overflow| match overflow {
            Overflow::Visible => Overflow::Auto,
            Overflow::Clip => Overflow::Hidden,
            other => other,
        };
        let style = self.box_style.to_mut();
        style.overflow_x = paired(x);
        style.overflow_y = paired(y);
    }

    /// [§ 3.3](https://www.w3.org/TR/css-backgrounds-3/#border-width): a line that is not drawn has no width.
    fn adjust_line_widths(&mut self) {
        let border = &*self.border;
        let hidden = [
            !border.border_top_style.is_visible() && border.border_top_width.0 != 0.0,
            !border.border_right_style.is_visible() && border.border_right_width.0 != 0.0,
            !border.border_bottom_style.is_visible() && border.border_bottom_width.0 != 0.0,
            !border.border_left_style.is_visible() && border.border_left_width.0 != 0.0,
        ];
        if hidden.contains(&true) {
            let border = self.border.to_mut();
            let widths = [
                &mut border.border_top_width,
                &mut border.border_right_width,
                &mut border.border_bottom_width,
                &mut border.border_left_width,
            ];
            let hidden_widths = widths.into_iter().zip(hidden).filter(|(_, hidden)| *hidden);
            hidden_widths.for_each(|(width, _)| *width = LineWidth::HIDDEN);
        }
        self.border.share_if_equal(self.initial.border);
        if !self.outline.outline_style.style.is_visible() && self.outline.outline_width.0 != 0.0 {
            self.outline.to_mut().outline_width = LineWidth::HIDDEN;
            self.outline.share_if_equal(self.initial.outline);
        }
        if !self.column.column_rule_style.is_visible() && self.column.column_rule_width.0 != 0.0 {
            self.column.to_mut().column_rule_width = LineWidth::HIDDEN;
            self.column.share_if_equal(self.initial.column);
        }
    }

    /// `match-parent` is what the parent's alignment means in the parent's direction.
    fn adjust_text_align(&mut self) {
        let rtl = self.parent.inherited_box.direction == DirectionValue::Rtl;
        if self.inherited_text.text_align == TextAlign::MatchParent {
            let (left, right) = (TextAlign::Left, TextAlign::Right);
            let align = match self.parent.inherited_text.text_align {
                TextAlign::Start => {
                    if rtl {
                        right
                    } else {
                        left
                    }
                }
                TextAlign::End => {
                    if rtl {
                        left
                    } else {
                        right
                    }
                }
                other => other,
            };
            let align = if self.is_root { TextAlign::Start } else { align };
            self.inherited_text.to_mut().text_align = align;
        }
        if self.inherited_text.text_align_last == TextAlignLast::MatchParent {
            let (left, right) = (TextAlignLast::Left, TextAlignLast::Right);
            let align = match self.parent.inherited_text.text_align_last {
                TextAlignLast::Start => {
                    if rtl {
                        right
                    } else {
                        left
                    }
                }
                TextAlignLast::End => {
                    if rtl {
                        left
                    } else {
                        right
                    }
                }
                other => other,
            };
            self.inherited_text.to_mut().text_align_last = align;
        }
    }

    /// Containment that follows from [`content-visibility`](https://www.w3.org/TR/css-contain-2/#content-visibility)
    /// and
    /// [`container-type`](https://www.w3.org/TR/css-conditional-5/#container-type).
    fn adjust_containment(&mut self) {
        let style = &*self.box_style;
        let mut contain = style.contain;
        match style.content_visibility {
            ContentVisibility::Visible => {}
            ContentVisibility::Auto => contain |= Contain::LAYOUT | Contain::PAINT | Contain::STYLE,
            ContentVisibility::Hidden => {
                contain |= Contain::LAYOUT | Contain::PAINT | Contain::STYLE | Contain::SIZE;
            }
        }
        match style.container_type {
            ContainerType::Normal | ContainerType::ScrollState => {}
            ContainerType::InlineSize => contain |= Contain::STYLE | Contain::INLINE_SIZE,
            ContainerType::Size => contain |= Contain::STYLE | Contain::SIZE,
        }
        if contain != style.contain {
            self.box_style.to_mut().contain = contain;
        }
    }

    /// [§ 6.2](https://www.w3.org/TR/css-align-3/#justify-items-property): `legacy` alone takes an inherited `legacy`
    /// side.
    fn adjust_justify_items(&mut self) {
        let own = self.alignment_style.justify_items.0;
        let parent = self.parent.alignment_style.justify_items;
        let is_bare = own.legacy && own.keyword == AlignKeyword::Normal;
        if is_bare && parent.0.legacy && parent.0.keyword != AlignKeyword::Normal {
            self.alignment_style.to_mut().justify_items = parent;
        }
    }
}

/// Whether the children of a box are flex or grid items.
fn is_item_container(style: &ComputedStyle<'_>) -> bool {
    match style.display().inside() {
        DisplayInside::Flex | DisplayInside::Grid => true,
        DisplayInside::WebkitBox => !style.clamps_lines(),
        _ => false,
    }
}

impl ComputedStyle<'_> {
    /// Both values that map logical to physical.
    pub fn logical_mode(&self) -> WritingMode {
        let block_flow = match self.inherited_box.writing_mode {
            WritingModeValue::HorizontalTb => BlockFlow::HorizontalTb,
            WritingModeValue::VerticalRl | WritingModeValue::SidewaysRl => BlockFlow::VerticalRl,
            WritingModeValue::VerticalLr | WritingModeValue::SidewaysLr => BlockFlow::VerticalLr,
        };
        let direction = match self.inherited_box.direction {
            DirectionValue::Ltr => Direction::Ltr,
            DirectionValue::Rtl => Direction::Rtl,
        };
        WritingMode { block_flow, direction }
    }

    /// The value of `color`.
    pub fn current_color(&self) -> Rgba {
        self.inherited_text.color.0
    }
}
