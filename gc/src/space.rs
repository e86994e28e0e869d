//! `Space`: the state of a heap, and handing out holes and blocks.

use std::ptr::NonNull;

use crate::block::{BLOCK_BYTES, HOLE_REST, HOLE_START, LINE_SHIFT, LINES, Reservation, USED};
use crate::inspect::Inspector;
use crate::large::LargeHeader;
use crate::line;
use crate::stats::{Collection, HeapStats};
use crate::trace::{Tables, info_of};
use crate::watch;

/// Blocks that stay with the process between scopes, however small the scopes are.
pub(crate) const KEPT_BLOCKS: usize = (8 << 20) / BLOCK_BYTES;
/// Least octets allocated between collections.
const LEAST_BUDGET: usize = 4 << 20;
/// The same while nearly everything dies: marking then costs little, and the process stays small.
const LEAST_BUDGET_IF_FEW_SURVIVE: usize = 512 << 10;
/// Octets allocated before the first collection of a scope.
const FIRST_BUDGET: usize = 3 << 20;
/// Most collections that are remembered until they are asked for.
pub(crate) const MAX_RECORDS: usize = 10_000;
/// What free memory is overwritten with on request.
pub(crate) const POISON: u8 = 0xD5;

/// Switches for tests and measurements. All are off by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HeapOptions {
    /// Count objects before each collection and at the end of each scope, by a walk.
    pub exact_counts: bool,
    /// Overwrite what a collection frees, so that a use of it shows.
    pub poison: bool,
    /// Find a collection worth its time whenever asked.
    pub collect_always: bool,
    /// Never find one worth its time.
    pub collect_never: bool,
    /// Check the invariants after each collection, and panic where one fails.
    pub verify: bool,
}

/// The state of a heap: everything but the cursors, which are in `Cx`.
pub(crate) struct Space {
    pub reservation: Reservation,
    /// Blocks below were used in this scope; those above have never been.
    pub high_water: usize,
    /// Empty blocks below `high_water`, the next to use last.
    pub free: Vec<u32>,
    /// Blocks with survivors and holes, the next to use last.
    pub recyclable: Vec<u32>,
    /// The block whose holes are being handed out, and the line to go on at.
    pub current: Option<(u32, usize)>,
    /// The bitmap that tells where objects start.
    pub starts: usize,
    /// What the last collection marked lines with.
    pub epoch: u8,
    /// Whether a collection began and did not end.
    pub marking: bool,
    pub large: Vec<NonNull<LargeHeader>>,
    /// Headers of the objects whose destructor is to run.
    pub drops: Vec<NonNull<u8>>,
    pub mark_stack: Vec<NonNull<u8>>,
    /// The highest address of the stack that may hold a `Gc` of the scope.
    pub stack_base: usize,
    /// Octets handed out, and reported as external, since the last collection.
    pub since_collection: usize,
    /// How many of those make a collection worth its time.
    pub budget: usize,
    /// Octets that the last collection left, external ones included.
    pub live_before: usize,
    /// Blocks that may hold pages of the system.
    pub resident_blocks: usize,
    /// How many blocks scopes have lately needed.
    pub recent_blocks: usize,
    pub stats: HeapStats,
    pub options: HeapOptions,
    /// The collections since they were last asked for, the first `MAX_RECORDS` of them.
    pub records: Vec<Collection>,
    /// Octets allocated up to the last collection, or the beginning of the scope.
    pub allocated_before: u64,
    /// Looks at the dead of each collection, in tests.
    pub inspector: Option<Inspector>,
}

impl Space {
    pub fn new(options: HeapOptions) -> Space {
        Space {
            reservation: Reservation::new(),
            high_water: 0,
            free: Vec::new(),
            recyclable: Vec::new(),
            current: None,
            starts: 0,
            epoch: 1,
            marking: false,
            large: Vec::new(),
            drops: Vec::new(),
            mark_stack: Vec::new(),
            stack_base: 0,
            since_collection: 0,
            budget: FIRST_BUDGET,
            live_before: 0,
            resident_blocks: 0,
            recent_blocks: 0,
            stats: HeapStats::default(),
            options,
            records: Vec::new(),
            allocated_before: 0,
            inspector: None,
        }
    }

    /// The tables of the blocks used so far.
    pub fn tables(&self) -> Tables {
        Tables {
            base: self.reservation.base(),
            tables: self.reservation.tables(),
            used_bytes: self.high_water * BLOCK_BYTES,
        }
    }

    /// A hole to allocate into: the next run of free lines, or else an empty block.
    pub fn take_hole(&mut self) -> (NonNull<u8>, NonNull<u8>) {
        loop {
            if let Some((block, from)) = self.current {
                let block_start = self.reservation.block_start(block as usize);
                let table = self.reservation.table_mut(block as usize);
                if let Some((start, end)) = line::next_hole(table, from) {
                    self.current = Some((block, end));
                    table.holes[start] = HOLE_START;
                    table.holes[start + 1..end].fill(HOLE_REST);
                    self.count((end - start) << LINE_SHIFT);
                    // SAFETY: (I1) both lines are in the block, or its end.
                    return unsafe {
                        let hole = block_start.add(start << LINE_SHIFT);
                        watch::allow(hole, (end - start) << LINE_SHIFT);
                        (hole, block_start.add(end << LINE_SHIFT))
                    };
                }
            }
            match self.recyclable.pop() {
                Some(block) => self.current = Some((block, 0)),
                None => {
                    self.current = None;
                    return self.take_block();
                }
            }
        }
    }

