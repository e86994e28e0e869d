//! The CSS vocabulary that layout and paint read: values, properties, computed style.
//!
//! Selector matching and the cascade need a document and live in `browser`.

pub mod values;

pub mod properties;

pub use properties::ComputedStyle;
