//! The shop that the demo works on: written and edited, in the current folder.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, bail};

use super::command;

/// The build, as bundled by the build script.
mod bundled {
    include!(concat!(env!("OUT_DIR"), "/bundled_example.rs"));
}

/// An edit: a file, what is in it, and what is put there. Tests pass before and after.
pub(super) struct Edit {
    file: &'static str,
    old: &'static str,
    new: &'static str,
}

/// One of a method.
pub(super) const OF_A_METHOD: Edit = Edit {
    file: "library/src/main/java/shop/price/LoyaltyDiscount.java",
    old: "pieces > 1",
    new: "pieces >= 2",
};

/// One of a file that a test reads.
pub(super) const OF_A_FILE: Edit = Edit {
    file: "modern/config/till.properties",
    old: "north.rounding=5",
    new: "north.rounding=10",
};

/// Writes all files.
pub(super) fn write_all() -> anyhow::Result<()> {
    for (path, content) in bundled::SHOP {
        write(Path::new(path), content)?;
    }
    Ok(())
}

impl Edit {
    /// Shows the command, and does what it would do.
    pub(super) fn perform(&self) -> anyhow::Result<()> {
        let Self { file, old, new } = self;
        command(&format!("sed -i 's/{old}/{new}/' {file}"));
        let text = fs::read_to_string(file).with_context(|| format!("cannot read `{file}`"))?;
        if text.matches(old).count() != 1 {
            bail!("internal error: `{old}` is not once in `{file}`");
        }
        write(Path::new(file), text.replace(old, new).as_bytes())
    }
}

fn write(file: &Path, content: &[u8]) -> anyhow::Result<()> {
    file.parent()
        .map_or(Ok(()), fs::create_dir_all)
        .and_then(|()| fs::write(file, content))
        .with_context(|| format!("cannot write `{}`", file.display()))
}
