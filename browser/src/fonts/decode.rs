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
    check_tables((*data).as_ref())?;
    Face::new(data, 0)
}

/// Refuses a font that ends before its last table does, as browsers do: it may come to a stop in the middle of a page.
fn check_tables(bytes: &[u8]) -> Result<(), &'static str> {
    let number = |at: usize, length: usize| -> Option<usize> {
        let digits = bytes.get(at..at.checked_add(length)?)?;
        Some(digits.iter().fold(0, |number, byte| number << 8 | usize::from(*byte)))
    };
    let directory = if bytes.starts_with(b"ttcf") { number(12, 4) } else { Some(0) };
    let inside = directory.and_then(|directory| {
        let tables = number(directory.checked_add(4)?, 2)?;
        (0..tables).try_for_each(|table| {
            let record = directory.checked_add(12 + 16 * table)?;
            let end = number(record.checked_add(8)?, 4)?.checked_add(number(record.checked_add(12)?, 4)?)?;
            (end <= bytes.len()).then_some(())
        })
    });
    inside.ok_or("it ends too early")
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
