//! Declarations of a page: the property parser of `layout` with the URLs of a document.

use std::sync::Arc;

use ashlar_layout::css::properties::{DeclarationBlock, PropertyId};
use ashlar_layout::css::values::{ParserContext, UrlBase};
use cssparser::Parser;
use url::Url;

/// Why a declaration was left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeclarationError {
    /// No such property.
    UnknownProperty,
    /// No such value.
    InvalidValue,
}

/// What URLs in a sheet are relative to.
pub fn url_base(url: &Url) -> UrlBase {
    UrlBase { url: url.as_str().into(), join }
}

fn join(base: &str, reference: &str) -> Arc<str> {
    let joined = Url::parse(base).and_then(|base| base.join(reference));
    joined.map_or_else(|_| reference.into(), |url| url.as_str().into())
}

/// Parses the value of a property to the end of the input and adds it to a block.
pub fn parse_declaration_into(
    block: &mut DeclarationBlock,
    name: &str,
    input: &mut Parser<'_>,
    context: &ParserContext<'_>,
) -> Result<(), DeclarationError> {
    let parsed = ashlar_layout::css::properties::parse_declaration_into(context, name, input, block);
    parsed.map_err(|_| {
        let is_known = name.starts_with("--") || PropertyId::from_name(name).is_some();
        if is_known { DeclarationError::InvalidValue } else { DeclarationError::UnknownProperty }
    })
}

/// Whether a declaration is understood: what `@supports` asks.
pub fn supports_declaration(name: &str, value: &str) -> bool {
    let context = ParserContext::new(false, UrlBase::none());
    let mut block = DeclarationBlock::default();
    parse_declaration_into(&mut block, name, &mut Parser::new(value), &context).is_ok()
}
