//! JUnit, for what brings tests of its own: fetched with Maven once, kept in the cache of the user.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context as _, anyhow};
use indicatif::ProgressBar;

use crate::agent_library::cache_folder;
use crate::output::WithHint as _;

/// Group, artifact, version.
pub(crate) type Jar = (&'static str, &'static str, &'static str);

/// What JUnit 4 needs to compile tests and run them.
pub(crate) const JUNIT4: &[Jar] =
    &[("junit", "junit", "4.13.2"), ("org.hamcrest", "hamcrest-core", "1.3")];

/// The version is pinned so that the names of the copies do not change.
const PLUGIN: &str = "3.8.1";

/// The jars, as files; if one is not there yet, they are fetched.
pub(crate) fn jars(wanted: &[Jar]) -> anyhow::Result<Vec<PathBuf>> {
    let folder = cache_folder()?.join("junit");
    let jars: Vec<PathBuf> = wanted.iter().map(|jar| folder.join(file_name(jar))).collect();
    if jars.iter().all(|jar| jar.is_file()) {
        return Ok(jars);
    }
    fs::create_dir_all(&folder)
        .with_context(|| format!("cannot make the folder `{}`", folder.display()))
        .hint("set XDG_CACHE_HOME to a folder that can be written")?;
    let waiting = ProgressBar::new_spinner().with_message("Fetching JUnit with Maven");
    waiting.enable_steady_tick(Duration::from_millis(200));
    let fetched = fetch(&folder, wanted);
    waiting.finish_and_clear();
    fetched?;
    Ok(jars)
}

/// Fetches all jars beside their place and renames them, so that each is there as a whole or not at all.
fn fetch(folder: &Path, wanted: &[Jar]) -> anyhow::Result<()> {
    let cannot = || format!("cannot keep JUnit in `{}`", folder.display());
    let work = tempfile::tempdir_in(folder).with_context(cannot)?;
    let project = work.path().join("pom.xml");
    fs::write(&project, pom(wanted)).with_context(cannot)?;
    let goal = format!("org.apache.maven.plugins:maven-dependency-plugin:{PLUGIN}:copy");
    let output = Command::new("mvn")
        .args(["--batch-mode", "--quiet", "--file"])
        .arg(&project)
        .arg(goal)
        .stdin(Stdio::null())
        .output()
        .context("cannot start `mvn`, which fetches JUnit")
        .hint("install Maven; it is needed the first time only")?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stdout);
        let said = said.lines().find_map(|line| line.strip_prefix("[ERROR] "));
        let said = said.unwrap_or("it does not say why");
        return Err(anyhow!("Maven could not fetch JUnit: {said}"))
            .hint("connect to the network; it is needed the first time only");
    }
    for jar in wanted {
        let name = file_name(jar);
        fs::rename(work.path().join(&name), folder.join(&name))
            .with_context(|| format!("Maven ended well, but `{name}` is not there"))?;
    }
    Ok(())
}

fn file_name((_, artifact, version): &Jar) -> String {
    format!("{artifact}-{version}.jar")
}

fn pom(wanted: &[Jar]) -> String {
    let item = |(group, artifact, version): &Jar| {
        format!(
            "<artifactItem><groupId>{group}</groupId><artifactId>{artifact}</artifactId>\
             <version>{version}</version></artifactItem>\n"
        )
    };
    let items: String = wanted.iter().map(item).collect();
    format!(
        "<project xmlns=\"http://maven.apache.org/POM/4.0.0\">\n\
         <modelVersion>4.0.0</modelVersion>\n\
         <groupId>tamis</groupId><artifactId>demo</artifactId><version>1</version>\n\
         <packaging>pom</packaging>\n\
         <build><plugins><plugin>\n\
         <groupId>org.apache.maven.plugins</groupId>\n\
         <artifactId>maven-dependency-plugin</artifactId><version>{PLUGIN}</version>\n\
         <configuration>\n\
         <outputDirectory>${{project.basedir}}</outputDirectory>\n\
         <artifactItems>\n{items}</artifactItems>\n\
         </configuration>\n\
         </plugin></plugins></build>\n\
         </project>\n"
    )
}
