//! Pictures to files, and the picture hash.

mod hash;
mod png_file;

pub use hash::sha256;
pub use png_file::{EncodeError, png};
