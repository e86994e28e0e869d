//! Walks the styled document and opens a box for each element that makes one.

use ashlar_gc::{Cx, Gc, GcVec};
use ashlar_layout::box_tree::builder::{BoxSpec, BoxTreeBuilder};
use ashlar_layout::box_tree::{BoxFlags, PseudoElement, ReplacedContents, SourceNode};
use ashlar_layout::css::ComputedStyle;
use ashlar_layout::css::values::display::Display;
use ashlar_layout::css::values::position::{Contain, ContentVisibility};
use ashlar_layout::limits::{MAX_BOX_DEPTH, MAX_COLUMN_SPAN, MAX_ROW_SPAN};
use markup5ever::{LocalName, local_name};

use super::counter_styles::CounterStyles;
use super::counters::Counters;
use super::first_letter::PendingLetter;
use super::generated::QuoteState;
use super::{BoxEnvironment, ReplacedContent, StyledBoxes};
use crate::dom::{Document, NodeData, NodeRef};
use crate::style::{Pseudo, StyledDocument};

/// The walk's state.
pub(super) struct Constructor<'a, 'h> {
    pub cx: &'a Cx<'h>,
    pub document: &'a Document<'h>,
    pub styled: &'a StyledDocument<'h>,
    pub environment: &'a BoxEnvironment<'a>,
    pub initial_style: Gc<'h, ComputedStyle<'h>>,
    pub builder: BoxTreeBuilder<'a, 'h>,
    pub counters: Counters,
    pub counter_styles: CounterStyles,
    pub quotes: QuoteState,
    pub first_letter: Option<PendingLetter<'h>>,
    sources: GcVec<'h, NodeRef<'h>>,
    replaced: Vec<ReplacedContent<'h>>,
    body: Option<NodeRef<'h>>,
    viewport_overflow_from: Option<NodeRef<'h>>,
}

impl<'a, 'h> Constructor<'a, 'h> {
    pub fn new(
        cx: &'a Cx<'h>,
        document: &'a Document<'h>,
        styled: &'a StyledDocument<'h>,
        initial_style: Gc<'h, ComputedStyle<'h>>,
        environment: &'a BoxEnvironment<'a>,
    ) -> Self {
        let body = document.body();
        let mut constructor = Self {
            cx,
            document,
            styled,
            environment,
            initial_style,
            builder: BoxTreeBuilder::new(cx, initial_style),
            counters: Counters::default(),
            counter_styles: CounterStyles::new(environment.counter_styles),
            quotes: QuoteState::default(),
            first_letter: None,
            sources: GcVec::new(),
            replaced: Vec::new(),
            body,
            viewport_overflow_from: None,
        };
        constructor.viewport_overflow_from = constructor.find_viewport_overflow();
        constructor
    }

