//! The only room that reads anything: the network, files, `data:` URLs, standard input.
//!
//! Two steps. A [`ResourceFetcher`] turns one [`Request`] into one [`Resource`] and knows protocols; a [`Loader`]
//! puts in front of it what a page needs: each URL once, several at a time, within limits, under a [`Policy`].
//!
//! ```text
//! what the user typed -address-> PageInput -Loader::open-> Resource -document::decode-> LoadedDocument
//!                                              |
//!                                              '-> PageLoader -get/prefetch-> sheets, images, fonts, frames
//! ```
//!
//! **What is not known here**: what a resource is for beyond its [`Destination`]; whether a sheet parses or an image
//! decodes. A resource that does not come is an `Err` for whoever asked and one diagnostic for the reader, never the
//! end of a page; only the document itself can fail a render.
//!
//! **The picture must not depend on timing.** `prefetch` only starts work early. Everything that can be seen (which
//! URLs count towards the limits, which failures are reported and in which order) happens in [`PageLoader::get`], which the
//! page's own thread calls in the page's own order, and waits.

pub mod address;
pub mod charset;
pub mod content_type;
pub mod document;
pub mod error;
pub mod fetch;
pub mod loader;
pub mod network;
pub mod page_loader;
mod pool;
pub mod policy;
pub mod resource;
pub mod viewer;

pub use address::{PageInput, file_url};
pub use document::{DocumentKind, LoadedDocument};
pub use error::LoadError;
pub use fetch::{DefaultFetcher, HostResolver, HttpOptions, ResourceFetcher};
pub use loader::{Loader, LoaderOptions};
pub(crate) use page_loader::without_fragment;
pub use page_loader::{Fetched, PageLoader};
pub use policy::{Policy, Refusal};
pub use resource::{Destination, Request, Resource};
