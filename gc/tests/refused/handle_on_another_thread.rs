//! A handle that counts without atomics, on another thread.

use ashlar_gc::Shared;

fn main() {
    let shared = Shared::new(1u32);
    let other = shared.clone();
    std::thread::spawn(move || *other);
}
