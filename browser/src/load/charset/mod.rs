//! From bytes to text: which encoding, by the order the standards give.
//!
//! * HTML: byte order mark, HTTP header, `<meta>` ([prescan]), else windows-1252.
//! * XML: byte order mark, HTTP header, XML declaration, else UTF-8.
//! * Style sheets: byte order mark, HTTP header, `@charset`, the referring document's encoding, else UTF-8.
//! * Plain text: byte order mark, HTTP header, UTF-8 if it is valid, else windows-1252.

mod prescan;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

pub use prescan::{prescan, xml_encoding};

/// Text and how it was read.
#[derive(Clone, Debug)]
pub struct Decoded {
    /// The text, without byte order mark.
    pub text: String,
    /// The encoding used: sheets without one of their own inherit it.
    pub encoding: &'static Encoding,
    /// Some bytes were not of this encoding and became U+FFFD.
    pub had_errors: bool,
}

/// What kind of text it is, which decides where a declaration may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Syntax {
    /// `text/html`.
    Html,
    /// XML of any vocabulary.
    Xml,
    /// A text file.
    Plain,
}

/// Bytes of an HTML document that are searched for a `<meta>` before parsing begins
/// ([the encoding sniffing algorithm](https://html.spec.whatwg.org/#encoding-sniffing-algorithm)).
const PRESCAN_BYTES: usize = 1024;
/// How far a late `<meta>` is honoured. The standard lets the parser
/// [change the encoding](https://html.spec.whatwg.org/#change-the-encoding) when it meets one at any place; finding it before parsing gives the
/// same text without parsing twice. Pages put it in the head.
const LATE_META_BYTES: usize = 64 << 10;

/// Decodes a document. `charset` is the label of the HTTP header or of the user.
pub fn decode_document(bytes: &[u8], syntax: Syntax, charset: Option<&str>) -> Decoded {
    let declared = || match syntax {
        Syntax::Html => prescan(&bytes[..bytes.len().min(PRESCAN_BYTES)])
            .or_else(|| prescan(&bytes[..bytes.len().min(LATE_META_BYTES)]))
            .unwrap_or(WINDOWS_1252),
        Syntax::Xml => xml_encoding(bytes).unwrap_or(UTF_8),
        Syntax::Plain if std::str::from_utf8(bytes).is_ok() => UTF_8,
        Syntax::Plain => WINDOWS_1252,
    };
    decode(bytes, charset, declared)
}

/// [Decode a style sheet](https://www.w3.org/TR/css-syntax-3/#input-byte-stream). `environment` is the encoding of the
/// document or sheet that refers to it.
pub fn decode_sheet(bytes: &[u8], charset: Option<&str>, environment: Option<&'static Encoding>) -> Decoded {
    decode(bytes, charset, || at_charset(bytes).or(environment).unwrap_or(UTF_8))
}

fn decode(bytes: &[u8], charset: Option<&str>, declared: impl FnOnce() -> &'static Encoding) -> Decoded {
    let (encoding, skip) = match Encoding::for_bom(bytes) {
        Some(found) => found,
        None => (charset.and_then(|label| Encoding::for_label(label.as_bytes())).unwrap_or_else(declared), 0),
    };
    let (text, had_errors) = encoding.decode_without_bom_handling(&bytes[skip..]);
    Decoded { text: text.into_owned(), encoding, had_errors }
}

/// The encoding of a sheet's first bytes when they are exactly `@charset "…";`
/// ([§ 3.2](https://www.w3.org/TR/css-syntax-3/#determine-the-fallback-encoding)).
fn at_charset(bytes: &[u8]) -> Option<&'static Encoding> {
    let rest = bytes[..bytes.len().min(1024)].strip_prefix(b"@charset \"")?;
    let end = rest.iter().position(|byte| *byte == b'"')?;
    if rest.get(end + 1) != Some(&b';') {
        return None;
    }
    let found = Encoding::for_label(&rest[..end])?;
    // The rule could be read as ASCII, so it cannot be UTF-16 in truth.
    Some(if found == UTF_16BE || found == UTF_16LE { UTF_8 } else { found })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn html(bytes: &[u8], charset: Option<&str>) -> (&'static str, String) {
        let decoded = decode_document(bytes, Syntax::Html, charset);
        (decoded.encoding.name(), decoded.text)
    }

    #[test]
    fn the_byte_order_mark_beats_everything() {
        assert_eq!(html(b"\xef\xbb\xbf<meta charset=latin1>\xc3\xa4", Some("koi8-r")).1, "<meta charset=latin1>ä");
        assert_eq!(html(b"\xff\xfea\0", Some("utf-8")), ("UTF-16LE", "a".to_owned()));
        assert_eq!(html(b"\xfe\xff\0a", None), ("UTF-16BE", "a".to_owned()));
    }

    #[test]
    fn then_the_header_then_meta_then_windows_1252() {
        assert_eq!(html(b"<meta charset=utf-8>", Some("Shift_JIS")).0, "Shift_JIS");
        assert_eq!(html(b"<meta charset=utf-8>", Some("no-such")).0, "UTF-8");
        assert_eq!(html(b"<p>\x80\xe4", None), ("windows-1252", "<p>€ä".to_owned()));
        let mut late = b"<!--".to_vec();
        late.resize(3000, b'x');
        late.extend_from_slice(b"--><meta charset=utf-8>\xc3\xa4");
        assert_eq!(html(&late, None).0, "UTF-8");
    }

    #[test]
    fn xml_is_utf_8_unless_it_says_otherwise() {
        let xml = |bytes| decode_document(bytes, Syntax::Xml, None).encoding.name();
        assert_eq!(xml(b"<html/>"), "UTF-8");
        assert_eq!(xml(b"<?xml version='1.0' encoding='iso-8859-1'?><html/>"), "windows-1252");
        assert_eq!(xml(b"<meta charset=koi8-r>"), "UTF-8");
    }

    #[test]
    fn sheets_have_their_own_order() {
        let sheet = |bytes, charset, environment| decode_sheet(bytes, charset, environment).encoding.name();
        assert_eq!(sheet(b"@charset \"koi8-r\";", None, Some(WINDOWS_1252)), "KOI8-R");
        assert_eq!(sheet(b"@charset \"koi8-r\";", Some("utf-8"), None), "UTF-8");
        assert_eq!(sheet(b"@charset 'koi8-r';", None, Some(WINDOWS_1252)), "windows-1252");
        assert_eq!(sheet(b"@CHARSET \"koi8-r\";", None, None), "UTF-8");
        assert_eq!(sheet(b"@charset \"utf-16be\";", None, Some(WINDOWS_1252)), "UTF-8");
        assert_eq!(sheet(b"\xef\xbb\xbfa{}", Some("koi8-r"), None), "UTF-8");
    }

    #[test]
    fn plain_text_is_utf_8_when_it_can_be() {
        assert_eq!(decode_document("ä".as_bytes(), Syntax::Plain, None).text, "ä");
        assert_eq!(decode_document(b"\xe4", Syntax::Plain, None).text, "ä");
    }
}
