//! The receiver of the tree builder: turns its calls into nodes.
//!
//! Spec: <https://html.spec.whatwg.org/#tree-construction>.

use std::borrow::Cow;
use std::cell::Cell;

use ashlar_gc::{Cx, GcString};
use html5ever::tendril::StrTendril;
use markup5ever::interface::tree_builder::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use markup5ever::{ExpandedName, QualName};
use url::Url;

use super::document::Document;
use super::node::{self, Attribute, ElementData, Node, NodeData, NodeId, NodeRef, ProcessingInstruction};
use crate::limits::MAX_ELEMENT_DEPTH;

/// Builds one document.
pub struct Sink<'cx, 'h> {
    cx: &'cx Cx<'h>,
    document: NodeRef<'h>,
    quirks_mode: Cell<QuirksMode>,
    is_html: bool,
    url: Url,
    elements: Cell<u32>,
}

impl<'cx, 'h> Sink<'cx, 'h> {
    /// A sink for an empty document.
    pub fn new(cx: &'cx Cx<'h>, url: &Url, is_html: bool) -> Self {
        Self {
            cx,
            document: cx.alloc(Node::new(NodeData::Document)),
            quirks_mode: Cell::new(QuirksMode::NoQuirks),
            is_html,
            url: url.clone(),
            elements: Cell::new(0),
        }
    }

    fn attributes(&self, attributes: Vec<markup5ever::Attribute>) -> Vec<Attribute<'h>> {
        let convert = |a: markup5ever::Attribute| Attribute { name: a.name, value: self.cx.alloc_str(&a.value) };
        attributes.into_iter().map(convert).collect()
    }

    fn text(&self, text: &str) -> NodeRef<'h> {
        self.cx.alloc(Node::new(NodeData::Text(GcString::from(self.cx, text))))
    }

    /// Appends to a text node, if `node` is one.
    fn extend_text(&self, node: Option<NodeRef<'h>>, text: &str) -> bool {
        match node.as_ref().map(|node| node.data()) {
            Some(NodeData::Text(data)) => {
                data.push_str(self.cx, text);
                true
            }
            _ => false,
        }
    }

    /// AD-HOC: as in Chromium, an element that would be deeper than the cap becomes a sibling of its parent.
    fn capped_parent(parent: NodeRef<'h>) -> NodeRef<'h> {
        // NOTE: walking up costs a step a level; real pages are some fifteen levels deep.
        let deep = parent.ancestors().take(MAX_ELEMENT_DEPTH).count() >= MAX_ELEMENT_DEPTH;
        if deep { parent.parent().unwrap_or(parent) } else { parent }
    }
}

impl<'h> TreeSink for Sink<'_, 'h> {
    type Handle = NodeRef<'h>;
    type Output = Document<'h>;
    type ElemName<'a>
        = ExpandedName<'a>
    where
        Self: 'a;

    fn finish(self) -> Document<'h> {
        Document::new(self.document, self.quirks_mode.get(), self.is_html, &self.url, self.elements.get())
    }

    // NOTE: pages are full of parse errors and browsers show none of them.
    fn parse_error(&self, _message: Cow<'static, str>) {}

    fn get_document(&self) -> NodeRef<'h> {
        self.document
    }

    fn elem_name<'a>(&'a self, target: &'a NodeRef<'h>) -> ExpandedName<'a> {
        target.element().expect("invariant: the tree builder asks for names of elements only").name().expanded()
    }

    fn create_element(
        &self,
        name: QualName,
        attributes: Vec<markup5ever::Attribute>,
        flags: ElementFlags,
    ) -> NodeRef<'h> {
        let id = self.elements.get();
        self.elements.set(id.saturating_add(1));
        let contents = flags.template.then(|| self.cx.alloc(Node::new(NodeData::Fragment)));
        let attributes = self.attributes(attributes);
        let integration_point = flags.mathml_annotation_xml_integration_point;
        let element = ElementData::new(self.cx, NodeId(id), name, attributes, contents, integration_point);
        self.cx.alloc(Node::new(NodeData::Element(self.cx.alloc(element))))
    }

    fn create_comment(&self, text: StrTendril) -> NodeRef<'h> {
        self.cx.alloc(Node::new(NodeData::Comment(self.cx.alloc_str(&text))))
    }

    fn create_pi(&self, target: StrTendril, data: StrTendril) -> NodeRef<'h> {
        let instruction = ProcessingInstruction { target: self.cx.alloc_str(&target), data: self.cx.alloc_str(&data) };
        self.cx.alloc(Node::new(NodeData::ProcessingInstruction(self.cx.alloc(instruction))))
    }

    fn append(&self, parent: &NodeRef<'h>, child: NodeOrText<NodeRef<'h>>) {
        match child {
            NodeOrText::AppendText(text) => {
                if !self.extend_text(parent.last_child(), &text) {
                    node::append(*parent, self.text(&text));
                }
            }
            NodeOrText::AppendNode(child) if child.is_element() => node::append(Self::capped_parent(*parent), child),
            NodeOrText::AppendNode(child) => node::append(*parent, child),
        }
    }

    fn append_before_sibling(&self, sibling: &NodeRef<'h>, child: NodeOrText<NodeRef<'h>>) {
        match child {
            NodeOrText::AppendText(text) => {
                if !self.extend_text(sibling.previous_sibling(), &text) {
                    node::insert_before(*sibling, self.text(&text));
                }
            }
            NodeOrText::AppendNode(child) => node::insert_before(*sibling, child),
        }
    }

    fn append_based_on_parent_node(
        &self,
        element: &NodeRef<'h>,
        previous: &NodeRef<'h>,
        child: NodeOrText<NodeRef<'h>>,
    ) {
        if element.parent().is_some() {
            self.append_before_sibling(element, child);
        } else {
            self.append(previous, child);
        }
    }

    fn append_doctype_to_document(&self, name: StrTendril, _public_id: StrTendril, _system_id: StrTendril) {
        let doctype = self.cx.alloc(Node::new(NodeData::Doctype(self.cx.alloc_str(&name))));
        node::append(self.document, doctype);
    }

    fn get_template_contents(&self, target: &NodeRef<'h>) -> NodeRef<'h> {
        let contents = target.element().and_then(ElementData::template_contents);
        contents.expect("invariant: the tree builder asks for the contents of templates only")
    }

    fn same_node(&self, x: &NodeRef<'h>, y: &NodeRef<'h>) -> bool {
        x.ptr_eq(*y)
    }

    fn set_quirks_mode(&self, mode: QuirksMode) {
        self.quirks_mode.set(mode);
    }

    fn add_attrs_if_missing(&self, target: &NodeRef<'h>, attributes: Vec<markup5ever::Attribute>) {
        if let Some(element) = target.element() {
            element.add_attributes_if_missing(self.cx, self.attributes(attributes));
        }
    }

    fn remove_from_parent(&self, target: &NodeRef<'h>) {
        node::detach(*target);
    }

    fn reparent_children(&self, node: &NodeRef<'h>, new_parent: &NodeRef<'h>) {
        while let Some(child) = node.first_child() {
            node::append(*new_parent, child);
        }
    }

    fn is_mathml_annotation_xml_integration_point(&self, handle: &NodeRef<'h>) -> bool {
        handle.element().is_some_and(ElementData::is_integration_point)
    }
}
