//! `Marker`: marks objects and remembers those whose fields are still to be traced.

use std::marker::PhantomData;
use std::mem::{align_of_val, needs_drop, size_of, size_of_val};
use std::num::NonZero;
use std::ptr::NonNull;

use super::{ALIGN, HEADER, LARGE_BYTES, SLICE_HEADER, SliceLengths, Trace, info_of, object_bytes, slice_bytes};
use crate::block::{BLOCK_BYTES, BLOCK_SHIFT, BlockTable, GRANULE_SHIFT, LINE_SHIFT, LINES};
use crate::large::LargeHeader;

/// The addresses of the blocks and of their tables, for the time of a collection.
#[derive(Clone, Copy)]
pub(crate) struct Tables {
    pub base: NonNull<u8>,
    pub tables: NonNull<BlockTable>,
    /// Octets of the blocks that have been used.
    pub used_bytes: usize,
}

impl Tables {
    /// The distance of an address from the first block, if it lies in a block that has been used.
    #[inline(always)]
    pub fn offset_of(&self, address: usize) -> Option<usize> {
        let offset = address.wrapping_sub(self.base.as_ptr().addr());
        (offset < self.used_bytes).then_some(offset)
    }

    /// # Safety
    /// `offset` comes from `offset_of`.
    #[inline(always)]
    pub unsafe fn table_at(&self, offset: usize) -> *mut BlockTable {
        // SAFETY: (I1) there is a table for every block.
        unsafe { self.tables.as_ptr().add(offset >> BLOCK_SHIFT) }
    }

    /// # Safety
    /// `offset` comes from `offset_of`.
    #[inline(always)]
    pub unsafe fn address_at(&self, offset: usize) -> NonNull<u8> {
        // SAFETY: (I1) the offset lies inside the range.
        unsafe { self.base.add(offset) }
    }
}

/// Set in the address of a header on the stack of a slice that is not marked yet. Headers are aligned to 8.
const UNMARKED: usize = 1;
/// How many objects wait for their memory.
const QUEUE: usize = 8;

/// Asks for the memory at an address, without waiting for it.
#[inline(always)]
pub(crate) fn prefetch(address: NonNull<u8>) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    // SAFETY: a hint; it reads nothing as far as the program is concerned.
    unsafe {
        std::arch::x86_64::_mm_prefetch::<{ std::arch::x86_64::_MM_HINT_T0 }>(address.as_ptr().cast());
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = address;
}

/// What `Trace::trace` reports to.
pub struct Marker<'m> {
    pub(crate) tables: Tables,
    /// Which of the two bitmaps receives the marks.
    pub(crate) parity: usize,
    /// What a line with a survivor is marked with.
    pub(crate) epoch: u8,
    /// Headers of objects that are marked and not yet traced, and of slices that are to be marked.
    pub(crate) stack: Vec<NonNull<u8>>,
    pub(crate) objects: u64,
    pub(crate) bytes: u64,
    pub(crate) heap: PhantomData<&'m mut ()>,
}

