//! What keeps tests from being run or told of is said together with what to do about it.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use tamis_testkit::jdk;

use super::{FIVE, FOUR, HELPER, JUNIT4, JUPITER, Project};
use crate::{Ran, bad_input, run, tamis};

#[test]
fn what_cannot_be_run_is_an_error_with_a_hint() {
    let project = Project::new(&[JUPITER], &[FIVE]);
    let ran = project.run(&["--tests", "p.Lost"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
    let expected = "error: test class `p.Lost` is not on the class path\n\
                    hint: add the folder or jar that holds it to --classpath\n";
    assert_eq!(ran.stderr, expected);
    let classes = project.path("classes");
    let ran = run(tamis().args(["run", "--classpath"]).arg(classes));
    assert_eq!(ran.code, 2);
    let expected = "error: there is no test framework on the class path\nhint: add ";
    assert!(ran.stderr.starts_with(expected), "{}", ran.stderr);
}

/// An error that ends the run before any test: what it says, and what it advises.
fn check(ran: &Ran, error: &str, hint: &str) {
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{}", ran.stderr);
    let lines: Vec<&str> = ran.stderr.lines().collect();
    let [.., first, second] = lines.as_slice() else { unreachable!("{}", ran.stderr) };
    assert!(first.starts_with("error: ") && first.contains(error), "{}", ran.stderr);
    assert!(second.starts_with("hint: ") && second.contains(hint), "{}", ran.stderr);
}

#[test]
fn what_is_named_and_not_there_is_told_with_a_hint() {
    let project = Project::new(&[JUNIT4], &[FOUR, HELPER]);
    let file = project.path("classes/p/FourTest.class");
    let file = file.to_str().unwrap();
    let no_folder = format!("{file}/below");
    let cases: [(&[&str], &str, &str); 9] = [
        (
            &["--project", "no/such/folder"],
            "cannot use the project `no/such/folder`: ",
            "--project",
        ),
        (&["--project", file], "it is no folder", "--project"),
        (
            &["--tests", "nosuchdir/"],
            "there is no folder, jar or class `nosuchdir/`",
            "that exists",
        ),
        (
            &["--tests", "lib/none.jar"],
            "there is no folder, jar or class `lib/none.jar`",
            "that exists",
        ),
        (&["--tests", "no/such"], "there is no folder, jar or class `no/such`", "that exists"),
        (&["--tests", file], "cannot read", "--tests"),
        (&["--journal", &no_folder], "cannot write journals to", "--journal"),
        (&["--events", &no_folder], "cannot write `", "can be written"),
        (&["--output", &no_folder], "cannot write `", "can be written"),
    ];
    for (words, error, hint) in cases {
        // The project is given once already.
        let mut command = tamis();
        command.args(["run", "--classpath", &project.class_path]).args(words);
        check(&run(command.env("JAVA_HOME", jdk(17).home)), error, hint);
    }
}

const FINE: (&str, &str) =
    ("FineTest", "public class FineTest { @org.junit.Test public void t() { } }");

#[test]
fn a_file_that_is_no_jar_is_told_and_everything_runs() {
    let project = Project::new(&[JUNIT4], &[FINE]);
    fs::write(project.path("junk.jar"), "junk").unwrap();
    let class_path = format!("{}:{}", project.path("junk.jar").display(), project.class_path);
    // As the JVM does, it passes over what is no jar; but nothing can be skipped as long as it is there.
    for _ in 0..2 {
        let mut command = tamis();
        command.args(["run", "--classpath", &class_path]).current_dir(project.folder.path());
        let ran = run(&mut command);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        assert!(ran.stderr.contains("warning: cannot read `"), "{}", ran.stderr);
        assert!(ran.stderr.contains("junk.jar`: not a jar: "), "{}", ran.stderr);
        assert!(ran.stderr.contains("\n1 test class, "), "{}", ran.stderr);
    }
}

#[test]
fn of_test_classes_some_of_which_cannot_be_read_the_others_run() {
    let project = Project::new(&[JUNIT4], &[FOUR, HELPER, FINE]);
    fs::write(project.path("classes/p/FourTest.class"), "junk").unwrap();
    check(&project.run(&["--tests", "p.FourTest"]), "cannot read class `p.FourTest`", "build the");
    for words in [&[][..], &["--isolation", "forked", "--force"]] {
        let ran = project.run(words);
        assert_eq!(ran.code, 1, "{}", ran.stderr);
        let told = [
            "warning: cannot read class `p.FourTest`: ",
            "hint: build the project again",
            "incomplete: p.FourTest: its class file cannot be read",
        ];
        told.iter().for_each(|each| assert!(ran.stderr.contains(each), "{}", ran.stderr));
        assert!(ran.stderr.contains("1 passed, 0 failed"), "{}", ran.stderr);
    }
}

#[test]
fn folders_of_the_user_that_are_missing_are_told_with_a_hint() {
    let project = Project::new(&[JUNIT4], &[FOUR, HELPER]);
    let ran = run(project.command(17).env("TMPDIR", project.path("none")));
    check(&ran, "cannot make a temporary folder", "TMPDIR");
    let ran = run(project.command(17).env_remove("HOME").env_remove("XDG_CACHE_HOME"));
    check(&ran, "neither XDG_CACHE_HOME nor HOME is set", "can be written");
}

#[test]
fn a_jvm_that_does_not_start_is_no_failed_test() {
    let project = Project::new(&[JUNIT4], &[FOUR, HELPER]);
    for word in ["--record-only", "--no-agent"] {
        let ran = project.run(&[word, "--", "-Xbogus"]);
        check(&ran, "the JVM did not start; it ended with exit status: 1", "the words behind `--`");
        assert!(ran.stderr.starts_with("Unrecognized option: -Xbogus\n"), "{}", ran.stderr);
    }
    let ran = project.run(&["--", "-version"]);
    check(&ran, "the JVM did not start; it ended with exit status: 0", "the words behind `--`");
}

#[test]
fn nothing_to_show_is_told_with_what_there_is() {
    let project = Project::new(&[JUNIT4], &[FOUR, HELPER]);
    let ran = project.run(&["--show=p.Nobody"]);
    let expected = "warning: there is nothing to show of `p.Nobody`: it did not run\n\
                    hint: name one that ran, with dots: `p.FourTest`\n";
    assert!(ran.stderr.contains(expected), "{}", ran.stderr);
}

#[test]
fn tests_in_a_jar_that_was_not_named_are_pointed_out() {
    let project = Project::new(&[JUNIT4], &[FOUR, HELPER]);
    let entry = |name: &str| fs::read(project.path(&format!("classes/{name}"))).unwrap();
    let (four, helper) = (entry("p/FourTest.class"), entry("p/Helper.class"));
    let other = entry("p/Other.class");
    let entries: [(&str, &[u8]); 3] =
        [("p/FourTest.class", &four), ("p/Helper.class", &helper), ("p/Other.class", &other)];
    fs::write(project.path("tests.jar"), bad_input::jar(&entries)).unwrap();
    let jar = project.path("tests.jar").display().to_string();
    let (_, libraries) = project.class_path.split_once(':').unwrap();
    let class_path = format!("{jar}:{libraries}");
    let words = |more: &[&str]| {
        let mut command = tamis();
        command.args(["run", "--classpath", &class_path]).args(more);
        command.current_dir(project.folder.path());
        run(command.env("JAVA_HOME", jdk(17).home))
    };
    let ran = words(&[]);
    let expected = format!(
        "warning: no test class was found\nhint: there are tests in `{jar}`: name it with --tests\n"
    );
    assert!(ran.stderr.starts_with(&expected), "{}", ran.stderr);
    let ran = words(&["--tests", &jar]);
    assert!(ran.stderr.ends_with("1 passed, 1 failed, 2 skipped\n"), "{}", ran.stderr);
}

#[test]
fn a_journal_that_does_not_fit_on_the_disk_is_told() {
    let project = Project::new(&[JUNIT4], &[FOUR, HELPER]);
    // A JVM whose files can have one block.
    let home = project.path("jdk");
    fs::create_dir_all(home.join("bin")).unwrap();
    let java = jdk(17).home.join("bin/java");
    let script =
        format!("#!/bin/sh\nulimit -f 1\nexec '{}' -XX:-UsePerfData \"$@\"\n", java.display());
    let file = home.join("bin/java");
    fs::write(&file, script).unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
    let ran = run(project.command(17).env("JAVA_HOME", &home));
    assert_eq!((ran.code, ran.stdout.as_str()), (1, "out\n"), "{}", ran.stderr);
    let expected = "warning: the journal could not be written to its end\nhint: make room";
    assert!(ran.stderr.contains(expected), "{}", ran.stderr);
    assert!(ran.stderr.contains("incomplete: p.FourTest: "), "{}", ran.stderr);
}
