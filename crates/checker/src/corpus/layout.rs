//! The files of a revision, by where they are in a Maven project.
//!
//! Cases of the corpus are laid out as Maven wants it. A fixture of the matrix has sources, resources and tests in one folder:
//! what is named like a test or uses JUnit goes to the test tree, other sources to the main tree, all else to the resources.
//! Its libraries become jars of the project. Fixtures that are about more than that (variables, links, other compilers) cannot
//! be laid out, and are refused.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, anyhow};

use crate::left_file::make_way;

/// Files by their paths, with `/` between folders.
type Files = BTreeMap<String, Vec<u8>>;

/// The files of a revision.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub(crate) struct Layout {
    files: Files,
    /// Sources of jars, by name.
    libraries: BTreeMap<String, Files>,
    /// The jars of these that the build uses.
    pub(crate) class_path: Vec<String>,
}

/// The sources of a project. Nothing else in its folder is replaced.
const SOURCES: &str = "src";

/// Jars that the project brings along.
const LIBRARIES: &str = "lib";

impl Layout {
    /// A revision of a case.
    pub(super) fn read(revision: &Path) -> anyhow::Result<Self> {
        let mut files = Files::new();
        list(&revision.join(SOURCES), SOURCES, &mut files)?;
        Ok(Self { files, ..Self::default() })
    }

    /// Both revisions of a fixture.
    pub(super) fn read_fixture(fixture: &Path) -> anyhow::Result<[Self; 2]> {
        let mut old = Files::new();
        list(&fixture.join("old"), "", &mut old)?;
        let mut new = old.clone();
        let edited = fixture.join("new");
        if edited.exists() {
            list(&edited, "", &mut new)?;
        }
        let mut beside = Files::new();
        list(fixture, "", &mut beside)?;
        for name in beside.keys().filter(|name| !name.contains('/')) {
            match name.as_str() {
                "expect.txt" => {}
                "delete.txt" => {
                    let text = fs::read_to_string(fixture.join(name))?;
                    text.lines().for_each(|gone| drop(new.remove(gone)));
                }
                other => return Err(not_for_maven(fixture, other)),
            }
        }
        Ok([Self::of_fixture(fixture, old)?, Self::of_fixture(fixture, new)?])
    }

    fn of_fixture(fixture: &Path, files: Files) -> anyhow::Result<Self> {
        let mut layout = Self::default();
        let mut class_path = None;
        for (path, bytes) in files {
            match path.split_once('/') {
                Some(("src", below)) => drop(layout.files.insert(place(below, &bytes), bytes)),
                Some(("data", _)) => drop(layout.files.insert(path, bytes)),
                Some((LIBRARIES, below)) => {
                    let (name, source) =
                        below.split_once('/').with_context(|| not_for_maven(fixture, &path))?;
                    let library = layout.libraries.entry(name.to_owned()).or_default();
                    library.insert(source.to_owned(), bytes);
                }
                None if path == "class-path.txt" => class_path = Some(bytes),
                Some(_) | None => return Err(not_for_maven(fixture, &path)),
            }
        }
        layout.class_path = match class_path {
            None => layout.libraries.keys().cloned().collect(),
            Some(lines) => String::from_utf8_lossy(&lines)
                .lines()
                .filter_map(|line| line.strip_prefix("lib/")?.strip_suffix(".jar"))
                .map(str::to_owned)
                .collect(),
        };
        Ok(layout)
    }

    /// Puts the files in place of those of the revision before; what the build and the tool left stays.
    pub(crate) fn put(&self, folder: &Path, release: u16) -> anyhow::Result<()> {
        let sources = folder.join(SOURCES);
        make_way(&sources)?;
        fs::create_dir_all(&sources).with_context(|| cannot(&sources))?;
        write(folder, &self.files)?;
        for (name, files) in &self.libraries {
            let jar = folder.join(LIBRARIES).join(format!("{name}.jar"));
            if !jar.exists() {
                make_jar(&jar, files, release)?;
            }
        }
        Ok(())
    }
}

/// Where a file of a fixture belongs.
fn place(below: &str, bytes: &[u8]) -> String {
    let Some(stem) = below.strip_suffix(".java") else {
        return format!("src/main/resources/{below}");
    };
    let class = stem.rsplit('/').next().unwrap_or(stem);
    let text = String::from_utf8_lossy(bytes);
    let uses_junit = text.contains("org.junit") || text.contains("junit.framework");
    let is_test = class.ends_with("Test") || class.starts_with("Test") || uses_junit;
    format!("src/{}/java/{below}", if is_test { "test" } else { "main" })
}

/// Compiles sources, and packs what comes out.
fn make_jar(jar: &Path, files: &Files, release: u16) -> anyhow::Result<()> {
    let folder = tempfile::tempdir().context("cannot make a folder for a library")?;
    write(folder.path(), files)?;
    let classes = folder.path().join("classes");
    fs::create_dir_all(&classes).with_context(|| cannot(&classes))?;
    let parent = jar.parent().unwrap_or(jar);
    fs::create_dir_all(parent).with_context(|| cannot(parent))?;
    let is_source = |path: &&String| Path::new(path).extension().is_some_and(|each| each == "java");
    let sources = files.keys().filter(is_source);
    let mut javac = Command::new(tool("javac"));
    javac.args(["--release", &release.to_string(), "-nowarn", "-d"]).arg(&classes);
    finish(javac.args(sources).current_dir(folder.path()))?;
    let mut pack = Command::new(tool("jar"));
    finish(pack.arg("cf").arg(jar).arg("-C").arg(&classes).arg("."))
}

/// A tool of the JDK that Maven would run on.
fn tool(name: &str) -> PathBuf {
    let home = env::var_os("TAMIS_JDK_17").or_else(|| env::var_os("JAVA_HOME"));
    home.map_or_else(|| PathBuf::from(name), |home| Path::new(&home).join("bin").join(name))
}

fn finish(command: &mut Command) -> anyhow::Result<()> {
    let program = command.get_program().display().to_string();
    let output = command.output().with_context(|| format!("cannot start `{program}`"))?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(anyhow!("`{program}` fails: {}", said.lines().next().unwrap_or_default()))
}

fn write(folder: &Path, files: &Files) -> anyhow::Result<()> {
    for (path, bytes) in files {
        let target = folder.join(path);
        let parent = target.parent().unwrap_or(folder);
        fs::create_dir_all(parent).with_context(|| cannot(parent))?;
        fs::write(&target, bytes).with_context(|| cannot(&target))?;
    }
    Ok(())
}

/// All files below a folder, with its name before theirs.
fn list(folder: &Path, name: &str, files: &mut Files) -> anyhow::Result<()> {
    for entry in fs::read_dir(folder).with_context(|| cannot(folder))? {
        let entry = entry.with_context(|| cannot(folder))?;
        let own = entry.file_name();
        let own = own.to_str().with_context(|| cannot(&entry.path()))?;
        let below = if name.is_empty() { own.to_owned() } else { format!("{name}/{own}") };
        if entry.path().is_dir() {
            list(&entry.path(), &below, files)?;
        } else {
            let bytes = fs::read(entry.path()).with_context(|| cannot(&entry.path()))?;
            files.insert(below, bytes);
        }
    }
    Ok(())
}

fn not_for_maven(fixture: &Path, what: &str) -> anyhow::Error {
    anyhow!("`{}` cannot be a Maven project: it has `{what}`", fixture.display())
}

fn cannot(path: &Path) -> String {
    format!("cannot use `{}`", path.display())
}

#[cfg(test)]
mod tests;
