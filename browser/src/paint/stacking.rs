//! The order of painting.
//!
//! [CSS 2.2, Appendix E](https://www.w3.org/TR/CSS22/zindex.html#painting-order). A *context* is what is painted
//! atomically: a stacking context, or one of the boxes that the appendix treats as if it were one (floats, atomic
//! inlines, positioned boxes with `z-index: auto`, flex and grid items). Positioned descendants of the latter belong to the next
//! real stacking context; [`Painter::collect`] finds them.

use std::rc::Rc;

use ashlar_gc::Gc;
use ashlar_layout::box_tree::BoxId;
use ashlar_layout::css::ComputedStyle;
use ashlar_layout::css::values::background::BlendMode;
use ashlar_layout::css::values::effects::{ClipPath, ReferenceBox};
use ashlar_layout::css::values::position::{
    Contain, ContentVisibility, DirectionValue, Float, Isolation, Overflow, Position, Visibility, WillChange, ZIndex,
};
use ashlar_layout::fragment_tree::{BoxFragment, BoxFragmentKind, ChildFragment, Fragment, FragmentTree};
use ashlar_layout::geometry::{LayoutUnit, PhysicalOffset, PhysicalRect};
use ashlar_raster::display_list::{ClipId, ClipShape, TransformId};
use ashlar_raster::{DisplayListBuilder, Transform};
use rustc_hash::FxHashMap;

use super::background::canvas_source;
use super::decoration::Decoration;
use super::{PaintEnvironment, snap, split_offset, transform};

/// Where something is painted: its corner in the space of a transform node, and what clips it.
#[derive(Clone)]
pub(super) struct Place {
    /// Of the top left corner of the border box.
    pub offset: PhysicalOffset,
    pub transform: TransformId,
    pub clip: ClipId,
    /// Text decorations of ancestors that reach here, innermost first.
    pub decorations: Option<Rc<Decoration>>,
    /// The baseline of the line that is being painted.
    pub line_baseline: Option<LayoutUnit>,
}

/// A box fragment in its place.
#[derive(Clone)]
pub(super) struct Placed<'h> {
    pub fragment: Gc<'h, BoxFragment<'h>>,
    pub place: Place,
}

/// A descendant that is painted by its stacking context, out of the order of the tree.
struct Layered<'h> {
    z_index: i32,
    order: BoxId,
    placed: Placed<'h>,
}

/// The part of Appendix E that a walk paints.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    /// Step 4: backgrounds and borders of block-level boxes in flow.
    Blocks,
    /// Step 5: floats.
    Floats,
    /// Step 7: inline content.
    Inlines,
    /// Step 10: outlines.
    Outlines,
}

/// Builds the display list.
pub(super) struct Painter<'a, 'h> {
    pub list: DisplayListBuilder,
    pub environment: &'a PaintEnvironment<'a, 'h>,
    /// Clips already made, by the fragment whose content they cut and what cuts the fragment.
    clips: FxHashMap<(usize, ClipId), ClipId>,
    /// The box whose background the canvas shows.
    pub canvas_background_from: Option<BoxId>,
    pub viewport: PhysicalRect,
    /// The space of the page, outside of all transforms.
    pub page: TransformId,
    /// Where the root element is before its transform, until the canvas is painted.
    canvas_place: Option<Place>,
}

impl<'a, 'h> Painter<'a, 'h> {
    pub fn new(list: DisplayListBuilder, environment: &'a PaintEnvironment<'a, 'h>) -> Self {
        Self {
            list,
            environment,
            clips: FxHashMap::default(),
            canvas_background_from: None,
            viewport: PhysicalRect::default(),
            page: TransformId::ROOT,
            canvas_place: None,
        }
    }

