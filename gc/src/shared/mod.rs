//! `Shared` and `Sent`: values that outlive a page, counted.
//!
//! The heap of a page ends with the page. Fonts, decoded pictures and the like are used by many pages and read by the
//! threads that draw, so they are counted blocks of the ordinary allocator, a count of four octets before the value.
//!
//! A [`Shared`] stays on its thread, which is why its count changes by a plain load and store. What goes to another thread
//! is a [`Sent`], and making the first one sets a bit of the count for good: from then on every handle counts atomically.
//! A value that is found to have a single handle again loses the bit. An immortal value is not counted at all.
//!
//! # Inlined are the common cases alone
//!
//! | | in line | out of line, one complete function each |
//! |---|---|---|
//! | retain | not sent, not immortal: load, compare, store | `retain_slow`: atomic, immortal, too many, zero |
//! | release | the same, and not the last | `release_slow`: those, the last handle, depth of nested drops |
//! | unique test | not sent, one handle | `make_unique_slow`: sent, immortal, the copy |
//!
//! The rule, set before measuring: what is inlined stays if two of the named programs take at least 5 % less time, none
//! takes 3 % more, and all allocate equally often. `measure gc` prints the table, `gc/benches/tests/shared.rs` compares
//! the allocations.
//!
//! | CPU µs, least of 14 | A nothing | B retain | C and unique | D and release |
//! |---|---|---|---|---|
//! | list-iterate | 6551 | -32.3 % | -32.2 % | -63.9 % |
//! | chain-walk | 6051 | -17.6 % | -17.9 % | -43.0 % |
//! | pipeline | 11207 | -12.4 % | -12.4 % | -47.9 % |
//! | record-write | 5508 | -9.9 % | -59.4 % | -59.6 % |
//! | nested-write | 9364 | +5.5 % | -81.1 % | -81.1 % |
//! | cons-stack | 9425 | -6.2 % | -5.8 % | -21.3 % |
//! | array-stack | 7169 | -22.3 % | -22.4 % | -53.6 % |
//! | swap-remove | 7253 | -18.2 % | -17.8 % | -30.3 % |
//! | binary-trees | 9365 | -3.9 % | -4.0 % | -8.7 % |
//! | arithmetic (no handle) | 1626 | -0.0 % | -0.0 % | -0.0 % |
//!
//! Allocations are equal in every row. B alone breaks the rule (nested-write), C and D keep it, and D is what is used.

mod release;
mod sync;
#[cfg(test)]
mod tests;

use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;
use std::ptr::NonNull;

use release::release_slow;
use sync::{AtomicU32, Ordering, fence};

use crate::trace::{Marker, Trace};

/// Set in the count while handles may be on several threads.
const SENT: u32 = 1 << 31;
/// The count of a value that is never freed.
const IMMORTAL: u32 = u32::MAX;
/// More handles than any program makes without losing them. Far from the bit and from `IMMORTAL`.
const MOST: u32 = 1 << 30;

/// For measurements: which common cases are inlined. A bit for each.
#[doc(hidden)]
pub mod inlined {
    /// Retain.
    pub const RETAIN: u8 = 1;
    /// The test of `make_unique`.
    pub const UNIQUE: u8 = 2;
    /// Release.
    pub const RELEASE: u8 = 4;
    /// What is used.
    pub const ALL: u8 = RETAIN | UNIQUE | RELEASE;
}

/// The beginning of every block.
pub(crate) struct Count(AtomicU32);

#[repr(C)]
struct Block<T> {
    count: Count,
    value: T,
}

/// A counted value, a handle of this thread. Cloning is a load, a comparison and a store.
pub type Shared<T> = Counted<T, { inlined::ALL }>;

/// A counted value, a handle that may go to other threads.
pub type Sent<T> = CountedSent<T, { inlined::ALL }>;

/// [`Shared`], and what is measured beside it.
#[doc(hidden)]
pub struct Counted<T, const INLINED: u8> {
    block: NonNull<Block<T>>,
    owns: PhantomData<Block<T>>,
}

/// [`Sent`], and what is measured beside it.
#[doc(hidden)]
pub struct CountedSent<T, const INLINED: u8>(Counted<T, INLINED>);

