//! A machine that stays: programs in it, what goes wrong with it, and its class files.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use tamis_progen::java::{SourceFile, Style, sources};
use tamis_progen::testing::{TestPlan, tests};
use tamis_progen::{Constraint, Mode, Operator, enumerate};
use tamis_testkit::{Job, files_below, jars, jdk, sources_below};

use super::*;
use crate::test_files::TestFile;

fn launch() -> Launch {
    let junit = jars(&["junit:junit:4.13.2", "org.hamcrest:hamcrest-core:1.3"]);
    let java = jdk(17).home.join("bin/java");
    Launch { java, junit, bind: |command| command, is_stopped: Arc::new(|| false), is_brief: true }
}

fn unit(members: &str) -> Sources {
    let mut unit = Unit::empty(UnitKind::Class, ClassName::new("p", "A"));
    unit.members.push(members.to_owned());
    Sources { units: vec![unit], ..Sources::default() }
}

fn program(number: i64) -> Sources {
    unit(&format!("public long f = {number};"))
}

fn test() -> TestFiles {
    let text = "package p; public class ATest { public static Object[] kept = new Object[1];\n\
                @org.junit.Test public void test() { A a = new A(); kept[0] = a;\n\
                org.junit.Assert.assertEquals(1, a.f); } }";
    let file = SourceFile { path: "p/ATest.java".to_owned(), text: text.to_owned() };
    let named = vec![BTreeSet::from([ClassName::new("p", "A")])];
    TestFiles { files: vec![TestFile { file, names: 0 }], named }
}

#[test]
fn one_machine_compiles_and_runs_programs_that_share_names() {
    let folder = tempfile::tempdir().unwrap();
    let mut machine = Machine::start(&launch(), folder.path(), &[]).unwrap();
    let jar = folder.path().join("classes.jar");
    let tests = ["p.ATest".to_owned()];
    let mut states = Vec::new();
    for number in [1, 2, 1] {
        assert_eq!(machine.compile(&program(number), &test(), &jar).unwrap(), None);
        let ended = machine.run(&jar, &tests, true).unwrap();
        assert_eq!(ended[0].failure.is_none(), number == 1, "{ended:?}");
        states.push(ended[0].state.clone());
    }
    assert_eq!(states[0], states[2]);
    assert_ne!(states[0], states[1]);
    assert!(states[0].contains("p.A java.lang.Object"), "{}", states[0]);
}

#[test]
fn classes_of_a_library_are_in_a_jar_of_their_own_that_is_exchanged() {
    let folder = tempfile::tempdir().unwrap();
    let mut machine = Machine::start(&launch(), folder.path(), &[]).unwrap();
    let jar = folder.path().join("classes.jar");
    let constraint = Constraint::find("JD6").unwrap();
    let all = enumerate(constraint).unwrap();
    let program = sources(&all[0], &constraint.names, Style::Resolved, "root");
    let evolution = Operator::JarSwap.evolve(&program, &program, Mode::Default).remove(0);
    let before = evolution.before.unwrap();
    let tests = tests(&before, &TestPlan { most: 12, ..TestPlan::default() });
    let files = TestFiles::new(&before, &tests, "root.tests");
    let names: Vec<String> = tests.iter().map(|test| format!("root.tests.{}", test.name)).collect();
    let mut failing = Vec::new();
    for (revision, library) in [(&before, "library-1.jar"), (&evolution.after, "library-2.jar")] {
        assert_eq!(machine.compile(revision, &files, &jar).unwrap(), None);
        let holds = |jar: &Path| {
            let entry = b"FeatureLibraryPart.class";
            fs::read(jar).unwrap().windows(entry.len()).any(|part| part == entry)
        };
        assert!(holds(&folder.path().join(library)) && !holds(&jar), "{library}");
        let libraries = || fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path());
        let libraries = libraries().filter(|path| path.display().to_string().contains("library-"));
        assert_eq!(libraries.count(), 1, "that of the revision before is gone");
        let ended = machine.run(&jar, &names, false).unwrap();
        failing.push(ended.iter().filter(|each| each.failure.is_some()).count());
    }
    assert_eq!(failing[0], 0);
    assert!(failing[1] > 0 && failing[1] < names.len(), "{failing:?} of {}", names.len());
    // A program without a library names none.
    let own = TestFiles::new(&program, &[], "root.tests");
    assert_eq!(machine.compile(&program, &own, &jar).unwrap(), None);
    assert!(!fs::read(&jar).unwrap().windows(8).any(|part| part == b"META-INF"));
    assert!(!folder.path().join("library-2.jar").exists());
}

#[test]
fn what_the_compiler_says_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let mut machine = Machine::start(&launch(), folder.path(), &[]).unwrap();
    let jar = folder.path().join("classes.jar");
    let said = machine.compile(&unit("B b;"), &test(), &jar).unwrap().unwrap();
    assert!(said.contains("p/A.java:4"), "{said}");
    assert_eq!(machine.compile(&program(1), &test(), &jar).unwrap(), None);
}

/// The same tests, and no machine has seen them.
fn with_a_comment(tests: &TestFiles, number: usize) -> TestFiles {
    let commented = |test: &TestFile| {
        let text = format!("{}// {number}", test.file.text);
        let file = SourceFile { text, ..test.file.clone() };
        TestFile { file, names: test.names }
    };
    TestFiles { files: tests.files.iter().map(commented).collect(), named: tests.named.clone() }
}

