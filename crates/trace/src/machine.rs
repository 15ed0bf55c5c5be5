//! The steps of one journal, sorted by test class.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;
use tamis_classfile::MStr;
use tamis_journal::{Begin, Charge, Ending, NameId, Phase, Record, Result as Ended, StaticField};
use tamis_vocab::ClassName;

use crate::execution::{Incomplete, TestResult};
use crate::leaning::{Left, Leftover};
use crate::names::{self, Named};
use crate::recorded::Recorded;

/// A stretch of time, by the numbers of the steps at which it begins and ends, and what happened in it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stretch<'r> {
    pub(crate) begin: usize,
    pub(crate) end: usize,
    pub(crate) charge: &'r Charge,
}

/// What is said about one test class.
#[derive(Debug)]
pub(crate) struct Test<'r> {
    pub(crate) name: ClassName,
    /// Its scopes and those inside them, as far as they ended, by their begin.
    pub(crate) stretches: Vec<Stretch<'r>>,
    pub(crate) results: Vec<TestResult>,
    pub(crate) incomplete: Vec<Incomplete>,
    /// What its scopes left otherwise than they found it.
    pub(crate) left: Vec<Left>,
    /// How many classes there were when its last scope ended.
    pub(crate) classes: u32,
    has_run: bool,
}

/// One journal, sorted.
#[derive(Debug)]
pub(crate) struct Machine<'r> {
    pub(crate) recorded: &'r Recorded,
    pub(crate) tests: Vec<Test<'r>>,
    /// What belongs to all tests.
    pub(crate) ambient: Vec<Stretch<'r>>,
    /// What happened in static initialisers.
    pub(crate) initialised: BTreeMap<ClassName, Vec<Stretch<'r>>>,
    /// Every test class that has a scope, also inside others.
    pub(crate) scoped: BTreeSet<ClassName>,
}

/// A scope that began.
struct Scope {
    test: ClassName,
    /// Number of the outermost scope around it, perhaps its own.
    outermost: u32,
    begin: usize,
    phase: Phase,
    is_open: bool,
}

impl<'r> Machine<'r> {
    pub(crate) fn of(recorded: &'r Recorded) -> Self {
        let machine = Self {
            recorded,
            tests: Vec::new(),
            ambient: Vec::new(),
            initialised: BTreeMap::new(),
            scoped: BTreeSet::new(),
        };
        let mut sorting = Sorting {
            machine,
            scopes: FxHashMap::default(),
            places: FxHashMap::default(),
            trouble: None,
            builds: BTreeMap::new(),
            counts: Vec::new(),
        };
        for (number, step) in recorded.steps().iter().enumerate() {
            sorting.step(number, step);
        }
        sorting.finish()
    }
}

/// Goes through the steps.
struct Sorting<'r> {
    machine: Machine<'r>,
    scopes: FxHashMap<u32, Scope>,
    /// Where a test is in the list.
    places: FxHashMap<ClassName, usize>,
    /// The first trouble that makes tests incomplete.
    trouble: Option<&'r str>,
    /// What happened while test classes were built on their own.
    builds: BTreeMap<ClassName, Vec<Stretch<'r>>>,
    /// Steps with a charge, and how many classes there were by then.
    counts: Vec<(usize, u32)>,
}

impl<'r> Sorting<'r> {
    fn step(&mut self, number: usize, step: &'r Record) {
        match step {
            Record::Ambient(charge) => {
                // It is written at each begin and end, so it begins after all that comes before it.
                self.all(number, number, charge);
                self.count(number, charge);
            }
            Record::Initialised { class, charge } => {
                self.initialised(number, *class, charge);
                self.count(number, charge);
            }
            Record::Begin(begin) => self.begin(number, begin),
            Record::End { scope, charge } => {
                self.end(number, *scope, charge);
                self.count(number, charge);
            }
            Record::Result(result) => self.result(result),
            Record::Left { scope, fields } => self.left(*scope, fields),
            Record::Trouble(trouble) => match trouble.ending {
                Ending::Harmless => {}
                Ending::Incomplete => {
                    self.trouble.get_or_insert(&trouble.message);
                }
            },
            Record::Start(_)
            | Record::Environment(_)
            | Record::Name(_)
            | Record::Class(_)
            | Record::Exit
            | Record::Halted => {}
        }
    }

