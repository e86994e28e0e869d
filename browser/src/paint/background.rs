//! Backgrounds of boxes, of parts of tables, and of the canvas.
//!
//! [CSS Backgrounds 3, § 2](https://www.w3.org/TR/css-backgrounds-3/#backgrounds)

use std::sync::LazyLock;

use ashlar_gc::Gc;
use ashlar_layout::box_tree::BoxId;
use ashlar_layout::css::ComputedStyle;
use ashlar_layout::css::values::background::{
    BackgroundAttachment, BackgroundBox, BackgroundRepeat, BackgroundSize, BlendMode, Layers, RepeatKeyword,
};
use ashlar_layout::css::values::color::Rgba;
use ashlar_layout::css::values::image::Image;
use ashlar_layout::css::values::length::LengthPercentage;
use ashlar_layout::css::values::position::{BorderCollapse, EmptyCells, Visibility};
use ashlar_layout::fragment_tree::{BoxFragment, BoxFragmentKind, Fragment};
use ashlar_layout::geometry::{PhysicalRect, PhysicalSides};
use ashlar_raster::display_list::{
    Content, Fill, GradientFill, Group, ImageFill, RoundedFill, Sampling, SolidRect, Tiling,
};
use ashlar_raster::{Rect, RoundedRect};

use super::effect::blend_mode;
use super::gradient;
use super::replaced::sampling;
use super::stacking::{Painter, Place};
use super::{color, snap};
use crate::boxes::NaturalSize;

/// The boxes of an element that background layers refer to, snapped.
#[derive(Clone, Copy)]
struct ReferenceBoxes {
    border: RoundedRect,
    padding: RoundedRect,
    content: RoundedRect,
}

impl ReferenceBoxes {
    fn get(&self, which: BackgroundBox) -> RoundedRect {
        match which {
            BackgroundBox::PaddingBox => self.padding,
            BackgroundBox::ContentBox => self.content,
            _ => self.border,
        }
    }

    /// All three the same plain rectangle.
    fn all(rect: Rect) -> Self {
        let shape = rect.into();
        Self { border: shape, padding: shape, content: shape }
    }
}

/// The layers of a `background` or a `mask`, by property.
pub(super) struct LayerStyle<'s> {
    pub images: &'s Layers<Image>,
    pub position_x: &'s Layers<LengthPercentage>,
    pub position_y: &'s Layers<LengthPercentage>,
    pub size: &'s Layers<BackgroundSize>,
    pub repeat: &'s Layers<BackgroundRepeat>,
    pub origin: &'s Layers<BackgroundBox>,
    pub clip: &'s Layers<BackgroundBox>,
    pub blend: &'s Layers<BlendMode>,
    pub sampling: Sampling,
    pub current: Rgba,
}

/// The blend modes of a mask's layers, which `mask-composite` has instead.
static NO_BLENDING: LazyLock<Layers<BlendMode>> = LazyLock::new(|| Layers::one(BlendMode::Normal));

impl<'s> LayerStyle<'s> {
    pub fn background(style: &'s ComputedStyle<'_>) -> Self {
        Self {
            images: style.background_image(),
            position_x: style.background_position_x(),
            position_y: style.background_position_y(),
            size: style.background_size(),
            repeat: style.background_repeat(),
            origin: style.background_origin(),
            clip: style.background_clip(),
            blend: style.background_blend_mode(),
            sampling: sampling(style),
            current: style.color().0,
        }
    }

    pub fn mask(style: &'s ComputedStyle<'_>) -> Self {
        Self {
            images: style.mask_image(),
            position_x: style.mask_position_x(),
            position_y: style.mask_position_y(),
            size: style.mask_size(),
            repeat: style.mask_repeat(),
            origin: style.mask_origin(),
            clip: style.mask_clip(),
            blend: &NO_BLENDING,
            sampling: sampling(style),
            current: style.color().0,
        }
    }
}

impl LayerStyle<'_> {
    fn blends(&self) -> bool {
        self.blend.0.iter().any(|mode| *mode != BlendMode::Normal)
    }
}

