//! What looking at a class says about others, and whom it concerns.

use tamis_journal::{Observation, Probing, Unprobed};

use super::bundle::{Events, Journal, probed, unprobed};
use super::class_files::{Memory, Source};
use crate::{Execution, Observed, Why};

/// What was looked at of classes.
fn looked_at(execution: &Execution) -> Vec<String> {
    let observed = execution.footprint.observations.iter().map(|observed| match observed {
        Observed::Introspected(class) => class.to_string(),
        Observed::ClassLookedUp(class) => format!("look up {class}"),
        other => panic!("{other:?}"),
    });
    observed.collect()
}

fn touched(execution: &Execution) -> Vec<String> {
    execution.footprint.classes.keys().map(ToString::to_string).collect()
}

#[test]
fn a_framework_that_looks_at_a_test_class_concerns_its_relatives_only() {
    let test = |name| Source::new(name).annotated("Lorg/junit/Ignore;", None);
    let sources = [
        Source::new("p/ATest").above(&["p/BaseTest"]),
        Source::new("p/BTest").above(&["p/BaseTest"]),
        Source::new("p/CTest"),
        Source::new("p/CTest$Inner").above(&["p/SharedTest"]),
        Source::new("p/OldTest").above(&["p/OldBase"]),
        Source::new("p/OldBase").above(&["junit/framework/TestCase"]),
        test("p/BaseTest"),
        test("p/SharedTest"),
        Source::new("p/Anything"),
    ];
    let mut journal = Journal::new();
    let looked = [
        "p.ATest",
        "p.BaseTest",
        "p.CTest",
        "p.CTest$Inner",
        "p.SharedTest",
        "p.OldBase",
        "p.Anything",
        "java.lang.Object",
    ];
    let mut events = Events::none();
    for name in looked {
        events = events.see(Observation::Introspected(journal.name(name)));
    }
    events = events.see(Observation::ClassLookedUp(journal.name("p.ATest")));
    journal.ambient(events);
    for test in ["p.ATest", "p.BTest", "p.CTest", "p.OldTest"] {
        journal.run(test, Events::none());
    }
    let memory = Memory::of(&sources);
    let check = |test: &str, expected: &[&str]| {
        let told = looked_at(&journal.execution(test, &memory));
        let own: Vec<&str> = told
            .iter()
            .map(String::as_str)
            .filter(|name| !matches!(*name, "java.lang.Object" | "p.Anything"))
            .filter(|name| !name.contains("junit"))
            .collect();
        assert_eq!(own, expected, "{test}");
        assert_eq!(told.iter().filter(|name| *name == "p.Anything").count(), 1, "{test}");
    };
    check("p.ATest", &["look up p.ATest", "p.ATest", "p.BaseTest"]);
    check("p.BTest", &["p.BaseTest"]);
    check("p.CTest", &["p.CTest", "p.CTest$Inner", "p.SharedTest"]);
    check("p.OldTest", &["p.OldBase"]);
}

/// What tests are told to have looked at if a class above the second one was looked at before, by code or by nobody but the
/// framework, beside another class that is or is not without probes.
fn looks_at_shared(is_code: bool, other: Probing) -> [Vec<String>; 2] {
    let listener = Source::new("p/Listener").method("m", &[]);
    let sources = [
        Source::new("p/M2Test").above(&["p/Shared"]).annotated("Lp/Slow;", None),
        Source::new("p/Shared"),
        Source::new("p/Shared$Part"),
        Source::new("p/Slow"),
        listener.clone(),
    ];
    let mut journal = Journal::new();
    let listener = journal.probed("p/Listener", &listener);
    journal.class("p/Other", b"", other);
    let shared = journal.name("p.Shared");
    let mut events = Events::none().see(Observation::ClassLookedUp(shared));
    for name in ["p.Shared", "p.Shared$Part", "p.Slow"] {
        events = events.see(Observation::Introspected(journal.name(name)));
    }
    journal.ambient(if is_code { events.hit(listener, &[0]) } else { events });
    let tests = ["p.M1Test", "p.M2Test"];
    tests.iter().for_each(|test| journal.run(test, Events::none()));
    tests.map(|test| {
        let told = looked_at(&journal.execution(test, &Memory::of(&sources)));
        told.into_iter().filter(|name| !name.contains("Listener")).collect()
    })
}

#[test]
fn a_look_at_production_code_concerns_all_if_code_ran_though_a_test_is_below_it() {
    let all = ["look up p.Shared", "p.Shared", "p.Shared$Part", "p.Slow"];
    for (is_code, other) in [(true, probed()), (false, unprobed(Unprobed::Unreadable))] {
        for told in looks_at_shared(is_code, other) {
            assert_eq!(told.iter().filter(|name| all.contains(&name.as_str())).count(), all.len());
        }
    }
}

#[test]
fn a_look_of_the_framework_alone_concerns_tests_below_and_around_and_with_the_annotation() {
    for other in [probed(), unprobed(Unprobed::Framework), unprobed(Unprobed::Hidden)] {
        let [other, below] = looks_at_shared(false, other);
        assert_eq!(other, [""; 0]);
        assert_eq!(below, ["look up p.Shared", "p.Shared", "p.Shared$Part", "p.Slow"]);
    }
}

