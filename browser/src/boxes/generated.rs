//! `::before` and `::after`: generated content, quotes, counters of elements.

use std::sync::Arc;

use ashlar_gc::Gc;
use ashlar_layout::box_tree::PseudoElement;
use ashlar_layout::box_tree::SourceNode;
use ashlar_layout::box_tree::builder::BoxSpec;
use ashlar_layout::css::ComputedStyle;
use ashlar_layout::css::values::content::{Content, ContentItem, Quotes};
use ashlar_layout::css::values::display::Display;
use ashlar_layout::css::values::image::Image;
use markup5ever::{LocalName, local_name};

use super::ReplacedContent;
use super::construct::{Constructor, parse_integer};
use crate::dom::NodeRef;
use crate::style::Pseudo;

/// How deep quotes are nested.
#[derive(Default)]
pub(super) struct QuoteState {
    depth: usize,
}

impl QuoteState {
    fn open(&mut self, quotes: &Quotes, language: Option<&str>) -> String {
        let mark = quote(quotes, language, self.depth, true);
        self.depth += 1;
        mark
    }

    fn close(&mut self, quotes: &Quotes, language: Option<&str>) -> String {
        // A closing quote without an opening one makes no text.
        if self.depth == 0 {
            return String::new();
        }
        self.depth -= 1;
        quote(quotes, language, self.depth, false)
    }
}

/// [CSS Content 3, § 3.1](https://www.w3.org/TR/css-content-3/#quotes): the mark at a depth.
fn quote(quotes: &Quotes, language: Option<&str>, depth: usize, opens: bool) -> String {
    let (open, close): (&str, &str) = match quotes {
        Quotes::None => return String::new(),
        Quotes::Pairs(pairs) => match pairs.get(depth.min(pairs.len().saturating_sub(1))) {
            Some((open, close)) => (open, close),
            None => return String::new(),
        },
        Quotes::Auto => quotes_of_language(language, depth),
    };
    (if opens { open } else { close }).to_owned()
}

/// CLDR's quotation marks of the languages that differ most from English.
fn quotes_of_language(language: Option<&str>, depth: usize) -> (&'static str, &'static str) {
    let primary = language.and_then(|l| l.split(['-', '_']).next()).unwrap_or("en").to_ascii_lowercase();
    let pairs: [(&str, &str); 2] = match &*primary {
        "de" | "cs" | "sk" | "sl" | "bg" | "is" => [("„", "“"), ("‚", "‘")],
        "fr" => [("«", "»"), ("«", "»")],
        "es" | "it" | "pt" | "ca" | "el" => [("«", "»"), ("“", "”")],
        "ru" | "uk" | "be" => [("«", "»"), ("„", "“")],
        "pl" | "ro" => [("„", "”"), ("«", "»")],
        "hu" => [("„", "”"), ("»", "«")],
        "nb" | "nn" | "no" => [("«", "»"), ("‘", "’")],
        "sv" | "fi" => [("”", "”"), ("’", "’")],
        "da" => [("“", "”"), ("‘", "’")],
        "nl" => [("‘", "’"), ("“", "”")],
        "ja" => [("「", "」"), ("『", "』")],
        "fa" => [("«", "»"), ("‹", "›")],
        "ar" => [("”", "“"), ("’", "‘")],
        "he" => [("”", "”"), ("’", "’")],
        _ => [("“", "”"), ("‘", "’")],
    };
    pairs[depth.min(1)]
}

