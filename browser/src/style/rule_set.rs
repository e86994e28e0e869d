//! The rules that apply to a document, in the order of the cascade, indexed so that an element meets few of them.
//!
//! Every selector of a rule is an entry of its own. Entries are sorted once by origin, layer, specificity and order of
//! appearance, so that the place of an entry *is* its precedence among normal declarations and no comparison is left to
//! be done while elements are matched. An index by id, class, tag and attribute name leads from an element to the entries that
//! may match it; a Bloom filter of the ancestors rejects most of those.

use std::sync::Arc;

use ashlar_layout::css::properties::{CssWideKeyword, DeclarationBlock, Importance};
use markup5ever::LocalName;
use rustc_hash::FxHashMap;
use selectors::parser::{AncestorHashes, Component as SelectorsComponent};
use smallvec::SmallVec;

use super::selector::{Component, ElementRef, MatchingContext, Pseudo, Selector};
use super::stylesheet::{ContainerRule, ScopeRule};

/// Who wrote a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// The browser.
    UserAgent,
    /// The page.
    Author,
}

/// Declarations, with what is asked of them most.
#[derive(Clone, Debug)]
pub struct Block {
    /// The declarations.
    pub declarations: Arc<DeclarationBlock>,
    /// Some are not `!important`.
    pub has_normal: bool,
    /// Some are `!important`.
    pub has_important: bool,
    /// Some are `revert` or `revert-layer`.
    pub has_revert: bool,
}

impl Block {
    /// Looks at the declarations once.
    pub fn new(declarations: Arc<DeclarationBlock>) -> Self {
        let important = |important| {
            declarations.declarations.iter().any(|(_, importance)| (*importance == Importance::Important) == important)
        };
        let has_revert = declarations.declarations.iter().any(|(declaration, _)| {
            matches!(declaration.css_wide_keyword(), Some(CssWideKeyword::Revert | CssWideKeyword::RevertLayer))
        });
        Self { has_normal: important(false), has_important: important(true), has_revert, declarations }
    }
}

/// One selector with its declarations.
#[derive(Debug)]
pub struct Entry {
    selector: Selector,
    /// The declarations.
    pub block: Block,
    /// Whose rule it is.
    pub origin: Origin,
    /// The rank of its layer.
    pub layer: u32,
    specificity: u32,
    /// Equal for entries that only scope proximity and order tell apart.
    group: u32,
    /// The scope it stands in.
    scope: Option<u32>,
    /// The container query it stands in.
    pub container: Option<u32>,
}

/// `@scope`, in another one or not.
#[derive(Debug)]
pub struct Scope {
    /// The rule.
    pub rule: Arc<ScopeRule>,
    /// The scope around it.
    pub parent: Option<u32>,
    /// The number of the element that a scope without a beginning begins at.
    pub implicit_root: Option<u32>,
}

/// `@container`, in another one or not.
#[derive(Debug)]
pub struct Container {
    /// The rule.
    pub rule: Arc<ContainerRule>,
    /// The query around it.
    pub parent: Option<u32>,
}

/// An entry that matches an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Match {
    /// Its place among [`RuleSet::entries`].
    pub entry: u32,
    /// Generations between the element and the root of the scope; `u32::MAX` outside of scopes.
    pub proximity: u32,
}

#[derive(Debug)]
struct Candidate {
    hashes: AncestorHashes,
    entry: u32,
}

#[derive(Debug, Default)]
struct Index {
    ids: FxHashMap<LocalName, Vec<Candidate>>,
    classes: FxHashMap<LocalName, Vec<Candidate>>,
    names: FxHashMap<LocalName, Vec<Candidate>>,
    attributes: FxHashMap<LocalName, Vec<Candidate>>,
    root: Vec<Candidate>,
    others: Vec<Candidate>,
    is_used: bool,
}

