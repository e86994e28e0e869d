//! Text to document.

use ashlar_gc::Cx;
use html5ever::tendril::TendrilSink;
use html5ever::tree_builder::TreeBuilderOpts;
use html5ever::{ParseOpts, parse_document};
use url::Url;

use super::document::Document;
use super::sink::Sink;

/// Characters given to the tokenizer at once.
const CHUNK: usize = 64 << 10;

/// [Parses an HTML document](https://html.spec.whatwg.org/#parsing). Any text is one.
pub fn parse_html<'h>(cx: &Cx<'h>, text: &str, url: &Url) -> Document<'h> {
    parse_html_with(cx, text, url, false)
}

/// Parses the `srcdoc` of an `<iframe>`, which needs no doctype to be in standards mode.
pub fn parse_srcdoc<'h>(cx: &Cx<'h>, text: &str, url: &Url) -> Document<'h> {
    parse_html_with(cx, text, url, true)
}

fn parse_html_with<'h>(cx: &Cx<'h>, text: &str, url: &Url, iframe_srcdoc: bool) -> Document<'h> {
    let options = ParseOpts {
        tree_builder: TreeBuilderOpts { scripting_enabled: false, iframe_srcdoc, ..TreeBuilderOpts::default() },
        ..ParseOpts::default()
    };
    let mut parser = parse_document(Sink::new(cx, url, true), options);
    for chunk in chunks(text) {
        parser.process(chunk.into());
    }
    parser.finish()
}

/// Parses an XML document (XHTML, SVG). Errors do not end it: what can be read is read.
pub fn parse_xml<'h>(cx: &Cx<'h>, text: &str, url: &Url) -> Document<'h> {
    let mut parser =
        xml5ever::driver::parse_document(Sink::new(cx, url, false), xml5ever::driver::XmlParseOpts::default());
    for chunk in chunks(text) {
        parser.process(chunk.into());
    }
    parser.finish()
}

/// The text in pieces cut between characters.
fn chunks(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let (chunk, tail) = rest.split_at(rest.ceil_char_boundary(CHUNK.min(rest.len())));
        rest = tail;
        Some(chunk)
    })
}
