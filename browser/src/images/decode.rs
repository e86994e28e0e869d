//! Bytes to pixels: PNG, JPEG, GIF, WebP, BMP, ICO; the first frame of an animation.

use std::io::Cursor;

use ashlar_raster::ImageData;
use image::{DynamicImage, ImageDecoder, ImageReader};

use crate::limits::MAX_IMAGE_PIXELS;

/// Whether the first bytes belong to no format that is decoded here.
pub(super) fn is_unknown(bytes: &[u8]) -> bool {
    image::guess_format(bytes).is_err()
}

/// Decodes an image by its content, whatever its type was said to be.
pub(super) fn decode(bytes: &[u8]) -> Result<ImageData, String> {
    let reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format().map_err(|error| error.to_string())?;
    if reader.format().is_none() {
        return Err("its format is not known".into());
    }
    let mut decoder = reader.into_decoder().map_err(|error| error.to_string())?;
    let (width, height) = decoder.dimensions();
    if u64::from(width) * u64::from(height) > MAX_IMAGE_PIXELS {
        return Err(format!("{width} x {height} pixels are more than the limit of {MAX_IMAGE_PIXELS}"));
    }
    // A broken orientation tag is no reason not to draw.
    let orientation = decoder.orientation().ok();
    let mut image = DynamicImage::from_decoder(decoder).map_err(|error| error.to_string())?;
    if let Some(orientation) = orientation {
        image.apply_orientation(orientation);
    }
    let rgba = image.into_rgba8();
    let (width, height) = rgba.dimensions();
    ImageData::from_straight(width, height, rgba.into_raw()).ok_or_else(|| "it has no pixels".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn broken_bytes_are_an_error() {
        assert!(decode(b"").is_err());
        assert!(decode(b"\x89PNG\r\n\x1a\n garbage").is_err());
        assert!(is_unknown(b"<svg xmlns='http://www.w3.org/2000/svg'/>"));
    }

    #[test]
    fn a_bitmap_is_decoded() {
        let mut bytes = Vec::new();
        let pixel = image::RgbaImage::from_pixel(2, 1, image::Rgba([255, 0, 0, 128]));
        pixel.write_to(&mut Cursor::new(&mut bytes), image::ImageFormat::Png).unwrap();
        let decoded = decode(&bytes).unwrap();
        assert_eq!((decoded.width(), decoded.height()), (2, 1));
        assert_eq!(decoded.pixels()[..4], [128, 0, 0, 128]);
    }
}
