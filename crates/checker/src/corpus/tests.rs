//! Reading the corpus, running cases with tools that are scripts, and what is said of cases.

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
    // One case for each of the rules that need more than an edit.
    assert!(bugs.contains("Rule-10") && bugs.contains("Rule-11"));
    assert_eq!(bugs.len(), 27 + 1 + 41 + 2);
    assert_eq!(bugs.len(), corpus.cases.len() + corpus.absent.len(), "one is in both");
}

/// An `expect.json` with more in it.
fn expectation(bug: &str, rule: &str, more: &str) -> String {
    format!(
        "{{\"format\":\"tamis-corpus\",\"version\":1,\"bug\":\"{bug}\",\"title\":\"t\",\
         \"rule\":\"{rule}\",\"tools\":[],\"reported\":\"\",{more}}}"
    )
}

#[test]
fn a_case_that_is_no_case_is_refused() {
    let expected = |rule: &str, bug: &str| expectation(bug, rule, "\"affected\":[]");
    // Of four revisions.
    let saying = |more: &str| expectation("A-1", "R1p", &format!("\"affected\":[],{more}"));
    for (text, cause) in [
        (expected("R99", "A-1"), "names no rule"),
        (expected("R1p", "../A"), "letters, digits"),
        (expected("R1p", "A-1"), "there is no `rev0`"),
        (saying("\"broken\":[0]"), "nothing is before or behind it"),
        (saying("\"broken\":[3]"), "nothing is before or behind it"),
        (saying("\"orders\":[[0,1,3],[0,4,3]]"), "a revision that is not there"),
        (saying("\"orders\":[[0,1,3],[0,3]]"), "not two ways"),
        (saying("\"orders\":[[0,1,3],[0,3,2]]"), "not two ways"),
        (saying("\"orders\":[[],[]]"), "not two ways"),
        (saying("\"broken\":[1],\"orders\":[[0,1,3],[0,2,3]]"), "two orders, and is broken"),
        ("{}".to_owned(), "cannot read"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("a")).unwrap();
        fs::write(folder.path().join("a/expect.json"), &text).unwrap();
        for number in 0..if cause.contains("rev0") { 0 } else { 4 } {
            fs::create_dir_all(folder.path().join(format!("a/rev{number}/src"))).unwrap();
        }
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

#[test]
fn a_revision_that_is_missing_is_told() {
    let scene = Scene::new("R1p", "\"affected\":[]", &[["1", "1"], ["2", "1"], ["3", "1"]]);
    fs::remove_dir_all(scene.folder.path().join("corpus/a/rev1")).unwrap();
    let error = Corpus::read(&scene.folder.path().join("corpus")).err().unwrap();
    let error = format!("{error:#}");
    assert!(error.contains("there is a `rev2` in") && error.contains("no `rev1`"), "{error}");
}

#[test]
fn cases_whose_fixtures_are_not_there_are_left_out_and_counted() {
    let scene = Scene::new("R1p", "\"affected\":[]", &[["1", "1"], ["2", "1"]]);
    let folder = scene.folder.path().join("corpus");
    let matrix = r#"{"format":"tamis-corpus-matrix","version":1,"folder":"../no/matrix","reported":"",
        "rows":[{"fixture":"01-a","tools":[]},{"fixture":"02-b","tools":[]}]}"#;
    fs::write(folder.join("matrix.json"), matrix).unwrap();
    let corpus = Corpus::read(&folder).unwrap();
    let missing = WithoutFixtures { cases: 2, folder: folder.join("../no/matrix") };
    assert_eq!((corpus.cases.len(), corpus.without_fixtures), (1, Some(missing)));
}

#[test]
fn a_tool_that_nobody_knows_is_named() {
    let scene = Scene::new("R1p", "\"affected\":[]", &[["1", "1"], ["2", "1"]]);
    let mut read = Corpus::read(&scene.folder.path().join("corpus")).unwrap();
    read.cases[0].expected.tools = ["starts", "stats", "mine"].map(str::to_owned).to_vec();
    let mine = scene.tool("mine", "");
    assert_eq!(read.unknown_tools(&[mine]).unwrap(), [("A-1", "stats")]);
    assert!(corpus().unknown_tools(&[]).unwrap().is_empty());
}

#[test]
fn a_tool_that_ends_by_a_signal_is_told_with_it() {
    let scene = Scene::new("R1p", "\"affected\":[\"CTest\"]", &[["1", "1"], ["2", "1"]]);
    for (name, script, expected) in [
        ("silent", "kill -SEGV $$", "it ended by signal 11"),
        ("loud", "echo '[ERROR] no'; kill -KILL $$", "it ended by signal 9: no"),
    ] {
        let (_, row) = scene.run(name, script, false);
        assert_eq!(row.cells[0].cause.as_deref(), Some(expected));
    }
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
        reordered: None,
    };
    let violations = rules::judge(&record);
    let cell = Cell::of(&expected, &tool, &record, &violations, None, None);
    Row::of(&expected, vec![cell], record, None)
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
    unbuilt.unbuilt = Some("no network".to_owned());
    assert_eq!(unbuilt.cells[0].words(&unbuilt), "not judged");
    let mut unfetched = row("R1p", vec![ran(2), ran(0)], &[]);
    unfetched.cells[0].unfetched = Some("no network".to_owned());
    assert_eq!(unfetched.cells[0].words(&unfetched), "not judged");
    assert!(table(&[unfetched], &[]).contains("could not be fetched: no network"));
    let mut needs = row("R1p", vec![ran(2), ran(2)], &[]);
    needs.cells[0].needs = Some(17);
    assert_eq!(needs.cells[0].words(&needs), "needs Java 17");
}

