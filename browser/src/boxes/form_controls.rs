//! Form controls: what a text field, a button or a menu holds, and how large it is by nature.
//!
//! [HTML, § 15.5](https://html.spec.whatwg.org/#form-controls) leaves the look to the user agent; sizes and inner boxes
//! follow Chromium's default theme (AD-HOC). Controls that hold text are ordinary boxes, so that layout and paint treat
//! their text as any other; checkboxes, sliders and bars are replaced boxes that paint draws.

use std::sync::Arc;

use ashlar_gc::Gc;
use ashlar_layout::box_tree::builder::BoxSpec;
use ashlar_layout::box_tree::{BoxFlags, PseudoElement, ReplacedContents, SourceNode};
use ashlar_layout::css::ComputedStyle;
use ashlar_layout::css::values::display::Display;
use ashlar_layout::css::values::font::FontFamilyName;
use ashlar_layout::css::values::length::{LengthPercentage, LengthPercentageOrAuto, NonNegativeLengthPercentage, Size};
use ashlar_layout::css::values::position::{Appearance, Overflow, Position};
use ashlar_layout::css::values::text::{LineHeight, TextWrapMode, WhiteSpaceCollapse};
use ashlar_layout::geometry::LayoutUnit;
use ashlar_layout::text::font_source::ShapeRequest;
use markup5ever::{LocalName, local_name};

use super::construct::{Constructor, parse_non_negative_integer};
use super::{ControlKind, ReplacedContent};
use crate::dom::{NodeRef, iterate};
use crate::style::Pseudo;

/// Room that a text area keeps for its scroll bar, in px.
const SCROLLBAR_WIDTH: f32 = 15.0;
/// Room on the left of a menu's text.
const MENU_PADDING_START: f32 = 4.0;
/// Room on its right, where the arrow is.
const MENU_PADDING_END: f32 = 16.0;

/// Room above and below it.
const MENU_PADDING_BLOCK: f32 = 1.0;

/// The kinds of control that are told apart here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Control {
    TextField,
    TextArea,
    PushButton,
    Menu,
    ListBox,
    File,
    DateTime,
}

