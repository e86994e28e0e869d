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

/// One collection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Collection {
    /// Who asked for it.
    pub why: &'static str,
    /// Microseconds it took.
    pub pause_us: u64,
    /// Objects that survived.
    pub objects_live: u64,
    /// Objects that did not. Counted if [`crate::HeapOptions::exact_counts`] says so, else zero.
    pub objects_freed: u64,
    /// Octets of the objects that survived.
    pub bytes_live: u64,
    /// Octets that were handed out and hold no survivor, rests of holes included.
    pub bytes_freed: u64,
    /// Words of the stack and of registers that were read.
    pub scanned_words: u64,
    /// How many of them point to no object.
    pub rejected_words: u64,
}

impl Collection {
    /// One line of JSON.
    pub fn json(&self) -> String {
        let Self { why, pause_us, objects_live, objects_freed, bytes_live, bytes_freed, scanned_words, rejected_words } =
            self;
        format!(
            "{{\"why\":\"{why}\",\"pause_us\":{pause_us},\"objects_live\":{objects_live},\
             \"objects_freed\":{objects_freed},\"bytes_live\":{bytes_live},\"bytes_freed\":{bytes_freed},\
             \"scanned_words\":{scanned_words},\"rejected_words\":{rejected_words}}}"
        )
    }
}
