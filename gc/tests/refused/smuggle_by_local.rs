//! A pointer left in a variable outside the scope.

use ashlar_gc::Heap;

fn main() {
    let mut escaped = None;
    Heap::new().enter(|cx| escaped = Some(cx.alloc(1u32)));
}
