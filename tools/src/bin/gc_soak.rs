//! A long run of the collector: `gc_soak [--seconds 90] [--live 200000] [--leak]`.
//!
//! Nodes of changing sizes replace each other at random; how many live swings between three quarters and all. At the end it
//! prints the resident memory early and late in the run, the longest pause, and the size of the heap against what
//! lives, and fails when one of them is out of bounds. With `--leak` every node stays reachable, and it fails unless
//! the memory is seen to grow: a check that cannot see a leak checks nothing.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use ashlar_gc::{Cx, Gc, GcCell, GcVec, Heap, Trace};
use clap::Parser;

/// Runs the collector for a while and fails if its memory is not bounded or a pause is long.
#[derive(Parser)]
#[command(version, about)]
struct Arguments {
    /// How long to run.
    #[arg(long, default_value_t = 90)]
    seconds: u64,
    /// The most objects that live at a time.
    #[arg(long, default_value_t = 200_000)]
    live: usize,
    /// Keep every node reachable; then the run fails unless the memory grows.
    #[arg(long)]
    leak: bool,
}

/// Late resident memory over early: more is growth. A bounded heap stays near 1, a leak doubles it within seconds.
const GROWTH: f64 = 1.3;
/// The most the median of the heap's size over what lives may be.
const MEDIAN_HEAP_OVER_LIVE: f64 = 2.2;
/// The longest pause at the default number of objects.
const LONGEST_PAUSE: Duration = Duration::from_millis(5);
/// Replacements between two looks at the collector.
const BATCH: usize = 512;
/// Replacements in which the number of live nodes and their sizes go through all their values.
const SWING: usize = 1 << 21;

#[derive(Trace)]
struct Node<'h> {
    payload: Gc<'h, [u64]>,
    /// Another node of about the same time, so that there are cycles and chains to follow.
    other: GcCell<Option<Gc<'h, Node<'h>>>>,
}

/// What was seen at the looks.
#[derive(Default)]
struct Samples {
    resident_kib: Vec<u64>,
    heap_over_live: Vec<f64>,
}

struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound.max(1)
    }
}

fn resident_kib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

/// Words of the payload of the `turn`th node: mostly few, at times many, and the mixture shifts.
fn words(numbers: &mut Numbers, turn: usize) -> usize {
    match (turn / (SWING / 8) % 4, numbers.below(1000)) {
        (_, 0) => numbers.below(4000),
        (0, _) => numbers.below(4),
        (1, _) => numbers.below(16),
        (2, _) => 2 + numbers.below(40),
        _ => 7,
    }
}

fn soak(cx: &Cx<'_>, arguments: &Arguments) -> Samples {
    // A node, its payload, and about one partner that only it still reaches.
    let count = arguments.live / 3;
    let slots: Gc<'_, [GcCell<Option<Gc<'_, Node<'_>>>>]> =
        cx.alloc_slice((0..count).map(|_| GcCell::new(None)).collect());
    let leaked: GcVec<'_, Gc<'_, Node<'_>>> = GcVec::new();
    let mut numbers = Numbers(0x9E37_79B9_7F4A_7C15);
    let mut samples = Samples::default();
    let end = Instant::now() + Duration::from_secs(arguments.seconds);
    let mut turn = 0;
    while Instant::now() < end {
        // A triangle between three quarters and all of the slots.
        let phase = (turn % SWING) as f64 / SWING as f64;
        let share = 0.75 + 0.25 * (1.0 - (2.0 * phase - 1.0).abs());
        let used = (count as f64 * share) as usize;
        for _ in 0..BATCH {
            let payload = vec![turn as u64; words(&mut numbers, turn)];
            let node = cx.alloc(Node { payload: cx.alloc_slice_copy(&payload), other: GcCell::new(None) });
            let slot = &slots[numbers.below(used)];
            // The replaced node's partner is kept one generation longer, then cut off.
            if let Some(old) = slot.get() {
                node.other.set(old.other.get());
                old.other.set(None);
            } else {
                node.other.set(Some(node));
            }
            slot.set(Some(node));
            slots[count - 1 - numbers.below((count - used).max(1))].set(None);
            if arguments.leak {
                leaked.push(cx, node);
            }
            turn += 1;
        }
        if turn % (BATCH * 16) == 0 {
            sample(cx, &mut samples);
        }
        if cx.should_collect() {
            // SAFETY: every `Gc` used later is a local variable of this function or reached from one.
            unsafe { cx.collect_here() };
        }
    }
    assert!(leaked.len() <= turn && slots.len() == count);
    samples
}

fn sample(cx: &Cx<'_>, samples: &mut Samples) {
    let stats = cx.heap_sizes();
    if stats.bytes_live > 0 {
        let heap = stats.bytes_reserved_in_blocks + stats.large_bytes;
        samples.heap_over_live.push(heap as f64 / stats.bytes_live as f64);
        samples.resident_kib.push(resident_kib());
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let mut heap = Heap::new();
    let samples = heap.enter(|cx| soak(cx, &arguments));
    let stats = heap.stats();
    let resident = &samples.resident_kib;
    let quarter = resident.len() / 4;
    let most = |part: &[u64]| part.iter().copied().max().unwrap_or(0);
    // The first quarter warms up.
    let (early, late) = (most(&resident[quarter..2 * quarter]), most(&resident[resident.len() - quarter..]));
    let growth = late as f64 / early.max(1) as f64;
    let heap_over_live = median(samples.heap_over_live);
    let pause = Duration::from_micros(stats.longest_pause_us);
    println!("collections {}, objects freed by destructor {}", stats.collections, stats.drops);
    println!("resident memory: early {early} KiB, late {late} KiB, growth {growth:.2} (bound {GROWTH})");
    println!("heap over live, at regular times: median {heap_over_live:.2} (bound {MEDIAN_HEAP_OVER_LIVE})");
    let mean = Duration::from_micros(stats.total_pause_us / stats.collections.max(1));
    println!("mean pause {mean:.2?}");
    println!("longest pause {pause:.2?} (bound {LONGEST_PAUSE:?} at 200000 objects)");
    if quarter == 0 {
        eprintln!("gc_soak: too short to tell");
        return ExitCode::FAILURE;
    }
    let fine = match arguments.leak {
        true => growth > GROWTH,
        false => growth <= GROWTH && heap_over_live <= MEDIAN_HEAP_OVER_LIVE && pause <= LONGEST_PAUSE,
    };
    match fine {
        true => ExitCode::SUCCESS,
        false => {
            eprintln!("gc_soak: {}", if arguments.leak { "the leak was not seen" } else { "out of bounds" });
            ExitCode::FAILURE
        }
    }
}
