//! Replaced elements: their size from natural size, ratio and the sizing properties.
//!
//! [§ 10.3.2](https://www.w3.org/TR/CSS22/visudet.html#inline-replaced-width), § 10.6.2 and the table of § 10.4, on
//! physical axes: natural sizes know no writing mode. What is drawn inside is paint's affair.

use ashlar_gc::Gc;

use crate::box_tree::{LayoutBox, ReplacedContents};
use crate::constraint::{ConstraintSpace, IntrinsicSizes, LayoutResult};
use crate::context::LayoutContext;
use crate::css::ComputedStyle;
use crate::css::values::length::Size;
use crate::css::values::position::{BoxSizing, Contain};
use crate::fragment_tree::BoxFragmentKind;
use crate::fragment_tree::builder::BoxFragmentBuilder;
use crate::geometry::{LayoutUnit, PhysicalSize, WritingMode};
use crate::sizing::{self, Frame};

/// [§ 10.3.2](https://www.w3.org/TR/CSS22/visudet.html#inline-replaced-width): the width of last resort, and the height.
const DEFAULT_SIZE: PhysicalSize = PhysicalSize::new(LayoutUnit::from_px(300), LayoutUnit::from_px(150));

/// Lays a replaced element out: there is only its size to find.
pub fn layout<'h>(
    ctx: &LayoutContext<'_, 'h>,
    layout_box: Gc<'h, LayoutBox<'h>>,
    contents: &ReplacedContents,
    space: &ConstraintSpace,
) -> LayoutResult<'h> {
    let style = &*layout_box.style;
    let mode = sizing::writing_mode(style);
    let frame = Frame::of(style, space.percentage_inline);
    let size = border_box_size(style, contents, space, frame);
    let mut builder = BoxFragmentBuilder::new(&layout_box, BoxFragmentKind::Replaced(contents.content), frame);
    if let Some(baseline) = contents.baseline {
        let baseline = frame.start().block + LayoutUnit::from_px_f32(baseline);
        builder.first_baseline = Some(baseline);
        builder.last_baseline = Some(baseline);
    }
    builder.finish(ctx, size.to_logical(mode))
}

/// The natural dimensions as far as they count.
#[derive(Clone, Copy)]
struct Natural {
    width: Option<LayoutUnit>,
    height: Option<LayoutUnit>,
    /// Width over height.
    ratio: Option<f32>,
    /// The ratio is of the box of `box-sizing`, not of the content box.
    ratio_is_of_border_box: bool,
    is_control: bool,
}

impl Natural {
    fn of(style: &ComputedStyle<'_>, contents: &ReplacedContents) -> Self {
        let property = style.aspect_ratio();
        let property_ratio = property.ratio.filter(|ratio| ratio.is_finite() && *ratio > 0.0);
        if style.contain().contains(Contain::SIZE) || sizing::skips_contents(style) {
            let size = |value: Option<f32>| Some(LayoutUnit::from_px_f32(value.unwrap_or(0.0)));
            return Self {
                width: size(style.contain_intrinsic_width().0),
                height: size(style.contain_intrinsic_height().0),
                ratio: property_ratio,
                ratio_is_of_border_box: !property.auto && *style.box_sizing() == BoxSizing::BorderBox,
                is_control: contents.is_control,
            };
        }
        let natural_ratio = contents.natural_ratio.or(match (contents.natural_width, contents.natural_height) {
            (Some(width), Some(height)) if !contents.is_control => Some(width / height),
            _ => None,
        });
        let natural_ratio = natural_ratio.filter(|ratio| ratio.is_finite() && *ratio > 0.0);
        let uses_property = property_ratio.is_some() && (!property.auto || natural_ratio.is_none());
        let length = |value: Option<f32>| value.map(|value| LayoutUnit::from_px_f32(value).clamp_negative_to_zero());
        Self {
            width: length(contents.natural_width),
            height: length(contents.natural_height),
            ratio: if uses_property { property_ratio } else { natural_ratio },
            ratio_is_of_border_box: uses_property && !property.auto && *style.box_sizing() == BoxSizing::BorderBox,
            is_control: contents.is_control,
        }
    }

    /// Width for a height, both of the content box.
    fn width_for(&self, height: LayoutUnit, frame: PhysicalSize) -> Option<LayoutUnit> {
        let ratio = self.ratio?;
        Some(if self.ratio_is_of_border_box {
            ((height + frame.height).scale(ratio) - frame.width).clamp_negative_to_zero()
        } else {
            height.scale(ratio)
        })
    }

