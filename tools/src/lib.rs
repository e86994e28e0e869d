//! What the project's tools share: fixtures, snapshots, references, the conversation with Chromium.
//!
//! Binaries: `golden` (check, bless, reference, report), `measure` (gc), `gc_soak`. Nothing imports this crate.
#![forbid(unsafe_code)]

pub mod fixtures;
pub mod measure;
pub mod snapshot;
pub mod chromium;
pub mod reference;
pub mod report;
pub mod tidy;
