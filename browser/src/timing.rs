//! The only clock. Spans are opened in `pipeline.rs` and nowhere else; the phases themselves return counts.
//!
//! A [`Timer`] belongs to one page on one thread. A span has wall time and the CPU time of its own thread, so that
//! waiting for the network or for a busy machine is told apart from work. Three outputs: a table for people, JSON
//! for programs, and [Chrome's trace format](https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU)
//! for `chrome://tracing` and Perfetto.

use std::cell::RefCell;
use std::fmt::Write as _;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// The steps of a render, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// Fetching bytes.
    Load,
    /// Parsing the document.
    Html,
    /// Parsing style sheets.
    Sheets,
    /// Matching selectors and computing values.
    Cascade,
    /// Building the box tree.
    Boxes,
    /// Layout.
    Flow,
    /// Building the display list.
    Paint,
    /// Filling pixels.
    Raster,
    /// Encoding and writing the picture.
    Encode,
    /// Collecting garbage between pages.
    Gc,
}

impl Phase {
    /// All phases in order.
    pub const ALL: [Self; 10] = [
        Self::Load,
        Self::Html,
        Self::Sheets,
        Self::Cascade,
        Self::Boxes,
        Self::Flow,
        Self::Paint,
        Self::Raster,
        Self::Encode,
        Self::Gc,
    ];

    /// The name in tables and JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Load => "load",
            Self::Html => "html",
            Self::Sheets => "sheets",
            Self::Cascade => "cascade",
            Self::Boxes => "boxes",
            Self::Flow => "flow",
            Self::Paint => "paint",
            Self::Raster => "raster",
            Self::Encode => "encode",
            Self::Gc => "gc",
        }
    }
}

/// The moment all trace timestamps count from: the first time anything was timed.
fn epoch() -> Instant {
    static EPOCH: OnceLock<Instant> = OnceLock::new();
    *EPOCH.get_or_init(Instant::now)
}

/// CPU time this thread has used so far.
fn thread_cpu() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(u64::try_from(time.tv_sec).unwrap_or(0), u32::try_from(time.tv_nsec).unwrap_or(0))
}

/// A running clock, for the command's own use (a batch's summary, a cache's age).
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch(Instant);

impl Stopwatch {
    /// Starts now.
    pub fn start() -> Self {
        Self(Instant::now())
    }

    /// Time since the start.
    pub fn elapsed(self) -> Duration {
        self.0.elapsed()
    }
}

/// The end of a page's time, asked for between phases.
#[derive(Clone, Copy, Debug)]
pub struct Deadline(Option<(Stopwatch, Duration)>);

impl Deadline {
    /// A deadline this far from now; `None` never comes.
    pub fn after(allowed: Option<Duration>) -> Self {
        Self(allowed.map(|allowed| (Stopwatch::start(), allowed)))
    }

    /// The time that was allowed, if it is used up.
    pub fn passed(self) -> Option<Duration> {
        self.0.filter(|(watch, allowed)| watch.elapsed() > *allowed).map(|(_, allowed)| allowed)
    }
}

/// One stretch of work.
#[derive(Clone, Debug)]
pub struct Span {
    /// What it was.
    pub phase: Phase,
    /// When it began, from the process's first span.
    pub start: Duration,
    /// How long it took.
    pub wall: Duration,
    /// CPU time of the thread that did it.
    pub cpu: Duration,
}

/// Records the spans and counts of one page.
#[derive(Debug)]
pub struct Timer {
    begin: Instant,
    spans: RefCell<Vec<Span>>,
    counts: RefCell<Vec<(&'static str, u64)>>,
}

impl Default for Timer {
    fn default() -> Self {
        Self::new()
    }
}

impl Timer {
    /// A timer that starts now.
    pub fn new() -> Self {
        epoch();
        Self { begin: Instant::now(), spans: RefCell::default(), counts: RefCell::default() }
    }

    /// Opens a span that ends when the guard is dropped.
    pub fn span(&self, phase: Phase) -> SpanGuard<'_> {
        SpanGuard { timer: self, phase, begin: Instant::now(), cpu: thread_cpu() }
    }

    /// Times a closure as one span.
    pub fn measure<T>(&self, phase: Phase, work: impl FnOnce() -> T) -> T {
        let _span = self.span(phase);
        work()
    }

