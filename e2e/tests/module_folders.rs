//! A module is where it is: what a test reads by a relative path is in that folder, whatever the coordinates say.

use std::fs;

use crate::maven::{Build, copy, ran_of};

const PRICE_TEST: &str = "core/src/test/java/core/PriceTest.java";

/// `PriceTest` reads a file in the folder of its module.
fn reading() -> Build {
    let build = Build::new("3.2.5", 17);
    build.edit(PRICE_TEST, "public void piecesCost() {", "public void piecesCost() throws Exception {\n\
        assertEquals(\"1\", new String(java.nio.file.Files.readAllBytes(java.nio.file.Paths.get(\"rate.txt\"))));");
    fs::write(build.root.join("core/rate.txt"), "1").unwrap();
    build
}

#[test]
fn the_same_module_in_another_folder_runs() {
    let mut build = reading();
    let all = ["core.DiscountTest", "core.PriceTest"];
    // A folder with evidence, named as once.
    let old = build.root.join(".tamis/modules/shop.core");
    fs::create_dir_all(old.join("evidence")).unwrap();
    assert_eq!(ran_of(&build.tamis(&["test", "-pl", "core"])), all);
    assert!(!old.exists() && build.root.join(".tamis/modules/shop+core").exists());
    assert_eq!(ran_of(&build.tamis(&["test", "-pl", "core"])), Vec::<String>::new());
    // The old folder stays, so that all that is known of it holds.
    copy(&build.root.join("core"), &build.root.join("other"));
    fs::write(build.root.join("other/rate.txt"), "2").unwrap();
    build.edit("pom.xml", "<module>core</module>", "<module>other</module>");
    let elsewhere = build.tamis(&["test", "-pl", "other"]);
    assert_eq!(ran_of(&elsewhere), all, "{}", elsewhere.stderr);
    assert_ne!(elsewhere.code, 0);
    // What is known of both folders is known of both.
    build.edit("pom.xml", "<module>other</module>", "<module>core</module>");
    assert_eq!(ran_of(&build.tamis(&["test", "-pl", "core"])), Vec::<String>::new());

    // A copy inside the checkout, as `git worktree` makes them, finds the same evidence.
    let inner = build.root.join("inner");
    for name in ["pom.xml", "core", "app"] {
        let (from, to) = (build.root.join(name), inner.join(name));
        fs::create_dir_all(&inner).unwrap();
        if from.is_dir() {
            copy(&from, &to);
        } else {
            fs::copy(from, to).unwrap();
        }
    }
    fs::write(inner.join("core/rate.txt"), "2").unwrap();
    build.root = inner;
    let copied = build.tamis(&["test", "-pl", "core"]);
    assert_eq!(ran_of(&copied), all, "{}", copied.stderr);
    assert_ne!(copied.code, 0);
}

#[test]
fn the_file_of_a_build_is_named_in_any_way() {
    let mut build = reading();
    assert_eq!(build.tamis(&["test", "-pl", "core"]).code, 0);
    // Another build with a file of its own, as similar as it can be.
    let similar = build.temporary.path().join("similar");
    copy(&build.root, &similar);
    fs::remove_dir_all(similar.join(".tamis")).unwrap();
    fs::write(similar.join("core/rate.txt"), "2").unwrap();
    let away = build.temporary.path().join("away");
    fs::create_dir(&away).unwrap();
    let known = build.root.clone();
    for from in [known, away] {
        build.root = from;
        for file in ["--file=../similar/pom.xml", "-f../similar/pom.xml", "-f=../similar"] {
            let ran = build.tamis(&[file, "test", "-pl", "core"]);
            assert!(ran_of(&ran).contains(&"core.PriceTest".to_owned()), "{file}: {}", ran.stderr);
            assert_ne!(ran.code, 0);
        }
    }
}

/// A file beside the checkout is named by where it is: whoever copies both has another one.
#[test]
fn what_lies_beside_the_checkout_is_not_taken_for_that_of_a_copy() {
    let mut build = reading();
    let place = "java.nio.file.Paths.get(\"rate.txt\")";
    let beside =
        "java.nio.file.Paths.get(\"\").toRealPath().resolve(\"../../data/rate.txt\").normalize()";
    build.edit(PRICE_TEST, place, beside);
    let (at, other) = (build.temporary.path().join("at"), build.temporary.path().join("other"));
    copy(&build.root, &at.join("shop"));
    fs::create_dir(at.join("data")).unwrap();
    fs::write(at.join("data/rate.txt"), "1").unwrap();
    build.root = at.join("shop");
    let first = build.tamis(&["test", "-pl", "core"]);
    assert_eq!(first.code, 0, "{}{}", first.stdout, first.stderr);
    assert_eq!(ran_of(&build.tamis(&["test", "-pl", "core"])), Vec::<String>::new());
    copy(&at, &other);
    fs::write(other.join("data/rate.txt"), "2").unwrap();
    build.root = other.join("shop");
    let copied = build.tamis(&["test", "-pl", "core"]);
    assert_eq!(ran_of(&copied), ["core.PriceTest"], "{}", copied.stderr);
    assert_ne!(copied.code, 0);
    // Where it was, it still holds.
    build.root = at.join("shop");
    assert_eq!(ran_of(&build.tamis(&["test", "-pl", "core"])), Vec::<String>::new());
}
