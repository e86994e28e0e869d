//! Tables on trees built by hand; the values are Chromium's for the same markup.

use ashlar_gc::{Cx, Gc, Heap};

use crate::box_tree::SourceNode;
use crate::box_tree::builder::{BoxSpec, BoxTreeBuilder};
use crate::context::LayoutContext;
use crate::css::ComputedStyle;
use crate::css::properties::longhands::{Border, BoxStyle, Font, InheritedTable, PositionStyle, TextStyle};
use crate::css::values::background::BorderStyle;
use crate::css::values::display::{Display, DisplayInside, DisplayOutside, TableInternal};
use crate::css::values::length::{LengthPercentage, LineWidth, PxLength, Size};
use crate::css::values::position::{BorderCollapse, BoxSizing, Float, TableLayout};
use crate::css::values::text::VerticalAlign;
use crate::fragment_tree::{BoxFragment, CollapsedBorderEdge, Fragment};
use crate::geometry::{LayoutUnit, PhysicalSize};
use crate::text::font_source::{FontInstanceId, FontMetrics, FontSource, ShapeRequest, ShapedRun};

struct NoFonts;

impl FontSource for NoFonts {
    fn primary_font(&self, _font: &Font) -> FontInstanceId {
        FontInstanceId(0)
    }

    fn metrics(&self, _font: FontInstanceId) -> FontMetrics {
        FontMetrics::default()
    }

    fn shape(&self, _request: &ShapeRequest<'_>) -> Vec<ShapedRun> {
        Vec::new()
    }
}

/// A box as a test writes it.
#[derive(Clone)]
struct Spec {
    box_style: BoxStyle,
    position: PositionStyle,
    border: Border,
    table: InheritedTable,
    text: TextStyle,
    spans: (u32, u32),
    children: Vec<Spec>,
}

fn of(display: Display) -> Spec {
    let mut table = InheritedTable::initial();
    (table.border_spacing_horizontal, table.border_spacing_vertical) = (PxLength(2.0), PxLength(2.0));
    Spec {
        box_style: BoxStyle { display, ..BoxStyle::initial() },
        position: PositionStyle::initial(),
        border: Border::initial(),
        table,
        text: TextStyle::initial(),
        spans: (1, 1),
        children: Vec::new(),
    }
}

fn table(rows: Vec<Spec>) -> Spec {
    let mut table = of(Display::flow(DisplayOutside::Block, DisplayInside::Table));
    table.box_style.box_sizing = BoxSizing::BorderBox;
    table.holding(rows)
}

fn row(cells: Vec<Spec>) -> Spec {
    of(Display::TableInternal(TableInternal::Row)).holding(cells)
}

/// A cell with a block of this size in it.
fn cell(width: f32, height: f32) -> Spec {
    of(Display::TableInternal(TableInternal::Cell)).holding(vec![of(Display::BLOCK).width(width).height(height)])
}

impl Spec {
    fn holding(mut self, children: Vec<Spec>) -> Self {
        self.children = children;
        self
    }

    fn width(mut self, width: f32) -> Self {
        self.position.width = Size::LengthPercentage(LengthPercentage::Px(width));
        self
    }

    fn percent_width(mut self, fraction: f32) -> Self {
        self.position.width = Size::LengthPercentage(LengthPercentage::Percentage(fraction));
        self
    }

    fn height(mut self, height: f32) -> Self {
        self.position.height = Size::LengthPercentage(LengthPercentage::Px(height));
        self
    }

    fn spanning(mut self, columns: u32, rows: u32) -> Self {
        self.spans = (columns, rows);
        self
    }

    fn aligned(mut self, align: VerticalAlign) -> Self {
        self.text.vertical_align = align;
        self
    }

    fn fixed(mut self) -> Self {
        self.box_style.table_layout = TableLayout::Fixed;
        self
    }

    fn collapsing(mut self) -> Self {
        self.table.border_collapse = BorderCollapse::Collapse;
        self
    }

    fn bordered(mut self, width: f32, style: BorderStyle) -> Self {
        let border = &mut self.border;
        (border.border_top_width, border.border_right_width) = (LineWidth(width), LineWidth(width));
        (border.border_bottom_width, border.border_left_width) = (LineWidth(width), LineWidth(width));
        (border.border_top_style, border.border_right_style) = (style, style);
        (border.border_bottom_style, border.border_left_style) = (style, style);
        self
    }

