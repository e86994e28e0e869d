//! Parsing of basic shapes, `clip-path`, `shape-outside` and `clip`; their types are in [`super::effects`].
//!
//! Spec: <https://www.w3.org/TR/css-shapes-1/#basic-shape-functions>, <https://www.w3.org/TR/css-masking-1/>.

use std::sync::Arc;

use cssparser::{Parser, Token, match_ignore_ascii_case};

use super::background::{CornerRadius, four_sides};
use super::effects::{BasicShape, ClipPath, ClipRect, OverflowClipMargin, ReferenceBox, ShapeOutside, ShapeRadius};
use super::image::{Image, Position2d, RadialExtent};
use super::length::{LengthPercentage, Range, length};
use super::parse::{CssValue, Parsed, ParserContext, comma, invalid, keyword, slash, url};

/// The corners of `border-radius` and `inset(… round …)`, from the top left clockwise.
pub(crate) fn corner_radii(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<[CornerRadius; 4]> {
    let radius = |input: &mut Parser<'_>| LengthPercentage::parse_in(cx, input, Range::NonNegative);
    let horizontal = four_sides(input, radius)?;
    let vertical = if slash(input) { four_sides(input, radius)? } else { horizontal.clone() };
    let mut vertical = vertical.into_iter();
    Ok(horizontal.map(|horizontal| CornerRadius { horizontal, vertical: vertical.next().unwrap_or_default() }))
}

impl BasicShape {
    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        let name = input.expect_function()?.to_ascii_lowercase();
        input.parse_nested_block(|input| match name.as_str() {
            "inset" => {
                let sides = four_sides(input, |input| LengthPercentage::parse(cx, input))?;
                Ok(Self::Inset(Box::new(sides), round(cx, input)?))
            }
            "rect" => {
                // Right and bottom are measured from the left and top; `auto` is the edge of the box.
                let side = |input: &mut Parser<'_>| {
                    if keyword(input, "auto") { Ok(None) } else { LengthPercentage::parse(cx, input).map(Some) }
                };
                let [top, right, bottom, left] = [side(input)?, side(input)?, side(input)?, side(input)?];
                let near = |side: Option<LengthPercentage>| side.unwrap_or(LengthPercentage::ZERO);
                let far =
                    |side: Option<LengthPercentage>| side.map_or(LengthPercentage::ZERO, |side| side.complement());
                Ok(Self::Inset(Box::new([near(top), far(right), far(bottom), near(left)]), round(cx, input)?))
            }
            "xywh" => {
                let side = |input: &mut Parser<'_>| LengthPercentage::parse(cx, input);
                let [x, y, width, height] = [side(input)?, side(input)?, side(input)?, side(input)?];
                let far = |near: &LengthPercentage, extent: &LengthPercentage| sum(near, extent).complement();
                Ok(Self::Inset(Box::new([y.clone(), far(&x, &width), far(&y, &height), x]), round(cx, input)?))
            }
            "circle" => {
                let radius = input.try_parse(|input| shape_radius(cx, input));
                let radius = radius.unwrap_or(ShapeRadius::Extent(RadialExtent::ClosestSide));
                Ok(Self::Circle(radius, at_position(cx, input)?))
            }
            "ellipse" => {
                let radii = input.try_parse(|input| Ok((shape_radius(cx, input)?, shape_radius(cx, input)?)));
                let closest = || ShapeRadius::Extent(RadialExtent::ClosestSide);
                let (x, y) = radii.unwrap_or_else(|_: super::parse::ParseError| (closest(), closest()));
                Ok(Self::Ellipse(x, y, at_position(cx, input)?))
            }
            "polygon" => {
                let even_odd = fill_rule(input)?;
                let mut points = Vec::new();
                loop {
                    points.push((LengthPercentage::parse(cx, input)?, LengthPercentage::parse(cx, input)?));
                    if !comma(input) {
                        return Ok(Self::Polygon(even_odd, points));
                    }
                }
            }
            "path" => {
                let even_odd = fill_rule(input)?;
                Ok(Self::Path(even_odd, input.expect_string()?.as_ref().into()))
            }
            _ => invalid(),
        })
    }
}

fn sum(a: &LengthPercentage, b: &LengthPercentage) -> LengthPercentage {
    use super::calc::CalcNode;
    let node = |value: &LengthPercentage| match value {
        LengthPercentage::Px(px) => CalcNode::Px(*px),
        LengthPercentage::Percentage(share) => CalcNode::Percentage(*share),
        LengthPercentage::Calc(node) => (**node).clone(),
    };
    match (a, b) {
        (LengthPercentage::Px(a), LengthPercentage::Px(b)) => LengthPercentage::Px(a + b),
        (LengthPercentage::Percentage(a), LengthPercentage::Percentage(b)) => LengthPercentage::Percentage(a + b),
        _ => LengthPercentage::Calc(Arc::new(CalcNode::Sum(vec![node(a), node(b)]))),
    }
}

