//! Tests of value types from text to computed form.

use std::sync::Arc;

use cssparser::Parser;

use super::alignment::{AlignKeyword, OverflowPosition, SelfAlignment};
use super::background::{BackgroundSize, BoxShadows, Layers};
use super::color::{Color, Rgba};
use super::content::{Content, ContentItem, CounterStyle};
use super::effects::{BasicShape, ClipPath, Transform, TransformFunction, TransformOrigin};
use super::font::{FontFamily, FontFamilyName, GenericFamily};
use super::image::{
    ColorSpace, GradientKind, GradientPosition, GradientStop, Image, LinearDirection, Position2d, RadialExtent,
    RadialShape,
};
use super::length::LengthPercentage;
use super::position::AspectRatio;
use super::{CssValue, ParserContext, UrlBase};

fn parse<T: CssValue>(text: &str) -> Option<T> {
    let join = |base: &str, reference: &str| Arc::from(format!("{base}/{reference}"));
    let cx = ParserContext::new(false, UrlBase { url: "http://a".into(), join });
    Parser::new(text).parse_entirely(|input| T::parse(&cx, input)).ok()
}

fn gradient(text: &str) -> Arc<super::image::Gradient> {
    match parse::<Image>(text) {
        Some(Image::Gradient(gradient)) => gradient,
        other => panic!("{text}: {other:?}"),
    }
}

fn octets(text: &str) -> Option<[u8; 4]> {
    parse::<Color>(text).map(|color| color.resolve(Rgba::BLACK).to_octets())
}

#[test]
fn colors() {
    assert_eq!(octets("#1234"), Some([0x11, 0x22, 0x33, 0x44]));
    assert_eq!(octets("rgb(10 20 30 / 50%)"), Some([10, 20, 30, 128]));
    assert_eq!(octets("hsl(0.5turn, 50%, 50%)"), Some([64, 191, 191, 255]));
    assert_eq!(octets("color-mix(in srgb, red 30%, blue)"), Some([77, 0, 179, 255]));
    assert_eq!(octets("color-mix(in oklab, red, blue)"), Some([140, 83, 162, 255]));
    assert_eq!(octets("rgb(from #123456 calc(r * 2) g b)"), Some([36, 52, 86, 255]));
    assert_eq!(octets("oklch(from #369 l c h)"), Some([51, 102, 153, 255]));
    assert_eq!(octets("rgb(1, 2 3)"), None);
    assert_eq!(octets("rgb(1 2 3, 4)"), None);
    assert_eq!(octets("hsl(1 2)"), None);
    assert_eq!(octets("ff0000"), None);
}

#[test]
fn gradients() {
    let linear = gradient("linear-gradient(to top right, red 10%, 30%, blue, lime 50% 60%)");
    assert_eq!(linear.kind, GradientKind::Linear(LinearDirection::To { x: 1, y: -1 }));
    assert_eq!(linear.stops.len(), 5);
    assert!(matches!(linear.stops[1], GradientStop::Hint(_)));
    assert_eq!(
        gradient("linear-gradient(in oklch longer hue 45deg, red, blue)").interpolation.space,
        ColorSpace::Oklch
    );
    assert_eq!(gradient("linear-gradient(red, oklch(0.5 0.1 20))").interpolation.space, ColorSpace::Oklab);
    assert_eq!(
        gradient("-webkit-linear-gradient(left, red, blue)").kind,
        GradientKind::Linear(LinearDirection::To { x: 1, y: 0 })
    );
    let GradientKind::Radial { shape, position } =
        &gradient("radial-gradient(circle closest-side at 10px, red, blue)").kind
    else {
        panic!()
    };
    assert_eq!(*shape, RadialShape::Circle(RadialExtent::ClosestSide));
    assert_eq!(position.x, LengthPercentage::Px(10.0));
    let conic = gradient("repeating-conic-gradient(from 0.25turn at 0 0, red 0 25%, blue 50deg)");
    assert!(conic.repeating && matches!(conic.kind, GradientKind::Conic { from_degrees: 90.0, .. }));
    assert!(matches!(conic.stops[1], GradientStop::Color(_, Some(GradientPosition::Degrees(90.0)))));
    let old = gradient("-webkit-gradient(linear, left top, left bottom, from(red), color-stop(50%, lime), to(blue))");
    assert_eq!(old.stops.len(), 3);
    assert_eq!(parse::<Image>("linear-gradient(red, 10%)"), None);
    assert_eq!(parse::<Image>("linear-gradient(to top, 10%, red, blue)"), None);
}

