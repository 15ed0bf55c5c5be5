//! The API of a release that no registry has: what the scripts need of it, compiled from a checkout of Gradle.
//!
//! The compiler goes on where a library that Gradle itself uses is missing: names and types of what is called are looked
//! at, not what is done inside.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, ensure};

use super::members;
use super::release::{Release, fetch};
use crate::workspace::Workspace;

const COMPILER: &str = "org.eclipse.jdt:ecj:3.33.0";
/// What signatures of Gradle name.
const LIBRARIES: [&str; 7] = [
    "org.jspecify:jspecify:1.0.0",
    "com.google.guava:guava:33.4.6-jre",
    "org.ow2.asm:asm:9.8",
    "org.slf4j:slf4j-api:2.0.17",
    "javax.inject:javax.inject:1",
    "com.google.code.findbugs:jsr305:3.0.2",
    "org.apache.ant:ant:1.10.15",
];
/// Beside those with members that are asked for by name, and all that these lead to.
const CLASSES: [&str; 4] = [
    "org.gradle.api.invocation.Gradle",
    "org.gradle.api.Project",
    "org.gradle.process.CommandLineArgumentProvider",
    "org.gradle.util.GradleVersion",
];

/// Which release a checkout is of.
pub(super) fn release(checkout: &Path) -> anyhow::Result<Release> {
    let path = checkout.join("version.txt");
    let text = fs::read_to_string(&path).with_context(|| {
        format!("cannot read `{}`\nhint: name a checkout of Gradle", path.display())
    })?;
    let release = Release::parse(text.trim());
    release.with_context(|| format!("`{}` names no release: `{}`", path.display(), text.trim()))
}

/// Compiles what the scripts need; gives the class path.
pub(super) fn compile(
    workspace: &Workspace,
    home: &Path,
    checkout: &Path,
    release: &Release,
    folder: &Path,
) -> anyhow::Result<String> {
    let jars = folder.join("jars");
    let groovy = fetch(workspace, &jars, &release.groovy())?;
    let libraries = fetch(workspace, &jars, &LIBRARIES.map(str::to_owned))?;
    let compiler = fetch(workspace, &jars, &[COMPILER.to_owned()])?;
    let mut roots = Vec::new();
    collect_roots(checkout, &mut roots)?;
    let members = members::of(release)?;
    let mut classes: Vec<&str> = members.iter().map(|member| member.class).chain(CLASSES).collect();
    classes.sort_unstable();
    classes.dedup();
    let files = classes.iter().map(|class| source(class, &roots));
    let files = files.collect::<anyhow::Result<Vec<_>>>()?;
    let output = folder.join("api");
    if output.exists() {
        fs::remove_dir_all(&output)
            .with_context(|| format!("cannot empty `{}`", output.display()))?;
    }
    let roots: Vec<String> = roots.iter().map(|root| root.display().to_string()).collect();
    let ended = Command::new(home.join("bin/java"))
        .args(["-jar", &compiler, "-17", "-proc:none", "-nowarn", "-proceedOnError"])
        .args(["-cp", &format!("{libraries}:{groovy}"), "-sourcepath", &roots.join(":"), "-d"])
        .arg(&output)
        .args(&files)
        .output()
        .context("cannot start `java`")?;
    let talk = String::from_utf8_lossy(&ended.stderr);
    let last = talk.lines().last().unwrap_or_default();
    let is_there = output.join("org/gradle/api/tasks/testing/Test.class").is_file();
    ensure!(is_there, "cannot compile the API of `{}`: {last}", checkout.display());
    Ok(format!("{groovy}:{}", output.display()))
}

/// The folders with sources of Gradle itself, not those of its examples.
fn collect_roots(folder: &Path, roots: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    let root = folder.join("src/main/java");
    if root.is_dir() {
        roots.push(root);
    }
    let entries =
        fs::read_dir(folder).with_context(|| format!("cannot read `{}`", folder.display()))?;
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() && !path.is_symlink() && name != "src" && !name.starts_with('.') {
            collect_roots(&path, roots)?;
        }
    }
    Ok(())
}

fn source(class: &str, roots: &[PathBuf]) -> anyhow::Result<PathBuf> {
    let name = format!("{}.java", class.replace('.', "/"));
    let mut files = roots.iter().map(|root| root.join(&name));
    files.find(|file| file.is_file()).with_context(|| format!("the sources have no `{class}`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_of_examples_are_left_out() {
        let folder = tempfile::tempdir().unwrap();
        let own = folder.path().join("platforms/core/src/main/java");
        fs::create_dir_all(own.join("p")).unwrap();
        fs::write(own.join("p/A.java"), "").unwrap();
        let example = folder.path().join("docs/src/snippets/x/src/main/java");
        fs::create_dir_all(example).unwrap();
        let mut roots = Vec::new();
        collect_roots(folder.path(), &mut roots).unwrap();
        assert_eq!(roots, std::slice::from_ref(&own));
        assert_eq!(source("p.A", &roots).unwrap(), own.join("p/A.java"));
        assert_eq!(source("p.B", &roots).unwrap_err().to_string(), "the sources have no `p.B`");
    }

    #[test]
    fn a_folder_that_is_no_checkout_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let error = release(folder.path()).unwrap_err().to_string();
        assert!(error.contains("hint: name a checkout of Gradle"), "{error}");
        fs::write(folder.path().join("version.txt"), "9.7.1\n").unwrap();
        assert_eq!(release(folder.path()).unwrap().to_string(), "9.7.1");
    }
}
