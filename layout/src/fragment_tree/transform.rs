//! The transform of a box: one matrix from the transform properties.
//!
//! Spec: <https://www.w3.org/TR/css-transforms-2/#ctm>. Everything is flattened to the plane: depth and perspective
//! are computed with and then dropped.

use crate::css::ComputedStyle;
use crate::css::values::effects::TransformFunction;
use crate::geometry::{LayoutUnit, PhysicalOffset, PhysicalRect, PhysicalSize};

/// A 4 by 4 matrix, column-major as in CSS.
type Matrix4 = [f64; 16];

const IDENTITY: Matrix4 = [1., 0., 0., 0., 0., 1., 0., 0., 0., 0., 1., 0., 0., 0., 0., 1.];

/// A transform of the plane: `x' = a x + c y + e`, `y' = b x + d y + f`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlaneTransform {
    /// Horizontal scale.
    pub a: f64,
    /// Vertical skew.
    pub b: f64,
    /// Horizontal skew.
    pub c: f64,
    /// Vertical scale.
    pub d: f64,
    /// Horizontal displacement in px.
    pub e: f64,
    /// Vertical displacement in px.
    pub f: f64,
}

impl PlaneTransform {
    /// The smallest rectangle around a transformed rectangle.
    pub fn map_rect(&self, rect: PhysicalRect) -> PhysicalRect {
        let (left, top) = (rect.offset.left.to_px_f64(), rect.offset.top.to_px_f64());
        let (right, bottom) = (rect.right().to_px_f64(), rect.bottom().to_px_f64());
        let corners = [(left, top), (right, top), (left, bottom), (right, bottom)]
            .map(|(x, y)| (self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f));
        let fold = |f: fn(f64, f64) -> f64, pick: fn(&(f64, f64)) -> f64| {
            corners.iter().map(pick).reduce(f).unwrap_or_default()
        };
        let unit = |px: f64| LayoutUnit::from_px_f32_round(px as f32);
        let corner = PhysicalOffset::new(unit(fold(f64::min, |c| c.0)), unit(fold(f64::min, |c| c.1)));
        let far = PhysicalOffset::new(unit(fold(f64::max, |c| c.0)), unit(fold(f64::max, |c| c.1)));
        PhysicalRect::new(corner, PhysicalSize::new(far.left - corner.left, far.top - corner.top))
    }
}

/// The transform of a border box of this size, in its own coordinates; `None` where it has none.
pub fn box_transform(style: &ComputedStyle<'_>, size: PhysicalSize) -> Option<PlaneTransform> {
    let functions = &style.transform().0;
    let (translate, rotate, scale) = (&style.translate().0, style.rotate().0, style.scale().0);
    if functions.is_empty() && translate.is_none() && rotate.is_none() && scale.is_none() {
        return None;
    }
    let (width, height) = (size.width.to_px_f32(), size.height.to_px_f32());
    let origin = style.transform_origin();
    let origin = [f64::from(origin.x.resolve_px(width)), f64::from(origin.y.resolve_px(height)), f64::from(origin.z)];
    let mut matrix = translation(origin[0], origin[1], origin[2]);
    if let Some((x, y, z)) = translate {
        let (x, y) = (x.resolve_px(width), y.resolve_px(height));
        matrix = multiply(&matrix, &translation(f64::from(x), f64::from(y), f64::from(*z)));
    }
    if let Some((x, y, z, degrees)) = rotate {
        matrix = multiply(&matrix, &rotation(x, y, z, degrees));
    }
    if let Some((x, y, z)) = scale {
        matrix = multiply(&matrix, &scaling(x, y, z));
    }
    for function in functions.iter() {
        matrix = multiply(&matrix, &function_matrix(function, width, height));
    }
    matrix = multiply(&matrix, &translation(-origin[0], -origin[1], -origin[2]));
    let m = matrix;
    let plane = PlaneTransform { a: m[0], b: m[1], c: m[4], d: m[5], e: m[12], f: m[13] };
    let is_finite = [plane.a, plane.b, plane.c, plane.d, plane.e, plane.f].iter().all(|value| value.is_finite());
    is_finite.then_some(plane)
}

fn function_matrix(function: &TransformFunction, width: f32, height: f32) -> Matrix4 {
    match function {
        TransformFunction::Matrix([a, b, c, d, e, f]) => {
            let mut matrix = IDENTITY;
            for (index, value) in [(0, a), (1, b), (4, c), (5, d), (12, e), (13, f)] {
                matrix[index] = f64::from(*value);
            }
            matrix
        }
        TransformFunction::Matrix3d(values) => values.map(f64::from),
        TransformFunction::Translate(x, y, z) => {
            translation(f64::from(x.resolve_px(width)), f64::from(y.resolve_px(height)), f64::from(*z))
        }
        TransformFunction::Scale(x, y, z) => scaling(*x, *y, *z),
        TransformFunction::Rotate(x, y, z, degrees) => rotation(*x, *y, *z, *degrees),
        TransformFunction::Skew(x, y) => {
            let mut matrix = IDENTITY;
            matrix[4] = f64::from(*x).to_radians().tan();
            matrix[1] = f64::from(*y).to_radians().tan();
            matrix
        }
        TransformFunction::Perspective(distance) => {
            let mut matrix = IDENTITY;
            if let Some(distance) = distance {
                matrix[11] = -1.0 / f64::from(distance.max(1.0));
            }
            matrix
        }
    }
}

fn translation(x: f64, y: f64, z: f64) -> Matrix4 {
    let mut matrix = IDENTITY;
    (matrix[12], matrix[13], matrix[14]) = (x, y, z);
    matrix
}

fn scaling(x: f32, y: f32, z: f32) -> Matrix4 {
    let mut matrix = IDENTITY;
    (matrix[0], matrix[5], matrix[10]) = (f64::from(x), f64::from(y), f64::from(z));
    matrix
}

/// [§ 13.2](https://www.w3.org/TR/css-transforms-2/#RotateDefined): about an axis, which need not be of unit length.
fn rotation(x: f32, y: f32, z: f32, degrees: f32) -> Matrix4 {
    let (x, y, z) = (f64::from(x), f64::from(y), f64::from(z));
    let length = (x * x + y * y + z * z).sqrt();
    if length == 0.0 || !length.is_finite() {
        return IDENTITY;
    }
    let (x, y, z) = (x / length, y / length, z / length);
    let (sin, cos) = f64::from(degrees).to_radians().sin_cos();
    let rest = 1.0 - cos;
    [
        cos + x * x * rest,
        y * x * rest + z * sin,
        z * x * rest - y * sin,
        0.0,
        x * y * rest - z * sin,
        cos + y * y * rest,
        z * y * rest + x * sin,
        0.0,
        x * z * rest + y * sin,
        y * z * rest - x * sin,
        cos + z * z * rest,
        0.0,
        0.0,
        0.0,
        0.0,
        1.0,
    ]
}

fn multiply(left: &Matrix4, right: &Matrix4) -> Matrix4 {
    std::array::from_fn(|index| {
        let (column, row) = (index / 4, index % 4);
        (0..4).map(|k| left[k * 4 + row] * right[column * 4 + k]).sum()
    })
}
