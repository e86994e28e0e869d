//! What all pages of a process share: the fetcher, its threads, bytes that pages have in common.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rustc_hash::FxHashMap;
use url::Url;

use super::address::PageInput;
use super::document;
use super::error::LoadError;
use super::fetch::{DefaultFetcher, HttpOptions, ResourceFetcher};
use super::page_loader::{Fetched, PageLoader};
use super::policy::{Policy, Refusal};
use super::pool::Pool;
use super::resource::{Destination, Request, Resource};
use crate::diagnostics::Diagnostics;
use crate::limits::{Limits, MAX_CONCURRENT_FETCHES, SHARED_CACHE_BYTES};
use crate::timing::{Deadline, Stopwatch};

/// How long a host that could not be reached is not tried again for subresources.
const HOST_DOWN_TIME: Duration = Duration::from_secs(30);

/// How to load.
#[derive(Clone, Default)]
pub struct LoaderOptions {
    /// What pages may use.
    pub limits: Limits,
    /// How servers are spoken to.
    pub http: HttpOptions,
    /// Whether pages may read private addresses besides the origin the user typed.
    pub allow_private: bool,
    /// URLs that are not fetched: `*` stands for anything, and a pattern without one for a part of the URL.
    pub blocked: Vec<String>,
    /// Whether images are left out.
    pub no_images: bool,
    /// Folders that pages given as files may read besides their own.
    pub allowed_folders: Vec<PathBuf>,
    /// The encoding label that overrides what documents say.
    pub charset: Option<String>,
    /// Another fetcher than the default one.
    pub fetcher: Option<Arc<dyn ResourceFetcher>>,
}

impl std::fmt::Debug for LoaderOptions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LoaderOptions")
            .field("limits", &self.limits)
            .field("http", &self.http)
            .field("allow_private", &self.allow_private)
            .field("blocked", &self.blocked)
            .field("no_images", &self.no_images)
            .field("allowed_folders", &self.allowed_folders)
            .field("charset", &self.charset)
            .field("fetcher", &self.fetcher.as_ref().map(|_| "custom"))
            .finish()
    }
}

/// Loads pages. Clones share everything.
#[derive(Clone)]
pub struct Loader(Arc<Inner>);

impl Loader {
    /// A loader with these options.
    pub fn new(options: LoaderOptions) -> Self {
        let LoaderOptions { limits, http, allow_private, blocked, no_images, allowed_folders, charset, fetcher } =
            options;
        let fetcher = fetcher.unwrap_or_else(|| Arc::new(DefaultFetcher::new(&limits, http)));
        Self(Arc::new(Inner {
            fetcher,
            limits,
            allow_private,
            blocked,
            no_images,
            allowed_folders,
            charset,
            cache: Mutex::default(),
            down: Mutex::default(),
            pool: Pool::new(MAX_CONCURRENT_FETCHES),
        }))
    }

    /// The limits pages are under.
    pub fn limits(&self) -> &Limits {
        &self.0.limits
    }

    /// Fetches the page itself. `base` gives an address to a page that has none.
    pub fn open(&self, input: &PageInput, base: Option<&Url>) -> Result<Resource, LoadError> {
        match input {
            PageInput::Bytes { bytes, content_type } => Ok(document::from_bytes(bytes, content_type.as_deref(), base)),
            PageInput::Url(url) => {
                let most = self.0.limits.resource_bytes;
                (*self.0.fetch(&Request::typed(url.clone(), Destination::Document, most, self.0.allow_private))).clone()
            }
        }
    }

    /// Makes text of a page's bytes, with the user's charset if there is one.
    pub fn decode(&self, resource: &Resource) -> Result<document::LoadedDocument, LoadError> {
        document::decode(resource, self.0.charset.as_deref())
    }

    /// The loader for what a page refers to. `page` is the document; `base` the user's `--base-url`, which for the
    /// policy counts as the page's own address, because the user typed it.
    pub fn page(
        &self,
        page: &Resource,
        base: Option<&Url>,
        deadline: Deadline,
        diagnostics: &Diagnostics,
    ) -> PageLoader {
        let (address, typed) = match base {
            Some(base) if page.final_url.scheme() != "file" => (base, base),
            _ => (&page.final_url, &page.url),
        };
        let policy = Policy::for_page(address, typed, &self.0.allowed_folders, self.0.allow_private);
        PageLoader::new(Arc::clone(&self.0), policy, page, deadline, diagnostics.clone())
    }
}

impl std::fmt::Debug for Loader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Loader").field("limits", &self.0.limits).finish_non_exhaustive()
    }
}

/// Successful answers by URL; the oldest go first when there are too many bytes.
#[derive(Default)]
struct SharedCache {
    known: FxHashMap<String, Resource>,
    order: VecDeque<String>,
    bytes: usize,
}

