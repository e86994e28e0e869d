//! How much of each pixel a shape covers: exact areas from an accumulation buffer.
//!
//! A path is flattened into edges ([`edges`]); [`scan`] walks the rows of a rectangle. In one row each edge adds its
//! signed area to the pixels it passes and its height to everything on the right; the running sum along the row is
//! then the winding number times the covered part. Sums are integers (1/65536 pixel), so neither the order of edges
//! nor the cut into bands changes a result.

mod edges;
mod mask;
mod scan;

pub(crate) use edges::arc_quads;
pub(crate) use mask::{Mask, multiply_into};
pub(crate) use scan::{Cover, Scanner};
