//! Which facts of a block can have changed. A fact is asked for again only if a class that it depends on is different, so
//! that the cost grows with what changed.

use rayon::prelude::*;
use rustc_hash::FxHashSet;
use tamis_facts::family_name;
use tamis_facts::value::MethodPrint;
use tamis_vocab::{Entity, EntityKind, Fingerprint};

use crate::block::{Block, ClassRow, NOTHING};

/// What is known of a class by its name in the class path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClassState {
    /// It is there.
    Present {
        /// Everything but debug data.
        all: Fingerprint,
        /// How many copies the class path has.
        copies: u32,
    },
    /// It is not there.
    Absent,
    /// Nothing is known.
    Unreadable,
}

/// The world as it is now.
pub trait Now {
    /// A class.
    fn class(&self, name: &str) -> ClassState;
    /// Many classes, in the order of the names.
    fn classes(&self, names: &[&str]) -> Vec<ClassState> {
        names.iter().map(|name| self.class(name)).collect()
    }
    /// The fingerprint of an entity; `None` if it cannot be known.
    fn value(&self, entity: &Entity) -> Option<Fingerprint>;
    /// The methods of a class by its canonical name, sorted; `None` if they cannot be known.
    fn prints(&self, canonical: &str) -> Option<Vec<MethodPrint>>;
}

impl ClassRow<'_> {
    fn is_still(&self, state: ClassState) -> bool {
        match (self.all, state) {
            (Some(was), ClassState::Present { all, copies }) => was == all && self.copies == copies,
            (None, ClassState::Absent) => true,
            (_, ClassState::Present { .. } | ClassState::Absent | ClassState::Unreadable) => false,
        }
    }
}

/// Rows that one task reads.
const ROWS_A_TASK: usize = 1024;

/// What of the classes of a block is different, by number.
struct Different {
    /// The class itself, or another one of its family.
    own: Vec<bool>,
    /// That, or something above it.
    above: Vec<bool>,
    /// Either, or something that its code names.
    named: Vec<bool>,
}

/// The numbers of the facts that have to be asked for again.
pub(crate) fn doubtful(block: &Block, now: &dyn Now) -> Vec<u32> {
    // Facts are sorted by kind, and those about classes come first.
    let end = block.fact_count();
    let about_classes = first_of(block, EntityKind::Frameworks);
    let mut doubtful = Vec::new();
    match Different::of(block, now) {
        Some(different) => {
            doubtful.extend((0..about_classes).filter(|fact| different.touches(block, *fact)));
        }
        // Copies that others hide can change while the class that is found does not.
        // The order of members, which reflection shows, is in no state of a class either.
        None => {
            let range = |kind, next| first_of(block, kind)..first_of(block, next);
            doubtful.extend(range(EntityKind::Members, EntityKind::Whole));
            doubtful.extend(range(EntityKind::Copies, EntityKind::Presence));
        }
    }
    doubtful.extend(about_classes..end);
    doubtful
}

/// The number of the first fact of a kind, or of one behind it.
fn first_of(block: &Block, kind: EntityKind) -> u32 {
    let (mut low, mut high) = (0, block.fact_count());
    while low < high {
        let middle = low + (high - low) / 2;
        let is_before = block.fact_about(middle).is_none_or(|(found, _)| found < kind);
        if is_before { low = middle + 1 } else { high = middle }
    }
    low
}

impl Different {
    /// `None` if everything is as it was.
    fn of(block: &Block, now: &dyn Now) -> Option<Self> {
        let rows = (0..block.class_count()).into_par_iter().with_min_len(ROWS_A_TASK);
        let rows: Vec<Option<ClassRow<'_>>> = rows.map(|number| block.class(number)).collect();
        let names: Vec<&str> = rows.iter().map(|row| row.map_or("", |row| row.name)).collect();
        let rows_and_states = rows.iter().zip(now.classes(&names));
        let mut own: Vec<bool> = rows_and_states
            .map(|(row, state)| row.is_none_or(|row| !row.is_still(state)))
            .collect();
        if !own.contains(&true) {
            return None;
        }
        let different = rows.iter().zip(&own).filter(|(_, is_different)| **is_different);
        let families: FxHashSet<&str> =
            different.filter_map(|(row, _)| Some(family_name((*row)?.name))).collect();
        for (number, is_different) in (0_u32..).zip(&mut own) {
            let row = block.class(number);
            *is_different |= row.is_none_or(|row| families.contains(family_name(row.name)));
        }
        let above = spread(block, &own);
        let is_above = |number: u32| above.get(number as usize).copied().unwrap_or(true);
        let named = 0..block.class_count();
        let named = named.map(|number| is_above(number) || block.named(number).any(is_above));
        let named = named.collect();
        Some(Self { own, above, named })
    }

    fn touches(&self, block: &Block, fact: u32) -> bool {
        let Some((kind, class)) = block.fact_about(fact) else { return true };
        if class == NOTHING {
            return true;
        }
        let list = match kind {
            EntityKind::Body | EntityKind::Whole | EntityKind::Touched => &self.own,
            EntityKind::Header
            | EntityKind::Initialisation
            | EntityKind::Presence
            | EntityKind::Dispatch
            | EntityKind::Overrides => &self.above,
            EntityKind::Links => &self.named,
            EntityKind::Members
            | EntityKind::Copies
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
            | EntityKind::Place => return true,
        };
        list.get(class as usize).copied().unwrap_or(true)
    }
}

/// The classes that are different, or have one above them that is.
fn spread(block: &Block, own: &[bool]) -> Vec<bool> {
    let mut below: Vec<Vec<u32>> = vec![Vec::new(); own.len()];
    for number in 0..block.class_count() {
        for upper in block.above(number) {
            if let Some(list) = below.get_mut(upper as usize) {
                list.push(number);
            }
        }
    }
    let mut reached = own.to_vec();
    let mut waiting: Vec<u32> =
        (0_u32..).zip(own).filter_map(|(number, is)| is.then_some(number)).collect();
    while let Some(number) = waiting.pop() {
        for lower in below.get(number as usize).into_iter().flatten() {
            if let Some(is_reached) = reached.get_mut(*lower as usize)
                && !*is_reached
            {
                *is_reached = true;
                waiting.push(*lower);
            }
        }
    }
    reached
}
