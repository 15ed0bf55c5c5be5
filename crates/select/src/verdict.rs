//! Which tests run, and why.

use std::collections::{BTreeMap, BTreeSet};

use tamis_vocab::{ClassName, Entity, Fingerprint};

use crate::block::{Block, Outcome, TestRow};
use crate::changed::Now;
use crate::holding::{Broken, Held};
use crate::technique::Technique;

/// What is asked for.
#[derive(Debug, Clone)]
pub struct Request {
    /// The tests that there are, in the order in which they would run.
    pub tests: Vec<ClassName>,
    /// How to select.
    pub technique: Technique,
    /// Whether everything runs whatever is known.
    pub is_forced: bool,
    /// Evidence from before this moment (seconds since 1970) does not count.
    pub not_before: u64,
}

/// Whether a test runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// It runs, for these reasons; there is at least one.
    Run(Vec<Reason>),
    /// It need not run.
    Skip(Skip),
}

/// The evidence on which a test is skipped. It can only be made from a test that passed and of which all facts hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Skip {
    /// When it passed, in seconds since 1970.
    pub passed: u64,
    /// How many facts that rests on.
    pub facts: u64,
    /// How long it took then, in nanoseconds.
    pub nanos: u64,
}

/// Why a test runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// Nothing is known about it.
    New,
    /// It failed last time.
    Failed {
        /// What it said.
        message: String,
    },
    /// It did not end last time, or not all it rests on is known.
    Incomplete {
        /// Why.
        message: String,
    },
    /// A fact does not hold any more.
    FactChanged {
        /// What it is about.
        entity: Entity,
        /// The fingerprint when it passed.
        was: Fingerprint,
        /// The fingerprint now.
        is: Fingerprint,
    },
    /// The JDK, its options or the test framework changed.
    EnvironmentChanged {
        /// What.
        entity: Entity,
        /// The fingerprint when it passed.
        was: Fingerprint,
        /// The fingerprint now.
        is: Fingerprint,
    },
    /// It rests on something that no fact stands for.
    Opaque {
        /// What.
        message: String,
    },
    /// It passed too long ago.
    TooOld {
        /// When, in seconds since 1970.
        passed: u64,
    },
    /// It shares files with another test that runs.
    Together {
        /// That test.
        with: ClassName,
    },
    /// The user wants it to run.
    Forced,
    /// Something that it rests on cannot be known.
    Unknown {
        /// What.
        about: String,
    },
}

/// The answer.
#[derive(Debug, Clone, Default)]
pub struct Selection {
    /// A verdict for each test, in the order of the request.
    pub verdicts: Vec<(ClassName, Verdict)>,
    /// What changed for the tests that run, each once.
    pub changed: BTreeSet<Entity>,
}

impl Selection {
    /// The tests that run.
    pub fn running(&self) -> impl Iterator<Item = &ClassName> {
        let is_run = |verdict: &Verdict| matches!(verdict, Verdict::Run(_));
        self.verdicts.iter().filter(move |(_, verdict)| is_run(verdict)).map(|(test, _)| test)
    }
}

/// One record of a test.
struct Known<'b> {
    time: u64,
    held: &'b Held,
    row: TestRow<'b>,
}

/// Selects.
pub fn select(blocks: &[Block], request: &Request, now: &dyn Now) -> Selection {
    let wanted: BTreeSet<&str> = request.tests.iter().map(ClassName::as_str).collect();
    let is_needed = |block: &&Block| block.tests().any(|test| wanted.contains(test));
    let needed: Vec<&Block> = blocks.iter().filter(is_needed).collect();
    let mut selection = Selection::default();
    if request.is_forced || request.technique == Technique::All {
        let forced = || Verdict::Run(vec![Reason::Forced]);
        selection.verdicts = request.tests.iter().map(|test| (test.clone(), forced())).collect();
        return selection;
    }
    let held: Vec<Held> = needed.iter().map(|block| Held::of(block, now)).collect();
    let mut known: BTreeMap<&str, Vec<Known<'_>>> = BTreeMap::new();
    for (block, held) in needed.iter().zip(&held) {
        for number in 0..block.test_count() {
            let Some(row) = block.test(number).filter(|row| wanted.contains(row.test)) else {
                continue;
            };
            let time = block.time();
            known.entry(row.test).or_default().push(Known { time, held, row });
        }
    }
    let mut after: BTreeMap<ClassName, BTreeSet<ClassName>> = BTreeMap::new();
    for test in &request.tests {
        let records = known.entry(test.as_str()).or_default();
        // Newest first; of two at the same time, the one that did not pass.
        records.sort_by_key(|known| std::cmp::Reverse((known.time, known.row.outcome)));
        let verdict = verdict(records, request);
        let before = records.first().map(|newest| newest.row.after.iter().copied());
        let before = before.into_iter().flatten().map(ClassName::internal);
        after.insert(test.clone(), before.collect());
        selection.verdicts.push((test.clone(), verdict));
    }
    together(&mut selection.verdicts, &after);
    for (_, verdict) in &selection.verdicts {
        let Verdict::Run(reasons) = verdict else { continue };
        for reason in reasons {
            if let Reason::FactChanged { entity, .. } | Reason::EnvironmentChanged { entity, .. } =
                reason
            {
                selection.changed.insert(entity.clone());
            }
        }
    }
    selection
}

