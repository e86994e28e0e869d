//! Outlines: lines, quadratic and cubic curves.

use crate::geometry::{Point, Radius, Rect, RoundedRect, Transform};

/// One step of a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PathCommand {
    /// Begin a contour.
    MoveTo(Point),
    /// A straight line.
    LineTo(Point),
    /// A quadratic curve: control point, end.
    QuadTo(Point, Point),
    /// A cubic curve: two control points, end.
    CubicTo(Point, Point, Point),
    /// A straight line to the contour's begin.
    Close,
}

/// Which points are inside a path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FillRule {
    /// Winding number other than zero.
    #[default]
    NonZero,
    /// Odd number of crossings.
    EvenOdd,
}

/// An outline made of contours; a fill closes each of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Path {
    /// The steps in order.
    pub commands: Vec<PathCommand>,
}

/// Distance of a cubic's control points from the corner of a quarter ellipse, as part of the radius.
const ARC_CONTROL: f32 = 0.552_284_8;

impl Path {
    /// A path of no contour.
    #[must_use]
    pub const fn new() -> Self {
        Self { commands: Vec::new() }
    }

    /// Begins a contour.
    pub fn move_to(&mut self, x: f32, y: f32) {
        self.commands.push(PathCommand::MoveTo(Point::new(x, y)));
    }

    /// Adds a line.
    pub fn line_to(&mut self, x: f32, y: f32) {
        self.commands.push(PathCommand::LineTo(Point::new(x, y)));
    }

    /// Adds a quadratic curve.
    pub fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        self.commands.push(PathCommand::QuadTo(Point::new(cx, cy), Point::new(x, y)));
    }

    /// Adds a cubic curve.
    pub fn cubic_to(&mut self, c1x: f32, c1y: f32, c2x: f32, c2y: f32, x: f32, y: f32) {
        self.commands.push(PathCommand::CubicTo(Point::new(c1x, c1y), Point::new(c2x, c2y), Point::new(x, y)));
    }

    /// Closes the contour.
    pub fn close(&mut self) {
        self.commands.push(PathCommand::Close);
    }

    /// True when there is nothing to fill or stroke.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.commands.len() < 2
    }

    /// Adds a rectangle, clockwise from its top left corner.
    pub fn add_rect(&mut self, r: &Rect) {
        self.move_to(r.left, r.top);
        self.line_to(r.right, r.top);
        self.line_to(r.right, r.bottom);
        self.line_to(r.left, r.bottom);
        self.close();
    }

    /// Adds a rectangle, counter-clockwise, so that it cuts a hole by the non-zero rule.
    pub fn add_rect_reversed(&mut self, r: &Rect) {
        self.move_to(r.left, r.top);
        self.line_to(r.left, r.bottom);
        self.line_to(r.right, r.bottom);
        self.line_to(r.right, r.top);
        self.close();
    }

    /// Adds a polygon.
    pub fn add_polygon(&mut self, points: &[Point]) {
        let Some((first, rest)) = points.split_first() else { return };
        self.move_to(first.x, first.y);
        for p in rest {
            self.line_to(p.x, p.y);
        }
        self.close();
    }

    /// Adds a rounded rectangle, clockwise.
    pub fn add_rounded_rect(&mut self, rounded: &RoundedRect) {
        if rounded.is_rect() {
            self.add_rect(&rounded.rect);
            return;
        }
        let r = &rounded.rect;
        let [tl, tr, br, bl] = rounded.radii;
        self.move_to(r.left + tl.x, r.top);
        self.line_to(r.right - tr.x, r.top);
        self.corner(
            Point::new(r.right - tr.x, r.top),
            Point::new(r.right, r.top),
            Point::new(r.right, r.top + tr.y),
            tr,
        );
        self.line_to(r.right, r.bottom - br.y);
        self.corner(
            Point::new(r.right, r.bottom - br.y),
            Point::new(r.right, r.bottom),
            Point::new(r.right - br.x, r.bottom),
            br,
        );
        self.line_to(r.left + bl.x, r.bottom);
        self.corner(
            Point::new(r.left + bl.x, r.bottom),
            Point::new(r.left, r.bottom),
            Point::new(r.left, r.bottom - bl.y),
            bl,
        );
        self.line_to(r.left, r.top + tl.y);
        self.corner(Point::new(r.left, r.top + tl.y), Point::new(r.left, r.top), Point::new(r.left + tl.x, r.top), tl);
        self.close();
    }

    /// A quarter ellipse from `from` round `corner` to `to`.
    fn corner(&mut self, from: Point, corner: Point, to: Point, radius: Radius) {
        if radius.is_zero() {
            return;
        }
        let toward = |p: Point| Point::new(p.x + (corner.x - p.x) * ARC_CONTROL, p.y + (corner.y - p.y) * ARC_CONTROL);
        self.commands.push(PathCommand::CubicTo(toward(from), toward(to), to));
    }

    /// Adds an ellipse inscribed in a rectangle.
    pub fn add_ellipse(&mut self, r: &Rect) {
        let radius = Radius::new(r.width() / 2.0, r.height() / 2.0);
        self.add_rounded_rect(&RoundedRect { rect: *r, radii: [radius; 4] });
    }

    /// The same path through a transform.
    #[must_use]
    pub fn transformed(&self, t: &Transform) -> Self {
        let commands = self
            .commands
            .iter()
            .map(|command| match *command {
                PathCommand::MoveTo(p) => PathCommand::MoveTo(t.map(p)),
                PathCommand::LineTo(p) => PathCommand::LineTo(t.map(p)),
                PathCommand::QuadTo(c, p) => PathCommand::QuadTo(t.map(c), t.map(p)),
                PathCommand::CubicTo(c, d, p) => PathCommand::CubicTo(t.map(c), t.map(d), t.map(p)),
                PathCommand::Close => PathCommand::Close,
            })
            .collect();
        Self { commands }
    }

    /// The bounding box of all points, control points included; `None` for an empty path or one with a point that is
    /// not finite.
    #[must_use]
    pub fn bounds(&self) -> Option<Rect> {
        let mut out: Option<Rect> = None;
        let mut finite = true;
        let mut grow = |p: Point| {
            finite &= p.x.is_finite() && p.y.is_finite();
            out = Some(match out {
                None => Rect::new(p.x, p.y, p.x, p.y),
                Some(r) => Rect::new(r.left.min(p.x), r.top.min(p.y), r.right.max(p.x), r.bottom.max(p.y)),
            });
        };
        for command in &self.commands {
            match *command {
                PathCommand::MoveTo(p) | PathCommand::LineTo(p) => grow(p),
                PathCommand::QuadTo(c, p) => [c, p].into_iter().for_each(&mut grow),
                PathCommand::CubicTo(c, d, p) => [c, d, p].into_iter().for_each(&mut grow),
                PathCommand::Close => {}
            }
        }
        out.filter(|_| finite)
    }
}
