//! The cascade: a walk over the document that gives every element its style.
//!
//! For each element the rules that match it are found; together with hints and the `style` attribute they are a list of
//! declaration blocks. Elements of equal parent style and equal lists have equal styles, so each such style is computed
//! once: on a page of ten thousand rows nearly every element takes its style from a table.
//!
//! Elements below `display: none` get no style, since nothing asks for it.
//!
//! Spec: <https://www.w3.org/TR/css-cascade-5/>.

use std::fmt::Write;
use std::sync::Arc;

use ashlar_gc::{Cx, Gc};
use ashlar_layout::css::ComputedStyle;
use ashlar_layout::css::properties::{CustomPropertyRegistry, Registration, StyleBuilder, SubstitutionCache};
use ashlar_layout::css::values::color::Rgba;
use ashlar_layout::css::values::compute::AssumedFontMetrics;
use ashlar_layout::css::values::display::Display;
use ashlar_layout::css::values::position::ContainerType;
use ashlar_layout::css::values::text::{LineHeight, TextAlign};
use ashlar_layout::css::values::{ComputeContext, FontMetricsSource};
use markup5ever::local_name;
use rustc_hash::FxHashMap;
use selectors::bloom::{BLOOM_HASH_MASK, BloomFilter};
use selectors::context::{
    MatchingContext as SelectorsContext, MatchingForInvalidation, MatchingMode, NeedsSelectorFlags, QuirksMode,
    SelectorCaches,
};

use super::collect::Stylesheets;
use super::container::{Candidate, queries_match};
use super::hints::{LinkColors, hints};
use super::rule_set::{Block, Match};
use super::selector::{DocumentState, ElementRef, MatchingContext, Pseudo, form_state};
use super::styled_document::{ContainerSizes, PseudoStyles, StyledDocument};
use super::stylesheet::parse_declarations;
use super::winners::{self, Declared};
use crate::dom::iterate::{Step, Steps};
use crate::dom::{Document, NodeId, NodeRef};

/// What the computed values of a page depend on beside its document and sheets.
#[derive(Clone, Copy)]
pub struct ComputeEnvironment<'a> {
    /// Width of the viewport in CSS px.
    pub viewport_width: f32,
    /// Height of the viewport in CSS px.
    pub viewport_height: f32,
    /// Device px per CSS px.
    pub scale: f32,
    /// `prefers-color-scheme: dark`
    pub prefers_dark: bool,
    /// Measures of fonts.
    pub fonts: &'a dyn FontMetricsSource,
    /// Sizes of query containers, once a layout has told.
    pub containers: Option<&'a dyn ContainerSizes>,
}

impl ComputeEnvironment<'_> {
    /// A viewport, with font measures assumed.
    pub fn new(viewport_width: f32, viewport_height: f32) -> Self {
        Self {
            viewport_width,
            viewport_height,
            scale: 1.0,
            prefers_dark: false,
            fonts: &AssumedFontMetrics,
            containers: None,
        }
    }
}

/// Computes the styles of a document.
pub fn cascade<'h>(
    cx: &Cx<'h>,
    document: &Document<'h>,
    sheets: &Stylesheets,
    environment: &ComputeEnvironment<'_>,
) -> StyledDocument<'h> {
    let substitutions = SubstitutionCache::default();
    let registry = registry(sheets);
    let mut page = ComputeContext::new(environment.viewport_width, environment.viewport_height);
    page.device_scale = environment.scale;
    page.prefers_dark = environment.prefers_dark;
    page.fonts = environment.fonts;
    page.substitutions = Some(&substitutions);
    page.registry = registry.as_ref();
    let initial = cx.alloc(ComputedStyle::initial(cx));
    let mut styled = StyledDocument::new(cx, document.element_count as usize, initial, sheets.media);
    styled.uses_container_sizes = !sheets.rules.containers.is_empty();
    let target = document.target().and_then(|node| ElementRef::new(node, document.is_html));
    let mut walk = Walk {
        cx,
        document,
        sheets,
        environment,
        styled: &styled,
        initial,
        frames: Vec::new(),
        filter: Box::new(BloomFilter::new()),
        hashes: Vec::new(),
        caches: SelectorCaches::default(),
        state: DocumentState { target: target.map(|element| selectors::Element::opaque(&element)) },
        blocks: BlockCache::default(),
        shared: FxHashMap::default(),
        links: LinkColors::of(document),
        body_color: None,
        found: Vec::new(),
        key: Vec::new(),
        hint_text: String::new(),
    };
    walk.run(&mut page);
    styled
}

