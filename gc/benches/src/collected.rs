//! Ashlar's collector. It is asked every batch whether a collection is worth its time.

use std::hint::black_box;

use ashlar_gc::{Cx, Gc, GcCell, GcVec, Heap, Trace};

use crate::clock::{Numbers, per_object, per_operation, thread_ns};
use crate::objects::{
    ALLOCATIONS, BATCH, CHURN_RING, ENVIRONMENTS, FULL_TREE_DEPTH, FULL_TREE_NODES, LARGE_RING, LEAVES, RING, Record,
    SCANNED_WORDS, SMALL_STACK, Seven, TREE_DEPTH, Three, Variable,
};

#[derive(Trace)]
#[allow(dead_code)]
struct Environment<'h> {
    parent: Option<Gc<'h, Environment<'h>>>,
    slots: Gc<'h, Slots<'h>>,
    depth: u64,
}

#[derive(Trace)]
#[allow(dead_code)]
struct Slots<'h> {
    first: Gc<'h, Variable>,
    second: Gc<'h, Variable>,
    count: u64,
    flags: u64,
}

#[derive(Trace)]
struct Tree<'h> {
    left: Option<Gc<'h, Tree<'h>>>,
    right: Option<Gc<'h, Tree<'h>>>,
}

#[derive(Trace)]
struct Partner<'h> {
    other: GcCell<Option<Gc<'h, Partner<'h>>>>,
    value: u64,
}

#[derive(Trace)]
struct Link<'h> {
    next: Option<Gc<'h, Link<'h>>>,
    value: u64,
}

/// Runs `operation` for every number below `count`, with a look at the collector every batch.
#[inline(always)]
fn batches<'h>(cx: &Cx<'h>, count: u64, mut operation: impl FnMut(u64)) {
    for start in (0..count).step_by(BATCH as usize) {
        for i in start..count.min(start + BATCH) {
            operation(i);
        }
        collect_if_due(cx);
    }
}

#[inline(always)]
fn collect_if_due(cx: &Cx<'_>) {
    if cx.should_collect() {
        // SAFETY: in this file every `Gc` is a local variable or in an object that one reaches.
        unsafe { cx.collect_here() };
    }
}

/// Nanoseconds per operation of an item.
pub fn item(name: &str) -> Option<f64> {
    match name {
        "reject-1m" => return on_large_stack(1 << 20, false),
        "reject-1g" => return on_large_stack(1 << 30, false),
        "resolve" => return on_large_stack(32 << 20, true),
        _ => {}
    }
    Heap::new().enter(|cx| {
        // Kept in the program for the test that reads its machine code.
        black_box(crate::probe::ashlar_probe_three(cx, 1, 2, 3));
        Some(match name {
            "alloc24" => per_operation(ALLOCATIONS, |count| {
                batches(cx, count, |i| {
                    black_box(cx.alloc(Three([i, 0, 0])));
                });
            }),
            "alloc56" => per_operation(ALLOCATIONS, |count| {
                batches(cx, count, |i| {
                    black_box(cx.alloc(Seven([i, 0, 0, 0, 0, 0, 0])));
                });
            }),
            "env" => per_operation(ENVIRONMENTS, |count| {
                batches(cx, count, |i| {
                    let first = cx.alloc(Variable(i, 0));
                    let second = cx.alloc(Variable(i, 1));
                    let slots = cx.alloc(Slots { first, second, count: 2, flags: 0 });
                    black_box(cx.alloc(Environment { parent: None, slots, depth: i }));
                });
            }),
            "ring8192" => ring(cx, RING, false),
            "ringrand" => ring(cx, RING, true),
            "live1m" => ring(cx, LARGE_RING, true),
            "full-leaf" => {
                let leaves = leaves(cx, LEAVES);
                // SAFETY: what is used later is reached from the root.
                per_object(LEAVES as u64, 3, || unsafe { cx.collect_except(&leaves) })
            }
            "full-tree" => {
                let trees = cx.alloc_slice((0..4).map(|_| tree(cx, FULL_TREE_DEPTH)).collect());
                // SAFETY: what is used later is reached from the root.
                per_object(FULL_TREE_NODES, 3, || unsafe { cx.collect_except(&trees) })
            }
            _ => return None,
        })
    })
}

fn leaves<'h>(cx: &Cx<'h>, count: usize) -> Gc<'h, [Gc<'h, Three>]> {
    cx.alloc_slice((0..count as u64).map(|i| cx.alloc(Three([i, 0, 0]))).collect())
}

fn ring(cx: &Cx<'_>, slots: usize, random: bool) -> f64 {
    let cells = (0..slots as u64).map(|i| GcCell::new(cx.alloc(Three([i, 0, 0]))));
    let ring = cx.alloc_slice(cells.collect());
    let mut numbers = Numbers::new();
    per_operation(ALLOCATIONS, |count| {
        batches(cx, count, |i| {
            let slot = if random { numbers.draw() } else { i } as usize & (slots - 1);
            ring[slot].set(cx.alloc(Three([i, 0, 0])));
        });
    })
}

