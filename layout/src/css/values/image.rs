//! Images and gradients.
//!
//! Spec: <https://www.w3.org/TR/css-images-4/>.

use std::sync::Arc;

use cssparser::{Parser, match_ignore_ascii_case};

use super::color::Color;
use super::gradient;
use super::length::LengthPercentage;
use super::number::{percentage, resolution};
use super::parse::{CssValue, Parsed, ParserContext, comma_separated, invalid, keyword, url};

/// A computed image.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Image {
    /// `none`
    #[default]
    None,
    /// An absolute URL; `resolution` is image px per CSS px (`image-set()`), usually 1.
    Url {
        /// The absolute URL.
        url: Arc<str>,
        /// Image px per CSS px.
        resolution: f32,
    },
    /// A gradient.
    Gradient(Arc<Gradient>),
    /// `image(<color>)`
    Color(Color),
    /// `cross-fade()` or `-webkit-cross-fade()` of two images, with the share of the second.
    CrossFade(Arc<(Image, Image)>, f32),
}

impl Image {
    /// Whether this is `none`.
    pub fn is_none(&self) -> bool {
        matches!(self, Self::None)
    }
}

/// A gradient of any kind.
#[derive(Clone, Debug, PartialEq)]
pub struct Gradient {
    /// Line, rays or rotation.
    pub kind: GradientKind,
    /// Colours and hints in order.
    pub stops: Vec<GradientStop>,
    /// `repeating-*`
    pub repeating: bool,
    /// `in <color space>`
    pub interpolation: ColorInterpolation,
}

/// The geometry of a gradient.
#[derive(Clone, Debug, PartialEq)]
pub enum GradientKind {
    /// `linear-gradient()`
    Linear(LinearDirection),
    /// `radial-gradient()`
    Radial {
        /// Shape and size.
        shape: RadialShape,
        /// The centre.
        position: Position2d,
    },
    /// `conic-gradient()`
    Conic {
        /// Where the first colour lies, in degrees clockwise from the top.
        from_degrees: f32,
        /// The centre.
        position: Position2d,
    },
    /// `-webkit-gradient(linear, a, b)`: from point to point.
    WebkitLinear(Position2d, Position2d),
}

/// The direction of a linear gradient.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LinearDirection {
    /// In degrees; 0 points up, 90 to the right.
    Degrees(f32),
    /// To a side or corner: x and y are -1, 0 or 1 (to the right and downward are 1).
    To {
        /// Horizontally.
        x: i8,
        /// Vertically.
        y: i8,
    },
}

/// Ending shape of a radial gradient.
#[derive(Clone, Debug, PartialEq)]
pub enum RadialShape {
    /// A circle by extent keyword.
    Circle(RadialExtent),
    /// An ellipse by extent keyword.
    Ellipse(RadialExtent),
    /// A circle by radius in px.
    CircleRadius(f32),
    /// An ellipse by both radii.
    EllipseRadii(LengthPercentage, LengthPercentage),
}

/// Extent keywords.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RadialExtent {
    /// `closest-side`
    ClosestSide,
    /// `farthest-side`
    FarthestSide,
    /// `closest-corner`
    ClosestCorner,
    /// `farthest-corner`
    #[default]
    FarthestCorner,
}

/// A stop or a hint.
#[derive(Clone, Debug, PartialEq)]
pub enum GradientStop {
    /// A colour, perhaps with its position.
    Color(Color, Option<GradientPosition>),
    /// A hint: where the middle colour lies.
    Hint(GradientPosition),
}

/// A position on the gradient line or circle.
#[derive(Clone, Debug, PartialEq)]
pub enum GradientPosition {
    /// On a line.
    LengthPercentage(LengthPercentage),
    /// On a circle, in degrees.
    Degrees(f32),
}

/// The colour space gradients and mixes interpolate in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ColorInterpolation {
    /// The space.
    pub space: ColorSpace,
    /// How hues go, in polar spaces.
    pub hue: HueInterpolation,
}

