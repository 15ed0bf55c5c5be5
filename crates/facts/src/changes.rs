//! What is different between two sets of classes and resources, in terms of facts.

mod align;
mod class;
mod hierarchy;

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::{FxHashMap, FxHashSet};
use tamis_vocab::Fingerprint;

use crate::class_facts::ClassFacts;
use crate::class_set::{ClassSet, Lookup};
use crate::family::family_name;
use crate::parts::{FactKind, PartKind};

/// One side of a comparison.
pub struct Side<'s> {
    /// To look classes up.
    pub set: &'s dyn ClassSet,
    /// Name, fingerprint of everything but debug data, and number of copies on the class path; sorted. An unreadable
    /// class has no fingerprint, and is compared with nothing.
    pub classes: Vec<(&'s str, Option<Fingerprint>, u32)>,
    /// Path and the contents of all copies, sorted.
    pub resources: Vec<(&'s str, Vec<Fingerprint>)>,
}

/// One difference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// What is different.
    pub subject: Subject,
    /// In what way.
    pub what: What,
}

/// Something that facts are about. Names are those of class files, with `/`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Subject {
    Class {
        class: String,
    },
    Field {
        class: String,
        name: String,
        descriptor: String,
    },
    Method {
        class: String,
        name: String,
        descriptor: String,
    },
    /// The body of the lambda that a site in a method creates, counted from 1.
    Lambda {
        class: String,
        name: String,
        descriptor: String,
        number: usize,
    },
    Resource {
        path: String,
    },
}

impl Subject {
    /// The class, unless it is a resource.
    pub fn class(&self) -> Option<&str> {
        match self {
            Self::Class { class }
            | Self::Field { class, .. }
            | Self::Method { class, .. }
            | Self::Lambda { class, .. } => Some(class),
            Self::Resource { .. } => None,
        }
    }
}

/// In what way something is different.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum What {
    /// It was not there.
    Added,
    /// It is gone.
    Removed,
    /// Canonical code, or the content of a resource.
    Body {
        /// Old fingerprint.
        was: Fingerprint,
        /// New fingerprint.
        is: Fingerprint,
    },
    /// Access flags.
    Flags {
        /// Old flags.
        was: u16,
        /// New flags.
        is: u16,
    },
    /// A part: `was` or `is` is missing if the part was added or removed.
    Part {
        /// Which kind of part.
        kind: PartKind,
        /// What people call it; may be empty.
        label: String,
        /// Old fingerprint.
        was: Option<Fingerprint>,
        /// New fingerprint.
        is: Option<Fingerprint>,
    },
    /// The parts of a kind are the same, in another order.
    PartOrder {
        /// Which kind of part.
        kind: PartKind,
    },
    /// The superclass, by name.
    Superclass {
        /// Old name; `None` for `Object` itself and modules.
        was: Option<String>,
        /// New name.
        is: Option<String>,
    },
    /// The class file version.
    Version {
        /// Old major version.
        was: u16,
        /// New major version.
        is: u16,
    },
    /// The subject is a method: for these receiver classes, calls arrive elsewhere.
    Dispatch {
        /// Classes of objects the method is called on.
        receivers: Vec<String>,
        /// Where calls arrived.
        was: Vec<String>,
        /// Where calls arrive.
        is: Vec<String>,
    },
    /// The subject is what references name: in these methods, they resolve to something else.
    Link {
        /// Methods that refer to it, as class and signature.
        callers: Vec<Subject>,
        /// What it resolved to.
        was: LinkOutcome,
        /// What it resolves to.
        is: LinkOutcome,
    },
    /// Initialising these classes runs through other types.
    Initialisation {
        /// Classes that are initialised.
        classes: Vec<String>,
        /// Whether the subject is now among the types, or no longer.
        now: bool,
    },
    /// The number of roots that have it: another copy is shadowed, or no longer.
    Copies {
        /// Old number.
        was: u32,
        /// New number.
        is: u32,
    },
    /// Methods that only the compiler knows, such as accessors, and that nothing else accounts for.
    CompilerMade,
    /// The order in which members are declared.
    Order,
}

/// What a reference resolves to.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum LinkOutcome {
    /// A member that this class declares, or the class itself.
    DeclaredIn(String),
    /// Something outside the compared classes.
    Outside(String),
    /// Nothing: the reference throws.
    Missing,
    /// A class where an interface is needed, or the other way round: the reference throws.
    WrongKind(String),
    /// Declared in this class, where the caller may not use it: the reference throws.
    Inaccessible(String),
}

