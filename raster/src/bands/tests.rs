//! Whole pictures: hard values, independence of bands, hostile input.

use std::sync::Arc;

use ashlar_gc::Sent;

use super::*;
use crate::color::Color;
use crate::display_list::*;
use crate::geometry::{Point, Radius, Rect, RoundedRect};
use crate::glyph_source::{FontKey, GlyphBitmap, GlyphOutline, NoGlyphs};
use crate::image_data::ImageData;

/// One glyph: a ring-like outline that depends on its number.
struct Rings;

impl GlyphSource for Rings {
    fn outline(&self, _font: FontKey, glyph: u32) -> Option<Arc<GlyphOutline>> {
        let mut path = Path::new();
        let size = 4.0 + (glyph % 9) as f32;
        path.add_ellipse(&Rect::new(0.3, -size, size, 0.4));
        path.add_rect_reversed(&Rect::new(2.0, -3.0, 3.0, -1.0));
        Some(Arc::new(GlyphOutline { path }))
    }

    fn bitmap(&self, _font: FontKey, glyph: u32, _scale: f32) -> Option<Arc<GlyphBitmap>> {
        let image = Sent::new(checkers(4, 4));
        (glyph == 7).then(|| Arc::new(GlyphBitmap { image, left: 0.0, top: -8.0, width: 9.0, height: 9.0 }))
    }
}

fn checkers(width: u32, height: u32) -> ImageData {
    let pixels = (0..width * height).flat_map(|i| [(i * 40) as u8, ((i / width) * 60) as u8, 90, 255]).collect();
    ImageData::from_premultiplied(width, height, pixels).unwrap()
}

const SIZE: RenderOptions = RenderOptions { width: 150, height: 170, background: Color::WHITE };

fn draw(build: impl FnOnce(&mut DisplayListBuilder)) -> Pixmap {
    let mut list = DisplayListBuilder::new();
    build(&mut list);
    render(&list.finish(), &Rings, &SIZE, None).unwrap()
}

fn rect(x: f32, y: f32, width: f32, height: f32) -> Rect {
    Rect::from_xywh(x, y, width, height)
}

fn solid(rect: Rect, color: Color) -> Content {
    Content::SolidRect(SolidRect { rect, color, anti_alias: true })
}

fn push(list: &mut DisplayListBuilder, content: Content) {
    list.push(TransformId::ROOT, ClipId::ROOT, content);
}

const RED: Color = Color::new(1.0, 0.0, 0.0, 1.0);
const BLUE: Color = Color::new(0.0, 0.0, 1.0, 1.0);

#[test]
fn edges_get_their_share() {
    let picture = draw(|list| push(list, solid(rect(1.5, 1.0, 2.0, 2.25), Color::BLACK)));
    assert_eq!(picture.pixel(1, 1), [127, 127, 127, 255]);
    assert_eq!(picture.pixel(2, 2), [0, 0, 0, 255]);
    assert_eq!(picture.pixel(2, 3), [191, 191, 191, 255]);
    assert_eq!(picture.pixel(4, 1), [255; 4]);
}

#[test]
fn clips_cut() {
    let picture = draw(|list| {
        let hard = ClipShape::Rect { rect: rect(10.0, 10.4, 20.0, 20.0), anti_alias: false };
        let hard = list.add_clip(ClipId::ROOT, TransformId::ROOT, hard);
        let round = RoundedRect::new(rect(0.0, 0.0, 20.0, 40.0), [Radius::new(10.0, 10.0); 4]);
        let round = list.add_clip(hard, TransformId::ROOT, ClipShape::Rounded(round));
        list.push(TransformId::ROOT, round, solid(rect(0.0, 0.0, 100.0, 100.0), RED));
    });
    assert_eq!(picture.pixel(9, 15), [255; 4]);
    assert_eq!(picture.pixel(10, 9), [255; 4]);
    assert_eq!(picture.pixel(10, 10), [255, 0, 0, 255]);
    assert_eq!(picture.pixel(19, 29), [255, 0, 0, 255]);
    assert_eq!(picture.pixel(20, 20), [255; 4]);
    assert_eq!(picture.pixel(15, 30), [255; 4]);
}