impl<'h> Constructor<'_, 'h> {
    /// Makes the box of `::before` or `::after`, if the element has one.
    pub fn pseudo_element(&mut self, node: NodeRef<'h>, pseudo: Pseudo, kind: PseudoElement, depth: usize) {
        let Some(style) = self.styled.pseudo(node, pseudo) else { return };
        let Content::Items(items) = style.content().clone() else { return };
        if *style.display() == Display::None {
            return;
        }
        let increment = &style.counter_increment().0;
        self.counters.apply(depth, &style.counter_reset().0, &[], &[]);
        if style.display().is_list_item() && !increment.iter().any(|change| &*change.name == "list-item") {
            self.counters.increment(depth, &"list-item".into(), 1);
        }
        self.counters.apply(depth, &[], increment, &style.counter_set().0);
        let source = self.source(node, kind);
        if *style.display() == Display::Contents {
            self.content_items(node, style, source, &items);
        } else {
            self.builder.open(BoxSpec::new(style, Some(source)));
            if style.display().is_list_item() {
                self.marker(node, style);
            }
            self.content_items(node, style, source, &items);
            self.builder.close();
        }
        self.counters.leave(depth);
    }

    /// Adds what `content` lists.
    pub fn content_items(
        &mut self,
        node: NodeRef<'h>,
        style: Gc<'h, ComputedStyle<'h>>,
        source: SourceNode,
        items: &Arc<[ContentItem]>,
    ) {
        // Adjacent text is one run, so that it is shaped as one.
        let mut text = String::new();
        for item in items.iter() {
            match item {
                ContentItem::Image(image) => {
                    if !text.is_empty() {
                        self.text_with_first_letter(style, source, &std::mem::take(&mut text));
                    }
                    self.content_image(style, image);
                }
                other => text.push_str(&self.content_text(node, &style, other)),
            }
        }
        if !text.is_empty() {
            self.text_with_first_letter(style, source, &text);
        }
    }

    /// The text of one item.
    fn content_text(&mut self, node: NodeRef<'h>, style: &ComputedStyle<'h>, item: &ContentItem) -> String {
        // The quotes of an element are part of the text around it.
        let around = node.parent().and_then(|parent| self.styled.style_of(parent));
        let language = around.map_or_else(|| style.language().clone(), |around| around.language().clone());
        let language = language.as_deref();
        match item {
            ContentItem::String(text) => text.to_string(),
            ContentItem::Counter(name, counter_style) => {
                self.counter_styles.representation(counter_style, self.counters.value(name))
            }
            ContentItem::Counters(name, separator, counter_style) => self
                .counters
                .values(name)
                .into_iter()
                .map(|value| self.counter_styles.representation(counter_style, value))
                .collect::<Vec<_>>()
                .join(separator),
            ContentItem::Attr(name, fallback) => {
                let name = LocalName::from(&**name);
                let value = node.element().and_then(|element| element.attribute(&name));
                value.unwrap_or(fallback).to_owned()
            }
            ContentItem::OpenQuote => self.quotes.open(style.quotes(), language),
            ContentItem::CloseQuote => self.quotes.close(style.quotes(), language),
            ContentItem::NoOpenQuote => {
                self.quotes.open(&Quotes::None, language);
                String::new()
            }
            ContentItem::NoCloseQuote => {
                self.quotes.close(&Quotes::None, language);
                String::new()
            }
            ContentItem::Image(_) => String::new(),
        }
    }

    /// An image in generated content: an anonymous inline replaced box.
    pub fn content_image(&mut self, parent: Gc<'h, ComputedStyle<'h>>, image: &Image) {
        let Image::Url { url, resolution } = image else { return };
        let Some(size) = self.environment.images.natural_size(url) else { return };
        let size = size.at_density(*resolution);
        let content = self.replaced_content(ReplacedContent::Image(url.clone()));
        let style = self.cx.alloc(self.anonymous_style(&parent, Display::INLINE));
        self.builder.replaced(BoxSpec::new(style, None), size.contents(Some(content)));
    }

    /// Applies an element's counter properties and what HTML's lists imply
    /// ([CSS Lists 3, § 4.6](https://www.w3.org/TR/css-lists-3/#list-item-counter)).
    pub fn apply_counters(&mut self, node: NodeRef<'h>, style: &ComputedStyle<'h>, depth: usize) {
        let list_item: Arc<str> = "list-item".into();
        let reset = &style.counter_reset().0;
        let increment = &style.counter_increment().0;
        let set = &style.counter_set().0;
        let element = node.element();
        let names = |changes: &[ashlar_layout::css::values::content::CounterChange]| {
            changes.iter().any(|change| *change.name == *list_item)
        };
        let is_ordered = node.is_html_element(&local_name!("ol"));
        let is_list =
            is_ordered || node.is_html_element(&local_name!("ul")) || node.is_html_element(&local_name!("menu"));
        if is_list && !(is_ordered && names(reset)) {
            let start =
                element.filter(|_| is_ordered).and_then(|e| e.attribute(&local_name!("start"))).and_then(parse_integer);
            let reversed = is_ordered && element.is_some_and(|e| e.has_attribute(&LocalName::from("reversed")));
            let first = match start {
                Some(start) if reversed => start.saturating_add(1),
                Some(start) => start.saturating_sub(1),
                None if reversed => (own_items(node) as i32).saturating_add(1),
                None => 0,
            };
            self.counters.reset(depth, &list_item, first);
        }
        self.counters.apply(depth, reset, &[], &[]);
        if style.display().is_list_item() && !names(increment) {
            let by = if is_in_reversed_list(node) { -1 } else { 1 };
            self.counters.increment(depth, &list_item, by);
        }
        self.counters.apply(depth, &[], increment, &[]);
        let value = element
            .filter(|e| e.is_html_element(&local_name!("li")))
            .and_then(|e| e.attribute(&local_name!("value")))
            .and_then(parse_integer);
        if let Some(value) = value.filter(|_| !names(set)) {
            self.counters.set(depth, &list_item, value);
        }
        self.counters.apply(depth, &[], &[], set);
    }
}

/// How many items a list has.
fn own_items(list: NodeRef<'_>) -> usize {
    list.child_elements().filter(|child| child.is_html_element(&local_name!("li"))).count()
}

fn is_in_reversed_list(item: NodeRef<'_>) -> bool {
    item.parent().and_then(|parent| parent.element()).is_some_and(|list| {
        list.is_html_element(&local_name!("ol")) && list.has_attribute(&LocalName::from("reversed"))
    })
}