impl Marker<'_> {
    /// Reports a pointer to an object. Its size and whether it is a leaf are known from the type,
    /// so that a leaf is marked without being touched.
    #[inline]
    pub(crate) fn edge<T: ?Sized + Trace>(&mut self, pointer: NonNull<T>) {
        if size_of::<NonNull<T>>() == size_of::<usize>() {
            self.thin_edge(pointer);
        } else {
            self.slice_edge(pointer);
        }
    }

    #[inline(always)]
    fn thin_edge<T: ?Sized + Trace>(&mut self, pointer: NonNull<T>) {
        // SAFETY: (I2) a traced `Gc` points to a live object; only its size is computed, which for a
        // thin type is a constant.
        let (size, align) = unsafe { (size_of_val(pointer.as_ref()), align_of_val(pointer.as_ref())) };
        let bytes = super::round_up(HEADER + size.max(1));
        // SAFETY: (I3) the header precedes the payload.
        let header = unsafe { pointer.cast::<u8>().sub(HEADER) };
        if bytes > LARGE_BYTES || align > ALIGN {
            // SAFETY: (I3) thin objects of this size or alignment are large objects.
            unsafe { self.mark_large(header, bytes, T::NEEDS_TRACE) };
        } else {
            // SAFETY: (I3) all others lie in blocks.
            unsafe { self.mark_small(header, bytes, T::NEEDS_TRACE) };
        }
    }

    #[inline(always)]
    fn slice_edge<T: ?Sized + Trace>(&mut self, pointer: NonNull<T>) {
        // SAFETY: (I2) a traced `Gc` points to a live object, or is dangling with size zero.
        let size = unsafe { size_of_val(pointer.as_ref()) };
        if size == 0 {
            // An empty slice, or elements of size zero. Only those with a destructor were allocated.
            let header = pointer.cast::<u8>().as_ptr().addr().wrapping_sub(SLICE_HEADER);
            if !(needs_drop::<T>() && self.tables.offset_of(header).is_some()) {
                return;
            }
        }
        // SAFETY: (I3) the headers of a slice precede its elements.
        unsafe { self.backing_later(pointer.cast::<u8>()) };
    }

    /// Reports a pointer to the first element of a slice, whose header is not read yet: it tells the size, and waiting
    /// for it here would stop the marker at every slice (measured: 2.4 times as long in a heap of random references).
    ///
    /// # Safety
    /// `elements` are those of a slice object that is alive.
    #[inline(always)]
    pub(crate) unsafe fn backing_later(&mut self, elements: NonNull<u8>) {
        // SAFETY: by the contract, the headers precede the elements.
        let header = unsafe { elements.sub(SLICE_HEADER) };
        if !self.is_marked_in_block(header) {
            self.stack
                .push(header.map_addr(|address| address | const { NonZero::new(UNMARKED).expect("invariant: a bit") }));
        }
    }

    /// Whether an object is marked, as far as the tables of the blocks tell.
    #[inline(always)]
    fn is_marked_in_block(&self, header: NonNull<u8>) -> bool {
        let Some(offset) = self.tables.offset_of(header.as_ptr().addr()) else { return false };
        let granule = (offset & (BLOCK_BYTES - 1)) >> GRANULE_SHIFT;
        // SAFETY: the offset is from `offset_of`; the granule is below the number in a block.
        unsafe { (*self.tables.table_at(offset)).bit(self.parity, granule) }
    }

    /// Traces marked objects until none is left. The stack of objects is explicit: a long list does not
    /// deepen the machine's. Between the stack and the tracing objects wait for their memory in a short queue, after
    /// Cher, Hosking and Vitek, *Software prefetching for mark-sweep garbage collection*.
    pub(crate) fn drain(&mut self) {
        let mut queue: [Option<NonNull<u8>>; QUEUE] = [None; QUEUE];
        let mut index = 0;
        loop {
            while let Some(next) = self.stack.pop() {
                prefetch(next);
                let waited = queue[index].replace(next);
                index = (index + 1) % QUEUE;
                if let Some(header) = waited {
                    // SAFETY: (I3) only headers of live objects are pushed.
                    unsafe { self.trace_header(header) };
                }
            }
            for _ in 0..QUEUE {
                let waited = queue[index].take();
                index = (index + 1) % QUEUE;
                if let Some(header) = waited {
                    // SAFETY: (I3) only headers of live objects are pushed.
                    unsafe { self.trace_header(header) };
                }
            }
            if self.stack.is_empty() {
                return;
            }
        }
    }

    /// # Safety
    /// `header` is that of a marked object, or, with the bit `UNMARKED` set, of a slice that is to be marked.
    #[inline(always)]
    unsafe fn trace_header(&mut self, header: NonNull<u8>) {
        // SAFETY: by the contract.
        unsafe {
            if header.as_ptr().addr() & UNMARKED == 0 {
                if let Some(trace) = info_of(header).trace {
                    trace(header, self);
                }
                return;
            }
            let header = header.sub(UNMARKED);
            let depth = self.stack.len();
            self.backing_edge(header.add(SLICE_HEADER), info_of(header).trace.is_some());
            // What was just marked is at hand: it need not wait again.
            if self.stack.len() > depth {
                self.stack.pop();
                if let Some(trace) = info_of(header).trace {
                    trace(header, self);
                }
            }
        }
    }

    /// Reports a pointer to the first element of a slice.
    ///
    /// # Safety
    /// `elements` are those of a slice object that is alive.
    #[inline(always)]
    pub(crate) unsafe fn backing_edge(&mut self, elements: NonNull<u8>, needs_trace: bool) {
        // SAFETY: by the contract, the headers precede the elements.
        unsafe {
            let header = elements.sub(SLICE_HEADER);
            let info = info_of(header);
            let lengths = header.add(HEADER).cast::<SliceLengths>().read();
            let bytes = slice_bytes(info.element_bytes, lengths.capacity);
            if bytes > LARGE_BYTES || info.always_large {
                self.mark_large(header, bytes, needs_trace);
            } else {
                self.mark_small(header, bytes, needs_trace);
            }
        }
    }

    /// Marks an object of which only the header is known.
    ///
    /// # Safety
    /// `header` is that of an object in a block, or of a large one as `large` says.
    pub(crate) unsafe fn mark_unknown(&mut self, header: NonNull<u8>, large: bool) {
        // SAFETY: by the contract.
        unsafe {
            let bytes = object_bytes(header);
            let needs_trace = info_of(header).trace.is_some();
            if large {
                self.mark_large(header, bytes, needs_trace);
            } else {
                self.mark_small(header, bytes, needs_trace);
            }
        }
    }

    /// # Safety
    /// `header` is that of an object of `bytes` octets in a block.
    #[inline(always)]
    unsafe fn mark_small(&mut self, header: NonNull<u8>, bytes: usize, needs_trace: bool) {
        let offset = header.as_ptr().addr().wrapping_sub(self.tables.base.as_ptr().addr());
        debug_assert!(offset < self.tables.used_bytes, "an object of another heap");
        let in_block = offset & (BLOCK_BYTES - 1);
        let granule = in_block >> GRANULE_SHIFT;
        let first_line = in_block >> LINE_SHIFT;
        let last_line = ((in_block + bytes - 1) >> LINE_SHIFT).min(LINES - 1);
        // SAFETY: by the contract the offset is that of a used block, which has a table, and the
        // granule and the lines are below their numbers in a block (I4: no object crosses a block).
        unsafe {
            let table = self.tables.table_at(offset);
            let word = &raw mut (*table).bits[self.parity][granule / 64];
            let bit = 1u64 << (granule % 64);
            if *word & bit != 0 {
                return;
            }
            *word |= bit;
            let lines = (&raw mut (*table).lines).cast::<u8>();
            lines.add(first_line).write(self.epoch);
            for line in first_line + 1..=last_line {
                lines.add(line).write(self.epoch);
            }
        }
        self.objects += 1;
        self.bytes += bytes as u64;
        if needs_trace {
            self.stack.push(header);
        }
    }

    /// # Safety
    /// `header` is that of a large object.
    #[cold]
    #[inline(never)]
    unsafe fn mark_large(&mut self, header: NonNull<u8>, bytes: usize, needs_trace: bool) {
        // SAFETY: by the contract, a `LargeHeader` precedes the header.
        let large = unsafe { LargeHeader::of(header).as_mut() };
        if std::mem::replace(&mut large.marked, true) {
            return;
        }
        self.objects += 1;
        self.bytes += bytes as u64;
        if needs_trace {
            self.stack.push(header);
        }
    }
}
