//! PNG.

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
    let mut out = Vec::new();
    let straight = picture.to_straight();
    let opaque = straight.as_chunks::<4>().0.iter().all(|pixel| pixel[3] == 255);
    let mut encoder = png::Encoder::new(&mut out, picture.width(), picture.height());
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Fast);
    encoder.set_color(if opaque { png::ColorType::Rgb } else { png::ColorType::Rgba });
    let mut writer = encoder.write_header().map_err(EncodeError::new)?;
    if opaque {
        let rgb: Vec<u8> = straight.as_chunks::<4>().0.iter().flat_map(|p| [p[0], p[1], p[2]]).collect();
        writer.write_image_data(&rgb).map_err(EncodeError::new)?;
    } else {
        writer.write_image_data(&straight).map_err(EncodeError::new)?;
    }
    writer.finish().map_err(EncodeError::new)?;
    Ok(out)
}
