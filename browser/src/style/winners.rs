//! Which declarations win: the last part of the cascade, for one element.
//!
//! Spec: <https://www.w3.org/TR/css-cascade-5/#cascade-sort>.

use ashlar_layout::css::properties::{
    CssWideKeyword, CustomDeclaration, Importance, LonghandId, PropertyDeclaration, StyleBuilder,
};
use ashlar_layout::css::properties::{CustomPropertyRegistry, DeclarationBlock};
use ashlar_layout::css::values::ComputeContext;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::rule_set::{Block, Match, Origin, RuleSet};

/// Declarations of one origin, layer and importance.
#[derive(Clone, Copy)]
struct Level<'a> {
    block: &'a DeclarationBlock,
    importance: Importance,
    origin: Origin,
    layer: Layer,
}

/// What `revert-layer` rolls back, in ascending order of precedence among normal declarations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Layer {
    Hints,
    Rules(u32),
    Inline,
}

/// Everything that declares something about one element.
pub struct Declared<'a> {
    /// The rules.
    pub rules: &'a RuleSet,
    /// The entries that match, in the order of the cascade.
    pub matches: &'a [Match],
    /// Presentational hints.
    pub hints: Option<&'a Block>,
    /// The `style` attribute.
    pub inline: Option<&'a Block>,
}

impl<'a> Declared<'a> {
    /// The levels in ascending order of precedence, and whether any holds `revert` or `revert-layer`.
    ///
    /// [§ 6.2](https://www.w3.org/TR/css-cascade-5/#cascade-origin), normal ones first: user agent, hints, author by layer,
    /// `style`; then important ones: author by layer in reverse, `style`, user agent.
    fn levels(&self, levels: &mut Vec<Level<'a>>) -> bool {
        let mut has_revert = false;
        let mut has_important = false;
        let mut hints = self.hints;
        for found in self.matches {
            let entry = &self.rules.entries[found.entry as usize];
            if entry.origin == Origin::Author {
                levels.extend(hints.take().map(|block| level(block, Importance::Normal, Origin::Author, Layer::Hints)));
            }
            has_revert |= entry.block.has_revert;
            has_important |= entry.block.has_important;
            if entry.block.has_normal {
                levels.push(level(&entry.block, Importance::Normal, entry.origin, Layer::Rules(entry.layer)));
            }
        }
        levels.extend(hints.map(|block| level(block, Importance::Normal, Origin::Author, Layer::Hints)));
        if let Some(inline) = self.inline {
            has_revert |= inline.has_revert;
            levels.push(level(inline, Importance::Normal, Origin::Author, Layer::Inline));
        }
        if has_important {
            let mut important: SmallVec<[Match; 16]> = self.matches.iter().copied().collect();
            important.retain(|found| self.rules.entries[found.entry as usize].block.has_important);
            important.sort_by_key(|found| self.rules.important_rank(*found));
            self.important_levels(&important, Origin::Author, levels);
            self.inline_important(levels);
            self.important_levels(&important, Origin::UserAgent, levels);
        } else {
            self.inline_important(levels);
        }
        has_revert
    }

    fn important_levels(&self, important: &[Match], origin: Origin, levels: &mut Vec<Level<'a>>) {
        for found in important {
            let entry = &self.rules.entries[found.entry as usize];
            if entry.origin == origin {
                levels.push(level(&entry.block, Importance::Important, origin, Layer::Rules(entry.layer)));
            }
        }
    }

    fn inline_important(&self, levels: &mut Vec<Level<'a>>) {
        if let Some(inline) = self.inline.filter(|inline| inline.has_important) {
            levels.push(level(inline, Importance::Important, Origin::Author, Layer::Inline));
        }
    }
}

fn level(block: &Block, importance: Importance, origin: Origin, layer: Layer) -> Level<'_> {
    Level { block: &block.declarations, importance, origin, layer }
}

