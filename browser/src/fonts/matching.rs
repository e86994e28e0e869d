//! Which face of a family comes nearest to what a style asks for.
//!
//! [CSS Fonts 4 § 5.2](https://www.w3.org/TR/css-fonts-4/#font-style-matching).

use ashlar_layout::css::values::font::FontStyle;

/// The slants a face has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Slant {
    /// Upright.
    Normal,
    /// Italic.
    Italic,
    /// Oblique between two angles in degrees.
    Oblique(f32, f32),
}

/// What a face can be: ranges from least to most, both included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capabilities {
    /// Weights, 1 to 1000.
    pub weight: (f32, f32),
    /// Widths, 1.0 is normal.
    pub width: (f32, f32),
    /// Slants.
    pub slant: Slant,
}

impl Default for Capabilities {
    fn default() -> Self {
        Self { weight: (400.0, 400.0), width: (1.0, 1.0), slant: Slant::Normal }
    }
}

/// What a style asks for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wish {
    /// `font-weight`
    pub weight: f32,
    /// `font-width`, 1.0 is normal.
    pub width: f32,
    /// `font-style`
    pub style: FontStyle,
}

/// How far a face is from a wish: width decides, then slant, then weight. Of each, first the side on which faces are
/// looked for, then how far.
type Distance = [(u8, f32); 3];

/// The index of the nearest face; of equal ones the first.
pub fn nearest(faces: impl IntoIterator<Item = Capabilities>, wish: Wish) -> Option<usize> {
    let mut best: Option<(usize, Distance)> = None;
    for (index, face) in faces.into_iter().enumerate() {
        let distance = [width(face.width, wish.width), slant(face.slant, wish.style), weight(face.weight, wish.weight)];
        if best.as_ref().is_none_or(|(_, least)| is_less(&distance, least)) {
            best = Some((index, distance));
        }
    }
    best.map(|(index, _)| index)
}

fn is_less(a: &Distance, b: &Distance) -> bool {
    let order = a.iter().zip(b).map(|(a, b)| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))).find(|order| order.is_ne());
    order.is_some_and(std::cmp::Ordering::is_lt)
}

/// Step 4 of the algorithm: up to 100 % narrower widths come first, above wider ones.
fn width((least, most): (f32, f32), wish: f32) -> (u8, f32) {
    if least <= wish && wish <= most {
        (0, 0.0)
    } else if most < wish {
        (if wish <= 1.0 { 1 } else { 2 }, wish - most)
    } else {
        (if wish <= 1.0 { 2 } else { 1 }, least - wish)
    }
}

/// Step 5: an italic wish looks at italic, oblique, upright faces; an oblique wish at oblique ones by angle, italic,
/// upright; an upright wish at upright, oblique, italic.
fn slant(face: Slant, wish: FontStyle) -> (u8, f32) {
    match (wish, face) {
        (FontStyle::Normal, Slant::Normal) | (FontStyle::Italic, Slant::Italic) => (0, 0.0),
        (FontStyle::Normal, Slant::Oblique(least, most)) => by_angle(least, most, 0.0, 1),
        (FontStyle::Normal, Slant::Italic) => (4, 0.0),
        (FontStyle::Italic, Slant::Oblique(least, most)) => by_angle(least, most, 14.0, 1),
        (FontStyle::Italic, Slant::Normal) => (5, 0.0),
        (FontStyle::Oblique(angle), Slant::Oblique(least, most)) => by_angle(least, most, angle, 0),
        (FontStyle::Oblique(_), Slant::Italic) => (4, 0.0),
        (FontStyle::Oblique(_), Slant::Normal) => (5, 0.0),
    }
}

/// Angles away from upright come before those nearer to it.
fn by_angle(least: f32, most: f32, wish: f32, class: u8) -> (u8, f32) {
    if least <= wish && wish <= most {
        (class, 0.0)
    } else if (most < wish) == (wish >= 0.0) {
        (class + 2, if most < wish { wish - most } else { least - wish })
    } else {
        (class + 1, if most < wish { wish - most } else { least - wish })
    }
}

/// Step 6: 400 to 500 looks up to 500, then below, then above; lighter wishes look below first, bolder ones above.
fn weight((least, most): (f32, f32), wish: f32) -> (u8, f32) {
    if least <= wish && wish <= most {
        return (0, 0.0);
    }
    let above = least > wish;
    let away = if above { least - wish } else { wish - most };
    let class = if (400.0..=500.0).contains(&wish) {
        if above && least <= 500.0 {
            1
        } else if above {
            3
        } else {
            2
        }
    } else if above == (wish > 500.0) {
        1
    } else {
        2
    };
    (class, away)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weights(of: &[f32], wish: f32) -> f32 {
        let faces = of.iter().map(|w| Capabilities { weight: (*w, *w), ..Capabilities::default() });
        of[nearest(faces, Wish { weight: wish, width: 1.0, style: FontStyle::Normal }).unwrap()]
    }

    #[test]
    fn weights_are_chosen_as_the_specification_says() {
        assert_eq!(weights(&[400.0, 700.0], 500.0), 400.0);
        assert_eq!(weights(&[300.0, 500.0], 400.0), 500.0);
        assert_eq!(weights(&[400.0, 700.0], 600.0), 700.0);
        assert_eq!(weights(&[400.0, 900.0], 1000.0), 900.0);
        assert_eq!(weights(&[200.0, 400.0], 300.0), 200.0);
        assert_eq!(weights(&[400.0, 700.0], 100.0), 400.0);
    }

    #[test]
    fn width_outranks_slant_and_slant_outranks_weight() {
        let face = |weight, width, slant| Capabilities { weight: (weight, weight), width: (width, width), slant };
        let faces =
            [face(700.0, 1.0, Slant::Normal), face(400.0, 1.0, Slant::Italic), face(700.0, 0.75, Slant::Italic)];
        let wish = Wish { weight: 700.0, width: 1.0, style: FontStyle::Italic };
        assert_eq!(nearest(faces, wish), Some(1));
    }
}
