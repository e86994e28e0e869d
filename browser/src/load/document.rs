//! From the bytes of a page to text that a parser can read: what kind of document, in which encoding.

use url::Url;

use super::address::PageInput;
use super::charset::{self, Syntax};
use super::content_type::{ContentType, sniff_binary, sniff_unknown};
use super::error::LoadError;
use super::resource::Resource;
use super::viewer;

/// Which parser the text is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DocumentKind {
    /// The HTML parser.
    Html,
    /// An XML parser; the document is XHTML or treated as such, and never in quirks mode.
    Xhtml,
}

/// What the bytes were before a viewer document was made around them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Content {
    /// A page.
    Page,
    /// A raster image.
    Image,
    /// A drawing.
    Svg,
    /// A text file.
    Text,
}

/// A document ready to be parsed.
#[derive(Clone, Debug)]
pub struct LoadedDocument {
    /// Its address after redirects.
    pub url: Url,
    /// Which parser.
    pub kind: DocumentKind,
    /// Its text: the page's own, or that of a viewer around an image, a drawing or a text file.
    pub text: String,
    /// The encoding the text was in: style sheets without a declaration are in it too.
    pub encoding: &'static encoding_rs::Encoding,
    /// What the bytes were.
    pub content: Content,
    /// The HTTP status.
    pub status: Option<u16>,
    /// The body ended before its announced length.
    pub truncated: bool,
}

impl LoadedDocument {
    /// A document whose text is in another one.
    pub fn inline(text: &str) -> Self {
        Self {
            url: Url::parse("about:srcdoc").expect("invariant: a constant URL"),
            kind: DocumentKind::Html,
            text: text.to_owned(),
            encoding: encoding_rs::UTF_8,
            content: Content::Page,
            status: None,
            truncated: false,
        }
    }
}

/// The type of a document's bytes: as stated, unless the statement says nothing.
fn essence(resource: &Resource) -> ContentType {
    match &resource.content_type {
        Some(stated) if !stated.is_unknown() => stated.clone(),
        _ => ContentType::of(sniff_unknown(&resource.bytes)),
    }
}

/// Makes text of a document's bytes. `charset` overrides what the document says about itself.
pub fn decode(resource: &Resource, charset: Option<&str>) -> Result<LoadedDocument, LoadError> {
    let content_type = essence(resource);
    let label = charset.or(content_type.charset.as_deref());
    let url = resource.final_url.clone();
    let finish = |kind, content, text, encoding| {
        Ok(LoadedDocument {
            url: url.clone(),
            kind,
            text,
            encoding,
            content,
            status: resource.status,
            truncated: resource.truncated,
        })
    };
    let read = |syntax| charset::decode_document(&resource.bytes, syntax, label);
    let drawing = |source: &str| viewer::svg_page(&url, source);
    match content_type.essence.as_str() {
        "text/html" => {
            let decoded = read(Syntax::Html);
            finish(DocumentKind::Html, Content::Page, decoded.text, decoded.encoding)
        }
        "image/svg+xml" => {
            // A compressed drawing stays bytes until the image decoder has it.
            let source = read(Syntax::Xml).text;
            finish(DocumentKind::Html, Content::Svg, drawing(&source), encoding_rs::UTF_8)
        }
        _ if content_type.is_xml() => {
            let decoded = read(Syntax::Xml);
            if viewer::is_svg_root(&decoded.text) {
                return finish(DocumentKind::Html, Content::Svg, drawing(&decoded.text), encoding_rs::UTF_8);
            }
            finish(DocumentKind::Xhtml, Content::Page, decoded.text, decoded.encoding)
        }
        other if other.starts_with("image/") => {
            finish(DocumentKind::Html, Content::Image, viewer::image_page(&url), encoding_rs::UTF_8)
        }
        other if is_text(other) => {
            let decoded = read(Syntax::Plain);
            let page = viewer::text_page(&url, &decoded.text);
            finish(DocumentKind::Html, Content::Text, page, encoding_rs::UTF_8)
        }
        other => Err(LoadError::NotAPage { url: url.clone(), content_type: other.to_owned() }),
    }
}

