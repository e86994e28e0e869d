//! Values of the font properties.
//!
//! Spec: <https://www.w3.org/TR/css-fonts-4/>.

use std::sync::Arc;

use cssparser::{Parser, Token, match_ignore_ascii_case};

use super::compute::ElementContext;
use super::keyword::keyword_enum;
use super::length::{LengthPercentage, Range};
use super::number::{angle, number, percentage};
use super::parse::{CssValue, LoneDimension, ParseError, Parsed, ParserContext, comma_separated, invalid, keyword};
use super::unit::LengthUnit;

keyword_enum! {
    /// A generic font family.
    pub enum GenericFamily {
        Serif = "serif", SansSerif = "sans-serif", Monospace = "monospace", Cursive = "cursive",
        Fantasy = "fantasy", SystemUi = "system-ui", UiSerif = "ui-serif", UiSansSerif = "ui-sans-serif",
        UiMonospace = "ui-monospace", UiRounded = "ui-rounded", Math = "math", Emoji = "emoji",
        Fangsong = "fangsong",
    }
}
keyword_enum! {
    /// `font-variant-caps`
    pub enum FontVariantCaps {
        Normal = "normal", SmallCaps = "small-caps", AllSmallCaps = "all-small-caps", PetiteCaps = "petite-caps",
        AllPetiteCaps = "all-petite-caps", Unicase = "unicase", TitlingCaps = "titling-caps",
    }
}
keyword_enum! {
    /// `font-kerning`
    pub enum FontKerning { Auto = "auto", Normal = "normal", None = "none" }
}
keyword_enum! {
    /// `font-optical-sizing`
    pub enum FontOpticalSizing { Auto = "auto", None = "none" }
}
keyword_enum! {
    /// `font-variant-position`
    pub enum FontVariantPosition { Normal = "normal", Sub = "sub", Super = "super" }
}
keyword_enum! {
    /// `font-variant-emoji`
    pub enum FontVariantEmoji { Normal = "normal", Text = "text", Emoji = "emoji", Unicode = "unicode" }
}

/// One entry of `font-family`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum FontFamilyName {
    /// A family's name, as written.
    Named(Arc<str>),
    /// A generic family.
    Generic(GenericFamily),
}

/// `font-family`: never empty.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FontFamily(pub Arc<[FontFamilyName]>);

impl FontFamily {
    /// The initial value: Chromium's standard font is a serif.
    pub fn initial() -> Self {
        Self(Arc::new([FontFamilyName::Generic(GenericFamily::Serif)]))
    }

    /// Whether the list is exactly `monospace`, for which user agents use a smaller default size.
    pub fn is_only_monospace(&self) -> bool {
        matches!(&*self.0, [FontFamilyName::Generic(GenericFamily::Monospace)])
    }
}

/// `font-weight`, 1 to 1000.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FontWeight(pub f32);

impl FontWeight {
    /// 400
    pub const NORMAL: Self = Self(400.0);
    /// 700
    pub const BOLD: Self = Self(700.0);
}

/// `font-width` (`font-stretch`), a fraction: 1.0 is normal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FontWidth(pub f32);

impl FontWidth {
    /// 100 %
    pub const NORMAL: Self = Self(1.0);
}

/// `font-style`
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum FontStyle {
    /// `normal`
    #[default]
    Normal,
    /// `italic`
    Italic,
    /// `oblique`, with the angle in degrees.
    Oblique(f32),
}

/// `font-size`: the computed size, and what the cascade keeps beside it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FontSize {
    /// The size in px.
    pub px: f32,
    /// Where the size came from a keyword (0 = `xx-small` … 7 = `xxx-large`, medium = 3) and only `em`s since: the
    /// keyword's index and the
    /// factor, so that a change of generic family to `monospace` finds the other default (HTML and all browsers do so).
    pub keyword: Option<(u8, f32)>,
}

impl FontSize {
    /// `medium`, 16 px.
    pub const MEDIUM: Self = Self { px: 16.0, keyword: Some((3, 1.0)) };
}

/// `font-size-adjust`: `none` or a number for the ex height.
pub type FontSizeAdjust = Option<f32>;

/// An OpenType tag.
pub type Tag = [u8; 4];

/// `font-feature-settings`, in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FontFeatureSettings(pub Arc<[(Tag, u32)]>);

/// `font-variation-settings`, in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FontVariationSettings(pub Arc<[(Tag, f32)]>);

bitflags::bitflags! {
    /// `font-variant-ligatures`: which are forced on or off.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct FontVariantLigatures: u16 {
        /// `none`
        const NONE = 1;
        /// `common-ligatures`
        const COMMON = 2;
        /// `no-common-ligatures`
        const NO_COMMON = 4;
        /// `discretionary-ligatures`
        const DISCRETIONARY = 8;
        /// `no-discretionary-ligatures`
        const NO_DISCRETIONARY = 16;
        /// `historical-ligatures`
        const HISTORICAL = 32;
        /// `no-historical-ligatures`
        const NO_HISTORICAL = 64;
        /// `contextual`
        const CONTEXTUAL = 128;
        /// `no-contextual`
        const NO_CONTEXTUAL = 256;
    }
}

