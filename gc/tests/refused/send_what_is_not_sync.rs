//! A handle for other threads, of a value that is not for them.

use std::cell::Cell;

use ashlar_gc::Shared;

fn main() {
    Shared::new(Cell::new(1u32)).into_sent();
}
