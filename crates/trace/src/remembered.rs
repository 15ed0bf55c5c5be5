//! Code that ran for a test in an earlier one.
//!
//! What is computed once for each machine and then kept, in a static field, in a map that is in one, or in the object that one
//! holds, is computed in the first test that needs it; later ones only pick it up, and enter nothing of the code that made it.
//! Such code belongs to them all the same. It is found in two ways:
//! - from the methods that keep things: those that read and write the same shared field, or that look into a map of a shared
//!   field and put something into it. What such a method, entered by the test, can call counts as entered;
//! - from shared fields: a method that writes one that the test reads counts as entered, and what it can call, unless it
//!   only counts with the field.
//!
//! In both, only what an earlier test really entered counts, and so does what that can call in turn: also through the JDK, which
//! calls methods of the objects that it is given. It need not be the same earlier test: objects, lambdas and threads go on from
//! one into the next. If such code can look outside, at files, resources, properties or
//! what classes declare, what it saw was kept as well; all that the tests which entered it looked at belongs to the later
//! ones, and of classes that they looked up, what they entered.

mod code;
mod hierarchy;
mod leads;
mod left;
mod logging;
mod places;
mod search;

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use tamis_facts::ClassIndex;
use tamis_probes::is_for_mocks;
use tamis_vocab::{ClassName, MethodId};

pub(crate) use self::code::{Called, find, static_reads};
use self::code::{Code, Looks};
use self::hierarchy::Hierarchy;
pub(crate) use self::hierarchy::are_related;
use self::places::Places;
use self::search::Search;
use crate::execution::Execution;
use crate::footprint::{Common, FileUse, Observed};
use crate::leaning::{Leaning, Leftover, set_for_itself};

/// The methods that tests of a machine entered, and where they lead. What one test asked for is kept for the next: most of
/// it is the same.
#[derive(Debug, Default)]
pub(crate) struct Remembered {
    /// Sorted.
    methods: Vec<Method>,
    numbers: FxHashMap<MethodId, Number>,
    by_signature: FxHashMap<Signature, Vec<Number>>,
    by_class: FxHashMap<ClassName, Vec<Number>>,
    hierarchy: Hierarchy,
    /// The classes of these methods that are below a class, and those that can declare what is called by its name.
    below: OnceCell<FxHashMap<ClassName, Vec<ClassName>>>,
    relatives: RefCell<FxHashMap<ClassName, Rc<Relatives>>>,
    unknown_classes: OnceCell<Vec<ClassName>>,
    /// Those that write shared fields, by name and descriptor of the field.
    writers: OnceCell<FxHashMap<Signature, Vec<Writer>>>,
    /// Those that call others with parameters, by name and descriptor of what they call.
    callers: OnceCell<FxHashMap<Signature, Vec<Caller>>>,
    /// Those that the JDK can call; all of them, those of classes around one, and those of types of the JDK.
    callbacks: OnceCell<Vec<Number>>,
    callbacks_near: RefCell<FxHashMap<ClassName, Rc<Group>>>,
    callbacks_of: RefCell<FxHashMap<Box<str>, Rc<Group>>>,
    /// How many such groups there are.
    groups: Cell<u32>,
    parts_of_loggers: OnceCell<Vec<Number>>,
    /// Methods of loggers that run for others.
    helping: OnceCell<FxHashSet<Number>>,
    /// The tests, in their order.
    tests: Vec<Test>,
}

/// The place of a method in [`Remembered::methods`].
type Number = u32;

/// Name and descriptor.
type Signature = (Arc<str>, Arc<str>);

/// A method that some test entered.
#[derive(Debug)]
struct Method {
    id: MethodId,
    /// The tests that entered it.
    tests: Places,
    code: Code,
    /// Methods that write the shared fields which it reads.
    picks: OnceCell<Vec<Pick>>,
    /// Methods that it can call.
    targets: OnceCell<Targets>,
    /// Methods that can call it, if it has parameters.
    handing: OnceCell<Vec<Number>>,
    /// Lambdas that others may hand it.
    lambdas: OnceCell<Vec<Number>>,
}

/// Whom a method can call: groups are shared by many methods, and looked at once in a search.
#[derive(Debug, Default)]
struct Targets {
    methods: Vec<Number>,
    groups: Vec<Rc<Group>>,
}

/// Methods that the JDK can call.
#[derive(Debug)]
struct Group {
    number: u32,
    methods: Vec<Number>,
}

/// Classes that can declare what is called by the name of one.
#[derive(Debug)]
struct Relatives {
    classes: FxHashSet<ClassName>,
    /// Whether something above it cannot be read: then all can.
    are_all: bool,
}