/// The rules of a document.
#[derive(Debug, Default)]
pub struct RuleSet {
    /// In the order of the cascade of normal declarations: later ones win.
    pub entries: Vec<Entry>,
    /// Scopes that entries name.
    pub scopes: Vec<Scope>,
    /// Container queries that entries name.
    pub containers: Vec<Container>,
    elements: Index,
    pseudo_elements: [Index; Pseudo::ALL.len()],
    quirks: bool,
}

/// A rule before the set is sorted.
pub struct NewEntry {
    /// One selector.
    pub selector: Selector,
    /// The declarations.
    pub block: Arc<DeclarationBlock>,
    /// Whose rule it is.
    pub origin: Origin,
    /// The rank of its layer.
    pub layer: u32,
    /// The scope it stands in.
    pub scope: Option<u32>,
    /// The container query it stands in.
    pub container: Option<u32>,
}

impl RuleSet {
    /// Sorts and indexes rules given in the order of appearance.
    pub fn new(mut new: Vec<NewEntry>, scopes: Vec<Scope>, containers: Vec<Container>, quirks: bool) -> Self {
        let rank = |entry: &NewEntry| (entry.origin, entry.layer, entry.selector.specificity());
        new.sort_by_key(rank);
        let mut set = Self { scopes, containers, quirks, ..Self::default() };
        let mut last = None;
        let mut group = 0;
        // The selectors of a rule share its declarations, which are looked at once.
        let mut blocks: FxHashMap<usize, Block> = FxHashMap::default();
        for entry in new {
            let rank = rank(&entry);
            let address = Arc::as_ptr(&entry.block).addr();
            let block = blocks.entry(address).or_insert_with(|| Block::new(entry.block.clone())).clone();
            if last.is_some_and(|last| last != rank) {
                group += 1;
            }
            last = Some(rank);
            set.index(&entry.selector);
            set.entries.push(Entry {
                selector: entry.selector,
                block,
                origin: entry.origin,
                layer: entry.layer,
                specificity: rank.2,
                group,
                scope: entry.scope,
                container: entry.container,
            });
        }
        set
    }

    fn index(&mut self, selector: &Selector) {
        let number = self.entries.len() as u32;
        let index = match selector.pseudo_elements().as_slice() {
            [] => &mut self.elements,
            [pseudo] => match pseudo.styled() {
                Some(pseudo) => &mut self.pseudo_elements[pseudo.index()],
                None => return,
            },
            // `::before::marker`: a marker of generated content is not styled apart.
            _ => return,
        };
        index.is_used = true;
        let mode =
            if self.quirks { selectors::context::QuirksMode::Quirks } else { selectors::context::QuirksMode::NoQuirks };
        let hashes = AncestorHashes::new(selector, mode);
        let quirks = self.quirks;
        let fold = |name: LocalName| if quirks { name.to_ascii_lowercase() } else { name };
        for key in keys(selector) {
            let candidates = match key {
                Key::Id(name) => index.ids.entry(fold(name)).or_default(),
                Key::Class(name) => index.classes.entry(fold(name)).or_default(),
                Key::Name(name) => index.names.entry(name).or_default(),
                Key::Attribute(name) => index.attributes.entry(name).or_default(),
                Key::Root => &mut index.root,
                Key::Other => &mut index.others,
            };
            candidates.push(Candidate { hashes: hashes.clone(), entry: number });
        }
    }

    /// Whether any rule is about that pseudo-element.
    pub fn has_pseudo_element(&self, pseudo: Pseudo) -> bool {
        self.pseudo_elements[pseudo.index()].is_used
    }

