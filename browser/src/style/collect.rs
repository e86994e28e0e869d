//! From a document to the rules that apply to it.
//!
//! First every sheet the page names is found, fetched and parsed, with the sheets those import, level by level, so that
//! the sheets of a level are fetched together. Then the rules are put in order: `@media`, `@supports` and `@import` are
//! decided, `@layer` ranked.

use std::sync::{Arc, OnceLock};

use markup5ever::local_name;
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use url::Url;

use super::layer::{LayerId, LayerTree};
use super::media::{MediaContext, MediaList};
use super::rule_set::{Container, NewEntry, Origin, RuleSet, Scope};
use super::selector::Selector;
use super::stylesheet::{
    CounterStyleRule, FontFaceRule, KeyframesRule, PropertyRule, Rule, Stylesheet, parse_stylesheet,
};
use crate::diagnostics::{Area, Diagnostic, Diagnostics, Severity};
use crate::dom::iterate::{descendants, text_content};
use crate::dom::{Document, ElementData, NodeData, NodeId};
use crate::limits::MAX_IMPORT_DEPTH;

/// A style sheet as it was fetched.
#[derive(Clone, Debug)]
pub struct LoadedSheet {
    /// Its text.
    pub text: Arc<str>,
    /// Where it came from in the end.
    pub url: Url,
}

/// Fetches style sheets.
pub trait SheetLoader: Sync {
    /// The sheet; `None`, after a diagnostic, if there is none.
    fn load(&self, url: &Url) -> Option<LoadedSheet>;

    /// Tells which sheets will be asked for next, so that they can be fetched together.
    fn prefetch(&self, _urls: &[Url]) {}

    /// A sheet of the user's own, which comes after those of the page.
    fn user_sheet(&self) -> &str {
        ""
    }
}

/// A loader without any sheet.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoSheets;

impl SheetLoader for NoSheets {
    fn load(&self, _url: &Url) -> Option<LoadedSheet> {
        None
    }
}

/// The rules of a page.
#[derive(Debug)]
pub struct Stylesheets {
    /// Style rules.
    pub rules: RuleSet,
    /// `@font-face`, in order.
    pub font_faces: Vec<Arc<FontFaceRule>>,
    /// `@counter-style`, in order: the last of a name counts.
    pub counter_styles: Vec<Arc<CounterStyleRule>>,
    /// `@keyframes`, in order: the last of a name counts.
    pub keyframes: Vec<Arc<KeyframesRule>>,
    /// `@property`, in order: the last of a name counts.
    pub properties: Vec<Arc<PropertyRule>>,
    /// What the media queries were asked about.
    pub media: MediaContext,
    /// Whether the document is in quirks mode.
    pub quirks: bool,
    /// How many sheets there are, the user agent's not counted.
    pub sheet_count: usize,
}

/// A sheet as a document names it.
enum Source {
    Inline(String),
    Linked(Url),
}

struct SheetReference {
    source: Source,
    media: MediaList,
    /// The parent of the `<style>` or `<link>`.
    owner_parent: Option<NodeId>,
}

/// The sheets, imports included, that `collect` will want first: for fetching them while the page is parsed.
pub fn linked_sheets(document: &Document<'_>) -> Vec<Url> {
    let references = references(document);
    references.into_iter().filter_map(|r| if let Source::Linked(url) = r.source { Some(url) } else { None }).collect()
}

