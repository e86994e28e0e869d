//! Form controls as Chromium's default theme draws them (AD-HOC).

use ashlar_layout::css::ComputedStyle;
use ashlar_layout::css::values::background::BorderStyle;
use ashlar_layout::css::values::color::{ColorOrAuto, Rgba};
use ashlar_layout::css::values::position::{Appearance, DirectionValue};
use ashlar_layout::fragment_tree::BoxFragment;
use ashlar_layout::geometry::PhysicalRect;
use ashlar_raster::display_list::{ClipShape, Content, PathStroke, Ring, RoundedFill, StrokeCap, StrokeJoin};
use ashlar_raster::{Color, Path, Radius, Rect, RoundedRect};

use super::stacking::{Painter, Place};
use super::{color, snap};
use crate::boxes::ControlKind;

const ACCENT: [u8; 3] = [0x00, 0x75, 0xff];
const FRAME: [u8; 3] = [0x76, 0x76, 0x76];
const TRACK: [u8; 3] = [0xef, 0xef, 0xef];
/// The frame of a filled track lets the filling through.
const TRACK_FRAME_OPACITY: f32 = 0.5;
const METER_FRAME: [u8; 3] = [0xcb, 0xcb, 0xcb];
const DISABLED_FRAME: [u8; 3] = [0xd0, 0xd0, 0xd0];
const DISABLED_FIELD: [u8; 3] = [0xf8, 0xf8, 0xf8];
const BAR_HEIGHT: f32 = 8.0;

/// A control whose frame and filling are the theme's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Theme {
    /// Text fields and areas.
    Field,
    /// Push buttons.
    Button,
    /// Drop-down menus.
    Menu,
}

/// The theme of a control that the page has not styled: its border and background are those of the user agent's sheet.
fn theme_of(style: &ComputedStyle<'_>) -> Option<(Theme, bool)> {
    if *style.appearance() == Appearance::None || style.background_image().0.iter().any(|image| !image.is_none()) {
        return None;
    }
    let current = style.color().0;
    let line = *style.border_top_style();
    let width = style.border_top_width().0;
    let border = style.border_top_color().resolve(current);
    let is_even = [style.border_right_style(), style.border_bottom_style(), style.border_left_style()]
        .into_iter()
        .all(|other| *other == line)
        && [style.border_right_width().0, style.border_bottom_width().0, style.border_left_width().0] == [width; 3]
        && [style.border_right_color(), style.border_bottom_color(), style.border_left_color()]
            .into_iter()
            .all(|other| other.resolve(current) == border);
    if !is_even {
        return None;
    }
    let is_frame = border.to_octets()[..3] == FRAME;
    let is_disabled = border.alpha < 1.0;
    let background = style.background_color().resolve(current);
    let shade = background.to_octets();
    let has_radius = [
        style.border_top_left_radius(),
        style.border_top_right_radius(),
        style.border_bottom_right_radius(),
        style.border_bottom_left_radius(),
    ]
    .into_iter()
    .any(|corner| corner.horizontal.resolve_px(1.0) > 0.0);
    match (line, shade[..3] == TRACK) {
        (BorderStyle::Inset, grey) if width == 2.0 && is_frame && !has_radius && (grey || shade == [255; 4]) => {
            Some((Theme::Field, is_disabled))
        }
        (BorderStyle::Outset, true) if width == 2.0 && !has_radius => Some((Theme::Button, is_disabled)),
        (BorderStyle::Solid, true)
            if width == 1.0 && is_frame && !has_radius && !is_disabled && background.is_opaque() =>
        {
            Some((Theme::Menu, false))
        }
        (BorderStyle::Solid, true) if width == 1.0 && is_frame && !has_radius && background.is_opaque() => {
            Some((Theme::Menu, true))
        }
        // Text areas, and lists of options.
        (BorderStyle::Solid, grey) if width == 1.0 && is_frame && (grey || shade == [255; 4]) => {
            Some((Theme::Field, is_disabled))
        }
        _ => None,
    }
}

fn rgb([r, g, b]: [u8; 3]) -> Color {
    Color::from_rgba8(r, g, b, 255)
}

