//! What a fixture claims, in `expect.txt`: a line for each test class.
//!
//! `run p.ATest` has to run because its outcome changes; with `: ` and a reason behind it, for that reason. `skip p.ATest`
//! ends as before and need not run. `either p.ATest` may do what it likes. `missed p.ATest: reason` has to run and is
//! known not to, `needless p.ATest: reason` need not run and is known to. A reason that begins with `FIXME` is a mistake
//! of ours. A line that begins with the name of a technique holds for that one, in place of the other.

use std::collections::BTreeMap;

/// How a test class ended: in a word, and how many of its methods passed, failed and were skipped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Outcome {
    pub(super) word: String,
    pub(super) counts: [u64; 3],
}

/// Outcomes by test class.
pub(super) type Outcomes = BTreeMap<String, Outcome>;

/// What is claimed of a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Claim {
    Run,
    Skip,
    Either,
    /// A limit that is known.
    Missed,
    /// A mistake that is known.
    MissedByMistake,
    Needless,
}

/// All claims of a fixture.
#[derive(Debug)]
pub(super) struct Claims {
    lines: Vec<Line>,
}

#[derive(Debug)]
struct Line {
    technique: Option<String>,
    claim: Claim,
    test: String,
    has_reason: bool,
}

impl Claims {
    pub(super) fn parse(text: &str) -> Self {
        Self { lines: text.lines().map(Line::parse).collect() }
    }

    /// What is claimed of a test if that technique selects, and whether the claim is about that technique alone.
    pub(super) fn of(&self, test: &str, technique: &str) -> Option<(Claim, bool)> {
        let about = |name: Option<&str>| {
            let mut lines = self.lines.iter();
            lines.find(|line| line.test == test && line.technique.as_deref() == name)
        };
        about(Some(technique))
            .map(|line| (line.claim, true))
            .or_else(|| about(None).map(|line| (line.claim, false)))
    }

    /// The tests that something is claimed of.
    pub(super) fn tests(&self) -> impl Iterator<Item = &str> {
        self.lines.iter().filter(|line| line.technique.is_none()).map(|line| line.test.as_str())
    }

    /// What does not follow from how all tests ended before and after the edit.
    pub(super) fn contradictions(&self, old: &Outcomes, new: &Outcomes) -> Vec<String> {
        let mut wrong: Vec<String> = old
            .keys()
            .chain(new.keys())
            .filter(|test| !self.tests().any(|each| each == test.as_str()))
            .map(|test| format!("nothing is claimed of {test}"))
            .collect();
        for line in self.lines.iter().filter(|line| line.technique.is_none()) {
            let (before, after) = (old.get(&line.test), new.get(&line.test));
            let has_passed = before.is_some_and(|outcome| outcome.word == "passed");
            let complaint = match line.claim {
                _ if before.is_none() && after.is_none() => "is in no run",
                Claim::Either => continue,
                Claim::Run if line.has_reason => continue,
                _ if !has_passed => "did not pass before",
                Claim::Run | Claim::Missed | Claim::MissedByMistake if before == after => {
                    "ends as before"
                }
                Claim::Skip | Claim::Needless if before != after => "ends otherwise",
                Claim::Run
                | Claim::Missed
                | Claim::MissedByMistake
                | Claim::Skip
                | Claim::Needless => continue,
            };
            wrong.push(format!("{} {complaint}", line.test));
        }
        if self.lines.iter().all(|line| line.claim == Claim::Either) {
            wrong.push("claims nothing".to_owned());
        }
        wrong
    }
}

impl Line {
    fn parse(text: &str) -> Self {
        let (claim, reason) = text.split_once(": ").unwrap_or((text, ""));
        let words: Vec<&str> = claim.split(' ').collect();
        let (technique, word, test) = match *words.as_slice() {
            [word, test] => (None, word, test),
            [technique, word, test] => (Some(technique.to_owned()), word, test),
            _ => panic!("no claim: `{text}`"),
        };
        let claim = match word {
            "run" => Claim::Run,
            "skip" => Claim::Skip,
            "either" => Claim::Either,
            "missed" if reason.starts_with("FIXME ") => Claim::MissedByMistake,
            "missed" => Claim::Missed,
            "needless" => Claim::Needless,
            _ => panic!("no claim: `{text}`"),
        };
        Self { technique, claim, test: test.to_owned(), has_reason: !reason.is_empty() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcomes(word: &str) -> Outcomes {
        BTreeMap::from([("p.T".to_owned(), Outcome { word: word.to_owned(), counts: [1, 0, 0] })])
    }

    #[test]
    fn claims_that_do_not_follow_are_found() {
        let (passed, failed) = (outcomes("passed"), outcomes("failed"));
        let rows = [
            ("run p.T", &passed, &failed, ""),
            ("run p.T", &passed, &passed, "p.T ends as before"),
            ("run p.T", &failed, &failed, "p.T did not pass before"),
            ("run p.T: it failed", &failed, &failed, ""),
            ("skip p.T", &passed, &passed, ""),
            ("skip p.T", &passed, &failed, "p.T ends otherwise"),
            ("skip p.T", &failed, &failed, "p.T did not pass before"),
            ("missed p.T: why", &passed, &passed, "p.T ends as before"),
            ("either p.T", &passed, &passed, "claims nothing"),
            ("run p.U\neither p.T", &passed, &failed, "p.U is in no run"),
            ("run p.U: it is new", &passed, &passed, "nothing is claimed of p.T"),
        ];
        for (text, old, new, expected) in rows {
            let wrong = Claims::parse(text).contradictions(old, new).join(", ");
            assert!(
                wrong.contains(expected) && wrong.is_empty() == expected.is_empty(),
                "{text}: {wrong}"
            );
        }
    }

    #[test]
    fn line_of_a_technique_goes_before() {
        let claims = Claims::parse("skip p.T\nclass run p.T");
        assert_eq!(claims.of("p.T", "class"), Some((Claim::Run, true)));
        assert_eq!(claims.of("p.T", "hybrid"), Some((Claim::Skip, false)));
        assert_eq!(claims.of("p.U", "hybrid"), None);
    }
}
