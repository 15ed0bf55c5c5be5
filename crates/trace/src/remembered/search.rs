//! A search for what earlier tests did for one.

use rustc_hash::FxHashMap;
use tamis_facts::ClassIndex;

use super::code::Looks;
use super::places::Places;
use super::{Behind, Method, Number, Pick, Remembered, Seen, Writing, methods_of};
use crate::execution::Execution;
use crate::footprint::Observed;

pub(super) struct Search<'r, 'a> {
    remembered: &'r Remembered,
    set: &'a dyn ClassIndex,
    execution: &'a Execution,
    /// The tests that can have kept something for this one.
    before: Places,
    /// Methods that the test entered, and those that others entered for it.
    entered: Vec<bool>,
    found: Vec<bool>,
    /// Methods of which it is known what they pick up.
    looked: Vec<bool>,
    /// The tests in which the calls of a method were followed, and those of groups of methods that were reached.
    called: Vec<Places>,
    groups: FxHashMap<u32, Places>,
    waiting: Vec<Step>,
    /// Tests in which methods were called that look outside, that look anywhere, and that call by reflection.
    lookers: Places,
    unknown: Places,
    reflectors: Places,
}

/// What is still to be done with a method.
#[derive(Debug, Clone)]
enum Step {
    Look(Number),
    /// In these tests.
    Call(Number, Places),
}

/// Marks a number; whether it was not marked before.
fn mark(marks: &mut [bool], number: Number) -> bool {
    match marks.get_mut(number as usize) {
        Some(mark) => !std::mem::replace(mark, true),
        None => false,
    }
}

impl<'r, 'a> Search<'r, 'a> {
    pub(super) fn new(
        remembered: &'r Remembered,
        set: &'a dyn ClassIndex,
        execution: &'a Execution,
    ) -> Self {
        let marks = || vec![false; remembered.methods.len()];
        Self {
            remembered,
            set,
            execution,
            before: remembered.before(execution),
            entered: marks(),
            found: marks(),
            looked: marks(),
            called: vec![Places::default(); remembered.methods.len()],
            groups: FxHashMap::default(),
            waiting: Vec::new(),
            lookers: Places::default(),
            unknown: Places::default(),
            reflectors: Places::default(),
        }
    }

    pub(super) fn run(mut self) -> Behind<'r> {
        let remembered = self.remembered;
        if self.before.is_empty() {
            return Behind::default();
        }
        for method in methods_of(self.execution) {
            if let Some(number) = remembered.numbers.get(method) {
                mark(&mut self.entered, *number);
                self.waiting.push(Step::Look(*number));
            }
        }
        let mut known = Places::default();
        loop {
            self.step_through();
            // Who looked for what is kept may have entered what was found, by reflection.
            let new = known.take(&self.reflectors);
            if new.is_empty() {
                break;
            }
            new.iter().for_each(|place| self.enter_looked_up(place));
        }
        let at = |places: &Places| -> Vec<&'r Seen> {
            let tests = places.iter().filter_map(|place| remembered.tests.get(place));
            tests.filter_map(|test| test.seen.as_ref()).collect()
        };
        let unknown = at(&self.unknown).into_iter().flat_map(|seen| &seen.observations);
        let unknown = unknown.filter(|observed| observed.is_opaque()).min();
        let methods = remembered.methods.iter().zip(&self.found).filter(|(_, is_found)| **is_found);
        let methods = methods.map(|(method, _)| &method.id).collect();
        Behind { methods, seen: at(&self.lookers), unknown }
    }

    fn step_through(&mut self) {
        while let Some(step) = self.waiting.pop() {
            match step {
                Step::Look(number) => {
                    let Some(method) = self.remembered.method(number) else { continue };
                    if mark(&mut self.looked, number) {
                        self.look(number, method);
                    }
                }
                Step::Call(number, tests) => {
                    let Some(method) = self.remembered.method(number) else { continue };
                    let Some(called) = self.called.get_mut(number as usize) else { continue };
                    let new = called.take(&tests);
                    if !new.is_empty() {
                        self.call(method, &new);
                    }
                }
            }
        }
    }

    /// What a method that belongs to the test may pick up.
    fn look(&mut self, number: Number, method: &'r Method) {
        let remembered = self.remembered;
        if method.code.keeps {
            let tests = method.tests.and(&self.before);
            let lambdas = remembered.lambdas(method, self.set);
            lambdas.iter().for_each(|lambda| self.reach(*lambda, &tests));
            self.waiting.push(Step::Call(number, tests));
        }
        for Pick { writer, how } in remembered.picks(method, self.set) {
            // Also of one that the test entered: it may have gone another way in an earlier one.
            let Some(writing) = remembered.method(*writer) else { continue };
            let tests = writing.tests.and(&self.before);
            if tests.is_empty() {
                continue;
            }
            self.find(*writer);
            self.waiting.push(Step::Look(*writer));
            if *how == Writing::Given {
                for caller in remembered.handing(writing, self.set) {
                    let Some(handing) = remembered.method(*caller) else { continue };
                    let tests = handing.tests.and(&tests);
                    if !tests.is_empty() {
                        self.find(*caller);
                        self.waiting.push(Step::Call(*caller, tests));
                    }
                }
            }
            if *how != Writing::Count {
                self.waiting.push(Step::Call(*writer, tests));
            }
        }
    }

    /// Everything that a method calls has a part in what it keeps.
    fn call(&mut self, method: &'r Method, tests: &Places) {
        if method.code.looks != Looks::Nowhere {
            self.lookers.take(tests);
        }
        if method.code.looks == Looks::Anywhere {
            self.unknown.take(tests);
        }
        if method.code.reflects {
            self.reflectors.take(tests);
        }
        let targets = self.remembered.targets(method, self.set);
        targets.methods.iter().for_each(|target| self.reach(*target, tests));
        for group in &targets.groups {
            let new = self.groups.entry(group.number).or_default().take(tests);
            if !new.is_empty() {
                group.methods.iter().for_each(|target| self.reach(*target, &new));
            }
        }
    }

    /// A method that was called for the test in some of these. Also what the test entered itself: it may have gone another way
    /// in an earlier one.
    fn reach(&mut self, number: Number, tests: &Places) {
        let Some(method) = self.remembered.method(number) else { return };
        let tests = method.tests.and(tests);
        if tests.is_empty() {
            return;
        }
        self.find(number);
        if self.looked.get(number as usize) == Some(&false) {
            self.waiting.push(Step::Look(number));
        }
        self.waiting.push(Step::Call(number, tests));
    }

    /// A method that somebody entered for the test.
    fn find(&mut self, number: Number) {
        if self.entered.get(number as usize) == Some(&false) {
            mark(&mut self.found, number);
        }
    }

    /// What was entered of the classes that an earlier test looked up.
    fn enter_looked_up(&mut self, place: usize) {
        let remembered = self.remembered;
        let Some(seen) = remembered.tests.get(place).and_then(|test| test.seen.as_ref()) else {
            return;
        };
        let mut tests = Places::default();
        tests.insert(place);
        for observed in &seen.observations {
            let (Observed::ClassLookedUp(class)
            | Observed::Introspected(class)
            | Observed::Serialised(class)) = observed
            else {
                continue;
            };
            let methods = remembered.by_class.get(class).into_iter().flatten();
            methods.for_each(|number| self.reach(*number, &tests));
        }
    }
}
