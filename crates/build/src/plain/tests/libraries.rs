//! Frameworks to test with, and small tests that use them.

use std::fs;
use std::path::{Path, PathBuf};

use tamis_testkit::{Job, jars, jdk};
use tamis_world::{ClassPath, Root, RootKind};

use crate::ClassFiles;

pub(super) const JUNIT3: &[&str] = &["junit:junit:3.8.2"];

pub(super) const JUNIT4: &[&str] = &["junit:junit:4.13.2", "org.hamcrest:hamcrest-core:1.3"];

pub(super) const JUPITER: &[&str] = &[
    "org.junit.jupiter:junit-jupiter-api:5.11.4",
    "org.junit.jupiter:junit-jupiter-engine:5.11.4",
    "org.junit.jupiter:junit-jupiter-params:5.11.4",
    "org.junit.platform:junit-platform-engine:1.11.4",
    "org.junit.platform:junit-platform-commons:1.11.4",
    "org.opentest4j:opentest4j:1.3.0",
    "org.apiguardian:apiguardian-api:1.1.2",
];

pub(super) const LAUNCHER: &[&str] = &["org.junit.platform:junit-platform-launcher:1.11.4"];

pub(super) const VINTAGE: &[&str] = &["org.junit.vintage:junit-vintage-engine:5.11.4"];

pub(super) const TESTNG: &[&str] = &[
    "org.testng:testng:7.10.2",
    "com.beust:jcommander:1.82",
    "org.slf4j:slf4j-api:1.7.36",
    "org.webjars:jquery:3.7.1",
];

/// A project with compiled tests.
pub(super) struct Project {
    pub(super) folder: tempfile::TempDir,
    pub(super) class_path: Vec<PathBuf>,
}

impl Project {
    /// Compiles sources, given as file and text, against some libraries.
    pub(super) fn new(libraries: &[&[&str]], sources: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let libraries: Vec<PathBuf> = jars(&libraries.concat());
        let mut files = Vec::new();
        for (path, text) in sources {
            let file = folder.path().join("src").join(path);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(&file, text).unwrap();
            files.push(file);
        }
        let out = folder.path().join("classes");
        let joined: Vec<String> = libraries.iter().map(|jar| jar.display().to_string()).collect();
        let flags = vec!["-classpath".to_owned(), joined.join(":")];
        jdk(17).compile(&[Job { out: out.clone(), release: 11, flags, sources: files }]);
        let class_path = std::iter::once(out).chain(libraries).collect();
        Self { folder, class_path }
    }

    /// The same tests with other libraries.
    pub(super) fn with(mut self, libraries: &[&[&str]]) -> Self {
        self.class_path.truncate(1);
        self.class_path.extend(jars(&libraries.concat()));
        self
    }

    pub(super) fn class_files(&self) -> ClassFiles {
        let root = |path: &PathBuf| {
            let kind = if path.is_dir() { RootKind::Folder } else { RootKind::Jar };
            Root { path: path.clone(), kind }
        };
        ClassFiles::new(&ClassPath::of(self.class_path.iter().map(root).collect()), 17)
    }

    pub(super) fn path(&self) -> &Path {
        self.folder.path()
    }
}
