//! Alignment along the line.

use super::breaking::inherited;
use super::*;
use crate::css::values::length::LengthPercentage;
use crate::css::values::position::Overflow;
use crate::css::values::text::{Spacing, TextAlign, TextOverflow};

fn aligned<'h>(cx: &Cx<'h>, align: TextAlign) -> Vec<[f32; 3]> {
    let mut content = Content::new(cx, |cx, style| inherited(cx, style, |text| text.text_align = align));
    content.text("aa bb cccc");
    texts(&content.layout(60)).into_iter().map(|(_, rect)| rect).collect()
}

#[test]
fn lines_are_aligned() {
    on_heap(|cx| {
        assert_eq!(aligned(cx, TextAlign::Start), [[0.0, 0.0, 50.0], [0.0, 10.0, 40.0]]);
        assert_eq!(aligned(cx, TextAlign::Right), [[10.0, 0.0, 50.0], [20.0, 10.0, 40.0]]);
        assert_eq!(aligned(cx, TextAlign::Center), [[5.0, 0.0, 50.0], [10.0, 10.0, 40.0]]);
        assert_eq!(aligned(cx, TextAlign::Justify), [[0.0, 0.0, 60.0], [0.0, 10.0, 40.0]]);
    });
}

#[test]
fn justified_spaces_carry_the_room_in_their_advances() {
    on_heap(|cx| {
        let mut content =
            Content::new(cx, |cx, style| inherited(cx, style, |text| text.text_align = TextAlign::Justify));
        content.text("a b c dd");
        let result = content.layout(60);
        let Fragment::Line(line) = result.lines[0].fragment else { panic!("a line") };
        let Fragment::Text(text) = line.children[0].fragment else { panic!("text") };
        let advances: Vec<f32> = text.runs[0].glyphs.iter().map(|glyph| glyph.advance).collect();
        assert_eq!(advances, [10.0, 15.0, 10.0, 15.0, 10.0]);
    });
}

#[test]
fn letter_and_word_spacing() {
    on_heap(|cx| {
        let mut content = Content::new(cx, |cx, style| {
            inherited(cx, style, |text| {
                text.letter_spacing = Spacing(LengthPercentage::Px(1.0));
                text.word_spacing = Spacing(LengthPercentage::Px(5.0));
            });
        });
        content.text("ab cd");
        assert_eq!(texts(&content.layout(100))[0].1[2], 60.0);
    });
}

#[test]
fn ellipses_take_the_place_of_what_does_not_fit() {
    on_heap(|cx| {
        let mut content = Content::new(cx, |cx, style| {
            let mut group = (*style.box_style).clone();
            group.overflow_x = Overflow::Hidden;
            style.box_style = cx.alloc(group);
            let mut group = (*style.text_style).clone();
            group.text_overflow = TextOverflow::Ellipsis;
            style.text_style = cx.alloc(group);
        });
        content.text("abcdefgh");
        assert_eq!(texts(&content.layout(80)).len(), 1);
        let found = texts(&content.layout(55));
        assert_eq!(found[1], ("\u{2026}".to_owned(), [40.0, 0.0, 10.0]));
    });
}

#[test]
fn clamped_lines_end_with_an_ellipsis() {
    on_heap(|cx| {
        let mut content = Content::new(cx, |_, _| {});
        content.text("aa bb cc dd");
        content.clamp = Some(2);
        let result = content.layout(50);
        assert_eq!(height(&result), 20.0);
        assert_eq!(lines(&content.layout(20))[1], "bb\u{2026}");
        content.clamp = Some(3);
        assert_eq!(lines(&content.layout(50)), ["aa bb", "cc dd"]);
    });
}
