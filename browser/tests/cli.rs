//! The binary `render` as its users meet it: files, streams, exit codes.

mod server;

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use server::{Server, answer, page, redirect};

fn render(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_render"));
    command.current_dir(folder).args(arguments).arg("--no-system-fonts").stdin(Stdio::null()).output().unwrap()
}

fn code(output: &Output) -> i32 {
    output.status.code().unwrap_or(-1)
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Width and height of a PNG file.
fn size(path: &Path) -> (u32, u32) {
    let bytes = std::fs::read(path).unwrap();
    assert!(bytes.starts_with(b"\x89PNG\r\n\x1a\n"));
    let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_file_becomes_a_picture() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("a b.html"), "<!doctype html><p>Hello").unwrap();
    let output = render(dir.path(), &["a b.html", "-o", "out/a.png"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert_eq!(stdout(&output), "");
    assert_eq!(size(&dir.path().join("out/a.png")), (1280, 800));
    let output = render(dir.path(), &["a b.html", "-o", "b.png", "--viewport", "100x50", "--scale", "2", "-q"]);
    assert_eq!((code(&output), stderr(&output).as_str()), (0, ""));
    assert_eq!(size(&dir.path().join("b.png")), (200, 100));
    assert_eq!(names(dir.path()), ["a b.html", "b.png", "out"], "no temporary file stays");
}

#[test]
fn a_picture_without_a_name_is_named_and_overwrites_nothing() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("x.html"), "<!doctype html><title>My page: 1/2</title>").unwrap();
    std::fs::write(dir.path().join("report.v2.html"), "<p>no title").unwrap();
    for page in ["x.html", "x.html", "report.v2.html"] {
        assert_eq!(code(&render(dir.path(), &[page, "--viewport", "10x10"])), 0);
    }
    let wanted = ["My-page-1-2-2.png", "My-page-1-2.png", "report.v2.html", "report.v2.png", "x.html"];
    assert_eq!(names(dir.path()), wanted);
}

#[test]
fn results_go_to_standard_output_and_messages_do_not() {
    let dir = tempfile::tempdir().unwrap();
    let page = "data:text/html,<!doctype html><p>x";
    let output = render(dir.path(), &[page, "--sha256"]);
    let hash = stdout(&output).trim().to_owned();
    assert!(hash.len() == 64 && hash.bytes().all(|byte| byte.is_ascii_hexdigit()), "{hash}");
    let again = render(dir.path(), &[page, "--sha256", "-o", "x.png"]);
    assert_eq!(stdout(&again).trim(), hash);
    let timing = render(dir.path(), &[page, "-o", "x.png", "--timing", "json"]);
    let json: serde_json::Value = serde_json::from_str(&stdout(&timing)).unwrap();
    assert_eq!(json["schema"], "timing/1");
    let trace = render(dir.path(), &[page, "-o", "x.png", "--timing", "trace"]);
    let json: serde_json::Value = serde_json::from_str(&stdout(&trace)).unwrap();
    assert!(json["traceEvents"].as_array().unwrap().iter().any(|event| event["name"] == "load"));
    let picture = render(dir.path(), &[page, "-o", "-", "--sha256"]);
    assert!(picture.stdout.starts_with(b"\x89PNG") && picture.stdout.ends_with(b"IEND\xaeB`\x82"));
    assert!(stderr(&picture).contains(&hash));
    assert_eq!(names(dir.path()), ["x.png"]);
}

#[test]
fn standard_input_is_a_page() {
    let dir = tempfile::tempdir().unwrap();
    let server = Server::start(|path| match path {
        "/a/b.css" => answer("200 OK", "Content-Type: text/css\r\n", b"p{}"),
        _ => answer("404 Not Found", "", b""),
    });
    let mut command = Command::new(env!("CARGO_BIN_EXE_render"))
        .current_dir(dir.path())
        .args(["-", "-o", "x.png", "--base-url", &server.url("/a/")])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    command.stdin.take().unwrap().write_all(b"<!doctype html><link rel=stylesheet href=b.css><p>x").unwrap();
    let output = command.wait_with_output().unwrap();
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(dir.path().join("x.png").exists());
    assert_eq!(server.count("/a/b.css"), 1);
}

