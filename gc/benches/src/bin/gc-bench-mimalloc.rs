//! The measurements with mimalloc as the allocator of the process.

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    ashlar_gc_bench::main(std::env::args())
}