/// The bar of a progress or meter, in the middle of its box.
fn bar_in(rect: Rect) -> Rect {
    let height = rect.height().min(BAR_HEIGHT);
    Rect::from_xywh(rect.left, rect.top + ((rect.height() - height) / 2.0).floor(), rect.width(), height)
}

fn pill(rect: Rect, radius: f32) -> RoundedRect {
    RoundedRect::new(rect, [Radius::new(radius, radius); 4])
}

impl<'h> Painter<'_, 'h> {
    /// Draws the theme's frame and filling of a control in place of its background and border. Returns whether it has them.
    pub fn themed(&mut self, fragment: &BoxFragment<'h>, place: &Place) -> bool {
        let Some((theme, disabled)) = theme_of(&fragment.style) else { return false };
        let rect = snap(PhysicalRect::new(place.offset, fragment.size));
        let (radius, filling) = match (theme, disabled) {
            (Theme::Button, _) => (4.0, rgb(TRACK)),
            (_, false) => (2.0, Color::WHITE),
            (_, true) => (2.0, rgb(DISABLED_FIELD)),
        };
        let shape = pill(rect, radius);
        self.fill(shape, filling, place);
        let frame = if disabled { rgb(DISABLED_FRAME) } else { rgb(FRAME) };
        self.push(place, Content::Ring(Ring { outer: shape, inner: shape.inset_sides([1.0; 4]), color: frame }));
        true
    }

    /// Draws a control into its content box.
    pub fn control(&mut self, fragment: &BoxFragment<'h>, place: &Place, rect: Rect, kind: ControlKind) {
        let accent = match fragment.style.accent_color() {
            ColorOrAuto::Color(value) => color(value.resolve(fragment.style.color().0)),
            ColorOrAuto::Auto => rgb(ACCENT),
        };
        match kind {
            ControlKind::Checkbox { checked, indeterminate, disabled } => {
                self.check_frame(place, pill(rect, 2.0), checked || indeterminate, disabled, accent);
                if checked {
                    self.check_mark(place, rect);
                }
            }
            ControlKind::Radio { checked, disabled } => {
                let radius = rect.width().min(rect.height()) / 2.0;
                self.check_frame(place, pill(rect, radius), false, disabled, accent);
                if checked {
                    let frame = if disabled { rgb(FRAME).with_opacity(0.3) } else { accent };
                    let ring =
                        Ring { outer: pill(rect, radius), inner: pill(rect.outset(-1.0), radius - 1.0), color: frame };
                    self.push(place, Content::Ring(ring));
                    let dot = rect.outset(-rect.width() * 0.23);
                    self.fill(pill(dot, dot.width() / 2.0), frame, place);
                }
            }
            ControlKind::Range { fraction } => self.range(fragment, place, rect, fraction, accent),
            ControlKind::Progress { fraction } => {
                let bar = bar_in(rect);
                let part = match fraction {
                    Some(fraction) => Rect { right: bar.left + bar.width() * fraction, ..bar },
                    // A fifth of the bar, on its way.
                    None => Rect::from_xywh(bar.left + 2.0, bar.top, bar.width() * 0.2, bar.height()),
                };
                self.bar(place, bar, part, accent, rgb(FRAME).with_opacity(TRACK_FRAME_OPACITY));
            }
            ControlKind::Meter { fraction, level } => {
                let shade = [[0x10, 0x7c, 0x10], [0xff, 0xb9, 0x00], [0xd8, 0x3b, 0x01]][usize::from(level.min(2))];
                let bar = bar_in(rect);
                let part = Rect { right: bar.left + bar.width() * fraction, ..bar };
                self.bar(place, bar, part, rgb(shade), rgb(METER_FRAME));
            }
            ControlKind::Color { rgb: chosen } => {
                let inner = rect.outset(-4.0);
                self.fill(inner.into(), rgb(FRAME), place);
                self.fill(inner.outset(-1.0).into(), rgb(chosen), place);
            }
            ControlKind::MenuArrow => self.menu_arrow(fragment, place, rect),
        }
    }

    fn push(&mut self, place: &Place, content: Content) {
        self.list.push(place.transform, place.clip, content);
    }

    fn check_frame(&mut self, place: &Place, shape: RoundedRect, filled: bool, disabled: bool, accent: Color) {
        let frame = if disabled { rgb(FRAME).with_opacity(0.3) } else { rgb(FRAME) };
        if filled {
            let fill = if disabled { rgb(FRAME).with_opacity(0.3) } else { accent };
            self.push(place, Content::RoundedFill(RoundedFill { shape, color: fill }));
            return;
        }
        let field = if disabled { rgb(DISABLED_FIELD) } else { Color::WHITE };
        self.push(place, Content::RoundedFill(RoundedFill { shape, color: field }));
        let inner = shape.inset_sides([1.0; 4]);
        self.push(place, Content::Ring(Ring { outer: shape, inner, color: frame }));
    }

    fn check_mark(&mut self, place: &Place, rect: Rect) {
        let mut path = Path::default();
        let at = |x: f32, y: f32| (rect.left + x * rect.width(), rect.top + y * rect.height());
        for (index, (x, y)) in [(0.2, 0.52), (0.42, 0.72), (0.8, 0.26)].into_iter().enumerate() {
            let (x, y) = at(x, y);
            if index == 0 { path.move_to(x, y) } else { path.line_to(x, y) }
        }
        self.push(
            place,
            Content::PathStroke(PathStroke {
                path,
                width: rect.width() * 0.14,
                color: Color::WHITE,
                cap: StrokeCap::Butt,
                join: StrokeJoin::Miter,
                dashes: Vec::new(),
                dash_offset: 0.0,
            }),
        );
    }

    /// A track with its filled part.
    fn bar(&mut self, place: &Place, rect: Rect, part: Rect, fill: Color, frame: Color) {
        let shape = pill(rect, rect.height() / 2.0);
        self.push(place, Content::RoundedFill(RoundedFill { shape, color: rgb(TRACK) }));
        if part.width() > 0.0 {
            let clip = self.list.add_clip(place.clip, place.transform, ClipShape::Rounded(shape));
            self.fill(part.into(), fill, &Place { clip, ..place.clone() });
        }
        self.push(place, Content::Ring(Ring { outer: shape, inner: shape.inset_sides([1.0; 4]), color: frame }));
    }

    fn range(&mut self, fragment: &BoxFragment<'h>, place: &Place, rect: Rect, fraction: f32, accent: Color) {
        const THUMB: f32 = 16.0;
        const TRACK_HEIGHT: f32 = BAR_HEIGHT;
        let is_rtl = *fragment.style.direction() == DirectionValue::Rtl;
        let fraction = if is_rtl { 1.0 - fraction } else { fraction };
        let middle = f32::midpoint(rect.top, rect.bottom);
        let track = Rect::new(rect.left, middle - TRACK_HEIGHT / 2.0, rect.right, middle + TRACK_HEIGHT / 2.0);
        let thumb = rect.left + THUMB / 2.0 + (rect.width() - THUMB).max(0.0) * fraction;
        let filled = if is_rtl { Rect { left: thumb, ..track } } else { Rect { right: thumb, ..track } };
        self.bar(place, track, filled, accent, rgb(FRAME).with_opacity(TRACK_FRAME_OPACITY));
        let knob = Rect::new(thumb - THUMB / 2.0, middle - THUMB / 2.0, thumb + THUMB / 2.0, middle + THUMB / 2.0);
        self.fill(pill(knob, THUMB / 2.0), accent, place);
    }

    fn menu_arrow(&mut self, fragment: &BoxFragment<'h>, place: &Place, rect: Rect) {
        let Rgba { red, green, blue, alpha } = fragment.style.color().0;
        let mut path = Path::default();
        let (x, y) = (f32::midpoint(rect.left, rect.right), f32::midpoint(rect.top, rect.bottom));
        path.move_to(x - 4.0, y - 2.0);
        path.line_to(x, y + 2.0);
        path.line_to(x + 4.0, y - 2.0);
        self.push(
            place,
            Content::PathStroke(PathStroke {
                path,
                width: 1.5,
                color: Color::new(red, green, blue, alpha),
                cap: StrokeCap::Butt,
                join: StrokeJoin::Miter,
                dashes: Vec::new(),
                dash_offset: 0.0,
            }),
        );
    }
}
