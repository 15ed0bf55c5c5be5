//! `tamis run` that selects, and the verbs around it: on a real JVM, with evidence on disk.

mod evidence;
mod leaning;
mod network;
mod verbs;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use tamis_testkit::{Job, files_below, jars, jdk, sources_below};

use crate::{Ran, run, tamis};

const JUNIT4: &[&str] = &["junit:junit:4.13.2", "org.hamcrest:hamcrest-core:1.3"];

const CALC: &str = "public class Calc {
    static int add(int a, int b) { return a + b; }
    static int multiply(int a, int b) { return a * b; }
}";

/// The same, and yet not: what it does is written differently.
const OTHER_CALC: &str = "public class Calc {
    static int add(int a, int b) { return b + a; }
    static int multiply(int a, int b) { return a * b; }
}";

const ADD_TEST: &str = "public class AddTest { @org.junit.Test public void adds() {
    org.junit.Assert.assertEquals(5, Calc.add(2, 3));
} }";

const MULTIPLY_TEST: &str = "public class MultiplyTest { @org.junit.Test public void multiplies() {
    org.junit.Assert.assertEquals(6, Calc.multiply(2, 3));
} }";

const FILE_TEST: &str =
    "public class FileTest { @org.junit.Test public void reads() throws Exception {
    java.nio.file.Path file = java.nio.file.Paths.get(\"data.txt\");
    org.junit.Assert.assertEquals(\"good\", new String(java.nio.file.Files.readAllBytes(file)));
} }";

/// A project with sources, a file that a test reads, and evidence; in a folder that can be moved.
struct Project {
    _temporary: tempfile::TempDir,
    root: PathBuf,
    release: u16,
}

impl Project {
    /// The shop of three tests, compiled and never run.
    fn new() -> Self {
        Self::of(&[
            ("Calc", CALC),
            ("AddTest", ADD_TEST),
            ("MultiplyTest", MULTIPLY_TEST),
            ("FileTest", FILE_TEST),
        ])
    }

    fn of(sources: &[(&str, &str)]) -> Self {
        let temporary = tempfile::tempdir().unwrap();
        let root = temporary.path().join("work");
        let project = Self { root, _temporary: temporary, release: 17 };
        sources.iter().for_each(|(name, text)| project.write(name, text));
        fs::write(project.path("data.txt"), "good").unwrap();
        project.compile();
        project
    }

    /// The three tests, all of which passed.
    fn passed() -> Self {
        let project = Self::new();
        let ran = project.run(&[]);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        project
    }

    fn path(&self, name: &str) -> PathBuf {
        self.root.join(name)
    }

    fn write(&self, class: &str, text: &str) {
        fs::create_dir_all(self.path("src/p")).unwrap();
        fs::write(self.path(&format!("src/p/{class}.java")), format!("package p; {text}")).unwrap();
    }

    /// From nothing, as after `clean`.
    fn compile(&self) {
        let out = self.path("classes");
        let _ = fs::remove_dir_all(&out);
        let flags = vec!["-classpath".to_owned(), libraries()];
        let sources = sources_below(&self.path("src"));
        jdk(17).compile(&[Job { out, release: 11, flags, sources }]);
    }

    fn edit(&self, class: &str, text: &str) {
        self.write(class, text);
        self.compile();
    }

    fn command(&self, verb: &str, words: &[&str]) -> Command {
        let mut command = tamis();
        command.arg(verb).args(words).current_dir(&self.root);
        command.env("JAVA_HOME", jdk(self.release).home);
        command
    }

    /// A verb that looks at the class path.
    fn verb(&self, verb: &str, words: &[&str]) -> Ran {
        run(&mut self.on_class_path(verb, words))
    }

    fn on_class_path(&self, verb: &str, words: &[&str]) -> Command {
        let class_path = format!("classes:{}", libraries());
        self.command(verb, &[&["--classpath", class_path.as_str()], words].concat())
    }

    fn run(&self, words: &[&str]) -> Ran {
        self.verb("run", words)
    }

    /// Runs, and says which tests ran, by their simple names.
    fn ran(&self, words: &[&str]) -> Vec<String> {
        let events = self.path("events.jsonl");
        let ran = self.run(&[&["--events", "events.jsonl"], words].concat());
        assert!([0, 1].contains(&ran.code), "{}", ran.stderr);
        let text = fs::read_to_string(&events).unwrap();
        fs::remove_file(events).unwrap();
        let events = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let events = events.filter(|event| event["verdict"] == "run");
        let mut tests: Vec<String> = events.map(|event| simple(&event["test"])).collect();
        tests.sort();
        tests
    }

    /// The tests that would run.
    fn selected(&self, words: &[&str]) -> Vec<String> {
        let document = self.select(words);
        let tests = document["tests"].as_array().unwrap().iter();
        tests.filter(|test| test["verdict"] == "run").map(|test| simple(&test["test"])).collect()
    }

