//! Custom properties: their storage, `var()` and `env()`.
//!
//! Spec: <https://www.w3.org/TR/css-variables-1/>.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::hash::Hasher;
use std::sync::Arc;

use cssparser::{Delimiter, Parser, Token};
use rustc_hash::{FxHashMap, FxHasher};
use smallvec::SmallVec;

use super::declaration::{CssWideKeyword, PropertyDeclaration, VariableValue};
use crate::css::values::{ParseError, Parsed};
use crate::limits::{MAX_SUBSTITUTED_BYTES, MAX_VALUE_NESTING};

/// A declaration of a custom property.
#[derive(Clone, Debug, PartialEq)]
pub struct CustomDeclaration {
    /// The name without the dashes.
    pub name: Arc<str>,
    /// The value.
    pub value: CustomValue,
}

/// The value of a custom property as declared.
#[derive(Clone, Debug, PartialEq)]
pub enum CustomValue {
    /// A CSS-wide keyword.
    CssWide(CssWideKeyword),
    /// Any tokens.
    Tokens {
        /// As written, without white space around.
        text: Arc<str>,
        /// Whether `var()` or `env()` is among them.
        has_references: bool,
    },
}

impl CustomDeclaration {
    /// Parses the value of a custom property, up to `!important` or the end.
    pub fn parse(name: &str, input: &mut Parser<'_>) -> Parsed<Self> {
        input.skip_whitespace();
        let start = input.position();
        input.look_for_arbitrary_substitution_functions(&["var", "env"]);
        let valid = input.parse_until_before(Delimiter::Bang, |input| -> Parsed<()> {
            while let Ok(token) = input.next_including_whitespace_and_comments() {
                if token.is_parse_error() {
                    return Err(ParseError::unexpected_token());
                }
            }
            Ok(())
        });
        let has_references = input.seen_arbitrary_substitution_functions();
        valid?;
        let text = input.slice_from(start).trim();
        let value = match CssWideKeyword::from_name(text) {
            Some(keyword) => CustomValue::CssWide(keyword),
            None => CustomValue::Tokens { text: text.into(), has_references },
        };
        Ok(Self { name: name.into(), value })
    }
}

impl CustomDeclaration {
    /// Whether this declares exactly a value, without looking at other properties.
    fn is_value(&self, value: Option<&Arc<str>>) -> bool {
        match (&self.value, value) {
            (CustomValue::Tokens { text, has_references: false }, Some(value)) => {
                Arc::ptr_eq(text, value) || text == value
            }
            _ => false,
        }
    }

    /// Whether both come from one declaration.
    fn is_same(&self, other: &Self) -> bool {
        let same_value = match (&self.value, &other.value) {
            (CustomValue::Tokens { text, .. }, CustomValue::Tokens { text: other, .. }) => Arc::ptr_eq(text, other),
            (a, b) => a == b,
        };
        same_value && Arc::ptr_eq(&self.name, &other.name)
    }

    fn address(&self) -> usize {
        match &self.value {
            CustomValue::Tokens { text, .. } => Arc::as_ptr(text).cast::<u8>().addr(),
            CustomValue::CssWide(_) => Arc::as_ptr(&self.name).cast::<u8>().addr(),
        }
    }
}

/// The custom properties of an element: what it declares itself, on top of what it inherits.
///
/// Inheriting costs one pointer; a change makes a layer of the changed properties alone.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CustomProperties(Option<Arc<Layer>>);

#[derive(Debug, PartialEq)]
struct Layer {
    /// Sorted by name; `None` hides what is below.
    own: Vec<(Arc<str>, Option<Arc<str>>)>,
    below: Option<Arc<Layer>>,
    depth: u32,
    /// Whether something here is registered as not inherited.
    has_uninherited: bool,
}

/// How many layers are looked through before they are made one.
const MAX_LAYERS: u32 = 8;

impl CustomProperties {
    /// The value of a property by its name without dashes.
    pub fn get(&self, name: &str) -> Option<&Arc<str>> {
        let mut layer = self.0.as_deref();
        while let Some(current) = layer {
            if let Ok(index) = current.own.binary_search_by(|(own, _)| (**own).cmp(name)) {
                return current.own[index].1.as_ref();
            }
            layer = current.below.as_deref();
        }
        None
    }

