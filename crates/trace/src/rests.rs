//! What the outcome of a test rests on: from an execution to the entities of its facts.
//!
//! Of code that was entered, its body and what it refers to count; of classes that were used, what they are, and what
//! initialising them runs. Where calls arrive counts for every class that the machine had loaded, as objects outlive the
//! test that made them, but only if the test entered the method where they arrive now: a call that arrives elsewhere today
//! arrived there before, and passed a probe. Methods of the JDK and of test frameworks have no probes, so what a class
//! overrides of them counts always, and so does what a class is: `instanceof` passes no probe either. Of a class that could
//! not be given probes, any method may have been entered.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use tamis_classfile::flags;
use tamis_facts::dispatch::{Target, instance_methods, targets};
use tamis_facts::{ClassFacts, ClassIndex, Lookup};
use tamis_journal::{Probing, Unprobed};
use tamis_vocab::{ClassName, Entity, MethodId};

use crate::execution::{Execution, Incomplete};
use crate::footprint::{FileUse, Observed, Whole};
use crate::leaning::Leftover;
use crate::names::is_framework_name;
use crate::recorded::Recorded;
use crate::remembered::{Remembered, Seen};
use crate::touches::first_touches;

/// How a file is named in facts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FileName {
    /// Like this.
    Named(String),
    /// Not at all: it belongs to something that is a fact by itself.
    Ignored,
    /// It has no name that could be written down.
    Unnameable,
}

/// The class path as it was while tests ran, and names for files.
pub struct Grounds<'w> {
    /// The classes.
    pub set: &'w dyn ClassIndex,
    /// How many copies of a class there are.
    pub copies: &'w dyn Fn(&str) -> u32,
    /// Names of files.
    pub file: &'w dyn Fn(&Path) -> FileName,
}

/// The classes of a machine that objects can be of, by the methods where calls on them arrive.
#[derive(Debug, Default)]
pub struct Receivers {
    /// Number of the class, and the fact.
    arriving: FxHashMap<MethodId, Vec<(u32, Entity)>>,
    /// Facts that count as soon as there can be objects of the class.
    always: Vec<Always>,
    /// The steps at which classes were first touched, by whomever; `None` if it is not known who ran.
    touched: Option<FxHashMap<ClassName, usize>>,
    /// What ran in the machine.
    remembered: Remembered,
    /// What entering a method rests on, once it was asked for.
    entered: RefCell<FxHashMap<MethodId, Rc<Body>>>,
}

/// A fact about the objects of a class.
#[derive(Debug)]
struct Always {
    /// Number of the class, and its name.
    number: u32,
    class: ClassName,
    entity: Entity,
}

/// A method that was entered.
#[derive(Debug)]
struct Body {
    /// Its code, and what that refers to.
    entities: Vec<Entity>,
    /// It, in its class by the canonical name.
    method: MethodId,
}

