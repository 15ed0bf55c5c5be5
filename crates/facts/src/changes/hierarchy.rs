//! What changes beyond the classes that were edited: where calls arrive, what references resolve to, which types an
//! initialisation runs through.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;
use tamis_classfile::flags;

use super::{Change, LinkOutcome, Pair, Side, Subject, What};
use crate::class_facts::{ClassFacts, Reference};
use crate::class_set::{ClassSet, Lookup};
use crate::dispatch::{self, Target, Targets};
use crate::initialise;
use crate::resolve::{self, Resolution};

/// Adds changes of dispatch, links and initialisation.
pub(super) fn compare(
    old: &Side<'_>,
    new: &Side<'_>,
    changed: &[Pair<'_>],
    differing: &BTreeSet<&str>,
    changes: &mut Vec<Change>,
) {
    let reshaped = reshaped(changed, differing);
    if reshaped.is_empty() {
        return;
    }
    let mut below =
        Below { old: old.set, new: new.set, reshaped: &reshaped, known: FxHashMap::default() };
    let pairs = all_pairs(old, new, changed);
    let mut grouped = Grouped::default();
    for (was, is) in &pairs {
        if below.is_below(is.name(), 0) || below.is_below(was.name(), 0) {
            grouped.dispatch((old.set, was), (new.set, is));
            grouped.initialisation((old.set, was), (new.set, is));
        }
        grouped.links((old.set, was), (new.set, is), &mut below);
    }
    grouped.finish(changes);
}

/// Classes whose declaration changed in a way that can be felt elsewhere: supertypes, flags, or which members there
/// are; and classes that came or went.
fn reshaped<'s>(changed: &[Pair<'s>], differing: &BTreeSet<&'s str>) -> BTreeSet<&'s str> {
    let mut same_shape = BTreeSet::new();
    for (was, is) in changed {
        if shape(was) == shape(is) {
            same_shape.extend([was.name(), is.name()]);
        }
    }
    differing.difference(&same_shape).copied().collect()
}

type Shape<'s> = (
    u16,
    Option<&'s str>,
    Vec<&'s str>,
    BTreeSet<(crate::MemberKind, u16, &'s str, &'s str)>,
    &'s str,
);

fn shape(facts: &ClassFacts) -> Shape<'_> {
    let members = facts
        .members()
        .iter()
        .map(|member| {
            (member.kind, member.flags, facts.text(member.canonical), facts.text(member.descriptor))
        })
        .collect();
    let interfaces = facts.interfaces().collect();
    (facts.flags, facts.superclass(), interfaces, members, facts.nest_host())
}

/// Tells whether a class is, extends or implements a reshaped one, on either side.
struct Below<'b> {
    old: &'b dyn ClassSet,
    new: &'b dyn ClassSet,
    reshaped: &'b BTreeSet<&'b str>,
    known: FxHashMap<String, bool>,
}

impl Below<'_> {
    fn is_below(&mut self, name: &str, depth: usize) -> bool {
        if self.reshaped.contains(name) {
            return true;
        }
        if let Some(known) = self.known.get(name) {
            return *known;
        }
        // A cycle of supertypes answers no for itself, and the bound says yes: then everything is compared.
        if depth > crate::class_set::DEEPEST_HIERARCHY {
            return true;
        }
        self.known.insert(name.to_owned(), false);
        let mut supertypes: Vec<String> = Vec::new();
        for set in [self.old, self.new] {
            if let Lookup::Found(facts) = set.find(name) {
                supertypes.extend(
                    facts.superclass().into_iter().chain(facts.interfaces()).map(str::to_owned),
                );
            }
        }
        let found = supertypes.iter().any(|supertype| self.is_below(supertype, depth + 1));
        self.known.insert(name.to_owned(), found);
        found
    }
}

