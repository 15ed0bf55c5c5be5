//! Rewrites every class of the JDKs, and of the jars in `target/corpus/jars`, and lets a virtual machine verify them.
//!
//! Everything is linked as it is, then rewritten in several ways and linked again; an error that the original does not
//! have fails the chore. So does a control: rewritten classes that are damaged on purpose and must be reported, or
//! nothing is proved. What cannot be linked as it is proves nothing and is counted apart.
//!
//! Linking is done by `crates/classfile/java/LinkAll.java`.

mod damage;
mod jars;
mod jdk;
mod machine;
mod options;
mod outcome;
mod pack;
mod progress;
mod rewriting;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;

use self::machine::Machine;
use self::options::Options;
use crate::Exit;
use crate::workspace::Workspace;

/// The JDKs that verify.
const JDKS: [u32; 2] = [17, 25];

/// Damaged classes of each kind that a control makes.
const DAMAGED: usize = 20;

/// Verifies the JDKs, or the jars, or both.
pub(crate) fn run(workspace: &Workspace, words: &[String]) -> anyhow::Result<Exit> {
    let options = Options::parse(words)?;
    let corpus = workspace.root().join("target/corpus");
    let machines = JDKS
        .into_iter()
        .map(|major| Machine::new(workspace, major))
        .collect::<anyhow::Result<Vec<_>>>()?;
    let mut is_fine = true;
    if options.jdks && options.shard.is_first() {
        for machine in &machines {
            is_fine &= jdk::verify(machine, &corpus, &options)?;
        }
    }
    if options.jars {
        let out = workspace.root().join("target/verify/jars");
        is_fine &= jars::verify(&machines, &corpus.join("jars"), &out, &options)?;
    }
    Ok(if is_fine { Exit::Fine } else { Exit::Failed })
}

/// What is in a folder, in order.
fn sorted_entries(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let entries =
        fs::read_dir(folder).with_context(|| format!("cannot list `{}`", folder.display()))?;
    let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<std::io::Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

fn write(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, bytes).with_context(|| format!("cannot write `{}`", path.display()))
}

/// Makes an empty folder.
fn fresh(folder: &Path) -> anyhow::Result<()> {
    let context = || format!("cannot empty `{}`", folder.display());
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(context)?;
    }
    fs::create_dir_all(folder).with_context(context)
}
