//! Tests of the whole heap.

mod collections;
mod objects;
mod random_graph;
