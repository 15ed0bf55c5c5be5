//! Which tests run, and why.

use std::borrow::Cow;
use std::collections::BTreeSet;

use rayon::prelude::*;
use roaring::RoaringBitmap;
use rustc_hash::{FxHashMap, FxHashSet};
use tamis_vocab::{ClassName, Entity, EntityKind, Fingerprint};

use crate::block::{Block, Outcome, TestRow};
use crate::changed::Now;
use crate::holding::{Broken, Held};
use crate::leanings::test_and_words;
use crate::sharing;
use crate::statics::{Changes, ClassChange, Statics};
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
    /// Evidence up to this moment may be lost: that a test passed by then does not count, as it may have failed since.
    pub lost_until: u64,
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
    /// The revision of the project at which it passed, in words for people, if there was one.
    pub revision: Option<String>,
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
    /// A class that it can reach is not known to be as it was, says a static technique.
    ClassChanged(ClassChange),
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
    /// It shares something with another test that runs: one of them wrote or left it, and the other one reads it.
    Together {
        /// That test.
        with: ClassName,
        /// One thing that they share, in words; empty if that is not known.
        what: String,
    },
    /// The user wants it to run.
    Forced,
    /// Something that it rests on cannot be known.
    Unknown {
        /// What.
        about: String,
    },
}

impl Reason {
    /// What the fact is about that does not hold any more, if it is that.
    pub(crate) fn entity(&self) -> Option<&Entity> {
        match self {
            Self::FactChanged { entity, .. } | Self::EnvironmentChanged { entity, .. } => {
                Some(entity)
            }
            Self::New
            | Self::Failed { .. }
            | Self::Incomplete { .. }
            | Self::ClassChanged(_)
            | Self::Opaque { .. }
            | Self::TooOld { .. }
            | Self::Together { .. }
            | Self::Forced
            | Self::Unknown { .. } => None,
        }
    }

    /// The class that is not known to be as it was, says a static technique.
    fn class(&self) -> Option<&ClassChange> {
        if let Self::ClassChanged(change) = self { Some(change) } else { None }
    }

    /// Whether it says for certain that something is otherwise. A doubt does not make another world.
    fn is_certain(&self) -> bool {
        self.class().is_some_and(|change| change.event.is_certain())
            || matches!(self.entity(), Some(Entity::Environment | Entity::Frameworks))
    }
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
    block: &'b Block,
    held: &'b Held,
    /// For a static technique, what of the class path changed since, if that is known.
    since: Option<&'b Changes>,
    row: TestRow<'b>,
    /// `None` if they are damaged.
    facts: Option<Facts>,
}

/// What is known of the facts of a record.
enum Facts {
    /// How many there are. All of the block hold, so it does not matter which ones they are.
    Count(u64),
    Numbers(RoaringBitmap),
}

impl<'b> Known<'b> {
    fn new(block: &'b Block, held: &'b Held, since: Option<&'b Changes>, row: TestRow<'b>) -> Self {
        let facts = row.facts.and_then(|facts| {
            if held.is_whole() {
                facts.count().map(Facts::Count)
            } else {
                facts.decode().map(Facts::Numbers)
            }
        });
        Self { block, held, since, row, facts }
    }

    /// Its facts that do not hold.
    fn broken(&self) -> impl Iterator<Item = &Broken> {
        let numbers = match &self.facts {
            Some(Facts::Numbers(numbers)) => Some(numbers),
            Some(Facts::Count(_)) | None => None,
        };
        numbers.into_iter().flat_map(|numbers| self.held.among(numbers))
    }

    /// Whether some of its facts cannot be read.
    fn has_damaged(&self) -> bool {
        match &self.facts {
            Some(Facts::Numbers(numbers)) => self.held.is_damaged(numbers),
            Some(Facts::Count(_)) => false,
            None => true,
        }
    }

    fn count(&self) -> u64 {
        match &self.facts {
            Some(Facts::Numbers(numbers)) => numbers.len(),
            Some(Facts::Count(count)) => *count,
            None => 0,
        }
    }

    /// Which facts they are.
    fn numbers(&self) -> Option<Cow<'_, RoaringBitmap>> {
        match &self.facts {
            Some(Facts::Numbers(numbers)) => Some(Cow::Borrowed(numbers)),
            Some(Facts::Count(_)) => self.row.facts?.decode().map(Cow::Owned),
            None => None,
        }
    }
}

/// Selects by the facts that were recorded.
pub fn select(blocks: &[Block], request: &Request, now: &dyn Now) -> Selection {
    decide(blocks, request, now, None)
}

/// Selects by what tests can reach; the technique of the request is a static one.
pub fn select_statically(
    blocks: &[Block],
    request: &Request,
    now: &dyn Now,
    statics: &Statics<'_>,
) -> Selection {
    decide(blocks, request, now, Some(statics))
}