impl Receivers {
    /// The receivers of a machine, with the executions that it had; the error names a class that cannot be read.
    pub fn of<'e>(
        recorded: &Recorded,
        executions: impl Iterator<Item = &'e Execution>,
        set: &dyn ClassIndex,
    ) -> Result<Self, Incomplete> {
        let executions: Vec<&Execution> = executions.collect();
        let remembered = Remembered::of(executions.iter().copied(), set);
        let touched = (!executions.is_empty()).then(|| first_touches(&executions, set));
        let mut receivers = Self { touched, remembered, ..Self::default() };
        let mut seen = BTreeSet::new();
        for class in recorded.classes() {
            let name = recorded.name(class.name).map(String::from_utf8_lossy);
            let Some(name) = name.map(|name| ClassName::internal(&name)) else { continue };
            let is_framework = class.probing == Probing::Unprobed(Unprobed::Framework);
            if is_framework || !seen.insert(name.clone()) {
                continue;
            }
            if let Some(facts) = find(set, &name)? {
                receivers.add(class.id, &name, facts, set).ok_or_else(|| unreadable(&name))?;
            }
        }
        Ok(receivers)
    }

    fn add(
        &mut self,
        number: u32,
        name: &ClassName,
        class: &ClassFacts,
        set: &dyn ClassIndex,
    ) -> Option<()> {
        let always = |entity| Always { number, class: name.clone(), entity };
        let receiver = ClassName::internal(class.canonical_name());
        let can_be_abstract = class.flags & (flags::ABSTRACT | flags::INTERFACE) != 0;
        for (name, descriptor) in instance_methods(set, class)? {
            let method = |class: ClassName| MethodId {
                class,
                name: name.into(),
                descriptor: descriptor.into(),
            };
            let fact = Entity::Dispatch(method(receiver.clone()));
            for target in targets(set, class, name, descriptor)? {
                match target {
                    Target::Method(declared_in) => {
                        let arrival = method(ClassName::internal(&declared_in));
                        if is_framework_name(&arrival.class) {
                            self.always.push(always(fact.clone()));
                            continue;
                        }
                        let facts = self.arriving.entry(arrival).or_default();
                        facts.push((number, fact.clone()));
                    }
                    Target::Abstract if can_be_abstract => {}
                    Target::Abstract | Target::Conflict => self.always.push(always(fact.clone())),
                    // Part of what the class overrides.
                    Target::Outside(_) => {}
                }
            }
        }
        self.always.push(always(Entity::Overrides(receiver)));
        Some(())
    }

    /// Facts about all objects that there can be when a test runs. Before a class is touched by this test or an earlier one,
    /// there are none, though a framework that looks for tests may have had it loaded.
    fn always<'r>(&'r self, execution: &'r Execution) -> impl Iterator<Item = &'r Entity> {
        let footprint = &execution.footprint;
        let is_there = |always: &&Always| {
            let is_touched = match &self.touched {
                None => true,
                Some(touched) => {
                    footprint.classes.contains_key(&always.class)
                        || touched.get(&always.class).is_some_and(|step| *step < execution.ended)
                }
            };
            always.number < footprint.loaded && is_touched
        };
        self.always.iter().filter(is_there).map(|always| &always.entity)
    }
}

fn unreadable(class: &ClassName) -> Incomplete {
    Incomplete::Unreadable { class: class.clone(), message: "of its class file".to_owned() }
}

/// The class, if the class path has it.
fn find<'w>(
    set: &'w dyn ClassIndex,
    class: &ClassName,
) -> Result<Option<&'w ClassFacts>, Incomplete> {
    match set.find(class.as_str()) {
        Lookup::Found(facts) => Ok(Some(facts)),
        Lookup::Outside => Ok(None),
        Lookup::Unreadable => Err(unreadable(class)),
    }
}

/// What entering a method of that class rests on.
fn body(facts: &ClassFacts, method: &MethodId) -> Result<Body, Incomplete> {
    let class = ClassName::internal(facts.canonical_name());
    let mut entities = Vec::new();
    for member in facts.methods() {
        let is_it = facts.text(member.name) == &*method.name
            && facts.text(member.descriptor) == &*method.descriptor;
        if !is_it {
            continue;
        }
        let canonical = MethodId {
            class: class.clone(),
            name: facts.text(member.canonical).into(),
            descriptor: facts.text(member.canonical_descriptor).into(),
        };
        entities.extend([Entity::Links(canonical.clone()), Entity::Body(canonical)]);
    }
    if entities.is_empty() {
        let message = format!("it has no `{method}` any more");
        return Err(Incomplete::Unreadable { class: method.class.clone(), message });
    }
    Ok(Body { entities, method: MethodId { class, ..method.clone() } })
}

/// What the outcome of an execution rests on.
#[derive(Debug)]
pub struct Rests<'r> {
    /// Each once.
    pub entities: Vec<Entity>,
    /// What earlier tests saw for it. That such a file was written meanwhile, and whom those tests come after, counts for it,
    /// too.
    pub seen: Vec<&'r Seen>,
    /// What no fact can stand for and was done for it, if there is something.
    pub unknown: Option<&'r Observed>,
    /// The tests that set static fields which it only reads, each with one of these: without them it would find nothing there.
    pub left_by: BTreeMap<&'r ClassName, Leftover>,
}