#[test]
fn pictures_are_copied_and_scaled() {
    let image = Sent::new(checkers(2, 2));
    let fill = |tile: Rect, sampling| ImageFill {
        image: image.clone(),
        source: rect(0.0, 0.0, 2.0, 2.0),
        fill: Fill::once(tile),
        sampling,
        opacity: 1.0,
    };
    let picture = draw(|list| {
        push(list, Content::Image(fill(rect(3.0, 4.0, 2.0, 2.0), Sampling::Mipmapped)));
        push(list, Content::Image(fill(rect(10.0, 0.0, 8.0, 8.0), Sampling::Nearest)));
        push(list, Content::Image(fill(rect(20.0, 0.0, 4.0, 4.0), Sampling::Linear)));
        let mut tiles = fill(rect(41.0, 1.0, 2.0, 2.0), Sampling::Mipmapped);
        tiles.fill.area = rect(40.0, 0.0, 10.0, 10.0).into();
        tiles.fill.tiling = Tiling { step_x: 3.0, step_y: 2.0 };
        push(list, Content::Image(tiles));
    });
    assert_eq!(picture.pixel(4, 4), [40, 0, 90, 255]);
    assert_eq!(picture.pixel(3, 5), [80, 60, 90, 255]);
    assert_eq!(picture.pixel(13, 3), [0, 0, 90, 255]);
    assert_eq!(picture.pixel(14, 3), [40, 0, 90, 255]);
    // A quarter of the way between the two columns, at the edge of the rows.
    assert_eq!(picture.pixel(21, 0), [10, 0, 90, 255]);
    assert_eq!(picture.pixel(40, 0), [255; 4]);
    assert_eq!(picture.pixel(41, 0), [80, 60, 90, 255]);
    assert_eq!(picture.pixel(45, 1), [40, 0, 90, 255]);
}

#[test]
fn gradient_runs_from_stop_to_stop() {
    let stops = vec![GradientStop { offset: 0.0, color: Color::BLACK }, GradientStop { offset: 1.0, color: RED }];
    let kind = GradientKind::Linear { start: Point::new(0.0, 0.0), end: Point::new(100.0, 0.0) };
    let gradient = Arc::new(Gradient { kind, stops, repeating: false, premultiplied: true });
    let picture = draw(|list| {
        push(list, Content::Gradient(GradientFill { gradient, fill: Fill::once(rect(0.0, 0.0, 100.0, 10.0)) }));
    });
    assert_eq!(picture.pixel(0, 0), [1, 0, 0, 255]);
    assert_eq!(picture.pixel(50, 5), [129, 0, 0, 255]);
    assert_eq!(picture.pixel(99, 9), [254, 0, 0, 255]);
}

#[test]
fn groups_are_composited_whole() {
    let picture = draw(|list| {
        list.push_group(TransformId::ROOT, ClipId::ROOT, Group { opacity: 0.5, ..Group::default() });
        push(list, solid(rect(0.0, 0.0, 10.0, 10.0), RED));
        push(list, solid(rect(5.0, 0.0, 10.0, 10.0), BLUE));
        list.pop_group();
        list.push_group(TransformId::ROOT, ClipId::ROOT, Group::default());
        push(list, solid(rect(20.0, 0.0, 10.0, 10.0), RED));
        let mask = Group { blend: BlendMode::DestinationIn, ..Group::default() };
        list.push_group(TransformId::ROOT, ClipId::ROOT, mask);
        push(list, solid(rect(25.0, 0.0, 10.0, 10.0), Color::BLACK));
        list.pop_group();
        list.pop_group();
    });
    assert_eq!(picture.pixel(2, 2), [255, 127, 127, 255]);
    assert_eq!(picture.pixel(7, 2), [127, 127, 255, 255]);
    assert_eq!(picture.pixel(22, 2), [255; 4]);
    assert_eq!(picture.pixel(27, 2), [255, 0, 0, 255]);
    assert_eq!(picture.pixel(32, 2), [255; 4]);
}

