//! Options on the picture: which part, which format, which colours.

use std::path::Path;

use ashlar_raster::encode::{EncodeOptions, Format, PngCompression};
use ashlar_raster::{Color, Pixmap};
use clap::{Args, ValueEnum};

use crate::capture::{self, Capture};

/// The group.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Picture")]
pub struct PictureOptions {
    /// Draw the whole document and not only what the window shows
    ///
    /// The window keeps its size, so `100vh` does too.
    #[arg(long, conflicts_with_all = ["clip", "selector"])]
    pub full_page: bool,

    /// Draw a rectangle of the document, in CSS pixels from its corner
    #[arg(long, value_name = "X,Y,W,H", value_parser = parse_clip, conflicts_with = "selector")]
    pub clip: Option<[f32; 4]>,

    /// Draw the first element that a CSS selector means
    #[arg(long, value_name = "CSS", value_parser = parse_selector)]
    pub selector: Option<String>,

    /// Draw all elements that --selector means, into numbered files: `card.png` becomes `card-1.png`, `card-2.png`…
    #[arg(long, requires = "selector", conflicts_with_all = ["batch", "sha256"])]
    pub all: bool,

    /// CSS pixels of the page around an element
    #[arg(long, value_name = "PX", default_value = "0", value_parser = parse_padding, requires = "selector")]
    pub padding: f32,

    /// The format [default: by the name of the picture, else png]
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<FormatName>,

    /// Quality of JPEG, from 1 to 100
    #[arg(long, value_name = "N", default_value = "90", value_parser = clap::value_parser!(u8).range(1..=100))]
    pub quality: u8,

    /// How hard PNG files are compressed
    #[arg(long, value_name = "LEVEL", default_value = "fast")]
    pub png_compression: Compression,

    /// Leave clear what the page does not paint
    #[arg(long, conflicts_with = "background")]
    pub transparent: bool,

    /// The colour below the page, as in CSS: `#fc0`, `navy`, `rgba(0,0,0,.5)`
    #[arg(long, value_name = "COLOR", default_value = "white", value_parser = parse_color)]
    pub background: [u8; 4],

    /// Scale the picture to a size in pixels; with one side left out (`600x`, `x400`) it keeps its shape
    #[arg(long, value_name = "WxH", value_parser = parse_resize)]
    pub resize: Option<(Option<u32>, Option<u32>)>,
}

/// Formats by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FormatName {
    /// Lossless, as browsers' screenshots are
    Png,
    /// Lossy, without transparency
    #[value(alias = "jpg")]
    Jpeg,
    /// Lossless WebP
    Webp,
    /// Without compression
    Bmp,
    /// RGBA bytes without any header
    Raw,
}

/// Levels of compression by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Compression {
    /// The quickest
    Fast,
    /// Somewhat smaller, somewhat slower
    Default,
    /// The smallest
    Best,
}

impl PictureOptions {
    /// Which part of the page is drawn.
    pub fn capture(&self) -> Capture {
        match (&self.selector, self.clip) {
            (Some(selector), _) => {
                Capture::Elements { selector: selector.clone(), all: self.all, padding: self.padding }
            }
            (None, Some(clip)) => Capture::Clip(clip),
            (None, None) if self.full_page => Capture::FullPage,
            (None, None) => Capture::Window,
        }
    }

    /// What lies below the page.
    pub fn background(&self) -> Color {
        let [r, g, b, a] = self.background;
        if self.transparent { Color::TRANSPARENT } else { Color::from_rgba8(r, g, b, a) }
    }

    /// How the picture of this name is made into a file.
    pub fn encoding(&self, path: &Path) -> Result<EncodeOptions, String> {
        let format = match self.format {
            None => format_of_name(path)?,
            Some(FormatName::Png) => Format::Png,
            Some(FormatName::Jpeg) => Format::Jpeg,
            Some(FormatName::Webp) => Format::Webp,
            Some(FormatName::Bmp) => Format::Bmp,
            Some(FormatName::Raw) => Format::Raw,
        };
        let compression = match self.png_compression {
            Compression::Fast => PngCompression::Fast,
            Compression::Default => PngCompression::Balanced,
            Compression::Best => PngCompression::Best,
        };
        Ok(EncodeOptions { format, quality: self.quality, compression })
    }

