//! Nodes: what a document is made of.

use std::fmt;

use ashlar_gc::{Cx, Gc, GcCell, GcString, Trace};
use markup5ever::{LocalName, Namespace, QualName, local_name, ns};

/// A shared handle to a node. Two handles are the same node if `ptr_eq`.
pub type NodeRef<'h> = Gc<'h, Node<'h>>;

/// The number of an element in the order of creation: an index for tables beside the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Trace)]
pub struct NodeId(pub u32);

impl NodeId {
    /// The number as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A node of the tree.
#[derive(Trace)]
pub struct Node<'h> {
    parent: GcCell<Option<NodeRef<'h>>>,
    first_child: GcCell<Option<NodeRef<'h>>>,
    last_child: GcCell<Option<NodeRef<'h>>>,
    previous_sibling: GcCell<Option<NodeRef<'h>>>,
    next_sibling: GcCell<Option<NodeRef<'h>>>,
    data: NodeData<'h>,
}

/// What a node is.
#[derive(Trace)]
pub enum NodeData<'h> {
    /// The document itself, the root of the tree.
    Document,
    /// The contents of a `<template>`.
    Fragment,
    /// `<!DOCTYPE name>`
    Doctype(Gc<'h, str>),
    /// Character data.
    Text(GcString<'h>),
    /// `<!-- -->`
    Comment(Gc<'h, str>),
    /// `<?target data?>`
    ProcessingInstruction(Gc<'h, ProcessingInstruction<'h>>),
    /// An element.
    Element(Gc<'h, ElementData<'h>>),
}

/// A processing instruction.
#[derive(Debug, Trace)]
pub struct ProcessingInstruction<'h> {
    /// The word after `<?`.
    pub target: Gc<'h, str>,
    /// The rest.
    pub data: Gc<'h, str>,
}

/// An attribute of an element.
#[derive(Trace)]
pub struct Attribute<'h> {
    /// The name.
    #[trace(skip)]
    pub name: QualName,
    /// The value.
    pub value: Gc<'h, str>,
}

/// All attributes of an element, and what selectors ask of them, taken apart once.
#[derive(Trace)]
pub struct Attributes<'h> {
    list: Gc<'h, [Attribute<'h>]>,
    #[trace(skip)]
    id: Option<LocalName>,
    #[trace(skip)]
    classes: Box<[LocalName]>,
}

/// What only elements have.
#[derive(Trace)]
pub struct ElementData<'h> {
    #[trace(skip)]
    name: QualName,
    id: NodeId,
    /// Whether this is a MathML `annotation-xml` whose content is HTML.
    integration_point: bool,
    attributes: GcCell<Option<Gc<'h, Attributes<'h>>>>,
    template_contents: Option<NodeRef<'h>>,
}

impl<'h> Attributes<'h> {
    fn new(cx: &Cx<'h>, list: Vec<Attribute<'h>>) -> Option<Gc<'h, Self>> {
        if list.is_empty() {
            return None;
        }
        let value = |name: &LocalName| {
            list.iter().find(|attribute| attribute.name.ns == ns!() && attribute.name.local == *name).map(|a| a.value)
        };
        let id = value(&local_name!("id")).filter(|id| !id.is_empty()).map(|id| LocalName::from(&*id));
        let classes = value(&local_name!("class"));
        let classes =
            classes.iter().flat_map(|classes| classes.split_ascii_whitespace()).map(LocalName::from).collect();
        Some(cx.alloc(Self { id, classes, list: cx.alloc_slice(list) }))
    }
}

impl<'h> ElementData<'h> {
    pub(super) fn new(
        cx: &Cx<'h>,
        id: NodeId,
        name: QualName,
        attributes: Vec<Attribute<'h>>,
        template_contents: Option<NodeRef<'h>>,
        integration_point: bool,
    ) -> Self {
        Self {
            name,
            id,
            integration_point,
            attributes: GcCell::new(Attributes::new(cx, attributes)),
            template_contents,
        }
    }

    /// The qualified name.
    pub fn name(&self) -> &QualName {
        &self.name
    }

