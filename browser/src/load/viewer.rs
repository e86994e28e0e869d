//! The documents a browser makes around something that is not a page: an image, a drawing, a text file.

use std::fmt::Write as _;

use url::Url;

/// Escapes text for element content and quoted attributes.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 16);
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // The tokenizer would drop it at the beginning of <pre> and merge it elsewhere.
            '\r' => out.push_str("&#13;"),
            other => out.push(other),
        }
    }
    out
}

/// The last part of a URL's path, for the title.
fn file_name(url: &Url) -> String {
    let name = url.path_segments().and_then(|mut parts| parts.next_back()).unwrap_or_default();
    String::from_utf8_lossy(&percent_decode(name)).into_owned()
}

/// Undoes percent-encoding.
pub(crate) fn percent_decode(text: &str) -> Vec<u8> {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let pair = bytes.get(at + 1..at + 3).and_then(|pair| std::str::from_utf8(pair).ok());
        match pair.filter(|_| bytes[at] == b'%').and_then(|pair| u8::from_str_radix(pair, 16).ok()) {
            Some(byte) => {
                out.push(byte);
                at += 3;
            }
            None => {
                out.push(bytes[at]);
                at += 1;
            }
        }
    }
    out
}

/// A raster image alone: in the middle of a dark page, made smaller when it does not fit, as Chromium shows it.
pub fn image_page(url: &Url) -> String {
    format!(
        "<!DOCTYPE html><html style=\"height:100%\"><head><title>{}</title></head><body style=\"margin:0;height:100%;\
         background-color:rgb(14,14,14);display:flex\"><img style=\"display:block;margin:auto;max-width:100vw;\
         max-height:100vh;background-color:hsl(0,0%,90%)\" src=\"{}\"></body></html>",
        escape(&file_name(url)),
        escape(url.as_str())
    )
}

/// A drawing alone: at the top left in its own size, or over the whole viewport when it has none.
pub fn svg_page(url: &Url, source: &str) -> String {
    let mut style = String::from("display:block");
    let root = root_tag(source).unwrap_or_default();
    for (attribute, all) in [("width", "100vw"), ("height", "100vh")] {
        if !has_attribute(root, attribute) {
            let _ = write!(style, ";{attribute}:{all}");
        }
    }
    format!(
        "<!DOCTYPE html><html><head><title>{}</title></head><body style=\"margin:0\"><img style=\"{style}\" src=\"{}\">\
         </body></html>",
        escape(&file_name(url)),
        escape(url.as_str())
    )
}

/// A text file: one preformatted block whose long lines wrap.
pub fn text_page(url: &Url, text: &str) -> String {
    // The tokenizer drops one line feed after <pre>, so one is given.
    format!(
        "<!DOCTYPE html><html><head><title>{}</title></head><body><pre style=\"word-wrap:break-word;\
         white-space:pre-wrap\">\n{}</pre></body></html>",
        escape(&file_name(url)),
        escape(text)
    )
}

/// The first element's tag of an XML document, from its name to before its `>`, past prolog and comments.
pub(crate) fn root_tag(source: &str) -> Option<&str> {
    let mut rest = source;
    loop {
        rest = &rest[rest.find('<')?..];
        if let Some(comment) = rest.strip_prefix("<!--") {
            rest = &comment[comment.find("-->")? + 3..];
        } else if rest.starts_with("<!") {
            rest = &rest[doctype_end(rest)?..];
        } else if rest.starts_with("<?") {
            rest = &rest[rest.find("?>")? + 2..];
        } else {
            return tag_end(rest).map(|end| &rest[1..end]);
        }
    }
}

/// The end of a document type declaration, internal subset included.
fn doctype_end(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, character) in text.char_indices() {
        match character {
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            '>' if depth == 0 => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// Where a tag ends, quotes respected.
fn tag_end(text: &str) -> Option<usize> {
    let mut quote = None;
    for (at, character) in text.char_indices() {
        match (quote, character) {
            (None, '>') => return Some(at),
            (None, '"' | '\'') => quote = Some(character),
            (Some(open), other) if open == other => quote = None,
            _ => {}
        }
    }
    None
}

/// Whether a tag has an attribute of this name.
fn has_attribute(tag: &str, name: &str) -> bool {
    let mut rest = tag;
    while let Some(at) = rest.find(name) {
        let before = rest[..at].chars().next_back().is_some_and(|c| c.is_ascii_whitespace() || matches!(c, '"' | '\''));
        let after = rest[at + name.len()..].trim_start().starts_with('=');
        if before && after {
            return true;
        }
        rest = &rest[at + name.len()..];
    }
    false
}

/// Whether an XML document is a drawing: its root is `svg`, with or without a prefix.
pub(crate) fn is_svg_root(source: &str) -> bool {
    let name = root_tag(source).and_then(|tag| tag.split(|c: char| c.is_ascii_whitespace() || c == '/').next());
    name.is_some_and(|name| name == "svg" || name.ends_with(":svg"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_root_of_a_drawing_is_found_behind_its_prolog() {
        let source = "<?xml version='1.0'?><!DOCTYPE svg [<!ENTITY a 'b>'>]><!-- <svg width='1'> --><svg\n viewBox='0 0 1 1' stroke-width='2' height = '3'><g/></svg>";
        assert!(is_svg_root(source));
        let root = root_tag(source).unwrap();
        assert!(has_attribute(root, "height") && !has_attribute(root, "width"));
        assert!(!is_svg_root("<html xmlns='http://www.w3.org/1999/xhtml'><svg/></html>"));
    }

    #[test]
    fn text_is_shown_and_not_parsed() {
        let url = Url::parse("file:///a%20b.txt").unwrap();
        let page = text_page(&url, "\n<b>&amp;\n");
        assert!(page.contains("<title>a b.txt</title>"));
        assert!(page.contains("\">\n\n&lt;b&gt;&amp;amp;\n</pre>"));
    }
}
