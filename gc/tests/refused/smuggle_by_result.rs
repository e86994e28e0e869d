//! A pointer as the result of a scope.

use ashlar_gc::Heap;

fn main() {
    let escaped = Heap::new().enter(|cx| cx.alloc(1u32));
    println!("{escaped}");
}
