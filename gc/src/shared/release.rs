//! The end of a handle, out of line: counting atomically, and freeing what has no handle left.
//!
//! Dropping a value drops the handles in it, and so a long list would drop itself as deep as it is long. Below
//! [`DEEPEST`] nested drops the rest is put off: the outermost drop frees it when it is done, one after the other.

use std::cell::{Cell, RefCell};
use std::ptr::NonNull;

use super::sync::{Ordering, fence};
use super::{Count, IMMORTAL, SENT};

/// Most drops inside of drops. Each takes the frames of a destructor, some hundred octets of the stack.
pub(super) const DEEPEST: u32 = 64;

/// Frees a block of a type.
pub(super) type Free = unsafe fn(NonNull<Count>);

/// The drops of a thread that are under way.
struct Dropping {
    depth: Cell<u32>,
    later: RefCell<Vec<(NonNull<Count>, Free)>>,
}

thread_local! {
    /// The outermost drop of the thread, in the frame of which the state is.
    static OUTERMOST: Cell<Option<NonNull<Dropping>>> = const { Cell::new(None) };
}

/// Counts one less, in every case, and frees the block if that was the last.
///
/// # Safety
/// `count` is the beginning of a block that `free` can free, and the caller gives up one of its handles.
#[cold]
#[inline(never)]
pub(super) unsafe fn release_slow(count: NonNull<Count>, free: Free) {
    // SAFETY: by the contract, the handle that is given up kept the block so far.
    let last = unsafe { count.as_ref() }.release();
    if last {
        // SAFETY: no handle is left.
        unsafe { free_bounded(count, free) };
    }
}

impl Count {
    /// Counts one less; whether it was the last.
    fn release(&self) -> bool {
        if self.release_local() {
            return false;
        }
        match self.0.load(Ordering::Relaxed) {
            IMMORTAL => false,
            0 => panic!("a shared value is released once too often"),
            1 => {
                self.0.store(0, Ordering::Relaxed);
                true
            }
            _ => {
                let before = self.0.fetch_sub(1, Ordering::Release);
                let last = before & !SENT == 1;
                if last {
                    // What other threads did with the value before they released it comes before it is dropped.
                    fence(Ordering::Acquire);
                }
                last
            }
        }
    }
}

/// Frees a block now, or later if too many drops are open.
///
/// # Safety
/// `count` is the beginning of a block without a handle that `free` can free.
unsafe fn free_bounded(count: NonNull<Count>, free: Free) {
    let Some(dropping) = OUTERMOST.get() else {
        // SAFETY: by the contract.
        return unsafe { free_outermost(count, free) };
    };
    // SAFETY: the outermost drop is open, on this thread, and takes its address back when it ends.
    let dropping = unsafe { dropping.as_ref() };
    if dropping.depth.get() == DEEPEST {
        dropping.later.borrow_mut().push((count, free));
        return;
    }
    dropping.depth.set(dropping.depth.get() + 1);
    // SAFETY: by the contract.
    unsafe { free(count) };
    dropping.depth.set(dropping.depth.get() - 1);
}

/// # Safety
/// As for `free_bounded`; no drop is open on this thread.
unsafe fn free_outermost(count: NonNull<Count>, free: Free) {
    /// Takes the address back, also when a destructor panics; what was put off is leaked then.
    struct End;
    impl Drop for End {
        fn drop(&mut self) {
            OUTERMOST.set(None);
        }
    }
    let dropping = Dropping { depth: Cell::new(0), later: RefCell::default() };
    OUTERMOST.set(Some(NonNull::from(&dropping)));
    let _end = End;
    // SAFETY: by the contract.
    unsafe { free(count) };
    loop {
        let Some((count, free)) = dropping.later.borrow_mut().pop() else { break };
        // SAFETY: it was put off by `free_bounded`, under the same contract.
        unsafe { free(count) };
    }
}
