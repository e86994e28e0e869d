//! The parser of sheets: what `cssparser` finds is made into rules.

use std::sync::Arc;

use ashlar_layout::css::properties::DeclarationBlock;
use ashlar_layout::css::values::parse::ParserContext;
use cssparser::{
    AtRuleParser, CowRcStr, ParseError, Parser, ParserState, QualifiedRuleParser, RuleBodyItemParser, RuleBodyParser,
    SourceLocation, StyleSheetParser, Token,
};
use markup5ever::LocalName;
use selectors::parser::{ParseRelative, SelectorParseErrorKind};
use url::Url;

use super::descriptor::Descriptors;
use super::font_face::FontFaceRule;
use super::rule::{
    ContainerRule, ContainerTest, CounterStyleRule, ImportRule, Keyframe, KeyframesRule, LayerBlock, PropertyRule,
    Rule, ScopeRule, StyleRule,
};
use super::{SheetError, SheetErrorKind, Stylesheet};
use crate::limits::MAX_DIAGNOSTICS;
use crate::style::condition::{Condition, TestSyntax};
use crate::style::declarations::{DeclarationError, parse_declaration_into, url_base};
use crate::style::feature::{Feature, Kind};
use crate::style::layer::LayerPath;
use crate::style::media::MediaList;
use crate::style::selector::{Namespaces, SelectorList, SelectorParser};
use crate::style::supports::{parse_import_supports, parse_supports};

/// Simple selectors and combinators of one selector: matching goes one call deeper for each combinator.
const MAX_SELECTOR_LENGTH: usize = 4096;
/// Characters of a piece left out that are kept to show.
const SHOWN: usize = 60;

/// Parses a sheet.
pub fn parse_stylesheet(text: &str, url: &Url, quirks: bool) -> Stylesheet {
    let mut parser = RuleParser::new(url, quirks);
    let mut input = Parser::new(text);
    let mut rules = Vec::new();
    let mut sheet = StyleSheetParser::new(&mut input, &mut parser);
    while let Some(result) = sheet.next() {
        match result {
            Ok(Item::Rule(rule)) => {
                sheet.parser.note_order(&rule);
                rules.push(rule);
            }
            Ok(Item::Declaration) => {}
            Err((error, piece, location)) => sheet.parser.keep_error(&error, piece, location),
        }
    }
    Stylesheet { url: url.clone(), rules, errors: parser.errors }
}

/// Parses a `style` attribute.
pub fn parse_declarations(text: &str, url: &Url, quirks: bool) -> (DeclarationBlock, Vec<SheetError>) {
    let mut parser = RuleParser::new(url, quirks);
    parser.nesting = Nesting { allows_declarations: true, ..Nesting::default() };
    let mut input = Parser::new(text);
    let mut body = RuleBodyParser::new(&mut input, &mut parser);
    while let Some(result) = body.next() {
        if let Err((error, piece, location)) = result {
            body.parser.keep_error(&error, piece, location);
        }
    }
    (parser.block, parser.errors)
}

/// Where the parser stands among rules.
#[derive(Clone, Default)]
struct Nesting {
    /// The selectors `&` stands for.
    parent: Option<SelectorList>,
    /// Whether selectors without `&` are relative to a scope.
    in_scope: bool,
    /// Whether declarations may stand here.
    allows_declarations: bool,
    /// Whether this is inside any rule.
    is_nested: bool,
}

/// How far the order of a sheet's first rules has come.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    Imports,
    Namespaces,
    Body,
}

struct RuleParser<'u> {
    url: &'u Url,
    context: ParserContext<'static>,
    namespaces: Namespaces,
    nesting: Nesting,
    /// The declarations of the rule at hand.
    block: DeclarationBlock,
    stage: Stage,
    errors: Vec<SheetError>,
    /// What the last failure was about, where the error itself does not say.
    failure: Option<SheetErrorKind>,
}

/// What stands in the body of a rule.
enum Item {
    Declaration,
    Rule(Rule),
}

type Error = ParseError<SelectorParseErrorKind>;

fn plain(error: ParseError<()>) -> Error {
    error.basic().into()
}

