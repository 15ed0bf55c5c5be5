//! A search for what earlier tests did for one.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;
use tamis_facts::ClassIndex;
use tamis_vocab::ClassName;

use super::code::Looks;
use super::places::Places;
use super::{Behind, Method, Number, Pick, Remembered, Seen, Writing, methods_of};
use crate::execution::Execution;
use crate::leaning::Leftover;

pub(super) struct Search<'r, 'a> {
    remembered: &'r Remembered,
    set: &'a dyn ClassIndex,
    execution: &'a Execution,
    /// The tests that can have kept something for this one, and the methods that they entered.
    before: Places,
    is_before: Vec<bool>,
    /// Methods that the test entered, and those that others entered for it.
    entered: Vec<bool>,
    found: Vec<bool>,
    /// Methods of which it is known what they pick up, and those whose calls were followed.
    looked: Vec<bool>,
    called: Vec<bool>,
    waiting: Vec<Step>,
    /// Groups of methods that were reached.
    groups: FxHashSet<u32>,
    /// The tests that entered methods which keep something.
    keepers: Places,
    /// Those that entered methods which look outside for it, and such that look anywhere.
    lookers: Places,
    unknown: Places,
    /// And such that call by reflection.
    reflectors: Places,
    /// Those of them for which it was asked what they looked up.
    known: Places,
}

/// What is still to be done with a method.
#[derive(Debug, Clone, Copy)]
enum Step {
    Look(Number),
    Call(Number),
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
        let before = remembered.before(execution);
        let is_before = remembered.methods.iter().map(|method| method.tests.has_some_of(&before));
        Self {
            remembered,
            set,
            execution,
            is_before: is_before.collect(),
            before,
            entered: marks(),
            found: marks(),
            looked: marks(),
            called: marks(),
            waiting: Vec::new(),
            groups: FxHashSet::default(),
            keepers: Places::default(),
            lookers: Places::default(),
            unknown: Places::default(),
            reflectors: Places::default(),
            known: Places::default(),
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
        self.find_all();
        let has_logged = self.has_logged();
        if has_logged {
            let parts = remembered.parts_of_loggers(self.set);
            parts.iter().for_each(|number| self.reach(*number));
            self.find_all();
        }
        let at = |places: &Places| -> Vec<&'r Seen> {
            let tests = places.iter().filter_map(|place| remembered.tests.get(place));
            tests.filter_map(|test| test.seen.as_ref()).collect()
        };
        let unknown = at(&self.wanted(&self.unknown)).into_iter();
        let unknown = unknown.flat_map(|seen| &seen.observations);
        let unknown = unknown.filter(|observed| observed.is_opaque()).min();
        let mut seen = at(&self.wanted(&self.lookers));
        if has_logged {
            let before = self.before.iter().filter_map(|place| remembered.tests.get(place));
            seen.extend(before.filter_map(|test| test.for_logging.as_ref()));
        }
        let methods = remembered.methods.iter().zip(&self.found).filter(|(_, is_found)| **is_found);
        let methods = methods.map(|(method, _)| &method.id).collect();
        Behind { methods, seen, unknown, left_by: self.left_by() }
    }

    /// The tests that left what it reads, and what it would not find without them.
    fn left_by(&self) -> BTreeMap<&'r ClassName, Leftover> {
        let entered = (0..).zip(&self.entered).filter(|(_, is_entered)| **is_entered);
        let left = entered.flat_map(|(number, _)| {
            self.remembered.left_for(number, &self.entered, &self.before, self.set)
        });
        left.collect()
    }

    fn find_all(&mut self) {
        loop {
            self.step_through();
            // Who looked for what is kept may have entered what was found, by reflection.
            let new = self.known.take(&self.wanted(&self.reflectors));
            if new.is_empty() {
                break;
            }
            new.iter().for_each(|place| self.enter_looked_up(place));
        }
    }

    /// Those of some tests that can have kept something for this one. Also if they ran at the same time; but only who came to
    /// keep something looked for what is kept.
    fn wanted(&self, places: &Places) -> Places {
        places.and(&self.before).and(&self.keepers)
    }

    /// Whether code of a logger belongs to the test, of which it is not followed what it kept.
    fn has_logged(&self) -> bool {
        let own = self.entered.iter().zip(&self.found).map(|(entered, found)| *entered || *found);
        let mut methods = self.remembered.methods.iter().zip(own);
        methods.any(|(method, is_own)| is_own && method.code.is_for_logging)
    }

    fn step_through(&mut self) {
        while let Some(step) = self.waiting.pop() {
            let (Step::Look(number) | Step::Call(number)) = step;
            let Some(method) = self.remembered.method(number) else { continue };
            match step {
                Step::Look(_) if mark(&mut self.looked, number) => self.look(number, method),
                Step::Call(_) if mark(&mut self.called, number) => self.call(number, method),
                Step::Look(_) | Step::Call(_) => {}
            }
        }
    }

    /// What a method that belongs to the test may pick up.
    fn look(&mut self, number: Number, method: &'r Method) {
        let remembered = self.remembered;
        if method.code.keeps {
            self.keepers.take(&method.tests);
            self.reach(number);
            remembered.lambdas(method, self.set).iter().for_each(|lambda| self.reach(*lambda));
        }
        for Pick { writer, how } in remembered.picks(method, self.set) {
            // Also one that the test entered: it may have gone another way in an earlier one.
            let Some(writing) = remembered.method(*writer).filter(|_| self.is_before(*writer))
            else {
                continue;
            };
            self.find(*writer);
            self.waiting.push(Step::Look(*writer));
            if *how != Writing::Count {
                self.keepers.take(&writing.tests);
                self.waiting.push(Step::Call(*writer));
            }
            if *how == Writing::Given {
                for caller in remembered.handing(writing, self.set) {
                    // Who computed what it hands on need not be who handed it.
                    if let Some(calling) = remembered.method(*caller) {
                        self.keepers.take(&calling.tests);
                    }
                    self.reach(*caller);
                }
            }
        }
    }

    /// Everything that a method calls has a part in what it keeps.
    fn call(&mut self, number: Number, method: &'r Method) {
        if method.code.looks != Looks::Nowhere {
            self.lookers.take(&method.tests);
        }
        if method.code.looks == Looks::Anywhere {
            self.unknown.take(&method.tests);
        }
        if method.code.reflects && !self.remembered.reflects_for_loggers(number, method, self.set) {
            self.reflectors.take(&method.tests);
        }
        let targets = self.remembered.targets(method, self.set);
        targets.methods.iter().for_each(|target| self.reach(*target));
        for group in &targets.groups {
            if self.groups.insert(group.number) {
                group.methods.iter().for_each(|target| self.reach(*target));
            }
        }
    }

    /// A method that was called for the test. Also what the test entered itself: it may have gone another way in an earlier one.
    fn reach(&mut self, number: Number) {
        if !self.is_before(number) {
            return;
        }
        self.find(number);
        let is_done = |marks: &[bool]| marks.get(number as usize) == Some(&true);
        if !is_done(&self.looked) {
            self.waiting.push(Step::Look(number));
        }
        if !is_done(&self.called) {
            self.waiting.push(Step::Call(number));
        }
    }

    fn is_before(&self, number: Number) -> bool {
        self.is_before.get(number as usize) == Some(&true)
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
        for class in remembered.tests.get(place).into_iter().flat_map(|test| &test.looked_up) {
            let methods = remembered.by_class.get(class).into_iter().flatten();
            methods.for_each(|number| self.reach(*number));
        }
    }
}
