//! Text as layout sees it: what it asks of fonts, and the segmentation of text into runs.

pub mod font_source;
pub mod itemize;
pub mod segment;
pub mod shaped;