    /// All properties, sorted by name.
    pub fn to_map(&self) -> BTreeMap<Arc<str>, Arc<str>> {
        let mut map: BTreeMap<Arc<str>, Option<Arc<str>>> = BTreeMap::new();
        let mut layer = self.0.as_deref();
        while let Some(current) = layer {
            for (name, value) in &current.own {
                map.entry(name.clone()).or_insert_with(|| value.clone());
            }
            layer = current.below.as_deref();
        }
        map.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
    }

    /// Whether both are the same object, which is quicker to find out than whether they are equal.
    pub fn ptr_eq(&self, other: &Self) -> bool {
        self.address() == other.address()
    }

    pub(super) fn address(&self) -> usize {
        self.0.as_ref().map_or(0, |layer| Arc::as_ptr(layer).addr())
    }

    /// With changes on top: sorted by name, `None` for what is not there any more.
    fn with(&self, own: Vec<(Arc<str>, Option<Arc<str>>)>, registry: Option<&CustomPropertyRegistry>) -> Self {
        let depth = self.0.as_ref().map_or(0, |layer| layer.depth) + 1;
        let uninherited = |name: &str| registry.is_some_and(|registry| !registry.inherits(name));
        if depth <= MAX_LAYERS {
            let has_uninherited = own.iter().any(|(name, value)| value.is_some() && uninherited(name));
            return Self(Some(Arc::new(Layer { own, below: self.0.clone(), depth, has_uninherited })));
        }
        let mut map = self.to_map();
        for (name, value) in own {
            match value {
                Some(value) => map.insert(name, value),
                None => map.remove(&name),
            };
        }
        let has_uninherited = map.keys().any(|name| uninherited(name));
        let own = map.into_iter().map(|(name, value)| (name, Some(value))).collect();
        Self(Some(Arc::new(Layer { own, below: None, depth: 1, has_uninherited })))
    }

    /// What a child inherits: without the properties registered as not inherited.
    fn inherited(&self, registry: Option<&CustomPropertyRegistry>) -> Self {
        let mut hidden: BTreeMap<Arc<str>, Option<Arc<str>>> = BTreeMap::new();
        let mut layer = self.0.as_deref();
        let Some(registry) = registry else { return self.clone() };
        while let Some(current) = layer {
            if current.has_uninherited {
                for (name, _) in current.own.iter().filter(|(name, value)| value.is_some() && !registry.inherits(name))
                {
                    if self.get(name).is_some() {
                        hidden.insert(name.clone(), None);
                    }
                }
            }
            layer = current.below.as_deref();
        }
        if hidden.is_empty() { self.clone() } else { self.with(hidden.into_iter().collect(), Some(registry)) }
    }
}

/// `@property` rules.
#[derive(Clone, Debug, Default)]
pub struct CustomPropertyRegistry(FxHashMap<Arc<str>, Registration>);

/// One `@property` rule.
#[derive(Clone, Debug)]
pub struct Registration {
    /// `syntax`, as written.
    pub syntax: Arc<str>,
    /// `inherits`
    pub inherits: bool,
    /// `initial-value`
    pub initial: Option<Arc<str>>,
}

impl CustomPropertyRegistry {
    /// Registers a property by its name without dashes; a later rule replaces an earlier one.
    pub fn register(&mut self, name: &str, registration: Registration) {
        self.0.insert(name.into(), registration);
    }

    /// Whether nothing is registered.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether a property is inherited; unregistered ones are.
    pub fn inherits(&self, name: &str) -> bool {
        self.0.get(name).is_none_or(|registration| registration.inherits)
    }

    /// The initial value of a registered property.
    pub fn initial(&self, name: &str) -> Option<Arc<str>> {
        self.0.get(name)?.initial.clone()
    }
}

