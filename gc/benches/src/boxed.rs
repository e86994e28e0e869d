//! `Box`: what the allocator of the process costs, with every object freed as soon as it is dead.

use std::hint::black_box;

use crate::clock::{Numbers, per_operation};
use crate::objects::{
    ALLOCATIONS, CHURN_RING, ENVIRONMENTS, LARGE_RING, RING, Record, Seven, TREE_DEPTH, Three, Variable,
};

#[allow(dead_code)]
struct Environment {
    parent: Option<Box<Environment>>,
    slots: Box<Slots>,
    depth: u64,
}

#[allow(dead_code)]
struct Slots {
    first: Box<Variable>,
    second: Box<Variable>,
    count: u64,
    flags: u64,
}

struct Tree {
    left: Option<Box<Tree>>,
    right: Option<Box<Tree>>,
}

struct Link {
    next: Option<Box<Link>>,
    value: u64,
}

/// Nanoseconds per operation of an item.
pub fn item(name: &str) -> Option<f64> {
    Some(match name {
        "alloc24" => per_operation(ALLOCATIONS, |count| {
            for i in 0..count {
                black_box(Box::new(Three([i, 0, 0])));
            }
        }),
        "alloc56" => per_operation(ALLOCATIONS, |count| {
            for i in 0..count {
                black_box(Box::new(Seven([i, 0, 0, 0, 0, 0, 0])));
            }
        }),
        "env" => per_operation(ENVIRONMENTS, |count| {
            for i in 0..count {
                let first = Box::new(Variable(i, 0));
                let second = Box::new(Variable(i, 1));
                let slots = Box::new(Slots { first, second, count: 2, flags: 0 });
                black_box(Box::new(Environment { parent: None, slots, depth: i }));
            }
        }),
        "ring8192" => ring(RING, false),
        "ringrand" => ring(RING, true),
        "live1m" => ring(LARGE_RING, true),
        _ => return None,
    })
}

fn ring(slots: usize, random: bool) -> f64 {
    let mut ring: Vec<Box<Three>> = (0..slots as u64).map(|i| Box::new(Three([i, 0, 0]))).collect();
    let mut numbers = Numbers::new();
    per_operation(ALLOCATIONS, |count| {
        for i in 0..count {
            let slot = if random { numbers.draw() } else { i } as usize & (slots - 1);
            // A new box is what is measured.
            #[allow(clippy::replace_box)]
            {
                ring[slot] = Box::new(Three([i, 0, 0]));
            }
        }
        black_box(&ring);
    })
}

fn tree(depth: u32) -> Box<Tree> {
    match depth {
        0 => Box::new(Tree { left: None, right: None }),
        _ => Box::new(Tree { left: Some(tree(depth - 1)), right: Some(tree(depth - 1)) }),
    }
}

fn nodes(tree: &Tree) -> u64 {
    1 + tree.left.as_deref().map_or(0, nodes) + tree.right.as_deref().map_or(0, nodes)
}

/// The result of a program.
pub fn program(name: &str, count: u64) -> Option<u64> {
    let mut sum = 0u64;
    match name {
        "churn" => {
            let mut live: Vec<Box<Record>> = (0..CHURN_RING).map(|_| Box::new(Record(0, 0))).collect();
            for i in 0..count {
                let record = Box::new(Record(i, i + 1));
                sum += record.0 + record.1;
                live[i as usize % CHURN_RING] = record;
            }
            black_box(&live);
        }
        "retain" => {
            // One box for each record is what is measured.
            #[allow(clippy::vec_box)]
            let mut records: Vec<Box<Record>> = Vec::new();
            for i in 0..count {
                records.push(Box::new(Record(i, i + 1)));
            }
            sum = records.iter().map(|record| record.0 + record.1).sum();
        }
        "tree" => {
            for _ in 0..count {
                sum += nodes(&tree(TREE_DEPTH));
            }
        }
        "deeplist" => {
            let mut list = None;
            for value in 0..count {
                list = Some(Box::new(Link { next: list, value }));
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
