//! Words for reasons and times.

use std::collections::BTreeSet;

use tamis_select::Reason;
use tamis_vocab::{Entity, EntityKind};

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
    match reason {
        Reason::New => "nothing is known about it yet".to_owned(),
        Reason::Failed { message } => with_message("it failed last time", message),
        Reason::Incomplete { message } => with_message("its last run is incomplete", message),
        Reason::FactChanged { entity, .. } | Reason::EnvironmentChanged { entity, .. } => {
            format!("{entity} changed")
        }
        Reason::Opaque { message } => with_message("it always runs, being opaque", message),
        Reason::TooOld { .. } => "it passed too long ago".to_owned(),
        Reason::Together { with } => {
            format!("it shares files or properties with `{with}`, which runs")
        }
        Reason::Forced => "everything runs, as was asked for".to_owned(),
        Reason::Unknown { about } => format!("nothing can be said about {about}"),
    }
}

fn with_message(text: &str, message: &str) -> String {
    if message.is_empty() { text.to_owned() } else { format!("{text}: {message}") }
}

/// The most telling of what changed, in one line; `None` if nothing did.
pub(super) fn changed(entities: &BTreeSet<Entity>) -> Option<String> {
    const SHOWN: usize = 4;
    let mut told: Vec<&Entity> = Vec::new();
    // A change of a body, a file or the like is a cause; what follows from it for other facts is not.
    let is_cause = |entity: &&Entity| {
        !matches!(
            entity.kind(),
            EntityKind::Links
                | EntityKind::Header
                | EntityKind::Initialisation
                | EntityKind::Dispatch
                | EntityKind::Overrides
                | EntityKind::Touched
        )
    };
    told.extend(entities.iter().filter(is_cause));
    let follows = |entity: &&Entity| entity.kind() != EntityKind::Touched;
    if told.is_empty() {
        told.extend(entities.iter().filter(follows));
    }
    if told.is_empty() {
        told.extend(entities.iter());
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

fn is_resource(entity: &Entity, file: &str) -> bool {
    match entity {
        Entity::Resource(path) => {
            file.strip_suffix(&**path).is_some_and(|folder| folder.ends_with('/'))
        }
        _ => false,
    }
}
