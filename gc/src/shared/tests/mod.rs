//! Counting on one thread and on several; the functions out of line, called directly.

#[cfg(not(loom))]
mod on_one_thread;
#[cfg(loom)]
mod every_order;