#[test]
fn a_triangle_made_of_borders() {
    let side = |color, style| BorderSide { width: 20.0, style, color };
    let clear = side(Color::TRANSPARENT, BorderStyle::Solid);
    let sides = [BorderSide::default(), clear, side(RED, BorderStyle::Solid), clear];
    let picture = draw(|list| {
        push(list, Content::Border(Border { outer: rect(0.0, 0.0, 40.0, 20.0).into(), sides }));
    });
    assert_eq!(picture.pixel(20, 10), [255, 0, 0, 255]);
    assert_eq!(picture.pixel(2, 2), [255; 4]);
    assert_eq!(picture.pixel(5, 14), [255, 127, 127, 255]);
}

#[test]
fn shadow_is_half_at_the_edge() {
    let shadow = BoxShadow {
        shape: rect(50.0, 50.0, 60.0, 60.0).into(),
        offset: Point::default(),
        blur: 10.0,
        spread: 0.0,
        color: Color::BLACK,
        inset: false,
    };
    let picture = draw(|list| push(list, Content::BoxShadow(shadow)));
    let [outside, ..] = picture.pixel(49, 80);
    assert!((128..155).contains(&outside), "{outside}");
    assert_eq!(picture.pixel(50, 80), [255; 4]);
    assert_eq!(picture.pixel(34, 80), [255; 4]);
    let picture = draw(|list| push(list, Content::BoxShadow(BoxShadow { inset: true, ..shadow })));
    assert_eq!(picture.pixel(49, 80), [255; 4]);
    let [inside, ..] = picture.pixel(50, 80);
    assert!((128..155).contains(&inside), "{inside}");
    assert_eq!(picture.pixel(80, 80), [255; 4]);
}

