//! `data:` URLs ([the Fetch standard's processor](https://fetch.spec.whatwg.org/#data-url-processor)).

use data_url::DataUrl;

use crate::limits::LimitReached;
use crate::load::content_type::ContentType;
use crate::load::error::LoadError;
use crate::load::resource::{Request, Resource};

/// Decodes the URL itself.
pub fn fetch(request: &Request) -> Result<Resource, LoadError> {
    let parsed =
        DataUrl::process(request.url.as_str()).map_err(|_| LoadError::BadData("it has no comma".to_owned()))?;
    let (bytes, _fragment) =
        parsed.decode_to_vec().map_err(|_| LoadError::BadData("its base64 is broken".to_owned()))?;
    if bytes.len() as u64 > request.max_bytes {
        let reached = LimitReached::fixed("bytes of one resource", request.max_bytes);
        return Err(LoadError::Limit { url: request.url.clone(), reached: reached.into() });
    }
    Ok(Resource::local(request.url.clone(), bytes, Some(ContentType::from_mime(parsed.mime_type()))))
}
