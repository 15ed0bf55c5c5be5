//! Compares one class with itself, before and after.

use std::collections::BTreeMap;

use tamis_vocab::Fingerprint;

use super::{Change, Subject, What, align};
use crate::class_facts::{ClassFacts, MemberFacts, MemberKind};
use crate::parts::{Part, PartKind};

/// Adds everything that is different. Never nothing, if the content is different.
pub(super) fn compare(was: &ClassFacts, is: &ClassFacts, changes: &mut Vec<Change>) {
    let before = changes.len();
    let class = || Subject::Class { class: is.name().to_owned() };
    if was.flags != is.flags {
        let what = What::Flags { was: was.flags, is: is.flags };
        changes.push(Change { subject: class(), what });
    }
    if was.superclass() != is.superclass() && is_superclass_changed(was, is) {
        let what = What::Superclass {
            was: was.superclass().map(str::to_owned),
            is: is.superclass().map(str::to_owned),
        };
        changes.push(Change { subject: class(), what });
    }
    compare_parts((was, was.parts()), (is, is.parts()), &class(), changes);
    members(was, is, changes);
    if changes.len() == before {
        changes.push(Change { subject: class(), what: What::CompilerMade });
    }
}

/// A numbered superclass may only have another number.
fn is_superclass_changed(was: &ClassFacts, is: &ClassFacts) -> bool {
    let part = |facts: &ClassFacts| facts.part(PartKind::Superclass).map(|part| part.fingerprint);
    part(was) != part(is)
}

/// Whether the same members are declared, in whatever order.
pub(super) fn same_members(was: &ClassFacts, is: &ClassFacts) -> bool {
    let names = |facts: &ClassFacts| {
        let mut names: Vec<_> = facts
            .members()
            .iter()
            .map(|member| {
                let name = facts.text(member.canonical).to_owned();
                (member.kind, name, facts.text(member.canonical_descriptor).to_owned())
            })
            .collect();
        names.sort();
        names
    };
    names(was) == names(is)
}

/// The parts of one element on both sides.
fn compare_parts(
    was: (&ClassFacts, &[Part]),
    is: (&ClassFacts, &[Part]),
    subject: &Subject,
    changes: &mut Vec<Change>,
) {
    for kind in crate::parts::PART_KINDS {
        // Told from the facts themselves, or by the classes in question.
        if matches!(kind, PartKind::Flags | PartKind::Superclass | PartKind::NestNumbered) {
            continue;
        }
        let list = |(facts, parts): (&ClassFacts, &[Part])| -> Vec<(String, Fingerprint)> {
            let of_kind = parts.iter().filter(|part| part.kind == kind);
            of_kind.map(|part| (facts.text(part.label).to_owned(), part.fingerprint)).collect()
        };
        let (old, new) = (list(was), list(is));
        if old == new || old.iter().map(|(_, f)| f).eq(new.iter().map(|(_, f)| f)) {
            continue;
        }
        if kind == PartKind::Version {
            let what = What::Version { was: was.0.version, is: is.0.version };
            changes.push(Change { subject: subject.clone(), what });
            continue;
        }
        compare_lists(kind, old, new, subject, changes);
    }
}

fn compare_lists(
    kind: PartKind,
    mut old: Vec<(String, Fingerprint)>,
    mut new: Vec<(String, Fingerprint)>,
    subject: &Subject,
    changes: &mut Vec<Change>,
) {
    // What is on both sides, in whatever order, is not different.
    old.retain(|(_, fingerprint)| match new.iter().position(|(_, other)| other == fingerprint) {
        Some(position) => {
            new.remove(position);
            false
        }
        None => true,
    });
    if old.is_empty() && new.is_empty() {
        changes.push(Change { subject: subject.clone(), what: What::PartOrder { kind } });
        return;
    }
    for (label, was) in old {
        let position = new.iter().position(|(other, _)| *other == label);
        let is = position.map(|position| new.remove(position).1);
        let what = What::Part { kind, label, was: Some(was), is };
        changes.push(Change { subject: subject.clone(), what });
    }
    for (label, is) in new {
        let what = What::Part { kind, label, was: None, is: Some(is) };
        changes.push(Change { subject: subject.clone(), what });
    }
}

/// Fields and methods by the names that facts use.
type Members<'s> = BTreeMap<(MemberKind, &'s str, &'s str), &'s MemberFacts>;

fn members(was: &ClassFacts, is: &ClassFacts, changes: &mut Vec<Change>) {
    let before = by_name(was);
    let mut after = by_name(is);
    for (key, old) in &before {
        match after.remove(key) {
            Some(new) => member((was, old), (is, new), changes),
            None => changes.push(Change { subject: subject(was, old), what: What::Removed }),
        }
    }
    for new in after.into_values() {
        changes.push(Change { subject: subject(is, new), what: What::Added });
    }
    lambdas(was, is, changes);
}