impl<'h> Painter<'_, 'h> {
    /// Draws shadows, background and border of a box.
    pub fn box_decorations(&mut self, fragment: &BoxFragment<'h>, place: &Place) {
        let style = &*fragment.style;
        if *style.visibility() != Visibility::Visible {
            return;
        }
        match fragment.kind {
            BoxFragmentKind::TableWrapper => return,
            BoxFragmentKind::TableSection | BoxFragmentKind::TableRow | BoxFragmentKind::TableColumn => return,
            BoxFragmentKind::TableCell { is_empty: true } if hides_when_empty(style) => return,
            _ => {}
        }
        self.shadows(fragment, place, false);
        if self.themed(fragment, place) {
            self.shadows(fragment, place, true);
            return;
        }
        if self.canvas_background_from != Some(fragment.box_id) {
            self.background(fragment, place);
        }
        self.shadows(fragment, place, true);
        self.border(fragment, place);
    }

    fn reference_boxes(&self, fragment: &BoxFragment<'h>, place: &Place) -> ReferenceBoxes {
        let border = self.border_box(fragment, place);
        let widths = |sides: PhysicalSides<ashlar_layout::geometry::LayoutUnit>| {
            let px = sides.map(ashlar_layout::geometry::LayoutUnit::to_px_f32);
            [px.top, px.right, px.bottom, px.left]
        };
        let padding = border.inset_sides(widths(fragment.border));
        let inner = PhysicalRect::new(place.offset, fragment.size).shrink(fragment.border).shrink(fragment.padding);
        let content_radii = padding.inset_sides(widths(fragment.padding)).radii;
        let content = RoundedRect::new(snap(inner), content_radii);
        ReferenceBoxes { border, padding, content }
    }

    fn background(&mut self, fragment: &BoxFragment<'h>, place: &Place) {
        let style = &*fragment.style;
        let layers = LayerStyle::background(style);
        if layers.images.0.iter().all(Image::is_none)
            && style.background_color().resolve(layers.current).is_transparent()
        {
            return;
        }
        let boxes = self.reference_boxes(fragment, place);
        let blends = layers.blends();
        if blends {
            self.list.push_group(place.transform, place.clip, Group::default());
        }
        let last = layers.images.0.len() - 1;
        let fill = color(style.background_color().resolve(layers.current));
        if !fill.is_invisible() {
            let clip = *layers.clip.get(last);
            if clip == BackgroundBox::Text {
                self.clipped_to_text(fragment, place, |painter| painter.fill(boxes.border, fill, place));
            } else {
                self.fill(boxes.get(clip), fill, place);
            }
        }
        for index in (0..layers.images.0.len()).rev() {
            if layers.images.get(index).is_none() {
                continue;
            }
            let is_fixed = self.is_fixed(*style.background_attachment().get(index), place);
            let area = if is_fixed { snap(self.viewport) } else { boxes.get(*layers.origin.get(index)).rect };
            let clip = *layers.clip.get(index);
            if clip == BackgroundBox::Text {
                self.clipped_to_text(fragment, place, |painter| {
                    painter.layer(&layers, index, area, boxes.border, place)
                });
            } else {
                self.blended_layer(&layers, index, area, boxes.get(clip), place);
            }
        }
        if blends {
            self.list.pop_group();
        }
    }

    /// Inside of transforms, fixed backgrounds scroll
    /// ([CSS Transforms 1, § 2](https://www.w3.org/TR/css-transforms-1/#transform-rendering)).
    fn is_fixed(&self, attachment: BackgroundAttachment, place: &Place) -> bool {
        attachment == BackgroundAttachment::Fixed && place.transform == self.page
    }

    /// Draws one layer as its `background-blend-mode` says.
    fn blended_layer(&mut self, layers: &LayerStyle<'_>, index: usize, area: Rect, clip: RoundedRect, place: &Place) {
        let blend = *layers.blend.get(index);
        if blend == BlendMode::Normal {
            self.layer(layers, index, area, clip, place);
            return;
        }
        let group = Group { blend: blend_mode(blend), ..Group::default() };
        self.list.push_group(place.transform, place.clip, group);
        self.layer(layers, index, area, clip, place);
        self.list.pop_group();
    }

    /// [CSS Backgrounds 4, § 2.4](https://www.w3.org/TR/css-backgrounds-4/#background-clip): what `draw` paints shows only
    /// where the box has text.
    fn clipped_to_text(&mut self, fragment: &BoxFragment<'h>, place: &Place, draw: impl FnOnce(&mut Self)) {
        self.list.push_group(place.transform, place.clip, Group::default());
        draw(self);
        let mask = Group { blend: ashlar_raster::display_list::BlendMode::DestinationIn, ..Group::default() };
        self.list.push_group(place.transform, place.clip, mask);
        self.text_mask(fragment, place);
        self.list.pop_group();
        self.list.pop_group();
    }

    /// Fills a shape with one colour.
    pub fn fill(&mut self, shape: RoundedRect, fill: ashlar_raster::Color, place: &Place) {
        let content = if shape.is_rect() {
            Content::SolidRect(SolidRect { rect: shape.rect, color: fill, anti_alias: false })
        } else {
            Content::RoundedFill(RoundedFill { shape, color: fill })
        };
        self.list.push(place.transform, place.clip, content);
    }

    /// Draws one image layer: positioned in `area`, cut by `clip`.
    pub fn layer(&mut self, layers: &LayerStyle<'_>, index: usize, area: Rect, clip: RoundedRect, place: &Place) {
        let image = layers.images.get(index);
        let natural = match image {
            Image::None => return,
            Image::Url { url, resolution } => match self.environment.images.natural_size(url) {
                Some(size) => size.at_density(*resolution),
                None => return,
            },
            _ => NaturalSize::default(),
        };
        let size = layer_size(layers.size.get(index), natural, area);
        let repeat = *layers.repeat.get(index);
        let (width, step_x, x) =
            axis(repeat.x, size.0, area.width(), layers.position_x.get(index), clip.rect.left - area.left);
        let (height, step_y, y) =
            axis(repeat.y, size.1, area.height(), layers.position_y.get(index), clip.rect.top - area.top);
        if !(width > 0.0 && height > 0.0) {
            return;
        }
        let tile = Rect::from_xywh(area.left + x, area.top + y, width, height);
        let fill = Fill { area: clip, tile, tiling: Tiling { step_x, step_y } };
        self.image(image, fill, layers.sampling, layers.current, place);
    }

    /// Draws an image into tiles.
    pub fn image(&mut self, image: &Image, fill: Fill, sampling: Sampling, current: Rgba, place: &Place) {
        let (width, height) = (fill.tile.width(), fill.tile.height());
        match image {
            Image::None => {}
            Image::Url { url, .. } => {
                let scale = self.environment.scale;
                let Some(pixels) = self.environment.images.pixels(url, width, height, scale) else { return };
                let source = Rect::from_xywh(0.0, 0.0, pixels.width() as f32, pixels.height() as f32);
                let content = Content::Image(ImageFill { image: pixels, source, fill, sampling, opacity: 1.0 });
                self.list.push(place.transform, place.clip, content);
            }
            Image::Gradient(css) => {
                if let Some(gradient) = gradient::resolve(css, width, height, current) {
                    self.list.push(place.transform, place.clip, Content::Gradient(GradientFill { gradient, fill }));
                }
            }
            Image::Color(value) => self.fill(fill.area, color(value.resolve(current)), place),
            Image::CrossFade(images, share) => {
                self.cross_fade(&images.0, &images.1, *share, fill, sampling, current, place);
            }
        }
    }

    /// Draws the background of a row, section or column behind one of its cells: positioned in the part, cut by the cell.
    pub fn part_background(&mut self, part: &BoxFragment<'h>, place: &Place, cell: PhysicalRect) {
        let style = &*part.style;
        if *style.visibility() != Visibility::Visible {
            return;
        }
        let part_rect = snap(PhysicalRect::new(place.offset, part.size));
        let mut boxes = ReferenceBoxes::all(part_rect);
        boxes.border = snap(cell).into();
        let layers = LayerStyle::background(style);
        let fill = color(style.background_color().resolve(layers.current));
        if !fill.is_invisible() {
            self.fill(boxes.border, fill, place);
        }
        for index in (0..layers.images.0.len()).rev() {
            let is_fixed = self.is_fixed(*style.background_attachment().get(index), place);
            let area = if is_fixed { snap(self.viewport) } else { part_rect };
            self.layer(&layers, index, area, boxes.border, place);
        }
    }

    /// [§ 2.11.1](https://www.w3.org/TR/css-backgrounds-3/#root-background): the canvas shows the background of the root
    /// element, or of the body where the root has none; positioned as on the root element, infinite.
    pub fn canvas_background(&mut self, root: &Gc<'h, BoxFragment<'h>>, place: &Place) {
        let style = canvas_source(root).0;
        let style = style.as_ref();
        if *style.visibility() != Visibility::Visible {
            return;
        }
        let canvas = self.environment.canvas;
        let layers = LayerStyle::background(style);
        let blends = layers.blends();
        if blends {
            self.list.push_group(place.transform, place.clip, Group::default());
        }
        let fill = color(style.background_color().resolve(layers.current));
        if !fill.is_invisible() {
            self.fill(canvas.into(), fill, place);
        }
        let boxes = self.reference_boxes(root, place);
        for index in (0..layers.images.0.len()).rev() {
            let is_fixed = self.is_fixed(*style.background_attachment().get(index), place);
            let area = if is_fixed { snap(self.viewport) } else { boxes.get(*layers.origin.get(index)).rect };
            self.blended_layer(&layers, index, area, canvas.into(), place);
        }
        if blends {
            self.list.pop_group();
        }
    }
}

