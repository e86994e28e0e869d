//! Ashlar's garbage collector: a tracing, non-moving, mark-region heap with scopes.
//!
//! # How it is used
//!
//! A [`Heap`] is entered for the time of one page. Inside the scope a [`Cx`] allocates, and a
//! [`Gc`] points to what was allocated: a shared, copyable pointer, one word wide. At the end of the
//! scope everything is reclaimed at once. The lifetime `'h` of the scope is a brand: it is invariant
//! and never `'static`, so that a pointer cannot leave its scope or enter another heap.
//!
//! ```
//! use ashlar_gc::{Gc, GcCell, Heap, Trace};
//!
//! #[derive(Trace)]
//! struct Node<'h> {
//!     name: Gc<'h, str>,
//!     parent: GcCell<Option<Gc<'h, Node<'h>>>>,
//! }
//!
//! let mut heap = Heap::new();
//! let length = heap.enter(|cx| {
//!     let root = cx.alloc(Node { name: cx.alloc_str("root"), parent: GcCell::new(None) });
//!     let leaf = cx.alloc(Node { name: cx.alloc_str("leaf"), parent: GcCell::new(Some(root)) });
//!     leaf.parent.get().map_or(0, |parent| parent.name.len())
//! });
//! assert_eq!(length, 4);
//! ```
//!
//! A collection inside a scope happens at `Cx::collect_here` alone, which is unsafe: stack and
//! registers are read conservatively, so that local variables need no registration, but a pointer
//! that is only inside a `Vec` or a closure on the ordinary heap is not seen. Allocation never
//! collects.
//!
//! # How it works
//!
//! One range of addresses is reserved and cut into blocks of 32 KiB and lines of 256 octets, after
//! Blackburn and McKinley's Immix. Allocation bumps a cursor through *holes*, runs of lines without
//! a survivor; objects of more than a line go to a second cursor, objects of more than 8 KiB to
//! allocations of their own. Marking sets a bit and the lines of an object in tables at the side,
//! and a sweep looks at lines only. Objects never move: their addresses are identities.
//!
//! # Invariants
//!
//! Every `SAFETY` comment names those it rests on.
//!
//! - **I1** The reservation has `capacity` blocks and as many tables, mapped for the life of the
//!   heap. The table of a block is found by its index; all zero is a valid table.
//! - **I2** A `Gc<'h, T>` points to an initialised `T` that lives as long as it is reachable: until
//!   the end of `'h`, or until a collection whose caller answers for the pointers that are left.
//!   A `GcVec` that is reachable keeps its backing reachable in the same way.
//! - **I3** The first word of an object is the address of the `TypeInfo` of its type; for a slice the
//!   second word holds its length and capacity, and the elements below the length are initialised.
//!   Objects larger than `LARGE_BYTES` or aligned above 8 are preceded by a `LargeHeader`; all
//!   others lie in blocks.
//! - **I4** A hole belongs to one cursor, from the time it is handed out to the next collection. Its
//!   objects lie one after the other from its start, and a zero word follows the last when the hole
//!   is retired with room left. No object crosses the end of its hole. Outside a collection, start
//!   bits are set exactly for the survivors of the last one and the objects of parsed holes, and a
//!   line is free exactly when it holds no part of a survivor.
//! - **I5** While other threads hold pointers no collection starts: workers are scoped inside `'h`.
//! - **I6** A destructor that runs for an object reaches nothing else of the heap: a type with a
//!   `Drop` of its own is `'static` (the derive refuses others), and a `Gc` has no destructor.
//!
//! # Measured
//!
//! `cargo run --release -p ashlar-tools --bin measure -- gc` prints the tables. On a virtual machine of two cores: an
//! object of 24 octets 1.0 ns (bumpalo 1.0, `Box` with mimalloc 4.3, gc-arena 19.5), a leaf marked and swept 2.2 ns, a
//! tree node 5.1 ns (gc-arena 8.7), a word of the stack rejected 0.8 ns with a heap of 1 MiB and 0.9 with one of 1 GiB,
//! one resolved in 32 MiB 13 ns (20 without the queue of headers that are waited for) where three of four meet an object
//! that is marked already, 27 ns where each marks one. Counting pointers in the loop over the words made it reject in 1.1
//! ns; they are counted where there is one. Scanning the
//! frames of the collector itself kept half of a dead tree alive and cost a fourth of the program `tree`; growing a
//! large vector by a copy instead of in place cost 15 octets for each retained record. A queue of 8 objects that wait
//! for their memory halves a collection of randomly linked objects (11.6 to 5.7 ms for 210,000) and costs a tree built
//! in order 5 %; 16 gain no more, a prefetch when an object is pushed instead loses (14 ms). Known to be over their
//! bounds in `gc_soak`: the heap at 3.2 to 3.6 times what lives (2.2), for lines are shared by survivors of mixed sizes,
//! and a pause, on a busy machine, of 6 to 8 ms in the mean and 21 to 48 ms at the longest (5).
//!
//! # Not chosen
//!
//! A bitmap of object starts written at allocation (about one more store and three more
//! instructions of about eight); size classes with free lists (no contiguous runs, so no bump
//! path); reference counts (cycles of a tree's parent links leak, 5 times the cost of the bump).

extern crate self as ashlar_gc;

// Lowest first: a module imports only from groups above its own.
mod watch;

mod block;
mod stats;

mod large;
mod line;

mod trace;

mod cell;
mod pointer;
mod roots;
mod shared;
mod stack;

mod space;

mod alloc;
mod sweep;

mod inspect;

mod verify;

mod collect;
mod vec;

mod heap;

#[cfg(doctest)]
mod refused;
#[cfg(test)]
mod tests;

pub use alloc::Cx;
pub use ashlar_gc_derive::Trace;
pub use cell::{GcCell, GcRefCell};
pub use heap::Heap;
pub use inspect::{Inspection, Inspector};
pub use pointer::Gc;
pub use shared::{Counted, CountedSent, Sent, Shared, inlined};
pub use space::HeapOptions;
pub use stats::{Collection, HeapStats};
pub use trace::{Marker, Trace, derive_support};
pub use vec::{GcString, GcVec};
