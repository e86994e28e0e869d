//! Tests of the cascade on small documents.

use super::*;
use crate::diagnostics::Diagnostics;
use crate::dom::parse_html;
use crate::style::collect::{LoadedSheet, SheetLoader, collect};
use crate::style::media::MediaContext;
use ashlar_gc::Heap;
use ashlar_layout::css::values::display::{DisplayInside, DisplayOutside};
use ashlar_layout::css::values::length::{LengthPercentage, LengthPercentageOrAuto};
use url::Url;

/// Sheets by the end of their address.
struct Sheets(&'static [(&'static str, &'static str)]);

impl SheetLoader for Sheets {
    fn load(&self, url: &Url) -> Option<LoadedSheet> {
        let (_, text) = self.0.iter().find(|(name, _)| url.path().ends_with(name))?;
        Some(LoadedSheet { text: (*text).into(), url: url.clone() })
    }
}

/// Styles a page and shows the style of `#x`.
fn with_style<R>(
    html: &str,
    sheets: &'static [(&'static str, &'static str)],
    show: impl for<'h> Fn(&StyledDocument<'h>, NodeRef<'h>, &ComputedStyle<'h>) -> R,
) -> R {
    let url = Url::parse("http://example.org/dir/page.html#target").unwrap();
    Heap::new().enter(|cx| {
        let document = parse_html(cx, html, &url);
        let media = MediaContext::screen(800.0, 600.0);
        let rules = collect(&document, &Sheets(sheets), &media, &Diagnostics::new());
        let styled = cascade(cx, &document, &rules, &ComputeEnvironment::new(800.0, 600.0));
        let node = document.element_by_id("x").expect("the page has an element x");
        let style = styled.style_of(node).expect("the element has a style");
        show(&styled, node, &style)
    })
}

fn color(html: &str) -> [u8; 3] {
    color_with(html, &[])
}

fn color_with(html: &str, sheets: &'static [(&'static str, &'static str)]) -> [u8; 3] {
    with_style(html, sheets, |_, _, style| {
        let [red, green, blue, _] = style.current_color().to_octets();
        [red, green, blue]
    })
}

const GREEN: [u8; 3] = [0, 128, 0];
const STANDARD: &str = "<!doctype html>";

fn is_green(css: &str, body: &str) -> bool {
    color(&format!("{STANDARD}<style>{css}</style>{body}")) == GREEN
}

#[test]
fn specificity_and_order() {
    let body = "<p id=x class='a b'>";
    assert!(is_green("p { color: red } p { color: green }", body));
    assert!(is_green(".a { color: green } p { color: red }", body));
    assert!(is_green("#x { color: green } .a.b { color: red }", body));
    assert!(is_green(":where(#x) { color: red } p { color: green }", body));
    assert!(is_green(":is(p, #y) { color: green } .a { color: red }", body));
    assert!(is_green("p { color: green !important } #x { color: red }", body));
}

#[test]
fn style_attributes_and_importance() {
    assert!(is_green("#x { color: red }", "<p id=x style='color: green'>"));
    assert!(is_green("#x { color: green !important }", "<p id=x style='color: red'>"));
    assert!(is_green("#x { color: red !important }", "<p id=x style='color: green !important'>"));
}

/// [§ 6.4.4](https://www.w3.org/TR/css-cascade-5/#layer-ordering): later layers win, what stands in none wins over all, and
/// `!important` turns the order round.
#[test]
fn layers() {
    let body = "<p id=x>";
    assert!(is_green("p { color: green } @layer a { #x { color: red } }", body));
    assert!(is_green("@layer a, b; @layer b { p { color: green } } @layer a { #x { color: red } }", body));
    assert!(is_green("@layer a { p { color: green } @layer b { #x { color: red } } }", body));
    assert!(is_green("@layer a { p { color: green !important } } p { color: red !important }", body));
    assert!(is_green("@layer a { p { color: green } } @layer b { p { color: red; color: revert-layer } }", body));
    assert!(is_green("@layer { p { color: red } } @layer { p { color: green } }", body));
    let css = "@layer { p { color: green } } @layer { p { color: revert-layer !important } } @layer { p { color: red !important } }";
    assert!(is_green(css, body));
}

#[test]
fn revert_rolls_back_to_the_user_agent() {
    with_style("<style>div { display: inline; display: revert }</style><div id=x>", &[], |_, _, style| {
        assert_eq!(*style.display(), Display::BLOCK);
    });
    with_style("<style>div { display: inline } #x { display: revert }</style><div id=x>", &[], |_, _, style| {
        assert_eq!(*style.display(), Display::BLOCK);
    });
}

