//! Roots that can be read in part: what they may hold is unreadable, and never absent.
#![expect(clippy::unwrap_used, reason = "a test that cannot be set up has to fail")]

use std::fs;
use std::path::{Path, PathBuf};

use tamis_facts::{ClassSet, Lookup};
use tamis_testkit::ClassBuilder;
use tamis_world::{ClassPath, NEWEST_RELEASE, World};

/// A folder with `p/A`, which can be read.
fn whole(folder: &Path) -> PathBuf {
    let root = folder.join("whole");
    fs::create_dir_all(root.join("p")).unwrap();
    fs::write(root.join("p/A.class"), class_a()).unwrap();
    root
}

fn class_a() -> Vec<u8> {
    ClassBuilder::class("p/A", "java/lang/Object").bytes()
}

fn jar(folder: &Path) -> PathBuf {
    let jar = folder.join("broken.jar");
    fs::write(&jar, b"PK\x03\x04 and nothing of use").unwrap();
    jar
}

/// A folder in which one name cannot be followed, so that nobody knows what is behind it.
fn folder_with_broken_link(folder: &Path) -> PathBuf {
    let root = folder.join("broken");
    fs::create_dir_all(&root).unwrap();
    fs::write(root.join("B.class"), ClassBuilder::class("B", "p/A").bytes()).unwrap();
    std::os::unix::fs::symlink("p", root.join("p")).unwrap();
    root
}

fn class_file(folder: &Path) -> PathBuf {
    let file = folder.join("Broken.class");
    fs::write(&file, &class_a()[..20]).unwrap();
    file
}

/// The answers on these names, for a class path of these roots.
fn answers(roots: &[&PathBuf], names: &[&str]) -> Vec<&'static str> {
    let text: Vec<_> = roots.iter().map(|root| root.display().to_string()).collect();
    let class_path = ClassPath::parse(&text.join(":")).unwrap();
    let world = World::read(&class_path, NEWEST_RELEASE, None, &|_| {});
    let answer = |name: &&str| match world.find(name) {
        Lookup::Found(_) => "found",
        Lookup::Outside => "outside",
        Lookup::Unreadable => "unreadable",
    };
    names.iter().map(answer).collect()
}

#[track_caller]
fn check(broken: fn(&Path) -> PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let (whole, broken) = (whole(folder.path()), broken(folder.path()));
    let names = ["p/A", "q/Other"];
    assert_eq!(answers(&[&whole], &names), ["found", "outside"]);
    // What an earlier root has is found there. What no root has may be in the broken one.
    assert_eq!(answers(&[&whole, &broken], &names), ["found", "unreadable"]);
    // The broken one comes first, and may have `p/A` too.
    assert_eq!(answers(&[&broken, &whole], &names), ["unreadable", "unreadable"]);
    assert_eq!(answers(&[&broken], &names), ["unreadable", "unreadable"]);
}

#[test]
fn what_a_corrupt_jar_may_hold_is_unreadable() {
    check(jar);
}

#[test]
fn what_a_folder_may_hold_that_cannot_be_walked_is_unreadable() {
    check(folder_with_broken_link);
}

#[test]
fn what_a_corrupt_class_file_may_hold_is_unreadable() {
    check(class_file);
}

/// The name of the file says which class cannot be read, so that the others are known to be elsewhere.
#[test]
fn a_corrupt_class_file_in_a_folder_is_unreadable_by_itself() {
    let folder = tempfile::tempdir().unwrap();
    let root = whole(folder.path());
    fs::write(root.join("p/C.class"), &class_a()[..20]).unwrap();
    let names = ["p/A", "p/C", "q/Other"];
    assert_eq!(answers(&[&root], &names), ["found", "unreadable", "outside"]);
}