/// Applies everything declared about an element to its style in the making.
pub fn apply(
    declared: &Declared<'_>,
    builder: &mut StyleBuilder<'_>,
    page: &ComputeContext<'_>,
    registry: Option<&CustomPropertyRegistry>,
) {
    let mut levels = Vec::with_capacity(declared.matches.len() + 2);
    let has_revert = declared.levels(&mut levels);
    // From the strongest to the weakest.
    let mut declarations: Vec<&PropertyDeclaration> = Vec::with_capacity(32);
    let mut custom: Vec<&CustomDeclaration> = Vec::new();
    let mut reverts = has_revert.then(Reverts::default);
    for level in levels.iter().rev() {
        for (declaration, importance) in level.block.declarations.iter().rev() {
            if *importance != level.importance
                || reverts.as_mut().is_some_and(|reverts| reverts.removes(declaration, level))
            {
                continue;
            }
            match declaration {
                PropertyDeclaration::Custom(declaration) => custom.push(declaration),
                declaration => declarations.push(declaration),
            }
        }
    }
    if !custom.is_empty() || registry.is_some() {
        builder.set_custom_properties(custom.into_iter().rev(), registry);
    }
    apply_in_phases(&declarations, builder, page);
}

/// The number of words of a set of longhands.
const WORDS: usize = LonghandId::ALL.len().div_ceil(64);

/// Applies the strongest declaration of each longhand, those others depend on first.
fn apply_in_phases(declarations: &[&PropertyDeclaration], builder: &mut StyleBuilder<'_>, page: &ComputeContext<'_>) {
    let phase = |declaration: &PropertyDeclaration| declaration.longhand_id().map_or(3, LonghandId::phase);
    let mut seen = [0u64; WORDS];
    let mut is_new = |id: LonghandId| {
        let (word, bit) = (id as usize / 64, 1u64 << (id as usize % 64));
        let is_new = seen[word] & bit == 0;
        seen[word] |= bit;
        is_new
    };
    for declaration in declarations {
        if phase(declaration) == 0 && declaration.longhand_id().is_some_and(&mut is_new) {
            builder.apply(declaration, page);
        }
    }
    // Which longhands flow-relative ones are is known now.
    let (writing_mode, direction) = builder.writing_mode();
    let mut later: [SmallVec<[&PropertyDeclaration; 32]>; 3] = Default::default();
    for declaration in declarations {
        let phase = phase(declaration);
        if phase > 0 && declaration.physical_id(writing_mode, direction).is_some_and(&mut is_new) {
            later[usize::from(phase) - 1].push(declaration);
        }
    }
    for declaration in later.iter().flatten() {
        builder.apply(declaration, page);
    }
}

/// [`revert` and `revert-layer`](https://www.w3.org/TR/css-cascade-5/#default): what is rolled back, by property.
#[derive(Default)]
struct Reverts<'a>(FxHashMap<Property<'a>, SmallVec<[RolledBack; 2]>>);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Property<'a> {
    Longhand(LonghandId),
    Custom(&'a str),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum RolledBack {
    Origin(Origin),
    Layer(Origin, Layer),
}

impl<'a> Reverts<'a> {
    /// Whether a declaration has no effect: it is rolled back, or rolls others back itself. Stronger ones come first.
    fn removes(&mut self, declaration: &'a PropertyDeclaration, level: &Level<'_>) -> bool {
        let property = match declaration {
            PropertyDeclaration::Custom(custom) => Property::Custom(&custom.name),
            other => match other.longhand_id() {
                Some(id) => Property::Longhand(id),
                None => return false,
            },
        };
        let rolled_back = self.0.get(&property).is_some_and(|list| {
            list.iter().any(|entry| match entry {
                RolledBack::Origin(origin) => level.origin == *origin,
                // Important declarations of a layer hide later layers, so what is rolled back goes down to the layers before.
                RolledBack::Layer(origin, layer) => level.origin == *origin && level.layer >= *layer,
            })
        });
        if rolled_back {
            return true;
        }
        let entry = match declaration.css_wide_keyword() {
            Some(CssWideKeyword::Revert) => RolledBack::Origin(level.origin),
            Some(CssWideKeyword::RevertLayer) => RolledBack::Layer(level.origin, level.layer),
            // A stronger declaration hides all weaker ones, also those that would roll back.
            _ => {
                self.0
                    .entry(property)
                    .or_default()
                    .extend([RolledBack::Origin(Origin::Author), RolledBack::Origin(Origin::UserAgent)]);
                return false;
            }
        };
        self.0.entry(property).or_default().push(entry);
        true
    }
}
