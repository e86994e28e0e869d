//! The collector under the whole fixture suite: pictures do not depend on when garbage is collected, and no pointer to a
//! dead object lies in memory of the ordinary allocator, where a collection does not look.
//!
//! Each fixture is drawn three times: without any collection, as usual, and with one at every safepoint. In the last, what
//! is freed is overwritten, the heap's invariants are checked after each collection, and a recording allocator hands every
//! word of live ordinary memory to the heap before the dead are swept.

use std::alloc::{GlobalAlloc, Layout, System};
use std::ptr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use ashlar_gc::{Heap, HeapOptions, Inspection};
use ashlar_tools::fixtures::{draw_in, find, renderer};

/// Precedes each allocation: a list of all, newest first.
#[repr(C, align(16))]
struct Record {
    older: *mut Record,
    newer: *mut Record,
    bytes: usize,
    number: u64,
}

/// A lock that does not allocate.
struct Spin(AtomicBool);

impl Spin {
    fn with<R>(&self, work: impl FnOnce() -> R) -> R {
        while self.0.compare_exchange_weak(false, true, Ordering::Acquire, Ordering::Relaxed).is_err() {
            std::hint::spin_loop();
        }
        let result = work();
        self.0.store(false, Ordering::Release);
        result
    }
}

static LOCK: Spin = Spin(AtomicBool::new(false));
static NEWEST: AtomicUsize = AtomicUsize::new(0);
static NUMBER: AtomicU64 = AtomicU64::new(0);
/// Allocations before this number are older than the page.
static PAGE_BEGAN: AtomicU64 = AtomicU64::new(u64::MAX);

/// The system's allocator with a list of what is live. Memory is zeroed, so that no stale pointer is in what a vector has
/// not filled yet.
struct Recording;

fn record_room(layout: Layout) -> Option<(Layout, usize)> {
    let align = layout.align().max(align_of::<Record>());
    let offset = size_of::<Record>().next_multiple_of(align);
    Some((Layout::from_size_align(layout.size().checked_add(offset)?, align).ok()?, offset))
}

// SAFETY: hands out what the system's allocator gave, behind room for a record; gives back the same.
unsafe impl GlobalAlloc for Recording {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let Some((whole, offset)) = record_room(layout) else { return ptr::null_mut() };
        // SAFETY: the size is not zero; the record stands before the octets handed out, in the room for it. The list is
        // changed under the lock alone.
        unsafe {
            let start = System.alloc_zeroed(whole);
            if start.is_null() {
                return start;
            }
            let place = start.add(offset);
            let record = place.cast::<Record>().sub(1);
            LOCK.with(|| {
                let older = NEWEST.load(Ordering::Relaxed) as *mut Record;
                let number = NUMBER.fetch_add(1, Ordering::Relaxed);
                record.write(Record { older, newer: ptr::null_mut(), bytes: layout.size(), number });
                if !older.is_null() {
                    (*older).newer = record;
                }
                NEWEST.store(record as usize, Ordering::Relaxed);
            });
            place
        }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        let Some((whole, offset)) = record_room(layout) else { return };
        // SAFETY: by the contract `place` is from `alloc` with this layout, so a record in the list stands before it.
        unsafe {
            let record = place.cast::<Record>().sub(1);
            LOCK.with(|| {
                let Record { older, newer, .. } = *record;
                if !older.is_null() {
                    (*older).newer = newer;
                }
                if newer.is_null() {
                    NEWEST.store(older as usize, Ordering::Relaxed);
                } else {
                    (*newer).older = older;
                }
            });
            System.dealloc(place.sub(offset), whole);
        }
    }
}

#[global_allocator]
static ALLOCATOR: Recording = Recording;

/// Types of dead objects that live memory points to, the size of that memory, and the phase. A fixed room: nothing may
/// be allocated while the list is read.
type Finding = (&'static str, usize, &'static str);
static FOUND: Mutex<[Option<Finding>; 8]> = Mutex::new([None; 8]);