    fn all(&mut self, begin: usize, end: usize, charge: &'r Charge) {
        self.machine.ambient.push(Stretch { begin, end, charge });
    }

    fn count(&mut self, number: usize, charge: &Charge) {
        let before = self.counts.last().map_or(0, |(_, classes)| *classes);
        self.counts.push((number, before.max(charge.classes)));
    }

    /// The first step at which a class was there: its initialiser did not begin before.
    fn first_with(&self, class: u32, number: usize) -> usize {
        let place = self.counts.partition_point(|(_, classes)| *classes <= class);
        self.counts.get(place).map_or(number, |(step, _)| *step)
    }

    fn initialised(&mut self, number: usize, class: u32, charge: &'r Charge) {
        let name = self.machine.recorded.class(class).map(|class| class.name);
        match name.and_then(|name| self.class(name)) {
            Some(name) => {
                let begin = self.first_with(class, number);
                let stretch = Stretch { begin, end: number, charge };
                self.machine.initialised.entry(name).or_default().push(stretch);
            }
            // Of a class that is not known: then it may be anybody's.
            None => self.all(0, number, charge),
        }
    }

    fn begin(&mut self, number: usize, begin: &Begin) {
        // Without a name there is no execution, hence no evidence; its charge goes to all when it ends.
        let Some(test) = self.class(begin.test) else { return };
        let around = begin.inside.and_then(|scope| self.scopes.get(&scope));
        let outermost = around.map_or(begin.scope, |scope| scope.outermost);
        self.machine.scoped.insert(test.clone());
        if outermost == begin.scope {
            self.place(&test);
        }
        let phase = begin.phase;
        let scope = Scope { test, outermost, begin: number, phase, is_open: true };
        if let Some(replaced) = self.scopes.insert(begin.scope, scope)
            && replaced.is_open
        {
            let place = self.place(&replaced.test);
            self.note(place, Incomplete::NotEnded);
        }
    }

    fn end(&mut self, number: usize, scope: u32, charge: &'r Charge) {
        let Some(ended) = self.scopes.get_mut(&scope) else {
            self.all(0, number, charge);
            return;
        };
        ended.is_open = false;
        let begin = ended.begin;
        let is_run = ended.phase == Phase::Run && ended.outermost == scope;
        if ended.phase == Phase::Build && ended.outermost == scope {
            let stretch = Stretch { begin, end: number, charge };
            self.builds.entry(ended.test.clone()).or_default().push(stretch);
        }
        let outermost = ended.outermost;
        let Some(test) = self.scopes.get(&outermost).map(|scope| scope.test.clone()) else {
            self.all(0, number, charge);
            return;
        };
        let place = self.place(&test);
        if let Some(message) = self.trouble {
            self.note(place, Incomplete::Trouble { message: message.to_owned() });
        }
        if let Some(test) = self.machine.tests.get_mut(place) {
            test.stretches.push(Stretch { begin, end: number, charge });
            test.classes = test.classes.max(charge.classes);
            test.has_run |= is_run;
        }
    }

    /// What a scope left belongs to the test that the outermost scope around it is about. A journal that says so of a scope
    /// that never began has no test to charge.
    fn left(&mut self, scope: u32, fields: &[StaticField]) {
        let Some(outermost) = self.scopes.get(&scope).map(|scope| scope.outermost) else { return };
        let Some(outermost) = self.scopes.get(&outermost) else { return };
        let (test, since) = (outermost.test.clone(), outermost.begin);
        let place = self.place(&test);
        for field in fields {
            match self.field(*field) {
                Ok(what) => {
                    if let Some(test) = self.machine.tests.get_mut(place) {
                        test.left.push(Left { what, since });
                    }
                }
                Err(number) => self.note(place, Incomplete::Dangling { what: "name", number }),
            }
        }
    }

    /// A static field; the error is a number that stands for no name.
    fn field(&self, field: StaticField) -> Result<Leftover, NameId> {
        let text = |id: NameId| -> Result<_, NameId> {
            let bytes = self.machine.recorded.name(id).ok_or(id)?;
            Ok(MStr::new(bytes).to_unique_text().into())
        };
        let class = self.class(field.class).ok_or(field.class)?;
        Ok(Leftover::Field { class, name: text(field.name)?, descriptor: text(field.descriptor)? })
    }

