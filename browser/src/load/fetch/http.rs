//! `http:` and `https:` through ureq and rustls.
//!
//! Redirects are followed here and not by the client, because each hop must be judged by the page's policy. The client
//! decompresses; the byte limit counts what comes out, so a compression bomb ends at the same size as any other body.

use std::io::{ErrorKind, Read as _};

use ureq::http::Response;
use ureq::{Agent, Body, Timeout};
use url::Url;

use crate::limits::{LimitReached, Limits};
use crate::load::content_type::ContentType;
use crate::load::error::{CONNECTING, LoadError};
use crate::load::policy::Refusal;
use crate::load::resource::{Request, Resource};

/// How we introduce ourselves.
const USER_AGENT: &str = concat!("Mozilla/5.0 (compatible; Ashlar/", env!("CARGO_PKG_VERSION"), ")");
/// The languages of a browser that was not told any.
const ACCEPT_LANGUAGE: &str = "en-US,en;q=0.9";

/// A client with its pool of connections.
#[derive(Debug)]
pub struct HttpFetcher {
    agent: Agent,
    redirects: u32,
}

impl HttpFetcher {
    /// A client that obeys the limits.
    pub fn new(limits: &Limits, user_agent: Option<&str>) -> Self {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .timeout_resolve(Some(limits.connect_time))
            .timeout_connect(Some(limits.connect_time))
            .timeout_global(Some(limits.request_time))
            .user_agent(user_agent.unwrap_or(USER_AGENT))
            .build();
        Self { agent: config.new_agent(), redirects: limits.redirects }
    }

    /// [HTTP fetch](https://fetch.spec.whatwg.org/#http-fetch) with its redirects.
    pub fn fetch(&self, request: &Request) -> Result<Resource, LoadError> {
        let mut url = request.url.clone();
        for _ in 0..=self.redirects {
            let response = self.exchange(&url, request)?;
            match location(&url, &response) {
                Some(next) => url = follow(&url, next?, request)?,
                None => return receive(&url, response, request),
            }
        }
        let reached = LimitReached::fixed("redirects of one request", self.redirects);
        Err(LoadError::Limit { url: request.url.clone(), reached: reached.into() })
    }

    /// One request and the head of its answer. A kept connection may have been closed by the server in the meantime,
    /// which only a second try can tell from a server that is broken.
    fn exchange(&self, url: &Url, request: &Request) -> Result<Response<Body>, LoadError> {
        let send = || {
            let mut call = self
                .agent
                .get(uri(url))
                .header("accept", request.destination.accept())
                .header("accept-language", ACCEPT_LANGUAGE);
            if let Some(referrer) = request.referrer.as_ref().and_then(|referrer| referrer_for(referrer, url)) {
                call = call.header("referer", referrer);
            }
            call.call()
        };
        let stale = |error: &ureq::Error| {
            matches!(error, ureq::Error::Io(error) if matches!(error.kind(),
                ErrorKind::ConnectionReset | ErrorKind::ConnectionAborted | ErrorKind::BrokenPipe | ErrorKind::UnexpectedEof))
        };
        match send() {
            Err(error) if stale(&error) => send(),
            other => other,
        }
        .map_err(|error| explain(url, error))
    }
}

/// The URL for the request line. The URL standard leaves some characters bare that the client does not take.
fn uri(url: &Url) -> String {
    let mut url = url.clone();
    url.set_fragment(None);
    let mut out = String::with_capacity(url.as_str().len());
    for character in url.as_str().chars() {
        match character {
            '"' | '<' | '>' | '\\' | '^' | '`' | '{' | '|' | '}' => {
                out.push('%');
                out.push_str(&format!("{:02X}", u32::from(character)));
            }
            other => out.push(other),
        }
    }
    out
}

/// The `Referer` under [strict-origin-when-cross-origin](https://www.w3.org/TR/referrer-policy/#referrer-policy-strict-origin-when-cross-origin).
fn referrer_for(referrer: &Url, target: &Url) -> Option<String> {
    if !matches!(referrer.scheme(), "http" | "https") || (referrer.scheme() == "https" && target.scheme() == "http") {
        return None;
    }
    if referrer.origin() != target.origin() {
        return Some(format!("{}/", referrer.origin().ascii_serialization()));
    }
    let mut bare = referrer.clone();
    bare.set_fragment(None);
    bare.set_username("").ok()?;
    bare.set_password(None).ok()?;
    Some(bare.into())
}

/// The target of a redirect answer ([location URL](https://fetch.spec.whatwg.org/#concept-response-location-url)).
fn location(url: &Url, response: &Response<Body>) -> Option<Result<Url, LoadError>> {
    if !matches!(response.status().as_u16(), 301 | 302 | 303 | 307 | 308) {
        return None;
    }
    let header = response.headers().get("location")?;
    let text = String::from_utf8_lossy(header.as_bytes());
    let joined = url.join(&text).map(|mut next| {
        if next.fragment().is_none() {
            next.set_fragment(url.fragment());
        }
        next
    });
    Some(
        joined.map_err(|error| LoadError::Http {
            url: url.clone(),
            reason: format!("it redirects to a bad URL: {error}"),
        }),
    )
}

