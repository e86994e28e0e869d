//! Elements as selectors see them.

use std::fmt;
use std::ptr::NonNull;

use markup5ever::{LocalName, local_name};
use precomputed_hash::PrecomputedHash;
use selectors::OpaqueElement;
use selectors::attr::{AttrSelectorOperation, CaseSensitivity, NamespaceConstraint};
use selectors::bloom::{BLOOM_HASH_MASK, BloomFilter};
use selectors::matching::ElementSelectorFlags;

use super::name::{Name, NamespaceName, Text};
use super::pseudo_class::PseudoClass;
use super::pseudo_element::PseudoElement;
use super::{MatchingContext, Selectors, form_state, language};
use crate::dom::{ElementData, NodeData, NodeRef};

/// An element, with what matching looks at most.
#[derive(Clone, Copy)]
pub struct ElementRef<'h> {
    node: NodeRef<'h>,
    element: &'h ElementData<'h>,
    in_html_document: bool,
}

impl<'h> ElementRef<'h> {
    /// The element of a node, if it is one.
    #[inline]
    pub fn new(node: NodeRef<'h>, in_html_document: bool) -> Option<Self> {
        Some(Self { node, element: node.element()?, in_html_document })
    }

    /// The node.
    pub fn node(self) -> NodeRef<'h> {
        self.node
    }

    /// The element's data.
    pub fn data(self) -> &'h ElementData<'h> {
        self.element
    }

    fn other(self, node: NodeRef<'h>) -> Option<Self> {
        Self::new(node, self.in_html_document)
    }

    /// The hashes by which rules are told apart in a Bloom filter of ancestors.
    pub fn each_hash(self, mut call: impl FnMut(u32)) {
        let element = self.element;
        call(element.local_name().precomputed_hash());
        call(element.namespace().precomputed_hash());
        if let Some(id) = element.identifier() {
            call(id.precomputed_hash());
        }
        for class in element.classes() {
            call(class.precomputed_hash());
        }
    }

    /// [Whether the element is a hyperlink](https://html.spec.whatwg.org/#links): `<a>`, `<area>` or SVG's with `href`.
    pub fn is_hyperlink(self) -> bool {
        let element = self.element;
        let is_link = |name: &LocalName| *name == local_name!("a") || *name == local_name!("area");
        if element.is_html() {
            return is_link(element.local_name()) && element.has_attribute(&local_name!("href"));
        }
        element.is_svg()
            && *element.local_name() == local_name!("a")
            && element.attributes().iter().any(|a| a.name.local == local_name!("href"))
    }
}

impl fmt::Debug for ElementRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&*self.node, f)
    }
}

impl<'h> selectors::Element for ElementRef<'h> {
    type Impl = Selectors;

    fn opaque(&self) -> OpaqueElement {
        OpaqueElement::from_ptr(NonNull::from(self.node.as_ref()).cast())
    }

    fn parent_element(&self) -> Option<Self> {
        self.other(self.node.parent()?)
    }

    fn parent_node_is_shadow_root(&self) -> bool {
        false
    }

    fn containing_shadow_host(&self) -> Option<Self> {
        None
    }

    fn is_pseudo_element(&self) -> bool {
        false
    }

    fn prev_sibling_element(&self) -> Option<Self> {
        let mut siblings = std::iter::successors(self.node.previous_sibling(), |node| node.previous_sibling());
        siblings.find_map(|node| self.other(node))
    }

    fn next_sibling_element(&self) -> Option<Self> {
        let mut siblings = std::iter::successors(self.node.next_sibling(), |node| node.next_sibling());
        siblings.find_map(|node| self.other(node))
    }

    fn first_element_child(&self) -> Option<Self> {
        self.node.children().find_map(|node| self.other(node))
    }

    fn is_html_element_in_html_document(&self) -> bool {
        self.in_html_document && self.element.is_html()
    }

    fn has_local_name(&self, name: &Name) -> bool {
        *self.element.local_name() == name.0
    }

    fn has_namespace(&self, namespace: &NamespaceName) -> bool {
        *self.element.namespace() == namespace.0
    }

    fn is_same_type(&self, other: &Self) -> bool {
        self.element.local_name() == other.element.local_name() && self.element.namespace() == other.element.namespace()
    }

    fn attr_matches(
        &self,
        namespace: &NamespaceConstraint<&NamespaceName>,
        name: &Name,
        operation: &AttrSelectorOperation<&Text>,
    ) -> bool {
        self.element.attributes().iter().any(|attribute| {
            let in_namespace = match namespace {
                NamespaceConstraint::Any => true,
                NamespaceConstraint::Specific(url) => attribute.name.ns == url.0,
            };
            attribute.name.local == name.0 && in_namespace && operation.eval_str(attribute.value.as_ref())
        })
    }