    /// A result belongs to the open scopes of its class, else to all open ones, else to the test of its name.
    fn result(&mut self, ended: &Ended) {
        let Some(class) = self.class(ended.test) else { return };
        let result = TestResult {
            class,
            method: ended.method.clone(),
            outcome: ended.outcome,
            message: ended.message.clone(),
            nanos: ended.nanos,
        };
        let open: Vec<&Scope> = self.scopes.values().filter(|scope| scope.is_open).collect();
        let is_own =
            |scope: &&&Scope| scope.test == result.class || result.class.is_nested_in(&scope.test);
        let mut outermost: BTreeSet<u32> =
            open.iter().filter(is_own).map(|scope| scope.outermost).collect();
        if outermost.is_empty() {
            outermost = open.iter().map(|scope| scope.outermost).collect();
        }
        let owners: BTreeSet<ClassName> = outermost
            .iter()
            .filter_map(|scope| self.scopes.get(scope).map(|scope| scope.test.clone()))
            .collect();
        if owners.is_empty() {
            let place = self.place_of_result(&result.class);
            self.push(place, result);
            return;
        }
        for owner in owners {
            let place = self.place(&owner);
            self.push(place, result.clone());
        }
    }

    fn push(&mut self, place: usize, result: TestResult) {
        if let Some(test) = self.machine.tests.get_mut(place) {
            test.results.push(result);
        }
    }

    /// Where a result goes that came while no scope was open.
    fn place_of_result(&mut self, class: &ClassName) -> usize {
        let known = |name: &ClassName| self.places.get(name).copied();
        match known(class).or_else(|| class.enclosing().find_map(|outer| known(&outer))) {
            Some(place) => place,
            None => self.place(class),
        }
    }

    fn place(&mut self, test: &ClassName) -> usize {
        let tests = &mut self.machine.tests;
        *self.places.entry(test.clone()).or_insert_with(|| {
            tests.push(Test {
                name: test.clone(),
                stretches: Vec::new(),
                results: Vec::new(),
                incomplete: Vec::new(),
                left: Vec::new(),
                classes: 0,
                has_run: false,
            });
            tests.len() - 1
        })
    }

    fn note(&mut self, place: usize, reason: Incomplete) {
        if let Some(test) = self.machine.tests.get_mut(place)
            && !test.incomplete.contains(&reason)
        {
            test.incomplete.push(reason);
        }
    }

    fn class(&self, id: NameId) -> Option<ClassName> {
        match names::class(self.machine.recorded, id)? {
            Named::Class(name) => Some(name),
            Named::NoClass => None,
        }
    }

    /// A class that runs as a part of another test may have been built before that began: suites of the Platform build all
    /// their parts while they are discovered. Then building it is part of that test, too.
    fn adopt_builds(&mut self) {
        let part = |scope: &Scope| {
            let whole = self.scopes.get(&scope.outermost)?;
            (whole.test != scope.test).then(|| (whole.test.clone(), scope.test.clone()))
        };
        let parts: BTreeSet<(ClassName, ClassName)> =
            self.scopes.values().filter_map(part).collect();
        for (whole, part) in parts {
            let place = self.place(&whole);
            if let Some(test) = self.machine.tests.get_mut(place) {
                test.stretches.extend(self.builds.get(&part).into_iter().flatten());
            }
        }
    }

    fn finish(mut self) -> Machine<'r> {
        self.adopt_builds();
        let open: BTreeSet<ClassName> = self
            .scopes
            .values()
            .filter(|scope| scope.is_open)
            .filter_map(|scope| self.scopes.get(&scope.outermost))
            .map(|scope| scope.test.clone())
            .collect();
        for test in open {
            let place = self.place(&test);
            self.note(place, Incomplete::NotEnded);
        }
        for place in 0..self.machine.tests.len() {
            if !self.machine.tests.get(place).is_some_and(|test| test.has_run) {
                self.note(place, Incomplete::NeverRun);
            }
            let recorded = self.machine.recorded;
            if recorded.start().is_none() || recorded.environment().is_none() {
                self.note(place, Incomplete::UnknownMachine);
            }
        }
        for test in &mut self.machine.tests {
            test.stretches.sort_by_key(|stretch| stretch.begin);
        }
        self.machine
    }
}
