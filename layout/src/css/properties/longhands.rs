//! What the macro makes of the property table: the group structs, `ComputedStyle`, `LonghandId`.

use ashlar_gc::{Cx, Gc, Trace};

use super::custom::CustomProperties;
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

macro_rules! define_computed_style {
    ($($kind:ident $Group:ident $group:ident {
        $($Variant:ident $field:ident $name:literal: $Type:ty = $initial:expr, $spec:literal, used_by $used_by:literal;)*
    })*) => {
        $(
            #[doc = concat!("The `", stringify!($group), "` group of a computed style (", stringify!($kind), ").")]
            #[derive(Clone, Debug, PartialEq, Trace)]
            pub struct $Group {
                $(
                    #[doc = concat!("[`", $name, "`](https://www.w3.org/TR/", $spec, ")")]
                    #[trace(skip)]
                    pub $field: $Type,
                )*
            }

            impl $Group {
                /// All initial values.
                pub fn initial() -> Self {
                    Self { $($field: $initial,)* }
                }
            }
        )*

        /// A longhand property.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u16)]
        pub enum LonghandId {
            $($(
                #[doc = concat!("`", $name, "`")]
                $Variant,
            )*)*
        }

        impl LonghandId {
            /// Every longhand in the order of the table.
            pub const ALL: &'static [Self] = &[$($(Self::$Variant,)*)*];

            /// The CSS name.
            pub fn name(self) -> &'static str {
                match self { $($(Self::$Variant => $name,)*)* }
            }

            /// The file that consumes the value, or `none: <reason>`.
            pub fn used_by(self) -> &'static str {
                match self { $($(Self::$Variant => $used_by,)*)* }
            }

            /// Whether the property is inherited.
            pub fn is_inherited(self) -> bool {
                match self { $($(Self::$Variant => group_is_inherited!($kind),)*)* }
            }
        }

        /// The computed style of an element or pseudo-element: one shared object per group.
        #[derive(Clone, Copy, Debug, Trace)]
        pub struct ComputedStyle<'h> {
            $(
                #[doc = concat!("The `", stringify!($group), "` group.")]
                pub $group: Gc<'h, $Group>,
            )*
            /// Custom properties, inherited as a whole.
            pub custom_properties: Gc<'h, CustomPropertiesBox>,
        }

        impl<'h> ComputedStyle<'h> {
            /// The style of which every property has its initial value.
            pub fn initial(cx: &Cx<'h>) -> Self {
                Self {
                    $($group: cx.alloc($Group::initial()),)*
                    custom_properties: cx.alloc(CustomPropertiesBox(CustomProperties::default())),
                }
            }

            /// The style of an anonymous box: inherited groups from `parent`, the others from `initial`.
            pub fn anonymous(parent: &Self, initial: &Self) -> Self {
                Self {
                    $($group: pick_group!($kind, parent.$group, initial.$group),)*
                    custom_properties: parent.custom_properties,
                }
            }

            $($(
                #[doc = concat!("The computed value of `", $name, "`.")]
                #[inline]
                pub fn $field(&self) -> &$Type {
                    &self.$group.$field
                }
            )*)*
        }
    };
}

macro_rules! group_is_inherited {
    (inherited) => {
        true
    };
    (reset) => {
        false
    };
}

macro_rules! pick_group {
    (inherited, $parent:expr, $initial:expr) => {
        $parent
    };
    (reset, $parent:expr, $initial:expr) => {
        $initial
    };
}

/// [`CustomProperties`] as a heap object.
#[derive(Clone, Debug, Default, PartialEq, Trace)]
pub struct CustomPropertiesBox(#[trace(skip)] pub CustomProperties);

with_property_table!(define_computed_style);

impl ComputedStyle<'_> {
    /// Whether `position` takes the box out of flow.
    pub fn is_absolutely_positioned(&self) -> bool {
        matches!(self.position(), Position::Absolute | Position::Fixed)
    }

    /// Whether the box is out of flow: it floats or is absolutely positioned.
    pub fn is_out_of_flow(&self) -> bool {
        *self.float() != Float::None || self.is_absolutely_positioned()
    }

    /// Whether the box is a vertical `-webkit-box` with `-webkit-line-clamp`: it is then laid out as a block container
    /// ([CSS Overflow 4, § 4.2](https://www.w3.org/TR/css-overflow-4/#webkit-line-clamp)).
    pub fn clamps_lines(&self) -> bool {
        self.display().inside() == DisplayInside::WebkitBox
            && *self.webkit_box_orient() == BoxOrient::Vertical
            && self.webkit_line_clamp().0.is_some()
    }
}
