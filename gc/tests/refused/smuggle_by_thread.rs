//! A pointer given to a thread that may outlive the scope.

use ashlar_gc::Heap;

fn main() {
    Heap::new().enter(|cx| {
        let shared = cx.alloc(1u32);
        std::thread::spawn(move || *shared);
    });
}
