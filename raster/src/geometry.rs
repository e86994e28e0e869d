//! Points, rectangles, rounded rectangles and affine transforms, all in `f32` pixels with y pointing down.

/// A point, or a vector between two points.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// Distance to the right.
    pub x: f32,
    /// Distance downward.
    pub y: f32,
}

impl Point {
    /// The point at `x`, `y`.
    #[must_use]
    pub const fn new(x: f32, y: f32) -> Self {
        Self { x, y }
    }
}

/// A rectangle by its four edges; empty when `right <= left` or `bottom <= top`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rect {
    /// Left edge.
    pub left: f32,
    /// Top edge.
    pub top: f32,
    /// Right edge.
    pub right: f32,
    /// Bottom edge.
    pub bottom: f32,
}

impl Rect {
    /// The rectangle between four edges.
    #[must_use]
    pub const fn new(left: f32, top: f32, right: f32, bottom: f32) -> Self {
        Self { left, top, right, bottom }
    }

    /// The rectangle with a corner and a size.
    #[must_use]
    pub fn from_xywh(x: f32, y: f32, width: f32, height: f32) -> Self {
        Self::new(x, y, x + width, y + height)
    }

    /// A rectangle that holds every other one.
    pub const EVERYTHING: Self = Self::new(-1.0e9, -1.0e9, 1.0e9, 1.0e9);

    /// Width, negative for an inverted rectangle.
    #[must_use]
    pub fn width(&self) -> f32 {
        self.right - self.left
    }

    /// Height, negative for an inverted rectangle.
    #[must_use]
    pub fn height(&self) -> f32 {
        self.bottom - self.top
    }

    /// True when nothing lies inside (also for a NaN edge).
    #[must_use]
    pub fn is_empty(&self) -> bool {
        !(self.right > self.left && self.bottom > self.top)
    }

    /// The common part, possibly empty.
    #[must_use]
    pub fn intersect(&self, other: &Self) -> Self {
        Self::new(
            self.left.max(other.left),
            self.top.max(other.top),
            self.right.min(other.right),
            self.bottom.min(other.bottom),
        )
    }

    /// The smallest rectangle around both; an empty one counts for nothing.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        if self.is_empty() {
            return *other;
        }
        if other.is_empty() {
            return *self;
        }
        Self::new(
            self.left.min(other.left),
            self.top.min(other.top),
            self.right.max(other.right),
            self.bottom.max(other.bottom),
        )
    }

    /// Moved by a vector.
    #[must_use]
    pub fn translate(&self, x: f32, y: f32) -> Self {
        Self::new(self.left + x, self.top + y, self.right + x, self.bottom + y)
    }

    /// Grown by `amount` on all four sides (shrunk when negative).
    #[must_use]
    pub fn outset(&self, amount: f32) -> Self {
        Self::new(self.left - amount, self.top - amount, self.right + amount, self.bottom + amount)
    }

    /// Shrunk by one width per side, in the order top, right, bottom, left.
    #[must_use]
    pub fn inset_sides(&self, widths: [f32; 4]) -> Self {
        Self::new(self.left + widths[3], self.top + widths[0], self.right - widths[1], self.bottom - widths[2])
    }
}

/// A rectangle on whole pixels, half open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PixelRect {
    /// First column.
    pub left: i32,
    /// First row.
    pub top: i32,
    /// Column after the last.
    pub right: i32,
    /// Row after the last.
    pub bottom: i32,
}

impl PixelRect {
    /// The rectangle between four edges.
    #[must_use]
    pub const fn new(left: i32, top: i32, right: i32, bottom: i32) -> Self {
        Self { left, top, right, bottom }
    }

    /// Every pixel that a rectangle touches.
    #[must_use]
    pub fn around(rect: &Rect) -> Self {
        if rect.is_empty() {
            return Self::default();
        }
        // `as` saturates, so that huge rectangles stay huge; halved so that widths fit as well.
        let cut = |v: f32| (v.clamp(-1.0e9, 1.0e9)) as i32;
        Self::new(cut(rect.left.floor()), cut(rect.top.floor()), cut(rect.right.ceil()), cut(rect.bottom.ceil()))
    }

