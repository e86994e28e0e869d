//! `http:` and `https:` through ureq and rustls.
//!
//! Redirects are followed here and not by the client, because each hop must be judged by the page's policy. The client
//! decompresses; the byte limit counts what comes out, so a compression bomb ends at the same size as any other body.

use std::io::{ErrorKind, Read as _};
use std::sync::Arc;

use ureq::http::Response;
use ureq::tls::{Certificate, RootCerts, TlsConfig};
use ureq::unversioned::transport::DefaultConnector;
use ureq::{Agent, Body, Timeout};
use url::Url;

use super::resolve::{self, CheckedResolver, HostResolver};
use crate::limits::{LimitReached, Limits};
use crate::load::content_type::ContentType;
use crate::load::error::{CONNECTING, LoadError};
use crate::load::policy::Refusal;
use crate::load::resource::{Request, Resource};

/// How we introduce ourselves.
const USER_AGENT: &str = concat!("Mozilla/5.0 (compatible; Ashlar/", env!("CARGO_PKG_VERSION"), ")");
/// The languages of a browser that was not told any.
const ACCEPT_LANGUAGE: &str = "en-US,en;q=0.9";

/// How servers are spoken to.
#[derive(Clone, Default)]
pub struct HttpOptions {
    /// The name to give to servers instead of our own.
    pub user_agent: Option<String>,
    /// The languages to ask for instead of English.
    pub accept_language: Option<String>,
    /// Headers for the origin that the user typed, and for no other: they may be secrets.
    pub headers: Vec<(String, String)>,
    /// The proxy for all requests; without it, that of the environment.
    pub proxy: Option<ureq::Proxy>,
    /// Accept any certificate.
    pub insecure: bool,
    /// Certificates (DER) of authorities to trust instead of the built-in ones.
    pub authorities: Vec<Vec<u8>>,
    /// Looks up names instead of the system.
    pub resolver: Option<Arc<dyn HostResolver>>,
}

impl std::fmt::Debug for HttpOptions {
    // Headers stay out: they may be secrets.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("HttpOptions").field("user_agent", &self.user_agent).finish_non_exhaustive()
    }
}

/// Two clients, each with its pool of connections.
#[derive(Debug)]
pub struct HttpFetcher {
    /// Connects to public addresses alone.
    public: Agent,
    /// Connects anywhere.
    anywhere: Agent,
    redirects: u32,
    options: HttpOptions,
}

impl HttpFetcher {
    /// A client that obeys the limits.
    pub fn new(limits: &Limits, options: HttpOptions) -> Self {
        let agent = |public_only: bool| {
            let mut config = Agent::config_builder()
                .http_status_as_error(false)
                .max_redirects(0)
                .max_redirects_will_error(false)
                .timeout_resolve(Some(limits.connect_time))
                .timeout_connect(Some(limits.connect_time))
                .timeout_global(Some(limits.request_time))
                .tls_config(tls(&options))
                .user_agent(options.user_agent.as_deref().unwrap_or(USER_AGENT));
            if let Some(proxy) = &options.proxy {
                config = config.proxy(Some(proxy.clone()));
            }
            let resolver = CheckedResolver::new(public_only, options.resolver.clone());
            Agent::with_parts(config.build(), DefaultConnector::new(), resolver)
        };
        Self { public: agent(true), anywhere: agent(false), redirects: limits.redirects, options }
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
        let option = Some("--max-redirects");
        let reached = LimitReached { option, ..LimitReached::fixed("redirects of one request", self.redirects) };
        Err(LoadError::Limit { url: request.url.clone(), reached: reached.into() })
    }

    /// One request and the head of its answer. A kept connection may have been closed by the server in the meantime,
    /// which only a second try can tell from a server that is broken.
    fn exchange(&self, url: &Url, request: &Request) -> Result<Response<Body>, LoadError> {
        let send = || {
            let languages = self.options.accept_language.as_deref().unwrap_or(ACCEPT_LANGUAGE);
            let agent = if request.policy.may_be_private(url) { &self.anywhere } else { &self.public };
            let mut call =
                agent.get(uri(url)).header("accept", request.destination.accept()).header("accept-language", languages);
            if request.policy.is_home(url) {
                for (name, value) in &self.options.headers {
                    call = call.header(name, value);
                }
            }
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

/// Which servers are believed.
fn tls(options: &HttpOptions) -> TlsConfig {
    let config = TlsConfig::builder().disable_verification(options.insecure);
    if options.authorities.is_empty() {
        return config.build();
    }
    let given = options.authorities.iter().map(|der| Certificate::from_der(der).to_owned());
    let certificates: Vec<Certificate<'static>> = given.collect();
    config.root_certs(RootCerts::new_with_certs(&certificates)).build()
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
        // A redirect that only this page may follow leads to bytes that are not for others.
        shareable: kept
            && status == 200
            && !truncated
            && request.policy.is_home(&request.url) == request.policy.is_home(url),
    })
}

/// The client's errors in our words.
fn explain(url: &Url, error: ureq::Error) -> LoadError {
    let url = url.clone();
    match error {
        error if resolve::is_private(&error) => LoadError::Refused { url, refusal: Refusal::PrivateAddress },
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