bitflags::bitflags! {
    /// `font-variant-numeric`
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct FontVariantNumeric: u8 {
        /// `lining-nums`
        const LINING = 1;
        /// `oldstyle-nums`
        const OLDSTYLE = 2;
        /// `proportional-nums`
        const PROPORTIONAL = 4;
        /// `tabular-nums`
        const TABULAR = 8;
        /// `diagonal-fractions`
        const DIAGONAL_FRACTIONS = 16;
        /// `stacked-fractions`
        const STACKED_FRACTIONS = 32;
        /// `ordinal`
        const ORDINAL = 64;
        /// `slashed-zero`
        const SLASHED_ZERO = 128;
    }
}

bitflags::bitflags! {
    /// `font-variant-east-asian`
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct FontVariantEastAsian: u16 {
        /// `jis78`
        const JIS78 = 1;
        /// `jis83`
        const JIS83 = 2;
        /// `jis90`
        const JIS90 = 4;
        /// `jis04`
        const JIS04 = 8;
        /// `simplified`
        const SIMPLIFIED = 16;
        /// `traditional`
        const TRADITIONAL = 32;
        /// `full-width`
        const FULL_WIDTH = 64;
        /// `proportional-width`
        const PROPORTIONAL_WIDTH = 128;
        /// `ruby`
        const RUBY = 256;
    }
}

bitflags::bitflags! {
    /// `font-synthesis-*`: what may be made up.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub struct FontSynthesis: u8 {
        /// Bold.
        const WEIGHT = 1;
        /// Oblique.
        const STYLE = 2;
        /// Small capitals.
        const SMALL_CAPS = 4;
    }
}

/// A language tag (`lang`, `-webkit-locale`); `None` where unknown.
pub type Language = Option<Arc<str>>;

impl FontFamilyName {
    /// `<family-name> | <generic-family>`: a string, or identifiers joined by single spaces.
    pub fn parse(input: &mut Parser<'_>) -> Parsed<Self> {
        if let Ok(name) = input.try_parse(|input| input.expect_string_cloned()) {
            return Ok(Self::Named(name.as_ref().into()));
        }
        let start = input.state();
        if let Token::Function(name) = input.next()? {
            if name.eq_ignore_ascii_case("generic") {
                return input.parse_nested_block(|input| {
                    GenericFamily::from_keyword(input.expect_ident()?)
                        .map_or_else(invalid, |family| Ok(Self::Generic(family)))
                });
            }
            return invalid();
        }
        input.reset(&start);
        let mut name = input.expect_ident()?.as_ref().to_owned();
        let mut words = 1;
        while let Ok(word) = input.try_parse(|input| input.expect_ident_cloned()) {
            name.push(' ');
            name.push_str(&word);
            words += 1;
        }
        if words == 1 {
            if let Some(family) = GenericFamily::from_keyword(&name) {
                return Ok(Self::Generic(family));
            }
            if ["initial", "inherit", "unset", "default", "revert", "revert-layer"]
                .iter()
                .any(|word| name.eq_ignore_ascii_case(word))
            {
                return invalid();
            }
        }
        Ok(Self::Named(name.into()))
    }
}

impl CssValue for FontFamily {
    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        comma_separated(cx, input, |_, input| FontFamilyName::parse(input)).map(|list| Self(list.into()))
    }
}

impl CssValue for FontWeight {
    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        if let Ok(name) = input.try_parse(|input| input.expect_ident_cloned()) {
            let parent = || cx.element_or_defer().map_or(400.0, |element| element.parent_font.font_weight.0);
            return Ok(Self(match_ignore_ascii_case! { &name,
                "normal" => 400.0,
                "bold" => 700.0,
                "bolder" => match parent() {
                    weight if weight < 350.0 => 400.0,
                    weight if weight < 550.0 => 700.0,
                    weight => weight.max(900.0),
                },
                "lighter" => match parent() {
                    weight if weight < 100.0 => weight,
                    weight if weight < 550.0 => 100.0,
                    weight if weight < 750.0 => 400.0,
                    _ => 700.0,
                },
                _ => return invalid(),
            }));
        }
        let is_function = super::number::starts_with_function(input);
        let weight = number(cx, input)?;
        if !is_function && !(1.0..=1000.0).contains(&weight) {
            return invalid();
        }
        Ok(Self(weight.clamp(1.0, 1000.0)))
    }
}

