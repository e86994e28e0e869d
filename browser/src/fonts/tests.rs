//! Widths, heights and choices as measured in Chromium 156 with the same fonts.

use ashlar_layout::css::properties::longhands::Font;
use ashlar_layout::css::values::font::{
    FontFamily, FontFamilyName, FontSize, FontStyle, FontVariantCaps, FontWeight, GenericFamily,
};
use ashlar_layout::geometry::LayoutUnit;
use ashlar_layout::text::font_source::{FontSource, ShapeRequest, ShapedRun};
use ashlar_layout::text::itemize::script_runs;
use ashlar_raster::{FontKey, GlyphSource};

use super::{FontLibrary, PageFonts};
use crate::diagnostics::Diagnostics;

fn with_fonts(test: impl FnOnce(&PageFonts<'_>)) {
    let library = FontLibrary::new(&[], false);
    test(&PageFonts::new(&library, [], |_| None, Diagnostics::new()));
}

fn style(family: &str, size: f32) -> Font {
    Font {
        font_family: FontFamily([FontFamilyName::Named(family.into())].into()),
        font_size: FontSize { px: size, keyword: None },
        ..Font::initial()
    }
}

fn shape(fonts: &PageFonts<'_>, font: &Font, text: &str, letter_spaced: bool) -> Vec<ShapedRun> {
    let runs = script_runs(text).flat_map(|(range, script)| {
        let is_rtl = matches!(&script, b"Hebr" | b"Arab");
        fonts.shape(&ShapeRequest { text, range: (range.start, range.end), font, script, is_rtl, letter_spaced })
    });
    runs.collect()
}

fn width(fonts: &PageFonts<'_>, font: &Font, text: &str) -> f32 {
    let sum: f32 =
        shape(fonts, font, text, false).iter().flat_map(|run| run.glyphs.iter()).map(|glyph| glyph.advance).sum();
    LayoutUnit::from_px_f32_ceil(sum - 1e-4).to_px_f32()
}

#[test]
fn widths_are_those_of_chromium() {
    with_fonts(|fonts| {
        let sans = style("Arial", 16.0);
        for (text, expected) in [
            ("H", 11.5625),
            ("AVAVAVAV", 77.0625),
            ("A A A", 37.375),
            ("ab", 17.796875),
            ("a\u{200B}b", 17.796875),
            ("a\u{AD}b", 17.796875),
            ("a\u{1}b", 29.796875),
            ("a\u{85}b", 29.796875),
            ("a\u{2003}b", 33.796875),
            ("a\u{2002}b", 25.796875),
            ("a\u{2028}b", 22.25),
            ("a\u{2009}b", 21.0),
            ("a\u{200A}b", 19.140625),
            ("a\u{2011}b", 23.125),
            ("a\u{FE0F}b", 17.796875),
            ("\u{27F6}\u{2680}\u{2680}", 50.75),
            ("\u{531}\u{532}\u{533}\u{561}\u{562}", 61.75),
            ("العربية", 43.734375),
            ("שלום", 35.171875),
            ("\u{915}\u{916}", 24.0),
            ("\u{E000}\u{10FFFF}", 24.0),
            ("e\u{301}\u{323}", 8.90625),
        ] {
            assert_eq!(width(fonts, &sans, text), expected, "{text:?}");
        }
        assert_eq!(width(fonts, &style("Liberation Sans", 13.333), "Hxg"), 23.703125);
        assert_eq!(width(fonts, &style("Liberation Mono", 13.333), "Hxg"), 24.0);
        assert_eq!(width(fonts, &style("DejaVu Sans", 40.0), "Hxg"), 79.140625);
        assert_eq!(width(fonts, &style("DejaVu Sans", 16.0), "ffi fl"), 30.640625);
        assert_eq!(width(fonts, &style("Verdana", 16.0), "abc"), 22.203125);
        assert_eq!(width(fonts, &style("Liberation Sans", 0.0), "abc"), 0.0);
    });
}

#[test]
fn sizes_are_cut_to_hundredths_and_64ths() {
    with_fonts(|fonts| {
        let at = |size| width(fonts, &style("Arial", size), "About About About");
        assert_eq!(at(14.4), 119.234375);
        assert_eq!(at(16.0 * 0.9), 119.234375);
        assert_eq!(at(16.8), 139.0 + 3.0 / 64.0);
        assert_eq!(at(20.3), 168.0 + 3.0 / 64.0);
        assert_eq!(at(20.300_001), 168.0 + 3.0 / 64.0);
        assert_eq!(at(18.4), 152.375);
        assert_eq!(at(28.48), 235.875);
    });
}

#[test]
fn bold_and_small_capitals_are_those_of_chromium() {
    with_fonts(|fonts| {
        let weight = |weight| Font { font_weight: FontWeight(weight), ..style("Liberation Sans", 16.0) };
        assert_eq!(width(fonts, &weight(500.0), "abcW"), 40.90625);
        assert_eq!(width(fonts, &weight(550.0), "abcW"), 42.671875);
        assert_eq!(width(fonts, &weight(900.0), "abcW"), 42.671875);
        // Characters from elsewhere are emboldened by us, and keep their advances.
        assert_eq!(width(fonts, &weight(700.0), "\u{531}\u{532}\u{533}\u{561}\u{562}"), 61.75);
        let caps = |caps| Font { font_variant_caps: caps, ..style("Liberation Sans", 16.0) };
        assert_eq!(width(fonts, &caps(FontVariantCaps::SmallCaps), "Abc abc"), 53.015625);
        assert_eq!(width(fonts, &caps(FontVariantCaps::AllSmallCaps), "Abc abc"), 48.296875);
        assert_eq!(width(fonts, &caps(FontVariantCaps::SmallCaps), "ß1a,.A"), 50.484375);
    });
}

#[test]
fn letter_spacing_turns_ligatures_off() {
    with_fonts(|fonts| {
        let font = style("DejaVu Sans", 16.0);
        let glyphs = |spaced| shape(fonts, &font, "ffi", spaced).iter().map(|run| run.glyphs.len()).sum::<usize>();
        assert_eq!((glyphs(false), glyphs(true)), (1, 3));
    });
}

#[test]
fn heights_are_those_of_chromium() {
    with_fonts(|fonts| {
        for (family, size, line, content, ascent) in [
            ("Liberation Sans", 3.0, 4, 4, 3),
            ("Liberation Sans", 16.0, 18, 17, 14),
            ("Liberation Sans", 40.0, 45, 44, 36),
            ("Liberation Serif", 12.0, 15, 14, 11),
            ("Liberation Serif", 16.0, 18, 17, 14),
            ("Liberation Serif", 100.0, 115, 111, 89),
            ("Liberation Mono", 2.0, 3, 3, 2),
            ("Liberation Mono", 13.333, 15, 15, 11),
            ("Liberation Mono", 40.0, 45, 45, 33),
            ("DejaVu Sans", 11.0, 13, 13, 10),
            ("DejaVu Sans", 24.0, 28, 28, 22),
        ] {
            let metrics = fonts.metrics(fonts.primary_font(&style(family, size)));
            assert_eq!(metrics.line_spacing, LayoutUnit::from_px(line), "{family} {size}");
            assert_eq!(metrics.ascent + metrics.descent, LayoutUnit::from_px(content), "{family} {size}");
            assert_eq!(metrics.ascent, LayoutUnit::from_px(ascent), "{family} {size}");
        }
        let metrics = fonts.metrics(fonts.primary_font(&style("Liberation Sans", 16.0)));
        assert_eq!((metrics.x_height * 100.0).floor(), 845.0);
        assert_eq!((metrics.zero_advance * 100.0).floor(), 889.0);
        assert_eq!((metrics.cap_height * 100.0).floor(), 1100.0);
        assert_eq!(metrics.ic_advance, 16.0);
    });
}

#[test]
fn generic_families_are_those_of_chromium() {
    with_fonts(|fonts| {
        for (family, expected) in [
            (GenericFamily::Serif, 41.109375),
            (GenericFamily::SansSerif, 44.453125),
            (GenericFamily::Monospace, 48.015625),
            (GenericFamily::SystemUi, 48.671875),
            (GenericFamily::UiMonospace, 41.109375),
            (GenericFamily::Fantasy, 41.109375),
        ] {
            let font = Font { font_family: FontFamily([FontFamilyName::Generic(family)].into()), ..style("", 16.0) };
            assert_eq!(width(fonts, &font, "abcWi"), expected, "{family:?}");
        }
    });
}

#[test]
fn clusters_are_byte_offsets_and_runs_cover_the_range() {
    with_fonts(|fonts| {
        let text = "xx é⟶b";
        let request = ShapeRequest {
            text,
            range: (3, text.len()),
            font: &style("Arial", 16.0),
            script: *b"Latn",
            is_rtl: false,
            letter_spaced: false,
        };
        let runs = fonts.shape(&request);
        assert_eq!(runs.iter().map(|run| run.range.clone()).collect::<Vec<_>>(), [3..5, 5..8, 8..9]);
        assert_eq!(
            runs.iter().flat_map(|run| run.glyphs.iter()).map(|glyph| glyph.cluster).collect::<Vec<_>>(),
            [3, 5, 8]
        );
        // From the cache, at another place.
        let again = fonts.shape(&ShapeRequest { text: "é⟶b", range: (0, 6), ..request });
        assert_eq!(again.iter().map(|run| run.range.clone()).collect::<Vec<_>>(), [0..2, 2..5, 5..6]);
        assert_eq!(again[1].glyphs[0].cluster, 2);
    });
}

#[test]
fn right_to_left_runs_are_in_visual_order() {
    with_fonts(|fonts| {
        let runs = shape(fonts, &style("Arial", 16.0), "שלום", false);
        assert!(runs[0].glyphs.windows(2).all(|pair| pair[0].cluster > pair[1].cluster));
    });
}

#[test]
fn outlines_lie_above_the_baseline() {
    with_fonts(|fonts| {
        let font = style("Arial", 16.0);
        let glyph = shape(fonts, &font, "H", false)[0].glyphs[0];
        let key = FontKey(fonts.primary_font(&font).0);
        let bounds = fonts.glyphs().outline(key, glyph.id).unwrap().path.bounds().unwrap();
        assert_eq!((bounds.bottom, bounds.top.round()), (0.0, -11.0));
        let space = shape(fonts, &font, " ", false)[0].glyphs[0];
        assert!(fonts.glyphs().outline(key, space.id).is_none());

        // DejaVu Sans has no italic among the embedded fonts, so the letter leans; its heavy weight is made up too.
        let slanted =
            Font { font_style: FontStyle::Italic, font_weight: FontWeight(700.0), ..style("DejaVu Sans", 16.0) };
        let upright = Font { font_style: FontStyle::Normal, ..slanted.clone() };
        let right = |font: &Font| {
            let glyph = shape(fonts, font, "l", false)[0].glyphs[0];
            fonts.glyphs().outline(FontKey(fonts.primary_font(font).0), glyph.id).unwrap().path.bounds().unwrap().right
        };
        assert!(right(&slanted) > right(&upright) + 2.0);
    });
}
