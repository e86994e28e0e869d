//! Positioning, floating, clipping and the keywords of boxes.

use std::sync::Arc;

use cssparser::{Parser, match_ignore_ascii_case};

use super::keyword::keyword_enum;
use super::number::non_negative_number;
use super::parse::{CssValue, Parsed, ParserContext, custom_ident, invalid, keyword, slash};

keyword_enum! {
    /// `position`
    pub enum Position {
        Static = "static", Relative = "relative", Absolute = "absolute", Fixed = "fixed", Sticky = "sticky",
    }
}
keyword_enum! {
    /// `float`; the logical keywords are made physical in the cascade.
    pub enum Float {
        None = "none", Left = "left", Right = "right", InlineStart = "inline-start", InlineEnd = "inline-end",
    }
}
keyword_enum! {
    /// `clear`; the logical keywords are made physical in the cascade.
    pub enum Clear {
        None = "none", Left = "left", Right = "right", Both = "both", InlineStart = "inline-start",
        InlineEnd = "inline-end",
    }
}
keyword_enum! {
    /// `overflow-x`, `overflow-y`
    pub enum Overflow {
        Visible = "visible", Hidden = "hidden", Clip = "clip", Scroll = "scroll", Auto = "auto" | "overlay",
    }
}
keyword_enum! {
    /// `box-sizing`
    pub enum BoxSizing { ContentBox = "content-box", BorderBox = "border-box" }
}
keyword_enum! {
    /// `visibility`
    pub enum Visibility { Visible = "visible", Hidden = "hidden", Collapse = "collapse" }
}
keyword_enum! {
    /// `direction`
    pub enum DirectionValue { Ltr = "ltr", Rtl = "rtl" }
}
keyword_enum! {
    /// `writing-mode`
    pub enum WritingModeValue {
        HorizontalTb = "horizontal-tb" | "lr" | "lr-tb" | "rl" | "rl-tb",
        VerticalRl = "vertical-rl" | "tb" | "tb-rl", VerticalLr = "vertical-lr" | "tb-lr",
        SidewaysRl = "sideways-rl", SidewaysLr = "sideways-lr",
    }
}
keyword_enum! {
    /// `object-fit`
    pub enum ObjectFit { Fill = "fill", Contain = "contain", Cover = "cover", None = "none", ScaleDown = "scale-down" }
}
keyword_enum! {
    /// `table-layout`
    pub enum TableLayout { Auto = "auto", Fixed = "fixed" }
}
keyword_enum! {
    /// `border-collapse`
    pub enum BorderCollapse { Separate = "separate", Collapse = "collapse" }
}
keyword_enum! {
    /// `caption-side`
    pub enum CaptionSide { Top = "top", Bottom = "bottom" }
}
keyword_enum! {
    /// `empty-cells`
    pub enum EmptyCells { Show = "show", Hide = "hide" }
}
keyword_enum! {
    /// `pointer-events`, as far as static pages tell the values apart.
    pub enum PointerEvents {
        Auto = "auto" | "visible" | "visiblepainted" | "visiblefill" | "visiblestroke" | "painted" | "fill" | "stroke" | "bounding-box" | "all",
        None = "none",
    }
}
keyword_enum! {
    /// `image-rendering`
    pub enum ImageRendering {
        Auto = "auto", Smooth = "smooth" | "optimizequality" | "high-quality", Pixelated = "pixelated",
        CrispEdges = "crisp-edges" | "-webkit-crisp-edges" | "optimizespeed",
        WebkitOptimizeContrast = "-webkit-optimize-contrast",
    }
}
keyword_enum! {
    /// `content-visibility`
    pub enum ContentVisibility { Visible = "visible", Hidden = "hidden", Auto = "auto" }
}
keyword_enum! {
    /// `isolation`
    pub enum Isolation { Auto = "auto", Isolate = "isolate" }
}
keyword_enum! {
    /// `break-before`, `break-after` as far as multi-column needs them.
    pub enum BreakBetween {
        Auto = "auto", Avoid = "avoid", Always = "always", Column = "column", Page = "page",
        AvoidColumn = "avoid-column", AvoidPage = "avoid-page", All = "all", Left = "left", Right = "right",
        Recto = "recto", Verso = "verso",
    }
}
keyword_enum! {
    /// `break-inside`
    pub enum BreakInside { Auto = "auto", Avoid = "avoid", AvoidColumn = "avoid-column", AvoidPage = "avoid-page" }
}
keyword_enum! {
    /// `box-decoration-break`
    pub enum BoxDecorationBreak { Slice = "slice", Clone = "clone" }
}
keyword_enum! {
    /// `appearance`
    pub enum Appearance {
        None = "none", Auto = "auto", Textfield = "textfield", Searchfield = "searchfield", Textarea = "textarea",
        Checkbox = "checkbox", Radio = "radio", Menulist = "menulist", MenulistButton = "menulist-button",
        Listbox = "listbox", Button = "button", PushButton = "push-button", SquareButton = "square-button",
        Meter = "meter", ProgressBar = "progress-bar", SliderHorizontal = "slider-horizontal",
        SliderVertical = "slider-vertical", InnerSpinButton = "inner-spin-button",
        SearchCancel = "searchfield-cancel-button",
    }
}

