//! Effects that work on a box's whole picture: opacity, blending, filters, clip paths, masks; and border images.
//!
//! [CSS Masking 1](https://www.w3.org/TR/css-masking-1/), [Filter Effects 1](https://www.w3.org/TR/filter-effects-1/),
//! [Compositing 1](https://www.w3.org/TR/compositing-1/)

use ashlar_layout::css::ComputedStyle;
use ashlar_layout::css::values::background::{
    BackgroundBox, BackgroundSize, BlendMode as CssBlend, BorderImageOutset, BorderImageRepeat, BorderImageWidth,
    MaskComposite, MaskMode, NumberOrPercentage,
};
use ashlar_layout::css::values::color::Rgba;
use ashlar_layout::css::values::effects::{ClipPath, FilterFunction};
use ashlar_layout::css::values::image::Image;
use ashlar_layout::fragment_tree::BoxFragment;
use ashlar_layout::geometry::PhysicalRect;
use ashlar_raster::display_list::{
    Backdrop, BlendMode, ClipId, ClipShape, Content, Fill, Filter, Group, ImageFill, Sampling, Tiling,
};
use ashlar_raster::{Point, Rect, Transform};

use super::Picture;
use super::background::{LayerStyle, layer_size};
use super::replaced::sampling;
use super::stacking::{Painter, Place, Placed, has_group};
use super::{color, snap, unsnapped};
use crate::boxes::NaturalSize;

/// A group that was opened for a box.
pub(super) struct OpenGroup {
    /// Where the content is painted: the group's clip is not repeated on it.
    pub place: Place,
    /// What an SVG clip path lets through, at the place of the border box.
    referenced: Option<Picture>,
}

