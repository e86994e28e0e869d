//! For tests: asks, before the dead of a collection are swept, whether a word somewhere is a pointer to one.

use crate::roots::Finder;
use crate::space::Space;
use crate::trace::{HEADER, SLICE_HEADER, info_of};

/// Called in each collection between marking and sweeping. It must not use the heap.
pub type Inspector = fn(&Inspection<'_>);

/// A heap of which everything that is reached is marked.
pub struct Inspection<'s> {
    space: &'s Space,
    why: &'static str,
}

impl<'s> Inspection<'s> {
    pub(crate) fn new(space: &'s Space, why: &'static str) -> Self {
        Inspection { space, why }
    }

    /// Who asked for the collection.
    pub fn why(&self) -> &'static str {
        self.why
    }

    /// Whether a word could be an address in a block at all.
    #[inline(always)]
    pub fn may_point(&self, word: usize) -> bool {
        self.space.tables().offset_of(word).is_some()
    }

    /// Whether an object of the heap lives in an allocation of its own that begins at `start` and is `bytes` long.
    pub fn is_object(&self, start: usize, bytes: usize) -> bool {
        let large = &self.space.large;
        let first = large.partition_point(|large| large.as_ptr().addr() < start);
        large.get(first).is_some_and(|large| large.as_ptr().addr() < start + bytes)
    }

    /// The type of the object that a word is exactly a `Gc` of, if that object is about to be swept.
    pub fn dead_object(&self, word: usize) -> Option<&'static str> {
        let finder = Finder::new(self.space.tables(), self.space.starts, &self.space.large);
        let header = finder.find(word)?;
        // SAFETY: (I3) `find` answers headers of objects, which are swept only afterwards.
        unsafe {
            let info = info_of(header);
            let payload = header.as_ptr().addr() + if info.is_slice { SLICE_HEADER } else { HEADER };
            (word == payload && !self.space.is_marked(header, 1 - self.space.starts)).then(|| (info.name)())
        }
    }
}

/// Calls the inspector, if there is one.
pub(crate) fn inspect(space: &Space, why: &'static str) {
    if let Some(inspector) = space.inspector {
        inspector(&Inspection::new(space, why));
    }
}
