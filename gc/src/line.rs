//! Finding holes: runs of lines of a block that hold no survivor.

use crate::block::{BlockTable, LINES, SETTLED};

/// The first run of lines, at or after `from`, without a survivor and not handed out yet.
pub(crate) fn next_hole(table: &BlockTable, from: usize) -> Option<(usize, usize)> {
    let is_free = |line: usize| table.lines[line] == 0 && table.holes[line] == SETTLED;
    let start = (from..LINES).find(|&line| is_free(line))?;
    let end = (start + 1..LINES).find(|&line| !is_free(line)).unwrap_or(LINES);
    Some((start, end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::block::{BITMAP_WORDS, HOLE_START, USED};

    fn table(free: &[usize]) -> BlockTable {
        let mut table = BlockTable {
            bits: [[0; BITMAP_WORDS]; 2],
            lines: [1; LINES],
            holes: [SETTLED; LINES],
            state: USED,
            resident: true,
        };
        for &line in free {
            table.lines[line] = 0;
        }
        table
    }

    #[test]
    fn holes_are_maximal_runs() {
        let table = table(&[0, 3, 4, 5, 127]);
        assert_eq!(next_hole(&table, 0), Some((0, 1)));
        assert_eq!(next_hole(&table, 1), Some((3, 6)));
        assert_eq!(next_hole(&table, 4), Some((4, 6)));
        assert_eq!(next_hole(&table, 6), Some((127, 128)));
        assert_eq!(next_hole(&table, 128), None);
    }

    #[test]
    fn lines_handed_out_are_not_free() {
        let mut table = table(&[3, 4, 5]);
        table.holes[4] = HOLE_START;
        assert_eq!(next_hole(&table, 0), Some((3, 4)));
        assert_eq!(next_hole(&table, 4), Some((5, 6)));
    }

    /// Every pattern of the last eight lines, against a definition by exhaustion.
    #[test]
    fn every_short_pattern() {
        for pattern in 0u32..256 {
            let free: Vec<usize> = (0..8).filter(|bit| pattern >> bit & 1 == 1).map(|bit| LINES - 8 + bit).collect();
            let table = table(&free);
            let mut found = Vec::new();
            let mut from = 0;
            while let Some((start, end)) = next_hole(&table, from) {
                assert!(start < end && end <= LINES);
                assert!(end == LINES || table.lines[end] != 0);
                found.extend(start..end);
                from = end;
            }
            assert_eq!(found, free);
        }
    }
}