/// All classes that are on both sides: the changed ones as matched, the others by name.
fn all_pairs<'s>(old: &Side<'s>, new: &Side<'s>, changed: &[Pair<'s>]) -> Vec<Pair<'s>> {
    let mut pairs: BTreeMap<&str, Pair<'s>> =
        changed.iter().map(|(was, is)| (is.name(), (*was, *is))).collect();
    for (name, _, _) in &new.classes {
        if pairs.contains_key(name) {
            continue;
        }
        if let (Lookup::Found(was), Lookup::Found(is)) = (old.set.find(name), new.set.find(name))
            && was.all == is.all
        {
            pairs.insert(is.name(), (was, is));
        }
    }
    pairs.into_values().collect()
}

/// A set and a class in it.
type In<'s> = (&'s dyn ClassSet, &'s ClassFacts);

/// A method's name and descriptor, where calls of it arrived, and where they arrive.
type Redirection = (String, String, Vec<String>, Vec<String>);

/// Changes of one kind with one cause, and whom they concern.
#[derive(Default)]
struct Grouped {
    dispatch: BTreeMap<Redirection, BTreeSet<String>>,
    links: BTreeMap<(Subject, LinkOutcome, LinkOutcome), BTreeSet<Subject>>,
    initialisation: BTreeMap<(String, bool), BTreeSet<String>>,
}

impl Grouped {
    fn dispatch(&mut self, (old, was): In<'_>, (new, is): In<'_>) {
        // No object is of an interface or an abstract class and nothing else.
        if is.flags & (flags::INTERFACE | flags::ABSTRACT) != 0 {
            return;
        }
        let (Some(before), Some(after)) =
            (dispatch::instance_methods(old, was), dispatch::instance_methods(new, is))
        else {
            return;
        };
        let names: BTreeSet<(String, String)> = before
            .into_iter()
            .chain(after)
            .map(|(name, descriptor)| (name.to_owned(), descriptor.to_owned()))
            .collect();
        for (name, descriptor) in names {
            let before = words(dispatch::targets(old, was, &name, &descriptor), was, is);
            let after = words(dispatch::targets(new, is, &name, &descriptor), is, is);
            // A method that no call could reach before, or none can now, was added or removed: that is told already. So
            // it is if only the environment could have said where calls arrive.
            if before == after || is_untold(&before) || is_untold(&after) {
                continue;
            }
            let key = (name, descriptor, before, after);
            self.dispatch.entry(key).or_default().insert(is.name().to_owned());
        }
    }

    fn initialisation(&mut self, (old, was): In<'_>, (new, is): In<'_>) {
        let types = |set, facts| -> Option<BTreeSet<String>> {
            let list = initialise::initialisation(set, facts)?;
            // Only a static initialiser makes the difference felt.
            let felt = list.iter().filter(|each| each.has_initialiser == Some(true));
            Some(felt.map(|each| each.class.to_owned()).collect())
        };
        let (Some(before), Some(after)) = (types(old, was), types(new, is)) else { return };
        // That a class got or lost an initialiser of its own is told already.
        let told = |name: &&String| *name == is.canonical_name();
        for (gone_or_new, now) in after
            .difference(&before)
            .map(|name| (name, true))
            .chain(before.difference(&after).map(|name| (name, false)))
            .filter(|(name, _)| !told(name))
        {
            let key = (gone_or_new.clone(), now);
            self.initialisation.entry(key).or_default().insert(is.name().to_owned());
        }
    }

    fn links(&mut self, (old, was): In<'_>, (new, is): In<'_>, below: &mut Below<'_>) {
        for method in is.methods() {
            let affected: Vec<&Reference> = is
                .references(method)
                .filter(|reference| below.is_below(is.text(reference.owner), 0))
                .collect();
            if affected.is_empty() {
                continue;
            }
            let same_method = was.methods().find(|other| {
                was.text(other.canonical) == is.text(method.canonical)
                    && was.text(other.canonical_descriptor) == is.text(method.canonical_descriptor)
            });
            let Some(same_method) = same_method else { continue };
            for reference in affected {
                let Some(before) = was
                    .references(same_method)
                    .find(|other| same_reference((was, other), (is, reference)))
                else {
                    continue;
                };
                let outcomes = (outcome(old, was, before), outcome(new, is, reference));
                if let (Some(before), Some(after)) = outcomes
                    && before != after
                {
                    let caller = Subject::Method {
                        class: is.name().to_owned(),
                        name: is.text(method.name).to_owned(),
                        descriptor: is.text(method.descriptor).to_owned(),
                    };
                    let key = (named(is, reference), before, after);
                    self.links.entry(key).or_default().insert(caller);
                }
            }
        }
    }