    /// Height for a width, both of the content box.
    fn height_for(&self, width: LayoutUnit, frame: PhysicalSize) -> Option<LayoutUnit> {
        let ratio = self.ratio?;
        Some(if self.ratio_is_of_border_box {
            ((width + frame.width).scale(1.0 / ratio) - frame.height).clamp_negative_to_zero()
        } else {
            LayoutUnit::from_px_f32_round(width.to_px_f32() / ratio)
        })
    }
}

/// One axis: content-box extents.
#[derive(Clone, Copy)]
struct Limits {
    preferred: Option<LayoutUnit>,
    min: LayoutUnit,
    max: LayoutUnit,
}

impl Limits {
    fn clamp(&self, size: LayoutUnit) -> LayoutUnit {
        size.min(self.max).max(self.min)
    }
}

struct AxisInput<'s> {
    preferred: &'s Size,
    min: &'s Size,
    max: &'s Size,
    fixed: Option<LayoutUnit>,
    available: Option<LayoutUnit>,
    percentage: Option<LayoutUnit>,
    margin_sum: LayoutUnit,
    frame_sum: LayoutUnit,
    box_sizing: BoxSizing,
}

/// The keywords of CSS Sizing that name the natural size; as a preferred size they are the same as `auto`.
fn is_content_keyword(size: &Size) -> bool {
    matches!(size, Size::MinContent | Size::MaxContent | Size::FitContent | Size::FitContentFunction(_))
}

impl AxisInput<'_> {
    fn limits(&self) -> Limits {
        if let Some(fixed) = self.fixed {
            let fixed = (fixed - self.frame_sum).clamp_negative_to_zero();
            return Limits { preferred: Some(fixed), min: fixed, max: fixed };
        }
        Limits {
            preferred: self.resolve(self.preferred),
            min: self.resolve(self.min).unwrap_or_default(),
            max: self.resolve(self.max).unwrap_or(LayoutUnit::MAX),
        }
    }

    fn resolve(&self, size: &Size) -> Option<LayoutUnit> {
        match size {
            Size::LengthPercentage(length) => {
                let length = length.maybe_resolve(self.percentage)?;
                Some(sizing::to_border_box(length, self.box_sizing, self.frame_sum) - self.frame_sum)
            }
            Size::Stretch => {
                let available = self.available?;
                Some((available - self.margin_sum - self.frame_sum).clamp_negative_to_zero())
            }
            _ => None,
        }
    }
}

/// The border box of a replaced element.
pub fn border_box_size(
    style: &ComputedStyle<'_>,
    contents: &ReplacedContents,
    space: &ConstraintSpace,
    frame: Frame,
) -> PhysicalSize {
    let natural = Natural::of(style, contents);
    let (horizontal, vertical) = axis_inputs(style, space, frame);
    let frame_size = PhysicalSize::new(horizontal.frame_sum, vertical.frame_sum);
    let fill = (space.available_inline - horizontal.margin_sum - frame_size.width).clamp_negative_to_zero();
    let may_fill = space.parent_writing_mode.is_horizontal() && space.available_inline < LayoutUnit::MAX;
    let (width, height) = limits(&natural, &horizontal, &vertical, frame_size);
    let size = content_size(&natural, width, height, frame_size, may_fill.then_some(fill));
    PhysicalSize::new(size.width + frame_size.width, size.height + frame_size.height)
}

/// The limits of both axes. `min-content` and its like, as limits, are the size that `auto` would be.
fn limits(
    natural: &Natural,
    horizontal: &AxisInput<'_>,
    vertical: &AxisInput<'_>,
    frame: PhysicalSize,
) -> (Limits, Limits) {
    let (mut width, mut height) = (horizontal.limits(), vertical.limits());
    let free = Limits { preferred: None, min: LayoutUnit::ZERO, max: LayoutUnit::MAX };
    let auto_width = content_size(natural, free, height, frame, None).width;
    let auto_height = content_size(natural, width, free, frame, None).height;
    for (axis, limits, auto) in [(horizontal, &mut width, auto_width), (vertical, &mut height, auto_height)] {
        if axis.fixed.is_none() {
            if is_content_keyword(axis.min) {
                limits.min = auto;
            }
            if is_content_keyword(axis.max) {
                limits.max = auto;
            }
        }
    }
    (width, height)
}

