//! Boxes to fragments: CSS values, the box tree, layout, the fragment tree.
//!
//! Modules stand lowest first; a module imports only modules above it. This crate knows no DOM, no HTML, no files, no
//! font files, no pixels and no clock.
#![deny(unsafe_code)]

pub mod limits;
pub mod geometry;
pub mod css;
pub mod text;
pub mod box_tree;
pub mod fragment_tree;
pub mod constraint;
pub mod cache;
pub mod context;
pub mod safepoint;
pub mod sizing;
mod alignment;
pub mod intrinsic;
pub mod replaced;
pub mod positioned;
pub mod inline;
pub mod block;
pub mod table;
pub mod flex_grid;
pub mod dispatch;
