//! `cargo xtask gradle-api`: compiles the scripts of `tamis gradle` against the API of releases of Gradle.
//!
//! Groovy looks names up when it runs. Here it has to find them when it compiles: each class, method and property that
//! the scripts name on a declared type, and by a table those that they ask for by name. What Gradle does with a call is
//! not seen; for that, `cargo xtask gradle` runs builds. A control makes sure that mistakes are found.

mod members;
mod release;
mod sources;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, anyhow, ensure};

use self::release::Release;
use crate::Exit;
use crate::arguments::{UsageError, unknown};
use crate::requirements;
use crate::workspace::Workspace;

const HINT: &str = "cargo xtask gradle-api [--api V,…] [--sources FOLDER]: releases from a Maven registry, or a checkout \
of Gradle itself";
const RELEASES: &str = "5.6,7.6.4,8.5,8.11.1";

/// The scripts, by the names that they have as classes.
const SCRIPTS: [(&str, &str); 4] = [
    ("tamis", include_str!("../../crates/cli/src/gradle/tamis.gradle")),
    ("select", include_str!("../../crates/cli/src/gradle/select.gradle")),
    ("agent", include_str!("../../crates/cli/src/gradle/agent.gradle")),
    ("old_agent", include_str!("../../crates/cli/src/gradle/agent-before-4.6.gradle")),
];
const INIT_SCRIPT: &str = include_str!("gradle_api/InitScript.groovy");
const CHECKED: &str = include_str!("gradle_api/checked.groovy");

/// Mistakes: what a script says, what it says in its place, and what the compiler has to name.
const MISTAKES: [(&str, &str, &str); 6] = [
    ("task.candidateClassFiles", "task.mistakenClassFiles", "mistakenClassFiles"),
    ("task.outputs.cacheIf(", "task.outputs.mistakenIf(", "mistakenIf"),
    ("file.FileVisitDetails each", "file.RelativePath each", "RelativePath"),
    ("task.jvmArgumentProviders", "task.mistakenProviders", "mistakenProviders"),
    ("GradleVersion.current()", "GradleVersion.mistaken()", "mistaken()"),
    ("it.commandLineIncludePatterns", "it.mistakenPatterns", "mistakenPatterns"),
];

pub(crate) fn run(workspace: &Workspace, words: &[String]) -> anyhow::Result<Exit> {
    let Options { releases, sources } = Options::parse(words)?;
    let home = requirements::jdk_home(17).map_err(|missing| anyhow!(missing.cause))?;
    let folder = workspace.root().join("target/gradle-api");
    let mut is_fine = true;
    for release in &releases {
        let class_path = release.fetch(workspace, &folder.join("jars"))?;
        is_fine &= Compiler { home: &home, folder: &folder, class_path }.judge(release)?;
    }
    if let Some(checkout) = sources {
        let release = sources::release(&checkout)?;
        let class_path = sources::compile(workspace, &home, &checkout, &release, &folder)?;
        is_fine &= Compiler { home: &home, folder: &folder, class_path }.judge(&release)?;
    }
    Ok(if is_fine { Exit::Fine } else { Exit::Failed })
}

struct Options {
    releases: Vec<Release>,
    sources: Option<PathBuf>,
}

impl Options {
    fn parse(words: &[String]) -> Result<Self, UsageError> {
        let (mut releases, mut sources) = (None, None);
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let wrong = |what: String| UsageError::new(what, HINT.to_owned());
            if !["--api", "--sources"].contains(&word.as_str()) {
                return Err(unknown("gradle-api", word, HINT.to_owned()));
            }
            let value = words.next().ok_or_else(|| wrong(format!("`{word}` needs a value")))?;
            if word == "--api" {
                releases = Some(value.as_str());
            } else {
                sources = Some(PathBuf::from(value));
            }
        }
        // A checkout alone needs no registry.
        let releases = releases.unwrap_or(if sources.is_some() { "" } else { RELEASES });
        let names = releases.split(',').filter(|name| !name.is_empty());
        let releases = names.map(|name| {
            Release::parse(name).ok_or_else(|| {
                let message = format!("`{name}` is no release from 4.9 on");
                UsageError::new(message, HINT.to_owned())
            })
        });
        Ok(Self { releases: releases.collect::<Result<_, _>>()?, sources })
    }
}