impl FontWidth {
    /// The width of a keyword.
    pub fn from_keyword(name: &str) -> Option<Self> {
        Some(Self(match_ignore_ascii_case! { name,
            "ultra-condensed" => 0.5,
            "extra-condensed" => 0.625,
            "condensed" => 0.75,
            "semi-condensed" => 0.875,
            "normal" => 1.0,
            "semi-expanded" => 1.125,
            "expanded" => 1.25,
            "extra-expanded" => 1.5,
            "ultra-expanded" => 2.0,
            _ => return None,
        }))
    }
}

impl CssValue for FontWidth {
    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        if let Ok(name) = input.try_parse(|input| input.expect_ident_cloned()) {
            return Self::from_keyword(&name).ok_or_else(ParseError::unexpected_token);
        }
        let share = percentage(cx, input)?;
        if share < 0.0 { invalid() } else { Ok(Self(share)) }
    }
}

impl CssValue for FontStyle {
    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        Ok(match_ignore_ascii_case! { input.expect_ident()?,
            "normal" => Self::Normal,
            "italic" => Self::Italic,
            "oblique" => {
                let degrees = input.try_parse(|input| angle(cx, input)).unwrap_or(14.0);
                if !(-90.0..=90.0).contains(&degrees) {
                    return invalid();
                }
                Self::Oblique(degrees)
            },
            _ => return invalid(),
        })
    }
}

/// Sizes of the keywords `xx-small` to `xxx-large` for the usual default sizes, 16 px and 13 px (monospace).
const KEYWORD_SIZES: [[f32; 8]; 2] =
    [[9.0, 10.0, 13.0, 16.0, 18.0, 24.0, 32.0, 48.0], [9.0, 10.0, 12.0, 13.0, 16.0, 20.0, 26.0, 39.0]];

impl FontSize {
    /// The size of a keyword by its index.
    pub fn of_keyword(index: u8, is_monospace: bool) -> f32 {
        KEYWORD_SIZES[usize::from(is_monospace)][usize::from(index).min(7)]
    }

    fn keyword_index(name: &str) -> Option<u8> {
        Some(match_ignore_ascii_case! { name,
            "xx-small" => 0,
            "x-small" => 1,
            "small" => 2,
            "medium" => 3,
            "large" => 4,
            "x-large" => 5,
            "xx-large" => 6,
            "xxx-large" | "-webkit-xxx-large" => 7,
            _ => return None,
        })
    }

    /// A multiple of the parent's size.
    fn scaled(parent: Self, factor: f32) -> Self {
        Self { px: parent.px * factor, keyword: parent.keyword.map(|(index, old)| (index, old * factor)) }
    }

    fn absolute(px: f32) -> Self {
        // Chromium caps font sizes so that glyphs and lines stay within its integers.
        Self { px: px.clamp(0.0, 10_000.0), keyword: None }
    }
}

impl CssValue for FontSize {
    const DIMENSION: LoneDimension = LoneDimension::NonNegative;

    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        if let Ok(name) = input.try_parse(|input| input.expect_ident_cloned()) {
            if let Some(index) = Self::keyword_index(&name) {
                let is_monospace = cx.element_or_defer().is_some_and(|element| element.is_monospace);
                return Ok(Self { px: Self::of_keyword(index, is_monospace), keyword: Some((index, 1.0)) });
            }
            let factor = match_ignore_ascii_case! { &name,
                "larger" | "-webkit-larger" => 1.2,
                "smaller" | "-webkit-smaller" => 1.0 / 1.2,
                "math" => 1.0,
                _ => return invalid(),
            };
            let parent = cx.element_or_defer().map_or(Self::MEDIUM, |element| element.parent_font.font_size);
            return Ok(Self::scaled(parent, factor));
        }
        let value = LengthPercentage::parse_in(cx, input, Range::NonNegative)?;
        match value {
            LengthPercentage::Px(px) => Ok(Self::absolute(px)),
            value => {
                let parent = cx.element_or_defer().map_or(Self::MEDIUM, |element| element.parent_font.font_size);
                match value {
                    LengthPercentage::Percentage(share) => Ok(Self::scaled(parent, share)),
                    value => Ok(Self::absolute(value.resolve_px(parent.px))),
                }
            }
        }
    }

    fn from_dimension(value: f32, unit: LengthUnit, element: &ElementContext<'_>) -> Option<Self> {
        if unit == LengthUnit::Em {
            return Some(Self::scaled(element.parent_font.font_size, value));
        }
        Some(Self::absolute(element.length(value, unit)))
    }
}

/// An OpenType tag: a string of four characters.
fn tag(input: &mut Parser<'_>) -> Parsed<Tag> {
    let text = input.expect_string()?;
    match <[u8; 4]>::try_from(text.as_bytes()) {
        Ok(tag) if tag.iter().all(|byte| (0x20..0x7f).contains(byte)) => Ok(tag),
        _ => invalid(),
    }
}

