//! Rules.

use std::sync::Arc;

use ashlar_layout::css::properties::DeclarationBlock;
use markup5ever::LocalName;
use url::Url;

use super::descriptor::Descriptors;
use super::font_face::FontFaceRule;
use crate::style::condition::Condition;
use crate::style::feature::Feature;
use crate::style::layer::LayerPath;
use crate::style::media::MediaList;
use crate::style::selector::SelectorList;

/// A rule of a sheet.
#[derive(Debug)]
pub enum Rule {
    /// Selectors and declarations.
    Style(StyleRule),
    /// `@media`
    Media(MediaList, Vec<Rule>),
    /// `@supports`, the result of its condition known.
    Supports(bool, Vec<Rule>),
    /// `@container`
    Container(Arc<ContainerRule>, Vec<Rule>),
    /// `@layer a { … }`
    Layer(LayerBlock),
    /// `@layer a, b;`
    LayerStatement(Vec<LayerPath>),
    /// `@scope`
    Scope(Arc<ScopeRule>, Vec<Rule>),
    /// `@starting-style`: parsed, and without effect on a page at rest.
    StartingStyle,
    /// `@import`
    Import(ImportRule),
    /// `@font-face`
    FontFace(Arc<FontFaceRule>),
    /// `@keyframes`
    Keyframes(Arc<KeyframesRule>),
    /// `@property`
    Property(Arc<PropertyRule>),
    /// `@counter-style`
    CounterStyle(Arc<CounterStyleRule>),
    /// A rule that is known and changes nothing here: `@page`, `@namespace`, `@view-transition` …
    Other,
}

/// A style rule.
#[derive(Debug)]
pub struct StyleRule {
    /// The selectors, `&` already replaced by those of the rules around.
    pub selectors: SelectorList,
    /// The declarations before the first nested rule.
    pub declarations: Arc<DeclarationBlock>,
    /// Nested rules, and the declarations after them as rules of their own.
    pub nested: Vec<Rule>,
}

/// `@layer { … }`
#[derive(Debug)]
pub struct LayerBlock {
    /// The name; `None` for an anonymous layer.
    pub name: Option<LayerPath>,
    /// The rules.
    pub rules: Vec<Rule>,
}

/// `@container`
#[derive(Debug)]
pub struct ContainerRule {
    /// The name the container must have.
    pub name: Option<LocalName>,
    /// The condition; `None` if only the name is asked for.
    pub condition: Option<Condition<ContainerTest>>,
}

/// One test of a container.
#[derive(Clone, Debug, PartialEq)]
pub enum ContainerTest {
    /// A size feature.
    Size(Feature),
    /// `style(--name: value)`; without a value, whether the property is set.
    Style(Arc<str>, Option<Box<str>>),
}

/// `@scope`
#[derive(Debug)]
pub struct ScopeRule {
    /// What scopes begin at; `None` for the parent of the sheet's owner.
    pub start: Option<SelectorList>,
    /// What scopes end before.
    pub end: Option<SelectorList>,
}

/// `@import`
#[derive(Debug)]
pub struct ImportRule {
    /// The sheet's address; `None` if it is not a URL.
    pub url: Option<Url>,
    /// `None` outside of layers, an empty path for an anonymous layer.
    pub layer: Option<LayerPath>,
    /// The result of `supports()`.
    pub supports: bool,
    /// For which media.
    pub media: MediaList,
}

/// `@keyframes`
#[derive(Debug)]
pub struct KeyframesRule {
    /// The name of the animation.
    pub name: LocalName,
    /// The keyframes in the order of the sheet.
    pub keyframes: Vec<Keyframe>,
}

/// One keyframe.
#[derive(Debug)]
pub struct Keyframe {
    /// Where it stands, 0 to 1.
    pub offsets: Vec<f32>,
    /// Its declarations.
    pub declarations: Arc<DeclarationBlock>,
}

/// `@property`
#[derive(Clone, Debug)]
pub struct PropertyRule {
    /// The name without its dashes.
    pub name: Arc<str>,
    /// `syntax`
    pub syntax: Box<str>,
    /// `inherits`
    pub inherits: bool,
    /// `initial-value`
    pub initial_value: Option<Arc<str>>,
}

/// `@counter-style`
#[derive(Debug)]
pub struct CounterStyleRule {
    /// The name.
    pub name: Arc<str>,
    /// Its descriptors as text.
    pub descriptors: Descriptors,
}
