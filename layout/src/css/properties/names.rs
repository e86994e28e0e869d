//! Names of properties: longhands, shorthands, aliases, and those that are known and ignored.

use std::sync::{Arc, LazyLock};

use rustc_hash::FxHashMap;

use super::declaration::{CssWideKeyword, PropertyDeclaration, VariableValue};
use super::logical::LogicalId;
use super::longhands::LonghandId;
use super::shorthands::ShorthandId;

/// A property other than a custom one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PropertyId {
    /// A physical longhand.
    Longhand(LonghandId),
    /// A flow-relative longhand.
    Logical(LogicalId),
    /// A shorthand.
    Shorthand(ShorthandId),
    /// A property that changes nothing in a still picture: its declarations are valid and have no effect.
    Ignored,
}

/// Other names of properties, as the Compatibility standard and Chromium have them.
const ALIASES: &[(&str, &str)] = &[
    ("-epub-text-emphasis", "text-emphasis"),
    ("-epub-text-orientation", "text-orientation"),
    ("-epub-text-transform", "text-transform"),
    ("-epub-word-break", "word-break"),
    ("-epub-writing-mode", "writing-mode"),
    ("-webkit-align-content", "align-content"),
    ("-webkit-align-items", "align-items"),
    ("-webkit-align-self", "align-self"),
    ("-webkit-animation", "animation"),
    ("-webkit-animation-delay", "animation-delay"),
    ("-webkit-animation-direction", "animation-direction"),
    ("-webkit-animation-duration", "animation-duration"),
    ("-webkit-animation-fill-mode", "animation-fill-mode"),
    ("-webkit-animation-iteration-count", "animation-iteration-count"),
    ("-webkit-animation-name", "animation-name"),
    ("-webkit-animation-play-state", "animation-play-state"),
    ("-webkit-animation-timing-function", "animation-timing-function"),
    ("-webkit-app-region", "app-region"),
    ("-webkit-appearance", "appearance"),
    ("-webkit-backface-visibility", "backface-visibility"),
    ("-webkit-background-clip", "background-clip"),
    ("-webkit-background-origin", "background-origin"),
    ("-webkit-background-size", "background-size"),
    ("-webkit-border-after", "border-block-end"),
    ("-webkit-border-after-color", "border-block-end-color"),
    ("-webkit-border-after-style", "border-block-end-style"),
    ("-webkit-border-after-width", "border-block-end-width"),
    ("-webkit-border-before", "border-block-start"),
    ("-webkit-border-before-color", "border-block-start-color"),
    ("-webkit-border-before-style", "border-block-start-style"),
    ("-webkit-border-before-width", "border-block-start-width"),
    ("-webkit-border-bottom-left-radius", "border-bottom-left-radius"),
    ("-webkit-border-bottom-right-radius", "border-bottom-right-radius"),
    ("-webkit-border-end", "border-inline-end"),
    ("-webkit-border-end-color", "border-inline-end-color"),
    ("-webkit-border-end-style", "border-inline-end-style"),
    ("-webkit-border-end-width", "border-inline-end-width"),
    ("-webkit-border-image", "border-image"),
    ("-webkit-border-radius", "border-radius"),
    ("-webkit-border-start", "border-inline-start"),
    ("-webkit-border-start-color", "border-inline-start-color"),
    ("-webkit-border-start-style", "border-inline-start-style"),
    ("-webkit-border-start-width", "border-inline-start-width"),
    ("-webkit-border-top-left-radius", "border-top-left-radius"),
    ("-webkit-border-top-right-radius", "border-top-right-radius"),
    ("-webkit-box-decoration-break", "box-decoration-break"),
    ("-webkit-box-shadow", "box-shadow"),
    ("-webkit-box-sizing", "box-sizing"),
    ("-webkit-clip-path", "clip-path"),
    ("-webkit-column-break-after", "break-after"),
    ("-webkit-column-break-before", "break-before"),
    ("-webkit-column-break-inside", "break-inside"),
    ("-webkit-column-count", "column-count"),
    ("-webkit-column-gap", "column-gap"),
    ("-webkit-column-rule", "column-rule"),
    ("-webkit-column-rule-color", "column-rule-color"),
    ("-webkit-column-rule-style", "column-rule-style"),
    ("-webkit-column-rule-width", "column-rule-width"),
    ("-webkit-column-span", "column-span"),
    ("-webkit-column-width", "column-width"),
    ("-webkit-columns", "columns"),
    ("-webkit-filter", "filter"),
    ("-webkit-flex", "flex"),
    ("-webkit-flex-basis", "flex-basis"),
    ("-webkit-flex-direction", "flex-direction"),
    ("-webkit-flex-flow", "flex-flow"),
    ("-webkit-flex-grow", "flex-grow"),
    ("-webkit-flex-shrink", "flex-shrink"),
    ("-webkit-flex-wrap", "flex-wrap"),
    ("-webkit-font-feature-settings", "font-feature-settings"),
    ("-webkit-hyphenate-character", "hyphenate-character"),
    ("-webkit-justify-content", "justify-content"),
    ("-webkit-line-break", "line-break"),
    ("-webkit-logical-height", "block-size"),
    ("-webkit-logical-width", "inline-size"),
    ("-webkit-margin-after", "margin-block-end"),
    ("-webkit-margin-before", "margin-block-start"),
    ("-webkit-margin-end", "margin-inline-end"),
    ("-webkit-margin-start", "margin-inline-start"),
    ("-webkit-mask", "mask"),
    ("-webkit-mask-box-image", "mask-border"),
    ("-webkit-mask-clip", "mask-clip"),
    ("-webkit-mask-composite", "mask-composite"),
    ("-webkit-mask-image", "mask-image"),
    ("-webkit-mask-origin", "mask-origin"),
    ("-webkit-mask-position", "mask-position"),
    ("-webkit-mask-repeat", "mask-repeat"),
    ("-webkit-mask-size", "mask-size"),
    ("-webkit-max-logical-height", "max-block-size"),
    ("-webkit-max-logical-width", "max-inline-size"),
    ("-webkit-min-logical-height", "min-block-size"),
    ("-webkit-min-logical-width", "min-inline-size"),
    ("-webkit-opacity", "opacity"),
    ("-webkit-order", "order"),
    ("-webkit-padding-after", "padding-block-end"),
    ("-webkit-padding-before", "padding-block-start"),
    ("-webkit-padding-end", "padding-inline-end"),
    ("-webkit-padding-start", "padding-inline-start"),
    ("-webkit-perspective", "perspective"),
    ("-webkit-perspective-origin", "perspective-origin"),
    ("-webkit-ruby-position", "ruby-position"),
    ("-webkit-shape-outside", "shape-outside"),
    ("-webkit-text-combine", "text-combine-upright"),
    ("-webkit-text-emphasis", "text-emphasis"),
    ("-webkit-text-emphasis-color", "text-emphasis-color"),
    ("-webkit-text-emphasis-position", "text-emphasis-position"),
    ("-webkit-text-emphasis-style", "text-emphasis-style"),
    ("-webkit-text-orientation", "text-orientation"),
    ("-webkit-transform", "transform"),
    ("-webkit-transform-origin", "transform-origin"),
    ("-webkit-transform-style", "transform-style"),
    ("-webkit-writing-mode", "writing-mode"),
    ("font-synthesis", "-ashlar-font-synthesis"),
    ("font-width", "font-stretch"),
    ("grid-column-gap", "column-gap"),
    ("grid-gap", "gap"),
    ("grid-row-gap", "row-gap"),
    ("page-break-after", "break-after"),
    ("page-break-before", "break-before"),
    ("page-break-inside", "break-inside"),
    ("word-wrap", "overflow-wrap"),
];

