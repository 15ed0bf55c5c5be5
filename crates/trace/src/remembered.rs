//! Code that ran for a test in an earlier one.
//!
//! What is computed once for each machine and then kept, in a static field or in a map that is in one, is computed in the
//! first test that needs it; later ones only pick it up, and enter nothing of the code that made it. Such code belongs to
//! them all the same. It is found in two ways:
//! - from the methods that keep things: those that read and write the same static field, or that look into a map of a static
//!   field and put something into it. What such a method, entered by the test, can call counts as entered;
//! - from static fields: a method that writes one that the test reads counts as entered, and what it can call, unless it
//!   only counts with the field.
//!
//! In both, only what somebody in the machine really entered counts, and so does what that can call in turn. If such code
//! can look outside, at files, resources, properties or what classes declare, what it saw was kept as well; all that the
//! tests which entered it looked at belongs to the later ones.

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use tamis_facts::resolve::is_subtype;
use tamis_facts::{ClassFacts, ClassIndex, Lookup, MemberFacts, ReferenceKind};
use tamis_vocab::{ClassName, MethodId};

use crate::execution::Execution;
use crate::footprint::{FileUse, Observed};
use crate::outside::{leads_anywhere, leads_outside};

/// The methods that tests of a machine entered, by name and descriptor.
#[derive(Debug, Default)]
pub(crate) struct Remembered {
    entered: FxHashMap<Signature, BTreeSet<MethodId>>,
    /// Those of them that write static fields, by name and descriptor of the field.
    writers: OnceCell<FxHashMap<Signature, Vec<Writer>>>,
    /// The methods that call those with parameters, by name and descriptor of what they call.
    callers: OnceCell<FxHashMap<Signature, Vec<Caller>>>,
    /// What the code of methods says, once it was asked for.
    known: RefCell<FxHashMap<MethodId, Rc<Code>>>,
    /// Whether two classes are related, once that was asked.
    related: RefCell<FxHashMap<(ClassName, ClassName), bool>>,
    /// Tests that looked outside.
    seen: Vec<Seen>,
    /// Methods that can, and which of those tests entered them.
    lookers: FxHashMap<MethodId, BTreeSet<usize>>,
    /// Methods that keep things, likewise.
    keepers: FxHashMap<MethodId, BTreeSet<usize>>,
}

/// What a test looked at outside the code.
#[derive(Debug)]
pub struct Seen {
    test: ClassName,
    /// See [`Execution::began`].
    began: usize,
    pub(crate) observations: BTreeSet<Observed>,
    /// Files of which something was asked.
    pub files: BTreeSet<FileUse>,
    /// Files that it wrote.
    pub written: BTreeSet<PathBuf>,
    /// The tests that it comes after.
    pub after: BTreeSet<ClassName>,
}

impl Seen {
    /// `None` if there is nothing.
    fn of(execution: &Execution) -> Option<Self> {
        let footprint = &execution.footprint;
        let is_wanted = |observed: &&Observed| !is_about(observed, &execution.test);
        let observations: BTreeSet<_> =
            footprint.observations.iter().filter(is_wanted).cloned().collect();
        let is_nothing = observations.is_empty() && footprint.files.is_empty();
        (!is_nothing).then(|| Self {
            test: execution.test.clone(),
            began: execution.began,
            observations,
            files: footprint.files.clone(),
            written: footprint.written.clone(),
            after: footprint.after.clone(),
        })
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
    pub(crate) methods: BTreeSet<MethodId>,
    /// What was looked at.
    pub(crate) seen: Vec<&'r Seen>,
    /// What no fact can stand for.
    pub(crate) unknown: Option<&'r Observed>,
}

/// What the code of a method says.
#[derive(Debug, Default)]
struct Code {
    keeps: bool,
    /// Whether it calls something that looks outside, and something of which nobody knows where it looks.
    looks_outside: bool,
    looks_anywhere: bool,
    calls: Vec<Called>,
    /// Static fields that it reads, that it writes, and that it counts with.
    reads: Vec<Called>,
    writes: Vec<Called>,
    counts: Vec<Called>,
}

/// A method that writes a static field.
#[derive(Debug)]
struct Writer {
    /// The class in which the code looks for the field.
    owner: ClassName,
    method: MethodId,
    /// Whether it only counts, whatever happens in it: then nothing that it calls has a part in what it writes.
    is_count: bool,
}

/// A method that hands something to a writer.
#[derive(Debug)]
struct Caller {
    /// The class in which the code looks for the writer.
    owner: ClassName,
    method: MethodId,
}

/// Name and descriptor.
type Signature = (Arc<str>, Arc<str>);

/// A method or field as code names it.
pub(crate) type Called = (ClassName, Arc<str>, Arc<str>);

impl Remembered {
    pub(crate) fn of<'e>(
        executions: impl Iterator<Item = &'e Execution>,
        set: &dyn ClassIndex,
    ) -> Self {
        let mut remembered = Self::default();
        for execution in executions {
            remembered.look_outside(execution, set);
            for method in &execution.footprint.methods {
                let signature = (method.name.clone(), method.descriptor.clone());
                let entered = remembered.entered.entry(signature).or_default();
                if !entered.contains(method) {
                    entered.insert(method.clone());
                }
            }
        }
        remembered
    }