impl<'u> RuleParser<'u> {
    fn new(url: &'u Url, quirks: bool) -> Self {
        Self {
            url,
            context: ParserContext::new(quirks, url_base(url)),
            namespaces: Namespaces::default(),
            nesting: Nesting::default(),
            block: DeclarationBlock::default(),
            stage: Stage::Imports,
            errors: Vec::new(),
            failure: None,
        }
    }

    fn note_order(&mut self, rule: &Rule) {
        let stage = match rule {
            Rule::Import(_) | Rule::LayerStatement(_) => Stage::Imports,
            Rule::Other => Stage::Namespaces,
            _ => Stage::Body,
        };
        self.stage = self.stage.max(stage);
    }

    fn keep_error(&mut self, error: &Error, piece: &str, location: SourceLocation) {
        let kind = self.failure.take().unwrap_or(match error.kind {
            cssparser::ParseErrorKind::Custom(_) => SheetErrorKind::InvalidSelector,
            cssparser::ParseErrorKind::Basic(_) => SheetErrorKind::Syntax,
        });
        if self.errors.len() >= MAX_DIAGNOSTICS {
            return;
        }
        let text = match piece.char_indices().nth(SHOWN) {
            Some((end, _)) => format!("{}…", &piece[..end]),
            None => piece.to_owned(),
        };
        let line = location.line.saturating_add(1);
        self.errors.push(SheetError { kind, text, line, column: location.column });
    }

    /// Parses the content of a block inside `nesting`: the declarations before the first rule, and the rules, among
    /// them [one for each later run of declarations](https://www.w3.org/TR/css-nesting-1/#nested-declarations-rule).
    fn parse_body(&mut self, input: &mut Parser<'_>, nesting: Nesting) -> (DeclarationBlock, Vec<Rule>) {
        let outer_nesting = std::mem::replace(&mut self.nesting, nesting);
        let outer_block = std::mem::take(&mut self.block);
        let mut first_run = None;
        let mut rules = Vec::new();
        let mut body = RuleBodyParser::new(input, self);
        while let Some(result) = body.next() {
            match result {
                Ok(Item::Declaration) => {}
                Ok(Item::Rule(rule)) => {
                    body.parser.end_run(&mut first_run, &mut rules);
                    rules.push(rule);
                }
                Err((error, piece, location)) => body.parser.keep_error(&error, piece, location),
            }
        }
        self.end_run(&mut first_run, &mut rules);
        self.nesting = outer_nesting;
        self.block = outer_block;
        (first_run.unwrap_or_default(), rules)
    }

    fn end_run(&mut self, first_run: &mut Option<DeclarationBlock>, rules: &mut Vec<Rule>) {
        let run = std::mem::take(&mut self.block);
        if first_run.is_none() {
            *first_run = Some(run);
        } else if !run.is_empty() {
            rules.extend(self.run_as_rule(run));
        }
    }

    /// Declarations outside of a style rule's first run, as a rule with the selectors around.
    fn run_as_rule(&self, run: DeclarationBlock) -> Option<Rule> {
        let selectors = match &self.nesting.parent {
            Some(parent) => parent.clone(),
            None if self.nesting.in_scope => SelectorList::implicit_scope(),
            None => return None,
        };
        Some(Rule::Style(StyleRule { selectors, declarations: Arc::new(run), nested: Vec::new() }))
    }

    /// The content of a group rule (`@media` and its like), which keeps to the nesting around it.
    fn parse_group(&mut self, input: &mut Parser<'_>) -> Vec<Rule> {
        let nesting = Nesting { is_nested: true, ..self.nesting.clone() };
        self.parse_group_in(input, nesting)
    }

    fn parse_group_in(&mut self, input: &mut Parser<'_>, nesting: Nesting) -> Vec<Rule> {
        let (first_run, mut rules) = self.parse_body(input, nesting.clone());
        if !first_run.is_empty() {
            let outer = std::mem::replace(&mut self.nesting, nesting);
            let rule = self.run_as_rule(first_run);
            self.nesting = outer;
            rules.splice(0..0, rule);
        }
        rules
    }