/// Gathers the rules of a document.
pub fn collect(
    document: &Document<'_>,
    loader: &dyn SheetLoader,
    media: &MediaContext,
    diagnostics: &Diagnostics,
) -> Stylesheets {
    let quirks = document.is_quirks();
    let references = references(document);
    let base_url = &document.base_url;
    let user = Some(loader.user_sheet()).filter(|text| !text.is_empty());
    let user = user.map(|text| parse_stylesheet(text, base_url, quirks));
    let inline: Vec<Option<Arc<Stylesheet>>> = references
        .par_iter()
        .map(|reference| match &reference.source {
            Source::Inline(text) => Some(Arc::new(parse_stylesheet(text, base_url, quirks))),
            Source::Linked(_) => None,
        })
        .collect();
    let mut sheets = Sheets { loader, quirks, by_url: FxHashMap::default(), diagnostics };
    for sheet in inline.iter().flatten().map(|sheet| &**sheet).chain(&user) {
        report(sheet, diagnostics);
    }
    let mut wanted: Vec<Url> = user.iter().flat_map(imports).collect();
    for (reference, sheet) in references.iter().zip(&inline) {
        match (&reference.source, sheet) {
            (Source::Linked(url), _) => wanted.push(url.clone()),
            (_, Some(sheet)) => wanted.extend(imports(sheet)),
            _ => {}
        }
    }
    sheets.load_all(wanted);

    let mut order = Flattener::new(media, &sheets.by_url);
    order.add_sheet(user_agent_sheet(quirks), Origin::UserAgent, LayerId::ROOT, None);
    order.finish_origin();
    let mut sheet_count = 0;
    for (reference, inline) in references.iter().zip(&inline) {
        let linked = || match &reference.source {
            Source::Linked(url) => sheets.by_url.get(url).cloned().flatten(),
            Source::Inline(_) => None,
        };
        let Some(sheet) = inline.clone().or_else(linked) else { continue };
        sheet_count += 1;
        if reference.media.matches(media) {
            order.add_sheet(&sheet, Origin::Author, LayerId::ROOT, reference.owner_parent);
        }
    }
    if let Some(user) = &user {
        order.add_sheet(user, Origin::Author, LayerId::ROOT, None);
    }
    order.finish_origin();
    let Flattener { entries, scopes, containers, font_faces, counter_styles, keyframes, properties, .. } = order;
    let rules = RuleSet::new(entries, scopes, containers, quirks);
    Stylesheets { rules, font_faces, counter_styles, keyframes, properties, media: *media, quirks, sheet_count }
}

/// The user agent's sheet, parsed once for the process.
fn user_agent_sheet(quirks: bool) -> &'static Stylesheet {
    static SHEETS: [OnceLock<Stylesheet>; 2] = [OnceLock::new(), OnceLock::new()];
    SHEETS[usize::from(quirks)].get_or_init(|| {
        let url = Url::parse("ashlar:ua.css").expect("invariant: a constant URL is valid");
        let mut text = String::from(include_str!("ua.css"));
        if quirks {
            text.push_str(include_str!("ua_quirks.css"));
        }
        parse_stylesheet(&text, &url, false)
    })
}

/// [The sheets of a document](https://html.spec.whatwg.org/#links-and-style), in document order. Of the sheets with a title
/// only those of the first title apply.
fn references(document: &Document<'_>) -> Vec<SheetReference> {
    let mut references = Vec::new();
    let mut preferred: Option<String> = None;
    for node in descendants(document.root) {
        let owner_parent = node.parent_element().and_then(|parent| parent.element()).map(ElementData::id);
        let found = match node.data() {
            NodeData::Element(element) => {
                let element = element.as_ref();
                match &**element.local_name() {
                    "style" if element.is_html() || element.is_svg() => style_element(node, element),
                    "link" if element.is_html() => link_element(document, element),
                    _ => None,
                }
            }
            NodeData::ProcessingInstruction(pi) if &*pi.target == "xml-stylesheet" && !document.is_html => {
                xml_stylesheet(document, &pi.data)
            }
            _ => None,
        };
        let Some(Found { source, media, title, alternate }) = found else { continue };
        if let Some(title) = title.filter(|title| !title.is_empty()) {
            match &preferred {
                None if !alternate => preferred = Some(title),
                Some(preferred) if *preferred == title => {}
                _ => continue,
            }
        } else if alternate {
            continue;
        }
        references.push(SheetReference { source, media, owner_parent });
    }
    references
}

struct Found {
    source: Source,
    media: MediaList,
    title: Option<String>,
    alternate: bool,
}

fn is_css_type(value: Option<&str>) -> bool {
    let value = value.unwrap_or("").split(';').next().unwrap_or("").trim();
    value.is_empty() || value.eq_ignore_ascii_case("text/css")
}

fn media_of(element: &ElementData<'_>) -> MediaList {
    MediaList::parse_str(element.attribute(&local_name!("media")).unwrap_or(""))
}

fn style_element(node: crate::dom::NodeRef<'_>, element: &ElementData<'_>) -> Option<Found> {
    if !is_css_type(element.attribute(&local_name!("type"))) {
        return None;
    }
    let title = element.attribute(&local_name!("title")).map(str::to_owned);
    Some(Found { source: Source::Inline(text_content(node)), media: media_of(element), title, alternate: false })
}

