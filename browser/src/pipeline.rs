//! The engine in one screen: each phase is one call from one value to the next.
//!
//! Order is by need. A document is parsed before its sheets, because it names them; styles come before boxes, because
//! `display` makes boxes; layout comes before paint, because paint needs positions and nothing else. All timing spans
//! are opened here, and the page's deadline is looked at between phases.

use std::cell::Cell;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use ashlar_gc::{Collection, Cx, Heap, Sent};
use ashlar_layout::context::LayoutContext;
use ashlar_layout::css::properties::Font;
use ashlar_layout::css::values::compute::{FontMetricsSource, RelativeFontMetrics};
use ashlar_layout::dispatch::layout_document;
use ashlar_layout::fragment_tree::FragmentTree;
use ashlar_layout::geometry::{LayoutUnit, PhysicalSize};
use ashlar_layout::text::font_source::FontSource;
use ashlar_raster::encode::EncodeOptions;
use ashlar_raster::{Color, ImageData, Pixmap, RasterError, Rect, RenderOptions};
use markup5ever::local_name;
use url::Url;

use crate::boxes::{self, BoxEnvironment, StyledBoxes};
use crate::capture::{self, Capture};
use crate::diagnostics::{Area, Diagnostic, Diagnostics, Severity};
use crate::dom::{self, Document, NodeRef, QuirksMode};
use crate::fonts::{FontLibrary, PageFonts};
use crate::images::{PageImages, SvgFonts};
use crate::limits::{LimitReached, MAX_FRAME_DEPTH, MAX_FRAMES, MAX_PICTURE_PIXELS, MAX_PICTURE_SIDE};
use crate::load::{
    Destination, DocumentKind, LoadError, LoadedDocument, Loader, LoaderOptions, PageInput, PageLoader,
    without_fragment,
};
use crate::paint::{self, FramePicture, FrameSource, PaintEnvironment};
use crate::report;
use crate::safepoint;
use crate::style::{self, ComputeEnvironment, LoadedSheet, MediaContext, MediaList, SheetLoader, StyledDocument};
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
    /// What of the page is drawn.
    pub capture: Capture,
    /// What lies below the page.
    pub background: Color,
    /// `print` instead of `screen` in media queries.
    pub is_print: bool,
    /// `prefers-color-scheme: dark`
    pub prefers_dark: bool,
    /// A style sheet of the user's, after those of the page.
    pub user_sheet: Arc<str>,
    /// End the render when the server answers the page with an error status.
    pub fail_on_http_error: bool,
    /// End the render when anything the page refers to does not load.
    pub fail_on_missing: bool,
    /// The base of relative URLs, instead of the document's own address.
    pub base_url: Option<Url>,
    /// Whether [`Rendered::boxes`] is wanted.
    pub want_boxes: bool,
    /// Whether [`Rendered::dump`] is wanted, and of what.
    pub dump: Option<DumpKind>,
}

impl Default for PageOptions {
    fn default() -> Self {
        Self {
            viewport: (1280, 800),
            scale: 1.0,
            capture: Capture::Window,
            background: Color::WHITE,
            is_print: false,
            prefers_dark: false,
            user_sheet: Arc::from(""),
            fail_on_http_error: false,
            fail_on_missing: false,
            base_url: None,
            want_boxes: false,
            dump: None,
        }
    }
}

/// A page that was drawn.
#[derive(Debug)]
pub struct Rendered {
    /// The picture.
    pub pixmap: Pixmap,
    /// The pictures after the first, where [`Capture::Elements`] asks for all.
    pub further: Vec<Pixmap>,
    /// The layout as JSON, schema `boxes/1`.
    pub boxes: Option<String>,
    /// The value asked for by [`PageOptions::dump`].
    pub dump: Option<String>,
    /// What the page's author may want to know.
    pub diagnostics: Vec<Diagnostic>,
    /// Where the time went.
    pub timings: Timings,
    /// The collections of garbage, in order.
    pub collections: Vec<Collection>,
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