/// Without the bodies of lambdas, which are compared site by site, and without accessors, which those who call them
/// account for.
fn by_name(facts: &ClassFacts) -> Members<'_> {
    facts
        .members()
        .iter()
        .filter(|member| member.name == member.canonical)
        .map(|member| {
            let name = facts.text(member.canonical);
            ((member.kind, name, facts.text(member.canonical_descriptor)), member)
        })
        .collect()
}

fn member(
    (was, old): (&ClassFacts, &MemberFacts),
    (is, new): (&ClassFacts, &MemberFacts),
    changes: &mut Vec<Change>,
) {
    let subject = subject(is, new);
    if old.flags != new.flags {
        let what = What::Flags { was: old.flags, is: new.flags };
        changes.push(Change { subject: subject.clone(), what });
    }
    if old.kind == MemberKind::Method && old.body != new.body {
        let what = What::Body { was: old.body, is: new.body };
        changes.push(Change { subject: subject.clone(), what });
    }
    compare_parts((was, was.member_parts(old)), (is, is.member_parts(new)), &subject, changes);
}

fn subject(facts: &ClassFacts, member: &MemberFacts) -> Subject {
    let class = facts.name().to_owned();
    let name = facts.text(member.name).to_owned();
    let descriptor = facts.text(member.descriptor).to_owned();
    match member.kind {
        MemberKind::Field => Subject::Field { class, name, descriptor },
        MemberKind::Method => Subject::Method { class, name, descriptor },
    }
}

/// The bodies of the lambdas that a method's sites create, those inside others included, in the order of the sites.
fn sites(facts: &ClassFacts) -> BTreeMap<&str, Vec<(&str, &MemberFacts)>> {
    let mut sites: BTreeMap<&str, Vec<(&str, &MemberFacts)>> = BTreeMap::new();
    for member in facts.members().iter().filter(|member| member.name != member.canonical) {
        if let Some((host, path)) = split_path(facts.text(member.canonical)) {
            sites.entry(host).or_default().push((path, member));
        }
    }
    let numbers = |path: &str| -> Vec<usize> {
        path.split('~').map(|number| number.parse().unwrap_or(usize::MAX)).collect()
    };
    for list in sites.values_mut() {
        list.sort_by_key(|(path, _)| numbers(path));
    }
    sites
}

fn lambdas(was: &ClassFacts, is: &ClassFacts, changes: &mut Vec<Change>) {
    let before = sites(was);
    for (host, new) in sites(is) {
        let Some(old) = before.get(host) else { continue };
        let content = |facts: &ClassFacts, member: &MemberFacts| {
            let descriptor = facts.text(member.canonical_descriptor).to_owned();
            (member.flags, descriptor, member.body)
        };
        let old: Vec<_> = old.iter().map(|(_, member)| (was, *member)).collect();
        let new: Vec<_> = new.iter().map(|(_, member)| (is, *member)).collect();
        let same = |a: &(&ClassFacts, &MemberFacts), b: &(&ClassFacts, &MemberFacts)| {
            content(a.0, a.1) == content(b.0, b.1)
        };
        let mut number = 0;
        // A site that is on one side only is a change of the method's own code, which is reported by itself.
        for (old, new) in align::align(&old, &new, same) {
            number += usize::from(new.is_some());
            if let (Some(old), Some(new)) = (old, new)
                && !same(&old, &new)
            {
                let Some((name, descriptor)) = split_host(host) else { continue };
                let subject = Subject::Lambda {
                    class: is.name().to_owned(),
                    name: name.to_owned(),
                    descriptor: descriptor.to_owned(),
                    number,
                };
                let what = What::Body { was: old.1.body, is: new.1.body };
                changes.push(Change { subject, what });
            }
        }
    }
}

/// `total(I)J~1~0` is `total(I)J` and `1~0`; `None` for an accessor. Names of methods may hold the character too, but never
/// a parenthesis.
fn split_path(canonical: &str) -> Option<(&str, &str)> {
    let end = canonical.rfind([')', ';'])?;
    let tilde = end + canonical.get(end..)?.find('~')?;
    Some((canonical.get(..tilde)?, canonical.get(tilde + 1..)?))
}

/// `total(I)J` is `total` and `(I)J`.
fn split_host(host: &str) -> Option<(&str, &str)> {
    let parenthesis = host.find('(')?;
    host.split_at_checked(parenthesis)
}