    /// Adds an exact count that a phase returned, such as boxes or glyphs.
    pub fn count(&self, name: &'static str, count: u64) {
        let mut counts = self.counts.borrow_mut();
        match counts.iter_mut().find(|(known, _)| *known == name) {
            Some((_, sum)) => *sum = sum.saturating_add(count),
            None => counts.push((name, count)),
        }
    }

    /// What was measured.
    pub fn finish(self) -> Timings {
        Timings {
            total: self.begin.elapsed(),
            pages: 1,
            spans: self.spans.into_inner(),
            counts: self.counts.into_inner(),
        }
    }
}

/// An open span.
#[derive(Debug)]
pub struct SpanGuard<'t> {
    timer: &'t Timer,
    phase: Phase,
    begin: Instant,
    cpu: Duration,
}

impl Drop for SpanGuard<'_> {
    fn drop(&mut self) {
        self.timer.spans.borrow_mut().push(Span {
            phase: self.phase,
            start: self.begin.saturating_duration_since(epoch()),
            wall: self.begin.elapsed(),
            cpu: thread_cpu().saturating_sub(self.cpu),
        });
    }
}

/// The measured times of one page, or of many when merged.
#[derive(Clone, Debug, Default)]
pub struct Timings {
    /// Wall time from first to last; the sum over pages when merged.
    pub total: Duration,
    /// How many pages are in it.
    pub pages: u64,
    /// All spans in the order they ended.
    pub spans: Vec<Span>,
    /// Exact counts of the phases.
    pub counts: Vec<(&'static str, u64)>,
}

fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

impl Timings {
    /// Runs a piece of work that follows the render (encoding the file) and adds its span.
    pub fn measure<T>(&mut self, phase: Phase, work: impl FnOnce() -> T) -> T {
        let timer = Timer::new();
        let result = timer.measure(phase, work);
        let mut more = timer.finish();
        more.pages = 0;
        self.merge(more);
        result
    }

    /// Adds another page's times.
    pub fn merge(&mut self, other: Self) {
        self.total += other.total;
        self.pages += other.pages;
        self.spans.extend(other.spans);
        for (name, count) in other.counts {
            match self.counts.iter_mut().find(|(known, _)| *known == name) {
                Some((_, sum)) => *sum = sum.saturating_add(count),
                None => self.counts.push((name, count)),
            }
        }
    }

    /// The same with the spans of each phase summed into one: what a long batch keeps of its pages.
    #[must_use]
    pub fn without_spans(mut self) -> Self {
        self.spans = Self::summed(&self.spans);
        self
    }

    fn summed(spans: &[Span]) -> Vec<Span> {
        let mut sums: Vec<Span> = Vec::new();
        for span in spans {
            match sums.iter_mut().find(|sum| sum.phase == span.phase) {
                Some(sum) => {
                    sum.wall += span.wall;
                    sum.cpu += span.cpu;
                }
                None => sums.push(span.clone()),
            }
        }
        sums
    }

    /// Wall time, CPU time and number of spans of a phase.
    pub fn phase(&self, phase: Phase) -> (Duration, Duration, usize) {
        self.spans
            .iter()
            .filter(|span| span.phase == phase)
            .fold((Duration::ZERO, Duration::ZERO, 0), |(wall, cpu, n), span| (wall + span.wall, cpu + span.cpu, n + 1))
    }

    /// Lines for people: one row a phase, then the counts.
    pub fn table(&self) -> String {
        let mut out = format!("{:<10}{:>12}{:>12}{:>8}\n", "phase", "wall ms", "cpu ms", "share");
        let total = self.total.as_secs_f64().max(1e-9);
        let mut row = |name: &str, wall: Duration, cpu: Duration| {
            let share = 100.0 * wall.as_secs_f64() / total;
            let _ = writeln!(out, "{name:<10}{:>12.3}{:>12.3}{share:>7.1}%", milliseconds(wall), milliseconds(cpu));
        };
        let mut all_cpu = Duration::ZERO;
        for phase in Phase::ALL {
            let (wall, cpu, spans) = self.phase(phase);
            all_cpu += cpu;
            if spans > 0 {
                row(phase.name(), wall, cpu);
            }
        }
        row("total", self.total, all_cpu);
        if self.pages > 1 {
            let _ = writeln!(out, "{:<22}{:>12}", "pages", self.pages);
        }
        for (name, count) in &self.counts {
            let _ = writeln!(out, "{name:<22}{count:>12}");
        }
        for (name, value) in self.heap_ratios() {
            let _ = writeln!(out, "{name:<22}{value:>12.2}");
        }
        out
    }