    /// The picture as a file of any format.
    pub fn encode_as(&mut self, options: &EncodeOptions) -> Result<Vec<u8>, RenderError> {
        let Self { pixmap, timings, .. } = self;
        timings
            .measure(Phase::Encode, || ashlar_raster::encode::encode(pixmap, options))
            .map_err(|error| RenderError::Picture(error.to_string()))
    }

    /// Scales all pictures.
    pub fn resize(&mut self, size: impl Fn(&Pixmap) -> (u32, u32)) -> Result<(), RenderError> {
        for picture in std::iter::once(&mut self.pixmap).chain(&mut self.further) {
            let (width, height) = size(picture);
            *picture = ashlar_raster::encode::resize(picture, width, height)
                .map_err(|error| RenderError::Picture(error.to_string()))?;
        }
        Ok(())
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
    /// Something that the page refers to did not come, and [`PageOptions::fail_on_missing`] is set.
    Missing(String),
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
            Self::Limit(_) | Self::Missing(_) | Self::Picture(_) => None,
        }
    }
}

impl fmt::Display for RenderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Load(error) => error.fmt(f),
            Self::Limit(reached) => reached.fmt(f),
            Self::Missing(message) => f.write_str(message),
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
    fonts: FontLibrary,
    svg_fonts: SvgFonts,
}

impl Renderer {
    /// A renderer with its fonts found and its loader ready.
    pub fn new(options: RendererOptions) -> Result<Self, RenderError> {
        let fonts = FontLibrary::new(&options.font_dirs, options.system_fonts);
        let svg_fonts = SvgFonts(fonts.svg_database());
        Ok(Self { loader: Loader::new(options.loader), fonts, svg_fonts })
    }

    /// Draws one page. The heap is empty before and after, so one can serve page after page.
    pub fn render(&self, heap: &mut Heap, input: &PageInput, options: &PageOptions) -> Result<Rendered, RenderError> {
        let deadline = Deadline::after(self.loader.limits().page_time);
        let timer = Timer::new();
        let diagnostics = Diagnostics::new();
        picture_size(options, options.viewport)?;
        let base = options.base_url.as_ref();

        let (resource, document) = timer.measure(Phase::Load, || {
            let resource = self.loader.open(input, base)?;
            let document = self.loader.decode(&resource)?;
            Ok::<_, LoadError>((resource, document))
        })?;
        if let Some(status) = document.status.filter(|status| *status >= 400) {
            if options.fail_on_http_error {
                return Err(RenderError::Load(LoadError::Status { url: document.url.clone(), status }));
            }
            diagnostics.warn(Area::Load, format!("the server answered {} with HTTP status {status}", document.url));
        }
        if document.truncated {
            diagnostics.warn(Area::Load, "the page ended before its announced length; what came is drawn");
        }
        let page = self.loader.page(&resource, base, deadline, &diagnostics);
        check(deadline)?;

        let count = Cell::new(0);
        let place = FramePlace { around: &[], count: &count };
        let drawing =
            Drawing { renderer: self, page: &page, timer: &timer, diagnostics: &diagnostics, options, deadline, place };
        let drawn = heap.enter(|cx| {
            let before = cx.heap_sizes();
            let drawn = drawing.draw(cx, &document, base.unwrap_or(&document.url));
            let stats = cx.stats();
            timer.count("objects", stats.objects_allocated - before.objects_allocated);
            timer.count("bytes", stats.bytes_allocated - before.bytes_allocated);
            drawn
        });
        let collections = heap.take_collections();
        let drawn = drawn?;
        timer.count("collections", collections.len() as u64);
        timer.count("collector us", collections.iter().map(|collection| collection.pause_us).sum());
        timer.count("collector longest us", collections.iter().map(|one| one.pause_us).max().unwrap_or(0));
        let diagnostics = diagnostics.take();
        let is_missing = |said: &&Diagnostic| said.area == Area::Load && said.severity >= Severity::Warning;
        if let Some(missing) = diagnostics.iter().find(is_missing).filter(|_| options.fail_on_missing) {
            return Err(RenderError::Missing(missing.message.clone()));
        }
        Ok(Rendered {
            pixmap: drawn.pixmap,
            further: drawn.further,
            boxes: drawn.boxes,
            dump: drawn.dump,
            diagnostics,
            timings: timer.finish(),
            collections,
            title: drawn.title,
            url: document.url.clone(),
        })
    }
}

