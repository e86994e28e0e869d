//! Fonts: which there are, which of them draws a character, what text becomes in them, and the shapes of its glyphs.
//!
//! - [`library`]: all fonts of the process; faces are parsed when first used and shared by all pages.
//! - [`page_fonts`]: the fonts of one page. It answers layout ([`FontSource`](ashlar_layout::text::font_source::FontSource)):
//!   family list, `@font-face`, fallback by character, instances at a size, metrics, shaping.
//! - [`glyphs`]: outlines and pictures for the raster room, frozen after layout, so that threads can share them.
//!
//! Measured against Chromium on Linux with greyscale, unhinted text: advances are linear, ascent and descent are rounded,
//! and synthesis of bold, oblique and small capitals leaves advances alone.

mod color_glyphs;
mod color_layers;
mod decode;
mod embedded;
mod embolden;
pub mod face;
mod features;
pub mod glyphs;
mod instance;
pub mod library;
pub mod matching;
pub mod page_fonts;
mod presentation;
mod shape;
#[cfg(test)]
mod tests;
pub mod web_fonts;

pub use glyphs::PageGlyphs;
pub use library::FontLibrary;
pub use page_fonts::PageFonts;
