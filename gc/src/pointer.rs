//! `Gc`: the pointer to an object of the heap.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;
use std::ptr::NonNull;

use crate::trace::{Marker, Trace};

/// The brand of one scope: invariant, so that two scopes are never confused.
pub(crate) type Brand<'h> = PhantomData<fn(&'h ()) -> &'h ()>;

/// A shared, copyable pointer to an object that lives until nothing reaches it, or the scope ends.
///
/// It is one word (two for slices and text), never null, and `Option<Gc<_>>` is as small.
pub struct Gc<'h, T: ?Sized> {
    pointer: NonNull<T>,
    brand: Brand<'h>,
}

impl<'h, T: ?Sized> Gc<'h, T> {
    /// # Safety
    /// `pointer` is the payload of an object of the scope `'h`, initialised, or a dangling, aligned
    /// pointer to a value of size zero.
    #[inline(always)]
    pub(crate) unsafe fn from_raw(pointer: NonNull<T>) -> Gc<'h, T> {
        Gc { pointer, brand: PhantomData }
    }

    /// A reference for as long as the scope lasts.
    ///
    /// It is valid for all of `'h`, because only `Cx::collect_here` ends an object earlier, and its
    /// contract makes the caller answer for every reference that is still held.
    #[inline(always)]
    #[allow(clippy::should_implement_trait)]
    pub fn as_ref(self) -> &'h T {
        // SAFETY: (I2) a `Gc` points to an initialised object that lives while it is reachable.
        unsafe { self.pointer.as_ref() }
    }

    /// The address of the object.
    #[inline(always)]
    pub fn as_ptr(self) -> *const T {
        self.pointer.as_ptr()
    }

    /// Whether both are the same object.
    #[inline(always)]
    pub fn ptr_eq(self, other: Gc<'h, T>) -> bool {
        std::ptr::addr_eq(self.pointer.as_ptr(), other.pointer.as_ptr())
    }

    /// The address as a number: an identity for the time the object lives.
    #[inline(always)]
    pub fn address(self) -> usize {
        self.pointer.as_ptr().cast::<u8>().addr()
    }
}

impl<T: ?Sized> Clone for Gc<'_, T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: ?Sized> Copy for Gc<'_, T> {}

impl<T: ?Sized> Deref for Gc<'_, T> {
    type Target = T;
    #[inline(always)]
    fn deref(&self) -> &T {
        // SAFETY: (I2) a `Gc` points to an initialised object that lives while it is reachable.
        unsafe { self.pointer.as_ref() }
    }
}

impl<T: ?Sized> AsRef<T> for Gc<'_, T> {
    #[inline(always)]
    fn as_ref(&self) -> &T {
        self
    }
}

impl<T: ?Sized + fmt::Debug> fmt::Debug for Gc<'_, T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(formatter)
    }
}

impl<T: ?Sized + fmt::Display> fmt::Display for Gc<'_, T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(formatter)
    }
}

impl<T> Default for Gc<'_, [T]> {
    /// The empty slice, which takes no memory.
    fn default() -> Self {
        // SAFETY: a dangling, aligned pointer to a slice of no elements.
        unsafe { Gc::from_raw(NonNull::slice_from_raw_parts(NonNull::dangling(), 0)) }
    }
}

impl Default for Gc<'_, str> {
    /// The empty text, which takes no memory.
    fn default() -> Self {
        // SAFETY: a `'static` text of size zero.
        unsafe { Gc::from_raw(NonNull::from("")) }
    }
}

// SAFETY: a `Gc` gives shared access only, like `&'h T`, so it may go where `&T` may go: to threads
// that end before the scope does (`'h` is never `'static`). An object is reclaimed and its
// destructor run only on the thread of the heap: at the end of the scope, when `'h` is over, or in
// `Cx::collect_here`, whose contract excludes pointers held by other threads (I5).
unsafe impl<T: ?Sized + Sync + Send> Send for Gc<'_, T> {}
// SAFETY: as for `Send`.
unsafe impl<T: ?Sized + Sync + Send> Sync for Gc<'_, T> {}

// SAFETY: reports itself, the only `Gc` it holds; what it points to is traced from there.
unsafe impl<T: ?Sized + Trace> Trace for Gc<'_, T> {
    const NEEDS_TRACE: bool = true;
    #[inline]
    fn trace(&self, marker: &mut Marker<'_>) {
        marker.edge(self.pointer);
    }
}
