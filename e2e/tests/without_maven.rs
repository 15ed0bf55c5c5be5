//! `tamis test` on a build with Maven: what it does without Maven, when it calls it, and that both see each other's evidence.

use std::fs;

use crate::maven::{ALL, Build, PRICE, ran_of};
use crate::{Ran, run, tamis};

const RESOURCE: &str = "core/src/main/resources/core/rate.txt";

/// What `tamis test` did.
struct Tested {
    ran: Ran,
    /// The test classes that ran, sorted.
    classes: Vec<String>,
    /// Why Maven was called, if it was.
    why: Option<String>,
}

fn test(build: &Build) -> Tested {
    test_with(build, &[])
}

fn test_with(build: &Build, options: &[&str]) -> Tested {
    let events = build.temporary.path().join("events.jsonl");
    let mut command = tamis();
    command.arg("test").arg("--events").arg(&events).args(options).arg("--");
    let ran = run(&mut build.command(command, &[]));
    let text = fs::read_to_string(&events).unwrap();
    let all = text.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let is_run = |event: &serde_json::Value| {
        event["verdict"] == "run" && event["outcome"] != "without-tests"
    };
    let names = all.filter(is_run).map(|event| event["test"].as_str().unwrap().to_owned());
    let mut classes: Vec<String> = names.collect();
    classes.sort();
    let why = ran.stderr.lines().find_map(|line| line.strip_prefix("tamis: through Maven: "));
    let why = why.map(str::to_owned);
    assert_eq!(why.is_none(), ran.stdout.is_empty(), "{}{}", ran.stdout, ran.stderr);
    Tested { ran, classes, why }
}

/// What ran without Maven, and how it ended.
fn alone(build: &Build) -> (i32, Vec<String>) {
    let Tested { ran, classes, why } = test(build);
    assert_eq!(why, None, "{}", ran.stderr);
    (ran.code, classes)
}

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

/// A build that Maven has done once, with a resource.
fn built(surefire: &'static str, release: u16) -> Build {
    let build = Build::new(surefire, release);
    fs::create_dir_all(build.root.join(RESOURCE).parent().unwrap()).unwrap();
    fs::write(build.root.join(RESOURCE), "100").unwrap();
    let read = "price * percent / rate()";
    build.edit(PRICE, "price * percent / 100", read);
    build.edit(
        PRICE,
        "    private Price() {}",
        "    private Price() {}\n\n    private static int rate() {\n        try (java.io.InputStream in = \
         Price.class.getResourceAsStream(\"rate.txt\")) {\n            return \
         Integer.parseInt(new java.util.Scanner(in).next());\n        } catch (java.io.IOException e) {\n            \
         throw new AssertionError(e);\n        }\n    }",
    );
    let first = test(&build);
    assert_eq!(first.why.as_deref(), Some("nothing is known of a build with these words yet"));
    assert_eq!((first.ran.code, first.classes), (0, names(&ALL)), "{}", first.ran.stderr);
    build
}

fn edits(surefire: &'static str, release: u16) {
    let build = built(surefire, release);
    // Nothing changed.
    assert_eq!(alone(&build), (0, vec![]));
    // The body of a method.
    build.edit(PRICE, "return pieces * each;", "int all = each * pieces; return all;");
    let edited = test(&build);
    assert!(
        edited.ran.stderr.contains("tamis: core: compiled 1 source\n"),
        "{}",
        edited.ran.stderr
    );
    assert!(!edited.ran.stderr.contains("tamis: app: compiled"), "{}", edited.ran.stderr);
    assert_eq!(edited.why, None);
    assert_eq!(edited.classes, ["app.CartTest", "core.PriceTest"], "{}", edited.ran.stderr);
    // Maven knows what was found out without it.
    let maven = build.tamis(&["test"]);
    assert_eq!((maven.code, ran_of(&maven)), (0, vec![]), "{}", maven.stderr);
    assert_eq!(alone(&build), (0, vec![]));
    // A failure, which stays until it is gone.
    build.edit(PRICE, "/ rate()", "* 2 / rate()");
    for _ in 0..2 {
        assert_eq!(alone(&build), (1, names(&["core.DiscountTest"])));
    }
    let maven = build.tamis(&["test"]);
    assert_eq!(
        (maven.code, ran_of(&maven)),
        (1, names(&["core.DiscountTest"])),
        "{}",
        maven.stderr
    );
    build.edit(PRICE, "* 2 / rate()", "/ rate()");
    assert_eq!(alone(&build), (0, vec![]));
    // A resource.
    fs::write(build.root.join(RESOURCE), "50").unwrap();
    assert_eq!(alone(&build), (1, names(&["core.DiscountTest"])));
    fs::write(build.root.join(RESOURCE), "100").unwrap();
    assert_eq!(alone(&build), (0, vec![]));
}

