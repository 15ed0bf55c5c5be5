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
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use tamis_facts::resolve::is_subtype;
use tamis_facts::{ClassFacts, ClassIndex, Lookup, MemberFacts, ReferenceKind};
use tamis_vocab::{ClassName, MethodId};

use crate::execution::Execution;
use crate::footprint::{FileUse, Observed};
use crate::outside::leads_outside;

/// The methods that tests of a machine entered, by name and descriptor.
#[derive(Debug, Default)]
pub(crate) struct Remembered {
    entered: FxHashMap<Signature, BTreeSet<MethodId>>,
    /// Those of them that write static fields, by name and descriptor of the field.
    writers: OnceCell<FxHashMap<Signature, Vec<Writer>>>,
    /// What the code of methods says, once it was asked for.
    known: RefCell<FxHashMap<MethodId, Rc<Code>>>,
    /// Whether two classes are related, once that was asked.
    related: RefCell<FxHashMap<(ClassName, ClassName), bool>>,
    /// Tests that looked outside.
    seen: Vec<Seen>,
    /// Methods that can, and which of those tests entered them.
    lookers: FxHashMap<MethodId, Vec<usize>>,
}

/// What a test looked at outside the code.
#[derive(Debug)]
pub(crate) struct Seen {
    test: ClassName,
    /// See [`Execution::began`].
    began: usize,
    pub(crate) observations: BTreeSet<Observed>,
    pub(crate) files: BTreeSet<FileUse>,
}

impl Seen {
    /// `None` if there is nothing.
    fn of(execution: &Execution) -> Option<Self> {
        let test = execution.test.clone();
        // What a test class declares is looked at to run it.
        let is_own = |class: &ClassName| {
            let rest = class.as_str().strip_prefix(test.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('$'))
        };
        let is_wanted = |observed: &&Observed| !matches!(observed, Observed::Introspected(class) | Observed::ClassLookedUp(class) if is_own(class));
        let footprint = &execution.footprint;
        let observations: BTreeSet<_> =
            footprint.observations.iter().filter(is_wanted).cloned().collect();
        let is_nothing = observations.is_empty() && footprint.files.is_empty();
        let (began, files) = (execution.began, footprint.files.clone());
        (!is_nothing).then_some(Self { test, began, observations, files })
    }
}

/// What was done in a machine on behalf of a test, and not by it.
#[derive(Debug, Default)]
pub(crate) struct Behind<'r> {
    /// Methods that were entered.
    pub(crate) methods: BTreeSet<MethodId>,
    /// What was looked at.
    pub(crate) seen: Vec<&'r Seen>,
}

/// What the code of a method says.
#[derive(Debug, Default)]
struct Code {
    keeps: bool,
    /// Whether it calls something that looks outside.
    looks_outside: bool,
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
            if self.code(method, set).looks_outside {
                self.lookers.entry(method.clone()).or_default().push(place);
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
            lookers: BTreeSet::new(),
        };
        for method in entered {
            search.look(method);
        }
        while let Some(call) = search.calls.pop() {
            search.follow(call);
        }
        let seen: BTreeSet<usize> = search.lookers.into_iter().flatten().copied().collect();
        let seen = seen.into_iter().filter_map(|place| self.seen.get(place));
        // Also of tests that ran at the same time.
        let is_earlier = |seen: &&Seen| seen.test != execution.test && seen.began < execution.ended;
        Behind { methods: search.found, seen: seen.filter(is_earlier).collect() }
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
            looks_outside: class
                .references(member)
                .any(|each| leads_outside(class.text(each.owner), class.text(each.name))),
            calls: named(class, member, |kind| !kind.is_class() && !kind.is_field()),
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
    /// The tests that entered methods which look outside for what is kept.
    lookers: BTreeSet<&'a Vec<usize>>,
}

impl Search<'_> {
    /// Looks what a method that belongs to the test may pick up.
    fn look(&mut self, method: &MethodId) {
        let remembered = self.remembered;
        let mut waiting = vec![method];
        while let Some(method) = waiting.pop() {
            let code = remembered.code(method, self.set);
            if code.keeps {
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
                        self.call(&writer.method, &remembered.code(&writer.method, self.set));
                    }
                }
            }
        }
    }

    /// Everything that a method calls has a part in what it keeps.
    fn call(&mut self, method: &MethodId, code: &Code) {
        if code.looks_outside {
            self.lookers.extend(self.remembered.lookers.get(method));
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

fn find<'w>(
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