impl<'h> Painter<'_, 'h> {
    /// Opens the group that a box's effects need, or that its descendants' blending needs.
    pub fn begin_effects(&mut self, fragment: &BoxFragment<'h>, place: &Place, isolates: bool) -> Option<OpenGroup> {
        let style = &*fragment.style;
        let mut referenced = None;
        if !has_group(style) {
            if isolates {
                self.list.push_group(place.transform, place.clip, Group::default());
                return Some(OpenGroup { place: place.clone(), referenced });
            }
            return None;
        }
        let mut clip = place.clip;
        if let Some(picture) = self.referenced_clip(fragment, place) {
            self.list.push_group(place.transform, place.clip, Group::default());
            clip = ClipId::ROOT;
            referenced = Some(picture);
        }
        if let Some((path, rule)) = self.clip_path(fragment, place) {
            clip = self.list.add_clip(clip, place.transform, ClipShape::Path(path, rule));
        }
        let backdrop = (!style.backdrop_filter().0.is_empty()).then(|| Backdrop {
            filters: self.filters(fragment, place, &style.backdrop_filter().0),
            area: self.border_box(fragment, place),
        });
        let group = Group {
            opacity: style.opacity().0,
            blend: blend_mode(*style.mix_blend_mode()),
            isolated: true,
            filters: self.filters(fragment, place, &style.filter().0),
            backdrop,
        };
        self.list.push_group(place.transform, clip, group);
        // A filter moves ink across clips of ancestors, so those cut only the finished group.
        let inner = if style.filter().0.is_empty() { place.clip } else { ClipId::ROOT };
        Some(OpenGroup { place: Place { clip: inner, ..place.clone() }, referenced })
    }

    /// Draws the mask, if there is one, and closes the group.
    pub fn end_effects(&mut self, fragment: &BoxFragment<'h>, group: OpenGroup) {
        if fragment.style.mask_image().0.iter().any(|image| !image.is_none()) {
            self.mask(fragment, &group.place);
        }
        self.list.pop_group();
        if let Some(picture) = group.referenced {
            let mask = Group { blend: BlendMode::DestinationIn, ..Group::default() };
            self.list.push_group(group.place.transform, ClipId::ROOT, mask);
            let border = unsnapped(PhysicalRect::new(group.place.offset, fragment.size));
            self.picture(picture, border, &Place { clip: ClipId::ROOT, ..group.place });
            self.list.pop_group();
            self.list.pop_group();
        }
    }

    /// Draws a picture at the place of a border box.
    fn picture(&mut self, picture: Picture, border: Rect, place: &Place) {
        let tile = picture.area.translate(border.left, border.top);
        let source = Rect::from_xywh(0.0, 0.0, picture.image.width() as f32, picture.image.height() as f32);
        let image = ImageFill {
            image: picture.image,
            source,
            fill: Fill::once(tile),
            sampling: Sampling::Linear,
            opacity: 1.0,
        };
        self.list.push(place.transform, place.clip, Content::Image(image));
    }

    /// What `clip-path: url()` lets through of a box and all it holds.
    fn referenced_clip(&self, fragment: &BoxFragment<'h>, place: &Place) -> Option<Picture> {
        let ClipPath::Url(url) = fragment.style.clip_path() else { return None };
        let border = unsnapped(PhysicalRect::new(place.offset, fragment.size));
        let bounds = Rect::from_xywh(0.0, 0.0, border.width(), border.height());
        let overflow = unsnapped(fragment.scrollable_overflow);
        // Shadows and outlines are not in the overflow that is scrolled.
        let area = bounds.union(&overflow).outset(32.0);
        self.environment.images.clip_path(url, bounds, area, self.environment.scale)
    }

    fn filters(&self, fragment: &BoxFragment<'h>, place: &Place, functions: &[FilterFunction]) -> Vec<Filter> {
        let current = fragment.style.color().0;
        let mut result = Vec::new();
        for function in functions {
            if let FilterFunction::Url(url) = function {
                let bounds = unsnapped(PhysicalRect::new(place.offset, fragment.size));
                result.extend(self.environment.images.filter(url, bounds).map(Filter::Picture));
            } else {
                result.extend(filter(function, current));
            }
        }
        result
    }

    /// [CSS Masking 1, § 7](https://www.w3.org/TR/css-masking-1/#clip-property): `clip: rect()` on absolutely positioned
    /// boxes.
    pub fn legacy_clip(&mut self, placed: &mut Placed<'h>) {
        let (fragment, place) = (&placed.fragment, &mut placed.place);
        let Some(sides) = fragment.style.clip().0 else { return };
        if !fragment.style.is_absolutely_positioned() {
            return;
        }
        let border = snap(PhysicalRect::new(place.offset, fragment.size));
        let [top, right, bottom, left] = sides;
        let rect = Rect::new(
            left.map_or(border.left, |v| border.left + v),
            top.map_or(border.top, |v| border.top + v),
            right.map_or(border.right, |v| border.left + v),
            bottom.map_or(border.bottom, |v| border.top + v),
        );
        place.clip = self.list.add_clip(place.clip, place.transform, ClipShape::Rect { rect, anti_alias: false });
    }

    fn clip_path(
        &self,
        fragment: &BoxFragment<'h>,
        place: &Place,
    ) -> Option<(ashlar_raster::Path, ashlar_raster::FillRule)> {
        let border = unsnapped(PhysicalRect::new(place.offset, fragment.size));
        match fragment.style.clip_path() {
            ClipPath::None | ClipPath::Url(_) => None,
            ClipPath::Shape(shape, reference) => {
                super::shape::path_of(shape, super::shape::reference_box(*reference, fragment, border))
            }
            ClipPath::Box(reference) => {
                let rounded = super::border::rounded(&fragment.style, border, fragment.size, fragment.edges);
                let mut path = ashlar_raster::Path::default();
                path.add_rounded_rect(&super::shape::rounded_reference_box(*reference, fragment, &rounded));
                Some((path, ashlar_raster::FillRule::NonZero))
            }
        }
    }

    /// [CSS Masking 1, § 4](https://www.w3.org/TR/css-masking-1/#masking): all layers together, then the group keeps only their alpha.
    fn mask(&mut self, fragment: &BoxFragment<'h>, place: &Place) {
        let style = &*fragment.style;
        let layers = LayerStyle::mask(style);
        let mask = Group { blend: BlendMode::DestinationIn, ..Group::default() };
        self.list.push_group(place.transform, place.clip, mask);
        let border = self.border_box(fragment, place);
        let widths = fragment.border.map(|w| w.to_px_f32());
        let padding = border.inset_sides([widths.top, widths.right, widths.bottom, widths.left]);
        let content =
            snap(PhysicalRect::new(place.offset, fragment.size).shrink(fragment.border).shrink(fragment.padding));
        for index in (0..layers.images.0.len()).rev() {
            let which = |area: BackgroundBox| match area {
                BackgroundBox::PaddingBox => padding,
                BackgroundBox::ContentBox => content.into(),
                BackgroundBox::NoClip => Rect::EVERYTHING.into(),
                _ => border,
            };
            let area = which(*layers.origin.get(index)).rect;
            let clip = which(*layers.clip.get(index));
            let blend = match style.mask_composite().get(index) {
                MaskComposite::Add => BlendMode::Normal,
                // The lowest layer has nothing to meet.
                _ if index + 1 == layers.images.0.len() => BlendMode::Normal,
                MaskComposite::Subtract => BlendMode::SourceOut,
                MaskComposite::Intersect => BlendMode::SourceIn,
                MaskComposite::Exclude => BlendMode::Xor,
            };
            let is_luminance = *style.mask_mode().get(index) == MaskMode::Luminance;
            let needs_group = blend != BlendMode::Normal || is_luminance;
            if needs_group {
                let filters = if is_luminance { vec![Filter::LuminanceToAlpha] } else { Vec::new() };
                self.list.push_group(place.transform, place.clip, Group { blend, filters, ..Group::default() });
            }
            let reference = match layers.images.get(index) {
                Image::Url { url, .. } if self.environment.images.has_reference(url) => Some(url.clone()),
                _ => None,
            };
            if let Some(url) = reference {
                let rect = unsnapped(PhysicalRect::new(place.offset, fragment.size));
                let bounds = Rect::from_xywh(0.0, 0.0, rect.width(), rect.height());
                if let Some(picture) = self.environment.images.mask(&url, bounds, self.environment.scale) {
                    self.picture(picture, rect, place);
                }
            } else {
                self.layer(&layers, index, area, clip, place);
            }
            if needs_group {
                self.list.pop_group();
            }
        }
        self.list.pop_group();
    }

    /// Draws two images over each other: the second with its share.
    #[expect(clippy::too_many_arguments, reason = "an image fill with a second image")]
    pub fn cross_fade(
        &mut self,
        first: &Image,
        second: &Image,
        share: f32,
        fill: Fill,
        sampling: Sampling,
        current: Rgba,
        place: &Place,
    ) {
        self.list.push_group(place.transform, place.clip, Group::default());
        for (image, opacity) in [(first, 1.0 - share), (second, share)] {
            let group = Group { opacity, blend: BlendMode::PlusLighter, ..Group::default() };
            self.list.push_group(place.transform, place.clip, group);
            self.image(image, fill, sampling, current, place);
            self.list.pop_group();
        }
        self.list.pop_group();
    }

    /// [CSS Backgrounds 3, § 5](https://www.w3.org/TR/css-backgrounds-3/#border-images). Returns whether an image was drawn in place of the
    /// border.
    pub fn border_image(&mut self, fragment: &BoxFragment<'h>, place: &Place) -> bool {
        let style = &*fragment.style;
        let image = style.border_image_source();
        let border = self.border_box(fragment, place).rect;
        let natural = match image {
            Image::None => return false,
            Image::Url { url, resolution } => match self.environment.images.natural_size(url) {
                Some(size) => size.at_density(*resolution),
                None => return false,
            },
            _ => NaturalSize::default(),
        };
        let widths = fragment.border.map(|w| w.to_px_f32());
        let widths = [widths.top, widths.right, widths.bottom, widths.left];
        let outset: [f32; 4] = std::array::from_fn(|side| match style.border_image_outset().0[side] {
            BorderImageOutset::Number(number) => number * widths[side],
            BorderImageOutset::Length(px) => px,
        });
        let area = Rect::new(
            border.left - outset[3],
            border.top - outset[0],
            border.right + outset[1],
            border.bottom + outset[2],
        );
        let (natural_width, natural_height) = layer_size(&BackgroundSize::AUTO, natural, area);
        let slice: [f32; 4] = std::array::from_fn(|side| {
            let whole = if side % 2 == 0 { natural_height } else { natural_width };
            match style.border_image_slice().sides[side] {
                NumberOrPercentage::Number(number) => number.min(whole),
                NumberOrPercentage::Percentage(fraction) => (fraction * whole).min(whole),
            }
        });
        let mut drawn: [f32; 4] = std::array::from_fn(|side| {
            let whole = if side % 2 == 0 { area.height() } else { area.width() };
            match &style.border_image_width().0[side] {
                BorderImageWidth::Number(number) => number * widths[side],
                BorderImageWidth::Auto => slice[side],
                BorderImageWidth::LengthPercentage(value) => value.resolve_px(whole),
            }
        });
        let fit = (area.height() / (drawn[0] + drawn[2])).min(area.width() / (drawn[1] + drawn[3]));
        if fit < 1.0 {
            drawn = drawn.map(|width| width * fit);
        }
        self.border_image_pieces(
            fragment,
            place,
            &BorderImagePieces { area, drawn, slice, natural: (natural_width, natural_height) },
        );
        true
    }

    fn border_image_pieces(&mut self, fragment: &BoxFragment<'h>, place: &Place, pieces: &BorderImagePieces) {
        let style = &*fragment.style;
        let BorderImagePieces { area, drawn, slice, natural } = pieces;
        let columns = [area.left, area.left + drawn[3], area.right - drawn[1], area.right];
        let rows = [area.top, area.top + drawn[0], area.bottom - drawn[2], area.bottom];
        let source_columns = [0.0, slice[3], natural.0 - slice[1], natural.0];
        let source_rows = [0.0, slice[0], natural.1 - slice[2], natural.1];
        let repeats = *style.border_image_repeat();
        for row in 0..3 {
            for column in 0..3 {
                if (row, column) == (1, 1) && !style.border_image_slice().fill {
                    continue;
                }
                let target = Rect::new(columns[column], rows[row], columns[column + 1], rows[row + 1]);
                let source = Rect::new(
                    source_columns[column],
                    source_rows[row],
                    source_columns[column + 1],
                    source_rows[row + 1],
                );
                if target.is_empty() || source.is_empty() {
                    continue;
                }
                let piece = BorderImagePiece {
                    target,
                    source,
                    horizontal: if column == 1 { repeats.horizontal } else { BorderImageRepeat::Stretch },
                    vertical: if row == 1 { repeats.vertical } else { BorderImageRepeat::Stretch },
                    // The scale across an edge sets the size of its tiles along it.
                    across: match (row, column) {
                        (1, 1) => (
                            if slice[0] > 0.0 && drawn[0] > 0.0 { drawn[0] / slice[0] } else { 1.0 },
                            if slice[3] > 0.0 && drawn[3] > 0.0 { drawn[3] / slice[3] } else { 1.0 },
                        ),
                        (_, 1) => (target.height() / source.height(), 1.0),
                        _ => (1.0, target.width() / source.width()),
                    },
                };
                self.border_image_piece(style, &piece, *natural, place);
            }
        }
    }

    fn border_image_piece(
        &mut self,
        style: &ComputedStyle<'h>,
        piece: &BorderImagePiece,
        natural: (f32, f32),
        place: &Place,
    ) {
        let (target, source) = (piece.target, piece.source);
        let (width, step_x, x) = tile_axis(piece.horizontal, target.width(), source.width() * piece.across.0);
        let (height, step_y, y) = tile_axis(piece.vertical, target.height(), source.height() * piece.across.1);
        let tile = Rect::from_xywh(target.left + x, target.top + y, width, height);
        let fill = Fill { area: target.into(), tile, tiling: Tiling { step_x, step_y } };
        let scale = self.environment.scale;
        match style.border_image_source() {
            Image::Url { url, .. } => {
                let wanted = (natural.0 * width / source.width(), natural.1 * height / source.height());
                let Some(pixels) = self.environment.images.pixels(url, wanted.0, wanted.1, scale) else { return };
                let (sx, sy) = (pixels.width() as f32 / natural.0, pixels.height() as f32 / natural.1);
                let source = Rect::new(source.left * sx, source.top * sy, source.right * sx, source.bottom * sy);
                let content =
                    Content::Image(ImageFill { image: pixels, source, fill, sampling: sampling(style), opacity: 1.0 });
                self.list.push(place.transform, place.clip, content);
            }
            image => {
                // A generated image is drawn whole in a space where the slice falls on the tile, and cut to the piece.
                let (sx, sy) = (width / source.width(), height / source.height());
                let (x, y) = (tile.left - source.left * sx, tile.top - source.top * sy);
                let local = Transform::translation(x, y).then_inner(&Transform::scaling(sx, sy));
                let transform = self.list.add_transform(place.transform, local);
                let cut = target.translate(-x, -y);
                let area = Rect::new(cut.left / sx, cut.top / sy, cut.right / sx, cut.bottom / sy);
                let whole = Rect::from_xywh(0.0, 0.0, natural.0, natural.1);
                let fill = Fill { area: area.into(), tile: whole, tiling: Tiling::NONE };
                self.image(image, fill, sampling(style), style.color().0, &Place { transform, ..place.clone() });
            }
        }
    }
}

