//! The formats a picture can be written in.

use std::io::Cursor;

use image::codecs::{bmp::BmpEncoder, jpeg::JpegEncoder, webp::WebPEncoder};
use image::{ExtendedColorType, ImageEncoder as _};

use super::png_file::{EncodeError, png_with};
use crate::pixmap::Pixmap;

/// How the file looks from outside.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// PNG, lossless.
    #[default]
    Png,
    /// JPEG, lossy and without transparency: clear parts become white.
    Jpeg,
    /// WebP, lossless.
    Webp,
    /// BMP, 32 bit.
    Bmp,
    /// Straight RGBA, four bytes a pixel, rows from the top, without any header.
    Raw,
}

/// How hard a PNG file is compressed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PngCompression {
    /// The quickest.
    #[default]
    Fast,
    /// Somewhat smaller, somewhat slower.
    Balanced,
    /// The smallest.
    Best,
}

/// How a picture is made into a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EncodeOptions {
    /// The format.
    pub format: Format,
    /// Of JPEG, from 1 to 100.
    pub quality: u8,
    /// Of PNG.
    pub compression: PngCompression,
}

impl Default for EncodeOptions {
    fn default() -> Self {
        Self { format: Format::default(), quality: 90, compression: PngCompression::default() }
    }
}

/// The bytes of a file.
///
/// # Errors
/// When the encoder refuses, as JPEG and WebP do for sides that their headers cannot say.
pub fn encode(picture: &Pixmap, options: &EncodeOptions) -> Result<Vec<u8>, EncodeError> {
    let (width, height) = (picture.width(), picture.height());
    let mut out = Vec::new();
    let done = match options.format {
        Format::Png => return png_with(picture, options.compression),
        Format::Raw => return Ok(picture.to_straight()),
        Format::Jpeg => {
            let encoder = JpegEncoder::new_with_quality(&mut out, options.quality.clamp(1, 100));
            encoder.write_image(&on_white(picture), width, height, ExtendedColorType::Rgb8)
        }
        Format::Webp => {
            let encoder = WebPEncoder::new_lossless(&mut out);
            encoder.write_image(&picture.to_straight(), width, height, ExtendedColorType::Rgba8)
        }
        Format::Bmp => {
            let mut file = Cursor::new(&mut out);
            let encoder = BmpEncoder::new(&mut file);
            encoder.write_image(&picture.to_straight(), width, height, ExtendedColorType::Rgba8)
        }
    };
    done.map_err(EncodeError::new)?;
    Ok(out)
}

/// RGB over white.
fn on_white(picture: &Pixmap) -> Vec<u8> {
    let pixels = picture.pixels().as_chunks::<4>().0;
    pixels.iter().flat_map(|[r, g, b, a]| [*r, *g, *b].map(|channel| channel.saturating_add(255 - a))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture() -> Pixmap {
        let pixels = (0..6u8).flat_map(|n| if n < 3 { [n * 40, 80, 120, 255] } else { [10, 20, 30, 60] }).collect();
        Pixmap::from_pixels(3, 2, pixels).unwrap()
    }

    #[test]
    fn lossless_formats_give_the_pixels_back() {
        let straight = picture().to_straight();
        for format in [Format::Png, Format::Webp, Format::Bmp] {
            let bytes = encode(&picture(), &EncodeOptions { format, ..EncodeOptions::default() }).unwrap();
            let back = image::load_from_memory(&bytes).unwrap().to_rgba8();
            assert_eq!((back.dimensions(), back.into_raw()), ((3, 2), straight.clone()), "{format:?}");
        }
        let raw = EncodeOptions { format: Format::Raw, ..EncodeOptions::default() };
        assert_eq!(encode(&picture(), &raw).unwrap(), straight);
    }

    #[test]
    fn every_compression_is_the_same_picture() {
        let wanted = picture().to_straight();
        for compression in [PngCompression::Fast, PngCompression::Balanced, PngCompression::Best] {
            let bytes = encode(&picture(), &EncodeOptions { compression, ..EncodeOptions::default() }).unwrap();
            assert_eq!(image::load_from_memory(&bytes).unwrap().to_rgba8().into_raw(), wanted);
        }
    }

    #[test]
    fn jpeg_is_over_white_and_refuses_what_it_cannot_say() {
        let clear = Pixmap::from_pixels(8, 8, vec![0; 256]).unwrap();
        let jpeg = EncodeOptions { format: Format::Jpeg, ..EncodeOptions::default() };
        let back = image::load_from_memory(&encode(&clear, &jpeg).unwrap()).unwrap().to_rgb8();
        assert!(back.as_raw().iter().all(|channel| *channel > 250));
        let wide = Pixmap::from_pixels(70_000, 1, vec![0; 280_000]).unwrap();
        assert!(encode(&wide, &jpeg).is_err());
    }
}
