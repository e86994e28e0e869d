//! `measure gc`: the collector beside other ways to allocate.
//!
//! It builds the crate `gc/benches`, each program of which measures one thing once, runs them in
//! turn, and keeps the least of the rounds. Clocks are CPU time, so that a busy machine disturbs little.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use clap::Args;

use super::table::Table;
use crate::fixtures::project_root;

/// How often to measure, and what.
#[derive(Args)]
pub struct Options {
    /// How often each item is measured; the least counts.
    #[arg(long, default_value_t = 7)]
    rounds: u32,
    /// How often each program is run; the least counts.
    #[arg(long, default_value_t = 7)]
    program_rounds: u32,
    /// Only items and programs whose name contains this.
    #[arg(long, default_value = "")]
    only: String,
}

/// Items, and the operations of the table's titles.
const ITEMS: [&str; 11] = [
    "alloc24",
    "alloc56",
    "env",
    "ring8192",
    "ringrand",
    "live1m",
    "full-leaf",
    "full-tree",
    "reject-1m",
    "reject-1g",
    "resolve",
];
/// Steps of the ablation, each with one thing less than the one before.
const STEPS: [(&str, &str); 6] = [
    ("thread-local", "everything: thread-local lookup, call, class lookup, null fill, free list"),
    ("call", "without the thread-local lookup: a context is passed"),
    ("no-lookup", "without the lookup of the size class: a constant"),
    ("no-fill", "without the null fill"),
    ("inline", "without the call"),
    ("bump", "without the free list: a region"),
];
/// Programs that count handles, and the variants of what is inlined: nothing, retain, the unique test too, all.
const COUNTED: [&str; 10] = [
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
/// Faster by so much, per cent, on two programs, and slower by at most so much on none: the rule for inlining.
const FASTER: f64 = 5.0;
const NOT_SLOWER: f64 = 3.0;
/// Programs and how much of each: objects, objects, trees, pairs, nodes.
const PROGRAMS: [(&str, u64); 5] =
    [("churn", 20_000_000), ("retain", 3_000_000), ("tree", 40), ("cycles", 2_000_000), ("deeplist", 1_000_000)];
/// What is measured, and by which binary.
const PEERS: [(&str, &str); 4] =
    [("ashlar", "ashlar"), ("bumpalo", "bumpalo"), ("Box+mimalloc", "box"), ("gc-arena+mimalloc", "gc-arena")];

/// Measures and prints the tables.
///
/// # Errors
/// When the programs cannot be built or started.
pub fn run(options: &Options) -> Result<(), String> {
    let bench = build()?;
    println!("{}", items(options, &bench)?);
    println!("{}", steps(options, &bench)?);
    println!("{}", counted(options, &bench)?);
    println!("{}", programs(options, &bench)?);
    if options.only.is_empty() {
        println!("{}", limits(&bench)?);
    }
    Ok(())
}

/// The programs that measure: with the allocator of the system, as `render` has it, and with mimalloc.
struct Bench {
    system: PathBuf,
    mimalloc: PathBuf,
}

impl Bench {
    /// Peers get the faster allocator. The collector calls none but for large objects.
    fn of(&self, peer: &str) -> &Path {
        if peer == "ashlar" { &self.system } else { &self.mimalloc }
    }
}

fn build() -> Result<Bench, String> {
    let root = project_root();
    let cargo = |features: &[&str]| {
        let arguments = ["build", "--release", "--locked", "-q", "-p", "ashlar-gc-bench"];
        let status = Command::new("cargo").current_dir(&root).args(arguments).args(features).status();
        status.map(|status| status.success()).map_err(|error| format!("cargo cannot be started: {error}"))
    };
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let system = target.join("release/gc-bench");
    if cargo(&["--features", "mimalloc"])? {
        return Ok(Bench { system, mimalloc: target.join("release/gc-bench-mimalloc") });
    }
    println!("mimalloc cannot be built (it wants a C compiler): Box and gc-arena use the system's malloc");
    match cargo(&[])? {
        true => Ok(Bench { mimalloc: system.clone(), system }),
        false => Err("gc/benches cannot be built".to_owned()),
    }
}

/// Runs a program and returns the numbers it printed, or nothing if it measures no such thing.
fn numbers(program: &Path, arguments: &[&str]) -> Result<Option<Vec<f64>>, String> {
    let output = Command::new(program).args(arguments).output();
    let output = output.map_err(|error| format!("{} cannot be started: {error}", program.display()))?;
    if output.status.code() == Some(2) {
        return Ok(None);
    }
    if !output.status.success() {
        return Err(format!("{} {arguments:?} failed: {}", program.display(), String::from_utf8_lossy(&output.stderr)));
    }
    let text = String::from_utf8_lossy(&output.stdout);
    let parsed: Result<Vec<f64>, _> = text.split_whitespace().map(str::parse).collect();
    parsed.map(Some).map_err(|error| format!("{arguments:?}: {error}"))
}

fn items(options: &Options, bench: &Bench) -> Result<String, String> {
    let mut least: BTreeMap<(&str, &str), f64> = BTreeMap::new();
    for _ in 0..options.rounds {
        for item in ITEMS.iter().filter(|item| item.contains(&options.only)) {
            for (title, peer) in PEERS {
                if let Some(measured) = numbers(bench.of(peer), &["item", peer, item])? {
                    let time = least.entry((item, title)).or_insert(f64::INFINITY);
                    *time = time.min(measured[0]);
                }
            }
        }
    }
    let mut table = Table::new(&["ns", "ashlar", "bumpalo", "Box", "gc-arena", "/ bumpalo", "/ Box", "/ gc-arena"]);
    for item in ITEMS {
        let times = PEERS.map(|(title, _)| least.get(&(item, title)).copied());
        let Some(own) = times[0] else { continue };
        let cell = |time: Option<f64>| time.map_or("-".to_owned(), |time| format!("{time:.2}"));
        let ratios = times[1..].iter().map(|time| cell(time.map(|time| own / time)));
        table.row([item.to_owned()].into_iter().chain(times.iter().map(|time| cell(*time))).chain(ratios));
        if item == "full-tree" {
            println!("pause of a full collection: {:.2} ms per 100,000 live tree nodes", own / 10.0);
        }
    }
    Ok(table.text())
}

fn steps(options: &Options, bench: &Bench) -> Result<String, String> {
    let mut least = STEPS.map(|_| f64::INFINITY);
    for _ in 0..options.rounds {
        for (time, (step, _)) in least.iter_mut().zip(STEPS).filter(|(_, (step, _))| step.contains(&options.only)) {
            let measured =
                numbers(&bench.system, &["item", "ablation", step])?.ok_or("the ablation has no such step")?;
            *time = time.min(measured[0]);
        }
    }
    let mut table = Table::new(&["what an allocation of three words does", "ns"]);
    for (time, (_, title)) in least.iter().zip(STEPS).filter(|(time, _)| time.is_finite()) {
        table.row([title.to_owned(), format!("{time:.2}")]);
    }
    Ok(table.text())
}

/// What of `Shared` is worth being inlined. Every round goes through the variants forwards and backwards.
fn counted(options: &Options, bench: &Bench) -> Result<String, String> {
    const VARIANTS: [&str; 4] = ["shared-a", "shared-b", "shared-c", "shared-d"];
    let mut table = Table::new(&["µs", "A nothing", "B retain", "C + unique", "D all", "B", "C", "D"]);
    let mut changes = [const { Vec::new() }; 3];
    for program in COUNTED.iter().filter(|program| program.contains(&options.only)) {
        let mut least = [f64::INFINITY; 4];
        for _ in 0..options.rounds {
            for index in (0..4).chain((0..4).rev()) {
                let measured = numbers(&bench.system, &["item", VARIANTS[index], program])?;
                least[index] = least[index].min(measured.ok_or("no such program")?[0]);
            }
        }
        let change = [1, 2, 3].map(|index| (least[index] / least[0] - 1.0) * 100.0);
        for (all, change) in changes.iter_mut().zip(change) {
            all.push(change);
        }
        let cells =
            least.map(|time| format!("{time:.0}")).into_iter().chain(change.map(|change| format!("{change:+.1}%")));
        table.row([(*program).to_owned()].into_iter().chain(cells));
    }
    let mut text = table.text();
    for (variant, changes) in ["B", "C", "D"].iter().zip(&changes) {
        let faster = changes.iter().filter(|change| **change <= -FASTER).count();
        let slowest = changes.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let stays = if faster >= 2 && slowest <= NOT_SLOWER { "yes" } else { "no" };
        text += &format!("{variant}: {faster} programs {FASTER} % faster, slowest {slowest:+.1} %: {stays}\n");
    }
    Ok(text)
}

/// CPU seconds of the process, of the program inside it, and the peak in MiB.
type Run = [f64; 3];

fn programs(options: &Options, bench: &Bench) -> Result<String, String> {
    let script = project_root().join("gc/benches/programs.js");
    let node = Command::new("node").arg("--version").output().is_ok_and(|output| output.status.success());
    if !node {
        println!("Node is not installed: its column is empty");
    }
    let script = script.to_string_lossy();
    let mut least: BTreeMap<(&str, &str), Run> = BTreeMap::new();
    for _ in 0..options.program_rounds {
        for (program, count) in PROGRAMS.iter().filter(|(program, _)| program.contains(&options.only)) {
            let count = count.to_string();
            let mut results: Vec<f64> = Vec::new();
            for (title, peer) in PEERS.into_iter().chain(node.then_some(("Node", "node"))) {
                let measured = match peer {
                    "node" => numbers(Path::new("node"), &[&script, program, &count])?,
                    _ => numbers(bench.of(peer), &["program", peer, program, &count])?,
                };
                let Some(measured) = measured else { continue };
                results.push(measured[0]);
                let run = least.entry((program, title)).or_insert([f64::INFINITY; 3]);
                *run = [0, 1, 2].map(|i| run[i].min(measured[i + 1] / if i < 2 { 1e6 } else { 1024.0 }));
            }
            if results.iter().any(|result| *result != results[0]) {
                return Err(format!("{program}: the results differ: {results:?}"));
            }
        }
    }
    let titles =
        ["CPU s, inside s, peak MiB", "ashlar", "bumpalo", "Box", "gc-arena", "Node", "/ Node", "inside / Node"];
    let mut table = Table::new(&titles);
    for (program, _) in PROGRAMS {
        let runs = ["ashlar", "bumpalo", "Box+mimalloc", "gc-arena+mimalloc", "Node"]
            .map(|title| least.get(&(program, title)));
        let Some(own) = runs[0] else { continue };
        let cells = runs
            .iter()
            .map(|run| run.map_or("-".to_owned(), |[s, inside, mib]| format!("{s:.3} {inside:.3} {mib:.1}")));
        let ratio = |i: usize| runs[4].map_or("-".to_owned(), |node| format!("{:.2}", own[i] / node[i]));
        table.row([program.to_owned()].into_iter().chain(cells).chain([ratio(0), ratio(1)]));
    }
    Ok(table.text())
}

/// What single runs show: the memory of one more record, and a list of ten million nodes.
fn limits(bench: &Bench) -> Result<String, String> {
    let mut table = Table::new(&["bytes for each retained record", "ashlar", "bumpalo", "Box", "gc-arena"]);
    let marginal = |peer: &str| {
        let peak =
            |count: &str| numbers(bench.of(peer), &["program", peer, "retain", count]).map(|run| run.map(|run| run[3]));
        Ok::<_, String>(match (peak("1000000")?, peak("3000000")?) {
            (Some(one), Some(three)) => format!("{:.1}", (three - one) * 1024.0 / 2e6),
            _ => "-".to_owned(),
        })
    };
    let cells = PEERS.map(|(_, peer)| marginal(peer)).into_iter().collect::<Result<Vec<_>, _>>()?;
    table.row(["(peak of 3 million - of 1 million) / 2 million".to_owned()].into_iter().chain(cells));
    let list = numbers(&bench.system, &["program", "ashlar", "deeplist", "10000000"])?.ok_or("no deeplist")?;
    Ok(format!(
        "{}\ndeeplist of 10,000,000 nodes on a stack of 64 KiB: {:.3} CPU s, {:.0} MiB\n",
        table.text(),
        list[1] / 1e6,
        list[3] / 1024.0
    ))
}