/// The measures of a border image.
struct BorderImagePieces {
    area: Rect,
    drawn: [f32; 4],
    slice: [f32; 4],
    natural: (f32, f32),
}

/// One of the nine pieces.
struct BorderImagePiece {
    target: Rect,
    source: Rect,
    horizontal: BorderImageRepeat,
    vertical: BorderImageRepeat,
    across: (f32, f32),
}

/// Size of the tiles on one axis, the step between them and the offset of the first.
fn tile_axis(repeat: BorderImageRepeat, target: f32, natural: f32) -> (f32, f32, f32) {
    if natural <= 0.0 {
        return (target, 0.0, 0.0);
    }
    match repeat {
        BorderImageRepeat::Stretch => (target, 0.0, 0.0),
        BorderImageRepeat::Repeat => {
            // Centred, and repeated to both sides.
            let first = (target - natural) / 2.0;
            (natural, natural, first - (first / natural).ceil().max(0.0) * natural)
        }
        BorderImageRepeat::Round => {
            let size = target / (target / natural).round().max(1.0);
            (size, size, 0.0)
        }
        BorderImageRepeat::Space => {
            let count = (target / natural).floor();
            if count < 1.0 {
                return (0.0, 0.0, 0.0);
            }
            let gap = (target - count * natural) / (count + 1.0);
            (natural, natural + gap, gap)
        }
    }
}

