//! `tamis demo`: what the README promises first.

use std::fs;
use std::process::Command;

use tamis_testkit::jdk;

use crate::{run, tamis};

/// Lines that a session has, in this order; each is the beginning of one.
const SESSION: &[&str] = &[
    "$ javac -d classes ",
    "$ javac -cp 'classes:lib/*' -d test-classes ",
    "$ tamis run --classpath \"$CP\"",
    "running 30 of 30 test classes: 30 never recorded",
    "30 test classes, 102 tests: 102 passed, 0 failed, 0 skipped",
    "$ sed -i 's/pieces > 1/pieces >= 2/' ",
    "$ tamis diff before classes",
    "`shop.price.LoyaltyDiscount.reduction(shop.Money, int)`: body",
    "1 change: 1 class changed of ",
    "$ tamis explain CheckoutTest --classpath \"$CP\"",
    "shop.CheckoutTest runs:",
    "  `shop.price.LoyaltyDiscount.reduction(shop.Money, int)` changed",
    "    `shop.CheckoutTest` entered `shop.price.LoyaltyDiscount.reduction(shop.Money, int)`",
    "$ tamis explain RuleBookTest --classpath \"$CP\"",
    "shop.price.RuleBookTest is skipped: it passed ",
    "$ tamis run --classpath \"$CP\"",
    "changed: `shop.price.LoyaltyDiscount.reduction(shop.Money, int)`",
    "running 3 of 30 test classes: 3 affected",
    "skipping 27 test classes: passed ",
    "3 test classes, 20 tests: 20 passed, 0 failed, 0 skipped; 27 not run",
    "first run      30 of 30 test classes in ",
    "after an edit   3 of 30 test classes in ",
    "saved          27 of 30 test classes and ",
];

#[test]
fn the_demo_runs_everything_then_what_an_edit_affects_and_explains_it() {
    let temporary = tempfile::tempdir().unwrap();
    for release in [17, 25] {
        let file = temporary.path().join(format!("session-{release}"));
        let session = fs::File::create(&file).unwrap();
        let shop = temporary.path().join(format!("shop-{release}"));
        let status = tamis()
            .args(["demo", "--keep"])
            .arg(&shop)
            .env("JAVA_HOME", jdk(release).home)
            // Empty, so that JUnit is fetched; the second time it is there.
            .env("XDG_CACHE_HOME", temporary.path().join("cache"))
            .stdout(session.try_clone().unwrap())
            .stderr(session)
            .status()
            .unwrap();
        let session = fs::read_to_string(&file).unwrap();
        assert!(status.success(), "JDK {release}:\n{session}");
        let mut lines = session.lines();
        for expected in SESSION {
            let is_there = lines.any(|line| line.starts_with(expected));
            assert!(is_there, "JDK {release}: no `{expected}` where it should be in\n{session}");
        }
        assert!(shop.join(".tamis").is_dir(), "what is kept can be gone on with");
    }
}

#[test]
fn the_demo_says_what_it_lacks() {
    let temporary = tempfile::tempdir().unwrap();
    let demo = |cache: &str| -> Command {
        let mut command = tamis();
        command.arg("demo").env("JAVA_HOME", jdk(17).home).env("PATH", temporary.path());
        command.env("XDG_CACHE_HOME", temporary.path().join(cache));
        command
    };
    let ran = run(&mut demo("cache"));
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.starts_with("error: cannot start `mvn`"), "{}", ran.stderr);
    assert!(ran.stderr.contains("hint: install Maven"), "{}", ran.stderr);

    let ran = run(demo("cache").arg("--keep").arg(temporary.path()));
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.starts_with("error: cannot make the folder"), "{}", ran.stderr);

    let ran = run(demo("cache").env_remove("JAVA_HOME"));
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("hint: install a JDK"), "{}", ran.stderr);
}
