//! Names and texts inside selectors.

use std::fmt::{self, Write};

use cssparser::ToCss;
use markup5ever::{LocalName, Namespace};
use precomputed_hash::PrecomputedHash;

/// An element's, attribute's or class's name, an id, or a prefix.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Name(pub LocalName);

/// The URL of a namespace; empty for none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct NamespaceName(pub Namespace);

/// The value in an attribute selector.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Text(pub Box<str>);

impl From<&str> for Name {
    fn from(name: &str) -> Self {
        Self(LocalName::from(name))
    }
}

impl From<&str> for NamespaceName {
    fn from(url: &str) -> Self {
        Self(Namespace::from(url))
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        Self(text.into())
    }
}

impl AsRef<str> for Text {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl PrecomputedHash for Name {
    fn precomputed_hash(&self) -> u32 {
        self.0.precomputed_hash()
    }
}

impl PrecomputedHash for NamespaceName {
    fn precomputed_hash(&self) -> u32 {
        self.0.precomputed_hash()
    }
}

impl ToCss for Name {
    fn to_css<W: Write>(&self, dest: &mut W) -> fmt::Result {
        cssparser::serialize_identifier(&self.0, dest)
    }
}

impl ToCss for Text {
    fn to_css<W: Write>(&self, dest: &mut W) -> fmt::Result {
        cssparser::serialize_string(&self.0, dest)
    }
}
