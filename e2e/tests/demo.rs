//! `tamis demo`: what the README promises first.

use std::fs;
use std::process::Command;

use tamis_testkit::jdk;

use crate::{run, tamis};

/// Lines that a session has, in this order; each is the beginning of one.
const SESSION: &[&str] = &[
    "$ tamis mvn --events tests.jsonl -- -B -q test",
    "tamis: library: running 27 of 27 test classes: 27 never recorded",
    "tamis: modern: running 4 of 4 test classes: 4 never recorded",
    "tamis: 31 test classes run, 0 unchanged, in 2 modules",
    "$ sed -i 's/pieces > 1/pieces >= 2/' ",
    "$ mvn -B -q test-compile",
    "$ tamis explain CheckoutTest",
    "library: shop.CheckoutTest runs:",
    "  `shop.price.LoyaltyDiscount.reduction(shop.Money, int)` changed",
    "    `shop.CheckoutTest` entered `shop.price.LoyaltyDiscount.reduction(shop.Money, int)`",
    "$ tamis explain RuleBookTest",
    "library: shop.price.RuleBookTest is skipped: it passed ",
    "$ tamis mvn --events tests.jsonl -- -B -q test",
    "tamis: library: changed: `shop.price.LoyaltyDiscount.reduction(shop.Money, int)`",
    "running 3 of 27 test classes: 3 affected",
    "skipping 24 test classes: passed ",
    "tamis: 3 test classes run, 28 unchanged since they passed (last passed ",
    "$ sed -i 's/north.rounding=5/north.rounding=10/' modern/config/till.properties",
    "$ tamis test --events tests.jsonl -- -B -q",
    "tamis: modern: changed: ",
    "running 1 of 4 test classes: 1 affected",
    "tamis: 1 test class run, 30 unchanged since they passed (last passed ",
    "first run  31 of 31 test classes in ",
    "a method    3 of 31 test classes in ",
    "a file      1 of 31 test classes in ",
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
            .env("MAVEN_OPTS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC")
            .stdout(session.try_clone().unwrap())
            .stderr(session)
            .status()
            .unwrap();
        // Maven ends its colours there, whether it has any or not.
        let session = fs::read_to_string(&file).unwrap().replace("\u{1b}[0m", "");
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

    let path = std::env::var_os("PATH").unwrap();
    let ran = run(demo("cache").env("PATH", path).arg("--keep").arg(temporary.path()));
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.starts_with("error: cannot make the folder"), "{}", ran.stderr);

    let ran = run(demo("cache").env_remove("JAVA_HOME"));
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("hint: install a JDK"), "{}", ran.stderr);
}
