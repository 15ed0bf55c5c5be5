//! From probes to methods and classes.

use tamis_journal::{Observation, Probing, Unprobed};

use super::bundle::{Events, Journal, unprobed};
use super::class_files::{Memory, Source};
use crate::{Execution, Incomplete, Observed, Whole, Why};

/// Touched classes with the reason, one word each.
fn classes(execution: &Execution) -> Vec<String> {
    let word = |why: &Why| match why {
        Why::Entered => "entered".to_owned(),
        Why::Implied { by } => format!("implied by {by}"),
        Why::Reflected => "reflected".to_owned(),
        Why::Unprobed => "unprobed".to_owned(),
        Why::Supertype { of } => format!("above {of}"),
        Why::Through { initialiser } => format!("through {initialiser}"),
    };
    let classes = &execution.footprint.classes;
    classes.iter().map(|(name, why)| format!("{name} {}", word(why))).collect()
}

fn methods(execution: &Execution) -> Vec<String> {
    execution.footprint.methods.iter().map(ToString::to_string).collect()
}

#[test]
fn an_entered_method_implies_what_its_code_can_initialise_and_what_is_above() {
    let sources = [
        Source::new("p/A").method("f", &[]).method("g", &["p/B", "java/util/Map"]),
        Source::new("p/B").above(&["p/Base", "p/Face"]),
        Source::new("p/Base"),
        Source::new("p/Face").above(&["java/lang/Object"]),
        Source::new("p/Unused"),
    ];
    let mut journal = Journal::new();
    let a = journal.probed("p/A", &sources[0]);
    journal.run("p.ATest", Events::none().hit(a, &[1]));
    let execution = journal.execution("p.ATest", &Memory::of(&sources));
    assert!(execution.is_complete());
    assert_eq!(methods(&execution), ["p.A.g()"]);
    let expected =
        ["p.A entered", "p.B implied by p.A.g()", "p.Base above p.B", "p.Face above p.B"];
    assert_eq!(classes(&execution), expected);
    assert_eq!(execution.footprint.loaded, 1);
}

#[test]
fn whoever_touches_a_class_inherits_what_its_initialiser_did() {
    let sources = [
        Source::new("p/Use").method("f", &["p/Held"]),
        Source::new("p/Held").method("<clinit>", &["p/Helper"]),
        Source::new("p/Helper").method("<clinit>", &[]).method("x", &["p/Deep"]),
        Source::new("p/Deep"),
    ];
    let mut journal = Journal::new();
    let used = journal.probed("p/Use", &sources[0]);
    let held = journal.probed("p/Held", &sources[1]);
    let helper = journal.probed("p/Helper", &sources[2]);
    let property = journal.name("key");
    journal.initialised(
        helper,
        Events::none().hit(helper, &[0]).see(Observation::PropertyRead(property)),
    );
    journal.initialised(held, Events::none().hit(held, &[0]).hit(helper, &[1]));
    journal.run("p.FirstTest", Events::none().hit(used, &[0]).hit(held, &[0]));
    journal.run("p.SecondTest", Events::none().hit(used, &[0]));
    journal.run("p.OtherTest", Events::none());
    let memory = Memory::of(&sources);
    let second = journal.execution("p.SecondTest", &memory);
    let expected = [
        "p.Deep through p.Held",
        "p.Held implied by p.Use.f()",
        "p.Helper through p.Held",
        "p.Use entered",
    ];
    assert_eq!(classes(&second), expected);
    let expected =
        ["p.Held.static initialiser", "p.Helper.static initialiser", "p.Helper.x()", "p.Use.f()"];
    assert_eq!(methods(&second), expected);
    assert!(second.footprint.observations.contains(&Observed::PropertyRead("key".to_owned())));
    let other = journal.execution("p.OtherTest", &memory);
    assert!(other.footprint.classes.is_empty() && other.footprint.observations.is_empty());
}