/// Properties Chromium knows that change nothing in a still picture, by reason.
const IGNORED: &[&str] = &[
    // Time: the picture is of one moment, before any transition has begun.
    "transition",
    "transition-behavior",
    "transition-delay",
    "transition-duration",
    "transition-property",
    "transition-timing-function",
    "-webkit-transition",
    "-webkit-transition-delay",
    "-webkit-transition-duration",
    "-webkit-transition-property",
    "-webkit-transition-timing-function",
    "animation-composition",
    "animation-range",
    "animation-range-end",
    "animation-range-start",
    "animation-timeline",
    "animation-trigger",
    "interpolate-size",
    "scroll-timeline",
    "scroll-timeline-axis",
    "scroll-timeline-name",
    "timeline-scope",
    "view-timeline",
    "view-timeline-axis",
    "view-timeline-inset",
    "view-timeline-name",
    "view-transition-class",
    "view-transition-group",
    "view-transition-name",
    // The user's hand: there is none.
    "-webkit-tap-highlight-color",
    "-webkit-user-drag",
    "-webkit-user-modify",
    "-webkit-user-select",
    "app-region",
    "caret",
    "caret-animation",
    "caret-shape",
    "cursor",
    "interactivity",
    "resize",
    "touch-action",
    "user-select",
    // Scrolling: a page is shown from its top.
    "overflow-anchor",
    "overscroll-behavior",
    "overscroll-behavior-block",
    "overscroll-behavior-inline",
    "overscroll-behavior-x",
    "overscroll-behavior-y",
    "scroll-behavior",
    "scroll-initial-target",
    "scroll-margin",
    "scroll-margin-block",
    "scroll-margin-block-end",
    "scroll-margin-block-start",
    "scroll-margin-bottom",
    "scroll-margin-inline",
    "scroll-margin-inline-end",
    "scroll-margin-inline-start",
    "scroll-margin-left",
    "scroll-margin-right",
    "scroll-margin-top",
    "scroll-marker-group",
    "scroll-padding",
    "scroll-padding-block",
    "scroll-padding-block-end",
    "scroll-padding-block-start",
    "scroll-padding-bottom",
    "scroll-padding-inline",
    "scroll-padding-inline-end",
    "scroll-padding-inline-start",
    "scroll-padding-left",
    "scroll-padding-right",
    "scroll-padding-top",
    "scroll-snap-align",
    "scroll-snap-stop",
    "scroll-snap-type",
    "scroll-target-group",
    "scrollbar-color",
    "scrollbar-gutter",
    "scrollbar-width",
    // Paper and speech.
    "-webkit-print-color-adjust",
    "page",
    "page-orientation",
    "print-color-adjust",
    "size",
    "speak",
    "speak-as",
    // Engines' own switches without effect on layout here.
    "-webkit-font-smoothing",
    "-webkit-highlight",
    "-webkit-line-box-contain",
    "-webkit-rtl-ordering",
    "-webkit-text-size-adjust",
    "-webkit-text-security",
    "-webkit-text-decorations-in-effect",
    "buffered-rendering",
    "color-interpolation",
    "color-interpolation-filters",
    "color-rendering",
    "forced-color-adjust",
    "text-size-adjust",
    "dynamic-range-limit",
    "font-language-override",
    "font-palette",
    "image-orientation",
    "math-depth",
    "math-shift",
    "math-style",
    "object-view-box",
    "ruby-align",
    "ruby-overhang",
    "text-spacing-trim",
    "text-autospace",
    "text-combine-upright",
    "hanging-punctuation",
    "font-variant-alternates",
    "font-synthesis-weight",
    "font-synthesis-style",
    "font-synthesis-small-caps",
    "hyphenate-limit-chars",
    "initial-letter",
    "field-sizing",
    "reading-flow",
    "reading-order",
    "overlay",
    "baseline-source",
    "baseline-shift",
    "alignment-baseline",
    // Features without an implementation here, accepted as Chromium accepts them.
    "-webkit-box-flex-group",
    "-webkit-box-lines",
    "-webkit-box-ordinal-group",
    "-webkit-box-reflect",
    "-webkit-mask-box-image-outset",
    "-webkit-mask-box-image-repeat",
    "-webkit-mask-box-image-slice",
    "-webkit-mask-box-image-source",
    "-webkit-mask-box-image-width",
    "-webkit-perspective-origin-x",
    "-webkit-perspective-origin-y",
    "-webkit-transform-origin-x",
    "-webkit-transform-origin-y",
    "-webkit-transform-origin-z",
    "-webkit-shape-image-threshold",
    "-webkit-shape-margin",
    "anchor-name",
    "anchor-scope",
    "border-shape",
    "corner-bottom-left-shape",
    "corner-bottom-right-shape",
    "corner-end-end-shape",
    "corner-end-start-shape",
    "corner-shape",
    "corner-start-end-shape",
    "corner-start-start-shape",
    "corner-top-left-shape",
    "corner-top-right-shape",
    "column-height",
    "column-wrap",
    "margin-trim",
    "row-rule",
    "row-rule-color",
    "row-rule-style",
    "row-rule-width",
    "rule",
    "text-fit",
    "mask-border",
    "offset",
    "offset-anchor",
    "offset-distance",
    "offset-path",
    "offset-position",
    "offset-rotate",
    "position-anchor",
    "position-area",
    "position-try",
    "position-try-fallbacks",
    "position-try-order",
    "position-visibility",
    "shape-image-threshold",
    "shape-margin",
    "shape-rendering",
    "vector-effect",
    "cx",
    "cy",
    "d",
    "r",
    "rx",
    "ry",
    "x",
    "y",
    "lighting-color",
];

