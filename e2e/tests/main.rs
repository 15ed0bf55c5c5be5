//! End-to-end tests: the built `tamis` executable on real class files.
#![expect(clippy::unwrap_used, reason = "a test that cannot be set up has to fail")]

mod agent_faults;
mod agent_library;
mod agents_beside;
mod bad_input;
mod broken_off;
mod checking;
mod corpus;
mod demo;
mod doctor;
mod endings;
mod environment;
mod fixtures;
mod hostile_input;
mod matrix;
mod maven;
mod module_folders;
mod recompilation;
mod recorder;
mod releases;
mod running;
mod selecting;
mod statics;
mod undisturbed;
mod without_maven;

use std::path::{Path, PathBuf};
use std::process::Command;

/// What a command printed, and how it ended.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) code: i32,
}

pub(crate) fn tamis() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tamis"));
    command.env_remove("TAMIS_CACHE");
    command
}

pub(crate) fn run(command: &mut Command) -> Ran {
    let output = command.output().unwrap();
    Ran {
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
        code: output.status.code().unwrap_or(-1),
    }
}

pub(crate) fn diff(old: &Path, new: &Path) -> Ran {
    run(tamis().arg("diff").args([old, new]))
}

/// The root of the repository.
pub(crate) fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
