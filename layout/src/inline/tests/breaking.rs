//! Where lines break.

use super::*;
use crate::css::properties::longhands::{BoxStyle, InheritedText};
use crate::css::values::length::LengthPercentage;
use crate::css::values::position::Clear;
use crate::css::values::text::{OverflowWrap, TextIndent, TextWrapMode, TextWrapStyle, WhiteSpaceCollapse, WordBreak};

/// Changes the inherited text group.
pub(super) fn inherited<'h>(cx: &Cx<'h>, style: &mut ComputedStyle<'h>, change: impl FnOnce(&mut InheritedText)) {
    let mut group = (*style.inherited_text).clone();
    change(&mut group);
    style.inherited_text = cx.alloc(group);
}

fn box_style<'h>(cx: &Cx<'h>, style: &mut ComputedStyle<'h>, change: impl FnOnce(&mut BoxStyle)) {
    let mut group = (*style.box_style).clone();
    change(&mut group);
    style.box_style = cx.alloc(group);
}

fn pre_wrap(text: &mut InheritedText) {
    text.white_space_collapse = WhiteSpaceCollapse::Preserve;
}

#[test]
fn words_wrap_and_spaces_at_line_ends_vanish() {
    on_heap(|cx| {
        let mut content = Content::new(cx, |_, _| {});
        content.text("aa bbb cc");
        assert_eq!(lines(&content.layout(1000)), ["aa bbb cc"]);
        // The space after "bbb" does not fit, but needs no room.
        assert_eq!(lines(&content.layout(60)), ["aa bbb", "cc"]);
        assert_eq!(lines(&content.layout(59)), ["aa", "bbb", "cc"]);
        assert_eq!(lines(&content.layout(0)), ["aa", "bbb", "cc"], "a word that does not fit overflows");
        assert_eq!(height(&content.layout(60)), 20.0);
        assert_eq!(content.intrinsic(), (30.0, 90.0));
    });
}

#[test]
fn words_go_over_the_edges_of_inline_boxes() {
    on_heap(|cx| {
        let mut content = Content::new(cx, |_, _| {});
        content.text("aa bb").open(|_, _| {}).text("cc dd").close().text(" ee");
        assert_eq!(lines(&content.layout(60)), ["aa", "bbcc", "dd ee"]);
        assert_eq!(content.intrinsic(), (40.0, 130.0));
        // A box split over two lines has a fragment on each.
        let rects = boxes(&content.layout(60));
        assert_eq!(rects, [[20.0, 10.0, 20.0, 10.0], [0.0, 20.0, 20.0, 10.0]]);
    });
}

#[test]
fn no_wrap_inside_wrapping_text() {
    on_heap(|cx| {
        let mut content = Content::new(cx, |_, _| {});
        content.text("a ");
        content.open(|cx, style| inherited(cx, style, |text| text.text_wrap_mode = TextWrapMode::Nowrap));
        content.text("bb bb ").close().text("c d");
        assert_eq!(lines(&content.layout(30)), ["a", "bb bb c", "d"], "a space breaks as its own text does");
    });
}

#[test]
fn preserved_spaces_hang_and_tabs_stop() {
    on_heap(|cx| {
        let mut content = Content::new(cx, |cx, style| inherited(cx, style, pre_wrap));
        content.text("aa   bb\n\tc");
        assert_eq!(lines(&content.layout(50)), ["aa   ", "bb\n", "\t", "c"]);
        let last = texts(&content.layout(100)).pop();
        assert_eq!(last, Some(("c".to_owned(), [80.0, 10.0, 10.0])));
    });
}

#[test]
fn break_spaces_keeps_every_space() {
    on_heap(|cx| {
        let mut content = Content::new(cx, |cx, style| {
            inherited(cx, style, |text| text.white_space_collapse = WhiteSpaceCollapse::BreakSpaces);
        });
        content.text("aa   bb");
        assert_eq!(lines(&content.layout(30)), ["aa ", "  ", "bb"]);
    });
}

#[test]
fn overflowing_words_break_only_where_allowed() {
    on_heap(|cx| {
        let wrap = |value: OverflowWrap| {
            let mut content = Content::new(cx, |cx, style| inherited(cx, style, |text| text.overflow_wrap = value));
            content.text("a bbbbbb c");
            (lines(&content.layout(40)), content.intrinsic().0)
        };
        let broken = vec!["a".to_owned(), "bbbb".to_owned(), "bb c".to_owned()];
        assert_eq!(wrap(OverflowWrap::Normal), (vec!["a".into(), "bbbbbb".into(), "c".into()], 60.0));
        assert_eq!(wrap(OverflowWrap::BreakWord), (broken.clone(), 60.0));
        assert_eq!(wrap(OverflowWrap::Anywhere), (broken, 10.0));
        let mut content =
            Content::new(cx, |cx, style| inherited(cx, style, |text| text.word_break = WordBreak::BreakAll));
        content.text("a bbbbbb c");
        assert_eq!(lines(&content.layout(40)), ["a bb", "bbbb", "c"]);
    });
}