/// `@property` rules for the computation of custom properties.
fn registry(sheets: &Stylesheets) -> Option<CustomPropertyRegistry> {
    if sheets.properties.is_empty() {
        return None;
    }
    let mut registry = CustomPropertyRegistry::default();
    for rule in &sheets.properties {
        let registration = Registration {
            syntax: (*rule.syntax).into(),
            inherits: rule.inherits,
            initial: rule.initial_value.clone(),
        };
        registry.register(&rule.name, registration);
    }
    Some(registry)
}

/// An element whose children are being styled.
#[derive(Clone, Copy)]
struct Frame<'h> {
    style: Gc<'h, ComputedStyle<'h>>,
    /// The nearest style that makes a box, this one included.
    layout_parent: Gc<'h, ComputedStyle<'h>>,
    id: NodeId,
    /// How many hashes of the Bloom filter are the element's own.
    hashes: usize,
}

/// A block with a number that stands for it in keys.
type NumberedBlock = (Block, u32);

/// Blocks that come from attributes, by their text, with numbers for the keys of shared styles.
#[derive(Default)]
struct BlockCache {
    by_text: FxHashMap<Box<str>, NumberedBlock>,
}

impl BlockCache {
    fn get(&mut self, text: &str, document: &Document<'_>) -> NumberedBlock {
        if let Some(found) = self.by_text.get(text) {
            return found.clone();
        }
        let number = self.by_text.len() as u32 + 1;
        let (declarations, _) = parse_declarations(text, &document.base_url, document.is_quirks());
        let block = Block::new(Arc::new(declarations));
        self.by_text.insert(text.into(), (block.clone(), number));
        (block, number)
    }
}

struct Walk<'w, 'h> {
    cx: &'w Cx<'h>,
    document: &'w Document<'h>,
    sheets: &'w Stylesheets,
    environment: &'w ComputeEnvironment<'w>,
    styled: &'w StyledDocument<'h>,
    initial: Gc<'h, ComputedStyle<'h>>,
    frames: Vec<Frame<'h>>,
    filter: Box<BloomFilter>,
    hashes: Vec<u32>,
    caches: SelectorCaches,
    state: DocumentState,
    blocks: BlockCache,
    /// Styles by what decides them.
    shared: FxHashMap<Box<[u32]>, Gc<'h, ComputedStyle<'h>>>,
    links: LinkColors,
    /// The colour of `<body>`, once it is known.
    body_color: Option<Rgba>,
    // Room that is used again and again.
    found: Vec<Match>,
    key: Vec<u32>,
    hint_text: String,
}