    /// The ending of a picture that was given no name.
    pub fn ending(&self) -> &'static str {
        match self.format {
            None | Some(FormatName::Png) => "png",
            Some(FormatName::Jpeg) => "jpg",
            Some(FormatName::Webp) => "webp",
            Some(FormatName::Bmp) => "bmp",
            Some(FormatName::Raw) => "rgba",
        }
    }

    /// The size a picture is scaled to, if any.
    pub fn size_of(&self, picture: &Pixmap) -> Option<(u32, u32)> {
        let (width, height) = (picture.width(), picture.height());
        let other = |given: u32, of: u32, to: u32| {
            u32::try_from((u64::from(to) * u64::from(given) + u64::from(of) / 2) / u64::from(of))
                .unwrap_or(u32::MAX)
                .max(1)
        };
        Some(match self.resize? {
            (Some(wide), Some(high)) => (wide, high),
            (Some(wide), None) => (wide, other(wide, width, height)),
            (None, Some(high)) => (other(high, height, width), high),
            (None, None) => return None,
        })
    }
}

/// The format that a name promises; PNG where it promises nothing.
fn format_of_name(path: &Path) -> Result<Format, String> {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
    match &*ending {
        "jpg" | "jpeg" => Ok(Format::Jpeg),
        "webp" => Ok(Format::Webp),
        "bmp" => Ok(Format::Bmp),
        "raw" | "rgba" => Ok(Format::Raw),
        "gif" | "tif" | "tiff" | "pdf" | "svg" | "avif" => {
            Err(format!("{}: pictures are PNG, JPEG, WebP, BMP or raw files, not {ending}", path.display()))
        }
        _ => Ok(Format::Png),
    }
}

fn parse_clip(text: &str) -> Result<[f32; 4], String> {
    let numbers: Option<Vec<f32>> = text.split(',').map(|number| number.trim().parse().ok()).collect();
    match numbers.as_deref() {
        Some(&[x, y, width, height])
            if [x, y, width, height].iter().all(|side| (0.0..=1e6).contains(side)) && width > 0.0 && height > 0.0 =>
        {
            Ok([x, y, width, height])
        }
        _ => Err("write it as X,Y,WIDTH,HEIGHT, such as 0,100,640,480".to_owned()),
    }
}

fn parse_selector(text: &str) -> Result<String, String> {
    capture::parse_selector(text).map(|_| text.to_owned()).ok_or_else(|| "it is not a CSS selector".to_owned())
}

fn parse_padding(text: &str) -> Result<f32, String> {
    let padding: f32 = text.parse().map_err(|_| "it is not a number".to_owned())?;
    if (0.0..=10_000.0).contains(&padding) { Ok(padding) } else { Err("it must be from 0 to 10000".to_owned()) }
}

fn parse_color(text: &str) -> Result<[u8; 4], String> {
    if text.trim().eq_ignore_ascii_case("transparent") {
        return Ok([0; 4]);
    }
    let color: svgtypes::Color = text.trim().parse().map_err(|_| "it is not a colour".to_owned())?;
    Ok([color.red, color.green, color.blue, color.alpha])
}

fn parse_resize(text: &str) -> Result<(Option<u32>, Option<u32>), String> {
    let wrong = || "write it as WIDTHxHEIGHT, WIDTHx or xHEIGHT".to_owned();
    let (width, height) = text.split_once(['x', 'X', '×']).ok_or_else(wrong)?;
    let side = |text: &str| match text.trim() {
        "" => Ok(None),
        text => text.parse().ok().filter(|side| (1..=65_535).contains(side)).map(Some).ok_or_else(wrong),
    };
    match (side(width)?, side(height)?) {
        (None, None) => Err(wrong()),
        size => Ok(size),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values() {
        assert_eq!(parse_clip("1,2, 3,4.5"), Ok([1.0, 2.0, 3.0, 4.5]));
        for wrong in ["", "1,2,3", "1,2,0,4", "-1,0,5,5", "nan,0,1,1", "0,0,inf,1", "1,2,3,4,5"] {
            assert!(parse_clip(wrong).is_err(), "{wrong}");
        }
        assert_eq!(parse_color("#fc0"), Ok([255, 204, 0, 255]));
        assert!(parse_color("no such").is_err() && parse_selector("a >").is_err());
        assert_eq!(parse_resize("600x"), Ok((Some(600), None)));
        assert!(parse_resize("x").is_err() && parse_resize("0x4").is_err() && parse_resize("5").is_err());
        assert_eq!(format_of_name(Path::new("a.JPG")), Ok(Format::Jpeg));
        assert!(format_of_name(Path::new("a.pdf")).is_err());
    }
}
