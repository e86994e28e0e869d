//! Checks the invariants of a heap, for tests.

use crate::alloc::Cx;
use crate::block::{BLOCK_BYTES, FREE, GRANULE_SHIFT, GRANULES, LINE_SHIFT, SETTLED};
use crate::line;
use crate::roots::for_each_new_object;
use crate::space::Space;
use crate::trace::{LARGE_BYTES, info_of, object_bytes};

impl Cx<'_> {
    /// Checks the invariants of the heap by a walk over all objects. Returns the first that fails.
    pub fn verify(&self) -> Result<(), String> {
        self.retire_all();
        // SAFETY: no foreign code runs.
        verify(unsafe { self.space() })
    }
}

pub(crate) fn verify(space: &Space) -> Result<(), String> {
    let tables = space.tables();
    let mut listed = vec![false; space.high_water];
    for &block in space.free.iter().chain(&space.recyclable).chain(space.current.as_ref().map(|(block, _)| block)) {
        if std::mem::replace(&mut listed[block as usize], true) {
            return Err(format!("block {block} is listed twice"));
        }
    }
    for block in 0..space.high_water {
        verify_block(space, block)?;
    }
    let mut fault = None;
    // SAFETY: the holes are retired; no collection is under way.
    unsafe {
        for_each_new_object(tables, |header| {
            let bytes = object_bytes(header);
            let room = BLOCK_BYTES - (header.as_ptr().addr() - tables.base.as_ptr().addr()) % BLOCK_BYTES;
            if bytes > room || bytes > LARGE_BYTES {
                fault = Some(format!("a new {} of {bytes} octets crosses its block", (info_of(header).name)()));
            }
        });
    }
    fault.map_or(Ok(()), Err)
}

fn verify_block(space: &Space, block: usize) -> Result<(), String> {
    let table = space.reservation.table(block);
    if table.state == FREE {
        let is_listed = space.free.contains(&(block as u32));
        return if is_listed { Ok(()) } else { Err(format!("free block {block} is not listed")) };
    }
    if table.bits[1 - space.starts].iter().any(|&word| word != 0) {
        return Err(format!("marks are left in block {block}"));
    }
    if table.lines.iter().any(|&line| line != 0 && line != space.epoch) {
        return Err(format!("a line of block {block} has an old epoch"));
    }
    let mut end_before = 0;
    for granule in (0..GRANULES).filter(|granule| table.bit(space.starts, *granule)) {
        let start = granule << GRANULE_SHIFT;
        // SAFETY: (I4) a start bit tells of an object.
        let (bytes, name) = unsafe {
            let header = space.reservation.block_start(block).add(start);
            (object_bytes(header), (info_of(header).name)())
        };
        let end = start + bytes;
        if start < end_before || end > BLOCK_BYTES {
            return Err(format!("a {name} overlaps another in block {block}"));
        }
        end_before = end;
        for line in start >> LINE_SHIFT..=(end - 1) >> LINE_SHIFT {
            if table.lines[line] == 0 {
                return Err(format!("a surviving {name} lies in a free line of block {block}"));
            }
            if table.holes[line] != SETTLED {
                return Err(format!("a surviving {name} lies in a line handed out in block {block}"));
            }
        }
    }
    let mut from = 0;
    while let Some((start, end)) = line::next_hole(table, from) {
        if (start..end).any(|line| table.lines[line] != 0) {
            return Err(format!("a hole of block {block} has survivors"));
        }
        from = end;
    }
    Ok(())
}
