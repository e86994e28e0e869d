//! A field the collector cannot look into.

use ashlar_gc::{Gc, Shared, Trace};

#[derive(Trace)]
struct Holder<'h>(Shared<Gc<'h, u32>>);

fn main() {}
