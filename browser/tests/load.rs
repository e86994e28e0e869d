//! The loader against a server that behaves in all the ways servers do.

mod server;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use ashlar_browser::diagnostics::Diagnostics;
use ashlar_browser::limits::Limits;
use ashlar_browser::load::{
    Destination, DocumentKind, LoadError, Loader, LoaderOptions, PageInput, PageLoader, Refusal, Request, Resource,
    ResourceFetcher,
};
use ashlar_browser::timing::Deadline;
use server::{Server, answer, page, redirect};
use url::Url;

fn url(text: &str) -> Url {
    Url::parse(text).unwrap()
}

fn loader(change: impl FnOnce(&mut LoaderOptions)) -> Loader {
    let mut options = LoaderOptions::default();
    change(&mut options);
    Loader::new(options)
}

fn open(loader: &Loader, address: &str) -> Result<Resource, LoadError> {
    loader.open(&PageInput::Url(url(address)), None)
}

/// The loader of a page at this address.
fn page_at(loader: &Loader, address: &str) -> (PageLoader, Diagnostics) {
    let diagnostics = Diagnostics::new();
    let page = Resource::local(url(address), Vec::new(), None);
    (loader.page(&page, None, Deadline::after(None), &diagnostics), diagnostics)
}

#[test]
fn redirects_lead_to_the_final_url_and_keep_the_fragment() {
    let server = Server::start(|path| match path {
        "/a" => redirect("/dir/b?q"),
        "/dir/b?q" => page("<p>here"),
        _ => answer("404 Not Found", "", b""),
    });
    let resource = open(&loader(|_| {}), &server.url("/a#part")).unwrap();
    assert_eq!(resource.final_url.as_str(), server.url("/dir/b?q#part"));
    assert_eq!(&*resource.bytes, b"<p>here");
    assert_eq!(server.asked()[0].path, "/a");
}

#[test]
fn endless_redirects_meet_a_limit() {
    let number = AtomicUsize::new(0);
    let server = Server::start(move |_| redirect(&format!("/{}", number.fetch_add(1, Ordering::Relaxed))));
    let loader = loader(|options| options.limits.redirects = 5);
    assert!(matches!(open(&loader, &server.url("/x")), Err(LoadError::Limit { .. })));
    assert_eq!(server.asked().len(), 6);
}

#[test]
fn a_redirect_to_a_file_is_refused() {
    let server = Server::start(|_| redirect("file:///etc/hostname"));
    let error = open(&loader(|_| {}), &server.url("/")).unwrap_err();
    assert!(matches!(error, LoadError::Refused { refusal: Refusal::RedirectOffHttp, .. }), "{error}");
}

#[test]
fn an_error_page_is_a_page_but_an_error_sheet_is_nothing() {
    let server = Server::start(|_| answer("404 Not Found", "Content-Type: text/html\r\n", b"<h1>gone"));
    let loader = loader(|_| {});
    let resource = open(&loader, &server.url("/")).unwrap();
    assert_eq!((resource.status, &*resource.bytes), (Some(404), &b"<h1>gone"[..]));
    let (page, diagnostics) = page_at(&loader, &server.url("/"));
    let sheet = page.get(&url(&server.url("/a.css")), Destination::Style);
    assert!(matches!(&*sheet, Err(LoadError::Status { status: 404, .. })));
    assert!(page.get(&url(&server.url("/a.png")), Destination::Image).is_ok());
    let said: Vec<String> = diagnostics.take().iter().map(ToString::to_string).collect();
    assert_eq!(said.len(), 2);
    assert!(said[0].contains("style sheet: cannot load") && said[0].contains("404"), "{}", said[0]);
}

