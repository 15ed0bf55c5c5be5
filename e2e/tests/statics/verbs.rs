//! The verbs with a static technique, and what static techniques miss.

use std::fs;

use serde_json::Value;
use tamis_testkit::jdk;

use super::Project;
use crate::{run, tamis};

const PRICE: &str =
    "class Price { static int of(int n) { return n * 3; } int unused() { return 1; } }";

const SHOP: &[(&str, &str)] = &[
    ("q/Rounding", "public class Rounding { public static int round(int n) { return n; } }"),
    ("p/Price", PRICE),
    ("p/Cart", "class Cart { int sum() { return q.Rounding.round(Price.of(2)); } }"),
    ("p/Lonely", "class Lonely { }"),
    (
        "p/CartTest",
        "public class CartTest { @org.junit.Test public void t() {
            org.junit.Assert.assertTrue(new Cart().sum() > 0);
        } }",
    ),
    (
        "p/LonelyTest",
        "public class LonelyTest { @org.junit.Test public void t() { new Lonely(); } }",
    ),
    (
        "p/FileTest",
        "public class FileTest { @org.junit.Test public void t() throws Exception {
            java.nio.file.Path file = java.nio.file.Paths.get(\"data.txt\");
            java.nio.file.Files.exists(file);
            org.junit.Assert.assertNotNull(System.getProperty(\"user.dir\"));
        } }",
    ),
];

#[test]
fn explain_prints_the_path_and_what_is_not_looked_at() {
    let project = Project::passed(17, SHOP);
    // Nobody calls it: static techniques count whole classes.
    project.edit("p/Price", &PRICE.replace("return 1", "return 2"));
    project.check(&[("hybrid", ""), ("static", "Cart")]);
    let explain = |test: &str| project.verb("explain", &[test, "--technique", "static"]).stdout;
    let text = explain("CartTest");
    let not_looked_at = "  static techniques look at class files only: not at files, resources, properties, \
                         variables or services that files name\n";
    assert_eq!(
        text,
        format!(
            "p.CartTest runs:\n  `p.Price`, which it can reach, changed\n    `p.CartTest` uses `p.Cart`\n    \
             `p.Cart` uses `p.Price`\n{not_looked_at}"
        )
    );
    let text = explain("LonelyTest");
    assert!(
        text.starts_with("p.LonelyTest is skipped: it passed just now, and the 4 classes"),
        "{text}"
    );
    assert!(text.ends_with(not_looked_at), "{text}");
}

#[test]
fn run_selects_statically_and_what_it_finds_out_serves_all_techniques() {
    let project = Project::passed(25, SHOP);
    project.edit("p/Price", &PRICE.replace("n * 3", "n * 0"));
    let ran = project.verb("run", &["--technique", "static"]);
    assert_eq!(ran.code, 1, "{}", ran.stderr);
    assert!(ran.stderr.contains("running 1 of 3 test classes: 1 affected"), "{}", ran.stderr);
    // It stays selected until it passes.
    project.check(&[("static", "Cart"), ("static-dynamic", "Cart"), ("hybrid", "Cart")]);
    project.edit("p/Price", PRICE);
    project.check(&[("static", ""), ("hybrid", "")]);
    // The graph was kept; a damaged one is made anew.
    fs::write(project.root.join(".tamis/cache/graph"), "no graph").unwrap();
    project.check(&[("static", "")]);
    let ran = project.verb("run", &["--technique", "static"]);
    assert!(ran.stderr.contains("running 0 of 3 test classes"), "{}", ran.stderr);
    let graph = fs::read(project.root.join(".tamis/cache/graph")).unwrap();
    // Behind what tells tools of the build that it is no text.
    let zeros = graph.iter().take_while(|byte| **byte == 0).count();
    assert!(zeros > 0 && graph[zeros..].starts_with(b"TAMISGRF"));
    // A new test, and a class that is gone.
    project.write("p/NewTest", "public class NewTest { @org.junit.Test public void t() { } }");
    project.compile();
    project.check(&[("static", "New")]);
    fs::remove_file(project.root.join("classes/p/Lonely.class")).unwrap();
    project.check(&[("static", "Lonely New")]);
}

#[test]
fn a_class_that_cannot_be_read_runs_who_reaches_it() {
    let project = Project::passed(17, SHOP);
    fs::write(project.root.join("classes/p/Price.class"), b"no class").unwrap();
    project.check(&[("static", "Cart")]);
    assert_eq!(
        project.verb("deps", &["CartTest", "--technique", "static"]).stdout,
        "p.CartTest can reach any class, says static:\n  `p.CartTest` uses `p.Cart`\n  `p.Cart` uses \
         `p.Price`\n  `p.Price` cannot be read, and may use any class\n"
    );
}

