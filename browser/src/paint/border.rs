//! Borders, outlines and corner radii.
//!
//! [CSS Backgrounds 3, § 4 and 5](https://www.w3.org/TR/css-backgrounds-3/#borders)

use ashlar_gc::Gc;
use ashlar_layout::css::ComputedStyle;
use ashlar_layout::css::values::background::{BorderStyle as Style, CornerRadius};
use ashlar_layout::css::values::color::{Color, ColorOrAuto, Rgba};
use ashlar_layout::css::values::position::{BorderCollapse, Visibility};
use ashlar_layout::fragment_tree::{BoxFragment, BoxFragmentKind, Fragment};
use ashlar_layout::geometry::{LayoutUnit, PhysicalRect, PhysicalSides, PhysicalSize};
use ashlar_raster::display_list::{Border, BorderSide, BorderStyle, ClipId, ClipShape, Content, Ring};
use ashlar_raster::{FillRule, Path, Radius, Rect, RoundedRect};

use super::stacking::{Painter, Place};
use super::{color, snap};

/// A rectangle with the corner radii of a style. Percentages are of the border box; a split inline box has corners only
/// where it has edges.
pub(super) fn rounded(
    style: &ComputedStyle<'_>,
    rect: Rect,
    border_box: PhysicalSize,
    edges: PhysicalSides<bool>,
) -> RoundedRect {
    let (width, height) = (border_box.width.to_px_f32(), border_box.height.to_px_f32());
    let radius = |corner: &CornerRadius, is_there: bool| {
        let radius =
            Radius::new(corner.horizontal.resolve_px(width).max(0.0), corner.vertical.resolve_px(height).max(0.0));
        if is_there && radius.x > 0.0 && radius.y > 0.0 { radius } else { Radius::default() }
    };
    let radii = [
        radius(style.border_top_left_radius(), edges.top && edges.left),
        radius(style.border_top_right_radius(), edges.top && edges.right),
        radius(style.border_bottom_right_radius(), edges.bottom && edges.right),
        radius(style.border_bottom_left_radius(), edges.bottom && edges.left),
    ];
    if radii.iter().all(Radius::is_zero) { rect.into() } else { RoundedRect::new(rect, radii) }
}

/// `-webkit-focus-ring-color` of Chromium's default theme.
const FOCUS_RING: Rgba = Rgba::new(16.0 / 255.0, 16.0 / 255.0, 16.0 / 255.0, 1.0);

/// What `currentcolor` is on edges that look raised.
const RAISED: Rgba = Rgba::new(238.0 / 255.0, 238.0 / 255.0, 238.0 / 255.0, 1.0);

fn raster_style(style: Style) -> BorderStyle {
    match style {
        Style::None | Style::Hidden => BorderStyle::None,
        Style::Dotted => BorderStyle::Dotted,
        Style::Dashed => BorderStyle::Dashed,
        Style::Solid => BorderStyle::Solid,
        Style::Double => BorderStyle::Double,
        Style::Groove => BorderStyle::Groove,
        Style::Ridge => BorderStyle::Ridge,
        Style::Inset => BorderStyle::Inset,
        Style::Outset => BorderStyle::Outset,
    }
}

/// Where the rendered legend of a fieldset is, from the fieldset's corner, and by how much the fieldset's border is lower
/// than its box ([HTML, § 15.3.13](https://html.spec.whatwg.org/#the-fieldset-and-legend-elements)).
pub(super) fn legend_of(fieldset: &BoxFragment<'_>) -> Option<(PhysicalRect, LayoutUnit)> {
    fieldset.children.iter().find_map(|child| match child.fragment {
        Fragment::Box(legend) if legend.flags.is_legend && !legend.style.is_out_of_flow() => {
            // Relative positioning moves the legend and not the border.
            let shift = (legend.size.height - fieldset.border.top).clamp_negative_to_zero().div_count(2);
            Some((PhysicalRect::new(child.offset, legend.size), shift))
        }
        _ => None,
    })
}