    /// Paints the whole tree.
    pub fn document(&mut self, tree: &FragmentTree<'h>, page: TransformId) {
        self.viewport = PhysicalRect::new(PhysicalOffset::default(), tree.viewport);
        self.page = page;
        let place = Place {
            offset: PhysicalOffset::default(),
            transform: page,
            clip: ClipId::ROOT,
            decorations: None,
            line_baseline: None,
        };
        let Some(root) = tree.root else { return };
        let Fragment::Box(fragment) = root.fragment else { return };
        self.canvas_background_from = Some(canvas_source(&fragment).1);
        let mut layered = Vec::new();
        let untransformed = Place { offset: root.offset, ..place.clone() };
        let root = Placed { fragment, place: untransformed.clone() };
        let Some(root) = self.enter_transform(&root) else { return };
        self.canvas_place = Some(untransformed);
        // The root element's context also holds what is positioned in the viewport.
        self.collect(&root, &mut layered);
        for child in tree.viewport_children.iter() {
            self.collect_child(&place, child, &mut layered);
        }
        self.effects_and_content(&root, layered);
    }

    /// Paints a real stacking context.
    fn stacking_context(&mut self, placed: &Placed<'h>) {
        let mut layered = Vec::new();
        let entered = self.enter_transform(placed);
        let Some(mut placed) = entered else { return };
        self.legacy_clip(&mut placed);
        self.collect(&placed, &mut layered);
        self.effects_and_content(&placed, layered);
    }

    /// Opens the transform of a box: its content is then placed in the new node's space. `None` where nothing shows.
    fn enter_transform(&mut self, placed: &Placed<'h>) -> Option<Placed<'h>> {
        let fragment = placed.fragment;
        let matrix = match fragment.kind {
            BoxFragmentKind::InlineBox => None,
            _ => transform::local_transform(&fragment.style, fragment.size),
        };
        let Some(matrix) = matrix else { return Some(placed.clone()) };
        let ((x, y), rest) = split_offset(placed.place.offset);
        let local = Transform::translation(x, y).then_inner(&matrix);
        let transform = self.list.add_transform(placed.place.transform, local);
        let place = Place { offset: rest, transform, ..placed.place.clone() };
        Some(Placed { fragment, place })
    }

    /// Steps 1 to 10 of a stacking context, inside the group that its effects need.
    fn effects_and_content(&mut self, placed: &Placed<'h>, mut layered: Vec<Layered<'h>>) {
        // A stable sort: equal levels stay in tree order.
        layered.sort_by_key(|child| (child.z_index, child.order));
        let first_non_negative = layered.partition_point(|child| child.z_index < 0);
        // What blends, blends with this context alone.
        let blends = layered.iter().any(|child| *child.placed.fragment.style.mix_blend_mode() != BlendMode::Normal);
        let group = self.begin_effects(&placed.fragment, &placed.place, blends);
        let inner = match &group {
            Some(group) => Placed { fragment: placed.fragment, place: group.place.clone() },
            None => placed.clone(),
        };
        if placed.fragment.flags.is_root
            && let Some(place) = self.canvas_place.take()
        {
            // The canvas takes part in the effects of the root element, but not in its transform.
            self.canvas_background(&inner.fragment, &Place { clip: inner.place.clip, ..place });
        }
        self.own_decorations(&inner);
        for child in &layered[..first_non_negative] {
            self.layered(child);
        }
        self.content(&inner);
        for child in &layered[first_non_negative..] {
            self.layered(child);
        }
        if let Some(group) = group {
            self.end_effects(&placed.fragment, group);
        }
    }

    fn layered(&mut self, child: &Layered<'h>) {
        if makes_stacking_context(&child.placed.fragment) {
            self.stacking_context(&child.placed);
        } else {
            self.atomic(&child.placed);
        }
    }

    /// Paints a box that is painted as if it made a stacking context, without its positioned descendants.
    fn atomic(&mut self, placed: &Placed<'h>) {
        self.own_decorations(placed);
        self.content(placed);
    }

    fn own_decorations(&mut self, placed: &Placed<'h>) {
        match placed.fragment.kind {
            // Rows and sections draw behind their own cells, in a layer of their own too.
            BoxFragmentKind::TableSection | BoxFragmentKind::TableRow => self.table_part(placed, placed),
            _ => self.box_decorations(&placed.fragment, &placed.place),
        }
    }

    /// Steps 4 to 10 of a context whose root's own decorations are painted.
    fn content(&mut self, placed: &Placed<'h>) {
        if let BoxFragmentKind::Replaced(content) = placed.fragment.kind {
            self.replaced(&placed.fragment, &placed.place, content);
            self.outline(&placed.fragment, &placed.place);
            return;
        }
        if placed.fragment.kind == BoxFragmentKind::InlineBox {
            // A positioned inline box: its own line content.
            let place = self.content_place(placed);
            self.children(shown_children(placed.fragment), &place, Step::Inlines, true, placed);
            self.outline(&placed.fragment, &placed.place);
            return;
        }
        for step in [Step::Blocks, Step::Floats, Step::Inlines, Step::Outlines] {
            let place = self.content_place(placed);
            self.children(shown_children(placed.fragment), &place, step, false, placed);
        }
        self.outline(&placed.fragment, &placed.place);
    }

    /// Where the content of a box is placed: clipped if the box clips, with its text decorations.
    fn content_place(&mut self, placed: &Placed<'h>) -> Place {
        let clip = self.content_clip(&placed.fragment, &placed.place);
        let decorations = Decoration::of(
            &placed.fragment.style,
            self.environment.fonts,
            self.own_baseline(placed),
            placed.place.decorations.clone(),
        );
        Place { clip, decorations, ..placed.place.clone() }
    }

    /// The baseline of an inline box: its content area begins with the ascent of its font.
    fn own_baseline(&self, placed: &Placed<'h>) -> Option<LayoutUnit> {
        let fragment = placed.fragment;
        if fragment.kind != BoxFragmentKind::InlineBox || fragment.style.text_decoration_line().is_empty() {
            return None;
        }
        let fonts = self.environment.fonts;
        let ascent = fonts.metrics(fonts.primary_font(&fragment.style.font)).ascent;
        Some(placed.place.offset.top + fragment.border.top + fragment.padding.top + ascent)
    }

    fn children(
        &mut self,
        children: &'h [ChildFragment<'h>],
        place: &Place,
        step: Step,
        in_line: bool,
        parent: &Placed<'h>,
    ) {
        for child in children {
            let at = Place { offset: place.offset + child.offset, ..place.clone() };
            match child.fragment {
                Fragment::Line(line) => {
                    if matches!(step, Step::Inlines | Step::Outlines) {
                        let at = Place { line_baseline: Some(at.offset.top + line.baseline), ..at };
                        self.children(line.as_ref().children.as_ref(), &at, step, true, parent);
                    }
                }
                Fragment::Text(text) => {
                    if step == Step::Inlines {
                        self.text(&text, &at);
                    }
                }
                Fragment::Box(fragment) => {
                    let placed = Placed { fragment, place: at };
                    if !is_layered(&fragment) {
                        self.child_box(&placed, step, in_line, parent);
                    }
                }
            }
        }
    }

