//! Pages that try to read what only the reader's machine can reach: all refused, and all allowed when the user says so.

mod server;

use std::io;
use std::net::IpAddr;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::Arc;

use ashlar_browser::diagnostics::Diagnostics;
use ashlar_browser::load::{Destination, HostResolver, LoadError, Loader, LoaderOptions, PageInput, Refusal, Resource};
use ashlar_browser::timing::Deadline;
use server::{Server, answer, page, redirect};
use url::Url;

/// The path that must not be asked for.
const SECRET: &str = "/latest/meta-data";

fn render(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_render"));
    command.current_dir(folder).args(arguments).arg("--no-system-fonts").stdin(Stdio::null()).output().unwrap()
}

/// A server with secrets, on a port of its own.
fn inside() -> Server {
    Server::start(|_| answer("200 OK", "Content-Type: text/css\r\n", b"a{}"))
}

/// Pages that ask for an address in every way a page without scripts has.
fn ways(address: &str) -> Vec<String> {
    let rest = address.trim_start_matches("http://");
    let css = |css: String| format!("<style>{css}</style><p class=x>x</p>");
    vec![
        format!("<link rel=stylesheet href='{address}'>"),
        format!("<link rel=stylesheet href='//{rest}'>"),
        format!("<img src='{address}'>"),
        format!("<img srcset='{address} 1x' src=x.png>"),
        format!("<picture><source srcset='{address}'><img src=data:,></picture>"),
        format!("<iframe src='{address}'></iframe>"),
        format!("<iframe srcdoc=\"<link rel=stylesheet href='{address}'>\"></iframe>"),
        format!("<iframe srcdoc=\"<img src='{address}'>\"></iframe>"),
        format!("<video poster='{address}'></video>"),
        format!("<base href='{}'><link rel=stylesheet href='{SECRET}'>", address.replace(SECRET, "/")),
        format!("<base href='{}'><img src='{SECRET}'>", address.replace(SECRET, "/")),
        css(format!("@import '{address}';")),
        css(format!("@import url({address}) screen;")),
        css(format!("@font-face{{font-family:f;src:url({address})}}p{{font-family:f}}")),
        css(format!(".x{{background:url({address})}}")),
        css(format!(".x{{list-style-image:url({address});display:list-item}}")),
        css(format!(".x::before{{content:url({address})}}")),
        css(format!(".x{{border:3px solid;border-image:url({address}) 3}}")),
        format!("<link rel=stylesheet href='/redirect?{address}'>"),
        format!("<img src='/redirect?{address}'>"),
        format!("<iframe src='/redirect?{address}'></iframe>"),
    ]
}

#[test]
fn no_way_of_a_page_leads_inside() {
    let inside = inside();
    let secret = inside.url(SECRET);
    let pages = ways(&secret);
    let count = pages.len();
    let outside = Server::start(move |path| match path.split_once('?') {
        Some(("/redirect", to)) => redirect(to),
        _ => path
            .trim_start_matches('/')
            .parse()
            .ok()
            .and_then(|number: usize| pages.get(number))
            .map_or_else(|| answer("404 Not Found", "", b""), |body| page(&format!("<!doctype html>{body}"))),
    });
    let dir = tempfile::tempdir().unwrap();
    for number in 0..count {
        let address = outside.url(&format!("/{number}"));
        let run = |options: &[&str]| {
            let before = inside.asked().len();
            let output =
                render(dir.path(), &[&[&*address, "-o", "x.png", "--viewport", "60x60"][..], options].concat());
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(output.status.success(), "{number}: {said}");
            (inside.asked().len() - before, said)
        };
        let (asked, said) = run(&[]);
        assert!(asked == 0 && said.contains("--allow-private"), "way {number} is refused and said: {said}");
        let (asked, said) = run(&["--allow-private"]);
        assert!(asked >= 1, "way {number} is open: {said}");
    }
}

