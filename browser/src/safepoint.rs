//! Where garbage may be collected between the phases of a page.
#![allow(unsafe_code)]

use ashlar_gc::Cx;

/// Collects if enough was allocated since the last time. `after` is the phase that has ended.
pub(crate) fn between_phases(cx: &Cx<'_>, after: &'static str) {
    if cx.should_collect() {
        // SAFETY: `pipeline` calls this while no phase is open and no document contains the page's. What it keeps from
        // phase to phase are local variables: the document, the styles, the box tree and the fragment tree, which hold
        // nothing of the heap but `Gc`s and vectors of the heap. Fonts, sheets, pictures and the display list hold none.
        // No `GcRefCell` is borrowed between phases.
        unsafe { cx.collect_here_because(after) };
    }
}