fn verdict(records: &[Known<'_>], request: &Request) -> Verdict {
    let mut nearest: Option<Vec<Reason>> = None;
    for known in records {
        let row = &known.row;
        let Some(facts) = &row.facts else {
            let about = "the evidence, which is damaged".to_owned();
            nearest.get_or_insert_with(|| vec![Reason::Unknown { about }]);
            continue;
        };
        let (broken, is_damaged) = known.held.among(facts, request.technique);
        let mut reasons: Vec<Reason> = broken.into_iter().map(reason).collect();
        if is_damaged {
            let about = "a fact of the evidence, which is damaged".to_owned();
            reasons.push(Reason::Unknown { about });
        }
        let message = row.message.to_owned();
        let holds = reasons.is_empty();
        let so_far = match row.outcome {
            Outcome::Passed if holds && known.time < request.not_before => {
                vec![Reason::TooOld { passed: known.time }]
            }
            Outcome::Passed if holds => {
                let (passed, nanos) = (known.time, row.nanos);
                return Verdict::Skip(Skip { passed, facts: facts.len(), nanos });
            }
            Outcome::Passed => reasons,
            Outcome::Failed => [vec![Reason::Failed { message }], reasons].concat(),
            Outcome::Incomplete => [vec![Reason::Incomplete { message }], reasons].concat(),
            Outcome::Opaque => [vec![Reason::Opaque { message }], reasons].concat(),
        };
        // As things are now, that is how it ended: older evidence does not count.
        if holds {
            return Verdict::Run(so_far);
        }
        let is_nearer = |nearest: &Vec<Reason>| so_far.len() < nearest.len();
        if nearest.as_ref().is_none_or(is_nearer) {
            nearest = Some(so_far);
        }
    }
    Verdict::Run(nearest.unwrap_or_else(|| vec![Reason::New]))
}

fn reason(broken: &Broken) -> Reason {
    let (entity, was) = (broken.entity.clone(), broken.was);
    match (broken.is, &entity) {
        (None, _) => Reason::Unknown { about: entity.to_string() },
        (Some(is), Entity::Environment | Entity::Frameworks) => {
            Reason::EnvironmentChanged { entity, was, is }
        }
        (Some(is), _) => Reason::FactChanged { entity, was, is },
    }
}

/// Tests that share files run together, or not at all.
fn together(
    verdicts: &mut [(ClassName, Verdict)],
    after: &BTreeMap<ClassName, BTreeSet<ClassName>>,
) {
    loop {
        let running: BTreeSet<ClassName> = verdicts
            .iter()
            .filter(|(_, verdict)| matches!(verdict, Verdict::Run(_)))
            .map(|(test, _)| test.clone())
            .collect();
        let mut has_changed = false;
        for (test, verdict) in verdicts.iter_mut() {
            if running.contains(test) {
                continue;
            }
            let writers = after.get(test).into_iter().flatten();
            let readers = after.iter().filter(|(_, before)| before.contains(test));
            let mut neighbours = writers.chain(readers.map(|(reader, _)| reader));
            if let Some(with) = neighbours.find(|each| running.contains(*each)) {
                *verdict = Verdict::Run(vec![Reason::Together { with: with.clone() }]);
                has_changed = true;
            }
        }
        if !has_changed {
            return;
        }
    }
}
