//! Pseudo-classes that are not about the structure of the tree.

use std::fmt::{self, Write};

use cssparser::ToCss;

use super::name::Text;

macro_rules! pseudo_classes {
    ($($Variant:ident = $name:literal $(| $alias:literal)*),* $(,)?) => {
        /// A pseudo-class.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum PseudoClass {
            $(#[doc = concat!("`:", $name, "`")] $Variant,)*
            /// `:lang()`: the ranges.
            Lang(Box<[Text]>),
            /// `:dir(rtl)` if true, `:dir(ltr)` if false, of another word if `None`.
            Dir(Option<bool>),
            /// `:state(name)`, `:active-view-transition-type()` …: matches nothing.
            Never(Text),
        }

        impl PseudoClass {
            /// The pseudo-class of a name.
            pub fn from_name(name: &str) -> Option<Self> {
                cssparser::match_ignore_ascii_case! { name,
                    $($name $(| $alias)* => Some(Self::$Variant),)*
                    _ => None,
                }
            }
        }

        impl ToCss for PseudoClass {
            fn to_css<W: Write>(&self, dest: &mut W) -> fmt::Result {
                match self {
                    $(Self::$Variant => dest.write_str(concat!(":", $name)),)*
                    Self::Lang(ranges) => {
                        dest.write_str(":lang(")?;
                        for (index, range) in ranges.iter().enumerate() {
                            if index > 0 {
                                dest.write_str(", ")?;
                            }
                            range.to_css(dest)?;
                        }
                        dest.write_str(")")
                    }
                    Self::Dir(rtl) => dest.write_str(match rtl {
                        Some(true) => ":dir(rtl)",
                        Some(false) => ":dir(ltr)",
                        None => ":dir()",
                    }),
                    Self::Never(name) => write!(dest, ":{}", name.0),
                }
            }
        }
    };
}

pseudo_classes! {
    Link = "link",
    AnyLink = "any-link" | "-webkit-any-link",
    Visited = "visited",
    Hover = "hover",
    Active = "active",
    Focus = "focus",
    FocusVisible = "focus-visible",
    FocusWithin = "focus-within",
    Target = "target",
    TargetWithin = "target-within",
    Checked = "checked",
    Default = "default",
    Indeterminate = "indeterminate",
    Disabled = "disabled",
    Enabled = "enabled",
    Required = "required",
    Optional = "optional",
    ReadOnly = "read-only",
    ReadWrite = "read-write",
    PlaceholderShown = "placeholder-shown",
    Valid = "valid",
    Invalid = "invalid",
    InRange = "in-range",
    OutOfRange = "out-of-range",
    Open = "open",
    Defined = "defined",
    // States that nothing on a page without scripts and users is in.
    UserValid = "user-valid",
    UserInvalid = "user-invalid",
    Autofill = "autofill" | "-webkit-autofill",
    Fullscreen = "fullscreen" | "-webkit-full-screen",
    Modal = "modal",
    PopoverOpen = "popover-open",
    PictureInPicture = "picture-in-picture",
    ActiveViewTransition = "active-view-transition",
    HasSlotted = "has-slotted",
    TargetCurrent = "target-current",
    WebkitDrag = "-webkit-drag",
    WindowInactive = "window-inactive",
    Playing = "playing",
    Paused = "paused",
    Seeking = "seeking",
    Buffering = "buffering",
    Stalled = "stalled",
    Muted = "muted",
    VolumeLocked = "volume-locked",
    // Scrollbar parts, which are not drawn.
    Horizontal = "horizontal",
    Vertical = "vertical",
    Decrement = "decrement",
    Increment = "increment",
    Start = "start",
    End = "end",
    DoubleButton = "double-button",
    SingleButton = "single-button",
    NoButton = "no-button",
    CornerPresent = "corner-present",
}

impl selectors::parser::NonTSPseudoClass for PseudoClass {
    fn is_active_or_hover(&self) -> bool {
        matches!(self, Self::Active | Self::Hover)
    }

    fn is_user_action_state(&self) -> bool {
        matches!(self, Self::Active | Self::Hover | Self::Focus | Self::FocusVisible | Self::FocusWithin)
    }
}
