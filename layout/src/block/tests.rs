//! Block layout on trees built by hand; the values are those of CSS 2.2's own examples and rules.

use ashlar_gc::{Cx, Gc, Heap};

use crate::box_tree::{BoxContents, BoxFlags, BoxId, BoxTree, LayoutBox};
use crate::context::LayoutContext;
use crate::css::ComputedStyle;
use crate::css::properties::longhands::{BoxStyle, Font, InheritedBox, Margin, PositionStyle};
use crate::css::values::display::Display;
use crate::css::values::length::{LengthPercentage, LengthPercentageOrAuto, Size};
use crate::css::values::position::{Clear, DirectionValue, Float, Overflow, Position};
use crate::fragment_tree::{BoxFragment, Fragment, FragmentTree};
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
    margin: Margin,
    position: PositionStyle,
    inherited: InheritedBox,
    children: Vec<Spec>,
}

fn px(value: f32) -> LengthPercentageOrAuto {
    LengthPercentageOrAuto::LengthPercentage(LengthPercentage::Px(value))
}

fn size(value: f32) -> Size {
    Size::LengthPercentage(LengthPercentage::Px(value))
}

fn block() -> Spec {
    Spec {
        box_style: BoxStyle { display: Display::BLOCK, ..BoxStyle::initial() },
        margin: Margin::initial(),
        position: PositionStyle::initial(),
        inherited: InheritedBox::initial(),
        children: Vec::new(),
    }
}

impl Spec {
    fn margins(mut self, top: f32, bottom: f32) -> Self {
        (self.margin.margin_top, self.margin.margin_bottom) = (px(top), px(bottom));
        self
    }

    fn side_margins(mut self, left: LengthPercentageOrAuto, right: LengthPercentageOrAuto) -> Self {
        (self.margin.margin_left, self.margin.margin_right) = (left, right);
        self
    }

    fn width(mut self, width: f32) -> Self {
        self.position.width = size(width);
        self
    }

    fn height(mut self, height: f32) -> Self {
        self.position.height = size(height);
        self
    }

    fn float(mut self, float: Float) -> Self {
        self.box_style.float = float;
        self
    }

    fn clear(mut self, clear: Clear) -> Self {
        self.box_style.clear = clear;
        self
    }

    fn clipped(mut self) -> Self {
        (self.box_style.overflow_x, self.box_style.overflow_y) = (Overflow::Hidden, Overflow::Hidden);
        self
    }

    fn absolute(mut self) -> Self {
        self.box_style.position = Position::Absolute;
        self
    }

    fn relative(mut self) -> Self {
        self.box_style.position = Position::Relative;
        self
    }

    fn insets(mut self, left: LengthPercentageOrAuto, right: LengthPercentageOrAuto) -> Self {
        (self.position.left, self.position.right) = (left, right);
        self
    }

    fn rtl(mut self) -> Self {
        self.inherited.direction = DirectionValue::Rtl;
        self
    }

    fn holding(mut self, children: Vec<Spec>) -> Self {
        self.children = children;
        self
    }

    fn build<'h>(
        &self,
        cx: &Cx<'h>,
        initial: &ComputedStyle<'h>,
        next: &mut u32,
        is_root: bool,
    ) -> Gc<'h, LayoutBox<'h>> {
        let id = BoxId(*next);
        *next += 1;
        let children: Vec<_> = self.children.iter().map(|child| child.build(cx, initial, next, false)).collect();
        let style = ComputedStyle {
            box_style: cx.alloc(self.box_style.clone()),
            margin: cx.alloc(self.margin.clone()),
            position_style: cx.alloc(self.position.clone()),
            inherited_box: cx.alloc(self.inherited.clone()),
            ..*initial
        };
        cx.alloc(LayoutBox {
            id,
            source: None,
            style: cx.alloc(style),
            contents: BoxContents::Blocks(cx.alloc_slice_copy(&children)),
            flags: BoxFlags { is_root, ..BoxFlags::default() },
            outside_marker: None,
        })
    }
}

/// Lays the children of a root out in a viewport of 400 by 300 px, and answers border boxes by box number (the root is
/// 0) as left, top, width, height.
fn layout(children: Vec<Spec>) -> Vec<[f32; 4]> {
    let mut heap = Heap::new();
    heap.enter(|cx| {
        let initial = ComputedStyle::initial(cx);
        let mut count = 0;
        let root = block().holding(children).build(cx, &initial, &mut count, true);
        let tree = BoxTree { root: Some(root), box_count: count, initial_style: cx.alloc(initial), is_quirks: false };
        let viewport = PhysicalSize::new(LayoutUnit::from_px(400), LayoutUnit::from_px(300));
        let ctx = LayoutContext::new(cx, &NoFonts, viewport, &tree);
        let fragments = crate::dispatch::layout_document(&ctx, &tree);
        let mut boxes = vec![[0.0; 4]; count as usize];
        record_tree(&fragments, &mut boxes);
        boxes
    })
}

fn record_tree(tree: &FragmentTree<'_>, boxes: &mut [[f32; 4]]) {
    for child in tree.root.iter().chain(tree.viewport_children.iter()) {
        if let Fragment::Box(fragment) = child.fragment {
            record(&fragment, child.offset.left.to_px_f32(), child.offset.top.to_px_f32(), boxes);
        }
    }
}

fn record(fragment: &BoxFragment<'_>, left: f32, top: f32, boxes: &mut [[f32; 4]]) {
    boxes[fragment.box_id.0 as usize] = [left, top, fragment.size.width.to_px_f32(), fragment.size.height.to_px_f32()];
    for child in fragment.children.iter() {
        if let Fragment::Box(inner) = child.fragment {
            record(&inner, left + child.offset.left.to_px_f32(), top + child.offset.top.to_px_f32(), boxes);
        }
    }
}

