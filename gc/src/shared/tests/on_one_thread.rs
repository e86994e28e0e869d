//! Counting as it happens on one thread or a few.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use super::super::release::DEEPEST;
use super::super::*;

fn count<T, const INLINED: u8>(shared: &Counted<T, INLINED>) -> u32 {
    shared.count().0.load(Ordering::Relaxed)
}

fn set_count<T>(shared: &Shared<T>, count: u32) {
    shared.count().0.store(count, Ordering::Relaxed);
}

/// The function out of line, with a handle that is given up.
fn release<T>(shared: Shared<T>) {
    let shared = std::mem::ManuallyDrop::new(shared);
    // SAFETY: a handle, which is not dropped.
    unsafe { release_slow(shared.block.cast(), free_block::<T>) };
}

#[test]
fn the_last_handle_drops_the_value() {
    let seen = Rc::new(());
    let first = Shared::new(seen.clone());
    let second = first.clone();
    assert!(Shared::ptr_eq(&first, &second));
    assert_eq!(count(&first), 2);
    drop(first);
    assert_eq!((count(&second), Rc::strong_count(&seen)), (1, 2));
    drop(second);
    assert_eq!(Rc::strong_count(&seen), 1);
}

#[test]
fn slow_functions_are_complete() {
    let seen = Rc::new(());
    let first = Shared::new(seen.clone());
    retain_slow(first.count());
    retain_slow(first.count());
    assert_eq!(count(&first), 3);
    release(Counted { block: first.block, owns: PhantomData });
    release(Counted { block: first.block, owns: PhantomData });
    assert_eq!(count(&first), 1);
    assert!(is_unique_slow(first.count()));
    release(first);
    assert_eq!(Rc::strong_count(&seen), 1);
}

#[test]
fn slow_functions_count_what_was_sent() {
    let first = Shared::new(7).into_sent().receive();
    assert_eq!(count(&first), 1 | SENT);
    retain_slow(first.count());
    assert_eq!(count(&first), 2 | SENT);
    assert!(!is_unique_slow(first.count()));
    release(Counted { block: first.block, owns: PhantomData });
    assert!(is_unique_slow(first.count()));
    assert_eq!(count(&first), 1, "a value with one handle counts without atomics again");
}

#[test]
fn an_immortal_is_not_counted() {
    let first = Shared::immortal(7);
    let block = first.block;
    retain_slow(first.count());
    release(Counted { block: first.block, owns: PhantomData });
    drop(first.clone().into_sent().clone());
    assert_eq!(count(&first), IMMORTAL);
    let mut copy = first.clone();
    *Shared::make_unique(&mut copy) += 1;
    drop(first);
    // SAFETY: an immortal is not freed.
    assert_eq!((unsafe { block.as_ref() }.value, *copy), (7, 8));
    // SAFETY: no handle is left. For the checkers of leaks.
    unsafe { free_block::<i32>(block.cast()) };
}

#[test]
fn a_count_of_zero_panics() {
    let shared = Shared::new(1);
    set_count(&shared, 0);
    assert!(catch_unwind(AssertUnwindSafe(|| retain_slow(shared.count()))).is_err());
    assert!(catch_unwind(AssertUnwindSafe(|| is_unique_slow(shared.count()))).is_err());
    assert!(catch_unwind(AssertUnwindSafe(|| drop(shared.clone()))).is_err());
    let again = Counted { block: shared.block, owns: PhantomData };
    assert!(catch_unwind(AssertUnwindSafe(|| release(again))).is_err());
    set_count(&shared, 1);
}

#[test]
fn a_value_is_copied_before_it_is_changed_only_if_others_see_it() {
    let mut first = Shared::new(vec![1]);
    let address = first.as_ptr();
    Shared::make_unique(&mut first).push(2);
    make_unique_slow(&mut first);
    let second = first.clone();
    assert!(Shared::get_mut(&mut first).is_none());
    Shared::make_unique(&mut first).push(3);
    assert_eq!((second.as_slice(), first.as_slice()), ([1, 2].as_slice(), [1, 2, 3].as_slice()));
    drop(second);
    assert!(Shared::get_mut(&mut first).is_some());
    assert_ne!(first.as_ptr(), address);
}

struct Link {
    next: Option<Shared<Link>>,
    dropped: Rc<std::cell::Cell<u32>>,
}

impl Drop for Link {
    fn drop(&mut self) {
        self.dropped.set(self.dropped.get() + 1);
    }
}

#[test]
fn a_long_list_is_dropped_on_a_small_stack() {
    let length = if cfg!(miri) { 4 * DEEPEST } else { 1_000_000 };
    let thread = std::thread::Builder::new().stack_size(64 << 10);
    let dropped = thread.spawn(move || {
        let dropped = Rc::new(std::cell::Cell::new(0));
        let mut list = None;
        for _ in 0..length {
            list = Some(Shared::new(Link { next: list, dropped: dropped.clone() }));
        }
        assert!(list.as_ref().is_some_and(|link| link.next.is_some()));
        drop(list);
        dropped.get()
    });
    assert_eq!(dropped.unwrap().join().unwrap(), length);
}

#[test]
fn a_destructor_that_panics_leaves_the_thread_usable() {
    struct Panics;
    impl Drop for Panics {
        fn drop(&mut self) {
            panic!("on purpose");
        }
    }
    let shared = Shared::new(Panics);
    assert!(catch_unwind(AssertUnwindSafe(|| drop(shared))).is_err());
    a_value_is_copied_before_it_is_changed_only_if_others_see_it();
}

#[test]
fn threads_count_together() {
    let turns = if cfg!(miri) { 20 } else { 10_000 };
    let first = Sent::new(String::from("text"));
    std::thread::scope(|scope| {
        for _ in 0..4 {
            let own = first.clone();
            scope.spawn(move || {
                let own = own.receive();
                for _ in 0..turns {
                    assert_eq!(own.clone().len(), 4);
                }
            });
        }
    });
    let mut first = first.receive();
    assert_eq!(count(&first), 1 | SENT);
    Shared::make_unique(&mut first).push('s');
    assert_eq!((first.as_str(), count(&first)), ("texts", 1));
}

#[test]
fn every_variant_counts_alike() {
    fn run<const INLINED: u8>() {
        let mut first = Counted::<u32, INLINED>::new(1);
        let second = first.clone();
        *Counted::make_unique(&mut first) += 1;
        assert_eq!((*first, *second, count(&first), count(&second)), (2, 1, 1, 1));
    }
    run::<0>();
    run::<{ inlined::RETAIN }>();
    run::<{ inlined::RETAIN | inlined::UNIQUE }>();
    run::<{ inlined::ALL }>();
}
