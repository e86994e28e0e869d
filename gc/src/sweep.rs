//! After marking: lines without a survivor become holes, blocks without one become free.
//!
//! No object is touched. A block costs a look at its 128 line octets and the clearing of a bitmap.

use std::ptr::NonNull;

use crate::block::{BLOCK_BYTES, FREE, LINE_BYTES, LINE_SHIFT, LINES, SETTLED, USED};
use crate::large::LargeHeader;
use crate::space::{KEPT_BLOCKS, POISON, Space};
use crate::watch;

/// Makes the lines without a mark of this collection available. Exchanges the bitmaps.
pub(crate) fn sweep(space: &mut Space) {
    let epoch = 3 - space.epoch;
    let old_starts = space.starts;
    space.epoch = epoch;
    space.starts = 1 - old_starts;
    space.free.clear();
    space.recyclable.clear();
    space.current = None;
    space.stats.free_lines = 0;
    // From the highest: both lists are used from their ends, so low addresses are filled first.
    for block in (0..space.high_water).rev() {
        let table = space.reservation.table_mut(block);
        if table.state == FREE {
            space.free.push(block as u32);
            continue;
        }
        let mut live = 0usize;
        for line in &mut table.lines {
            let keep = *line == epoch;
            *line = if keep { epoch } else { 0 };
            live += usize::from(keep);
        }
        table.holes.fill(SETTLED);
        table.bits[old_starts].fill(0);
        if live == 0 {
            table.state = FREE;
            space.free.push(block as u32);
        } else if live < LINES {
            space.recyclable.push(block as u32);
            space.stats.free_lines += LINES - live;
        }
    }
}

/// Gives back what is not needed. Destructors of the dead have run, or never will.
pub(crate) fn discard(space: &mut Space) {
    free_unmarked_large(space);
    if space.options.poison || cfg!(asan) {
        poison(space);
    } else {
        release_free_blocks(space);
    }
}

/// Gives pages of free blocks back, highest first, when more are free than in use.
fn release_free_blocks(space: &mut Space) {
    let used = space.high_water - space.free.len();
    let kept = KEPT_BLOCKS.max(used);
    let excess = space.free.len().saturating_sub(kept);
    let mut index = 0;
    while index < excess {
        // The list falls; a run of neighbours is given back by one call.
        let last = space.free[index] as usize;
        let mut first = last;
        index += 1;
        while index < excess && space.free[index] as usize == first - 1 {
            first -= 1;
            index += 1;
        }
        if (first..=last).any(|block| space.reservation.table(block).resident) {
            space.reservation.release(first, last + 1 - first);
        }
    }
}

/// Overwrites what is free, so that a use after a collection shows.
fn poison(space: &mut Space) {
    let overwrite = space.options.poison;
    // SAFETY: called for what is free alone.
    let poison = |start: NonNull<u8>, bytes: usize| unsafe {
        if overwrite {
            watch::allow(start, bytes);
            start.write_bytes(POISON, bytes);
        }
        watch::forbid(start, bytes);
    };
    for block in 0..space.high_water {
        let start = space.reservation.block_start(block);
        let table = space.reservation.table(block);
        if table.state == FREE {
            // (I4) Nothing lives in a free block.
            poison(start, BLOCK_BYTES);
            continue;
        }
        for line in (0..LINES).filter(|&line| table.lines[line] == 0) {
            // SAFETY: (I1) the line is in the block. (I4) Nothing lives in a line without a survivor.
            poison(unsafe { start.add(line << LINE_SHIFT) }, LINE_BYTES);
        }
    }
}

/// Takes the dead off the list of objects with a destructor, and returns them. Marking is done.
pub(crate) fn take_dead_destructors(space: &mut Space) -> Vec<NonNull<u8>> {
    let marks = 1 - space.starts;
    let mut dead = Vec::new();
    let mut drops = std::mem::take(&mut space.drops);
    drops.retain(|&header| {
        // SAFETY: (I3) the list holds headers of objects of this heap.
        let alive = unsafe { space.is_marked(header, marks) };
        if !alive {
            dead.push(header);
        }
        alive
    });
    space.drops = drops;
    dead
}

/// Frees the large objects that are not marked, and clears the marks. Their destructors have run.
fn free_unmarked_large(space: &mut Space) {
    let stats = &mut space.stats;
    space.large.retain_mut(|large| {
        // SAFETY: the list holds live large objects; those without a mark are not reached.
        unsafe {
            let header = large.as_mut();
            let alive = std::mem::replace(&mut header.marked, false);
            if !alive {
                stats.large_bytes -= header.bytes;
                LargeHeader::free(*large);
            }
            alive
        }
    });
}

/// Undoes the marks of a collection that ended in a panic.
pub(crate) fn recover(space: &mut Space) {
    let marks = 1 - space.starts;
    let epoch = space.epoch;
    for block in 0..space.high_water {
        let table = space.reservation.table_mut(block);
        if table.state == USED {
            table.bits[marks].fill(0);
            for line in &mut table.lines {
                // A line marked in vain may hold survivors of the collection before.
                *line = if *line == 0 { 0 } else { epoch };
            }
        }
    }
    for large in &mut space.large {
        // SAFETY: the list holds live large objects.
        unsafe { large.as_mut() }.marked = false;
    }
    space.mark_stack.clear();
    space.marking = false;
}
