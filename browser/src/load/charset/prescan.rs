//! [Prescan a byte stream to determine its encoding](https://html.spec.whatwg.org/#prescan-a-byte-stream-to-determine-its-encoding):
//! the standard's own small tokenizer, step for step, which sees tags and comments but no scripts and no nesting.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

/// Looks for a declaration in the first bytes of an HTML document.
pub fn prescan(bytes: &[u8]) -> Option<&'static Encoding> {
    // Prescan for UTF-16 XML declarations.
    if bytes.starts_with(b"<\0?\0x\0") {
        return Some(UTF_16LE);
    }
    if bytes.starts_with(b"\0<\0?\0x") {
        return Some(UTF_16BE);
    }
    let mut scan = Scan { bytes, at: 0 };
    scan.run().or_else(|| xml_encoding(bytes))
}

struct Scan<'b> {
    bytes: &'b [u8],
    at: usize,
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | 0x0c | b'\r' | b' ')
}

impl Scan<'_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn rest(&self) -> &[u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    /// The loop over the bytes. `None` when they end.
    fn run(&mut self) -> Option<&'static Encoding> {
        while self.at < self.bytes.len() {
            let rest = self.rest();
            if rest.starts_with(b"<!--") {
                // The end's two dashes may be those of the beginning.
                let end = rest.windows(3).skip(2).position(|three| three == b"-->")?;
                self.at += end + 2 + 2;
            } else if is_meta(rest) {
                self.at += 5;
                if let Some(found) = self.meta() {
                    return Some(found);
                }
            } else if is_tag(rest) {
                while !is_space(self.peek()?) && self.peek()? != b'>' {
                    self.at += 1;
                }
                while self.attribute()?.is_some() {}
            } else if rest.starts_with(b"<!") || rest.starts_with(b"</") || rest.starts_with(b"<?") {
                let end = rest.iter().position(|byte| *byte == b'>')?;
                self.at += end;
            }
            self.at += 1;
        }
        None
    }

    /// The attributes of a `<meta>`, and what they declare.
    fn meta(&mut self) -> Option<&'static Encoding> {
        let mut seen: Vec<Vec<u8>> = Vec::new();
        let (mut got_pragma, mut need_pragma, mut charset) = (false, None, None);
        // The bytes' end inside the tag ends the prescan: there is nothing to return.
        while let Some((name, value)) = self.attribute()? {
            if seen.contains(&name) {
                continue;
            }
            match name.as_slice() {
                b"http-equiv" if value == b"content-type" => got_pragma = true,
                b"content" => {
                    if charset.is_none()
                        && let Some(found) = charset_in_content(&value)
                    {
                        charset = Some(found);
                        need_pragma = Some(true);
                    }
                }
                b"charset" => {
                    charset = Encoding::for_label(&value);
                    need_pragma = Some(false);
                }
                _ => {}
            }
            seen.push(name);
        }
        if need_pragma? && !got_pragma {
            return None;
        }
        Some(as_ascii_compatible(charset?))
    }

    /// [Get an attribute](https://html.spec.whatwg.org/#concept-get-attributes-when-sniffing): outer `None` when
    /// the bytes end, inner `None` when the tag has no more.
    #[allow(clippy::type_complexity)]
    fn attribute(&mut self) -> Option<Option<(Vec<u8>, Vec<u8>)>> {
        while is_space(self.peek()?) || self.peek()? == b'/' {
            self.at += 1;
        }
        if self.peek()? == b'>' {
            return Some(None);
        }
        let (mut name, mut value) = (Vec::new(), Vec::new());
        loop {
            match self.peek()? {
                b'=' if !name.is_empty() => break,
                byte if is_space(byte) => {
                    while is_space(self.peek()?) {
                        self.at += 1;
                    }
                    if self.peek()? != b'=' {
                        return Some(Some((name, value)));
                    }
                    break;
                }
                b'/' | b'>' => return Some(Some((name, value))),
                byte => name.push(byte.to_ascii_lowercase()),
            }
            self.at += 1;
        }
        // Past the equals sign and the spaces after it.
        self.at += 1;
        while is_space(self.peek()?) {
            self.at += 1;
        }
        match self.peek()? {
            quote @ (b'"' | b'\'') => {
                self.at += 1;
                while self.peek()? != quote {
                    value.push(self.peek()?.to_ascii_lowercase());
                    self.at += 1;
                }
                self.at += 1;
                return Some(Some((name, value)));
            }
            b'>' => return Some(Some((name, value))),
            _ => {}
        }
        while !is_space(self.peek()?) && self.peek()? != b'>' {
            value.push(self.peek()?.to_ascii_lowercase());
            self.at += 1;
        }
        Some(Some((name, value)))
    }
}

fn is_meta(rest: &[u8]) -> bool {
    rest.len() >= 6 && rest[..5].eq_ignore_ascii_case(b"<meta") && (is_space(rest[5]) || rest[5] == b'/')
}

fn is_tag(rest: &[u8]) -> bool {
    let after = rest.strip_prefix(b"</").or_else(|| rest.strip_prefix(b"<"));
    after.and_then(<[u8]>::first).is_some_and(u8::is_ascii_alphabetic)
}

