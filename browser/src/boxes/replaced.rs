//! Replaced elements: what they draw, how large they are by nature, which image an `<img>` chooses.

use std::sync::Arc;

use ashlar_gc::Trace;
use ashlar_layout::box_tree::ReplacedContents;

use crate::dom::NodeRef;

/// What a replaced box draws.
#[derive(Clone, Debug, Trace)]
pub enum ReplacedContent<'h> {
    /// An image by absolute URL.
    Image(Arc<str>),
    /// An `<svg>` element of the document.
    InlineSvg(NodeRef<'h>),
    /// A form control of Chromium's default theme.
    Control(#[trace(skip)] ControlKind, NodeRef<'h>),
    /// The symbol of a list marker.
    Symbol(#[trace(skip)] ListSymbol),
    /// What stands for an image that did not come.
    BrokenImage {
        /// Whether a frame shows how large it would be.
        framed: bool,
        /// Whether the small picture shows.
        icon: bool,
    },
    /// A document in an `<iframe>`.
    Frame(NodeRef<'h>),
}

/// Controls that are drawn rather than laid out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ControlKind {
    /// `<input type=checkbox>`
    Checkbox {
        /// `checked`
        checked: bool,
        /// Neither checked nor unchecked.
        indeterminate: bool,
        /// `disabled`
        disabled: bool,
    },
    /// `<input type=radio>`
    Radio {
        /// `checked`
        checked: bool,
        /// `disabled`
        disabled: bool,
    },
    /// `<input type=range>`, with the thumb's place from 0 to 1.
    Range {
        /// Where the thumb is.
        fraction: f32,
    },
    /// `<progress>`; `None` is indeterminate.
    Progress {
        /// How much is done, 0 to 1.
        fraction: Option<f32>,
    },
    /// `<meter>`
    Meter {
        /// How full, 0 to 1.
        fraction: f32,
        /// 0 is optimal (green), 1 suboptimal (yellow), 2 worse (red).
        level: u8,
    },
    /// `<input type=color>`, with its colour.
    Color {
        /// sRGB octets.
        rgb: [u8; 3],
    },
    /// The arrow of a drop-down `<select>`.
    MenuArrow,
}

/// Symbols that are shapes rather than letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListSymbol {
    /// A filled circle.
    Disc,
    /// A ring.
    Circle,
    /// A filled square.
    Square,
    /// A triangle pointing down.
    DisclosureOpen,
    /// A triangle pointing to the line's end.
    DisclosureClosed,
}

/// An image's size by nature, in CSS px at its own resolution.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct NaturalSize {
    /// Width.
    pub width: Option<f32>,
    /// Height.
    pub height: Option<f32>,
    /// Width over height.
    pub ratio: Option<f32>,
}

impl NaturalSize {
    /// A size both of whose sides are known.
    pub fn fixed(width: f32, height: f32) -> Self {
        let ratio = (width > 0.0 && height > 0.0).then(|| width / height);
        Self { width: Some(width), height: Some(height), ratio }
    }

    /// The size of an image with `density` image px per CSS px.
    pub fn at_density(self, density: f32) -> Self {
        let scaled = |side: Option<f32>| side.map(|px| px / density.max(0.01));
        Self { width: scaled(self.width), height: scaled(self.height), ratio: self.ratio }
    }

    /// The same as layout takes it.
    pub fn contents(self, content: Option<u32>) -> ReplacedContents {
        ReplacedContents {
            natural_width: self.width,
            natural_height: self.height,
            natural_ratio: self.ratio,
            content,
            is_control: false,
            baseline: None,
        }
    }
}

/// Natural sizes of images.
pub trait NaturalSizes {
    /// The size of the image at an absolute URL, `None` where there is none to draw.
    fn natural_size(&self, url: &str) -> Option<NaturalSize>;

    /// The size of an `<svg>` element by its own attributes.
    fn inline_svg_size(&self, node: NodeRef<'_>) -> NaturalSize;
}

/// [Selecting an image source](https://html.spec.whatwg.org/#select-an-image-source): the URL of a `srcset` and its
/// pixel density.
pub(super) fn select_from_srcset(srcset: &str, source_size: f32, scale: f32) -> Option<(String, f32)> {
    let mut candidates: Vec<(String, f32)> = Vec::new();
    for (url, descriptor) in parse_srcset(srcset) {
        let density = match descriptor {
            Descriptor::None => 1.0,
            Descriptor::Density(density) => density,
            Descriptor::Width(width) if source_size > 0.0 => width / source_size,
            Descriptor::Width(_) => continue,
        };
        if !candidates.iter().any(|(_, d)| *d == density) {
            candidates.push((url, density));
        }
    }
    candidates.sort_by(|a, b| a.1.total_cmp(&b.1));
    let last = candidates.last().cloned();
    candidates.into_iter().find(|(_, density)| *density >= scale).or(last)
}

enum Descriptor {
    None,
    Density(f32),
    Width(f32),
}

/// [Parsing a srcset attribute](https://html.spec.whatwg.org/#parse-a-srcset-attribute)
fn parse_srcset(srcset: &str) -> Vec<(String, Descriptor)> {
    let mut candidates = Vec::new();
    let mut rest = srcset;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == ',');
        if rest.is_empty() {
            return candidates;
        }
        let end = rest.find(|c: char| c.is_ascii_whitespace()).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        let url = word.trim_end_matches(',');
        if url.len() < word.len() {
            candidates.push((url.to_owned(), Descriptor::None));
            rest = after;
            continue;
        }
        // Descriptors run to the next comma outside parentheses.
        let mut depth = 0_u32;
        let end = after
            .find(|c: char| {
                match c {
                    '(' => depth += 1,
                    ')' => depth = depth.saturating_sub(1),
                    _ => {}
                }
                c == ',' && depth == 0
            })
            .unwrap_or(after.len());
        let (descriptors, after) = after.split_at(end);
        rest = after;
        if let Some(descriptor) = parse_descriptors(descriptors) {
            candidates.push((url.to_owned(), descriptor));
        }
    }
}

fn parse_descriptors(text: &str) -> Option<Descriptor> {
    let mut result = Descriptor::None;
    for word in text.split_ascii_whitespace() {
        let (number, unit) = word.split_at(word.len() - word.chars().next_back().map_or(0, char::len_utf8));
        match unit {
            "x" => result = Descriptor::Density(number.parse().ok().filter(|d: &f32| *d >= 0.0)?),
            "w" => result = Descriptor::Width(number.parse().ok().filter(|w: &f32| *w > 0.0)?),
            // `h` is allowed beside `w` and not used.
            "h" => {}
            _ => return None,
        }
    }
    Some(result)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_density_at_or_above_is_chosen() {
        let choose = |scale| select_from_srcset("a.png, b.png 2x, c.png 3x", 0.0, scale).unwrap().0;
        assert_eq!(choose(1.0), "a.png");
        assert_eq!(choose(1.5), "b.png");
        assert_eq!(choose(4.0), "c.png");
    }

    #[test]
    fn widths_are_divided_by_the_source_size() {
        let chosen = select_from_srcset("s.jpg 400w, m.jpg 800w,l.jpg 1600w", 500.0, 1.0).unwrap();
        assert_eq!(chosen, ("m.jpg".to_owned(), 1.6));
    }

    #[test]
    fn data_urls_with_commas_are_one_candidate() {
        let (url, _) = select_from_srcset("data:image/gif;base64,R0lGOD 1x", 0.0, 1.0).unwrap();
        assert_eq!(url, "data:image/gif;base64,R0lGOD");
    }
}