#[test]
fn nothing_that_a_tool_says_speaks_to_a_terminal() {
    let said = "\u{1b}]0;a\u{7}\n\u{202e}b\u{85}";
    let expected = "\\u{1b}]0;a\\u{7} \\u{202e}b\\u{85}";
    let crashed = ToolRun { cause: Some(said.to_owned()), ..ToolRun::default() };
    let mut crashed = row("R1p", vec![ran(2), crashed], &["starts"]);
    crashed.title = format!("title {said}");
    let mut tool = Adapter::find("starts").unwrap();
    tool.title = format!("tool {said}");
    let mut unfetched = row("R1p", vec![ran(2), ran(2)], &[]);
    unfetched.cells[0].unfetched = Some(said.to_owned());
    let mut unbuilt = unfetched.clone();
    unbuilt.unbuilt = Some(said.to_owned());
    let absent = Absent {
        bug: "A-1".to_owned(),
        title: "t".to_owned(),
        rule: "R1".to_owned(),
        why: said.to_owned(),
    };
    let (rows, absent) = ([crashed, unfetched, unbuilt], [absent]);
    let (text, page) = (table(&rows, &absent), html(&rows, &absent, &[tool]));
    assert_eq!(text.matches(expected).count(), 5, "{text}");
    assert_eq!(page.matches(expected).count(), 6, "{page}");
    for told in [&text, &page] {
        let speaks = |each: char| each != '\n' && each.is_control() || each == '\u{202e}';
        assert!(!told.contains(speaks), "{told}");
    }
}

/// A case whose revisions are texts of `C.java` and `D.java`, and tools that are scripts.
struct Scene {
    folder: tempfile::TempDir,
}

