//! Selectors: the glue between the `selectors` crate and the document.
//!
//! The crate parses and matches; here stand the types it is asked to work with ([`Selectors`]), what it may parse
//! ([`parse`]), what it asks of elements ([`element`]), and the pseudo-classes of a static page ([`pseudo_class`]).
//!
//! Spec: <https://www.w3.org/TR/selectors-4/>.

pub mod name;
pub mod pseudo_element;
pub mod pseudo_class;
pub mod parse;
pub mod form_state;
pub mod language;
pub mod element;

use selectors::parser::SelectorImpl;

pub use element::ElementRef;
pub use name::{Name, NamespaceName, Text};
pub use parse::{Namespaces, SelectorParser, parse_selector_list};
pub use pseudo_class::PseudoClass;
pub use pseudo_element::{Pseudo, PseudoElement};

/// The types of our selectors.
#[derive(Clone, Debug)]
pub struct Selectors;

/// A selector of ours.
pub type Selector = selectors::parser::Selector<Selectors>;
/// A list of selectors of ours.
pub type SelectorList = selectors::parser::SelectorList<Selectors>;
/// One simple selector or combinator of ours.
pub type Component = selectors::parser::Component<Selectors>;
/// What is known while selectors are matched.
pub type MatchingContext<'a> = selectors::context::MatchingContext<'a, Selectors>;

/// What pseudo-classes ask of the document.
#[derive(Clone, Copy, Debug, Default)]
pub struct DocumentState {
    /// The element that the fragment of the URL points to.
    pub target: Option<selectors::OpaqueElement>,
}

impl SelectorImpl for Selectors {
    type ExtraMatchingData<'a> = DocumentState;
    type AttrValue = Text;
    type Identifier = Name;
    type LocalName = Name;
    type NamespaceUrl = NamespaceName;
    type NamespacePrefix = Name;
    type BorrowedNamespaceUrl = NamespaceName;
    type BorrowedLocalName = Name;
    type NonTSPseudoClass = PseudoClass;
    type PseudoElement = PseudoElement;
}