/// Colour spaces that may be named for interpolation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ColorSpace {
    /// Gamma-encoded sRGB, what gradients of legacy colours use.
    #[default]
    Srgb,
    /// `srgb-linear`
    SrgbLinear,
    /// `display-p3`
    DisplayP3,
    /// `a98-rgb`
    A98Rgb,
    /// `prophoto-rgb`
    ProphotoRgb,
    /// `rec2020`
    Rec2020,
    /// `lab`
    Lab,
    /// `oklab`
    Oklab,
    /// `xyz`, `xyz-d65`
    XyzD65,
    /// `xyz-d50`
    XyzD50,
    /// `hsl`
    Hsl,
    /// `hwb`
    Hwb,
    /// `lch`
    Lch,
    /// `oklch`
    Oklch,
}

/// How hues are interpolated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HueInterpolation {
    /// `shorter hue`
    #[default]
    Shorter,
    /// `longer hue`
    Longer,
    /// `increasing hue`
    Increasing,
    /// `decreasing hue`
    Decreasing,
}

/// `<position>`: offsets of both axes; percentages as for `background-position`.
#[derive(Clone, Debug, PartialEq)]
pub struct Position2d {
    /// From the left.
    pub x: LengthPercentage,
    /// From the top.
    pub y: LengthPercentage,
}

impl Position2d {
    /// `center`
    pub const CENTER: Self = Self { x: LengthPercentage::Percentage(0.5), y: LengthPercentage::Percentage(0.5) };
    /// `0% 0%`
    pub const TOP_LEFT: Self = Self { x: LengthPercentage::Percentage(0.0), y: LengthPercentage::Percentage(0.0) };
}

/// A part of a position as written.
#[derive(Clone, Debug, PartialEq)]
enum PositionPart {
    Left,
    Right,
    Top,
    Bottom,
    Center,
    Offset(LengthPercentage),
}

impl PositionPart {
    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        if let Ok(offset) = input.try_parse(|input| LengthPercentage::parse(cx, input)) {
            return Ok(Self::Offset(offset));
        }
        Ok(match_ignore_ascii_case! { input.expect_ident()?,
            "left" => Self::Left,
            "right" => Self::Right,
            "top" => Self::Top,
            "bottom" => Self::Bottom,
            "center" => Self::Center,
            _ => return invalid(),
        })
    }

    fn is_horizontal(&self) -> bool {
        matches!(self, Self::Left | Self::Right)
    }

    fn is_side(&self) -> bool {
        self.is_horizontal() || self.is_vertical()
    }

    fn is_vertical(&self) -> bool {
        matches!(self, Self::Top | Self::Bottom)
    }

    /// The distance from the left or top, for a part alone or with an offset.
    fn resolve(&self, offset: Option<&LengthPercentage>) -> LengthPercentage {
        match (self, offset) {
            (Self::Left | Self::Top, Some(offset)) => offset.clone(),
            (Self::Right | Self::Bottom, Some(offset)) => offset.complement(),
            (Self::Left | Self::Top, None) => LengthPercentage::Percentage(0.0),
            (Self::Right | Self::Bottom, None) => LengthPercentage::Percentage(1.0),
            (Self::Center, _) => LengthPercentage::Percentage(0.5),
            (Self::Offset(offset), _) => offset.clone(),
        }
    }
}

/// One axis of a position: `left 10px`, `center`, `30%`.
pub(crate) fn position_axis(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<LengthPercentage> {
    let part = PositionPart::parse(cx, input)?;
    let offset = if part.is_side() { input.try_parse(|input| LengthPercentage::parse(cx, input)).ok() } else { None };
    Ok(part.resolve(offset.as_ref()))
}

impl CssValue for Position2d {
    /// [§ 8.3](https://www.w3.org/TR/css-values-4/#position): one to four parts.
    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        let mut parts = vec![PositionPart::parse(cx, input)?];
        while parts.len() < 4 {
            let Ok(part) = input.try_parse(|input| PositionPart::parse(cx, input)) else { break };
            parts.push(part);
        }
        let center = LengthPercentage::Percentage(0.5);
        match parts.as_slice() {
            [part] if part.is_vertical() => Ok(Self { x: center, y: part.resolve(None) }),
            [part] => Ok(Self { x: part.resolve(None), y: center }),
            [a, b] => {
                let swapped = a.is_vertical() || b.is_horizontal();
                let (x, y) = if swapped { (b, a) } else { (a, b) };
                let has_offset = matches!(a, PositionPart::Offset(_)) || matches!(b, PositionPart::Offset(_));
                if x.is_vertical() || y.is_horizontal() || (swapped && has_offset) {
                    return invalid();
                }
                Ok(Self { x: x.resolve(None), y: y.resolve(None) })
            }
            parts => Self::from_offset_pairs(parts),
        }
    }
}