#[test]
fn a_changed_library_runs_who_reaches_it() {
    let project = Project::passed(17, SHOP);
    project.edit(
        "q/Rounding",
        "public class Rounding { public static int round(int n) { return n + 1; } }",
    );
    let selected = project.selected("static");
    assert!(selected.contains("Cart"), "{selected}");
}

#[test]
fn files_properties_and_options_of_tests_are_missed_as_documented() {
    let project = Project::passed(17, SHOP);
    fs::write(project.root.join("data.txt"), "there").unwrap();
    project.check(&[("hybrid", "File"), ("static", ""), ("static-border-dynamic", "")]);
    // The environment as a whole counts.
    let ran = project.verb("select", &["--technique", "static", "--", "-XX:+UseSerialGC"]);
    assert_eq!(ran.stdout.matches("\nrun ").count(), 3, "{}", ran.stdout);
}

#[test]
fn deps_lists_classes_and_compares_techniques() {
    let project = Project::passed(17, SHOP);
    let ran = project.verb("deps", &["CartTest", "--technique", "static", "--format", "json"]);
    assert!(ran.stdout.starts_with("{\"format\":\"tamis-deps\",\"version\":1,"), "{}", ran.stdout);
    let answer: Value = serde_json::from_str(&ran.stdout).unwrap();
    let classes: Vec<&str> =
        answer["classes"].as_array().unwrap().iter().map(|c| c.as_str().unwrap()).collect();
    for class in ["p.Cart", "p.CartTest", "p.Price", "q.Rounding", "org.junit.Assert"] {
        assert!(classes.contains(&class), "{classes:?}");
    }
    assert!(
        !classes.contains(&"p.Lonely") && !classes.contains(&"java.lang.Object"),
        "{classes:?}"
    );
    let ran = project.verb("deps", &["p.LonelyTest"]);
    assert!(
        ran.stdout.contains("says hybrid:\n") && ran.stdout.contains("  p.Lonely\n"),
        "{}",
        ran.stdout
    );
    let ran = project.verb("deps", &["--compare", "class", "static"]);
    assert!(ran.stdout.starts_with("A is class, B is static; 3 test classes"), "{}", ran.stdout);
    assert!(ran.stdout.contains("0 of 3, 0.0 %"), "{}", ran.stdout);
    let ran = project.verb("deps", &["NoTest"]);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("there is no test class `NoTest`"), "{}", ran.stderr);
}

#[test]
fn graph_is_exported_in_three_forms() {
    let project = Project::of(25, SHOP);
    let ran = project.verb("graph", &["--export", "dot"]);
    assert!(ran.stdout.contains("  \"p.Cart\" -> \"p.Price\";\n"), "{}", ran.stdout);
    let ran = project.verb("graph", &["--export", "json", "--around", "Cart"]);
    let answer: Value = serde_json::from_str(&ran.stdout).unwrap();
    let classes = answer["classes"].as_array().unwrap().iter();
    let found: Vec<(&str, i64)> = classes
        .filter(|class| class["part"] != "absent")
        .map(|class| (class["class"].as_str().unwrap(), class["distance"].as_i64().unwrap()))
        .collect();
    assert_eq!(found, [("p.CartTest", -1), ("p.Cart", 0), ("p.Price", 1), ("q.Rounding", 1)]);
    let ran = project.verb("graph", &["--export", "html", "--around", "p.Price", "--depth", "2"]);
    assert!(ran.stdout.starts_with("<!DOCTYPE html>"), "{}", ran.stdout);
    assert!(ran.stdout.contains("<title>p.CartTest</title>"), "{}", ran.stdout);
    let ran = project.verb("graph", &["--export", "html", "--around", "NoClass"]);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("there is no class `NoClass`"), "{}", ran.stderr);
}

