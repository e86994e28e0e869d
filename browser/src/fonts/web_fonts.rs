//! The fonts that a page brings along: `@font-face`.

use std::ops::RangeInclusive;
use std::sync::Arc;

use ashlar_layout::css::values::font::Tag;
use rustc_hash::FxHashMap;
use url::Url;

use super::decode;
use super::face::Face;
use super::instance::MetricsOverride;
use super::library::FontLibrary;
use super::matching::{self, Capabilities, Slant, Wish};
use crate::diagnostics::{Area, Diagnostics};
use crate::style::stylesheet::font_face::{FontFaceRule, FontFaceStyle, FontSource};

/// Gets the bytes of a font file, `None` if it does not come (the loader has said so then).
pub type FontLoader<'a> = dyn Fn(&Url) -> Option<Vec<u8>> + 'a;

/// One `@font-face` rule.
pub(super) struct WebFace {
    rule: FontFaceRule,
    pub(super) capabilities: Capabilities,
    pub(super) variations: Vec<(Tag, f32)>,
    pub(super) features: Arc<[(Tag, u32)]>,
    loaded: Option<Option<Arc<Face>>>,
}

/// All faces of a page, by family.
#[derive(Default)]
pub(super) struct WebFonts {
    faces: Vec<WebFace>,
    families: FxHashMap<String, Vec<usize>>,
}

impl WebFonts {
    pub(super) fn add(&mut self, rule: &FontFaceRule) {
        let slant = match &rule.style {
            None | Some(FontFaceStyle::Normal) => Slant::Normal,
            Some(FontFaceStyle::Italic) => Slant::Italic,
            Some(FontFaceStyle::Oblique(range)) => Slant::Oblique(*range.start(), *range.end()),
        };
        let ordered = |range: &Option<RangeInclusive<f32>>, normal: f32| match range {
            Some(range) => (range.start().min(*range.end()), range.start().max(*range.end())),
            None => (normal, normal),
        };
        let face = WebFace {
            capabilities: Capabilities {
                weight: ordered(&rule.weight, 400.0),
                width: ordered(&rule.stretch, 1.0),
                slant,
            },
            features: rule.feature_settings.as_deref().map(parse_features).unwrap_or_default(),
            variations: rule.variation_settings.as_deref().map(parse_variations).unwrap_or_default(),
            rule: rule.clone(),
            loaded: None,
        };
        self.families.entry(rule.family.to_lowercase()).or_default().push(self.faces.len());
        self.faces.push(face);
    }

    /// The faces of a family that come nearest to a wish: all rules with the same descriptors of style make one face
    /// out of [several files](https://www.w3.org/TR/css-fonts-4/#composite-fonts), of which the last defined comes first.
    pub(super) fn nearest(&self, family: &str, wish: Wish) -> Option<Vec<usize>> {
        let all = self.families.get(&family.to_lowercase())?;
        let best = all[matching::nearest(all.iter().map(|index| self.faces[*index].capabilities), wish)?];
        let same = self.faces[best].capabilities;
        Some(all.iter().rev().copied().filter(|index| self.faces[*index].capabilities == same).collect())
    }

    pub(super) fn face(&self, index: usize) -> &WebFace {
        &self.faces[index]
    }

    /// The files worth fetching ahead for a face: of each rule for Latin text the first source that can be used.
    pub(super) fn urls(&self, indices: &[usize]) -> impl Iterator<Item = &Url> {
        let rules = indices.iter().map(|index| &self.faces[*index].rule);
        rules.filter(|rule| in_ranges(&rule.unicode_range, 'a')).filter_map(|rule| {
            rule.sources.iter().find_map(|source| match source {
                FontSource::Url { url, format, tech } if is_supported(format.as_deref(), tech) => Some(url),
                FontSource::Url { .. } | FontSource::Local(_) => None,
            })
        })
    }

    /// The parsed face of a rule, loaded when first asked for.
    pub(super) fn load(
        &mut self,
        index: usize,
        library: &FontLibrary,
        loader: &FontLoader<'_>,
        said: &Diagnostics,
    ) -> Option<Arc<Face>> {
        let face = &mut self.faces[index];
        face.loaded.get_or_insert_with(|| load(&face.rule, library, loader, said)).clone()
    }
}

