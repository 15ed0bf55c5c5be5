//! Comparisons of two techniques.

use std::collections::{BTreeMap, BTreeSet};

use tamis_vocab::ClassName;

use super::{Comparison, Dependencies, Side};

fn class(name: &str) -> ClassName {
    ClassName::internal(name)
}

fn set(names: &[&str]) -> BTreeSet<ClassName> {
    names.iter().map(|name| class(name)).collect()
}

fn side(technique: &str, found: &[(&str, Dependencies)], selected: &[&str]) -> Side {
    let rests_on: BTreeMap<ClassName, Dependencies> =
        found.iter().map(|(test, found)| (class(test), found.clone())).collect();
    Side { technique: technique.to_owned(), rests_on, selected: set(selected) }
}

#[test]
fn violations_are_shares_of_the_union_and_anything_is_every_class() {
    let first = side(
        "class",
        &[
            ("p/T", Dependencies::Classes(set(&["p/T", "p/A", "p/B"]))),
            ("p/U", Dependencies::Classes(set(&["p/U"]))),
            ("p/V", Dependencies::NeverRecorded),
        ],
        &["p/T", "p/V"],
    );
    let second = side(
        "static",
        &[
            ("p/T", Dependencies::Classes(set(&["p/T", "p/C"]))),
            ("p/U", Dependencies::Anything { steps: Vec::new() }),
            ("p/V", Dependencies::Anything { steps: Vec::new() }),
        ],
        &["p/U", "p/V"],
    );
    let all = set(&["p/T", "p/U", "p/A", "p/B"]);
    let text = Comparison::of(&first, &second, &all).text();
    let lines: Vec<Vec<&str>> =
        text.lines().map(|line| line.split_whitespace().collect()).collect();
    let ends: Vec<String> = lines.iter().map(|words| words.join(" ")).collect();
    assert!(
        ends.contains(&"tests with a dependency of one only 1 of 2, 50.0 % 2 of 2, 100.0 %".into()),
        "{text}"
    );
    // Of p.T 2 and 1 of 4; of p.U 0 and 3 of 4.
    assert!(ends.contains(&"dependencies of a test, on average 25.0 % 50.0 %".into()), "{text}");
    assert!(ends.contains(&"tests selected now 1 of 3, 33.3 % 1 of 3, 33.3 %".into()), "{text}");
    assert!(text.contains("1 test class was never recorded"), "{text}");
    assert!(text.ends_with("p.T: 2 classes of A not in B\n"), "{text}");
}

#[test]
fn techniques_that_agree_violate_nothing() {
    let found = [("p/T", Dependencies::Classes(set(&["p/T"])))];
    let one = side("class", &found, &[]);
    let comparison = Comparison::of(&one, &side("static", &found, &[]), &set(&["p/T"]));
    assert_eq!(comparison.mean(|test| test.only_first + test.only_second), 0);
    assert!(comparison.json().contains(r#""selected":{"either":0,"only-a":0,"only-b":0}"#));
}
