//! What a report says of a few records.

use std::fs;

use super::*;

const RECORD: &str = r#"{"format":"tamis-check","version":1,"id":"JD2-00000-E4-0","constraint":"JD2","operator":"E4",
"site":"here","tests":[[1,4]],"revisions":[{"all":"0-3"},{"all":"0-3","same_as":0},{"all":"0-3",
"failed":{"1":"java.lang.AssertionError|no|p.T.test:3"}}],
"tools":{"good":[{"selected":"0-3"},{"selected":""},{"selected":"1","failed":{"1":"java.lang.AssertionError|no|p.T.test:3"}}],
"poor":[{"selected":"0-3"},{"selected":""},{"selected":"0"}]}}"#;

/// A report on some records.
fn summary(records: &[String], campaign: Option<&str>) -> Summary {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path();
    fs::create_dir(out.join("programs")).unwrap();
    fs::write(out.join("programs/JD2-00000.jsonl"), records.concat()).unwrap();
    if let Some(text) = campaign {
        fs::write(out.join("campaign.json"), text).unwrap();
    }
    Summary::read(out).unwrap()
}

fn record() -> String {
    format!("{}\n", RECORD.replace('\n', ""))
}

#[test]
fn what_is_wrong_before_an_edit_that_cannot_be_built_is_told() {
    let third = r#"{"all":"0-3","failed":{"1":"java.lang.AssertionError|no|p.T.test:3"}}"#;
    let unbuilt = record().replace(third, r#"{"all":"","broken":"no"}"#);
    assert!(!summary(std::slice::from_ref(&unbuilt), None).has_certain_violation());
    let selecting = unbuilt.replacen(r#"{"selected":""}"#, r#"{"selected":"2"}"#, 1);
    let summary = summary(&[selecting], None);
    assert!(summary.has_certain_violation());
    assert!(summary.text().contains("violates R5 after E4 (another state) 1 times"));
    assert_eq!(summary.built(), 0);
}

#[test]
fn an_evolving_program_at_which_a_tool_breaks_down_is_not_among_what_is_selected() {
    let crashed = record().replace(r#"{"selected":"0"}"#, r#"{"selected":"","cause":"it hung"}"#);
    let text = summary(&[record(), crashed], None).text();
    for expected in [
        "E4       4  25.0 %  25.0 %",
        "Left out  1 evolving programs",
        "poor violates R8 after E4 (it hung) 1 times",
    ] {
        assert!(text.contains(expected), "{expected}\n{text}");
    }
}

#[test]
fn nothing_in_a_record_speaks_to_a_terminal() {
    // As JSON escapes them, and as they are.
    let cause = "\\u001b[2J\\nit\u{202e}hung\u{9b}";
    let crashed = record()
        .replace(r#"{"selected":"0"}"#, &format!(r#"{{"selected":"","cause":"{cause}"}}"#))
        .replace(r#""poor""#, r#""po\u0007or""#);
    let summary = summary(&[crashed], None);
    for told in [summary.text(), summary.html()] {
        let line = "po\\u{7}or violates R8 after E4 (\\u{1b}[2J it\\u{202e}hung\\u{9b}) 1 times";
        assert!(told.contains(line), "{told}");
        let speaks = |each: char| each != '\n' && each.is_control() || each == '\u{202e}';
        assert!(!told.contains(speaks), "{told}");
    }
}

#[test]
fn what_is_missing_of_a_campaign_is_told_and_so_is_what_was_generated_wrong() {
    let plan = serde_json::to_string(&crate::Plan::default()).unwrap();
    let campaign = |programs: usize| {
        format!(
            r#"{{"format":"tamis-check-campaign","version":2,"plan":{plan},"techniques":[],"programs":{programs}}}"#
        )
    };
    let whole = summary(&[record()], Some(&campaign(1)));
    assert_eq!((whole.gaps(), whole.generator_bugs()), (None, None));
    let ground = r#"{"all":"0-3"},{"all""#;
    let broken = record().replace(ground, r#"{"all":"","broken":"no"},{"all""#);
    let part = summary(&[broken], Some(&campaign(3)));
    assert!(part.text().contains("Missing   2 of the 3 programs of the plan have no records"));
    assert!(part.html().contains("2 of the 3 programs"));
    let bugs = part.generator_bugs().unwrap();
    assert!(bugs.starts_with("1 first revisions do not compile, and 0 tests fail"), "{bugs}");
}

#[test]
fn a_report_has_programs_tests_time_rules_and_the_likely_cause_as_text_and_as_a_page() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path();
    for name in ["programs", "times"] {
        fs::create_dir(out.join(name)).unwrap();
    }
    let line = RECORD.replace('\n', "");
    fs::write(out.join("programs/JD2-00000.jsonl"), format!("{line}\n")).unwrap();
    let times = r#"{"all":2000000,"tools":{"good":{"selecting":200000,"running":500000}}}"#;
    fs::write(out.join("times/JD2-00000.json"), times).unwrap();
    let summary = Summary::read(out).unwrap();
    assert!(summary.has_certain_violation());
    let text = summary.text();
    for expected in [
        "Built     1 of 1 evolving programs",
        "E4        1/1  1/1",
        "E4       4  25.0 %  25.0 %",
        "good           1  25.0 %      0.2 s    0.5 s       35.0 %",
        "poor violates R1p after E4 (java.lang.AssertionError) 1 times, first in JD2-00000-E4-0 at revision 2: tests 1",
    ] {
        assert!(text.contains(expected), "{expected}\n{text}");
    }
    let page = summary.html();
    assert!(page.contains("<td class=\"number\">35.0 %</td>"), "{page}");
    assert!(page.contains("poor violates R1p after E4"), "{page}");
}

#[test]
fn no_time_is_told_where_none_is_known() {
    let unknown = summary(&[record()], None);
    assert_eq!(
        unknown.untimed().as_deref(),
        Some("times of 1 program are missing, and not in what is told of time")
    );
    let text = unknown.text();
    assert!(text.contains("good           1  25.0 %          -        -            -\n"), "{text}");
}

#[test]
fn the_table_of_rules_says_which_only_a_bug_violates() {
    let text = summary(&[record()], None).text();
    for expected in [
        "rule       about  certain  good  poor  violated if",
        "R1p       safety      yes     0     1",
    ] {
        assert!(text.contains(expected), "{expected}\n{text}");
    }
}
