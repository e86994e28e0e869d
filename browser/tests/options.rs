//! Options of the binary `render`: what the picture shows, its format, what the page and its server are told.

mod server;

use std::path::Path;
use std::process::{Command, Output, Stdio};

use server::{Server, answer, page, redirect};

fn render(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_render"));
    command.current_dir(folder).args(arguments).arg("--no-system-fonts").stdin(Stdio::null()).output().unwrap()
}

/// Runs it and wants it to succeed.
fn draw(folder: &Path, arguments: &[&str]) {
    let output = render(folder, arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
}

fn picture(folder: &Path, name: &str) -> image::RgbaImage {
    image::open(folder.join(name)).unwrap().to_rgba8()
}

/// Three blocks of 100 px: red, lime, blue.
const BLOCKS: &str = "<!doctype html><style>body{margin:0}div{height:100px;width:100px}</style>\
    <div class=a style=background:red></div><div class=a style=background:lime></div><div style=background:blue></div>";
const RED: [u8; 4] = [255, 0, 0, 255];
const LIME: [u8; 4] = [0, 255, 0, 255];
const BLUE: [u8; 4] = [0, 0, 255, 255];
const WHITE: [u8; 4] = [255; 4];

fn blocks() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("x.html"), BLOCKS).unwrap();
    dir
}

#[test]
fn a_clip_is_a_part_of_the_document_also_below_the_window() {
    let dir = blocks();
    let window = ["x.html", "--viewport", "200x50"];
    draw(dir.path(), &[&window[..], &["-o", "a.png", "--clip", "50,150,100,100"]].concat());
    let drawn = picture(dir.path(), "a.png");
    assert_eq!(drawn.dimensions(), (100, 100));
    assert_eq!([(0, 0), (0, 99), (99, 0)].map(|(x, y)| drawn.get_pixel(x, y).0), [LIME, BLUE, WHITE]);
    draw(dir.path(), &[&window[..], &["-o", "b.png", "--clip", "50,150,100,100", "--scale", "0.5"]].concat());
    assert_eq!(picture(dir.path(), "b.png").dimensions(), (50, 50));
    for wrong in ["1,2,3", "0,0,0,5", "a,b,c,d"] {
        assert_eq!(render(dir.path(), &["x.html", "--clip", wrong]).status.code(), Some(2), "{wrong}");
    }
    let huge = render(dir.path(), &["x.html", "-o", "c.png", "--clip", "0,0,900000,900000"]);
    assert_eq!(huge.status.code(), Some(3));
}

#[test]
fn elements_are_drawn_alone_or_all_with_numbers() {
    let dir = blocks();
    draw(dir.path(), &["x.html", "-o", "e.png", "--selector", "div:nth-of-type(2)", "--padding", "10"]);
    let drawn = picture(dir.path(), "e.png");
    assert_eq!(drawn.dimensions(), (110, 120), "what would be left of the document is not there");
    assert_eq!([(5, 5), (5, 60), (5, 115), (105, 60)].map(|(x, y)| drawn.get_pixel(x, y).0), [RED, LIME, BLUE, WHITE]);
    draw(dir.path(), &["x.html", "-o", "all.png", "--selector", ".a", "--all"]);
    assert_eq!(picture(dir.path(), "all-1.png").get_pixel(50, 50).0, RED);
    assert_eq!(picture(dir.path(), "all-2.png").get_pixel(50, 50).0, LIME);
    assert!(!dir.path().join("all-3.png").exists() && !dir.path().join("all.png").exists());
    let none = render(dir.path(), &["x.html", "-o", "n.png", "--selector", ".none"]);
    assert_eq!(none.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&none.stderr).contains("matches no element"));
    assert!(!dir.path().join("n.png").exists());
    assert_eq!(render(dir.path(), &["x.html", "--selector", "a >"]).status.code(), Some(2));
}

