//! A destructor of a type that holds a pointer: what it points to may be dead.

use ashlar_gc::{Gc, Trace};

#[derive(Trace)]
struct Holder<'h>(Gc<'h, u32>);

impl Drop for Holder<'_> {
    fn drop(&mut self) {}
}

fn main() {}
