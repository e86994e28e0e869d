//! The fast path, one step at a time: what each thing costs that it does not do.
//!
//! All variants allocate three words from memory of the same size, which is made free again every
//! [`RESET`] operations; a free list is then threaded through it anew, as a sweep that hands out
//! single cells must do, and a region only resets its cursor.

use std::cell::Cell;
use std::hint::black_box;
use std::ptr::NonNull;

use crate::clock::per_operation;
use crate::objects::ALLOCATIONS;

/// Operations after which all is free again.
const RESET: u64 = 4096;
/// Octets of a cell: a header and three words.
const CELL: usize = 32;
/// Words of the memory.
const WORDS: usize = RESET as usize * CELL / 8;
/// Size classes, as multiples of 16 octets.
const CLASSES: usize = 16;

/// Memory for `RESET` cells and the ways to hand them out.
struct Cells {
    /// The first word; `RESET` cells follow. Never given back.
    memory: NonNull<u64>,
    /// Heads of the free lists, for each size class.
    free: [Cell<*mut u64>; CLASSES],
    classes: [u8; 256],
    cursor: Cell<*mut u64>,
    limit: Cell<*mut u64>,
}

impl Cells {
    fn new() -> Cells {
        let mut classes = [0u8; 256];
        for (bytes, class) in classes.iter_mut().enumerate() {
            *class = bytes.div_ceil(16).min(CLASSES - 1) as u8;
        }
        let memory = NonNull::from(vec![0u64; WORDS].leak()).cast();
        let null = || Cell::new(std::ptr::null_mut());
        Cells { memory, free: std::array::from_fn(|_| null()), classes, cursor: null(), limit: null() }
    }

    /// Makes everything free, as a list of the cells or as one region.
    fn reset(&self, list: bool) {
        // SAFETY: all places are in the memory, or at its end.
        unsafe {
            self.cursor.set(self.memory.as_ptr());
            self.limit.set(self.memory.add(WORDS).as_ptr());
            if list {
                let mut next = std::ptr::null_mut::<u64>();
                for cell in (0..WORDS).step_by(CELL / 8).rev() {
                    let cell = self.memory.add(cell);
                    cell.cast::<*mut u64>().write(next);
                    next = cell.as_ptr();
                }
                self.free[CELL / 16].set(next);
            }
        }
    }

    #[inline(always)]
    fn class(&self, looked_up: bool, bytes: usize) -> usize {
        if looked_up { self.classes[black_box(bytes)] as usize } else { CELL / 16 }
    }

    /// Takes the first cell of a list.
    #[inline(always)]
    fn take(&self, class: usize) -> NonNull<u64> {
        let cell = self.free[class].get();
        // SAFETY: the list holds a cell for every operation between two resets.
        unsafe {
            self.free[class].set(*cell.cast::<*mut u64>());
            NonNull::new_unchecked(cell)
        }
    }

    #[inline(always)]
    fn bump(&self) -> NonNull<u64> {
        let start = self.cursor.get();
        let end = start.wrapping_add(CELL / 8);
        assert!(end <= self.limit.get());
        self.cursor.set(end);
        // SAFETY: inside the memory, as just checked.
        unsafe { NonNull::new_unchecked(start) }
    }
}

/// # Safety
/// `cell` is room for four words.
#[inline(always)]
unsafe fn write(cell: NonNull<u64>, null_fill: bool, value: u64) {
    // SAFETY: by the contract.
    unsafe {
        if null_fill {
            for word in 0..CELL / 8 {
                cell.add(word).write_volatile(0);
            }
        }
        cell.write(0x5eed);
        cell.add(1).write(value);
        cell.add(2).write(0);
        cell.add(3).write(0);
    }
}

thread_local! {
    static CURRENT: Cells = Cells::new();
}

#[inline(never)]
fn called<const LOOKED_UP: bool, const NULL_FILL: bool>(cells: &Cells, value: u64) -> NonNull<u64> {
    let cell = cells.take(cells.class(LOOKED_UP, CELL));
    // SAFETY: a cell is room for four words.
    unsafe { write(cell, NULL_FILL, value) };
    cell
}

#[inline(always)]
fn inlined(cell: NonNull<u64>, value: u64) -> NonNull<u64> {
    // SAFETY: a cell is room for four words.
    unsafe { write(cell, false, value) };
    cell
}

fn measured(list: bool, cells: &Cells, operation: impl Fn(u64) -> NonNull<u64>) -> f64 {
    per_operation(ALLOCATIONS, |count| {
        for start in (0..count).step_by(RESET as usize) {
            cells.reset(list);
            for i in start..count.min(start + RESET) {
                black_box(operation(i));
            }
        }
    })
}

/// Nanoseconds per operation of a variant, each with one thing less than the one before:
/// `thread-local`, `call`, `no-lookup`, `no-fill`, `inline`, `bump`.
pub fn item(name: &str) -> Option<f64> {
    let own = Cells::new();
    let cells = &own;
    Some(match name {
        "thread-local" => {
            CURRENT.with(|current| measured(true, current, |i| CURRENT.with(|cells| called::<true, true>(cells, i))))
        }
        "call" => measured(true, cells, |i| called::<true, true>(cells, i)),
        "no-lookup" => measured(true, cells, |i| called::<false, true>(cells, i)),
        "no-fill" => measured(true, cells, |i| called::<false, false>(cells, i)),
        "inline" => measured(true, cells, |i| inlined(cells.take(CELL / 16), i)),
        "bump" => measured(false, cells, |i| inlined(cells.bump(), i)),
        _ => return None,
    })
}
