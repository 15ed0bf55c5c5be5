//! Finds the JDK: `JAVA_HOME`'s, else the one on the PATH.

use std::env;
use std::path::{Path, PathBuf};

use anyhow::anyhow;

use crate::output::Hint;

/// The path of a tool of the JDK, such as `javac`.
pub(crate) fn tool(name: &str) -> anyhow::Result<PathBuf> {
    let hint = || Hint("install a JDK (17 or newer) and set JAVA_HOME to its folder".to_owned());
    if let Some(home) = env::var_os("JAVA_HOME").filter(|home| !home.is_empty()) {
        let path = Path::new(&home).join("bin").join(name);
        if path.is_file() {
            return Ok(path);
        }
        let message =
            format!("there is no `{name}` in the JDK of JAVA_HOME (`{}`)", home.display());
        return Err(anyhow!(message).context(hint()));
    }
    env::var_os("PATH")
        .iter()
        .flat_map(env::split_paths)
        .map(|folder| folder.join(name))
        .find(|path| path.is_file())
        .ok_or_else(|| {
            anyhow!("there is no `{name}` on the PATH, and JAVA_HOME is not set").context(hint())
        })
}
