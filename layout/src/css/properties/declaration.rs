//! Declarations: a property with its specified value.

use std::sync::Arc;

use cssparser::{Delimiter, Parser, match_ignore_ascii_case, parse_important};

use super::LonghandId;
use super::custom::{CustomDeclaration, CustomValue};
use super::logical::LogicalId;
use super::names::PropertyId;
use super::shorthands::ShorthandId;
use super::table::with_property_table;
use crate::css::values::alignment::*;
use crate::css::values::animation::*;
use crate::css::values::background::*;
use crate::css::values::color::*;
use crate::css::values::content::*;
use crate::css::values::display::*;
use crate::css::values::effects::*;
use crate::css::values::font::*;
use crate::css::values::image::*;
use crate::css::values::length::*;
use crate::css::values::position::*;
use crate::css::values::svg::*;
use crate::css::values::text::*;
use crate::css::values::text_box::*;
use crate::css::values::{ParseError, Parsed, ParserContext, Specified, UrlBase};

/// The keywords every property takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CssWideKeyword {
    /// `initial`
    Initial,
    /// `inherit`
    Inherit,
    /// `unset`
    Unset,
    /// `revert`
    Revert,
    /// `revert-layer`
    RevertLayer,
}

impl CssWideKeyword {
    /// The keyword of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match_ignore_ascii_case! { name,
            "initial" => Self::Initial,
            "inherit" => Self::Inherit,
            "unset" => Self::Unset,
            "revert" => Self::Revert,
            "revert-layer" => Self::RevertLayer,
            _ => return None,
        })
    }

    fn parse(input: &mut Parser<'_>) -> Parsed<Self> {
        let keyword = Self::from_name(input.expect_ident()?).ok_or_else(ParseError::unexpected_token)?;
        input.expect_exhausted()?;
        Ok(keyword)
    }
}

/// A value with `var()` or `env()` in it, parsed when they are known.
#[derive(Clone, Debug)]
pub struct VariableValue {
    /// The longhand or shorthand it was written for.
    pub property: PropertyId,
    /// The value as written.
    pub text: Box<str>,
    /// What its URLs are relative to.
    pub base: UrlBase,
    /// Whether the document is in quirks mode.
    pub quirks: bool,
}

macro_rules! define_declarations {
    ($($kind:ident $Group:ident $group:ident {
        $($Variant:ident $field:ident $name:literal: $Type:ty = $initial:expr, $spec:literal, used_by $used_by:literal;)*
    })*) => {
        /// A longhand with its specified value.
        #[derive(Clone, Debug)]
        pub enum PropertyDeclaration {
            $($(
                #[doc = concat!("`", $name, "`")]
                $Variant(Specified<$Type>),
            )*)*
            /// A flow-relative longhand; the declaration inside is of the physical longhand it maps to in horizontal,
            /// left-to-right text.
            Logical(LogicalId, Box<PropertyDeclaration>),
            /// A CSS-wide keyword.
            CssWide(LonghandId, CssWideKeyword),
            /// A value with `var()`.
            WithVariables(LonghandId, Arc<VariableValue>),
            /// A custom property.
            Custom(Arc<CustomDeclaration>),
        }

        impl PropertyDeclaration {
            /// Parses the value of a longhand.
            pub fn parse_longhand(id: LonghandId, cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
                match id {
                    $($(LonghandId::$Variant => Specified::<$Type>::parse(cx, input).map(Self::$Variant),)*)*
                }
            }

            /// The longhand; for a flow-relative one that it maps to in horizontal, left-to-right text. `None` for
            /// custom properties.
            pub fn longhand_id(&self) -> Option<LonghandId> {
                match self {
                    $($(Self::$Variant(_) => Some(LonghandId::$Variant),)*)*
                    Self::Logical(_, inner) => inner.longhand_id(),
                    Self::CssWide(id, _) | Self::WithVariables(id, _) => Some(*id),
                    Self::Custom(_) => None,
                }
            }
        }
    };
}
with_property_table!(define_declarations);

impl PropertyDeclaration {
    /// The longhand this declares on an element with these writing modes. `None` for custom properties.
    pub fn physical_id(&self, writing_mode: WritingModeValue, direction: DirectionValue) -> Option<LonghandId> {
        match self {
            Self::Logical(id, _) => Some(id.to_physical(writing_mode, direction)),
            other => other.longhand_id(),
        }
    }

