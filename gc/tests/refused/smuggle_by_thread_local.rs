//! A pointer left in a thread-local variable.

use std::cell::Cell;

use ashlar_gc::{Gc, Heap};

thread_local! {
    static KEPT: Cell<Option<Gc<'static, u32>>> = const { Cell::new(None) };
}

fn main() {
    Heap::new().enter(|cx| KEPT.set(Some(cx.alloc(1u32))));
}
