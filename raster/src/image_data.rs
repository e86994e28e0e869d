//! Decoded pictures as the display list holds them.

/// A picture: premultiplied RGBA8, row-major, rows without padding.
#[derive(Debug)]
pub struct ImageData {
    width: u32,
    height: u32,
    pixels: Vec<u8>,
    opaque: bool,
    pub(crate) mips: std::sync::OnceLock<Vec<ImageData>>,
}

impl ImageData {
    /// A picture of premultiplied RGBA8 pixels; `None` unless there are exactly `width * height` of them.
    #[must_use]
    pub fn from_premultiplied(width: u32, height: u32, pixels: Vec<u8>) -> Option<Self> {
        let bytes = (width as usize).checked_mul(height as usize)?.checked_mul(4)?;
        if width == 0 || height == 0 || pixels.len() != bytes {
            return None;
        }
        let opaque = pixels.as_chunks::<4>().0.iter().all(|pixel| pixel[3] == 255);
        Some(Self { width, height, pixels, opaque, mips: std::sync::OnceLock::new() })
    }

    /// A picture of straight RGBA8 pixels; `None` unless there are exactly `width * height` of them.
    #[must_use]
    pub fn from_straight(width: u32, height: u32, mut pixels: Vec<u8>) -> Option<Self> {
        for pixel in pixels.as_chunks_mut::<4>().0 {
            let alpha = pixel[3];
            if alpha != 255 {
                for channel in &mut pixel[..3] {
                    *channel = crate::color::multiply(*channel, alpha);
                }
            }
        }
        Self::from_premultiplied(width, height, pixels)
    }

    /// Columns.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Rows.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.height
    }

    /// The bytes.
    #[must_use]
    pub fn pixels(&self) -> &[u8] {
        &self.pixels
    }

    /// True when every pixel is opaque.
    #[must_use]
    pub fn is_opaque(&self) -> bool {
        self.opaque
    }
}