#[test]
fn border_methods_of_a_jdk_are_counted_once_and_printed() {
    let folder = tempfile::tempdir().unwrap();
    let border = |words: &[&str]| {
        let mut command = tamis();
        command.arg("border").args(words).current_dir(folder.path());
        let home = jdk(17).home;
        run(command.env("JAVA_HOME", home).env("XDG_CACHE_HOME", folder.path().join("cache")))
    };
    let counts = border(&[]);
    assert_eq!(counts.code, 0, "{}", counts.stderr);
    assert!(counts.stdout.starts_with("JDK 17."), "{}", counts.stdout);
    let said = "public methods of public types may end in a reflection method, ";
    assert!(counts.stdout.contains(said), "{}", counts.stdout);
    let kept: Vec<_> =
        fs::read_dir(folder.path().join("cache/tamis/border-methods")).unwrap().collect();
    let [Ok(kept)] = kept.as_slice() else { panic!("{kept:?}") };
    assert_eq!(border(&[]).stdout, counts.stdout);
    // One that was cut off is searched for again.
    let text = fs::read_to_string(kept.path()).unwrap();
    fs::write(kept.path(), text.get(..text.len() / 2).unwrap()).unwrap();
    assert_eq!(border(&[]).stdout, counts.stdout);
    assert_eq!(fs::read_to_string(kept.path()).unwrap(), text);
    let packages = border(&["--list", "packages"]).stdout;
    assert!(packages.lines().any(|line| line.ends_with("  java.lang")), "{packages}");
    let four = border(&["--list", "four"]).stdout;
    assert_eq!(
        four,
        "tamis-border-methods 1\njava/lang/Class\n forName\njava/lang/ClassLoader\n defineClass\n findSystemClass\n loadClass\n"
    );
    let found = border(&["--list", "static"]).stdout;
    assert!(found.contains("\n forName(Ljava/lang/String;)Ljava/lang/Class;\n"));
    fs::write(
        folder.path().join("tamis-border-methods.txt"),
        "tamis-border-methods 1\np/Own\n m\n",
    )
    .unwrap();
    let minimal = border(&["--list", "minimal"]).stdout;
    assert!(
        minimal.contains("\np/Own\n m\n") && minimal.contains("\njava/util/ServiceLoader\n"),
        "{minimal}"
    );
    let nowhere = border(&["--jdk", "nowhere"]);
    assert_eq!(nowhere.code, 2);
    assert!(nowhere.stderr.contains("hint: name the folder of a JDK"), "{}", nowhere.stderr);
}

#[test]
fn a_project_adds_border_methods_and_a_list_with_holes_runs_all() {
    let sources = [
        ("q/Unused", "public class Unused { }"),
        ("p/Reads", "class Reads { static int n() { return Integer.parseInt(\"1\"); } }"),
        ("p/Apart", "class Apart { }"),
        ("p/OtherTest", "public class OtherTest { @org.junit.Test public void t() { } }"),
        (
            "p/ReadsTest",
            "public class ReadsTest { @org.junit.Test public void t() { Reads.n(); } }",
        ),
    ];
    let project = Project::passed(25, &sources);
    project.edit("p/Apart", "class Apart { int more; }");
    let minimal = "static-border-minimal";
    project.check(&[(minimal, "")]);
    let file = project.root.join("tamis-border-methods.txt");
    fs::write(&file, "tamis-border-methods 1\njava/lang/Integer\n parseInt\n").unwrap();
    project.check(&[(minimal, "Reads"), ("static", "")]);
    fs::write(&file, "tamis-border-methods 1\n parseInt\n").unwrap();
    project.check(&[(minimal, "Other Reads"), ("static", "")]);
    let ran = project.verb("select", &["--technique", minimal]);
    let said = "line 2: expected the name of a class before the method `parseInt`";
    assert!(ran.stderr.contains(said), "{}", ran.stderr);
}

#[test]
fn of_another_version_of_a_library_only_what_changed_counts() {
    let sources = [
        ("q/A", "public class A { public static int a() { return 1; } }"),
        ("q/B", "public class B { public static int b() { return 1; } }"),
        ("p/ATest", "public class ATest { @org.junit.Test public void t() { q.A.a(); } }"),
        ("p/BTest", "public class BTest { @org.junit.Test public void t() { q.B.b(); } }"),
        ("p/NoneTest", "public class NoneTest { @org.junit.Test public void t() { } }"),
    ];
    let project = Project::passed(17, &sources);
    project.edit("q/B", "public class B { public static int b() { return 2; } }");
    project.check(&[("static", "B"), ("static-dynamic", "B")]);
    // What evidence names is not forgotten, what it does not is.
    let libraries = project.root.join(".tamis/cache/libraries");
    fs::write(libraries.join("0123456789abcdef"), "").unwrap();
    let ran = run(tamis().args(["store", "gc", "--project"]).arg(&project.root));
    assert!(
        ran.stderr.ends_with("classes of 1 library forgotten that no run had\n"),
        "{}",
        ran.stderr
    );
    project.check(&[("static", "B")]);
    // Who does not know the classes of the other version runs more.
    fs::remove_dir_all(project.root.join(".tamis/cache/libraries")).unwrap();
    let selected = project.selected("static-dynamic");
    assert!(selected.contains('B'), "{selected}");
}
