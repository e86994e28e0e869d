//! What a page may read.
//!
//! The user may name anything; a page may not. Two rules so far, both about files:
//!
//! 1. A page from the network (or from standard input, or a `data:` URL) reads no file.
//! 2. A page that is a file reads files of its own folder and below, and of folders the user allows.
//!
//! Paths are compared after the file system has resolved `..` and links, so a link out of the folder is outside.
//! A policy goes along with each [`Request`](super::Request), because redirects must be judged too, and only the
//! fetcher sees those.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use url::Url;

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
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::FileFromNetwork => f.write_str("a page from the network may not read files"),
            Self::FileOutside { .. } => f.write_str("it is outside the page's own folder"),
            Self::RedirectOffHttp => f.write_str("a server may not redirect to it"),
        }
    }
}

#[derive(Debug)]
enum Rules {
    /// The user's own words: no rule applies.
    Typed,
    /// Files only below these folders; the first is the page's own. Empty: no files.
    Page { folders: Vec<PathBuf> },
}

/// The rules one page is under. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Policy(Arc<Rules>);

impl Policy {
    /// For what the user typed: everything is allowed.
    pub fn typed() -> Self {
        Self(Arc::new(Rules::Typed))
    }

    /// For what the page at this URL asks for. `allowed` are further folders that a page given as a file may read.
    pub fn for_page(page: &Url, allowed: &[PathBuf]) -> Self {
        let own = (page.scheme() == "file").then(|| page.to_file_path().ok()).flatten();
        let folders = own.map_or_else(Vec::new, |path| {
            let path = resolve(&path);
            let folder = if path.is_dir() { Some(path.as_path()) } else { path.parent() };
            folder.into_iter().map(Path::to_path_buf).chain(allowed.iter().map(|path| resolve(path))).collect()
        });
        Self(Arc::new(Rules::Page { folders }))
    }

    /// Judges one URL.
    pub fn check(&self, url: &Url) -> Result<(), Refusal> {
        let Rules::Page { folders } = &*self.0 else { return Ok(()) };
        if url.scheme() != "file" {
            return Ok(());
        }
        if folders.is_empty() {
            return Err(Refusal::FileFromNetwork);
        }
        let path = url.to_file_path().map(|path| resolve(&path)).unwrap_or_default();
        if folders.iter().any(|folder| path.starts_with(folder)) {
            return Ok(());
        }
        Err(Refusal::FileOutside { wanted: path.parent().unwrap_or(&path).to_path_buf() })
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
            let policy = Policy::for_page(&Url::parse(page).unwrap(), &[PathBuf::from("/")]);
            assert_eq!(policy.check(&Url::parse("file:///etc/passwd").unwrap()), Err(Refusal::FileFromNetwork));
            assert_eq!(policy.check(&Url::parse("http://127.0.0.1:1/a.css").unwrap()), Ok(()));
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
        let policy = Policy::for_page(&page, &[]);
        assert_eq!(policy.check(&page.join("css/a.css").unwrap()), Ok(()));
        assert_eq!(policy.check(&page.join("missing.css").unwrap()), Ok(()));
        assert!(matches!(policy.check(&page.join("../secret.txt").unwrap()), Err(Refusal::FileOutside { .. })));
        let policy = Policy::for_page(&page, &[dir.path().to_path_buf()]);
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
        let policy = Policy::for_page(&file(&site.join("index.html")), &[]);
        assert!(policy.check(&file(&site.join("link.txt"))).is_err());
    }
}