keyword_enum! {
    /// `container-type`
    pub enum ContainerType {
        Normal = "normal", InlineSize = "inline-size", Size = "size", ScrollState = "scroll-state",
    }
}

/// `container-name`; empty is `none`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ContainerName(pub Arc<[Arc<str>]>);

/// `z-index`
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ZIndex {
    /// `auto`
    #[default]
    Auto,
    /// A stacking level.
    Integer(i32),
}

/// `aspect-ratio`
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct AspectRatio {
    /// Whether `auto` is there: replaced elements then prefer their natural ratio.
    pub auto: bool,
    /// Width over height, if one is given and not degenerate.
    pub ratio: Option<f32>,
}

impl AspectRatio {
    /// `auto`, the initial value.
    pub const AUTO: Self = Self { auto: true, ratio: None };
}

bitflags::bitflags! {
    /// `contain`
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct Contain: u8 {
        /// `layout`
        const LAYOUT = 1;
        /// `paint`
        const PAINT = 2;
        /// `size`
        const SIZE = 4;
        /// `inline-size`
        const INLINE_SIZE = 8;
        /// `style`
        const STYLE = 16;
    }
}

bitflags::bitflags! {
    /// `will-change`, as far as it changes stacking or containing blocks.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct WillChange: u8 {
        /// Names a property that would make a stacking context.
        const STACKING_CONTEXT = 1;
        /// Names a property that would make a containing block for fixed descendants.
        const FIXED_CONTAINING_BLOCK = 2;
        /// Names `position`, which makes a containing block for absolute ones.
        const ABSOLUTE_CONTAINING_BLOCK = 4;
    }
}

impl CssValue for AspectRatio {
    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        let mut auto = keyword(input, "auto");
        let ratio = input.try_parse(|input| -> Parsed<f32> {
            let width = non_negative_number(cx, input)?;
            let height = if slash(input) { non_negative_number(cx, input)? } else { 1.0 };
            Ok(width / height)
        });
        auto |= keyword(input, "auto");
        match ratio {
            Err(_) if !auto => invalid(),
            // A degenerate ratio is as good as none.
            ratio => {
                let ratio = ratio.ok().filter(|ratio| ratio.is_finite() && *ratio > 0.0);
                Ok(Self { auto: auto || ratio.is_none(), ratio })
            }
        }
    }
}

impl CssValue for Contain {
    fn parse(_cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        let mut contain = Self::empty();
        let mut count = 0;
        while let Ok(name) = input.try_parse(|input| input.expect_ident_cloned()) {
            count += 1;
            contain |= match_ignore_ascii_case! { &name,
                "none" => Self::empty(),
                "strict" => Self::LAYOUT | Self::PAINT | Self::SIZE | Self::STYLE,
                "content" => Self::LAYOUT | Self::PAINT | Self::STYLE,
                "layout" => Self::LAYOUT,
                "paint" => Self::PAINT,
                "size" => Self::SIZE,
                "inline-size" => Self::INLINE_SIZE,
                "style" => Self::STYLE,
                _ => return invalid(),
            };
        }
        if count == 0 { invalid() } else { Ok(contain) }
    }
}

impl CssValue for WillChange {
    fn parse(_cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        let mut flags = Self::empty();
        loop {
            flags |= match_ignore_ascii_case! { input.expect_ident()?,
                "transform" | "-webkit-transform" | "translate" | "rotate" | "scale" | "perspective" | "-webkit-perspective"
                | "filter" | "-webkit-filter" | "backdrop-filter" | "contain" => {
                    Self::STACKING_CONTEXT | Self::FIXED_CONTAINING_BLOCK | Self::ABSOLUTE_CONTAINING_BLOCK
                },
                "opacity" | "mix-blend-mode" | "isolation" | "clip-path" | "mask" | "mask-image" | "-webkit-mask"
                | "-webkit-mask-image" | "z-index" | "view-transition-name" => Self::STACKING_CONTEXT,
                "position" => Self::STACKING_CONTEXT | Self::ABSOLUTE_CONTAINING_BLOCK,
                _ => Self::empty(),
            };
            if !super::parse::comma(input) {
                return Ok(flags);
            }
        }
    }
}

impl CssValue for ContainerName {
    fn parse(_cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        if keyword(input, "none") {
            return Ok(Self::default());
        }
        let excluded = ["none", "and", "or", "not"];
        let mut names = vec![custom_ident(input, &excluded)?];
        while let Ok(name) = input.try_parse(|input| custom_ident(input, &excluded)) {
            names.push(name);
        }
        Ok(Self(names.into()))
    }
}