/// What the outcome of an execution rests on.
pub fn rests_on<'r>(
    execution: &Execution,
    receivers: &'r Receivers,
    grounds: &Grounds<'_>,
) -> Result<Rests<'r>, Incomplete> {
    let footprint = &execution.footprint;
    let mut resting = Resting { grounds, entities: Entities::default() };
    resting.entities.extend([Entity::Environment, Entity::Frameworks]);
    for class in footprint.classes.keys() {
        resting.used(class)?;
    }
    for (class, why) in &footprint.whole {
        resting.whole(class, *why, receivers, footprint.loaded)?;
    }
    for method in footprint.methods.iter().chain(&footprint.assumed) {
        resting.entered(method, receivers, footprint.loaded)?;
    }
    let behind = receivers.remembered.behind(execution, grounds.set);
    for method in &behind.methods {
        resting.used(&method.class)?;
        resting.entered(method, receivers, footprint.loaded)?;
    }
    resting.entities.extend_from(receivers.always(execution));
    let observations = behind.seen.iter().flat_map(|seen| &seen.observations);
    for observed in footprint.observations.iter().chain(observations) {
        resting.observed(observed)?;
    }
    let files = behind.seen.iter().flat_map(|seen| &seen.files);
    for file in footprint.files.iter().chain(files) {
        resting.file(file)?;
    }
    let (seen, unknown, left_by) = (behind.seen, behind.unknown, behind.left_by);
    Ok(Rests { entities: resting.entities.list, seen, unknown, left_by })
}

struct Resting<'g, 'w> {
    grounds: &'g Grounds<'w>,
    entities: Entities,
}

/// Entities, each once, in the order of the first time.
#[derive(Default)]
struct Entities {
    list: Vec<Entity>,
    seen: FxHashSet<Entity>,
}

impl Entities {
    fn insert(&mut self, entity: Entity) {
        if !self.seen.contains(&entity) {
            self.seen.insert(entity.clone());
            self.list.push(entity);
        }
    }

    /// Takes in entities that are kept elsewhere; most were taken in before.
    fn extend_from<'e>(&mut self, entities: impl IntoIterator<Item = &'e Entity>) {
        for entity in entities {
            if !self.seen.contains(entity) {
                self.seen.insert(entity.clone());
                self.list.push(entity.clone());
            }
        }
    }
}

impl Extend<Entity> for Entities {
    fn extend<I: IntoIterator<Item = Entity>>(&mut self, entities: I) {
        entities.into_iter().for_each(|entity| self.insert(entity));
    }
}

