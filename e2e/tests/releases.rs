//! Class paths: the order of roots, versioned entries of jars, the cache, and the forms of the answer.

use std::fs;
use std::path::{Path, PathBuf};

use tamis_testkit::{Job, jdk};

use crate::{diff, run, tamis};

/// Compiles `class A { int f() { return N; } }` for several N.
fn versions(folder: &Path, numbers: &[u32]) -> Vec<PathBuf> {
    let mut jobs = Vec::new();
    for number in numbers {
        let source = folder.join(format!("src-{number}/A.java"));
        fs::create_dir_all(source.parent().unwrap()).unwrap();
        fs::write(&source, format!("public class A {{ int f() {{ return {number}; }} }}")).unwrap();
        let out = folder.join(format!("v{number}"));
        jobs.push(Job { out, release: 8, flags: vec![], sources: vec![source] });
    }
    jdk(17).compile(&jobs);
    jobs.into_iter().map(|job| job.out).collect()
}

fn jar(folder: &Path, name: &str, words: &[&str]) -> PathBuf {
    let path = folder.join(name);
    // Versioned entries need a manifest, and get one; the others are compared with folders, which have none.
    let manifest = if words.contains(&"--release") { None } else { Some("--no-manifest") };
    let mut command = jdk(17).command("jar");
    command.arg("--create").args(manifest).arg("--file").arg(&path).args(words);
    let ran = run(&mut command);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    path
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn the_first_root_wins_and_a_copy_behind_it_is_a_change() {
    let folder = tempfile::tempdir().unwrap();
    let [one, two] = &versions(folder.path(), &[1, 2])[..] else { unreachable!() };
    let diff = |old: &str, new: &str| run(tamis().args(["diff", old, new]));
    let both = format!("{}:{}", text(one), text(two));
    let turned = format!("{}:{}", text(two), text(one));
    let ran = diff(text(one), &both);
    assert_eq!(ran.code, 1);
    assert!(
        ran.stdout.starts_with("`A`: now shadows another copy on the class path (1 → 2)\n"),
        "{}",
        ran.stdout
    );
    let ran = diff(&both, text(one));
    assert!(ran.stdout.starts_with("`A`: no longer shadows another copy"), "{}", ran.stdout);
    let ran = diff(&both, &turned);
    assert!(ran.stdout.starts_with("`A.f()`: body\n"), "{}", ran.stdout);
    assert_eq!(diff(&both, &both).code, 0);
}

#[test]
fn folders_jars_and_wildcards_say_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let [one, two] = &versions(folder.path(), &[1, 2])[..] else { unreachable!() };
    let library = folder.path().join("lib");
    fs::create_dir(&library).unwrap();
    let packed = jar(&library, "one.jar", &["-C", text(one), "A.class"]);
    assert_eq!(diff(one, &packed).code, 0);
    assert_eq!(run(tamis().args(["diff", text(one), &format!("{}/*", text(&library))])).code, 0);
    let ran = diff(&packed, two);
    assert_eq!((ran.code, ran.stdout.lines().next()), (1, Some("`A.f()`: body")));
    let ran = diff(&one.join("A.class"), &two.join("A.class"));
    assert_eq!((ran.code, ran.stdout.lines().next()), (1, Some("`A.f()`: body")));
}

#[test]
fn versioned_entries_of_a_jar_are_chosen_by_release() {
    let folder = tempfile::tempdir().unwrap();
    let [one, two, three] = &versions(folder.path(), &[1, 2, 3])[..] else { unreachable!() };
    let words = |nine: &Path| {
        let nine = text(nine).to_owned();
        vec![
            "-C".into(),
            text(one).into(),
            "A.class".into(),
            "--release".into(),
            "11".into(),
            "-C".into(),
            nine,
            "A.class".to_owned(),
        ]
    };
    let make = |name: &str, nine: &Path| {
        let words = words(nine);
        jar(folder.path(), name, &words.iter().map(String::as_str).collect::<Vec<_>>())
    };
    let (old, new) = (make("old.jar", two), make("new.jar", three));
    let at =
        |release: &str| run(tamis().args(["diff", text(&old), text(&new), "--release", release]));
    let ran = at("17");
    assert_eq!((ran.code, ran.stdout.lines().next()), (1, Some("`A.f()`: body")), "{}", ran.stderr);
    assert!(!at("8").stdout.contains("A.f()"), "Java 8 does not see the versioned class");
    // What a JVM of release 11 finds is the class of the folder.
    let ran = run(tamis().args(["diff", text(two), text(&old), "--release", "11"]));
    assert!(!ran.stdout.contains("A.f()"), "{}", ran.stdout);
}

