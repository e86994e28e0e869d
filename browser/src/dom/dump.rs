//! The document as text, one node a line, for `--dump dom` and for tests.

use std::fmt::Write;

use super::document::{Document, QuirksMode};
use super::iterate::{Step, Steps};
use super::node::{NodeData, NodeRef};

/// The document as indented lines. Attributes come in the order of the source.
pub fn dump(document: &Document<'_>) -> String {
    let mode = match document.quirks_mode {
        QuirksMode::Quirks => "quirks",
        QuirksMode::LimitedQuirks => "limited-quirks",
        QuirksMode::NoQuirks => "no-quirks",
    };
    let mut out = format!("#document {mode}\n");
    let mut walks = vec![(Steps::new(document.root), 0usize)];
    while let Some((steps, depth)) = walks.last_mut() {
        match steps.next() {
            None => {
                walks.pop();
            }
            Some(Step::Leave(_)) => *depth = depth.saturating_sub(1),
            Some(Step::Enter(node)) => {
                let line_depth = *depth;
                *depth += 1;
                write_node(&mut out, node, line_depth);
                let contents = node.element().and_then(|element| element.template_contents());
                if let Some(contents) = contents {
                    walks.push((Steps::new(contents), line_depth + 1));
                }
            }
        }
    }
    out
}

fn write_node(out: &mut String, node: NodeRef<'_>, depth: usize) {
    if matches!(node.data(), NodeData::Document) {
        return;
    }
    out.extend(std::iter::repeat_n("  ", depth));
    if let Some(element) = node.element() {
        let prefix = match &**element.namespace() {
            "http://www.w3.org/2000/svg" => "svg ",
            "http://www.w3.org/1998/Math/MathML" => "math ",
            _ => "",
        };
        let _ = write!(out, "<{prefix}{}", element.local_name());
        for attribute in element.attributes() {
            let _ = write!(out, " {}={:?}", attribute.name.local, &*attribute.value);
        }
        out.push_str(">\n");
    } else {
        let _ = writeln!(out, "{:?}", &*node);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::{parse_html, parse_xml};
    use ashlar_gc::Heap;
    use url::Url;

    fn dump_html(text: &str) -> String {
        let url = Url::parse("http://example.org/").unwrap();
        Heap::new().enter(|cx| dump(&parse_html(cx, text, &url)))
    }

    #[test]
    fn misnested_tags_make_the_standards_tree() {
        assert_eq!(
            dump_html("<!doctype html><p>a<b>b<p>c</b>d"),
            "#document no-quirks\n  <!DOCTYPE html>\n  <html>\n    <head>\n    <body>\n      <p>\n        \"a\"\n        <b>\n          \"b\"\n      \
             <p>\n        <b>\n          \"c\"\n        \"d\"\n"
        );
    }

    #[test]
    fn noscript_shows_and_templates_do_not() {
        let tree = dump_html("<body><noscript><p>x</p></noscript><template><i>y</i></template>");
        assert!(tree.starts_with("#document quirks"));
        assert!(tree.contains("<noscript>\n        <p>"), "{tree}");
        assert!(tree.contains("#fragment"), "{tree}");
    }

    #[test]
    fn foreign_content_has_its_namespace() {
        let tree = dump_html("<svg viewbox='0 0 1 1'><foreignobject><p>");
        assert!(tree.contains("<svg svg viewBox=\"0 0 1 1\">"), "{tree}");
        assert!(tree.contains("<svg foreignObject>"), "{tree}");
    }

    #[test]
    fn nesting_is_capped() {
        let url = Url::parse("http://example.org/").unwrap();
        Heap::new().enter(|cx| {
            let document = parse_html(cx, &"<div>".repeat(3_000), &url);
            let deepest =
                crate::dom::iterate::descendants(document.root).map(|node| node.ancestors().count()).max().unwrap();
            assert!(deepest <= crate::limits::MAX_ELEMENT_DEPTH + 1, "{deepest}");
        });
    }

    #[test]
    fn xml_keeps_case_and_cdata() {
        let url = Url::parse("http://example.org/").unwrap();
        let text =
            "<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'><Body><![CDATA[<a>]]>&lt;</Body></html>";
        let tree = Heap::new().enter(|cx| dump(&parse_xml(cx, text, &url)));
        assert!(tree.contains("<Body>\n"), "{tree}");
        assert!(tree.contains("\"<a><\""), "{tree}");
    }

    #[test]
    fn base_title_and_target() {
        let url = Url::parse("http://example.org/a/b#x%20y").unwrap();
        Heap::new().enter(|cx| {
            let text = "<title> A \n b </title><base href='/c/'><p id='x y'>";
            let document = parse_html(cx, text, &url);
            assert_eq!(document.title().as_deref(), Some("A b"));
            assert_eq!(document.resolve_url("d.png").unwrap().as_str(), "http://example.org/c/d.png");
            assert!(document.target().is_some());
        });
    }
}
