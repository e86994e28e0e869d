//! Glyphs that are pictures in the font.

use ashlar_gc::Sent;

use ashlar_raster::{GlyphBitmap, ImageData};
use skrifa::bitmap::{BitmapData, Origin};
use skrifa::instance::Size;
use skrifa::{GlyphId, MetadataProvider};

use super::instance::Instance;

/// The greatest side of a glyph's picture that is decoded.
const MAX_SIDE: u32 = 2048;

/// A glyph of `CBDT` or `sbix`, from the strike nearest to its size on the device.
pub(super) fn picture(instance: &Instance, glyph: GlyphId, scale: f32) -> Option<GlyphBitmap> {
    let font = instance.face.font();
    let picture = font.bitmap_strikes().glyph_for_size(Size::new(instance.size * scale.max(0.01)), glyph)?;
    if picture.width == 0 || picture.height == 0 || picture.width > MAX_SIDE || picture.height > MAX_SIDE {
        return None;
    }
    let image = match picture.data {
        BitmapData::Png(bytes) => {
            let decoded = image::load_from_memory_with_format(bytes, image::ImageFormat::Png).ok()?.into_rgba8();
            ImageData::from_straight(decoded.width(), decoded.height(), decoded.into_raw())?
        }
        BitmapData::Bgra(bytes) => {
            let mut pixels = bytes.to_vec();
            pixels.as_chunks_mut::<4>().0.iter_mut().for_each(|pixel| pixel.swap(0, 2));
            ImageData::from_premultiplied(picture.width, picture.height, pixels)?
        }
        BitmapData::Mask(_) => return None,
    };
    let per_pixel = instance.size / picture.ppem_y.max(1.0);
    let per_unit = instance.size / f32::from(instance.face.units_per_em());
    let (width, height) = (image.width() as f32 * per_pixel, image.height() as f32 * per_pixel);
    let bottom_or_top = picture.bearing_y * per_unit + picture.inner_bearing_y * per_pixel;
    Some(GlyphBitmap {
        left: picture.bearing_x * per_unit + picture.inner_bearing_x * per_pixel,
        top: match picture.placement_origin {
            Origin::TopLeft => -bottom_or_top,
            Origin::BottomLeft => -bottom_or_top - height,
        },
        image: Sent::new(image),
        width,
        height,
    })
}