#[test]
fn what_an_edit_can_affect_is_compiled_and_tested_without_maven() {
    edits("3.2.5", 17);
}

#[test]
fn so_it_is_with_a_surefire_and_a_jdk_of_another_age() {
    edits("2.22.2", 25);
}

#[test]
fn classes_that_come_and_go_and_what_others_see_of_them() {
    let build = built("3.2.5", 17);
    // A new test.
    let test_file = build.root.join("core/src/test/java/core/NewTest.java");
    let text = "package core;\npublic class NewTest {\n    @org.junit.Test public void holds() {\n        \
                org.junit.Assert.assertEquals(4, Price.of(2, 2));\n    }\n}\n";
    fs::write(&test_file, text).unwrap();
    assert_eq!(alone(&build), (0, names(&["core.NewTest"])));
    assert_eq!(alone(&build), (0, vec![]));
    // It goes again, and its class with it.
    fs::remove_file(&test_file).unwrap();
    assert_eq!(alone(&build), (0, vec![]));
    assert!(!build.root.join("core/target/test-classes/core/NewTest.class").exists());
    // A constant that another module has copied into its classes.
    build.edit(
        PRICE,
        "    private Price() {}",
        "    public static final int NONE = 0;\n    private Price() {}",
    );
    build.edit("app/src/main/java/app/Cart.java", "int sum;", "int sum = Price.NONE;");
    assert_eq!(alone(&build).0, 0);
    build.edit(PRICE, "NONE = 0", "NONE = 1");
    assert_eq!(alone(&build), (1, names(&["app.CartTest"])));
    build.edit(PRICE, "NONE = 1", "NONE = 0");
    assert_eq!(alone(&build), (0, vec![]));
    // Classes that somebody else has changed are made anew.
    fs::write(build.root.join("app/target/classes/app/Cart.class"), "damaged").unwrap();
    assert_eq!(alone(&build), (0, vec![]));
    assert_eq!(ran_of(&build.tamis(&["test"])), Vec::<String>::new());
}