#[test]
fn the_name_or_the_option_says_the_format() {
    let dir = blocks();
    let small = ["x.html", "--viewport", "120x110"];
    let starts: [(&str, &[u8]); 5] = [
        ("a.png", b"\x89PNG"),
        ("a.jpg", b"\xff\xd8\xff"),
        ("a.webp", b"RIFF"),
        ("a.bmp", b"BM"),
        ("a.rgba", &[255, 0, 0, 255]),
    ];
    for (name, start) in starts {
        draw(dir.path(), &[&small[..], &["-o", name]].concat());
        assert!(std::fs::read(dir.path().join(name)).unwrap().starts_with(start), "{name}");
    }
    assert_eq!(std::fs::metadata(dir.path().join("a.rgba")).unwrap().len(), 120 * 110 * 4);
    draw(dir.path(), &[&small[..], &["-o", "odd.png", "--format", "bmp"]].concat());
    assert!(std::fs::read(dir.path().join("odd.png")).unwrap().starts_with(b"BM"));
    let length = |name: &str| std::fs::metadata(dir.path().join(name)).unwrap().len();
    for (name, options) in [("low.jpg", ["--quality", "10"]), ("high.jpg", ["--quality", "100"])] {
        draw(dir.path(), &[&small[..], &["-o", name], &options[..]].concat());
    }
    assert!(length("low.jpg") < length("high.jpg"));
    for level in ["fast", "default", "best"] {
        draw(dir.path(), &[&small[..], &["-o", "level.png", "--png-compression", level]].concat());
        assert_eq!(picture(dir.path(), "level.png"), picture(dir.path(), "a.png"), "{level}");
    }
}

#[test]
fn backgrounds_and_sizes() {
    let dir = blocks();
    let corner = |options: &[&str]| {
        draw(dir.path(), &[&["x.html", "-o", "c.png", "--viewport", "200x400"][..], options].concat());
        let drawn = picture(dir.path(), "c.png");
        (drawn.dimensions(), drawn.get_pixel(drawn.width() - 1, drawn.height() - 1).0, drawn.get_pixel(0, 0).0)
    };
    assert_eq!(corner(&[]), ((200, 400), WHITE, RED));
    assert_eq!(corner(&["--transparent"]), ((200, 400), [0; 4], RED));
    assert_eq!(corner(&["--background", "#00f"]), ((200, 400), BLUE, RED));
    assert_eq!(corner(&["--resize", "50x"]), ((50, 100), WHITE, RED));
    assert_eq!(corner(&["--resize", "x200"]), ((100, 200), WHITE, RED));
    assert_eq!(corner(&["--resize", "30x20"]).0, (30, 20));
}

#[test]
fn the_page_sees_its_reader_and_is_changed_for_it() {
    let dir = tempfile::tempdir().unwrap();
    let html = "<!doctype html><meta charset=utf-8><style>body{margin:0}div{height:20px;background:red}\
        @media print{div{background:lime}}@media (prefers-color-scheme:dark){div{background:blue}}</style>\
        <div></div>";
    std::fs::write(dir.path().join("x.html"), html).unwrap();
    std::fs::write(dir.path().join("user.css"), "div{background:lime}").unwrap();
    let first = |options: &[&str]| {
        draw(dir.path(), &[&["x.html", "-o", "x.png", "--viewport", "20x20"][..], options].concat());
        picture(dir.path(), "x.png").get_pixel(5, 5).0
    };
    assert_eq!(first(&[]), RED);
    assert_eq!(first(&["--media", "print"]), LIME);
    assert_eq!(first(&["--color-scheme", "dark"]), BLUE);
    assert_eq!(first(&["--css", "user.css"]), LIME);
    assert_eq!(first(&["--css", "div{background:blue}"]), BLUE);
    assert_eq!(first(&["--hide", "div"]), WHITE);
    assert_eq!(render(dir.path(), &["x.html", "--css", "missing.css"]).status.code(), Some(2));
    assert_eq!(render(dir.path(), &["x.html", "--charset", "none-such"]).status.code(), Some(2));
}

