//! Transforms of elements of SVG: `transform` of CSS or of the markup, about `transform-origin` in `transform-box`.
//!
//! [CSS Transforms 1, § 7](https://www.w3.org/TR/css-transforms-1/#svg-transform)

use ashlar_layout::css::ComputedStyle;
use ashlar_layout::css::values::effects::TransformBox;
use ashlar_layout::fragment_tree::transform::box_transform;
use ashlar_layout::geometry::{LayoutUnit, PhysicalSize};
use ashlar_raster::{Path, Rect, Transform};
use markup5ever::LocalName;

use crate::dom::{ElementData, NodeRef};

/// How deep groups are looked into for their bounding box.
const MAX_DEPTH: usize = 32;

/// The matrix of an element, `None` where the markup's attribute says it all.
pub fn of_element(node: NodeRef<'_>, style: &ComputedStyle<'_>, viewport: (f32, f32)) -> Option<[f32; 6]> {
    let element = node.element()?;
    let has_css = !style.transform().0.is_empty()
        || style.translate().0.is_some()
        || style.rotate().0.is_some()
        || style.scale().0.is_some();
    let attribute = element.attribute(&LocalName::from("transform"));
    if !has_css && attribute.is_none() {
        return None;
    }
    let reference = match style.transform_box() {
        TransformBox::ViewBox => None,
        TransformBox::StrokeBox => bounding_box(node, 0).map(|area| area.outset(stroke_width(style) / 2.0)),
        _ => bounding_box(node, 0),
    };
    let area = reference.unwrap_or_else(|| Rect::from_xywh(0.0, 0.0, viewport.0, viewport.1));
    let local = if has_css {
        let size = PhysicalSize::new(LayoutUnit::from_px_f32(area.width()), LayoutUnit::from_px_f32(area.height()));
        let m = box_transform(style, size)?;
        let matrix = Transform::new(m.a as f32, m.b as f32, m.c as f32, m.d as f32, m.e as f32, m.f as f32);
        // Of individual properties and an attribute, the attribute comes last.
        match attribute.filter(|_| style.transform().0.is_empty()).and_then(parse) {
            Some(own) => {
                let (x, y) = origin(style, &area);
                let own = about(&own, x - area.left, y - area.top);
                matrix.then_inner(&own)
            }
            None => matrix,
        }
    } else {
        let (x, y) = origin(style, &area);
        if x == 0.0 && y == 0.0 {
            return None;
        }
        let own = parse(attribute?)?;
        return Some(components(&about(&own, x, y)));
    };
    Some(components(&about(&local, area.left, area.top)))
}

fn components(t: &Transform) -> [f32; 6] {
    [t.a, t.b, t.c, t.d, t.e, t.f]
}

fn about(t: &Transform, x: f32, y: f32) -> Transform {
    Transform::translation(x, y).then_inner(t).then_inner(&Transform::translation(-x, -y))
}

fn origin(style: &ComputedStyle<'_>, area: &Rect) -> (f32, f32) {
    let origin = style.transform_origin();
    (area.left + origin.x.resolve_px(area.width()), area.top + origin.y.resolve_px(area.height()))
}

fn parse(text: &str) -> Option<Transform> {
    let t: svgtypes::Transform = text.parse().ok()?;
    let [a, b, c, d, e, f] = [t.a, t.b, t.c, t.d, t.e, t.f].map(|v| v as f32);
    Some(Transform::new(a, b, c, d, e, f))
}

fn stroke_width(style: &ComputedStyle<'_>) -> f32 {
    style.stroke_width().0.as_deref().and_then(super::parse_length).unwrap_or(1.0)
}

/// [SVG 2, § 8.10](https://www.w3.org/TR/SVG2/coords.html#BoundingBoxes): the fill box of shapes and groups of them.
fn bounding_box(node: NodeRef<'_>, depth: usize) -> Option<Rect> {
    let element = node.element().filter(|element| element.is_svg())?;
    let number = |name: &str| length(element, name).unwrap_or(0.0);
    match &**element.local_name() {
        "rect" | "image" | "foreignObject" | "use" | "svg" => {
            Some(Rect::from_xywh(number("x"), number("y"), number("width"), number("height")))
                .filter(|area| !area.is_empty())
        }
        "circle" => {
            let (x, y, r) = (number("cx"), number("cy"), number("r"));
            Some(Rect::new(x - r, y - r, x + r, y + r))
        }
        "ellipse" => {
            let (x, y, rx, ry) = (number("cx"), number("cy"), number("rx"), number("ry"));
            Some(Rect::new(x - rx, y - ry, x + rx, y + ry))
        }
        "line" => {
            let (x1, y1, x2, y2) = (number("x1"), number("y1"), number("x2"), number("y2"));
            Some(Rect::new(x1.min(x2), y1.min(y2), x1.max(x2), y1.max(y2)))
        }
        "polyline" | "polygon" => {
            let points = element.attribute(&LocalName::from("points"))?;
            let mut path = Path::new();
            for (index, (x, y)) in svgtypes::PointsParser::from(points).enumerate() {
                let (x, y) = (x as f32, y as f32);
                if index == 0 { path.move_to(x, y) } else { path.line_to(x, y) }
            }
            path.bounds()
        }
        "path" => crate::paint::svg_path(element.attribute(&LocalName::from("d"))?, 0.0, 0.0)?.bounds(),
        "g" | "a" if depth < MAX_DEPTH => {
            let mut all: Option<Rect> = None;
            for child in node.child_elements() {
                let Some(area) = bounding_box(child, depth + 1) else { continue };
                let own = child.element().and_then(|e| e.attribute(&LocalName::from("transform"))).and_then(parse);
                let area = own.map_or(area, |t| t.map_rect(&area));
                all = Some(all.map_or(area, |all| all.union(&area)));
            }
            all
        }
        _ => None,
    }
}

fn length(element: &ElementData<'_>, name: &str) -> Option<f32> {
    element.attribute(&LocalName::from(name)).and_then(super::signed_length)
}
