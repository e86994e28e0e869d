//! Conversion between colour spaces.
//!
//! Spec: <https://www.w3.org/TR/css-color-4/#color-conversion-code>. Matrices are those of the specification;
//! everything
//! goes through CIE XYZ with the white point D65.

use super::Rgba;
use crate::css::values::image::ColorSpace;

/// A colour in a space, with the components that are `none`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpacedColor {
    /// The space of the components.
    pub space: ColorSpace,
    /// Components; hues in degrees, the percentages of `hsl()` and `hwb()` 0 to 1, those of Lab and LCH 0 to 100.
    pub components: [f32; 3],
    /// Opacity.
    pub alpha: f32,
    /// A bit for each component that is `none`, the fourth for alpha.
    pub missing: u8,
}

type Triple = [f32; 3];
type Matrix = [[f32; 3]; 3];

impl SpacedColor {
    /// A colour without missing components.
    pub fn new(space: ColorSpace, components: Triple, alpha: f32) -> Self {
        Self { space, components, alpha, missing: 0 }
    }

    /// From a resolved colour.
    pub fn from_rgba(color: Rgba) -> Self {
        Self::new(ColorSpace::Srgb, [color.red, color.green, color.blue], color.alpha)
    }

    /// The same colour as gamma-encoded sRGB, perhaps outside its gamut.
    pub fn to_rgba(self) -> Rgba {
        let [red, green, blue] = self.convert(ColorSpace::Srgb).components;
        Rgba::new(red, green, blue, self.alpha.clamp(0.0, 1.0))
    }

    /// The same colour in another space. [Missing components](https://www.w3.org/TR/css-color-4/#interpolation-missing)
    /// stay missing where the spaces have analogous ones; others become zero. A colour without hue gets a missing one.
    pub fn convert(self, space: ColorSpace) -> Self {
        if self.space == space {
            return self;
        }
        let components = from_xyz(space, to_xyz(self.space, self.components));
        let mut missing = self.missing & 8;
        for index in 0..3 {
            if self.missing & (1 << index) != 0 {
                let kind = component_kind(self.space, index);
                if let Some(target) = (0..3).find(|&i| kind != Kind::Other && component_kind(space, i) == kind) {
                    missing |= 1 << target;
                }
            }
        }
        let mut converted = Self { space, components, alpha: self.alpha, missing };
        if let Some(hue) = hue_index(space).filter(|_| converted.is_achromatic()) {
            converted.missing |= 1 << hue;
            converted.components[hue] = 0.0;
        }
        converted
    }

    fn is_achromatic(&self) -> bool {
        let [a, b, c] = self.components;
        match self.space {
            ColorSpace::Hsl => b.abs() < 1e-4,
            ColorSpace::Hwb => b + c > 0.9999,
            ColorSpace::Lch => b.abs() < 0.015,
            ColorSpace::Oklch => b.abs() < 4e-5,
            _ => a.is_nan(),
        }
    }
}

/// Which component holds a hue.
pub fn hue_index(space: ColorSpace) -> Option<usize> {
    match space {
        ColorSpace::Hsl | ColorSpace::Hwb => Some(0),
        ColorSpace::Lch | ColorSpace::Oklch => Some(2),
        _ => None,
    }
}

/// [Analogous components](https://www.w3.org/TR/css-color-4/#interpolation-missing).
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Red,
    Green,
    Blue,
    Lightness,
    Colorfulness,
    Hue,
    A,
    B,
    Other,
}

fn component_kind(space: ColorSpace, index: usize) -> Kind {
    use ColorSpace as S;
    let kinds = match space {
        S::Srgb | S::SrgbLinear | S::DisplayP3 | S::A98Rgb | S::ProphotoRgb | S::Rec2020 | S::XyzD50 | S::XyzD65 => {
            [Kind::Red, Kind::Green, Kind::Blue]
        }
        S::Lab | S::Oklab => [Kind::Lightness, Kind::A, Kind::B],
        S::Lch | S::Oklch => [Kind::Lightness, Kind::Colorfulness, Kind::Hue],
        S::Hsl => [Kind::Hue, Kind::Colorfulness, Kind::Lightness],
        S::Hwb => [Kind::Hue, Kind::Other, Kind::Other],
    };
    kinds[index]
}

