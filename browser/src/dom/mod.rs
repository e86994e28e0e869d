//! The document: nodes on the heap, built by the HTML and XML parsers, read by every later phase.
//!
//! A node is an identity with links to its neighbours (parent, children, siblings), so the tree is a graph with cycles
//! and lives on the collected heap. It changes only while the tree builder runs; later phases read.
//!
//! Scripting is off: `<noscript>` holds elements, `<template>` holds a fragment of its own that is not shown.

pub mod node;
pub mod iterate;
pub mod document;
pub mod sink;
pub mod parse;
pub mod dump;

pub use document::{Document, QuirksMode};
pub use node::{Attribute, ElementData, Node, NodeData, NodeId, NodeRef};
pub use parse::{parse_html, parse_xml};
