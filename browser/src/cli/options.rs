//! The command line, as clap reads and explains it.

use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgAction, Parser, ValueEnum};

use super::network::NetworkOptions;
use super::page::PageStyleOptions;
use super::picture::PictureOptions;
use crate::pipeline::DumpKind;

const EXAMPLES: &str = "\
Examples:
  render https://example.com/ -o page.png
      The top of the page, as a window of 1280x800 shows it.

  render report.html -o report.png --full-page --scale 2
      The whole document from a file, for a screen of high density.

  render https://example.com/ -o card.jpg --selector .card --padding 8
      One element of the page, as JPEG.

  render https://example.com/ -o dark.png --color-scheme dark --hide '.cookie-banner'
      The page as night owls see it, without what is in the way.

  cat mail.html | render - -o mail.png --base-url https://example.com/
      A page from standard input; its relative links start at the base URL.

  render page.html --sha256 --no-system-fonts
      Only the hash of the picture: the same on every machine.

  render page.html -o page.png --boxes page.json --timing table
      Besides the picture, where each element is, and where the time went.

  render --batch pages.tsv --jobs 4
      Many pages in one process. Each line of pages.tsv is `url<TAB>out.png`.

Standard output has what was asked for with --dump, --sha256 and --timing, in this order.
Messages go to standard error.

Exit status:
  0  drawn
  1  the page could not be loaded, or the picture could not be written;
     in a batch: at least one page failed
  2  the command line is wrong
  3  a limit was reached (time, bytes, size of the picture, redirects)";

const ABOUT: &str = "Draw a web page into a picture.";

const LONG_ABOUT: &str = "\
Draw a web page into a picture.

render loads HTML, its style sheets, images and fonts, lays them out as a browser does with scripts off, and writes a \
PNG, JPEG, WebP or BMP file. It needs no browser, no display and no fonts on the machine. The same page with the same options gives the \
same pixels, whatever the number of processors.

A page from the network may not read files of this machine. A page that is a file may read files of its own folder \
and below; allow others with --allow-file. Pages read the public network and the origin you typed, but no other private address; \
see --allow-private.";

/// The options of `render`.
#[derive(Clone, Debug, Parser)]
#[command(name = "render", version, about = ABOUT, long_about = LONG_ABOUT, after_long_help = EXAMPLES,
    after_help = "Use --help for examples, rules and exit codes.", arg_required_else_help = true)]
pub struct Arguments {
    /// The page: a URL, a file, or - for standard input
    ///
    /// http:, https:, file: and data: URLs are understood; `localhost:8000` and `example.com` are taken as URLs when
    /// there is no such file. Images, SVG drawings and text files are shown as a browser shows them.
    #[arg(value_name = "URL|FILE|-", required_unless_present = "batch", conflicts_with = "batch")]
    pub page: Option<String>,

    /// Where to write the picture; - for standard output
    ///
    /// Without it the name comes from the page's title, or from its host, and never overwrites a file. With --dump,
    /// --sha256 or --boxes and without it, no picture is written.
    #[arg(short, long, value_name = "PICTURE", conflicts_with = "batch", help_heading = "Picture")]
    pub output: Option<PathBuf>,

    /// Size of the window in CSS pixels
    #[arg(long, value_name = "WxH", default_value = "1280x800", value_parser = parse_size, help_heading = "Picture")]
    pub viewport: (u32, u32),

    /// Device pixels per CSS pixel
    #[arg(long, value_name = "N", default_value = "1", value_parser = parse_scale, help_heading = "Picture")]
    pub scale: f32,

    /// Further options on the picture.
    #[command(flatten)]
    pub picture: PictureOptions,

    /// What the page is told and what is changed of it.
    #[command(flatten)]
    pub style: PageStyleOptions,

    /// How servers are spoken to.
    #[command(flatten)]
    pub network: NetworkOptions,

    /// Write where each element is, as JSON
    ///
    /// Elements in document order with their border boxes in CSS pixels from the document's corner, the rectangles of
    /// wrapped inline elements, and the lines of text (schema boxes/1).
    #[arg(long, value_name = "FILE", conflicts_with = "batch", help_heading = "Other results")]
    pub boxes: Option<PathBuf>,

    /// Print a value of the pipeline, one line for each node
    #[arg(long, value_name = "WHAT", conflicts_with = "batch", help_heading = "Other results")]
    pub dump: Option<Dump>,

    /// Print where the time went
    ///
    /// `table` is for people, `json` for programs, `trace` for chrome://tracing or ui.perfetto.dev.
    #[arg(long, value_name = "FORMAT", help_heading = "Other results")]
    pub timing: Option<TimingFormat>,

    /// Print one JSON line on standard error for each collection of garbage
    #[arg(long, conflicts_with = "batch", help_heading = "Other results")]
    pub gc_trace: bool,

    /// Print the SHA-256 of the picture's width, height and RGBA pixels
    #[arg(long, help_heading = "Other results")]
    pub sha256: bool,

