//! One page.

use std::path::PathBuf;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use ashlar_gc::HeapOptions;

use super::options::{Arguments, TimingFormat};
use super::{Exit, complain, naming, output, shown, worker};
use crate::limits::{LimitReached, Limits};
use crate::load::{PageInput, address};
use crate::pipeline::{PageOptions, RenderError, Rendered, Renderer};
use crate::timing::{Timings, trace_file};

/// Draws the page of the arguments and writes what was asked for.
pub fn run(renderer: Renderer, options: PageOptions, arguments: &Arguments) -> Exit {
    let given = arguments.page.as_deref().unwrap_or_default();
    let input = match given {
        "-" => PageInput::from_standard_input(Limits::default().resource_bytes),
        _ => address::parse(given).map(PageInput::Url),
    };
    let input = match input {
        Ok(input) => input,
        Err(error) => return fail(&RenderError::Load(error)),
    };
    let heap = HeapOptions { exact_counts: arguments.gc_trace, ..HeapOptions::default() };
    match render(renderer, options, input, heap, arguments.page_time()) {
        Ok(Ok(rendered)) => write(rendered, arguments).unwrap_or_else(|problem| {
            complain(&problem);
            Exit::Failed
        }),
        Ok(Err(error)) => fail(&error),
        Err(panic) => {
            complain(&format!("{given}: internal error: {panic}\n  help: please report this with the page"));
            Exit::Failed
        }
    }
}

fn fail(error: &RenderError) -> Exit {
    complain(error);
    if let Some(hint) = error.hint() {
        eprintln!("  help: {hint}");
    }
    Exit::of(error)
}

/// Renders on a thread with a deep stack, and does not wait for one that never comes back.
fn render(
    renderer: Renderer,
    options: PageOptions,
    input: PageInput,
    heap: HeapOptions,
    allowed: Option<Duration>,
) -> Result<Result<Rendered, RenderError>, String> {
    let (send, receive) = mpsc::channel();
    let thread = worker::spawn("render", move || {
        let result = worker::PageHeap::new(heap).work(|heap| renderer.render(heap, &input, &options));
        // The receiver may have given up.
        let _ = send.send(result);
    });
    let thread = thread.map_err(|error| format!("cannot start a thread: {error}"))?;
    let received = match allowed {
        // The pipeline ends a page between phases; a phase may run on for a while.
        Some(allowed) => receive.recv_timeout(allowed + worker::grace(allowed)),
        None => receive.recv().map_err(|_| RecvTimeoutError::Disconnected),
    };
    match received {
        Ok(result) => {
            let _ = thread.join();
            result
        }
        Err(RecvTimeoutError::Timeout) => {
            Ok(Err(RenderError::Limit(LimitReached::page_time(allowed.unwrap_or_default()))))
        }
        Err(RecvTimeoutError::Disconnected) => Err("the render thread is gone".to_owned()),
    }
}

/// Writes files first and prints afterwards, so that a printed result means that its files are there.
fn write(mut rendered: Rendered, arguments: &Arguments) -> Result<Exit, String> {
    let failed = |path: &std::path::Path, error: std::io::Error| format!("cannot write {}: {error}", path.display());
    if let Some(path) = &arguments.boxes {
        let boxes = rendered.boxes.take().unwrap_or_default();
        output::write(path, boxes.as_bytes()).map_err(|error| failed(path, error))?;
    }
    let picture = &arguments.picture;
    let unnamed = || naming::unused_path(rendered.title.as_deref(), &rendered.url, picture.ending());
    let path: Option<PathBuf> = arguments.output.clone().or_else(|| arguments.wants_unnamed_picture().then(unnamed));
    output::scale(&mut rendered, picture)?;
    if let Some(path) = &path {
        let encoding = picture.encoding(path)?;
        let bytes = rendered.encode_as(&encoding).map_err(|error| error.to_string())?;
        let name = if picture.all { naming::numbered(path, 1) } else { path.clone() };
        output::write(&name, &bytes).map_err(|error| failed(&name, error))?;
        for (index, further) in rendered.further.iter().enumerate() {
            let bytes = ashlar_raster::encode::encode(further, &encoding).map_err(|error| error.to_string())?;
            let name = naming::numbered(path, index + 2);
            output::write(&name, &bytes).map_err(|error| failed(&name, error))?;
        }
    }
    if arguments.gc_trace {
        rendered.collections.iter().for_each(|collection| eprintln!("{}", collection.json()));
    }
    for diagnostic in shown(&rendered.diagnostics, arguments) {
        eprintln!("{diagnostic}");
    }
    if let Some(path) = path.as_ref().filter(|_| !arguments.quiet) {
        let (width, height) = (rendered.pixmap.width(), rendered.pixmap.height());
        match rendered.further.len() {
            0 if !picture.all => eprintln!("{} {width}x{height}", path.display()),
            further => eprintln!("{} {} pictures", path.display(), further + 1),
        }
    }
    let mut text = rendered.dump.take().unwrap_or_default();
    if arguments.sha256 {
        text.push_str(&rendered.sha256());
        text.push('\n');
    }
    let timings = std::mem::take(&mut rendered.timings);
    text.push_str(&timing_text(arguments, &timings, rendered.url.as_str()));
    // A picture on standard output has it for itself.
    let path = if path.as_deref().is_some_and(|path| path.as_os_str() == "-") { "/dev/stderr" } else { "-" };
    if path == "-" {
        output::write(path.as_ref(), text.as_bytes()).map_err(|error| format!("cannot write the results: {error}"))?;
    } else {
        eprint!("{text}");
    }
    Ok(Exit::Drawn)
}

fn timing_text(arguments: &Arguments, timings: &Timings, page: &str) -> String {
    match arguments.timing {
        None => String::new(),
        Some(TimingFormat::Table) => timings.table(),
        Some(TimingFormat::Json) => timings.json(),
        Some(TimingFormat::Trace) => trace_file(timings.trace_events(1, page)),
    }
}
