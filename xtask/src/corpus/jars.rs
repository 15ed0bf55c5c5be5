//! The libraries of the corpus: the list, and fetching what is missing with Maven.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use anyhow::{Context, bail, ensure};

use crate::workspace::Workspace;

/// One coordinate per line: `group:artifact:version` or `group:artifact:version:classifier`.
const LIST: &str = "xtask/corpus-jars.txt";

/// The version is pinned so that the names of the copies do not change.
const PLUGIN: &str = "3.8.1";

/// An artifact of a Maven repository.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Coordinate {
    group: String,
    artifact: String,
    version: String,
    classifier: Option<String>,
}

/// The folder with the jars of the list; fetches those that are not in it.
pub(super) fn fetch(workspace: &Workspace, folder: &Path) -> anyhow::Result<PathBuf> {
    fetch_listed(workspace, &parse_list(&workspace.read(LIST)?)?, folder)
}

/// The same for any list.
pub(crate) fn fetch_listed(
    workspace: &Workspace,
    list: &[Coordinate],
    folder: &Path,
) -> anyhow::Result<PathBuf> {
    let missing = |coordinate: &&Coordinate| !folder.join(coordinate.file_name()).is_file();
    let wanted: Vec<&Coordinate> = list.iter().filter(missing).collect();
    if wanted.is_empty() {
        return Ok(folder.to_owned());
    }
    eprintln!("fetching {} of {} jars with Maven", wanted.len(), list.len());
    fs::create_dir_all(folder)
        .with_context(|| format!("cannot make the folder `{}`", folder.display()))?;
    let project = folder.join("pom.xml");
    fs::write(&project, pom(&wanted))
        .with_context(|| format!("cannot write `{}`", project.display()))?;
    run_maven(workspace, &project)?;
    if let Some(lost) = list.iter().find(missing) {
        bail!("Maven ended well, but `{}` is not there", lost.file_name());
    }
    Ok(folder.to_owned())
}

fn run_maven(workspace: &Workspace, project: &Path) -> anyhow::Result<()> {
    let goal = format!("org.apache.maven.plugins:maven-dependency-plugin:{PLUGIN}:copy");
    let mut maven = workspace.command(if cfg!(windows) { "mvn.cmd" } else { "mvn" });
    maven.args(["--batch-mode", "--quiet", "--file"]).arg(project).arg(goal);
    // What Maven prints is talk; stdout is for the table.
    let output = match maven.stdin(Stdio::null()).output() {
        Ok(output) => output,
        Err(error) if error.kind() == io::ErrorKind::NotFound => bail!(
            "cannot fetch the libraries: `mvn` is not on the PATH\nhint: install Maven, or name a \
             folder of jars with --jars"
        ),
        Err(error) => return Err(error).context("cannot start `mvn`"),
    };
    let talk = String::from_utf8_lossy(&output.stdout);
    let cause = talk.split("[ERROR] ").nth(1).and_then(|cause| cause.lines().next());
    let cause = cause.unwrap_or("it does not say why");
    ensure!(
        output.status.success(),
        "Maven could not fetch the libraries: {cause}\nhint: `{LIST}` is the list; name a folder \
         of jars with --jars to do without it"
    );
    Ok(())
}

/// Reads the list: coordinates, blank lines and lines that begin with `#`.
pub(super) fn parse_list(text: &str) -> anyhow::Result<Vec<Coordinate>> {
    let mut list: Vec<Coordinate> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let place = || format!("{LIST}:{}", index + 1);
        let coordinate = Coordinate::parse(line.trim()).with_context(place)?;
        ensure!(!list.contains(&coordinate), "{}: `{line}` is listed twice", place());
        list.push(coordinate);
    }
    Ok(list)
}

impl Coordinate {
    pub(crate) fn parse(text: &str) -> anyhow::Result<Self> {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
        let parts: Vec<&str> = text.split(':').collect();
        let all_plain = parts.iter().all(|part| !part.is_empty() && part.chars().all(is_plain));
        let (group, artifact, version, classifier) = match *parts.as_slice() {
            [group, artifact, version] => (group, artifact, version, None),
            [group, artifact, version, classifier] => (group, artifact, version, Some(classifier)),
            _ => bail!("expected `group:artifact:version` and perhaps `:classifier`, not `{text}`"),
        };
        ensure!(all_plain, "`{text}` has a part that is empty or not of letters, digits, `._-`");
        Ok(Self {
            group: group.to_owned(),
            artifact: artifact.to_owned(),
            version: version.to_owned(),
            classifier: classifier.map(str::to_owned),
        })
    }

    /// The name that the plugin gives to the copy, with the group in front because artifacts of different groups may
    /// have one name.
    pub(crate) fn file_name(&self) -> String {
        let Self { group, artifact, version, classifier } = self;
        match classifier {
            None => format!("{group}.{artifact}-{version}.jar"),
            Some(classifier) => format!("{group}.{artifact}-{version}-{classifier}.jar"),
        }
    }

    /// The coordinate as the plugin's configuration wants it.
    fn item(&self) -> String {
        let Self { group, artifact, version, classifier } = self;
        let classifier = classifier
            .as_ref()
            .map(|classifier| format!("<classifier>{classifier}</classifier>"))
            .unwrap_or_default();
        format!(
            "<artifactItem><groupId>{group}</groupId><artifactId>{artifact}</artifactId>\
             <version>{version}</version>{classifier}</artifactItem>\n"
        )
    }
}

/// A project that copies these artifacts, without what they depend on, into its own folder.
pub(super) fn pom(coordinates: &[&Coordinate]) -> String {
    let items: Vec<String> = coordinates.iter().map(|coordinate| coordinate.item()).collect();
    let items = items.concat();
    format!(
        "<project xmlns=\"http://maven.apache.org/POM/4.0.0\">\n\
         <modelVersion>4.0.0</modelVersion>\n\
         <groupId>corpus</groupId><artifactId>corpus</artifactId><version>1</version>\n\
         <packaging>pom</packaging>\n\
         <build><plugins><plugin>\n\
         <groupId>org.apache.maven.plugins</groupId>\n\
         <artifactId>maven-dependency-plugin</artifactId><version>{PLUGIN}</version>\n\
         <configuration>\n\
         <outputDirectory>${{project.basedir}}</outputDirectory>\n\
         <prependGroupId>true</prependGroupId>\n\
         <artifactItems>\n{items}</artifactItems>\n\
         </configuration>\n\
         </plugin></plugins></build>\n\
         </project>\n"
    )
}
