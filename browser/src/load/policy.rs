//! What a page may read.
//!
//! The user may name anything; a page may not.
//!
//! 1. A page from the network (or from standard input, or a `data:` URL) reads no file.
//! 2. A page that is a file reads files of its own folder and below, and of folders the user allows.
//! 3. Nothing reads private addresses, neither by number, by name nor by redirect, unless the user allows them all.
//!    The origin the user typed is an exception: it was meant, wherever it is.
//!
//! The third rule is judged twice. Here by the words of a URL, so that a refusal comes early and without a look-up; and
//! by the fetcher on the addresses of a name, which then connects to those it judged and to no other.
//!
//! Paths are compared after the file system has resolved `..` and links, so a link out of the folder is outside.
//! A policy goes along with each [`Request`](super::Request), because redirects must be judged too, and only the
//! fetcher sees those.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use url::{Origin, Url};

use super::network::names_private_host;

/// Why a URL may not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// A page that is not a file asked for one.
    FileFromNetwork,
    /// A page that is a file asked for one outside its folder.
    FileOutside {
        /// The folder of what was asked for.
        wanted: PathBuf,
    },
    /// A server redirected to something that is not HTTP.
    RedirectOffHttp,
    /// The host is private: loopback, the local network, metadata of a cloud.
    PrivateAddress,
    /// The user's `--block` or `--no-images`.
    Blocked,
}

impl Refusal {
    /// What the user can do if it was meant.
    pub fn hint(&self) -> String {
        match self {
            Self::FileFromNetwork => {
                "a page from the network never reads files; save the page to render it with them".to_owned()
            }
            Self::FileOutside { wanted } => {
                format!("add --allow-file {} if the page may read it", wanted.display())
            }
            Self::RedirectOffHttp => "the server is at fault".to_owned(),
            Self::PrivateAddress => "add --allow-private if the page may read the local network".to_owned(),
            Self::Blocked => "it is blocked by --block or --no-images".to_owned(),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::FileFromNetwork => f.write_str("a page from the network may not read files"),
            Self::FileOutside { .. } => f.write_str("it is outside the page's own folder"),
            Self::RedirectOffHttp => f.write_str("a server may not redirect to it"),
            Self::PrivateAddress => f.write_str("its address is private"),
            Self::Blocked => f.write_str("it is blocked"),
        }
    }
}

#[derive(Debug)]
struct Rules {
    /// Files only below these folders; the first is the page's own. Empty: no files. `None`: any file.
    folders: Option<Vec<PathBuf>>,
    /// What the user typed, if it has an origin.
    home: Option<Origin>,
    /// Whether private addresses are free.
    allow_private: bool,
}

/// The rules one page is under. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Policy(Arc<Rules>);

/// The origin of a URL of the network.
fn network_origin(url: &Url) -> Option<Origin> {
    matches!(url.scheme(), "http" | "https").then(|| url.origin())
}

impl Policy {
    /// For what the user typed: everything is allowed but redirects from there to private addresses.
    pub fn typed(url: &Url, allow_private: bool) -> Self {
        Self(Arc::new(Rules { folders: None, home: network_origin(url), allow_private }))
    }

    /// For what the page at this URL asks for. `allowed` are further folders that a page given as a file may read,
    /// `typed` is the URL that the user gave, which redirects may have led away from.
    pub fn for_page(page: &Url, typed: &Url, allowed: &[PathBuf], allow_private: bool) -> Self {
        let own = (page.scheme() == "file").then(|| page.to_file_path().ok()).flatten();
        let folders = own.map_or_else(Vec::new, |path| {
            let path = resolve(&path);
            let folder = if path.is_dir() { Some(path.as_path()) } else { path.parent() };
            folder.into_iter().map(Path::to_path_buf).chain(allowed.iter().map(|path| resolve(path))).collect()
        });
        Self(Arc::new(Rules { folders: Some(folders), home: network_origin(typed), allow_private }))
    }