/// What all phases of one page are handed.
struct Drawing<'a> {
    renderer: &'a Renderer,
    page: &'a PageLoader,
    timer: &'a Timer,
    diagnostics: &'a Diagnostics,
    options: &'a PageOptions,
    deadline: Deadline,
    /// The frames that this document is in.
    place: FramePlace<'a>,
}

/// Where a document is in the tree of frames.
#[derive(Clone, Copy)]
struct FramePlace<'a> {
    /// The addresses of the documents around it, the page's first.
    around: &'a [Url],
    /// Frames of the whole page drawn so far.
    count: &'a Cell<usize>,
}

/// What is left of a page when its heap is gone.
struct Drawn {
    pixmap: Pixmap,
    further: Vec<Pixmap>,
    boxes: Option<String>,
    dump: Option<String>,
    title: Option<String>,
}

impl Drawing<'_> {
    /// From text to pixels: every phase, in order.
    fn draw<'h>(&self, cx: &Cx<'h>, text: &LoadedDocument, address: &Url) -> Result<Drawn, RenderError> {
        let Self { timer, options, deadline, .. } = *self;
        let options = &options;
        let (width, height) = (options.viewport.0 as f32, options.viewport.1 as f32);

        let document = timer.measure(Phase::Html, || match text.kind {
            DocumentKind::Html => dom::parse_html(cx, &text.text, address),
            DocumentKind::Xhtml => dom::parse_xml(cx, &text.text, address),
        });
        timer.count("elements", u64::from(document.element_count));
        self.collect(cx, "html");
        check(deadline)?;

        let PageOptions { scale, prefers_dark, is_print, .. } = **options;
        let media = MediaContext { width, height, scale, prefers_dark, is_print };
        let sheets = timer.measure(Phase::Sheets, || {
            let loader = PageSheets { page: self.page, encoding: text.encoding, user: self.user_sheet() };
            self.page.prefetch(named_images(&document, &media));
            style::collect(&document, &loader, &media, self.diagnostics)
        });
        check(deadline)?;

        let fonts = PageFonts::new(
            &self.renderer.fonts,
            sheets.font_faces.iter().map(|face| &**face),
            |url| {
                let fetched = self.page.get(url, Destination::Font);
                fetched.as_ref().as_ref().ok().map(|resource| resource.bytes.to_vec())
            },
            self.diagnostics.clone(),
        );
        let environment = ComputeEnvironment {
            scale,
            prefers_dark,
            fonts: &FontMeasures(&fonts),
            ..ComputeEnvironment::new(width, height)
        };
        let styled = timer.measure(Phase::Cascade, || style::cascade(cx, &document, &sheets, &environment));
        self.collect(cx, "cascade");
        check(deadline)?;

        let style_of = |node: NodeRef<'h>| styled.style_of(node);
        let images = PageImages::new(cx, self.page, &document, self.renderer.svg_fonts.clone(), &style_of);
        timer.measure(Phase::Load, || {
            let wanted: Vec<Url> = named_images(&document, &media).into_iter().map(|(url, _)| url).collect();
            images.load(&wanted);
        });
        check(deadline)?;

        let boxes = timer.measure(Phase::Boxes, || {
            let environment = BoxEnvironment {
                fonts: &fonts,
                counter_styles: &sheets.counter_styles,
                images: &images,
                scale: options.scale,
                viewport_width: width,
            };
            boxes::construct(cx, &document, &styled, styled.initial(), &environment)
        });
        self.collect(cx, "boxes");
        check(deadline)?;

        let viewport = PhysicalSize::new(LayoutUnit::from_px_f32(width), LayoutUnit::from_px_f32(height));
        let tree = timer.measure(Phase::Flow, || {
            let mut context = LayoutContext::new(cx, &fonts, viewport, &boxes.tree);
            context.has_line_height_quirk = document.quirks_mode != QuirksMode::NoQuirks;
            context.may_collect.set(self.may_collect());
            let tree = layout_document(&context, &boxes.tree);
            timer.count("lines", context.counts.lines.get());
            timer.count("layouts", context.counts.layouts.get());
            tree
        });
        timer.count("boxes", u64::from(boxes.tree.box_count));
        self.collect(cx, "flow");
        check(deadline)?;

        let areas = self.areas(&document, &styled, &boxes, &tree, &images)?;
        let drawn_size = match options.capture {
            Capture::Window => options.viewport,
            Capture::FullPage => capture::document_size(&tree, options.viewport),
            Capture::Clip(_) | Capture::Elements { .. } => capture::size_around(&areas),
        };
        let list = timer.measure(Phase::Paint, || {
            let canvas = Rect::from_xywh(0.0, 0.0, drawn_size.0 as f32, drawn_size.1 as f32);
            let frames = PageFrames { cx, drawing: self, document: &document };
            let environment = PaintEnvironment {
                fonts: &fonts,
                frames: &frames,
                glyphs: &fonts.glyphs(),
                images: &images,
                replaced: &boxes.replaced,
                scale: options.scale,
                canvas,
            };
            paint::paint(&tree, &environment)
        });
        timer.count("items", list.items().len() as u64);
        check(deadline)?;

        let size = picture_size(options, drawn_size)?;
        let pixmap = timer.measure(Phase::Raster, || {
            // A frame shows what lies below it.
            let background = if self.place.around.is_empty() { options.background } else { Color::TRANSPARENT };
            let raster = RenderOptions { width: size.0, height: size.1, background };
            ashlar_raster::render(&list, &fonts.glyphs(), &raster)
        })?;
        check(deadline)?;
        let (pixmap, further) = cut(pixmap, &areas, scale)?;

        let dump = options.dump.map(|kind| match kind {
            DumpKind::Dom => dom::dump::dump(&document),
            DumpKind::Style => style::dump::dump(&document, &styled),
            DumpKind::Boxes => ashlar_layout::box_tree::dump::dump(&boxes.tree),
            DumpKind::Fragments => ashlar_layout::fragment_tree::dump::dump(&tree),
            DumpKind::Display => list.dump(),
        });
        let report = options.want_boxes.then(|| report::boxes_json(&document, &styled, &boxes, &tree, &images));
        Ok(Drawn { pixmap, further, boxes: report, dump, title: document.title() })
    }

    /// Whether garbage may be collected: not in a frame, for the paint phase of the document around it is open.
    fn may_collect(&self) -> bool {
        self.place.around.is_empty()
    }

    /// Collects after a phase, if it is worth its time.
    fn collect(&self, cx: &Cx<'_>, after: &'static str) {
        if self.may_collect() && cx.should_collect() {
            self.timer.measure(Phase::Gc, || safepoint::between_phases(cx, after));
        }
    }

    /// The parts of the document that become pictures; none when it is all that is drawn.
    fn areas<'h>(
        &self,
        document: &Document<'h>,
        styled: &StyledDocument<'h>,
        boxes: &StyledBoxes<'h>,
        tree: &FragmentTree<'h>,
        images: &PageImages<'_, 'h>,
    ) -> Result<Vec<Rect>, RenderError> {
        let (selector, all, padding) = match &self.options.capture {
            Capture::Window | Capture::FullPage => return Ok(Vec::new()),
            Capture::Clip([x, y, width, height]) => return Ok(vec![Rect::from_xywh(*x, *y, *width, *height)]),
            Capture::Elements { selector, all, padding } => (selector, *all, *padding),
        };
        let selectors = capture::parse_selector(selector)
            .ok_or_else(|| RenderError::Picture(format!("{selector} is not a selector")))?;
        let elements = capture::matching_elements(document, &selectors);
        let mut rects = report::element_rects(document, styled, boxes, tree, images, &elements);
        rects.retain(|rect| rect.right > 0.0 && rect.bottom > 0.0);
        if rects.is_empty() {
            let reason = if elements.is_empty() { "matches no element" } else { "matches no element that has a box" };
            return Err(RenderError::Picture(format!("{selector} {reason}")));
        }
        if !all {
            rects.truncate(1);
        }
        Ok(rects.into_iter().map(|rect| capture::padded(rect, padding)).collect())
    }

    /// The user's sheet is for the page and not for its frames.
    fn user_sheet(&self) -> &str {
        if self.place.around.is_empty() { &self.options.user_sheet } else { "" }
    }
}