    /// A box that is neither positioned nor a stacking context.
    fn child_box(&mut self, placed: &Placed<'h>, step: Step, in_line: bool, parent: &Placed<'h>) {
        let fragment = placed.fragment;
        let is_item = fragment.flags.is_flex_or_grid_item;
        if fragment.kind == BoxFragmentKind::InlineBox {
            match step {
                Step::Inlines => {
                    self.own_decorations(placed);
                    let place = self.content_place(placed);
                    self.children(shown_children(fragment), &place, step, true, placed);
                }
                Step::Outlines => {
                    self.outline(&fragment, &placed.place);
                    self.children(shown_children(fragment), &placed.place, step, true, placed);
                }
                _ => {}
            }
        } else if *fragment.style.float() != Float::None && !is_item {
            if step == Step::Floats {
                self.atomic(&without_decorations(placed));
            }
        } else if in_line || is_item || fragment.kind == BoxFragmentKind::Marker {
            if step == Step::Inlines {
                self.atomic(&if is_item { placed.clone() } else { without_decorations(placed) });
            }
        } else if let BoxFragmentKind::Replaced(content) = fragment.kind {
            match step {
                Step::Blocks => self.own_decorations(placed),
                Step::Inlines => self.replaced(&fragment, &placed.place, content),
                Step::Outlines => self.outline(&fragment, &placed.place),
                Step::Floats => {}
            }
        } else {
            match step {
                Step::Blocks => self.block_decorations(placed, parent),
                Step::Outlines => self.outline(&fragment, &placed.place),
                _ => {}
            }
            let place = self.content_place(placed);
            self.children(shown_children(fragment), &place, step, false, placed);
            let is_visible = *fragment.style.visibility() == Visibility::Visible;
            if let (Step::Blocks, true, Some(edges)) = (step, is_visible, fragment.collapsed_borders) {
                self.collapsed_borders(&edges, &placed.place);
            }
        }
    }

