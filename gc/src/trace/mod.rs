//! `Trace`, and what the collector knows of a type.
//!
//! Every object begins with a header: the address of a `TypeInfo`, a constant of its type. The
//! payload follows. A slice has one more word, its length and capacity, between the two:
//!
//! ```text
//! thin    | info | value ...            |
//! slice   | info | len u32, cap u32 | element 0 | element 1 | ...
//! ```
//!
//! A pointer to a thin type is one word and a pointer to a slice two, which is how code that is
//! generic over both tells them apart at compile time.

mod marker;
mod standard;

use std::mem::{align_of, needs_drop, size_of};
use std::ptr::NonNull;

pub use marker::Marker;
pub(crate) use marker::{Tables, prefetch};

/// Types that may live on the heap: they report every `Gc` they hold.
///
/// # Safety
///
/// `trace` calls `trace` on every value it holds whose `NEEDS_TRACE` is true, and so in the end on
/// every `Gc`; it does nothing else. If `NEEDS_TRACE` is false, no value of the type holds a `Gc`.
/// The destructor of the type does not reach through a `Gc`.
///
/// Write `#[derive(Trace)]`, which keeps these promises.
pub unsafe trait Trace {
    /// Whether values of the type may hold a `Gc`.
    const NEEDS_TRACE: bool;
    /// Reports the `Gc`s of the value.
    fn trace(&self, marker: &mut Marker<'_>);
}

/// Octets of the header.
pub(crate) const HEADER: usize = 8;
/// Octets of the header of a slice: the type and the lengths.
pub(crate) const SLICE_HEADER: usize = 16;
/// Larger objects live apart from the blocks.
pub(crate) const LARGE_BYTES: usize = 8 * 1024;
/// The alignment all objects in blocks have.
pub(crate) const ALIGN: usize = 8;

/// What the collector knows of the type of an object. One constant for each type.
pub(crate) struct TypeInfo {
    /// Octets from the header to the end of the object, rounded up; for a slice, those of the headers.
    pub base_bytes: usize,
    /// Octets of an element; 0 for a thin object.
    pub element_bytes: usize,
    pub is_slice: bool,
    /// Whether objects of the type live apart for their alignment or, when thin, their size.
    pub always_large: bool,
    /// Traces the object whose header is given.
    pub trace: Option<unsafe fn(NonNull<u8>, &mut Marker<'_>)>,
    /// Runs the destructor of the object whose header is given.
    pub drop: Option<unsafe fn(NonNull<u8>)>,
    pub name: fn() -> &'static str,
}

/// Length and capacity of a slice, in the second word of its header.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct SliceLengths {
    /// Elements that are initialised.
    pub len: u32,
    /// Elements there is room for.
    pub capacity: u32,
}

/// Rounds up to the alignment of objects. The caller's sizes are far from overflow.
pub(crate) const fn round_up(bytes: usize) -> usize {
    (bytes + ALIGN - 1) & !(ALIGN - 1)
}

/// Octets of a thin object with its header. An object of size zero takes a granule, so that its
/// address lies inside it.
pub(crate) const fn thin_bytes<T>() -> usize {
    let payload = if size_of::<T>() == 0 { 1 } else { size_of::<T>() };
    round_up(HEADER + payload)
}

/// Whether thin objects of the type live apart from the blocks.
pub(crate) const fn thin_is_large<T>() -> bool {
    thin_bytes::<T>() > LARGE_BYTES || align_of::<T>() > ALIGN
}

/// Octets of a slice with its headers.
#[inline(always)]
pub(crate) const fn slice_bytes(element_bytes: usize, capacity: u32) -> usize {
    round_up(SLICE_HEADER + element_bytes * capacity as usize)
}

/// The constants of a thin type.
pub(crate) struct Thin<T>(T);

impl<T: Trace> Thin<T> {
    pub const INFO: &'static TypeInfo = &TypeInfo {
        base_bytes: thin_bytes::<T>(),
        element_bytes: 0,
        is_slice: false,
        always_large: thin_is_large::<T>(),
        trace: if T::NEEDS_TRACE { Some(trace_thin::<T>) } else { None },
        drop: if needs_drop::<T>() { Some(drop_thin::<T>) } else { None },
        name: std::any::type_name::<T>,
    };
}