    /// Finds the entries that match an element, or its pseudo-element, in the order of the cascade.
    pub fn matches(
        &self,
        element: ElementRef<'_>,
        pseudo: Option<Pseudo>,
        context: &mut MatchingContext<'_>,
        found: &mut Vec<Match>,
    ) {
        found.clear();
        let index = pseudo.map_or(&self.elements, |pseudo| &self.pseudo_elements[pseudo.index()]);
        let data = element.data();
        let mut test = |candidates: &[Candidate]| {
            for candidate in candidates {
                self.test(candidate, element, context, found);
            }
        };
        let fold = |name: &LocalName| if self.quirks { name.to_ascii_lowercase() } else { name.clone() };
        if let Some(candidates) = data.identifier().and_then(|id| index.ids.get(&fold(id))) {
            test(candidates);
        }
        if !index.classes.is_empty() {
            for class in data.classes() {
                if let Some(candidates) = index.classes.get(&fold(class)) {
                    test(candidates);
                }
            }
        }
        if let Some(candidates) = index.names.get(data.local_name()) {
            test(candidates);
        }
        if !index.attributes.is_empty() {
            for attribute in data.attributes() {
                if let Some(candidates) = index.attributes.get(&attribute.name.local) {
                    test(candidates);
                }
            }
        }
        if selectors::Element::is_root(&element) {
            test(&index.root);
        }
        test(&index.others);
        // NOTE: proximity matters between rules of equal specificity only, and then the nearer scope wins.
        found.sort_unstable_by_key(|found| {
            (self.entries[found.entry as usize].group, std::cmp::Reverse(found.proximity), found.entry)
        });
        found.dedup();
    }

    #[inline]
    fn test(
        &self,
        candidate: &Candidate,
        element: ElementRef<'_>,
        context: &mut MatchingContext<'_>,
        found: &mut Vec<Match>,
    ) {
        if let Some(filter) = context.bloom_filter
            && !selectors::matching::selector_may_match(&candidate.hashes, filter)
        {
            return;
        }
        let entry = &self.entries[candidate.entry as usize];
        let Some(scope) = entry.scope else {
            if selectors::matching::matches_selector(&entry.selector, 0, None, element, context) {
                found.push(Match { entry: candidate.entry, proximity: u32::MAX });
            }
            return;
        };
        if let Some(proximity) = self.match_in_scope(scope, &entry.selector, element, context) {
            found.push(Match { entry: candidate.entry, proximity });
        }
    }

    /// [Scoped rules](https://www.w3.org/TR/css-cascade-6/#scope-atrule): tries the scopes around the element, nearest first.
    fn match_in_scope(
        &self,
        scope: u32,
        selector: &Selector,
        element: ElementRef<'_>,
        context: &mut MatchingContext<'_>,
    ) -> Option<u32> {
        let mut root = Some(element);
        let mut proximity = 0;
        while let Some(candidate) = root {
            if self.is_scope_root(scope, candidate, context) && self.is_inside(scope, candidate, element, context) {
                let opaque = selectors::Element::opaque(&candidate);
                let matched = context.nest_for_scope(Some(opaque), |context| {
                    // Nesting would hide the pseudo-element mode, which only counts at the outermost level.
                    selectors::matching::matches_selector(selector, 0, None, element, context)
                });
                if matched {
                    return Some(proximity);
                }
            }
            root = selectors::Element::parent_element(&candidate);
            proximity += 1;
        }
        None
    }

    fn is_scope_root(&self, scope: u32, candidate: ElementRef<'_>, context: &mut MatchingContext<'_>) -> bool {
        let scope = &self.scopes[scope as usize];
        let starts_here = |outer: Option<ElementRef<'_>>, context: &mut MatchingContext<'_>| match &scope.rule.start {
            Some(start) => {
                let outer = outer.map(|outer| selectors::Element::opaque(&outer));
                context.nest_for_scope_condition(outer, |context| {
                    selectors::matching::matches_selector_list(start, candidate, context)
                })
            }
            None => match scope.implicit_root {
                Some(root) => candidate.data().id().0 == root,
                None => selectors::Element::is_root(&candidate),
            },
        };
        let Some(parent) = scope.parent else { return starts_here(None, context) };
        // The scope around must contain the root, and `:scope` in the prelude is the root of that scope.
        let mut outer = Some(candidate);
        while let Some(element) = outer {
            if self.is_scope_root(parent, element, context)
                && self.is_inside(parent, element, candidate, context)
                && starts_here(Some(element), context)
            {
                return true;
            }
            outer = selectors::Element::parent_element(&element);
        }
        false
    }

