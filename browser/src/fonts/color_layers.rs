//! Glyphs of `COLR`: layers of filled outlines, composed into a picture.
//!
//! [OpenType, COLR](https://learn.microsoft.com/en-us/typography/opentype/spec/colr), both versions. The graph is walked
//! twice: first for the extent of what is drawn, then to draw it.

use ashlar_gc::Sent;
use std::rc::Rc;

use ashlar_raster::{GlyphBitmap, ImageData, PathCommand};
use skrifa::color::{Brush, ColorGlyph, ColorPainter, ColorStop, CompositeMode, Extend, Transform as FontTransform};
use skrifa::instance::LocationRef;
use skrifa::raw::types::BoundingBox;
use skrifa::{GlyphId, MetadataProvider};
use tiny_skia::{
    BlendMode, Color, FillRule, GradientStop, LinearGradient, Mask, Paint, Path, PathBuilder, Pixmap, PixmapPaint,
    Point, RadialGradient, Rect, Shader, SpreadMode, SweepGradient, Transform,
};

use super::glyphs;
use super::instance::Instance;

/// The greatest side of a picture in device pixels.
const MAX_SIDE: f32 = 2048.0;
/// Layers within layers; each is a picture of its own.
const MAX_LAYERS: usize = 16;
/// Fills of one glyph, so that a graph that shares its nodes cannot grow without bound.
const MAX_FILLS: usize = 4096;
/// The palette index of the text's own colour.
const FOREGROUND: u16 = 0xFFFF;

/// The picture of a glyph; `None` if it has no layers.
pub(super) fn picture(instance: &Instance, glyph: GlyphId, scale: f32) -> Option<GlyphBitmap> {
    let font = instance.face.font();
    let color_glyph = font.color_glyphs().get(glyph)?;
    let per_unit = instance.size * scale.max(0.01) / f32::from(instance.face.units_per_em());
    let extent = extent(instance, &color_glyph)?.transform(Transform::from_scale(per_unit, -per_unit))?;
    let (left, top) = (extent.left().floor() - 1.0, extent.top().floor() - 1.0);
    let (width, height) = (extent.right().ceil() + 1.0 - left, extent.bottom().ceil() + 1.0 - top);
    if !(width <= MAX_SIDE && height <= MAX_SIDE) {
        return None;
    }
    let pixmap = Pixmap::new(width as u32, height as u32)?;
    let base = Transform::from_row(per_unit, 0.0, 0.0, -per_unit, -left, -top);
    let palettes = font.color_palettes();
    let palette = palettes.get(0);
    let colors = palette.as_ref().map(|palette| palette.colors()).unwrap_or_default();
    let mut painter = Painter {
        instance,
        colors,
        transforms: vec![base],
        clips: Vec::new(),
        layers: vec![(pixmap, BlendMode::SourceOver)],
        skipped_layers: 0,
        fills: 0,
    };
    color_glyph.paint(LocationRef::new(instance.shaper.coords()), &mut painter).ok()?;
    let (pixmap, _) = painter.layers.into_iter().next()?;
    let image = ImageData::from_premultiplied(pixmap.width(), pixmap.height(), pixmap.take())?;
    let device = scale.max(0.01);
    Some(GlyphBitmap {
        image: Sent::new(image),
        left: left / device,
        top: top / device,
        width: width / device,
        height: height / device,
    })
}

/// The outline of a glyph in font units, y up.
fn outline(instance: &Instance, glyph: GlyphId) -> Option<Path> {
    let path = glyphs::outline(instance, glyph, f32::from(instance.face.units_per_em()))?;
    let mut builder = PathBuilder::new();
    for command in &path.commands {
        match *command {
            PathCommand::MoveTo(p) => builder.move_to(p.x, -p.y),
            PathCommand::LineTo(p) => builder.line_to(p.x, -p.y),
            PathCommand::QuadTo(c, p) => builder.quad_to(c.x, -c.y, p.x, -p.y),
            PathCommand::CubicTo(c, d, p) => builder.cubic_to(c.x, -c.y, d.x, -d.y, p.x, -p.y),
            PathCommand::Close => builder.close(),
        }
    }
    builder.finish()
}

fn to_transform(t: FontTransform) -> Transform {
    Transform::from_row(t.xx, t.yx, t.xy, t.yy, t.dx, t.dy)
}

fn last(transforms: &[Transform]) -> Transform {
    transforms.last().copied().unwrap_or_default()
}

/// What a glyph covers, in font units.
fn extent(instance: &Instance, glyph: &ColorGlyph<'_>) -> Option<Rect> {
    let location = LocationRef::new(instance.shaper.coords());
    if let Some(given) = glyph.bounding_box(location, skrifa::instance::Size::unscaled()) {
        return Rect::from_ltrb(given.x_min, given.y_min, given.x_max, given.y_max);
    }
    let mut walk = Extent { instance, transforms: vec![Transform::identity()], covered: None, clips: 0 };
    glyph.paint(location, &mut walk).ok()?;
    walk.covered
}