    /// Remembers what a test looked at outside, and the methods of it that can have done so.
    fn look_outside(&mut self, execution: &Execution, set: &dyn ClassIndex) {
        let Some(seen) = Seen::of(execution) else { return };
        let place = self.seen.len();
        self.seen.push(seen);
        for method in &execution.footprint.methods {
            let code = self.code(method, set);
            if code.looks_outside {
                self.lookers.entry(method.clone()).or_default().insert(place);
            }
            if code.keeps || !code.writes.is_empty() {
                self.keepers.entry(method.clone()).or_default().insert(place);
            }
        }
    }

    /// What was done in the machine on behalf of a test, and not by it.
    pub(crate) fn behind(&self, execution: &Execution, set: &dyn ClassIndex) -> Behind<'_> {
        let entered = &execution.footprint.methods;
        let mut search = Search {
            remembered: self,
            set,
            entered,
            found: BTreeSet::new(),
            calls: Vec::new(),
            called: BTreeSet::new(),
            keepers: BTreeSet::new(),
            lookers: BTreeSet::new(),
            unknown: BTreeSet::new(),
        };
        for method in entered {
            search.look(method);
        }
        while let Some(call) = search.calls.pop() {
            search.follow(call);
        }
        let Search { found, keepers, lookers, unknown, .. } = search;
        // Also of tests that ran at the same time; but only who came to keep something looked for what is kept.
        let is_wanted = |place: &&usize| {
            let seen = self.seen.get(**place);
            let is_earlier =
                |seen: &Seen| seen.test != execution.test && seen.began < execution.ended;
            seen.is_some_and(is_earlier) && keepers.contains(*place)
        };
        let seen = |places: &BTreeSet<usize>| -> Vec<&Seen> {
            places.iter().filter(is_wanted).filter_map(|place| self.seen.get(*place)).collect()
        };
        let unknown = seen(&unknown).into_iter().flat_map(|seen| &seen.observations);
        let unknown = unknown.filter(|observed| observed.is_opaque()).min();
        Behind { methods: found, seen: seen(&lookers), unknown }
    }

    /// The static fields that the code of a method reads, as it names them.
    pub(crate) fn static_reads(&self, method: &MethodId, set: &dyn ClassIndex) -> Vec<Called> {
        self.code(method, set).reads.clone()
    }

    fn writers(&self, set: &dyn ClassIndex) -> &FxHashMap<Signature, Vec<Writer>> {
        self.writers.get_or_init(|| {
            let mut writers: FxHashMap<Signature, Vec<Writer>> = FxHashMap::default();
            // What a static initialiser runs is known exactly, and inherited by whoever reads a field.
            let is_wanted = |method: &&MethodId| &*method.name != "<clinit>";
            let mut entered: Vec<&MethodId> =
                self.entered.values().flatten().filter(is_wanted).collect();
            entered.sort_unstable();
            for method in entered {
                let code = self.code(method, set);
                let plain = code.writes.iter().map(|field| (field, false));
                for ((owner, name, descriptor), is_count) in
                    plain.chain(code.counts.iter().map(|field| (field, true)))
                {
                    let writer = Writer { owner: owner.clone(), method: method.clone(), is_count };
                    writers.entry((name.clone(), descriptor.clone())).or_default().push(writer);
                }
            }
            writers
        })
    }

    /// Who hands things to methods that write static fields.
    fn callers(&self, set: &dyn ClassIndex) -> &FxHashMap<Signature, Vec<Caller>> {
        self.callers.get_or_init(|| {
            let writers = self.writers(set).values().flatten();
            let wanted: FxHashSet<Signature> = writers
                .map(|writer| (writer.method.name.clone(), writer.method.descriptor.clone()))
                .filter(|(_, descriptor)| !descriptor.starts_with("()"))
                .collect();
            let mut callers: FxHashMap<Signature, Vec<Caller>> = FxHashMap::default();
            let mut entered: Vec<&MethodId> = self.entered.values().flatten().collect();
            entered.sort_unstable();
            for method in entered {
                for (owner, name, descriptor) in &self.code(method, set).calls {
                    let signature = (name.clone(), descriptor.clone());
                    if wanted.contains(&signature) {
                        let caller = Caller { owner: owner.clone(), method: method.clone() };
                        callers.entry(signature).or_default().push(caller);
                    }
                }
            }
            callers
        })
    }

    /// Whether a member that code names in `owner` can be one that `class` declares.
    fn are_related(&self, set: &dyn ClassIndex, class: &ClassName, owner: &ClassName) -> bool {
        if class == owner {
            return true;
        }
        let pair = (class.clone(), owner.clone());
        if let Some(known) = self.related.borrow().get(&pair) {
            return *known;
        }
        let are_related = are_related(set, class, owner);
        self.related.borrow_mut().insert(pair, are_related);
        are_related
    }

    fn code(&self, method: &MethodId, set: &dyn ClassIndex) -> Rc<Code> {
        if let Some(known) = self.known.borrow().get(method) {
            return known.clone();
        }
        let code = find(set, method).map(|(class, member)| Code {
            // What a static initialiser runs is known exactly, and inherited.
            keeps: &*method.name != "<clinit>" && keeps(class, member),
            looks_outside: calls_outside(set, class, member, leads_outside),
            looks_anywhere: calls_outside(set, class, member, leads_anywhere),
            calls: calls(class, member),
            reads: named(class, member, |kind| {
                matches!(kind, ReferenceKind::GetStatic | ReferenceKind::HandleGetStatic)
            }),
            writes: named(class, member, |kind| {
                matches!(kind, ReferenceKind::PutStatic | ReferenceKind::HandlePutStatic)
            }),
            counts: named(class, member, |kind| kind == ReferenceKind::CountStatic),
        });
        let code = Rc::new(code.unwrap_or_default());
        self.known.borrow_mut().insert(method.clone(), code.clone());
        code
    }
}

