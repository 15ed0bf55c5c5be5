//! Where the workspace is, which files belong to it, and how to start `cargo` in it.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, ensure};

/// The root folder of the project.
pub(crate) struct Workspace {
    root: PathBuf,
}

/// A text file of the project.
pub(crate) struct TextFile {
    /// Relative to the root, with `/`.
    pub(crate) path: String,
    pub(crate) text: String,
}

impl Workspace {
    /// The workspace that `cargo` started us for.
    pub(crate) fn find() -> anyhow::Result<Self> {
        let manifest_dir = env::var_os("CARGO_MANIFEST_DIR")
            .unwrap_or_else(|| OsString::from(env!("CARGO_MANIFEST_DIR")));
        let root = Path::new(&manifest_dir)
            .parent()
            .context("the folder of xtask has no parent folder")?
            .to_owned();
        Ok(Self { root })
    }

    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// `cargo` of the toolchain that runs us, to be started in the root.
    pub(crate) fn cargo(&self) -> Command {
        self.command(env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo")))
    }

    /// A program to be started in the root.
    pub(crate) fn command(&self, program: impl Into<OsString>) -> Command {
        let mut command = Command::new(program.into());
        command.current_dir(&self.root);
        command
    }

    pub(crate) fn read(&self, path: &str) -> anyhow::Result<String> {
        fs::read_to_string(self.root.join(path)).with_context(|| format!("cannot read `{path}`"))
    }

    /// All text files that git tracks or would track. Files with a zero byte or not in UTF-8 are no
    /// text.
    pub(crate) fn text_files(&self) -> anyhow::Result<Vec<TextFile>> {
        let mut files = Vec::new();
        for path in self.list_files()? {
            let full = self.root.join(&path);
            // A file that is deleted but not yet in the index, and a link to a folder, have nothing
            // to check.
            if !full.is_file() {
                continue;
            }
            let bytes = fs::read(&full).with_context(|| format!("cannot read `{path}`"))?;
            if let Some(text) = as_text(bytes) {
                files.push(TextFile { path, text });
            }
        }
        Ok(files)
    }

    fn list_files(&self) -> anyhow::Result<Vec<String>> {
        let output = self
            .command("git")
            .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
            .output()
            .context("cannot start `git ls-files`")?;
        ensure!(
            output.status.success(),
            "`git ls-files` failed: {}",
            String::from_utf8_lossy(&output.stderr).trim()
        );
        let list = String::from_utf8(output.stdout).context("a file name is not in UTF-8")?;
        let mut paths: Vec<_> =
            list.split('\0').filter(|path| !path.is_empty()).map(str::to_owned).collect();
        paths.sort();
        // During a merge, git lists a file once per side.
        paths.dedup();
        Ok(paths)
    }
}

fn as_text(bytes: Vec<u8>) -> Option<String> {
    if bytes.contains(&0) { None } else { String::from_utf8(bytes).ok() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_with_a_zero_or_outside_utf8_are_no_text() {
        assert_eq!(as_text(b"abc".to_vec()).as_deref(), Some("abc"));
        assert_eq!(as_text(b"a\0c".to_vec()), None);
        assert_eq!(as_text(vec![0xca, 0xfe]), None);
    }

    #[test]
    fn files_of_this_workspace_include_this_one() {
        let files = Workspace::find().unwrap().text_files().unwrap();
        assert!(files.iter().any(|file| file.path == "xtask/src/workspace.rs"));
        assert!(files.is_sorted_by(|a, b| a.path < b.path));
    }
}
