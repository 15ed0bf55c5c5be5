//! Tests that lean on what an earlier one left behind, with `--isolation checked`.

use std::fs;
use std::path::Path;

use serde_json::Value;
use tamis_testkit::{Job, jdk, sources_below};

use super::{NONE, Project, libraries, simple};
use crate::{repository, run};

/// A pair of tests: what they share, what the first one does, what it does after an edit, what the second one asserts, and
/// what it is said to read.
struct Pair {
    name: &'static str,
    shared: &'static str,
    first: &'static str,
    edited: &'static str,
    second: &'static str,
    reads: &'static str,
}

const PAIRS: [Pair; 14] = [
    // All there is of it is behind the scheme.
    Pair {
        name: "Address",
        shared: "class Address { private static java.net.URI now = java.net.URI.create(\"urn:a\");
            static void set(String to) { now = java.net.URI.create(to); } static String get() { return now.toString(); } }",
        first: "Address.set(\"urn:b\");",
        edited: "Address.set(\"urn:c\");",
        second: "org.junit.Assert.assertEquals(\"urn:b\", Address.get());",
        reads: "p.Address.now",
    },
    Pair {
        name: "Array",
        shared: "class Array { static final int[] cells = new int[4];
            static void set(int place) { cells[place] = 1; } static int get(int place) { return cells[place]; } }",
        first: "Array.set(1);",
        edited: "Array.set(2);",
        second: "org.junit.Assert.assertEquals(1, Array.get(1));",
        reads: "p.Array.cells",
    },
    // Without a static initialiser.
    Pair {
        name: "Counter",
        shared: "class Counter { static int count; static void next() { count++; } static int now() { return count; } }",
        first: "Counter.next();",
        edited: "Counter.next(); Counter.next();",
        second: "org.junit.Assert.assertEquals(1, Counter.now());",
        reads: "p.Counter.count",
    },
    Pair {
        name: "Enum",
        shared: "enum Enum { ON; private int level; void set(int level) { this.level = level; } int get() { return level; } }",
        first: "Enum.ON.set(1);",
        edited: "Enum.ON.set(2);",
        second: "org.junit.Assert.assertEquals(1, Enum.ON.get());",
        reads: "p.Enum.ON",
    },
    // Objects on circles.
    Pair {
        name: "Linked",
        shared: "class Linked { static final java.util.LinkedList<String> all = new java.util.LinkedList<>();
            static { for (int i = 0; i < 50; i++) all.add(\"x\" + i); }
            static void change(String to) { all.set(40, to); } static String last() { return all.get(40); } }",
        first: "Linked.change(\"one\");",
        edited: "Linked.change(\"two\");",
        second: "org.junit.Assert.assertEquals(\"one\", Linked.last());",
        reads: "p.Linked.all",
    },
    Pair {
        name: "List",
        shared: "class List { static final java.util.List<String> entries = new java.util.ArrayList<>();
            static void add(String entry) { entries.add(entry); } static int size() { return entries.size(); } }",
        first: "List.add(\"a\");",
        edited: "List.add(\"a\"); List.add(\"b\");",
        second: "org.junit.Assert.assertEquals(1, List.size());",
        reads: "p.List.entries",
    },
    Pair {
        name: "Listener",
        shared: "class Listener { private static final java.util.List<Runnable> all = new java.util.ArrayList<>();
            static void listen(Runnable one) { all.add(one); } static int fire() { all.forEach(Runnable::run); return all.size(); } }",
        first: "Listener.listen(() -> {});",
        edited: "Listener.listen(() -> {}); Listener.listen(() -> {});",
        second: "org.junit.Assert.assertEquals(1, Listener.fire());",
        reads: "p.Listener.all",
    },
    // Loaded long before it is linked, since a method of the second test names it.
    Pair {
        name: "Loaded",
        shared: "class Loaded { static int value; static void set(int to) { value = to; } static int get() { return value; } }",
        first: "Loaded.set(1);",
        edited: "Loaded.set(2);",
        second: "org.junit.Assert.assertEquals(1, Loaded.get()); } Loaded named(Loaded one) { return one;",
        reads: "p.Loaded.value",
    },
    Pair {
        name: "Locale",
        shared: "class Locale { }",
        first: "java.util.Locale.setDefault(java.util.Locale.GERMANY);",
        edited: "java.util.Locale.setDefault(java.util.Locale.ENGLISH);",
        second: "org.junit.Assert.assertEquals(\"1,5\", String.format(\"%.1f\", 1.5));",
        reads: "the default locale",
    },
    Pair {
        name: "Map",
        shared: "class Map { static final java.util.Map<String, String> all = new java.util.concurrent.ConcurrentHashMap<>();
            static void put(String value) { all.put(\"key\", value); } static String get() { return all.get(\"key\"); } }",
        first: "Map.put(\"a\");",
        edited: "Map.put(\"b\");",
        second: "org.junit.Assert.assertEquals(\"a\", Map.get());",
        reads: "p.Map.all",
    },
    Pair {
        name: "Out",
        shared: "class Out { static java.io.PrintStream now() { return System.out; } }",
        first: "System.setOut(new java.io.PrintStream(System.out) { });",
        edited: "System.out.getClass();",
        second: "org.junit.Assert.assertNotEquals(java.io.PrintStream.class, Out.now().getClass());",
        reads: "java.lang.System.out",
    },
    Pair {
        name: "Property",
        shared: "class Property { }",
        first: "System.setProperty(\"leaning.key\", \"1\");",
        edited: "System.setProperty(\"leaning.key\", \"2\");",
        second: "org.junit.Assert.assertEquals(\"1\", System.getProperty(\"leaning.key\"));",
        reads: "the system property `leaning.key`",
    },
    Pair {
        name: "Reflected",
        shared: "class Reflected { static Object value; static void set(Object to) { value = to; } }",
        first: "Reflected.set(\"a\");",
        edited: "Reflected.set(\"b\");",
        second: "org.junit.Assert.assertEquals(\"a\", Class.forName(\"p.Reflected\").getDeclaredField(\"value\").get(null));",
        reads: "p.Reflected.value",
    },
    Pair {
        name: "Zone",
        shared: "class Zone { }",
        first: "java.util.TimeZone.setDefault(java.util.TimeZone.getTimeZone(\"Asia/Tokyo\"));",
        edited: "java.util.TimeZone.setDefault(java.util.TimeZone.getTimeZone(\"Asia/Dubai\"));",
        second: "org.junit.Assert.assertEquals(\"Asia/Tokyo\", java.time.ZoneId.systemDefault().getId());",
        reads: "the default time zone",
    },
];

/// Uses what is shared and leaves it as it was: a class that the first test initialises, a list that grows and shrinks, views
/// and hashes that are kept.
const CLEAN: &str = "class Clean {
    static final java.util.Map<String, Integer> table = new java.util.HashMap<>();
    static final java.util.List<String> list = new java.util.ArrayList<>(java.util.Arrays.asList(\"a\"));
    static final java.util.regex.Pattern pattern = java.util.regex.Pattern.compile(\"a+\");
    static final String[] words = { new String(\"word\") };
    static { for (int i = 0; i < 100; i++) table.put(\"k\" + i, i); }
    static int use() {
        list.add(\"b\"); list.remove(\"b\");
        int sum = table.keySet().size() + table.values().size() + words[0].hashCode();
        return sum + list.size() + (pattern.matcher(\"aa\").matches() ? 1 : 0) + String.format(\"%d\", 1).length();
    }
}";

/// Does so, and sets a default back: not where something is kept, since that could be computed from it.
const USE: &str = "java.util.Locale before = java.util.Locale.getDefault();
        java.util.Locale.setDefault(java.util.Locale.FRANCE); java.util.Locale.setDefault(before); Clean.use();";

/// A test class of one method.
fn test(name: &str, body: &str) -> String {
    format!(
        "public class {name}Test {{ @org.junit.Test public void t() throws Exception {{ {body} }} }}"
    )
}

/// A project with all pairs, and beside its classes a folder with all tests edited.
fn pairs(release: u16) -> Project {
    let mut sources = vec![("Clean".to_owned(), CLEAN.to_owned())];
    let mut edited = Vec::new();
    let mut add = |class: String, before: &str, after: &str| {
        sources.push((format!("{class}Test"), test(&class, before)));
        edited.push((format!("{class}Test"), test(&class, after)));
    };
    for name in ["AClean", "BClean"] {
        add(name.to_owned(), USE, &format!("{USE} Clean.use();"));
    }
    for Pair { name, first, edited, second, .. } in &PAIRS {
        add(format!("{name}A"), first, edited);
        add(format!("{name}B"), second, &format!("Integer.parseInt(\"1\"); {second}"));
    }
    sources.extend(PAIRS.iter().map(|pair| (pair.name.to_owned(), pair.shared.to_owned())));
    let sources: Vec<(&str, &str)> =
        sources.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let mut project = Project::of(&sources);
    project.release = release;
    for (name, text) in &edited {
        project.write(name, text);
    }
    let flags = vec!["-classpath".to_owned(), libraries()];
    let (out, sources) = (project.path("edited"), sources_below(&project.path("src")));
    jdk(17).compile(&[Job { out, release: 11, flags, sources }]);
    project
}

impl Project {
    /// Puts the class files of tests from one folder into that of the project.
    fn take(&self, from: &str, tests: &[&str]) {
        for test in tests {
            let file = format!("p/{test}Test.class");
            fs::copy(self.path(from).join(&file), self.path("classes").join(&file)).unwrap();
        }
    }
}

const CHECKED: [&str; 2] = ["--isolation", "checked"];

fn notes(stderr: &str) -> Vec<String> {
    stderr.lines().filter(|line| line.starts_with("note: ")).map(str::to_owned).collect()
}

#[test]
fn tests_that_lean_on_each_other_are_named_and_selected_together() {
    for release in [17, 25] {
        let project = pairs(release);
        fs::create_dir(project.path("original")).unwrap();
        copy(&project.path("classes"), &project.path("original"));
        let ran = project.run(&CHECKED);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        let expected = PAIRS.iter().map(|Pair { name, reads, .. }| {
            format!("note: p.{name}BTest reads {reads}, which p.{name}ATest left changed: they are selected together")
        });
        assert_eq!(notes(&ran.stderr), expected.collect::<Vec<_>>(), "on {release}");
        assert_eq!(project.selected(&[]), NONE);
        for Pair { name, reads, .. } in &PAIRS {
            for which in ["A", "B"] {
                let test = format!("{name}{which}");
                project.take("edited", &[&test]);
                let expected = [format!("{name}ATest"), format!("{name}BTest")];
                assert_eq!(project.selected(&[]), expected, "{test} on {release}");
                // Who finds something may rest on the code that left it, too.
                if which == "B" {
                    let said = project.verb("explain", &[&format!("{name}ATest")]).stdout;
                    let said = said.replace('`', "");
                    let reads = reads.replace('`', "");
                    assert!(said.contains(&format!("{reads} with p.{name}BTest")), "{said}");
                }
                project.take("original", &[&test]);
            }
        }
        for test in ["AClean", "BClean"] {
            project.take("edited", &[test]);
            assert_eq!(project.selected(&[]), [format!("{test}Test")], "on {release}");
            project.take("original", &[test]);
        }
    }
}

/// That the second of each pair passes shows that the first one ran before; that it fails, that its outcome rests on it.
#[test]
fn a_test_runs_after_the_one_it_leans_on_and_fails_when_that_changes() {
    let project = pairs(17);
    assert_eq!(project.run(&CHECKED).code, 0);
    let named = |which: &str| -> Vec<String> {
        PAIRS.iter().map(|pair| format!("{}{which}", pair.name)).collect()
    };
    let of = |names: &[String], project: &Project| {
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        project.take("edited", &names);
    };
    of(&named("B"), &project);
    let ran = project.run(&CHECKED);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let (half, all) = (PAIRS.len(), 2 * PAIRS.len());
    let expected = format!("{all} test classes, {all} tests: {all} passed");
    assert!(ran.stderr.contains(&expected), "{}", ran.stderr);
    of(&named("A"), &project);
    let ran = project.run(&CHECKED);
    assert_eq!(ran.code, 1, "{}", ran.stderr);
    let expected = format!("{all} tests: {half} passed, {half} failed");
    assert!(ran.stderr.contains(&expected), "{}", ran.stderr);
}

/// What the default leaves out, and what is said in JSON.
#[test]
fn what_is_left_in_static_fields_is_compared_only_if_that_is_asked_for() {
    let project = pairs(17);
    let ran = project.run(&[]);
    assert_eq!((ran.code, notes(&ran.stderr).as_slice()), (0, &[][..]), "{}", ran.stderr);
    project.take("edited", &["ArrayA"]);
    assert_eq!(project.selected(&[]), ["ArrayATest"], "that the second test reads it is not known");
    let ran =
        project.run(&["--isolation", "checked", "--force", "--format", "json", "--events", "e"]);
    let document: Value = serde_json::from_str(ran.stdout.lines().last().unwrap()).unwrap();
    let tests = document["tests"].as_array().unwrap();
    let find = |name: &str| tests.iter().find(|test| simple(&test["test"]) == name).unwrap();
    let leans_on = serde_json::json!([{"test": "p.ArrayATest", "what": "p.Array.cells"}]);
    assert_eq!(find("ArrayBTest")["leans-on"], leans_on);
    assert_eq!(find("ArrayATest")["left-changed"], serde_json::json!(["p.Array.cells"]));
    assert_eq!(find("BCleanTest")["leans-on"], Value::Null);
    let events = fs::read_to_string(project.path("e")).unwrap();
    let mut events = events.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let event = events.find(|event| simple(&event["test"]) == "ArrayBTest").unwrap();
    assert_eq!(event["leans-on"], leans_on);
}

#[test]
fn what_was_found_is_kept_by_runs_that_do_not_look_for_it() {
    let project = pairs(17);
    assert_eq!(project.run(&CHECKED).code, 0);
    let ran = project.run(&["--force"]);
    assert_eq!((ran.code, notes(&ran.stderr).as_slice()), (0, &[][..]), "{}", ran.stderr);
    project.take("edited", &["ListA", "AClean"]);
    assert_eq!(project.selected(&[]), ["ACleanTest", "ListATest", "ListBTest"]);
}

/// Row 34 of the matrix: a task of one test ends during the next, and a third reads what came of it.
#[test]
fn what_a_task_of_an_earlier_test_computed_joins_the_tests() {
    let row = "e2e/matrix/34-task-of-one-test-ends-in-the-next-and-is-read-in-a-third";
    let source = |side: &str, class: &str| {
        let file = repository().join(row).join(format!("{side}/src/p/{class}.java"));
        fs::read_to_string(file).unwrap().replacen("package p;", "", 1)
    };
    let classes = ["A", "ATest", "BTest", "CTest", "OtherTest", "Shared"];
    let sources: Vec<String> = classes.iter().map(|class| source("old", class)).collect();
    let sources: Vec<(&str, &str)> =
        classes.iter().copied().zip(sources.iter().map(String::as_str)).collect();
    for release in [17, 25] {
        let mut project = Project::of(&sources);
        project.release = release;
        assert_eq!(project.run(&CHECKED).code, 0);
        project.edit("A", &source("new", "A"));
        // The last one need not run: the thread was seen between tests, so that what it had entered belongs to all.
        let expected = ["ATest", "BTest", "CTest", "OtherTest"];
        assert_eq!(project.ran(&CHECKED), expected, "on {release}");
        assert_eq!(project.reason("CTest"), "failed", "on {release}");
    }
}

#[test]
fn tests_print_the_same_with_static_fields_compared() {
    let prints = "System.out.println(java.util.Arrays.asList(List.entries, Linked.all, Map.all, Enum.ON));
        System.out.println(java.util.Locale.getDefault() + \" \" + new Throwable().getStackTrace().length);
        System.err.println(List.class.getDeclaredFields().length + \" \" + new java.util.HashSet<>(Clean.table.keySet()));";
    for release in [17, 25] {
        let project = pairs(release);
        for name in ["AClean", "ListB", "ZoneB"] {
            project.write(&format!("{name}Test"), &test(name, prints));
        }
        project.compile();
        let plain = project.run(&["--no-agent"]);
        let checked = project.run(&["--isolation", "checked", "--force"]);
        assert_eq!(checked.stdout, plain.stdout);
        assert!(!plain.stdout.is_empty());
        let own = |line: &&str| line.contains(" [");
        let printed = |text: &str| text.lines().filter(own).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(printed(&checked.stderr), printed(&plain.stderr));
    }
}

fn copy(from: &Path, to: &Path) {
    let mut command = std::process::Command::new("cp");
    assert_eq!(run(command.arg("-r").arg(from.join(".")).arg(to)).code, 0);
}
