//! States of form controls as their attributes say them; without scripts and users they have no others.

use markup5ever::{LocalName, local_name};

use crate::dom::iterate::{descendant_elements, text_content};
use crate::dom::{ElementData, NodeRef};

/// The `type` of an `<input>`, in lower case; `text` where it is missing or unknown.
pub fn input_type(element: &ElementData<'_>) -> &'static str {
    const TYPES: [&str; 22] = [
        "hidden",
        "text",
        "search",
        "tel",
        "url",
        "email",
        "password",
        "date",
        "month",
        "week",
        "time",
        "datetime-local",
        "number",
        "range",
        "color",
        "checkbox",
        "radio",
        "file",
        "submit",
        "image",
        "reset",
        "button",
    ];
    let value = element.attribute(&local_name!("type")).unwrap_or("text");
    TYPES.into_iter().find(|name| name.eq_ignore_ascii_case(value)).unwrap_or("text")
}

/// Whether an `<input>` of that type holds a line of text.
pub fn is_text_type(input_type: &str) -> bool {
    matches!(input_type, "text" | "search" | "tel" | "url" | "email" | "password" | "number")
}

fn is_date_type(input_type: &str) -> bool {
    matches!(input_type, "date" | "month" | "week" | "time" | "datetime-local")
}

fn is_one_of(element: &ElementData<'_>, names: &[LocalName]) -> bool {
    element.is_html() && names.contains(element.local_name())
}

/// [Whether the element can be disabled](https://html.spec.whatwg.org/#concept-element-disabled).
pub fn can_be_disabled(element: &ElementData<'_>) -> bool {
    is_one_of(
        element,
        &[
            local_name!("button"),
            local_name!("input"),
            local_name!("select"),
            local_name!("textarea"),
            local_name!("optgroup"),
            local_name!("option"),
            local_name!("fieldset"),
        ],
    )
}

/// [Whether the element is disabled](https://html.spec.whatwg.org/#concept-element-disabled).
pub fn is_disabled(node: NodeRef<'_>, element: &ElementData<'_>) -> bool {
    if !can_be_disabled(element) {
        return false;
    }
    if element.has_attribute(&local_name!("disabled")) {
        return true;
    }
    if *element.local_name() == local_name!("option") {
        let group = node.parent_element().and_then(|parent| parent.element());
        return group.is_some_and(|group| {
            group.is_html_element(&local_name!("optgroup")) && group.has_attribute(&local_name!("disabled"))
        });
    }
    if *element.local_name() == local_name!("optgroup") {
        return false;
    }
    in_disabled_fieldset(node)
}

/// A control in a disabled `<fieldset>` is disabled, unless it is inside the first `<legend>` of it.
fn in_disabled_fieldset(node: NodeRef<'_>) -> bool {
    let mut child = node;
    for ancestor in node.ancestors() {
        let disabled = ancestor.element().is_some_and(|element| {
            element.is_html_element(&local_name!("fieldset")) && element.has_attribute(&local_name!("disabled"))
        });
        if disabled {
            let legend = ancestor.child_elements().find(|child| child.is_html_element(&local_name!("legend")));
            if !legend.is_some_and(|legend| legend.ptr_eq(child)) {
                return true;
            }
        }
        child = ancestor;
    }
    false
}

/// [`:checked`](https://html.spec.whatwg.org/#selector-checked)
pub fn is_checked(node: NodeRef<'_>, element: &ElementData<'_>) -> bool {
    if !element.is_html() {
        return false;
    }
    match &**element.local_name() {
        "input" => {
            matches!(input_type(element), "checkbox" | "radio") && element.has_attribute(&local_name!("checked"))
        }
        "option" => is_selected_option(node, element),
        _ => false,
    }
}

/// [The selectedness setting algorithm](https://html.spec.whatwg.org/#selectedness-setting-algorithm): the last
/// `selected` option, else the first that is not disabled, of a select that shows one.
fn is_selected_option(node: NodeRef<'_>, element: &ElementData<'_>) -> bool {
    let select = node.ancestors().find(|ancestor| ancestor.is_html_element(&local_name!("select")));
    let Some((select, select_element)) = select.and_then(|select| Some((select, select.element()?))) else {
        return element.has_attribute(&local_name!("selected"));
    };
    if select_element.has_attribute(&local_name!("multiple")) {
        return element.has_attribute(&local_name!("selected"));
    }
    let options = || descendant_elements(select).filter(|node| node.is_html_element(&local_name!("option")));
    let is_selected =
        |option: &NodeRef<'_>| option.element().is_some_and(|element| element.has_attribute(&local_name!("selected")));
    if let Some(last) = options().filter(is_selected).last() {
        return last.ptr_eq(node);
    }
    let rows: u32 =
        select_element.attribute(&local_name!("size")).and_then(|size| size.trim().parse().ok()).unwrap_or(1);
    if rows > 1 {
        return false;
    }
    let is_enabled = |option: &NodeRef<'_>| option.element().is_some_and(|element| !is_disabled(*option, element));
    options().find(is_enabled).is_some_and(|first| first.ptr_eq(node))
}

/// [`:default`](https://html.spec.whatwg.org/#selector-default)
pub fn is_default(node: NodeRef<'_>, element: &ElementData<'_>) -> bool {
    if !element.is_html() {
        return false;
    }
    match &**element.local_name() {
        "option" => element.has_attribute(&local_name!("selected")),
        "input" if matches!(input_type(element), "checkbox" | "radio") => {
            element.has_attribute(&local_name!("checked"))
        }
        "input" | "button" if is_submit_button(element) => {
            let form = node.ancestors().find(|ancestor| ancestor.is_html_element(&local_name!("form")));
            let first = form
                .and_then(|form| descendant_elements(form).find(|node| node.element().is_some_and(is_submit_button)));
            first.is_some_and(|first| first.ptr_eq(node))
        }
        _ => false,
    }
}

fn is_submit_button(element: &ElementData<'_>) -> bool {
    if element.is_html_element(&local_name!("input")) {
        return matches!(input_type(element), "submit" | "image");
    }
    element.is_html_element(&local_name!("button"))
        && !element
            .attribute(&local_name!("type"))
            .is_some_and(|name| name.eq_ignore_ascii_case("button") || name.eq_ignore_ascii_case("reset"))
}

/// [`:indeterminate`](https://html.spec.whatwg.org/#selector-indeterminate)
pub fn is_indeterminate(node: NodeRef<'_>, element: &ElementData<'_>) -> bool {
    if element.is_html_element(&local_name!("progress")) {
        return !element.has_attribute(&local_name!("value"));
    }
    if !element.is_html_element(&local_name!("input")) || input_type(element) != "radio" {
        return false;
    }
    let group = element.attribute(&local_name!("name")).filter(|name| !name.is_empty());
    if group.is_none() {
        return !element.has_attribute(&local_name!("checked"));
    }
    let scope = node
        .ancestors()
        .find(|ancestor| ancestor.is_html_element(&local_name!("form")) || ancestor.parent().is_none())
        .unwrap_or(node);
    let mut radios = descendant_elements(scope).filter_map(|node| node.element()).filter(|other| {
        other.is_html_element(&local_name!("input"))
            && input_type(other) == "radio"
            && other.attribute(&local_name!("name")) == group
    });
    !radios.any(|other| other.has_attribute(&local_name!("checked")))
}

/// Whether `required` means something to the element.
pub fn can_be_required(element: &ElementData<'_>) -> bool {
    if !element.is_html() {
        return false;
    }
    match &**element.local_name() {
        "select" | "textarea" => true,
        "input" => {
            !matches!(input_type(element), "hidden" | "range" | "color" | "submit" | "image" | "reset" | "button")
        }
        _ => false,
    }
}

/// [`:read-write`](https://html.spec.whatwg.org/#selector-read-write)
pub fn is_read_write(node: NodeRef<'_>, element: &ElementData<'_>) -> bool {
    if element.is_html() {
        let is_text_control = match &**element.local_name() {
            "textarea" => true,
            "input" => is_text_type(input_type(element)) || is_date_type(input_type(element)),
            _ => false,
        };
        if is_text_control {
            return !element.has_attribute(&local_name!("readonly")) && !is_disabled(node, element);
        }
    }
    is_editable(node)
}

fn is_editable(node: NodeRef<'_>) -> bool {
    let chain = std::iter::once(node).chain(node.ancestors());
    for element in chain.filter_map(|node| node.element()).filter(|element| element.is_html()) {
        if let Some(value) = element.attribute(&local_name!("contenteditable")) {
            let editable = ["", "true", "plaintext-only"].iter().any(|word| value.eq_ignore_ascii_case(word));
            if editable || value.eq_ignore_ascii_case("false") {
                return editable;
            }
        }
    }
    false
}

/// The text a control holds at first.
pub fn control_value(node: NodeRef<'_>, element: &ElementData<'_>) -> String {
    if element.is_html_element(&local_name!("textarea")) {
        let text = text_content(node);
        return text.strip_prefix('\n').unwrap_or(&text).to_owned();
    }
    element.attribute(&local_name!("value")).unwrap_or("").to_owned()
}

/// [`:placeholder-shown`](https://html.spec.whatwg.org/#selector-placeholder-shown)
pub fn is_placeholder_shown(node: NodeRef<'_>, element: &ElementData<'_>) -> bool {
    let takes_placeholder = element.is_html_element(&local_name!("textarea"))
        || (element.is_html_element(&local_name!("input")) && is_text_type(input_type(element)));
    takes_placeholder && element.has_attribute(&local_name!("placeholder")) && control_value(node, element).is_empty()
}

/// Whether [constraint validation](https://html.spec.whatwg.org/#constraints) has a say: `Some(valid)` for candidates,
/// and for forms and fieldsets by their controls.
pub fn validity(node: NodeRef<'_>, element: &ElementData<'_>) -> Option<bool> {
    if !element.is_html() {
        return None;
    }
    if matches!(&**element.local_name(), "form" | "fieldset") {
        let is_invalid = |node: NodeRef<'_>| {
            node.element().is_some_and(|element| {
                !matches!(&**element.local_name(), "form" | "fieldset") && validity(node, element) == Some(false)
            })
        };
        return Some(!descendant_elements(node).any(is_invalid));
    }
    let is_candidate = match &**element.local_name() {
        "select" | "textarea" => true,
        "input" => !matches!(input_type(element), "hidden" | "reset" | "button"),
        "button" => is_submit_button(element),
        _ => false,
    };
    if !is_candidate || is_disabled(node, element) || element.has_attribute(&local_name!("readonly")) {
        return None;
    }
    let required = can_be_required(element) && element.has_attribute(&local_name!("required"));
    let is_wrong = (required && is_missing(node, element)) || has_wrong_format(element);
    Some(!is_wrong && is_in_range(element) != Some(false))
}