impl SharedCache {
    fn insert(&mut self, key: String, resource: Resource) {
        let size = resource.bytes.len() + key.len();
        if size > SHARED_CACHE_BYTES / 4 || self.known.contains_key(&key) {
            return;
        }
        self.bytes += size;
        self.order.push_back(key.clone());
        self.known.insert(key, resource);
        while self.bytes > SHARED_CACHE_BYTES {
            let Some(oldest) = self.order.pop_front() else { break };
            if let Some(gone) = self.known.remove(&oldest) {
                self.bytes -= gone.bytes.len() + oldest.len();
            }
        }
    }
}

/// Whether a URL is meant by a pattern: parts between `*` in their order, or a part anywhere when there is no `*`.
fn pattern_matches(pattern: &str, url: &str) -> bool {
    if !pattern.contains('*') {
        return !pattern.is_empty() && url.contains(pattern);
    }
    let mut parts = pattern.split('*');
    let Some(mut rest) = parts.next().and_then(|first| url.strip_prefix(first)) else { return false };
    let last = parts.next_back().unwrap_or_default();
    for part in parts {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

/// The shared part of a loader.
pub(super) struct Inner {
    fetcher: Arc<dyn ResourceFetcher>,
    pub(super) limits: Limits,
    allow_private: bool,
    blocked: Vec<String>,
    no_images: bool,
    allowed_folders: Vec<PathBuf>,
    pub(super) charset: Option<String>,
    cache: Mutex<SharedCache>,
    /// Hosts that could not be reached, so that a page with forty links to one waits once.
    down: Mutex<FxHashMap<String, (Stopwatch, LoadError)>>,
    pub(super) pool: Pool,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Inner {
    /// Judges and fetches, through what other pages have fetched already.
    pub(super) fn fetch(&self, request: &Request) -> Arc<Fetched> {
        Arc::new(self.fetch_checked(request))
    }

    fn fetch_checked(&self, request: &Request) -> Fetched {
        let refused = |refusal| LoadError::Refused { url: request.url.clone(), refusal };
        request.policy.check(&request.url).map_err(refused)?;
        if self.is_blocked(request) {
            return Err(refused(Refusal::Blocked));
        }
        let http = matches!(request.url.scheme(), "http" | "https");
        if !http || request.destination == Destination::Document {
            return self.call(request);
        }
        // Pages of an origin share what it gave them; others may not be allowed there, or have sent other headers.
        let home = if request.policy.is_home(&request.url) { "home " } else { "" };
        let key = format!("{home}{}", request.url);
        let known = lock(&self.cache).known.get(&key).cloned();
        if let Some(known) = known.filter(|known| request.policy.check(&known.final_url).is_ok()) {
            return Ok(known);
        }
        let host = request.url.origin().ascii_serialization();
        if let Some(error) = self.host_down(&host, &request.url) {
            return Err(error);
        }
        let result = self.call(request);
        match &result {
            Ok(resource) if resource.shareable => lock(&self.cache).insert(key, resource.clone()),
            Err(error) if error.is_host_down() => {
                lock(&self.down).insert(host, (Stopwatch::start(), error.clone()));
            }
            _ => {}
        }
        result
    }

    /// Whether the user does not want it. The page itself was asked for and is fetched whatever the patterns say.
    fn is_blocked(&self, request: &Request) -> bool {
        let url = request.url.as_str();
        request.destination != Destination::Document
            && ((self.no_images && request.destination == Destination::Image)
                || self.blocked.iter().any(|pattern| pattern_matches(pattern, url)))
    }

    /// The error of an earlier try to reach the host, about this URL.
    fn host_down(&self, host: &str, url: &Url) -> Option<LoadError> {
        let mut down = lock(&self.down);
        let (since, error) = down.get(host)?;
        if since.elapsed() > HOST_DOWN_TIME {
            down.remove(host);
            return None;
        }
        let url = url.clone();
        Some(match error.clone() {
            LoadError::Unreachable { reason, .. } => LoadError::Unreachable { url, reason },
            LoadError::TimedOut { during, .. } => LoadError::TimedOut { url, during },
            other => other,
        })
    }

    /// Calls the fetcher. A custom one that panics fails its request and nothing else.
    fn call(&self, request: &Request) -> Fetched {
        let broken = |_| Err(LoadError::Other { url: request.url.clone(), reason: "the fetcher panicked".to_owned() });
        catch_unwind(AssertUnwindSafe(|| self.fetcher.fetch(request))).unwrap_or_else(broken)
    }
}

#[cfg(test)]
mod tests {
    use super::pattern_matches;

    #[test]
    fn patterns() {
        let url = "https://ads.example.com/a/b.js?c";
        for pattern in ["ads.", "*", "https://ads.*", "*b.js*", "https://*.example.com/*.js?c", "*?c"] {
            assert!(pattern_matches(pattern, url), "{pattern}");
        }
        for pattern in ["", "tracker", "ads.*", "*.js", "https://*b.js*b.js*", "*.css*"] {
            assert!(!pattern_matches(pattern, url), "{pattern}");
        }
    }
}