/// A bit of everything, some of it turned.
fn everything(list: &mut DisplayListBuilder) {
    let turned = list.add_transform(TransformId::ROOT, Transform::new(0.8, 0.3, -0.3, 0.8, 40.0, 5.0));
    let scaled = list.add_transform(TransformId::ROOT, Transform::scaling(1.5, 1.5));
    let round = RoundedRect::new(rect(5.0, 3.0, 90.0, 120.0), [Radius::new(30.0, 20.0); 4]);
    let clip = list.add_clip(ClipId::ROOT, turned, ClipShape::Rounded(round));
    let (first, count) = list.glyphs((0..30).map(|i| Glyph { id: i, x: i as f32 * 4.3, y: 20.0 + i as f32 * 3.7 }));
    let run = GlyphRun { font: FontKey(1), first, count, color: BLUE, blur: 0.0, size: 12.0 };
    let shadow = BoxShadow {
        shape: round,
        offset: Point::new(3.3, 7.0),
        blur: 14.0,
        spread: 2.0,
        color: Color::new(0.0, 0.3, 0.0, 0.7),
        inset: false,
    };
    for (transform, clip) in [(TransformId::ROOT, ClipId::ROOT), (turned, ClipId::ROOT), (scaled, clip)] {
        let blur = vec![Filter::Blur(4.0), Filter::Invert(1.0)];
        list.push_group(transform, clip, Group { filters: blur, ..Group::default() });
        list.push(transform, clip, Content::BoxShadow(shadow));
        list.push(transform, clip, Content::BoxShadow(BoxShadow { inset: true, ..shadow }));
        list.pop_group();
        list.push(transform, clip, Content::BoxShadow(shadow));
        let side = |style, width| BorderSide { width, style, color: RED };
        use BorderStyle::{Dashed, Dotted, Double, Groove, Inset, Ridge, Solid};
        for (i, styles) in
            [[Solid, Dotted, Dashed, Double], [Groove, Inset, Ridge, Solid], [Dashed; 4]].iter().enumerate()
        {
            let sides: [BorderSide; 4] = std::array::from_fn(|k| side(styles[k], 3.0 + (i + k) as f32));
            let outer = RoundedRect::new(rect(10.0, 20.0, 100.0, 110.0), [Radius::new(i as f32 * 9.0, 12.0); 4]);
            list.push(transform, clip, Content::Border(Border { outer, sides }));
        }
        list.push(transform, clip, Content::GlyphRun(run));
        list.push(transform, clip, Content::GlyphRun(GlyphRun { blur: 5.0, ..run }));
        for style in [LineStyle::Solid, LineStyle::Double, LineStyle::Dotted, LineStyle::Dashed, LineStyle::Wavy] {
            for (vertical, blur) in [(false, 0.0), (true, 3.0)] {
                let area = if vertical { rect(60.0, 5.0, 4.0, 130.0) } else { rect(5.0, 60.5, 130.0, 2.0) };
                let line = DecorationLine { rect: area, style, vertical, color: Color::BLACK, blur };
                list.push(transform, clip, Content::DecorationLine(line));
            }
        }
        let image = ImageFill {
            image: Sent::new(checkers(20, 30)),
            source: rect(1.0, 2.0, 17.0, 25.0),
            fill: Fill { area: round, tile: rect(30.0, 10.0, 7.0, 9.0), tiling: Tiling { step_x: 9.0, step_y: 9.0 } },
            sampling: Sampling::Mipmapped,
            opacity: 0.7,
        };
        list.push(transform, clip, Content::Image(image));
        let area = round.inset_sides([20.0; 4]);
        let backdrop = Some(Backdrop { filters: vec![Filter::Blur(3.0)], area });
        let multiply = Group { backdrop, blend: BlendMode::Multiply, opacity: 0.9, ..Group::default() };
        list.push_group(transform, clip, multiply);
        list.push(transform, clip, solid(rect(40.0, 30.0, 50.0, 50.0), Color::new(0.2, 1.0, 0.4, 0.6)));
        list.pop_group();
    }
}

#[test]
fn bands_do_not_show() {
    let mut list = DisplayListBuilder::new();
    everything(&mut list);
    let list = list.finish();
    let whole = render(&list, &Rings, &SIZE, Some(1000)).unwrap();
    for rows in [1, 7, 64] {
        let cut = render(&list, &Rings, &SIZE, Some(rows)).unwrap();
        let first = whole.pixels().iter().zip(cut.pixels()).position(|(a, b)| a != b);
        assert_eq!(first.map(|i| (i / 4 % 150, i / 600)), None, "bands of {rows}");
    }
}

#[test]
fn threads_do_not_show() {
    let mut list = DisplayListBuilder::new();
    everything(&mut list);
    let list = list.finish();
    let with = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| render(&list, &Rings, &SIZE, Some(16)).unwrap())
    };
    assert_eq!(with(1), with(4));
}

#[test]
fn hostile_numbers_do_no_harm() {
    let bad = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -5.0, 0.0, 1.0e-30, 1.0e30, 3.0e38, 7.0];
    for (i, a) in bad.iter().enumerate() {
        let b = bad[(i + 3) % bad.len()];
        let c = bad[(i + 5) % bad.len()];
        let area = Rect::new(*a, b, c, 9.0);
        let round = RoundedRect { rect: area, radii: [Radius::new(b, c); 4] };
        let mut list = DisplayListBuilder::new();
        let t = list.add_transform(TransformId::ROOT, Transform::new(*a, b, 0.0, c, 1.0, *a));
        let clip = list.add_clip(ClipId::ROOT, t, ClipShape::Rounded(round));
        for (t, clip) in [(TransformId::ROOT, ClipId::ROOT), (t, ClipId::ROOT), (TransformId::ROOT, clip)] {
            hostile_items(&mut list, t, clip, round, [*a, b, c]);
        }
        let options = RenderOptions { width: 20, height: 20, background: Color::TRANSPARENT };
        render(&list.finish(), &Rings, &options, Some(8)).unwrap();
    }
    let options = RenderOptions { width: 0, ..SIZE };
    assert_eq!(render(&DisplayListBuilder::new().finish(), &NoGlyphs, &options, None), Err(RasterError::Empty));
}