static NAMES: LazyLock<FxHashMap<&'static str, PropertyId>> = LazyLock::new(|| {
    let mut names = FxHashMap::default();
    names.extend(IGNORED.iter().map(|name| (*name, PropertyId::Ignored)));
    names.extend(LonghandId::ALL.iter().map(|id| (id.name(), PropertyId::Longhand(*id))));
    names.extend(LogicalId::ALL.iter().map(|id| (id.name(), PropertyId::Logical(*id))));
    names.extend(ShorthandId::ALL.iter().map(|id| (id.name(), PropertyId::Shorthand(*id))));
    for (alias, name) in ALIASES {
        if let Some(id) = names.get(name).copied() {
            names.insert(alias, id);
        }
    }
    names
});

impl PropertyId {
    /// The property of a name or alias, matched without regard to ASCII case. Custom properties have no id.
    pub fn from_name(name: &str) -> Option<Self> {
        if let Some(id) = NAMES.get(name) {
            return Some(*id);
        }
        if name.bytes().any(|byte| byte.is_ascii_uppercase()) {
            return NAMES.get(name.to_ascii_lowercase().as_str()).copied();
        }
        None
    }

    /// The longhands a value stands for.
    fn targets(self) -> Vec<Target> {
        match self {
            Self::Longhand(id) => vec![Target::Longhand(id)],
            Self::Logical(id) => vec![Target::Logical(id)],
            Self::Shorthand(id) => id.targets(),
            Self::Ignored => Vec::new(),
        }
    }

