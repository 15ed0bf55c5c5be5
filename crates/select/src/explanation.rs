//! How a change reaches a test.

use std::collections::BTreeMap;

use roaring::RoaringBitmap;
use tamis_vocab::{ClassName, Entity, EntityKind, MethodId};

use crate::block::{Block, NOTHING};
use crate::changed::{ClassState, Now};
use crate::verdict::Reason;

/// What is known about one test, to be asked for chains.
pub struct Explanation<'b> {
    test: ClassName,
    block: Option<(&'b Block, RoaringBitmap)>,
    /// Classes that are not as they were, by number.
    different: Vec<u32>,
}

/// Prepares an explanation from the newest evidence of a test.
pub fn explain<'b>(blocks: &'b [Block], test: &ClassName, now: &dyn Now) -> Explanation<'b> {
    let mut newest: Option<(&Block, RoaringBitmap)> = None;
    for block in blocks {
        for row in (0..block.test_count()).filter_map(|number| block.test(number)) {
            let is_newer = newest.as_ref().is_none_or(|(known, _)| known.time() <= block.time());
            if row.test == test.as_str() && is_newer {
                let facts = row.facts.and_then(|facts| facts.decode());
                newest = facts.map(|facts| (block, facts)).or(newest);
            }
        }
    }
    let different = newest.as_ref().map(|(block, _)| different(block, now)).unwrap_or_default();
    Explanation { test: test.clone(), block: newest, different }
}

fn different(block: &Block, now: &dyn Now) -> Vec<u32> {
    let is_different = |number: &u32| {
        block.class(*number).is_none_or(|row| match (row.all, now.class(row.name)) {
            (Some(was), ClassState::Present { all, copies }) => was != all || row.copies != copies,
            (None, ClassState::Absent) => false,
            (_, ClassState::Present { .. } | ClassState::Absent | ClassState::Unreadable) => true,
        })
    };
    (0..block.class_count()).filter(is_different).collect()
}

