//! The language and the direction of elements, as attributes and text say them.

use icu_properties::CodePointMapData;
use icu_properties::props::BidiClass;
use markup5ever::{local_name, ns};

use super::form_state::{input_type, is_text_type};
use crate::dom::iterate::{Step, Steps};
use crate::dom::{ElementData, NodeRef};

/// [The language of a node](https://html.spec.whatwg.org/#language): `xml:lang` or `lang` of it or the nearest ancestor,
/// else that of `<meta http-equiv=content-language>`.
pub fn language<'h>(node: NodeRef<'h>) -> Option<&'h str> {
    let mut root = node;
    for node in std::iter::once(node).chain(node.ancestors()) {
        if let Some(language) = node.element().and_then(own_language) {
            return Some(language);
        }
        root = node;
    }
    pragma_language(root)
}

/// The language an element itself declares.
pub fn own_language<'h>(element: &ElementData<'h>) -> Option<&'h str> {
    let xml = element.attributes().iter().find(|a| a.name.ns == ns!(xml) && a.name.local == local_name!("lang"));
    xml.map(|attribute| attribute.value.as_ref()).or_else(|| element.attribute(&local_name!("lang")))
}

/// [The pragma-set default language](https://html.spec.whatwg.org/#pragma-set-default-language).
pub fn pragma_language<'h>(document: NodeRef<'h>) -> Option<&'h str> {
    let html = document.child_elements().next()?;
    let head = html.child_elements().find(|node| node.is_html_element(&local_name!("head")))?;
    let meta = head.child_elements().filter_map(|node| node.element()).find(|element| {
        element.is_html_element(&local_name!("meta"))
            && element
                .attribute(&local_name!("http-equiv"))
                .is_some_and(|name| name.eq_ignore_ascii_case("content-language"))
    })?;
    meta.attribute(&local_name!("content")).filter(|content| !content.contains(',')).map(str::trim)
}

/// [Extended filtering](https://www.rfc-editor.org/rfc/rfc4647#section-3.3.2) of a language by a range.
pub fn range_matches(range: &str, language: &str) -> bool {
    if range.is_empty() {
        return language.is_empty();
    }
    if language.is_empty() {
        return false;
    }
    let mut subtags = language.split('-');
    let mut wanted = range.split('-');
    let (Some(first_wanted), Some(first)) = (wanted.next(), subtags.next()) else { return false };
    if first_wanted != "*" && !first_wanted.eq_ignore_ascii_case(first) {
        return false;
    }
    let mut wanted = wanted.filter(|subtag| *subtag != "*").peekable();
    while let Some(subtag) = wanted.peek() {
        match subtags.next() {
            None => return false,
            Some(found) if found.eq_ignore_ascii_case(subtag) => {
                wanted.next();
            }
            // A singleton begins an extension, which a range does not skip.
            Some(found) if found.len() == 1 => return false,
            Some(_) => {}
        }
    }
    true
}

/// What the `dir` attribute says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DirAttribute {
    /// `ltr`
    Ltr,
    /// `rtl`
    Rtl,
    /// `auto`
    Auto,
}

/// The `dir` attribute of an HTML element.
pub fn dir_attribute(element: &ElementData<'_>) -> Option<DirAttribute> {
    let value = element.attribute(&local_name!("dir")).filter(|_| element.is_html())?;
    cssparser::match_ignore_ascii_case! { value,
        "ltr" => Some(DirAttribute::Ltr),
        "rtl" => Some(DirAttribute::Rtl),
        "auto" => Some(DirAttribute::Auto),
        _ => None,
    }
}

/// [Whether the directionality of an element](https://html.spec.whatwg.org/#the-directionality) is right to left.
pub fn is_rtl(node: NodeRef<'_>) -> bool {
    for node in std::iter::once(node).chain(node.ancestors()) {
        let Some(element) = node.element() else { break };
        if let Some(rtl) = own_directionality(node, element) {
            return rtl;
        }
    }
    false
}

/// The directionality an element does not take from its parent.
pub fn own_directionality(node: NodeRef<'_>, element: &ElementData<'_>) -> Option<bool> {
    match dir_attribute(element) {
        Some(DirAttribute::Ltr) => Some(false),
        Some(DirAttribute::Rtl) => Some(true),
        Some(DirAttribute::Auto) => Some(auto_directionality(node, element).unwrap_or(false)),
        None if element.is_html_element(&local_name!("bdi")) => {
            Some(auto_directionality(node, element).unwrap_or(false))
        }
        None if element.is_html_element(&local_name!("input")) && input_type(element) == "tel" => Some(false),
        None => None,
    }
}

/// The direction of the first strong character; `None` if there is none.
fn auto_directionality(node: NodeRef<'_>, element: &ElementData<'_>) -> Option<bool> {
    if element.is_html_element(&local_name!("input")) {
        let kind = input_type(element);
        let has_text = is_text_type(kind) || matches!(kind, "hidden" | "submit" | "reset" | "button");
        return has_text.then(|| first_strong(element.attribute(&local_name!("value"))?)).flatten();
    }
    let mut steps = Steps::new(node);
    while let Some(step) = steps.next() {
        let Step::Enter(inner) = step else { continue };
        if let Some(text) = inner.text() {
            if let Some(rtl) = first_strong(text) {
                return Some(rtl);
            }
        } else if let Some(inner_element) = inner.element() {
            let is_isolated = matches!(&**inner_element.local_name(), "bdi" | "script" | "style" | "textarea")
                || inner_element.has_attribute(&local_name!("dir"));
            if is_isolated && !inner.ptr_eq(node) {
                steps.skip_children(inner);
            }
        }
    }
    None
}

fn first_strong(text: &str) -> Option<bool> {
    let classes = CodePointMapData::<BidiClass>::new();
    text.chars().find_map(|character| match classes.get(character) {
        BidiClass::LeftToRight => Some(false),
        BidiClass::RightToLeft | BidiClass::ArabicLetter => Some(true),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of [Selectors § 7.1](https://www.w3.org/TR/selectors-4/#the-lang-pseudo) and RFC 4647.
    #[test]
    fn ranges() {
        assert!(range_matches("de", "de-DE-1996"));
        assert!(range_matches("de-DE", "de-Latn-DE"));
        assert!(range_matches("*-Latn", "de-Latn-DE"));
        assert!(range_matches("*-CH", "de-ch"));
        assert!(!range_matches("de-DE", "de-x-DE"));
        assert!(!range_matches("de", "den"));
        assert!(range_matches("", ""));
        assert!(!range_matches("*", ""));
    }
}
