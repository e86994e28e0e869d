//! Tests of the parser of style sheets.

use super::*;
use crate::style::media::MediaContext;

fn parse(text: &str) -> Stylesheet {
    parse_stylesheet(text, &Url::parse("http://example.org/s.css").unwrap(), false)
}

/// One line for each style rule, in order: selectors and number of declarations.
fn outline(rules: &[Rule]) -> Vec<String> {
    use cssparser::ToCss;
    let mut lines = Vec::new();
    for rule in rules {
        match rule {
            Rule::Style(style) => {
                let selectors: Vec<String> = style.selectors.slice().iter().map(ToCss::to_css_string).collect();
                lines.push(format!("{} {}", selectors.join(", "), style.declarations.declarations.len()));
                lines.extend(outline(&style.nested).into_iter().map(|line| format!("  {line}")));
            }
            Rule::Media(media, rules) => {
                lines.push(format!("@media {}", media.matches(&MediaContext::screen(800.0, 600.0))));
                lines.extend(outline(rules).into_iter().map(|line| format!("  {line}")));
            }
            Rule::Supports(supported, rules) => {
                lines.push(format!("@supports {supported}"));
                lines.extend(outline(rules).into_iter().map(|line| format!("  {line}")));
            }
            Rule::Layer(block) => lines.extend(outline(&block.rules)),
            Rule::LayerStatement(names) => lines.push(format!("@layer {}", names.len())),
            Rule::Import(import) => lines.push(format!("@import {}", import.url.as_ref().unwrap())),
            Rule::Scope(_, rules) => {
                lines.push("@scope".into());
                lines.extend(outline(rules).into_iter().map(|line| format!("  {line}")));
            }
            _ => lines.push("other".into()),
        }
    }
    lines
}

/// [Error handling](https://www.w3.org/TR/css-syntax-3/#error-handling): only the piece that is wrong is lost.
#[test]
fn malformed_rules_are_left_out() {
    let sheet =
        parse("a { color: red; nonsense; color:; width: 1px } } b { color: red } [ { color: red } c { color: green");
    assert_eq!(outline(&sheet.rules), ["a 2"]);
    let sheet = parse("a { color: red } @unknown x { y } b { color: blue } !! { } c { color: green");
    assert_eq!(outline(&sheet.rules), ["a 1", "b 1", "c 1"]);
    assert_eq!(sheet.errors[0].kind, SheetErrorKind::UnknownAtRule);
    assert_eq!((sheet.errors[0].line, sheet.errors[0].column), (1, 18));
}

#[test]
fn errors_say_where_and_what() {
    let sheet = parse("a {\n  colour: red;\n  width: red;\n}\nb:unknown { }");
    let kinds: Vec<_> = sheet.errors.iter().map(|error| (error.kind, error.line)).collect();
    assert_eq!(
        kinds,
        [(SheetErrorKind::UnknownProperty, 2), (SheetErrorKind::InvalidValue, 3), (SheetErrorKind::InvalidSelector, 5)]
    );
}

/// [Nesting](https://www.w3.org/TR/css-nesting-1/): `&`, bare selectors, combinators, group rules, declarations after rules.
#[test]
fn nested_rules() {
    let sheet = parse(
        ".a { color: red; &.b { color: red } i { color: red } > p { color: red } color: blue; @media all { width: 1px } }",
    );
    assert_eq!(
        outline(&sheet.rules),
        [".a 1", "  :is(.a).b 1", "  :is(.a) i 1", "  :is(.a) > p 1", "  .a 1", "  @media true", "    .a 1"]
    );
}

#[test]
fn imports_come_first() {
    let sheet = parse("@charset 'x'; @layer a, b; @import 'x.css' layer(c) print; a {} @import 'late.css';");
    assert_eq!(outline(&sheet.rules), ["@layer 2", "@import http://example.org/x.css", "a 0"]);
    let Rule::Import(import) = &sheet.rules[1] else { panic!() };
    assert_eq!(import.layer.as_ref().unwrap().len(), 1);
    assert!(!import.media.matches(&MediaContext::screen(1.0, 1.0)));
}

#[test]
fn supports() {
    let supported = |condition: &str| {
        let sheet = parse(&format!("@supports {condition} {{}}"));
        matches!(sheet.rules.first(), Some(Rule::Supports(true, _)))
    };
    assert!(supported("(color: red)"));
    assert!(!supported("(color: rod)"));
    assert!(supported("not (colour: red)"));
    assert!(supported("(color: red) and ((width: 1px) or (nonsense: 1))"));
    assert!(supported("selector(a > b:is(c))"));
    assert!(!supported("selector(:nonsense)"));
    assert!(!supported("selector(:is(:nonsense))"));
    assert!(!supported("selector(a, b)"));
    assert!(supported("selector(:has(> a))"));
    assert!(supported("(--x: anything { goes })"));
}

#[test]
fn font_faces() {
    let sheet = parse(
        "@font-face { font-family: 'A B'; src: local(X Y), url(a.woff2) format('woff2') tech(variations); \
         font-weight: 100 900; unicode-range: U+0-7F, U+4??; font-style: oblique 10deg }",
    );
    let Rule::FontFace(face) = &sheet.rules[0] else { panic!() };
    assert_eq!(&*face.family, "A B");
    assert_eq!(face.weight, Some(100.0..=900.0));
    assert_eq!(face.unicode_range, [0..=0x7f, 0x400..=0x4ff]);
    assert_eq!(face.style, Some(font_face::FontFaceStyle::Oblique(10.0..=10.0)));
    assert!(matches!(&face.sources[0], FontSource::Local(name) if &**name == "X Y"));
    assert!(matches!(&face.sources[1], FontSource::Url { url, .. } if url.as_str() == "http://example.org/a.woff2"));
    assert!(outline(&parse("@font-face { font-family: x }").rules).is_empty());
}

#[test]
fn scopes_and_keyframes() {
    let sheet = parse(
        "@scope (.a) to (.b) { :scope { color: red } p { color: red } color: red } @keyframes k { from { width: 1px } 50%, to { width: 2px } }",
    );
    let lines = outline(&sheet.rules);
    assert_eq!((&*lines[0], &*lines[1]), ("@scope", "  :scope 1"));
    assert_eq!(lines.len(), 5);
    let Rule::Keyframes(keyframes) = &sheet.rules[1] else { panic!() };
    assert_eq!(keyframes.keyframes[1].offsets, [0.5, 1.0]);
}

/// Hostile sheets end in time linear in their size, and without overflowing the stack.
#[test]
fn hostile_sheets() {
    for text in [
        ";".repeat(1 << 20),
        "{".repeat(1 << 17),
        "(".repeat(1 << 17),
        "a{".repeat(1 << 16),
        "@media all{".repeat(1 << 14),
        "a{b:".to_owned() + &"calc(".repeat(1 << 15),
        ":not(".repeat(1 << 14),
        "a{--x:".to_owned() + &"[".repeat(1 << 15),
        "@supports ".to_owned() + &"(".repeat(1 << 15),
        "@supports ".to_owned() + &"not ".repeat(1 << 15),
        "\0".repeat(1 << 16),
        "a{color:red;}".repeat(1 << 12) + "/*",
    ] {
        parse(&text);
    }
}
