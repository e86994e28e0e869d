//! Blocks of descriptors: names and values whose meaning the rule around them knows.

use cssparser::{
    AtRuleParser, CowRcStr, DeclarationParser, ParseError, Parser, ParserState, QualifiedRuleParser,
    RuleBodyItemParser, RuleBodyParser,
};

/// Names in lower case and values as text, in the order of the source; the last of a name counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Descriptors(pub Vec<(Box<str>, Box<str>)>);

impl Descriptors {
    /// Parses the content of a block.
    pub fn parse(input: &mut Parser<'_>) -> Self {
        let mut collector = Collector;
        let found = RuleBodyParser::new(input, &mut collector).filter_map(Result::ok).collect();
        Self(found)
    }

    /// The value of a descriptor.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().rev().find(|(known, _)| **known == *name).map(|(_, value)| &**value)
    }

    /// The value of a descriptor that `parse` understands, the last such one.
    pub fn parsed<T>(
        &self,
        name: &str,
        parse: impl for<'i> Fn(&mut Parser<'i>) -> Result<T, ParseError<()>>,
    ) -> Option<T> {
        let values = self.0.iter().rev().filter(|(known, _)| **known == *name);
        values.filter_map(|(_, value)| Parser::new(value).parse_entirely(&parse).ok()).next()
    }
}

struct Collector;

type Item = (Box<str>, Box<str>);

impl<'i> DeclarationParser<'i> for Collector {
    type Declaration = Item;
    type Error = ();

    fn parse_value(
        &mut self,
        name: CowRcStr<'i>,
        input: &mut Parser<'i>,
        _start: &ParserState,
    ) -> Result<Item, ParseError<()>> {
        input.skip_whitespace();
        let start = input.position();
        input.expect_no_error_token()?;
        Ok((name.to_ascii_lowercase().into(), input.slice_from(start).trim().into()))
    }
}

impl AtRuleParser<'_> for Collector {
    type Prelude = ();
    type AtRule = Item;
    type Error = ();
}

impl QualifiedRuleParser<'_> for Collector {
    type Prelude = ();
    type QualifiedRule = Item;
    type Error = ();
}

impl RuleBodyItemParser<'_, Item, ()> for Collector {
    fn parse_declarations(&self) -> bool {
        true
    }

    fn parse_qualified(&self) -> bool {
        false
    }
}