    fn parse_selectors(&self, input: &mut Parser<'_>) -> Result<SelectorList, Error> {
        let parser = SelectorParser { namespaces: &self.namespaces, forgiving: true };
        match &self.nesting.parent {
            Some(parent) => {
                let list = SelectorList::parse(&parser, input, ParseRelative::ForNesting)?;
                Ok(list.replace_parent_selector(parent))
            }
            None if self.nesting.in_scope => SelectorList::parse(&parser, input, ParseRelative::ForScope),
            None => SelectorList::parse(&parser, input, ParseRelative::No),
        }
    }

    fn parse_scope(&self, input: &mut Parser<'_>) -> Result<ScopeRule, Error> {
        let list = |input: &mut Parser<'_>| {
            input.expect_parenthesis_block()?;
            input.parse_nested_block(|input| self.parse_selectors(input))
        };
        let start = match input.next() {
            Ok(Token::ParenthesisBlock) => Some(input.parse_nested_block(|input| self.parse_selectors(input))?),
            Ok(Token::Ident(word)) if word.eq_ignore_ascii_case("to") => {
                return Ok(ScopeRule { start: None, end: Some(list(input)?) });
            }
            Ok(_) => return Err(Error::unexpected_token()),
            Err(_) => None,
        };
        let has_end = input.try_parse(|input| input.expect_ident_matching("to")).is_ok();
        // In the limit `&` and `:scope` mean the root of the scope.
        let parser = SelectorParser { namespaces: &self.namespaces, forgiving: true };
        let end = has_end.then(|| {
            input.expect_parenthesis_block()?;
            input.parse_nested_block(|input| SelectorList::parse(&parser, input, ParseRelative::ForScope))
        });
        Ok(ScopeRule { start, end: end.transpose()? })
    }

    fn parse_import(&self, input: &mut Parser<'_>) -> Result<ImportRule, Error> {
        let url = self.url.join(&input.expect_url_or_string()?).ok();
        let mut layer = None;
        if input.try_parse(|input| input.expect_ident_matching("layer")).is_ok() {
            layer = Some(LayerPath::new());
        } else if let Ok(path) = input.try_parse(|input| {
            input.expect_function_matching("layer")?;
            input.parse_nested_block(parse_layer_path)
        }) {
            layer = Some(path);
        }
        let mut supports = true;
        if input.try_parse(|input| input.expect_function_matching("supports")).is_ok() {
            supports = input
                .parse_nested_block(|input| parse_import_supports(input, &self.namespaces).map_err(plain))
                .unwrap_or(false);
        }
        Ok(ImportRule { url, layer, supports, media: MediaList::parse(input) })
    }

    fn parse_namespace(&mut self, input: &mut Parser<'_>) -> Result<(), Error> {
        let prefix = input.try_parse(|input| input.expect_ident().map(|prefix| prefix.as_ref().to_owned())).ok();
        let url = input.expect_url_or_string()?;
        let url = crate::style::selector::NamespaceName::from(url.as_ref());
        match prefix {
            Some(prefix) => {
                self.namespaces.prefixes.insert(prefix.as_str().into(), url);
            }
            None => self.namespaces.default = Some(url),
        }
        Ok(())
    }
}

/// [`<layer-name>`](https://www.w3.org/TR/css-cascade-5/#typedef-layer-name)
fn parse_layer_path(input: &mut Parser<'_>) -> Result<LayerPath, Error> {
    let mut path = vec![LocalName::from(input.expect_ident()?.as_ref())];
    loop {
        let next = input.try_parse(|input| match input.next_including_whitespace() {
            Ok(Token::Delim('.')) => match input.next_including_whitespace() {
                Ok(Token::Ident(name)) => Ok(Some(LocalName::from(name.as_ref()))),
                _ => Ok(None),
            },
            _ => Err(()),
        });
        match next {
            Ok(Some(name)) => path.push(name),
            Ok(None) => return Err(Error::unexpected_token()),
            Err(()) => break,
        }
    }
    let reserved = ["initial", "inherit", "unset", "revert", "revert-layer", "default"];
    if path.iter().any(|name| reserved.iter().any(|word| str::eq_ignore_ascii_case(name, word))) {
        return Err(Error::unexpected_token());
    }
    Ok(path)
}

