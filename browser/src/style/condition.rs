//! Conditions joined by `not`, `and`, `or`: the grammar that `@media`, `@supports` and `@container` share.
//!
//! Spec: <https://www.w3.org/TR/css-conditional-5/>, <https://www.w3.org/TR/mediaqueries-5/#evaluating>.

use cssparser::{ParseError, Parser, Token};

/// A condition over tests of one kind.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition<T> {
    /// `not …`
    Not(Box<Self>),
    /// `… and …`
    And(Vec<Self>),
    /// `… or …`
    Or(Vec<Self>),
    /// One test.
    Test(T),
    /// `<general-enclosed>`: something a later standard may define.
    Unknown,
}

/// Where a test stands.
pub enum TestSyntax<'a> {
    /// Inside parentheses.
    Parentheses,
    /// The arguments of a function.
    Function(&'a str),
}

/// The error of a condition.
pub type Error = ParseError<()>;

/// Parses one test; the input is the content of the parentheses.
pub type ParseTest<'p, T> = &'p dyn for<'i> Fn(TestSyntax<'_>, &mut Parser<'i>) -> Result<T, Error>;

impl<T> Condition<T> {
    /// [`<media-condition>`](https://www.w3.org/TR/mediaqueries-5/#typedef-media-condition) and its like. Stops where
    /// the condition ends.
    pub fn parse(input: &mut Parser<'_>, test: ParseTest<'_, T>) -> Result<Self, Error> {
        if input.try_parse(|input| input.expect_ident_matching("not")).is_ok() {
            return Ok(Self::Not(Box::new(Self::parse_in_parens(input, test)?)));
        }
        let first = Self::parse_in_parens(input, test)?;
        let mut terms = vec![first];
        for (word, wrap) in [("and", Self::And as fn(Vec<Self>) -> Self), ("or", Self::Or)] {
            while input.try_parse(|input| input.expect_ident_matching(word)).is_ok() {
                terms.push(Self::parse_in_parens(input, test)?);
            }
            if terms.len() > 1 {
                return Ok(wrap(terms));
            }
        }
        Ok(terms.pop().expect("invariant: one term was parsed"))
    }

    /// Only terms joined by `and`: what may follow a media type.
    pub fn parse_without_or(input: &mut Parser<'_>, test: ParseTest<'_, T>) -> Result<Self, Error> {
        if input.try_parse(|input| input.expect_ident_matching("not")).is_ok() {
            return Ok(Self::Not(Box::new(Self::parse_in_parens(input, test)?)));
        }
        let mut terms = vec![Self::parse_in_parens(input, test)?];
        while input.try_parse(|input| input.expect_ident_matching("and")).is_ok() {
            terms.push(Self::parse_in_parens(input, test)?);
        }
        Ok(Self::And(terms))
    }

    fn parse_in_parens(input: &mut Parser<'_>, test: ParseTest<'_, T>) -> Result<Self, Error> {
        match input.next()?.clone() {
            Token::ParenthesisBlock => input.parse_nested_block(|input| {
                let inner = input.try_parse(|input| {
                    let condition = Self::parse(input, test)?;
                    input.expect_exhausted().map_err(Error::from)?;
                    Ok::<_, Error>(condition)
                });
                if let Ok(condition) = inner {
                    return Ok(condition);
                }
                let found = input.try_parse(|input| {
                    let found = test(TestSyntax::Parentheses, input)?;
                    input.expect_exhausted().map_err(Error::from)?;
                    Ok::<_, Error>(found)
                });
                found.map(Self::Test).or_else(|_| general_enclosed(input))
            }),
            Token::Function(name) => input.parse_nested_block(|input| {
                let found = input.try_parse(|input| {
                    let found = test(TestSyntax::Function(&name), input)?;
                    input.expect_exhausted().map_err(Error::from)?;
                    Ok::<_, Error>(found)
                });
                found.map(Self::Test).or_else(|_| general_enclosed(input))
            }),
            _ => Err(Error::unexpected_token()),
        }
    }

    /// The result by three-valued logic; `None` is unknown.
    pub fn evaluate(&self, test: &dyn Fn(&T) -> Option<bool>) -> Option<bool> {
        match self {
            Self::Not(inner) => inner.evaluate(test).map(|value| !value),
            Self::And(terms) => join(terms, test, false),
            Self::Or(terms) => join(terms, test, true),
            Self::Test(leaf) => test(leaf),
            Self::Unknown => None,
        }
    }

    /// The result by two-valued logic, in which what is unknown is false.
    pub fn holds(&self, test: &dyn Fn(&T) -> bool) -> bool {
        match self {
            Self::Not(inner) => !inner.holds(test),
            Self::And(terms) => terms.iter().all(|term| term.holds(test)),
            Self::Or(terms) => terms.iter().any(|term| term.holds(test)),
            Self::Test(leaf) => test(leaf),
            Self::Unknown => false,
        }
    }

    /// Calls `visit` with every test.
    pub fn each_test(&self, visit: &mut dyn FnMut(&T)) {
        match self {
            Self::Not(inner) => inner.each_test(visit),
            Self::And(terms) | Self::Or(terms) => terms.iter().for_each(|term| term.each_test(visit)),
            Self::Test(leaf) => visit(leaf),
            Self::Unknown => {}
        }
    }
}

/// The value that `decisive` decides: one such term is enough, one unknown term makes the rest unknown.
fn join<T>(terms: &[Condition<T>], test: &dyn Fn(&T) -> Option<bool>, decisive: bool) -> Option<bool> {
    let mut result = Some(!decisive);
    for term in terms {
        match term.evaluate(test) {
            Some(value) if value == decisive => return Some(decisive),
            Some(_) => {}
            None => result = None,
        }
    }
    result
}

/// Anything whose brackets match.
fn general_enclosed<T>(input: &mut Parser<'_>) -> Result<Condition<T>, Error> {
    input.expect_no_error_token()?;
    Ok(Condition::Unknown)
}