impl WebFace {
    /// Whether the rule is for a character.
    pub(super) fn is_for(&self, c: char) -> bool {
        in_ranges(&self.rule.unicode_range, c)
    }

    /// What the face can do: what the rule says, and where it says `auto` what the variable font can.
    pub(super) fn capabilities_of(&self, face: &Face) -> Capabilities {
        let (mut can, font) = (self.capabilities, face.capabilities());
        if self.rule.weight.is_none() && face.axis(b"wght").is_some() {
            can.weight = font.weight;
        }
        if self.rule.stretch.is_none() && face.axis(b"wdth").is_some() {
            can.width = font.width;
        }
        if self.rule.style.is_none() && face.axis(b"slnt").is_some() {
            can.slant = font.slant;
        }
        can
    }

    pub(super) fn size_adjust(&self) -> f32 {
        self.rule.size_adjust
    }

    pub(super) fn metrics(&self) -> MetricsOverride {
        let rule = &self.rule;
        MetricsOverride {
            ascent: rule.ascent_override,
            descent: rule.descent_override,
            line_gap: rule.line_gap_override,
        }
    }
}

fn in_ranges(ranges: &[RangeInclusive<u32>], c: char) -> bool {
    ranges.is_empty() || ranges.iter().any(|range| range.contains(&u32::from(c)))
}

/// The first source that is there and is a font.
fn load(rule: &FontFaceRule, library: &FontLibrary, loader: &FontLoader<'_>, said: &Diagnostics) -> Option<Arc<Face>> {
    rule.sources.iter().find_map(|source| match source {
        FontSource::Local(name) => library.local(name),
        FontSource::Url { url, format, tech } if is_supported(format.as_deref(), tech) => {
            let bytes = loader(url)?;
            let parsed = decode::decode(&bytes);
            if let Err(reason) = parsed {
                said.warn(
                    Area::Font,
                    format!("the font {} is not used: {reason}", crate::diagnostics::shorten(url.as_str())),
                );
            }
            parsed.ok().map(Arc::new)
        }
        FontSource::Url { .. } => None,
    })
}

/// Whether a source's [`format()` and `tech()`](https://www.w3.org/TR/css-fonts-4/#font-face-src-parsing) are ones we know.
fn is_supported(format: Option<&str>, tech: &[Box<str>]) -> bool {
    let format_known = format.is_none_or(|format| {
        matches!(
            format,
            "woff"
                | "woff2"
                | "truetype"
                | "opentype"
                | "collection"
                | "woff-variations"
                | "woff2-variations"
                | "truetype-variations"
                | "opentype-variations"
        )
    });
    let tech_known = |tech: &str| {
        matches!(
            tech,
            "features-opentype"
                | "variations"
                | "color-colrv0"
                | "color-colrv1"
                | "color-cbdt"
                | "color-sbix"
                | "palettes"
        )
    };
    format_known && tech.iter().all(|tech| tech_known(tech))
}

/// `font-feature-settings` of a rule: `"liga" on, "smcp", "salt" 2`.
fn parse_features(text: &str) -> Arc<[(Tag, u32)]> {
    let one = |setting: &str| {
        let (tag, value) = setting.trim().strip_prefix(['"', '\''])?.split_once(['"', '\''])?;
        let value = match value.trim() {
            "" | "on" => 1,
            "off" => 0,
            number => number.parse().ok()?,
        };
        Some((*tag.as_bytes().as_array::<4>()?, value))
    };
    text.split(',').filter_map(one).collect()
}

/// `font-variation-settings` of a rule: `"wght" 700, "slnt" -3`.
fn parse_variations(text: &str) -> Vec<(Tag, f32)> {
    let one = |setting: &str| {
        let (tag, value) = setting.trim().strip_prefix(['"', '\''])?.split_once(['"', '\''])?;
        Some((*tag.as_bytes().as_array::<4>()?, value.trim().parse().ok()?))
    };
    text.split(',').filter_map(one).collect()
}
