//! The command `render`: options, output files, messages, batches.
//!
//! What goes where: pictures go to files; what was asked for besides (`--dump`, `--sha256`, `--timing`) goes to standard
//! output, in this order; everything said about the work goes to standard error. So a pipe never sees a message.

mod batch;
mod naming;
mod network;
mod options;
mod output;
mod page;
mod picture;
mod single;
mod worker;

use std::fmt::Display;
use std::process::ExitCode;

use clap::Parser as _;

use crate::diagnostics::{Diagnostic, Severity};
use crate::load::LoaderOptions;
use crate::pipeline::{PageOptions, RenderError, Renderer, RendererOptions};

pub use options::Arguments;

/// What the command returns to the shell. The numbers are part of its interface and stand in `--help`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Everything was drawn.
    Drawn = 0,
    /// A page did not load, or a picture could not be written.
    Failed = 1,
    /// The command line makes no sense.
    Usage = 2,
    /// A limit ended a page.
    Limit = 3,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

impl Exit {
    fn of(error: &RenderError) -> Self {
        if error.is_limit() { Self::Limit } else { Self::Failed }
    }
}

/// Runs the command with the process's own arguments.
pub fn main() -> ExitCode {
    let arguments = Arguments::parse();
    worker::catch_panic_messages();
    run(arguments).into()
}

fn run(arguments: Arguments) -> Exit {
    if let Err(problem) = arguments.check() {
        complain(&problem);
        return Exit::Usage;
    }
    let renderer = match Renderer::new(renderer_options(&arguments)) {
        Ok(renderer) => renderer,
        Err(error) => {
            complain(&error);
            return Exit::of(&error);
        }
    };
    let options = match page_options(&arguments) {
        Ok(options) => options,
        Err(error) => {
            complain(&error);
            return Exit::Usage;
        }
    };
    match &arguments.batch {
        Some(list) => batch::run(renderer, &options, &arguments, list),
        None => single::run(renderer, options, &arguments),
    }
}

fn renderer_options(arguments: &Arguments) -> RendererOptions {
    let Arguments { network, style, .. } = arguments;
    let mut loader = LoaderOptions {
        http: network.http(style.lang.as_deref()),
        allow_private: network.allow_private,
        blocked: style.block.clone(),
        no_images: style.no_images,
        charset: style.charset.clone(),
        allowed_folders: arguments.allow_file.clone(),
        ..LoaderOptions::default()
    };
    loader.limits.page_time = arguments.page_time();
    loader.limits.request_time = network.timeout;
    loader.limits.redirects = network.max_redirects;
    RendererOptions { font_dirs: arguments.font_dir.clone(), system_fonts: !arguments.no_system_fonts, loader }
}

fn page_options(arguments: &Arguments) -> Result<PageOptions, crate::load::LoadError> {
    Ok(PageOptions {
        viewport: arguments.viewport,
        scale: arguments.scale,
        capture: arguments.picture.capture(),
        background: arguments.picture.background(),
        is_print: arguments.style.media == page::Media::Print,
        prefers_dark: arguments.style.color_scheme == page::ColorScheme::Dark,
        user_sheet: arguments.style.sheet(),
        fail_on_http_error: arguments.network.fail_on_http_error,
        fail_on_missing: arguments.network.fail_on_missing,
        base_url: arguments.base_url.as_deref().map(crate::load::address::parse_base).transpose()?,
        want_boxes: arguments.boxes.is_some(),
        dump: arguments.dump.map(Into::into),
    })
}

/// An error, for people.
fn complain(error: &dyn Display) {
    eprintln!("render: {error}");
}

/// The diagnostics a user wants to see: none with `-q`, warnings by default, all with `-v`.
fn shown<'d>(diagnostics: &'d [Diagnostic], arguments: &Arguments) -> impl Iterator<Item = &'d Diagnostic> {
    let least = match (arguments.quiet, arguments.verbose) {
        (true, _) => None,
        (false, 0) => Some(Severity::Warning),
        (false, _) => Some(Severity::Note),
    };
    diagnostics.iter().filter(move |diagnostic| least.is_some_and(|least| diagnostic.severity >= least))
}
