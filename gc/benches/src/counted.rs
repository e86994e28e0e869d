//! What is inlined of [`ashlar_gc::Shared`], measured: small programs, each in four variants.
//!
//! `a` has nothing inlined, `b` retain, `c` retain and the unique test, `d` all. The programs are those of a language whose
//! values are counted: lists that share their ends, records that are changed by a copy if someone else sees them.

use std::hint::black_box;

use ashlar_gc::Counted;
use ashlar_gc::inlined::{RELEASE, RETAIN, UNIQUE};

use crate::clock::thread_ns;

/// The names of the programs.
pub const PROGRAMS: [&str; 10] = [
    "list-iterate",
    "chain-walk",
    "pipeline",
    "record-write",
    "nested-write",
    "cons-stack",
    "array-stack",
    "swap-remove",
    "binary-trees",
    "arithmetic",
];

/// Elements of the lists.
const LENGTH: usize = 1000;
/// How often each program repeats its work.
const TURNS: u64 = 2000;
/// Depth of the trees.
const DEPTH: u32 = 10;

/// Microseconds a program takes in a variant.
pub fn item(variant: &str, program: &str) -> Option<f64> {
    run(variant, program, 2)?;
    let begin = thread_ns();
    black_box(run(variant, program, TURNS)?);
    Some((thread_ns() - begin) as f64 / 1000.0)
}

/// The result of a program in a variant.
pub fn run(variant: &str, program: &str, turns: u64) -> Option<u64> {
    match variant {
        "a" => Program::<0>::run(program, turns),
        "b" => Program::<RETAIN>::run(program, turns),
        "c" => Program::<{ RETAIN | UNIQUE }>::run(program, turns),
        "d" => Program::<{ RETAIN | UNIQUE | RELEASE }>::run(program, turns),
        _ => None,
    }
}

struct Link<const V: u8> {
    value: u64,
    next: Option<Counted<Link<V>, V>>,
}

#[derive(Clone)]
struct Record<const V: u8> {
    hits: u64,
    inner: Counted<[u64; 4], V>,
}

struct Tree<const V: u8> {
    left: Option<Counted<Tree<V>, V>>,
    right: Option<Counted<Tree<V>, V>>,
}

struct Program<const V: u8>;

impl<const V: u8> Program<V> {
    fn run(program: &str, turns: u64) -> Option<u64> {
        let work: fn(u64) -> u64 = match program {
            "list-iterate" => Self::list_iterate,
            "chain-walk" => Self::chain_walk,
            "pipeline" => Self::pipeline,
            "record-write" => Self::record_write,
            "nested-write" => Self::nested_write,
            "cons-stack" => Self::cons_stack,
            "array-stack" => Self::array_stack,
            "swap-remove" => Self::swap_remove,
            "binary-trees" => Self::binary_trees,
            "arithmetic" => Self::arithmetic,
            _ => return None,
        };
        Some(work(turns))
    }

    fn values() -> Vec<Counted<u64, V>> {
        (0..LENGTH as u64).map(Counted::new).collect()
    }

    fn chain() -> Option<Counted<Link<V>, V>> {
        (0..LENGTH as u64).fold(None, |next, value| Some(Counted::<_, V>::new(Link { value, next })))
    }

    /// Every element is taken out as a handle and read.
    #[inline(never)]
    fn list_iterate(turns: u64) -> u64 {
        let list = Self::values();
        let mut sum = 0u64;
        for _ in 0..turns {
            for value in &list {
                let value = black_box(value.clone());
                sum = sum.wrapping_add(*value);
            }
        }
        sum
    }

    /// A cursor that owns the link it is at.
    #[inline(never)]
    fn chain_walk(turns: u64) -> u64 {
        let chain = Self::chain();
        let mut sum = 0u64;
        for _ in 0..turns {
            let mut cursor = chain.clone();
            while let Some(link) = cursor {
                sum = sum.wrapping_add(link.value);
                cursor = black_box(link.next.clone());
            }
        }
        sum
    }

