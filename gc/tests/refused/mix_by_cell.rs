//! A pointer of one heap in a cell of another.

use ashlar_gc::{GcCell, Heap};

fn main() {
    Heap::new().enter(|outer| {
        let foreign = outer.alloc(1u32);
        Heap::new().enter(|inner| {
            inner.alloc(GcCell::new(foreign));
        });
    });
}
