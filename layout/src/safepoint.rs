//! Where garbage may be collected in the middle of layout: between two children of a block container, while every
//! formatting context that is open keeps its pointers where a collection sees them.
//!
//! Stack and registers are read, vectors of the ordinary heap are not. So block containers *publish*: what they have laid
//! out is in [`LayoutContext::held`], a vector of the heap, before the next child is laid out. All other formatting
//! contexts (inline, flex, grid, tables, columns, fieldsets, absolutely positioned boxes, intrinsic sizes) are *opaque*:
//! nothing is collected while one of them is open. A test with a recording allocator looks for pointers that were missed.
#![allow(unsafe_code)]

use ashlar_gc::{Gc, Trace};

use crate::constraint::OutOfFlowBox;
use crate::context::LayoutContext;
use crate::fragment_tree::Fragment;

/// A fragment that only the vector of an unfinished block container points to.
#[derive(Clone, Copy, Trace)]
pub struct Held<'h> {
    /// The fragment.
    pub fragment: Fragment<'h>,
    /// What it carries.
    pub out_of_flow: Option<Gc<'h, [OutOfFlowBox<'h>]>>,
}

impl LayoutContext<'_, '_> {
    /// Whether what is laid out next may collect.
    pub fn may_collect(&self) -> bool {
        self.may_collect.get()
    }

    /// Collects if enough was allocated since the last time, and no opaque formatting context is open. The caller has
    /// published what it holds.
    pub fn safepoint(&self) {
        if self.may_collect.get() && self.cx.should_collect() {
            // SAFETY: every frame below `layout_document` that is open belongs to block layout, for all other formatting
            // contexts run inside of `opaque`. Block layout holds pointers in local variables, in the box tree, in the
            // cache (both reached from local variables of the caller), and in the vectors of its builders, whose contents
            // are published in `held`. The caller of layout allows collections only where the same is true of it. No
            // `GcRefCell` is borrowed: layout has none.
            unsafe { self.cx.collect_here_because("layout") };
        }
    }

    /// Runs a formatting context that holds pointers where a collection does not see them.
    pub fn opaque<R>(&self, work: impl FnOnce() -> R) -> R {
        let outer = self.may_collect.replace(false);
        let result = work();
        self.may_collect.set(outer);
        result
    }
}
