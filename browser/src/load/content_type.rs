//! Media types: parsing the header, guessing from a file's name, sniffing bytes.
//!
//! Sniffing follows the [MIME Sniffing standard](https://mimesniff.spec.whatwg.org/) where a type is missing; a type
//! that a server does state is believed.

use data_url::mime::Mime;

/// A media type as far as a renderer cares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContentType {
    /// `type/subtype` in lower case.
    pub essence: String,
    /// The `charset` parameter as given.
    pub charset: Option<String>,
}

impl ContentType {
    /// A type without parameters.
    pub fn of(essence: &str) -> Self {
        Self { essence: essence.to_ascii_lowercase(), charset: None }
    }

    /// [Parse a MIME type](https://mimesniff.spec.whatwg.org/#parse-a-mime-type). `None` when it is not one.
    pub fn parse(header: &str) -> Option<Self> {
        header.parse::<Mime>().ok().map(|mime| Self::from_mime(&mime))
    }

    /// From the parser's own type.
    pub fn from_mime(mime: &Mime) -> Self {
        Self {
            essence: format!("{}/{}", mime.type_, mime.subtype).to_ascii_lowercase(),
            charset: mime.get_parameter("charset").map(str::to_owned),
        }
    }

    /// What a file's name says. `None` where names say nothing: then the bytes decide.
    pub fn from_extension(extension: &str) -> Option<Self> {
        let essence = match extension.to_ascii_lowercase().as_str() {
            "html" | "htm" | "shtml" => "text/html",
            "xhtml" | "xht" | "xhtm" => "application/xhtml+xml",
            "xml" => "application/xml",
            "svg" => "image/svg+xml",
            "css" => "text/css",
            "js" | "mjs" => "text/javascript",
            "json" => "application/json",
            "txt" | "text" | "log" | "md" | "csv" | "tsv" => "text/plain",
            "png" => "image/png",
            "jpg" | "jpeg" | "jpe" | "jfif" => "image/jpeg",
            "gif" => "image/gif",
            "webp" => "image/webp",
            "bmp" => "image/bmp",
            "ico" | "cur" => "image/x-icon",
            "avif" => "image/avif",
            "ttf" => "font/ttf",
            "otf" => "font/otf",
            "woff" => "font/woff",
            "woff2" => "font/woff2",
            "pdf" => "application/pdf",
            _ => return None,
        };
        Some(Self::of(essence))
    }

    /// Whether it is an XML type ([definition](https://mimesniff.spec.whatwg.org/#xml-mime-type)).
    pub fn is_xml(&self) -> bool {
        matches!(self.essence.as_str(), "text/xml" | "application/xml") || self.essence.ends_with("+xml")
    }

    /// Whether a server that says this knows nothing
    /// ([sniffed types](https://mimesniff.spec.whatwg.org/#mime-type-sniffing-algorithm)).
    pub fn is_unknown(&self) -> bool {
        matches!(
            self.essence.as_str(),
            "unknown/unknown" | "application/unknown" | "*/*" | "application/octet-stream" | "binary/octet-stream"
        )
    }
}

/// The media type of an image, font or archive by its first bytes
/// ([§ 6](https://mimesniff.spec.whatwg.org/#matching-a-mime-type-pattern)).
pub fn sniff_binary(bytes: &[u8]) -> Option<&'static str> {
    let riff = |kind: &[u8]| bytes.starts_with(b"RIFF") && bytes.get(8..8 + kind.len()) == Some(kind);
    let avif = bytes.get(4..12).is_some_and(|head| head == b"ftypavif" || head == b"ftypavis");
    let found = match bytes {
        _ if bytes.starts_with(b"\x89PNG\r\n\x1a\n") => "image/png",
        _ if bytes.starts_with(b"\xff\xd8\xff") => "image/jpeg",
        _ if bytes.starts_with(b"GIF87a") || bytes.starts_with(b"GIF89a") => "image/gif",
        _ if riff(b"WEBPVP") => "image/webp",
        _ if bytes.starts_with(b"BM") && bytes.len() > 26 && bytes[6..10] == [0; 4] => "image/bmp",
        _ if bytes.starts_with(b"\0\0\x01\0") || bytes.starts_with(b"\0\0\x02\0") => "image/x-icon",
        _ if avif => "image/avif",
        _ if bytes.starts_with(b"wOFF") => "font/woff",
        _ if bytes.starts_with(b"wOF2") => "font/woff2",
        _ if bytes.starts_with(b"OTTO") => "font/otf",
        _ if bytes.starts_with(b"\0\x01\0\0") => "font/ttf",
        _ if bytes.starts_with(b"%PDF-") => "application/pdf",
        _ if bytes.starts_with(b"PK\x03\x04") => "application/zip",
        _ if bytes.starts_with(b"\x1f\x8b\x08") => "application/gzip",
        _ => return None,
    };
    Some(found)
}

