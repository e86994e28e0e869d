//! Numbers as text, in the predefined counter styles.
//!
//! [CSS Counter Styles 3, § 6](https://www.w3.org/TR/css-counter-styles-3/#predefined-counters). `@counter-style`
//! rules are not consulted here yet; unknown names count in decimal, as the spec's fallback says.

use ashlar_layout::css::values::content::CounterStyle;

/// A counter's representation, without prefix and suffix.
pub(super) fn representation(style: &CounterStyle, value: i32) -> String {
    match style {
        CounterStyle::None => String::new(),
        CounterStyle::String(text) => text.to_string(),
        CounterStyle::Symbols(system, symbols) => symbolic_list(system, symbols, value),
        CounterStyle::Named(name) => named(name, value),
    }
}

/// What stands after a marker's number: `. ` for most styles.
pub(super) fn suffix(style: &CounterStyle) -> &'static str {
    match style {
        CounterStyle::None | CounterStyle::String(_) => "",
        CounterStyle::Symbols(..) => " ",
        CounterStyle::Named(name) => match &*name.to_ascii_lowercase() {
            "disc" | "circle" | "square" | "disclosure-open" | "disclosure-closed" => " ",
            "ethiopic-numeric" => "/ ",
            "cjk-decimal" | "cjk-ideographic" | "cjk-earthly-branch" | "cjk-heavenly-stem" | "hiragana" | "katakana"
            | "hiragana-iroha" | "katakana-iroha" | "japanese-informal" | "japanese-formal" | "simp-chinese-informal"
            | "simp-chinese-formal" | "trad-chinese-informal" | "trad-chinese-formal" => "、",
            "korean-hangul-formal" | "korean-hanja-informal" | "korean-hanja-formal" => ", ",
            _ => ". ",
        },
    }
}

