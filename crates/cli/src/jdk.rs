//! Finds the JDK: `JAVA_HOME`'s, else the one on the PATH.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::anyhow;

use crate::output::Hint;

/// The oldest JDK that tests can run on.
const OLDEST: u16 = 8;

/// The path of a tool of the JDK, such as `javac`.
pub(crate) fn tool(name: &str) -> anyhow::Result<PathBuf> {
    tool_since(name, OLDEST)
}

/// The same for what needs a JDK of some release; that is told where there is none.
pub(crate) fn tool_since(name: &str, oldest: u16) -> anyhow::Result<PathBuf> {
    let hint =
        || Hint(format!("install a JDK ({oldest} or newer) and set JAVA_HOME to its folder"));
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

/// The version of the JDK that a tool belongs to, as its `release` file has it, such as 17.0.12.
pub(crate) fn version(tool: &Path) -> Option<String> {
    let tool = fs::canonicalize(tool).ok()?;
    let text = fs::read_to_string(tool.parent()?.parent()?.join("release")).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("JAVA_VERSION="))?;
    Some(line.trim_matches('"').to_owned())
}

/// The feature release of the JDK that a tool belongs to, such as 17; none if its `release` file does not say.
pub(crate) fn release(tool: &Path) -> Option<u16> {
    let tool = fs::canonicalize(tool).ok()?;
    let home = tool.parent()?.parent()?;
    let inside = home.file_name().is_some_and(|name| name == "jre");
    let homes = [Some(home), home.parent().filter(|_| inside)].into_iter().flatten();
    let mut texts = homes.filter_map(|home| fs::read_to_string(home.join("release")).ok());
    let Some(text) = texts.next() else {
        // Some JDKs of release 8 have no such file, and of older ones; later ones have no such jar.
        let is_old = ["lib/rt.jar", "jre/lib/rt.jar"].iter().any(|jar| home.join(jar).is_file());
        return is_old.then_some(8);
    };
    let line = text.lines().find_map(|line| line.strip_prefix("JAVA_VERSION="))?;
    let mut numbers = line.trim_matches('"').split(['.', '_', '+', '-']);
    match numbers.next()?.parse().ok()? {
        // As in 1.8.
        1 => numbers.next()?.parse().ok(),
        release => Some(release),
    }
}
