//! `file:` URLs.

use std::fs::File;
use std::io::{ErrorKind, Read as _};
use std::path::Path;

use crate::limits::LimitReached;
use crate::load::content_type::ContentType;
use crate::load::error::LoadError;
use crate::load::resource::{Destination, Request, Resource};

/// Reads a file. A page may not ask for pipes and devices, whose reading may never end; the user may.
pub fn fetch(request: &Request) -> Result<Resource, LoadError> {
    let path = request.url.to_file_path().map_err(|()| LoadError::BadAddress {
        given: request.url.to_string(),
        reason: "it names no file of this machine".to_owned(),
    })?;
    let failed = |reason: String| LoadError::File { path: path.clone(), reason };
    let words = |error: std::io::Error| match error.kind() {
        ErrorKind::NotFound => failed("there is no such file".to_owned()),
        ErrorKind::PermissionDenied => failed("permission denied".to_owned()),
        _ => failed(error.to_string()),
    };
    let kind = std::fs::metadata(&path).map_err(words)?;
    if kind.is_dir() {
        return Err(failed("it is a folder".to_owned()));
    }
    if !kind.is_file() && request.destination != Destination::Document {
        return Err(failed("it is not a plain file".to_owned()));
    }
    let mut bytes = Vec::with_capacity(usize::try_from(kind.len().min(request.max_bytes)).unwrap_or(0));
    let file = File::open(&path).map_err(words)?;
    file.take(request.max_bytes.saturating_add(1)).read_to_end(&mut bytes).map_err(words)?;
    if bytes.len() as u64 > request.max_bytes {
        let reached = LimitReached::fixed("bytes of one resource", request.max_bytes);
        return Err(LoadError::Limit { url: request.url.clone(), reached: reached.into() });
    }
    Ok(Resource::local(request.url.clone(), bytes, content_type(&path)))
}

fn content_type(path: &Path) -> Option<ContentType> {
    path.extension().and_then(|extension| extension.to_str()).and_then(ContentType::from_extension)
}