impl<'h> Walk<'_, 'h> {
    fn run<'p>(&mut self, page: &mut ComputeContext<'p>) {
        let mut steps = Steps::new(self.document.root);
        while let Some(step) = steps.next() {
            match step {
                Step::Enter(node) => {
                    let Some(element) = ElementRef::new(node, self.document.is_html) else { continue };
                    let frame = self.style_element(element, page);
                    // NOTE: the step that leaves the element finds its frame all the same.
                    if frame.style.box_style.display == Display::None || hides_children(element) {
                        steps.skip_children(node);
                    }
                    self.frames.push(frame);
                }
                Step::Leave(node) => {
                    if node.is_element()
                        && let Some(frame) = self.frames.pop()
                    {
                        for hash in self.hashes.drain(self.hashes.len() - frame.hashes..) {
                            self.filter.remove_hash(hash);
                        }
                    }
                }
            }
        }
    }

    /// Styles an element and its pseudo-elements.
    fn style_element<'p>(&mut self, element: ElementRef<'h>, page: &mut ComputeContext<'p>) -> Frame<'h> {
        let is_root = self.frames.is_empty();
        self.set_container_units(page);
        let mut found = std::mem::take(&mut self.found);
        self.find_matches(element, None, &mut found);
        let [hints, inline] = self.attribute_blocks(element);
        let attributes = (hints.as_ref().map(|hints| &hints.0), inline.as_ref().map(|inline| &inline.0));
        let numbers = [hints.as_ref().map_or(0, |hints| hints.1), inline.as_ref().map_or(0, |inline| inline.1)];
        let parent = self.frames.last().map(|frame| frame.style);
        let layout_parent = self.frames.last().map(|frame| frame.layout_parent);
        let style = self.compute(0, element, parent, layout_parent, &found, attributes, numbers, page);
        if is_root {
            page.root_font_size = style.font.font_size.px;
            page.root_line_height = match style.font.line_height {
                LineHeight::Normal => page.fonts.relative_metrics(&style.font).normal_line_height,
                LineHeight::Number(factor) => factor * page.root_font_size,
                LineHeight::Length(px) => px,
            };
        }
        if element.data().is_html_element(&local_name!("body")) {
            self.body_color = Some(style.current_color());
        }
        let id = element.data().id();
        self.styled.set_style(self.cx, id, style);
        let mut frame = Frame { style, layout_parent: style, id, hashes: 0 };
        match style.box_style.display {
            Display::None => {}
            display => {
                if display == Display::Contents {
                    frame.layout_parent = layout_parent.unwrap_or(style);
                }
                self.style_pseudo_elements(element, frame, &mut found, page);
                let before = self.hashes.len();
                element.each_hash(|hash| self.hashes.push(hash & BLOOM_HASH_MASK));
                self.hashes[before..].iter().for_each(|hash| self.filter.insert_hash(*hash));
                frame.hashes = self.hashes.len() - before;
            }
        }
        self.found = found;
        frame
    }

    fn style_pseudo_elements(
        &mut self,
        element: ElementRef<'h>,
        frame: Frame<'h>,
        found: &mut Vec<Match>,
        page: &mut ComputeContext<'_>,
    ) {
        let mut styles = PseudoStyles::default();
        for pseudo in Pseudo::ALL {
            if !self.sheets.rules.has_pseudo_element(pseudo) || !can_have(pseudo, element, &frame.style) {
                continue;
            }
            // For pseudo-elements the element itself may be the container.
            self.frames.push(frame);
            self.find_matches(element, Some(pseudo), found);
            self.frames.pop();
            if found.is_empty() {
                continue;
            }
            let slot = pseudo.index() as u32 + 1;
            let layout_parent = Some(frame.layout_parent);
            let style =
                self.compute(slot, element, Some(frame.style), layout_parent, found, (None, None), [0; 2], page);
            styles.set(pseudo, style);
        }
        if !styles.is_empty() {
            self.styled.set_pseudo_styles(self.cx, frame.id, styles);
        }
    }

    fn find_matches(&mut self, element: ElementRef<'h>, pseudo: Option<Pseudo>, found: &mut Vec<Match>) {
        let mode = match pseudo {
            None => MatchingMode::Normal,
            Some(_) => MatchingMode::ForStatelessPseudoElement,
        };
        let quirks = if self.sheets.quirks { QuirksMode::Quirks } else { QuirksMode::NoQuirks };
        let mut context: MatchingContext<'_> = SelectorsContext::new(
            mode,
            Some(&self.filter),
            &mut self.caches,
            quirks,
            NeedsSelectorFlags::No,
            MatchingForInvalidation::No,
        );
        context.extra_data = self.state;
        let rules = &self.sheets.rules;
        rules.matches(element, pseudo, &mut context, found);
        if rules.containers.is_empty() {
            return;
        }
        found.retain(|found| {
            rules.entries[found.entry as usize].container.is_none_or(|container| {
                queries_match(rules, container, &self.sheets.media, || {
                    self.frames.iter().rev().map(|frame| Candidate {
                        style: frame.style.as_ref(),
                        size: self.environment.containers.and_then(|sizes| sizes.content_size(frame.id)),
                    })
                })
            })
        });
    }

    /// The nearest containers, to which `cqw` and its like refer.
    fn set_container_units(&self, page: &mut ComputeContext<'_>) {
        page.container_width = None;
        page.container_height = None;
        let Some(sizes) = self.environment.containers else { return };
        for frame in self.frames.iter().rev() {
            let container_type = frame.style.box_style.container_type;
            if !matches!(container_type, ContainerType::Size | ContainerType::InlineSize) {
                continue;
            }
            let Some((width, height)) = sizes.content_size(frame.id) else { continue };
            page.container_width = page.container_width.or(Some(width));
            if container_type == ContainerType::Size {
                page.container_height = page.container_height.or(Some(height));
            }
            if page.container_height.is_some() {
                return;
            }
        }
    }

    /// The declarations of presentational hints and of the `style` attribute.
    fn attribute_blocks(&mut self, element: ElementRef<'h>) -> [Option<NumberedBlock>; 2] {
        let (node, data) = (element.node(), element.data());
        let mut text = std::mem::take(&mut self.hint_text);
        text.clear();
        self.hints_from_parent(node, &mut text);
        hints(node, data, &self.links, &mut text);
        let hint_block = (!text.is_empty()).then(|| self.blocks.get(&text, self.document));
        self.hint_text = text;
        let inline = data.attribute(&local_name!("style")).filter(|style| !style.trim().is_empty());
        [hint_block, inline.map(|style| self.blocks.get(style, self.document))]
    }

    /// AD-HOC: as in browsers, `<th>` is centred unless something around it has set an alignment; and in quirks mode tables
    /// have [the colour of the body](https://quirks.spec.whatwg.org/#the-tables-inherit-color-from-body-quirk).
    fn hints_from_parent(&mut self, node: NodeRef<'h>, text: &mut String) {
        if node.is_html_element(&local_name!("th")) {
            let parent = self.frames.last().map(|frame| frame.style.inherited_text.text_align);
            if parent.is_none_or(|align| align == TextAlign::Start) {
                text.push_str("text-align:center;");
            }
        }
        if self.sheets.quirks
            && node.is_html_element(&local_name!("table"))
            && let Some(color) = self.body_color
        {
            let [red, green, blue, _] = color.to_octets();
            let _ = write!(text, "color:rgb({red} {green} {blue}/{});", color.alpha);
        }
    }

    /// Computes a style, or takes it from an element that has the same.
    #[allow(clippy::too_many_arguments)]
    fn compute(
        &mut self,
        slot: u32,
        element: ElementRef<'h>,
        parent: Option<Gc<'h, ComputedStyle<'h>>>,
        layout_parent: Option<Gc<'h, ComputedStyle<'h>>>,
        found: &[Match],
        (hints, inline): (Option<&Block>, Option<&Block>),
        numbers: [u32; 2],
        page: &ComputeContext<'_>,
    ) -> Gc<'h, ComputedStyle<'h>> {
        self.key.clear();
        // NOTE: what is special to an element is decided by its name, which the user agent's rules tell apart only in part.
        let kind = if slot == 0 { display_kind(element) as u32 } else { 0 };
        self.key.extend([slot, kind, numbers[0], numbers[1]]);
        for style in [parent, layout_parent] {
            let address = style.map_or(0, Gc::address);
            self.key.extend([address as u32, (address as u64 >> 32) as u32]);
        }
        for size in [page.container_width, page.container_height] {
            self.key.push(size.map_or(u32::MAX, f32::to_bits));
        }
        self.key.extend(found.iter().map(|found| found.entry));
        if let Some(style) = self.shared.get(self.key.as_slice()) {
            return *style;
        }
        let mut builder = StyleBuilder::new(parent.as_deref(), &self.initial);
        let declared = Declared { rules: &self.sheets.rules, matches: found, hints, inline };
        winners::apply(&declared, &mut builder, page, page.registry);
        builder.adjust(layout_parent.as_deref());
        let mut style = builder.finish(self.cx);
        if slot == 0 {
            self.adjust_for_element(element, &mut style);
        }
        let style = self.cx.alloc(style);
        self.shared.insert(self.key.as_slice().into(), style);
        style
    }
}

