//! Tells AddressSanitizer which octets of the reservation hold no object, when built with `--cfg asan`.
//!
//! The sanitizer knows the ordinary allocator, not lines and blocks. With this a use of a freed object is reported
//! wherever its memory was not handed out again.

use std::ptr::NonNull;

#[cfg(asan)]
unsafe extern "C" {
    fn __asan_poison_memory_region(start: *const std::ffi::c_void, bytes: usize);
    fn __asan_unpoison_memory_region(start: *const std::ffi::c_void, bytes: usize);
}

/// Nothing lives there: a use is a fault.
///
/// # Safety
/// The octets are of the reservation, and nothing lives in them.
#[inline(always)]
pub(crate) unsafe fn forbid(start: NonNull<u8>, bytes: usize) {
    #[cfg(asan)]
    // SAFETY: by the contract.
    unsafe {
        __asan_poison_memory_region(start.as_ptr().cast(), bytes);
    }
    let _ = (start, bytes);
}

/// Objects may live there again.
///
/// # Safety
/// The octets are of the reservation.
#[inline(always)]
pub(crate) unsafe fn allow(start: NonNull<u8>, bytes: usize) {
    #[cfg(asan)]
    // SAFETY: by the contract.
    unsafe {
        __asan_unpoison_memory_region(start.as_ptr().cast(), bytes);
    }
    let _ = (start, bytes);
}