impl Relatives {
    fn has(&self, class: &ClassName) -> bool {
        self.are_all || self.classes.contains(class)
    }
}

/// A method that writes a field which another one reads.
#[derive(Debug, Clone, Copy)]
struct Pick {
    writer: Number,
    how: Writing,
}

/// How a method comes to what it writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Writing {
    /// It calls others, or is given it by those who call it.
    Given,
    /// It looks first whether it is there already, so that it calls others.
    Own,
    /// It only counts, whatever happens in it: then nothing that it calls has a part in what it writes.
    Count,
}

/// A method that writes a shared field.
#[derive(Debug)]
struct Writer {
    /// The class in which the code looks for the field.
    owner: ClassName,
    method: Number,
    how: Writing,
}

/// A method that calls another one, which may keep what it is given.
#[derive(Debug)]
struct Caller {
    /// The class in which the code looks for the other one.
    owner: ClassName,
    method: Number,
}

/// A test of the machine.
#[derive(Debug)]
struct Test {
    name: ClassName,
    /// See [`Execution::began`].
    began: usize,
    /// What it looked at, if there is something.
    seen: Option<Seen>,
    /// How logging is configured, if it may have looked at that.
    for_logging: Option<Seen>,
    /// The classes that it looked up by reflection.
    looked_up: BTreeSet<ClassName>,
}

/// The classes that a test looked up by reflection. The runner looks at those inside a test class, but does not ask for them by
/// name.
fn looked_up(execution: &Execution) -> BTreeSet<ClassName> {
    let is_foreign = |observed: &&Observed| match observed {
        Observed::ClassLookedUp(class) => *class != execution.test,
        _ => !is_about(observed, &execution.test),
    };
    let observations = execution.footprint.observations.iter().filter(is_foreign);
    let classes = observations.filter_map(|observed| match observed {
        Observed::ClassLookedUp(class)
        | Observed::Introspected(class)
        | Observed::Serialised(class) => Some(class.clone()),
        _ => None,
    });
    classes.collect()
}

/// What a test looked at outside the code.
#[derive(Debug)]
pub struct Seen {
    pub(crate) observations: BTreeSet<Observed>,
    /// Files of which something was asked.
    pub files: BTreeSet<FileUse>,
    /// Files that it wrote.
    pub written: BTreeSet<PathBuf>,
    /// The tests that it comes after.
    pub after: BTreeMap<ClassName, Common>,
}

impl Seen {
    /// `None` if there is nothing.
    fn of(execution: &Execution) -> Option<Self> {
        let footprint = &execution.footprint;
        let mut after = footprint.after.clone();
        // What it made and looked at itself is no fact, and what came of it is kept all the same.
        if footprint.reads_own_files || !set_for_itself(execution).is_empty() {
            after.insert(execution.test.clone(), Common::Kept);
        }
        Self { after, written: footprint.written.clone(), ..Self::with(execution, |_| true) }.some()
    }

    /// How logging is configured. Such files are no product of tests, but properties are.
    fn for_logging(
        execution: &Execution,
        can_configure: impl Fn(&Observed) -> bool,
    ) -> Option<Self> {
        let of_properties = |what: &Leftover| matches!(what, Leftover::Property(_));
        let leanings = execution.leans_on.iter().filter(|leaning| of_properties(&leaning.what));
        let left = |each: &Leaning| (each.left_by.clone(), Common::Left(each.what.clone()));
        let mut after: BTreeMap<_, _> = leanings.map(left).collect();
        if set_for_itself(execution).iter().any(of_properties) {
            after.insert(execution.test.clone(), Common::Kept);
        }
        Self { after, ..Self::with(execution, can_configure) }.some()
    }

    fn with(execution: &Execution, is_wanted: impl Fn(&Observed) -> bool) -> Self {
        let footprint = &execution.footprint;
        let is_wanted =
            |observed: &&Observed| is_wanted(observed) && !is_about(observed, &execution.test);
        Self {
            observations: footprint.observations.iter().filter(is_wanted).cloned().collect(),
            files: footprint.files.clone(),
            written: BTreeSet::new(),
            after: BTreeMap::new(),
        }
    }

    fn some(self) -> Option<Self> {
        let is_nothing =
            self.observations.is_empty() && self.files.is_empty() && self.after.is_empty();
        (!is_nothing).then_some(self)
    }
}

