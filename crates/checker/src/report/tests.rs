//! What a report says of a few records.

use std::fs;

use super::*;

const RECORD: &str = r#"{"format":"tamis-check","version":1,"id":"JD2-00000-E4-0","constraint":"JD2","operator":"E4",
"site":"here","tests":[[1,4]],"revisions":[{"all":"0-3"},{"all":"0-3","same_as":0},{"all":"0-3",
"failed":{"1":"java.lang.AssertionError|no|p.T.test:3"}}],
"tools":{"good":[{"selected":"0-3"},{"selected":""},{"selected":"1","failed":{"1":"java.lang.AssertionError|no|p.T.test:3"}}],
"poor":[{"selected":"0-3"},{"selected":""},{"selected":"0"}]}}"#;

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
