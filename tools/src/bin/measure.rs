//! What things cost: `measure gc`. One module of [`ashlar_tools::measure`] for each command.

use std::process::ExitCode;

use ashlar_tools::measure;
use clap::{Parser, Subcommand};

/// Measures the renderer and its parts. Figures are ratios between things that ran in turn in the same run.
#[derive(Parser)]
#[command(version, about)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// The collector beside a region, malloc, and another collector; five programs, beside Node where it is installed.
    Gc(measure::gc::Options),
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Gc(options) => measure::gc::run(&options),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("measure: {error}");
            ExitCode::from(2)
        }
    }
}
