//! The classes of a JDK, taken out of its image by its own `jimage`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail, ensure};

use crate::requirements;

/// Written last, so that a folder without it is one where the extraction was cut short. Holds the JDK's own description,
/// so that a folder of another build is noticed.
const STAMP: &str = "complete";

/// The folder with the classes of this release, one folder per module; extracts them if need be.
pub(crate) fn extract(folder: &Path, major: u32) -> anyhow::Result<PathBuf> {
    let home = match requirements::jdk_home(major) {
        Ok(home) => home,
        Err(missing) => bail!("JDK {major}: {}\nhint: {}", missing.cause, missing.hint),
    };
    let release = fs::read_to_string(home.join("release"))
        .with_context(|| format!("cannot read the `release` file of JDK {major}"))?;
    let classes = folder.join(format!("jdk-{major}"));
    let stamp = classes.join(STAMP);
    if fs::read_to_string(&stamp).is_ok_and(|found| found == release) {
        return Ok(classes);
    }
    if classes.exists() {
        fs::remove_dir_all(&classes)
            .with_context(|| format!("cannot remove the old `{}`", classes.display()))?;
    }
    fs::create_dir_all(&classes)
        .with_context(|| format!("cannot make the folder `{}`", classes.display()))?;
    eprintln!("extracting the classes of JDK {major}");
    let output = Command::new(home.join("bin").join("jimage"))
        .args(["extract", "--include", "glob:**.class", "--dir"])
        .args([&classes, &home.join("lib").join("modules")])
        .output()
        .with_context(|| format!("cannot start `jimage` of JDK {major}"))?;
    ensure!(
        output.status.success(),
        "`jimage extract` of JDK {major} failed: {}",
        String::from_utf8_lossy(&output.stderr).trim()
    );
    fs::write(&stamp, release).with_context(|| format!("cannot write `{}`", stamp.display()))?;
    Ok(classes)
}
