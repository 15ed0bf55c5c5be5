//! The published examples. That each technique selects the published tests if `L` is a class of the JDK is tested on the
//! graph alone, in `crates/graph/tests/figures.rs`; here are a library in its place, and a class of the real JDK.

use super::Project;

const A4: &str = "public class A4 { public int answer = 42; }";

/// `T…` use the library `L`, `U…` a class of the JDK that makes objects by name.
const FIGURE1: &[(&str, &str)] = &[
    (
        "q/L",
        "public class L {
            public void harmless() {}
            public Class<?> load(String name) throws Exception {
                return Class.forName(name, true, Thread.currentThread().getContextClassLoader());
            }
        }",
    ),
    (
        "p/A1",
        "class A1 extends q.L { Object whole() throws Exception {
            return load(\"p.A4\").getDeclaredConstructor().newInstance();
        } }",
    ),
    ("p/A2", "class A2 { void nothing() {} }"),
    ("p/A3", "class A3 { static void useful() { new q.L().harmless(); } }"),
    ("p/A4", A4),
    (
        "p/B1",
        "class B1 { Object whole() throws Exception {
            return java.beans.Beans.instantiate(null, \"p.A4\");
        } }",
    ),
    ("p/B3", "class B3 { static void useful() { java.beans.Beans.isDesignTime(); } }"),
    (
        "p/T1Test",
        "public class T1Test { @org.junit.Test public void t() throws Exception { new A1().whole(); } }",
    ),
    ("p/T2Test", "public class T2Test { @org.junit.Test public void t() { new A2().nothing(); } }"),
    ("p/T3Test", "public class T3Test { @org.junit.Test public void t() { A3.useful(); } }"),
    ("p/T4Test", "public class T4Test { @org.junit.Test public void t() { new A4(); } }"),
    (
        "p/U1Test",
        "public class U1Test { @org.junit.Test public void t() throws Exception { new B1().whole(); } }",
    ),
    ("p/U3Test", "public class U3Test { @org.junit.Test public void t() { B3.useful(); } }"),
];

fn figure1(release: u16) {
    let project = Project::passed(release, FIGURE1);
    project.check(&[("static", ""), ("static-naive", ""), ("static-dynamic", "")]);
    project.edit("p/A4", &A4.replace("42", "43"));
    let everything = "T1 T2 T3 T4 U1 U3";
    project.check(&[
        // Misses what is made by name.
        ("static", "T4"),
        // In a real JDK `java.lang.Object` leads to reflection methods with names that nobody knows.
        ("static-naive", everything),
        ("static-string", everything),
        // Nearly all of the JDK, and so what tests frameworks call.
        ("static-border-static", everything),
        // `L` is a library, and counts; what the JDK does inside does not.
        ("static-border-four", "T1 T3 T4"),
        ("static-border-dynamic", "T1 T3 T4 U1"),
        ("static-border-minimal", "T1 T3 T4 U1"),
        // What `L` made for one test it may make for another.
        ("static-dynamic", "T1 T3 T4 U1"),
        ("static-per-test", "T1 T4 U1"),
        ("class", "T1 T4 U1"),
    ]);
}

#[test]
fn figure1_each_technique_selects_what_it_can_see_on_17() {
    figure1(17);
}

#[test]
fn figure1_each_technique_selects_what_it_can_see_on_25() {
    figure1(25);
}

const SESSION: &str =
    "class SessionImpl implements Session { public String user() { return \"nobody\"; } }";

