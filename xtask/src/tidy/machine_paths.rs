//! Finds absolute paths that exist on one machine only: they break on every other one.

use crate::finding::Finding;
use crate::workspace::TextFile;

/// Top-level folders in which people and CI machines keep their checkouts. Written without slashes,
/// so that this file passes its own check.
const FOLDERS: [&str; 3] = ["work", "root", "home"];

pub(super) fn check(file: &TextFile, findings: &mut Vec<Finding>) {
    for (index, line) in file.text.lines().enumerate() {
        for folder in FOLDERS {
            let prefix = format!("/{folder}/");
            if line.match_indices(&prefix).any(|(at, _)| is_path_start(line, at)) {
                let message =
                    format!("an absolute path under `{folder}` holds on one machine only");
                findings.push(Finding::new(&file.path, index + 1, message));
            }
        }
    }
}

/// Whether the slash at `at` begins a path, as opposed to going on with `a/home/b`, `$DIR/home/b`
/// or `${dir}/home/b`.
fn is_path_start(line: &str, at: usize) -> bool {
    let before = line.get(..at).and_then(|before| before.chars().next_back());
    !before.is_some_and(|c| c.is_alphanumeric() || "._-~})]*%".contains(c))
}
