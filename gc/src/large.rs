//! Large objects: more than 8 KiB, or aligned more strictly than blocks provide.
//!
//! Each is an allocation of its own, so that no run of blocks has to be found for it and its memory
//! goes back to the system allocator as soon as it dies.

use std::alloc::{Layout, alloc, dealloc, handle_alloc_error, realloc};
use std::ptr::NonNull;

/// Precedes the header of a large object.
#[repr(C)]
pub(crate) struct LargeHeader {
    /// What to give back.
    allocation: NonNull<u8>,
    layout: Layout,
    /// Octets of the object with its header.
    pub bytes: usize,
    /// Set in a collection when the object is reached.
    pub marked: bool,
}

impl LargeHeader {
    /// Allocates room for an object of `bytes` octets, the first `header_bytes` of them before the
    /// payload, and the payload aligned to `align`.
    pub fn allocate(bytes: usize, header_bytes: usize, align: usize) -> NonNull<LargeHeader> {
        let align = align.max(align_of::<LargeHeader>());
        let payload = (size_of::<LargeHeader>() + header_bytes).next_multiple_of(align);
        let total = (payload - header_bytes).checked_add(bytes);
        let layout = total.and_then(|total| Layout::from_size_align(total, align).ok()).expect("capacity overflow");
        // SAFETY: the size is not zero.
        let Some(allocation) = NonNull::new(unsafe { alloc(layout) }) else { handle_alloc_error(layout) };
        // SAFETY: the room before the payload holds both headers. `header_bytes` and `payload` are
        // multiples of 8, so the place is aligned.
        unsafe {
            let large = allocation.add(payload - header_bytes - size_of::<LargeHeader>()).cast::<LargeHeader>();
            large.write(LargeHeader { allocation, layout, bytes, marked: false });
            large
        }
    }

    /// Makes the object longer, where it is or elsewhere; the new octets are not initialised.
    ///
    /// # Safety
    /// `large` is from `allocate` and not freed, nothing points to the object, and `bytes` is not less than before.
    pub unsafe fn grow(large: NonNull<LargeHeader>, bytes: usize) -> NonNull<LargeHeader> {
        // SAFETY: by the contract; the new size is checked, and the headers move with the content.
        unsafe {
            let LargeHeader { allocation, layout, bytes: before, .. } = large.read();
            let total = layout.size().checked_add(bytes - before);
            let longer = total.and_then(|total| Layout::from_size_align(total, layout.align()).ok());
            let longer = longer.expect("capacity overflow");
            let prefix = large.as_ptr().addr() - allocation.as_ptr().addr();
            let Some(allocation) = NonNull::new(realloc(allocation.as_ptr(), layout, longer.size())) else {
                handle_alloc_error(longer)
            };
            let large = allocation.add(prefix).cast::<LargeHeader>();
            large.write(LargeHeader { allocation, layout: longer, bytes, marked: false });
            large
        }
    }

    /// The header of the object.
    ///
    /// # Safety
    /// `large` is from `allocate` and not freed.
    pub unsafe fn header(large: NonNull<LargeHeader>) -> NonNull<u8> {
        // SAFETY: by the contract, the object follows.
        unsafe { large.add(1).cast() }
    }

    /// The reverse of `header`.
    ///
    /// # Safety
    /// `header` is that of a large object.
    pub unsafe fn of(header: NonNull<u8>) -> NonNull<LargeHeader> {
        // SAFETY: by the contract, a `LargeHeader` precedes the object.
        unsafe { header.cast::<LargeHeader>().sub(1) }
    }

    /// Gives the memory back. Runs no destructor.
    ///
    /// # Safety
    /// `large` is from `allocate`, not freed, and nothing points to the object.
    pub unsafe fn free(large: NonNull<LargeHeader>) {
        // SAFETY: by the contract.
        unsafe {
            let LargeHeader { allocation, layout, .. } = large.read();
            dealloc(allocation.as_ptr(), layout);
        }
    }
}
