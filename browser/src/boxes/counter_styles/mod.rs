//! Numbers as text: predefined counter styles, those of `@counter-style` rules, and `symbols()`.
//!
//! [CSS Counter Styles 3](https://www.w3.org/TR/css-counter-styles-3/). `predefined` holds the data of the styles that
//! browsers know, `longhand` the algorithms that no descriptor can say, `rule` reads the rules of a page.

use std::sync::Arc;

use ashlar_layout::css::values::content::CounterStyle;
use rustc_hash::FxHashMap;

use super::ListSymbol;
use crate::style::stylesheet::CounterStyleRule;

mod longhand;
mod predefined;
mod rule;

/// A representation has no more characters; longer ones fall back to decimal
/// ([§ 2](https://www.w3.org/TR/css-counter-styles-3/#counter-style-representation) lets browsers limit it).
const MAX_CHARACTERS: usize = 120;
/// How many styles may extend or fall back to one another.
const MAX_STEPS: usize = 32;

/// How symbols make numbers ([§ 3.1](https://www.w3.org/TR/css-counter-styles-3/#counter-style-system)).
#[derive(Clone, Debug, PartialEq)]
enum System {
    Cyclic,
    /// The value of the first symbol.
    Fixed(i32),
    Symbolic,
    Alphabetic,
    Numeric,
    /// Weights with their symbols, the heaviest first.
    Additive(Vec<(u32, String)>),
    Longhand(longhand::Longhand),
    /// Another style by name, with descriptors of its own.
    Extends(Arc<str>),
}

/// A counter style; what is not given is inherited by `extends`, or has the initial value.
#[derive(Clone, Debug)]
struct Definition {
    system: System,
    symbols: Vec<String>,
    negative: Option<(String, String)>,
    prefix: Option<String>,
    suffix: Option<String>,
    /// Inclusive ranges; an outer `None` is `auto`.
    range: Option<Vec<(i32, i32)>>,
    pad: Option<(usize, String)>,
    fallback: Option<Arc<str>>,
}

impl Definition {
    fn new(system: System, symbols: Vec<String>) -> Self {
        Self { system, symbols, negative: None, prefix: None, suffix: None, range: None, pad: None, fallback: None }
    }

    /// [`range: auto`](https://www.w3.org/TR/css-counter-styles-3/#counter-style-range) where no range is given.
    fn covers(&self, value: i32) -> bool {
        if let Some(ranges) = &self.range {
            return ranges.iter().any(|(low, high)| (*low..=*high).contains(&value));
        }
        match &self.system {
            System::Alphabetic | System::Symbolic => value >= 1,
            System::Additive(_) => value >= 0,
            System::Longhand(longhand) => longhand.range().contains(&value),
            _ => true,
        }
    }

    fn uses_negative_sign(&self) -> bool {
        matches!(self.system, System::Symbolic | System::Alphabetic | System::Numeric | System::Additive(_))
    }
}

/// The counter styles of a page.
#[derive(Debug, Default)]
pub(super) struct CounterStyles {
    defined: FxHashMap<Arc<str>, Definition>,
}

impl CounterStyles {
    /// Those of the page's rules, the last of a name.
    pub fn new(rules: &[Arc<CounterStyleRule>]) -> Self {
        let mut defined = FxHashMap::default();
        for style in rules {
            // What `list-style-type` could not name, or what has always one look, cannot be redefined.
            let lower = style.name.to_ascii_lowercase();
            let is_fixed = matches!(
                &*lower,
                "decimal" | "disc" | "square" | "circle" | "disclosure-open" | "disclosure-closed" | "none"
            );
            if !is_fixed && let Some(definition) = rule::definition(style) {
                defined.insert(style.name.clone(), definition);
            }
        }
        Self { defined }
    }

    /// A counter's representation, without prefix and suffix.
    pub fn representation(&self, style: &CounterStyle, value: i32) -> String {
        match style {
            CounterStyle::None => String::new(),
            CounterStyle::String(text) => text.to_string(),
            CounterStyle::Symbols(system, symbols) => {
                let system = match &**system {
                    "cyclic" => System::Cyclic,
                    "fixed" => System::Fixed(1),
                    "numeric" => System::Numeric,
                    "alphabetic" => System::Alphabetic,
                    _ => System::Symbolic,
                };
                let symbols = symbols.iter().map(ToString::to_string).collect();
                let definition = Definition::new(system, symbols);
                self.of(&definition, value, 0).unwrap_or_else(|| value.to_string())
            }
            CounterStyle::Named(name) => self.named(name, value, 0),
        }
    }

