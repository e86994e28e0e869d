//! Lengths and coordinates of layout.
//!
//! Layout computes in [`LayoutUnit`], a fixed-point number of 1/64 CSS px, so that sums of many widths are exact and
//! a line breaks at the same place on every machine. All arithmetic saturates: no input can wrap a coordinate.
//!
//! Algorithms work on *logical* axes (inline and block, start and end); fragments store *physical* ones (x and y,
//! top, right, bottom, left). The only door between the two takes a [`WritingMode`].

use std::fmt;
use std::ops::{Add, AddAssign, Neg, Sub, SubAssign};

use ashlar_gc::Trace;

/// A length in 1/64 CSS px, saturating.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Trace)]
pub struct LayoutUnit(i32);

impl LayoutUnit {
    /// Zero.
    pub const ZERO: Self = Self(0);
    /// The largest length, 2^25 px less 1/64.
    pub const MAX: Self = Self(i32::MAX);
    /// The smallest length.
    pub const MIN: Self = Self(i32::MIN);
    /// One 64th of a px.
    pub const EPSILON: Self = Self(1);
    /// How many units make a px.
    pub const DENOMINATOR: i32 = 64;

    /// From a count of 64ths.
    pub const fn from_raw(raw: i32) -> Self {
        Self(raw)
    }

    /// The count of 64ths.
    pub const fn raw(self) -> i32 {
        self.0
    }

    /// From whole px, saturating.
    pub const fn from_px(px: i32) -> Self {
        Self(px.saturating_mul(Self::DENOMINATOR))
    }

    /// From px, cut toward zero to 1/64 px as Blink does for specified lengths; NaN gives zero.
    pub fn from_px_f32(px: f32) -> Self {
        // A float-to-int cast saturates and maps NaN to zero.
        Self((f64::from(px) * 64.0) as i32)
    }

    /// From px, rounded to the nearest 1/64 px.
    pub fn from_px_f32_round(px: f32) -> Self {
        Self((f64::from(px) * 64.0).round() as i32)
    }

    /// From px, rounded up to the next 1/64 px (widths of text, so that a line that fits still fits).
    pub fn from_px_f32_ceil(px: f32) -> Self {
        Self((f64::from(px) * 64.0).ceil() as i32)
    }

    /// In px; exact up to 2^18 px.
    pub fn to_px_f32(self) -> f32 {
        self.0 as f32 / 64.0
    }

    /// In px, exact.
    pub fn to_px_f64(self) -> f64 {
        f64::from(self.0) / 64.0
    }

    /// The largest whole px at or below.
    pub const fn floor(self) -> i32 {
        self.0 >> 6
    }

    /// The smallest whole px at or above.
    pub const fn ceil(self) -> i32 {
        self.0.saturating_add(63) >> 6
    }

    /// The nearest whole px, halves up.
    pub const fn round(self) -> i32 {
        self.0.saturating_add(32) >> 6
    }

    /// The absolute value.
    pub const fn abs(self) -> Self {
        Self(self.0.saturating_abs())
    }

    /// Not below zero.
    pub fn clamp_negative_to_zero(self) -> Self {
        Self(self.0.max(0))
    }

    /// Whether the length is below zero.
    pub const fn is_negative(self) -> bool {
        self.0 < 0
    }

    /// Whether the length is zero.
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// This length times a factor, cut toward zero, saturating. The product is rounded to single precision first, so
    /// that 0.7 of 1000 px is 700 px.
    pub fn scale(self, factor: f32) -> Self {
        Self((self.0 as f32 * factor) as i32)
    }

    /// `self * numerator / denominator` through 64 bits; zero when the denominator is zero.
    pub fn mul_div(self, numerator: Self, denominator: Self) -> Self {
        if denominator.0 == 0 {
            return Self::ZERO;
        }
        let wide = i64::from(self.0) * i64::from(numerator.0) / i64::from(denominator.0);
        Self(wide.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32)
    }

    /// This length divided by a count; zero when the count is zero.
    pub const fn div_count(self, count: i32) -> Self {
        if count == 0 { Self::ZERO } else { Self(self.0.saturating_div(count)) }
    }

    /// This length times a count.
    pub const fn mul_count(self, count: i32) -> Self {
        Self(self.0.saturating_mul(count))
    }
}

impl fmt::Debug for LayoutUnit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.to_px_f64())
    }
}

