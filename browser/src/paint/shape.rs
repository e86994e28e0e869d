//! Basic shapes as paths.
//!
//! [CSS Shapes 1, § 3](https://www.w3.org/TR/css-shapes-1/#basic-shape-functions)

use ashlar_layout::css::ComputedStyle;
use ashlar_layout::css::values::effects::{BasicShape, ReferenceBox, ShapeRadius};
use ashlar_layout::css::values::image::{Position2d, RadialExtent};
use ashlar_layout::css::values::length::LengthPercentageOrAuto;
use ashlar_layout::fragment_tree::BoxFragment;
use ashlar_raster::{FillRule, Path, Point, Radius, Rect, RoundedRect};

/// The box a shape refers to, by the border box in place.
pub(super) fn reference_box(which: ReferenceBox, fragment: &BoxFragment<'_>, border: Rect) -> Rect {
    let border_widths = fragment.border.map(|w| w.to_px_f32());
    let padding = fragment.padding.map(|w| w.to_px_f32());
    let inner = border.inset_sides([border_widths.top, border_widths.right, border_widths.bottom, border_widths.left]);
    match which {
        ReferenceBox::PaddingBox => inner,
        ReferenceBox::ContentBox | ReferenceBox::FillBox => {
            inner.inset_sides([padding.top, padding.right, padding.bottom, padding.left])
        }
        ReferenceBox::MarginBox => border.inset_sides(margins(&fragment.style).map(|side| -side)),
        _ => border,
    }
}

/// The same with the corners of the border box, as they are at that box.
pub(super) fn rounded_reference_box(
    which: ReferenceBox,
    fragment: &BoxFragment<'_>,
    border: &RoundedRect,
) -> RoundedRect {
    let widths = fragment.border.map(|w| w.to_px_f32());
    let padding = fragment.padding.map(|w| w.to_px_f32());
    let inner = border.inset_sides([widths.top, widths.right, widths.bottom, widths.left]);
    match which {
        ReferenceBox::PaddingBox => inner,
        ReferenceBox::ContentBox | ReferenceBox::FillBox => {
            inner.inset_sides([padding.top, padding.right, padding.bottom, padding.left])
        }
        ReferenceBox::MarginBox => {
            let margin = margins(&fragment.style);
            let mut outer = *border;
            for (corner, (horizontal, vertical)) in [(3, 0), (1, 0), (1, 2), (3, 2)].into_iter().enumerate() {
                let radius = &mut outer.radii[corner];
                if !radius.is_zero() {
                    *radius =
                        Radius::new((radius.x + margin[horizontal]).max(0.0), (radius.y + margin[vertical]).max(0.0));
                }
            }
            RoundedRect::new(outer.rect.inset_sides(margin.map(|side| -side)), outer.radii)
        }
        _ => *border,
    }
}

/// The margins that are lengths: top, right, bottom, left. What layout made of `auto` and percentages is not known here.
fn margins(style: &ComputedStyle<'_>) -> [f32; 4] {
    let px = |side: &LengthPercentageOrAuto| match side {
        LengthPercentageOrAuto::LengthPercentage(value) => value.resolve_px(0.0),
        LengthPercentageOrAuto::Auto => 0.0,
    };
    [px(style.margin_top()), px(style.margin_right()), px(style.margin_bottom()), px(style.margin_left())]
}