/// The pictures of the areas.
fn cut(whole: Pixmap, areas: &[Rect], scale: f32) -> Result<(Pixmap, Vec<Pixmap>), RenderError> {
    let mut pictures = areas.iter().filter_map(|area| capture::crop(&whole, *area, scale));
    match pictures.next() {
        Some(first) => Ok((first, pictures.collect())),
        None if areas.is_empty() => Ok((whole, Vec::new())),
        None => Err(RenderError::Picture("there is nothing of the page there".to_owned())),
    }
}

/// The documents in a document's frames, each drawn by the same pipeline.
struct PageFrames<'a, 'h> {
    cx: &'a Cx<'h>,
    drawing: &'a Drawing<'a>,
    document: &'a Document<'h>,
}

impl<'h> PageFrames<'_, 'h> {
    /// The document that an `<iframe>` names ([`srcdoc`](https://html.spec.whatwg.org/#attr-iframe-srcdoc) comes first), and
    /// its base. An inner `None` is one that did not come.
    fn load(&self, node: NodeRef<'h>) -> Option<Option<(LoadedDocument, Url)>> {
        let element = node.element()?;
        if let Some(text) = element.attribute(&local_name!("srcdoc")) {
            let document = LoadedDocument::inline(text);
            return Some(Some((document, self.document.base_url.clone())));
        }
        let url = self.document.resolve_url(element.attribute(&local_name!("src"))?)?;
        if url.scheme() == "about" || url.scheme() == "javascript" {
            return None;
        }
        // A document is not shown inside of itself.
        let around = self.drawing.place.around.iter().chain([&self.document.url]);
        if around.into_iter().any(|outer| without_fragment(outer) == without_fragment(&url)) {
            return None;
        }
        Some(self.drawing.page.frame(&url).map(|document| {
            let address = document.url.clone();
            (document, address)
        }))
    }

    fn draw(&self, loaded: &LoadedDocument, address: &Url, viewport: (u32, u32)) -> Option<Sent<ImageData>> {
        let drawing = self.drawing;
        let options = PageOptions {
            viewport,
            capture: Capture::Window,
            want_boxes: false,
            dump: None,
            ..drawing.options.clone()
        };
        picture_size(&options, viewport).ok()?;
        let mut around = drawing.place.around.to_vec();
        around.push(self.document.url.clone());
        let timer = Timer::new();
        let place = FramePlace { around: &around, ..drawing.place };
        let inner = Drawing { timer: &timer, options: &options, place, ..*drawing };
        let drawn = inner.draw(self.cx, loaded, address).ok()?.pixmap;
        let (width, height) = (drawn.width(), drawn.height());
        self.cx.report_external_bytes(drawn.pixels().len() as isize);
        ImageData::from_premultiplied(width, height, drawn.pixels().to_vec()).map(Sent::new)
    }
}