impl fmt::Display for LayoutUnit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.to_px_f64())
    }
}

impl Add for LayoutUnit {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl Sub for LayoutUnit {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl Neg for LayoutUnit {
    type Output = Self;
    fn neg(self) -> Self {
        Self(self.0.saturating_neg())
    }
}

impl AddAssign for LayoutUnit {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl SubAssign for LayoutUnit {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl std::iter::Sum for LayoutUnit {
    fn sum<I: Iterator<Item = Self>>(iter: I) -> Self {
        iter.fold(Self::ZERO, Add::add)
    }
}

/// The inline base direction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Trace)]
pub enum Direction {
    /// Left to right.
    #[default]
    Ltr,
    /// Right to left.
    Rtl,
}

/// In which direction blocks stack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Trace)]
pub enum BlockFlow {
    /// Lines are horizontal, blocks stack downward.
    #[default]
    HorizontalTb,
    /// Lines are vertical, blocks stack leftward.
    VerticalRl,
    /// Lines are vertical, blocks stack rightward.
    VerticalLr,
}

/// `writing-mode` and `direction` together: what maps logical to physical.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Trace)]
pub struct WritingMode {
    /// The block flow direction.
    pub block_flow: BlockFlow,
    /// The inline base direction.
    pub direction: Direction,
}

impl WritingMode {
    /// Whether lines are horizontal.
    pub fn is_horizontal(self) -> bool {
        self.block_flow == BlockFlow::HorizontalTb
    }

    /// Whether the inline base direction is right to left.
    pub fn is_rtl(self) -> bool {
        self.direction == Direction::Rtl
    }
}

/// An inline and a block extent.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Trace)]
pub struct LogicalSize {
    /// Along the line.
    pub inline: LayoutUnit,
    /// Across the lines.
    pub block: LayoutUnit,
}

impl LogicalSize {
    /// From both extents.
    pub const fn new(inline: LayoutUnit, block: LayoutUnit) -> Self {
        Self { inline, block }
    }

    /// The same extent on physical axes.
    pub fn to_physical(self, mode: WritingMode) -> PhysicalSize {
        if mode.is_horizontal() {
            PhysicalSize::new(self.inline, self.block)
        } else {
            PhysicalSize::new(self.block, self.inline)
        }
    }
}

impl fmt::Debug for LogicalSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "i{}×b{}", self.inline, self.block)
    }
}

/// A distance from the inline-start and block-start corner.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Trace)]
pub struct LogicalOffset {
    /// From the inline-start edge.
    pub inline: LayoutUnit,
    /// From the block-start edge.
    pub block: LayoutUnit,
}

impl LogicalOffset {
    /// From both distances.
    pub const fn new(inline: LayoutUnit, block: LayoutUnit) -> Self {
        Self { inline, block }
    }

    /// Where a child of physical size `child`, at this offset in a container of physical size `container` with
    /// writing mode `mode`, has its top left corner.
    pub fn to_physical(self, mode: WritingMode, container: PhysicalSize, child: PhysicalSize) -> PhysicalOffset {
        let flip_inline = mode.is_rtl();
        match mode.block_flow {
            BlockFlow::HorizontalTb => PhysicalOffset {
                left: if flip_inline { container.width - self.inline - child.width } else { self.inline },
                top: self.block,
            },
            BlockFlow::VerticalLr | BlockFlow::VerticalRl => PhysicalOffset {
                left: if mode.block_flow == BlockFlow::VerticalRl {
                    container.width - self.block - child.width
                } else {
                    self.block
                },
                top: if flip_inline { container.height - self.inline - child.height } else { self.inline },
            },
        }
    }
}

impl fmt::Debug for LogicalOffset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "(i{}, b{})", self.inline, self.block)
    }
}

impl Add for LogicalOffset {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::new(self.inline + other.inline, self.block + other.block)
    }
}

/// One value for each side, by flow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Trace)]
pub struct LogicalSides<T> {
    /// Where lines begin.
    pub inline_start: T,
    /// Where lines end.
    pub inline_end: T,
    /// Where the first line is.
    pub block_start: T,
    /// Where the last line is.
    pub block_end: T,
}

impl LogicalSides<LayoutUnit> {
    /// Both inline sides together.
    pub fn inline_sum(self) -> LayoutUnit {
        self.inline_start + self.inline_end
    }

