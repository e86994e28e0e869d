//! From what the user typed to a URL: URLs, paths, `-`.

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use url::Url;

use super::error::LoadError;
use crate::limits::LimitReached;

/// The page to render.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PageInput {
    /// A page at a URL (files included).
    Url(Url),
    /// A page that is already here.
    Bytes {
        /// Its bytes.
        bytes: Arc<[u8]>,
        /// What it is; HTML or sniffed when not given.
        content_type: Option<String>,
    },
}

impl PageInput {
    /// A page given as markup.
    pub fn html(markup: &str) -> Self {
        Self::Bytes { bytes: Arc::from(markup.as_bytes()), content_type: Some("text/html;charset=utf-8".to_owned()) }
    }

    /// Reads the page from standard input, at most so many bytes.
    pub fn from_standard_input(max_bytes: u64) -> Result<Self, LoadError> {
        let failed = |reason: String| LoadError::BadAddress { given: "-".to_owned(), reason };
        let mut bytes = Vec::new();
        let read = std::io::stdin().lock().take(max_bytes.saturating_add(1)).read_to_end(&mut bytes);
        read.map_err(|error| failed(format!("standard input: {error}")))?;
        if bytes.len() as u64 > max_bytes {
            return Err(failed(LimitReached::fixed("bytes of one resource", max_bytes).to_string()));
        }
        Ok(Self::Bytes { bytes: bytes.into(), content_type: None })
    }
}

/// Schemes that name a page to us. Others are taken as part of a file's name first (`notes:today.html`).
const SCHEMES: [&str; 5] = ["http", "https", "file", "data", "about"];

/// Turns a word of the command line into a URL.
///
/// In this order: a URL of a known scheme; an existing file or folder (its `index.html`), which may be followed by
/// `?query` and `#fragment`; `localhost:8000` and the like as `http:`; `example.com/page` as `https:`.
pub fn parse(given: &str) -> Result<Url, LoadError> {
    let bad = |reason: String| LoadError::BadAddress { given: given.to_owned(), reason };
    if given.trim().is_empty() {
        return Err(bad("the address is empty".to_owned()));
    }
    let scheme = given.split_once(':').map(|(scheme, _)| scheme.to_ascii_lowercase());
    if scheme.as_deref().is_some_and(|scheme| SCHEMES.contains(&scheme)) {
        return Url::parse(given.trim()).map_err(|error| bad(error.to_string()));
    }
    if let Some(url) = existing_file(given) {
        return url;
    }
    if let Some(url) = as_host(given) {
        return Ok(url);
    }
    if scheme.is_some_and(|scheme| scheme.len() > 1 && Url::parse(given).is_ok() && !scheme.contains('.')) {
        let url = Url::parse(given).map_err(|error| bad(error.to_string()))?;
        return Err(LoadError::UnsupportedScheme(url));
    }
    Err(LoadError::File { path: PathBuf::from(given), reason: "there is no such file".to_owned() })
}

/// The `file:` URL of a path that exists, with its query and fragment.
fn existing_file(given: &str) -> Option<Result<Url, LoadError>> {
    if Path::new(given).exists() {
        return Some(file_url(Path::new(given)));
    }
    let end = given.find(['?', '#'])?;
    let path = Path::new(&given[..end]);
    if given[..end].is_empty() || !path.exists() {
        return None;
    }
    Some(file_url(path).map(|url| url.join(&given[end..]).unwrap_or(url)))
}

/// The `file:` URL of a path: absolute, percent-encoded; a folder means its `index.html`.
pub fn file_url(path: &Path) -> Result<Url, LoadError> {
    let failed = |reason: String| LoadError::File { path: path.to_path_buf(), reason };
    let mut absolute = std::path::absolute(path).map_err(|error| failed(error.to_string()))?;
    if absolute.is_dir() {
        let index = absolute.join("index.html");
        if !index.is_file() {
            return Err(failed("it is a folder without an index.html".to_owned()));
        }
        absolute = index;
    }
    Url::from_file_path(&absolute).map_err(|()| failed("it has no file: URL".to_owned()))
}

/// `localhost:3000/x` and `example.com/x`: what people type into a browser. Names that end like files are files.
fn as_host(given: &str) -> Option<Url> {
    let host = given.split(['/', '?', '#']).next()?;
    let (name, port) = host.split_once(':').map_or((host, None), |(name, port)| (name, Some(port)));
    let port_fits = port.is_none_or(|port| !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit()));
    let name_fits = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.'));
    if !port_fits || !name_fits || name.starts_with('.') || name.ends_with('.') {
        return None;
    }
    if name == "localhost" || name.parse::<std::net::Ipv4Addr>().is_ok() {
        return Url::parse(&format!("http://{given}")).ok();
    }
    let ending = name.rsplit_once('.')?.1;
    let is_domain = ending.len() >= 2 && ending.bytes().all(|byte| byte.is_ascii_alphabetic());
    let is_file_name = super::content_type::ContentType::from_extension(ending).is_some();
    if is_domain && !is_file_name { Url::parse(&format!("https://{given}")).ok() } else { None }
}

/// `--base-url`: a URL, or a path of a file or folder.
pub fn parse_base(given: &str) -> Result<Url, LoadError> {
    let path = Path::new(given);
    if path.is_dir() {
        let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
        return Url::from_directory_path(&absolute)
            .map_err(|()| LoadError::File { path: absolute, reason: "it has no file: URL".to_owned() });
    }
    parse(given)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_hosts_and_files() {
        assert_eq!(parse("https://a.b/c d").unwrap().as_str(), "https://a.b/c%20d");
        assert_eq!(parse("localhost:3000/x").unwrap().as_str(), "http://localhost:3000/x");
        assert_eq!(parse("127.0.0.1:8000").unwrap().as_str(), "http://127.0.0.1:8000/");
        assert_eq!(parse("example.com/a").unwrap().as_str(), "https://example.com/a");
        assert!(matches!(parse("missing.html"), Err(LoadError::File { .. })));
        assert!(matches!(parse("no/such/page.html"), Err(LoadError::File { .. })));
        assert!(matches!(parse("mailto:a@b.c"), Err(LoadError::UnsupportedScheme(_))));
        assert!(matches!(parse("http://"), Err(LoadError::BadAddress { .. })));
        assert!(matches!(parse(" "), Err(LoadError::BadAddress { .. })));
    }

    #[test]
    fn a_path_is_encoded_and_keeps_its_fragment() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a b#ü.html");
        std::fs::write(&path, "x").unwrap();
        let url = parse(path.to_str().unwrap()).unwrap();
        assert!(url.as_str().ends_with("/a%20b%23%C3%BC.html"), "{url}");
        std::fs::write(dir.path().join("index.html"), "x").unwrap();
        let url = parse(&format!("{}/index.html?q#part", dir.path().display())).unwrap();
        assert_eq!((url.query(), url.fragment()), (Some("q"), Some("part")));
        assert!(parse(dir.path().to_str().unwrap()).unwrap().as_str().ends_with("/index.html"));
        assert!(parse_base(dir.path().to_str().unwrap()).unwrap().as_str().ends_with('/'));
    }
}