/// The style whose background the canvas shows, and whose box then shows none.
pub(super) fn canvas_source<'h>(root: &Gc<'h, BoxFragment<'h>>) -> (Gc<'h, ComputedStyle<'h>>, BoxId) {
    match body_of(root) {
        Some(body)
            if !has_background(&root.style) && !body.style.background_clip().0.contains(&BackgroundBox::Text) =>
        {
            (body.style, body.box_id)
        }
        _ => (root.style, root.box_id),
    }
}

/// [CSS 2.2, § 17.6.1.1](https://www.w3.org/TR/CSS22/tables.html#empty-cells): only with separated borders.
fn hides_when_empty(style: &ComputedStyle<'_>) -> bool {
    *style.empty_cells() == EmptyCells::Hide && *style.border_collapse() == BorderCollapse::Separate
}

fn has_background(style: &ComputedStyle<'_>) -> bool {
    let is_clear = style.background_color().resolve(style.color().0).is_transparent();
    !is_clear || style.background_image().0.iter().any(|image| !image.is_none())
}

fn body_of<'h>(root: &BoxFragment<'h>) -> Option<Gc<'h, BoxFragment<'h>>> {
    root.children.iter().find_map(|child| match child.fragment {
        Fragment::Box(fragment) if fragment.flags.is_body => Some(fragment),
        _ => None,
    })
}

