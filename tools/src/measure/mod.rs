//! The commands of `measure`.

pub mod gc;
mod table;
