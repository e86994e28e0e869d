//! What is asked for and what comes back.

use std::sync::Arc;

use url::Url;

use super::content_type::ContentType;
use super::policy::Policy;

/// What a resource is for ([the Fetch standard's destination](https://fetch.spec.whatwg.org/#concept-request-destination)).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Destination {
    /// The page itself.
    Document,
    /// The document of an `<iframe>`, `<object>` or `<embed>`.
    Frame,
    /// A style sheet.
    Style,
    /// An image of any kind.
    Image,
    /// A font.
    Font,
    /// Anything else.
    Other,
}

impl Destination {
    /// The `Accept` header: what can be used for this destination, best first.
    pub fn accept(self) -> &'static str {
        match self {
            Self::Document | Self::Frame => {
                "text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,image/png,image/svg+xml,*/*;q=0.8"
            }
            Self::Style => "text/css,*/*;q=0.1",
            Self::Image => "image/webp,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5",
            Self::Font | Self::Other => "*/*",
        }
    }

    /// The word for messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Document => "page",
            Self::Frame => "frame",
            Self::Style => "style sheet",
            Self::Image => "image",
            Self::Font => "font",
            Self::Other => "resource",
        }
    }

    /// Whether an answer with an error status is used all the same: documents show the server's error page, and
    /// browsers draw an image whatever its status.
    pub fn accepts_error_status(self) -> bool {
        matches!(self, Self::Document | Self::Frame | Self::Image)
    }
}

/// One fetch to be done.
#[derive(Clone, Debug)]
pub struct Request {
    /// What to fetch, without a fragment.
    pub url: Url,
    /// What for.
    pub destination: Destination,
    /// The page that asks.
    pub referrer: Option<Url>,
    /// The rules for the URL and for each redirect.
    pub policy: Policy,
    /// The most bytes to take.
    pub max_bytes: u64,
}

impl Request {
    /// A request of the user's own: no referrer, and rules for redirects alone.
    pub fn typed(url: Url, destination: Destination, max_bytes: u64, allow_private: bool) -> Self {
        let policy = Policy::typed(&url, allow_private);
        Self { url, destination, referrer: None, policy, max_bytes }
    }
}

/// The bytes of a URL. Clones share them.
#[derive(Clone, Debug)]
pub struct Resource {
    /// The URL asked for.
    pub url: Url,
    /// The URL that answered, after redirects: the base of relative URLs inside.
    pub final_url: Url,
    /// The body after transfer and content decoding.
    pub bytes: Arc<[u8]>,
    /// What the server or the file's name says it is.
    pub content_type: Option<ContentType>,
    /// The HTTP status; `None` for files and data.
    pub status: Option<u16>,
    /// The body ended before its announced length.
    pub truncated: bool,
    /// Whether another page of the same batch may use these bytes without asking again.
    pub shareable: bool,
}

impl Resource {
    /// A resource that did not come over HTTP.
    pub fn local(url: Url, bytes: impl Into<Arc<[u8]>>, content_type: Option<ContentType>) -> Self {
        Self {
            final_url: url.clone(),
            url,
            bytes: bytes.into(),
            content_type,
            status: None,
            truncated: false,
            shareable: false,
        }
    }

    /// Whether the status, if there is one, is one of success.
    pub fn is_ok(&self) -> bool {
        self.status.is_none_or(|status| (200..300).contains(&status))
    }

    /// The media type without parameters, or an empty string.
    pub fn essence(&self) -> &str {
        self.content_type.as_ref().map_or("", |content_type| &content_type.essence)
    }
}