fn is_text(essence: &str) -> bool {
    essence.starts_with("text/")
        || matches!(essence, "application/json" | "application/javascript" | "application/x-javascript")
        || essence.ends_with("+json")
}

/// The resource that bytes given without an address amount to. `base` is where its relative URLs lead.
pub fn from_bytes(bytes: &[u8], content_type: Option<&str>, base: Option<&Url>) -> Resource {
    let blank = || Url::parse("about:blank").expect("invariant: about:blank is a URL");
    let content_type = content_type.and_then(ContentType::parse).unwrap_or_else(|| match sniff_unknown(bytes) {
        // Bytes on standard input are a page unless they are certainly something else.
        "text/plain" => ContentType::of("text/html"),
        other => ContentType::of(other),
    });
    let url = match sniff_binary(bytes).filter(|found| found.starts_with("image/")) {
        Some(_) => data_url(&content_type.essence, bytes),
        None if content_type.essence == "image/svg+xml" => data_url(&content_type.essence, bytes),
        None => base.cloned().unwrap_or_else(blank),
    };
    Resource::local(url, bytes, Some(content_type))
}

/// A `data:` URL of bytes, so that a viewer document can refer to what has no address.
fn data_url(essence: &str, bytes: &[u8]) -> Url {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    let mut text = format!("data:{essence},");
    text.reserve(bytes.len() * 3);
    for byte in bytes {
        text.push('%');
        text.push(char::from(HEX[usize::from(byte >> 4)]));
        text.push(char::from(HEX[usize::from(byte & 15)]));
    }
    Url::parse(&text).expect("invariant: a percent-encoded data: URL is a URL")
}

impl PageInput {
    /// A short name of the input for messages.
    pub fn name(&self) -> String {
        match self {
            Self::Url(url) => crate::diagnostics::shorten(url.as_str()),
            Self::Bytes { .. } => "standard input".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(name: &str, bytes: &[u8], content_type: Option<&str>) -> Result<LoadedDocument, LoadError> {
        let url = Url::parse(&format!("http://a/{name}")).unwrap();
        decode(&Resource::local(url, bytes, content_type.and_then(ContentType::parse)), None)
    }

    #[test]
    fn the_type_decides_the_parser() {
        let kind =
            |bytes: &[u8], content_type| document("x", bytes, content_type).map(|d| (d.kind, d.content)).unwrap();
        let (html, xhtml) = (DocumentKind::Html, DocumentKind::Xhtml);
        assert_eq!(kind(b"<p>", Some("text/html")), (html, Content::Page));
        assert_eq!(kind(b"<html/>", Some("application/xhtml+xml")), (xhtml, Content::Page));
        assert_eq!(kind(b"<html/>", Some("text/xml")), (xhtml, Content::Page));
        assert_eq!(kind(b"<svg/>", Some("application/xml")), (html, Content::Svg));
        assert_eq!(kind(b"<svg/>", Some("image/svg+xml")), (html, Content::Svg));
        assert_eq!(kind(b"\x89PNG\r\n\x1a\n", None), (html, Content::Image));
        assert_eq!(kind(b"<p>", Some("text/plain")), (html, Content::Text));
        assert_eq!(kind(b"<p>x", None), (html, Content::Page));
        assert_eq!(kind(b"<!doctype html>", Some("application/octet-stream")), (html, Content::Page));
        assert!(matches!(document("x", b"%PDF-1.7", None), Err(LoadError::NotAPage { .. })));
    }

    #[test]
    fn the_header_s_charset_is_used() {
        assert_eq!(document("x", b"\xc4\xd6", Some("text/html;charset=koi8-r")).unwrap().text, "дж");
    }

    #[test]
    fn bytes_without_an_address_are_html() {
        let base = Url::parse("http://b/c/").unwrap();
        let resource = from_bytes(b"hello", None, Some(&base));
        assert_eq!((resource.final_url.as_str(), resource.essence()), ("http://b/c/", "text/html"));
        assert_eq!(from_bytes(b"<p>", None, None).final_url.as_str(), "about:blank");
        let png = from_bytes(b"\x89PNG\r\n\x1a\n", None, Some(&base));
        assert!(png.final_url.as_str().starts_with("data:image/png,%89PNG".get(..16).unwrap()));
    }
}
