//! The threads that fetch ahead: few, started when first needed, shared by all pages.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// Work to be done by any thread. It must not panic.
pub type Job = Box<dyn FnOnce() + Send>;

#[derive(Default)]
struct Queue {
    jobs: VecDeque<Job>,
    threads: usize,
    idle: usize,
    closed: bool,
}

#[derive(Default)]
struct Shared {
    queue: Mutex<Queue>,
    wake: Condvar,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self) {
        let mut queue = self.lock();
        loop {
            if queue.closed {
                queue.threads -= 1;
                return;
            }
            match queue.jobs.pop_front() {
                Some(job) => {
                    drop(queue);
                    job();
                    queue = self.lock();
                }
                None => {
                    queue.idle += 1;
                    queue = self.wake.wait(queue).unwrap_or_else(PoisonError::into_inner);
                    queue.idle -= 1;
                }
            }
        }
    }
}

/// A bounded pool. Dropping it forgets the jobs that nobody began.
pub struct Pool {
    shared: Arc<Shared>,
    most: usize,
}

impl Pool {
    /// A pool of at most so many threads.
    pub fn new(most: usize) -> Self {
        Self { shared: Arc::default(), most }
    }

    /// Queues a job. If no thread can be started it may never run: its owner must be ready to do it.
    pub fn push(&self, job: Job) {
        let mut queue = self.shared.lock();
        queue.jobs.push_back(job);
        if queue.idle == 0 && queue.threads < self.most {
            let shared = Arc::clone(&self.shared);
            let thread = std::thread::Builder::new().name("fetch".to_owned()).spawn(move || shared.work());
            queue.threads += usize::from(thread.is_ok());
        }
        drop(queue);
        self.shared.wake.notify_one();
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        let mut queue = self.shared.lock();
        queue.closed = true;
        queue.jobs.clear();
        drop(queue);
        self.shared.wake.notify_all();
    }
}

impl std::fmt::Debug for Pool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Pool").field("most", &self.most).finish_non_exhaustive()
    }
}
