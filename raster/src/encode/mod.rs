//! Pictures to files, and the picture hash.

mod format;
mod hash;
mod png_file;
mod resize;

pub use format::{EncodeOptions, Format, PngCompression, encode};
pub use hash::sha256;
pub use png_file::{EncodeError, png};
pub use resize::resize;
