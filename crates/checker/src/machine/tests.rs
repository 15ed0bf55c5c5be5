//! A machine that stays: programs in it, what goes wrong with it, and its class files.

use std::fs;
use std::path::{Path, PathBuf};

use tamis_progen::java::SourceFile;
use tamis_testkit::{Job, files_below, jars, jdk, sources_below};

use super::*;

fn launch() -> Launch {
    let junit = jars(&["junit:junit:4.13.2", "org.hamcrest:hamcrest-core:1.3"]);
    Launch { java: jdk(17).home.join("bin/java"), junit }
}

fn file(path: &str, text: &str) -> SourceFile {
    SourceFile { path: path.to_owned(), text: text.to_owned() }
}

fn program(number: i64) -> Vec<SourceFile> {
    let class = format!("package p; public class A {{ public long f = {number}; }}");
    let test = "package p; public class ATest { public static Object[] kept = new Object[1];\n\
                @org.junit.Test public void test() { A a = new A(); kept[0] = a;\n\
                org.junit.Assert.assertEquals(1, a.f); } }";
    vec![file("p/A.java", &class), file("p/ATest.java", test)]
}

#[test]
fn one_machine_compiles_and_runs_programs_that_share_names() {
    let folder = tempfile::tempdir().unwrap();
    let mut machine = Machine::start(&launch(), folder.path(), &[]).unwrap();
    let jar = folder.path().join("classes.jar");
    let tests = ["p.ATest".to_owned()];
    let mut states = Vec::new();
    for number in [1, 2, 1] {
        assert_eq!(machine.compile(&program(number), &[], &jar).unwrap(), None);
        let ended = machine.run(&jar, &tests, true).unwrap();
        assert_eq!(ended[0].failure.is_none(), number == 1, "{ended:?}");
        states.push(ended[0].state.clone());
    }
    assert_eq!(states[0], states[2]);
    assert_ne!(states[0], states[1]);
    assert!(states[0].contains("p.A java.lang.Object"), "{}", states[0]);
}

#[test]
fn what_the_compiler_says_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let mut machine = Machine::start(&launch(), folder.path(), &[]).unwrap();
    let jar = folder.path().join("classes.jar");
    let broken = [file("p/A.java", "package p; class A { B b; }")];
    let said = machine.compile(&broken, &[], &jar).unwrap().unwrap();
    assert!(said.contains("p/A.java:1"), "{said}");
    assert_eq!(machine.compile(&program(1), &[], &jar).unwrap(), None);
}

#[test]
fn a_machine_that_ends_is_an_error_with_its_last_words() {
    let folder = tempfile::tempdir().unwrap();
    let no_option = [OsString::from("-XX:NoSuchOption")];
    let error = Machine::start(&launch(), folder.path(), &no_option).err().unwrap();
    let text = format!("{error:#}");
    assert!(text.contains("a JVM did not start: it ended"), "{text}");
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
