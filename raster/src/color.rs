//! Colours: straight (not premultiplied) sRGB in `f32`, and the 8-bit premultiplied form that pixels have.

/// A straight sRGB colour; every channel from 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Color {
    /// Red.
    pub r: f32,
    /// Green.
    pub g: f32,
    /// Blue.
    pub b: f32,
    /// Alpha: 0 clear, 1 opaque.
    pub a: f32,
}

impl Color {
    /// Nothing at all.
    pub const TRANSPARENT: Self = Self::new(0.0, 0.0, 0.0, 0.0);
    /// Opaque black.
    pub const BLACK: Self = Self::new(0.0, 0.0, 0.0, 1.0);
    /// Opaque white.
    pub const WHITE: Self = Self::new(1.0, 1.0, 1.0, 1.0);

    /// A colour of four channels from 0 to 1.
    #[must_use]
    pub const fn new(r: f32, g: f32, b: f32, a: f32) -> Self {
        Self { r, g, b, a }
    }

    /// A colour of four bytes, straight alpha.
    #[must_use]
    pub fn from_rgba8(r: u8, g: u8, b: u8, a: u8) -> Self {
        Self::new(f32::from(r) / 255.0, f32::from(g) / 255.0, f32::from(b) / 255.0, f32::from(a) / 255.0)
    }

    /// Four bytes, straight alpha, rounded to the nearest; out of range and NaN are cut.
    #[must_use]
    pub fn to_rgba8(self) -> [u8; 4] {
        [self.r, self.g, self.b, self.a].map(unit_to_byte)
    }

    /// Four premultiplied bytes: the colour goes to 8 bits first, then each channel is multiplied by alpha and rounded.
    #[must_use]
    pub fn premultiplied8(self) -> [u8; 4] {
        let [r, g, b, a] = self.to_rgba8();
        [multiply(r, a), multiply(g, a), multiply(b, a), a]
    }

    /// The same colour with its alpha multiplied.
    #[must_use]
    pub fn with_opacity(self, opacity: f32) -> Self {
        Self { a: self.a * opacity, ..self }
    }

    /// True when at most half a level of alpha is there.
    #[must_use]
    pub fn is_invisible(&self) -> bool {
        unit_to_byte(self.a) == 0
    }

    /// True when the alpha rounds to 255.
    #[must_use]
    pub fn is_opaque(&self) -> bool {
        unit_to_byte(self.a) == 255
    }
}

/// 0..1 to 0..255, to the nearest; NaN gives 0.
#[must_use]
pub(crate) fn unit_to_byte(value: f32) -> u8 {
    (value.clamp(0.0, 1.0) * 255.0 + 0.5) as u8
}

/// a * b / 255 rounded to the nearest, in bytes.
#[must_use]
#[inline]
pub(crate) fn multiply(a: u8, b: u8) -> u8 {
    let product = u32::from(a) * u32::from(b) + 128;
    ((product + (product >> 8)) >> 8) as u8
}