    /// Decorations of a block; parts of tables draw theirs behind their cells
    /// ([CSS 2.2, § 17.5.1](https://www.w3.org/TR/CSS22/tables.html#table-layers)).
    fn block_decorations(&mut self, placed: &Placed<'h>, parent: &Placed<'h>) {
        match placed.fragment.kind {
            BoxFragmentKind::TableSection | BoxFragmentKind::TableRow | BoxFragmentKind::TableColumn => {
                self.table_part(placed, parent);
            }
            _ => self.own_decorations(placed),
        }
    }

    fn table_part(&mut self, placed: &Placed<'h>, parent: &Placed<'h>) {
        let mut cells = Vec::new();
        match placed.fragment.kind {
            BoxFragmentKind::TableColumn => {
                let column = PhysicalRect::new(placed.place.offset, placed.fragment.size);
                cells_below(parent, &mut cells);
                // A cell has the background of the column it begins in.
                if *parent.fragment.style.direction() == DirectionValue::Rtl {
                    cells.retain(|cell| cell.right() > column.offset.left && cell.right() <= column.right());
                } else {
                    cells.retain(|cell| cell.offset.left >= column.offset.left && cell.offset.left < column.right());
                }
            }
            _ => cells_below(placed, &mut cells),
        }
        for cell in cells {
            self.part_background(&placed.fragment, &placed.place, cell);
        }
    }

    /// Finds the positioned descendants and stacking contexts that this context paints.
    fn collect(&mut self, placed: &Placed<'h>, layered: &mut Vec<Layered<'h>>) {
        let place = self.content_place(placed);
        let children = shown_children(placed.fragment);
        let place = if breaks_decorations(&placed.fragment) {
            Place { decorations: Decoration::of(&placed.fragment.style, self.environment.fonts, None, None), ..place }
        } else {
            place
        };
        for child in children {
            self.collect_child(&place, child, layered);
        }
    }

    fn collect_child(&mut self, place: &Place, child: &ChildFragment<'h>, layered: &mut Vec<Layered<'h>>) {
        let at = Place { offset: place.offset + child.offset, ..place.clone() };
        match child.fragment {
            Fragment::Text(_) => {}
            Fragment::Line(line) => {
                let at = Place { line_baseline: Some(at.offset.top + line.baseline), ..at };
                for child in line.as_ref().children.as_ref() {
                    self.collect_child(&at, child, layered);
                }
            }
            Fragment::Box(fragment) => {
                let mut placed = Placed { fragment, place: at };
                if is_layered(&fragment) {
                    if breaks_decorations(&fragment) {
                        placed.place.decorations = None;
                    }
                    let z_index = match fragment.style.z_index() {
                        ZIndex::Integer(level) if z_index_applies(&fragment) => *level,
                        _ => 0,
                    };
                    if !makes_stacking_context(&fragment) {
                        self.legacy_clip(&mut placed);
                    }
                    layered.push(Layered { z_index, order: fragment.box_id, placed: placed.clone() });
                    if makes_stacking_context(&fragment) {
                        return;
                    }
                }
                self.collect(&placed, layered);
            }
        }
    }

    /// The clip of a box's content.
    fn content_clip(&mut self, fragment: &Gc<'h, BoxFragment<'h>>, place: &Place) -> ClipId {
        let Some(shape) = self.overflow_clip_shape(fragment, place) else { return place.clip };
        let key = (std::ptr::from_ref(fragment.as_ref()).addr(), place.clip);
        if let Some(clip) = self.clips.get(&key) {
            return *clip;
        }
        let clip = self.list.add_clip(place.clip, place.transform, shape);
        self.clips.insert(key, clip);
        clip
    }