/// UTF-16 cannot be true of bytes that were read as ASCII; x-user-defined is a historic name.
fn as_ascii_compatible(encoding: &'static Encoding) -> &'static Encoding {
    if encoding == UTF_16BE || encoding == UTF_16LE {
        UTF_8
    } else if encoding == encoding_rs::X_USER_DEFINED {
        WINDOWS_1252
    } else {
        encoding
    }
}

/// [Extract a character encoding from a meta element](https://html.spec.whatwg.org/#algorithm-for-extracting-a-character-encoding-from-a-meta-element)'s
/// `content`, which is in lower case here.
fn charset_in_content(content: &[u8]) -> Option<&'static Encoding> {
    let mut at = 0;
    loop {
        let found = content.get(at..)?.windows(7).position(|seven| seven == b"charset")?;
        at += found + 7;
        while content.get(at).is_some_and(|byte| is_space(*byte)) {
            at += 1;
        }
        if content.get(at) == Some(&b'=') {
            at += 1;
            break;
        }
    }
    while content.get(at).is_some_and(|byte| is_space(*byte)) {
        at += 1;
    }
    let rest = content.get(at..)?;
    let label = match rest.first()? {
        quote @ (b'"' | b'\'') => {
            let end = rest[1..].iter().position(|byte| byte == quote)?;
            &rest[1..=end]
        }
        _ => &rest[..rest.iter().position(|byte| is_space(*byte) || *byte == b';').unwrap_or(rest.len())],
    };
    Encoding::for_label(label)
}

/// [Get an XML encoding](https://html.spec.whatwg.org/#concept-get-xml-encoding-when-sniffing) from the XML declaration.
pub fn xml_encoding(bytes: &[u8]) -> Option<&'static Encoding> {
    if bytes.starts_with(b"<\0?\0x\0") {
        return Some(UTF_16LE);
    }
    if bytes.starts_with(b"\0<\0?\0x") {
        return Some(UTF_16BE);
    }
    if !bytes.starts_with(b"<?xml") {
        return None;
    }
    let declaration = &bytes[..bytes.iter().position(|byte| *byte == b'>')?];
    let mut at = declaration.windows(8).position(|eight| eight == b"encoding")? + 8;
    let skip = |at: &mut usize| {
        while declaration.get(*at).is_some_and(|byte| *byte <= 0x20) {
            *at += 1;
        }
    };
    skip(&mut at);
    if declaration.get(at) != Some(&b'=') {
        return None;
    }
    at += 1;
    skip(&mut at);
    let quote = *declaration.get(at).filter(|byte| matches!(byte, b'"' | b'\''))?;
    let rest = &declaration[at + 1..];
    let label = &rest[..rest.iter().position(|byte| *byte == quote)?];
    if label.iter().any(|byte| *byte <= 0x20) {
        return None;
    }
    Encoding::for_label(label).map(|found| if found == UTF_16BE || found == UTF_16LE { UTF_8 } else { found })
}

#[cfg(test)]
mod tests {
    use super::prescan;

    fn name(bytes: &[u8]) -> &'static str {
        prescan(bytes).map_or("", encoding_rs::Encoding::name)
    }

    #[test]
    fn meta_charset() {
        assert_eq!(name(b"<meta charset=utf-8>"), "UTF-8");
        assert_eq!(name(b"<!DOCTYPE html><html lang=de><META/CHARSET='KOI8-R'/>"), "KOI8-R");
        assert_eq!(name(b"<meta charset = \"shift_jis\" >"), "Shift_JIS");
        assert_eq!(name(b"<meta charset=utf-16le>"), "UTF-8");
        assert_eq!(name(b"<meta charset=x-user-defined>"), "windows-1252");
        assert_eq!(name(b"<meta charset=bogus><meta charset=utf-8>"), "UTF-8");
        assert_eq!(name(b"<metacharset=utf-8>"), "");
        // The first of two equal attributes counts.
        assert_eq!(name(b"<meta charset=utf-8 charset=koi8-r>"), "UTF-8");
    }

    #[test]
    fn meta_content_needs_the_pragma() {
        assert_eq!(name(b"<meta http-equiv=Content-Type content='text/html; charset=euc-jp'>"), "EUC-JP");
        assert_eq!(name(b"<meta content='text/html; charset=euc-jp' http-equiv='content-type'>"), "EUC-JP");
        assert_eq!(name(b"<meta content='text/html; charset=euc-jp'>"), "");
        assert_eq!(name(b"<meta http-equiv=content-type content='charset charset = \"euc-kr\" x'>"), "EUC-KR");
        assert_eq!(name(b"<meta http-equiv=content-type content='charset=\"euc-kr'>"), "");
    }

    #[test]
    fn comments_and_other_tags_are_passed_over() {
        assert_eq!(name(b"<!-- <meta charset=koi8-r> --><meta charset=utf-8>"), "UTF-8");
        assert_eq!(name(b"<!--><meta charset=koi8-r>"), "KOI8-R");
        assert_eq!(name(b"<a title='<meta charset=koi8-r>'><meta charset=utf-8>"), "UTF-8");
        assert_eq!(name(b"<?php <meta charset=koi8-r> ?><meta charset=utf-8>"), "UTF-8");
        assert_eq!(name(b"</p <meta charset=koi8-r>><meta charset=utf-8>"), "UTF-8");
        assert_eq!(name(b"<meta charset=utf-8"), "");
    }

    #[test]
    fn xml_declarations_count_last() {
        assert_eq!(name(b"<?xml version='1.0' encoding='euc-kr'?><html>"), "EUC-KR");
        assert_eq!(name(b"<?xml version='1.0' encoding='euc-kr'?><meta charset=utf-8>"), "UTF-8");
        assert_eq!(name(b"<?xml encoding = \"utf-16\"?>"), "UTF-8");
        assert_eq!(name(b"<\0?\0x\0m\0l\0"), "UTF-16LE");
    }
}