#[test]
fn only_sources_that_can_see_a_change_are_compiled_with_it() {
    let build = built("3.2.5", 17);
    let base = build.root.join("core/src/main/java/core/Base.java");
    fs::write(&base, "package core;\npublic class Base { public static final int START = 0; }\n")
        .unwrap();
    let cart = "app/src/main/java/app/Cart.java";
    build.edit(cart, "class Cart {", "class Cart extends core.Base {");
    let test_file = "app/src/test/java/app/CartTest.java";
    build.edit(test_file, "Cart cart", "assertEquals(0, Cart.START);\n        Cart cart");
    assert_eq!(alone(&build), (0, names(&["app.CartTest"])));
    // The test has a copy of the constant, and names only the class below.
    build.edit("core/src/main/java/core/Base.java", "START = 0", "START = 1");
    let edited = test(&build);
    assert_eq!((edited.why, edited.ran.code), (None, 1), "{}", edited.ran.stderr);
    assert_eq!(edited.classes, ["app.CartTest"]);
    for told in [
        "core: compiled 1 source\n",
        "app: compiled 1 source\n",
        "app: compiled 1 source of tests\n",
    ] {
        assert!(edited.ran.stderr.contains(told), "{told}: {}", edited.ran.stderr);
    }
    assert_eq!(edited.ran.stderr.matches(": compiled ").count(), 3, "{}", edited.ran.stderr);
    // A method more in a test concerns nobody else.
    build.edit("core/src/main/java/core/Base.java", "START = 1", "START = 0");
    build.edit(
        "core/src/test/java/core/DiscountTest.java",
        "    @Test",
        "    @Test\n    public void reducesNothing() {\n        assertEquals(0, Price.reduced(0, 10));\n    }\n\n    @Test",
    );
    let edited = test(&build);
    assert_eq!((edited.why, edited.ran.code), (None, 0), "{}", edited.ran.stderr);
    assert_eq!(edited.classes, ["core.DiscountTest"], "{}", edited.ran.stderr);
    assert!(
        edited.ran.stderr.contains("core: compiled 1 source of tests\n"),
        "{}",
        edited.ran.stderr
    );
    // And Maven makes the same of it.
    let maven = build.tamis(&["test"]);
    assert_eq!((maven.code, ran_of(&maven)), (0, vec![]), "{}", maven.stderr);
}

#[test]
fn sources_that_do_not_compile_change_nothing() {
    let build = built("3.2.5", 17);
    let class = build.root.join("core/target/classes/core/Price.class");
    let before = fs::read(&class).unwrap();
    build.edit(PRICE, "return pieces * each;", "return pieces * eech;");
    let broken = test(&build);
    assert_eq!((broken.ran.code, broken.why), (1, None), "{}", broken.ran.stderr);
    assert!(broken.ran.stderr.contains("Price.java:"), "{}", broken.ran.stderr);
    assert!(broken.ran.stderr.contains("cannot find symbol"), "{}", broken.ran.stderr);
    assert_eq!(fs::read(&class).unwrap(), before);
    build.edit(PRICE, "return pieces * eech;", "return pieces * each;");
    assert_eq!(alone(&build), (0, vec![]));
    // A method that another module calls is gone: it is that one that does not compile.
    build.edit(PRICE, "int of(", "int off(");
    build.edit("core/src/test/java/core/PriceTest.java", "Price.of(", "Price.off(");
    let gone = test(&build);
    assert_eq!((gone.ran.code, gone.why), (1, None), "{}", gone.ran.stderr);
    assert!(gone.ran.stderr.contains("tamis: app: javac failed"), "{}", gone.ran.stderr);
    assert_eq!(gone.classes, ["core.PriceTest"], "{}", gone.ran.stderr);
}

#[test]
fn maven_is_called_where_there_is_a_doubt() {
    let build = built("3.2.5", 17);
    let why = |part: &str| {
        let tested = test(&build);
        let why = tested.why.unwrap_or_default();
        assert!(why.contains(part), "{why}: {}", tested.ran.stderr);
        assert_eq!(tested.ran.code, 0, "{}{}", tested.ran.stdout, tested.ran.stderr);
        // And then it is known.
        assert_eq!(alone(&build), (0, vec![]));
    };
    build.edit("core/pom.xml", "-Dcurrency=EUR", "-Dcurrency=EUR -Xss2m");
    why("`core/pom.xml` changed");
    fs::create_dir(build.root.join(".mvn")).unwrap();
    fs::write(build.root.join(".mvn/maven.config"), "").unwrap();
    why("`.mvn/maven.config`");
    // Values are put into a resource, so it takes Maven each time it changes.
    let filtered = "<build><resources><resource><directory>src/main/resources</directory>\
                    <filtering>true</filtering></resource></resources>";
    build.edit("core/pom.xml", "<build>", filtered);
    why("`core/pom.xml` changed");
    fs::write(build.root.join(RESOURCE), "100 \n").unwrap();
    // What changed just before a build began is not believed to be what the build saw.
    std::thread::sleep(std::time::Duration::from_millis(200));
    why("values are put into it");
    // A plugin that may do anything.
    let exec = "<plugin><groupId>org.codehaus.mojo</groupId><artifactId>properties-maven-plugin</artifactId>\
                <version>1.2.1</version><executions><execution><phase>initialize</phase><goals>\
                <goal>write-project-properties</goal></goals><configuration><outputFile>\
                ${project.build.directory}/p.txt</outputFile></configuration></execution></executions></plugin>";
    build.edit("core/pom.xml", "<plugins>", &format!("<plugins>{exec}"));
    assert!(test(&build).why.unwrap().contains("`core/pom.xml` changed"));
    let unknown = test(&build);
    let said = "what `properties-maven-plugin:write-project-properties` does in phase initialize is not known";
    assert_eq!(unknown.why.as_deref(), Some(said), "{}", unknown.ran.stderr);
    assert_eq!((unknown.ran.code, unknown.classes), (0, vec![]));
}