#[test]
fn tests_that_are_kept_are_what_the_compiler_makes_of_them() {
    let folder = tempfile::tempdir().unwrap();
    let mut machine = Machine::start(&launch(), folder.path(), &[]).unwrap();
    let jar = folder.path().join("classes.jar");
    let aside = folder.path().join("aside");
    fs::create_dir(&aside).unwrap();
    let mut other = Machine::start(&launch(), &aside, &[]).unwrap();
    let mut compiled = 0;
    for id in ["JD2", "JD4", "JD5"] {
        let constraint = Constraint::find(id).unwrap();
        let all = enumerate(constraint).unwrap();
        let written =
            |program| sources(program, &constraint.names, Style::Resolved, &id.to_lowercase());
        let (program, next) = (written(&all[all.len() / 3]), written(&all[all.len() / 2]));
        let plan = TestPlan { most: 12, ..TestPlan::default() };
        let files = TestFiles::new(&program, &tests(&program, &plan), "p.tests");
        assert_eq!(machine.compile(&program, &files, &jar).unwrap(), None);
        for operator in Operator::published() {
            for evolution in operator.evolve(&program, &next, Mode::Default) {
                compiled += 1;
                let with_kept = machine.compile(&evolution.after, &files, &jar).unwrap();
                let with_kept = (with_kept.is_none(), fs::read(&jar).unwrap());
                let edited = with_a_comment(&files, compiled);
                let anew = other.compile(&evolution.after, &edited, &jar).unwrap();
                let anew = (anew.is_none(), fs::read(&jar).unwrap());
                assert!(with_kept == anew, "{id} {operator} {}", evolution.site);
            }
        }
    }
    assert!(compiled > 20, "{compiled}");
}

#[test]
fn a_machine_that_ends_is_an_error_with_its_last_words() {
    let folder = tempfile::tempdir().unwrap();
    let no_option = [OsString::from("-XX:NoSuchOption")];
    let error = Machine::start(&launch(), folder.path(), &no_option).err().unwrap();
    let text = format!("{error:#}");
    assert!(text.contains("a JVM did not start: it ended"), "{text}");
}

/// Starts a script that stands for `java`.
fn scripted(folder: &Path, script: &str, is_stopped: bool) -> anyhow::Result<()> {
    let java = folder.join("java");
    fs::write(&java, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(&java, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let launch = Launch { java, is_stopped: Arc::new(move || is_stopped), ..launch() };
    Machine::try_out(&launch, &folder.join("machine"))
}

#[test]
fn a_machine_that_cannot_go_on_says_how_it_ended_whatever_it_has_started() {
    let java = jdk(17).home.join("bin/java").display().to_string();
    let folder = tempfile::tempdir().unwrap();
    scripted(folder.path(), &format!("exec {java} \"$@\""), false).unwrap();
    let jre = format!("exec {java} --limit-modules java.base,java.compiler,java.desktop \"$@\"");
    for (script, expected) in [
        (
            "exit 3",
            "a JVM did not start: it ended with exit code 3, and its last words are: nothing",
        ),
        ("kill -SEGV $$", "a JVM did not start: it ended by signal 11, and"),
        // What it leaves has its output, and belongs to no group of ours.
        ("setsid sleep 60 & exit 4", "a JVM did not start: it ended with exit code 4, and"),
        (jre.as_str(), "/java` has no compiler; a JDK is needed"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let began = Instant::now();
        let error = format!("{:#}", scripted(folder.path(), script, false).unwrap_err());
        assert!(error.contains(expected), "{script}: {error}");
        assert!(!error.contains("whole buffer"), "{script}: {error}");
        assert!(began.elapsed() < Duration::from_secs(50), "{script}");
    }
}

#[test]
fn a_machine_that_hangs_ends_with_all_that_it_has_started_when_we_are_to_end() {
    let folder = tempfile::tempdir().unwrap();
    let child = folder.path().join("child");
    // The shell waits, and so would whoever kills nothing but it.
    let script = format!("sleep 1000 & echo $! > {}; wait", child.display());
    let error = format!("{:#}", scripted(folder.path(), &script, true).unwrap_err());
    assert!(error.contains("a JVM did not start: it was stopped"), "{error}");
    let child = fs::read_to_string(child).unwrap();
    let command = format!("/proc/{}/cmdline", child.trim());
    // A process that was killed takes a moment to go.
    let began = Instant::now();
    while fs::read_to_string(&command).unwrap_or_default().contains("sleep") {
        assert!(began.elapsed() < Duration::from_mins(1), "it is there still");
        thread::yield_now();
    }
}

#[test]
fn the_class_files_of_the_resident_are_those_of_its_sources() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let out = tempfile::tempdir().unwrap();
    let sources = sources_below(&root.join("java"));
    let flags = vec!["-g:none".to_owned()];
    jdk(17).compile(&[Job { out: out.path().to_owned(), release: 8, flags, sources }]);
    let made = out.path().join("tamis");
    let kept = root.join("classes/tamis");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::create_dir_all(kept.join("run")).unwrap();
        for file in files_below(&made) {
            fs::copy(&file, kept.join(file.strip_prefix(&made).unwrap())).unwrap();
        }
    }
    let content = |folder: &Path| -> Vec<(PathBuf, Vec<u8>)> {
        let relative = |file: PathBuf| {
            let bytes = fs::read(&file).unwrap();
            (file.strip_prefix(folder).unwrap().to_owned(), bytes)
        };
        files_below(folder).into_iter().map(relative).collect()
    };
    assert!(
        content(&made) == content(&kept),
        "run this test with UPDATE_GOLDEN=1 after a change of the resident"
    );
}