#[test]
fn selectors_of_every_kind() {
    let body = "<section><i></i><p class=a></p><p id=x lang=en-GB data-k='One two'>t<input checked disabled type=checkbox></p></section>";
    for selector in [
        "section > p + p",
        "i ~ p:last-child",
        "p:nth-child(3)",
        "p:nth-child(2 of p)",
        "p:nth-last-of-type(1)",
        "p:not(.a)",
        "section p:has(> :checked)",
        "p:has(:disabled)",
        ":lang(en)",
        ":lang('*-GB')",
        ":dir(ltr)#x",
        "[data-k~=two]",
        "[data-k^='one' i]",
        "p[lang|=en]",
        "section :not(:empty)",
        ":root p:nth-of-type(2)",
        "p:only-child, p:nth-child(odd)",
        "html:has(.a) p",
        "P#x",
    ] {
        assert!(is_green(&format!("{selector} {{ color: green }} p {{}}"), body), "{selector}");
    }
    for selector in
        ["p:hover", "p:empty", "p:first-child", "section > i p", "p:has(> i)", "p:target", ".A", "#X", "p:visited"]
    {
        assert!(!is_green(&format!("{selector} {{ color: green }}"), body), "{selector}");
    }
    assert!(color("<style>.A, #Y { color: green }</style><p id=x class=a>") == GREEN, "quirks mode ignores case");
    assert!(is_green(":target p { color: green }", "<div id=target><p id=x></div>"));
}

/// [Nesting](https://www.w3.org/TR/css-nesting-1/): `&` has the specificity of the most specific selector around.
#[test]
fn nesting() {
    assert!(is_green(".a { & p { color: green } } p { color: red }", "<div class=a><p id=x></div>"));
    assert!(is_green("#q, .a { p { color: green } } div.a p { color: red }", "<div class=a><p id=x></div>"));
    assert!(is_green("p { color: red; @media (min-width: 1px) { color: green } }", "<p id=x>"));
    assert!(!is_green("p { &.b { color: red } color: green }", "<p id=x class=b>"));
}

#[test]
fn scopes() {
    let body = "<div class=a><p></p><div class=b><p id=x></div></div>";
    assert!(is_green("p { color: red } @scope (.b) { p { color: green } }", body));
    assert!(is_green("p { color: green } @scope (.a) to (.b) { p { color: red } }", body));
    // The nearer scope wins over the later rule.
    assert!(is_green("@scope (.b) { p { color: green } } @scope (.a) { p { color: red } }", body));
    assert!(is_green("@scope (.b) { :scope > p { color: green } }", body));
}

#[test]
fn sheets_come_from_links_and_imports() {
    let sheets = &[
        ("one.css", "@import 'two.css' layer(x); @import 'print.css' print; #x { background: none }"),
        ("two.css", "@import 'one.css'; #x { color: green }"),
        ("print.css", "#x { color: red }"),
        ("alternate.css", "#x { color: red }"),
    ];
    let link = "<link rel=stylesheet href=one.css>";
    assert_eq!(color_with(&format!("{link}<p id=x>"), sheets), GREEN);
    assert_eq!(color_with(&format!("{link}<style>p {{ color: blue }}</style><p id=x>"), sheets), [0, 0, 255]);
    let others = "<link rel='alternate stylesheet' title=o href=alternate.css><link rel=stylesheet disabled href=alternate.css>\
                  <link rel=stylesheet media=print href=alternate.css><link rel=stylesheet type=text/less href=alternate.css>";
    assert_eq!(color_with(&format!("{link}{others}<p id=x>"), sheets), GREEN);
}

#[test]
fn custom_properties_inherit() {
    assert!(is_green("div { --c: green } p { color: var(--c, red) }", "<div><p id=x></div>"));
    assert!(is_green("p { color: red; color: var(--none, green) }", "<p id=x>"));
    assert!(is_green("div { color: green } p { color: red; color: var(--none) }", "<div><p id=x></div>"));
}

