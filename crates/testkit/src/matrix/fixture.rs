//! A folder of `e2e/matrix`.

use std::fs;
use std::path::{Path, PathBuf};

use super::claims::Claims;
use crate::jars;

const JUNIT_4: [&str; 2] = ["junit:junit:4.13.2", "org.hamcrest:hamcrest-core:1.3"];

const JUPITER: [&str; 8] = [
    "org.junit.jupiter:junit-jupiter-api:5.11.4",
    "org.junit.jupiter:junit-jupiter-params:5.11.4",
    "org.junit.jupiter:junit-jupiter-engine:5.11.4",
    "org.junit.platform:junit-platform-commons:1.11.4",
    "org.junit.platform:junit-platform-engine:1.11.4",
    "org.junit.platform:junit-platform-launcher:1.11.4",
    "org.opentest4j:opentest4j:1.3.0",
    "org.apiguardian:apiguardian-api:1.1.2",
];

const SUITE: [&str; 3] = [
    "org.junit.platform:junit-platform-suite-api:1.11.4",
    "org.junit.platform:junit-platform-suite-engine:1.11.4",
    "org.junit.platform:junit-platform-suite-commons:1.11.4",
];

const TESTNG: [&str; 4] = [
    "org.testng:testng:7.10.2",
    "com.beust:jcommander:1.82",
    "org.slf4j:slf4j-api:1.7.36",
    "org.webjars:jquery:3.7.1",
];

/// A small project and an edit of it.
#[derive(Debug, Clone)]
pub struct Fixture {
    /// The name of its folder, which says what is shown.
    pub name: String,
    pub(super) folder: PathBuf,
}

/// The fixtures of a folder whose names have `only` in them, or one of several words with commas between, sorted.
pub fn fixtures(root: &Path, only: &str) -> Vec<Fixture> {
    let mut fixtures: Vec<Fixture> = fs::read_dir(root)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|folder| Fixture {
            name: folder.file_name().unwrap().to_string_lossy().into_owned(),
            folder,
        })
        .filter(|fixture| only.split(',').any(|word| fixture.name.contains(word)))
        .collect();
    fixtures.sort_by(|a, b| a.name.cmp(&b.name));
    fixtures
}

impl Fixture {
    pub(super) fn claims(&self) -> Claims {
        Claims::parse(&self.text("expect.txt"))
    }

    /// The first release of Java that has what it needs.
    pub(super) fn since(&self) -> u16 {
        self.text("since.txt").trim().parse().unwrap_or(0)
    }

    /// Whether after the edit only what is new is compiled, against what is old.
    pub(super) fn is_compiled_separately(&self) -> bool {
        self.folder.join("separately.txt").is_file()
    }

    /// Files that are gone after the edit.
    pub(super) fn deleted(&self) -> Vec<String> {
        self.text("delete.txt").lines().map(str::to_owned).collect()
    }

    /// The jars of test frameworks.
    pub(super) fn libraries(&self) -> Vec<PathBuf> {
        let list = self.text("libraries.txt");
        let list = if list.is_empty() { "junit4" } else { &list };
        let coordinates: Vec<&str> = list.lines().flat_map(coordinates).collect();
        jars(&coordinates)
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.folder.join(name)).unwrap_or_default()
    }
}

/// What a line of `libraries.txt` stands for: a framework, or a library by its coordinates.
fn coordinates(line: &str) -> Vec<&str> {
    match line {
        "junit3" => vec!["junit:junit:3.8.2"],
        "junit4" => JUNIT_4.to_vec(),
        "jupiter" => JUPITER.to_vec(),
        "vintage" => {
            let engine = ["org.junit.vintage:junit-vintage-engine:5.11.4"];
            [JUPITER.as_slice(), &engine, &JUNIT_4].concat()
        }
        "suite" => SUITE.to_vec(),
        "testng" => TESTNG.to_vec(),
        other => vec![other],
    }
}