#[test]
fn exit_codes_tell_what_happened() {
    let dir = tempfile::tempdir().unwrap();
    let number = std::sync::atomic::AtomicUsize::new(0);
    let server = Server::start(move |path| match path {
        "/loop" | "/0" => redirect(&format!("/0?{}", number.fetch_add(1, std::sync::atomic::Ordering::Relaxed))),
        path if path.starts_with("/0?") => {
            redirect(&format!("/0?{}", number.fetch_add(1, std::sync::atomic::Ordering::Relaxed)))
        }
        "/gone" => answer("404 Not Found", "Content-Type: text/html\r\n", b"<h1>Not found"),
        _ => page("<p>x"),
    });
    let run = |arguments: &[&str]| {
        let output = render(dir.path(), arguments);
        (code(&output), stderr(&output))
    };
    assert_eq!(run(&[&server.url("/"), "-o", "x.png"]).0, 0);
    let (status, said) = run(&[&server.url("/gone"), "-o", "x.png"]);
    assert!(status == 0 && said.contains("404"), "an error page is drawn, and said: {said}");
    let (status, said) = run(&["missing.html", "-o", "y.png"]);
    assert!(status == 1 && said.contains("missing.html") && said.contains("no such file"), "{said}");
    assert_eq!(run(&["http://127.0.0.1:1/", "-o", "y.png"]).0, 1);
    assert_eq!(run(&["mailto:a@b.c", "-o", "y.png"]).0, 1);
    assert_eq!(run(&["data:application/pdf,%25PDF", "-o", "y.png"]).0, 1);
    assert_eq!(run(&["data:text/html,x", "-o", "."]).0, 1);
    for usage in [
        &["x.html", "--viewport", "wide"][..],
        &["x.html", "--scale", "-1"],
        &["x.html", "-o", "x.gif"],
        &["x.html", "--font-dir", "missing"],
        &["x.html", "--batch", "list"],
        &["--batch", "missing.tsv"],
        &["--no-such-option"],
        &["a", "b"],
    ] {
        assert_eq!(run(usage).0, 2, "{usage:?}");
    }
    let (status, said) = run(&[&server.url("/loop"), "-o", "y.png"]);
    assert!(status == 3 && said.contains("redirects"), "{said}");
    assert_eq!(run(&["data:text/html,x", "-o", "y.png", "--viewport", "65000x65000"]).0, 3);
    let (status, said) = run(&["data:text/html,x", "-o", "y.png", "--page-timeout", "0.000001"]);
    assert!(status == 3 && said.contains("--page-timeout"), "{said}");
    assert_eq!(names(dir.path()), ["x.png"], "nothing is left of what failed");
}

#[test]
fn help_teaches() {
    let dir = tempfile::tempdir().unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_render")).current_dir(dir.path()).arg("--help").output().unwrap();
    let text = stdout(&output);
    assert_eq!(code(&output), 0);
    for word in ["Examples:", "Exit status:", "--batch", "--base-url", "--no-system-fonts", "1280x800"] {
        assert!(text.contains(word), "{word}");
    }
}

#[test]
fn a_missing_subresource_is_a_warning() {
    let dir = tempfile::tempdir().unwrap();
    let html = "<!doctype html><link rel=stylesheet href=missing.css><img src=missing.png alt=x>";
    std::fs::write(dir.path().join("a.html"), html).unwrap();
    let output = render(dir.path(), &["a.html", "-o", "a.png"]);
    assert_eq!(code(&output), 0);
    assert!(stderr(&output).contains("missing.css"), "{}", stderr(&output));
    assert_eq!(stderr(&render(dir.path(), &["a.html", "-o", "a.png", "-q"])), "");
}