/// [§ 8.3.1](https://www.w3.org/TR/CSS22/box.html#collapsing-margins): siblings, parents with first and last children,
/// and empty blocks between.
#[test]
fn adjoining_margins_collapse() {
    let boxes = layout(vec![
        block().height(10.0).margins(0.0, 20.0),
        // Empty: its own margins adjoin each other and those around it.
        block().margins(5.0, 30.0),
        block().margins(10.0, 0.0).holding(vec![block().height(10.0).margins(40.0, 15.0)]),
        block().height(10.0).margins(-5.0, 0.0),
    ]);
    assert_eq!(boxes[1], [0.0, 0.0, 400.0, 10.0]);
    assert_eq!(boxes[3], [0.0, 50.0, 400.0, 10.0]);
    assert_eq!(boxes[4], [0.0, 50.0, 400.0, 10.0]);
    assert_eq!(boxes[5], [0.0, 70.0, 400.0, 10.0]);
    assert_eq!(boxes[0][3], 80.0);
}

/// A new formatting context keeps its children's margins inside.
#[test]
fn margins_stay_in_a_formatting_context() {
    let boxes = layout(vec![block().clipped().holding(vec![block().height(10.0).margins(20.0, 30.0)])]);
    assert_eq!(boxes[1], [0.0, 0.0, 400.0, 60.0]);
    assert_eq!(boxes[2][1], 20.0);
}

/// [§ 9.5.2](https://www.w3.org/TR/CSS22/visuren.html#flow-control), the example of negative clearance, 1 em = 10 px.
#[test]
fn clearance_may_be_negative() {
    let boxes = layout(vec![
        block().height(10.0).margins(0.0, 40.0),
        block().width(50.0).height(20.0).float(Float::Left),
        block().height(10.0).margins(30.0, 0.0).clear(Clear::Left),
    ]);
    assert_eq!(boxes[2], [0.0, 50.0, 50.0, 20.0]);
    assert_eq!(boxes[3][1], 70.0);
}

/// A block with `clear` that needs no clearance collapses its margin as any other, and a float before a first child is
/// as low as the child's margin puts the parent.
#[test]
fn looking_ahead_places_floats() {
    let boxes = layout(vec![block().margins(10.0, 0.0).holding(vec![
        block().width(50.0).height(20.0).float(Float::Left),
        block().height(10.0).margins(30.0, 0.0).clear(Clear::Right),
    ])]);
    assert_eq!(boxes[1][1], 30.0);
    assert_eq!(boxes[2][1], 30.0);
    assert_eq!(boxes[3][1], 30.0);
    assert_eq!(boxes[1][3], 10.0);
}

/// The usual `clearfix`, and a formatting context that makes room for a float, or goes below it.
#[test]
fn formatting_contexts_avoid_floats() {
    let float = || block().width(150.0).height(50.0).float(Float::Left);
    let boxes = layout(vec![
        block().holding(vec![float(), block().clear(Clear::Both)]),
        float(),
        block().clipped().height(20.0),
        block().clipped().width(300.0).height(20.0),
    ]);
    assert_eq!(boxes[1], [0.0, 0.0, 400.0, 50.0]);
    assert_eq!(boxes[5], [150.0, 50.0, 250.0, 20.0]);
    assert_eq!(boxes[6], [0.0, 100.0, 300.0, 20.0]);
}

/// [§ 10.3.3](https://www.w3.org/TR/CSS22/visudet.html#blockwidth)
#[test]
fn widths_and_margins_add_up() {
    let auto = LengthPercentageOrAuto::Auto;
    let boxes = layout(vec![
        block().width(100.0).side_margins(auto.clone(), auto.clone()),
        block().width(100.0).side_margins(auto.clone(), px(50.0)),
        block().side_margins(px(30.0), auto),
        block().rtl().holding(vec![block().width(100.0).side_margins(px(10.0), px(20.0))]),
    ]);
    assert_eq!(boxes[1][0], 150.0);
    assert_eq!(boxes[2][0], 250.0);
    assert_eq!((boxes[3][0], boxes[3][2]), (30.0, 370.0));
    // Over-constrained in right-to-left text: the left margin gives way.
    assert_eq!(boxes[5][0], 280.0);
}

/// [§ 10.3.7](https://www.w3.org/TR/CSS22/visudet.html#abs-non-replaced-width) and static positions.
#[test]
fn absolute_boxes_are_placed_by_insets_margins_and_static_position() {
    let auto = LengthPercentageOrAuto::Auto;
    let boxes = layout(vec![
        block().height(40.0),
        block().relative().width(200.0).height(100.0).holding(vec![
            block().absolute().height(10.0).insets(px(20.0), px(30.0)),
            block()
                .absolute()
                .height(10.0)
                .width(50.0)
                .insets(px(0.0), px(0.0))
                .side_margins(auto.clone(), auto.clone()),
            block().height(15.0),
            block().absolute().height(10.0).width(50.0),
            block().absolute().height(10.0).width(50.0).insets(auto.clone(), px(5.0)),
        ]),
        block().absolute().width(20.0).height(20.0).insets(auto, px(0.0)),
    ]);
    assert_eq!(boxes[3], [20.0, 40.0, 150.0, 10.0]);
    assert_eq!(boxes[4], [75.0, 40.0, 50.0, 10.0]);
    assert_eq!(boxes[6], [0.0, 55.0, 50.0, 10.0]);
    assert_eq!(boxes[7], [145.0, 55.0, 50.0, 10.0]);
    assert_eq!(boxes[8], [380.0, 140.0, 20.0, 20.0]);
}
