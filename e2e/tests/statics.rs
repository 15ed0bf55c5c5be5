//! Static techniques, and the verbs around the graph: real class files, tests that ran on a real JVM.

mod figures;
mod verbs;

use std::fs;
use std::path::PathBuf;

use serde_json::Value;
use tamis_testkit::{Job, files_below, jars, jdk, sources_below};

use crate::bad_input::jar;
use crate::{Ran, run, tamis};

const JUNIT4: &[&str] = &["junit:junit:4.13.2", "org.hamcrest:hamcrest-core:1.3"];

/// A project with a library `lib.jar` in package `q`.
struct Project {
    _temporary: tempfile::TempDir,
    root: PathBuf,
    release: u16,
}

impl Project {
    /// Compiled, and never run. Names are those of classes, with a folder; what is in `q` belongs to the library.
    fn of(release: u16, sources: &[(&str, &str)]) -> Self {
        let temporary = tempfile::tempdir().unwrap();
        let root = temporary.path().join("work");
        let project = Self { root, _temporary: temporary, release };
        sources.iter().for_each(|(name, text)| project.write(name, text));
        project.compile();
        project
    }

    /// All tests passed.
    fn passed(release: u16, sources: &[(&str, &str)]) -> Self {
        let project = Self::of(release, sources);
        let ran = project.verb("run", &["--technique", "static"]);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        project
    }

    fn write(&self, class: &str, text: &str) {
        let (package, _) = class.split_once('/').unwrap();
        let folder = self.root.join(if package == "q" { "lib-src" } else { "src" });
        fs::create_dir_all(folder.join(package)).unwrap();
        fs::write(folder.join(format!("{class}.java")), format!("package {package}; {text}"))
            .unwrap();
    }

    fn compile(&self) {
        let (classes, lib) = (self.root.join("classes"), self.root.join("lib-classes"));
        let _ = fs::remove_dir_all(&classes);
        let job = |from: &str, out: &PathBuf, class_path: String| Job {
            out: out.clone(),
            release: 11,
            flags: vec!["-classpath".to_owned(), class_path],
            sources: sources_below(&self.root.join(from)),
        };
        let mut entries = Vec::new();
        if self.root.join("lib-src").is_dir() {
            let _ = fs::remove_dir_all(&lib);
            jdk(17).compile(&[job("lib-src", &lib, libraries())]);
            for file in files_below(&lib) {
                let name = file.strip_prefix(&lib).unwrap().to_str().unwrap().to_owned();
                entries.push((name, fs::read(&file).unwrap()));
            }
        }
        let entries: Vec<(&str, &[u8])> =
            entries.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())).collect();
        fs::write(self.root.join("lib.jar"), jar(&entries)).unwrap();
        let class_path = format!("{}:{}", self.root.join("lib.jar").display(), libraries());
        jdk(17).compile(&[job("src", &classes, class_path)]);
    }

    fn edit(&self, class: &str, text: &str) {
        self.write(class, text);
        self.compile();
    }

    fn verb(&self, verb: &str, words: &[&str]) -> Ran {
        let class_path = format!("classes:lib.jar:{}", libraries());
        let mut command = tamis();
        command.arg(verb).args(["--classpath", &class_path]).args(words).current_dir(&self.root);
        run(command.env("JAVA_HOME", jdk(self.release).home))
    }

    /// The tests that a technique selects, without package and with blanks between.
    fn selected(&self, technique: &str) -> String {
        let ran = self.verb("select", &["--technique", technique, "--format", "json"]);
        let answer: Value = serde_json::from_str(&ran.stdout).unwrap_or_default();
        assert_eq!(answer["technique"], technique, "{}", ran.stderr);
        let tests = answer["tests"].as_array().unwrap().iter();
        let runs = tests.filter(|test| test["verdict"] == "run");
        let name =
            |test: &Value| test["test"].as_str().unwrap().replace("p.", "").replace("Test", "");
        runs.map(name).collect::<Vec<_>>().join(" ")
    }

    #[track_caller]
    fn check(&self, expected: &[(&str, &str)]) {
        for (technique, expected) in expected {
            assert_eq!(self.selected(technique), *expected, "{technique} on {}", self.release);
        }
    }
}

fn libraries() -> String {
    let jars: Vec<String> = jars(JUNIT4).iter().map(|jar| jar.display().to_string()).collect();
    jars.join(":")
}
