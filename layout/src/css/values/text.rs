//! Values of the text and inline layout properties.

use std::sync::Arc;

use super::keyword::keyword_enum;
use super::length::LengthPercentage;

keyword_enum! {
    /// `text-align`
    pub enum TextAlign { Start = "start", End = "end", Left = "left", Right = "right", Center = "center", Justify = "justify", MatchParent = "match-parent", WebkitLeft = "-webkit-left", WebkitRight = "-webkit-right", WebkitCenter = "-webkit-center" }
}
keyword_enum! {
    /// `text-align-last`
    pub enum TextAlignLast { Auto = "auto", Start = "start", End = "end", Left = "left", Right = "right", Center = "center", Justify = "justify", MatchParent = "match-parent" }
}
keyword_enum! {
    /// `text-justify`
    pub enum TextJustify { Auto = "auto", None = "none", InterWord = "inter-word", InterCharacter = "inter-character", Distribute = "distribute" }
}
keyword_enum! {
    /// `white-space-collapse`
    pub enum WhiteSpaceCollapse { Collapse = "collapse", Preserve = "preserve", PreserveBreaks = "preserve-breaks", PreserveSpaces = "preserve-spaces", BreakSpaces = "break-spaces" }
}
keyword_enum! {
    /// `text-wrap-mode`
    pub enum TextWrapMode { Wrap = "wrap", Nowrap = "nowrap" }
}
keyword_enum! {
    /// `text-wrap-style`
    pub enum TextWrapStyle { Auto = "auto", Balance = "balance", Stable = "stable", Pretty = "pretty" }
}
keyword_enum! {
    /// `word-break`
    pub enum WordBreak { Normal = "normal", BreakAll = "break-all", KeepAll = "keep-all", BreakWord = "break-word", AutoPhrase = "auto-phrase" }
}
keyword_enum! {
    /// `line-break`
    pub enum LineBreak { Auto = "auto", Loose = "loose", Normal = "normal", Strict = "strict", Anywhere = "anywhere" }
}
keyword_enum! {
    /// `overflow-wrap`
    pub enum OverflowWrap { Normal = "normal", BreakWord = "break-word", Anywhere = "anywhere" }
}
keyword_enum! {
    /// `hyphens`
    pub enum Hyphens { Manual = "manual", None = "none", Auto = "auto" }
}
keyword_enum! {
    /// `unicode-bidi`
    pub enum UnicodeBidi { Normal = "normal", Embed = "embed", BidiOverride = "bidi-override", Isolate = "isolate", IsolateOverride = "isolate-override", Plaintext = "plaintext" }
}
keyword_enum! {
    /// `text-decoration-style`
    pub enum TextDecorationStyle { Solid = "solid", Double = "double", Dotted = "dotted", Dashed = "dashed", Wavy = "wavy" }
}
keyword_enum! {
    /// `text-decoration-skip-ink`
    pub enum TextDecorationSkipInk { Auto = "auto", None = "none", All = "all" }
}
keyword_enum! {
    /// `text-orientation`
    pub enum TextOrientation { Mixed = "mixed", Upright = "upright", Sideways = "sideways" }
}
keyword_enum! {
    /// `text-rendering`
    pub enum TextRendering { Auto = "auto", OptimizeSpeed = "optimizespeed", OptimizeLegibility = "optimizelegibility", GeometricPrecision = "geometricprecision" }
}
keyword_enum! {
    /// `text-emphasis-position`, simplified to the side of the line.
    pub enum TextEmphasisPosition { Over = "over", Under = "under" }
}
keyword_enum! {
    /// `ruby-position`
    pub enum RubyPosition { Over = "over", Under = "under" }
}
keyword_enum! {
    /// The case part of `text-transform`.
    pub enum TextTransformCase { None = "none", Capitalize = "capitalize", Uppercase = "uppercase", Lowercase = "lowercase" }
}

