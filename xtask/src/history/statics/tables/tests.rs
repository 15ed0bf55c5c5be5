//! Two steps, with sets that are easy to count.

use super::{Dependencies, Measured, MeasuredStep, render};
use crate::history::statics::TECHNIQUES;

fn measured(tests: &[&str]) -> Measured {
    Measured {
        selected: tests.iter().map(|test| (*test).to_owned()).collect(),
        missed: 0,
        times: [1.0, 2.0, 1.0],
        rests_on: Some(Dependencies { tests: [0.25, 0.5], classes: [0.1, 0.2] }),
    }
}

#[test]
fn the_first_step_is_shown_and_in_no_mean() {
    let step = |label: &str, first: &[&str], rest: &[&str]| MeasuredStep {
        label: label.to_owned(),
        tests: 4,
        compile: 4.0,
        all: 8.0,
        techniques: TECHNIQUES
            .iter()
            .map(|(name, _)| measured(if *name == "static" { first } else { rest }))
            .collect(),
    };
    let all = ["a", "b", "c", "d"];
    let text = render(&[step("one", &all, &all), step("two", &["a", "b"], &["b", "c", "d"])]);
    let line = |start: &str| -> Vec<String> {
        let found = text.lines().filter(|line| line.starts_with(start));
        found.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
    };
    let found = line("| static  ");
    assert_eq!(
        found,
        [
            "| static | 50.0 % | 0.0 % | 0 | 1.00 s | 2.00 s | 1.00 s | 4.00 s | 50.0 % | 66.7 % |",
            "| static | RU | 50.0 % | 25.0 % | 25.0 % | 50.0 % | 10.0 % | 20.0 % |",
            "| static | 12.5 % | 25.0 % | 12.5 % | 50.0 % |",
        ]
    );
    assert!(line("| one ").first().is_some_and(|line| line.starts_with("| one | 4 | 100.0 % |")));
    // The reference is not compared with itself.
    assert_eq!(line("| class ").len(), 2);
}

#[test]
fn dependencies_are_shares_of_tests_and_of_classes() {
    let found = Dependencies::of([[1, 0, 4], [0, 0, 5], [0, 0, 0], [2, 2, 4]].into_iter());
    assert_eq!(found, Dependencies { tests: [0.5, 0.25], classes: [0.1875, 0.125] });
    assert_eq!(Dependencies::of(std::iter::empty()), Dependencies::default());
}
