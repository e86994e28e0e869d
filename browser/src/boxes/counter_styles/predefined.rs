//! The counter styles that browsers know
//! ([§ 6](https://www.w3.org/TR/css-counter-styles-3/#predefined-counters), [§ 7](https://www.w3.org/TR/css-counter-styles-3/#complex-predefined-counters)).

use super::longhand::Longhand;
use super::{Definition, System};

/// After numbers of East Asian styles.
const IDEOGRAPHIC_COMMA: &str = "、";

/// A predefined style by its name in lower case.
pub(super) fn definition(name: &str) -> Option<Definition> {
    if let Some(digits) = digits_of(name) {
        let mut style = Definition::new(System::Numeric, characters(digits));
        if name == "cjk-decimal" {
            style.range = Some(vec![(0, i32::MAX)]);
            style.suffix = Some(IDEOGRAPHIC_COMMA.into());
        }
        return Some(style);
    }
    if let Some(letters) = letters_of(name) {
        let mut style = Definition::new(System::Alphabetic, characters(letters));
        if name.starts_with("hiragana") || name.starts_with("katakana") {
            style.suffix = Some(IDEOGRAPHIC_COMMA.into());
        }
        return Some(style);
    }
    Some(match name {
        "decimal-leading-zero" => Definition { pad: Some((2, "0".into())), ..definition("decimal")? },
        "disc" | "circle" | "square" | "disclosure-open" | "disclosure-closed" => {
            let symbol = match name {
                "disc" => "•",
                "circle" => "◦",
                "square" => "▪",
                "disclosure-open" => "▾",
                _ => "▸",
            };
            Definition { suffix: Some(" ".into()), ..Definition::new(System::Cyclic, vec![symbol.into()]) }
        }
        "none" => Definition { suffix: Some(String::new()), ..Definition::new(System::Cyclic, vec![String::new()]) },
        "lower-roman" => additive(ROMAN, 3999, str::to_lowercase),
        "upper-roman" => additive(ROMAN, 3999, str::to_owned),
        "armenian" | "upper-armenian" => additive(ARMENIAN, 9999, str::to_owned),
        "lower-armenian" => additive(ARMENIAN, 9999, str::to_lowercase),
        "georgian" => additive(GEORGIAN, 19999, str::to_owned),
        "hebrew" => additive(HEBREW, 10999, str::to_owned),
        "cjk-earthly-branch" => stems("子丑寅卯辰巳午未申酉戌亥"),
        "cjk-heavenly-stem" => stems("甲乙丙丁戊己庚辛壬癸"),
        "ethiopic-numeric" => Definition {
            suffix: Some("/ ".into()),
            ..Definition::new(System::Longhand(Longhand::Ethiopic), Vec::new())
        },
        _ => return east_asian(name),
    })
}

fn characters(text: &str) -> Vec<String> {
    text.chars().map(String::from).collect()
}

fn digits_of(name: &str) -> Option<&'static str> {
    Some(match name {
        "decimal" => "0123456789",
        "arabic-indic" => "٠١٢٣٤٥٦٧٨٩",
        "persian" => "۰۱۲۳۴۵۶۷۸۹",
        "devanagari" => "०१२३४५६७८९",
        "bengali" => "০১২৩৪৫৬৭৮৯",
        "thai" => "๐๑๒๓๔๕๖๗๘๙",
        "khmer" | "cambodian" => "០១២៣៤៥៦៧៨៩",
        "lao" => "໐໑໒໓໔໕໖໗໘໙",
        "myanmar" => "၀၁၂၃၄၅၆၇၈၉",
        "tamil" => "௦௧௨௩௪௫௬௭௮௯",
        "telugu" => "౦౧౨౩౪౫౬౭౮౯",
        "kannada" => "೦೧೨೩೪೫೬೭೮೯",
        "malayalam" => "൦൧൨൩൪൫൬൭൮൯",
        "gujarati" => "૦૧૨૩૪૫૬૭૮૯",
        "gurmukhi" => "੦੧੨੩੪੫੬੭੮੯",
        "oriya" => "୦୧୨୩୪୫୬୭୮୯",
        "tibetan" => "༠༡༢༣༤༥༦༧༨༩",
        "mongolian" => "᠐᠑᠒᠓᠔᠕᠖᠗᠘᠙",
        "cjk-decimal" => "〇一二三四五六七八九",
        _ => return None,
    })
}