pub(super) fn blend_mode(mode: CssBlend) -> BlendMode {
    match mode {
        CssBlend::Normal => BlendMode::Normal,
        CssBlend::Multiply => BlendMode::Multiply,
        CssBlend::Screen => BlendMode::Screen,
        CssBlend::Overlay => BlendMode::Overlay,
        CssBlend::Darken => BlendMode::Darken,
        CssBlend::Lighten => BlendMode::Lighten,
        CssBlend::ColorDodge => BlendMode::ColorDodge,
        CssBlend::ColorBurn => BlendMode::ColorBurn,
        CssBlend::HardLight => BlendMode::HardLight,
        CssBlend::SoftLight => BlendMode::SoftLight,
        CssBlend::Difference => BlendMode::Difference,
        CssBlend::Exclusion => BlendMode::Exclusion,
        CssBlend::Hue => BlendMode::Hue,
        CssBlend::Saturation => BlendMode::Saturation,
        CssBlend::Color => BlendMode::Color,
        CssBlend::Luminosity => BlendMode::Luminosity,
        CssBlend::PlusLighter | CssBlend::PlusDarker => BlendMode::PlusLighter,
    }
}

/// A filter function of CSS; those of SVG are found by the painter.
fn filter(function: &FilterFunction, current: Rgba) -> Option<Filter> {
    Some(match function {
        FilterFunction::Blur(deviation) => Filter::Blur(*deviation),
        FilterFunction::Brightness(v) => Filter::Brightness(*v),
        FilterFunction::Contrast(v) => Filter::Contrast(*v),
        FilterFunction::DropShadow(x, y, deviation, shadow) => Filter::DropShadow {
            offset: Point::new(*x, *y),
            deviation: *deviation,
            color: color(shadow.resolve(current)),
        },
        FilterFunction::Grayscale(v) => Filter::Grayscale(*v),
        FilterFunction::HueRotate(degrees) => Filter::HueRotate(degrees.to_radians()),
        FilterFunction::Invert(v) => Filter::Invert(*v),
        FilterFunction::Opacity(v) => Filter::Opacity(*v),
        FilterFunction::Saturate(v) => Filter::Saturate(*v),
        FilterFunction::Sepia(v) => Filter::Sepia(*v),
        FilterFunction::Url(_) => return None,
    })
}
