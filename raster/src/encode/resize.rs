//! Pictures of another size.

use image::imageops::{FilterType, resize as scale};
use image::{ImageBuffer, Rgba};

use super::png_file::EncodeError;
use crate::pixmap::Pixmap;
use crate::{MAX_PIXELS, MAX_SIDE};

/// The picture scaled to a size. Each pixel is the mean of what it covers; premultiplied, so that colours of clear pixels
/// do not bleed.
///
/// # Errors
/// When the size is empty or larger than a picture may be.
pub fn resize(picture: &Pixmap, width: u32, height: u32) -> Result<Pixmap, EncodeError> {
    let area = u64::from(width) * u64::from(height);
    if area == 0 || area > MAX_PIXELS || width.max(height) > MAX_SIDE {
        return Err(EncodeError::new(format!("it cannot be {width} x {height} pixels")));
    }
    let whole: ImageBuffer<Rgba<u8>, &[u8]> =
        ImageBuffer::from_raw(picture.width(), picture.height(), picture.pixels())
            .ok_or_else(|| EncodeError::new("its pixels are incomplete"))?;
    let scaled = scale(&whole, width, height, FilterType::Triangle);
    Pixmap::from_pixels(width, height, scaled.into_raw()).ok_or_else(|| EncodeError::new("its pixels are incomplete"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_picture_stays_plain() {
        let plain = Pixmap::from_pixels(7, 5, [9, 8, 7, 200].repeat(35)).unwrap();
        for (width, height) in [(3, 2), (14, 20), (1, 1)] {
            let scaled = resize(&plain, width, height).unwrap();
            assert_eq!((scaled.width(), scaled.height()), (width, height));
            assert!(scaled.pixels().as_chunks::<4>().0.iter().all(|pixel| *pixel == [9, 8, 7, 200]));
        }
        assert!(resize(&plain, 0, 4).is_err() && resize(&plain, u32::MAX, u32::MAX).is_err());
    }
}