    fn overflow_clip_shape(&self, fragment: &BoxFragment<'h>, place: &Place) -> Option<ClipShape> {
        let style = &*fragment.style;
        let is_clipped = |overflow: &Overflow| *overflow != Overflow::Visible;
        let (clips_x, clips_y) = (is_clipped(style.overflow_x()), is_clipped(style.overflow_y()));
        let clips_paint = style.contain().contains(Contain::PAINT);
        let may_clip = !matches!(
            fragment.kind,
            BoxFragmentKind::InlineBox
                | BoxFragmentKind::TableRow
                | BoxFragmentKind::TableSection
                | BoxFragmentKind::TableColumn
                | BoxFragmentKind::TableWrapper
                | BoxFragmentKind::Replaced(_)
        );
        if !may_clip || fragment.flags.overflow_is_propagated || !(clips_x || clips_y || clips_paint) {
            return None;
        }
        let inner = self.clip_edge(fragment, place);
        if !clips_paint && clips_x != clips_y {
            // `overflow: clip` on one axis leaves the other open.
            let mut rect = inner.rect;
            if !clips_x {
                (rect.left, rect.right) = (-1.0e6, 1.0e6);
            }
            if !clips_y {
                (rect.top, rect.bottom) = (-1.0e6, 1.0e6);
            }
            return Some(ClipShape::Rect { rect, anti_alias: false });
        }
        if inner.is_rect() {
            return Some(ClipShape::Rect { rect: inner.rect, anti_alias: false });
        }
        Some(ClipShape::Rounded(inner))
    }

    /// Where `overflow` cuts: the padding box, which `overflow-clip-margin` moves where nothing can be scrolled
    /// ([CSS Overflow 4, § 3.2](https://www.w3.org/TR/css-overflow-4/#overflow-clip-margin)).
    pub fn clip_edge(&self, fragment: &BoxFragment<'h>, place: &Place) -> ashlar_raster::RoundedRect {
        let style = &*fragment.style;
        let border = fragment.border.map(|width| width.to_px_f32());
        let outer = self.border_box(fragment, place);
        let padding_box = outer.inset_sides([border.top, border.right, border.bottom, border.left]);
        let scrolls = |overflow: &Overflow| !matches!(overflow, Overflow::Visible | Overflow::Clip);
        let is_replaced = matches!(fragment.kind, BoxFragmentKind::Replaced(_));
        if !is_replaced && (scrolls(style.overflow_x()) || scrolls(style.overflow_y())) {
            return padding_box;
        }
        let margin = style.overflow_clip_margin();
        let edge = match margin.reference {
            ReferenceBox::BorderBox => outer,
            ReferenceBox::ContentBox => {
                let padding = fragment.padding.map(|width| width.to_px_f32());
                padding_box.inset_sides([padding.top, padding.right, padding.bottom, padding.left])
            }
            _ => padding_box,
        };
        if margin.px > 0.0 { edge.outset_damped(margin.px) } else { edge }
    }

    /// The snapped border box of a fragment with its corner radii.
    pub fn border_box(&self, fragment: &BoxFragment<'h>, place: &Place) -> ashlar_raster::RoundedRect {
        let mut rect = PhysicalRect::new(place.offset, fragment.size);
        if fragment.flags.is_fieldset
            && let Some((_, shift)) = super::border::legend_of(fragment)
        {
            // The border of a fieldset runs through the middle of its legend.
            rect.offset.top += shift;
            rect.size.height -= shift;
        }
        super::border::rounded(&fragment.style, snap(rect), rect.size, fragment.edges)
    }
}

/// The children of a fragment, none where `content-visibility: hidden` skips them
/// ([CSS Contain 2, § 4](https://www.w3.org/TR/css-contain-2/#content-visibility)).
fn shown_children<'h>(fragment: Gc<'h, BoxFragment<'h>>) -> &'h [ChildFragment<'h>] {
    if *fragment.style.content_visibility() == ContentVisibility::Hidden {
        return &[];
    }
    fragment.as_ref().children.as_ref()
}

