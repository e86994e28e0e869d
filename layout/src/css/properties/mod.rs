//! CSS properties: the table, and what is derived from it.
//!
//! A declaration is parsed by [`parse_declaration_into`] into longhands ([`PropertyDeclaration`]). The cascade, which
//! is
//! not here, orders them; [`StyleBuilder`] applies them to make a [`ComputedStyle`].

mod table;

pub mod longhands;

pub mod custom;
pub mod declaration;
pub mod logical;
pub mod names;
pub mod shorthands;

pub mod adjust;
pub mod builder;

pub use builder::StyleBuilder;
pub use custom::{
    CustomDeclaration, CustomProperties, CustomPropertyRegistry, CustomValue, Registration, SubstitutionCache,
    substitute,
};
pub use declaration::{
    CssWideKeyword, DeclarationBlock, Importance, PropertyDeclaration, VariableValue, parse_declaration_into,
};
pub use logical::LogicalId;
pub use longhands::{ComputedStyle, Font, LonghandId};
pub use names::PropertyId;
pub use shorthands::ShorthandId;

#[cfg(test)]
mod tests;