    /// Adds a CSS-wide keyword for every longhand.
    pub(super) fn expand_css_wide(self, keyword: CssWideKeyword, out: &mut Vec<PropertyDeclaration>) {
        for target in self.targets() {
            out.push(target.declare(|id| PropertyDeclaration::CssWide(id, keyword)));
        }
    }

    /// Adds a value with `var()` for every longhand.
    pub(super) fn expand_variables(self, value: &Arc<VariableValue>, out: &mut Vec<PropertyDeclaration>) {
        for target in self.targets() {
            out.push(target.declare(|id| PropertyDeclaration::WithVariables(id, value.clone())));
        }
    }

    /// Whether the property has the quirks of [unitless
    /// lengths](https://quirks.spec.whatwg.org/#the-unitless-length-quirk)
    /// and [hashless colours](https://quirks.spec.whatwg.org/#the-hashless-hex-color-quirk).
    pub(super) fn has_quirks(self) -> bool {
        use LonghandId as L;
        match self {
            Self::Longhand(id) => matches!(
                id,
                L::BackgroundColor
                    | L::BackgroundPositionX
                    | L::BackgroundPositionY
                    | L::BorderTopColor
                    | L::BorderRightColor
                    | L::BorderBottomColor
                    | L::BorderLeftColor
                    | L::BorderTopWidth
                    | L::BorderRightWidth
                    | L::BorderBottomWidth
                    | L::BorderLeftWidth
                    | L::Color
                    | L::Top
                    | L::Right
                    | L::Bottom
                    | L::Left
                    | L::Clip
                    | L::FontSize
                    | L::Width
                    | L::Height
                    | L::MinWidth
                    | L::MinHeight
                    | L::MaxWidth
                    | L::MaxHeight
                    | L::LetterSpacing
                    | L::WordSpacing
                    | L::MarginTop
                    | L::MarginRight
                    | L::MarginBottom
                    | L::MarginLeft
                    | L::PaddingTop
                    | L::PaddingRight
                    | L::PaddingBottom
                    | L::PaddingLeft
                    | L::TextIndent
                    | L::VerticalAlign
            ),
            Self::Shorthand(id) => matches!(
                id,
                ShorthandId::Margin
                    | ShorthandId::Padding
                    | ShorthandId::BorderWidth
                    | ShorthandId::BorderColor
                    | ShorthandId::BorderSpacing
                    | ShorthandId::BackgroundPosition
            ),
            Self::Logical(_) | Self::Ignored => false,
        }
    }
}

/// A longhand of either kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// A physical one.
    Longhand(LonghandId),
    /// A flow-relative one.
    Logical(LogicalId),
}

impl Target {
    fn declare(self, declaration: impl FnOnce(LonghandId) -> PropertyDeclaration) -> PropertyDeclaration {
        match self {
            Self::Longhand(id) => declaration(id),
            Self::Logical(id) => PropertyDeclaration::Logical(id, Box::new(declaration(id.default_physical()))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_alias_has_a_property() {
        for (alias, name) in ALIASES {
            assert!(PropertyId::from_name(alias).is_some(), "{alias} -> {name}");
        }
    }

    #[test]
    fn names() {
        assert_eq!(PropertyId::from_name("MARGIN-top"), Some(PropertyId::Longhand(LonghandId::MarginTop)));
        assert_eq!(PropertyId::from_name("word-wrap"), Some(PropertyId::Longhand(LonghandId::OverflowWrap)));
        assert_eq!(PropertyId::from_name("-moz-appearance"), None);
        assert_eq!(PropertyId::from_name("transition"), Some(PropertyId::Ignored));
    }
}