    /// Draw all pages of a list; - for standard input
    ///
    /// Each line is `url<TAB>out.png`, or `url<TAB>out.png<TAB>boxes.json`. Empty lines and lines that begin with # are
    /// passed over. Pages begin in the order of the list, and each picture is written as soon as it is drawn. A page that
    /// fails does not stop the others.
    #[arg(long, value_name = "LIST", help_heading = "Batches")]
    pub batch: Option<PathBuf>,

    /// Pages drawn at the same time [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=512), help_heading = "Batches")]
    pub jobs: Option<u16>,

    /// Where the page's relative links start
    ///
    /// A URL, a file or a folder. Needed for pages from standard input that refer to others.
    #[arg(long, value_name = "URL", help_heading = "Loading")]
    pub base_url: Option<String>,

    /// A folder that a page given as a file may read, besides its own; may be repeated
    #[arg(long, value_name = "DIR", help_heading = "Loading")]
    pub allow_file: Vec<PathBuf>,

    /// Seconds that one page may take, loading included; 0 for no limit
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = parse_seconds, help_heading = "Loading")]
    pub page_timeout: f64,

    /// A folder with fonts to use; may be repeated
    #[arg(long, value_name = "DIR", help_heading = "Fonts")]
    pub font_dir: Vec<PathBuf>,

    /// Use only the embedded fonts, those of --font-dir and those of the page
    ///
    /// The picture is then the same on every machine.
    #[arg(long, help_heading = "Fonts")]
    pub no_system_fonts: bool,

    /// Say nothing but errors
    #[arg(short, long, conflicts_with = "verbose", help_heading = "Messages")]
    pub quiet: bool,

    /// Say more: all diagnostics, and each page of a batch
    #[arg(short, long, action = ArgAction::Count, help_heading = "Messages")]
    pub verbose: u8,
}

/// Values of the pipeline that can be printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Dump {
    /// The document
    Dom,
    /// Computed styles
    Style,
    /// Boxes before layout
    Boxes,
    /// Laid out fragments
    Fragments,
    /// What is painted
    Display,
}

impl From<Dump> for DumpKind {
    fn from(dump: Dump) -> Self {
        match dump {
            Dump::Dom => Self::Dom,
            Dump::Style => Self::Style,
            Dump::Boxes => Self::Boxes,
            Dump::Fragments => Self::Fragments,
            Dump::Display => Self::Display,
        }
    }
}

/// How times are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TimingFormat {
    /// Rows and columns
    Table,
    /// One JSON object
    Json,
    /// Chrome's trace format
    Trace,
}

impl Arguments {
    /// What clap cannot see.
    pub fn check(&self) -> Result<(), String> {
        for folder in self.font_dir.iter().chain(&self.allow_file) {
            if !folder.is_dir() {
                return Err(format!("{} is not a folder", folder.display()));
            }
        }
        if let Some(output) = &self.output {
            self.picture.encoding(output)?;
        }
        Ok(())
    }

    /// The time one page may take.
    pub fn page_time(&self) -> Option<Duration> {
        (self.page_timeout > 0.0).then(|| Duration::from_secs_f64(self.page_timeout))
    }

    /// Whether a picture is wanted although no name was given for it.
    pub fn wants_unnamed_picture(&self) -> bool {
        self.dump.is_none() && !self.sha256 && self.boxes.is_none()
    }
}

fn parse_size(text: &str) -> Result<(u32, u32), String> {
    let wrong = || "write it as WIDTHxHEIGHT, such as 1280x800".to_owned();
    let (width, height) = text.split_once(['x', 'X', ',', '×']).ok_or_else(wrong)?;
    let side = |text: &str| text.trim().parse::<u32>().map_err(|_| wrong());
    let (width, height) = (side(width)?, side(height)?);
    if width == 0 || height == 0 || width > 65_535 || height > 65_535 {
        return Err("each side must be from 1 to 65535".to_owned());
    }
    Ok((width, height))
}

fn parse_scale(text: &str) -> Result<f32, String> {
    let scale: f32 = text.parse().map_err(|_| "it is not a number".to_owned())?;
    if (0.05..=20.0).contains(&scale) { Ok(scale) } else { Err("it must be from 0.05 to 20".to_owned()) }
}

fn parse_seconds(text: &str) -> Result<f64, String> {
    let seconds: f64 = text.parse().map_err(|_| "it is not a number".to_owned())?;
    if (0.0..=86_400.0).contains(&seconds) { Ok(seconds) } else { Err("it must be from 0 to 86400".to_owned()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory as _;

    #[test]
    fn the_command_line_is_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn sizes() {
        assert_eq!(parse_size("800x600"), Ok((800, 600)));
        assert!(parse_size("800").is_err() && parse_size("0x5").is_err() && parse_size("1x1000000").is_err());
        assert!(parse_scale("nan").is_err() && parse_scale("0").is_err());
    }
}
