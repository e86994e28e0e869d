//! Fixtures: `fixtures/<area>/<feature>/<case>.html`, walked at run time. The path is the test's name.
//!
//! A comment in the first lines sets the viewport: `<!-- viewport: 200x100 -->`; the default is 400 × 300. Whole pages
//! stand below `fixtures/page/<site>/` as `index.html` and are drawn at 1280 × 1024.

use std::path::{Path, PathBuf};

use ashlar_browser::load::PageInput;
use ashlar_browser::pipeline::{PageOptions, Renderer, RendererOptions};

/// The viewport of a fixture that names none, in CSS px.
pub const DEFAULT_VIEWPORT: (u32, u32) = (400, 300);

/// A fixture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// `area/feature/case`: its name.
    pub name: String,
    /// Its file.
    pub path: PathBuf,
    /// Its viewport in CSS px.
    pub viewport: (u32, u32),
}

/// The project's root folder.
pub fn project_root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map_or_else(PathBuf::new, Path::to_path_buf)
}

/// All fixtures whose name contains `pattern`, sorted by name.
pub fn find(pattern: &str) -> std::io::Result<Vec<Fixture>> {
    let root = project_root().join("fixtures");
    let mut found = Vec::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let relative = path.strip_prefix(&root).unwrap_or(&path).to_path_buf();
            let is_page = relative.starts_with("page");
            let is_fixture = if is_page {
                path.file_name().is_some_and(|name| name == "index.html")
            } else {
                path.extension().is_some_and(|extension| extension == "html" || extension == "xhtml")
                    && !path.components().any(|part| part.as_os_str() == "parts")
            };
            let name = relative.with_extension("").to_string_lossy().replace('\\', "/");
            if is_fixture && name.contains(pattern) {
                let viewport = if is_page { (1280, 1024) } else { viewport_of(&path)? };
                found.push(Fixture { name, path, viewport });
            }
        }
    }
    found.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(found)
}

fn viewport_of(path: &Path) -> std::io::Result<(u32, u32)> {
    let bytes = std::fs::read(path)?;
    let start = String::from_utf8_lossy(&bytes[..bytes.len().min(400)]).into_owned();
    let named = start.split_once("<!-- viewport:").and_then(|(_, rest)| rest.split_once("-->")).map(|(size, _)| size);
    let size = named.and_then(|size| {
        let (width, height) = size.trim().split_once('x')?;
        Some((width.parse().ok()?, height.parse().ok()?))
    });
    Ok(size.unwrap_or(DEFAULT_VIEWPORT))
}

/// A renderer with the embedded fonts alone, so that every machine draws the same.
pub fn renderer() -> Result<Renderer, String> {
    Renderer::new(RendererOptions { system_fonts: false, ..RendererOptions::default() }).map_err(|e| e.to_string())
}

/// A drawn fixture.
#[derive(Debug)]
pub struct Drawn {
    /// Hash of width, height and pixels.
    pub sha256: String,
    /// The picture as a PNG file.
    pub png: Vec<u8>,
    /// The layout, schema `boxes/1`.
    pub boxes: String,
    /// The collections of garbage.
    pub collections: Vec<ashlar_gc::Collection>,
}

/// Draws a fixture.
pub fn draw(renderer: &Renderer, fixture: &Fixture) -> Result<Drawn, String> {
    draw_in(&mut ashlar_gc::Heap::new(), renderer, fixture)
}

/// Draws a fixture in a heap with switches of its own.
pub fn draw_in(heap: &mut ashlar_gc::Heap, renderer: &Renderer, fixture: &Fixture) -> Result<Drawn, String> {
    let url = ashlar_browser::load::file_url(&fixture.path).map_err(|error| error.to_string())?;
    let input = PageInput::Url(url);
    let options = PageOptions { viewport: fixture.viewport, want_boxes: true, ..PageOptions::default() };
    let mut rendered = renderer.render(heap, &input, &options).map_err(|error| error.to_string())?;
    let png = rendered.encode().map_err(|error| error.to_string())?;
    Ok(Drawn {
        sha256: rendered.sha256(),
        png,
        boxes: rendered.boxes.unwrap_or_default(),
        collections: rendered.collections,
    })
}

/// Draws several fixtures on a thread with a stack for deep pages; results stand in the order of the fixtures.
pub fn draw_all(fixtures: &[Fixture]) -> Vec<Result<Drawn, String>> {
    let fixtures = fixtures.to_vec();
    let work = move || match renderer() {
        Ok(renderer) => fixtures.iter().map(|fixture| draw(&renderer, fixture)).collect(),
        Err(error) => fixtures.iter().map(|_| Err(error.clone())).collect::<Vec<_>>(),
    };
    std::thread::Builder::new()
        .stack_size(256 << 20)
        .spawn(work)
        .ok()
        .and_then(|thread| thread.join().ok())
        .unwrap_or_default()
}
