//! Atomics of the standard library, or those of a checker that tries every order of steps.

#[cfg(loom)]
pub(super) use loom::sync::atomic::{AtomicU32, Ordering, fence};
#[cfg(not(loom))]
pub(super) use std::sync::atomic::{AtomicU32, Ordering, fence};