    /// What stands before and after a marker's number.
    pub fn prefix_and_suffix(&self, style: &CounterStyle) -> (String, String) {
        match style {
            CounterStyle::None | CounterStyle::String(_) => (String::new(), String::new()),
            CounterStyle::Symbols(..) => (String::new(), " ".into()),
            CounterStyle::Named(name) => match self.resolved(name, 0) {
                Some(definition) => {
                    (definition.prefix.unwrap_or_default(), definition.suffix.unwrap_or_else(|| ". ".into()))
                }
                None => (String::new(), ". ".into()),
            },
        }
    }

    /// The shape that is drawn for a style, if it is one of those.
    pub fn symbol(&self, style: &CounterStyle) -> Option<ListSymbol> {
        let CounterStyle::Named(name) = style else { return None };
        if self.defined.contains_key(name) {
            return None;
        }
        match &*name.to_ascii_lowercase() {
            "disc" => Some(ListSymbol::Disc),
            "circle" => Some(ListSymbol::Circle),
            "square" => Some(ListSymbol::Square),
            "disclosure-open" => Some(ListSymbol::DisclosureOpen),
            "disclosure-closed" => Some(ListSymbol::DisclosureClosed),
            _ => None,
        }
    }

    fn find(&self, name: &str) -> Option<Definition> {
        self.defined.get(name).cloned().or_else(|| predefined::definition(&name.to_ascii_lowercase()))
    }

    /// A style with what it extends filled in.
    fn resolved(&self, name: &str, steps: usize) -> Option<Definition> {
        let found = self.find(name)?;
        let System::Extends(base) = &found.system else { return Some(found) };
        // A circle of styles extends decimal.
        let base = if steps < MAX_STEPS { self.resolved(base, steps + 1) } else { None };
        let base = base.or_else(|| predefined::definition("decimal"))?;
        Some(Definition {
            system: base.system,
            symbols: base.symbols,
            negative: found.negative.or(base.negative),
            prefix: found.prefix.or(base.prefix),
            suffix: found.suffix.or(base.suffix),
            range: found.range.or(base.range),
            pad: found.pad.or(base.pad),
            fallback: found.fallback.or(base.fallback),
        })
    }

    fn named(&self, name: &str, value: i32, steps: usize) -> String {
        match self.resolved(name, 0) {
            Some(definition) => self.of(&definition, value, steps).unwrap_or_else(|| value.to_string()),
            None => value.to_string(),
        }
    }

    /// [§ 2](https://www.w3.org/TR/css-counter-styles-3/#counter-style-representation); `None` falls back to decimal.
    fn of(&self, style: &Definition, value: i32, steps: usize) -> Option<String> {
        let fall_back = || {
            let name = style.fallback.as_deref().filter(|_| steps < MAX_STEPS)?;
            Some(self.named(name, value, steps + 1))
        };
        if !style.covers(value) {
            return fall_back();
        }
        let is_negative = value < 0 && style.uses_negative_sign();
        let number = if is_negative { value.unsigned_abs() } else { value.max(0) as u32 };
        let initial = match &style.system {
            System::Longhand(longhand) => Some(longhand.of(value)),
            System::Cyclic => cyclic(&style.symbols, value),
            System::Fixed(first) => fixed(&style.symbols, *first, value),
            System::Symbolic => symbolic(&style.symbols, number),
            System::Alphabetic => alphabetic(&style.symbols, number),
            System::Numeric => numeric(&style.symbols, number),
            System::Additive(weights) => additive(weights, number),
            System::Extends(_) => None,
        };
        let Some(initial) = initial.filter(|text| text.chars().count() <= MAX_CHARACTERS) else { return fall_back() };
        let (before, after) = match &style.negative {
            _ if !is_negative => ("", ""),
            Some((before, after)) => (&**before, &**after),
            None => ("-", ""),
        };
        let mut padding = String::new();
        if let Some((length, symbol)) = &style.pad {
            // The sign counts as part of the length.
            let used = initial.chars().count() + before.chars().count() + after.chars().count();
            let missing = length.saturating_sub(used);
            if missing > MAX_CHARACTERS {
                return fall_back();
            }
            padding = symbol.repeat(missing);
        }
        Some(format!("{before}{padding}{initial}{after}"))
    }
}

