//! A pointer in a counted block, which outlives a page.

use ashlar_gc::{Heap, Shared};

fn main() {
    let mut escaped = None;
    Heap::new().enter(|cx| escaped = Some(Shared::new(cx.alloc(1u32))));
}
