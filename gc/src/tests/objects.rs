//! Allocation, pointers, vectors, destructors at the end of a scope.

use std::cell::Cell;
use std::mem::size_of;
use std::rc::Rc;
use std::sync::Arc;

use crate::{Cx, Gc, GcCell, GcRefCell, GcString, GcVec, Heap, HeapOptions, Trace};

#[derive(Trace)]
struct Node<'h> {
    value: u32,
    next: GcCell<Option<Gc<'h, Node<'h>>>>,
    children: GcVec<'h, Gc<'h, Node<'h>>>,
}

/// A destructor that counts.
#[derive(Trace)]
struct Counted(Rc<Cell<u32>>);

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.set(self.0.get() + 1);
    }
}

#[derive(Trace)]
#[allow(dead_code)]
enum Shape<'h, T> {
    Empty,
    One(Gc<'h, T>),
    Named {
        child: Box<Shape<'h, T>>,
        #[trace(skip)]
        note: Arc<str>,
    },
}

#[derive(Trace, Clone, PartialEq, Debug)]
enum Calc {
    Number(f32),
    Sum(Vec<Calc>),
}

#[derive(Trace, Clone, Copy)]
struct Sides<T> {
    top: T,
    bottom: T,
}

#[derive(Trace, Clone, Copy)]
#[repr(align(64))]
struct Aligned(u8);