    /// Both block sides together.
    pub fn block_sum(self) -> LayoutUnit {
        self.block_start + self.block_end
    }

    /// Both axes' sums.
    pub fn sums(self) -> LogicalSize {
        LogicalSize::new(self.inline_sum(), self.block_sum())
    }

    /// The block-start and inline-start sides, as the offset of the inner edge.
    pub fn start(self) -> LogicalOffset {
        LogicalOffset::new(self.inline_start, self.block_start)
    }
}

impl Add for LogicalSides<LayoutUnit> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self {
            inline_start: self.inline_start + other.inline_start,
            inline_end: self.inline_end + other.inline_end,
            block_start: self.block_start + other.block_start,
            block_end: self.block_end + other.block_end,
        }
    }
}

impl<T: Copy> LogicalSides<T> {
    /// The same values by physical side.
    pub fn to_physical(self, mode: WritingMode) -> PhysicalSides<T> {
        let (line_left, line_right) = match mode.direction {
            Direction::Ltr => (self.inline_start, self.inline_end),
            Direction::Rtl => (self.inline_end, self.inline_start),
        };
        match mode.block_flow {
            BlockFlow::HorizontalTb => {
                PhysicalSides { top: self.block_start, right: line_right, bottom: self.block_end, left: line_left }
            }
            BlockFlow::VerticalRl => {
                PhysicalSides { top: line_left, right: self.block_start, bottom: line_right, left: self.block_end }
            }
            BlockFlow::VerticalLr => {
                PhysicalSides { top: line_left, right: self.block_end, bottom: line_right, left: self.block_start }
            }
        }
    }
}

/// A width and a height.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Trace)]
pub struct PhysicalSize {
    /// The horizontal extent.
    pub width: LayoutUnit,
    /// The vertical extent.
    pub height: LayoutUnit,
}

impl PhysicalSize {
    /// From both extents.
    pub const fn new(width: LayoutUnit, height: LayoutUnit) -> Self {
        Self { width, height }
    }

    /// The same extent on logical axes.
    pub fn to_logical(self, mode: WritingMode) -> LogicalSize {
        if mode.is_horizontal() {
            LogicalSize::new(self.width, self.height)
        } else {
            LogicalSize::new(self.height, self.width)
        }
    }
}

impl fmt::Debug for PhysicalSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}×{}", self.width, self.height)
    }
}

/// A distance from the top left corner.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Trace)]
pub struct PhysicalOffset {
    /// From the left edge.
    pub left: LayoutUnit,
    /// From the top edge.
    pub top: LayoutUnit,
}

impl PhysicalOffset {
    /// From both distances.
    pub const fn new(left: LayoutUnit, top: LayoutUnit) -> Self {
        Self { left, top }
    }

    /// The logical offset of a child of size `child` in a container of size `container`; the inverse of
    /// [`LogicalOffset::to_physical`].
    pub fn to_logical(self, mode: WritingMode, container: PhysicalSize, child: PhysicalSize) -> LogicalOffset {
        let right = container.width - self.left - child.width;
        let bottom = container.height - self.top - child.height;
        match mode.block_flow {
            BlockFlow::HorizontalTb => LogicalOffset::new(if mode.is_rtl() { right } else { self.left }, self.top),
            BlockFlow::VerticalRl => LogicalOffset::new(if mode.is_rtl() { bottom } else { self.top }, right),
            BlockFlow::VerticalLr => LogicalOffset::new(if mode.is_rtl() { bottom } else { self.top }, self.left),
        }
    }
}

impl fmt::Debug for PhysicalOffset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.left, self.top)
    }
}

impl Add for PhysicalOffset {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::new(self.left + other.left, self.top + other.top)
    }
}

impl Sub for PhysicalOffset {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self::new(self.left - other.left, self.top - other.top)
    }
}

/// One value for each side, by page direction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Trace)]
pub struct PhysicalSides<T> {
    /// The upper side.
    pub top: T,
    /// The right side.
    pub right: T,
    /// The lower side.
    pub bottom: T,
    /// The left side.
    pub left: T,
}

impl PhysicalSides<LayoutUnit> {
    /// Left and right together.
    pub fn horizontal_sum(self) -> LayoutUnit {
        self.left + self.right
    }

    /// Top and bottom together.
    pub fn vertical_sum(self) -> LayoutUnit {
        self.top + self.bottom
    }
}

