//! A web server for tests, on loopback, that answers whatever it is told to: also nonsense.

// Each test binary uses its own part.
#![allow(dead_code)]

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

/// A request as it came.
#[derive(Clone, Debug)]
pub struct Asked {
    /// Path and query.
    pub path: String,
    /// Header lines in lower case.
    pub headers: Vec<String>,
}

impl Asked {
    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
    }
}

/// A running server. It lives until the test process ends.
pub struct Server {
    port: u16,
    asked: Arc<Mutex<Vec<Asked>>>,
}

/// An answer with a body and its right length.
pub fn answer(status: &str, headers: &str, body: &[u8]) -> Vec<u8> {
    let mut bytes =
        format!("HTTP/1.1 {status}\r\nContent-Length: {}\r\nConnection: close\r\n{headers}\r\n", body.len())
            .into_bytes();
    bytes.extend_from_slice(body);
    bytes
}

/// An HTML page.
pub fn page(body: &str) -> Vec<u8> {
    answer("200 OK", "Content-Type: text/html; charset=utf-8\r\n", body.as_bytes())
}

/// A redirect.
pub fn redirect(location: &str) -> Vec<u8> {
    answer("302 Found", &format!("Location: {location}\r\n"), b"")
}

impl Server {
    /// Starts a server whose answers are made by a function of the path; the raw bytes are sent and the connection closed.
    pub fn start(respond: impl Fn(&str) -> Vec<u8> + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let asked = Arc::new(Mutex::new(Vec::new()));
        let (kept, respond) = (Arc::clone(&asked), Arc::new(respond));
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (kept, respond) = (Arc::clone(&kept), Arc::clone(&respond));
                std::thread::spawn(move || serve(stream, &kept, &*respond));
            }
        });
        Self { port, asked }
    }

    /// The URL of a path.
    pub fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    /// The requests so far.
    pub fn asked(&self) -> Vec<Asked> {
        self.asked.lock().unwrap().clone()
    }

    /// How often a path was asked for.
    pub fn count(&self, path: &str) -> usize {
        self.asked().iter().filter(|asked| asked.path == path).count()
    }
}

fn serve(mut stream: TcpStream, asked: &Mutex<Vec<Asked>>, respond: &(dyn Fn(&str) -> Vec<u8> + Send + Sync)) {
    let mut lines = BufReader::new(stream.try_clone().unwrap()).lines().map_while(Result::ok);
    let Some(first) = lines.next() else { return };
    let path = first.split(' ').nth(1).unwrap_or_default().to_owned();
    let headers = lines.take_while(|line| !line.is_empty()).map(|line| line.to_ascii_lowercase()).collect();
    asked.lock().unwrap().push(Asked { path: path.clone(), headers });
    let _ = stream.write_all(&respond(&path));
}
