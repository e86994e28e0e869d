//! One self-contained HTML page that shows what changed: expected, changed pixels, actual.

use std::fmt::Write;

/// A snapshot that changed.
#[derive(Debug)]
pub struct Change {
    /// The fixture's name.
    pub name: String,
    /// The snapshot's PNG, if it is kept.
    pub expected: Option<Vec<u8>>,
    /// What was drawn.
    pub actual: Vec<u8>,
}

/// The report as HTML.
pub fn html(changes: &[Change]) -> String {
    let mut out = String::from(
        "<!doctype html><meta charset=utf-8><title>Golden report</title><style>body{font:14px sans-serif}\
         td{vertical-align:top;padding:4px}img{border:1px solid #ccc;image-rendering:pixelated}</style>\
         <table><tr><th>fixture<th>expected<th>changed<th>actual</tr>\n",
    );
    for change in changes {
        let expected = change.expected.as_deref();
        let changed = expected.and_then(|expected| difference(expected, &change.actual));
        let _ = writeln!(
            out,
            "<tr><td>{}<td>{}<td>{}<td>{}</tr>",
            change.name,
            expected.map_or_else(|| "(kept by its hash alone)".into(), image),
            changed.as_deref().map_or_else(|| "-".into(), image),
            image(&change.actual)
        );
    }
    out.push_str("</table>\n");
    out
}

fn image(png: &[u8]) -> String {
    format!("<img src=\"data:image/png;base64,{}\">", base64(png))
}

/// Base64 by RFC 4648, with padding.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let bits = u32::from(chunk[0]) << 16
            | u32::from(chunk.get(1).copied().unwrap_or(0)) << 8
            | u32::from(chunk.get(2).copied().unwrap_or(0));
        for position in 0..4 {
            if position <= chunk.len() {
                out.push(char::from(DIGITS[(bits >> (18 - 6 * position) & 63) as usize]));
            } else {
                out.push('=');
            }
        }
    }
    out
}

/// Changed pixels in red on the paled expected picture, as a PNG; `None` where the sizes differ.
fn difference(expected: &[u8], actual: &[u8]) -> Option<Vec<u8>> {
    let (a, b) = (decode(expected)?, decode(actual)?);
    if (a.0, a.1) != (b.0, b.1) {
        return None;
    }
    let mut pixels = Vec::with_capacity(a.2.len());
    for (old, new) in a.2.chunks_exact(4).zip(b.2.chunks_exact(4)) {
        if old == new {
            pixels.extend(old[..3].iter().map(|v| 192 + v / 4));
            pixels.push(255);
        } else {
            pixels.extend([255, 0, 0, 255]);
        }
    }
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, a.0, a.1);
    encoder.set_color(png::ColorType::Rgba);
    encoder.write_header().ok()?.write_image_data(&pixels).ok()?;
    Some(out)
}

fn decode(bytes: &[u8]) -> Option<(u32, u32, Vec<u8>)> {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::ALPHA | png::Transformations::EXPAND);
    let mut reader = decoder.read_info().ok()?;
    let mut pixels = vec![0; reader.output_buffer_size()?];
    let info = reader.next_frame(&mut pixels).ok()?;
    pixels.truncate(info.buffer_size());
    (info.color_type == png::ColorType::Rgba).then_some((info.width, info.height, pixels))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_matches_the_rfc() {
        assert_eq!(base64(b"foob"), "Zm9vYg==");
        assert_eq!(base64(b"fooba"), "Zm9vYmE=");
        assert_eq!(base64(b"foobar"), "Zm9vYmFy");
    }
}
