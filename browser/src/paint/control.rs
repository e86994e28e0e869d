//! Form controls as Chromium's default theme draws them (AD-HOC).

use ashlar_layout::css::values::color::{ColorOrAuto, Rgba};
use ashlar_layout::css::values::position::DirectionValue;
use ashlar_layout::fragment_tree::BoxFragment;
use ashlar_raster::display_list::{Content, PathStroke, Ring, RoundedFill, StrokeCap, StrokeJoin};
use ashlar_raster::{Color, Path, Radius, Rect, RoundedRect};

use super::color;
use super::stacking::{Painter, Place};
use crate::boxes::ControlKind;

const ACCENT: [u8; 3] = [0x00, 0x75, 0xff];
const FRAME: [u8; 3] = [0x76, 0x76, 0x76];
const TRACK: [u8; 3] = [0xef, 0xef, 0xef];
const TRACK_FRAME: [u8; 3] = [0xb2, 0xb2, 0xb2];

fn rgb([r, g, b]: [u8; 3]) -> Color {
    Color::from_rgba8(r, g, b, 255)
}

fn pill(rect: Rect, radius: f32) -> RoundedRect {
    RoundedRect::new(rect, [Radius::new(radius, radius); 4])
}

impl<'h> Painter<'_, 'h> {
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
                let radius = rect.height().min(16.0) / 2.0;
                self.bar(place, rect, radius, fraction.unwrap_or(0.0), accent);
            }
            ControlKind::Meter { fraction, level } => {
                let shade = [[0x10, 0x7c, 0x10], [0xff, 0xb9, 0x00], [0xd8, 0x3b, 0x01]][usize::from(level.min(2))];
                let height = rect.height() * 0.5;
                let bar = Rect::from_xywh(rect.left, rect.top + (rect.height() - height) / 2.0, rect.width(), height);
                self.bar(place, bar, height / 2.0, fraction, rgb(shade));
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
        self.push(place, Content::RoundedFill(RoundedFill { shape, color: Color::WHITE }));
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
    fn bar(&mut self, place: &Place, rect: Rect, radius: f32, fraction: f32, fill: Color) {
        let shape = pill(rect, radius);
        self.push(place, Content::RoundedFill(RoundedFill { shape, color: rgb(TRACK) }));
        self.push(
            place,
            Content::Ring(Ring { outer: shape, inner: shape.inset_sides([1.0; 4]), color: rgb(TRACK_FRAME) }),
        );
        if fraction > 0.0 {
            let part = Rect::from_xywh(rect.left, rect.top, (rect.width() * fraction).max(1.0), rect.height());
            self.fill(pill(part, radius), fill, place);
        }
    }

    fn range(&mut self, fragment: &BoxFragment<'h>, place: &Place, rect: Rect, fraction: f32, accent: Color) {
        const THUMB: f32 = 16.0;
        const TRACK_HEIGHT: f32 = 8.0;
        let is_rtl = *fragment.style.direction() == DirectionValue::Rtl;
        let fraction = if is_rtl { 1.0 - fraction } else { fraction };
        let middle = f32::midpoint(rect.top, rect.bottom);
        let track = Rect::new(rect.left, middle - TRACK_HEIGHT / 2.0, rect.right, middle + TRACK_HEIGHT / 2.0);
        let thumb = rect.left + THUMB / 2.0 + (rect.width() - THUMB).max(0.0) * fraction;
        self.bar(place, track, TRACK_HEIGHT / 2.0, 0.0, accent);
        let filled = if is_rtl { Rect { left: thumb, ..track } } else { Rect { right: thumb, ..track } };
        self.fill(pill(filled, TRACK_HEIGHT / 2.0), accent, place);
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
