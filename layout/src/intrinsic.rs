//! Intrinsic contributions: how wide a box makes the box that holds it.
//!
//! Spec: <https://www.w3.org/TR/css-sizing-3/#intrinsic-contribution>.

use crate::box_tree::{BoxContents, LayoutBox};
use crate::constraint::{ConstraintSpace, IntrinsicSizes};
use crate::context::LayoutContext;
use crate::css::ComputedStyle;
use crate::css::values::length::{LengthPercentageOrAuto, Size};
use crate::geometry::{LayoutUnit, WritingMode};
use crate::sizing::{self, AxisSizes, Frame, InlineSizing, RatioSizing};

/// [§ 5.2](https://www.w3.org/TR/css-sizing-3/#intrinsic-contributions): the min- and max-content contributions of a
/// box: its margin box, along its own inline axis.
///
/// `percentage_inline` is the containing block's inline size where it is known; else percentages are cyclic and count
/// as [§ 5.2.1](https://www.w3.org/TR/css-sizing-3/#cyclic-percentage-contribution) says.
pub fn contribution<'h>(
    ctx: &LayoutContext<'_, 'h>,
    layout_box: &LayoutBox<'h>,
    percentage_inline: Option<LayoutUnit>,
) -> IntrinsicSizes {
    let style = &*layout_box.style;
    border_box_contribution(ctx, layout_box, percentage_inline).grow(margin_sum(
        style,
        sizing::writing_mode(style),
        percentage_inline,
    ))
}

/// The contribution to a container of writing mode `mode`, along *its* inline axis.
pub fn contribution_in<'h>(
    ctx: &LayoutContext<'_, 'h>,
    layout_box: &ashlar_gc::Gc<'h, LayoutBox<'h>>,
    percentage_inline: Option<LayoutUnit>,
    mode: WritingMode,
) -> IntrinsicSizes {
    let own = sizing::writing_mode(&layout_box.style);
    if own.is_horizontal() == mode.is_horizontal() {
        return contribution(ctx, layout_box, percentage_inline);
    }
    // The block size of an orthogonal box is known only from layout.
    let mut space = ConstraintSpace::new(LayoutUnit::MAX, None, mode);
    space.percentage_inline = percentage_inline.unwrap_or_default();
    let block_size = sizing::block_axis(&layout_box.style, own).preferred;
    // A cyclic percentage is `auto`.
    space.ignores_block_sizes =
        percentage_inline.is_none() && block_size.length_percentage().is_some_and(|length| length.has_percentage());
    let result = crate::dispatch::layout_child(ctx, *layout_box, &space);
    let size = result.fragment.size.to_logical(mode).inline + margin_sum(&layout_box.style, mode, percentage_inline);
    IntrinsicSizes { min_content: size, max_content: size }
}

/// The same of the border box.
pub fn border_box_contribution<'h>(
    ctx: &LayoutContext<'_, 'h>,
    layout_box: &LayoutBox<'h>,
    percentage_inline: Option<LayoutUnit>,
) -> IntrinsicSizes {
    let style = &*layout_box.style;
    let percentage_block = ctx.intrinsic_percentage_block.get();
    if let BoxContents::Replaced(contents) = layout_box.contents {
        return crate::replaced::contribution(style, &contents, percentage_inline, percentage_block);
    }
    if let BoxContents::Table(contents) = layout_box.contents {
        return crate::table::border_box_contribution(ctx, layout_box, contents, percentage_inline);
    }
    let mode = sizing::writing_mode(style);
    let frame = Frame::of(style, percentage_inline.unwrap_or_default());
    let frame_sum = frame.inline_sum();
    // Only its bases of the block axis are read.
    let space = ConstraintSpace::new(percentage_inline.unwrap_or_default(), percentage_block, mode);
    let block = sizing::definite_block_size(style, &space, frame);
    let content_block = block.map(|block| block - frame.block_sum());
    let children_basis = sizing::content_percentage_block(ctx, layout_box, content_block, percentage_block);
    let content = || crate::dispatch::content_intrinsic_sizes_in(ctx, layout_box, children_basis);
    let sizing = ContributionSizing {
        style,
        axis: sizing::inline_axis(style, mode),
        frame_sum,
        percentage_inline,
        ratio: RatioSizing::of(style, frame, block, sizing::block_limits(style, &space, frame)),
    };
    let outer = |purpose| sizing.used(purpose, &content);
    let max_content = outer(Purpose::MaxContent);
    // Form controls are compressible (CSS Sizing 3, § 5.2.2): a percentage without a basis makes them as small as can be.
    let is_cyclic = |size: &Size| {
        percentage_inline.is_none() && size.length_percentage().is_some_and(|length| length.has_percentage())
    };
    if layout_box.flags.control_inline_size.is_some()
        && (is_cyclic(sizing.axis.preferred) || is_cyclic(sizing.axis.max))
    {
        let min = sizing.resolve(sizing.axis.min, Purpose::MinContent, &content).unwrap_or_default();
        return IntrinsicSizes { min_content: min.max(frame_sum), max_content };
    }
    IntrinsicSizes { min_content: outer(Purpose::MinContent), max_content }
}

