//! A world in memory, and blocks that were made in it.

use std::collections::{BTreeMap, BTreeSet};

use tamis_facts::value::{MethodPrint, absent, method_prints, value};
use tamis_facts::{ClassFacts, ClassIndex, ClassSet, Digest, Extractor, Lookup, family_name};
use tamis_select::{
    Block, Builder, ClassState, Leaver, Now, Outcome, Request, Selection, Technique, TestRecord,
    Verdict, select,
};
use tamis_vocab::{ClassName, Entity, EntityKind, Fingerprint};

/// Classes, and everything else as a number.
#[derive(Default)]
pub(crate) struct World {
    classes: BTreeMap<String, ClassFacts>,
    pub(crate) unreadable: BTreeSet<String>,
    /// Classes that are there more than once, and what their copies are.
    pub(crate) copies: BTreeMap<String, (u32, u128)>,
    pub(crate) others: BTreeMap<Entity, u128>,
    /// What cannot be known.
    pub(crate) unknown: BTreeSet<Entity>,
}

impl World {
    pub(crate) fn of(files: &[(String, Vec<u8>)]) -> Self {
        let mut families: BTreeMap<&str, Vec<&[u8]>> = BTreeMap::new();
        for (name, bytes) in files {
            families.entry(family_name(name)).or_default().push(bytes);
        }
        let mut extractor = Extractor::default();
        let families = families.values().flat_map(|files| extractor.family(files));
        let classes: Vec<ClassFacts> = families.map(Result::unwrap).collect();
        let classes = classes.into_iter().map(|facts| (facts.name().to_owned(), facts)).collect();
        Self { classes, ..Self::default() }
    }

    /// Files and the like, by name.
    pub(crate) fn files(files: &[(&str, u128)]) -> Self {
        let entity = |name: &str| Entity::File(name.into());
        let others = files.iter().map(|(name, content)| (entity(name), *content)).collect();
        Self { others, ..Self::default() }
    }

    pub(crate) fn classes(&self) -> impl Iterator<Item = &ClassFacts> {
        self.classes.values()
    }
}

impl ClassSet for World {
    fn find(&self, name: &str) -> Lookup<'_> {
        if self.unreadable.contains(name) {
            return Lookup::Unreadable;
        }
        self.classes.get(name).map_or(Lookup::Outside, Lookup::Found)
    }
}

impl ClassIndex for World {
    fn find_canonical(&self, name: &str) -> Lookup<'_> {
        let mut readable =
            self.classes.values().filter(|class| !self.unreadable.contains(class.name()));
        if let Some(found) = readable.find(|class| class.canonical_name() == name) {
            return Lookup::Found(found);
        }
        // It may be any of the family that cannot be read.
        let family = |name: &str| family_name(name.split('.').next().unwrap()).to_owned();
        let is_possible = self.unreadable.iter().any(|each| family(each) == family(name));
        if is_possible { Lookup::Unreadable } else { Lookup::Outside }
    }
}

impl Now for World {
    fn class(&self, name: &str) -> ClassState {
        match self.find(name) {
            Lookup::Found(class) => {
                let copies = self.copies.get(name).map_or(1, |(copies, _)| *copies);
                ClassState::Present { all: class.all, copies }
            }
            Lookup::Outside => ClassState::Absent,
            Lookup::Unreadable => ClassState::Unreadable,
        }
    }

    fn value(&self, entity: &Entity) -> Option<Fingerprint> {
        if self.unknown.contains(entity) {
            return None;
        }
        if let Entity::Copies(class) = entity {
            let copies = self.copies.get(class.as_str());
            return Some(copies.map_or_else(absent, |(_, bytes)| Fingerprint::from_u128(*bytes)));
        }
        if entity.kind() < EntityKind::Frameworks {
            return value(self, entity, &mut Digest::new());
        }
        let other = self.others.get(entity);
        Some(other.map_or_else(absent, |content| Fingerprint::from_u128(*content)))
    }

    fn prints(&self, canonical: &str) -> Option<Vec<MethodPrint>> {
        match self.find_canonical(canonical) {
            Lookup::Found(class) => Some(method_prints(class, &mut Digest::new())),
            Lookup::Outside => Some(Vec::new()),
            Lookup::Unreadable => None,
        }
    }
}

/// A test that wrote or left something.
pub(crate) fn left_by(test: &str) -> Leaver {
    Leaver { test: ClassName::internal(test), is_carried: false, what: String::new() }
}

/// A test that rests on these entities, as they are in a world.
pub(crate) fn record(
    world: &World,
    test: &str,
    outcome: Outcome,
    entities: impl IntoIterator<Item = Entity>,
) -> TestRecord {
    let facts = entities.into_iter().map(|entity| {
        let value = world.value(&entity).unwrap();
        (entity, value)
    });
    TestRecord {
        test: ClassName::internal(test),
        outcome,
        message: if outcome == Outcome::Passed { String::new() } else { "why".to_owned() },
        nanos: 5,
        facts: facts.collect(),
        after: BTreeSet::new(),
    }
}

pub(crate) fn block(world: &World, time: u64, records: Vec<TestRecord>) -> Block {
    let mut builder = Builder::default();
    records.into_iter().for_each(|record| builder.add(record));
    let copies = |name: &str| world.copies.get(name).map_or(1, |(copies, _)| *copies);
    builder.finish(time, world, &copies).unwrap()
}

pub(crate) fn request(tests: &[&str], technique: &str) -> Request {
    Request {
        tests: tests.iter().map(|test| ClassName::internal(test)).collect(),
        technique: technique.parse().unwrap(),
        is_forced: false,
        not_before: 0,
        lost_until: 0,
    }
}

/// The tests that run.
pub(crate) fn running(
    blocks: &[Block],
    tests: &[&str],
    technique: Technique,
    now: &World,
) -> BTreeSet<String> {
    let selection = select(blocks, &Request { technique, ..request(tests, "hybrid") }, now);
    selection.running().map(ToString::to_string).collect()
}

/// The verdicts in short: `skip`, or the kinds of the reasons.
pub(crate) fn words(selection: &Selection) -> Vec<String> {
    let word = |verdict: &Verdict| match verdict {
        Verdict::Skip(_) => "skip".to_owned(),
        Verdict::Run(reasons) => {
            let words = reasons.iter().map(|reason| format!("{reason:?}"));
            let name = |text: String| text.split([' ', '{']).next().unwrap().to_owned();
            words.map(name).collect::<Vec<_>>().join(" ")
        }
    };
    selection.verdicts.iter().map(|(_, verdict)| word(verdict)).collect()
}
