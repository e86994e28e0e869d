//! The `sizes` attribute of images.
//!
//! Spec: <https://html.spec.whatwg.org/#parsing-a-sizes-attribute>.

use ashlar_layout::css::properties::Font;
use ashlar_layout::css::values::color::Rgba;
use ashlar_layout::css::values::length::SignedPxLength;
use ashlar_layout::css::values::{ComputeContext, ElementContext, ParserContext, Specified, UrlBase};
use cssparser::{Delimiter, Parser, Token};

/// The width in CSS px that the attribute announces for a viewport. `media_matches` decides media conditions.
pub fn source_size(sizes: &str, viewport_width: f32, media_matches: &dyn Fn(&str) -> bool) -> f32 {
    let mut input = Parser::new(sizes);
    loop {
        let entry = input.parse_until_before(Delimiter::Comma, |input| {
            input.skip_whitespace();
            let start = input.position();
            let mut last = start;
            // The size is the last component; what stands before it is the condition.
            loop {
                input.skip_whitespace();
                let here = input.position();
                let Ok(token) = input.next() else { break };
                let is_open = matches!(
                    token,
                    Token::Function(_) | Token::ParenthesisBlock | Token::SquareBracketBlock | Token::CurlyBracketBlock
                );
                if is_open {
                    let _ = input.parse_nested_block(|input| {
                        while input.next().is_ok() {}
                        Ok::<(), cssparser::ParseError<()>>(())
                    });
                }
                last = here;
            }
            Ok::<_, cssparser::ParseError<()>>((input.slice(start..last).trim(), input.slice_from(last).trim()))
        });
        if let Ok((condition, size)) = entry {
            let width = length(size, viewport_width).filter(|width| *width >= 0.0);
            if let Some(width) = width.filter(|_| condition.is_empty() || media_matches(condition)) {
                return width;
            }
        }
        if input.next().is_err() {
            return viewport_width;
        }
    }
}

fn length(text: &str, viewport_width: f32) -> Option<f32> {
    if text.eq_ignore_ascii_case("auto") {
        return Some(viewport_width);
    }
    let context = ParserContext::new(false, UrlBase::none());
    let mut input = Parser::new(text);
    let value = input.parse_entirely(|input| Specified::<SignedPxLength>::parse(&context, input)).ok()?;
    let page = ComputeContext::new(viewport_width, viewport_width);
    let font = Font::initial();
    let element = ElementContext {
        page: &page,
        font: &font,
        parent_font: &font,
        line_height_font: &font,
        is_monospace: false,
        current_color: Rgba::BLACK,
        is_dark: false,
        is_vertical: false,
        is_root: false,
    };
    value.compute(&element).map(|length| length.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_condition_that_holds_decides() {
        let sizes = "(max-width: 600px) 480px, (min-width: 700px) calc(50vw - 10px), 33vw";
        assert_eq!(source_size(sizes, 800.0, &|media| media == "(min-width: 700px)"), 390.0);
        assert_eq!(source_size(sizes, 800.0, &|_| false), 264.0);
        assert_eq!(source_size(sizes, 800.0, &|media| media.contains("max")), 480.0);
        assert_eq!(source_size("nonsense", 800.0, &|_| true), 800.0);
    }
}
