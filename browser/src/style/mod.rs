//! Style: from the sheets of a page and its elements to computed styles.
//!
//! 1. [`collect`](collect::collect) gathers the sheets of a document (the user agent's, `<style>`, `<link>`, `@import`),
//!    parses them ([`stylesheet`]) and puts the rules that apply to the medium in order ([`rule_set`]).
//! 2. [`cascade`](cascade::cascade) walks the document, finds the rules of each element ([`selector`]), sorts their
//!    declarations by the cascade and computes a style.

pub mod condition;
pub mod feature;
pub mod media;
pub mod layer;
pub mod selector;
pub mod declarations;
pub mod supports;
pub mod stylesheet;
pub mod rule_set;
pub mod collect;
pub mod source_size;
pub mod hints;
pub mod container;
pub mod winners;
pub mod styled_document;
pub mod cascade;
pub mod dump;

pub use cascade::{ComputeEnvironment, cascade};
pub use collect::{LoadedSheet, NoSheets, SheetLoader, Stylesheets, collect, linked_sheets};
pub use media::{MediaContext, MediaList};
pub use selector::Pseudo;
pub use source_size::source_size;
pub use styled_document::{ContainerSizes, StyledDocument};