#[test]
fn a_page_from_the_network_reads_no_file() {
    let dir = tempfile::tempdir().unwrap();
    let secret = dir.path().join("secret.css");
    std::fs::write(&secret, "body{background:red}").unwrap();
    let link = format!("<!doctype html><link rel=stylesheet href='file://{}'>", secret.display());
    let server = Server::start(move |path| if path == "/" { page(&link) } else { page("<!doctype html>") });
    let output = render(dir.path(), &[&server.url("/"), "--sha256"]);
    assert!(stderr(&output).contains("refused to load"), "{}", stderr(&output));
    assert_eq!(stdout(&output), stdout(&render(dir.path(), &[&server.url("/plain"), "--sha256"])));
}

#[test]
fn a_batch_draws_what_it_can_and_counts_the_rest() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("a.html"), "<!doctype html><p>a").unwrap();
    let list = "# three pages\n\na.html\tout/1.png\nmissing.html\tout/2.png\nnonsense\na.html\tout/3.png\tout/3.json\n";
    std::fs::write(dir.path().join("list.tsv"), list).unwrap();
    for jobs in ["1", "3"] {
        let output = render(dir.path(), &["--batch", "list.tsv", "--jobs", jobs, "--viewport", "40x30", "--sha256"]);
        assert_eq!(code(&output), 1);
        let said = stderr(&output);
        assert!(said.contains("4 pages: 2 drawn, 2 failed"), "{said}");
        assert!(said.contains("missing.html") && said.contains("line 5"), "{said}");
        let hashes = stdout(&output);
        let lines: Vec<(&str, &str)> = hashes.lines().filter_map(|line| line.split_once("  ")).collect();
        assert_eq!(lines.iter().map(|(_, name)| *name).collect::<Vec<_>>(), ["out/1.png", "out/3.png"]);
        assert_eq!(lines[0].0, lines[1].0);
        assert_eq!(names(&dir.path().join("out")), ["1.png", "3.json", "3.png"]);
        std::fs::remove_dir_all(dir.path().join("out")).unwrap();
    }
    std::fs::write(dir.path().join("good.tsv"), "a.html\t1.png\na.html\t2.png\n").unwrap();
    let output = render(dir.path(), &["--batch", "good.tsv", "-q"]);
    assert_eq!((code(&output), stderr(&output).as_str(), stdout(&output).as_str()), (0, "", ""));
}

#[test]
fn a_batch_of_one_job_keeps_the_order_of_its_list() {
    let dir = tempfile::tempdir().unwrap();
    let list: String = (0..30).map(|number| format!("data:text/html,{number}\t{number:02}.png\n")).collect();
    std::fs::write(dir.path().join("list.tsv"), list).unwrap();
    let output = render(dir.path(), &["--batch", "list.tsv", "--jobs", "1", "--viewport", "20x20", "-q"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let time = |number: usize| {
        let path = dir.path().join(format!("{number:02}.png"));
        std::fs::metadata(path).unwrap().modified().unwrap()
    };
    assert!((1..30).all(|number| time(number - 1) <= time(number)));
}

#[test]
fn a_page_that_never_comes_costs_its_time_and_no_other_page() {
    let dir = tempfile::tempdir().unwrap();
    let server = Server::start(|path| {
        if path == "/slow" {
            std::thread::sleep(std::time::Duration::from_secs(20));
        }
        page("<!doctype html><p>x")
    });
    let list = format!("{}\tslow.png\n{}\tgood.png\n", server.url("/slow"), server.url("/"));
    std::fs::write(dir.path().join("list.tsv"), list).unwrap();
    let begin = std::time::Instant::now();
    let output = render(dir.path(), &["--batch", "list.tsv", "--jobs", "1", "--page-timeout", "0.5"]);
    assert_eq!(code(&output), 1);
    assert!(stderr(&output).contains("--page-timeout"), "{}", stderr(&output));
    assert_eq!(names(dir.path()), ["good.png", "list.tsv"]);
    let output = render(dir.path(), &[&server.url("/slow"), "-o", "x.png", "--page-timeout", "0.5"]);
    assert_eq!(code(&output), 3);
    assert!(begin.elapsed() < std::time::Duration::from_secs(12), "{:?}", begin.elapsed());
}
