//! Caps on recursion and counts, so that every loop and every recursion of layout has a bound.

/// The deepest nesting of boxes that is laid out; deeper boxes are left out by box construction. Documents are at most 512
/// elements deep; the rest is for generated boxes.
pub const MAX_BOX_DEPTH: usize = 600;
/// The largest column or row span of a table cell, as HTML caps `colspan`.
pub const MAX_COLUMN_SPAN: u32 = 1000;
/// The largest `rowspan`, as HTML caps it.
pub const MAX_ROW_SPAN: u32 = 65534;
/// The most grid tracks that `repeat()` or line numbers may make on one axis, as browsers cap them.
pub const MAX_GRID_TRACKS: i16 = 10_000;
/// The most bytes a value may grow to by `var()` substitution.
pub const MAX_SUBSTITUTED_BYTES: usize = 1 << 20;
/// The deepest nesting of brackets and functions in a value.
pub const MAX_VALUE_NESTING: usize = 64;
/// The most columns of a multi-column container.
pub const MAX_COLUMNS: u32 = 1000;
