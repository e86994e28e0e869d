//! Counter styles whose numbers no descriptor can say: Chinese with its zeros, Ethiopic with its groups.

use std::ops::RangeInclusive;

/// One of those styles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Longhand {
    /// [§ 7.1.1](https://www.w3.org/TR/css-counter-styles-3/#limited-chinese)
    Chinese {
        /// The digits from zero.
        digits: &'static str,
        /// Ten, hundred, thousand.
        markers: &'static str,
        /// Before negative numbers.
        negative: &'static str,
        /// From 10 to 19 the one before the ten is left out.
        informal: bool,
    },
    /// [§ 7.2](https://www.w3.org/TR/css-counter-styles-3/#ethiopic-numeric-counter-style)
    Ethiopic,
}

impl Longhand {
    /// The numbers that it can say.
    pub fn range(self) -> RangeInclusive<i32> {
        match self {
            Self::Chinese { .. } => -9999..=9999,
            Self::Ethiopic => 1..=i32::MAX,
        }
    }

    /// A number in the range.
    pub fn of(self, value: i32) -> String {
        match self {
            Self::Chinese { digits, markers, negative, informal } => {
                let sign = if value < 0 { negative } else { "" };
                format!("{sign}{}", chinese(value.unsigned_abs(), digits, markers, informal))
            }
            Self::Ethiopic => ethiopic(value.unsigned_abs()),
        }
    }
}

fn chinese(number: u32, digits: &str, markers: &str, informal: bool) -> String {
    let digit = |value: u32| digits.chars().nth(value as usize).map(String::from).unwrap_or_default();
    if number == 0 {
        return digit(0);
    }
    let mut text = String::new();
    // A gap of zeros is said once, between digits only.
    let mut gap = false;
    for (place, unit) in [1000, 100, 10, 1].into_iter().enumerate() {
        let value = number / unit % 10;
        if value == 0 {
            gap = !text.is_empty();
            continue;
        }
        if std::mem::take(&mut gap) {
            text.push_str(&digit(0));
        }
        let is_teen = informal && (10..20).contains(&number) && unit == 10;
        if !is_teen {
            text.push_str(&digit(value));
        }
        if let Some(index) = 2_usize.checked_sub(place) {
            text.extend(markers.chars().nth(index));
        }
    }
    text
}

fn ethiopic(number: u32) -> String {
    if number == 1 {
        return "፩".into();
    }
    let mut groups = Vec::new();
    let mut rest = number;
    while rest > 0 {
        groups.push(rest % 100);
        rest /= 100;
    }
    let mut text = String::new();
    for (index, group) in groups.iter().enumerate().rev() {
        let is_first = index + 1 == groups.len();
        let is_odd = index % 2 == 1;
        let is_silent = *group == 0 || (*group == 1 && (is_first || is_odd));
        if !is_silent {
            let letter = |base: u32, value: u32| char::from_u32(base + value - 1).filter(|_| value > 0);
            text.extend(letter(0x1372, group / 10));
            text.extend(letter(0x1369, group % 10));
        }
        if is_odd && *group != 0 {
            text.push('፻');
        } else if !is_odd && index > 0 {
            text.push('፼');
        }
    }
    text
}
