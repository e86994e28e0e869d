//! Rules of the source tree that the compiler does not check.

use std::path::{Path, PathBuf};

use crate::fixtures::project_root;

/// The most lines of a source file; data tables are exempt.
const MAX_LINES: usize = 800;

/// Files that are tables of data and may be longer.
const DATA_TABLES: &[&str] = &["layout/src/css/properties/table.rs"];

/// All Rust files of the project, relative to its root, sorted.
pub fn rust_files() -> std::io::Result<Vec<PathBuf>> {
    let root = project_root();
    let mut files = Vec::new();
    let mut folders: Vec<PathBuf> = ["gc", "layout", "raster", "browser", "tools"].map(|room| root.join(room)).into();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path.strip_prefix(&root).unwrap_or(&path).to_path_buf());
            }
        }
    }
    files.sort();
    Ok(files)
}

/// What breaks a rule, one line each.
pub fn faults() -> std::io::Result<Vec<String>> {
    let root = project_root();
    let mut faults = Vec::new();
    for file in rust_files()? {
        let text = std::fs::read_to_string(root.join(&file))?;
        let lines = text.lines().count();
        let is_table = DATA_TABLES.iter().any(|table| file == Path::new(table));
        if lines > MAX_LINES && !is_table {
            faults.push(format!("{}: {lines} lines are more than {MAX_LINES}", file.display()));
        }
        // Compile-fail tests begin with what they show.
        let is_compile_fail_test = file.components().any(|part| part.as_os_str() == "ui");
        if !text.starts_with("//!") && !is_compile_fail_test {
            faults.push(format!("{}: does not begin with a `//!` comment", file.display()));
        }
        faults.extend(forbidden_words(&file, &text));
        faults.extend(fixme_faults(&root, &file, &text));
    }
    Ok(faults)
}

/// The leaves know no clock, no environment and no files.
fn forbidden_words(file: &Path, text: &str) -> Vec<String> {
    let is_leaf = file.starts_with("layout/src") || file.starts_with("raster/src");
    if !is_leaf {
        return Vec::new();
    }
    let code = text.split("#[cfg(test)]").next().unwrap_or("");
    ["std::env", "std::fs", "std::time", "HashMap::new()"]
        .iter()
        .filter(|word| code.contains(**word))
        .map(|word| format!("{}: uses `{word}`", file.display()))
        .collect()
}

/// Every `FIXME` names the fixture that shows it, and the fixture is there.
fn fixme_faults(root: &Path, file: &Path, text: &str) -> Vec<String> {
    let is_this = file.ends_with("tidy.rs");
    text.lines()
        .filter(|line| line.contains("FIXME") && !is_this)
        .filter_map(|line| {
            let named = line.split_whitespace().find(|word| word.starts_with("fixtures/"));
            match named.map(|name| name.trim_end_matches(['.', ',', ';', ')'])) {
                Some(name) if root.join(name).exists() => None,
                Some(name) => Some(format!("{}: FIXME names {name}, which is not there", file.display())),
                None => Some(format!("{}: FIXME names no fixture", file.display())),
            }
        })
        .collect()
}