/// [`<container-condition>`](https://www.w3.org/TR/css-conditional-5/#container-rule)
fn parse_container(input: &mut Parser<'_>) -> Result<ContainerRule, Error> {
    let name = input
        .try_parse(|input| {
            let name = input.expect_ident().map_err(|_| ())?;
            let reserved = ["not", "and", "or", "none"].iter().any(|word| name.eq_ignore_ascii_case(word));
            if reserved { Err(()) } else { Ok(LocalName::from(name.as_ref())) }
        })
        .ok();
    if input.is_exhausted() {
        return if name.is_some() {
            Ok(ContainerRule { name, condition: None })
        } else {
            Err(Error::unexpected_token())
        };
    }
    let test = |syntax: TestSyntax<'_>, input: &mut Parser<'_>| match syntax {
        TestSyntax::Parentheses => Feature::parse(Kind::Container, input).map(ContainerTest::Size),
        TestSyntax::Function(name) if name.eq_ignore_ascii_case("style") => parse_style_query(input),
        TestSyntax::Function(_) => Err(ParseError::unexpected_token()),
    };
    let condition = Condition::parse(input, &test).map_err(plain)?;
    Ok(ContainerRule { name, condition: Some(condition) })
}

/// `--name` or `--name: value`; other properties are not queried by any browser.
fn parse_style_query(input: &mut Parser<'_>) -> Result<ContainerTest, ParseError<()>> {
    let name = input.expect_ident()?.clone();
    let name = name.strip_prefix("--").ok_or_else(ParseError::unexpected_token)?;
    if input.is_exhausted() {
        return Ok(ContainerTest::Style(name.into(), None));
    }
    input.expect_colon()?;
    input.skip_whitespace();
    let start = input.position();
    input.expect_no_error_token()?;
    Ok(ContainerTest::Style(name.into(), Some(input.slice_from(start).trim().into())))
}

/// The part of an at-rule before its block.
enum Prelude {
    Media(MediaList),
    Supports(bool),
    Container(ContainerRule),
    Layers(Vec<LayerPath>),
    Scope(ScopeRule),
    StartingStyle,
    Import(ImportRule),
    Namespace,
    FontFace,
    Keyframes(LocalName),
    Property(Arc<str>),
    CounterStyle(Arc<str>),
    Ignored,
}

