//! What is recorded of a test. Each fixture in `e2e/recorder` is named for a claim; its `expect.txt` says, line by line,
//! what the recording of a test holds, or with `!` in front does not hold. What does not hold must be something that the
//! sources of the fixture know, lest it be misspelt; `!?` is for what is deliberately nowhere. Both JDKs, each fixture in a
//! JVM of its own.
//! Beside it can stand `libraries.txt`, `arguments.txt` for the JVM, `since.txt` with the first release that has what it
//! needs, and `delete.txt` with class files that are not there when the tests run.

mod spelling;

use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tamis_testkit::{Job, copy_resources, files_below, jars, jdk, sources_below};

use self::spelling::Spelling;
use crate::{Ran, repository, run, tamis};

/// What fixtures are compiled and run with.
const LIBRARIES: [&str; 11] = [
    "org.junit.jupiter:junit-jupiter-api:5.11.4",
    "org.junit.jupiter:junit-jupiter-params:5.11.4",
    "org.junit.jupiter:junit-jupiter-engine:5.11.4",
    "org.junit.vintage:junit-vintage-engine:5.11.4",
    "org.junit.platform:junit-platform-commons:1.11.4",
    "org.junit.platform:junit-platform-engine:1.11.4",
    "org.junit.platform:junit-platform-launcher:1.11.4",
    "org.opentest4j:opentest4j:1.3.0",
    "org.apiguardian:apiguardian-api:1.1.2",
    "junit:junit:4.13.2",
    "org.hamcrest:hamcrest-core:1.3",
];

#[test]
fn recordings_hold_what_the_fixtures_claim_on_17() {
    check_all(17);
}

#[test]
fn recordings_hold_what_the_fixtures_claim_on_25() {
    check_all(25);
}

