//! A pointer of one heap in a slice of another.

use ashlar_gc::Heap;

fn main() {
    Heap::new().enter(|outer| {
        let foreign = outer.alloc(1u32);
        Heap::new().enter(|inner| {
            inner.alloc_slice(vec![foreign]);
        });
    });
}
