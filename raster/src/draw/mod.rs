//! Items to pixels of a layer.

mod border;
mod glyphs;
mod hairline;
mod line;
mod prepare;
mod shadow;
mod stroke;
mod target;

pub(crate) use prepare::Prepared;
pub(crate) use target::{Paint, Target};

use crate::display_list::{Content, Fill, GradientFill, ImageFill, SolidRect};
use crate::geometry::Transform;
use crate::layer::Pixel;
use crate::plan::Plan;
use crate::shader::{GradientPaint, ImagePaint, TileMap, covered_rect};

/// Draws one item that is not a group's begin or end.
pub(crate) fn item(target: &mut Target<'_>, plan: &Plan<'_>, prepared: &Prepared, index: usize) {
    let Some(item) = plan.list.items.get(index) else { return };
    let t = plan.to_device(item.transform);
    let visible = |pixel: Pixel| (pixel[3] != 0).then_some(Paint::Solid(pixel));
    match &item.content {
        Content::SolidRect(solid) => solid_rect(target, solid, &t),
        Content::RoundedFill(fill) => {
            if let Some(paint) = visible(fill.color.premultiplied8()) {
                target.fill_rounded(&fill.shape, &t, paint);
            }
        }
        Content::Ring(ring) => {
            if let Some(paint) = visible(ring.color.premultiplied8()) {
                target.fill_ring(&ring.outer, &ring.inner, &t, paint);
            }
        }
        Content::Border(border) => border::draw(target, border, &t),
        Content::Gradient(gradient) => draw_gradient(target, gradient, &t),
        Content::Image(image) => draw_image(target, image, &t),
        Content::GlyphRun(run) => glyphs::draw(target, prepared, index, run, &t),
        Content::DecorationLine(line) => line::draw(target, line, &t),
        Content::BoxShadow(shadow) => shadow::draw(target, shadow, prepared.shadow(index), &t),
        Content::PathFill(fill) => {
            if let Some(paint) = visible(fill.color.premultiplied8()) {
                target.fill_path(&fill.path, &t, fill.rule, paint);
            }
        }
        Content::PathStroke(path) => {
            if let Some(paint) = visible(path.color.premultiplied8()) {
                stroke::draw(target, path, &t, paint);
            }
        }
        Content::PushGroup(_) | Content::PopGroup => {}
    }
}

fn solid_rect(target: &mut Target<'_>, solid: &SolidRect, t: &Transform) {
    let pixel = solid.color.premultiplied8();
    if pixel[3] == 0 {
        return;
    }
    if !solid.anti_alias && t.is_axis_aligned() {
        return target.fill_pixels(crate::clip::rounded(&t.map_rect(&solid.rect)), Paint::Solid(pixel));
    }
    target.fill_rect(&solid.rect, t, Paint::Solid(pixel));
}

/// Fills an area of tiles; `cut` tells whether the tile's own edges have to be looked at pixel by pixel.
fn fill_tiles(target: &mut Target<'_>, fill: &Fill, t: &Transform, paint: Paint<'_>) {
    let covered = covered_rect(fill);
    if covered.is_empty() {
        // No tile reaches the area.
    } else if fill.area.is_rect() {
        target.fill_rect(&covered, t, paint);
    } else {
        target.fill_rounded(&fill.area, t, paint);
    }
}

fn tile_map(fill: &Fill, t: &Transform) -> Option<TileMap> {
    let cut = !fill.area.is_rect() && covered_rect(fill) != fill.area.rect;
    TileMap::new(fill, t, cut)
}

fn draw_gradient(target: &mut Target<'_>, gradient: &GradientFill, t: &Transform) {
    let Some(map) = tile_map(&gradient.fill, t) else { return };
    let Some(paint) = GradientPaint::new(&gradient.gradient, map) else { return };
    fill_tiles(target, &gradient.fill, t, Paint::Rows(&paint));
}

fn draw_image(target: &mut Target<'_>, image: &ImageFill, t: &Transform) {
    let Some(map) = tile_map(&image.fill, t) else { return };
    let Some(paint) = ImagePaint::new(image, map, t) else { return };
    fill_tiles(target, &image.fill, t, Paint::Rows(&paint));
}