/// Elements whose `display` browsers restrict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DisplayKind {
    Any,
    /// [§ 2.5](https://www.w3.org/TR/css-display-3/#unbox-html): without a box of its own there is nothing to show.
    Replaced,
    /// A form control besides: an inline box cannot be one.
    Control,
}

fn display_kind(element: ElementRef<'_>) -> DisplayKind {
    let data = element.data();
    if !data.is_html() {
        return DisplayKind::Any;
    }
    match &**data.local_name() {
        "input" | "textarea" | "select" | "meter" | "progress" => DisplayKind::Control,
        "br" | "wbr" | "canvas" | "embed" | "object" | "audio" | "iframe" | "img" | "video" | "frame" | "frameset" => {
            DisplayKind::Replaced
        }
        _ => DisplayKind::Any,
    }
}

impl<'h> Walk<'_, 'h> {
    fn adjust_for_element(&self, element: ElementRef<'h>, style: &mut ComputedStyle<'h>) {
        self.reset_table_alignment(element, style);
        let display = style.box_style.display;
        let adjusted = match display_kind(element) {
            DisplayKind::Any => return,
            DisplayKind::Replaced | DisplayKind::Control if display == Display::Contents => Display::None,
            DisplayKind::Control if display == Display::INLINE => Display::INLINE_BLOCK,
            _ => return,
        };
        let mut box_style = (*style.box_style).clone();
        box_style.display = adjusted;
        style.box_style = self.cx.alloc(box_style);
    }
}

