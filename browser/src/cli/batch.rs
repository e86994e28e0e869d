//! Many pages in one process.
//!
//! Workers take pages in the list's order, each with its own deep stack and its own heap that serves page after page.
//! A worker writes each picture as soon as it is drawn. The main thread only listens: it prints results in the list's
//! order, draws the progress bar, and watches the clock. A page that fails, panics or never ends costs nobody else:
//! a worker that does not come back is replaced and whatever it may still bring is thrown away.

use std::io::{IsTerminal as _, Read as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::options::{Arguments, TimingFormat};
use super::picture::PictureOptions;
use super::{Exit, complain, output, shown, worker};
use crate::diagnostics::Diagnostic;
use crate::limits::LimitReached;
use crate::load::{PageInput, address};
use crate::pipeline::{PageOptions, RenderError, Renderer};
use crate::timing::{Stopwatch, Timings, trace_file};

/// How often the main thread looks at the clock.
const TICK: Duration = Duration::from_millis(250);

/// One line of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Job {
    page: String,
    picture: PathBuf,
    boxes: Option<PathBuf>,
}

/// What became of a page.
#[derive(Debug)]
enum Outcome {
    Drawn { hash: Option<String>, diagnostics: Vec<Diagnostic>, timings: Timings, worker: usize },
    Failed { reason: String },
}

/// What workers say to the main thread.
enum Event {
    Started { worker: usize, job: usize },
    Finished { worker: usize, job: usize, outcome: Outcome },
}

/// What workers share.
struct Shared {
    renderer: Renderer,
    options: PageOptions,
    jobs: Vec<Result<Job, String>>,
    next: AtomicUsize,
    want_hash: bool,
    picture: PictureOptions,
}

/// A worker's page, and whether anybody still waits for it. The lock is held while files are written: a page that is
/// given up is not half-written and not written later.
#[derive(Default)]
struct Leash {
    dismissed: AtomicBool,
    writing: Mutex<()>,
}

/// Draws all pages of a list.
pub fn run(renderer: Renderer, options: &PageOptions, arguments: &Arguments, list: &Path) -> Exit {
    let jobs = match read(list) {
        Ok(text) => parse(&text, &arguments.picture),
        Err(error) => {
            complain(&format!("cannot read {}: {error}", list.display()));
            return Exit::Usage;
        }
    };
    let workers =
        arguments.jobs.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from);
    let shared = Arc::new(Shared {
        renderer,
        options: options.clone(),
        jobs,
        next: AtomicUsize::new(0),
        want_hash: arguments.sha256,
        picture: arguments.picture.clone(),
    });
    let (send, receive) = mpsc::channel();
    let mut supervisor = Supervisor::new(Arc::clone(&shared), arguments, send);
    for _ in 0..workers.min(shared.jobs.len()) {
        supervisor.start_worker();
    }
    supervisor.watch(&receive);
    supervisor.finish()
}

/// Prints a result. A reader that has gone away does not stop the batch: the pictures are what it is for.
fn tell(text: &str) {
    let _ = output::write(Path::new("-"), text.as_bytes());
}

fn read(list: &Path) -> std::io::Result<String> {
    if list.as_os_str() == "-" {
        let mut text = String::new();
        std::io::stdin().lock().read_to_string(&mut text)?;
        return Ok(text);
    }
    std::fs::read_to_string(list)
}

/// The lines of a list; a line that cannot be understood fails as a page does.
fn parse(text: &str, options: &PictureOptions) -> Vec<Result<Job, String>> {
    let lines = text.strip_prefix('\u{feff}').unwrap_or(text).lines().enumerate();
    lines
        .filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
        .map(|(number, line)| parse_line(number + 1, line, options))
        .collect()
}

fn parse_line(number: usize, line: &str, options: &PictureOptions) -> Result<Job, String> {
    let mut fields = line.split('\t').map(str::trim);
    let (page, picture) = (fields.next().unwrap_or_default(), fields.next().unwrap_or_default());
    if page.is_empty() || picture.is_empty() {
        return Err(format!("line {number}: expected `url<TAB>out.png`"));
    }
    let picture = PathBuf::from(picture);
    options.encoding(&picture).map_err(|problem| format!("line {number}: {problem}"))?;
    let boxes = fields.next().filter(|boxes| !boxes.is_empty()).map(PathBuf::from);
    Ok(Job { page: page.to_owned(), picture, boxes })
}

