//! Values of the font properties.
//!
//! Spec: <https://www.w3.org/TR/css-fonts-4/>.

use std::sync::Arc;

use super::keyword::keyword_enum;

keyword_enum! {
    /// A generic font family.
    pub enum GenericFamily { Serif = "serif", SansSerif = "sans-serif", Monospace = "monospace", Cursive = "cursive", Fantasy = "fantasy", SystemUi = "system-ui", UiSerif = "ui-serif", UiSansSerif = "ui-sans-serif", UiMonospace = "ui-monospace", UiRounded = "ui-rounded", Math = "math", Emoji = "emoji", Fangsong = "fangsong" }
}
keyword_enum! {
    /// `font-variant-caps`
    pub enum FontVariantCaps { Normal = "normal", SmallCaps = "small-caps", AllSmallCaps = "all-small-caps", PetiteCaps = "petite-caps", AllPetiteCaps = "all-petite-caps", Unicase = "unicase", TitlingCaps = "titling-caps" }
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
    /// Where the size came from a keyword (0 = `xx-small` … 7 = `xxx-large`, medium = 3) and only `em`s since: the keyword's index and the
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
