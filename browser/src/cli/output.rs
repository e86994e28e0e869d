//! Files appear whole or not at all.

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use super::picture::PictureOptions;
use crate::pipeline::Rendered;

/// Writes a file by way of a temporary one in the same folder, which is renamed when it is complete. Missing folders
/// are made. Devices and pipes are written as they are.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if path.as_os_str() == "-" {
        let mut out = io::stdout().lock();
        out.write_all(bytes)?;
        return out.flush();
    }
    // A link is to be kept, and what it leads to replaced.
    let target = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    match fs::metadata(&target) {
        Ok(found) if found.is_dir() => return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder")),
        Ok(found) if !found.is_file() => return OpenOptions::new().write(true).open(&target)?.write_all(bytes),
        _ => {}
    }
    let folder = match target.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_path_buf(),
        _ => PathBuf::from("."),
    };
    fs::create_dir_all(&folder)?;
    let mut builder = tempfile::Builder::new();
    builder.prefix(".render-").suffix(".part");
    #[cfg(unix)]
    let builder = {
        use std::os::unix::fs::PermissionsExt as _;
        // As any new file: what the umask leaves. The crate's default would be for the owner alone.
        builder.permissions(fs::Permissions::from_mode(0o666))
    };
    let mut file = builder.tempfile_in(&folder)?;
    file.write_all(bytes)?;
    file.persist(&target).map_err(|failed| failed.error)?;
    Ok(())
}

/// Scales the pictures as the user wants them.
pub fn scale(rendered: &mut Rendered, options: &PictureOptions) -> Result<(), String> {
    if options.resize.is_none() {
        return Ok(());
    }
    let size = |picture: &_| options.size_of(picture).unwrap_or((0, 0));
    rendered.resize(size).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_whole_and_nothing_else_stays() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("new/folder/a.png");
        write(&path, b"one").unwrap();
        write(&path, b"two").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
        assert!(write(dir.path(), b"x").is_err());
    }
}
