//! Tests of what the studies compare and count with.

use super::hunks::{Hunk, hunks};
use super::numbers::{Random, median};
use super::options::Options;
use super::overhead::ratios;
use super::recording::Recording;
use super::runs::parse_times;

/// Applies the hunks to the first list; what comes out must be the second.
fn check(old: &str, new: &str) -> Vec<Hunk> {
    let (a, b): (Vec<char>, Vec<char>) = (old.chars().collect(), new.chars().collect());
    let found = hunks(&a, &b, 50);
    let (mut made, mut at) = (String::new(), 0);
    for hunk in &found {
        made.extend(&a[at..hunk.old.start]);
        made.extend(&b[hunk.new.clone()]);
        at = hunk.old.end;
    }
    made.extend(&a[at..]);
    assert_eq!(made, new, "from {old}");
    found
}

#[test]
fn hunks_lead_from_one_list_to_the_other() {
    assert_eq!(check("abc", "abc"), []);
    assert_eq!(check("abc", "axc"), [Hunk { old: 1..2, new: 1..2 }]);
    assert_eq!(check("abc", "abxc"), [Hunk { old: 2..2, new: 2..3 }]);
    assert_eq!(check("", "ab"), [Hunk { old: 0..0, new: 0..2 }]);
    assert_eq!(check("abcdefgh", "axcdyfgh").len(), 2);
    let mut random = Random::new(7);
    for _ in 0..300 {
        let mut text = || -> String {
            let length = random.below(12);
            (0..length).map(|_| ['a', 'b', 'c'][random.below(3)]).collect()
        };
        let (old, new) = (text(), text());
        check(&old, &new);
    }
}

#[test]
fn too_many_differences_are_one_hunk() {
    assert_eq!(hunks(&[1, 2, 3, 4], &[1, 5, 6, 4], 1), [Hunk { old: 1..3, new: 1..3 }]);
}

#[test]
fn a_hunk_is_within_others_if_each_of_its_lines_is() {
    let hunk = |old: std::ops::Range<usize>| Hunk { old, new: 0..0 };
    assert!(hunk(3..5).is_within(&[hunk(2..4), hunk(4..6)]));
    assert!(hunk(3..3).is_within(&[hunk(3..3)]));
    assert!(!hunk(3..3).is_within(&[hunk(4..5)]));
    assert!(!hunk(3..5).is_within(&[hunk(0..4)]));
    assert!(!hunk(0..9).is_within(&[hunk(3..5)]));
}

#[test]
fn ratios_are_those_of_the_same_round() {
    let seconds = [Some(2.0), None, Some(3.0)];
    assert_eq!(ratios(&seconds, &[Some(1.0), Some(5.0), Some(2.0)]), [2.0, 1.5]);
}

#[test]
fn median_is_the_middle_or_between_the_two_in_the_middle() {
    assert_eq!(median(&[3.0, 1.0, 2.0]), Some(2.0));
    assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), Some(2.5));
    assert_eq!(median(&[]), None);
}

#[test]
fn times_of_the_shell_are_summed() {
    assert_eq!(parse_times("1.500 0.250\n"), Some(1.75));
    assert_eq!(parse_times("Killed\n1.500 0.250\n"), Some(1.75));
    assert_eq!(parse_times(""), None);
    assert_eq!(parse_times("a b"), None);
}

#[test]
fn options_are_read_and_wrong_ones_refused() {
    let parse = |line: &str| {
        Options::parse(&line.split_whitespace().map(str::to_owned).collect::<Vec<String>>())
    };
    let options = parse("--suite codec --jdk 25 --only Base --only Hex --times 3").unwrap();
    assert_eq!(options.suites.iter().map(|suite| suite.name).collect::<Vec<_>>(), ["codec"]);
    assert_eq!((options.jdk, options.times, options.only.len()), (25, Some(3), 2));
    assert_eq!(parse("").unwrap().suites.len(), 4);
    for line in ["--suite x", "--jdk x", "--times", "--fast"] {
        assert!(parse(line).is_err(), "{line}");
    }
}

#[test]
fn classes_by_code_are_told_from_those_looked_at() {
    let text = r#"printed by a test
{"format":"tamis-recording","version":1,"tests":[{"test":"p.ATest","complete":true,"classes":[
{"name":"p.A","why":"entered"},{"name":"p.B","why":"reflected"},
{"name":"p.C","why":"supertype","by":"p.A"},
{"name":"p.D","why":"supertype","by":"p.B"}]}]}"#
        .replace(",\n", ",")
        .replace("[\n", "[");
    let recording = Recording::parse(&text).unwrap();
    let sets = recording.sets();
    assert_eq!(sets["p.ATest"].iter().collect::<Vec<_>>(), ["p.A", "p.C", "p.D"]);
    let sets = recording.sets_by_code();
    assert_eq!(sets["p.ATest"].iter().collect::<Vec<_>>(), ["p.A", "p.C"]);
    assert_eq!(recording.why("p.ATest", "p.C"), "supertype by p.A");
    assert!(Recording::parse("").is_err());
}