impl<'h> FrameSource<'h> for PageFrames<'_, 'h> {
    fn frame(&self, node: NodeRef<'h>, width: f32, height: f32) -> FramePicture {
        let FramePlace { around, count } = self.drawing.place;
        let viewport = (width.round().max(0.0) as u32, height.round().max(0.0) as u32);
        if around.len() >= MAX_FRAME_DEPTH || count.get() >= MAX_FRAMES || viewport.0 == 0 || viewport.1 == 0 {
            return FramePicture::Blank;
        }
        count.set(count.get() + 1);
        match self.load(node) {
            None => FramePicture::Blank,
            Some(None) => FramePicture::Failed,
            Some(Some((document, address))) => {
                self.draw(&document, &address, viewport).map_or(FramePicture::Failed, FramePicture::Document)
            }
        }
    }
}

/// Font measures for the units of lengths, by the page's fonts.
struct FontMeasures<'a>(&'a PageFonts<'a>);

impl FontMetricsSource for FontMeasures<'_> {
    fn relative_metrics(&self, font: &Font) -> RelativeFontMetrics {
        let metrics = self.0.metrics(self.0.primary_font(font));
        RelativeFontMetrics {
            x_height: metrics.x_height,
            zero_advance: metrics.zero_advance,
            cap_height: metrics.cap_height,
            ideograph_advance: metrics.ic_advance,
            normal_line_height: metrics.line_spacing.to_px_f32(),
        }
    }
}