/// Computes an element's custom properties from its parent's and the declarations in ascending order of precedence.
///
/// [§ 3](https://www.w3.org/TR/css-variables-1/#cycles): properties in a cycle are invalid at computed-value time.
pub fn compute_custom_properties<'a>(
    parent: &CustomProperties,
    declarations: impl IntoIterator<Item = &'a CustomDeclaration>,
    registry: Option<&CustomPropertyRegistry>,
) -> CustomProperties {
    let inherited = parent.inherited(registry.filter(|registry| !registry.is_empty()));
    let declarations: SmallVec<[&CustomDeclaration; 16]> = declarations.into_iter().collect();
    // A rule for all elements declares what most of them inherit already.
    if declarations.iter().all(|declaration| declaration.is_value(inherited.get(&declaration.name))) {
        return inherited;
    }
    let declared: BTreeMap<&str, &CustomDeclaration> =
        declarations.iter().map(|declaration| (&*declaration.name, *declaration)).collect();
    let mut resolver = Resolver {
        declared: &declared,
        parent,
        inherited: &inherited,
        registry,
        done: FxHashMap::default(),
        stack: Vec::new(),
        cyclic: Vec::new(),
    };
    let mut own = Vec::new();
    for declaration in declared.values() {
        let value = resolver.resolve(&declaration.name);
        if inherited.get(&declaration.name) != value.as_ref() {
            own.push((declaration.name.clone(), value));
        }
    }
    if own.is_empty() { inherited } else { inherited.with(own, registry) }
}

struct Resolver<'a> {
    declared: &'a BTreeMap<&'a str, &'a CustomDeclaration>,
    parent: &'a CustomProperties,
    inherited: &'a CustomProperties,
    registry: Option<&'a CustomPropertyRegistry>,
    done: FxHashMap<&'a str, Option<Arc<str>>>,
    stack: Vec<&'a str>,
    cyclic: Vec<&'a str>,
}

impl<'a> Resolver<'a> {
    fn initial(&self, name: &str) -> Option<Arc<str>> {
        self.registry.and_then(|registry| registry.initial(name))
    }

    fn resolve(&mut self, name: &str) -> Option<Arc<str>> {
        let Some(declaration) = self.declared.get(name).copied() else {
            return self.inherited.get(name).cloned().or_else(|| self.initial(name));
        };
        if let Some(value) = self.done.get(name) {
            return value.clone();
        }
        let name: &'a str = &declaration.name;
        if let Some(index) = self.stack.iter().position(|visiting| *visiting == name) {
            self.cyclic.extend(&self.stack[index..]);
            return None;
        }
        let value = match &declaration.value {
            CustomValue::CssWide(CssWideKeyword::Initial) => self.initial(name),
            CustomValue::CssWide(CssWideKeyword::Inherit) => {
                self.parent.get(name).cloned().or_else(|| self.initial(name))
            }
            // The cascade has replaced `revert` already.
            CustomValue::CssWide(_) => self.inherited.get(name).cloned().or_else(|| self.initial(name)),
            CustomValue::Tokens { text, has_references: false } => Some(text.clone()),
            CustomValue::Tokens { text, .. } if self.stack.len() < MAX_VALUE_NESTING => {
                self.stack.push(name);
                let substituted = substitute(text, &mut |name| self.resolve(name));
                self.stack.pop();
                let cyclic = self.cyclic.contains(&name);
                substituted.filter(|_| !cyclic).map(|text| Arc::from(text.trim())).or_else(|| self.initial(name))
            }
            CustomValue::Tokens { .. } => None,
        };
        self.done.insert(name, value.clone());
        value
    }
}

/// Replaces every `var()` and `env()` of a value. `lookup` gives the value of a custom property by its name without
/// dashes. `None` where the value is invalid at computed-value time.
pub fn substitute(text: &str, lookup: &mut dyn FnMut(&str) -> Option<Arc<str>>) -> Option<String> {
    let mut output = String::with_capacity(text.len());
    substitute_tokens(&mut Parser::new(text), &mut output, lookup).ok()?;
    Some(output)
}

fn substitute_tokens(
    input: &mut Parser<'_>,
    output: &mut String,
    lookup: &mut dyn FnMut(&str) -> Option<Arc<str>>,
) -> Parsed<()> {
    loop {
        let start = input.position();
        let Ok(token) = input.next_including_whitespace_and_comments() else { return Ok(()) };
        let closing = match token {
            Token::Function(name) if name.eq_ignore_ascii_case("var") => {
                input.parse_nested_block(|input| substitute_variable(input, output, lookup))?;
                continue;
            }
            Token::Function(name) if name.eq_ignore_ascii_case("env") => {
                input.parse_nested_block(|input| substitute_environment(input, output, lookup))?;
                continue;
            }
            Token::Function(_) | Token::ParenthesisBlock => Some(')'),
            Token::SquareBracketBlock => Some(']'),
            Token::CurlyBracketBlock => Some('}'),
            token if token.is_parse_error() => return Err(ParseError::unexpected_token()),
            _ => None,
        };
        append(output, input.slice_from(start))?;
        if let Some(closing) = closing {
            input.parse_nested_block(|input| substitute_tokens(input, output, lookup))?;
            output.push(closing);
        }
    }
}