#[test]
fn a_class_that_is_only_loaded_outside_tests_brings_no_initialiser() {
    let held = Source::new("p/Held").method("<clinit>", &[]);
    let memory = Memory::of(std::slice::from_ref(&held));
    let mut journal = Journal::new();
    let name = journal.name("p.Held");
    journal.ambient(Events::none().see(Observation::ClassLookedUp(name)));
    let class = journal.probed("p/Held", &held);
    journal.initialised(class, Events::none().hit(class, &[0]));
    journal.run("p.ATest", Events::none());
    journal.run("p.BTest", Events::none().see(Observation::ClassLookedUp(name)));
    let loaded = Observed::ClassLookedUp(tamis_vocab::ClassName::internal("p/Held"));
    let other = journal.execution("p.ATest", &memory);
    assert!(other.footprint.classes.is_empty() && methods(&other).is_empty());
    assert!(other.footprint.observations.contains(&loaded), "it must be there");
    let asked = journal.execution("p.BTest", &memory);
    assert_eq!(methods(&asked), ["p.Held.static initialiser"]);
}

#[test]
fn what_an_initialiser_did_later_is_inherited_too() {
    let sources = [
        Source::new("p/Use").method("f", &["p/Held"]),
        Source::new("p/Held").method("<clinit>", &[]),
    ];
    let mut journal = Journal::new();
    let used = journal.probed("p/Use", &sources[0]);
    journal.run("p.ATest", Events::none().hit(used, &[0]));
    let held = journal.probed("p/Held", &sources[1]);
    journal.initialised(held, Events::none().hit(held, &[0]));
    let execution = journal.execution("p.ATest", &Memory::of(&sources));
    assert_eq!(methods(&execution), ["p.Held.static initialiser", "p.Use.f()"]);
    assert_eq!(execution.footprint.loaded, 1, "the class was not there when the test ended");
}

#[test]
fn an_unwatched_initialiser_brings_all_of_the_test_in_which_it_ran() {
    let held = Source::new("p/Held").method("<clinit>", &[]).method("get", &[]);
    let helper = Source::new("p/Helper").method("x", &[]);
    let memory = Memory::of(&[held.clone(), helper.clone()]);
    let check = |refused: Vec<u16>| {
        let mut journal = Journal::new();
        let probing = Probing::Probed { refused, is_guarded: false, without_inner: Vec::new() };
        let class = journal.class("p/Held", &held.bytes(), probing);
        let other = journal.probed("p/Helper", &helper);
        journal.run("p.ATest", Events::none().hit(class, &[0]).hit(other, &[0]));
        journal.run("p.BTest", Events::none().hit(class, &[1]));
        journal.execution("p.BTest", &memory)
    };
    let expected = ["p.Held.static initialiser", "p.Held.get()", "p.Helper.x()"];
    assert_eq!(methods(&check(Vec::new())), expected);
    let class = tamis_vocab::ClassName::internal("p/Held");
    assert_eq!(check(vec![0]).incomplete, [Incomplete::Unwatched { class }]);
}

#[test]
fn other_bytes_than_the_class_path_has_count_as_a_whole() {
    let source = Source::new("p/A").method("f", &[]).method("g", &["p/B"]);
    let memory = Memory::of(&[source, Source::new("p/B")]);
    let mut journal = Journal::new();
    let woven = journal.class("p/A", b"woven", super::bundle::probed());
    let made = journal.class("p/Made", b"generated", super::bundle::probed());
    journal.run("p.ATest", Events::none().hit(woven, &[0]).hit(made, &[3]));
    let execution = journal.execution("p.ATest", &memory);
    assert!(execution.is_complete());
    assert!(methods(&execution).is_empty());
    let expected = ["p.A entered", "p.B implied by p.A.g()", "p.Made entered"];
    assert_eq!(classes(&execution), expected);
    let whole: Vec<(String, Whole)> =
        execution.footprint.whole.iter().map(|(name, why)| (name.to_string(), *why)).collect();
    let other = |is_on_class_path| Whole::OtherBytes { is_on_class_path };
    assert_eq!(whole, [("p.A".to_owned(), other(true)), ("p.Made".to_owned(), other(false))]);
}

#[test]
fn the_copy_with_the_same_bytes_is_taken() {
    let hidden = Source::new("p/A").method("f", &["p/B"]);
    let used = Source::new("p/A").method("g", &[]);
    let memory = Memory::of(&[hidden, used.clone(), Source::new("p/B")]);
    let mut journal = Journal::new();
    let class = journal.probed("p/A", &used);
    journal.run("p.ATest", Events::none().hit(class, &[0]));
    assert_eq!(methods(&journal.execution("p.ATest", &memory)), ["p.A.g()"]);
}

