//! Pseudo-elements.

use std::fmt::{self, Write};

use cssparser::ToCss;

use super::name::Name;

macro_rules! pseudo_elements {
    ($($(#[$doc:meta])* $Variant:ident = $name:literal),* $(,)?) => {
        /// A pseudo-element.
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        pub enum PseudoElement {
            $($(#[$doc])* #[doc = concat!("`::", $name, "`")] $Variant,)*
            /// `::highlight(name)`
            Highlight(Name),
            /// An unknown `::-webkit-…`: valid, and matches nothing.
            Webkit(Name),
        }

        impl PseudoElement {
            /// The pseudo-element of a name.
            pub fn from_name(name: &str) -> Option<Self> {
                cssparser::match_ignore_ascii_case! { name,
                    $($name => return Some(Self::$Variant),)*
                    "-webkit-input-placeholder" => return Some(Self::Placeholder),
                    "-webkit-file-upload-button" => return Some(Self::FileSelectorButton),
                    _ => {}
                }
                let lower = name.to_ascii_lowercase();
                lower.starts_with("-webkit-").then(|| Self::Webkit(lower.as_str().into()))
            }
        }

        impl ToCss for PseudoElement {
            fn to_css<W: Write>(&self, dest: &mut W) -> fmt::Result {
                match self {
                    $(Self::$Variant => dest.write_str(concat!("::", $name)),)*
                    Self::Highlight(name) => {
                        dest.write_str("::highlight(")?;
                        name.to_css(dest)?;
                        dest.write_str(")")
                    }
                    Self::Webkit(name) => {
                        dest.write_str("::")?;
                        name.to_css(dest)
                    }
                }
            }
        }
    };
}

pseudo_elements! {
    Before = "before",
    After = "after",
    Marker = "marker",
    FirstLine = "first-line",
    FirstLetter = "first-letter",
    Placeholder = "placeholder",
    FileSelectorButton = "file-selector-button",
    Backdrop = "backdrop",
    Selection = "selection",
    DetailsContent = "details-content",
    TargetText = "target-text",
    SpellingError = "spelling-error",
    GrammarError = "grammar-error",
    SearchText = "search-text",
    Cue = "cue",
    Checkmark = "checkmark",
    PickerIcon = "picker-icon",
    ScrollMarker = "scroll-marker",
    ScrollMarkerGroup = "scroll-marker-group",
    Column = "column",
    ViewTransition = "view-transition",
}

/// The pseudo-elements whose styles the cascade computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pseudo {
    /// `::before`
    Before,
    /// `::after`
    After,
    /// `::marker`
    Marker,
    /// `::first-line`
    FirstLine,
    /// `::first-letter`
    FirstLetter,
    /// `::placeholder`
    Placeholder,
    /// `::file-selector-button`
    FileSelectorButton,
    /// `::backdrop`
    Backdrop,
}

impl Pseudo {
    /// Every one, in the order of their indexes.
    pub const ALL: [Self; 8] = [
        Self::Before,
        Self::After,
        Self::Marker,
        Self::FirstLine,
        Self::FirstLetter,
        Self::Placeholder,
        Self::FileSelectorButton,
        Self::Backdrop,
    ];

    /// A number below `ALL.len()`.
    pub fn index(self) -> usize {
        self as usize
    }
}

impl PseudoElement {
    /// The same as one of those that are computed.
    pub fn styled(&self) -> Option<Pseudo> {
        Some(match self {
            Self::Before => Pseudo::Before,
            Self::After => Pseudo::After,
            Self::Marker => Pseudo::Marker,
            Self::FirstLine => Pseudo::FirstLine,
            Self::FirstLetter => Pseudo::FirstLetter,
            Self::Placeholder => Pseudo::Placeholder,
            Self::FileSelectorButton => Pseudo::FileSelectorButton,
            Self::Backdrop => Pseudo::Backdrop,
            _ => return None,
        })
    }
}

impl selectors::parser::PseudoElement for PseudoElement {
    fn accepts_state_pseudo_classes(&self) -> bool {
        true
    }

    fn valid_after_before_or_after(&self) -> bool {
        *self == Self::Marker
    }

    fn parses_as_element_backed(&self) -> bool {
        *self == Self::DetailsContent
    }

    fn is_before_or_after(&self) -> bool {
        matches!(self, Self::Before | Self::After)
    }
}