    /// The CSS-wide keyword, if it is one.
    pub fn css_wide_keyword(&self) -> Option<CssWideKeyword> {
        match self {
            Self::CssWide(_, keyword) => Some(*keyword),
            Self::Logical(_, inner) => inner.css_wide_keyword(),
            Self::Custom(custom) => match custom.value {
                CustomValue::CssWide(keyword) => Some(keyword),
                CustomValue::Tokens { .. } => None,
            },
            _ => None,
        }
    }
}

/// Whether a declaration is `!important`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Importance {
    /// It is not.
    #[default]
    Normal,
    /// It is.
    Important,
}

/// The declarations of a rule or `style` attribute, shorthands expanded, in order.
#[derive(Clone, Debug, Default)]
pub struct DeclarationBlock {
    /// Longhands and custom properties; later ones win.
    pub declarations: Vec<(PropertyDeclaration, Importance)>,
}

impl DeclarationBlock {
    /// Parses the contents of a `style` attribute or of a rule without nested ones; what is invalid is left out.
    pub fn parse(cx: &ParserContext<'_>, text: &str) -> Self {
        let mut block = Self::default();
        let mut input = Parser::new(text);
        while !input.is_exhausted() {
            let _ = input.parse_until_after(Delimiter::Semicolon, |input| -> Parsed<()> {
                let name = input.expect_ident()?.clone();
                input.expect_colon()?;
                parse_declaration_into(cx, &name, input, &mut block)
            });
        }
        block
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.declarations.is_empty()
    }
}

/// Parses the value of a property, with `!important`, up to the end of the input, and adds the longhands to a block.
///
/// Fails, adding nothing, where property or value are unknown: so it also answers `@supports`.
pub fn parse_declaration_into(
    cx: &ParserContext<'_>,
    name: &str,
    input: &mut Parser<'_>,
    block: &mut DeclarationBlock,
) -> Parsed<()> {
    let start = block.declarations.len();
    let mut declarations = Vec::new();
    if let Some(name) = name.strip_prefix("--") {
        declarations.push(PropertyDeclaration::Custom(Arc::new(CustomDeclaration::parse(name, input)?)));
    } else {
        let property = PropertyId::from_name(name).ok_or_else(ParseError::unexpected_token)?;
        if property == PropertyId::Ignored {
            while input.next().is_ok() {}
            return Ok(());
        }
        let value_start = input.state();
        input.look_for_arbitrary_substitution_functions(&["var", "env"]);
        let parsed = input
            .parse_until_before(Delimiter::Bang, |input| parse_property_value(property, cx, input, &mut declarations));
        if parsed.is_err() {
            declarations.clear();
            input.reset(&value_start);
            let text_start = input.position();
            let consumed = input.parse_until_before(Delimiter::Bang, |input| -> Parsed<()> {
                while let Ok(token) = input.next() {
                    if token.is_parse_error() {
                        return Err(ParseError::unexpected_token());
                    }
                }
                Ok(())
            });
            if !input.seen_arbitrary_substitution_functions() {
                return parsed;
            }
            consumed?;
            let text = input.slice_from(text_start).trim().into();
            let value = VariableValue { property, text, base: cx.base.clone(), quirks: cx.quirks };
            property.expand_variables(&Arc::new(value), &mut declarations);
        } else {
            input.seen_arbitrary_substitution_functions();
        }
    }
    let importance = if input.try_parse(parse_important).is_ok() { Importance::Important } else { Importance::Normal };
    input.expect_exhausted()?;
    debug_assert_eq!(start, block.declarations.len());
    block.declarations.extend(declarations.into_iter().map(|declaration| (declaration, importance)));
    Ok(())
}

/// Parses the value of a property without `var()`, to the end of the input.
pub(super) fn parse_property_value(
    property: PropertyId,
    cx: &ParserContext<'_>,
    input: &mut Parser<'_>,
    out: &mut Vec<PropertyDeclaration>,
) -> Parsed<()> {
    if let Ok(keyword) = input.try_parse(CssWideKeyword::parse) {
        property.expand_css_wide(keyword, out);
        return Ok(());
    }
    cx.quirky_property.set(cx.quirks && property.has_quirks());
    let result = match property {
        PropertyId::Longhand(id) => PropertyDeclaration::parse_longhand(id, cx, input).map(|value| out.push(value)),
        PropertyId::Logical(id) => PropertyDeclaration::parse_longhand(id.default_physical(), cx, input)
            .map(|value| out.push(PropertyDeclaration::Logical(id, Box::new(value)))),
        PropertyId::Shorthand(id) => ShorthandId::parse(id, cx, input, out),
        PropertyId::Ignored => {
            while input.next().is_ok() {}
            Ok(())
        }
    };
    cx.quirky_property.set(false);
    result?;
    Ok(input.expect_exhausted()?)
}
