//! The engine in one screen: each phase is one call from one value to the next.
//!
//! Order is by need. A document is parsed before its sheets, because it names them; styles come before boxes, because
//! `display` makes boxes; layout comes before paint, because paint needs positions and nothing else. All timing spans
//! are opened here, and the page's deadline is looked at between phases.

use std::fmt;
use std::path::PathBuf;

use ashlar_gc::Heap;
use ashlar_raster::{Color, DisplayListBuilder, NoGlyphs, Pixmap, RasterError, RenderOptions};
use markup5ever::local_name;
use url::Url;

use crate::diagnostics::{Area, Diagnostic, Diagnostics};
use crate::dom::{self, Document, NodeRef};
use crate::limits::{LimitReached, MAX_PICTURE_PIXELS, MAX_PICTURE_SIDE};
use crate::load::{Destination, DocumentKind, LoadError, Loader, LoaderOptions, PageInput};
use crate::timing::{Deadline, Phase, Timer, Timings};

/// Which value of the pipeline to print.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DumpKind {
    /// The document.
    Dom,
    /// Computed styles.
    Style,
    /// The box tree.
    Boxes,
    /// The fragment tree.
    Fragments,
    /// The display list.
    Display,
}

/// What all pages of a renderer share.
#[derive(Clone, Debug)]
pub struct RendererOptions {
    /// Folders with further fonts.
    pub font_dirs: Vec<PathBuf>,
    /// Whether the machine's fonts are used besides the embedded ones.
    pub system_fonts: bool,
    /// How pages are loaded.
    pub loader: LoaderOptions,
}

impl Default for RendererOptions {
    fn default() -> Self {
        Self { font_dirs: Vec::new(), system_fonts: true, loader: LoaderOptions::default() }
    }
}

/// How one page is drawn.
#[derive(Clone, Debug)]
pub struct PageOptions {
    /// The viewport in CSS px.
    pub viewport: (u32, u32),
    /// Device pixels per CSS px.
    pub scale: f32,
    /// Draw the whole document and not the viewport alone.
    pub full_page: bool,
    /// The base of relative URLs, instead of the document's own address.
    pub base_url: Option<Url>,
    /// Whether [`Rendered::boxes`] is wanted.
    pub want_boxes: bool,
    /// Whether [`Rendered::dump`] is wanted, and of what.
    pub dump: Option<DumpKind>,
}

impl Default for PageOptions {
    fn default() -> Self {
        Self { viewport: (1280, 800), scale: 1.0, full_page: false, base_url: None, want_boxes: false, dump: None }
    }
}

/// A page that was drawn.
#[derive(Debug)]
pub struct Rendered {
    /// The picture.
    pub pixmap: Pixmap,
    /// The layout as JSON, schema `boxes/1`.
    pub boxes: Option<String>,
    /// The value asked for by [`PageOptions::dump`].
    pub dump: Option<String>,
    /// What the page's author may want to know.
    pub diagnostics: Vec<Diagnostic>,
    /// Where the time went.
    pub timings: Timings,
    /// The document's title.
    pub title: Option<String>,
    /// The document's address after redirects.
    pub url: Url,
}

impl Rendered {
    /// The picture as a PNG file.
    pub fn encode(&mut self) -> Result<Vec<u8>, RenderError> {
        let Self { pixmap, timings, .. } = self;
        timings
            .measure(Phase::Encode, || ashlar_raster::encode::png(pixmap))
            .map_err(|error| RenderError::Picture(error.to_string()))
    }

    /// The SHA-256 of the picture's width, height and RGBA pixels, in hexadecimal.
    pub fn sha256(&self) -> String {
        ashlar_raster::encode::sha256(&self.pixmap)
    }
}

/// Why there is no picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RenderError {
    /// The page did not come.
    Load(LoadError),
    /// The page is more than it may be.
    Limit(LimitReached),
    /// The picture could not be made.
    Picture(String),
}

impl RenderError {
    /// Whether a limit is the reason.
    pub fn is_limit(&self) -> bool {
        matches!(self, Self::Limit(_) | Self::Load(LoadError::Limit { .. }))
    }

    /// What the user can do about it.
    pub fn hint(&self) -> Option<String> {
        match self {
            Self::Load(error) => error.hint(),
            Self::Limit(_) | Self::Picture(_) => None,
        }
    }
}

impl fmt::Display for RenderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Load(error) => error.fmt(f),
            Self::Limit(reached) => reached.fmt(f),
            Self::Picture(reason) => write!(f, "cannot make the picture: {reason}"),
        }
    }
}

impl std::error::Error for RenderError {}

impl From<LoadError> for RenderError {
    fn from(error: LoadError) -> Self {
        Self::Load(error)
    }
}

impl From<RasterError> for RenderError {
    fn from(error: RasterError) -> Self {
        Self::Picture(error.to_string())
    }
}

