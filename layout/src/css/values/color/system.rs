//! System colours, as Chromium has them on a desktop.
//!
//! Spec: <https://www.w3.org/TR/css-color-4/#css-system-colors>.

use cssparser::match_ignore_ascii_case;

use super::Rgba;

/// The colour of a system colour keyword, as 0xRRGGBBAA for a light and a dark scheme.
fn both_schemes(name: &str) -> Option<(u32, u32)> {
    Some(match_ignore_ascii_case! { name,
        "accentcolor" => (0x0075_ffff, 0x0075_ffff),
        "accentcolortext" => (0xffff_ffff, 0xffff_ffff),
        "activetext" | "-webkit-activelink" => (0xff00_00ff, 0xff00_00ff),
        "buttonborder" | "activeborder" | "inactiveborder" | "threeddarkshadow" | "threedhighlight" | "threedlightshadow"
        | "threedshadow" | "windowframe" => (0x0000_00ff, 0xffff_ffff),
        "buttonface" | "buttonhighlight" | "buttonshadow" | "threedface" => (0xf0f0_f0ff, 0x6b6b_6bff),
        "buttontext" => (0x0000_00ff, 0xffff_ffff),
        "canvas" | "appworkspace" | "background" | "inactivecaption" | "infobackground" | "menu" | "scrollbar" | "window"
        | "activecaption" => (0xffff_ffff, 0x1212_12ff),
        "canvastext" | "captiontext" | "infotext" | "menutext" | "windowtext" | "-webkit-text" => (0x0000_00ff, 0xffff_ffff),
        "field" => (0xffff_ffff, 0x3b3b_3bff),
        "fieldtext" => (0x0000_00ff, 0xffff_ffff),
        "graytext" | "inactivecaptiontext" => (0x8080_80ff, 0x8080_80ff),
        "highlight" => (0x0041_c6cc, 0x0041_c6cc),
        "highlighttext" => (0xffff_ffff, 0xffff_ffff),
        "linktext" | "-webkit-link" => (0x0000_eeff, 0x9e9e_ffff),
        "mark" => (0xffff_00ff, 0xffff_00ff),
        "marktext" => (0x0000_00ff, 0x0000_00ff),
        "selecteditem" => (0x1967_d2ff, 0x99c8_ffff),
        "selecteditemtext" => (0xffff_ffff, 0x3b3b_3bff),
        "visitedtext" => (0x551a_8bff, 0xd0ad_f0ff),
        "-webkit-focus-ring-color" => (0xe597_00ff, 0xe597_00ff),
        _ => return None,
    })
}

/// Whether the keyword is a system colour.
pub(super) fn is_system_color(name: &str) -> bool {
    both_schemes(name).is_some()
}

/// The system colour of a keyword.
pub(super) fn system_color(name: &str, dark: bool) -> Option<Rgba> {
    let (light, night) = both_schemes(name)?;
    let [red, green, blue, alpha] = if dark { night } else { light }.to_be_bytes();
    Some(Rgba::from_octets(red, green, blue, f32::from(alpha) / 255.0))
}
