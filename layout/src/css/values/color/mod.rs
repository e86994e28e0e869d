//! Colours.
//!
//! Spec: <https://www.w3.org/TR/css-color-4/>.

pub mod convert;
pub mod mix;
pub(crate) mod parse;
mod system;

/// A resolved colour: gamma-encoded sRGB, not premultiplied; components usually 0 to 1, colours outside sRGB beyond.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rgba {
    /// Red.
    pub red: f32,
    /// Green.
    pub green: f32,
    /// Blue.
    pub blue: f32,
    /// Opacity, 0 to 1.
    pub alpha: f32,
}

impl Rgba {
    /// `transparent`: black at zero opacity.
    pub const TRANSPARENT: Self = Self::new(0.0, 0.0, 0.0, 0.0);
    /// Opaque black.
    pub const BLACK: Self = Self::new(0.0, 0.0, 0.0, 1.0);
    /// Opaque white.
    pub const WHITE: Self = Self::new(1.0, 1.0, 1.0, 1.0);

    /// From components.
    pub const fn new(red: f32, green: f32, blue: f32, alpha: f32) -> Self {
        Self { red, green, blue, alpha }
    }

    /// From octets and an opacity.
    pub fn from_octets(red: u8, green: u8, blue: u8, alpha: f32) -> Self {
        Self::new(f32::from(red) / 255.0, f32::from(green) / 255.0, f32::from(blue) / 255.0, alpha)
    }

    /// As octets, rounded, clipped to the gamut.
    pub fn to_octets(self) -> [u8; 4] {
        [self.red, self.green, self.blue, self.alpha].map(|v| (v.clamp(0.0, 1.0) * 255.0).round() as u8)
    }

    /// Whether nothing shows.
    pub fn is_transparent(self) -> bool {
        self.alpha <= 0.0
    }

    /// Whether nothing shows through.
    pub fn is_opaque(self) -> bool {
        self.alpha >= 1.0
    }
}

/// A computed colour: `currentcolor` waits for the value of `color`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Color {
    /// `currentcolor`
    #[default]
    CurrentColor,
    /// A colour.
    Rgba(Rgba),
}

impl Color {
    /// `transparent`
    pub const TRANSPARENT: Self = Self::Rgba(Rgba::TRANSPARENT);

    /// The colour with `currentcolor` replaced.
    pub fn resolve(self, current: Rgba) -> Rgba {
        match self {
            Self::CurrentColor => current,
            Self::Rgba(rgba) => rgba,
        }
    }
}

/// `caret-color`, `accent-color`, `text-decoration-color` …: a colour or `auto`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum ColorOrAuto {
    /// `auto`
    #[default]
    Auto,
    /// A colour.
    Color(Color),
}

/// The value of `color` itself, always resolved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ColorValue(pub Rgba);
