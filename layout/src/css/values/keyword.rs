//! The macro for value types that are one keyword out of a list.

/// Declares an enum whose variants are CSS keywords, with the keyword of each variant.
///
/// The enum gets `KEYWORDS`, `from_keyword`, `keyword`, and is its own specified and computed form. The first
/// variant is the `Default`. `Variant = "keyword" | "alias"` accepts other spellings. With `@plain` first the enum is
/// not
/// a [`KeywordValue`], for types that are parsed in their own way.
macro_rules! keyword_enum {
    ($(#[$meta:meta])* $vis:vis enum $name:ident {
        $(#[$first_meta:meta])* $first:ident = $first_keyword:literal $(| $first_alias:literal)*
        $(, $(#[$variant_meta:meta])* $variant:ident = $keyword:literal $(| $alias:literal)*)* $(,)?
    }) => {
        keyword_enum! {
            @plain $(#[$meta])* $vis enum $name {
                $(#[$first_meta])* $first = $first_keyword $(| $first_alias)*
                $(, $(#[$variant_meta])* $variant = $keyword $(| $alias)*)*
            }
        }

        impl $crate::css::values::KeywordValue for $name {
            fn from_keyword(keyword: &str) -> Option<Self> {
                $name::from_keyword(keyword)
            }

            fn keyword(self) -> &'static str {
                $name::keyword(self)
            }
        }
    };
    (@plain $(#[$meta:meta])* $vis:vis enum $name:ident {
        $(#[$first_meta:meta])* $first:ident = $first_keyword:literal $(| $first_alias:literal)*
        $(, $(#[$variant_meta:meta])* $variant:ident = $keyword:literal $(| $alias:literal)*)* $(,)?
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        $vis enum $name {
            $(#[$first_meta])* #[doc = concat!("`", $first_keyword, "`")] #[default] $first,
            $($(#[$variant_meta])* #[doc = concat!("`", $keyword, "`")] $variant,)*
        }

        impl $name {
            /// Every keyword and alias with its variant.
            pub const KEYWORDS: &'static [(&'static str, Self)] =
                &[($first_keyword, Self::$first), $(($first_alias, Self::$first),)* $(($keyword, Self::$variant), $(($alias, Self::$variant),)*)*];

            /// The variant of a keyword, matched without regard to ASCII case.
            pub fn from_keyword(keyword: &str) -> Option<Self> {
                Self::KEYWORDS.iter().find(|(k, _)| k.eq_ignore_ascii_case(keyword)).map(|&(_, v)| v)
            }

            /// The keyword of this variant.
            pub fn keyword(self) -> &'static str {
                match self {
                    Self::$first => $first_keyword,
                    $(Self::$variant => $keyword,)*
                }
            }
        }
    };
}
pub(crate) use keyword_enum;

/// A value type that is one keyword; it is parsed and computed by blanket implementation.
pub trait KeywordValue: Copy + PartialEq + std::fmt::Debug + 'static {
    /// The value of a keyword, matched without regard to ASCII case.
    fn from_keyword(keyword: &str) -> Option<Self>;
    /// The keyword.
    fn keyword(self) -> &'static str;
}