impl<T> PhysicalSides<T> {
    /// Each side mapped.
    pub fn map<U>(self, mut f: impl FnMut(T) -> U) -> PhysicalSides<U> {
        PhysicalSides { top: f(self.top), right: f(self.right), bottom: f(self.bottom), left: f(self.left) }
    }
}

impl<T: Copy> PhysicalSides<T> {
    /// The same value on all sides.
    pub fn all(value: T) -> Self {
        Self { top: value, right: value, bottom: value, left: value }
    }

    /// The same values by flow.
    pub fn to_logical(self, mode: WritingMode) -> LogicalSides<T> {
        let (line_left, line_right, block_start, block_end) = match mode.block_flow {
            BlockFlow::HorizontalTb => (self.left, self.right, self.top, self.bottom),
            BlockFlow::VerticalRl => (self.top, self.bottom, self.right, self.left),
            BlockFlow::VerticalLr => (self.top, self.bottom, self.left, self.right),
        };
        let (inline_start, inline_end) = match mode.direction {
            Direction::Ltr => (line_left, line_right),
            Direction::Rtl => (line_right, line_left),
        };
        LogicalSides { inline_start, inline_end, block_start, block_end }
    }
}

/// A rectangle by its top left corner and size.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Trace)]
pub struct PhysicalRect {
    /// The top left corner.
    pub offset: PhysicalOffset,
    /// The extent.
    pub size: PhysicalSize,
}

impl PhysicalRect {
    /// From corner and extent.
    pub const fn new(offset: PhysicalOffset, size: PhysicalSize) -> Self {
        Self { offset, size }
    }

    /// The x of the right edge.
    pub fn right(self) -> LayoutUnit {
        self.offset.left + self.size.width
    }

    /// The y of the lower edge.
    pub fn bottom(self) -> LayoutUnit {
        self.offset.top + self.size.height
    }

    /// The smallest rectangle around both.
    pub fn union(self, other: Self) -> Self {
        let left = self.offset.left.min(other.offset.left);
        let top = self.offset.top.min(other.offset.top);
        let right = self.right().max(other.right());
        let bottom = self.bottom().max(other.bottom());
        Self::new(PhysicalOffset::new(left, top), PhysicalSize::new(right - left, bottom - top))
    }

    /// Moved by an offset.
    pub fn translate(self, by: PhysicalOffset) -> Self {
        Self::new(self.offset + by, self.size)
    }

    /// Each side moved inward.
    pub fn shrink(self, by: PhysicalSides<LayoutUnit>) -> Self {
        Self::new(
            PhysicalOffset::new(self.offset.left + by.left, self.offset.top + by.top),
            PhysicalSize::new(
                (self.size.width - by.horizontal_sum()).clamp_negative_to_zero(),
                (self.size.height - by.vertical_sum()).clamp_negative_to_zero(),
            ),
        )
    }
}

impl fmt::Debug for PhysicalRect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} @ {:?}", self.size, self.offset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_saturates() {
        assert_eq!(LayoutUnit::MAX + LayoutUnit::EPSILON, LayoutUnit::MAX);
        assert_eq!(LayoutUnit::MIN - LayoutUnit::EPSILON, LayoutUnit::MIN);
        assert_eq!(LayoutUnit::from_px_f32(1e20), LayoutUnit::MAX);
        assert_eq!(LayoutUnit::from_px_f32(f32::NAN), LayoutUnit::ZERO);
    }

    #[test]
    fn rounding_is_right_for_negatives() {
        let half = LayoutUnit::from_raw(-32);
        assert_eq!((half.floor(), half.round(), half.ceil()), (-1, 0, 0));
        assert_eq!(LayoutUnit::from_raw(-33).round(), -1);
    }

    #[test]
    fn rtl_flips_the_inline_axis_only() {
        let mode = WritingMode { block_flow: BlockFlow::HorizontalTb, direction: Direction::Rtl };
        let px = LayoutUnit::from_px;
        let container = PhysicalSize::new(px(100), px(50));
        let child = PhysicalSize::new(px(30), px(10));
        let physical = LogicalOffset::new(px(5), px(7)).to_physical(mode, container, child);
        assert_eq!(physical, PhysicalOffset::new(px(65), px(7)));
        assert_eq!(physical.to_logical(mode, container, child), LogicalOffset::new(px(5), px(7)));
    }
}