#[test]
fn images() {
    assert_eq!(parse("url(x.png)"), Some(Image::Url { url: "http://a/x.png".into(), resolution: 1.0 }));
    assert_eq!(parse("url(\"#id\")"), Some(Image::Url { url: "#id".into(), resolution: 1.0 }));
    let set = "image-set(\"a.avif\" type(\"image/avif\"), \"b.png\" 2x, url(c.png) 1x)";
    assert_eq!(parse(set), Some(Image::Url { url: "http://a/c.png".into(), resolution: 1.0 }));
}

#[test]
fn positions() {
    let pair = |x, y| Some(Position2d { x, y });
    let share = LengthPercentage::Percentage;
    assert_eq!(parse("top left"), pair(share(0.0), share(0.0)));
    assert_eq!(parse("center"), pair(share(0.5), share(0.5)));
    assert_eq!(parse("bottom"), pair(share(0.5), share(1.0)));
    assert_eq!(parse("10px top"), pair(LengthPercentage::Px(10.0), share(0.0)));
    assert_eq!(parse("top 10px"), None::<Position2d>);
    let Some(Position2d { x, y }) = parse("right 10px bottom 20%") else { panic!() };
    assert_eq!((x.resolve_px(100.0), y.resolve_px(100.0)), (90.0, 80.0));
    assert_eq!(parse::<TransformOrigin>("top 3px"), None);
    assert_eq!(parse::<TransformOrigin>("top right 3px").map(|origin| (origin.x, origin.z)), Some((share(1.0), 3.0)));
}

#[test]
fn transforms_and_shapes() {
    let Transform(list) = parse("translate(-50%) rotate(0.5turn) scale(2, 50%)").unwrap();
    assert_eq!(list[1], TransformFunction::Rotate(0.0, 0.0, 1.0, 180.0));
    assert_eq!(list[2], TransformFunction::Scale(2.0, 0.5, 1.0));
    assert_eq!(parse::<Transform>("rotate(10)"), None);
    let Some(ClipPath::Shape(shape, _)) = parse("polygon(evenodd, 0 0, 100% 0, 50% 10px)") else { panic!() };
    assert!(matches!(&*shape, BasicShape::Polygon(true, points) if points.len() == 3));
    assert!(parse::<ClipPath>("inset(1px 2px round 3px / 4px) padding-box").is_some());
    assert!(parse::<ClipPath>("circle(50% at left)").is_some());
}

#[test]
fn lists_and_keywords() {
    let shadows: BoxShadows = parse("inset 1px 2px 3px 4px red, 0 0 currentcolor").unwrap();
    assert!(shadows.0[0].inset && shadows.0[0].spread == 4.0 && shadows.0[1].color == Color::CurrentColor);
    assert_eq!(parse::<BoxShadows>("1px"), None);
    let FontFamily(families) = parse("Open  Sans, \"a b\", sans-serif").unwrap();
    assert_eq!(families[0], FontFamilyName::Named("Open Sans".into()));
    assert_eq!(families[2], FontFamilyName::Generic(GenericFamily::SansSerif));
    assert_eq!(parse::<FontFamily>("a, 1b"), None);
    let sizes: Layers<BackgroundSize> = parse("cover, 10px").unwrap();
    assert_eq!(sizes.get(3), &BackgroundSize::Explicit(Some(LengthPercentage::Px(10.0)), None));
    assert_eq!(parse("16 / 9 auto"), Some(AspectRatio { auto: true, ratio: Some(16.0 / 9.0) }));
    let alignment = parse::<SelfAlignment>("safe flex-end").unwrap().0;
    assert_eq!((alignment.keyword, alignment.overflow), (AlignKeyword::FlexEnd, OverflowPosition::Safe));
    assert_eq!(parse::<SelfAlignment>("last baseline").unwrap().0.keyword, AlignKeyword::LastBaseline);
    let Some(Content::Items(items)) = parse("counter(a, upper-roman) \". \" attr(x) / \"alt\"") else { panic!() };
    assert_eq!(items[0], ContentItem::Counter("a".into(), CounterStyle::Named("upper-roman".into())));
    assert_eq!(items.len(), 3);
}
