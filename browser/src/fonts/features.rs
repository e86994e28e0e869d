//! OpenType features that a style turns on or off.
//!
//! [CSS Fonts 4 § 7.2](https://www.w3.org/TR/css-fonts-4/#feature-precedence): `font-variant` and its kin first, then
//! what the `@font-face` rule says, then `letter-spacing`, then `font-feature-settings`.

use ashlar_layout::css::properties::longhands::Font;
use ashlar_layout::css::values::font::{
    FontKerning, FontVariantCaps, FontVariantEastAsian, FontVariantLigatures, FontVariantNumeric, FontVariantPosition,
};
use harfrust::{Feature, Tag};

/// The features of a style in a face whose rule has `own` ones. `synthetic_caps` leaves out the features of
/// `font-variant-caps`.
pub(super) fn features(font: &Font, own: &[([u8; 4], u32)], letter_spaced: bool, synthetic_caps: bool) -> Vec<Feature> {
    let mut list = Vec::new();
    let mut set = |tag: &[u8; 4], value: u32| list.push(Feature::new(Tag::new(tag), value, ..));
    if font.font_kerning == FontKerning::None {
        set(b"kern", 0);
        set(b"vkrn", 0);
    }
    let ligatures = font.font_variant_ligatures;
    // Letter-spacing turns off ligatures unless they were asked for.
    let spaced = letter_spaced && !ligatures.contains(FontVariantLigatures::COMMON);
    let none = ligatures.contains(FontVariantLigatures::NONE);
    if none || spaced || ligatures.contains(FontVariantLigatures::NO_COMMON) {
        set(b"liga", 0);
        set(b"clig", 0);
    } else if ligatures.contains(FontVariantLigatures::COMMON) {
        set(b"liga", 1);
        set(b"clig", 1);
    }
    if ligatures.contains(FontVariantLigatures::DISCRETIONARY) {
        set(b"dlig", 1);
    } else if none || ligatures.contains(FontVariantLigatures::NO_DISCRETIONARY) {
        set(b"dlig", 0);
    }
    if ligatures.contains(FontVariantLigatures::HISTORICAL) {
        set(b"hlig", 1);
    } else if none || ligatures.contains(FontVariantLigatures::NO_HISTORICAL) {
        set(b"hlig", 0);
    }
    if none || ligatures.contains(FontVariantLigatures::NO_CONTEXTUAL) {
        set(b"calt", 0);
    }
    if !synthetic_caps {
        for tag in caps_features(font.font_variant_caps) {
            set(tag, 1);
        }
    }
    numeric(font.font_variant_numeric, &mut set);
    east_asian(font.font_variant_east_asian, &mut set);
    match font.font_variant_position {
        FontVariantPosition::Normal => {}
        FontVariantPosition::Sub => set(b"subs", 1),
        FontVariantPosition::Super => set(b"sups", 1),
    }
    for (tag, value) in own.iter().chain(&*font.font_feature_settings.0) {
        set(tag, *value);
    }
    list
}

/// The features of `font-variant-caps`.
pub(super) fn caps_features(caps: FontVariantCaps) -> &'static [&'static [u8; 4]] {
    match caps {
        FontVariantCaps::Normal => &[],
        FontVariantCaps::SmallCaps => &[b"smcp"],
        FontVariantCaps::AllSmallCaps => &[b"c2sc", b"smcp"],
        FontVariantCaps::PetiteCaps => &[b"pcap"],
        FontVariantCaps::AllPetiteCaps => &[b"c2pc", b"pcap"],
        FontVariantCaps::Unicase => &[b"unic"],
        FontVariantCaps::TitlingCaps => &[b"titl"],
    }
}

fn numeric(numeric: FontVariantNumeric, set: &mut impl FnMut(&[u8; 4], u32)) {
    let table: [(FontVariantNumeric, &[u8; 4]); 8] = [
        (FontVariantNumeric::LINING, b"lnum"),
        (FontVariantNumeric::OLDSTYLE, b"onum"),
        (FontVariantNumeric::PROPORTIONAL, b"pnum"),
        (FontVariantNumeric::TABULAR, b"tnum"),
        (FontVariantNumeric::DIAGONAL_FRACTIONS, b"frac"),
        (FontVariantNumeric::STACKED_FRACTIONS, b"afrc"),
        (FontVariantNumeric::ORDINAL, b"ordn"),
        (FontVariantNumeric::SLASHED_ZERO, b"zero"),
    ];
    for (flag, tag) in table {
        if numeric.contains(flag) {
            set(tag, 1);
        }
    }
}

fn east_asian(east_asian: FontVariantEastAsian, set: &mut impl FnMut(&[u8; 4], u32)) {
    let table: [(FontVariantEastAsian, &[u8; 4]); 9] = [
        (FontVariantEastAsian::JIS78, b"jp78"),
        (FontVariantEastAsian::JIS83, b"jp83"),
        (FontVariantEastAsian::JIS90, b"jp90"),
        (FontVariantEastAsian::JIS04, b"jp04"),
        (FontVariantEastAsian::SIMPLIFIED, b"smpl"),
        (FontVariantEastAsian::TRADITIONAL, b"trad"),
        (FontVariantEastAsian::FULL_WIDTH, b"fwid"),
        (FontVariantEastAsian::PROPORTIONAL_WIDTH, b"pwid"),
        (FontVariantEastAsian::RUBY, b"ruby"),
    ];
    for (flag, tag) in table {
        if east_asian.contains(flag) {
            set(tag, 1);
        }
    }
}