fn decide(
    blocks: &[Block],
    request: &Request,
    now: &dyn Now,
    statics: Option<&Statics<'_>>,
) -> Selection {
    let mut selection = Selection::default();
    if request.is_forced || request.technique == Technique::All {
        let forced = || Verdict::Run(vec![Reason::Forced]);
        selection.verdicts = request.tests.iter().map(|test| (test.clone(), forced())).collect();
        return selection;
    }
    let wanted: FxHashSet<&str> = request.tests.iter().map(ClassName::as_str).collect();
    let mut lost_until = request.lost_until;
    let is_needed = |block: &&Block| {
        let has_unreadable = || block.tests().count() < block.counts().1;
        block.tests().any(|test| wanted.contains(test)) || has_unreadable()
    };
    let needed: Vec<&Block> = blocks.iter().filter(is_needed).collect();
    let held: Vec<Held> = needed.iter().map(|block| Held::of(block, now)).collect();
    let since =
        |block: &&Block| statics.and_then(|s| Changes::since(block, s.class_path, s.libraries));
    let since: Vec<Option<Changes>> = needed.iter().map(since).collect();
    let mut known: FxHashMap<&str, Vec<Known<'_>>> = FxHashMap::default();
    for ((block, held), since) in needed.iter().zip(&held).zip(&since) {
        let since = since.as_ref();
        let rows = (0..block.test_count()).into_par_iter();
        let rows = rows.map(|number| Some(Known::new(block, held, since, block.test(number)?)));
        for row in rows.collect::<Vec<Option<Known<'_>>>>() {
            match row {
                Some(row) if wanted.contains(row.row.test) => {
                    known.entry(row.row.test).or_default().push(row);
                }
                Some(_) => {}
                // It may be any test.
                None => lost_until = lost_until.max(block.time()),
            }
        }
    }
    // Newest first; of two at the same time, the one that did not pass.
    let newest = |known: &Known<'_>| std::cmp::Reverse((known.block.time(), known.row.outcome));
    known.values_mut().for_each(|records| records.sort_by_key(newest));
    let mut after: Vec<Vec<(&str, &str)>> = Vec::with_capacity(request.tests.len());
    let mut bases: Vec<Option<&Known<'_>>> = Vec::with_capacity(request.tests.len());
    for test in &request.tests {
        let records = known.get(test.as_str()).map(Vec::as_slice).unwrap_or_default();
        let (verdict, basis) = verdict(records, request, lost_until, statics);
        let before = records.first().into_iter().chain(basis);
        let before = before.flat_map(|known| known.row.after.iter().copied());
        after.push(before.map(test_and_words).collect());
        bases.push(basis);
        selection.verdicts.push((test.clone(), verdict));
    }
    let running: FxHashSet<String> =
        selection.running().map(|test| test.as_str().to_owned()).collect();
    for ((_, verdict), basis) in selection.verdicts.iter_mut().zip(bases) {
        let left = basis.and_then(|pass| left_otherwise(pass, &known, &running, request, statics));
        *verdict = left.unwrap_or_else(|| verdict.clone());
    }
    sharing::run_with(&mut selection.verdicts, &after);
    selection.changed = changed(&selection.verdicts);
    selection
}

/// Why a pass does not count, if that is so: of a test that left something for it in that run, not all facts hold any more, or
/// nothing is known. That the other one has passed since says nothing about who found what it left before.
fn left_otherwise(
    pass: &Known<'_>,
    known: &FxHashMap<&str, Vec<Known<'_>>>,
    running: &FxHashSet<String>,
    request: &Request,
    statics: Option<&Statics<'_>>,
) -> Option<Verdict> {
    pass.row.after.iter().map(|written| test_and_words(written)).find_map(|(leaver, _)| {
        // Who is not among the tests, or runs, is a reason of another kind.
        let records = known.get(leaver).filter(|_| !running.contains(leaver))?;
        let then = records.iter().find(|record| std::ptr::eq(record.block, pass.block));
        let is_same = then.is_some_and(|then| {
            then.facts.is_some() && against(then, request.technique, statics).is_empty()
        });
        let name = ClassName::internal(leaver);
        (!is_same).then(|| unknown(&format!("what `{name}` leaves for it since it passed")))
    })
}

/// What changed for the tests that run.
fn changed(verdicts: &[(ClassName, Verdict)]) -> BTreeSet<Entity> {
    let mut changed = BTreeSet::new();
    for (_, verdict) in verdicts {
        let Verdict::Run(reasons) = verdict else { continue };
        for reason in reasons {
            changed.extend(reason.entity().cloned());
            changed.extend(reason.class().map(|change| Entity::Whole(change.class.clone())));
        }
    }
    changed
}