/// [§ 3.1.1](https://www.w3.org/TR/css-counter-styles-3/#cyclic-system)
fn cyclic(symbols: &[String], value: i32) -> Option<String> {
    let count = i64::try_from(symbols.len()).ok().filter(|count| *count > 0)?;
    symbols.get((i64::from(value) - 1).rem_euclid(count) as usize).cloned()
}

/// [§ 3.1.2](https://www.w3.org/TR/css-counter-styles-3/#fixed-system)
fn fixed(symbols: &[String], first: i32, value: i32) -> Option<String> {
    let index = usize::try_from(i64::from(value) - i64::from(first)).ok()?;
    symbols.get(index).cloned()
}

/// [§ 3.1.3](https://www.w3.org/TR/css-counter-styles-3/#symbolic-system)
fn symbolic(symbols: &[String], value: u32) -> Option<String> {
    let rest = value.checked_sub(1)? as usize;
    let times = rest / symbols.len().max(1) + 1;
    let symbol = symbols.get(rest % symbols.len().max(1))?;
    (times <= MAX_CHARACTERS).then(|| symbol.repeat(times))
}

/// [§ 3.1.4](https://www.w3.org/TR/css-counter-styles-3/#alphabetic-system): bijective numeration.
fn alphabetic(symbols: &[String], value: u32) -> Option<String> {
    let mut rest = value as usize;
    if symbols.len() < 2 || rest == 0 {
        return None;
    }
    let mut reversed = Vec::new();
    while rest > 0 {
        rest -= 1;
        reversed.push(&*symbols[rest % symbols.len()]);
        rest /= symbols.len();
    }
    Some(reversed.iter().rev().copied().collect())
}

/// [§ 3.1.5](https://www.w3.org/TR/css-counter-styles-3/#numeric-system)
fn numeric(symbols: &[String], value: u32) -> Option<String> {
    if symbols.len() < 2 {
        return None;
    }
    let mut rest = value as usize;
    let mut reversed = Vec::new();
    loop {
        reversed.push(&*symbols[rest % symbols.len()]);
        rest /= symbols.len();
        if rest == 0 {
            break;
        }
    }
    Some(reversed.iter().rev().copied().collect())
}

/// [§ 3.1.6](https://www.w3.org/TR/css-counter-styles-3/#additive-system)
fn additive(weights: &[(u32, String)], value: u32) -> Option<String> {
    if value == 0 {
        return weights.iter().find(|(weight, _)| *weight == 0).map(|(_, symbol)| symbol.clone());
    }
    let mut rest = value;
    let mut text = String::new();
    for (weight, symbol) in weights.iter().filter(|(weight, _)| *weight > 0) {
        let times = rest / weight;
        if times as usize > MAX_CHARACTERS {
            return None;
        }
        text.push_str(&symbol.repeat(times as usize));
        rest -= times * weight;
    }
    (rest == 0).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(name: &str, value: i32) -> String {
        CounterStyles::default().representation(&CounterStyle::Named(name.into()), value)
    }

    #[test]
    fn predefined_styles_match_the_specs_examples() {
        assert_eq!(text("lower-roman", 4), "iv");
        assert_eq!(text("upper-roman", 1994), "MCMXCIV");
        assert_eq!(text("upper-roman", 4000), "4000");
        assert_eq!(text("lower-alpha", 27), "aa");
        assert_eq!(text("lower-alpha", 0), "0");
        assert_eq!(text("decimal-leading-zero", 5), "05");
        assert_eq!(text("decimal-leading-zero", -5), "-5");
        assert_eq!(text("hebrew", 15), "טו");
        assert_eq!(text("georgian", 1), "ა");
        assert_eq!(text("cjk-ideographic", 101), "一百零一");
        assert_eq!(text("cjk-earthly-branch", 1), "子");
        assert_eq!(text("cjk-earthly-branch", 13), "一三");
        assert_eq!(text("arabic-indic", 12), "١٢");
    }

    #[test]
    fn longhand_styles_match_the_specs_examples() {
        assert_eq!(text("ethiopic-numeric", 100), "፻");
        assert_eq!(text("ethiopic-numeric", 78_010_092), "፸፰፻፩፼፺፪");
        assert_eq!(text("ethiopic-numeric", 780_100_000), "፯፼፹፻፲፼");
        assert_eq!(text("simp-chinese-informal", 13), "十三");
        assert_eq!(text("simp-chinese-informal", 6001), "六千零一");
        assert_eq!(text("korean-hanja-informal", 11), "十一");
        assert_eq!(text("japanese-formal", 0), "零");
    }
}
