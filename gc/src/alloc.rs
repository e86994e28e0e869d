//! `Cx`: the context that allocates, and its fast path.
//!
//! The size, the alignment and the type of an object are constants of the call, so what remains at
//! run time is: load the cursor, add, compare with the limit, store the cursor, store the header,
//! store the payload. One branch leads away, to a function that is never inlined.

use std::cell::Cell;
use std::marker::PhantomData;
use std::mem::{align_of, needs_drop, size_of};
use std::ptr::NonNull;

use crate::block::LINE_BYTES;
use crate::pointer::{Brand, Gc};
use crate::roots::for_each_new_object;
use crate::space::Space;
use crate::stats::HeapStats;
use crate::trace::{
    ALIGN, HEADER, LARGE_BYTES, SLICE_HEADER, Slice, SliceLengths, Thin, Trace, TypeInfo, slice_bytes, thin_bytes,
    thin_is_large,
};

/// The context of a scope: it allocates. It is passed explicitly and stays on its thread.
#[repr(C)]
pub struct Cx<'h> {
    /// Where the next object goes.
    pub(crate) cursor: Cell<*mut u8>,
    /// The end of the hole.
    pub(crate) limit: Cell<*mut u8>,
    /// The same for objects larger than a line, which go to blocks of their own while holes last.
    pub(crate) overflow_cursor: Cell<*mut u8>,
    pub(crate) overflow_limit: Cell<*mut u8>,
    pub(crate) space: NonNull<Space>,
    brand: Brand<'h>,
    /// Neither `Send` nor `Sync`.
    thread: PhantomData<*mut ()>,
}