fn multiply(m: &Matrix, v: Triple) -> Triple {
    m.map(|row| row[0] * v[0] + row[1] * v[1] + row[2] * v[2])
}

const SRGB_TO_XYZ: Matrix = [
    [0.412_390_8, 0.357_584_33, 0.180_480_8],
    [0.212_639, 0.715_168_65, 0.072_192_32],
    [0.019_330_818, 0.119_194_78, 0.950_532_14],
];
const XYZ_TO_SRGB: Matrix = [
    [3.240_97, -1.537_383_2, -0.498_610_76],
    [-0.969_243_65, 1.875_967_5, 0.041_555_06],
    [0.055_630_08, -0.203_976_96, 1.056_971_5],
];
const P3_TO_XYZ: Matrix = [
    [0.486_570_95, 0.265_667_7, 0.198_217_29],
    [0.228_974_56, 0.691_738_5, 0.079_286_91],
    [0.0, 0.045_113_38, 1.043_944_4],
];
const XYZ_TO_P3: Matrix = [
    [2.493_497, -0.931_383_6, -0.402_710_8],
    [-0.829_489, 1.762_664_1, 0.023_624_685],
    [0.035_845_83, -0.076_172_39, 0.956_884_5],
];
const A98_TO_XYZ: Matrix = [
    [0.576_669_04, 0.185_558_24, 0.188_228_65],
    [0.297_345, 0.627_363_57, 0.075_291_46],
    [0.027_031_36, 0.070_688_85, 0.991_337_54],
];
const XYZ_TO_A98: Matrix = [
    [2.041_588, -0.565_007, -0.344_731_35],
    [-0.969_243_65, 1.875_967_5, 0.041_555_06],
    [0.013_444_28, -0.118_362_39, 1.015_175],
];
const REC2020_TO_XYZ: Matrix =
    [[0.636_958, 0.144_616_9, 0.168_880_98], [0.262_700_2, 0.677_998_1, 0.059_301_716], [0.0, 0.028_072_69, 1.060_985]];
const XYZ_TO_REC2020: Matrix = [
    [1.716_651_2, -0.355_670_78, -0.253_366_3],
    [-0.666_684_3, 1.616_481_2, 0.015_768_546],
    [0.017_639_857, -0.042_770_61, 0.942_103_1],
];
const PROPHOTO_TO_XYZ_D50: Matrix =
    [[0.797_760_5, 0.135_185_84, 0.031_349_35], [0.288_071_13, 0.711_843_2, 0.000_085_653_96], [0.0, 0.0, 0.825_104_6]];
const XYZ_D50_TO_PROPHOTO: Matrix =
    [[1.345_798_9, -0.255_580_1, -0.051_106_285], [-0.544_622_5, 1.508_232_7, 0.020_536_033], [0.0, 0.0, 1.211_967_5]];
const D50_TO_D65: Matrix = [
    [0.955_473_4, -0.023_098_538, 0.063_259_31],
    [-0.028_369_708, 1.009_995_5, 0.021_041_399],
    [0.012_314_002, -0.020_507_697, 1.330_366],
];
const D65_TO_D50: Matrix = [
    [1.047_929_8, 0.022_946_793, -0.050_192_223],
    [0.029_627_815, 0.990_434_5, -0.017_073_825],
    [-0.009_243_058, 0.015_055_145, 0.751_874_3],
];
const XYZ_TO_LMS: Matrix = [
    [0.819_022_5, 0.361_906_26, -0.128_873_78],
    [0.032_983_67, 0.929_286_84, 0.036_144_67],
    [0.048_177_2, 0.264_239_52, 0.633_547_84],
];
const LMS_TO_XYZ: Matrix = [
    [1.226_88, -0.557_815, 0.281_391_05],
    [-0.040_575_745, 1.112_286_8, -0.071_711_06],
    [-0.076_372_94, -0.421_493_33, 1.586_924],
];
const LMS_TO_OKLAB: Matrix = [
    [0.210_454_26, 0.793_617_8, -0.004_072_047],
    [1.977_998_5, -2.428_592_2, 0.450_593_7],
    [0.025_904_037, 0.782_771_77, -0.808_675_77],
];
const OKLAB_TO_LMS: Matrix =
    [[1.0, 0.396_337_78, 0.215_803_76], [1.0, -0.105_561_346, -0.063_854_17], [1.0, -0.089_484_18, -1.291_485_5]];