// SAFETY: the count of a block with such a handle is atomic, as every handle sees by its bit; the value may be read by
// several threads and dropped by any.
unsafe impl<T: Send + Sync, const INLINED: u8> Send for CountedSent<T, INLINED> {}
// SAFETY: as for `Send`: a reference gives a reference to the value, and by cloning, another handle.
unsafe impl<T: Send + Sync, const INLINED: u8> Sync for CountedSent<T, INLINED> {}

impl<T, const INLINED: u8> Counted<T, INLINED> {
    /// Moves a value into a block with one handle.
    #[inline]
    pub fn new(value: T) -> Self {
        Self::with_count(value, 1)
    }

    /// A value that is never freed. Its handles cost no store.
    pub fn immortal(value: T) -> Self
    where
        T: 'static,
    {
        Self::with_count(value, IMMORTAL)
    }

    #[inline]
    fn with_count(value: T, count: u32) -> Self {
        let block = Box::new(Block { count: Count(AtomicU32::new(count)), value });
        Counted { block: NonNull::from(Box::leak(block)), owns: PhantomData }
    }

    #[inline(always)]
    fn count(&self) -> &Count {
        // SAFETY: a handle keeps its block.
        unsafe { &self.block.as_ref().count }
    }

    /// A handle that may go to other threads. From now on the handles count atomically.
    pub fn into_sent(self) -> CountedSent<T, INLINED>
    where
        T: Send + Sync,
    {
        let count = &self.count().0;
        if count.load(Ordering::Relaxed) != IMMORTAL {
            count.fetch_or(SENT, Ordering::Relaxed);
        }
        CountedSent(self)
    }

    /// Whether both are handles of the same value.
    pub fn ptr_eq(this: &Self, other: &Self) -> bool {
        this.block == other.block
    }

    /// The value, if this is its only handle.
    #[inline(always)]
    pub fn get_mut(this: &mut Self) -> Option<&mut T> {
        let unique =
            this.has_inlined(inlined::UNIQUE) && this.count().is_local_and_unique() || is_unique_slow(this.count());
        if !unique {
            return None;
        }
        // SAFETY: the only handle is borrowed exclusively.
        Some(unsafe { &mut this.block.as_mut().value })
    }

    /// The value to change it: it is copied first if there are other handles.
    #[inline(always)]
    pub fn make_unique(this: &mut Self) -> &mut T
    where
        T: Clone,
    {
        if !(this.has_inlined(inlined::UNIQUE) && this.count().is_local_and_unique()) {
            make_unique_slow(this);
        }
        // SAFETY: the only handle is borrowed exclusively.
        unsafe { &mut this.block.as_mut().value }
    }

    #[inline(always)]
    fn has_inlined(&self, case: u8) -> bool {
        INLINED & case != 0
    }
}

impl Count {
    /// Counts one more if that takes no more than a store.
    #[inline(always)]
    fn retain_local(&self) -> bool {
        let count = self.0.load(Ordering::Relaxed);
        let local = count.wrapping_sub(1) < MOST - 1;
        if local {
            // No other thread has a handle, or the bit would be set.
            self.0.store(count + 1, Ordering::Relaxed);
        }
        local
    }

    /// Counts one less if that takes no more than a store.
    #[inline(always)]
    fn release_local(&self) -> bool {
        let count = self.0.load(Ordering::Relaxed);
        let local = count.wrapping_sub(2) < MOST - 1;
        if local {
            self.0.store(count - 1, Ordering::Relaxed);
        }
        local
    }

    #[inline(always)]
    fn is_local_and_unique(&self) -> bool {
        self.0.load(Ordering::Relaxed) == 1
    }
}

/// Counts one more, in every case.
#[cold]
#[inline(never)]
fn retain_slow(count: &Count) {
    if count.retain_local() {
        return;
    }
    match count.0.load(Ordering::Relaxed) {
        IMMORTAL => {}
        0 => panic!("a shared value is retained that was released"),
        before if before & SENT == 0 => too_many(),
        _ => {
            let before = count.0.fetch_add(1, Ordering::Relaxed);
            if before & !SENT >= MOST {
                too_many();
            }
        }
    }
}

/// So many handles were leaked that the count would overflow. As other threads may count at the same time, there is no
/// way back.
#[cold]
fn too_many() -> ! {
    std::process::abort()
}

