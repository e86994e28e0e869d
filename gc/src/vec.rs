//! `GcVec` and `GcString`: growable, shared, with their content on the heap.
//!
//! Both hand out references that live as long as the scope. That is sound because what was handed
//! out is *frozen*: an operation that would overwrite a frozen element first copies the content to
//! new backing, and leaves the old one to those who hold a reference. Appending writes only beyond
//! what was frozen.

use std::cell::Cell;
use std::fmt;
use std::ptr::NonNull;

use crate::alloc::{Cx, set_slice_len};
use crate::pointer::{Brand, Gc};
use crate::trace::{Marker, Trace};

/// A growable vector of copyable elements on the heap, changed through shared references.
pub struct GcVec<'h, T> {
    elements: Cell<Option<NonNull<T>>>,
    len: Cell<u32>,
    /// Elements below are never overwritten where they are.
    frozen: Cell<u32>,
    capacity: Cell<u32>,
    brand: Brand<'h>,
}

impl<T> GcVec<'_, T> {
    /// An empty vector, which takes no memory.
    pub const fn new() -> Self {
        GcVec {
            elements: Cell::new(None),
            len: Cell::new(0),
            frozen: Cell::new(0),
            capacity: Cell::new(0),
            brand: std::marker::PhantomData,
        }
    }

    /// Number of elements.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.len.get() as usize
    }

    /// Whether there are no elements.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.len.get() == 0
    }
}

impl<'h, T: Copy + Trace + 'h> GcVec<'h, T> {
    /// An empty vector with room for `capacity` elements.
    pub fn with_capacity(cx: &Cx<'h>, capacity: usize) -> Self {
        let vector = GcVec::new();
        if capacity > 0 {
            vector.reallocate(cx, capacity);
        }
        vector
    }

    /// A vector with copies of some elements.
    pub fn from_slice(cx: &Cx<'h>, elements: &[T]) -> Self {
        let vector = GcVec::with_capacity(cx, elements.len());
        vector.extend_from_slice(cx, elements);
        vector
    }

    fn place(&self) -> NonNull<T> {
        self.elements.get().unwrap_or(NonNull::dangling())
    }

    /// Moves the content to new backing, in which nothing is frozen.
    fn reallocate(&self, cx: &Cx<'h>, capacity: usize) {
        let capacity = capacity.max(self.len());
        if self.frozen.get() == 0 && capacity > self.capacity.get() as usize && self.capacity.get() > 0 {
            // SAFETY: nothing was handed out of this backing, so only this vector points to it.
            if let Some(place) = unsafe { cx.grow_slice(self.place(), capacity) } {
                self.elements.set(Some(place));
                self.capacity.set(capacity as u32);
                return;
            }
        }
        let place = cx.slice_room::<T>(capacity);
        // SAFETY: the new room is at least as long as the content, which is initialised.
        unsafe {
            place.copy_from_nonoverlapping(self.place(), self.len());
            set_slice_len(place, self.len());
        }
        self.elements.set(Some(place));
        self.capacity.set(capacity as u32);
        self.frozen.set(0);
    }

    /// Makes the elements from `index` on writable where they are.
    fn thaw(&self, cx: &Cx<'h>, index: usize) {
        if index < self.frozen.get() as usize {
            self.reallocate(cx, self.capacity.get() as usize);
        }
    }

    fn set_len(&self, len: usize) {
        // Lengths are bounded by `slice_room`.
        self.len.set(len as u32);
        if let Some(place) = self.elements.get() {
            // SAFETY: callers initialise elements before they are counted.
            unsafe { set_slice_len(place, len) };
        }
    }

    /// Makes room for `more` elements.
    pub fn reserve(&self, cx: &Cx<'h>, more: usize) {
        let needed = self.len().saturating_add(more);
        if needed > self.capacity.get() as usize {
            self.reallocate(cx, needed.max(self.len().saturating_mul(2)).max(4));
        }
    }

    /// Appends an element.
    #[inline]
    pub fn push(&self, cx: &Cx<'h>, value: T) {
        let len = self.len.get();
        if len == self.capacity.get() || len < self.frozen.get() {
            self.reserve(cx, 1);
            self.thaw(cx, len as usize);
        }
        // SAFETY: there is room, and the place is not frozen.
        unsafe { self.place().add(len as usize).write(value) };
        self.set_len(len as usize + 1);
    }

    /// Appends copies of elements.
    pub fn extend_from_slice(&self, cx: &Cx<'h>, elements: &[T]) {
        if elements.is_empty() {
            return;
        }
        let len = self.len();
        self.reserve(cx, elements.len());
        self.thaw(cx, len);
        // SAFETY: there is room, the place is not frozen, and so `elements` does not overlap it: a
        // slice of this vector is frozen content, in this backing or an older one.
        unsafe { self.place().add(len).copy_from_nonoverlapping(NonNull::from(elements).cast(), elements.len()) };
        self.set_len(len + elements.len());
    }

    /// The element at `index`, which must exist.
    #[inline]
    pub fn get(&self, index: usize) -> T {
        assert!(index < self.len(), "index {index} out of {}", self.len());
        // SAFETY: elements below the length are initialised.
        unsafe { self.place().add(index).read() }
    }

    /// The element at `index`, if it exists.
    #[inline]
    pub fn try_get(&self, index: usize) -> Option<T> {
        (index < self.len()).then(|| self.get(index))
    }

    /// The first element.
    pub fn first(&self) -> Option<T> {
        self.try_get(0)
    }

    /// The last element.
    pub fn last(&self) -> Option<T> {
        self.try_get(self.len().wrapping_sub(1))
    }

    /// Changes the element at `index`, which must exist.
    pub fn set(&self, cx: &Cx<'h>, index: usize, value: T) {
        assert!(index < self.len(), "index {index} out of {}", self.len());
        self.thaw(cx, index);
        // SAFETY: the element exists and is not frozen.
        unsafe { self.place().add(index).write(value) };
    }

    /// Removes the last element and returns it.
    pub fn pop(&self) -> Option<T> {
        let last = self.last()?;
        self.set_len(self.len() - 1);
        Some(last)
    }

    /// Inserts an element before `index`, which is at most the length.
    pub fn insert(&self, cx: &Cx<'h>, index: usize, value: T) {
        let len = self.len();
        assert!(index <= len, "index {index} out of {len}");
        self.reserve(cx, 1);
        self.thaw(cx, index);
        // SAFETY: there is room for one more, and nothing from `index` on is frozen.
        unsafe {
            let place = self.place().add(index);
            place.copy_to(place.add(1), len - index);
            place.write(value);
        }
        self.set_len(len + 1);
    }

    /// Removes the element at `index`, which must exist, and returns it.
    pub fn remove(&self, cx: &Cx<'h>, index: usize) -> T {
        let len = self.len();
        let removed = self.get(index);
        self.thaw(cx, index);
        // SAFETY: the elements exist, and nothing from `index` on is frozen.
        unsafe {
            let place = self.place().add(index);
            place.copy_from(place.add(1), len - index - 1);
        }
        self.set_len(len - 1);
        removed
    }

    /// Removes the elements from `len` on.
    pub fn truncate(&self, len: usize) {
        if len < self.len() {
            self.set_len(len);
        }
    }

    /// Removes all elements.
    pub fn clear(&self) {
        self.truncate(0);
    }

    /// Copies of the elements as they are now, one after the other.
    pub fn iter(&self) -> std::iter::Copied<std::slice::Iter<'h, T>> {
        self.as_slice().iter().copied()
    }

    /// The elements as they are now. Later changes to the vector do not show in the slice.
    ///
    /// The elements become frozen: nothing overwrites them where they are, so the reference stays
    /// valid for the scope, as that of `Gc::as_ref` does.
    #[inline]
    pub fn as_slice(&self) -> &'h [T] {
        self.frozen.set(self.frozen.get().max(self.len.get()));
        // SAFETY: (I2) the backing lives while it is reachable; its first `len` elements are
        // initialised, and, being frozen, not written to any more.
        unsafe { NonNull::slice_from_raw_parts(self.place(), self.len()).as_ref() }
    }

    /// The elements as they are now, as an object of the heap. It shares the backing.
    pub fn to_gc_slice(&self) -> Gc<'h, [T]> {
        // SAFETY: the elements follow the headers of a slice object; if there are none, it is a
        // slice of size zero, or an object that is marked by its headers all the same.
        unsafe { Gc::from_raw(NonNull::from(self.as_slice())) }
    }
}

