//! Counters of a heap.

/// What a heap has done and holds. Counters run since the heap was made, except where stated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HeapStats {
    /// Objects allocated and counted so far. The allocation path does not count: objects are
    /// counted by walking what was allocated, when statistics are asked for inside a scope.
    pub objects_allocated: u64,
    /// Octets handed out to objects, headers and rounding included.
    pub bytes_allocated: u64,
    /// Blocks in use now.
    pub blocks: usize,
    /// Octets of the blocks in use now.
    pub bytes_reserved_in_blocks: usize,
    /// Most blocks in use at once.
    pub blocks_peak: usize,
    /// Octets of the large objects alive now, or not yet collected.
    pub large_bytes: usize,
    /// Number of large objects alive now, or not yet collected.
    pub large_objects: usize,
    /// Octets held outside the heap by its objects, as reported.
    pub external_bytes: usize,
    /// Collections.
    pub collections: u64,
    /// Longest collection, in microseconds.
    pub longest_pause_us: u64,
    /// All collections together, in microseconds.
    pub total_pause_us: u64,
    /// Objects that survived the last collection of this scope.
    pub objects_live: u64,
    /// Octets of the objects that survived the last collection of this scope.
    pub bytes_live: u64,
    /// Lines free in blocks that are partly in use, after the last collection.
    pub free_lines: usize,
    /// Scopes that have ended.
    pub scopes: u64,
    /// Destructors run.
    pub drops: u64,
}