#[test]
fn a_cache_changes_no_answer_even_when_it_is_damaged() {
    let folder = tempfile::tempdir().unwrap();
    let [one, two] = &versions(folder.path(), &[1, 2])[..] else { unreachable!() };
    let packed = jar(folder.path(), "two.jar", &["-C", text(two), "A.class"]);
    let cache = folder.path().join("cache");
    let with_cache =
        |new: &Path| run(tamis().args(["diff", text(one), text(new), "--cache", text(&cache)]));
    let expected = diff(one, two).stdout;
    for new in [two.as_path(), &packed] {
        let expected = if new == packed { diff(one, &packed).stdout } else { expected.clone() };
        for _ in 0..3 {
            assert_eq!(with_cache(new).stdout, expected);
        }
    }
    let files: Vec<PathBuf> =
        fs::read_dir(&cache).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(files.len() >= 4, "{files:?}");
    for file in &files {
        let whole = fs::read(file).unwrap();
        for damaged in [&whole[..whole.len() / 2], &[], b"something else entirely"] {
            fs::write(file, damaged).unwrap();
            let ran = with_cache(two);
            assert_eq!((ran.code, ran.stdout.as_str()), (1, expected.as_str()), "{}", ran.stderr);
            fs::write(file, &whole).unwrap();
        }
        let mut flipped = whole.clone();
        let middle = flipped.len() / 2;
        flipped[middle] ^= 1;
        fs::write(file, &flipped).unwrap();
        assert_eq!(with_cache(two).stdout, expected);
        fs::write(file, &whole).unwrap();
    }
}

/// A file that is written anew within the same tick of the clock, with the same size: only reading it tells.
#[test]
fn a_cache_does_not_trust_files_that_were_just_written() {
    let folder = tempfile::tempdir().unwrap();
    let [one, two] = &versions(folder.path(), &[1, 2])[..] else { unreachable!() };
    let (first, second) =
        (fs::read(one.join("A.class")).unwrap(), fs::read(two.join("A.class")).unwrap());
    assert_eq!(first.len(), second.len());
    let project = folder.path().join("project");
    fs::create_dir(&project).unwrap();
    let cache = folder.path().join("cache");
    for round in 0..20 {
        let (content, code) = if round % 2 == 0 { (&first, 0) } else { (&second, 1) };
        fs::write(project.join("A.class"), content).unwrap();
        let ran = run(tamis().args(["diff", text(one), text(&project), "--cache", text(&cache)]));
        assert_eq!(ran.code, code, "round {round}: {}{}", ran.stdout, ran.stderr);
    }
}

#[test]
fn a_cache_that_cannot_be_written_is_a_warning() {
    let folder = tempfile::tempdir().unwrap();
    let [one, two] = &versions(folder.path(), &[1, 2])[..] else { unreachable!() };
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let ran = run(tamis().args(["diff", text(one), text(two), "--cache", text(&file)]));
    assert_eq!(ran.code, 1);
    assert!(ran.stderr.starts_with("warning: cannot write the cache for `"), "{}", ran.stderr);
    assert_eq!(ran.stdout, diff(one, two).stdout);
}

#[test]
fn json_says_what_the_text_says() {
    let folder = tempfile::tempdir().unwrap();
    let [one, two] = &versions(folder.path(), &[1, 2])[..] else { unreachable!() };
    let ran = run(tamis().args(["diff", text(one), text(two), "--format", "json"]));
    assert_eq!(ran.code, 1);
    let json: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    assert!(
        ran.stdout.starts_with("{\n  \"format\": \"tamis-diff\",\n  \"version\": 1,"),
        "{}",
        ran.stdout
    );
    assert_eq!(json["same"], false);
    assert_eq!(json["changes"][0]["fact"], "method");
    assert_eq!(json["changes"][0]["kind"], "body");
    assert_eq!(json["changes"][0]["entity"], "A.f()");
    assert_eq!(json["changes"][0]["text"], "`A.f()`: body");
    assert_ne!(json["changes"][0]["was"], json["changes"][0]["is"]);
    let ran = run(tamis().args(["diff", text(one), text(two), "--stat"]));
    assert_eq!(ran.stdout, "A | 1\n1 change: 1 class changed of 1 class and 0 resources\n");
}
