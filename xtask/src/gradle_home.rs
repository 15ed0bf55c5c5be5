//! `cargo xtask gradle-home FOLDER`: a Gradle 8.5, put together from published jars.
//!
//! No registry has newer releases of Gradle ready to run. What has been published again is the jar of their API, which
//! holds nearly all classes. This is no release: scripts in Kotlin, the agent of Gradle and incremental compilation are
//! missing. It shows how the real classes of test tasks, caches and workers treat us.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, anyhow, ensure};

use crate::Exit;
use crate::arguments::UsageError;
use crate::corpus::jars::{self, Coordinate};
use crate::requirements;
use crate::workspace::Workspace;

const HINT: &str = "cargo xtask gradle-home FOLDER: a folder that is not there yet";
const RELEASE: &str = "8.5";
const API: &str = "dev.gradleplugins:gradle-api:8.5";
const ASM: [&str; 3] =
    ["org.ow2.asm:asm:9.7", "org.ow2.asm:asm-commons:9.7", "org.ow2.asm:asm-tree:9.7"];

/// What has jars of its own there, as the release has it.
const LIBRARIES: [&str; 29] = [
    "org.codehaus.groovy:groovy:3.0.17",
    "org.codehaus.groovy:groovy-ant:3.0.17",
    "org.codehaus.groovy:groovy-astbuilder:3.0.17",
    "org.codehaus.groovy:groovy-console:3.0.17",
    "org.codehaus.groovy:groovy-datetime:3.0.17",
    "org.codehaus.groovy:groovy-dateutil:3.0.17",
    "org.codehaus.groovy:groovy-docgenerator:3.0.17",
    "org.codehaus.groovy:groovy-groovydoc:3.0.17",
    "org.codehaus.groovy:groovy-json:3.0.17",
    "org.codehaus.groovy:groovy-nio:3.0.17",
    "org.codehaus.groovy:groovy-sql:3.0.17",
    "org.codehaus.groovy:groovy-swing:3.0.17",
    "org.codehaus.groovy:groovy-templates:3.0.17",
    "org.codehaus.groovy:groovy-test:3.0.17",
    "org.codehaus.groovy:groovy-xml:3.0.17",
    "org.jetbrains.kotlin:kotlin-stdlib:1.9.20",
    "org.jetbrains.kotlin:kotlin-reflect:1.9.20",
    "org.jetbrains:annotations:24.0.1",
    "org.apache.ant:ant:1.10.13",
    "org.apache.ant:ant-launcher:1.10.13",
    "org.junit.platform:junit-platform-commons:1.8.2",
    "org.junit.platform:junit-platform-engine:1.8.2",
    "org.junit.platform:junit-platform-launcher:1.8.2",
    "org.opentest4j:opentest4j:1.2.0",
    "junit:junit:4.13.2",
    "org.hamcrest:hamcrest-core:1.3",
    "org.testng:testng:6.3.1",
    "com.beust:jcommander:1.78",
    "org.apache-extras.beanshell:bsh:2.0b6",
];

const RECONSTRUCT: &str = include_str!("gradle_home/Reconstruct.java");
const COMPILING: &str = include_str!("gradle_home/IncrementalCompileTask.java");

pub(crate) fn run(workspace: &Workspace, words: &[String]) -> anyhow::Result<Exit> {
    let home = folder(words)?;
    let jdk = requirements::jdk_home(17).map_err(|missing| anyhow!(missing.cause))?;
    let folder = workspace.root().join("target/gradle-home");
    let api = fetch(workspace, &workspace.root().join("target/gradle-api/jars"), &[API])?;
    let asm = fetch(workspace, &folder.join("jars"), &ASM)?;
    let fetched = fetch(workspace, &folder.join("jars"), &LIBRARIES)?;
    let libraries = folder.join("libraries");
    make(&libraries)?;
    for (coordinate, jar) in LIBRARIES.iter().zip(&fetched) {
        copy(jar, &libraries.join(file_name(coordinate)))?;
    }
    let classes = folder.join("classes");
    make(&classes)?;
    write(&folder.join("IncrementalCompileTask.java"), COMPILING)?;
    write(&folder.join("Reconstruct.java"), RECONSTRUCT)?;
    let mut javac = Command::new(jdk.join("bin/javac"));
    javac.arg("-d").arg(&classes).arg("IncrementalCompileTask.java");
    call(javac, &folder)?;
    let asm: Vec<String> = asm.iter().map(|jar| jar.display().to_string()).collect();
    let mut java = Command::new(jdk.join("bin/java"));
    java.args(["-cp", &asm.join(":"), "Reconstruct.java", RELEASE]).args(&api);
    java.arg(&libraries).arg(&classes).arg(&home);
    call(java, &folder)?;
    println!("{}", home.join("bin").display());
    Ok(Exit::Fine)
}

/// Where it goes.
fn folder(words: &[String]) -> anyhow::Result<PathBuf> {
    let wrong = |what: String| UsageError::new(what, HINT.to_owned());
    let [word] = words else {
        return Err(wrong("one folder has to be named".to_owned()).into());
    };
    if word.starts_with('-') {
        return Err(crate::arguments::unknown("gradle-home", word, HINT.to_owned()).into());
    }
    let home = std::path::absolute(word).with_context(|| format!("cannot use `{word}`"))?;
    if home.exists() {
        return Err(wrong(format!("`{word}` is there already")).into());
    }
    Ok(home)
}

fn fetch(workspace: &Workspace, folder: &Path, names: &[&str]) -> anyhow::Result<Vec<PathBuf>> {
    let list = names.iter().map(|name| Coordinate::parse(name));
    let list = list.collect::<anyhow::Result<Vec<_>>>()?;
    let folder = jars::fetch_listed(workspace, &list, folder)?;
    Ok(list.iter().map(|jar| folder.join(jar.file_name())).collect())
}

/// The name that Gradle looks for.
fn file_name(coordinate: &str) -> String {
    let name = coordinate.split_once(':').map_or(coordinate, |(_, rest)| rest);
    format!("{}.jar", name.replace(':', "-"))
}

fn make(folder: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make `{}`", folder.display()))
}

fn copy(from: &Path, to: &Path) -> anyhow::Result<()> {
    fs::copy(from, to).with_context(|| format!("cannot write `{}`", to.display()))?;
    Ok(())
}

fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    fs::write(path, text).with_context(|| format!("cannot write `{}`", path.display()))
}

fn call(mut command: Command, folder: &Path) -> anyhow::Result<()> {
    let output = command.current_dir(folder).output().context("cannot start the JDK")?;
    let talk = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "cannot put Gradle together: {}", talk.trim());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jars_have_the_names_that_gradle_looks_for() {
        assert_eq!(file_name("org.codehaus.groovy:groovy-ant:3.0.17"), "groovy-ant-3.0.17.jar");
        assert!(LIBRARIES.iter().chain(&ASM).all(|name| Coordinate::parse(name).is_ok()));
    }

    #[test]
    fn a_folder_that_is_there_is_left_alone() {
        let there = tempfile::tempdir().unwrap();
        let words = [there.path().display().to_string()];
        assert!(folder(&words).unwrap_err().to_string().ends_with("is there already"));
        assert!(folder(&[]).unwrap_err().downcast_ref::<UsageError>().is_some());
        assert!(folder(&["--help-me".to_owned()]).is_err());
    }
}