/// Whether a count is that of a single handle, in every case.
#[cold]
#[inline(never)]
fn is_unique_slow(count: &Count) -> bool {
    match count.0.load(Ordering::Relaxed) {
        0 => panic!("a shared value is used that was released"),
        1 => true,
        before if before == 1 | SENT => {
            // What the threads that released the other handles did with the value comes before.
            fence(Ordering::Acquire);
            count.0.store(1, Ordering::Relaxed);
            true
        }
        _ => false,
    }
}

/// Makes a handle the only one of its value, in every case.
#[cold]
#[inline(never)]
fn make_unique_slow<T: Clone, const INLINED: u8>(shared: &mut Counted<T, INLINED>) {
    if !is_unique_slow(shared.count()) {
        *shared = Counted::new(T::clone(shared));
    }
}

impl<T, const INLINED: u8> Clone for Counted<T, INLINED> {
    /// Another handle.
    #[inline(always)]
    fn clone(&self) -> Self {
        if !(self.has_inlined(inlined::RETAIN) && self.count().retain_local()) {
            retain_slow(self.count());
        }
        Counted { block: self.block, owns: PhantomData }
    }
}

impl<T, const INLINED: u8> Drop for Counted<T, INLINED> {
    #[inline(always)]
    fn drop(&mut self) {
        if !(self.has_inlined(inlined::RELEASE) && self.count().release_local()) {
            // SAFETY: this was a handle; the block is as `free_block` of its type expects.
            unsafe { release_slow(self.block.cast(), free_block::<T>) };
        }
    }
}

/// Drops the value and gives the memory back.
///
/// # Safety
/// `count` is the beginning of a block for a `T` that has no handle any more.
unsafe fn free_block<T>(count: NonNull<Count>) {
    // SAFETY: by the contract; it came from a box.
    drop(unsafe { Box::from_raw(count.cast::<Block<T>>().as_ptr()) });
}

impl<T, const INLINED: u8> CountedSent<T, INLINED> {
    /// Moves a value into a block with one handle that may go to other threads.
    pub fn new(value: T) -> Self
    where
        T: Send + Sync,
    {
        Counted::new(value).into_sent()
    }

    /// The handle as one of this thread.
    pub fn receive(self) -> Counted<T, INLINED> {
        self.0
    }

    /// Whether both are handles of the same value.
    pub fn ptr_eq(this: &Self, other: &Self) -> bool {
        Counted::ptr_eq(&this.0, &other.0)
    }
}

impl<T, const INLINED: u8> Clone for CountedSent<T, INLINED> {
    fn clone(&self) -> Self {
        // The count is atomic or that of an immortal: never the common case of a `Shared`.
        retain_slow(self.0.count());
        CountedSent(Counted { block: self.0.block, owns: PhantomData })
    }
}

impl<T, const INLINED: u8> Deref for Counted<T, INLINED> {
    type Target = T;
    #[inline(always)]
    fn deref(&self) -> &T {
        // SAFETY: a handle keeps its block, and the value changes only while there is no other handle.
        unsafe { &self.block.as_ref().value }
    }
}

impl<T, const INLINED: u8> Deref for CountedSent<T, INLINED> {
    type Target = T;
    #[inline(always)]
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: fmt::Debug, const INLINED: u8> fmt::Debug for Counted<T, INLINED> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        T::fmt(self, formatter)
    }
}

impl<T: fmt::Debug, const INLINED: u8> fmt::Debug for CountedSent<T, INLINED> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        T::fmt(self, formatter)
    }
}

impl<T: PartialEq, const INLINED: u8> PartialEq for Counted<T, INLINED> {
    fn eq(&self, other: &Self) -> bool {
        Counted::ptr_eq(self, other) || T::eq(self, other)
    }
}

impl<T: PartialEq, const INLINED: u8> PartialEq for CountedSent<T, INLINED> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

// SAFETY: `T` is `'static`, and a brand never is, so it holds no `Gc`.
unsafe impl<T: 'static, const INLINED: u8> Trace for Counted<T, INLINED> {
    const NEEDS_TRACE: bool = false;
    #[inline(always)]
    fn trace(&self, _marker: &mut Marker<'_>) {}
}

// SAFETY: `T` is `'static`, and a brand never is, so it holds no `Gc`.
unsafe impl<T: 'static, const INLINED: u8> Trace for CountedSent<T, INLINED> {
    const NEEDS_TRACE: bool = false;
    #[inline(always)]
    fn trace(&self, _marker: &mut Marker<'_>) {}
}