/// Whether a look is one at a test class, or at a class inside it: to run it.
fn is_about(observed: &Observed, test: &ClassName) -> bool {
    let (Observed::Introspected(class) | Observed::ClassLookedUp(class)) = observed else {
        return false;
    };
    let rest = class.as_str().strip_prefix(test.as_str());
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('$'))
}

/// What was done in a machine on behalf of a test, and not by it.
#[derive(Debug, Default)]
pub(crate) struct Behind<'r> {
    /// Methods that were entered.
    pub(crate) methods: Vec<&'r MethodId>,
    /// What was looked at.
    pub(crate) seen: Vec<&'r Seen>,
    /// What no fact can stand for.
    pub(crate) unknown: Option<&'r Observed>,
    /// The tests without which it would not find what it found in static fields.
    pub(crate) left_by: BTreeMap<&'r ClassName, Leftover>,
}

/// The methods that a test entered, or may have: not all classes can be given probes.
fn methods_of(execution: &Execution) -> impl Iterator<Item = &MethodId> {
    execution.footprint.methods.iter().chain(&execution.footprint.assumed)
}

impl Remembered {
    pub(crate) fn of<'e>(
        executions: impl Iterator<Item = &'e Execution>,
        set: &dyn ClassIndex,
    ) -> Self {
        let executions: Vec<&Execution> = executions.collect();
        let mut entered: FxHashSet<&MethodId> = FxHashSet::default();
        executions.iter().for_each(|execution| entered.extend(methods_of(execution)));
        let mut entered: Vec<&MethodId> = entered.into_iter().collect();
        entered.sort_unstable();
        let hierarchy = Hierarchy::of(&entered, set);
        let mut tests = executions.iter().map(|execution| &execution.test);
        let follows_loggers = tests.any(logging::is_logger);
        let mut remembered = Self { hierarchy, ..Self::default() };
        for (number, method) in (0..).zip(entered) {
            let signature = (method.name.clone(), method.descriptor.clone());
            remembered.by_signature.entry(signature).or_default().push(number);
            remembered.by_class.entry(method.class.clone()).or_default().push(number);
            remembered.numbers.insert(method.clone(), number);
            remembered.methods.push(Method {
                id: method.clone(),
                tests: Places::default(),
                code: Code::of(method, set, &remembered.hierarchy),
                picks: OnceCell::new(),
                targets: OnceCell::new(),
                handing: OnceCell::new(),
                lambdas: OnceCell::new(),
            });
        }
        if !follows_loggers {
            remembered.forget_fields_of_loggers(set);
        }
        let makes_mocks = |class: &ClassName| is_for_mocks(class.as_str().as_bytes());
        if !executions.iter().any(|execution| makes_mocks(&execution.test)) {
            // They keep what they were told of one mock and made for one class; as a test framework, they have stores of their own.
            let library =
                remembered.methods.iter_mut().filter(|method| makes_mocks(&method.id.class));
            library.for_each(|method| method.code.forget_fields(&FxHashSet::default()));
        }
        executions.iter().for_each(|execution| remembered.add(execution, set));
        remembered
    }

    /// Remembers which methods a test entered, and what it looked at.
    fn add(&mut self, execution: &Execution, set: &dyn ClassIndex) {
        let place = self.tests.len();
        let mut configures_loggers = false;
        for method in methods_of(execution) {
            let number = self.numbers.get(method);
            if let Some(method) = number.and_then(|number| self.methods.get_mut(*number as usize)) {
                method.tests.insert(place);
                let code = &method.code;
                configures_loggers |= code.is_for_logging && code.looks != Looks::Nowhere;
            }
        }
        let can_configure = |observed: &Observed| self.can_configure(observed, set);
        let for_logging = || Seen::for_logging(execution, can_configure);
        let for_logging = configures_loggers.then(for_logging).flatten();
        self.tests.push(Test {
            name: execution.test.clone(),
            began: execution.began,
            seen: Seen::of(execution),
            for_logging,
            looked_up: looked_up(execution),
        });
    }

    /// The tests that can have kept something for one; also those that ran at the same time.
    fn before(&self, execution: &Execution) -> Places {
        let mut before = Places::default();
        for (place, test) in self.tests.iter().enumerate() {
            if test.name != execution.test && test.began < execution.ended {
                before.insert(place);
            }
        }
        before
    }

    fn method(&self, number: Number) -> Option<&Method> {
        self.methods.get(number as usize)
    }

    /// What was done in the machine on behalf of a test, and not by it.
    pub(crate) fn behind(&self, execution: &Execution, set: &dyn ClassIndex) -> Behind<'_> {
        Search::new(self, set, execution).run()
    }
}
