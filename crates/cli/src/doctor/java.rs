//! The JDK, and whether the agent starts in it.

use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, ensure};
use tamis_report::doctor::Finding;
use tamis_trace::Recorded;

use crate::{agent_library, jdk};

/// The releases on which all tests of tamis run, or at least the matrix of edits does.
const TESTED: [u16; 5] = [8, 11, 17, 21, 25];
/// Variables that give words to each JVM.
const FOR_ALL: [&str; 2] = ["JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"];

pub(super) fn look() -> Vec<Finding> {
    let java = match jdk::tool("java") {
        Ok(java) => java,
        Err(error) => {
            return vec![Finding::wrong(
                "java",
                error.root_cause().to_string(),
                "install a JDK (8 or newer) and set JAVA_HOME to its folder",
            )];
        }
    };
    let mut findings = Vec::new();
    findings.push(match jdk::release(&java) {
        Some(release) if TESTED.contains(&release) => {
            Finding::fine("java", format!("JDK {release}, {}", java.display()))
        }
        release => {
            let release =
                release.map_or("of unknown release".to_owned(), |known| known.to_string());
            let found = format!("JDK {release}, {}", java.display());
            Finding::doubtful("java", found, "tamis is tested with 8, 11, 17, 21 and 25")
        }
    });
    findings.push(match start(&java) {
        Ok(()) => Finding::fine("agent", "starts in that JVM, and what it writes can be read"),
        Err(error) => Finding::wrong(
            "agent",
            format!("{error:#}"),
            "without it nothing is recorded; see whether this is Linux on x86-64 or AArch64, and a JVM of OpenJDK",
        ),
    });
    for name in FOR_ALL {
        let Some(words) = std::env::var_os(name).filter(|words| !words.is_empty()) else {
            continue;
        };
        let hint = "it goes to each JVM, and counts for all tests: if it changes, all of them run";
        let found = words.to_string_lossy().into_owned();
        findings.push(Finding::doubtful(name, found, hint));
    }
    findings
}

/// Starts a JVM with the agent, and reads what it wrote.
fn start(java: &Path) -> anyhow::Result<()> {
    let library = agent_library::unpack()?;
    let journals = tempfile::tempdir().context("cannot make a temporary folder")?;
    let mut agent = OsString::from("-agentpath:");
    agent.push(library);
    agent.push("=journal=");
    agent.push(journals.path());
    let output = Command::new(java)
        .arg(agent)
        .arg("-version")
        .output()
        .with_context(|| format!("cannot start `{}`", java.display()))?;
    let talk = String::from_utf8_lossy(&output.stderr);
    let first = talk.lines().next().unwrap_or_default();
    ensure!(output.status.success(), "the JVM does not start with it: {first}");
    let mut files = fs::read_dir(journals.path()).context("cannot list what it wrote")?;
    let file = files.next().context("it writes nothing")?.context("cannot list what it wrote")?;
    let bytes = fs::read(file.path()).context("cannot read what it wrote")?;
    Recorded::read(&bytes).context("cannot read what it wrote")?;
    Ok(())
}
