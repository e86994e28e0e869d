//! `::marker`: the bullet or number of a list item.
//!
//! [CSS Lists 3, § 3](https://www.w3.org/TR/css-lists-3/#markers). Discs, circles, squares and the disclosure triangles
//! are drawn as shapes whose size follows the font's ascent, as Chromium does (AD-HOC).

use ashlar_gc::Gc;
use ashlar_layout::box_tree::builder::BoxSpec;
use ashlar_layout::box_tree::{PseudoElement, ReplacedContents};
use ashlar_layout::css::ComputedStyle;
use ashlar_layout::css::values::content::{Content, CounterStyle, ListStylePosition};
use ashlar_layout::css::values::display::Display;
use ashlar_layout::css::values::image::Image;
use ashlar_layout::css::values::length::{LengthPercentage, LengthPercentageOrAuto};
use ashlar_layout::css::values::text::{TextTransform, TextWrapMode, WhiteSpaceCollapse};

use super::construct::Constructor;
use super::{ListSymbol, ReplacedContent};
use crate::dom::NodeRef;
use crate::style::Pseudo;

/// Room between an outside symbol or image and the line, in px.
const MARKER_PADDING: f32 = 8.0;

impl<'h> Constructor<'_, 'h> {
    /// Makes the marker of the innermost open box, a list item.
    pub fn marker(&mut self, node: NodeRef<'h>, item: Gc<'h, ComputedStyle<'h>>) {
        let style = self.marker_style(node, &item);
        let content = style.content().clone();
        if content == Content::None || *style.display() == Display::None {
            return;
        }
        let is_inside = *item.list_style_position() == ListStylePosition::Inside;
        let source = self.source(node, PseudoElement::Marker);
        let symbol = self.symbol_of(&item);
        if matches!(content, Content::Normal)
            && symbol.is_none()
            && self.marker_text(&item).is_none()
            && self.marker_image(&item).is_none()
        {
            return;
        }
        if is_inside {
            self.builder.open(BoxSpec::new(style, Some(source)));
        } else {
            let mut outside = *style;
            let mut box_style = (*outside.box_style).clone();
            box_style.display = Display::INLINE_BLOCK;
            outside.box_style = self.cx.alloc(box_style);
            self.builder.open_marker(BoxSpec::new(self.cx.alloc(outside), Some(source)));
        }
        if let Content::Items(items) = &content {
            // A marker has no part in the first letter.
            let letter = self.first_letter.take();
            self.content_items(node, style, source, items);
            self.first_letter = letter;
        } else if let Some(image) = self.marker_image(&item) {
            self.marker_image_box(style, &image);
        } else if let Some(symbol) = symbol {
            self.symbol_box(style, symbol, is_inside);
        } else if let Some(text) = self.marker_text(&item) {
            self.builder.text(style, source, &text);
        }
        if is_inside { self.builder.close() } else { self.builder.close_marker() }
    }

    /// The style of the marker: that of `::marker` where the cascade made one, else the item's inherited properties;
    /// with what the user agent's sheet says of markers.
    fn marker_style(&self, node: NodeRef<'h>, item: &ComputedStyle<'h>) -> Gc<'h, ComputedStyle<'h>> {
        if let Some(style) = self.styled.pseudo(node, Pseudo::Marker) {
            return style;
        }
        let mut style = self.anonymous_style(item, Display::INLINE);
        let mut text = (*style.inherited_text).clone();
        text.white_space_collapse = WhiteSpaceCollapse::Preserve;
        text.text_wrap_mode = TextWrapMode::Nowrap;
        text.text_transform = TextTransform::default();
        text.text_indent = ashlar_layout::css::values::text::TextIndent::default();
        style.inherited_text = self.cx.alloc(text);
        self.cx.alloc(style)
    }

    fn marker_image(&self, item: &ComputedStyle<'h>) -> Option<Image> {
        match item.list_style_image() {
            image @ Image::Url { url, .. } => self.environment.images.natural_size(url).map(|_| image.clone()),
            _ => None,
        }
    }

    fn symbol_of(&self, item: &ComputedStyle<'h>) -> Option<ListSymbol> {
        self.counter_styles.symbol(item.list_style_type())
    }

    fn marker_text(&self, item: &ComputedStyle<'h>) -> Option<String> {
        let style = item.list_style_type();
        if *style == CounterStyle::None {
            return None;
        }
        let text = self.counter_styles.representation(style, self.counters.value("list-item"));
        let (prefix, suffix) = self.counter_styles.prefix_and_suffix(style);
        Some(format!("{prefix}{text}{suffix}")).filter(|text| !text.is_empty())
    }

    /// A symbol as a replaced box as wide as Chromium's, standing on the baseline; see [`ListSymbol`].
    fn symbol_box(&mut self, parent: Gc<'h, ComputedStyle<'h>>, symbol: ListSymbol, is_inside: bool) {
        let fonts = self.environment.fonts;
        let ascent = fonts.metrics(fonts.primary_font(&parent.font)).ascent.round();
        let two_thirds = ascent * 2 / 3;
        let symbol_width = (two_thirds + 1) / 2 + 2;
        let mut style = self.anonymous_style(&parent, Display::INLINE);
        let mut margin = (*style.margin).clone();
        let px = |value: f32| LengthPercentageOrAuto::LengthPercentage(LengthPercentage::Px(value));
        let is_disclosure = matches!(symbol, ListSymbol::DisclosureOpen | ListSymbol::DisclosureClosed);
        let (start, end) = if is_disclosure {
            (0.0, parent.font_size().px * 0.4)
        } else if is_inside {
            (-1.0, parent.font_size().px)
        } else {
            (0.0, two_thirds as f32 + MARKER_PADDING + 1.0 - symbol_width as f32)
        };
        match parent.direction() {
            ashlar_layout::css::values::position::DirectionValue::Ltr => {
                (margin.margin_left, margin.margin_right) = (px(start), px(end));
            }
            ashlar_layout::css::values::position::DirectionValue::Rtl => {
                (margin.margin_right, margin.margin_left) = (px(start), px(end));
            }
        }
        style.margin = self.cx.alloc(margin);
        let width = if is_disclosure { parent.font_size().px * 0.66 } else { symbol_width as f32 };
        let content = self.replaced_content(ReplacedContent::Symbol(symbol));
        let contents = ReplacedContents {
            natural_width: Some(width),
            natural_height: Some(ascent as f32),
            natural_ratio: None,
            content: Some(content),
            is_control: true,
            baseline: None,
        };
        let style = self.cx.alloc(style);
        self.builder.replaced(BoxSpec::new(style, None), contents);
    }

    fn marker_image_box(&mut self, parent: Gc<'h, ComputedStyle<'h>>, image: &Image) {
        let mut spaced = *parent;
        let mut margin = (*spaced.margin).clone();
        margin.margin_right = LengthPercentageOrAuto::LengthPercentage(LengthPercentage::Px(MARKER_PADDING));
        spaced.margin = self.cx.alloc(margin);
        let Image::Url { url, .. } = image else { return };
        let Some(size) = self.environment.images.natural_size(url) else { return };
        let content = self.replaced_content(ReplacedContent::Image(url.clone()));
        let mut style = self.anonymous_style(&parent, Display::INLINE);
        style.margin = spaced.margin;
        let style = self.cx.alloc(style);
        self.builder.replaced(BoxSpec::new(style, None), size.contents(Some(content)));
    }
}