/// A document at an address, and whether a look-up of its host would lead to this machine.
fn loader(allow_private: bool) -> Loader {
    struct Liar;
    impl HostResolver for Liar {
        fn addresses(&self, host: &str) -> io::Result<Vec<IpAddr>> {
            let address = match host {
                "mapped.test" => "::ffff:127.0.0.1",
                "metadata.test" => "169.254.169.254",
                "router.test" => "192.168.1.1",
                "six.test" => "::1",
                _ => "127.0.0.1",
            };
            Ok(vec![address.parse().map_err(io::Error::other)?])
        }
    }
    let mut options = LoaderOptions { allow_private, ..LoaderOptions::default() };
    options.http.resolver = Some(Arc::new(Liar));
    options.limits.connect_time = std::time::Duration::from_millis(300);
    Loader::new(options)
}

fn is_refused(error: &LoadError) -> bool {
    matches!(error, LoadError::Refused { refusal: Refusal::PrivateAddress, .. })
}

#[test]
fn hosts_are_judged_by_what_they_are_and_not_by_what_they_are_called() {
    let inside = inside();
    let port = inside.url("").rsplit_once(':').unwrap().1.to_owned();
    let hosts = [
        "127.0.0.1",
        "127.1",
        "127.0.1",
        "2130706433",
        "0x7f000001",
        "0x7f.1",
        "0177.0.0.1",
        "017700000001",
        "127.0.0.1.",
        "%31%32%37.0.0.1",
        "①②⑦.0.0.1",
        "user:pw@127.0.0.1",
        "0",
        "0.0.0.0",
        "[::1]",
        "[::]",
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        "[::127.0.0.1]",
        "[64:ff9b::127.0.0.1]",
        "[2002:7f00:1::]",
        "localhost",
        "LOCALHOST",
        "localhost.",
        "a.localhost",
        "10.0.0.1",
        "172.16.0.1",
        "192.168.0.1",
        "169.254.169.254",
        "100.100.100.200",
        "[fd00:ec2::254]",
        "[fe80::1]",
        "name.test",
        "mapped.test",
        "metadata.test",
        "router.test",
        "six.test",
        "NAME.test.",
    ];
    let outside = Url::parse("http://example.com/").unwrap();
    let document = Resource::local(outside, Vec::new(), None);
    for allow in [false, true] {
        let loader = loader(allow);
        for host in hosts {
            let diagnostics = Diagnostics::new();
            let page = loader.page(&document, None, Deadline::after(None), &diagnostics);
            let url = Url::parse(&format!("http://{host}:{port}{SECRET}")).unwrap();
            let result = page.get(&url, Destination::Style);
            let refused = result.as_ref().as_ref().err().is_some_and(is_refused);
            assert_eq!(refused, !allow, "{host}: {result:?}");
        }
        assert_eq!(inside.asked().is_empty(), !allow);
    }
}

#[test]
fn a_page_may_not_be_led_inside_either() {
    let inside = inside();
    let secret = inside.url(SECRET);
    let outside =
        Server::start(move |path| if path == "/" { redirect(&secret) } else { redirect("http://localhost/") });
    for path in ["/", "/name"] {
        let typed = PageInput::Url(Url::parse(&outside.url(path)).unwrap());
        assert!(is_refused(&loader(false).open(&typed, None).unwrap_err()), "{path}");
    }
    let typed = PageInput::Url(Url::parse(&outside.url("/")).unwrap());
    assert!(loader(true).open(&typed, None).is_ok());
    assert!(loader(false).open(&PageInput::Url(Url::parse(&inside.url("/")).unwrap()), None).is_ok(), "typed: meant");
}

#[test]
fn a_file_leads_no_page_inside() {
    let inside = inside();
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("x.html"), format!("<link rel=stylesheet href='{}'>", inside.url(SECRET))).unwrap();
    let output = render(dir.path(), &["x.html", "-o", "x.png"]);
    assert!(output.status.success() && inside.asked().is_empty());
    assert!(render(dir.path(), &["x.html", "-o", "x.png", "--allow-private"]).status.success());
    assert_eq!(inside.count(SECRET), 1);
}
