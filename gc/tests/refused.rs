//! Programs that must not compile, with what the compiler says: heaps are not mixed, and no pointer is smuggled out.
//!
//! The messages are those of one compiler. With another the test is skipped; `src/refused.rs`, which asks for no message,
//! covers the same.

use std::process::Command;

/// The compiler of the messages.
const COMPILER: &str = "rustc 1.95.";

#[test]
fn programs_are_refused() {
    let compiler = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = Command::new(compiler).arg("--version").output().map(|output| output.stdout).unwrap_or_default();
    if !String::from_utf8_lossy(&version).starts_with(COMPILER) {
        println!("skipped: the messages are of {COMPILER}*");
        return;
    }
    trybuild::TestCases::new().compile_fail("tests/refused/*.rs");
}
