//! Allocation from another thread.

use ashlar_gc::Heap;

fn main() {
    Heap::new().enter(|cx| {
        std::thread::scope(|scope| {
            scope.spawn(|| cx.alloc(1u32));
        });
    });
}
