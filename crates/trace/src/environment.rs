//! What a machine was given from outside.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt as _;
use std::path::{Path, PathBuf};

use tamis_classfile::MStr;
use tamis_journal as journal;

/// What a machine was given from outside, apart from what its code asked for. Evidence holds where it is the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Environment {
    version: String,
    vendor: String,
    arguments: Vec<String>,
    class_path: Vec<PathBuf>,
    properties: Vec<(String, String)>,
    zone_variable: Option<OsString>,
    zone_link: Option<PathBuf>,
    zone_files: (Option<u128>, Option<u128>),
}

impl Environment {
    pub(crate) fn of(environment: &journal::Environment) -> Self {
        let zone = &environment.time_zone;
        let path = |bytes: &[u8]| PathBuf::from(OsString::from_vec(bytes.to_vec()));
        let properties = environment.properties.iter();
        Self {
            version: text(&environment.version),
            vendor: text(&environment.vendor),
            arguments: environment.arguments.iter().map(|argument| text(argument)).collect(),
            class_path: environment.class_path.split(|byte| *byte == b':').map(path).collect(),
            properties: properties.map(|(name, value)| (name.clone(), text(value))).collect(),
            zone_variable: zone.variable.clone().map(OsString::from_vec),
            zone_link: zone.link.as_deref().map(path),
            zone_files: (zone.local_time, zone.name),
        }
    }

    /// The version of the JDK, with its build.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Whose JVM it is.
    pub fn vendor(&self) -> &str {
        &self.vendor
    }

    /// Arguments of the machine in the order in which it takes them, without those of the agent and the class path.
    pub fn arguments(&self) -> &[String] {
        &self.arguments
    }

    /// The class path as it was given. An empty entry is the working folder.
    pub fn class_path(&self) -> &[PathBuf] {
        &self.class_path
    }

    /// A property that the machine worked out from its surroundings, such as `user.language` or `file.encoding`.
    pub fn property(&self, name: &str) -> Option<&str> {
        let found = self.properties.iter().find(|(each, _)| each == name);
        found.map(|(_, value)| value.as_str())
    }

    /// All of these properties, by name.
    pub fn properties(&self) -> impl Iterator<Item = (&str, &str)> {
        self.properties.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The variable `TZ`.
    pub fn zone_variable(&self) -> Option<&std::ffi::OsStr> {
        self.zone_variable.as_deref()
    }

    /// Where `/etc/localtime` leads.
    pub fn zone_link(&self) -> Option<&Path> {
        self.zone_link.as_deref()
    }

    /// XXH3 (128 bits) of `/etc/localtime` and of `/etc/timezone`.
    pub fn zone_files(&self) -> (Option<u128>, Option<u128>) {
        self.zone_files
    }
}

/// Modified UTF-8 as text; different for different bytes.
fn text(bytes: &[u8]) -> String {
    MStr::new(bytes).to_unique_text()
}