fn named(name: &str, value: i32) -> String {
    let name = name.to_ascii_lowercase();
    let alphabetic_range = |symbols: &str| alphabetic(symbols, value).unwrap_or_else(|| value.to_string());
    match &*name {
        "decimal-leading-zero" => {
            format!("{}{:02}", if value < 0 { "-" } else { "" }, value.unsigned_abs())
        }
        "lower-alpha" | "lower-latin" => alphabetic_range("abcdefghijklmnopqrstuvwxyz"),
        "upper-alpha" | "upper-latin" => alphabetic_range("ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
        "lower-greek" => alphabetic_range("αβγδεζηθικλμνξοπρστυφχψω"),
        "hiragana" => alphabetic_range(
            "あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわゐゑをん",
        ),
        "katakana" => alphabetic_range(
            "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヰヱヲン",
        ),
        "hiragana-iroha" => alphabetic_range(
            "いろはにほへとちりぬるをわかよたれそつねならむうゐのおくやまけふこえてあさきゆめみしゑひもせす",
        ),
        "katakana-iroha" => alphabetic_range(
            "イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセス",
        ),
        "cjk-earthly-branch" => fixed("子丑寅卯辰巳午未申酉戌亥", value),
        "cjk-heavenly-stem" => fixed("甲乙丙丁戊己庚辛壬癸", value),
        "lower-roman" => roman(value).map_or_else(|| value.to_string(), |r| r.to_lowercase()),
        "upper-roman" => roman(value).unwrap_or_else(|| value.to_string()),
        "arabic-indic" => digits("٠١٢٣٤٥٦٧٨٩", value),
        "persian" => digits("۰۱۲۳۴۵۶۷۸۹", value),
        "devanagari" => digits("०१२३४५६७८९", value),
        "bengali" => digits("০১২৩৪৫৬৭৮৯", value),
        "thai" => digits("๐๑๒๓๔๕๖๗๘๙", value),
        "khmer" | "cambodian" => digits("០១២៣៤៥៦៧៨៩", value),
        "lao" => digits("໐໑໒໓໔໕໖໗໘໙", value),
        "myanmar" => digits("၀၁၂၃၄၅၆၇၈၉", value),
        "tamil" => digits("௦௧௨௩௪௫௬௭௮௯", value),
        "telugu" => digits("౦౧౨౩౪౫౬౭౮౯", value),
        "kannada" => digits("೦೧೨೩೪೫೬೭೮೯", value),
        "malayalam" => digits("൦൧൨൩൪൫൬൭൮൯", value),
        "gujarati" => digits("૦૧૨૩૪૫૬૭૮૯", value),
        "gurmukhi" => digits("੦੧੨੩੪੫੬੭੮੯", value),
        "oriya" => digits("୦୧୨୩୪୫୬୭୮୯", value),
        "tibetan" => digits("༠༡༢༣༤༥༦༧༨༩", value),
        "mongolian" => digits("᠐᠑᠒᠓᠔᠕᠖᠗᠘᠙", value),
        "cjk-decimal" => digits("〇一二三四五六七八九", value),
        "cjk-ideographic" | "simp-chinese-informal" | "trad-chinese-informal" | "japanese-informal" => {
            chinese_informal(value, name == "japanese-informal").unwrap_or_else(|| digits("〇一二三四五六七八九", value))
        }
        "armenian" | "upper-armenian" => additive(ARMENIAN, value, 9999),
        "lower-armenian" => additive(ARMENIAN, value, 9999).to_lowercase(),
        "georgian" => additive(GEORGIAN, value, 19999),
        "hebrew" => additive(HEBREW, value, 10999),
        "disc" => "•".into(),
        "circle" => "◦".into(),
        "square" => "▪".into(),
        "disclosure-open" => "▾".into(),
        "disclosure-closed" => "▸".into(),
        "none" => String::new(),
        _ => value.to_string(),
    }
}

/// [§ 3.1.4](https://www.w3.org/TR/css-counter-styles-3/#alphabetic-system): bijective numeration; only from 1.
fn alphabetic(symbols: &str, value: i32) -> Option<String> {
    let symbols: Vec<char> = symbols.chars().collect();
    let mut rest = u32::try_from(value).ok().filter(|v| *v > 0)? as usize;
    let mut reversed = Vec::new();
    while rest > 0 {
        rest -= 1;
        reversed.push(symbols[rest % symbols.len()]);
        rest /= symbols.len();
    }
    Some(reversed.iter().rev().collect())
}

/// [§ 3.1.5](https://www.w3.org/TR/css-counter-styles-3/#numeric-system)
fn digits(symbols: &str, value: i32) -> String {
    let symbols: Vec<char> = symbols.chars().collect();
    let sign = if value < 0 { "-" } else { "" };
    let decimal = value.unsigned_abs().to_string();
    format!("{sign}{}", decimal.bytes().map(|b| symbols[usize::from(b - b'0')]).collect::<String>())
}

/// [§ 3.1.2](https://www.w3.org/TR/css-counter-styles-3/#fixed-system), falling back to the CJK digits.
fn fixed(symbols: &str, value: i32) -> String {
    usize::try_from(value)
        .ok()
        .filter(|v| *v > 0)
        .and_then(|v| symbols.chars().nth(v - 1))
        .map_or_else(|| digits("〇一二三四五六七八九", value), String::from)
}

const ROMAN: &[(i32, &str)] = &[
    (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"),
    (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
];

fn roman(value: i32) -> Option<String> {
    (1..=3999).contains(&value).then(|| add_up(ROMAN, value))
}

const ARMENIAN: &[(i32, &str)] = &[
    (9000, "Ք"), (8000, "Փ"), (7000, "Ւ"), (6000, "Ց"), (5000, "Ր"), (4000, "Տ"), (3000, "Վ"), (2000, "Ս"),
    (1000, "Ռ"), (900, "Ջ"), (800, "Պ"), (700, "Չ"), (600, "Ո"), (500, "Շ"), (400, "Ն"), (300, "Յ"), (200, "Մ"),
    (100, "Ճ"), (90, "Ղ"), (80, "Ձ"), (70, "Հ"), (60, "Կ"), (50, "Ծ"), (40, "Խ"), (30, "Լ"), (20, "Ի"), (10, "Ժ"),
    (9, "Թ"), (8, "Ը"), (7, "Է"), (6, "Զ"), (5, "Ե"), (4, "Դ"), (3, "Գ"), (2, "Բ"), (1, "Ա"),
];

const GEORGIAN: &[(i32, &str)] = &[
    (10000, "ჵ"), (9000, "ჰ"), (8000, "ჯ"), (7000, "ჴ"), (6000, "ხ"), (5000, "ჭ"), (4000, "წ"), (3000, "ძ"),
    (2000, "ც"), (1000, "ჩ"), (900, "შ"), (800, "ყ"), (700, "ღ"), (600, "ქ"), (500, "ფ"), (400, "ჳ"), (300, "ტ"),
    (200, "ს"), (100, "რ"), (90, "ჟ"), (80, "პ"), (70, "ო"), (60, "ჲ"), (50, "ნ"), (40, "მ"), (30, "ლ"), (20, "კ"),
    (10, "ი"), (9, "თ"), (8, "ჱ"), (7, "ზ"), (6, "ვ"), (5, "ე"), (4, "დ"), (3, "გ"), (2, "ბ"), (1, "ა"),
];

const HEBREW: &[(i32, &str)] = &[
    (10000, "י׳"), (9000, "ט׳"), (8000, "ח׳"), (7000, "ז׳"), (6000, "ו׳"), (5000, "ה׳"), (4000, "ד׳"), (3000, "ג׳"),
    (2000, "ב׳"), (1000, "א׳"), (400, "ת"), (300, "ש"), (200, "ר"), (100, "ק"), (90, "צ"), (80, "פ"), (70, "ע"),
    (60, "ס"), (50, "נ"), (40, "מ"), (30, "ל"), (20, "כ"), (19, "יט"), (18, "יח"), (17, "יז"), (16, "טז"),
    (15, "טו"), (10, "י"), (9, "ט"), (8, "ח"), (7, "ז"), (6, "ו"), (5, "ה"), (4, "ד"), (3, "ג"), (2, "ב"), (1, "א"),
];

/// [§ 3.1.6](https://www.w3.org/TR/css-counter-styles-3/#additive-system), decimal outside 1 to `last`.
fn additive(symbols: &[(i32, &str)], value: i32, last: i32) -> String {
    if (1..=last).contains(&value) { add_up(symbols, value) } else { value.to_string() }
}

fn add_up(symbols: &[(i32, &str)], value: i32) -> String {
    let mut rest = value;
    let mut result = String::new();
    for (weight, symbol) in symbols {
        while rest >= *weight {
            result.push_str(symbol);
            rest -= weight;
        }
    }
    result
}

/// [§ 7.1](https://www.w3.org/TR/css-counter-styles-3/#limited-chinese): to four digits.
fn chinese_informal(value: i32, is_japanese: bool) -> Option<String> {
    if !(-9999..=9999).contains(&value) {
        return None;
    }
    let characters: Vec<char> = "零一二三四五六七八九".chars().collect();
    if value == 0 {
        return Some(if is_japanese { "〇" } else { "零" }.into());
    }
    let mut result = String::from(if value < 0 { if is_japanese { "マイナス" } else { "负" } } else { "" });
    let number = value.unsigned_abs();
    let mut gap = false;
    let mut started = false;
    for (unit, name) in [(1000, "千"), (100, "百"), (10, "十"), (1, "")] {
        let digit = (number / unit % 10) as usize;
        if digit == 0 {
            gap = started;
            continue;
        }
        if gap && !is_japanese {
            result.push('零');
        }
        gap = false;
        let drops_one = digit == 1 && unit > 1 && (is_japanese || (unit == 10 && !started));
        if !drops_one {
            result.push(characters[digit]);
        }
        result.push_str(name);
        started = true;
    }
    Some(result)
}

/// `symbols()` by its system.
fn symbolic_list(system: &str, symbols: &[std::sync::Arc<str>], value: i32) -> String {
    let count = symbols.len().max(1) as i32;
    let Some(first) = symbols.first() else { return value.to_string() };
    match system {
        "cyclic" => symbols[(value - 1).rem_euclid(count) as usize].to_string(),
        "fixed" => usize::try_from(value - 1)
            .ok()
            .and_then(|index| symbols.get(index))
            .map_or_else(|| value.to_string(), ToString::to_string),
        "numeric" if count > 1 => value
            .unsigned_abs()
            .to_string()
            .bytes()
            .map(|digit| symbols[usize::from(digit - b'0') % symbols.len()].to_string())
            .collect(),
        "alphabetic" if value > 0 => {
            let mut rest = value;
            let mut reversed = Vec::new();
            while rest > 0 {
                rest -= 1;
                reversed.push(&*symbols[(rest % count) as usize]);
                rest /= count;
            }
            reversed.iter().rev().copied().collect()
        }
        _ if value > 0 => {
            let symbol = symbols.get(((value - 1) % count) as usize).unwrap_or(first);
            symbol.repeat(((value - 1) / count + 1).min(60) as usize)
        }
        _ => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(name: &str, value: i32) -> String {
        representation(&CounterStyle::Named(name.into()), value)
    }

    #[test]
    fn predefined_styles_match_the_specs_examples() {
        assert_eq!(text("lower-roman", 4), "iv");
        assert_eq!(text("upper-roman", 1994), "MCMXCIV");
        assert_eq!(text("upper-roman", 4000), "4000");
        assert_eq!(text("lower-alpha", 27), "aa");
        assert_eq!(text("lower-alpha", 0), "0");
        assert_eq!(text("decimal-leading-zero", 5), "05");
        assert_eq!(text("hebrew", 15), "טו");
        assert_eq!(text("georgian", 1), "ა");
        assert_eq!(text("cjk-ideographic", 101), "一百零一");
        assert_eq!(text("cjk-earthly-branch", 1), "子");
        assert_eq!(text("arabic-indic", 12), "١٢");
    }
}