const D50_WHITE: Triple = [0.964_295_7, 1.0, 0.825_104_6];

fn to_xyz(space: ColorSpace, c: Triple) -> Triple {
    match space {
        ColorSpace::Srgb => multiply(&SRGB_TO_XYZ, c.map(srgb_to_linear)),
        ColorSpace::SrgbLinear => multiply(&SRGB_TO_XYZ, c),
        ColorSpace::DisplayP3 => multiply(&P3_TO_XYZ, c.map(srgb_to_linear)),
        ColorSpace::A98Rgb => multiply(&A98_TO_XYZ, c.map(|v| signed_power(v, 563.0 / 256.0))),
        ColorSpace::ProphotoRgb => multiply(&D50_TO_D65, multiply(&PROPHOTO_TO_XYZ_D50, c.map(prophoto_to_linear))),
        ColorSpace::Rec2020 => multiply(&REC2020_TO_XYZ, c.map(rec2020_to_linear)),
        ColorSpace::XyzD65 => c,
        ColorSpace::XyzD50 => multiply(&D50_TO_D65, c),
        ColorSpace::Lab => multiply(&D50_TO_D65, lab_to_xyz_d50(c)),
        ColorSpace::Lch => multiply(&D50_TO_D65, lab_to_xyz_d50(polar_to_rectangular(c))),
        ColorSpace::Oklab => oklab_to_xyz(c),
        ColorSpace::Oklch => oklab_to_xyz(polar_to_rectangular(c)),
        ColorSpace::Hsl => to_xyz(ColorSpace::Srgb, hsl_to_rgb(c)),
        ColorSpace::Hwb => to_xyz(ColorSpace::Srgb, hwb_to_rgb(c)),
    }
}

fn from_xyz(space: ColorSpace, xyz: Triple) -> Triple {
    match space {
        ColorSpace::Srgb => multiply(&XYZ_TO_SRGB, xyz).map(linear_to_srgb),
        ColorSpace::SrgbLinear => multiply(&XYZ_TO_SRGB, xyz),
        ColorSpace::DisplayP3 => multiply(&XYZ_TO_P3, xyz).map(linear_to_srgb),
        ColorSpace::A98Rgb => multiply(&XYZ_TO_A98, xyz).map(|v| signed_power(v, 256.0 / 563.0)),
        ColorSpace::ProphotoRgb => multiply(&XYZ_D50_TO_PROPHOTO, multiply(&D65_TO_D50, xyz)).map(linear_to_prophoto),
        ColorSpace::Rec2020 => multiply(&XYZ_TO_REC2020, xyz).map(linear_to_rec2020),
        ColorSpace::XyzD65 => xyz,
        ColorSpace::XyzD50 => multiply(&D65_TO_D50, xyz),
        ColorSpace::Lab => xyz_d50_to_lab(multiply(&D65_TO_D50, xyz)),
        ColorSpace::Lch => rectangular_to_polar(xyz_d50_to_lab(multiply(&D65_TO_D50, xyz))),
        ColorSpace::Oklab => xyz_to_oklab(xyz),
        ColorSpace::Oklch => rectangular_to_polar(xyz_to_oklab(xyz)),
        ColorSpace::Hsl => rgb_to_hsl(from_xyz(ColorSpace::Srgb, xyz)),
        ColorSpace::Hwb => rgb_to_hwb(from_xyz(ColorSpace::Srgb, xyz)),
    }
}