    fn build<'h>(
        &self,
        cx: &Cx<'h>,
        initial: &ComputedStyle<'h>,
        builder: &mut BoxTreeBuilder<'_, 'h>,
        next: &mut u32,
    ) {
        let style = ComputedStyle {
            box_style: cx.alloc(self.box_style.clone()),
            position_style: cx.alloc(self.position.clone()),
            border: cx.alloc(self.border.clone()),
            inherited_table: cx.alloc(self.table.clone()),
            text_style: cx.alloc(self.text.clone()),
            ..*initial
        };
        let source = SourceNode { node: *next, pseudo: Default::default() };
        *next += 1;
        let mut spec = BoxSpec::new(cx.alloc(style), Some(source));
        (spec.column_span, spec.row_span) = self.spans;
        builder.open(spec);
        self.children.iter().for_each(|child| child.build(cx, initial, builder, next));
        builder.close();
    }
}

/// Border boxes by number in preorder (0 is a root of 400 px, 1 the first child), as left, top, width, height; and the
/// edges that are drawn.
fn layout(children: Vec<Spec>) -> (Vec<[f32; 4]>, Vec<CollapsedBorderEdge>) {
    let mut heap = Heap::new();
    heap.enter(|cx| {
        let initial: Gc<'_, ComputedStyle<'_>> = cx.alloc(ComputedStyle::initial(cx));
        let mut builder = BoxTreeBuilder::new(cx, initial);
        let mut count = 0;
        of(Display::BLOCK).holding(children).build(cx, &initial, &mut builder, &mut count);
        let tree = builder.finish(false);
        let viewport = PhysicalSize::new(LayoutUnit::from_px(400), LayoutUnit::from_px(300));
        let ctx = LayoutContext::new(cx, &NoFonts, viewport, &tree);
        let fragments = crate::dispatch::layout_document(&ctx, &tree);
        let mut found = (vec![[0.0; 4]; count as usize], Vec::new());
        if let Some(Fragment::Box(root)) = fragments.root.map(|root| root.fragment) {
            record(&root, 0.0, 0.0, &mut found);
        }
        found
    })
}

fn record(fragment: &BoxFragment<'_>, left: f32, top: f32, found: &mut (Vec<[f32; 4]>, Vec<CollapsedBorderEdge>)) {
    if let Some(source) = fragment.source {
        found.0[source.node as usize] = [left, top, fragment.size.width.to_px_f32(), fragment.size.height.to_px_f32()];
    }
    found.1.extend(fragment.collapsed_borders.iter().flat_map(|edges| edges.iter().copied()));
    for child in fragment.children.iter() {
        if let Fragment::Box(inner) = child.fragment {
            record(&inner, left + child.offset.left.to_px_f32(), top + child.offset.top.to_px_f32(), found);
        }
    }
}

#[test]
fn columns_and_rows_fit_their_widest_and_highest_cells() {
    let (boxes, _) = layout(vec![table(vec![
        row(vec![cell(50.0, 20.0), cell(30.0, 40.0)]),
        row(vec![cell(20.0, 10.0), cell(100.0, 10.0)]),
    ])]);
    assert_eq!(boxes[1], [0.0, 0.0, 156.0, 56.0]);
    assert_eq!(boxes[2], [2.0, 2.0, 152.0, 40.0]);
    assert_eq!(boxes[5], [54.0, 2.0, 100.0, 40.0]);
    assert_eq!(boxes[8], [2.0, 44.0, 50.0, 10.0]);
}

#[test]
fn a_spanning_cell_widens_columns_by_their_widths() {
    let (boxes, _) = layout(vec![table(vec![
        row(vec![cell(204.0, 10.0).spanning(3, 1)]),
        row(vec![cell(10.0, 10.0), cell(20.0, 10.0), cell(30.0, 10.0)]),
    ])]);
    assert_eq!(boxes[1][2], 208.0);
    assert_eq!([boxes[6][2], boxes[8][2], boxes[10][2]], [33.328125, 66.65625, 100.015625]);
}