    /// A list is mapped and filtered into new lists that share its elements.
    #[inline(never)]
    fn pipeline(turns: u64) -> u64 {
        let list = Self::values();
        let mut sum = 0u64;
        for turn in 0..turns {
            let mapped: Vec<_> = list.iter().map(|value| (value.clone(), turn)).collect();
            let kept: Vec<_> =
                mapped.iter().filter(|(value, _)| **value & 1 == 0).map(|(value, _)| value.clone()).collect();
            sum = sum.wrapping_add(black_box(kept).iter().map(|value| **value).sum());
        }
        sum
    }

    /// A record nobody else sees is written; every thousandth time someone does.
    #[inline(never)]
    fn record_write(turns: u64) -> u64 {
        let mut record = Counted::<_, V>::new([0u64; 4]);
        let mut seen = record.clone();
        for turn in 0..turns * LENGTH as u64 {
            Counted::make_unique(&mut record)[turn as usize & 3] += 1;
            black_box(&record);
            if turn % LENGTH as u64 == 0 {
                seen = record.clone();
            }
        }
        record.iter().sum::<u64>() + seen[0]
    }

    /// A record in a record.
    #[inline(never)]
    fn nested_write(turns: u64) -> u64 {
        let mut record = Counted::<_, V>::new(Record { hits: 0, inner: Counted::<_, V>::new([0u64; 4]) });
        for turn in 0..turns * LENGTH as u64 {
            let outer = Counted::make_unique(&mut record);
            outer.hits += 1;
            Counted::make_unique(&mut outer.inner)[turn as usize & 3] += 1;
            black_box(&record);
        }
        record.hits + record.inner[0]
    }

    /// A stack of links: pushed and popped, the rest shared with the version before.
    #[inline(never)]
    fn cons_stack(turns: u64) -> u64 {
        let mut sum = 0u64;
        for turn in 0..turns {
            let mut stack: Option<Counted<Link<V>, V>> = None;
            for value in 0..LENGTH as u64 / 4 {
                stack = Some(Counted::<_, V>::new(Link { value: value + turn, next: stack.clone() }));
            }
            while let Some(link) = stack {
                sum = sum.wrapping_add(link.value);
                stack = link.next.clone();
            }
        }
        sum
    }

    /// A stack of handles in an array.
    #[inline(never)]
    fn array_stack(turns: u64) -> u64 {
        let list = Self::values();
        let mut stack = Vec::with_capacity(LENGTH);
        let mut sum = 0u64;
        for _ in 0..turns {
            stack.extend(list.iter().cloned());
            while let Some(value) = black_box(&mut stack).pop() {
                sum = sum.wrapping_add(*value);
            }
        }
        sum
    }

    /// Elements change places in an array and leave it.
    #[inline(never)]
    fn swap_remove(turns: u64) -> u64 {
        let list = Self::values();
        let mut sum = 0u64;
        for turn in 0..turns {
            let mut left = list.clone();
            while !left.is_empty() {
                let index = (turn as usize).wrapping_mul(31) % left.len();
                sum = sum.wrapping_add(*black_box(left.swap_remove(index)));
            }
        }
        sum
    }

    /// Trees are built and dropped.
    #[inline(never)]
    fn binary_trees(turns: u64) -> u64 {
        fn tree<const V: u8>(depth: u32) -> Option<Counted<Tree<V>, V>> {
            let inner = |_| tree(depth - 1);
            let (left, right) = if depth == 0 { (None, None) } else { (inner(0), inner(1)) };
            Some(Counted::<_, V>::new(Tree { left, right }))
        }
        fn nodes<const V: u8>(tree: &Counted<Tree<V>, V>) -> u64 {
            let tree = tree.clone();
            1 + tree.left.as_ref().map_or(0, nodes) + tree.right.as_ref().map_or(0, nodes)
        }
        (0..turns / 8).map(|_| tree::<V>(DEPTH).as_ref().map_or(0, nodes)).sum()
    }

    /// No handle at all: what differs here is chance.
    #[inline(never)]
    fn arithmetic(turns: u64) -> u64 {
        (0..turns * LENGTH as u64).fold(1u64, |sum, turn| black_box(sum.wrapping_mul(31).wrapping_add(turn)))
    }
}