impl<'h> Cx<'h> {
    pub(crate) fn new(space: NonNull<Space>) -> Cx<'h> {
        Cx {
            cursor: Cell::new(std::ptr::null_mut()),
            limit: Cell::new(std::ptr::null_mut()),
            overflow_cursor: Cell::new(std::ptr::null_mut()),
            overflow_limit: Cell::new(std::ptr::null_mut()),
            space,
            brand: PhantomData,
            thread: PhantomData,
        }
    }

    /// The state of the heap.
    ///
    /// # Safety
    /// The caller does not run foreign code, nor call this again, while it uses the reference.
    #[inline(always)]
    #[allow(clippy::mut_from_ref)]
    pub(crate) unsafe fn space(&self) -> &mut Space {
        // SAFETY: the heap is borrowed exclusively by `enter` for as long as the context exists, on
        // this thread; by the contract no other reference is in use.
        unsafe { &mut *self.space.as_ptr() }
    }

    /// Allocates an object.
    #[inline(always)]
    pub fn alloc<T: Trace + 'h>(&self, value: T) -> Gc<'h, T> {
        if const { thin_is_large::<T>() } {
            return self.alloc_large(value);
        }
        let header = self.bump(const { thin_bytes::<T>() });
        // SAFETY: `bump` returns that many octets, aligned to 8, which no object occupies (I4).
        unsafe {
            header.cast::<&'static TypeInfo>().write(Thin::<T>::INFO);
            let payload = header.add(HEADER).cast::<T>();
            payload.write(value);
            if const { needs_drop::<T>() } {
                self.space().drops.push(header);
            }
            Gc::from_raw(payload)
        }
    }

    #[cold]
    #[inline(never)]
    fn alloc_large<T: Trace + 'h>(&self, value: T) -> Gc<'h, T> {
        // SAFETY: `take_large` returns room of that size and alignment; no foreign code runs.
        unsafe {
            let space = self.space();
            let header = space.take_large(thin_bytes::<T>(), HEADER, align_of::<T>());
            header.cast::<&'static TypeInfo>().write(Thin::<T>::INFO);
            let payload = header.add(HEADER).cast::<T>();
            payload.write(value);
            if needs_drop::<T>() {
                space.drops.push(header);
            }
            Gc::from_raw(payload)
        }
    }

    /// Copies a slice to the heap. An empty one takes no memory.
    pub fn alloc_slice_copy<T: Copy + Trace + 'h>(&self, elements: &[T]) -> Gc<'h, [T]> {
        if size_of_val(elements) == 0 {
            // SAFETY: a dangling, aligned pointer to a slice of size zero.
            return unsafe { Gc::from_raw(NonNull::slice_from_raw_parts(NonNull::dangling(), elements.len())) };
        }
        let place = self.slice_room::<T>(elements.len());
        // SAFETY: there is room for the elements, and all are initialised before the length says so.
        unsafe {
            place.copy_from_nonoverlapping(NonNull::from(elements).cast(), elements.len());
            set_slice_len(place, elements.len());
            Gc::from_raw(NonNull::slice_from_raw_parts(place, elements.len()))
        }
    }

    /// Moves the elements of a vector to the heap. An empty one takes no memory.
    pub fn alloc_slice<T: Trace + 'h>(&self, mut elements: Vec<T>) -> Gc<'h, [T]> {
        let len = elements.len();
        if len == 0 || (size_of::<T>() == 0 && !needs_drop::<T>()) {
            // SAFETY: a dangling, aligned pointer to a slice of size zero. Elements of size zero
            // without a destructor may be forgotten.
            unsafe {
                elements.set_len(0);
                return Gc::from_raw(NonNull::slice_from_raw_parts(NonNull::dangling(), len));
            }
        }
        let place = self.slice_room::<T>(len);
        // SAFETY: there is room for the elements; the vector forgets them before the slice owns them.
        unsafe {
            place.copy_from_nonoverlapping(NonNull::from(elements.as_mut_slice()).cast(), len);
            elements.set_len(0);
            set_slice_len(place, len);
            if needs_drop::<T>() {
                self.space().drops.push(place.cast::<u8>().sub(SLICE_HEADER));
            }
            Gc::from_raw(NonNull::slice_from_raw_parts(place, len))
        }
    }

    /// Copies a text to the heap. An empty one takes no memory.
    pub fn alloc_str(&self, text: &str) -> Gc<'h, str> {
        let octets = self.alloc_slice_copy(text.as_bytes());
        let pointer = octets.as_ptr() as *const str as *mut str;
        // SAFETY: the same octets, which are UTF-8; the pointer is not null.
        unsafe { Gc::from_raw(NonNull::new_unchecked(pointer)) }
    }

    /// Room for a slice of `capacity` elements, its length still zero.
    pub(crate) fn slice_room<T: Trace + 'h>(&self, capacity: usize) -> NonNull<T> {
        let capacity = u32::try_from(capacity).expect("capacity overflow");
        let fits = size_of::<T>().checked_mul(capacity as usize).is_some_and(|bytes| bytes <= isize::MAX as usize / 2);
        assert!(fits, "capacity overflow");
        let bytes = slice_bytes(size_of::<T>(), capacity);
        let header = if bytes > LARGE_BYTES || const { align_of::<T>() > ALIGN } {
            // SAFETY: no foreign code runs.
            unsafe { self.space() }.take_large(bytes, SLICE_HEADER, align_of::<T>())
        } else {
            self.bump(bytes)
        };
        // SAFETY: both ways return at least `bytes` octets that no object occupies (I4).
        unsafe {
            header.cast::<&'static TypeInfo>().write(Slice::<T>::INFO);
            header.add(HEADER).cast::<SliceLengths>().write(SliceLengths { len: 0, capacity });
            header.add(SLICE_HEADER).cast::<T>()
        }
    }

    /// More room for a slice that is a large object; nothing for one that lies in a block.
    ///
    /// # Safety
    /// `elements` are those of a slice from `slice_room` that nothing else points to, and `capacity` is not less than
    /// before.
    pub(crate) unsafe fn grow_slice<T: Trace + 'h>(&self, elements: NonNull<T>, capacity: usize) -> Option<NonNull<T>> {
        let longer =
            u32::try_from(capacity).ok().filter(|_| capacity <= isize::MAX as usize / 2 / size_of::<T>().max(1));
        let longer = longer.expect("capacity overflow");
        // SAFETY: (I3) the headers precede the elements; by the contract nothing points to what moves.
        unsafe {
            let header = elements.cast::<u8>().sub(SLICE_HEADER);
            let lengths = header.add(HEADER).cast::<SliceLengths>();
            let before = slice_bytes(size_of::<T>(), lengths.as_ref().capacity);
            if before <= LARGE_BYTES && const { align_of::<T>() <= ALIGN } {
                return None;
            }
            let header = self.space().grow_large(header, slice_bytes(size_of::<T>(), longer));
            (*header.add(HEADER).cast::<SliceLengths>().as_ptr()).capacity = longer;
            Some(header.add(SLICE_HEADER).cast())
        }
    }

    /// Room for an object of `bytes` octets, a multiple of 8 of at most `LARGE_BYTES`.
    #[inline(always)]
    fn bump(&self, bytes: usize) -> NonNull<u8> {
        let start = self.cursor.get();
        let end = start.wrapping_add(bytes);
        if end > self.limit.get() {
            return self.bump_slow(bytes);
        }
        self.cursor.set(end);
        // SAFETY: the limit is null as long as the cursor is, and `end` was not above it.
        unsafe { NonNull::new_unchecked(start) }
    }

    #[cold]
    #[inline(never)]
    fn bump_slow(&self, bytes: usize) -> NonNull<u8> {
        if bytes > LINE_BYTES {
            return self.bump_overflow(bytes);
        }
        self.retire(&self.cursor, &self.limit);
        // SAFETY: no foreign code runs.
        let (start, end) = unsafe { self.space() }.take_hole();
        // SAFETY: a hole is at least a line long.
        self.cursor.set(unsafe { start.add(bytes) }.as_ptr());
        self.limit.set(end.as_ptr());
        start
    }

    fn bump_overflow(&self, bytes: usize) -> NonNull<u8> {
        let room = self.overflow_limit.get().addr() - self.overflow_cursor.get().addr();
        if room < bytes {
            self.retire(&self.overflow_cursor, &self.overflow_limit);
            // SAFETY: no foreign code runs.
            let (start, end) = unsafe { self.space() }.take_block();
            self.overflow_cursor.set(start.as_ptr());
            self.overflow_limit.set(end.as_ptr());
        }
        let start = self.overflow_cursor.get();
        // SAFETY: there is room for the object, as just checked or in the new block, which is
        // larger than the largest object in a block; so the pointer is not null either.
        unsafe {
            self.overflow_cursor.set(start.add(bytes));
            NonNull::new_unchecked(start)
        }
    }

    /// Gives up what is left of a hole. A zero word ends its objects.
    fn retire(&self, cursor: &Cell<*mut u8>, limit: &Cell<*mut u8>) {
        let left = limit.get().addr() - cursor.get().addr();
        if left > 0 {
            // SAFETY: (I4) the rest of the hole belongs to the cursor, in multiples of 8 octets.
            unsafe {
                cursor.get().cast::<usize>().write(0);
                let space = self.space();
                space.stats.bytes_allocated -= left as u64;
                space.since_collection = space.since_collection.saturating_sub(left);
            }
        }
        cursor.set(std::ptr::null_mut());
        limit.set(std::ptr::null_mut());
    }

    /// Gives up the holes, before a collection.
    pub(crate) fn retire_all(&self) {
        self.retire(&self.cursor, &self.limit);
        self.retire(&self.overflow_cursor, &self.overflow_limit);
    }

    /// Tells how many octets objects of the heap hold outside it (decoded pictures, long texts),
    /// as a change, so that they count when a collection is considered.
    pub fn report_external_bytes(&self, change: isize) {
        // SAFETY: no foreign code runs.
        let space = unsafe { self.space() };
        space.stats.external_bytes = space.stats.external_bytes.saturating_add_signed(change);
        space.since_collection = space.since_collection.saturating_add(change.max(0) as usize);
    }

    /// Whether enough was allocated since the last collection to make one worth its time.
    pub fn should_collect(&self) -> bool {
        // SAFETY: no foreign code runs.
        unsafe { self.space() }.should_collect()
    }

    /// The counters of the heap as they are, without a walk: objects allocated since the last collection do not count.
    pub fn heap_sizes(&self) -> HeapStats {
        // SAFETY: no foreign code runs.
        unsafe { self.space() }.current_stats()
    }

    /// The counters of the heap. Walks what was allocated since the last collection.
    pub fn stats(&self) -> HeapStats {
        // SAFETY: no foreign code runs.
        let space = unsafe { self.space() };
        let mut stats = space.current_stats();
        for (cursor, limit) in [(&self.cursor, &self.limit), (&self.overflow_cursor, &self.overflow_limit)] {
            if cursor.get() < limit.get() {
                // SAFETY: (I4) the rest of the hole belongs to the cursor, in multiples of 8 octets.
                unsafe { cursor.get().cast::<usize>().write(0) };
            }
        }
        // SAFETY: a zero word was written at the cursors; no collection is under way.
        unsafe { for_each_new_object(space.tables(), |_| stats.objects_allocated += 1) };
        let left = (self.limit.get().addr() - self.cursor.get().addr())
            + (self.overflow_limit.get().addr() - self.overflow_cursor.get().addr());
        stats.bytes_allocated -= left as u64;
        stats
    }
}

/// # Safety
/// `elements` is from `slice_room` with at least that capacity, and that many are initialised.
#[inline(always)]
pub(crate) unsafe fn set_slice_len<T>(elements: NonNull<T>, len: usize) {
    // SAFETY: by the contract; the lengths precede the elements.
    unsafe { (*elements.cast::<SliceLengths>().as_ptr().sub(1)).len = len as u32 };
}
