//! `Heap`: the owner of the memory, and its scopes.

use std::ptr::NonNull;

use crate::alloc::Cx;
use crate::inspect::Inspector;
use crate::space::{HeapOptions, Space};
use crate::stats::{Collection, HeapStats};

/// A heap. Objects live in scopes of it, one after the other; between them it is empty.
pub struct Heap {
    space: Box<Space>,
}

// SAFETY: between scopes a heap holds no object, only free memory; in a scope it is borrowed.
unsafe impl Send for Heap {}

impl Heap {
    /// A heap. It reserves addresses, and takes memory as objects need it.
    pub fn new() -> Heap {
        Heap::with_options(HeapOptions::default())
    }

    /// A heap with switches.
    pub fn with_options(options: HeapOptions) -> Heap {
        Heap { space: Box::new(Space::new(options)) }
    }

    /// Opens a scope and runs `body` in it. What was allocated is reclaimed when it returns or
    /// panics, and destructors have run.
    pub fn enter<R>(&mut self, body: impl for<'h> FnOnce(&Cx<'h>) -> R) -> R {
        let mut stack_base = 0usize;
        // Everything the scope keeps on the stack is in frames called from this one, so below here.
        self.space.stack_base = (&raw mut stack_base).addr();
        let space = NonNull::from(&mut *self.space);
        let _end = EndScope(space);
        run(space, body)
    }

    /// Has every collection looked at by a function, before what is dead is swept.
    pub fn set_inspector(&mut self, inspector: Inspector) {
        self.space.inspector = Some(inspector);
    }

    /// The collections since the last call.
    pub fn take_collections(&mut self) -> Vec<Collection> {
        std::mem::take(&mut self.space.records)
    }

    /// The counters of the heap.
    pub fn stats(&self) -> HeapStats {
        self.space.current_stats()
    }
}

impl Default for Heap {
    fn default() -> Self {
        Heap::new()
    }
}

/// Never inlined, so that no local variable of `body` lies above the stack base.
#[inline(never)]
fn run<R>(space: NonNull<Space>, body: impl for<'h> FnOnce(&Cx<'h>) -> R) -> R {
    let cx = Cx::new(space);
    let result = body(&cx);
    cx.retire_all();
    // SAFETY: no foreign code runs.
    let space = unsafe { cx.space() };
    if space.options.exact_counts {
        space.count_new_objects();
    }
    result
}

/// Ends the scope, also when its body panics.
struct EndScope(NonNull<Space>);

impl Drop for EndScope {
    fn drop(&mut self) {
        // SAFETY: the heap is borrowed by `enter`, and the context is gone.
        unsafe { self.0.as_mut() }.end_scope();
    }
}
