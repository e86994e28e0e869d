//! A collection: mark what roots reach, then sweep lines.

use std::marker::PhantomData;
use std::ptr::NonNull;
use std::time::Instant;

use crate::alloc::Cx;
use crate::block::BLOCK_SHIFT;
use crate::inspect::inspect;
use crate::roots::{Finder, for_each_new_object};
use crate::space::{MAX_RECORDS, Space};
use crate::stack;
use crate::stats::Collection;
use crate::sweep;
use crate::trace::{Marker, Trace, info_of};
use crate::verify::verify;

/// What a collection found.
struct Found {
    /// Headers of dead objects whose destructors are to run; their memory is intact until the next allocation.
    dead: Vec<NonNull<u8>>,
    /// Words of the stack that were read.
    scanned_words: u64,
    /// How many of them may point to an object.
    pointers: u64,
}

impl<'h> Cx<'h> {
    /// Collects what nothing reaches. Does nothing where the stack cannot be read.
    ///
    /// # Safety
    ///
    /// Every `Gc` of the scope, and every reference into the heap, that is used after the call is
    /// held by a local variable of this thread since `Heap::enter`, or by an object of the heap that
    /// such a variable reaches. One that is only inside a `Vec`, a `Box`, a closure on the ordinary
    /// heap, or known to another thread, is not seen. No `GcRefCell` is borrowed to be changed.
    #[inline(always)]
    pub unsafe fn collect_here(&self) {
        // SAFETY: by the contract.
        unsafe { self.collect_here_because("asked") }
    }

    /// The same with a word for who asks, which [`crate::Collection`] tells.
    ///
    /// # Safety
    ///
    /// As for [`Cx::collect_here`].
    #[inline(always)]
    pub unsafe fn collect_here_because(&self, why: &'static str) {
        if !stack::AVAILABLE {
            return;
        }
        let mut dead = Vec::new();
        stack::with_registers_on_stack(&mut |low| {
            dead = self.mark_and_sweep(why, |finder, marker, high| {
                // SAFETY: `low` is below the frame that calls this, `high` in that of `Heap::enter`.
                unsafe { stack::scan(low, high, &mut |word| finder.mark_word(word, marker)) };
                ((high - low) / size_of::<usize>()) as u64
            });
        });
        self.finish_collection(dead);
        stack::scrub();
    }

    /// Collects what `roots` do not reach. The stack is not read.
    ///
    /// # Safety
    ///
    /// Every `Gc` of the scope, and every reference into the heap, that is used after the call is
    /// reached from `roots`. No `GcRefCell` is borrowed to be changed.
    pub unsafe fn collect_except(&self, roots: &impl Trace) {
        let dead = self.mark_and_sweep("roots", |_, marker, _| {
            roots.trace(marker);
            0
        });
        self.finish_collection(dead);
    }

    /// Marks and sweeps, and counts it. Returns the headers of the dead whose destructors are to run.
    #[inline(never)]
    fn mark_and_sweep(
        &self,
        why: &'static str,
        mark_roots: impl FnOnce(&Finder<'_>, &mut Marker<'_>, usize) -> u64,
    ) -> Vec<NonNull<u8>> {
        self.retire_all();
        // SAFETY: only `Trace` implementations, which do not know the context, run meanwhile.
        let space = unsafe { self.space() };
        let begin = Instant::now();
        let before = space.stats;
        let handed_out = before.bytes_live + before.bytes_allocated - space.allocated_before;
        let Found { dead, scanned_words, pointers } = collect_space(space, why, mark_roots);
        space.allocated_before = before.bytes_allocated;
        let pause = begin.elapsed().as_micros() as u64;
        if space.records.len() < MAX_RECORDS {
            let new_objects = space.stats.objects_allocated - before.objects_allocated;
            space.records.push(Collection {
                why,
                pause_us: pause,
                objects_live: space.stats.objects_live,
                objects_freed: (before.objects_live + new_objects).saturating_sub(space.stats.objects_live),
                bytes_live: space.stats.bytes_live,
                bytes_freed: handed_out.saturating_sub(space.stats.bytes_live),
                scanned_words,
                rejected_words: scanned_words.saturating_sub(pointers),
            });
        }
        space.stats.collections += 1;
        space.stats.total_pause_us += pause;
        space.stats.longest_pause_us = space.stats.longest_pause_us.max(pause);
        space.stats.drops += dead.len() as u64;
        dead
    }

