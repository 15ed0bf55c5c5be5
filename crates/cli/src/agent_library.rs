//! The agent library that this executable carries, written out where a JVM can load it.

use std::env;
use std::fs;
use std::path::PathBuf;

use anyhow::Context as _;
use tamis_facts::fingerprint;

use crate::output::{Hint, WithHint as _};

/// The library, as it was built together with this executable.
static LIBRARY: &[u8] = include_bytes!(env!("TAMIS_AGENT_FILE"));

/// The path of the library, which is written if it is not there already. Its name holds the fingerprint of its content,
/// so versions live side by side, and a file that was damaged or tampered with is replaced.
pub(crate) fn unpack() -> anyhow::Result<PathBuf> {
    let folder = cache_folder()?.join("agent");
    let content = fingerprint::of_content(LIBRARY);
    let path = folder.join(format!(
        "{}tamis_agent-{content}{}",
        env::consts::DLL_PREFIX,
        env::consts::DLL_SUFFIX
    ));
    if fs::read(&path).is_ok_and(|bytes| bytes == LIBRARY) {
        return Ok(path);
    }
    let hint = || Hint("set XDG_CACHE_HOME to a folder that can be written".to_owned());
    let cannot = || format!("cannot write the agent library to `{}`", path.display());
    fs::create_dir_all(&folder).with_context(cannot).with_context(hint)?;
    // Renamed into place: a JVM that starts meanwhile sees the old file or the new one, never half of one.
    let mut file =
        tempfile::NamedTempFile::new_in(&folder).with_context(cannot).with_context(hint)?;
    std::io::Write::write_all(&mut file, LIBRARY).with_context(cannot).with_context(hint)?;
    file.persist(&path).map_err(|error| error.error).with_context(cannot).with_context(hint)?;
    Ok(path)
}

/// The folder of the user where things are kept that can be made again.
pub(crate) fn cache_folder() -> anyhow::Result<PathBuf> {
    let set = |name| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    set("XDG_CACHE_HOME")
        .or_else(|| set("HOME").map(|home| home.join(".cache")))
        .map(|cache| cache.join("tamis"))
        .context("there is no folder for the agent library: neither XDG_CACHE_HOME nor HOME is set")
        .hint("set one of them to a folder that can be written")
}