impl What {
    /// The kind of fact that changed.
    pub fn fact(&self, subject: &Subject) -> FactKind {
        match self {
            Self::Added | Self::Removed => match subject {
                Subject::Class { .. } | Subject::Resource { .. } => FactKind::Absent,
                Subject::Field { .. } => FactKind::Members,
                Subject::Method { .. } | Subject::Lambda { .. } => FactKind::Method,
            },
            Self::Body { .. } => FactKind::Method,
            Self::Flags { .. } => match subject {
                Subject::Class { .. } | Subject::Resource { .. } => FactKind::Header,
                Subject::Field { .. } => FactKind::Members,
                Subject::Method { .. } | Subject::Lambda { .. } => FactKind::Method,
            },
            Self::Part { kind, .. } | Self::PartOrder { kind } => kind.fact(),
            Self::Superclass { .. } | Self::Version { .. } => FactKind::Header,
            Self::Dispatch { .. } => FactKind::Dispatch,
            Self::Link { .. } => FactKind::Link,
            Self::Initialisation { .. } => FactKind::Initialisation,
            Self::Copies { .. } | Self::CompilerMade => FactKind::Class,
            Self::Order => FactKind::Order,
        }
    }
}

/// A class before and after.
pub(crate) type Pair<'s> = (&'s ClassFacts, &'s ClassFacts);

/// What a comparison found.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Comparison {
    /// The differences, sorted.
    pub changes: Vec<Change>,
    /// Classes that were there when the sides were listed and could not be read any more: nothing is known of them.
    pub unknown: Vec<String>,
}

/// Compares two sides. `with_order` also reports members that were declared in another order.
pub fn compare(old: &Side<'_>, new: &Side<'_>, with_order: bool) -> Comparison {
    let mut changes = Vec::new();
    let matched = match_classes(old, new);
    for (class, what) in matched.alone {
        changes.push(Change { subject: Subject::Class { class: class.to_owned() }, what });
    }
    for (was, is) in &matched.changed {
        class::compare(was, is, &mut changes);
    }
    drop_accounted(&mut changes);
    copies(old, new, &mut changes);
    hierarchy::compare(old, new, &matched.changed, &matched.differing, &mut changes);
    resources(old, new, &mut changes);
    if with_order {
        order(old, new, &mut changes);
    }
    changes.sort_by(|a, b| (&a.subject, rank(&a.what)).cmp(&(&b.subject, rank(&b.what))));
    Comparison { changes, unknown: matched.unknown }
}

/// Drops what only the compiler knows where another change in the family accounts for it: an accessor comes and goes
/// with the code that needs it.
fn drop_accounted(changes: &mut Vec<Change>) {
    let accounted: BTreeSet<String> = changes
        .iter()
        .filter(|change| change.what != What::CompilerMade)
        .filter_map(|change| change.subject.class())
        .map(|class| family_name(class).to_owned())
        .collect();
    changes.retain(|change| {
        change.what != What::CompilerMade
            || change.subject.class().is_none_or(|class| !accounted.contains(family_name(class)))
    });
}

/// The order of changes to one subject.
fn rank(what: &What) -> u8 {
    match what {
        What::Added => 0,
        What::Removed => 1,
        What::Version { .. } => 2,
        What::Flags { .. } => 3,
        What::Superclass { .. } => 4,
        What::Part { .. } => 5,
        What::PartOrder { .. } => 6,
        What::Body { .. } => 7,
        What::CompilerMade => 8,
        What::Link { .. } => 9,
        What::Dispatch { .. } => 10,
        What::Initialisation { .. } => 11,
        What::Copies { .. } => 12,
        What::Order => 13,
    }
}

/// Which class is which on the other side.
struct Matched<'s> {
    /// Classes on both sides with different content.
    changed: Vec<Pair<'s>>,
    /// Classes on one side only.
    alone: Vec<(&'s str, What)>,
    /// Names, on either side, of the classes that differ or are on one side only.
    differing: BTreeSet<&'s str>,
    /// Classes that could not be read after all.
    unknown: Vec<String>,
}