impl<'i> AtRuleParser<'i> for RuleParser<'_> {
    type Prelude = Prelude;
    type AtRule = Item;
    type Error = SelectorParseErrorKind;

    fn parse_prelude(&mut self, name: CowRcStr<'i>, input: &mut Parser<'i>) -> Result<Prelude, Error> {
        let at_top = !self.nesting.is_nested;
        let in_style_rule = self.nesting.parent.is_some();
        self.failure = Some(SheetErrorKind::UnknownAtRule);
        let prelude = cssparser::match_ignore_ascii_case! { &name,
            "media" => Prelude::Media(MediaList::parse(input)),
            "supports" => Prelude::Supports(parse_supports(input, &self.namespaces).map_err(plain)?),
            "container" => Prelude::Container(parse_container(input)?),
            "scope" => Prelude::Scope(self.parse_scope(input)?),
            "starting-style" => Prelude::StartingStyle,
            "layer" => {
                let is_empty = input.is_exhausted();
                Prelude::Layers(if is_empty { Vec::new() } else { input.parse_comma_separated(parse_layer_path)? })
            },
            "import" if at_top && self.stage == Stage::Imports => Prelude::Import(self.parse_import(input)?),
            "namespace" if at_top && self.stage <= Stage::Namespaces => {
                self.parse_namespace(input)?;
                Prelude::Namespace
            },
            "font-face" if !in_style_rule => Prelude::FontFace,
            "keyframes" | "-webkit-keyframes" if !in_style_rule => {
                Prelude::Keyframes(LocalName::from(input.expect_ident_or_string()?.as_ref()))
            },
            "property" if !in_style_rule => {
                let name = input.expect_ident()?.clone();
                Prelude::Property(name.strip_prefix("--").ok_or_else(Error::unexpected_token)?.into())
            },
            "counter-style" if !in_style_rule => Prelude::CounterStyle(input.expect_ident()?.as_ref().into()),
            "page" | "font-feature-values" | "font-palette-values" | "view-transition" | "position-try" | "function"
                if !in_style_rule => {
                while input.next().is_ok() {}
                Prelude::Ignored
            },
            _ => return Err(Error::unexpected_token()),
        };
        input.expect_exhausted()?;
        self.failure = None;
        Ok(prelude)
    }

    fn rule_without_block(&mut self, prelude: Prelude, _start: &ParserState) -> Result<Item, ()> {
        match prelude {
            Prelude::Import(import) => Ok(Item::Rule(Rule::Import(import))),
            Prelude::Namespace => Ok(Item::Rule(Rule::Other)),
            Prelude::Layers(names) if !names.is_empty() => Ok(Item::Rule(Rule::LayerStatement(names))),
            _ => Err(()),
        }
    }

    fn parse_block(&mut self, prelude: Prelude, _start: &ParserState, input: &mut Parser<'i>) -> Result<Item, Error> {
        let rule = match prelude {
            Prelude::Media(media) => Rule::Media(media, self.parse_group(input)),
            Prelude::Supports(supported) => Rule::Supports(supported, self.parse_group(input)),
            Prelude::Container(container) => Rule::Container(Arc::new(container), self.parse_group(input)),
            Prelude::Layers(mut names) if names.len() <= 1 => {
                Rule::Layer(LayerBlock { name: names.pop(), rules: self.parse_group(input) })
            }
            Prelude::Scope(scope) => {
                let nesting = Nesting { parent: None, in_scope: true, allows_declarations: true, is_nested: true };
                Rule::Scope(Arc::new(scope), self.parse_group_in(input, nesting))
            }
            Prelude::StartingStyle => {
                self.parse_group(input);
                Rule::StartingStyle
            }
            Prelude::FontFace => {
                let font = FontFaceRule::from_descriptors(&Descriptors::parse(input), self.url);
                Rule::FontFace(Arc::new(font.ok_or_else(Error::unexpected_token)?))
            }
            Prelude::Keyframes(name) => {
                let keyframes = self.parse_keyframes(input);
                Rule::Keyframes(Arc::new(KeyframesRule { name, keyframes }))
            }
            Prelude::Property(name) => Rule::Property(Arc::new(property_rule(name, input)?)),
            Prelude::CounterStyle(name) => {
                Rule::CounterStyle(Arc::new(CounterStyleRule { name, descriptors: Descriptors::parse(input) }))
            }
            Prelude::Ignored => {
                while input.next().is_ok() {}
                Rule::Other
            }
            Prelude::Layers(_) | Prelude::Import(_) | Prelude::Namespace => return Err(Error::unexpected_token()),
        };
        Ok(Item::Rule(rule))
    }
}

/// [`@property`](https://www.w3.org/TR/css-properties-values-api-1/#at-property-rule): `syntax` and `inherits` are required,
/// and `initial-value` too unless any value is allowed.
fn property_rule(name: Arc<str>, input: &mut Parser<'_>) -> Result<PropertyRule, Error> {
    let descriptors = Descriptors::parse(input);
    let unquote = |input: &mut Parser<'_>| Ok(Box::from(input.expect_string()?.trim()));
    let syntax: Box<str> = descriptors.parsed("syntax", unquote).ok_or_else(Error::unexpected_token)?;
    let inherits = match descriptors.get("inherits") {
        Some(word) if word.eq_ignore_ascii_case("true") => true,
        Some(word) if word.eq_ignore_ascii_case("false") => false,
        _ => return Err(Error::unexpected_token()),
    };
    let initial_value = descriptors.get("initial-value").map(Arc::from);
    if initial_value.is_none() && *syntax != *"*" {
        return Err(Error::unexpected_token());
    }
    Ok(PropertyRule { name, syntax, inherits, initial_value })
}

