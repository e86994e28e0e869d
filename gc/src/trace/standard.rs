//! `Trace` for the types of the language and of the standard library.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::marker::PhantomData;
use std::rc::Rc;
use std::sync::Arc;

use super::{Marker, Trace};

/// Types that hold no `Gc`.
macro_rules! leaf {
    ($($ty:ty),* $(,)?) => {$(
        // SAFETY: the type holds no `Gc`.
        unsafe impl Trace for $ty {
            const NEEDS_TRACE: bool = false;
            #[inline(always)]
            fn trace(&self, _marker: &mut Marker<'_>) {}
        }
    )*};
}

leaf! {
    (), bool, char, f32, f64, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, str, String,
    std::num::NonZeroI8, std::num::NonZeroI16, std::num::NonZeroI32, std::num::NonZeroI64, std::num::NonZeroIsize,
    std::num::NonZeroU8, std::num::NonZeroU16, std::num::NonZeroU32, std::num::NonZeroU64, std::num::NonZeroUsize,
    std::time::Duration, std::any::TypeId, std::cmp::Ordering, std::convert::Infallible,
    std::path::Path, std::path::PathBuf, std::ffi::OsStr, std::ffi::OsString,
}

/// Types that hold no `Gc`, because what they hold outlives every scope.
macro_rules! static_leaf {
    ($($ty:ty),* $(,)?) => {$(
        // SAFETY: `T` is `'static`, and a brand never is, so it holds no `Gc`.
        unsafe impl<T: ?Sized + 'static> Trace for $ty {
            const NEEDS_TRACE: bool = false;
            #[inline(always)]
            fn trace(&self, _marker: &mut Marker<'_>) {}
        }
    )*};
}

static_leaf! {
    &'static T, Rc<T>, Arc<T>, std::rc::Weak<T>, std::sync::Weak<T>,
    std::cell::Cell<T>, std::cell::RefCell<T>, std::sync::Mutex<T>, std::sync::RwLock<T>,
}

// SAFETY: `T` is `'static`, and a brand never is, so it holds no `Gc`.
unsafe impl<T: 'static> Trace for std::cell::OnceCell<T> {
    const NEEDS_TRACE: bool = false;
    #[inline(always)]
    fn trace(&self, _marker: &mut Marker<'_>) {}
}

// SAFETY: `T` is `'static`, and a brand never is, so it holds no `Gc`.
unsafe impl<T: 'static> Trace for std::sync::OnceLock<T> {
    const NEEDS_TRACE: bool = false;
    #[inline(always)]
    fn trace(&self, _marker: &mut Marker<'_>) {}
}

// SAFETY: holds nothing.
unsafe impl<T: ?Sized> Trace for PhantomData<T> {
    const NEEDS_TRACE: bool = false;
    #[inline(always)]
    fn trace(&self, _marker: &mut Marker<'_>) {}
}

// SAFETY: traces every element.
unsafe impl<T: Trace> Trace for [T] {
    const NEEDS_TRACE: bool = T::NEEDS_TRACE;
    #[inline]
    fn trace(&self, marker: &mut Marker<'_>) {
        if T::NEEDS_TRACE {
            for element in self {
                element.trace(marker);
            }
        }
    }
}

// SAFETY: traces every element.
unsafe impl<T: Trace, const N: usize> Trace for [T; N] {
    const NEEDS_TRACE: bool = T::NEEDS_TRACE;
    #[inline]
    fn trace(&self, marker: &mut Marker<'_>) {
        self.as_slice().trace(marker);
    }
}

// SAFETY: traces the value inside.
unsafe impl<T: ?Sized + Trace> Trace for Box<T> {
    const NEEDS_TRACE: bool = T::NEEDS_TRACE;
    #[inline]
    fn trace(&self, marker: &mut Marker<'_>) {
        if T::NEEDS_TRACE {
            (**self).trace(marker);
        }
    }
}

// SAFETY: traces every element.
unsafe impl<T: Trace> Trace for Vec<T> {
    const NEEDS_TRACE: bool = T::NEEDS_TRACE;
    #[inline]
    fn trace(&self, marker: &mut Marker<'_>) {
        self.as_slice().trace(marker);
    }
}

// SAFETY: traces every element.
unsafe impl<T: Trace> Trace for VecDeque<T> {
    const NEEDS_TRACE: bool = T::NEEDS_TRACE;
    fn trace(&self, marker: &mut Marker<'_>) {
        let (front, back) = self.as_slices();
        front.trace(marker);
        back.trace(marker);
    }
}

// SAFETY: traces the value inside.
unsafe impl<T: Trace> Trace for Option<T> {
    const NEEDS_TRACE: bool = T::NEEDS_TRACE;
    #[inline]
    fn trace(&self, marker: &mut Marker<'_>) {
        if let Some(value) = self {
            value.trace(marker);
        }
    }
}

// SAFETY: traces the value inside.
unsafe impl<T: Trace, E: Trace> Trace for Result<T, E> {
    const NEEDS_TRACE: bool = T::NEEDS_TRACE || E::NEEDS_TRACE;
    fn trace(&self, marker: &mut Marker<'_>) {
        match self {
            Ok(value) => value.trace(marker),
            Err(error) => error.trace(marker),
        }
    }
}

// SAFETY: traces both ends.
unsafe impl<T: Trace> Trace for std::ops::Range<T> {
    const NEEDS_TRACE: bool = T::NEEDS_TRACE;
    fn trace(&self, marker: &mut Marker<'_>) {
        self.start.trace(marker);
        self.end.trace(marker);
    }
}

// SAFETY: both the borrowed and the owned form are `'static`.
unsafe impl<T: ?Sized + ToOwned + 'static> Trace for std::borrow::Cow<'static, T> {
    const NEEDS_TRACE: bool = false;
    #[inline(always)]
    fn trace(&self, _marker: &mut Marker<'_>) {}
}

// SAFETY: traces every key and value.
unsafe impl<K: Trace, V: Trace, S: 'static> Trace for HashMap<K, V, S> {
    const NEEDS_TRACE: bool = K::NEEDS_TRACE || V::NEEDS_TRACE;
    fn trace(&self, marker: &mut Marker<'_>) {
        if Self::NEEDS_TRACE {
            for (key, value) in self {
                key.trace(marker);
                value.trace(marker);
            }
        }
    }
}

// SAFETY: traces every element.
unsafe impl<T: Trace, S: 'static> Trace for HashSet<T, S> {
    const NEEDS_TRACE: bool = T::NEEDS_TRACE;
    fn trace(&self, marker: &mut Marker<'_>) {
        if T::NEEDS_TRACE {
            for element in self {
                element.trace(marker);
            }
        }
    }
}

// SAFETY: traces every key and value.
unsafe impl<K: Trace, V: Trace> Trace for BTreeMap<K, V> {
    const NEEDS_TRACE: bool = K::NEEDS_TRACE || V::NEEDS_TRACE;
    fn trace(&self, marker: &mut Marker<'_>) {
        if Self::NEEDS_TRACE {
            for (key, value) in self {
                key.trace(marker);
                value.trace(marker);
            }
        }
    }
}

// SAFETY: traces every element.
unsafe impl<T: Trace> Trace for BTreeSet<T> {
    const NEEDS_TRACE: bool = T::NEEDS_TRACE;
    fn trace(&self, marker: &mut Marker<'_>) {
        if T::NEEDS_TRACE {
            for element in self {
                element.trace(marker);
            }
        }
    }
}

macro_rules! tuple {
    ($($name:ident)+) => {
        // SAFETY: traces every member.
        unsafe impl<$($name: Trace),+> Trace for ($($name,)+) {
            const NEEDS_TRACE: bool = false $(|| $name::NEEDS_TRACE)+;
            #[inline]
            #[allow(non_snake_case)]
            fn trace(&self, marker: &mut Marker<'_>) {
                let ($($name,)+) = self;
                $($name.trace(marker);)+
            }
        }
    };
}

tuple!(A);
tuple!(A B);
tuple!(A B C);
tuple!(A B C D);
tuple!(A B C D E);
tuple!(A B C D E F);
tuple!(A B C D E F G);
tuple!(A B C D E F G H);

macro_rules! function {
    ($($argument:ident)*) => {
        // SAFETY: a function pointer holds nothing.
        unsafe impl<Output, $($argument),*> Trace for fn($($argument),*) -> Output {
            const NEEDS_TRACE: bool = false;
            #[inline(always)]
            fn trace(&self, _marker: &mut Marker<'_>) {}
        }
    };
}

function!();
function!(A);
function!(A B);
function!(A B C);
