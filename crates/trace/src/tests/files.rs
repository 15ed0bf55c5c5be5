//! Files that the run itself made.

use tamis_journal::{Observation, Phase};

use super::bundle::{Events, Journal};
use super::class_files::{Memory, Source};
use crate::{Execution, FileUse, executions};

/// `r a` reads, `p a` probes, `l a` lists, `w a` writes, `m a` makes a folder.
fn events(journal: &mut Journal, words: &[&str]) -> Events {
    words.iter().fold(Events::none(), |events, word| {
        let (what, path) = word.split_at(2);
        let name = journal.name(path);
        events.see(match what {
            "r " => Observation::FileRead(name),
            "p " => Observation::FileProbed(name),
            "l " => Observation::FolderListed(name),
            "w " => Observation::FileWritten(name),
            "m " => Observation::FolderCreated(name),
            _ => panic!("{word}"),
        })
    })
}

/// Dependencies and tests before.
fn told(execution: &Execution) -> Vec<String> {
    let files = execution.footprint.files.iter().map(|used| {
        let what = match used {
            FileUse::Read(_) => "r",
            FileUse::Probed(_) => "p",
            FileUse::Listed(_) => "l",
        };
        let path = used.path().strip_prefix("/project").unwrap_or(used.path());
        format!("{what} {}", path.display())
    });
    files.chain(execution.footprint.after.keys().map(|test| format!("after {test}"))).collect()
}

fn run(tests: &[(&str, &[&str])]) -> Vec<Vec<String>> {
    let mut journal = Journal::new();
    for (test, words) in tests {
        let events = events(&mut journal, words);
        if test.is_empty() {
            journal.ambient(events);
        } else {
            journal.run(test, events);
        }
    }
    journal.executions(&Memory::default()).iter().map(told).collect()
}

#[test]
fn a_file_that_is_only_read_is_a_dependency() {
    let found = run(&[("A", &["r a.txt", "p ./b", "l c", "r /etc/hosts"])]);
    assert_eq!(found, [["r /etc/hosts", "r a.txt", "p b", "l c"]]);
}

#[test]
fn a_test_may_read_what_it_wrote() {
    assert!(run(&[("A", &["w out", "r out", "p ./out"])])[0].is_empty());
    assert_eq!(run(&[("A", &["r out", "w out"])]), [["r out"]]);
}

#[test]
fn what_is_below_a_folder_that_the_test_made_is_its_own() {
    assert!(run(&[("A", &["m out", "r out/x/y", "l out"])])[0].is_empty());
    // A folder that is merely written to may have been full.
    assert_eq!(run(&[("A", &["w out", "r out/x"])]), [["r out/x"]]);
    assert_eq!(run(&[("A", &["m out", "r outer"])]), [["r outer"]]);
}

#[test]
fn what_an_earlier_test_wrote_ties_the_reader_to_it() {
    let found = run(&[("A", &["w out"]), ("B", &["r out", "r in"]), ("C", &["w in"])]);
    assert_eq!(found[0], Vec::<String>::new());
    assert_eq!(found[1], ["r in", "after A"]);
    let found = run(&[("A", &["m made"]), ("B", &["p made/x"])]);
    assert_eq!(found[1], ["after A"]);
}

#[test]
fn several_scopes_of_one_test_are_one_after_the_other() {
    let mut journal = Journal::new();
    for words in [["w out"], ["r out"]] {
        let events = events(&mut journal, &words);
        journal.run("A", events);
    }
    let found = journal.executions(&Memory::default());
    assert_eq!(found.len(), 1);
    assert!(told(&found[0]).is_empty());
}

#[test]
fn what_is_written_outside_all_tests_is_written_by_each() {
    let found = run(&[("", &["w out"]), ("A", &["r out"]), ("", &["w late"]), ("B", &["r late"])]);
    assert_eq!(found, [Vec::<String>::new(), Vec::new()]);
    let found = run(&[("A", &["r late"]), ("", &["w late"])]);
    assert_eq!(found, [["r late"]]);
}

#[test]
fn what_is_read_outside_all_tests_is_read_by_each() {
    let found = run(&[("A", &["w out"]), ("", &["r out", "r in"]), ("B", &[])]);
    assert_eq!(found[0], ["r in"]);
    assert_eq!(found[1], ["r in", "after A"]);
}

#[test]
fn between_machines_there_is_no_order() {
    let journal = |words: &[&str], test: &str| {
        let mut journal = Journal::new();
        let events = events(&mut journal, words);
        journal.run(test, events);
        journal.recorded()
    };
    let machines = [journal(&["w out"], "A"), journal(&["r out"], "B")];
    let found = executions(&machines, &Memory::default());
    assert_eq!(told(&found[1]), ["r out", "after A"]);
}

#[test]
fn an_initialiser_reads_and_writes_for_the_test_around_it() {
    let source = Source::new("p/Held").method("<clinit>", &[]).method("get", &[]);
    let mut journal = Journal::new();
    let class = journal.probed("p/Held", &source);
    let scope = journal.begin("A", Phase::Run, None);
    let inside = events(&mut journal, &["r in", "w out", "r out"]);
    journal.initialised(class, inside);
    journal.end(scope, Events::none().hit(class, &[0]));
    let reads = events(&mut journal, &["r out"]);
    journal.run("B", reads.hit(class, &[1]));
    let found = journal.executions(&Memory::of(&[source]));
    assert_eq!(told(&found[0]), ["r in"]);
    assert_eq!(told(&found[1]), ["r in", "after A"]);
}

