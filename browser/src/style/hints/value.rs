//! Values of presentational attributes.

use std::fmt::Write;

/// A length or a percentage.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Dimension {
    /// CSS px.
    Px(f32),
    /// Per cent.
    Percentage(f32),
}

/// [Rules for parsing dimension values](https://html.spec.whatwg.org/#rules-for-parsing-dimension-values).
pub fn parse_dimension(text: &str) -> Option<Dimension> {
    let text = text.trim_start_matches(|c: char| c.is_ascii_whitespace()).trim_start_matches('+');
    let whole = text.bytes().take_while(u8::is_ascii_digit).count();
    if whole == 0 {
        return None;
    }
    let mut end = whole;
    if text.as_bytes().get(whole) == Some(&b'.') {
        let fraction = text.as_bytes()[whole + 1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        if fraction > 0 {
            end = whole + 1 + fraction;
        }
    }
    let number: f32 = text[..end].parse().ok()?;
    let number = number.min(33_554_428.0);
    Some(if text[end..].starts_with('%') { Dimension::Percentage(number) } else { Dimension::Px(number) })
}

/// [Rules for parsing nonzero dimension values](https://html.spec.whatwg.org/#rules-for-parsing-non-zero-dimension-values).
pub fn parse_nonzero_dimension(text: &str) -> Option<Dimension> {
    parse_dimension(text).filter(|value| !matches!(value, Dimension::Px(v) | Dimension::Percentage(v) if *v == 0.0))
}

/// [Rules for parsing integers](https://html.spec.whatwg.org/#rules-for-parsing-integers).
pub fn parse_integer(text: &str) -> Option<i32> {
    let text = text.trim_start_matches(|c: char| c.is_ascii_whitespace());
    let (negative, digits) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    let end = digits.bytes().take_while(u8::is_ascii_digit).count();
    if end == 0 {
        return None;
    }
    let value: i32 = digits[..end].parse().unwrap_or(i32::MAX);
    Some(if negative { value.saturating_neg() } else { value })
}

/// An integer that is not negative, as px.
pub fn parse_non_negative(text: &str) -> Option<f32> {
    parse_integer(text).filter(|value| *value >= 0).map(|value| value as f32)
}

/// [Rules for parsing a legacy color value](https://html.spec.whatwg.org/#rules-for-parsing-a-legacy-colour-value), as
/// `#rrggbb`.
pub fn legacy_color(text: &str) -> Option<String> {
    let text = text.trim_matches(|c: char| c.is_ascii_whitespace());
    if text.is_empty() || text.eq_ignore_ascii_case("transparent") {
        return None;
    }
    let digit_value = |c: char| c.to_digit(16);
    if let Ok((red, green, blue)) = cssparser::color::parse_named_color(text) {
        return Some(format!("#{red:02x}{green:02x}{blue:02x}"));
    }
    if let Some(short) =
        text.strip_prefix('#').filter(|rest| rest.len() == 3 && rest.chars().all(|c| c.is_ascii_hexdigit()))
    {
        let mut color = String::from("#");
        for digit in short.chars() {
            color.extend([digit, digit]);
        }
        return Some(color);
    }
    // A character beyond the first plane counts as two digits of zero.
    let mut digits = String::new();
    for character in text.chars() {
        digits.push_str(if character as u32 > 0xffff { "00" } else { "" });
        if character as u32 <= 0xffff {
            digits.push(character);
        }
    }
    let mut digits: Vec<u32> = digits
        .chars()
        .take(128)
        .skip(usize::from(digits.starts_with('#')))
        .map(|c| digit_value(c).unwrap_or(0))
        .collect();
    while digits.is_empty() || !digits.len().is_multiple_of(3) {
        digits.push(0);
    }
    let length = digits.len() / 3;
    let mut parts: Vec<&[u32]> = digits.chunks(length).collect();
    for part in &mut parts {
        *part = &part[length.saturating_sub(8)..];
    }
    while parts[0].len() > 2 && parts.iter().all(|part| part[0] == 0) {
        for part in &mut parts {
            *part = &part[1..];
        }
    }
    let mut color = String::from("#");
    for part in parts {
        let value = part.iter().take(2).fold(0, |value, digit| value * 16 + digit);
        let _ = write!(color, "{value:02x}");
    }
    Some(color)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dimensions() {
        assert_eq!(parse_dimension(" 10px"), Some(Dimension::Px(10.0)));
        assert_eq!(parse_dimension("50.5%"), Some(Dimension::Percentage(50.5)));
        assert_eq!(parse_dimension("7.%"), Some(Dimension::Px(7.0)));
        assert_eq!(parse_dimension("-1"), None);
        assert_eq!(parse_nonzero_dimension("0"), None);
    }

    /// Examples of [the rules](https://html.spec.whatwg.org/#rules-for-parsing-a-legacy-colour-value), known from every browser.
    #[test]
    fn colors() {
        assert_eq!(legacy_color("Red").as_deref(), Some("#ff0000"));
        assert_eq!(legacy_color("#f60").as_deref(), Some("#ff6600"));
        assert_eq!(legacy_color("chucknorris").as_deref(), Some("#c00000"));
        assert_eq!(legacy_color("ffffff").as_deref(), Some("#ffffff"));
        assert_eq!(legacy_color("").as_deref(), None);
        assert_eq!(legacy_color("#1234567890ab").as_deref(), Some("#125690"));
    }
}
