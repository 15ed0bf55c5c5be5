//! `tamis check`: counting, campaigns that are stopped and shared, mistakes that are found.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tamis_testkit::jdk;

use crate::corpus::wait_for;
use crate::{run, tamis};

fn check(words: &[&str]) -> Command {
    let mut command = tamis();
    command.arg("check").args(words).env("JAVA_HOME", jdk(17).home);
    command
}

fn campaign(out: &Path, words: &[&str]) -> Command {
    let mut command = check(&["auto", "--techniques", "class,hybrid,hybrid-f", "--tests", "10"]);
    command.args(["--newer-stride", "1", "--workers", "2", "--out"]).arg(out).args(words);
    command
}

/// The records of a campaign, by file.
fn records(out: &Path) -> BTreeMap<String, String> {
    let files = fs::read_dir(out.join("programs")).unwrap();
    let read = |path: &Path| fs::read_to_string(path).unwrap();
    files
        .map(|entry| entry.unwrap())
        .filter(|entry| entry.path().extension().unwrap() == "jsonl")
        .map(|entry| (entry.file_name().into_string().unwrap(), read(&entry.path())))
        .collect()
}

fn jdk_java() -> PathBuf {
    jdk(17).home.join("bin/java")
}

fn write_script(file: &Path, script: &str) {
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(file, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(file, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
}

#[test]
fn programs_are_counted() {
    for (words, count) in [
        (vec!["--constraint", "JD2"], "8937\n"),
        (vec!["--constraint", "jd10"], "672\n"),
        (vec!["--constraint", "JD9", "--scope", "2/3/3/0"], "30492\n"),
        (vec!["--constraint", "JD1", "--scope", "1/2/2/0"], "9309\n"),
        (vec!["--constraint", "JD8", "--stride", "100"], "60\n"),
    ] {
        let ran = run(check(&["programs", "--count"]).args(&words));
        assert_eq!((ran.stdout.as_str(), ran.code), (count, 0), "{words:?}: {}", ran.stderr);
    }
}

#[test]
fn programs_are_written_as_java_with_both_sides_of_an_edit() {
    let ran = run(&mut check(&["programs", "--constraint", "JD6", "--max", "1"]));
    assert!(ran.stdout.contains("public class ClassId_0"), "{}", ran.stdout);
    let words = ["programs", "--constraint", "JD6", "--max", "1", "--operator", "E7"];
    let ran = run(&mut check(&words));
    assert!(ran.stdout.contains("==== after: E7, "), "{}", ran.stdout);
}

#[test]
fn what_cannot_be_listed_or_read_is_refused() {
    for (words, expected) in [
        (vec!["programs", "--constraint", "JD1", "--count"], "too many to go through"),
        (vec!["programs", "--constraint", "JD11", "--count"], "there are JD1 to JD10"),
        (vec!["programs", "--constraint", "JD2", "--scope", "9/9/9/9"], "at most 3 packages"),
        (vec!["programs", "--constraint", "JD2", "--scope", "2/3"], "four numbers"),
        (vec!["programs", "--constraint", "JD1", "--seed", "1"], "how many programs to draw"),
        (vec!["auto", "--shard", "3/2"], "the second of eight"),
        (vec!["auto", "--operators", "E10"], "there are E1, E2"),
        (vec!["auto", "--max", "0"], "a number from 1 on"),
        (vec!["report", "--out", "no/such/folder"], "has no records of a campaign"),
        (vec!["corpus", "--tools", "nobody"], "there is no adapter `nobody`"),
        (vec!["corpus", "--corpus", "no/such/folder"], "cannot read the corpus"),
        (
            vec!["corpus", "--tools", "tamis,tamis"],
            "two tools are called `tamis`\nhint: name it once",
        ),
        (vec!["programs", "--constraint", "JD6", "--max", "0"], "a number from 1 on"),
        (
            vec!["programs", "--constraint", "JD6", "--count", "--operator", "E4"],
            "cannot be used with '--operator",
        ),
    ] {
        let ran = run(&mut check(&words));
        assert!(ran.stderr.contains(expected), "{words:?}: {}", ran.stderr);
        assert_eq!(ran.code, 2, "{words:?}");
    }
}

#[test]
fn a_campaign_that_is_shared_or_goes_on_gives_the_same_records() {
    let folder = tempfile::tempdir().unwrap();
    let words = ["--constraints", "JD4,JD6", "--max", "2", "--stride", "3000"];
    let words = [&words[..], &["--operators", "E1,E2,E6,E8,default-method"]].concat();
    let whole = folder.path().join("whole");
    let ran = run(&mut campaign(&whole, &words));
    assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
    let expected = records(&whole);
    assert_eq!(expected.len(), 4);

    // Refused unless it is said that it goes on.
    let again = run(&mut campaign(&whole, &words));
    assert!(again.stderr.contains("has records of this campaign already"), "{}", again.stderr);
    assert!(again.stderr.contains("\nhint: go on with --resume"), "{}", again.stderr);
    for (more, expected) in [
        (["--seed", "5", "--resume"], "has records of another campaign"),
        (["--mode", "process", "--resume"], "another mode: `resident`, not `process`"),
    ] {
        let other = run(campaign(&whole, &words).args(more));
        assert!(other.stderr.contains(expected), "{}", other.stderr);
        assert!(other.stderr.contains("\nhint: name another folder"), "{}", other.stderr);
        assert_eq!(other.code, 2);
    }

    let other = run(campaign(&whole, &words).arg("--resume").env("JAVA_HOME", &jdk(25).home));
    assert!(other.stderr.contains("has records of another JDK: `17."), "{}", other.stderr);
    assert_eq!(other.code, 2);

    // As if it had been killed: some files are not there yet, or not whole.
    let files: Vec<_> = expected.keys().map(|name| whole.join("programs").join(name)).collect();
    fs::remove_file(&files[0]).unwrap();
    let text = fs::read_to_string(&files[1]).unwrap();
    fs::write(&files[1], text.lines().next().unwrap().to_owned() + "\n").unwrap();
    fs::write(&files[2], "").unwrap();
    for verb in ["report", "rules"] {
        let told = run(check(&[verb, "--out"]).arg(&whole));
        let missing = "warning: 3 of the 4 programs of the plan have no records";
        assert!(told.stderr.contains(missing), "{verb}: {}", told.stderr);
    }
    // One was damaged after it had been written.
    fs::write(&files[3], format!("{{{}", expected.values().nth(3).unwrap())).unwrap();
    let resumed = run(campaign(&whole, &words).arg("--resume"));
    assert_eq!((resumed.code, records(&whole)), (0, expected.clone()), "{}", resumed.stderr);
    assert!(resumed.stderr.contains("is done anew: line 1 of `"), "{}", resumed.stderr);

    refuses_records_of_others(&whole, &words);

    let shared = folder.path().join("shared");
    for shard in ["1/2", "2/2"] {
        let ran = run(campaign(&shared, &words).args(["--shard", shard]));
        assert_eq!(ran.code, 0, "{}", ran.stderr);
    }
    assert_eq!(records(&shared), expected);
    // More shards than programs.
    let empty = run(campaign(&folder.path().join("empty"), &words).args(["--shard", "9/9"]));
    assert_eq!((empty.code, empty.stdout.as_str()), (0, ""), "{}", empty.stderr);
    assert!(empty.stderr.contains("shard 9/9 has no programs"), "{}", empty.stderr);
    for (more, code, told) in [
        (&["--id", "NOPE"][..], 2, "error: no evolving program `NOPE`\nhint: "),
        (&[], 0, "the campaign violates no rule that only a bug violates"),
    ] {
        let reduced = run(check(&["reduce", "--out"]).arg(&shared).args(more));
        assert!(reduced.stderr.contains(told), "{}", reduced.stderr);
        assert_eq!(reduced.code, code);
    }

    // A file that is no record is named.
    fs::write(shared.join("programs/JD9-00001.jsonl"), "{}\n").unwrap();
    let broken = run(check(&["rules", "--out"]).arg(&shared));
    assert!(broken.stderr.contains("JD9-00001.jsonl"), "{}", broken.stderr);
    assert_eq!(broken.code, 2);
}

/// Records that may be of anything are nobody's.
fn refuses_records_of_others(whole: &Path, words: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let [nameless, others] = ["nameless", "others"].map(|name| folder.path().join(name));
    for out in [&nameless, &others] {
        fs::create_dir_all(out.join("programs")).unwrap();
        for (name, text) in records(whole) {
            let text = text.replace("\"hybrid-f\"", "\"other\"");
            fs::write(out.join("programs").join(name), text).unwrap();
        }
    }
    fs::copy(whole.join("campaign.json"), others.join("campaign.json")).unwrap();
    for (out, told) in [
        (&nameless, "has records, and no `campaign.json`"),
        (&others, "has records of other tools: class, hybrid, other, not class, hybrid, hybrid-f"),
    ] {
        let refused = run(campaign(out, words).arg("--resume"));
        assert!(refused.stderr.contains(told), "{}", refused.stderr);
        assert_eq!(refused.code, 2);
    }
}

#[test]
fn mistakes_that_are_made_on_purpose_are_found_and_can_be_reduced() {
    // The first programs that show them in a campaign without further words.
    for (bug, constraint, operator) in [
        ("dispatch", "JD7", "E5"),
        ("expansion", "JD2", "initialiser-added"),
        ("initialisers", "JD2", "initialiser-value"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("out");
        let words = ["--constraints", constraint, "--max", "1", "--operators", operator];
        let ran = run(campaign(&out, &words).env("TAMIS_CHECK_BUG", bug));
        assert_eq!(ran.code, 1, "{bug} was not found:\n{}{}", ran.stdout, ran.stderr);
        assert!(ran.stdout.contains("hybrid violates R1p"), "{bug}:\n{}", ran.stdout);
        assert!(ran.stderr.contains("Found     the first violation within"), "{}", ran.stderr);
        if bug == "dispatch" {
            let mut reduce = check(&["reduce", "--id", "JD7-00000-E5-1", "--out"]);
            let ran = run(reduce.arg(&out).env("TAMIS_CHECK_BUG", bug));
            assert_eq!(ran.code, 1, "{}", ran.stderr);
            assert!(ran.stdout.contains("==== hybrid violates R1p in JD7-00000"), "{}", ran.stdout);
            // The class that has no part in it is gone, and so is the method that nobody calls.
            let left = ["class ClassId_1", "n_0("].map(|part| ran.stdout.contains(part));
            assert_eq!(left, [false, false], "{}", ran.stdout);
            let mended = run(check(&["reduce", "--id", "JD7-00000-E5-1", "--out"]).arg(&out));
            assert_eq!((mended.code, mended.stdout.as_str()), (0, ""), "{}", mended.stderr);
            assert!(mended.stderr.contains("does not violate"), "{}", mended.stderr);
            refuses_to_reduce_what_is_of_others(&out);
        }
    }
}

/// Programs of the same names may be others there.
fn refuses_to_reduce_what_is_of_others(out: &Path) {
    let file = out.join("campaign.json");
    let text = fs::read_to_string(&file).unwrap();
    let mut edited: serde_json::Value = serde_json::from_str(&text).unwrap();
    edited["build"] = "0.0.1 1f".into();
    for (text, release, told) in [
        (text, 25, "error: the campaign is of another JDK: `17."),
        (
            edited.to_string(),
            17,
            "error: the campaign is of another build of tamis: `0.0.1 1f`, not `",
        ),
    ] {
        fs::write(&file, text).unwrap();
        let mut reduce = check(&["reduce", "--out"]);
        let refused = run(reduce.arg(out).env("JAVA_HOME", &jdk(release).home));
        assert!(refused.stderr.contains(told), "{}", refused.stderr);
        assert!(refused.stderr.contains("\nhint: run the campaign anew"), "{}", refused.stderr);
        assert_eq!((refused.code, refused.stdout.as_str()), (2, ""));
    }
}

#[test]
fn a_test_that_is_overlooked_at_the_first_revision_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let words = ["--constraints", "JD10", "--max", "1", "--operators", "E4"];
    let ran = run(campaign(&out, &words).env("TAMIS_CHECK_BUG", "overlooked"));
    assert_eq!(ran.code, 1, "{}{}", ran.stdout, ran.stderr);
    for expected in
        ["class violates R6 after", "hybrid violates R6p after", "at revision 0: tests "]
    {
        assert!(ran.stdout.contains(expected), "{expected}:\n{}", ran.stdout);
    }
}

#[test]
fn processes_select_what_the_machine_that_stays_selects() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    // An edit after which tests fail: what they fail with comes from the processes.
    let words = ["--constraints", "JD4", "--max", "1", "--operators", "E8,E7", "--mode", "both"];
    let ran = run(&mut campaign(&out, &words));
    assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
    let record = records(&out).into_values().next().unwrap();
    assert!(record.contains("\"hybrid-f@process\""), "{record}");
    let line = record.lines().find(|line| line.contains("\"operator\":\"E7\"")).unwrap();
    let read: serde_json::Value = serde_json::from_str(line).unwrap();
    let failed = |tool: &str| read["tools"][tool][2]["failed"].clone();
    assert!(failed("hybrid@process").is_object(), "{line}");
    assert_eq!(failed("hybrid@process"), failed("hybrid"), "{line}");
    let page = run(check(&["report", "--format", "html", "--out"]).arg(&out));
    assert!(page.stdout.contains("<th>hybrid-f@process</th>"), "{}", page.stdout);
}

#[test]
fn a_campaign_without_an_edit_that_can_be_built_has_failed() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let words = ["--constraints", "JD10", "--max", "1", "--operators", "E8"];
    let ran = run(&mut campaign(&out, &words));
    assert_eq!(ran.code, 2, "{}", ran.stderr);
    let expected = "error: no evolving program could be built, so nothing was checked\nhint: ";
    assert!(ran.stderr.contains(expected), "{}", ran.stderr);
}

