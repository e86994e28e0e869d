//! Values of box alignment, flexbox, grid and multi-column layout.
//!
//! Spec: <https://www.w3.org/TR/css-align-3/>, <https://www.w3.org/TR/css-grid-2/>.

use std::sync::Arc;

use cssparser::{Parser, match_ignore_ascii_case};

use super::compute::ElementContext;
use super::keyword::keyword_enum;
use super::length::{LengthPercentage, Range, length};
use super::number::integer;
use super::parse::{CssValue, LoneDimension, Parsed, ParserContext, invalid, keyword};
use super::unit::LengthUnit;

keyword_enum! {
    /// The keyword part of every alignment property.
    pub enum AlignKeyword {
        Normal = "normal", Auto = "auto", Stretch = "stretch", Baseline = "baseline",
        LastBaseline = "last baseline", Center = "center", Start = "start", End = "end", SelfStart = "self-start",
        SelfEnd = "self-end", FlexStart = "flex-start", FlexEnd = "flex-end", Left = "left", Right = "right",
        SpaceBetween = "space-between", SpaceAround = "space-around", SpaceEvenly = "space-evenly",
        AnchorCenter = "anchor-center",
    }
}

/// How overflow changes an alignment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OverflowPosition {
    /// Not given.
    #[default]
    Default,
    /// `safe`
    Safe,
    /// `unsafe`
    Unsafe,
}

/// `align-content`, `justify-content`, `align-items`, `justify-items`, `align-self`, `justify-self`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Alignment {
    /// The keyword.
    pub keyword: AlignKeyword,
    /// `safe` or `unsafe`.
    pub overflow: OverflowPosition,
    /// `legacy` (only `justify-items`).
    pub legacy: bool,
}

impl Alignment {
    /// Only a keyword.
    pub const fn new(keyword: AlignKeyword) -> Self {
        Self { keyword, overflow: OverflowPosition::Default, legacy: false }
    }
}

keyword_enum! {
    /// `flex-direction`
    pub enum FlexDirection {
        Row = "row", RowReverse = "row-reverse", Column = "column", ColumnReverse = "column-reverse",
    }
}
keyword_enum! {
    /// `flex-wrap`
    pub enum FlexWrap { Nowrap = "nowrap", Wrap = "wrap", WrapReverse = "wrap-reverse" }
}
keyword_enum! {
    /// `-webkit-box-orient`
    pub enum BoxOrient {
        Horizontal = "horizontal", Vertical = "vertical", InlineAxis = "inline-axis", BlockAxis = "block-axis",
    }
}
keyword_enum! {
    /// `-webkit-box-pack`
    pub enum BoxPack { Start = "start", End = "end", Center = "center", Justify = "justify" }
}
keyword_enum! {
    /// `-webkit-box-align`
    pub enum BoxAlign { Stretch = "stretch", Start = "start", End = "end", Center = "center", Baseline = "baseline" }
}
keyword_enum! {
    /// `-webkit-box-direction`
    pub enum BoxDirection { Normal = "normal", Reverse = "reverse" }
}
keyword_enum! {
    /// `column-fill`
    pub enum ColumnFill { Balance = "balance", Auto = "auto", BalanceAll = "balance-all" }
}
keyword_enum! {
    /// `column-span`
    pub enum ColumnSpan { None = "none", All = "all" }
}

/// `grid-auto-flow`
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GridAutoFlow {
    /// `column` instead of `row`.
    pub column: bool,
    /// `dense`
    pub dense: bool,
}

/// One bound of a track size.
#[derive(Clone, Debug, PartialEq)]
pub enum TrackBreadth {
    /// A length or percentage.
    LengthPercentage(LengthPercentage),
    /// `<flex>`
    Fraction(f32),
    /// `min-content`
    MinContent,
    /// `max-content`
    MaxContent,
    /// `auto`
    Auto,
}

/// The size of a track.
#[derive(Clone, Debug, PartialEq)]
pub enum TrackSize {
    /// One breadth for both bounds.
    Breadth(TrackBreadth),
    /// `minmax()`
    MinMax(TrackBreadth, TrackBreadth),
    /// `fit-content()`
    FitContent(LengthPercentage),
}

impl TrackSize {
    /// `auto`
    pub const AUTO: Self = Self::Breadth(TrackBreadth::Auto);
}

/// The names of one grid line.
pub type LineNames = Arc<[Arc<str>]>;

/// How often `repeat()` repeats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RepeatCount {
    /// So many times.
    Count(u16),
    /// `auto-fill`
    AutoFill,
    /// `auto-fit`
    AutoFit,
}

/// A track or a repetition of tracks.
#[derive(Clone, Debug, PartialEq)]
pub enum TrackListItem {
    /// One track.
    Track(TrackSize),
    /// `repeat()`: line names stand before each track and after the last.
    Repeat(RepeatCount, Vec<TrackSize>, Vec<LineNames>),
}

/// `grid-template-rows`, `grid-template-columns`
#[derive(Clone, Debug, Default, PartialEq)]
pub enum GridTemplate {
    /// `none`
    #[default]
    None,
    /// A list: `names` has one entry more than `items`, each the names of the line before its item.
    TrackList {
        /// Tracks and repetitions.
        items: Arc<[TrackListItem]>,
        /// Names of the lines around them.
        names: Arc<[LineNames]>,
    },
    /// `subgrid` with its line names.
    Subgrid(Arc<[LineNames]>),
}

/// `grid-auto-rows`, `grid-auto-columns`: never empty.
#[derive(Clone, Debug, PartialEq)]
pub struct GridAutoTracks(pub Arc<[TrackSize]>);

impl GridAutoTracks {
    /// `auto`
    pub fn auto() -> Self {
        Self(Arc::new([TrackSize::AUTO]))
    }
}

