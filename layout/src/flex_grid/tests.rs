//! Flex and grid containers on trees built by hand; the values are what Chromium gives for the same boxes.

use ashlar_gc::{Cx, Gc, Heap};

use crate::box_tree::{BoxContents, BoxFlags, BoxId, BoxTree, LayoutBox};
use crate::context::LayoutContext;
use crate::css::ComputedStyle;
use crate::css::properties::longhands::{AlignmentStyle, BoxStyle, Flex, Font, Grid, Margin, PositionStyle};
use crate::css::values::alignment::{
    AlignKeyword, Alignment, ContentAlignment, FlexDirection, FlexWrap, GridTemplate, ItemAlignment, RepeatCount,
    TrackBreadth, TrackListItem, TrackSize,
};
use crate::css::values::display::Display;
use crate::css::values::length::{FlexBasis, LengthPercentage, LengthPercentageOrAuto, NonNegativeNumber, Size};
use crate::fragment_tree::{BoxFragment, Fragment};
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

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Block,
    Flex,
    Grid,
}

/// A box as a test writes it.
#[derive(Clone)]
struct Spec {
    kind: Kind,
    box_style: BoxStyle,
    margin: Margin,
    position: PositionStyle,
    alignment: AlignmentStyle,
    flex: Flex,
    grid: Grid,
    children: Vec<Spec>,
}

fn px(value: f32) -> Size {
    Size::LengthPercentage(LengthPercentage::Px(value))
}

fn new(kind: Kind) -> Spec {
    Spec {
        kind,
        box_style: BoxStyle { display: Display::BLOCK, ..BoxStyle::initial() },
        margin: Margin::initial(),
        position: PositionStyle::initial(),
        alignment: AlignmentStyle::initial(),
        flex: Flex::initial(),
        grid: Grid::initial(),
        children: Vec::new(),
    }
}

/// An item of 2 px height.
fn item() -> Spec {
    new(Kind::Block).height(2.0)
}

impl Spec {
    fn width(mut self, width: f32) -> Self {
        self.position.width = px(width);
        self
    }

    fn height(mut self, height: f32) -> Self {
        self.position.height = px(height);
        self
    }

    fn flex(mut self, grow: f32, shrink: f32, basis: Size) -> Self {
        self.flex.flex_grow = NonNegativeNumber(grow);
        self.flex.flex_shrink = NonNegativeNumber(shrink);
        self.flex.flex_basis = FlexBasis(basis);
        self
    }

    fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }

    fn holding(mut self, children: impl IntoIterator<Item = Spec>) -> Self {
        self.children = children.into_iter().collect();
        self
    }

    fn build<'h>(
        &self,
        cx: &Cx<'h>,
        initial: &ComputedStyle<'h>,
        next: &mut u32,
        is_item: bool,
    ) -> Gc<'h, LayoutBox<'h>> {
        let id = BoxId(*next);
        *next += 1;
        let makes_items = self.kind != Kind::Block;
        let children: Vec<_> = self.children.iter().map(|child| child.build(cx, initial, next, makes_items)).collect();
        let style = ComputedStyle {
            box_style: cx.alloc(self.box_style.clone()),
            margin: cx.alloc(self.margin.clone()),
            position_style: cx.alloc(self.position.clone()),
            alignment_style: cx.alloc(self.alignment.clone()),
            flex: cx.alloc(self.flex.clone()),
            grid: cx.alloc(self.grid.clone()),
            ..*initial
        };
        let children = cx.alloc_slice_copy(&children);
        cx.alloc(LayoutBox {
            id,
            source: None,
            style: cx.alloc(style),
            contents: match self.kind {
                Kind::Block => BoxContents::Blocks(children),
                Kind::Flex => BoxContents::Flex(children),
                Kind::Grid => BoxContents::Grid(children),
            },
            flags: BoxFlags { is_root: id.0 == 0, is_flex_or_grid_item: is_item, ..BoxFlags::default() },
            outside_marker: None,
        })
    }
}

