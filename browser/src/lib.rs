//! Ashlar's renderer: a page goes in as bytes, a picture comes out.
//!
//! This crate joins the two leaves, [`ashlar_layout`] and [`ashlar_raster`], to the outside world. It is a pipeline of
//! values, each made by one room from the one before and never changed afterwards:
//!
//! ```text
//! bytes -> Document -> Stylesheets -> StyledDocument -> BoxTree -> FragmentTree -> DisplayList -> Pixmap -> PNG
//! ```
//!
//! Whoever has read [`pipeline`] has read the engine. The modules below are listed lowest first: a module imports only
//! modules above it in the list. Three of them touch the world outside, and no other does: [`load`] reads (network,
//! files, standard input), [`timing`] knows the clock, [`cli`] writes files and speaks to the terminal.

#![deny(unsafe_code)]

pub mod limits;
pub mod diagnostics;
pub mod timing;
pub mod load;
pub mod dom;
pub mod style;
pub mod fonts;
pub mod boxes;
pub mod paint;
pub mod images;
pub mod report;
pub mod capture;
mod safepoint;
pub mod pipeline;
pub mod cli;
