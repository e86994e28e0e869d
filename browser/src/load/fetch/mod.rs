//! Protocols: one request in, one resource or one error out.

mod data;
mod file;
mod http;
mod resolve;

pub use http::HttpOptions;
pub use resolve::HostResolver;

use url::Url;

use super::content_type::ContentType;
use super::error::LoadError;
use super::resource::{Request, Resource};
use crate::limits::Limits;

/// Fetches one resource. A library user can put their own in front of or instead of [`DefaultFetcher`].
///
/// The loader has judged the request's own URL by its policy; an implementation that follows redirects must judge
/// each of them with `request.policy` too. It is called from several threads at once.
pub trait ResourceFetcher: Send + Sync {
    /// Fetches, or says why not. An HTTP error status is not an error here: it is in [`Resource::status`].
    fn fetch(&self, request: &Request) -> Result<Resource, LoadError>;
}

impl<T: ResourceFetcher + ?Sized> ResourceFetcher for std::sync::Arc<T> {
    fn fetch(&self, request: &Request) -> Result<Resource, LoadError> {
        (**self).fetch(request)
    }
}

/// `http:`, `https:`, `file:`, `data:` and `about:blank`.
#[derive(Debug)]
pub struct DefaultFetcher {
    http: http::HttpFetcher,
}

impl DefaultFetcher {
    /// A fetcher that obeys these limits.
    pub fn new(limits: &Limits, options: HttpOptions) -> Self {
        Self { http: http::HttpFetcher::new(limits, options) }
    }
}

impl ResourceFetcher for DefaultFetcher {
    fn fetch(&self, request: &Request) -> Result<Resource, LoadError> {
        match request.url.scheme() {
            "http" | "https" => self.http.fetch(request),
            "file" => file::fetch(request),
            "data" => data::fetch(request),
            "about" if is_blank(&request.url) => {
                Ok(Resource::local(request.url.clone(), Vec::new(), Some(ContentType::of("text/html"))))
            }
            _ => Err(LoadError::UnsupportedScheme(request.url.clone())),
        }
    }
}

fn is_blank(url: &Url) -> bool {
    url.path() == "blank"
}
