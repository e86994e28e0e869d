//! Options on how the page sees its reader, and what is changed of it.

use std::sync::Arc;

use clap::{Args, ValueEnum};

use crate::capture;

/// The group.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Page")]
pub struct PageStyleOptions {
    /// Which `@media` applies
    #[arg(long, value_name = "MEDIA", default_value = "screen")]
    pub media: Media,

    /// What `prefers-color-scheme` says
    #[arg(long, value_name = "SCHEME", default_value = "light")]
    pub color_scheme: ColorScheme,

    /// A style sheet after those of the page: a file, or CSS itself; may be repeated
    #[arg(long, value_name = "FILE|CSS", value_parser = read_css)]
    pub css: Vec<Arc<str>>,

    /// Hide what a CSS selector means, and keep its room; may be repeated
    #[arg(long, value_name = "CSS", value_parser = parse_hidden)]
    pub hide: Vec<String>,

    /// The encoding of the page, whatever it says itself
    #[arg(long, value_name = "LABEL", value_parser = parse_charset)]
    pub charset: Option<String>,

    /// The languages to ask servers for, as in `Accept-Language`: `de,en;q=0.8`
    #[arg(long, value_name = "LANGUAGES")]
    pub lang: Option<String>,

    /// Leave images out
    #[arg(long)]
    pub no_images: bool,

    /// Do not load URLs that contain this, or that match it where it has `*`; may be repeated
    #[arg(long, value_name = "PATTERN")]
    pub block: Vec<String>,
}

/// Media types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Media {
    /// A screen
    Screen,
    /// Paper
    Print,
}

/// Colour schemes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ColorScheme {
    /// Dark on light
    Light,
    /// Light on dark
    Dark,
}

impl PageStyleOptions {
    /// The user's sheet.
    pub fn sheet(&self) -> Arc<str> {
        let mut text = String::new();
        for css in &self.css {
            text.push_str(css);
            text.push('\n');
        }
        for selector in &self.hide {
            text.push_str(&format!("{selector} {{ visibility: hidden !important }}\n"));
        }
        text.into()
    }
}

/// CSS from a file of that name, or the words themselves where they have a block or an at-rule.
fn read_css(given: &str) -> Result<Arc<str>, String> {
    match std::fs::read(given) {
        Ok(bytes) => Ok(crate::load::charset::decode_sheet(&bytes, None, None).text.into()),
        Err(_) if given.contains('{') || given.trim_start().starts_with('@') => Ok(given.into()),
        Err(error) => Err(format!("it is neither a file ({error}) nor CSS")),
    }
}

fn parse_hidden(text: &str) -> Result<String, String> {
    capture::parse_selector(text).map(|_| text.to_owned()).ok_or_else(|| "it is not a CSS selector".to_owned())
}

fn parse_charset(label: &str) -> Result<String, String> {
    let known = encoding_rs::Encoding::for_label(label.as_bytes());
    known.map(|_| label.to_owned()).ok_or_else(|| "no encoding has this name".to_owned())
}