fn letters_of(name: &str) -> Option<&'static str> {
    Some(match name {
        "lower-alpha" | "lower-latin" => "abcdefghijklmnopqrstuvwxyz",
        "upper-alpha" | "upper-latin" => "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
        "lower-greek" => "αβγδεζηθικλμνξοπρστυφχψω",
        "hiragana" => {
            "あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわゐゑをん"
        }
        "katakana" => {
            "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヰヱヲン"
        }
        "hiragana-iroha" => {
            "いろはにほへとちりぬるをわかよたれそつねならむうゐのおくやまけふこえてあさきゆめみしゑひもせす"
        }
        "katakana-iroha" => {
            "イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセス"
        }
        _ => return None,
    })
}

fn additive(weights: &[(u32, &str)], last: i32, spell: fn(&str) -> String) -> Definition {
    let weights = weights.iter().map(|(weight, symbol)| (*weight, spell(symbol))).collect();
    Definition { range: Some(vec![(1, last)]), ..Definition::new(System::Additive(weights), Vec::new()) }
}

fn stems(symbols: &str) -> Definition {
    Definition {
        suffix: Some(IDEOGRAPHIC_COMMA.into()),
        fallback: Some("cjk-decimal".into()),
        ..Definition::new(System::Fixed(1), characters(symbols))
    }
}

/// Chinese, Japanese and Korean numbers to four digits.
fn east_asian(name: &str) -> Option<Definition> {
    let chinese = |digits, markers, negative, informal| {
        let longhand = Longhand::Chinese { digits, markers, negative, informal };
        Definition::new(System::Longhand(longhand), Vec::new())
    };
    let (style, suffix) = match name {
        "simp-chinese-informal" => (chinese("零一二三四五六七八九", "十百千", "负", true), IDEOGRAPHIC_COMMA),
        "simp-chinese-formal" => (chinese("零壹贰叁肆伍陆柒捌玖", "拾佰仟", "负", false), IDEOGRAPHIC_COMMA),
        "trad-chinese-informal" | "cjk-ideographic" => {
            (chinese("零一二三四五六七八九", "十百千", "負", true), IDEOGRAPHIC_COMMA)
        }
        "trad-chinese-formal" => (chinese("零壹貳參肆伍陸柒捌玖", "拾佰仟", "負", false), IDEOGRAPHIC_COMMA),
        "japanese-informal" => (by_units("〇一二三四五六七八九", "十百千", "マイナス", false), IDEOGRAPHIC_COMMA),
        "japanese-formal" => (by_units("零壱弐参四伍六七八九", "拾百阡", "マイナス", true), IDEOGRAPHIC_COMMA),
        "korean-hangul-formal" => (by_units("영일이삼사오육칠팔구", "십백천", "마이너스 ", true), ", "),
        "korean-hanja-informal" => (by_units("零一二三四五六七八九", "十百千", "마이너스 ", false), ", "),
        "korean-hanja-formal" => (by_units("零壹貳參四五六七八九", "拾百仟", "마이너스 ", true), ", "),
        _ => return None,
    };
    Some(Definition { suffix: Some(suffix.into()), fallback: Some("cjk-decimal".into()), ..style })
}

/// Additive symbols made of a digit and a unit; whether one thousand is said with its one.
fn by_units(digits: &str, units: &str, negative: &str, says_one: bool) -> Definition {
    let digits: Vec<char> = digits.chars().collect();
    let mut weights = Vec::new();
    for (unit, name) in [1000, 100, 10].into_iter().zip(units.chars().rev()) {
        for digit in (1..=9).rev() {
            let one = if digit > 1 || says_one { String::from(digits[digit]) } else { String::new() };
            weights.push((unit * digit as u32, format!("{one}{name}")));
        }
    }
    for digit in (0..=9).rev() {
        weights.push((digit as u32, digits[digit].into()));
    }
    Definition {
        range: Some(vec![(-9999, 9999)]),
        negative: Some((negative.into(), String::new())),
        ..Definition::new(System::Additive(weights), Vec::new())
    }
}

