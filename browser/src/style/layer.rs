//! Cascade layers: their names and their order.
//!
//! Spec: <https://www.w3.org/TR/css-cascade-5/#layering>.

use markup5ever::LocalName;

/// The name of a layer from the outermost: `a.b` is two names.
pub type LayerPath = Vec<LocalName>;

/// A layer of a [`LayerTree`]; [`LayerId::ROOT`] is what stands in no layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LayerId(usize);

impl LayerId {
    /// Outside of all layers.
    pub const ROOT: Self = Self(0);
}

#[derive(Debug)]
struct Layer {
    name: Option<LocalName>,
    children: Vec<LayerId>,
}

/// The layers of one origin, in the order they were first named.
#[derive(Debug)]
pub struct LayerTree(Vec<Layer>);

impl Default for LayerTree {
    fn default() -> Self {
        Self(vec![Layer { name: None, children: Vec::new() }])
    }
}

impl LayerTree {
    /// The layer of a path below `parent`, made if it is new.
    pub fn named(&mut self, parent: LayerId, path: &[LocalName]) -> LayerId {
        path.iter().fold(parent, |parent, name| {
            let known =
                self.0[parent.0].children.iter().copied().find(|child| self.0[child.0].name.as_ref() == Some(name));
            known.unwrap_or_else(|| self.add(parent, Some(name.clone())))
        })
    }

    /// A new layer without a name.
    pub fn anonymous(&mut self, parent: LayerId) -> LayerId {
        self.add(parent, None)
    }

    fn add(&mut self, parent: LayerId, name: Option<LocalName>) -> LayerId {
        let id = LayerId(self.0.len());
        self.0.push(Layer { name, children: Vec::new() });
        self.0[parent.0].children.push(id);
        id
    }

    /// The rank of each layer for normal declarations: later ones win, and a layer's own rules win over its sublayers'.
    pub fn ranks(&self) -> LayerRanks {
        let mut ranks = vec![0; self.0.len()];
        let mut next = 0;
        let mut stack = vec![(LayerId::ROOT, 0)];
        while let Some((layer, child)) = stack.last_mut() {
            if let Some(inner) = self.0[layer.0].children.get(*child).copied() {
                *child += 1;
                stack.push((inner, 0));
            } else {
                ranks[layer.0] = next;
                next += 1;
                stack.pop();
            }
        }
        LayerRanks(ranks)
    }
}

/// Ranks of layers.
#[derive(Debug)]
pub struct LayerRanks(Vec<u32>);

impl LayerRanks {
    /// The rank of a layer.
    pub fn of(&self, layer: LayerId) -> u32 {
        self.0[layer.0]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// [The example of nested layers](https://www.w3.org/TR/css-cascade-5/#layer-ordering).
    #[test]
    fn nested_layers_are_ranked_within_their_parent() {
        let mut layers = LayerTree::default();
        let name = |text: &str| LocalName::from(text);
        let first = layers.named(LayerId::ROOT, &[name("a"), name("x")]);
        let other = layers.named(LayerId::ROOT, &[name("b")]);
        let inner = layers.named(LayerId::ROOT, &[name("a"), name("y")]);
        let outer = layers.named(LayerId::ROOT, &[name("a")]);
        let ranks = layers.ranks();
        let order = [first, inner, outer, other, LayerId::ROOT].map(|layer| ranks.of(layer));
        assert_eq!(order, [0, 1, 2, 3, 4]);
        assert_eq!(layers.named(LayerId::ROOT, &[name("b")]), other);
        assert_ne!(layers.anonymous(other), layers.anonymous(other));
    }
}