#[test]
fn what_runs_the_tests_is_known_although_none_ran_since_a_pom_changed() {
    let build = built("3.2.5", 17);
    build.edit("core/pom.xml", "<build>", "<!-- Nothing. --><build>");
    build.edit(PRICE, "private Price() {}", "private Price() {} // None.");
    let maven = test(&build);
    assert_eq!(maven.why.as_deref(), Some("`core/pom.xml` changed"));
    assert_eq!((maven.ran.code, maven.classes), (0, vec![]), "{}", maven.ran.stderr);
    build.edit(PRICE, "return pieces * each;", "int all = each * pieces; return all;");
    assert_eq!(alone(&build), (0, names(&["app.CartTest", "core.PriceTest"])));
}

#[test]
fn reports_and_builds_that_are_not_there() {
    let build = built("3.2.5", 17);
    let reports = test_with(&build, &["--fill-reports"]);
    assert_eq!(reports.why.as_deref(), Some("reports are asked for"));
    let forced = test_with(&build, &["--force"]);
    assert_eq!((forced.why, forced.classes), (None, names(&ALL)), "{}", forced.ran.stderr);
    let folder = tempfile::tempdir().unwrap();
    let ran = run(tamis().arg("test").current_dir(folder.path()));
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("\nhint: "), "{}", ran.stderr);
}

#[test]
fn what_is_not_as_maven_left_it_is_made_again() {
    let build = built("3.2.5", 17);
    // A copy of a resource, and then all of it.
    let copy = build.root.join("core/target/classes/core/rate.txt");
    fs::write(&copy, "7").unwrap();
    assert_eq!(alone(&build), (0, vec![]));
    assert_eq!(fs::read_to_string(&copy).unwrap(), "100");
    fs::remove_dir_all(build.root.join("core/target/classes")).unwrap();
    assert_eq!(alone(&build), (0, vec![]));
    assert_eq!(fs::read_to_string(&copy).unwrap(), "100");
    // A second class in a file hands a constant on to whoever names it, and does not have the name of the file.
    let file = |name: &str, text: &str| {
        fs::write(build.root.join(format!("core/src/main/java/core/{name}.java")), text).unwrap();
    };
    file("Base", "package core;\ninterface Base { int START = 0; }\n");
    file("File", "package core;\nclass File {}\nclass Second implements Base {}\n");
    build.edit(PRICE, "return pieces * each;", "return pieces * each + Second.START;");
    assert_eq!(alone(&build), (0, names(&["app.CartTest", "core.PriceTest"])));
    file("Base", "package core;\ninterface Base { int START = 1; }\n");
    assert_eq!(alone(&build), (1, names(&["core.PriceTest"])));
    file("Base", "package core;\ninterface Base { int START = 0; }\n");
    assert_eq!(alone(&build).0, 0);
    // A class that is there twice.
    file(
        "File",
        "package core;\nclass File {}\nclass Second implements Base {}\ninterface Base {}\n",
    );
    let twice = test(&build);
    assert_eq!((twice.ran.code, twice.why), (1, None));
    assert!(twice.ran.stderr.contains("duplicate class"), "{}", twice.ran.stderr);
}