/// Draws pages. It has no state that a page could change except caches of bytes, so threads share one.
#[derive(Debug)]
pub struct Renderer {
    loader: Loader,
}

impl Renderer {
    /// A renderer with its fonts found and its loader ready.
    pub fn new(options: RendererOptions) -> Result<Self, RenderError> {
        Ok(Self { loader: Loader::new(options.loader) })
    }

    /// Draws one page. The heap is empty before and after, so one can serve page after page.
    pub fn render(&self, heap: &mut Heap, input: &PageInput, options: &PageOptions) -> Result<Rendered, RenderError> {
        let deadline = Deadline::after(self.loader.limits().page_time);
        let timer = Timer::new();
        let diagnostics = Diagnostics::new();
        let size = picture_size(options)?;
        let base = options.base_url.as_ref();

        let (resource, document) = timer.measure(Phase::Load, || {
            let resource = self.loader.open(input, base)?;
            let document = self.loader.decode(&resource)?;
            Ok::<_, LoadError>((resource, document))
        })?;
        if let Some(status) = document.status.filter(|status| *status >= 400) {
            diagnostics.warn(Area::Load, format!("the server answered {} with HTTP status {status}", document.url));
        }
        if document.truncated {
            diagnostics.warn(Area::Load, "the page ended before its announced length; what came is drawn");
        }
        let page = self.loader.page(&resource, base, deadline, &diagnostics);
        check(deadline)?;

        heap.enter(|cx| {
            let address = base.unwrap_or(&document.url);
            let dom = timer.measure(Phase::Html, || match document.kind {
                DocumentKind::Html => dom::parse_html(cx, &document.text, address),
                DocumentKind::Xhtml => dom::parse_xml(cx, &document.text, address),
            });
            timer.count("elements", u64::from(dom.element_count));
            let wanted = resources_named(&dom);
            page.prefetch(wanted.iter().cloned());
            check(deadline)?;

            // Placeholder until the later phases are joined: their callers get what they need from `page`.
            timer.measure(Phase::Load, || {
                for (url, destination) in &wanted {
                    page.get(url, *destination);
                }
            });
            check(deadline)?;

            let pixmap = timer.measure(Phase::Raster, || {
                let list = DisplayListBuilder::new().finish();
                let options = RenderOptions { width: size.0, height: size.1, background: Color::WHITE };
                ashlar_raster::render(&list, &NoGlyphs, &options)
            })?;
            check(deadline)?;
            let dump = options.dump.map(|kind| match kind {
                DumpKind::Dom => dom::dump::dump(&dom),
                _ => String::new(),
            });
            Ok((pixmap, dump, dom.title()))
        })
        .map(|(pixmap, dump, title)| Rendered {
            pixmap,
            boxes: options.want_boxes.then(|| "{}\n".to_owned()),
            dump,
            diagnostics: diagnostics.take(),
            timings: timer.finish(),
            title,
            url: document.url.clone(),
        })
    }
}

/// What the document itself names, in its order, to be fetched ahead: sheets and images.
fn resources_named(document: &Document<'_>) -> Vec<(Url, Destination)> {
    let named = |node: NodeRef<'_>| {
        let element = node.element()?;
        let (name, destination) = if element.is_html_element(&local_name!("link")) {
            let mut relations = element.attribute(&local_name!("rel"))?.split_ascii_whitespace();
            relations.find(|relation| relation.eq_ignore_ascii_case("stylesheet"))?;
            (local_name!("href"), Destination::Style)
        } else if element.is_html_element(&local_name!("img")) {
            (local_name!("src"), Destination::Image)
        } else {
            return None;
        };
        let reference = element.attribute(&name).filter(|reference| !reference.trim().is_empty())?;
        Some((document.resolve_url(reference)?, destination))
    };
    dom::iterate::descendant_elements(document.root).filter_map(named).collect()
}

/// Ends the page when its time is up.
fn check(deadline: Deadline) -> Result<(), RenderError> {
    deadline.passed().map_or(Ok(()), |allowed| Err(RenderError::Limit(LimitReached::page_time(allowed))))
}

/// The picture of the viewport in device pixels, if it is one that can be made.
fn picture_size(options: &PageOptions) -> Result<(u32, u32), RenderError> {
    let device = |side: u32| (side as f32 * options.scale).round().max(1.0) as u32;
    let (width, height) = (device(options.viewport.0), device(options.viewport.1));
    if width > MAX_PICTURE_SIDE || height > MAX_PICTURE_SIDE {
        return Err(RenderError::Limit(LimitReached::fixed("pixels of one side of the picture", MAX_PICTURE_SIDE)));
    }
    if u64::from(width) * u64::from(height) > MAX_PICTURE_PIXELS {
        return Err(RenderError::Limit(LimitReached::fixed("pixels of the picture", MAX_PICTURE_PIXELS)));
    }
    Ok((width, height))
}
