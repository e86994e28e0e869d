//! `Document`: a parsed tree with what is known of it as a whole.

use markup5ever::{LocalName, local_name};
use url::Url;

use super::iterate::{descendant_elements, descendants, text_content};
use super::node::NodeRef;

pub use markup5ever::interface::tree_builder::QuirksMode;

/// A document.
#[derive(Clone, Debug)]
pub struct Document<'h> {
    /// The document node.
    pub root: NodeRef<'h>,
    /// Whether the document is in quirks, limited quirks or standards mode.
    pub quirks_mode: QuirksMode,
    /// Whether names are matched as HTML does, not as XML.
    pub is_html: bool,
    /// Where the document came from; its fragment names the target.
    pub url: Url,
    /// What relative URLs start from: that of `<base href>`, else the document's own.
    pub base_url: Url,
    /// Elements made by the parser: every `NodeId` is below.
    pub element_count: u32,
}

impl<'h> Document<'h> {
    pub(super) fn new(
        root: NodeRef<'h>,
        quirks_mode: QuirksMode,
        is_html: bool,
        url: &Url,
        element_count: u32,
    ) -> Self {
        let base_url = base_url(root, url);
        Self { root, quirks_mode, is_html, url: url.clone(), base_url, element_count }
    }

    /// Whether the document is in full quirks mode.
    pub fn is_quirks(&self) -> bool {
        self.quirks_mode == QuirksMode::Quirks
    }

    /// The root element: `<html>`, `<svg>`.
    pub fn document_element(&self) -> Option<NodeRef<'h>> {
        self.root.child_elements().next()
    }

    /// [The `<body>`](https://html.spec.whatwg.org/#the-body-element-2): the first `<body>` or `<frameset>` of `<html>`.
    pub fn body(&self) -> Option<NodeRef<'h>> {
        let html = self.document_element().filter(|root| root.is_html_element(&local_name!("html")))?;
        html.child_elements()
            .find(|node| node.is_html_element(&local_name!("body")) || node.is_html_element(&local_name!("frameset")))
    }

    /// [The title](https://html.spec.whatwg.org/#document.title), its white space collapsed; `None` without one.
    pub fn title(&self) -> Option<String> {
        let title = descendant_elements(self.root).find(|node| {
            node.element().is_some_and(|element| {
                *element.local_name() == local_name!("title") && (element.is_html() || element.is_svg())
            })
        })?;
        let words: Vec<String> = text_content(title).split_ascii_whitespace().map(str::to_owned).collect();
        (!words.is_empty()).then(|| words.join(" "))
    }

    /// The first element with that `id`, in document order.
    pub fn element_by_id(&self, id: &str) -> Option<NodeRef<'h>> {
        let id = LocalName::from(id);
        descendants(self.root).find(|node| node.element().and_then(|element| element.identifier()) == Some(&id))
    }

    /// A URL of the page made absolute.
    pub fn resolve_url(&self, reference: &str) -> Option<Url> {
        self.base_url.join(reference.trim_matches([' ', '\t', '\n', '\x0c', '\r'])).ok()
    }

    /// [The element the fragment of the URL points to](https://html.spec.whatwg.org/#the-indicated-part-of-the-document).
    pub fn target(&self) -> Option<NodeRef<'h>> {
        let fragment = self.url.fragment().filter(|fragment| !fragment.is_empty())?;
        self.element_by_id(fragment).or_else(|| self.element_by_id(&percent_decode(fragment)))
    }
}

fn percent_decode(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        let hex = tail.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
        match hex.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) if *first == b'%' => {
                bytes.push(byte);
                rest = &tail[2..];
            }
            _ => {
                bytes.push(*first);
                rest = tail;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// [The document base URL](https://html.spec.whatwg.org/#document-base-url): of the first `<base>` with an `href`.
fn base_url(root: NodeRef<'_>, fallback: &Url) -> Url {
    let href = descendant_elements(root).find_map(|node| {
        let element = node.element().filter(|element| element.is_html_element(&local_name!("base")))?;
        element.attribute(&local_name!("href"))
    });
    href.and_then(|href| fallback.join(href.trim()).ok())
        .filter(|url| !matches!(url.scheme(), "data" | "javascript"))
        .unwrap_or_else(|| fallback.clone())
}