impl<'h> Painter<'_, 'h> {
    /// Draws the border of a box.
    pub fn border(&mut self, fragment: &BoxFragment<'h>, place: &Place) {
        // In the collapsing model the grid draws all borders, over the backgrounds of its cells.
        let is_collapsed_cell = matches!(fragment.kind, BoxFragmentKind::TableCell { .. })
            && *fragment.style.border_collapse() == BorderCollapse::Collapse;
        if fragment.collapsed_borders.is_some() || is_collapsed_cell {
            return;
        }
        let style = &*fragment.style;
        let widths = fragment.border;
        if self.border_image(fragment, place) {
            return;
        }
        if widths.horizontal_sum().is_zero() && widths.vertical_sum().is_zero() {
            return;
        }
        let current = style.color().0;
        let side = |width: ashlar_layout::geometry::LayoutUnit, line: Style, line_color: &Color, is_there: bool| {
            let width = if is_there && line.is_visible() { width.to_px_f32() } else { 0.0 };
            // The colour of the text is no colour for edges that look raised (AD-HOC, Blink).
            let looks_raised = matches!(line, Style::Inset | Style::Outset | Style::Groove | Style::Ridge);
            let line_color =
                if looks_raised && *line_color == Color::CurrentColor { RAISED } else { line_color.resolve(current) };
            BorderSide { width, style: raster_style(line), color: color(line_color) }
        };
        let edges = fragment.edges;
        let sides = [
            side(widths.top, *style.border_top_style(), style.border_top_color(), edges.top),
            side(widths.right, *style.border_right_style(), style.border_right_color(), edges.right),
            side(widths.bottom, *style.border_bottom_style(), style.border_bottom_color(), edges.bottom),
            side(widths.left, *style.border_left_style(), style.border_left_color(), edges.left),
        ];
        if sides.iter().all(|side| side.width <= 0.0 || side.color.is_invisible()) {
            return;
        }
        let outer = self.border_box(fragment, place);
        let clip = self.legend_gap(fragment, place);
        self.list.push(place.transform, clip, Content::Border(Border { outer, sides }));
    }

    /// The clip of a fieldset's border: its legend interrupts it.
    fn legend_gap(&mut self, fragment: &BoxFragment<'h>, place: &Place) -> ClipId {
        if !fragment.flags.is_fieldset {
            return place.clip;
        }
        let Some((legend, _)) = legend_of(fragment) else { return place.clip };
        let legend = snap(PhysicalRect::new(place.offset + legend.offset, legend.size));
        let mut around = Path::new();
        around.add_rect(&snap(PhysicalRect::new(place.offset, fragment.size)).outset(1.0));
        around.add_rect(&legend);
        self.list.add_clip(place.clip, place.transform, ClipShape::Path(around, FillRule::EvenOdd))
    }

    /// The edges of a table with collapsed borders, each a line of its own.
    pub fn collapsed_borders(
        &mut self,
        edges: &Gc<'h, [ashlar_layout::fragment_tree::CollapsedBorderEdge]>,
        place: &Place,
    ) {
        for edge in edges.iter() {
            let rect = snap(PhysicalRect::new(place.offset + edge.rect.offset, edge.rect.size));
            let thickness = if edge.is_horizontal { rect.height() } else { rect.width() };
            let line = BorderSide { width: thickness, style: raster_style(edge.style), color: color(edge.color) };
            let none = BorderSide::default();
            // One side of a box that is nothing but this side.
            let sides = if edge.is_horizontal { [line, none, none, none] } else { [none, none, none, line] };
            self.list.push(place.transform, place.clip, Content::Border(Border { outer: rect.into(), sides }));
        }
    }

    /// Draws the outline of a box ([CSS UI 4, § 3](https://www.w3.org/TR/css-ui-4/#outline-props)).
    pub fn outline(&mut self, fragment: &BoxFragment<'h>, place: &Place) {
        let style = &*fragment.style;
        let outline = *style.outline_style();
        if outline.auto {
            self.focus_ring(fragment, place);
            return;
        }
        let line = outline.style;
        let width = style.outline_width().0;
        if !line.is_visible() || width <= 0.0 || *style.visibility() != Visibility::Visible {
            return;
        }
        let outline_color = match style.outline_color() {
            ColorOrAuto::Auto => style.color().0,
            ColorOrAuto::Color(value) => value.resolve(style.color().0),
        };
        let border_box = self.border_box(fragment, place);
        // A negative offset stops where the inner edges of opposite sides would meet.
        let offset = style.outline_offset().0;
        let (most_x, most_y) = (border_box.rect.width() / 2.0, border_box.rect.height() / 2.0);
        let outer = if offset + width >= 0.0 && offset >= -most_x.min(most_y) {
            border_box.outset_damped(offset + width)
        } else {
            let (x, y) = (offset.max(-most_x) + width, offset.max(-most_y) + width);
            border_box.inset_sides([-y, -x, -y, -x])
        };
        let side = BorderSide { width, style: raster_style(line), color: color(outline_color) };
        self.list.push(place.transform, place.clip, Content::Border(Border::uniform(outer, side)));
    }

    /// `outline-style: auto`: a ring of two px that lies over the edge of the box, whatever `outline-width` (AD-HOC).
    fn focus_ring(&mut self, fragment: &BoxFragment<'h>, place: &Place) {
        let style = &*fragment.style;
        if *style.visibility() != Visibility::Visible {
            return;
        }
        let ring_color = match style.outline_color() {
            ColorOrAuto::Auto => FOCUS_RING,
            ColorOrAuto::Color(value) => value.resolve(style.color().0),
        };
        let has_border = !(fragment.border.horizontal_sum().is_zero() && fragment.border.vertical_sum().is_zero());
        let border_box = self.border_box(fragment, place);
        let outside = style.outline_offset().0 + if has_border { 0.0 } else { 1.0 };
        let mut outer = border_box.outset_damped(outside);
        if outer.is_rect() {
            outer = RoundedRect::new(outer.rect, [Radius::new(3.0, 3.0); 4]);
        }
        let inner = outer.inset_sides([2.0; 4]);
        self.list.push(place.transform, place.clip, Content::Ring(Ring { outer, inner, color: color(ring_color) }));
    }
}
