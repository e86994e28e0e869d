//! `GcCell` and `GcRefCell`: values inside an object that change.

use std::cell::{Cell, Ref, RefCell, RefMut};
use std::fmt;

use crate::trace::{Marker, Trace};

/// A changeable value inside an object, read and written as a whole. It may hold `Gc`s.
#[derive(Default)]
pub struct GcCell<T>(Cell<T>);

impl<T> GcCell<T> {
    /// A cell with a value.
    #[inline(always)]
    pub const fn new(value: T) -> GcCell<T> {
        GcCell(Cell::new(value))
    }

    /// Changes the value.
    #[inline(always)]
    pub fn set(&self, value: T) {
        self.0.set(value);
    }

    /// Changes the value and returns the one before.
    #[inline(always)]
    pub fn replace(&self, value: T) -> T {
        self.0.replace(value)
    }

    /// The value, without the cell.
    #[inline(always)]
    pub fn into_inner(self) -> T {
        self.0.into_inner()
    }
}

impl<T: Copy> GcCell<T> {
    /// The value.
    #[inline(always)]
    pub fn get(&self) -> T {
        self.0.get()
    }

    /// Changes the value by a function.
    #[inline(always)]
    pub fn update(&self, change: impl FnOnce(T) -> T) {
        self.set(change(self.get()));
    }
}

impl<T: Default> GcCell<T> {
    /// Leaves the default value and returns the one before.
    #[inline(always)]
    pub fn take(&self) -> T {
        self.0.take()
    }
}

impl<T: Copy> Clone for GcCell<T> {
    fn clone(&self) -> Self {
        GcCell::new(self.get())
    }
}

impl<T: Copy + fmt::Debug> fmt::Debug for GcCell<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(formatter)
    }
}

impl<T> From<T> for GcCell<T> {
    fn from(value: T) -> Self {
        GcCell::new(value)
    }
}

// SAFETY: traces a copy of the value, which holds the same `Gc`s.
unsafe impl<T: Copy + Trace> Trace for GcCell<T> {
    const NEEDS_TRACE: bool = T::NEEDS_TRACE;
    #[inline]
    fn trace(&self, marker: &mut Marker<'_>) {
        self.get().trace(marker);
    }
}

/// A changeable value inside an object, borrowed under a check at run time. For rare, larger values.
#[derive(Default)]
pub struct GcRefCell<T>(RefCell<T>);

impl<T> GcRefCell<T> {
    /// A cell with a value.
    pub const fn new(value: T) -> GcRefCell<T> {
        GcRefCell(RefCell::new(value))
    }

    /// Borrows the value. Panics while it is borrowed to be changed.
    pub fn borrow(&self) -> Ref<'_, T> {
        self.0.borrow()
    }

    /// Borrows the value to change it. Panics while it is borrowed otherwise.
    pub fn borrow_mut(&self) -> RefMut<'_, T> {
        self.0.borrow_mut()
    }

    /// Changes the value and returns the one before. Panics while it is borrowed.
    pub fn replace(&self, value: T) -> T {
        self.0.replace(value)
    }

    /// The value, without the cell.
    pub fn into_inner(self) -> T {
        self.0.into_inner()
    }
}

impl<T: fmt::Debug> fmt::Debug for GcRefCell<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.try_borrow() {
            Ok(value) => value.fmt(formatter),
            Err(_) => formatter.write_str("<borrowed>"),
        }
    }
}

// SAFETY: traces the value. A value being changed cannot be traced; the collection is then given up.
unsafe impl<T: Trace> Trace for GcRefCell<T> {
    const NEEDS_TRACE: bool = T::NEEDS_TRACE;
    fn trace(&self, marker: &mut Marker<'_>) {
        if T::NEEDS_TRACE {
            let value = self.0.try_borrow().expect("invariant: no GcRefCell is being changed during a collection");
            value.trace(marker);
        }
    }
}
