//! CSS properties: the table, and what is derived from it.

mod table;
pub mod longhands;

pub use longhands::{ComputedStyle, CustomProperties, LonghandId};
