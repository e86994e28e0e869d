//! The reservation: one range of addresses cut into blocks, and the side table of each block.
//!
//! A block is 32 KiB, a line 256 octets, a granule 8 octets. What the collector knows about a block
//! (which granules start an object, which lines hold a survivor, which lines were handed out since
//! the last collection) is in a table apart, found from the address by arithmetic, so that an
//! object is never touched to learn whether it is alive.

use std::ptr::NonNull;

/// log2 of the size of a block.
pub(crate) const BLOCK_SHIFT: usize = 15;
/// Octets in a block.
pub(crate) const BLOCK_BYTES: usize = 1 << BLOCK_SHIFT;
/// log2 of the size of a line.
pub(crate) const LINE_SHIFT: usize = 8;
/// Octets in a line.
pub(crate) const LINE_BYTES: usize = 1 << LINE_SHIFT;
/// Lines in a block.
pub(crate) const LINES: usize = BLOCK_BYTES / LINE_BYTES;
/// log2 of the size of a granule, the alignment of every object.
pub(crate) const GRANULE_SHIFT: usize = 3;
/// Granules in a block.
pub(crate) const GRANULES: usize = BLOCK_BYTES >> GRANULE_SHIFT;
/// Words of a bitmap with one bit for each granule.
pub(crate) const BITMAP_WORDS: usize = GRANULES / 64;

/// The block is not in use; its tables mean nothing.
pub(crate) const FREE: u8 = 0;
/// The block holds objects, or is being allocated into.
pub(crate) const USED: u8 = 1;

/// The line was not handed out since the last collection.
pub(crate) const SETTLED: u8 = 0;
/// First line of a hole handed out since the last collection, its objects not yet located.
pub(crate) const HOLE_START: u8 = 1;
/// A further line of such a hole.
pub(crate) const HOLE_REST: u8 = 2;
/// A line of such a hole, the start bits of its objects set.
pub(crate) const HOLE_PARSED: u8 = 3;

/// Side table of one block. All zero is its state before the first use.
#[repr(C)]
pub(crate) struct BlockTable {
    /// Two bitmaps, one bit for each granule. One tells where objects start, the other, all zero
    /// outside a collection, receives the marks. A collection ends by exchanging the two.
    pub bits: [[u64; BITMAP_WORDS]; 2],
    /// 0 for a line without survivors, else the epoch of the collection that found one.
    pub lines: [u8; LINES],
    /// `SETTLED`, `HOLE_START`, `HOLE_REST` or `HOLE_PARSED`.
    pub holes: [u8; LINES],
    /// `FREE` or `USED`.
    pub state: u8,
    /// Whether the pages may hold memory of the system.
    pub resident: bool,
}

impl BlockTable {
    /// A bit of one of the bitmaps.
    #[inline(always)]
    pub fn bit(&self, bitmap: usize, granule: usize) -> bool {
        self.bits[bitmap][granule / 64] >> (granule % 64) & 1 == 1
    }
}

/// One range of addresses for blocks and one for their tables, reserved for the life of a heap.
pub(crate) struct Reservation {
    base: NonNull<u8>,
    tables: NonNull<BlockTable>,
    /// Number of blocks the range has room for.
    capacity: usize,
}

/// Sizes to try, most wanted first: a small address space limit leaves a small heap.
const CAPACITY_LADDER: [usize; 5] =
    if cfg!(miri) { [128, 64, 32, 16, 8] } else { [1 << 20, 1 << 18, 1 << 16, 1 << 14, 1 << 12] };

impl Reservation {
    pub fn new() -> Reservation {
        for capacity in CAPACITY_LADDER {
            let Some(base) = memory::reserve(capacity * BLOCK_BYTES) else { continue };
            if let Some(tables) = memory::reserve(capacity * size_of::<BlockTable>()) {
                return Reservation { base, tables: tables.cast(), capacity };
            }
            // SAFETY: just reserved with this size, and not used.
            unsafe { memory::unreserve(base, capacity * BLOCK_BYTES) };
        }
        panic!("the collector could not reserve an address range");
    }

    pub fn base(&self) -> NonNull<u8> {
        self.base
    }

    pub fn capacity(&self) -> usize {
        self.capacity
    }

    pub fn tables(&self) -> NonNull<BlockTable> {
        self.tables
    }

