//! Flow-relative longhands, and the physical longhands they map to.
//!
//! Spec: <https://www.w3.org/TR/css-logical-1/>.

use super::declaration::PropertyDeclaration;
use super::longhands::LonghandId;
use crate::css::values::position::{DirectionValue, WritingModeValue};

/// What a flow-relative longhand is relative to.
#[derive(Clone, Copy)]
enum Relation {
    BlockStart,
    BlockEnd,
    InlineStart,
    InlineEnd,
    InlineAxis,
    BlockAxis,
    StartStart,
    StartEnd,
    EndStart,
    EndEnd,
}

/// A list of longhands.
macro_rules! group {
    (LonghandId [$($Physical:ident)*]) => {
        &[$(LonghandId::$Physical,)*]
    };
}

/// Returns the value for another longhand of a group, if it is of that group.
macro_rules! retarget {
    ($self:ident $id:ident [$($Physical:ident)*]) => {
        retarget!(@arms $self $id [$($Physical)*] [$($Physical)*]);
    };
    (@arms $self:ident $id:ident [$($Old:ident)*] $group:tt) => {
        match $self {
            $(PropertyDeclaration::$Old(value) => return retarget!(@new value $self $id $group),)*
            _ => {}
        }
    };
    (@new $value:ident $self:ident $id:ident [$($New:ident)*]) => {
        match $id {
            $(LonghandId::$New => PropertyDeclaration::$New($value.clone()),)*
            _ => $self.clone(),
        }
    };
}

macro_rules! logical_longhands {
    ($($group:tt { $($Variant:ident $name:literal $Relation:ident;)* })*) => {
        /// A flow-relative longhand.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum LogicalId {
            $($(#[doc = concat!("`", $name, "`")] $Variant,)*)*
        }

        impl LogicalId {
            /// Every one.
            pub const ALL: &'static [Self] = &[$($(Self::$Variant,)*)*];

            /// The CSS name.
            pub fn name(self) -> &'static str {
                match self { $($(Self::$Variant => $name,)*)* }
            }

            /// The physical longhands of its group, in the order top, right, bottom, left; or horizontal, vertical; or
            /// the
            /// corners from the top left clockwise.
            fn physical_group(self) -> (&'static [LonghandId], Relation) {
                match self {
                    $($(Self::$Variant => (group!(LonghandId $group), Relation::$Relation),)*)*
                }
            }
        }

        impl PropertyDeclaration {
            /// The same value for another longhand of its group.
            pub(super) fn retargeted(&self, id: LonghandId) -> Self {
                $(retarget!(self id $group);)*
                match self {
                    Self::CssWide(_, keyword) => Self::CssWide(id, *keyword),
                    Self::WithVariables(_, value) => Self::WithVariables(id, value.clone()),
                    other => other.clone(),
                }
            }
        }
    };
}

logical_longhands! {
    [MarginTop MarginRight MarginBottom MarginLeft] {
        MarginBlockStart "margin-block-start" BlockStart;
        MarginBlockEnd "margin-block-end" BlockEnd;
        MarginInlineStart "margin-inline-start" InlineStart;
        MarginInlineEnd "margin-inline-end" InlineEnd;
    }
    [PaddingTop PaddingRight PaddingBottom PaddingLeft] {
        PaddingBlockStart "padding-block-start" BlockStart;
        PaddingBlockEnd "padding-block-end" BlockEnd;
        PaddingInlineStart "padding-inline-start" InlineStart;
        PaddingInlineEnd "padding-inline-end" InlineEnd;
    }
    [BorderTopWidth BorderRightWidth BorderBottomWidth BorderLeftWidth] {
        BorderBlockStartWidth "border-block-start-width" BlockStart;
        BorderBlockEndWidth "border-block-end-width" BlockEnd;
        BorderInlineStartWidth "border-inline-start-width" InlineStart;
        BorderInlineEndWidth "border-inline-end-width" InlineEnd;
    }
    [BorderTopStyle BorderRightStyle BorderBottomStyle BorderLeftStyle] {
        BorderBlockStartStyle "border-block-start-style" BlockStart;
        BorderBlockEndStyle "border-block-end-style" BlockEnd;
        BorderInlineStartStyle "border-inline-start-style" InlineStart;
        BorderInlineEndStyle "border-inline-end-style" InlineEnd;
    }
    [BorderTopColor BorderRightColor BorderBottomColor BorderLeftColor] {
        BorderBlockStartColor "border-block-start-color" BlockStart;
        BorderBlockEndColor "border-block-end-color" BlockEnd;
        BorderInlineStartColor "border-inline-start-color" InlineStart;
        BorderInlineEndColor "border-inline-end-color" InlineEnd;
    }
    [Top Right Bottom Left] {
        InsetBlockStart "inset-block-start" BlockStart;
        InsetBlockEnd "inset-block-end" BlockEnd;
        InsetInlineStart "inset-inline-start" InlineStart;
        InsetInlineEnd "inset-inline-end" InlineEnd;
    }
    [Width Height] {
        InlineSize "inline-size" InlineAxis;
        BlockSize "block-size" BlockAxis;
    }
    [MinWidth MinHeight] {
        MinInlineSize "min-inline-size" InlineAxis;
        MinBlockSize "min-block-size" BlockAxis;
    }
    [MaxWidth MaxHeight] {
        MaxInlineSize "max-inline-size" InlineAxis;
        MaxBlockSize "max-block-size" BlockAxis;
    }
    [OverflowX OverflowY] {
        OverflowInline "overflow-inline" InlineAxis;
        OverflowBlock "overflow-block" BlockAxis;
    }
    [ContainIntrinsicWidth ContainIntrinsicHeight] {
        ContainIntrinsicInlineSize "contain-intrinsic-inline-size" InlineAxis;
        ContainIntrinsicBlockSize "contain-intrinsic-block-size" BlockAxis;
    }
    [BorderTopLeftRadius BorderTopRightRadius BorderBottomRightRadius BorderBottomLeftRadius] {
        BorderStartStartRadius "border-start-start-radius" StartStart;
        BorderStartEndRadius "border-start-end-radius" StartEnd;
        BorderEndStartRadius "border-end-start-radius" EndStart;
        BorderEndEndRadius "border-end-end-radius" EndEnd;
    }
}