impl<'h> Constructor<'_, 'h> {
    /// Tells the box of a control the natural size of its content box.
    pub fn set_control_size(&self, node: NodeRef<'h>, style: &ComputedStyle<'h>, flags: &mut BoxFlags) {
        let Some(control) = control_of(node) else { return };
        let (inline, block) = self.control_size(node, style, control);
        flags.control_inline_size = inline.map(LayoutUnit::from_px_f32_ceil);
        flags.control_block_size = block.map(LayoutUnit::from_px_f32);
        flags.centers_content |= control == Control::Menu;
    }

    /// The natural content-box size in px, where the content alone does not give it.
    fn control_size(
        &self,
        node: NodeRef<'h>,
        style: &ComputedStyle<'h>,
        control: Control,
    ) -> (Option<f32>, Option<f32>) {
        let fonts = self.environment.fonts;
        let metrics = fonts.metrics(fonts.primary_font(&style.font));
        let number = |name: &LocalName, default: u32| {
            let value = node.element().and_then(|e| e.attribute(name)).and_then(parse_non_negative_integer);
            value.filter(|n| *n > 0).unwrap_or(default) as f32
        };
        let line_height = match style.line_height() {
            LineHeight::Normal => metrics.line_spacing.to_px_f32(),
            LineHeight::Number(number) => number * style.font_size().px,
            LineHeight::Length(px) => *px,
        };
        match control {
            Control::TextField => {
                // Blink adds the widest letter's surplus to so many average letters.
                let count = number(&local_name!("size"), 20);
                if has_unreliable_average(style) {
                    return (Some((metrics.zero_advance * count).ceil()), None);
                }
                let letters = (metrics.average_advance * count).ceil();
                let surplus = (metrics.max_advance.round() - metrics.average_advance).max(0.0);
                (Some((letters + surplus).floor()), None)
            }
            Control::TextArea => {
                let width = (metrics.average_advance * number(&local_name!("cols"), 20)).ceil() + SCROLLBAR_WIDTH;
                (Some(width), Some(line_height * number(&local_name!("rows"), 2)))
            }
            Control::Menu => {
                let widest =
                    options(node).map(|option| self.text_width(style, &option_text(option))).fold(0.0, f32::max);
                if *style.appearance() == Appearance::None {
                    return (Some(widest.ceil()), None);
                }
                // The theme's menus are as high as the letters, without the line gap.
                let height = (metrics.ascent + metrics.descent).to_px_f32() + 2.0 * MENU_PADDING_BLOCK;
                (Some(widest.ceil() + MENU_PADDING_START + MENU_PADDING_END), Some(height))
            }
            Control::ListBox => {
                let widest =
                    options(node).map(|option| self.text_width(style, &option_text(option))).fold(0.0, f32::max);
                let rows = number(&local_name!("size"), 4);
                let width = if widest > 0.0 { widest + 4.0 } else { 0.0 };
                // An option is 1.2 em high at least, and has a padding below.
                let item = line_height.max((1.2 * style.font_size().px).round()) + 1.0;
                (Some(width), Some(rows * item))
            }
            Control::File => (Some(253.0), None),
            Control::PushButton | Control::DateTime => (None, None),
        }
    }

    /// The width of a line of text in a style, in px.
    fn text_width(&self, style: &ComputedStyle<'h>, text: &str) -> f32 {
        let request = ShapeRequest {
            text,
            range: (0, text.len()),
            font: &style.font,
            script: *b"Latn",
            is_rtl: false,
            letter_spaced: false,
        };
        let runs = self.environment.fonts.shape(&request);
        runs.iter().flat_map(|run| run.glyphs.iter()).map(|glyph| glyph.advance).sum()
    }

    /// Fills the open box of a control. Returns whether the element is one, so that its children make no boxes.
    pub fn form_control_content(&mut self, node: NodeRef<'h>, style: Gc<'h, ComputedStyle<'h>>, depth: usize) -> bool {
        let Some(control) = control_of(node) else { return false };
        let source = self.source(node, PseudoElement::FormControl);
        match control {
            Control::TextField => self.text_field(node, style, source),
            Control::TextArea => {
                let text = iterate::text_content(node);
                if text.is_empty() {
                    self.placeholder_or_empty(node, style, source);
                } else {
                    self.inner_block(style, source, &text, false);
                }
            }
            Control::PushButton => {
                let text = button_label(node);
                let inner = self.cx.alloc(self.preserved_text_style(style));
                self.builder.text(inner, source, if text.is_empty() { "\u{200b}" } else { &text });
            }
            Control::Menu => self.menu(node, style, source),
            Control::ListBox => self.children_with_generated_content(node, depth),
            Control::File => self.builder.text(style, source, "Choose File  No file chosen"),
            Control::DateTime => self.inner_block(style, source, date_placeholder(node), true),
        }
        true
    }

    fn text_field(&mut self, node: NodeRef<'h>, style: Gc<'h, ComputedStyle<'h>>, source: SourceNode) {
        let value = node.element().and_then(|e| e.attribute(&local_name!("value"))).unwrap_or("");
        if value.is_empty() {
            self.placeholder_or_empty(node, style, source);
            return;
        }
        let is_password = input_type(node) == "password";
        let text = if is_password { "•".repeat(value.chars().count()) } else { value.replace(['\n', '\r'], "") };
        self.inner_block(style, source, &text, true);
    }

    fn placeholder_or_empty(&mut self, node: NodeRef<'h>, style: Gc<'h, ComputedStyle<'h>>, source: SourceNode) {
        let placeholder = node.element().and_then(|e| e.attribute(&local_name!("placeholder"))).unwrap_or("");
        let text_style = self.styled.pseudo(node, Pseudo::Placeholder).unwrap_or(style);
        let is_line = !node.is_html_element(&local_name!("textarea"));
        let text = if placeholder.is_empty() { "\u{200b}" } else { placeholder };
        self.inner_block(if placeholder.is_empty() { style } else { text_style }, source, text, is_line);
    }

    /// The inner editor: a block that clips, with the control's text on one line or several.
    fn inner_block(&mut self, style: Gc<'h, ComputedStyle<'h>>, source: SourceNode, text: &str, is_line: bool) {
        let mut inner = if is_line { self.preserved_text_style(style) } else { *style };
        let block = self.anonymous_style(&inner, Display::BLOCK);
        let mut box_style = (*block.box_style).clone();
        (box_style.overflow_x, box_style.overflow_y) = (Overflow::Clip, Overflow::Clip);
        inner = ComputedStyle { box_style: self.cx.alloc(box_style), ..block };
        let inner = self.cx.alloc(inner);
        self.builder.open(BoxSpec::new(inner, Some(source)));
        self.builder.text(inner, source, text);
        self.builder.close();
    }

    /// The style with white space preserved and no wrapping.
    fn preserved_text_style(&self, style: Gc<'h, ComputedStyle<'h>>) -> ComputedStyle<'h> {
        let mut text = (*style.inherited_text).clone();
        text.white_space_collapse = WhiteSpaceCollapse::Preserve;
        text.text_wrap_mode = TextWrapMode::Nowrap;
        ComputedStyle { inherited_text: self.cx.alloc(text), ..*style }
    }

    fn menu(&mut self, node: NodeRef<'h>, style: Gc<'h, ComputedStyle<'h>>, source: SourceNode) {
        let chosen = options(node)
            .filter(|option| option.element().is_some_and(|e| e.has_attribute(&local_name!("selected"))))
            .last()
            .or_else(|| options(node).next());
        let text = chosen.map(option_text).filter(|text| !text.is_empty()).unwrap_or_else(|| "\u{200b}".into());
        let has_theme = *style.appearance() != Appearance::None;
        let mut inner = self.preserved_text_style(style);
        if has_theme {
            let mut font = (*inner.font).clone();
            font.line_height = LineHeight::Normal;
            inner.font = self.cx.alloc(font);
        }
        let mut block = self.anonymous_style(&inner, Display::BLOCK);
        let mut box_style = (*block.box_style).clone();
        (box_style.overflow_x, box_style.overflow_y) = (Overflow::Clip, Overflow::Clip);
        box_style.position = Position::Relative;
        block.box_style = self.cx.alloc(box_style);
        if has_theme {
            let mut padding = (*block.padding).clone();
            let px = |value: f32| NonNegativeLengthPercentage(LengthPercentage::Px(value));
            (padding.padding_left, padding.padding_right) = (px(MENU_PADDING_START), px(MENU_PADDING_END));
            (padding.padding_top, padding.padding_bottom) = (px(MENU_PADDING_BLOCK), px(MENU_PADDING_BLOCK));
            block.padding = self.cx.alloc(padding);
        }
        let block = self.cx.alloc(block);
        self.builder.open(BoxSpec::new(block, Some(source)));
        self.builder.text(block, source, &text);
        if has_theme {
            self.menu_arrow(node, &block);
        }
        self.builder.close();
    }

    fn menu_arrow(&mut self, node: NodeRef<'h>, parent: &ComputedStyle<'h>) {
        let mut style = self.anonymous_style(parent, Display::BLOCK);
        let mut box_style = (*style.box_style).clone();
        box_style.position = Position::Absolute;
        style.box_style = self.cx.alloc(box_style);
        let mut place = (*style.position_style).clone();
        let px = |value: f32| LengthPercentageOrAuto::LengthPercentage(LengthPercentage::Px(value));
        (place.right, place.top, place.bottom) = (px(0.0), px(0.0), px(0.0));
        place.height = Size::LengthPercentage(LengthPercentage::Percentage(1.0));
        style.position_style = self.cx.alloc(place);
        let content = self.replaced_content(ReplacedContent::Control(ControlKind::MenuArrow, node));
        let contents = control_contents(MENU_PADDING_END, MENU_PADDING_END, content);
        let style = self.cx.alloc(style);
        self.builder.replaced(BoxSpec::new(style, None), contents);
    }

    /// Adds the replaced box of a drawn control. Returns whether the element is one.
    pub fn drawn_control(&mut self, node: NodeRef<'h>, style: Gc<'h, ComputedStyle<'h>>, source: SourceNode) -> bool {
        let Some(element) = node.element().filter(|e| e.is_html()) else { return false };
        let has = |name: &LocalName| element.has_attribute(name);
        let number = |name: &LocalName| {
            element.attribute(name).and_then(|v| v.trim().parse::<f32>().ok()).filter(|n| n.is_finite())
        };
        let has_theme = *style.appearance() != Appearance::None;
        let (kind, width, height) = match (&**element.local_name(), &*input_type(node)) {
            ("input", "checkbox") => {
                let kind = ControlKind::Checkbox {
                    checked: has(&local_name!("checked")),
                    indeterminate: false,
                    disabled: has(&local_name!("disabled")),
                };
                (kind, 13.0, 13.0)
            }
            ("input", "radio") => {
                let kind = ControlKind::Radio {
                    checked: has(&local_name!("checked")),
                    disabled: has(&local_name!("disabled")),
                };
                (kind, 13.0, 13.0)
            }
            ("input", "range") => {
                let (min, max) =
                    (number(&local_name!("min")).unwrap_or(0.0), number(&local_name!("max")).unwrap_or(100.0));
                let value = number(&local_name!("value")).unwrap_or(f32::midpoint(min, max)).clamp(min, max.max(min));
                let fraction = if max > min { (value - min) / (max - min) } else { 0.0 };
                (ControlKind::Range { fraction }, 129.0, 16.0)
            }
            ("input", "color") => {
                let rgb = element.attribute(&local_name!("value")).and_then(parse_simple_color).unwrap_or([0; 3]);
                (ControlKind::Color { rgb }, 44.0, 21.0)
            }
            ("progress", _) => {
                let max = number(&local_name!("max")).filter(|m| *m > 0.0).unwrap_or(1.0);
                let fraction = number(&local_name!("value")).map(|value| (value / max).clamp(0.0, 1.0));
                let em = style.font_size().px;
                (ControlKind::Progress { fraction }, 10.0 * em, em)
            }
            ("meter", _) => {
                let (fraction, level) = meter_state(&number);
                let em = style.font_size().px;
                (ControlKind::Meter { fraction, level }, 5.0 * em, em)
            }
            _ => return false,
        };
        // Without the theme the control is an empty box that the page decorates.
        let content = has_theme.then(|| self.replaced_content(ReplacedContent::Control(kind, node)));
        let is_bar = matches!(kind, ControlKind::Progress { .. } | ControlKind::Meter { .. });
        let (width, height) = if has_theme || is_bar { (width, height) } else { (0.0, 0.0) };
        let contents = ReplacedContents { content, ..control_contents(width, height, 0) };
        let is_box = matches!(kind, ControlKind::Checkbox { .. } | ControlKind::Radio { .. });
        // The theme honours neither border nor padding of the small boxes.
        let style = if has_theme && is_box { self.without_frame(style) } else { style };
        self.add_replaced(node, style, source, contents);
        true
    }
}