    /// First octet of a block.
    pub fn block_start(&self, block: usize) -> NonNull<u8> {
        assert!(block < self.capacity);
        // SAFETY: (I1) the range has `capacity` blocks.
        unsafe { self.base.add(block << BLOCK_SHIFT) }
    }

    /// The side table of a block.
    pub fn table(&self, block: usize) -> &BlockTable {
        assert!(block < self.capacity);
        // SAFETY: (I1) the range has `capacity` tables, zeroed by the system and valid as such;
        // shared and exclusive access follow the borrow of the reservation.
        unsafe { self.tables.add(block).as_ref() }
    }

    /// The side table of a block, to change it.
    pub fn table_mut(&mut self, block: usize) -> &mut BlockTable {
        assert!(block < self.capacity);
        // SAFETY: as in `table`; `self` is borrowed exclusively.
        unsafe { self.tables.add(block).as_mut() }
    }

    /// Gives the pages of `count` blocks back to the system. Their content becomes undefined.
    pub fn release(&mut self, first: usize, count: usize) {
        if count == 0 {
            return;
        }
        assert!(first + count <= self.capacity);
        // SAFETY: (I1) the range is ours; the caller hands in free blocks only, nothing reads them.
        unsafe { memory::release(self.base.add(first << BLOCK_SHIFT), count << BLOCK_SHIFT) };
        for block in first..first + count {
            self.table_mut(block).resident = false;
        }
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        // SAFETY: reserved by `new` with these sizes; a heap is not dropped while a scope is open.
        unsafe {
            crate::watch::allow(self.base, self.capacity * BLOCK_BYTES);
            memory::unreserve(self.base, self.capacity * BLOCK_BYTES);
            memory::unreserve(self.tables.cast(), self.capacity * size_of::<BlockTable>());
        }
    }
}

#[cfg(all(unix, not(miri)))]
mod memory {
    //! Pages from the system, taken on first touch.

    use rustix::mm::{Advice, MapFlags, ProtFlags, madvise, mmap_anonymous, munmap};
    use std::ptr::NonNull;

    pub fn reserve(bytes: usize) -> Option<NonNull<u8>> {
        // SAFETY: a new private mapping at an address of the system's choice overlaps nothing.
        let mapped = unsafe {
            mmap_anonymous(
                std::ptr::null_mut(),
                bytes,
                ProtFlags::READ | ProtFlags::WRITE,
                MapFlags::PRIVATE | MapFlags::NORESERVE,
            )
        };
        mapped.ok().and_then(|address| NonNull::new(address.cast()))
    }

    /// # Safety
    /// `start` and `bytes` are those of one `reserve`; nothing points into it any more.
    pub unsafe fn unreserve(start: NonNull<u8>, bytes: usize) {
        // SAFETY: by the contract. A failure leaves the addresses reserved, which harms nobody.
        let _ = unsafe { munmap(start.as_ptr().cast(), bytes) };
    }

    /// # Safety
    /// The range lies inside a `reserve` and nothing reads its content any more.
    pub unsafe fn release(start: NonNull<u8>, bytes: usize) {
        // SAFETY: by the contract. A failure leaves the pages resident, which harms nobody.
        let _ = unsafe { madvise(start.as_ptr().cast(), bytes, Advice::LinuxDontNeed) };
    }
}

#[cfg(any(not(unix), miri))]
mod memory {
    //! Pages from the standard allocator, where there is no reservation.

    use std::alloc::{Layout, alloc_zeroed, dealloc};
    use std::ptr::NonNull;

    fn layout(bytes: usize) -> Option<Layout> {
        Layout::from_size_align(bytes, 4096).ok()
    }

    pub fn reserve(bytes: usize) -> Option<NonNull<u8>> {
        // SAFETY: the size is not zero.
        NonNull::new(unsafe { alloc_zeroed(layout(bytes)?) })
    }

    /// # Safety
    /// `start` and `bytes` are those of one `reserve`; nothing points into it any more.
    pub unsafe fn unreserve(start: NonNull<u8>, bytes: usize) {
        if let Some(layout) = layout(bytes) {
            // SAFETY: by the contract.
            unsafe { dealloc(start.as_ptr(), layout) };
        }
    }

    /// # Safety
    /// The range lies inside a `reserve` and nothing reads its content any more.
    pub unsafe fn release(_start: NonNull<u8>, _bytes: usize) {}
}
