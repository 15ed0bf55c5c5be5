//! A search for what earlier tests did for one.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;
use tamis_facts::ClassIndex;

use super::code::Looks;
use super::{Behind, Method, Number, Pick, Remembered, Seen, Writing, methods_of};
use crate::execution::Execution;
use crate::footprint::Observed;

pub(super) struct Search<'r, 'a> {
    remembered: &'r Remembered,
    set: &'a dyn ClassIndex,
    execution: &'a Execution,
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
    keepers: BTreeSet<usize>,
    /// Those that entered methods which look outside for it, and such that look anywhere.
    lookers: BTreeSet<usize>,
    unknown: BTreeSet<usize>,
    /// And such that call by reflection.
    reflectors: BTreeSet<usize>,
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
        Self {
            remembered,
            set,
            execution,
            entered: marks(),
            found: marks(),
            looked: marks(),
            called: marks(),
            waiting: Vec::new(),
            groups: FxHashSet::default(),
            keepers: BTreeSet::new(),
            lookers: BTreeSet::new(),
            unknown: BTreeSet::new(),
            reflectors: BTreeSet::new(),
        }
    }

    pub(super) fn run(mut self) -> Behind<'r> {
        let remembered = self.remembered;
        for method in methods_of(self.execution) {
            if let Some(number) = remembered.numbers.get(method) {
                mark(&mut self.entered, *number);
                self.waiting.push(Step::Look(*number));
            }
        }
        let mut seen = BTreeSet::new();
        loop {
            self.step_through();
            // Who looked for what is kept may have entered what was found, by reflection.
            let found: Vec<usize> =
                self.wanted(&self.reflectors).filter(|place| seen.insert(*place)).collect();
            if found.is_empty() {
                break;
            }
            found.into_iter().for_each(|place| self.enter_looked_up(place));
        }
        let at = |places: &BTreeSet<usize>| -> Vec<&'r Seen> {
            self.wanted(places).filter_map(|place| remembered.seen.get(place)).collect()
        };
        let unknown = at(&self.unknown).into_iter().flat_map(|seen| &seen.observations);
        let unknown = unknown.filter(|observed| observed.is_opaque()).min();
        let methods = remembered.methods.iter().zip(&self.found).filter(|(_, is_found)| **is_found);
        let methods = methods.map(|(method, _)| &method.id).collect();
        Behind { methods, seen: at(&self.lookers), unknown }
    }

    /// Those of some tests that can have kept something for this one. Also if they ran at the same time; but only who came to
    /// keep something looked for what is kept.
    fn wanted<'s>(&'s self, places: &'s BTreeSet<usize>) -> impl Iterator<Item = usize> + 's {
        let is_wanted = |place: &usize| {
            let seen = self.remembered.seen.get(*place);
            let is_earlier =
                |seen: &Seen| seen.test != self.execution.test && seen.began < self.execution.ended;
            seen.is_some_and(is_earlier) && self.keepers.contains(place)
        };
        places.iter().copied().filter(is_wanted)
    }

    fn step_through(&mut self) {
        while let Some(step) = self.waiting.pop() {
            let (Step::Look(number) | Step::Call(number)) = step;
            let Some(method) = self.remembered.method(number) else { continue };
            match step {
                Step::Look(_) if mark(&mut self.looked, number) => self.look(number, method),
                Step::Call(_) if mark(&mut self.called, number) => self.call(method),
                Step::Look(_) | Step::Call(_) => {}
            }
        }
    }

    /// What a method that belongs to the test may pick up.
    fn look(&mut self, number: Number, method: &'r Method) {
        let remembered = self.remembered;
        if method.code.keeps {
            self.keepers.extend(&method.keepers);
            self.waiting.push(Step::Call(number));
            remembered.lambdas(method, self.set).iter().for_each(|lambda| self.reach(*lambda));
        }
        for Pick { writer, how } in remembered.picks(method, self.set) {
            self.find(*writer);
            self.waiting.push(Step::Look(*writer));
            // Also of one that the test entered: it may have gone another way in an earlier one.
            let Some(writing) = remembered.method(*writer) else { continue };
            if *how != Writing::Count {
                self.keepers.extend(&writing.keepers);
                self.waiting.push(Step::Call(*writer));
            }
            if *how == Writing::Given {
                for caller in remembered.handing(writing, self.set) {
                    self.find(*caller);
                    self.waiting.push(Step::Call(*caller));
                }
            }
        }
    }

    /// Everything that a method calls has a part in what it keeps.
    fn call(&mut self, method: &'r Method) {
        self.lookers.extend(&method.lookers);
        if method.code.looks == Looks::Anywhere {
            self.unknown.extend(&method.lookers);
        }
        self.reflectors.extend(&method.reflectors);
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
        self.find(number);
        let is_done = |marks: &[bool]| marks.get(number as usize) == Some(&true);
        if !is_done(&self.looked) {
            self.waiting.push(Step::Look(number));
        }
        if !is_done(&self.called) {
            self.waiting.push(Step::Call(number));
        }
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
        let Some(seen) = remembered.seen.get(place) else { return };
        for observed in &seen.observations {
            let (Observed::ClassLookedUp(class)
            | Observed::Introspected(class)
            | Observed::Serialised(class)) = observed
            else {
                continue;
            };
            let methods = remembered.by_class.get(class).into_iter().flatten();
            methods.for_each(|number| self.reach(*number));
        }
    }
}
