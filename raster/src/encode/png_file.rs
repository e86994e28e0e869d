//! PNG.

use super::format::PngCompression;
use crate::pixmap::Pixmap;

/// Why a picture could not be made into a file.
#[derive(Debug)]
pub struct EncodeError(String);

impl std::fmt::Display for EncodeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "cannot encode the picture: {}", self.0)
    }
}

impl std::error::Error for EncodeError {}

impl EncodeError {
    pub(super) fn new(reason: impl std::fmt::Display) -> Self {
        Self(reason.to_string())
    }
}

/// A PNG file; without alpha channel when every pixel is opaque.
///
/// # Errors
/// When the encoder refuses.
pub fn png(picture: &Pixmap) -> Result<Vec<u8>, EncodeError> {
    png_with(picture, PngCompression::Fast)
}

/// A PNG file compressed as hard as asked.
pub(super) fn png_with(picture: &Pixmap, compression: PngCompression) -> Result<Vec<u8>, EncodeError> {
    let mut out = Vec::new();
    let pixels = picture.pixels().as_chunks::<4>().0;
    let opaque = pixels.iter().all(|pixel| pixel[3] == 255);
    let mut encoder = png::Encoder::new(&mut out, picture.width(), picture.height());
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(match compression {
        PngCompression::Fast => png::Compression::Fast,
        PngCompression::Balanced => png::Compression::Balanced,
        PngCompression::Best => png::Compression::High,
    });
    encoder.set_color(if opaque { png::ColorType::Rgb } else { png::ColorType::Rgba });
    let mut writer = encoder.write_header().map_err(EncodeError::new)?;
    if opaque {
        let mut rgb = vec![[0; 3]; pixels.len()];
        for (to, from) in rgb.iter_mut().zip(pixels) {
            to.copy_from_slice(&from[..3]);
        }
        writer.write_image_data(rgb.as_flattened()).map_err(EncodeError::new)?;
    } else {
        writer.write_image_data(&picture.to_straight()).map_err(EncodeError::new)?;
    }
    writer.finish().map_err(EncodeError::new)?;
    Ok(out)
}