/// A search for what earlier tests did for one.
struct Search<'a> {
    remembered: &'a Remembered,
    set: &'a dyn ClassIndex,
    entered: &'a BTreeSet<MethodId>,
    found: BTreeSet<MethodId>,
    /// Calls to be followed, and all that ever were.
    calls: Vec<Called>,
    called: BTreeSet<Called>,
    /// The tests that entered methods which keep something.
    keepers: BTreeSet<usize>,
    /// Those that entered methods which look outside for it, and such that look anywhere.
    lookers: BTreeSet<usize>,
    unknown: BTreeSet<usize>,
}

impl Search<'_> {
    /// Looks what a method that belongs to the test may pick up.
    fn look(&mut self, method: &MethodId) {
        let remembered = self.remembered;
        let mut waiting = vec![method];
        while let Some(method) = waiting.pop() {
            let code = remembered.code(method, self.set);
            if code.keeps {
                self.keepers.extend(remembered.keepers.get(method).into_iter().flatten());
                self.call(method, &code);
            }
            for (owner, name, descriptor) in &code.reads {
                let field = (name.clone(), descriptor.clone());
                for writer in remembered.writers(self.set).get(&field).into_iter().flatten() {
                    if !remembered.are_related(self.set, owner, &writer.owner) {
                        continue;
                    }
                    let is_own = self.entered.contains(&writer.method);
                    if !is_own && self.found.insert(writer.method.clone()) {
                        waiting.push(&writer.method);
                    }
                    // Also of one that the test entered: it may have gone another way in an earlier one.
                    if !writer.is_count {
                        let keepers = remembered.keepers.get(&writer.method);
                        self.keepers.extend(keepers.into_iter().flatten());
                        self.call(&writer.method, &remembered.code(&writer.method, self.set));
                        self.hand_over(&writer.method);
                    }
                }
            }
        }
    }

    /// What a writer keeps may be what its callers hand it.
    fn hand_over(&mut self, writer: &MethodId) {
        let remembered = self.remembered;
        let signature = (writer.name.clone(), writer.descriptor.clone());
        for caller in remembered.callers(self.set).get(&signature).into_iter().flatten() {
            if remembered.are_related(self.set, &writer.class, &caller.owner) {
                if !self.entered.contains(&caller.method) {
                    self.found.insert(caller.method.clone());
                }
                self.call(&caller.method, &remembered.code(&caller.method, self.set));
            }
        }
    }

    /// Everything that a method calls has a part in what it keeps.
    fn call(&mut self, method: &MethodId, code: &Code) {
        if code.looks_outside {
            let tests = self.remembered.lookers.get(method).into_iter().flatten();
            self.lookers.extend(tests.clone());
            if code.looks_anywhere {
                self.unknown.extend(tests);
            }
        }
        let new = code.calls.iter().filter(|call| self.called.insert((*call).clone()));
        self.calls.extend(new.cloned());
    }

    fn follow(&mut self, (owner, name, descriptor): Called) {
        let remembered = self.remembered;
        for candidate in remembered.entered.get(&(name, descriptor)).into_iter().flatten() {
            if !remembered.are_related(self.set, &candidate.class, &owner) {
                continue;
            }
            if !self.entered.contains(candidate) && self.found.insert(candidate.clone()) {
                self.look(candidate);
            }
            // Also of what the test entered itself: it may have gone another way in an earlier one.
            self.call(candidate, &remembered.code(candidate, self.set));
        }
    }
}