fn signed_power(value: f32, exponent: f32) -> f32 {
    value.abs().powf(exponent).copysign(value)
}

/// The transfer function of sRGB and Display P3.
pub(crate) fn srgb_to_linear(value: f32) -> f32 {
    let magnitude = value.abs();
    if magnitude <= 0.04045 { value / 12.92 } else { ((magnitude + 0.055) / 1.055).powf(2.4).copysign(value) }
}

pub(crate) fn linear_to_srgb(value: f32) -> f32 {
    let magnitude = value.abs();
    if magnitude > 0.003_130_8 { (1.055 * magnitude.powf(1.0 / 2.4) - 0.055).copysign(value) } else { 12.92 * value }
}

fn prophoto_to_linear(value: f32) -> f32 {
    if value.abs() <= 16.0 / 512.0 { value / 16.0 } else { signed_power(value, 1.8) }
}

fn linear_to_prophoto(value: f32) -> f32 {
    if value.abs() >= 1.0 / 512.0 { signed_power(value, 1.0 / 1.8) } else { value * 16.0 }
}

const REC2020_ALPHA: f32 = 1.099_296_8;
const REC2020_BETA: f32 = 0.018_053_97;

fn rec2020_to_linear(value: f32) -> f32 {
    let magnitude = value.abs();
    if magnitude < REC2020_BETA * 4.5 {
        return value / 4.5;
    }
    ((magnitude + REC2020_ALPHA - 1.0) / REC2020_ALPHA).powf(1.0 / 0.45).copysign(value)
}

fn linear_to_rec2020(value: f32) -> f32 {
    let magnitude = value.abs();
    if magnitude < REC2020_BETA {
        return value * 4.5;
    }
    (REC2020_ALPHA * magnitude.powf(0.45) - (REC2020_ALPHA - 1.0)).copysign(value)
}

const LAB_EPSILON: f32 = 216.0 / 24389.0;
const LAB_KAPPA: f32 = 24389.0 / 27.0;

fn lab_to_xyz_d50([l, a, b]: Triple) -> Triple {
    let y = (l + 16.0) / 116.0;
    let x = a / 500.0 + y;
    let z = y - b / 200.0;
    let cube = |v: f32| if v.powi(3) > LAB_EPSILON { v.powi(3) } else { (116.0 * v - 16.0) / LAB_KAPPA };
    let y = if l > LAB_KAPPA * LAB_EPSILON { y.powi(3) } else { l / LAB_KAPPA };
    [cube(x) * D50_WHITE[0], y * D50_WHITE[1], cube(z) * D50_WHITE[2]]
}