#[test]
fn a_comment_selects_no_test() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let words = ["--constraints", "JD10", "--max", "1", "--operators", "comment"];
    let ran = run(&mut campaign(&out, &words));
    assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
    let record = records(&out).into_values().next().unwrap();
    assert!(record.contains("\"same_code_as\":1"), "{record}");
}

#[test]
fn what_is_asked_for_twice_is_checked_once() {
    let folder = tempfile::tempdir().unwrap();
    let [once, twice] = ["once", "twice"].map(|name| folder.path().join(name));
    for (out, words) in [
        (&once, ["--constraints", "JD10", "--operators", "E4", "--max", "1"]),
        (&twice, ["--constraints", "JD10,jd10", "--operators", "E4,E4", "--max", "1"]),
    ] {
        let techniques = if out == &once { "hybrid" } else { "hybrid,hybrid" };
        let mut command = check(&["auto", "--techniques", techniques, "--tests", "5", "--out"]);
        let ran = run(command.arg(out).args(words));
        assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
    }
    assert_eq!(records(&once), records(&twice));
}

#[test]
fn a_campaign_that_is_stopped_says_by_what_and_records_nothing_of_it() {
    let java = jdk_java().display().to_string();
    let works = format!("exec {java} \"$@\"");
    for (signal, code, script) in [
        ("-INT", 130, works.as_str()),
        ("-TERM", 143, works.as_str()),
        // One that hangs, in a child of the shell.
        ("-TERM", 143, "sleep 1000"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let (out, java) = (folder.path().join("out"), folder.path().join("jdk/bin/java"));
        // Tells us when a machine is started.
        let began = folder.path().join("began");
        write_script(&java, &format!("echo > {}\n{script}", began.display()));
        let words = ["--constraints", "JD2", "--max", "50", "--stride", "1"];
        let mut command = campaign(&out, &words);
        command.env("JAVA_HOME", folder.path().join("jdk")).process_group(0);
        let mut child = command.stderr(Stdio::null()).stdout(Stdio::null()).spawn().unwrap();
        wait_for(&began, &mut child);
        // To the whole group, as a terminal does.
        let group = format!("-{}", child.id());
        assert!(Command::new("kill").args([signal, "--", &group]).status().unwrap().success());
        assert_eq!(child.wait().unwrap().code(), Some(code));
        for record in records(&out).into_values() {
            assert!(!record.contains("\"cause\""), "{record}");
        }
    }
}

#[test]
fn a_campaign_that_could_check_nothing_has_failed_and_can_be_resumed() {
    let temporary = tempfile::tempdir().unwrap();
    let (out, home) = (temporary.path().join("out"), temporary.path().join("jdk"));
    // It gives up where a program is compiled.
    let script =
        format!("case \"$*\" in */plain/*) exit 3;; esac\nexec {} \"$@\"", jdk_java().display());
    write_script(&home.join("bin/java"), &script);
    let words = ["--constraints", "JD10", "--max", "1", "--operators", "E4"];
    let ran = run(campaign(&out, &words).env("JAVA_HOME", &home));
    assert_eq!(ran.code, 2, "{}", ran.stderr);
    assert!(
        ran.stderr.contains("1 program could not be checked; the first is JD10-"),
        "{}",
        ran.stderr
    );
    assert!(ran.stderr.contains("it ended with exit code 3"), "{}", ran.stderr);
    assert!(records(&out).is_empty());
    // What concerns all programs is told before the first.
    let java = jdk_java().display().to_string();
    write_script(
        &home.join("bin/java"),
        &format!("exec {java} --limit-modules java.base,java.compiler,java.desktop \"$@\""),
    );
    let jre = run(campaign(&out, &words).env("JAVA_HOME", &home).arg("--resume"));
    let told = "/java` has no compiler; a JDK is needed\nhint: install a JDK (17 or newer)";
    assert!(jre.stderr.contains(told) && !jre.stderr.contains("JD10"), "{}", jre.stderr);
    assert_eq!(jre.code, 2);
    let ran = run(campaign(&out, &words).arg("--resume"));
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_eq!(records(&out).len(), 1);
}
