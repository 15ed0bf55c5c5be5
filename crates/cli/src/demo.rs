//! `tamis demo`: a small shop is compiled, edited, compiled again, and the two builds are compared.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, bail};

use crate::arguments::{DemoArguments, DiffArguments, Format};
use crate::exit::Exit;
use crate::{diff, jdk, output};

/// The sources, as bundled by the build script.
mod bundled {
    include!(concat!(env!("OUT_DIR"), "/bundled_example.rs"));
}

pub(crate) fn run(arguments: &DemoArguments) -> anyhow::Result<Exit> {
    let javac = jdk::tool("javac")?;
    let temporary;
    let folder = if let Some(folder) = &arguments.keep {
        fs::create_dir(folder)
            .with_context(|| format!("cannot make the folder `{}`", folder.display()))?;
        folder.clone()
    } else {
        temporary = tempfile::tempdir().context("cannot make a temporary folder")?;
        temporary.path().to_owned()
    };
    let (before, after) = (folder.join("before"), folder.join("after"));
    output::say("Compiling the example: a small shop");
    build(&javac, &before, &[bundled::SHOP])?;
    output::say("Editing three of its classes and a resource, and compiling again");
    build(&javac, &after, &[bundled::SHOP, bundled::SHOP_NEXT])?;
    output::say("$ tamis diff before/classes after/classes");
    let arguments = DiffArguments {
        old: before.join("classes").display().to_string(),
        new: after.join("classes").display().to_string(),
        format: Format::Text,
        stat: false,
        order: false,
        release: tamis_world::NEWEST_RELEASE,
        cache: None,
    };
    match diff::run(&arguments)? {
        Exit::Different => {
            output::say("A test that rests on none of these facts need not run again.");
            Ok(Exit::Fine)
        }
        Exit::Fine => bail!("the two builds of the example are the same, which they should not be"),
        other => Ok(other),
    }
}

/// Writes sources, later ones over earlier ones, and compiles them to `classes`.
fn build(javac: &Path, folder: &Path, sources: &[&[(&str, &[u8])]]) -> anyhow::Result<()> {
    let classes = folder.join("classes");
    fs::create_dir_all(&classes)
        .with_context(|| format!("cannot make the folder `{}`", classes.display()))?;
    let mut java = Vec::new();
    for (path, content) in sources.iter().copied().flatten() {
        let file = match path.strip_prefix("src/main/resources/") {
            Some(resource) => classes.join(resource),
            None => folder.join(path),
        };
        write(&file, content)?;
        if file.extension().is_some_and(|extension| extension == "java") && !java.contains(&file) {
            java.push(file);
        }
    }
    compile(javac, &classes, &java)
}

fn write(file: &Path, content: &[u8]) -> anyhow::Result<()> {
    file.parent()
        .map_or(Ok(()), fs::create_dir_all)
        .and_then(|()| fs::write(file, content))
        .with_context(|| format!("cannot write `{}`", file.display()))
}

fn compile(javac: &Path, classes: &Path, java: &[PathBuf]) -> anyhow::Result<()> {
    let output = Command::new(javac)
        .args(["-nowarn", "-proc:none", "-encoding", "UTF-8", "-d"])
        .arg(classes)
        .args(java)
        .output()
        .with_context(|| format!("cannot start `{}`", javac.display()))?;
    if !output.status.success() {
        bail!(
            "javac could not compile the example ({}):\n{}",
            output.status,
            String::from_utf8_lossy(&output.stderr)
        );
    }
    Ok(())
}