fn match_classes<'s>(old: &Side<'s>, new: &Side<'s>) -> Matched<'s> {
    // The fingerprint includes the canonical name: equal means that nothing about the class changed.
    let all = |side: &Side<'s>| -> FxHashSet<Fingerprint> {
        side.classes.iter().filter_map(|(_, all, _)| *all).collect()
    };
    let (all_old, all_new) = (all(old), all(new));
    let mut unknown = Vec::new();
    let unmatched_old = unmatched(old, &all_new, &mut unknown);
    let unmatched_new = unmatched(new, &all_old, &mut unknown);
    let mut matched =
        Matched { changed: Vec::new(), alone: Vec::new(), differing: BTreeSet::new(), unknown };

    let is_numbered = |facts: &&ClassFacts| facts.is_numbered();
    let plain_old = unmatched_old.iter().copied().filter(|facts| !facts.is_numbered());
    let mut plain_new: BTreeMap<&str, &ClassFacts> = unmatched_new
        .iter()
        .filter(|facts| !facts.is_numbered())
        .map(|facts| (facts.name(), *facts))
        .collect();
    for was in plain_old {
        match plain_new.remove(was.name()) {
            Some(is) => matched.add_pair(was, is),
            None => matched.add_alone(was, What::Removed),
        }
    }
    for is in plain_new.into_values() {
        matched.add_alone(is, What::Added);
    }

    let families: BTreeSet<&str> = unmatched_old
        .iter()
        .chain(&unmatched_new)
        .filter(|facts| is_numbered(facts))
        .map(|facts| family_name(facts.name()))
        .collect();
    for (was, is) in align::numbered_classes(old, new, &families) {
        match (was, is) {
            (Some(was), Some(is)) if was.content == is.content => {}
            (Some(was), Some(is)) => matched.add_pair(was, is),
            (Some(was), None) => matched.add_alone(was, What::Removed),
            (None, Some(is)) => matched.add_alone(is, What::Added),
            (None, None) => {}
        }
    }
    matched
}

impl<'s> Matched<'s> {
    fn add_pair(&mut self, was: &'s ClassFacts, is: &'s ClassFacts) {
        self.differing.extend([was.name(), is.name()]);
        self.changed.push((was, is));
    }

    fn add_alone(&mut self, facts: &'s ClassFacts, what: What) {
        // A class that only tells constructors apart comes and goes with the compiler's needs.
        if !facts.is_tag {
            self.differing.insert(facts.name());
            self.alone.push((facts.name(), what));
        }
    }
}

fn unmatched<'s>(
    side: &Side<'s>,
    other: &FxHashSet<Fingerprint>,
    unknown: &mut Vec<String>,
) -> Vec<&'s ClassFacts> {
    side.classes
        .iter()
        .filter(|(_, all, _)| all.is_some_and(|all| !other.contains(&all)))
        .filter_map(|(name, _, _)| match side.set.find(name) {
            Lookup::Found(facts) => Some(facts),
            Lookup::Outside | Lookup::Unreadable => {
                unknown.push((*name).to_owned());
                None
            }
        })
        .collect()
}

fn copies(old: &Side<'_>, new: &Side<'_>, changes: &mut Vec<Change>) {
    let before: FxHashMap<&str, u32> =
        old.classes.iter().map(|(name, _, copies)| (*name, *copies)).collect();
    for (name, _, is) in &new.classes {
        if let Some(was) = before.get(name)
            && was != is
        {
            let subject = Subject::Class { class: (*name).to_owned() };
            changes.push(Change { subject, what: What::Copies { was: *was, is: *is } });
        }
    }
}

fn order(old: &Side<'_>, new: &Side<'_>, changes: &mut Vec<Change>) {
    for (name, _, _) in &new.classes {
        if let (Lookup::Found(was), Lookup::Found(is)) = (old.set.find(name), new.set.find(name))
            && was.order != is.order
            && class::same_members(was, is)
        {
            let subject = Subject::Class { class: (*name).to_owned() };
            changes.push(Change { subject, what: What::Order });
        }
    }
}

fn resources(old: &Side<'_>, new: &Side<'_>, changes: &mut Vec<Change>) {
    let before: BTreeMap<&str, &Vec<Fingerprint>> =
        old.resources.iter().map(|(path, copies)| (*path, copies)).collect();
    let after: BTreeMap<&str, &Vec<Fingerprint>> =
        new.resources.iter().map(|(path, copies)| (*path, copies)).collect();
    let paths: BTreeSet<&str> = before.keys().chain(after.keys()).copied().collect();
    for path in paths {
        let what = match (before.get(path), after.get(path)) {
            (None, _) => What::Added,
            (_, None) => What::Removed,
            (Some(was), Some(is)) => match (was.first(), is.first()) {
                (Some(was), Some(is)) if was != is => What::Body { was: *was, is: *is },
                _ if was.len() != is.len() => {
                    What::Copies { was: was.len() as u32, is: is.len() as u32 }
                }
                // A copy that only an enumeration of all copies finds.
                _ => match was.iter().zip(is.iter()).find(|(was, is)| was != is) {
                    Some((was, is)) => What::Body { was: *was, is: *is },
                    None => continue,
                },
            },
        };
        changes.push(Change { subject: Subject::Resource { path: path.to_owned() }, what });
    }
}
