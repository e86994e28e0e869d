//! What one page fetches: each URL once, ahead of time where possible, counted in the page's own order.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use rustc_hash::FxHashMap;
use url::Url;

use super::document::{self, LoadedDocument};
use super::error::LoadError;
use super::loader::Inner;
use super::policy::{Policy, Refusal};
use super::resource::{Destination, Request, Resource};
use crate::diagnostics::{Area, Diagnostic, Diagnostics, Severity};
use crate::limits::LimitReached;
use crate::timing::Deadline;

/// What a fetch came to.
pub type Fetched = Result<Resource, LoadError>;

/// How often a waiting page looks whether its time is up.
const PATIENCE: Duration = Duration::from_millis(200);

enum State {
    Queued,
    Running,
    Done(Arc<Fetched>),
}

/// One URL of a page.
struct Slot {
    request: Request,
    state: Mutex<State>,
    ready: Condvar,
    /// Its bytes are counted and its failure is reported.
    settled: AtomicBool,
}

impl Slot {
    fn new(request: Request) -> Arc<Self> {
        Arc::new(Self {
            request,
            state: Mutex::new(State::Queued),
            ready: Condvar::new(),
            settled: AtomicBool::new(false),
        })
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Fetches unless somebody has begun. A page that needs a URL calls this itself, so it never waits for a fetch
    /// that is still in a queue behind those of other pages.
    fn run(&self, shared: &Inner) {
        {
            let mut state = self.lock();
            if !matches!(*state, State::Queued) {
                return;
            }
            *state = State::Running;
        }
        let result = shared.fetch(&self.request);
        *self.lock() = State::Done(result);
        self.ready.notify_all();
    }

    fn wait(&self, deadline: Deadline) -> Arc<Fetched> {
        let mut state = self.lock();
        loop {
            if let State::Done(result) = &*state {
                return Arc::clone(result);
            }
            if let Some(allowed) = deadline.passed() {
                let reached = LimitReached::page_time(allowed);
                return Arc::new(Err(LoadError::Limit { url: self.request.url.clone(), reached: reached.into() }));
            }
            state = self.ready.wait_timeout(state, PATIENCE).unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

#[derive(Default)]
struct Book {
    slots: FxHashMap<String, Arc<Slot>>,
    bytes: u64,
}

/// Fetches for one page. Shared by reference within the page; dropping it forgets what was queued.
pub struct PageLoader {
    shared: Arc<Inner>,
    policy: Policy,
    referrer: Url,
    deadline: Deadline,
    diagnostics: Diagnostics,
    book: Mutex<Book>,
}

impl PageLoader {
    pub(super) fn new(
        shared: Arc<Inner>,
        policy: Policy,
        page: &Resource,
        deadline: Deadline,
        diagnostics: Diagnostics,
    ) -> Self {
        let referrer = page.final_url.clone();
        let loader = Self { shared, policy, referrer, deadline, diagnostics, book: Mutex::default() };
        // The viewer of an image refers to the page itself, which is here already.
        if !page.essence().starts_with("text/") {
            loader.seed(page);
        }
        loader
    }

    /// Gives the page a resource that need not be fetched.
    fn seed(&self, resource: &Resource) {
        let url = without_fragment(&resource.final_url);
        let slot = Slot::new(self.request(url.clone(), Destination::Other));
        *slot.lock() = State::Done(Arc::new(Ok(resource.clone())));
        slot.settled.store(true, Ordering::Relaxed);
        self.book().slots.insert(url.into(), slot);
    }

    fn book(&self) -> MutexGuard<'_, Book> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn request(&self, url: Url, destination: Destination) -> Request {
        let limits = &self.shared.limits;
        Request {
            url,
            destination,
            referrer: Some(self.referrer.clone()),
            policy: self.policy.clone(),
            max_bytes: limits.resource_bytes.min(limits.page_bytes),
        }
    }

    /// The page's sink, for whoever decodes what comes from here.
    pub fn diagnostics(&self) -> &Diagnostics {
        &self.diagnostics
    }

    /// The page's time.
    pub fn deadline(&self) -> Deadline {
        self.deadline
    }

    /// The slot of a URL, made if the page may have one more; and whether it is new.
    fn slot(&self, url: &Url, destination: Destination) -> Result<(Arc<Slot>, bool), LoadError> {
        let url = without_fragment(url);
        let mut book = self.book();
        if let Some(slot) = book.slots.get(url.as_str()) {
            return Ok((Arc::clone(slot), false));
        }
        if book.slots.len() >= self.shared.limits.resources {
            let reached = LimitReached::fixed("resources of one page", self.shared.limits.resources);
            return Err(LoadError::Limit { url, reached: reached.into() });
        }
        let slot = Slot::new(self.request(url.clone(), destination));
        book.slots.insert(url.into(), Arc::clone(&slot));
        Ok((slot, true))
    }

    /// Begins to fetch what the page will need. Order matters only for speed; unknown and useless URLs do no harm.
    pub fn prefetch(&self, wanted: impl IntoIterator<Item = (Url, Destination)>) {
        for (url, destination) in wanted {
            // Files and data are here: reading them ahead costs more than it saves.
            if !matches!(url.scheme(), "http" | "https") {
                continue;
            }
            if let Ok((slot, true)) = self.slot(&url, destination) {
                let (slot, shared) = (Arc::downgrade(&slot), Arc::downgrade(&self.shared));
                self.shared.pool.push(Box::new(move || run_ahead(&slot, &shared)));
            }
        }
    }

    /// The resource at a URL, waiting for it if need be. Each failure is reported once.
    ///
    /// To be called on the page's own thread, in the page's order: limits and diagnostics are counted here.
    pub fn get(&self, url: &Url, destination: Destination) -> Arc<Fetched> {
        if url.scheme() == "data" {
            let result = self.shared.fetch(&self.request(url.clone(), destination));
            return self.report(result, destination);
        }
        let slot = match self.slot(url, destination) {
            Ok((slot, _)) => slot,
            Err(error) => return self.report(Arc::new(Err(error)), destination),
        };
        if self.deadline.passed().is_none() {
            slot.run(&self.shared);
        }
        let mut result = slot.wait(self.deadline);
        let first = !slot.settled.swap(true, Ordering::Relaxed);
        if let Ok(resource) = &*result {
            if first && let Err(error) = self.count(&slot, resource) {
                result = Arc::new(Err(error));
                *slot.lock() = State::Done(Arc::clone(&result));
            } else if !resource.is_ok() && !destination.accepts_error_status() {
                let url = resource.final_url.clone();
                result = Arc::new(Err(LoadError::Status { url, status: resource.status.unwrap_or_default() }));
            }
        }
        if first { self.report(result, destination) } else { result }
    }

    /// The document of a frame, decoded. `None` when it does not come or is no document.
    pub fn frame(&self, url: &Url) -> Option<LoadedDocument> {
        let resource = self.get(url, Destination::Frame);
        let decoded = document::decode(resource.as_ref().as_ref().ok()?, self.shared.charset.as_deref());
        decoded.map_err(|error| self.warn(&error, Destination::Frame)).ok()
    }

    /// Adds a resource to the page's bytes.
    fn count(&self, slot: &Slot, resource: &Resource) -> Result<(), LoadError> {
        let most = self.shared.limits.page_bytes;
        let mut book = self.book();
        book.bytes = book.bytes.saturating_add(resource.bytes.len() as u64);
        if book.bytes <= most {
            return Ok(());
        }
        let reached = LimitReached::fixed("bytes of one page", most);
        Err(LoadError::Limit { url: slot.request.url.clone(), reached: reached.into() })
    }

    fn report(&self, result: Arc<Fetched>, destination: Destination) -> Arc<Fetched> {
        match &*result {
            Err(error) => self.warn(error, destination),
            Ok(resource) if !resource.is_ok() => {
                let url = resource.final_url.clone();
                self.warn(&LoadError::Status { url, status: resource.status.unwrap_or_default() }, destination);
            }
            Ok(_) => {}
        }
        result
    }

    fn warn(&self, error: &LoadError, destination: Destination) {
        let blocked = matches!(error, LoadError::Refused { refusal: Refusal::Blocked, .. });
        let severity = if blocked { Severity::Note } else { Severity::Warning };
        let mut diagnostic = Diagnostic::new(severity, Area::Load, format!("{}: {error}", destination.name()));
        diagnostic.hint = error.hint();
        self.diagnostics.push(diagnostic);
    }
}

impl std::fmt::Debug for PageLoader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PageLoader").field("page", &self.referrer.as_str()).finish_non_exhaustive()
    }
}

/// What a pool thread does: nothing, if the page is gone.
fn run_ahead(slot: &Weak<Slot>, shared: &Weak<Inner>) {
    if let (Some(slot), Some(shared)) = (slot.upgrade(), shared.upgrade()) {
        slot.run(&shared);
    }
}

/// An address without what names a place in the document.
pub(crate) fn without_fragment(url: &Url) -> Url {
    let mut url = url.clone();
    url.set_fragment(None);
    url
}