/// A named area of `grid-template-areas`; lines counted from 1.
#[derive(Clone, Debug, PartialEq)]
pub struct GridArea {
    /// Its name.
    pub name: Arc<str>,
    /// First row line.
    pub row_start: u16,
    /// Last row line.
    pub row_end: u16,
    /// First column line.
    pub column_start: u16,
    /// Last column line.
    pub column_end: u16,
}

/// `grid-template-areas`
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GridTemplateAreas {
    /// The areas, by first appearance.
    pub areas: Arc<[GridArea]>,
    /// How many rows the strings make.
    pub rows: u16,
    /// How many columns.
    pub columns: u16,
}

/// `grid-row-start` and its like.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum GridLine {
    /// `auto`
    #[default]
    Auto,
    /// A line by number (never 0), perhaps the n-th of a name.
    Line(i32, Option<Arc<str>>),
    /// A line or area by name.
    Named(Arc<str>),
    /// `span`, perhaps counting only lines of a name.
    Span(u32, Option<Arc<str>>),
}

/// `column-width`: `None` is `auto`, else px.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ColumnWidthValue(pub Option<f32>);
/// `column-count`: `None` is `auto`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ColumnCountValue(pub Option<u32>);
/// `align-content`, `justify-content`
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ContentAlignment(pub Alignment);
/// `align-items`
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ItemAlignment(pub Alignment);
/// `align-self`, `justify-self`
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SelfAlignment(pub Alignment);
/// `justify-items`
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JustifyItems(pub Alignment);

impl JustifyItems {
    /// `legacy`, which computes to `normal` where no ancestor says more.
    pub const fn initial() -> Self {
        Self(Alignment { keyword: AlignKeyword::Normal, overflow: OverflowPosition::Default, legacy: true })
    }
}

/// Which of the alignment properties a value is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AlignmentKind {
    Content,
    Items,
    SelfItem,
}

impl Alignment {
    fn parse(input: &mut Parser<'_>, kind: AlignmentKind) -> Parsed<Self> {
        let mut overflow = OverflowPosition::Default;
        let mut name = input.expect_ident_cloned()?;
        match_ignore_ascii_case! { &name,
            "safe" => overflow = OverflowPosition::Safe,
            "unsafe" => overflow = OverflowPosition::Unsafe,
            "first" | "last" => {
                input.expect_ident_matching("baseline")?;
                let first = name.eq_ignore_ascii_case("first");
                return Ok(Self::new(if first { AlignKeyword::Baseline } else { AlignKeyword::LastBaseline }));
            },
            _ => {},
        }
        if overflow != OverflowPosition::Default {
            name = input.expect_ident_cloned()?;
        }
        let Some(keyword) = AlignKeyword::from_keyword(&name) else { return invalid() };
        use AlignKeyword as K;
        let is_position = matches!(
            keyword,
            K::Center | K::Start | K::End | K::SelfStart | K::SelfEnd | K::FlexStart | K::FlexEnd | K::Left | K::Right
        );
        if overflow != OverflowPosition::Default && !is_position {
            return invalid();
        }
        let allowed = match keyword {
            K::SpaceBetween | K::SpaceAround | K::SpaceEvenly => kind == AlignmentKind::Content,
            K::SelfStart | K::SelfEnd | K::AnchorCenter => kind != AlignmentKind::Content,
            K::Auto => kind == AlignmentKind::SelfItem,
            K::LastBaseline => false,
            _ => true,
        };
        if allowed { Ok(Self { keyword, overflow, legacy: false }) } else { invalid() }
    }
}

impl CssValue for ContentAlignment {
    fn parse(_cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        Alignment::parse(input, AlignmentKind::Content).map(Self)
    }
}

impl CssValue for ItemAlignment {
    fn parse(_cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        Alignment::parse(input, AlignmentKind::Items).map(Self)
    }
}

impl CssValue for SelfAlignment {
    fn parse(_cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        Alignment::parse(input, AlignmentKind::SelfItem).map(Self)
    }
}

impl CssValue for JustifyItems {
    /// [§ 6.2](https://www.w3.org/TR/css-align-3/#justify-items-property): `legacy` alone or with a side.
    fn parse(_cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        let side = |input: &mut Parser<'_>| -> Parsed<AlignKeyword> {
            Ok(match_ignore_ascii_case! { input.expect_ident()?,
                "left" => AlignKeyword::Left,
                "right" => AlignKeyword::Right,
                "center" => AlignKeyword::Center,
                _ => return invalid(),
            })
        };
        let legacy = |keyword| Self(Alignment { keyword, overflow: OverflowPosition::Default, legacy: true });
        if keyword(input, "legacy") {
            return Ok(legacy(input.try_parse(side).unwrap_or(AlignKeyword::Normal)));
        }
        let start = input.state();
        if let Ok(value) = side(input)
            && keyword(input, "legacy")
        {
            return Ok(legacy(value));
        }
        input.reset(&start);
        Alignment::parse(input, AlignmentKind::Items).map(Self)
    }
}

impl CssValue for ColumnWidthValue {
    const DIMENSION: LoneDimension = LoneDimension::NonNegative;

    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        if keyword(input, "auto") {
            return Ok(Self(None));
        }
        length(cx, input, Range::NonNegative).map(|px| Self(Some(px)))
    }

    fn from_dimension(value: f32, unit: LengthUnit, element: &ElementContext<'_>) -> Option<Self> {
        Some(Self(Some(element.length(value, unit))))
    }
}

impl CssValue for ColumnCountValue {
    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        if keyword(input, "auto") {
            return Ok(Self(None));
        }
        match integer(cx, input)? {
            count if count > 0 => Ok(Self(u32::try_from(count).ok())),
            _ => invalid(),
        }
    }
}