fn look_for_hidden_pointers(inspection: &Inspection<'_>) {
    let mut found = FOUND.lock().expect("no test has failed");
    let began = PAGE_BEGAN.load(Ordering::Relaxed);
    LOCK.with(|| {
        let mut record = NEWEST.load(Ordering::Relaxed) as *const Record;
        // SAFETY: the list holds live allocations while the lock is held; they are read word by word, whoever writes.
        unsafe {
            while !record.is_null() && (*record).number >= began {
                let start = record.add(1).cast::<usize>();
                if !inspection.is_object(start as usize, (*record).bytes) {
                    for index in 0..(*record).bytes / size_of::<usize>() {
                        let word = start.add(index).read_volatile();
                        if !inspection.may_point(word) {
                            continue;
                        }
                        if let (Some(name), Some(slot)) =
                            (inspection.dead_object(word), found.iter_mut().find(|slot| slot.is_none()))
                        {
                            *slot = Some((name, (*record).bytes, inspection.why()));
                        }
                    }
                }
                record = (*record).older;
            }
        }
    });
}

fn switches(edit: impl FnOnce(&mut HeapOptions)) -> HeapOptions {
    let mut options = HeapOptions::default();
    edit(&mut options);
    options
}

fn faults() -> Vec<String> {
    let fixtures = find("").expect("the fixtures can be read");
    let renderer = renderer().expect("the renderer can be made");
    let mut never = Heap::with_options(switches(|options| options.collect_never = true));
    let mut usual = Heap::new();
    let mut always = Heap::with_options(switches(|options| {
        (options.collect_always, options.poison, options.verify) = (true, true, true);
    }));
    always.set_inspector(look_for_hidden_pointers);
    let (mut faults, mut collections) = (Vec::new(), 0);
    for fixture in &fixtures {
        let without = draw_in(&mut never, &renderer, fixture).expect("the fixture is drawn");
        let with = draw_in(&mut usual, &renderer, fixture).expect("the fixture is drawn");
        PAGE_BEGAN.store(NUMBER.load(Ordering::Relaxed), Ordering::Relaxed);
        let stressed = draw_in(&mut always, &renderer, fixture).expect("the fixture is drawn");
        PAGE_BEGAN.store(u64::MAX, Ordering::Relaxed);
        if !without.collections.is_empty() {
            faults.push(format!("{}: collected though it was not to be", fixture.name));
        }
        collections += stressed.collections.len();
        if without.sha256 != with.sha256 || without.boxes != with.boxes {
            faults.push(format!("{}: collecting changes it", fixture.name));
        }
        if without.sha256 != stressed.sha256 || without.boxes != stressed.boxes {
            faults.push(format!("{}: collecting at every safepoint changes it", fixture.name));
        }
        for (name, bytes, why) in FOUND.lock().expect("no test has failed").iter_mut().filter_map(Option::take) {
            faults.push(format!("{}: {bytes} octets hide a pointer to a dead {name} ({why})", fixture.name));
        }
    }
    let least = fixtures.len() * 4;
    if collections < least {
        faults.push(format!("{collections} collections are fewer than four for each fixture"));
    }
    eprintln!("{} fixtures, {collections} collections", fixtures.len());
    faults
}

#[test]
fn collecting_at_every_safepoint_changes_nothing() {
    let thread = std::thread::Builder::new().stack_size(256 << 20).spawn(faults).expect("a thread starts");
    let faults = thread.join().expect("the suite does not panic");
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

/// The counter-check: a pointer that only a vector holds is found, and so would be a fault in the suite.
#[test]
fn a_hidden_pointer_is_found() {
    static SEEN: AtomicUsize = AtomicUsize::new(0);
    fn look(inspection: &Inspection<'_>) {
        LOCK.with(|| {
            let mut record = NEWEST.load(Ordering::Relaxed) as *const Record;
            // SAFETY: as above.
            unsafe {
                while !record.is_null() {
                    let start = record.add(1).cast::<usize>();
                    for index in 0..(*record).bytes / size_of::<usize>() {
                        if inspection.dead_object(start.add(index).read_volatile()).is_some() {
                            SEEN.fetch_add(1, Ordering::Relaxed);
                        }
                    }
                    record = (*record).older;
                }
            }
        });
    }
    let mut heap = Heap::new();
    heap.set_inspector(look);
    heap.enter(|cx| {
        let hide = |value: u64| vec![cx.alloc(value)];
        let hidden: Vec<_> = (0..1000).map(hide).collect();
        // SAFETY: the pointers in `hidden` are not used afterwards.
        unsafe { cx.collect_here() };
        drop(hidden);
    });
    // A few may be kept by what is left on the stack.
    assert!(SEEN.load(Ordering::Relaxed) >= 900);
}