#[test]
fn what_was_read_before_a_scope_inside_wrote_it_is_a_dependency() {
    let mut journal = Journal::new();
    let outer = journal.begin("A", Phase::Run, None);
    let inner = journal.begin("A$Inner", Phase::Run, Some(outer));
    let inside = events(&mut journal, &["r old", "w old", "w own", "r own"]);
    journal.end(inner, inside.clone());
    journal.end(outer, inside);
    assert_eq!(told(&journal.execution("A", &Memory::default())), ["r old"]);
}

#[test]
fn what_was_read_before_an_initialiser_wrote_it_is_a_dependency() {
    let source = Source::new("p/W").method("<clinit>", &[]);
    let mut journal = Journal::new();
    let scope = journal.begin("A", Phase::Run, None);
    let class = journal.probed("p/W", &source);
    let inside = events(&mut journal, &["w old"]);
    journal.initialised(class, inside);
    let all = events(&mut journal, &["r old", "w old"]);
    journal.end(scope, all.hit(class, &[0]));
    assert_eq!(told(&journal.execution("A", &Memory::of(&[source]))), ["r old"]);
}

#[test]
fn what_an_initialiser_read_before_another_one_inside_wrote_it_is_a_dependency() {
    let outer = Source::new("p/Outer").method("<clinit>", &[]).method("f", &[]);
    let inner = Source::new("p/Inner").method("<clinit>", &[]);
    let mut journal = Journal::new();
    journal.run("Before", Events::none());
    let scope = journal.begin("A", Phase::Run, None);
    let class = journal.probed("p/Outer", &outer);
    let inside = journal.probed("p/Inner", &inner);
    let writes = events(&mut journal, &["w old"]);
    journal.initialised(inside, writes.hit(inside, &[0]));
    let both = events(&mut journal, &["r old", "w old"]);
    journal.initialised(class, both.clone().hit(class, &[0]));
    journal.end(scope, both.hit(class, &[0]).hit(inside, &[0]));
    journal.run("B", Events::none().hit(class, &[1]));
    let memory = Memory::of(&[outer, inner]);
    assert_eq!(told(&journal.execution("A", &memory)), ["r old"]);
    assert_eq!(told(&journal.execution("B", &memory)), ["r old", "after A"]);
}

#[test]
fn a_file_that_an_initialiser_makes_for_itself_is_of_no_other_test() {
    let held = Source::new("p/Held").method("<clinit>", &[]).method("f", &[]);
    let mut journal = Journal::new();
    let scope = journal.begin("A", Phase::Run, None);
    let class = journal.probed("p/Held", &held);
    let makes = events(&mut journal, &["p own", "w own", "r own"]);
    journal.initialised(class, makes.clone().hit(class, &[0]));
    journal.end(scope, makes.hit(class, &[0]));
    journal.run("B", Events::none().hit(class, &[1]));
    let memory = Memory::of(&[held]);
    let found = journal.execution("B", &memory);
    assert_eq!(told(&found), ["p own"]);
    assert!(found.footprint.written.iter().any(|path| path.ends_with("own")));
}

#[test]
fn what_happens_behind_all_tests_concerns_none() {
    let mut journal = Journal::new();
    let between = events(&mut journal, &["r between"]);
    let behind = events(&mut journal, &["r behind"]);
    journal.run("A", Events::none());
    journal.ambient(between);
    journal.run("B", Events::none());
    journal.ambient(behind);
    let found = journal.executions(&Memory::default());
    assert_eq!([told(&found[0]), told(&found[1])], [["r between"], ["r between"]]);
}

#[test]
fn what_an_initialiser_reads_can_come_from_the_test_around_it() {
    let source = Source::new("p/Held").method("<clinit>", &[]).method("get", &[]);
    let mut journal = Journal::new();
    let early = events(&mut journal, &["w early"]);
    journal.run("Before", early);
    let scope = journal.begin("A", Phase::Run, None);
    let class = journal.probed("p/Held", &source);
    let inside = events(&mut journal, &["r out", "r early"]);
    journal.initialised(class, inside);
    let all = events(&mut journal, &["w out", "r out", "r early"]);
    journal.end(scope, all.hit(class, &[0]));
    journal.run("B", Events::none().hit(class, &[1]));
    let memory = Memory::of(&[source]);
    let told = told(&journal.execution("B", &memory));
    assert_eq!(told, ["r out", "after A", "after Before"]);
}

#[test]
fn between_tests_side_by_side_there_is_no_order() {
    for words in [["r out", "w out"], ["w out", "r out"]] {
        let mut journal = Journal::new();
        let b = journal.begin("B", Phase::Run, None);
        let a = journal.begin("A", Phase::Run, None);
        // What happens goes to both.
        let both = events(&mut journal, &words);
        journal.end(a, both.clone());
        journal.end(b, both);
        let memory = Memory::default();
        assert_eq!(told(&journal.execution("A", &memory)), ["r out", "after B"]);
        assert_eq!(told(&journal.execution("B", &memory)), ["r out", "after A"]);
    }
}

#[test]
fn what_an_initialiser_wrote_outside_all_tests_is_nobodys() {
    let source = Source::new("p/Setup").method("<clinit>", &[]);
    let mut journal = Journal::new();
    let class = journal.probed("p/Setup", &source);
    let inside = events(&mut journal, &["w out"]);
    journal.initialised(class, inside);
    let reads = events(&mut journal, &["r out"]);
    journal.run("A", reads);
    assert_eq!(told(&journal.execution("A", &Memory::of(&[source]))), ["r out"]);
}
