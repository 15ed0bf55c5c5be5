//! A release of Gradle, its API as it was published again, and the Groovy of its line.

use std::fmt;
use std::path::Path;

use crate::corpus::jars::{self, Coordinate};
use crate::workspace::Workspace;

/// Numbers, such as 8.11.1.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Release(Vec<u32>);

impl Release {
    /// From 4.9 on: before it, tasks could not be configured one by one, and a part of the scripts is for that.
    pub(super) fn parse(text: &str) -> Option<Self> {
        Self::any(text).filter(|release| release.0 >= vec![4, 9])
    }

    pub(super) fn any(text: &str) -> Option<Self> {
        let numbers = text.split('.').map(|part| part.parse().ok());
        numbers.collect::<Option<Vec<u32>>>().map(Self)
    }

    /// The last of the line of Groovy that the release has: the first ones do not run on newer JDKs.
    pub(super) fn groovy_version(&self) -> &'static str {
        match self.0.first() {
            None | Some(0..=4) => "2.4.21",
            Some(5..=6) => "2.5.23",
            Some(7..=8) => "3.0.25",
            Some(_) => "4.0.28",
        }
    }

    /// The compiler, and what signatures of Gradle name of it.
    pub(super) fn groovy(&self) -> [String; 2] {
        let version = self.groovy_version();
        let group = if version.starts_with('4') { "org.apache" } else { "org.codehaus" };
        ["groovy", "groovy-xml"].map(|name| format!("{group}.groovy:{name}:{version}"))
    }

    /// Fetches what the scripts are compiled against; gives the class path.
    pub(super) fn fetch(&self, workspace: &Workspace, folder: &Path) -> anyhow::Result<String> {
        let [groovy, xml] = self.groovy();
        fetch(workspace, folder, &[groovy, xml, format!("dev.gradleplugins:gradle-api:{self}")])
    }
}

/// Fetches jars; gives the class path.
pub(super) fn fetch(
    workspace: &Workspace,
    folder: &Path,
    names: &[String],
) -> anyhow::Result<String> {
    let list = names.iter().map(|name| Coordinate::parse(name));
    let list = list.collect::<anyhow::Result<Vec<_>>>()?;
    let folder = jars::fetch_listed(workspace, &list, folder)?;
    let paths = list.iter().map(|jar| folder.join(jar.file_name()).display().to_string());
    Ok(paths.collect::<Vec<_>>().join(":"))
}

impl fmt::Display for Release {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers: Vec<String> = self.0.iter().map(u32::to_string).collect();
        f.write_str(&numbers.join("."))
    }
}
