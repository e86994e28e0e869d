//! A conversation with headless Chromium over its debugging pipe, for recording references.
//!
//! The pipe's two descriptors are laid over standard input and output by a shell, so that no socket and no port is
//! needed. Messages are JSON, each ended by a zero octet
//! (<https://chromedevtools.github.io/devtools-protocol/>).

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

use crate::fixtures::project_root;

const FLAGS: &[&str] = &[
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-extensions",
    "--disable-sync",
    "--disable-lcd-text",
    "--hide-scrollbars",
    "--force-device-scale-factor=1",
    "--force-color-profile=srgb",
    "--remote-debugging-pipe",
];

/// Which Chromium binary to start: the environment's `CHROMIUM`, or where distributions put it.
pub fn binary() -> Option<String> {
    if let Ok(named) = std::env::var("CHROMIUM") {
        return Some(named);
    }
    ["/usr/lib/chromium/chromium", "/usr/bin/chromium", "/usr/bin/chromium-browser"]
        .into_iter()
        .find(|path| Path::new(path).exists())
        .map(str::to_owned)
}

/// A running Chromium with one page.
#[derive(Debug)]
pub struct Chromium {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    next_id: u64,
    session: Option<String>,
    /// Its version, for the provenance of references.
    pub version: String,
    _profile: tempfile::TempDir,
}

impl Chromium {
    /// Starts Chromium with the project's embedded fonts alone.
    pub fn start() -> Result<Self, String> {
        let binary =
            binary().ok_or("no Chromium found: install it, or name it in the environment variable CHROMIUM")?;
        let profile = tempfile::tempdir().map_err(|error| error.to_string())?;
        let fonts = profile.path().join("fonts.conf");
        std::fs::write(&fonts, fonts_configuration(profile.path())).map_err(|error| error.to_string())?;
        let mut child = Command::new("sh")
            .arg("-c")
            .arg("exec \"$0\" \"$@\" 3<&0 4>&1 2>/dev/null")
            .arg(&binary)
            .args(FLAGS)
            .arg(format!("--user-data-dir={}", profile.path().join("profile").display()))
            .env("FONTCONFIG_FILE", &fonts)
            .env("LC_ALL", "C.UTF-8")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("cannot start {binary}: {error}"))?;
        let input = child.stdin.take().ok_or("no pipe to Chromium")?;
        let output = BufReader::new(child.stdout.take().ok_or("no pipe from Chromium")?);
        let mut chromium =
            Self { child, input, output, next_id: 0, session: None, version: String::new(), _profile: profile };
        let version = chromium.call("Browser.getVersion", json!({}))?;
        chromium.version = version["product"].as_str().unwrap_or("unknown").to_owned();
        let target = chromium.call("Target.createTarget", json!({"url": "about:blank"}))?;
        let attached =
            chromium.call("Target.attachToTarget", json!({"targetId": target["targetId"], "flatten": true}))?;
        chromium.session = attached["sessionId"].as_str().map(str::to_owned);
        chromium.call("Page.enable", json!({}))?;
        chromium.call("Emulation.setScriptExecutionDisabled", json!({"value": true}))?;
        Ok(chromium)
    }

    /// Calls a method and waits for its answer.
    pub fn call(&mut self, method: &str, parameters: Value) -> Result<Value, String> {
        self.next_id += 1;
        let id = self.next_id;
        let mut message = json!({"id": id, "method": method, "params": parameters});
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        let mut bytes = message.to_string().into_bytes();
        bytes.push(0);
        self.input.write_all(&bytes).and_then(|()| self.input.flush()).map_err(|error| error.to_string())?;
        loop {
            let answer = self.read()?;
            if answer["id"] == json!(id) {
                if let Some(error) = answer.get("error") {
                    return Err(format!("{method}: {error}"));
                }
                return Ok(answer["result"].clone());
            }
        }
    }

    fn read(&mut self) -> Result<Value, String> {
        let mut bytes = Vec::new();
        self.output.read_until(0, &mut bytes).map_err(|error| error.to_string())?;
        if bytes.pop().is_none() {
            return Err("Chromium ended".into());
        }
        serde_json::from_slice(&bytes).map_err(|error| error.to_string())
    }

    /// Loads a file in a viewport and waits until it has loaded.
    pub fn load(&mut self, path: &Path, viewport: (u32, u32)) -> Result<(), String> {
        let metrics = json!({"width": viewport.0, "height": viewport.1, "deviceScaleFactor": 1, "mobile": false});
        self.call("Emulation.setDeviceMetricsOverride", metrics)?;
        self.call("Page.navigate", json!({"url": format!("file://{}", path.display())}))?;
        loop {
            if self.read()?["method"] == json!("Page.loadEventFired") {
                return Ok(());
            }
        }
    }

    /// Evaluates an expression, waiting for a promise, and returns its value.
    pub fn evaluate(&mut self, expression: &str) -> Result<Value, String> {
        let frame = self.call("Page.getFrameTree", json!({}))?["frameTree"]["frame"]["id"].clone();
        // Page scripts are off; an isolated world still runs ours.
        let world = self.call("Page.createIsolatedWorld", json!({"frameId": frame}))?;
        let parameters = json!({
            "expression": expression,
            "contextId": world["executionContextId"],
            "awaitPromise": true,
            "returnByValue": true,
        });
        let answer = self.call("Runtime.evaluate", parameters)?;
        match answer.get("exceptionDetails") {
            Some(details) => Err(details.to_string()),
            None => Ok(answer["result"]["value"].clone()),
        }
    }
}

impl Drop for Chromium {
    fn drop(&mut self) {
        // Nothing is left to do where it has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A fontconfig file that knows the embedded fonts alone, unhinted, with the generic families bound to them.
fn fonts_configuration(cache: &Path) -> String {
    let fonts = project_root().join("browser/assets/fonts");
    let alias = |family: &str, bound: &str| {
        format!(
            "<match target=\"pattern\"><test name=\"family\"><string>{family}</string></test>\
             <edit name=\"family\" mode=\"assign\" binding=\"same\"><string>{bound}</string></edit></match>\n"
        )
    };
    let aliases: String = [
        ("sans-serif", "Liberation Sans"),
        ("system-ui", "Liberation Sans"),
        ("Arial", "Liberation Sans"),
        ("Helvetica", "Liberation Sans"),
        ("serif", "Liberation Serif"),
        ("Times", "Liberation Serif"),
        ("Times New Roman", "Liberation Serif"),
        ("monospace", "Liberation Mono"),
        ("Courier", "Liberation Mono"),
        ("Courier New", "Liberation Mono"),
    ]
    .iter()
    .map(|(family, bound)| alias(family, bound))
    .collect();
    format!(
        "<?xml version=\"1.0\"?><!DOCTYPE fontconfig SYSTEM \"urn:fontconfig:fonts.dtd\">\n<fontconfig>\n\
         <dir>{}</dir><cachedir>{}</cachedir>\n{aliases}\
         <match target=\"font\"><edit name=\"hinting\" mode=\"assign\"><bool>false</bool></edit>\
         <edit name=\"hintstyle\" mode=\"assign\"><const>hintnone</const></edit>\
         <edit name=\"antialias\" mode=\"assign\"><bool>true</bool></edit>\
         <edit name=\"rgba\" mode=\"assign\"><const>none</const></edit></match>\n</fontconfig>\n",
        fonts.display(),
        cache.join("fonts-cache").display()
    )
}
