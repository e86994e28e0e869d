//! `gc-arena`: another tracing collector. It is left every batch to pay its debt.

use std::hint::black_box;

use gc_arena::{Arena, Collect, Gc, Mutation, RefLock, Rootable};

use crate::clock::{Numbers, per_object, per_operation};
use crate::objects::{
    ALLOCATIONS, BATCH, CHURN_RING, ENVIRONMENTS, FULL_TREE_DEPTH, FULL_TREE_NODES, LARGE_RING, LEAVES, RING, Record,
    Seven, TREE_DEPTH, Three, Variable,
};

#[derive(Collect)]
#[collect(no_drop)]
struct Environment<'g> {
    parent: Option<Gc<'g, Environment<'g>>>,
    slots: Gc<'g, Slots<'g>>,
    depth: u64,
}

#[derive(Collect)]
#[collect(no_drop)]
struct Slots<'g> {
    first: Gc<'g, Variable>,
    second: Gc<'g, Variable>,
    count: u64,
    flags: u64,
}

#[derive(Collect)]
#[collect(no_drop)]
struct Tree<'g> {
    left: Option<Gc<'g, Tree<'g>>>,
    right: Option<Gc<'g, Tree<'g>>>,
}

#[derive(Collect)]
#[collect(no_drop)]
struct Partner<'g> {
    other: Option<Gc<'g, RefLock<Partner<'g>>>>,
    value: u64,
}

#[derive(Collect)]
#[collect(no_drop)]
struct Link<'g> {
    next: Option<Gc<'g, Link<'g>>>,
    value: u64,
}

#[derive(Collect, Default)]
#[collect(no_drop)]
struct Root<'g> {
    ring: Vec<Gc<'g, Three>>,
    records: Vec<Gc<'g, Record>>,
    trees: Vec<Gc<'g, Tree<'g>>>,
    list: Option<Gc<'g, Link<'g>>>,
}

type RootArena = Arena<Rootable![Root<'_>]>;

fn batches(arena: &mut RootArena, count: u64, mut operation: impl for<'g> FnMut(&Mutation<'g>, &mut Root<'g>, u64)) {
    for start in (0..count).step_by(BATCH as usize) {
        arena.mutate_root(|mutation, root| {
            for i in start..count.min(start + BATCH) {
                operation(mutation, root, i);
            }
        });
        arena.collect_debt();
    }
}

/// Nanoseconds per operation of an item.
pub fn item(name: &str) -> Option<f64> {
    let mut arena = RootArena::new(|_| Root::default());
    Some(match name {
        "alloc24" => per_operation(ALLOCATIONS, |count| {
            batches(&mut arena, count, |mutation, _, i| {
                black_box(Gc::new(mutation, Three([i, 0, 0])));
            });
        }),
        "alloc56" => per_operation(ALLOCATIONS, |count| {
            batches(&mut arena, count, |mutation, _, i| {
                black_box(Gc::new(mutation, Seven([i, 0, 0, 0, 0, 0, 0])));
            });
        }),
        "env" => per_operation(ENVIRONMENTS, |count| {
            batches(&mut arena, count, |mutation, _, i| {
                let first = Gc::new(mutation, Variable(i, 0));
                let second = Gc::new(mutation, Variable(i, 1));
                let slots = Gc::new(mutation, Slots { first, second, count: 2, flags: 0 });
                black_box(Gc::new(mutation, Environment { parent: None, slots, depth: i }));
            });
        }),
        "ring8192" => ring(arena, RING, false),
        "ringrand" => ring(arena, RING, true),
        "live1m" => ring(arena, LARGE_RING, true),
        "full-leaf" => {
            arena.mutate_root(|mutation, root| {
                root.ring = (0..LEAVES as u64).map(|i| Gc::new(mutation, Three([i, 0, 0]))).collect();
            });
            per_object(LEAVES as u64, 3, || arena.finish_cycle())
        }
        "full-tree" => {
            arena.mutate_root(|mutation, root| {
                root.trees = (0..4).map(|_| tree(mutation, FULL_TREE_DEPTH)).collect();
            });
            per_object(FULL_TREE_NODES, 3, || arena.finish_cycle())
        }
        _ => return None,
    })
}

fn ring(mut arena: RootArena, slots: usize, random: bool) -> f64 {
    arena.mutate_root(|mutation, root| {
        root.ring = (0..slots as u64).map(|i| Gc::new(mutation, Three([i, 0, 0]))).collect();
    });
    let mut numbers = Numbers::new();
    per_operation(ALLOCATIONS, |count| {
        batches(&mut arena, count, |mutation, root, i| {
            let slot = if random { numbers.draw() } else { i } as usize & (slots - 1);
            root.ring[slot] = Gc::new(mutation, Three([i, 0, 0]));
        });
    })
}

fn tree<'g>(mutation: &Mutation<'g>, depth: u32) -> Gc<'g, Tree<'g>> {
    match depth {
        0 => Gc::new(mutation, Tree { left: None, right: None }),
        _ => {
            let (left, right) = (Some(tree(mutation, depth - 1)), Some(tree(mutation, depth - 1)));
            Gc::new(mutation, Tree { left, right })
        }
    }
}

fn nodes(tree: Gc<'_, Tree<'_>>) -> u64 {
    1 + tree.left.map_or(0, nodes) + tree.right.map_or(0, nodes)
}

/// The result of a program.
pub fn program(name: &str, count: u64) -> Option<u64> {
    let mut arena = RootArena::new(|_| Root::default());
    let mut sum = 0u64;
    match name {
        "churn" => {
            arena.mutate_root(|mutation, root| {
                root.records = (0..CHURN_RING).map(|_| Gc::new(mutation, Record(0, 0))).collect();
            });
            batches(&mut arena, count, |mutation, root, i| {
                let record = Gc::new(mutation, Record(i, i + 1));
                sum += record.0 + record.1;
                root.records[i as usize % CHURN_RING] = record;
            });
        }
        "retain" => {
            batches(&mut arena, count, |mutation, root, i| {
                root.records.push(Gc::new(mutation, Record(i, i + 1)));
            });
            sum = arena.mutate(|_, root| root.records.iter().map(|record| record.0 + record.1).sum());
        }
        "tree" => {
            for _ in 0..count {
                arena.mutate_root(|mutation, root| {
                    let tree = tree(mutation, TREE_DEPTH);
                    sum += nodes(tree);
                    root.trees = vec![tree];
                });
                arena.mutate_root(|_, root| root.trees.clear());
                arena.collect_debt();
            }
        }
        "cycles" => batches(&mut arena, count, |mutation, _, i| {
            let first = Gc::new(mutation, RefLock::new(Partner { other: None, value: i }));
            let second = Gc::new(mutation, RefLock::new(Partner { other: Some(first), value: i + 1 }));
            first.borrow_mut(mutation).other = Some(second);
            sum += first.borrow().value + second.borrow().value;
        }),
        "deeplist" => {
            batches(&mut arena, count, |mutation, root, value| {
                root.list = Some(Gc::new(mutation, Link { next: root.list, value }));
            });
            arena.mutate(|_, root| {
                let mut list = root.list;
                while let Some(link) = list {
                    sum += link.value;
                    list = link.next;
                }
            });
            arena.mutate_root(|_, root| root.list = None);
            arena.finish_cycle();
        }
        _ => return None,
    }
    Some(sum)
}