impl CssValue for FontFeatureSettings {
    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        if keyword(input, "normal") {
            return Ok(Self::default());
        }
        let list = comma_separated(cx, input, |cx, input| {
            let tag = tag(input)?;
            if keyword(input, "off") {
                return Ok((tag, 0));
            }
            if keyword(input, "on") || input.is_exhausted() {
                return Ok((tag, 1));
            }
            let value = super::number::integer(cx, input)?;
            u32::try_from(value).map_or_else(|_| invalid(), |value| Ok((tag, value)))
        })?;
        Ok(Self(list.into()))
    }
}

impl CssValue for FontVariationSettings {
    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        if keyword(input, "normal") {
            return Ok(Self::default());
        }
        comma_separated(cx, input, |cx, input| Ok((tag(input)?, number(cx, input)?))).map(|list| Self(list.into()))
    }
}

/// Flags by keyword in any order; `normal` and `none` stand alone.
fn flags<T: std::ops::BitOrAssign + Copy>(
    input: &mut Parser<'_>,
    empty: T,
    none: Option<T>,
    flag: impl Fn(&str) -> Option<T>,
) -> Parsed<T> {
    if keyword(input, "normal") {
        return Ok(empty);
    }
    if let Some(none) = none.filter(|_| keyword(input, "none")) {
        return Ok(none);
    }
    let mut flags = empty;
    let mut count = 0;
    while let Ok(value) = input.try_parse(|input| flag(input.expect_ident()?).ok_or_else(ParseError::unexpected_token))
    {
        flags |= value;
        count += 1;
    }
    if count == 0 { invalid() } else { Ok(flags) }
}

impl FontVariantLigatures {
    pub(crate) fn from_keyword(name: &str) -> Option<Self> {
        Some(match_ignore_ascii_case! { name,
            "common-ligatures" => Self::COMMON,
            "no-common-ligatures" => Self::NO_COMMON,
            "discretionary-ligatures" => Self::DISCRETIONARY,
            "no-discretionary-ligatures" => Self::NO_DISCRETIONARY,
            "historical-ligatures" => Self::HISTORICAL,
            "no-historical-ligatures" => Self::NO_HISTORICAL,
            "contextual" => Self::CONTEXTUAL,
            "no-contextual" => Self::NO_CONTEXTUAL,
            _ => return None,
        })
    }
}

impl CssValue for FontVariantLigatures {
    fn parse(_cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        flags(input, Self::empty(), Some(Self::NONE), Self::from_keyword)
    }
}

impl FontVariantNumeric {
    pub(crate) fn from_keyword(name: &str) -> Option<Self> {
        Some(match_ignore_ascii_case! { name,
            "lining-nums" => Self::LINING,
            "oldstyle-nums" => Self::OLDSTYLE,
            "proportional-nums" => Self::PROPORTIONAL,
            "tabular-nums" => Self::TABULAR,
            "diagonal-fractions" => Self::DIAGONAL_FRACTIONS,
            "stacked-fractions" => Self::STACKED_FRACTIONS,
            "ordinal" => Self::ORDINAL,
            "slashed-zero" => Self::SLASHED_ZERO,
            _ => return None,
        })
    }
}

impl CssValue for FontVariantNumeric {
    fn parse(_cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        flags(input, Self::empty(), None, Self::from_keyword)
    }
}

impl FontVariantEastAsian {
    pub(crate) fn from_keyword(name: &str) -> Option<Self> {
        Some(match_ignore_ascii_case! { name,
            "jis78" => Self::JIS78,
            "jis83" => Self::JIS83,
            "jis90" => Self::JIS90,
            "jis04" => Self::JIS04,
            "simplified" => Self::SIMPLIFIED,
            "traditional" => Self::TRADITIONAL,
            "full-width" => Self::FULL_WIDTH,
            "proportional-width" => Self::PROPORTIONAL_WIDTH,
            "ruby" => Self::RUBY,
            _ => return None,
        })
    }
}

impl CssValue for FontVariantEastAsian {
    fn parse(_cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        flags(input, Self::empty(), None, Self::from_keyword)
    }
}

impl CssValue for FontSynthesis {
    fn parse(_cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        flags(input, Self::empty(), Some(Self::empty()), |name| {
            Some(match_ignore_ascii_case! { name,
                "weight" => Self::WEIGHT,
                "style" => Self::STYLE,
                "small-caps" => Self::SMALL_CAPS,
                "position" => Self::empty(),
                _ => return None,
            })
        })
    }
}

/// `-webkit-locale`
impl CssValue for Language {
    fn parse(_cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        if keyword(input, "auto") {
            return Ok(None);
        }
        Ok(Some(input.expect_ident_or_string()?.as_ref().into()))
    }
}
