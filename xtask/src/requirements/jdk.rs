//! Finds JDKs by release number in the places where people keep them.
//!
//! A folder counts as a JDK if its `release` file gives a version and it has `java` and `javac`. No
//! JDK is started.

use std::collections::BTreeMap;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// Folders whose entries are JDKs.
const COLLECTIONS: [&str; 4] =
    ["/usr/lib/jvm", "/opt", "/opt/java", "/Library/Java/JavaVirtualMachines"];

/// The same, below the user's own folder.
const USER_COLLECTION: &str = ".sdkman/candidates/java";

/// Where to look.
pub(super) struct Places {
    /// Environment variables, of which `JAVA_HOME`, `PATH` and `TAMIS_JDK_*` are read.
    pub(super) variables: BTreeMap<OsString, OsString>,
    pub(super) collections: Vec<PathBuf>,
}

/// The variable that names the JDK of a release.
pub(super) fn variable(major: u32) -> String {
    format!("TAMIS_JDK_{major}")
}

impl Places {
    pub(super) fn of_this_machine() -> Self {
        let mut collections: Vec<PathBuf> = COLLECTIONS.iter().map(PathBuf::from).collect();
        collections.extend(env::home_dir().map(|home| home.join(USER_COLLECTION)));
        Self { variables: env::vars_os().collect(), collections }
    }

    /// The folder of a JDK of this release, or why there is none.
    ///
    /// `TAMIS_JDK_<n>` has the last word: if it names something else, that is an error and not a
    /// reason to look further. Then `JAVA_HOME`, the `javac` of the PATH, and the collections, by
    /// name.
    pub(super) fn find(&self, major: u32) -> Result<PathBuf, String> {
        let variable = variable(major);
        if let Some(named) = self.variable(&variable) {
            let home = PathBuf::from(named);
            return match release_of(&home) {
                Some(found) if found == major => Ok(home),
                Some(found) => Err(format!("{variable} names a JDK {found}")),
                None => Err(format!("{variable} is `{}`, which is no JDK", home.display())),
            };
        }
        self.candidates()
            .into_iter()
            .find(|home| release_of(home) == Some(major))
            .ok_or_else(|| "not found".to_owned())
    }

    /// Where `java` and `javac` come from when nobody asks for a release, or why they cannot be
    /// had.
    pub(super) fn default_java(&self) -> Result<String, String> {
        if let Some(home) = self.variable("JAVA_HOME") {
            let home = Path::new(home);
            return if has_tools(home) {
                Ok(format!("JAVA_HOME {}", home.display()))
            } else {
                Err(format!("JAVA_HOME is `{}`, which has no java and javac", home.display()))
            };
        }
        match (self.on_path("java"), self.on_path("javac")) {
            (Some(_), Some(javac)) => Ok(javac.display().to_string()),
            (None, Some(_)) => Err("JAVA_HOME is not set and `java` is not on the PATH".to_owned()),
            (_, None) => Err("JAVA_HOME is not set and `javac` is not on the PATH".to_owned()),
        }
    }

    fn candidates(&self) -> Vec<PathBuf> {
        let mut homes: Vec<PathBuf> =
            self.variable("JAVA_HOME").map(PathBuf::from).into_iter().collect();
        // The PATH holds links to the real `bin` folder more often than the folder itself.
        let javac = self.on_path("javac").and_then(|javac| fs::canonicalize(javac).ok());
        homes.extend(javac.and_then(|javac| Some(javac.parent()?.parent()?.to_owned())));
        for collection in &self.collections {
            let Ok(entries) = fs::read_dir(collection) else { continue };
            let mut entries: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
            entries.sort();
            for entry in entries {
                let inside_bundle = entry.join("Contents/Home");
                homes.extend([entry, inside_bundle]);
            }
        }
        homes
    }

    fn variable(&self, name: &str) -> Option<&OsString> {
        self.variables.get(&OsString::from(name)).filter(|value| !value.is_empty())
    }

    fn on_path(&self, program: &str) -> Option<PathBuf> {
        let path = self.variable("PATH")?;
        env::split_paths(path)
            .map(|folder| executable(&folder, program))
            .find(|file| file.is_file())
    }
}

fn executable(folder: &Path, program: &str) -> PathBuf {
    folder.join(format!("{program}{}", env::consts::EXE_SUFFIX))
}

fn has_tools(home: &Path) -> bool {
    let bin = home.join("bin");
    executable(&bin, "java").is_file() && executable(&bin, "javac").is_file()
}

/// The release number of the JDK in this folder, if it is one.
fn release_of(home: &Path) -> Option<u32> {
    if !has_tools(home) {
        return None;
    }
    match fs::read_to_string(home.join("release")) {
        Ok(text) => parse_release(&text),
        // Some JDKs of release 8 have no such file.
        Err(_) => home.join("jre/lib/rt.jar").is_file().then_some(8),
    }
}

/// The release number in the text of a `release` file: `8` for `1.8.0_402`, `17` for `17.0.15`.
pub(super) fn parse_release(text: &str) -> Option<u32> {
    let version = text.lines().find_map(|line| line.strip_prefix("JAVA_VERSION="))?;
    let version = version.trim().trim_matches('"');
    let version = version.strip_prefix("1.").unwrap_or(version);
    version.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}