/// Lays out a root that holds `container` and answers the border boxes, by box number in 1/64 px, as left, top, width
/// and height, and how many layouts that took. The container is box 1.
fn layout(container: &Spec) -> (Vec<[i32; 4]>, u64) {
    let mut heap = Heap::new();
    heap.enter(|cx| {
        let initial = ComputedStyle::initial(cx);
        let mut count = 0;
        let root = new(Kind::Block).holding([container.clone()]).build(cx, &initial, &mut count, false);
        let tree = BoxTree { root: Some(root), box_count: count, initial_style: cx.alloc(initial), is_quirks: false };
        let viewport = PhysicalSize::new(LayoutUnit::from_px(400), LayoutUnit::from_px(300));
        let ctx = LayoutContext::new(cx, &NoFonts, viewport, &tree);
        let fragments = crate::dispatch::layout_document(&ctx, &tree);
        let mut boxes = vec![[0; 4]; count as usize];
        if let Some(Fragment::Box(root)) = fragments.root.map(|root| root.fragment) {
            record(&root, 0, 0, &mut boxes);
        }
        (boxes, ctx.counts.layouts.get())
    })
}

fn record(fragment: &BoxFragment<'_>, left: i32, top: i32, boxes: &mut [[i32; 4]]) {
    boxes[fragment.box_id.0 as usize] = [left, top, fragment.size.width.raw(), fragment.size.height.raw()];
    for child in fragment.children.iter() {
        if let Fragment::Box(inner) = child.fragment {
            record(&inner, left + child.offset.left.raw(), top + child.offset.top.raw(), boxes);
        }
    }
}

/// The extents of the container's children along the inline axis.
fn widths(container: &Spec) -> Vec<i32> {
    layout(container).0[2..].iter().map(|rect| rect[2]).collect()
}

/// Where they begin.
fn lefts(container: &Spec) -> Vec<i32> {
    layout(container).0[2..].iter().map(|rect| rect[0]).collect()
}

/// [§ 9.7](https://www.w3.org/TR/css-flexbox-1/#resolve-flexible-lengths)
#[test]
fn free_space_is_shared_in_whole_units() {
    let flexible = || item().flex(1.0, 1.0, px(0.0));
    let row = |count| new(Kind::Flex).width(100.0).holding(vec![flexible(); count]);
    assert_eq!(widths(&row(3)), [2133, 2134, 2133]);
    assert_eq!(widths(&row(7)), [914, 915, 914, 915, 914, 914, 914]);
    let shrinking = new(Kind::Flex).width(100.0).holding([
        item().flex(0.0, 1.0, px(70.0)),
        item().flex(0.0, 1.0, px(50.0)),
        item().flex(0.0, 2.0, px(33.0)),
    ]);
    assert_eq!(widths(&shrinking), [3204, 2288, 908]);
}

/// [§ 4.5](https://www.w3.org/TR/css-flexbox-1/#min-size-auto): an item does not shrink below its content, unless its size
/// is specified smaller.
#[test]
fn content_stops_shrinking() {
    let holding = |item: Spec| item.holding([item_of(60.0)]);
    let row = new(Kind::Flex).width(100.0).holding([
        holding(new(Kind::Block)).flex(1.0, 1.0, px(80.0)),
        holding(new(Kind::Block)).flex(1.0, 1.0, px(80.0)),
        new(Kind::Block).width(30.0),
    ]);
    let (boxes, _) = layout(&row);
    assert_eq!([boxes[2][2], boxes[4][2], boxes[6][2]], [60 * 64, 60 * 64, 0]);
}

fn item_of(width: f32) -> Spec {
    item().width(width)
}

#[test]
fn auto_margins_take_the_free_space_before_justify_content() {
    let auto = |item: &mut Spec| {
        (item.margin.margin_left, item.margin.margin_right) =
            (LengthPercentageOrAuto::Auto, LengthPercentageOrAuto::Auto);
    };
    let row = |items: Vec<Spec>| {
        new(Kind::Flex).width(100.015_625).holding(items).with(|row| {
            row.alignment.justify_content = ContentAlignment(Alignment::new(AlignKeyword::FlexEnd));
        })
    };
    assert_eq!(lefts(&row(vec![item_of(10.0).with(auto)])), [2881]);
    assert_eq!(lefts(&row(vec![item_of(10.0).with(auto); 2])), [20 * 64, 70 * 64 + 1]);
    assert_eq!(lefts(&row(vec![item_of(10.0); 1])), [90 * 64 + 1]);
}

