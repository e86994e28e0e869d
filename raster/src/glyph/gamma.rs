//! Contrast and gamma of text: coverage is changed so that blending bytes looks like blending light, for the paper
//! that the text's colour makes likely (its inverse).

use std::sync::OnceLock;

use crate::color::Color;

const GAMMA: f64 = 76.0 / 64.0;
const CONTRAST: f64 = 0.2;

/// The table of a text colour: coverage to coverage.
pub(crate) fn contrast_table(color: Color) -> &'static [u8; 256] {
    static TABLES: OnceLock<Vec<[u8; 256]>> = OnceLock::new();
    let tables = TABLES.get_or_init(|| (0..8).map(table).collect());
    &tables[luminance_step(color)]
}

/// The luminance in three bits.
fn luminance_step(color: Color) -> usize {
    let [r, g, b, _] = color.to_rgba8().map(|c| (f64::from(c) / 255.0).powf(GAMMA));
    let luminance = (0.2126 * r + 0.7152 * g + 0.0722 * b).powf(1.0 / GAMMA);
    ((luminance * 255.0).round() as usize >> 5).min(7)
}

fn table(step: u32) -> [u8; 256] {
    // Three bits made eight by repeating them.
    let text = f64::from((step << 5) | (step << 2) | (step >> 1)) / 255.0;
    let paper = 1.0 - text;
    let (text_light, paper_light) = (text.powf(GAMMA), paper.powf(GAMMA));
    std::array::from_fn(|i| {
        let a = i as f64 / 255.0;
        let a = a + a * (1.0 - a) * CONTRAST * paper_light;
        let out = if (paper - text).abs() < 1.0 / 256.0 {
            a
        } else {
            let mixed = (text_light * a + paper_light * (1.0 - a)).powf(1.0 / GAMMA);
            (mixed - paper) / (text - paper)
        };
        (out * 255.0 + 0.5).floor().clamp(0.0, 255.0) as u8
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_values() {
        let black = contrast_table(Color::BLACK);
        assert_eq!([black[0], black[64], black[176], black[208], black[255]], [0, 64, 171, 202, 255]);
        let white = contrast_table(Color::WHITE);
        assert_eq!([white[0], white[64], white[176], white[208], white[255]], [0, 80, 187, 215, 255]);
    }
}
