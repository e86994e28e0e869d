//! One face of a font file, parsed.

use std::sync::Arc;

use harfrust::ShaperData;
use skrifa::charmap::MappingIndex;
use skrifa::raw::TableProvider;
use skrifa::{FontRef, GlyphId, MetadataProvider, Tag};

use super::matching::{Capabilities, Slant};

/// Bytes of a font file, shared by the faces in it.
pub type FontBytes = Arc<dyn AsRef<[u8]> + Send + Sync>;

/// An axis of a variable font.
#[derive(Clone, Copy, Debug)]
pub struct VariationAxis {
    /// The axis.
    pub tag: Tag,
    /// The least value.
    pub least: f32,
    /// The value of the default instance.
    pub default: f32,
    /// The greatest value.
    pub most: f32,
}

/// Where the coloured glyphs of a face are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColorFormat {
    /// It has none.
    None,
    /// Layers of outlines (`COLR`).
    Layers,
    /// Pictures (`CBDT`, `sbix`).
    Pictures,
}

/// A face. Shared by all pages that use it.
pub struct Face {
    data: FontBytes,
    index: u32,
    pub(super) shaper: ShaperData,
    charmap: MappingIndex,
    units_per_em: u16,
    axes: Box<[VariationAxis]>,
    color: ColorFormat,
    capabilities: Capabilities,
    /// Which ASCII characters the face has.
    ascii: u128,
}

impl Face {
    /// Parses a face of an sfnt file.
    pub fn new(data: FontBytes, index: u32) -> Result<Self, &'static str> {
        let bytes: &[u8] = (*data).as_ref();
        let font = FontRef::from_index(bytes, index).map_err(|_| "it is not an OpenType font")?;
        let units_per_em = font.head().map_err(|_| "its head table is broken")?.units_per_em();
        if !(16..=16384).contains(&units_per_em) {
            return Err("its units per em are out of range");
        }
        font.maxp().map_err(|_| "its maxp table is broken")?;
        font.hmtx().map_err(|_| "its metrics are broken")?;
        let charmap = MappingIndex::new(&font);
        if !charmap.charmap(&font).has_map() {
            return Err("it maps no characters");
        }
        let map = charmap.charmap(&font);
        let ascii = (0x20_u32..0x7F)
            .filter(|c| map.map(*c).is_some_and(|glyph| glyph.to_u32() != 0))
            .fold(0, |bits, c| bits | 1_u128 << c);
        let axes: Box<[VariationAxis]> = font
            .axes()
            .iter()
            .map(|axis| VariationAxis {
                tag: axis.tag(),
                least: axis.min_value(),
                default: axis.default_value(),
                most: axis.max_value(),
            })
            .collect();
        let color = color_format(&font);
        let capabilities = capabilities(&font);
        let shaper = ShaperData::new(&font);
        Ok(Self { shaper, charmap, units_per_em, axes, color, capabilities, ascii, index, data })
    }

    /// The tables.
    pub fn font(&self) -> FontRef<'_> {
        FontRef::from_index((*self.data).as_ref(), self.index).expect("invariant: the face was parsed from these bytes")
    }

    /// Design units per em.
    pub fn units_per_em(&self) -> u16 {
        self.units_per_em
    }

    /// The axes of a variable font.
    pub fn axes(&self) -> &[VariationAxis] {
        &self.axes
    }

    /// An axis by its tag.
    pub fn axis(&self, tag: &[u8; 4]) -> Option<&VariationAxis> {
        self.axes.iter().find(|axis| axis.tag == Tag::new(tag))
    }

    /// Where coloured glyphs are.
    pub fn color(&self) -> ColorFormat {
        self.color
    }

    /// Weight, width and slant as the file says.
    pub fn capabilities(&self) -> Capabilities {
        self.capabilities
    }

    /// The glyph of a character.
    pub fn glyph(&self, c: char) -> Option<GlyphId> {
        self.charmap.charmap(&self.font()).map(c).filter(|glyph| glyph.to_u32() != 0)
    }

    /// Whether the face has a character.
    pub fn has(&self, c: char) -> bool {
        match u32::from(c) {
            code @ 0x20..0x7F => self.ascii >> code & 1 == 1,
            _ => self.glyph(c).is_some(),
        }
    }

    /// Whether the face has every character of a text from U+0020 to U+007E.
    pub fn has_ascii(&self, text: &str) -> bool {
        text.bytes().all(|byte| byte < 0x80 && self.ascii >> byte & 1 == 1)
    }

    /// Whether the face has a substitution feature.
    pub fn has_substitution(&self, tag: &[u8; 4]) -> bool {
        let font = self.font();
        font.gsub()
            .and_then(|table| table.feature_list())
            .is_ok_and(|list| list.feature_records().iter().any(|record| record.feature_tag() == Tag::new(tag)))
    }
}

impl std::fmt::Debug for Face {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Face")
            .field("index", &self.index)
            .field("capabilities", &self.capabilities)
            .finish_non_exhaustive()
    }
}

fn color_format(font: &FontRef<'_>) -> ColorFormat {
    if font.colr().is_ok() && font.cpal().is_ok() {
        ColorFormat::Layers
    } else if (font.cblc().is_ok() && font.cbdt().is_ok()) || font.sbix().is_ok() {
        ColorFormat::Pictures
    } else {
        ColorFormat::None
    }
}

/// Weight, width and slant by `OS/2` and `head`, widened to the axes of a variable font.
pub(super) fn capabilities(font: &FontRef<'_>) -> Capabilities {
    let attributes = font.attributes();
    let (weight, width) = (attributes.weight.value().clamp(1.0, 1000.0), attributes.stretch.ratio());
    let mut found = Capabilities {
        weight: (weight, weight),
        width: (width, width),
        slant: match attributes.style {
            skrifa::attribute::Style::Normal => Slant::Normal,
            skrifa::attribute::Style::Italic => Slant::Italic,
            skrifa::attribute::Style::Oblique(angle) => Slant::Oblique(angle.unwrap_or(14.0), angle.unwrap_or(14.0)),
        },
    };
    for axis in font.axes().iter() {
        let (least, most) = (axis.min_value(), axis.max_value());
        match &axis.tag().to_be_bytes() {
            b"wght" => found.weight = (least.max(1.0), most.min(1000.0).max(least.max(1.0))),
            b"wdth" => found.width = (least / 100.0, most / 100.0),
            b"slnt" if least < 0.0 => found.slant = Slant::Oblique(-most, -least),
            _ => {}
        }
    }
    found
}