    fn finish(self, changes: &mut Vec<Change>) {
        for ((name, descriptor, was, is), receivers) in self.dispatch {
            let receivers: Vec<String> = receivers.into_iter().collect();
            let class = is.first().or(was.first()).cloned().unwrap_or_default();
            let subject = Subject::Method { class, name, descriptor };
            changes.push(Change { subject, what: What::Dispatch { receivers, was, is } });
        }
        for ((subject, was, is), callers) in self.links {
            let callers = callers.into_iter().collect();
            changes.push(Change { subject, what: What::Link { callers, was, is } });
        }
        for ((class, now), classes) in self.initialisation {
            let classes = classes.into_iter().collect();
            let subject = Subject::Class { class };
            changes.push(Change { subject, what: What::Initialisation { classes, now } });
        }
    }
}

/// Whether the compared classes do not say where calls arrive.
fn is_untold(targets: &[String]) -> bool {
    targets.iter().all(|target| target.starts_with("(outside: "))
}

/// Where calls arrive, as words; nothing if it cannot be known, which is reported as an unreadable class.
///
/// The receiver itself goes by the name it has now, so that a class which only got another number is the same.
fn words(targets: Targets, receiver: &ClassFacts, now: &ClassFacts) -> Vec<String> {
    targets
        .unwrap_or_default()
        .into_iter()
        .map(|target| match target {
            Target::Method(class) if class == receiver.canonical_name() => now.name().to_owned(),
            Target::Method(class) => class,
            Target::Abstract => "(abstract)".to_owned(),
            Target::Conflict => "(conflict)".to_owned(),
            Target::Outside(class) => format!("(outside: {class})"),
        })
        .collect()
}

fn same_reference((was, a): (&ClassFacts, &Reference), (is, b): (&ClassFacts, &Reference)) -> bool {
    a.kind == b.kind
        && was.text(a.owner) == is.text(b.owner)
        && was.text(a.name) == is.text(b.name)
        && was.text(a.descriptor) == is.text(b.descriptor)
}

/// What a reference names, as a subject.
fn named(from: &ClassFacts, reference: &Reference) -> Subject {
    let class = from.text(reference.owner).to_owned();
    let name = from.text(reference.name).to_owned();
    let descriptor = from.text(reference.descriptor).to_owned();
    if reference.kind.is_class() {
        Subject::Class { class }
    } else if reference.kind.is_field() {
        Subject::Field { class, name, descriptor }
    } else {
        Subject::Method { class, name, descriptor }
    }
}

/// `None` if it cannot be known.
fn outcome(set: &dyn ClassSet, from: &ClassFacts, reference: &Reference) -> Option<LinkOutcome> {
    let resolution = resolve::resolve(set, from, reference);
    let accessible = resolve::is_accessible(set, from, &resolution);
    Some(match resolution {
        Resolution::Class(class) | Resolution::Member { declared_in: class, .. } => {
            let name = class.canonical_name().to_owned();
            if accessible { LinkOutcome::DeclaredIn(name) } else { LinkOutcome::Inaccessible(name) }
        }
        Resolution::Outside(class) => LinkOutcome::Outside(class.to_owned()),
        Resolution::Missing => LinkOutcome::Missing,
        Resolution::WrongKind(class) => LinkOutcome::WrongKind(class.canonical_name().to_owned()),
        Resolution::Unknown => return None,
    })
}
