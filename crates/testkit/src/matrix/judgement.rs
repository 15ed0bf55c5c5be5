//! What a technique selected, against what a fixture claims.

use super::PRECISE;
use super::claims::{Claim, Claims, Outcomes};
use super::runs::Verdicts;

/// The JDK on which what is known to be wrong has to be; another one may record more, or less.
const KNOWN_ON: u16 = 17;

/// What is to be said of a fixture and a technique, from harmless to bad.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// What had to run was selected, and nothing that need not.
    Handled,
    /// A test was left out that is known to be.
    Known,
    /// A test was selected that need not run.
    Needless,
    /// A test was left out whose outcome changes.
    Missed,
    /// There is no answer, or it is none about all tests.
    Broken,
}

/// One cell of the table.
#[derive(Debug, Clone)]
pub struct Cell {
    /// The worst that is to be said.
    pub mark: Mark,
    /// What is wrong and not known to be. A needless run is, if the technique is the precise one or the fixture says so
    /// for it.
    pub wrong: Vec<String>,
}

impl Cell {
    pub(super) fn broken(problem: String) -> Self {
        Self { mark: Mark::Broken, wrong: vec![problem] }
    }

    fn note(&mut self, mark: Mark) {
        self.mark = self.mark.max(mark);
    }

    fn blame(&mut self, mark: Mark, what: String) {
        self.note(mark);
        self.wrong.push(what);
    }
}

pub(super) fn judge(
    claims: &Claims,
    (technique, release): (&str, u16),
    recorded: &Outcomes,
    verdicts: &Verdicts,
) -> Cell {
    let mut cell = Cell { mark: Mark::Handled, wrong: Vec::new() };
    for test in verdicts.keys() {
        if claims.of(test, technique).is_none() {
            cell.blame(Mark::Broken, format!("nothing is claimed of {test}"));
        }
    }
    for test in claims.tests() {
        let Some((claim, is_special)) = claims.of(test, technique) else { continue };
        let is_held_to = is_special || technique == PRECISE;
        let is_known_here = is_held_to && release == KNOWN_ON;
        match (claim, verdicts.get(test)) {
            // A test that is gone after the edit.
            (Claim::Either, None) => {}
            (_, None) => cell.blame(Mark::Broken, format!("{test} is not among the tests")),
            (Claim::Run, Some(false)) => cell.blame(Mark::Missed, format!("{test} is left out")),
            (Claim::Skip, Some(true)) if is_held_to => {
                cell.blame(Mark::Needless, format!("{test} is selected"));
            }
            (Claim::Skip | Claim::Needless, Some(true)) => cell.note(Mark::Needless),
            (Claim::Missed, Some(false)) => cell.note(Mark::Known),
            (Claim::MissedByMistake, Some(false)) => cell.note(Mark::Missed),
            (Claim::Missed | Claim::MissedByMistake, Some(true)) if is_known_here => {
                cell.blame(Mark::Broken, format!("{test} is no longer missed: say so"));
            }
            (Claim::Needless, Some(false)) if is_known_here => {
                cell.blame(Mark::Broken, format!("{test} is no longer selected: say so"));
            }
            (Claim::Run | Claim::Missed | Claim::MissedByMistake, Some(true))
            | (Claim::Skip | Claim::Needless, Some(false))
            | (Claim::Either, Some(_)) => {}
        }
        let has_passed = recorded.get(test).is_none_or(|outcome| outcome.word == "passed");
        if !has_passed && !matches!(claim, Claim::Run | Claim::Either) {
            cell.blame(Mark::Broken, format!("{test} does not pass while it is recorded"));
        }
    }
    cell
}

#[cfg(test)]
mod tests {
    use super::super::claims::Outcome;
    use super::*;

    #[test]
    fn worst_of_all_tests_counts() {
        let passed = Outcome { word: "passed".to_owned(), counts: [1, 0, 0] };
        let recorded: Outcomes = [("p.T".to_owned(), passed)].into();
        let rows = [
            ("run p.T", "class", true, Mark::Handled, 0),
            ("run p.T", "class", false, Mark::Missed, 1),
            ("skip p.T", "class", true, Mark::Needless, 0),
            ("skip p.T", PRECISE, true, Mark::Needless, 1),
            ("skip p.T", PRECISE, false, Mark::Handled, 0),
            ("skip p.T\nclass run p.T", "class", false, Mark::Missed, 1),
            ("missed p.T: why", PRECISE, false, Mark::Known, 0),
            ("missed p.T: why", PRECISE, true, Mark::Broken, 1),
            ("missed p.T: FIXME why", PRECISE, false, Mark::Missed, 0),
            ("missed p.T: FIXME why", PRECISE, true, Mark::Broken, 1),
            ("needless p.T: why", PRECISE, true, Mark::Needless, 0),
            ("needless p.T: why", PRECISE, false, Mark::Broken, 1),
            ("needless p.T: why", "class", false, Mark::Handled, 0),
            ("either p.T", PRECISE, true, Mark::Handled, 0),
        ];
        for (text, technique, is_run, mark, wrong) in rows {
            let verdicts: Verdicts = [("p.T".to_owned(), is_run)].into();
            let cell = judge(&Claims::parse(text), (technique, 17), &recorded, &verdicts);
            assert_eq!((cell.mark, cell.wrong.len()), (mark, wrong), "{text} {technique}");
        }
    }

    #[test]
    fn test_without_a_claim_or_a_verdict_breaks_the_cell() {
        let cell = judge(
            &Claims::parse("run p.T"),
            (PRECISE, 17),
            &Outcomes::new(),
            &[("p.U".to_owned(), true)].into(),
        );
        assert_eq!(cell.mark, Mark::Broken);
        assert_eq!(cell.wrong, ["nothing is claimed of p.U", "p.T is not among the tests"]);
    }
}