pub(crate) fn find<'w>(
    set: &'w dyn ClassIndex,
    method: &MethodId,
) -> Option<(&'w ClassFacts, &'w MemberFacts)> {
    let Lookup::Found(class) = set.find(method.class.as_str()) else { return None };
    let member = class.methods().find(|member| {
        class.text(member.name) == &*method.name
            && class.text(member.descriptor) == &*method.descriptor
    })?;
    Some((class, member))
}

/// Whether a member that code names in `owner` can be one that `class` declares.
pub(crate) fn are_related(set: &dyn ClassIndex, class: &ClassName, owner: &ClassName) -> bool {
    let is_below = |class: &ClassName, above: &ClassName| match set.find(class.as_str()) {
        Lookup::Found(facts) => is_subtype(set, facts, above.as_str()),
        Lookup::Outside => false,
        // What cannot be known may be so.
        Lookup::Unreadable => true,
    };
    class == owner || is_below(class, owner) || is_below(owner, class)
}

/// The methods that the code of one can call; of classes that it names, the initialisers.
fn calls(class: &ClassFacts, member: &MemberFacts) -> Vec<Called> {
    let mut calls = named(class, member, |kind| !kind.is_class() && !kind.is_field());
    let owners: BTreeSet<&str> =
        class.references(member).map(|each| class.text(each.owner)).collect();
    let initialiser = |owner: &str| (ClassName::internal(owner), "<clinit>".into(), "()V".into());
    calls.extend(owners.into_iter().map(initialiser));
    calls
}

/// Whether the code of a method calls one of the JDK's that leads there, as `leads` says of its class and name; also by the
/// name of a class below that.
fn calls_outside(
    set: &dyn ClassIndex,
    class: &ClassFacts,
    member: &MemberFacts,
    leads: fn(&str, &str) -> bool,
) -> bool {
    class.references(member).any(|each| {
        let name = class.text(each.name);
        let mut seen = BTreeSet::new();
        let mut waiting = vec![class.text(each.owner)];
        while let Some(owner) = waiting.pop() {
            if !seen.insert(owner) {
                continue;
            }
            match set.find(owner) {
                Lookup::Found(above) => {
                    waiting.extend(above.superclass().into_iter().chain(above.interfaces()));
                }
                Lookup::Outside if leads(owner, name) => return true,
                Lookup::Outside | Lookup::Unreadable => {}
            }
        }
        false
    })
}

/// The methods or fields that the code of one names in that way.
fn named(
    class: &ClassFacts,
    member: &MemberFacts,
    is_wanted: fn(ReferenceKind) -> bool,
) -> Vec<Called> {
    class
        .references(member)
        .filter(|reference| is_wanted(reference.kind))
        .map(|reference| {
            let text = |text| class.text(text);
            let owner = ClassName::internal(text(reference.owner));
            (owner, text(reference.name).into(), text(reference.descriptor).into())
        })
        .collect()
}

/// Whether a type, by its name, is one that things are kept in under a key, or one at a time.
fn is_container(owner: &str) -> bool {
    let simple = owner.rsplit('/').next().unwrap_or(owner);
    ["Map", "Cache", "Reference", "ThreadLocal", "Table"].iter().any(|word| simple.ends_with(word))
}

/// Whether a method may keep what it computes where all tests of the machine find it.
fn keeps(class: &ClassFacts, member: &MemberFacts) -> bool {
    use ReferenceKind as Kind;
    let (mut read, mut written) = (Vec::new(), Vec::new());
    let (mut looks, mut puts) = (false, false);
    for reference in class.references(member) {
        let name = class.text(reference.name);
        let descriptor = class.text(reference.descriptor);
        let field = (class.text(reference.owner), name, descriptor);
        match reference.kind {
            Kind::GetStatic => read.push(field),
            Kind::PutStatic => written.push(field),
            kind if kind.dispatches() && is_container(field.0) => match name {
                "computeIfAbsent" | "compute" | "merge" | "compareAndSet" | "getAndSet" => {
                    (looks, puts) = (true, true);
                }
                "get" | "containsKey" | "getOrDefault" | "getIfPresent" => looks = true,
                "put" | "putIfAbsent" | "set" => puts = true,
                _ => {}
            },
            _ => {}
        }
    }
    let is_shared =
        |(_, _, descriptor): &(&str, &str, &str)| is_container(descriptor.trim_end_matches(';'));
    let is_rewritten = read.iter().any(|field| written.contains(field));
    is_rewritten || (looks && puts && read.iter().any(is_shared))
}