#[test]
fn lines_wrap_stretch_and_reverse() {
    let lines = |wrap| {
        new(Kind::Flex).width(100.0).height(20.0).holding(vec![new(Kind::Block).width(60.0); 3]).with(|row| {
            row.flex.flex_wrap = wrap;
        })
    };
    let rects = |wrap| layout(&lines(wrap)).0[2..].iter().map(|rect| (rect[1], rect[3])).collect::<Vec<_>>();
    assert_eq!(rects(FlexWrap::Wrap), [(0, 427), (427, 426), (853, 427)]);
    assert_eq!(rects(FlexWrap::WrapReverse), [(853, 427), (427, 426), (0, 427)]);
}

#[test]
fn reversed_rows_begin_at_the_end() {
    let row = new(Kind::Flex).width(100.0).holding([item_of(10.0), item_of(20.0)]).with(|row| {
        row.flex.flex_direction = FlexDirection::RowReverse;
    });
    assert_eq!(lefts(&row), [90 * 64, 70 * 64]);
}

#[test]
fn columns_stretch_and_center() {
    let column = |align| {
        new(Kind::Flex).width(100.0).holding([new(Kind::Block).holding([item_of(30.0)])]).with(|column| {
            column.flex.flex_direction = FlexDirection::Column;
            column.alignment.align_items = ItemAlignment(Alignment::new(align));
        })
    };
    assert_eq!(layout(&column(AlignKeyword::Normal)).0[2], [0, 0, 6400, 128]);
    assert_eq!(layout(&column(AlignKeyword::Center)).0[2], [35 * 64, 0, 30 * 64, 128]);
}

fn tracks(factors: &[f32]) -> GridTemplate {
    let items = factors.iter().map(|factor| TrackListItem::Track(TrackSize::Breadth(TrackBreadth::Fraction(*factor))));
    let names = vec![std::sync::Arc::from([]); factors.len() + 1];
    GridTemplate::TrackList { items: items.collect(), names: names.into() }
}

fn grid(template: GridTemplate, count: usize) -> Spec {
    new(Kind::Grid).width(100.0).holding(vec![item(); count]).with(|grid| {
        grid.grid.grid_template_columns = template;
    })
}

/// [§ 12.7](https://www.w3.org/TR/css-grid-2/#algo-flex-tracks)
#[test]
fn flexible_tracks_carry_what_is_cut_off() {
    assert_eq!(widths(&grid(tracks(&[1.0, 1.0, 1.0]), 3)), [2133, 2133, 2133]);
    assert_eq!(widths(&grid(tracks(&[2.0, 1.0, 3.0, 1.0]), 4)), [1828, 914, 2743, 915]);
    let auto = TrackSize::Breadth(TrackBreadth::Auto);
    let names = vec![std::sync::Arc::from([]); 2];
    let repeat = TrackListItem::Repeat(RepeatCount::Count(3), vec![auto], vec![std::sync::Arc::from([]); 2]);
    let template = GridTemplate::TrackList { items: [repeat].into(), names: names.into() };
    assert_eq!(widths(&grid(template, 3)), [2133, 2133, 2134]);
}

#[test]
fn grid_items_fill_rows_and_wrap() {
    let (boxes, _) = layout(&grid(tracks(&[1.0, 1.0]), 3));
    assert_eq!(boxes[2..], [[0, 0, 3200, 128], [3200, 0, 3200, 128], [0, 128, 3200, 128]]);
    assert_eq!(boxes[1][3], 256);
}

/// Measuring and stretching in each of many nested containers must not multiply.
#[test]
fn nested_containers_are_laid_out_a_few_times() {
    let nest = |kind: Kind, direction: FlexDirection, depth: usize| {
        let mut spec = item_of(10.0);
        for _ in 0..depth {
            spec = new(kind).holding([spec, item()]).with(|container| container.flex.flex_direction = direction);
        }
        layout(&spec).1
    };
    for (kind, direction) in
        [(Kind::Flex, FlexDirection::Row), (Kind::Flex, FlexDirection::Column), (Kind::Grid, FlexDirection::Row)]
    {
        let layouts = nest(kind, direction, 30);
        assert!(layouts <= 30 * 2 * 4, "{layouts} layouts");
    }
}

#[test]
fn extreme_sizes_end() {
    let extreme = [f32::MAX, 1e9, 0.0, f32::MIN_POSITIVE];
    for grow in extreme {
        for basis in extreme {
            let items = vec![item().flex(grow, grow, px(basis)); 3];
            layout(&new(Kind::Flex).width(basis).holding(items.clone()));
            layout(&grid(tracks(&[grow, basis, 1.0]), 4).width(basis));
        }
    }
}