impl<'h> Constructor<'_, 'h> {
    fn without_frame(&self, style: Gc<'h, ComputedStyle<'h>>) -> Gc<'h, ComputedStyle<'h>> {
        let (border, padding) = (self.initial_style.border, self.initial_style.padding);
        self.cx.alloc(ComputedStyle { border, padding, ..*style })
    }
}

/// Families whose tables tell a wrong average width: Blink then counts zeros (AD-HOC). The first family counts, found or not.
fn has_unreliable_average(style: &ComputedStyle<'_>) -> bool {
    const FAMILIES: &[&str] = &[
        "american typewriter",
        "arial hebrew",
        "chalkboard",
        "cochin",
        "courier",
        "geneva",
        "gill sans",
        "helvetica",
        "hoefler text",
        "lucida grande",
        "marker felt",
        "monaco",
        "osaka",
        "symbol",
        "times",
    ];
    match style.font_family().0.first() {
        Some(FontFamilyName::Named(name)) => FAMILIES.iter().any(|family| name.eq_ignore_ascii_case(family)),
        _ => false,
    }
}

fn control_contents(width: f32, height: f32, content: u32) -> ReplacedContents {
    ReplacedContents {
        natural_width: Some(width),
        natural_height: Some(height),
        natural_ratio: None,
        content: Some(content),
        is_control: true,
        baseline: None,
    }
}