/// `text-transform`
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextTransform {
    /// The case mapping.
    pub case: TextTransformCase,
    /// `full-width`
    pub full_width: bool,
    /// `full-size-kana`
    pub full_size_kana: bool,
}

bitflags::bitflags! {
    /// `text-decoration-line`
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct TextDecorationLine: u8 {
        /// `underline`
        const UNDERLINE = 1;
        /// `overline`
        const OVERLINE = 2;
        /// `line-through`
        const LINE_THROUGH = 4;
    }
}

/// `text-decoration-thickness`
#[derive(Clone, Debug, Default, PartialEq)]
pub enum TextDecorationThickness {
    /// `auto`
    #[default]
    Auto,
    /// `from-font`
    FromFont,
    /// Percentages are of 1em.
    LengthPercentage(LengthPercentage),
}

/// `text-underline-offset`
#[derive(Clone, Debug, Default, PartialEq)]
pub enum TextUnderlineOffset {
    /// `auto`
    #[default]
    Auto,
    /// Percentages are of 1em.
    LengthPercentage(LengthPercentage),
}

keyword_enum! {
    /// `text-underline-position`, horizontal part.
    pub enum TextUnderlinePosition { Auto = "auto", FromFont = "from-font", Under = "under" }
}

/// `line-height`
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum LineHeight {
    /// `normal`
    #[default]
    Normal,
    /// A multiple of the font size.
    Number(f32),
    /// Px.
    Length(f32),
}

/// `letter-spacing` and `word-spacing`: `normal` is zero, but keeps ligatures.
#[derive(Clone, Debug, PartialEq)]
pub struct Spacing(pub LengthPercentage);

impl Spacing {
    /// `normal`
    pub const NORMAL: Self = Self(LengthPercentage::ZERO);
}

/// `vertical-align`
#[derive(Clone, Debug, Default, PartialEq)]
pub enum VerticalAlign {
    /// `baseline`
    #[default]
    Baseline,
    /// `sub`
    Sub,
    /// `super`
    Super,
    /// `top`
    Top,
    /// `text-top`
    TextTop,
    /// `middle`
    Middle,
    /// `bottom`
    Bottom,
    /// `text-bottom`
    TextBottom,
    /// `-webkit-baseline-middle`
    BaselineMiddle,
    /// Percentages are of the line height.
    LengthPercentage(LengthPercentage),
}

/// `text-overflow`, for the line-end side.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum TextOverflow {
    /// `clip`
    #[default]
    Clip,
    /// `ellipsis`
    Ellipsis,
    /// A string.
    String(Arc<str>),
}

/// `text-indent`
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TextIndent {
    /// The indentation.
    pub length: LengthPercentage,
    /// `hanging`
    pub hanging: bool,
    /// `each-line`
    pub each_line: bool,
}

/// `tab-size`
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TabSize {
    /// A multiple of the advance of a space.
    Number(f32),
    /// Px.
    Length(f32),
}

impl Default for TabSize {
    fn default() -> Self {
        Self::Number(8.0)
    }
}

/// One `text-shadow`; lengths in px.
#[derive(Clone, Debug, PartialEq)]
pub struct TextShadow {
    /// To the right.
    pub x: f32,
    /// Downward.
    pub y: f32,
    /// Blur radius.
    pub blur: f32,
    /// Colour.
    pub color: super::color::Color,
}

/// `text-emphasis-style`
#[derive(Clone, Debug, Default, PartialEq)]
pub enum TextEmphasisStyle {
    /// `none`
    #[default]
    None,
    /// The mark, one character as drawn.
    Mark(Arc<str>),
}

/// `hyphenate-character`, `quotes`' strings …: `auto` or a string.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum StringOrAuto {
    /// `auto`
    #[default]
    Auto,
    /// A string.
    String(Arc<str>),
}

/// `-webkit-line-clamp`, `line-clamp`: `none` or a count of lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LineClampValue(pub Option<u32>);

/// `text-shadow`, front to back; empty is `none`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TextShadows(pub Arc<[TextShadow]>);