fn xyz_d50_to_lab(xyz: Triple) -> Triple {
    let root = |v: f32| if v > LAB_EPSILON { v.cbrt() } else { (LAB_KAPPA * v + 16.0) / 116.0 };
    let [x, y, z] = [0, 1, 2].map(|i| root(xyz[i] / D50_WHITE[i]));
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

fn oklab_to_xyz(lab: Triple) -> Triple {
    multiply(&LMS_TO_XYZ, multiply(&OKLAB_TO_LMS, lab).map(|v| v * v * v))
}

fn xyz_to_oklab(xyz: Triple) -> Triple {
    multiply(&LMS_TO_OKLAB, multiply(&XYZ_TO_LMS, xyz).map(f32::cbrt))
}

fn polar_to_rectangular([l, chroma, hue]: Triple) -> Triple {
    let (sin, cos) = hue.to_radians().sin_cos();
    [l, chroma * cos, chroma * sin]
}

fn rectangular_to_polar([l, a, b]: Triple) -> Triple {
    [l, a.hypot(b), b.atan2(a).to_degrees().rem_euclid(360.0)]
}

/// [§ 7.1](https://www.w3.org/TR/css-color-4/#hsl-to-rgb)
pub(crate) fn hsl_to_rgb([hue, saturation, lightness]: Triple) -> Triple {
    let hue = hue.rem_euclid(360.0);
    let channel = |n: f32| {
        let k = (n + hue / 30.0) % 12.0;
        let a = saturation * lightness.min(1.0 - lightness);
        lightness - a * (k - 3.0).min(9.0 - k).clamp(-1.0, 1.0)
    };
    [channel(0.0), channel(8.0), channel(4.0)]
}

/// [§ 8.1](https://www.w3.org/TR/css-color-4/#hwb-to-rgb)
pub(crate) fn hwb_to_rgb([hue, white, black]: Triple) -> Triple {
    if white + black >= 1.0 {
        return [white / (white + black); 3];
    }
    hsl_to_rgb([hue, 1.0, 0.5]).map(|v| v * (1.0 - white - black) + white)
}

fn rgb_to_hsl([red, green, blue]: Triple) -> Triple {
    let max = red.max(green).max(blue);
    let min = red.min(green).min(blue);
    let lightness = (max + min) / 2.0;
    let range = max - min;
    if range.abs() < 1e-6 {
        return [0.0, 0.0, lightness];
    }
    let saturation =
        if lightness == 0.0 || lightness == 1.0 { 0.0 } else { (max - lightness) / lightness.min(1.0 - lightness) };
    let hue = if max == red {
        (green - blue) / range + if green < blue { 6.0 } else { 0.0 }
    } else if max == green {
        (blue - red) / range + 2.0
    } else {
        (red - green) / range + 4.0
    } * 60.0;
    // Colours far outside the gamut come out with a negative saturation.
    if saturation < 0.0 {
        [(hue + 180.0) % 360.0, -saturation, lightness]
    } else {
        [hue % 360.0, saturation, lightness]
    }
}

fn rgb_to_hwb(rgb: Triple) -> Triple {
    let [hue, ..] = rgb_to_hsl(rgb);
    [hue, rgb[0].min(rgb[1]).min(rgb[2]), 1.0 - rgb[0].max(rgb[1]).max(rgb[2])]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn octets(space: ColorSpace, components: Triple) -> [u8; 4] {
        SpacedColor::new(space, components, 1.0).to_rgba().to_octets()
    }

    /// Pairs of the tables in CSS Color 4.
    #[test]
    fn spaces_reach_srgb() {
        assert_eq!(octets(ColorSpace::Oklch, [0.51975, 0.17686, 142.495]), [0, 128, 0, 255]);
        assert_eq!(octets(ColorSpace::Lab, [46.2775, -47.5621, 48.5837]), [0, 128, 0, 255]);
        assert_eq!(octets(ColorSpace::Hsl, [120.0, 1.0, 0.25]), [0, 128, 0, 255]);
        assert_eq!(octets(ColorSpace::Hwb, [120.0, 0.0, 0.498]), [0, 128, 0, 255]);
        assert_eq!(octets(ColorSpace::DisplayP3, [0.21604, 0.49418, 0.13151]), [0, 128, 0, 255]);
        assert_eq!(octets(ColorSpace::Rec2020, [1.0, 1.0, 1.0]), [255, 255, 255, 255]);
        assert_eq!(octets(ColorSpace::ProphotoRgb, [1.0, 1.0, 1.0]), [255, 255, 255, 255]);
    }

    #[test]
    fn round_trips() {
        let color = SpacedColor::new(ColorSpace::Srgb, [0.2, 0.4, 0.8], 1.0);
        for space in [
            ColorSpace::Lab,
            ColorSpace::Oklch,
            ColorSpace::Hsl,
            ColorSpace::Hwb,
            ColorSpace::A98Rgb,
            ColorSpace::XyzD50,
        ] {
            let back = color.convert(space).convert(ColorSpace::Srgb);
            for (a, b) in color.components.iter().zip(back.components) {
                assert!((a - b).abs() < 1e-3, "{space:?}: {a} {b}");
            }
        }
    }
}
