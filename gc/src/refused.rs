//! Programs that must not compile, as tests of the documentation.
//!
//! A pointer does not leave its scope:
//! ```compile_fail
//! # use ashlar_gc::*;
//! let escaped = Heap::new().enter(|cx| cx.alloc(1u32));
//! ```
//! ```compile_fail,E0521
//! # use ashlar_gc::*;
//! let mut escaped = None;
//! Heap::new().enter(|cx| escaped = Some(cx.alloc(1u32)));
//! ```
//! It does not enter another heap, in whatever it is wrapped:
//! ```compile_fail,E0521
//! # use ashlar_gc::*;
//! Heap::new().enter(|outer| {
//!     let foreign = outer.alloc(1u32);
//!     Heap::new().enter(|inner| { inner.alloc(GcCell::new(foreign)); });
//! });
//! ```
//! ```compile_fail,E0521
//! # use ashlar_gc::*;
//! Heap::new().enter(|outer| {
//!     let foreign = outer.alloc(1u32);
//!     Heap::new().enter(|inner| { inner.alloc_slice(vec![foreign]); });
//! });
//! ```
//! ```compile_fail,E0521
//! # use ashlar_gc::*;
//! Heap::new().enter(|outer| {
//!     let vector = GcVec::new();
//!     Heap::new().enter(|inner| vector.push(inner, outer.alloc(1u32)));
//! });
//! ```
//! One heap has one scope at a time:
//! ```compile_fail,E0499
//! # use ashlar_gc::*;
//! let mut heap = Heap::new();
//! let again = &mut heap;
//! heap.enter(|_| again.enter(|_| ()));
//! ```
//! A context stays on its thread, and so does what changes:
//! ```compile_fail,E0277
//! # use ashlar_gc::*;
//! Heap::new().enter(|cx| std::thread::scope(|scope| { scope.spawn(|| cx.alloc(1u32)); }));
//! ```
//! ```compile_fail,E0277
//! # use ashlar_gc::*;
//! Heap::new().enter(|cx| {
//!     let cell = cx.alloc(GcCell::new(1u32));
//!     std::thread::scope(|scope| { scope.spawn(move || cell.set(2)); });
//! });
//! ```
//! A thread that may outlive the scope gets no pointer:
//! ```compile_fail,E0521
//! # use ashlar_gc::*;
//! Heap::new().enter(|cx| {
//!     let shared = cx.alloc(1u32);
//!     std::thread::spawn(move || *shared);
//! });
//! ```
//! A type that holds a pointer has no destructor:
//! ```compile_fail,E0119
//! # use ashlar_gc::*;
//! #[derive(Trace)]
//! struct Holder<'h>(Gc<'h, u32>);
//! impl Drop for Holder<'_> {
//!     fn drop(&mut self) {}
//! }
//! ```
//! A pointer cannot be hidden from tracing:
//! ```compile_fail
//! # use ashlar_gc::*;
//! #[derive(Trace)]
//! struct Holder<'h>(#[trace(skip)] Gc<'h, u32>);
//! ```
//! ```compile_fail
//! # use ashlar_gc::*;
//! #[derive(Trace)]
//! struct Holder<T>(#[trace(skip)] T);
//! ```
//! ```compile_fail
//! # use ashlar_gc::*;
//! #[derive(Trace)]
//! struct Holder<'h>(std::rc::Rc<Gc<'h, u32>>);
//! ```
//! ```compile_fail,E0277
//! # use ashlar_gc::*;
//! #[derive(Trace)]
//! struct Holder<'h>(Box<dyn Fn() -> u32 + 'h>);
//! ```
//! ```compile_fail
//! # use ashlar_gc::*;
//! #[derive(Trace, Clone, Copy)]
//! union Holder<'h> { pointer: Gc<'h, u32>, number: u64 }
//! ```
//! A borrow of something outside is refused in an object, for it might end first:
//! ```compile_fail
//! # use ashlar_gc::*;
//! let local = 1u32;
//! Heap::new().enter(|cx| { cx.alloc(&local); });
//! ```
//! And what must be possible is:
//! ```
//! # use ashlar_gc::*;
//! #[derive(Trace)]
//! struct Leaf { text: std::sync::Arc<str>, call: Box<dyn Fn() -> u32> }
//! impl Drop for Leaf {
//!     fn drop(&mut self) {}
//! }
//! #[derive(Trace)]
//! struct Holder<'h, T, const N: usize> where T: Copy {
//!     leaf: Leaf,
//!     many: [Option<Gc<'h, T>>; N],
//!     #[trace(skip)]
//!     skipped: Box<dyn Fn() -> u32>,
//!     name: &'static str,
//! }
//! Heap::new().enter(|cx| {
//!     let leaf = Leaf { text: "text".into(), call: Box::new(|| 1) };
//!     let holder = cx.alloc(Holder { leaf, many: [Some(cx.alloc(1u8)); 3], skipped: Box::new(|| 2), name: "x" });
//!     assert_eq!((holder.leaf.call)() + (holder.skipped)(), 3);
//! });
//! ```
