//! Words for reasons and times.

use std::collections::BTreeSet;

use tamis_select::{ClassChange, ClassEvent, Reason};
use tamis_vocab::{Entity, EntityKind};

use crate::words::printable;

/// How long ago, roughly.
pub fn ago(now: u64, then: u64) -> String {
    let seconds = now.saturating_sub(then);
    match seconds {
        0..=59 => "just now".to_owned(),
        60..=3599 => format!("{} min ago", seconds / 60),
        3600..=172_799 => format!("{} h ago", seconds / 3600),
        _ => format!("{} days ago", seconds / 86_400),
    }
}

/// Nanoseconds for people.
pub fn seconds(nanos: u64) -> String {
    let millis = nanos / 1_000_000;
    match millis {
        0..=999 => format!("{millis} ms"),
        1000..=59_999 => format!("{}.{} s", millis / 1000, millis % 1000 / 100),
        _ => format!("{} min {} s", millis / 60_000, millis % 60_000 / 1000),
    }
}

pub(super) fn reason(reason: &Reason) -> String {
    printable(&match reason {
        Reason::New => "nothing is known about it yet".to_owned(),
        Reason::Failed { message } => with_message("it failed last time", message),
        Reason::Incomplete { message } => with_message("its last run is incomplete", message),
        Reason::FactChanged { entity, .. } | Reason::EnvironmentChanged { entity, .. } => {
            format!("{entity} changed")
        }
        Reason::ClassChanged(change) => class_changed(change),
        Reason::Opaque { message } => with_message("it always runs, being opaque", message),
        Reason::TooOld { .. } => "it passed too long ago".to_owned(),
        Reason::Together { with, what } => {
            let what = if what.is_empty() { "files, properties or static fields" } else { what };
            format!("it shares {what} with `{with}`, which runs")
        }
        Reason::Forced => "everything runs, as was asked for".to_owned(),
        Reason::Unknown { about } => format!("nothing can be said about {about}"),
    })
}

fn class_changed(change: &ClassChange) -> String {
    let what = match change.event {
        ClassEvent::Changed => "changed",
        ClassEvent::Appeared => "is new",
        ClassEvent::Gone => "is gone",
        ClassEvent::Unreadable => "cannot be read",
        ClassEvent::OfOtherLibrary => "is in a library that is new or changed",
        ClassEvent::PerhapsGone => "may have been in a library that is gone or changed",
    };
    format!("`{}`, which it can reach, {what}", change.class)
}

fn with_message(text: &str, message: &str) -> String {
    if message.is_empty() { text.to_owned() } else { format!("{text}: {message}") }
}

/// The most telling of what changed, in one line; `None` if nothing did.
pub(super) fn changed(entities: &BTreeSet<Entity>) -> Option<String> {
    const SHOWN: usize = 4;
    let of = |wanted: Rank| entities.iter().filter(move |entity| rank(entity) == wanted);
    let mut told: Vec<&Entity> = of(Rank::Cause).collect();
    // What is told about a class already explains what else is different about it.
    let classes: BTreeSet<_> = told.iter().filter_map(|entity| entity.class()).collect();
    told.extend(of(Rank::Class).filter(|each| each.class().is_none_or(|it| !classes.contains(it))));
    for wanted in [Rank::Reference, Rank::Whole] {
        if told.is_empty() {
            told.extend(of(wanted));
        }
    }
    if told.is_empty() {
        return None;
    }
    // A resource in a folder is a file as well, and its state is a third fact; one change is told once.
    let others = told.clone();
    told.retain(|entity| match entity {
        Entity::File(name) => !others.iter().any(|other| is_resource(other, name)),
        Entity::Probe(name) => !others.iter().any(|other| match other {
            Entity::File(file) => file == name,
            other => is_resource(other, name),
        }),
        _ => true,
    });
    let mut parts: Vec<String> =
        told.iter().take(SHOWN).map(std::string::ToString::to_string).collect();
    if told.len() > SHOWN {
        parts.push(format!("and {} more", told.len() - SHOWN));
    }
    Some(parts.join(", "))
}

/// How near to an edit a change is.
#[derive(PartialEq, Eq)]
enum Rank {
    /// It was edited.
    Cause,
    /// It, or a class above it, was edited.
    Class,
    /// Something it refers to was edited.
    Reference,
    /// A class with anything edited in it.
    Whole,
}

fn rank(entity: &Entity) -> Rank {
    match entity.kind() {
        EntityKind::Header
        | EntityKind::Initialisation
        | EntityKind::Dispatch
        | EntityKind::Overrides => Rank::Class,
        EntityKind::Links => Rank::Reference,
        EntityKind::Touched => Rank::Whole,
        EntityKind::Body
        | EntityKind::Members
        | EntityKind::Whole
        | EntityKind::Copies
        | EntityKind::Presence
        | EntityKind::Frameworks
        | EntityKind::Resource
        | EntityKind::Resources
        | EntityKind::Bundle
        | EntityKind::File
        | EntityKind::Probe
        | EntityKind::Listing
        | EntityKind::Property
        | EntityKind::Properties
        | EntityKind::Variable
        | EntityKind::Variables
        | EntityKind::Environment
        | EntityKind::Place => Rank::Cause,
    }
}

fn is_resource(entity: &Entity, file: &str) -> bool {
    match entity {
        Entity::Resource(path) => {
            file.strip_suffix(&**path).is_some_and(|folder| folder.ends_with('/'))
        }
        _ => false,
    }
}