    /// An empty block to allocate into.
    pub fn take_block(&mut self) -> (NonNull<u8>, NonNull<u8>) {
        let block = match self.free.pop() {
            Some(block) => block as usize,
            None => {
                assert!(self.high_water < self.reservation.capacity(), "the heap's address range is exhausted");
                self.high_water += 1;
                self.resident_blocks = self.resident_blocks.max(self.high_water);
                self.high_water - 1
            }
        };
        let table = self.reservation.table_mut(block);
        table.bits = [[0; _]; 2];
        table.lines.fill(0);
        table.holes = [HOLE_REST; LINES];
        table.holes[0] = HOLE_START;
        table.state = USED;
        table.resident = true;
        self.count(BLOCK_BYTES);
        let used = self.high_water - self.free.len();
        self.stats.blocks_peak = self.stats.blocks_peak.max(used);
        let start = self.reservation.block_start(block);
        // SAFETY: (I1) one past the block.
        unsafe {
            watch::allow(start, BLOCK_BYTES);
            (start, start.add(BLOCK_BYTES))
        }
    }

    fn count(&mut self, bytes: usize) {
        self.since_collection += bytes;
        self.stats.bytes_allocated += bytes as u64;
    }

    /// Room for a large object; returns its header, which is not written yet.
    #[cold]
    #[inline(never)]
    pub fn take_large(&mut self, bytes: usize, header_bytes: usize, align: usize) -> NonNull<u8> {
        let large = LargeHeader::allocate(bytes, header_bytes, align);
        self.large.push(large);
        self.count(bytes);
        self.stats.objects_allocated += 1;
        self.stats.large_bytes += bytes;
        // SAFETY: just allocated.
        unsafe { LargeHeader::header(large) }
    }

    /// Makes a large object longer; returns its header, which may have moved.
    ///
    /// # Safety
    /// `header` is that of a large object nothing points to, and `bytes` is not less than before.
    pub unsafe fn grow_large(&mut self, header: NonNull<u8>, bytes: usize) -> NonNull<u8> {
        // SAFETY: by the contract.
        unsafe {
            let large = LargeHeader::of(header);
            let more = bytes - large.as_ref().bytes;
            // What grows was mostly allocated lately.
            let index = self.large.iter().rposition(|other| *other == large);
            let index = index.expect("invariant: every large object is listed");
            self.large[index] = LargeHeader::grow(large, bytes);
            self.count(more);
            self.stats.large_bytes += more;
            LargeHeader::header(self.large[index])
        }
    }

    /// Whether enough was allocated since the last collection to make one worth its time.
    pub fn should_collect(&self) -> bool {
        !self.options.collect_never && (self.options.collect_always || self.since_collection >= self.budget)
    }

    /// Sets the budget from what survived.
    pub fn set_budget(&mut self) {
        let live = self.stats.bytes_live as usize + self.stats.external_bytes;
        let few_survive = live < self.since_collection / 16;
        let least = if few_survive { LEAST_BUDGET_IF_FEW_SURVIVE } else { LEAST_BUDGET };
        // A collection that frees little comes too early: a page that is built up holds on to what it has.
        let before = self.live_before + self.since_collection;
        let frees_little = before.saturating_sub(live) < before / 4;
        self.budget = least.max(if frees_little { live.saturating_mul(3) } else { live });
        self.live_before = live;
        self.since_collection = 0;
    }

    /// Counters as of now, apart from what the cursors know.
    pub fn current_stats(&self) -> HeapStats {
        let blocks = self.high_water - self.free.len();
        HeapStats {
            blocks,
            bytes_reserved_in_blocks: blocks * BLOCK_BYTES,
            large_objects: self.large.len(),
            ..self.stats
        }
    }

    /// The end of a scope: runs the destructors and makes everything free, without a walk.
    pub fn end_scope(&mut self) {
        let guard = Clear(self);
        // Last first, as locals would be. Each is taken off the list before it runs, so that one
        // that panics is not run again; the rest are then leaked.
        while let Some(header) = guard.0.drops.pop() {
            guard.0.stats.drops += 1;
            // SAFETY: (I3) the list holds headers of initialised objects; the scope is over, so
            // nothing reaches them, and their destructors reach nothing of the heap (I6).
            unsafe {
                let drop = info_of(header).drop.expect("invariant: only objects with a destructor are listed");
                drop(header);
            }
        }
    }

    fn clear(&mut self) {
        self.drops.clear();
        for large in self.large.drain(..) {
            // SAFETY: the scope is over, nothing reaches the object.
            unsafe { LargeHeader::free(large) };
        }
        // SAFETY: (I1) the blocks below have been used; nothing lives in them any more.
        unsafe { watch::forbid(self.reservation.base(), self.high_water * BLOCK_BYTES) };
        self.recent_blocks = self.high_water.max(self.recent_blocks - self.recent_blocks / 4);
        let kept = KEPT_BLOCKS.max(self.recent_blocks);
        if self.resident_blocks > kept {
            self.reservation.release(kept, self.resident_blocks - kept);
            self.resident_blocks = kept;
        }
        self.high_water = 0;
        self.free.clear();
        self.recyclable.clear();
        self.current = None;
        self.marking = false;
        self.mark_stack.clear();
        self.since_collection = 0;
        self.budget = FIRST_BUDGET;
        self.live_before = 0;
        self.stats.large_bytes = 0;
        self.stats.external_bytes = 0;
        self.stats.objects_live = 0;
        self.stats.bytes_live = 0;
        self.stats.free_lines = 0;
        self.allocated_before = self.stats.bytes_allocated;
        self.stats.scopes += 1;
    }
}

/// Clears the space, also when a destructor panics.
struct Clear<'s>(&'s mut Space);

impl Drop for Clear<'_> {
    fn drop(&mut self) {
        self.0.clear();
    }
}
