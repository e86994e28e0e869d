//! The atomic path in every order the threads' steps may take:
//! `RUSTFLAGS="--cfg loom" cargo test -p ashlar-gc --lib every_order`.

use loom::cell::UnsafeCell;
use loom::thread;

use super::super::*;

/// A value that notices when two threads are at it at once.
struct Watched(UnsafeCell<u32>);

// SAFETY: the checker reports what is not in order.
unsafe impl Sync for Watched {}

impl Watched {
    fn new() -> Watched {
        Watched(UnsafeCell::new(1))
    }

    fn read(&self) -> u32 {
        // SAFETY: the checker reports a write at the same time.
        self.0.with(|value| unsafe { *value })
    }
}

impl Clone for Watched {
    fn clone(&self) -> Watched {
        Watched(UnsafeCell::new(self.read()))
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        // SAFETY: the checker reports a use at the same time, and one that does not come before.
        self.0.with_mut(|value| unsafe { *value = 0 });
    }
}

#[test]
fn the_last_of_two_threads_drops_the_value() {
    loom::model(|| {
        let first = Sent::new(Watched::new());
        let second = first.clone();
        let thread = thread::spawn(move || assert_eq!(second.receive().clone().read(), 1));
        assert_eq!(first.clone().read(), 1);
        drop(first);
        thread.join().unwrap();
    });
}

#[test]
fn a_local_handle_counts_atomically_once_another_is_sent() {
    loom::model(|| {
        let local = Shared::new(Watched::new());
        let second = local.clone().into_sent();
        let thread = thread::spawn(move || assert_eq!(second.clone().read(), 1));
        let third = local.clone();
        drop(local);
        assert_eq!(third.read(), 1);
        drop(third);
        thread.join().unwrap();
    });
}

#[test]
fn a_value_is_changed_after_the_others_have_released_it() {
    loom::model(|| {
        let mut first = Shared::new(Watched::new());
        let second = first.clone().into_sent();
        let thread = thread::spawn(move || assert_eq!(second.read(), 1));
        let changed = Shared::make_unique(&mut first);
        // SAFETY: the checker reports a reader at the same time.
        changed.0.with_mut(|value| unsafe { *value += 1 });
        assert_eq!(first.read(), 2);
        thread.join().unwrap();
    });
}
