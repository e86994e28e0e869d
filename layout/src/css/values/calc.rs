//! The computed form of math functions that still hold a percentage.
//!
//! Spec: <https://www.w3.org/TR/css-values-4/#calc-computed-value>.

use std::sync::Arc;

/// A node of a computed calculation whose result is a length.
#[derive(Clone, Debug, PartialEq)]
pub enum CalcNode {
    /// An absolute length in px (or a plain number inside a product).
    Px(f32),
    /// A fraction of the percentage basis.
    Percentage(f32),
    /// The sum of all terms.
    Sum(Vec<CalcNode>),
    /// A node times a number.
    Product(Arc<CalcNode>, f32),
    /// `min()`
    Min(Vec<CalcNode>),
    /// `max()`
    Max(Vec<CalcNode>),
    /// `clamp(min, center, max)`
    Clamp(Arc<[CalcNode; 3]>),
    /// `round(<strategy>, value, step)`
    Round(RoundingStrategy, Arc<[CalcNode; 2]>),
    /// `mod(value, step)`
    Mod(Arc<[CalcNode; 2]>),
    /// `rem(value, step)`
    Rem(Arc<[CalcNode; 2]>),
    /// `abs(value)`
    Abs(Arc<CalcNode>),
    /// `hypot(values)`
    Hypot(Vec<CalcNode>),
}

/// How `round()` rounds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RoundingStrategy {
    /// To the nearest multiple, halves up.
    #[default]
    Nearest,
    /// Up.
    Up,
    /// Down.
    Down,
    /// Toward zero.
    ToZero,
}

impl CalcNode {
    /// The result in px for a basis in px. NaN becomes zero, infinities the largest finite value.
    pub fn resolve(&self, basis: f32) -> f32 {
        let value = self.evaluate(basis);
        if value.is_nan() { 0.0 } else { value.clamp(f32::MIN, f32::MAX) }
    }

    fn evaluate(&self, basis: f32) -> f32 {
        match self {
            Self::Px(px) => *px,
            Self::Percentage(fraction) => fraction * basis,
            Self::Sum(terms) => terms.iter().map(|t| t.evaluate(basis)).sum(),
            Self::Product(node, factor) => node.evaluate(basis) * factor,
            Self::Min(nodes) => fold(nodes, basis, f32::min),
            Self::Max(nodes) => fold(nodes, basis, f32::max),
            Self::Clamp(nodes) => {
                let [low, center, high] = &**nodes;
                center.evaluate(basis).min(high.evaluate(basis)).max(low.evaluate(basis))
            }
            Self::Round(strategy, nodes) => {
                let [value, step] = &**nodes;
                round(*strategy, value.evaluate(basis), step.evaluate(basis))
            }
            Self::Mod(nodes) => {
                let (value, step) = (nodes[0].evaluate(basis), nodes[1].evaluate(basis));
                value - step * (value / step).floor()
            }
            Self::Rem(nodes) => nodes[0].evaluate(basis) % nodes[1].evaluate(basis),
            Self::Abs(node) => node.evaluate(basis).abs(),
            Self::Hypot(nodes) => nodes.iter().map(|n| n.evaluate(basis).powi(2)).sum::<f32>().sqrt(),
        }
    }

    /// Whether any part is a percentage.
    pub fn has_percentage(&self) -> bool {
        match self {
            Self::Px(_) => false,
            Self::Percentage(_) => true,
            Self::Sum(nodes) | Self::Min(nodes) | Self::Max(nodes) | Self::Hypot(nodes) => {
                nodes.iter().any(Self::has_percentage)
            }
            Self::Product(node, _) | Self::Abs(node) => node.has_percentage(),
            Self::Clamp(nodes) => nodes.iter().any(Self::has_percentage),
            Self::Round(_, nodes) | Self::Mod(nodes) | Self::Rem(nodes) => nodes.iter().any(Self::has_percentage),
        }
    }
}

fn fold(nodes: &[CalcNode], basis: f32, f: fn(f32, f32) -> f32) -> f32 {
    nodes.iter().map(|n| n.evaluate(basis)).reduce(f).unwrap_or(0.0)
}

/// Rounds `value` to a multiple of `step`.
pub fn round(strategy: RoundingStrategy, value: f32, step: f32) -> f32 {
    let quotient = value / step;
    let multiple = match strategy {
        RoundingStrategy::Nearest => (quotient + 0.5).floor(),
        RoundingStrategy::Up => quotient.ceil(),
        RoundingStrategy::Down => quotient.floor(),
        RoundingStrategy::ToZero => quotient.trunc(),
    };
    multiple * step
}