/// Appends a piece so that its first token does not merge with the last one written.
fn append(output: &mut String, piece: &str) -> Parsed<()> {
    let sticky = |c: char| c.is_alphanumeric() || !c.is_ascii() || "_-+.#@%\\".contains(c);
    if output.len() + piece.len() > MAX_SUBSTITUTED_BYTES {
        return Err(ParseError::unexpected_token());
    }
    if output.chars().next_back().is_some_and(sticky) && piece.chars().next().is_some_and(|c| sticky(c) || c == '(') {
        output.push_str("/**/");
    }
    output.push_str(piece);
    Ok(())
}

fn substitute_variable(
    input: &mut Parser<'_>,
    output: &mut String,
    lookup: &mut dyn FnMut(&str) -> Option<Arc<str>>,
) -> Parsed<()> {
    let name = input.expect_ident()?.clone();
    let Some(name) = name.strip_prefix("--") else { return Err(ParseError::unexpected_token()) };
    let value = lookup(name);
    fallback(input, output, lookup, value.as_deref())
}

fn substitute_environment(
    input: &mut Parser<'_>,
    output: &mut String,
    lookup: &mut dyn FnMut(&str) -> Option<Arc<str>>,
) -> Parsed<()> {
    let name = input.expect_ident()?.clone();
    // The screen has neither notch nor keyboard.
    let known = name.starts_with("safe-area-inset-") || name.starts_with("safe-area-max-inset-");
    while input.try_parse(|input| input.expect_integer()).is_ok() {}
    fallback(input, output, lookup, known.then_some("0px"))
}

/// Writes the value, or what stands after the comma.
fn fallback(
    input: &mut Parser<'_>,
    output: &mut String,
    lookup: &mut dyn FnMut(&str) -> Option<Arc<str>>,
    value: Option<&str>,
) -> Parsed<()> {
    let has_fallback = match input.next() {
        Ok(Token::Comma) => true,
        Ok(_) => return Err(ParseError::unexpected_token()),
        Err(_) => false,
    };
    if let Some(value) = value {
        while input.next().is_ok() {}
        return append(output, value);
    }
    if !has_fallback {
        return Err(ParseError::unexpected_token());
    }
    input.skip_whitespace();
    let mut text = String::new();
    substitute_tokens(input, &mut text, lookup)?;
    append(output, text.trim_end())
}

/// Custom properties computed before, and values with `var()` substituted and parsed before, for the whole of a
/// cascade.
#[derive(Debug, Default)]
pub struct SubstitutionCache {
    values: RefCell<FxHashMap<(usize, usize), CachedValue>>,
    custom: RefCell<FxHashMap<u64, CachedCustom>>,
}

#[derive(Debug)]
struct CachedCustom {
    parent: CustomProperties,
    declarations: Vec<CustomDeclaration>,
    computed: CustomProperties,
}

#[derive(Debug)]
struct CachedValue {
    /// Kept so that the addresses in the key stay theirs.
    _owners: (Arc<VariableValue>, CustomProperties),
    declarations: Arc<[PropertyDeclaration]>,
}

/// How many values are remembered.
const CACHE_SIZE: usize = 8192;

