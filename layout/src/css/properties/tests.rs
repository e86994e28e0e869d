//! Tests of the way from text to computed style.

use ashlar_gc::Heap;

use super::*;
use crate::css::values::alignment::AlignKeyword;
use crate::css::values::color::Rgba;
use crate::css::values::display::Display;
use crate::css::values::length::{LengthPercentage, LengthPercentageOrAuto, Size};
use crate::css::values::position::{Float, Overflow};
use crate::css::values::text::{LineHeight, TextAlign};
use crate::css::values::{ComputeContext, ParserContext, UrlBase};
use crate::geometry::LayoutUnit;

/// Computes nested elements, outermost (the root) first, and looks at the innermost one's style.
fn computed(styles: &[&str], quirks: bool, check: impl FnOnce(&ComputedStyle<'_>)) {
    Heap::new().enter(|cx| {
        let initial = ComputedStyle::initial(cx);
        let parser_context = ParserContext::new(quirks, UrlBase::none());
        let mut page = ComputeContext::new(1000.0, 500.0);
        let cache = SubstitutionCache::default();
        page.substitutions = Some(&cache);
        let mut parent: Option<ComputedStyle<'_>> = None;
        for text in styles {
            let block = DeclarationBlock::parse(&parser_context, text);
            let mut builder = StyleBuilder::new(parent.as_ref(), &initial);
            let custom = block.declarations.iter().filter_map(|(declaration, _)| match declaration {
                PropertyDeclaration::Custom(custom) => Some(&**custom),
                _ => None,
            });
            builder.set_custom_properties_cached(custom, &page);
            for phase in 0..4 {
                for (declaration, _) in &block.declarations {
                    if declaration.longhand_id().is_some_and(|id| id.phase() == phase) {
                        builder.apply(declaration, &page);
                    }
                }
            }
            builder.adjust(parent.as_ref());
            let style = builder.finish(cx);
            if parent.is_none() {
                page.root_font_size = style.font_size().px;
            }
            parent = Some(style);
        }
        check(&parent.unwrap());
    });
}

fn width(styles: &[&str]) -> f32 {
    let mut px = f32::NAN;
    computed(styles, false, |style| {
        if let Size::LengthPercentage(value) = style.width() {
            px = value.resolve_px(200.0);
        }
    });
    px
}

#[test]
fn units() {
    assert_eq!(width(&["font-size: 10px; width: 2rem"]), 20.0);
    assert_eq!(width(&["font-size: 10px", "font-size: 2em; width: 2em"]), 40.0);
    assert_eq!(width(&["", "font-size: 50%; width: 1rem"]), 16.0);
    assert_eq!(width(&["width: 10vw"]), 100.0);
    assert_eq!(width(&["width: 10vmin"]), 50.0);
    assert_eq!(width(&["width: 1in"]), 96.0);
    assert_eq!(width(&["line-height: 2; width: 1lh"]), 32.0);
    assert_eq!(width(&["width: 1ch"]), 8.0);
}

#[test]
fn calculations() {
    assert_eq!(width(&["width: calc(100% - 2em)"]), 168.0);
    assert_eq!(width(&["width: min(50%, 10rem)"]), 100.0);
    assert_eq!(width(&["width: clamp(1px, 200%, 30px)"]), 30.0);
    assert_eq!(width(&["width: calc((1px + 2px) * 3 / 2)"]), 4.5);
    assert_eq!(width(&["width: calc(10px * sin(90deg) + 1px * pow(2, 3))"]), 18.0);
    assert_eq!(width(&["width: round(up, 11px, 5px)"]), 15.0);
    assert_eq!(width(&["width: mod(-7px, 5px)"]), 3.0);
    assert_eq!(width(&["width: calc(-5px)"]), 0.0);
    assert_eq!(width(&["width: calc(100vw / 1px * 1px)"]), 1000.0);
    assert_eq!(width(&["width: hypot(3px, 4px)"]), 5.0);
    assert!(width(&["width: calc(1px + 1)"]).is_nan());
    assert!(width(&["width: calc(1px+1px)"]).is_nan());
    assert!(width(&["width: -1px"]).is_nan());
}

#[test]
fn font_sizes() {
    let size = |styles: &[&str]| {
        let mut px = 0.0;
        computed(styles, false, |style| px = style.font_size().px);
        px
    };
    assert_eq!(size(&["", "font-family: monospace"]), 13.0);
    assert_eq!(size(&["", "font-family: monospace; font-size: 2em"]), 26.0);
    assert_eq!(size(&["", "font-family: monospace, serif"]), 16.0);
    assert_eq!(size(&["font-size: 20px", "font-family: monospace"]), 20.0);
    assert_eq!(size(&["", "font-family: monospace", "font-family: serif"]), 16.0);
    assert_eq!(size(&["", "font-size: larger"]), 19.2);
    assert_eq!(size(&["", "font-size: x-large"]), 24.0);
    assert_eq!(size(&["font-size: 200%", "font-size: 0.5rem"]), 16.0);
}

#[test]
fn variables_reach_longhands_of_shorthands() {
    computed(&["--gap: 4px; --c: #f00", "margin: var(--gap) calc(var(--gap) * 2); color: var(--c)"], false, |style| {
        assert_eq!(style.margin_top(), &LengthPercentageOrAuto::LengthPercentage(LengthPercentage::Px(4.0)));
        assert_eq!(style.margin_left(), &LengthPercentageOrAuto::LengthPercentage(LengthPercentage::Px(8.0)));
        assert_eq!(style.current_color(), Rgba::new(1.0, 0.0, 0.0, 1.0));
    });
    computed(&["color: red", "color: blue; color: var(--missing)"], false, |style| {
        assert_eq!(style.current_color(), Rgba::new(1.0, 0.0, 0.0, 1.0));
    });
    computed(&["direction: rtl", "--m: 3px 5px; margin-inline: var(--m)"], false, |style| {
        assert_eq!(style.margin_right(), &LengthPercentageOrAuto::LengthPercentage(LengthPercentage::Px(3.0)));
    });
    computed(&["--x: inherit; margin-left: 9px", "margin: var(--y, inherit)"], false, |style| {
        assert_eq!(style.margin_left(), &LengthPercentageOrAuto::LengthPercentage(LengthPercentage::Px(9.0)));
    });
}

#[test]
fn flow_relative_longhands_keep_their_order() {
    computed(&["direction: rtl; margin-right: 1px; margin-inline-start: 2px"], false, |style| {
        assert_eq!(
            style.margin_right().non_auto().map(|v| v.resolve(LayoutUnit::ZERO)),
            Some(LayoutUnit::from_px_f32(2.0))
        );
    });
}

#[test]
fn line_widths() {
    let widths = |text: &str| {
        let mut widths = [0.0; 3];
        computed(&[text], false, |style| {
            widths = [style.border_top_width().0, style.border_left_width().0, style.outline_width().0];
        });
        widths
    };
    assert_eq!(widths("border-top-style: solid"), [3.0, 0.0, 0.0]);
    assert_eq!(widths("border: 5px none; border-left: 0.4px solid"), [0.0, 1.0, 0.0]);
    assert_eq!(widths("border: 2.7px solid; outline: auto"), [2.0, 2.0, 3.0]);
    assert_eq!(widths("border-image: url(x) 30; border-color: red"), [0.0, 0.0, 0.0]);
}

#[test]
fn values_agree_with_each_other() {
    computed(&["", "float: left; position: absolute; display: inline-flex; overflow-x: hidden"], false, |style| {
        assert_eq!(*style.float(), Float::None);
        assert!(!style.display().is_inline_level());
        assert_eq!(*style.overflow_y(), Overflow::Auto);
    });
    computed(&["", "display: flex", "display: inline"], false, |style| assert_eq!(*style.display(), Display::BLOCK));
    computed(&["text-align: end; direction: rtl", "text-align: match-parent; direction: ltr"], false, |style| {
        assert_eq!(*style.text_align(), TextAlign::Left);
    });
    computed(&["", "justify-items: legacy center", "display: block"], false, |style| {
        assert_eq!(style.justify_items().0.keyword, AlignKeyword::Center);
    });
}

#[test]
fn quirks() {
    computed(&["width: 20; color: ff0000; font-size: 10; line-height: 20"], true, |style| {
        assert_eq!(style.width(), &Size::LengthPercentage(LengthPercentage::Px(20.0)));
        assert_eq!(style.current_color(), Rgba::new(1.0, 0.0, 0.0, 1.0));
        assert_eq!(style.font_size().px, 10.0);
        assert_eq!(*style.line_height(), LineHeight::Number(20.0));
    });
    computed(&["width: 20; background: ff0000"], false, |style| assert!(style.width().is_auto()));
}

#[test]
fn unchanged_groups_are_shared() {
    Heap::new().enter(|cx| {
        let initial = ComputedStyle::initial(cx);
        let parent = StyleBuilder::new(None, &initial).finish(cx);
        let mut builder = StyleBuilder::new(Some(&parent), &initial);
        let parser_context = ParserContext::new(false, UrlBase::none());
        let block = DeclarationBlock::parse(&parser_context, "color: black; border: none; width: 3px");
        for (declaration, _) in &block.declarations {
            builder.apply(declaration, &ComputeContext::new(1.0, 1.0));
        }
        builder.adjust(Some(&parent));
        let style = builder.finish(cx);
        assert!(style.inherited_text.ptr_eq(parent.inherited_text));
        assert!(style.border.ptr_eq(initial.border));
        assert!(!style.position_style.ptr_eq(initial.position_style));
    });
}

#[test]
fn declarations_are_small() {
    assert!(std::mem::size_of::<PropertyDeclaration>() <= 72);
}