impl Position2d {
    /// Three or four parts: each side may have an offset after it.
    fn from_offset_pairs(parts: &[PositionPart]) -> Parsed<Self> {
        let mut axes: Vec<(&PositionPart, Option<&LengthPercentage>)> = Vec::new();
        for part in parts {
            match (part, axes.last_mut()) {
                (PositionPart::Offset(offset), Some((side, slot @ None))) if **side != PositionPart::Center => {
                    *slot = Some(offset);
                }
                (PositionPart::Offset(_), _) => return invalid(),
                _ => axes.push((part, None)),
            }
        }
        let [a, b] = axes.as_slice() else { return invalid() };
        let (x, y) = if a.0.is_vertical() || b.0.is_horizontal() { (b, a) } else { (a, b) };
        if x.0.is_vertical() || y.0.is_horizontal() {
            return invalid();
        }
        Ok(Self { x: x.0.resolve(x.1), y: y.0.resolve(y.1) })
    }
}

/// A position as the texts of its two axes, which `position_axis` understands.
pub(crate) fn position_texts(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<(String, String)> {
    let start = input.state();
    Position2d::parse(cx, input)?;
    let end = input.position();
    input.reset(&start);
    let mut axes: Vec<(PositionPart, String)> = Vec::new();
    let mut count = 0;
    while input.position() < end {
        input.skip_whitespace();
        let from = input.position();
        let part = PositionPart::parse(cx, input)?;
        let text = input.slice_from(from);
        count += 1;
        match axes.last_mut() {
            // An offset belongs to the side before it, unless both parts are axes.
            Some((side, whole))
                if matches!(part, PositionPart::Offset(_))
                    && side.is_side()
                    && (count > 2 || input.position() < end) =>
            {
                whole.push(' ');
                whole.push_str(text);
            }
            _ => axes.push((part, text.to_owned())),
        }
    }
    let center = || String::from("center");
    match axes.as_slice() {
        [(part, text)] if part.is_vertical() => Ok((center(), text.clone())),
        [(_, text)] => Ok((text.clone(), center())),
        [(a, first), (b, second)] if a.is_vertical() || b.is_horizontal() => Ok((second.clone(), first.clone())),
        [(_, first), (_, second)] => Ok((first.clone(), second.clone())),
        _ => invalid(),
    }
}

impl CssValue for Image {
    fn parse(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        if keyword(input, "none") { Ok(Self::None) } else { Self::parse_image(cx, input) }
    }
}

impl Image {
    /// `<image>`: everything but `none`.
    pub(crate) fn parse_image(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Self> {
        if let Ok(url) = input.try_parse(|input| url(cx, input)) {
            return Ok(Self::Url { url, resolution: 1.0 });
        }
        let name = input.expect_function()?.to_ascii_lowercase();
        input.parse_nested_block(|input| match name.as_str() {
            "image-set" | "-webkit-image-set" => image_set(cx, input),
            "cross-fade" => cross_fade(cx, input),
            "-webkit-cross-fade" => {
                let first = Self::parse(cx, input)?;
                input.expect_comma()?;
                let second = Self::parse(cx, input)?;
                input.expect_comma()?;
                let share = super::number::fraction(cx, input)?.clamp(0.0, 1.0);
                Ok(Self::CrossFade(Arc::new((first, second)), share))
            }
            "image" => {
                // A direction changes nothing but bitmaps in right-to-left text.
                let _ = input.try_parse(|input| -> Parsed<()> {
                    match_ignore_ascii_case! { input.expect_ident()?, "ltr" | "rtl" => Ok(()), _ => invalid() }
                });
                Color::parse(cx, input).map(Self::Color)
            }
            _ => gradient::parse(cx, input, &name).map(|gradient| Self::Gradient(Arc::new(gradient))),
        })
    }

    fn with_resolution(self, resolution: f32) -> Self {
        match self {
            Self::Url { url, .. } => Self::Url { url, resolution },
            other => other,
        }
    }
}

/// Picture formats that `type()` may name and that are decoded.
const DECODED_TYPES: &[&str] = &[
    "image/png",
    "image/apng",
    "image/jpeg",
    "image/jpg",
    "image/gif",
    "image/webp",
    "image/svg+xml",
    "image/bmp",
    "image/x-icon",
    "image/vnd.microsoft.icon",
];

/// [§ 2.4](https://www.w3.org/TR/css-images-4/#image-set-notation): the option whose resolution serves the screen best.
fn image_set(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Image> {
    let options = comma_separated(cx, input, |cx, input| {
        let image = match input.try_parse(|input| input.expect_string_cloned()) {
            Ok(text) => Image::Url { url: cx.resolve_url(&text), resolution: 1.0 },
            Err(_) => Image::parse_image(cx, input)?,
        };
        let (mut density, mut usable) = (None, true);
        while !input.is_exhausted() {
            if density.is_none()
                && let Ok(value) = input.try_parse(|input| resolution(cx, input))
            {
                density = Some(value);
                continue;
            }
            input.expect_function_matching("type")?;
            usable = input.parse_nested_block(|input| -> Parsed<bool> {
                let kind = input.expect_string()?;
                Ok(DECODED_TYPES.iter().any(|known| kind.eq_ignore_ascii_case(known)))
            })?;
        }
        Ok((image, density.unwrap_or(1.0), usable))
    })?;
    let scale = cx.element_or_defer().map_or(1.0, |element| element.page.device_scale);
    let mut best: Option<(Image, f32)> = None;
    for (image, density, _) in options.into_iter().filter(|(_, density, usable)| *usable && *density > 0.0) {
        let better = best.as_ref().is_none_or(|(_, chosen)| {
            if *chosen >= scale { density >= scale && density < *chosen } else { density > *chosen }
        });
        if better {
            best = Some((image, density));
        }
    }
    Ok(best.map_or(Image::None, |(image, density)| image.with_resolution(density)))
}

/// [§ 2.5](https://www.w3.org/TR/css-images-4/#cross-fade-function), of two images at most.
fn cross_fade(cx: &ParserContext<'_>, input: &mut Parser<'_>) -> Parsed<Image> {
    let mut parts = comma_separated(cx, input, |cx, input| {
        let mut share = input.try_parse(|input| percentage(cx, input)).ok();
        let image = match input.try_parse(|input| Image::parse_image(cx, input)) {
            Ok(image) => image,
            Err(_) => Image::Color(Color::parse(cx, input)?),
        };
        share = share.or_else(|| input.try_parse(|input| percentage(cx, input)).ok());
        Ok((image, share))
    })?;
    match (parts.len(), parts.pop(), parts.pop()) {
        (1, Some((image, _)), _) => Ok(image),
        (2, Some((second, second_share)), Some((first, first_share))) => {
            let share = second_share.or(first_share.map(|share| 1.0 - share)).unwrap_or(0.5);
            Ok(Image::CrossFade(Arc::new((first, second)), share.clamp(0.0, 1.0)))
        }
        _ => invalid(),
    }
}

impl RadialExtent {
    /// The extent of a keyword; `cover` and `contain` are old names.
    pub(crate) fn parse(input: &mut Parser<'_>) -> Parsed<Self> {
        Ok(match_ignore_ascii_case! { input.expect_ident()?,
            "closest-side" | "contain" => Self::ClosestSide,
            "farthest-side" => Self::FarthestSide,
            "closest-corner" => Self::ClosestCorner,
            "farthest-corner" | "cover" => Self::FarthestCorner,
            _ => return invalid(),
        })
    }
}
