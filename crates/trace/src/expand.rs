//! From passed probes to methods and classes, to a fixpoint.
//!
//! A passed probe stands for a method that was entered. What its code can initialise is implied, whether or not it came
//! to it; so are the supertypes of what is touched; and what ran in the static initialiser of a class, which happens
//! once for each machine, belongs to everybody who touches the class.

mod frameworks;
mod observations;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

use rustc_hash::FxHashMap;
use tamis_journal::{Charge, Class, ClassHits, Probing, Unprobed};
use tamis_vocab::ClassName;

use self::frameworks::Frameworks;
use crate::ambient::Introspection;
use crate::classes::{Classes, Copies, Entered, made_from};
use crate::execution::Incomplete;
use crate::footprint::{Footprint, Observed, Whole, Why};
use crate::machine::{Machine, Stretch, Test};
use crate::names::{is_made_by_jdk, is_reserved_for_jdk};

/// Expands the tests of one machine.
pub(crate) struct Expander<'m, 'r> {
    machine: &'m Machine<'r>,
    classes: &'m Classes<'m>,
    introspection: &'m Introspection,
    frameworks: Frameworks,
    /// Static initialisers that were not watched, with the stretches in which they ran; more than what happened in them,
    /// and all of it.
    unwatched: RefCell<FxHashMap<ClassName, Vec<Stretch<'r>>>>,
}

impl<'m, 'r> Expander<'m, 'r> {
    pub(crate) fn new(
        machine: &'m Machine<'r>,
        classes: &'m Classes<'m>,
        introspection: &'m Introspection,
    ) -> Self {
        let frameworks = Frameworks::of(machine.recorded, classes);
        Self { machine, classes, introspection, frameworks, unwatched: RefCell::default() }
    }

    /// What a test touched, and what happened in the initialisers that it inherits from.
    pub(crate) fn expand(
        &self,
        test: &Test<'r>,
        incomplete: &mut Vec<Incomplete>,
    ) -> (Footprint, Vec<Stretch<'r>>) {
        let mut expansion = Expansion {
            expander: self,
            footprint: Footprint {
                loaded: test.classes,
                asked: self.watches_callers().then(BTreeSet::new),
                ..Footprint::default()
            },
            touched: VecDeque::new(),
            initialisers: VecDeque::new(),
            inherited: Vec::new(),
            incomplete,
        };
        expansion.assume_unprobed(test.classes);
        for stretch in &test.stretches {
            expansion.charge(stretch.charge, &Origin::Own);
        }
        for stretch in &self.machine.ambient {
            expansion.charge(stretch.charge, &Origin::Ambient { test: &test.name });
        }
        expansion.close();
        (expansion.footprint, expansion.inherited)
    }

    fn watches_callers(&self) -> bool {
        self.machine.recorded.start().is_some_and(|start| start.watches_callers)
    }

    /// The stretches in which the static initialiser of a class ran that was not watched. None if that is not known.
    fn ran_in(&self, class: &Class, name: &ClassName) -> Option<Vec<Stretch<'r>>> {
        let Probing::Probed { is_guarded: false, refused, .. } = &class.probing else {
            return Some(Vec::new());
        };
        let copies = self.classes.copies(name);
        let Copies::Known(copies) = &*copies else { return Some(Vec::new()) };
        let copy = made_from(copies, class, self.classes.granularity());
        let Some(copy) = copy else { return Some(Vec::new()) };
        let Some(initialiser) = copy.initialiser else { return Some(Vec::new()) };
        if refused.iter().any(|method| u32::from(*method) == initialiser) {
            return None;
        }
        if let Some(known) = self.unwatched.borrow().get(name) {
            return Some(known.clone());
        }
        let is_hit = |stretch: &&Stretch<'r>| {
            let of_class = |hits: &&ClassHits| hits.class == class.id;
            let hits = stretch.charge.hits.iter().filter(of_class);
            hits.flat_map(probes).any(|probe| probe == initialiser)
        };
        let machine = self.machine;
        let own = machine.tests.iter().flat_map(|test| &test.stretches);
        let all = own.chain(&machine.ambient).chain(machine.initialised.values().flatten());
        let found: Vec<Stretch<'r>> = all.filter(is_hit).copied().collect();
        self.unwatched.borrow_mut().insert(name.clone(), found.clone());
        Some(found)
    }
}

/// The numbers of the probes: they are stored as distances.
fn probes(hits: &ClassHits) -> impl Iterator<Item = u32> + '_ {
    hits.probes.iter().scan(0_u32, |last, distance| {
        *last = last.saturating_add(*distance);
        Some(*last)
    })
}

