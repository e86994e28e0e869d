//! Glyphs: masks made once per font, glyph and quarter pixel, and the lists of where they go.

mod gamma;
mod outline;
mod table;

pub(crate) use table::{GlyphTable, PlacedGlyph, PlacedRun, Shape};
