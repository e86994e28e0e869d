//! A file name for a picture that was given none.

use std::path::{Path, PathBuf};

use url::Url;

/// Longest name in bytes, the number and the ending not counted.
const MOST_BYTES: usize = 80;

/// The name: of the title, else of the host, else of the file, else `page`.
fn stem(title: Option<&str>, url: &Url) -> String {
    let path = url.path_segments().and_then(|mut parts| parts.next_back()).unwrap_or_default();
    let file = path.rsplit_once('.').map_or(path, |(name, _)| name);
    [title.unwrap_or_default(), url.host_str().unwrap_or_default(), file]
        .into_iter()
        .map(clean)
        .find(|name| !name.is_empty())
        .unwrap_or_else(|| "page".to_owned())
}

/// Letters, digits and single hyphens, no dot at the ends: safe as a name on every system and in every shell.
fn clean(text: &str) -> String {
    let mut out = String::new();
    for character in text.chars() {
        if out.len() + character.len_utf8() > MOST_BYTES {
            break;
        }
        match character {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '_' => out.push(character),
            // A dot belongs between letters: `report.v2`, not `../`.
            '.' if out.ends_with(char::is_alphanumeric) => out.push('.'),
            other if other.is_alphanumeric() => out.push(other),
            _ if !out.is_empty() && !out.ends_with('-') => out.push('-'),
            _ => {}
        }
    }
    let out = out.trim_matches(['-', '.']);
    // Windows has devices of these names in every folder.
    let device = matches!(out.to_ascii_lowercase().as_str(), "con" | "prn" | "aux" | "nul" | "com1" | "lpt1");
    if device { format!("{out}-page") } else { out.to_owned() }
}

/// A path in the current folder that is not there yet: a page's title must not choose which file is lost.
pub fn unused_path(title: Option<&str>, url: &Url, ending: &str) -> PathBuf {
    let stem = stem(title, url);
    let names = std::iter::once(format!("{stem}.{ending}"))
        .chain((2..10_000).map(|number| format!("{stem}-{number}.{ending}")));
    names
        .map(PathBuf::from)
        .find(|path| !Path::exists(path))
        .unwrap_or_else(|| PathBuf::from("page").with_extension(ending))
}

/// The path with a number before its ending: `a/card.png` is `a/card-2.png`.
pub fn numbered(path: &Path, number: usize) -> PathBuf {
    let stem = path.file_stem().map(|stem| stem.to_string_lossy()).unwrap_or_default();
    let ending = path.extension().map(|ending| format!(".{}", ending.to_string_lossy())).unwrap_or_default();
    path.with_file_name(format!("{stem}-{number}{ending}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_safe() {
        let url = Url::parse("https://www.example.com/a/b.html").unwrap();
        assert_eq!(stem(Some("Hello, World!  / ../etc"), &url), "Hello-World-etc");
        assert_eq!(stem(Some(" \n"), &url), "www.example.com");
        assert_eq!(stem(Some("Überblick ß 漢字"), &url), "Überblick-ß-漢字");
        assert_eq!(stem(Some("..."), &Url::parse("file:///x/report.v2.html").unwrap()), "report.v2");
        assert_eq!(stem(None, &Url::parse("about:blank").unwrap()), "page");
        assert_eq!(stem(Some("con"), &url), "con-page");
        assert!(stem(Some(&"ä".repeat(500)), &url).len() <= MOST_BYTES);
    }
}