/// The verdict, and the record that a skip rests on. Records come newest first.
fn verdict<'k, 'b>(
    records: &'k [Known<'b>],
    request: &Request,
    lost_until: u64,
    statics: Option<&Statics<'_>>,
) -> (Verdict, Option<&'k Known<'b>>) {
    let mut nearest: Option<((bool, usize), Vec<Reason>)> = None;
    let mut newer: Vec<Newer<'_>> = Vec::new();
    // Why the newest pass of which all facts hold is not enough; an older one may be.
    let mut doubted: Option<Vec<Reason>> = None;
    for known in records {
        let row = &known.row;
        if known.facts.is_none() {
            return (unknown("the evidence, which is damaged"), None);
        }
        let mut reasons = against(known, request.technique, statics);
        let holds = reasons.is_empty();
        if row.outcome == Outcome::Passed {
            if holds {
                match pass(known, &newer, request, lost_until, statics) {
                    (Verdict::Run(reasons), _) => doubted.get_or_insert(reasons),
                    skip => return skip,
                };
                continue;
            }
        } else {
            reasons.insert(0, did_not_pass(known));
            // As things are now, that is how it ended: older evidence does not count.
            if holds {
                return (Verdict::Run(doubted.unwrap_or(reasons)), None);
            }
            let is_of_other_world = statics.map(|_| reasons.iter().any(Reason::is_certain));
            newer.push(Newer { known, is_of_other_world });
        }
        // What changed since it passed says more than what changed since it failed.
        let distance = (row.outcome != Outcome::Passed, reasons.len());
        if nearest.as_ref().is_none_or(|(nearest, _)| distance < *nearest) {
            nearest = Some((distance, reasons));
        }
    }
    let nearest = || nearest.map_or_else(|| vec![Reason::New], |(_, reasons)| reasons);
    (Verdict::Run(doubted.unwrap_or_else(nearest)), None)
}

/// A record that is no pass, and newer than one that is.
struct Newer<'k> {
    known: &'k Known<'k>,
    /// For a static technique: whether something that the test can reach now was different then.
    is_of_other_world: Option<bool>,
}

/// What speaks against relying on a record.
fn against(known: &Known<'_>, technique: Technique, statics: Option<&Statics<'_>>) -> Vec<Reason> {
    let broken = known.broken().filter(|broken| broken.counts(technique));
    let mut reasons: Vec<Reason> = broken.map(reason).collect();
    if known.has_damaged() {
        let about = "a fact of the evidence, which is damaged".to_owned();
        reasons.push(Reason::Unknown { about });
    }
    if let Technique::Static(_) = technique {
        let test = ClassName::internal(known.row.test);
        let changes = match (statics, known.since) {
            (Some(statics), Some(since)) => {
                statics.reach.changes(&test, &since.with_reordered(known.broken()))
            }
            (_, None) => Err("which classes there were when it last ran, or are now".to_owned()),
            (None, _) => Err("what it can reach".to_owned()),
        };
        match changes {
            Ok(changes) => reasons.extend(changes.into_iter().map(Reason::ClassChanged)),
            Err(about) => reasons.push(Reason::Unknown { about }),
        }
    }
    reasons
}

/// What follows from a test that passed and of which all facts hold. `newer` are the records after it that are no pass.
fn pass<'k, 'b>(
    known: &'k Known<'b>,
    newer: &[Newer<'_>],
    request: &Request,
    lost_until: u64,
    statics: Option<&Statics<'_>>,
) -> (Verdict, Option<&'k Known<'b>>) {
    let passed = known.block.time();
    if lost_until > 0 && passed <= lost_until {
        return (unknown("whether it failed since it passed: evidence was damaged"), None);
    }
    if passed < request.not_before {
        return (Verdict::Run(vec![Reason::TooOld { passed }]), None);
    }
    // Nothing that it rests on was different, and yet it did not pass.
    let is_against = |newer: &&Newer<'_>| {
        let known_to_be = newer.is_of_other_world;
        !known_to_be.unwrap_or_else(|| is_of_other_world(newer.known, known))
    };
    if let Some(against) = newer.iter().find(is_against) {
        return (Verdict::Run(vec![did_not_pass(against.known)]), None);
    }
    let classes = statics.map(|statics| statics.reach.count(&ClassName::internal(known.row.test)));
    let facts = classes.unwrap_or_else(|| known.count());
    let revision = known.block.revision().map(str::to_owned);
    (Verdict::Skip(Skip { passed, revision, facts, nanos: known.row.nanos }), Some(known))
}

/// Whether something that a pass rests on, and that holds now, was different for another record.
fn is_of_other_world(other: &Known<'_>, pass: &Known<'_>) -> bool {
    let different: BTreeSet<&Entity> = other
        .broken()
        // That a class was used is a fact for some techniques only; all of them have to agree here.
        .filter(|broken| broken.is.is_some() && broken.entity.kind() != EntityKind::Touched)
        .map(|broken| &broken.entity)
        .collect();
    if different.is_empty() {
        return false;
    }
    let Some(facts) = pass.numbers() else { return false };
    let entity = |number| pass.block.fact(number).and_then(|fact| pass.block.entity(&fact));
    facts.iter().filter_map(entity).any(|entity| different.contains(&entity))
}

pub(crate) fn unknown(about: &str) -> Verdict {
    Verdict::Run(vec![Reason::Unknown { about: about.to_owned() }])
}

/// What to say of a record that is no pass.
fn did_not_pass(known: &Known<'_>) -> Reason {
    let message = known.row.message.to_owned();
    match known.row.outcome {
        Outcome::Failed => Reason::Failed { message },
        Outcome::Opaque => Reason::Opaque { message },
        Outcome::Incomplete | Outcome::Passed => Reason::Incomplete { message },
    }
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
