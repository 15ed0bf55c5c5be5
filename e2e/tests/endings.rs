//! Builds with Maven that end otherwise than by what tests say.

use std::fs;

use crate::maven::{Build, ran_of};
use crate::{run, tamis};

const PRICE_TEST: &str = "core/src/test/java/core/PriceTest.java";
const HOOKED: &str = "Runtime.getRuntime().addShutdownHook(new Thread(() -> Runtime.getRuntime().halt(3)));\n        assertEquals(6,";

#[test]
fn a_jvm_that_dies_when_its_tests_have_passed_is_no_pass_for_any_of_them() {
    let build = Build::new("3.2.5", 17);
    let core = ["test", "-pl", "core"];
    assert_eq!(build.tamis(&core).code, 0);
    build.edit(PRICE_TEST, "assertEquals(6,", HOOKED);
    let plain = build.plain(&core);
    assert_ne!(plain.code, 0);
    for _ in 0..2 {
        let died = build.tamis(&core);
        assert_eq!((died.code, ran_of(&died)), (plain.code, vec!["core.PriceTest".to_owned()]));
    }
    build.edit(PRICE_TEST, HOOKED, "assertEquals(6,");
    assert_eq!(build.tamis(&core).code, 0);
}

/// `tamis test` goes through Maven until Maven has shown that it comes to its end.
#[test]
fn a_build_that_fails_by_no_test_is_not_done_again_without_maven() {
    let build = Build::new("3.2.5", 17);
    let test = || {
        let mut command = tamis();
        command.arg("test").arg("--");
        run(&mut build.command(command, &["-pl", "core"]))
    };
    assert_eq!(test().code, 0);
    let strict = "</argLine><includes><include>PriceTest#piecesCost</include></includes>";
    build.edit("core/pom.xml", "</argLine>", strict);
    for _ in 0..3 {
        let refused = test();
        assert_ne!(refused.code, 0, "{}{}", refused.stdout, refused.stderr);
    }
    build.edit("core/pom.xml", strict, "</argLine>");
    assert_eq!(test().code, 0);
}

/// That something is incomplete is no failure of a test, by which alone a build may fail and still be done without Maven.
#[test]
fn a_build_that_failed_as_a_jvm_died_is_not_done_without_maven() {
    let build = Build::new("3.2.5", 17);
    build.edit(PRICE_TEST, "assertEquals(6,", HOOKED);
    assert_ne!(build.tamis(&["test", "-pl", "core"]).code, 0);
    let mut command = tamis();
    command.arg("test").arg("--");
    let again = run(&mut build.command(command, &["-pl", "core"]));
    assert_ne!(again.code, 0, "{}", again.stderr);
    assert!(again.stderr.contains("tamis: through Maven: "), "{}", again.stderr);
}

#[test]
fn a_build_that_wants_tests_has_them_though_none_of_the_rest_is_in_its_groups() {
    let build = Build::new("3.2.5", 17);
    build.edit(
        "app/pom.xml",
        "</dependencies>",
        "</dependencies><build><plugins><plugin><artifactId>maven-surefire-plugin</artifactId><configuration>\
         <groups>fast</groups><failIfNoTests>true</failIfNoTests></configuration></plugin></plugins></build>",
    );
    let test = "app/src/test/java/app/CartTest.java";
    build.edit(test, "    @Test", "    @org.junit.jupiter.api.Tag(\"fast\")\n    @Test");
    let first = build.tamis(&["test"]);
    assert_eq!(first.code, 0, "{}{}", first.stdout, first.stderr);
    assert!(ran_of(&first).contains(&"app.CartTest".to_owned()));
    let second = build.tamis(&["test"]);
    assert_eq!(second.code, 0, "{}{}", second.stdout, second.stderr);
    assert!(!ran_of(&second).contains(&"app.CartTest".to_owned()), "{}", second.stdout);
}

#[test]
fn what_was_built_elsewhere_is_not_told_of_a_copy_and_old_failures_are() {
    let build = Build::new("3.2.5", 17);
    let core = ["test", "-pl", "core"];
    assert_eq!(build.tamis(&core).code, 0);
    build.edit(PRICE_TEST, "assertEquals(6,", "assertEquals(7,");
    assert_ne!(build.tamis(&core).code, 0);
    build.edit(PRICE_TEST, "assertEquals(7,", "assertEquals(6,");
    let back = build.tamis(&core);
    assert_eq!((back.code, ran_of(&back)), (0, vec![]));
    let stale = "1 report still tells of failures that are gone: `TEST-core.PriceTest.xml`";
    assert!(back.stderr.contains(stale), "{}", back.stderr);
    let copy = build.root.with_file_name("copy");
    crate::maven::copy(&build.root, &copy);
    let explain = || run(tamis().args(["explain", "PriceTest"]).current_dir(&copy));
    assert_eq!(explain().code, 2, "{:?}", explain());
    assert!(explain().stderr.contains("this was last built in `"), "{:?}", explain());
    assert!(explain().stderr.contains("\nhint: build it here"), "{:?}", explain());
    fs::remove_dir_all(&copy).unwrap();
}