/// [`<meter>`](https://html.spec.whatwg.org/#the-meter-element): how full, and how good that is.
fn meter_state(number: &impl Fn(&LocalName) -> Option<f32>) -> (f32, u8) {
    let min = number(&local_name!("min")).unwrap_or(0.0);
    let max = number(&local_name!("max")).unwrap_or(1.0).max(min);
    let value = number(&local_name!("value")).unwrap_or(0.0).clamp(min, max);
    let low = number(&local_name!("low")).unwrap_or(min).clamp(min, max);
    let high = number(&local_name!("high")).unwrap_or(max).clamp(low, max);
    let optimum = number(&LocalName::from("optimum")).unwrap_or(f32::midpoint(min, max)).clamp(min, max);
    let region = |v: f32| {
        if v < low {
            0_i8
        } else if v > high {
            2
        } else {
            1
        }
    };
    let level = match (region(optimum), region(value)) {
        (1, 1) => 0,
        (1, _) => 1,
        (best, at) => (best - at).unsigned_abs(),
    };
    let fraction = if max > min { (value - min) / (max - min) } else { 0.0 };
    (fraction, level)
}

/// A [simple colour](https://html.spec.whatwg.org/#simple-colour): `#` and six digits.
fn parse_simple_color(text: &str) -> Option<[u8; 3]> {
    let digits = text.strip_prefix('#').filter(|d| d.len() == 6 && d.is_ascii())?;
    let octet = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).ok();
    Some([octet(0)?, octet(2)?, octet(4)?])
}