/// [`in_words`] on a stack that has room for the words.
fn on_large_stack(bytes: usize, pointers: bool) -> Option<f64> {
    let thread = std::thread::Builder::new().stack_size(4 * SCANNED_WORDS * size_of::<usize>());
    thread.spawn(move || Heap::new().enter(|cx| in_words(cx, bytes, pointers))).ok()?.join().ok()
}

/// What a collection takes longer, for each word, when the stack holds many words more: random numbers, in a heap of
/// `bytes` of which little lives, so that marking does not hide the scan; or pointers into objects that live.
fn in_words(cx: &Cx<'_>, bytes: usize, pointers: bool) -> f64 {
    let live = live_bytes(cx, if pointers { bytes } else { 1 << 10 }, pointers);
    if !pointers {
        live_bytes(cx, bytes, false);
    }
    let time = || {
        let begin = thread_ns();
        // SAFETY: the only `Gc` used later is `live`, a local variable that is passed along.
        unsafe { cx.collect_here() };
        thread_ns() - begin
    };
    let mut numbers = Numbers::new();
    let least = |time: &dyn Fn() -> u64| (0..5).map(|_| time()).min().unwrap_or(0);
    let without = least(&time);
    let with = with_words(
        || match pointers {
            true => live[numbers.draw() as usize % live.len()].as_ptr().cast::<u64>().addr() + 8,
            false => numbers.draw() as usize,
        },
        || least(&time),
    );
    black_box(live);
    (with as f64 - without as f64) / SCANNED_WORDS as f64
}

/// Calls `body` with many words on the stack.
#[inline(never)]
fn with_words(mut word: impl FnMut() -> usize, body: impl FnOnce() -> u64) -> u64 {
    let mut words = [0usize; SCANNED_WORDS];
    words.fill_with(&mut word);
    black_box(&words);
    let result = body();
    black_box(&words);
    result
}

/// Objects that live, of about so many octets together.
fn live_bytes<'h>(cx: &Cx<'h>, bytes: usize, small: bool) -> Gc<'h, [Gc<'h, [u64]>]> {
    let words = if small { 2 } else { 512 };
    let zeroes = vec![0u64; words];
    let count = bytes / (words * 8 + 16);
    cx.alloc_slice((0..count).map(|_| cx.alloc_slice_copy(&zeroes)).collect())
}

fn tree<'h>(cx: &Cx<'h>, depth: u32) -> Gc<'h, Tree<'h>> {
    match depth {
        0 => cx.alloc(Tree { left: None, right: None }),
        _ => {
            let (left, right) = (Some(tree(cx, depth - 1)), Some(tree(cx, depth - 1)));
            cx.alloc(Tree { left, right })
        }
    }
}

fn nodes(tree: Gc<'_, Tree<'_>>) -> u64 {
    1 + tree.left.map_or(0, nodes) + tree.right.map_or(0, nodes)
}

/// Makes a tree and counts its nodes; in a frame of its own, so that no dead tree stays in that of the loop.
#[inline(never)]
fn count_tree(cx: &Cx<'_>) -> u64 {
    nodes(tree(cx, TREE_DEPTH))
}

/// The result of a program. It runs on a stack of 64 KiB: nothing of the collector recurses.
pub fn program(name: &str, count: u64) -> Option<u64> {
    let name = name.to_owned();
    let thread = std::thread::Builder::new().stack_size(SMALL_STACK);
    thread.spawn(move || Heap::new().enter(|cx| run(cx, &name, count))).ok()?.join().ok()?
}

fn run(cx: &Cx<'_>, name: &str, count: u64) -> Option<u64> {
    let mut sum = 0u64;
    match name {
        "churn" => {
            let cells = (0..CHURN_RING).map(|_| GcCell::new(cx.alloc(Record(0, 0))));
            let live = cx.alloc_slice(cells.collect());
            batches(cx, count, |i| {
                let record = cx.alloc(Record(i, i + 1));
                sum += record.0 + record.1;
                live[i as usize % CHURN_RING].set(record);
            });
        }
        "retain" => {
            let records = GcVec::new();
            batches(cx, count, |i| records.push(cx, cx.alloc(Record(i, i + 1))));
            sum = records.iter().map(|record| record.0 + record.1).sum();
        }
        "tree" => {
            for _ in 0..count {
                sum += count_tree(cx);
                collect_if_due(cx);
            }
        }
        "cycles" => batches(cx, count, |i| {
            let first = cx.alloc(Partner { other: GcCell::new(None), value: i });
            let second = cx.alloc(Partner { other: GcCell::new(Some(first)), value: i + 1 });
            first.other.set(Some(second));
            sum += first.value + second.other.get().map_or(0, |first| first.value + 1);
        }),
        "deeplist" => {
            let mut list: Option<Gc<'_, Link<'_>>> = None;
            batches(cx, count, |value| list = Some(cx.alloc(Link { next: list, value })));
            while let Some(link) = list {
                sum += link.value;
                list = link.next;
            }
        }
        _ => return None,
    }
    Some(sum)
}
