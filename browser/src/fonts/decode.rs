//! Font files as they come from the web: bare sfnt, woff, woff2.

use std::sync::Arc;

use super::face::{Face, FontBytes};

/// The greatest font that is unpacked. The largest fonts in use (Chinese, Japanese and Korean in one collection) have half of it.
const MAX_FONT_BYTES: u64 = 256 << 20;

/// Parses a font file from the web; of a collection the first face.
pub(super) fn decode(bytes: &[u8]) -> Result<Face, &'static str> {
    let data: FontBytes = match bytes.first_chunk::<4>() {
        Some(b"wOFF") => {
            check_size(bytes)?;
            Arc::new(wuff::decompress_woff1(bytes).map_err(|_| "its woff container is broken")?)
        }
        Some(b"wOF2") => {
            check_size(bytes)?;
            Arc::new(wuff::decompress_woff2(bytes).map_err(|_| "its woff2 container is broken")?)
        }
        Some(b"OTTO" | b"true" | b"ttcf" | [0, 1, 0, 0]) => Arc::new(bytes.to_vec()),
        _ => return Err("it is no font file"),
    };
    Face::new(data, 0)
}

/// Both containers announce the size of the unpacked font in bytes 16 to 19.
fn check_size(bytes: &[u8]) -> Result<(), &'static str> {
    let size = bytes.get(16..20).and_then(|size| size.first_chunk::<4>()).ok_or("it ends in its header")?;
    if u64::from(u32::from_be_bytes(*size)) > MAX_FONT_BYTES { Err("it is too large") } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_font_is_refused() {
        assert!(decode(b"").is_err());
        assert!(decode(b"<html></html>").is_err());
        assert!(decode(b"wOF2\0\0\0\0").is_err());
        assert!(decode(b"wOFF\0\x01\0\0\0\0\0\x40\0\x01\0\0\0\0\0\x40\0\0\0\0").is_err());
        assert!(decode(&[0, 1, 0, 0, 0, 9, 0, 0, 0, 0]).is_err());
        let whole = super::super::embedded::FILES[0];
        assert!(decode(&whole[..whole.len() / 3]).is_err());
        assert!(decode(whole).is_ok());
    }
}