/// A shape in its reference box; `None` where it cannot be drawn.
pub(super) fn path_of(shape: &BasicShape, area: Rect) -> Option<(Path, FillRule)> {
    let mut path = Path::default();
    let rule = |even_odd: bool| if even_odd { FillRule::EvenOdd } else { FillRule::NonZero };
    match shape {
        BasicShape::Inset(sides, corners) => {
            let [top, right, bottom, left] = &**sides;
            let rect = Rect::new(
                area.left + left.resolve_px(area.width()),
                area.top + top.resolve_px(area.height()),
                area.right - right.resolve_px(area.width()),
                area.bottom - bottom.resolve_px(area.height()),
            );
            if rect.is_empty() {
                return Some((path, FillRule::NonZero));
            }
            let radii = std::array::from_fn(|corner| {
                let radius = &corners[corner];
                Radius::new(radius.horizontal.resolve_px(area.width()), radius.vertical.resolve_px(area.height()))
            });
            path.add_rounded_rect(&RoundedRect::new(rect, radii));
            Some((path, FillRule::NonZero))
        }
        BasicShape::Circle(radius, position) => {
            let center = center_of(position.as_ref(), area);
            let diagonal = area.width().hypot(area.height()) / std::f32::consts::SQRT_2;
            let radius = radius_px(
                radius,
                diagonal,
                [center.x - area.left, area.right - center.x, center.y - area.top, area.bottom - center.y],
            );
            path.add_ellipse(&Rect::new(center.x - radius, center.y - radius, center.x + radius, center.y + radius));
            Some((path, FillRule::NonZero))
        }
        BasicShape::Ellipse(horizontal, vertical, position) => {
            let center = center_of(position.as_ref(), area);
            let (left, right) = (center.x - area.left, area.right - center.x);
            let (top, bottom) = (center.y - area.top, area.bottom - center.y);
            let x = radius_px(horizontal, area.width(), [left, right, left, right]);
            let y = radius_px(vertical, area.height(), [top, bottom, top, bottom]);
            path.add_ellipse(&Rect::new(center.x - x, center.y - y, center.x + x, center.y + y));
            Some((path, FillRule::NonZero))
        }
        BasicShape::Polygon(even_odd, points) => {
            let points: Vec<Point> = points
                .iter()
                .map(|(x, y)| {
                    Point::new(area.left + x.resolve_px(area.width()), area.top + y.resolve_px(area.height()))
                })
                .collect();
            path.add_polygon(&points);
            Some((path, rule(*even_odd)))
        }
        BasicShape::Path(even_odd, data) => Some((svg_path(data, area.left, area.top)?, rule(*even_odd))),
    }
}

fn center_of(position: Option<&Position2d>, area: Rect) -> Point {
    let position = position.unwrap_or(&Position2d::CENTER);
    Point::new(area.left + position.x.resolve_px(area.width()), area.top + position.y.resolve_px(area.height()))
}

fn radius_px(radius: &ShapeRadius, basis: f32, distances: [f32; 4]) -> f32 {
    let distances = distances.map(f32::abs);
    match radius {
        ShapeRadius::LengthPercentage(value) => value.resolve_px(basis).max(0.0),
        ShapeRadius::Extent(RadialExtent::ClosestSide | RadialExtent::ClosestCorner) => {
            distances.into_iter().fold(f32::MAX, f32::min)
        }
        ShapeRadius::Extent(_) => distances.into_iter().fold(0.0, f32::max),
    }
}

/// SVG path data, moved.
pub(crate) fn svg_path(data: &str, x: f32, y: f32) -> Option<Path> {
    let mut path = Path::default();
    for segment in svgtypes::SimplifyingPathParser::from(data) {
        use svgtypes::SimplePathSegment as Segment;
        let at = |px: f64, py: f64| (px as f32 + x, py as f32 + y);
        match segment.ok()? {
            Segment::MoveTo { x, y } => {
                let (x, y) = at(x, y);
                path.move_to(x, y);
            }
            Segment::LineTo { x, y } => {
                let (x, y) = at(x, y);
                path.line_to(x, y);
            }
            Segment::CurveTo { x1, y1, x2, y2, x, y } => {
                let ((x1, y1), (x2, y2), (x, y)) = (at(x1, y1), at(x2, y2), at(x, y));
                path.cubic_to(x1, y1, x2, y2, x, y);
            }
            Segment::Quadratic { x1, y1, x, y } => {
                let ((x1, y1), (x, y)) = (at(x1, y1), at(x, y));
                path.quad_to(x1, y1, x, y);
            }
            Segment::ClosePath => path.close(),
        }
    }
    Some(path)
}
