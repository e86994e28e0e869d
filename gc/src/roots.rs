//! From a word that may be an address to the object it points into.
//!
//! Survivors of the last collection have a start bit. Objects allocated since have none: allocation
//! does not pay for it. They lie one after the other from the start of the hole they were allocated
//! in, and a zero word ends them; the first word that points into a hole has it parsed.

use std::cell::Cell;
use std::ptr::NonNull;

use crate::block::{
    BLOCK_BYTES, BlockTable, GRANULE_SHIFT, HOLE_PARSED, HOLE_REST, HOLE_START, LINE_SHIFT, LINES, USED,
};
use crate::large::LargeHeader;
use crate::trace::{HEADER, Marker, Tables, object_bytes, prefetch};

/// Finds objects by address.
pub(crate) struct Finder<'s> {
    tables: Tables,
    /// The bitmap that tells where objects start.
    starts: usize,
    /// Large objects by rising address.
    large: &'s [NonNull<LargeHeader>],
    large_low: usize,
    large_span: usize,
    /// What words may point into. A header is fetched when it is found and read a few words later, so that the memory
    /// answers several at a time.
    pending: [Cell<Option<Found>>; PENDING],
    next: Cell<usize>,
    /// How many words may point to an object. Counted where one does, so that rejecting the others costs nothing more.
    pointers: Cell<u64>,
}

/// The header of an object in a block, and how many octets behind it a word points.
type Found = (NonNull<u8>, usize);

/// How many headers are waited for at a time.
const PENDING: usize = 16;

