//! The machine code of an allocation: at most eight instructions of the allocator, one branch, no call, nothing
//! thread-local. The optimised program is built and disassembled; without `objdump` the test says so and ends.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The most instructions an allocation may take beside writing the payload.
const MOST: usize = 8;
/// Words of the payload of the probe: a store for each.
const PAYLOAD_STORES: usize = 3;

fn optimised() -> PathBuf {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("optimised");
    let arguments = ["build", "--release", "--locked", "--quiet", "--package", "ashlar-gc-bench", "--bin", "gc-bench"];
    let mut cargo = Command::new(env!("CARGO"));
    let status =
        cargo.current_dir(env!("CARGO_MANIFEST_DIR")).args(arguments).arg("--target-dir").arg(&target).status();
    assert!(status.is_ok_and(|status| status.success()), "the optimised build failed");
    target.join("release/gc-bench")
}

/// The instructions of a function from its start to its first return.
fn hot_path(disassembly: &str, function: &str) -> Vec<String> {
    let start = format!("<{function}>:");
    let mut instructions = Vec::new();
    for line in disassembly.lines().skip_while(|line| !line.ends_with(&start)).skip(1) {
        let Some((_, instruction)) = line.split_once('\t') else { continue };
        instructions.push(instruction.trim().to_owned());
        if instruction.starts_with("ret") {
            break;
        }
    }
    instructions
}

#[test]
fn an_allocation_is_eight_instructions() {
    if !cfg!(target_arch = "x86_64") || Command::new("objdump").arg("--version").output().is_err() {
        println!("skipped: the test reads x86-64 machine code by objdump, which is not here");
        return;
    }
    let program = optimised();
    let arguments = ["--disassemble=ashlar_probe_three", "--no-show-raw-insn"];
    let output = Command::new("objdump").args(arguments).arg(&program).output().unwrap();
    let hot = hot_path(&String::from_utf8_lossy(&output.stdout), "ashlar_probe_three");
    let listing = hot.join("\n");
    assert_eq!(hot.last().map(String::as_str), Some("ret"), "no probe in the program:\n{listing}");
    let count = |starts: &[&str]| hot.iter().filter(|line| starts.iter().any(|start| line.starts_with(start))).count();
    assert_eq!(count(&["call"]), 0, "a call:\n{listing}");
    assert_eq!(count(&["j"]), 1, "not one branch:\n{listing}");
    assert!(!listing.contains("%fs:") && !listing.contains("%gs:"), "something thread-local:\n{listing}");
    // What belongs to the function: registers it saves, the result moved to its place, the return.
    let frame = count(&["push", "pop", "ret"])
        + hot.iter().filter(|line| line.ends_with(",%rax") && line.contains("mov") && !line.contains('(')).count();
    let allocator = hot.len() - frame - PAYLOAD_STORES;
    assert!(allocator <= MOST, "{allocator} instructions:\n{listing}");
}
