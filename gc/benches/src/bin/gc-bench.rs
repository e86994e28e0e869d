//! The measurements with the allocator of the system.

fn main() -> std::process::ExitCode {
    ashlar_gc_bench::main(std::env::args())
}
