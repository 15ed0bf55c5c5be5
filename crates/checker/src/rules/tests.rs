//! Each rule on records that violate it, and on one that violates none.

use std::collections::{BTreeMap, BTreeSet};

use super::*;
use crate::record::{FORMAT, Reordered, VERSION};

/// Twelve tests; the second revision is the first, and at the third tests 0 and 1 fail and 2 leaves another state.
fn record(tools: &[(&str, [ToolRun; 3])]) -> Record {
    let all = TestSet::first(12);
    let failed = BTreeMap::from([(0, "a".to_owned()), (1, "b".to_owned())]);
    let changed = Revision {
        all: all.clone(),
        failed,
        other_state: TestSet::first(3),
        ..Revision::default()
    };
    let tools = tools.iter().map(|(tool, runs)| ((*tool).to_owned(), runs.to_vec())).collect();
    Record {
        format: FORMAT.to_owned(),
        version: VERSION,
        id: "JD2-0-E1-0".to_owned(),
        constraint: "JD2".to_owned(),
        operator: "E1".to_owned(),
        site: "here".to_owned(),
        tests: vec![(1, 2), (4, 10)],
        names: Vec::new(),
        excluded: TestSet::default(),
        revisions: vec![
            Revision { all: all.clone(), ..Revision::default() },
            Revision { all, same_as: Some(0), ..Revision::default() },
            changed,
        ],
        tools,
        reordered: None,
    }
}

fn selecting(text: &str) -> ToolRun {
    ToolRun { selected: text.parse().unwrap(), ..ToolRun::default() }
}

fn failing(text: &str, failed: &[(u32, &str)]) -> ToolRun {
    let failed = failed.iter().map(|(test, message)| (*test, (*message).to_owned())).collect();
    ToolRun { failed, ..selecting(text) }
}

fn leaving(other_state: &str, run: ToolRun) -> ToolRun {
    ToolRun { other_state: other_state.parse().unwrap(), ..run }
}

fn meeting(unknown: &str, run: ToolRun) -> ToolRun {
    ToolRun { unknown: BTreeSet::from([unknown.to_owned()]), ..run }
}

fn hanging(run: ToolRun) -> ToolRun {
    ToolRun { cause: Some("it hangs".to_owned()), ..run }
}

/// What a tool that does everything right does.
fn right() -> [ToolRun; 3] {
    [selecting("0-11"), selecting(""), failing("0-2", &[(0, "a"), (1, "b")])]
}

/// The rules that `runs` violates, beside a tool that does everything right.
fn violated(runs: [ToolRun; 3]) -> Vec<String> {
    let violations = judge(&record(&[("other", right()), ("tool", runs)]));
    let own = violations.into_iter().filter(|violation| violation.tool == "tool");
    let mut rules: Vec<String> = own.map(|violation| violation.rule).collect();
    rules.dedup();
    rules
}

#[test]
fn a_tool_that_does_everything_right_violates_nothing() {
    assert!(judge(&record(&[("one", right()), ("two", right())])).is_empty());
}

#[test]
fn each_rule_is_violated_by_what_it_is_about() {
    let [first, same, changed] = right();
    let cases: Vec<([ToolRun; 3], &[&str])> = vec![
        // Nothing is run though something changed.
        ([first.clone(), same.clone(), selecting("")], &["R1", "R1p", "R1d"]),
        // A failure is missed.
        ([first.clone(), same.clone(), failing("0,2", &[(0, "a")])], &["R1", "R1p"]),
        // A state is missed.
        ([first.clone(), same.clone(), failing("0-1", &[(0, "a"), (1, "b")])], &["R1", "R1d"]),
        // It fails otherwise.
        ([first.clone(), same.clone(), failing("0-2", &[(0, "a"), (1, "c")])], &["R1s"]),
        // Everything is run always.
        (
            [first.clone(), selecting("0-11"), failing("0-11", &[(0, "a"), (1, "b")])],
            &["R3", "R3p", "R4", "R4q", "R5"],
        ),
        // Everything is run after the edit, and nothing before it.
        ([first.clone(), same.clone(), failing("0-11", &[(0, "a"), (1, "b")])], &["R3", "R3p"]),
        // Something is run without a change.
        ([first.clone(), selecting("4"), changed.clone()], &["R5"]),
        // A test is not run at first.
        ([selecting("0-10"), same.clone(), changed.clone()], &["R6", "R6p"]),
        // Another one is run instead.
        ([selecting("0-10,12"), same.clone(), changed.clone()], &["R6p"]),
        // Or one that nobody knows.
        ([meeting("x.T", selecting("0-10")), same.clone(), changed.clone()], &["R6p"]),
        ([meeting("x.T", first.clone()), same.clone(), changed.clone()], &["R6", "R6p"]),
        // The tool breaks a test.
        ([failing("0-11", &[(5, "x")]), same.clone(), changed.clone()], &["R7", "R7p"]),
        // Selected tests leave another state with the tool.
        ([first.clone(), same.clone(), leaving("2", changed.clone())], &["R1s"]),
        ([leaving("7", first.clone()), same.clone(), changed.clone()], &["R7"]),
        // The tool breaks down: before tests ran that fail, behind them, and where none fails.
        ([first.clone(), same.clone(), hanging(ToolRun::default())], &["R1", "R1p", "R8"]),
        ([first.clone(), same.clone(), hanging(changed.clone())], &["R8"]),
        ([first.clone(), hanging(ToolRun::default()), changed.clone()], &["R8"]),
        // It changes its mind.
        ([first, same, ToolRun { again: Some("0-3".parse().unwrap()), ..changed }], &["R9"]),
    ];
    for (runs, rules) in cases {
        assert_eq!(violated(runs.clone()), *rules, "{runs:?}");
    }
}