/// The Groovy compiler, with the API of a release.
struct Compiler<'c> {
    home: &'c Path,
    folder: &'c Path,
    class_path: String,
}

impl Compiler<'_> {
    /// Compiles the scripts as they are, and with mistakes.
    fn judge(&self, release: &Release) -> anyhow::Result<bool> {
        let members = members::of(release)?;
        let mut sources: Vec<(&str, String)> =
            SCRIPTS.iter().map(|(name, text)| (*name, (*text).to_owned())).collect();
        sources.push(("Members", members::class(&members)));
        if let Some(talk) = self.compile(&sources)? {
            let lines = talk.lines().filter(|line| !line.starts_with("\tat "));
            let talk: Vec<&str> = lines.collect();
            println!("Gradle {release}: the scripts do not compile\n{}", talk.join("\n"));
            return Ok(false);
        }
        let talk = self.compile(&mistaken(&sources)?)?.unwrap_or_default();
        let names = MISTAKES.iter().map(|(_, _, name)| *name);
        let missed: Vec<&str> = names.filter(|name| !talk.contains(name)).collect();
        if !missed.is_empty() {
            println!("Gradle {release}: mistakes are not found: {}", missed.join(", "));
            return Ok(false);
        }
        println!(
            "Gradle {release}, Groovy {}: {} scripts compile, {} members by name are there, {} mistakes are found",
            release.groovy_version(),
            SCRIPTS.len(),
            members.len(),
            MISTAKES.len()
        );
        Ok(true)
    }

    /// What the compiler has against these sources, if it has something.
    fn compile(&self, sources: &[(&str, String)]) -> anyhow::Result<Option<String>> {
        let work = self.folder.join("work");
        if work.exists() {
            fs::remove_dir_all(&work)
                .with_context(|| format!("cannot empty `{}`", work.display()))?;
        }
        fs::create_dir_all(work.join("classes"))
            .with_context(|| format!("cannot make `{}`", work.display()))?;
        let put = |name: &str, text: &str| {
            let path = work.join(format!("{name}.groovy"));
            fs::write(&path, text).with_context(|| format!("cannot write `{}`", path.display()))
        };
        put("InitScript", INIT_SCRIPT)?;
        put("checked", CHECKED)?;
        let base = self.groovyc(&work, &["InitScript.groovy"])?;
        ensure!(
            base.is_none(),
            "the class of scripts does not compile: {}",
            base.unwrap_or_default()
        );
        let mut words: Vec<String> =
            ["--configscript", "checked.groovy", "-b", "InitScript"].map(str::to_owned).into();
        for (name, text) in sources {
            put(name, text)?;
            words.push(format!("{name}.groovy"));
        }
        self.groovyc(&work, &words.iter().map(String::as_str).collect::<Vec<_>>())
    }

    fn groovyc(&self, work: &Path, words: &[&str]) -> anyhow::Result<Option<String>> {
        let class_path = format!("{}:classes", self.class_path);
        let output = Command::new(self.home.join("bin/java"))
            .args(["-cp", &class_path, "org.codehaus.groovy.tools.FileSystemCompiler"])
            .args(["-cp", &class_path, "-d", "classes"])
            .args(words)
            .current_dir(work)
            .output()
            .context("cannot start `java`")?;
        let mut talk = String::from_utf8_lossy(&output.stdout).into_owned();
        talk.push_str(&String::from_utf8_lossy(&output.stderr));
        let is_fine = output.status.success() && !talk.contains("MultipleCompilationErrors");
        Ok((!is_fine).then_some(talk))
    }
}

/// The same sources with all mistakes in them.
fn mistaken(sources: &[(&'static str, String)]) -> anyhow::Result<Vec<(&'static str, String)>> {
    let mut sources = sources.to_vec();
    for (from, to, _) in MISTAKES {
        let holder = sources.iter_mut().find(|(_, text)| text.contains(from));
        let (_, text) = holder.with_context(|| format!("no script says `{from}`"))?;
        *text = text.replacen(from, to, 1);
    }
    Ok(sources)
}

#[cfg(test)]
mod tests;