impl<'i> QualifiedRuleParser<'i> for RuleParser<'_> {
    type Prelude = SelectorList;
    type QualifiedRule = Item;
    type Error = SelectorParseErrorKind;

    fn parse_prelude(&mut self, input: &mut Parser<'i>) -> Result<SelectorList, Error> {
        let result = self.parse_selectors(input).and_then(|list| {
            let is_short = list.slice().iter().all(|selector| selector.len() <= MAX_SELECTOR_LENGTH);
            if is_short { Ok(list) } else { Err(Error::unexpected_token()) }
        });
        match &result {
            Ok(_) => self.failure = None,
            // What is no declaration is tried as a rule: the first failure says more.
            Err(_) => self.failure = self.failure.or(Some(SheetErrorKind::InvalidSelector)),
        }
        result
    }

    fn parse_block(
        &mut self,
        selectors: SelectorList,
        _start: &ParserState,
        input: &mut Parser<'i>,
    ) -> Result<Item, Error> {
        let nesting = Nesting {
            parent: Some(selectors.clone()),
            in_scope: self.nesting.in_scope,
            allows_declarations: true,
            is_nested: true,
        };
        let (declarations, nested) = self.parse_body(input, nesting);
        Ok(Item::Rule(Rule::Style(StyleRule { selectors, declarations: Arc::new(declarations), nested })))
    }
}

impl<'i> cssparser::DeclarationParser<'i> for RuleParser<'_> {
    type Declaration = Item;
    type Error = SelectorParseErrorKind;

    fn parse_value(&mut self, name: CowRcStr<'i>, input: &mut Parser<'i>, _start: &ParserState) -> Result<Item, Error> {
        match parse_declaration_into(&mut self.block, &name, input, &self.context) {
            Ok(()) => {
                self.failure = None;
                Ok(Item::Declaration)
            }
            Err(error) => {
                self.failure = Some(match error {
                    DeclarationError::UnknownProperty => SheetErrorKind::UnknownProperty,
                    DeclarationError::InvalidValue => SheetErrorKind::InvalidValue,
                });
                Err(Error::unexpected_token())
            }
        }
    }
}

impl RuleBodyItemParser<'_, Item, SelectorParseErrorKind> for RuleParser<'_> {
    fn parse_declarations(&self) -> bool {
        self.nesting.allows_declarations
    }

    fn parse_qualified(&self) -> bool {
        self.nesting.is_nested
    }
}

impl RuleParser<'_> {
    fn parse_keyframes(&mut self, input: &mut Parser<'_>) -> Vec<Keyframe> {
        let mut keyframes = KeyframesParser { rules: self };
        RuleBodyParser::new(input, &mut keyframes).filter_map(Result::ok).collect()
    }
}

struct KeyframesParser<'p, 'u> {
    rules: &'p mut RuleParser<'u>,
}

impl<'i> QualifiedRuleParser<'i> for KeyframesParser<'_, '_> {
    type Prelude = Vec<f32>;
    type QualifiedRule = Keyframe;
    type Error = SelectorParseErrorKind;

    fn parse_prelude(&mut self, input: &mut Parser<'i>) -> Result<Vec<f32>, Error> {
        input.parse_comma_separated(|input| match input.next()?.clone() {
            Token::Percentage { unit_value, .. } if (0.0..=1.0).contains(&unit_value) => Ok(unit_value),
            Token::Ident(word) if word.eq_ignore_ascii_case("from") => Ok(0.0),
            Token::Ident(word) if word.eq_ignore_ascii_case("to") => Ok(1.0),
            _ => Err(Error::unexpected_token()),
        })
    }

    fn parse_block(
        &mut self,
        offsets: Vec<f32>,
        _start: &ParserState,
        input: &mut Parser<'i>,
    ) -> Result<Keyframe, Error> {
        let nesting = Nesting { allows_declarations: true, ..Nesting::default() };
        let (declarations, _) = self.rules.parse_body(input, nesting);
        Ok(Keyframe { offsets, declarations: Arc::new(declarations) })
    }
}

impl AtRuleParser<'_> for KeyframesParser<'_, '_> {
    type Prelude = ();
    type AtRule = Keyframe;
    type Error = SelectorParseErrorKind;
}

impl cssparser::DeclarationParser<'_> for KeyframesParser<'_, '_> {
    type Declaration = Keyframe;
    type Error = SelectorParseErrorKind;
}

impl RuleBodyItemParser<'_, Keyframe, SelectorParseErrorKind> for KeyframesParser<'_, '_> {
    fn parse_declarations(&self) -> bool {
        false
    }

    fn parse_qualified(&self) -> bool {
        true
    }
}
