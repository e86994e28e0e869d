//! CPU time and memory, and the loop that measures an item.

use rustix::time::{ClockId, clock_gettime};

fn nanoseconds(clock: ClockId) -> u64 {
    let time = clock_gettime(clock);
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}

/// CPU time of this thread.
pub fn thread_ns() -> u64 {
    nanoseconds(ClockId::ThreadCPUTime)
}

/// CPU time of this process, in all its threads, user and system.
pub fn process_ns() -> u64 {
    nanoseconds(ClockId::ProcessCPUTime)
}

/// The most memory the process had resident, or 0 where the system does not tell.
pub fn peak_kib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

/// Runs `count` operations after a shorter run that warms up; nanoseconds for each.
pub fn per_operation(count: u64, mut operations: impl FnMut(u64)) -> f64 {
    operations(count / 8 + 1);
    let begin = thread_ns();
    operations(count);
    (thread_ns() - begin) as f64 / count as f64
}

/// Runs something `times` times that is one operation for each of `objects`; nanoseconds for the
/// least run, for each object.
pub fn per_object(objects: u64, times: u32, mut operation: impl FnMut()) -> f64 {
    operation();
    let runs = (0..times).map(|_| {
        let begin = thread_ns();
        operation();
        thread_ns() - begin
    });
    runs.min().unwrap_or(0) as f64 / objects as f64
}

/// A generator of numbers that look random (xorshift), the same in every implementation.
pub struct Numbers(u64);

impl Numbers {
    /// From the beginning.
    pub fn new() -> Numbers {
        Numbers(0x2545_F491_4F6C_DD1D)
    }

    /// The next.
    #[inline(always)]
    pub fn draw(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
}

impl Default for Numbers {
    fn default() -> Self {
        Numbers::new()
    }
}
