//! The transforms of boxes as the display list takes them.

use ashlar_layout::css::ComputedStyle;
use ashlar_layout::fragment_tree::transform::box_transform;
use ashlar_layout::geometry::PhysicalSize;
use ashlar_raster::Transform;

/// The matrix of a box with this style and border box, mapping its own px into its parent's, both from the top left
/// corner of the border box; `None` where the box is not transformed.
pub fn local_transform(style: &ComputedStyle<'_>, size: PhysicalSize) -> Option<Transform> {
    let matrix = box_transform(style, size)?;
    let [a, b, c, d, e, f] = [matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f].map(|v| v as f32);
    Some(Transform::new(a, b, c, d, e, f))
}