impl SubstitutionCache {
    /// As [`compute_custom_properties`]; elements with one parent and the same rules share the result.
    pub(super) fn compute_custom_properties<'a>(
        &self,
        parent: &CustomProperties,
        declarations: impl IntoIterator<Item = &'a CustomDeclaration>,
        registry: Option<&CustomPropertyRegistry>,
    ) -> CustomProperties {
        let declarations: SmallVec<[&CustomDeclaration; 16]> = declarations.into_iter().collect();
        let mut hasher = FxHasher::default();
        hasher.write_usize(parent.address());
        declarations.iter().for_each(|declaration| hasher.write_usize(declaration.address()));
        let key = hasher.finish();
        if let Some(cached) = self.custom.borrow().get(&key)
            && cached.parent.ptr_eq(parent)
            && cached.declarations.len() == declarations.len()
            && cached.declarations.iter().zip(&declarations).all(|(a, b)| a.is_same(b))
        {
            return cached.computed.clone();
        }
        let computed = compute_custom_properties(parent, declarations.iter().copied(), registry);
        let mut cache = self.custom.borrow_mut();
        if cache.len() >= CACHE_SIZE {
            cache.clear();
        }
        let declarations = declarations.into_iter().cloned().collect();
        cache.insert(key, CachedCustom { parent: parent.clone(), declarations, computed: computed.clone() });
        computed
    }

    pub(super) fn get(
        &self,
        value: &Arc<VariableValue>,
        custom: &CustomProperties,
    ) -> Option<Arc<[PropertyDeclaration]>> {
        let key = (Arc::as_ptr(value).addr(), custom.address());
        self.values.borrow().get(&key).map(|cached| cached.declarations.clone())
    }

    pub(super) fn insert(
        &self,
        value: &Arc<VariableValue>,
        custom: &CustomProperties,
        declarations: Arc<[PropertyDeclaration]>,
    ) {
        let mut cache = self.values.borrow_mut();
        if cache.len() >= CACHE_SIZE {
            cache.clear();
        }
        let key = (Arc::as_ptr(value).addr(), custom.address());
        cache.insert(key, CachedValue { _owners: (value.clone(), custom.clone()), declarations });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn declare(text: &str) -> Vec<CustomDeclaration> {
        text.split(';')
            .map(|declaration| {
                let (name, value) = declaration.split_once(':').unwrap();
                CustomDeclaration::parse(name.trim(), &mut Parser::new(value)).unwrap()
            })
            .collect()
    }

    fn compute(parent: &CustomProperties, text: &str) -> CustomProperties {
        compute_custom_properties(parent, &declare(text), None)
    }

    #[test]
    fn substitution_and_fallback() {
        let custom = compute(
            &CustomProperties::default(),
            "a: 1px; b: var(--a) solid; c: var(--none, var(--a) x); d: var(--none)",
        );
        assert_eq!(custom.get("b").map(|v| &**v), Some("1px solid"));
        assert_eq!(custom.get("c").map(|v| &**v), Some("1px x"));
        assert_eq!(custom.get("d"), None);
    }

    #[test]
    fn cycles_are_invalid() {
        let parent = compute(&CustomProperties::default(), "a: 1; b: 2");
        let custom = compute(&parent, "a: var(--b); b: var(--a); c: var(--a, 3); d: var(--d)");
        assert_eq!((custom.get("a"), custom.get("b"), custom.get("d")), (None, None, None));
        assert_eq!(custom.get("c").map(|v| &**v), Some("3"));
    }

    #[test]
    fn unchanged_declarations_share_the_parents_object() {
        let parent = compute(&CustomProperties::default(), "a: 1; b: 2");
        assert!(compute(&parent, "a: 1; b: 2").ptr_eq(&parent));
        let mut child = parent.clone();
        for i in 0..20 {
            child = compute(&child, &format!("a: {i}"));
        }
        assert_eq!(child.get("a").map(|v| &**v), Some("19"));
        assert_eq!(child.get("b").map(|v| &**v), Some("2"));
    }

    #[test]
    fn tokens_do_not_merge() {
        let mut lookup = |name: &str| Some(Arc::from(if name == "n" { "1" } else { "px" }));
        assert_eq!(substitute("var(--n)var(--u)", &mut lookup).as_deref(), Some("1/**/px"));
        assert_eq!(substitute("calc(var(--n) * 2)", &mut lookup).as_deref(), Some("calc(1 * 2)"));
        assert_eq!(substitute("env(safe-area-inset-top) env(x, 4px)", &mut lookup).as_deref(), Some("0px 4px"));
    }

    #[test]
    fn growth_is_capped() {
        let mut text = String::from("a0: xxxxxxxxxxxxxxxx");
        for i in 1..40 {
            text.push_str(&format!("; a{i}: var(--a{0}) var(--a{0})", i - 1));
        }
        assert_eq!(compute(&CustomProperties::default(), &text).get("a39"), None);
    }

    #[test]
    fn registered_properties() {
        let mut registry = CustomPropertyRegistry::default();
        registry.register("x", Registration { syntax: "*".into(), inherits: false, initial: Some("0".into()) });
        let parent = compute_custom_properties(&CustomProperties::default(), &declare("x: 5"), Some(&registry));
        let child = compute_custom_properties(&parent, &declare("y: var(--x)"), Some(&registry));
        assert_eq!(child.get("y").map(|v| &**v), Some("0"));
        assert_eq!(child.get("x"), None);
    }
}