#[test]
fn a_body_that_ends_early_is_shown_as_far_as_it_came() {
    let server =
        Server::start(|_| b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 500\r\n\r\n<p>half".to_vec());
    let loader = loader(|_| {});
    let resource = open(&loader, &server.url("/")).unwrap();
    assert!(resource.truncated && &*resource.bytes == b"<p>half");
    let (page, _) = page_at(&loader, &server.url("/"));
    assert!(page.get(&url(&server.url("/a.css")), Destination::Style).is_err());
}

#[test]
fn nonsense_is_an_error_and_not_a_panic() {
    let server = Server::start(|path| match path {
        "/empty" => Vec::new(),
        "/chunks" => b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nhello".to_vec(),
        "/location" => redirect("http://[::bad"),
        "/self" => redirect("/self"),
        _ => b"\0\xff\xfe not http at all\r\n\r\n".to_vec(),
    });
    let loader = loader(|_| {});
    for path in ["/empty", "/chunks", "/location", "/self", "/x"] {
        let result = open(&loader, &server.url(path));
        assert!(matches!(result, Err(LoadError::Http { .. } | LoadError::Unreachable { .. })), "{path}: {result:?}");
    }
}

#[test]
fn compressed_bodies_count_as_what_they_become() {
    // "hello" by gzip, stored without compression.
    let mut gzip = b"\x1f\x8b\x08\0\0\0\0\0\0\x03\x01\x05\0\xfa\xffhello".to_vec();
    gzip.extend_from_slice(&0x3610_a686_u32.to_le_bytes());
    gzip.extend_from_slice(&5_u32.to_le_bytes());
    // 10,000 zeros by brotli.
    let brotli = [31, 15, 39, 248, 39, 0, 226, 177, 64, 32, 217, 3, 0];
    let server = Server::start(move |path| match path {
        "/gzip" => answer("200 OK", "Content-Encoding: gzip\r\nContent-Type: text/plain\r\n", &gzip),
        _ => answer("200 OK", "Content-Encoding: br\r\n", &brotli),
    });
    let small = loader(|options| options.limits.resource_bytes = 9_999);
    assert_eq!(&*open(&small, &server.url("/gzip")).unwrap().bytes, b"hello");
    assert!(server.asked()[0].header("accept-encoding").is_some_and(|value| value.contains("gzip")));
    assert!(matches!(open(&small, &server.url("/br")), Err(LoadError::Limit { .. })));
    assert_eq!(open(&loader(|_| {}), &server.url("/br")).unwrap().bytes.len(), 10_000);
}

#[test]
fn a_silent_server_times_out() {
    let server = Server::start(|_| {
        std::thread::sleep(Duration::from_secs(5));
        Vec::new()
    });
    let loader = loader(|options| options.limits.request_time = Duration::from_millis(300));
    assert!(matches!(open(&loader, &server.url("/")), Err(LoadError::TimedOut { .. })));
}

#[test]
fn the_content_type_decides_and_its_charset_is_heard() {
    let server = Server::start(|path| match path {
        "/koi" => answer("200 OK", "Content-Type: text/html; charset=koi8-r\r\n", b"<meta charset=utf-8>\xc4"),
        "/xhtml" => answer("200 OK", "Content-Type: application/xhtml+xml\r\n", b"<html/>"),
        "/text" => answer("200 OK", "Content-Type: text/plain\r\n", b"<p>not a tag"),
        "/none" => answer("200 OK", "", b"<!doctype html><p>x"),
        _ => answer("200 OK", "Content-Type: application/pdf\r\n", b"%PDF-1.4"),
    });
    let loader = loader(|_| {});
    let document = |path: &str| loader.decode(&open(&loader, &server.url(path)).unwrap());
    assert!(document("/koi").unwrap().text.ends_with('д'));
    assert_eq!(document("/xhtml").unwrap().kind, DocumentKind::Xhtml);
    assert!(document("/text").unwrap().text.contains("&lt;p&gt;not a tag"));
    assert_eq!(document("/none").unwrap().kind, DocumentKind::Html);
    assert!(matches!(document("/pdf"), Err(LoadError::NotAPage { .. })));
}

#[test]
fn each_url_of_a_page_is_fetched_once_and_ahead() {
    let server = Server::start(|_| {
        std::thread::sleep(Duration::from_millis(150));
        answer("200 OK", "Content-Type: image/png\r\nCache-Control: no-store\r\n", b"x")
    });
    let loader = loader(|_| {});
    let (page, diagnostics) = page_at(&loader, &server.url("/"));
    let urls: Vec<Url> = (0..6).map(|number| url(&server.url(&format!("/{number}")))).collect();
    let begin = std::time::Instant::now();
    page.prefetch(urls.iter().chain(&urls).map(|url| (url.clone(), Destination::Image)));
    for url in urls.iter().chain(&urls) {
        let mut part = url.clone();
        part.set_fragment(Some("part"));
        assert!(page.get(&part, Destination::Image).is_ok());
    }
    assert!(begin.elapsed() < Duration::from_millis(800), "{:?}", begin.elapsed());
    assert_eq!(server.asked().len(), 6);
    assert_eq!(server.asked()[0].header("referer"), Some(server.url("/").as_str()));
    assert!(diagnostics.take().is_empty());
}

#[test]
fn pages_of_a_batch_share_what_may_be_shared() {
    let server = Server::start(|path| {
        let control = if path == "/private" { "Cache-Control: no-store\r\n" } else { "" };
        answer("200 OK", &format!("Content-Type: text/css\r\n{control}"), b"a{}")
    });
    let loader = loader(|_| {});
    for _ in 0..3 {
        let (page, _) = page_at(&loader, &server.url("/"));
        for path in ["/shared", "/private"] {
            assert!(page.get(&url(&server.url(path)), Destination::Style).is_ok());
        }
    }
    assert_eq!((server.count("/shared"), server.count("/private")), (1, 3));
}

#[test]
fn a_page_over_its_limits_goes_on_without_the_rest() {
    let server = Server::start(|_| answer("200 OK", "Content-Type: image/png\r\n", &[0; 600]));
    let limits = Limits { resources: 3, page_bytes: 1000, ..Limits::default() };
    let loader = loader(|options| options.limits = limits);
    let (page, diagnostics) = page_at(&loader, &server.url("/"));
    let get = |path: &str| page.get(&url(&server.url(path)), Destination::Image).is_ok();
    assert_eq!([get("/1"), get("/2"), get("/1"), get("/2")], [true, false, true, false]);
    get("/3");
    assert!(!get("/4"));
    let said: String = diagnostics.take().iter().map(|diagnostic| format!("{diagnostic}\n")).collect();
    assert!(said.contains("bytes of one page") && said.contains("resources of one page"), "{said}");
}

#[test]
fn a_host_that_is_down_is_waited_for_once() {
    // A port that was free a moment ago.
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let loader = loader(|options| options.allow_private = true);
    let (page, diagnostics) = page_at(&loader, "http://127.0.0.1:1/");
    for number in 0..3 {
        let address = url(&format!("http://127.0.0.1:{port}/{number}.css"));
        let result = page.get(&address, Destination::Style);
        assert!(matches!(&*result, Err(LoadError::Unreachable { url, .. }) if *url == address), "{result:?}");
        assert!(page.get(&address, Destination::Style).is_err());
    }
    assert_eq!(diagnostics.take().len(), 3, "each failure is said once");
}

#[test]
fn files_are_for_pages_that_are_files() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::create_dir(dir.path().join("site")).unwrap();
    std::fs::write(dir.path().join("site/a.css"), "a{}").unwrap();
    std::fs::write(dir.path().join("secret.css"), "b{}").unwrap();
    let file = |name: &str| Url::from_file_path(dir.path().join(name)).unwrap();
    let loader = loader(|_| {});
    let (page, diagnostics) = page_at(&loader, file("site/index.html").as_str());
    let sheet = page.get(&file("site/a.css"), Destination::Style);
    assert_eq!(sheet.as_ref().as_ref().unwrap().essence(), "text/css");
    assert!(page.get(&file("secret.css"), Destination::Style).is_err());
    assert!(diagnostics.take()[0].hint.as_ref().unwrap().contains("--allow-file"));
    let (page, _) = page_at(&loader, "http://127.0.0.1:1/");
    let refused = page.get(&file("site/a.css"), Destination::Style);
    assert!(matches!(&*refused, Err(LoadError::Refused { refusal: Refusal::FileFromNetwork, .. })));
}