fn without_decorations<'h>(placed: &Placed<'h>) -> Placed<'h> {
    Placed { fragment: placed.fragment, place: Place { decorations: None, ..placed.place.clone() } }
}

/// [CSS Text Decoration 4, § 2](https://www.w3.org/TR/css-text-decor-4/#line-decoration): decorations do not reach into
/// floats, absolutely positioned boxes and atomic inlines.
fn breaks_decorations(fragment: &BoxFragment<'_>) -> bool {
    let style = &*fragment.style;
    style.is_out_of_flow() || (style.display().is_inline_level() && fragment.kind != BoxFragmentKind::InlineBox)
}

/// The cells inside a section or row, or of a whole table, in place.
fn cells_below<'h>(placed: &Placed<'h>, cells: &mut Vec<PhysicalRect>) {
    for child in placed.fragment.children.iter() {
        let Fragment::Box(fragment) = child.fragment else { continue };
        let offset = placed.place.offset + child.offset;
        match fragment.kind {
            BoxFragmentKind::TableCell { .. } => {
                cells.push(PhysicalRect::new(offset, fragment.size));
            }
            BoxFragmentKind::TableRow | BoxFragmentKind::TableSection => {
                let place = Place { offset, ..placed.place.clone() };
                cells_below(&Placed { fragment, place }, cells);
            }
            _ => {}
        }
    }
}

fn z_index_applies(fragment: &BoxFragment<'_>) -> bool {
    *fragment.style.position() != Position::Static || fragment.flags.is_flex_or_grid_item
}

/// Whether a fragment is painted by its stacking context rather than in the order of the tree.
pub(super) fn is_layered(fragment: &BoxFragment<'_>) -> bool {
    is_positioned(fragment) || makes_stacking_context(fragment)
}

/// The wrapper box of a table takes position and z-index from the element; the grid inside only looks like it. Columns
/// are not positioned.
fn is_positioned(fragment: &BoxFragment<'_>) -> bool {
    *fragment.style.position() != Position::Static
        && !matches!(fragment.kind, BoxFragmentKind::TableGrid | BoxFragmentKind::TableColumn)
}

/// Whether a box makes a stacking context
/// ([CSS Position 4](https://www.w3.org/TR/css-position-4/#stacking-contexts) and the modules that add to it).
fn makes_stacking_context(fragment: &BoxFragment<'_>) -> bool {
    let style = &*fragment.style;
    if fragment.flags.is_root {
        return true;
    }
    if fragment.kind == BoxFragmentKind::TableGrid {
        return false;
    }
    let has_level = matches!(style.z_index(), ZIndex::Integer(_)) && z_index_applies(fragment);
    let is_fixed = matches!(style.position(), Position::Fixed | Position::Sticky);
    let is_transformable = fragment.kind != BoxFragmentKind::InlineBox;
    has_level
        || is_fixed
        || has_group(style)
        || (is_transformable && has_transform(style))
        || style.will_change().contains(WillChange::STACKING_CONTEXT)
        || (is_transformable && style.contain().intersects(Contain::LAYOUT | Contain::PAINT))
}

fn has_transform(style: &ComputedStyle<'_>) -> bool {
    use ashlar_layout::css::values::effects::TransformStyle;
    !style.transform().0.is_empty()
        || style.translate().0.is_some()
        || style.rotate().0.is_some()
        || style.scale().0.is_some()
        || style.perspective().0.is_some()
        || *style.transform_style() == TransformStyle::Preserve3d
}

/// Whether a style's effects work on the box's whole picture.
pub(super) fn has_group(style: &ComputedStyle<'_>) -> bool {
    style.opacity().0 < 1.0
        || *style.mix_blend_mode() != BlendMode::Normal
        || *style.isolation() == Isolation::Isolate
        || !style.filter().0.is_empty()
        || !style.backdrop_filter().0.is_empty()
        || *style.clip_path() != ClipPath::None
        || style.mask_image().0.iter().any(|image| !image.is_none())
}