#[test]
fn soft_hyphens_show_where_lines_break() {
    on_heap(|cx| {
        let mut content = Content::new(cx, |_, _| {});
        content.text("aaa\u{ad}bbb");
        assert_eq!(texts(&content.layout(60)).len(), 1);
        let broken = texts(&content.layout(50));
        assert_eq!(broken[1], ("\u{2010}".to_owned(), [30.0, 0.0, 10.0]));
        assert_eq!(broken[2].0, "bbb");
        assert_eq!(content.intrinsic(), (40.0, 60.0));
    });
}

#[test]
fn lines_break_around_atomic_inlines_whatever_the_characters() {
    on_heap(|cx| {
        let mut content = Content::new(cx, |_, _| {});
        content.text("aa").image(20.0, 10.0, |_, _| {}).text("bb");
        // The image stands on the baseline, with 2 px of the strut below it.
        assert_eq!(height(&content.layout(30)), 32.0);
        assert_eq!(content.intrinsic(), (20.0, 60.0));
        let mut content = Content::new(cx, |_, _| {});
        content.text("aa\u{a0}").image(20.0, 10.0, |_, _| {});
        assert_eq!(content.intrinsic(), (30.0, 50.0));
    });
}

#[test]
fn forced_breaks_and_empty_lines() {
    on_heap(|cx| {
        let mut content = Content::new(cx, |_, _| {});
        content.text("a").line_break().line_break().text(" b").line_break();
        let result = content.layout(100);
        assert_eq!(lines(&result), ["a\n", "\n", "b\n"], "a break at the end begins no line");
        assert_eq!(height(&result), 30.0);
        assert_eq!(result.last_baseline.map(LayoutUnit::to_px_f32), Some(28.0));
    });
}

#[test]
fn content_of_nothing_makes_no_line() {
    on_heap(|cx| {
        let mut content = Content::new(cx, |_, _| {});
        content.text(" ").open(|_, _| {}).close();
        let result = content.layout(100);
        assert_eq!(height(&result), 0.0);
        assert_eq!(result.first_baseline, None);
        assert_eq!(boxes(&result).len(), 1, "the empty box still has a fragment");
    });
}

#[test]
fn floats_go_beside_the_line_if_they_fit() {
    on_heap(|cx| {
        let mut content = Content::new(cx, |_, _| {});
        content.text("aa ").float(Float::Left, 30.0, 15.0).text("bb cc dd ee");
        let result = content.layout(80);
        // The float moves the line it is in, and narrows the next.
        assert_eq!(texts(&result)[0].1[0], 30.0);
        assert_eq!(lines(&result), ["aa bb", "cc dd", "ee"]);
        // Where it does not fit it goes below its line.
        let mut content = Content::new(cx, |_, _| {});
        content.text("aaaaaa ").float(Float::Left, 30.0, 15.0).text("bb cc");
        let result = content.layout(80);
        assert_eq!(lines(&result), ["aaaaaa", "bb cc"]);
        assert_eq!(texts(&result)[0].1[0], 0.0);
        assert_eq!(texts(&result)[1].1[0], 30.0);
    });
}

#[test]
fn lines_too_wide_for_the_room_beside_floats_go_below() {
    on_heap(|cx| {
        let mut content = Content::new(cx, |_, _| {});
        content.float(Float::Right, 50.0, 25.0).text("aaaaaa b");
        let result = content.layout(80);
        assert_eq!(texts(&result)[0].1, [0.0, 25.0, 80.0]);
        assert_eq!(height(&result), 35.0);
    });
}

#[test]
fn a_cleared_break_goes_below_floats() {
    on_heap(|cx| {
        let mut content = Content::new(cx, |_, _| {});
        content.float(Float::Left, 20.0, 35.0).text("a");
        let style = content.child_style(|cx, style| box_style(cx, style, |group| group.clear = Clear::Left));
        content.text_of("\n", style).text("b");
        assert_eq!(texts(&content.layout(100))[2].1, [0.0, 35.0, 10.0]);
    });
}

#[test]
fn indentation() {
    on_heap(|cx| {
        let indented = |hanging: bool| {
            let mut content = Content::new(cx, |cx, style| {
                inherited(cx, style, |text| {
                    text.text_indent = TextIndent { length: LengthPercentage::Px(20.0), hanging, each_line: false };
                });
            });
            content.text("aa bb cc");
            texts(&content.layout(50)).iter().map(|(_, rect)| rect[0]).collect::<Vec<_>>()
        };
        assert_eq!(indented(false), [20.0, 0.0]);
        assert_eq!(indented(true), [0.0, 20.0]);
    });
}

#[test]
fn balanced_lines_are_of_like_lengths() {
    on_heap(|cx| {
        let mut content = Content::new(cx, |cx, style| {
            inherited(cx, style, |text| text.text_wrap_style = TextWrapStyle::Balance);
        });
        content.text("aa bb cc dd ee ff");
        assert_eq!(lines(&content.layout(140)), ["aa bb cc", "dd ee ff"]);
        assert_eq!(lines(&content.layout(170)), ["aa bb cc dd ee ff"]);
    });
}

#[test]
fn long_texts_take_linear_time() {
    on_heap(|cx| {
        let mut content = Content::new(cx, |_, _| {});
        content.text(&"word ".repeat(200_000));
        let result = content.layout(500);
        assert_eq!(result.lines.len(), 20_000);
    });
}