impl Shared {
    /// A worker's life: the next page of the list until there is none.
    fn work(&self, worker: usize, leash: &Leash, events: &Sender<Event>) {
        let mut heap = worker::PageHeap::default();
        while !leash.dismissed.load(Ordering::Acquire) {
            let job = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(wanted) = self.jobs.get(job) else { return };
            if events.send(Event::Started { worker, job }).is_err() {
                return;
            }
            let outcome = match wanted {
                Err(reason) => Outcome::Failed { reason: reason.clone() },
                Ok(wanted) => heap
                    .work(|heap| self.draw(heap, wanted, worker, leash))
                    .unwrap_or_else(|panic| Err(format!("internal error: {panic}")))
                    .unwrap_or_else(|reason| Outcome::Failed { reason: format!("{}: {reason}", wanted.page) }),
            };
            if events.send(Event::Finished { worker, job, outcome }).is_err() {
                return;
            }
        }
    }

    /// One page from its address to its files.
    fn draw(&self, heap: &mut ashlar_gc::Heap, job: &Job, worker: usize, leash: &Leash) -> Result<Outcome, String> {
        let words = |error: RenderError| error.to_string();
        let url = address::parse(&job.page).map_err(|error| words(error.into()))?;
        let mut options = self.options.clone();
        options.want_boxes = job.boxes.is_some();
        let mut rendered = self.renderer.render(heap, &PageInput::Url(url), &options).map_err(words)?;
        output::scale(&mut rendered, &self.picture)?;
        let bytes = rendered.encode_as(&self.picture.encoding(&job.picture)?).map_err(words)?;
        let hash = self.want_hash.then(|| rendered.sha256());
        let failed = |path: &Path, error: std::io::Error| format!("cannot write {}: {error}", path.display());
        let _writing = leash.writing.lock().unwrap_or_else(PoisonError::into_inner);
        if leash.dismissed.load(Ordering::Acquire) {
            return Err("given up".to_owned());
        }
        // The picture is last: whoever waits for it finds everything.
        if let Some(path) = &job.boxes {
            let boxes = rendered.boxes.take().unwrap_or_default();
            output::write(path, boxes.as_bytes()).map_err(|error| failed(path, error))?;
        }
        output::write(&job.picture, &bytes).map_err(|error| failed(&job.picture, error))?;
        Ok(Outcome::Drawn { hash, diagnostics: rendered.diagnostics, timings: rendered.timings, worker })
    }
}

/// A worker as the main thread sees it.
struct Worker {
    leash: Arc<Leash>,
    page: Option<(usize, Stopwatch)>,
}

/// The main thread's books.
struct Supervisor<'a> {
    shared: Arc<Shared>,
    arguments: &'a Arguments,
    events: Sender<Event>,
    workers: Vec<Worker>,
    outcomes: Vec<Option<Outcome>>,
    /// The first page whose result is not printed.
    printed: usize,
    done: usize,
    failed: usize,
    bar: Option<ProgressBar>,
    begin: Stopwatch,
    timings: Timings,
    trace: Vec<serde_json::Value>,
}

impl<'a> Supervisor<'a> {
    fn new(shared: Arc<Shared>, arguments: &'a Arguments, events: Sender<Event>) -> Self {
        let count = shared.jobs.len();
        let bar = (!arguments.quiet && std::io::stderr().is_terminal() && count > 1).then(|| {
            let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {elapsed} eta {eta} {msg}");
            let bar = ProgressBar::with_draw_target(Some(count as u64), ProgressDrawTarget::stderr());
            bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        });
        Self {
            shared,
            arguments,
            events,
            workers: Vec::new(),
            outcomes: std::iter::repeat_with(|| None).take(count).collect(),
            printed: 0,
            done: 0,
            failed: 0,
            bar,
            begin: Stopwatch::start(),
            timings: Timings::default(),
            trace: Vec::new(),
        }
    }

    fn start_worker(&mut self) {
        let (worker, leash) = (self.workers.len(), Arc::new(Leash::default()));
        let (shared, events, held) = (Arc::clone(&self.shared), self.events.clone(), Arc::clone(&leash));
        match worker::spawn("render", move || shared.work(worker, &held, &events)) {
            Ok(_) => self.workers.push(Worker { leash, page: None }),
            Err(error) if self.workers.is_empty() => {
                // Without any thread no page can be drawn: each fails with the reason.
                for job in 0..self.outcomes.len() {
                    self.settle(job, Outcome::Failed { reason: format!("cannot start a thread: {error}") });
                }
            }
            Err(_) => {}
        }
    }

    /// Listens until each page has an outcome.
    fn watch(&mut self, events: &Receiver<Event>) {
        while self.done < self.outcomes.len() {
            match events.recv_timeout(TICK) {
                Ok(Event::Started { worker, job }) => {
                    if let Some(worker) = self.workers.get_mut(worker) {
                        worker.page = Some((job, Stopwatch::start()));
                    }
                }
                Ok(Event::Finished { worker, job, outcome }) => {
                    if let Some(worker) = self.workers.get_mut(worker) {
                        worker.page = None;
                    }
                    self.settle(job, outcome);
                }
                Err(_) => self.give_up_late_pages(),
            }
        }
    }