struct Extent<'a> {
    instance: &'a Instance,
    transforms: Vec<Transform>,
    covered: Option<Rect>,
    clips: usize,
}

impl ColorPainter for Extent<'_> {
    fn push_transform(&mut self, transform: FontTransform) {
        self.transforms.push(last(&self.transforms).pre_concat(to_transform(transform)));
    }

    fn pop_transform(&mut self) {
        self.transforms.pop();
    }

    fn push_clip_glyph(&mut self, glyph: GlyphId) {
        self.clips += 1;
        if self.clips > MAX_FILLS {
            return;
        }
        let bounds = outline(self.instance, glyph).and_then(|path| path.bounds().transform(last(&self.transforms)));
        self.covered = match (self.covered, bounds) {
            (Some(a), Some(b)) => Rect::from_ltrb(
                a.left().min(b.left()),
                a.top().min(b.top()),
                a.right().max(b.right()),
                a.bottom().max(b.bottom()),
            ),
            (a, b) => a.or(b),
        };
    }

    fn push_clip_box(&mut self, _: BoundingBox<f32>) {}
    fn pop_clip(&mut self) {}
    fn fill(&mut self, _: Brush<'_>) {}
    fn push_layer(&mut self, _: CompositeMode) {}
}

struct Painter<'a> {
    instance: &'a Instance,
    colors: &'a [skrifa::color::Color],
    transforms: Vec<Transform>,
    /// Clips as masks of the whole picture; each is within the one before. `None` clips nothing.
    clips: Vec<Option<Rc<Mask>>>,
    layers: Vec<(Pixmap, BlendMode)>,
    /// Layers that were too deep to be made.
    skipped_layers: usize,
    fills: usize,
}

impl Painter<'_> {
    fn push_clip(&mut self, path: Option<Path>) {
        let transform = last(&self.transforms);
        let size = self.layers.first().map(|(pixmap, _)| (pixmap.width(), pixmap.height()));
        let mask = match self.clips.last() {
            Some(Some(outer)) => Some((**outer).clone()),
            _ => None,
        };
        let mask = match (mask, path) {
            (Some(mut mask), Some(path)) => {
                mask.intersect_path(&path, FillRule::Winding, true, transform);
                Some(mask)
            }
            (None, Some(path)) => size.and_then(|(width, height)| Mask::new(width, height)).map(|mut mask| {
                mask.fill_path(&path, FillRule::Winding, true, transform);
                mask
            }),
            // An empty outline clips everything.
            (_, None) => size.and_then(|(width, height)| Mask::new(width, height)),
        };
        self.clips.push(mask.map(Rc::new));
    }

    fn color(&self, index: u16, alpha: f32) -> Color {
        let alpha = alpha.clamp(0.0, 1.0);
        match self.colors.get(usize::from(index)) {
            Some(record) if index != FOREGROUND => {
                let mut color = Color::from_rgba8(record.red, record.green, record.blue, record.alpha);
                color.apply_opacity(alpha);
                color
            }
            // The text's own colour is not known here; most text is black.
            _ => Color::from_rgba(0.0, 0.0, 0.0, alpha).unwrap_or(Color::BLACK),
        }
    }

    fn stops(&self, stops: &[ColorStop]) -> Vec<GradientStop> {
        stops.iter().map(|stop| GradientStop::new(stop.offset, self.color(stop.palette_index, stop.alpha))).collect()
    }

    fn shader(&self, brush: &Brush<'_>, transform: Transform) -> Option<Shader<'static>> {
        let point = |x: f32, y: f32| Point::from_xy(x, y);
        match *brush {
            Brush::Solid { palette_index, alpha } => Some(Shader::SolidColor(self.color(palette_index, alpha))),
            Brush::LinearGradient { p0, p1, color_stops, extend } => {
                let stops = self.stops(color_stops);
                LinearGradient::new(point(p0.x, p0.y), point(p1.x, p1.y), stops, spread(extend), transform)
            }
            Brush::RadialGradient { c0, r0, c1, r1, color_stops, extend } => RadialGradient::new(
                point(c0.x, c0.y),
                r0.max(0.0),
                point(c1.x, c1.y),
                r1.max(0.0),
                self.stops(color_stops),
                spread(extend),
                transform,
            ),
            // The angles are clockwise as seen, so the gradient lives in a space with y down.
            Brush::SweepGradient { c0, start_angle, end_angle, color_stops, extend } => SweepGradient::new(
                point(c0.x, -c0.y),
                start_angle,
                end_angle,
                self.stops(color_stops),
                spread(extend),
                transform.pre_scale(1.0, -1.0),
            ),
        }
    }

    fn may_fill(&mut self) -> bool {
        self.fills += 1;
        self.fills <= MAX_FILLS && self.skipped_layers == 0
    }
}

