//! Collections: what survives, what dies, how deep, how large.

use std::cell::Cell;
use std::hint::black_box;
use std::rc::Rc;

use crate::{Cx, Gc, GcCell, GcRefCell, GcVec, Heap, HeapOptions, Trace};

#[derive(Trace)]
struct Node<'h> {
    value: u64,
    next: GcCell<Option<Gc<'h, Node<'h>>>>,
}

#[derive(Trace)]
struct Counted(Rc<Cell<u32>>);

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.set(self.0.get() + 1);
    }
}

/// So many objects, or few under an interpreter.
fn many(count: u64) -> u64 {
    if cfg!(miri) { count / 100 } else { count }
}

fn careful() -> Heap {
    Heap::with_options(HeapOptions { poison: true, exact_counts: true, collect_always: true, ..HeapOptions::default() })
}

fn list<'h>(cx: &Cx<'h>, length: u64) -> Option<Gc<'h, Node<'h>>> {
    (0..length).fold(None, |next, value| Some(cx.alloc(Node { value, next: GcCell::new(next) })))
}

fn sum<'h>(mut list: Option<Gc<'h, Node<'h>>>) -> u64 {
    let mut sum = 0;
    while let Some(node) = list {
        sum += node.value;
        list = node.next.get();
    }
    sum
}

#[test]
fn roots_given_survive_and_the_rest_dies() {
    careful().enter(|cx| {
        let (few, more) = (many(1000), many(9000));
        let kept = list(cx, few);
        list(cx, more);
        // SAFETY: only `kept` is used afterwards.
        unsafe { cx.collect_except(&kept) };
        assert_eq!(cx.stats().objects_live, few);
        assert_eq!(cx.stats().bytes_live, few * 24);
        assert_eq!(sum(kept), few * (few - 1) / 2);
        cx.verify().unwrap();
        // The space of the dead is used again.
        let blocks = cx.stats().blocks;
        for _ in 0..20 {
            list(cx, more);
            // SAFETY: only `kept` is used afterwards.
            unsafe { cx.collect_except(&kept) };
            cx.verify().unwrap();
        }
        assert!(cx.stats().blocks <= blocks + 1);
        assert_eq!(sum(kept), few * (few - 1) / 2);
        assert_eq!(cx.stats().objects_allocated, few + 21 * more);
    });
}

#[test]
fn cycles_die() {
    careful().enter(|cx| {
        for _ in 0..many(1000) {
            let first = cx.alloc(Node { value: 1, next: GcCell::new(None) });
            first.next.set(Some(cx.alloc(Node { value: 2, next: GcCell::new(Some(first)) })));
        }
        // SAFETY: nothing is used afterwards.
        unsafe { cx.collect_except(&()) };
        assert_eq!(cx.stats().objects_live, 0);
        assert_eq!(cx.stats().blocks, 0);
    });
}

#[inline(never)]
fn garbage(cx: &Cx<'_>) {
    black_box(list(cx, 10_000));
    black_box(cx.alloc([1u8; 100_000]));
}

#[test]
#[cfg_attr(any(miri, not(any(target_arch = "x86_64", target_arch = "aarch64"))), ignore)]
fn locals_survive() {
    careful().enter(|cx| {
        let kept = list(cx, 1000);
        let text = cx.alloc_str("a text that is found by its address alone");
        let large = cx.alloc_slice_copy(&vec![3u8; 50_000]);
        let interior: &u64 = &kept.unwrap().as_ref().value;
        let tail: &[u8] = &large.as_ref()[40_000..];
        let vector = GcVec::from_slice(cx, &[kept, kept]);
        for _ in 0..5 {
            garbage(cx);
            assert!(cx.should_collect());
            // SAFETY: all that is used afterwards is in local variables.
            unsafe { cx.collect_here() };
            cx.verify().unwrap();
            let live = cx.stats().objects_live;
            assert!((1003..2500).contains(&live), "{live} live");
        }
        assert_eq!(sum(kept), 499_500);
        assert_eq!(*interior, 999);
        assert_eq!(tail.len() + tail.iter().filter(|&&octet| octet == 3).count(), 20_000);
        assert_eq!(&*text, "a text that is found by its address alone");
        assert_eq!(sum(vector.get(1)), 499_500);
    });
}