fn check_all(release: u16) {
    let folder = tempfile::tempdir().unwrap();
    let fixtures = fixtures();
    let project = |fixture: &Path| folder.path().join(fixture.file_name().unwrap());
    let jobs: Vec<_> = fixtures
        .iter()
        .map(|fixture| Job {
            out: project(fixture).join("classes"),
            release: 17,
            flags: vec!["-g".to_owned(), "-cp".to_owned(), join(&libraries(fixture))],
            sources: sources_below(&fixture.join("src")),
        })
        .collect();
    jdk(17).compile(&jobs);
    let mut wrong = Vec::new();
    for fixture in &fixtures {
        let since = fs::read_to_string(fixture.join("since.txt"));
        if since.is_ok_and(|since| since.trim().parse::<u16>().unwrap() > release) {
            continue;
        }
        let project = project(fixture);
        set_up(fixture, &project);
        let ran = record(release, fixture, &project);
        let name = fixture.file_name().unwrap().display();
        match serde_json::from_str(&ran.stdout) {
            Ok(recording) => {
                let lines = fs::read_to_string(fixture.join("expect.txt")).unwrap();
                let failed = check(&recording, &lines, &Spelling::of(fixture));
                wrong.extend(failed.into_iter().map(|line| format!("{name}: {line}")));
            }
            Err(error) => wrong.push(format!("{name}: {error}\n{}", ran.stderr)),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What a fixture is compiled and run with, if it says nothing else.
fn libraries(fixture: &Path) -> Vec<PathBuf> {
    match fs::read_to_string(fixture.join("libraries.txt")) {
        Ok(list) => jars(&list.lines().collect::<Vec<_>>()),
        Err(_) => jars(&LIBRARIES),
    }
}

fn fixtures() -> Vec<PathBuf> {
    let list = fs::read_dir(repository().join("e2e/recorder")).unwrap();
    let mut fixtures: Vec<_> = list.map(|entry| entry.unwrap().path()).collect();
    fixtures.sort();
    assert!(fixtures.len() >= 30, "{fixtures:?}");
    fixtures
}

fn join(paths: &[PathBuf]) -> String {
    let paths: Vec<_> = paths.iter().map(|path| path.to_string_lossy().into_owned()).collect();
    paths.join(":")
}

/// Puts the files of a fixture where its tests look for them.
fn set_up(fixture: &Path, project: &Path) {
    copy_resources(&fixture.join("src"), &project.join("classes"));
    let deleted = fs::read_to_string(fixture.join("delete.txt")).unwrap_or_default();
    for file in deleted.lines() {
        fs::remove_file(project.join("classes").join(file)).unwrap();
    }
    let data = fixture.join("data");
    if !data.is_dir() {
        return;
    }
    for file in files_below(&data) {
        let copy = project.join(file.strip_prefix(fixture).unwrap());
        fs::create_dir_all(copy.parent().unwrap()).unwrap();
        fs::copy(file, copy).unwrap();
    }
    // What cannot be kept as a plain file: zips, and a link.
    for name in ["plain.zip", "mounted.zip", "with space.jar"] {
        fs::write(project.join("data").join(name), zip_of("a.txt", b"a\n")).unwrap();
    }
    if data.join("stream.txt").is_file() {
        let link = project.join("data/link.txt");
        let _ = fs::remove_file(&link);
        std::os::unix::fs::symlink("stream.txt", link).unwrap();
    }
}

/// A zip with one stored entry.
fn zip_of(name: &str, content: &[u8]) -> Vec<u8> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    let mut archive = rawzip::ZipArchiveWriter::new(&mut bytes);
    let (mut entry, config) = archive.new_file(name).start().unwrap();
    let mut writer = config.wrap(&mut entry);
    writer.write_all(content).unwrap();
    let (_, descriptor) = writer.finish().unwrap();
    entry.finish(descriptor).unwrap();
    archive.finish().unwrap();
    bytes.into_inner()
}

fn record(release: u16, fixture: &Path, project: &Path) -> Ran {
    let classes = project.join("classes");
    let class_path = format!("{}:{}", classes.display(), join(&libraries(fixture)));
    let arguments = fs::read_to_string(fixture.join("arguments.txt")).unwrap_or_default();
    run(tamis()
        .args(["run", "--format", "json", "--show", "--record-only", "--classpath", &class_path])
        .arg("--tests")
        .arg(&classes)
        .arg("--project")
        .arg(project)
        .arg("--")
        .args(arguments.lines())
        .env("JAVA_HOME", jdk(release).home))
}

/// The lines that do not hold.
fn check(recording: &Value, lines: &str, spelling: &Spelling) -> Vec<String> {
    let mut wrong = Vec::new();
    for line in lines.lines() {
        let denied = line.strip_prefix("! ");
        let (claim, is_expected) = match denied.or_else(|| line.strip_prefix("!? ")) {
            Some(claim) => (claim, false),
            None => (line, true),
        };
        let (test, claim) = claim.split_once(' ').unwrap();
        if denied.is_some() && !spelling.knows(claim) {
            wrong.push(format!("{line}: the fixture has no such thing, so this is misspelt"));
        }
        let tests = recording["tests"].as_array().unwrap();
        let Some(found) = tests.iter().find(|each| each["test"] == test) else {
            wrong.push(format!("{test} is not there"));
            continue;
        };
        if holds(recording, found, claim) != is_expected {
            wrong.push(line.to_owned());
        }
    }
    let tests = recording["tests"].as_array().unwrap().iter();
    let is_known = |test: &Value| {
        let claim = format!("{} incomplete", test["test"].as_str().unwrap());
        lines.lines().any(|line| line == claim)
    };
    let incomplete = tests.filter(|test| test["complete"] != true && !is_known(test));
    wrong.extend(incomplete.map(|test| format!("{} {}", test["test"], test["incomplete"])));
    wrong
}

fn holds(recording: &Value, test: &Value, claim: &str) -> bool {
    let (kind, what) = claim.split_once(' ').unwrap_or((claim, ""));
    let names = |list: &Value, key: &str| -> BTreeSet<String> {
        let items = list.as_array().into_iter().flatten();
        items.filter_map(|item| Some(item[key].as_str()?.to_owned())).collect()
    };
    let texts = |list: &Value| -> BTreeSet<String> {
        let items = list.as_array().into_iter().flatten();
        items.filter_map(|item| Some(item.as_str()?.to_owned())).collect()
    };
    let observed = |key: &str| texts(&test["observations"][key]).contains(what);
    match kind {
        "method" => methods(test).contains(what),
        "class" => names(&test["classes"], "name").contains(what),
        "loaded" => {
            let machine = test["machine"].as_u64().unwrap() as usize;
            let count = test["classes-loaded"].as_u64().unwrap() as usize;
            let classes = recording["machines"][machine]["classes"].as_array().unwrap();
            classes.iter().take(count).any(|class| class["name"] == what)
        }
        "introspected" => observed("classes-introspected"),
        "serialised" => observed("classes-serialised"),
        "class-lookup" => observed("classes-looked-up"),
        "hidden" => observed("hidden-classes-defined"),
        "resource" => observed("resources-looked-up"),
        "resources" => observed("resources-listed"),
        "bundle" => observed("bundles-looked-up"),
        "property" => observed("properties-read"),
        "variable" => observed("variables-read"),
        "process" => observed("processes-started"),
        "network" => observed("network-used"),
        "input" => observed("input-read"),
        "foreign" => observed("native-functions"),
        "default-set" => observed("defaults-set"),
        "property-set" => observed("properties-set"),
        "properties" => texts(&test["observations"]["properties-read"]).contains("*"),
        "variables" => texts(&test["observations"]["variables-read"]).contains("*"),
        "opaque" => test["opaque"] == true,
        "incomplete" => test["complete"] == false,
        "file-read" => texts(&test["files-read"]).contains(what),
        // Of a file that is not the fixture's, by its name alone.
        "file-read-called" => {
            let is_called = |file: &String| Path::new(file).ends_with(what);
            texts(&test["files-read"]).iter().any(is_called)
        }
        "file-probed" => texts(&test["files-probed"]).contains(what),
        "folder-listed" => texts(&test["folders-listed"]).contains(what),
        "written" => texts(&test["files-written"]).contains(what),
        "after" => texts(&test["after"]).contains(what),
        "result" => {
            let (method, outcome) = what.rsplit_once(' ').unwrap();
            let method = if method == "-" { "" } else { method };
            let results = test["results"].as_array().unwrap();
            results.iter().any(|result| result["method"] == method && result["outcome"] == outcome)
        }
        // All there are, each once, in any order; of classes inside the test with their names.
        "results" => {
            let mut claimed: Vec<String> = what.split(", ").map(str::to_owned).collect();
            let mut found = results(test);
            claimed.sort();
            found.sort();
            claimed == found
        }
        // A claim that is misspelt must not look as if it did not hold.
        other => unreachable!("no such claim: {other}"),
    }
}

/// Method and outcome of each result.
fn results(test: &Value) -> Vec<String> {
    let text = |result: &Value, key: &str| result[key].as_str().unwrap().to_owned();
    let results = test["results"].as_array().unwrap().iter();
    results
        .map(|result| {
            let (class, method) = (text(result, "class"), text(result, "method"));
            let outcome = text(result, "outcome");
            if test["test"] == class.as_str() {
                format!("{method} {outcome}")
            } else {
                format!("{class}.{method} {outcome}")
            }
        })
        .collect()
}

/// Methods as a developer writes them, such as `p.A.f(int,java.lang.String)`.
fn methods(test: &Value) -> BTreeSet<String> {
    let methods = test["methods"].as_array().into_iter().flatten();
    methods
        .map(|method| {
            let text = |key: &str| method[key].as_str().unwrap();
            format!("{}.{}({})", text("class"), text("name"), parameters(text("descriptor")))
        })
        .collect()
}

fn parameters(descriptor: &str) -> String {
    let mut rest = &descriptor[1..descriptor.find(')').unwrap()];
    let mut names = Vec::new();
    while let Some(first) = rest.chars().next() {
        let (name, length) = match first {
            'L' => {
                let end = rest.find(';').unwrap();
                (rest[1..end].replace('/', "."), end + 1)
            }
            'I' => ("int".to_owned(), 1),
            other => (other.to_string(), 1),
        };
        names.push(name);
        rest = &rest[length..];
    }
    names.join(",")
}
