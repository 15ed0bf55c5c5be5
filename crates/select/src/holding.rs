//! Which facts of a block hold.

use std::collections::BTreeMap;

use roaring::RoaringBitmap;
use tamis_facts::value::absent;
use tamis_vocab::{Entity, EntityKind, Fingerprint};

use crate::block::{Block, FactRow};
use crate::changed::{Now, doubtful};
use crate::technique::{ChangeKinds, Technique};

/// A fact that does not hold, or of which that cannot be known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broken {
    /// What it is about.
    pub entity: Entity,
    /// The fingerprint when the test passed.
    pub was: Fingerprint,
    /// The fingerprint now; `None` if it cannot be known.
    pub is: Option<Fingerprint>,
    /// For a class that was used, what happened to its methods.
    pub kinds: ChangeKinds,
}

impl Broken {
    /// Whether a technique cares.
    pub fn counts(&self, technique: Technique) -> bool {
        match self.entity {
            // Static techniques have their own way to look at classes, and look at nothing else.
            Entity::Environment | Entity::Frameworks => true,
            _ if matches!(technique, Technique::Static(_)) => false,
            // What cannot be known may be anything.
            Entity::Touched(_) => self.is.is_none() || technique.counts_touched(self.kinds),
            _ => true,
        }
    }
}

/// Whether a kind of fact counts only while there can be objects of a class.
fn is_about_objects(kind: EntityKind) -> bool {
    matches!(kind, EntityKind::Dispatch | EntityKind::Overrides)
}

/// What does not hold of a block.
#[derive(Debug, Clone, Default)]
pub struct Held {
    broken: BTreeMap<u32, Broken>,
    /// The numbers of those.
    numbers: RoaringBitmap,
    /// Facts that cannot be read.
    damaged: RoaringBitmap,
}

impl Held {
    /// Asks for everything that can have changed.
    pub fn of(block: &Block, now: &dyn Now) -> Self {
        let mut held = Self::default();
        for number in doubtful(block, now) {
            let fact = block.fact(number);
            let known = fact.and_then(|fact| Some((fact, block.entity(&fact)?)));
            let Some((fact, entity)) = known else {
                held.damaged.insert(number);
                continue;
            };
            let is = now.value(&entity);
            // A class that is gone has no objects that could be called. Who makes them refers to it, and is a fact apart.
            let is_gone = is == Some(absent()) && is_about_objects(fact.kind);
            if is != Some(fact.value) && !is_gone {
                let kinds = kinds(block, &fact, &entity, now);
                let was = fact.value;
                held.numbers.insert(number);
                held.broken.insert(number, Broken { entity, was, is, kinds });
            }
        }
        held
    }

    /// What does not hold.
    pub fn broken(&self) -> impl Iterator<Item = &Broken> {
        self.broken.values()
    }

    /// Whether all facts of the block hold, whichever of them a test rests on.
    pub(crate) fn is_whole(&self) -> bool {
        self.numbers.is_empty() && self.damaged.is_empty()
    }

    /// Those of some facts that do not hold.
    pub(crate) fn among(&self, facts: &RoaringBitmap) -> impl Iterator<Item = &Broken> {
        let numbers = &self.numbers & facts;
        numbers.into_iter().filter_map(|number| self.broken.get(&number))
    }

    /// Whether some of these facts cannot be read.
    pub(crate) fn is_damaged(&self, facts: &RoaringBitmap) -> bool {
        !self.damaged.is_disjoint(facts)
    }
}

fn kinds(block: &Block, fact: &FactRow<'_>, entity: &Entity, now: &dyn Now) -> ChangeKinds {
    if fact.kind != EntityKind::Touched {
        return ChangeKinds::default();
    }
    let name = entity.class().map(tamis_vocab::ClassName::as_str).unwrap_or_default();
    match (block.prints(fact.class), now.prints(name)) {
        (Some(was), Some(is)) => ChangeKinds::between(&was, &is),
        // Then it may be any of them.
        _ => crate::technique::ChangeKind::ALL
            .into_iter()
            .fold(ChangeKinds::default(), |kinds, (_, kind)| kinds.with(kind)),
    }
}