#[test]
fn the_last_empty_row_takes_a_spanning_cell() {
    let (boxes, _) =
        layout(vec![table(vec![row(vec![cell(20.0, 100.0).spanning(1, 2), cell(20.0, 20.0)]), row(vec![])])]);
    assert_eq!(boxes[2][3], 100.0);
    assert_eq!(boxes[1][3], 106.0);
}

#[test]
fn fixed_layout_looks_at_the_first_row_alone() {
    let mut first = cell(0.0, 10.0).width(100.0);
    first.children.clear();
    let (boxes, _) = layout(vec![
        table(vec![row(vec![first, cell(5.0, 10.0), cell(5.0, 10.0)]), row(vec![cell(300.0, 10.0)])])
            .fixed()
            .width(308.0),
    ]);
    assert_eq!(boxes[1][2], 308.0);
    assert_eq!([boxes[3][2], boxes[4][2], boxes[6][2]], [100.0, 100.0, 100.0]);
}

#[test]
fn percentages_make_the_table_wide_enough() {
    // 40 px are a quarter of 160 px, and the other column has what is left.
    let (boxes, _) = layout(vec![table(vec![row(vec![cell(40.0, 10.0).percent_width(0.25), cell(20.0, 10.0)])])]);
    assert_eq!(boxes[1][2], 166.0);
    assert_eq!([boxes[3][2], boxes[5][2]], [40.0, 120.0]);
}

#[test]
fn cells_place_their_content_in_the_row() {
    let aligned = |align| cell(10.0, 20.0).aligned(align);
    let (boxes, _) = layout(vec![table(vec![
        row(vec![aligned(VerticalAlign::Top), aligned(VerticalAlign::Middle), aligned(VerticalAlign::Bottom)])
            .height(80.0),
    ])]);
    assert_eq!([boxes[4][1], boxes[6][1], boxes[8][1]], [2.0, 32.0, 62.0]);
    assert_eq!(boxes[5][3], 80.0);
}

#[test]
fn the_height_of_the_table_goes_to_rows_by_their_heights() {
    let (boxes, _) = layout(vec![table(vec![row(vec![cell(10.0, 20.0)]), row(vec![cell(10.0, 40.0)])]).height(186.0)]);
    assert_eq!(boxes[1][3], 186.0);
    assert_eq!([boxes[2][3], boxes[5][3]], [60.0, 120.0]);
}

#[test]
fn the_wider_border_wins_and_each_side_has_half_of_it() {
    let (boxes, edges) = layout(vec![
        table(vec![row(vec![cell(20.0, 20.0).bordered(2.0, BorderStyle::Solid), cell(20.0, 20.0)])])
            .collapsing()
            .bordered(6.0, BorderStyle::Solid),
    ]);
    // 3 px of the table on each side, half of 2 px between the cells on each side of the line.
    assert_eq!(boxes[1], [0.0, 0.0, 54.0, 32.0]);
    assert_eq!(boxes[3], [3.0, 3.0, 24.0, 26.0]);
    assert_eq!(boxes[4], [6.0, 6.0, 20.0, 20.0]);
    assert_eq!(boxes[5], [27.0, 3.0, 24.0, 26.0]);
    assert_eq!(edges.len(), 7);
    let between = edges.iter().find(|edge| edge.rect.size.width == LayoutUnit::from_px(2)).expect("an edge");
    assert_eq!(between.rect.offset.left, LayoutUnit::from_px(26));
    // The outer edges are in front where they meet it.
    assert_eq!((between.rect.offset.top, between.rect.size.height), (LayoutUnit::from_px(6), LayoutUnit::from_px(20)));
}

#[test]
fn hidden_borders_suppress_others() {
    let (boxes, edges) = layout(vec![
        table(vec![row(vec![cell(20.0, 20.0).bordered(1.0, BorderStyle::Hidden)])])
            .collapsing()
            .bordered(6.0, BorderStyle::Solid),
    ]);
    assert_eq!(boxes[1], [0.0, 0.0, 20.0, 20.0]);
    assert!(edges.is_empty());
}

#[test]
fn tables_are_never_narrower_than_their_columns() {
    let mut float = of(Display::BLOCK);
    float.box_style.float = Float::Left;
    let (boxes, _) = layout(vec![float.holding(vec![table(vec![row(vec![cell(100.0, 10.0)])]).width(50.0)])]);
    assert_eq!((boxes[1][2], boxes[2][2]), (104.0, 104.0));
}
