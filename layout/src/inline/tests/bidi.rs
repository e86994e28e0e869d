//! Order along the line. The letters of the tests are Hebrew, written right to left.

use super::*;
use crate::css::properties::longhands::{InheritedBox, TextStyle};
use crate::css::values::position::DirectionValue;
use crate::css::values::text::UnicodeBidi;

fn rtl<'h>(cx: &Cx<'h>, style: &mut ComputedStyle<'h>) {
    let group = InheritedBox { direction: DirectionValue::Rtl, ..(*style.inherited_box).clone() };
    style.inherited_box = cx.alloc(group);
}

fn lefts(result: &InlineResult<'_>) -> Vec<(String, f32)> {
    texts(result).into_iter().map(|(text, rect)| (text, rect[0])).collect()
}

fn expect(found: &[(String, f32)], expected: &[(&str, f32)]) {
    let found: Vec<_> = found.iter().map(|(text, left)| (text.as_str(), *left)).collect();
    assert_eq!(found, expected);
}

#[test]
fn levels_are_reordered() {
    on_heap(|cx| {
        let mut content = Content::new(cx, |_, _| {});
        content.text("ab \u{5d0}\u{5d1} 12 \u{5d2} cd");
        let found = lefts(&content.layout(500));
        expect(&found, &[("ab ", 0.0), (" \u{5d2}", 30.0), ("12", 50.0), ("\u{5d0}\u{5d1} ", 70.0), (" cd", 100.0)]);
    });
}

#[test]
fn right_to_left_lines_start_on_the_right() {
    on_heap(|cx| {
        let mut content = Content::new(cx, rtl);
        content.text("\u{5d0}\u{5d1} \u{5d2}\u{5d3}");
        let found = lefts(&content.layout(30));
        expect(&found, &[("\u{5d0}\u{5d1}", 10.0), ("\u{5d2}\u{5d3}", 10.0)]);
        // Too wide: the line sticks out on the left.
        expect(&lefts(&content.layout(10))[..1], &[("\u{5d0}\u{5d1}", -10.0)]);
    });
}

#[test]
fn boxes_with_a_direction_are_embedded() {
    on_heap(|cx| {
        let mut content = Content::new(cx, |_, _| {});
        content.text("a ").open(|cx, style| {
            rtl(cx, style);
            let group = TextStyle { unicode_bidi: UnicodeBidi::Isolate, ..(*style.text_style).clone() };
            style.text_style = cx.alloc(group);
        });
        content.text("b, \u{5d0}").close().text(" c");
        let contents_need_bidi = lefts(&content.layout(500));
        expect(&contents_need_bidi, &[("a ", 0.0), (", \u{5d0}", 20.0), ("b", 50.0), (" c", 60.0)]);
        assert_eq!(boxes(&content.layout(500)), [[20.0, 0.0, 40.0, 10.0]]);
    });
}
