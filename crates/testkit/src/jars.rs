//! Libraries for tests: fetched with Maven once, kept in `target/test-jars`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The version is pinned so that the names of the copies do not change.
const PLUGIN: &str = "3.8.1";

/// The jars of some coordinates, `group:artifact:version` each, in that order. Those that are not there are fetched,
/// without what they depend on.
pub fn jars(coordinates: &[&str]) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/test-jars");
    fs::create_dir_all(&folder).unwrap();
    let folder = fs::canonicalize(folder).unwrap();
    // Tests run at the same time, in several processes.
    let lock = fs::File::create(folder.join("lock")).unwrap();
    lock.lock().unwrap();
    let jars: Vec<PathBuf> =
        coordinates.iter().map(|coordinate| folder.join(file_name(coordinate))).collect();
    let missing: Vec<&str> = coordinates
        .iter()
        .zip(&jars)
        .filter(|(_, jar)| !jar.is_file())
        .map(|(coordinate, _)| *coordinate)
        .collect();
    if !missing.is_empty() {
        fetch(&folder, &missing);
    }
    if let Some(lost) = jars.iter().find(|jar| !jar.is_file()) {
        panic!("Maven ended well, but `{}` is not there", lost.display());
    }
    jars
}

fn fetch(folder: &Path, coordinates: &[&str]) {
    let project = folder.join("pom.xml");
    fs::write(&project, pom(coordinates)).unwrap();
    let goal = format!("org.apache.maven.plugins:maven-dependency-plugin:{PLUGIN}:copy");
    let output = Command::new(if cfg!(windows) { "mvn.cmd" } else { "mvn" })
        .args(["--batch-mode", "--quiet", "--file"])
        .arg(&project)
        .arg(goal)
        .stdin(Stdio::null())
        .output()
        .unwrap_or_else(|error| panic!("cannot start `mvn` to fetch libraries: {error}"));
    assert!(
        output.status.success(),
        "Maven could not fetch {coordinates:?}:\n{}",
        String::from_utf8_lossy(&output.stdout)
    );
}

/// The name that the plugin gives to a copy, with the group in front.
fn file_name(coordinate: &str) -> String {
    let (group, artifact, version) = parts(coordinate);
    format!("{group}.{artifact}-{version}.jar")
}

fn parts(coordinate: &str) -> (&str, &str, &str) {
    match *coordinate.split(':').collect::<Vec<_>>().as_slice() {
        [group, artifact, version] => (group, artifact, version),
        _ => panic!("expected `group:artifact:version`, not `{coordinate}`"),
    }
}

fn pom(coordinates: &[&str]) -> String {
    let item = |coordinate: &&str| {
        let (group, artifact, version) = parts(coordinate);
        format!(
            "<artifactItem><groupId>{group}</groupId><artifactId>{artifact}</artifactId>\
             <version>{version}</version></artifactItem>\n"
        )
    };
    let items: String = coordinates.iter().map(item).collect();
    format!(
        "<project xmlns=\"http://maven.apache.org/POM/4.0.0\">\n\
         <modelVersion>4.0.0</modelVersion>\n\
         <groupId>jars</groupId><artifactId>jars</artifactId><version>1</version>\n\
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