impl ColorPainter for Painter<'_> {
    fn push_transform(&mut self, transform: FontTransform) {
        self.transforms.push(last(&self.transforms).pre_concat(to_transform(transform)));
    }

    fn pop_transform(&mut self) {
        self.transforms.pop();
    }

    fn push_clip_glyph(&mut self, glyph: GlyphId) {
        let path = if self.fills <= MAX_FILLS { outline(self.instance, glyph) } else { None };
        self.push_clip(path);
    }

    fn push_clip_box(&mut self, clip: BoundingBox<f32>) {
        let rect = Rect::from_ltrb(clip.x_min, clip.y_min, clip.x_max, clip.y_max);
        self.push_clip(rect.map(PathBuilder::from_rect));
    }

    fn pop_clip(&mut self) {
        self.clips.pop();
    }

    fn fill(&mut self, brush: Brush<'_>) {
        if !self.may_fill() {
            return;
        }
        let Some(shader) = self.shader(&brush, last(&self.transforms)) else { return };
        let paint = Paint { shader, ..Paint::default() };
        let clip = self.clips.last().cloned().flatten();
        let Some((pixmap, _)) = self.layers.last_mut() else { return };
        let Some(all) = Rect::from_xywh(0.0, 0.0, pixmap.width() as f32, pixmap.height() as f32) else { return };
        pixmap.fill_rect(all, &paint, Transform::identity(), clip.as_deref());
    }

    fn fill_glyph(&mut self, glyph: GlyphId, brush_transform: Option<FontTransform>, brush: Brush<'_>) {
        if !self.may_fill() {
            return;
        }
        let Some(path) = outline(self.instance, glyph) else { return };
        let own = brush_transform.map_or(Transform::identity(), to_transform);
        let Some(shader) = self.shader(&brush, own) else { return };
        let paint = Paint { shader, ..Paint::default() };
        let (transform, clip) = (last(&self.transforms), self.clips.last().cloned().flatten());
        if let Some((pixmap, _)) = self.layers.last_mut() {
            pixmap.fill_path(&path, &paint, FillRule::Winding, transform, clip.as_deref());
        }
    }

    fn push_layer(&mut self, mode: CompositeMode) {
        let size = self.layers.first().map(|(pixmap, _)| (pixmap.width(), pixmap.height()));
        let pixmap = size.filter(|_| self.layers.len() < MAX_LAYERS && self.skipped_layers == 0);
        match pixmap.and_then(|(width, height)| Pixmap::new(width, height)) {
            Some(pixmap) => self.layers.push((pixmap, blend_mode(mode))),
            None => self.skipped_layers += 1,
        }
    }

    fn pop_layer(&mut self) {
        if self.skipped_layers > 0 {
            self.skipped_layers -= 1;
            return;
        }
        if self.layers.len() < 2 {
            return;
        }
        let Some((layer, blend_mode)) = self.layers.pop() else { return };
        let clip = self.clips.last().cloned().flatten();
        if let Some((below, _)) = self.layers.last_mut() {
            let paint = PixmapPaint { blend_mode, ..PixmapPaint::default() };
            below.draw_pixmap(0, 0, layer.as_ref(), &paint, Transform::identity(), clip.as_deref());
        }
    }
}

fn spread(extend: Extend) -> SpreadMode {
    match extend {
        Extend::Repeat => SpreadMode::Repeat,
        Extend::Reflect => SpreadMode::Reflect,
        _ => SpreadMode::Pad,
    }
}

fn blend_mode(mode: CompositeMode) -> BlendMode {
    match mode {
        CompositeMode::Clear => BlendMode::Clear,
        CompositeMode::Src => BlendMode::Source,
        CompositeMode::Dest => BlendMode::Destination,
        CompositeMode::DestOver => BlendMode::DestinationOver,
        CompositeMode::SrcIn => BlendMode::SourceIn,
        CompositeMode::DestIn => BlendMode::DestinationIn,
        CompositeMode::SrcOut => BlendMode::SourceOut,
        CompositeMode::DestOut => BlendMode::DestinationOut,
        CompositeMode::SrcAtop => BlendMode::SourceAtop,
        CompositeMode::DestAtop => BlendMode::DestinationAtop,
        CompositeMode::Xor => BlendMode::Xor,
        CompositeMode::Plus => BlendMode::Plus,
        CompositeMode::Screen => BlendMode::Screen,
        CompositeMode::Overlay => BlendMode::Overlay,
        CompositeMode::Darken => BlendMode::Darken,
        CompositeMode::Lighten => BlendMode::Lighten,
        CompositeMode::ColorDodge => BlendMode::ColorDodge,
        CompositeMode::ColorBurn => BlendMode::ColorBurn,
        CompositeMode::HardLight => BlendMode::HardLight,
        CompositeMode::SoftLight => BlendMode::SoftLight,
        CompositeMode::Difference => BlendMode::Difference,
        CompositeMode::Exclusion => BlendMode::Exclusion,
        CompositeMode::Multiply => BlendMode::Multiply,
        CompositeMode::HslHue => BlendMode::Hue,
        CompositeMode::HslSaturation => BlendMode::Saturation,
        CompositeMode::HslColor => BlendMode::Color,
        CompositeMode::HslLuminosity => BlendMode::Luminosity,
        _ => BlendMode::SourceOver,
    }
}
