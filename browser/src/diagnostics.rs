//! What went wrong without ending the render: a missing image, a sheet that is not CSS, a font that does not parse.
//!
//! A diagnostic never changes a pixel. The phases push into one [`Diagnostics`] sink per page; the command prints
//! them after the picture is written. Order is the order of the page's own thread, so it is the same in each run.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use crate::limits::MAX_DIAGNOSTICS;

/// How much a diagnostic matters for the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// For the curious: shown with `-v` alone.
    Note,
    /// Something of the page is missing or was understood otherwise than its author meant.
    Warning,
    /// A part of the page could not be drawn at all.
    Error,
}

/// The room a diagnostic comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Area {
    /// Fetching and decoding bytes.
    Load,
    /// Parsing the document.
    Html,
    /// Style sheets and the cascade.
    Style,
    /// Fonts and shaping.
    Font,
    /// Image decoding.
    Image,
    /// Box construction and layout.
    Layout,
    /// Painting and raster.
    Paint,
}

impl Area {
    /// The area's name as it is printed.
    pub fn name(self) -> &'static str {
        match self {
            Self::Load => "load",
            Self::Html => "html",
            Self::Style => "css",
            Self::Font => "font",
            Self::Image => "image",
            Self::Layout => "layout",
            Self::Paint => "paint",
        }
    }
}

/// Where in the page's sources a diagnostic belongs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Location {
    /// The resource.
    pub url: String,
    /// Line from 1; 0 when the whole resource is meant.
    pub line: u32,
    /// Column from 1; 0 when not known.
    pub column: u32,
}

/// One thing to tell the page's author.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Diagnostic {
    /// How much it matters.
    pub severity: Severity,
    /// Who says it.
    pub area: Area,
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// Where, if anywhere in particular.
    pub location: Option<Location>,
    /// What the reader can do about it.
    pub hint: Option<String>,
}

impl Diagnostic {
    /// A diagnostic with neither place nor hint.
    pub fn new(severity: Severity, area: Area, message: impl Into<String>) -> Self {
        Self { severity, area, message: message.into(), location: None, hint: None }
    }

    /// The same with a place.
    #[must_use]
    pub fn at(mut self, url: impl Into<String>, line: u32, column: u32) -> Self {
        self.location = Some(Location { url: url.into(), line, column });
        self
    }

    /// The same with advice.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let severity = match self.severity {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        };
        write!(f, "{severity}: {}: {}", self.area.name(), self.message)?;
        if let Some(Location { url, line, column }) = &self.location {
            write!(f, "\n  at {}", shorten(url))?;
            if *line > 0 {
                write!(f, ":{line}")?;
            }
            if *line > 0 && *column > 0 {
                write!(f, ":{column}")?;
            }
        }
        match &self.hint {
            Some(hint) => write!(f, "\n  help: {hint}"),
            None => Ok(()),
        }
    }
}

/// A URL fit for one line of a terminal: a `data:` URL can have megabytes.
pub fn shorten(url: &str) -> String {
    const SHOWN: usize = 200;
    match url.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &url[..end]),
        None => url.to_owned(),
    }
}

#[derive(Debug, Default)]
struct Kept {
    list: Vec<Diagnostic>,
    dropped: usize,
}

/// The sink of one page. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics(Arc<Mutex<Kept>>);

impl Diagnostics {
    /// An empty sink.
    pub fn new() -> Self {
        Self::default()
    }

    /// Keeps a diagnostic, unless the page has said too much already.
    pub fn push(&self, diagnostic: Diagnostic) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.list.len() < MAX_DIAGNOSTICS {
            kept.list.push(diagnostic);
        } else {
            kept.dropped += 1;
        }
    }

    /// Keeps a warning.
    pub fn warn(&self, area: Area, message: impl Into<String>) {
        self.push(Diagnostic::new(Severity::Warning, area, message));
    }

    /// Keeps a note.
    pub fn note(&self, area: Area, message: impl Into<String>) {
        self.push(Diagnostic::new(Severity::Note, area, message));
    }

    /// Takes everything said so far; a last entry counts what was left out.
    pub fn take(&self) -> Vec<Diagnostic> {
        let Kept { mut list, dropped } = std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner));
        if dropped > 0 {
            list.push(Diagnostic::new(Severity::Note, Area::Load, format!("{dropped} more messages were left out")));
        }
        list
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diagnostic_names_place_and_fix() {
        let text = Diagnostic::new(Severity::Warning, Area::Style, "unknown unit 'pz'")
            .at("http://a/b.css", 3, 7)
            .hint("did you mean 'px'?")
            .to_string();
        assert_eq!(text, "warning: css: unknown unit 'pz'\n  at http://a/b.css:3:7\n  help: did you mean 'px'?");
    }

    #[test]
    fn the_sink_is_bounded() {
        let sink = Diagnostics::new();
        for _ in 0..MAX_DIAGNOSTICS + 5 {
            sink.warn(Area::Html, "x");
        }
        let taken = sink.take();
        assert_eq!(taken.len(), MAX_DIAGNOSTICS + 1);
        assert!(taken.last().unwrap().message.starts_with("5 more"));
        assert!(sink.take().is_empty());
    }
}