    /// Runs the destructors of the dead.
    #[inline(never)]
    fn finish_collection(&self, dead: Vec<NonNull<u8>>) {
        let discard = Discard(self.space);
        run_destructors(dead);
        drop(discard);
        // SAFETY: the destructors have run; no other reference is in use.
        let space = unsafe { self.space() };
        if space.options.verify {
            verify(space).expect("invariant: a collection leaves the heap in order");
        }
    }
}

/// Ends a collection, also when a destructor panics.
struct Discard(NonNull<Space>);

impl Drop for Discard {
    fn drop(&mut self) {
        // SAFETY: the space outlives the context; no other reference to it is in use.
        let space = unsafe { self.0.as_mut() };
        sweep::discard(space);
        space.set_budget();
    }
}

/// Marks and sweeps. `mark_roots` answers how many words of the stack it read.
fn collect_space(
    space: &mut Space,
    why: &'static str,
    mark_roots: impl FnOnce(&Finder<'_>, &mut Marker<'_>, usize) -> u64,
) -> Found {
    if space.marking {
        sweep::recover(space);
    }
    if space.options.exact_counts {
        space.count_new_objects();
    }
    space.marking = true;
    space.large.sort_unstable_by_key(|large| large.as_ptr().addr());
    let mut marker = Marker {
        tables: space.tables(),
        parity: 1 - space.starts,
        epoch: 3 - space.epoch,
        stack: std::mem::take(&mut space.mark_stack),
        objects: 0,
        bytes: 0,
        heap: PhantomData,
    };
    let finder = Finder::new(marker.tables, space.starts, &space.large);
    let scanned_words = mark_roots(&finder, &mut marker, space.stack_base);
    finder.finish(&mut marker);
    let pointers = finder.pointers();
    marker.drain();
    let Marker { stack, objects, bytes, .. } = marker;
    space.mark_stack = stack;
    space.stats.objects_live = objects;
    space.stats.bytes_live = bytes;
    inspect(space, why);
    let dead = sweep::take_dead_destructors(space);
    sweep::sweep(space);
    space.marking = false;
    Found { dead, scanned_words, pointers }
}

/// Runs the destructors of objects nothing reaches.
fn run_destructors(dead: Vec<NonNull<u8>>) {
    for header in dead {
        // SAFETY: (I3, I6) the headers of dead, initialised objects, no longer listed elsewhere. Were
        // one to panic, the rest would be leaked.
        unsafe {
            if let Some(drop) = info_of(header).drop {
                drop(header);
            }
        }
    }
}

impl Space {
    /// Adds the objects allocated since the last collection to the counter.
    ///
    /// The holes are retired.
    pub fn count_new_objects(&mut self) {
        let mut count = 0;
        // SAFETY: the holes are retired, and parsed only while marking.
        unsafe { for_each_new_object(self.tables(), |_| count += 1) };
        self.stats.objects_allocated += count;
    }

    /// Whether an object survives the collection that is under way.
    ///
    /// # Safety
    /// `header` is that of an object of this heap; marking is done.
    pub unsafe fn is_marked(&self, header: NonNull<u8>, marks: usize) -> bool {
        match self.tables().offset_of(header.as_ptr().addr()) {
            Some(offset) => {
                let granule = (offset & (crate::block::BLOCK_BYTES - 1)) >> crate::block::GRANULE_SHIFT;
                self.reservation.table(offset >> BLOCK_SHIFT).bit(marks, granule)
            }
            // SAFETY: by the contract; what is not in a block is a large object.
            None => unsafe { crate::large::LargeHeader::of(header).as_ref().marked },
        }
    }
}