#[test]
fn a_tool_that_selects_otherwise_as_a_process_is_told() {
    let [first, same, changed] = right();
    let more = [first, same, ToolRun { selected: "0-3".parse().unwrap(), ..changed }];
    let rules = |runs| -> Vec<String> {
        let violations = judge(&record(&[("tool", right()), ("tool@process", runs)]));
        violations.into_iter().map(|violation| violation.rule).collect()
    };
    assert!(rules(right()).is_empty());
    assert_eq!(rules(more), ["RM"]);
}

#[test]
fn rules_about_other_tools_need_one_that_does_otherwise() {
    let nothing = [selecting("0-11"), selecting(""), selecting("")];
    let everything = [selecting("0-11"), selecting("0-11"), selecting("0-11")];
    let both = judge(&record(&[("all", everything), ("none", nothing.clone())]));
    let of = |tool: &str, rule: &str| {
        both.iter().any(|violation| violation.tool == tool && violation.rule == rule)
    };
    assert!(of("none", "R2") && of("none", "R2q") && of("all", "R4") && of("all", "R4q"));
    let alone = judge(&record(&[("none", nothing)]));
    assert!(!alone.iter().any(|violation| ["R2", "R4"].contains(&violation.rule.as_str())));
}

#[test]
fn a_technique_that_is_run_in_two_ways_is_no_other_tool_than_itself() {
    let nothing = [selecting("0-11"), selecting(""), selecting("")];
    let everything = [selecting("0-11"), selecting("0-11"), selecting("0-11")];
    let twice = judge(&record(&[("tool", everything), ("tool@process", nothing)]));
    let is_about_others =
        |violation: &&Violation| ["R2", "R2q", "R4", "R4q"].contains(&violation.rule.as_str());
    assert_eq!(twice.iter().find(is_about_others), None);
}

#[test]
fn an_edit_that_changes_nothing_does_not_count_as_a_change_at_which_everything_runs() {
    let everything = || failing("0-11", &[(0, "a"), (1, "b")]);
    let mut record = record(&[("tool", [selecting("0-11"), selecting(""), everything()])]);
    let rules = |record: &Record| -> Vec<String> {
        judge(record).into_iter().map(|violation| violation.rule).collect()
    };
    assert_eq!(rules(&record), ["R3", "R3p"]);
    record.revisions[2].same_as = Some(1);
    assert_eq!(rules(&record), ["R5"]);
    // Nor does one that could not be judged.
    record.revisions[2].same_as = None;
    record.tools.get_mut("tool").unwrap()[2].cause = Some("it hangs".to_owned());
    assert_eq!(rules(&record), ["R8"]);
}

/// The tests that a tool violates a rule with, at the last revision.
fn violating(record: &Record, rule: &str) -> Option<String> {
    let found = judge(record).into_iter().find(|violation| violation.rule == rule);
    found.filter(|each| each.revision == 2).map(|violation| violation.tests.to_string())
}

#[test]
fn a_change_that_a_broken_revision_hides_is_lost_if_its_tests_are_not_selected_behind_it() {
    for (selected, is_broken, lost) in [
        ("", true, Some("0-1,3,12")),
        ("0-1", true, Some("3,12")),
        ("0-1,3,12", true, None),
        // Without a broken one between, it is for other rules to tell.
        ("", false, None),
    ] {
        let runs = [selecting("0-11"), hanging(ToolRun::default()), selecting(selected)];
        let mut record = record(&[("tool", runs)]);
        record.excluded = TestSet::from_iter([4]);
        // A test is new, one passes now, and one that counts for nothing does so, too.
        record.revisions[2].all = TestSet::first(13);
        for failed in [3, 4] {
            record.revisions[0].failed.insert(failed, "x".to_owned());
        }
        let broken = is_broken.then(|| "no".to_owned());
        record.revisions[1] = Revision { broken, ..Revision::default() };
        assert_eq!(violating(&record, "R10").as_deref(), lost, "{selected}");
        // What passed before is known from the last one that was built.
        let newly = if is_broken { "0-1" } else { "" };
        assert_eq!(record.newly_failed(2).to_string(), newly);
        assert_eq!(violating(&record, "R8"), None, "nobody could build it");
    }
}

