//! Container queries while an element is matched.
//!
//! Spec: <https://www.w3.org/TR/css-conditional-5/#container-queries>. The size of a container is known only after a layout.
//! The first cascade of a page takes the viewport's for it; [`StyledDocument::uses_container_sizes`] tells that a second one,
//! with the sizes of the first layout, would say more.
//!
//! [`StyledDocument::uses_container_sizes`]: super::styled_document::StyledDocument::uses_container_sizes

use ashlar_layout::css::ComputedStyle;
use ashlar_layout::css::values::position::{ContainerType, WritingModeValue};

use super::feature::FeatureContext;
use super::media::MediaContext;
use super::rule_set::RuleSet;
use super::stylesheet::{ContainerRule, ContainerTest};

/// An ancestor that may be a container.
pub struct Candidate<'a, 'h> {
    /// Its style.
    pub style: &'a ComputedStyle<'h>,
    /// Its size, if a layout has told.
    pub size: Option<(f32, f32)>,
}

/// Whether every query around an entry is true. `candidates` gives the ancestors, nearest first.
pub fn queries_match<'a, 'h: 'a, I: Iterator<Item = Candidate<'a, 'h>>>(
    rules: &RuleSet,
    innermost: u32,
    media: &MediaContext,
    candidates: impl Fn() -> I,
) -> bool {
    let mut next = Some(innermost);
    while let Some(index) = next {
        let container = &rules.containers[index as usize];
        if !query_matches(&container.rule, media, candidates()) {
            return false;
        }
        next = container.parent;
    }
    true
}

fn query_matches<'a, 'h: 'a>(
    rule: &ContainerRule,
    media: &MediaContext,
    candidates: impl Iterator<Item = Candidate<'a, 'h>>,
) -> bool {
    let needs = Needs::of(rule);
    for candidate in candidates {
        let style = candidate.style;
        if rule.name.as_ref().is_some_and(|name| !style.container_name().0.iter().any(|own| **own == **name)) {
            continue;
        }
        let vertical = style.inherited_box.writing_mode != WritingModeValue::HorizontalTb;
        if !needs.are_met(*style.container_type(), vertical) {
            continue;
        }
        let Some(condition) = &rule.condition else { return true };
        let (width, height) = candidate.size.unwrap_or((media.width, media.height));
        let (has_width, has_height) = axes(*style.container_type(), vertical);
        let features = FeatureContext::container(
            media,
            has_width.then_some(width),
            has_height.then_some(height),
            vertical,
            &style.font,
        );
        let result = condition.evaluate(&|test| match test {
            ContainerTest::Size(feature) => feature.evaluate(&features),
            ContainerTest::Style(name, value) => {
                let own = style.custom_properties.0.get(name);
                Some(match value {
                    None => own.is_some(),
                    Some(value) => own.is_some_and(|own| **own == **value),
                })
            }
        });
        return result == Some(true);
    }
    false
}

/// What of its size a container of a type tells: width, height.
fn axes(container_type: ContainerType, vertical: bool) -> (bool, bool) {
    match container_type {
        ContainerType::Size => (true, true),
        ContainerType::InlineSize => (!vertical, vertical),
        _ => (false, false),
    }
}

/// The axes that the size features of a query are about.
#[derive(Default)]
struct Needs {
    width: bool,
    height: bool,
    inline: bool,
    block: bool,
}

impl Needs {
    fn of(rule: &ContainerRule) -> Self {
        let mut needs = Self::default();
        if let Some(condition) = &rule.condition {
            condition.each_test(&mut |test| {
                if let ContainerTest::Size(feature) = test {
                    match feature.name() {
                        "width" => needs.width = true,
                        "height" => needs.height = true,
                        "inline-size" => needs.inline = true,
                        "block-size" => needs.block = true,
                        _ => {
                            needs.width = true;
                            needs.height = true;
                        }
                    }
                }
            });
        }
        needs
    }

    fn are_met(&self, container_type: ContainerType, vertical: bool) -> bool {
        let (width, height) = axes(container_type, vertical);
        let (inline, block) = if vertical { (height, width) } else { (width, height) };
        (width || !self.width) && (height || !self.height) && (inline || !self.inline) && (block || !self.block)
    }
}
