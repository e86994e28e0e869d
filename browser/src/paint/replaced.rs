//! Replaced content: images in their boxes, inline SVG, list symbols.
//!
//! [CSS Images 3, § 4.5](https://www.w3.org/TR/css-images-3/#sizing)

use ashlar_layout::css::ComputedStyle;
use ashlar_layout::css::values::position::{ImageRendering, ObjectFit, Overflow, Visibility};
use ashlar_layout::fragment_tree::BoxFragment;
use ashlar_layout::geometry::PhysicalRect;
use ashlar_raster::display_list::{
    ClipShape, Content, Fill, ImageFill, PathFill, PathStroke, Ring, Sampling, SolidRect, StrokeCap, StrokeJoin, Tiling,
};
use ashlar_raster::{Color, FillRule, Path, Point, Rect, RoundedRect};

use super::stacking::{Painter, Place};
use super::{FramePicture, color, snap, unsnapped};
use crate::boxes::{ListSymbol, NaturalSize, ReplacedContent};
use crate::dom::NodeRef;

/// How the images of a style are sampled.
pub(super) fn sampling(style: &ComputedStyle<'_>) -> Sampling {
    match style.image_rendering() {
        ImageRendering::Pixelated | ImageRendering::CrispEdges => Sampling::Nearest,
        _ => Sampling::Mipmapped,
    }
}

