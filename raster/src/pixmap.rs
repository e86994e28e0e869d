//! The finished picture.

use crate::geometry::PixelRect;

/// Premultiplied RGBA8 pixels, row-major, rows without padding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pixmap {
    width: u32,
    height: u32,
    pixels: Vec<u8>,
}

impl Pixmap {
    /// A picture from its bytes; `None` unless there are exactly `width * height * 4`.
    #[must_use]
    pub fn from_pixels(width: u32, height: u32, pixels: Vec<u8>) -> Option<Self> {
        let bytes = (width as usize).checked_mul(height as usize)?.checked_mul(4)?;
        (pixels.len() == bytes).then_some(Self { width, height, pixels })
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

    /// The bytes, premultiplied.
    #[must_use]
    pub fn pixels(&self) -> &[u8] {
        &self.pixels
    }

    /// One pixel, premultiplied; clear outside of the picture.
    #[must_use]
    pub fn pixel(&self, x: u32, y: u32) -> [u8; 4] {
        if x >= self.width || y >= self.height {
            return [0; 4];
        }
        let at = (y as usize * self.width as usize + x as usize) * 4;
        [self.pixels[at], self.pixels[at + 1], self.pixels[at + 2], self.pixels[at + 3]]
    }

    /// The bytes with straight alpha, as files have them.
    #[must_use]
    pub fn to_straight(&self) -> Vec<u8> {
        let mut out = self.pixels.clone();
        for pixel in out.as_chunks_mut::<4>().0 {
            let alpha = u32::from(pixel[3]);
            if alpha == 255 || alpha == 0 {
                continue;
            }
            for channel in &mut pixel[..3] {
                *channel = ((u32::from(*channel) * 255 + alpha / 2) / alpha).min(255) as u8;
            }
        }
        out
    }

    /// The part inside of a rectangle, for element screenshots; `None` when there is none.
    #[must_use]
    pub fn crop(&self, rect: PixelRect) -> Option<Self> {
        let whole =
            PixelRect::new(0, 0, self.width.min(i32::MAX as u32) as i32, self.height.min(i32::MAX as u32) as i32);
        let rect = rect.intersect(&whole);
        if rect.is_empty() {
            return None;
        }
        let mut pixels = Vec::with_capacity(rect.width() * rect.height() * 4);
        for y in rect.top..rect.bottom {
            let start = (y as usize * self.width as usize + rect.left as usize) * 4;
            pixels.extend_from_slice(&self.pixels[start..start + rect.width() * 4]);
        }
        Some(Self { width: rect.width() as u32, height: rect.height() as u32, pixels })
    }
}
