//! `StyleBuilder`: makes a computed style by applying declarations.
//!
//! A group is shared with the parent (inherited) or the initial style (reset) until something in it differs; then it is
//! copied once. [`StyleBuilder::finish`] allocates only the groups that were copied.

use std::ops::Deref;
use std::sync::Arc;

use ashlar_gc::{Cx, Gc, Trace};
use cssparser::Parser;

use super::custom::{
    CustomDeclaration, CustomProperties, CustomPropertyRegistry, compute_custom_properties, substitute,
};
use super::declaration::{CssWideKeyword, PropertyDeclaration, VariableValue, parse_property_value};
use super::longhands::*;
use super::table::with_property_table;
use crate::css::values::color::Rgba;
use crate::css::values::font::FontSize;
use crate::css::values::length::LineWidth;
use crate::css::values::position::{DirectionValue, WritingModeValue};
use crate::css::values::{ComputeContext, ElementContext, ParserContext};

/// A group that is shared until written.
pub(super) enum Slot<'h, T: 'h> {
    Shared(Gc<'h, T>),
    Owned(Box<T>),
}

impl<T> Deref for Slot<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        match self {
            Self::Shared(group) => group,
            Self::Owned(group) => group,
        }
    }
}

impl<'h, T: Clone + 'h> Slot<'h, T> {
    /// The group to write to.
    pub(super) fn to_mut(&mut self) -> &mut T {
        if let Self::Shared(group) = self {
            *self = Self::Owned(Box::new((**group).clone()));
        }
        match self {
            Self::Owned(group) => group,
            Self::Shared(_) => unreachable!("invariant: the group was made owned above"),
        }
    }

    /// Gives up a copy that turned out as the shared group is.
    pub(super) fn share_if_equal(&mut self, shared: Gc<'h, T>)
    where
        T: PartialEq,
    {
        if matches!(self, Self::Owned(group) if **group == *shared) {
            *self = Self::Shared(shared);
        }
    }

    fn finish(self, cx: &Cx<'h>) -> Gc<'h, T>
    where
        T: Trace,
    {
        match self {
            Self::Shared(group) => group,
            Self::Owned(group) => cx.alloc(*group),
        }
    }
}

macro_rules! starting_group {
    (inherited, $parent:expr, $initial:expr) => {
        Slot::Shared($parent)
    };
    (reset, $parent:expr, $initial:expr) => {
        Slot::Shared($initial)
    };
}

macro_rules! define_builder {
    ($($kind:ident $Group:ident $group:ident {
        $($Variant:ident $field:ident $name:literal: $Type:ty = $initial:expr, $spec:literal, used_by $used_by:literal;)*
    })*) => {
        /// A computed style in the making.
        pub struct StyleBuilder<'h> {
            pub(super) parent: ComputedStyle<'h>,
            pub(super) initial: ComputedStyle<'h>,
            /// Whether the style is the root element's, whose parent style is the initial one.
            pub(super) is_root: bool,
            $(pub(super) $group: Slot<'h, $Group>,)*
            custom: CustomProperties,
            font_is_done: bool,
            /// Whether the initial widths of borders, outline and column rule were made `medium`.
            line_is_prepared: (bool, bool, bool),
        }

        impl<'h> StyleBuilder<'h> {
            /// A style that inherits from a parent; the root element has none.
            pub fn new(parent: Option<&ComputedStyle<'h>>, initial: &ComputedStyle<'h>) -> Self {
                let is_root = parent.is_none();
                let parent = *parent.unwrap_or(initial);
                Self {
                    parent,
                    initial: *initial,
                    is_root,
                    $($group: starting_group!($kind, parent.$group, initial.$group),)*
                    custom: parent.custom_properties.0.clone(),
                    font_is_done: false,
                    line_is_prepared: (false, false, false),
                }
            }

            /// Allocates the changed groups.
            pub fn finish(mut self, cx: &Cx<'h>) -> ComputedStyle<'h> {
                self.finish_font();
                let custom_properties = if self.custom.ptr_eq(&self.parent.custom_properties.0) {
                    self.parent.custom_properties
                } else {
                    cx.alloc(CustomPropertiesBox(self.custom))
                };
                ComputedStyle { $($group: self.$group.finish(cx),)* custom_properties }
            }

            /// Takes the parent's computed value.
            pub fn apply_inherit(&mut self, id: LonghandId) {
                match id {
                    $($(LonghandId::$Variant => {
                        if self.$group.$field != self.parent.$group.$field {
                            self.$group.to_mut().$field = self.parent.$group.$field.clone();
                        }
                    })*)*
                }
            }

            /// Takes the initial value.
            pub fn apply_initial(&mut self, id: LonghandId) {
                if self.apply_initial_line_width(id) {
                    return;
                }
                match id {
                    $($(LonghandId::$Variant => {
                        if self.$group.$field != self.initial.$group.$field {
                            self.$group.to_mut().$field = self.initial.$group.$field.clone();
                        }
                    })*)*
                }
            }

            /// Applies a declaration; of two for one longhand the one applied later stays.
            ///
            /// Declarations must come in the order of [`LonghandId::phase`], for lengths depend on the font, and
            /// colours
            /// on `color`. `revert` and `revert-layer` are the cascade's to replace; here they mean `unset`.
            pub fn apply(&mut self, declaration: &PropertyDeclaration, cx: &ComputeContext<'_>) {
                match declaration {
                    $($(PropertyDeclaration::$Variant(value) => {
                        self.prepare(LonghandId::$Variant);
                        match value.compute(&self.element(LonghandId::$Variant, cx)) {
                            Some(value) => {
                                if self.$group.$field != value {
                                    self.$group.to_mut().$field = value;
                                }
                            }
                            None => self.apply_unset(LonghandId::$Variant),
                        }
                    })*)*
                    PropertyDeclaration::Logical(id, inner) => {
                        let physical = id.to_physical(self.inherited_box.writing_mode, self.inherited_box.direction);
                        if inner.longhand_id() == Some(physical) {
                            self.apply(inner, cx);
                        } else {
                            self.apply(&inner.retargeted(physical), cx);
                        }
                    }
                    PropertyDeclaration::CssWide(id, keyword) => self.apply_css_wide(*id, *keyword),
                    PropertyDeclaration::WithVariables(id, value) => self.apply_with_variables(*id, value, cx),
                    // Computed before everything else, by `set_custom_properties`.
                    PropertyDeclaration::Custom(_) => {}
                }
            }
        }
    };
}
with_property_table!(define_builder);

impl LonghandId {
    /// When a property is to be applied: 0 before 1 before 2 before 3.
    ///
    /// 0: what font sizes, flow-relative longhands and colours depend on; 1: fonts; 2: line height and colour; 3: the
    /// rest.
    pub fn phase(self) -> u8 {
        match self {
            Self::WritingMode | Self::Direction | Self::FontFamily | Self::Language | Self::ColorScheme => 0,
            Self::FontSize
            | Self::FontWeight
            | Self::FontWidth
            | Self::FontStyle
            | Self::FontVariantCaps
            | Self::FontVariantLigatures
            | Self::FontVariantNumeric
            | Self::FontVariantEastAsian
            | Self::FontVariantPosition
            | Self::FontVariantEmoji
            | Self::FontKerning
            | Self::FontFeatureSettings
            | Self::FontVariationSettings
            | Self::FontOpticalSizing
            | Self::FontSizeAdjust
            | Self::FontSynthesis => 1,
            Self::LineHeight | Self::Color => 2,
            _ => 3,
        }
    }
}

impl<'h> StyleBuilder<'h> {
    /// Computes the custom properties from declarations in ascending order of precedence. Comes before all else.
    pub fn set_custom_properties<'a>(
        &mut self,
        declarations: impl IntoIterator<Item = &'a CustomDeclaration>,
        registry: Option<&CustomPropertyRegistry>,
    ) {
        self.custom = compute_custom_properties(&self.parent.custom_properties.0, declarations, registry);
    }

    /// The same with the registry and the cache of the page: elements with one parent and the same rules share the
    /// result.
    pub fn set_custom_properties_cached<'a>(
        &mut self,
        declarations: impl IntoIterator<Item = &'a CustomDeclaration>,
        page: &ComputeContext<'_>,
    ) {
        let parent = &self.parent.custom_properties.0;
        self.custom = match page.substitutions {
            Some(cache) => cache.compute_custom_properties(parent, declarations, page.registry),
            None => compute_custom_properties(parent, declarations, page.registry),
        };
    }

    /// The custom properties computed so far.
    pub fn custom_properties(&self) -> &CustomProperties {
        &self.custom
    }

    /// The parent's style (the initial one for the root element).
    pub fn parent(&self) -> &ComputedStyle<'h> {
        &self.parent
    }

    /// `writing-mode` and `direction` as applied so far: what flow-relative longhands map by.
    pub fn writing_mode(&self) -> (WritingModeValue, DirectionValue) {
        (self.inherited_box.writing_mode, self.inherited_box.direction)
    }

    /// The font size as applied so far, in px.
    pub fn font_size(&self) -> f32 {
        self.font.font_size.px
    }

    /// Applies `initial`, `inherit` or `unset`.
    pub fn apply_css_wide(&mut self, id: LonghandId, keyword: CssWideKeyword) {
        self.prepare(id);
        match keyword {
            CssWideKeyword::Initial => self.apply_initial(id),
            CssWideKeyword::Inherit => self.apply_inherit(id),
            CssWideKeyword::Unset | CssWideKeyword::Revert | CssWideKeyword::RevertLayer => self.apply_unset(id),
        }
    }

    /// Inherits an inherited property, and takes the initial value of any other.
    pub fn apply_unset(&mut self, id: LonghandId) {
        if id.is_inherited() { self.apply_inherit(id) } else { self.apply_initial(id) }
    }

    fn prepare(&mut self, id: LonghandId) {
        if !self.font_is_done && id.phase() > 1 {
            self.finish_font();
        }
        if id >= LonghandId::BorderTopWidth {
            self.prepare_line(id);
        }
    }

    /// The initial style has zero for the widths of lines that are not drawn; once something about a line is declared
    /// its
    /// initial width is `medium`, until [`StyleBuilder::adjust`] looks at its style.
    fn prepare_line(&mut self, id: LonghandId) {
        if (LonghandId::BorderTopWidth..=LonghandId::BorderLeftStyle).contains(&id) {
            if !self.line_is_prepared.0 {
                self.line_is_prepared.0 = true;
                let border = self.border.to_mut();
                border.border_top_width = LineWidth::MEDIUM;
                border.border_right_width = LineWidth::MEDIUM;
                border.border_bottom_width = LineWidth::MEDIUM;
                border.border_left_width = LineWidth::MEDIUM;
            }
        } else if matches!(id, LonghandId::OutlineStyle | LonghandId::OutlineWidth) {
            if !self.line_is_prepared.1 {
                self.line_is_prepared.1 = true;
                self.outline.to_mut().outline_width = LineWidth::MEDIUM;
            }
        } else if matches!(id, LonghandId::ColumnRuleStyle | LonghandId::ColumnRuleWidth) && !self.line_is_prepared.2 {
            self.line_is_prepared.2 = true;
            self.column.to_mut().column_rule_width = LineWidth::MEDIUM;
        }
    }

    /// `medium` for the width of a line; `false` for any other longhand.
    fn apply_initial_line_width(&mut self, id: LonghandId) -> bool {
        match id {
            LonghandId::BorderTopWidth => self.border.to_mut().border_top_width = LineWidth::MEDIUM,
            LonghandId::BorderRightWidth => self.border.to_mut().border_right_width = LineWidth::MEDIUM,
            LonghandId::BorderBottomWidth => self.border.to_mut().border_bottom_width = LineWidth::MEDIUM,
            LonghandId::BorderLeftWidth => self.border.to_mut().border_left_width = LineWidth::MEDIUM,
            LonghandId::OutlineWidth => self.outline.to_mut().outline_width = LineWidth::MEDIUM,
            LonghandId::ColumnRuleWidth => self.column.to_mut().column_rule_width = LineWidth::MEDIUM,
            _ => return false,
        }
        true
    }

    /// A size that comes from a keyword changes with the family: `monospace` alone has another default size.
    pub(super) fn finish_font(&mut self) {
        if self.font_is_done {
            return;
        }
        self.font_is_done = true;
        let is_monospace = self.font.font_family.is_only_monospace();
        let was_monospace = self.parent.font.font_family.is_only_monospace();
        if let Some((index, factor)) = self.font.font_size.keyword
            && is_monospace != was_monospace
        {
            let px = FontSize::of_keyword(index, is_monospace) * factor;
            if self.font.font_size.px != px {
                self.font.to_mut().font_size.px = px;
            }
        }
    }

    /// What computing the value of a longhand needs to know.
    pub(super) fn element<'a>(&'a self, id: LonghandId, page: &'a ComputeContext<'a>) -> ElementContext<'a> {
        let font: &Font = if id.phase() <= 1 { &self.parent.font } else { &self.font };
        let line_height_font: &Font = if id.phase() <= 2 { &self.parent.font } else { &self.font };
        let current_color: Rgba =
            if id == LonghandId::Color { self.parent.inherited_text.color.0 } else { self.inherited_text.color.0 };
        let scheme = self.inherited_box.color_scheme;
        ElementContext {
            page,
            font,
            parent_font: &self.parent.font,
            line_height_font,
            is_monospace: self.font.font_family.is_only_monospace(),
            current_color,
            is_dark: scheme.dark && (page.prefers_dark || !scheme.light),
            is_vertical: self.inherited_box.writing_mode != WritingModeValue::HorizontalTb,
            is_root: self.is_root,
        }
    }

    /// [§ 3](https://www.w3.org/TR/css-variables-1/#substitute-a-var): substitutes, parses, and applies what the
    /// longhand
    /// gets; a value that turns out invalid acts as `unset`.
    fn apply_with_variables(&mut self, id: LonghandId, value: &Arc<VariableValue>, cx: &ComputeContext<'_>) {
        let cached = cx.substitutions.and_then(|cache| cache.get(value, &self.custom));
        let declarations = match cached {
            Some(declarations) => declarations,
            None => {
                let declarations: Arc<[PropertyDeclaration]> = self.substituted(value, cx).into();
                if let Some(cache) = cx.substitutions {
                    cache.insert(value, &self.custom, declarations.clone());
                }
                declarations
            }
        };
        let (writing_mode, direction) = self.writing_mode();
        let found = declarations.iter().find(|found| found.physical_id(writing_mode, direction) == Some(id));
        match found.or_else(|| declarations.iter().find(|found| found.longhand_id() == Some(id))) {
            Some(PropertyDeclaration::Logical(_, inner)) => self.apply(&inner.retargeted(id), cx),
            Some(declaration) => self.apply(declaration, cx),
            None => self.apply_css_wide(id, CssWideKeyword::Unset),
        }
    }

    /// The longhands of a value after substitution; empty where it is invalid.
    fn substituted(&self, value: &VariableValue, cx: &ComputeContext<'_>) -> Vec<PropertyDeclaration> {
        let registry = cx.registry;
        let mut lookup = |name: &str| {
            self.custom.get(name).cloned().or_else(|| registry.and_then(|registry| registry.initial(name)))
        };
        let mut declarations = Vec::new();
        let Some(text) = substitute(&value.text, &mut lookup) else { return declarations };
        let parser_context = ParserContext::new(value.quirks, value.base.clone());
        let mut input = Parser::new(&text);
        if parse_property_value(value.property, &parser_context, &mut input, &mut declarations).is_err() {
            declarations.clear();
        }
        declarations
    }
}
