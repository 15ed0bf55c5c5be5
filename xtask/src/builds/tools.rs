//! Releases of Maven, unpacked.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, ensure};

const UNPACK: &str = "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:unpack";

/// The folder with the commands of a release, which is fetched if it is not there yet.
pub(super) fn maven(folder: &Path, version: &str) -> anyhow::Result<PathBuf> {
    let home = folder.join(format!("apache-maven-{version}"));
    let command = home.join("bin/mvn");
    if !command.is_file() {
        eprintln!("    fetching Maven {version}");
        let output = Command::new("mvn")
            .args(["-B", "-q", UNPACK])
            .arg(format!("-Dartifact=org.apache.maven:apache-maven:{version}:zip:bin"))
            .arg(format!("-DoutputDirectory={}", folder.display()))
            .current_dir(folder)
            .output()
            .context("cannot start `mvn`")?;
        let talk = String::from_utf8_lossy(&output.stdout);
        ensure!(
            output.status.success() && command.is_file(),
            "cannot fetch Maven {version}: {}",
            talk.trim()
        );
        fs::set_permissions(&command, fs::Permissions::from_mode(0o755))
            .with_context(|| format!("cannot make `{}` a command", command.display()))?;
    }
    Ok(home.join("bin"))
}
