//! Threads that render, and what is left of a panic.

use std::any::Any;
use std::cell::RefCell;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

use ashlar_gc::{Heap, HeapOptions};

use crate::limits::RENDER_STACK_BYTES;

thread_local! {
    /// What the last panic on this thread said, and where.
    static PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Keeps the words of panics instead of printing them: the command reports them with the page they belong to.
pub fn catch_panic_messages() {
    std::panic::set_hook(Box::new(|info| {
        let place = info.location().map(|place| format!(" at {}:{}", place.file(), place.line())).unwrap_or_default();
        let text = format!("{}{place}", payload_text(info.payload()));
        if std::env::var_os("RUST_BACKTRACE").is_some_and(|value| value != "0") {
            eprintln!("panic: {text}\n{}", std::backtrace::Backtrace::force_capture());
        }
        PANIC.with(|kept| *kept.borrow_mut() = Some(text));
    }));
}

fn payload_text(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_else(|| "unknown panic".to_owned())
}

/// Starts a thread with a stack for deep pages. The stack is address space; where that is scarce, less will do.
pub fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<JoinHandle<()>> {
    let mut work = Some(work);
    let mut size = RENDER_STACK_BYTES;
    loop {
        // The closure comes back by way of a channel of one: a failed spawn must not lose it.
        let (give, take) = std::sync::mpsc::sync_channel(1);
        let run = move || {
            if let Ok(work) = take.recv() {
                let work: Box<dyn FnOnce() + Send> = work;
                work();
            }
        };
        match Builder::new().name(name.to_owned()).stack_size(size).spawn(run) {
            Ok(handle) => {
                if let Some(work) = work.take() {
                    let work: Box<dyn FnOnce() + Send> = Box::new(work);
                    // The thread is waiting, so the channel is open.
                    let _ = give.send(work);
                }
                return Ok(handle);
            }
            Err(error) if size <= 8 << 20 => return Err(error),
            Err(_) => size /= 4,
        }
    }
}

/// How long a page that is over its time is waited for: the pipeline ends it between phases, and a phase may be long.
pub fn grace(allowed: Duration) -> Duration {
    (allowed / 2).max(Duration::from_secs(2))
}

/// A heap that serves page after page, replaced when a page has left it in an unknown state.
#[derive(Default)]
pub struct PageHeap {
    heap: Option<Heap>,
    options: HeapOptions,
}

impl PageHeap {
    /// One whose heaps have these switches.
    pub fn new(options: HeapOptions) -> Self {
        Self { heap: None, options }
    }

    /// Does a page's work. A panic becomes an error with its words.
    pub fn work<T>(&mut self, work: impl FnOnce(&mut Heap) -> T) -> Result<T, String> {
        let heap = self.heap.get_or_insert_with(|| Heap::with_options(self.options));
        match catch_unwind(AssertUnwindSafe(|| work(heap))) {
            Ok(result) => Ok(result),
            Err(payload) => {
                // Dropping it could panic again; what it holds is lost until the process ends.
                std::mem::forget(self.heap.take());
                let kept = PANIC.with(|kept| kept.borrow_mut().take());
                Err(kept.unwrap_or_else(|| payload_text(&*payload)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_costs_one_page() {
        let mut heap = PageHeap::default();
        assert!(heap.work(|_| panic!("page {}", 1)).is_err());
        assert_eq!(heap.work(|_| 2), Ok(2));
    }

    #[test]
    fn deep_stacks() {
        let (send, receive) = std::sync::mpsc::channel();
        spawn("test", move || {
            fn deep(levels: u32) -> u32 {
                let block = std::hint::black_box([levels; 1024]);
                if levels == 0 { 0 } else { deep(levels - 1) + block[0].min(1) }
            }
            send.send(deep(10_000)).unwrap();
        })
        .unwrap();
        assert_eq!(receive.recv().unwrap(), 10_000);
    }
}
