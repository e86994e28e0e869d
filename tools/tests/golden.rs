//! The golden suite as a test: pictures are as they were blessed, boxes are where Chromium puts them.

use ashlar_tools::fixtures::{draw_all, find};
use ashlar_tools::{reference, snapshot};

#[test]
fn fixtures_are_drawn_as_blessed_and_laid_out_as_in_chromium() {
    let fixtures = find("").expect("the fixtures can be read");
    assert!(fixtures.len() >= 60, "only {} fixtures", fixtures.len());
    let manifest = snapshot::read_manifest().expect("the manifest can be read");
    let mut faults = Vec::new();
    let mut boxes = 0;
    for (fixture, drawn) in fixtures.iter().zip(draw_all(&fixtures)) {
        let drawn = match drawn {
            Ok(drawn) => drawn,
            Err(error) => {
                faults.push(format!("{}: {error}", fixture.name));
                continue;
            }
        };
        if manifest.get(&fixture.name) != Some(&drawn.sha256) {
            faults.push(format!("{}: its picture changed (golden report shows how)", fixture.name));
        }
        match reference::compare(fixture, &drawn.boxes) {
            Ok(Some((count, deviations))) => {
                boxes += count;
                for d in deviations {
                    faults.push(format!(
                        "{} element {} <{}>: {} is {}",
                        fixture.name, d.element, d.tag, d.expected, d.actual
                    ));
                }
            }
            Ok(None) => faults.push(format!("{}: no reference was recorded", fixture.name)),
            Err(error) => faults.push(format!("{}: {error}", fixture.name)),
        }
    }
    assert!(faults.is_empty(), "{} faults over {boxes} boxes:\n{}", faults.len(), faults.join("\n"));
}
