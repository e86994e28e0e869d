//! The objects without pointers, the same in every implementation, and how much of what is run.

use ashlar_gc::Trace;
use gc_arena::Collect;

/// Three words.
#[derive(Clone, Copy, Collect, Trace)]
#[collect(require_static)]
pub struct Three(pub [u64; 3]);

/// Seven words.
#[derive(Clone, Copy, Collect, Trace)]
#[collect(require_static)]
pub struct Seven(pub [u64; 7]);

/// A variable of an environment: two words.
#[derive(Clone, Copy, Collect, Trace)]
#[collect(require_static)]
pub struct Variable(pub u64, pub u64);

/// The record of two fields that `churn` and `retain` make.
#[derive(Clone, Copy, Collect, Trace)]
#[collect(require_static)]
pub struct Record(pub u64, pub u64);

/// Operations of the items that allocate.
pub const ALLOCATIONS: u64 = 4_000_000;
/// Environments of four objects.
pub const ENVIRONMENTS: u64 = 1_000_000;
/// Slots of the small ring.
pub const RING: usize = 8192;
/// Slots of the large live set.
pub const LARGE_RING: usize = 1 << 20;
/// Operations between two looks at the collector.
pub const BATCH: u64 = 1024;
/// Depth of the trees of `tree`: 524,287 nodes.
pub const TREE_DEPTH: u32 = 18;
/// Slots of `churn`.
pub const CHURN_RING: usize = 1000;
/// Leaves alive in the measurement of a full collection.
pub const LEAVES: usize = 1_000_000;
/// Depth of the four trees alive in the measurement of a full collection.
pub const FULL_TREE_DEPTH: u32 = 17;
/// Nodes of those four trees.
pub const FULL_TREE_NODES: u64 = 4 * ((1 << (FULL_TREE_DEPTH + 1)) - 1);
/// Words put on the stack for the measurement of its scan.
pub const SCANNED_WORDS: usize = 1 << 22;
/// Octets of the stack the programs run on.
pub const SMALL_STACK: usize = 64 << 10;