const FIGURE3: &[(&str, &str)] = &[
    ("q/Unused", "public class Unused { }"),
    (
        "p/Server",
        "class Server {
            static final Class<?> SESSIONS = sessions();
            private static Class<?> sessions() {
                try { return Class.forName(\"p.SessionImpl\"); }
                catch (ClassNotFoundException error) { throw new IllegalStateException(error); }
            }
            static Session open() throws ReflectiveOperationException {
                return (Session) SESSIONS.getDeclaredConstructor().newInstance();
            }
        }",
    ),
    ("p/Session", "interface Session { String user(); }"),
    ("p/SessionImpl", SESSION),
    ("p/Other", "class Other { }"),
    (
        "p/T1Test",
        "public class T1Test { @org.junit.Test public void t() throws Exception { Server.open().user(); } }",
    ),
    (
        "p/T2Test",
        "public class T2Test { @org.junit.Test public void t() throws Exception { Server.open().user(); } }",
    ),
    ("p/T3Test", "public class T3Test { @org.junit.Test public void t() { new Other(); } }"),
];

fn figure3(release: u16) {
    let project = Project::passed(release, FIGURE3);
    project.edit("p/SessionImpl", &SESSION.replace("nobody", "somebody"));
    // The initialiser ran once, in the first of the two, and is recorded for both.
    project.check(&[
        ("static", ""),
        ("static-border-four", "T1 T2"),
        ("static-border-dynamic", "T1 T2"),
        ("static-dynamic", "T1 T2"),
        ("static-per-test", "T1 T2"),
    ]);
}

#[test]
fn figure3_what_an_initialiser_found_counts_for_later_tests_on_17() {
    figure3(17);
}

#[test]
fn figure3_what_an_initialiser_found_counts_for_later_tests_on_25() {
    figure3(25);
}

/// Two classes that find others by name, in a test that uses both and in one that uses the second only.
const TWO: &[(&str, &str)] = &[
    ("q/Unused", "public class Unused { }"),
    (
        "p/Loads",
        "class Loads { static Object a() throws Exception {
            return Class.forName(\"p.Hidden\").getDeclaredConstructor().newInstance();
        } }",
    ),
    (
        "p/Reads",
        "class Reads { static Object b() throws Exception {
            return java.beans.Beans.instantiate(null, \"p.Plain\");
        } }",
    ),
    ("p/Hidden", HIDDEN),
    ("p/Plain", "public class Plain { }"),
    (
        "p/BothTest",
        "public class BothTest { @org.junit.Test public void t() throws Exception { Loads.a(); Reads.b(); } }",
    ),
    (
        "p/ReadsTest",
        "public class ReadsTest { @org.junit.Test public void t() throws Exception { Reads.b(); } }",
    ),
];

const HIDDEN: &str = "public class Hidden { public int answer = 42; }";

/// With the callers, `p/Hidden` is found by `p/Loads` and by nobody else; without them, by whoever may have.
fn callers(release: u16) {
    let project = Project::passed(release, TWO);
    let note = |technique: &str| {
        let ran = project.verb("select", &["--technique", technique]);
        ran.stderr.contains("2 of 2 test classes were recorded without who asks for classes")
    };
    assert!(note("static-dynamic") && note("static-border-dynamic") && note("static-per-test"));
    project.edit("p/Hidden", &HIDDEN.replace("42", "43"));
    project.check(&[("static-dynamic", "Both Reads"), ("static-per-test", "Both")]);
    let ran = project.verb("run", &["--technique", "static-dynamic", "--force"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(!note("static-dynamic") && !note("static-border-dynamic"));
    project.check(&[("static-dynamic", ""), ("static-border-dynamic", "")]);
    project.edit("p/Hidden", &HIDDEN.replace("42", "44"));
    project.check(&[
        ("static", ""),
        ("static-dynamic", "Both"),
        ("static-per-test", "Both"),
        // Both methods were seen, and who calls them may find anything.
        ("static-border-dynamic", "Both Reads"),
    ]);
    project.edit("p/Hidden", &HIDDEN.replace("42", "43"));
    project.check(&[("static-border-dynamic", "")]);
    project.edit("p/Plain", "public class Plain { int more; }");
    project.check(&[("static", ""), ("static-dynamic", "Both Reads"), ("class", "Both Reads")]);
}

#[test]
fn callers_that_were_seen_are_the_only_ones_that_count_on_17() {
    callers(17);
}

#[test]
fn callers_that_were_seen_are_the_only_ones_that_count_on_25() {
    callers(25);
}
