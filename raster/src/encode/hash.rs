//! The picture hash.

use std::fmt::Write as _;

use sha2::{Digest, Sha256};

use crate::pixmap::Pixmap;

/// SHA-256 of width and height (each four bytes, little endian) and the straight RGBA bytes, in lower-case hexadecimal.
#[must_use]
pub fn sha256(picture: &Pixmap) -> String {
    let mut hash = Sha256::new();
    hash.update(picture.width().to_le_bytes());
    hash.update(picture.height().to_le_bytes());
    hash.update(picture.to_straight());
    let mut out = String::with_capacity(64);
    for byte in hash.finalize() {
        let _ = write!(out, "{byte:02x}");
    }
    out
}