/// Judges a redirect.
fn follow(from: &Url, next: Url, request: &Request) -> Result<Url, LoadError> {
    if !matches!(next.scheme(), "http" | "https") {
        return Err(LoadError::Refused { url: next, refusal: Refusal::RedirectOffHttp });
    }
    if next == *from {
        return Err(LoadError::Http { url: next, reason: "it redirects to itself".to_owned() });
    }
    match request.policy.check(&next) {
        Ok(()) => Ok(next),
        Err(refusal) => Err(LoadError::Refused { url: next, refusal }),
    }
}

/// The body. Documents are worth showing even when they end early, as browsers do.
fn receive(url: &Url, mut response: Response<Body>, request: &Request) -> Result<Resource, LoadError> {
    let header = |name: &str| response.headers().get(name).and_then(|value| value.to_str().ok());
    let content_type = header("content-type").and_then(ContentType::parse);
    let status = response.status().as_u16();
    let control = header("cache-control").unwrap_or_default().to_ascii_lowercase();
    let kept = !["no-store", "no-cache", "private", "max-age=0"].iter().any(|word| control.contains(word));
    let expected = header("content-length").and_then(|length| length.parse::<u64>().ok()).unwrap_or(0);
    let mut bytes = Vec::with_capacity(usize::try_from(expected.min(request.max_bytes).min(1 << 20)).unwrap_or(0));
    let mut reader = response.body_mut().with_config().limit(request.max_bytes).reader();
    let mut truncated = false;
    let mut buffer = vec![0; 64 << 10];
    loop {
        match reader.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => bytes.extend_from_slice(&buffer[..count]),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => {
                let error = explain(url, ureq::Error::from(error));
                let partial = matches!(error, LoadError::Http { .. } | LoadError::Unreachable { .. });
                if !(partial && !bytes.is_empty() && request.destination.accepts_error_status()) {
                    return Err(error);
                }
                truncated = true;
                break;
            }
        }
    }
    Ok(Resource {
        url: request.url.clone(),
        final_url: url.clone(),
        bytes: bytes.into(),
        content_type,
        status: Some(status),
        truncated,
        shareable: kept && status == 200 && !truncated,
    })
}

/// The client's errors in our words.
fn explain(url: &Url, error: ureq::Error) -> LoadError {
    let url = url.clone();
    match error {
        ureq::Error::HostNotFound => {
            LoadError::Unreachable { url, reason: "the host's name has no address".to_owned() }
        }
        ureq::Error::ConnectionFailed => LoadError::Unreachable { url, reason: "the host does not answer".to_owned() },
        ureq::Error::Io(error) => match error.kind() {
            ErrorKind::ConnectionRefused => LoadError::Unreachable { url, reason: "connection refused".to_owned() },
            ErrorKind::HostUnreachable | ErrorKind::NetworkUnreachable | ErrorKind::AddrNotAvailable => {
                LoadError::Unreachable { url, reason: error.to_string() }
            }
            ErrorKind::UnexpectedEof => LoadError::Http { url, reason: "the answer ended too early".to_owned() },
            // The resolver's errors have no kind of their own.
            _ if error.to_string().contains("lookup address") => {
                LoadError::Unreachable { url, reason: "the host's name has no address".to_owned() }
            }
            _ => LoadError::Http { url, reason: error.to_string() },
        },
        ureq::Error::Timeout(Timeout::Resolve | Timeout::Connect) => {
            LoadError::TimedOut { url, during: CONNECTING.to_owned() }
        }
        ureq::Error::Timeout(_) => LoadError::TimedOut { url, during: "waiting for the answer".to_owned() },
        ureq::Error::BodyExceedsLimit(limit) => {
            LoadError::Limit { url, reached: LimitReached::fixed("bytes of one resource", limit).into() }
        }
        other => LoadError::Http { url, reason: other.to_string() },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn referrers_do_not_leak_across_origins() {
        let url = |text: &str| Url::parse(text).unwrap();
        let referrer = url("https://u:p@a.b/c?d#e");
        assert_eq!(referrer_for(&referrer, &url("https://a.b/x")).as_deref(), Some("https://a.b/c?d"));
        assert_eq!(referrer_for(&referrer, &url("https://c.d/x")).as_deref(), Some("https://a.b/"));
        assert_eq!(referrer_for(&referrer, &url("http://a.b/x")), None);
        assert_eq!(referrer_for(&url("file:///a"), &url("http://a.b/x")), None);
    }

    #[test]
    fn request_lines_are_plain() {
        assert_eq!(uri(&Url::parse("http://a/b|c?d={e}#f").unwrap()), "http://a/b%7Cc?d=%7Be%7D");
    }
}