    /// Whether no limit of the scope stands between its root and the element.
    fn is_inside(
        &self,
        scope: u32,
        root: ElementRef<'_>,
        element: ElementRef<'_>,
        context: &mut MatchingContext<'_>,
    ) -> bool {
        let Some(end) = &self.scopes[scope as usize].rule.end else { return true };
        let root_opaque = selectors::Element::opaque(&root);
        let mut current = Some(element);
        while let Some(candidate) = current {
            let is_limit = context.nest_for_scope_condition(Some(root_opaque), |context| {
                selectors::matching::matches_selector_list(end, candidate, context)
            });
            if is_limit {
                return false;
            }
            if selectors::Element::opaque(&candidate) == root_opaque {
                break;
            }
            current = selectors::Element::parent_element(&candidate);
        }
        true
    }

    /// The order among important declarations: the other way round for origins and layers.
    pub fn important_rank(&self, found: Match) -> (std::cmp::Reverse<Origin>, std::cmp::Reverse<u32>, u32) {
        let entry = &self.entries[found.entry as usize];
        (std::cmp::Reverse(entry.origin), std::cmp::Reverse(entry.layer), entry.specificity)
    }
}

/// What an element must have for a selector to match.
#[derive(Clone, Debug)]
enum Key {
    Id(LocalName),
    Class(LocalName),
    Name(LocalName),
    Attribute(LocalName),
    Root,
    Other,
}

impl Key {
    /// The better, the fewer elements have it.
    fn quality(&self) -> u8 {
        match self {
            Self::Id(_) => 5,
            Self::Class(_) => 4,
            Self::Name(_) => 3,
            Self::Attribute(_) => 2,
            Self::Root => 1,
            Self::Other => 0,
        }
    }
}

type Keys = SmallVec<[Key; 2]>;

/// The best keys: the element has at least one of them if the selector matches.
fn keys(selector: &Selector) -> Keys {
    let mut best: Keys = SmallVec::from_elem(Key::Other, 1);
    let quality = |keys: &Keys| keys.iter().map(Key::quality).min().unwrap_or(0);
    let mut iter = selector.iter();
    loop {
        for component in iter.by_ref() {
            let found = component_keys(component);
            if quality(&found) > quality(&best) {
                best = found;
            }
        }
        match iter.next_sequence() {
            Some(combinator) if combinator.is_pseudo_element() => {}
            _ => return best,
        }
    }
}

fn component_keys(component: &Component) -> Keys {
    let pair = |a: &LocalName, b: &LocalName, key: fn(LocalName) -> Key| {
        let mut keys: Keys = SmallVec::from_elem(key(a.clone()), 1);
        if a != b {
            keys.push(key(b.clone()));
        }
        keys
    };
    match component {
        SelectorsComponent::ID(id) => SmallVec::from_elem(Key::Id(id.0.clone()), 1),
        SelectorsComponent::Class(class) => SmallVec::from_elem(Key::Class(class.0.clone()), 1),
        SelectorsComponent::LocalName(name) => pair(&name.name.0, &name.lower_name.0, Key::Name),
        SelectorsComponent::AttributeInNoNamespaceExists { local_name, local_name_lower } => {
            pair(&local_name.0, &local_name_lower.0, Key::Attribute)
        }
        SelectorsComponent::AttributeInNoNamespace { local_name, .. } => {
            SmallVec::from_elem(Key::Attribute(local_name.0.clone()), 1)
        }
        SelectorsComponent::AttributeOther(attribute) => {
            pair(&attribute.local_name.0, &attribute.local_name_lower.0, Key::Attribute)
        }
        SelectorsComponent::Root => SmallVec::from_elem(Key::Root, 1),
        SelectorsComponent::Is(list) | SelectorsComponent::Where(list) => {
            let mut all = Keys::new();
            for selector in list.slice() {
                all.extend(keys(selector));
            }
            if all.is_empty() { SmallVec::from_elem(Key::Other, 1) } else { all }
        }
        _ => SmallVec::from_elem(Key::Other, 1),
    }
}