impl Explanation<'_> {
    /// How many facts of which kind the evidence rests on; kinds are nouns, for one and for many.
    pub fn counts(&self) -> BTreeMap<(&'static str, &'static str), u64> {
        let mut counts = BTreeMap::new();
        if let Some((block, facts)) = &self.block {
            for (kind, _) in facts.iter().filter_map(|fact| block.fact_about(fact)) {
                *counts.entry(word(kind)).or_default() += 1;
            }
        }
        counts
    }

    /// The steps from the cause of a reason to the test.
    pub fn chain(&self, reason: &Reason) -> Vec<String> {
        let Some(entity) = reason.entity() else { return Vec::new() };
        let test = &self.test;
        match entity {
            Entity::Body(method) => vec![format!("`{test}` entered `{method}`")],
            Entity::Links(method) => {
                let mut steps = self.causes(&method.class);
                steps.push(format!("`{method}` refers to it"));
                steps.push(format!("`{test}` entered `{method}`"));
                steps
            }
            Entity::Dispatch(method) => {
                let class = &method.class;
                let mut steps = self.causes(class);
                steps.push(format!(
                    "objects of `{class}` were there while `{test}` ran, or could be"
                ));
                steps
            }
            Entity::Header(class)
            | Entity::Initialisation(class)
            | Entity::Touched(class)
            | Entity::Whole(class)
            | Entity::Copies(class) => {
                let mut steps = self.causes(class);
                steps.extend(self.user(class));
                steps
            }
            Entity::Members(class) => vec![format!("`{test}` looked at the members of `{class}`")],
            Entity::Presence(class) => vec![format!("`{test}` looked `{class}` up")],
            Entity::Overrides(class) => {
                vec![format!("`{class}` was loaded while `{test}` ran, and the JDK may call it")]
            }
            Entity::Probe(_) | Entity::Listing(_) => vec![format!("`{test}` looked at it")],
            Entity::Resource(_)
            | Entity::Resources(_)
            | Entity::Bundle(_)
            | Entity::File(_)
            | Entity::Property(_)
            | Entity::Properties
            | Entity::Variable(_)
            | Entity::Variables => {
                vec![format!("`{test}` read it")]
            }
            Entity::Place => {
                vec![format!("`{test}` looked at a file that is not in the project, and near it")]
            }
            Entity::Environment | Entity::Frameworks => {
                vec!["every test rests on it".to_owned()]
            }
        }
    }

    /// The classes that are different and that facts about a class depend on.
    fn causes(&self, class: &ClassName) -> Vec<String> {
        const MOST: usize = 3;
        let Some((block, _)) = &self.block else { return Vec::new() };
        let Some(start) = self.number(class) else { return Vec::new() };
        let mut seen = std::collections::BTreeSet::from([start]);
        let mut waiting = std::collections::VecDeque::from([start]);
        let mut steps = Vec::new();
        while let Some(number) = waiting.pop_front() {
            if self.different.contains(&number)
                && steps.len() < MOST
                && let Some(row) = block.class(number)
            {
                steps.push(format!("`{}` is different", ClassName::internal(row.name)));
            }
            let next: Vec<u32> = block.above(number).chain(block.named(number)).collect();
            // What is named counts for the class itself, what is above for all of them.
            let next = if number == start { next } else { block.above(number).collect() };
            waiting.extend(next.into_iter().filter(|each| seen.insert(*each)));
        }
        steps
    }

    fn number(&self, class: &ClassName) -> Option<u32> {
        let (block, _) = self.block.as_ref()?;
        (0..block.class_count()).find(|number| block.canonical(*number) == Some(class.as_str()))
    }

    /// A method that the test entered and that leads to a class: its own, or one whose class names it.
    fn user(&self, class: &ClassName) -> Vec<String> {
        let Some((block, facts)) = &self.block else { return Vec::new() };
        let Some(wanted) = self.number(class) else { return Vec::new() };
        let mut through = None;
        for fact in facts {
            let Some((EntityKind::Body, number)) = block.fact_about(fact) else { continue };
            if number == NOTHING {
                continue;
            }
            let is_own = number == wanted;
            let names = || {
                block.named(number).any(|each| each == wanted)
                    || block.above(number).any(|each| each == wanted)
            };
            if !is_own && (through.is_some() || !names()) {
                continue;
            }
            let row = block.fact(fact).and_then(|row| block.entity(&row));
            if let Some(Entity::Body(method)) = row {
                let step = self.step(&method, class, is_own);
                if is_own {
                    return vec![step];
                }
                through = Some(step);
            }
        }
        through.into_iter().collect()
    }

    fn step(&self, method: &MethodId, class: &ClassName, is_own: bool) -> String {
        let test = &self.test;
        if is_own {
            format!("`{test}` entered `{method}`")
        } else {
            format!("`{test}` entered `{method}`, whose class uses `{class}`")
        }
    }
}

fn word(kind: EntityKind) -> (&'static str, &'static str) {
    match kind {
        EntityKind::Body => ("body of a method", "bodies of methods"),
        EntityKind::Links => ("method and what it refers to", "methods and what they refer to"),
        EntityKind::Header => ("class and what it extends", "classes and what they extend"),
        EntityKind::Initialisation => ("initialisation of a class", "initialisations of classes"),
        EntityKind::Members => ("class with all its members", "classes with all their members"),
        EntityKind::Whole => ("class as a whole", "classes as a whole"),
        EntityKind::Touched => ("class that was used", "classes that were used"),
        EntityKind::Copies => ("class and its copies", "classes and their copies"),
        EntityKind::Presence => ("class that was looked up", "classes that were looked up"),
        EntityKind::Dispatch => ("call by receiver", "calls by receiver"),
        EntityKind::Overrides => ("class that the JDK may call", "classes that the JDK may call"),
        EntityKind::Frameworks => ("set of test frameworks", "sets of test frameworks"),
        EntityKind::Resource | EntityKind::Resources => ("resource", "resources"),
        EntityKind::Bundle => ("resource bundle", "resource bundles"),
        EntityKind::File | EntityKind::Probe | EntityKind::Listing => {
            ("file or folder", "files and folders")
        }
        EntityKind::Property | EntityKind::Properties => ("system property", "system properties"),
        EntityKind::Variable | EntityKind::Variables => {
            ("environment variable", "environment variables")
        }
        EntityKind::Place => ("place of the project", "places of the project"),
        EntityKind::Environment => ("JDK with its options", "JDKs with their options"),
    }
}