    fn match_non_ts_pseudo_class(&self, class: &PseudoClass, context: &mut MatchingContext<'_>) -> bool {
        let (node, element) = (self.node, self.element);
        match class {
            PseudoClass::Link | PseudoClass::AnyLink => self.is_hyperlink(),
            PseudoClass::Target => context.extra_data.target == Some(self.opaque()),
            PseudoClass::TargetWithin => context.extra_data.target.is_some_and(|target| {
                let inner = std::iter::once(node).chain(crate::dom::iterate::descendants(node));
                inner.filter_map(|node| self.other(node)).any(|element| element.opaque() == target)
            }),
            PseudoClass::Checked => form_state::is_checked(node, element),
            PseudoClass::Default => form_state::is_default(node, element),
            PseudoClass::Indeterminate => form_state::is_indeterminate(node, element),
            PseudoClass::Disabled => form_state::is_disabled(node, element),
            PseudoClass::Enabled => form_state::can_be_disabled(element) && !form_state::is_disabled(node, element),
            PseudoClass::Required => {
                form_state::can_be_required(element) && element.has_attribute(&local_name!("required"))
            }
            PseudoClass::Optional => {
                let takes_input =
                    element.is_html() && matches!(&**element.local_name(), "input" | "select" | "textarea");
                takes_input
                    && !(form_state::can_be_required(element) && element.has_attribute(&local_name!("required")))
            }
            PseudoClass::ReadWrite => form_state::is_read_write(node, element),
            PseudoClass::ReadOnly => !form_state::is_read_write(node, element),
            PseudoClass::PlaceholderShown => form_state::is_placeholder_shown(node, element),
            PseudoClass::Valid => form_state::validity(node, element) == Some(true),
            PseudoClass::Invalid => form_state::validity(node, element) == Some(false),
            PseudoClass::InRange => form_state::is_in_range(element) == Some(true),
            PseudoClass::OutOfRange => form_state::is_in_range(element) == Some(false),
            PseudoClass::Open => {
                element.is_html()
                    && matches!(&**element.local_name(), "details" | "dialog")
                    && element.has_attribute(&local_name!("open"))
            }
            // A custom element is defined by a script, and there is none.
            PseudoClass::Defined => !(element.is_html() && is_custom_element_name(element.local_name())),
            PseudoClass::Lang(ranges) => {
                let language = language::language(node).unwrap_or("");
                ranges.iter().any(|range| language::range_matches(&range.0, language))
            }
            PseudoClass::Dir(direction) => *direction == Some(language::is_rtl(node)),
            _ => false,
        }
    }

    fn match_pseudo_element(&self, _element: &PseudoElement, _context: &mut MatchingContext<'_>) -> bool {
        // The pseudo-element of a selector is looked at before the selector is matched.
        false
    }

    fn apply_selector_flags(&self, _flags: ElementSelectorFlags) {}

    fn is_link(&self) -> bool {
        self.is_hyperlink()
    }

    fn is_html_slot_element(&self) -> bool {
        self.element.is_html_element(&local_name!("slot"))
    }

    fn has_id(&self, id: &Name, case: CaseSensitivity) -> bool {
        self.element.identifier().is_some_and(|own| names_equal(own, id, case))
    }

    fn has_class(&self, name: &Name, case: CaseSensitivity) -> bool {
        self.element.classes().iter().any(|class| names_equal(class, name, case))
    }

    fn has_custom_state(&self, _name: &Name) -> bool {
        false
    }

    fn imported_part(&self, _name: &Name) -> Option<Name> {
        None
    }

    fn is_part(&self, _name: &Name) -> bool {
        false
    }

    fn is_empty(&self) -> bool {
        self.node.children().all(|child| match child.data() {
            NodeData::Element(_) => false,
            NodeData::Text(text) => text.is_empty(),
            _ => true,
        })
    }

    fn is_root(&self) -> bool {
        self.node.parent().is_some_and(|parent| matches!(parent.data(), NodeData::Document))
    }

    fn add_element_unique_hashes(&self, filter: &mut BloomFilter) -> bool {
        self.each_hash(|hash| filter.insert_hash(hash & BLOOM_HASH_MASK));
        true
    }
}

fn names_equal(own: &LocalName, wanted: &Name, case: CaseSensitivity) -> bool {
    match case {
        CaseSensitivity::CaseSensitive => *own == wanted.0,
        CaseSensitivity::AsciiCaseInsensitive => own.eq_ignore_ascii_case(&wanted.0),
    }
}

/// [Whether a name is that of a custom element](https://html.spec.whatwg.org/#valid-custom-element-name).
fn is_custom_element_name(name: &LocalName) -> bool {
    name.contains('-')
        && name.starts_with(|first: char| first.is_ascii_lowercase())
        && !matches!(
            &**name,
            "annotation-xml"
                | "color-profile"
                | "font-face"
                | "font-face-src"
                | "font-face-uri"
                | "font-face-format"
                | "font-face-name"
                | "missing-glyph"
        )
}
