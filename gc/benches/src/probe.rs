//! Functions whose machine code a test reads.

use ashlar_gc::{Cx, Gc};

use crate::objects::Three;

/// One allocation of three words, by the inlined fast path.
#[unsafe(no_mangle)]
#[inline(never)]
pub fn ashlar_probe_three<'h>(cx: &Cx<'h>, first: u64, second: u64, third: u64) -> Gc<'h, Three> {
    cx.alloc(Three([first, second, third]))
}