#[test]
fn images_and_patterns_are_left_out() {
    let server = Server::start(|path| match path {
        "/" => {
            page("<!doctype html><link rel=stylesheet href=/ads/a.css><img src=/i.png><link rel=stylesheet href=b.css>")
        }
        path if path.ends_with(".css") => answer("200 OK", "Content-Type: text/css\r\n", b"a{}"),
        _ => answer("200 OK", "Content-Type: image/png\r\n", b"x"),
    });
    let dir = tempfile::tempdir().unwrap();
    draw(dir.path(), &[&server.url("/"), "-o", "x.png", "--no-images", "--block", "*/ads/*"]);
    assert_eq!(["/ads/a.css", "/i.png", "/b.css"].map(|path| server.count(path)), [0, 0, 1]);
}

#[test]
fn what_the_user_sends_goes_to_the_typed_origin_alone() {
    let other = Server::start(|_| answer("200 OK", "Content-Type: text/css\r\n", b"a{}"));
    let link = format!(
        "<!doctype html><link rel=stylesheet href='{}'><link rel=stylesheet href=own.css>",
        other.url("/o.css")
    );
    let server = Server::start(move |path| match path {
        "/" => page(&link),
        _ => answer("200 OK", "Content-Type: text/css\r\n", b"a{}"),
    });
    let dir = tempfile::tempdir().unwrap();
    let secrets = ["--header", "X-Key: secret", "--cookie", "a=1", "--cookie", "b=2", "--auth", "me:pw"];
    let known = ["--user-agent", "Tester/1", "--lang", "de,en;q=0.5", "--allow-private"];
    draw(dir.path(), &[&[&*server.url("/"), "-o", "x.png"][..], &secrets, &known].concat());
    for asked in server.asked() {
        assert_eq!(asked.header("x-key"), Some("secret"), "{}", asked.path);
        assert_eq!(asked.header("cookie"), Some("a=1; b=2"));
        assert_eq!(asked.header("authorization"), Some("basic bwu6chc="), "header lines are in lower case here");
        assert_eq!(
            (asked.header("user-agent"), asked.header("accept-language")),
            (Some("tester/1"), Some("de,en;q=0.5"))
        );
    }
    assert_eq!((server.asked().len(), other.asked().len()), (2, 1));
    for name in ["x-key", "cookie", "authorization"] {
        assert_eq!(other.asked()[0].header(name), None, "{name} does not leave the origin");
    }
    assert_eq!(render(dir.path(), &["x.html", "--header", "Host: a"]).status.code(), Some(2));
}

#[test]
fn failures_count_when_they_are_to_count() {
    let server = Server::start(|path| match path {
        "/" => page("<!doctype html><img src=missing.png>"),
        "/hop" => redirect("/hop2"),
        "/hop2" => redirect("/"),
        _ => answer("404 Not Found", "Content-Type: text/html\r\n", b"<h1>no"),
    });
    let dir = tempfile::tempdir().unwrap();
    let code = |arguments: &[&str]| {
        let output = render(dir.path(), &[arguments, &["-o", "x.png"]].concat());
        (output.status.code().unwrap(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    assert_eq!(code(&[&server.url("/")]).0, 0);
    std::fs::remove_file(dir.path().join("x.png")).unwrap();
    let (missing, said) = code(&[&server.url("/"), "--fail-on-missing"]);
    assert!(missing == 1 && said.contains("missing.png"), "{said}");
    let (status, said) = code(&[&server.url("/gone"), "--fail-on-http-error"]);
    assert!(status == 1 && said.contains("404"), "{said}");
    let (hops, said) = code(&[&server.url("/hop"), "--max-redirects", "1"]);
    assert!(hops == 3 && said.contains("--max-redirects"), "{said}");
    assert!(!dir.path().join("x.png").exists());
    assert_eq!(code(&[&server.url("/hop"), "--max-redirects", "2"]).0, 0);
}