#[test]
fn pointers_are_small() {
    assert_eq!(size_of::<Gc<'_, u8>>(), 8);
    assert_eq!(size_of::<Option<Gc<'_, u8>>>(), 8);
    assert_eq!(size_of::<Option<Gc<'_, str>>>(), 16);
    assert_eq!(size_of::<Option<Gc<'_, [u8]>>>(), 16);
    assert_eq!(std::mem::offset_of!(Cx<'_>, cursor), 0);
    assert_eq!(std::mem::offset_of!(Cx<'_>, limit), 8);
}

#[test]
fn leaves_are_known() {
    const { assert!(!<Calc as Trace>::NEEDS_TRACE) };
    const { assert!(!<Sides<f32> as Trace>::NEEDS_TRACE) };
    const { assert!(<Sides<Gc<'_, f32>> as Trace>::NEEDS_TRACE) };
    const { assert!(<Shape<'_, u8> as Trace>::NEEDS_TRACE) };
}

#[test]
fn objects_keep_their_values() {
    Heap::new().enter(|cx| {
        let numbers: Vec<_> = (0..if cfg!(miri) { 1000 } else { 100_000u64 }).map(|number| cx.alloc(number)).collect();
        let texts: Vec<_> = (0..1000).map(|number| cx.alloc_str(&number.to_string())).collect();
        let aligned: Vec<_> = (0..100).map(|number| cx.alloc(Aligned(number))).collect();
        let medium: Vec<_> = (0..100u8).map(|number| cx.alloc([number; 1000])).collect();
        let big = cx.alloc([7u8; 20_000]);
        let unit = cx.alloc(());
        assert!(numbers.iter().enumerate().all(|(index, number)| **number == index as u64));
        assert!(texts.iter().enumerate().all(|(index, text)| **text == *index.to_string()));
        assert!(aligned.iter().enumerate().all(|(index, value)| value.0 as usize == index));
        assert!(aligned.iter().all(|value| value.address() % 64 == 0));
        assert!(medium.iter().enumerate().all(|(index, value)| value.iter().all(|&octet| octet as usize == index)));
        assert!(big.iter().all(|&octet| octet == 7));
        assert!(!unit.ptr_eq(cx.alloc(())));
        cx.verify().unwrap();
    });
}

#[test]
fn empty_slices_take_no_memory() {
    Heap::new().enter(|cx| {
        assert!(cx.alloc_slice_copy::<u64>(&[]).is_empty());
        assert!(cx.alloc_slice::<String>(Vec::new()).is_empty());
        assert_eq!(&*cx.alloc_str(""), "");
        assert_eq!(&*Gc::<str>::default(), "");
        assert_eq!(cx.stats().bytes_allocated, 0);
        assert_eq!(cx.stats().blocks, 0);
    });
}

#[test]
fn objects_are_counted() {
    Heap::new().enter(|cx| {
        let many = if cfg!(miri) { 100 } else { 10_000u32 };
        for number in 0..many {
            cx.alloc(number);
        }
        cx.alloc([0u8; 1000]);
        cx.alloc([0u8; 10_000]);
        assert_eq!(cx.stats().objects_allocated, u64::from(many) + 2);
        assert_eq!(cx.stats().bytes_allocated, u64::from(many) * 16 + 1008 + 10_008);
    });
    let mut heap = Heap::with_options(HeapOptions { exact_counts: true, ..HeapOptions::default() });
    heap.enter(|cx| (0..5u8).for_each(|number| assert_eq!(*cx.alloc(number), number)));
    assert_eq!(heap.stats().objects_allocated, 5);
}

#[test]
fn destructors_run_at_the_end() {
    let count = Rc::new(Cell::new(0));
    let mut heap = Heap::new();
    for round in 1..=3 {
        heap.enter(|cx| {
            cx.alloc(Counted(count.clone()));
            cx.alloc_slice(vec![Counted(count.clone()), Counted(count.clone())]);
            cx.alloc((Counted(count.clone()), [0u8; 9000]));
            cx.alloc(vec![cx.alloc(1u8), cx.alloc(2u8)]);
            cx.alloc(Calc::Sum(vec![Calc::Number(1.0)]));
        });
        assert_eq!(count.get(), 4 * round);
    }
    assert_eq!(Rc::strong_count(&count), 1);
    let ended = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        heap.enter(|cx| {
            cx.alloc(Counted(count.clone()));
            panic!("on purpose");
        })
    }));
    assert!(ended.is_err());
    assert_eq!(count.get(), 13);
    assert_eq!(heap.enter(|cx| *cx.alloc(5u8)), 5);
}

#[test]
fn scopes_use_the_same_memory() {
    let mut heap = Heap::new();
    let mut addresses = Vec::new();
    for _ in 0..if cfg!(miri) { 2 } else { 50 } {
        heap.enter(|cx| {
            addresses.push(cx.alloc(0u8).address());
            (0..2000).for_each(|number| assert_eq!(cx.alloc([number; 4])[3], number));
        });
    }
    addresses.dedup();
    assert_eq!(addresses.len(), 1);
    assert!(heap.stats().blocks_peak < 40);
}

#[test]
fn cells_change() {
    Heap::new().enter(|cx| {
        let first = cx.alloc(Node { value: 1, next: GcCell::default(), children: GcVec::new() });
        let second = cx.alloc(Node { value: 2, next: GcCell::new(Some(first)), children: GcVec::new() });
        first.next.set(Some(second));
        first.children.push(cx, second);
        assert_eq!(first.next.get().unwrap().next.get().unwrap().value, 1);
        assert_eq!(first.children.get(0).value, 2);
        let list = cx.alloc(GcRefCell::new(vec![first]));
        list.borrow_mut().push(second);
        assert_eq!(list.borrow().len(), 2);
    });
}

#[test]
fn vectors_follow_a_model() {
    Heap::new().enter(|cx| {
        let vector = GcVec::new();
        let mut model = Vec::new();
        for number in 0..if cfg!(miri) { 100 } else { 1000u32 } {
            vector.push(cx, number);
            model.push(number);
            let place = (number as usize * 7) % model.len();
            match number % 5 {
                0 => (vector.insert(cx, place, 9), model.insert(place, 9)).0,
                1 => assert_eq!(vector.remove(cx, place), model.remove(place)),
                2 => (vector.set(cx, place, 3), model[place] = 3).0,
                3 => assert_eq!(vector.pop(), model.pop()),
                _ => assert_eq!(vector.last(), model.last().copied()),
            }
            assert_eq!(vector.len(), model.len());
            assert_eq!(vector.as_slice(), model);
        }
        vector.truncate(10);
        assert_eq!(vector.iter().collect::<Vec<_>>(), model[..10]);
    });
}

#[test]
fn slices_handed_out_do_not_change() {
    Heap::new().enter(|cx| {
        let vector = GcVec::from_slice(cx, &[1u32, 2, 3]);
        let before = vector.as_slice();
        vector.set(cx, 0, 9);
        vector.remove(cx, 1);
        vector.truncate(1);
        vector.push(cx, 7);
        vector.extend_from_slice(cx, vector.as_slice());
        assert_eq!(before, [1, 2, 3]);
        assert_eq!(vector.as_slice(), [9, 7, 9, 7]);
        assert_eq!(&*vector.to_gc_slice(), [9, 7, 9, 7]);

        let text = GcString::from(cx, "grau");
        let grey = text.as_str();
        text.push_str(cx, "grün");
        text.push(cx, '→');
        assert_eq!((grey, text.as_str()), ("grau", "graugrün→"));
        text.set(cx, "x");
        assert_eq!((grey, text.as_str()), ("grau", "x"));
    });
}

#[test]
fn pointers_go_to_other_threads() {
    Heap::new().enter(|cx| {
        let shared = cx.alloc_slice_copy(&[1u32, 2, 3]);
        let sum: u32 = std::thread::scope(|scope| scope.spawn(move || shared.iter().sum()).join().unwrap());
        assert_eq!(sum, 6);
    });
}

/// Octets of this process in memory.
#[cfg(all(target_os = "linux", not(miri)))]
fn resident_octets() -> usize {
    let pages = std::fs::read_to_string("/proc/self/statm").unwrap();
    pages.split(' ').nth(1).unwrap().parse::<usize>().unwrap() * 4096
}

/// Thousands of pages leave nothing behind: neither objects, nor what they own outside the heap.
#[test]
#[cfg(all(target_os = "linux", not(miri)))]
#[cfg_attr(asan, ignore = "the sanitizer's own memory grows")]
fn thousands_of_scopes_stay_flat() {
    let mut heap = Heap::new();
    let mut before = 0;
    for round in 0..3000u32 {
        heap.enter(|cx| {
            let list = GcVec::new();
            for number in 0..200 {
                list.push(cx, cx.alloc((vec![number; 100], format!("{number}"), Arc::<str>::from("shared"))));
                cx.alloc(Calc::Sum(vec![Calc::Sum(vec![Calc::Number(1.0); 10])]));
            }
            cx.alloc_slice(vec![vec![round; 1000]; 10]);
            cx.alloc(vec![0u8; 100_000]);
            cx.alloc([0u8; 100_000]);
            if round % 100 == 0 {
                (0..50_000).for_each(|number| assert_eq!(cx.alloc([number; 20])[0], number));
            }
        });
        if round == 500 {
            before = resident_octets();
        }
    }
    // Other tests run in the same process.
    assert!(resident_octets() < before + (24 << 20));
    assert_eq!(heap.stats().drops, 3000 * (200 * 2 + 2));
}