#[test]
fn classes_and_methods_without_probes_count_from_when_they_are_there() {
    let opaque = Source::new("p/Opaque").method("f", &["p/B"]);
    let partly = Source::new("p/Partly").method("f", &["p/C"]).method("g", &[]);
    let memory =
        Memory::of(&[opaque.clone(), partly.clone(), Source::new("p/B"), Source::new("p/C")]);
    let mut journal = Journal::new();
    journal.run("p.EarlyTest", Events::none());
    journal.class("p/Opaque", &opaque.bytes(), unprobed(Unprobed::NumbersExhausted));
    journal.class("org/Runner", b"x", unprobed(Unprobed::Framework));
    let refused = vec![0];
    let probing = Probing::Probed { refused, is_guarded: true, without_inner: Vec::new() };
    journal.class("p/Partly", &partly.bytes(), probing);
    journal.run("p.LateTest", Events::none());
    assert!(journal.execution("p.EarlyTest", &memory).footprint.classes.is_empty());
    let late = journal.execution("p.LateTest", &memory);
    let expected = [
        "p.B implied by p.Opaque.f()",
        "p.C implied by p.Partly.f()",
        "p.Opaque unprobed",
        "p.Partly unprobed",
    ];
    assert_eq!(classes(&late), expected);
    assert_eq!(late.footprint.whole.len(), 1);
    assert_eq!(late.footprint.assumed.len(), 1);
}

#[test]
fn a_method_on_the_stack_counts_as_entered() {
    let source = Source::new("p/Loop").method("run", &["p/B"]);
    let memory = Memory::of(&[source.clone(), Source::new("p/B")]);
    let mut journal = Journal::new();
    journal.probed("p/Loop", &source);
    let (own, foreign) = (journal.name("p/Loop.run()V"), journal.name("java/lang/Thread.run()V"));
    let events = Events::none().see(Observation::OnStack(own)).see(Observation::OnStack(foreign));
    journal.run("p.ATest", events);
    let execution = journal.execution("p.ATest", &memory);
    assert!(execution.is_complete());
    assert_eq!(methods(&execution), ["p.Loop.run()"]);
    assert_eq!(classes(&execution), ["p.B implied by p.Loop.run()", "p.Loop entered"]);
}

#[test]
fn what_happens_outside_all_tests_belongs_to_each() {
    let source = Source::new("p/Setup").method("f", &[]);
    let mut journal = Journal::new();
    let class = journal.probed("p/Setup", &source);
    let variable = journal.name("HOME");
    journal.run("p.ATest", Events::none());
    journal.ambient(Events::none().hit(class, &[0]).see(Observation::VariableRead(variable)));
    journal.run("p.BTest", Events::none());
    let memory = Memory::of(&[source]);
    for test in ["p.ATest", "p.BTest"] {
        let execution = journal.execution(test, &memory);
        assert_eq!(methods(&execution), ["p.Setup.f()"]);
        assert!(execution.footprint.observations.contains(&Observed::VariableRead("HOME".into())));
    }
}

#[test]
fn hidden_classes_count_unless_the_jdk_makes_them() {
    let mut journal = Journal::new();
    let lambda = journal.class("p/A$$Lambda$7", b"a", unprobed(Unprobed::Hidden));
    let form = journal.class("java/lang/invoke/LambdaForm$MH", b"b", unprobed(Unprobed::Hidden));
    let own = journal.class("p/Made", b"c", unprobed(Unprobed::Hidden));
    let defined = [lambda, form, own].map(Observation::HiddenDefined);
    journal.run("p.ATest", defined.into_iter().fold(Events::none(), Events::see));
    let footprint = journal.execution("p.ATest", &Memory::default()).footprint;
    let made = tamis_vocab::ClassName::internal("p/Made");
    assert_eq!(footprint.whole.keys().collect::<Vec<_>>(), [&made]);
    assert_eq!(
        footprint.observations.into_iter().collect::<Vec<_>>(),
        [Observed::HiddenDefined(made)]
    );
    let degraded = crate::Degraded::of(&[journal.recorded()]);
    assert_eq!(degraded.unprobed.values().sum::<usize>(), 1);
}
