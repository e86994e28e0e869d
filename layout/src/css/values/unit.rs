//! Units of length.
//!
//! Spec: <https://www.w3.org/TR/css-values-4/#lengths>.

macro_rules! length_units {
    ($($Variant:ident $name:literal,)*) => {
        /// A unit of length.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum LengthUnit {
            $(#[doc = concat!("`", $name, "`")] $Variant,)*
        }

        impl LengthUnit {
            /// The unit of a name, without regard to ASCII case.
            pub fn from_name(name: &str) -> Option<Self> {
                Some(cssparser::match_ignore_ascii_case! { name,
                    $($name => Self::$Variant,)*
                    _ => return None,
                })
            }
        }
    };
}

length_units! {
    Px "px", Cm "cm", Mm "mm", Q "q", In "in", Pt "pt", Pc "pc",
    Em "em", Rem "rem", Ex "ex", Rex "rex", Ch "ch", Rch "rch", Cap "cap", Rcap "rcap", Ic "ic", Ric "ric", Lh "lh", Rlh "rlh",
    Vw "vw", Vh "vh", Vi "vi", Vb "vb", Vmin "vmin", Vmax "vmax",
    Svw "svw", Svh "svh", Svi "svi", Svb "svb", Svmin "svmin", Svmax "svmax",
    Lvw "lvw", Lvh "lvh", Lvi "lvi", Lvb "lvb", Lvmin "lvmin", Lvmax "lvmax",
    Dvw "dvw", Dvh "dvh", Dvi "dvi", Dvb "dvb", Dvmin "dvmin", Dvmax "dvmax",
    Cqw "cqw", Cqh "cqh", Cqi "cqi", Cqb "cqb", Cqmin "cqmin", Cqmax "cqmax",
}

impl LengthUnit {
    /// Px per unit, for the units that mean the same everywhere.
    pub fn absolute(self) -> Option<f32> {
        Some(match self {
            Self::Px => 1.0,
            Self::Cm => 96.0 / 2.54,
            Self::Mm => 96.0 / 25.4,
            Self::Q => 96.0 / 101.6,
            Self::In => 96.0,
            Self::Pt => 96.0 / 72.0,
            Self::Pc => 16.0,
            _ => return None,
        })
    }

    /// The unit of the layout viewport that means the same here: small, large and dynamic viewports are one.
    pub(crate) fn plain_viewport_unit(self) -> Self {
        match self {
            Self::Svw | Self::Lvw | Self::Dvw => Self::Vw,
            Self::Svh | Self::Lvh | Self::Dvh => Self::Vh,
            Self::Svi | Self::Lvi | Self::Dvi => Self::Vi,
            Self::Svb | Self::Lvb | Self::Dvb => Self::Vb,
            Self::Svmin | Self::Lvmin | Self::Dvmin => Self::Vmin,
            Self::Svmax | Self::Lvmax | Self::Dvmax => Self::Vmax,
            other => other,
        }
    }
}
