//! A pointer of one heap pushed on a vector of another.

use ashlar_gc::{GcVec, Heap};

fn main() {
    Heap::new().enter(|outer| {
        let vector = GcVec::new();
        Heap::new().enter(|inner| vector.push(inner, outer.alloc(1u32)));
    });
}