impl<'h> Painter<'_, 'h> {
    /// Draws the content of a replaced box.
    pub fn replaced(&mut self, fragment: &BoxFragment<'h>, place: &Place, content: Option<u32>) {
        if *fragment.style.visibility() != Visibility::Visible {
            return;
        }
        let Some(content) = content.and_then(|index| self.environment.replaced.get(index as usize)) else { return };
        let content_box =
            PhysicalRect::new(place.offset, fragment.size).shrink(fragment.border).shrink(fragment.padding);
        let rect = snap(content_box);
        if rect.is_empty() {
            return;
        }
        match content {
            ReplacedContent::Image(url) => {
                let Some(natural) = self.environment.images.natural_size(url) else { return };
                self.object(fragment, place, rect, natural, |painter, width, height| {
                    painter.environment.images.pixels(url, width, height, painter.environment.scale)
                });
            }
            ReplacedContent::InlineSvg(node) => {
                self.inline_svg(fragment, place, rect, *node);
            }
            ReplacedContent::Control(kind, _) => self.control(fragment, place, rect, *kind),
            ReplacedContent::Symbol(symbol) => self.symbol(fragment, place, unsnapped(content_box), *symbol),
            ReplacedContent::BrokenImage { framed, icon } => self.broken_image(place, rect, *framed, *icon),
            ReplacedContent::Frame(node) => self.frame(fragment, place, rect, *node),
        }
    }

    /// Draws an image by `object-fit` and `object-position`, cut to the content box.
    fn object(
        &mut self,
        fragment: &BoxFragment<'h>,
        place: &Place,
        rect: Rect,
        natural: NaturalSize,
        pixels: impl Fn(&Self, f32, f32) -> Option<ashlar_gc::Sent<ashlar_raster::ImageData>>,
    ) {
        let style = &*fragment.style;
        let (width, height) = fitted(*style.object_fit(), rect, natural);
        let position = style.object_position();
        let x = position.x.resolve_px(rect.width() - width);
        let y = position.y.resolve_px(rect.height() - height);
        let tile = Rect::from_xywh(rect.left + x, rect.top + y, width, height);
        let Some(image) = pixels(self, width, height) else { return };
        let source = Rect::from_xywh(0.0, 0.0, image.width() as f32, image.height() as f32);
        let area = self.content_shape(fragment, place);
        let fill = Fill { area, tile, tiling: Tiling::NONE };
        let content = Content::Image(ImageFill { image, source, fill, sampling: sampling(style), opacity: 1.0 });
        self.list.push(place.transform, place.clip, content);
    }

    fn inline_svg(&mut self, fragment: &BoxFragment<'h>, place: &Place, rect: Rect, node: NodeRef<'h>) {
        let style = &*fragment.style;
        let overflows = *style.overflow_x() == Overflow::Visible || *style.overflow_y() == Overflow::Visible;
        let scale = self.environment.scale;
        let (width, height) = (rect.width(), rect.height());
        let Some(picture) = self.environment.images.inline_svg(node, width, height, scale, overflows) else { return };
        let tile = picture.area.translate(rect.left, rect.top);
        let source = Rect::from_xywh(0.0, 0.0, picture.image.width() as f32, picture.image.height() as f32);
        let fill = Fill { area: self.content_shape(fragment, place), tile, tiling: Tiling::NONE };
        let image = ImageFill { image: picture.image, source, fill, sampling: Sampling::Linear, opacity: 1.0 };
        self.list.push(place.transform, place.clip, Content::Image(image));
    }

    /// Where the content is cut: by `overflow`, which user agent sheets set to `clip` at the content box.
    fn content_shape(&self, fragment: &BoxFragment<'h>, place: &Place) -> RoundedRect {
        let style = &*fragment.style;
        let clips = |overflow: &Overflow| *overflow != Overflow::Visible;
        let edge = self.clip_edge(fragment, place);
        let everything = Rect::EVERYTHING;
        match (clips(style.overflow_x()), clips(style.overflow_y())) {
            (true, true) => edge,
            (true, false) => Rect { top: everything.top, bottom: everything.bottom, ..edge.rect }.into(),
            (false, true) => Rect { left: everything.left, right: everything.right, ..edge.rect }.into(),
            (false, false) => everything.into(),
        }
    }

    /// Draws the symbol of a list marker; places and sizes as Blink's (AD-HOC).
    fn symbol(&mut self, fragment: &BoxFragment<'h>, place: &Place, rect: Rect, symbol: ListSymbol) {
        let style = &fragment.style;
        let fill = color(style.webkit_text_fill_color().resolve(style.color().0));
        let ascent = rect.height().round() as i32;
        let width = ((ascent * 2 / 3 + 1) / 2) as f32;
        let top = rect.top.round() + (3 * (ascent - ascent * 2 / 3) / 2) as f32;
        let is_rtl = fragment.style.direction() == &ashlar_layout::css::values::position::DirectionValue::Rtl;
        let left = if is_rtl { rect.right.round() - 1.0 - width } else { rect.left.round() + 1.0 };
        let bullet = Rect::from_xywh(left, top, width, width);
        let mut path = Path::default();
        match symbol {
            ListSymbol::Disc => path.add_ellipse(&bullet),
            ListSymbol::Square => {
                let content = Content::SolidRect(SolidRect { rect: bullet, color: fill, anti_alias: false });
                self.list.push(place.transform, place.clip, content);
                return;
            }
            ListSymbol::Circle => {
                path.add_ellipse(&bullet.outset(-0.5));
                let stroke = PathStroke {
                    path,
                    width: 1.0,
                    color: fill,
                    cap: StrokeCap::Butt,
                    join: StrokeJoin::Miter,
                    dashes: Vec::new(),
                    dash_offset: 0.0,
                };
                self.list.push(place.transform, place.clip, Content::PathStroke(stroke));
                return;
            }
            ListSymbol::DisclosureOpen | ListSymbol::DisclosureClosed => {
                let side = rect.width();
                let (x, y) = (rect.left, rect.bottom - side);
                let points = match (symbol, is_rtl) {
                    (ListSymbol::DisclosureOpen, _) => [(0.0, 0.07), (1.0, 0.07), (0.5, 0.93)],
                    (_, false) => [(0.07, 0.0), (0.93, 0.5), (0.07, 1.0)],
                    (_, true) => [(0.93, 0.0), (0.07, 0.5), (0.93, 1.0)],
                };
                path.add_polygon(&points.map(|(px, py)| Point::new(x + px * side, y + py * side)));
            }
        }
        let content = Content::PathFill(PathFill { path, rule: FillRule::NonZero, color: fill });
        self.list.push(place.transform, place.clip, content);
    }

    /// The document of a frame; grey where it did not come, as a browser's page of errors is.
    fn frame(&mut self, fragment: &BoxFragment<'h>, place: &Place, rect: Rect, node: NodeRef<'h>) {
        match self.environment.frames.frame(node, rect.width(), rect.height()) {
            FramePicture::Blank => {}
            FramePicture::Failed => self.fill(rect.into(), Color::from_rgba8(0xdd, 0xdd, 0xdd, 0xff), place),
            FramePicture::Document(image) => {
                let source = Rect::from_xywh(0.0, 0.0, image.width() as f32, image.height() as f32);
                let fill = Fill { area: self.content_shape(fragment, place), tile: rect, tiling: Tiling::NONE };
                let image = ImageFill { image, source, fill, sampling: Sampling::Mipmapped, opacity: 1.0 };
                self.list.push(place.transform, place.clip, Content::Image(image));
            }
        }
    }

    /// What stands for an image that did not come: a silver frame, a small picture of a torn page.
    fn broken_image(&mut self, place: &Place, rect: Rect, framed: bool, icon: bool) {
        const SIDE: f32 = 16.0;
        let grey = |shade: u8| Color::from_rgba8(shade, shade, shade, 0xff);
        let mut corner = (rect.left, rect.top);
        if framed {
            let ring = Ring { outer: rect.into(), inner: rect.outset(-1.0).into(), color: grey(0xc0) };
            self.list.push(place.transform, place.clip, Content::Ring(ring));
            let room = rect.width().min(rect.height());
            if !icon || room < SIDE + 2.0 {
                return;
            }
            // Where there is room it stands a little off the frame.
            let inset = if room < SIDE + 4.0 { 1.0 } else { 2.0 };
            corner = (corner.0 + inset, corner.1 + inset);
        }
        let clip = self.list.add_clip(place.clip, place.transform, ClipShape::Rect { rect, anti_alias: false });
        let mut polygon = |points: &[(f32, f32)], color: Color| {
            let mut path = Path::default();
            path.add_polygon(&points.iter().map(|(x, y)| Point::new(corner.0 + x, corner.1 + y)).collect::<Vec<_>>());
            let fill = PathFill { path, rule: FillRule::NonZero, color };
            self.list.push(place.transform, clip, Content::PathFill(fill));
        };
        // The page with its folded corner, sky, a cloud, a hill; a tear from corner to corner.
        polygon(&[(0.0, 0.0), (12.0, 0.0), (16.0, 4.0), (16.0, 16.0), (0.0, 16.0)], grey(0x98));
        polygon(
            &[(1.0, 1.0), (11.0, 1.0), (11.0, 5.0), (15.0, 5.0), (15.0, 15.0), (1.0, 15.0)],
            Color::from_rgba8(0xc8, 0xda, 0xf6, 0xff),
        );
        polygon(&[(11.0, 1.0), (11.0, 4.0), (15.0, 4.0)], grey(0xd8));
        polygon(&[(3.0, 6.0), (3.0, 5.0), (5.0, 3.0), (7.0, 3.0), (8.0, 6.0)], Color::WHITE);
        polygon(
            &[(1.0, 15.0), (1.0, 14.0), (5.0, 10.5), (9.0, 10.5), (15.0, 14.0), (15.0, 15.0)],
            Color::from_rgba8(0x58, 0xae, 0x39, 0xff),
        );
        polygon(&[(16.0, 8.0), (16.0, 11.5), (10.5, 16.0), (7.0, 16.0)], Color::WHITE);
    }
}

