//! The styles as text, one element or pseudo-element a line, for `--dump style` and for tests.

use std::fmt::Write;

use ashlar_layout::css::ComputedStyle;

use super::selector::Pseudo;
use super::styled_document::StyledDocument;
use crate::dom::Document;
use crate::dom::iterate::{Step, Steps};

/// Every styled element, indented by its depth, with what differs from the initial style.
pub fn dump<'h>(document: &Document<'h>, styled: &StyledDocument<'h>) -> String {
    let initial = styled.initial();
    let mut out = String::new();
    let mut depth = 0usize;
    for step in Steps::new(document.root) {
        match step {
            Step::Enter(node) => {
                if let (Some(element), Some(style)) = (node.element(), styled.style_of(node)) {
                    out.extend(std::iter::repeat_n("  ", depth));
                    let _ = write!(out, "<{}", element.local_name());
                    if let Some(id) = element.identifier() {
                        let _ = write!(out, "#{id}");
                    }
                    out.extend(element.classes().iter().map(|class| format!(".{class}")));
                    out.push('>');
                    write_style(&mut out, &style, &initial);
                    for pseudo in Pseudo::ALL {
                        if let Some(style) = styled.pseudo(node, pseudo) {
                            out.extend(std::iter::repeat_n("  ", depth + 1));
                            let _ = write!(out, "::{pseudo:?}");
                            write_style(&mut out, &style, &initial);
                        }
                    }
                }
                depth += 1;
            }
            Step::Leave(_) => depth = depth.saturating_sub(1),
        }
    }
    out
}

/// Names of fields and values that differ, by the debug form of the groups.
fn write_style(out: &mut String, style: &ComputedStyle<'_>, initial: &ComputedStyle<'_>) {
    macro_rules! groups {
        ($($group:ident)*) => {
            [$((format!("{:?}", *style.$group), format!("{:?}", *initial.$group)),)*]
        };
    }
    let groups = groups!(
        box_style margin padding border background position_style text_style effects transform_style_group outline column
            alignment_style flex grid font inherited_text list inherited_table inherited_box inherited_svg svg
    );
    for (own, initial) in groups {
        if own == initial {
            continue;
        }
        let (own, initial) = (fields(&own), fields(&initial));
        for (field, before) in own.iter().zip(&initial) {
            if field != before {
                let _ = write!(out, " {field};");
            }
        }
    }
    out.push('\n');
}

/// The fields of a struct's debug form: split at commas outside of brackets and strings.
fn fields(debug: &str) -> Vec<&str> {
    let inner = debug.split_once('{').map_or(debug, |(_, rest)| rest.trim_end_matches('}'));
    let mut fields = Vec::new();
    let (mut start, mut depth, mut quoted, mut escaped) = (0, 0i32, false, false);
    for (index, byte) in inner.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b'(' | b'[' | b'{' if !quoted => depth += 1,
            b')' | b']' | b'}' if !quoted => depth -= 1,
            b',' if !quoted && depth == 0 => {
                fields.push(inner[start..index].trim());
                start = index + 1;
            }
            _ => {}
        }
    }
    fields.push(inner[start..].trim());
    fields
}