    /// Judges one URL.
    pub fn check(&self, url: &Url) -> Result<(), Refusal> {
        if url.scheme() != "file" {
            let refused = names_private_host(url) && !self.may_be_private(url);
            return if refused { Err(Refusal::PrivateAddress) } else { Ok(()) };
        }
        let Some(folders) = &self.0.folders else { return Ok(()) };
        if folders.is_empty() {
            return Err(Refusal::FileFromNetwork);
        }
        let path = url.to_file_path().map(|path| resolve(&path)).unwrap_or_default();
        if folders.iter().any(|folder| path.starts_with(folder)) {
            return Ok(());
        }
        Err(Refusal::FileOutside { wanted: path.parent().unwrap_or(&path).to_path_buf() })
    }

    /// Whether the host of a URL may have a private address.
    pub fn may_be_private(&self, url: &Url) -> bool {
        self.0.allow_private || self.is_home(url)
    }

    /// Whether a URL is of the origin that the user typed: there, and nowhere else, the user's own headers go.
    pub fn is_home(&self, url: &Url) -> bool {
        self.0.home.as_ref().is_some_and(|home| *home == url.origin())
    }
}

/// The path without links and dots. A file that does not exist keeps its name below its resolved folder, so that it
/// is reported as missing and not as forbidden.
fn resolve(path: &Path) -> PathBuf {
    if let Ok(resolved) = path.canonicalize() {
        return resolved;
    }
    match (path.parent(), path.file_name()) {
        (Some(parent), Some(name)) => resolve(parent).join(name),
        _ => path.to_path_buf(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &Path) -> Url {
        Url::from_file_path(path).unwrap()
    }

    #[test]
    fn a_page_from_the_network_reads_no_file() {
        for page in ["http://127.0.0.1:1/", "https://a/", "about:blank", "data:text/html,x"] {
            let page = Url::parse(page).unwrap();
            let policy = Policy::for_page(&page, &page, &[PathBuf::from("/")], false);
            assert_eq!(policy.check(&Url::parse("file:///etc/passwd").unwrap()), Err(Refusal::FileFromNetwork));
            assert_eq!(policy.check(&Url::parse("http://example.com/a.css").unwrap()), Ok(()));
        }
    }

    #[test]
    fn only_the_typed_origin_may_be_private() {
        let url = |text: &str| Url::parse(text).unwrap();
        let typed = url("http://127.0.0.1:80/");
        let policy = Policy::for_page(&typed, &typed, &[], false);
        assert_eq!(policy.check(&url("http://127.0.0.1/a.css")), Ok(()));
        for other in ["http://127.0.0.1:81/", "http://localhost/", "https://127.0.0.1/", "http://10.0.0.1/"] {
            assert_eq!(policy.check(&url(other)), Err(Refusal::PrivateAddress), "{other}");
            assert_eq!(Policy::for_page(&typed, &typed, &[], true).check(&url(other)), Ok(()));
            assert_eq!(Policy::typed(&typed, false).check(&url(other)), Err(Refusal::PrivateAddress));
        }
    }

    #[test]
    fn a_file_reads_its_own_tree() {
        let dir = tempfile::tempdir().unwrap();
        let site = dir.path().join("site");
        std::fs::create_dir_all(site.join("css")).unwrap();
        for name in ["site/index.html", "site/css/a.css", "secret.txt"] {
            std::fs::write(dir.path().join(name), "x").unwrap();
        }
        let page = file(&site.join("index.html"));
        let policy = Policy::for_page(&page, &page, &[], false);
        assert_eq!(policy.check(&page.join("css/a.css").unwrap()), Ok(()));
        assert_eq!(policy.check(&page.join("missing.css").unwrap()), Ok(()));
        assert!(matches!(policy.check(&page.join("../secret.txt").unwrap()), Err(Refusal::FileOutside { .. })));
        let policy = Policy::for_page(&page, &page, &[dir.path().to_path_buf()], false);
        assert_eq!(policy.check(&page.join("../secret.txt").unwrap()), Ok(()));
    }

    #[cfg(unix)]
    #[test]
    fn a_link_out_of_the_tree_is_outside() {
        let dir = tempfile::tempdir().unwrap();
        let site = dir.path().join("site");
        std::fs::create_dir(&site).unwrap();
        std::fs::write(dir.path().join("secret.txt"), "x").unwrap();
        std::os::unix::fs::symlink(dir.path().join("secret.txt"), site.join("link.txt")).unwrap();
        let page = file(&site.join("index.html"));
        let policy = Policy::for_page(&page, &page, &[], false);
        assert!(policy.check(&file(&site.join("link.txt"))).is_err());
    }
}
