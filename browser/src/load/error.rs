//! Why a resource did not come, as a type: the command's exit code and the reader's message both come from it.

use std::fmt;
use std::path::PathBuf;

use url::Url;

use super::policy::Refusal;
use crate::diagnostics::shorten;
use crate::limits::LimitReached;

/// A fetch that failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoadError {
    /// What was given is neither a URL nor a file.
    BadAddress {
        /// As it was given.
        given: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A URL of a kind that has no bytes for a page (`mailto:`, `javascript:`).
    UnsupportedScheme(Url),
    /// The policy forbids it.
    Refused {
        /// What was asked for.
        url: Url,
        /// Which rule.
        refusal: Refusal,
    },
    /// A file that does not exist or cannot be read.
    File {
        /// Which.
        path: PathBuf,
        /// What the system says.
        reason: String,
    },
    /// A `data:` URL that does not parse.
    BadData(String),
    /// The server answered, but not with the resource.
    Status {
        /// The last URL asked.
        url: Url,
        /// The HTTP status.
        status: u16,
    },
    /// The host has no address or does not accept connections.
    Unreachable {
        /// The URL asked.
        url: Url,
        /// What the system says.
        reason: String,
    },
    /// It took longer than allowed.
    TimedOut {
        /// The URL asked.
        url: Url,
        /// Which part of the exchange.
        during: String,
    },
    /// The exchange went wrong: TLS, broken framing, a body that ended early.
    Http {
        /// The URL asked.
        url: Url,
        /// What went wrong.
        reason: String,
    },
    /// The bytes are of a kind no page is made of.
    NotAPage {
        /// The URL asked.
        url: Url,
        /// Its content type.
        content_type: String,
    },
    /// A cap was met.
    Limit {
        /// The URL asked.
        url: Url,
        /// Which cap.
        reached: Box<LimitReached>,
    },
    /// A custom fetcher's own error.
    Other {
        /// The URL asked.
        url: Url,
        /// Its words.
        reason: String,
    },
}

impl LoadError {
    /// Whether the host itself is the trouble, so that its other resources need not be waited for.
    pub fn is_host_down(&self) -> bool {
        matches!(self, Self::Unreachable { .. })
            || matches!(self, Self::TimedOut { during, .. } if during == CONNECTING)
    }

    /// What the user can do about it.
    pub fn hint(&self) -> Option<String> {
        match self {
            Self::Refused { refusal, .. } => Some(refusal.hint()),
            Self::BadAddress { .. } => {
                Some("give a URL (https://…), the path of a file, or - for standard input".to_owned())
            }
            Self::NotAPage { .. } => Some("pages, SVG, images and plain text can be drawn".to_owned()),
            _ => None,
        }
    }
}

/// The word [`LoadError::TimedOut`] uses for the time before any byte was sent.
pub const CONNECTING: &str = "connecting";

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let short = |url: &Url| shorten(url.as_str());
        match self {
            Self::BadAddress { given, reason } => write!(f, "cannot load {}: {reason}", shorten(given)),
            Self::UnsupportedScheme(url) => {
                write!(f, "cannot load {}: {}: URLs have no page", short(url), url.scheme())
            }
            Self::Refused { url, refusal } => write!(f, "refused to load {}: {refusal}", short(url)),
            Self::File { path, reason } => write!(f, "cannot read {}: {reason}", path.display()),
            Self::BadData(reason) => write!(f, "cannot read a data: URL: {reason}"),
            Self::Status { url, status } => write!(f, "cannot load {}: HTTP status {status}", short(url)),
            Self::Unreachable { url, reason } | Self::Http { url, reason } | Self::Other { url, reason } => {
                write!(f, "cannot load {}: {reason}", short(url))
            }
            Self::TimedOut { url, during } => write!(f, "cannot load {}: timed out while {during}", short(url)),
            Self::NotAPage { url, content_type } => {
                write!(f, "cannot draw {}: {content_type} is not a page", short(url))
            }
            Self::Limit { url, reached } => write!(f, "cannot load {}: {reached}", short(url)),
        }
    }
}

impl std::error::Error for LoadError {}