/// The border box of a replaced element as its other axis and its natural size make it: the sizing properties of the
/// horizontal axis (or the vertical one) are left aside.
pub fn size_from_other_axis(
    style: &ComputedStyle<'_>,
    contents: &ReplacedContents,
    space: &ConstraintSpace,
    frame: Frame,
    is_horizontal: bool,
) -> PhysicalSize {
    let natural = Natural::of(style, contents);
    let (horizontal, vertical) = axis_inputs(style, space, frame);
    let frame_size = PhysicalSize::new(horizontal.frame_sum, vertical.frame_sum);
    let free = Limits { preferred: None, min: LayoutUnit::ZERO, max: LayoutUnit::MAX };
    let (width, height) = if is_horizontal { (free, vertical.limits()) } else { (horizontal.limits(), free) };
    let fill = (space.available_inline - horizontal.margin_sum - frame_size.width).clamp_negative_to_zero();
    let may_fill = space.parent_writing_mode.is_horizontal() && space.available_inline < LayoutUnit::MAX;
    let size = content_size(&natural, width, height, frame_size, may_fill.then_some(fill));
    PhysicalSize::new(size.width + frame_size.width, size.height + frame_size.height)
}

fn axis_inputs<'s>(
    style: &'s ComputedStyle<'_>,
    space: &ConstraintSpace,
    frame: Frame,
) -> (AxisInput<'s>, AxisInput<'s>) {
    let horizontal = WritingMode::default();
    let own_mode = sizing::writing_mode(style);
    let sides = frame.sides().to_physical(own_mode);
    let margins = sizing::used_margins(style, space.percentage_inline, horizontal);
    let parent_is_horizontal = space.parent_writing_mode.is_horizontal();
    let swap = |inline, block| if parent_is_horizontal { (inline, block) } else { (block, inline) };
    let (fixed_width, fixed_height) = swap(space.fixed_inline, space.fixed_block);
    let (percentage_width, percentage_height) = swap(Some(space.percentage_inline), space.percentage_block);
    let (available_width, available_height) = swap(Some(space.available_inline), space.available_block);
    let box_sizing = *style.box_sizing();
    (
        AxisInput {
            preferred: style.width(),
            min: style.min_width(),
            max: &style.max_width().0,
            fixed: fixed_width,
            available: available_width.filter(|available| *available < LayoutUnit::MAX),
            percentage: percentage_width,
            margin_sum: margins.inline_sum(),
            frame_sum: sides.horizontal_sum(),
            box_sizing,
        },
        AxisInput {
            preferred: style.height(),
            min: style.min_height(),
            max: &style.max_height().0,
            fixed: fixed_height,
            available: available_height,
            percentage: percentage_height,
            margin_sum: margins.block_sum(),
            frame_sum: sides.vertical_sum(),
            box_sizing,
        },
    )
}

/// The content box. `fill` is the width that a box with a ratio but no natural size takes.
fn content_size(
    natural: &Natural,
    width: Limits,
    height: Limits,
    frame: PhysicalSize,
    fill: Option<LayoutUnit>,
) -> PhysicalSize {
    match (width.preferred, height.preferred) {
        (Some(w), Some(h)) => PhysicalSize::new(width.clamp(w), height.clamp(h)),
        (Some(w), None) => {
            let w = width.clamp(w);
            let h = natural.height_for(w, frame).or(natural.height).unwrap_or_else(|| default_height(natural));
            PhysicalSize::new(w, height.clamp(h))
        }
        (None, Some(h)) => {
            let h = height.clamp(h);
            let w = natural.width_for(h, frame).or(natural.width).unwrap_or(DEFAULT_SIZE.width);
            PhysicalSize::new(width.clamp(w), h)
        }
        (None, None) => {
            let w = natural.width.or_else(|| natural.width_for(natural.height?, frame));
            let w = w.or_else(|| natural.ratio.and(fill)).unwrap_or(DEFAULT_SIZE.width);
            // A natural height is taken as it is when the natural ratio is the same thing.
            let own_ratio = !natural.ratio_is_of_border_box && natural.width.is_some() && natural.height.is_some();
            let ratio_height = natural.height_for(w, frame);
            let h = match (natural.height, ratio_height) {
                (Some(h), Some(by_ratio)) if own_ratio && (h - by_ratio).abs() <= LayoutUnit::from_px(1) => h,
                (_, Some(by_ratio)) => by_ratio,
                (Some(h), None) => h,
                (None, None) => default_height(natural),
            };
            if natural.ratio.is_some() {
                constrain_with_ratio(natural, w, h, width, height, frame)
            } else {
                PhysicalSize::new(width.clamp(w), height.clamp(h))
            }
        }
    }
}

/// [§ 10.6.2](https://www.w3.org/TR/CSS22/visudet.html#inline-replaced-height): the height of last resort; a control
/// without one has no height of its own.
fn default_height(natural: &Natural) -> LayoutUnit {
    if natural.is_control { LayoutUnit::ZERO } else { DEFAULT_SIZE.height }
}