/// What others have to see of a change is not forgotten when a run does not come to them.
#[test]
fn after_a_run_that_stopped_early_those_who_see_a_change_are_compiled() {
    let build = built("3.2.5", 17);
    let none = "    public static final int NONE = 0;\n    private Price() {}";
    build.edit(PRICE, "    private Price() {}", none);
    build.edit("app/src/main/java/app/Cart.java", "int sum;", "int sum = Price.NONE;");
    assert_eq!(alone(&build).0, 0);
    // A test of the first module fails, and is mended.
    let price_test = "core/src/test/java/core/PriceTest.java";
    build.edit(PRICE, "NONE = 0", "NONE = 1");
    build.edit(price_test, "assertEquals(6,", "assertEquals(7,");
    assert_eq!(alone(&build), (1, names(&["core.PriceTest"])));
    build.edit(price_test, "assertEquals(7,", "assertEquals(6,");
    assert_eq!(alone(&build), (1, names(&["app.CartTest"])));
    // A test of the second does not compile.
    let cart_test = "app/src/test/java/app/CartTest.java";
    build.edit(PRICE, "NONE = 1", "NONE = 0");
    build.edit(cart_test, "Cart cart", "Kart cart");
    assert_eq!(alone(&build).0, 1);
    assert_eq!(alone(&build).0, 1, "still not");
    build.edit(cart_test, "Kart cart", "Cart cart");
    assert_eq!(alone(&build), (0, vec![]), "as it was when it passed");
    assert_eq!(ran_of(&build.tamis(&["test"])), Vec::<String>::new());
}

#[test]
fn what_only_maven_can_say_is_left_to_maven() {
    let build = built("3.2.5", 17);
    let through = |part: &str, tested: &Tested| {
        let why = tested.why.as_deref().unwrap_or_default();
        assert!(why.contains(part), "{why}: {}", tested.ran.stderr);
    };
    // What a failure means, and in which module Maven is called.
    let mut command = tamis();
    command.args(["test", "--"]);
    let ran = run(&mut build.command(command, &["-fae"]));
    assert!(ran.stderr.contains("what `-fae` means is for Maven to say"), "{}", ran.stderr);
    let mut command = tamis();
    command.args(["test", "--"]);
    let ran = run(build.command(command, &[]).current_dir(build.root.join("core")));
    assert!(ran.stderr.contains("nothing is known of a build with these words"), "{}", ran.stderr);
    assert_eq!(alone(&build), (0, vec![]));
    // Sources that are not compiled; a resource with a variable in it, and one of which there are two.
    build.edit(
        "core/pom.xml",
        "<build>",
        "<build><resources><resource><directory>src/main/resources</directory></resource>\
         <resource><directory>src/main/more</directory><filtering>true</filtering></resource></resources>",
    );
    let more = build.root.join("core/src/main/more/core");
    fs::create_dir_all(&more).unwrap();
    fs::write(more.join("tag.txt"), "${env.TAMIS_TAG}").unwrap();
    // What changed just before a build began is not believed to be what the build saw.
    std::thread::sleep(std::time::Duration::from_millis(200));
    through("`core/pom.xml` changed", &test(&build));
    assert_eq!(alone(&build), (0, vec![]));
    let mut command = tamis();
    command.args(["test", "--"]).env("TAMIS_TAG", "1");
    let ran = run(&mut build.command(command, &[]));
    assert!(ran.stderr.contains("the variable `TAMIS_TAG` changed"), "{}", ran.stderr);
    fs::write(more.join("rate.txt"), "100").unwrap();
    through("", &test(&build));
    let excludes = "<plugins><plugin><artifactId>maven-compiler-plugin</artifactId><configuration>\
                    <excludes><exclude>**/Draft*</exclude></excludes></configuration></plugin>";
    build.edit("core/pom.xml", "<plugins>", excludes);
    through("`core/pom.xml` changed", &test(&build));
    through("`excludes` of `maven-compiler-plugin:compile` is set in `core`", &test(&build));
}