impl<'s> Finder<'s> {
    /// `large` is sorted by address.
    pub fn new(tables: Tables, starts: usize, large: &'s [NonNull<LargeHeader>]) -> Finder<'s> {
        let low = large.first().map_or(0, |large| large.as_ptr().addr());
        let high = large.last().map_or(0, |large| {
            // SAFETY: the list holds live large objects.
            unsafe { LargeHeader::header(*large).as_ptr().addr() + large.as_ref().bytes }
        });
        Finder {
            tables,
            starts,
            large,
            large_low: low,
            large_span: high - low,
            pending: [const { Cell::new(None) }; PENDING],
            next: Cell::new(0),
            pointers: Cell::new(0),
        }
    }

    /// Marks the object a word points into, if there is one, now or in `finish`.
    #[inline(always)]
    pub fn mark_word(&self, word: usize, marker: &mut Marker<'_>) {
        // Most words are no addresses of the heap: two subtractions and comparisons reject them.
        // Objects are looked up by the address before, so that the end of an object counts as part of
        // it, as it does for an iterator at its end, and a header does not.
        let probe = word.wrapping_sub(HEADER);
        if let Some(offset) = self.tables.offset_of(probe) {
            self.mark_in_block(offset, marker);
        } else if probe.wrapping_sub(self.large_low) < self.large_span {
            self.mark_in_large(probe, marker);
        }
    }

    /// How many of the words so far may point into an object.
    pub fn pointers(&self) -> u64 {
        self.pointers.get()
    }

    /// The header of the object a word points into.
    pub fn find(&self, word: usize) -> Option<NonNull<u8>> {
        let probe = word.wrapping_sub(HEADER);
        let Some(offset) = self.tables.offset_of(probe) else { return self.find_in_large(probe) };
        let (header, distance, _) = self.find_in_block(offset)?;
        // SAFETY: `find_in_block` answers headers of objects in blocks.
        (distance < unsafe { object_bytes(header) }).then_some(header)
    }

    #[cold]
    #[inline(never)]
    fn mark_in_large(&self, probe: usize, marker: &mut Marker<'_>) {
        let Some(header) = self.find_in_large(probe) else { return };
        self.pointers.set(self.pointers.get() + 1);
        // SAFETY: `find_in_large` answers headers of live large objects.
        unsafe { marker.mark_unknown(header, true) };
    }

    fn find_in_large(&self, probe: usize) -> Option<NonNull<u8>> {
        let after = self.large.partition_point(|large| large.as_ptr().addr() <= probe);
        let large = *after.checked_sub(1).and_then(|index| self.large.get(index))?;
        // SAFETY: the list holds live large objects.
        let (header, bytes) = unsafe { (LargeHeader::header(large), large.as_ref().bytes) };
        let start = header.as_ptr().addr();
        (probe >= start && probe - start < bytes).then_some(header)
    }

    #[inline(never)]
    fn mark_in_block(&self, offset: usize, marker: &mut Marker<'_>) {
        let Some((header, distance, start)) = self.find_in_block(offset) else { return };
        self.pointers.set(self.pointers.get() + 1);
        // SAFETY: `find_in_block` answers headers of objects in blocks, which have tables; only such objects wait.
        unsafe {
            let table = &*self.tables.table_at(offset);
            if table.bit(marker.parity, start) {
                return;
            }
            prefetch(header);
            let index = self.next.get();
            self.next.set((index + 1) % PENDING);
            if let Some(found) = self.pending[index].replace(Some((header, distance))) {
                mark_found(found, marker);
            }
        }
    }

    /// The object that begins last at or before a place in a block: its header, the distance from it, and its granule.
    #[inline(always)]
    fn find_in_block(&self, offset: usize) -> Option<(NonNull<u8>, usize, usize)> {
        // SAFETY: `offset` is from `offset_of`, so it has a table and an address. A start bit is set
        // only where an object begins (I4).
        unsafe {
            let table = &mut *self.tables.table_at(offset);
            if table.state != USED {
                return None;
            }
            let block_offset = offset & !(BLOCK_BYTES - 1);
            let in_block = offset - block_offset;
            parse_hole_around(table, self.starts, self.tables.address_at(block_offset), in_block >> LINE_SHIFT);
            let start = start_at_or_before(&table.bits[self.starts], in_block >> GRANULE_SHIFT)?;
            let header = self.tables.address_at(block_offset + (start << GRANULE_SHIFT));
            Some((header, in_block - (start << GRANULE_SHIFT), start))
        }
    }

    /// Marks what is still waited for.
    pub fn finish(&self, marker: &mut Marker<'_>) {
        for pending in &self.pending {
            if let Some(found) = pending.take() {
                // SAFETY: only such objects wait.
                unsafe { mark_found(found, marker) };
            }
        }
    }
}

/// Marks an object if a word that points so many octets behind its header points into it.
///
/// # Safety
/// The header is that of an object in a block.
#[inline(always)]
unsafe fn mark_found((header, distance): Found, marker: &mut Marker<'_>) {
    // SAFETY: by the contract.
    unsafe {
        if distance < object_bytes(header) {
            marker.mark_unknown(header, false);
        }
    }
}

/// The last granule with a start bit, at or before one.
fn start_at_or_before(bits: &[u64], granule: usize) -> Option<usize> {
    let mut index = granule / 64;
    let mut word = bits[index] & (u64::MAX >> (63 - granule % 64));
    while word == 0 {
        index = index.checked_sub(1)?;
        word = bits[index];
    }
    Some(index * 64 + 63 - word.leading_zeros() as usize)
}

/// Sets the start bits of the objects in the hole a line belongs to, if it is part of one.
///
/// # Safety
/// `table` is that of the block at `block`, whose holes are retired.
unsafe fn parse_hole_around(table: &mut BlockTable, starts: usize, block: NonNull<u8>, line: usize) {
    let mut first = line;
    while table.holes[first] == HOLE_REST && first > 0 {
        first -= 1;
    }
    if table.holes[first] != HOLE_START {
        return;
    }
    let end = hole_end(table, first);
    // SAFETY: by the contract.
    unsafe {
        for_each_in_hole(block, first, end, |_, start| {
            let granule = start >> GRANULE_SHIFT;
            table.bits[starts][granule / 64] |= 1 << (granule % 64);
        });
    }
    table.holes[first..end].fill(HOLE_PARSED);
}

fn hole_end(table: &BlockTable, first: usize) -> usize {
    (first + 1..LINES).find(|&line| table.holes[line] != HOLE_REST).unwrap_or(LINES)
}

/// Visits the objects of a hole: their headers, and the distances of these from the block.
///
/// # Safety
/// The lines are those of one hole of the block, handed out since the last collection, with a zero
/// word after the last object if there is room for one.
unsafe fn for_each_in_hole(block: NonNull<u8>, first: usize, end: usize, mut visit: impl FnMut(NonNull<u8>, usize)) {
    let mut position = first << LINE_SHIFT;
    while position < end << LINE_SHIFT {
        // SAFETY: the position is inside the block, and by the contract there is an object or a zero.
        unsafe {
            let header = block.add(position);
            if header.cast::<usize>().read() == 0 {
                break;
            }
            visit(header, position);
            position += object_bytes(header);
        }
    }
}

/// Visits the objects allocated in blocks since the last collection.
///
/// # Safety
/// The holes are retired, or a zero word was written at their cursors; none was parsed.
pub(crate) unsafe fn for_each_new_object(tables: Tables, mut visit: impl FnMut(NonNull<u8>)) {
    for offset in (0..tables.used_bytes).step_by(BLOCK_BYTES) {
        // SAFETY: `offset` is that of a block that has been used; the holes are as `for_each_in_hole`
        // asks by the contract.
        unsafe {
            let table = &*tables.table_at(offset);
            if table.state != USED {
                continue;
            }
            for first in (0..LINES).filter(|&line| table.holes[line] == HOLE_START) {
                for_each_in_hole(tables.address_at(offset), first, hole_end(table, first), |header, _| visit(header));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::start_at_or_before;
    use crate::block::BITMAP_WORDS;

    #[test]
    fn looks_back_across_words() {
        let mut bits = [0u64; BITMAP_WORDS];
        assert_eq!(start_at_or_before(&bits, 4095), None);
        bits[0] = 1 << 5;
        bits[2] = 1 | 1 << 63;
        assert_eq!(start_at_or_before(&bits, 4), None);
        assert_eq!(start_at_or_before(&bits, 5), Some(5));
        assert_eq!(start_at_or_before(&bits, 127), Some(5));
        assert_eq!(start_at_or_before(&bits, 128), Some(128));
        assert_eq!(start_at_or_before(&bits, 190), Some(128));
        assert_eq!(start_at_or_before(&bits, 191), Some(191));
        assert_eq!(start_at_or_before(&bits, 4095), Some(191));
    }
}