#[test]
fn unrelated_edits_select_the_same_tests_in_either_order() {
    let [first, edited, both] = ["0-11", "1,4", "2"].map(selecting);
    for (runs, other, differing) in [
        ([&first, &edited, &both], [selecting("0-11"), selecting("2"), selecting("1,4")], None),
        ([&first, &edited, &both], [selecting("0-11"), selecting("1"), selecting("2,4")], None),
        ([&first, &edited, &both], [selecting("0-11"), selecting("2"), selecting("")], Some("1,4")),
        (
            [&first, &edited, &both],
            [selecting("0-11"), selecting("1-3"), selecting("4")],
            Some("3"),
        ),
        // What broke down has not selected anything that could be compared.
        ([&first, &edited, &both], [selecting("0-11"), selecting(""), hanging(both.clone())], None),
    ] {
        let mut record = record(&[("tool", runs.map(Clone::clone))]);
        assert_eq!(violating(&record, "R11"), None, "there is one order only");
        let revisions = record.revisions.clone();
        let tools = BTreeMap::from([("tool".to_owned(), other.to_vec())]);
        record.reordered = Some(Reordered { revisions, tools });
        assert_eq!(violating(&record, "R11").as_deref(), differing, "{other:?}");
        let has_crashed = judge(&record).iter().any(|violation| violation.rule == "R8");
        assert_eq!(has_crashed, other[2].cause.is_some(), "in whichever order");
        record.excluded = TestSet::first(5);
        assert_eq!(violating(&record, "R11"), None, "they count for nothing");
    }
}

#[test]
fn what_failed_before_counts_for_nothing() {
    let mut record = record(&[("tool", [selecting("0-11"), selecting("1"), selecting("0,2")])]);
    record.excluded = TestSet::from_iter([1]);
    record.tools.get_mut("tool").unwrap()[2] = failing("0,2", &[(0, "a")]);
    assert!(judge(&record).is_empty(), "{:?}", judge(&record));
}

#[test]
fn what_failed_at_the_revision_before_runs_again_though_nothing_changed() {
    let runs = [
        selecting("0-11"),
        failing("0-2", &[(0, "a"), (1, "b")]),
        failing("0-1", &[(0, "a"), (1, "b")]),
    ];
    let mut record = record(&[("tool", runs)]);
    // The edit comes first, and then a revision that is the same.
    record.revisions.swap(1, 2);
    record.revisions[1].same_as = None;
    let same = Revision { same_as: Some(1), ..record.revisions[1].clone() };
    record.revisions[2] = same;
    assert_eq!(violating(&record, "R5"), None);
    record.tools.get_mut("tool").unwrap()[2] = failing("0-2", &[(0, "a"), (1, "b")]);
    assert_eq!(violating(&record, "R5").as_deref(), Some("2"));
}

#[test]
fn an_edit_of_comments_selects_nothing() {
    let mut record = record(&[("tool", [selecting("0-11"), selecting(""), selecting("3")])]);
    record.revisions[2] = Revision { all: TestSet::first(12), ..Revision::default() };
    assert_eq!(violating(&record, "R5p"), None);
    record.revisions[2].same_code_as = Some(1);
    assert_eq!(violating(&record, "R5p").as_deref(), Some("3"));
    record.revisions[1].failed.insert(3, "x".to_owned());
    assert_eq!(violating(&record, "R5p"), None, "it has to run again");
}

#[test]
fn what_was_not_built_is_not_judged() {
    let mut record = record(&[("tool", [selecting("0-11"), selecting(""), selecting("")])]);
    record.revisions[2].broken = Some("no".to_owned());
    assert!(judge(&record).is_empty());
}

#[test]
fn rules_have_names_of_their_own() {
    for rule in RULES {
        assert_eq!(find(rule.id).map(|found| found.summary), Some(rule.summary));
    }
}

#[test]
fn a_violation_is_told_with_whether_only_a_bug_causes_it() {
    for (rule, expected) in [("R1p", "true"), ("R4", "false")] {
        let violation = Violation {
            id: "a".to_owned(),
            tool: "t".to_owned(),
            rule: rule.to_owned(),
            revision: 2,
            tests: TestSet::first(2),
        };
        let told = serde_json::to_string(&violation.told()).unwrap();
        let fields = format!(
            r#"{{"id":"a","tool":"t","rule":"{rule}","revision":2,"tests":"0-1","certain":{expected}}}"#
        );
        assert_eq!(told, fields);
    }
}