impl LogicalId {
    /// The physical longhand in horizontal, left-to-right text.
    pub fn default_physical(self) -> LonghandId {
        self.to_physical(WritingModeValue::HorizontalTb, DirectionValue::Ltr)
    }

    /// [§ 4](https://www.w3.org/TR/css-writing-modes-4/#logical-to-physical): the physical longhand.
    pub fn to_physical(self, writing_mode: WritingModeValue, direction: DirectionValue) -> LonghandId {
        const TOP: usize = 0;
        const RIGHT: usize = 1;
        const BOTTOM: usize = 2;
        const LEFT: usize = 3;
        let (block_start, mut inline_start) = match writing_mode {
            WritingModeValue::HorizontalTb => (TOP, LEFT),
            WritingModeValue::VerticalRl | WritingModeValue::SidewaysRl => (RIGHT, TOP),
            WritingModeValue::VerticalLr => (LEFT, TOP),
            WritingModeValue::SidewaysLr => (LEFT, BOTTOM),
        };
        let opposite = |side: usize| (side + 2) % 4;
        if direction == DirectionValue::Rtl {
            inline_start = opposite(inline_start);
        }
        let (block_end, inline_end) = (opposite(block_start), opposite(inline_start));
        let vertical = writing_mode != WritingModeValue::HorizontalTb;
        let corner = |block: usize, inline: usize| match (block, inline) {
            (TOP, LEFT) | (LEFT, TOP) => 0,
            (TOP, RIGHT) | (RIGHT, TOP) => 1,
            (BOTTOM, RIGHT) | (RIGHT, BOTTOM) => 2,
            _ => 3,
        };
        let (group, relation) = self.physical_group();
        group[match relation {
            Relation::BlockStart => block_start,
            Relation::BlockEnd => block_end,
            Relation::InlineStart => inline_start,
            Relation::InlineEnd => inline_end,
            Relation::InlineAxis => usize::from(vertical),
            Relation::BlockAxis => usize::from(!vertical),
            Relation::StartStart => corner(block_start, inline_start),
            Relation::StartEnd => corner(block_start, inline_end),
            Relation::EndStart => corner(block_end, inline_start),
            Relation::EndEnd => corner(block_end, inline_end),
        }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maps_by_writing_mode() {
        use DirectionValue::{Ltr, Rtl};
        use WritingModeValue::{HorizontalTb, VerticalRl};
        assert_eq!(LogicalId::MarginInlineStart.to_physical(HorizontalTb, Ltr), LonghandId::MarginLeft);
        assert_eq!(LogicalId::MarginInlineStart.to_physical(HorizontalTb, Rtl), LonghandId::MarginRight);
        assert_eq!(LogicalId::MarginBlockStart.to_physical(VerticalRl, Ltr), LonghandId::MarginRight);
        assert_eq!(LogicalId::InlineSize.to_physical(VerticalRl, Ltr), LonghandId::Height);
        assert_eq!(LogicalId::BorderStartStartRadius.to_physical(HorizontalTb, Rtl), LonghandId::BorderTopRightRadius);
        assert_eq!(LogicalId::BorderEndStartRadius.to_physical(HorizontalTb, Ltr), LonghandId::BorderBottomLeftRadius);
    }
}