fn hostile_items(list: &mut DisplayListBuilder, t: TransformId, clip: ClipId, round: RoundedRect, [a, b, c]: [f32; 3]) {
    let area = round.rect;
    let color = Color::new(a, b, c, 1.0);
    for filters in [vec![Filter::Blur(a)], vec![Filter::DropShadow { offset: Point::new(a, b), deviation: c, color }]] {
        list.push_group(t, clip, Group { opacity: a, filters, ..Group::default() });
    }
    list.push(t, clip, solid(area, color));
    list.push(t, clip, Content::RoundedFill(RoundedFill { shape: round, color }));
    for style in [BorderStyle::Solid, BorderStyle::Dotted, BorderStyle::Dashed, BorderStyle::Double, BorderStyle::Ridge]
    {
        for outer in [round, area.into()] {
            let side = |width| BorderSide { width, style, color };
            let sides = [side(a), side(b), side(c), side(2.0)];
            list.push(t, clip, Content::Border(Border { outer, sides }));
            list.push(t, clip, Content::Border(Border::uniform(outer, side(b))));
        }
    }
    for inset in [false, true] {
        let offset = Point::new(a, 1.0);
        let shadow = BoxShadow { shape: round, offset, blur: b, spread: c, color, inset };
        list.push(t, clip, Content::BoxShadow(shadow));
        list.push(t, clip, Content::BoxShadow(BoxShadow { shape: area.into(), ..shadow }));
    }
    for style in [LineStyle::Solid, LineStyle::Double, LineStyle::Dotted, LineStyle::Dashed, LineStyle::Wavy] {
        let line = DecorationLine { rect: area, style, vertical: false, color, blur: a };
        list.push(t, clip, Content::DecorationLine(line));
    }
    let (first, count) = list.glyphs([Glyph { id: 1, x: a, y: b }, Glyph { id: 7, x: b, y: c }]);
    list.push(t, clip, Content::GlyphRun(GlyphRun { font: FontKey(0), first, count, color, blur: c, size: a }));
    let image = Sent::new(checkers(3, 3));
    let fill = Fill { area: round, tile: area, tiling: Tiling { step_x: b, step_y: c } };
    list.push(
        t,
        clip,
        Content::Image(ImageFill { image, source: area, fill, sampling: Sampling::Mipmapped, opacity: a }),
    );
    let p = Point::new(a, b);
    for kind in [
        GradientKind::Linear { start: p, end: Point::new(c, a) },
        GradientKind::Radial { center: p, radius_x: b, radius_y: c },
        GradientKind::Conic { center: p, angle: c },
    ] {
        let stops = [a, b, c].map(|offset| GradientStop { offset, color }).to_vec();
        let gradient = Arc::new(Gradient { kind, stops, repeating: true, premultiplied: false });
        list.push(t, clip, Content::Gradient(GradientFill { gradient, fill }));
    }
    let mut path = Path::new();
    path.move_to(a, b);
    path.cubic_to(b, c, 3.0, a, c, 5.0);
    let stroke = PathStroke {
        path,
        width: a,
        cap: StrokeCap::Round,
        join: StrokeJoin::Miter,
        dashes: vec![b, c, 1.0],
        dash_offset: a,
        color,
    };
    list.push(t, clip, Content::PathStroke(stroke));
    list.pop_group();
    list.pop_group();
}