/// Style sheets by way of the page's loader.
struct PageSheets<'a> {
    page: &'a PageLoader,
    /// The document's encoding, for sheets that name none.
    encoding: &'static encoding_rs::Encoding,
    /// The user's own.
    user: &'a str,
}

impl SheetLoader for PageSheets<'_> {
    fn load(&self, url: &Url) -> Option<LoadedSheet> {
        let fetched = self.page.get(url, Destination::Style);
        let resource = fetched.as_ref().as_ref().ok()?;
        let label = resource.content_type.as_ref().and_then(|content_type| content_type.charset.as_deref());
        let text = crate::load::charset::decode_sheet(&resource.bytes, label, Some(self.encoding));
        Some(LoadedSheet { text: text.text.into(), url: resource.final_url.clone() })
    }

    fn user_sheet(&self) -> &str {
        self.user
    }

    fn prefetch(&self, urls: &[Url]) {
        self.page.prefetch(urls.iter().map(|url| (url.clone(), Destination::Style)));
    }
}

/// The images that elements name, in document order.
fn named_images(document: &Document<'_>, media: &MediaContext) -> Vec<(Url, Destination)> {
    let media_matches = |query: &str| MediaList::parse_str(query).matches(media);
    let named = |node: NodeRef<'_>| {
        let element = node.element()?;
        let url = if element.is_html_element(&local_name!("img")) {
            boxes::image_source(node, media.width, media.scale, &media_matches)?.0
        } else if element.is_html_element(&local_name!("video")) {
            element.attribute(&local_name!("poster"))?.to_owned()
        } else {
            return None;
        };
        Some((document.resolve_url(&url)?, Destination::Image))
    };
    dom::iterate::descendant_elements(document.root).filter_map(named).collect()
}

/// Ends the page when its time is up.
fn check(deadline: Deadline) -> Result<(), RenderError> {
    deadline.passed().map_or(Ok(()), |allowed| Err(RenderError::Limit(LimitReached::page_time(allowed))))
}

/// The picture of so many CSS px in device pixels, if it is one that can be made.
fn picture_size(options: &PageOptions, css_px: (u32, u32)) -> Result<(u32, u32), RenderError> {
    let device = |side: u32| (side as f32 * options.scale).round().max(1.0) as u32;
    let (width, height) = (device(css_px.0), device(css_px.1));
    if width > MAX_PICTURE_SIDE || height > MAX_PICTURE_SIDE {
        return Err(RenderError::Limit(LimitReached::fixed("pixels of one side of the picture", MAX_PICTURE_SIDE)));
    }
    if u64::from(width) * u64::from(height) > MAX_PICTURE_PIXELS {
        return Err(RenderError::Limit(LimitReached::fixed("pixels of the picture", MAX_PICTURE_PIXELS)));
    }
    Ok((width, height))
}