/// The `type` of an `<input>`, lower-case; empty for other elements.
pub(super) fn input_type(node: NodeRef<'_>) -> String {
    match node.element() {
        Some(element) if element.is_html_element(&local_name!("input")) => {
            element.attribute(&local_name!("type")).unwrap_or("text").to_ascii_lowercase()
        }
        _ => String::new(),
    }
}

fn control_of(node: NodeRef<'_>) -> Option<Control> {
    let element = node.element().filter(|e| e.is_html())?;
    match &**element.local_name() {
        "textarea" => Some(Control::TextArea),
        "select" => {
            let size = element.attribute(&local_name!("size")).and_then(parse_non_negative_integer).unwrap_or(0);
            let is_list = size > 1 || element.has_attribute(&local_name!("multiple"));
            Some(if is_list { Control::ListBox } else { Control::Menu })
        }
        "input" => match &*input_type(node) {
            "submit" | "reset" | "button" => Some(Control::PushButton),
            "file" => Some(Control::File),
            "date" | "time" | "datetime-local" | "month" | "week" => Some(Control::DateTime),
            "checkbox" | "radio" | "range" | "color" | "image" | "hidden" => None,
            _ => Some(Control::TextField),
        },
        _ => None,
    }
}

fn button_label(node: NodeRef<'_>) -> String {
    let value = node.element().and_then(|e| e.attribute(&local_name!("value")));
    match (value, &*input_type(node)) {
        (Some(value), _) => value.to_owned(),
        (None, "submit") => "Submit".into(),
        (None, "reset") => "Reset".into(),
        (None, _) => String::new(),
    }
}

fn date_placeholder(node: NodeRef<'_>) -> &'static str {
    match &*input_type(node) {
        "date" => "mm/dd/yyyy",
        "time" => "--:-- --",
        "datetime-local" => "mm/dd/yyyy --:-- --",
        "month" => "--------- ----",
        _ => "Week --, ----",
    }
}

/// The options of a `<select>`, also those in groups.
fn options<'h>(select: NodeRef<'h>) -> impl Iterator<Item = NodeRef<'h>> {
    iterate::descendant_elements(select).filter(|node| node.is_html_element(&local_name!("option")))
}

/// [The text of an option](https://html.spec.whatwg.org/#dom-option-text), or its `label`.
fn option_text(option: NodeRef<'_>) -> Arc<str> {
    let label = option.element().and_then(|e| e.attribute(&local_name!("label"))).filter(|label| !label.is_empty());
    match label {
        Some(label) => label.into(),
        None => iterate::text_content(option).split_ascii_whitespace().collect::<Vec<_>>().join(" ").into(),
    }
}