#[test]
fn presentational_hints_are_weaker_than_rules() {
    assert_eq!(color("<font id=x color=green>"), GREEN);
    assert_eq!(color("<style>font { color: green }</style><font id=x color=red>"), GREEN);
    assert_eq!(color("<style>@layer a { font { color: green } }</style><font id=x color=red>"), GREEN);
    assert_eq!(color("<body text=green><p id=x>"), GREEN);
    assert_eq!(color("<body link=green><a id=x href=y>"), GREEN);
    with_style("<table cellpadding=7 border=3><td id=x width=40>", &[], |_, _, style| {
        assert_eq!(style.padding_left().0, LengthPercentage::Px(7.0));
        assert_eq!(style.border_left_width().0, 1.0);
    });
    with_style("<img id=x width=50% height=20 hspace=3>", &[], |_, _, style| {
        assert_eq!(style.width().length_percentage(), Some(&LengthPercentage::Percentage(0.5)));
        assert_eq!(style.height().length_percentage(), Some(&LengthPercentage::Px(20.0)));
        assert_eq!(style.margin_left(), &LengthPercentageOrAuto::LengthPercentage(LengthPercentage::Px(3.0)));
    });
}

#[test]
fn pseudo_elements() {
    let html = "<style>li::before { content: 'a'; color: green } li::marker { color: red } p::after { color: red }</style><li id=x>";
    with_style(html, &[], |styled, node, _| {
        let before = styled.pseudo(node, Pseudo::Before).expect("a rule is about it");
        assert_eq!(before.current_color().to_octets()[1], 128);
        assert!(styled.pseudo(node, Pseudo::After).is_none());
        assert_eq!(styled.pseudo(node, Pseudo::Marker).unwrap().current_color().to_octets()[0], 255);
    });
}

/// Computed values of Chromium 156 for elements without any style.
#[test]
fn user_agent_values() {
    let margin = |style: &ComputedStyle<'_>| match style.margin_top() {
        LengthPercentageOrAuto::LengthPercentage(LengthPercentage::Px(px)) => (px * 1000.0).round() / 1000.0,
        _ => f32::NAN,
    };
    for (html, size, top) in [
        ("<h1 id=x>", 32.0, 21.44),
        ("<section><h1 id=x>", 32.0, 21.44),
        ("<h5 id=x>", 13.28, 22.178),
        ("<p id=x>", 16.0, 16.0),
        ("<pre id=x>", 13.0, 13.0),
        ("<small id=x>", 13.333, 0.0),
        ("<ul id=x>", 16.0, 16.0),
        ("<ul><ul id=x>", 16.0, 0.0),
        ("<code id=x>", 13.0, 0.0),
        ("<big id=x>", 19.2, 0.0),
        ("<input id=x>", 13.333, 0.0),
        ("<hr id=x>", 16.0, 8.0),
    ] {
        with_style(&format!("{STANDARD}{html}"), &[], |_, _, style| {
            assert_eq!((style.font_size().px * 1000.0).round() / 1000.0, size, "{html}");
            assert_eq!(margin(style), top, "{html}");
        });
    }
    assert_eq!(color("<body style='color: green'><font color=red><table><td id=x>"), GREEN, "quirk of tables");
    let display = |html: &str| with_style(&format!("{STANDARD}{html}"), &[], |_, _, style| *style.display());
    assert_eq!(display("<button id=x>"), Display::INLINE_BLOCK);
    assert_eq!(display("<li id=x>"), Display::LIST_ITEM);
    assert_eq!(display("<summary id=x>"), Display::LIST_ITEM);
    assert_eq!(display("<dialog id=x>"), Display::None);
    assert_eq!(display("<table id=x>"), Display::flow(DisplayOutside::Block, DisplayInside::Table));
    assert_eq!(display("<span id=x style='float: left'>"), Display::BLOCK);
    assert_eq!(display("<p id=x hidden>"), Display::None);
    assert_eq!(display("<input id=x style='display: inline'>"), Display::INLINE_BLOCK);
    assert_eq!(display("<img id=x style='display: contents'>"), Display::None);
    assert_eq!(color("<a id=x href=y>"), [0, 0, 238]);
    with_style("<table><th id=x>", &[], |_, _, style| assert_eq!(*style.text_align(), TextAlign::Center));
}

#[test]
fn containers_are_the_viewport_until_laid_out() {
    let css = "div { container: c / inline-size } @container c (min-width: 700px) { p { color: green } }";
    assert!(is_green(css, "<div><p id=x></div>"));
    assert!(!is_green(css, "<p id=x>"));
}

/// Equal elements share one style, so a page of many rows has few.
#[test]
fn alike_elements_share_a_style() {
    let rows = "<tr><td class=a bgcolor=red>1<td id=x>2".repeat(500);
    let html = format!("<style>tr:hover td, .a {{ color: blue }}</style><table>{rows}</table>");
    with_style(&html, &[], |styled, node, style| {
        let next = node.parent().unwrap().next_sibling().unwrap().last_child().unwrap();
        assert!(std::ptr::eq(style, styled.style_of(next).unwrap().as_ref()));
    });
}
