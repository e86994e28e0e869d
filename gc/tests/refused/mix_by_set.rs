//! A field of one heap's object set to an object of another.

use ashlar_gc::{Gc, GcCell, Heap, Trace};

#[derive(Trace)]
struct Node<'h> {
    next: GcCell<Option<Gc<'h, Node<'h>>>>,
}

fn main() {
    Heap::new().enter(|outer| {
        let node = outer.alloc(Node { next: GcCell::new(None) });
        Heap::new().enter(|inner| node.next.set(Some(inner.alloc(Node { next: GcCell::new(None) }))));
    });
}
