//! Snapshots: what our own renderer drew when a person last looked, `golden/snapshot/`.
//!
//! They guard against change and prove nothing else; what is right stands in `golden/reference/`. `manifest.tsv` holds
//! the SHA-256 of every fixture, `<name>.png` its picture.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::fixtures::{Drawn, Fixture, project_root};

/// Snapshots up to this size in octets are committed.
pub const MAX_PNG_BYTES: usize = 20 << 10;

/// The folder of the snapshots.
pub fn folder() -> PathBuf {
    project_root().join("golden/snapshot")
}

/// SHA-256 by fixture name.
pub type Manifest = BTreeMap<String, String>;

/// Reads the manifest; an absent one is empty.
pub fn read_manifest() -> std::io::Result<Manifest> {
    let path = folder().join("manifest.tsv");
    if !path.exists() {
        return Ok(Manifest::new());
    }
    let text = std::fs::read_to_string(path)?;
    Ok(text.lines().filter_map(|line| line.split_once('\t')).map(|(n, h)| (n.to_owned(), h.to_owned())).collect())
}

/// Writes the manifest.
pub fn write_manifest(manifest: &Manifest) -> std::io::Result<()> {
    let lines: String = manifest.iter().map(|(name, hash)| format!("{name}\t{hash}\n")).collect();
    write_atomically(&folder().join("manifest.tsv"), lines.as_bytes())
}

/// Where a fixture's picture is.
pub fn picture(fixture: &Fixture) -> PathBuf {
    folder().join(format!("{}.png", fixture.name))
}

/// Keeps what was drawn as the snapshot; large pictures are kept by their hash alone.
pub fn bless(manifest: &mut Manifest, fixture: &Fixture, drawn: &Drawn) -> std::io::Result<()> {
    manifest.insert(fixture.name.clone(), drawn.sha256.clone());
    let path = picture(fixture);
    if drawn.png.len() <= MAX_PNG_BYTES {
        write_atomically(&path, &drawn.png)?;
    } else if path.exists() {
        std::fs::remove_file(&path)?;
    }
    Ok(())
}

/// Writes a file by way of a temporary one in the same folder, making the folder if needed.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)?;
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(bytes)?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}