const ROMAN: &[(u32, &str)] = &[
    (1000, "M"),
    (900, "CM"),
    (500, "D"),
    (400, "CD"),
    (100, "C"),
    (90, "XC"),
    (50, "L"),
    (40, "XL"),
    (10, "X"),
    (9, "IX"),
    (5, "V"),
    (4, "IV"),
    (1, "I"),
];

const ARMENIAN: &[(u32, &str)] = &[
    (9000, "Ք"),
    (8000, "Փ"),
    (7000, "Ւ"),
    (6000, "Ց"),
    (5000, "Ր"),
    (4000, "Տ"),
    (3000, "Վ"),
    (2000, "Ս"),
    (1000, "Ռ"),
    (900, "Ջ"),
    (800, "Պ"),
    (700, "Չ"),
    (600, "Ո"),
    (500, "Շ"),
    (400, "Ն"),
    (300, "Յ"),
    (200, "Մ"),
    (100, "Ճ"),
    (90, "Ղ"),
    (80, "Ձ"),
    (70, "Հ"),
    (60, "Կ"),
    (50, "Ծ"),
    (40, "Խ"),
    (30, "Լ"),
    (20, "Ի"),
    (10, "Ժ"),
    (9, "Թ"),
    (8, "Ը"),
    (7, "Է"),
    (6, "Զ"),
    (5, "Ե"),
    (4, "Դ"),
    (3, "Գ"),
    (2, "Բ"),
    (1, "Ա"),
];

const GEORGIAN: &[(u32, &str)] = &[
    (10000, "ჵ"),
    (9000, "ჰ"),
    (8000, "ჯ"),
    (7000, "ჴ"),
    (6000, "ხ"),
    (5000, "ჭ"),
    (4000, "წ"),
    (3000, "ძ"),
    (2000, "ც"),
    (1000, "ჩ"),
    (900, "შ"),
    (800, "ყ"),
    (700, "ღ"),
    (600, "ქ"),
    (500, "ფ"),
    (400, "ჳ"),
    (300, "ტ"),
    (200, "ს"),
    (100, "რ"),
    (90, "ჟ"),
    (80, "პ"),
    (70, "ო"),
    (60, "ჲ"),
    (50, "ნ"),
    (40, "მ"),
    (30, "ლ"),
    (20, "კ"),
    (10, "ი"),
    (9, "თ"),
    (8, "ჱ"),
    (7, "ზ"),
    (6, "ვ"),
    (5, "ე"),
    (4, "დ"),
    (3, "გ"),
    (2, "ბ"),
    (1, "ა"),
];

const HEBREW: &[(u32, &str)] = &[
    (10000, "י׳"),
    (9000, "ט׳"),
    (8000, "ח׳"),
    (7000, "ז׳"),
    (6000, "ו׳"),
    (5000, "ה׳"),
    (4000, "ד׳"),
    (3000, "ג׳"),
    (2000, "ב׳"),
    (1000, "א׳"),
    (400, "ת"),
    (300, "ש"),
    (200, "ר"),
    (100, "ק"),
    (90, "צ"),
    (80, "פ"),
    (70, "ע"),
    (60, "ס"),
    (50, "נ"),
    (40, "מ"),
    (30, "ל"),
    (20, "כ"),
    (19, "יט"),
    (18, "יח"),
    (17, "יז"),
    (16, "טז"),
    (15, "טו"),
    (10, "י"),
    (9, "ט"),
    (8, "ח"),
    (7, "ז"),
    (6, "ו"),
    (5, "ה"),
    (4, "ד"),
    (3, "ג"),
    (2, "ב"),
    (1, "א"),
];
