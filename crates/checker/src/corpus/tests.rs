//! Reading the corpus, and what is said of cases.

use std::path::Path;

use super::*;

/// How many bugs of each tool Table VII of the paper has.
const PUBLISHED: [(&str, usize); 4] = [("All", 1), ("Clover", 16), ("Ekstazi", 5), ("STARTS", 5)];

fn corpus() -> Corpus {
    Corpus::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus")).unwrap()
}

#[test]
fn each_published_bug_has_a_case_or_a_reason_why_it_has_none() {
    let corpus = corpus();
    let cases = corpus.cases.iter().map(Case::bug);
    let bugs: BTreeSet<&str> =
        cases.chain(corpus.absent.iter().map(|bug| bug.bug.as_str())).collect();
    for (tool, count) in PUBLISHED {
        for number in 1..=count {
            let bug = format!("{tool}-{number}");
            assert!(bugs.contains(bug.as_str()), "{bug} is nowhere");
        }
    }
    assert!(bugs.contains("Ekstazi-6"));
    let rows = bugs.iter().filter(|bug| bug.starts_with("Row-")).count();
    assert_eq!(rows, 41);
    assert_eq!(bugs.len(), 27 + 1 + 41);
    assert_eq!(bugs.len(), corpus.cases.len() + corpus.absent.len(), "one is in both");
}

#[test]
fn a_case_that_is_no_case_is_refused() {
    let expected = |rule: &str, bug: &str| {
        format!(
            "{{\"format\":\"tamis-corpus\",\"version\":1,\"bug\":\"{bug}\",\"title\":\"t\",\
             \"rule\":\"{rule}\",\"tools\":[],\"affected\":[],\"reported\":\"\"}}"
        )
    };
    for (text, cause) in [
        (expected("R99", "A-1"), "names no rule"),
        (expected("R1p", "../A"), "letters, digits"),
        (expected("R1p", "A-1"), "there is no `rev0`"),
        ("{}".to_owned(), "cannot read"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("a")).unwrap();
        fs::write(folder.path().join("a/expect.json"), &text).unwrap();
        let error = Corpus::read(folder.path()).err().unwrap();
        assert!(format!("{error:#}").contains(cause), "{text}: {error:#}");
    }
    let empty = tempfile::tempdir().unwrap();
    assert!(format!("{:#}", Corpus::read(empty.path()).err().unwrap()).contains("no case"));
}

#[test]
fn a_case_that_needs_a_newer_release_is_not_for_a_tool_that_takes_none() {
    let corpus = corpus();
    let row = corpus.cases.iter().find(|case| case.bug() == "Row-38").unwrap();
    let needed = |tool: &str| row.needed_by(&Adapter::find(tool).unwrap());
    assert_eq!(needed("hyrts"), Some(10));
    assert_eq!(needed("ekstazi"), Some(10));
    assert_eq!(needed("openclover"), None);
    assert_eq!(needed("tamis"), None);
}

/// A row with one tool, whose runs are given.
fn row(rule: &str, runs: Vec<ToolRun>, tools: &[&str]) -> Row {
    let mut expected = corpus().cases.remove(0).expected;
    expected.rule = rule.to_owned();
    expected.tools = tools.iter().map(|tool| (*tool).to_owned()).collect();
    let all = TestSet::first(2);
    let revisions = vec![
        Revision { all: all.clone(), ..Revision::default() },
        Revision { all, failed: BTreeMap::from([(0, "no".to_owned())]), ..Revision::default() },
    ];
    let tool = Adapter::find("starts").unwrap();
    let record = Record {
        format: String::new(),
        version: VERSION,
        id: String::new(),
        constraint: String::new(),
        operator: String::new(),
        site: String::new(),
        tests: Vec::new(),
        names: vec!["p.A".to_owned(), "p.B".to_owned()],
        excluded: TestSet::default(),
        revisions,
        tools: BTreeMap::from([(tool.name.clone(), runs)]),
    };
    let violations = rules::judge(&record);
    let cell = Cell::of(&expected, &tool, &record, &violations, None, None);
    Row::of(&expected, vec![cell], record)
}

fn ran(tests: u32) -> ToolRun {
    ToolRun { selected: TestSet::first(tests), ..ToolRun::default() }
}

#[test]
fn a_bug_is_seen_where_its_rule_is_violated() {
    let missed = row("R1p", vec![ran(2), ran(0)], &["starts"]);
    let cell = &missed.cells[0];
    assert_eq!((cell.words(&missed), cell.is_seen), ("R1p".to_owned(), true));
    assert!(table(&[missed], &[]).contains("1 of 1 reported bugs seen; 0 others"));
}

#[test]
fn a_bug_that_is_not_seen_is_told_with_the_reason() {
    let failed = BTreeMap::from([(0, "no".to_owned())]);
    let selected = ToolRun { failed, ..ran(1) };
    let mut fine = row("R1p", vec![ran(2), selected], &["starts"]);
    let cell = &fine.cells[0];
    assert_eq!((cell.words(&fine), cell.is_seen), ("fine".to_owned(), false));
    let bug = fine.bug.clone();
    assert!(
        table(&[fine.clone()], &[])
            .contains(&format!("{bug} with starts: not seen; it was reported"))
    );
    fine.cells[0].note = Some("because".to_owned());
    assert!(table(&[fine], &[]).contains("not seen; because"));
}

#[test]
fn a_crash_at_the_first_revision_is_a_bug_about_that_revision() {
    let crashed = || ToolRun { cause: Some("it crashed".to_owned()), ..ToolRun::default() };
    for (rule, runs, is_seen) in [
        ("R6p", vec![crashed(), crashed()], true),
        ("R6p", vec![ran(2), crashed()], false),
        ("R1p", vec![crashed(), crashed()], false),
    ] {
        let row = row(rule, runs, &["starts"]);
        assert_eq!(row.cells[0].is_seen, is_seen, "{rule}");
        assert_eq!(row.cells[0].words(&row), "R8");
        assert!(table(&[row], &[]).contains("with starts: it crashed"));
    }
}

#[test]
fn a_failure_that_is_forgotten_is_seen() {
    let failed = || BTreeMap::from([(0, "no".to_owned())]);
    let mut expected = corpus().cases.remove(0).expected;
    expected.rule = row::FORGOTTEN.to_owned();
    let mut row = row("R1p", vec![ToolRun { failed: failed(), ..ran(2) }, ran(0)], &[]);
    row.record.revisions[1].same_as = Some(0);
    let tool = Adapter::find("starts").unwrap();
    let seen = |record: &Record| Cell::of(&expected, &tool, record, &[], None, None).is_seen;
    assert!(seen(&row.record));
    row.record.tools.get_mut("starts").unwrap()[1] = ran(1);
    assert!(!seen(&row.record));
}

#[test]
fn nobody_is_judged_where_nothing_was_built_or_fetched() {
    let mut unbuilt = row("R1p", vec![ran(2), ran(0)], &[]);
    unbuilt.record.revisions[1].broken = Some("no network".to_owned());
    assert_eq!(unbuilt.cells[0].words(&unbuilt), "not judged");
    let mut unfetched = row("R1p", vec![ran(2), ran(0)], &[]);
    unfetched.cells[0].unfetched = Some("no network".to_owned());
    assert_eq!(unfetched.cells[0].words(&unfetched), "not judged");
    assert!(table(&[unfetched], &[]).contains("could not be fetched: no network"));
    let mut needs = row("R1p", vec![ran(2), ran(2)], &[]);
    needs.cells[0].needs = Some(17);
    assert_eq!(needs.cells[0].words(&needs), "needs Java 17");
}