    /// The local name: `div`, `svg`.
    pub fn local_name(&self) -> &LocalName {
        &self.name.local
    }

    /// The namespace.
    pub fn namespace(&self) -> &Namespace {
        &self.name.ns
    }

    /// The number of the element.
    pub fn id(&self) -> NodeId {
        self.id
    }

    /// Whether the element is in the HTML namespace.
    pub fn is_html(&self) -> bool {
        self.name.ns == ns!(html)
    }

    /// Whether the element is in the SVG namespace.
    pub fn is_svg(&self) -> bool {
        self.name.ns == ns!(svg)
    }

    /// Whether this is the HTML element of that name.
    pub fn is_html_element(&self, name: &LocalName) -> bool {
        self.name.local == *name && self.is_html()
    }

    /// All attributes, in the order of the source.
    pub fn attributes(&self) -> &'h [Attribute<'h>] {
        match self.attributes.get() {
            Some(attributes) => attributes.list.as_ref(),
            None => &[],
        }
    }

    /// The value of an attribute in no namespace.
    pub fn attribute(&self, name: &LocalName) -> Option<&'h str> {
        let found = self.attributes().iter().find(|a| a.name.local == *name && a.name.ns == ns!());
        found.map(|attribute| attribute.value.as_ref())
    }

    /// Whether there is an attribute of that name, in no namespace.
    pub fn has_attribute(&self, name: &LocalName) -> bool {
        self.attribute(name).is_some()
    }

    /// The `id` attribute, unless it is empty.
    pub fn identifier(&self) -> Option<&'h LocalName> {
        self.attributes.get().and_then(|attributes| attributes.as_ref().id.as_ref())
    }

    /// The words of the `class` attribute.
    pub fn classes(&self) -> &'h [LocalName] {
        match self.attributes.get() {
            Some(attributes) => &attributes.as_ref().classes,
            None => &[],
        }
    }

    /// The fragment of a `<template>`.
    pub fn template_contents(&self) -> Option<NodeRef<'h>> {
        self.template_contents
    }

    pub(super) fn is_integration_point(&self) -> bool {
        self.integration_point
    }

    /// Adds the attributes whose names the element does not have yet.
    pub(super) fn add_attributes_if_missing(&self, cx: &Cx<'h>, new: Vec<Attribute<'h>>) {
        let old = self.attributes();
        let mut list: Vec<_> =
            old.iter().map(|attribute| Attribute { name: attribute.name.clone(), value: attribute.value }).collect();
        for attribute in new {
            if !list.iter().any(|a| a.name.expanded() == attribute.name.expanded()) {
                list.push(attribute);
            }
        }
        if list.len() > old.len() {
            self.attributes.set(Attributes::new(cx, list));
        }
    }
}

impl<'h> Node<'h> {
    /// A node without neighbours.
    pub fn new(data: NodeData<'h>) -> Self {
        let none = || GcCell::new(None);
        Self {
            parent: none(),
            first_child: none(),
            last_child: none(),
            previous_sibling: none(),
            next_sibling: none(),
            data,
        }
    }