    /// True when there is no pixel inside.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.right <= self.left || self.bottom <= self.top
    }

    /// Columns, 0 when empty.
    #[must_use]
    pub fn width(&self) -> usize {
        (i64::from(self.right) - i64::from(self.left)).max(0) as usize
    }

    /// Rows, 0 when empty.
    #[must_use]
    pub fn height(&self) -> usize {
        (i64::from(self.bottom) - i64::from(self.top)).max(0) as usize
    }

    /// The common part, possibly empty.
    #[must_use]
    pub fn intersect(&self, other: &Self) -> Self {
        Self::new(
            self.left.max(other.left),
            self.top.max(other.top),
            self.right.min(other.right),
            self.bottom.min(other.bottom),
        )
    }

    /// The smallest rectangle around both; an empty one counts for nothing.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        if self.is_empty() {
            return *other;
        }
        if other.is_empty() {
            return *self;
        }
        Self::new(
            self.left.min(other.left),
            self.top.min(other.top),
            self.right.max(other.right),
            self.bottom.max(other.bottom),
        )
    }

    /// True when both have a pixel in common.
    #[must_use]
    pub fn intersects(&self, other: &Self) -> bool {
        !self.intersect(other).is_empty()
    }

    /// True when every pixel of `other` is inside.
    #[must_use]
    pub fn contains(&self, other: &Self) -> bool {
        other.is_empty()
            || (self.left <= other.left
                && self.top <= other.top
                && self.right >= other.right
                && self.bottom >= other.bottom)
    }

    /// Grown on all sides.
    #[must_use]
    pub fn outset(&self, x: i32, y: i32) -> Self {
        Self::new(
            self.left.saturating_sub(x),
            self.top.saturating_sub(y),
            self.right.saturating_add(x),
            self.bottom.saturating_add(y),
        )
    }

    /// The same rectangle in `f32`.
    #[must_use]
    pub fn to_rect(&self) -> Rect {
        Rect::new(self.left as f32, self.top as f32, self.right as f32, self.bottom as f32)
    }
}

/// The two radii of one elliptical corner.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Radius {
    /// Horizontal half-axis.
    pub x: f32,
    /// Vertical half-axis.
    pub y: f32,
}

impl Radius {
    /// A radius with two half-axes.
    #[must_use]
    pub const fn new(x: f32, y: f32) -> Self {
        Self { x, y }
    }

    /// True when the corner is square.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        !(self.x > 0.0 && self.y > 0.0)
    }
}

/// A rectangle with a radius per corner.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RoundedRect {
    /// The box.
    pub rect: Rect,
    /// Top left, top right, bottom right, bottom left.
    pub radii: [Radius; 4],
}

impl From<Rect> for RoundedRect {
    fn from(rect: Rect) -> Self {
        Self { rect, radii: [Radius::default(); 4] }
    }
}

impl RoundedRect {
    /// A rounded rectangle; radii that do not fit are scaled down as CSS says.
    ///
    /// [§ 4.5](https://www.w3.org/TR/css-backgrounds-3/#corner-overlap): one factor for all radii, so that the two of
    /// each side fit.
    #[must_use]
    pub fn new(rect: Rect, radii: [Radius; 4]) -> Self {
        let mut rounded = Self { rect, radii };
        rounded.constrain();
        rounded
    }

    /// True when all corners are square.
    #[must_use]
    pub fn is_rect(&self) -> bool {
        self.radii.iter().all(Radius::is_zero)
    }

    fn constrain(&mut self) {
        for radius in &mut self.radii {
            if radius.is_zero() || !radius.x.is_finite() || !radius.y.is_finite() {
                *radius = Radius::default();
            }
        }
        let r = &self.radii;
        let (width, height) = (self.rect.width().max(0.0), self.rect.height().max(0.0));
        let mut factor = 1.0f32;
        for (sum, length) in
            [(r[0].x + r[1].x, width), (r[3].x + r[2].x, width), (r[0].y + r[3].y, height), (r[1].y + r[2].y, height)]
        {
            if sum > length {
                factor = factor.min(length / sum);
            }
        }
        if factor < 1.0 {
            for radius in &mut self.radii {
                radius.x *= factor;
                radius.y *= factor;
            }
        }
    }

    /// The inner edge of a border: each radius loses the widths of its two sides (top, right, bottom, left).
    ///
    /// [§ 4.2](https://www.w3.org/TR/css-backgrounds-3/#corner-shaping)
    #[must_use]
    pub fn inset_sides(&self, widths: [f32; 4]) -> Self {
        let [top, right, bottom, left] = widths;
        let shrink = |r: Radius, x: f32, y: f32| {
            let shrunk = Radius::new(r.x - x, r.y - y);
            if shrunk.is_zero() { Radius::default() } else { shrunk }
        };
        let mut rect = self.rect.inset_sides(widths);
        rect.right = rect.right.max(rect.left);
        rect.bottom = rect.bottom.max(rect.top);
        Self::new(
            rect,
            [
                shrink(self.radii[0], left, top),
                shrink(self.radii[1], right, top),
                shrink(self.radii[2], right, bottom),
                shrink(self.radii[3], left, bottom),
            ],
        )
    }

