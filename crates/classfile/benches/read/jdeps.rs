//! The JDK's own tool for class dependencies, as a yardstick.

use std::fs::{self, File};
use std::process::Command;
use std::time::{Duration, Instant};

use super::Error;
use super::classes::Classes;

/// How long `jdeps -v` takes for all modules, start of the JVM included, and how many edges it prints.
///
/// It is given the folders of the modules, but since it knows modules of these names it reads the same classes from the
/// JDK's image, which spares it 27,000 calls to open a file.
pub(crate) fn run(classes: &Classes) -> Result<(Duration, usize), Error> {
    let output = tempfile::NamedTempFile::new()?;
    let start = Instant::now();
    let status = Command::new(classes.home.join("bin/jdeps"))
        .args(["-v", "--multi-release", "base"])
        .args(&classes.modules)
        .stdout(File::create(output.path())?)
        .status()?;
    let time = start.elapsed();
    if !status.success() {
        return Err(format!("`jdeps` failed: {status}").into());
    }
    // Lines about classes are indented; those about modules are not.
    let is_edge = |line: &&str| line.starts_with(' ') && line.contains(" -> ");
    Ok((time, fs::read_to_string(output.path())?.lines().filter(is_edge).count()))
}