    pub fn run(mut self) -> StyledBoxes<'h> {
        if let Some(root) = self.document.document_element() {
            self.element(root, 0);
        }
        let tree = self.builder.finish(self.document.is_quirks());
        StyledBoxes { tree, sources: self.sources, replaced: self.cx.alloc_slice(self.replaced) }
    }

    /// [CSS Overflow 3, § 3.3](https://www.w3.org/TR/css-overflow-3/#overflow-propagation): the viewport takes
    /// `overflow` from the root element, or from the body where the root's is `visible`.
    fn find_viewport_overflow(&self) -> Option<NodeRef<'h>> {
        use ashlar_layout::css::values::position::Overflow;
        let root = self.document.document_element()?;
        let style = self.styled.style_of(root)?;
        let is_visible = *style.overflow_x() == Overflow::Visible && *style.overflow_y() == Overflow::Visible;
        if is_visible && root.is_html_element(&local_name!("html")) { self.body } else { Some(root) }
    }

    /// Numbers a node for [`SourceNode::node`].
    pub fn source(&mut self, node: NodeRef<'h>, pseudo: PseudoElement) -> SourceNode {
        let number = self.sources.len() as u32;
        self.sources.push(self.cx, node);
        SourceNode { node: number, pseudo }
    }

    /// Numbers what a replaced box draws.
    pub fn replaced_content(&mut self, content: ReplacedContent<'h>) -> u32 {
        self.replaced.push(content);
        (self.replaced.len() - 1) as u32
    }

    fn element(&mut self, node: NodeRef<'h>, depth: usize) {
        let Some(element) = node.element() else { return };
        let Some(style) = self.styled.style_of(node) else { return };
        if *style.display() == Display::None || depth > 2 * MAX_BOX_DEPTH {
            return;
        }
        if *style.display() == Display::Contents {
            // Without a box there are no counters either, and the children count among the siblings.
            if !element.is_svg() && !self.is_replaced_by_nature(node) {
                self.children_with_generated_content(node, depth.saturating_sub(1));
            }
            return;
        }
        self.apply_counters(node, &style, depth);
        let source = self.source(node, PseudoElement::None);
        if element.is_html_element(&local_name!("br")) {
            self.first_letter = None;
            self.builder.line_break(style, source);
        } else if element.is_html_element(&local_name!("wbr")) {
            self.builder.text(style, source, "\u{200b}");
        } else if !self.replaced_element(node, style, source) {
            let mut spec = self.spec(node, style, source);
            self.set_control_size(node, &style, &mut spec.flags);
            self.builder.open(spec);
            let letter = self.enter_letter_scope(node, &style);
            self.box_content(node, style, depth);
            self.leave_letter_scope(letter);
            self.builder.close();
        } else if !style.is_out_of_flow() {
            self.first_letter = None;
        }
        self.counters.leave(depth);
    }

    fn box_content(&mut self, node: NodeRef<'h>, style: Gc<'h, ComputedStyle<'h>>, depth: usize) {
        if style.display().is_list_item() {
            self.marker(node, style);
        }
        if !self.form_control_content(node, style, depth) {
            self.children_with_generated_content(node, depth);
        }
    }

    /// The spec of an element's own box.
    pub fn spec(&self, node: NodeRef<'h>, style: Gc<'h, ComputedStyle<'h>>, source: SourceNode) -> BoxSpec<'h> {
        let is_html = |name: &LocalName| node.is_html_element(name);
        let mut spec = BoxSpec::new(style, Some(source));
        spec.flags = BoxFlags {
            is_root: self.document.document_element().is_some_and(|root| Gc::ptr_eq(root, node)),
            is_body: self.body.is_some_and(|body| Gc::ptr_eq(body, node)),
            overflow_is_propagated: self.viewport_overflow_from.is_some_and(|from| Gc::ptr_eq(from, node)),
            centers_content: is_html(&local_name!("button")) || is_html(&local_name!("input")),
            is_fieldset: is_html(&local_name!("fieldset")),
            is_legend: is_html(&local_name!("legend"))
                && node.parent().is_some_and(|parent| parent.is_html_element(&local_name!("fieldset"))),
            ..BoxFlags::default()
        };
        let number = |name: &LocalName| {
            let value = node.element()?.attribute(name)?;
            parse_non_negative_integer(value)
        };
        let is_cell = is_html(&local_name!("td")) || is_html(&local_name!("th"));
        if is_cell {
            spec.column_span = number(&local_name!("colspan")).filter(|n| *n > 0).unwrap_or(1).min(MAX_COLUMN_SPAN);
            spec.row_span = number(&local_name!("rowspan")).unwrap_or(1).min(MAX_ROW_SPAN);
            spec.flags.has_nowrap_attribute =
                node.element().is_some_and(|element| element.attribute(&local_name!("nowrap")).is_some());
        } else if is_html(&local_name!("col")) || is_html(&local_name!("colgroup")) {
            spec.column_span = number(&local_name!("span")).filter(|n| *n > 0).unwrap_or(1).min(MAX_COLUMN_SPAN);
        }
        spec
    }

    pub fn children_with_generated_content(&mut self, node: NodeRef<'h>, depth: usize) {
        self.pseudo_element(node, Pseudo::Before, PseudoElement::Before, depth + 1);
        self.children(node, depth);
        self.pseudo_element(node, Pseudo::After, PseudoElement::After, depth + 1);
    }

    fn children(&mut self, node: NodeRef<'h>, depth: usize) {
        if node.is_html_element(&local_name!("details")) {
            self.details(node, depth);
            return;
        }
        for child in node.children() {
            self.child(node, child, depth);
        }
    }

    fn child(&mut self, parent: NodeRef<'h>, child: NodeRef<'h>, depth: usize) {
        match child.data() {
            NodeData::Text(text) => {
                if let Some(style) = self.text_style(parent) {
                    let source = self.source(child, PseudoElement::None);
                    self.text_with_first_letter(style, source, text.as_str());
                }
            }
            NodeData::Element(_) => self.element(child, depth + 1),
            _ => {}
        }
    }

    /// [HTML, § 15.5.4](https://html.spec.whatwg.org/#the-details-and-summary-elements): the first `<summary>`, then all
    /// else in a block, which is skipped while the element is closed.
    fn details(&mut self, details: NodeRef<'h>, depth: usize) {
        let summary = details.child_elements().find(|child| child.is_html_element(&local_name!("summary")));
        match summary {
            Some(summary) => self.element(summary, depth + 1),
            None => self.default_summary(details),
        }
        let Some(style) = self.styled.style_of(details) else { return };
        let mut content = self.anonymous_style(&style, Display::BLOCK);
        if !is_open_details(details) {
            let mut box_style = (*content.box_style).clone();
            box_style.content_visibility = ContentVisibility::Hidden;
            // Skipped content holds what is positioned in it.
            box_style.contain = box_style.contain | Contain::LAYOUT | Contain::PAINT;
            content.box_style = self.cx.alloc(box_style);
        }
        let mut spec = BoxSpec::new(self.cx.alloc(content), None);
        spec.flags.is_anonymous = true;
        self.builder.open(spec);
        for child in details.children() {
            if summary.is_none_or(|summary| !Gc::ptr_eq(summary, child)) {
                self.child(details, child, depth);
            }
        }
        self.builder.close();
    }

    /// The style of text directly in an element; `display: contents` still gives inherited properties.
    fn text_style(&self, node: NodeRef<'h>) -> Option<Gc<'h, ComputedStyle<'h>>> {
        self.styled.style_of(node)
    }

    fn default_summary(&mut self, details: NodeRef<'h>) {
        let Some(style) = self.styled.style_of(details) else { return };
        let mut summary = ComputedStyle::anonymous(&style, &self.initial_style);
        let mut box_style = (*summary.box_style).clone();
        box_style.display = Display::LIST_ITEM;
        summary.box_style = self.cx.alloc(box_style);
        let mut list = (*summary.list).clone();
        let symbol = if is_open_details(details) { "disclosure-open" } else { "disclosure-closed" };
        list.list_style_type = ashlar_layout::css::values::content::CounterStyle::Named(symbol.into());
        list.list_style_position = ashlar_layout::css::values::content::ListStylePosition::Inside;
        summary.list = self.cx.alloc(list);
        let style = self.cx.alloc(summary);
        let source = self.source(details, PseudoElement::FormControl);
        self.builder.open(BoxSpec::new(style, Some(source)));
        self.marker(details, style);
        self.builder.text(style, source, "Details");
        self.builder.close();
    }

    /// An anonymous box's style: inherited properties from `parent`, `display` given.
    pub fn anonymous_style(&self, parent: &ComputedStyle<'h>, display: Display) -> ComputedStyle<'h> {
        let mut style = ComputedStyle::anonymous(parent, &self.initial_style);
        let mut box_style = (*style.box_style).clone();
        box_style.display = display;
        style.box_style = self.cx.alloc(box_style);
        style
    }

    /// Adds a replaced box for an element.
    pub fn add_replaced(
        &mut self,
        node: NodeRef<'h>,
        style: Gc<'h, ComputedStyle<'h>>,
        source: SourceNode,
        contents: ReplacedContents,
    ) {
        let spec = self.spec(node, style, source);
        self.builder.replaced(spec, contents);
    }
}

fn is_open_details(node: NodeRef<'_>) -> bool {
    node.element().is_some_and(|element| element.has_attribute(&local_name!("open")))
}

/// [Rules for parsing non-negative integers](https://html.spec.whatwg.org/#rules-for-parsing-non-negative-integers),
/// saturating.
pub(super) fn parse_non_negative_integer(text: &str) -> Option<u32> {
    let value = parse_integer(text)?;
    u32::try_from(value).ok()
}

/// [Rules for parsing integers](https://html.spec.whatwg.org/#rules-for-parsing-integers), saturating.
pub(super) fn parse_integer(text: &str) -> Option<i32> {
    let text = text.trim_start_matches(|c: char| c.is_ascii_whitespace());
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    if end == 0 {
        return None;
    }
    let value = digits[..end].bytes().fold(0_i32, |n, b| n.saturating_mul(10).saturating_add(i32::from(b - b'0')));
    Some(if negative { -value } else { value })
}