/// The tags that make bytes HTML when nothing else is known
/// ([§ 7.1](https://mimesniff.spec.whatwg.org/#identifying-a-resource-with-an-unknown-mime-type)).
const HTML_STARTS: [&[u8]; 17] = [
    b"<!DOCTYPE HTML",
    b"<HTML",
    b"<HEAD",
    b"<SCRIPT",
    b"<IFRAME",
    b"<H1",
    b"<DIV",
    b"<FONT",
    b"<TABLE",
    b"<A",
    b"<STYLE",
    b"<TITLE",
    b"<B",
    b"<BODY",
    b"<BR",
    b"<P",
    b"<!--",
];

/// [Identify a resource with an unknown MIME type](https://mimesniff.spec.whatwg.org/#identifying-a-resource-with-an-unknown-mime-type).
pub fn sniff_unknown(bytes: &[u8]) -> &'static str {
    if let Some(found) = sniff_binary(bytes) {
        return found;
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let start = bytes.iter().position(|byte| !byte.is_ascii_whitespace()).unwrap_or(bytes.len());
    let text = &bytes[start..];
    let begins = |pattern: &[u8]| {
        let matches = text.len() >= pattern.len() && text[..pattern.len()].eq_ignore_ascii_case(pattern);
        matches
            && (pattern == b"<!--"
                || matches!(text.get(pattern.len()), None | Some(b' ' | b'>' | b'\t' | b'\n' | b'\r' | b'/')))
    };
    if HTML_STARTS.iter().any(|pattern| begins(pattern)) {
        return "text/html";
    }
    if text.starts_with(b"<?xml") {
        return "application/xml";
    }
    // AD-HOC: the standard has no pattern for these two, but a file without a name's ending is likely one of them.
    if begins(b"<svg") {
        return "image/svg+xml";
    }
    let utf16 = bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff");
    let binary = |byte: &u8| matches!(byte, 0..=8 | 0x0b | 0x0e..=0x1a | 0x1c..=0x1f);
    if !utf16 && bytes.iter().take(1445).any(binary) {
        return "application/octet-stream";
    }
    // Most text that begins with a tag is a page with an unusual first element.
    if text.first() == Some(&b'<') && text.get(1).is_some_and(u8::is_ascii_alphabetic) {
        "text/html"
    } else {
        "text/plain"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_parsed_by_the_standard() {
        let parsed = ContentType::parse("Text/HTML;charset=\"Shift_JIS\"").unwrap();
        assert_eq!((parsed.essence.as_str(), parsed.charset.as_deref()), ("text/html", Some("Shift_JIS")));
        assert_eq!(ContentType::parse("nonsense"), None);
        assert!(ContentType::parse("application/rss+xml").unwrap().is_xml());
    }

    #[test]
    fn unknown_bytes_are_identified() {
        assert_eq!(sniff_unknown(b"  <!doctype html><p>x"), "text/html");
        assert_eq!(sniff_unknown(b"<!doctype htmlx"), "text/plain");
        assert_eq!(sniff_unknown(b"\n<?xml version='1.0'?><a/>"), "application/xml");
        assert_eq!(sniff_unknown(b"<svg xmlns='http://www.w3.org/2000/svg'/>"), "image/svg+xml");
        assert_eq!(sniff_unknown(b"\x89PNG\r\n\x1a\n...."), "image/png");
        assert_eq!(sniff_unknown(b"hello <b>"), "text/plain");
        assert_eq!(sniff_unknown(b"a\0b"), "application/octet-stream");
        assert_eq!(sniff_unknown(b""), "text/plain");
    }
}