    /// What the heap costs: octets allocated for each element, and the percentage of CPU time that collections take.
    fn heap_ratios(&self) -> Vec<(&'static str, f64)> {
        let count = |wanted: &str| self.counts.iter().find(|(name, _)| *name == wanted).map(|(_, count)| *count as f64);
        let cpu: Duration = self.spans.iter().filter(|span| span.phase != Phase::Encode).map(|span| span.cpu).sum();
        let per_element = count("bytes").zip(count("elements")).map(|(bytes, elements)| bytes / elements.max(1.0));
        let share = count("collector us").map(|pauses| 100.0 * pauses / (cpu.as_secs_f64() * 1e6).max(1.0));
        let named = [("bytes per element", per_element), ("collector cpu %", share)];
        named.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
    }

    /// The same as JSON, schema `timing/1`.
    pub fn json(&self) -> String {
        let phases: Vec<Value> = Phase::ALL
            .into_iter()
            .map(|phase| (phase, self.phase(phase)))
            .filter(|(_, (_, _, spans))| *spans > 0)
            .map(|(phase, (wall, cpu, spans))| {
                json!({"phase": phase.name(), "wall_ms": milliseconds(wall), "cpu_ms": milliseconds(cpu), "spans": spans})
            })
            .collect();
        let counts: serde_json::Map<String, Value> =
            self.counts.iter().map(|(name, count)| ((*name).to_owned(), Value::from(*count))).collect();
        let heap: serde_json::Map<String, Value> =
            self.heap_ratios().into_iter().map(|(name, value)| (name.to_owned(), json!(value))).collect();
        let value = json!({"schema": "timing/1", "heap": heap, "pages": self.pages, "total_ms": milliseconds(self.total),
            "phases": phases, "counts": counts});
        format!("{value}\n")
    }

    /// Complete events of Chrome's trace format; `thread` tells the workers of a batch apart.
    pub fn trace_events(&self, thread: usize, page: &str) -> Vec<Value> {
        let micros = |time: Duration| time.as_secs_f64() * 1e6;
        self.spans
            .iter()
            .map(|span| {
                json!({"name": span.phase.name(), "cat": "render", "ph": "X", "pid": 1, "tid": thread,
                    "ts": micros(span.start), "dur": micros(span.wall), "tdur": micros(span.cpu), "args": {"page": page}})
            })
            .collect()
    }
}

/// A whole trace file from the events of one or more pages.
pub fn trace_file(events: Vec<Value>) -> String {
    format!("{}\n", json!({"traceEvents": events, "displayTimeUnit": "ms"}))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_and_counts_reach_every_output() {
        let timer = Timer::new();
        timer.measure(Phase::Html, || std::hint::black_box((0..1000).sum::<u64>()));
        timer.count("nodes", 3);
        timer.count("nodes", 4);
        let mut timings = timer.finish();
        timings.measure(Phase::Encode, || ());
        assert_eq!(timings.pages, 1);
        assert!(timings.table().contains("html"));
        let json: Value = serde_json::from_str(&timings.json()).unwrap();
        assert_eq!(json["counts"]["nodes"], 7);
        assert_eq!(json["phases"][1]["phase"], "encode");
        let trace: Value = serde_json::from_str(&trace_file(timings.trace_events(1, "p"))).unwrap();
        assert_eq!(trace["traceEvents"].as_array().unwrap().len(), 2);
        assert_eq!(trace["traceEvents"][0]["ph"], "X");
    }

    #[test]
    fn a_deadline_of_zero_has_passed() {
        std::thread::sleep(Duration::from_millis(1));
        assert!(Deadline::after(None).passed().is_none());
        let deadline = Deadline::after(Some(Duration::ZERO));
        std::thread::sleep(Duration::from_millis(1));
        assert_eq!(deadline.passed(), Some(Duration::ZERO));
    }
}