    /// What the node is.
    pub fn data(&self) -> &NodeData<'h> {
        &self.data
    }

    /// The element's part of the node, if it is an element.
    #[inline]
    pub fn element(&self) -> Option<&'h ElementData<'h>> {
        match self.data {
            NodeData::Element(element) => Some(element.as_ref()),
            _ => None,
        }
    }

    /// Whether the node is an element.
    pub fn is_element(&self) -> bool {
        matches!(self.data, NodeData::Element(_))
    }

    /// Whether the node is the HTML element of that name.
    pub fn is_html_element(&self, name: &LocalName) -> bool {
        self.element().is_some_and(|element| element.is_html_element(name))
    }

    /// The character data of a text node.
    pub fn text(&self) -> Option<&'h str> {
        match &self.data {
            NodeData::Text(text) => Some(text.as_str()),
            _ => None,
        }
    }

    /// The parent.
    #[inline]
    pub fn parent(&self) -> Option<NodeRef<'h>> {
        self.parent.get()
    }

    /// The first child.
    #[inline]
    pub fn first_child(&self) -> Option<NodeRef<'h>> {
        self.first_child.get()
    }

    /// The last child.
    #[inline]
    pub fn last_child(&self) -> Option<NodeRef<'h>> {
        self.last_child.get()
    }

    /// The sibling before.
    #[inline]
    pub fn previous_sibling(&self) -> Option<NodeRef<'h>> {
        self.previous_sibling.get()
    }

    /// The sibling after.
    #[inline]
    pub fn next_sibling(&self) -> Option<NodeRef<'h>> {
        self.next_sibling.get()
    }

    /// The parent, if it is an element.
    #[inline]
    pub fn parent_element(&self) -> Option<NodeRef<'h>> {
        self.parent().filter(|parent| parent.is_element())
    }

    /// The children, first to last.
    pub fn children(&self) -> impl Iterator<Item = NodeRef<'h>> + use<'h> {
        std::iter::successors(self.first_child(), |node| node.next_sibling())
    }

    /// The children that are elements.
    pub fn child_elements(&self) -> impl Iterator<Item = NodeRef<'h>> + use<'h> {
        self.children().filter(|node| node.is_element())
    }

    /// The parent, its parent, up to the root.
    pub fn ancestors(&self) -> impl Iterator<Item = NodeRef<'h>> + use<'h> {
        std::iter::successors(self.parent(), |node| node.parent())
    }
}

/// Changes of the tree; only the tree builder makes them.
pub(super) fn append<'h>(parent: NodeRef<'h>, child: NodeRef<'h>) {
    detach(child);
    child.parent.set(Some(parent));
    match parent.last_child.get() {
        Some(last) => {
            last.next_sibling.set(Some(child));
            child.previous_sibling.set(Some(last));
        }
        None => parent.first_child.set(Some(child)),
    }
    parent.last_child.set(Some(child));
}

/// Inserts `child` before `sibling`, which has a parent.
pub(super) fn insert_before<'h>(sibling: NodeRef<'h>, child: NodeRef<'h>) {
    detach(child);
    let Some(parent) = sibling.parent.get() else { return };
    child.parent.set(Some(parent));
    child.next_sibling.set(Some(sibling));
    let previous = sibling.previous_sibling.replace(Some(child));
    child.previous_sibling.set(previous);
    match previous {
        Some(previous) => previous.next_sibling.set(Some(child)),
        None => parent.first_child.set(Some(child)),
    }
}

/// Takes a node, with its children, out of its parent.
pub(super) fn detach(node: NodeRef<'_>) {
    let Some(parent) = node.parent.take() else { return };
    let (previous, next) = (node.previous_sibling.take(), node.next_sibling.take());
    match previous {
        Some(previous) => previous.next_sibling.set(next),
        None => parent.first_child.set(next),
    }
    match next {
        Some(next) => next.previous_sibling.set(previous),
        None => parent.last_child.set(previous),
    }
}

/// A node's debug form is its own start tag: printing its links would never end.
impl fmt::Debug for Node<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.data {
            NodeData::Document => f.write_str("#document"),
            NodeData::Fragment => f.write_str("#fragment"),
            NodeData::Doctype(name) => write!(f, "<!DOCTYPE {name}>"),
            NodeData::Text(text) => write!(f, "{:?}", text.as_str()),
            NodeData::Comment(text) => write!(f, "<!--{text}-->"),
            NodeData::ProcessingInstruction(pi) => write!(f, "<?{} {}?>", pi.target, pi.data),
            NodeData::Element(element) => {
                write!(f, "<{}", element.local_name())?;
                for attribute in element.attributes() {
                    write!(f, " {}={:?}", attribute.name.local, &*attribute.value)?;
                }
                f.write_str(">")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_small() {
        assert!(size_of::<Node<'static>>() <= 72, "{}", size_of::<Node<'static>>());
        assert!(size_of::<ElementData<'static>>() <= 56, "{}", size_of::<ElementData<'static>>());
        assert!(size_of::<Attribute<'static>>() <= 40, "{}", size_of::<Attribute<'static>>());
    }
}
