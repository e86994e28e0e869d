//! What the collector costs, beside other ways to allocate.
//!
//! A process of this crate measures one thing once and prints it; `measure gc` starts the processes
//! in turn, takes the least of many rounds, and prints the table. The clock is the CPU time of the
//! thread, so that other work on the machine does not count.
//!
//! ```text
//! gc-bench item <implementation> <item>                  nanoseconds per operation
//! gc-bench program <implementation> <program> <count>    result, CPU and memory of a whole process
//! ```

pub mod ablation;
pub mod boxed;
pub mod bump;
pub mod clock;
pub mod collected;
pub mod counted;
pub mod gc_arena_peer;
pub mod objects;
pub mod probe;

use std::process::ExitCode;

/// Measures what the arguments ask for and prints it.
pub fn main(arguments: impl Iterator<Item = String>) -> ExitCode {
    let arguments: Vec<String> = arguments.skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["item", implementation, item] => match item_of(implementation, item) {
            Some(nanoseconds) => println!("{nanoseconds:.4}"),
            None => return unknown(&arguments),
        },
        ["program", implementation, program, count] => {
            let count: u64 = count.parse().unwrap_or(0);
            let begin = clock::process_ns();
            let Some(result) = program_of(implementation, program, count) else { return unknown(&arguments) };
            let end = clock::process_ns();
            // The CPU time of the process counts from its start, the other only what the program took.
            println!("{result} {} {} {}", end / 1000, (end - begin) / 1000, clock::peak_kib());
        }
        _ => return unknown(&arguments),
    }
    ExitCode::SUCCESS
}

fn unknown(arguments: &[String]) -> ExitCode {
    eprintln!("gc-bench: nothing is measured by {arguments:?}");
    ExitCode::from(2)
}

fn item_of(implementation: &str, item: &str) -> Option<f64> {
    match implementation {
        "ashlar" => collected::item(item),
        "bumpalo" => bump::item(item),
        "box" => boxed::item(item),
        "gc-arena" => gc_arena_peer::item(item),
        "ablation" => ablation::item(item),
        "shared-a" | "shared-b" | "shared-c" | "shared-d" => counted::item(&implementation[7..], item),
        _ => None,
    }
}

fn program_of(implementation: &str, program: &str, count: u64) -> Option<u64> {
    match implementation {
        "ashlar" => collected::program(program, count),
        "bumpalo" => bump::program(program, count),
        "box" => boxed::program(program, count),
        "gc-arena" => gc_arena_peer::program(program, count),
        _ => None,
    }
}
