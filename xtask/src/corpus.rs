//! `cargo xtask corpus`: every class of two JDKs and of some hundred libraries is read, written again and compared.
//!
//! The classes lie in `target/corpus`: those of the JDKs are taken out of their images, the libraries of
//! `xtask/corpus-jars.txt` are fetched by Maven. What is already there is not fetched again, so the second run needs no
//! network. A second, independent reader (the crate `java-bytecode`) looks at the same classes.
//!
//! Jars inside jars are not opened.

pub(crate) mod archive;
mod check;
mod hotspot;
pub(crate) mod jars;
pub(crate) mod jdk;
mod oracle;
mod progress;
mod tally;
#[cfg(test)]
mod tests;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, ensure};
use rayon::prelude::*;

use self::progress::Progress;
use self::tally::Tally;
use crate::workspace::Workspace;
use crate::{Exit, arguments};

/// Where the classes lie, relative to the root.
const FOLDER: &str = "target/corpus";

/// The JDKs whose classes are checked.
const JDKS: [u32; 2] = [17, 25];

/// Classes from one place.
enum Source {
    /// Loose class files below a folder.
    Classes { name: String, files: Vec<PathBuf> },
    /// Jars in a folder.
    Jars { name: String, files: Vec<PathBuf> },
}

/// What came of one source.
struct Row {
    name: String,
    jars: Option<usize>,
    tally: Tally,
    seconds: f64,
}

pub(crate) fn run(workspace: &Workspace, words: &[String]) -> anyhow::Result<Exit> {
    let other_jars = arguments::option("corpus", words, "--jars")?;
    let folder = workspace.root().join(FOLDER);
    let jars = match &other_jars {
        Some(named) => PathBuf::from(named),
        None => jars::fetch(workspace, &folder.join("jars"))?,
    };
    let mut sources = Vec::new();
    for major in JDKS {
        let name = format!("jdk-{major}");
        let files = files_below(&jdk::extract(&folder, major)?, "class")?;
        sources.push(Source::Classes { name, files });
    }
    let files = files_below(&jars, "jar")?;
    ensure!(!files.is_empty(), "there is no jar in `{}`", jars.display());
    sources.push(Source::Jars { name: "jars".to_owned(), files });
    let mut rows: Vec<Row> = sources.iter().map(Source::check).collect();
    for row in &mut rows {
        hotspot::sort_out(&folder, &mut row.tally)?;
    }
    print!("{}", tally::render(&rows));
    let all_well = rows.iter().all(|row| row.tally.failures.is_empty());
    Ok(if all_well { Exit::Fine } else { Exit::Failed })
}

impl Source {
    fn check(&self) -> Row {
        let start = Instant::now();
        let (name, jars, tally) = match self {
            Self::Classes { name, files } => {
                let progress = Progress::start(name);
                let check = |file: &PathBuf| check_file(file, &progress);
                (name, None, files.par_iter().map(check).reduce(Tally::default, Tally::merge))
            }
            Self::Jars { name, files } => {
                let progress = Progress::start(name);
                let check = |file: &PathBuf| check_jar(file, &progress);
                let tally = files.par_iter().map(check).reduce(Tally::default, Tally::merge);
                (name, Some(files.len()), tally)
            }
        };
        let seconds = start.elapsed().as_secs_f64();
        Row { name: name.clone(), jars, tally: tally.sorted(), seconds }
    }
}

fn check_file(file: &Path, progress: &Progress) -> Tally {
    let mut tally = Tally::default();
    match fs::read(file) {
        Ok(bytes) => check::check(&bytes, || file.display().to_string(), &mut tally),
        Err(error) => tally.fail(file.display().to_string(), error.to_string(), &[]),
    }
    progress.tick();
    tally
}

fn check_jar(jar: &Path, progress: &Progress) -> Tally {
    let name = jar.file_name().unwrap_or(jar.as_os_str()).to_string_lossy();
    let result = fs::read(jar).map_err(anyhow::Error::from).and_then(|bytes| {
        let entries = archive::class_entries(&bytes)?;
        let check = |entry: &archive::ClassEntry| {
            let mut tally = Tally::default();
            let place = || format!("{name}!{}", entry.name);
            match archive::read(&bytes, entry) {
                Ok(class) => check::check(&class, place, &mut tally),
                Err(error) => tally.fail(place(), format!("{error:#}"), &[]),
            }
            progress.tick();
            tally
        };
        Ok(entries.par_iter().map(check).reduce(Tally::default, Tally::merge))
    });
    result.unwrap_or_else(|error| {
        let mut tally = Tally::default();
        tally.fail(name.into_owned(), format!("{error:#}"), &[]);
        tally
    })
}

/// The files with this extension in a folder and in the folders below it, in order.
pub(crate) fn files_below(folder: &Path, extension: &str) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder)
            .with_context(|| format!("cannot list the folder `{}`", folder.display()))?;
        for entry in entries {
            let entry = entry.with_context(|| format!("cannot list `{}`", folder.display()))?;
            let path = entry.path();
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                folders.push(path);
            } else if path.extension().is_some_and(|found| found == extension) {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}
