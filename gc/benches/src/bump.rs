//! `bumpalo`: a region that frees everything at once. The bound for what a bump costs, not a collector.

use std::hint::black_box;

use bumpalo::Bump;

use crate::clock::per_operation;
use crate::objects::{ALLOCATIONS, ENVIRONMENTS, RING, Record, Seven, TREE_DEPTH, Three, Variable};

#[allow(dead_code)]
struct Environment<'b> {
    parent: Option<&'b Environment<'b>>,
    slots: &'b Slots<'b>,
    depth: u64,
}

#[allow(dead_code)]
struct Slots<'b> {
    first: &'b Variable,
    second: &'b Variable,
    count: u64,
    flags: u64,
}

struct Tree<'b> {
    left: Option<&'b Tree<'b>>,
    right: Option<&'b Tree<'b>>,
}

struct Link<'b> {
    next: Option<&'b Link<'b>>,
    value: u64,
}

/// Operations after which the region is reset.
const RESET: u64 = 4096;

fn batches(bump: &mut Bump, count: u64, reset: u64, mut operation: impl FnMut(&Bump, u64)) {
    for start in (0..count).step_by(reset as usize) {
        for i in start..count.min(start + reset) {
            operation(bump, i);
        }
        bump.reset();
    }
}

/// Nanoseconds per operation of an item.
pub fn item(name: &str) -> Option<f64> {
    let mut bump = Bump::with_capacity(1 << 20);
    Some(match name {
        "alloc24" => per_operation(ALLOCATIONS, |count| {
            batches(&mut bump, count, RESET, |bump, i| {
                black_box(&*bump.alloc(Three([i, 0, 0])));
            });
        }),
        "alloc56" => per_operation(ALLOCATIONS, |count| {
            batches(&mut bump, count, RESET, |bump, i| {
                black_box(&*bump.alloc(Seven([i, 0, 0, 0, 0, 0, 0])));
            });
        }),
        "env" => per_operation(ENVIRONMENTS, |count| {
            batches(&mut bump, count, RESET / 4, |bump, i| {
                let first = &*bump.alloc(Variable(i, 0));
                let second = &*bump.alloc(Variable(i, 1));
                let slots = &*bump.alloc(Slots { first, second, count: 2, flags: 0 });
                black_box(&*bump.alloc(Environment { parent: None, slots, depth: i }));
            });
        }),
        "ring8192" => ring(),
        _ => return None,
    })
}

/// What lives is in two halves: when one is reset, its objects were all replaced.
fn ring() -> f64 {
    let mut halves = [Bump::with_capacity(1 << 18), Bump::with_capacity(1 << 18)];
    let mut ring: Vec<*const Three> = vec![std::ptr::null(); RING];
    per_operation(ALLOCATIONS, |count| {
        for round in 0..=count / RING as u64 {
            let half = &mut halves[round as usize & 1];
            half.reset();
            for i in round * RING as u64..count.min((round + 1) * RING as u64) {
                ring[i as usize & (RING - 1)] = half.alloc(Three([i, 0, 0]));
            }
        }
        black_box(&ring);
    })
}

fn tree(bump: &Bump, depth: u32) -> &Tree<'_> {
    match depth {
        0 => bump.alloc(Tree { left: None, right: None }),
        _ => {
            let (left, right) = (Some(tree(bump, depth - 1)), Some(tree(bump, depth - 1)));
            bump.alloc(Tree { left, right })
        }
    }
}

fn nodes(tree: &Tree<'_>) -> u64 {
    1 + tree.left.map_or(0, nodes) + tree.right.map_or(0, nodes)
}

/// The result of a program.
pub fn program(name: &str, count: u64) -> Option<u64> {
    let mut bump = Bump::new();
    let mut sum = 0u64;
    match name {
        "retain" => {
            let mut records = Vec::new();
            for i in 0..count {
                records.push(&*bump.alloc(Record(i, i + 1)));
            }
            sum = records.iter().map(|record| record.0 + record.1).sum();
        }
        "tree" => {
            for _ in 0..count {
                sum += nodes(tree(&bump, TREE_DEPTH));
                bump.reset();
            }
        }
        "deeplist" => {
            let mut list: Option<&Link<'_>> = None;
            for value in 0..count {
                list = Some(bump.alloc(Link { next: list, value }));
            }
            while let Some(link) = list {
                sum += link.value;
                list = link.next;
            }
        }
        _ => return None,
    }
    Some(sum)
}
