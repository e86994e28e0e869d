//! The golden suite: `golden check`, `golden bless <pattern>`, `golden reference [pattern]`, `golden report`.

use std::process::ExitCode;

use ashlar_tools::chromium::Chromium;
use ashlar_tools::fixtures::{self, Fixture, draw_all, project_root};
use ashlar_tools::report::{Change, html};
use ashlar_tools::{reference, snapshot};
use clap::{Parser, Subcommand};

/// Compares what the renderer draws with what it drew before, and with what Chromium says.
#[derive(Parser)]
#[command(version, about)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Draws every fixture; fails on one changed pixel or one box that differs from Chromium's.
    Check {
        /// Only fixtures whose name contains this.
        #[arg(default_value = "")]
        pattern: String,
    },
    /// Keeps what is drawn now as the snapshots; always exits with 1, so that no run that rewrote them is green.
    Bless {
        /// Which fixtures: a part of their names; `.` for all.
        pattern: String,
    },
    /// Asks Chromium for the boxes of the fixtures and keeps them.
    Reference {
        /// Only fixtures whose name contains this.
        #[arg(default_value = "")]
        pattern: String,
    },
    /// Writes an HTML page with expected, changed and actual pictures to target/golden/report.html.
    Report {
        /// Only fixtures whose name contains this.
        #[arg(default_value = "")]
        pattern: String,
    },
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Check { pattern } => check(&pattern),
        Command::Bless { pattern } => bless(if pattern == "." { "" } else { &pattern }),
        Command::Reference { pattern } => record(&pattern),
        Command::Report { pattern } => report(&pattern).map(|_| true),
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("golden: {error}");
            ExitCode::from(2)
        }
    }
}

fn find(pattern: &str) -> Result<Vec<Fixture>, String> {
    fixtures::find(pattern).map_err(|error| error.to_string())
}

fn check(pattern: &str) -> Result<bool, String> {
    let found = find(pattern)?;
    let manifest = snapshot::read_manifest().map_err(|error| error.to_string())?;
    let mut failed = 0;
    for (fixture, drawn) in found.iter().zip(draw_all(&found)) {
        let drawn = drawn?;
        let mut faults = Vec::new();
        match manifest.get(&fixture.name) {
            Some(hash) if *hash == drawn.sha256 => {}
            Some(_) => faults.push("its picture changed".to_owned()),
            None => faults.push("it has no snapshot".to_owned()),
        }
        if let Some((_, deviations)) = reference::compare(fixture, &drawn.boxes)? {
            for d in deviations.iter().take(5) {
                faults.push(format!("element {} <{}>: Chromium {} ours {}", d.element, d.tag, d.expected, d.actual));
            }
        }
        if !faults.is_empty() {
            failed += 1;
            println!("{}: {}", fixture.name, faults.join("; "));
        }
    }
    println!("{} fixtures, {failed} differ", found.len());
    if failed > 0 {
        report(pattern)?;
    }
    Ok(failed == 0)
}

fn bless(pattern: &str) -> Result<bool, String> {
    let found = find(pattern)?;
    let mut manifest = snapshot::read_manifest().map_err(|error| error.to_string())?;
    let mut changed = 0;
    for (fixture, drawn) in found.iter().zip(draw_all(&found)) {
        let drawn = drawn?;
        if manifest.get(&fixture.name) != Some(&drawn.sha256) {
            changed += 1;
            println!("blessed {}", fixture.name);
            snapshot::bless(&mut manifest, fixture, &drawn).map_err(|error| error.to_string())?;
        }
    }
    snapshot::write_manifest(&manifest).map_err(|error| error.to_string())?;
    println!("{changed} of {} snapshots were rewritten: look at each before you commit", found.len());
    Ok(false)
}

fn record(pattern: &str) -> Result<bool, String> {
    let mut chromium = Chromium::start()?;
    let mut elements = 0;
    let found = find(pattern)?;
    for fixture in &found {
        elements += reference::record(&mut chromium, fixture).map_err(|error| format!("{}: {error}", fixture.name))?;
    }
    reference::record_provenance(&chromium)?;
    println!("{} fixtures, {elements} boxes, by {}", found.len(), chromium.version);
    Ok(true)
}

fn report(pattern: &str) -> Result<std::path::PathBuf, String> {
    let found = find(pattern)?;
    let manifest = snapshot::read_manifest().map_err(|error| error.to_string())?;
    let mut changes = Vec::new();
    for (fixture, drawn) in found.iter().zip(draw_all(&found)) {
        let drawn = drawn?;
        if manifest.get(&fixture.name) != Some(&drawn.sha256) {
            let expected = std::fs::read(snapshot::picture(fixture)).ok();
            changes.push(Change { name: fixture.name.clone(), expected, actual: drawn.png });
        }
    }
    let path = project_root().join("target/golden/report.html");
    snapshot::write_atomically(&path, html(&changes).as_bytes()).map_err(|error| error.to_string())?;
    println!("report: {}", path.display());
    Ok(path)
}