    fn select(&self, words: &[&str]) -> Value {
        let ran = self.verb("select", &[&["--format", "json"], words].concat());
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        serde_json::from_str(&ran.stdout).unwrap()
    }

    /// The kind of the first reason why a test would run.
    fn reason(&self, test: &str) -> Value {
        let document = self.select(&[]);
        let tests = document["tests"].as_array().unwrap();
        let test = tests.iter().find(|row| simple(&row["test"]) == test).unwrap();
        test["reasons"][0]["kind"].clone()
    }

    /// The files of evidence.
    fn blocks(&self) -> Vec<PathBuf> {
        blocks(&self.path(".tamis"))
    }
}

fn blocks(store: &Path) -> Vec<PathBuf> {
    let folder = store.join("evidence");
    if folder.is_dir() { files_below(&folder) } else { Vec::new() }
}

fn libraries() -> String {
    let jars: Vec<String> = jars(JUNIT4).iter().map(|jar| jar.display().to_string()).collect();
    jars.join(":")
}

fn simple(test: &Value) -> String {
    test.as_str().unwrap().rsplit('.').next().unwrap().to_owned()
}

/// All files below a folder with what is in them.
fn tree(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    files_below(folder).into_iter().map(|file| (file.clone(), fs::read(file).unwrap())).collect()
}

const NONE: [&str; 0] = [];

/// With both JDKs: what is skipped, and what an edit selects.
#[test]
fn switching_to_a_branch_and_back_selects_nothing() {
    for release in [17, 25] {
        let mut project = Project::new();
        project.release = release;
        assert_eq!(project.ran(&[]), ["AddTest", "FileTest", "MultiplyTest"]);
        assert_eq!(project.ran(&[]), NONE);
        project.edit("Calc", OTHER_CALC);
        assert_eq!(project.selected(&[]), ["AddTest"]);
        assert_eq!(project.selected(&["--technique", "class"]), ["AddTest", "MultiplyTest"]);
        assert_eq!(project.selected(&["--technique", "hybrid-f"]), ["AddTest"]);
        assert_eq!(project.selected(&["--coarsen", "CSM"]), ["AddTest", "MultiplyTest"]);
        assert_eq!(project.ran(&[]), ["AddTest"]);
        project.edit("Calc", CALC);
        assert_eq!(project.ran(&[]), NONE, "back again");
        project.edit("Calc", OTHER_CALC);
        assert_eq!(project.ran(&[]), NONE, "and there");
    }
}

#[test]
fn a_touch_a_rebuild_and_another_place_select_nothing() {
    let mut project = Project::passed();
    for file in files_below(&project.path("classes")) {
        let file = fs::File::options().append(true).open(file).unwrap();
        file.set_modified(std::time::SystemTime::now()).unwrap();
    }
    assert_eq!(project.selected(&[]), NONE, "touched");
    project.edit("Calc", &CALC.replace("public class", "/* a comment */\n\npublic class"));
    assert_eq!(project.selected(&[]), NONE, "rebuilt with other line numbers");
    let elsewhere = project.root.parent().unwrap().join("moved/to here");
    fs::create_dir_all(elsewhere.parent().unwrap()).unwrap();
    fs::rename(&project.root, &elsewhere).unwrap();
    project.root = elsewhere;
    assert_eq!(project.selected(&[]), NONE, "moved");
    project.compile();
    assert_eq!(project.ran(&[]), NONE, "moved and rebuilt");
    fs::write(project.path("data.txt"), "evil").unwrap();
    assert_eq!(project.ran(&[]), ["FileTest"]);
}

#[test]
fn a_test_that_failed_stays_selected_until_it_passes() {
    let project = Project::passed();
    fs::write(project.path("data.txt"), "evil").unwrap();
    for _ in 0..2 {
        assert_eq!(project.ran(&[]), ["FileTest"]);
        assert_eq!(project.reason("FileTest"), "failed");
    }
    fs::write(project.path("data.txt"), "good").unwrap();
    assert_eq!(project.selected(&[]), NONE, "that it failed belongs to another state");
    fs::write(project.path("data.txt"), "evil").unwrap();
    project.edit("FileTest", &FILE_TEST.replace("good", "evil"));
    assert_eq!(project.ran(&[]), ["FileTest"]);
    assert_eq!(project.selected(&[]), NONE);
}

#[test]
fn a_new_test_runs_and_one_that_goes_is_forgotten() {
    let project = Project::passed();
    project.edit("MoreTest", &ADD_TEST.replace("AddTest", "MoreTest"));
    assert_eq!(project.reason("MoreTest"), "new-test");
    assert_eq!(project.ran(&[]), ["MoreTest"]);
    fs::remove_file(project.path("src/p/AddTest.java")).unwrap();
    project.compile();
    assert_eq!(project.selected(&[]), NONE);
    let tests = project.select(&[])["tests"].as_array().unwrap().len();
    assert_eq!(tests, 3);
}