impl<'h> Walk<'_, 'h> {
    /// AD-HOC: the alignments that `align` and `<center>` give do not reach into tables, as in all browsers.
    fn reset_table_alignment(&self, element: ElementRef<'h>, style: &mut ComputedStyle<'h>) {
        let is_legacy = matches!(
            style.inherited_text.text_align,
            TextAlign::WebkitLeft | TextAlign::WebkitCenter | TextAlign::WebkitRight
        );
        if is_legacy && element.data().is_html_element(&local_name!("table")) {
            let mut text = (*style.inherited_text).clone();
            text.text_align = TextAlign::Start;
            style.inherited_text = self.cx.alloc(text);
        }
    }
}

/// Elements whose children are never shown.
fn hides_children(element: ElementRef<'_>) -> bool {
    element.data().is_html() && matches!(&**element.data().local_name(), "audio" | "video" | "iframe")
}

/// Whether an element of that style can have the pseudo-element at all.
fn can_have(pseudo: Pseudo, element: ElementRef<'_>, style: &ComputedStyle<'_>) -> bool {
    let data = element.data();
    match pseudo {
        Pseudo::Before | Pseudo::After => true,
        Pseudo::Marker => style.box_style.display.is_list_item(),
        Pseudo::FirstLine | Pseudo::FirstLetter => !style.box_style.display.is_inline_flow(),
        Pseudo::Placeholder => form_state::is_placeholder_shown(element.node(), data),
        Pseudo::FileSelectorButton => {
            data.is_html_element(&local_name!("input")) && form_state::input_type(data) == "file"
        }
        Pseudo::Backdrop => false,
    }
}

#[cfg(test)]
mod tests;
