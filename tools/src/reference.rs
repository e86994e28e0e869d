//! References: what Chromium says of each fixture, `golden/reference/`; written by `golden reference` alone.
//!
//! `<name>.json` lists every element in document order with its border box in CSS px from the document's corner, null
//! where it has none. `PROVENANCE.md` tells which Chromium said so.

use std::path::PathBuf;

use serde_json::{Value, json};

use crate::chromium::Chromium;
use crate::fixtures::{Fixture, project_root};
use crate::snapshot::write_atomically;

/// The folder of the references.
pub fn folder() -> PathBuf {
    project_root().join("golden/reference")
}

/// Where a fixture's reference is.
pub fn file(fixture: &Fixture) -> PathBuf {
    folder().join(format!("{}.json", fixture.name))
}

/// Lists `[tag, [x, y, width, height] | null]` of every element in document order.
const SCRIPT: &str = "(async () => {
  await document.fonts.ready;
  const exact = value => Math.round(value * 1e6) / 1e6;
  return Array.from(document.querySelectorAll('*'), element => {
    if (element.getClientRects().length === 0) return [element.localName, null];
    const box = element.getBoundingClientRect();
    return [element.localName, [box.x + scrollX, box.y + scrollY, box.width, box.height].map(exact)];
  });
})()";

/// Asks Chromium for the boxes of a fixture and keeps them.
pub fn record(chromium: &mut Chromium, fixture: &Fixture) -> Result<usize, String> {
    chromium.load(&fixture.path, fixture.viewport)?;
    let boxes = chromium.evaluate(SCRIPT)?;
    let list = boxes.as_array().ok_or("Chromium gave no list")?;
    let lines: Vec<String> = list.iter().map(Value::to_string).collect();
    let text = format!("[\n{}\n]\n", lines.join(",\n"));
    write_atomically(&file(fixture), text.as_bytes()).map_err(|error| error.to_string())?;
    Ok(list.len())
}

/// Writes which browser the references are from.
pub fn record_provenance(chromium: &Chromium) -> Result<(), String> {
    let text = format!(
        "# Provenance\n\nBoxes of every fixture as {} lays them out: headless, scripts off, device scale 1, text grey and\nunhinted, \
         fonts: the embedded Liberation and DejaVu faces alone.\nWritten by `cargo run -p ashlar-tools --bin golden -- reference`; never by hand.\n",
        chromium.version
    );
    write_atomically(&folder().join("PROVENANCE.md"), text.as_bytes()).map_err(|error| error.to_string())
}

/// An element whose box differs from the reference.
#[derive(Clone, Debug, PartialEq)]
pub struct Deviation {
    /// Its number in document order.
    pub element: usize,
    /// Its tag.
    pub tag: String,
    /// What Chromium says.
    pub expected: Value,
    /// What we say.
    pub actual: Value,
}

/// Fixtures whose boxes are not compared, with the reason: `golden/known.tsv`.
pub fn known_deviations() -> std::io::Result<Vec<(String, String)>> {
    let path = project_root().join("golden/known.tsv");
    if !path.exists() {
        return Ok(Vec::new());
    }
    let text = std::fs::read_to_string(path)?;
    Ok(text.lines().filter_map(|line| line.split_once('\t')).map(|(n, r)| (n.to_owned(), r.to_owned())).collect())
}

/// How far a box may be off, in px: a 64th without text, 1 with.
fn tolerance(has_text: bool) -> f64 {
    if has_text { 1.0 } else { 1.0 / 64.0 }
}

/// Compares our boxes (schema `boxes/1`) with a fixture's reference; `None` where there is no reference.
pub fn compare(fixture: &Fixture, boxes: &str) -> Result<Option<(usize, Vec<Deviation>)>, String> {
    let path = file(fixture);
    if !path.exists() {
        return Ok(None);
    }
    let known = known_deviations().map_err(|error| error.to_string())?;
    if known.iter().any(|(name, _)| *name == fixture.name) {
        return Ok(Some((0, Vec::new())));
    }
    let text = std::fs::read_to_string(&path).map_err(|error| error.to_string())?;
    let reference: Vec<(String, Value)> = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    let ours: Value = serde_json::from_str(boxes).map_err(|error| error.to_string())?;
    let elements = ours["elements"].as_array().cloned().unwrap_or_default();
    let has_text = elements.iter().any(|element| element.get("text").is_some());
    let mut deviations = Vec::new();
    if elements.len() != reference.len() {
        deviations.push(Deviation {
            element: 0,
            tag: "(number of elements)".into(),
            expected: json!(reference.len()),
            actual: json!(elements.len()),
        });
    }
    for (index, ((tag, expected), element)) in reference.iter().zip(&elements).enumerate() {
        if !same_box(expected, &element["rect"], tolerance(has_text)) {
            deviations.push(Deviation {
                element: index,
                tag: tag.clone(),
                expected: expected.clone(),
                actual: element["rect"].clone(),
            });
        }
    }
    Ok(Some((reference.len(), deviations)))
}

fn same_box(expected: &Value, actual: &Value, tolerance: f64) -> bool {
    match (expected.as_array(), actual.as_array()) {
        (None, None) => true,
        (Some(a), Some(b)) => a.iter().zip(b).all(|(a, b)| {
            let (a, b) = (a.as_f64().unwrap_or(f64::NAN), b.as_f64().unwrap_or(f64::NAN));
            (a - b).abs() <= tolerance + 1e-6
        }),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_are_compared_within_a_tolerance() {
        let a = json!([0, 0, 10, 10]);
        assert!(same_box(&a, &json!([0, 0, 10.015_625, 10]), tolerance(false)));
        assert!(!same_box(&a, &json!([0, 0, 10.05, 10]), tolerance(false)));
        assert!(!same_box(&a, &Value::Null, 1.0));
        assert!(same_box(&Value::Null, &Value::Null, 1.0));
    }
}