#[test]
fn a_look_at_a_class_hands_out_what_is_above_its_annotations_and_what_its_members_name() {
    let sources = [
        Source::new("p/Sub")
            .above(&["p/Base", "p/Face"])
            .annotated("Lp/Pub;", Some("Lp/Value;"))
            .annotated("Lp/Lost;", None)
            .field("bar", "[Lp/Bar;"),
        Source::new("p/Base").field("deep", "Lp/Deep;"),
        Source::new("p/Face"),
        Source::new("p/Pub").annotated("Lp/Meta;", None),
        Source::new("p/Meta").annotated("Lp/Meta;", None),
        Source::new("p/Value"),
        Source::new("p/Bar").field("not", "Lp/Further;"),
        Source::new("p/Deep"),
        Source::new("p/Further"),
    ];
    let mut journal = Journal::new();
    let class = journal.name("p.Sub");
    journal.run("p.ATest", Events::none().see(Observation::Introspected(class)));
    let execution = journal.execution("p.ATest", &Memory::of(&sources));
    assert!(execution.is_complete());
    let expected = ["look up p.Lost", "p.Base", "p.Face", "p.Meta", "p.Pub", "p.Sub", "p.Value"];
    assert_eq!(looked_at(&execution), expected);
    let expected = ["p.Bar", "p.Base", "p.Deep", "p.Face", "p.Meta", "p.Pub", "p.Sub", "p.Value"];
    assert_eq!(touched(&execution), expected);
    assert!(execution.footprint.classes.values().all(|why| *why == Why::Reflected));
}

#[test]
fn annotations_that_cannot_be_read_make_a_test_incomplete() {
    let mut bytes = Source::new("p/A").annotated("Lp/Pub;", None).bytes();
    // The number of annotations is in front of the one that there is.
    let place = bytes.len() - 5;
    bytes[place] = 9;
    let mut memory = Memory::default();
    memory.files.insert("p/A".to_owned(), vec![bytes.into()]);
    let mut journal = Journal::new();
    let class = journal.name("p.A");
    journal.run("p.ATest", Events::none().see(Observation::Introspected(class)));
    assert!(!journal.execution("p.ATest", &memory).is_complete());
}

#[test]
fn a_class_that_code_names_and_that_is_not_there_was_looked_for() {
    let source = Source::new("p/A").method("f", &["p/Missing", "java/util/Map", "p/Made"]);
    let mut journal = Journal::new();
    let class = journal.probed("p/A", &source);
    journal.class("p/Made", b"made", super::bundle::probed());
    journal.run("p.ATest", Events::none().hit(class, &[0]));
    let execution = journal.execution("p.ATest", &Memory::of(&[source]));
    assert_eq!(looked_at(&execution), ["look up p.Missing"]);
    assert_eq!(touched(&execution), ["p.A", "p.Made"]);
}

#[test]
fn what_a_class_in_a_package_of_a_framework_names_is_touched_by_all_who_come_after() {
    let helper = Source::new("org/junit/mine/Helper")
        .above(&["p/Above"])
        .method("f", &["p/Konst", "java/util/Map", "org/junit/Other"]);
    let sources = [
        helper.clone(),
        Source::new("p/Above"),
        Source::new("p/Konst"),
        Source::new("org/junit/Other"),
    ];
    let memory = Memory::of(&sources);
    let mut journal = Journal::new();
    journal.run("p.EarlyTest", Events::none());
    journal.class("org/junit/mine/Helper", &helper.bytes(), unprobed(Unprobed::Framework));
    journal.run("p.ATest", Events::none());
    journal.run("p.BTest", Events::none());
    assert!(touched(&journal.execution("p.EarlyTest", &memory)).is_empty());
    for test in ["p.ATest", "p.BTest"] {
        assert_eq!(touched(&journal.execution(test, &memory)), ["p.Above", "p.Konst"], "{test}");
    }
}

#[test]
fn a_child_process_or_a_native_library_makes_an_execution_opaque() {
    let mut journal = Journal::new();
    let name = journal.name("ls");
    journal.run("p.ATest", Events::none().see(Observation::ProcessStarted(name)));
    journal.run("p.BTest", Events::none());
    journal.run("p.CTest", Events::none().see(Observation::LibraryLoaded(name)));
    let memory = Memory::default();
    for (test, is_opaque) in [("p.ATest", true), ("p.BTest", false), ("p.CTest", true)] {
        assert_eq!(journal.execution(test, &memory).footprint.is_opaque(), is_opaque, "{test}");
    }
}

#[test]
fn who_asks_for_a_class_in_an_initialiser_asks_for_all_who_touch_the_class() {
    let sources = [Source::new("p/ATest"), Source::new("p/Held"), Source::new("p/Made")];
    let asked = |mut journal: Journal| {
        let held = journal.probed("p/Held", &sources[1]);
        let names =
            ["p/Held", "java/lang/Class.forName(Ljava/lang/String;)Ljava/lang/Class;", "p/Made"];
        let [caller, through, class] = names.map(|name| journal.name(name));
        let question = Observation::AskedFor { caller, through, class };
        journal.initialised(held, Events::none().see(question));
        journal.run("p.ATest", Events::none().hit(held, &[0]));
        journal.run("p.BTest", Events::none());
        let memory = Memory::of(&sources);
        ["p.ATest", "p.BTest"].map(|test| journal.execution(test, &memory).footprint.asked)
    };
    let [own, others] = asked(Journal::with_callers());
    let own: Vec<String> = own.unwrap().iter().map(|asked| asked.class.to_string()).collect();
    assert_eq!(own, ["p.Made"]);
    assert_eq!(others.unwrap().len(), 0);
    // Nobody looked.
    assert_eq!(asked(Journal::new()), [None, None]);
}