/// What Surefire writes, for each test in `$tests`. Nobody can build what has `broken` in it.
const SCRIPT: &str = r#"
grep -q broken src/*.java && { echo "[ERROR] no"; exit 1; }
mkdir -p target/surefire-reports
for test in $tests; do
  said=""
  grep -q 2 src/${test%Test}.java && said='<failure message="no"></failure>'
  echo "<testsuite><testcase name=\"t\">$said</testcase></testsuite>" > target/surefire-reports/TEST-$test.xml
done
"#;

const ALWAYS: &str = "tests='CTest DTest'";

impl Scene {
    fn new(rule: &str, more: &str, revisions: &[[&str; 2]]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let case = folder.path().join("corpus/a");
        for (number, texts) in revisions.iter().enumerate() {
            let sources = case.join(format!("rev{number}/src"));
            fs::create_dir_all(&sources).unwrap();
            for (name, text) in ["C.java", "D.java"].into_iter().zip(texts) {
                fs::write(sources.join(name), text).unwrap();
            }
        }
        fs::write(case.join("expect.json"), expectation("A-1", rule, more)).unwrap();
        Self { folder }
    }

    fn tool(&self, name: &str, script: &str) -> Adapter {
        let file = self.folder.path().join(format!("{name}.toml"));
        let text = format!(
            "name = '{name}'\ntitle = 't'\njdk = 17\nrelease = 8\n\
             command = ['sh', '-c', '''{script}\n{SCRIPT}''']\n"
        );
        fs::write(&file, text).unwrap();
        Adapter::find(&file.display().to_string()).unwrap()
    }

    /// The case, and what came of it with a tool.
    fn run(&self, name: &str, script: &str, is_resumed: bool) -> (Case, Row) {
        self.run_against(ALWAYS, name, script, is_resumed)
    }

    fn run_against(&self, all: &str, name: &str, script: &str, is_resumed: bool) -> (Case, Row) {
        let case = Corpus::read(&self.folder.path().join("corpus")).unwrap().cases.remove(0);
        let bench = Bench {
            work: self.folder.path().join("work"),
            out: Some(self.folder.path().join("out")),
            is_resumed,
            are_projects_kept: false,
            tamis: PathBuf::new(),
            is_offline: true,
            longest: Duration::from_mins(1),
            bind: &|command| command,
            is_stopped: &|| false,
            tell: &|_, tool, is_known| assert_eq!(is_known, is_resumed, "{tool}"),
        };
        let tools = [self.tool(name, script)];
        let row = case.run(&self.tool("all", all), &tools, &bench).unwrap();
        (case, row)
    }
}

#[test]
fn what_is_broken_on_purpose_is_judged_by_what_comes_behind_it() {
    let more = "\"broken\":[1],\"affected\":[\"CTest\"]";
    let scene = Scene::new("R10", more, &[["1", "1"], ["2 broken", "1"], ["2", "1"]]);
    let once = "[ -e known ] || { touch known; tests='CTest DTest'; }";
    let (case, row) = scene.run("once", once, false);
    assert_eq!((row.unbuilt(), row.cells[0].cause.as_deref()), (None, None));
    assert_eq!(row.cells[0].words(&row), "R10,R1p");
    assert!(case.disproved(&row.record).is_empty());
    // What is kept of it is whole, though one of its builds failed.
    assert!(scene.run("once", once, true).1.cells[0].is_seen);
    let (_, row) = scene.run("always", ALWAYS, false);
    assert_eq!(row.cells[0].words(&row), "fine");
}

#[test]
fn nobody_is_judged_where_something_else_is_broken_than_what_is_meant_to_be() {
    let more = "\"broken\":[1],\"affected\":[\"CTest\"]";
    let scene = Scene::new("R10", more, &[["1", "1"], ["2", "1"], ["2 broken", "1"]]);
    let (case, row) = scene.run("always", ALWAYS, false);
    assert_eq!((row.unbuilt(), row.cells[0].words(&row).as_str()), (Some("no"), "not judged"));
    assert!(case.disproved(&row.record).contains(&"rev1 is not broken".to_owned()));
}

#[test]
fn nobody_is_judged_where_no_test_runs_without_a_tool() {
    let scene = Scene::new("R1p", "\"affected\":[\"CTest\"]", &[["1", "1"], ["2", "1"]]);
    let (_, row) =
        scene.run_against("[ -e known ] || tests=CTest; touch known", "never", "", false);
    assert_eq!(row.cells[0].words(&row), "not judged");
    assert_eq!(row.unbuilt(), Some("no test ran at revision 1"));
}

#[test]
fn a_test_that_only_the_tool_runs_is_told() {
    let scene = Scene::new("R6p", "\"affected\":[\"CTest\"]", &[["1", "1"], ["2", "1"]]);
    let (_, row) = scene.run("more", "tests='CTest DTest ETest'; touch src/E.java", false);
    assert_eq!(row.cells[0].words(&row), "R6p");
    let unknown = &row.record.tools["more"][0].unknown;
    assert_eq!(unknown.iter().collect::<Vec<_>>(), ["ETest"]);
}

#[test]
fn a_jvm_of_tests_that_dies_is_a_crash_though_maven_says_success() {
    let scene = Scene::new("R1p", "\"affected\":[\"CTest\"]", &[["1", "1"], ["2", "1"]]);
    let dying = "echo '[ERROR] There are test failures.'; echo; echo 'The forked VM terminated'";
    let (_, row) = scene.run("dying", &format!("{ALWAYS}\n{dying}"), false);
    assert_eq!(row.cells[0].words(&row), "R8");
    assert_eq!(row.cells[0].cause.as_deref(), Some("The forked VM terminated"));
}

#[test]
fn what_a_tool_leaves_in_place_of_our_files_stops_nobody() {
    let scene = Scene::new("R1p", "\"affected\":[\"CTest\"]", &[["1", "1"], ["2", "1"]]);
    let pipes =
        "echo '[ERROR] no'; rm -r build.log pom.xml src; mkfifo build.log pom.xml src; exit 1";
    let (_, row) = scene.run("pipes", pipes, false);
    assert_eq!(row.cells[0].cause.as_deref(), Some("no"));
    let file = "rm -rf target; mkdir target; touch target/surefire-reports; exit 0";
    let (_, row) = scene.run("file", file, false);
    let cause = row.cells[0].cause.as_deref().unwrap();
    assert!(cause.starts_with("it left reports that cannot be read: "), "{cause}");
}

#[test]
fn two_orders_are_run_one_after_the_other_and_compared() {
    let revisions = [["1", "1"], ["2", "1"], ["1", "2"], ["2", "2"]];
    let more = "\"orders\":[[0,1,3],[0,2,3]],\"affected\":[\"DTest\"]";
    let scene = Scene::new("R11", more, &revisions);
    // It never forgets that C was edited, and looks no further then.
    let stubborn = "cmp -s D.java src/D.java || tests=DTest\ncmp -s C.java src/C.java || tests=CTest\n\
                    [ -e C.java ] || { cp src/* .; tests='CTest DTest'; }";
    let (case, row) = scene.run("stubborn", stubborn, false);
    assert!(row.cells[0].is_seen, "{:?}", row.record);
    assert!(case.disproved(&row.record).is_empty(), "{:?}", row.record);
    let ran = |tools: &BTreeMap<String, Vec<ToolRun>>| -> Vec<String> {
        tools["stubborn"].iter().map(|run| run.selected.to_string()).collect()
    };
    assert_eq!(ran(&row.record.tools), ["0-1", "0", "0"]);
    assert_eq!(ran(&row.record.reordered.as_ref().unwrap().tools), ["0-1", "1", "0"]);
    let (_, row) = scene.run("always", ALWAYS, false);
    assert_eq!(row.cells[0].words(&row), "fine");
}