impl<T> Default for GcVec<'_, T> {
    fn default() -> Self {
        GcVec::new()
    }
}

impl<'h, T: Copy + Trace + fmt::Debug + 'h> fmt::Debug for GcVec<'h, T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_list().entries(self.iter()).finish()
    }
}

impl<'h, T: Copy + Trace + 'h> IntoIterator for &GcVec<'h, T> {
    type Item = T;
    type IntoIter = std::iter::Copied<std::slice::Iter<'h, T>>;
    fn into_iter(self) -> Self::IntoIter {
        self.as_slice().iter().copied()
    }
}

// SAFETY: reports the backing, which traces the elements.
unsafe impl<T: Trace> Trace for GcVec<'_, T> {
    const NEEDS_TRACE: bool = true;
    #[inline]
    fn trace(&self, marker: &mut Marker<'_>) {
        if let Some(place) = self.elements.get() {
            // SAFETY: (I2) a vector that is traced owns a live slice object.
            unsafe { marker.backing_edge(place.cast(), T::NEEDS_TRACE) };
        }
    }
}

/// A growable text on the heap, changed through shared references.
#[derive(Default)]
pub struct GcString<'h>(GcVec<'h, u8>);

impl<'h> GcString<'h> {
    /// An empty text, which takes no memory.
    pub const fn new() -> Self {
        GcString(GcVec::new())
    }

    /// A text with a copy of another.
    pub fn from(cx: &Cx<'h>, text: &str) -> Self {
        GcString(GcVec::from_slice(cx, text.as_bytes()))
    }

    /// Appends a text.
    pub fn push_str(&self, cx: &Cx<'h>, text: &str) {
        self.0.extend_from_slice(cx, text.as_bytes());
    }

    /// Appends a character.
    pub fn push(&self, cx: &Cx<'h>, character: char) {
        self.push_str(cx, character.encode_utf8(&mut [0; 4]));
    }

    /// Replaces the text by another.
    pub fn set(&self, cx: &Cx<'h>, text: &str) {
        self.0.clear();
        self.push_str(cx, text);
    }

    /// Removes everything.
    pub fn clear(&self) {
        self.0.clear();
    }

    /// Octets of the text.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether the text is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The text as it is now. What is appended later does not show, and nothing is overwritten.
    pub fn as_str(&self) -> &'h str {
        // SAFETY: only whole texts are appended, and the content is only ever cut to nothing.
        unsafe { std::str::from_utf8_unchecked(self.0.as_slice()) }
    }
}

impl fmt::Debug for GcString<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_str().fmt(formatter)
    }
}

impl fmt::Display for GcString<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_str().fmt(formatter)
    }
}

// SAFETY: traces the octets.
unsafe impl Trace for GcString<'_> {
    const NEEDS_TRACE: bool = true;
    #[inline]
    fn trace(&self, marker: &mut Marker<'_>) {
        self.0.trace(marker);
    }
}
