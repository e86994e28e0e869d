//! The CSS vocabulary that layout and paint read: values, properties, computed style.
//!
//! Selector matching and the cascade need a document and live in `browser`.

pub mod properties;
pub mod values;

pub use properties::ComputedStyle;
