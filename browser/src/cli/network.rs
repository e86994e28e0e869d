//! Options on the network.

use std::time::Duration;

use clap::Args;
use ureq::tls::{PemItem, parse_pem};

use crate::load::HttpOptions;

/// The group.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Network")]
pub struct NetworkOptions {
    /// A header to send to the page's own origin, and to no other; may be repeated
    #[arg(long, value_name = "NAME: VALUE", value_parser = parse_header)]
    pub header: Vec<(String, String)>,

    /// A cookie to send to the page's own origin; may be repeated
    #[arg(long, value_name = "NAME=VALUE", value_parser = parse_cookie)]
    pub cookie: Vec<String>,

    /// Name and password for the page's own origin
    #[arg(long, value_name = "USER:PASSWORD", value_parser = parse_auth)]
    pub auth: Option<String>,

    /// How render calls itself
    #[arg(long, value_name = "TEXT", value_parser = parse_value)]
    pub user_agent: Option<String>,

    /// The proxy: http://, https:// or socks5:// [default: that of the environment]
    ///
    /// Behind a proxy, names are resolved by the proxy: only numbers and localhost are then judged as private.
    #[arg(long, value_name = "URL", value_parser = parse_proxy)]
    pub proxy: Option<ureq::Proxy>,

    /// Accept any certificate
    #[arg(long)]
    pub insecure: bool,

    /// A PEM file with certificates of the authorities to trust instead of the built-in ones; may be repeated
    #[arg(long, value_name = "FILE", value_parser = read_authorities)]
    pub ca: Vec<Authorities>,

    /// Seconds that one request may take
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = parse_timeout)]
    pub timeout: Duration,

    /// Redirects that one request may follow
    #[arg(long, value_name = "N", default_value = "20", value_parser = clap::value_parser!(u32).range(0..=100))]
    pub max_redirects: u32,

    /// Let pages read private addresses: this machine, the local network, metadata of a cloud
    ///
    /// Without it they may read the public network and the origin (scheme, host and port) that you typed, wherever it is.
    /// Redirects are judged like any other address.
    #[arg(long)]
    pub allow_private: bool,

    /// Fail when the server answers the page with an error status
    #[arg(long)]
    pub fail_on_http_error: bool,

    /// Fail when anything that the page refers to does not load
    #[arg(long)]
    pub fail_on_missing: bool,
}

/// Certificates (DER) of one file.
#[derive(Clone, Debug)]
pub struct Authorities(Vec<Vec<u8>>);

impl NetworkOptions {
    /// What the loader wants to know.
    pub fn http(&self, accept_language: Option<&str>) -> HttpOptions {
        let mut headers = self.header.clone();
        if !self.cookie.is_empty() {
            headers.push(("cookie".to_owned(), self.cookie.join("; ")));
        }
        headers.extend(self.auth.clone().map(|value| ("authorization".to_owned(), value)));
        HttpOptions {
            user_agent: self.user_agent.clone(),
            accept_language: accept_language.map(str::to_owned),
            headers,
            proxy: self.proxy.clone(),
            insecure: self.insecure,
            authorities: self.ca.iter().flat_map(|file| file.0.clone()).collect(),
            resolver: None,
        }
    }
}

fn parse_header(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once(':').ok_or("write it as `Name: value`")?;
    let is_token = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    if name.is_empty() || !name.bytes().all(is_token) {
        return Err(format!("{name:?} is not the name of a header"));
    }
    let framing = ["host", "content-length", "transfer-encoding", "connection", "accept-encoding"];
    if framing.iter().any(|own| name.eq_ignore_ascii_case(own)) {
        return Err(format!("{name} is set by render itself"));
    }
    Ok((name.to_owned(), parse_value(value.trim())?))
}

/// A header's value: no line breaks, so that nothing is smuggled in.
fn parse_value(text: &str) -> Result<String, String> {
    let is_plain = |byte: u8| (0x20..0x7f).contains(&byte) || byte == b'\t';
    if text.bytes().all(is_plain) { Ok(text.to_owned()) } else { Err("only plain ASCII can be sent".to_owned()) }
}

fn parse_cookie(text: &str) -> Result<String, String> {
    match text.split_once('=') {
        Some((name, _)) if !name.trim().is_empty() && !text.contains(';') => parse_value(text),
        _ => Err("write it as `name=value`".to_owned()),
    }
}

/// [Basic authentication](https://www.rfc-editor.org/rfc/rfc7617#section-2)
fn parse_auth(text: &str) -> Result<String, String> {
    if !text.contains(':') {
        return Err("write it as `user:password`".to_owned());
    }
    Ok(format!("Basic {}", base64(text.as_bytes())))
}

/// [Base 64](https://www.rfc-editor.org/rfc/rfc4648#section-4)
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let word = chunk.iter().enumerate().fold(0u32, |word, (at, byte)| word | u32::from(*byte) << (16 - 8 * at));
        for place in 0..4 {
            let letter = LETTERS[(word >> (18 - 6 * place)) as usize & 63];
            out.push(if place <= chunk.len() { char::from(letter) } else { '=' });
        }
    }
    out
}

fn parse_proxy(text: &str) -> Result<ureq::Proxy, String> {
    ureq::Proxy::new(text).map_err(|_| "write it as http://host:port or socks5://host:port".to_owned())
}

fn read_authorities(path: &str) -> Result<Authorities, String> {
    let bytes = std::fs::read(path).map_err(|error| error.to_string())?;
    let items: Result<Vec<_>, _> = parse_pem(&bytes).collect();
    let items = items.map_err(|_| "it is not a PEM file".to_owned())?;
    let certificates = items.into_iter().filter_map(|item| match item {
        PemItem::Certificate(certificate) => Some(certificate.der().to_vec()),
        _ => None,
    });
    let certificates: Vec<Vec<u8>> = certificates.collect();
    if certificates.is_empty() { Err("it has no certificate".to_owned()) } else { Ok(Authorities(certificates)) }
}

fn parse_timeout(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "it is not a number".to_owned())?;
    if (0.001..=3600.0).contains(&seconds) {
        Ok(Duration::from_secs_f64(seconds))
    } else {
        Err("it must be from 0.001 to 3600".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_cannot_be_split() {
        assert_eq!(parse_header("X-A:  b c "), Ok(("X-A".to_owned(), "b c".to_owned())));
        for wrong in ["X-A", ": b", "X A: b", "X: a\r\nY: b", "Host: a", "X: ü"] {
            assert!(parse_header(wrong).is_err(), "{wrong:?}");
        }
        assert!(parse_cookie("a=b; c=d").is_err() && parse_cookie("=b").is_err() && parse_cookie("a=b").is_ok());
    }

    #[test]
    fn credentials() {
        // The examples of RFC 7617 and RFC 4648.
        assert_eq!(parse_auth("Aladdin:open sesame").unwrap(), "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==");
        assert_eq!([base64(b""), base64(b"f"), base64(b"fo"), base64(b"foo")], ["", "Zg==", "Zm8=", "Zm9v"]);
    }
}