fn link_element(document: &Document<'_>, element: &ElementData<'_>) -> Option<Found> {
    let rel = element.attribute(&local_name!("rel"))?;
    let has = |word: &str| rel.split_ascii_whitespace().any(|own| own.eq_ignore_ascii_case(word));
    if !has("stylesheet")
        || element.has_attribute(&local_name!("disabled"))
        || !is_css_type(element.attribute(&local_name!("type")))
    {
        return None;
    }
    let href = element.attribute(&local_name!("href")).filter(|href| !href.trim().is_empty())?;
    let url = document.resolve_url(href)?;
    let title = element.attribute(&local_name!("title")).map(str::to_owned);
    Some(Found { source: Source::Linked(url), media: media_of(element), title, alternate: has("alternate") })
}

/// [`<?xml-stylesheet?>`](https://www.w3.org/TR/xml-stylesheet/)
fn xml_stylesheet(document: &Document<'_>, data: &str) -> Option<Found> {
    let value = |name: &str| {
        data.match_indices(name).find_map(|(start, _)| {
            let rest = data[start + name.len()..].trim_start().strip_prefix('=')?.trim_start();
            let quote = rest.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
            rest[1..].split_once(quote).map(|(value, _)| value.replace("&amp;", "&"))
        })
    };
    if !is_css_type(value("type").as_deref()) {
        return None;
    }
    let url = document.resolve_url(&value("href")?)?;
    let alternate = value("alternate").is_some_and(|word| word == "yes");
    let media = MediaList::parse_str(&value("media").unwrap_or_default());
    Some(Found { source: Source::Linked(url), media, title: value("title"), alternate })
}

/// The sheets a sheet imports, also those for other media: which apply is decided when rules are put in order.
fn imports(sheet: &Stylesheet) -> impl Iterator<Item = Url> + '_ {
    sheet.rules.iter().filter_map(|rule| match rule {
        Rule::Import(import) if import.supports => import.url.clone(),
        _ => None,
    })
}

fn report(sheet: &Stylesheet, diagnostics: &Diagnostics) {
    for error in &sheet.errors {
        let message = format!("{}: {}", error.kind.message(), error.text.trim());
        let diagnostic = Diagnostic::new(Severity::Note, Area::Style, message);
        diagnostics.push(diagnostic.at(sheet.url.as_str(), error.line, error.column));
    }
}

/// Sheets with an address.
struct Sheets<'a> {
    loader: &'a dyn SheetLoader,
    quirks: bool,
    by_url: FxHashMap<Url, Option<Arc<Stylesheet>>>,
    diagnostics: &'a Diagnostics,
}

impl Sheets<'_> {
    /// Fetches and parses sheets and what they import.
    fn load_all(&mut self, wanted: Vec<Url>) {
        let mut wanted = wanted;
        for _ in 0..=MAX_IMPORT_DEPTH {
            let mut seen = FxHashSet::default();
            wanted.retain(|url| !self.by_url.contains_key(url) && seen.insert(url.clone()));
            if wanted.is_empty() {
                return;
            }
            self.loader.prefetch(&wanted);
            let (loader, quirks) = (self.loader, self.quirks);
            let parsed: Vec<Option<Arc<Stylesheet>>> = wanted
                .par_iter()
                .map(|url| {
                    let loaded = loader.load(url)?;
                    Some(Arc::new(parse_stylesheet(&loaded.text, &loaded.url, quirks)))
                })
                .collect();
            let mut next = Vec::new();
            for (url, sheet) in wanted.into_iter().zip(parsed) {
                if let Some(sheet) = &sheet {
                    report(sheet, self.diagnostics);
                    next.extend(imports(sheet));
                }
                self.by_url.insert(url, sheet);
            }
            wanted = next;
        }
    }
}

/// Puts rules in order.
struct Flattener<'a> {
    media: &'a MediaContext,
    by_url: &'a FxHashMap<Url, Option<Arc<Stylesheet>>>,
    layers: LayerTree,
    /// The layer of each entry since the last origin was finished.
    entry_layers: Vec<LayerId>,
    entries: Vec<NewEntry>,
    scopes: Vec<Scope>,
    containers: Vec<Container>,
    font_faces: Vec<Arc<FontFaceRule>>,
    counter_styles: Vec<Arc<CounterStyleRule>>,
    keyframes: Vec<Arc<KeyframesRule>>,
    properties: Vec<Arc<PropertyRule>>,
    /// The sheets being imported, outermost first.
    importing: Vec<Url>,
}

/// What stands around a rule.
#[derive(Clone, Copy)]
struct Surroundings {
    origin: Origin,
    layer: LayerId,
    scope: Option<u32>,
    container: Option<u32>,
    owner_parent: Option<NodeId>,
}