/// [§ 2.9](https://www.w3.org/TR/css-backgrounds-3/#background-size): the size of one tile.
pub(super) fn layer_size(size: &BackgroundSize, natural: NaturalSize, area: Rect) -> (f32, f32) {
    let (area_width, area_height) = (area.width().max(0.0), area.height().max(0.0));
    let contain = |ratio: f32, cover: bool| {
        let by_width = (area_width, area_width / ratio);
        let by_height = (area_height * ratio, area_height);
        if (by_width.1 >= area_height) == cover { by_width } else { by_height }
    };
    match size {
        BackgroundSize::Cover => natural.ratio.map_or((area_width, area_height), |ratio| contain(ratio, true)),
        BackgroundSize::Contain => natural.ratio.map_or((area_width, area_height), |ratio| contain(ratio, false)),
        BackgroundSize::Explicit(width, height) => {
            let width = width.as_ref().map(|w| w.resolve_px(area_width).max(0.0));
            let height = height.as_ref().map(|h| h.resolve_px(area_height).max(0.0));
            match (width, height) {
                (Some(width), Some(height)) => (width, height),
                (Some(width), None) => {
                    let height = natural.ratio.map(|ratio| width / ratio).or(natural.height);
                    (width, height.unwrap_or(area_height))
                }
                (None, Some(height)) => {
                    let width = natural.ratio.map(|ratio| height * ratio).or(natural.width);
                    (width.unwrap_or(area_width), height)
                }
                (None, None) => match (natural.width, natural.height, natural.ratio) {
                    (Some(width), Some(height), _) => (width, height),
                    (Some(width), None, Some(ratio)) => (width, width / ratio),
                    (None, Some(height), Some(ratio)) => (height * ratio, height),
                    (None, None, Some(ratio)) => contain(ratio, false),
                    (width, height, None) => (width.unwrap_or(area_width), height.unwrap_or(area_height)),
                },
            }
        }
    }
}

