//! Which revision of a project there is, to say it. Nothing is decided by it.

use std::path::Path;
use std::process::{Command, Stdio};

/// The revision that git says there is, in short, with a `+` if files that it knows are edited; `None` without git.
pub(crate) fn of(project: &Path) -> Option<String> {
    let output = Command::new("git")
        .args(["status", "--porcelain=v2", "--branch", "--untracked-files=no", "--", "."])
        .current_dir(project)
        // So that two at once do not stand in each other's way.
        .env("GIT_OPTIONAL_LOCKS", "0")
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .ok()?;
    output.status.success().then(|| words(&String::from_utf8_lossy(&output.stdout)))?
}

/// How many letters of a revision are shown.
const SHOWN: usize = 7;

fn words(status: &str) -> Option<String> {
    let revision = status.lines().find_map(|line| line.strip_prefix("# branch.oid "))?;
    // Before the first commit, git says `(initial)`.
    let is_number =
        revision.len() >= SHOWN && revision.bytes().all(|byte| byte.is_ascii_hexdigit());
    let short = revision.get(..SHOWN).filter(|_| is_number)?;
    let is_edited = status.lines().any(|line| !line.is_empty() && !line.starts_with('#'));
    Some(if is_edited { format!("{short}+") } else { short.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn a_revision_is_short_and_says_whether_files_are_edited() {
        let clean = "# branch.oid 3f2a1c9d0e5b\n# branch.head main\n";
        assert_eq!(words(clean).unwrap(), "3f2a1c9");
        let edited = format!("{clean}1 .M N... 100644 100644 100644 0 0 a\n");
        assert_eq!(words(&edited).unwrap(), "3f2a1c9+");
        assert_eq!(words("# branch.oid (initial)\n"), None);
        assert_eq!(words(""), None);
    }
}