impl<'w> Resting<'_, 'w> {
    fn find(&self, class: &ClassName) -> Result<Option<&'w ClassFacts>, Incomplete> {
        find(self.grounds.set, class)
    }

    /// A class that was initialised, or could have been.
    fn used(&mut self, class: &ClassName) -> Result<(), Incomplete> {
        let Some(facts) = self.find(class)? else { return Ok(()) };
        let name = ClassName::internal(facts.canonical_name());
        if (self.grounds.copies)(class.as_str()) > 1 {
            self.entities.insert(Entity::Copies(name.clone()));
        }
        self.entities.extend([
            Entity::Header(name.clone()),
            Entity::Initialisation(name.clone()),
            Entity::Touched(name),
        ]);
        Ok(())
    }

    /// A class of which it is not known what of it was used.
    fn whole(
        &mut self,
        class: &ClassName,
        why: Whole,
        receivers: &Receivers,
        loaded: u32,
    ) -> Result<(), Incomplete> {
        let Some(facts) = self.find(class)? else { return Ok(()) };
        if why == Whole::Unprobed(Unprobed::Framework) {
            return Ok(());
        }
        let name = ClassName::internal(facts.canonical_name());
        for method in facts.methods() {
            self.entities.insert(Entity::Links(MethodId {
                class: name.clone(),
                name: facts.text(method.canonical).into(),
                descriptor: facts.text(method.canonical_descriptor).into(),
            }));
            self.arrived(
                receivers,
                loaded,
                &MethodId {
                    class: name.clone(),
                    name: facts.text(method.name).into(),
                    descriptor: facts.text(method.descriptor).into(),
                },
            );
        }
        self.entities.insert(Entity::Whole(name));
        self.used(class)
    }

    /// A method that was entered: also the calls that arrive at it.
    fn entered(
        &mut self,
        method: &MethodId,
        receivers: &Receivers,
        loaded: u32,
    ) -> Result<(), Incomplete> {
        let known = receivers.entered.borrow().get(method).cloned();
        let body = match known {
            Some(body) => body,
            None => {
                let Some(facts) = self.find(&method.class)? else { return Ok(()) };
                let body = Rc::new(body(facts, method)?);
                receivers.entered.borrow_mut().insert(method.clone(), body.clone());
                body
            }
        };
        self.entities.extend_from(&body.entities);
        self.arrived(receivers, loaded, &body.method);
        Ok(())
    }

    /// Calls that arrive at a method, of a class by its canonical name.
    fn arrived(&mut self, receivers: &Receivers, loaded: u32, method: &MethodId) {
        let calls = receivers.arriving.get(method).into_iter().flatten();
        let calls = calls.filter(|(number, _)| *number < loaded);
        self.entities.extend_from(calls.map(|(_, entity)| entity));
    }

    fn observed(&mut self, observed: &Observed) -> Result<(), Incomplete> {
        let entity = match observed {
            Observed::ClassLookedUp(class) => {
                self.presence(class);
                return Ok(());
            }
            Observed::Introspected(class) | Observed::Serialised(class) => {
                return self.members(class);
            }
            Observed::ResourceLookedUp(name) => Entity::Resource((&**name).into()),
            Observed::ResourcesListed(name) => Entity::Resources((&**name).into()),
            Observed::BundleLookedUp(name) => Entity::Bundle((&**name).into()),
            Observed::PropertyRead(key) => Entity::Property((&**key).into()),
            Observed::PropertiesRead | Observed::WordsRead => Entity::Properties,
            Observed::VariableRead(name) => Entity::Variable((&**name).into()),
            Observed::VariablesRead => Entity::Variables,
            // Nothing stands for what processes, libraries and others outside do; the bytes of a hidden class come from
            // somewhere, and that was seen; what is set is no dependency.
            Observed::ProcessStarted(_)
            | Observed::LibraryLoaded(_)
            | Observed::NetworkUsed(_)
            | Observed::InputRead
            | Observed::NativeCalled(_)
            | Observed::DefaultSet(_)
            | Observed::PropertySet(_)
            | Observed::DefaultRead(_)
            | Observed::DefaultLeft(_)
            | Observed::StaticsUnseen
            | Observed::HiddenDefined(_) => return Ok(()),
        };
        self.entities.insert(entity);
        Ok(())
    }

    /// A class was looked up by its name, whether it is there or not.
    fn presence(&mut self, class: &ClassName) {
        if !is_framework_name(class) && !class.as_str().starts_with("java/") {
            self.entities.insert(Entity::Presence(class.clone()));
        }
    }

    fn members(&mut self, class: &ClassName) -> Result<(), Incomplete> {
        let Some(facts) = self.find(class)? else {
            self.presence(class);
            return Ok(());
        };
        if !is_framework_name(class) {
            // Whether there is a static initialiser counts for the number that serialisation computes; the class
            // is among those that were used, so that is a fact already.
            let name = ClassName::internal(facts.canonical_name());
            self.entities.extend([Entity::Header(name.clone()), Entity::Members(name)]);
        }
        Ok(())
    }

    fn file(&mut self, used: &FileUse) -> Result<(), Incomplete> {
        let name = match (self.grounds.file)(used.path()) {
            FileName::Named(name) => name.into(),
            FileName::Ignored => return Ok(()),
            FileName::Unnameable => {
                return Err(Incomplete::Unnameable { path: used.path().to_owned() });
            }
        };
        self.entities.insert(match used {
            FileUse::Read(_) => Entity::File(name),
            FileUse::Probed(_) => Entity::Probe(name),
            FileUse::Listed(_) => Entity::Listing(name),
        });
        Ok(())
    }
}
