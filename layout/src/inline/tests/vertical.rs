//! Heights of lines and places across them; values by CSS 2.2, § 10.8.

use super::*;
use crate::css::values::length::LengthPercentage;
use crate::css::values::text::{LineHeight, VerticalAlign};

fn with_align<'h>(align: VerticalAlign) -> impl FnOnce(&Cx<'h>, &mut ComputedStyle<'h>) {
    move |cx, style| {
        let mut group = (*style.text_style).clone();
        group.vertical_align = align;
        style.text_style = cx.alloc(group);
    }
}

fn with_line_height<'h>(height: LineHeight) -> impl FnOnce(&Cx<'h>, &mut ComputedStyle<'h>) {
    move |cx, style| {
        let mut font = (*style.font).clone();
        font.line_height = height;
        style.font = cx.alloc(font);
    }
}

fn font_size<'h>(px: f32) -> impl FnOnce(&Cx<'h>, &mut ComputedStyle<'h>) {
    move |cx, style| {
        let mut font = (*style.font).clone();
        font.font_size.px = px;
        style.font = cx.alloc(font);
    }
}

#[test]
fn leading_is_halved() {
    on_heap(|cx| {
        let mut content = Content::new(cx, with_line_height(LineHeight::Length(25.0)));
        content.text("a");
        let result = content.layout(100);
        assert_eq!(height(&result), 25.0);
        // 15 px of leading: 7 above.
        assert_eq!(texts(&result)[0].1[1], 7.0);
        assert_eq!(result.first_baseline.map(LayoutUnit::to_px_f32), Some(15.0));
    });
}

#[test]
fn a_larger_font_makes_the_line_higher() {
    on_heap(|cx| {
        let mut content = Content::new(cx, |_, _| {});
        content.text("a").open(font_size(20.0)).text("b").close();
        let result = content.layout(100);
        assert_eq!(height(&result), 20.0);
        assert_eq!(texts(&result).iter().map(|(_, rect)| rect[1]).collect::<Vec<_>>(), [8.0, 0.0]);
    });
}

#[test]
fn fallback_fonts_count_where_line_height_is_normal() {
    on_heap(|cx| {
        let mut content = Content::new(cx, |_, _| {});
        content.text("a\u{4e00}");
        assert_eq!(height(&content.layout(100)), 20.0);
        let mut content = Content::new(cx, with_line_height(LineHeight::Number(1.0)));
        content.text("a\u{4e00}");
        assert_eq!(height(&content.layout(100)), 10.0);
    });
}

/// Top of an image of 20 px by 20 px beside 10 px text, top of the text, height of the line.
fn image(align: VerticalAlign) -> (f32, f32, f32) {
    let mut answer = (0.0, 0.0, 0.0);
    on_heap(|cx| {
        let mut content = Content::new(cx, |_, _| {});
        content.text("a").image(20.0, 20.0, with_align(align));
        let result = content.layout(100);
        answer = (boxes(&result)[0][1], texts(&result)[0].1[1], height(&result));
    });
    answer
}

#[test]
fn atomic_inlines_are_aligned() {
    // Text reaches from 8 above the baseline to 2 below; x is 6 high.
    assert_eq!(image(VerticalAlign::Baseline), (0.0, 12.0, 22.0));
    assert_eq!(image(VerticalAlign::Top), (0.0, 0.0, 20.0));
    assert_eq!(image(VerticalAlign::Bottom), (0.0, 10.0, 20.0));
    assert_eq!(image(VerticalAlign::TextTop), (0.0, 0.0, 20.0));
    assert_eq!(image(VerticalAlign::TextBottom), (0.0, 10.0, 20.0));
    // The middle is 3 above the baseline: the image reaches from 13 above to 7 below.
    assert_eq!(image(VerticalAlign::Middle), (0.0, 5.0, 20.0));
    assert_eq!(image(VerticalAlign::LengthPercentage(LengthPercentage::Px(-5.0))), (0.0, 7.0, 20.0));
    // Half of the line height of 10.
    assert_eq!(image(VerticalAlign::LengthPercentage(LengthPercentage::Percentage(0.5))), (0.0, 17.0, 27.0));
}

#[test]
fn block_edges_of_inline_boxes_do_not_make_lines_higher() {
    on_heap(|cx| {
        let mut content = Content::new(cx, |_, _| {});
        content.text("a").open(|cx, style| {
            let mut group = (*style.padding).clone();
            group.padding_top.0 = LengthPercentage::Px(7.0);
            group.padding_left.0 = LengthPercentage::Px(3.0);
            style.padding = cx.alloc(group);
        });
        content.text("b").close();
        let result = content.layout(100);
        assert_eq!(height(&result), 10.0);
        assert_eq!(boxes(&result), [[10.0, -7.0, 13.0, 17.0]]);
        assert_eq!(texts(&result)[1].1, [13.0, 0.0, 10.0]);
    });
}

#[test]
fn quirks_mode_lines_without_text_have_no_strut() {
    on_heap(|cx| {
        let mut content = Content::new(cx, with_line_height(LineHeight::Length(30.0)));
        content.image(10.0, 5.0, |_, _| {});
        assert_eq!(height(&content.layout(100)), 30.0);
        content.is_quirks = true;
        assert_eq!(height(&content.layout(100)), 5.0);
        content.text("a");
        assert_eq!(height(&content.layout(100)), 30.0, "text after the image has one");
    });
}
