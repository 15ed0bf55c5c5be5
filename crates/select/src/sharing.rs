//! Tests that share something: one leaves it behind, others find it.
//!
//! If one that leaves something is affected by a change, so are those that find it. One that runs has to find what it found
//! before, so that those run, too, which leave it. But who runs only to leave something is not affected by a change: what it
//! leaves is what it left, and others that find it need not run.

use rustc_hash::FxHashMap;
use tamis_vocab::ClassName;

use crate::verdict::{Reason, Verdict, unknown};

/// Why a test is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Standing {
    /// It need not run.
    Idle,
    /// It runs for those who find what it leaves.
    Needed,
    /// It may end otherwise, or leave something else.
    Affected,
}

/// Lets those run, too, that share something with tests that run. `after` are the tests before each one that left
/// something for it, each with that in words, in the order of the verdicts.
pub(crate) fn run_with(verdicts: &mut [(ClassName, Verdict)], after: &[Vec<(&str, &str)>]) {
    if after.iter().all(Vec::is_empty) {
        return;
    }
    let (leavers, finders) = neighbours(verdicts, after);
    let standing = |(_, verdict): &(ClassName, Verdict)| match verdict {
        Verdict::Run(_) => Standing::Affected,
        Verdict::Skip(_) => Standing::Idle,
    };
    let mut standings: Vec<Standing> = verdicts.iter().map(standing).collect();
    let mut waiting: Vec<usize> = (0..standings.len()).collect();
    waiting.retain(|number| standings.get(*number) == Some(&Standing::Affected));
    while let Some(number) = waiting.pop() {
        let Some(own) = standings.get(number).copied() else { continue };
        let found = match own {
            Standing::Idle | Standing::Needed => Vec::new(),
            Standing::Affected => finders.get(number).cloned().unwrap_or_default(),
        };
        let found = found.into_iter().map(|finder| (finder, Standing::Affected));
        let needed = leavers
            .get(number)
            .into_iter()
            .flatten()
            .copied()
            .map(|leaver| (leaver, Standing::Needed));
        for ((other, what), standing) in found.chain(needed) {
            let Some(known) = standings.get_mut(other).filter(|known| **known < standing) else {
                continue;
            };
            *known = standing;
            waiting.push(other);
            let with = verdicts.get(number).map(|(test, _)| test.clone());
            if let (Some((_, verdict @ Verdict::Skip(_))), Some(with)) =
                (verdicts.get_mut(other), with)
            {
                *verdict = Verdict::Run(vec![Reason::Together { with, what: what.to_owned() }]);
            }
        }
    }
}

/// Tests by their numbers, with what they share in words.
type Neighbours<'w> = Vec<(usize, &'w str)>;

/// For each test who leaves something for it, and who finds what it leaves. Where one of them is not among the tests, the
/// other runs.
fn neighbours<'w>(
    verdicts: &mut [(ClassName, Verdict)],
    after: &[Vec<(&'w str, &'w str)>],
) -> (Vec<Neighbours<'w>>, Vec<Neighbours<'w>>) {
    let names = verdicts.iter().enumerate();
    let numbers: FxHashMap<String, usize> =
        names.map(|(number, (test, _))| (test.as_str().to_owned(), number)).collect();
    let mut leavers: Vec<Neighbours<'w>> = vec![Vec::new(); verdicts.len()];
    let mut finders = leavers.clone();
    for (finder, ((_, verdict), left_by)) in verdicts.iter_mut().zip(after).enumerate() {
        for (name, what) in left_by {
            match numbers.get(*name) {
                Some(leaver) => {
                    leavers
                        .get_mut(finder)
                        .into_iter()
                        .for_each(|list| list.push((*leaver, *what)));
                    finders
                        .get_mut(*leaver)
                        .into_iter()
                        .for_each(|list| list.push((finder, *what)));
                }
                None if matches!(verdict, Verdict::Skip(_)) => {
                    *verdict = unknown(&format!(
                        "what `{}` leaves for it, which is not among the tests",
                        ClassName::internal(name)
                    ));
                }
                None => {}
            }
        }
    }
    (leavers, finders)
}
