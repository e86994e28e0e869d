//! What is inlined changes no result and no number of allocations.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use ashlar_gc_bench::counted::{PROGRAMS, run};

struct Counting;

thread_local! {
    /// Of this thread: others are not of the programs.
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

// SAFETY: the allocator of the system does it all.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        // SAFETY: by the contract.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: by the contract.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

#[test]
fn all_variants_allocate_equally_often() {
    for program in PROGRAMS {
        let counted = ["a", "b", "c", "d"].map(|variant| {
            let before = ALLOCATIONS.get();
            let result = run(variant, program, 16).unwrap();
            (result, ALLOCATIONS.get() - before)
        });
        assert!(counted.iter().all(|one| *one == counted[0]), "{program}: {counted:?}");
    }
}