/// [§ 10.4](https://www.w3.org/TR/CSS22/visudet.html#min-max-widths): the table of constraint violations.
fn constrain_with_ratio(
    natural: &Natural,
    w: LayoutUnit,
    h: LayoutUnit,
    width: Limits,
    height: Limits,
    frame: PhysicalSize,
) -> PhysicalSize {
    let max_width = width.max.max(width.min);
    let max_height = height.max.max(height.min);
    let (min_width, min_height) = (width.min, height.min);
    let height_for = |w: LayoutUnit| natural.height_for(w, frame).unwrap_or(h);
    let width_for = |h: LayoutUnit| natural.width_for(h, frame).unwrap_or(w);
    let narrow = |h: LayoutUnit| PhysicalSize::new(width_for(h).max(min_width), h);
    let (too_wide, too_narrow) = (w > max_width, w < min_width);
    let (too_high, too_low) = (h > max_height, h < min_height);
    // Compares w/max-width with h/max-height without division.
    let is_more = |limit_w: LayoutUnit, limit_h: LayoutUnit| {
        i64::from(limit_w.raw()) * i64::from(h.raw()) <= i64::from(limit_h.raw()) * i64::from(w.raw())
    };
    match (too_wide, too_narrow, too_high, too_low) {
        (true, _, true, _) if is_more(max_width, max_height) => {
            PhysicalSize::new(max_width, height_for(max_width).max(min_height))
        }
        (true, _, true, _) => narrow(max_height),
        (_, true, _, true) if is_more(min_width, min_height) => {
            PhysicalSize::new(width_for(min_height).min(max_width), min_height)
        }
        (_, true, _, true) => PhysicalSize::new(min_width, height_for(min_width).min(max_height)),
        (_, true, true, _) => PhysicalSize::new(min_width, max_height),
        (true, _, _, true) => PhysicalSize::new(max_width, min_height),
        (true, ..) => PhysicalSize::new(max_width, height_for(max_width).max(min_height)),
        (_, true, ..) => PhysicalSize::new(min_width, height_for(min_width).min(max_height)),
        (_, _, true, _) => narrow(max_height),
        (_, _, _, true) => PhysicalSize::new(width_for(min_height).min(max_width), min_height),
        _ => PhysicalSize::new(w, h),
    }
}

/// Min- and max-content contributions of the border box, along its inline axis.
///
/// Replaced elements are [compressible](https://www.w3.org/TR/css-sizing-3/#min-content-zero): a percentage width or
/// maximum without a basis makes the min-content contribution zero.
pub fn contribution(
    style: &ComputedStyle<'_>,
    contents: &ReplacedContents,
    percentage_inline: Option<LayoutUnit>,
    percentage_block: Option<LayoutUnit>,
) -> IntrinsicSizes {
    let mode = sizing::writing_mode(style);
    let frame = Frame::of(style, percentage_inline.unwrap_or_default());
    let natural = Natural::of(style, contents);
    let mut space = ConstraintSpace::new(LayoutUnit::MAX, percentage_block, mode);
    space.percentage_inline = percentage_inline.unwrap_or_default();
    let (mut horizontal, mut vertical) = axis_inputs(style, &space, frame);
    let frame_size = PhysicalSize::new(horizontal.frame_sum, vertical.frame_sum);
    let inline = if mode.is_horizontal() { &mut horizontal } else { &mut vertical };
    inline.percentage = percentage_inline;
    let has_percentage = |size: &Size| size.length_percentage().is_some_and(|length| length.has_percentage());
    let compressible = percentage_inline.is_none() && (has_percentage(inline.preferred) || has_percentage(inline.max));
    let inline_min = inline.limits().min;
    let (width, height) = limits(&natural, &horizontal, &vertical, frame_size);
    let size = content_size(&natural, width, height, frame_size, None);
    let max_content = PhysicalSize::new(size.width + frame_size.width, size.height + frame_size.height);
    let max_content = max_content.to_logical(mode).inline;
    let frame_sum = frame.inline_sum();
    let min_content = if compressible { inline_min + frame_sum } else { max_content };
    IntrinsicSizes { min_content, max_content }
}

/// The natural inline size of the content box.
pub fn intrinsic_sizes(style: &ComputedStyle<'_>, contents: &ReplacedContents) -> IntrinsicSizes {
    let natural = Natural::of(style, contents);
    let free = Limits { preferred: None, min: LayoutUnit::ZERO, max: LayoutUnit::MAX };
    let size = content_size(&natural, free, free, PhysicalSize::default(), None);
    let inline = size.to_logical(sizing::writing_mode(style)).inline;
    IntrinsicSizes { min_content: inline, max_content: inline }
}