/// One axis of the tiles: their size, the step from one to the next (0: no repetition), and where the first is, from the
/// start of the positioning area. `clip_start` is where the painting area begins.
fn axis(repeat: RepeatKeyword, size: f32, area: f32, position: &LengthPercentage, clip_start: f32) -> (f32, f32, f32) {
    let offset = |size: f32| position.resolve_px(area - size);
    match repeat {
        RepeatKeyword::NoRepeat => (size, 0.0, offset(size)),
        RepeatKeyword::Repeat if size > 0.0 => {
            // The first tile is the one at or before the start of the painting area.
            let at = offset(size);
            (size, size, at - ((at - clip_start) / size).ceil() * size)
        }
        RepeatKeyword::Round if size > 0.0 => {
            let count = (area / size).round().max(1.0);
            let size = area / count;
            let at = offset(size);
            (size, size, at - ((at - clip_start) / size).ceil() * size)
        }
        RepeatKeyword::Space if size > 0.0 && (area / size).floor() >= 2.0 => {
            let count = (area / size).floor();
            let step = size + (area - count * size) / (count - 1.0);
            (size, step, -(-clip_start / step).ceil().max(0.0) * step)
        }
        RepeatKeyword::Space => (size, 0.0, offset(size)),
        _ => (0.0, 0.0, 0.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AREA: Rect = Rect::new(0.0, 0.0, 200.0, 100.0);

    #[test]
    fn cover_and_contain_keep_the_ratio() {
        let natural = NaturalSize::fixed(50.0, 50.0);
        assert_eq!(layer_size(&BackgroundSize::Cover, natural, AREA), (200.0, 200.0));
        assert_eq!(layer_size(&BackgroundSize::Contain, natural, AREA), (100.0, 100.0));
    }

    #[test]
    fn one_auto_side_follows_the_ratio() {
        let size = BackgroundSize::Explicit(Some(LengthPercentage::Percentage(0.5)), None);
        assert_eq!(layer_size(&size, NaturalSize::fixed(20.0, 40.0), AREA), (100.0, 200.0));
    }

    #[test]
    fn space_distributes_what_is_left() {
        let (size, step, at) = axis(RepeatKeyword::Space, 60.0, 200.0, &LengthPercentage::ZERO, 0.0);
        assert_eq!((size, step, at), (60.0, 70.0, 0.0));
    }

    #[test]
    fn repetition_begins_before_the_painting_area() {
        let centre = LengthPercentage::Percentage(0.5);
        let (_, step, at) = axis(RepeatKeyword::Repeat, 60.0, 200.0, &centre, -5.0);
        assert_eq!((step, at), (60.0, -50.0));
    }
}