/// The constants of a slice of elements of a type.
pub(crate) struct Slice<T>(T);

impl<T: Trace> Slice<T> {
    pub const INFO: &'static TypeInfo = &TypeInfo {
        base_bytes: SLICE_HEADER,
        element_bytes: size_of::<T>(),
        is_slice: true,
        always_large: align_of::<T>() > ALIGN,
        trace: if T::NEEDS_TRACE { Some(trace_slice::<T>) } else { None },
        drop: if needs_drop::<T>() { Some(drop_slice::<T>) } else { None },
        name: std::any::type_name::<[T]>,
    };
}

/// # Safety
/// `header` is that of a live, initialised object of type `T`.
unsafe fn trace_thin<T: Trace>(header: NonNull<u8>, marker: &mut Marker<'_>) {
    // SAFETY: by the contract; the payload follows the header.
    unsafe { header.add(HEADER).cast::<T>().as_ref() }.trace(marker);
}

/// # Safety
/// `header` is that of an initialised object of type `T` that nothing reaches any more.
unsafe fn drop_thin<T>(header: NonNull<u8>) {
    // SAFETY: by the contract; the payload follows the header.
    unsafe { header.add(HEADER).cast::<T>().drop_in_place() }
}

/// # Safety
/// `header` is that of a live slice of elements of type `T`, the first `len` of them initialised.
unsafe fn trace_slice<T: Trace>(header: NonNull<u8>, marker: &mut Marker<'_>) {
    // SAFETY: by the contract; the elements follow the lengths.
    let elements = unsafe { elements_of::<T>(header).as_ref() };
    elements.trace(marker);
}

/// # Safety
/// `header` is that of a slice of elements of type `T` that nothing reaches any more.
unsafe fn drop_slice<T>(header: NonNull<u8>) {
    // SAFETY: by the contract; the elements follow the lengths.
    unsafe { elements_of::<T>(header).drop_in_place() }
}

/// # Safety
/// `header` is that of a slice of elements of type `T`.
unsafe fn elements_of<T>(header: NonNull<u8>) -> NonNull<[T]> {
    // SAFETY: by the contract, the lengths follow the header and the elements the lengths.
    let (lengths, elements) =
        unsafe { (header.add(HEADER).cast::<SliceLengths>().read(), header.add(SLICE_HEADER).cast::<T>()) };
    NonNull::slice_from_raw_parts(elements, lengths.len as usize)
}

/// The type of the object whose header is given.
///
/// # Safety
/// `header` is that of an object (I3: the first word of an object is the address of its `TypeInfo`).
#[inline(always)]
pub(crate) unsafe fn info_of(header: NonNull<u8>) -> &'static TypeInfo {
    // SAFETY: by the contract.
    unsafe { header.cast::<&'static TypeInfo>().read() }
}

/// Octets of the object whose header is given.
///
/// # Safety
/// `header` is that of an object.
#[inline(always)]
pub(crate) unsafe fn object_bytes(header: NonNull<u8>) -> usize {
    // SAFETY: by the contract.
    let info = unsafe { info_of(header) };
    if info.is_slice {
        // SAFETY: the lengths of a slice follow its type.
        let lengths = unsafe { header.add(HEADER).cast::<SliceLengths>().read() };
        slice_bytes(info.element_bytes, lengths.capacity)
    } else {
        info.base_bytes
    }
}

/// What the code written by `#[derive(Trace)]` calls. Not for use by hand.
#[doc(hidden)]
pub mod derive_support {
    /// Does not compile unless the type is `'static`, and so holds no `Gc`.
    #[inline(always)]
    pub fn assert_static<T: ?Sized + 'static>() {}

    /// Implemented by every type with a `Drop`: a second implementation by the derive conflicts.
    pub trait MustNotImplementDrop {}

    #[allow(drop_bounds)]
    impl<T: ?Sized + Drop> MustNotImplementDrop for T {}
}