/// [§ 4.5](https://www.w3.org/TR/css-images-3/#the-object-fit): the size of the content in its box.
fn fitted(fit: ObjectFit, rect: Rect, natural: NaturalSize) -> (f32, f32) {
    let (width, height) = (rect.width(), rect.height());
    let own = (natural.width.unwrap_or(width), natural.height.unwrap_or(height));
    let ratio = natural.ratio.unwrap_or(width / height.max(1e-6));
    let contain = if width / height > ratio { (height * ratio, height) } else { (width, width / ratio) };
    let cover = if width / height > ratio { (width, width / ratio) } else { (height * ratio, height) };
    match fit {
        ObjectFit::Fill => (width, height),
        ObjectFit::Contain => contain,
        ObjectFit::Cover => cover,
        ObjectFit::None => own,
        ObjectFit::ScaleDown => {
            if own.0 <= width && own.1 <= height {
                own
            } else {
                contain
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cover_fills_and_contain_fits() {
        let rect = Rect::from_xywh(0.0, 0.0, 200.0, 100.0);
        let natural = NaturalSize::fixed(50.0, 50.0);
        assert_eq!(fitted(ObjectFit::Cover, rect, natural), (200.0, 200.0));
        assert_eq!(fitted(ObjectFit::Contain, rect, natural), (100.0, 100.0));
        assert_eq!(fitted(ObjectFit::ScaleDown, rect, natural), (50.0, 50.0));
    }
}