/// Which contribution is asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    MinContent,
    MaxContent,
}

struct ContributionSizing<'s, 'h> {
    style: &'s ComputedStyle<'h>,
    axis: AxisSizes<'s>,
    frame_sum: LayoutUnit,
    percentage_inline: Option<LayoutUnit>,
    ratio: RatioSizing,
}

impl ContributionSizing<'_, '_> {
    fn used(&self, purpose: Purpose, content: &dyn Fn() -> IntrinsicSizes) -> LayoutUnit {
        let with_ratio = || self.ratio.content_sizes(self.frame_sum, content);
        let resolved = self.resolve(self.axis.preferred, purpose, &with_ratio);
        let preferred = resolved.unwrap_or_else(|| self.of_content(purpose, &with_ratio));
        let max = self.resolve(self.axis.max, purpose, &with_ratio);
        let min = self.resolve(self.axis.min, purpose, &with_ratio);
        let is_automatic = self.axis.preferred.length_percentage().is_none() || resolved.is_none();
        let shows_overflow = !sizing::clips_inline(self.style, sizing::writing_mode(self.style));
        let automatic = || content().min_content + self.frame_sum;
        self.ratio.clamp(preferred, min, max, is_automatic, shows_overflow, &automatic).max(self.frame_sum)
    }

    fn of_content(&self, purpose: Purpose, content: &dyn Fn() -> IntrinsicSizes) -> LayoutUnit {
        let sizes = content();
        self.frame_sum + if purpose == Purpose::MinContent { sizes.min_content } else { sizes.max_content }
    }

    fn resolve(&self, size: &Size, purpose: Purpose, content: &dyn Fn() -> IntrinsicSizes) -> Option<LayoutUnit> {
        match size {
            // Under an intrinsic constraint both are the content's own size.
            Size::FitContent | Size::Stretch => Some(self.of_content(purpose, content)),
            _ => {
                let sizing = InlineSizing {
                    available: LayoutUnit::ZERO,
                    percentage: self.percentage_inline,
                    margin_sum: LayoutUnit::ZERO,
                    frame_sum: self.frame_sum,
                    box_sizing: *self.style.box_sizing(),
                };
                sizing.resolve(size, &mut || content())
            }
        }
    }
}

/// The inline margins of a box in the axes of `mode`; `auto` and cyclic percentages are zero.
pub fn margin_sum(style: &ComputedStyle<'_>, mode: WritingMode, percentage_inline: Option<LayoutUnit>) -> LayoutUnit {
    let (start, end) = if mode.is_horizontal() {
        (style.margin_left(), style.margin_right())
    } else {
        (style.margin_top(), style.margin_bottom())
    };
    let used = |margin: &LengthPercentageOrAuto| {
        margin.non_auto().map_or(LayoutUnit::ZERO, |margin| sizing::resolve_or_zero(margin, percentage_inline))
    };
    used(start) + used(end)
}