#[test]
fn data_urls_are_decoded() {
    let (page, _) = page_at(&loader(|_| {}), "http://127.0.0.1:1/");
    let sheet = page.get(&url("data:text/css;charset=utf-8;base64,YXt9#x"), Destination::Style);
    let sheet = sheet.as_ref().as_ref().unwrap();
    assert_eq!((&*sheet.bytes, sheet.essence()), (&b"a{}"[..], "text/css"));
    assert!(page.get(&url("data:nothing"), Destination::Image).is_err());
    assert!(page.get(&url("javascript:alert(1)"), Destination::Image).is_err());
}

#[test]
fn a_fetcher_of_ones_own_is_called_and_may_panic() {
    struct Own;
    impl ResourceFetcher for Own {
        fn fetch(&self, request: &Request) -> Result<Resource, LoadError> {
            assert!(request.url.path() != "/panic", "as asked");
            Ok(Resource::local(request.url.clone(), b"own".to_vec(), None))
        }
    }
    let loader = loader(|options| options.fetcher = Some(Arc::new(Own)));
    let (page, _) = page_at(&loader, "custom://a/");
    assert_eq!(&*page.get(&url("custom://a/b"), Destination::Other).as_ref().as_ref().unwrap().bytes, b"own");
    assert!(matches!(&*page.get(&url("custom://a/panic"), Destination::Other), Err(LoadError::Other { .. })));
}