/// Where a charge comes from.
enum Origin<'a> {
    /// A scope of the test.
    Own,
    /// Outside all tests.
    Ambient { test: &'a ClassName },
    /// A static initialiser.
    Initialiser(&'a ClassName),
}

impl Origin<'_> {
    /// The reason for touching a class, seen from the test.
    fn why(&self, direct: Why) -> Why {
        match self {
            Self::Own | Self::Ambient { .. } => direct,
            Self::Initialiser(class) => Why::Through { initialiser: (*class).clone() },
        }
    }
}

/// One expansion under way.
struct Expansion<'e, 'm, 'r> {
    expander: &'e Expander<'m, 'r>,
    footprint: Footprint,
    /// Classes whose supertypes have to be looked at.
    touched: VecDeque<ClassName>,
    /// Classes whose initialisers have to be looked at, which is done last so that direct reasons come first.
    initialisers: VecDeque<ClassName>,
    inherited: Vec<Stretch<'r>>,
    incomplete: &'e mut Vec<Incomplete>,
}

impl Expansion<'_, '_, '_> {
    /// Takes in what happened in a stretch of time.
    fn charge(&mut self, charge: &Charge, origin: &Origin<'_>) {
        for hits in &charge.hits {
            self.hits(hits, origin);
        }
        for observation in &charge.observations {
            self.observation(*observation, origin);
        }
    }

    fn hits(&mut self, hits: &ClassHits, origin: &Origin<'_>) {
        let (classes, recorded) = (self.expander.classes, self.expander.machine.recorded);
        let (Some(class), Some(name)) = (recorded.class(hits.class), classes.name(hits.class))
        else {
            self.note(Incomplete::Dangling { what: "class", number: hits.class });
            return;
        };
        self.touch(name, origin.why(Why::Entered));
        let copies = classes.copies(name);
        let copy = match &*copies {
            Copies::Known(copies) => made_from(copies, class, classes.granularity()),
            Copies::Outside | Copies::Unreadable(_) => None,
        };
        let Some(copy) = copy else {
            self.other_bytes(name, origin);
            return;
        };
        let without_inner = match &class.probing {
            Probing::Probed { without_inner, .. } => without_inner.as_slice(),
            Probing::Unprobed(_) => &[],
        };
        for probe in probes(hits) {
            let is_whole = without_inner.iter().any(|method| u32::from(*method) == probe);
            match copy.probe(probe, is_whole) {
                Some(entered) => self.enter(entered, origin),
                // The method that JaCoCo has added.
                None if class.covered.is_some() && probe as usize == copy.methods.len() => {}
                None => self.note(Incomplete::Dangling { what: "probe", number: probe }),
            }
        }
    }

    fn enter(&mut self, entered: Entered<'_>, origin: &Origin<'_>) {
        let Entered { method, .. } = entered;
        self.imply(entered, origin);
        if !self.footprint.methods.contains(method) {
            self.footprint.methods.insert(method.clone());
        }
    }

    /// What a method that was or may have been entered says about classes.
    fn imply(&mut self, Entered { method, implied, named }: Entered<'_>, origin: &Origin<'_>) {
        for class in implied {
            self.name(class, origin.why(Why::Implied { by: method.clone() }));
        }
        // Whichever way the method went: each probe of it says the same.
        if !self.footprint.methods.contains(method) {
            named.iter().for_each(|class| self.miss(class));
        }
    }

    /// Takes in a class that code needs to be there, if it is not.
    fn miss(&mut self, class: &ClassName) {
        if !is_reserved_for_jdk(class) && !self.expander.classes.has(class) {
            self.footprint.observations.insert(Observed::ClassLookedUp(class.clone()));
        }
    }

    /// A class that ran from bytes which the class path does not have: what its probes mean is not known, so all counts
    /// that the class path's own bytes can imply.
    fn other_bytes(&mut self, name: &ClassName, origin: &Origin<'_>) {
        let copies = self.expander.classes.copies(name);
        let is_on_class_path = !matches!(&*copies, Copies::Outside);
        let whole = Whole::OtherBytes { is_on_class_path };
        if self.footprint.whole.insert(name.clone(), whole).is_none() {
            self.imply_all(name, &copies, origin);
        }
    }

    fn imply_all(&mut self, name: &ClassName, copies: &Copies, origin: &Origin<'_>) {
        let Copies::Known(copies) = copies else { return };
        for copy in self.expander.classes.relevant(name, copies) {
            for entered in (0_u32..).map_while(|place| copy.entered(place)) {
                self.imply(entered, origin);
            }
        }
    }

    /// What was there without probes may have been used.
    fn assume_unprobed(&mut self, loaded: u32) {
        let classes = self.expander.classes;
        for class in self.expander.machine.recorded.classes() {
            if class.id >= loaded {
                break;
            }
            let Some(name) = classes.name(class.id) else {
                self.note(Incomplete::Dangling { what: "name", number: class.name });
                continue;
            };
            match &class.probing {
                Probing::Unprobed(Unprobed::Framework) => self.assume_framework(class.id),
                Probing::Unprobed(Unprobed::Hidden) if is_made_by_jdk(name) => {}
                Probing::Unprobed(reason) => {
                    self.footprint.whole.insert(name.clone(), Whole::Unprobed(*reason));
                    self.touch(name, Why::Unprobed);
                    self.imply_all(name, &classes.copies(name), &Origin::Own);
                }
                Probing::Probed { refused, .. } => self.assume_refused(class, name, refused),
            }
        }
    }

    /// Methods without a probe may have been entered.
    fn assume_refused(&mut self, class: &Class, name: &ClassName, refused: &[u16]) {
        if refused.is_empty() {
            return;
        }
        self.touch(name, Why::Unprobed);
        let classes = self.expander.classes;
        let copies = classes.copies(name);
        let copy = match &*copies {
            Copies::Known(copies) => made_from(copies, class, classes.granularity()),
            Copies::Outside | Copies::Unreadable(_) => None,
        };
        let Some(copy) = copy else {
            self.other_bytes(name, &Origin::Own);
            return;
        };
        for place in refused.iter().map(|place| u32::from(*place)) {
            if let Some(entered) = copy.entered(place) {
                self.footprint.assumed.insert(entered.method.clone());
                self.imply(entered, &Origin::Own);
            }
        }
    }

    /// Takes in a class that code or a member names. One that is not there was looked for: the machine remembers that it
    /// failed, so that no hook sees who asks next.
    fn name(&mut self, class: &ClassName, why: Why) {
        if self.expander.classes.has(class) {
            self.touch(class, why);
        } else {
            self.miss(class);
        }
    }

    /// Counts a class as touched, if the class path has it or the machine was given it, and it is no framework's.
    fn touch(&mut self, class: &ClassName, why: Why) {
        if self.footprint.classes.contains_key(class) || self.is_framework(class) {
            return;
        }
        match &*self.expander.classes.copies(class) {
            // The JDK's, or nobody's.
            Copies::Outside if self.expander.classes.given(class).next().is_none() => return,
            Copies::Outside | Copies::Known(_) => {}
            Copies::Unreadable(message) => {
                let (class, message) = (class.clone(), message.clone());
                self.note(Incomplete::Unreadable { class, message });
            }
        }
        self.footprint.classes.insert(class.clone(), why);
        self.touched.push_back(class.clone());
    }

    fn is_framework(&self, class: &ClassName) -> bool {
        let given = self.expander.classes.given(class);
        let mut probing =
            given.filter_map(|number| Some(&self.expander.machine.recorded.class(number)?.probing));
        let framework = Probing::Unprobed(Unprobed::Framework);
        probing.next().is_some_and(|first| *first == framework)
            && probing.all(|each| *each == framework)
    }

    /// Follows supertypes and initialisers until nothing is new.
    fn close(&mut self) {
        let buckets: &BTreeMap<ClassName, Vec<Stretch<'_>>> = &self.expander.machine.initialised;
        loop {
            while let Some(class) = self.touched.pop_front() {
                for supertype in self.expander.classes.supertypes(&class) {
                    self.touch(&supertype, Why::Supertype { of: class.clone() });
                }
                self.initialisers.push_back(class);
            }
            let Some(class) = self.initialisers.pop_front() else { return };
            let mut stretches = buckets.get(&class).cloned().unwrap_or_default();
            stretches.extend(self.unwatched(&class));
            for stretch in stretches {
                self.charge(stretch.charge, &Origin::Initialiser(&class));
                self.inherited.push(stretch);
            }
        }
    }

    fn note(&mut self, reason: Incomplete) {
        if !self.incomplete.contains(&reason) {
            self.incomplete.push(reason);
        }
    }
}

impl<'r> Expansion<'_, '_, 'r> {
    /// Stretches that stand for initialisers which were not watched.
    fn unwatched(&mut self, name: &ClassName) -> Vec<Stretch<'r>> {
        let mut stretches = Vec::new();
        for class in self.expander.classes.given(name) {
            let Some(class) = self.expander.machine.recorded.class(class) else { continue };
            match self.expander.ran_in(class, name) {
                Some(found) => stretches.extend(found),
                None => self.note(Incomplete::Unwatched { class: name.clone() }),
            }
        }
        stretches
    }
}