fn is_missing(node: NodeRef<'_>, element: &ElementData<'_>) -> bool {
    match &**element.local_name() {
        "select" => {
            let chosen = descendant_elements(node).filter_map(|option| Some((option, option.element()?))).find(
                |(option, element)| element.is_html_element(&local_name!("option")) && is_checked(*option, element),
            );
            chosen.is_none_or(|(option, element)| match element.attribute(&local_name!("value")) {
                Some(value) => value.is_empty(),
                None => text_content(option).trim().is_empty(),
            })
        }
        "input" if matches!(input_type(element), "checkbox" | "radio") => {
            !element.has_attribute(&local_name!("checked"))
        }
        _ => control_value(node, element).is_empty(),
    }
}

fn has_wrong_format(element: &ElementData<'_>) -> bool {
    let value = element.attribute(&local_name!("value")).unwrap_or("").trim();
    if value.is_empty() || !element.is_html_element(&local_name!("input")) {
        return false;
    }
    match input_type(element) {
        "email" => value.split_once('@').is_none_or(|(user, host)| user.is_empty() || host.is_empty()),
        "url" => url::Url::parse(value).is_err(),
        _ => false,
    }
}

/// `Some` for a number control with a limit: whether its value keeps to the limits.
pub fn is_in_range(element: &ElementData<'_>) -> Option<bool> {
    if !element.is_html_element(&local_name!("input")) || !matches!(input_type(element), "number" | "range") {
        return None;
    }
    let number = |name: &LocalName| element.attribute(name).and_then(|text| text.trim().parse::<f64>().ok());
    let (low, high) = (number(&local_name!("min")), number(&local_name!("max")));
    if low.is_none() && high.is_none() {
        return None;
    }
    let value = number(&local_name!("value"));
    Some(value.is_none_or(|value| low.is_none_or(|low| value >= low) && high.is_none_or(|high| value <= high)))
}