impl<'a> Flattener<'a> {
    fn new(media: &'a MediaContext, by_url: &'a FxHashMap<Url, Option<Arc<Stylesheet>>>) -> Self {
        Self {
            media,
            by_url,
            layers: LayerTree::default(),
            entry_layers: Vec::new(),
            entries: Vec::new(),
            scopes: Vec::new(),
            containers: Vec::new(),
            font_faces: Vec::new(),
            counter_styles: Vec::new(),
            keyframes: Vec::new(),
            properties: Vec::new(),
            importing: Vec::new(),
        }
    }

    fn add_sheet(&mut self, sheet: &Stylesheet, origin: Origin, layer: LayerId, owner_parent: Option<NodeId>) {
        let around = Surroundings { origin, layer, scope: None, container: None, owner_parent };
        self.add_rules(&sheet.rules, around);
    }

    /// Ranks the layers of an origin, once all its sheets are known.
    fn finish_origin(&mut self) {
        let ranks = std::mem::take(&mut self.layers).ranks();
        let first = self.entries.len() - self.entry_layers.len();
        for (entry, layer) in self.entries[first..].iter_mut().zip(self.entry_layers.drain(..)) {
            entry.layer = ranks.of(layer);
        }
    }

    // NOTE: rules nest no deeper than the parser lets them, and imports no deeper than their chain.
    fn add_rules(&mut self, rules: &[Rule], around: Surroundings) {
        for rule in rules {
            self.add_rule(rule, around);
        }
    }

    fn add_rule(&mut self, rule: &Rule, around: Surroundings) {
        match rule {
            Rule::Style(style) => {
                if !style.declarations.is_empty() {
                    for selector in style.selectors.slice() {
                        self.add_entry(selector, &style.declarations, around);
                    }
                }
                self.add_rules(&style.nested, around);
            }
            Rule::Media(media, rules) if media.matches(self.media) => self.add_rules(rules, around),
            Rule::Supports(true, rules) => self.add_rules(rules, around),
            Rule::Container(container, rules) => {
                self.containers.push(Container { rule: container.clone(), parent: around.container });
                let container = Some(self.containers.len() as u32 - 1);
                self.add_rules(rules, Surroundings { container, ..around });
            }
            Rule::Layer(block) => {
                let layer = match &block.name {
                    Some(path) => self.layers.named(around.layer, path),
                    None => self.layers.anonymous(around.layer),
                };
                self.add_rules(&block.rules, Surroundings { layer, ..around });
            }
            Rule::LayerStatement(paths) => {
                for path in paths {
                    self.layers.named(around.layer, path);
                }
            }
            Rule::Scope(scope, rules) => {
                let implicit_root = around.owner_parent.map(|id| id.0);
                self.scopes.push(Scope { rule: scope.clone(), parent: around.scope, implicit_root });
                let scope = Some(self.scopes.len() as u32 - 1);
                self.add_rules(rules, Surroundings { scope, ..around });
            }
            Rule::Import(import) => self.add_import(import, around),
            Rule::FontFace(font) => self.font_faces.push(font.clone()),
            Rule::Keyframes(keyframes) => self.keyframes.push(keyframes.clone()),
            Rule::Property(property) => self.properties.push(property.clone()),
            Rule::CounterStyle(style) => self.counter_styles.push(style.clone()),
            Rule::Media(..) | Rule::Supports(..) | Rule::StartingStyle | Rule::Other => {}
        }
    }

    fn add_entry(
        &mut self,
        selector: &Selector,
        block: &Arc<ashlar_layout::css::properties::DeclarationBlock>,
        around: Surroundings,
    ) {
        let Surroundings { origin, scope, container, .. } = around;
        self.entry_layers.push(around.layer);
        self.entries.push(NewEntry {
            selector: selector.clone(),
            block: block.clone(),
            origin,
            layer: 0,
            scope,
            container,
        });
    }

    fn add_import(&mut self, import: &super::stylesheet::ImportRule, around: Surroundings) {
        let layer = match &import.layer {
            None => around.layer,
            Some(path) if path.is_empty() => self.layers.anonymous(around.layer),
            Some(path) => self.layers.named(around.layer, path),
        };
        let Some(url) = import.url.as_ref().filter(|_| import.supports && import.media.matches(self.media)) else {
            return;
        };
        if self.importing.len() >= MAX_IMPORT_DEPTH || self.importing.contains(url) {
            return;
        }
        let Some(sheet) = self.by_url.get(url).and_then(Option::as_ref) else { return };
        let sheet = sheet.clone();
        self.importing.push(url.clone());
        self.add_rules(&sheet.rules, Surroundings { layer, owner_parent: None, ..around });
        self.importing.pop();
    }
}
