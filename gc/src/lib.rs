//! Ashlar's garbage collector.

extern crate self as ashlar_gc;

mod stats;
mod block;
mod line;
mod large;
mod trace;
mod pointer;
mod cell;
mod space;
mod alloc;
mod heap;
mod vec;

pub use alloc::Cx;
pub use ashlar_gc_derive::Trace;
pub use cell::{GcCell, GcRefCell};
pub use heap::Heap;
pub use pointer::Gc;
pub use stats::HeapStats;
pub use trace::{Marker, Trace, derive_support};
pub use vec::{GcString, GcVec};