fn round(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Box<[CornerRadius; 4]>> {
    if keyword(input, "round") { corner_radii(cx, input).map(Box::new) } else { Ok(Box::default()) }
}

fn shape_radius(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<ShapeRadius> {
    if let Ok(extent) = input.try_parse(RadialExtent::parse) {
        return Ok(ShapeRadius::Extent(extent));
    }
    LengthPercentage::parse_in(cx, input, Range::NonNegative).map(ShapeRadius::LengthPercentage)
}

fn at_position(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Option<Position2d>> {
    if keyword(input, "at") { Position2d::parse(cx, input).map(Some) } else { Ok(None) }
}

/// `<'fill-rule'>,`: whether even-odd.
fn fill_rule(input: &mut Parser<'_>) -> Parsed<bool> {
    let rule = input.try_parse(|input| -> Parsed<bool> {
        Ok(match_ignore_ascii_case! { input.expect_ident()?, "evenodd" => true, "nonzero" => false, _ => return invalid() })
    });
    if rule.is_ok() {
        input.expect_comma()?;
    }
    Ok(rule.unwrap_or(false))
}

fn reference_box(input: &mut Parser<'_>) -> Parsed<ReferenceBox> {
    Ok(match_ignore_ascii_case! { input.expect_ident()?,
        "border-box" => ReferenceBox::BorderBox,
        "padding-box" => ReferenceBox::PaddingBox,
        "content-box" => ReferenceBox::ContentBox,
        "margin-box" => ReferenceBox::MarginBox,
        "fill-box" => ReferenceBox::FillBox,
        "stroke-box" => ReferenceBox::StrokeBox,
        "view-box" => ReferenceBox::ViewBox,
        _ => return invalid(),
    })
}

/// `<basic-shape> || <box>`
fn shape_and_box(
    cx: &ParserContext<'_>,
    input: &mut Parser<'_>,
) -> Parsed<(Option<Arc<BasicShape>>, Option<ReferenceBox>)> {
    let mut reference = input.try_parse(reference_box).ok();
    let shape = input.try_parse(|input| BasicShape::parse(cx, input)).ok().map(Arc::new);
    if reference.is_none() && shape.is_some() {
        reference = input.try_parse(reference_box).ok();
    }
    if shape.is_none() && reference.is_none() { invalid() } else { Ok((shape, reference)) }
}

impl CssValue for ClipPath {
    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        if keyword(input, "none") {
            return Ok(Self::None);
        }
        if let Ok(url) = input.try_parse(|input| url(cx, input)) {
            return Ok(Self::Url(url));
        }
        let (shape, reference) = shape_and_box(cx, input)?;
        let reference = reference.unwrap_or(ReferenceBox::BorderBox);
        Ok(shape.map_or(Self::Box(reference), |shape| Self::Shape(shape, reference)))
    }
}

impl CssValue for ShapeOutside {
    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        if keyword(input, "none") {
            return Ok(Self::None);
        }
        if let Ok((shape, reference)) = input.try_parse(|input| shape_and_box(cx, input)) {
            let reference = reference.unwrap_or(ReferenceBox::MarginBox);
            return Ok(shape.map_or(Self::Box(reference), |shape| Self::Shape(shape, reference)));
        }
        Image::parse_image(cx, input).map(Self::Image)
    }
}

impl CssValue for ClipRect {
    /// `rect(top, right, bottom, left)`, the commas being optional as in all browsers.
    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        let start = input.state();
        if let Token::Ident(name) = input.next()? {
            return if name.eq_ignore_ascii_case("auto") { Ok(Self(None)) } else { invalid() };
        }
        input.reset(&start);
        input.expect_function_matching("rect")?;
        input.parse_nested_block(|input| {
            let mut sides = [None; 4];
            let mut has_commas = false;
            for (index, side) in sides.iter_mut().enumerate() {
                // All commas or none.
                match index {
                    0 => {}
                    1 => has_commas = comma(input),
                    _ if comma(input) != has_commas => return invalid(),
                    _ => {}
                }
                *side = if keyword(input, "auto") { None } else { Some(length(cx, input, Range::All)?) };
            }
            Ok(Self(Some(sides)))
        })
    }
}

impl CssValue for OverflowClipMargin {
    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        let boxes = [
            ("content-box", ReferenceBox::ContentBox),
            ("padding-box", ReferenceBox::PaddingBox),
            ("border-box", ReferenceBox::BorderBox),
        ];
        let visual_box = |input: &mut Parser<'_>| {
            boxes.iter().find(|(name, _)| keyword(input, name)).map(|(_, reference)| *reference)
        };
        let before = visual_box(input);
        let px = input.try_parse(|input| length(cx, input, Range::NonNegative));
        if px.is_err() && before.is_none() {
            return invalid();
        }
        let reference = before.or_else(|| visual_box(input)).unwrap_or(ReferenceBox::PaddingBox);
        Ok(Self { reference, px: px.unwrap_or(0.0) })
    }
}