    /// Grown on all sides, corners with a radius growing along, small ones damped so that they stay sharp.
    ///
    /// [§ 6.1.1](https://www.w3.org/TR/css-backgrounds-3/#shadow-shape)
    #[must_use]
    pub fn outset_damped(&self, amount: f32) -> Self {
        if amount < 0.0 {
            return self.inset_sides([-amount; 4]);
        }
        let grow = |r: f32| {
            if r <= 0.0 {
                0.0
            } else if r < amount {
                let t = r / amount - 1.0;
                r + amount * (1.0 + t * t * t)
            } else {
                r + amount
            }
        };
        let radii = self.radii.map(|r| Radius::new(grow(r.x), grow(r.y)));
        Self::new(self.rect.outset(amount), radii)
    }

    /// Moved by a vector.
    #[must_use]
    pub fn translate(&self, x: f32, y: f32) -> Self {
        Self { rect: self.rect.translate(x, y), radii: self.radii }
    }
}

/// An affine map in the order of CSS `matrix(a, b, c, d, e, f)`: x' = a x + c y + e, y' = b x + d y + f.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transform {
    /// x' per x.
    pub a: f32,
    /// y' per x.
    pub b: f32,
    /// x' per y.
    pub c: f32,
    /// y' per y.
    pub d: f32,
    /// x' of the origin.
    pub e: f32,
    /// y' of the origin.
    pub f: f32,
}

impl Default for Transform {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl Transform {
    /// The map that changes nothing.
    pub const IDENTITY: Self = Self::new(1.0, 0.0, 0.0, 1.0, 0.0, 0.0);

    /// The map with six coefficients.
    #[must_use]
    pub const fn new(a: f32, b: f32, c: f32, d: f32, e: f32, f: f32) -> Self {
        Self { a, b, c, d, e, f }
    }

    /// A move.
    #[must_use]
    pub const fn translation(x: f32, y: f32) -> Self {
        Self::new(1.0, 0.0, 0.0, 1.0, x, y)
    }

    /// A scale about the origin.
    #[must_use]
    pub const fn scaling(x: f32, y: f32) -> Self {
        Self::new(x, 0.0, 0.0, y, 0.0, 0.0)
    }

    /// First `inner`, then `self`: the matrix product `self * inner`.
    #[must_use]
    pub fn then_inner(&self, inner: &Self) -> Self {
        Self::new(
            self.a * inner.a + self.c * inner.b,
            self.b * inner.a + self.d * inner.b,
            self.a * inner.c + self.c * inner.d,
            self.b * inner.c + self.d * inner.d,
            self.a * inner.e + self.c * inner.f + self.e,
            self.b * inner.e + self.d * inner.f + self.f,
        )
    }

    /// Where a point goes.
    #[must_use]
    pub fn map(&self, p: Point) -> Point {
        Point::new(self.a * p.x + self.c * p.y + self.e, self.b * p.x + self.d * p.y + self.f)
    }

    /// The bounding box of where a rectangle goes.
    #[must_use]
    pub fn map_rect(&self, r: &Rect) -> Rect {
        if self.is_axis_aligned() {
            let p = self.map(Point::new(r.left, r.top));
            let q = self.map(Point::new(r.right, r.bottom));
            return Rect::new(p.x.min(q.x), p.y.min(q.y), p.x.max(q.x), p.y.max(q.y));
        }
        let corners = [
            self.map(Point::new(r.left, r.top)),
            self.map(Point::new(r.right, r.top)),
            self.map(Point::new(r.right, r.bottom)),
            self.map(Point::new(r.left, r.bottom)),
        ];
        let mut out = Rect::new(corners[0].x, corners[0].y, corners[0].x, corners[0].y);
        for p in &corners[1..] {
            out = Rect::new(out.left.min(p.x), out.top.min(p.y), out.right.max(p.x), out.bottom.max(p.y));
        }
        out
    }

    /// The map back, if there is one.
    #[must_use]
    pub fn invert(&self) -> Option<Self> {
        let (a, b, c, d) = (f64::from(self.a), f64::from(self.b), f64::from(self.c), f64::from(self.d));
        let (e, f) = (f64::from(self.e), f64::from(self.f));
        let determinant = a * d - b * c;
        if !determinant.is_finite() || determinant.abs() < 1.0e-20 {
            return None;
        }
        let k = 1.0 / determinant;
        Some(Self::new(
            (d * k) as f32,
            (-b * k) as f32,
            (-c * k) as f32,
            (a * k) as f32,
            ((c * f - d * e) * k) as f32,
            ((b * e - a * f) * k) as f32,
        ))
    }

    /// True when rectangles stay rectangles without turning (scale, flip and move only).
    #[must_use]
    pub fn is_axis_aligned(&self) -> bool {
        self.b == 0.0 && self.c == 0.0
    }

    /// True for a move alone.
    #[must_use]
    pub fn is_translation(&self) -> bool {
        self.is_axis_aligned() && self.a == 1.0 && self.d == 1.0
    }

    /// The geometric mean of the two scales, for widths and blur radii.
    #[must_use]
    pub fn mean_scale(&self) -> f32 {
        (self.a * self.d - self.b * self.c).abs().sqrt()
    }
}
