//! Every cap of the renderer in one place, each with the reason for its number.
//!
//! Two kinds live here. [`Limits`] is what a caller may raise or lower for one render; a page that meets one of
//! them ends with a clean error (or, for a subresource, goes on without it and says so). The constants guard the
//! engine itself: recursion and expansion that hostile input could drive without bound. They are not options,
//! because the stack and the heap they protect are not options either.

use std::time::Duration;

/// Elements deeper than this are attached to the element at this depth instead, as Chromium's tree builder does.
pub const MAX_ELEMENT_DEPTH: usize = 512;
/// Style sheets reached through `@import` from `@import`: a chain longer than this is a loop in practice.
pub const MAX_IMPORT_DEPTH: usize = 16;
/// `<iframe>` inside `<iframe>`: what the picture of a page can still show.
pub const MAX_FRAME_DEPTH: usize = 4;
/// Frames of one page, those inside of frames included.
pub const MAX_FRAMES: usize = 64;
/// Bytes that one custom property may grow to when its `var()` are replaced (stops exponential expansion).
pub const MAX_SUBSTITUTION_BYTES: usize = 1 << 20;
/// Nested blocks and functions in a style sheet before the rest is dropped.
pub const MAX_SHEET_NESTING: usize = 128;
/// Pixels of one decoded image: 64 megapixels are 256 MiB of RGBA.
pub const MAX_IMAGE_PIXELS: u64 = 64 << 20;
/// Pixels of the picture: 256 megapixels are 1 GiB of RGBA.
pub const MAX_PICTURE_PIXELS: u64 = 256 << 20;
/// One side of the picture in device pixels.
pub const MAX_PICTURE_SIDE: u32 = 1 << 17;
/// Diagnostics kept for one page; further ones are only counted.
pub const MAX_DIAGNOSTICS: usize = 1000;
/// Stack of a thread that renders pages. It is address space, not memory: only touched parts cost anything.
pub const RENDER_STACK_BYTES: usize = 256 << 20;
/// Threads that wait for the network at the same time, over all pages of a batch.
pub const MAX_CONCURRENT_FETCHES: usize = 8;
/// Bytes of subresources kept from page to page of a batch.
pub const SHARED_CACHE_BYTES: usize = 64 << 20;

/// What one page may use. `Default` is generous for real pages and small enough for a shared machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Redirects followed for one request ([the Fetch standard's number](https://fetch.spec.whatwg.org/#http-redirect-fetch)).
    pub redirects: u32,
    /// Distinct subresources of one page.
    pub resources: usize,
    /// Bytes of one resource after decompression, so that a compression bomb ends here too.
    pub resource_bytes: u64,
    /// Bytes of all subresources of one page together.
    pub page_bytes: u64,
    /// Time to resolve a name and connect to one host.
    pub connect_time: Duration,
    /// Time for one request from its start to its last byte.
    pub request_time: Duration,
    /// Time for the whole page, load included. `None` waits for ever.
    pub page_time: Option<Duration>,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            redirects: 20,
            resources: 2000,
            resource_bytes: 64 << 20,
            page_bytes: 256 << 20,
            connect_time: Duration::from_secs(8),
            request_time: Duration::from_secs(30),
            page_time: Some(Duration::from_secs(60)),
        }
    }
}

/// A cap that was met: which, how much it allows, and how the user raises it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LimitReached {
    /// The limit in words, such as `bytes of one resource`.
    pub limit: &'static str,
    /// The value it stands at, with its unit.
    pub allowed: String,
    /// The option of `render` that raises it, if there is one.
    pub option: Option<&'static str>,
}

impl LimitReached {
    /// A limit that no option raises.
    pub fn fixed(limit: &'static str, allowed: impl ToString) -> Self {
        Self { limit, allowed: allowed.to_string(), option: None }
    }

    /// The limit on the time of a page.
    pub fn page_time(allowed: Duration) -> Self {
        Self {
            limit: "time for one page",
            allowed: format!("{} s", allowed.as_secs_f64()),
            option: Some("--page-timeout"),
        }
    }
}

impl std::fmt::Display for LimitReached {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "limit reached: {} (at most {})", self.limit, self.allowed)?;
        match self.option {
            Some(option) => write!(f, "; raise it with {option}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for LimitReached {}