#[test]
fn destructors_of_the_dead_run_once() {
    let count = Rc::new(Cell::new(0));
    careful().enter(|cx| {
        let kept = cx.alloc(Counted(count.clone()));
        let slice = cx.alloc_slice(vec![Counted(count.clone())]);
        for _ in 0..10 {
            cx.alloc(Counted(count.clone()));
            cx.alloc((Counted(count.clone()), [0u8; 10_000]));
        }
        // SAFETY: only the two are used afterwards.
        unsafe { cx.collect_except(&(kept, slice)) };
        assert_eq!(count.get(), 20);
        assert_eq!(cx.stats().large_objects, 0);
        // SAFETY: as before.
        unsafe { cx.collect_except(&(kept, slice)) };
        assert_eq!(count.get(), 20);
        assert_eq!(Rc::strong_count(&kept.0), 3);
        assert_eq!(slice.len(), 1);
    });
    assert_eq!(count.get(), 22);
}

#[test]
fn slices_and_large_objects_are_traced() {
    careful().enter(|cx| {
        let small = cx.alloc_slice((0..10).map(|value| cx.alloc(value)).collect::<Vec<u64Pointer>>());
        let large = cx.alloc_slice((0..many(10_000)).map(|value| cx.alloc(value)).collect::<Vec<u64Pointer>>());
        let growing = cx.alloc(GcVec::new());
        (0..many(3000)).for_each(|value| growing.push(cx, cx.alloc(value)));
        let owned = cx.alloc(GcRefCell::new(vec![Box::new(cx.alloc(5u64))]));
        for _ in 0..3 {
            list(cx, many(10_000));
            // SAFETY: only these are used afterwards.
            unsafe { cx.collect_except(&(small, large, growing, owned)) };
            cx.verify().unwrap();
        }
        assert!(small.iter().enumerate().all(|(index, value)| **value == index as u64));
        assert!(large.iter().enumerate().all(|(index, value)| **value == index as u64));
        assert!(growing.iter().enumerate().all(|(index, value)| *value == index as u64));
        assert_eq!(**owned.borrow()[0], 5);
        // The older, smaller backings of the vector are gone.
        assert_eq!(cx.stats().objects_live, 10 + many(10_000) + many(3000) + 6);
    });
}

#[allow(non_camel_case_types)]
type u64Pointer<'h> = Gc<'h, u64>;

#[test]
fn a_long_list_needs_no_stack() {
    let length = many(2_000_000);
    let thread = std::thread::Builder::new().stack_size(64 * 1024);
    let live = thread.spawn(move || {
        Heap::new().enter(|cx| {
            let kept = list(cx, length);
            // SAFETY: only `kept` is used afterwards.
            unsafe { cx.collect_except(&kept) };
            cx.stats().objects_live
        })
    });
    assert_eq!(live.unwrap().join().unwrap(), length);
}

#[test]
fn a_collection_given_up_leaves_the_heap_sound() {
    careful().enter(|cx| {
        let kept = list(cx, 100);
        let cell = cx.alloc(GcRefCell::new(kept));
        let borrowed = cell.borrow_mut();
        let given_up = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            // SAFETY: not kept on purpose: the cell is borrowed, which is found before harm is done.
            unsafe { cx.collect_except(&(kept, cell)) }
        }));
        assert!(given_up.is_err());
        drop(borrowed);
        list(cx, many(5000));
        // SAFETY: only these are used afterwards.
        unsafe { cx.collect_except(&(kept, cell)) };
        cx.verify().unwrap();
        assert_eq!(cx.stats().objects_live, 101);
        assert_eq!(sum(*cell.borrow()), 4950);
    });
}

#[test]
fn external_octets_make_a_collection_due() {
    Heap::new().enter(|cx| {
        assert!(!cx.should_collect());
        cx.report_external_bytes(100 << 20);
        assert!(cx.should_collect());
        // SAFETY: nothing is used afterwards.
        unsafe { cx.collect_except(&()) };
        assert!(!cx.should_collect());
        cx.report_external_bytes(-(100 << 20));
        assert_eq!(cx.stats().external_bytes, 0);
    });
}