    /// Fails pages that are long over their time, and replaces their workers.
    fn give_up_late_pages(&mut self) {
        let Some(allowed) = self.arguments.page_time() else { return };
        let most = allowed + worker::grace(allowed);
        for index in 0..self.workers.len() {
            let worker = &mut self.workers[index];
            let Some((job, _)) = worker.page.filter(|(_, since)| since.elapsed() > most) else { continue };
            {
                let _writing = worker.leash.writing.lock().unwrap_or_else(PoisonError::into_inner);
                worker.leash.dismissed.store(true, Ordering::Release);
            }
            worker.page = None;
            let page = self.shared.jobs[job].as_ref().map_or("", |job| &job.page);
            let reason = format!("{page}: {}", LimitReached::page_time(allowed));
            self.settle(job, Outcome::Failed { reason });
            self.start_worker();
        }
    }

    /// Takes a page's outcome, the first one only, and prints what is now complete in the list's order.
    fn settle(&mut self, job: usize, outcome: Outcome) {
        if job < self.printed || self.outcomes[job].is_some() {
            return;
        }
        self.done += 1;
        self.failed += usize::from(matches!(outcome, Outcome::Failed { .. }));
        self.outcomes[job] = Some(outcome);
        while let Some(outcome) = self.outcomes.get_mut(self.printed).and_then(Option::take) {
            self.print(self.printed, outcome);
            self.printed += 1;
        }
        if let Some(bar) = &self.bar {
            bar.set_position(self.done as u64);
            if self.failed > 0 {
                bar.set_message(format!("{} failed", self.failed));
            }
        }
    }

    fn print(&mut self, job: usize, outcome: Outcome) {
        let shared = Arc::clone(&self.shared);
        match outcome {
            Outcome::Failed { reason } => self.say(|| complain(&reason)),
            Outcome::Drawn { hash, diagnostics, timings, worker } => {
                let Ok(wanted) = &shared.jobs[job] else { return };
                if let Some(hash) = hash {
                    self.say(|| tell(&format!("{hash}  {}\n", wanted.picture.display())));
                }
                // Warnings of hundreds of pages are noise unless asked for.
                if self.arguments.verbose > 0 {
                    self.say(|| {
                        eprintln!("{} {:.0} ms", wanted.picture.display(), timings.total.as_secs_f64() * 1e3);
                        for diagnostic in shown(&diagnostics, self.arguments) {
                            eprintln!("{diagnostic}");
                        }
                    });
                }
                match self.arguments.timing {
                    Some(TimingFormat::Trace) => self.trace.extend(timings.trace_events(worker + 1, &wanted.page)),
                    Some(_) => {
                        self.timings.merge(timings);
                        self.timings = std::mem::take(&mut self.timings).without_spans();
                    }
                    None => {}
                }
            }
        }
    }

    /// Prints without tearing the progress bar.
    fn say(&self, print: impl FnOnce()) {
        match &self.bar {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }

    /// The summary.
    fn finish(mut self) -> Exit {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
        match self.arguments.timing {
            None => {}
            Some(TimingFormat::Table) => tell(&self.timings.table()),
            Some(TimingFormat::Json) => tell(&self.timings.json()),
            Some(TimingFormat::Trace) => tell(&trace_file(std::mem::take(&mut self.trace))),
        }
        let all = self.outcomes.len();
        if !self.arguments.quiet {
            let seconds = self.begin.elapsed().as_secs_f64();
            eprintln!("{all} pages: {} drawn, {} failed, {seconds:.1} s", all - self.failed, self.failed);
        }
        if self.failed > 0 { Exit::Failed } else { Exit::Drawn }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists() {
        let arguments = <Arguments as clap::Parser>::parse_from(["render", "--batch", "-"]);
        let list = "# pages\n\nhttp://a/\tout/a.png\r\nb.html\tb.png\tb.json\nnonsense\nc\tc.gif\n";
        let jobs = parse(list, &arguments.picture);
        assert_eq!(jobs.len(), 4);
        let first = jobs[0].as_ref().unwrap();
        assert_eq!((first.page.as_str(), first.picture.to_str().unwrap()), ("http://a/", "out/a.png"));
        assert_eq!(jobs[1].as_ref().unwrap().boxes, Some(PathBuf::from("b.json")));
        assert!(jobs[2].as_ref().unwrap_err().starts_with("line 5:"));
        assert!(jobs[3].as_ref().unwrap_err().contains("PNG"));
    }
}
