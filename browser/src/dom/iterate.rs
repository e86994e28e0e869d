//! Walks over a tree. None recurses, so depth costs no stack.

use super::node::NodeRef;

/// A step of a walk.
#[derive(Clone, Copy, Debug)]
pub enum Step<'h> {
    /// The walk comes to a node, before its children.
    Enter(NodeRef<'h>),
    /// The walk leaves a node, after its children.
    Leave(NodeRef<'h>),
}

/// Enters and leaves every node of a subtree, its root included, in document order.
pub struct Steps<'h> {
    root: NodeRef<'h>,
    next: Option<Step<'h>>,
}

impl<'h> Steps<'h> {
    /// The steps of the subtree at `root`.
    pub fn new(root: NodeRef<'h>) -> Self {
        Self { root, next: Some(Step::Enter(root)) }
    }

    /// Goes on without the children of `node`, which was entered by the last step.
    pub fn skip_children(&mut self, node: NodeRef<'h>) {
        self.next = Some(Step::Leave(node));
    }
}

impl<'h> Iterator for Steps<'h> {
    type Item = Step<'h>;

    fn next(&mut self) -> Option<Step<'h>> {
        let step = self.next?;
        self.next = match step {
            Step::Enter(node) => Some(node.first_child().map_or(Step::Leave(node), Step::Enter)),
            Step::Leave(node) if node.ptr_eq(self.root) => None,
            Step::Leave(node) => node.next_sibling().map(Step::Enter).or(node.parent().map(Step::Leave)),
        };
        Some(step)
    }
}

/// Every node below `root`, `root` itself not included, in document order.
pub struct Descendants<'h> {
    root: NodeRef<'h>,
    next: Option<NodeRef<'h>>,
}

/// Every node below `root` in document order.
pub fn descendants(root: NodeRef<'_>) -> Descendants<'_> {
    Descendants { root, next: root.first_child() }
}

/// Every element below `root` in document order.
pub fn descendant_elements<'h>(root: NodeRef<'h>) -> impl Iterator<Item = NodeRef<'h>> {
    descendants(root).filter(|node| node.is_element())
}

/// The character data of all text nodes below `root`, joined.
pub fn text_content(root: NodeRef<'_>) -> String {
    descendants(root).filter_map(|node| node.text()).collect()
}

/// The node after the whole subtree of `node` within the subtree of `root`, in document order.
pub fn next_outside<'h>(node: NodeRef<'h>, root: NodeRef<'h>) -> Option<NodeRef<'h>> {
    let mut current = node;
    while !current.ptr_eq(root) {
        if let Some(next) = current.next_sibling() {
            return Some(next);
        }
        current = current.parent()?;
    }
    None
}

impl<'h> Iterator for Descendants<'h> {
    type Item = NodeRef<'h>;

    fn next(&mut self) -> Option<NodeRef<'h>> {
        let node = self.next?;
        self.next = node.first_child().or_else(|| next_outside(node, self.root));
        Some(node)
    }
}
